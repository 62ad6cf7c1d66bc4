"""Counters put down on the board of a draft, by whichever tool or list."""

from __future__ import annotations

from collections.abc import Sequence

from qtwar.editing import placements
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.i18n import tr


def put_down(canvas: EditCanvas, pieces: Sequence[str], place: str) -> None:
    """Put counters down in a place: laid ones are moved, roster pieces and kinds are added."""
    content = canvas.model.content
    if not canvas.layers.may_edit("pieces"):
        return
    if not canvas.model.scenario:
        canvas.model.told.emit(tr("edit.no_scenario"))
        return
    laid = canvas.source.view
    lines: dict[int, dict[str, int]] = {}
    new: dict[str, int] = {}
    for ident in pieces:
        if ident in laid.lines:
            if laid.pieces[ident]["at"] == place:
                continue
            number, what = laid.lines[ident]
            counts = lines.setdefault(number, {})
            counts[what] = counts.get(what, 0) + 1
        elif ident in content.pieces_by_id or ident in content.kinds_by_id:
            new[ident] = new.get(ident, 0) + 1
    if lines:
        canvas.model.do(placements.move_pieces, canvas.model.scenario, lines, place)
    if new:
        canvas.model.do(placements.place_pieces, canvas.model.scenario, new, place)
