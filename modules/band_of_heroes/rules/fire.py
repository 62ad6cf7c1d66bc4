"""Fire: who may fire at what, and what each adds to an attack (1.6, 4.1, 5.0, 5.2, 14.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from qtwar.base.spans import bounds
from qtwar.kit.memo import per_piece, per_place
from qtwar.kit.table import Reader

from . import arcs, sight
from .facts import (
    all_units,
    enemy,
    figures,
    holds,
    in_melee,
    is_captured,
    is_good,
    is_half,
    is_mmc,
    is_smc,
    is_squad,
    is_team,
    leadership,
    marked,
    marks,
    occupied,
    on_map,
    units,
    weapons,
)
from .ground import BUILDINGS, are_adjacent, distance, terrain
from .spotting import is_spotted

NO_BAND = (0, 0)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """When a fire happens: in the own impulse or as opportunity fire, and what this impulse has brought.

    `spotter` has spotted `spotted` in this impulse (4.1); `stealthy` moved by stealth in it (6.4);
    `directing`: leaders who direct the fire of their places in this impulse or window (5.0.1); `moving`: units in motion;
    `used`: unit → what of it has fired already in this impulse or at these movers (4.0).
    """

    opportunity: bool = False
    spotter: str = ""
    spotted: str = ""
    stealthy: tuple[str, ...] = ()
    directing: tuple[str, ...] = ()
    moving: tuple[str, ...] = ()
    used: tuple[tuple[str, tuple[str, ...]], ...] = ()


def carrier(r: Reader, weapon: str) -> str:
    """Return the unit that owns a weapon, or an empty word."""
    at = r.where(weapon)
    return at[1:] if at.startswith("@") else ""


def is_grenades(r: Reader, piece: str) -> bool:
    """Return whether a piece is the skill card that is thrown once (12.0)."""
    return bool(r.record(piece)["kind"] == "card_grenades")


def is_ordnance(r: Reader, piece: str) -> bool:
    """Return whether a weapon or team fires on the ordnance chart (5.2, 14.0)."""
    return r.has(piece, "ordnance") or r.attr(piece, "table") == "OFT"


# who may fire ------------------------------------------------------------------


def readiness(r: Reader, unit: str, when: Circumstances, target: str = "") -> str:
    """Return how a unit may fire now: `full`, `half` (4.1) or an empty word (4.0, 5.1, 5.3)."""
    bears = _standing(r, unit)
    if not bears:
        return "full" if bears is not None else ""
    if "crawl" in bears or ("fired" in bears and unit not in dict(when.used)):
        return ""
    if "moved" in bears:
        return "full" if when.opportunity and r.attr(unit, "pivoted") else ""  # 1.6.3
    if "stealth" in bears:
        return "full" if unit in when.stealthy and not when.opportunity else ""  # 6.4
    if "ops" in bears:
        if r.has(unit, "sniper"):
            return "full"
        if when.opportunity:
            return "half" if is_mmc(r, unit) else ""  # 4.1
        return "full" if unit == when.spotter and target in ("", when.spotted) else ""
    return "full"


def _standing(r: Reader, unit: str) -> list[str] | None:
    """Return the markers of a unit that could fight by fire at all: good order, on the map, in no melee; else None."""
    known = r.memo.setdefault("standing", {})
    if unit not in known:
        place = r.where(unit)
        known[unit] = marks(r, unit) if on_map(r, place) and is_good(r, unit) and not in_melee(r, place) else None
    return known[unit]  # type: ignore[no-any-return]


def is_left(r: Reader, piece: str, unit: str, when: Circumstances) -> bool:
    """Return whether a unit that has fired may fire this too in the same impulse: ordnance fires apart (4.0, 1.6.1)."""
    before = dict(when.used).get(unit, ())
    if piece in before or (before and not is_ordnance(r, piece) and not all(is_ordnance(r, p) for p in before)):
        return False
    both = (*before, piece)
    return not overload(r, unit, fires=unit in both, weapons=[p for p in both if p != unit])


def own_fire(r: Reader, unit: str, at_range: int) -> int | None:
    """Return a unit's inherent fire at a range, None where it has none (1.1, 11.1, 12.0)."""
    if holds(r, unit, "tommy_gun"):
        return {1: 2, 2: 1}.get(at_range)
    if r.has(unit, "hero"):
        return int(r.attr(unit, "fp")) if at_range <= int(r.attr(unit, "range")) else None
    if r.has(unit, "sniper") or (is_mmc(r, unit) and not is_ordnance(r, unit)):
        return int(r.attr(unit, "fp")) if at_range <= int(r.attr(unit, "range")) else None
    return None


def longest(r: Reader, unit: str) -> int:
    """Return the range of a unit's inherent fire, 0 where it has none."""
    if holds(r, unit, "tommy_gun"):
        return 2
    if r.has(unit, "hero") or r.has(unit, "sniper") or is_mmc(r, unit):
        return int(r.attr(unit, "range", 0))
    return 0


@per_piece
def farthest(r: Reader, unit: str) -> int:
    """Return the longest range of a unit's inherent fire and of the weapons that it fires as a matter of course."""
    return max([longest(r, unit), *(figures(r, w)[1] for w in handy(r, unit))])


@per_place
def range_of(r: Reader, place: str, side: str) -> int:
    """Return how far a side's units in a place shoot at most with what they have."""
    ranges = [far for u in units(r, place, side) for far in (longest(r, u), *(figures(r, w)[1] for w in weapons(r, u)))]
    return max(ranges, default=0)


def bears_on(r: Reader, place: str, side: str, target: str) -> bool:
    """Return whether a side's units in a place have the range and the line to a target.

    Without both a leader there, who could direct, has nobody to direct.
    """
    return distance(r, place, target) <= range_of(r, place, side) and sight.sees(r, place, target)


def band(r: Reader, piece: str, at_range: int) -> int:
    """Return the to-hit number of an ordnance piece at a range, 0 out of range (14.0)."""
    if at_range < int(r.attr(piece, "min_range", 0)):
        return 0
    for words, number in (r.attr(piece, "to_hit") or {}).items():
        low, high = bounds(words) or NO_BAND
        if low <= at_range <= high:
            return int(number)
    return 0


def in_arc(r: Reader, unit: str, target: str) -> bool:
    """Return whether a target lies in the fire arc of a team that has one (1.6.3)."""
    return not r.attr(unit, "arc") or arcs.covers(r, r.where(unit), target, arcs.facing(r, unit))


@per_place
def is_target(r: Reader, place: str, side: str) -> bool:
    """Return whether a place may be fired at: enemies, no friends, no melee (5.0)."""
    return bool(units(r, place, enemy(side))) and not units(r, place, side) and not in_melee(r, place)


def caller(r: Reader, team: str, target: str, when: Circumstances) -> str:
    """Return who can call a mortar onto a place that it does not see: a leader near it or with the card, or a scout."""
    side = r.owner(team)
    able = []
    for unit in all_units(r, side):
        place = r.where(unit)
        if (
            not is_good(r, unit)
            or in_melee(r, place)
            or marked(r, unit, "moved", "crawl", "fired", "stealth", "assault")
        ):
            continue
        if marked(r, unit, "ops") and not (unit == when.spotter and target == when.spotted):
            continue
        near = distance(r, place, r.where(team)) <= 1 or holds(r, unit, "observer")
        may_call = (r.has(unit, "leader") and near) or (r.has(unit, "scout") and not weapons(r, unit))
        if may_call and sight.sees(r, place, target):
            able.append(unit)
    return max(able, key=lambda u: (leadership(r, u) if r.has(u, "leader") else -1, u), default="")


def reaches(r: Reader, piece: str, target: str, when: Circumstances) -> bool:
    """Return whether a unit's own fire or a weapon can fire at a place now."""
    unit = carrier(r, piece) or piece
    place, side = r.where(unit), r.owner(unit)
    if not readiness(r, unit, when, target) or not is_target(r, target, side) or not is_spotted(r, target, side):
        return False
    if when.used and not is_left(r, piece, unit, when):
        return False
    away = distance(r, place, target)
    if is_ordnance(r, piece):
        if not r.option("ordnance") or not band(r, piece, away):
            return False
        if piece == unit and not in_arc(r, unit, target):
            return False
        if r.attr(piece, "recoilless") and terrain(r, place) in BUILDINGS:
            return False  # 1.6.3
        if r.attr(piece, "indirect") and not sight.sees(r, place, target):
            return not when.opportunity and bool(caller(r, piece, target, when))
        return sight.sees(r, place, target)
    if is_grenades(r, piece) or r.attr(piece, "one_use"):
        if not are_adjacent(r, place, target):
            return False  # 1.6.2, 10.2: not to another level of the next hex
    elif piece != unit:
        if away > figures(r, piece)[1]:
            return False
    elif own_fire(r, unit, away) is None or not in_arc(r, unit, target):
        return False
    if (
        r.has(piece, "sniper")
        and piece == unit
        and not r.option("sniper_any_time")
        and when.opportunity
        and marked(r, unit, "ops")
    ):
        return False
    return sight.sees(r, place, target)


def shooters(r: Reader, place: str, side: str, when: Circumstances) -> list[str]:
    """Return the units of a place that could fire now with what they have, not asking at what; leaders who could direct too."""
    found = []
    for unit in units(r, place, side):
        if may_direct(r, unit, when) or (readiness(r, unit, when) and farthest(r, unit)):
            found.append(unit)
    return found


def handy(r: Reader, unit: str) -> list[str]:
    """Return the weapons that a unit fires as a matter of course: no ordnance, nothing that is used up; leaders are asked."""
    if r.has(unit, "leader"):
        return []
    return [w for w in weapons(r, unit) if not r.has(w, "ordnance") and not r.attr(w, "one_use") and figures(r, w)[1]]


def ready_guns(r: Reader, unit: str, target: str, when: Circumstances) -> list[str]:
    """Return the weapons fired as a matter of course that a unit can fire at a target, the strongest first."""
    return sorted((w for w in handy(r, unit) if reaches(r, w, target, when)), key=lambda w: -weapon_fire(r, w, when))


def armed(r: Reader, unit: str, target: str, when: Circumstances) -> list[str]:
    """Return what a unit fires with at a target to the best effect: itself, its weapons, or both (1.6.1)."""
    own = [unit] if reaches(r, unit, target, when) else []
    arms = ready_guns(r, unit, target, when)
    if not arms or not own:
        return own or (arms[:2] if is_squad(r, unit) and unit not in dict(when.used) else arms[:1])
    fire = unit_fire(r, unit, distance(r, r.where(unit), target), when)
    if is_squad(r, unit) and unit in dict(when.used):  # one weapon has fired: its own fire or one more (1.6.1)
        return own if fire >= weapon_fire(r, arms[0], when) else arms[:1]
    if is_squad(r, unit):
        two = len(arms) > 1 and weapon_fire(r, arms[1], when) > fire
        return arms[:2] if two else [unit, arms[0]]
    if (is_half(r, unit) and r.option("half_squad_keeps_fp")) or (
        r.has(unit, "hero") and not r.option("hero_weapon_replaces_fire")
    ):
        return [unit, arms[0]]
    return [arms[0]] if weapon_fire(r, arms[0], when) >= fire else own


def single_shots(r: Reader, unit: str, when: Circumstances) -> list[str]:
    """Return what a unit can fire apart from all others: itself as a team, ordnance it carries (4.0, 5.2)."""
    found = _single(r, unit)
    return list(found) if found and readiness(r, unit, when) else []


@per_piece
def _single(r: Reader, unit: str) -> tuple[str, ...]:
    return (unit,) if is_team(r, unit) else tuple(w for w in weapons(r, unit) if r.has(w, "ordnance"))


def guns(r: Reader, unit: str, when: Circumstances) -> list[str]:
    """Return the weapons with which a leader could join the fire of his hex, if he does not direct it (1.6.1, 5.2)."""
    if not r.has(unit, "leader") or not readiness(r, unit, when):
        return []
    return [w for w in weapons(r, unit) if not r.has(w, "ordnance") and not r.attr(w, "one_use") and figures(r, w)[1]]


def throwables(r: Reader, unit: str, when: Circumstances) -> list[str]:
    """Return what a unit can throw once: satchel charges, and the bundle of grenades (1.6.2, 12.0)."""
    found = _thrown(r, unit)
    return list(found) if found and readiness(r, unit, when) else []


@per_piece
def _thrown(r: Reader, unit: str) -> tuple[str, ...]:
    found = tuple(w for w in weapons(r, unit) if r.attr(w, "one_use") and not r.has(w, "ordnance"))
    card = holds(r, unit, "grenades")
    return (*found, card) if card else found


def may_direct(r: Reader, unit: str, when: Circumstances, target: str = "") -> bool:
    """Return whether a leader may direct fire: good order, no Moved, Low Crawl, Fired, Ops Complete (5.0.1)."""
    if not r.has(unit, "leader") or not is_good(r, unit):
        return False
    if when.opportunity and not r.option("leader_in_opportunity_fire"):
        return False
    if unit in when.directing:
        return True
    if marked(r, unit, "ops"):
        return unit == when.spotter and target in ("", when.spotted)  # 4.1
    return not marked(r, unit, "moved", "crawl", "fired")


def directs(r: Reader, unit: str, when: Circumstances) -> bool:
    """Return whether a unit would direct the fire of others rather than fire itself (5.0.1)."""
    return may_direct(r, unit, when) and own_fire(r, unit, 1) is None


def targets(r: Reader, unit: str, places: Iterable[str], when: Circumstances) -> list[str]:
    """Return those of some places that a unit can fire at with what it has; for a leader where he could direct."""
    if directs(r, unit, when):
        return [p for p in places if may_direct(r, unit, when, p) and is_target(r, p, r.owner(unit))]
    if not is_ordnance(r, unit):  # what has a gunner's chart may reach beyond its sight
        here, far = r.where(unit), farthest(r, unit)
        places = [p for p in places if distance(r, here, p) <= far and sight.sees(r, here, p)]
    return [p for p in places if armed(r, unit, p, when)]


def possible_targets(r: Reader, side: str) -> list[str]:
    """Return all places that a side may fire at at all: enemies spotted and alone, sorted."""
    found: list[str] | None = r.memo.get((possible_targets, side))
    if found is None:
        places = occupied(r, enemy(side))
        found = [p for p in places if is_target(r, p, side) and is_spotted(r, p, side)]
        r.memo[possible_targets, side] = found
    return list(found)


# how much it is worth ----------------------------------------------------------


def overload(r: Reader, unit: str, *, fires: bool, weapons: list[str]) -> str:
    """Return the message against firing weapons beside a unit's own fire, or an empty word; some may be used up (1.6.1)."""
    used = sum(1 for w in weapons if not is_grenades(r, w))
    if is_squad(r, unit):
        return "refuse.two_weapons" if used > (1 if fires else 2) else ""
    if used > 1:
        return "refuse.one_weapon"
    if not used or not fires:
        return ""
    if is_half(r, unit) and not r.option("half_squad_keeps_fp"):
        return "refuse.half_squad"
    if is_smc(r, unit) and (r.has(unit, "leader") or r.option("hero_weapon_replaces_fire")):
        return "refuse.smc_weapon"
    return ""


def halved(n: int, *, up: bool) -> int:
    """Return half a number, rounded up or down."""
    return -(-n // 2) if up else n // 2


def weapon_fire(r: Reader, weapon: str, when: Circumstances) -> int:
    """Return the fire a machine gun, flamethrower or satchel adds in its owner's hands (1.6.1, 1.6.2, 4.1)."""
    unit = carrier(r, weapon)
    if is_grenades(r, weapon):
        return 3  # 12.0
    fire = figures(r, weapon)[0]
    if r.attr(weapon, "one_use"):
        return fire  # 1.6.2: a satchel is never halved
    if is_smc(r, unit):
        return fire if holds(r, unit, "forager") else halved(fire, up=True)
    if is_captured(r, weapon, r.owner(unit)):
        fire = halved(fire, up=True)
    if readiness(r, unit, when) == "half":
        fire = halved(fire, up=not r.option("weapon_halves_round_down"))
    return fire


def unit_fire(r: Reader, unit: str, at_range: int, when: Circumstances) -> int:
    """Return a unit's own fire, reduced by Ops Complete before anything else: 0 becomes -1 (4.1)."""
    fire = own_fire(r, unit, at_range) or 0
    if readiness(r, unit, when) == "half":
        return -1 if fire == 0 else fire // 2
    return fire


def worth(r: Reader, piece: str, target: str, when: Circumstances) -> int:
    """Return what a unit's own fire or a weapon adds to an attack, nearness counted (5.2, 1.6.1, 1.6.2)."""
    unit = carrier(r, piece)
    if unit:
        return weapon_fire(r, piece, when)
    near = are_adjacent(r, r.where(piece), target) and not r.option("adjacent_for_all_fire")
    bonus = int(r.chart("fire_modifiers").at("adjacent_target")) if near else 0
    return unit_fire(r, piece, distance(r, r.where(piece), target), when) + bonus
