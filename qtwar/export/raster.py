"""Pages on a QPainter: the preview, pictures, the printer. The same display lists that the PDF and SVG writers read."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.export.page import Page, zoom_of
from qtwar.qtpaint import fonts
from qtwar.qtpaint.painter import Painter, qpath

Progress = Callable[[int, int], None]
MOST_PIXELS = 400_000_000
BLOCK = 768
HINTS = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform


class PagePainter:
    """Paints pages in millimetres; one for each thread."""

    def __init__(self) -> None:
        fonts.register()
        self._painter = Painter()

    def paint(self, p: QPainter, page: Page) -> None:
        """Paint a page; the painter's unit is the millimetre."""
        self._nodes(p, page.nodes)

    def _nodes(self, p: QPainter, nodes: Sequence[dl.Node]) -> None:
        plain: list[dl.Node] = []
        for node in nodes:
            if not isinstance(node, dl.Group):
                plain.append(node)
                continue
            self._flush(p, plain)
            self._group(p, node)
        self._flush(p, plain)

    def _flush(self, p: QPainter, plain: list[dl.Node]) -> None:
        if plain:
            self._painter.paint(p, tuple(plain), 500.0)
            plain.clear()

    def _group(self, p: QPainter, node: dl.Group) -> None:
        p.save()
        placed = QTransform(*node.transform) * p.worldTransform()
        if node.opacity != 1.0:
            p.setOpacity(p.opacity() * node.opacity)
        if node.transform != dl.IDENTITY:
            p.setTransform(QTransform(*node.transform[:4], *node.transform[4:]), True)
        window = None
        if node.clip is not None:
            left, top, right, bottom = node.clip.bounds()
            window = QRectF(left, top, right - left, bottom - top)
            if len(node.clip.xy) == 4:
                _clip(p, window)
            else:
                p.setClipPath(qpath(node.clip), Qt.ClipOperation.IntersectClip)
        if node.name == "map" and window is not None and isinstance(p.device(), QImage) and not placed.isRotating():
            self._map(p, node, placed, window)
        elif node.transform != dl.IDENTITY:
            self._painter.paint(p, node.children, zoom_of(node.transform), window)
        else:
            self._nodes(p, node.children)
        p.restore()

    def _map(self, p: QPainter, node: dl.Group, placed: QTransform, window: QRectF) -> None:
        """Paint a map block by block, the blocks counted from the map's own origin.

        Qt rounds along a line of pixels from where the line begins; so a pixel comes out the same only where the same
        block is painted, and sheets of one map re-join to the pixel.
        """
        seen = placed.mapRect(window).intersected(p.transform().mapRect(p.clipBoundingRect()))
        seen = seen.intersected(QRectF(p.device().rect()))  # type: ignore[attr-defined]
        within_x, within_y = (round(v - math.floor(v), 3) % 1.0 for v in (placed.dx(), placed.dy()))
        left, top = round(placed.dx() - within_x), round(placed.dy() - within_y)
        k = placed.m11()
        zoom = zoom_of(node.transform)
        p.resetTransform()
        for row in range(math.floor((seen.top() - top) / BLOCK), math.ceil((seen.bottom() - top) / BLOCK)):
            for column in range(math.floor((seen.left() - left) / BLOCK), math.ceil((seen.right() - left) / BLOCK)):
                block = QImage(BLOCK, BLOCK, QImage.Format.Format_ARGB32_Premultiplied)
                block.fill(Qt.GlobalColor.transparent)
                dx, dy = within_x - column * BLOCK, within_y - row * BLOCK
                with QPainter(block) as q:
                    q.setRenderHints(HINTS)
                    q.setTransform(QTransform(k, 0, 0, placed.m22(), dx, dy))
                    part = QRectF(-dx / k, -dy / k, BLOCK / k, BLOCK / k).adjusted(-2 / k, -2 / k, 2 / k, 2 / k)
                    self._painter.paint(q, node.children, zoom, part)
                p.drawImage(left + column * BLOCK, top + row * BLOCK, block)


def _clip(p: QPainter, window: QRectF) -> None:
    """Clip to a rectangle; one that ends where pixels end is not thinned by what rounding left over."""
    on_device = p.transform().mapRect(window)
    edges = (on_device.left(), on_device.top(), on_device.right(), on_device.bottom())
    if p.transform().isRotating() or any(abs(edge - round(edge)) > 1e-3 for edge in edges):
        p.setClipRect(window, Qt.ClipOperation.IntersectClip)
        return
    left, top, right, bottom = (round(edge) for edge in edges)
    kept = p.transform()
    p.resetTransform()
    p.setClipRect(left, top, right - left, bottom - top, Qt.ClipOperation.IntersectClip)
    p.setTransform(kept)


def page_image(page: Page, dpi: float, painter: PagePainter | None = None, ground: str = "#ffffff") -> QImage:
    """Return a page as a picture; raises DataFault for one that no memory holds."""
    k = dpi / 25.4
    width, height = max(1, round(page.width * k)), max(1, round(page.height * k))
    if width * height > MOST_PIXELS:
        most = int(dpi * (MOST_PIXELS / (width * height)) ** 0.5)
        raise DataFault("fault.print.dpi_large", dpi=dpi, width=width, height=height, most=most)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(ground))
    with QPainter(image) as p:
        p.setRenderHints(HINTS)
        p.scale(k, k)
        (painter or PagePainter()).paint(p, page)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    return image


def write_png(page: Page, path: Path, dpi: float, painter: PagePainter | None = None) -> None:
    """Write a page as a PNG file."""
    if not page_image(page, dpi, painter).save(str(path)):
        raise DataFault("fault.file.no_room_or_leave", file=path.name)


def page_names(target: Path, count: int) -> list[Path]:
    """Return a file name for each page: the target's own for one, numbered ones for several."""
    if count == 1:
        return [target]
    digits = max(2, len(str(count)))
    return [target.with_name(f"{target.stem}-{n:0{digits}}{target.suffix}") for n in range(1, count + 1)]
