"""Counters put down on the board of a draft, by whichever tool or list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qtwar.editing import placements
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.i18n import tr


def lines_of(canvas: EditCanvas, pieces: Sequence[str]) -> dict[int, Counter[str]]:
    """Return number of a placement → what it lays of these counters, and how many."""
    lines: dict[int, Counter[str]] = {}
    for ident in pieces:
        number, what = canvas.source.view.lines[ident]
        lines.setdefault(number, Counter())[what] += 1
    return lines


def put_down(canvas: EditCanvas, pieces: Sequence[str], place: str) -> None:
    """Put counters down in a place: laid ones are moved, roster pieces and kinds are added."""
    content = canvas.model.content
    if not canvas.layers.may_edit("pieces"):
        return
    if not canvas.model.scenario:
        canvas.model.told.emit(tr("edit.no_scenario"))
        return
    laid = canvas.source.view
    moved = [ident for ident in pieces if ident in laid.lines and laid.pieces[ident]["at"] != place]
    new = Counter(i for i in pieces if i not in laid.lines and (i in content.pieces_by_id or i in content.kinds_by_id))
    if moved:
        canvas.model.do(placements.move_pieces, canvas.model.scenario, lines_of(canvas, moved), place)
    if new:
        canvas.model.do(placements.place_pieces, canvas.model.scenario, new, place)
