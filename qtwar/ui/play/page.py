"""The page of a game: toolbar and prompt bar above, rail, docks round the board, shelf, replay bar below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QBuffer, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from qtwar.ui.actions import Actions
from qtwar.ui.board import BoardView
from qtwar.ui.facts import DICE, STRICTNESS, Found, HandOver, LogLine, Odds, UsedCell
from qtwar.ui.game import Focus, GamePorts
from qtwar.ui.i18n import language
from qtwar.ui.layouts import Layouts
from qtwar.ui.play import pagekeys
from qtwar.ui.play.asked import Asked
from qtwar.ui.play.cover import Cover
from qtwar.ui.play.dicestats import DiceStats
from qtwar.ui.play.docking import Docking
from qtwar.ui.play.floats import Legend, MiniMap
from qtwar.ui.play.handbar import Held
from qtwar.ui.play.holder import BoardHolder
from qtwar.ui.play.mailbar import MailBar
from qtwar.ui.play.peek import Peek
from qtwar.ui.play.prompt import PromptBar
from qtwar.ui.play.properties import Properties
from qtwar.ui.play.rail import Rail
from qtwar.ui.play.replay import PastBar, ReplayBar
from qtwar.ui.play.resting import RestingHand
from qtwar.ui.play.secret import SecretPanel
from qtwar.ui.play.shelf import Shelf
from qtwar.ui.play.tablebar import TableBar
from qtwar.ui.play.toolbar import Toolbar
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel

COMPACT_WIDTH = 1420  # below this, at 100 %, the 1280 layout holds
PICTURE = 560  # longest side of the start window's picture of a game
SHELF_ROOM = 300  # the board's least height beside an open shelf
TINY_WIDTH = 1000  # a 1600 window at 200 %


class PlayPage(Panel):
    """One open game on a board; `placed`: what floats over it has its place."""

    placed = Signal()

    def __init__(self, model: GamePorts, board: BoardView, actions: Actions, prefs: Preferences) -> None:
        super().__init__()
        model.setParent(self)
        self.model, self.board, self.actions_registry, self.prefs = model, board, actions, prefs
        self.compact = self.tiny = False
        self.layout_name = ""
        self.toolbar = Toolbar(model, actions)
        self.prompt = PromptBar(model, lambda: actions.key_text("primary"))
        self.past = PastBar(model.history, model.absent)
        self.table_bar = TableBar(model.table, model.title, actions) if model.table is not None else None
        self.rail = Rail(actions, model.title.ground)
        self.replay = ReplayBar(model)
        self.shelf = Shelf(model)
        self.holder = BoardHolder(board, model)
        self.zoom = self.holder.zoom
        # the row of choices comes and goes above the board alone: the docks beside it stand still
        centre = Panel().lay(self.prompt.verbs, self.holder, self.shelf, grow=self.holder)
        self.area = area = Docking(model, centre)
        area.switched.connect(self._sync_actions)
        self.docks, self.raise_dock = area.docks, area.raise_dock
        self.oob, self.viewer, self.odds_dock = area.oob, area.viewer, area.odds
        self.orders, self.reaction, self.log = area.orders, area.reaction, area.log
        self.tables, self.history, self.bookmarks = area.tables, area.history, area.bookmarks
        middle = Panel(row=True).lay(self.rail, self.area, grow=self.area)
        self.mail_bar = MailBar(model.mail, actions) if model.mail is not None else None
        self.bars = [bar for bar in (self.table_bar, self.mail_bar) if bar is not None]
        self.lay(self.toolbar, *self.bars, self.prompt, self.past, middle, self.replay, grow=middle)
        self.legend = Legend(model.actions, model.answer, model.title, self.holder)
        self.minimap = MiniMap(model.position, self.holder)
        self.secret = SecretPanel(model, self)
        self.peek = Peek(model, self.holder)
        self.properties = Properties(model, self)
        self.dice_stats = DiceStats(model.history, model.title, self)
        self.cover = Cover(model, self)
        self.cover.then = self.secret.then = self.board
        self.layouts = Layouts(self, self)
        self._row_at = -1  # the entry at which a row of a table was used
        self.past.since = lambda: self.replay.since
        self.cover.uncovered.connect(self._since)
        self.holder.resized.connect(self._place_floats)
        self._wire()
        self.asked = Asked(model, self.board.show_place)
        self.restyle()
        self.set_layout("play")

    # -- wiring ------------------------------------------------------------------------------------
    def _wire(self) -> None:
        model, focus = self.model, self.model.focus
        self.prompt.secret.connect(self._open_secret)
        self.prompt.many.connect(self._open_many)
        self.reaction.aimed.connect(self.prompt.aim)
        self.reaction.aimed.connect(lambda firer: self.odds_dock.forget() if firer is None else None)
        self.prompt.shot.fired.connect(self.reaction.fire)
        self.prompt.hand.land.connect(self.board.tool.land)
        self.prompt.hand.back.connect(self.board.step_back)
        self.prompt.hand.cancel.connect(lambda: self.board.carry.cancel("escape"))
        self.prompt.hand.end.connect(lambda: self.board.carry.drop(self.board.carry.end))
        focus.rule.connect(self.show_rule)
        focus.table.connect(self._show_table)
        focus.find.connect(self._show_in_oob)
        focus.entry.connect(self._show_entry)
        focus.line.connect(self._light_row)
        model.actions.table_used.connect(lambda _: self._raise_tables())
        model.actions.odds_changed.connect(self._show_odds)
        model.actions.offer_changed.connect(self.follow_offer)
        model.answer.started.connect(self.follow_offer)
        model.settings.hand_over.connect(self._hand_over)
        if model.mail is not None:
            model.mail.arrived.connect(self.replay.play_since)
            model.mail.changed.connect(self.prompt.say_sentence)
        model.actions.offer_changed.connect(self._place_floats)
        self.prefs.changed.connect(self._preference)
        board, prompt = self.board, self.prompt
        board.key_of = self.actions_registry.board_key
        board.state.key_text = self.actions_registry.key_text
        board.state.enter_taken = lambda: prompt.ready
        prompt.let_go = lambda: board.setFocus(Qt.FocusReason.OtherFocusReason)
        prompt.elsewhere = board.tool.enter_is_mine
        for changed in (board.hovered, board.state.selected, board.state.carried):
            changed.connect(prompt.give_key)
        board.state.carried.connect(self._show_held)
        board.state.lit.connect(self.legend.show_lit)
        board.state.picked.connect(
            lambda pieces: self._carry(bool(pieces) and (self.shelf.may_take or model.settings.strictness != "enforce"))
        )
        self.shelf.reached.connect(lambda: self._carry(True))
        board.carry_status.told.connect(prompt.show_detail)
        RestingHand(self.shelf.tabs, board).turned.connect(lambda: self.shelf.set_open(True))
        board.state.selected.connect(self.oob.mark)
        board.state.selected.connect(self.viewer.follow_selection)
        board.state.selected.connect(self.properties.follow_selection)
        board.area_changed.connect(self.minimap.set_area)
        focus.centre.connect(board.center_on)
        self.minimap.painted = board.minimap_picture
        board.board_changed.connect(lambda _: self.minimap.show_other())
        board.ground_changed.connect(self.minimap.renew)
        self.minimap.moved.connect(board.move_to)
        self.zoom.goto.connect(self.actions_registry["goto"].trigger)

    def _preference(self, ident: str) -> None:
        if ident in ("minimap", "legend"):
            self._place_floats()

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return what this page does of the registry's commands."""
        model = self.model
        made: dict[str, Callable[..., object]] = {
            "undo": model.history.undo,
            "redo": model.history.redo,
            "shelf": self.shelf.set_open,
            "layout_play": lambda: self.set_layout("play"),
            "layout_teach": lambda: self.set_layout("teach"),
            "next_overlay": self.board.overlays.step,
            **self.holder.commands(),
            "layout_two": lambda: self.set_layout("play" if self.layout_name == "two" else "two"),
            "layout_reset": self.layouts.reset,
            "new_window": self.layouts.new_window,
            "public_window": self.layouts.public_window,
            "layout_map": lambda: self.set_layout("play" if self.layout_name == "map" else "map"),
            "primary": self.prompt.press_main,
            "roll": lambda: self.prompt.press_kind("roll"),
            "draw": lambda: self.prompt.press_kind("draw"),
            "next_todo": lambda: self._to_candidate(1),
            "previous_todo": lambda: self._to_candidate(-1),
            **{f"rules_{value}": lambda _, v=value: model.settings.set_strictness(v) for value in STRICTNESS},
            **{f"dice_{value}": lambda _, v=value: model.settings.set_dice_source(v) for value in DICE},
            "dice_stats": self.dice_stats.open,
            **(self.mail_bar.handlers() if self.mail_bar is not None else {}),
            "hand_over": model.settings.request_hand_over,
            "remark": lambda: (self.raise_dock("log"), self.log.remark()),
            "bookmark": self.replay.bookmark,
            "branch": lambda: model.history.branch(model.history.position),
            "edit_position": model.history.edit_position,
            "replay_first": self.replay.go_first,
            "replay_back": lambda: self.replay.step(-1),
            "replay_forward": lambda: self.replay.step(1),
            "replay_live": self.replay.go_live,
            "tables_show": lambda: self.raise_dock("tables"),
            "tables_used": lambda: (
                self.raise_dock("tables"),
                self.tables.used and self.tables.light(self.tables.used),
            ),
            "rule_help": self._rule_help,
            **pagekeys.on_board(self),
        }
        switches = {f"dock_{i}": partial(self.area.switch, i) for i in self.docks if i != "reaction"}
        if self.table_bar is not None:
            made |= self.table_bar.handlers()
            made["table_say"] = lambda: (self.raise_dock("log"), self.log.speak())
        return {ident: then for ident, then in {**made, **switches}.items() if ident not in model.absent}

    def _sync_actions(self, *_: object) -> None:
        if not all(isValid(dock) for dock in self.docks.values()):
            return  # the window is on its way out, docks first
        for ident, dock in self.docks.items():
            if ident != "reaction":
                self.actions_registry[f"dock_{ident}"].setChecked(not dock.isHidden())
        self.actions_registry["shelf"].setChecked(self.shelf.open)
        for value in STRICTNESS:
            self.actions_registry[f"rules_{value}"].setChecked(self.model.settings.strictness == value)
        for value in DICE:
            self.actions_registry[f"dice_{value}"].setChecked(self.model.settings.dice_source == value)

    @property
    def covered(self) -> bool:
        """Whether the screen is between two players: the page has no commands, and finds nothing."""
        return self.cover.stands

    @property
    def path(self) -> str:
        """The file of the game."""
        return self.model.settings.identity.path

    def tab_text(self) -> str:
        """Return what the tab is called."""
        return self.model.settings.identity.name

    def speak(self, language: str) -> None:
        """Have the title say its own words in a language."""
        self.model.title.language = language

    @property
    def ground(self) -> str:
        """The kind of grid it is played on."""
        return self.model.title.ground

    @property
    def focus(self) -> Focus:
        """What is pointed at, selected and lit up in this game, which panels and board tell each other through it."""
        return self.model.focus

    def search(self, text: str) -> Sequence[Found]:
        """Return what the palette can go to."""
        return self.model.position.find(text)

    def save_copy(self, path: str) -> None:
        """Write the game a second time."""
        self.model.history.save_copy(path)

    def sides_to_copy(self) -> list[tuple[str, str]]:
        """Return (side, name) of those for whom a copy can be made here: where seats are covered, of who sits at the screen."""
        position, identity = self.model.position, self.model.settings.identity
        sides = [side for side in self.model.title.sides() if not identity.covers or side.id == position.seat]
        return [(side.id, side.name) for side in sides]

    def save_copy_for(self, path: str, side: str) -> None:
        """Write a copy for a side."""
        self.model.history.save_copy_for(path, side)

    @property
    def jobs_home(self) -> Panel:
        """Where the status bar shows what runs in the background."""
        return self.replay.jobs

    def activated(self) -> None:
        """The page comes to the front: the checks of the menus are its own."""
        self._sync_actions()

    # -- docks -------------------------------------------------------------------------------------
    def set_layout(self, name: str) -> None:
        """Arrange the docks: play, teach (large viewer), two (on another screen), map (none)."""
        self.layouts.keep()
        self.layout_name = name
        if name == "map":
            self.area.hide_all()
            self.shelf.set_open(False)
            self.rail.hide()
            self.layouts.arranged()
            return
        self.rail.show()
        if name != "two":
            self.area.arrange(name)
        self.follow_offer()
        self.shelf.set_open(not self.compact)
        self.layouts.arranged()
        self._sync_actions()

    def follow_offer(self) -> None:
        """Show the docks that the offer needs."""
        self.area.turned = ""
        if self.layout_name == "map":
            return
        firers = bool(self.model.actions.firers())
        if self.layout_name != "two":
            at_work = {"orders": self.orders.ask is not None, "odds": self.odds_dock.odds is not None}
            at_work["tables"] = self._row_at == self.model.history.live
            self.area.give_room([ident for ident, works in at_work.items() if works])
        self.area.put("reaction", firers)
        # A dock that has just been shown can be raised only after Qt has made its tab.
        if firers:
            QTimer.singleShot(0, self, lambda: self.area.come_forward("reaction") if self.model.actions.firers() else None)
        elif self.orders.ask:
            QTimer.singleShot(0, self, lambda: self.area.come_forward("orders") if self.orders.ask else None)

    def _show_odds(self, odds: Odds | None) -> None:
        if odds is not None and not self.orders.at_work:
            self.area.come_forward("odds")

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
            self.board.set_covered(True)
        else:
            self.model.settings.sit(what.side)

    def _since(self, side: str) -> None:
        """After the cover: what happened since the side's last turn plays by itself; Esc skips it."""
        self.board.set_covered(False)
        news = self.cover.what.news if self.cover.what is not None else 0
        if news and current().motion and self.prefs.get("since"):
            self.replay.play_since(self.model.history.live - news)
        # Who sits down sees what he is asked about.
        asked = ((self.model.actions.offer or {}).get("prompt") or {}).get("args") or {}
        place = next((str(arg["c"]) for arg in asked.values() if isinstance(arg, Mapping) and "c" in arg), "")
        if place:
            self.board.show_place(place)

    def _carry(self, carrying: bool) -> None:
        """The folded shelf opens while something is carried that may go there, if the board keeps its room."""
        if self.compact and carrying != self.shelf.open and (not carrying or self.holder.height() > px(SHELF_ROOM)):
            self.shelf.set_open(carrying)

    def _show_held(self) -> None:
        """The prompt bar says who is in hand and where letting go would end it."""
        carry = self.board.carry
        ask = carry.ask or {}
        does = self.prompt.made.carries_out(ask, ()) if ask.get("kind") == "pieces+cell" else ""
        held = Held(tuple(carry.in_hand()), ask.get("label"), carry.end, does)
        self.prompt.show_held(held if carry.phase == "carried" else None)

    def _show_table(self, what: object) -> None:
        self.raise_dock("tables")
        if isinstance(what, UsedCell):
            self.tables.light(what)
        else:
            self.tables.show_table(str(what))

    def _light_row(self, line: LogLine) -> None:
        """Show the row of the table that a line of the log names, unless the table hides the log."""
        if line.used is not None:
            self.tables.light(line.used)
            if not self.area.together("tables", "log"):
                self._raise_tables()

    def _raise_tables(self) -> None:
        """Bring the tables forward until something else is done; a board alone stays alone."""
        self._row_at = self.model.history.live
        if self.layout_name != "map":
            self.raise_dock("tables")

    def _show_in_oob(self, piece: str) -> None:
        self.area.switch("oob", True)
        self.oob.show_piece(piece)

    def _show_entry(self, entry: int) -> None:
        self.raise_dock("log")
        self.log.show_entry(entry)

    def show_rule(self, rule: str) -> None:
        """Show what a rule is about as a line of the prompt bar."""
        about = self.model.title.rule_text(rule)
        key = "rule.no_summary" if about is None else "rule.shown"
        message = {"key": key, "args": {"rule": rule, "about": about or ""}}
        self.prompt.show_detail(self.model.title.texts.spans(message, language()))
        self.prompt.detail.show()

    def _rule_help(self) -> None:
        self.prompt.detail.setVisible(True)
        offer = self.model.actions.offer or {}
        rule = (offer.get("detail") or {}).get("rule") or next(
            (a.get("rule") for a in offer.get("asks") or () if a.get("rule")), ""
        )
        if rule:
            self.show_rule(str(rule))

    def _to_candidate(self, step: int) -> None:
        """Lead to the next thing to do on the board, else in the boxes below, and the keyboard with it: M takes it there."""
        if not self.board.next_candidate(step) and self.shelf.next_candidate(step):
            return
        self.board.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # -- keys --------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, Esc, digits and the bare letters, while no text is typed."""
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key means in play; False where it means nothing here."""
        return pagekeys.press(self, event)

    def regions(self) -> list[QWidget]:
        """The stations of F6 below the menu: toolbar, prompt, rail, boards' tabs, board, docks and theirs, shelf, replay bar."""
        if self.cover.stands:
            return [self.cover]
        docks = [*(dock.panel for dock in self.docks.values()), *self.area.tab_bars()]
        middle = (self.rail, self.holder.tabs, self.board.picker, self.board)
        return [self.toolbar, *self.bars, self.prompt, self.prompt.verbs, self.secret, *middle, *docks, self.shelf, self.replay]

    # -- sizes -------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow windows take the 1280 layout."""
        super().resizeEvent(event)
        self._adapt()

    def _adapt(self) -> None:
        compact, tiny = self.width() < px(COMPACT_WIDTH), self.width() < px(TINY_WIDTH)
        if (compact, tiny) != (self.compact, self.tiny):
            self.compact, self.tiny = self.area.compact, self.area.tiny = compact, tiny
            for bar in (self.toolbar, self.prompt, self.replay):
                bar.set_compact(compact, tiny)
            self._heights()
            self.set_layout(self.layout_name if self.layout_name != "map" else "play")

    def _heights(self) -> None:
        self.toolbar.setFixedHeight(px(40 if self.compact else 44))
        self.prompt.setFixedHeight(px(46 if self.compact else 58))
        self.replay.setFixedHeight(px(30 if self.compact else 32))

    def restyle(self) -> None:
        """Heights at the new scale; from 150 % on a 1600 window is a small one."""
        super().restyle()
        self._heights()
        self._adapt()
        self._place_floats()

    def _place_floats(self) -> None:
        size, gap = self.holder.size(), px(12)
        self.legend.adjustSize()
        self.legend.move(gap, self.board.y() + gap)  # not over the tabs of the boards
        roomy = size.width() > px(700) and size.height() > px(420)
        self.minimap.setVisible(roomy and self.prefs.get("minimap") and not self.compact)
        self.legend.room = size.height() > px(220) and bool(self.prefs.get("legend"))
        self.legend.refresh()
        self.minimap.move(gap, size.height() - self.minimap.height() - gap)
        self.secret.settle(self.holder)
        if self.peek.place:
            self.peek.settle()
        for part in (self.legend, self.minimap, self.secret, self.peek):
            part.raise_()
        self.placed.emit()

    def close_page(self) -> None:
        """Let go of the game; what the board shows is kept for the start window."""
        self.layouts.close()
        self.model.picture = self.picture()
        self.model.close()

    def picture(self) -> bytes | None:
        """Return a PNG of what was looked at; with its counters only where nobody hides anything from another here."""
        identity = self.model.settings.identity
        if identity.covers and identity.kind != "table" and self.board.ready:
            self.board.set_hidden(True)
        image = self.board.left_picture(PICTURE)
        if image is None:
            return None
        kept = QBuffer()
        kept.open(QBuffer.OpenModeFlag.WriteOnly)
        image.save(kept, "PNG")
        return bytes(kept.data().data())
