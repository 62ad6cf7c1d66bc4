"""Counters outside the board: a picture that can be hovered, clicked and dragged, and a strip of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QBuffer, QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDrag,
    QEnterEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QToolTip, QWidget

from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks
from qtwar.ui.mime import pack
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import Panel, clear
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.plain import plain

TIP = 250
"""Width of the picture of a card that is pointed at."""
CARD = 1.75
"""A card is so much larger than the counters beside it: it is there to be read."""


def is_card(model: GamePorts, piece: str) -> bool:
    """Return whether a piece is a card whose face is known."""
    record = model.position.view.pieces.get(piece)
    kind = model.title.content.kinds_by_id.get(record["kind"]) if record is not None and model.title.content is not None else None
    return kind is not None and kind.klass == "card"


class Face(Speaks, QWidget):
    """One counter or card (or a pile of equal ones with a count chip) in a square `size` px wide at 100 %.

    `shown` is the piece or `+kind` whose picture stands for pieces that are not known, such as cards looked at;
    `trimmed` makes it no larger than the picture.
    """

    clicked = Signal(str)

    def __init__(
        self,
        model: GamePorts,
        pieces: Sequence[str],
        size: int = 46,
        *,
        draggable: bool = True,
        shown: str = "",
        trimmed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.model, self.pieces, self._size, self.draggable = model, tuple(pieces), size, draggable
        self.shown, self.trimmed = shown or self.pieces[-1], trimmed
        self._press: QPoint | None = None
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.restyle()
        self.retranslate()

    @property
    def piece(self) -> str:
        """Return the id of the piece on top."""
        return self.pieces[-1]

    def restyle(self) -> None:
        """Take the size at the new scale."""
        side = px(self._size)
        self.setFixedSize(side + px(2), side + px(2))
        if self.trimmed:
            self.setFixedSize(self._frame(self._picture()).size() + QSize(px(2), px(2)))
        self.update()

    def retranslate(self) -> None:
        """Tell a screen reader what it is."""
        info = self.model.position.piece(self.shown)
        if info is None:  # looked at, and not known by its place
            name = self.model.title.texts.plain({"key": "{p}", "args": {"p": {"p": self.shown}}}, self.model.title.language)
            self.setAccessibleName(name)
            self.setToolTip(plain(name))
        else:
            words = [info.name, info.strength, info.place_name]
            self.setAccessibleName(", ".join(word for word in words if word))
            self.setToolTip(plain(" · ".join(word for word in words if word)))

    def event(self, event: QEvent) -> bool:
        """The tip of a card is the card, large enough to be read."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and is_card(self.model, self.shown):
            picture, ratio = QBuffer(), self.devicePixelRatioF()
            picture.open(QBuffer.OpenModeFlag.WriteOnly)
            self.model.position.face(self.shown, px(TIP), ratio).save(picture, "PNG", 90)
            data = bytes(picture.data().toBase64().data()).decode()
            image = f'<img width="{px(TIP)}" src="data:image/png;base64,{data}">'
            words = f"<table><tr><td>{escape(self.accessibleName())}</td></tr><tr><td>{image}</td></tr></table>"
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the face, its ring and its chips."""
        t = current().tokens
        picture = self._picture()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(self._frame(picture), picture)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.ring_twin), px(2)))
            painter.drawRoundedRect(self.rect().adjusted(px(1), px(1), -px(1), -px(1)), px(4), px(4))
        if len(self.pieces) > 1:
            chip(painter, QPoint(self.width() - px(1), self.height() - px(1)), str(len(self.pieces)))

    def _picture(self) -> QPixmap:
        return self.model.position.face(self.shown, px(self._size), self.devicePixelRatioF())

    def _frame(self, picture: QPixmap) -> QRect:
        """Return where a picture lies: a card is higher than a counter, and fits in all the same."""
        side = px(self._size)
        size = picture.size().scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
        return QRect((self.width() - size.width()) // 2, (self.height() - size.height()) // 2, size.width(), size.height())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with a piece that lies off the board."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:  # the mouse's button is handled on release
            self._open_menu(self.mapToGlobal(self.rect().center()))

    def _open_menu(self, at: QPoint) -> None:
        self.model.focus.menu.emit(self.pieces[-1:], at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press may become a click or a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Six pixels make a drag."""
        if self._press is None or not self.draggable:
            return
        if (event.position().toPoint() - self._press).manhattanLength() >= 6:
            self._press = None
            self.start_drag()

    def start_drag(self) -> None:
        """Carry the pieces off."""
        drag = QDrag(self)
        drag.setMimeData(pack(self.pieces))
        picture = self._picture()
        drag.setPixmap(picture)
        half = picture.deviceIndependentSize() / 2
        drag.setHotSpot(QPoint(round(half.width()), round(half.height())))
        drag.exec(Qt.DropAction.MoveAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A release where it was pressed is a click."""
        if event.button() == Qt.MouseButton.RightButton:
            self._open_menu(event.globalPosition().toPoint())
            return
        if self._press is not None:
            self._press = None
            self.clicked.emit(self.piece)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click brings it into view."""
        self.model.focus.centre.emit(self.piece)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Hover blinks it on the board."""
        self.model.focus.blink.emit(self.pieces)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space clicks, and Enter until what was chosen is enough: from then on it is the prompt bar's, which shows it."""
        answer = self.model.answer
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        whole = answer.started_any and answer.missing() is None
        if event.key() == Qt.Key.Key_Space or (enter and not whole):
            self.clicked.emit(self.piece)
        else:
            super().keyPressEvent(event)


def chip(painter: QPainter, corner: QPoint, text: str) -> None:
    """Paint a small number chip whose lower right corner is `corner`."""
    t = current().tokens
    font = current().font("caps", strong=True)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    width = max(metrics.horizontalAdvance(text) + px(6), px(15))
    rect = QRect(corner.x() - width, corner.y() - px(15), width, px(15))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(t.text))
    painter.drawRoundedRect(rect, px(4), px(4))
    painter.setPen(QColor(ink_on(t.text)))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)


class Faces(Panel):
    """Counters in lines; equal ones can be piled. Emits `clicked(piece)`."""

    clicked = Signal(str)

    def __init__(self, model: GamePorts, size: int = 46) -> None:
        super().__init__()
        self.model, self._size = model, size
        self.holder = FlowPanel()
        self.lay(self.holder)
        self.faces: list[Face] = []
        self._shown: tuple[tuple[str, ...], ...] = ()

    def show_groups(self, groups: Sequence[Sequence[str]], *, draggable: bool = True) -> None:
        """Show each group as one pile."""
        wanted = tuple(tuple(g) for g in groups if g)
        if wanted == self._shown:
            for face in self.faces:
                face.update()
            return
        self._shown = wanted
        clear(self.holder.flow)
        self.faces = []
        for group in wanted:
            card = is_card(self.model, group[-1])
            size = round(self._size * CARD) if card else self._size
            face = Face(self.model, group, size, draggable=draggable, trimmed=card)
            face.clicked.connect(self.clicked)
            self.holder.flow.addWidget(face)
            self.faces.append(face)
        self.holder.updateGeometry()

    def show_pieces(self, pieces: Sequence[str], *, draggable: bool = True) -> None:
        """Show every piece on its own, top first."""
        self.show_groups([(p,) for p in reversed(list(pieces))], draggable=draggable)

    def sizeHint(self) -> QSize:
        """As its lines need."""
        return self.holder.flow.sizeHint() if "holder" in self.__dict__ else super().sizeHint()
