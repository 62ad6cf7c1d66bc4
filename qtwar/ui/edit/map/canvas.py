"""The board of a draft: the canvas of play with a ground that is edited, its layers, and what is selected on it.

A stroke is shown in the frame of the mouse move, in flat colours above the chunks; when it is stored the chunks take it
over, and when the artist has drawn it the tiles do. Tools work on this; `view` joins them to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from qtwar.editing.draft import Change
from qtwar.model.board import BoardContent
from qtwar.ui.board.input import BoardInput
from qtwar.ui.edit.map.artist import Artist
from qtwar.ui.edit.map.ground import EditGround
from qtwar.ui.edit.map.layerstate import EDITORS, Layers
from qtwar.ui.edit.map.pieces import PieceSource
from qtwar.ui.edit.map.trace import Trace
from qtwar.ui.edit.model import EditModel

MANY = 1500
"""More cells than this are painted into the chunks at once, and drawn anew as a whole."""


class EditCanvas(BoardInput):
    """A board of a draft, with what is selected on it and the stroke under way."""

    selection_changed = Signal()
    stroke_changed = Signal(str)
    keeps_overview = False  # each stroke would make it anew

    def __init__(self, model: EditModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.ground: EditGround
        self.source = PieceSource(model)
        self.layers = Layers(model, lambda: self.board_id, self)
        self.layers.changed.connect(self._show_layers)
        self.artist = Artist(self, lambda: model.around.art_cache)
        self.artist.ready.connect(self._art_ready)
        self.artist.tiled.connect(self.ground_ready)
        self.artist.failed.connect(model.told)
        self.trace = Trace(self, model.picture_tile)
        self.board_id = ""
        self.selection: set[str] = set()
        """Cells of the board that are selected."""
        self.pieces: list[str] = []
        """Counters that are selected."""
        self.shows_areas = False
        """Whether areas that are nobody's set-up are shown: the tool in hand works on them."""
        self.fresh: dict[str, str] = {}
        """Terrain of the stroke, shown above the chunks until they have it."""
        self._fresh_picture: QPixmap | None = None
        model.changed.connect(self._changed)
        model.scenario_changed.connect(self._relay)
        model.focus.pieces.connect(self._pieces_from_outside)

    # -- content -----------------------------------------------------------------------------------
    @property
    def board(self) -> BoardContent:
        """The board as it is now."""
        return self.layout_.board

    def set_board(self, ident: str) -> None:
        """Show a board of the draft."""
        self.tool.cancel()
        self.board_id = ident
        self.selection = set()
        board = self.model.content.board(ident)
        layout = self.lay_out(board, self.source, self.source)
        self.ground = EditGround(self.model.content, layout)
        self.fresh, self._fresh_picture = {}, None
        self.layers.take(board)
        self._load()
        self.artist.show(self.model.content, board)
        self.first_look()
        self.board_changed.emit(ident)

    def _load(self) -> list[str]:
        """Take the counters as they are now; return the places that look otherwise."""
        places = self.source.load()
        self.stacks.forget([piece for place in places for piece in self.source.pieces_at(place)])
        self.stacks.hidden = self.layers.opacity("pieces") <= 0
        self.layout_.set_stacks(self.source.view.places)
        self.pieces = [p for p in self.pieces if p in self.source.view.pieces]
        return places

    def board_to_show(self) -> str:
        """Return the board in front, or the first one that the shown scenario is played on where it is not among them."""
        content, scenario = self.model.content, self.model.shown_scenario
        known = [board.id for board in content.boards]
        played = [ident for ident in scenario.boards if ident in known] if scenario is not None else []
        return self.board_id if self.board_id in (played or known) else (played or known or [""])[0]

    def _relay(self) -> None:
        if (wanted := self.board_to_show()) and wanted != self.board_id:
            self.set_board(wanted)
            return
        self._load()
        self.chunks.forget()
        self.update()

    def _changed(self, change: Change) -> None:
        """Take the draft as it is now; what was touched is painted again."""
        content = self.model.content
        if not any(b.id == self.board_id for b in content.boards):
            if content.boards:
                self.set_board(self.board_to_show())
            return
        board = content.board(self.board_id)
        before = self.layout_.board
        if board.grid != before.grid:
            self.set_board(self.board_id)
            return
        style = change.touches("style", "terrain", "features", "edge_kinds", "path_kinds")
        if board is not before or style:
            self.layout_.board = board
            self.layers.take(board)
            self.layout_.boxes = {box.id: QRectF(*box.on_board) for box in board.boxes if box.on_board is not None}
            self.take_bounds()
            found = change.boards.get(self.board_id) if not style else None
            alike = found is not None and (found.is_ground or (found.fields == {"attrs"} and _drawn_alike(before, board)))
            cells = found.cells if found is not None and alike else None
            if cells is None or board.edges != before.edges or board.paths != before.paths:
                self.ground.set_content(content)
            else:
                self.ground.board = board
            if cells:
                terrain, dirty = board.terrain, self.ground.dirty
                self.ground.set_cells({c: w for c in cells if dirty.get(c) != (w := terrain.get(c, ""))})
            self._drop_undone(before)
            self._redraw(cells)
            few = cells is not None and len(cells) <= MANY
            if cells != frozenset():  # else nothing that is drawn has changed
                self.artist.show(content, board, self._area_of(cells) if few and cells is not None else None)
            if self.artist.tiles is None:
                self.ground.tiles = None
        if change.touches("kinds", "counters", "sides"):  # any counter may look otherwise
            self._load()
            self.stacks.forget()
            self.chunks.forget()
        elif change.touches("scenarios", "pieces"):
            for place in self._load():
                seen = self.stacks.building.get(place, place)
                if self.layout_.has(seen):
                    self.chunks.forget(self.layout_.stack_rect(seen))
        self.update()

    def _redraw(self, cells: Iterable[str] | None) -> None:
        """Have chunks painted again; the overlay keeps the stroke until they are there."""
        cells = None if cells is None else list(cells)
        if not cells or len(cells) > MANY:
            self.chunks.forget()
        else:
            for cell in cells:
                self.chunks.forget(self._area_of([cell]))

    def _area_of(self, cells: Iterable[str]) -> QRectF:
        area = QRectF()
        for cell in cells:
            x, y = self.layout_.centre(cell)
            area = area.united(QRectF(x - 60, y - 60, 120, 120))
        return area

    def _art_ready(self) -> None:
        """The artist has drawn the board as it was when asked."""
        self.ground.shown = self.artist.drawn
        self.ground.tiles = self.artist.tiles
        if self.artist.current:
            self.ground.clean()
        else:
            self.ground.clean([c for c, word in self.ground.dirty.items() if self.artist.shows(c, word)])
        self.layout_.bounds = self.layout_.bounds.united(self.artist.bounds)
        self.take_bounds()
        self.chunks.forget_rough()
        self.chunks.forget(self.artist.changed if not self.artist.changed.isNull() else None)
        self.update()

    def _show_layers(self) -> None:
        opacities = self.layers.opacities()
        if opacities == self.ground.opacities:
            return
        self.ground.opacities = opacities
        self.artist.set_opacities(opacities)
        self.stacks.hidden = opacities["pieces"] <= 0
        self.chunks.forget()
        self.update()

    # -- selection ---------------------------------------------------------------------------------
    def select_cells(self, cells: Iterable[str]) -> None:
        """Select the cells and mark them on the map."""
        self.selection = set(cells)
        self.selection_changed.emit()
        self.update()

    def select_pieces(self, pieces: Iterable[str]) -> None:
        """Select counters and tell the other pages."""
        self.pieces = list(pieces)
        self.selection_changed.emit()
        self.model.focus.pieces.emit(tuple(self.pieces))
        self.update()

    def _pieces_from_outside(self, pieces: tuple[str, ...]) -> None:
        laid = self.source.view
        known = [p for p in laid.pieces if p in pieces or laid.rows[p] in pieces]
        if known != self.pieces:
            self.pieces = known
            self.update()

    # -- the stroke under way ----------------------------------------------------------------------
    def show_stroke(self, cells: Mapping[str, str]) -> None:
        """Show terrain of a stroke at once: above the chunks, or in them where it covers much of the board."""
        if len(cells) > MANY:
            self.ground.set_cells(cells)
            self.chunks.forget()
        else:
            new = {c: w for c, w in cells.items() if self.fresh.get(c) != w}
            self.fresh.update(new)
            if self._fresh_picture is not None and new:
                self._paint_stroke(self._fresh_picture, new)
        self.update()

    def _paint_stroke(self, picture: QPixmap, cells: Mapping[str, str]) -> None:
        """Add cells to the picture of the stroke: a frame paints only what is new in it."""
        with QPainter(picture) as painter:
            painter.translate(-self.camera.ox, -self.camera.oy)
            painter.scale(self.camera.scale, self.camera.scale)
            self.ground.paint_cells(painter, self.camera.area(), self.camera.scale, cells)

    def _stroke_picture(self) -> QPixmap:
        """Return the picture of the stroke, made anew after the camera has moved."""
        if self._fresh_picture is None:
            self._fresh_picture = QPixmap(self.size() * self.devicePixelRatioF())
            self._fresh_picture.setDevicePixelRatio(self.devicePixelRatioF())
            self._fresh_picture.fill(Qt.GlobalColor.transparent)
            self._paint_stroke(self._fresh_picture, self.fresh)
        return self._fresh_picture

    def drop_stroke(self) -> None:
        """Forget a stroke that is not wanted or could not be stored."""
        self.fresh, self._fresh_picture = {}, None
        wrong = {
            c: self.board.terrain.get(c, "") for c, w in self.ground.dirty.items() if self.board.terrain.get(c, "") != w
        }
        if wrong:
            self.ground.set_cells(wrong)
            self.chunks.forget()
        self.update()

    def _drop_undone(self, before: BoardContent) -> None:
        """Forget what of the stroke was stored and is no more: nothing would take it off again."""
        was, now = before.terrain, self.board.terrain
        gone = [c for c, w in self.fresh.items() if was.get(c, "") == w != now.get(c, "")]
        for cell in gone:
            del self.fresh[cell]
        if gone:
            self._fresh_picture = None

    def paint_stroke(self, painter: QPainter) -> None:
        """Paint the stroke that the chunks do not show yet."""
        if self.fresh and not self._more.isActive() and not self.tool.busy:
            self.fresh = {c: w for c, w in self.fresh.items() if self.board.terrain.get(c, "") != w}
            self._fresh_picture = None
        if self.fresh:
            painter.setOpacity(0.88)
            painter.drawPixmap(0, 0, self._stroke_picture())
            painter.setOpacity(1.0)

    def repaint_all(self) -> None:
        """Paint map and counters anew, in the colours and words in force."""
        if self.ready:
            self.ground.set_content(self.model.content)
            super().repaint_all()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        super().retranslate()
        if self.ready:
            self.artist.show(self.model.content, self.board)

    # -- looking -----------------------------------------------------------------------------------
    def _moved(self) -> None:
        self._fresh_picture = None
        self.artist.look()
        super()._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is."""
        self._fresh_picture = None
        super().resizeEvent(event)

    def sizeHint(self) -> QSize:
        """As in the layout at 1600 × 1000."""
        return QSize(1200, 690)

    def step_cursor(self, dx: int, dy: int, *, other: bool = False) -> None:
        """Show the cell cursor where it was last, or go on from there."""
        if self.cursor_shown:
            super().step_cursor(dx, dy, other=other)
        else:
            self.set_cursor_place(self.cell, show=True)

    def piece_at(self, point: QPointF) -> str:
        """Return the counter under a screen point, or nothing."""
        return (self.counter_at(point) or ("", ""))[0]

    def close_board(self) -> None:
        """Stop drawing: the board is put away."""
        self.artist.close()


def _drawn_alike(before: BoardContent, after: BoardContent) -> bool:
    """Return whether two boards that differ in their attributes alone are drawn alike."""
    was, now = ({k: v for k, v in board.attrs.items() if k not in EDITORS} for board in (before, after))
    return was == now
