"""For tests: asks by HTTP, makes games; who plays them is `services.tableplayer`."""

from __future__ import annotations

import json
import random
import urllib.error
import urllib.request
from typing import Any

from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.services.tableplayer import TablePlayer

Json = dict[str, Any]


class Player(TablePlayer):
    """A player that can act at random."""

    def random_action(self, chance: random.Random) -> Json | None:
        """Return one of the offered actions at random."""
        if self.offer is None:
            return None
        able = asks.open_asks(self.offer["asks"])
        for _ in range(20):
            if not able:
                return None
            ask = chance.choice(able)
            args = asks.sample_answer(ask, Chance(chance.getrandbits(60)), self.query)
            if args is not None:
                return {"side": self.offer.get("side") or self.joined.seat, "verb": ask["verb"], "args": args}
        return None


def post(url: str, path: str, body: Any, **headers: str) -> tuple[int, Json]:
    """Return status and answer of an HTTP request."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return _asked(urllib.request.Request(url + path, data, {"content-type": "application/json", **headers}))


def get(url: str, path: str, **headers: str) -> tuple[int, str]:
    """Return status and text of a page."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, headers=headers), timeout=20) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as fault:
        return fault.code, fault.read().decode()


def _asked(request: urllib.request.Request) -> tuple[int, Json]:
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as fault:
        return fault.code, json.loads(fault.read())


def new_game(url: str, host: str, title: str, scenario: str, **more: Any) -> tuple[Json, dict[str, str]]:
    """Make a game and take all its seats; returns the answer and the tokens by side."""
    status, made = post(url, "/api/games", {"title": title, "scenario": scenario, "host": host, **more})
    assert status == 200, made
    tokens = {more["seat"]: made["token"]} if more.get("seat") else {}
    for side, code in made["invitations"].items():
        status, seated = post(url, "/api/sit", {"code": code, "name": f"who plays {side}"})
        assert status == 200, seated
        tokens[side] = seated["token"]
    return made, tokens


__all__ = ["Player", "get", "new_game", "post"]
