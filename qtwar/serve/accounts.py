"""The routes of accounts: a name and a password, for those who want a list of their games on every machine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Final, TypeVar

from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from qtwar.serve.cards import cards
from qtwar.serve.gate import Denial, Gate, address, answer
from qtwar.serve.hall import Hall, printable
from qtwar.serve.play import facts_of
from qtwar.serve.rate import Buckets
from qtwar.storage.hosted.accounts import HostedAccount, HostedAccounts
from qtwar.storage.hosted.store import Pass, new_token
from qtwar.wire import http
from qtwar.wire.limits import MOST_CARDS, MOST_NAME, Rate

_T = TypeVar("_T")
TRIES: Final = Rate(0.2, 30)
"""Passwords that are tried for a name, from wherever; whoever has entered has as many of his own for a change."""
NEW_NAMES: Final = Rate(1 / 60, 10)
"""Accounts that an address may make."""
AT_ONCE: Final = 2
"""Passwords that are hashed at once, on threads of their own: each takes 64 MB and a tenth of a second."""
WAITING: Final = 40
"""Passwords that may wait for that; past it the answer is that too much was asked."""


class AccountRoutes:
    """The routes of accounts of one hall."""

    def __init__(self, hall: Hall, gate: Gate) -> None:
        self._hall, self._gate = hall, gate
        self._accounts = HostedAccounts(hall.store)
        self._tries, self._changes, self._made = Buckets(TRIES), Buckets(TRIES), Buckets(NEW_NAMES)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="password")
        self._waiting = 0
        self._nobody = ""

    def routes(self) -> list[Route]:
        """Return them."""
        named = {
            "make": self.make, "enter": self.enter, "games": self.games, "keep": self.keep, "seat": self.seat,
            "change": self.change,
        }  # fmt: skip
        return [Route(f"/api/account/{name}", route, methods=["POST"]) for name, route in named.items()]

    async def make(self, request: Request) -> Response:
        """Make an account for somebody who sits here."""
        asked = await self._gate.read(request, http.Enter)
        name = printable(asked.name)
        if not name or len(name) > MOST_NAME:
            raise Denial(400, "refuse.account_name")
        seats = await self._seats(asked.tokens)
        if not seats:
            self._gate.guessed(request)
            raise Denial(403, "refuse.account_seat")
        if not self._made.take(address(request)):
            raise Denial(429, "refuse.too_fast")

        taken = Denial(409, "refuse.account_taken")
        if await self._hall.run(lambda: self._accounts.named(name)) is not None:
            raise taken
        secret = await self._slowly(lambda: _hashed(asked.password))
        return await self._entered(await self._hall.run(lambda: self._accounts.add(name, secret)), seats, taken)

    async def enter(self, request: Request) -> Response:
        """Let somebody in who knows the password of a name."""
        asked = await self._gate.read(request, http.Enter)
        self._gate.trying_password(request)  # before it is looked at: many that are asked at once pass no further
        wrong = False
        try:
            account = await self._hall.run(lambda: self._accounts.named(printable(asked.name)))
            if not self._tries.take(account.id if account else address(request)):
                raise Denial(429, "refuse.too_fast")
            wrong = not await self._slowly(lambda: self._is_password(account, asked.password))
        finally:
            if not wrong:
                self._gate.not_wrong(request)
        if wrong:
            raise Denial(403, "refuse.account_password")
        return await self._entered(account, await self._seats(asked.tokens), Denial(403, "refuse.account_password"))

    async def games(self, request: Request) -> Response:
        """List the games of an account."""
        account = await self._opened(request, (await self._gate.read(request, http.Mine)).token)

        def listed() -> http.Listed:
            held = self._accounts.holds(account.id, MOST_CARDS)
            return http.Listed(account.name, [asdict(card) for card in cards(self._hall, enumerate(held))])

        return answer(await self._hall.run(listed))

    async def keep(self, request: Request) -> Response:
        """Put seats on the list of an account."""
        asked = await self._gate.read(request, http.Keep)
        account = await self._opened(request, asked.token)
        seats = await self._seats(asked.tokens)
        if asked.tokens and not seats:
            self._gate.guessed(request)
        await self._hall.run(lambda: self._accounts.keep(account.id, seats))
        return JSONResponse({"kept": len(seats)})

    async def seat(self, request: Request) -> Response:
        """Give a token of a seat on the list: for one more machine, the others keep theirs."""
        asked = await self._gate.read(request, http.Take)
        account = await self._opened(request, asked.token)

        def given() -> http.Seated | None:
            store = self._hall.store
            watches = asked.side == http.WATCH  # as the host may, and see no more than anybody does
            wanted = Pass("seat", asked.game, asked.side) if asked.side and not watches else Pass("host", asked.game, "")
            row = store.game(asked.game)
            if row is None or not self._accounts.has(account.id, wanted):
                return None
            token = store.give("watch" if watches else wanted.kind, row.id, wanted.side)
            return http.Seated(token, facts_of(row, self._hall.catalogue.get(row.title)), wanted.side)

        found = await self._hall.run(given)
        if found is None:
            raise Denial(404, "refuse.code")
        return answer(found)

    async def change(self, request: Request) -> Response:
        """Leave an account, give it another password, or delete it; the last two want the password again."""
        asked = await self._gate.read(request, http.Secure)
        account = await self._opened(request, asked.token)
        run = self._hall.run
        if asked.what == "leave":
            await run(lambda: self._hall.store.drop(asked.token))
            return JSONResponse({})
        if asked.what == "password" and not asked.new:
            raise Denial(400, "refuse.malformed")
        if not self._changes.take(account.id):
            raise Denial(429, "refuse.too_fast")
        if not await self._slowly(lambda: self._is_password(account, asked.password)):
            self._gate.trying_password(request)
            raise Denial(403, "refuse.account_password")
        if asked.what == "delete":
            await run(lambda: self._accounts.delete(account.id))
            return JSONResponse({})
        secret = await self._slowly(lambda: _hashed(asked.new))
        await run(lambda: self._accounts.leave(account.id, secret))
        return await self._entered(account, [], Denial(403, "refuse.account"))

    async def _entered(self, account: HostedAccount | None, seats: list[Pass], otherwise: Denial) -> Response:
        """Answer with a token of an account, its list longer by some seats; raises Denial where there is none."""
        if account is None:
            raise otherwise
        if seats:
            await self._hall.run(lambda: self._accounts.keep(account.id, seats))
        return answer(http.Entered(await self._hall.run(lambda: self._accounts.enter(account.id)), account.name))

    async def _opened(self, request: Request, token: str) -> HostedAccount:
        account = await self._hall.run(lambda: self._accounts.opened(token))
        if account is None:
            self._gate.guessed(request)
            raise Denial(403, "refuse.account")
        return account

    async def _seats(self, tokens: list[str]) -> list[Pass]:
        opens = await self._hall.run(lambda: self._hall.store.opens(tokens))
        return [one for one in opens.values() if one.kind in ("seat", "host")]

    async def _slowly(self, job: Callable[[], _T]) -> _T:
        """Return what a job with a password comes to; raises Denial where too many wait."""
        if self._waiting >= WAITING:
            raise Denial(429, "refuse.too_fast")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, job)
        finally:
            self._waiting -= 1

    def _is_password(self, account: HostedAccount | None, password: str) -> bool:
        """Return whether a password is that of an account; for a name that nobody has it takes as long."""
        self._nobody = self._nobody or _hashed(new_token())
        kept = account.secret if account is not None else self._nobody
        try:
            return argon2id.verify(kept.encode("ascii"), password.encode("utf-8", "surrogatepass"))
        except CryptoError:
            return False


def _hashed(password: str) -> str:
    found = argon2id.str(password.encode("utf-8", "surrogatepass"), argon2id.OPSLIMIT_INTERACTIVE, argon2id.MEMLIMIT_INTERACTIVE)
    return found.decode("ascii")
