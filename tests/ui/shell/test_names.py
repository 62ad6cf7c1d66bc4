"""What takes the keyboard or the mouse has a name that a screen reader can say."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QScrollArea, QSlider, QWidget

NAMED = (QLineEdit, QComboBox, QAbstractItemView, QSlider, QScrollArea)


def nameless(window) -> list[str]:
    """Return what is seen and has no name."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.objectName().startswith("qt_"):
            continue
        button = isinstance(widget, QAbstractButton) and widget.isEnabled() and not (widget.accessibleName() or widget.text())
        field = isinstance(widget, NAMED) and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.accessibleName()
        if button or field:
            found.append(f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}")
    return found


@pytest.mark.parametrize("where", ["library", "new draft", "settings", "shortcuts"])
def test_everything_has_a_name_on_the_pages(make_window, where):
    window = make_window()
    new_draft = window.library_page.show_new_draft
    shows = {"new draft": new_draft, "settings": window.open_settings, "shortcuts": window.open_shortcuts}
    shows.get(where, list)()
    assert nameless(window) == []


def test_everything_has_a_name_in_a_game(play, qtbot):
    window, page, _ = play()
    for ident in page.docks:
        page.raise_dock(ident)
        assert nameless(window) == [], ident
    while page.shelf.tabs.currentIndex() < page.shelf.tabs.count() - 1:
        page.shelf.tabs.setCurrentIndex(page.shelf.tabs.currentIndex() + 1)
        assert nameless(window) == []
