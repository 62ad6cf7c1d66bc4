"""Ammunition, artillery and replacements (14.12, 14.13, 14.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import ground, lines, orders, supply, tracks, tree
from .chores import Chore, mine
from .facts import (
    UNION,
    box,
    hexes_of,
    is_infantry,
    is_unit,
    marked,
    on_map,
    rating,
    steps,
    wrapped,
)

AMMO, REPLACE, ARTILLERY = "reorganization.ammo_point", "reorganization.replacement_step", "army_commander.add_artillery_point"


def cost(r: Reader, what: str) -> int:
    """Return a row of the war effort costs (13.31)."""
    return int(r.chart("war_effort_costs").at(what))


def in_full(r: Reader, leader: str) -> bool:
    """Return whether a leader is in full supply in the reorganization (13.4)."""
    where = tree.place_of(r, leader)
    return bool(where) and supply.state_at(r, r.owner(leader), where) == supply.FULL


def is_base(r: Reader, side: str, where: str) -> bool:
    """Return whether a hex is a major city of a side, one of its rail depots, or a landing (14.21, 14.35)."""
    if marked(r, where, "landing") and side == UNION:
        return True
    if ground.is_major_city(r, where):
        return True
    return any(supply.is_rail_depot(r, p) for p in tree.depots_at(r, where, side))


# ammunition -------------------------------------------------------------------------


class Ammunition(Chore):
    """Leaders in full supply buy ammunition (14.12). Its own: `bought`, leader → points of this segment."""

    name, rule = "ammunition", "14.12"

    def able(self, r: Reader, f: Frame) -> list[str]:
        """Return the leaders who may take a point: below their AR, in the turn and in all, with an order to spend."""
        side, bought = f.l["side"], mine(f).get("bought", {})
        if tracks.wep(r, side) < cost(r, "ammo_point"):
            return []
        found = []
        for p in tree.leaders(r, side):
            most = rating(r, p, "ar")
            has = tracks.get(r, tree.box_of(r, p), "ammo")
            if has < most and bought.get(p, 0) < most and orders.can_pay(r, p, AMMO, alone=True) and in_full(r, p):
                found.append(p)
        return found

    def givers(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return superior commander → subordinates to whom he can hand a point of his own."""
        found: dict[str, list[str]] = {}
        for p in tree.leaders(r, f.l["side"]):
            if tree.is_superior(r, p) and tracks.get(r, tree.box_of(r, p), "ammo"):
                low = [q for q in tree.under(r, p) if tracks.get(r, tree.box_of(r, q), "ammo") < rating(r, q, "ar")]
                if low:
                    found[p] = low
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to buy and to hand on."""
        found: list[Ask] = []
        able = self.able(s, f)
        if able:
            found.append(offers.pieces("buy_ammo", "ask.buy_ammo", able, rule="14.12"))
        takers = sorted({q for low in self.givers(s, f).values() for q in low})
        if takers:
            found.append(offers.pieces("hand_ammo", "ask.hand_ammo", takers, rule="14.12"))
        return found

    def do_buy_ammo(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Buy a point for a leader."""
        leader = args["pieces"][0]
        orders.spend(t, leader, AMMO, "14.12", alone=True)
        tracks.pay(t, side, cost(t, "ammo_point"), "wep.ammo", "14.12")
        tracks.add(t, tree.box_of(t, leader), "ammo", 1)
        bought: dict[str, int] = mine(f).setdefault("bought", {})
        bought[leader] = bought.get(leader, 0) + 1

    def do_hand_ammo(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Hand a point of the superior commander on; it costs no order."""
        taker = args["pieces"][0]
        giver = next(p for p, low in self.givers(t, f).items() if taker in low)
        tracks.add(t, tree.box_of(t, giver), "ammo", -1)
        tracks.add(t, tree.box_of(t, taker), "ammo", 1)
        t.note("note.hand_ammo", rule="14.12", only=[side], leader={"p": giver}, taker={"p": taker})


# artillery --------------------------------------------------------------------------


def most_artillery(r: Reader, leader: str) -> int:
    """Return the most artillery points that a leader may have: his active AR, 2 for the cavalry corps (16.2, 3.13a)."""
    if tree.is_cavalry_corps(r, leader):
        return int(r.chart("artillery_limits").at("cavalry_corps"))
    return rating(r, leader, "ar", "front")


class Artillery(Chore):
    """Army commanders add artillery (14.13). Its own: `places` that have had their point, `done`."""

    name, rule = "artillery", "14.13"

    def is_place(self, r: Reader, side: str, where: str) -> bool:
        """Return whether artillery can be added in a hex: landing, rail depot, or the capital by open rail to the edge."""
        for city in ("Washington", "Richmond"):
            if where == ground.named(r.content, city):
                return where in lines.at_edge(r, side)
        landing = bool(marked(r, where, "landing")) and side == UNION
        return landing or any(supply.is_rail_depot(r, p) for p in tree.depots_at(r, where, side))

    def payer(self, r: Reader, leader: str) -> str:
        """Return the army commander in whose range a leader is and who can pay the order, an empty word for none."""
        chiefs = [p for p in tree.superiors(r, leader, army=True) if orders.can_pay(r, p, ARTILLERY)]
        if tree.is_army_commander(r, leader) and orders.can_pay(r, leader, ARTILLERY):
            chiefs.append(leader)
        return chiefs[0] if chiefs else ""

    def able(self, r: Reader, f: Frame) -> list[str]:
        """Return the leaders who may get a point."""
        side, places = f.l["side"], mine(f).get("places", ())
        if tracks.wep(r, side) < cost(r, "artillery_point"):
            return []
        found = []
        for p in tree.leaders(r, side):
            where = tree.place_of(r, p)
            if tree.is_garrison(r, p):
                if p not in mine(f).get("done", ()):
                    found.append(p)  # the exception of 14.13
                continue
            room = tracks.get(r, tree.box_of(r, p), "artillery") < most_artillery(r, p)
            if room and where and where not in places and self.is_place(r, side, where) and self.payer(r, p):
                found.append(p)
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the ask for a point of artillery."""
        able = self.able(s, f)
        return [offers.pieces("buy_artillery", "ask.buy_artillery", able, rule="14.13")] if able else []

    def do_buy_artillery(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Add a point to a leader; one in a place (14.13)."""
        leader, own = args["pieces"][0], mine(f)
        garrison = tree.is_garrison(t, leader)
        if garrison:
            own["done"] = [*own.get("done", []), leader]
        else:
            orders.spend(t, self.payer(t, leader), ARTILLERY, "14.13")
            own["places"] = [*own.get("places", []), tree.place_of(t, leader)]
        tracks.pay(t, side, cost(t, "artillery_point"), "wep.artillery", "14.13")
        tracks.add(t, tree.box_of(t, leader), tracks.GARRISON if garrison else "artillery", 1)


# replacements -----------------------------------------------------------------------


class Rate(Step):
    """The scenario's replacement steps of the turn come in; what is left over is kept (14.21, 14.22). Local `side`."""

    name = "replacement_rate"

    def run(self, t: Table, f: Frame) -> None:
        """Add them."""
        side = f.l["side"]
        rate = int(t.scenario["numbers"].get(f"replacement_rate_{side}", 0))
        if rate:
            tracks.set_number(t, side, "replacement", tracks.number(t, side, "replacement") + rate)
        t.done()


class Replacements(Chore):
    """Forces in full supply absorb replacement steps (14.2). Its own: `taken`, leader or hex → steps."""

    name, rule = "replacements", "14.2"

    def is_called(self, r: Reader, f: Frame) -> bool:
        """Return whether the scenario gives replacements at all."""
        return bool(r.scenario["numbers"].get(f"replacement_rate_{f.l['side']}"))

    def may_take(self, r: Reader, f: Frame, leader: str) -> bool:
        """Return whether a leader may absorb a step: below his AR, with an order, in full supply (14.21, 14.22)."""
        taken = mine(f).get("taken", {}).get(leader, 0)
        return taken < rating(r, leader, "ar") and orders.can_pay(r, leader, REPLACE, alone=True) and in_full(r, leader)

    def reduced(self, r: Reader, f: Frame) -> list[str]:
        """Return the reduced units that may be brought to full strength."""
        side, found = f.l["side"], []
        for where in hexes_of(r, side):
            for p in tree.leaders_at(r, where, side):
                if self.may_take(r, f, p):
                    found += [u for u in tree.units(r, p) if self.is_reduced(r, u)]
            if not mine(f).get("taken", {}).get(where) and supply.state_at(r, side, where) == supply.FULL:
                found += [u for u in tree.independents(r, where, side) if self.is_reduced(r, u)]
        return found

    def is_reduced(self, r: Reader, unit: str) -> bool:
        """Return whether a unit has lost a step that it may get back; militia never does (14.62)."""
        return int(r.attr(unit, "steps", 1)) == 2 and steps(r, unit) == 1 and not r.attr(unit, "militia")

    def returns(self, r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return eliminated unit → leaders at a base into whose force it may return (14.21)."""
        side = f.l["side"]
        takers = [
            p
            for where in hexes_of(r, side)
            if is_base(r, side, where)
            for p in tree.leaders_at(r, where, side)
            if self.may_take(r, f, p)
        ]
        found = {}
        for unit in r.of(box(side, "eliminated"), side):
            if is_unit(r, unit) and not r.has(unit, "detached"):
                able = [p for p in takers if not is_infantry(r, unit) or tree.has_room(r, p, [unit])]
                able = [p for p in able if not tree.is_cavalry_corps(r, p) or not is_infantry(r, unit)]
                if able:
                    found[unit] = able
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks for replacement steps."""
        if not tracks.number(s, f.l["side"], "replacement"):
            return []
        found: list[Ask] = []
        reduced = self.reduced(s, f)
        if reduced:
            found.append(offers.pieces("restore", "ask.restore", reduced, rule="14.21"))
        back = self.returns(s, f)
        if back:
            targets = {unit: sorted({tree.box_of(s, p) for p in able}) for unit, able in back.items()}
            found.append(offers.place("bring_back", "ask.bring_back", targets, rule="14.21", max=1))
        return found

    def take(self, t: Table, f: Frame, who: str) -> None:
        """Use up a step for a leader, or for the units of a hex."""
        side = f.l["side"]
        if not on_map(who):
            orders.spend(t, who, REPLACE, "14.21", alone=True)
        taken: dict[str, int] = mine(f).setdefault("taken", {})
        taken[who] = taken.get(who, 0) + 1
        tracks.set_number(t, side, "replacement", tracks.number(t, side, "replacement") - 1)

    def do_restore(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Bring a reduced unit to full strength."""
        unit = args["pieces"][0]
        self.take(t, f, tree.home_of(t, unit) or t.where(unit))
        t.turn(unit, "front")
        t.note("note.restored", rule="14.21", only=[side], units=wrapped([unit]))

    def do_bring_back(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Bring an eliminated unit back: reduced, or whole if it has one step (14.21)."""
        unit = args["pieces"][0]
        leader = tree.leader_of(t, args["cell"])
        self.take(t, f, leader)
        t.move(unit, args["cell"])
        t.turn(unit, "back" if int(t.attr(unit, "steps", 1)) == 2 else "front")
        t.set_attr(unit, "militia", None)  # what comes back is a regular unit (14.62)
        t.note("note.restored", rule="14.21", only=[side], units=wrapped([unit]))


STEPS = (Ammunition(), Artillery(), Rate(), Replacements())
