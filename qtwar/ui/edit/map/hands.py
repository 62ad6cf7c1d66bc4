"""What mouse, keys, wheel and drops do on the editor's board: the tool in hand gets what is not panning, zooming or cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QWidget

from qtwar.ui.edit.map import marks
from qtwar.ui.mime import PIECES, unpack

if TYPE_CHECKING:
    from qtwar.ui.board.camera import Camera
    from qtwar.ui.edit.map.tools.base import Tool

WHEEL = 1.2


class Hands(QWidget):
    """The board is one of these."""

    camera: Camera
    tool: Tool | None
    tools: dict[str, Tool]
    at: QPointF
    cursor_shown: bool
    _panning: QPoint | None
    _space: bool
    set_hover: Any
    set_zoom: Any
    place_at: Any

    def mousePressEvent(self, event: Any) -> None:
        """Begin a stroke, or a pan with the middle button or the space bar."""
        self.setFocus()
        self.cursor_shown = False
        self.at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space
        ):
            self._panning = event.position().toPoint()
            self.setCursor(QCursor(Qt.CursorShape.ClosedHandCursor))
            return
        if self.tool is not None:
            self.tool.press(event)

    def mouseMoveEvent(self, event: Any) -> None:
        """Hover, go on with a stroke, pan."""
        self.at = event.position()
        if self._panning is not None:
            point = event.position().toPoint()
            self.camera.pan(point - self._panning)
            self._panning = point
            return
        self.set_hover(self.place_at(self.at))
        if self.tool is not None:
            self.tool.move(event)

    def mouseReleaseEvent(self, event: Any) -> None:
        """End a stroke or a pan."""
        self.at = event.position()
        if self._panning is not None and event.button() in (Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton):
            self._panning = None
            self.setCursor(QCursor(self.tool.cursor if self.tool is not None else Qt.CursorShape.ArrowCursor))
            return
        if event.button() == Qt.MouseButton.RightButton:
            if self.tool is not None:
                self.tool.menu(event)
            return
        if self.tool is not None:
            self.tool.release(event)

    def mouseDoubleClickEvent(self, event: Any) -> None:
        """Ends a path; opens what can be typed in."""
        if self.tool is not None:
            self.tool.double(event)

    def wheelEvent(self, event: Any) -> None:
        """Zoom at the pointer; two fingers, Shift and Alt pan."""
        pixels, angle = event.pixelDelta(), event.angleDelta()
        if not pixels.isNull():
            self.camera.pan(pixels)
        elif event.modifiers() & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
            by = angle.y() or angle.x()
            self.camera.pan(QPoint(by, 0))
        else:
            self.set_zoom(self.camera.zoom * WHEEL ** (angle.y() / 120), event.position())

    def event(self, event: QEvent) -> bool:
        """Keys that the tool wants come to it before they are shortcuts."""
        if (
            event.type() == QEvent.Type.ShortcutOverride and self.tool is not None and self.tool.claims(event)  # type: ignore[arg-type]
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: Any) -> None:
        """The tool's keys, the cell cursor, the space bar."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            return
        if self.tool is not None and self.tool.key(event):
            return
        if not marks.cursor_key(self, event):  # type: ignore[arg-type]
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: Any) -> None:
        """The space bar is let go: no more panning."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
        else:
            super().keyReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer leaves: nothing is hovered."""
        self.set_hover("")
        if self.tool is not None:
            self.tool.leave()
        self.update()

    def dragEnterEvent(self, event: Any) -> None:
        """Take counters and kinds from lists."""
        if event.mimeData().hasFormat(PIECES):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: Any) -> None:
        """Show where they would lie."""
        self.at = event.position()
        self.set_hover(self.place_at(self.at))
        self.update()
        event.acceptProposedAction()

    def dropEvent(self, event: Any) -> None:
        """Place them here."""
        place = self.place_at(event.position())
        tool: Any = self.tools.get("place")
        if place and tool is not None:
            tool.drop(unpack(event.mimeData()), place)
            event.acceptProposedAction()
