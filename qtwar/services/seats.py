"""What is asked of servers about one's seats; what comes of it is kept on the lists of this machine. On a thread: it waits."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from qtwar.remote import asking
from qtwar.remote.address import TableLink, read_link, read_server
from qtwar.remote.tablelist import KeptTable, KeptTables
from qtwar.services import accounts, tables
from qtwar.services.tables import ModuleWanted, OpenTable, OwnServer
from qtwar.session.begin import HERE, NewTable
from qtwar.wire import http

if TYPE_CHECKING:
    from qtwar.services.games import OpenGame


class Seats:
    """One's seats at tables; `reached` gives a table as it is found now, with one's own server started where that holds it.

    All of it raises DataFault where a server does not answer, or refuses.
    """

    def __init__(self, home: Path, kept: KeptTables, reached: Callable[[KeptTable], KeptTable]) -> None:
        self._home, self._kept, self._reached = home, kept, reached

    # -- ways to a table -----------------------------------------------------------------------------
    def host(self, wanted: NewTable, own: OwnServer, name: str, asked_as: str) -> KeptTable:
        """Have a game made, by one's own server or the one that is named, and sit down at it."""
        where, key, shown = wanted.server, wanted.key, ""
        if where == HERE:
            own.start(wanted.port, everywhere=wanted.everywhere)
            where, key, shown = own.address, own.key, own.shown
        else:
            where = read_server(where)
        made = tables.host_game(where, key, wanted, name=name, shown=shown, asked_as=asked_as)
        return self._keep(replace(made, own=wanted.server == HERE, everywhere=wanted.everywhere))

    def look(self, typed: str) -> http.Invited:
        """Return what a link or a code leads to."""
        link = read_link(typed)
        return asking.look(link.server, link.code)

    def sit(self, typed: str, player: str, side: str) -> KeptTable:
        """Sit down with an invitation."""
        return self._keep(tables.sit(read_link(typed), player, side))

    def _keep(self, kept: KeptTable) -> KeptTable:
        self._kept.keep(kept)
        accounts.keep(self._home, kept)
        return kept

    def go_to(self, kept: KeptTable) -> OpenTable | ModuleWanted:
        """Go on at a table; one that was on the list of one's name is of this machine from then on."""
        if not kept.token:
            kept = accounts.take(self._home, kept)
            self._kept.keep(kept)
        return tables.go_to(self._reached(kept))

    def replay(self, wanted: str | KeptTable, shown: Collection[str]) -> OpenGame | ModuleWanted | Path:
        """Return a finished game, by a link of it or one's seat at it, as `replays.fetch` does."""
        from qtwar.services import replays  # it brings the database

        if isinstance(wanted, str):
            return replays.fetch(read_link(wanted), self._home, shown)
        there = self._reached(wanted)
        return replays.fetch(TableLink(there.server, there.token), self._home, shown)

    # -- host and seat -------------------------------------------------------------------------------
    def card(self, kept: KeptTable) -> http.Card:
        """Return how a table of one's own stands."""
        return tables.host_card(self._reached(kept))

    def change(self, kept: KeptTable, what: str, side: str) -> tuple[http.Card, str] | None:
        """Change a table of one's own; return how it stands then and the link that was made, None where it was deleted."""
        there = self._reached(kept)
        links, link = tables.change(there, what, side)
        if what == "delete":
            return None
        self._kept.keep(replace(self._kept.find(kept.id) or kept, invitations=links))
        return tables.host_card(there), link

    def notices(self, kept: KeptTable) -> http.Noticed:
        """Return where the notices of a seat go, on whichever machine that was said."""
        there = self._reached(kept)
        return asking.notices(there.server, there.token)

    def notify(self, kept: KeptTable, mail: str, webhook: str, language: str, *, picture: bool) -> None:
        """Say where the notices of a seat are to go."""
        there = self._reached(kept)
        asking.notify(there.server, http.Notify(there.token, mail, webhook, language, picture=picture))

    def link(self, kept: KeptTable, what: str) -> str:
        """Have a link made for one's own seat: for another machine of one's own, or (`over`) for somebody else."""
        return tables.seat_link(self._reached(kept), what)
