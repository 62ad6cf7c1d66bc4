"""Counters taken up, led and put down at the board (ux 2.4): by drag, click by click, from shelf and lists.

What a carry may do is in `carry`; this joins it to the pointer, the shelf and the lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from qtwar.base.text import Message
from qtwar.kit.asks import body_of, picking
from qtwar.ui.answer import CARRIED
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.input import PointerTool
from qtwar.ui.board.overlay import hand_rect
from qtwar.ui.board.picker import StackPicker
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.game import NEW, against_piece, open_asks
from qtwar.ui.theme import px


@runtime_checkable
class TakesDrops(Protocol):
    """A widget beside the board, different parts of which stand for places."""

    def place_under(self, point: QPoint) -> str:
        """Return the place for which a point of the screen stands, or nothing."""
        ...


class CarryTool(PointerTool):
    """Takes counters up, leads and drops them; `dragging` while that is done with the button held."""

    def __init__(self, state: BoardState, fan: Fan, picker: StackPicker) -> None:
        self.state, self.canvas, self.fan, self.picker = state, state.canvas, fan, picker
        self.dragging = False

    @property
    def carry(self) -> Carry:
        """What is in hand on the board shown."""
        return self.state.carry

    @property
    def scrolls(self) -> bool:
        """Counters dragged near the border scroll the board."""
        return self.dragging and self.carry.phase == "carried"

    def target_at(self, point: QPointF) -> str:
        """Return what a click there means: the lit side of a cell that is near, else the place."""
        lights, camera = self.state.lights, self.canvas.camera
        side = lights.side_at(camera.to_board(point), min(px(14) / camera.scale, 40)) if lights is not None else ""
        return side or self.canvas.place_at(point)

    def ask_for(self, piece: str) -> dict[str, Any] | None:
        """Return the ask by which a piece can be carried: the answer's own first, then the offer's in order."""
        answer = self.state.model.answer
        if answer.ask is not None and answer.kind in CARRIED and piece in (answer.ask.get("pieces") or ()):
            return answer.ask
        for ask in open_asks(self.state.model.actions.offer):
            body = {**ask, **body_of(ask)}
            if body["kind"] in CARRIED and piece in (body.get("pieces") or ()):
                answer.start(ask)
                return answer.ask
        return None

    # -- picking up --------------------------------------------------------------------------------
    def pick_up(self, pieces: Sequence[str], *, free: bool = False, whole: str = "", lead: str = "") -> bool:
        """Take pieces into the hand as the rules allow, of a `whole` stack who can go; says why where they do not.

        Where not all can go together it is the `lead`, by whom they are held, who goes, by his own question.
        """
        state, model = self.state, self.state.model
        if not pieces or not self.canvas.ready or model.history.position != model.history.live:
            return False
        self.fan.open("")
        free = free or model.settings.strictness == "off"
        asked = (model.answer.ask or {}).get("pieces", ()) if model.answer.kind in CARRIED else ()
        able = sorted(pieces, key=lambda p: (p != lead, p not in asked))
        first = next((p for p in able if self.ask_for(p) is not None), None) if not free else None
        against = None
        if first is None and not free:
            no = {"key": "refuse.piece", "args": {"piece": {"p": pieces[0]}}}
            against = against_piece(model.actions.offer, lead or pieces[0]) or no
        if free or (against is not None and model.settings.strictness == "warn"):
            known = [p for p in pieces if p in model.position.view.pieces or p.startswith(NEW)]
            state.selection = [p for p in known if not p.startswith(NEW)]  # F and R follow a drag
            return self.carry.pick_up(known, None, free=True, against=against)
        if first is None:
            model.actions.refused.emit(self._chosen_instead(pieces) or against)
            return False
        ask = self.ask_for(first)
        assert ask is not None
        records = model.position.view.pieces
        chosen = [p for p in pieces if p in (ask.get("pieces") or ())]
        if (ask.get("group", "cell") == "cell" and ask["kind"] == "move") or ask.get("groups"):
            chosen = [p for p in chosen if records[p]["at"] == records[first]["at"]]
        model.answer.set_pieces(chosen)
        if lead in chosen and lead not in model.answer.pieces:
            model.answer.set_pieces([lead, *(p for p in chosen if p != lead)])
        state.selection = list(model.answer.pieces) or chosen
        wanted = self.canvas.stacks.own_of(whole, first) if whole else pieces
        return self.carry.pick_up(state.selection, ask, stays=[p for p in wanted if p not in state.selection])

    def _chosen_instead(self, pieces: Sequence[str]) -> Message | None:
        """Choose one whom the question in hand asks for, who is not carried; returns what to do next, if there is something."""
        answer = self.state.model.answer
        asks = open_asks(self.state.model.actions.offer, ("pieces",))
        now = (answer.ask or {}).get("id")
        for ask in sorted(asks, key=lambda ask: ask["id"] != now):  # the one in hand first
            piece = next((p for p in pieces if p in ask["pieces"]), None)
            if piece is None or not ask.get("label"):
                continue
            if ask["id"] != now:  # another question is turned to by who means it
                return {"key": "refuse.turn_to_it", "args": {"piece": {"p": piece}, "what": ask["label"]}, "neutral": True}
            if piece not in answer.pieces and not answer.toggle(piece):
                no = picking.check_pieces(ask, [*answer.pieces, piece])
                return {"key": no.key, "args": no.values, "rule": no.rule} if no is not None else None
            lacking = answer.missing()
            if lacking is not None:
                return {**lacking, "neutral": True}
            args = {"piece": {"p": piece}, "what": ask.get("button") or ask["label"]}
            return {"key": "refuse.press_for_it", "args": args, "neutral": True}
        return None

    def stack(self, place: str) -> list[str]:
        """Return what of a stack can be taken together, bottom first."""
        pieces = self.canvas.stacks.resting(place)
        if self.state.model.settings.strictness == "off":
            return pieces
        return [p for p in pieces if p in self.state.able_pieces]

    def hand_over(self, place: str) -> None:
        """Lay the hand on a place, for whoever takes something there without the pointer."""
        self.state.hand_at = self.canvas.spot(place)

    # -- leading -----------------------------------------------------------------------------------
    def hand_to(self, point: QPointF, *, own: bool = False) -> None:
        """Move the hand to a screen point; `own` draws the way as the hand goes."""
        state, canvas, carry = self.state, self.canvas, self.carry
        before = hand_rect(state)
        state.hand_at = point
        old = carry.target
        carry.point_at(self.target_at(point))
        if own and carry.target != old:
            carry.trace(carry.target)
        if carry.target == old:
            canvas.update(before.united(hand_rect(state)).toAlignedRect())
        if self.dragging:
            inside = canvas.rect().contains(point.toPoint())
            state.beyond.emit(None if inside else canvas.mapToGlobal(point.toPoint()))

    def scrolled(self, at: QPointF) -> None:
        """The board moves below the hand."""
        if self.carry.holding:
            self.hand_to(at)

    # -- from shelf and lists ----------------------------------------------------------------------
    def bring(self, pieces: Sequence[str], at: QPointF) -> None:
        """Pieces come in from shelf or lists."""
        self.state.hand_at = at
        self.pick_up(list(pieces))
        self.dragging = True
        self.hand_to(at)

    def bring_to(self, at: QPointF) -> None:
        """Bring the carried pieces to the pointer."""
        self.hand_to(at)

    def bring_away(self) -> None:
        """They go elsewhere."""
        self.carry.cancel("nowhere")

    def put_down(self, pieces: Sequence[str], at: QPointF) -> None:
        """They are dropped here."""
        self.hand_to(at)
        self.drop_here(at)

    def take_in(self, pieces: Sequence[str]) -> None:
        """Pieces were clicked on the shelf: they come into the hand, to those that may go with them, and wait for a click."""
        canvas = self.canvas
        if not canvas.ready or self.carry.phase == "settling" or self.carry.add(pieces):
            return
        held, ask = self.carry.in_hand(), self.carry.ask or {}
        if self.carry.holding:
            self.carry.cancel("escape")
        self.take_on(pieces)
        if self.carry.holding:  # who is only chosen stays there, and so do the keys
            canvas.setFocus()
        again = ask.get("kind") == "pieces+cell" and (self.carry.ask or {}).get("id") == ask["id"]
        if held and again and pieces[0] not in held and picking.limits(ask)[1] > 1:  # who can go with others is told why not
            args = {"piece": {"p": pieces[0]}, "held": [{"p": piece} for piece in held]}
            self.state.model.actions.refused.emit({"key": "refuse.instead", "args": args})

    def take_on(self, pieces: Sequence[str]) -> None:
        """Take what was in hand on another board, or on the shelf, into the hand here; the keyboard stays where it is."""
        canvas = self.canvas
        at = QPointF(canvas.mapFromGlobal(QCursor.pos()))
        self.state.hand_at = at if canvas.rect().contains(at.toPoint()) else QPointF(canvas.rect().center())
        self.pick_up(list(pieces))

    def put_in(self, place: str) -> None:
        """A box of the shelf was clicked: what is in hand goes there."""
        if self.canvas.ready and self.carry.phase == "carried":
            self.carry.drop(place)

    # -- letting go --------------------------------------------------------------------------------
    def _place_beyond(self, point: QPointF) -> str:
        """Return the place under a point of the board, or of what lies beside it, such as a box of the shelf."""
        if self.canvas.rect().contains(point.toPoint()):
            return self.target_at(point)
        there = self.canvas.mapToGlobal(point.toPoint())
        widget = QApplication.widgetAt(there)
        while widget is not None and not widget.property("place"):
            if isinstance(widget, TakesDrops):
                return widget.place_under(there)
            widget = widget.parentWidget()
        return str(widget.property("place")) if widget is not None else ""

    def drop_here(self, point: QPointF) -> None:
        """Drop what is in hand at a screen point."""
        carry = self.carry
        self.state.beyond.emit(None)
        place, dragged = self._place_beyond(point), self.dragging
        self.dragging = False
        if dragged and place == carry.start and len(carry.path) == 1:
            carry.cancel("start")
            return
        if place == carry.here and len(carry.path) > 1:
            carry.drop(place)
            return
        was = carry.phase
        lit = place in carry.legal() or carry.reach is None
        carry.drop(place)
        if was == "carried" and carry.phase == "idle" and not lit:
            self.state.glide_back(list(self.state.selection))

    def land(self) -> None:
        """Ask which of the carried stay here."""
        carry = self.carry
        if carry.phase == "carried" and (carry.ask or {}).get("land") and len(carry.in_hand()) > 1:
            held = carry.in_hand()
            self.picker.open(carry.here, held[::-1], set(held), (), lambda chosen: carry.leave(chosen), verb="land")

    def cancel(self) -> None:
        """Let go of what is in hand: it glides back to where it lies."""
        if self.carry.holding:
            self.state.glide_back(self.carry.in_hand())
            self.carry.cancel("escape")
        self.dragging = False
