"""The cover between two people: it goes when the next one's view is there, and not before."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest

from qtwar.ui import facts
from qtwar.ui.actions import COMMANDS


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


def test_cover_hides_everything_until_space_is_held(play, qtbot):
    window, page, game = play()
    window.actions_registry["hand_over"].trigger()
    cover = page.cover
    assert cover.geometry() == page.rect()
    assert cover.title.text() == "Hand over to Ben (COMMUNIST)"
    assert cover.news.text() == "3 things happened that you may see."
    colours = {page.grab().toImage().pixelColor(x, 40).name() for x in range(10, 400, 20)}
    assert len(colours) == 1
    QTest.keyPress(cover, Qt.Key.Key_Space)
    QTest.keyRelease(cover, Qt.Key.Key_Space)
    assert cover.isVisible()
    with qtbot.waitSignal(cover.uncovered, timeout=3000):
        QTest.keyPress(cover, Qt.Key.Key_Space)
    assert game.position.seat == "COM"
    assert not cover.isVisible()


def test_after_the_cover_what_happened_plays_and_escape_skips_it(play, qtbot):
    window, page, game = play(motion=True)
    window.actions_registry["hand_over"].trigger()
    with qtbot.waitSignal(page.cover.uncovered, timeout=5000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert game.history.position == 213
    assert page.past.text.text() == "Since your last turn: step 213. Esc skips the rest"
    qtbot.waitUntil(lambda: game.history.position == 214)
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert game.history.position == 216
    qtbot.waitUntil(lambda: not page.replay.since)
    # the person's own pace is as it was
    assert page.replay._timer.interval() == 1000
    window.prefs.set("since", False)
    window.actions_registry["hand_over"].trigger()
    with qtbot.waitSignal(page.cover.uncovered, timeout=5000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert game.history.position == 216


def test_under_the_cover_the_page_has_no_commands_and_nothing_of_it_is_found(play, qtbot):
    window, page, game = play((1280, 720))
    window.actions_registry["find"].trigger()
    window.actions_registry["hand_over"].trigger()
    assert not window.palette_widget.isVisible()
    calls = list(game.calls)
    for command in COMMANDS:
        if command.scope != "app" or command.id in ("print", "next_region", "previous_region"):
            window.actions_registry[command.id].trigger()
    assert game.calls == calls
    assert not page.layouts.windows
    assert not window.palette_widget.isVisible()
    assert not any(dock.afloat and dock.isVisible() for dock in page.docks.values())
    assert not window.actions_registry["print"].isEnabled()
    for _ in range(3):
        QTest.keyClick(page.cover, Qt.Key.Key_Tab)
        assert page.cover.hasFocus() or page.cover.isAncestorOf(window.focusWidget())
    with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    window.actions_registry["undo"].trigger()
    assert game.calls[-1] == ("undo",)
    assert window.palette_widget.page is page


class Pressed(QObject):
    """Hears of the keys that a widget gets."""

    def __init__(self) -> None:
        super().__init__()
        self.keys = []

    def eventFilter(self, _watched, event):
        if event.type() == QEvent.Type.KeyPress:
            self.keys.append(event.key())
        return False


def test_the_keys_of_a_further_window_do_nothing_under_its_shade(play, qtbot):
    window, page, game = play()
    window.actions_registry["new_window"].trigger()
    further = page.layouts.windows[0]
    with qtbot.waitActive(further):
        further.activateWindow()
    further.board.setFocus()
    window.actions_registry["hand_over"].trigger()
    assert further.shade_widget.isVisible()
    calls, pressed = list(game.calls), Pressed()
    further.board.installEventFilter(pressed)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_M, Qt.Key.Key_Tab, Qt.Key.Key_Return):
        QTest.keyClick(further.focusWidget(), key)
    assert not pressed.keys
    assert game.calls == calls
    with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert further.focusWidget() is further.board
    further.close()
