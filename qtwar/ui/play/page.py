"""The page of a game: toolbar and prompt bar above, rail, docks round the board, shelf, replay bar below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QBuffer, QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from qtwar.ui.actions import Actions
from qtwar.ui.docks.history import HistoryDock
from qtwar.ui.docks.log import LogDock
from qtwar.ui.docks.odds import OddsDock
from qtwar.ui.docks.oob import OobDock
from qtwar.ui.docks.orders import OrdersDock
from qtwar.ui.docks.reaction import ReactionDock
from qtwar.ui.docks.tables import TablesDock
from qtwar.ui.docks.viewer import ViewerDock
from qtwar.ui.i18n import language, tr
from qtwar.ui.model import BoardInfo, GameModel, HandOver, UsedCell
from qtwar.ui.play.cover import Cover
from qtwar.ui.play.floats import Legend, MiniMap, ZoomStrip
from qtwar.ui.play.prompt import PromptBar
from qtwar.ui.play.rail import Rail
from qtwar.ui.play.replay import PastBar, ReplayBar
from qtwar.ui.play.secret import SecretPanel
from qtwar.ui.play.shelf import Shelf
from qtwar.ui.play.toolbar import Toolbar
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel
from qtwar.ui.widgets.dock import Dock

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
COMPACT_WIDTH = 1420  # below this, at 100 %, the 1280 layout holds
PICTURE = 560  # longest side of the start window's picture of a game
OOB_WIDTH = 300  # a board of 1600 keeps 55 % of the width beside it
SHELF_ROOM = 300  # the board's least height beside an open shelf
TINY_WIDTH = 1000  # a 1600 window at 200 %


class BoardHolder(Panel):
    """The board with what floats on it."""

    resized = Signal()

    def __init__(self, board: QWidget) -> None:
        super().__init__()
        self.setProperty("kind", "surround")
        self.board = board
        self.tabs = QTabBar()
        self.tabs.setProperty("kind", "panes")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.hide()
        self.box.addWidget(self.tabs)
        self.box.addWidget(board, 1)

    def show_boards(self, boards: Sequence[BoardInfo], shown: str) -> None:
        """Show a tab for each of several boards; one alone needs none."""
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for n, info in enumerate(boards):
            self.tabs.addTab(info.name)
            self.tabs.setTabData(n, info.id)
            if info.id == shown:
                self.tabs.setCurrentIndex(n)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(len(boards) > 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the floats."""
        super().resizeEvent(event)
        self.resized.emit()


class PlayPage(Panel):
    """One open game. `board` is a widget with set_model, center_on, blink, set_zoom, fit and their signals."""

    rule_wanted = Signal(str)

    def __init__(self, model: GameModel, board: QWidget, actions: Actions, prefs: Preferences) -> None:
        super().__init__()
        self.model, self.board, self.actions_registry, self.prefs = model, board, actions, prefs
        self.compact = self.tiny = False
        self.layout_name = ""
        self.toolbar = Toolbar(model, actions)
        self.prompt = PromptBar(model)
        self.past = PastBar(model)
        self.rail = Rail(actions)
        self.replay = ReplayBar(model)
        self.shelf = Shelf(model)
        self.area = QMainWindow()
        self.area.setWindowFlags(Qt.WindowType.Widget)
        self.area.setDockNestingEnabled(True)
        self.area.setTabPosition(RIGHT, self.area.tabPosition(RIGHT).North)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.holder = BoardHolder(board)
        column.addWidget(self.holder, 1)
        column.addWidget(self.shelf)
        self.area.setCentralWidget(centre)
        self.docks: dict[str, Dock] = {}
        self.oob, self.viewer, self.odds_dock = OobDock(model), ViewerDock(model), OddsDock(model)
        self.orders, self.reaction, self.log = OrdersDock(model), ReactionDock(model), LogDock(model)
        self.tables, self.history = TablesDock(model), HistoryDock(model)
        self.bookmarks = HistoryDock(model, only_marks=True)
        for ident, panel, icon_name, key in (
            ("oob", self.oob, OobDock.icon_name, "dock.oob"),
            ("stack", self.viewer, ViewerDock.icon_name, "dock.stack"),
            ("odds", self.odds_dock, OddsDock.icon_name, "dock.odds"),
            ("orders", self.orders, OrdersDock.icon_name, "dock.orders"),
            ("reaction", self.reaction, ReactionDock.icon_name, "dock.reaction"),
            ("log", self.log, LogDock.icon_name, "dock.log"),
            ("tables", self.tables, TablesDock.icon_name, "dock.tables"),
            ("history", self.history, "history", "dock.history"),
            ("bookmarks", self.bookmarks, "bookmark-outline", "dock.bookmarks"),
        ):
            dock = Dock(ident, icon_name, key, panel)
            self.docks[ident] = dock
            self.area.addDockWidget(LEFT if ident == "oob" else RIGHT, dock)
            dock.visibilityChanged.connect(self._sync_actions)
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self.area, 1)
        for part in (self.toolbar, self.prompt, self.past):
            self.box.addWidget(part)
        self.box.addWidget(middle, 1)
        self.box.addWidget(self.replay)
        self.legend = Legend(model, self.holder)
        self.minimap = MiniMap(model, self.holder)
        self.zoom = ZoomStrip(self.holder)
        self.secret = SecretPanel(model, self.holder)
        self.cover = Cover(model, self)
        self.holder.resized.connect(self._place_floats)
        self._wire()
        self.restyle()
        self.set_layout("play")

    # -- wiring ------------------------------------------------------------------------------------
    def _wire(self) -> None:
        model, focus = self.model, self.model.focus
        self.prompt.secret.connect(self._open_secret)
        self.prompt.many.connect(self._open_many)
        self.prompt.followed.connect(self.log.follow)
        focus.rule.connect(self.show_rule)
        focus.table.connect(self._show_table)
        model.table_used.connect(lambda _: self.raise_dock("tables") if self.compact else None)
        model.odds_changed.connect(lambda odds: self.raise_dock("odds") if odds is not None else None)
        model.offer_changed.connect(self._offer)
        model.hand_over.connect(self._hand_over)
        model.offer_changed.connect(self._place_floats)
        self.prefs.changed.connect(self._preference)
        board: Any = self.board
        if hasattr(board, "set_model"):
            board.set_model(model)
        if hasattr(board, "board_changed"):
            board.board_changed.connect(self._boards)
            self.holder.tabs.currentChanged.connect(self._turn_board)
            self._boards(board.layout_.board.id if board.layout_ is not None else "")
        if hasattr(board, "center_on"):
            focus.centre.connect(board.center_on)
        if hasattr(board, "blink"):
            focus.blink.connect(board.blink)
        if hasattr(board, "hovered"):
            board.hovered.connect(focus.hovered)
        if hasattr(board, "picked"):
            board.picked.connect(lambda pieces: (focus.selected.emit(tuple(pieces)), self._carry(bool(pieces))))
        if hasattr(board, "zoom_changed"):
            board.zoom_changed.connect(self.zoom.show_zoom)
        if hasattr(board, "area_changed"):
            board.area_changed.connect(lambda area: self.minimap.set_area(QRectF(area)))
        if hasattr(board, "minimap_picture"):
            self.minimap.fallback = board.minimap_picture
        if hasattr(board, "set_zoom"):
            self.zoom.zoomed.connect(board.set_zoom)
        if hasattr(board, "move_to"):
            self.minimap.moved.connect(lambda point: board.move_to(QPointF(point)))
        self.zoom.fit.connect(lambda: self._board("fit"))
        self.zoom.goto.connect(lambda: self.actions_registry["goto"].trigger())

    def _boards(self, shown: str) -> None:
        self.holder.show_boards(self.model.boards(), shown)

    def _turn_board(self, index: int) -> None:
        board: Any = self.board
        ident = self.holder.tabs.tabData(index)
        if ident and board.layout_ is not None and board.layout_.board.id != ident:
            board.set_board(ident)

    def _preference(self, ident: str) -> None:
        if ident in ("minimap", "legend"):
            self._place_floats()

    def _board(self, name: str, *args: object) -> None:
        method = getattr(self.board, name, None)
        if method is not None:
            method(*args)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return what this page does of the registry's commands."""
        model = self.model
        made: dict[str, Callable[..., object]] = {
            "undo": lambda: model.undo() if model.can_undo else None,
            "redo": lambda: model.redo() if model.can_redo else None,
            "shelf": lambda on: self.shelf.set_open(on),
            "layout_play": lambda: self.set_layout("play"),
            "layout_teach": lambda: self.set_layout("teach"),
            "layout_map": lambda: self.set_layout("play" if self.layout_name == "map" else "map"),
            "zoom_in": lambda: self._board("set_zoom", self.zoom.factor * 1.25),
            "zoom_out": lambda: self._board("set_zoom", self.zoom.factor / 1.25),
            "zoom_100": lambda: self._board("set_zoom", 1.0),
            "zoom_fit": lambda: self._board("fit"),
            "primary": self.prompt.press_primary,
            "roll": lambda: self.prompt.press_kind("roll"),
            "draw": lambda: self.prompt.press_kind("draw"),
            "next_todo": lambda: self._board("next_candidate", 1),
            "previous_todo": lambda: self._board("next_candidate", -1),
            "rules_off": lambda _: model.set_strictness("off"),
            "rules_warn": lambda _: model.set_strictness("warn"),
            "rules_enforce": lambda _: model.set_strictness("enforce"),
            "dice_program": lambda _: model.set_dice_source("program"),
            "dice_hand": lambda _: model.set_dice_source("hand"),
            "hand_over": model.request_hand_over,
            "bookmark": lambda: model.bookmark(model.position, tr("bookmark.name", n=model.position)),
            "branch": lambda: model.branch(model.position),
            "replay_first": lambda: model.look_at(min(1, model.live)),
            "replay_back": lambda: self.replay.step(-1),
            "replay_forward": lambda: self.replay.step(1),
            "replay_live": lambda: model.look_at(model.live),
            "tables_show": lambda: self.raise_dock("tables"),
            "tables_used": lambda: (
                self.raise_dock("tables"),
                self.tables.used and self.tables.light(self.tables.used),
            ),
            "rule_help": self._rule_help,
            "next_region": self.next_region,
        }
        for ident in self.docks:
            if f"dock_{ident}" not in ("dock_reaction",):
                made[f"dock_{ident}"] = lambda on, i=ident: self._switch(i, on)
        return made

    def _sync_actions(self, *_: object) -> None:
        if not all(isValid(dock) for dock in self.docks.values()):
            return  # the window is on its way out, docks first
        for ident, dock in self.docks.items():
            if ident != "reaction":
                self.actions_registry[f"dock_{ident}"].setChecked(not dock.isHidden())
        self.actions_registry["shelf"].setChecked(self.shelf.open)
        for value in ("off", "warn", "enforce"):
            self.actions_registry[f"rules_{value}"].setChecked(self.model.strictness == value)
        for value in ("program", "hand"):
            self.actions_registry[f"dice_{value}"].setChecked(self.model.dice_source == value)

    def activated(self) -> None:
        """The page comes to the front: the checks of the menus are its own."""
        self._sync_actions()

    # -- docks -------------------------------------------------------------------------------------
    def _switch(self, ident: str, on: bool) -> None:
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
        if dock.ident == "oob" and self.compact and not dock.isFloating():
            dock.setFloating(True)
            corner = self.area.mapToGlobal(self.area.rect().topLeft())
            dock.setGeometry(corner.x(), corner.y(), px(OOB_WIDTH), self.area.height() - px(60))

    def set_layout(self, name: str) -> None:
        """Arrange the docks: play, teach (large viewer), map (none)."""
        self.layout_name = name
        docks, area = self.docks, self.area
        if name == "map":
            for dock in docks.values():
                dock.hide()
            self.shelf.set_open(False)
            self.rail.hide()
            return
        self.rail.show()
        for ident, dock in docks.items():
            dock.setFloating(False)
            if ident != "oob":
                area.removeDockWidget(dock)
        order = ("stack", "odds", "orders", "reaction", "log", "tables", "history", "bookmarks")
        if self.compact:
            for n, ident in enumerate(order):
                area.addDockWidget(RIGHT, docks[ident])
                if n:
                    area.tabifyDockWidget(docks["stack"], docks[ident])
            tabbed = set(order)
        else:
            for ident in ("stack", "odds", "log"):
                area.addDockWidget(RIGHT, docks[ident], Qt.Orientation.Vertical)
            for ident in ("orders", "reaction"):
                area.tabifyDockWidget(docks["odds"], docks[ident])
            for ident in ("tables", "history", "bookmarks"):
                area.tabifyDockWidget(docks["log"], docks[ident])
            tabbed = {"odds", "orders", "log", "tables", "bookmarks"}
        for ident, dock in docks.items():
            dock.setVisible(
                ident in ("stack", "odds", "log", "tables", "bookmarks") or (ident == "oob" and not self.compact)
            )
            dock.in_tabs((ident in tabbed and ident not in ("odds", "orders")) or (self.compact and ident != "oob"))
        if self.compact:
            for ident in ("orders", "reaction", "history", "bookmarks"):
                docks[ident].hide()
        self._sizes()
        docks["log"].raise_()
        docks["odds"].raise_()
        docks["stack"].raise_()
        self._offer()
        self.shelf.set_open(not self.compact)
        self._sync_actions()

    def _sizes(self) -> None:
        docks, area = self.docks, self.area
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        if not self.compact:
            area.resizeDocks([docks["oob"]], [px(OOB_WIDTH)], horizontal)
        area.resizeDocks([docks["stack"]], [px(250 if self.tiny else 310 if self.compact else 372)], horizontal)
        if not self.compact:
            heights = [px(360), px(220), px(230)] if self.layout_name == "teach" else [px(196), px(290), px(330)]
            area.resizeDocks([docks["stack"], docks["odds"], docks["log"]], heights, vertical)

    def _offer(self) -> None:
        if self.layout_name == "map":
            return
        firers = bool(self.model.firers())
        self.docks["reaction"].setVisible(firers)
        # A dock that has just been shown can be raised only after Qt has made its tab.
        if firers:
            QTimer.singleShot(0, self, lambda: self.raise_dock("reaction"))
        elif self.orders.ask:
            QTimer.singleShot(0, self, lambda: self.raise_dock("orders"))

    def _open_many(self, ask: dict[str, Any]) -> None:
        self.orders.show_ask(ask)
        self.raise_dock("orders")
        self.orders.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_secret(self, ask: dict[str, Any]) -> None:
        self.secret.show_ask(ask)
        self._place_floats()

    def _hand_over(self, what: HandOver) -> None:
        self.secret.close_panel()
        if self.prefs.get("cover"):
            self.cover.cover(what)
        else:
            self.model.sit(what.side)

    def _carry(self, carrying: bool) -> None:
        """The folded shelf opens while something is carried, if the board keeps its room."""
        wanted = carrying and self.holder.height() > px(SHELF_ROOM)
        if self.compact and wanted != self.shelf.open:
            self.shelf.set_open(wanted)

    def _show_table(self, what: object) -> None:
        self.raise_dock("tables")
        if isinstance(what, UsedCell):
            self.tables.light(what)
        else:
            self.tables.show_table(str(what))

    def show_rule(self, rule: str) -> None:
        """Show our summary of a rule as a line of the prompt bar."""
        message = self.model.rule_text(rule)
        if message is None:
            message = {"key": "rule.no_summary", "args": {"rule": rule}}
        self.prompt.show_detail(self.model.texts.spans(message, language()))
        self.prompt.detail.show()
        self.rule_wanted.emit(rule)

    def _rule_help(self) -> None:
        self.prompt.detail.setVisible(True)
        offer = self.model.offer or {}
        rule = (offer.get("detail") or {}).get("rule") or next(
            (a.get("rule") for a in offer.get("asks") or () if a.get("rule")), ""
        )
        if rule:
            self.show_rule(str(rule))

    # -- keys --------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc, digits and the bare letters, while no text is typed."""
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key means in play; False where it means nothing here."""
        focus = QApplication.focusWidget()
        if isinstance(focus, (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox)) and not (
            isinstance(focus, QTextEdit) and focus.isReadOnly()
        ):
            return False
        key, mods = event.key(), event.modifiers()
        if mods & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self.reaction.fire() or self.prompt.press_primary()
        if key == Qt.Key.Key_Escape:
            if self.model.position < self.model.live:
                self.model.look_at(self.model.live)
                return True
            return self.prompt.escape()
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            number = key - Qt.Key.Key_0
            return self.reaction.pick_number(number) or self.prompt.press_answer(number)
        shift = "Shift+" if mods & Qt.KeyboardModifier.ShiftModifier else ""
        ident = self.actions_registry.bare_key(QKeySequence(shift + QKeySequence(key).toString()))
        if ident:
            self.actions_registry[ident].trigger()
            return True
        return False

    def regions(self) -> list[QWidget]:
        """The stations of F6: toolbar, prompt, board, docks, shelf, replay bar."""
        docks = [d.panel for d in self.docks.values() if d.isVisible()]
        return [w for w in (self.toolbar, self.prompt, self.board, *docks, self.shelf, self.replay) if w.isVisible()]

    def next_region(self) -> None:
        """F6: to the next region."""
        regions = self.regions()
        focus = QApplication.focusWidget()
        here = next(
            (n for n, r in enumerate(regions) if focus is not None and (r is focus or r.isAncestorOf(focus))), -1
        )
        for n in range(1, len(regions) + 1):
            region = regions[(here + n) % len(regions)]
            target = self._first_focus(region)
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _first_focus(self, region: QWidget) -> QWidget | None:
        if region.focusPolicy() & Qt.FocusPolicy.TabFocus and region.isEnabled():
            return region
        for child in region.findChildren(QWidget):
            if child.isVisible() and child.isEnabled() and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                return child
        return None

    # -- sizes -------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow windows take the 1280 layout."""
        super().resizeEvent(event)
        self._adapt()

    def _adapt(self) -> None:
        compact, tiny = self.width() < px(COMPACT_WIDTH), self.width() < px(TINY_WIDTH)
        if (compact, tiny) != (self.compact, self.tiny):
            self.compact, self.tiny = compact, tiny
            for bar in (self.toolbar, self.prompt, self.replay):
                bar.set_compact(compact, tiny)
            self._heights()
            self.set_layout(self.layout_name if self.layout_name != "map" else "play")
            QTimer.singleShot(0, self, self._sizes)

    def _heights(self) -> None:
        self.toolbar.setFixedHeight(px(40 if self.compact else 44))
        self.prompt.setFixedHeight(px(46 if self.compact else 58))
        self.rail.setFixedWidth(px(40))
        self.replay.setFixedHeight(px(30 if self.compact else 32))

    def restyle(self) -> None:
        """Heights at the new scale; from 150 % on a 1600 window is a small one."""
        super().restyle()
        if "zoom" in self.__dict__:
            self._heights()
            self._adapt()
            self._place_floats()

    def _place_floats(self) -> None:
        size, gap = self.holder.size(), px(12)
        self.legend.adjustSize()
        self.legend.move(gap, gap)
        roomy = size.width() > px(700) and size.height() > px(420)
        self.minimap.setVisible(roomy and self.prefs.get("minimap") and not self.compact)
        self.legend.room = size.height() > px(220)
        self.legend.setVisible(self.legend.room and bool(self.model.legend()) and self.prefs.get("legend"))
        self.minimap.move(gap, size.height() - self.minimap.height() - gap)
        self.zoom.adjustSize()
        self.zoom.move(size.width() - self.zoom.width() - gap, size.height() - self.zoom.height() - gap)
        self.secret.adjustSize()
        self.secret.move((size.width() - self.secret.width()) // 2, gap * 2)
        for part in (self.legend, self.minimap, self.zoom, self.secret):
            part.raise_()

    def changeEvent(self, event: QEvent) -> None:
        """Also re-dress the floats."""
        super().changeEvent(event)

    def close_page(self) -> None:
        """Let go of the game; what the board shows is kept for the start window."""
        self.model.picture = self._picture()
        self.model.close()

    def _picture(self) -> bytes | None:
        """Return a small PNG of the map; with its counters only where nobody hides anything from another."""
        draw = getattr(self.board, "minimap_picture", None)
        if draw is None:
            return None
        if self.model.identity.covers and hasattr(self.board, "set_hidden"):
            self.board.set_hidden(True)
        image = draw(PICTURE)
        if image is None:
            return None
        kept = QBuffer()
        kept.open(QBuffer.OpenModeFlag.WriteOnly)
        image.save(kept, "PNG")
        return bytes(kept.data().data())


__all__ = ["PlayPage", "current"]
