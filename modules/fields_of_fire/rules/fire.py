"""Volume of fire and directions of fire: who opens fire, where it falls, as a function of the position (6.1.1, 6.3, 6.4).

A direction of fire (PDF) is a marker on the firers' card; which VOF lies where follows from the units and these markers.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from qtwar.kit.cards import Sight
from qtwar.kit.table import Reader, Table
from qtwar.model.grid.square import ALL

from . import facts, ground, sight
from .facts import ENEMY, US

ORDER = {"H": 0, "A": 1, "S": 2, "P": 3}
"""Basic VOF, the strongest first (6.3)."""
VOF_KINDS = {"H": "vof_h", "A": "vof_a", "S": "vof_s", "P": "vof_pinned"}
DENSE = 3
"""Cover of woods and jungle from which mortars do not fire (6.2)."""
SPECIAL = frozenset(("vof_grenade", "vof_miss", "vof_concentrated", "vof_incoming", "vof_air"))
DERIVED = frozenset((*VOF_KINDS.values(), "vof_crossfire", "vof_sniper"))


@dataclass
class Fall:
    """What falls on a card: basic VOF from outside, VOF of each side in the card, directions, crossfire, snipers."""

    outside: list[tuple[str, str, str]] = field(default_factory=list)
    """(side, VOF, card it comes from)"""
    inside: dict[str, str] = field(default_factory=dict)
    """Side that fires → its VOF, where both are in the card (6.3.b)."""
    aims: set[str] = field(default_factory=set)
    """Cards from which a direction of fire points here (6.3.2 crossfire; 5.2 hi and lo)."""
    snipers: list[str] = field(default_factory=list)
    """Snipers who aim at this card, each at a unit of his own (6.3.2)."""

    def basic(self) -> str:
        """Return the VOF that falls from outside on everybody, the best of all in the card too (6.3.a, AMB-15)."""
        if not self.outside:
            return ""
        return min([vof for _, vof, _ in self.outside] + list(self.inside.values()), key=ORDER.__getitem__)

    def on(self, side: str, *, each_other: bool = True, takes_all: bool = True) -> str:
        """Return the basic VOF that a unit of a side suffers here, an empty word for none (6.3).

        Without `each_other` (AMB-14) both sides suffer the stronger of the two in the card; without `takes_all` (AMB-15)
        fire from outside does not swallow that in the card: the stronger of what is meant for the side counts.
        """
        foe = self.inside.get(facts.other(side), "")
        if self.outside and takes_all:
            return self.basic()
        within = list(self.inside.values()) if not each_other else [foe] if foe else []
        words = [*within, *(vof for _, vof, _ in self.outside)]
        return min(words, key=ORDER.__getitem__) if words else ""


    def crossed(self) -> bool:
        """Return whether two or more directions of fire meet here (6.3.2)."""
        return len(self.aims) > 1


def suffers(r: Reader, place: str, side: str) -> str:
    """Return the basic VOF that a side suffers on a card (6.3)."""
    return suffered(r, fall_on(r, place), side)


def suffered(r: Reader, fall: Fall, side: str) -> str:
    """Return the basic VOF that a side suffers of what falls on a card, by the readings in force (6.3, AMB-14, AMB-15)."""
    return fall.on(side, each_other=bool(r.option("inside_each_other")), takes_all=bool(r.option("outside_takes_all")))


# who can fire ---------------------------------------------------------------------------


def can_fire(r: Reader, unit: str) -> bool:
    """Return whether a unit takes part in fire at all: a printed basic VOF, no heavy weapon exposed (6.2), no prisoner."""
    word = weapon(r, unit)
    if not word or facts.is_captured(r, unit) or not has_ammo(r, unit, word):
        return False
    if facts.is_exposed(r, unit) and facts.is_heavy(r, unit):
        return False  # 6.2
    if is_tank(r, unit) and r.inside(unit):
        return False  # 7.4.4: a tank that carries anything does not fire
    return not r.attr(unit, "holds")


def is_tank(r: Reader, unit: str) -> bool:
    """Return whether a vehicle carries on top what it carries: one with a gun (7.4.4)."""
    row = r.attr(unit, "chart") if facts.role(r, unit) == "vehicle" else None
    return bool(row) and r.chart("vehicles").at(str(row), "P") != "-"


def is_busy(r: Reader, unit: str) -> bool:
    """Return whether a unit fires a task of its own and nothing else: indirectly (6.7.4), or its protective line (6.4.2)."""
    return bool(r.attr(unit, "indirect") or r.attr(unit, "fpl_fires"))


def weapon(r: Reader, unit: str) -> str:
    """Return the basic VOF of a unit's face, of a vehicle that of the chart; G! and S! are none (6.3.1, 6.3.2)."""
    if facts.is_vehicle(r, unit):
        if facts.is_wreck(r, unit) or facts.is_air(r, unit):
            return ""
        word = r.chart("vehicles").at(str(r.attr(unit, "chart")), "vof") if r.attr(unit, "chart") else ""
        return str(word) if word in ORDER else ""
    word = facts.printed_vof(r, unit)
    return word if word in ("S", "A", "H", "A/S") else ""


def has_ammo(r: Reader, unit: str, word: str) -> bool:
    """Return whether the ammunition that a weapon needs is left (6.8)."""
    if word in ("S", "A/S") or facts.flipped(r, unit) or r.attr(unit, "out_of_ammo"):
        return True
    return all(facts.ammo(r, unit, kind) > 0 for kind in facts.ammo_kinds(r, unit) if kind in needed(r, unit))


def needed(r: Reader, unit: str) -> tuple[str, ...]:
    """Return the ammunition that a unit's basic VOF uses (6.8.1): MG of A, mortar and gun rounds of H.

    A/S squads use it at point blank alone, where they fire A, and only if they own machine guns (AMB-30).
    """
    word = weapon(r, unit)
    if word == "A/S":
        return ("MG",) if foes(r, facts.card(r, unit), r.owner(unit)) else ()
    return ("MG", "MTR", "GUN") if word in ("A", "H") else ()


def shoots(r: Reader, unit: str, to: str) -> str:
    """Return the VOF with which a unit fires at a card in its direction, an empty word where it can not (6.2, 6.3)."""
    here = facts.card(r, unit)
    if not here or is_busy(r, unit) or not can_fire(r, unit) or not arc(r, unit, to):
        return ""
    away = sight.distance(r, here, to)
    most = sight.FARTHEST if facts.is_vehicle(r, unit) else facts.reach(r, unit)
    if not facts.nearest(r, unit) <= away <= most or (away == 0 and facts.is_mortar(r, unit)):
        return ""
    if facts.is_mortar(r, unit) and not mortar_place(r, unit):
        return ""
    word = weapon(r, unit)
    return ("A" if away == 0 else "S") if word == "A/S" else word


def points(r: Reader, unit: str, to: str) -> bool:
    """Return whether a unit can direct itself at a card: who fires at it, or has a launcher that reaches so far (6.4, 6.5)."""
    if shoots(r, unit, to):
        return True
    bound = facts.is_exposed(r, unit) and facts.is_heavy(r, unit)
    if facts.printed_vof(r, unit) != "G!" or facts.is_captured(r, unit) or bound or r.attr(unit, "holds"):
        return False
    here = facts.card(r, unit)
    return bool(here) and facts.nearest(r, unit) <= sight.distance(r, here, to) <= facts.reach(r, unit)


def mortar_place(r: Reader, unit: str) -> bool:
    """Return whether a mortar may fire from where it is: not from buildings, bunkers, nor +3 woods (6.2)."""
    here = facts.card(r, unit)
    return not ground.in_building(r, unit) and sight.cover(r, here, True) < DENSE


def arc(r: Reader, unit: str, to: str) -> bool:
    """Return whether a bunker or pillbox lets a unit fire toward a card: along its arrow and the two beside it (5.2.3.B)."""
    here = facts.card(r, unit)
    return here == to or opens(r, unit, sight.grid(r).bearing(facts.cell(here), facts.cell(to)))


def opens(r: Reader, unit: str, way: str | None) -> bool:
    """Return whether the bunker or pillbox of a unit, if it is in one, opens in a direction (5.2.3.B)."""
    marker = ground.under(r, unit)
    facing = r.attr(marker, "facing") if marker and r.record(marker)["kind"] in ground.CLOSED else None
    return facing is None or (way is not None and (ALL.index(way) - int(facing)) % 8 in (0, 1, 7))


def line(r: Reader, a: str, b: str, unit: str = "") -> Sight:
    """Return the line of sight along which fire goes, from an upper storey and into one: alike both ways (5.2)."""
    eyes = (ground.height(r, unit), ground.tallest(r, b, facts.other(r.owner(unit)))) if unit else (0, 0)
    return sight.look(r, a, b, eyes=eyes)


def smoked(r: Reader, place: str) -> bool:
    """Return whether smoke on a card keeps its units from firing out of it (4.3.6.B)."""
    return any(r.record(p)["kind"] in ("smoke_hc", "smoke_wp") for p in r.ids(place))


# directions of fire ---------------------------------------------------------------------


def pdf(r: Reader, place: str, side: str) -> str:
    """Return the marker of a side's direction of fire on a card, an empty word for none (6.4)."""
    return next((p for p in r.ids(place) if r.record(p)["kind"] == "pdf" and r.owner(p) == side), "")


def aim(r: Reader, place: str, side: str) -> str:
    """Return the card at which a side's units on a card fire, an empty word for none."""
    marker = pdf(r, place, side)
    return str(r.attr(marker, "aim")) if marker else ""


def on_line(r: Reader, place: str, side: str, to: str) -> bool:
    """Return whether a card lies in the direction in which a side's units on a card fire (6.5, 6.6)."""
    now, frame = aim(r, place, side), sight.grid(r)
    way = frame.bearing(facts.cell(place), facts.cell(now)) if now else None
    return way is not None and way == frame.bearing(facts.cell(place), facts.cell(to))


def set_aim(t: Table, place: str, side: str, to: str) -> None:
    """Lay, turn or take off (`to` empty) a side's direction of fire on a card (6.4)."""
    marker = pdf(t, place, side)
    if not to:
        if marker:
            t.remove(marker)
        return
    way = sight.grid(t).bearing(facts.cell(place), facts.cell(to))
    facing = ALL.index(way) if way else 0
    if marker:
        if t.attr(marker, "aim") != to:
            t.set_attr(marker, "aim", to)
            t.set_attr(marker, "target", None)
            t.set_attr(marker, "facing", facing)
    else:
        facts.lay(t, "pdf", place, side, aim=to, facing=facing)


def foes(r: Reader, place: str, side: str, *, spotted: bool = True) -> list[str]:
    """Return the opponents of a side on a card at whom it may fire: spotted ones, no prisoners (6.1.1, 9.3)."""
    return [u for u in facts.free_units(r, place, facts.other(side)) if not spotted or facts.is_spotted(r, u)]


def firers(r: Reader, place: str, side: str, to: str) -> list[tuple[str, str]]:
    """Return (unit, VOF) of a side's units on a card that fire at another card now; riders of jeeps and trucks too (7.4.3)."""
    found = []
    for unit in [*facts.free_units(r, place, side), *riders(r, place, side)]:
        word = shoots(r, unit, to)
        if word and (place == to or line(r, place, to, unit).clear):
            found.append((unit, word))
    return found


def riders(r: Reader, place: str, side: str) -> list[str]:
    """Return those who ride in jeeps and trucks on a card: they fight as infantry (7.4.3)."""
    soft = [v for v in facts.vehicles(r, place, side) if str(r.attr(v, "chart")) in ("JEEP", "TRUCK")]
    return [p for v in soft for p in r.inside(v) if facts.is_infantry(r, p)]


# where it falls -------------------------------------------------------------------------


def picture(r: Reader) -> dict[str, Fall]:
    """Return card → what falls on it, from the units and their directions of fire (6.3, 6.4)."""
    key = ("picture", sight.weather(r))
    found: dict[str, Fall] | None = r.field.get(key)
    if found is None:
        found = r.field[key] = {}
        for side in (US, ENEMY):
            for place in facts.cards_with(r, side):
                _fire_of(r, found, place, side)
            _lines_of_last_defence(r, found, side)
        _swept(r, found)
    return found


def _swept(r: Reader, found: dict[str, Fall]) -> None:
    """7.1.4: the gunship lays H on the cards that it sweeps."""
    for place in r.places_with("sweeps", lambda p: any(r.attr(u, "sweeps") for u in r.of(p, US, "unit"))):
        for unit in r.of(place, US, "unit"):
            for to in r.attr(unit, "sweeps") or ():
                found.setdefault(str(to), Fall()).outside.append((US, "H", ""))


def _fire_of(r: Reader, found: dict[str, Fall], place: str, side: str) -> None:
    for unit in facts.free_units(r, place, side):
        at = str(r.attr(unit, "aim") or "") if facts.printed_vof(r, unit) == "S!" else ""
        if at and (at == place or (not smoked(r, place) and line(r, place, at, unit).clear)):
            if facts.is_pinned(r, unit):
                found.setdefault(at, Fall()).outside.append((side, "P", place))  # 4.2.5
            else:
                found.setdefault(at, Fall()).snipers.append(unit)  # 9.6
        if r.attr(unit, "indirect") and can_fire(r, unit) and not r.attr(unit, "out_of_ammo") and not smoked(r, place):
            word = "P" if facts.is_pinned(r, unit) else "H"
            found.setdefault(str(r.attr(unit, "indirect")), Fall()).outside.append(
                (side, word, "")
            )  # 6.7.4: no direction
    if foes(r, place, side):
        own = firers(r, place, side, place)
        if own:
            found.setdefault(place, Fall()).inside[side] = strongest(r, own)
        return
    to = aim(r, place, side)
    if not to or smoked(r, place):
        return
    shots = firers(r, place, side, to)
    if not shots:
        if any(points(r, u, to) and line(r, place, to, u).clear for u in facts.free_units(r, place, side)):
            found.setdefault(to, Fall()).aims.add(place)  # 6.7.4: a launcher's direction alone makes crossfire too
        return
    for at, some in _falls(r, place, to, shots).items():
        fall = found.setdefault(at, Fall())
        fall.outside.append((side, strongest(r, some), place))
        fall.aims.add(place)


def _falls(r: Reader, place: str, to: str, shots: list[tuple[str, str]]) -> dict[str, list[tuple[str, str]]]:
    """Return the cards on which a card's fire falls: the target, and for a tripod MG those grazed on the way (6.4.1)."""
    found = {to: shots}
    grazing = [(u, word) for u, word in shots if facts.is_tripod_mg(r, u) and not facts.is_vehicle(r, u)]
    if grazing:
        level = sight.levels(r)
        way = sight.grid(r).bearing(facts.cell(place), facts.cell(to))
        assert way is not None or place == to
        for at in sight.grid(r).ray(facts.cell(place), way)[: sight.FARTHEST] if way else ():
            at_place = ground.at(*row_column(at))
            if (
                level.get(at) != level.get(facts.cell(place))
                or not line(r, place, at_place).clear
                or ground.is_staging(at_place)
            ):
                break
            if at_place != to and not _only_friends(r, at_place, r.owner(grazing[0][0])):
                found.setdefault(at_place, []).extend(grazing)
    return found


def row_column(name: str) -> tuple[int, int]:
    row, column = name[1:].split("c")
    return int(row), int(column)


def _only_friends(r: Reader, place: str, side: str) -> bool:
    return bool(facts.free_units(r, place, side)) and not foes(r, place, side, spotted=False)


def _lines_of_last_defence(r: Reader, found: dict[str, Fall], side: str) -> None:
    """6.4.2: a tripod MG that fires its final protective line lays H on every card of that diagonal."""
    for unit in facts.all_units(r, side):
        if not r.attr(unit, "fpl_fires") or not can_fire(r, unit) or not facts.is_tripod_mg(r, unit):
            continue
        place = facts.card(r, unit)
        if smoked(r, place):
            continue  # 4.3.6.B
        for to in protected(r, unit):
            fall = found.setdefault(to, Fall())
            fall.outside.append((side, "P" if facts.is_pinned(r, unit) else "H", place))
            fall.aims.add(place)


def protected(r: Reader, gun: str) -> list[str]:
    """Return the cards that the final protective line of a gun sweeps: along its diagonal as far as it sees (6.4.2)."""
    place, found = facts.card(r, gun), []
    for at in sight.grid(r).ray(facts.cell(place), str(r.attr(gun, "fpl")))[: sight.FARTHEST] if place else ():
        to = ground.at(*row_column(at))
        if not sight.look(r, place, to, night=False).clear or not arc(r, gun, to):
            break  # 5.2.3.B: out of a bunker along its arrow alone
        found.append(to)
    return found


def strongest(r: Reader, shots: list[tuple[str, str]]) -> str:
    """Return the best VOF of several firers; if all of them are pinned, All Pinned (6.3.1, 4.2.5)."""
    able = [word for unit, word in shots if not facts.is_pinned(r, unit)]
    return min(able, key=ORDER.__getitem__) if able else "P"


def fall_on(r: Reader, place: str) -> Fall:
    """Return what falls on a card."""
    return picture(r).get(place) or Fall()


def specials(r: Reader, place: str, *kinds: str) -> list[str]:
    """Return the special VOF markers on a card (6.3.2)."""
    return [p for p in r.ids(place) if r.record(p)["kind"] in (kinds or SPECIAL)]


def has_vof(r: Reader, place: str) -> bool:
    """Return whether a VOF of any kind is on a card."""
    fall = picture(r).get(place)
    return bool(fall and (fall.outside or fall.inside or fall.snipers)) or bool(specials(r, place))


def crossfire(r: Reader, place: str) -> bool:
    """Return whether two or more directions of fire meet on a card (6.3.2)."""
    return fall_on(r, place).crossed()


def command_heads(r: Reader, place: str) -> list[str]:
    """Return the rows of the command modifiers that VOF on a card brings to an HQ there (4.1.2.B)."""
    fall = fall_on(r, place)
    words = {suffers(r, place, US), *fall.inside.values()} & {"S", "A", "H"}
    heads = [f"vof_{word}" for word in sorted(words)]
    if fall.snipers:
        heads.append("vof_sniper")
    if specials(r, place, "vof_incoming", "vof_air"):
        heads.append("vof_incoming")
    return heads


def targets(r: Reader, place: str, side: str) -> list[str]:
    """Return the cards at which a side's units on a card would open fire by themselves (6.1.1)."""
    if ground.is_staging(place) or smoked(r, place):
        return []
    units = [u for u in facts.free_units(r, place, side) if can_fire(r, u) or facts.printed_vof(r, u) == "G!"]
    if not units:
        return []
    high = any(ground.height(r, u) for u in units)
    found = []
    near = _seen_by(r, place, units) if high else list(sight.seen_from(r, place)[1:])
    if side == ENEMY:  # who looks down on one is seen by him
        near += [p for p in facts.cards_with(r, US) if p not in near and ground.tallest(r, p, US) and sight.sees(
            r, place, p, eyes=(0, ground.tallest(r, p, US)))]  # fmt: skip
    for to in near:
        if ground.is_staging(to) or not foes(r, to, side) or facts.free_units(r, to, side):
            continue  # no fire into a card that holds both sides
        able = any(points(r, u, to) and line(r, place, to, u).clear for u in units)
        if able and not through_friends(r, place, to, side):
            found.append(to)
    return found


def _seen_by(r: Reader, place: str, units: list[str]) -> list[str]:
    seen: dict[str, None] = {}
    for unit in units:
        seen.update(dict.fromkeys(sight.seen_from(r, place, eyes=(ground.height(r, unit), 0))[1:]))
    return list(seen)


def through_friends(r: Reader, place: str, to: str, side: str) -> bool:
    """Return whether a line of fire leads through a card with friends of the firer (6.4); overhead fire as 6.4.3."""
    level = sight.levels(r)
    for between in sight.line(r, place, to):
        if not facts.free_units(r, between, side):
            continue
        heights = [level[facts.cell(p)] for p in (place, between, to)]
        if side == ENEMY and heights[1] < heights[0]:
            continue  # 9.2.2: enemies fire over lower friends
        heavy = [u for u, word in firers(r, place, side, to) if facts.is_tripod_mg(r, u) or word == "H"]
        heavy += [u for u in facts.free_units(r, place, side) if facts.is_mortar(r, u) and points(r, u, to)]
        down = heights[1] < heights[0]
        up = heights[0] == heights[1] < heights[2] and sight.distance(r, place, between) == 1
        mortar = any(facts.is_mortar(r, u) for u in heavy)
        if not heavy or not (down or up or mortar):
            return True
    return False
