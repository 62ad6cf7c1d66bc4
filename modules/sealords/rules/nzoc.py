"""Optional naval zones of control and interception (23.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.facts import is_cell
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.reaction import Reaction
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command
from .facts import FW, units
from .force import done
from .ground import barred, ground

SEA = frozenset({"high_seas", "coastal"})


def zone(r: Reader, start: str) -> frozenset[str]:
    """Return the squares of a zone: three squares over sea and coast, past no side or corner of land (23.2)."""
    g = ground(r.content)
    found, edge = {start}, {start}
    for _ in range(int(r.chart("limits").at("nzoc_range"))):
        edge = {p for at in edge for p in g.naval[at] if all(g.terrain[q] in SEA for q in g.flanks(at, p))} - found
        found |= edge
    return frozenset(found)


def interceptors(r: Reader, place: str, before: str) -> list[str]:
    """Return the units that may intercept a force that has come from the square `before` (23.3).

    Each square of a zone is one that is entered; by option only the first of a unit's zone is.
    """
    if not r.option("fw_nzoc") or ground(r.content).terrain[place] not in SEA:
        return []
    if command.points(r, FW) < command.cost(r, FW, "intercept"):
        return []
    again = bool(r.option("nzoc_each_square"))

    def reaches(piece: str, here: str) -> bool:
        if not r.has(piece, "nzoc") or done(r, piece) or not _may_go(r, piece, place):
            return False
        squares = zone(r, here)
        return place in squares and (again or before not in squares)

    return [
        p for here in r.places() if is_cell(here) and here != place for p in units(r, here, FW) if reaches(p, here)
    ]


def _may_go(r: Reader, piece: str, place: str) -> bool:
    """Return whether a unit may be where it would intercept: not in Cambodia while that is closed (21.1)."""
    kind = r.kind(piece)
    return kind is not None and not barred(r, kind, place)


class Intercept(Reaction):
    """The Free World may intercept a Communist force that has entered a zone (23.3); locals `side`, `cell`, `before`."""

    name = "intercept"
    rule = "23.3"
    ends = ("intercept", "let_pass")

    def begin(self, t: Table, f: Frame) -> None:
        f.l["told"] = {"intercepted": False}

    def reacts(self, r: Reader, f: Frame) -> bool:
        return bool(interceptors(r, f.l["cell"], f.l["before"]))

    def prompt(self, s: Seen, f: Frame) -> tuple[Message, None]:
        return msg("prompt.intercept", cell={"c": f.l["cell"]}), None

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        able = interceptors(s, f.l["cell"], f.l["before"])
        price, have = command.cost(s, FW, "intercept"), command.points(s, FW)
        ask = offers.pieces(
            "intercept", "ask.intercept", able, 1, len(able), rule="23.3", button="do.intercept",
            costs=dict.fromkeys(able, price), budget=have, budget_rule="5.2",
        )  # fmt: skip
        return [ask]

    def do_intercept(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay, move there; the Communist move is over (23.3)."""
        pieces = args["pieces"]
        command.pay(t, FW, command.cost(t, FW, "intercept") * len(pieces), rule="23.3")
        for piece in pieces:
            t.move(piece, f.l["cell"])
        t.note("note.intercept", rule="23.3", force=[{"p": p} for p in pieces], cell={"c": f.l["cell"]})
        f.l["told"]["intercepted"] = True


STEPS = (Intercept(),)
