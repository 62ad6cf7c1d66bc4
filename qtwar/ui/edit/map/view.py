"""The editor's board: the same chunks, camera and stacks as in play, a ground that is edited, and tools with their marks.

One widget and no item a cell. A stroke is shown in the frame of the mouse move, in flat colours above the chunks; when
it is stored the chunks take it over, and when the artist has drawn it the tiles do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from qtwar.editing import boards, pictures
from qtwar.model.board import Board
from qtwar.ui.board.camera import Camera
from qtwar.ui.board.chunks import Chunks
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.motion import timer
from qtwar.ui.board.stacks import StackPainter
from qtwar.ui.edit.map import marks
from qtwar.ui.edit.map.artist import Artist
from qtwar.ui.edit.map.geometry import Hits, differing
from qtwar.ui.edit.map.ground import EditGround
from qtwar.ui.edit.map.hands import Hands
from qtwar.ui.edit.map.pieces import PieceSource
from qtwar.ui.edit.map.stroke import MANY, Strokes
from qtwar.ui.edit.map.trace import Trace
from qtwar.ui.edit.model import EditChange, EditModel
from qtwar.ui.edit.words import both
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px

if TYPE_CHECKING:
    from qtwar.ui.edit.map.tools.base import Tool

LAYERS = ("pieces", "zones", "labels", "grid", "paths", "edges", "terrain", "picture")


class EditBoard(Hits, Strokes, Speaks, Hands):
    """A board of a draft under the hand of one tool."""

    hovered = Signal(str)
    zoom_changed = Signal(float)
    area_changed = Signal(QRectF)
    tool_changed = Signal(str)
    board_changed = Signal(str)
    selection_changed = Signal()
    stroke_changed = Signal(str)

    def __init__(self, model: EditModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(200, 150)
        self.model = model
        self.camera = Camera(self)
        self.chunks = Chunks(self._paint_chunk)
        self.layout_: BoardLayout
        self.ground: EditGround
        self.source = PieceSource(model)
        self.stacks: StackPainter
        self.artist = Artist(self)
        self.artist.ready.connect(self._art_ready)
        self.artist.failed.connect(model.told)
        self.tools: dict[str, Tool] = {}
        self.tool: Tool | None = None
        self.board_id = ""
        self.cell = ""
        self.cursor_shown = False
        self.hover_place = ""
        self.at = QPointF(-1, -1)
        self.selection: set[str] = set()
        """Cells of the board that are selected."""
        self.pieces: list[str] = []
        self.hidden: set[str] = set()
        self.locked: set[str] = set()
        self.faint: dict[str, float] = {}
        """Opacity of the layers that are not shown in full."""
        self.fresh: dict[str, str] = {}
        self._stroke: QPixmap | None = None
        self.blinking = ""
        self.trace = Trace(self)
        self._panning: QPoint | None = None
        self._space = False
        self._fitted = False
        self._more = timer(self, 0, self.update, once=True)
        self._blink = timer(self, 900, self._stop_blink, once=True)
        self.camera.moved.connect(self._moved)
        self.camera.zoomed.connect(self.zoom_changed)
        self.say(self.setAccessibleName, "edit.board.name")
        model.changed.connect(self._changed)
        model.scenario_changed.connect(self._relay)
        model.focus.centre.connect(self.center_on)
        model.focus.pieces.connect(self._pieces_from_outside)
        current().changed.connect(self.restyle)
        if model.content.boards:
            self.set_board(model.content.boards[0].id)

    # -- content -----------------------------------------------------------------------------------
    @property
    def board(self) -> Board:  # type: ignore[override]
        """The board as it is now."""
        return self.layout_.board

    def set_board(self, ident: str) -> None:
        """Show a board of the draft."""
        if self.tool is not None:
            self.tool.cancel()
        self.board_id = ident
        self.selection = set()
        self._build(self.model.content.board(ident))
        self._fitted = False
        self._first_look()
        self.board_changed.emit(ident)

    def _build(self, board: Board) -> None:
        """Make all that depends on the grid."""
        self.layout_ = BoardLayout(board)
        self.stacks = StackPainter(self.source, self.layout_)  # type: ignore[arg-type]
        self.ground = EditGround(self.model.content, self.layout_)
        self._take_layers(board)
        self.chunks.surround = QColor(current().tokens.surround)
        self.chunks.forget()
        self.fresh, self._stroke = {}, None
        self.cell = self.layout_.place(next(iter(self.layout_.grid.cells()), ""))
        self._bounds()
        self._load()
        self.artist.show(self.model.content, board)

    def _bounds(self) -> None:
        bounds = QRectF(self.layout_.bounds)
        for box in self.layout_.boxes.values():
            bounds = bounds.united(box)
        self.camera.bounds = bounds

    def _load(self) -> dict[str, int]:
        """Take the counters as they are now; return the places that look otherwise, with the height of their stacks."""
        places = self.source.load()
        self.stacks.forget([piece for place in places for piece in self.source.pieces_at(place)])
        self.stacks.hidden = self.opacity("pieces") <= 0
        self.layout_.set_stacks(self.source.view.places)
        self.pieces = [p for p in self.pieces if p in self.source.view.pieces]
        return places

    def _relay(self) -> None:
        self._load()
        self.chunks.forget()
        self.update()

    def _changed(self, change: EditChange) -> None:
        """Take the draft as it is now; what was touched is painted again."""
        content = self.model.content
        if not any(b.id == self.board_id for b in content.boards):
            if content.boards:
                self.set_board(content.boards[0].id)
            return
        board = content.board(self.board_id)
        before = self.layout_.board
        if board.grid != before.grid:
            self.set_board(self.board_id)
            return
        style = change.touches("style", "terrain", "features", "edge_kinds", "path_kinds")
        if board is not before or style:
            self.layout_.board = board
            self._take_layers(board)
            self.layout_.boxes = {box.id: QRectF(*box.on_board) for box in board.boxes if box.on_board is not None}
            self._bounds()
            cells = change.cells.get(self.board_id) if not style else None
            if cells is None:
                cells = differing(before, board) if not style else None
            if cells is None or board.edges != before.edges or board.paths != before.paths:
                self.ground.set_content(content)
            else:
                self.ground.board = board
            if cells:
                terrain, dirty = board.terrain, self.ground.dirty
                self.ground.set_cells({c: w for c in cells if dirty.get(c) != (w := terrain.get(c, ""))})
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
            for place, high in self._load().items():
                self.chunks.forget(self._stack_area(place, high))
        if self.tool is not None:
            self.tool.refresh()
        self.update()

    def _stack_area(self, place: str, high: int) -> QRectF | None:
        """Return where a stack of so many counters lies, with its shade; None where that is not known."""
        if not self.layout_.has(place):
            return None
        area = QRectF()
        for n in range(max(1, high)):
            area = area.united(self.layout_.counter_rect(place, n, max(1, high)))
        return area.adjusted(-60, -60, 60, 60)

    def _redraw(self, cells: Iterable[str] | None) -> None:
        """Have chunks painted again; the overlay keeps the stroke until they are there."""
        cells = None if cells is None else list(cells)
        if cells is None or len(cells) > MANY:
            self.chunks.forget()
        else:
            for cell in cells:
                x, y = self.layout_.centre(cell)
                self.chunks.forget(QRectF(x - 60, y - 60, 120, 120))
            if not cells:
                self.chunks.forget()

    def _area_of(self, cells: Iterable[str]) -> QRectF:
        area = QRectF()
        for cell in cells:
            x, y = self.layout_.centre(cell)
            area = area.united(QRectF(x - 60, y - 60, 120, 120))
        return area

    def _art_ready(self) -> None:
        """The artist has drawn the board as it was when asked."""
        if self.artist.drawn is not None:
            self.ground.show_drawn(self.artist.drawn)
        self.ground.tiles = self.artist.tiles
        if self.artist.current:
            self.ground.clean()
        else:
            self.ground.clean([c for c, word in self.ground.dirty.items() if self.artist.shows(c, word)])
        self.layout_.bounds = self.layout_.bounds.united(self.artist.bounds)
        self._bounds()
        self.chunks.forget_rough()
        self.chunks.forget(self.artist.changed if not self.artist.changed.isNull() else None)
        self.update()

    def tile_ready(self, area: QRectF) -> None:
        """A tile is there: what stood in for it goes."""
        self.chunks.forget_rough()
        self.update()

    # -- layers ------------------------------------------------------------------------------------
    def opacity(self, layer: str) -> float:
        """Return how much of a layer is seen, 0 to 1."""
        return 0.0 if layer in self.hidden else self.faint.get(layer, 1.0)

    def _take_layers(self, board: Board) -> None:
        """Show the layers as the draft has them."""
        shown: dict[str, Any] = board.attrs.get("view") or {}
        self.hidden = {layer for layer, how in shown.items() if how.get("hidden")}
        self.locked = {layer for layer, how in shown.items() if how.get("locked")}
        self.faint = {layer: float(how["opacity"]) for layer, how in shown.items() if "opacity" in how}
        self.faint["picture"] = float((board.attrs.get("trace") or {}).get("opacity", 0.5))
        self._show_layers()

    def fade(self, layer: str, opacity: float) -> None:
        """Show a layer at an opacity for the time being; the draft is not told."""
        self.faint[layer] = opacity
        self._show_layers()

    def _show_layers(self) -> None:
        opacities = {layer: self.opacity(layer) for layer in LAYERS}
        if opacities == self.ground.opacities:
            return
        self.ground.opacities = opacities
        self.artist.set_opacities(opacities)
        self.stacks.hidden = opacities["pieces"] <= 0
        self.chunks.forget()
        self.update()

    def set_hidden(self, layer: str, hidden: bool) -> None:
        """Show or hide a layer of things; one entry of the history."""
        (self.hidden.add if hidden else self.hidden.discard)(layer)
        self._show_layers()
        self._keep(layer, "hidden", hidden)

    def set_locked(self, layer: str, locked: bool) -> None:
        """Keep the tools off a layer, or let them; one entry."""
        (self.locked.add if locked else self.locked.discard)(layer)
        self._keep(layer, "locked", locked)

    def set_opacity(self, layer: str, opacity: float) -> None:
        """Show a layer at an opacity; one entry."""
        self.fade(layer, opacity)
        self._keep(layer, "opacity", opacity)

    def _keep(self, layer: str, key: str, value: Any) -> None:
        if layer == "picture" and key == "opacity":
            self.model.do(pictures.change_picture, self.board_id, opacity=value)
        else:
            name = both(f"edit.layer.{layer}")
            self.model.do(boards.show_layer, self.board_id, layer, key, value, name)

    def may_edit(self, layer: str) -> bool:
        """Return whether a tool may work on a layer, and say why not."""
        if layer in self.locked:
            self.model.told.emit(tr("edit.layer_locked", name=tr(f"edit.layer.{layer}")))
            return False
        return True

    # -- tools -------------------------------------------------------------------------------------
    def add_tool(self, tool: Tool) -> None:
        """Let a tool be taken up."""
        self.tools[tool.id] = tool

    def take(self, ident: str) -> None:
        """Take up a tool."""
        tool = self.tools.get(ident)
        if tool is None or tool is self.tool:
            return
        if self.tool is not None:
            self.tool.cancel()
        self.tool = tool
        tool.begin()
        self.setCursor(QCursor(tool.cursor))
        self.tool_changed.emit(ident)
        self.update()

    def select_cells(self, cells: Iterable[str]) -> None:
        """Select cells."""
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

    # -- painting ----------------------------------------------------------------------------------
    def _paint_chunk(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        done = self.ground.paint(painter, area, scale)
        done = self.trace.paint(painter, area, scale) and done
        before = painter.opacity()
        if self.opacity("zones") > 0:
            painter.setOpacity(before * self.opacity("zones"))
            marks.paint_boxes(self, painter, scale)
        painter.setOpacity(before * self.opacity("pieces"))
        self.stacks.paint(painter, area, scale)
        painter.setOpacity(before)
        return done

    def paintEvent(self, event: QPaintEvent) -> None:
        """Blit the chunks, then paint the stroke, the marks and what the tool shows."""
        painter = QPainter(self)
        ratio = self.devicePixelRatioF()
        if ratio != self.chunks.ratio:
            self.chunks.ratio = self.stacks.ratio = ratio
            self.chunks.forget()
        self.chunks.set_scale(self.camera.scale)
        whole = self.chunks.draw(painter, event.rect(), self.camera.ox, self.camera.oy)
        if not whole:
            self._more.start()
        elif self.fresh and not (self.tool is not None and self.tool.busy):
            self.fresh = {c: w for c, w in self.fresh.items() if self.board.terrain.get(c, "") != w}
            self._stroke = None
        if self.fresh:
            painter.setOpacity(0.88)
            painter.drawPixmap(0, 0, self._stroke_picture())
            painter.setOpacity(1.0)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.save()
        painter.translate(-self.camera.ox, -self.camera.oy)
        painter.scale(self.camera.scale, self.camera.scale)
        area = self.camera.area()
        painter.setOpacity(self.opacity("zones"))
        marks.paint_zones(self, painter, area)
        painter.setOpacity(1.0)
        marks.paint_selection(self, painter)
        if self.tool is not None:
            self.tool.paint(painter, self.camera.scale)
        painter.restore()
        marks.paint_over(self, painter)
        if self.tool is not None:
            self.tool.paint_over(painter)

    def restyle(self) -> None:
        """Take the theme's colours."""
        if "ground" in self.__dict__:
            self.chunks.surround = QColor(current().tokens.surround)
            self.stacks.forget()
            self.ground.set_content(self.model.content)
            self.chunks.forget()
            self.update()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        if "ground" in self.__dict__:
            self.stacks.forget()
            self.artist.show(self.model.content, self.board)
            self.chunks.forget()
            self.update()

    # -- looking -----------------------------------------------------------------------------------
    def _first_look(self) -> None:
        if self._fitted or not self.isVisible() or self.width() < 210:
            return  # before it is shown its size is a default, not the room it gets
        self._fitted = True
        self.camera.size = self.size()
        fitting = self.camera.fitting()
        self.camera.zoom = max(min(1.0, fitting * 2.2), self.camera.least(), min(1.0, fitting))
        self.camera.centre_on(self.camera.bounds.center())
        self.zoom_changed.emit(self.camera.zoom)

    def _moved(self) -> None:
        self._stroke = None
        self.artist.look()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is."""
        self._stroke = None
        self.camera.resize(self.size())
        self._first_look()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the board, if that has not been done."""
        super().showEvent(event)
        self._first_look()

    def sizeHint(self) -> QSize:
        """As in the layout at 1600 × 1000."""
        return QSize(1200, 690)

    def set_zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom to a factor (1 = 100 %)."""
        self.camera.set_zoom(factor, about)

    def fit(self) -> None:
        """Show the whole board."""
        self.camera.fit()

    def center_on(self, place: str) -> None:
        """Bring a place into view and blink it."""
        board, _, cell = place.partition(":")
        if cell and board != self.board_id and any(b.id == board for b in self.model.content.boards):
            self.set_board(board)
        if self.layout_.has(place):
            self.camera.centre_on(self.layout_.spot(place))
            self.set_cursor_place(place)
            self.blinking = place
            self._blink.start()
            self.update()

    def _stop_blink(self) -> None:
        self.blinking = ""
        self.update()

    def set_cursor_place(self, place: str) -> None:
        """Put the cell cursor on a place and tell screen readers what is there."""
        if not self.layout_.has(place):
            return
        self.cell = place
        spot = self.camera.to_screen(self.layout_.spot(place))
        if not QRectF(self.rect()).adjusted(40, 40, -40, -40).contains(spot):
            self.camera.centre_on(self.layout_.spot(place))
        self.set_hover(place)
        self.setAccessibleDescription(self.describe(place))
        self.update()

    def set_hover(self, place: str) -> None:
        """Tell who listens which place the person looks at."""
        if place != self.hover_place:
            self.hover_place = place
            self.hovered.emit(place)

    def describe(self, place: str) -> str:
        """Return cell, terrain, elevation and counters of a place in words."""
        return marks.describe(self, place)

    def minimap_picture(self, most: int) -> QPixmap:
        """Return the whole board small."""
        return self.chunks.picture(self.camera.bounds, most)

    def ring_width(self) -> float:
        """Return 2 px in u."""
        return px(2) / self.camera.scale

    def close_board(self) -> None:
        """Let the artist go."""
        self.artist.close()
