"""Mouse and keyboard of a game on the board: select, carry, pick, measure, pan, zoom (ux 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QCursor, QInputDevice, QMouseEvent

from qtwar.ui.board import keys
from qtwar.ui.board.motion import timer
from qtwar.ui.board.tools import menu
from qtwar.ui.board.tools.hand import Hand
from qtwar.ui.draft import AT_A_PLACE
from qtwar.ui.model import action_of
from qtwar.ui.theme import current

if TYPE_CHECKING:
    from qtwar.ui.board.view import BoardView

FAN_AFTER = 350
MENU_AFTER = 450
FINGERS = (QInputDevice.DeviceType.TouchScreen, QInputDevice.DeviceType.Stylus)
WHEEL = 1.2

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_SHIFT, _CTRL, _ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class PlayTool(Hand):
    """One pointer: `pressed` knows what lies under the press, until it is a click or a drag."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view)
        self.panning: QPoint | None = None
        self.pressed: QPointF | None = None
        self.press_piece: tuple[str, str] | None = None
        self.press_chip = ""
        self.space = self.space_used = False
        self.hover = timer(view, FAN_AFTER, self._open_fan, once=True)
        self.held = timer(view, MENU_AFTER, self._held_still, once=True)

    # -- mouse -------------------------------------------------------------------------------------
    def press(self, event: QMouseEvent) -> None:
        """Begin a click, a drag, a pan."""
        view, point = self.view, event.position()
        view.setFocus()
        view.cursor_shown = False
        self.at = point
        if view.layout_ is None:
            return
        if event.button() == _MIDDLE or (event.button() == _LEFT and self.space):
            self.panning, self.space_used = point.toPoint(), True
            view.setCursor(QCursor(Qt.CursorShape.ClosedHandCursor))
            return
        if event.button() != _LEFT:
            return
        self.pressed, self.dragging = point, False
        self.press_chip = view.chip_at(point) or ""
        self.press_piece = view.piece_at(point)
        if self.carry.holding:
            self.hand_to(point)
        elif event.device().type() in FINGERS or current().touch:
            self.held.start()

    def _held_still(self) -> None:
        """A finger or pen that stays opens the menu."""
        if self.pressed is not None and not self.dragging and not self.carry.holding:
            point, self.pressed = self.pressed, None
            menu.popup(self, self.place_at(point), self.view.mapToGlobal(point.toPoint()))

    def move(self, event: QMouseEvent) -> None:
        """Follow."""
        view, point = self.view, event.position()
        self.at = point
        if view.layout_ is None:
            return
        if self.panning is not None:
            by = point.toPoint() - self.panning
            self.panning = point.toPoint()
            view.pan_by(by)
            return
        if view.rubber is not None and self.pressed is not None:
            view.rubber = QRectF(self.pressed, point).normalized()
            view.update()
            return
        if self.carry.holding:
            self.hand_to(point, own=bool(event.modifiers() & _CTRL))
            return
        if self.pressed is not None and event.buttons() & _LEFT:
            if not self.dragging and (point - self.pressed).manhattanLength() >= (12 if current().touch else 6):
                self._begin_drag(event)
            return
        self._look(point)

    def _begin_drag(self, event: QMouseEvent) -> None:
        view = self.view
        assert self.pressed is not None
        mods = event.modifiers()
        self.dragging = True
        self.held.stop()
        free = bool(mods & _ALT and mods & _SHIFT)
        if self.press_piece is not None:
            piece, place = self.press_piece
            if self.press_chip or (mods & _SHIFT and not free):
                pieces = self.stack(self.press_chip or place)
            elif piece in view.selection:
                pieces = list(view.selection)
            else:
                pieces = [piece]
            view.hand_at = event.position()
            if self.pick_up(pieces or [piece], free=free):
                self.hand_to(event.position())
            return
        if mods & _SHIFT:
            view.rubber = QRectF(self.pressed, event.position()).normalized()
            view.update()
            return
        self.panning = event.position().toPoint()
        view.pan_by((event.position() - self.pressed).toPoint())
        view.setCursor(QCursor(Qt.CursorShape.ClosedHandCursor))

    def release(self, event: QMouseEvent) -> None:
        """End."""
        view, point = self.view, event.position()
        self.held.stop()
        if view.layout_ is None:
            return
        if self.panning is not None:
            self.panning = self.pressed = None
            view.setCursor(QCursor(Qt.CursorShape.ArrowCursor))
            return
        if view.rubber is not None:
            self._end_rubber()
            self.pressed = None
            return
        if event.button() == _RIGHT:
            if self.carry.holding:
                if not self.carry.back():
                    self.carry.cancel("escape")
            elif view.model.draft.kind == "allocate" and view.piece_at(point) is not None:
                self._share(view.piece_at(point), -1)
            else:
                menu.popup(self, self.place_at(point), event.globalPosition().toPoint())
            return
        if event.button() != _LEFT or self.pressed is None:
            return
        dragged, self.pressed, self.dragging = self.dragging, None, False
        if self.carry.holding:
            if dragged:
                self.drop_here(point)
            else:
                self._click_carrying(point, event.modifiers())
            self.edge_watch()
            return
        if not dragged:
            self._click(point, event.modifiers())

    def double(self, event: QMouseEvent) -> None:
        """Whole stack, or the end of the carry."""
        if event.button() != _LEFT or self.view.layout_ is None:
            return
        if self.carry.holding:
            self.drop_here(event.position())
            return
        found = self.view.piece_at(event.position())
        if found is not None and self.view.model.draft.kind not in ("allocate", "order"):
            pieces = self.stack(found[1])
            self.view.set_selection(pieces)
            self.pressed, self.press_piece, self.dragging = event.position(), found, False

    def _click_carrying(self, point: QPointF, mods: Any) -> None:
        """Click-click: a lit cell is a waypoint; one that ends movement, or the last waypoint again, is the end."""
        carry, place = self.carry, self.target_at(point)
        found = self.view.piece_at(point)
        if found is not None and found[0] in carry.joinable():
            carry.collect(found[0])
            return
        if mods & _ALT and place and (place == carry.here or carry.waypoint(place)):
            self.land()
            return
        if carry.free or (carry.ask is not None and carry.ask["kind"] != "move") or place in (carry.here, carry.start):
            carry.drop(place)
        elif place in carry.legal():
            if not carry.waypoint(place):
                carry.drop(place)
        elif self.view.model.strictness != "enforce":
            carry.drop(place)
        else:
            carry.explain(place)

    def _click(self, point: QPointF, mods: Any) -> None:
        view, draft = self.view, self.view.model.draft
        place = self.target_at(point)
        view.cell = place or view.cell
        if not view.looking.aimed:
            view.looking.begin("")
        if self.press_chip and not mods & _CTRL:
            self.open_picker(self.press_chip)
            return
        found = view.piece_at(point)
        if draft.kind == "allocate" and found is not None and self.answer_with(found[0]):
            return
        lit = place in view.light_places
        if (
            lit
            and draft.kind in AT_A_PLACE
            and not (found is not None and found[0] in (draft.ask or {}).get("pieces", ()))
        ):
            self.choose_cell(place)
            return
        if found is not None:
            if self.answer_with(found[0]):
                return
            self._select(found[0], found[1], add=bool(mods & _CTRL))
        else:
            view.fan.open("")
            view.set_selection(())
            why = (draft.ask or {}).get("why") or {}
            missed = next((at for at in (view.layout_.side_near(view.camera.to_board(point)), place) if at in why), "")
            if missed and draft.kind in AT_A_PLACE:
                view.model.refused.emit(why[missed])
        view.update()

    def answer_with(self, piece: str) -> bool:
        """Tick a piece, or give it a share, where the draft asks for that; collect it where it may join the hand."""
        draft = self.view.model.draft
        if self.carry.phase == "carried":
            return self.carry.collect(piece)
        if draft.kind == "allocate":
            self._share((piece, ""), 1)
            return True
        if draft.kind in ("pieces", "order", "pieces+cell") and piece in (draft.ask or {}).get("pieces", ()):
            draft.toggle(piece)
            return True
        return False

    def choose_cell(self, place: str) -> None:
        """Answer the draft's cell; pieces that were placed by hand go at once."""
        view, draft = self.view, self.view.model.draft
        if not draft.set_cell(place):
            view.model.refused.emit({"key": "refuse.cell", "args": {"cell": {"c": place}}})
            return
        view.update()
        if draft.kind == "place" and draft.missing() is None and draft.ask is not None and not draft.sealed:
            view.model.submit(action_of(draft.ask, view.model.acting, draft.args()))

    def _share(self, found: tuple[str, str] | None, by: int) -> None:
        draft = self.view.model.draft
        if found is not None:
            draft.set_amount(found[0], draft.amounts.get(found[0], 0) + by)

    def _select(self, piece: str, place: str, *, add: bool) -> None:
        view = self.view
        if add:
            chosen = [p for p in view.selection if p != piece] if piece in view.selection else [*view.selection, piece]
        elif view.selection == [piece] and not view.fan.place:
            order = view.stacks.resting(place)[::-1]
            chosen = [order[(order.index(piece) + 1) % len(order)]]
        elif len(view.selection) == 1 and view.selection[0] in view.stacks.resting(place) and not view.fan.place:
            order = view.stacks.resting(place)[::-1]
            chosen = [order[(order.index(view.selection[0]) + 1) % len(order)]]
        else:
            chosen = [piece]
        view.set_selection(chosen)

    def _end_rubber(self) -> None:
        view, layout = self.view, self.view.layout_
        assert layout is not None
        assert view.rubber is not None
        area = QRectF(view.camera.to_board(view.rubber.topLeft()), view.camera.to_board(view.rubber.bottomRight()))
        view.rubber = None
        pieces = [p for place in layout.stacks_in(area) if area.contains(layout.spot(place)) for p in self.stack(place)]
        view.set_selection(pieces)

    def open_picker(self, place: str) -> None:
        """Open the strip of a stack; what is ticked is selected, and taken with M or its button."""
        view = self.view
        pieces = view.stacks.resting(place)[::-1]
        if pieces:
            able = set(pieces) if view.model.strictness == "off" else {p for p in pieces if p in view.able_pieces}
            view.picker.open(place, pieces, able, view.selection, self._take)

    def _take(self, pieces: list[str]) -> None:
        view, draft = self.view, self.view.model.draft
        if draft.kind in ("pieces", "order") and any(p in (draft.ask or {}).get("pieces", ()) for p in pieces):
            draft.set_pieces(pieces)
            return
        self.hand_over(str(view.model.view.pieces[pieces[0]]["at"]))
        self.pick_up(pieces)

    # -- looking -----------------------------------------------------------------------------------
    def _look(self, point: QPointF) -> None:
        view = self.view
        place = self.place_at(point)
        if view.fan.place and not view.fan.outer().contains(point) and place != view.fan.place:
            view.fan.open("")
        view.looking.to(place)
        if place != view.hover_place:
            view.set_hover(place)
            self.hover.start()
        if view.lights is not None and view.lights.sides:
            side = self.target_at(point)
            side = side if side in view.lights.sides else ""
            if side != view.lights.hovered:
                view.lights.hovered = side
                view.update()

    def _open_fan(self) -> None:
        view = self.view
        place = view.hover_place
        if (
            place
            and not self.carry.holding
            and self.pressed is None
            and not view.lens.isVisible()
            and (len(pieces := view.stacks.resting(place)) > 1 or any(view.stacks.cargo(p) for p in pieces))
            and view.piece_at(self.at)
        ):
            view.fan.open(place)

    def leave(self) -> None:
        """The pointer is gone."""
        self.hover.stop()
        if self.view.layout_ is not None and not self.carry.holding:
            self.view.fan.open("")
            self.view.set_hover("")

    def wheel(self, event: Any) -> None:
        """Zoom at the cursor, or pan."""
        view = self.view
        pixels, turn, mods = event.pixelDelta(), event.angleDelta(), event.modifiers()
        if not pixels.isNull() and not mods & _CTRL:
            view.pan_by(pixels)
        elif mods & (_SHIFT | _ALT) and not mods & _CTRL:
            along = turn.y() or turn.x()
            view.pan_by(QPoint(along, 0) if mods & _SHIFT else QPoint(0, along))
        elif turn.y():
            view.set_zoom(view.camera.zoom * WHEEL ** (turn.y() / 120), event.position())
        if view.layout_ is not None and self.carry.holding:
            self.hand_to(event.position())
        event.accept()

    # -- keyboard ----------------------------------------------------------------------------------
    def claims(self, event: Any) -> bool:
        """Return whether a key belongs to the board now, before any shortcut of the window."""
        return keys.claims(self, event)

    def key(self, event: Any) -> bool:
        """Do what a key says; False where it is none of ours."""
        return keys.press(self, event)

    def key_up(self, event: Any) -> bool:
        """End what lasts while a key is held."""
        return keys.release(self, event)

    def tab(self, event: Any) -> bool:
        """Go through the counters of the cursor cell."""
        return keys.tab(self, event)

    # -- the free table ----------------------------------------------------------------------------
    def free(self, op: str, pieces: Sequence[str]) -> None:
        """Do something with pieces past the rules: an `op` of the free table."""
        if pieces:
            self.free_do(op, pieces=list(pieces))

    def free_do(self, op: str, **args: Any) -> None:
        """Make a gesture of the free table."""
        model = self.view.model
        if model.strictness != "enforce":
            model.submit({"side": model.seat, "verb": "free", "args": {"op": op, **args}})
