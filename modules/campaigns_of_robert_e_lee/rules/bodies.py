"""From the table to the figures of a combat: who stands in a hex, what halves him, who supports (10.2, 9.14)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from qtwar.kit.content import Content
from qtwar.kit.table import Reader

from . import ground, irregulars, losses, morale, odds, supply, tracks, tree, works, zones
from .facts import CSA, is_active, is_cavalry, is_depot, is_wagon, marked, raider, rating, strength, value
from .odds import Body, Charts, Halving, Stack

GUNS = ("artillery", "garrison_artillery")
"""Tracks of a box that hold artillery: the Washington garrison's fires in Washington only (16.25)."""


class Spent(NamedTuple):
    """What a side has paid for in an exchange: whose artillery fires, whether the commander supplies all (10.12)."""

    firing: Collection[str] = ()
    general: bool = True
    br: bool = True
    """The commander's battle rating is used (3.24b)."""


def charts(content: Content) -> Charts:
    """Return the charts of combat."""
    found: Charts | None = content.memo.get("combat charts")
    if found is None:
        found = content.memo["combat charts"] = Charts.of(content.charts)
    return found


# artillery --------------------------------------------------------------------------


def guns(r: Reader, leader: str) -> int:
    """Return the artillery points of a leader's force where it stands (16.2, 16.25)."""
    box = tree.box_of(r, leader)
    found = tracks.get(r, box, "artillery")
    if tree.place_of(r, leader) == ground.named(r.content, "Washington"):
        found += tracks.get(r, box, "garrison_artillery")
    return found


def ammo(r: Reader, leader: str) -> int:
    """Return a leader's ammunition points (14.12)."""
    return tracks.get(r, tree.box_of(r, leader), "ammo")


def gunners(r: Reader, leaders: Iterable[str]) -> dict[str, int]:
    """Return those of some leaders who have artillery, and how much."""
    return {leader: n for leader in leaders if (n := guns(r, leader))}


# halvings ---------------------------------------------------------------------------


def _common(r: Reader, where: str, side: str, general: bool) -> list[Halving]:
    """Return what the commander makes of all under him: his supply, and whether he is active (10.21, 10.23)."""
    chief, c = tree.commander(r, where, side), charts(r.content)
    full = bool(r.option("combat_supply_full_strength"))
    if not chief:
        states = {supply.state_of(r, unit) for unit in tree.independents(r, where, side)}
        state = next((one for one in (supply.OUT, supply.COMBAT) if one in states), supply.FULL)
        return [odds.supply(c, state, True, full)]  # units without a leader count as having ammunition (7.32)
    found = [odds.supply(c, supply.state_of(r, chief), general, full)]
    if not is_active(r, chief):
        found.append(odds.halving(c, "inactive", "10.21"))
    return found


def _own(r: Reader, leader: str, common: list[Halving]) -> list[Halving]:
    """Return what halves a leader's own force: inactive, marched, training, building (10.21, 10.22, 14.36, 14.44b)."""
    c, found = charts(r.content), []
    if not is_active(r, leader) and all(h.why != "inactive" for h in common):
        found.append(odds.halving(c, "inactive", "10.21"))
    if losses.has_marched(r, leader):
        found.append(odds.halving(c, "forced_march", "10.22"))
    if marked(r, f"{tree.box_of(r, leader)}-state", "training"):
        found.append(odds.halving(c, "training", "14.36"))
    if is_entrenching(r, leader):
        found.append(odds.halving(c, "at_work", "14.44b"))
    return found


def is_tied(r: Reader, leader: str) -> bool:
    """Return whether a leader's force trains or entrenches and so takes no part in an attack of its stack (14.36, 14.44b)."""
    return bool(marked(r, f"{tree.box_of(r, leader)}-state", "training")) or is_entrenching(r, leader)


def is_entrenching(r: Reader, leader: str) -> bool:
    """Return whether a leader's force builds an entrenchment this turn (14.44b)."""
    return bool(marked(r, f"{tree.box_of(r, leader)}-state", "entrenching"))


def is_at_work(r: Reader, unit: str) -> bool:
    """Return whether engineers or a supervisor are at work (14.41)."""
    return bool(r.attr(unit, "at_work")) or (r.has(unit, "works") and r.record(unit)["face"] == "back")


# bodies -----------------------------------------------------------------------------


def _body(r: Reader, who: str, units: list[str], artillery: int, halvings: Iterable[Halving]) -> Body:
    riders = [u for u in units if is_cavalry(r, u)]
    return Body(
        who,
        sum(strength(r, u) for u in units),
        artillery,
        sum(strength(r, u) for u in riders),
        len(riders),
        sum(is_broken(r, u) for u in units),
        tuple(h for h in halvings if h.strength != 1 or h.artillery != 1),
    )


def is_broken(r: Reader, unit: str) -> bool:
    """Return whether a broken unit counts against its side: as it is now, or as it was found after a combat (reading 21)."""
    return r.where(unit).endswith("-broken") if r.option("amb_21_broken_after") else morale.is_broken(r, unit)


def _bodies(r: Reader, where: str, side: str, spent: Spent, common: list[Halving]) -> list[Body]:
    found = []
    for leader in tree.leaders_at(r, where, side):
        units = tree.units(r, leader)
        busy = [u for u in units if is_at_work(r, u)]
        artillery = guns(r, leader) if leader in spent.firing else 0
        found.append(_body(r, leader, [u for u in units if u not in busy], artillery, [*common, *_own(r, leader, common)]))
        found += [_working(r, unit, common) for unit in busy]
    loose = tree.independents(r, where, side)
    busy = [u for u in loose if is_at_work(r, u)]
    if len(loose) > len(busy):
        idle = [u for u in loose if u not in busy]
        found.append(_body(r, idle[0], idle, 0, common))
    return [*found, *(_working(r, unit, common) for unit in busy)]


def _working(r: Reader, unit: str, common: list[Halving]) -> Body:
    return _body(r, unit, [unit], 0, [*common, odds.halving(charts(r.content), "at_work", "14.41")])


def bodies(r: Reader, where: str, side: str, spent: Spent, *, attacked: bool) -> tuple[Body, ...]:
    """Return the bodies of a side in a hex; a depot lends its value to a force that is attacked (7.22)."""
    common = _common(r, where, side, spent.general)
    found = [b for b in _bodies(r, where, side, spent, common) if b.strength or b.artillery]
    if (captain := irregulars.helps(r, where, side)) and (found or raider(r, where, side)):
        found.append(_band(r, where, captain))
    if attacked and found:
        found += [
            Body(piece, value(r, piece), halvings=tuple(h for h in common if h.strength != 1))
            for piece in r.of(where, side)
            if is_depot(r, piece)
        ]
    return tuple(found)


def _band(r: Reader, where: str, captain: str) -> Body:
    """Return a band of partisans: beside regulars a point of strength, alone it is cavalry (14.73c)."""
    n, alone = int(r.chart("partisans").at("strength")), bool(raider(r, where, CSA))
    return Body(captain, n, cavalry=n if alone else 0, cavalry_units=int(alone))


def works_at(r: Reader, where: str, side: str) -> int:
    """Return the levels of the entrenchment that a side mans in a hex (14.44c)."""
    manned = zones.is_manned(r, where, side) or works.is_held(r, where, side)
    return works.level(r, where, side) if manned else 0


# support ----------------------------------------------------------------------------


def supporters(r: Reader, target: str, attackers: Collection[str], foe: str, side: str) -> list[str]:
    """Return the hexes whose forces support a side's hex against an attacking one (9.14).

    They are next to both, whatever river runs between friends (9.14b), and are not attacked themselves (9.14a).
    """
    beside = set(ground.near(r, target)) & set(ground.near(r, foe))
    return [at for at in sorted(beside) if at not in attackers and tree.units_at(r, at, side) and not is_target(r, at)]


def is_target(r: Reader, where: str) -> bool:
    """Return whether an attack has been declared against a hex."""
    return any(target == where for _, target in attacks(r))


def attacks(r: Reader) -> list[tuple[str, str]]:
    """Return the attacks declared: the attackers' hex and the target (8.51)."""
    places = r.places_with("attacks", lambda at: bool(marked(r, at, "attack")))
    return [(at, str(r.attr(p, "target"))) for at in places for p in marked(r, at, "attack")]


def lent(r: Reader, hexes: Iterable[str], side: str, firing: Collection[str]) -> tuple[Body, ...]:
    """Return what the forces of some hexes lend in support; they pay for their artillery alone (9.14, 10.12)."""
    found: list[Body] = []
    for at in hexes:
        found += bodies(r, at, side, Spent(firing), attacked=False)
        found += [Body(p, value(r, p)) for p in r.of(at, side) if is_depot(r, p)]
    return tuple(found)


# stacks -----------------------------------------------------------------------------


def stack(
    r: Reader, where: str, side: str, spent: Spent, *, attacked: bool, support: Iterable[str] = (), ships: int = 0
) -> Stack:
    """Return a side's stack in a hex as it comes to an exchange."""
    chief = tree.commander(r, where, side)
    found = bodies(r, where, side, spent, attacked=attacked)
    return Stack(
        found if attacked else tuple(body for body in found if not is_tied(r, body.who)),
        ml=morale.level(r, where, side),
        br=(rating(r, chief, "br") if chief else _printed_br(r, where, side)) if spent.br else 0,
        terrain=ground.terrain(r, where),
        supports=lent(r, support, side, spent.firing),
        works=works_at(r, where, side) if attacked else 0,
        ships=ships,
    )


def _printed_br(r: Reader, where: str, side: str) -> int:
    """Return the battle rating of a band that fights alone (14.73c), 0 without one."""
    captain = raider(r, where, side)
    return int(r.attr(captain, "br")) if captain else 0


def plain_strength(r: Reader, where: str, side: str, *, attacked: bool) -> int:
    """Return the strength of a hex with its halvings, ammunition spent: for overruns (9.23)."""
    found = stack(r, where, side, Spent(), attacked=attacked)
    return odds.total(charts(r.content), found, defends=attacked, round_each=bool(r.option("amb_22_round_each_halving")))


def cavalry(r: Reader, hexes: Iterable[str], side: str) -> tuple[int, int]:
    """Return strength and number of a side's cavalry units in some hexes (10.43)."""
    hexes = list(hexes)
    riders = [u for at in hexes for u in tree.units_at(r, at, side) if is_cavalry(r, u)]
    bands = [_band(r, at, captain) for at in hexes if (captain := raider(r, at, side))]
    return sum(strength(r, u) for u in riders) + sum(b.cavalry for b in bands), len(riders) + len(bands)


def superior_in_cavalry(r: Reader, side: str, hexes: Iterable[str], foe: str, foes: Iterable[str]) -> str:
    """Return the side with cavalry superiority between some hexes of both, an empty word for neither (10.43)."""
    mine, theirs = cavalry(r, hexes, side)[0], cavalry(r, foes, foe)[0]
    return side if odds.superior(mine, theirs) else foe if odds.superior(theirs, mine) else ""


def followers(r: Reader, where: str, side: str) -> list[str]:
    """Return what goes along when a side leaves a hex: leaders with markers, units, wagons, and what they escort."""
    stay = ("landing", "train", "naval", "battery", "attack", "control")
    return [p for p in r.of(where, side) if not is_depot(r, p) and not any(r.has(p, trait) for trait in stay)]


__all__ = ["Spent", "attacks", "bodies", "cavalry", "is_wagon", "plain_strength", "stack", "supporters"]
