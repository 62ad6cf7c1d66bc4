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
from .ground import barred, ground

SEA = frozenset({"high_seas", "coastal"})


def zone(r: Reader, start: str) -> frozenset[str]:
    """Return the squares of a zone: three squares over sea and coast, not past land sides or corners (23.2)."""
    g = ground(r.content)
    found, edge = {start}, {start}
    for _ in range(int(r.chart("limits").at("nzoc_range"))):
        edge = {p for at in edge for p in g.naval[at] if g.corner_open(at, p)} - found
        found |= edge
    return frozenset(found)


def interceptors(r: Reader, place: str) -> list[str]:
    """Return the units that may intercept a force in a square (23.3)."""
    if not r.option("fw_nzoc") or ground(r.content).terrain[place] not in SEA:
        return []
    if command.points(r, FW) < command.cost(r, FW, "intercept"):
        return []
    out = []
    for here in r.places():
        if is_cell(here) and here != place:
            out += [
                p for p in units(r, here, FW) if r.has(p, "nzoc") and place in zone(r, here) and _may_go(r, p, place)
            ]
    return out


def _may_go(r: Reader, piece: str, place: str) -> bool:
    """Return whether a unit may be where it would intercept: not in Cambodia while that is closed (21.1)."""
    kind = r.kind(piece)
    return kind is not None and not barred(r, kind, place)


class Intercept(Reaction):
    """The Free World may intercept a Communist force that has entered a zone (23.3); locals `side`, `cell`."""

    name = "intercept"
    rule = "23.3"
    ends = ("intercept", "let_pass")

    def begin(self, t: Table, f: Frame) -> None:
        f.l["told"] = {"intercepted": False}

    def reacts(self, r: Reader, f: Frame) -> bool:
        return bool(interceptors(r, f.l["cell"]))

    def prompt(self, s: Seen, f: Frame) -> tuple[Message, None]:
        return msg("prompt.intercept", cell={"c": f.l["cell"]}), None

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        able = interceptors(s, f.l["cell"])
        most = min(len(able), command.points(s, FW) // command.cost(s, FW, "intercept"))
        return [offers.pieces("intercept", "ask.intercept", able, 1, most, rule="23.3", button="do.intercept")]

    def do_intercept(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay, move there; the Communist move is over (23.3)."""
        pieces = args["pieces"]
        command.pay(t, FW, command.cost(t, FW, "intercept") * len(pieces), rule="23.3")
        for piece in pieces:
            t.move(piece, f.l["cell"])
        t.note("note.intercept", rule="23.3", force=[{"p": p} for p in pieces], cell={"c": f.l["cell"]})
        f.l["told"]["intercepted"] = True


STEPS = (Intercept(),)
