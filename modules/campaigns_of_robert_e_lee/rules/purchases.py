"""What war effort buys: trains, wagons, balloons, pontoons, Pinkertons, engineers (14.11); wagons and depots (14.9)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, lines, supply, tracks, tree, zones
from .chores import Chore
from .facts import CSA, UNION, counter, is_wagon, rating, value

GOODS = {
    CSA: ("train", "wagon_1", "wagon_2", "wagon_3", "wagon_4", "engineer_supervisor"),
    UNION: ("train", "wagon_1", "wagon_2", "wagon_3", "wagon_4", "engineer", "balloon", "pontoon", "pinkerton"),
}
ROWS = {
    "train": "second_train",
    "engineer_supervisor": "hire_csa_engineer_supervisor",
    "balloon": "balloon",
    "pontoon": "pontoon_bridge",
    "pinkerton": "pinkertons",
}
BARRED = {"balloon": "balloons", "pontoon": "pontoons", "engineer": "entrenchments", "engineer_supervisor": "entrenchments"}
"""Goods that a scenario may do without, and its word for them."""
TRAINS = 2
FRESH = "fresh_wagons"
"""Wagons made in this segment: they become no depots or landings in it (14.93a)."""


def price(r: Reader, what: str) -> int:
    """Return what a counter costs (14.11, 14.91; AMB-25)."""
    if what.startswith("wagon"):
        return int(what[-1]) * int(r.chart("war_effort_costs").at("wagon"))
    return int(r.option("amb_25_engineer_price")) if what == "engineer" else int(r.chart("war_effort_costs").at(ROWS[what]))


def is_sold(r: Reader, side: str, what: str) -> bool:
    """Return whether a side may buy a counter now: the scenario has it, the mix has one left, it can pay."""
    attrs = r.scenario.get("attrs") or {}
    if what in BARRED and attrs.get(BARRED[what]) is False:
        return False
    kind = f"{side}_{what}"
    if what == "train" and sum(1 for p in r.content.pieces_of(kind) if r.exists(p)) >= TRAINS:
        return False
    return price(r, what) <= tracks.wep(r, side) and any(not r.exists(p) for p in r.content.pieces_of(kind))


def markets(r: Reader, side: str) -> list[str]:
    """Return the hexes where new counters come in: sources on land and rail depots, without enemies (14.11)."""
    depots = [r.where(p) for p in supply.relays(r, side) if supply.is_rail_depot(r, p)]
    found = sorted({*supply.sources(r, side), *depots})
    return [at for at in found if ground.is_land(r, at) and zones.free_of_enemies(r, at, side)]


def stations(r: Reader, side: str) -> list[str]:
    """Return the markets where a train may be put: stations of an open line."""
    return [at for at in markets(r, side) if at in lines.stations(r.content)]


class Purchases(Chore):
    """A side buys counters (14.11)."""

    name, rule = "purchases", "14.11"

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return an ask for each counter on sale."""
        side = f.l["side"]
        found = []
        for what in GOODS[side]:
            where = stations(s, side) if what == "train" else markets(s, side)
            if where and is_sold(s, side, what):
                label = offers.msg("ask.buy", kind={"k": f"{side}_{what}"}, n=price(s, what))
                found.append(offers.cell(f"buy_{what}", label, where, rule="14.11"))
        return found

    def verbs(self) -> set[str]:
        """Return a verb for each counter."""
        return {"done", *(f"buy_{what}" for goods in GOODS.values() for what in goods)}

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Buy a counter, or be done."""
        if verb in self.ends:
            super().do(verb, t, f, side, args)
            return
        what = verb.removeprefix("buy_")
        tracks.pay(t, side, price(t, what), "wep.bought", "14.11")
        piece = counter(t, f"{side}_{what}", args["cell"], side)
        t.note("note.bought", rule="14.11", piece={"p": piece}, cell={"c": args["cell"]})
        if what.startswith("wagon"):
            t.set_var(FRESH, [*(t.var(FRESH) or ()), piece])


class Depots(Chore):
    """Wagons become depots, landings or ammunition (14.91-14.93); those bought in this segment neither of the first two."""

    name, rule = "depots", "14.9"

    def is_last(self, r: Reader) -> bool:
        """Return that it is."""
        return True

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether the side has a wagon on the map."""
        return bool(self.wagons(r, f.l["side"]))

    def regiments(self, r: Reader, side: str, where: str) -> list[str]:
        """Return the detached regiments in a hex, in forces or alone."""
        return [u for u in tree.units_at(r, where, side) if r.has(u, "detached")]

    def wagons(self, r: Reader, side: str) -> list[str]:
        """Return a side's wagons on the map."""
        return [p for p in supply.relays(r, side) if is_wagon(r, p)]

    def settled(self, r: Reader, f: Frame) -> list[str]:
        """Return the wagons that can become a depot: in a supplied town, with a regiment, if it can be paid (14.92)."""
        side = f.l["side"]
        each = int(r.chart("war_effort_costs").at("depot"))
        found = []
        for p in self.wagons(r, side):
            at = r.where(p)
            if p in (r.var(FRESH) or ()) or not ground.is_town(r, at) or not self.regiments(r, side, at):
                continue
            if tracks.wep(r, side) < each * value(r, p):
                continue
            if supply.state_at(r, side, at) == supply.FULL and self.size(r, side, p):
                found.append(p)
        return found

    def size(self, r: Reader, side: str, wagon: str) -> int:
        """Return the value of the depot that a wagon would make: its own, with a depot there both together; 0 for none."""
        there = tree.depots_at(r, r.where(wagon), side)
        both = value(r, wagon) + sum(value(r, p) for p in there[:1])
        return both if f"{side}_wagon_{both}" in r.content.kinds else 0

    def landings(self, r: Reader, f: Frame) -> list[str]:
        """Return the wagons that can become a landing: value 4, with a regiment, on coast or great river (14.93)."""
        side = f.l["side"]
        if side != UNION or (r.scenario.get("attrs") or {}).get("naval") is False:
            return []
        if tracks.wep(r, side) < int(r.chart("war_effort_costs").at("naval_landing")):
            return []
        fresh = r.var(FRESH) or ()
        return [
            p
            for p in self.wagons(r, side)
            if value(r, p) == 4 and p not in fresh and self.regiments(r, side, r.where(p)) and self.is_shore(r, r.where(p))
        ]

    def is_shore(self, r: Reader, where: str) -> bool:
        """Return whether ships can reach a town: on the coast or on a navigable river (14.93)."""
        return ground.has_feature(r, where, "coastal") or ground.has_feature(r, where, "navigable")

    def broken_up(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return wagon → boxes of leaders near it who can take ammunition (14.91a)."""
        found = {}
        for p in self.wagons(r, f.l["side"]):
            near = [
                tree.box_of(r, q)
                for q in tree.leaders(r, f.l["side"])
                if tracks.get(r, tree.box_of(r, q), "ammo") < rating(r, q, "ar") and self.is_near(r, p, q)
            ]
            if near:
                found[p] = sorted(near)
        return found

    def is_near(self, r: Reader, wagon: str, leader: str) -> bool:
        """Return whether a wagon is stacked with a leader or within his movement rating (14.91a)."""
        where = tree.place_of(r, leader)
        return bool(where) and ground.distance(r, r.where(wagon), where) <= rating(r, leader, "mr")

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what can be made of wagons."""
        found: list[Ask] = []
        settled, landings, broken = self.settled(s, f), self.landings(s, f), self.broken_up(s, f)
        if settled:
            found.append(offers.pieces("make_depot", "ask.make_depot", settled, rule="14.92"))
        if landings:
            found.append(offers.pieces("make_landing", "ask.make_landing", landings, rule="14.93"))
        if broken:
            found.append(offers.place("break_up", "ask.break_up", broken, rule="14.91", max=1))
        return found

    def do_make_depot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Turn a wagon and a regiment into a depot, or make the depot there larger (14.92)."""
        wagon = args["pieces"][0]
        where, size = t.where(wagon), self.size(t, side, wagon)
        tracks.pay(t, side, int(t.chart("war_effort_costs").at("depot")) * value(t, wagon), "wep.bought", "14.92")
        t.remove(self.regiments(t, side, where)[0])
        for old in tree.depots_at(t, where, side)[:1]:
            t.remove(old)
        t.remove(wagon)
        depot = counter(t, f"{side}_wagon_{size}", where, side)
        t.turn(depot, "back")
        t.note("note.depot", rule="14.92", side={"s": side}, cell={"c": where}, n=size)

    def do_make_landing(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Turn a wagon and a regiment into a landing (14.93)."""
        wagon = args["pieces"][0]
        where = t.where(wagon)
        tracks.pay(t, side, int(t.chart("war_effort_costs").at("naval_landing")), "wep.bought", "14.93")
        t.remove(self.regiments(t, side, where)[0])
        t.remove(wagon)
        counter(t, "union_landing", where, side)
        t.note("note.landing", rule="14.93", cell={"c": where})

    def do_break_up(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Break a wagon up into ammunition for a leader; what he can not take goes to others near it (14.91a)."""
        wagon, first = args["pieces"][0], args["cell"]
        left = value(t, wagon)
        near = [q for q in tree.leaders(t, side) if self.is_near(t, wagon, q)]
        for leader in sorted(near, key=lambda q: (tree.box_of(t, q) != first, q)):
            taken = min(left, rating(t, leader, "ar") - tracks.get(t, tree.box_of(t, leader), "ammo"))
            if taken > 0:
                tracks.add(t, tree.box_of(t, leader), "ammo", taken)
                left -= taken
        t.note("note.broken_up", rule="14.91", side={"s": side}, cell={"c": t.where(wagon)})
        t.remove(wagon)


STEPS = (Purchases(), Depots())
