"""Combat effects: a card for every infantry unit under fire, by a picture frozen beforehand (3.7.2, 6.9)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Frame, Reader, Table

from . import ammo, at, deck, facts, fire, grenades, ground, harm, ncm
from .paced import Paced
from .settle import settle

OPEN_RIDES = frozenset(("JEEP", "TRUCK", "M4", "M5", "M26", "STUG", "T34_85"))
"""Vehicles whose riders are fired at as infantry (7.4.3, 7.4.4)."""


def subjects(r: Reader, place: str) -> list[str]:
    """Return the infantry on a card that fire can hit: units, prisoners, who rides on tanks, jeeps and trucks (6.9)."""
    found = [u for side in facts.SIDES for u in facts.infantry(r, place, side)]
    for side in facts.SIDES:
        for vehicle in facts.vehicles(r, place, side):
            if str(r.attr(vehicle, "chart")) in OPEN_RIDES:
                found += [p for p in r.inside(vehicle) if facts.is_infantry(r, p)]
    return found


def mine_figure(r: Reader) -> int:
    """Return the modifier of a mine against infantry (9.5)."""
    return int(r.chart("special_vof").at("mines_infantry"))


class Effects(Paced):
    """Everybody under fire draws; all is simultaneous, so nothing of the picture changes meanwhile (6.1.3, 6.9)."""

    name = "effects"
    rule = "3.7.2"

    def begin(self, t: Table, f: Frame) -> list[list[Any]]:
        """Unpin who is out of fire, choose the snipers' targets, freeze every unit's modifier, add the mines (3.7.2, 9.5)."""
        settle(t)
        cards = sorted(
            {*facts.cards_with(t, facts.US), *facts.cards_with(t, facts.ENEMY)},
            key=lambda p: (-ground.row(p), ground.column(p)),
        )
        for place in cards:
            if not fire.has_vof(t, place):
                for unit in subjects(t, place):
                    facts.mark(t, unit, "pinned", False)
        grenades.lost_targets(t)
        self._snipers(t)
        queue: list[list[Any]] = []
        for place in cards:
            for unit in subjects(t, place):
                tally = ncm.ncm(t, unit)
                if tally is not None:
                    queue.append([unit, place, ncm.clamp(tally.total), tally.lines])
        for place in cards:
            for unit in subjects(t, place):
                for _ in range(int(t.attr(unit, "mined") or 0)):  # AMB-08, AMB-28
                    tally = ncm.against(t, unit, ncm.Threat("vof.mine", mine_figure(t), "9.5", low=True, blind=True))
                    queue.append([unit, place, ncm.clamp(tally.total), tally.lines])
        ammo.spend_all(t)
        for vehicle in [v for side in facts.SIDES for v in facts.all_units(t, side) if facts.is_vehicle(t, v)]:
            for _ in range(int(t.attr(vehicle, "mined") or 0)):
                if facts.card(t, vehicle):
                    at.mine(t, vehicle)
        return queue

    @staticmethod
    def _snipers(t: Table) -> None:
        """9.6: a sniper's target at random, of the exposed if there are any."""
        for sniper in facts.all_units(t, facts.ENEMY):
            aim = str(t.attr(sniper, "aim") or "")
            if not aim or facts.printed_vof(t, sniper) != "S!":
                continue
            there = [u for u in subjects(t, aim) if t.owner(u) == facts.US] + list(facts.vehicles(t, aim, facts.US))
            exposed = [u for u in there if facts.is_exposed(t, u)]
            target = deck.choose(t, exposed or there) if there else ""
            t.set_attr(sniper, "target", target or None)
            if target and facts.is_vehicle(t, target) and sniper in fire.fall_on(t, aim).snipers:
                at.snipe(t, target)

    def act(self, t: Table, f: Frame, item: list[Any]) -> None:
        """Draw for one unit: miss, pin or hit (6.9.1)."""
        unit, place, figure, lines = item
        if not t.exists(unit) or not facts.is_infantry(t, unit) or t.spot(unit) != place:
            return
        card = deck.draw(t, 1)[0]
        result = deck.result(t, card, figure)
        t.note(
            f"note.fire_{result.lower()}", rule="6.9.1", piece={"p": unit}, cell={"c": place}, n=figure, card={"p": card},
            lines=lines,
        )  # fmt: skip
        if result == "MISS":
            if unit not in f.l.setdefault("struck", []):  # all is simultaneous: no miss takes off a pin of this phase
                facts.mark(t, unit, "pinned", False)
        elif result == "PIN":
            harm.pin(t, unit)
        else:
            harm.hit(t, unit)
        if result != "MISS":
            f.l.setdefault("struck", []).append(unit)

    def close(self, t: Table, f: Frame) -> None:
        """Lines are cut by Incoming, the misses come off, mines are set again (3.7.2, 4.3.4)."""
        for place in [p for p in t.places() if facts.is_card(p)]:
            lines_cut(t, place)
            for marker in list(t.ids(place)):
                kind = t.record(marker)["kind"]
                if kind == "vof_miss":
                    t.remove(marker)
                elif kind == "mine":
                    t.turn(marker, "front")
        for unit in [u for side in facts.SIDES for u in facts.all_units(t, side)]:
            t.set_attr(unit, "mined", None)
        for runner in [u for u in facts.all_units(t, facts.US) if t.attr(u, "runs_to")]:
            if facts.is_pinned(t, runner) or facts.lat(t, runner):
                t.set_attr(runner, "runs_to", None)  # 4.3.2: a runner hit or pinned brings nothing
        settle(t)


def lines_cut(t: Table, place: str) -> None:
    """4.3.4: a line under Incoming is cut on a 1."""
    if not fire.specials(t, place, "vof_incoming"):
        return
    for line in [
        p
        for p in t.ids(place)
        if t.record(p)["kind"] == "phone_line" and not t.attr(p, "cut") and not t.attr(p, "holder")
    ]:
        if deck.number(t, 2) == 1:
            t.set_attr(line, "cut", True)
            t.turn(line, "back")
            t.note("note.line_cut", rule="4.3.4", cell={"c": place})


STEPS = (Effects(),)
