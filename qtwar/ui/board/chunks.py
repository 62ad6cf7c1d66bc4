"""Map and resting counters painted once into pixmaps of 256 px, kept while the zoom stays.

Measured (Qt 6.11, raster, 1600 × 1000, 20,000 counters): a frame that pans is some forty blits, whatever lies on the
board; one graphics item a counter costs 28 to 54 ms with the whole board in view (Qt's own figures in the design).
A change repaints only the chunks it touches. After a change of zoom the old picture is stretched until the sharp
chunks are there, a few in each frame; those of a zoom that was left stay while there is room for them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform

from qtwar.qtpaint import budget

SIDE = 256
PER_FRAME = 0.0045
"""Seconds a frame may spend on new chunks beyond the first."""
FIRST = 0.4
"""Seconds the very first picture of a board may take; what is missing then follows frame by frame."""

OVERVIEW = 900
"""Px along the longer side of what stands in for all that is not painted yet."""
AROUND = 4
"""Px that a counter reaches beyond its stack in a small picture."""
WHOLES, MENDED = 2, 60
"""Small pictures of the whole that are kept, and changes from which on one is painted anew."""

PaintChunk = Callable[[QPainter, QRectF, float], bool]
PaintUnder = Callable[[QPainter, QRectF], None]


@dataclass(slots=True)
class _Whole:
    """A small picture of the whole board; whether something stood in for its ground, and what has changed since."""

    picture: QPixmap
    rough: bool
    changed: list[QRectF] = field(default_factory=list)


class Chunks:
    """The cache. `paint(painter, area, scale)` draws an area of the board with a painter already scaled to u."""

    def __init__(self, paint: PaintChunk, under: PaintUnder | None = None) -> None:
        self._paint = paint
        self._under = under
        """Paints what is known of the bare ground at once: below all that stands in, so that nothing is a hole."""
        self.scale = 1.0
        self.ratio = 1.0
        self.surround = QColor(Qt.GlobalColor.gray)
        self._kept: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()
        self._rough: set[tuple[int, int]] = set()
        self._old: dict[tuple[int, int], QPixmap] = {}
        self._old_scale = 1.0
        self._left: OrderedDict[float, OrderedDict[tuple[int, int], QPixmap]] = OrderedDict()
        self._overview: QPixmap | None = None
        self._overview_area = QRectF()
        self._wholes: dict[tuple[Any, ...], _Whole] = {}
        self.painted = 0

    def set_scale(self, scale: float) -> None:
        """Paint at another scale (px per u); what was there is stretched until it is replaced."""
        if scale == self.scale:
            return
        if self._kept and (len(self._kept) >= 4 or not self._old):
            self._old, self._old_scale = dict(self._kept), self.scale
        for key in self._rough:
            self._kept.pop(key, None)
        self._rough.clear()
        if self._kept:
            self._left[self.scale] = self._kept  # one looks closer, and goes back
        self._kept = self._left.pop(scale, OrderedDict())
        self.scale = scale

    def forget(self, area: QRectF | None = None) -> None:
        """Drop what shows `area` (None: everything)."""
        if area is None:
            self._overview = None
            self._wholes.clear()
            self._kept.clear()
            self._rough.clear()
            self._old.clear()
            self._left.clear()
            return
        for key in self._keys(area, self.scale):
            self._kept.pop(key, None)
            self._rough.discard(key)
        for key in self._keys(area, self._old_scale):
            self._old.pop(key, None)
        for scale, left in self._left.items():
            grow = AROUND / scale
            for key in self._keys(area.adjusted(-grow, -grow, grow, grow), scale):
                left.pop(key, None)
        for whole in self._wholes.values():
            if len(whole.changed) <= MENDED:
                whole.changed.append(area)

    def forget_rough(self, area: QRectF | None = None, *, far: bool = True) -> bool:
        """Drop the chunks of `area` (None: everywhere) whose ground was not finished, and, if `far`, such pictures of the whole.

        Returns whether there were any.
        """
        keys = list(self._rough if area is None else self._rough.intersection(self._keys(area, self.scale)))
        for key in keys:
            self._kept.pop(key, None)
            self._rough.discard(key)
        wholes = [key for key, whole in self._wholes.items() if whole.rough] if far else []
        for key in wholes:
            if self._wholes.pop(key).picture is self._overview:
                self._overview = None
        return bool(keys or wholes)

    @staticmethod
    def _keys(area: QRectF, scale: float) -> Iterator[tuple[int, int]]:
        for y in range(math.floor(area.top() * scale / SIDE), math.floor(area.bottom() * scale / SIDE) + 1):
            for x in range(math.floor(area.left() * scale / SIDE), math.floor(area.right() * scale / SIDE) + 1):
                yield x, y

    def _make(self, key: tuple[int, int]) -> QPixmap:
        side = round(SIDE * self.ratio)
        pixmap = QPixmap(side, side)
        pixmap.fill(self.surround)
        scale = self.scale
        area = QRectF(key[0] * SIDE / scale, key[1] * SIDE / scale, SIDE / scale, SIDE / scale)
        with QPainter(pixmap) as painter:
            painter.scale(scale * self.ratio, scale * self.ratio)
            painter.translate(-area.topLeft())
            done = self._paint(painter, area, scale * self.ratio)
        pixmap.setDevicePixelRatio(self.ratio)
        if not done:
            self._rough.add(key)
        self.painted += 1
        return pixmap

    def make_overview(self, bounds: QRectF) -> None:
        """Keep a small picture of the whole board for what is in neither scale yet."""
        self._overview, self._overview_area = self.whole(bounds, OVERVIEW), bounds

    @property
    def has_overview(self) -> bool:
        """Whether there is a picture of the whole board that shows it as it is."""
        return any(whole.picture is self._overview and not whole.changed for whole in self._wholes.values())

    def draw(self, painter: QPainter, window: QRect, ox: int, oy: int) -> bool:
        """Blit `window` (logical px) with the board's origin at (-ox, -oy); False while chunks are still missing."""
        first_x, last_x = (window.left() + ox) // SIDE, (window.right() + ox) // SIDE
        first_y, last_y = (window.top() + oy) // SIDE, (window.bottom() + oy) // SIDE
        keys = [(x, y) for y in range(first_y, last_y + 1) for x in range(first_x, last_x + 1)]
        kept = self._kept
        missing = [key for key in keys if key not in kept]
        if missing:
            mid_x, mid_y = (first_x + last_x) / 2, (first_y + last_y) / 2
            missing.sort(key=lambda k: (k[0] - mid_x) ** 2 + (k[1] - mid_y) ** 2)
            # with nothing to stand in, a whole first picture is better than holes, if it does not take too long
            bare = not kept and not self._old and self._overview is None
            until = perf_counter() + (PER_FRAME if not bare else FIRST)
            while missing:
                key = missing.pop(0)
                kept[key] = self._make(key)
                if perf_counter() > until:
                    break
        if missing:
            self._stand_in(painter, missing, window, ox, oy)
        for key in keys:
            pixmap = kept.get(key)
            if pixmap is not None:
                kept.move_to_end(key)
                painter.drawPixmap(key[0] * SIDE - ox, key[1] * SIDE - oy, pixmap)
        most = budget.CHUNKS // (4 * round(SIDE * self.ratio) ** 2)
        while len(kept) > max(most, len(keys) * 2):
            kept.popitem(last=False)
        while self._left and len(kept) + sum(map(len, self._left.values())) > most:
            self._left.popitem(last=False)
        if not missing:
            self._old = {}
        return not missing

    def let_go(self, window: QSize) -> None:
        """Keep no more than what a window (logical px) shows twice over; zooms that were left go first."""
        most = 2 * (window.width() // SIDE + 2) * (window.height() // SIDE + 2)
        while self._left and len(self._kept) + sum(map(len, self._left.values())) > most:
            self._left.popitem(last=False)
        while len(self._kept) > most:
            self._rough.discard(self._kept.popitem(last=False)[0])

    def _stand_in(self, painter: QPainter, missing: list[tuple[int, int]], window: QRect, ox: int, oy: int) -> None:
        """Fill the holes from the picture of another scale."""
        holes = QRectF()
        for x, y in missing:
            box = QRectF(x * SIDE - ox, y * SIDE - oy, SIDE, SIDE)
            holes = holes.united(box)
        holes = holes & QRectF(window)
        painter.save()
        painter.setClipRect(holes)
        painter.fillRect(holes, self.surround)
        if self._overview is None and self._under is not None:
            painter.save()
            painter.translate(-ox, -oy)
            painter.scale(self.scale, self.scale)
            left, top = (holes.left() + ox) / self.scale, (holes.top() + oy) / self.scale
            self._under(painter, QRectF(left, top, holes.width() / self.scale, holes.height() / self.scale))
            painter.restore()
        if self._overview is not None:
            area = QRectF((holes.left() + ox) / self.scale, (holes.top() + oy) / self.scale, 0, 0)
            area.setWidth(holes.width() / self.scale)
            area.setHeight(holes.height() / self.scale)
            part = area & self._overview_area
            if not part.isEmpty():
                k = self._overview.width() / self._overview_area.width()
                target = QTransform(self.scale, 0, 0, self.scale, -ox, -oy).mapRect(part)
                source = part.translated(-self._overview_area.topLeft())
                painter.drawPixmap(target, self._overview, QTransform.fromScale(k, k).mapRect(source))
        if self._old:
            k = self.scale / self._old_scale
            for (x, y), pixmap in self._old.items():
                box = QRectF(x * SIDE * k - ox, y * SIDE * k - oy, SIDE * k, SIDE * k)
                if box.intersects(holes):
                    painter.drawPixmap(box, pixmap, QRectF(pixmap.rect()))
        painter.restore()

    def picture(self, bounds: QRectF, most: int) -> QPixmap:
        """Return an area painted small, at most `most` px wide or high."""
        return self._small(bounds, most).picture

    def whole(self, bounds: QRectF, most: int) -> QPixmap:
        """Return the same of the whole board: it is kept, and mended where something has changed."""
        key = (bounds.getRect(), most)
        found = self._wholes.get(key)
        if found is None or len(found.changed) > MENDED:
            self._wholes.pop(key, None)
            while len(self._wholes) >= WHOLES:
                del self._wholes[next(iter(self._wholes))]
            found = self._wholes[key] = self._small(bounds, most)
        elif found.changed:
            self._mend(found, bounds, most)
        return found.picture

    def _small(self, bounds: QRectF, most: int) -> _Whole:
        scale = min(most / bounds.width(), most / bounds.height())
        size = QSize(max(1, math.ceil(bounds.width() * scale)), max(1, math.ceil(bounds.height() * scale)))
        image, done = self._part(bounds, scale, size)
        return _Whole(QPixmap.fromImage(image), not done)

    def _part(self, area: QRectF, scale: float, size: QSize) -> tuple[QImage, bool]:
        """Return an area at a scale, and whether nothing stood in for what is still being made."""
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(self.surround)
        with QPainter(image) as painter:
            painter.scale(scale, scale)
            painter.translate(-area.topLeft())
            done = self._paint(painter, area, scale)
        return image, done

    def _mend(self, whole: _Whole, bounds: QRectF, most: int) -> None:
        """Paint anew what has changed in a small picture."""
        scale = min(most / bounds.width(), most / bounds.height())
        to_px = QTransform.fromScale(scale, scale).translate(-bounds.left(), -bounds.top())
        changed, whole.changed = whole.changed, []
        with QPainter(whole.picture) as painter:
            for area in changed:
                box = to_px.mapRect(area).toAlignedRect().adjusted(-AROUND, -AROUND, AROUND, AROUND) & whole.picture.rect()
                if not box.isEmpty():
                    # so small, a counter is drawn larger than it is: those beyond the border reach into the box
                    near = box.adjusted(-AROUND, -AROUND, AROUND, AROUND)
                    part = QRectF(near.x() / scale, near.y() / scale, near.width() / scale, near.height() / scale)
                    image, done = self._part(part.translated(bounds.topLeft()), scale, near.size())
                    painter.drawImage(box.topLeft(), image, box.translated(-near.topLeft()))
                    whole.rough = whole.rough or not done
