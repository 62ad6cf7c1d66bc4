"""Set-up: the ready-made one, or each side by hand in its zones; traps and claymores, secret in number and place (3.0, 26.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import freetable, offers, where
from qtwar.kit.content import split
from qtwar.kit.offers import Offer, msg
from qtwar.kit.placing import Placing, SetUp, line_of
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import chits, victory, works
from .facts import (
    NVA,
    US,
    all_units,
    box,
    capacity,
    enemy,
    is_facility,
    is_infantry,
    is_soldier,
    is_unit,
    is_vehicle,
    load,
    men,
    on_map,
    stack_fault,
    units,
)
from .ground import chart, distance, has_trail, in_play, neighbours

NUMBERS = {"1": (0, 0), "ceil(d10/2)": (2, 0), "ceil(d10/2)+1": (2, 1), "ceil(d10/3)": (3, 0)}
"""How many traps a side has: the word of the scenario → (the divisor of a d10, what is added); 0 is no roll."""


def begin(t: Table, choices: dict[str, Any]) -> None:
    """Bring the scenario's pieces into play: the ready-made set-up, or everything in the trays of its side."""
    if t.var("turn") is None:
        t.set_var("turn", 1)
    by_hand = choices.get("setup") == "free"
    roster = freetable.Roster(t)
    for entry in t.scenario.get("quick") or ():
        if not by_hand or not _by_hand(t, entry):
            freetable.put(t, roster, entry["at"], entry["pieces"], entry.get("attrs") or {}, "")
    if by_hand:
        for line in t.scenario.get("setup") or ():
            if not (line.get("where") or {}).get("box"):
                _into_tray(t, roster, line)
    for pool in (t.scenario.get("pools") or {}).values():
        freetable.put(t, roster, pool["place"], pool["pieces"], {}, "")
    for line in t.scenario.get("reinforcements") or ():
        freetable.put(t, roster, line["at"], line["pieces"], line.get("attrs") or {}, line.get("side") or "")
    for unit in sorted(p for p in t.records if t.where(p).startswith("@") and works.is_work(t, t.where(p)[1:])):
        work = t.where(unit)[1:]
        t.move(unit, t.where(work))
        works.note(t, unit, work)
    for n, special in enumerate(t.scenario.get("special") or ()):
        t.note("note.special", rule=str(special.get("rule") or "3.0"), level=2, n=n + 1, text=special["text"])


def _by_hand(t: Table, entry: dict[str, Any]) -> bool:
    """Return whether an entry of the ready-made set-up is placed by hand in the free one: all that goes on the map."""
    return on_map(str(entry["at"]))


def _into_tray(t: Table, roster: freetable.Roster, line: dict[str, Any]) -> None:
    side, attrs = line["side"], line.get("attrs") or {}
    before = set(t.records)
    freetable.put(t, roster, box(side, "tray"), line["pieces"], {**attrs, "owner": side}, side)
    for piece in sorted(set(t.records) - before):
        t.set_attr(piece, "line", line["id"])
        for key in attrs:
            t.set_attr(piece, key, None)


# where things may stand ----------------------------------------------------------


def fault(r: Reader, piece: str, place: str) -> str:
    """Return the rule that forbids a piece in a place at set-up, or an empty word."""
    line, side = line_of(r, piece), r.owner(piece)
    if line is None or not in_play(r, place) or not where.matches(r, line["where"], place):
        return str((line or {}).get("rule") or "3.0")
    attrs = line.get("attrs") or {}
    if units(r, place, enemy(side)):
        return "6.2"
    if any(distance(r, place, r.where(p)) <= int(attrs.get("not_within_enemy", -1)) for p in all_units(r, enemy(side))):
        return str(line.get("rule") or "3.0")
    most = line.get("max_per_cell")
    if most and sum(1 for p in r.ids(place) if p != piece and r.attr(p, "line") and _same(r, p, piece)) >= int(most):
        return str(line.get("rule") or "3.0")
    if attrs.get("aboard"):
        return "" if carriers(r, place, piece) else "6.9"
    return stack_fault(r, place, side, [piece]) if is_unit(r, piece) else ""


def _same(r: Reader, a: str, b: str) -> bool:
    """Return whether two pieces crowd each other: both facilities, or both vehicles."""
    return (is_facility(r, a) and is_facility(r, b)) or (is_vehicle(r, a) and is_vehicle(r, b))


def carriers(r: Reader, place: str, piece: str) -> list[str]:
    """Return the carriers of a hex with room for a unit, the emptiest first (6.9)."""
    own = [p for p in units(r, place, r.owner(piece)) if capacity(r, p) and piece not in r.inside(p)]
    return sorted((p for p in own if load(r, p) + men(r, piece) <= capacity(r, p)), key=lambda p: load(r, p))


def places(r: Reader, piece: str) -> list[str]:
    """Return where a piece may be put, sorted."""
    if line_of(r, piece) is None:
        return []
    return [p for p in sorted(chart(r).near) if not fault(r, piece, p)]


def put(t: Table, piece: str, place: str) -> None:
    """Put a piece down, aboard a vehicle where it must be, into a work of its own side where there is room (24.0)."""
    line = line_of(t, piece) or {}
    if (line.get("attrs") or {}).get("aboard"):
        t.move(piece, f"@{carriers(t, place, piece)[0]}")
        return
    t.move(piece, place)


class PlacePieces(Placing):
    """One side places its units and facilities (3.0)."""

    rule = "3.0"

    def tray(self, side: str) -> str:
        """Return the side's tray."""
        return box(side, "tray")

    def waiting(self, r: Reader, side: str) -> list[str]:
        """Return what is still to be placed: facilities and vehicles before those who go into them."""
        found = [p for p in r.ids(box(side, "tray")) if r.attr(p, "line")]
        return sorted(found, key=lambda p: is_infantry(r, p))

    def placed(self, r: Reader, side: str) -> list[str]:
        """Return what is placed and may still be moved."""
        on = [p for place in r.places() if on_map(place) for p in r.of(place, side) if r.attr(p, "line")]
        return [p for q in on for p in (q, *r.inside(q))]

    def places_of(self, r: Reader, piece: str) -> list[str]:
        """Return where a piece may stand."""
        return places(r, piece)

    def fault(self, r: Reader, piece: str, place: str) -> str:
        """Return the rule against a piece in a place; where it is already it may stay, but for what has changed around it."""
        return "" if place == r.spot(piece) else fault(r, piece, place)

    def put(self, t: Table, piece: str, place: str) -> None:
        """Put a piece down, aboard where it must be."""
        put(t, piece, place)

    def rest(self, t: Table, side: str) -> None:
        """Place what is left as the ready-made set-up has it, else anywhere in its zone."""
        ready = {piece: entry for entry in t.scenario.get("quick") or () for piece in entry["pieces"]}
        for piece in self.waiting(t, side):
            entry = ready.get(piece)
            open_ = places(t, piece)
            if entry and entry["at"] in open_:
                put(t, piece, entry["at"])
            elif open_:
                put(t, piece, t.pick(open_))

    def end(self, t: Table, side: str) -> None:
        """Units beside a work of their own go into it, the first two (24.0, 25.0)."""
        for unit in [p for p in all_units(t, side) if is_soldier(t, p) and not works.sheltered(t, p)]:
            inside = works.open_to(t, unit)
            if inside:
                works.note(t, unit, inside[0])


class Traps(Asking):
    """A side rolls in secret how many traps or claymores it has, and notes a hex for each (26.0). Locals: `side`, `hand`."""

    name = "traps"
    ends = ("done",)

    def begin(self, t: Table, f: Frame) -> None:
        side = f.l["side"]
        kind, rule = trap_rule(t, side)
        if not kind:
            return
        by, plus = NUMBERS[rule["number"]]
        die = t.roll(d=10, purpose="roll.traps", by=side, sides=[side])[0] if by else 1
        n = -(-die // by) + plus if by else 1
        own = [p for p in t.ids(box(side, "secret")) if t.record(p)["kind"] == kind]
        for piece in own[n:]:
            t.remove(piece)
        for piece in own[:n]:
            t.know(piece, [side])
            if f.l.get("hand"):
                t.set_attr(piece, "cell", None)
        t.note("note.traps", rule="26.0", only=[side], n=len(own[:n]))

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(f.l.get("hand") and self.left(t, f) and self.cells(t, f))

    def left(self, r: Reader, f: Frame) -> list[str]:
        """Return the traps without a hex."""
        return [p for p in own_traps(r, f.l["side"]) if not r.attr(p, "cell")]

    def cells(self, r: Reader, f: Frame) -> list[str]:
        """Return where one may lie: one a hex, traps on trails and facilities, claymores in or beside US infantry (26.0)."""
        side = f.l["side"]
        taken = {r.attr(p, "cell") for p in own_traps(r, side)}
        if side == US:
            near = {n for p in all_units(r, US) if is_infantry(r, p) for n in (r.where(p), *neighbours(r, r.where(p)))}
        else:
            near = {
                p
                for p in chart(r).near
                if has_trail(r, p) or any(is_facility(r, q) and r.owner(q) == NVA for q in r.ids(p))
            }
        return sorted(p for p in near if split(p)[1] not in taken)

    def offer(self, s: Seen, f: Frame) -> Offer:
        n = len(self.left(s, f))
        asks = [
            offers.cell("lay", "ask.lay_trap", self.cells(s, f), rule="26.0"),
            offers.button("done", "button.done_traps", rule="26.0"),
        ]
        return offers.offer(
            msg("prompt.traps", side={"s": s.side}), *asks, detail=msg("detail.traps", rule="26.0"), left=n
        )

    def do_lay(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.set_attr(self.left(t, f)[0], "cell", split(args["cell"])[1])

    def close(self, t: Table, f: Frame) -> None:
        for piece in self.left(t, f):
            t.remove(piece)


def trap_rule(r: Reader, side: str) -> tuple[str, dict[str, Any]]:
    """Return (kind, how many and where) of a side's traps, an empty word where the scenario gives none."""
    for kind, rule in ((r.scenario.get("attrs") or {}).get("secret") or {}).items():
        if rule["side"] == side:
            return kind, rule
    return "", {}


def own_traps(r: Reader, side: str) -> list[str]:
    """Return a side's traps or claymores that are laid or in its hand, as far as this reader knows."""
    return [p for p in r.ids(box(side, "secret")) if r.is_known(p) and r.has(p, "trap")]


def begun(t: Table) -> None:
    """Take note of what counts at the end, when all is set up."""
    victory.hold_all(t)
    fortified = [split(t.where(p))[1] for p in sorted(t.records) if works.is_work(t, p) and t.owner(p) == US]
    t.seal(US, "fortified", sorted(set(fortified)) or None)
    chits.count(t)


SETUP = SetUp("3.0")
STEPS = (SETUP, PlacePieces(), Traps())
