"""Mouse, finger, wheel, keys and drops at a board, in play and in the editor: one machine, which tells the tool what was meant.

A press that moves is a drag from 6 px on (12 for fingers); a drag that takes nothing pans, as do the middle button and the
space bar held down. A finger that stays is a long press. What is half done is let go when the window loses the focus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QFocusEvent, QInputDevice
from PySide6.QtWidgets import QWidget

from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.mime import PIECES, unpack
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

DRAG, FINGER_DRAG = 6, 12
"""A press that moves so many px is a drag."""
HOLD = 450
"""A finger that stays for so many ms is a long press."""
EDGE = 32
"""A drag so many px from the border scrolls the board, if the tool wants that."""
WHEEL = 1.2
FINGERS = (QInputDevice.DeviceType.TouchScreen, QInputDevice.DeviceType.Stylus)

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)
ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Modified:
    """Something done while modifier keys are held."""

    mods: Qt.KeyboardModifier

    @property
    def shift(self) -> bool:
        """Whether Shift is held."""
        return bool(self.mods & SHIFT)

    @property
    def ctrl(self) -> bool:
        """Whether Ctrl is held."""
        return bool(self.mods & CTRL)

    @property
    def alt(self) -> bool:
        """Whether Alt is held."""
        return bool(self.mods & ALT)


@dataclass(frozen=True)
class Pointer(Modified):
    """Where the pointer is: `at` in px of the board, `screen` in px of the screen; `start` is where its button went down."""

    at: QPointF
    screen: QPoint
    start: QPointF
    mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    dragged: bool = False
    """Whether it has moved far enough since then to be a drag."""


@dataclass(frozen=True)
class KeyStroke(Modified):
    """A key that goes down or comes up, after the person's own choice of keys; `again` while it is held."""

    key: Qt.Key
    mods: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    again: bool = False


class PointerTool:
    """What the pointer does on a board. Each method is a moment that the board tells its tool; by default nothing is done."""

    cursor = Qt.CursorShape.ArrowCursor
    busy = False
    """Whether something is half done."""

    @property
    def scrolls(self) -> bool:
        """Whether a drag near the border scrolls the board now."""
        return False

    def press(self, pointer: Pointer) -> None:
        """The left button goes down, or a finger."""

    def begin_drag(self, pointer: Pointer) -> bool:
        """The pressed pointer moves; False where there is nothing to drag, and the board is panned."""
        return True

    def drag(self, pointer: Pointer) -> None:
        """Called for each move of the pointer while a button is held."""

    def release(self, pointer: Pointer) -> None:
        """The button comes up: the end of a drag, or a click."""

    def double(self, pointer: Pointer) -> None:
        """A double click, before its release; by default a second press."""
        self.press(pointer)

    def hold(self, pointer: Pointer) -> bool:
        """A finger stays where it was put; True where that meant something, and its release means nothing more."""
        return False

    def menu(self, pointer: Pointer) -> None:
        """The right button comes up."""

    def menu_of(self, place: str) -> None:
        """The menu key is pressed, the cell cursor being on a place."""

    def hover(self, pointer: Pointer) -> None:
        """The pointer moves with no button held."""

    def leave(self) -> None:
        """The pointer leaves the board."""

    def scrolled(self, at: QPointF) -> None:
        """The board has been scrolled below a drag."""

    def cancel(self) -> None:
        """Forget what is half done."""

    def bring(self, pieces: Sequence[str], at: QPointF) -> None:
        """Counters dragged off a list come over the board."""

    def bring_to(self, at: QPointF) -> None:
        """They are led over the board."""

    def bring_away(self) -> None:
        """They leave it again."""

    def put_down(self, pieces: Sequence[str], at: QPointF) -> None:
        """They are dropped."""

    def claims(self, stroke: KeyStroke) -> bool:
        """Return whether a key is the tool's before it is a shortcut of the window."""
        return False

    def key(self, stroke: KeyStroke) -> bool:
        """Do what a key means; False where it means nothing here."""
        return False

    def key_up(self, stroke: KeyStroke) -> bool:
        """End what lasts while a key is held; False where that is nothing."""
        return False

    def space(self) -> None:
        """The space bar was tapped, not held to pan."""


class BoardInput(BoardCanvas):
    """A board that hears a person; `tool` does what is not panning, zooming or moving the cell cursor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.tool = PointerTool()
        self.at = QPointF(-1, -1)
        self.key_of: Callable[[Any, Any], tuple[Any, Any]] = lambda key, mods: (key, mods)  # the person's own keys
        self._start: QPointF | None = None
        self._dragged = False
        self._panning: QPoint | None = None
        self._space = self._space_used = False
        self.held = timer(self, HOLD, self._held_still)
        self.edge = timer(self, 16, self.scroll_at_edge, once=False)

    # -- pointer -----------------------------------------------------------------------------------
    def _pointer(self, event: Any) -> Pointer:
        start = self._start if self._start is not None else event.position()
        return Pointer(event.position(), event.globalPosition().toPoint(), start, event.modifiers(), self._dragged)

    def mousePressEvent(self, event: Any) -> None:
        """Begin a click, a drag or a pan."""
        self.setFocus()
        self.cursor_shown = False
        self.at = event.position()
        if not self.ready:
            return
        if event.button() == MIDDLE or (event.button() == LEFT and self._space):
            self._space_used = True
            self._pan_from(self.at)
        elif event.button() == LEFT:
            self._start, self._dragged = self.at, False
            if event.device().type() in FINGERS or current().touch:
                self.held.start()
            self.tool.press(self._pointer(event))

    def _held_still(self) -> None:
        if self._start is not None and not self._dragged:
            at = self._start
            if self.tool.hold(Pointer(at, self.mapToGlobal(at.toPoint()), at)):
                self._start = None

    def mouseMoveEvent(self, event: Any) -> None:
        """Hover, drag or pan."""
        self.at = event.position()
        if not self.ready:
            return
        if self._panning is not None:
            by, self._panning = self.at.toPoint() - self._panning, self.at.toPoint()
            self.pan_by(by)
            return
        if self._start is None or not event.buttons() & LEFT:
            self.set_hover(self.place_at(self.at))
            self.tool.hover(self._pointer(event))
            return
        if not self._dragged:
            if (self.at - self._start).manhattanLength() < (FINGER_DRAG if current().touch else DRAG):
                return
            self.held.stop()
            self._dragged = True
            if not self.tool.begin_drag(self._pointer(event)):
                self._pan_from(self.at)
                self.pan_by((self.at - self._start).toPoint())
                return
        self.set_hover(self.place_at(self.at))
        self.tool.drag(self._pointer(event))
        self._watch_edge()

    def mouseReleaseEvent(self, event: Any) -> None:
        """End a click, a drag or a pan; the right button opens a menu."""
        self.at = event.position()
        self.held.stop()
        if not self.ready:
            return
        if self._panning is not None:
            self._panning = self._start = None
            self.setCursor(QCursor(self.tool.cursor))
        elif event.button() == RIGHT:
            self.tool.menu(self._pointer(event))
        elif event.button() == LEFT and self._start is not None:
            pointer = self._pointer(event)
            self._start, self._dragged = None, False
            self.edge.stop()
            self.tool.release(pointer)

    def mouseDoubleClickEvent(self, event: Any) -> None:
        """Tell the tool of the second press of a double click."""
        if event.button() == LEFT and self.ready:
            self._start, self._dragged = event.position(), False
            self.tool.double(self._pointer(event))

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer leaves."""
        if self.ready:
            self.tool.leave()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Let go of what is half done where another window comes to the front."""
        super().focusOutEvent(event)
        self._space = False
        if event.reason() == Qt.FocusReason.ActiveWindowFocusReason and self._start is not None:
            self._start = self._panning = None
            self.held.stop()
            self.edge.stop()
            self.tool.cancel()

    def wheelEvent(self, event: Any) -> None:
        """Zoom at the pointer; a touch pad's two fingers and Shift or Alt pan."""
        pixels, turn, mods = event.pixelDelta(), event.angleDelta(), event.modifiers()
        if not pixels.isNull() and not mods & CTRL:
            self.pan_by(pixels)
        elif mods & (SHIFT | ALT) and not mods & CTRL:
            along = turn.y() or turn.x()
            self.pan_by(QPoint(along, 0) if mods & SHIFT else QPoint(0, along))
        elif turn.y():
            self.set_zoom(self.camera.zoom * WHEEL ** (turn.y() / 120), event.position())
        self.at = event.position()
        if self.ready:
            self.tool.scrolled(self.at)
        event.accept()

    # -- panning and scrolling ---------------------------------------------------------------------
    def _pan_from(self, at: QPointF) -> None:
        self._panning = at.toPoint()
        self.setCursor(QCursor(Qt.CursorShape.ClosedHandCursor))

    def _watch_edge(self) -> None:
        """Scroll while the pointer drags near the border."""
        inner, at = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE), self.at.toPoint()
        if self.tool.scrolls and self.rect().contains(at) and not inner.contains(at):
            self.edge.start()
        else:
            self.edge.stop()

    def scroll_at_edge(self) -> None:
        """One step of the scrolling near the border: the nearer, the faster."""
        x, y = self.at.x(), self.at.y()
        dx = max(0, EDGE - x) - max(0, x - self.width() + EDGE)
        dy = max(0, EDGE - y) - max(0, y - self.height() + EDGE)
        if not (dx or dy) or not self.tool.scrolls:
            self.edge.stop()
            return
        self.pan_by(QPoint(round(max(-28, min(28, dx * 0.6))), round(max(-28, min(28, dy * 0.6)))))
        self.tool.scrolled(self.at)

    # -- keys --------------------------------------------------------------------------------------
    def _stroke(self, event: Any) -> KeyStroke:
        key, mods = self.key_of(event.key(), event.modifiers())
        return KeyStroke(key, mods, event.isAutoRepeat())

    def event(self, event: QEvent) -> bool:
        """Pinch zooms; keys that the tool wants come to it before they are shortcuts or move the focus."""
        kind = event.type()
        if kind == QEvent.Type.Gesture:
            pinch: Any = event.gesture(Qt.GestureType.PinchGesture)  # type: ignore[attr-defined]
            if pinch is not None:
                about = QPointF(self.mapFromGlobal(pinch.centerPoint().toPoint()))
                self.set_zoom(self.camera.zoom * pinch.scaleFactor(), about)
                return True
        if kind == QEvent.Type.ShortcutOverride and self.ready and self.tool.claims(self._stroke(event)):
            event.accept()
            return True
        if kind == QEvent.Type.KeyPress and self.ready:
            stroke = self._stroke(event)
            if stroke.key == Qt.Key.Key_Tab and self.tool.key(stroke):
                return True
        return super().event(event)

    def keyPressEvent(self, event: Any) -> None:
        """The space bar held pans; what the tool leaves alone may move the cell cursor."""
        stroke = self._stroke(event)
        if self.ready and stroke.key == Qt.Key.Key_Space:
            if not stroke.again:
                self._space, self._space_used = True, False
        elif not self.ready or not (self.tool.key(stroke) or self._arrow(stroke)):
            super().keyPressEvent(event)

    def _arrow(self, stroke: KeyStroke) -> bool:
        step = ARROWS.get(stroke.key)
        if step is None or stroke.ctrl or stroke.alt:
            return False
        self.step_cursor(*step, other=stroke.shift)
        return True

    def keyReleaseEvent(self, event: Any) -> None:
        """The space bar comes up; what lasts while a key is held ends."""
        stroke = self._stroke(event)
        if stroke.again or not self.ready:
            super().keyReleaseEvent(event)
        elif stroke.key == Qt.Key.Key_Space and self._space:
            self._space = False
            if not self._space_used:
                self.tool.space()
        elif not self.tool.key_up(stroke):
            super().keyReleaseEvent(event)

    def contextMenuEvent(self, event: Any) -> None:
        """The menu key; the mouse's right button is heard when it comes up."""
        if event.reason() == event.Reason.Keyboard and self.ready:
            self.tool.menu_of(self.cell)

    # -- counters from shelf and lists -------------------------------------------------------------
    def dragEnterEvent(self, event: Any) -> None:
        """Take counters from shelf and lists."""
        if event.mimeData().hasFormat(PIECES) and self.ready:
            self.tool.bring(unpack(event.mimeData()), event.position())
            event.acceptProposedAction()

    def dragMoveEvent(self, event: Any) -> None:
        """They follow the pointer."""
        self.at = event.position()
        self.set_hover(self.place_at(self.at))
        self.tool.bring_to(self.at)
        self._watch_edge()
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: Any) -> None:
        """They went elsewhere."""
        self.edge.stop()
        self.tool.bring_away()

    def dropEvent(self, event: Any) -> None:
        """They are dropped here."""
        self.edge.stop()
        self.tool.put_down(unpack(event.mimeData()), event.position())
        event.acceptProposedAction()
