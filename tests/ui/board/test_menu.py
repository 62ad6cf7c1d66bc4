"""The menu of a place: nine entries at most, keys in force, reasons; what they lead to."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from qtwar.base.text import Span
from qtwar.ui.actions import Actions
from qtwar.ui.board.tools.menu import came_here
from qtwar.ui.facts import LogLine
from tests.ui.board.conftest import UNITS

RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def opened(board, hand, qtbot):
    """A function that opens the menu over a counter or a place: → (menu, its entries as {text: key})."""
    board.state.key_text = Actions(board).key_text

    def open_at(what):
        if what in UNITS:
            board.state.select([what])
        hand.click(hand.at(UNITS[what][1] if what in UNITS else what), button=RIGHT)
        qtbot.waitUntil(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
        menu = QApplication.activePopupWidget()
        return menu, dict((a.text().split("\t") + [""])[:2] for a in menu.actions() if not a.isSeparator())

    yield open_at
    if (menu := QApplication.activePopupWidget()) is not None:
        menu.close()


def pick(menu, text):
    action = next(a for a in menu.actions() if a.text().startswith(text))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def test_deeds_come_first_then_looks_then_history(opened):
    _, entries = opened("b1")
    assert list(entries.items()) == [
        ("Pick up", "M"),
        ("Pick up the stack", "Shift+M"),
        ("Choose from the stack…", "Space"),
        ("Properties…", "I"),
        ("Find in the order of battle", "O"),
        ("Look from here", ""),
        ("When did it get here (nothing in the log)", "W"),
    ]


def test_what_can_not_act_says_why(opened, game):
    menu, entries = opened("r1")
    text = next(iter(entries))
    assert text.startswith("Pick up (")
    assert len(text) > len("Pick up ()")
    assert not menu.actions()[0].isEnabled()


def test_an_empty_place_only_looks(opened, game):
    menu, entries = opened("007007")
    assert entries == {"Keep in the viewer": "P", "Measure from here": "K", "What can be seen from here": "Shift+K"}
    pinned = []
    game.focus.pinned.connect(pinned.append)
    pick(menu, "Keep in the viewer")
    assert pinned == ["big:007007"]


@pytest.mark.parametrize("level", ["off", "warn"])
def test_a_free_table_has_nine_entries_too(opened, game, level):
    game.level = level
    _, entries = opened("b1")
    assert len(entries) == 9
    assert [entries[name] for name in ("Flip", "Rotate", "Remove")] == ["F", "R", "Del"]


def test_the_log_knows_when_it_came(opened, game, hand, board, monkeypatch):
    lines = [
        LogLine(4, "4", (Span("b1 to 006006"),), pieces=("b1", "b2"), places=("big:006006",)),
        LogLine(7, "7", (Span("b1 fires"),), pieces=("b1",)),
        LogLine(8, "8", (Span("b2 leaves"),), pieces=("b2",)),
    ]
    game.history.log = lambda: lines
    monkeypatch.setattr(type(game.history), "position", 9)
    assert (came_here(game, "b1"), came_here(game, "b2"), came_here(game, "r2")) == (4, 4, 0)
    wanted, found, shown = [], [], []
    for signal, told in ((game.focus.entry, wanted), (game.focus.find, found), (game.focus.inspect, shown)):
        signal.connect(told.append)
    menu, entries = opened("b3")
    assert entries["When did it get here (nothing in the log)"] == "W"
    menu.close()
    board.state.select(["b1"])
    for key in (Qt.Key.Key_W, Qt.Key.Key_O, Qt.Key.Key_I):
        hand.key(key)
    assert (wanted, found, shown) == ([4], ["b1"], ["b1"])
    board.state.select(["r2"])
    hand.key(Qt.Key.Key_W)
    assert wanted == [4]
    assert game.messages == [{"key": "refuse.when_unknown", "args": {"piece": {"p": "r2"}}}]
