"""The docks of a game round its middle: which there are, how a layout arranges them, how wide they stand."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMainWindow, QTabWidget, QWidget

from qtwar.ui.docks.history import HistoryDock
from qtwar.ui.docks.log import LogDock
from qtwar.ui.docks.odds import OddsDock
from qtwar.ui.docks.oob import OobDock
from qtwar.ui.docks.orders import OrdersDock
from qtwar.ui.docks.reaction import ReactionDock
from qtwar.ui.docks.tables import TablesDock
from qtwar.ui.docks.viewer import ViewerDock
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import suited
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import timer
from qtwar.ui.widgets.dock import Dock

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
OOB_WIDTH = 300  # a board of 1600 keeps 55 % of the width beside it
IN_TABS = ("stack", "odds", "orders", "reaction", "log", "tables", "history", "bookmarks")


class Docking(QMainWindow):
    """The middle of a page with its docks. `compact` and `tiny` are the page's sizes."""

    switched = Signal()  # a dock came or went

    def __init__(self, model: GamePorts, centre: QWidget) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setDockNestingEnabled(True)
        self.setDockOptions(self.dockOptions() | QMainWindow.DockOption.GroupedDragging)  # docks come along by their tabs
        self.setTabPosition(RIGHT, QTabWidget.TabPosition.North)
        self.setCentralWidget(centre)
        self.compact = self.tiny = False
        self._dressing = timer(self, 0, self._dress)
        self.docks: dict[str, Dock] = {}
        self.oob, self.viewer, self.odds = OobDock(model), ViewerDock(model), OddsDock(model)
        self.orders, self.reaction, self.log = OrdersDock(model), ReactionDock(model), LogDock(model)
        self.tables, self.history = TablesDock(model), HistoryDock(model)
        self.bookmarks = HistoryDock(model, only_marks=True)
        for ident, panel, icon_name in (
            ("oob", self.oob, "file-tree-outline"),
            ("stack", self.viewer, "layers-outline"),
            ("odds", self.odds, "scale-balance"),
            ("orders", self.orders, "account-voice"),
            ("reaction", self.reaction, "target"),
            ("log", self.log, "text-box-outline"),
            ("tables", self.tables, "table"),
            ("history", self.history, "history"),
            ("bookmarks", self.bookmarks, "bookmark-outline"),
        ):
            dock = Dock(ident, icon_name, suited(f"dock.{ident}", model.title.ground), panel)
            self.docks[ident] = dock
            self.addDockWidget(LEFT if ident == "oob" else RIGHT, dock)
            dock.visibilityChanged.connect(self._switched)
            dock.topLevelChanged.connect(self._switched)
            dock.dockLocationChanged.connect(self._switched)

    def _switched(self, *_: object) -> None:
        self.switched.emit()
        self._dressing.start()

    def _dress(self) -> None:
        """Title bars or tabs, as the docks stand now."""
        for dock in self.docks.values():
            dock.dress()

    def switch(self, ident: str, on: bool) -> None:
        """Show or close a dock."""
        dock = self.docks[ident]
        dock.setVisible(on)
        if on:
            self._keep_board(dock)
            dock.raise_()

    def raise_dock(self, ident: str) -> None:
        """Bring a dock forward without taking the focus."""
        dock = self.docks[ident]
        if dock.isHidden():
            dock.show()
            self._keep_board(dock)
        dock.raise_()

    def _keep_board(self, dock: Dock) -> None:
        """A dock that would leave the board less than 55 % floats over it instead."""
        if dock.ident == "oob" and self.compact and not dock.isFloating() and dock.home is self:
            dock.setFloating(True)
            corner = self.mapToGlobal(self.rect().topLeft())
            dock.setGeometry(corner.x(), corner.y(), px(OOB_WIDTH), self.height() - px(60))

    def hide_all(self) -> None:
        """Leave the board alone."""
        for dock in self.docks.values():
            dock.hide()

    def arrange(self, name: str) -> None:
        """Put the docks as a layout has them (play, teach), three panes or, in a compact window, one set of tabs."""
        docks = self.docks
        for ident, dock in docks.items():
            dock.setFloating(False)
            if ident != "oob" or dock.home is not self:
                dock.leave()
        self.addDockWidget(LEFT, docks["oob"])
        if self.compact:
            for n, ident in enumerate(IN_TABS):
                self.addDockWidget(RIGHT, docks[ident])
                if n:
                    self.tabifyDockWidget(docks["stack"], docks[ident])
        else:
            for ident in ("stack", "odds", "log"):
                self.addDockWidget(RIGHT, docks[ident], Qt.Orientation.Vertical)
            for ident in ("orders", "reaction"):
                self.tabifyDockWidget(docks["odds"], docks[ident])
            for ident in ("tables", "history", "bookmarks"):
                self.tabifyDockWidget(docks["log"], docks[ident])
        shown = ("stack", "odds", "log", "tables", *(() if self.compact else ("oob", "bookmarks")))
        for ident, dock in docks.items():
            dock.setVisible(ident in shown)
        self.size_docks(name)
        for ident in ("log", "odds", "stack"):
            docks[ident].raise_()

    def size_docks(self, name: str) -> None:
        """Give the docks of a layout the widths and heights of ux 2.1."""
        docks, horizontal, vertical = self.docks, Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        if not self.compact:
            self.resizeDocks([docks["oob"]], [px(OOB_WIDTH)], horizontal)
        self.resizeDocks([docks["stack"]], [px(250 if self.tiny else 310 if self.compact else 372)], horizontal)
        if not self.compact:
            heights = [px(360), px(220), px(230)] if name == "teach" else [px(196), px(290), px(330)]
            self.resizeDocks([docks["stack"], docks["odds"], docks["log"]], heights, vertical)
