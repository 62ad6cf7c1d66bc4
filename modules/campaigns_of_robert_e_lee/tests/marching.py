"""A game in a movement phase, and short words for what the tests of marches do and ask."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.tests.conftest import Game, force

LEE = ("csa-lee-1", "2945", "army1", ["infantry_2_1", "infantry_2_1"])
EARLY = ("csa-early-1", "2945", "l3", ["infantry_2_1", "infantry_2_2"])
HOLMES = ("csa-holmes-1", "2945", "l4", ["infantry_2_1"])
FAR = force("union-meade-1", "3528", "l1", ["infantry_6_2"], ml=3)
POINTS: dict[str, int] = {"ml": 3, "ap": 3, "ammo": 1}


def field(*groups: dict[str, Any], level: int = 3, side: str = "csa", foe: dict[str, Any] = FAR, **more: Any) -> Game:
    return Game(
        *groups,
        foe,
        phase="movement",
        args={"side": side, "level": level},
        sides={"csa": {"wep": 40}, "union": {"wep": 40}},
        **more,
    )


def roll(game: Game, die: int | list[int], leader: str = "csa-early-1", **more: Any) -> Game:
    game.act("csa", "order", pieces=[leader])
    return game.act("csa", "roll_move", dice=[die] if isinstance(die, int) else die)


def left(game: Game, side: str = "csa") -> Any:
    return game.offer(side)["prompt"]["args"].get("n")


def lit(game: Game, piece: str = "csa-early-1", side: str = "csa") -> dict[str, Any]:
    return {at[9:]: cell for at, cell in game.query(side, "reach", pieces=[piece])["cells"].items()}
