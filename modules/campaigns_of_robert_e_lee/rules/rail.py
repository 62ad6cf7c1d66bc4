"""Trains and who controls the railroads (8.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.network import Section
from qtwar.kit.offers import Ask, msg
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import control, ground, lines, march, orders, tracks, tree, zones
from .actions import Action
from .facts import fights, hex_of, is_active, is_leader, kept, on_map

NO_TRAINS = ("snow", "blizzard")
"""Weather in which nothing moves by rail (5.28, 5.29)."""
OPENED = "rail_opened"
"""Side → the turn in which it last opened or converted a section (8.41)."""


# routes -----------------------------------------------------------------------------


def is_clear(r: Reader, section: Section, side: str) -> bool:
    """Return whether a train can run over a section: open, and out of enemy zones (8.43)."""
    return lines.is_open(r, section, side) and not any(zones.in_enemy_zone(r, at, side) for at in section.cells)


def clear_lines(r: Reader, side: str) -> dict[str, list[str]]:
    """Return station → the next ones that a side's trains get to."""
    key = ("trains", side)
    if key not in r.memo:
        r.memo[key] = kept(r, "trains", lines.basis(r, side), lambda: _clear_lines(r, side))
    answer: dict[str, list[str]] = r.memo[key]
    return answer


def _clear_lines(r: Reader, side: str) -> dict[str, list[str]]:
    stations = lines.stations(r.content)
    found: dict[str, list[str]] = {}
    for section in lines.network(r.content):
        if section.a in stations and section.b in stations and is_clear(r, section, side):
            found.setdefault(section.a, []).append(section.b)
            found.setdefault(section.b, []).append(section.a)
    return found


def runs(r: Reader, side: str, start: str) -> dict[str, int]:
    """Return the stations that a train gets to, with how many stations that is: six at most (8.42)."""
    key = ("runs", side, start)
    if key in r.memo:
        known: dict[str, int] = r.memo[key]
        return known
    most, next_ = int(r.chart("rail_movement").at("stations")), clear_lines(r, side)
    far, queue = {start: 0}, [start]
    for here in queue:
        for to in next_.get(here, ()):
            if to not in far and far[here] < most:
                far[to] = far[here] + 1
                queue.append(to)
    del far[start]
    r.memo[key] = far
    return far


# trains and passengers --------------------------------------------------------------


def trains(r: Reader, f: Frame) -> list[str]:
    """Return a side's trains that have not run in this impulse, at a station."""
    side = f.l["side"]
    used, stations = f.of(side).get("railed", ()), lines.stations(r.content)
    places = r.places_with(("trains", side), lambda at: on_map(at) and any(r.has(p, "train") for p in r.of(at, side)))
    return [p for at in places if at in stations for p in r.of(at, side) if r.has(p, "train") and p not in used]


def can_run(r: Reader, side: str) -> bool:
    """Return whether trains run at all: by the weather, and for the point that it costs."""
    return ground.weather(r) not in NO_TRAINS and tracks.wep(r, side) >= int(r.chart("rail_movement").at("wep"))


def riders(r: Reader, f: Frame, where: str) -> list[str]:
    """Return who may board in a hex: one unit, or a leader, of an active force that has not moved (8.42, 8.43)."""
    side = f.l["side"]
    moved = set(f.of(side).get("moved", ()))
    found = [u for u in tree.independents(r, where, side) if u not in moved and tree.is_mobile(r, u)]
    chief = tree.commander(r, where, side)
    if not chief or not is_active(r, chief) or chief in moved or tree.is_garrison(r, chief):
        return found
    if orders.can_pay(r, chief, march.DETACH):
        found += [u for p in tree.leaders_at(r, where, side) for u in _spare(r, p) if u not in moved]
    return [*found, *(p for p in tree.standing(r, where, side) if p not in moved and _may_leave(r, p))]


def _spare(r: Reader, leader: str) -> list[str]:
    """Return the units of a leader that may leave him: he keeps one (3.12c)."""
    units = [u for u in tree.units(r, leader) if tree.is_mobile(r, u)]
    return units if len(tree.all_units(r, leader)) > 1 and is_active(r, leader) else []


def _may_leave(r: Reader, leader: str) -> bool:
    """Return whether a leader may ride alone: a front-line leader whose units can stand without him (3.12c)."""
    if tree.is_superior(r, leader) or tree.is_garrison(r, leader) or not is_active(r, leader):
        return False
    return tree.independent_room(r, tree.place_of(r, leader), r.owner(leader), tree.units(r, leader))


def takes(r: Reader, rider: str, to: str) -> bool:
    """Return whether a station has room for a passenger: a leader needs units there to lead (3.12c, 3.21)."""
    side = r.owner(rider)
    if not is_leader(r, rider):
        return tree.independent_room(r, to, side, [rider])
    waiting = tree.independents(r, to, side)
    fits = tree.weight(r, waiting) <= tree.limit(r, rider)
    there = tree.leaders_at(r, to, side)
    return bool(waiting) and fits and tree.may_stack(r, [*there, rider]) and orders.can_pay(r, rider, march.DETACH, alone=True)


def trips(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return passenger → stations he can be carried to by a train in his hex."""
    side, found = f.l["side"], {}
    for where in sorted({r.where(train) for train in trains(r, f)}):
        far = runs(r, side, where)
        for rider in riders(r, f, where) if far else ():
            if stops := [to for to in far if takes(r, rider, to)]:
                found[rider] = stops
    return found


# sections ---------------------------------------------------------------------------


def openable(r: Reader, side: str) -> list[Section]:
    """Return the sections that a side may open or convert: all hexes held or last passed by its units, once a turn (8.41)."""
    if (r.var(OPENED) or {}).get(side) == r.var("turn"):
        return []
    held = r.var(control.VAR) or {}
    if side not in held.values():
        return []
    return [
        section
        for section in lines.network(r.content)
        if lines.controller(r, section) != side and all(_last(r, held, at, side) for at in section.cells)
    ]


def _last(r: Reader, held: dict[str, str], where: str, side: str) -> bool:
    return held.get(hex_of(where)) == side or fights(r, where, side)


# actions ----------------------------------------------------------------------------


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return what may be done with trains and railroads."""
    side, found = s.side, []
    if can_run(s, side):
        n = int(s.chart("rail_movement").at("wep"))
        if carried := trips(s, f):
            found.append(offers.place("rail", msg("ask.rail", n=n), carried, rule="8.42", max=1))
        empty = {p: list(runs(s, side, s.where(p))) for p in trains(s, f)}
        if empty := {p: cells for p, cells in empty.items() if cells}:
            found.append(offers.place("rail_empty", msg("ask.rail_empty", n=n), empty, rule="8.42", max=1))
    if sections := openable(s, side):
        choices = [{"value": one.id, "label": msg("choice.section", a={"c": one.a}, b={"c": one.b})} for one in sections]
        found.append(offers.choose("open_rail", "ask.open_rail", choices, rule="8.41"))  # type: ignore[arg-type]
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Carry somebody, move a train, or open a section."""
    if verb == "open_rail":
        section = next(one for one in lines.network(t.content) if one.id == args["choice"])
        t.set_var(lines.VAR, {**(t.var(lines.VAR) or {}), section.id: side})
        t.set_var(OPENED, {**(t.var(OPENED) or {}), side: t.var("turn")})
        t.note("note.rail_opened", rule="8.41", side={"s": side}, a={"c": section.a}, b={"c": section.b})
        return
    piece, to = args["pieces"][0], args["cell"]
    own = f.of(side)
    train = piece if verb == "rail_empty" else next(p for p in trains(t, f) if t.where(p) == tree.hex_of_unit(t, piece))
    tracks.pay(t, side, int(t.chart("rail_movement").at("wep")), "wep.rail", "8.42")
    if verb == "rail":
        ride(t, f, piece, to)
        own["moved"] = [*own.get("moved", []), piece]
    if verb == "rail_empty" or not t.option("amb_16_train_stays"):
        t.move(train, to)
    own["railed"] = [*own.get("railed", []), train]
    key = "note.rail" if verb == "rail" else "note.rail_empty"
    t.note(key, rule="8.42", side={"s": side}, cell={"c": to})


def ride(t: Table, f: Frame, piece: str, to: str) -> None:
    """Bring a passenger to a station: a unit is detached for it (8.25), a leader takes over the units waiting there."""
    side, where = f.l["side"], tree.hex_of_unit(t, piece)
    if not is_leader(t, piece):
        if not on_map(t.where(piece)):
            orders.spend(t, tree.commander(t, where, side), march.DETACH, "8.25")
        t.move(piece, to)
    else:
        orders.spend(t, piece, march.DETACH, "8.25", alone=True)
        for unit in tree.units(t, piece):
            t.move(unit, where)
        waiting = tree.independents(t, to, side)
        tree.follow(t, piece, to)
        for unit in waiting:
            t.move(unit, tree.box_of(t, piece))
    control.passes(t, side, [to])


MENU = (Action(("rail", "rail_empty", "open_rail"), asks, do),)
