"""The keyboard on the board: everything of the carry grammar from the cell cursor."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from qtwar.model.grid import HexGrid, SquareGrid
from qtwar.ui.board.access import to_part
from qtwar.ui.board.tools import menu
from qtwar.ui.draft import AT_A_PLACE

if TYPE_CHECKING:
    from qtwar.ui.board.layout import BoardLayout
    from qtwar.ui.board.tools.play import PlayTool
    from qtwar.ui.board.view import BoardView

K = Qt.Key
ARROWS = {K.Key_Left: (-1, 0), K.Key_Right: (1, 0), K.Key_Up: (0, -1), K.Key_Down: (0, 1)}
ENTER = (K.Key_Return, K.Key_Enter)
_SHIFT, _CTRL, _ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


def neighbour(layout: BoardLayout, place: str, dx: int, dy: int, *, other: bool = False) -> str:
    """Return the place next to one in the direction of an arrow; `other` is a hex's second diagonal."""
    grid, cell = layout.grid, layout.cell(place)
    if cell is None:
        return place
    near = grid.neighbours(cell)
    plain = ""
    if isinstance(grid, (HexGrid, SquareGrid)):
        column, row = grid.position(cell)
        beside = grid.at(column + dx, row + dy)
        if beside is not None and beside in near:
            plain = beside
        if plain and not other:
            return layout.place(plain)
    x, y = layout.centre(cell)
    best, found = 0.35 if not other else 0.0, ""
    for cell_near in near:
        if other and cell_near == plain:
            continue
        nx, ny = layout.centre(cell_near)
        along = ((nx - x) * dx + (ny - y) * dy) / (math.hypot(nx - x, ny - y) or 1)
        if along > best + 1e-6:
            best, found = along, cell_near
    found = found or plain
    return layout.place(found) if found else place


def nearest(layout: BoardLayout, place: str, dx: int, dy: int, places: Iterable[str]) -> str:
    """Return which of some places lies nearest to one in the direction of an arrow, or the place itself."""
    here = layout.spot(place)
    best, found = math.inf, place
    for other in places:
        away = layout.spot(other) - here
        along, aside = away.x() * dx + away.y() * dy, abs(away.x() * dy) + abs(away.y() * dx)
        if along > 1 and along + 2 * aside < best:
            best, found = along + 2 * aside, other
    return found


def _enter_has_work(tool: PlayTool) -> bool:
    view = tool.view
    if tool.carry.phase == "carried":
        return True
    if not view.cursor_shown:
        return False
    draft = view.model.draft
    if view.cell in view.light_places and draft.kind in AT_A_PLACE:
        return draft.cell != view.cell
    if draft.kind in ("pieces", "order", "allocate"):
        return False
    return any(p in view.able_pieces or view.model.strictness == "off" for p in view.stacks.resting(view.cell))


def claims(tool: PlayTool, event: Any) -> bool:
    """Return whether the board wants a key before the window's shortcuts have it."""
    view = tool.view
    key, mods = view.key_of(event.key(), event.modifiers())
    if mods & (_CTRL | _ALT):
        return False
    if key in ENTER:
        return _enter_has_work(tool)
    if key in (K.Key_Escape, K.Key_Backspace):
        return tool.carry.holding or bool(view.fan.place or _looks(view) or view.rubber or view.selection)
    if key in (K.Key_F, K.Key_R, K.Key_Delete):
        return view.model.strictness != "enforce" and bool(view.selection)
    return key in ARROWS or key in (
        K.Key_Space,
        K.Key_M,
        K.Key_L,
        K.Key_J,
        K.Key_K,
        K.Key_H,
        K.Key_V,
        K.Key_P,
        K.Key_I,
        K.Key_O,
        K.Key_W,
        K.Key_Home,
    )


def press(tool: PlayTool, event: Any) -> bool:
    """Do what a key says; False where the board has no use for it."""
    view = tool.view
    key, mods = view.key_of(event.key(), event.modifiers())
    layout, carry = view.layout_, tool.carry
    assert layout is not None
    if key in ARROWS and not mods & (_CTRL | _ALT):
        dx, dy = ARROWS[key]
        if not view.cursor_shown and view.hover_place and layout.cell(view.hover_place) is not None:
            view.cell = view.hover_place
        lit = view.lights.sides if view.lights is not None else ()
        if lit and (view.model.draft.kind == "edge" or view.cell in lit):
            _go(tool, nearest(layout, view.cell, dx, dy, lit))
        else:
            _go(tool, neighbour(layout, view.cell, dx, dy, other=bool(mods & _SHIFT)))
    elif key == K.Key_Home:
        if view.selection:
            _go(tool, str(view.model.view.pieces[view.selection[0]]["at"]))
    elif key in ENTER:
        return enter(tool)
    elif key == K.Key_Escape:
        return _escape(tool)
    elif key == K.Key_Backspace:
        return carry.back()
    elif key == K.Key_Space:
        if not event.isAutoRepeat():
            tool.space, tool.space_used = True, False
    elif key == K.Key_M:
        _pick(tool, whole=bool(mods & _SHIFT))
    elif key == K.Key_L:
        tool.land()
    elif key == K.Key_J:
        here = carry.target or view.cell
        able = carry.joinable()
        piece = next((p for p in view.stacks.resting(here) if p in able), None)
        if piece is not None:
            carry.collect(piece)
    elif key == K.Key_K:
        wide = bool(mods & _SHIFT)
        again = view.looking.start and not (wide and view.looking.wide is None)
        view.looking.begin("" if again else view.looking.start or _pointed(tool), wide=wide)
    elif key == K.Key_H and not event.isAutoRepeat():
        view.set_hidden(True)
    elif key == K.Key_V and not event.isAutoRepeat():
        view.fan.open("")
        view.lens.open(_pointed(tool))
    elif key == K.Key_P and not mods:
        view.model.focus.pinned.emit(view.cell if view.cursor_shown else view.hover_place)
    elif key in (K.Key_I, K.Key_O, K.Key_W) and not mods:
        _ask_about(tool, key)
    elif key == K.Key_Delete and view.model.strictness != "enforce":
        tool.free("remove", view.selection)
    elif key in (K.Key_F, K.Key_R) and view.model.strictness != "enforce":
        tool.free("flip" if key == K.Key_F else "rotate", view.selection)
    elif key == K.Key_A and mods & _CTRL:
        view.set_selection(tool.stack(view.cell if view.cursor_shown else view.hover_place))
    elif mods & _CTRL and key in (K.Key_Plus, K.Key_Equal):
        view.set_zoom(view.camera.zoom * 1.25)
    elif mods & _CTRL and key == K.Key_Minus:
        view.set_zoom(view.camera.zoom / 1.25)
    elif mods & _CTRL and key == K.Key_0:
        view.fit()
    elif mods & _CTRL and key == K.Key_1:
        view.set_zoom(1.0)
    else:
        return False
    return True


def release(tool: PlayTool, event: Any) -> bool:
    """Space was tapped (not held for a pan): waypoint or stack picker; H: counters come back."""
    view = tool.view
    key, _ = view.key_of(event.key(), event.modifiers())
    if event.isAutoRepeat():
        return False
    if key == K.Key_Space and tool.space:
        tool.space = False
        if tool.space_used:
            return True
        if tool.carry.phase == "carried":
            tool.carry.waypoint(tool.carry.target or view.cell)
        else:
            tool.open_picker(view.cell if view.cursor_shown else view.hover_place or view.cell)
        return True
    if key == K.Key_H:
        view.set_hidden(False)
        return True
    if key == K.Key_V:
        view.lens.open("")
        return True
    return False


def tab(tool: PlayTool, event: Any) -> bool:
    """Tab selects the next counter of the cursor cell; outside a cell with counters it leaves the board."""
    view = tool.view
    if event.key() != K.Key_Tab or view.layout_ is None or not view.cursor_shown or tool.carry.holding:
        return False
    pieces = view.stacks.resting(view.cell)[::-1]
    if not pieces:
        return False
    at = pieces.index(view.selection[0]) + 1 if len(view.selection) == 1 and view.selection[0] in pieces else 0
    if at >= len(pieces):
        view.set_selection(())
        return False
    view.set_selection([pieces[at]])
    to_part(view, pieces[at])
    return True


def _pointed(tool: PlayTool) -> str:
    """Return the place of the cell cursor where it is shown, else the one under the pointer."""
    view = tool.view
    return view.cell if view.cursor_shown else view.hover_place or view.cell


def _go(tool: PlayTool, place: str) -> None:
    view, layout = tool.view, tool.view.layout_
    assert layout is not None
    view.set_cursor_place(place, show=True)
    if tool.carry.holding:
        view.hand_at = view.camera.to_screen(layout.spot(place))
        tool.carry.point_at(place)
    view.looking.to(place)
    view.update()


def enter(tool: PlayTool) -> bool:
    """Drop, choose, select or take at the cursor; False where there is nothing to do."""
    view, carry, draft = tool.view, tool.carry, tool.view.model.draft
    if carry.phase == "carried":
        carry.drop(carry.target or (view.cell if view.cursor_shown else carry.here))
        return True
    if not _enter_has_work(tool):
        return False
    if view.cell in view.light_places and draft.kind in AT_A_PLACE:
        tool.choose_cell(view.cell)
        return True
    here = view.stacks.resting(view.cell)
    if view.selection and all(p in here for p in view.selection):
        _pick(tool, whole=False)
    else:
        able = [p for p in here if p in view.able_pieces] or here
        view.set_selection(able[-1:])
    return True


def _ask_about(tool: PlayTool, key: Qt.Key) -> None:
    """Properties, order of battle or history of the counter that is selected, else of the top one pointed at."""
    view, focus = tool.view, tool.view.model.focus
    here = _pointed(tool)
    piece = next(iter([*view.selection[-1:], *(view.stacks.resting(here)[-1:] if here else [])]), "")
    if not piece:
        return
    if key == K.Key_I:
        focus.inspect.emit(piece)
    elif key == K.Key_O:
        focus.find.emit(piece)
    elif entry := menu.came_here(view.model, piece):
        focus.entry.emit(entry)


def _pick(tool: PlayTool, *, whole: bool) -> None:
    view, layout = tool.view, tool.view.layout_
    assert layout is not None
    if tool.carry.holding:
        return
    place = _pointed(tool)
    if view.selection and not whole:
        pieces = list(view.selection)
        place = str(view.model.view.pieces[pieces[0]]["at"])
    else:
        stack = tool.stack(place)
        pieces = stack if whole else stack[-1:]
    if layout.has(place):
        view.cell = place
        view.hand_at = view.camera.to_screen(layout.spot(place))
    tool.pick_up(pieces)


def _looks(view: BoardView) -> bool:
    """Return whether somebody measures or looks; the line of a firer who is aimed is let go with him."""
    return bool(view.looking.start) and not view.looking.aimed


def _escape(tool: PlayTool) -> bool:
    view = tool.view
    if tool.carry.holding:
        view.glide_back(tool.carry.in_hand())
        tool.carry.cancel("escape")
        tool.pressed = None
        tool.edge.stop()
    elif view.rubber is not None:
        view.rubber = None
        tool.pressed = None
    elif view.fan.place:
        view.fan.open("")
    elif _looks(view):
        view.looking.begin("")
    elif view.selection:
        view.set_selection(())
        if view.model.draft.started_any:
            view.model.draft.cancel()
    else:
        return False
    view.update()
    return True
