"""Entrenchments: who mans them, how they rise, fall and change hands (14.44)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import control, ground, orders, tracks, tree, zones
from .actions import Action
from .chores import Chore
from .facts import (
    SIDES,
    controls,
    counter,
    enemy,
    fights,
    hex_of,
    is_active,
    is_unit,
    marked,
    on_map,
)

ENTRENCH = "reorganization.entrench"


# where and what ---------------------------------------------------------------------


def work_at(r: Reader, where: str, side: str = "") -> str:
    """Return the entrenchment of a hex, of a side if one is given; an empty word for none."""
    return next((p for p in marked(r, where, "entrenchment") if not side or r.owner(p) == side), "")


def level(r: Reader, where: str, side: str = "") -> int:
    """Return the level of a hex's entrenchment, 0 for none."""
    piece = work_at(r, where, side)
    return int(r.attr(piece, "level", 0)) if piece else 0


def is_held(r: Reader, where: str, side: str) -> bool:
    """Return whether a side's empty entrenchment is manned by the zone of a regular unit beside it (14.44c)."""
    if not work_at(r, where, side) or any(fights(r, where, one) for one in SIDES):
        return False
    return any(controls(r, at, side) and not ground.is_great_river(r, at, where) for at in ground.near(r, where))


def is_manned(r: Reader, where: str) -> bool:
    """Return whether an entrenchment is manned, from inside or by a zone (14.44c)."""
    side = r.owner(work_at(r, where))
    return zones.is_manned(r, where, side) or is_held(r, where, side)


def places(r: Reader) -> tuple[str, ...]:
    """Return the hexes with entrenchments."""
    return r.places_with("entrenchments", lambda at: on_map(at) and bool(marked(r, at, "entrenchment")))


# changes ----------------------------------------------------------------------------


def begin(t: Table) -> None:
    """Give the entrenchments of a scenario to who holds their hexes."""
    for where in places(t):
        for piece in marked(t, where, "entrenchment"):
            if t.owner(piece) not in SIDES:
                t.give(piece, control.holder(t, where))


def set_level(t: Table, where: str, side: str, n: int) -> None:
    """Make the entrenchment of a hex one of so many levels, none for 0."""
    for piece in marked(t, where, "entrenchment"):
        t.remove(piece)
    if n > 0:
        counter(t, f"entrenchment_{n}", where, side)
    t.note("note.works", rule="14.44", side={"s": side}, cell={"c": where}, n=max(0, n))


def sweep(t: Table) -> None:
    """Take off entrenchments of the lowest level that nobody mans (14.44c)."""
    lost = int(t.chart("entrenchment").at("unmanned_lost"))
    for where in places(t):
        if level(t, where) <= lost and not is_manned(t, where):
            set_level(t, where, t.owner(work_at(t, where)), 0)


def seize(t: Table, side: str, where: str) -> None:
    """Replace an unmanned enemy entrenchment that a side's units have entered by their own (14.44f)."""
    piece = work_at(t, where, enemy(side))
    if piece and not fights(t, where, enemy(side)):
        t.give(piece, side)
        t.note("note.works_taken", rule="14.44f", side={"s": side}, cell={"c": where})


def interrupt(t: Table, side: str, where: str) -> None:
    """Let what engineers and builders of a hex are at lapse: their force goes back (14.44a, 8.81a, 8.82a; AMB-53)."""
    for piece in t.of(where, side):
        if t.attr(piece, "at_work"):
            rest(t, piece)
    for leader in tree.leaders_at(t, where, side):
        for marker in marked(t, f"{tree.box_of(t, leader)}-state", "entrenching"):
            t.remove(marker)
    for piece in t.of(where, side):
        if t.has(piece, "balloon") and t.record(piece)["face"] == "back":
            t.remove(piece)  # 8.82b
    for at in ground.near(t, where):
        for piece in t.ids(ground.edge(t, where, at)):
            if t.has(piece, "pontoon") and t.attr(piece, "bank") == hex_of(where):
                t.remove(piece)


def rest(t: Table, piece: str) -> None:
    """End the work of engineers, a supervisor, or a brigade under one."""
    for key in ("at_work", "since", "edge"):
        t.set_attr(piece, key, None)
    if t.has(piece, "works"):
        t.turn(piece, "front")


def set_to_work(t: Table, piece: str, job: str, where: str, **more: Any) -> None:
    """Put an engineer or supervisor to work: on the map, on top, its back shown (14.41)."""
    t.move(piece, where)
    t.turn(piece, "back")
    t.set_attr(piece, "at_work", job)
    t.set_attr(piece, "since", int(t.var("turn") or 1))
    for key, value in more.items():
        t.set_attr(piece, key, value)


# builders ---------------------------------------------------------------------------


def helpers(r: Reader, where: str, side: str) -> list[str]:
    """Return the engineers or supervisors of a side in a hex that are not at work."""
    found = [u for u in tree.units_at(r, where, side) if r.has(u, "engineer")]
    found += [p for p in r.of(where, side) if r.has(p, "engineer") and p not in found]
    return [p for p in found if not r.attr(p, "at_work")]


def spares(r: Reader, piece: str) -> bool:
    """Return whether a piece may leave the force it is in: its leader keeps another unit (3.12c)."""
    home = tree.home_of(r, piece) if is_unit(r, piece) else ""
    return not home or len(tree.all_units(r, home)) > 1


def is_building(r: Reader, where: str, side: str) -> bool:
    """Return whether a level is under way in a hex (14.44a): one at a time."""
    return any(marked(r, f"{tree.box_of(r, p)}-state", "entrenching") for p in tree.leaders_at(r, where, side))


def builders(r: Reader, side: str) -> list[str]:
    """Return the leaders who may begin an entrenchment: active, of a front-line force, with engineers (14.44a)."""
    if (r.scenario.get("attrs") or {}).get("entrenchments") is False:
        return []
    if tracks.wep(r, side) < int(r.chart("war_effort_costs").at("entrench")):
        return []
    most, found = int(r.chart("entrenchment").at("most_level")), []
    for p in tree.leaders(r, side):
        where = tree.place_of(r, p)
        if not where or not is_active(r, p) or tree.is_superior(r, p) or not orders.can_pay(r, p, ENTRENCH):
            continue
        others = [u for u in tree.units(r, p) if not r.has(u, "engineer")]
        if not others or level(r, where) >= most or is_building(r, where, side):
            continue
        training = marked(r, f"{tree.box_of(r, p)}-state", "training")
        if not training and any(spares(r, q) for q in helpers(r, where, side)):
            found.append(p)
    return found


class Entrench(Chore):
    """Forces with engineers begin to entrench (14.44a)."""

    name, rule = "entrench", "14.44"

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether the scenario has engineers and works at all."""
        return (r.scenario.get("attrs") or {}).get("entrenchments") is not False

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return who may begin."""
        able = builders(s, s.side)
        return [offers.pieces("dig", "ask.dig", able, rule="14.44a")] if able else []

    def do_dig(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin a level: an order, a point of war effort, a marker; the engineers are at work (14.44a)."""
        leader = args["pieces"][0]
        where = tree.place_of(t, leader)
        orders.spend(t, leader, ENTRENCH, "14.44a")
        tracks.pay(t, side, int(t.chart("war_effort_costs").at("entrench")), "wep.entrench", "14.44a")
        helper = next(p for p in helpers(t, where, side) if spares(t, p))
        if t.option("amb_53_entrench_at_once"):
            set_level(t, where, side, level(t, where) + int(t.chart("entrenchment").at("level_per_turn")))
            return
        set_to_work(t, helper, "entrench", where)
        counter(t, "entrenching", f"{tree.box_of(t, leader)}-state", side, since=int(t.var("turn") or 1))
        t.note("note.entrench", rule="14.44a", leader={"p": leader}, cell={"c": where})


def finish(t: Table, side: str) -> None:
    """Finish the levels begun a turn ago where force and engineers are still there (14.44a, AMB-53)."""
    now = int(t.var("turn") or 1)
    for leader in tree.leaders(t, side):
        where = tree.place_of(t, leader)
        for marker in marked(t, f"{tree.box_of(t, leader)}-state", "entrenching"):
            if int(t.attr(marker, "since") or 0) >= now:
                continue
            t.remove(marker)
            at_it = [p for p in t.of(where, side) if t.attr(p, "at_work") == "entrench"] if where else []
            if at_it:
                rest(t, at_it[0])
                set_level(t, where, side, level(t, where) + int(t.chart("entrenchment").at("level_per_turn")))


# destroying one's own ---------------------------------------------------------------


def razed(r: Reader, side: str) -> list[str]:
    """Return the hexes where a side's units may destroy an entrenchment that is theirs (14.44f)."""
    return [at for at in places(r) if work_at(r, at, side) and fights(r, at, side)]


def raze_asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to destroy an entrenchment."""
    found = razed(s, s.side)
    return [offers.cell("raze", "ask.raze", found, rule="14.44f")] if found else []


def raze(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Destroy an entrenchment."""
    set_level(t, args["cell"], side, 0)


MENU = (Action(("raze",), raze_asks, raze),)
STEPS = (Entrench(),)
