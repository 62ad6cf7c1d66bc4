"""Who has won: decisive conditions, victory points, the ladder (17.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import control, ground, supply, tracks, tree
from .facts import CSA, MAP, SIDES, UNION, enemy, fights, hex_of, hexes_of, is_infantry, place

GOALS = {UNION: ("Petersburg",), CSA: ("Baltimore", "Harrisburg")}
"""Where a force in full supply is as good as the enemy's capital (17.11)."""
CAPITALS = {UNION: "Washington", CSA: "Richmond"}


def holds(r: Reader, side: str, where: str) -> bool:
    """Return whether a side holds a hex at the end (17.11)."""
    return control.holder(r, where) == side


def has_force(r: Reader, side: str, where: str) -> bool:
    """Return whether a side has a front-line force in full supply in a hex (17.11)."""
    return bool(tree.standing(r, where, side)) and supply.state_at(r, side, where) == supply.FULL


def is_decisive(r: Reader, side: str) -> bool:
    """Return whether a side has met its decisive condition (17.11)."""
    own, other = CAPITALS[side], CAPITALS[enemy(side)]
    if not holds(r, side, ground.named(r.content, own)):
        return False
    if holds(r, side, ground.named(r.content, other)):
        return True
    return any(has_force(r, side, ground.named(r.content, name)) for name in GOALS[side])


def has_corps(r: Reader, side: str, where: str) -> bool:
    """Return whether a Union corps in full supply is in a hex."""
    corps = any(tree.is_union_corps(r, p) for p in tree.leaders_at(r, where, side))
    return corps and supply.state_at(r, side, where) == supply.FULL


def reached(r: Reader, row: dict[str, Any]) -> list[str]:
    """Return the hexes within a distance of one that are reached from it without crossing some rivers."""
    rivers = tuple(row["not_across"])
    board = next(b for b in r.content.raw["boards"] if b["id"] == MAP)
    closed = {
        side
        for edge in board.get("edges") or ()
        if edge["kind"] in ("great_river", "minor_river") and any(n in str((edge.get("name") or {}).get("en")) for n in rivers)
        for side in edge["sides"]
    }
    start, grid = place(str(row["of"])), r.content.boards[MAP].grid
    found, queue = {start}, [start]
    for here in queue:
        for to in ground.near(r, here):
            side = grid.edge(hex_of(here), hex_of(to))
            if to not in found and side not in closed and ground.distance(r, start, to) <= int(row["hexes"]):
                found.add(to)
                queue.append(to)
    return queue


def special(r: Reader, row: dict[str, Any]) -> int:
    """Return how often a scenario's own condition holds at the end: once, or for each of several hexes (17.12b)."""
    side = row["side"]
    foe = enemy(side)
    if "hold_any" in row:
        held = [c for c in row["hold_any"] if holds(r, side, place(str(c)))]
        return len(held) if row.get("each") else int(bool(held))

    tests = []
    for key, test in (("full_supply_front_line_force_in", has_force), ("full_supply_corps_in", has_corps)):
        if key in row:
            tests.append(any(test(r, side, place(str(c))) for c in row[key]))
    if "force_in_any" in row:
        tests.append(any(fights(r, place(str(c)), side) for c in row["force_in_any"]))
    if "no_enemy_unit_in" in row:
        tests.append(not fights(r, place(str(row["no_enemy_unit_in"])), foe))
    if "unit_in" in row:
        tests.append(fights(r, place(str(row["unit_in"])), side))
    if "hold" in row:
        tests.append(holds(r, side, place(str(row["hold"]))))
    if "no_enemy_unit_within" in row:
        tests.append(not any(fights(r, at, foe) for at in reached(r, row["no_enemy_unit_within"])))
    if "no_enemy_infantry_in_region" in row:
        region = row["no_enemy_infantry_in_region"]
        there = [at for at in hexes_of(r, foe) if ground.region(r, at) == region]
        tests.append(not any(is_infantry(r, u) for at in there for u in tree.units_at(r, at, foe)))
    return int(bool(tests) and all(tests))


def final(t: Table) -> None:
    """End the game: the scenario's points, then the ladder (17.0, 17.11, 17.12)."""
    for row in (t.scenario.get("victory") or {}).get("special") or ():
        if row.get("when") == "end":
            tracks.score(t, row["side"], special(t, row) * int(row["vp"]), "17.12b")
    decisive = [side for side in SIDES if is_decisive(t, side)]
    points = {side: tracks.number(t, side, "vp") for side in SIDES}
    args = {"csa": points[CSA], "union": points[UNION]}
    if len(decisive) == 1:
        winner = decisive[0]
        behind = points[winner] < points[enemy(winner)]
        t.end(winner, level="limited" if behind else "decisive", key="result.limited" if behind else "result.decisive", **args)
    elif points[CSA] == points[UNION]:
        t.end(None, level="draw", key="result.draw", **args)
    else:
        t.end(max(SIDES, key=lambda side: points[side]), level="points", key="result.points", **args)
