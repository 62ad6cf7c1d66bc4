"""The start window: sidebar, games to go on with, titles as covers, the scenarios of the chosen one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QGridLayout, QLayout, QMenu, QSizePolicy, QWidget
from shiboken6 import isValid

from qtwar.base.kana import fold, searched
from qtwar.ui.i18n import language, tr
from qtwar.ui.library.accounts import AccountPanel, AccountRows, OwnNamePanel
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.library.cards import GameTile, TitleTile
from qtwar.ui.library.found import FoundModule
from qtwar.ui.library.invitation import InvitationCard
from qtwar.ui.library.jointable import JoinPanel, WantedCard
from qtwar.ui.library.lessons import LessonCards
from qtwar.ui.library.mending import DamagedCard, EarlierStates
from qtwar.ui.library.model import BrokenModule, GameCard, LibraryModel, TitleCard
from qtwar.ui.library.newdraft import NewDraftPanel
from qtwar.ui.library.newgame import NewGamePanel
from qtwar.ui.library.notice import NoticeCard
from qtwar.ui.library.scenarios import ScenarioList
from qtwar.ui.library.sidebar import Sidebar
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, SearchField, TextLabel, clear, scrolling, share_columns
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.taborder import chain

SHOWN_GAMES = 3
CAN = {"replay": "play", "seat": "account-cog-outline", "host": "shield-account-outline"}


class LibraryPage(Panel):
    """The first tab of the window, from which titles, scenarios, games and drafts are opened."""

    told = Signal(str, object)  # a sentence, and what takes it back

    def __init__(self, model: LibraryModel, prefs: Preferences) -> None:
        super().__init__("ground", row=True)
        self.model, self.prefs = model, prefs
        self.chosen = ""
        self._asked_from: QWidget | None = None
        """What had the keyboard before a panel was shown."""
        self.is_open: Callable[[str], bool] = lambda path: False  # the window knows
        self.sidebar = Sidebar(model, prefs)
        self.sidebar.chosen.connect(self._nav)
        self.sidebar.new_draft.connect(self.show_new_draft)
        self.side_area = scrolling(self.sidebar, "library.side")
        self.body = Panel("ground", margins=(28, 18, 28, 24), spacing=10)
        self.area = scrolling(self.body, "library.nav.library")
        self.new_game, self.new_draft, self.joining = NewGamePanel(prefs), NewDraftPanel(prefs), JoinPanel(prefs)
        self.account, self.accounts = AccountPanel(prefs), AccountRows(model)
        self.own_name = OwnNamePanel()
        self.panels: tuple[AskingPanel, ...] = (self.new_game, self.new_draft, self.joining, self.account, self.own_name)
        for panel in self.panels:
            panel.closed.connect(lambda: self._show(None))
        for wish, then in (
            (self.new_game.start, model.start_game), (self.new_game.host, model.host_table),
            (self.new_draft.wanted, model.new_draft), (self.joining.wanted, model.join_table),
            (self.joining.replay, model.replay_table), (self.account.wanted, model.enter_account),
            (self.own_name.wanted, model.change_account),
        ):  # fmt: skip
            wish.connect(lambda *_: self._show(None))
            wish.connect(then)
        self.joining.asked.connect(model.look_at_table)
        model.table_found.connect(self.joining.take)
        model.table_joined.connect(self.joining.use_up)
        self.sidebar.join.connect(self.show_join)
        self.accounts.asked.connect(self._show_account)
        self.accounts.own.connect(self._show_own_name)
        self.lay(self.side_area, self.area, *self.panels, grow=self.area)
        self.continue_head = TextLabel("heading", "library.continue")
        self.filter = SearchField("library.filter", self.refresh, 280)
        top = Panel(row=True, spacing=10).lay(self.continue_head, None, (self.filter, 3))
        self.games, self.game_grid = _grid()
        self.game_tiles: list[GameTile] = []
        self._of_tables = self._held = False
        self.games.left.connect(self._pointer_left)
        self.titles, self.title_grid = _grid()
        self.titles_head, self.count = TextLabel("heading", "library.titles"), TextLabel("second")
        self.titles_row = Panel(row=True, spacing=10, margins=(0, 10, 0, 0)).lay(self.titles_head, self.count, None)
        self.scenarios = ScenarioList()
        self.scenarios.play.connect(self._ask)
        self.scenarios.edit.connect(model.edit_copy)
        self.lessons = LessonCards()
        self.problems = Panel(spacing=8)
        self.empty = Empty("library.no_titles")
        self.no_games = TextLabel("empty", "library.no_games")
        self.found, self.wanted, self.invitation = FoundModule(model), WantedCard(model), InvitationCard(model)
        self.damaged, self.earlier = DamagedCard(model), EarlierStates(model)
        self.damaged.earlier.connect(lambda path: self.show_earlier(Path(path).stem))
        for news, card in (
            (model.module_found, self.found), (model.module_wanted, self.wanted), (model.invited, self.invitation),
            (model.damaged, self.damaged), (model.recovered, self.damaged),
        ):  # fmt: skip
            news.connect(partial(self._notify, card))
        self.body.lay(self.invitation, self.found, self.wanted, self.damaged, self.earlier, top, self.accounts)
        self.body.lay(self.games, self.no_games)
        self.body.lay(self.titles_row, self.titles, self.empty)
        self.body.lay(self.scenarios, self.problems, self.lessons, None)
        self.mode = "library"
        self._shown: object = None
        self.tiles: dict[str, TitleTile] = {}
        self._made: dict[str, tuple[object, TitleTile]] = {}
        self._stale = False
        model.changed.connect(self._changed)
        self.restyle()

    def regions(self) -> list[QWidget]:
        """The stations of F6 below the menu: the side, what is listed, the panel of a new game or draft."""
        return [self.sidebar, self.body, *self.panels]

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Let Tab go through the page as it lies: its parts are made anew, at different times."""
        chain(self.side_area, self.sidebar, self.body, *self.panels)
        return super().focusNextPrevChild(onward)

    # -- showing -----------------------------------------------------------------------------------
    def _nav(self, ident: str) -> None:
        self.mode = ident
        self._shown = None
        self.refresh()

    def _changed(self) -> None:
        """Show what has changed; behind another tab, a game that opens is not kept waiting for that."""
        self._stale = not self.isVisible()
        if not self._stale:
            self.sidebar.refresh()
            self.refresh()

    def refresh(self) -> None:
        """Show what the library has, narrowed by the filter."""
        words = fold(self.filter.text()).strip()
        titles = [t for t in self.model.titles() if self._fits(t, words)]
        listed = {"games": self.model.games, "drafts": self.model.drafts, "tables": self.model.tables}
        games = [g for g in listed.get(self.mode, self._newest)() if words in searched(f"{g.name} {g.line} {g.chip}")]
        broken = tuple(self.model.broken())
        columns = self._columns()
        reading = self.model.reading
        names = tuple(self.model.accounts()) if self.mode == "tables" else ()
        now = (tuple(titles), tuple(games), broken, reading, self.mode, words, columns, px(100), names)
        if now == self._shown:
            return
        self._shown = now
        self.accounts.setVisible(self.mode == "tables")
        self.accounts.refresh()
        self._fill_games(games, columns)
        self._fill_titles(titles, columns)
        self.lessons.show_titles(titles)
        clear(self.problems.box)
        for module in broken:
            self.problems.lay(self._broken(module))
        self.problems.setVisible(bool(broken) and self.mode == "library")
        self.lessons.setVisible(self.mode == "lessons")
        self.filter.setVisible(self.mode != "lessons")
        head = f"library.nav.{self.mode}" if self.mode in ("lessons", "tables") else "library.continue"
        self.continue_head.say(self.continue_head.setText, head)

    def _newest(self) -> list[GameCard]:
        """Return what one may go on with, games and drafts, the one changed last first."""
        return sorted([*self.model.games(), *self.model.drafts()], key=lambda card: -card.changed)

    def _pointer_left(self) -> None:
        """Put the cards in their order, which was kept while the pointer was on them."""
        if self._held:
            self._shown = None
            self.refresh()

    @property
    def _asking(self) -> bool:
        """Whether a panel asks for a new game or draft."""
        return any(panel.isVisibleTo(self) for panel in self.panels)

    def _columns(self) -> tuple[int, int]:
        aside = px(244) * (not self.side_area.isHidden()) + px(380) * self._asking
        room = max(1, self.width() - aside - px(56) - px(10))
        self.scenarios.set_narrow(room < px(800))
        return max(1, min(4, room // px(280))), max(1, min(5, room // px(182)))

    def _fits(self, title: TitleCard, words: str) -> bool:
        text = " ".join([title.name, title.subtitle, title.about, *(f"{s.name} {s.period}" for s in title.scenarios)])
        return words in searched(text)

    def _fill_games(self, games, columns: tuple[int, int]) -> None:
        if self.mode == "lessons":
            games = []
        shown = games if self.mode in ("games", "drafts", "tables") else games[: min(SHOWN_GAMES, max(2, columns[0]))]
        tables = self.mode == "tables"
        before = {tile.ident: tile for tile in self.game_tiles if self._of_tables == tables}
        self._held = self.games.underMouse() and before.keys() == {game.path for game in shown}
        if self._held:
            places = list(before)  # none takes another's place under the pointer; they do when it has left
            shown = sorted(shown, key=lambda game: places.index(game.path))
        for game in shown:
            if game.path in before:
                self.game_grid.removeWidget(before[game.path])
        clear(self.game_grid)
        self.game_tiles, self._of_tables = [], tables
        for n, game in enumerate(shown):
            tile = before.get(game.path)
            if tile is None:
                tile = GameTile(self.model, game)
                tile.chosen.connect(self.model.open_table if tables else self.model.open)
                tile.asked.connect(self._table_menu if tables else self._menu)
            else:
                tile.show_game(game)
            self.game_tiles.append(tile)
            self.game_grid.addWidget(tile, n // columns[0], n % columns[0])
        share_columns(self.game_grid, columns[0])
        self.games.setVisible(bool(shown))
        none = self.mode if self.mode in ("drafts", "tables") else "games"
        narrowed = bool(self.filter.text().strip())
        self.no_games.say(self.no_games.setText, "palette.nothing" if narrowed else f"library.no_{none}")
        self.no_games.setVisible(not shown and self.mode != "lessons")

    def _fill_titles(self, titles: list[TitleCard], columns: tuple[int, int]) -> None:
        library = self.mode == "library"
        if self.chosen not in {t.id for t in titles}:
            self.chosen = titles[0].id if titles else ""
        # A tile stays while its card does: titles come in one by one, and a click may be under way.
        stay = {t.id: made[1] for t in titles if (made := self._made.get(t.id)) is not None and made[0] == self._key(t)}
        for kept in stay.values():
            self.title_grid.removeWidget(kept)
        clear(self.title_grid)
        self.tiles, self._made = {}, {}
        for n, title in enumerate(titles):
            tile = stay.get(title.id)
            if tile is None:
                tile = TitleTile(self.model, title)
                tile.chosen.connect(self.choose)
            tile.show_chosen(title.id == self.chosen)
            self.tiles[title.id], self._made[title.id] = tile, (self._key(title), tile)
            self.title_grid.addWidget(tile, n // columns[1], n % columns[1])
        share_columns(self.title_grid, columns[1])
        self.count.setText(tr("library.installed", n=len(titles)))
        narrowed = "palette.nothing" if self.filter.text().strip() else "library.no_titles"
        self.empty.sentence.say(self.empty.sentence.setText, "library.reading" if self.model.reading else narrowed)
        for part in (self.titles_row, self.titles):
            part.setVisible(library and bool(titles))
        self.empty.setVisible(library and not titles)
        shown = next((t for t in titles if t.id == self.chosen), None)
        self.scenarios.show_title(shown if library else None, fold(self.filter.text()).strip())

    def _key(self, title: TitleCard) -> tuple[TitleCard, str, int]:
        """Return what a tile is made of."""
        return title, language(), px(100)

    def choose(self, ident: str) -> None:
        """Show a title's scenarios."""
        self.chosen = ident
        for key, tile in self.tiles.items():
            tile.show_chosen(key == ident)
        chosen = self._card(ident)
        self.scenarios.show_title(chosen)
        if self.new_game.isVisible() and chosen is not None:
            self.new_game.show_title(chosen, "")
            self.model.prepare(ident, self.new_game.scenario)

    def _broken(self, module: BrokenModule) -> Panel:
        line = Panel("warning", row=True, margins=(14, 8, 10, 8), spacing=12)
        sign = IconLabel("alert-outline", "warn", 18)
        words = TextLabel(text=tr("library.broken", name=module.name, problem=module.problem), wrap=True)
        line.lay(sign, words, grow=words)
        if module.detail:
            more = TextLabel("second", text=module.detail, wrap=True)
            more.hide()
            line.lay(Button("library.details", kind="compact", then=lambda: more.setVisible(not more.isVisible())))
            line.lay(more, grow=more)
        return line

    # -- doing -------------------------------------------------------------------------------------
    def _menu(self, path: str, at: QPoint) -> None:
        """Say what else can be done with a game or draft."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("folder-open-outline"), tr("library.menu.open"), lambda: self.model.open(path))
        menu.addAction(icon("folder-outline"), tr("toast.show_folder"), for_file(Path(path))[-1][1])
        menu.addAction(icon("backup-restore"), tr("library.menu.earlier"), lambda: self.show_earlier(Path(path).stem))
        menu.addSeparator()
        away = menu.addAction(icon("archive-arrow-down-outline"), tr("library.menu.forget"), lambda: self._forget(path))
        if self.is_open(path):
            away.setEnabled(False)
            away.setToolTip(tr("library.menu.is_open"))
            menu.setToolTipsVisible(True)
        menu.popup(at)

    def _table_menu(self, table: str, at: QPoint) -> None:
        """Say what else can be done with a table."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("folder-open-outline"), tr("library.menu.go_to"), lambda: self.model.open_table.emit(table))
        card = next((card for card in self.model.tables() if card.path == table), None)
        can = card.can if card is not None else ()
        for what in (what for what in can if what in CAN):
            menu.addAction(icon(CAN[what]), tr(f"library.menu.{what}"), partial(self.model.table_asked.emit, what, table))
        if "forget" in can:
            menu.addSeparator()
            away = icon("archive-arrow-down-outline")
            menu.addAction(away, tr("library.menu.leave_table"), lambda: self._leave_table(table))
        menu.popup(at)

    def _leave_table(self, table: str) -> None:
        """Take a table off the list, and offer to put it back."""
        back = self.model.leave_table(table)
        if back is not None:
            self.told.emit(tr("library.left_table"), back)

    def _forget(self, path: str) -> None:
        """Put a game or draft away, and offer to take it back."""
        away = self.model.forget(path)
        if away:
            name = Path(path).stem
            self.told.emit(tr("library.forgotten", name=name), lambda: self.model.bring_back(path, away))

    def _show(self, panel: AskingPanel | None, focus: QWidget | None = None) -> None:
        """Show one of the panels that ask, or none: then what had the keyboard before has it again."""
        was = QApplication.focusWidget()
        if panel is None and self._asking:
            focus = self._asked_from if self._asked_from is not None and isValid(self._asked_from) else None
        elif was is not None and not self._asking:
            self._asked_from = was
        for each in self.panels:
            each.setVisible(each is panel)
        self._make_room()
        self.refresh()
        QTimer.singleShot(0, self, self._lay_out)
        if focus is not None:
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_new_draft(self) -> None:
        """Ask about a new draft."""
        self.new_draft.prepare()
        self._show(self.new_draft, self.new_draft.name)

    def show_join(self) -> None:
        """Ask for a link to a table."""
        self.joining.prepare()
        self._show(self.joining, self.joining.link)

    def _show_account(self) -> None:
        """Ask for a name on a server."""
        servers = {card.server: None for card in self.model.tables() if card.server}
        named = bool(self.model.accounts())
        self._show(self.account, self.account.prepare(next(iter(servers), ""), named=named))

    def _show_own_name(self, server: str, host: str, name: str) -> None:
        """Ask what becomes of a name that one has entered."""
        self.own_name.show_name(server, host, name)
        self._show(self.own_name, self.own_name.password)

    def show_host(self) -> None:
        """Ask about a game at a table."""
        self._begin(self.model.titles(), self.new_game.at_table)

    def play_by_mail(self) -> None:
        """Ask about a new game to be played by mail, of a title that two can play."""
        self._begin([card for card in self.model.titles() if not card.solo], self.new_game.by_mail)

    def _begin(self, cards: Sequence[TitleCard], turn: Callable[[], object]) -> None:
        """Ask about a game of the chosen title and scenario, or of the first of these titles, and turn to where it is played."""
        card = next((card for card in cards if card.id == self.chosen), cards[0] if cards else None)
        if card is not None:
            scenario = self.scenarios.chosen if card.id == self.chosen else ""
            self.choose(card.id)
            self._ask(card.id, scenario or (card.scenarios[0].id if card.scenarios else ""))
            turn()
            self.new_game.take_keyboard()

    def ask_scenario(self, title: str, scenario: str) -> None:
        """Ask about a game of a scenario, wherever one was."""
        self.choose(title)
        self._ask(title, scenario)

    def _ask(self, title: str, scenario: str) -> None:
        card = self._card(title)
        if card is not None:
            self.scenarios.choose(scenario)
            self._show(self.new_game)  # before its form takes the keyboard: that goes back on closing
            self.new_game.show_title(card, scenario)
            self.new_game.take_keyboard()
            self.model.prepare(title, scenario)

    def _card(self, title: str) -> TitleCard | None:
        return next((card for card in self.model.titles() if card.id == title), None)

    def show_earlier(self, name: str = "") -> None:
        """List the states of documents that were kept, narrowed to those of a name."""
        self.earlier.show_states(name)
        self.area.verticalScrollBar().setValue(0)

    def _notify(self, card: NoticeCard, shown: object) -> None:
        """Show a card at the head of the page."""
        card.show_notice(shown)
        self.area.verticalScrollBar().setValue(0)

    def resizeEvent(self, event) -> None:
        """More or fewer columns."""
        super().resizeEvent(event)
        self._make_room()
        self.refresh()

    def showEvent(self, event) -> None:
        """What was laid out while hidden is laid out again."""
        super().showEvent(event)
        if self._stale:
            self._changed()
        self._make_room()
        self._lay_out()
        QTimer.singleShot(0, self, self._lay_out)

    def _lay_out(self) -> None:
        for layout in self.findChildren(QLayout):
            layout.invalidate()
        for part in (self.body, self.sidebar, self.new_game.form, self.new_game):
            part.updateGeometry()
        for panel in self.panels:
            panel.box.activate()

    def _make_room(self) -> None:
        """The New game panel takes the place of what would not fit beside it."""
        asking = self._asking
        self.side_area.setVisible(not asking or self.width() >= px(1120))
        self.area.setVisible(not asking or self.width() >= px(900))
        alone = QSizePolicy.Policy.Fixed if self.width() >= px(900) else QSizePolicy.Policy.Expanding
        for panel in self.panels:
            if panel.sizePolicy().horizontalPolicy() != alone:
                panel.setSizePolicy(alone, QSizePolicy.Policy.Preferred)

    def retranslate(self) -> None:
        """Cards in the new language."""
        self._shown = None
        self.refresh()
        title = self._card(self.chosen)
        if title is not None and self.new_game.isVisible():
            self.new_game.show_title(title, self.new_game.scenario)

    def restyle(self) -> None:
        """Gaps at the new scale."""
        super().restyle()
        for grid in (self.title_grid, self.game_grid):
            grid.setSpacing(px(16))
        self.filter.setMinimumWidth(px(100))
        self.side_area.setFixedWidth(px(244))
        self._shown = None
        self._make_room()
        self.refresh()
        QTimer.singleShot(0, self, self._lay_out)


class CardPlace(QWidget):
    """Where cards lie; `left` when the pointer leaves it."""

    left = Signal()

    def leaveEvent(self, event) -> None:
        """Say so."""
        super().leaveEvent(event)
        self.left.emit()


def _grid() -> tuple[CardPlace, QGridLayout]:
    """Return a place for cards."""
    holder = CardPlace()
    holder.setProperty("kind", "clear")
    grid = QGridLayout(holder)
    grid.setContentsMargins(0, 0, 0, 0)
    return holder, grid
