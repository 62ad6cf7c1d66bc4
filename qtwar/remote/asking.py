"""What a client asks a server by HTTP: a game, a seat, cards, a module. Every call blocks its thread."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote

from qtwar.base.errors import DataFault, told
from qtwar.engine.forms import having, message
from qtwar.remote.address import host_of, is_near
from qtwar.remote.reading import no_answer, read_all
from qtwar.wire import http
from qtwar.wire.forms import Malformed
from qtwar.wire.limits import MOST_CARDS

Json = dict[str, Any]
SECONDS = 15
"""In which something has to come, each time; an answer may take four times that."""
MAKING = 120
"""Seconds that a game may take to be made: the rules of a title are made ready the first time, on whatever machine."""
MOST_ANSWER = 4_000_000
MOST_RECORD = 32_000_000
MOST_MODULE = 200_000_000
"""Bytes of a module that is fetched: as large as one that is installed may be."""
LOST = ("fault.table.unreachable", "fault.table.nonsense")
"""What is said where no answer came, or not all of it: whether it was done is not known."""
_denied = having({"denied": message})


def ask(server: str, route: str, body: Any = None, *, most: int = MOST_ANSWER, seconds: int = SECONDS, slow: int = 4) -> bytes:
    """Return what a server answers; raises DataFault where it refuses, or can not be reached.

    Something has to come in so many seconds each time, all of it in `slow` times that.
    """
    from urllib.request import (
        HTTPDefaultErrorHandler,
        HTTPErrorProcessor,
        HTTPHandler,
        HTTPSHandler,
        OpenerDirector,
        ProxyHandler,
        Request,
    )

    from qtwar.remote.trust import distrusted, trust

    handler = HTTPSHandler(context=trust()) if server.startswith("https:") else HTTPHandler()
    opener = OpenerDirector()  # nobody is sent on from here to another machine, or to a file
    for one in (ProxyHandler({} if is_near(server) else None), handler, HTTPErrorProcessor(), HTTPDefaultErrorHandler()):
        opener.add_handler(one)
    opener.addheaders = []
    data = None if body is None else json.dumps(asdict(body)).encode()
    headers = {"User-Agent": "QtWar", "Content-Type": "application/json"}
    try:
        with opener.open(Request(server + route, data=data, headers=headers), timeout=seconds) as answer:
            return read_all(answer, most, seconds * slow)
    except HTTPError as refusal:
        raise _why(server, refusal) from None
    except no_answer() as problem:
        doubt = distrusted(problem.reason if isinstance(problem, URLError) else problem, host_of(server))
        if doubt is not None:
            raise doubt from None
        key = "fault.table.unreachable" if isinstance(problem, OSError) else "fault.table.nonsense"
        raise DataFault(key, host=host_of(server), detail=repr(problem)) from None


def _why(server: str, refusal: HTTPError) -> DataFault:
    try:
        with refusal:
            said = json.loads(read_all(refusal, MOST_ANSWER, SECONDS))
    except no_answer():
        said = None
    if not _denied(said):
        return DataFault("fault.table.nonsense", host=host_of(server), detail=f"status {refusal.code}")
    return told(DataFault, said["denied"])


def _object(server: str, route: str, body: Any = None) -> Json:
    try:
        found = json.loads(ask(server, route, body))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise DataFault("fault.table.nonsense", host=host_of(server))
    return found


def open_game(server: str, wanted: http.Open) -> http.Opened:
    """Have a game made."""
    return _read(server, http.Opened, ask(server, "/api/games", wanted, seconds=MAKING))


def look(server: str, code: str) -> http.Invited:
    """Return what an invitation is for."""
    return _read(server, http.Invited, ask(server, "/api/look", http.Look(code)))


def sit(server: str, code: str, player: str, side: str = "") -> http.Seated:
    """Take the seat of an invitation; of one that leaves the choice, that of a side."""
    return _read(server, http.Seated, ask(server, "/api/sit", http.Sit(code, player, side)))


def record(server: str, code: str) -> bytes:
    """Return a finished game whole, by any link or token of it."""
    return ask(server, "/api/replay", http.Look(code), most=MOST_RECORD, seconds=MAKING)


def new_link(server: str, token: str, what: str, side: str = "") -> str:
    """Return a code for a seat, or have the game changed (an empty text then)."""
    return str(_object(server, "/api/links", http.NewLink(token, what, side)).get("code") or "")


def enter(server: str, name: str, password: str, tokens: list[str], *, new: bool) -> http.Entered:
    """Enter under a name, or take a `new` one; seats are put on its list by their tokens."""
    route = "/api/account/make" if new else "/api/account/enter"
    return _read(server, http.Entered, ask(server, route, http.Enter(name, password, tokens)))


def account_games(server: str, token: str) -> list[http.Card]:
    """Return the cards of the games on the list of an account."""
    listed = _read(server, http.Listed, ask(server, "/api/account/games", http.Mine(token)))
    return _sound(server, listed.cards)


def keep_seats(server: str, token: str, tokens: list[str]) -> None:
    """Put seats on the list of an account, by their tokens."""
    _object(server, "/api/account/keep", http.Keep(token, tokens))


def take_seat(server: str, token: str, game: str, side: str) -> http.Seated:
    """Return one more token of a seat (side empty: of the host) on the list of an account."""
    return _read(server, http.Seated, ask(server, "/api/account/seat", http.Take(token, game, side)))


def leave_account(server: str, token: str) -> None:
    """End a token of an account."""
    _object(server, "/api/account/change", http.Secure(token, "leave"))


def change_account(server: str, token: str, what: str, password: str, new: str = "") -> http.Entered | None:
    """Give an account another password (and get its new token), or delete it (None)."""
    said = ask(server, "/api/account/change", http.Secure(token, what, password, new))
    return _read(server, http.Entered, said) if what == "password" else None


def notices(server: str, token: str) -> http.Noticed:
    """Return where the notices of one's own seat go."""
    return _read(server, http.Noticed, ask(server, "/api/notice/own", http.Mine(token)))


def notify(server: str, wanted: http.Notify) -> None:
    """Say where the notices of a seat go."""
    _object(server, "/api/notice", wanted)


def cards(server: str, tokens: list[str]) -> list[http.Card]:
    """Return what a list shows of the games of some tokens."""
    found: list[http.Card] = []
    for first in range(0, len(tokens), MOST_CARDS):
        rows = _object(server, "/api/cards", http.Cards(tokens[first : first + MOST_CARDS])).get("cards")
        for card in _sound(server, rows if isinstance(rows, list) else ()):
            if card.token < len(tokens[first : first + MOST_CARDS]):
                found.append(replace(card, token=first + card.token))
    return found


def _sound(server: str, rows: Iterable[object]) -> list[http.Card]:
    """Return the cards of an answer but those that can not be read; raises DataFault where none can."""
    found: list[http.Card] = []
    damaged: DataFault | None = None
    for row in rows:
        try:
            found.append(_read(server, http.Card, json.dumps(row).encode()))
        except DataFault as fault:
            damaged = fault
    if damaged is not None and not found:
        raise damaged
    return found


def module(server: str, title: str) -> bytes:
    """Return a module's file."""
    return ask(server, f"/api/modules/{quote(title, safe='')}", most=MOST_MODULE, slow=120)


def _read(server: str, kind: type[http.B], said: bytes) -> http.B:
    try:
        return http.read_answer(kind, said)
    except Malformed as problem:
        raise DataFault("fault.table.nonsense", host=host_of(server), detail=str(problem)) from None

