"""A layout that puts widgets in lines as words in a paragraph."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import px


class FlowLines(QLayout):
    """Lines from left to right; `gap` in px at the scale in force when it was made."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self.gap = gap
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        """Take a widget's item."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return one of them."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give one of them back."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It claims no more than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Fewer columns make more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height that a width leads to."""
        return self._place(QRect(0, 0, width, 0), False)

    def setGeometry(self, rect: QRect) -> None:
        """Put the widgets in their lines."""
        super().setGeometry(rect)
        self._place(rect, True)

    def sizeHint(self) -> QSize:
        """One line, if there is room."""
        width = sum(item.sizeHint().width() for item in self._items) + self.gap * max(0, len(self._items) - 1)
        height = max((item.sizeHint().height() for item in self._items), default=0)
        m = self.contentsMargins()
        return QSize(width + m.left() + m.right(), height + m.top() + m.bottom())

    def minimumSize(self) -> QSize:
        """At least the largest of them."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        m = self.contentsMargins()
        return size + QSize(m.left() + m.right(), m.top() + m.bottom())

    def _place(self, rect: QRect, really: bool) -> int:
        m = self.contentsMargins()
        area = rect.adjusted(m.left(), m.top(), -m.right(), -m.bottom())
        x, y, line = area.x(), area.y(), 0
        for item in self._items:
            size = item.sizeHint()
            if x + size.width() > area.right() + 1 and line > 0:
                x, y, line = area.x(), y + line + self.gap, 0
            if really:
                item.setGeometry(QRect(QPoint(x, y), QSize(min(size.width(), area.width()), size.height())))
            x += size.width() + self.gap
            line = max(line, size.height())
        return y + line - rect.y() + m.bottom()


class FlowPanel(Speaks, QWidget):
    """A clear ground whose `flow` puts widgets in lines, `gap` px apart at 100 %."""

    def __init__(self, gap: int = 4) -> None:
        super().__init__()
        self.setProperty("kind", "clear")
        self._gap, self.flow = gap, FlowLines(self, px(gap))

    def restyle(self) -> None:
        """Take the gap at the new scale."""
        self.flow.gap = px(self._gap)
