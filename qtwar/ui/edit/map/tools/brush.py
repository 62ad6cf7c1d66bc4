"""Terrain brush, fill, elevation and eraser: what changes cells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QCheckBox, QWidget

from qtwar.editing import ground, shapes
from qtwar.ui.board.input import KeyStroke, Pointer
from qtwar.ui.board.lights import draw_chip
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.marks import paint_ring
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current
from qtwar.ui.widgets.segments import Segments

SHAPES = ("free", "line", "rect")
SIZES = {Qt.Key.Key_BracketLeft: -1, Qt.Key.Key_BracketRight: 1}


class SizeChoice(Segments):
    """The brush's size; follows the keys [ and ]."""

    def __init__(self, pen: Pen) -> None:
        super().__init__("12357", "edit.size", then=lambda value: pen.set_size(int(value)))
        self.pen = pen
        pen.changed.connect(self.follow)
        self.follow()

    def follow(self) -> None:
        """Show the size in force."""
        self.choose(str(self.pen.size))


class CellTool(Tool):
    """A tool that gathers cells from press to release: freely, in a straight line, or in a rectangle."""

    layer = "terrain"
    enters = True

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.shape = "free"
        self.stroke: dict[str, object] = {}
        self._start = self._last = ""
        self._ended = ""
        self._erasing = False
        self._met: set[str] = set()
        self._bare_rim: set[str] = set()

    @property
    def soft(self) -> bool:
        """Whether the rim of the brush is ragged."""
        return False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the choices of size and shape."""
        return [SizeChoice(self.pen), self.segments("shape", SHAPES, "edit.shape", "edit.shape")]

    # -- the stroke --------------------------------------------------------------------------------
    def value(self, cell: str) -> object:
        """Return what a cell of the stroke gets."""
        raise NotImplementedError

    def show(self) -> None:
        """Show the stroke as it is."""

    def commit(self) -> None:
        """Make the stroke an entry."""
        raise NotImplementedError

    def press(self, pointer: Pointer) -> None:
        """Begin a stroke; Alt takes what is there, Shift draws a line from the end of the last one."""
        cell = self.canvas.cell_at(pointer.at)
        if pointer.alt:
            self.pick(cell)
            return
        if not cell or not self.may_edit():
            return
        self._begin(cell, pointer.ctrl)
        if pointer.shift and self._ended:
            for one in self.cells_between(self._ended, cell):
                self._add(one)
            self.show()

    def _begin(self, cell: str, erasing: bool) -> None:
        self.busy, self._erasing, self.stroke = True, erasing, {}
        self._met, self._bare_rim = set(), set()
        self._start = self._last = cell
        self._add(cell)
        self.show()
        self._tell()

    def _add(self, cell: str) -> None:
        found = self.disc(cell, self.pen.size)
        if self.soft and self.pen.size > 1:
            inner = set(self.disc(cell, self.pen.size - 1))
            # a cell of the rim is left out for good until the brush itself goes over it
            self._bare_rim |= {c for c in found if c not in inner and c not in self._met and self.pen.random.random() < 0.5}
            self._bare_rim -= inner
            self._met |= set(found)
            found = [c for c in found if c not in self._bare_rim]
        for one in found:
            if one not in self.stroke:
                self.stroke[one] = self.value(one)

    def drag(self, pointer: Pointer) -> None:
        """Add the cells that the pointer has come over."""
        cell = self.canvas.cell_at(pointer.at)
        if not self.busy or not cell or cell == self._last:
            return
        if self.shape == "free":
            for one in self.cells_between(self._last, cell):
                self._add(one)
        else:
            self.canvas.drop_stroke()
            self.stroke = {}
            for one in self._shaped(self._start, cell):
                self._add(one)
        self._last = cell
        self.show()
        self._tell()

    def _shaped(self, a: str, b: str) -> Sequence[str]:
        if self.shape == "line":
            return self.cells_between(a, b)
        return shapes.rectangle(self.canvas.layout_.grid, a, b)

    def end(self, pointer: Pointer) -> None:
        """Store the stroke as one entry."""
        self._ended = self._last
        if self.stroke:
            self.commit()
        self.stroke = {}
        self._tell()

    def cancel(self) -> None:
        """Drop the stroke under way; no cell is changed."""
        if self.busy:
            self.canvas.drop_stroke()
        self.busy = False
        self.stroke = {}

    def pick(self, cell: str) -> None:
        """Take what is in a cell onto the pen."""

    def _tell(self) -> None:
        self.canvas.stroke_changed.emit(tr("edit.stroke", n=len(self.stroke)) if self.stroke else "")

    # -- keys --------------------------------------------------------------------------------------
    def claims(self, stroke: KeyStroke) -> bool:
        """Brackets and, at the cell cursor, Enter."""
        return stroke.key in SIZES or super().claims(stroke)

    def key(self, stroke: KeyStroke) -> bool:
        """[ and ] size, Enter paints the cell under the cursor."""
        return self.resize(stroke.key) or super().key(stroke)

    def resize(self, key: int) -> bool:
        """Make the brush smaller or larger by [ or ]; False for another key."""
        if key not in SIZES:
            return False
        self.pen.set_size(self.pen.size + SIZES[Qt.Key(key)])
        self.canvas.update()
        return True

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Paint the cell under the cursor."""
        if self.may_edit():
            self._begin(cell, stroke.ctrl)
            self.busy = False
            self.commit()
            self.stroke = {}

    def paint(self, painter: QPainter, scale: float) -> None:
        """Ring the cells that a press would paint."""
        cell = self.canvas.cell_at(self.canvas.at) if self.canvas.hover_place else ""
        if cell:
            paint_ring(self.canvas, painter, self.disc(cell, self.pen.size))


class BrushTool(CellTool):
    """B: paints terrain, or lays features."""

    id, icon, hint = "brush", "brush", "edit.hint.brush"

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Size, shape, soft edge, keep roads, mix."""
        return [*super().options(parent), *self._switches(parent, "soft", "keep_roads", "mixing")]

    def _switches(self, parent: QWidget, *names: str) -> list[QCheckBox]:
        made = [self.check(self.pen, name, f"edit.{name}", parent) for name in names]
        for name, box in zip(names, made, strict=True):
            box.setToolTip(tr(f"edit.{name}.tip"))
            box.toggled.connect(lambda _: self.pen.changed.emit())
        return made

    @property
    def soft(self) -> bool:
        """Whether the rim of the brush is ragged."""
        return self.pen.soft and self.shape == "free"

    def value(self, cell: str) -> object:
        """The pen's terrain, or nothing while Ctrl is held."""
        if self.pen.what == "feature":
            return not self._erasing
        return self._bare() if self._erasing else self.pen.word()

    def _bare(self) -> str:
        """The terrain that an erased cell has: the first kind."""
        return self.content.terrain[0].id if self.content.terrain else ""

    def show(self) -> None:
        """In flat colours, at once."""
        if self.pen.what == "terrain":
            self.canvas.show_stroke({c: str(w) for c, w in self.stroke.items()})
        else:
            self.canvas.update()

    def commit(self) -> None:
        """Store the stroke as one entry of the history."""
        pen, model = self.pen, self.canvas.model
        if pen.what == "feature":
            if pen.feature:
                self.do(ground.lay_feature, pen.feature, list(self.stroke), not self._erasing)
            return
        if not pen.terrain and not self._erasing:
            model.told.emit(tr("edit.no_terrain_kinds"))
            self.canvas.drop_stroke()
            return
        now = self.board.terrain
        words = {c: str(w) or None for c, w in self.stroke.items() if now.get(c, "") != w}
        if not words:
            self.canvas.drop_stroke()
            return
        board = self.canvas.board_id
        model.do_then(self._done, ground.paint, board, words, erase=self._erasing, keep_paths=pen.keep_roads)

    def _done(self, ok: bool) -> None:
        if not ok:
            self.canvas.drop_stroke()

    def pick(self, cell: str) -> None:
        """Take the terrain of a cell onto the pen."""
        word = self.board.terrain.get(cell, "")
        if word:
            self.pen.choose("terrain", word)

    def paint(self, painter: QPainter, scale: float) -> None:
        """A feature's stroke is ringed, as its art comes later."""
        super().paint(painter, scale)
        if self.busy and self.pen.what == "feature":
            layout = self.canvas.layout_
            colour = QColor(self.canvas.ground.lines.get(self.pen.feature, current().tokens.accent))
            colour.setAlpha(150)
            painter.fillPath(layout.outline(layout.place(c) for c in self.stroke), colour)


class EraserTool(BrushTool):
    """Ctrl with the brush, as a tool of its own for pens."""

    id, icon, hint = "eraser", "eraser", "edit.hint.eraser"

    def _begin(self, cell: str, erasing: bool) -> None:
        super()._begin(cell, True)

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Size and shape, soft edge, keep roads."""
        return [*CellTool.options(self, parent), *self._switches(parent, "soft", "keep_roads")]


class FillTool(BrushTool):
    """G: fills an area of the same terrain, or the selection; Ctrl takes all of that terrain on the board."""

    id, icon, hint = "fill", "format-color-fill", "edit.hint.fill"

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the switches: keep roads, mix."""
        return self._switches(parent, "keep_roads", "mixing")

    def press(self, pointer: Pointer) -> None:
        """Fill from the cell under the press."""
        cell = self.canvas.cell_at(pointer.at)
        if pointer.alt:
            self.pick(cell)
        elif cell:
            self.fill(cell, everywhere=pointer.ctrl)

    def fill(self, cell: str, *, everywhere: bool = False) -> None:
        """Fill the selection if the cell is in it, else its own area, or all that is like it."""
        if not self.may_edit():
            return
        canvas = self.canvas
        found = shapes.alike if everywhere else shapes.flood
        selected = cell in canvas.selection and not everywhere
        cells = canvas.selection if selected else found(canvas.layout_.grid, canvas.board.terrain, cell)
        self._erasing = False
        self.stroke = {c: self.value(c) for c in cells}
        self.show()
        self.commit()
        self.stroke = {}

    def drag(self, pointer: Pointer) -> None:
        """A fill has no stroke: nothing more is filled."""
        self.canvas.update()

    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Fill at the cell cursor."""
        self.fill(cell)

    def paint(self, painter: QPainter, scale: float) -> None:
        """No ring: the area may be large."""


class ElevationTool(CellTool):
    """U: raises; Ctrl lowers; or sets a level."""

    id, icon, hint = "elevation", "terrain", "edit.hint.elevation"

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        super().__init__(canvas, pen)
        self.mode = "up"

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Size, shape; up, down, clear."""
        mode = self.segments("mode", ("up", "down", "clear"), "edit.elevation", "edit.elevation")
        return [*super().options(parent), mode]

    def value(self, cell: str) -> object:
        """One more, one less, or none."""
        if self.mode == "clear":
            return None
        down = self._erasing != (self.mode == "down")
        return self.canvas.board.elevation.get(cell, 0) + (-1 if down else 1)

    def show(self) -> None:
        """Numbers are painted over."""
        self.canvas.update()

    def commit(self) -> None:
        """Store the levels of the stroke as one entry."""
        levels = {c: v if isinstance(v, int) else None for c, v in self.stroke.items()}
        self.do(ground.set_elevation, levels)

    def pick(self, cell: str) -> None:
        """Levels are not taken from the map."""

    def paint_over(self, painter: QPainter) -> None:
        """Show the level of each cell in view while the tool is in hand."""
        canvas, tokens = self.canvas, current().tokens
        if 100 * canvas.camera.scale < 26:
            return
        levels = {**canvas.board.elevation, **{c: v for c, v in self.stroke.items() if v is not None}}
        for cell in canvas.layout_.cells_in(canvas.camera.area()):
            if cell in levels:
                spot = canvas.camera.to_screen(self.cell_points(cell))
                lit = cell in self.stroke
                ground, ink = (tokens.accent, tokens.on_accent) if lit else (tokens.panel, tokens.text)
                draw_chip(painter, spot, str(levels[cell]), ground, ink)
