"""A dock with our own title bar: icon, name, float and close, all with names for screen readers."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QLabel, QWidget

from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import IconButton, Panel
from qtwar.ui.widgets.elided import Elided


class TitleBar(Panel):
    """Icon, title, buttons; 28 px high."""

    def __init__(self, icon_name: str, key: str, dock: QDockWidget) -> None:
        super().__init__("panel", row=True, margins=(10, 2, 4, 2), spacing=8)
        self._icon_name = icon_name
        self.picture = QLabel()
        self.title = Elided("strong", key)
        self.float_button = IconButton(
            "pin-outline", "dock.float", size=26, then=lambda: dock.setFloating(not dock.isFloating())
        )
        self.close_button = IconButton("close", "dock.close", size=26, then=dock.close)
        for part in (self.picture, self.title, self.float_button, self.close_button):
            self.box.addWidget(part, 1 if part is self.title else 0)
        self.restyle()

    def restyle(self) -> None:
        """Take the icon at the new scale."""
        super().restyle()
        self.picture.setPixmap(icon(self._icon_name).pixmap(QSize(px(16), px(16))))


class Dock(Speaks, QDockWidget):
    """A dock around a panel; its window title is the tab's text."""

    def __init__(self, ident: str, icon_name: str, key: str, panel: QWidget) -> None:
        super().__init__()
        self.ident, self.panel, self._key = ident, panel, key
        self.setObjectName(f"dock-{ident}")
        self.setWidget(panel)
        self.bar = TitleBar(icon_name, key, self)
        self.setTitleBarWidget(self.bar)
        self.say(self.setWindowTitle, key)
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable
            | QDockWidget.DockWidgetFeature.DockWidgetMovable
            | QDockWidget.DockWidgetFeature.DockWidgetFloatable
        )
        self.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)

    def in_tabs(self, tabbed: bool) -> None:
        """Hide the title bar where a tab says the same; tabs use the short name."""
        self.say(self.setWindowTitle, f"{self._key}.short" if tabbed else self._key)
        if tabbed:
            self.setTitleBarWidget(QWidget())
        else:
            self.setTitleBarWidget(self.bar)
