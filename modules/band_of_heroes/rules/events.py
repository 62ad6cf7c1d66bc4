"""What follows from units entering and leaving hexes: control, event markers, the Spotted marker (1.7, 10.1, scenarios)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import sight, spotting
from .facts import (
    SIDES,
    all_units,
    enemy,
    hex_of,
    in_melee,
    is_good,
    levels,
    lose,
    marker_in,
    may_take,
    on_map,
    put_marker,
    take_marker,
    units,
)
from .fighters import is_eligible, undefended
from .ground import board_of, cell

# control -----------------------------------------------------------------------


def controller(r: Reader, place: str) -> str:
    """Return the side that controls a hex, or an empty word."""
    below = hex_of(r, place)
    return next((side for side in SIDES if marker_in(r, below, f"control_{side}")), "")


def holders(r: Reader, place: str) -> list[str]:
    """Return the sides that have a good-order MMC or hero in a hex, both levels counted as one."""
    found = []
    for side in SIDES:
        here = [p for level in levels(r, place) for p in units(r, level, side)]
        if any(is_good(r, p) and (r.has(p, "mmc") or r.has(p, "weapon_team") or r.has(p, "hero")) for p in here):
            found.append(side)
    return found


def settle(t: Table, place: str) -> None:
    """Give a hex to the one side that holds it; while both do, nothing changes."""
    below = hex_of(t, place)
    found = holders(t, below)
    if len(found) != 1 or controller(t, below) == found[0]:
        return
    take_marker(t, below, f"control_{enemy(found[0])}")
    if _matters(t, below):
        marker = put_marker(t, below, f"control_{found[0]}")
        t.move(marker, below, index=0)
        t.note("note.control", rule="VIC", side={"s": found[0]}, cell={"c": below}, level=2)


def _matters(r: Reader, place: str) -> bool:
    """Return whether the scenario asks who controls a hex: victory hexes and those held at the start."""
    listed = {str(c) for c in (r.scenario.get("victory") or {}).get("hexes") or ()}
    for cells in ((r.scenario.get("attrs") or {}).get("start_control") or {}).values():
        listed |= {str(c) for c in cells}
    return cell(r, place) in listed


# events ------------------------------------------------------------------------


def pending(r: Reader) -> list[dict[str, Any]]:
    """Return the event markers of the scenario that have not been triggered (1.7)."""
    done = r.var("events", [])
    return [e for e in (r.scenario.get("attrs") or {}).get("events") or () if e["id"] not in done]


def entered(t: Table, side: str, place: str) -> bool:
    """Deal with what units of a side trigger by being in a place: control, events of occupation and of sight (1.7).

    Returns whether a step was begun in which somebody chooses.
    """
    settle(t, place)
    asked = False
    for event in pending(t):
        at = f"{board_of(t, place).id}:{event['hex']}"
        wanted = event.get("side", "any")
        if (event["kind"] == "occupy" and hex_of(t, place) == at and wanted in (side, "any")) or (
            event["kind"] == "los" and wanted in (side, "any") and sight.sees(t, place, at)
        ):
            asked = _happen(t, event, side, at) or asked
    return asked


def look_around(t: Table) -> None:
    """Check the events of sight for all units, before the first impulse of a turn: smoke may have gone (1.7)."""
    for side in SIDES:
        for place in sorted({t.where(p) for p in all_units(t, side)}):
            for event in pending(t):
                at = f"{board_of(t, place).id}:{event['hex']}"
                if event["kind"] == "los" and event.get("side", "any") in (side, "any") and sight.sees(t, place, at):
                    _happen(t, event, side, at)


def _happen(t: Table, event: dict[str, Any], side: str, at: str) -> bool:
    """Carry an event out; returns whether somebody must choose."""
    t.set_var("events", [*t.var("events", []), event["id"]])
    take_marker(t, at, f"event_{event['kind']}")
    t.note(f"event.{t.scenario['id']}.{event['id']}", rule="1.7", level=0, side={"s": side}, cell={"c": at})
    effect = event.get("effect")
    if effect == "point_out":  # every enemy hex near the event is spotted
        board = board_of(t, at)
        foe = enemy(side)
        for near in board.grid.within(cell(t, at), int(event.get("within", 2))):
            for level in levels(t, board.place(near)):
                if units(t, level, foe):
                    put_marker(t, level, "spotted")
    elif effect == "satchel":
        name = next((p for p in t.content.pieces_of("satchel") if not t.exists(p)), "satchel+cache")
        t.add(name, at, kind="satchel", owner=side)
        t.call("cache", side=side, weapon=name)
        return True
    return False


class Cache(Step):
    """The side that found a weapon says which of its units in the hex takes it (1.7, scenario S2). Locals: `side`, `weapon`."""

    name = "cache"

    def run(self, t: Table, f: Frame) -> None:
        able = self.takers(t, f)
        if len(able) == 1:
            self._give(t, f, able[0])
        elif able:
            t.wait(f.l["side"])
        else:
            t.done()

    @staticmethod
    def takers(r: Reader, f: Frame) -> list[str]:
        """Return the units that can carry the weapon, none when it has been taken."""
        at = r.where(f.l["weapon"])
        return [p for p in units(r, at, f.l["side"]) if may_take(r, p)] if on_map(r, at) else []

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        ask = offers.pieces("receive", "ask.receive", self.takers(s, f), rule="1.7")
        return offers.offer(msg("prompt.receive", weapon={"p": f.l["weapon"]}), ask)

    def do_receive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give the weapon to the unit named."""
        self._give(t, f, args["pieces"][0])

    @staticmethod
    def _give(t: Table, f: Frame, unit: str) -> None:
        t.move(f.l["weapon"], f"@{unit}")
        t.note("note.takes", rule="1.7", piece={"p": unit}, weapon={"p": f.l["weapon"]})
        t.done()


def left(t: Table, place: str) -> None:
    """Take the Spotted marker off a place that everybody has left (10.1)."""
    spotting.forget(t, place)
    if in_melee(t, place):  # 8.1: who can not fight and is left to the enemy is lost
        lost = {s: undefended(t, place, s) for s in SIDES if any(is_eligible(t, u) for u in units(t, place, enemy(s)))}
        for unit in (u for side in SIDES for u in lost.get(side, ())):
            t.note("note.overrun", rule="8.1", piece={"p": unit})
            lose(t, unit)
    if in_melee(t, place) and len({t.owner(p) for p in units(t, place)}) < 2:
        take_marker(t, place, "melee")  # 8.1: nobody is left whom it binds
    if on_map(t, place):
        settle(t, place)


STEPS = (Cache(),)
