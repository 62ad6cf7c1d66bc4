"""Draws pages into pictures on a thread of their own; what is asked for last is drawn first."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QThread, Signal
from PySide6.QtGui import QImage

from qtwar.export.page import Book, Page
from qtwar.export.raster import PagePainter, page_image

Key = tuple[int, int, int]
"""(number of the book, page, width in px)."""


class _Thread(QThread):
    def __init__(self, drawer: Drawer) -> None:
        super().__init__()
        self._drawer = drawer

    def run(self) -> None:
        painter: PagePainter | None = None
        while True:
            job = self._drawer._next()
            if job is None:
                return
            key, page = job
            if painter is None:
                painter = PagePainter()
            image = page_image(page, key[2] * 25.4 / page.width, painter)
            self._drawer.drawn.emit(key, image)


class Drawer(QObject):
    """`drawn(key, image)` fires on the window's thread."""

    drawn = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.serial = 0
        self._book: Book | None = None
        self._wanted: dict[Key, Page] = {}
        self._kept: dict[Key, QImage] = {}
        self._wake = threading.Condition()
        self._over = False
        self._thread = _Thread(self)
        self.drawn.connect(self._keep)

    def show(self, book: Book) -> None:
        """Draw the pages of another book from now on."""
        with self._wake:
            self.serial += 1
            self._book = book
            self._wanted.clear()
        self._kept.clear()

    def image(self, page: int, width: int) -> QImage | None:
        """Return a page `width` px wide, or None: then it is on its way."""
        key = (self.serial, page, max(8, width))
        found = self._kept.get(key)
        if found is None and self._book is not None and page < len(self._book.pages):
            with self._wake:
                self._wanted.pop(key, None)
                self._wanted[key] = self._book.pages[page]
                self._wake.notify()
            if not self._thread.isRunning():
                self._thread.start(QThread.Priority.LowPriority)
        return found

    def any_image(self, page: int) -> QImage | None:
        """Return the largest picture there is of a page, to stand in."""
        found = [image for (serial, n, _), image in self._kept.items() if serial == self.serial and n == page]
        return max(found, key=lambda image: image.width(), default=None)

    def forget_wishes(self, but: int) -> None:
        """Drop what was asked for and is not begun, but pictures of one width: nobody looks at it any more."""
        with self._wake:
            self._wanted = {key: page for key, page in self._wanted.items() if key[2] == but}

    def close(self) -> None:
        """Let the thread end."""
        with self._wake:
            self._over = True
            self._wake.notify()
        self._thread.wait()

    def _next(self) -> tuple[Key, Page] | None:
        with self._wake:
            while not self._wanted and not self._over:
                self._wake.wait()
            if self._over:
                return None
            key = next(reversed(self._wanted))
            return key, self._wanted.pop(key)

    def _keep(self, key: Key, image: QImage) -> None:
        if key[0] == self.serial:
            self._kept[key] = image
            while len(self._kept) > 160:
                self._kept.pop(next(iter(self._kept)))
