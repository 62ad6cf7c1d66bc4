"""The docks of a game round its middle: which there are, how a layout arranges them, how wide they stand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QTabBar, QTabWidget, QWidget

from qtwar.ui.docks.agenda import AgendaDock
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
OOB_WIDTH = 300
COLUMNS = (("stack",), ("odds", "orders", "reaction", "agenda"), ("log", "tables", "history", "bookmarks"))
"""The docks on the right of a second screen: three panes below one another, each a set of tabs."""
BESIDE = (COLUMNS[0], (*COLUMNS[1], "tables"), ("log", "oob", "history", "bookmarks"))
"""Beside the board the order of battle is one of the tabs: a board of 1600 keeps more than 65 % of the width.

The charts lie behind the odds, not behind the log, whose lines say which of their rows was used.
"""
ONE_PANE = (tuple(ident for pane in COLUMNS for ident in pane),)
MIDDLE = 290
"""Height of the row between stack and log when it opens."""
ON_DEMAND = ("odds", "orders", "tables")
"""Docks that are there while they have something to say; their room is the others'."""


def take_docks(window: QMainWindow) -> None:
    """Let docks lie in a window side by side and in tabs, which stand above them and bring them along."""
    window.setDockNestingEnabled(True)
    window.setDockOptions(window.dockOptions() | QMainWindow.DockOption.GroupedDragging)
    window.setTabPosition(RIGHT, QTabWidget.TabPosition.North)


def lay_docks(window: QMainWindow, docks: Mapping[str, Dock], panes: Sequence[Sequence[str]] = COLUMNS) -> None:
    """Put docks in panes on the right of a window, the order of battle on its left where no pane has it."""
    for dock in docks.values():
        dock.setFloating(False)
        dock.leave()
    if not any("oob" in pane for pane in panes):
        window.addDockWidget(LEFT, docks["oob"])
    for pane in panes:
        window.addDockWidget(RIGHT, docks[pane[0]], Qt.Orientation.Vertical)
        for ident in pane[1:]:
            window.addDockWidget(RIGHT, docks[ident])
            window.tabifyDockWidget(docks[pane[0]], docks[ident])


class Docking(QMainWindow):
    """The middle of a page with its docks. `compact` and `tiny` are the page's sizes."""

    switched = Signal()  # a dock came or went
    leaving = Signal()  # another page comes in front, and what floats is about to go

    def __init__(self, model: GamePorts, centre: QWidget) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        take_docks(self)
        self.setCentralWidget(centre)
        self.compact = self.tiny = False
        self._dressing = timer(self, 0, self._dress)
        self.docks: dict[str, Dock] = {}
        self._gone: list[Dock] = []
        """What floats over the board as soon as this page is in front, and not covered."""
        self.covered = False
        """Whether the screen is between two players: nothing may come up above the cover."""
        self.kept: set[str] = set()
        """Docks that somebody opened: they stay when they have nothing to say."""
        self.turned = ""
        """The dock whose tab somebody turned to since the question was put: none of its pane comes before it by itself."""
        self.oob, self.viewer, self.odds = OobDock(model), ViewerDock(model), OddsDock(model.actions, model.focus)
        self.orders, self.reaction, self.log = OrdersDock(model), ReactionDock(model.actions, model.focus), LogDock(model)
        self.tables, self.history = TablesDock(model.title, model.actions, model.focus), HistoryDock(model.history)
        self.bookmarks, self.agenda = HistoryDock(model.history, only_marks=True), AgendaDock(model)
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
            ("agenda", self.agenda, "format-list-checks"),
        ):
            dock = Dock(ident, icon_name, suited(f"dock.{ident}", model.title.ground), panel, tabbed=ident != "stack")
            self.docks[ident] = dock
            self.addDockWidget(LEFT if ident == "oob" else RIGHT, dock)
            dock.visibilityChanged.connect(self._switched)
            dock.topLevelChanged.connect(self._switched)
            dock.dockLocationChanged.connect(self._switched)
            dock.shut.connect(lambda ident=ident: self.kept.discard(ident))

    def _switched(self, *_: object) -> None:
        self.switched.emit()
        self._dressing.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Dress the docks before they are painted."""
        super().showEvent(event)
        self._dress()

    def cover(self, on: bool) -> None:
        """What floats goes below the cover of the page, and comes back when that is lifted."""
        self.covered = on
        self.settle_floats()

    @property
    def open(self) -> bool:
        """Whether what floats may be seen: this page is in front, and not covered."""
        return self.isVisible() and not self.covered

    def settle_floats(self) -> None:
        """Hide what floats over another page or over the cover, and remember it; bring it back where it may be seen."""
        if self.open:
            gone, self._gone = self._gone, []
            for dock in gone:
                if dock.afloat:
                    dock.show()
        else:
            over = [dock for dock in self.docks.values() if dock.afloat and not dock.isHidden()]
            self._gone += over
            for dock in over:  # not the window of several: Qt shows that again when it lays them out
                dock.hide()

    def put(self, ident: str, on: bool) -> None:
        """Show or close a dock for what the rules ask; one that floats waits while its page is behind another, or covered."""
        dock = self.docks[ident]
        if self.open or not dock.afloat:
            dock.setVisible(on)
        elif not on:
            dock.hide()
            self._gone = [one for one in self._gone if one is not dock]
        elif dock.isHidden() and dock not in self._gone:
            self._gone.append(dock)

    @property
    def away(self) -> bool:
        """Whether something that floats has gone with the page: the docks do not stand as they were left."""
        return bool(self._gone)

    def _dress(self) -> None:
        """Title bars or tabs, as the docks stand now; whatever made one float, it is not seen where it may not be."""
        self.settle_floats()
        for dock in self.docks.values():
            dock.dress()
        for bar in self.tab_bars():
            if bar.property("turns") is None:
                bar.setProperty("turns", True)
                bar.tabBarClicked.connect(partial(self._turned_to, bar))
                bar.currentChanged.connect(lambda n, bar=bar: self._turned_to(bar, n) if bar.hasFocus() else None)

    def _turned_to(self, bar: QTabBar, n: int) -> None:
        """Somebody clicked a tab, or went to it by the arrows."""
        found = (ident for ident, dock in self.docks.items() if dock.windowTitle() == bar.tabText(n) and not dock.isFloating())
        self.turned = next(found, "")

    def switch(self, ident: str, on: bool) -> None:
        """Show or close a dock, as somebody wishes; one that lies behind another tab is not closed but comes forward."""
        dock = self.docks[ident]
        if not on and self._behind(dock):
            self.turned = ident
            dock.raise_()
            self.switched.emit()
            return
        dock.setVisible(on)
        self.kept.discard(ident)
        if on:
            self.kept.add(ident)
            self._keep_board(dock)
            dock.raise_()

    def _behind(self, dock: Dock) -> bool:
        """Return whether a dock is open, and covered by another whose tab is in front."""
        return self.isVisible() and not dock.isHidden() and not dock.isFloating() and dock.visibleRegion().isEmpty()

    def give_room(self, at_work: Collection[str]) -> None:
        """Close the docks that have nothing to say, but those that somebody opened; a narrow window has tabs alone."""
        if self.compact:
            return
        closed = self._middle() is None
        for ident in ON_DEMAND:
            self.put(ident, ident in at_work or ident in self.kept)
        if closed and self._middle() is not None:
            QTimer.singleShot(0, self, self._open_middle)

    def _middle(self) -> Dock | None:
        """Return a dock that is seen between stack and log, None where that row is closed."""
        row = (self.docks[ident] for ident in COLUMNS[1])
        return next((dock for dock in row if not dock.isHidden() and not dock.afloat), None)

    def _open_middle(self) -> None:
        """Give the row that has just opened its height: Qt gives it the least that it needs."""
        middle, stack, log = self._middle(), self.docks["stack"], self.docks["log"]
        if middle is not None and not (stack.isHidden() or log.isHidden()):
            left = max(px(1), stack.height() + middle.height() + log.height() - px(MIDDLE))
            heights = [min(stack.height(), left * 2 // 5), px(MIDDLE), left - min(stack.height(), left * 2 // 5)]
            self.resizeDocks([stack, middle, log], heights, Qt.Orientation.Vertical)

    def tab_bars(self) -> list[QTabBar]:
        """Return the rows of tabs of docks that lie behind one another."""
        return self.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def raise_dock(self, ident: str) -> None:
        """Bring a dock forward without taking the focus."""
        dock = self.docks[ident]
        if dock.isHidden():
            if self._middle() is None and not self.compact:
                QTimer.singleShot(0, self, self._open_middle)
            self.put(ident, True)
            self._keep_board(dock)
        dock.raise_()

    def come_forward(self, ident: str) -> None:
        """Bring a dock forward for what is asked, unless somebody has turned to another of its pane meanwhile."""
        turned = self.docks.get(self.turned)
        if turned is None or turned.isHidden() or not self.together(ident, self.turned):
            self.raise_dock(ident)
        elif self.docks[ident].isHidden():
            self.put(ident, True)
            turned.raise_()

    def together(self, a: str, b: str) -> bool:
        """Return whether two docks lie behind one another."""
        return self.docks[b] in self.tabifiedDockWidgets(self.docks[a])

    def _keep_board(self, dock: Dock) -> None:
        """In a narrow window the order of battle floats over the board: beside it too little would be left."""
        if dock.ident == "oob" and self.compact and not dock.afloat and dock.home is self:
            dock.setFloating(True)
            corner = self.mapToGlobal(self.rect().topLeft())
            dock.setGeometry(corner.x(), corner.y(), px(OOB_WIDTH), self.height() - px(60))

    def hideEvent(self, event: QHideEvent) -> None:
        """Another page is in front: what floats over this one's board goes with it."""
        super().hideEvent(event)
        if not event.spontaneous():
            if any(dock.afloat and dock.isVisible() for dock in self.docks.values()):
                self.leaving.emit()
            self.settle_floats()

    def hide_all(self) -> None:
        """Leave the board alone."""
        self._gone = []
        for dock in self.docks.values():
            dock.hide()

    def arrange(self, name: str) -> None:
        """Put the docks as a layout has them (play, teach), three panes or, in a compact window, one set of tabs."""
        docks = self.docks
        lay_docks(self, docks, ONE_PANE if self.compact else BESIDE)
        shown = ("stack", "log", *(("tables", "odds") if self.compact else ("oob", "bookmarks")))
        for ident, dock in docks.items():
            dock.setVisible(ident in shown)
        self.size_docks(name)
        for pane in COLUMNS[::-1]:
            docks[pane[0]].raise_()

    def size_docks(self, name: str) -> None:
        """Give the docks of a layout the widths and heights of ux 2.1."""
        docks, horizontal, vertical = self.docks, Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        self.resizeDocks([docks["stack"]], [px(250 if self.tiny else 310 if self.compact else 372)], horizontal)
        if not self.compact:
            heights = [px(360), px(220), px(230)] if name == "teach" else [px(196), px(290), px(330)]
            self.resizeDocks([docks["stack"], docks["odds"], docks["log"]], heights, vertical)
