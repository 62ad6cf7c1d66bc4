"""The row of cards in the stack picker: each can be dragged along it, or moved with Alt and an arrow."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QWidget

from qtwar.ui.theme import current, px

DRAG = 6
"""A press that moves so many px is a drag."""


class CardStrip(QWidget):
    """Cards from left to right; `moved(from, to)` when one was put elsewhere. Its new place is for others to grant."""

    moved = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(False)
        self.cards: list[QWidget] = []
        self.slot = -1
        self._held = -1
        self._from = QPointF()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(px(4))
        self._line.addStretch(1)

    def add(self, card: QWidget, *, draggable: bool) -> None:
        """Put a card at the end."""
        self._line.insertWidget(len(self.cards), card)
        self.cards.append(card)
        if draggable:
            for part in (card, *card.findChildren(QWidget)):
                part.installEventFilter(self)

    def _card_of(self, part: QObject) -> int:
        return next((n for n, card in enumerate(self.cards) if part is card or part in card.children()), -1)

    def _slot_at(self, x: float) -> int:
        """Return before which card something dropped at `x` goes, without the one that is held."""
        others = [card for n, card in enumerate(self.cards) if n != self._held]
        return sum(1 for card in others if card.geometry().center().x() < x)

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        """Begin, follow and end the drag of a card; a click is the card's own."""
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and self._left(event):
            self._held, self._from = self._card_of(part), self._point(event)
        elif kind == QEvent.Type.MouseMove and self._held >= 0:
            at = self._point(event)
            if self.slot >= 0 or (at - self._from).manhattanLength() >= px(DRAG):
                self.slot = self._slot_at(at.x())
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
                self.update()
                return True
        elif kind == QEvent.Type.MouseButtonRelease and self._held >= 0:
            held, slot, self._held, self.slot = self._held, self.slot, -1, -1
            self.unsetCursor()
            self.update()
            if slot >= 0:
                if isinstance(part, QAbstractButton):
                    part.setDown(False)
                if slot != held:
                    self.moved.emit(held, slot)
                return True
        elif kind == QEvent.Type.KeyPress and self._alt(event):
            step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(event.key(), 0)  # type: ignore[attr-defined]
            held = self._card_of(part)
            if step and held >= 0:
                if 0 <= held + step < len(self.cards):
                    self.moved.emit(held, held + step)
                return True
        return super().eventFilter(part, event)

    @staticmethod
    def _left(event: Any) -> bool:
        return bool(event.button() == Qt.MouseButton.LeftButton)

    @staticmethod
    def _alt(event: Any) -> bool:
        return bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)

    def _point(self, event: Any) -> QPointF:
        return self.mapFromGlobal(event.globalPosition())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show where a dragged card would go."""
        super().paintEvent(event)
        if self.slot < 0:
            return
        others = [card.geometry() for n, card in enumerate(self.cards) if n != self._held]
        x = others[self.slot].left() - px(2) if self.slot < len(others) else others[-1].right() + px(2)
        if self.slot == self._held:
            x = self.cards[self._held].geometry().center().x()
        t, painter = current().tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(t.ring))
        painter.drawRoundedRect(QRectF(x - px(2), 0, px(4), self.height()), px(2), px(2))
        painter.setBrush(QColor(t.ring_twin))
        painter.drawEllipse(QPointF(x, px(4)), px(4), px(4))
