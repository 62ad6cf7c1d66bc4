"""Magic select: an area of the same terrain at a click; then it is as with the select tool."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from qtwar.editing import shapes
from qtwar.ui.board.input import KeyStroke, Pointer
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
        self._select(cell, everywhere=pointer.ctrl, more=pointer.shift)

    def _select(self, cell: str, *, everywhere: bool, more: bool) -> None:
        grid, terrain = self.canvas.layout_.grid, self.canvas.board.terrain
        found = shapes.alike(grid, terrain, cell) if everywhere else shapes.flood(grid, terrain, cell)
        self.canvas.select_cells([*(self.canvas.selection if more else ()), *found])

    def claims(self, stroke: KeyStroke) -> bool:
        """Enter with Ctrl and Shift too: they mean what they do with a click."""
        return bool(self.at_cursor(stroke)) or super().claims(stroke)

    def key(self, stroke: KeyStroke) -> bool:
        """Enter selects at the cell cursor."""
        cell = self.at_cursor(stroke)
        if not cell or self.pasting:
            return super().key(stroke)
        self._select(cell, everywhere=stroke.ctrl, more=stroke.shift)
        self.canvas.update()
        return True

    def double(self, pointer: Pointer) -> None:
        """Select the cells alike, as the first click did."""
        self.press(pointer)
