"""What a screen reader says of the board: places and counters in words, and what is new said aloud.

The tree that it walks is in `reader`.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QWidget

from qtwar.ui.board.lights import STOPS
from qtwar.ui.board.state import BoardState
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.announce import announce as say_aloud


def describe(state: BoardState, place: str) -> str:
    """Return what is said of a place: its name, its counters, and whether the hand may go there."""
    model = state.model
    if state.canvas.layout_.side(place) is not None:
        lit = "board.may_choose" if place in state.light_places else "board.may_not"
        return f"{tr('board.side', name=model.title.place_name(place))}; {tr(lit)}"
    pieces = model.position.pieces_at(place)
    names = [info.name for info in (model.position.piece(p) for p in pieces) if info is not None]
    text = model.title.place_name(place)
    if pieces:
        text += "; " + tr("board.counters", n=len(pieces), names=", ".join(names))
    else:
        text += "; " + tr(
            "shelf.unseen" if model.position.view.sees_place(model.position.seat, place) == "none" else "board.empty"
        )
    if state.carry.phase == "carried":
        at = state.carry.legal().get(place)
        key = "board.may_not" if at is None else "board.may_stop" if at.get("mark") in STOPS else "board.may_go"
        text += "; " + tr(key)
    elif place in state.light_places:
        text += "; " + tr("board.may_choose")
    return text


def describe_piece(state: BoardState, piece: str) -> str:
    """Return what is said of a counter: name, figures and state, where it lies, how deep, whether it can act."""
    model = state.model
    info = model.position.piece(piece)
    if info is None:
        return ""
    stack = state.canvas.stacks.resting(info.place)[::-1]
    words = [" ".join(word for word in (info.name, info.strength) if word), info.marks, info.place_name]
    if len(stack) > 1 and piece in stack:
        words.append(tr("board.depth", n=stack.index(piece) + 1, of=len(stack)))
    if piece in state.able_pieces:
        words.append(tr("board.can_act"))
    return "; ".join(word for word in words if word)


def announce(state: BoardState) -> None:
    """Say what is under the cell cursor, which has moved there."""
    canvas = state.canvas
    canvas.setAccessibleDescription(describe(state, canvas.cell))
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(canvas, QAccessible.Event.DescriptionChanged))
        to_part(canvas, canvas.cell)


def to_part(board: QWidget, what: str) -> None:
    """Tell readers that the keyboard is at a place or counter of a board now."""
    tree: Any = QAccessible.queryAccessibleInterface(board) if QAccessible.isActive() else None
    if tree is None:
        return
    at = tree.place_of(what)
    if at >= 0:
        event = QAccessibleEvent(board, QAccessible.Event.Focus)
        event.setChild(at)
        QAccessible.updateAccessibility(event)


def speak(state: BoardState, words: str) -> None:
    """Say something about the board that nobody moved to: the answer of the rules to a line, for one."""
    if not state.covered:
        state.canvas.setAccessibleDescription(words)
        say_aloud(state.canvas, words)
