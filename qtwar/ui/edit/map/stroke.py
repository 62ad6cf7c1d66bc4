"""A stroke under way: shown in the frame of the mouse move, each frame painting only what is new in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

if TYPE_CHECKING:
    from qtwar.model.board import BoardContent
    from qtwar.ui.board.camera import Camera
    from qtwar.ui.board.chunks import Chunks
    from qtwar.ui.edit.map.ground import EditGround

MANY = 1500
"""More cells than this are painted into the chunks at once, and drawn anew as a whole."""


class Strokes:
    """Mixed into the board: `fresh` is shown above the chunks until they have it."""

    camera: Camera
    chunks: Chunks
    ground: EditGround
    board: BoardContent
    fresh: dict[str, str]
    _fresh_picture: QPixmap | None
    size: Any
    update: Any
    devicePixelRatioF: Any

    def show_stroke(self, cells: Mapping[str, str]) -> None:
        """Show terrain of a stroke at once: above the chunks, or in them where it covers much of the board."""
        if len(cells) > MANY:
            self.ground.set_cells(cells)
            self.chunks.forget()
        else:
            new = {c: w for c, w in cells.items() if self.fresh.get(c) != w}
            self.fresh.update(new)
            if self._fresh_picture is not None and new:
                self._paint_stroke(self._fresh_picture, new)
        self.update()

    def _paint_stroke(self, picture: QPixmap, cells: Mapping[str, str]) -> None:
        """Add cells to the picture of the stroke: a frame paints only what is new in it."""
        painter = QPainter(picture)
        painter.translate(-self.camera.ox, -self.camera.oy)
        painter.scale(self.camera.scale, self.camera.scale)
        self.ground.paint_cells(painter, self.camera.area(), self.camera.scale, cells)
        painter.end()

    def _stroke_picture(self) -> QPixmap:
        """Return the picture of the stroke, made anew after the camera has moved."""
        if self._fresh_picture is None:
            self._fresh_picture = QPixmap(self.size() * self.devicePixelRatioF())
            self._fresh_picture.setDevicePixelRatio(self.devicePixelRatioF())
            self._fresh_picture.fill(Qt.GlobalColor.transparent)
            self._paint_stroke(self._fresh_picture, self.fresh)
        return self._fresh_picture

    def drop_stroke(self) -> None:
        """Forget a stroke that is not wanted or could not be stored."""
        self.fresh, self._fresh_picture = {}, None
        wrong = {
            c: self.board.terrain.get(c, "") for c, w in self.ground.dirty.items() if self.board.terrain.get(c, "") != w
        }
        if wrong:
            self.ground.set_cells(wrong)
            self.chunks.forget()
        self.update()
