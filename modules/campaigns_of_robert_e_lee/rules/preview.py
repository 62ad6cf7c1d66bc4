"""What a careful player would work out: the odds of an attack, each factor by its name, "?" for what is hidden (3.6)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.reach import bands
from qtwar.kit.table import Frame, Seen

from . import ammo, bodies, declaration, ground, march, marchers, morale, odds, tree, ways, works, zones
from .bodies import Spent
from .facts import enemy, fights, is_engaged, raider
from .odds import Exchange, Stack

UNKNOWN = (("line.higher_ml", "10.31"), ("line.cavalry", "10.43"))
"""Factors that hang on what the enemy has."""


def attack(s: Seen, own: str, other: str, *, attacking: bool, n: int = 1) -> dict[str, Any] | None:
    """Return the odds of this side's fire from a hex into another: lines, column, what each die would bring."""
    side = s.side
    if not tree.units_at(s, own, side) and not raider(s, own, side):
        return None
    c, spent = bodies.charts(s.content), Spent(firing(s, own))
    mine = bodies.stack(s, own, side, spent, attacked=not attacking)
    manned = fights(s, other, enemy(side)) or works.is_held(s, other, enemy(side))
    level = works.level(s, other, enemy(side)) if attacking and manned else 0
    theirs = Stack((), ml=mine.ml, terrain=ground.terrain(s, other), works=level)
    pair = (mine, theirs) if attacking else (theirs, mine)
    x = Exchange(
        *pair, n=n, river=ground.crossing(s, own, other), weather=ground.weather(s), cavalry=(0, 0, 0, 0),
        round_each=bool(s.option("amb_22_round_each_halving")),
    )  # fmt: skip
    fire = odds.fire(c, x, attacking=attacking)
    lines: list[dict[str, Any]] = [dict(line) for line in fire.lines]
    lines += [{**msg(key, rule=rule), "value": "?", "tone": "unknown"} for key, rule in UNKNOWN]
    results = [{"die": die, "result": c.fert.cell(c.fert.row(die + fire.modifier), fire.column)} for die in range(1, 7)]
    return {
        "title": msg("odds.attack", a={"c": own}, b={"c": other}), "lines": lines, "table": "fert", "column": fire.column,
        "column_head": str(c.fert.column_heads[fire.column]), "results": results,
    }  # fmt: skip


def firing(s: Seen, where: str) -> frozenset[str]:
    """Return the leaders of a hex whose artillery can be paid for."""
    leaders = tree.leaders_at(s, where, s.side)
    chief = tree.commander(s, where, s.side)
    have = {p: bodies.ammo(s, p) for p in leaders}
    return ammo.affordable(s.chart("ammunition"), chief, bodies.gunners(s, leaders), have).firing


def nth(s: Seen, target: str) -> int:
    """Return which attack on a hex the next one is: those of a battle that its attacker extends count too (10.33, 10.71)."""
    battle, extension = s.frame_of("battle"), s.frame_of("extension")
    if battle is not None:
        return int(battle.l.get("before", 0)) + len(battle.l.get("shots", ())) + 1
    return int((extension.l.get("before") or {}).get(target, 0)) + 1 if extension is not None else 1


def extended(s: Seen, f: Frame, target: str) -> dict[str, Any] | None:
    """Return the odds of a battle that is fought on: who defended would attack one of the attackers (10.71)."""
    side = f.l["side"]
    for row in f.l["fought"]:
        near = [at for at in row["attackers"] if is_engaged(s, at, side)]
        if row["target"] == target and near and is_engaged(s, target, enemy(side)):
            if s.side == side:
                return attack(s, near[0], target, attacking=True, n=row["n"] + 1)
            return attack(s, target, near[0], attacking=True)
    return None


def declared(s: Seen, own: str, other: str) -> dict[str, Any] | None:
    """Return the odds of an attack that is still to be declared, with the chance that it is (8.51)."""
    found = attack(s, own, other, attacking=True, n=nth(s, other))
    if found is None:
        return None
    need, led = declaration.able(s, s.side, own), bool(tree.commander(s, own, s.side)) or raider(s, own, s.side)
    good = morale.best(s, need, leaderless=not led)
    chance = msg("odds.declared", rule="8.51", n=good, percent=round(100 * good / 6))
    return {**found, "chances": [{**chance, "tone": "good" if good >= 3 else "bad"}]}


def asked(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer the odds of what is aimed at now: a hex to declare against, the present exchange of a battle.

    An ask that is about one attack names its hexes, `from` and `to`; the one that it leaves out is the one chosen.
    """
    cell = str(args.get("cell") or "")
    if "from" in args or "to" in args:
        own, other = (str(args.get(end) or cell) for end in ("from", "to"))
        return attack(s, own, other, attacking=True, n=nth(s, other)) if other in ground.near(s, own) else None
    if args.get("verb") == "declare_from":
        some = declaration.targets(s, s.side, cell) if cell else []
        return declared(s, cell, some[0]) if len(some) == 1 else None  # of several it is asked which
    f = next((f for name in ("battle", "declare", "deploy", "reactions", "combats") if (f := s.frame_of(name))), None)
    if f is None:
        return None
    if f.step == "battle" and f.l.get("at"):
        attacking = s.side == f.l["side"]
        own, other = (f.l["at"], f.l["target"]) if attacking else (f.l["target"], f.l["at"])
        return attack(s, own, other, attacking=attacking, n=nth(s, f.l["target"]))
    if f.step == "declare" and cell:
        return declared(s, f.l["where"], cell)
    if f.step == "combats" and f.l.get("stage") == "extend":
        return extended(s, f, cell)
    if f.step == "combats" and cell in {target for _, target in bodies.attacks(s)}:
        own = next(at for at, target in bodies.attacks(s) if target == cell)
        return attack(s, own, cell, attacking=True, n=nth(s, cell))
    if f.step in ("deploy", "reactions") and s.side == f.l["side"]:
        target = f.l.get("target") or next(iter(f.l["friends"]))
        foes = f.l.get("attackers") or f.l["foes"]
        return attack(s, target, foes[0], attacking=False)
    return None


def dice(s: Seen, cell: str) -> list[int]:
    """Return the faces of the movement die with which the marchers would get to a hex (8.22)."""
    return bands_of(s).get(cell, [])


def bands_of(s: Seen) -> dict[str, list[int]]:
    """Return hex → the faces of the movement die with which the marchers would get there, before they roll (8.22)."""
    f = s.frame_of(march.March.name)
    if f is None or f.l.get("stage") != "prepare" or f.l["side"] != s.side:
        return {}
    key = ("dice",)
    if key not in s.memo:
        budgets = {die: marchers.allowance(s, f, die) * ground.HALVES for die in range(1, 7)}
        found = ways.reachable(s, marchers.mover(s, f), marchers.start(s, f), max(budgets.values()))
        s.memo[key] = bands(found, budgets)
    answer: dict[str, list[int]] = s.memo[key]
    return answer


def covered(s: Seen, cell: str) -> bool:
    """Return whether an enemy zone covers a hex."""
    return zones.in_enemy_zone(s, cell, s.side)
