"""Infantry lost: sides turned, casualty markers and who carries them, leaders' chits, points (7.4, 7.5, 17.1, 29.0)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, victory, works
from .chits import lose_chit
from .facts import (
    box,
    casualties,
    counter,
    enemy,
    has_room,
    is_concealed,
    is_infantry,
    is_soldier,
    is_vehicle,
    men,
    on_map,
    units,
)

STATES = (
    "state", "fatigued", "low_ammo", "hero", "search", "done", "opfire", "leave", "crashed", "altitude", "lift", "emptied",
    "medevac",
)  # fmt: skip
KIA, WIA = "kia", "wia"


def casualty(t: Table, unit: str, kind: str, by: str, rule: str = "7.4", *, points: bool = True) -> bool:
    """Carry a KIA or WIA of infantry out, scored for the side that did it; returns whether the unit is still in play.

    Three or four men turn to the reduced side, one or two are replaced by the marker. Civilians cost their foe points
    and leave none, sappers and dummies neither (7.4, 27.0, 28.0, AMB-71).
    """
    side, place = t.owner(unit), t.where(unit)
    if not concealment.expose(t, unit, rule):
        return False
    t.note(f"note.{kind}", rule=rule, piece={"p": unit}, cell={"c": t.spot(unit)})
    if t.has(unit, "civilian"):
        remove(t, unit)
        if points:
            victory.score(t, by, f"civilian_{kind}", rule)
        return False
    if t.has(unit, "sapper"):
        remove(t, unit)
        return False
    stays = men(t, unit) >= 3
    if stays:
        t.turn(unit, "back")
        shed(t, unit)
    else:
        remove(t, unit)
    carry(t, counter(t, kind, place, side))
    if points and by != side:
        victory.score(t, by, f"enemy_infantry_{kind}", rule)
    return stays


def remove(t: Table, unit: str, *, chit: bool = True) -> None:
    """Take a unit out of play; what it carried stays where it was, a leader takes a chit along (5.1, 7.4, AMB-74)."""
    side, place = t.owner(unit), t.where(unit)
    for thing in t.inside(unit):
        t.know(thing, None)
        t.move(thing, place)
    if chit and t.has(unit, "leader"):
        lose_chit(t, side)
    t.know(unit, None)
    for key in STATES:
        t.set_attr(unit, key, None)
    t.move(unit, box(side, "dead"))
    works.publish(t)


def bearers(r: Reader, place: str, side: str) -> list[str]:
    """Return the infantry in a place that could carry one more casualty (7.5.2, AMB-16)."""
    own = [p for p in units(r, place, side) if is_soldier(r, p)]
    return [p for p in own if has_room(r, p)] if r.option("amb_16_room") else own


def carry(t: Table, marker: str) -> None:
    """Let a fresh casualty be carried at once by infantry of its hex, its owner says by whom; else it lies there (7.5.2)."""
    t.call("bear", side=t.owner(marker), marker=marker)


class Bear(Step):
    """Somebody takes a fresh casualty up (7.5.2, AMB-16). Locals: `side`, `marker`, `over`."""

    name = "bear"

    def run(self, t: Table, f: Frame) -> None:
        marker, side = f.l["marker"], f.l["side"]
        place = t.where(marker) if t.exists(marker) else ""
        if f.l.get("over") or not on_map(place):
            t.done({})
        elif self.asked(t, place, side):
            t.wait(side)
        else:
            for bearer in bearers(t, place, side)[:1]:
                give(t, marker, bearer)
            t.done({})

    def asked(self, t: Table, place: str, side: str) -> bool:
        """Return whether there may be a choice: any that is concealed might be able, a pause must not tell."""
        able = bearers(t, place, side)
        return len([p for p in units(t, place, side) if p in able or is_concealed(t, p)]) > 1

    def offer(self, s: Seen, f: Frame) -> Offer:
        place = s.where(f.l["marker"])
        able = bearers(s, place, s.side)
        ask = (
            offers.pieces("bear", "ask.bear", able, rule="7.5.2")
            if able
            else offers.button("leave_lying", "button.leave_lying", rule="7.5.2")
        )
        title = msg("prompt.bear", piece={"p": f.l["marker"]}, cell={"c": place})
        return offers.offer(title, ask, detail=msg("detail.bear", rule="7.5.2"))

    def do_bear(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        give(t, f.l["marker"], args["pieces"][0])
        f.l["over"] = True

    def do_leave_lying(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["over"] = True


def give(t: Table, marker: str, bearer: str) -> None:
    """Give a casualty to a unit; with concealed ones it is out of sight."""
    t.move(marker, INSIDE + bearer)


def shed(t: Table, unit: str) -> None:
    """Hand on what a reduced unit can not carry any more: to others of the hex, else it lies there (7.5.2)."""
    loads = casualties(t, INSIDE + unit)
    while len(loads) > max(0, {4: 2, 3: 1}.get(men(t, unit), 0)) and t.option("amb_16_room"):
        marker = loads.pop()
        t.move(marker, t.where(unit))
        carry(t, marker)


def drop(t: Table, unit: str) -> None:
    """Leave what a unit carries in its hex (7.4 B, 7.5.2)."""
    for marker in casualties(t, INSIDE + unit):
        t.know(marker, None)
        t.move(marker, t.where(unit))


def capture(t: Table, place: str, side: str) -> None:
    """Do what ground units of a side bring to a hex: lone medics die, lone casualties are taken (7.5.3, 17.1, 19.1, 29.0)."""
    foe = enemy(side)
    here = [p for p in units(t, place, side) if not t.has(p, "civilian")] if on_map(place) else []
    if not any(is_infantry(t, p) or is_vehicle(t, p) for p in here):
        return
    theirs = units(t, place, foe)
    if theirs and all(t.has(p, "medic") for p in theirs):
        for medic in theirs:
            concealment.expose(t, medic, "17.1")
            remove(t, medic)
            victory.score(t, side, "enemy_infantry_kia", "17.1")
    if units(t, place, foe):
        return
    for marker in [p for p in casualties(t, place) if t.owner(p) == foe]:
        kind = t.record(marker)["kind"]
        t.note("note.captured", rule="7.5.3", piece={"p": marker}, cell={"c": place})
        t.remove(marker)
        if kind != KIA:
            victory.score(t, side, "captured_wia_or_injured", "7.5.3")


STEPS = (Bear(),)
