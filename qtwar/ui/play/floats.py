"""What floats on the board: legend of lights, minimap frame, zoom strip."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QLabel, QWidget

from qtwar.ui.answer import Answer
from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.board.strokes import frame
from qtwar.ui.facts import ViewChanges
from qtwar.ui.game import GameActions, GamePosition, GameTitle
from qtwar.ui.i18n import Speaks, suited
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import IconButton, Panel, TextLabel, clear, timer

RENEW_MS = 100


class Swatch(QLabel):
    """The mark of a light: a frame in its colour, dashed, or a disc."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self.mark = mark
        self.setFixedSize(px(18), px(16))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the mark that the legend explains."""
        t = current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = {"stop": t.warn, "enemy": t.bad, "join": t.ring}.get(self.mark, t.accent)
        rect = QRectF(self.rect()).adjusted(px(2), px(2), -px(2), -px(2))
        if self.mark == "waypoint":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(rect, px(4), px(4))
            painter.setPen(QColor(t.on_accent))
            painter.setFont(current().font("caps", strong=True))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), "1")
            return
        style = Qt.PenStyle.DashLine if self.mark == "pass" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(QColor(colour), px(2), style))
        painter.drawRect(rect)


def lights(answer: Answer, title: GameTitle) -> tuple[tuple[str, str], ...]:
    """Return (mark, text) of the lights on the board, while a force is picked up or placed."""
    if answer.kind not in ("move", "place", "cell", "pieces+cell") or not answer.pieces:
        return ()
    aimed = "target" if (answer.ask or {}).get("odds") else ""  # what has odds is done to somebody there
    marks = {"move": ("go", "enemy", "waypoint"), "place": (aimed or "go",)}.get(answer.kind, (aimed or "choose",))
    return tuple((mark, title.texts.plain({"key": f"legend.{mark}", "args": {}}, title.language)) for mark in marks)


class Legend(Panel):
    """Says what the lights mean, only while there are some."""

    def __init__(self, actions: GameActions, answer: Answer, title: GameTitle, parent: QWidget) -> None:
        super().__init__("floating", margins=(10, 6, 12, 6), spacing=3, parent=parent)
        self.answer, self.title = answer, title
        self._shown: object = None
        self._lit = False
        self.room = True
        """Whether it may be shown at all."""
        actions.offer_changed.connect(self.refresh)
        answer.changed.connect(self.refresh)
        self.refresh()

    def show_lit(self, lit: bool) -> None:
        """Show only what is lit: nothing once the hand is empty, or the rules are off."""
        if lit != self._lit:
            self._lit = lit
            self.refresh()

    def refresh(self) -> None:
        """Show the marks that are on the board."""
        marks = lights(self.answer, self.title) if self._lit else ()
        if marks != self._shown:
            self._shown = marks
            clear(self.box)
            for mark, text in marks:
                self.lay(Panel(row=True, spacing=8).lay(Swatch(mark), TextLabel("small", text=text)))
        self.setVisible(bool(marks) and self.room)
        self.adjustSize()

    def retranslate(self) -> None:
        """Write the legend again in the language in force."""
        self._shown = None
        self.refresh()

    def restyle(self) -> None:
        """Lay the parts out anew when the scale of the screen has changed."""
        super().restyle()
        self.retranslate()
        QTimer.singleShot(0, self, self.adjustSize)


class MiniMap(Speaks, QWidget):
    """The whole board small, with a frame where the view is; click or drag goes there."""

    moved = Signal(QPointF)  # centre wanted, 0..1 of the board

    def __init__(self, position: GamePosition, parent: QWidget) -> None:
        super().__init__(parent)
        self.area = QRectF(0, 0, 1, 1)
        self.painted: Callable[[int], QPixmap | None] = lambda size: None
        """Paints the whole board, its longer side so many px; given by the board."""
        self._drawn = QRectF(0, 0, 1, 1)
        self.say(self.setAccessibleName, "minimap.name")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # The whole board painted small: a moment after a change, once for many, never while the board is still painting;
        # what one action changes is mended with the board.
        self._kept: QPixmap | None = None
        self._renewal, self._mending = timer(self, RENEW_MS, self._mend), timer(self, 0, self._mend)
        position.changed.connect(self._changed)
        self.restyle()

    def _changed(self, change: ViewChanges) -> None:
        self._renewal.start()
        if not change.everything:
            self._mending.start()

    def _mend(self) -> None:
        """Take the small picture as it is now."""
        picture = self._picture()
        if picture is None or self._kept is None or picture.cacheKey() != self._kept.cacheKey():
            self._kept = QPixmap(picture) if picture is not None else None
            self.update()

    def renew(self) -> None:
        """More of the printed map is there: take the small picture when no more comes."""
        self._renewal.start()

    def show_other(self) -> None:
        """Another board is shown: its small picture, not that of the last one, also while its printed map still comes."""
        self._kept = None
        self._renewal.start()
        self.update()

    def set_area(self, area: QRectF) -> None:
        """Frame the part in view (0..1 of the board)."""
        self.area = area
        self.update()

    def restyle(self) -> None:
        """Take the size at the new scale."""
        self.setFixedSize(QSize(px(176), px(158)))
        self.update()
        self._renewal.start()

    def _picture(self) -> QPixmap | None:
        most = QRectF(self.rect()).adjusted(px(5), px(5), -px(5), -px(5))
        picture = self.painted(int(max(most.width(), most.height())))
        return picture if picture is not None and not picture.isNull() else None

    def _inner(self, picture: QPixmap | None) -> QRectF:
        """Return where the picture lies: as large as fits, in its own proportions."""
        room = QRectF(self.rect()).adjusted(px(5), px(5), -px(5), -px(5))
        if picture is None:
            return room
        size = QSizeF(picture.size()).scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        inner = QRectF(QPointF(0, 0), size)
        inner.moveCenter(room.center())
        return inner

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint card, picture and frame."""
        t = current().tokens
        picture = self._kept
        if picture is None and not self._renewal.isActive():
            self._renewal.start()
        inner = self._inner(picture)
        self._drawn = inner
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        if picture is None:
            painter.fillRect(inner, QColor(t.sunk))
            return
        painter.drawPixmap(inner.toRect(), picture)
        to_map = QTransform.fromTranslate(inner.x(), inner.y()).scale(inner.width(), inner.height())
        frame(painter, to_map.mapRect(self.area).intersected(inner))

    def _go(self, event: QMouseEvent) -> None:
        inner = self._drawn
        x = (event.position().x() - inner.x()) / max(1.0, inner.width())
        y = (event.position().y() - inner.y()) / max(1.0, inner.height())
        self.moved.emit(QPointF(min(1.0, max(0.0, x)), min(1.0, max(0.0, y))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Centre the board on the point that was clicked."""
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the board along while the pointer is dragged over the small map."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)


class ZoomStrip(Panel):
    """− 100 % + · fit · go to a cell, which the ground (kind of grid) gives its name; in the lower right corner of a panel."""

    goto = Signal()

    def __init__(self, parent: QWidget, board: BoardCanvas, ground: str = "") -> None:
        super().__init__("floating", row=True, margins=(4, 2, 4, 2), spacing=2, parent=parent)
        self.board, self.factor = board, 1.0
        self.number = TextLabel("strong")
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.lay(
            IconButton("minus", "action.zoom_out", size=30, then=lambda: self.step(-1)),
            self.number,
            IconButton("plus", "action.zoom_in", size=30, then=lambda: self.step(1)),
            IconButton("fit-to-page-outline", "action.zoom_fit", size=30, then=board.fit),
            IconButton("crosshairs-gps", suited("action.goto", ground), size=30, then=self.goto.emit),
        )
        board.zoom_changed.connect(self.show_zoom)
        parent.installEventFilter(self)
        self.show_zoom(1.0)

    def step(self, by: int) -> None:
        """Zoom in by a step (1), or out (-1)."""
        self.board.set_zoom(self.factor * 1.25 if by > 0 else self.factor / 1.25)

    def show_zoom(self, factor: float) -> None:
        """Show the zoom in force."""
        self.factor = factor
        self.number.show_data(f"{factor * 100:.0f} %")
        self.number.setMinimumWidth(self.number.fontMetrics().horizontalAdvance("400 %") + px(6))
        self.settle()

    def settle(self) -> None:
        """Lie in the corner."""
        self.adjustSize()
        gap, over = px(12), self.parentWidget()
        self.move(over.width() - self.width() - gap, over.height() - self.height() - gap)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the corner when the panel has another size."""
        if event.type() == QEvent.Type.Resize:
            self.settle()
            self.raise_()
        return False

    def restyle(self) -> None:
        """Fit the strip to the theme and text size in force."""
        super().restyle()
        self.show_zoom(self.factor)
