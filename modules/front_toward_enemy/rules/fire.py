"""Who may fire at what, and the shot with every modifier named (7.0 to 7.2, 18.1, 24.0, 25.0, 27.0).

`compose` is the one place that says whether a shot is allowed and what it needs; offers, previews and attacks ask it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from qtwar.kit.table import Reader

from . import sight, works
from .checks import Modifier, status, total
from .facts import (
    GROUND,
    all_units,
    altitude,
    crowd,
    enemy,
    fire_value,
    is_airborne,
    is_broken,
    is_combat,
    is_concealed,
    is_mortar,
    is_steady,
    is_vehicle,
    on_map,
    units,
    weapon_class,
    weapon_range,
)
from .ground import distance, effects, has_path, neighbours, terrain
from .reaction import hits, span

HE = "he"


class When(NamedTuple):
    """The circumstances of a shot.

    `opportunity`: opportunity fire, at a target on a path it uses (`road`) or moving by stealth (`stealth`). `assault`: a
    round of an assault; then `bare` says that the target has no terrain. `work`: the work that shelters the target,
    where its side claims a hidden one; None asks what this reader knows.
    """

    opportunity: bool = False
    road: bool = False
    stealth: bool = False
    assault: bool = False
    bare: bool = False
    work: str | None = None


class Shot(NamedTuple):
    """A shot: who leads, who helps, at whom where; the value to be rolled and the modifiers of the roll."""

    side: str
    lead: str
    helpers: tuple[str, ...]
    target: str
    place: str
    value: int
    klass: str
    modifiers: tuple[Modifier, ...]
    bomb: bool
    indirect: bool

    @property
    def units(self) -> tuple[str, ...]:
        """Return all who fire, the lead first."""
        return (self.lead, *self.helpers)

    @property
    def drm(self) -> int:
        """Return the sum of the modifiers."""
        return total(self.modifiers)


# who can fire where -----------------------------------------------------------------------


def is_bomb(r: Reader, unit: str) -> bool:
    """Return whether fire that a unit leads counts as a bombardment: mortar teams by option (AMB-9)."""
    return is_mortar(r, unit) and bool(r.option("amb_09_mortar_teams"))


def spotters(r: Reader, side: str, place: str) -> list[str]:
    """Return the leaders, neither broken nor suppressed, who see a hex for the mortars of their side (7.2)."""
    own = [p for p in all_units(r, side) if r.is_known(p) and r.has(p, "leader") and is_steady(r, p)]
    return [p for p in own if sight.sees(r, p, place)]


def reaches(r: Reader, unit: str, place: str, level: str = GROUND) -> str:
    """Return how a unit reaches a target: `direct`, `indirect` (a mortar with a spotter), or an empty word (7.0 to 7.3)."""
    if span(r, unit, place, level) > 2 * weapon_range(r, unit):
        return ""
    if sight.sees(r, unit, place, level, over=is_mortar(r, unit)):
        return "direct"
    if is_mortar(r, unit) and level == GROUND and spotters(r, r.owner(unit), place):
        return "indirect"
    return ""


def can_fire(r: Reader, unit: str) -> bool:
    """Return whether a unit can fire at all: a combat unit on the map, not broken; sappers only assault (7.0, 27.0)."""
    on = r.is_known(unit) and on_map(r.where(unit)) and is_combat(r, unit)
    return on and not is_broken(r, unit) and not r.has(unit, "sapper") and not r.attr(unit, "crashed")


def targets(r: Reader, unit: str) -> dict[str, list[str]]:
    """Return hex → the enemies in it that a unit may fire at (7.1)."""
    if not can_fire(r, unit):
        return {}
    found: dict[str, list[str]] = {}
    side = r.owner(unit)
    for place in r.places_with(("fire", side), lambda p: on_map(p) and bool(units(r, p, enemy(side)))):
        able = [p for p in units(r, place, enemy(side)) if hits(r, unit, p) and reaches(r, unit, place, altitude(r, p))]
        if able:
            found[place] = able
    return found


# the shot ---------------------------------------------------------------------------------


def compose(r: Reader, pieces: Sequence[str], target: str, when: When) -> Shot:
    """Return the shot of some units, the first of whom leads; refuses what the rules forbid (7.0, 7.1, 21.0)."""
    lead, helpers = pieces[0], tuple(pieces[1:])
    place, side = r.where(target), r.owner(lead)
    level = altitude(r, target)
    bomb = is_bomb(r, lead) and not when.assault
    indirect = False
    for unit in pieces:
        if not (is_combat(r, unit) if when.assault else can_fire(r, unit)):
            r.refuse("refuse.can_not_fire", rule="7.0", piece={"p": unit})
        if when.assault:
            continue
        how = reaches(r, unit, place, level)
        if not how or (when.opportunity and how == "indirect"):
            r.refuse("refuse.no_line", rule="7.3", piece={"p": unit}, cell={"c": place})
        if when.opportunity and not near(r, lead, unit):
            r.refuse("refuse.not_beside", rule="21.0", piece={"p": unit})
        if not hits(r, unit, target):
            r.refuse("refuse.no_helicopters", rule="7.0", piece={"p": unit})
        indirect = indirect or (unit == lead and how == "indirect")
    modifiers = [m for m in _modifiers(r, lead, helpers, target, when, bomb, indirect) if m.n]
    return Shot(
        side, lead, helpers, target, place, fire_value(r, lead), weapon_class(r, lead), tuple(modifiers), bomb, indirect
    )


def near(r: Reader, lead: str, unit: str) -> bool:
    """Return whether a unit may join another's opportunity fire: same hex or next to it (21.0)."""
    here, there = r.where(lead), r.where(unit)
    return here == there or there in neighbours(r, here)


def _modifiers(
    r: Reader, lead: str, helpers: Sequence[str], target: str, when: When, bomb: bool, indirect: bool
) -> Iterable[Modifier]:
    place = r.where(target)
    yield from against(r, target, when, he=weapon_class(r, lead) == HE, bomb=bomb)
    yield from status(r, lead, "fire_drm")
    far = span(r, lead, place, altitude(r, target))
    if far > weapon_range(r, lead) and not when.assault:
        yield Modifier("drm.beyond_range", 1, "7.1")
    if distance(r, r.where(lead), place) <= 1 and not bomb:
        yield Modifier("drm.adjacent", -1, "7.1")
    if when.opportunity and is_concealed(r, lead):
        yield Modifier("drm.ambush", -1, "21.0")
    yield Modifier("drm.helpers", -len(helpers), "7.1")
    if indirect:
        yield Modifier("drm.indirect", 1, "7.2")


def against(r: Reader, target: str, when: When, *, he: bool, bomb: bool) -> Iterable[Modifier]:
    """Yield the modifiers that lie with the target: ground, crowd, concealment, works, what it is (7.1, 18.1, 24.0 to 27.0)."""
    place = r.where(target)
    known = r.is_known(target)
    if not when.bare and not is_airborne(r, target):
        ignored = terrain(r, place) == "jungle" and (bomb or (he and r.option("amb_10_he_in_jungle")))
        yield Modifier("drm.terrain", 0 if ignored else int(effects(r, place)["fire_modifier"]), "6.1")
        on_path = has_path(r, place) and not r.option("amb_11_trail_moving")
        if (when.opportunity and when.road) or on_path:
            yield Modifier("drm.road", -1, "6.1")
    if known and (is_vehicle(r, target) or r.has(target, "helicopter")):
        yield Modifier("drm.defence", int(r.attr(target, "defence_modifier", 0) or 0), "2.0")
    yield Modifier("drm.crowd", -crowd(r, place), "6.2")
    if is_concealed(r, target) and not bomb:
        yield Modifier("drm.concealed", 2, "18.1")
    if when.opportunity and when.stealth:
        yield Modifier("drm.stealth", 1, "6.7")
    if known and not when.bare:
        work = when.work if when.work is not None else works.sheltered(r, target)
        if work and r.exists(work) and (when.work or r.is_open(work)):
            trench = r.has(work, "trench")
            yield Modifier(
                "drm.trench" if trench else "drm.bunker", int(r.attr(work, "drm")), "25.0" if trench else "24.0"
            )
    if known and r.has(target, "sapper"):
        yield Modifier("drm.sapper", -1, "27.0")
