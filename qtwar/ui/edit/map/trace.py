"""The scanned map below a board: its tiles as they come from the document."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from qtwar.ui.board.canvas import BoardCanvas

TILE = 1024
MOST = 48
"""Tiles kept: 200 MB at most."""
Fetch = Callable[[str, int, int, int, Callable[[QImage], None]], object]
"""Asks for a tile by picture, level, column and row; it comes by the callback, a null image where there is none."""


class Trace:
    """Draws the picture of a board's `attrs.trace`."""

    def __init__(self, canvas: BoardCanvas, fetch: Fetch) -> None:
        self.canvas, self._fetch = canvas, fetch
        self._kept: OrderedDict[tuple[str, int, int, int], QImage] = OrderedDict()
        self._asked: set[tuple[str, int, int, int]] = set()

    @property
    def facts(self) -> dict[str, Any] | None:
        """What is shown, or None."""
        found = self.canvas.layout_.board.attrs.get("trace")
        return found if isinstance(found, dict) and found.get("matrix") else None

    def transform(self) -> QTransform:
        """Return the transform that maps pixels of the picture to the board, in u."""
        facts = self.facts
        assert facts is not None
        a, b, c, d, e, f = facts["matrix"]
        return QTransform(a, d, b, e, c, f)

    def paint(self, painter: QPainter, area: QRectF, scale: float, opacity: float) -> bool:
        """Paint what lies in `area`; False while tiles are still to come."""
        facts = self.facts
        if facts is None or not facts.get("shown", True) or opacity <= 0:
            return True
        matrix = self.transform()
        per_pixel = math.sqrt(abs(matrix.determinant())) * scale
        levels = max(0, math.ceil(math.log2(max(facts["width"], facts["height"]) / TILE)))
        level = max(0, min(levels, math.floor(-math.log2(max(per_pixel, 1e-6)) + 0.3)))
        inverse, _ = matrix.inverted()
        part = inverse.mapRect(area) & QRectF(0, 0, facts["width"], facts["height"])
        if part.isEmpty():
            return True
        done, side = True, TILE << level
        painter.save()
        painter.setOpacity(opacity)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(matrix, True)
        for y in range(int(part.top() // side), math.ceil(part.bottom() / side)):
            for x in range(int(part.left() // side), math.ceil(part.right() / side)):
                key = (str(facts["picture"]), level, x, y)
                image = self._kept.get(key)
                if image is None:
                    done = False
                    self._ask(key)
                elif not image.isNull():
                    painter.drawImage(_box(key, image), image, QRectF(image.rect()))
        painter.restore()
        return done

    def _ask(self, key: tuple[str, int, int, int]) -> None:
        if key in self._asked:
            return
        self._asked.add(key)

        def arrived(image: QImage) -> None:
            self._asked.discard(key)
            self._kept[key] = image
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
            facts = self.facts
            if facts is not None and str(facts["picture"]) == key[0]:  # elsewhere the board is as it was
                self.canvas.ground_ready(self.transform().mapRect(_box(key, image)))

        self._fetch(*key, arrived)


def _box(key: tuple[str, int, int, int], image: QImage) -> QRectF:
    """Return where a tile lies, in pixels of the picture."""
    _, level, x, y = key
    side = TILE << level
    if image.isNull():  # there is none: nothing is waited for there any more
        return QRectF(x * side, y * side, side, side)
    return QRectF(x * side, y * side, image.width() << level, image.height() << level)
