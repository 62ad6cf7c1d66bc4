"""What every tool of the map page can do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QCheckBox, QMenu, QWidget

from qtwar.editing import shapes
from qtwar.editing.batch import Edit
from qtwar.model.board import BoardContent
from qtwar.ui.board.input import ENTER, KeyStroke, Pointer, PointerTool
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.tools.naming import rename_at
from qtwar.ui.edit.map.tools.placing import put_down
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import ChoiceBox
from qtwar.ui.widgets.segments import Segments

GAP = 8
"""Px between the cell cursor and a menu about its place."""


class Tool(PointerTool):
    """What the pointer does on the board of a draft. `layer` is what it works on; a locked layer keeps it off."""

    id = ""
    icon = ""
    layer = ""
    cursor = Qt.CursorShape.CrossCursor
    hint = ""
    """The text key of what the option bar says of keys."""
    shows_areas = False
    """Whether named areas are shown while it is in hand."""
    enters = False
    """Whether Enter does at the cell cursor what a click does (`enter`)."""

    def __init__(self, canvas: EditCanvas, pen: Pen) -> None:
        self.canvas, self.pen = canvas, pen
        self.busy = False
        """Whether a stroke is under way."""

    # -- for the option bar ------------------------------------------------------------------------
    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the widgets of the option bar; made anew each time the tool is taken up."""
        return ()

    def segments(self, what: str, values: Sequence[str], key: str, name_key: str) -> Segments:
        """Return a choice among the values of one of the tool's settings; `key` with a value is its text."""
        return Segments(values, key, getattr(self, what), partial(setattr, self, what), name_key=name_key)

    def choice(self, what: str, values: Sequence[tuple[str, str]], name_key: str, parent: QWidget) -> ChoiceBox:
        """Return a list of (value, text) for one of the pen's choices."""
        take = partial(self.pen.choose, what)
        return ChoiceBox(values, getattr(self.pen, what), take, name_key=name_key, parent=parent, whole=True)

    def check(self, of: object, what: str, key: str, parent: QWidget) -> QCheckBox:
        """Return a switch of the tool or the pen."""
        box = QCheckBox(tr(key), parent)
        box.setChecked(getattr(of, what))
        box.toggled.connect(partial(setattr, of, what))
        return box

    # -- life --------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Make ready for use: this tool was chosen from the palette."""

    def cancel(self) -> None:
        """Forget what is half done."""
        self.busy = False

    def follow(self) -> bool:
        """The draft has changed, also by undo; returns whether the option bar has to be made anew."""
        return False

    # -- pointer -----------------------------------------------------------------------------------
    def drag(self, pointer: Pointer) -> None:
        """The pressed pointer moves."""
        self.canvas.update()

    def release(self, pointer: Pointer) -> None:
        """What is under way is done with."""
        if self.busy:
            self.busy = False
            self.end(pointer)
            self.canvas.update()

    def end(self, pointer: Pointer) -> None:
        """Store what was done from the press on; for subclasses."""

    def hover(self, pointer: Pointer) -> None:
        """What a press would do is shown under the pointer."""
        self.canvas.update()

    def leave(self) -> None:
        """Nothing is pointed at."""
        self.canvas.set_hover("")
        self.canvas.update()

    def bring_to(self, at: QPointF) -> None:
        """Counters off a list are led over the board."""
        self.canvas.update()

    def put_down(self, pieces: Sequence[str], at: QPointF) -> None:
        """They are dropped, whatever tool is in hand."""
        place = self.canvas.place_at(at)
        if place:
            put_down(self.canvas, pieces, place)

    def menu(self, pointer: Pointer) -> None:
        """The right button: at most nine entries about what is here."""
        self._popup(pointer.at, pointer.screen)

    def menu_of(self, place: str) -> None:
        """The menu key: the same of the cell cursor's place."""
        self._popup(self.canvas.spot(place), None)

    def _popup(self, at: QPointF, screen: QPoint | None) -> None:
        menu = QMenu(self.canvas)
        self.fill_menu(menu, at)
        if not menu.isEmpty():
            menu.popup(screen if screen is not None else self.beside_cursor(menu))

    def beside_cursor(self, menu: QMenu) -> QPoint:
        """Return where on the screen a menu opens that leaves the cell cursor's place to be seen."""
        canvas = self.canvas
        place = canvas.shape(canvas.cell).boundingRect().toAlignedRect().translated(canvas.mapToGlobal(QPoint(0, 0)))
        room, wide = canvas.screen().availableGeometry(), menu.sizeHint().width()
        fits = place.right() + GAP + wide <= room.right()
        return QPoint(place.right() + GAP if fits else place.left() - GAP - wide, place.top())

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Add the entries of a context menu."""

    # -- keys --------------------------------------------------------------------------------------
    def enter(self, cell: str, stroke: KeyStroke) -> None:
        """Do at the cell cursor what a click does there."""

    def claims(self, stroke: KeyStroke) -> bool:
        """Enter, at the cell cursor."""
        return self.enters and bool(self.at_cursor(stroke))

    def at_cursor(self, stroke: KeyStroke) -> str:
        """Return the cell of the cell cursor where a key is Enter there, or nothing."""
        shown = stroke.key in ENTER and self.canvas.cursor_shown
        return (self.canvas.layout_.cell(self.canvas.cell) or "") if shown else ""

    def key(self, stroke: KeyStroke) -> bool:
        """Do what a key means; False where it means nothing here."""
        if self.enters and (cell := self.at_cursor(stroke)):
            self.enter(cell, stroke)
            self.canvas.update()
            return True
        if stroke.key == Qt.Key.Key_F2:
            canvas = self.canvas
            return rename_at(canvas, canvas.spot(canvas.cell) if canvas.cursor_shown else canvas.at, key=True)
        if stroke.key == Qt.Key.Key_Escape and self.busy:
            self.cancel()
            self.canvas.update()
            return True
        return False

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint what the tool marks on the map; lengths in u."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint marks in screen px."""

    # -- small helpers -----------------------------------------------------------------------------
    @property
    def content(self) -> Any:
        """The draft's content as it is now."""
        return self.canvas.model.content

    @property
    def board(self) -> BoardContent:
        """The board as it is now."""
        return self.canvas.board

    def do(self, gesture: Callable[..., Edit], *args: Any, **kwargs: Any) -> None:
        """Carry a gesture out on this board."""
        self.canvas.model.do(gesture, self.canvas.board_id, *args, **kwargs)

    def may_edit(self) -> bool:
        """Return whether the tool's layer is not locked, and say so if it is."""
        return self.canvas.layers.may_edit(self.layer)

    def cell_points(self, cell: str) -> QPointF:
        """Return the centre of a cell in u."""
        return QPointF(*self.canvas.layout_.centre(cell))

    def cells_between(self, a: str, b: str) -> Sequence[str]:
        """Return the cells of the straight line between two."""
        return self.canvas.layout_.grid.line(a, b) if a and a != b else (b,)

    def disc(self, cell: str, size: int) -> list[str]:
        """Return the cells of a brush: 1 is the cell, 2 also its neighbours, and so on."""
        return shapes.disc(self.canvas.layout_.grid, cell, size)


def dashed(painter: QPainter, scale: float, width: float = 2.0) -> None:
    """Paint from now on what is only being drawn: a dashed line in the accent, without a ground."""
    painter.setPen(QPen(QColor(current().tokens.accent), px(width) / scale, Qt.PenStyle.DashLine))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def cross(painter: QPainter, spot: QPointF, size: int) -> None:
    """Paint a cross at a point of the screen."""
    painter.drawLine(spot - QPointF(px(size), 0), spot + QPointF(px(size), 0))
    painter.drawLine(spot - QPointF(0, px(size)), spot + QPointF(0, px(size)))
