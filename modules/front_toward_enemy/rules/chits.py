"""The activation phase: a free first activation, then chit after chit out of the cup (5.0, 5.1)."""

from __future__ import annotations

from qtwar.kit.piles import Pile
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Table

from .facts import NVA, US

CHIT = {US: "chit_us", NVA: "chit_nva_vc"}


class Chits(Staged):
    """Draws until the cup is empty. Locals: `first` (who activates without a chit; empty: nobody), `drawn` the chit in use."""

    name = "chits"
    first = "free"

    def at_free(self, t: Table, f: Frame) -> str | None:
        side = f.l.setdefault("first", t.scenario["first_side"])
        t.call("activate", side=side, chit="")
        return "draw"

    def at_draw(self, t: Table, f: Frame) -> str | None:
        drawn = Pile(t, "cup").draw("drawn")
        if not drawn:
            t.done()  # 5.0: the phase ends with an empty cup
            return None
        count(t)
        chit = drawn[0]
        kind = t.record(chit)["kind"]
        t.note("note.chit", rule="5.0", piece={"k": kind}, left=len(t.ids("cup")))
        if kind == "chit_event":
            t.call("event")
        else:
            t.call("activate", side=US if kind == CHIT[US] else NVA, chit=chit)
        return None


def chits_left(r: Reader) -> dict[str, int]:
    """Return side → chits that may still be drawn this turn, as all can count: those in use less those drawn (5.0)."""
    drawn = [r.record(p)["kind"] for p in r.ids("drawn")]
    return {side: int(r.num(side, "chits")) - drawn.count(kind) for side, kind in CHIT.items()}


def count(t: Table) -> None:
    """Tell all how many chits of each side may still be drawn, of how many it has in the game (5.0, 5.1)."""
    for side, left in chits_left(t).items():
        t.put(side, "chits_left", f"{left}/{int(t.num(side, 'chits'))}")


def lose_chit(t: Table, side: str) -> None:
    """Take a chit of a side out for good: out of the cup, else out of those drawn (5.1, AMB-13)."""
    kind = CHIT[side]
    for place in ("cup", "drawn"):
        own = [p for p in t.ids(place) if t.record(p)["kind"] == kind]
        if own:
            t.move(own[0], "chits_lost")
            t.put(side, "chits", max(0, int(t.num(side, "chits")) - 1))
            count(t)
            t.note("note.chit_lost", rule="5.1", side={"s": side})
            return


def add_chit(t: Table, side: str) -> str:
    """Put one more chit of a side into the cup; returns it (4.0, 19.7)."""
    free = next((p for p in t.content.pieces_of(CHIT[side]) if not t.exists(p)), "")
    if free:
        t.add(free, "cup", kind=CHIT[side], owner="")
        one_more(t, side)
    return free


def one_more(t: Table, side: str) -> None:
    """Count a chit that has just come into the cup (4.0, 19.7)."""
    t.put(side, "chits", int(t.num(side, "chits")) + 1)
    count(t)
    t.note("note.chit_added", rule="4.0", side={"s": side})


def put_back(t: Table, chit: str) -> None:
    """Return a chit to the cup: helicopters use none (5.1)."""
    if chit and t.exists(chit):
        Pile(t, "cup").put_back(chit)
        count(t)
        t.note("note.chit_back", rule="5.1")


STEPS = (Chits(),)
