"""A board's drawing whose sheets (terrain, edges, paths, grid, labels) each show at their own opacity.

A sheet is drawn as a whole and then laid over what is below it, so that nothing within it shines through itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from qtwar.draw import displaylist as dl
from qtwar.qtpaint.boardart import BoardArt
from qtwar.qtpaint.painter import Painter

SHEETS = ("terrain", "edges", "paths", "grid", "labels")
_PAINTERS = {
    "labels": ("names", "badges", "point_names", "river_names", "route_names", "courses", "regions"),
    "grid": ("grid", "ids", "block_ids", "dots", "hex_marks"),
    "edges": ("side_rivers", "streams", "crossings", "hedges", "walls", "slopes"),
    "paths": ("routes", "rivers"),
    # what stands at the rim of a map or is no map is always there
    "": ("frame", "engraved_frame", "cartouche", "title_strip", "stencil_strip", "headline", "panels", "boxes"),
}
_SHEET = {painter: sheet for sheet, painters in _PAINTERS.items() for painter in painters}


def sheet_of(layer: Mapping[str, Any], edges: Collection[str] = (), paths: Collection[str] = ()) -> str:
    """Return the sheet that a layer of a style belongs to, by what it draws; an empty word for none.

    `edges` and `paths` are the ids of the title's kinds of edge and of path.
    """
    painter = str(layer.get("painter"))
    if layer.get("outside"):
        return ""
    sheet = _SHEET.get(painter, "terrain")
    if sheet in ("edges", "paths", "terrain"):
        kinds = layer.get("kinds") or layer.get("kind") or ()
        words = {kinds} if isinstance(kinds, str) else set(map(str, kinds))
        if words & set(edges):
            return "edges"
        if words & set(paths):
            return "paths"
    return sheet


def sheets_of(layers: Sequence[Mapping[str, Any]], edges: Collection[str], paths: Collection[str]) -> tuple[str, ...]:
    """Return the sheet of each layer that lies within a map, in the order in which they are drawn."""
    return tuple(sheet_of(layer, edges, paths) for layer in layers if not layer.get("outside"))


class SheetArt(BoardArt):
    """The art of a board with its sheets at opacities from 0 to 1; `sheets` names that of each group of the drawing."""

    def __init__(self, art: BoardArt, sheets: Sequence[str], opacities: Mapping[str, float]) -> None:
        super().__init__(art.display, art.small)
        first, *self._outside = self.display.nodes
        assert isinstance(first, dl.Group)
        self._runs = [
            (opacities.get(sheet, 1.0), dl.Group(tuple(group for _, group in found), name="map", clip=first.clip))
            for sheet, found in groupby(zip(sheets, first.children, strict=True), key=lambda pair: pair[0])
        ]

    def paint(self, p: QPainter, zoom: float, window: QRectF | None = None, painter: Painter | None = None) -> None:
        """Paint what lies in the window (u), each sheet at its opacity."""
        painter = painter or Painter()
        for opacity, group in self._runs:
            if opacity >= 1:
                painter.paint(p, (group,), zoom, window)
            elif opacity > 0:
                self._laid_over(p, group, opacity, zoom, window, painter)
        painter.paint(p, tuple(self._outside), zoom, window)

    @staticmethod
    def _laid_over(
        p: QPainter, group: dl.Group, opacity: float, zoom: float, window: QRectF | None, painter: Painter
    ) -> None:
        device = p.device()
        image = QImage(device.width(), device.height(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        with QPainter(image) as q:
            q.setRenderHints(p.renderHints())
            q.setTransform(p.transform())
            painter.paint(q, (group,), zoom, window)
        p.save()
        p.resetTransform()
        p.setOpacity(opacity)
        p.drawImage(0, 0, image)
        p.restore()
