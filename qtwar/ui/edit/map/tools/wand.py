"""Magic select: an area of the same terrain at a click; then it is as with the select tool."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from qtwar.editing import shapes
from qtwar.ui.board.input import Pointer
from qtwar.ui.edit.map.tools.select import SelectTool


class WandTool(SelectTool):
    """W: selects an area of the same terrain; Shift adds, Ctrl takes all of that terrain."""

    id, icon, hint, layer = "wand", "auto-fix", "edit.hint.wand", "terrain"
    cursor = Qt.CursorShape.CrossCursor
    shows_areas = False

    def options(self, parent: QWidget) -> Sequence[QWidget]:
        """Return no options: what can be done with the cells is in their menu."""
        return ()

    def press(self, pointer: Pointer) -> None:
        """Select at once; what was pasted is put down."""
        cell = self.canvas.cell_at(pointer.at)
        if self.pasting:
            self.paste_at(cell)
            return
        if not cell:
            self.canvas.select_cells(())
            return
        grid, terrain = self.canvas.layout_.grid, self.canvas.board.terrain
        found = shapes.alike(grid, terrain, cell) if pointer.ctrl else shapes.flood(grid, terrain, cell)
        self.canvas.select_cells([*(self.canvas.selection if pointer.shift else ()), *found])

    def double(self, pointer: Pointer) -> None:
        """Select the cells alike, as the first click did."""
        self.press(pointer)
