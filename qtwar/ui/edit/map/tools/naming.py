"""Names typed in place: a double click or F2 on an area, a set-up zone, a box or a label of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from qtwar.editing import items, places
from qtwar.ui.board.input import ENTER
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.words import both, typed
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px


class Typing(QLineEdit):
    """A field on the map: Enter takes the words, Esc drops them."""

    def __init__(self, board: QWidget, at: QPointF, words: str, done: Callable[[str], object]) -> None:
        super().__init__(words, board)
        self._done: Callable[[str], object] | None = done
        self.setAccessibleName(tr("edit.label_words"))
        self.setMinimumWidth(px(220))
        self.adjustSize()
        self.move(round(at.x()) - px(110), round(at.y()) - self.height() // 2)
        self.show()
        self.selectAll()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.returnPressed.connect(self._take)

    def _take(self) -> None:
        words, done, self._done = self.text().strip(), self._done, None
        if done is not None:
            done(words)
        self._leave()

    def _leave(self) -> None:
        self.parentWidget().setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.deleteLater()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever clicks elsewhere has written what stands there; an empty field goes."""
        super().focusOutEvent(event)
        if self._done is not None:
            if self.text().strip():
                self._take()
            else:
                self._done = None
                self.hide()
                self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc drops the words; Enter is none for the map below."""
        if event.key() == Qt.Key.Key_Escape:
            self._done = None
            self._leave()
        else:
            super().keyPressEvent(event)
            if event.key() in ENTER:
                event.accept()


# -- labels ----------------------------------------------------------------------------------------
def label_at(canvas: EditCanvas, point: QPointF) -> int:
    """Return the number of the label near a screen point, or -1."""
    best, found = float(px(34)), -1
    for n, label in enumerate(canvas.board.labels):
        spot = canvas.camera.to_screen(label_spot(canvas, label))
        away = abs(spot.x() - point.x()) / 2.2 + abs(spot.y() - point.y())
        if away < best:
            best, found = away, n
    return found


def label_spot(canvas: EditCanvas, label: Any) -> QPointF:
    """Return where a label stands in u: where it was put by hand, else where the drawing has it."""
    home = label_home(canvas, label)
    if label.offset is None and isinstance(label.at, str) and not label.along:
        return canvas.artist.words_at(label.text.get(language()), home) or home
    return home + QPointF(*(label.offset or (0.0, 0.0)))


def label_home(canvas: EditCanvas, label: Any) -> QPointF:
    """Return what a label's offset is counted from, in u: its cell, the middle of its way, its point."""
    layout = canvas.layout_
    way = [cell for cell in label.along or () if layout.grid.contains(cell)]
    cell = way[len(way) // 2] if way else label.at
    if not isinstance(cell, str):
        return QPointF(*cell)
    return QPointF(*layout.centre(cell)) if layout.grid.contains(cell) else QPointF()


def open_label(canvas: EditCanvas, point: QPointF) -> Typing | None:
    """Open the field for the words of the label near a screen point; without words the label goes."""
    number = label_at(canvas, point)
    if number < 0 or not canvas.layers.may_edit("labels"):
        return None
    label = canvas.board.labels[number]

    def done(words: str) -> None:
        if words:
            path = ("boards", canvas.board_id, "labels", number, "text")
            canvas.model.do(items.put, path, typed(words, label.text.model_dump()), words)
        else:
            delete_label(canvas, number)

    return Typing(canvas, point, label.text.get(language()), done)


def delete_label(canvas: EditCanvas, number: int) -> None:
    """Take a label off the board."""
    name = canvas.board.labels[number].text.model_dump()
    canvas.model.do(items.remove, ("boards", canvas.board_id, "labels"), number, name=name)


# -- whatever has a name ---------------------------------------------------------------------------
def rename_at(canvas: EditCanvas, point: QPointF, *, key: bool = False) -> bool:
    """Open the field for the name of what lies under a screen point; False where nothing has a name.

    A double click means the chip of a zone, F2 (`key`) also the area that the point lies in.
    """
    zone = marks.zone_at(canvas, point)
    if zone is not None and zone.area >= 0:
        return rename(canvas, "areas", zone.area, marks.chip_spot(canvas, zone))
    if "labels" not in canvas.layers.hidden and label_at(canvas, point) >= 0:
        open_label(canvas, point)
        return True
    number = box_at(canvas, canvas.camera.to_board(point))
    if number >= 0:
        middle = QRectF(*(canvas.board.boxes[number].on_board or ())).center()
        return rename(canvas, "boxes", number, canvas.camera.to_screen(middle))
    cell = canvas.cell_at(point) if key else ""
    inside = [zone for zone in marks.zones(canvas) if zone.area >= 0 and cell in zone.cells]
    return rename(canvas, "areas", inside[-1].area, marks.chip_spot(canvas, inside[-1])) if inside else False


def box_at(canvas: EditCanvas, spot: QPointF) -> int:
    """Return the number of the box on the board at a point (u), or -1."""
    boxes = enumerate(canvas.board.boxes)
    return next((n for n, box in boxes if box.on_board is not None and QRectF(*box.on_board).contains(spot)), -1)


def rename(canvas: EditCanvas, part: str, number: int, at: QPointF) -> bool:
    """Open the field for the name of an area or a box (`part` of the board); its id, and all that names it, stays."""
    if not canvas.layers.may_edit("zones"):
        return True
    board, lang = canvas.board_id, language()
    name = getattr(canvas.board, part)[number].name
    was = name.get(lang)

    def done(words: str) -> None:
        if words and words != was:
            value = (("boards", board, part, number, "name", lang), words)
            canvas.model.do(items.put_all, [value], "edit.did.rename", was=was, name=words)

    Typing(canvas, at, was, done)
    return True


def make_area(canvas: EditCanvas) -> None:
    """Make the selected cells an area with a name."""
    cells = sorted(canvas.selection)
    if not cells:
        canvas.model.told.emit(tr("edit.select_first"))
        return
    name = both("edit.area_name", n=len(canvas.board.areas) + 1)
    canvas.model.do(places.add_area, canvas.board_id, name, cells)
