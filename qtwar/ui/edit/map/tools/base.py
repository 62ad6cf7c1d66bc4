"""What every tool of the map page can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from qtwar.editing import shapes
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from qtwar.ui.edit.map.pen import Pen
    from qtwar.ui.edit.map.view import EditBoard

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Tool:
    """A hand on the board. `layer` is what it works on; a locked layer keeps it off."""

    id = ""
    icon = ""
    layer = ""
    cursor = Qt.CursorShape.CrossCursor
    hint = ""

    def __init__(self, view: EditBoard, pen: Pen) -> None:
        self.view, self.pen = view, pen
        self.busy = False
        """Whether a stroke is under way."""

    # -- for the option bar ------------------------------------------------------------------------
    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return the widgets of the option bar; made anew each time the tool is taken up."""
        return ()

    def hint_text(self) -> str:
        """Return what the option bar says of keys."""
        return tr(self.hint) if self.hint else ""

    # -- life --------------------------------------------------------------------------------------
    def begin(self) -> None:
        """The tool is taken up."""

    def cancel(self) -> None:
        """Forget what is half done."""
        self.busy = False

    def refresh(self) -> None:
        """The draft has changed."""

    # -- mouse -------------------------------------------------------------------------------------
    def press(self, event: QMouseEvent) -> None:
        """A button goes down."""

    def move(self, event: QMouseEvent) -> None:
        """The pointer moves."""

    def release(self, event: QMouseEvent) -> None:
        """A button comes up."""

    def double(self, event: QMouseEvent) -> None:
        """A double click; by default a second press."""
        self.press(event)

    def leave(self) -> None:
        """The pointer leaves the board."""

    def menu(self, event: QMouseEvent) -> None:
        """The right button: at most nine entries about what is here."""
        menu = QMenu(self.view)
        self.fill_menu(menu, event.position())
        if not menu.isEmpty():
            menu.popup(event.globalPosition().toPoint())

    def fill_menu(self, menu: QMenu, at: QPointF) -> None:
        """Add the entries of a context menu."""

    # -- keys --------------------------------------------------------------------------------------
    def claims(self, event: QKeyEvent) -> bool:
        """Return whether a key is the tool's before it is a shortcut."""
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Do what a key means; False where it means nothing here."""
        if event.key() == Qt.Key.Key_F2:
            from qtwar.ui.edit.map.tools.naming import rename_at

            view = self.view
            at = view.camera.to_screen(view.layout_.spot(view.cell)) if view.cursor_shown else view.at
            return rename_at(view, at, key=True)
        if event.key() == Qt.Key.Key_Escape and self.busy:
            self.cancel()
            self.view.update()
            return True
        return False

    # -- painting ----------------------------------------------------------------------------------
    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint marks in u."""

    def paint_over(self, painter: QPainter) -> None:
        """Paint marks in screen px."""

    # -- small helpers -----------------------------------------------------------------------------
    @property
    def content(self) -> Any:
        """The draft's content as it is now."""
        return self.view.model.content

    def cell_points(self, cell: str) -> QPointF:
        """Return the centre of a cell in u."""
        return QPointF(*self.view.layout_.centre(cell))

    def cells_between(self, a: str, b: str) -> Sequence[str]:
        """Return the cells of the straight line between two."""
        return self.view.layout_.grid.line(a, b) if a and a != b else (b,)

    def disc(self, cell: str, size: int) -> list[str]:
        """Return the cells of a brush: 1 is the cell, 2 also its neighbours, and so on."""
        return shapes.disc(self.view.layout_.grid, cell, size)
