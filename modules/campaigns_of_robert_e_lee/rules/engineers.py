"""Engineers and supervisors: railroads and bridges repaired (14.42, 14.43), pontoons and balloons (8.8).

At work they lie on the map, their back shown; `at_work` names the job, `since` the turn it began, `edge` a side of the hex.
What is done in impulses is ordered in one of them and stands at the next of one's own (8.81a).
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, lines, orders, rivers, tree, works, zones
from .actions import Action
from .chores import Chore
from .facts import CSA, MAP, UNION, hex_of, is_cavalry, is_infantry, marked, on_map, place

ORDER = "army_commander.activate_engineer"


def chief(r: Reader, side: str, where: str) -> str:
    """Return the army commander who can put engineers in a hex to work: in his range, with the point (3.31b3, 14.41)."""
    for p in tree.leaders(r, side):
        if tree.is_army_commander(r, p) and orders.can_pay(r, p, ORDER):
            at = tree.place_of(r, p)
            if at and ground.distance(r, at, where) <= tree.command_range(r, p):
                return p
    return ""


def helpers(r: Reader, side: str) -> dict[str, list[str]]:
    """Return hex → engineers of a side there that may be put to work: by an army commander, with a unit for supervisors."""
    found: dict[str, list[str]] = {}
    for piece in pieces(r, side, "engineer"):
        where = r.where(piece) if on_map(r.where(piece)) else tree.hex_of_unit(r, piece)
        if not where or r.attr(piece, "at_work") or not works.spares(r, piece):
            continue
        if side == CSA and not hands(r, where):
            continue
        found.setdefault(where, []).append(piece)
    return {where: some for where, some in found.items() if chief(r, side, where)}


def pieces(r: Reader, side: str, trait: str) -> list[str]:
    """Return a side's known pieces of a trait, wherever they are."""
    places = r.places_with((trait, side), lambda at: any(r.has(p, trait) and r.owner(p) == side for p in r.ids(at)))
    return [p for at in places for p in r.of(at, side) if r.has(p, trait)]


def hands(r: Reader, where: str) -> list[str]:
    """Return the units that may work under a supervisor in a hex: brigades, no detached regiments (14.46)."""
    found = [u for u in tree.units_at(r, where, CSA) if is_infantry(r, u) or is_cavalry(r, u)]
    return [u for u in found if not r.has(u, "detached") and not r.attr(u, "at_work") and works.spares(r, u)]


def order(t: Table, side: str, where: str, piece: str, job: str, **more: Any) -> None:
    """Put engineers to work by an army commander's order; a brigade works with a supervisor (14.41, 14.46)."""
    orders.spend(t, chief(t, side, where), ORDER, "14.41")
    works.set_to_work(t, piece, job, where, **more)
    if side == CSA:
        unit = hands(t, where)[0]
        t.move(unit, where)
        t.set_attr(unit, "at_work", piece)
    t.note("note.at_work", rule="14.41", side={"s": side}, cell={"c": where})


def rest(t: Table, side: str, piece: str) -> None:
    """End engineers' work, and that of the brigade that worked with them."""
    for unit in t.of(t.where(piece), side):
        if t.attr(unit, "at_work") == piece:
            t.set_attr(unit, "at_work", None)
    works.rest(t, piece)


# repairs ----------------------------------------------------------------------------


def cut_hexes(r: Reader, side: str) -> list[str]:
    """Return the hexes with a cut railroad where engineers can be put to work (14.42)."""
    return [at for at in helpers(r, side) if lines.is_cut(r, at) and not _busy(r, at, side, "rail")]


def burned_sides(r: Reader, side: str) -> list[str]:
    """Return the sides with a burned bridge beside engineers who can be put to work (14.43)."""
    found = []
    for where in helpers(r, side):
        for at in ground.near(r, where):
            edge = ground.edge(r, where, at)
            if marked(r, edge, "bridge_burned") and not _busy(r, where, side, "bridge") and not _busy(r, at, side, "bridge"):
                found.append(edge)
    return sorted(set(found))


def _busy(r: Reader, where: str, side: str, job: str) -> bool:
    return any(r.attr(p, "at_work") == job for p in r.of(where, side))


class Repairs(Chore):
    """Engineers begin to repair what lies in their hex (14.42, 14.43)."""

    name, rule = "repairs", "14.4"

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether the scenario has engineers and works at all."""
        return (r.scenario.get("attrs") or {}).get("entrenchments") is not False

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what may be repaired."""
        found: list[Ask] = []
        if cells := cut_hexes(s, s.side):
            found.append(offers.cell("mend_rail", "ask.mend_rail", cells, rule="14.42"))
        if edges := burned_sides(s, s.side):
            found.append(offers.edge("mend_bridge", "ask.mend_bridge", edges, rule="14.43"))
        return found

    def do_mend_rail(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin to repair a railroad."""
        where = args["cell"]
        order(t, side, where, helpers(t, side)[where][0], "rail")

    def do_mend_bridge(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin to repair a bridge."""
        banks = [place(c) for c in rivers.cells(hex_of(args["edge"]))]
        where = next(at for at in banks if at in helpers(t, side))
        order(t, side, where, helpers(t, side)[where][0], "bridge", edge=args["edge"])


class Finish(Step):
    """What was begun a turn ago is finished: repairs and levels of entrenchment (14.42-14.44). Local `side`."""

    name = "finish_works"

    def run(self, t: Table, f: Frame) -> None:
        """Finish the works of a side."""
        side, now = f.l["side"], int(t.var("turn") or 1)
        works.finish(t, side)
        for piece in at_work(t, side, "rail", "bridge"):
            if int(t.attr(piece, "since") or 0) < now:
                job = t.attr(piece, "at_work")
                where = t.where(piece) if job == "rail" else str(t.attr(piece, "edge"))
                for marker in marked(t, where, "rail_cut" if job == "rail" else "bridge_burned"):
                    t.remove(marker)
                t.note(f"note.mended_{job}", rule="14.42" if job == "rail" else "14.43", cell={"c": where})
                rest(t, side, piece)
        works.sweep(t)
        t.done()


def at_work(r: Reader, side: str, *jobs: str) -> list[str]:
    """Return a side's engineers at some jobs."""
    return [p for p in pieces(r, side, "engineer") if r.attr(p, "at_work") in jobs]


# pontoons and balloons --------------------------------------------------------------


def sites(r: Reader, where: str) -> list[str]:
    """Return the great-river sides of a hex where a pontoon may be laid (8.81a): near below a crossing, no enemy zone."""
    if zones.in_enemy_zone(r, where, UNION):
        return []
    most = int(r.chart("engineer_works").at("pontoon", "downstream"))
    known = rivers.sides(r.content)
    found = []
    for at in ground.near(r, where):
        side = hex_of(ground.edge(r, where, at))
        if side in known and ground.crossing(r, where, at) == "great_river" and rivers.is_below_crossing(r.content, side, most):
            found.append(f"{MAP}:{side}")
    return found


def stores(r: Reader, trait: str, *, set_up: bool) -> list[str]:
    """Return the pontoons or balloons that are set up, or are not."""
    face = "back" if set_up else "front"
    return [p for p in pieces(r, UNION, trait) if r.record(p)["face"] == face and not r.attr(p, "job")]


def near_stores(r: Reader, where: str, trait: str) -> list[str]:
    """Return the pontoons (or balloons) not set up with the engineers of a hex, by the option two hexes off (8.81, AMB-17)."""
    far = 0
    if trait == "pontoon" and r.option("amb_17_pontoon_two_hexes"):
        far = int(r.chart("engineer_works").at("pontoon", "engineer_within"))
    return [p for p in stores(r, trait, set_up=False) if on_map(r.where(p)) and ground.distance(r, r.where(p), where) <= far]


def bank(r: Reader, pontoon: str) -> str:
    """Return the hex from which a pontoon was laid."""
    return place(str(r.attr(pontoon, "bank") or ""))


def plans(r: Reader) -> dict[str, list[str]]:
    """Return what may be ordered in an impulse: `lay` edges, `lift` edges, `raise` and `strike` hexes of balloons."""
    able = helpers(r, UNION)
    found: dict[str, list[str]] = {"lay": [], "lift": [], "raise": [], "strike": []}
    for where in able:
        if near_stores(r, where, "pontoon"):
            found["lay"] += sites(r, where)
        if near_stores(r, where, "balloon"):
            found["raise"].append(where)
        if any(r.where(p) == where for p in stores(r, "balloon", set_up=True)):
            found["strike"].append(where)
    found["lift"] = [r.where(p) for p in stores(r, "pontoon", set_up=True) if bank(r, p) in able]
    return {what: sorted(set(places)) for what, places in found.items()}


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return what the Union's engineers may be ordered to do in an impulse (8.8)."""
    if s.side != UNION:
        return []
    found: list[Ask] = []
    for what, places in plans(s).items():
        if places:
            make, rule = (offers.edge, "8.81") if what in ("lay", "lift") else (offers.cell, "8.82")
            found.append(make(f"{what}_{'pontoon' if rule == '8.81' else 'balloon'}", f"ask.{what}", places, rule=rule))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Order it; it stands in the next own impulse (8.81a, 8.82a)."""
    what, _, trait = verb.partition("_")
    able = helpers(t, UNION)
    if trait == "pontoon":
        banks = [place(c) for c in rivers.cells(hex_of(args["edge"]))]
        if what == "lay":
            where = next(at for at in banks if at in able and near_stores(t, at, trait) and args["edge"] in sites(t, at))
            piece = near_stores(t, where, trait)[0]
        else:
            piece = next(p for p in stores(t, trait, set_up=True) if t.where(p) == args["edge"])
            where = bank(t, piece)
    else:
        where = args["cell"]
        piece = next(p for p in (near_stores(t, where, trait) if what == "raise" else t.ids(where)) if t.has(p, trait))
    order(t, side, where, able[where][0], what, edge=args.get("edge"))
    t.set_attr(piece, "job", what)
    t.set_attr(able[where][0], "since", None)


MENU = (Action(("lay_pontoon", "lift_pontoon", "raise_balloon", "strike_balloon"), asks, do),)


def carry_out(t: Table, side: str) -> None:
    """Carry out what was ordered in the last own impulse (8.81a, 8.82a)."""
    for engineer in at_work(t, side, "lay", "lift", "raise", "strike"):
        job, where = str(t.attr(engineer, "at_work")), t.where(engineer)
        edge = str(t.attr(engineer, "edge") or "")
        rest(t, side, engineer)
        piece = next((p for trait in ("pontoon", "balloon") for p in pieces(t, UNION, trait) if t.attr(p, "job") == job), "")
        if not piece:
            continue
        t.set_attr(piece, "job", None)
        if job == "lay" and edge in sites(t, where):
            t.move(piece, edge)
            t.turn(piece, "back")
            t.set_attr(piece, "bank", hex_of(where))
        elif job == "lift":
            t.move(piece, where)
            t.turn(piece, "front")
            t.set_attr(piece, "bank", None)
        elif job in ("raise", "strike"):
            t.turn(piece, "back" if job == "raise" else "front")
        t.note(f"note.{job}", rule="8.81" if job in ("lay", "lift") else "8.82", cell={"c": edge or where})


STEPS = (Repairs(), Finish())
