"""Vehicles and helicopters load and unload, a vehicle is abandoned (6.9, 6.10, 7.5.2, 14.0, 15.0)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, harm, losses, reaction, traps, victory, works
from .facts import (
    GROUND,
    US,
    altitude,
    capacity,
    casualties,
    counter,
    finish,
    is_casualty,
    is_immobilized,
    is_soldier,
    load,
    men,
    on_map,
    own,
    units,
    wrapped,
)


def weight(r: Reader, piece: str) -> int:
    """Return how many men a passenger counts with what it carries (6.9)."""
    return men(r, piece) + len(casualties(r, INSIDE + piece))


def loadable(r: Reader, carrier: str) -> list[str]:
    """Return what a carrier may take aboard in its hex: infantry, casualties if infantry is there (6.9, 12.0, 14.0, AMB-81)."""
    if altitude(r, carrier) != GROUND or not capacity(r, carrier):
        return []
    place, side = r.where(carrier), r.owner(carrier)
    men_ = [p for p in units(r, place, side) if is_soldier(r, p)]
    lying = [p for p in casualties(r, place) if r.owner(p) == side]
    carried = [p for m in men_ for p in casualties(r, INSIDE + m)]
    hurt = carried if r.option("amb_81_loading") == "carried" else [*lying, *carried]
    found = hurt if men_ else []
    if not (r.attr(carrier, "medevac") or r.attr(carrier, "emptied")):
        found = [*men_, *found]
    left = capacity(r, carrier) - load(r, carrier)
    return [p for p in found if weight(r, p) <= left]


def _of(key: str, s: Seen, carrier: str) -> Message:
    """Return a label that says which carrier is meant: there may be several at once."""
    return msg(key, carrier={"p": carrier}, cell={"c": s.where(carrier)})


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return an ask for each carrier that can load: itself and whom it takes, as far as there is room."""
    found = []
    for carrier in able:
        some = loadable(s, carrier)
        if some:
            found.append(boarding(s, "load", _of("ask.load", s, carrier), carrier, some, "14.0"))
    return found


def boarding(s: Seen, verb: str, label: Message, carrier: str, some: list[str], rule: str) -> Ask:
    """Return the ask to take some aboard a carrier, as many men as there is room for (6.9)."""
    return offers.pieces(
        verb, label, [carrier, *some], 2, len(some) + 1, rule=rule, locked=[carrier], id=f"{verb}:{carrier}",
        costs={carrier: 0, **{p: weight(s, p) for p in some}}, budget=capacity(s, carrier) - load(s, carrier),
    )  # fmt: skip


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin to load or unload: opportunity fire at the carrier comes before and after it (14.0, 15.0)."""
    carrier = next(p for p in args["pieces"] if capacity(t, p))
    what = [p for p in args["pieces"] if p != carrier]
    step = t.call("handling", side=side, verb=verb)
    own(step).update(carrier=carrier, what=what)
    return [carrier]


def unload_asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return an ask for each carrier that can unload: itself and who gets off (15.0)."""
    found = []
    for carrier in able:
        aboard = s.inside(carrier) if altitude(s, carrier) == GROUND else []
        if aboard:
            found.append(
                offers.pieces(
                    "unload", _of("ask.unload", s, carrier), [carrier, *aboard], 2, len(aboard) + 1,
                    rule="15.0", locked=[carrier], id=f"unload:{carrier}",
                )
            )  # fmt: skip
    return found


class Handling(Staged):
    """Loading or unloading with the enemy's windows around it. Locals: `side`, `verb`; its own: `carrier`, `what`."""

    name = "handling"
    first = "before"

    def at_before(self, t: Table, f: Frame) -> str:
        reaction.open_window(t, [own(f)["carrier"]], f.l["verb"])
        return "work"

    def at_work(self, t: Table, f: Frame) -> str:
        carrier = own(f)["carrier"]
        f.l["passed"] = bool(f.result and f.result.get("pass_all"))
        if not self._able(t, carrier):
            return "over"
        (self._load if f.l["verb"] == "load" else self._unload)(t, carrier, own(f)["what"])
        return "after"

    def at_after(self, t: Table, f: Frame) -> str:
        carrier = own(f)["carrier"]
        if self._able(t, carrier):
            reaction.open_window(t, [carrier], f.l["verb"], passed=f.l["passed"])
        return "over"

    def at_over(self, t: Table, f: Frame) -> None:
        t.done({})

    @staticmethod
    def _able(t: Table, carrier: str) -> bool:
        return t.exists(carrier) and on_map(t.where(carrier)) and not t.attr(carrier, "done")  # 7.4: hit, it is over

    def _load(self, t: Table, carrier: str, what: list[str]) -> None:
        for piece in [p for p in what if p in loadable(t, carrier)]:
            if is_casualty(t, piece):
                t.know(piece, None)
                if t.attr(carrier, "medevac"):
                    t.set_attr(carrier, "leave", int(t.var("turn")) + 1)  # 12.0
            else:
                works.note(t, piece, "")
                concealment.expose(t, piece, "14.0")
            t.move(piece, INSIDE + carrier)
        traps.clear_up(t)
        t.note("note.loads", rule="14.0", piece={"p": carrier}, pieces=wrapped(what))

    def _unload(self, t: Table, carrier: str, what: list[str]) -> None:
        place = t.where(carrier)
        for piece in what:
            t.move(piece, place)
            if not is_casualty(t, piece):
                finish(t, piece)
                victory.hold(t, place, piece)
                if t.attr(carrier, "lift"):  # 4.0, 15.0: it has brought what it was to bring
                    t.set_attr(carrier, "emptied", True)
                    t.set_attr(carrier, "leave", int(t.var("turn")) + 1)
        t.note("note.unloads", rule="15.0", piece={"p": carrier}, pieces=wrapped(what))
        losses.capture(t, place, t.owner(carrier))
        if t.attr(carrier, "crashed") and not t.inside(carrier):
            harm.wreck(t, carrier)


# an immobilized vehicle -------------------------------------------------------------------


def abandon_asks(s: Seen, able: list[str]) -> list[Ask]:
    """Return the ask to abandon an immobilized vehicle, by a Move action (6.10)."""
    can = [p for p in able if is_immobilized(s, p)]
    return [offers.pieces("abandon", "ask.abandon", can, rule="6.10")] if can else []


def abandon(t: Table, vehicle: str) -> None:
    """Put the crew down as a suppressed, reduced fire team, all aboard beside it; the vehicle is gone (6.10, AMB-50)."""
    place = t.where(vehicle)
    for piece in t.inside(vehicle):
        t.move(piece, place)
        if not is_casualty(t, piece):
            finish(t, piece)
            victory.hold(t, place, piece)
    t.note("note.abandoned", rule="6.10", piece={"p": vehicle}, cell={"c": place})
    losses.remove(t, vehicle)
    if any(not t.exists(p) for p in t.content.pieces_of("us_ft")):
        crew = counter(t, "us_ft", place, US)
        t.turn(crew, "back")
        t.set_attr(crew, "state", "suppressed")
        finish(t, crew)
        victory.hold(t, place, crew)


STEPS = (Handling(),)
