"""What the board needs from whoever draws the map."""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter


class Ground(Protocol):
    """Draws the map under the counters. Lengths in u; the painter is already scaled to u.

    `names_clear`: place names stand where no stack covers them, so the board need not say them again.
    """

    names_clear: bool

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area` at `scale` pixels per u; returns False while a finer picture is still being made."""
        ...


class TileSource(Protocol):
    """A map as tiles, made in the background: `tile_ready(level, x, y)` fires when one more can be had."""

    tile_ready: Any

    def level_for(self, scale: float) -> int:
        """Return the level to be used at `scale` pixels per u."""
        ...

    def tile_size(self, level: int) -> float:
        """Return the side of a tile of a level in u."""
        ...

    def tile(self, level: int, x: int, y: int) -> QImage | None:
        """Return a tile, or None while it is being made (asking starts that)."""
        ...

    def overview(self) -> QImage | None:
        """Return a small picture of the whole map, or None."""
        ...
