"""The menu of a place on the board (ux 5.2): what can be done there, then where to look, then how it came to be.

Nine entries at most, each with the key in force; what can not be done stands grey with its reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from qtwar.engine.views import is_alias
from qtwar.kit.asks import body_of
from qtwar.ui.answer import AT_A_PLACE, CARRIED
from qtwar.ui.board.tools import freemenu
from qtwar.ui.board.tools.play import PlayTool
from qtwar.ui.game import GamePorts, against_piece, open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.widgets.plain import plain

MOST_DEEDS = 2
"""So many of what the offer allows have an entry, one on a table that has its own; the prompt bar has them all."""


def menu_for(tool: PlayTool, place: str, at: QPoint | None = None) -> QMenu:
    """Return the menu of a place; what it opens further opens `at` a point of the board widget."""
    canvas, model = tool.canvas, tool.state.model
    menu = QMenu(canvas)
    menu.setToolTipsVisible(True)
    pieces = canvas.stacks.resting(place) if place else []
    cards = canvas.stacks.cards(place) if place else []
    chosen = [p for p in tool.state.selection if p in pieces] or pieces[-1:] or cards[-1:]
    free = model.settings.strictness != "enforce"
    asks = asks_of(model, chosen[-1]) if chosen else []
    here = not free and place in tool.state.light_places and model.answer.kind in AT_A_PLACE
    if chosen:
        _deeds(tool, menu, place, chosen, asks, 1 if free or here else MOST_DEEDS)
    if here:
        add(tool, menu, tr("board.menu.here"), lambda: tool.choose_cell(place), "Return")
    if free:
        stack = freemenu.fill(tool, menu, place, chosen, cards, at or canvas.rect().center())
    else:
        stack = menu
    if chosen and len(pieces) > 1:
        if len(tool.stack(place)) > 1:
            whole = lambda: (tool.hand_over(place), tool.pick_up(tool.stack(place), whole=place))  # noqa: E731
            add(tool, stack, tr("board.menu.stack"), whole, "board_carry", shift=True)
        add(tool, stack, tr("board.menu.choose"), lambda: tool.open_picker(place), "Space")
    looks = _look(tool, menu, chosen[-1], asks) if chosen else menu
    if place:
        looks.addSeparator()
        add(tool, looks, tr("board.menu.pin"), lambda: model.focus.pinned.emit(place), "board_pin")
        add(tool, looks, tr("board.menu.measure"), lambda: tool.sight.begin(place), "board_measure")
        fan = lambda: tool.sight.begin(place, wide=True)  # noqa: E731
        add(tool, looks, tr("board.menu.fan"), fan, "board_measure", shift=True)
    if chosen:
        _history(tool, menu, chosen[-1])
    return menu


def add(
    tool: PlayTool, menu: QMenu, text: str, then: Callable[[], object], key: str = "", *, shift: bool = False, why: str = ""
) -> None:
    """Add an entry with the key in force of a command (or a key of its own); with `why` it is grey and says it."""
    shown = tool.state.key_text(key)
    line = f"{text} ({why})" if why else text
    action = menu.addAction(line + (f"\t{'Shift+' if shift else ''}{shown}" if shown else ""), then)
    if why:
        action.setEnabled(False)
        action.setToolTip(plain(why))


def asks_of(model: GamePorts, piece: str) -> list[Mapping[str, Any]]:
    """Return the asks of the offer that a piece may answer."""
    found: list[Mapping[str, Any]] = []
    for ask in open_asks(model.actions.offer):
        body = {**ask, **body_of(ask)}
        if piece in (body.get("pieces") or ()):
            found.append({**body, "id": ask["id"], "whole": ask})
    return found


def _deeds(
    tool: PlayTool, menu: QMenu, place: str, chosen: Sequence[str], asks: Sequence[Mapping[str, Any]], most: int
) -> None:
    """What the offer lets these pieces do; where it is nothing, picking them up stands grey with the reason."""
    model, piece = tool.state.model, chosen[-1]
    if not asks or model.settings.strictness == "off":
        no = {"key": "refuse.piece", "args": {"piece": {"p": piece}}}
        message = against_piece(model.actions.offer, piece) or no
        why = model.title.texts.plain(message, model.title.language).rstrip(".。")
        take = lambda: (tool.hand_over(place), tool.pick_up(chosen))  # noqa: E731
        add(tool, menu, tr("board.menu.pick_up"), take, "board_carry", why=why if model.settings.strictness == "enforce" else "")
        return
    for n, ask in enumerate(asks[:most]):
        plain = len(asks) == 1 or not ask.get("label")
        text = tr("board.menu.pick_up") if plain else model.title.texts.plain(ask["label"], model.title.language)
        if ask["kind"] in CARRIED:
            add(tool, menu, text, lambda ask=ask: _take(tool, place, chosen, ask["whole"]), "" if n else "board_carry")
        else:
            label = model.title.texts.plain(ask["label"], model.title.language) if ask.get("label") else tr("board.menu.tick")
            add(tool, menu, label, lambda ask=ask: _answer(tool, piece, ask["whole"]))


def _take(tool: PlayTool, place: str, chosen: Sequence[str], ask: Mapping[str, Any]) -> None:
    tool.state.model.answer.start(ask)
    tool.hand_over(place)
    tool.pick_up(chosen)


def _answer(tool: PlayTool, piece: str, ask: Mapping[str, Any]) -> None:
    answer = tool.state.model.answer
    if (answer.ask or {}).get("id") != ask["id"]:
        answer.start(ask)
    tool.answer_with(piece)


def _look(tool: PlayTool, menu: QMenu, piece: str, asks: Sequence[Mapping[str, Any]]) -> QMenu:
    """Properties, the rule in question, the line in the order of battle; returns the menu of what can be looked at from here.

    A table with entries of its own keeps rule and line in that menu.
    """
    model = tool.state.model
    menu.addSeparator()
    add(tool, menu, tr("board.menu.properties"), lambda: model.focus.inspect.emit(piece), "board_properties")
    looks = QMenu(tr("board.menu.look"), menu)
    lists = menu if model.settings.strictness == "enforce" else looks
    rule = next((str(ask["rule"]) for ask in asks if ask.get("rule")), "")
    if rule:
        said = model.title.rule_text(rule)
        title = model.title.texts.plain(said, model.title.language) if said is not None else ""
        words = tr("board.menu.rule", rule=rule, title=title).strip(" :")
        add(tool, lists, words, lambda: model.focus.rule.emit(rule), "rule_help")
    if not is_alias(piece):
        add(tool, lists, tr("board.menu.oob"), lambda: model.focus.find.emit(piece), "board_oob")
    menu.addMenu(looks)
    return looks


def _history(tool: PlayTool, menu: QMenu, piece: str) -> None:
    """When it came here, as far as the log of this side tells."""
    model = tool.state.model
    entry = came_here(model, piece)
    why = "" if entry else tr("board.menu.when_unknown")
    menu.addSeparator()
    text = tr("board.menu.when_step", n=entry) if entry else tr("board.menu.when")
    add(tool, menu, text, lambda: model.focus.entry.emit(entry), "board_when", why=why)


def came_here(model: GamePorts, piece: str) -> int:
    """Return the last entry whose lines in this side's log tell of a piece and its place, else of the piece; or 0."""
    record = model.position.view.pieces.get(piece)
    place = str(record["at"]) if record is not None else ""
    told = 0
    for line in reversed(model.history.log()):
        if line.entry <= model.history.position and piece in line.pieces:
            if place in line.places:
                return line.entry
            told = told or line.entry
    return told


def popup(tool: PlayTool, place: str, at: QPoint | None = None) -> None:
    """Open the menu of a place, at a point of the screen or (by keyboard) at the place."""
    canvas = tool.canvas
    menu = menu_for(tool, place, canvas.mapFromGlobal(at) if at is not None else None)
    if at is None and place:
        at = canvas.mapToGlobal(canvas.spot(place).toPoint())
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if not menu.isEmpty():
        menu.popup(at or QCursor.pos())


def beside(tool: PlayTool, pieces: Sequence[str], at: QPoint) -> None:
    """Open the menu of pieces that lie off the board, such as those of a hand; `at` is a point of the screen."""
    canvas, model = tool.canvas, tool.state.model
    known = [p for p in pieces if p in model.position.view.pieces]
    if not known or not canvas.ready:
        return
    menu = QMenu(canvas)
    menu.setToolTipsVisible(True)
    add(tool, menu, tr("board.menu.pick_up"), lambda: tool.take_in(known), "board_carry")
    if model.settings.strictness != "enforce" and not any(is_alias(p) for p in known):
        place = str(model.position.view.pieces[known[0]]["at"])
        freemenu.fill(tool, menu, place, known, (), canvas.mapFromGlobal(at))
    looks = _look(tool, menu, known[-1], asks_of(model, known[-1]))
    looks.menuAction().setVisible(not looks.isEmpty())
    _history(tool, menu, known[-1])
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)
