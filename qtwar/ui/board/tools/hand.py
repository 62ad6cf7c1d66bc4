"""The hand at the board: what it may take, where the pointer leads it, where it lets go (ux 2.4).

What a carry may do is in `carry`; this joins it to the board, the shelf and the lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from PySide6.QtCore import QPoint, QPointF
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from qtwar.ui.board.motion import timer
from qtwar.ui.board.overlay import hand_rect
from qtwar.ui.draft import CARRIED
from qtwar.ui.model import NEW
from qtwar.ui.theme import px

if TYPE_CHECKING:
    from qtwar.ui.board.tools.carry import Carry
    from qtwar.ui.board.view import BoardView

EDGE = 32


@runtime_checkable
class TakesDrops(Protocol):
    """A widget beside the board, different parts of which stand for places."""

    def place_under(self, point: QPoint) -> str:
        """Return the place for which a point of the screen stands, or nothing."""
        ...


class Hand:
    """Takes, leads and drops; `at` is the pointer in screen px, `dragging` while its button is down."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.dragging = False
        self.at = QPointF(-1, -1)
        self.edge = timer(view, 16, self.scroll_at_edge)

    @property
    def carry(self) -> Carry:
        """The hand of the board shown."""
        assert self.view.carry is not None
        return self.view.carry

    def place_at(self, point: QPointF) -> str:
        """Return the place under a screen point, or nothing."""
        layout = self.view.layout_
        return (layout.place_at(self.view.camera.to_board(point)) or "") if layout is not None else ""

    def target_at(self, point: QPointF) -> str:
        """Return what a click there means: the lit side of a cell that is near, else the place."""
        lights, camera = self.view.lights, self.view.camera
        side = lights.side_at(camera.to_board(point), min(px(14) / camera.scale, 40)) if lights is not None else ""
        return side or self.place_at(point)

    def ask_for(self, piece: str) -> dict[str, Any] | None:
        """Return the ask by which a piece can be carried: the draft's own first, then the offer's in order."""
        draft = self.view.model.draft
        if draft.ask is not None and draft.kind in CARRIED and piece in (draft.ask.get("pieces") or ()):
            return draft.ask
        for ask in (self.view.model.offer or {}).get("asks") or ():
            body = {**ask, **ask["of"]} if isinstance(ask.get("of"), dict) else ask
            if body["kind"] in CARRIED and not ask.get("why_not") and piece in (body.get("pieces") or ()):
                draft.start(ask)
                return draft.ask
        return None

    # -- picking up --------------------------------------------------------------------------------
    def pick_up(self, pieces: Sequence[str], *, free: bool = False) -> bool:
        """Take pieces into the hand as the rules allow; says why where they do not."""
        view, model = self.view, self.view.model
        if not pieces or view.carry is None or model.position != model.live:
            return False
        view.fan.open("")
        free = free or model.strictness == "off"
        first = next((p for p in pieces if self.ask_for(p) is not None), None) if not free else None
        against = None
        if first is None and not free:
            info = model.piece(pieces[0])
            why = info.why_not if info is not None else ""
            against = {"key": why or "refuse.piece", "args": {"piece": {"p": pieces[0]}}}
        if free or (against is not None and model.strictness == "warn"):
            known = [p for p in pieces if p in model.view.pieces or p.startswith(NEW)]
            return self.carry.pick_up(known, None, free=True, against=against)
        if first is None:
            model.refused.emit(against)
            return False
        ask = self.ask_for(first)
        assert ask is not None
        records = model.view.pieces
        chosen = [p for p in pieces if p in (ask.get("pieces") or ())]
        if (ask.get("group", "cell") == "cell" and ask["kind"] == "move") or ask.get("groups"):
            chosen = [p for p in chosen if records[p]["at"] == records[first]["at"]]
        model.draft.set_pieces(chosen)
        view.selection = list(model.draft.pieces) or chosen
        return self.carry.pick_up(view.selection, ask)

    def stack(self, place: str) -> list[str]:
        """Return what of a stack can be taken together, bottom first."""
        view = self.view
        pieces = view.stacks.resting(place)
        if view.model.strictness == "off":
            return pieces
        return [p for p in pieces if p in view.able_pieces]

    # -- leading -----------------------------------------------------------------------------------
    def hand_to(self, point: QPointF, *, own: bool = False) -> None:
        """Move the hand to a screen point; `own` draws the way as the hand goes."""
        view = self.view
        before = hand_rect(view)
        view.hand_at = point
        self.at = point
        old = self.carry.target
        self.carry.point_at(self.target_at(point))
        if own and self.carry.target != old:
            self.carry.trace(self.carry.target)
        if self.carry.target == old:
            view.update(before.united(hand_rect(view)).toAlignedRect())
        self.edge_watch()
        view.set_hover(self.place_at(point))
        if self.dragging:
            inside = view.rect().contains(point.toPoint())
            view.beyond.emit(None if inside else view.mapToGlobal(point.toPoint()))

    def edge_watch(self) -> None:
        """Scroll while a dragging hand is near the edge."""
        inner = self.view.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        at = self.at.toPoint()
        if self.carry.phase == "carried" and self.dragging and self.view.rect().contains(at) and not inner.contains(at):
            self.edge.start()
        else:
            self.edge.stop()

    def scroll_at_edge(self) -> None:
        """One step of the scrolling near the edge: the nearer, the faster."""
        view, x, y = self.view, self.at.x(), self.at.y()
        dx = max(0, EDGE - x) - max(0, x - view.width() + EDGE)
        dy = max(0, EDGE - y) - max(0, y - view.height() + EDGE)
        if not (dx or dy) or self.carry.phase != "carried":
            self.edge.stop()
            return
        view.pan_by(QPoint(round(max(-28, min(28, dx * 0.6))), round(max(-28, min(28, dy * 0.6)))))
        self.carry.point_at(self.target_at(self.at))

    def drag_in(self, pieces: Sequence[str], point: QPointF) -> None:
        """Pieces come in from shelf or lists."""
        self.view.hand_at = point
        self.pick_up(list(pieces))
        self.dragging = True
        self.hand_to(point)

    def take_in(self, pieces: Sequence[str]) -> None:
        """Pieces were clicked on the shelf: they come into the hand and wait for a click."""
        view = self.view
        if view.layout_ is None or self.carry.phase == "settling":
            return
        if self.carry.holding:
            self.carry.cancel("escape")
        at = QPointF(view.mapFromGlobal(QCursor.pos()))
        view.hand_at = at if view.rect().contains(at.toPoint()) else QPointF(view.rect().center())
        self.pick_up(list(pieces))
        view.setFocus()

    def put_in(self, place: str) -> None:
        """A box of the shelf was clicked: what is in hand goes there."""
        if self.view.layout_ is not None and self.carry.phase == "carried":
            self.carry.drop(place)

    def _place_beyond(self, point: QPointF) -> str:
        """Return the place under a point of the board, or of what lies beside it, such as a box of the shelf."""
        view = self.view
        if view.rect().contains(point.toPoint()):
            return self.target_at(point)
        there = view.mapToGlobal(point.toPoint())
        widget = QApplication.widgetAt(there)
        while widget is not None and not widget.property("place"):
            if isinstance(widget, TakesDrops):
                return widget.place_under(there)
            widget = widget.parentWidget()
        return str(widget.property("place")) if widget is not None else ""

    def drop_here(self, point: QPointF) -> None:
        """Drop what is in hand at a screen point."""
        self.edge.stop()
        self.view.beyond.emit(None)
        self.dragging = False
        place = self._place_beyond(point)
        if place == self.carry.here and len(self.carry.path) > 1:
            self.carry.drop(place)
        else:
            was = self.carry.phase
            lit = place in self.carry.legal() or self.carry.reach is None
            self.carry.drop(place)
            if was == "carried" and self.carry.phase == "idle" and not lit:
                self.view.glide_back(list(self.view.selection))

    def land(self) -> None:
        """Ask which of the carried stay here."""
        carry, view = self.carry, self.view
        if carry.phase == "carried" and (carry.ask or {}).get("land") and len(carry.in_hand()) > 1:
            held = carry.in_hand()
            view.picker.open(carry.here, held[::-1], set(held), (), lambda chosen: carry.leave(chosen), verb="land")

    def hand_over(self, place: str) -> None:
        """Lay the hand on a place, for whoever takes something there without the pointer."""
        if self.view.layout_ is not None:
            self.view.hand_at = self.view.camera.to_screen(self.view.layout_.spot(place))
