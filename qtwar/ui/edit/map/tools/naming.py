"""Names typed in place: a double click or F2 on an area, a set-up zone, a box or a label of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF

from qtwar.editing import items
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.tools.labels import Typing
from qtwar.ui.i18n import language

if TYPE_CHECKING:
    from qtwar.ui.edit.map.view import EditBoard


def rename_at(view: EditBoard, point: QPointF, *, key: bool = False) -> bool:
    """Open the field for the name of what lies under a screen point; False where nothing has a name.

    A double click means the chip of a zone, F2 (`key`) also the area that the point lies in.
    """
    zone = marks.zone_at(view, point)
    if zone is not None and zone.area >= 0:
        return rename(view, "areas", zone.area, marks.chip_spot(view, zone))
    label = view.tools["label"]
    if "labels" not in view.hidden and label.label_at(point) >= 0:  # type: ignore[attr-defined]
        label.open(point)  # type: ignore[attr-defined]
        return True
    spot = view.camera.to_board(point)
    for n, box in enumerate(view.board.boxes):
        if box.on_board is not None and QRectF(*box.on_board).contains(spot):
            return rename(view, "boxes", n, view.camera.to_screen(QRectF(*box.on_board).center()))
    cell = view.cell_at(point) if key else ""
    inside = [zone for zone in marks.zones(view) if zone.area >= 0 and cell in zone.cells]
    return rename(view, "areas", inside[-1].area, marks.chip_spot(view, inside[-1])) if inside else False


def rename(view: EditBoard, part: str, number: int, at: QPointF) -> bool:
    """Open the field for the name of an area or a box (`part` of the board); its id, and all that names it, stays."""
    if not view.may_edit("zones"):
        return True
    board, lang = view.board_id, language()
    name = getattr(view.board, part)[number].name
    was = name.get(lang)

    def done(words: str) -> None:
        if words and words != was:
            value = (("boards", board, part, number, "name", lang), words)
            view.model.do(items.put_all, [value], "edit.did.rename", was=was, name=words)

    Typing(view, at, was, done)
    return True
