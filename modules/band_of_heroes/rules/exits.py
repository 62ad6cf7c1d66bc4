"""Leaving the map by an edge, where the scenario counts it (scenario S4)."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.kit.table import Reader, Table
from qtwar.kit.where import fitting

from .facts import is_team, steps, wrapped

COST = 1  # as entering an open hex


def rim(r: Reader, side: str) -> frozenset[str]:
    """Return the hexes from which a side leaves the map, none if the scenario does not count that."""
    victory = r.scenario.get("victory") or {}
    if victory.get("type") != "exit" or victory.get("side") != side:
        return frozenset()
    return fitting(r, {"edge": victory["edge"]})


def doors(r: Reader, side: str, place: str) -> list[str]:
    """Return the box into which a side leaves the map from a hex, if the scenario has one there."""
    return [f"{side}_exited"] if place in rim(r, side) else []


def may_leave(r: Reader, pieces: Sequence[str], here: str, to: str) -> bool:
    """Return whether units may leave: leaders and MMC with what they carry."""
    side = r.owner(pieces[0])
    return to in doors(r, side, here) and all(
        r.has(p, "leader") or (r.has(p, "mmc") and not is_team(r, p)) for p in pieces
    )


def leave(t: Table, side: str, pieces: Sequence[str]) -> None:
    """Count units that have left; they do not come back."""
    victory = t.scenario["victory"]
    gained = 0
    for piece in pieces:
        t.set_attr(piece, "marks", None)
        word = "leader" if t.has(piece, "leader") else "squad" if steps(t, piece) > 1 else "half_squad"
        gained += int((victory.get("points") or {}).get(word, 0))
    t.put(side, "exited", int(t.num(side, "exited")) + gained)
    t.note("note.exited", rule="VIC", pieces=wrapped(pieces), n=gained)
