"""The guide in the program: it opens at what is in front, in both languages, and all its pictures are there."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest

from qtwar.base.places import GUIDE
from qtwar.ui import i18n
from qtwar.ui.guide import CHAPTERS, chapter_file, parts_of, title_of
from qtwar.ui.theme import px
from tests.ui.edit.conftest import open_draft  # noqa: F401
from tests.ui.shell.conftest import make_window  # noqa: F401


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_picture_and_chapter_that_the_guide_names_is_there(lang):
    for ident in CHAPTERS:
        file = chapter_file(ident, lang)
        text = file.read_text("utf-8")
        assert title_of(text)
        assert parts_of(text)
        for name in re.findall(r"!\[[^]]+\]\(([^)]+)\)", text):
            assert (file.parent / name).is_file(), f"{file.name}: {name}"
        for name in re.findall(r"(?<!!)\[[^]]+\]\(([^):]+\.md)\)", text):
            assert name.removesuffix(".md") in CHAPTERS, f"{file.name}: {name}"


def test_chapters_have_the_same_parts_in_both_languages():
    for file in (GUIDE / "ja").glob("*.md"):
        parts = [len(parts_of(chapter_file(file.stem, lang).read_text("utf-8"))) for lang in ("en", "ja")]
        assert parts[0] == parts[1], file.name


def test_f1_in_a_draft_opens_the_guide_at_its_page(open_draft):  # noqa: F811
    d = open_draft()
    window = d.window
    for page, part in (("oob", "Order of battle"), ("map", "Map"), ("tables", "Tables")):
        window.tabs.setCurrentIndex(1)
        d.page.show_page(page)
        QTest.keyClick(window, Qt.Key.Key_F1)
        guide = window.stack.currentWidget()
        assert guide.property("tab") == "guide"
        assert guide.chapter == "authoring"
        assert guide.list.currentItem().text(0) == part
        top = guide.text.cursorForPosition(QPoint(40, px(20))).block()
        assert top.text() == part, "the part stands at the top, also when the guide has just been opened"
    here = guide.text.verticalScrollBar().value()
    guide.restyle()  # as when it is first shown, and when theme or size change
    assert guide.text.verticalScrollBar().value() == here > 0
    QTest.keyClick(window, Qt.Key.Key_F1)
    assert window.stack.currentWidget().chapter == "playing", "F1 in the guide itself turns to its beginning"
    first = guide.list.topLevelItem(3)
    QTest.mouseClick(guide.list.viewport(), Qt.MouseButton.LeftButton, pos=guide.list.visualItemRect(first).center())
    assert guide.chapter == "printing"
    guide.text.anchorClicked.emit(QUrl("free-table.md"))
    assert guide.chapter == "free-table"
    assert "free table" in guide.text.toPlainText()


def test_the_guide_speaks_the_language_in_force(make_window):  # noqa: F811
    window = make_window((1280, 720))
    QTest.keyClick(window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    guide = window.stack.currentWidget()
    assert guide.list.topLevelItem(2).text(0) == "Authoring"
    window.prefs.set("language", "ja")
    assert guide.list.topLevelItem(2).text(0) == "シナリオを作る"
    guide.open("authoring", 0)
    assert "一晩で作る小さなシナリオ" in guide.text.toPlainText()
    assert window.tabs.tabText(1) == "ガイド"
    i18n.set_language("en")
