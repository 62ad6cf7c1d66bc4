"""A window of tabs: one row of them, the page of each below, the first of which stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QTabBar, QWidget
from shiboken6 import isValid

from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.regions import enter
from qtwar.ui.theme import current
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import IconButton, Panel, tab_bar

TAB_ICONS = {
    "library": "bookshelf",
    "game": "flag-variant",
    "waiting": "flag-variant",
    "test": "flask-outline",
    "table": "account-multiple-outline",
    "draft": "pencil-ruler",
    "print": "printer-outline",
    "settings": "cog-outline",
    "shortcuts": "keyboard-outline",
    "guide": "book-open-variant",
}


MARK = "● "


class TabWindow(Speaks, QMainWindow):
    """Adds, finds, marks and closes tabs; subclasses say what follows when another page is in front, or one is closed."""

    tabs_changed = Signal()  # another tab, one less, or another in front

    def __init__(self) -> None:
        super().__init__()
        self.tab_row = Panel("tabrow", row=True, margins=(6, 0, 10, 0), spacing=6, high=36)
        self.tabs = tab_bar("documents")
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.currentChanged.connect(self._turned)
        self.say(self.tabs.setAccessibleName, "tabs.name")
        self.stack = QStackedWidget()

    def came_forward(self, page: Any) -> None:
        """Another page is in front; for subclasses."""

    def closed(self, page: Any) -> None:
        """A page has left the window and goes; for subclasses."""

    def add_tab(self, page: QWidget, kind: str, text: str, *, closable: bool = True) -> None:
        """Add the tab of a page and bring it to the front; `kind` is that of what it shows."""
        self.stack.addWidget(page)
        page.setProperty("tab", kind)
        index = self.tabs.addTab(icon(TAB_ICONS[kind], "second", "accent"), text)
        if closable:
            close = IconButton("close", "tabs.close", size=22, then=lambda: self.close_tab(self.stack.indexOf(page)))
            self.tabs.setTabButton(index, QTabBar.ButtonPosition.RightSide, close)
        self.tabs.setCurrentIndex(index)
        if index == 0:
            self._turned(0)
        self.tabs_changed.emit()

    def only_tab(self, kind: str, make: Callable[[], QWidget], text: str) -> Any:
        """Open a tab of which there is one, or bring it forward; returns its page."""
        page = self.bring_first(lambda page: page.property("tab") == kind)
        if page is None:
            page = make()
            self.add_tab(page, kind, text)
        return page

    def pages(self) -> list[Any]:
        """Return the pages of all tabs, the library first."""
        return [self.stack.widget(n) for n in range(self.stack.count())]

    def page_at(self, path: str) -> QWidget | None:
        """Return the page of a document or a table that has a tab."""
        return next((page for page in self.pages() if getattr(page, "path", None) == path), None)

    def is_open(self, path: str) -> bool:
        """Whether a document or a table has a tab."""
        return self.page_at(path) is not None

    def bring(self, path: str) -> QWidget | None:
        """Bring the tab of a document or a table to the front, and return its page; None where it has none."""
        return self.bring_first(lambda page: getattr(page, "path", None) == path) if path else None

    def mark(self, page: QWidget) -> None:
        """Say at a page's tab that it is waited for there, until it is looked at."""
        index = self.stack.indexOf(page)
        if index > 0 and not self.tabs.tabText(index).startswith(MARK):
            self.tabs.setTabText(index, MARK + self.tabs.tabText(index))

    def bring_first(self, fits: Callable[[Any], bool]) -> QWidget | None:
        """Bring the first page that fits to the front, and return it."""
        page: QWidget | None = next((page for page in self.pages() if fits(page)), None)
        if page is not None:
            self.tabs.setCurrentIndex(self.stack.indexOf(page))
        return page

    def show_page(self, page: QWidget | None) -> None:
        """Bring the tab of a page to the front, if it still has one; the page may be gone."""
        if page is not None and isValid(page) and (index := self.stack.indexOf(page)) >= 0:
            self.tabs.setCurrentIndex(index)

    def close_tab(self, index: int) -> None:
        """Close a tab; the library stays. Nothing is lost: every command is stored when it is done."""
        if index <= 0:
            return
        page = self.stack.widget(index)
        assert page is not None
        if page is self.stack.currentWidget():
            self.tabs.setCurrentIndex(index - 1)
        self.stack.removeWidget(page)  # first: the row of tabs tells at once which one is in front then
        self.tabs.removeTab(index)
        self.closed(page)
        page.deleteLater()
        self.refresh_tab()
        self.tabs_changed.emit()

    def step_tab(self, step: int) -> None:
        """Bring the next tab to the front, round and round."""
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % self.tabs.count())

    def refresh_tab(self) -> None:
        """Take up the page in front anew."""
        self._turned(self.tabs.currentIndex())

    def _turned(self, index: int) -> None:
        if not 0 <= index < self.stack.count():
            return
        focus, before = QApplication.focusWidget(), self.stack.currentWidget()
        held = focus is not None and before is not None and before.isAncestorOf(focus)
        self.stack.setCurrentIndex(index)
        page = self.stack.widget(index)
        if held and page is not None:
            self._hand_keyboard(page)
        self.tabs_changed.emit()
        self.came_forward(self.stack.widget(index))
        text = self._looked_at(index)
        self.setWindowTitle("QtWar" if index == 0 else f"{text} – QtWar")

    def _looked_at(self, index: int) -> str:
        """Take the mark off a tab, and return what it is called."""
        text = self.tabs.tabText(index).removeprefix(MARK)
        self.tabs.setTabText(index, text)
        return text

    def changeEvent(self, event: QEvent) -> None:
        """A window that was behind others comes forward: the page in front is looked at."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._looked_at(self.tabs.currentIndex())

    def _hand_keyboard(self, page: QWidget) -> None:
        """Give the keyboard, which was in the page before, to what had it in this one: Qt would press a tab's close button."""
        kept = page.focusWidget()
        if kept is not None and kept.isVisible():
            kept.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            enter(page)

    def name_tabs(self) -> None:
        """Call every tab in the language in force."""
        self.tabs.setTabText(0, tr("tabs.library"))
        for n, page in enumerate(self.pages()[1:], 1):
            own = hasattr(page, "tab_text")
            self.tabs.setTabText(n, page.tab_text() if own else tr(f"action.{page.property('tab')}").replace("…", ""))

    def restyle(self) -> None:
        """Tabs at the new scale."""
        self.tabs.setIconSize(current().icon_size())
