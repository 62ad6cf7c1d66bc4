"""The order of battle reorganised by keys alone: what is dragged elsewhere goes by Alt and the arrows."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from tests.ui.edit.conftest import Draft, page_of, small_content

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


class Sheet:
    """The tree of a draft, with keys alone."""

    def __init__(self, d: Draft) -> None:
        self.d, self.page = d, page_of(d, "oob")
        self.tree = self.page.tree

    def on(self, ident: str) -> None:
        """Go to a row by arrows."""
        QTest.keyClick(self.tree, Key.Key_Home)
        while self.tree.currentItem() is None or self.tree.key_of(self.tree.currentItem())[1] != ident:
            before = self.tree.currentItem()
            QTest.keyClick(self.tree, Key.Key_Down)
            assert self.tree.currentItem() is not before, f"{ident} is not reached"

    def alt(self, *keys: Qt.Key) -> None:
        """Press Alt with keys, where the keyboard is."""
        for key in keys:
            self.d.key(key, ALT, widget=QApplication.focusWidget())

    def shown(self) -> str:
        """Return the order of battle: homes with what stands in them."""
        content = self.d.model.content
        homes = [None, *(f.id for f in content.formations)]
        return " ".join(f"{home or ''}:{''.join(p.id for p in content.pieces if p.formation == home)}" for home in homes)


@pytest.fixture
def sheet(open_draft: Any) -> Sheet:
    def formation(ident: str, parent: str | None = None) -> dict[str, Any]:
        return {"id": ident, "name": {"en": ident, "ja": ident}, "side": "us", "parent": parent}

    pieces = [
        {"id": ident, "kind": "squad", "formation": home, "name": {"en": ident, "ja": ident}}
        for ident, home in (("a", "X"), ("c", "Y"), ("b", "X"), ("d", "Y"))
    ]
    return Sheet(open_draft(small_content(formations=[formation("X"), formation("Y")], pieces=pieces)))


def test_alt_and_arrows_move_a_counter_and_at_the_end_into_the_formation_next_to_it(sheet: Sheet) -> None:
    sheet.on("a")
    assert QApplication.focusWidget() is sheet.tree
    sheet.alt(Key.Key_Down)
    assert sheet.shown() == ": X:ba Y:cd"
    sheet.alt(Key.Key_Down)
    assert sheet.shown() == ": X:b Y:acd"
    assert sheet.tree.key_of(sheet.tree.currentItem()) == ("piece", "a"), "it stays in hand"
    assert [row.id for row in sheet.tree.rows()] == ["a"]
    sheet.alt(Key.Key_Up)
    assert sheet.shown() == ": X:ba Y:cd"
    sheet.alt(Key.Key_Up, Key.Key_Up)
    assert sheet.shown() == ":a X:b Y:cd", "above the first formation it is the side's own"
    sheet.alt(Key.Key_Up)
    assert sheet.shown() == ":a X:b Y:cd"
    assert len([entry for entry in sheet.d.model.history() if entry.text]) == 5, "each is a step that can be undone"


def test_enter_edits_the_cell_that_has_the_keyboard(sheet: Sheet) -> None:
    """The hint said so, and it did nothing."""
    sheet.on("a")
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    assert field.selectedText() == "a"
    QTest.keyClicks(field, "Able")
    QTest.keyClick(field, Key.Key_Return)
    QApplication.processEvents()
    sheet.d.settle()
    assert QApplication.focusWidget() is sheet.tree, "Enter ends it, and begins no other"
    assert sheet.d.model.content.pieces_by_id["a"].name.en == "Able"


def test_several_counters_go_together(sheet: Sheet) -> None:
    sheet.on("c")
    QTest.keyClick(sheet.tree, Key.Key_Down, SHIFT)
    sheet.alt(Key.Key_Up)
    assert sheet.shown() == ": X:abcd Y:"
    sheet.alt(Key.Key_Up)
    assert sheet.shown() == ": X:acdb Y:"
    sheet.alt(Key.Key_Left)
    assert sheet.shown() == ":cd X:ab Y:"


def test_a_formation_moves_among_its_like_into_the_one_above_and_out(sheet: Sheet) -> None:
    def formations() -> list[tuple[str, str | None]]:
        return [(f.id, f.parent) for f in sheet.d.model.content.formations]

    sheet.on("Y")
    sheet.alt(Key.Key_Up)
    assert formations() == [("Y", None), ("X", None)]
    sheet.alt(Key.Key_Right)
    assert formations() == [("Y", None), ("X", None)], "there is none above"
    sheet.alt(Key.Key_Down, Key.Key_Right)
    assert formations() == [("X", None), ("Y", "X")]
    sheet.alt(Key.Key_Left)
    assert formations() == [("X", None), ("Y", None)]
    assert sheet.d.model.content.formations[1].side == "us"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_hint_says_the_keys_of_what_is_dragged(open_draft: Any, language: str) -> None:
    shown = [label.text() for label in page_of(open_draft(language=language), "oob").findChildren(QLabel)]
    assert any("Alt+" in text for text in shown)


def test_what_a_problem_leads_to_is_where_the_keys_go_on(sheet: Sheet) -> None:
    sheet.d.page.show_page("map")
    sheet.d.model.focus.item.emit("pieces", "d")
    assert QApplication.focusWidget() is sheet.tree
    sheet.alt(Key.Key_Up)
    assert sheet.shown() == ": X:ab Y:dc"
