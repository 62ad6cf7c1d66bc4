"""The dice of the game, counted beside what fair ones would show."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from qtwar.ui.play.dicestats import Bars


def said(window) -> list[str]:
    return [label.text() for label in window.list.findChildren(QLabel) if label.isVisible()]


def test_the_window_counts_each_side_s_dice_and_says_how_likely_they_are(play):
    _, page, _ = play()
    page.actions_registry["dice_stats"].trigger()
    window = page.dice_stats
    assert window.isVisible()
    assert [bars.tally.rolled for bars in window.list.findChildren(Bars)] == [30, 4]
    words = said(window)
    assert "Mean 3.77; fair dice: 3.5" in words
    assert "Fair dice stray this far, or further, in 24 of 100 games." in words
    assert "Too few dice to say anything about luck: 30 are needed." in words
    assert window.list.findChildren(Bars)[0].accessibleName() == "1: 3, 2: 5, 3: 4, 4: 9, 5: 2, 6: 7"


def test_the_window_has_the_keyboard_when_it_opens_and_esc_closes_it(play, qtbot):
    main, page, _ = play()
    QTest.keyClick(page.board, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(page.dice_stats.isActiveWindow)
    QTest.keyClick(QApplication.activeWindow(), Qt.Key.Key_Escape)
    assert not page.dice_stats.isVisible()
    qtbot.waitUntil(main.isActiveWindow)
