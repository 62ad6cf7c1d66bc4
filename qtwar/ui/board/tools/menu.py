"""The menu of a place on the board: what can be done there, then where to look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from qtwar.engine.views import is_alias
from qtwar.ui.board.tools import freemenu
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from qtwar.ui.board.tools.play import PlayTool


def menu_for(tool: PlayTool, place: str, at: QPoint | None = None) -> QMenu:
    """Return the menu of a place; what it opens further opens `at` a point of the board widget."""
    view, model = tool.view, tool.view.model
    menu = QMenu(view)
    pieces = view.stacks.resting(place) if place else []
    cards = view.stacks.cards(place) if place else []
    chosen = [p for p in view.selection if p in pieces] or pieces[-1:] or cards[-1:]
    if chosen:
        menu.addAction(tr("board.menu.pick_up") + "\tM", lambda: (tool.hand_over(place), tool.pick_up(chosen)))
        if len(pieces) > 1:
            menu.addAction(
                tr("board.menu.stack") + "\tShift+M",
                lambda: (tool.hand_over(place), tool.pick_up(tool.stack(place))),
            )
            menu.addAction(tr("board.menu.choose") + "\tSpace", lambda: tool.open_picker(place))
    if place and model.strictness != "enforce":
        freemenu.fill(tool, menu, place, chosen, cards, at or view.rect().center())
    if chosen:
        menu.addSeparator()
        menu.addAction(tr("board.menu.properties"), lambda: model.focus.inspect.emit(chosen[-1]))
    if place:
        menu.addSeparator()
        menu.addAction(tr("board.menu.pin") + "\tP", lambda: model.focus.pinned.emit(place))
        menu.addAction(tr("board.menu.measure") + "\tK", lambda: view.looking.begin(place))
        menu.addAction(tr("board.menu.fan") + "\tShift+K", lambda: view.looking.begin(place, wide=True))
    return menu


def popup(tool: PlayTool, place: str, at: QPoint | None = None) -> None:
    """Open the menu of a place, at a point of the screen or (by keyboard) at the place."""
    view = tool.view
    if view.layout_ is None:
        return
    menu = menu_for(tool, place, view.mapFromGlobal(at) if at is not None else None)
    if at is None and place:
        at = view.mapToGlobal(view.camera.to_screen(view.layout_.spot(place)).toPoint())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if not menu.isEmpty():
        menu.popup(at or QCursor.pos())


def beside(tool: PlayTool, pieces: Sequence[str], at: QPoint) -> None:
    """Open the menu of pieces that lie off the board, such as those of a hand; `at` is a point of the screen."""
    view, model = tool.view, tool.view.model
    known = [p for p in pieces if p in model.view.pieces]
    if not known or view.layout_ is None:
        return
    menu = QMenu(view)
    menu.addAction(tr("board.menu.pick_up"), lambda: tool.take_in(known))
    if model.strictness != "enforce" and not any(is_alias(p) for p in known):
        place = str(model.view.pieces[known[0]]["at"])
        freemenu.fill(tool, menu, place, known, (), view.mapFromGlobal(at))
    menu.addSeparator()
    menu.addAction(tr("board.menu.properties"), lambda: model.focus.inspect.emit(known[-1]))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)
