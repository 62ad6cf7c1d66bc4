"""A game in a step of the admin sequence, and short words for what its tests ask."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.rules import lines
from modules.campaigns_of_robert_e_lee.tests.conftest import Game
from qtwar.engine.state import State

V = "virginia:"
POINTS: dict[str, int] = {"ml": 3, "ap": 3, "ammo": 1}
EARLY = ("csa-early-1", "2945", "l3", ["infantry_2_1", "infantry_2_2"])
LEE = ("csa-lee-1", "2950", "army1", ["infantry_2_1"])


def chore(name: str, *groups: dict[str, Any], side: str = "csa", wep: int = 60, **more: Any) -> Game:
    game = Game(
        *groups,
        supply=None,
        sides={"csa": {"wep": wep, "replacement": 3}, "union": {"wep": wep, "replacement": 3}},
        **more,
    )
    lines.begin(game.table())
    return game.run((name, {"side": side}))


def wep(game: Game, side: str = "csa") -> int:
    return int(game.state.secret[side]["wep"])


def tasks(game: Game, side: str = "csa") -> set[str]:
    """Return what a side may do in a step, but to be done with it."""
    return set(game.asks(side)) - {"done", "done_all"}


def kinds(state: State, at: str) -> list[str]:
    return sorted(r["kind"] for r in state.pieces.values() if r["at"] == V + at)
