"""A one-line label that shortens with … and then tells the whole in its tip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOption, QWidget

from qtwar.ui.widgets.basics import TextLabel
from qtwar.ui.widgets.plain import plain


class Elided(TextLabel):
    """Text that gives way to its neighbours."""

    def __init__(self, kind: str = "", key: str = "", parent: QWidget | None = None, *, text: str = "") -> None:
        self._full = ""
        super().__init__(kind, key, parent, text=text)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        """Set the text; the tip tells the whole while it is shortened."""
        super().setText(text)
        self._tip()

    def tell(self, full: str) -> None:
        """Let the tip say more than the line does, shortened or not."""
        self._full = full
        self._tip()

    def minimumSizeHint(self) -> QSize:
        """A few letters are enough."""
        size = super().minimumSizeHint()
        return QSize(min(self.fontMetrics().averageCharWidth() * 4, size.width()), size.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Look again whether the tip is needed."""
        super().resizeEvent(event)
        self._tip()

    def _tip(self) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width()
        self.setToolTip(plain(self._full or (self.text() if cut else "")))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the shortened line."""
        painter = QPainter(self)
        option = QStyleOption()
        option.initFrom(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
        rect = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(rect, int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), text)
