"""Tables on servers joined to the window: to host one, to join one, to go on at one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from qtwar.app.tablecare import TableCare
from qtwar.base.errors import QtwarError
from qtwar.presenters.library import Library
from qtwar.session.begin import NewTable
from qtwar.ui import i18n
from qtwar.ui.facts import GameIdentity, Seat
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import WantedModule
from qtwar.ui.window import MainWindow

if TYPE_CHECKING:
    from qtwar.presenters.play.game import TableGame
    from qtwar.remote.accountlist import KeptAccount
    from qtwar.remote.tablelist import KeptTable
    from qtwar.services.games import OpenGame
    from qtwar.services.seats import Seats
    from qtwar.services.tables import ModuleWanted, OpenTable, OwnServer
    from qtwar.wire.http import Invited


TABLE = "table:"


class Tables:
    """Joins the window to `services.tables`. The server of this program ends with it; its games are kept."""

    def __init__(
        self,
        home: Path,
        library: Library,
        window: MainWindow,
        failed: Callable[[Exception], object],
        show_game: Callable[[Any], Any],
    ) -> None:
        self.home, self.library, self.window, self.failed, self.show_game = home, library, window, failed, show_game
        self._server: OwnServer | None = None
        self._wanted: dict[str, tuple[ModuleWanted, Callable[[], object]]] = {}
        self._unanswered: tuple[NewTable, str] | None = None
        self._awaited: list[str] = []
        library.host_table.connect(self.host)
        library.look_at_table.connect(self.look)
        library.join_table.connect(self.join)
        library.replay_table.connect(self.replay)
        library.open_table.connect(self.go_to)
        library.fetch_module.connect(self.fetch)
        library.enter_account.connect(self.enter)
        library.leave_account.connect(self.leave_account)
        library.change_account.connect(self.change_account)
        window.stack.currentChanged.connect(self._looked_at)
        self.care = TableCare(self, window, failed)
        library.table_asked.connect(self.care.see_to)
        library.table_cards.turn.connect(self._turn)
        library.table_cards.found_at = self._found_at
        library.table_cards.changed.connect(self._come_back)

    def seats(self) -> Seats:
        """What is asked of servers about one's seats; on a thread: it brings what speaks with them."""
        from qtwar.services.seats import Seats

        return Seats(self.home, self.library.table_cards.list, self.reached)

    @property
    def server(self) -> OwnServer:
        """The server inside the program, which is not started before somebody hosts a game."""
        from qtwar.services.tables import OwnServer

        if self._server is None:
            self._server = OwnServer(self.home / "server")
        return self._server

    def close(self) -> None:
        """End the server."""
        self.library.table_cards.leave()
        if self._server is not None:
            self._server.stop()

    # -- ways to a table -----------------------------------------------------------------------------
    def host(self, wanted: NewTable) -> None:
        """Have a game made on a server, sit down at it, and give the links for the others."""
        server = self.server
        name = self._name(wanted.game.title, wanted.game.scenario)
        # What is asked for again because no answer came is the same game.
        if self._unanswered is None or self._unanswered[0] != wanted:
            self._unanswered = wanted, token_hex(16)
        asked_as = self._unanswered[1]

        def hosted(kept: KeptTable) -> None:
            self._unanswered = None
            self.go_to(kept.id)

        self.window.jobs.start(
            tr("job.hosting"), lambda job: self.seats().host(wanted, server, name, asked_as), hosted, self.failed
        )

    def look(self, typed: str) -> None:
        """Find out what an invitation is for, before anybody sits down."""

        def found(invited: Invited) -> None:
            from qtwar.presenters.invited import shown

            self.library.table_found.emit(shown(typed, invited, self.library.module_card(invited.game["title"])))

        def failed(problem: Exception) -> None:
            if not (isinstance(problem, QtwarError) and self.window.library_page.joining.fail(typed, i18n.sentence(problem))):
                self.failed(problem)

        self.window.jobs.start(tr("job.looking"), lambda job: self.seats().look(typed), found, failed)

    def join(self, typed: str, player: str, side: str = "") -> None:
        """Sit down with an invitation; `side` where it leaves the choice."""

        def joined(kept: KeptTable) -> None:
            self.library.table_joined.emit(typed)
            self.go_to(kept.id)

        self.window.jobs.start(tr("job.joining"), lambda job: self.seats().sit(typed, player, side), joined, self.failed)

    def enter(self, server: str, name: str, password: str, new: bool) -> None:
        """Enter under a name on a server, or take a new one there."""

        def work(job: object) -> KeptAccount:
            from qtwar.services import accounts

            return accounts.enter(self.home, server, name, password, new=new)

        def entered(account: KeptAccount) -> None:
            self.window.tell(tr("account.now", name=account.name))
            self.library.table_cards.ask()
            self.library.changed.emit()

        self.window.jobs.start(tr("job.account"), work, entered, self.failed)

    def leave_account(self, server: str) -> None:
        """Log out of a server."""
        account = self.library.table_cards.accounts.find(server)
        if account is None:
            return

        def work(job: object) -> None:
            from qtwar.services import accounts

            accounts.leave(self.home, account)

        self.window.jobs.start(tr("job.account"), work, lambda _: self.library.changed.emit(), self.failed)

    def change_account(self, server: str, what: str, password: str, new: str) -> None:
        """Give one's name on a server another password, or delete it there."""
        account = self.library.table_cards.accounts.find(server)
        if account is None:
            return

        def work(job: object) -> None:
            from qtwar.services import accounts

            accounts.change(self.home, account, what, password, new)

        def done(_: object) -> None:
            self.window.tell(tr(f"account.done.{what}", name=account.name))
            self.library.table_cards.ask()
            self.library.changed.emit()

        self.window.jobs.start(tr("job.account"), work, done, self.failed)

    def replay(self, wanted: str | KeptTable) -> None:
        """Open a finished game from its beginning, by any link of it or one's seat at it, as a game of one's own."""

        tabs = {str(getattr(page, "path", "")) for page in self.window.pages()}

        def shown(opened: Any) -> None:
            if isinstance(opened, Path):
                self.window.bring(str(opened))
            elif hasattr(opened, "session"):
                self.show_game(opened).replay.go_first()
            else:
                self._want(opened, lambda: self.replay(wanted))

        self.library.give_way()
        self.window.jobs.start(
            tr("job.replay"), lambda job: self.seats().replay(wanted, tabs), shown, self.failed, undone=_close
        )

    def table_of(self, ident: str) -> Any:
        """Return the table of a tab that is open, None where there is none."""
        page: Any = self.window.page_at(tab_of(ident))
        return page.model.table if page is not None else None

    def go_to(
        self, ident: str, after: Callable[[], object] = lambda: None, otherwise: Callable[[Exception], object] | None = None
    ) -> None:
        """Open the tab of a table; `after` follows, opened or not; `otherwise` is told why not, in place of the person."""
        kept = self.library.table_cards.find(ident)
        if kept is None or self.window.bring(tab_of(ident)):
            after()
            return

        from qtwar.presenters import maps  # classes of Qt are made on the window's thread

        def work(job: object) -> OpenTable | ModuleWanted:
            from qtwar.services.tables import OpenTable

            opened = self.seats().go_to(kept)
            if isinstance(opened, OpenTable):
                maps.draw_ahead(opened.content, opened.joined.game["scenario"])
            return opened

        def shown(opened: object) -> None:
            self._shown(opened)
            after()

        def failed(problem: Exception) -> None:
            (otherwise or self.failed)(problem)
            after()

        self.library.give_way()
        job = self.window.jobs.start(tr("job.joining"), work, shown, failed, undone=_let_go)
        job.when_cancelled(lambda: QTimer.singleShot(0, self.window, after))

    def _found_at(self, kept: KeptTable) -> str:
        """Return where the server of a table is asked, empty: nowhere. One's own has whatever port it got this time.

        Where it does not run, anything may listen at its port of last time: that is not told the tokens.
        """
        if not kept.own:
            return kept.server
        return self._server.address if self._server is not None and self._server.runs else ""

    def open_tab(self, tab: str, after: Callable[[], object]) -> None:
        """Open the tab of a table again that was open when the program ended, as soon as its server answers."""
        ident = tab.removeprefix(TABLE)

        def silent(problem: Exception) -> None:
            if getattr(problem, "key", "") != "fault.table.unreachable":
                self.failed(problem)
                return
            kept = self.library.table_cards.find(ident)
            if kept is not None and ident not in self._awaited:
                self._awaited.append(ident)
                self.window.tell(tr("tables.awaited", name=kept.name or kept.title))
                self.library.table_cards.ask()

        self.go_to(ident, after, silent)

    @property
    def awaited(self) -> list[str]:
        """The tabs that come back when their servers answer."""
        return [tab_of(ident) for ident in self._awaited if self.library.table_cards.find(ident) is not None]

    def _come_back(self) -> None:
        """Open the tabs whose servers answer by now, behind what the person looks at."""
        for ident in [ident for ident in self._awaited if self.library.table_cards.answers(ident)]:
            self._awaited.remove(ident)
            if not self.window.is_open(tab_of(ident)):
                self.open_tab(tab_of(ident), partial(self._behind, self.window.stack.currentWidget()))

    def _behind(self, before: Any) -> None:
        """Show again what the person was looking at, if it is still there."""
        if before in (self.window.library_page, *self.window.pages()):
            self.window.show_page(before)

    def reached(self, kept: KeptTable) -> KeptTable:
        """Return a table as it is found now, the program's own server started again where that holds it; on a thread."""
        if not kept.own:
            return kept
        self.server.start(int(kept.server.rpartition(":")[2]), everywhere=kept.everywhere)
        return self.server.here(kept)

    def _shown(self, opened: Any) -> None:
        from qtwar.services.tables import OpenTable

        if not isinstance(opened, OpenTable):
            self._want(opened, lambda: self.go_to(opened.kept.id))
            return
        page: Any = self.window.open_game(self._model(opened))
        model = page.model
        model.table.my_turn.connect(partial(self._call_back, page, "tables.turn"))
        model.link.asked.connect(partial(self._call_back, page, "tables.asked"))
        model.table.hosting.connect(partial(self.care.see_to, "host", opened.kept.id))
        model.table.own_seat.connect(partial(self.care.see_to, "seat", opened.kept.id))
        waiting = [link for side, link in model.table.state.invitations if side != "*"]
        if waiting:
            copied = partial(page.table_bar.copy, waiting[0])
            self.window.tell(tr("hosting.made"), *((("hosting.copy", copied),) if len(waiting) == 1 else ()))
        self.library.changed.emit()

    def _want(self, wanted: ModuleWanted, then: Callable[[], object]) -> None:
        """Ask whether a module that is missing is to be fetched; `then` follows once it is installed."""
        ident = wanted.kept.id
        self._wanted[ident] = wanted, then
        kilobytes = -(-wanted.bytes // 1000)
        self.library.module_wanted.emit(
            WantedModule(ident, wanted.title, wanted.host, kilobytes, wanted.origin, wanted.hash[:16])
        )

    def _model(self, opened: OpenTable) -> TableGame:
        from qtwar.presenters.faces import art_of
        from qtwar.presenters.play.game import TableGame

        kept, joined, content = opened.kept, opened.joined, opened.content
        language = i18n.language()
        scenario = content.scenario(joined.game["scenario"]).name.get(language)
        identity = GameIdentity(
            title=content.title.id,
            scenario=joined.game["scenario"],
            name=joined.game["name"] or scenario,
            path=tab_of(kept.id),
            kind="table",
            seats=tuple(Seat(seat["side"], seat["name"]) for seat in joined.seats),
            covers=True,
        )
        made = TableGame(
            opened.connection,
            opened.inbox,
            joined,
            content,
            identity,
            language=language,
            faces=art_of(content).face,
            invitations=kept.invitations,
            hosts=bool(kept.host),
        )
        leave = made.close

        def close() -> None:
            self._keep_picture(kept.id, made.picture)
            leave()

        made.close = close
        return made

    def _keep_picture(self, ident: str, png: bytes | None) -> None:
        """Keep what a seat saw last for its card, as long as it is on the list."""
        tables = self.library.table_cards.list
        if png is not None and tables.find(ident) is not None:
            with suppress(QtwarError):  # the card has the title's cover then
                tables.keep_picture(ident, png)

    def _looked_at(self, n: int) -> None:
        """The cards show what is on the boards of the tables that are open."""
        if self.window.stack.widget(n) is self.window.library_page:
            for page in self.window.pages():
                if is_table(getattr(page, "path", "")):
                    self._keep_picture(page.path.removeprefix(TABLE), page.picture())
            self.library.pictured.emit()

    def fetch(self, ident: str) -> None:
        """Fetch the module of a table or of a finished game, install it, and show that."""
        wanted, then = self._wanted.pop(ident, (None, _nothing))
        if wanted is None:
            return

        def work(job: object) -> Path:
            from qtwar.services import tables

            return tables.fetch_module(wanted, self.home / "modules" / ".fetched")

        def fetched(file: Path) -> None:
            self.library.install(str(file))
            file.unlink(missing_ok=True)
            then()

        self.window.jobs.start(tr("job.fetching"), work, fetched, self.failed)

    # -- whose turn it is ----------------------------------------------------------------------------
    def _call_back(self, page: Any, key: str) -> None:
        """Tell somebody who looks elsewhere that it is his turn, or that he is asked for something."""
        window = self.window
        if window.isActiveWindow() and window.stack.currentWidget() is page:
            return
        window.mark(page)
        self._call(tr(key, name=page.tab_text()), lambda: window.bring(page.path))

    def _turn(self, kept: KeptTable) -> None:
        if not self.window.is_open(tab_of(kept.id)):
            self._call(tr("tables.turn", name=kept.name or kept.title), lambda: self.go_to(kept.id))

    def _call(self, words: str, then: Callable[[], object]) -> None:
        if self.window.prefs.get("turn_sound"):
            QApplication.beep()
        QApplication.alert(self.window)
        self.window.tell(words, ("tables.go_to", then))

    def _name(self, title: str, scenario: str) -> str:
        card = next((card for card in self.library.titles() if card.id == title), None)
        found = next((one.name for one in card.scenarios if one.id == scenario), scenario) if card is not None else scenario
        return found[:60]


def tab_of(ident: str) -> str:
    """Return what tells the tab of a table from those of documents."""
    return f"{TABLE}{ident}"


def is_table(tab: str) -> bool:
    """Return whether a tab is that of a table."""
    return tab.startswith(TABLE)


def _close(opened: OpenGame | ModuleWanted | Path) -> None:
    if hasattr(opened, "session"):
        opened.close()


def _nothing() -> None:
    pass


def _let_go(opened: OpenTable | ModuleWanted) -> None:
    connection = getattr(opened, "connection", None)
    if connection is not None:
        connection.close()
