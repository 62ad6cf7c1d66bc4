"""Scanned maps as they are painted: tiles of the cache, each level half as large as the one before, read where it is looked at.

`home` is the folder of the cache in which a scan has a folder by its hash; `services.scans` names it and fills it.
"""

from __future__ import annotations

import math
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

if TYPE_CHECKING:
    from qtwar.draw import displaylist as dl

TILE = 1024
MOST = 8
"""Tiles kept: 32 MB. What is painted of the same one follows closely; with 4 of them twice as many would be read."""
PRINTED = 2.4
"""Pixels a unit of the board on paper: 300 dots an inch where cells have 20 mm."""
MOST_PRINTED = 40_000_000
"""Pixels of a scan on paper."""
_HASH = re.compile(r"[0-9a-f]{64}")
home: Callable[[], Path] = Path
_lock = threading.Lock()
_kept: OrderedDict[tuple[Path, int, int, int], QImage] = OrderedDict()


def folder_of(picture: str) -> Path | None:
    """Return where a scan's tiles lie, None where it is not there."""
    folder = home() / picture
    return folder if _HASH.fullmatch(picture) and folder.is_dir() else None


def levels_of(width: int, height: int) -> int:
    """Return how many levels a scan has: the last one is a single tile."""
    return 1 + max(0, math.ceil(math.log2(max(width, height) / TILE)))


def tile(folder: Path, level: int, x: int, y: int) -> QImage:
    """Return a tile, a null image where there is none."""
    key = (folder, level, x, y)
    with _lock:
        found = _kept.get(key)
        if found is not None:
            _kept.move_to_end(key)
            return found
    image = QImage(str(folder / f"{level}-{x}-{y}.jpg"))
    image.convertTo(QImage.Format.Format_RGB32)
    with _lock:
        _kept[key] = image
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    return image


def tiles(node: dl.Scan, level: int, part: QRectF) -> Iterator[tuple[int, int, QRectF]]:
    """Yield column, row and place (in pixels of the scan) of the tiles of a level that touch a part of it."""
    part = part & QRectF(0, 0, node.width, node.height)
    side = TILE << level
    if part.isEmpty():
        return
    for y in range(int(part.top() // side), math.ceil(part.bottom() / side)):
        for x in range(int(part.left() // side), math.ceil(part.right() / side)):
            wide, high = min(side, node.width - x * side), min(side, node.height - y * side)
            yield x, y, QRectF(x * side, y * side, wide, high)


def paint(p: QPainter, node: dl.Scan, clip: QRectF | None) -> None:
    """Paint a scan with the painter's transform, which leads to u; `clip` (u) skips what lies outside."""
    folder = folder_of(node.picture)
    if folder is None:
        return
    lies = QTransform(*node.transform)
    whole = QRectF(0, 0, node.width, node.height)
    part = whole if clip is None else lies.inverted()[0].mapRect(clip)
    p.save()
    p.setTransform(lies, True)
    scale = math.sqrt(abs(p.transform().determinant()))
    level = _level(node, scale)
    p.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    p.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)  # else the rims of turned tiles show as hairlines
    for x, y, place in tiles(node, level, part):
        image = tile(folder, level, x, y)
        if not image.isNull():
            p.drawImage(place, image, QRectF(image.rect()))
    p.restore()


def _level(node: dl.Scan, scale: float) -> int:
    """Return the level to paint at `scale` device pixels for each of the scan's: none is enlarged where a finer one is there."""
    return max(0, min(levels_of(node.width, node.height) - 1, math.floor(-math.log2(max(scale, 1e-6)) + 0.2)))


@lru_cache(maxsize=2)
def printed(node: dl.Scan, per_u: float) -> dl.Group:
    """Return a scan as bitmaps for paper, with at least `per_u` pixels a unit of the board, where it has them."""
    import numpy as np  # a window that shows no scan does without

    from qtwar.draw import displaylist as dl

    lies = QTransform(*node.transform)
    level = _level(node, per_u / max(1e-6, math.sqrt(abs(lies.determinant()))))
    level = max(level, math.ceil(max(0.0, math.log2(node.width * node.height / MOST_PRINTED) / 2)))
    level = min(level, levels_of(node.width, node.height) - 1)
    folder, made = folder_of(node.picture), []
    for x, y, place in tiles(node, level, QRectF(0, 0, node.width, node.height)):
        image = tile(folder, level, x, y).convertToFormat(QImage.Format.Format_RGBA8888) if folder is not None else QImage()
        if not image.isNull():
            dots = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).copy()
            made.append(dl.Picture(dots, (place.x(), place.y(), place.width(), place.height())))
    return dl.Group(tuple(made), name="scan", transform=node.transform)
