"""The cover between two people: it goes when the next one's view is there, and not before."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.ui import facts


def test_the_cover_stays_until_the_position_is_that_of_the_new_side(play, qtbot):
    window, page, game = play()
    asked = []
    game.settings.sit = asked.append  # as in a game: the answer comes later, from the game's own thread
    window.actions_registry["hand_over"].trigger()
    QTest.keyPress(page.cover, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: asked == ["COM"])
    game.position.changed.emit(facts.ViewChanges())
    QTest.qWait(1)
    assert page.cover.isVisible()
    with qtbot.waitSignal(page.cover.uncovered):
        game.position.changed.emit(facts.EVERYTHING)
    assert not page.cover.isVisible()
