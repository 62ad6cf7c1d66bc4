"""Starting a game: what every title needs before its own set-up, positions written by hand (`qtwar try`), and scenarios
that are a position of a game (*Edit this position*)."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.engine.state import INSIDE, FrameData
from qtwar.kit.freetable import Roster
from qtwar.kit.piles import DECK, Pile, kind_of
from qtwar.kit.table import Table

LAID = ("id", "face", "owner", "back", "inside", "known", "hidden")
"""What a placement says of a piece itself, beside the attributes that it carries."""


def prepare(t: Table) -> None:
    """Set what the scenario's data says of sight, side values and variables; strictness starts as chosen."""
    for box in t.content.boxes.values():
        sight = box.get("sight") or "all"
        if sight != "all":
            t.sight(box["id"], sight, box.get("side") or "")
    scenario = t.scenario
    for side, values in (scenario.get("side_vars") or {}).items():
        for key, value in values.items():
            t.put(side, key, jsonio.copy(value))
    for key, value in (scenario.get("vars") or {}).items():
        t.set_var(key, jsonio.copy(value))
    t.set_var("strictness", t.state.meta.get("strictness", "enforce"))


def fill(t: Table, spec: dict[str, Any]) -> None:
    """Put pieces, order of decks, side values, variables and secrets of a position file on the table.

    `pieces` maps an id to a place or to {at, kind, owner, face, known, attrs}. Raises DataFault where something
    is not of this title.
    """
    for piece, entry in (spec.get("pieces") or {}).items():
        data: dict[str, Any] = {"at": entry} if isinstance(entry, str) else dict(entry)
        at = data.pop("at", None)
        inside = isinstance(at, str) and at.startswith(INSIDE) and not t.state.load_fault(str(piece), at)
        if not isinstance(at, str) or not (inside or t.content.may_hold(at)):
            raise DataFault("fault.position.no_place", piece=str(piece), place=str(at))
        kind = data.get("kind") or (t.content.pieces.get(piece) or {}).get("kind")
        if kind not in t.content.kinds:
            raise DataFault("fault.position.no_piece", piece=str(piece))
        unknown = set(data) - {"kind", "owner", "face", "known", "attrs"}
        if unknown:
            raise DataFault("fault.position.piece_key", piece=str(piece), key=sorted(unknown)[0])
        if piece in t.state.pieces:
            t.move(piece, at)
            if "known" in data:
                t.know(piece, data["known"])
            for key, value in (data.get("attrs") or {}).items():
                t.set_attr(piece, key, value)
        else:
            t.add(piece, at, **data)
    for place, first in (spec.get("decks") or {}).items():
        if kind_of(t.content, place) != DECK:
            raise DataFault("fault.position.no_deck", place=str(place))
        stray = next((p for p in first if p not in t.ids(place)), None)
        if stray is not None:
            raise DataFault("fault.position.not_in_deck", piece=stray, place=place)
        Pile(t, place).order(first)
    for side, values in (spec.get("sides") or {}).items():
        if side not in t.state.sides:
            raise DataFault("fault.position.no_side", side=str(side), known=list(t.state.sides))
        for key, value in values.items():
            t.put(side, key, value)
    for key, value in (spec.get("vars") or {}).items():
        t.set_var(key, value)
    for side, values in (spec.get("secret") or {}).items():
        for key, value in values.items():
            t.seal(side, key, value)


def position_of(t: Table) -> dict[str, Any] | None:
    """Return what the scenario says of the position that it is (`attrs: {position: …}`), None for a set-up of its own."""
    found = (t.scenario.get("attrs") or {}).get("position")
    return found if isinstance(found, dict) else None


def stand(t: Table, spec: dict[str, Any], steps: Container[str]) -> None:
    """Lay out a scenario that is a position: its placements, sights and secrets, and the sequence of play where it stood.

    `spec` is {flow, active, needs, sight, secret}; steps that are unknown, or that speak of a piece of `needs` which is
    no longer there, and all inside them are left out: play goes on from what is around them.
    """
    inside: list[tuple[str, str]] = []
    roster = Roster(t)
    for line in t.scenario.get("quick") or ():
        said = line.get("attrs") or {}
        attrs = {key: value for key, value in said.items() if key not in LAID}
        for wanted, count in line["pieces"].items():
            named = str(said.get("id") or "")
            if named and named not in t.state.pieces and wanted in t.content.kinds:
                if named in t.content.pieces:
                    list(roster.take(named, 1))  # nobody else has it
                pieces = [(named, wanted)]
            else:
                pieces = list(roster.take(wanted, int(count)))
            for piece, kind in pieces:
                t.add(
                    piece, line["at"], kind=kind, owner=said.get("owner"), face=str(said.get("face") or "front"),
                    known=said.get("known"), attrs=jsonio.copy(attrs), back=said.get("back"),
                )  # fmt: skip
                if said.get("hidden") and t.owner(piece):
                    t.know(piece, [t.owner(piece)])
                if said.get("inside"):
                    inside.append((piece, str(said["inside"])))
    for piece, carrier in inside:
        if carrier not in t.state.pieces:
            continue
        if t.state.load_fault(piece, INSIDE + carrier):
            raise DataFault("fault.position.no_place", piece=piece, place=INSIDE + carrier)
        t.move(piece, INSIDE + carrier)
    for place, (mode, owner) in (spec.get("sight") or {}).items():
        t.sight(place, mode, owner)
    for side, values in (spec.get("secret") or {}).items():
        for key, value in values.items():
            t.seal(side, key, jsonio.copy(value))
    if t.var("free_table"):
        t.set_var("strictness", "off")
    gone = {piece for piece in spec.get("needs") or () if piece not in t.state.pieces}
    flow = list(spec.get("flow") or ())
    kept: list[FrameData] = []
    for frame in flow:
        if frame["step"] not in steps or not gone.isdisjoint(jsonio.words(frame)):
            break
        kept.append(jsonio.copy(frame))
    t.state.flow = kept
    t.state.active = list(spec.get("active") or ()) if len(kept) == len(flow) else []
