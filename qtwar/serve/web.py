"""The server's routes: HTTP for making, joining and listing games, the websocket for playing them."""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import qtwar
from qtwar.base.errors import QtwarError
from qtwar.base.text import DEFAULT, LANGUAGES
from qtwar.serve import pages
from qtwar.serve.accounts import AccountRoutes
from qtwar.serve.cards import cards
from qtwar.serve.gate import Denial, Gate, address, answer, body
from qtwar.serve.hall import Hall, printable
from qtwar.serve.play import facts_of
from qtwar.serve.pool import PooledRules
from qtwar.serve.rate import Bucket, Buckets
from qtwar.serve.room import Connection
from qtwar.session import record
from qtwar.session.play import PlaySession
from qtwar.storage.hosted.store import HostedGame, hashed
from qtwar.wire import http
from qtwar.wire import messages as wire
from qtwar.wire.forms import Malformed
from qtwar.wire.limits import MOST_REFUSED, RATES, Rate

Json = dict[str, Any]
log = logging.getLogger("qtwar.serve")
JOIN_SECONDS: Final = 10
INVITING: Final = ("invite", "choice", "again", "over", "sat", "watch")
"""Kinds of codes by which one comes to a game."""
NEW_GAMES: Final = Rate(1 / 30, 20)
"""Games that an address may make where anybody may."""
RECORDS: Final = Rate(0.1, 10)
"""Finished games that an address may have whole: a long one takes seconds."""
ACTS: Final = (wire.Act, wire.Walk, wire.Propose, wire.Reply, wire.Resign, wire.Claim, wire.Note)
PASSING: Final = ("fault.server.busy", "fault.server.database")
"""Why somebody is not let in just now, and may be in a moment."""
HEADERS: Final = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    "referrer-policy": "same-origin", "x-content-type-options": "nosniff", "cache-control": "no-store",
}  # fmt: skip


class Web:
    """The routes of one hall."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.gate, self._made, self._records = Gate(hall), Buckets(NEW_GAMES), Buckets(RECORDS)
        self._sockets = 0

    def app(self) -> Starlette:
        """Return the application."""

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            await self.hall.start()
            yield
            await self.hall.stop()

        routes = [
            Route("/health", self.health),
            Route("/metrics", self.metrics),
            Route("/join", self.join_page),
            Route("/admin", self.admin, methods=["GET", "POST"]),
            Route("/api/titles", self.titles),
            Route("/api/modules/{title}", self.module),
            Route("/api/games", self.make, methods=["POST"]),
            Route("/api/games/{game}/record", self.record),
            Route("/api/look", self.look, methods=["POST"]),
            Route("/api/replay", self.replay, methods=["POST"]),
            Route("/api/sit", self.sit, methods=["POST"]),
            Route("/api/links", self.links, methods=["POST"]),
            Route("/api/notice", self.notice, methods=["POST"]),
            Route("/api/notice/own", self.noticed, methods=["POST"]),
            Route("/api/cards", self.cards, methods=["POST"]),
            *AccountRoutes(self.hall, self.gate).routes(),
            WebSocketRoute("/ws", self.socket),
        ]
        handlers: Any = {Denial: _denied, Malformed: _malformed, QtwarError: _fault}
        return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)

    # pages ------------------------------------------------------------------------------------------------

    async def health(self, request: Request) -> Response:
        """Say that the server is there."""
        games, _ = await self.hall.run(self.hall.store.count)
        workers, version = self.hall.pool.size, qtwar.__version__
        data = {"ok": True, "version": version, "protocol": wire.PROTOCOL, "games": games, "workers": workers}
        return JSONResponse(data)

    async def metrics(self, request: Request) -> Response:
        """Give figures in the text form of Prometheus."""
        games, under_way = await self.hall.run(self.hall.store.count)
        hall = self.hall
        figures = {
            "games": games, "games_under_way": under_way, "games_awake": hall.awake, "connections": hall.connected,
            "workers": hall.pool.size, "database_bytes": await hall.run(hall.database.size),
        }  # fmt: skip
        counters = {f"{name}_total": value for name, value in {**hall.figures, "rules_calls": hall.pool.calls}.items()}
        lines = [f"# TYPE qtwar_{name} gauge\nqtwar_{name} {value}" for name, value in figures.items()]
        lines += [f"# TYPE qtwar_{name} counter\nqtwar_{name} {value:g}" for name, value in counters.items()]
        return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")

    async def join_page(self, request: Request) -> Response:
        """Say how to sit down with a link; the code behind # never comes here."""
        return HTMLResponse(pages.join(_language(request)), headers=HEADERS)

    async def admin(self, request: Request) -> Response:
        """Show games, seats, workers and sizes; delete or close a game."""
        await self._administrator(request)
        hall = self.hall
        if request.method == "POST":
            if not self._own_origin(request):
                raise Denial(403, "refuse.origin")
            form = dict(item.partition("=")[::2] for item in (await body(request)).decode("ascii", "replace").split("&"))
            game = form.get("game", "")
            if not game:
                raise Denial(400, "refuse.malformed")
            if form.get("do") == "delete":
                await hall.run(lambda: hall.store.delete(game))
            elif form.get("do") in ("block", "open"):
                await hall.run(lambda: hall.store.change(game, blocked=form["do"] == "block"))
            hall.changed(game)
            return Response(status_code=303, headers={"location": "/admin"})
        games = await hall.run(hall.store.games)
        seats = await hall.run(lambda: hall.store.seats_of([game.id for game in games[:100]]))
        state = pages.Overview(
            games=games, seats=seats, connected={key: len(room.connections) for key, room in hall.rooms.items()},
            awake={key for key, room in hall.rooms.items() if room.play is not None}, workers=hall.pool.size,
            most_workers=hall.pool.most, bytes=await hall.run(hall.database.size), count=(await hall.run(hall.store.count))[0],
        )  # fmt: skip
        return HTMLResponse(pages.admin(state, _language(request)), headers=HEADERS)

    async def _administrator(self, request: Request) -> None:
        given = request.headers.get("authorization", "")
        with suppress(ValueError):
            word, _, rest = given.partition(" ")
            key = base64.b64decode(rest).decode("utf-8", "replace").partition(":")[2]
            if word.lower() == "basic" and await self._is_key("admin", key):
                return
        if given:
            self.gate.guessed(request)
        raise Denial(401, "refuse.admin")

    async def _is_key(self, name: str, key: str) -> bool:
        kept = await self.hall.run(lambda: self.hall.store.fact(name))
        return isinstance(kept, str) and hmac.compare_digest(kept, hashed(key))

    # games ------------------------------------------------------------------------------------------------

    async def titles(self, request: Request) -> Response:
        """List the titles that can be played here."""
        return JSONResponse({"titles": await self.hall.run(self.hall.catalogue.titles)})

    async def module(self, request: Request) -> Response:
        """Give a module as a file."""
        title = request.path_params["title"]
        path = await self.hall.run(lambda: self.hall.catalogue.archive(title))
        return FileResponse(path, filename=f"{title}.qtmod", media_type="application/octet-stream")

    async def make(self, request: Request) -> Response:
        """Make a game."""
        asked = await self.gate.read(request, http.Open)
        if not await self._is_key("host", asked.host):
            if not self.hall.settings.open:
                self.gate.guessed(request)
                raise Denial(403, "refuse.host_key")
            if not self._made.take(address(request)):
                raise Denial(429, "refuse.too_fast")
        return answer(await self.hall.play(lambda: self.hall.make(asked)))

    async def look(self, request: Request) -> Response:
        """Say what an invitation is for, or any other token of a game."""
        asked = await self.gate.read(request, http.Look)
        opens, row = await self.gate.opened(request, asked.code, (*INVITING, "seat", "host"))
        offered = await self.hall.run(lambda: self.hall.catalogue.get(row.title))
        seats, _ = await self.hall.here(self.hall.room(row.id))
        free: list[str] = []
        if opens.kind == "choice":  # whose answer was lost looks once more
            waiting = await self.hall.run(lambda: self.hall.store.waiting(row.id, asked.code))
            free = [seat["side"] for seat in seats if not seat["taken"]]
            free += [seat["side"] for seat in seats if seat["taken"] and seat["side"] in waiting]
        if opens.kind == "choice" and not free and row.over is None:
            raise Denial(404, "refuse.code")
        budget: Json = {name: row.clock[name] for name in ("kind", "hours") if name in row.clock}
        return answer(http.Invited(facts_of(row, offered), opens.side, seats, row.over, free, budget))

    async def sit(self, request: Request) -> Response:
        """Take a seat."""
        asked = await self.gate.read(request, http.Sit)
        store = self.hall.store
        opens, row = await self.gate.opened(request, asked.code, INVITING)
        if row.blocked and opens.kind != "again":
            raise Denial(403, "refuse.table_closed")
        offered = await self.hall.run(lambda: self.hall.catalogue.get(row.title))
        token = asked.code
        if opens.kind == "choice" and asked.side not in offered.seats:
            raise Denial(400, "refuse.not_offered")
        if opens.kind != "watch":
            found = await self.hall.run(lambda: store.sit(asked.code, printable(asked.name), asked.side))
            if found is None:
                raise Denial(404, "refuse.seat_taken" if opens.kind == "choice" else "refuse.code")
            token, opens = found
            self.hall.changed(row.id, wake=row.timed)
        return answer(http.Seated(token, facts_of(row, offered), opens.side))

    async def links(self, request: Request) -> Response:
        """Make a code for a seat, or change who may come to a game."""
        asked = await self.gate.read(request, http.NewLink)
        store, run = self.hall.store, self.hall.run
        opens, row = await self.gate.opened(request, asked.token, ("seat", "host"))
        side = opens.side if opens.kind == "seat" else asked.side
        if (opens.kind == "seat") != (asked.what in ("again", "over")):
            raise Denial(403, "refuse.not_your_seat", side={"s": side})
        if asked.what == "watch" and row.blocked:
            raise Denial(403, "refuse.table_closed")
        if asked.what == "delete":
            await run(lambda: store.delete(row.id))
        elif asked.what in ("block", "open"):
            await run(lambda: store.change(row.id, blocked=asked.what == "block"))
            if asked.what == "block":
                await run(lambda: store.revoke(row.id, "", ("watch",)))
        else:
            kind = {"seat": "invite", "unseat": "invite"}.get(asked.what, asked.what)
            if kind == "invite" and side not in {seat.side for seat in await run(lambda: store.seats(row.id))}:
                raise Denial(400, "refuse.not_offered")
            if asked.what == "unseat":
                await run(lambda: store.unseat(row.id, side))
            await run(lambda: store.revoke(row.id, side, (kind, "sat") if kind == "invite" else (kind,)))
            if kind == "watch" and not row.spectators:
                await run(lambda: store.change(row.id, spectators=True))  # who asks for such a link wants to be watched
            code = await run(lambda: store.give(kind, row.id, "" if kind == "watch" else side))
            self.hall.changed(row.id, wake=row.timed and asked.what == "unseat")
            return JSONResponse({"code": code})
        self.hall.changed(row.id)
        return JSONResponse({})

    async def notice(self, request: Request) -> Response:
        """Note where a seat's notices go."""
        asked = await self.gate.read(request, http.Notify)
        opens, row = await self.gate.opened(request, asked.token, ("seat",))
        if not self.hall.lookout.notices.allowed(asked.mail, asked.webhook):
            raise Denial(400, "refuse.notice")
        wanted: Json = {"mail": asked.mail, "webhook": asked.webhook, "language": asked.language, "picture": asked.picture}
        await self.hall.run(lambda: self.hall.store.change_seat(row.id, opens.side, notice=wanted))
        return JSONResponse({})

    async def noticed(self, request: Request) -> Response:
        """Say where a seat's notices go, to that seat alone."""
        asked = await self.gate.read(request, http.Mine)
        opens, row = await self.gate.opened(request, asked.token, ("seat",))
        seats = await self.hall.run(lambda: self.hall.store.seats(row.id))
        said = next((seat.notice for seat in seats if seat.side == opens.side), {})
        known = {name: said[name] for name in ("mail", "webhook", "picture") if name in said}
        return answer(http.Noticed(**known, said=bool(said)))

    async def cards(self, request: Request) -> Response:
        """Show the cards of the games of some tokens."""
        asked = await self.gate.read(request, http.Cards)
        cards = await self.hall.run(lambda: self._cards(asked.tokens))
        if not cards and asked.tokens:
            self.gate.guessed(request)
        return JSONResponse({"cards": cards})

    def _cards(self, tokens: list[str]) -> list[Json]:
        opens = self.hall.store.opens(tokens)
        mine = [(n, opens[token]) for n, token in enumerate(tokens) if token in opens]
        return [asdict(card) for card in cards(self.hall, (one for one in mine if one[1].kind in ("seat", "watch", "host")))]

    async def record(self, request: Request) -> Response:
        """Give a finished game whole, with the key of its dice."""
        game = request.path_params["game"]
        row = await self.hall.run(lambda: self.hall.store.game(game))
        if row is None or row.over is None:
            self.gate.guessed(request)
            raise Denial(404, "refuse.no_record")
        return await self._whole(request, row)

    async def replay(self, request: Request) -> Response:
        """Give a finished game to who has any link or token of it, also one by which nobody can sit down any more."""
        asked = await self.gate.read(request, http.Look)
        _, row = await self.gate.opened(request, asked.code, (*INVITING, "seat", "host"))
        if row.over is None:
            raise Denial(404, "refuse.not_over")
        return await self._whole(request, row)

    async def _whole(self, request: Request, row: HostedGame) -> Response:
        if not self._records.take(address(request)):
            raise Denial(429, "refuse.too_fast")
        return Response(await self.hall.play(lambda: self._record(row)), media_type="application/json")

    def _record(self, row: HostedGame) -> str:
        offered = self.hall.catalogue.get(row.title)
        rules = PooledRules(self.hall.pool, offered.folder, offered.content, lambda: session.state.to_json())
        session = PlaySession(rules, self.hall.store.journal(row.id), offered.sides)
        session.resume()
        return record.text(record.record(session, row.name))

    # what all routes do -----------------------------------------------------------------------------------

    def _own_origin(self, request: HTTPConnection) -> bool:
        origin = request.headers.get("origin")
        if origin is None or origin in self.hall.settings.origins:
            return True
        return urlsplit(origin).netloc == request.headers.get("host", "")

    # the websocket ----------------------------------------------------------------------------------------

    async def socket(self, socket: WebSocket) -> None:
        """Let somebody in, then do what he asks until he leaves."""
        if not self._own_origin(socket) or self._sockets >= self.hall.settings.connections:
            await socket.close(1008)
            return
        await socket.accept()
        self._sockets += 1
        self.hall.figures["connections"] += 1
        try:
            await self._let_in(socket)
        except (WebSocketDisconnect, asyncio.CancelledError):
            return  # the line is gone, or the server ends: nobody is left to be told
        finally:
            self._sockets -= 1

    async def _let_in(self, socket: WebSocket) -> None:
        try:
            asked = wire.read_request(await asyncio.wait_for(_text(socket), JOIN_SECONDS))
        except (Malformed, TimeoutError):
            await _end(socket, "refuse.malformed")
            return
        if not isinstance(asked, wire.Join):
            await _end(socket, "refuse.malformed")
            return
        if asked.protocol != wire.PROTOCOL:
            await _end(socket, "refuse.protocol", theirs=asked.protocol, ours=wire.PROTOCOL)
            return
        try:
            connection = await self.hall.join(asked.token)
            if connection is None:
                self.gate.guessed(socket)
        except Denial:
            await _put_off(socket)
            return
        except QtwarError as fault:
            log.warning("join: %s", fault.text)
            await (_put_off(socket) if fault.key in PASSING else _end(socket, fault.key))
            return
        if connection is None:
            await _end(socket, "refuse.token")
            return
        sending = asyncio.create_task(_send(socket, connection))
        try:
            await self._listen(socket, connection)
        finally:
            connection.end()
            await self.hall.leave(connection)
            with suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(sending, 5)

    async def _listen(self, socket: WebSocket, connection: Connection) -> None:
        buckets = {kind: Bucket(rate) for kind, rate in RATES.items()}
        past = Bucket(Rate(MOST_REFUSED / 10, MOST_REFUSED))
        while not connection.lost:
            try:
                asked = wire.read_request(await _text(socket))
                if isinstance(asked, wire.Join):
                    raise Malformed("joined already")
            except Malformed as wrong:
                log.info("game %s: %s", connection.game, wrong)
                self.hall.close(connection, "refuse.malformed")
                return
            kind = "act" if isinstance(asked, ACTS) else "say" if isinstance(asked, wire.Say) else "query"
            if buckets[kind].take():
                await self.hall.handle(connection, asked)
            elif past.take():
                ref = getattr(asked, "key", "") or getattr(asked, "ref", "")
                connection.send(wire.write(wire.Denied(ref, {"key": "refuse.too_fast", "args": {}})))
            else:
                self.hall.figures["cut_off"] += 1
                self.hall.close(connection, "refuse.too_fast")
                return


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send what is in an outbox until its end."""
    try:
        while (text := await connection.next()) is not None:
            await socket.send_text(text)
        await socket.close()
    except (WebSocketDisconnect, RuntimeError, OSError):
        connection.lost = True


async def _text(socket: WebSocket) -> str:
    """Return the next text; raises Malformed for what is none."""
    try:
        message = await socket.receive()
    except RuntimeError:  # it was closed from here
        raise WebSocketDisconnect(1000) from None
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    if not isinstance(text, str):
        raise Malformed("no text")
    return text


async def _put_off(socket: WebSocket) -> None:
    """Close a line for a reason that passes: its client, told nothing, comes back after a pause."""
    await asyncio.sleep(1)
    try:
        await socket.close(1013)
    except RuntimeError:
        raise WebSocketDisconnect(1000) from None


async def _end(socket: WebSocket, key: str, **args: Any) -> None:
    try:
        await socket.send_text(wire.write(wire.Closed({"key": key, "args": args})))
        await socket.close(1008)
    except RuntimeError:
        raise WebSocketDisconnect(1000) from None


def _language(request: Request) -> str:
    wanted = request.headers.get("accept-language", "").lower()
    at = {language: wanted.find(language) for language in LANGUAGES}
    there = [language for language in LANGUAGES if at[language] >= 0]
    return min(there, key=lambda language: at[language], default=DEFAULT)


async def _denied(request: Request, no: Denial) -> Response:
    headers = {"www-authenticate": 'Basic realm="QtWar"'} if no.status == 401 else {}
    return JSONResponse({"denied": no.message}, status_code=no.status, headers=headers)


async def _malformed(request: Request, fault: Exception) -> Response:
    return JSONResponse({"denied": {"key": "refuse.malformed", "args": {}}}, status_code=400)


async def _fault(request: Request, fault: QtwarError) -> Response:
    log.warning("%s: %s", request.url.path, fault.text)
    args = {key: value for key, value in fault.values.items() if isinstance(value, str | int | list)}
    return JSONResponse({"denied": {"key": fault.key, "args": args}}, status_code=400)
