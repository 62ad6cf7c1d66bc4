"""Replays a display list on a QPainter: screen tiles, pictures, PDF pages alike.

`zoom` is device pixels per 100 u; it decides which bands are drawn and how thin a line may get. Paths are turned into
QPainterPaths once and kept beside the display list.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from typing import Any

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from qtwar.draw import cull
from qtwar.draw import displaylist as dl
from qtwar.qtpaint import fonts, scans
from qtwar.qtpaint.texts import TextIndex
from qtwar.qtpaint.tones import color

_CAPS = {"round": Qt.PenCapStyle.RoundCap, "flat": Qt.PenCapStyle.FlatCap, "square": Qt.PenCapStyle.SquareCap}
_JOINS = {
    "round": Qt.PenJoinStyle.RoundJoin,
    "miter": Qt.PenJoinStyle.MiterJoin,
    "bevel": Qt.PenJoinStyle.BevelJoin,
}


_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_LARGE = 96
_MANY = 256
"""Nodes side by side from which on an index tells which of their words may show."""
_MOVE, _LINE, _CURVE, _CURVE_DATA = 0, 1, 2, 3


def qpath(path: dl.Path) -> QPainterPath:
    """Return the painter path of a path, made in one go through Qt's own stream format."""
    xy, starts = path.xy, path.starts
    rule = Qt.FillRule.OddEvenFill if path.even_odd else Qt.FillRule.WindingFill
    out = QPainterPath()
    if len(xy):
        kinds = np.full(len(xy), _LINE, np.int32)
        last = int(starts[-1])
        if path.cubic:
            within = np.arange(len(xy)) - np.repeat(starts, np.diff(np.append(starts, len(xy))))
            kinds[:] = np.where(within % 3 == 1, _CURVE, _CURVE_DATA)
        kinds[starts] = _MOVE
        if path.closed:
            ends = np.append(starts[1:], len(xy))
            kinds = np.insert(kinds, ends, _LINE)
            xy = np.insert(xy, ends, xy[starts], axis=0)
            last += len(starts) - 1
        elements = np.empty(len(xy), _ELEMENT)
        elements["kind"], elements["x"], elements["y"] = kinds, xy[:, 0], xy[:, 1]
        head = len(xy).to_bytes(4, "big")
        tail = last.to_bytes(4, "big") + (0 if path.even_odd else 1).to_bytes(4, "big")
        data = QByteArray(head + elements.tobytes() + tail)  # the stream borrows it: it must outlive the stream
        stream = QDataStream(data)
        stream >> out
    out.setFillRule(rule)
    return out


class Painter:
    """Paints display lists; keeps what it made of their paths. One for each thread that paints."""

    def __init__(self) -> None:
        self._paths: dict[int, tuple[dl.Path, QPainterPath, QRectF]] = {}
        self._large: dict[int, tuple[dl.Path, QRectF, dl.Floats]] = {}
        self._words: dict[tuple[int, float], tuple[dl.GlyphRun, QPainterPath, QRectF]] = {}
        self._stamps: dict[tuple[int, int, float], tuple[Any, QImage, float, float]] = {}
        self._texts: dict[int, TextIndex] = {}

    def paint(self, p: QPainter, nodes: tuple[dl.Node, ...], zoom: float, clip: QRectF | None = None) -> None:
        """Paint nodes in u with the painter's present transform; `clip` (u) skips what lies outside."""
        if clip is not None and len(nodes) > _MANY:
            found = self._texts.get(id(nodes))
            if found is None or found.nodes is not nodes:
                found = self._texts[id(nodes)] = TextIndex(nodes)
            nodes = found.seen(zoom, clip)
        for node in nodes:
            self._node(p, node, zoom, clip)

    def _node(self, p: QPainter, node: dl.Node, zoom: float, clip: QRectF | None) -> None:
        if isinstance(node, dl.Shape):
            self._shape(p, node, zoom, clip)
        elif isinstance(node, dl.Group):
            if not node.min_zoom <= zoom < node.max_zoom:
                return
            if node.clip is not None and not _shows(node, zoom):  # clipping costs most of a hatching too fine to be seen
                return
            plain = node.transform == dl.IDENTITY and node.clip is None and node.opacity == 1.0
            if plain:
                self.paint(p, node.children, zoom, clip)
                return
            p.save()
            if node.transform != dl.IDENTITY:
                p.setTransform(QTransform(*node.transform[:4], *node.transform[4:]), True)
                clip = None
            if node.clip is not None:
                shown = self._clipping(node.clip, clip)
                if shown is None:  # nothing of what it lets through is in the window
                    p.restore()
                    return
                p.setClipPath(shown, Qt.ClipOperation.IntersectClip)
            if node.opacity != 1.0:
                p.setOpacity(p.opacity() * node.opacity)
            self.paint(p, node.children, zoom, clip)
            p.restore()
        elif isinstance(node, dl.Text):
            self._text(p, node, zoom, clip)
        elif isinstance(node, dl.GlyphRun):
            self._glyphs(p, node, zoom, clip)
        elif isinstance(node, dl.Stamps):
            self._stamp(p, node, zoom, clip)
        elif isinstance(node, dl.Scan):
            scans.paint(p, node, clip)
        elif isinstance(node, dl.Picture):
            rect = QRectF(*node.rect)
            if clip is None or rect.intersects(clip):
                t, (high, wide) = p.transform(), node.pixels.shape[:2]
                across, down = math.hypot(t.m11(), t.m12()) / wide, math.hypot(t.m21(), t.m22()) / high
                p.drawImage(rect, _bitmaps.get(node.pixels, max(across * rect.width(), down * rect.height())))

    def _path(self, path: dl.Path) -> tuple[QPainterPath, QRectF]:
        found = self._paths.get(id(path))
        if found is None or found[0] is not path:
            left, top, right, bottom = path.bounds()
            found = (path, qpath(path), QRectF(left, top, right - left, bottom - top))
            self._paths[id(path)] = found
        return found[1], found[2]

    def _runs(self, path: dl.Path) -> tuple[QRectF, dl.Floats]:
        """A large path's bounds and those of its runs; it is cut to each window instead of being kept whole."""
        found = self._large.get(id(path))
        if found is None or found[0] is not path:
            runs = cull.run_bounds(path)
            left, top, right, bottom = path.bounds()
            found = (path, QRectF(left, top, right - left, bottom - top), runs)
            self._large[id(path)] = found
        return found[1], found[2]

    def _clipping(self, path: dl.Path, window: QRectF | None) -> QPainterPath | None:
        """Return what is clipped to, as far as it matters in a window; None where that is nothing."""
        if window is None or len(path.xy) <= _LARGE:
            return self._path(path)[0]
        edges = (window.left() - 1, window.top() - 1, window.right() + 1, window.bottom() + 1)
        part = cull.cull(path, self._runs(path)[1], edges)
        return qpath(part) if part is not None else None

    def _shape(self, p: QPainter, node: dl.Shape, zoom: float, clip: QRectF | None) -> None:
        line = pen(node.stroke, zoom) if node.stroke is not None else None
        grow = line.widthF() if line is not None else 0.0
        if clip is not None and len(node.path.xy) > _LARGE:
            bounds, runs = self._runs(node.path)
            window = clip.adjusted(-grow, -grow, grow, grow)
            if not _touches(bounds, window, 0.0):
                return
            # a dashed line keeps all its points: its pattern is measured from its beginning
            dashed = line is not None and node.stroke is not None and bool(node.stroke.dash)
            edges = (window.left() - 1, window.top() - 1, window.right() + 1, window.bottom() + 1)
            part = node.path if dashed else cull.cull(node.path, runs, edges)
            if part is None:
                return
            path = self._path(part)[0] if dashed else qpath(part)
        else:
            path, bounds = self._path(node.path)
            if clip is not None and not _touches(bounds, clip, grow):
                return
        if node.fill is not None:
            p.fillPath(path, brush(node.fill))
        if line is not None:
            p.strokePath(path, line)

    def _text(self, p: QPainter, node: dl.Text, zoom: float, clip: QRectF | None) -> None:
        f = node.font
        size = f.size * (max(1.0, zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * zoom / 100 < node.min_px:
            return
        shape, advance, cap = fonts.outline(node.text, f.family, f.weight, f.italic, f.tracking)
        if clip is not None and not node.rotate:
            w = advance * size
            around = QRectF(node.at[0] - w, node.at[1] - size * 1.5, 2 * w, 3 * size)
            if not around.intersects(clip):
                return
        wide = advance * size
        squeeze = min(1.0, node.fit / wide) if node.fit and wide else 1.0
        dx = {"l": 0.0, "c": -advance / 2, "r": -advance}[node.align]
        dy = {"t": cap, "m": cap / 2, "b": 0.0}[node.valign]
        t = QTransform.fromTranslate(*node.at)
        if node.rotate:
            t.rotate(node.rotate)
        t.scale(size * squeeze, size)
        t.translate(dx, dy)
        self._letters(p, t.map(shape), node.color, node.halo, node.halo_width)

    @staticmethod
    def _letters(p: QPainter, path: QPainterPath, ink: str, halo: str, width: float) -> None:
        if halo and width:
            line = QPen(color(halo), width * 2)
            line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            p.strokePath(path, line)
        p.fillPath(path, color(ink))

    def _glyphs(self, p: QPainter, node: dl.GlyphRun, zoom: float, clip: QRectF | None) -> None:
        f = node.font
        size = f.size * (max(1.0, zoom / dl.CLOSE) ** (node.power - 1))
        if node.min_px and size * zoom / 100 < node.min_px:
            return
        key = (id(node), round(size, 3))
        found = self._words.get(key)
        if found is None or found[0] is not node:
            whole = QPainterPath()
            for letter, x, y, angle in node.glyphs:
                shape, advance, _ = fonts.outline(letter, f.family, f.weight, f.italic, 0.0)
                t = QTransform.fromTranslate(x, y)
                t.rotate(angle)
                t.scale(size, size)
                t.translate(-advance / 2, 0)
                whole.addPath(t.map(shape))
            whole.setFillRule(Qt.FillRule.WindingFill)
            found = (node, whole, whole.controlPointRect())
            self._words[key] = found
        if clip is None or _touches(found[2], clip, node.halo_width):
            self._letters(p, found[1], node.color, node.halo, node.halo_width)

    def _stamp(self, p: QPainter, node: dl.Stamps, zoom: float, clip: QRectF | None) -> None:
        """Vector devices get shapes; a raster one gets each stamp drawn once as a bitmap and copied."""
        xy, which = node.xy, node.which
        if clip is not None and len(xy):
            reach = 40.0
            inside = (
                (xy[:, 0] > clip.left() - reach)
                & (xy[:, 0] < clip.right() + reach)
                & (xy[:, 1] > clip.top() - reach)
                & (xy[:, 1] < clip.bottom() + reach)
            )
            keep = np.nonzero(inside)[0]
            xy, which = xy[keep], which[keep]
        raster = isinstance(p.device(), QImage)
        if not raster:
            for index, (x, y) in zip(which.tolist(), xy.tolist(), strict=True):
                p.save()
                p.translate(x, y)
                self.paint(p, node.stamps[index], zoom)
                p.restore()
            return
        t = p.transform()
        scale = t.m11()
        p.save()
        p.resetTransform()
        for index, (x, y) in zip(which.tolist(), xy.tolist(), strict=True):
            image, dx, dy = self._bitmap(node, index, scale, zoom)
            at = t.map(QPointF(x, y))
            p.drawImage(QPointF(round(at.x() + dx), round(at.y() + dy)), image)
        p.restore()

    def _bitmap(self, node: dl.Stamps, index: int, scale: float, zoom: float) -> tuple[QImage, float, float]:
        key = (id(node.stamps), index, round(scale, 4))
        found = self._stamps.get(key)
        if found is not None and found[0] is node.stamps:
            return found[1], found[2], found[3]
        shapes = node.stamps[index]
        rect = QRectF()
        for shape in shapes:
            grow = shape.stroke.width / 2 if shape.stroke else 0
            rect = rect.united(self._path(shape.path)[1].adjusted(-grow, -grow, grow, grow))
        w, h = int(rect.width() * scale) + 4, int(rect.height() * scale) + 4
        image = QImage(max(1, w), max(1, h), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as q:
            q.setRenderHint(QPainter.RenderHint.Antialiasing)
            q.translate(2 - rect.left() * scale, 2 - rect.top() * scale)
            q.scale(scale, scale)
            for shape in shapes:
                self._shape(q, shape, zoom, None)
        made = (node.stamps, image, rect.left() * scale - 2, rect.top() * scale - 2)
        self._stamps[key] = made
        return made[1], made[2], made[3]


def _touches(bounds: QRectF, clip: QRectF, grow: float) -> bool:
    """Say whether a box, which may be a mere line, shows in the window."""
    return (
        bounds.left() - grow <= clip.right()
        and bounds.right() + grow >= clip.left()
        and bounds.top() - grow <= clip.bottom()
        and bounds.bottom() + grow >= clip.top()
    )


def _shows(node: dl.Node, zoom: float) -> bool:
    """Say whether there is anything to paint of a node at a zoom."""
    if isinstance(node, dl.Group):
        return node.min_zoom <= zoom < node.max_zoom and any(_shows(child, zoom) for child in node.children)
    if isinstance(node, dl.Shape):
        return node.fill is not None or (node.stroke is not None and pen(node.stroke, zoom) is not None)
    return True


def brush(paint: dl.Paint) -> QBrush:
    """Return the brush of a colour or gradient."""
    if isinstance(paint, dl.Gradient):
        gradient = QLinearGradient(QPointF(*paint.start), QPointF(*paint.end))
        for position, value in paint.stops:
            gradient.setColorAt(position, color(value))
        return QBrush(gradient)
    return QBrush(color(paint))


def pen(stroke: dl.Stroke, zoom: float) -> QPen | None:
    """Return the pen of a stroke at a zoom, None where it is too thin to be drawn."""
    width = stroke.width * (max(1.0, zoom / dl.CLOSE) ** (stroke.power - 1))
    px = width * zoom / 100
    if stroke.hide_px and px < stroke.hide_px:
        return None
    if stroke.min_px and px < stroke.min_px:
        width = stroke.min_px * 100 / zoom
    made = QPen(color(stroke.color), width)
    made.setCapStyle(_CAPS[stroke.cap])
    made.setJoinStyle(_JOINS[stroke.join])
    if stroke.dash:
        made.setDashPattern([max(0.01, d / width) for d in stroke.dash])
    return made


class _Bitmaps:
    """Bitmaps of display lists as Qt paints them, each also halved as often as it takes to be painted small and smooth.

    Shared by all threads; those that were painted longest ago go.
    """

    MOST = 96 << 20

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: OrderedDict[tuple[int, int], tuple[dl.Bytes, QImage]] = OrderedDict()
        self._bytes = 0

    def get(self, pixels: dl.Bytes, scale: float) -> QImage:
        """Return a bitmap for painting at `scale` device pixels for each of its own."""
        level = max(0, min(12, math.floor(-math.log2(max(scale, 1e-4)) + 0.05)))
        with self._lock:
            return self._level(pixels, level)

    def _level(self, pixels: dl.Bytes, level: int) -> QImage:
        key = (id(pixels), level)
        found = self._made.get(key)
        if found is not None and found[0] is pixels:
            self._made.move_to_end(key)
            return found[1]
        if level == 0:
            h, w = pixels.shape[:2]
            image = QImage(pixels.tobytes(), w, h, w * 4, QImage.Format.Format_RGBA8888)
            image = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
        else:
            above = self._level(pixels, level - 1)
            wide, high = max(1, above.width() // 2), max(1, above.height() // 2)
            image = above.scaled(wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        self._made[key] = (pixels, image)
        self._bytes = sum(kept.sizeInBytes() for _, kept in self._made.values()) if found else self._bytes + image.sizeInBytes()
        while self._bytes > self.MOST and len(self._made) > 1:
            self._bytes -= self._made.popitem(last=False)[1][1].sizeInBytes()
        return image


_bitmaps = _Bitmaps()
