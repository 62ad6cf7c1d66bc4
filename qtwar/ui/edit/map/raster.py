"""Cells as dots of a small picture: how a board of 40,000 cells is shown in one blit when cells are tiny."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.ui.board.layout import BoardLayout

SQRT3 = 3**0.5
NONE = 0


class Raster:
    """A byte a dot, 0 = nothing; a hex is two dots, so that shoved columns (rows) stand half a cell lower (further)."""

    def __init__(self, layout: BoardLayout) -> None:
        grid = layout.grid
        flat = grid.kind == "hex" and grid.spec.get("orientation", "flat") != "pointy"
        pointy = grid.kind == "hex" and not flat
        self.usable = grid.kind in ("hex", "square")
        side = 150 / SQRT3
        self._step = (side, 50.0) if flat else (50.0, side) if pointy else (100.0, 100.0)
        first = (100 / SQRT3, 50.0) if flat else (50.0, 100 / SQRT3) if pointy else (50.0, 50.0)
        self._twin = (0, 1) if flat else (1, 0) if pointy else None
        self._spots: dict[str, tuple[int, int]] = {}
        wide = high = 1
        left, top = grid.bounds()[:2]
        if self.usable:
            for cell in grid.cells():
                x, y = layout.centre(cell)
                dot = (round((x - left - first[0]) / self._step[0]), round((y - top - first[1]) / self._step[1]))
                self._spots[cell] = dot
                wide, high = max(wide, dot[0] + 2), max(high, dot[1] + 2)
        self.wide, self.high = (wide + 3) // 4 * 4, high
        self._bytes = bytearray(self.wide * self.high)
        dx = first[0] - self._step[0] / 2 if flat or grid.kind == "square" else 0.0
        dy = first[1] - self._step[1] / 2 if pointy or grid.kind == "square" else 0.0
        self.area = QRectF(left + dx, top + dy, self.wide * self._step[0], self.high * self._step[1])
        self._image: QImage | None = None

    def set(self, cell: str, index: int) -> None:
        """Give a cell a colour number."""
        spot = self._spots.get(cell)
        if spot is None:
            return
        x, y = spot
        self._bytes[y * self.wide + x] = index
        if self._twin is not None:
            self._bytes[(y + self._twin[1]) * self.wide + x + self._twin[0]] = index
        self._image = None

    def fill(self, cells: Mapping[str, int]) -> None:
        """Give many cells their colour numbers."""
        spots, data, wide = self._spots, self._bytes, self.wide
        twin = self._twin[1] * wide + self._twin[0] if self._twin is not None else 0
        for cell, index in cells.items():
            spot = spots.get(cell)
            if spot is not None:
                at = spot[1] * wide + spot[0]
                data[at] = index
                data[at + twin] = index
        self._image = None

    def clear(self) -> None:
        """Take all cells out of the raster."""
        self._bytes = bytearray(self.wide * self.high)
        self._image = None

    def paint(self, painter: QPainter, area: QRectF, colours: list[QColor]) -> None:
        """Paint what lies in `area` (u; the painter is scaled to u) with `colours[number]`."""
        if self._image is None:
            self._image = QImage(bytes(self._bytes), self.wide, self.high, self.wide, QImage.Format.Format_Indexed8)
        table = [QColor(Qt.GlobalColor.transparent).rgba()] + [colour.rgba() for colour in colours[1:]]
        self._image.setColorTable(table)
        part = area & self.area
        if part.isEmpty():
            return
        kx, ky = self.wide / self.area.width(), self.high / self.area.height()
        source = QRectF(
            (part.x() - self.area.x()) * kx, (part.y() - self.area.y()) * ky, part.width() * kx, part.height() * ky
        )
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(part, self._image, source)
