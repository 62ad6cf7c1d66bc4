"""Draws pages into pictures on a thread of their own; what is asked for last is drawn first."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QThread, QThreadPool, Signal
from PySide6.QtGui import QImage

from qtwar.export.page import Book, Page
from qtwar.export.raster import PagePainter, page_image

Key = tuple[int, int, int]
"""(number of the book, page, width in px)."""


class Drawer(QObject):
    """`drawn(key, image)` fires on the window's thread."""

    drawn = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.serial = 0
        self._book: Book | None = None
        self._wanted: dict[Key, Page] = {}
        self._kept: dict[Key, QImage] = {}
        self._lock = threading.Lock()
        self._painter: PagePainter | None = None
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)
        self.drawn.connect(self._keep)

    def show(self, book: Book) -> None:
        """Draw the pages of another book from now on."""
        with self._lock:
            self.serial += 1
            self._book = book
            self._wanted.clear()
        self._kept.clear()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is on its way."""
        with self._lock:
            return not self._wanted and not self._pool.activeThreadCount()

    def image(self, page: int, width: int) -> QImage | None:
        """Return a page `width` px wide, or None: then it is on its way."""
        key = (self.serial, page, max(8, width))
        found = self._kept.get(key)
        if found is None and self._book is not None and page < len(self._book.pages):
            with self._lock:
                self._wanted.pop(key, None)
                self._wanted[key] = self._book.pages[page]
            self._pool.start(self._draw)
        return found

    def any_image(self, page: int) -> QImage | None:
        """Return the largest picture there is of a page, to stand in."""
        found = [image for (serial, n, _), image in self._kept.items() if serial == self.serial and n == page]
        return max(found, key=lambda image: image.width(), default=None)

    def forget_wishes(self, but: int) -> None:
        """Drop what was asked for and is not begun, but pictures of one width: nobody looks at it any more."""
        with self._lock:
            self._wanted = {key: page for key, page in self._wanted.items() if key[2] == but}

    def close(self) -> None:
        """Draw nothing any more."""
        with self._lock:
            self._wanted.clear()
        self._pool.waitForDone()

    def _draw(self) -> None:
        """Draw what was asked for last, on the thread."""
        with self._lock:
            if not self._wanted:
                return
            key, page = self._wanted.popitem()
        self._painter = self._painter or PagePainter()
        self.drawn.emit(key, page_image(page, key[2] * 25.4 / page.width, self._painter))

    def _keep(self, key: Key, image: QImage) -> None:
        if key[0] == self.serial:
            self._kept[key] = image
            while len(self._kept) > 160:
                self._kept.pop(next(iter(self._kept)))
