"""What a screen reader is told of a game as it goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from qtwar.base.text import Span
from qtwar.ui.aloud import Aloud
from qtwar.ui.facts import LogLine, Roll


def listen(page):
    heard = []
    page.aloud = Aloud(page, lambda widget, text, at_once=False: heard.append((widget, text, at_once)))
    return heard


def test_refusals_break_in_and_dice_are_told_with_their_sum(play):
    _, page, game = play()
    heard = listen(page)
    game.actions.refused.emit({"key": "refuse.not_now"})
    assert heard[-1] == (page.prompt, "That can not be done now.", True)
    game.actions.rolled.emit(Roll(((6, 4), (6, 6)), "Recon", (("Major river", "+1", "27.0"),), "11", "found"))
    assert heard[-1] == (page.shelf.dice, "Recon: 4, 6, Major river +1, 11, found", False)


def test_new_lines_of_the_log_come_before_what_can_be_done_now(play, qtbot):
    _, page, game = play()
    heard = listen(page)
    lines = list(game.history.log())
    game.history.log = lambda: [*lines, LogLine(217, "217", (Span("PBR lands at "), Span("1617")), "head", "FW")]
    game.history.log_changed.emit()
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.free_table"}, "asks": []})
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert [text for _, text, _ in heard] == ["PBR lands at 1617", "FREE WORLD: Free table: move whatever you like."]
    # said once
    game.actions.offer_changed.emit()
    qtbot.waitUntil(lambda: not page.aloud._later.isActive())
    assert len(heard) == 2


def test_nothing_is_told_while_the_screen_is_covered(play, qtbot):
    window, page, game = play()
    heard = listen(page)
    window.actions_registry["hand_over"].trigger()
    lines = list(game.history.log())
    game.history.log = lambda: [*lines, LogLine(217, "217", (Span("a secret"),), "head", "FW")]
    game.history.log_changed.emit()
    qtbot.waitUntil(lambda: not page.aloud._later.isActive())
    assert heard == []
    with qtbot.waitSignal(page.cover.uncovered, timeout=5000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert not any("secret" in text for _, text, _ in heard)


def test_a_reader_that_listens_does_no_harm(play):
    _, _, game = play()
    QAccessible.setActive(True)
    try:
        game.actions.refused.emit({"key": "refuse.not_now"})
    finally:
        QAccessible.setActive(False)
