"""The map under the editor's hands: drawn tiles, and over them in flat colours what was edited since they were drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from qtwar.draw.layers import drawn_kinds
from qtwar.model.art import TiledPicture
from qtwar.model.board import BoardContent, Box, Label, PathLine
from qtwar.model.content import TitleContent
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.edit.map import flat
from qtwar.ui.edit.map.fade import Fade, SectionGround
from qtwar.ui.edit.map.raster import Raster
from qtwar.ui.theme import current, fonts
from qtwar.ui.theme.tokens import LIGHT, mix

FINE = 14
"""From this many px a cell, cells are polygons; below they are dots of a raster."""
NEAR = 40
"""From this many px a cell, a part of a board too large to be drawn whole is drawn."""


class EditGround:
    """Fulfils the board's `Ground`. `tiles` comes and goes with the artist; `dirty` is newer than the tiles."""

    names_clear = True

    def __init__(self, content: TitleContent, layout: BoardLayout) -> None:
        self.layout = layout
        self.tiles: Fade | SectionGround | None = None
        self.dirty: dict[str, str] = {}
        self.opacities: Mapping[str, float] = {}
        """How much is seen of a layer of things; of one that is not named, all."""
        self.shown: BoardContent | None = None
        """The board as the tiles show it: sides, paths and names that it has not are painted flat over them."""
        self._new_for: tuple[BoardContent | None, BoardContent | None, set[str] | None] = (None, None, None)
        self._new: tuple[list[tuple[str, Sequence[str]]], list[PathLine], list[Label]] = ([], [], [])
        self._all = Raster(layout)
        self._some = Raster(layout)
        self.set_content(content)

    # -- content -----------------------------------------------------------------------------------
    def set_content(self, content: TitleContent) -> None:
        """Take colours, kinds and the board's terrain anew."""
        self.content = content
        self.board = self.layout.board
        self.colours = flat.terrain_colours(content, self.board)
        self.lines = flat.line_colours(content, self.board)
        self.drawn = drawn_kinds(content.style, self.board)
        names = list(self.colours)
        self._index = {name: n + 1 for n, name in enumerate(names)}
        self._table = [QColor(Qt.GlobalColor.transparent), *(QColor(self.colours[name]) for name in names)]
        terrain, other = {**self.board.terrain, **self.dirty}, self._index[""]
        self._all.fill({cell: self._index.get(terrain.get(cell, ""), other) for cell in self.layout.grid.cells()})
        self._some.clear()
        self._some.fill({cell: self._index.get(word, other) for cell, word in self.dirty.items()})

    def set_cells(self, cells: Mapping[str, str]) -> None:
        """Note terrain that the tiles do not show yet."""
        self.dirty.update(cells)
        index, other = self._index, self._index[""]
        numbers = {cell: index.get(word, other) for cell, word in cells.items()}
        self._all.fill(numbers)
        self._some.fill(numbers)

    def clean(self, cells: Iterable[str] | None = None) -> None:
        """The tiles show these cells as they are now (None: all)."""
        if cells is None:
            self.dirty = {}
            self._some.clear()
            return
        for cell in cells:
            if self.dirty.pop(cell, None) is not None:
                self._some.set(cell, 0)

    def colour(self, word: str) -> QColor:
        """Return the flat colour of a terrain."""
        return QColor(self.colours.get(word, self.colours[""]))

    def _not_drawn(self) -> tuple[list[tuple[str, Sequence[str]]], list[PathLine], list[Label]]:
        """Return the sides by kind, paths and labels that the tiles do not show: new ones, and those without a style."""
        now = (self.board, self.shown, self.drawn)
        if any(a is not b for a, b in zip(self._new_for, now, strict=True)):
            old = self.shown
            sides: dict[str, set[str]] = {}
            for line in old.edges if old is not None else ():
                if line.kind in self.drawn:
                    sides.setdefault(line.kind, set()).update(line.sides)
            paths = {_path_key(path) for path in old.paths if path.kind in self.drawn} if old is not None else set()
            labels = {_label_key(one) for one in old.labels if self._draws(one)} if old is not None else set()
            none: set[str] = set()
            found = [(line.kind, [s for s in line.sides if s not in sides.get(line.kind, none)]) for line in self.board.edges]
            self._new_for = now
            self._new = (
                [(kind, new) for kind, new in found if new],
                [path for path in self.board.paths if _path_key(path) not in paths],
                [label for label in self.board.labels if _label_key(label) not in labels],
            )
        return self._new

    def _draws(self, label: Label) -> bool:
        """Return whether the style writes a label, by its style or as words of its own."""
        return f"label:{label.style}" in self.drawn or f"words:{label.text.en}" in self.drawn

    def shows_box(self, box: Box) -> bool:
        """Return whether the tiles show a box as it is now."""
        whole = self.shown is not None and isinstance(self.tiles, Fade)  # a part of a board is drawn without
        drawn = "painter:boxes" in self.drawn or TiledPicture.of(box.attrs.get("picture")) is not None
        return whole and drawn and box in self.shown.boxes

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area`; returns False while a finer picture is still being made."""
        done, seen = True, self.opacities.get("terrain", 1.0)
        if isinstance(self.tiles, Fade):
            done = self.tiles.paint(painter, area, scale)
            self._with(painter, "terrain", lambda: self.paint_cells(painter, area, scale, self.dirty, self._some))
            self._flat_lines(painter, area, scale, bare=False)
            return done
        if seen < 1:
            painter.fillRect(area & self.layout.bounds, QColor(current().tokens.raised))
        self._with(painter, "terrain", lambda: self._flat_ground(painter, area, scale))
        self._with(painter, "grid", lambda: self._grid(painter, area, scale))
        self._flat_lines(painter, area, scale, bare=True)
        if self.tiles is not None and 100 * scale >= NEAR:
            done = self.tiles.paint(painter, area, scale)
            self._with(painter, "terrain", lambda: self.paint_cells(painter, area, scale, self.dirty, self._some))
            self._flat_lines(painter, area & self.tiles.core, scale, bare=False)
        return done

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint at once what stands in for the map: its picture as a whole, else bare ground."""
        if isinstance(self.tiles, Fade):
            self.tiles.under(painter, area)
            return
        hidden = self.opacities.get("terrain", 1.0) < 1
        painter.fillRect(area & self.layout.bounds, QColor(current().tokens.raised) if hidden else self.colour(""))

    def _with(self, painter: QPainter, layer: str, paint: Callable[[], object]) -> None:
        """Paint at the opacity of a layer, or not at all."""
        share, before = self.opacities.get(layer, 1.0), painter.opacity()
        if share > 0:
            painter.setOpacity(before * share)
            paint()
            painter.setOpacity(before)

    def _flat_ground(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """All cells in their flat colours."""
        painter.fillRect(area & self.layout.bounds, self.colour(""))
        terrain = self.board.terrain
        self.paint_cells(painter, area, scale, {**terrain, **self.dirty} if self.dirty else terrain, self._all)

    def paint_cells(
        self, painter: QPainter, area: QRectF, scale: float, cells: Mapping[str, str], raster: Raster | None = None
    ) -> None:
        """Paint cells in their flat colours; few of them, or all by their raster."""
        if not cells:
            return
        if 100 * scale < FINE and raster is not None and raster.usable:
            raster.paint(painter, area, self._table)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, 100 * scale >= 30)
        wanted: Iterable[str] = cells if len(cells) < 400 else self.layout.cells_in(area)
        near = area.adjusted(-110, -110, 110, 110)
        brushes = {word: QColor(colour) for word, colour in self.colours.items()}
        bare = brushes[""]
        for cell in wanted:
            word = cells.get(cell)
            if word is None or not near.contains(QPointF(*self.layout.centre(cell))):
                continue
            painter.setBrush(brushes.get(word, bare))
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in self.layout.grid.polygon(cell)]))

    def _grid(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Thin sides and numbers where no artist draws them."""
        if 100 * scale < FINE:
            return
        line = QColor(mix(self.colours[""], current().tokens.shadow, 0.35))
        numbers = 100 * scale >= 44
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setFont(fonts.body("en", 13))
        for cell in self.layout.cells_in(area):
            painter.setPen(QPen(line, 0))
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in self.layout.grid.polygon(cell)]))
            if numbers:
                x, y = self.layout.centre(cell)
                painter.drawText(QRectF(x - 50, y - 46, 100, 18), int(Qt.AlignmentFlag.AlignCenter), cell)

    def _flat_lines(self, painter: QPainter, area: QRectF, scale: float, *, bare: bool) -> None:
        """Edges, paths and labels that the tiles do not show (yet), or (`bare`) all: they are never invisible."""
        if 100 * scale < 6:
            return
        near = area.adjusted(-150, -150, 150, 150)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._with(painter, "edges", lambda: self._flat_edges(painter, near, bare))
        self._with(painter, "paths", lambda: self._flat_paths(painter, bare))
        if 100 * scale >= 18:
            self._with(painter, "labels", lambda: self._flat_labels(painter, near, bare))

    def _flat_edges(self, painter: QPainter, near: QRectF, bare: bool) -> None:
        whole = [(line.kind, line.sides) for line in self.board.edges]
        for kind, sides in whole if bare else self._not_drawn()[0]:
            self.paint_sides(painter, kind, sides, near)

    def _flat_paths(self, painter: QPainter, bare: bool) -> None:
        for path in self.board.paths if bare else self._not_drawn()[1]:
            self.paint_path(painter, path.kind, path.cells, path.closed)

    def _flat_labels(self, painter: QPainter, near: QRectF, bare: bool) -> None:
        grid = self.layout.grid
        for label in self.board.labels if bare else self._not_drawn()[2]:
            at = label.at if not isinstance(label.at, str) else None
            if at is None and grid.contains(str(label.at)):
                at = self.layout.centre(str(label.at))
            if at is not None and near.contains(QPointF(*at)):
                offset = label.offset or (0.0, 0.0)
                spot = QPointF(at[0] + offset[0], at[1] + offset[1])
                self.paint_words(painter, label.text.get(current().language), spot, float(label.angle or 0))

    def paint_sides(self, painter: QPainter, kind: str, sides: Iterable[str], near: QRectF | None = None) -> None:
        """Paint cell sides of a kind as a thick line."""
        path = QPainterPath()
        grid = self.layout.grid
        for side in sides:
            try:
                (x1, y1), *_, (x2, y2) = grid.edge_points(side)
            except ValueError:
                continue
            if near is None or near.contains(QPointF(x1, y1)):
                path.moveTo(x1, y1)
                path.lineTo(x2, y2)
        self._stroke(painter, path, kind, 9.0)

    def paint_path(self, painter: QPainter, kind: str, cells: Iterable[str], closed: bool = False) -> None:
        """Paint a path through cell centres, smoothly."""
        points = [QPointF(*self.layout.centre(c)) for c in cells if self.layout.grid.contains(c)]
        self._stroke(painter, smooth(points, closed), kind, 8.0)

    def _stroke(self, painter: QPainter, path: QPainterPath, kind: str, width: float) -> None:
        if path.isEmpty():
            return
        colour = self.lines.get(kind, current().tokens.second)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tone, wide in ((mix(colour, current().tokens.shadow, 0.55), width + 3), (colour, width)):
            painter.setPen(
                QPen(QColor(tone), wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            )
            painter.drawPath(path)

    def paint_words(self, painter: QPainter, words: str, at: QPointF, angle: float = 0.0) -> None:
        """Paint a label with its halo, centred."""
        font = QFont(fonts.families(current().language))
        font.setPixelSize(24)
        font.setWeight(QFont.Weight.DemiBold)
        path = QPainterPath()
        path.addText(0, 0, font, words)
        box = path.boundingRect()
        path.translate(-box.center())
        painter.save()
        painter.translate(at)
        painter.rotate(angle)
        tokens = current().tokens
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(mix(self.colours[""], LIGHT.raised, 0.5)), 6))
        painter.drawPath(path)
        painter.fillPath(path, QColor(tokens.shadow if not tokens.dark else tokens.window))
        painter.restore()


def smooth(points: list[QPointF], closed: bool = False) -> QPainterPath:
    """Return a curve through the middles of the way, ends included: a road as a person would draw it."""
    path = QPainterPath()
    if not points:
        return path
    if closed and len(points) > 2:
        middles = [(points[n] + points[(n + 1) % len(points)]) / 2 for n in range(len(points))]
        path.moveTo(middles[-1])
        for n, point in enumerate(points):
            path.quadTo(point, middles[n])
        return path
    path.moveTo(points[0])
    if len(points) < 3:
        for point in points[1:]:
            path.lineTo(point)
        return path
    for n in range(1, len(points) - 1):
        end = (points[n] + points[n + 1]) / 2 if n < len(points) - 2 else points[-1]
        path.quadTo(points[n], end)
    return path


def _path_key(path: PathLine) -> tuple[str, tuple[str, ...], bool]:
    return path.kind, tuple(path.cells), path.closed


def _label_key(label: Label) -> tuple[object, ...]:
    return str(label.at), label.text.en, label.text.ja, label.style, label.offset, label.angle, label.along
