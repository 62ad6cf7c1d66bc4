"""A dock with our own title bar: icon, name, float and close, all with names for screen readers."""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QTabBar, QWidget

from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import IconButton, IconLabel, Panel, name_areas
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.seen import SeenPanel


class TitleBar(Panel):
    """Icon, title, buttons; 28 px high."""

    def __init__(self, icon_name: str, key: str, dock: QDockWidget) -> None:
        super().__init__("panel", row=True, margins=(10, 2, 4, 2), spacing=8)
        self.title = Elided("strong", key)
        self.float_button = IconButton(
            "pin-outline", "dock.float", size=26, then=lambda: dock.setFloating(not dock.isFloating())
        )
        self.close_button = IconButton("close", "dock.close", size=26, then=dock.close)
        self.lay(IconLabel(icon_name), self.title, self.float_button, self.close_button, grow=self.title)


class Dock(Speaks, QDockWidget):
    """A dock around a panel; its window title is the tab's text. One that stands among tabs has no title bar yet."""

    shut = Signal()  # somebody closed it

    def __init__(self, ident: str, icon_name: str, key: str, panel: QWidget, *, tabbed: bool = False) -> None:
        super().__init__()
        self.ident, self.panel, self._icon, self._key, self._tabbed = ident, panel, icon_name, key, tabbed
        self.setObjectName(f"dock-{ident}")
        self.setWidget(panel)
        if isinstance(panel, Panel):
            name_areas(panel, key)
        self._no_bar = QWidget(self)
        self._no_bar.hide()
        self._wear()
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        self.visibilityChanged.connect(self._came)

    @cached_property
    def bar(self) -> TitleBar:
        """Its title bar, made when it is wanted first."""
        return TitleBar(self._icon, self._key, self)

    def _wear(self) -> None:
        self.say(self.setWindowTitle, f"{self._key}.short" if self._tabbed else self._key)
        self.setTitleBarWidget(self._no_bar if self._tabbed else self.bar)

    def _came(self, forward: bool) -> None:
        """A panel that puts off what nobody sees is brought up to date when its tab comes forward."""
        if forward and isinstance(self.panel, SeenPanel) and self.panel.seen:
            self.panel.catch_up()

    @property
    def home(self) -> QMainWindow | None:
        """The window that it belongs to, also while it floats, alone or with others."""
        at = self.parentWidget()
        while at is not None and not isinstance(at, QMainWindow):
            at = at.parentWidget()
        return at

    @property
    def afloat(self) -> bool:
        """Whether it stands outside of its window, alone or with others (for Qt only one that is alone floats)."""
        home = self.home
        return home is not None and self.window() is not home.window()

    def dress(self) -> None:
        """Hide the title bar where a tab says the same; tabs use the short name, and have menus instead."""
        home = self.home
        peers = home.tabifiedDockWidgets(self) if home is not None and not self.isFloating() else []
        tabbed = any(not peer.isHidden() for peer in peers)
        if home is not None:
            watch_tabs(home)
        if tabbed != self._tabbed:
            self._tabbed = tabbed
            self._wear()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that somebody closed it."""
        super().closeEvent(event)
        self.shut.emit()

    def leave(self) -> None:
        """Stand in no window."""
        if self.home is not None:
            self.home.removeDockWidget(self)


class TabMenus(QObject):
    """Gives the tabs of docks what their title bars had: a double click takes a dock out, a right click asks. That a dock
    comes along when it is dragged off the bar is Qt's own (`GroupedDragging`)."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear double clicks and the right button on a row of tabs."""
        if not isinstance(watched, QTabBar):
            return False
        if isinstance(event, QContextMenuEvent):
            return self._ask(watched, event)
        if event.type() == QEvent.Type.MouseButtonDblClick and isinstance(event, QMouseEvent):
            dock = self.dock_at(watched, event.position().toPoint())
            if dock is not None:
                dock.setFloating(True)
            return dock is not None
        return False

    def _ask(self, bar: QTabBar, event: QContextMenuEvent) -> bool:
        dock = self.dock_at(bar, event.pos())
        if dock is None:
            return False
        menu = QMenu(bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("pin-outline"), tr("dock.float"), lambda: dock.setFloating(True))
        menu.addAction(icon("close"), tr("dock.close"), dock.close)
        menu.popup(event.globalPos())
        return True

    def dock_at(self, bar: QTabBar, point: QPoint) -> Dock | None:
        """Return the dock whose tab lies under a point of the bar."""
        index = bar.tabAt(point)
        docks = bar.parentWidget().findChildren(Dock) if index >= 0 else []
        return next((d for d in docks if d.windowTitle() == bar.tabText(index) and not d.isFloating()), None)


def watch_tabs(window: QMainWindow) -> None:
    """Give every row of dock tabs of a window its menu, once."""
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if bar.property("watched") is None:
            bar.setProperty("watched", True)
            bar.installEventFilter(TabMenus(bar))
