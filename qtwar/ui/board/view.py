"""The board widget: chunks of map and counters below, lights, hand and cursor above, tools that drive both.

One widget and no graphics items: see `chunks` for what was measured. What happens with mouse and keys is in
`tools.play`; what a carry may do is in `tools.carry`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from qtwar.model.board import Board
from qtwar.ui.board import overlay
from qtwar.ui.board.access import announce
from qtwar.ui.board.camera import Camera
from qtwar.ui.board.chunks import Chunks
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.ground import PlainGround
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import STOPS, Lights
from qtwar.ui.board.picker import StackPicker
from qtwar.ui.board.protocol import Ground
from qtwar.ui.board.stacks import StackPainter
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.board.tools.play import PlayTool
from qtwar.ui.draft import PIECE_KINDS, SELECTING
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.mime import PIECES, unpack
from qtwar.ui.model import ChangeSet, GameModel
from qtwar.ui.theme import current

FLIGHT = 0.25
"""Seconds that a counter takes to glide; with motion off it cuts."""

GroundMaker = Callable[[BoardLayout], Ground]


def timer(parent: QObject, interval: int, then: Callable[[], object], *, once: bool = False) -> QTimer:
    """Return a timer in ms that is not running yet."""
    made = QTimer(parent)
    made.setInterval(interval)
    made.setSingleShot(once)
    made.timeout.connect(then)
    return made


class Flight:
    """A counter on its way between two points of the board."""

    def __init__(self, piece: str, start: QPointF, end: QPointF) -> None:
        self.piece, self.start, self.end, self.began = piece, start, end, monotonic()

    @property
    def over(self) -> bool:
        """Whether it has arrived."""
        return monotonic() - self.began >= FLIGHT

    def now(self) -> QPointF:
        """Return where it is."""
        k = min(1.0, (monotonic() - self.began) / FLIGHT)
        k = k * k * (3 - 2 * k)
        return self.start + (self.end - self.start) * k


class BoardView(Speaks, QWidget):
    """One board of a game. `ground_for` draws its map; without one the cells are plain."""

    hovered = Signal(str)
    picked = Signal(object)  # tuple of pieces in hand, () when the hand is empty
    selected = Signal(object)  # tuple of pieces
    zoom_changed = Signal(float)
    area_changed = Signal(QRectF)  # part in view, 0..1 of the board
    board_changed = Signal(str)

    def __init__(self, ground_for: GroundMaker | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.setMinimumSize(200, 150)
        self._ground_for = ground_for
        self.model: GameModel
        self.camera = Camera(self)
        self.chunks = Chunks(self._paint_chunk)
        self.layout_: BoardLayout | None = None
        self.stacks: StackPainter
        self.carry: Carry | None = None
        self.ground: Ground | None = None
        self.fan = Fan(self)
        self.tool = PlayTool(self)
        self.picker = StackPicker(self)
        self.lights: Lights | None = None
        self.light_places: frozenset[str] = frozenset()
        self.able_pieces: frozenset[str] = frozenset()
        self.candidate_places: frozenset[str] = frozenset()
        self.selection: list[str] = []
        self.cell = ""
        self.cursor_shown = False
        self.hover_place = ""
        self.hand_at = QPointF()
        self.blinking: tuple[str, ...] = ()
        self.flights: list[Flight] = []
        self.rubber: QRectF | None = None
        self.measure: tuple[str, str] | tuple[()] = ()
        self._fitted = False
        self._where: dict[str, str] = {}
        self._more = timer(self, 0, self.update, once=True)
        self._fly = timer(self, 16, self._step_flights)
        self._small = timer(self, 150, self._make_overview, once=True)
        self._blink_timer = timer(self, 220, self._step_blink)
        self._blinks: tuple[tuple[str, ...], int] = ((), 0)
        self.camera.moved.connect(self._moved)
        self.camera.zoomed.connect(self.zoom_changed)
        self.say(self.setAccessibleName, "board.name")

    # -- model -------------------------------------------------------------------------------------
    def set_model(self, model: GameModel) -> None:
        """Show a game: its first board."""
        self.model = model
        model.changed.connect(self._changed)
        model.offer_changed.connect(self._offered)
        model.refused.connect(lambda _: self._refused())
        model.problem.connect(lambda _: self._refused())
        model.draft.changed.connect(self._drafted)
        model.draft.started.connect(self._drafted)
        model.focus.selected.connect(self._select_from_outside)
        model.focus.taken.connect(self.tool.take_in)
        model.focus.put.connect(self.tool.put_in)
        current().changed.connect(self.restyle)
        boards = model.boards() if model.content is not None else ()
        if boards:
            self.set_board(boards[0].id)

    def set_board(self, ident: str) -> None:
        """Show another board of the title."""
        board: Board = next(b for b in self.model.content.boards if b.id == ident)
        if self.carry is not None:
            self.carry.cancel("offer")
        self.layout_ = layout = BoardLayout(board)
        self.stacks = StackPainter(self.model, layout)
        self.carry = Carry(self.model, layout, self)
        self.carry.changed.connect(self._carried)
        self.carry.lit.connect(self._lit)
        self.carry.ended.connect(self._ended)
        self.ground = self._ground_for(layout) if self._ground_for is not None else PlainGround(layout)
        self._name_labels()
        self.chunks.surround = QColor(current().tokens.surround)
        self.chunks.forget()
        self.camera.bounds = QRectF(layout.bounds)
        for box in layout.boxes.values():
            self.camera.bounds = self.camera.bounds.united(box)
        self.cell = layout.place(next(iter(layout.grid.cells())))
        self._load()
        self._offered()
        self._fitted = False
        self._first_look()
        self.board_changed.emit(ident)

    def _name_labels(self) -> None:
        layout = self.layout_
        assert layout is not None
        self.stacks.labels = {}
        if self.ground is not None and self.ground.names_clear:
            return  # the map prints its names where no stack stands
        for label in layout.board.labels:
            text = label.text.get(self.model.language)
            if isinstance(label.at, str) and layout.grid.contains(label.at) and not text.isdigit():
                names = self.stacks.labels.setdefault(layout.place(label.at), [])
                if not names:  # a name is enough: the rest of what is printed there can wait
                    names.append(text)

    def _first_look(self) -> None:
        if self._fitted or self.layout_ is None or self.width() < 210:
            return
        self._fitted = True
        self.camera.size = self.size()
        self.camera.zoom = max(
            min(1.0, self.camera.fitting() * 2.2), self.camera.least(), min(1.0, self.camera.fitting())
        )
        laid = self.layout_.laid() if self.layout_.cards else QRectF()
        if laid.isEmpty():
            self.camera.centre_on(self.camera.bounds.center())
        else:  # a table of cards grows in play: look at what lies there
            self.camera.look_at(laid)
        self.zoom_changed.emit(self.camera.zoom)

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
            pieces = self.model.view.pieces
            for piece in change.pieces:
                to, was = pieces.get(piece, {}).get("at"), self._where.get(piece)
                if to is None:
                    self._where.pop(piece, None)
                    continue
                self._where[piece] = to
                if was and to != was and piece not in hand and layout.has(was) and layout.has(to) and current().motion:
                    self.flights.append(Flight(piece, layout.spot(was), layout.spot(to)))
            if self.flights:
                self._lift_set()
                self._fly.start()
        if was_settling:
            self.carry.settled("dropped")
        elif self.carry.phase == "carried" and (
            change.everything or any(p not in self.model.view.pieces for p in self.carry.pieces)
        ):
            self.carry.cancel("offer")
        self.selection = [p for p in self.selection if p in self.model.view.pieces]
        self._candidates()
        self.update()

    def _refused(self) -> None:
        if self.carry is not None and self.carry.phase == "settling":
            self._glide_back(self.carry.in_hand())
            self.carry.settled("refused")

    def _glide_back(self, pieces: Sequence[str]) -> None:
        if not current().motion or self.layout_ is None:
            return
        at = self.camera.to_board(self.hand_at)
        for piece in pieces:
            record = self.model.view.pieces.get(piece)
            if record is not None and self.layout_.has(record["at"]):
                self.flights.append(Flight(piece, at, self.layout_.spot(record["at"])))
        self._fly.start()

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
        cells = (
            draft.targets() if draft.kind in ("cell", "pieces+cell", "place") and self.model.strictness != "off" else ()
        )
        if draft.kind in ("pieces+cell", "place") and not draft.pieces:
            cells = ()
        self._set_lights({place: {} for place in cells} if cells else None)
        if draft.kind in SELECTING and draft.kind not in ("allocate", "cell"):
            self.selection = [*draft.pieces]
        self.update()

    def _set_lights(self, cells: Any, own: Sequence[str] = ()) -> None:
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
        self.update()

    def _select_from_outside(self, pieces: Sequence[str]) -> None:
        if tuple(pieces) != tuple(self.selection) and not (self.carry is not None and self.carry.holding):
            self.selection = list(pieces)
            self.update()

    # -- carry -------------------------------------------------------------------------------------
    def _lift_set(self) -> None:
        """Take the pieces in hand or in flight out of the resting stacks, and put the others back."""
        assert self.carry is not None
        assert self.layout_ is not None
        held = set(self.carry.in_hand()) if self.carry.holding else set()
        held.update(flight.piece for flight in self.flights)
        moved = held ^ self.stacks.lifted
        self.stacks.lifted = held
        records = self.model.view.pieces
        for place in {records[p]["at"] for p in moved if p in records}:
            if self.layout_.has(place):
                self.chunks.forget(self.layout_.stack_rect(place))

    def _carried(self) -> None:
        self._lift_set()
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

    def _step_flights(self) -> None:
        self.flights = [flight for flight in self.flights if not flight.over]
        if not self.flights:
            self._fly.stop()
            self._lift_set()
        self.update()

    # -- painting ----------------------------------------------------------------------------------
    def _paint_chunk(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        assert self.ground is not None
        done = self.ground.paint(painter, area, scale)
        self.stacks.paint(painter, area, scale)
        return done

    def _make_overview(self) -> None:
        """Keep a small picture of the whole board: it stands in for what comes into view unpainted."""
        if self.layout_ is not None and not self.chunks.has_overview:
            self.chunks.set_overview(self.camera.bounds, self.chunks.picture(self.camera.bounds, 900))

    def ground_ready(self) -> None:
        """The map has finer tiles now: draw again what stood in for them."""
        if self.layout_ is not None:
            self.camera.bounds = self.camera.bounds.united(self.layout_.bounds)
        self.chunks.forget_rough()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Blit the chunks, then paint what floats."""
        painter = QPainter(self)
        if self.layout_ is None:
            painter.fillRect(event.rect(), QColor(current().tokens.surround))
            return
        ratio = self.devicePixelRatioF()
        if ratio != self.chunks.ratio:
            self.chunks.ratio = self.stacks.ratio = ratio
            self.chunks.forget()
        self.chunks.set_scale(self.camera.scale)
        if not self.chunks.has_overview and not self._small.isActive():
            self._small.start()
        if not self.chunks.draw(painter, event.rect(), self.camera.ox, self.camera.oy):
            self._more.start()
        overlay.paint(self, painter)

    def restyle(self) -> None:
        """Take the theme's colours."""
        if "chunks" in self.__dict__ and self.layout_ is not None:
            self.chunks.surround = QColor(current().tokens.surround)
            self.stacks.forget()
            self.chunks.forget()
            if self.lights is not None and self.carry is not None:
                self.lights = Lights(self.layout_, self.lights.cells, own=self.lights.own)
            self.update()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        if self.__dict__.get("layout_") is not None:
            self._name_labels()
            self.stacks.forget()
            self.chunks.forget()
            self.update()

    def _moved(self) -> None:
        bounds, area = self.camera.bounds, self.camera.area()
        self.area_changed.emit(
            QRectF(
                (area.x() - bounds.x()) / bounds.width(),
                (area.y() - bounds.y()) / bounds.height(),
                area.width() / bounds.width(),
                area.height() / bounds.height(),
            )
        )
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle where it is."""
        self.camera.resize(self.size())
        self._first_look()
        self.picker.settle()

    def sizeHint(self) -> QSize:
        """As in the play layout at 1600 × 1000."""
        return QSize(928, 585)

    # -- what the page calls -----------------------------------------------------------------------
    def set_zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom to a factor (1 = 100 %)."""
        self.camera.set_zoom(factor, about)

    def fit(self) -> None:
        """Show the whole board."""
        self.camera.fit()

    def move_to(self, share: QPointF) -> None:
        """Centre on a point given in 0..1 of the board."""
        b = self.camera.bounds
        self.camera.centre_on(QPointF(b.x() + share.x() * b.width(), b.y() + share.y() * b.height()))

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

    def blink(self, what: Sequence[str]) -> None:
        """Ring pieces and places three times; with motion off, once for a second."""
        names = tuple(what) if not isinstance(what, str) else (what,)
        self._blinks = (names, 6)
        self.blinking = names
        self._blink_timer.start(220 if current().motion else 1000)
        self.update()

    def _step_blink(self) -> None:
        names, left = self._blinks
        left = left - 1 if current().motion else 0
        self._blinks = (names, left)
        self.blinking = names if left % 2 == 0 and left > 0 else ()
        if left <= 0:
            self._blink_timer.stop()
        self.update()

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

    def set_selection(self, pieces: Sequence[str]) -> None:
        """Select pieces on the board."""
        self.selection = list(pieces)
        self.selected.emit(tuple(pieces))
        self.update()

    def set_hidden(self, hidden: bool) -> None:
        """Hide or show all counters (H)."""
        if hidden != self.stacks.hidden:
            self.stacks.hidden = hidden
            self.chunks.forget()
            self.update()

    def piece_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) under a screen point: of the open fan, else the counter seen there."""
        layout = self.layout_
        if layout is None or self.stacks.hidden:
            return None
        if self.fan.place:
            piece = self.fan.at(point)
            if piece is not None:
                return piece, self.fan.place
        spot = self.camera.to_board(point)
        near = layout.stacks_in(QRectF(spot.x() - 1, spot.y() - 1, 2, 2))
        for place in reversed(near):
            pieces = self.stacks.resting(place)
            for n in range(len(pieces) - 1, -1, -1):
                if layout.counter_rect(place, n, len(pieces)).contains(spot):
                    return pieces[n], place
        return None

    def chip_at(self, point: QPointF) -> str | None:
        """Return the place whose count chip is under a screen point."""
        layout = self.layout_
        if layout is None or self.stacks.hidden:
            return None
        spot = self.camera.to_board(point)
        for place in reversed(layout.stacks_in(QRectF(spot.x() - 1, spot.y() - 1, 2, 2))):
            count = len(self.stacks.resting(place))
            if count > 1 and layout.chip_rect(place, count).contains(spot):
                return place
        return None

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
            self.tool.menu(self.cell)

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

    def pan_by(self, by: QPoint) -> None:
        """Pan by screen px."""
        self.camera.pan(by)

    def minimap_picture(self, most: int) -> QPixmap | None:
        """Return the whole board with its counters, small."""
        return self.chunks.picture(self.camera.bounds, most) if self.layout_ is not None else None

    def describe(self, place: str) -> str:
        """Return what a screen reader says of a place."""
        model = self.model
        pieces = model.pieces_at(place)
        names = [info.name for info in (model.piece(p) for p in pieces) if info is not None]
        text = model.place_name(place)
        text += "; " + (tr("board.counters", n=len(pieces), names=", ".join(names)) if pieces else tr("board.empty"))
        if self.carry is not None and self.carry.phase == "carried":
            at = self.carry.legal().get(place)
            key = (
                "board.may_not"
                if at is None
                else "board.may_stop"
                if at.get("mark") in STOPS
                else "board.may_go"
            )
            text += "; " + tr(key)
        return text
