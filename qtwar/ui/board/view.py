"""The board widget: chunks of map and counters below, lights, hand and cursor above, tools that drive both.

One widget and no graphics items: see `chunks` for what was measured. What happens with mouse and keys is in
`tools.play`; what a carry may do is in `tools.carry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QCursor, QPainter, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from qtwar.ui.board import overlay
from qtwar.ui.board.access import announce
from qtwar.ui.board.canvas import BoardCanvas, GroundMaker
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.lens import Lens
from qtwar.ui.board.lights import Lights
from qtwar.ui.board.looking import Looking
from qtwar.ui.board.picker import StackPicker
from qtwar.ui.board.reader import Factory
from qtwar.ui.board.telling import Telling
from qtwar.ui.board.tools import menu
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.board.tools.play import PlayTool
from qtwar.ui.draft import AT_A_PLACE, PIECE_KINDS, SELECTING
from qtwar.ui.mime import PIECES, unpack
from qtwar.ui.model import NEW, ChangeSet, GameModel
from qtwar.ui.theme import current


class BoardView(BoardCanvas):
    """One board of a game, to be played on."""

    hovered = Signal(str)
    picked = Signal(object)  # tuple of pieces in hand, () when the hand is empty
    selected = Signal(object)  # tuple of pieces
    beyond = Signal(object)  # global QPoint of a dragging hand that is beside the board, None when it is over it again

    def __init__(self, ground_for: GroundMaker | None = None, parent: QWidget | None = None) -> None:
        super().__init__(ground_for, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.carry: Carry | None = None
        self.fan = Fan(self)
        self.tool = PlayTool(self)
        self.picker = StackPicker(self)
        self.lens = Lens(self)
        self.lights: Lights | None = None
        self.light_places: frozenset[str] = frozenset()
        self.able_pieces: frozenset[str] = frozenset()
        self.candidate_places: frozenset[str] = frozenset()
        self.selection: list[str] = []
        self.cell = ""
        self.cursor_shown = False
        self.hover_place = ""
        self.hand_at = QPointF()
        self.rubber: QRectF | None = None
        self.looking = Looking(self)
        self.telling = Telling(self)
        self._where: dict[str, str] = {}
        self.flights.landed.connect(self._lift_set)
        self.key_of: Callable[[Any, Any], tuple[Any, Any]] = lambda key, mods: (key, mods)  # the person's own keys
        self.key_text: Callable[[str], str] = lambda ident: ""  # how a command's key is written
        self.covered = False  # by the cover screen: nothing is read out
        self.tree: Any = None  # what a screen reader walks, made when one asks
        Factory.install()
        self.say(self.setAccessibleName, "board.name")

    # -- model -------------------------------------------------------------------------------------
    def set_model(self, model: GameModel, *, first: bool = True) -> None:
        """Show a game: its first board. What is taken on the shelf comes into the hand of the `first` view alone."""
        self.model = model
        model.changed.connect(self._changed)
        model.offer_changed.connect(self._offered)
        model.refused.connect(lambda _: self._refused())
        model.problem.connect(lambda _: self._refused())
        model.draft.changed.connect(self._drafted)
        model.draft.started.connect(self._drafted)
        model.focus.selected.connect(self._select_from_outside)
        model.focus.aim.connect(self._aim)
        if first:
            model.focus.taken.connect(self.tool.take_in)
            model.focus.put.connect(self.tool.put_in)
            model.focus.menu.connect(lambda pieces, at: menu.beside(self.tool, pieces, at))
        current().changed.connect(self.restyle)
        boards = model.boards() if model.content is not None else ()
        if boards:
            self.set_board(boards[0].id)

    def set_board(self, ident: str) -> None:
        """Show another board of the title; what is carried comes along, but a force that moves over the map."""
        carried: list[str] = []
        if self.carry is not None:
            carried = self.carry.in_hand() if self.comes_along else []
            self.carry.cancel("offer")
        self.looking.begin("")
        layout = self.lay_out(ident)
        self.carry = Carry(self.model, layout, self)
        self.carry.changed.connect(self._carried)
        self.carry.lit.connect(self._lit)
        self.carry.ended.connect(self._ended)
        self.cell = layout.place(next(iter(layout.grid.cells())))
        self._load()
        self._offered()
        self._fitted = False
        self.first_look()
        self.board_changed.emit(ident)
        if carried:
            self.tool.take_in(carried)

    @property
    def comes_along(self) -> bool:
        """Whether what is in hand can be carried to another board."""
        carry = self.carry
        return carry is not None and carry.phase == "carried" and (carry.ask or {}).get("kind") != "move"

    def _load(self) -> None:
        assert self.layout_ is not None
        view = self.model.view
        self.stacks.forget()
        self.layout_.set_stacks(view.places)
        self._where = {p: r["at"] for p, r in view.pieces.items()} if len(view.pieces) < 5000 else {}

    def _changed(self, change: ChangeSet) -> None:
        """Draw again what changed; counters whose place changed glide there."""
        layout = self.layout_
        if layout is None or self.carry is None:
            return
        was_settling = self.carry.phase == "settling"
        hand = list(self.carry.in_hand()) if was_settling else []
        if change.everything:
            self._load()
            self.chunks.forget()
        else:
            self.stacks.forget(list(change.pieces))
            for place in change.places:
                if layout.has(place):
                    layout.touch(place, bool(self.model.pieces_at(place)))
                    self.chunks.forget(layout.stack_rect(place))
                below = self.stacks.building.get(place)
                if below is not None and layout.has(below):
                    self.chunks.forget(layout.stack_rect(below))
            pieces = self.model.view.pieces
            for piece in change.pieces:
                to, was = pieces.get(piece, {}).get("at"), self._where.get(piece)
                if to is None:
                    self._where.pop(piece, None)
                    continue
                self._where[piece] = to
                if was and to != was and piece not in hand and layout.has(was) and layout.has(to) and current().motion:
                    self.flights.send(piece, layout.spot(was), layout.spot(to))
            if self.flights.under_way:
                self._lift_set()
        if was_settling:
            self.carry.settled("dropped")
        elif self.carry.phase == "carried" and (
            change.everything or any(p not in self.model.view.pieces for p in self.carry.pieces if p[:1] != NEW)
        ):
            self.carry.cancel("offer")
        self.selection = [p for p in self.selection if p in self.model.view.pieces]
        self._candidates()
        self.looking.forget()
        self.picker.follow()
        self.update()

    def _refused(self) -> None:
        if self.carry is not None and self.carry.phase == "settling":
            self.glide_back(self.carry.in_hand())
            self.carry.settled("refused")

    def glide_back(self, pieces: Sequence[str]) -> None:
        """Let pieces that were in the hand glide from there to where they lie."""
        if not current().motion or self.layout_ is None:
            return
        at = self.camera.to_board(self.hand_at)
        for piece in pieces:
            record = self.model.view.pieces.get(piece)
            if record is not None and self.layout_.has(record["at"]):
                self.flights.send(piece, at, self.layout_.spot(record["at"]))

    def _offered(self) -> None:
        if self.carry is not None and self.carry.phase == "carried" and self.carry.ask is not None:
            asks = (self.model.offer or {}).get("asks") or ()
            if not any(a["id"] == self.carry.ask["id"] and a["verb"] == self.carry.ask["verb"] for a in asks):
                self.carry.cancel("offer")
        self._candidates()
        self._drafted()

    def _candidates(self) -> None:
        offer = self.model.offer or {}
        pieces: set[str] = set()
        for ask in offer.get("asks") or ():
            if ask["kind"] in (*PIECE_KINDS, "allocate") and not ask.get("why_not"):
                pieces.update(ask.get("pieces") or ())
        self.able_pieces = frozenset(pieces)
        records, layout = self.model.view.pieces, self.layout_
        if layout is not None:
            places = {records[p]["at"] for p in pieces if p in records}
            self.candidate_places = frozenset(place for place in places if layout.has(place))
            changed = self.candidate_places ^ self.stacks.candidates
            self.stacks.candidates = self.candidate_places
            if len(changed) > 200:
                self.chunks.forget()
            else:
                for place in changed:
                    self.chunks.forget(layout.stack_rect(place))

    def _drafted(self) -> None:
        """Light what the draft asks for, while no hand lights its own."""
        if self.carry is None or self.carry.holding or self.layout_ is None:
            return
        draft = self.model.draft
        cells = draft.targets() if draft.kind in AT_A_PLACE and self.model.strictness != "off" else ()
        if draft.kind in ("pieces+cell", "place") and not draft.pieces:
            cells = ()
        costs = (draft.ask or {}).get("costs") or {}
        lit = {place: {"cost": costs[place]} if place in costs else {} for place in cells}
        self._set_lights(lit or None, chosen=draft.cell)
        if draft.kind in SELECTING and draft.kind not in ("allocate", "cell", "edge"):
            self.selection = [*draft.pieces]
        self.update()

    def _set_lights(self, cells: Any, own: Sequence[str] = (), chosen: str = "") -> None:
        if cells is None or self.layout_ is None:
            self.lights, self.light_places = None, frozenset()
        elif (
            frozenset(cells) != self.light_places
            or self.lights is None
            or self.lights.cells != cells
            or self.lights.own != tuple(own)
        ):
            self.lights = Lights(self.layout_, cells, own=own)
            self.light_places = frozenset(cells)
        if self.lights is not None:
            self.lights.chosen = chosen
        self.update()

    def _select_from_outside(self, pieces: Sequence[str]) -> None:
        if tuple(pieces) != tuple(self.selection) and not (self.carry is not None and self.carry.holding):
            self.selection = list(pieces)
            self.update()

    def set_covered(self, covered: bool) -> None:
        """The cover screen stands before the board, or goes: meanwhile nothing of the board is read out."""
        self.covered = covered
        self.setAccessibleDescription("")

    def _aim(self, what: tuple[str, str] | None) -> None:
        """Show where a firer who was picked elsewhere aims; None takes the line away."""
        piece, target = what or ("", "")
        record = self.model.view.pieces.get(piece)
        if record is not None and target:
            self.looking.aim(str(record["at"]), target)
        elif self.looking.aimed:
            self.looking.begin("")

    # -- carry -------------------------------------------------------------------------------------
    def _lift_set(self) -> None:
        """Take the pieces in hand or in flight out of the resting stacks, and put the others back."""
        assert self.carry is not None
        assert self.layout_ is not None
        held = set(self.carry.in_hand()) if self.carry.holding else set()
        held.update(flight.piece for flight in self.flights.under_way)
        moved = held ^ self.stacks.lifted
        self.stacks.lifted = held
        records = self.model.view.pieces
        for place in {records[p]["at"] for p in moved if p in records}:
            if self.layout_.has(place):
                self.chunks.forget(self.layout_.stack_rect(place))

    def _carried(self) -> None:
        self._lift_set()
        self.telling.follow()
        assert self.carry is not None
        self.picked.emit(tuple(self.carry.in_hand()) if self.carry.holding else ())
        self.update()

    def _lit(self) -> None:
        assert self.carry is not None
        if self.model.strictness != "off":
            self._set_lights(self.carry.legal(), (self.carry.start, self.carry.here))
            # the answer to a drag is due at once, not when the loop next comes round
            self.repaint()

    def _ended(self, how: str) -> None:
        self._set_lights(None)
        self.setCursor(QCursor(Qt.CursorShape.ArrowCursor))
        self._drafted()

    def paint_over(self, painter: QPainter) -> None:
        """Paint what floats over the counters at rest."""
        overlay.paint(self, painter)

    def restyle(self) -> None:
        """Take the theme's colours."""
        super().restyle()
        if self.__dict__.get("lights") is not None:
            self.lights = Lights(self.lights.layout, self.lights.cells, own=self.lights.own)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is, and the picker inside."""
        super().resizeEvent(event)
        self.picker.settle()

    # -- what the page calls -----------------------------------------------------------------------
    def center_on(self, what: str) -> None:
        """Bring a place or piece to the middle, and the cell cursor there."""
        record = self.model.view.pieces.get(what)
        place = str(record["at"]) if record is not None else what
        if self.layout_ is not None and not self.layout_.has(place):
            ident = place.partition(":")[0]
            if ":" not in place or not any(b.id == ident for b in self.model.content.boards):
                return
            self.set_board(ident)
        if self.layout_ is not None:
            self.camera.centre_on(self.layout_.spot(place))
            self.set_cursor_place(place)

    def show_place(self, place: str) -> None:
        """Bring a place of the board shown into view, if it is not; the view stays where it is else."""
        layout = self.layout_
        if layout is not None and layout.has(place):
            spot = self.camera.to_screen(layout.spot(place))
            if not QRectF(self.rect()).adjusted(60, 60, -60, -60).contains(spot):
                self.camera.centre_on(layout.spot(place))

    def next_candidate(self, step: int) -> None:
        """Go to the next place with something to do: a lit one while there is light, else one with candidates."""
        places = self.light_places or self.candidate_places
        layout = self.layout_
        if not places or layout is None:
            return
        order = sorted(places, key=lambda p: (layout.spot(p).y(), layout.spot(p).x()))
        at = order.index(self.cell) + step if self.cell in places else (0 if step > 0 else -1)
        self.set_cursor_place(order[at % len(order)], show=True)

    def set_cursor_place(self, place: str, *, show: bool = False) -> None:
        """Put the cell cursor on a place, and tell screen readers what is there."""
        layout = self.layout_
        if layout is None or not layout.has(place):
            return
        self.cell = place
        if show:
            self.cursor_shown = True
            spot = self.camera.to_screen(layout.spot(place))
            if not QRectF(self.rect()).adjusted(40, 40, -40, -40).contains(spot):
                self.camera.centre_on(layout.spot(place))
            self.set_hover(place)
            announce(self)
        self.update()

    def set_hover(self, place: str) -> None:
        """Tell who listens which place the person looks at."""
        if place != self.hover_place:
            self.hover_place = place
            self.hovered.emit(place)
            if place and self.lens.isVisible():
                self.lens.open(place)

    def set_selection(self, pieces: Sequence[str]) -> None:
        """Select pieces on the board."""
        self.selection = list(pieces)
        self.selected.emit(tuple(pieces))
        self.update()

    def piece_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) under a screen point: of the open fan, else the counter seen there."""
        if self.layout_ is not None and not self.stacks.hidden and self.fan.place:
            piece = self.fan.at(point)
            if piece is not None:
                return piece, self.fan.place
        return self.counter_at(point)

    def land(self) -> None:
        """Ask which of the carried stay where the hand is."""
        self.tool.land()

    def step_back(self) -> None:
        """Take the last waypoint back."""
        if self.carry is not None:
            self.carry.back()

    # -- events go to the tool ---------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        """Pinch zooms; Tab stays on the board while it goes through the counters of a cell."""
        if event.type() == QEvent.Type.Gesture:
            pinch: Any = event.gesture(Qt.GestureType.PinchGesture)  # type: ignore[attr-defined]
            if pinch is not None:
                self.set_zoom(
                    self.camera.zoom * pinch.scaleFactor(), QPointF(self.mapFromGlobal(pinch.centerPoint().toPoint()))
                )
                return True
        if event.type() == QEvent.Type.ToolTip and self.layout_ is not None:
            found = self.piece_at(QPointF(event.pos()))  # type: ignore[attr-defined]
            info = self.model.piece(found[0]) if found is not None else None
            QToolTip.showText(event.globalPos(), info.marks if info is not None else "", self)  # type: ignore[attr-defined]
            return True
        if event.type() == QEvent.Type.KeyPress and self.tool.tab(event):
            return True
        if event.type() == QEvent.Type.ShortcutOverride and self.layout_ is not None and self.tool.claims(event):
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: Any) -> None:
        """A press may begin a click, a drag or a pan."""
        self.tool.press(event)

    def mouseMoveEvent(self, event: Any) -> None:
        """Hover, drag or pan."""
        self.tool.move(event)

    def mouseReleaseEvent(self, event: Any) -> None:
        """Ends a click, a drag or a pan."""
        self.tool.release(event)

    def mouseDoubleClickEvent(self, event: Any) -> None:
        """Takes the whole stack."""
        self.tool.double(event)

    def wheelEvent(self, event: Any) -> None:
        """Zoom at the cursor; a touch pad's two fingers and Shift or Alt pan."""
        self.tool.wheel(event)

    def keyPressEvent(self, event: Any) -> None:
        """Keys of ux 2.4."""
        if self.layout_ is None or not self.tool.key(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: Any) -> None:
        """Ends what lasts while a key is held."""
        if self.layout_ is None or not self.tool.key_up(event):
            super().keyReleaseEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer leaves: nothing is hovered."""
        self.tool.leave()

    def contextMenuEvent(self, event: Any) -> None:
        """The menu key opens it too; the mouse's right button is handled on release."""
        if event.reason() == event.Reason.Keyboard:
            menu.popup(self.tool, self.cell)

    def dragEnterEvent(self, event: Any) -> None:
        """Take counters from shelf and lists."""
        if event.mimeData().hasFormat(PIECES) and self.layout_ is not None:
            self.tool.drag_in(unpack(event.mimeData()), event.position())
            event.acceptProposedAction()

    def dragMoveEvent(self, event: Any) -> None:
        """The hand follows."""
        self.tool.hand_to(event.position())
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: Any) -> None:
        """They went elsewhere."""
        if self.carry is not None:
            self.carry.cancel("nowhere")

    def dropEvent(self, event: Any) -> None:
        """They are dropped here."""
        self.tool.hand_to(event.position())
        self.tool.drop_here(event.position())
        event.acceptProposedAction()
