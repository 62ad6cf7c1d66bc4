"""A counter large enough to be designed: its face, a grid, and the slots of its template, which can be dragged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from qtwar.base.errors import QtwarError
from qtwar.draw.counter import alike
from qtwar.ui.board.input import ARROWS
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current, px

SIDE, LOW_SIDE = 220, 110
"""How long the longer side is: where there is room, and in a low window."""
ROOM = 8.0
"""Room around a counter's body for its shadow, in its units."""


def spec_of(layer: Any) -> tuple[str, dict[str, Any]]:
    """Return a layer's word and its settings."""
    if not isinstance(layer, Mapping) or len(layer) != 1:
        return "", {}
    word, spec = next(iter(layer.items()))
    return str(word), dict(spec) if isinstance(spec, Mapping) else {"value": spec}


def slot_rect(word: str, spec: Mapping[str, Any], styles: Mapping[str, Any]) -> QRectF | None:
    """Return what a layer covers, in units of the counter (100 wide); None for one that covers all of it."""
    at = spec.get("at")
    if not isinstance(at, (list, tuple)) or len(at) != 2:
        if word == "symbol":
            at = (50, 42)
        else:
            return None
    x, y = float(at[0]), float(at[1])
    if word == "text":
        size = spec.get("size", (styles.get(spec.get("style", "")) or {}).get("size", 20))
        high = float(size) if isinstance(size, (int, float)) else 20.0
        wide = float(spec.get("fit") or high * 1.3)
        left = {"l": x, "r": x - wide}.get(str(spec.get("align", "c")), x - wide / 2)
        if spec.get("rotate"):
            return QRectF(x - high / 2, y - wide / 2, high, wide)
        return QRectF(left, y - high / 2, wide, high)
    if word in ("symbol", "block", "image"):
        size = spec.get("size", (50, 33.5))
        return QRectF(x - size[0] / 2, y - size[1] / 2, float(size[0]), float(size[1]))
    if word in ("disc", "pips"):
        r = float(spec.get("r", 11.5 if word == "disc" else 3.2))
        return QRectF(x - r, y - r, 2 * r, 2 * r)
    return None


class FaceEditor(Speaks, QWidget):
    """`picked` gives the layer clicked, `moved` (layer, x, y) where it was dragged."""

    picked = Signal(int)
    moved = Signal(int, float, float)
    dropped = Signal(str)
    """The path of a picture that was dropped on the face."""

    def __init__(self, model: EditModel) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.model = model
        self.kind = self.piece = ""
        self.face = "front"
        self.body, self.side = (100.0, 100.0), SIDE
        self.layers: list[Any] = []
        self.layer = -1
        self._held: tuple[QPointF, QPointF] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.say(self.setAccessibleName, "edit.face_editor")
        self.restyle()

    def restyle(self) -> None:
        """The longer side is as long as the stage is high."""
        wide, high = self.body
        unit = px(self.side) / (max(wide, high) + 2 * ROOM)
        self.setFixedSize(QSize(round((wide + 2 * ROOM) * unit), round((high + 2 * ROOM) * unit)))

    def set_low(self, low: bool) -> None:
        """Be smaller, or as large as usual."""
        side = LOW_SIDE if low else SIDE
        if side != self.side:
            self.side = side
            self.restyle()

    def _body(self) -> tuple[float, float]:
        """Return the size of the template in units: a card need not be square."""
        templates = self.model.content.counters.get("templates") or {}
        kind = self.model.content.kinds_by_id.get(self.kind)
        for _, template in alike(templates, kind.template if kind is not None else ""):
            size = template.get("size")
            if isinstance(size, (list, tuple)) and len(size) == 2:
                return float(size[0]), float(size[1])
        return 100.0, 100.0

    def show_face(self, kind: str, piece: str, face: str, layers: list[Any], layer: int) -> None:
        """Show a kind's face with the layers of its template."""
        self.kind, self.piece, self.face, self.layers, self.layer = kind, piece, face, layers, layer
        body = self._body()
        if body != self.body:
            self.body = body
            self.restyle()
        self.update()

    @property
    def unit(self) -> float:
        """Pixels per unit of the counter."""
        return self.width() / (self.body[0] + 2 * ROOM)

    def to_screen(self, rect: QRectF) -> QRectF:
        """Return where a rectangle of the counter lies on the widget."""
        k, room = self.unit, ROOM
        return QRectF((rect.x() + room) * k, (rect.y() + room) * k, rect.width() * k, rect.height() * k)

    def _slots(self) -> list[tuple[int, QRectF]]:
        styles = self.model.content.counters.get("styles") or {}
        shown = []
        for n, layer in enumerate(self.layers):
            word, spec = spec_of(layer)
            rect = slot_rect(word, spec, styles)
            if rect is not None and (self._holds(spec) or n == self.layer):
                shown.append((n, rect))
        return shown

    def _holds(self, spec: Mapping[str, Any]) -> bool:
        from qtwar.draw.expr import holds

        if "when" not in spec:
            return True
        kind = self.model.content.kinds_by_id.get(self.kind)
        if kind is None:
            return True
        fields = {
            **(self.model.content.counters.get("defaults") or {}),
            **kind.attrs,
            "side": kind.side or "",
            "kind": kind.id,
        }
        try:
            return bool(holds(spec["when"], fields))
        except (QtwarError, ValueError, KeyError, TypeError):
            return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint face, grid and slots."""
        t = current().tokens
        if self.kind not in self.model.content.kinds_by_id:
            return
        picture = self.model.faces.counter(self.piece or self.kind, self.width(), self.devicePixelRatioF(), self.face)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, picture)
        line = QColor(t.accent)
        line.setAlpha(60)
        painter.setPen(QPen(line, 1))
        wide, high = self.body
        for n in range(0, round(wide) + 1, 10):
            a = self.to_screen(QRectF(n, 0, 0, high))
            painter.drawLine(a.topLeft(), a.bottomLeft())
        for n in range(0, round(high) + 1, 10):
            b = self.to_screen(QRectF(0, n, wide, 0))
            painter.drawLine(b.topLeft(), b.topRight())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for n, rect in self._slots():
            box = self.to_screen(rect if n != self.layer or self._held is None else rect.translated(self._by()))
            chosen = n == self.layer
            painter.setPen(QPen(QColor(t.raised), px(3 if chosen else 2)))
            painter.drawRect(box)
            style = Qt.PenStyle.SolidLine if chosen else Qt.PenStyle.DashLine
            painter.setPen(QPen(QColor(t.accent), px(2 if chosen else 1), style))
            painter.drawRect(box)
        if self.hasFocus():
            painter.setPen(QPen(QColor(t.accent), px(1), Qt.PenStyle.DotLine))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file that is dropped."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A file that is dropped is the picture of the face."""
        path = next((url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()), "")
        if path:
            self.dropped.emit(path)

    def _by(self) -> QPointF:
        if self._held is None:
            return QPointF()
        by = (self._held[1] - self._held[0]) / self.unit
        return QPointF(round(by.x()), round(by.y()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the smallest slot under the pointer and take hold of it."""
        self.setFocus()
        spot = event.position() / self.unit - QPointF(ROOM, ROOM)
        under = [(rect.width() * rect.height(), n) for n, rect in self._slots() if rect.contains(spot)]
        self.layer = min(under)[1] if under else -1
        self._held = (event.position(), event.position()) if under else None
        self.picked.emit(self.layer)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the chosen mark of the face with the pointer."""
        if self._held is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._held = (self._held[0], event.position())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Store where it is."""
        by, self._held = self._by(), None
        if not by.isNull() and self.layer >= 0:
            self._shift(by.x(), by.y())

    def _shift(self, dx: float, dy: float) -> None:
        spec = spec_of(self.layers[self.layer])[1]
        x, y = spec.get("at", (50, 42))
        self.moved.emit(self.layer, float(x) + dx, float(y) + dy)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows nudge the chosen slot by a unit."""
        by = ARROWS.get(Qt.Key(event.key()))
        if by is None or self.layer < 0:
            super().keyPressEvent(event)
        else:
            self._shift(*by)


class Small(Speaks, QWidget):
    """A face at a size with a caption under it."""

    def __init__(self, model: EditModel, size: float, key: str, face: str = "front", **said: str) -> None:
        super().__init__()
        self.model, self._size, self._face, self._key = model, size, face, key
        self.ident = self.caption = ""
        self.say_size(**said)
        self.restyle()

    def say_size(self, **said: str) -> None:
        """Have the caption with what its text wants to know."""
        self.say(self._tell, self._key, **said)

    def _tell(self, text: str) -> None:
        self.caption = text
        self.setAccessibleName(text)
        self.restyle()

    def set_size(self, size: float) -> None:
        """Show it at another size."""
        self._size = size
        self.restyle()

    def show_counter(self, ident: str) -> None:
        """Show a kind or a counter of the roster."""
        self.ident = ident
        self.update()

    def restyle(self) -> None:
        """Room for picture and caption."""
        side = round(self._size)
        wide = max(side, self.fontMetrics().horizontalAdvance(self.caption) + px(4))
        self.setFixedSize(wide, side + self.fontMetrics().height() + px(6))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the face below its caption."""
        if self.ident not in self.model.content.kinds_by_id and self.ident not in self.model.content.pieces_by_id:
            return
        painter = QPainter(self)
        side = round(self._size)
        picture = self.model.faces.counter(self.ident, side, self.devicePixelRatioF(), self._face)
        painter.setPen(QColor(current().tokens.text))
        painter.setFont(current().font("small"))
        high = self.fontMetrics().height()
        painter.drawText(QRectF(0, 0, self.width(), high), int(Qt.AlignmentFlag.AlignHCenter), self.caption)
        painter.drawPixmap((self.width() - side) // 2, high + px(4), picture)
