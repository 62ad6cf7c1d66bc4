"""Attack helicopters, the FAC's aircraft, the gunship: what comes from the air in the vehicle phase (7.1.2–7.1.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import at, deck, facts, ground, mission, sight, support, vehicles
from .facts import US
from .settle import settle

BASE, GONE = "pickup", "withdrawn"
FAC, GUNSHIP = "FAC_O1", "AC47"
CLOSE = 1
"""Range at which the FAC's aircraft marks with white phosphorus (7.1.3)."""


def pair(r: Reader) -> list[str]:
    """Return the attack helicopters that still fly and are not damaged (7.1.2)."""
    found = [
        p for p in sorted(r.records) if r.is_known(p) and facts.role(r, p) == "attack_helicopter" and r.owner(p) == US
    ]
    return [p for p in found if not facts.is_wreck(r, p) and not r.attr(p, "damaged") and r.where(p) != "removed"]


def aircraft(r: Reader, chart: str) -> str:
    """Return the FAC's aircraft or the gunship of the mission, an empty word for none."""
    found = [p for p in sorted(r.records) if r.is_known(p) and r.attr(p, "chart") == chart and r.owner(p) == US]
    return next((p for p in found if r.where(p) == BASE or facts.is_card(r.where(p))), "")


def over(r: Reader) -> list[str]:
    """Return the cards over which aircraft can be placed: any of the map (7.3.2)."""
    return ground.cards(r)


class Air(Step):
    """Aircraft are placed and attack. Locals: `done` (who has been placed), `marked`, `called`, `swept` (gunship's cards)."""

    name = "air"

    def run(self, t: Table, f: Frame) -> None:
        """Bring strikes up to date, then ask while aircraft can act."""
        if "done" not in f.l:
            f.l.update(done=[], swept=[])
            self.begin(t, f)
        if f.l.get("settle"):
            f.l["settle"] = False
            settle(t)
        if f.l.get("over") or not self.asks(t, f):
            self.close(t, f)
            t.done()
        else:
            t.wait(US)

    def begin(self, t: Table, f: Frame) -> None:
        """Attack helicopters attack once more, then leave; the FAC leaves after its turns (7.1.2, 7.1.3)."""
        turn = int(t.var("turn", 1))
        strike = t.var("strike")
        if strike and turn >= int(strike["turn"]) + ground.limit(t, "attack_helicopter_turns"):
            self.leave(t, [p for p in pair(t) if facts.is_card(t.where(p))])
            t.set_var("strike", None)
        elif strike and turn > int(strike["turn"]):
            for one in [p for p in pair(t) if facts.is_card(t.where(p))]:
                f.l["done"].append(one)
                if at.endure(t, one):
                    vehicles.opportunity(t, one)
        fac = aircraft(t, FAC)
        if fac and t.attr(fac, "came") and turn >= int(t.attr(fac, "came")) + ground.limit(t, "fac_turns"):
            t.move(fac, GONE)
            t.note("note.air_leaves", rule="7.1.3", piece={"p": fac})

    @staticmethod
    def leave(t: Table, units: list[str]) -> None:
        """Take attack helicopters off the map."""
        for unit in units:
            t.move(unit, BASE)
            t.note("note.air_leaves", rule="7.1.2", piece={"p": unit})

    # what is asked --------------------------------------------------------------------------

    def asks(self, r: Reader, f: Frame) -> list[Ask]:
        """Return what aircraft can do now."""
        found: list[Ask] = []
        strike = r.var("strike")
        if strike and int(strike["turn"]) == int(r.var("turn", 1)):
            waiting = [p for p in pair(r) if p not in f.l["done"]]
            if waiting:
                found.append(offers.place("place_air", "ask.place_air", dict.fromkeys(waiting, over(r)), rule="7.1.2"))
        if strike and self.second_target(r, f):
            found.append(offers.cell("also", "ask.also", self.second_target(r, f), rule="7.1.2"))
        return [*found, *self._fac(r, f), *self._gunship(r, f)]

    @staticmethod
    def second_target(r: Reader, f: Frame) -> list[str]:
        """Return the cards beside the target that an undamaged pair may attack too (7.1.2)."""
        strike = r.var("strike")
        there = [p for p in pair(r) if facts.is_card(r.where(p)) and p in f.l["done"]]
        if not strike or len(there) < 2 or len(strike["cells"]) > 1 or int(strike["turn"]) != int(r.var("turn", 1)):
            return []
        return [p for p in ground.next_to(r, strike["cells"][0]) if ground.in_play(p)]

    @staticmethod
    def _fac(r: Reader, f: Frame) -> list[Ask]:
        fac = aircraft(r, FAC)
        comes = mission.data(r).get("fac_turn")
        if not fac or comes is None or int(r.var("turn", 1)) < int(comes):
            return []
        if fac not in f.l["done"]:
            return [offers.place("place_air", "ask.place_fac", {fac: over(r)}, rule="7.1.3")]
        found: list[Ask] = []
        here = facts.card(r, fac)
        if here and not f.l.get("marked"):
            near = [p for p in over(r) if sight.distance(r, here, p) <= CLOSE]
            found.append(offers.cell("mark_wp", "ask.mark_wp", near, rule="7.1.3"))
        if here and not f.l.get("called"):
            for one in FacCalls.supports(r):
                cells = FacCalls.targets(r, here)
                if cells:
                    name, label = f"fac_call.{one['id']}", msg("ask.fac_call", support=str(one["id"]))
                    found.append(
                        offers.cell("fac_call", label, cells, rule="7.1.3", id=name, fixed={"support": one["id"]})
                    )
        return found

    @staticmethod
    def _gunship(r: Reader, f: Frame) -> list[Ask]:
        ship = aircraft(r, GUNSHIP)
        if not ship or not sight.is_night(r):
            return []  # 7.1.4: by night only
        if ship not in f.l["done"]:
            return [offers.place("place_air", "ask.place_gunship", {ship: over(r)}, rule="7.1.4")]
        here = facts.card(r, ship)
        near = (
            [p for p in (here, *ground.next_to(r, here)) if ground.in_play(p) and p not in f.l["swept"]] if here else []
        )
        if not near or len(f.l["swept"]) >= ground.limit(r, "gunship_cards"):
            return []
        return [offers.cell("sweep", "ask.sweep", near, rule="7.1.4")]

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer what aircraft can do."""
        done = offers.button("done", "button.done_flying", rule="7.1")
        return offers.offer(msg("prompt.air", rule="7.1"), *self.asks(s, f), done)

    # what is answered -----------------------------------------------------------------------

    def do_place_air(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place an aircraft over a card; only fire on that card counts, checked at once (7.1.2, 7.3.2)."""
        for unit in args["pieces"]:
            t.move(unit, args["cell"])
            f.l["done"].append(unit)
            if t.attr(unit, "chart") == FAC and not t.attr(unit, "came"):
                t.set_attr(unit, "came", t.var("turn"))
            t.note("note.air_placed", rule="7.3.2", piece={"p": unit}, cell={"c": args["cell"]})
            if not at.spec(t, unit, "invulnerable") and at.endure(t, unit):
                vehicles.opportunity(t, unit)
        f.l["settle"] = True

    def do_also(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Attack a second card beside the target (7.1.2)."""
        if args["cell"] not in self.second_target(t, f):
            t.refuse("refuse.no_target", rule="7.1.2")
        strike = dict(t.var("strike"))
        t.set_var("strike", {**strike, "cells": [*strike["cells"], args["cell"]]})

    def do_mark_wp(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Mark a card with white phosphorus (7.1.3)."""
        f.l["marked"] = True
        facts.lay(t, "smoke_wp", args["cell"])
        t.note("note.marked", rule="7.1.3", cell={"c": args["cell"]})

    def do_fac_call(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Call an air strike (7.1.3): as any call, with the FAC's cards."""
        f.l["called"] = True
        FacCalls.call(t, args["support"], args["cell"])

    def do_sweep(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """The gunship lays heavy VOF and a flare on a card (7.1.4)."""
        f.l["swept"].append(args["cell"])
        ship = aircraft(t, GUNSHIP)
        t.set_attr(ship, "sweeps", list(f.l["swept"]))
        facts.lay(t, "air_dropped_flare_lit", args["cell"])
        f.l["settle"] = True

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """That is all."""
        f.l["over"] = True

    def close(self, t: Table, f: Frame) -> None:
        """The attacks of those that came through lie pending (7.1.2)."""
        strike = t.var("strike")
        there = [p for p in pair(t) if facts.is_card(t.where(p))]
        if strike and there:
            one = mission.support(t, str(strike["support"]))
            for place in strike["cells"][: len(there)]:
                support.strike(t, one, place)
        settle(t)


class FacCalls:
    """Calls of the FAC's aircraft: fixed-wing and attack helicopters only (7.1.3)."""

    @staticmethod
    def supports(r: Reader) -> list[dict[str, Any]]:
        """Return the air supports that have missions left."""
        return [
            one for one in mission.supports(r)
            if one["kind"] in support.AIR and "FAC" in one["draw"] and mission.left(r, str(one["id"])) and not r.var("strike")
        ]  # fmt: skip

    @staticmethod
    def targets(r: Reader, here: str) -> list[str]:
        """Return the spotted, marked cards that the aircraft sees."""
        return [p for p in sight.seen_from(r, here) if support.has_spotted(r, p) and support.marked(r, p)]

    @staticmethod
    def call(t: Table, which: str, place: str) -> None:
        """Draw for the call; success lays the strike, short beside the mark (6.7.3)."""
        one = mission.support(t, which)
        cards = deck.draw(t, int(one["draw"]["FAC"]))
        bursts = [card for card in cards if deck.count(t, [card], "burst")]
        if not bursts:
            t.note("note.call_failed", rule="6.7.3", support=which)
            return
        if deck.shorts(t, bursts):
            place = support.falls_short(t, place, place, air=True)
            t.note("note.short", rule="6.7.3", support=which, cell={"c": place})
        mission.spend(t, which)
        support.land(t, one, "air_strike", place)


STEPS = (Air(),)
