"""The board as a tree for screen readers: the cursor's cell, its counters, and what can be chosen now.

Children are made when a reader asks; of a board with thousands of counters only those near the cursor exist. Qt keeps
each until it is told to let go, so the tree lets go of those that are out of reach, and of all with the board.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import VoidPtr

from qtwar.ui.board.access import describe, describe_piece, to_part
from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.board.keys import BoardTool
from qtwar.ui.board.state import BoardState
from qtwar.ui.i18n import tr

NOTHING = VoidPtr(0)
"""No interface: PySide 6.11 takes None for a fault here, and dies of it."""
MOST = 200
"""Candidates beyond this are reached by moving the cursor."""


def part_rect(state: BoardState, what: str) -> QRectF:
    """Return where a place or counter lies, in px of the widget."""
    if state.canvas.layout_.has(what):
        return state.canvas.shape(what).boundingRect()
    return state.canvas.piece_rect(what) or QRectF()


def in_focus(state: BoardState) -> str:
    """Return the counter that Tab has come to, else the cell of the cursor."""
    canvas, chosen = state.canvas, state.selection[0] if len(state.selection) == 1 else ""
    return chosen if chosen and chosen in canvas.stacks.resting(canvas.cell) else canvas.cell


def go_to(state: BoardState, what: str) -> None:
    """Bring the keyboard to a place or counter."""
    canvas, pieces = state.canvas, state.model.position.view.pieces
    canvas.setFocus()
    if canvas.layout_.has(what):
        canvas.set_cursor_place(what, show=True)
    elif what in pieces:
        canvas.set_cursor_place(str(pieces[what]["at"]), show=True)
        state.select([what])
        to_part(canvas, what)


def press(tool: BoardTool, what: str) -> None:
    """Do what Enter does at a place, or a click on a counter; a counter that is selected is picked up."""
    state, canvas = tool.state, tool.canvas
    if canvas.layout_.has(what):
        canvas.set_cursor_place(what, show=True)
        tool.enter()
    elif what in state.model.position.view.pieces:
        selected = state.selection == [what]
        if tool.answer_with(what):
            return
        go_to(state, what)
        if selected:
            tool.hand_over(canvas.cell)
            tool.pick_up([what])


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
        """Press the part, or bring the keyboard there."""
        if name == self.pressAction():
            press(self.part.tree.tool, self.part.ident)
        elif name == self.setFocusAction():
            go_to(self.part.tree.board, self.part.ident)

    def keyBindingsForAction(self, name: str) -> list[str]:
        """Return the key that presses it."""
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
        return self.tree.canvas.layout_.has(self.ident)

    def isValid(self) -> bool:
        """It is there as long as the board has it."""
        return self.is_place or self.ident in self.tree.board.model.position.view.pieces

    def object(self) -> Any:
        """Return None: a part is no QObject of its own."""
        return None

    def parent(self) -> QAccessibleInterface:
        """Return the board that the part belongs to, for screen readers."""
        return self.tree

    def child(self, index: int) -> Any:
        """A part has no parts."""
        return None

    def childCount(self) -> int:
        """A part has no parts."""
        return 0

    def childAt(self, x: int, y: int) -> Any:
        """A part has no parts."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """A part has no parts."""
        return -1

    def window(self) -> Any:
        """The window that the board stands in."""
        return self.tree.window()

    def rect(self) -> QRect:
        """Return the rectangle that it covers, in px of the screen."""
        rect = part_rect(self.tree.board, self.ident)
        return QRect(self.tree.canvas.mapToGlobal(rect.topLeft().toPoint()), rect.size().toSize())

    def role(self) -> QAccessible.Role:
        """A line of the list that the board is."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Whether the keyboard is there, whether it is selected, whether it is in view."""
        board, canvas, state = self.tree.board, self.tree.canvas, QAccessible.State()
        state.focusable = state.selectable = True
        state.focused = canvas.hasFocus() and self.ident == in_focus(board)
        state.selected = self.ident in board.selection or self.ident == board.model.answer.cell
        state.offscreen = not part_rect(board, self.ident).intersects(QRectF(canvas.rect()))
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Return the sentence that says what it is."""
        if kind != QAccessible.Text.Name:
            return ""
        state = self.tree.board
        return describe(state, self.ident) if self.is_place else describe_piece(state, self.ident)

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Names are the title's."""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        """Return the interface by which it is pressed."""
        return self.press if kind == QAccessible.InterfaceType.ActionInterface else NOTHING


class BoardTree(QAccessibleWidget):
    """The board widget with its parts."""

    def __init__(self, tool: BoardTool) -> None:
        super().__init__(tool.canvas, QAccessible.Role.List, "")
        self.tool, self.board, self.canvas = tool, tool.state, tool.canvas
        self._shown: list[Part] = []
        self._parts: dict[str, tuple[Part, int]] = {}
        self._key: object = None
        tool.canvas.destroyed.connect(self._let_go_of_all)

    def _now(self) -> list[Part]:
        """Return the parts as the board stands, made anew where it has changed."""
        canvas, state = self.canvas, self.board
        if not canvas.ready or state.covered:
            return []  # behind the cover screen is another side's board
        places = state.light_places or state.candidate_places
        pieces = canvas.stacks.resting(canvas.cell)[::-1]
        key = (canvas.cell, tuple(pieces), places)
        if key != self._key:
            self._key = key
            names = list(dict.fromkeys((canvas.cell, *pieces, *sorted(places)[:MOST])))
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
        del self.tool, self.board, self.canvas  # Qt keeps the tree's wrapper for good, but not the board with all its pictures

    def childCount(self) -> int:
        """The cell, its counters, the candidates; then the stack picker while it is open."""
        return len(self._now()) + self.tool.picker.isVisible()

    def child(self, index: int) -> Any:
        """Return the part at an index."""
        parts = self._now()
        if index == len(parts) and self.tool.picker.isVisible():
            return QAccessible.queryAccessibleInterface(self.tool.picker)
        return parts[index] if 0 <= index < len(parts) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the index of a part."""
        if child.object() is self.tool.picker:
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
        return next((part for part in self._now() if part.ident == in_focus(self.board)), None)


@cache
def install() -> None:
    """Have Qt ask each board for its tree when a screen reader comes; once for the program."""
    QAccessible.installFactory(lambda name, thing: thing.reader_tree() if isinstance(thing, BoardCanvas) else None)
