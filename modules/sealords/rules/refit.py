"""The Refit Box: how units get there, what it costs to bring them back, when they return (13.0, 6.4, 9.2)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, placement, victory
from .facts import COM, FW, SIDES, boxed, squares, stacked, turn, units


def send(t: Table, piece: str, *, by_combat: bool = False, rule: str = "13.1") -> None:
    """Move a piece to its owner's Refit Box; a combat result scores (27.0)."""
    side = t.owner(piece)
    t.note("note.refit_box", rule=rule, piece={"p": piece}, was={"c": t.where(piece)})
    t.move(piece, box(side, "refit"))
    if by_combat:
        victory.score_loss(t, piece, "refit")


def eliminate(t: Table, piece: str, *, by_combat: bool = False, rule: str = "13.3") -> None:
    """Take a piece out of play for good (13.3); a combat result scores."""
    t.reveal(piece)
    t.note("note.eliminated", rule=rule, piece={"p": piece}, was={"c": t.where(piece)})
    t.move(piece, box(t.owner(piece), "eliminated"))
    if by_combat:
        victory.score_loss(t, piece, "eliminated")


def to_pool(t: Table, piece: str) -> None:
    """Put a piece into its owner's pool, where nobody knows one from the other (12.1)."""
    side = t.owner(piece)
    t.move(piece, box(side, "pool"))
    if side == COM:
        t.know(piece, [COM])


def hide_pool(t: Table) -> None:
    """Let nobody know the Communist pool but its owner, whatever a hand has put into it (12.1)."""
    for piece in boxed(t, COM, "pool"):
        t.know(piece, [COM])


def discover(t: Table, piece: str) -> bool:
    """Send a Deception unit that the Free World has seen to the Refit Box, without points (10.6)."""
    if not t.has(piece, "deception"):
        return False
    t.reveal(piece)
    send(t, piece, rule="10.6")
    return True


def due(r: Reader, side: str) -> list[str]:
    """Return the pieces of a side that return this turn."""
    return [p for p in r.ids(f"turn-{turn(r)}") if r.owner(p) == side]


class Refit(Asking):
    """A side's refit sub-phase (6.4, 13.2); local `side`."""

    name = "refit"

    ends = ("done",)

    def is_open(self, t: Table, f: Frame) -> bool:
        number = int((t.scenario.get("numbers") or {}).get("refit", 1))
        return bool(number and self._affordable(t, f.l["side"]))

    @staticmethod
    def _costs(r: Reader, side: str) -> dict[str, int]:
        return {p: command.refit_cost(r, side, p) for p in boxed(r, side, "refit")}

    def _affordable(self, r: Reader, side: str) -> dict[str, int]:
        have = command.points(r, side)
        return {p: c for p, c in self._costs(r, side).items() if c <= have}

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side = f.l["side"]
        costs = self._affordable(s, side)
        most, left = 0, command.points(s, side)
        for price in sorted(costs.values()):
            if price <= left:
                left, most = left - price, most + 1
        return offers.offer(
            msg("prompt.refit", turn=turn(s)),
            offers.pieces(
                "refit", "ask.refit", costs, 1, most, rule="13.2", costs=costs, budget=command.points(s, side),
                budget_rule="5.2", why=command.dear(s, side, self._costs(s, side)),
            ),
            offers.button("done", "button.done_refit", rule="13.5", primary=True),
            detail=msg("detail.refit", rule="13.2", cp=command.points(s, side)),
        )  # fmt: skip

    def do_refit(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay for pieces and roll when each returns (13.2)."""
        chosen: list[str] = args["pieces"]
        command.pay(t, side, sum(command.refit_cost(t, side, p) for p in chosen), rule="13.2")
        last = int(t.scenario.get("turns") or 12)
        for piece in chosen:
            die = t.roll(1, purpose="roll.refit", by=side)[0]
            back = turn(t) + die
            if back > last:  # 13.2: it will not be seen again
                t.note("note.refit_lost", rule="13.2", piece={"p": piece}, turn=back)
                t.move(piece, box(side, "eliminated"))
            else:
                t.note("note.refit_turn", rule="13.2", piece={"p": piece}, turn=back)
                t.move(piece, f"turn-{back}")


class Returns(Step):
    """Units that return this turn are placed like reinforcements, free, strike markers made ready (13.2, 13.5); local `side`."""

    name = "returns"

    def run(self, t: Table, f: Frame) -> None:
        side = f.l["side"]
        waiting = due(t, side)
        for piece in list(waiting):
            off = placement.off_map(t, piece)
            if off:
                placement.put(t, piece, off)
                waiting.remove(piece)
        # One unit may need another that returns with it: only when none has a square are the rest lost (12.5).
        seen = t.seen_by(side)
        if waiting and not any(placement.legal(seen, p) for p in waiting):
            for piece in waiting:
                t.note("note.no_place", rule="12.5", piece={"p": piece})
                to_pool(t, piece)
            waiting = []
        if not waiting:
            if side == FW:
                ready(t)
            t.done()
            return
        t.wait(side)

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side = f.l["side"]
        targets = {p: placement.legal(s, p) for p in due(s, side)}
        return offers.offer(
            msg("prompt.returns"),
            offers.place("place", "ask.place_returning", {p: c for p, c in targets.items() if c}, rule="13.2"),
            detail=msg("detail.placement", rule="12.3" if side == FW else "12.4"),
        )

    def do_place(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Place one returning unit (or several that may all stand there)."""
        for piece in args["pieces"]:
            if args["cell"] not in placement.legal(t, piece):
                t.refuse("refuse.placement", rule="12.5", piece={"p": piece}, cell={"c": args["cell"]})
            placement.put(t, piece, args["cell"])


def ready(t: Table) -> None:
    """Make the strike markers and aircraft used last turn ready again (6.4, 17.2)."""
    used = t.ids(box(FW, "used"))
    for piece in used:
        t.move(piece, box(FW, "ready"))
    if used:
        t.note("note.strikes_ready", rule="17.2", n=len(used))


def over_stacked(r: Reader, side: str) -> dict[str, int]:
    """Return the squares where a side has more than eight units, with the excess (9.1, 9.2)."""
    most = int(r.chart("limits").at("stack"))
    found = {}
    for place in squares(r):
        if len(r.ids(place)) <= most:
            continue
        extra = stacked(r, place, side) - most
        if extra > 0:
            found[place] = extra
    return found


class Stacking(Step):
    """The check at the end of each phase and sub-phase: the owner sends the excess to his Refit Box (9.2)."""

    name = "stacking"

    def run(self, t: Table, f: Frame) -> None:
        for side in SIDES:
            if over_stacked(t, side):
                f.l["side"] = side
                t.wait(side)
                return
        t.done()

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        place, extra = sorted(over_stacked(s, s.side).items())[0]
        able = [p for p in units(s, place, s.side) if s.attr(p, "move") != "A"]
        return offers.offer(
            msg("prompt.stacking", place={"c": place}, n=extra),
            offers.pieces("excess", "ask.excess", able, extra, extra, rule="9.2", button="do.excess"),
        )

    def do_excess(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Send the chosen units to the Refit Box; no points, it is no combat result."""
        for piece in args["pieces"]:
            if is_cell(t.where(piece)):
                send(t, piece, rule="9.2")


STEPS = (Refit(), Returns(), Stacking())
