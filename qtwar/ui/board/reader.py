"""The board as a tree for screen readers: the cursor's cell, its counters, and what can be chosen now.

Children are made when a reader asks; of a board with thousands of counters only those near the cursor exist. Qt keeps
each until it is told to let go, so the tree lets go of those that are out of reach, and of all with the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import VoidPtr

from qtwar.ui.board import keys
from qtwar.ui.board.access import describe, describe_piece, to_part
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from qtwar.ui.board.view import BoardView

NOTHING = VoidPtr(0)
"""No interface: PySide 6.11 takes None for a fault here, and dies of it."""
MOST = 200
"""Candidates beyond this are reached by moving the cursor."""


def part_rect(view: BoardView, what: str) -> QRectF:
    """Return where a place or counter lies, in px of the widget."""
    layout = view.layout_
    assert layout is not None
    if layout.has(what):
        xs, ys = zip(*layout.polygon(what), strict=True)
        rect = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    else:
        place = str(view.model.view.pieces[what]["at"])
        stack = view.stacks.resting(place)
        if what not in stack or not layout.has(place):
            return QRectF()
        rect = layout.counter_rect(place, stack.index(what), len(stack))
    return view.camera.rect_to_screen(rect)


def in_focus(view: BoardView) -> str:
    """Return the counter that Tab has come to, else the cell of the cursor."""
    chosen = view.selection[0] if len(view.selection) == 1 else ""
    return chosen if chosen and chosen in view.stacks.resting(view.cell) else view.cell


def go_to(view: BoardView, what: str) -> None:
    """Bring the keyboard to a place or counter."""
    layout = view.layout_
    assert layout is not None
    view.setFocus()
    if layout.has(what):
        view.set_cursor_place(what, show=True)
    elif what in view.model.view.pieces:
        view.set_cursor_place(str(view.model.view.pieces[what]["at"]), show=True)
        view.set_selection([what])
        to_part(view, what)


def press(view: BoardView, what: str) -> None:
    """Do what Enter does at a place, or a click on a counter; a counter that is selected is picked up."""
    layout = view.layout_
    assert layout is not None
    if layout.has(what):
        view.set_cursor_place(what, show=True)
        keys.enter(view.tool)
    elif what in view.model.view.pieces:
        selected = view.selection == [what]
        if view.tool.answer_with(what):
            return
        go_to(view, what)
        if selected:
            view.tool.hand_over(view.cell)
            view.tool.pick_up([what])


class Press(QAccessibleActionInterface):
    """What can be done with a part: what Enter or a click does there."""

    def __init__(self, part: Part) -> None:
        super().__init__()
        self.part = part

    def actionNames(self) -> list[str]:
        """Press, and bring the keyboard there."""
        return [self.pressAction(), self.setFocusAction()]

    def localizedActionName(self, name: str) -> str:
        """Say it in the language in force."""
        return tr("board.press" if name == self.pressAction() else "board.go_there")

    def doAction(self, name: str) -> None:
        """Do it."""
        if name == self.pressAction():
            press(self.part.tree.view, self.part.ident)
        elif name == self.setFocusAction():
            go_to(self.part.tree.view, self.part.ident)

    def keyBindingsForAction(self, name: str) -> list[str]:
        """Enter."""
        return ["Enter"] if name == self.pressAction() else []


class Part(QAccessibleInterface):
    """A cell, a side of a cell, or a counter, by its id."""

    def __init__(self, tree: BoardTree, ident: str) -> None:
        super().__init__()
        self.tree, self.ident = tree, ident
        self.press = Press(self)

    @property
    def is_place(self) -> bool:
        """Whether it is a place, not a counter."""
        layout = self.tree.view.layout_
        return layout is not None and layout.has(self.ident)

    def isValid(self) -> bool:
        """It is there as long as the board has it."""
        return self.is_place or self.ident in self.tree.view.model.view.pieces

    def object(self) -> Any:
        """It is no object of its own."""
        return None

    def parent(self) -> QAccessibleInterface:
        """The board."""
        return self.tree

    def child(self, index: int) -> Any:
        """It has no parts."""
        return None

    def childCount(self) -> int:
        """It has no parts."""
        return 0

    def childAt(self, x: int, y: int) -> Any:
        """It has no parts."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """It has no parts."""
        return -1

    def window(self) -> Any:
        """The window that the board stands in."""
        return self.tree.window()

    def rect(self) -> QRect:
        """Where it lies on the screen."""
        view = self.tree.view
        rect = part_rect(view, self.ident)
        return QRect(view.mapToGlobal(rect.topLeft().toPoint()), rect.size().toSize())

    def role(self) -> QAccessible.Role:
        """A line of the list that the board is."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Whether the keyboard is there, whether it is selected, whether it is in view."""
        view, state = self.tree.view, QAccessible.State()
        state.focusable = state.selectable = True
        state.focused = view.hasFocus() and self.ident == in_focus(view)
        state.selected = self.ident in view.selection or self.ident == view.model.draft.cell
        state.offscreen = not part_rect(view, self.ident).intersects(QRectF(view.rect()))
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Its sentence."""
        if kind != QAccessible.Text.Name:
            return ""
        view = self.tree.view
        return describe(view, self.ident) if self.is_place else describe_piece(view, self.ident)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names are the title's."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """It can be pressed."""
        return self.press if kind == QAccessible.InterfaceType.ActionInterface else NOTHING


class BoardTree(QAccessibleWidget):
    """The board widget with its parts."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, QAccessible.Role.List, "")
        self.view = view
        self._shown: list[Part] = []
        self._parts: dict[str, tuple[Part, int]] = {}
        self._key: object = None
        view.destroyed.connect(self._let_go_of_all)

    def _now(self) -> list[Part]:
        """Return the parts as the board stands, made anew where it has changed."""
        view = self.view
        if view.layout_ is None or not view.cell or view.covered:
            return []  # behind the cover screen is another side's board
        places = view.light_places or view.candidate_places
        pieces = view.stacks.resting(view.cell)[::-1]
        key = (view.cell, tuple(pieces), places)
        if key != self._key:
            self._key = key
            names = list(dict.fromkeys((view.cell, *pieces, *sorted(places)[:MOST])))
            for gone in set(self._parts) - set(names):
                QAccessible.deleteAccessibleInterface(self._parts.pop(gone)[1])
            for name in names:
                if name not in self._parts:
                    part = Part(self, name)
                    self._parts[name] = part, QAccessible.registerAccessibleInterface(part)
            self._shown = [self._parts[name][0] for name in names]
        return self._shown

    def _let_go_of_all(self) -> None:
        for _, number in self._parts.values():
            QAccessible.deleteAccessibleInterface(number)
        self._parts, self._shown, self._key = {}, [], None

    def childCount(self) -> int:
        """The cell, its counters, the candidates; then the stack picker while it is open."""
        return len(self._now()) + self.view.picker.isVisible()

    def child(self, index: int) -> Any:
        """The part at an index."""
        parts = self._now()
        if index == len(parts) and self.view.picker.isVisible():
            return QAccessible.queryAccessibleInterface(self.view.picker)
        return parts[index] if 0 <= index < len(parts) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Where a part stands."""
        if child.object() is self.view.picker:
            return len(self._now())
        return next((n for n, part in enumerate(self._now()) if part is child), -1)

    def place_of(self, ident: str) -> int:
        """Return the index of a cell or counter, or -1."""
        return next((n for n, part in enumerate(self._now()) if part.ident == ident), -1)

    def childAt(self, x: int, y: int) -> Any:
        """The part at a point of the screen, a counter before the cell that it lies on."""
        at = QPoint(x, y)
        return next((part for part in sorted(self._now(), key=lambda p: p.is_place) if part.rect().contains(at)), None)

    def focusChild(self) -> Any:
        """Where the keyboard is."""
        return next((part for part in self._now() if part.ident == in_focus(self.view)), None)


class Factory:
    """Makes the tree of a board when a reader first asks for it."""

    installed: ClassVar[bool] = False

    @classmethod
    def install(cls) -> None:
        """Tell Qt once."""
        if not cls.installed:
            cls.installed = True
            QAccessible.installFactory(_tree_of)


def _tree_of(name: str, thing: QObject) -> Any:
    from qtwar.ui.board.view import BoardView

    if not isinstance(thing, BoardView):
        return None
    thing.tree = BoardTree(thing)  # kept as long as its widget
    return thing.tree
