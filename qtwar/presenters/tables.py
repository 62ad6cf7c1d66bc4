"""The tables at which somebody sits, as cards: what the servers say of them, asked for now and then on a thread."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal

from qtwar.base.errors import QtwarError
from qtwar.remote.accountlist import KeptAccount, KeptAccounts
from qtwar.remote.address import host_of
from qtwar.remote.tablelist import KeptTable, KeptTables
from qtwar.services import titlecards
from qtwar.ui import i18n
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import GameCard
from qtwar.ui.widgets.basics import timer
from qtwar.wire.http import Card

EVERY = 30_000
"""Milliseconds between two looks at the tables."""


@dataclass(frozen=True, slots=True)
class TablesFound:
    """Cards by the table's id, and the tables whose servers did not answer; lists of one's names, and names that are none."""

    cards: dict[str, Card]
    silent: frozenset[str]
    listed: dict[KeptAccount, dict[str, tuple[KeptTable, Card]]] = field(default_factory=dict)
    ended: tuple[KeptAccount, ...] = ()


class TableCards(QObject):
    """`changed` fires when servers have said something new, `turn` with the table at which it has become one's turn."""

    changed = Signal()
    turn = Signal(object)  # KeptTable
    _asked = Signal(object)

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.list, self.accounts = KeptTables(home), KeptAccounts(home)
        self._listed: dict[KeptAccount, dict[str, tuple[KeptTable, Card]]] = {}
        self.found_at: Callable[[KeptTable], str] = lambda table: table.server  # the program knows where its own one is
        self._cards: dict[str, Card] = {}
        self._silent: frozenset[str] = frozenset()
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._busy = False
        self._asked.connect(self._answered, Qt.ConnectionType.QueuedConnection)
        self._clock = timer(self, EVERY, self.ask, once=False)

    @property
    def turns(self) -> int:
        """At how many tables it is one's turn."""
        return sum(1 for table in self.all() if is_turn(self._card(table.id)))

    def all(self) -> list[KeptTable]:
        """Return the tables of this machine, and those on the lists of one's names; the latter have no token here yet."""
        here = self.list.all()
        known, names = {table.id for table in here}, set(self.accounts.all())
        there = {ident: row[0] for name, rows in self._listed.items() if name in names for ident, row in rows.items()}
        return here + [table for ident, table in there.items() if ident not in known]

    def find(self, ident: str) -> KeptTable | None:
        """Return the table of an id, of this machine or of a list."""
        return next((table for table in self.all() if table.id == ident), None)

    def answers(self, ident: str) -> bool:
        """Return whether the server of a table of this machine has answered when it was asked last."""
        return ident in self._cards and ident not in self._silent

    def _card(self, ident: str) -> Card | None:
        listed = next((rows[ident][1] for rows in self._listed.values() if ident in rows), None)
        return self._cards.get(ident, listed)

    def ask(self) -> None:
        """Ask the servers; the clock asks again while there is any table."""
        tables, accounts = self.list.all(), self.accounts.all()
        if not tables and not accounts:
            self._clock.stop()
            return
        if not self._clock.isActive():
            self._clock.start()
        if not self._busy:
            self._busy = True
            places = [(self.found_at(table), table) for table in tables]
            self._pool.start(lambda: self._look(places, accounts))

    def _look(self, places: Sequence[tuple[str, KeptTable]], accounts: Sequence[KeptAccount]) -> None:
        """Ask on a thread; whatever comes of it, the next look is possible."""
        found = TablesFound({}, frozenset(table.id for _, table in places))
        try:
            found = _fetch(places, accounts)
        finally:
            self._asked.emit(found)

    def _answered(self, found: TablesFound) -> None:
        self._busy = False
        before, silent, listed = self._cards, self._silent, self._listed
        self._cards, self._silent = {**before, **found.cards}, found.silent
        for account in found.ended:
            with suppress(QtwarError):
                self.accounts.forget(account)
        names = set(self.accounts.all())  # a name that was entered anew has another token, and its list is another
        self._listed = {name: rows for name, rows in {**listed, **found.listed}.items() if name in names}
        for table in self.list.all():
            if table.id in before and is_turn(self._cards.get(table.id)) and not is_turn(before[table.id]):
                self.turn.emit(table)
        if (self._cards, self._silent, self._listed) != (before, silent, listed) or found.ended:
            self.changed.emit()

    def shown(self, titles: Mapping[str, titlecards.ModuleCard]) -> Sequence[GameCard]:
        """Return the cards in the language in force; those where it is one's turn first."""
        tables = sorted(self.all(), key=lambda table: not is_turn(self._card(table.id)))
        if (tables or self.accounts.all()) and not self._clock.isActive():
            self.ask()
        return [self._shown(table, titles.get(table.title)) for table in tables]

    def _shown(self, table: KeptTable, title: titlecards.ModuleCard | None) -> GameCard:
        lang = i18n.language()
        known = title is not None and title.problem is None
        scenario = title.scenario(table.scenario) if title is not None and known else None
        name = table.name or (scenario["name"][lang] if scenario else table.title)
        card = self._card(table.id)
        over = card is not None and card.over is not None
        here = bool(table.token)
        can = (("replay", over and here), ("seat", bool(table.side) and not over and here), ("host", bool(table.host)))
        may = tuple(what for what, may in (*can, ("forget", here)) if may)
        made = GameCard(table.id, name, host_of(table.server), can=may, server="" if table.own else table.server)
        if table.id in self._silent:
            if not self.found_at(table):  # the program's own server is not started before its game is opened
                return replace(made, chip=tr("tables.resting"), line=tr("tables.resting_line"))
            return replace(made, chip=tr("tables.silent"))
        if card is None:
            return replace(made, line=tr("tables.asking"))
        return replace(made, **_words(card, title if known else None, lang))

    def leave(self) -> None:
        """End what goes on."""
        self._clock.stop()
        self._pool.waitForDone(1000)


def is_turn(card: Card | None) -> bool:
    """Return whether it is one's turn at a table."""
    return card is not None and bool(card.side) and card.side in card.active and card.over is None


def _words(card: Card, title: titlecards.ModuleCard | None, lang: str) -> dict[str, Any]:
    """Return chip, line and last time of a table."""
    found: dict[str, Any] = {"when": when(card.touched)}
    acts = card.active[0] if card.active else ""
    side = title.side(acts) if title is not None and acts else None
    players = {seat["side"]: str(seat.get("name") or "") for seat in card.seats}
    if card.over is not None:
        found["chip"] = tr("library.over")
    elif any(not seat.get("taken") for seat in card.seats):
        found["chip"] = tr("tables.waiting")
    elif is_turn(card):
        found["chip"] = tr("tables.your_turn")
    elif acts:
        found["chip"] = tr("library.to_move", name=players.get(acts) or (side["name"][lang] if side else acts))
    if side is not None and card.over is None:
        found |= {"chip_colour": side["colour"], "chip_ink": side["ink"]}
    label = str((card.label or {}).get(lang, ""))  # in words: a title's names are with the server, not on its card
    turn = tr("library.turn", n=card.turn) if card.turn else ""
    unread = tr("tables.unread", n=card.unread) if card.unread else ""
    remarks = tr("tables.remarks", n=card.remarks) if card.remarks else ""
    found["line"] = " · ".join(word for word in (unread, remarks, turn, label) if word)
    return found


def when(stamp: str) -> str:
    """Return a moment that a server names as the lists of games have it; nothing for what is none."""
    try:
        return datetime.fromisoformat(stamp).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return ""


def _fetch(places: Sequence[tuple[str, KeptTable]], accounts: Sequence[KeptAccount]) -> TablesFound:
    """Ask each server once, those that are nowhere not at all, and for the lists of one's names; called on a thread."""
    from qtwar.remote import asking

    found: dict[str, Card] = {}
    silent: set[str] = set()
    for server in {server for server, _ in places}:
        there = [table for where, table in places if where == server]
        if not server:
            silent.update(table.id for table in there)
            continue
        try:
            for card in asking.cards(server, [table.token for table in there]):
                found[there[card.token].id] = card
        except QtwarError:
            silent.update(table.id for table in there)
    listed: dict[KeptAccount, dict[str, tuple[KeptTable, Card]]] = {}
    ended: list[KeptAccount] = []
    for account in accounts:
        try:
            cards = asking.account_games(account.server, account.token)
            sits = {card.game for card in cards if card.side}
            mine = [card for card in cards if card.side or card.game not in sits]  # as host, where one does not sit
            rows = [(_listed(account, card), card) for card in mine]
            listed[account] = {table.id: (table, card) for table, card in rows}
        except QtwarError as problem:
            if problem.key == "refuse.account":
                ended.append(account)
    return TablesFound(found, frozenset(silent), listed, tuple(ended))


def _listed(account: KeptAccount, card: Card) -> KeptTable:
    """Return a seat, or the host's place, on the list of a name as a table without a token."""
    return KeptTable(account.server, "", card.game, card.side, card.title, card.scenario, card.name)

