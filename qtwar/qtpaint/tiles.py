"""The board in square tiles, painted by a background thread at zoom steps of √2 and kept within a memory limit.

    source = TileSource(art)                  # on the window's thread
    source.tile_ready.connect(…)              # (level, x, y), on the window's thread
    level = source.level_for(scale)           # scale: device px per u; the step that is not coarser
    side = source.tile_size(level)            # in u; tile (x, y) lies at art.bounds.topLeft() + (x, y) * side
    image = source.tile(level, x, y)          # QImage, or None until tile_ready; the last asked for is painted first
    source.overview()                         # QImage of the whole board, at once
    source.close()                            # before the window goes

Tiles are TILE device pixels wide, those at the board's right and lower rim less. `veil` darkens them (dark theme, at
most 0.12).
"""

from __future__ import annotations

import heapq
import logging
import math
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.qtpaint import budget
from qtwar.qtpaint.pictures import Pictures

if TYPE_CHECKING:  # they bring NumPy: a window whose tiles are painted in another process does without
    from qtwar.qtpaint.boardart import BoardArt
    from qtwar.qtpaint.painter import Painter

log = logging.getLogger("qtwar")
TILE: Final = 512
LOWEST: Final = -8
HIGHEST: Final = 6
_BASE_ZOOM: Final = 100.0
_LONGEST: Final = 64

Key = tuple[int, int, int]


def zoom_of(level: int) -> float:
    """Return the device pixels per cell of a level; level 0 has 100."""
    return _BASE_ZOOM * 2 ** (level / 2)


class Hand:
    """What a thread paints with; made when it has something to paint."""

    @cached_property
    def painter(self) -> Painter:
        """The thread's painter."""
        from qtwar.qtpaint.painter import Painter

        return Painter()


class MapTiles(QObject):
    """Tiles of one board; who derives from it has them painted."""

    tile_ready = Signal(int, int, int)
    leaves = False
    """Whether `close` leaves the tile in work to itself."""

    def __init__(
        self,
        bounds: QRectF,
        small: QImage,
        *,
        threads: int = 1,
        memory: int = budget.TILES,
        veil: float = 0.0,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.bounds = bounds
        self._veil = min(0.12, max(0.0, veil))
        self._limit = max(4, memory // (TILE * TILE * 4))
        self._kept: OrderedDict[Key, QImage] = OrderedDict()
        self._queue: list[tuple[float, Key]] = []
        self._wanted: dict[Key, float] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._busy = 0
        self._asked = 0.0
        self._unpainted: set[Key] = set()
        self._overview = self._veiled(small)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="tiles")
        self._idle = [Hand() for _ in range(threads)]

    def made(self, key: Key, hand: Hand) -> QImage | None:
        """Return a tile, painted now if it has to be; None where it can not be. Called on a thread of its own."""
        raise NotImplementedError

    # -- geometry

    def level_for(self, scale: float) -> int:
        """Return the lowest level that is not coarser than `scale` device px per u (2 % forgiven)."""
        return max(LOWEST, min(HIGHEST, math.ceil(2 * math.log2(max(scale * 100, 1e-6) / _BASE_ZOOM) - 0.06)))

    def tile_size(self, level: int) -> float:
        """Return the side of a level's tiles in u."""
        return TILE * 100 / zoom_of(level)

    def overview(self) -> QImage:
        """Return a small picture of the whole board."""
        return self._overview

    def rect(self, level: int, column: int, row: int) -> QRectF:
        """Return where a tile lies, in u; cut off at the board's rim."""
        side = self.tile_size(level)
        left, top = self.bounds.left() + column * side, self.bounds.top() + row * side
        return QRectF(left, top, side, side) & self.bounds

    def tiles_in(self, level: int, window: QRectF) -> list[tuple[int, int]]:
        """Return (column, row) of the tiles of a level that touch a window (u), inside the board."""
        part = window.intersected(self.bounds)
        if part.isEmpty():
            return []
        side = self.tile_size(level)
        left, top = self.bounds.left(), self.bounds.top()
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
            if key in self._unpainted:
                return None
            self._asked -= 1.0  # what was asked for last is what is looked at now
            self._wanted[key] = self._asked
            heapq.heappush(self._queue, (self._asked, key))
            if len(self._queue) > 4 * _LONGEST:
                self._forget()
        self._start()
        return None

    def _forget(self) -> None:
        """Keep the latest wishes only; the lock is held."""
        newest = sorted(self._wanted.items(), key=lambda item: item[1])[:_LONGEST]
        self._wanted = dict(newest)
        self._queue = [(urgency, key) for key, urgency in newest]
        heapq.heapify(self._queue)

    def inherit(self, other: MapTiles, changed: QRectF) -> None:
        """Take the tiles of an older drawing of the same board that do not touch `changed` (u)."""
        if other.bounds != self.bounds or other._veil != self._veil:
            return
        with other._lock:
            kept = list(other._kept.items())
        with self._lock:
            for key, image in kept:
                if not self.rect(*key).intersects(changed):
                    self._kept[key] = image

    def waiting(self) -> int:
        """Return how many tiles are still to be painted."""
        with self._lock:
            return len(self._wanted) + self._busy

    def close(self) -> None:
        """Stop; waits for the tile in work, unless that can be left to itself."""
        with self._lock:
            self._closed = True
            self._queue.clear()
            self._wanted.clear()
        self._pool.shutdown(wait=not self.leaves)

    # -- painting, on the pool's threads

    def _start(self) -> None:
        with self._lock:
            if self._closed or not self._queue or not self._idle:
                return
            self._pool.submit(self._work, self._idle.pop())

    def _work(self, hand: Hand) -> None:
        """Paint queued tiles until there are none."""
        while True:
            with self._lock:
                key = None
                while self._queue and key is None:
                    urgency, candidate = heapq.heappop(self._queue)
                    if self._wanted.get(candidate) == urgency:
                        key = candidate
                if key is None or self._closed:
                    self._idle.append(hand)
                    return
                del self._wanted[key]
                self._busy += 1
            try:
                image = self.made(key, hand)
            except Exception:  # the others are painted all the same
                log.exception("no tile %s", key)
                image = None
            finally:
                with self._lock:
                    self._busy -= 1
            with self._lock:
                if image is None:
                    self._unpainted.add(key)
                    continue
                self._kept[key] = image
                while len(self._kept) > self._limit:
                    self._kept.popitem(last=False)
                closed = self._closed
            if not closed:
                try:
                    self.tile_ready.emit(*key)
                except RuntimeError:  # the window and its source went while this tile was in work
                    return

    def name_of(self, key: Key) -> str:
        """Return what a tile is called where it is kept."""
        return f"{key}/{self._veil}"

    def _veiled(self, picture: QImage) -> QImage:
        image = picture
        if self._veil:
            image = QImage(picture)
            p = QPainter(image)
            p.fillRect(image.rect(), QColor(0, 0, 0, round(255 * self._veil)))
            p.end()
        return image


class BoardTiles(MapTiles):
    """Tiles that this process paints of a drawing, and keeps between starts where it is told where."""

    def __init__(
        self,
        art: BoardArt,
        *,
        threads: int = 1,
        memory: int = budget.TILES,
        veil: float = 0.0,
        kept: Pictures | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`kept`: where tiles of this very drawing are kept between starts."""
        super().__init__(art.bounds, art.small, threads=threads, memory=memory, veil=veil, parent=parent)
        self.art = art
        self._on_disk = kept

    def made(self, key: Key, hand: Hand) -> QImage:
        """Return a tile, from where it is kept or painted now."""
        if self._on_disk is None:
            return self.paint_tile(key, hand.painter)
        name = self.name_of(key)
        found = self._on_disk.get(name)
        if found is None:
            found = self.paint_tile(key, hand.painter)
            self._on_disk.put(name, found)
        return found

    def paint_tile(self, key: Key, painter: Painter) -> QImage:
        """Return a tile, painted now."""
        return self._veiled(self.art.image(zoom_of(key[0]), self.rect(*key), painter))
