"""The part of a place's menu that the free table adds: what VASSAL players find under the right button."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from qtwar.engine.state import INSIDE
from qtwar.ui.i18n import tr

if TYPE_CHECKING:
    from qtwar.ui.board.tools.play import PlayTool

MOST = 60
"""Entries of a sub-menu; what is beyond is on the shelf."""


def fill(tool: PlayTool, menu: QMenu, place: str, chosen: Sequence[str], cards: Sequence[str]) -> None:
    """Add what can be done with the chosen pieces, with the card under them, and in the place."""
    model = tool.view.model
    if chosen:
        menu.addSeparator()
        menu.addAction(tr("board.menu.flip") + "\tF", lambda: tool.free("flip", chosen))
        menu.addAction(tr("board.menu.rotate") + "\tR", lambda: tool.free("rotate", chosen))
        more = menu.addMenu(tr("board.menu.more"))
        for key, op, by in (
            ("lose_step", "steps", 1),
            ("gain_step", "steps", -1),
            ("level_up", "level", 1),
            ("level_down", "level", -1),
        ):
            more.addAction(tr(f"board.menu.{key}"), partial(tool.free_do, op, pieces=list(chosen), by=by))
        more.addAction(tr("board.menu.hide"), lambda: tool.free("hide", chosen))
        more.addAction(tr("board.menu.reveal"), lambda: tool.free("reveal", chosen))
        _load(tool, menu, place, chosen)
        _send(tool, menu, chosen)
        menu.addAction(tr("board.menu.remove") + "\tDel", lambda: tool.free("remove", chosen))
    if cards and list(cards[-1:]) != list(chosen):
        top = [cards[-1]]
        under = menu.addMenu(tr("board.menu.card"))
        under.addAction(tr("board.menu.pick_up"), lambda: tool.pick_up(top, free=True))
        under.addAction(tr("board.menu.flip"), lambda: tool.free("flip", top))
        under.addAction(tr("board.menu.rotate"), lambda: tool.free("rotate", top))
        _send(tool, under, top)
    markers = [k for k in model.content.kinds if k.klass == "marker"] if model.content is not None else []
    if markers:
        menu.addSeparator()
        adds = menu.addMenu(tr("board.menu.add"))
        for kind in markers[:MOST]:
            adds.addAction(kind.name.get(model.language), partial(tool.free_do, "add", kind=kind.id, to=place))


def _load(tool: PlayTool, menu: QMenu, place: str, chosen: Sequence[str]) -> None:
    """Aboard a counter of the same place, or back out of it."""
    view, model = tool.view, tool.view.model
    carriers = [p for p in view.stacks.resting(place) if p not in chosen and p in model.view.pieces]
    if carriers:
        onto = menu.addMenu(tr("board.menu.load"))
        for piece in carriers[-MOST:]:
            info = model.piece(piece)
            name = info.name if info is not None else piece
            onto.addAction(name, partial(tool.free_do, "move", pieces=list(chosen), to=INSIDE + piece))
    inside = [p for piece in chosen for p in view.stacks.cargo(piece)]
    if inside:
        menu.addAction(tr("board.menu.unload"), lambda: tool.free_do("move", pieces=inside, to=place))


def _send(tool: PlayTool, menu: QMenu, pieces: Sequence[str]) -> None:
    """To a box beside the map."""
    model = tool.view.model
    boxes = list(model.content.boxes.values()) if model.content is not None else []
    if boxes:
        send = menu.addMenu(tr("board.menu.send"))
        for box in boxes[:MOST]:
            send.addAction(box.name.get(model.language), partial(tool.free_do, "move", pieces=list(pieces), to=box.id))


__all__ = ["fill"]
