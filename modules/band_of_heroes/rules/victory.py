"""Who wins: control, points, exits, sudden ends (scenarios; checked in every Administration phase and at the end)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from .events import controller
from .facts import SIDES, enemy, is_good, occupied, units


def _place(r: Reader, cell: str) -> str:
    return f"{r.scenario['boards'][0]}:{cell}"


def points(r: Reader, side: str) -> int:
    """Return a side's victory points so far."""
    victory = r.scenario["victory"]
    worth = victory.get("points") or {}
    foe = enemy(side)
    total = 0
    if victory["type"] == "exit":
        total += int(r.num(side, "exited")) if victory["side"] == side else 0
    else:
        total += int(worth.get("step", 0)) * int(r.num(foe, "steps_lost"))
        total += int(worth.get("two_steps", 0)) * (int(r.num(foe, "steps_lost")) // 2)
        total += int(worth.get("leader_lost", 0)) * int(r.num(foe, "leaders_lost"))
    if victory["type"] != "exit" or victory["side"] == side:
        total += sum(int(n) for cell, n in (worth.get("hexes") or {}).items() if controller(r, _place(r, cell)) == side)
    return total


def held(r: Reader, side: str) -> int:
    """Return how many of the victory hexes a side controls."""
    return sum(1 for cell in r.scenario["victory"].get("hexes") or () if controller(r, _place(r, cell)) == side)


def squads_left(r: Reader, side: str) -> bool:
    """Return whether a side has a good-order MMC on the map."""
    return any(
        is_good(r, u) and (r.has(u, "mmc") or r.has(u, "weapon_team"))
        for place in occupied(r, side)
        for u in units(r, place, side)
    )


def sudden(t: Table) -> None:
    """End the game if a side has won at once."""
    victory = t.scenario["victory"]
    for side, condition in sorted((victory.get("sudden") or {}).items()):
        if condition.get("control") == "all" and held(t, side) == len(victory["hexes"]):
            t.end(side, level="sudden", key="result.all_held", side={"s": side})
            return
        if (
            condition.get("no_mmc")
            and int(t.var("turn", 1)) >= int(condition.get("from_turn", 1))
            and not squads_left(t, condition["no_mmc"])
        ):
            t.end(side, level="sudden", key="result.no_mmc", side={"s": condition["no_mmc"]})
            return


def final(t: Table) -> None:
    """Say who has won after the last turn."""
    victory: dict[str, Any] = t.scenario["victory"]
    kind = victory["type"]
    if kind == "control":
        side, needs = next(iter(victory["needs"].items()))
        n = held(t, side)
        t.end(side if n >= int(needs) else victory["else"], key="result.control", side={"s": side}, n=n, needs=needs)
        return
    if kind == "exit":
        side = victory["side"]
        n = points(t, side)
        t.end(
            side if n >= int(victory["needs"]) else victory["else"],
            key="result.exit",
            side={"s": side},
            n=n,
            needs=victory["needs"],
        )
        return
    a, b = (points(t, side) for side in SIDES)
    margin = victory.get("margin") or {}
    if margin:
        side, by = next(iter(margin.items()))
        own, other = points(t, side), points(t, enemy(side))
        winner = side if own - other >= int(by) else victory["else"]
    else:
        winner = SIDES[0] if a > b else SIDES[1] if b > a else victory["tie"]
    t.end(winner, key="result.points", us=a, german=b)
