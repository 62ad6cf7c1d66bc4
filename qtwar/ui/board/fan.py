"""A stack opened in place: its counters side by side, so that each can be seen and taken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.ui.board.lights import ring
from qtwar.ui.board.state import BoardState
from qtwar.ui.theme import current, px


class Fan:
    """Open over one place at a time; the counter that was pointed at stays below the pointer."""

    def __init__(self, state: BoardState) -> None:
        self.state, self.canvas = state, state.canvas
        self.place = ""
        self._pointed: tuple[str, QPointF, QPointF] | None = None

    def open(self, place: str, pointed: tuple[str, QPointF] | None = None) -> None:
        """Open the stack of a place (empty: close); `pointed` is the counter below the pointer, and where that is."""
        if place == self.place:
            return
        self.place, self._pointed = place, None
        if pointed is not None:
            piece, at = pointed
            seen = self.canvas.piece_rect(piece)
            if seen is not None:  # where in the counter, and where on the board
                part = QPointF((at.x() - seen.x()) / seen.width(), (at.y() - seen.y()) / seen.height())
                self._pointed = piece, part, self.canvas.camera.to_board(at)
        self.canvas.update()

    def rects(self) -> list[tuple[str, QRectF]]:
        """Return (piece, screen rectangle), top counter first."""
        canvas = self.canvas
        if not self.place:
            return []
        pieces = [
            p for top in canvas.stacks.resting(self.place)[::-1] for p in (top, *canvas.stacks.cargo(top)[::-1])
        ]
        size = max(px(44), round(66 * canvas.camera.scale))
        gap, rim = px(4), px(8)
        row = max(1, min(len(pieces), (canvas.width() - 2 * rim - gap) // (size + gap)))
        rows = -(-len(pieces) // row)
        wide, high = row * (size + gap) - gap, rows * (size + gap) - gap
        slots = [QPointF(n % row, n // row) * (size + gap) for n in range(len(pieces))]
        corner = canvas.spot(self.place) - QPointF(wide / 2, high / 2)
        held = self._pointed if self._pointed is not None and self._pointed[0] in pieces else None
        if held is not None:
            piece, part, at = held
            point = canvas.camera.to_screen(at)
            corner = point - part * size - slots[pieces.index(piece)]
        corner.setX(min(max(corner.x(), rim), canvas.width() - wide - rim))
        corner.setY(min(max(corner.y(), rim), canvas.height() - high - rim))
        if held is not None:  # at the border of the board another room may lie below the pointer: they change places
            middle = point - corner - QPointF(size, size) / 2
            near = min(range(len(pieces)), key=lambda n: (slots[n] - middle).manhattanLength())
            was = pieces.index(piece)
            pieces[was], pieces[near] = pieces[near], pieces[was]
            corner += _into(point, QRectF(corner + slots[near], QSizeF(size, size)))
        return [(piece, QRectF(corner + slots[n], QSizeF(size, size))) for n, piece in enumerate(pieces)]

    def outer(self) -> QRectF:
        """Return what the open fan covers."""
        whole = QRectF()
        for _, rect in self.rects():
            whole = whole.united(rect)
        return whole.adjusted(-px(8), -px(8), px(8), px(8)) if not whole.isNull() else whole

    def at(self, point: QPointF) -> str | None:
        """Return the counter under a screen point."""
        if self.canvas.stacks.hidden:
            return None
        return next((piece for piece, rect in self.rects() if rect.contains(point)), None)

    def paint(self, painter: QPainter) -> None:
        """Paint card and counters."""
        t = current().tokens
        rects = self.rects()
        if not rects:
            return
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.raised))
        painter.drawRoundedRect(self.outer(), px(8), px(8))
        able = self.state.able_pieces
        for piece, rect in rects:
            painter.setOpacity(1.0 if not able or piece in able else 0.5)
            painter.drawPixmap(rect.toRect().topLeft(), self.canvas.stacks.face_logical(piece, int(rect.width())))
            painter.setOpacity(1.0)
            if piece in self.state.selection:
                ring(painter, rect, t.ring, t.ring_twin)


def _into(point: QPointF, rect: QRectF) -> QPointF:
    """Return how far a rectangle is to be moved until a point lies in it."""
    inner = rect.adjusted(1, 1, -1, -1)
    return point - QPointF(
        min(max(point.x(), inner.left()), inner.right()), min(max(point.y(), inner.top()), inner.bottom())
    )
