"""Select and move: cells by rectangle, counters by click or drag, and what can be done with a region."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from qtwar.editing import clips, placements
from qtwar.ui.board.input import ARROWS
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.tools.base import CTRL, ENTER, LEFT, SHIFT, Tool
from qtwar.ui.edit.map.tools.naming import rename_at
from qtwar.ui.i18n import tr
from qtwar.ui.mime import pack_region, unpack_region
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import IconButton

if TYPE_CHECKING:
    from qtwar.ui.edit.map.pen import Pen
    from qtwar.ui.edit.map.view import EditBoard

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

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        super().__init__(view, pen)
        self.clip: dict[str, Any] | None = None
        self.pasting = False
        self._from = QPointF()
        self._held: list[str] = []
        self._rubber: QRectF | None = None
        self._adding = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Cut, copy, paste, mirror, rotate."""
        return [
            IconButton(icon, f"edit.region.{word}", size=30, then=getattr(self, word), parent=parent)
            for icon, word in REGION
        ]

    # -- mouse -------------------------------------------------------------------------------------
    def press(self, event: QMouseEvent) -> None:
        """Take hold of a counter, paste, or begin a rectangle."""
        if event.button() != LEFT:
            return
        if self.pasting:
            self.paste_at(self.view.cell_at(event.position()))
            return
        self._from, self._rubber = event.position(), None
        self._adding = bool(event.modifiers() & SHIFT)
        piece = self.view.piece_at(event.position())
        self._held = []
        if piece:
            pieces = self.view.pieces
            if self._adding:
                pieces = [p for p in pieces if p != piece] if piece in pieces else [*pieces, piece]
                self.view.select_pieces(pieces)
            elif piece not in pieces:
                self.view.select_pieces([piece])
            self._held = list(self.view.pieces)
        self.busy = True

    def move(self, event: QMouseEvent) -> None:
        """Carry on."""
        if self.pasting:
            self.view.update()
        if not self.busy or not event.buttons() & LEFT:
            return
        if not self._held and (event.position() - self._from).manhattanLength() > 6:
            self._rubber = QRectF(self._from, event.position()).normalized()
        self.view.update()

    def release(self, event: QMouseEvent) -> None:
        """Drop, or select."""
        if not self.busy or event.button() != LEFT:
            return
        self.busy = False
        moved = (event.position() - self._from).manhattanLength() > 6
        view = self.view
        if self._held:
            place = view.place_at(event.position())
            if moved and place and view.may_edit("pieces"):
                view.tools["place"].drop(self._held, place)  # type: ignore[attr-defined]
        elif self._rubber is not None:
            area = QRectF(
                view.camera.to_board(self._rubber.topLeft()), view.camera.to_board(self._rubber.bottomRight())
            )
            inside = [c for c in view.layout_.cells_in(area) if area.contains(self.cell_points(c))]
            view.select_cells([*(view.selection if self._adding else ()), *inside])
            pieces = [
                p
                for place in view.layout_.stacks_in(area)
                if area.contains(view.layout_.spot(place))
                for p in view.source.pieces_at(place)
            ]
            view.select_pieces(pieces)
        else:
            cell, zone = view.cell_at(event.position()), marks.zone_at(view, event.position())
            base = set(view.selection) if self._adding else set()
            view.select_cells(base | zone.cells if zone is not None else base ^ {cell} if cell else base)
            if not self._adding:
                view.select_pieces(())
        self._held, self._rubber = [], None
        view.update()

    def double(self, event: QMouseEvent) -> None:
        """The name that is here opens: of a zone, a label or a box."""
        rename_at(self.view, event.position())

    # -- regions -----------------------------------------------------------------------------------
    def _cells(self) -> list[str]:
        """Return the selected cells, that in their middle first: it is what hangs on the pointer."""
        if not self.view.selection:
            self.view.model.told.emit(tr("edit.select_first"))
            return []
        cells, centre = sorted(self.view.selection), self.view.layout_.centre
        x, y = (sum(centre(c)[axis] for c in cells) / len(cells) for axis in (0, 1))
        middle = min(cells, key=lambda c: (centre(c)[0] - x) ** 2 + (centre(c)[1] - y) ** 2)
        return [middle, *(c for c in cells if c != middle)]

    def _parts(self) -> list[str]:
        """Return what of a region may be changed: what lies in layers that are not locked."""
        free = [part for part in clips.PARTS if LAYER_OF.get(part, part) not in self.view.locked]
        return free if free or self.view.may_edit("terrain") else []

    def copy(self) -> bool:
        """Put the selected cells on the clipboard, with all that lies in them; another draft can take them too."""
        cells = self._cells()
        clip = self.view.model.copy_region(self.view.board_id, cells) if cells else None
        if clip is None:
            return False
        self.clip = clip
        QApplication.clipboard().setMimeData(pack_region(clip))
        self.view.model.told.emit(tr("edit.copied", n=len(cells)))
        return True

    def cut(self) -> None:
        """Copy the selected cells and clear them."""
        if self._parts() and self.copy():
            self.clear("edited.cut")

    def clear(self, key: str = "edited.clear") -> None:
        """Give the selected cells the first terrain and take out what lies in them; selected counters go first."""
        view = self.view
        if view.pieces:
            self.take_off()
            return
        cells = self._cells()
        parts = self._parts() if cells else []
        if parts:
            view.model.do(clips.clear_region, view.board_id, cells, parts, key)

    def take_off(self) -> None:
        """Take the selected counters off the map."""
        view = self.view
        laid = view.source.view
        lines: dict[int, dict[str, int]] = {}
        for ident in view.pieces:
            number, what = laid.lines[ident]
            counts = lines.setdefault(number, {})
            counts[what] = counts.get(what, 0) + 1
        if lines and view.may_edit("pieces"):
            view.model.do(placements.take_off, view.model.scenario, lines)

    def paste(self) -> None:
        """Hang what was copied on the pointer."""
        self.clip = unpack_region(QApplication.clipboard().mimeData())
        if self.clip is None:
            self.view.model.told.emit(tr("edit.nothing_copied"))
            return
        if not clips.covered(self.clip, self.view.layout_.grid, next(iter(self.view.layout_.grid.cells()))):
            self.view.model.told.emit(tr("edit.other_grid"))
            return
        self.pasting = True
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.update()

    def paste_at(self, cell: str) -> None:
        """Put it down here."""
        parts = self._parts() if self.clip is not None and cell else []
        if self.clip is None or not parts:
            return
        self.pasting = False
        self.view.model.do(clips.paste, self.view.board_id, self.clip, cell, parts)
        self.view.select_cells(clips.covered(self.clip, self.view.layout_.grid, cell))
        self.view.update()

    def mirror(self) -> None:
        """Mirror what hangs on the pointer; else the selected cells in their place."""
        self._turn("mirror")

    def rotate(self) -> None:
        """Turn what hangs on the pointer by one side; else the selected cells in their place."""
        self._turn("rotate")

    def _turn(self, how: str) -> None:
        view = self.view
        if self.pasting and self.clip is not None:
            self.clip = clips.mirror(self.clip) if how == "mirror" else clips.rotate(self.clip)
            view.update()
            return
        cells = self._cells()
        parts = self._parts() if cells else []
        clip = view.model.copy_region(view.board_id, cells) if parts else None
        if clip is None:
            return
        view.model.do(clips.turn_region, view.board_id, cells, how, parts)
        turned = clips.mirror(clip) if how == "mirror" else clips.rotate(clip)
        view.select_cells(clips.covered(turned, view.layout_.grid, cells[0]))

    # -- menu and keys -----------------------------------------------------------------------------
    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """What can be done with the selection."""
        view = self.view
        cell = view.cell_at(at)
        piece = view.piece_at(at)
        if piece:
            if piece not in view.pieces:
                view.select_pieces([piece])
            menu.addAction(tr("edit.take_off"), self.take_off)
            menu.addAction(tr("edit.show_in_oob"), lambda: view.model.focus.page.emit("oob"))
            menu.addSeparator()
        elif cell and cell not in view.selection:
            view.select_cells([cell])
        for _, word in REGION:
            menu.addAction(tr(f"edit.region.{word}"), getattr(self, word))
        menu.addAction(tr("edit.clear"), lambda: self.clear())
        if view.selection:
            menu.addAction(tr("edit.make_area"), view.tools["area"].make_area)  # type: ignore[attr-defined]

    def claims(self, event: QKeyEvent) -> bool:
        """Cut, copy, paste, Delete, arrows with counters, Enter, Esc."""
        if event.modifiers() & CTRL:
            return event.key() in (Qt.Key.Key_X, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_A)
        return event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, *ENTER) or (
            event.key() == Qt.Key.Key_R and self.pasting
        )

    def key(self, event: QKeyEvent) -> bool:
        """The keys of a region."""
        key, ctrl = event.key(), bool(event.modifiers() & CTRL)
        if ctrl and key == Qt.Key.Key_C:
            self.copy()
        elif ctrl and key == Qt.Key.Key_X:
            self.cut()
        elif ctrl and key == Qt.Key.Key_V:
            self.paste()
        elif ctrl and key == Qt.Key.Key_A:
            self.view.select_cells(self.view.layout_.grid.cells())
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear()
        elif key == Qt.Key.Key_R and self.pasting:
            self.rotate()
        elif key in ENTER and self.view.cursor_shown:
            cell = self.view.layout_.cell(self.view.cell)
            if self.pasting:
                self.paste_at(cell or "")
            elif cell:
                self.view.select_cells(self.view.selection ^ {cell})
        elif key == Qt.Key.Key_Escape and (self.pasting or self.view.selection or self.view.pieces):
            self.pasting = False
            self.view.select_cells(())
            self.view.select_pieces(())
        elif key in ARROWS and self.view.pieces and not self.view.cursor_shown:
            return self._nudge(ARROWS[Qt.Key(key)])
        else:
            return super().key(event)
        self.view.update()
        return True

    def _nudge(self, step: tuple[int, int]) -> bool:
        """Arrows push the selected counters a cell."""
        at = self.view.source.view.pieces[self.view.pieces[0]]["at"]
        self.view.tools["place"].drop(self.view.pieces, self.view.layout_.neighbour(at, *step))  # type: ignore[attr-defined]
        return True

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """The region that hangs on the pointer."""
        if not self.pasting or self.clip is None:
            return
        cell = self.view.cell_at(self.view.at)
        if cell:
            words = clips.covered(self.clip, self.view.layout_.grid, cell)
            painter.setOpacity(0.75)
            self.view.ground.paint_cells(painter, self.view.camera.area(), scale, words)
            painter.setOpacity(1.0)

    def paint_over(self, painter: QPainter) -> None:
        """Rectangle, or the counters in hand."""
        view, tokens = self.view, current().tokens
        if self._rubber is not None:
            colour = QColor(tokens.accent)
            painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
            colour.setAlpha(40)
            painter.setBrush(colour)
            painter.drawRect(self._rubber)
        if self.busy and self._held and (view.at - self._from).manhattanLength() > 6:
            size = max(6, round(66 * view.camera.scale))
            for n, piece in enumerate(self._held[-4:]):
                face = view.stacks.face_logical(piece, size)
                painter.drawPixmap(
                    round(view.at.x() - size / 2 + n * px(4)), round(view.at.y() - size / 2 - n * px(4)), face
                )
