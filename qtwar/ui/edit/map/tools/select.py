"""Select and move: cells by rectangle, counters by click or drag, and what can be done with a region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from qtwar.base.errors import QtwarError
from qtwar.editing import clips, placements
from qtwar.ui.board.input import ARROWS, ENTER, KeyStroke, Pointer
from qtwar.ui.board.marks import paint_rubber
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.map.tools.naming import make_area, rename_at
from qtwar.ui.edit.map.tools.placing import lines_of, put_down
from qtwar.ui.i18n import sentence, tr
from qtwar.ui.mime import pack_region, unpack_region
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton

LAYER_OF = {"elevation": "terrain", "layers": "terrain", "features": "terrain"}
"""Part of a region → layer of the board, where they are not called the same."""
REGION = (
    ("content-cut", "cut"),
    ("content-copy", "copy"),
    ("content-paste", "paste"),
    ("flip-horizontal", "mirror"),
    ("rotate-right", "rotate"),
)


class SelectTool(Tool):
    """V: a click selects what is there, a drag moves counters or draws a rectangle; a pasted region hangs on the pointer."""

    id, icon, hint = "select", "cursor-default-outline", "edit.hint.select"
    cursor = Qt.CursorShape.ArrowCursor
    shows_areas = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.clip: dict[str, Any] | None = None
        self.pasting = False
        self._held: list[str] = []
        self._rubber: QRectF | None = None
        self._led: QPointF | None = None
        self._adding = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Cut, copy, paste, mirror, rotate."""
        return [
            IconButton(icon, f"edit.region.{word}", size=30, then=getattr(self, word), parent=parent)
            for icon, word in REGION
        ]

    # -- mouse -------------------------------------------------------------------------------------
    def press(self, pointer: Pointer) -> None:
        """Take hold of a counter, paste, or begin a rectangle."""
        if self.pasting:
            self.paste_at(self.canvas.cell_at(pointer.at))
            return
        self._rubber = None
        self._adding = pointer.shift
        piece = self.canvas.piece_at(pointer.at)
        self._held = []
        if piece:
            pieces = self.canvas.pieces
            if self._adding:
                pieces = [p for p in pieces if p != piece] if piece in pieces else [*pieces, piece]
                self.canvas.select_pieces(pieces)
            elif piece not in pieces:
                self.canvas.select_pieces([piece])
            self._held = list(self.canvas.pieces)
        self.busy = True

    def drag(self, pointer: Pointer) -> None:
        """Lead the counters in hand, or draw the rectangle on."""
        self._led = pointer.at
        if self.busy and not self._held:
            self._rubber = QRectF(pointer.start, pointer.at).normalized()
        self.canvas.update()

    def end(self, pointer: Pointer) -> None:
        """Drop what was dragged, or select what was clicked or framed."""
        canvas, rubber, held = self.canvas, self._rubber, self._held
        self.cancel()
        if held:
            if pointer.dragged:
                self.put_down(held, pointer.at)
        elif rubber is not None:
            area = QRectF(canvas.camera.to_board(rubber.topLeft()), canvas.camera.to_board(rubber.bottomRight()))
            inside = [c for c in canvas.layout_.cells_in(area) if area.contains(self.cell_points(c))]
            canvas.select_cells([*(canvas.selection if self._adding else ()), *inside])
            canvas.select_pieces([p for at in canvas.stacks_inside(rubber) for p in canvas.source.pieces_at(at)])
        else:
            cell, zone = canvas.cell_at(pointer.at), marks.zone_at(canvas, pointer.at)
            base = set(canvas.selection) if self._adding else set()
            canvas.select_cells(base | zone.cells if zone is not None else base ^ {cell} if cell else base)
            if not self._adding:
                canvas.select_pieces(())

    def double(self, pointer: Pointer) -> None:
        """The name that is here opens: of a zone, a label or a box."""
        rename_at(self.canvas, pointer.at)

    # -- regions -----------------------------------------------------------------------------------
    def _cells(self) -> list[str]:
        """Return the selected cells, that in their middle first: it is what hangs on the pointer."""
        if not self.canvas.selection:
            self.canvas.model.told.emit(tr("edit.select_first"))
            return []
        cells, centre = sorted(self.canvas.selection), self.canvas.layout_.centre
        x, y = (sum(centre(c)[axis] for c in cells) / len(cells) for axis in (0, 1))
        middle = min(cells, key=lambda c: (centre(c)[0] - x) ** 2 + (centre(c)[1] - y) ** 2)
        return [middle, *(c for c in cells if c != middle)]

    def _parts(self) -> list[str]:
        """Return what of a region may be changed: what lies in layers that are not locked."""
        free = [part for part in clips.PARTS if LAYER_OF.get(part, part) not in self.canvas.layers.locked]
        return free if free or self.canvas.layers.may_edit("terrain") else []

    def copy(self) -> bool:
        """Put the selected cells on the clipboard, with all that lies in them; another draft can take them too."""
        cells = self._cells()
        clip = self._clip(cells) if cells else None
        if clip is None:
            return False
        self.clip = clip
        QApplication.clipboard().setMimeData(pack_region(clip))
        self.canvas.model.told.emit(tr("edit.copied", n=len(cells)))
        return True

    def _clip(self, cells: list[str]) -> dict[str, Any] | None:
        """Return cells with all that lies in them as plain JSON; None, and why is said, where the board's can not be copied."""
        try:
            return clips.copy_region(self.canvas.model.draft, self.canvas.board_id, cells)
        except QtwarError as problem:
            self.canvas.model.refused.emit(sentence(problem))
            return None

    def cut(self) -> None:
        """Copy the selected cells and clear them."""
        if self._parts() and self.copy():
            self.clear("edited.cut")

    def clear(self, key: str = "edited.clear") -> None:
        """Give the selected cells the first terrain and take out what lies in them; selected counters go first."""
        canvas = self.canvas
        if canvas.pieces:
            self.take_off()
            return
        cells = self._cells()
        parts = self._parts() if cells else []
        if parts:
            self.do(clips.clear_region, cells, parts, key)

    def take_off(self) -> None:
        """Take the selected counters off the map."""
        canvas = self.canvas
        if canvas.pieces and canvas.layers.may_edit("pieces"):
            canvas.model.do(placements.take_off, canvas.model.scenario, lines_of(canvas, canvas.pieces))

    def paste(self) -> None:
        """Hang what was copied on the pointer."""
        self.clip = unpack_region(QApplication.clipboard().mimeData())
        if self.clip is None:
            self.canvas.model.told.emit(tr("edit.nothing_copied"))
            return
        if not clips.covered(self.clip, self.canvas.layout_.grid, next(iter(self.canvas.layout_.grid.cells()))):
            self.canvas.model.told.emit(tr("edit.other_grid"))
            return
        self.pasting = True
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.canvas.update()

    def paste_at(self, cell: str) -> None:
        """Put the region down that hangs on the pointer, its first cell here."""
        parts = self._parts() if self.clip is not None and cell else []
        if self.clip is None or not parts:
            return
        self.pasting = False
        self.do(clips.paste, self.clip, cell, parts)
        self.canvas.select_cells(clips.covered(self.clip, self.canvas.layout_.grid, cell))
        self.canvas.update()

    def mirror(self) -> None:
        """Mirror what hangs on the pointer; else the selected cells in their place."""
        self._turn("mirror", clips.mirror)

    def rotate(self) -> None:
        """Turn what hangs on the pointer by one side; else the selected cells in their place."""
        self._turn("rotate", clips.rotate)

    def _turn(self, how: str, turned: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        canvas = self.canvas
        if self.pasting and self.clip is not None:
            self.clip = turned(self.clip)
            canvas.update()
            return
        cells = self._cells()
        parts = self._parts() if cells else []
        clip = self._clip(cells) if parts else None
        if clip is None:
            return
        self.do(clips.turn_region, cells, how, parts)
        canvas.select_cells(clips.covered(turned(clip), canvas.layout_.grid, cells[0]))

    # -- menu and keys -----------------------------------------------------------------------------
    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """What can be done with the selection."""
        canvas = self.canvas
        cell = canvas.cell_at(at)
        piece = canvas.piece_at(at)
        if piece:
            if piece not in canvas.pieces:
                canvas.select_pieces([piece])
            menu.addAction(tr("edit.take_off"), self.take_off)
            menu.addAction(tr("edit.show_in_oob"), lambda: canvas.model.focus.page.emit("oob"))
            menu.addSeparator()
        elif cell and cell not in canvas.selection:
            canvas.select_cells([cell])
        for _, word in REGION:
            menu.addAction(tr(f"edit.region.{word}"), getattr(self, word))
        menu.addAction(tr("edit.clear"), lambda: self.clear())
        if canvas.selection:
            menu.addAction(tr("edit.make_area"), lambda: make_area(canvas))

    def cancel(self) -> None:
        """Let go of the counters in hand, or of the rectangle."""
        super().cancel()
        self._held, self._rubber, self._led = [], None, None

    def claims(self, stroke: KeyStroke) -> bool:
        """Cut, copy, paste, Delete, arrows with counters, Enter, Esc."""
        if stroke.ctrl:
            return stroke.key in (Qt.Key.Key_X, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_A)
        return stroke.key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, *ENTER) or (
            stroke.key == Qt.Key.Key_R and self.pasting
        )

    def key(self, stroke: KeyStroke) -> bool:
        """Do what the keys of a selection mean."""
        key, ctrl = stroke.key, stroke.ctrl
        if ctrl and key == Qt.Key.Key_C:
            self.copy()
        elif ctrl and key == Qt.Key.Key_X:
            self.cut()
        elif ctrl and key == Qt.Key.Key_V:
            self.paste()
        elif ctrl and key == Qt.Key.Key_A:
            self.canvas.select_cells(self.canvas.layout_.grid.cells())
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear()
        elif key == Qt.Key.Key_R and self.pasting:
            self.rotate()
        elif key in ENTER and self.canvas.cursor_shown:
            cell = self.canvas.layout_.cell(self.canvas.cell)
            if self.pasting:
                self.paste_at(cell or "")
            elif cell:
                self.canvas.select_cells(self.canvas.selection ^ {cell})
        elif key == Qt.Key.Key_Escape and (self.pasting or self.canvas.selection or self.canvas.pieces):
            self.pasting = False
            self.canvas.select_cells(())
            self.canvas.select_pieces(())
        elif key in ARROWS and self.canvas.pieces and not self.canvas.cursor_shown:
            return self._nudge(ARROWS[Qt.Key(key)])
        else:
            return super().key(stroke)
        self.canvas.update()
        return True

    def _nudge(self, step: tuple[int, int]) -> bool:
        """Arrows push the selected counters a cell."""
        at = self.canvas.source.view.pieces[self.canvas.pieces[0]]["at"]
        put_down(self.canvas, self.canvas.pieces, self.canvas.layout_.neighbour(at, *step))
        return True

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """The region that hangs on the pointer."""
        if not self.pasting or self.clip is None:
            return
        cell = self.canvas.cell_at(self.canvas.at)
        if cell:
            words = clips.covered(self.clip, self.canvas.layout_.grid, cell)
            painter.setOpacity(0.75)
            self.canvas.ground.paint_cells(painter, self.canvas.camera.area(), scale, words)
            painter.setOpacity(1.0)

    def paint_over(self, painter: QPainter) -> None:
        """Rectangle, or the counters in hand."""
        paint_rubber(painter, self._rubber)
        if self._led is not None:
            size = max(6, round(66 * self.canvas.camera.scale))
            x, y = self._led.x() - size / 2, self._led.y() - size / 2
            for n, piece in enumerate(self._held[-4:]):
                face = self.canvas.stacks.face_logical(piece, size)
                painter.drawPixmap(round(x + n * px(4)), round(y - n * px(4)), face)
