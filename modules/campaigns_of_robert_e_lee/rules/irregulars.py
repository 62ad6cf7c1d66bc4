"""Militia (14.6), partisans (14.7), Pinkertons (14.8)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.reach import Move, Way, lit, reach
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import control, ground, lines, losses, scouting, tree
from .actions import Action
from .facts import CSA, UNION, box, captain, counter, enemy, fights, hex_of, hexes_of, is_active, on_map

RISINGS = "risings"
"""How many rolls for partisans have succeeded (14.71)."""


def has(r: Reader, what: str) -> bool:
    """Return whether the scenario has `militia` or `partisans`."""
    return bool((r.scenario.get("attrs") or {}).get(what, True))


# militia ----------------------------------------------------------------------------


def homes(r: Reader, side: str) -> dict[str, int]:
    """Return hex → tries of a side's militia there this turn: enemies within five hexes (14.6)."""
    chart, found = r.chart("militia"), {}
    if side == CSA:
        rows = {ground.named(r.content, name): name.lower() for name in ("Richmond", "Petersburg")}
    else:
        east = int(hex_of(ground.named(r.content, "Harper's Ferry"))[:2])
        towns = [at for at in ground.ground(r.content).near if ground.is_town(r, at)]
        own = [at for at in towns if ground.region(r, at) == ground.NORTH and int(hex_of(at)[:2]) >= east]
        rows = dict.fromkeys(own, "union_place")
    for at, row in rows.items():
        near = int(chart.at(row, "range"))
        if control.holder(r, at) == side and any(ground.distance(r, at, foe) <= near for foe in hexes_of(r, enemy(side))):
            found[at] = int(chart.at(row, "tries"))
    return found


class Militia(Step):
    """Last turns' militia shrink, then new ones rise where the enemy is near (14.6-14.62). Local `side`."""

    name = "militia"

    def run(self, t: Table, f: Frame) -> None:
        """Shrink and roll."""
        side, now = f.l["side"], int(t.var("turn") or 1)
        if has(t, "militia"):
            places = t.places_with(("units of", side), lambda at: bool(t.of(at, side, "unit")))
            gone = box(side, "eliminated")
            for unit in [p for at in places for p in t.of(at, side, "unit") if at != gone]:
                if int(t.attr(unit, "militia") or now) < now:
                    losses.reduce(t, unit, "14.62")
            tree.tidy(t, side)
            for where, tries in sorted(homes(t, side).items()):
                for _ in range(tries):
                    self.rise(t, side, where)
        t.done()

    def rise(self, t: Table, side: str, where: str) -> None:
        """Roll for a unit of militia in a hex; it is drawn from those not in play or eliminated (14.61)."""
        row = {CSA: "richmond", UNION: "union_place"}[side]
        if t.roll(purpose="roll.militia", by=side)[0] > int(t.chart("militia").at(row, "die")):
            return
        gone = box(side, "eliminated")
        idle = [
            p for p, entry in sorted(t.content.pieces.items())
            if (kind := t.content.kinds[entry["kind"]]).side == side and "infantry" in kind.traits
            and (not t.exists(p) or t.where(p) == gone)
        ]  # fmt: skip
        if not idle or not tree.independent_room(t, where, side, [], brigades=tree.BRIGADES if side == UNION else 1):
            return
        unit = t.pick(idle)
        if t.exists(unit):
            t.move(unit, where)
            t.turn(unit, "front")
        else:
            t.add(unit, where)
        t.set_attr(unit, "militia", int(t.var("turn") or 1))
        t.note("note.militia", rule="14.61", side={"s": side}, cell={"c": where})


# partisans --------------------------------------------------------------------------


class Rising(Step):
    """Sympathizers rise, every fourth time a partisan leader, where active leaders are in towns (14.71). Local `side`."""

    name = "rising"

    def run(self, t: Table, f: Frame) -> None:
        """Roll for each town."""
        if f.l["side"] == CSA and has(t, "partisans"):
            for where in self.towns(t):
                if t.roll(purpose="roll.partisans", by=CSA)[0] <= int(t.chart("partisans").at("form")):
                    self.rise(t, where)
        t.done()

    def towns(self, r: Reader) -> list[str]:
        """Return the towns south of the Potomac and east of the Shenandoah with an active Confederate leader."""
        return [
            at for at in hexes_of(r, CSA)
            if ground.is_town(r, at) and ground.region(r, at) == ground.SOUTH
            and any(is_active(r, p) for p in tree.leaders_at(r, at, CSA))
        ]  # fmt: skip

    def rise(self, t: Table, where: str) -> None:
        """Let sympathizers appear, or a leader: the first is Mosby (14.71)."""
        n = int(t.var(RISINGS) or 0) + 1
        t.set_var(RISINGS, n)
        waiting = [p for p in sorted(t.content.pieces) if not t.exists(p) and _is_captain(t, t.content.pieces[p]["kind"])]
        if n % int(t.chart("partisans").at("leader")) == 0 and waiting:
            first = [p for p in waiting if t.content.pieces[p]["kind"] == "csa_mosby"]
            captain = t.add(first[0] if first else t.pick(waiting), where)
            t.note("note.captain", rule="14.71", piece={"p": captain}, cell={"c": where})
        else:
            counter(t, "csa_sympathizers", where, CSA)
            t.note("note.rising", rule="14.71", cell={"c": where})


def _is_captain(t: Table, kind: str) -> bool:
    return "partisan_leader" in t.content.kinds[kind].traits


def pieces(r: Reader, side: str, trait: str) -> list[str]:
    """Return a side's pieces of a trait on the map."""
    places = r.places_with((trait, side, "map"), lambda at: on_map(at) and any(r.has(p, trait) for p in r.of(at, side)))
    return [p for at in places for p in r.of(at, side) if r.has(p, trait)]


def band(r: Reader, captain: str) -> list[str]:
    """Return the sympathizers who are with a partisan leader (14.73)."""
    return [p for p in r.of(r.where(captain), CSA) if r.has(p, "sympathizers")]


def captains(r: Reader) -> list[str]:
    """Return the partisan leaders who have a band (14.73)."""
    return [p for p in pieces(r, CSA, "partisan_leader") if band(r, p)]


def helps(r: Reader, where: str, side: str) -> str:
    """Return the partisan leader whose band fights in a hex, with the regulars or alone (14.73c), an empty word for none."""
    return captain(r, where) if side == CSA else ""


def ranks(r: Reader, where: str, side: str) -> list[str]:
    """Return the sympathizers of a band that fights in a hex: each is a step (14.73c)."""
    head = helps(r, where, side)
    return band(r, head) if head else []


# riding -----------------------------------------------------------------------------


def riders(r: Reader, side: str) -> list[str]:
    """Return who rides twelve points in every impulse: bands of partisans, Pinkertons (14.73, 14.8)."""
    return captains(r) if side == CSA else pieces(r, UNION, "pinkerton")


def left(r: Reader, f: Frame, rider: str) -> int:
    """Return the points that a rider has left in this impulse, in halves."""
    most = int(r.attr(rider, "mp", 0)) or int(r.chart("partisans").at("mp"))
    return most * ground.HALVES - int((f.of(f.l["side"]).get("ridden") or {}).get(rider, 0))


def ways(r: Reader, rider: str, budget: int) -> dict[str, Way]:
    """Return where a rider gets to: no enemy and no zone hinders him (14.73, 14.8)."""

    def step(way: Way, to: str) -> Move | None:
        cost = ground.cost(r, way.place, to)
        return None if cost is None else Move(cost)

    return reach(r.where(rider), lambda at: ground.near(r, at), step, limit=budget)


def light(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where a rider gets to."""
    f = s.frame()
    rider = next((p for p in args["pieces"] if p in riders(s, s.side)), "")
    if f.step != "movement" or not rider:
        return {"cells": {}}
    return {"cells": lit(ways(s, rider, left(s, f, rider)))}


def spend(f: Frame, rider: str, n: int) -> None:
    """Take points from a rider."""
    own = f.of(f.l["side"])
    ridden = dict(own.get("ridden") or {})
    ridden[rider] = int(ridden.get(rider, 0)) + n
    own["ridden"] = ridden


def asks(s: Seen, f: Frame) -> list[Ask]:
    """Return what riders may do: ride, scout, cut railroads; what leaders take along (14.72)."""
    declared = f.of(s.side).get("declared", ())  # 8.52: who has declared has moved
    able, found = [p for p in riders(s, s.side) if left(s, f, p) > 0 and s.where(p) not in declared], []
    if able:
        some = [one for p in able for one in (p, *(band(s, p) if s.side == CSA else []))]
        found.append(offers.move("ride", "ask.ride", some, rule="14.73" if s.side == CSA else "14.8", query="reach_ride"))
    if scouts := {p: cells for p in riders(s, s.side) if (cells := targets(s, f, p))}:
        found.append(offers.place("spy", "ask.spy", scouts, rule="14.73a" if s.side == CSA else "14.8", max=1))
    if s.side == CSA:
        if cuts := [s.where(p) for p in able if may_cut(s, f, p)]:
            found.append(offers.cell("raid", "ask.raid", sorted(set(cuts)), rule="14.73b"))
        if friends := [p for p in pieces(s, CSA, "sympathizers") if not tree.taken_along(s).get(p) and _host(s, p)]:
            found.append(offers.pieces("pick_up", "ask.pick_up", friends, 1, len(friends), rule="14.72"))
        if kept := [p for p in pieces(s, CSA, "sympathizers") if tree.taken_along(s).get(p)]:
            found.append(offers.pieces("drop_off", "ask.drop_off", kept, 1, len(kept), rule="14.72"))
    return found


def _host(r: Reader, piece: str) -> str:
    return tree.commander(r, r.where(piece), CSA)


def targets(r: Reader, f: Frame, rider: str) -> list[str]:
    """Return the enemy hexes that a rider may scout now: as far and as often as he has sympathizers, Pinkertons their own hex."""
    side, foe = r.owner(rider), enemy(r.owner(rider))
    tried = int((f.of(side).get("spied") or {}).get(rider, 0))
    if side == UNION:
        at = r.where(rider)
        return [at] if not tried and fights(r, at, foe) else []
    n = len(band(r, rider))
    return [at for at in hexes_of(r, foe) if ground.distance(r, at, r.where(rider)) <= n] if tried < n else []


def may_cut(r: Reader, f: Frame, captain: str) -> bool:
    """Return whether a band may cut the railroad of its hex: it is used by the Union, and the points are there (14.73b)."""
    at = r.where(captain)
    price = int(r.chart("rail_movement").at("cut_mp")) * ground.HALVES
    used = [s for s in lines.network(r.content) if at in s.cells and lines.controller(r, s) == UNION]
    return bool(used) and not lines.is_cut(r, at) and left(r, f, captain) >= price


def is_guarded(r: Reader, where: str) -> bool:
    """Return whether a station next along the line holds Union units (14.73b)."""
    ends = {end for s in lines.network(r.content) if where in s.cells for end in (s.a, s.b)}
    return any(fights(r, at, UNION) for at in sorted(ends))


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Ride, scout, cut, pick up, drop off."""
    own = f.of(side)
    if verb == "ride":
        ride(t, f, side, args)
    elif verb == "spy":
        rider, at = args["pieces"][0], args["cell"]
        spied = dict(own.get("spied") or {})
        spied[rider] = int(spied.get(rider, 0)) + 1
        own["spied"] = spied
        bonus = len(band(t, rider)) if side == CSA else _helped(t, at)
        scouting.resolve(t, side, at, bonus, "14.73a" if side == CSA else "14.8")
    elif verb == "raid":
        captain = next(p for p in captains(t) if t.where(p) == args["cell"])
        spend(f, captain, int(t.chart("rail_movement").at("cut_mp")) * ground.HALVES)
        raid(t, args["cell"])
    else:
        for piece in args["pieces"]:
            tree.take_along(t, piece, _host(t, piece) if verb == "pick_up" else "")


def _helped(r: Reader, where: str) -> int:
    """Return what cavalry beside a hex adds to a Pinkerton's die (14.8, AMB-28)."""
    horse = sum(scouting.horse(r, UNION, at) for at in ground.near(r, where))
    return horse * int(r.option("amb_28_joint_recon"))


def ride(t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
    """Move a rider and those picked up with him."""
    rider = next((p for p in args["pieces"] if p in riders(t, side)), "")
    to = args["path"][-1]
    found = ways(t, rider, left(t, f, rider)) if rider else {}
    if to not in found:
        t.refuse("refuse.too_far", rule="14.73" if side == CSA else "14.8", cell={"c": to})
    if side == CSA and not any(t.has(p, "sympathizers") for p in args["pieces"]):
        t.refuse("refuse.band", rule="14.73", piece={"p": rider})
    spend(f, rider, found[to].cost)
    for piece in args["pieces"]:
        tree.take_along(t, piece, "")
        t.move(piece, to)
    t.note("note.ride", rule="14.73" if side == CSA else "14.8", piece={"p": rider}, cell={"c": to})


def raid(t: Table, where: str) -> None:
    """Cut a railroad; a guard at the next station foils it on 4 to 6 (14.73b)."""
    if is_guarded(t, where):
        low, _, high = str(t.chart("partisans").at("guarded_cut")).partition("-")
        if not int(low) <= t.roll(purpose="roll.raid", by=CSA)[0] <= int(high):
            t.note("note.raid_foiled", rule="14.73b", cell={"c": where})
            return
    counter(t, "rail_cut", where)
    t.note("note.raid", rule="14.73b", cell={"c": where})


MENU = (Action(("ride", "spy", "raid", "pick_up", "drop_off"), asks, do),)
STEPS = (Militia(), Rising())
