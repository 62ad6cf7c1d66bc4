"""The board as a picture, in play and in the editor: chunks of map and counters, the part in view, what lies under a point.

One widget and no graphics items: see `chunks` for what was measured. What mouse, keys and drops do is in `input`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap, QPolygonF, QResizeEvent, QShowEvent, QTransform
from PySide6.QtWidgets import QWidget

from qtwar.model.board import BoardContent
from qtwar.ui.board.camera import Camera
from qtwar.ui.board.chunks import Chunks
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.motion import Blink
from qtwar.ui.board.protocol import CounterPosition, CounterTitle
from qtwar.ui.board.stacks import StackPainter
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

LEGIBLE = 0.5
"""Zoom that the first look at counters does not go below: their numbers can be read."""
CARDS_LEGIBLE = 0.3
"""The same on a table of cards, which are larger than a cell: their ground and how many counters lie on them."""
IN_VIEW = 40
"""The cell cursor comes no nearer to the border than so many px before the view follows it."""


class BoardCanvas(Speaks, QWidget):
    """A board and its counters at rest; who derives from it paints the ground, and what floats above."""

    hovered = Signal(str)  # place under the pointer or the cell cursor, "" for none
    zoom_changed = Signal(float)
    area_changed = Signal(QRectF)  # part in view, 0..1 of the board
    board_changed = Signal(str)
    ground_changed = Signal()  # more of the printed map is there
    keeps_overview = True
    """Whether a small picture of the whole stands in for what comes into view unpainted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(200, 150)
        self.camera = Camera(self)
        self.chunks = Chunks(self._paint_chunk, self.paint_under)
        self.layout_: BoardLayout = None  # type: ignore[assignment]  # until the first board: see `ready`
        self.stacks: StackPainter
        self.cell = ""
        self.cursor_shown = False
        self.hover_place = ""
        self.blinks = Blink(self)
        self._fitted = False
        self._corner: QPoint | None = None  # where it lies in its window, once it has been seen
        self._more = timer(self, 0, self.update)
        self._small = timer(self, 150, self._make_overview)
        self.blinks.moved.connect(self.update)
        self.camera.moved.connect(self._moved)
        self.camera.zoomed.connect(self.zoom_changed)
        current().changed.connect(self.restyle)

    @property
    def ready(self) -> bool:
        """Whether a board is shown."""
        return self.layout_ is not None

    def lay_out(self, board: BoardContent, title: CounterTitle, position: CounterPosition) -> BoardLayout:
        """Take another board, and return its geometry; its stacks are still to be set."""
        self.layout_ = layout = BoardLayout(board)
        self.stacks = StackPainter(title, position, layout)
        self.stacks.ratio = self.chunks.ratio
        self.chunks.surround = QColor(current().tokens.surround)
        self.chunks.forget()
        self.cell = layout.place(next(iter(layout.grid.cells()), ""))
        self._fitted = False
        self.take_bounds()
        return layout

    def take_bounds(self) -> None:
        """Let the camera see the board and the boxes printed beside it."""
        bounds = QRectF(self.layout_.bounds)
        for box in self.layout_.boxes.values():
            bounds = bounds.united(box)
        self.camera.bounds = bounds

    # -- painting ----------------------------------------------------------------------------------
    def _paint_chunk(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        done = self.paint_ground(painter, area, scale)
        self.stacks.paint(painter, area, scale)
        return done

    def paint_ground(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint what lies below the counters, in u; returns False while a finer picture is still being made."""
        raise NotImplementedError

    def paint_under(self, painter: QPainter, area: QRectF) -> None:
        """Paint at once, in u, what is known of the bare ground, where nothing else stands in for it yet."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint what is not at rest; the painter is in screen px."""

    def to_u(self, painter: QPainter) -> None:
        """Scale a painter of screen px to u."""
        painter.translate(-self.camera.ox, -self.camera.oy)
        painter.scale(self.camera.scale, self.camera.scale)

    def _make_overview(self) -> None:
        if self.ready and not self.chunks.has_overview:
            self.chunks.make_overview(self.camera.bounds)

    def ground_ready(self, area: QRectF | None = None, *, far: bool = True) -> None:
        """The map has finer tiles now, of `area` or of all: draw again what stood in for them.

        `far`: small pictures of the whole are painted of such tiles.
        """
        if self.ready:
            self.camera.bounds = self.camera.bounds.united(self.layout_.bounds)
        if self.chunks.forget_rough(area, far=far) or area is None:
            self.update()
        if far:
            self.ground_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Blit the chunks, then paint what floats."""
        painter = QPainter(self)
        if not self.ready:
            painter.fillRect(event.rect(), QColor(current().tokens.surround))
            return
        if self._corner is None:
            self._corner = self.mapTo(self.window(), QPoint(0, 0))
        ratio = self.devicePixelRatioF()
        if ratio != self.chunks.ratio:
            self.chunks.ratio = self.stacks.ratio = ratio
            self.chunks.forget()
        self.chunks.set_scale(self.camera.scale)
        if not self.chunks.draw(painter, event.rect(), self.camera.ox, self.camera.oy):
            self._more.start()
        elif self.keeps_overview and not self.chunks.has_overview and not self._small.isActive():
            self._small.start()  # once what is in view is there
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_over(painter)

    @property
    def unfinished(self) -> bool:
        """Whether something in view, or the small picture of the whole, is still to be painted."""
        return self._more.isActive() or self._small.isActive()

    def repaint_all(self) -> None:
        """Paint map and counters anew, faces too."""
        if self.ready:
            self.chunks.surround = QColor(current().tokens.surround)
            self.stacks.forget()
            self.chunks.forget()
            self.update()

    def restyle(self) -> None:
        """Take the theme's colours."""
        self.repaint_all()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        self.repaint_all()

    def set_hidden(self, hidden: bool) -> None:
        """Hide or show all counters."""
        if hidden != self.stacks.hidden:
            self.stacks.hidden = hidden
            self.chunks.forget()
            self.update()

    def minimap_picture(self, most: int) -> QPixmap | None:
        """Return the whole board with its counters, small."""
        return self.chunks.whole(self.camera.bounds, most) if self.ready else None

    def left_picture(self, most: int) -> QPixmap | None:
        """Return the part of the board in view with its counters, small."""
        seen = self.camera.area() & self.camera.bounds
        return self.chunks.picture(seen, most) if self.ready and not seen.isEmpty() else self.minimap_picture(most)

    def blink(self, what: str | Sequence[str]) -> None:
        """Ring pieces and places for a moment."""
        self.blinks.start((what,) if isinstance(what, str) else tuple(what))

    # -- where one looks ---------------------------------------------------------------------------
    def first_look(self) -> None:
        """Show the board for the first time, once the widget has its size."""
        if self._fitted or not self.ready or not self.isVisible() or self.width() < 210:
            return  # before it is shown its size is a default, not the room it gets
        self._fitted = True
        self.camera.size = self.size()
        area = self.first_area()
        if area.isEmpty():
            fitting = self.camera.fitting()
            self.camera.zoom = max(min(1.0, fitting * 2.2), self.camera.least(), min(1.0, fitting))
            self.camera.centre_on(self.camera.bounds.center())
        else:
            self.camera.look_at(area, least=self.legible)
        self.zoom_changed.emit(self.camera.zoom)

    @property
    def legible(self) -> float:
        """The smallest zoom at which a look by itself is of use."""
        return CARDS_LEGIBLE if self.layout_.cards else LEGIBLE

    def first_area(self) -> QRectF:
        """Return what is looked at first, in u; nothing for the middle of the board."""
        return QRectF()

    def _moved(self) -> None:
        bounds, area = self.camera.bounds, self.camera.area()
        share = QTransform.fromScale(1 / bounds.width(), 1 / bounds.height())
        self.area_changed.emit(share.mapRect(area.translated(-bounds.topLeft())))
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board where it is on the screen, whatever comes and goes around it."""
        corner, before = self.mapTo(self.window(), QPoint(0, 0)), self._corner
        self.camera.resize(self.size(), corner - before if before is not None else None)
        if before is not None:
            self._corner = corner
        self.first_look()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the board, if that has not been done."""
        super().showEvent(event)
        self.first_look()

    def set_zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom to a factor (1 = 100 %)."""
        self.camera.set_zoom(factor, about)

    def fit(self) -> None:
        """Show the whole board."""
        self.camera.fit()

    def move_to(self, share: QPointF) -> None:
        """Centre on a point given in 0..1 of the board."""
        b = self.camera.bounds
        self.camera.centre_on(QPointF(b.x() + share.x() * b.width(), b.y() + share.y() * b.height()))

    def pan_by(self, by: QPoint) -> None:
        """Move the map by a number of screen pixels."""
        self.camera.pan(by)

    def show_place(self, place: str, margin: int = 60) -> None:
        """Bring a place of the board shown into view, if it is not; the view stays where it is else."""
        if self.ready and self.layout_.has(place):
            spot = self.layout_.spot(place)
            view, rim = QRectF(self.rect()), self.camera.rect_to_screen(self.camera.bounds)
            beyond = (rim.left() < 0, rim.top() < 0, rim.right() > view.right(), rim.bottom() > view.bottom())
            left, top, right, bottom = (margin if more else 0 for more in beyond)  # where the board ends there is no more to see
            if not view.adjusted(left, top, -right, -bottom).contains(self.camera.to_screen(spot)):
                self.camera.turn_to(spot)

    # -- the cell cursor ---------------------------------------------------------------------------
    def set_cursor_place(self, place: str, *, show: bool = False) -> None:
        """Put the cell cursor on a place; with `show` it is seen and spoken of from now on."""
        if not self.ready or not self.layout_.has(place):
            return
        self.cell = place
        if show:
            self.cursor_shown = True
            self.show_place(place, IN_VIEW)
            self.set_hover(place)
            self.speak_of_cursor()
        self.update()

    def begin_cursor(self) -> None:
        """Lay the cell cursor where the pointer is, unless it is shown already."""
        if not self.cursor_shown and self.hover_place and self.layout_.cell(self.hover_place) is not None:
            self.cell = self.hover_place

    def step_cursor(self, dx: int, dy: int, *, other: bool = False) -> None:
        """Go to the next cell in the direction of an arrow, from where the pointer is if no cursor is shown yet."""
        self.begin_cursor()
        self.set_cursor_place(self.layout_.step(self.cell, dx, dy, other=other, sides=self.side_stops()), show=True)

    def side_stops(self) -> list[str]:
        """Return the sides of cells at which the cell cursor stops on its way: near it, those that hold counters."""
        near = self.layout_.stacks_in(self.layout_.stack_rect(self.cell))
        return [place for place in near if self.layout_.side(place) is not None]

    def speak_of_cursor(self) -> None:
        """Tell screen readers what is under the cell cursor."""

    def reader_tree(self) -> Any:
        """Return what a screen reader walks through (`reader.BoardTree`); None for the widget alone."""
        return None

    def set_hover(self, place: str) -> None:
        """Tell who listens which place the person looks at."""
        if place != self.hover_place:
            self.hover_place = place
            self.hovered.emit(place)

    @property
    def pointed(self) -> str:
        """The place of the cell cursor where that is shown, else the one under the pointer."""
        return self.cell if self.cursor_shown else self.hover_place

    # -- what lies under a point of the screen -----------------------------------------------------
    def place_at(self, point: QPointF) -> str:
        """Return the cell or printed box under a point, or nothing."""
        return (self.layout_.place_at(self.camera.to_board(point)) or "") if self.ready else ""

    def cell_at(self, point: QPointF) -> str:
        """Return the id of the cell under a point, or nothing."""
        spot = self.camera.to_board(point)
        return (self.layout_.grid.from_pixel(spot.x(), spot.y()) or "") if self.layout_.bounds.contains(spot) else ""

    def side_at(self, point: QPointF) -> str:
        """Return the id of the cell side nearest to a point, or nothing off the board."""
        return self.layout_.side_near(self.camera.to_board(point))

    def _stacks_at(self, point: QPointF) -> tuple[QPointF, list[str]]:
        """Return a screen point in u and the places whose counters may cover it, the uppermost first."""
        if not self.ready or self.stacks.hidden:
            return QPointF(), []
        spot = self.camera.to_board(point)
        return spot, self.layout_.stacks_in(QRectF(spot.x() - 1, spot.y() - 1, 2, 2))[::-1]

    def counter_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) of the counter seen under a point."""
        spot, near = self._stacks_at(point)
        for place in near:
            pieces = self.stacks.resting(place)
            for n in range(len(pieces) - 1, -1, -1):
                if self.layout_.counter_rect(place, n, len(pieces)).contains(spot):
                    return pieces[n], place
        return None

    def chip_at(self, point: QPointF) -> str:
        """Return the place whose count chip is under a point, or nothing."""
        spot, near = self._stacks_at(point)
        for place in near:
            count = len(self.stacks.resting(place))
            if count > 1 and self.layout_.chip_rect(place, count).contains(spot):
                return place
        return ""

    def _area(self, rect: QRectF) -> QRectF:
        return QRectF(self.camera.to_board(rect.topLeft()), self.camera.to_board(rect.bottomRight()))

    def stacks_inside(self, rect: QRectF) -> list[str]:
        """Return the places with counters whose middle lies in a rectangle of the screen."""
        area = self._area(rect)
        return [place for place in self.layout_.stacks_in(area) if area.contains(self.layout_.spot(place))]

    def counters_inside(self, rect: QRectF) -> dict[str, list[str]]:
        """Return place → counters, bottom first, in a rectangle of the screen: stacks whole, on cards each by its own middle."""
        layout = self.layout_
        if not layout.cards:
            return {place: self.stacks.resting(place) for place in self.stacks_inside(rect)}
        area, found = self._area(rect), dict[str, list[str]]()
        for place in layout.stacks_in(area):
            pieces = self.stacks.resting(place)
            middles = [layout.counter_rect(place, n, len(pieces)).center() for n in range(len(pieces))]
            found[place] = [piece for piece, middle in zip(pieces, middles, strict=True) if area.contains(middle)]
        return found

    # -- where things lie on the screen ------------------------------------------------------------
    def spot(self, place: str) -> QPointF:
        """Return the middle of a place of this board."""
        return self.camera.to_screen(self.layout_.spot(place))

    def shape(self, place: str) -> QPolygonF:
        """Return the outline of a place."""
        return QPolygonF([self.camera.to_screen(QPointF(x, y)) for x, y in self.layout_.polygon(place)])

    def piece_rect(self, piece: str) -> QRectF | None:
        """Return where a resting counter is seen; None where it is not on this board."""
        record = self.stacks.position.view.pieces.get(piece)
        if record is None or not self.layout_.has(record["at"]):
            return None
        pieces = self.stacks.resting(record["at"])
        if piece not in pieces:
            return None
        return self.camera.rect_to_screen(self.layout_.counter_rect(record["at"], pieces.index(piece), len(pieces)))
