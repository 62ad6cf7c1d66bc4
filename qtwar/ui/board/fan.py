"""A stack opened in place: its counters side by side, so that each can be seen and taken."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.ui.board.lights import ring
from qtwar.ui.board.state import BoardState
from qtwar.ui.theme import current, px


class Fan:
    """Open over one place at a time."""

    def __init__(self, state: BoardState) -> None:
        self.state, self.canvas = state, state.canvas
        self.place = ""

    def open(self, place: str) -> None:
        """Open the stack of a place (empty: close)."""
        if place != self.place:
            self.place = place
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
        gap = px(4)
        row = max(1, min(len(pieces), max(1, (canvas.width() - px(24)) // (size + gap))))
        rows = -(-len(pieces) // row)
        middle = canvas.spot(self.place)
        wide, high = row * (size + gap) - gap, rows * (size + gap) - gap
        x = min(max(middle.x() - wide / 2, px(8)), canvas.width() - wide - px(8))
        y = min(max(middle.y() - high / 2, px(8)), canvas.height() - high - px(8))
        return [
            (piece, QRectF(x + (n % row) * (size + gap), y + (n // row) * (size + gap), size, size))
            for n, piece in enumerate(pieces)
        ]

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
