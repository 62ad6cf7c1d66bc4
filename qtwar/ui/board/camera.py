"""Where the view looks: zoom 10 to 400 % about a fixed point, pan, fit. Whole px, so that blits stay sharp."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, QSize, Signal

FULL = 0.73
"""Pixels per u at 100 %: a cell is 73 px wide."""
LEAST, MOST = 0.10, 4.0
MARGIN = 24
"""Pixels of surround that may be seen beside a board larger than the window, at the first look."""


def _within(at: float, low: float, high: float) -> float:
    """Return `at` held between two bounds; the middle where they have crossed."""
    return (low + high) / 2 if low > high else max(low, min(high, at))


class Camera(QObject):
    """Maps u to screen px: `screen = u * scale - origin`."""

    moved = Signal()
    zoomed = Signal(float)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.zoom = 1.0
        self.bounds = QRectF(0, 0, 100, 100)
        self.size = QSize(100, 100)
        self.ox = self.oy = 0

    @property
    def scale(self) -> float:
        """Return how many screen pixels one u of the map takes."""
        return FULL * self.zoom

    def to_screen(self, point: QPointF) -> QPointF:
        """Return the screen point of a board point."""
        return QPointF(point.x() * self.scale - self.ox, point.y() * self.scale - self.oy)

    def to_board(self, point: QPointF) -> QPointF:
        """Return the board point of a screen point."""
        return QPointF((point.x() + self.ox) / self.scale, (point.y() + self.oy) / self.scale)

    def rect_to_screen(self, rect: QRectF) -> QRectF:
        """Return the screen rectangle of a board rectangle."""
        return QRectF(self.to_screen(rect.topLeft()), self.to_screen(rect.bottomRight()))

    def area(self) -> QRectF:
        """Return what is in view, in u."""
        return QRectF(self.to_board(QPointF(0, 0)), self.to_board(QPointF(self.size.width(), self.size.height())))

    def least(self) -> float:
        """Return the smallest zoom: 10 %, or what shows the whole board."""
        return min(LEAST, self.fitting())

    def fitting(self) -> float:
        """Return the zoom at which the whole board fits."""
        w, h = max(1, self.size.width() - 16), max(1, self.size.height() - 16)
        return min(MOST, w / (self.bounds.width() * FULL), h / (self.bounds.height() * FULL))

    def set_zoom(self, zoom: float, about: QPointF | None = None) -> None:
        """Zoom; the board point under `about` (screen px, else the middle) stays there."""
        zoom = max(self.least(), min(MOST, zoom))
        if about is None:
            about = QPointF(self.size.width() / 2, self.size.height() / 2)
        if zoom == self.zoom:
            return
        fixed = self.to_board(about)
        self.zoom = zoom
        self._go(fixed.x() * self.scale - about.x(), fixed.y() * self.scale - about.y())
        self.zoomed.emit(zoom)

    def pan(self, by: QPoint) -> bool:
        """Move the board by screen px; False at the border."""
        before = (self.ox, self.oy)
        self._go(self.ox - by.x(), self.oy - by.y())
        return (self.ox, self.oy) != before

    def centre_on(self, point: QPointF) -> None:
        """Bring a board point to the middle."""
        self._go(point.x() * self.scale - self.size.width() / 2, point.y() * self.scale - self.size.height() / 2)

    def turn_to(self, point: QPointF) -> None:
        """Bring a board point towards the middle, with no more surround beside the board than must be."""
        bounds, edge = self.bounds, MARGIN / self.scale
        half = QPointF(self.size.width() / 2 / self.scale, self.size.height() / 2 / self.scale)
        self.centre_on(
            QPointF(
                _within(point.x(), bounds.left() - edge + half.x(), bounds.right() + edge - half.x()),
                _within(point.y(), bounds.top() - edge + half.y(), bounds.bottom() + edge - half.y()),
            )
        )

    def fit(self) -> None:
        """Show the whole board."""
        self.zoom = max(self.least(), self.fitting())
        self.centre_on(self.bounds.center())
        self.zoomed.emit(self.zoom)

    def look_at(self, area: QRectF, *, least: float = LEAST) -> None:
        """Show an area of the board as large as it goes, and beside the board no more surround than must be."""
        w, h = max(1, self.size.width() - 16), max(1, self.size.height() - 16)
        wanted = min(w / (area.width() * FULL), h / (area.height() * FULL), 1.0)
        self.zoom = max(self.least(), least, min(MOST, wanted))
        self.turn_to(area.center())
        self.zoomed.emit(self.zoom)

    def resize(self, size: QSize, moved: QPoint | None) -> None:
        """Take a new size; the window itself has `moved` (px): the board stands still on the screen, and below the pointer.

        None for a window that nobody has seen yet: its middle stays.
        """
        middle = self.to_board(QPointF(self.size.width() / 2, self.size.height() / 2))
        self.size = size
        if moved is None:
            self.centre_on(middle)
        else:
            self._go(self.ox + moved.x(), self.oy + moved.y())

    def _go(self, x: float, y: float) -> None:
        self.ox = self._hold(x, self.bounds.left(), self.bounds.right(), self.size.width())
        self.oy = self._hold(y, self.bounds.top(), self.bounds.bottom(), self.size.height())
        self.moved.emit()

    def _hold(self, at: float, low: float, high: float, window: int) -> int:
        """Keep some of the board in view: it may leave by half a window at most."""
        slack = window / 2
        return round(max(low * self.scale - slack, min(high * self.scale - window + slack, at)))
