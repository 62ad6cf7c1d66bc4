"""Transport helicopters: from the pick-up area over in-transit to a landing zone and back (7.3.2, 7.4.5)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import at, facts, ground, mines, mission, points, signals, vehicles
from .facts import US
from .settle import settle

PICKUP, TRANSIT = "pickup", "in_transit"
CIRCLES = 2
"""Turns after take-off by which a loaded helicopter has landed, or goes back (7.4.5)."""
LOADING = 2
"""Turns for which one that has gone back can not be loaded (7.4.5)."""
MARKS = frozenset((*signals.STARS, "colored_smoke", "smoke_wp"))
"""Signals that mark a landing zone (7.3.2)."""


def helicopters(r: Reader) -> list[str]:
    """Return the transport helicopters of the mission that still fly."""
    found = [p for p in sorted(r.records) if r.is_known(p) and facts.role(r, p) == "helicopter" and r.owner(p) == US]
    return [
        p for p in found if not facts.is_wreck(r, p) and (r.where(p) in (PICKUP, TRANSIT) or facts.is_card(r.where(p)))
    ]


def able(r: Reader) -> list[str]:
    """Return the helicopters that are activated and have not moved (7.2)."""
    return [p for p in helicopters(r) if r.attr(p, "activated") and not r.attr(p, "done") and not r.attr(p, "damaged")]


def is_loaded(r: Reader, helicopter: str) -> bool:
    """Return whether infantry is aboard."""
    return any(facts.is_infantry(r, p) for p in r.inside(helicopter))


def is_marked(r: Reader, place: str) -> bool:
    """Return whether helicopters may land: the first wave as it is, later ones where a signal marks the zone (7.3.2)."""
    first = r.var("first_landing")
    return first in (None, r.var("turn")) or any(r.record(p)["kind"] in MARKS for p in r.ids(place))


def zones(r: Reader, helicopter: str) -> list[str]:
    """Return the cards on which a helicopter may land now (1.2.1.E, 7.3.2)."""
    cards = dict.fromkeys((*mission.points(r, "lz"), *mission.points(r, "medevac_lz")))
    return [p for p in cards if points.is_lz(r, p) and is_marked(r, p) and ground.has_room(r, p, helicopter)]


class Lifts(Step):
    """The player flies his activated helicopters, lets passengers off; then those that circled too long go back (7.4.5)."""

    name = "lifts"

    def run(self, t: Table, f: Frame) -> None:
        """Ask while a helicopter can still fly or has passengers to let off."""
        if not f.l.get("begun"):
            f.l["begun"] = True
            go_home_damaged(t)
        if f.l.get("settle"):
            f.l["settle"] = False
            settle(t)
        if f.l.get("over") or not self.asks(t):
            turn_back(t)
            t.done()
        else:
            t.wait(US)

    @staticmethod
    def asks(r: Reader) -> list[Ask]:
        """Return what can be asked now."""
        found: list[Ask] = []
        ready = able(r)
        landing = {p: cells for p in ready if r.where(p) == TRANSIT and (cells := zones(r, p))}
        if landing:
            found.append(offers.place("land", "ask.land", landing, rule="7.3.2"))
        off = [p for p in ready if r.where(p) != TRANSIT]
        if off:
            found.append(offers.pieces("lift_off", "ask.lift_off", off, 1, len(off), rule="7.4.5"))
        back = [p for p in ready if r.where(p) == TRANSIT]
        if back:
            found.append(offers.pieces("go_back", "ask.go_back", back, 1, len(back), rule="7.4.5"))
        men = [u for p in helicopters(r) if facts.is_card(r.where(p)) for u in r.inside(p) if facts.is_infantry(r, u)]
        if men:
            found.append(offers.pieces("dismount", "ask.dismount", men, 1, len(men), rule="7.4.2", start=men))
        return found

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to fly and to let passengers off."""
        done = offers.button("done", "button.done_flying", rule="7.4.5")
        return offers.offer(msg("prompt.lifts", rule="7.4.5"), *self.asks(s), done)

    def do_land(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Land helicopters on a zone: VOF on it first, then opportunity fire (7.3.2, 7.4.5)."""
        for helicopter in args["pieces"]:
            if args["cell"] not in zones(t, helicopter):
                t.refuse("refuse.no_zone", rule="7.3.2", piece={"p": helicopter}, cell={"c": args["cell"]})
            t.set_var("first_landing", t.var("first_landing") or t.var("turn"))
            _flown(t, helicopter, args["cell"])
            facts.mark(t, helicopter, "exposed")
            f.l["settle"] = True
            if at.endure(t, helicopter):
                vehicles.opportunity(t, helicopter)

    def do_lift_off(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fly to the in-transit area (7.4.5)."""
        for helicopter in args["pieces"]:
            t.set_attr(helicopter, "since", t.var("turn"))
            _flown(t, helicopter, TRANSIT)

    def do_go_back(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fly to the pick-up area; casualties are unloaded there (5.1.4, 7.4.5)."""
        for helicopter in args["pieces"]:
            _flown(t, helicopter, PICKUP)
            unload_casualties(t, helicopter)

    def do_dismount(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let passengers off: they and the helicopter are exposed (7.4.2)."""
        for unit in args["pieces"]:
            carrier = t.where(unit)[1:]
            at.get_off(t, unit, carrier)
            mines.entered(t, unit, facts.card(t, unit))  # 9.5
            facts.mark(t, carrier, "exposed")
            t.note("note.dismounted", rule="7.4.2", piece={"p": unit}, vehicle={"p": carrier})
        f.l["settle"] = True

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """All others stay where they are."""
        f.l["over"] = True


def _flown(t: Table, helicopter: str, to: str) -> None:
    frm = t.where(helicopter)
    t.move(helicopter, to)
    facts.mark(t, helicopter, "done")
    facts.mark(t, helicopter, "activated", False)
    t.note("note.flown", rule="7.4.5", piece={"p": helicopter}, frm={"c": frm}, to={"c": to})


def unload_casualties(t: Table, helicopter: str) -> None:
    """Casualties that reach the pick-up area are evacuated (5.1.4)."""
    for load in [p for p in t.inside(helicopter) if facts.is_casualty(t, p)]:
        t.move(load, "us_casualties")
        t.note("note.evacuated", rule="5.1.4", cell={"c": PICKUP})


def go_home_damaged(t: Table) -> None:
    """Damaged helicopters reach the pick-up area the turn after and stay there; others may come again (7.7.B)."""
    for helicopter in helicopters(t):
        aborted = t.attr(helicopter, "aborted")
        if aborted is not None and int(aborted) < int(t.var("turn", 1)):
            t.set_attr(helicopter, "aborted", None)
            t.set_attr(helicopter, "since", t.var("turn"))
            if t.attr(helicopter, "damaged"):
                t.move(helicopter, PICKUP)
                unload_casualties(t, helicopter)
                for unit in t.inside(helicopter):
                    t.move(unit, PICKUP)  # passengers may fly on another aircraft


def turn_back(t: Table) -> None:
    """Loaded helicopters that have circled too long go back, and are not loaded for two turns (7.4.5)."""
    turn = int(t.var("turn", 1))
    for helicopter in helicopters(t):
        if t.where(helicopter) != TRANSIT or not is_loaded(t, helicopter) or t.attr(helicopter, "aborted") is not None:
            continue
        if turn >= int(t.attr(helicopter, "since") or 0) + CIRCLES:
            t.move(helicopter, PICKUP)
            t.set_attr(helicopter, "ready", turn + LOADING)
            t.note("note.turned_back", rule="7.4.5", piece={"p": helicopter})


STEPS = (Lifts(),)
