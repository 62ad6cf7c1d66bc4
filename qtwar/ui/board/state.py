"""What a person at the board of a game has selected, what is lit for the answer under way, and what is in hand.

It follows the model; the board's tools and all that floats above the counters read and change it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, QPointF, QRectF, Signal

from qtwar.engine.views import is_alias
from qtwar.ui.answer import PIECE_KINDS, SELECTING
from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import Lights
from qtwar.ui.board.motion import Flights
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.facts import ViewChanges
from qtwar.ui.game import NEW, GamePorts, open_asks
from qtwar.ui.theme import current

MANY = 200
"""Places whose rings change: beyond so many the whole board is painted anew."""
FEW = 5000
"""Counters of a game in which they glide; with more of them nobody follows one."""


class BoardState(QObject):
    """Joins a game to the canvas that shows a board of it."""

    picked = Signal(object)  # tuple of pieces in hand, () when the hand is empty
    selected = Signal(object)  # tuple of pieces
    beyond = Signal(object)  # global QPoint of a dragging hand that is beside the board, None when it is over it again
    moved = Signal()  # the position has changed, and the canvas knows
    carried = Signal()  # a step of the carry: what is in hand, where it would go
    emptied = Signal()  # the hand is empty again
    lit = Signal(bool)  # whether places are lit to choose from

    def __init__(self, canvas: BoardCanvas) -> None:
        super().__init__(canvas)
        self.canvas = canvas
        self.model: GamePorts
        self.carry: Carry = None  # type: ignore[assignment]  # until the first board is shown
        self.lights: Lights | None = None
        self.able_pieces: frozenset[str] = frozenset()
        self.candidate_places: frozenset[str] = frozenset()
        self.selection: list[str] = []
        self._ticked: list[str] = []  # for the answer under way, as far as they are selected
        self.hand_at = QPointF()
        self.rubber: QRectF | None = None
        self.flights = Flights(self)
        self.covered = False  # by the cover screen: nothing is read out
        self.enter_taken: Callable[[], bool] = lambda: False  # whether the prompt bar has a button for Enter
        self.key_text: Callable[[str], str] = lambda ident: ""  # how a command's key is written
        self._where: dict[str, str] = {}
        self.flights.landed.connect(self._lift)
        self.flights.moved.connect(canvas.update)

    def follow(self, model: GamePorts) -> None:
        """Show a game from now on."""
        self.model = model
        model.position.changed.connect(self._changed)
        model.actions.offer_changed.connect(self._offered)
        model.actions.refused.connect(lambda _: self._refused())
        model.actions.problem.connect(lambda _: self._refused())
        model.answer.changed.connect(self._answered)
        model.answer.started.connect(self._started)
        model.focus.selected.connect(self._select_from_outside)
        model.status.changed.connect(self.canvas.update)

    def show_board(self, layout: BoardLayout) -> None:
        """Begin with a board that the canvas has just laid out."""
        self.carry = Carry(self.model, layout, self)
        self.carry.changed.connect(self._carried)
        self.carry.lit.connect(self._lit)
        self.carry.ended.connect(self._ended)
        self._load()
        self._offered()

    # -- what the person has chosen ----------------------------------------------------------------
    @property
    def light_places(self) -> frozenset[str]:
        """The places that are lit."""
        return self.lights.places if self.lights is not None else frozenset()

    @property
    def comes_along(self) -> bool:
        """Whether what is in hand can be carried to another board."""
        carry = self.carry
        return carry is not None and carry.phase == "carried" and (carry.ask or {}).get("kind") != "move"

    def select(self, pieces: Sequence[str]) -> None:
        """Select pieces on the board."""
        self.selection = list(pieces)
        self.selected.emit(tuple(pieces))
        self.canvas.update()

    def _select_from_outside(self, pieces: Sequence[str]) -> None:
        if tuple(pieces) != tuple(self.selection) and not (self.carry is not None and self.carry.holding):
            self.selection = list(pieces)
            self.canvas.update()

    # -- the position changes ----------------------------------------------------------------------
    def _load(self) -> None:
        view = self.model.position.view
        self.canvas.stacks.forget()
        self.canvas.layout_.set_stacks(view.places)
        self._where = {p: r["at"] for p, r in view.pieces.items()} if len(view.pieces) < FEW else {}

    def _repaint_stack(self, place: str) -> None:
        if self.canvas.layout_.has(place):
            self.canvas.chunks.forget(self.canvas.layout_.stack_rect(place))

    def _changed(self, change: ViewChanges) -> None:
        """Draw again what changed; counters whose place changed glide there."""
        canvas, carry, pieces = self.canvas, self.carry, self.model.position.view.pieces
        if carry is None:
            return
        settling = carry.phase == "settling"
        self.selection = self._still_selected(change)
        if change.everything:
            self._load()
            canvas.chunks.forget()
        else:
            canvas.stacks.forget(list(change.pieces))
            for place in change.places:
                if canvas.layout_.has(place):
                    canvas.layout_.touch(place, bool(self.model.position.pieces_at(place)))
                self._repaint_stack(place)
                self._repaint_stack(canvas.stacks.building.get(place, ""))
            self._send_off(change.pieces, carry.in_hand() if settling else ())
        if settling:
            carry.settled("dropped")
        elif carry.phase == "carried" and (
            change.everything or any(p not in pieces for p in carry.pieces if p[:1] != NEW)
        ):
            carry.cancel("offer")
        self._candidates()
        self.moved.emit()
        canvas.update()

    def _still_selected(self, change: ViewChanges) -> list[str]:
        """Return what stays selected: an alias is a position, so of a place that changed it is what has come to light there."""
        position, kept = self.model.position, dict.fromkeys(p for p in self.selection if not is_alias(p))
        for piece in self.selection:
            place = piece[1:].rpartition("#")[0] if is_alias(piece) else ""
            if change.everything:
                continue
            if place and place not in change.places:
                kept[piece] = None
            elif place and self._where:
                kept |= dict.fromkeys(p for p in position.pieces_at(place) if not is_alias(p) and p not in self._where)
        return [piece for piece in kept if piece in position.view.pieces]

    def _send_off(self, changed: Collection[str], hand: Collection[str]) -> None:
        """Let counters glide to where they lie now, those that were led there by hand excepted."""
        layout, pieces = self.canvas.layout_, self.model.position.view.pieces
        for piece in changed:
            to, was = pieces.get(piece, {}).get("at"), self._where.get(piece)
            if to is None:
                self._where.pop(piece, None)
                continue
            self._where[piece] = to
            if was and to != was and piece not in hand and layout.has(was) and layout.has(to) and current().motion:
                self.flights.send(piece, layout.spot(was), layout.spot(to))
        if self.flights.under_way:
            self._lift()

    def _refused(self) -> None:
        if self.carry is not None and self.carry.phase == "settling":
            self.glide_back(self.carry.in_hand())
            self.carry.settled("refused")

    def glide_back(self, pieces: Sequence[str]) -> None:
        """Let pieces that were in the hand glide from there to where they lie."""
        if not current().motion:
            return
        layout, at = self.canvas.layout_, self.canvas.camera.to_board(self.hand_at)
        for piece in pieces:
            record = self.model.position.view.pieces.get(piece)
            if record is not None and layout.has(record["at"]):
                self.flights.send(piece, at, layout.spot(record["at"]))

    # -- what may be done changes ------------------------------------------------------------------
    def _offered(self) -> None:
        carry = self.carry
        if carry is not None and carry.phase == "carried" and carry.ask is not None:
            asks = (self.model.actions.offer or {}).get("asks") or ()
            if not any(a["id"] == carry.ask["id"] and a["verb"] == carry.ask["verb"] for a in asks):
                carry.cancel("offer")
        self._candidates()
        self._answered()

    def _candidates(self) -> None:
        asks = open_asks(self.model.actions.offer, (*PIECE_KINDS, "allocate"))
        self.able_pieces = frozenset(piece for ask in asks for piece in ask.get("pieces") or ())
        canvas, records = self.canvas, self.model.position.view.pieces
        if not canvas.ready:
            return
        turned = (self.model.answer.ask or {}).get("id")
        ready = {p for ask in asks if not ask.get("aside") or ask["id"] == turned for p in ask.get("pieces") or ()}
        places = {records[p]["at"] for p in ready if p in records}
        self.candidate_places = frozenset(place for place in places if canvas.layout_.has(place))
        changed = self.candidate_places ^ canvas.stacks.candidates
        canvas.stacks.candidates = self.candidate_places
        if len(changed) > MANY:
            canvas.chunks.forget()
        else:
            for place in changed:
                self._repaint_stack(place)

    def _started(self) -> None:
        self._ticked = []  # a question put anew unticks nothing that a person has selected
        self._candidates()
        self._answered()

    def _answered(self) -> None:
        """Light what the answer under way asks for, while no hand lights its own."""
        if self.carry is None or self.carry.holding:
            return
        answer = self.model.answer
        cells = answer.lit() if self.model.settings.strictness != "off" else ()
        costs = (answer.ask or {}).get("costs") or {}
        lit = {place: {"cost": costs[place]} if place in costs else {} for place in cells}
        pieces = self.model.position.view.pieces
        chosen = dict.fromkeys(str(pieces[piece].get("at", "")) for piece in answer.pieces if piece in pieces)
        self._light(lit or None, asked_by=tuple(chosen), chosen=answer.cell)
        if answer.kind in SELECTING and answer.kind not in ("allocate", "cell", "edge"):
            self._follow_ticks()
        self.canvas.update()

    def _follow_ticks(self) -> None:
        """Select what is ticked; past the rules, what is selected stays so through each act until something else is ticked."""
        ticked = [*self.model.answer.pieces]
        if ticked or self.model.settings.strictness == "enforce":
            self.selection = ticked
        else:
            self.selection = [p for p in self.selection if p not in self._ticked]
        self._ticked = ticked

    def _light(
        self, cells: Mapping[str, Any] | None, own: tuple[str, ...] = (), asked_by: tuple[str, ...] = (), chosen: str = ""
    ) -> None:
        old = self.lights
        if cells is None:
            self.lights = None
        elif old is None or (old.cells, old.own, old.asked_by) != (cells, own, asked_by):
            self.lights = Lights(self.canvas.layout_, cells, own=own, asked_by=asked_by)
        if self.lights is not None:
            self.lights.chosen = chosen
        self.lit.emit(self.lights is not None and bool(self.lights.cells))
        self.canvas.update()

    def relight(self) -> None:
        """Make the lights anew, in the theme's colours and sizes."""
        if self.lights is not None:
            old = self.lights
            self.lights = Lights(old.layout, old.cells, own=old.own, asked_by=old.asked_by)

    # -- the hand ----------------------------------------------------------------------------------
    def _lift(self) -> None:
        """Take the pieces in hand or in flight out of the resting stacks, and put the others back."""
        held = set(self.carry.in_hand()) if self.carry.holding else set()
        held.update(flight.piece for flight in self.flights.under_way)
        moved = held ^ self.canvas.stacks.lifted
        self.canvas.stacks.lifted = held
        records = self.model.position.view.pieces
        for place in {records[p]["at"] for p in moved if p in records}:
            self._repaint_stack(place)

    def _carried(self) -> None:
        self._lift()
        self.carried.emit()
        self.picked.emit(tuple(self.carry.in_hand()) if self.carry.holding else ())
        self.canvas.update()

    def _lit(self) -> None:
        if self.model.settings.strictness != "off":
            reach = self.carry.legal()
            self._light(reach, (self.carry.start, self.carry.here))
            self.model.focus.reach.emit(frozenset(reach))
            # the answer to a drag is due at once, not when the loop next comes round
            self.canvas.repaint()

    def _ended(self, how: str) -> None:
        self._light(None)
        self.model.focus.reach.emit(frozenset())
        self.emptied.emit()
        self._answered()
