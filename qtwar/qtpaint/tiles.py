"""The board in square tiles, painted by a background thread at zoom steps of √2 and kept within a memory limit.

    source = BoardTiles(art)                  # on the window's thread
    source.tile_ready.connect(…)              # (level, x, y), on the window's thread
    level = source.level_for(scale)           # scale: device px per u; the step that is not coarser
    side = source.tile_size(level)            # in u; tile (x, y) lies at art.bounds.topLeft() + (x, y) * side
    image = source.tile(level, x, y)          # QImage, or None until tile_ready; the last asked for is painted first
    source.leave(level)                       # nobody looks at that level any more: what was asked for there is given up
    source.ahead([(level, window), …])        # painted in this order when there is nothing else to do, to be kept
    source.let_go(level, window)              # at rest: what is kept and read again needs no memory out of view
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
from collections.abc import Iterable
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
_WHOLE: Final = 1024
"""Px along the longer side of the largest picture of a whole board beside it."""
_KEPT, _PAINT = 0, 1

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
    rereads = False
    """Whether a tile that was let go is read again, not painted."""

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
        self._queues: tuple[list[tuple[float, Key]], ...] = ([], [])  # to be looked for where they are kept, to be painted
        self._wanted: dict[Key, float] = {}
        self._in_work: set[Key] = set()
        self._left: set[Key] = set()
        """What was given up while it was looked for where tiles are kept."""
        self._ahead: list[Key] = []
        self._lock = threading.Lock()
        self._closed = False
        self._asked = 0.0
        self._unpainted: set[Key] = set()
        self._overview = self._veiled(small)
        self._pool = ThreadPoolExecutor(1 + threads, thread_name_prefix="tiles")
        self._idle = ([Hand()], [Hand() for _ in range(threads)])

    def made(self, key: Key, hand: Hand) -> QImage | None:
        """Return a tile, painted now if it has to be; None where it can not be. Called on a thread of its own."""
        raise NotImplementedError

    def found(self, key: Key) -> QImage | None:
        """Return a tile that is kept; it never waits for one that is painted. Called on a thread of its own."""
        return None

    def keep_ahead(self, key: Key, hand: Hand) -> None:
        """See that a tile is kept that may be looked at later. Called on a thread of its own."""

    # -- geometry

    def level_for(self, scale: float) -> int:
        """Return the lowest level that is not coarser than `scale` device px per u (2 % forgiven)."""
        return max(LOWEST, min(HIGHEST, math.ceil(2 * math.log2(max(scale * 100, 1e-6) / _BASE_ZOOM) - 0.06)))

    @property
    def whole_level(self) -> int:
        """The finest level that a picture of the whole board beside it is painted of."""
        return self.level_for(_WHOLE / max(self.bounds.width(), self.bounds.height()))

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
            self._left.discard(key)
            if key in self._unpainted or key in self._in_work:
                return None
            self._asked -= 1.0  # what was asked for last is what is looked at now
            self._want(_KEPT, key, self._asked)
        self._start(_KEPT)
        return None

    def _want(self, stage: int, key: Key, urgency: float) -> None:
        """Take a wish, and of too many the latest only; the lock is held."""
        self._wanted[key] = urgency
        heapq.heappush(self._queues[stage], (urgency, key))
        if len(self._queues[stage]) > 4 * _LONGEST:
            self._wanted = dict(sorted(self._wanted.items(), key=lambda item: item[1])[:_LONGEST])
            for queue in self._queues:
                queue[:] = sorted((urgency, key) for urgency, key in queue if self._wanted.get(key) == urgency)

    def leave(self, level: int) -> None:
        """Give up what was asked for at a level that nobody looks at any more.

        Not where the board is small: it has few such tiles, and small pictures of the whole are painted of them.
        """
        if level <= self.whole_level:
            return
        with self._lock:
            self._wanted = {key: urgency for key, urgency in self._wanted.items() if key[0] != level}
            self._left.update(key for key in self._in_work if key[0] == level)

    def ahead(self, parts: Iterable[tuple[int, QRectF]]) -> None:
        """Have the tiles of windows (u) of levels painted and kept when nothing is asked for; nothing tells of them."""
        found = [(level, column, row) for level, window in parts for column, row in self.tiles_in(level, window)]
        with self._lock:
            self._ahead = found
        self._start(_PAINT)

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

    def let_go(self, level: int, window: QRectF) -> None:
        """Let go of the tiles that are not in a window (u) of a level, where they are kept and read again.

        Those stay that small pictures of the whole are painted of: a counter that is moved has them mended at once.
        """
        if not self.rereads:
            return
        seen = {(level, column, row) for column, row in self.tiles_in(level, window)}
        far = self.whole_level
        with self._lock:
            self._kept = OrderedDict((key, image) for key, image in self._kept.items() if key in seen or key[0] <= far)

    def waiting(self) -> int:
        """Return how many tiles are still to be painted."""
        with self._lock:
            return len(self._wanted) + len(self._in_work)

    def close(self) -> None:
        """Stop; waits for the tile in work, unless that can be left to itself."""
        with self._lock:
            self._closed = True
            self._wanted.clear()
            self._ahead.clear()
            self._kept.clear()
        self._pool.shutdown(wait=not self.leaves)

    # -- painting, on the pool's threads

    def _start(self, stage: int) -> None:
        with self._lock:
            if self._closed or not self._idle[stage] or not (self._queues[stage] or (stage == _PAINT and self._ahead)):
                return
            self._pool.submit(self._work, stage, self._idle[stage].pop())

    def _work(self, stage: int, hand: Hand) -> None:
        """Look for tiles where they are kept, or paint them, until none is asked for."""
        while True:
            with self._lock:
                key, urgency = self._next(stage)
                ahead = key is None and stage == _PAINT and bool(self._ahead)
                if ahead:
                    key = self._ahead.pop(0)
                if key is None or self._closed:
                    self._idle[stage].append(hand)
                    return
                if not ahead:
                    self._in_work.add(key)
            image = None
            try:
                if ahead:
                    self.keep_ahead(key, hand)
                else:
                    image = self.found(key) if stage == _KEPT else self.made(key, hand)
            except Exception:  # the others are painted all the same
                log.exception("no tile %s", key)
            if ahead:
                continue
            with self._lock:
                self._in_work.discard(key)
                closed, left = self._closed, key in self._left
                self._left.discard(key)
                if image is not None:
                    if not closed:
                        self._kept[key] = image
                    while len(self._kept) > self._limit:
                        self._kept.popitem(last=False)
                elif stage == _PAINT:
                    self._unpainted.add(key)
                elif not (closed or left):
                    self._want(_PAINT, key, urgency)
            if image is None:
                self._start(_PAINT)
            elif not closed:
                try:
                    self.tile_ready.emit(*key)
                except RuntimeError:  # the window and its source went while this tile was in work
                    return

    def _next(self, stage: int) -> tuple[Key | None, float]:
        """Take the latest wish that is still one; the lock is held."""
        queue = self._queues[stage]
        while queue:
            urgency, key = heapq.heappop(queue)
            if self._wanted.get(key) == urgency:
                del self._wanted[key]
                return key, urgency
        return None, 0.0

    def name_of(self, key: Key) -> str:
        """Return what a tile is called where it is kept."""
        return f"{key}/{self._veil}"

    def _veiled(self, picture: QImage) -> QImage:
        image = picture
        if self._veil:
            image = QImage(picture)
            with QPainter(image) as p:
                p.fillRect(image.rect(), QColor(0, 0, 0, round(255 * self._veil)))
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

    def found(self, key: Key) -> QImage | None:
        """Return a tile from where it is kept."""
        return self._on_disk.get(self.name_of(key)) if self._on_disk is not None else None

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
