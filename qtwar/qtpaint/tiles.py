"""The board in square tiles, painted by background threads at zoom steps of √2 and kept within a memory limit.

    source = TileSource(art)                  # on the window's thread
    source.tile_ready.connect(…)              # (level, column, row), on the window's thread
    level = source.level_for(zoom)            # zoom: device px per cell; the step that is not coarser
    source.show(level, window)                # window: QRectF in u that is on screen; paints these first, nearest first
    for column, row in source.tiles_in(level, window):
        image = source.tile(level, column, row)        # QImage, or None until tile_ready
        rect = source.rect(level, column, row)         # where it belongs, QRectF in u
    found = source.stand_in(level, column, row)        # (QImage, QRectF part of it) from another step, or None
    source.close()                            # before the window goes

Tiles are TILE device pixels wide; those at the board's right and lower rim reach beyond it. `veil` darkens (dark theme,
at most 0.12).
"""

from __future__ import annotations

import heapq
import math
import threading
from collections import OrderedDict
from typing import Final

from PySide6.QtCore import QObject, QRectF, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.qtpaint.boardart import BoardArt
from qtwar.qtpaint.painter import Painter

TILE: Final = 512
LOWEST: Final = -8
HIGHEST: Final = 6
_BASE_ZOOM: Final = 100.0

Key = tuple[int, int, int]


def zoom_of(level: int) -> float:
    """Return the device pixels per cell of a level; level 0 has 100."""
    return _BASE_ZOOM * 2 ** (level / 2)


class _Work(QRunnable):
    """Paints queued tiles until there are none."""

    def __init__(self, source: TileSource) -> None:
        super().__init__()
        self.setAutoDelete(False)
        self._source = source
        self.painter = Painter()

    def run(self) -> None:
        """Run on a thread of the pool."""
        self._source.work(self.painter)


class TileSource(QObject):
    """Tiles of one board."""

    tile_ready = Signal(int, int, int)

    def __init__(
        self,
        art: BoardArt,
        *,
        threads: int = 1,
        memory: int = 96 << 20,
        veil: float = 0.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.art = art
        self._veil = min(0.12, max(0.0, veil))
        self._limit = max(4, memory // (TILE * TILE * 4))
        self._kept: OrderedDict[Key, QImage] = OrderedDict()
        self._queue: list[tuple[float, Key]] = []
        self._wanted: dict[Key, float] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._busy = 0
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(threads)
        self._idle = [_Work(self) for _ in range(threads)]

    # -- geometry

    @staticmethod
    def level_for(zoom: float) -> int:
        """Return the lowest level that is not coarser than `zoom` device px per cell (2 % forgiven)."""
        return max(LOWEST, min(HIGHEST, math.ceil(2 * math.log2(max(zoom, 1e-6) / _BASE_ZOOM) - 0.06)))

    def rect(self, level: int, column: int, row: int) -> QRectF:
        """Return where a tile lies, in u."""
        side = TILE * 100 / zoom_of(level)
        return QRectF(self.art.bounds.left() + column * side, self.art.bounds.top() + row * side, side, side)

    def tiles_in(self, level: int, window: QRectF) -> list[tuple[int, int]]:
        """Return (column, row) of the tiles of a level that touch a window (u), inside the board."""
        part = window.intersected(self.art.bounds)
        if part.isEmpty():
            return []
        side = TILE * 100 / zoom_of(level)
        left, top = self.art.bounds.left(), self.art.bounds.top()
        columns = range(int((part.left() - left) // side), math.ceil((part.right() - left) / side))
        rows = range(int((part.top() - top) // side), math.ceil((part.bottom() - top) / side))
        return [(column, row) for row in rows for column in columns]

    # -- asking

    def tile(self, level: int, column: int, row: int) -> QImage | None:
        """Return a tile, or None and have it painted."""
        key = (level, column, row)
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
            if key not in self._wanted:
                self._wanted[key] = 1e6
                heapq.heappush(self._queue, (1e6, key))
        self._start()
        return None

    def show(self, level: int, window: QRectF) -> None:
        """Have the tiles of a window painted first, the middle before the rim, then one ring round it; forget other wishes."""
        side = TILE * 100 / zoom_of(level)
        near = set(self.tiles_in(level, window))
        ring = set(self.tiles_in(level, window.adjusted(-side, -side, side, side))) - near
        middle = window.center()
        with self._lock:
            self._queue.clear()
            self._wanted.clear()
            for tiles, extra in ((near, 0.0), (ring, 1e4)):
                for column, row in tiles:
                    key = (level, column, row)
                    if key in self._kept:
                        self._kept.move_to_end(key)
                        continue
                    at = self.rect(level, column, row).center() - middle
                    urgency = extra + math.hypot(at.x(), at.y()) / side
                    self._wanted[key] = urgency
                    heapq.heappush(self._queue, (urgency, key))
        self._start()

    def stand_in(self, level: int, column: int, row: int) -> tuple[QImage, QRectF] | None:
        """Return a kept tile of another level that covers this one, and the part of it (px) to stretch; coarser last."""
        want = self.rect(level, column, row)
        middle = want.center()
        with self._lock:
            for other in sorted(range(LOWEST, level), reverse=True):
                scale = zoom_of(other) / 100
                at_x = (middle.x() - self.art.bounds.left()) * scale
                at_y = (middle.y() - self.art.bounds.top()) * scale
                key = (other, int(at_x // TILE), int(at_y // TILE))
                found = self._kept.get(key)
                if found is None:
                    continue
                box = self.rect(*key)
                if not box.adjusted(-0.01, -0.01, 0.01, 0.01).contains(want):
                    continue
                part = QRectF((want.left() - box.left()) * scale, (want.top() - box.top()) * scale, 0, 0)
                part.setWidth(want.width() * scale)
                part.setHeight(want.height() * scale)
                return found, part
        return None

    def waiting(self) -> int:
        """Return how many tiles are still to be painted."""
        with self._lock:
            return len(self._wanted) + self._busy

    def close(self) -> None:
        """Stop; waits for the tile in work."""
        with self._lock:
            self._closed = True
            self._queue.clear()
            self._wanted.clear()
        self._pool.waitForDone()

    # -- painting, on the pool's threads

    def _start(self) -> None:
        with self._lock:
            if self._closed or not self._queue or not self._idle:
                return
            work = self._idle.pop()
        self._pool.start(work)

    def work(self, painter: Painter) -> None:
        """Paint what is queued; called by the pool."""
        while True:
            with self._lock:
                key = None
                while self._queue and key is None:
                    urgency, candidate = heapq.heappop(self._queue)
                    if self._wanted.get(candidate) == urgency:
                        key = candidate
                if key is None or self._closed:
                    self._idle.append(_Work(self) if self._closed else self._worker(painter))
                    return
                del self._wanted[key]
                self._busy += 1
            try:
                image = self.paint_tile(key, painter)
            finally:
                with self._lock:
                    self._busy -= 1
            with self._lock:
                self._kept[key] = image
                while len(self._kept) > self._limit:
                    self._kept.popitem(last=False)
                closed = self._closed
            if not closed:
                self.tile_ready.emit(*key)

    def _worker(self, painter: Painter) -> _Work:
        work = _Work(self)
        work.painter = painter
        return work

    def paint_tile(self, key: Key, painter: Painter) -> QImage:
        """Return a tile, painted now."""
        image = self.art.image(zoom_of(key[0]), self.rect(*key), painter)
        if self._veil:
            p = QPainter(image)
            p.fillRect(image.rect(), QColor(0, 0, 0, round(255 * self._veil)))
            p.end()
        return image
