"""Sensors: where they lie, what they hear (18.0)."""

from __future__ import annotations

from qtwar.kit import offers
from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import Ask
from qtwar.kit.table import Reader, Table

from . import command
from .facts import COM, FW, counters
from .ground import ground
from .refit import discover


def in_hand(r: Reader) -> list[str]:
    """Return the sensors that were held back at set-up (18.1)."""
    return [p for p in r.ids(box(FW, "hold")) if r.has(p, "sensor")]


def may_place(r: Reader) -> bool:
    """Return whether the Free World could place a sensor now."""
    return bool(in_hand(r)) and command.points(r, FW) >= command.cost(r, FW, "sensor")


def squares(r: Reader) -> list[str]:
    """Return the squares without a sensor (18.2); Cambodia is open to them (21.1), dry land serves nothing."""
    g = ground(r.content)
    return [p for p in g.places if g.terrain[p] != "land" and not sensor_at(r, p)]


def sensor_at(r: Reader, place: str) -> str:
    """Return the sensor of a square, or an empty text."""
    for piece in counters(r, place, FW):
        if r.has(piece, "sensor"):
            return piece
    return ""


def asks(r: Reader) -> list[Ask]:
    """Return what may be asked about sensors in the Free World's reinforcement sub-phase."""
    if not may_place(r):
        return []
    price = command.cost(r, FW, "sensor")
    why = {p: offers.msg("refuse.sensor_there", rule="18.2", cell={"c": p}) for p in r.places() if sensor_at(r, p)}
    return [
        offers.pieces_and_cell(
            "sensor", offers.msg("ask.sensor", cost=price), in_hand(r), squares(r), rule="18.1", cost=price, why=why
        )
    ]


def place(t: Table, piece: str, cell: str) -> None:
    """Pay for a sensor and lay it (18.1)."""
    if sensor_at(t, cell):
        t.refuse("refuse.sensor_there", rule="18.2", cell={"c": cell})
    command.pay(t, FW, command.cost(t, FW, "sensor"), rule="18.1")
    t.move(piece, cell)
    t.note("note.sensor_placed", rule="18.1", to={"c": cell})


def enter(t: Table, pieces: list[str], cell: str) -> str:
    """Roll for the sensor of a square that a Communist force enters; returns the result of the table or "" (18.3).

    A force that is heard is shown for the rest of its move: the caller hides it again with `facts.hide`. Deception
    units that are seen leave at once (10.6); what is left of the force is what still lies in `cell`.
    """
    piece = sensor_at(t, cell)
    force = [p for p in pieces if t.owner(p) == COM and is_cell(t.where(p))]
    if not piece or not force:
        return ""
    die = t.roll(1, purpose="roll.sensor", by=FW)[0]
    result = str(t.chart("sensor").at(die))
    if result == "removed":
        t.move(piece, box(FW, "eliminated"))
        t.note("note.sensor_removed", rule="18.3", at={"c": cell})
    elif result == "reveal":
        for p in force:
            t.reveal(p)
        t.note("note.sensor_heard", rule="18.3", at={"c": cell}, force=[{"p": p} for p in force])
        for p in force:
            discover(t, p)
    else:
        t.note("note.sensor_silent", rule="18.3", at={"c": cell})
    return result
