"""Small pictures of terrain and lines as the map's style draws them: for the palette."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap

from qtwar.draw.layers import top_layers
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.ui.edit.map import flat
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

log = logging.getLogger("qtwar")
MOST = 400
_kept: dict[tuple[Any, ...], QImage] = {}
"""Samples drawn before, of any draft: the style is part of the key."""


class Samples(QObject):
    """Draws one sample at a time when the window is idle; until then a flat cell stands in."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._queue: deque[tuple[tuple[Any, ...], TitleContent, BoardContent, str, int, Callable[[QPixmap], object]]] = deque()
        self._idle = timer(self, 15, self._next)

    def want(
        self, content: TitleContent, board: BoardContent, terrain: str, side: int, then: Callable[[QPixmap], object]
    ) -> QPixmap:
        """Return the sample, or a flat cell and later, through `then`, the sample."""
        style = (content.style.get("boards") or {}).get(board.style or board.id)
        key = (repr(style), terrain, side, board.grid.kind, board.grid.orientation, current().name)
        found = _kept.get(key)
        if found is not None:
            return QPixmap.fromImage(found)
        if style and board.grid.kind in ("hex", "square"):
            self._queue.append((key, content, board, terrain, side, then))
            if not self._idle.isActive():
                self._idle.start()
        return QPixmap.fromImage(self._flat(content, board, terrain, side))

    def _next(self) -> None:
        if not self._queue:
            return
        key, content, board, terrain, side, then = self._queue.popleft()
        try:
            picture = self._drawn(content, board, terrain, side)
        except Exception:  # whatever a painter makes of a board without anything on it
            log.exception("no sample of %s", terrain)
            picture = self._flat(content, board, terrain, side)  # the board itself says what is wrong with the style
        if len(_kept) >= MOST:
            _kept.clear()
        _kept[key] = picture
        with suppress(RuntimeError):  # the palette was built anew meanwhile
            then(QPixmap.fromImage(picture))
        if self._queue:
            self._idle.start()

    @staticmethod
    def _drawn(content: TitleContent, board: BoardContent, terrain: str, side: int) -> QImage:
        from qtwar.qtpaint import boardart

        spec: dict[str, object] = {"kind": board.grid.kind, "columns": 5, "rows": 5}
        if board.grid.kind == "hex":
            spec["orientation"] = board.grid.orientation or "flat"
        small = BoardContent.model_validate(
            {"id": board.id, "name": {"en": "sample"}, "grid": spec, "style": board.style or board.id}
        )
        grid = small.make_grid()
        cells = list(grid.cells())
        middle = cells[12]
        small = small.model_copy(update={"terrain": dict.fromkeys(cells, terrain)})
        style = dict(content.style)
        colours = flat.terrain_colours(content, board)
        flat_ground = {"painter": "fill", "color": colours.get(terrain, colours[""])}
        plain = [
            flat_ground if layer.get("painter") == "scan" else layer  # a piece of a scan is no terrain
            for layer in top_layers(style, board)[1]
            if layer.get("painter") not in ("cartouche", "frame", "ids", "regions", "grid")
        ]
        art = boardart.prepare(small, {**style, "boards": {board.style or board.id: plain}})
        box = boardart.cell_rect(small, middle)
        zoom = 100 * side / max(box.width(), box.height())
        image = art.image(zoom, box)
        return _cut(image, [(x - box.x(), y - box.y()) for x, y in grid.polygon(middle)], zoom / 100)

    @staticmethod
    def _flat(content: TitleContent, board: BoardContent, terrain: str, side: int) -> QImage:
        colours = flat.terrain_colours(content, board)
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.fill(QColor(colours.get(terrain, colours[""])))
        return _cut(image, shape_of(board), side / 115.5 if board.grid.kind == "hex" else side / 100)


def shape_of(board: BoardContent) -> list[tuple[float, float]]:
    """Return the outline of one cell of a board's kind of grid, its box at the origin."""
    r = 100 / 3**0.5
    if board.grid.kind == "hex" and board.grid.orientation != "pointy":
        return [(r / 2, 0), (r * 1.5, 0), (2 * r, 50), (r * 1.5, 100), (r / 2, 100), (0, 50)]
    if board.grid.kind == "hex":
        return [(50, 0), (100, r / 2), (100, r * 1.5), (50, 2 * r), (0, r * 1.5), (0, r / 2)]
    return [(0, 0), (100, 0), (100, 100), (0, 100)]


def _cut(image: QImage, shape: list[tuple[float, float]], scale: float) -> QImage:
    """Return a picture cut to a cell's shape with a thin rim."""
    out = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
    out.fill(Qt.GlobalColor.transparent)
    path = QPainterPath()
    for n, (x, y) in enumerate(shape):
        point = QPointF(x * scale, y * scale)
        path.moveTo(point) if n == 0 else path.lineTo(point)
    path.closeSubpath()
    with QPainter(out) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(path)
        painter.drawImage(QRectF(out.rect()), image)
        painter.setClipping(False)
        painter.setPen(QPen(QColor(current().tokens.second), 1.2))
        painter.drawPath(path)
    return out
