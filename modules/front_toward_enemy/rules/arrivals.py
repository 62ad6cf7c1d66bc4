"""Reinforcements, the medevac helicopter and new chits as a turn begins (4.0, 12.0)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime, cargo, concealment, movement, victory
from .anytime import Anytime
from .chits import CHIT, one_more
from .facts import (
    HIGH,
    SIDES,
    TREETOP,
    US,
    capacity,
    is_helicopter,
    is_infantry,
    is_soldier,
    is_unit,
    load,
    passengers,
    stack_fault,
    wrapped,
)
from .ground import border

WAYS = ("arrives", "edge", "only_hex")
"""What is written on a reinforcement about where it comes in."""
STAY = 3
"""Turns that Hogs and Cobras stay on the map (15.0, 19.6)."""


def due(r: Reader, side: str) -> list[str]:
    """Return a side's units that come in this turn, none of those aboard."""
    return [p for p in r.ids(f"turn-{r.var('turn')}") if r.owner(p) == side and r.is_known(p) and is_unit(r, p)]


def places(r: Reader, piece: str) -> list[str]:
    """Return where a unit may come in: the edge or the hexes that its side has, where it does not crowd anybody (4.0, 6.2)."""
    if r.attr(piece, "only_hex"):
        hexes = [str(p) for p in r.attr(piece, "arrives")]
    else:
        hexes = border(r, str(r.attr(piece, "edge") or ""))
    side = r.owner(piece)
    return [p for p in hexes if movement.bar(r, side, p) != "known" and not stack_fault(r, p, side, [piece])]


class Arrivals(Anytime, Asking):
    """Chits go into the cup, each side loads and places what it has coming in this turn, the US first (4.0).

    Locals: `said` who has, `at_once` if nobody may wait (19.6).
    """

    name = "arrivals"

    def asked(self, t: Table, f: Frame) -> str:
        return self._coming(t, f)[0]

    def _coming(self, t: Table, f: Frame) -> list[str]:
        """Return the sides that still have somebody to bring in."""
        return [side for side in SIDES if side not in f.l["said"] and any(places(t, p) for p in due(t, side))]

    def begin(self, t: Table, f: Frame) -> None:
        f.l["said"] = []
        here = f"turn-{t.var('turn')}"
        for piece in t.ids(here):
            kind = t.record(piece)["kind"]
            for side, chit in CHIT.items():
                if kind == chit:  # 4.0: a further chit from this turn on
                    t.move(piece, "cup")
                    one_more(t, side)
            if kind == "medevac_due":
                self._medevac(t, piece, here)

    def _medevac(self, t: Table, marker: str, here: str) -> None:
        """Bring the Slick that was asked for: one of the mix that is free (12.0)."""
        t.remove(marker)
        slick = next((p for p in t.content.pieces_of("us_slick") if not t.exists(p)), "us_slick+1")
        t.add(slick, here, kind="us_slick", owner=US, attrs={"medevac": True})
        t.set_var("medevac", {"piece": slick})

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(self._coming(t, f))

    def offer(self, s: Seen, f: Frame) -> Offer:
        coming = {p: places(s, p) for p in due(s, s.side)}
        air = {p: to for p, to in coming.items() if to and is_helicopter(s, p)}
        foot = {p: to for p, to in coming.items() if to and p not in air}
        asks: list[Ask] = []
        if foot:
            asks.append(offers.place("arrive", "ask.arrive", foot, rule="4.0"))
        if air:
            asks.append(offers.place("arrive_treetop", "ask.arrive_treetop", air, rule="4.0"))
            asks.append(offers.place("arrive_high", "ask.arrive_high", air, rule="4.0"))
        asks += _loading(s)
        asks += anytime.asks(s)
        asks.append(offers.button("rest", "button.arrive_rest", rule="4.0", primary=True))
        if not f.l.get("at_once"):
            asks.append(offers.button("done", "button.arrive_later", rule="4.0"))
        return offers.offer(msg("prompt.arrivals", n=len(coming)), *asks, detail=msg("detail.arrivals", rule="4.0"))

    def do_arrive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            bring(t, piece, args["cell"])

    def do_arrive_treetop(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            bring(t, piece, args["cell"], TREETOP)

    def do_arrive_high(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        for piece in args["pieces"]:
            bring(t, piece, args["cell"], HIGH)

    def do_embark(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put units aboard a carrier that has still to come in."""
        carrier = _carrier(t, args)
        for piece in [p for p in args["pieces"] if p != carrier]:
            t.move(piece, INSIDE + carrier)
        t.note("note.loads", rule="4.0", piece={"p": carrier}, pieces=wrapped(p for p in args["pieces"] if p != carrier))

    def do_disembark(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Take units off a carrier that has still to come in: they come on foot where it comes (4.0)."""
        carrier = _carrier(t, args)
        for piece in [p for p in args["pieces"] if p != carrier]:
            for key in WAYS:
                t.set_attr(piece, key, t.attr(piece, key) or t.attr(carrier, key))
            t.move(piece, t.where(carrier))
        t.note("note.unloads", rule="4.0", piece={"p": carrier}, pieces=wrapped(p for p in args["pieces"] if p != carrier))

    def do_rest(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Bring all in where the FRAGO has them, else in the first hex that is free."""
        for piece in due(t, side):
            wanted = [str(p) for p in t.attr(piece, "arrives") or ()]
            open_ = [p for p in places(t, piece) if not movement.blocks(t, side, p)]
            to = next((p for p in wanted if p in open_), open_[0] if open_ else "")
            if to:
                bring(t, piece, to, str(t.attr(piece, "altitude") or TREETOP))
        f.l["said"].append(side)

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the others come later."""
        f.l["said"].append(side)

    def close(self, t: Table, f: Frame) -> None:
        wait(t)


def _carrier(r: Reader, args: dict[str, Any]) -> str:
    return str(next(p for p in args["pieces"] if capacity(r, p)))


def _loading(s: Seen) -> list[Ask]:
    """Return the asks to load and unload carriers that have still to come in: they arrive loaded or empty (4.0, 6.9)."""
    coming = due(s, s.side)
    carriers = [p for p in coming if capacity(s, p)]
    asks: list[Ask] = []
    for carrier in carriers:
        aboard = passengers(s, carrier)
        others = [p for c in carriers if c != carrier for p in passengers(s, c)]
        room = capacity(s, carrier) - load(s, carrier)
        some = [p for p in (*coming, *others) if is_soldier(s, p) and cargo.weight(s, p) <= room]
        if some and not s.attr(carrier, "medevac"):
            asks.append(cargo.boarding(s, "embark", msg("ask.embark", carrier={"p": carrier}), carrier, some, "4.0"))
        if aboard:
            said = msg("ask.disembark", carrier={"p": carrier})
            asks.append(
                offers.pieces(
                    "disembark", said, [carrier, *aboard], 2, len(aboard) + 1,
                    rule="4.0", locked=[carrier], id=f"disembark:{carrier}",
                )
            )  # fmt: skip
    return asks


def wait(t: Table) -> None:
    """Let who does not come in now wait for the next turn."""
    later = f"turn-{int(t.var('turn')) + 1}"
    if later in t.content.boxes:
        for piece in [p for side in SIDES for p in due(t, side)]:
            t.move(piece, later)


def bring(t: Table, piece: str, place: str, level: str = "") -> None:
    """Bring a unit in on a hex; infantry on foot is concealed (4.0, 18.1)."""
    side = t.owner(piece)
    if place not in places(t, piece):
        t.refuse("refuse.arrive", rule="6.2", piece={"p": piece}, cell={"c": place})
    if movement.blocks(t, side, place):
        t.note("note.barred", rule="6.2", cell={"c": place})
        return
    for one in (piece, *passengers(t, piece)):
        for key in (*WAYS, "hidden"):
            t.set_attr(one, key, None)
    t.move(piece, place)
    if is_helicopter(t, piece):
        t.set_attr(piece, "altitude", level or TREETOP)
        _duties(t, piece)
    elif is_infantry(t, piece):
        concealment.hide(t, piece)
        victory.hold(t, place, piece)
    t.note("note.arrives", rule="4.0", piece={"p": piece}, cell={"c": place})


def _duties(t: Table, piece: str) -> None:
    """Note what a helicopter owes: Hogs and Cobras leave within three turns, Slicks once their men are out (15.0, 19.6)."""
    turn = int(t.var("turn"))
    if t.record(piece)["kind"] in ("us_hog", "us_cobra"):
        t.set_attr(piece, "leave", turn + STAY - (1 if t.option("amb_34_arrival_turn") else 0))
    elif passengers(t, piece):
        t.set_attr(piece, "lift", True)


STEPS = (Arrivals(),)
