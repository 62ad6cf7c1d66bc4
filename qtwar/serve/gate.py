"""What stands before all routes: bodies of their form and size, tokens that open something, and who guesses too often.

Many share an address, a club say, and one who guesses must not lock the others out: tokens, keys (192 bits) and codes (60)
can not be found by trying, so a right one is always taken, and wrong ones past their rate are merely told so. A password
can be: past that rate the right one is no better than a wrong one.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final, TypeVar

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from qtwar.serve.hall import Hall
from qtwar.serve.rate import Buckets
from qtwar.storage.hosted.store import HostedGame, Pass
from qtwar.wire import http
from qtwar.wire.limits import MOST_BODY, Rate

B = TypeVar("B")
GUESSES: Final = Rate(0.2, 20)
"""How many wrong tokens, codes and keys an address may send; wrong passwords are counted apart, at the same rate."""


class Denial(Exception):
    """A request by HTTP that is refused, by the key of its sentence."""

    def __init__(self, status: int, key: str, **args: Any) -> None:
        super().__init__(key)
        self.status, self.message = status, {"key": key, "args": args}


class Gate:
    """Reads what is asked of a hall, and says no to who may not."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._guesses, self._passwords = Buckets(GUESSES), Buckets(GUESSES)

    async def read(self, request: Request, kind: type[B]) -> B:
        """Return the body of a request as its frozen type; raises Malformed or Denial."""
        made: B = http.read(kind, await body(request))
        return made

    async def opened(self, request: Request, token: str, kinds: tuple[str, ...]) -> tuple[Pass, HostedGame]:
        """Return what a token opens, one of some kinds, and its game; raises Denial."""
        store, run = self._hall.store, self._hall.run
        opens = await run(lambda: store.open(token))
        row = await run(lambda: store.game(opens.game)) if opens is not None else None
        if opens is None or row is None or opens.kind not in kinds:
            self.guessed(request)
            raise Denial(404, "refuse.code")
        return opens, row

    def guessed(self, request: HTTPConnection) -> None:
        """Count something that is no token, code or key; raises Denial for an address that tries too many."""
        if not self._guesses.take(address(request)):
            raise Denial(429, "refuse.too_fast")

    def trying_password(self, request: HTTPConnection) -> None:
        """Count a password before it is looked at; raises Denial for an address that has tried too many."""
        if not self._passwords.take(address(request)):
            raise Denial(429, "refuse.too_fast")

    def not_wrong(self, request: HTTPConnection) -> None:
        """Take a password off the count that was right, or was not looked at."""
        self._passwords.give(address(request))


def address(request: HTTPConnection) -> str:
    """Return where a request comes from, by which limits are counted."""
    return request.client.host if request.client else ""


def answer(made: Any) -> Response:
    """Return what was made for one person as an answer that nobody keeps."""
    return JSONResponse(asdict(made), headers={"cache-control": "no-store"})


async def body(request: Request) -> bytes:
    """Return the body of a request; raises Denial for one that is too large."""
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > MOST_BODY:
            raise Denial(413, "refuse.malformed")
    return found
