"""Starting a game: what every title needs before its own set-up, and positions written by hand (`qtwar try`)."""

from __future__ import annotations

from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.engine.state import INSIDE
from qtwar.kit.table import Table


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
    """Put pieces, side values, variables and secrets of a position file on the table.

    `pieces` maps an id to a place or to {at, kind, owner, face, known, attrs}. Raises DataFault where something
    is not of this title.
    """
    for piece, entry in (spec.get("pieces") or {}).items():
        data: dict[str, Any] = {"at": entry} if isinstance(entry, str) else dict(entry)
        at = data.pop("at", None)
        inside = isinstance(at, str) and at.startswith(INSIDE) and at[1:] in t.state.pieces
        if not isinstance(at, str) or not (inside or t.content.has_place(at)):
            text = "write a cell as board:cell, the id of a box, or @ and the id of a piece named before it"
            raise DataFault(f"pieces: {piece} stands at {at!r}; {text}.")
        kind = data.get("kind") or (t.content.pieces.get(piece) or {}).get("kind")
        if kind not in t.content.kinds:
            raise DataFault(f"pieces: {piece} is not in the order of battle; give its kind.")
        unknown = set(data) - {"kind", "owner", "face", "known", "attrs"}
        if unknown:
            raise DataFault(
                f"pieces: {piece} has {sorted(unknown)[0]!r}; it takes at, kind, owner, face, known, attrs."
            )
        if piece in t.state.pieces:
            t.move(piece, at)
            if "known" in data:
                t.know(piece, data["known"])
            for key, value in (data.get("attrs") or {}).items():
                t.set_attr(piece, key, value)
        else:
            t.add(piece, at, **data)
    for side, values in (spec.get("sides") or {}).items():
        if side not in t.state.sides:
            raise DataFault(f"sides: there is no side {side!r}; there are {', '.join(t.state.sides)}.")
        for key, value in values.items():
            t.put(side, key, value)
    for key, value in (spec.get("vars") or {}).items():
        t.set_var(key, value)
    for side, values in (spec.get("secret") or {}).items():
        for key, value in values.items():
            t.seal(side, key, value)
