"""The pages as sheets on a table: one, two or all beside each other, zoomed, drawn when they come into sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from qtwar.export.look import PAPER
from qtwar.export.page import Book, Page
from qtwar.ui.i18n import Speaks
from qtwar.ui.print.drawing import Drawer
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import timer

GAP = 22
PX_PER_MM = 96 / 25.4
"""At 100 % a sheet has its real size on a screen of 96 dpi."""
ZOOMS = (0.1, 0.15, 0.2, 0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1.0, 1.25, 1.5, 2.0, 3.0)


class PageView(Speaks, QAbstractScrollArea):
    """`page_changed` fires with the page that is in sight; `zoomed` with each new zoom."""

    page_changed = Signal(int)
    zoomed = Signal(float)

    def __init__(self, drawer: Drawer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.drawer = drawer
        self.book: Book | None = None
        self.mode = "two"
        self.zoom = 1.0
        self.fits = True
        self.page = 0
        self.small = 0
        """Width of thumbnails, which somebody else wishes for."""
        self._places: list[QRectF] = []
        self.setFrameShape(QAbstractScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.say(self.setAccessibleName, "printing.pages")
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        drawer.drawn.connect(lambda *_: self.viewport().update())
        self._settle = timer(self, 90, self.viewport().update)

    # -- what is shown ---------------------------------------------------------------------------------------

    def show_book(self, book: Book) -> None:
        """Show other pages; the place in the book is kept as far as it goes."""
        self.book = book
        self.page = min(self.page, max(0, len(book.pages) - 1))
        self._lay_out()

    def set_mode(self, mode: str) -> None:
        """Show `one`, `two` or `all` pages beside each other, fitted."""
        self.mode, self.fits = mode, True
        self._lay_out()
        self.go(self.page)

    def set_zoom(self, zoom: float) -> None:
        """Zoom by hand, the middle of the view kept."""
        bar = self.verticalScrollBar()
        share = (bar.value() + self.viewport().height() / 2) / max(1, bar.maximum() + self.viewport().height())
        self.zoom, self.fits = max(ZOOMS[0], min(ZOOMS[-1], zoom)), False
        self._lay_out()
        bar.setValue(round(share * (bar.maximum() + self.viewport().height()) - self.viewport().height() / 2))

    def step_zoom(self, by: int) -> None:
        """Zoom one step in (1) or out (-1)."""
        further = [z for z in ZOOMS if (z > self.zoom * 1.01 if by > 0 else z < self.zoom * 0.99)]
        if further:
            self.set_zoom(further[0 if by > 0 else -1])

    def go(self, page: int) -> None:
        """Bring a page to the top of the view."""
        if 0 <= page < len(self._places):
            self.page = page
            self.verticalScrollBar().setValue(round(self._places[page].top() - px(GAP) / 2))
            self.page_changed.emit(page)
            self.viewport().update()

    # -- geometry --------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self._places = []
        pages = self.book.pages if self.book is not None else ()
        gap = px(GAP)
        room_w, room_h = self.viewport().width() - gap, self.viewport().height() - gap
        if pages and self.fits:
            wide, high = max(p.width for p in pages), max(p.height for p in pages)
            if self.mode == "all":
                self.zoom = self._zoom_for_all(wide, high, len(pages), room_w, room_h, gap)
            else:
                beside = 1 if self.mode == "one" else min(2, len(pages))
                zoom = (room_w - gap * beside) / (wide * beside * PX_PER_MM)
                if self.mode == "one":
                    zoom = min(zoom, (room_h - gap) / (high * PX_PER_MM) * 1.35)
                self.zoom = max(ZOOMS[0], min(ZOOMS[-1], zoom))
        y = float(gap)
        for row in self._rows(pages, gap):
            across_all = sum(size.width() for size in row) + gap * (len(row) - 1)
            x = max(float(gap), (self.viewport().width() - across_all) / 2)
            for size in row:
                self._places.append(QRectF(QPointF(x, y), size))
                x += size.width() + gap
            y += max(size.height() for size in row) + gap
        right = max((r.right() for r in self._places), default=0.0) + gap
        bar, across = self.verticalScrollBar(), self.horizontalScrollBar()
        bar.setRange(0, max(0, round(y - self.viewport().height())))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(px(40))
        across.setRange(0, max(0, round(right - self.viewport().width())))
        across.setPageStep(self.viewport().width())
        self.zoomed.emit(self.zoom)
        self.viewport().update()

    def _rows(self, pages: Sequence[Page], gap: int) -> list[list[QSizeF]]:
        """Return the sizes of the pages at the zoom in force, as many beside each other as the mode and the room allow."""
        k, room = self.zoom * PX_PER_MM, self.viewport().width() - gap + 1
        most = {"one": 1, "two": 2}.get(self.mode, len(pages))
        rows: list[list[QSizeF]] = []
        x = 0.0
        for page in pages:
            size = QSizeF(page.width, page.height) * k
            if not rows or len(rows[-1]) >= most or x + size.width() > room:
                rows.append([])
                x = float(gap)
            rows[-1].append(size)
            x += size.width() + gap
        return rows

    @staticmethod
    def _zoom_for_all(wide: float, high: float, count: int, room_w: int, room_h: int, gap: int) -> float:
        for zoom in reversed(ZOOMS):
            k = zoom * PX_PER_MM
            beside = max(1, int(room_w // (wide * k + gap)))
            if -(-count // beside) * (high * k + gap) <= room_h:
                return zoom
        return ZOOMS[1]

    def visible_pages(self) -> list[int]:
        """Return the pages in sight."""
        area = self._area()
        return [n for n, place in enumerate(self._places) if place.intersects(area)]

    def _area(self) -> QRectF:
        return QRectF(
            self.horizontalScrollBar().value(),
            self.verticalScrollBar().value(),
            self.viewport().width(),
            self.viewport().height(),
        )

    # -- painting --------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheets in sight; those not yet drawn are white, or what there is of them, larger."""
        p = QPainter(self.viewport())
        tokens = current().tokens
        p.fillRect(self.viewport().rect(), QColor(tokens.surround))
        p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        ratio = self.devicePixelRatioF()
        area = self._area()
        shade = QColor(tokens.shadow)
        shade.setAlphaF(0.16)
        visible = self.visible_pages()
        if not self._settle.isActive():
            self.drawer.forget_wishes(self.small)
        for n in reversed(visible):  # the first in sight is asked for last, so that it comes first
            place = self._places[n].translated(-area.left(), -area.top())
            p.fillRect(place.translated(px(2), px(3)), shade)
            width = max(8, round(place.width() * ratio))
            image = self.drawer.image(n, width) or self.drawer.any_image(n)
            if image is None:
                p.fillRect(place, QColor(PAPER))  # white in every theme
            else:
                p.drawImage(place, image)
        p.end()

    # -- events ----------------------------------------------------------------------------------------------

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Scrolling moves the sheets; the page at the upper third is the one looked at."""
        self._settle.start()
        self.viewport().update()
        line = self.verticalScrollBar().value() + self.viewport().height() * 0.3
        here = next((n for n, r in enumerate(self._places) if r.top() <= line <= r.bottom() + px(GAP)), self.page)
        at_row = self._places[self.page] if self.page < len(self._places) else None
        if at_row is not None and at_row.top() <= line <= at_row.bottom() + px(GAP):
            return
        if here != self.page:
            self.page = here
            self.page_changed.emit(here)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page to the new size of the view."""
        self._lay_out()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """With Ctrl the wheel zooms."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.step_zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
        else:
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Page keys turn pages; Home and End go to the first and the last."""
        last = len(self._places) - 1
        step = 1 if self.mode == "one" else 2
        target = {
            Qt.Key.Key_PageDown: min(last, self.page + step),
            Qt.Key.Key_PageUp: max(0, self.page - step),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }.get(Qt.Key(event.key()))
        if target is not None and last >= 0:
            self.go(target)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """The table's colour follows the theme."""
        if event.type() == QEvent.Type.StyleChange:
            self.viewport().update()
        super().changeEvent(event)
