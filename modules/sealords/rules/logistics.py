"""Logistics: who is in supply, paying for those who are not (14.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import box
from qtwar.kit.offers import msg
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command
from .facts import COM, FW, any_with, counters, is_unit, squares, units
from .ground import ground
from .refit import send, to_pool

ALWAYS = frozenset(
    {"camp", "special_forces_company", "regional_force", "local_force", "division", "militia", "guerrilla", "base"}
)


def always(r: Reader, piece: str) -> bool:
    """Return whether a piece needs no supply (14.2)."""
    kind = r.kind(piece)
    return kind is None or kind.klass == "marker" or bool(kind.traits & ALWAYS)


def lasting_source(r: Reader, place: str, side: str) -> bool:
    """Return whether a source that is not used up is in a square (14.3(1), (2))."""
    if any_with(r, place, side, "base"):
        return True
    if side == COM:
        return False  # a printed Communist base counts only with a Logistical Base unit on it (14.3, note)
    return "fw_base" in ground(r.content).features[place] or any_with(r, place, FW, "lsc", "mrb")


def caches(r: Reader, place: str) -> list[str]:
    """Return the Supply Caches and Supply Infiltration Junks of a square (14.3(3))."""
    return [
        p for p in counters(r, place, COM)
        if r.attr(p, "type") == "supply_cache" or (r.has(p, "infiltration_supply") and r.has(p, "supply"))
    ]  # fmt: skip


def unsupplied(r: Reader, side: str, paid: list[str]) -> list[str]:
    """Return the units of a side that are out of supply, but for those already paid for (14.1)."""
    found = []
    for place in squares(r):
        if lasting_source(r, place, side):
            continue
        found += [p for p in units(r, place, side) if p not in paid and not always(r, p)]
    return found


class Logistics(Asking):
    """A side's logistics phase (6.6, 14.0); local `side`; which units are paid for only the side knows."""

    name = "logistics"
    ends = ("done",)

    def is_open(self, t: Table, f: Frame) -> bool:
        side = f.l["side"]
        return bool(unsupplied(t, side, f.of(side).get("paid", [])))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side = f.l["side"]
        out = unsupplied(s, side, f.of(side).get("paid", []))
        have = command.points(s, side)
        costs = {p: command.supply_cost(s, side, p) for p in out}
        asks = []
        most, left = 0, have
        for price in sorted(costs.values()):
            if price <= left:
                left, most = left - price, most + 1
        if most:
            able = {p: c for p, c in costs.items() if c <= have}
            asks.append(
                offers.pieces(
                    "supply", "ask.supply", able, 1, most, rule="14.4", costs=able, budget=have, budget_rule="5.2",
                    button="do.supply", why=command.dear(s, side, costs),
                )
            )  # fmt: skip
        if side == COM:
            sources = sorted({c for p in out for c in caches(s, s.where(p))})
            if sources:
                asks.append(offers.pieces("cache", "ask.cache", sources, rule="14.3"))
        asks.append(offers.button("done", msg("button.done_supply", n=len(out)), rule="14.4", primary=not most))
        return offers.offer(
            msg("prompt.logistics"), *asks, detail=msg("detail.logistics", rule="14.4", n=len(out), cp=have)
        )

    def do_supply(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay for units; which ones the Communists need not say (14.4)."""
        chosen: list[str] = args["pieces"]
        price = sum(command.supply_cost(t, side, p) for p in chosen)
        command.pay(t, side, price, rule="14.4")
        f.of(side).setdefault("paid", []).extend(chosen)
        t.note("note.supply_paid", rule="14.4", side={"s": side}, cp=price)

    def do_cache(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Use up a cache or junk: it supplies all Communist units of its square once (14.3(3))."""
        source = args["pieces"][0]
        place = t.where(source)
        t.reveal(source)
        t.note("note.supply_source", rule="14.3", piece={"p": source}, at={"c": place})
        paid = dict.fromkeys([*f.of(side).get("paid", []), *units(t, place, COM)])
        # Not the source itself, paid for or not: once it lies in the pool nobody may know it from the others.
        f.of(side)["paid"] = [p for p in paid if p != source]
        if not is_unit(t, source):
            t.move(source, box(COM, "eliminated"))  # 19.3: out of play
        elif t.option("supply_junk_to_pool"):
            to_pool(t, source)
        else:
            send(t, source, rule="14.3")

    def do_done(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Send all that is still out of supply to the Refit Box, without points (14.4)."""
        for piece in unsupplied(t, side, f.of(side).get("paid", [])):
            send(t, piece, rule="14.4")


STEPS = (Logistics(),)
