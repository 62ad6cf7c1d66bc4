"""Troops at sea: assault landings (8.92) and sea transport (15.11).

Who is embarked for an assault lies in T-0, T-1, T-2 with the ships; transports lie on the turn record in the turn of their
arrival, with the attribute `at_sea`. Units of a leader stay in his box.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.reach import Move, Way, reach
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import control, ground, naval, tree, works, zones
from .actions import Action
from .chores import Chore
from .facts import MAP, UNION, fights, is_leader, is_unit, is_wagon, marked, on_map, place, wrapped

BOXES = ("union-t0", "union-t1", "union-t2")


def has_navy(r: Reader) -> bool:
    """Return whether the scenario has ships."""
    return (r.scenario.get("attrs") or {}).get("naval") is not False


def harbours(r: Reader) -> list[str]:
    """Return where troops embark: the ports of embarkation and landings, without enemies (8.92a, 15.11a)."""
    facts = r.content.boards[MAP].facts
    ports = [place(str(facts["places"][name])) for name in facts["embarkation"]]
    landings = [at for at in r.places_with("landings", lambda at: bool(marked(r, at, "landing"))) if on_map(at)]
    return [at for at in dict.fromkeys([*ports, *landings]) if zones.free_of_enemies(r, at, UNION)]


def transports(r: Reader, where: str, *, whole: bool) -> list[str]:
    """Return the wooden ships that lie off a harbour; only those at full strength if asked (8.92)."""
    waters = naval.access(r, where)
    return [
        p for p in naval.ships(r, UNION)
        if r.has(p, "transport") and r.where(p) in waters and (not whole or r.record(p)["face"] == "front")
    ]  # fmt: skip


def cargo(r: Reader, where: str, moved: set[str]) -> list[str]:
    """Return what may embark in a harbour: front-line leaders with their forces, units by themselves, wagons."""
    found = [
        p for p in tree.standing(r, where, UNION)
        if not tree.is_superior(r, p) and not tree.is_garrison(r, p) and p not in moved
    ]  # fmt: skip
    alone = [u for u in tree.independents(r, where, UNION) if u not in moved]
    found += [u for u in alone if not r.attr(u, "at_work") and not r.attr(u, "militia")]
    return [*found, *(p for p in r.of(where, UNION) if is_wagon(r, p) and p not in moved)]


def weight(r: Reader, pieces: list[str]) -> int:
    """Return how many ships some cargo takes in an assault: one for each unit or wagon, none for leaders (8.92)."""
    return sum(len(tree.units(r, p)) if is_leader(r, p) else 1 for p in pieces)


def embark(t: Table, pieces: list[str], ships: list[str], to: str) -> None:
    """Bring cargo and ships into a box."""
    for piece in [*ships, *pieces]:
        if is_leader(t, piece):
            tree.follow(t, piece, to)
        else:
            t.move(piece, to)


def disembark(t: Table, box: str, where: str, group: list[str]) -> None:
    """Bring ships into the water off a hex, all others ashore."""
    water = next(iter(naval.access(t, where)), "")
    for piece in group:
        if not t.exists(piece) or t.where(piece) != box:
            continue  # (a leader's marker has gone with him)
        t.set_attr(piece, "at_sea", None)
        if t.has(piece, "naval"):
            t.move(piece, water)
        elif is_leader(t, piece):
            tree.follow(t, piece, where)
        else:
            t.move(piece, where)
    control.passes(t, UNION, [where])


def fits(r: Reader, where: str, group: list[str]) -> bool:
    """Return whether a group may stand in a hex with the friends there (3.21, 3.12c)."""
    chiefs = [p for p in group if is_leader(r, p)]
    there = tree.leaders_at(r, where, UNION)
    units = [p for p in group if is_unit(r, p)]
    stacks = not chiefs or tree.may_stack(r, [*chiefs, *there])
    return stacks and (not units or tree.independent_room(r, where, UNION, units))


# assault landings -------------------------------------------------------------------


def loads(r: Reader, f: Frame) -> dict[str, list[str]]:
    """Return harbour → what may embark for an assault now: troops that began the impulse there, with ships (8.92a)."""
    moved = set(f.of(f.l["side"]).get("moved", ()))
    found = {}
    for where in harbours(r) if has_navy(r) else ():
        ships = transports(r, where, whole=True)
        able = [p for p in cargo(r, where, moved) if ships and weight(r, [p]) <= len(ships)]
        if able:
            found[where] = able
    return found


def beaches(r: Reader) -> list[str]:
    """Return where those in T-2 may land: coastal towns and banks of navigable rivers, free of all enemies (8.92b, 8.92c)."""
    group = [p for p in r.ids(BOXES[2]) if r.owner(p) == UNION]
    if not any(r.has(p, "naval") for p in group):
        return []
    found = []
    for where in sorted(landable(r)):
        if fights(r, where, "csa") or zones.in_enemy_zone(r, where, UNION) or works.work_at(r, where, "csa"):
            continue
        free = [water for water in naval.access(r, where) if water in safe_waters(r)]
        if free and fits(r, where, group):
            found.append(where)
    return found


def landable(r: Reader) -> frozenset[str]:
    """Return the coastal towns and the banks of navigable rivers."""
    found: frozenset[str] | None = r.content.memo.get("landable")
    if found is None:
        coast = {at for at in ground.ground(r.content).near if ground.is_town(r, at) and ground.has_feature(r, at, "coastal")}
        banks = {place(c) for w in naval.waters(r) if "|" in w for c in w.partition(":")[2].split("|")}
        found = r.content.memo["landable"] = frozenset(coast | {at for at in banks if ground.is_land(r, at)})
    return found


def safe_waters(r: Reader) -> set[str]:
    """Return the waters that can be reached from the sea without coming into an enemy's zone (8.92c, 10.82, 15.11b)."""
    key = ("safe waters",)
    if key not in r.memo:
        known = naval.waters(r)
        closed = {at for p in naval.foes(r, UNION) for at in naval.zone(r, p)}
        start = min(at for at in known if "|" not in at)

        def step(way: Way, to: str) -> Move | None:
            return None if to in closed else Move(1)

        r.memo[key] = {start, *reach(start, lambda at: known.get(at, ()), step)}
    answer: set[str] = r.memo[key]
    return answer


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return who may embark, and where who waits off the coast may land."""
    if s.side != UNION or not has_navy(s):
        return []
    found: list[Ask] = []
    groups = loads(s, f)
    if groups:
        some = [p for where in groups for p in groups[where]]
        found.append(offers.pieces("embark", "ask.embark", some, 1, len(some), rule="8.92a", groups=groups))
    if any(s.has(p, "naval") for p in s.ids(BOXES[2])) and (cells := beaches(s)):
        found.append(offers.cell("land", "ask.land", cells, rule="8.92b"))
    return found


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Embark for an assault, or land; landing takes the whole impulse (8.92b)."""
    own = f.of(side)
    if verb == "embark":
        where = tree.hex_of_unit(t, args["pieces"][0]) or t.where(args["pieces"][0])
        ships = transports(t, where, whole=True)
        if weight(t, args["pieces"]) > len(ships):
            t.refuse("refuse.ships", rule="8.92", n=len(ships))
        embark(t, args["pieces"], ships[: max(1, weight(t, args["pieces"]))], BOXES[0])
        t.note("note.embark", rule="8.92a", cell={"c": where})
        return
    group = t.ids(BOXES[2])
    disembark(t, BOXES[2], args["cell"], group)
    every = [one for p in group if is_leader(t, p) for one in tree.whole(t, p)]
    landed = [*every, *(u for p in every for u in tree.units(t, p)), *group]
    own["moved"] = [*own.get("moved", []), *landed]
    t.note("note.landed", rule="8.92b", cell={"c": args["cell"]}, pieces=wrapped(p for p in group if is_leader(t, p)))


MENU = (Action(("embark", "land"), asks, do),)


class Advance(Step):
    """The boxes of the assault display move on in the naval sequence (8.92a; AMB-43). Local `side`."""

    name = "advance_boxes"

    def run(self, t: Table, f: Frame) -> None:
        """Move T-1 to T-2, which the Union announces, and T-0 to T-1."""
        if f.l["side"] == UNION:
            steps = [(1, 2), (0, 2 if t.option("amb_43_faster_landing") else 1)]
            for start, to in steps:
                group = t.ids(BOXES[start])
                for piece in group:
                    t.move(piece, BOXES[to])
                if group and to == 2:
                    t.note("note.off_the_coast", rule="8.92a")
        t.done()


# sea transport ----------------------------------------------------------------------


class Transport(Chore):
    """The Union's transports land what they carry, then others load (15.11)."""

    name, rule = "sea_transport", "15.11"

    def due(self, r: Reader) -> list[str]:
        """Return what arrives at sea this turn or has waited since."""
        now = int(r.var("turn") or 1)
        return [p for turn in range(1, now + 1) for p in r.of(f"turn-{turn}", UNION) if r.attr(p, "at_sea")]

    def convoy(self, r: Reader) -> list[str]:
        """Return the next convoy to land: a ship and what came with it."""
        due = self.due(r)
        first = next((p for p in due if r.has(p, "naval")), "")
        return [p for p in due if r.attr(p, "at_sea") == r.attr(first, "at_sea")] if first else []

    def quays(self, r: Reader) -> list[str]:
        """Return where the next convoy may land: ports and landings, not past batteries or enemy ships (15.11b)."""
        group = self.convoy(r)
        free = safe_waters(r)
        return [at for at in harbours(r) if any(w in free for w in naval.access(r, at)) and fits(r, at, group)] if group else []

    def landed(self, r: Reader, f: Frame) -> set[str]:
        """Return what has landed in this sequence and so does not load (AMB-38)."""
        return set() if r.option("amb_38_land_and_load") else set(f.of(UNION).get("landed", ()))

    def loadable(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return harbour → what may load there: on ships that did not land in this sequence (15.11a, AMB-38)."""
        if int(r.var("turn") or 1) >= int(r.scenario["turns"]):
            return {}
        landed = self.landed(r, f)
        found = {}
        for where in harbours(r):
            if any(p not in landed for p in transports(r, where, whole=False)) and (some := cargo(r, where, landed)):
                found[where] = some
        return found

    def is_last(self, r: Reader) -> bool:
        """Return that it is."""
        return True

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether a convoy is due, or transports lie off a harbour: ships are in everybody's sight."""
        if f.l["side"] != UNION or not has_navy(r):
            return False
        return bool(self.due(r)) or any(transports(r, at, whole=False) for at in harbours(r))

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what lands and what loads."""
        if s.side != UNION or not has_navy(s):
            return []
        found: list[Ask] = []
        if cells := self.quays(s):
            found.append(offers.cell("dock", "ask.dock", cells, rule="15.11a"))
        if not f.of(UNION).get("tried") and self.blockaders(s):
            found.append(offers.button("break_through", "button.break_through", rule="15.11b"))
        groups = self.loadable(s, f)
        if groups:
            some = [p for where in groups for p in groups[where]]
            found.append(offers.pieces("load", "ask.load", some, 1, len(some), rule="15.11", groups=groups))
        return found

    def do_dock(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Land the next convoy."""
        group = self.convoy(t)
        box = t.where(group[0])
        disembark(t, box, args["cell"], group)
        own = f.of(side)
        own["landed"] = [*own.get("landed", []), *group]
        only = [side] if t.option("hidden_reorganization_moves") else None
        t.note("note.docked", rule="15.11a", only=only, cell={"c": args["cell"]})

    def do_load(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Load a ship: at full strength a corps, a wagon and leaders, reduced a unit and leaders (15.11)."""
        pieces, landed = args["pieces"], self.landed(t, f)
        where = tree.hex_of_unit(t, pieces[0]) or t.where(pieces[0])
        free = [p for p in transports(t, where, whole=False) if p not in landed]
        ship = next((p for p in free if self.carries(t, p, pieces)), "")
        if not ship:
            t.refuse("refuse.load", rule="15.11", cell={"c": where})
        to = f"turn-{int(t.var('turn') or 1) + 1}"
        embark(t, pieces, [ship], to)
        for piece in t.of(to, UNION):
            if piece in (ship, *pieces) or (t.has(piece, "troops") and any(tree.marker_of(t, p) == piece for p in pieces)):
                t.set_attr(piece, "at_sea", ship)
        only = [side] if t.option("hidden_reorganization_moves") else None
        t.note("note.loaded", rule="15.11a", only=only, cell={"c": where})

    def carries(self, r: Reader, ship: str, pieces: list[str]) -> bool:
        """Return whether a ship holds some cargo (15.11)."""
        chart = r.chart("sea_transport")
        whole = r.record(ship)["face"] == "front"
        wagons = sum(is_wagon(r, p) for p in pieces)
        chiefs = [p for p in pieces if is_leader(r, p) and tree.units(r, p)]
        units = [p for p in pieces if is_unit(r, p)]
        if wagons > int(chart.at("full_wooden" if whole else "reduced_wooden", "wagons")):
            return False
        if whole:
            return len(chiefs) + len(units) <= 1
        return sum(len(tree.units(r, p)) for p in chiefs) + len(units) <= 1

    def blockaders(self, r: Reader) -> list[str]:
        """Return the enemy ships without which the next convoy could land (15.11b)."""
        group, enemies = self.convoy(r), naval.ships(r, "csa")
        return enemies if group and enemies and not self.quays(r) else []

    def do_break_through(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fight the ships that bar the way: if they are gone, the convoy may land (15.11b)."""
        own, convoy = f.of(side), self.convoy(t)
        own["tried"] = True
        attackers = [p for p in convoy if t.has(p, "naval")]
        t.call(naval.NavalCombats.name, side=UNION, left=[[attackers, self.blockaders(t)]], stage="next")



STEPS = (Advance(), Transport())
