"""Ships: where they are and sail, their zones, bombardment and combat, the battery (8.9, 10.8).

A ship lies in a sea hex, or on the side of a great river where it is (8.91a). The coastal battery lies in its hex and
commands the side that the map names.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.reach import Move, Way, lit, reach
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import losses, rivers, works
from .actions import Action
from .facts import CSA, MAP, UNION, enemy, hex_of, place

BOMBARDED = "bombarded"
"""Ships that have bombarded in this impulse: one mission each (8.9)."""


# waters -----------------------------------------------------------------------------


def waters(r: Reader) -> dict[str, tuple[str, ...]]:
    """Return sea hex or navigable side → the waters next to it (8.91)."""
    found: dict[str, tuple[str, ...]] | None = r.content.memo.get("waters")
    if found is None:
        board, open_ = r.content.boards[MAP], rivers.navigable(r.content)
        sea = {c for c, terrain in board.terrain.items() if terrain == "sea"}
        near: dict[str, set[str]] = {place(c): {place(n) for n in board.grid.neighbours(c) if n in sea} for c in sorted(sea)}
        for side in sorted(open_):
            a, b = rivers.cells(side)
            here = near.setdefault(place(side), set())
            here |= {place(s) for s in rivers.branches(r.content, side) if s in open_}
            here |= {place(c) for c in (set(board.grid.neighbours(a)) & set(board.grid.neighbours(b))) & sea}
        for at, others in list(near.items()):
            for other in others:
                near[other].add(at)
        found = r.content.memo["waters"] = {at: tuple(sorted(others)) for at, others in near.items()}
    return found


def shores(r: Reader, water: str) -> set[str]:
    """Return the hexes next to a water: both banks and the ends of a river side, the neighbours of a sea hex (10.83)."""
    grid, at = r.content.boards[MAP].grid, hex_of(water)
    if "|" not in at:
        return {place(c) for c in grid.neighbours(at)}
    a, b = rivers.cells(at)
    return {place(c) for c in (a, b, *(set(grid.neighbours(a)) & set(grid.neighbours(b))))}


def access(r: Reader, where: str) -> tuple[str, ...]:
    """Return the waters from which a port, landing or shore hex is reached: the map names those of ports (8.92, 15.11)."""
    found: dict[str, tuple[str, ...]] | None = r.content.memo.get("access")
    if found is None:
        off: dict[str, list[str]] = {}
        for water in waters(r):
            banks = [place(c) for c in rivers.cells(hex_of(water))] if "|" in water else sorted(shores(r, water))
            for bank in banks:
                off.setdefault(bank, []).append(water)
        known = {port: (water,) for port, water in ports(r).items()}
        found = r.content.memo["access"] = {**{bank: tuple(some) for bank, some in off.items()}, **known}
    return found.get(where, ())


def ports(r: Reader) -> dict[str, str]:
    """Return port hex → its water."""
    facts = r.content.boards[MAP].facts
    named = {**facts["port_access_side"], **facts["port_access_hexes"]}
    return {place(str(facts["places"][name])): place(str(at)) for name, at in named.items()}


# ships and zones --------------------------------------------------------------------


def ships(r: Reader, side: str) -> list[str]:
    """Return a side's ships on the map."""
    return _lying(r, "naval", side)


def batteries(r: Reader) -> list[str]:
    """Return the coastal batteries in play."""
    return _lying(r, "battery", CSA)


def _lying(r: Reader, trait: str, side: str) -> list[str]:
    def test(at: str) -> bool:
        return at.startswith(f"{MAP}:") and any(r.has(p, trait) for p in r.of(at, side))

    return [p for at in r.places_with((trait, side), test) for p in r.of(at, side) if r.has(p, trait)]


def water_of(r: Reader, piece: str) -> str:
    """Return the water where a ship is, or that a battery commands (10.82)."""
    if not r.has(piece, "battery"):
        return r.where(piece)
    sides = r.content.boards[MAP].facts["battery_sides"].values()
    return next((place(str(s)) for s in sides if hex_of(r.where(piece)) in rivers.cells(str(s))), "")


def zone(r: Reader, piece: str) -> set[str]:
    """Return the waters in a ship's or battery's zone: its own side and those that branch off it; none at sea (8.91a)."""
    at = water_of(r, piece)
    if "|" not in at:
        return {at} if at else set()
    zones: dict[str, set[str]] = r.content.memo.setdefault("zones of waters", {})
    if at not in zones:
        zones[at] = {at, *(place(s) for s in rivers.branches(r.content, hex_of(at)))}
    return zones[at]


def foes(r: Reader, side: str) -> list[str]:
    """Return the enemy ships, and for the Union the batteries."""
    return [*ships(r, enemy(side)), *(batteries(r) if side == UNION else [])]


def hostile(r: Reader, side: str, water: str) -> list[str]:
    """Return the enemies in whose zone a water is."""
    return [p for p in foes(r, side) if water in zone(r, p)]


def sailing(r: Reader, ship: str) -> dict[str, Way]:
    """Return where a ship can sail: anywhere, but it stops in an enemy's zone, unless it began in that one (8.91a, 10.82)."""
    side, start = r.owner(ship), r.where(ship)
    known = waters(r)
    stops = {at for zone_ in (zone(r, p) for p in foes(r, side)) if start not in zone_ for at in zone_}

    def step(way: Way, to: str) -> Move:
        return Move(1, stop=to in stops)

    return reach(start, lambda at: known.get(at, ()), step)


def light(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where a ship can sail."""
    return {"cells": lit(sailing(s, args["pieces"][0]), costs=False)}


# actions in movement ----------------------------------------------------------------


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ships that may sail, each once an impulse."""
    sailed = f.of(f.l["side"]).get("sailed", ())
    free = [p for p in ships(s, s.side) if p not in sailed and s.where(p) in waters(s)]
    return [offers.move("sail", "ask.sail", free, rule="8.91", query="reach_sea")] if free else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Sail."""
    ship, to = args["pieces"][0], args["path"][-1]
    if to not in sailing(t, ship):
        t.refuse("refuse.water", rule="8.91", cell={"c": to})
    t.move(ship, to)
    own = f.of(side)
    own["sailed"] = [*own.get("sailed", []), ship]
    t.note("note.sail", rule="8.91", ship={"p": ship}, cell={"c": to})


MENU = (Action(("sail",), asks, do),)


# bombardment ------------------------------------------------------------------------


def bombarding(r: Reader, side: str, own: str, other: str) -> list[str]:
    """Return the ships that support a land combat: next to both hexes, no enemy ship by them, none has done so yet (10.83)."""
    done = r.var(BOMBARDED) or ()
    return [
        p for p in ships(r, side)
        if p not in done and {own, other} <= shores(r, r.where(p)) and not hostile(r, side, r.where(p))
    ]  # fmt: skip


def bombard(r: Reader, ship: str) -> int:
    """Return a ship's bombardment value on the side that it shows."""
    return int(r.attr(ship, "bombard" if r.record(ship)["face"] == "front" else "bombard_reduced", 0))


# combat -----------------------------------------------------------------------------


def strength(r: Reader, piece: str) -> int:
    """Return the strength of a ship or battery on the side that it shows (10.81)."""
    if r.has(piece, "battery"):
        return int(r.attr(piece, "strength", 0))
    return int(r.attr(piece, "strength" if r.record(piece)["face"] == "front" else "reduced", 0))


def modifiers(r: Reader, attackers: list[str], defenders: list[str]) -> list[tuple[str, int]]:
    """Return the modifiers of a naval combat by the rows of their chart (10.81a)."""

    def any_of(pieces: list[str], *traits: str) -> bool:
        return any(r.has(p, trait) for p in pieces for trait in traits)

    chart, found = r.chart("naval_modifiers"), []
    tests = {
        "wooden_ironclad": any_of(attackers, "wooden") and any_of(defenders, "ironclad"),
        "ship_battery": any_of(attackers, "naval") and any_of(defenders, "battery"),
        "battery_ship": any_of(attackers, "battery") and any_of(defenders, "naval"),
        "ironclad_other": any_of(attackers, "ironclad") and not any_of(defenders, "ironclad", "battery"),
        "ship_gunboat": any_of(attackers, "naval") and any_of(defenders, "gunboat"),
    }
    for row, holds in tests.items():
        if holds:
            found.append((row, int(chart.at(row))))
    return found


def contacts(r: Reader, side: str) -> list[tuple[list[str], list[str]]]:
    """Return the combats of a side's impulse: its ships (or battery) in the zones of enemies, with these (10.81, 10.82a)."""
    own = [*ships(r, side), *(batteries(r) if side == CSA else [])]
    against = foes(r, side)
    found: list[tuple[list[str], list[str]]] = []
    used: set[str] = set()
    for at in sorted({water_of(r, p) for p in against}):
        defenders = [p for p in against if water_of(r, p) == at]
        attackers = [p for p in own if p not in used and any(water_of(r, p) in zone(r, d) or at in zone(r, p) for d in defenders)]
        if attackers:
            used |= set(attackers)
            found.append((attackers, defenders))
    return found


class NavalCombats(Staged):
    """The combats of ships at the end of an impulse (10.8). Locals: `side`, `left`: groups yet to fight."""

    name = "naval_combats"
    first = "begin"

    def at_begin(self, t: Table, f: Frame) -> str:
        """Find who is in contact."""
        f.l["left"] = [list(pair) for pair in contacts(t, f.l["side"])]
        return "next"

    def at_next(self, t: Table, f: Frame) -> str:
        """Fight the next combat: only the attacker rolls (10.81)."""
        if not f.l["left"]:
            t.done()
            return ""
        attackers, defenders = ([p for p in group if t.exists(p)] for group in f.l["left"].pop(0))
        if not attackers or not defenders:
            return "next"
        chart, side = t.chart("naval_combat"), f.l["side"]
        n = sum(strength(t, p) for p in attackers) - sum(strength(t, p) for p in defenders)
        drm = sum(by for _, by in modifiers(t, attackers, defenders))
        die = t.roll(purpose="roll.naval", by=side)[0]
        row, column = chart.row(max(1, min(7, die + drm))), chart.column(max(-3, min(5, n)))
        word = str(chart.cell(row, column))
        t.note("note.naval", rule="10.81", side={"s": side}, n=n, drm=f"{drm:+d}", table={"t": ["naval_combat", row, column]})
        f.l.update(hits=[word.partition("D")[2], word.partition("D")[0].removeprefix("A")], groups=[defenders, attackers])
        return "hits"

    def at_hits(self, t: Table, f: Frame) -> str:
        """Take the steps of both, the defender first; a battery only when its works are gone (10.82a)."""
        if not f.l["groups"]:
            return "next"
        n, group = int(f.l["hits"].pop(0).strip("-") or 0), f.l["groups"].pop(0)
        side = t.owner(group[0])
        while n and (guns := [p for p in group if t.has(p, "battery") and works.level(t, t.where(p))]):
            at = t.where(guns[0])
            works.set_level(t, at, side, works.level(t, at) - 1)
            n -= 1
        losses.call(t, side, group, n, "10.81")
        return "hits"


def call(t: Table, side: str) -> None:
    """Begin the naval combats of an impulse, in scenarios with ships (10.8)."""
    if (t.scenario.get("attrs") or {}).get("naval") is not False:
        t.call(NavalCombats.name, side=side)


def begin(t: Table) -> None:
    """Put the ships of a scenario on the sides of the rivers where they lie (8.91a)."""
    for lines in ((t.scenario.get("attrs") or {}).get("ships") or {}).values():
        for line in lines:
            if "side" in line:
                for piece in [p for p in t.ids(place(line["hex"])) if t.record(p)["kind"] == line["unit"]]:
                    t.move(piece, place(line["side"]))


STEPS = (NavalCombats(),)
