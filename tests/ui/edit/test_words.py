"""A name typed in one language stands in the other too, until somebody translates it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from qtwar.ui.edit.words import typed
from tests.ui.edit.test_pages import page_of


def test_what_is_typed_stands_in_both_languages_until_it_is_translated(open_draft):
    assert typed("Norden") == {"en": "Norden", "ja": "Norden"}
    assert typed("North", {"en": "Norden", "ja": "Norden"}) == {"en": "North", "ja": "North"}
    assert typed("North", {"en": "Norden", "ja": "北村"}) == {"en": "North", "ja": "北村"}
    assert typed("North", {"ja": "北村"}) == {"en": "North", "ja": "北村"}
    d = open_draft()
    d.type("t")
    d.click(d.at("0505"))
    QTest.keyClicks(d.view.tools["label"].typing, "Norden")
    QTest.keyClick(d.view.tools["label"].typing, Qt.Key.Key_Return)
    d.settle()
    assert d.board.labels[0].text.model_dump() == {"en": "Norden", "ja": "Norden"}


def test_a_new_row_takes_what_is_typed_as_its_name(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    for text, part in (("Counter", "pieces"), ("Formation", "formations")):
        button = next(b for b in page.findChildren(QPushButton) if b.text() == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        d.settle()
        assert QApplication.focusWidget() is page.tree
        for letter in "Moreau":
            QTest.keyClicks(QApplication.focusWidget(), letter)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

        def named(part: str = part) -> bool:
            return "Moreau" in [one.name.en for one in getattr(d.model.content, part) if one.name is not None]

        d.qtbot.waitUntil(named, timeout=5000)
    assert not d.refused
