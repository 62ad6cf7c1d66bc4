"""The pointer of a game on the board: select, carry, pick, measure, choose (ux 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF

from qtwar.ui.answer import AT_A_PLACE, NAMED
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.input import Pointer
from qtwar.ui.board.line_of_sight import LineOfSight
from qtwar.ui.board.magnifier import Magnifier
from qtwar.ui.board.picker import StackPicker
from qtwar.ui.board.rim import Rim
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.tools.handling import CarryTool
from qtwar.ui.game import action_of
from qtwar.ui.widgets.basics import timer

IN_VIEW = 160
"""So far from the border a place is brought to which an arrow at the rim leads."""
FAN_AFTER = 350
"""Milliseconds that the pointer rests over a stack before it fans out."""


class PlayTool(CarryTool):
    """What lies under the press is kept until it is a click or a drag. The keyboard is added in `keys`."""

    def __init__(
        self, state: BoardState, fan: Fan, picker: StackPicker, sight: LineOfSight, magnifier: Magnifier, rim: Rim
    ) -> None:
        super().__init__(state, fan, picker)
        self.sight, self.magnifier, self.rim = sight, magnifier, rim
        self._led = ""  # by the arrow at the rim that was pressed
        self._piece: tuple[str, str] | None = None
        self._chip = ""
        self._done = False  # what the press meant has been done: its release means nothing more
        self._at = QPointF(-1, -1)
        self.hover_timer = timer(state, FAN_AFTER, self._open_fan)
        self.canvas.hovered.connect(lambda place: self.hover_timer.start())

    def piece_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) under a screen point: of the open fan, which hides what it covers, else the counter there."""
        if not self.fan.outer().contains(point):
            return self.canvas.counter_at(point)
        piece = self.fan.at(point)
        return (piece, self.fan.place) if piece is not None else None

    def chip_at(self, point: QPointF) -> str:
        """Return the place whose count is seen under a screen point, or nothing."""
        return "" if self.fan.outer().contains(point) else self.canvas.chip_at(point)

    # -- the pointer -------------------------------------------------------------------------------
    def press(self, pointer: Pointer) -> None:
        """Begin a click or a drag."""
        self.hover_timer.stop()
        self.dragging = self._done = False
        self._led = self.rim.at(pointer.at)
        self._chip = self.chip_at(pointer.at)
        self._piece = self.piece_at(pointer.at)
        if self.carry.holding:
            self.hand_to(pointer.at)

    def hold(self, pointer: Pointer) -> bool:
        """A finger or pen that stays opens the menu."""
        if self.carry.holding:
            return False
        self.open_menu(self.canvas.place_at(pointer.at), pointer.screen)
        return True

    def begin_drag(self, pointer: Pointer) -> bool:
        """Take the counter under the press, or its stack; with Shift draw a rectangle; False to pan the map."""
        self._done = False
        if self.carry.holding or self._led:
            return True
        if self._piece is not None:
            piece, place = self._piece
            free = pointer.alt and pointer.shift
            whole = (self._chip or place) if self._chip or (pointer.shift and not free) else ""
            if whole:
                pieces = self.stack(whole)
            elif piece in self.state.selection:
                pieces = list(self.state.selection)
            else:
                pieces = [piece]
            self.state.hand_at = pointer.at
            lead = "" if self._chip else piece
            self.dragging = self.pick_up(pieces or [piece], free=free, whole=whole if pieces else "", lead=lead)
            return True
        if pointer.shift:
            self.state.rubber = QRectF()
        return pointer.shift

    def drag(self, pointer: Pointer) -> None:
        """Lead what is in hand, or draw the rectangle on."""
        if self.state.rubber is not None:
            self.state.rubber = QRectF(pointer.start, pointer.at).normalized()
            self.canvas.update()
        elif self.carry.holding:
            self.hand_to(pointer.at, own=pointer.ctrl)

    def release(self, pointer: Pointer) -> None:
        """The end of a drag, or a click."""
        dragged = self.dragging
        if self._led:
            self.canvas.show_place(self._led, IN_VIEW)
        elif not self._done:
            self._released(pointer, dragged)
        self.dragging = False

    def _released(self, pointer: Pointer, dragged: bool) -> None:
        if self.state.rubber is not None:
            inside = self.canvas.counters_inside(self.state.rubber)
            self.state.rubber = None
            self.state.select([p for place, pieces in inside.items() for p in self._together(place, pieces)])
        elif self.carry.holding:
            if dragged:
                self.drop_here(pointer.at)
            else:
                self._click_carrying(pointer)
        elif not pointer.dragged:
            self._click(pointer)

    def _together(self, place: str, pieces: Sequence[str]) -> list[str]:
        """Return who of some counters of a place is meant by a rectangle: with those who can go, who of theirs stays."""
        able = [p for p in self.stack(place) if p in pieces]
        own = self.canvas.stacks.own_of(place, able[0]) if able else []
        return [p for p in pieces if p in able or p in own]

    def double(self, pointer: Pointer) -> None:
        """Select the whole stack; at the end of a carry, drop."""
        self._done = True
        self._piece, self._chip = self.piece_at(pointer.at), ""
        if self.carry.holding:
            self._piece = None
            self.drop_here(pointer.at)
        elif self._piece is not None and self.state.model.answer.kind not in ("allocate", "order"):
            self.state.select(self.stack(self._piece[1]))

    def menu(self, pointer: Pointer) -> None:
        """The menu of the place; while something is carried, one waypoint back; in an allocation, one less."""
        found = self.piece_at(pointer.at)
        if self.carry.holding:
            if not self.carry.back():
                self.carry.cancel("escape")
        elif self.state.model.answer.kind == "allocate" and found is not None:
            self._share(found[0], -1)
        else:
            self.open_menu(self.canvas.place_at(pointer.at), pointer.screen)

    def open_menu(self, place: str, at: QPoint) -> None:
        """Open the menu of a place at a point of the screen."""

    def hover(self, pointer: Pointer) -> None:
        """What is in hand follows; else measure, light the near side of a cell, and close the fan that is left."""
        self._at = pointer.at
        if self.carry.holding:
            self.hand_to(pointer.at, own=pointer.ctrl)
            return
        place, lights = self.canvas.hover_place, self.state.lights
        if self.fan.place and not self.fan.outer().contains(pointer.at) and place != self.fan.place:
            self.fan.open("")
        self.sight.to(place)
        if lights is not None and lights.sides:
            side = self.target_at(pointer.at)
            side = side if side in lights.sides else ""
            if side != lights.hovered:
                lights.hovered = side
                self.canvas.update()

    def _open_fan(self) -> None:
        place, stacks = self.canvas.hover_place, self.canvas.stacks
        pieces = stacks.resting(place) if place else []
        several = len(pieces) > 1 or any(stacks.cargo(p) for p in pieces)
        found = self.canvas.counter_at(self._at) if not self.canvas.chip_at(self._at) else None
        over = found is not None and found[1] == place and self.canvas.place_at(self._at) == place
        elsewhere = self.picker.isVisible() or self.magnifier.isVisible()  # which show the counters already
        if several and found is not None and over and not self.carry.holding and not elsewhere:
            self.fan.open(place, (found[0], self._at))

    def leave(self) -> None:
        """The pointer is gone."""
        if not self.carry.holding:
            self.fan.open("")
            self.canvas.set_hover("")
        elif self.carry.phase == "carried" and not self.dragging:
            self.carry.point_at("")  # on its way to a button the hand is over no place
        self.hover_timer.stop()

    def cancel(self) -> None:
        """Let go of what is in hand and of the rectangle; the button that is still down means nothing more."""
        super().cancel()
        self.state.rubber = None
        self._done = True
        self.canvas.update()

    # -- clicks ------------------------------------------------------------------------------------
    def _click_carrying(self, pointer: Pointer) -> None:
        """Click-click: a lit cell is a waypoint; one that ends movement, or the last waypoint again, is the end."""
        carry, place = self.carry, self.target_at(pointer.at)
        found = self.piece_at(pointer.at)
        if found is not None and found[0] in carry.joinable():
            carry.collect(found[0])
            return
        if pointer.alt and place and (place == carry.here or carry.waypoint(place)):
            self.land()
            return
        if carry.free or (carry.ask is not None and carry.ask["kind"] != "move") or place in (carry.here, carry.start):
            carry.drop(place)
        elif place in carry.legal():
            if not carry.waypoint(place):
                carry.drop(place)
        elif self.state.model.settings.strictness != "enforce":
            carry.drop(place)
        else:
            carry.explain(place)

    def _click(self, pointer: Pointer) -> None:
        state, answer = self.state, self.state.model.answer
        place, found = self.target_at(pointer.at), self.piece_at(pointer.at)
        asked = (answer.ask or {}).get("pieces", ())
        self.picker.dismiss()
        self.canvas.cell = place or self.canvas.cell
        if not self.sight.aimed:
            self.sight.begin("")
        if self._chip and not pointer.ctrl:
            self.open_picker(self._chip)
        elif answer.kind == "allocate" and found is not None:
            self._share(found[0], 1)
        elif place in state.light_places and answer.kind in AT_A_PLACE and not (found is not None and found[0] in asked):
            self.choose_cell(place)
        elif found is None:
            self._click_ground(pointer.at, place)
        elif not self.answer_with(found[0]):
            self._select(found[0], found[1], add=pointer.ctrl)
        self.canvas.update()

    def _click_ground(self, at: QPointF, place: str) -> None:
        """Select nothing; where a place was asked for, say why it can not be this one."""
        canvas, answer = self.canvas, self.state.model.answer
        self.fan.open("")
        self.state.select(())
        why = (answer.ask or {}).get("why") or {}
        near = canvas.side_at(at)
        missed = next((one for one in (canvas.layout_.place(near), place) if one in why), "")
        if missed and answer.kind in AT_A_PLACE:
            self.state.model.actions.refused.emit(why[missed])

    def answer_with(self, piece: str) -> bool:
        """Tick a piece, or give it a share, where the ask wants that; collect it where it may join the hand."""
        answer = self.state.model.answer
        if self.carry.phase == "carried":
            return self.carry.collect(piece)
        if answer.kind == "allocate":
            self._share(piece, 1)
            return True
        if answer.kind in ("pieces", "order", "pieces+cell") and piece in (answer.ask or {}).get("pieces", ()):
            answer.toggle(piece)
            if not answer.cell and len(answer.lit()) == 1 and self.state.model.actions.firers():
                self.choose_cell(answer.lit()[0])  # a reaction has one target: Enter fires
            return True
        return False

    def put_in(self, place: str) -> None:
        """A box of the shelf was clicked: what is in hand, or was chosen, goes there."""
        if self.carry.phase != "carried" and place in self.state.model.answer.lit():
            self.choose_cell(place)
        else:
            super().put_in(place)

    def choose_cell(self, place: str) -> None:
        """Answer with a cell; pieces that were placed by hand go at once."""
        model, answer = self.state.model, self.state.model.answer
        if not answer.set_cell(place):
            model.actions.refused.emit({"key": "refuse.cell", "args": {"cell": {"c": place}}})
            return
        self.canvas.update()
        if answer.kind == "place" and answer.missing() is None and answer.ask is not None and not answer.sealed:
            model.actions.submit(action_of(answer.ask, model.actions.acting, answer.args()))

    def _share(self, piece: str, by: int) -> None:
        answer = self.state.model.answer
        answer.set_amount(piece, answer.amounts.get(piece, 0) + by)

    def _select(self, piece: str, place: str, *, add: bool) -> None:
        """Select a counter; a click on a stack of which one is selected goes on to the one below."""
        now = self.state.selection
        stack = self.canvas.stacks.resting(place)[::-1]
        if add:
            chosen = [p for p in now if p != piece] if piece in now else [*now, piece]
        elif len(now) == 1 and now[0] in stack and not self.fan.place:
            chosen = [stack[(stack.index(now[0]) + 1) % len(stack)]]
        else:
            chosen = [piece]
        self.state.select(chosen)

    def open_picker(self, place: str) -> None:
        """Open the strip of a stack; what is ticked is selected, and taken with M or its button."""
        self.fan.open("")  # the picker shows the same counters
        self.picker.open_stack(place, self._take)

    def _take(self, pieces: list[str]) -> None:
        model, answer = self.state.model, self.state.model.answer
        if answer.kind in NAMED and any(p in (answer.ask or {}).get("pieces", ()) for p in pieces):
            answer.set_pieces(pieces)
            return
        self.hand_over(str(model.position.view.pieces[pieces[0]]["at"]))
        self.pick_up(pieces)

    # -- the free table ----------------------------------------------------------------------------
    def free(self, op: str, pieces: Sequence[str]) -> None:
        """Do something with pieces past the rules: an `op` of the free table."""
        if pieces:
            self.free_do(op, pieces=list(pieces))

    def free_do(self, op: str, **args: Any) -> None:
        """Make a gesture of the free table."""
        if self.state.model.settings.strictness != "enforce":
            self.state.model.free(op, **args)
