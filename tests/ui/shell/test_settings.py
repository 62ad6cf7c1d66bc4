"""Settings: each group is there, each row acts at once and goes back; what new drafts and print pages begin with."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from qtwar.export.choices import Choices
from qtwar.presenters.printpages import first_choices
from qtwar.ui import i18n
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.widgets.basics import TextLabel

GROUPS = ["General", "Board", "Play", "Edit", "Print", "Shortcuts", "Titles", "Storage"]


@pytest.fixture
def settings(make_window):
    window = make_window()
    window.open_settings()
    return window, window.stack.currentWidget()


def heads(page):
    return [w.text() for w in page.rows.findChildren(TextLabel) if w.property("kind") == "heading" and w.isVisible()]


def choose(box: QComboBox, value: str) -> None:
    """Choose by keys, as a person does."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findData(value)):
        QTest.keyClick(box, Qt.Key.Key_Down)


def reset(page, ident):
    button = next(b for b in page.found[ident].findChildren(QPushButton) if b.text() == "Reset")
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_groups_of_the_design_in_their_order(settings):
    _, page = settings
    assert heads(page) == GROUPS
    QTest.keyClicks(page.filter, "inches")
    assert heads(page) == ["Print"]
    assert page.shown() == ["units"]
    page.filter.setText("stored")
    assert page.shown() == ["stored"]
    page.filter.setText("zzz")
    assert heads(page) == []
    assert page.nothing.isVisible()


def test_the_keyboard_stays_on_a_row_that_is_changed(settings):
    window, page = settings
    page.controls["legend"].setFocus()
    QTest.keyClick(page.controls["legend"], Qt.Key.Key_Space)
    assert window.prefs.get("legend") is False
    assert page.controls["legend"].hasFocus()
    window.prefs.set("legend", True)
    assert page.controls["legend"].isChecked()


def test_the_keyboard_stays_on_the_list_of_languages_when_one_is_chosen(settings):
    _, page = settings
    was = page.controls["language"]
    was.setFocus()
    for key, language in ((Qt.Key.Key_Down, "ja"), (Qt.Key.Key_Up, "en")):
        box = page.window().focusWidget()
        QTest.keyClick(box, key)
        QApplication.processEvents()
        assert i18n.language() == language
        assert page.window().focusWidget() is page.controls["language"]
    assert page.controls["language"] is not was


def test_rows_of_edit_and_print_act_and_go_back(settings):
    window, page = settings
    box = page.controls["draft_style"]
    choose(box, "squares")
    box.activated.emit(box.currentIndex())
    assert window.prefs.get("draft_style") == "squares"
    window.in_library(window.library_page.show_new_draft)
    draft = window.library_page.new_draft
    assert (draft.draft().kind, draft.draft().pattern) == ("square", "CCRR")
    window.prefs.set("draft_numbering", "A1")
    window.in_library(window.library_page.show_new_draft)
    assert draft.draft().pattern == "A1"
    window.open_settings()
    reset(page, "draft_style")
    assert window.prefs.get("draft_style") == "tactical"


def test_a_new_print_page_begins_as_the_settings_say():
    prefs = Preferences(Memory({"paper": "letter", "margin": "wide", "tone": "grey", "ink_saving": True, "duplex": "short"}))
    prefs.set("sheet_language", "both")
    first = Choices.from_json(first_choices(prefs))
    assert (first.paper, first.margin, first.tone, first.ink_saving, first.duplex, first.language) == (
        "letter", 20.0, "grey", True, "short", "both",
    )  # fmt: skip
    prefs.set("sheet_language", "window")
    assert first_choices(prefs)["language"] == "en"
