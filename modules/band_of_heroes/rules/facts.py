"""What counters are and what state they are in: classes, order, wounds, markers, weapons, stacking (1.1 to 1.6, 4.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.facts import box, is_cell, opponents
from qtwar.kit.memo import per_piece, per_place
from qtwar.kit.table import Reader, Table

US, GERMAN = "us", "german"
SIDES = (US, GERMAN)
MMC = ("mmc", "weapon_team")
UNIT = frozenset((*MMC, "smc"))
ELIGIBLE_SMC = ("leader", "hero", "scout")  # who of the SMC may operate a support weapon (1.6.1)
BARS = ("moved", "crawl", "stealth", "assault", "fired", "ops")
"""Markers of a turn, in the order in which a counter shows them: what `marks` of a unit may hold (4.0)."""

MARKS = {
    "marks": BARS, "led": (), "used_lm": (), "pivoted": (), "came_from": (), "sat": (), "wounded": (), "hurt": (),
    "placed": (), "facing": (), "group": (), "line": (), "made": (),
}  # fmt: skip
"""What play writes on counters; only `marks` has words of its own."""


enemy = opponents(US, GERMAN)

# places ------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _floors(content: Content) -> tuple[dict[str, str], dict[str, str]]:
    """Return (upper floor → hex, hex → upper floor) of a title's content."""
    down = {str(b["id"]): str((b.get("attrs") or {}).get("floor_of") or "") for b in content.boxes.values()}
    down = {name: below for name, below in down.items() if below}
    return down, {below: name for name, below in down.items()}


def floor_of(r: Reader, place: str) -> str:
    """Return the hex that a place is the upper floor of, or an empty word."""
    return "" if is_cell(place) else _floors(r.content)[0].get(place, "")


def on_map(r: Reader, place: str) -> bool:
    """Return whether a place is a hex or an upper floor."""
    return is_cell(place) or place in _floors(r.content)[0]


def hex_of(r: Reader, place: str) -> str:
    """Return the hex of a place on the map: the place itself, or the hex below an upper floor."""
    return _floors(r.content)[0].get(place, place)


def upper_of(r: Reader, place: str) -> str:
    """Return the upper floor above a hex, or an empty word (10.2)."""
    return _floors(r.content)[1].get(place, "")


def levels(r: Reader, place: str) -> tuple[str, ...]:
    """Return all places of the hex that a place belongs to, the ground first (1.3)."""
    below = hex_of(r, place)
    above = upper_of(r, below)
    return (below, above) if above else (below,)


def occupied(r: Reader, side: str) -> list[str]:
    """Return the places on the map that hold units of a side, sorted."""
    return list(r.places_with(("occupied", side), lambda place: on_map(r, place) and units(r, place, side)))


def enemies_in(r: Reader, place: str, side: str) -> bool:
    """Return whether a side's enemies are in the hex of a place, on whatever level (1.6.1, 11.2, 11.4)."""
    return any(units(r, level, enemy(side)) for level in levels(r, place))


# counters ----------------------------------------------------------------------


def is_unit(r: Reader, piece: str) -> bool:
    """Return whether a counter is a unit: an MMC, a weapon team or an SMC, never a weapon, marker or card (1.1)."""
    kind = r.content.kinds.get(r.record(piece)["kind"])
    return kind is not None and not UNIT.isdisjoint(kind.traits)


def is_mmc(r: Reader, piece: str) -> bool:
    """Return whether a unit is a squad, half-squad, crew or weapon team."""
    return r.has(piece, "mmc") or r.has(piece, "weapon_team")


def is_team(r: Reader, piece: str) -> bool:
    """Return whether a unit is a weapon team (1.6)."""
    return r.has(piece, "weapon_team")


def is_squad(r: Reader, piece: str) -> bool:
    """Return whether a unit is a full squad."""
    return r.has(piece, "squad")


def is_half(r: Reader, piece: str) -> bool:
    """Return whether a unit is a half-squad or crew."""
    return r.has(piece, "half_squad") or r.has(piece, "crew")


def is_smc(r: Reader, piece: str) -> bool:
    """Return whether a unit is one person."""
    return r.has(piece, "smc")


def units(r: Reader, place: str, side: str | None = None) -> list[str]:
    """Return the units in a place, bottom first; of one side if it is given."""
    here = r.here[place]  # as `kit.memo.per_place` does, without a call: nothing is asked more often
    found: list[str] | None = here.get((units, side))
    if found is None:
        found = here[units, side] = [p for p in r.ids(place) if is_unit(r, p) and side in (None, r.owner(p))]
    return list(found)


def all_units(r: Reader, side: str) -> list[str]:
    """Return a side's units on the map, by place."""
    found: list[str] | None = r.memo.get((all_units, side))
    if found is None:
        found = r.memo[all_units, side] = [p for place in occupied(r, side) for p in units(r, place, side)]
    return list(found)


def nation(r: Reader, piece: str) -> str:
    """Return the counter colour: para, glider, wehrmacht, fj, ss (1.1)."""
    return str(r.attr(piece, "nation", ""))


def same_colour(r: Reader, leader: str, unit: str) -> bool:
    """Return whether a leader's counter has a unit's colour; weapon teams and men but leaders are their side's (3.0, 5.0.1)."""
    common = is_team(r, unit) or (is_smc(r, unit) and not r.has(unit, "leader"))
    return common or nation(r, unit) == nation(r, leader)


# state -------------------------------------------------------------------------


def is_good(r: Reader, piece: str) -> bool:
    """Return whether a unit is in good order; heroes always are (5.1)."""
    return bool(r.record(piece)["face"] == "front") or r.has(piece, "hero")


def is_wounded(r: Reader, piece: str) -> bool:
    """Return whether an SMC is wounded (5.1)."""
    return r.record(piece)["face"] == "back" if r.has(piece, "hero") else bool(r.attr(piece, "wounded", False))


def marks(r: Reader, piece: str) -> list[str]:
    """Return the markers of this turn that a unit bears."""
    return list(r.attr(piece, "marks", ()) or ())


def marked(r: Reader, piece: str, *which: str) -> bool:
    """Return whether a unit bears one of the markers named, or any at all."""
    found = r.attr(piece, "marks")
    if not found or not which:
        return bool(found)
    return any(m in found for m in which)


def mark(t: Table, piece: str, which: str) -> None:
    """Give a unit a marker; nothing happens if it bears it (4.0)."""
    found = marks(t, piece)
    if which not in found:
        t.set_attr(piece, "marks", sorted([*found, which], key=BARS.index))


def in_melee(r: Reader, place: str) -> bool:
    """Return whether a Melee marker lies in a place (8.1)."""
    return "melee" in _markers(r, place)


def marker_in(r: Reader, place: str, kind: str) -> str:
    """Return a marker of a kind that lies in a place, or an empty word."""
    return _markers(r, place).get(kind, "")


@per_place
def _markers(r: Reader, place: str) -> dict[str, str]:
    """Return kind → the lowest marker of that kind in a place."""
    found: dict[str, str] = {}
    for p in r.ids(place):
        kind = r.record(p)["kind"]
        if r.is_known(p) and r.content.kinds[kind].klass == "marker":
            found.setdefault(kind, p)
    return found


def put_marker(t: Table, place: str, kind: str, *, face: str = "front") -> str:
    """Lay a marker into a place, on top, unless one lies there."""
    found = marker_in(t, place, kind)
    if found:
        return found
    name = f"{kind}@{place}"
    return t.add(name, place, kind=kind, owner="", face=face)


def take_marker(t: Table, place: str, kind: str) -> bool:
    """Take a marker of a kind out of a place; returns whether there was one."""
    found = marker_in(t, place, kind)
    if found:
        t.remove(found)
    return bool(found)


def holds(r: Reader, piece: str, card: str) -> str:
    """Return the skill card of a kind that a unit holds, or an empty word (12.0)."""
    return _cards(r, piece).get(card, "")


@per_piece
def _cards(r: Reader, piece: str) -> dict[str, str]:
    """Return skill → the first card of it that a unit holds."""
    found: dict[str, str] = {}
    for p in r.inside(piece):
        found.setdefault(r.record(p)["kind"].removeprefix("card_"), p)
    return found


def morale(r: Reader, piece: str) -> int:
    """Return the morale of the face shown, with wound and card (1.5, 5.1, 12.0)."""
    if r.has(piece, "hero"):
        hurt = r.attr(piece, "wounded") or {}
        base = (
            int(hurt.get("m", r.attr(piece, "shaken_morale"))) if is_wounded(r, piece) else int(r.attr(piece, "morale"))
        )
    else:
        base = int(r.attr(piece, "morale" if is_good(r, piece) else "shaken_morale"))
        if r.has(piece, "leader") and is_wounded(r, piece):
            base -= 1  # 5.1
    return base + (1 if holds(r, piece, "steady") else 0)


def leadership(r: Reader, piece: str) -> int:
    """Return a leader's modifier: one less when wounded, not below 0 (5.1)."""
    if r.attr(piece, "used_lm"):
        return 0  # 1.6.1: he has fired a weapon himself this turn
    lm = int(r.attr(piece, "lm", 0))
    if is_wounded(r, piece):
        lm -= 1
    return lm if r.option("wounded_leader_below_zero") else max(0, lm)


def leaders(r: Reader, place: str, side: str, *, apart: str = "") -> list[str]:
    """Return a side's good-order leaders in a place, the best first, but for one left apart."""
    found = [p for p in units(r, place, side) if r.has(p, "leader") and is_good(r, p) and p != apart]
    return sorted(found, key=lambda p: -leadership(r, p))


def steps(r: Reader, piece: str) -> int:
    """Return the steps that a unit is worth when it is lost: squad 2, half-squad 1, weapon team 2, SMC 0."""
    return int(r.attr(piece, "steps", 0)) if is_mmc(r, piece) else 0


# weapons -----------------------------------------------------------------------


def weapons(r: Reader, piece: str) -> list[str]:
    """Return the support weapons that a unit owns (1.6.1)."""
    return list(_weapons(r, piece))


@per_piece
def _weapons(r: Reader, piece: str) -> tuple[str, ...]:
    return tuple(p for p in r.inside(piece) if r.has(p, "support_weapon"))


def lying(r: Reader, place: str) -> list[str]:
    """Return the support weapons that lie in a place without an owner (1.6.1)."""
    return [p for p in r.ids(place) if r.has(p, "support_weapon")]


def carry_limit(r: Reader, piece: str) -> int:
    """Return how many support weapons a unit may carry (1.6.1)."""
    if is_team(r, piece):
        return 0  # 1.6.3
    if is_squad(r, piece):
        return 2
    if is_half(r, piece):
        return 1
    return 1 if any(r.has(piece, trait) for trait in ELIGIBLE_SMC) else 0


def may_take(r: Reader, piece: str) -> bool:
    """Return whether a unit may be given one more support weapon now (1.6.1)."""
    return is_good(r, piece) and len(weapons(r, piece)) < carry_limit(r, piece)


def is_tripod(r: Reader, weapon: str) -> bool:
    """Return whether a machine gun stands on its tripod (1.6.01)."""
    face = r.record(weapon)["face"]
    up = "front" if r.attr(weapon, "mode") == "tripod" else "back"
    return bool(face == up and has_tripod(r, weapon))


def has_tripod(r: Reader, weapon: str) -> bool:
    """Return whether a machine gun has a tripod side at all."""
    return bool(r.attr(weapon, "mode") == "tripod" or r.attr(weapon, "back_word") == "TRIPOD")


def is_captured(r: Reader, weapon: str, side: str) -> bool:
    """Return whether a weapon is the enemy's: by its make, or, where both sides have them, by who first lost it (1.6.1)."""
    kind = r.kind(weapon)
    made = (kind.side if kind is not None else "") or r.attr(weapon, "made") or side
    return bool(made != side)


def take_over(t: Table, weapon: str, unit: str) -> None:
    """Give a weapon to a unit, of whichever side; what both sides have remembers whose it was (1.6.1)."""
    owner, side = t.owner(weapon), t.owner(unit)
    if owner not in ("", side) and not t.attr(weapon, "made"):
        t.set_attr(weapon, "made", owner)
    t.give(weapon, side)
    t.move(weapon, f"@{unit}")


def figures(r: Reader, weapon: str) -> tuple[int, int]:
    """Return fire and range of a weapon's present side; (0, 0) for one that can not fire so (1.6.01)."""
    if r.has(weapon, "ordnance"):
        return 0, max(int(band.split("-")[-1]) for band in (r.attr(weapon, "to_hit") or {"0": 0}))
    if r.record(weapon)["face"] == "back" and has_tripod(r, weapon):
        words = str(r.attr(weapon, "back_figures", "")).split("-")
        return (int(words[0]), int(words[1])) if len(words) == 2 and all(w.isdigit() for w in words) else (0, 0)
    return int(r.attr(weapon, "fp", 0)), int(r.attr(weapon, "range", 0))


def can_stealth(r: Reader, unit: str) -> bool:
    """Return whether a unit may move by stealth: a yellow box; a scout who carries a weapon has lost it (6.4, 11.7)."""
    laden = r.has(unit, "scout") and bool(weapons(r, unit))
    return is_good(r, unit) and r.has(unit, "stealth_move") and not laden


# stacking ----------------------------------------------------------------------


def stack_weight(r: Reader, pieces: Iterable[str]) -> tuple[int, int]:
    """Return (half-squads, SMC) of units: a squad or weapon team counts two half-squads (1.3)."""
    halves = smc = 0
    for piece in pieces:
        if is_smc(r, piece):
            smc += 1
        elif is_mmc(r, piece):
            halves += round(2 * float(r.attr(piece, "squads", 1)))
    return halves, smc


def fits(r: Reader, place: str, side: str, more: Iterable[str] = ()) -> bool:
    """Return whether units of a side may be in a place together with more that would enter: 3 squads, 2 SMC (1.3)."""
    halves, smc = stack_weight(r, {*units(r, place, side), *more})
    return halves <= 6 and smc <= 2


def has_room(r: Reader, place: str, side: str, weight: tuple[int, int]) -> bool:
    """Return whether a place has room for what comes into it from elsewhere, given as `stack_weight` (1.3)."""
    found = _weight(r, place, side)
    return bool(found[0] + weight[0] <= 6 and found[1] + weight[1] <= 2)


@per_place
def _weight(r: Reader, place: str, side: str) -> tuple[int, int]:
    return stack_weight(r, units(r, place, side))


def lose(t: Table, piece: str, *, by: str = "") -> None:
    """Take a unit out of the game: its weapons stay in the hex, its cards are used up, its steps are booked (1.6.1)."""
    place, side = t.where(piece), t.owner(piece)
    if marked(t, piece, "fired") and on_map(t, place) and len(units(t, place, side)) > 1:
        put_marker(t, place, "spotted")  # 10.1: the hex has fired, whatever becomes of who did
    for thing in t.inside(piece):
        if t.has(thing, "support_weapon"):
            t.move(thing, place)
        else:
            t.move(thing, "skill_used")
    book_steps(t, side, steps(t, piece))
    if t.has(piece, "leader"):
        t.put(side, "leaders_lost", int(t.num(side, "leaders_lost")) + 1)
    t.set_attr(piece, "marks", None)
    t.move(piece, box(side, "lost"))


def book_steps(t: Table, side: str, n: int) -> None:
    """Book MMC steps that a side has lost."""
    if n:
        t.put(side, "steps_lost", int(t.num(side, "steps_lost")) + n)


def wrapped(pieces: Iterable[str]) -> list[dict[str, Any]]:
    """Return pieces as arguments of a message."""
    return [{"p": piece} for piece in pieces]
