"""Reinforcements: income, blind draws one at a time, their placement, sensors (5.4, 6.4, 12.0, 18.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, placement, sensors
from .facts import COM, FW, boxed, turn
from .refit import to_pool


def income(t: Table, side: str) -> None:
    """Add the scenario's points at the start of the side's phase, less Weather or Bombing (5.4, 27.0)."""
    amount = int((t.scenario.get("numbers") or {}).get(f"income_{side.lower()}", 0))
    cut = int(t.var(f"income_cut_{side.lower()}") or 0)
    got = command.gain(t, side, max(0, amount - cut))
    t.set_var(f"income_cut_{side.lower()}", None)
    t.note("note.income", rule="5.4", side={"s": side}, n=got, cut=min(cut, amount), total=command.points(t, side))


def draw(t: Table, side: str) -> str:
    """Draw one piece blind from the pool into the side's tray and return it (12.2)."""
    piece = t.pick(sorted(boxed(t, side, "pool")))
    t.move(piece, box(side, "setup"))
    if side == FW:
        t.note("note.drawn", rule="12.2", piece={"p": piece})
    else:
        t.note("note.drawn_hidden", rule="12.2")
        t.note("note.drawn", rule="12.2", level=2, only=[COM], piece={"p": piece})
    return piece


def settle_drawn(t: Table, side: str) -> bool:
    """Put what was drawn where it must go; returns whether its owner still has to choose a square (12.5)."""
    for piece in boxed(t, side, "setup"):
        off = placement.off_map(t, piece)
        if off:
            placement.put(t, piece, off)
        elif not placement.legal(t.seen_by(side), piece):
            # 12.5: back into the pool, the points are gone. Which piece it was stays the owner's secret.
            t.note("note.no_place", rule="12.5", piece={"p": piece})
            to_pool(t, piece)
    return bool(boxed(t, side, "setup"))


def place_drawn(t: Table, side: str) -> bool:
    """Have a side place what it has drawn; returns whether there is anything to place."""
    waits = bool(boxed(t, side, "setup")) and settle_drawn(t, side)
    if waits:
        t.call("place_drawn", side=side)
    return waits


class Reinforcement(Asking):
    """A side's reinforcement sub-phase (6.4, 12.1); local `side`."""

    name = "reinforcement"
    ends = ("done",)

    def begin(self, t: Table, f: Frame) -> None:
        income(t, f.l["side"])

    def ahead(self, t: Table, f: Frame) -> bool:
        return place_drawn(t, f.l["side"])

    def is_open(self, t: Table, f: Frame) -> bool:
        return self._may(t, f.l["side"])

    @staticmethod
    def _may(r: Reader, side: str) -> bool:
        have = command.points(r, side)
        if boxed(r, side, "pool") and have >= command.draw_cost(r, side):
            return True
        return side == FW and sensors.may_place(r)

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side = f.l["side"]
        have, price = command.points(s, side), command.draw_cost(s, side)
        left = len(s.ids(box(side, "pool")))
        asks = []
        if left:
            why = msg("refuse.cp", rule="12.1", need=price, have=have) if have < price else None
            asks.append(
                offers.draw("draw", msg("ask.draw", cost=price), box(side, "pool"), rule="12.1", cost=price,
                            why_not=why, primary=True)
            )  # fmt: skip
        if side == FW:
            asks += sensors.asks(s)
        asks.append(offers.button("done", "button.done_draw", rule="12.2"))
        return offers.offer(
            msg("prompt.reinforcement", turn=turn(s)),
            *asks,
            detail=msg("detail.reinforcement", rule="12.1", cp=have, n=left),
        )

    def do_draw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay for one draw and draw (12.1, 12.2)."""
        command.pay(t, side, command.draw_cost(t, side), rule="12.1")
        draw(t, side)

    def do_sensor(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place a sensor that was held back (18.1)."""
        for piece in args["pieces"]:
            sensors.place(t, piece, args["cell"])


class PlaceDrawn(Step):
    """The owner places what he has drawn (12.3, 12.4); local `side`."""

    name = "place_drawn"

    def run(self, t: Table, f: Frame) -> None:
        if settle_drawn(t, f.l["side"]):
            t.wait(f.l["side"])
        else:
            t.done()

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side = f.l["side"]
        targets = {p: placement.legal(s, p) for p in boxed(s, side, "setup")}
        return offers.offer(
            msg("prompt.place_drawn"),
            offers.place("place", "ask.place_drawn", targets, rule="12.3" if side == FW else "12.4"),
            detail=msg("detail.placement", rule="12.5"),
        )

    def do_place(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place a drawn piece."""
        for piece in args["pieces"]:
            placement.put(t, piece, args["cell"])


class FreeDraw(Asking):
    """In-Country Fighting 1-2: the Free World may draw one reinforcement without paying (27.0); local `side`."""

    name = "free_draw"
    ends = ("draw", "done")

    def ahead(self, t: Table, f: Frame) -> bool:
        return place_drawn(t, f.l["side"])

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(boxed(t, f.l["side"], "pool"))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        pool = box(f.l["side"], "pool")
        return offers.offer(
            msg("prompt.free_draw"),
            offers.draw("draw", "ask.free_draw", pool, rule="27.0", primary=True),
            offers.button("done", "button.no_free_draw", rule="27.0"),
        )

    def do_draw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Draw one."""
        draw(t, side)


STEPS = (Reinforcement(), PlaceDrawn(), FreeDraw())
