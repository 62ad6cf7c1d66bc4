"""The counters that a scenario's quick set-up puts down: which of the roster lies where, put down, moved, taken off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import ident_of, name_of, place_name, words
from qtwar.editing.tree import Json
from qtwar.model.content import TitleContent

Lines = Mapping[int, Mapping[str, int]]
"""Number of a placement → what of it (kind or piece of the roster) → how many."""


@dataclass
class Placements:
    """Pieces by id and places with their ids, bottom first."""

    pieces: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Piece id → (number of the placement, what stands in it)."""
    rows: dict[str, str] = field(default_factory=dict)
    """Piece id → its line of the order of battle: a counter of the roster, or a kind where the roster has no more."""
    left: dict[str, list[str]] = field(default_factory=dict)
    """Kind → counters of the roster that no placement takes."""

    def take(self, what: str, count: int) -> list[str]:
        """Take counters off the roster in its order, as the set-up of a game does; return their lines."""
        left = self.left.get(what)
        if left is None:  # one counter by its name, or a kind without a roster
            for others in self.left.values():
                if what in others:
                    others.remove(what)
            return [what] * count
        return [left.pop(0) if left else what for _ in range(count)]


def lay_out(content: TitleContent, scenario: str) -> Placements:
    """Return the pieces that a scenario's quick placements put down; a kind gets as many ids as it counts."""
    laid = Placements()
    found = next((s for s in content.scenarios if s.id == scenario), None)
    if found is None:
        return laid
    first = content.boards[0].id if content.boards else ""
    for piece in content.pieces:
        laid.left.setdefault(piece.kind, []).append(piece.id)
    for number, placement in enumerate(found.quick):
        at = placement.at if ":" in placement.at or placement.at in content.boxes else f"{first}:{placement.at}"
        for what, count in placement.pieces.items():
            roster = content.pieces_by_id.get(what)
            kind = content.kinds_by_id.get(roster.kind if roster is not None else what)
            if kind is None:
                continue
            for n, row in enumerate(laid.take(what, count)):
                ident = what if roster is not None else f"{what}#{number}.{n}"
                laid.pieces[ident] = {
                    "id": ident,
                    "kind": kind.id,
                    "at": at,
                    "owner": kind.side or "",
                    "back": kind.side or "",
                    "face": str(placement.attrs.get("face", "front")),
                    "attrs": {k: v for k, v in placement.attrs.items() if k != "face"},
                }
                laid.places.setdefault(at, []).append(ident)
                laid.lines[ident] = (number, what)
                laid.rows[ident] = row
    return laid


def place_pieces(draft: Draft, scenario: str, pieces: Mapping[str, int], at: str) -> Edit:
    """Put counters (kind or piece of the roster → how many) down in a place.

    Where a kind is meant, counters of the roster that are still free go first; where it has too few, it gets more.
    Markers are only counted.
    """
    batch = Batch(draft)
    check_place(draft, at)
    _lay(batch, scenario, _from_roster(batch, scenario, pieces), at)
    return batch.edit("edit.did.place", name=piece_name(draft, next(iter(pieces), "")), place=place_name(draft, at))


def move_pieces(draft: Draft, scenario: str, lines: Lines, at: str) -> Edit:
    """Move counters of placements to another place, on top of what lies there; facing, steps and the rest come along."""
    batch = Batch(draft)
    check_place(draft, at)
    path = ("scenarios", scenario, "quick")
    lifted = [(batch.at(*path, number)["attrs"], dict(what)) for number, what in sorted(lines.items())]
    _lift(batch, scenario, lines)
    for attrs, what in lifted:
        if attrs:
            batch.insert(path, {"at": at, "pieces": what, "attrs": attrs})
        else:
            _lay(batch, scenario, what, at)
    return batch.edit("edit.did.place_move", name=_first_name(draft, scenario, lines), place=place_name(draft, at))


def take_off(draft: Draft, scenario: str, lines: Lines) -> Edit:
    """Take counters of placements off the map."""
    batch = Batch(draft)
    _lift(batch, scenario, lines)
    return batch.edit("edit.did.place_off", name=_first_name(draft, scenario, lines))


def kinds_in(content: TitleContent, pieces: Mapping[str, int]) -> dict[str, int]:
    """Return how many counters of each kind a placement has, those of the roster among them."""
    found: Counter[str] = Counter()
    for ident, count in pieces.items():
        piece = content.pieces_by_id.get(ident)
        found[piece.kind if piece is not None else ident] += count
    return dict(found)


def set_number(draft: Draft, scenario: str, number: int, kind: str, wanted: int) -> Edit:
    """Change how many counters of a kind a placement has.

    New ones are taken off the roster, or added to it where it has no more; of those too many the last are taken off the map.
    """
    batch, content = Batch(draft), draft.content()
    path = ("scenarios", scenario, "quick")
    line = batch.at(*path, number)
    more = wanted - kinds_in(content, line["pieces"]).get(kind, 0)
    if more > 0:
        laid = _from_roster(batch, scenario, {kind: more})
        batch.set((*path, number, "pieces"), {**line["pieces"], **_more(line["pieces"], laid)})
    off: dict[str, int] = {}
    for ident, count in reversed(line["pieces"].items()):
        left = -more - sum(off.values())
        piece = content.pieces_by_id.get(ident)
        if left > 0 and kind == (piece.kind if piece is not None else ident):
            off[ident] = min(count, left)
    if off:
        _lift(batch, scenario, {number: off})
    return batch.edit("edit.did.number", name=name_of(draft, "kinds", kind), n=wanted, place=place_name(draft, line["at"]))


def check_place(draft: Draft, at: str) -> None:
    """Raise DataFault unless there is such a cell or box."""
    board, colon, cell = at.partition(":")
    if colon:
        if not draft.grid(board).contains(cell):
            raise DataFault("fault.edit.no_cell_on", cell=cell, board=board)
    elif not at.startswith("@") and all(box["id"] != at for _, box in draft.boxes()):
        raise DataFault("fault.edit.no_box", box=at)


def piece_name(draft: Draft, ident: str) -> Any:
    """Return what a piece of the roster, or a kind, is called in both languages."""
    if draft.has("pieces", ident):
        piece = draft.item("pieces", ident)
        return words(piece["name"]) if piece["name"] else name_of(draft, "kinds", piece["kind"])
    return name_of(draft, "kinds", ident)


def _first_name(draft: Draft, scenario: str, lines: Lines) -> Any:
    return piece_name(draft, next((ident for what in lines.values() for ident in what), ""))


def _from_roster(batch: Batch, scenario: str, pieces: Mapping[str, int]) -> dict[str, int]:
    content = batch.draft.content()
    laid = lay_out(content, scenario)
    found: dict[str, int] = {}
    taken = {piece.id for piece in content.pieces}
    used = set(laid.pieces)
    for ident, count in pieces.items():
        kind = content.kinds_by_id.get(ident)
        if kind is None or kind.klass == "marker" or ident in content.pieces_by_id:
            found[ident] = found.get(ident, 0) + count
            continue
        by_kind = sum(1 for _, what in laid.lines.values() if what == ident)
        free = [p.id for p in content.pieces if p.kind == ident and p.id not in used]
        # what is only counted takes the first of the roster in a game: those must not be the ones that are named here
        for _ in range(by_kind + count - len(free)):
            free.append(ident_of(f"{ident}_1", taken))
            taken.add(free[-1])
            batch.insert(("pieces",), {"id": free[-1], "kind": ident})
        used.update(free[by_kind : by_kind + count])
        found |= dict.fromkeys(free[by_kind : by_kind + count], 1)
    return found


def _lay(batch: Batch, scenario: str, pieces: Mapping[str, int], at: str) -> None:
    """Add counters to the placement of a place that says nothing of how they lie, or make one."""
    path = ("scenarios", scenario, "quick")
    for n, line in enumerate(batch.at(*path)):
        if line["at"] == at and not line["attrs"]:
            batch.set((*path, n, "pieces"), {**line["pieces"], **_more(line["pieces"], pieces)})
            return
    batch.insert(path, {"at": at, "pieces": dict(pieces)})


def _more(now: Json, pieces: Mapping[str, int]) -> dict[str, int]:
    return {ident: now.get(ident, 0) + count for ident, count in pieces.items()}


def _lift(batch: Batch, scenario: str, lines: Lines) -> None:
    path = ("scenarios", scenario, "quick")
    for number, what in sorted(lines.items(), reverse=True):
        now = batch.at(*path, number, "pieces")
        short = next((ident for ident, count in what.items() if now.get(ident, 0) < count), None)
        if short is not None:
            raise DataFault("fault.edit.not_so_many_there", kind=short, n=number + 1)
        left = {ident: count - what.get(ident, 0) for ident, count in now.items() if count > what.get(ident, 0)}
        if left:
            batch.set((*path, number, "pieces"), left)
        else:
            batch.remove(path, number)


def where_all(content: TitleContent, scenario: str) -> tuple[dict[str, str], dict[str, str], Counter[str]]:
    """Return (line → places, line → turns, line → how many lie on the map) of a scenario; a line is a piece or a kind."""
    laid = lay_out(content, scenario)
    places: dict[str, dict[str, None]] = {}
    counts: Counter[str] = Counter()
    for ident, record in laid.pieces.items():
        what = laid.rows[ident]
        counts[what] += 1
        places.setdefault(what, {})[record["at"].rpartition(":")[2]] = None
    turns: dict[str, list[str]] = {}
    found = next((s for s in content.scenarios if s.id == scenario), None)
    for line in found.reinforcements if found is not None else ():
        for wanted, count in line.pieces.items():
            for what in dict.fromkeys(laid.take(wanted, count)):
                turns.setdefault(what, []).append(str(line.turn))
    shown = {what: ", ".join(list(cells)[:3]) + ("…" if len(cells) > 3 else "") for what, cells in places.items()}
    return shown, {what: ", ".join(t) for what, t in turns.items()}, counts
