"""The board as a picture: chunks of map and counters, what part of it is in view, and what lies under a point.

One widget and no graphics items: see `chunks` for what was measured.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from qtwar.model.board import Board
from qtwar.ui.board.camera import Camera
from qtwar.ui.board.chunks import Chunks
from qtwar.ui.board.ground import PlainGround
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.motion import Blink, Flights, timer
from qtwar.ui.board.protocol import Ground
from qtwar.ui.board.stacks import StackPainter
from qtwar.ui.i18n import Speaks
from qtwar.ui.model import GameModel
from qtwar.ui.theme import current

OUT_OF_PLAY = 0.62
LEGIBLE = 0.5
"""Zoom that the first look at counters does not go below: their numbers can be read."""
"""How strongly cells that a scenario leaves out are covered."""
GroundMaker = Callable[[BoardLayout], Ground]


class BoardCanvas(Speaks, QWidget):
    """A board of `model` and its counters at rest. `ground_for` draws the map; without one the cells are plain."""

    zoom_changed = Signal(float)
    area_changed = Signal(QRectF)  # part in view, 0..1 of the board
    board_changed = Signal(str)

    def __init__(self, ground_for: GroundMaker | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(200, 150)
        self._ground_for = ground_for
        self.model: GameModel
        self.camera = Camera(self)
        self.chunks = Chunks(self._paint_chunk)
        self.layout_: BoardLayout | None = None
        self.stacks: StackPainter
        self.ground: Ground | None = None
        self._left_out = QPainterPath()
        self.flights, self.blinks = Flights(self), Blink(self)
        self._fitted = False
        self._more = timer(self, 0, self.update, once=True)
        self._small = timer(self, 150, self._make_overview, once=True)
        self.flights.moved.connect(self.update)
        self.blinks.moved.connect(self.update)
        self.camera.moved.connect(self._moved)
        self.camera.zoomed.connect(self.zoom_changed)

    def lay_out(self, ident: str) -> BoardLayout:
        """Take another board of the title, and return its geometry; its stacks are still to be set."""
        board: Board = next(b for b in self.model.content.boards if b.id == ident)
        self.layout_ = layout = BoardLayout(board)
        self.stacks = StackPainter(self.model, layout)
        self.ground = self._ground_for(layout) if self._ground_for is not None else PlainGround(layout)
        self._name_labels()
        self._left_out = layout.outline(layout.place(cell) for cell in self.model.out_of_play(ident))
        self.chunks.surround = QColor(current().tokens.surround)
        self.chunks.forget()
        self.camera.bounds = QRectF(layout.bounds)
        for box in layout.boxes.values():
            self.camera.bounds = self.camera.bounds.united(box)
        return layout

    def _name_labels(self) -> None:
        layout = self.layout_
        assert layout is not None
        self.stacks.labels = {}
        if self.ground is not None and self.ground.names_clear:
            return  # the map prints its names where no stack stands
        for label in layout.board.labels:
            text = label.text.get(self.model.language)
            if isinstance(label.at, str) and layout.grid.contains(label.at) and not text.isdigit():
                names = self.stacks.labels.setdefault(layout.place(label.at), [])
                if not names:  # a name is enough: the rest of what is printed there can wait
                    names.append(text)

    # -- painting ----------------------------------------------------------------------------------
    def _paint_chunk(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        assert self.ground is not None
        done = self.ground.paint(painter, area, scale)
        if not self._left_out.isEmpty():  # what the scenario leaves out lies in the shade
            shade = QColor(current().tokens.surround)
            shade.setAlphaF(OUT_OF_PLAY)
            painter.fillPath(self._left_out, shade)
        self.stacks.paint(painter, area, scale)
        return done

    def _make_overview(self) -> None:
        """Keep a small picture of the whole board: it stands in for what comes into view unpainted."""
        if self.layout_ is not None and not self.chunks.has_overview:
            self.chunks.set_overview(self.camera.bounds, self.chunks.picture(self.camera.bounds, 900))

    def ground_ready(self) -> None:
        """The map has finer tiles now: draw again what stood in for them."""
        if self.layout_ is not None:
            self.camera.bounds = self.camera.bounds.united(self.layout_.bounds)
        self.chunks.forget_rough()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Blit the chunks, then paint what floats."""
        painter = QPainter(self)
        if self.layout_ is None:
            painter.fillRect(event.rect(), QColor(current().tokens.surround))
            return
        ratio = self.devicePixelRatioF()
        if ratio != self.chunks.ratio:
            self.chunks.ratio = self.stacks.ratio = ratio
            self.chunks.forget()
        self.chunks.set_scale(self.camera.scale)
        if not self.chunks.draw(painter, event.rect(), self.camera.ox, self.camera.oy):
            self._more.start()
        elif not self.chunks.has_overview and not self._small.isActive():
            self._small.start()  # once what is in view is there
        self.paint_over(painter)

    @property
    def unfinished(self) -> bool:
        """Whether something in view, or the small picture of the whole, is still to be painted."""
        return self._more.isActive() or self._small.isActive()

    def paint_over(self, painter: QPainter) -> None:
        """Paint what is not at rest; the painter is in screen px."""

    def restyle(self) -> None:
        """Take the theme's colours."""
        if self.__dict__.get("layout_") is not None:
            self.chunks.surround = QColor(current().tokens.surround)
            self.stacks.forget()
            self.chunks.forget()
            self.update()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        if self.__dict__.get("layout_") is not None:
            self._name_labels()
            self.stacks.forget()
            self.chunks.forget()
            self.update()

    def set_hidden(self, hidden: bool) -> None:
        """Hide or show all counters (H)."""
        if hidden != self.stacks.hidden:
            self.stacks.hidden = hidden
            self.chunks.forget()
            self.update()

    def minimap_picture(self, most: int) -> QPixmap | None:
        """Return the whole board with its counters, small."""
        return self.chunks.picture(self.camera.bounds, most) if self.layout_ is not None else None

    def blink(self, what: str | tuple[str, ...] | list[str]) -> None:
        """Ring pieces and places for a moment."""
        self.blinks.start((what,) if isinstance(what, str) else tuple(what))

    # -- where one looks ---------------------------------------------------------------------------
    def first_look(self) -> None:
        """Show the board for the first time, once the widget has its size."""
        if self._fitted or self.layout_ is None or not self.isVisible() or self.width() < 210:
            return  # before it is shown its size is a default, not the room it gets
        self._fitted = True
        self.camera.size = self.size()
        laid = self.layout_.laid()
        if laid.isEmpty():
            fitting = self.camera.fitting()
            self.camera.zoom = max(min(1.0, fitting * 2.2), self.camera.least(), min(1.0, fitting))
            self.camera.centre_on(self.camera.bounds.center())
        else:  # a scenario may use a corner of its map, and a table of cards grows in play: look at what lies there
            self.camera.look_at(laid, least=LEGIBLE)
        self.zoom_changed.emit(self.camera.zoom)

    def _moved(self) -> None:
        bounds, area = self.camera.bounds, self.camera.area()
        self.area_changed.emit(
            QRectF(
                (area.x() - bounds.x()) / bounds.width(),
                (area.y() - bounds.y()) / bounds.height(),
                area.width() / bounds.width(),
                area.height() / bounds.height(),
            )
        )
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is."""
        self.camera.resize(self.size())
        self.first_look()

    def showEvent(self, event: QShowEvent) -> None:
        """Look at the board, if that has not been done."""
        super().showEvent(event)
        self.first_look()

    def sizeHint(self) -> QSize:
        """As in the play layout at 1600 × 1000."""
        return QSize(928, 585)

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
        """Pan by screen px."""
        self.camera.pan(by)

    # -- what lies under a point -------------------------------------------------------------------
    def _stacks_at(self, point: QPointF) -> tuple[QPointF, list[str]]:
        """Return a screen point in u and the places whose counters may cover it, the uppermost first."""
        layout = self.layout_
        if layout is None or self.stacks.hidden:
            return QPointF(), []
        spot = self.camera.to_board(point)
        return spot, layout.stacks_in(QRectF(spot.x() - 1, spot.y() - 1, 2, 2))[::-1]

    def counter_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) of the counter seen under a screen point."""
        spot, near = self._stacks_at(point)
        for place in near:
            assert self.layout_ is not None
            pieces = self.stacks.resting(place)
            for n in range(len(pieces) - 1, -1, -1):
                if self.layout_.counter_rect(place, n, len(pieces)).contains(spot):
                    return pieces[n], place
        return None

    def chip_at(self, point: QPointF) -> str | None:
        """Return the place whose count chip is under a screen point."""
        spot, near = self._stacks_at(point)
        for place in near:
            assert self.layout_ is not None
            count = len(self.stacks.resting(place))
            if count > 1 and self.layout_.chip_rect(place, count).contains(spot):
                return place
        return None
