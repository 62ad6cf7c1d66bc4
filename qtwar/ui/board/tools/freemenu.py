"""The part of a place's menu that the free table adds: what VASSAL players find under the right button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from qtwar.engine.state import INSIDE
from qtwar.ui.board.tools.play import PlayTool
from qtwar.ui.game import NEW
from qtwar.ui.i18n import language, tr
from qtwar.ui.widgets.finder import PICTURE, Finder

MOST_CARRIERS = 40


def fill(tool: PlayTool, menu: QMenu, place: str, chosen: Sequence[str], cards: Sequence[str], at: QPoint) -> QMenu:
    """Add what can be done with the chosen pieces, with the card under them, and in the place.

    `at` is where lists open that are too long for a menu, in px of the board widget. Returns the menu of what a stack
    can do, to which more may be added.
    """
    if not chosen:
        if place:
            _marker(tool, menu, place, at)
        return menu
    for op in ("flip", "rotate", "remove"):
        key = tool.state.key_text(f"board_{op}")
        menu.addAction(f"{tr(f'board.menu.{op}')}\t{key}", partial(tool.free, op, chosen))
    more = menu.addMenu(tr("board.menu.more"))
    for word, op, by in (
        ("lose_step", "steps", 1),
        ("gain_step", "steps", -1),
        ("level_up", "level", 1),
        ("level_down", "level", -1),
    ):
        more.addAction(tr(f"board.menu.{word}"), partial(tool.free_do, op, pieces=list(chosen), by=by))
    for op in ("hide", "reveal"):
        more.addAction(tr(f"board.menu.{op}"), partial(tool.free, op, chosen))
    stack = menu.addMenu(tr("board.menu.together"))
    _load(tool, stack, place, chosen)
    _send(tool, stack, chosen, at)
    if cards and list(cards[-1:]) != list(chosen):
        top = [cards[-1]]
        under = stack.addMenu(tr("board.menu.card"))
        under.addAction(tr("board.menu.pick_up"), lambda: tool.pick_up(top, free=True))
        for op in ("flip", "rotate"):
            under.addAction(tr(f"board.menu.{op}"), partial(tool.free, op, top))
        _send(tool, under, top, at)
    if ":" in place:
        _marker(tool, stack, place, at)
    return stack


def _marker(tool: PlayTool, menu: QMenu, place: str, at: QPoint) -> None:
    if any(kind.klass == "marker" for kind in tool.state.model.title.content.kinds):
        menu.addAction(tr("board.menu.add"), lambda: find_marker(tool, place, at))


def find_marker(tool: PlayTool, place: str, at: QPoint) -> Finder:
    """Open the list of markers; the one chosen is put in the place."""
    canvas, model = tool.canvas, tool.state.model
    kinds = [(kind.id, kind.name.get(language())) for kind in model.title.content.kinds if kind.klass == "marker"]
    ratio = canvas.devicePixelRatioF()
    found = Finder(
        tr("board.menu.add").rstrip("…"),
        kinds,
        canvas,
        picture=lambda kind: model.position.face(NEW + kind, PICTURE, ratio),
    )
    found.chosen.connect(lambda kind: tool.free_do("add", kind=kind, to=place))
    found.open_at(at)
    return found


def find_box(tool: PlayTool, pieces: Sequence[str], at: QPoint) -> Finder:
    """Open the list of boxes; the pieces go to the one chosen."""
    canvas, model = tool.canvas, tool.state.model
    boxes = [(box.id, box.name.get(language())) for box in model.title.content.boxes.values()]
    found = Finder(tr("board.menu.send").rstrip("…"), boxes, canvas)
    found.chosen.connect(lambda box: tool.free_do("move", pieces=list(pieces), to=box))
    found.open_at(at)
    return found


def _load(tool: PlayTool, menu: QMenu, place: str, chosen: Sequence[str]) -> None:
    """Aboard a counter of the same place, or back out of it."""
    canvas, model = tool.canvas, tool.state.model
    carriers = [p for p in canvas.stacks.resting(place) if p not in chosen and p in model.position.view.pieces]
    if carriers:
        onto = menu.addMenu(tr("board.menu.load"))
        for piece in carriers[-MOST_CARRIERS:]:
            info = model.position.piece(piece)
            name = info.name if info is not None else piece
            onto.addAction(name, partial(tool.free_do, "move", pieces=list(chosen), to=INSIDE + piece))
    inside = [p for piece in chosen for p in canvas.stacks.cargo(piece)]
    if inside:
        menu.addAction(tr("board.menu.unload"), lambda: tool.free_do("move", pieces=inside, to=place))


def _send(tool: PlayTool, menu: QMenu, pieces: Sequence[str], at: QPoint) -> None:
    """Onto the discards (cards), among the losses of their side (others), or to any box."""
    model = tool.state.model
    card, owner = tool.canvas.stacks.is_card(pieces[-1]), model.position.view.pieces[pieces[-1]]["owner"]
    for box in model.title.content.boxes.values():
        if box.role == ("discard" if card else "dead") and (box.side or owner) == owner:
            name = box.name.get(language())
            menu.addAction(tr("board.menu.to", box=name), partial(tool.free_do, "move", pieces=list(pieces), to=box.id))
    if model.title.content.boxes:
        menu.addAction(tr("board.menu.send"), lambda: find_box(tool, pieces, at))
