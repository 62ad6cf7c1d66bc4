"""The board for screen readers: what the cursor cell, its counters and the candidates are called, made on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent

from qtwar.ui.board.lights import STOPS
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from qtwar.ui.board.view import BoardView


def children(view: BoardView) -> list[tuple[str, str, QRect]]:
    """Return (what, sentence, rectangle on the screen) of the cursor cell, its counters and the current candidates."""
    layout = view.layout_
    if layout is None or not view.cell:
        return []

    def box(rect: Any) -> QRect:
        return QRect(view.mapToGlobal(rect.topLeft().toPoint()), rect.size().toSize())

    def around(place: str) -> QRect:
        spot, half = view.camera.to_screen(layout.spot(place)).toPoint(), round(50 * view.camera.scale)
        return QRect(view.mapToGlobal(spot).x() - half, view.mapToGlobal(spot).y() - half, 2 * half, 2 * half)

    found = [(view.cell, describe(view, view.cell), around(view.cell))]
    pieces = view.stacks.resting(view.cell)
    for n, piece in enumerate(pieces):
        info = view.model.piece(piece)
        if info is not None:
            words = [info.name, info.strength, info.state, info.marks, info.why_not]
            rect = view.camera.rect_to_screen(layout.counter_rect(view.cell, n, len(pieces)))
            found.append((piece, " ".join(word for word in words if word), box(rect)))
    for place in sorted(view.light_places or view.candidate_places)[:200]:
        if place != view.cell:
            found.append((place, describe(view, place), around(place)))
    return found


def describe(view: BoardView, place: str) -> str:
    """Return what a screen reader says of a place: its name, its counters, and whether the hand may go there."""
    model = view.model
    if view.layout_ is not None and view.layout_.side(place) is not None:
        lit = "board.may_choose" if place in view.light_places else "board.may_not"
        return f"{tr('board.side', name=model.place_name(place))}; {tr(lit)}"
    pieces = model.pieces_at(place)
    names = [info.name for info in (model.piece(p) for p in pieces) if info is not None]
    text = model.place_name(place)
    text += "; " + (tr("board.counters", n=len(pieces), names=", ".join(names)) if pieces else tr("board.empty"))
    if view.carry is not None and view.carry.phase == "carried":
        at = view.carry.legal().get(place)
        key = "board.may_not" if at is None else "board.may_stop" if at.get("mark") in STOPS else "board.may_go"
        text += "; " + tr(key)
    return text


def announce(view: BoardView) -> None:
    """Say what is under the cell cursor."""
    speak(view, describe(view, view.cell))


def speak(view: BoardView, words: str) -> None:
    """Say something about the board: the widget's description changes and readers hear of it."""
    view.setAccessibleDescription(words)
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleEvent(view, QAccessible.Event.DescriptionChanged))
