"""Leaving the map: evacuation, helicopters that must go, hexes that a FRAGO names (6.1, 6.5, 7.5.3, 15.0)."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.engine.state import INSIDE
from qtwar.kit.content import split
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Table

from . import victory
from .facts import (
    NVA,
    US,
    box,
    casualties,
    is_broken,
    is_helicopter,
    is_immobilized,
    is_infantry,
    is_vehicle,
    men,
    on_map,
    passengers,
    wrapped,
)
from .ground import edges_of

COST = 2
"""Half points of the step off the map, or into a tunnel (6.5, 7.5.3)."""


def doors(r: Reader, pieces: Sequence[str], place: str) -> list[str]:
    """Return the box of those who have left, if units may leave from a hex."""
    side = r.owner(pieces[0])
    to = box(side, "off")
    return [to] if may_leave(r, pieces, place, to) else []


def may_leave(r: Reader, pieces: Sequence[str], place: str, to: str) -> bool:
    """Return whether units may leave the map from a hex (6.1, 7.5.3, 15.0)."""
    return to == box(r.owner(pieces[0]), "off") and all(_may(r, p, place) for p in pieces)


def _may(r: Reader, piece: str, place: str) -> bool:
    edge, cell = bool(edges_of(r, place)), split(place)[1]
    data = r.scenario.get("attrs") or {}
    if is_helicopter(r, piece):
        duty = bool(r.attr(piece, "leave")) or is_broken(r, piece) or bool(r.attr(piece, "medevac"))
        return edge and (duty or _wounded(r, piece) or bool(r.attr(piece, "emptied")))
    if is_vehicle(r, piece):
        if cell in (data.get("exit_cells") or ()):
            return not is_immobilized(r, piece)
        return edge and _wounded(r, piece)
    if not is_infantry(r, piece) or not casualties(r, INSIDE + piece):
        return False
    if r.owner(piece) == NVA:
        return edge or has_tunnel(r, place)
    return cell in (data.get("foot_exit") or ())


def has_tunnel(r: Reader, place: str) -> bool:
    """Return whether a tunnel of the NVA/VC is in a hex, as far as this reader knows (7.5.3)."""
    return any(r.has(p, "tunnel") for p in r.ids(place))


def _wounded(r: Reader, carrier: str) -> bool:
    """Return whether casualties are aboard, in hands of passengers too."""
    return bool(casualties(r, INSIDE + carrier)) or any(casualties(r, INSIDE + p) for p in passengers(r, carrier))


def leave(t: Table, side: str, pieces: Sequence[str]) -> None:
    """Take units off the map for good and give what that brings (7.5.3, 29.0)."""
    t.note("note.leaves", rule="6.5", pieces=wrapped(pieces), cell={"c": t.where(pieces[0])})
    cell = split(t.where(pieces[0]))[1]
    for piece in pieces:
        if side == US and is_vehicle(t, piece) and cell in ((t.scenario.get("attrs") or {}).get("exit_cells") or ()):
            _convoy(t, piece)
        for carrier in (piece, *passengers(t, piece)):
            for casualty in casualties(t, INSIDE + carrier):
                evacuate(t, casualty)
        gone(t, piece)
        t.move(piece, box(side, "off"))


def evacuate(t: Table, casualty: str) -> None:
    """Score a casualty that has left, and take its marker off (7.5.3)."""
    event = "own_kia_evacuated" if t.record(casualty)["kind"] == "kia" else "own_wia_or_injured_evacuated"
    victory.score(t, t.owner(casualty), event, "7.5.3")
    t.remove(casualty)


def _convoy(t: Table, vehicle: str) -> None:
    """Give what the FRAGO gives for a vehicle that has got through with its men (29.0)."""
    line = next((x for x in t.scenario["victory"]["special"] if x.get("each") == "vehicle_exit"), None)
    if line is None:
        return
    room = int(line["most_men"]) - int(t.num(US, "men_out"))
    aboard = min(room, int(line["per_man"]) * sum(men(t, p) for p in passengers(t, vehicle) if is_infantry(t, p)))
    t.put(US, "men_out", int(t.num(US, "men_out")) + aboard)
    victory.award(t, US, int(line["vp"]) + aboard, msg("vp.vehicle_exit"), str(t.scenario.get("rule") or "29.0"))


def overdue(t: Table) -> None:
    """Lose the helicopters that should have left by the end of this turn; the enemy scores nothing (15.0, AMB-35)."""
    if t.option("amb_35_exit_duty") != "lost":
        return
    for piece in [p for p in sorted(t.records) if t.attr(p, "leave") and on_map(t.where(p))]:
        if int(t.attr(piece, "leave")) <= int(t.var("turn")) and not t.attr(piece, "crashed"):
            t.note("note.overdue", rule="15.0", piece={"p": piece})
            for thing in [q for man in passengers(t, piece) for q in (*t.inside(man), man)] + casualties(
                t, INSIDE + piece
            ):
                t.move(thing, box(US, "off"))
            gone(t, piece)
            t.move(piece, box(US, "off"))


def gone(t: Table, piece: str) -> None:
    """Note what leaving ends: a duty, the medevac that may be asked for anew (12.0)."""
    t.set_attr(piece, "leave", None)
    if t.attr(piece, "medevac"):
        t.set_attr(piece, "medevac", None)
        t.set_var("medevac", None)
