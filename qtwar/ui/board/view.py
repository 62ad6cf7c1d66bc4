"""The board of a game, to be played on: the canvas with its map, the state of play, the tool, and what floats above."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QCursor, QHideEvent, QPainter, QPainterPath, QResizeEvent
from PySide6.QtWidgets import QToolTip

from qtwar.ui.board import overlay, reader
from qtwar.ui.board.access import announce
from qtwar.ui.board.carry_status import CarryStatus
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.input import BoardInput
from qtwar.ui.board.keys import BoardTool
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.leading import Leading
from qtwar.ui.board.line_of_sight import LineOfSight
from qtwar.ui.board.magnifier import Magnifier
from qtwar.ui.board.overlays import Overlays
from qtwar.ui.board.picker import StackPicker
from qtwar.ui.board.protocol import GroundPainter
from qtwar.ui.board.rim import Rim
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.tools import menu
from qtwar.ui.board.tools.carry import Carry
from qtwar.ui.game import GamePorts
from qtwar.ui.theme import current
from qtwar.ui.widgets.plain import plain

OUT_OF_PLAY = 0.62
"""How strongly cells that a scenario leaves out are covered."""
GroundMaker = Callable[[BoardLayout], GroundPainter]


class BoardView(BoardInput):
    """One board of a game. `ground_for` draws the map."""

    def __init__(self, ground_for: GroundMaker) -> None:
        super().__init__()
        self._ground_for = ground_for
        self.model: GamePorts
        self.ground: GroundPainter
        self._left_out = QPainterPath()
        self.state = BoardState(self)
        self.fan = Fan(self.state)
        self.picker = StackPicker(self.state)
        self.magnifier = Magnifier(self)
        self.sight = LineOfSight(self.state)
        self.overlays = Overlays(self.state)
        self.carry_status = CarryStatus(self.state)
        self.rim = Rim(self.state)
        self.leading = Leading(self.state)
        self.tool: BoardTool = BoardTool(self.state, self.fan, self.picker, self.sight, self.magnifier, self.rim)
        self.tree: reader.BoardTree | None = None
        self.state.emptied.connect(lambda: self.setCursor(QCursor(Qt.CursorShape.ArrowCursor)))
        reader.install()
        self.say(self.setAccessibleName, "board.name")

    # -- the game ----------------------------------------------------------------------------------
    def set_model(self, model: GamePorts, *, first: bool = True) -> None:
        """Show a game: its first board. What is taken on the shelf comes into the hand of the `first` view alone."""
        self.model = model
        self.state.follow(model)
        model.actions.offer_changed.connect(self.picker.offered)
        model.actions.offer_changed.connect(self._lead)
        model.focus.aim.connect(self._aim)
        if first:
            model.focus.taken.connect(self.tool.take_in)
            model.focus.put.connect(self.tool.put_in)
            model.focus.menu.connect(lambda pieces, at: menu.beside(self.tool, pieces, at))
        boards = model.title.boards() if model.title.content is not None else ()
        if boards:
            self.set_board(boards[0].id)
        self.overlays.follow()

    def set_board(self, ident: str) -> None:
        """Show another board of the title; what is carried comes along, but a force that moves over the map."""
        carried = self.carry.in_hand() if self.comes_along else []
        if self.ready:
            self.carry.cancel("offer")
        self.sight.begin("")
        board = self.model.title.content.board(ident)
        layout = self.lay_out(board, self.model.title, self.model.position)
        self.stacks.apart = lambda piece: piece in self.model.position.view.known
        self.ground = self._ground_for(layout)
        self._name_labels()
        self._left_out = layout.outline(layout.place(cell) for cell in self.model.title.out_of_play(ident))
        self.state.show_board(layout)
        self.overlays.lay()
        self.first_look()
        self.board_changed.emit(ident)
        if carried:
            self.tool.take_on(carried)

    @property
    def carry(self) -> Carry:
        """Return the pieces that the pointer carries."""
        return self.state.carry

    @property
    def selection(self) -> list[str]:
        """The selected pieces."""
        return self.state.selection

    @property
    def comes_along(self) -> bool:
        """Whether what is in hand can be carried to another board."""
        return self.state.comes_along

    def _name_labels(self) -> None:
        """Have names said again above the stacks that cover them, unless the map prints its names where no stack stands."""
        layout = self.layout_
        self.stacks.labels = {}
        for label in layout.board.labels if not self.ground.names_clear else ():
            text = label.text.get(self.model.title.language)
            if isinstance(label.at, str) and layout.grid.contains(label.at) and not text.isdigit():
                # a name is enough: the rest of what is printed there can wait
                self.stacks.labels.setdefault(layout.place(label.at), [text])

    def _aim(self, what: tuple[str, str] | None) -> None:
        """Show where a firer who was picked elsewhere aims; None takes the line away."""
        piece, target = what or ("", "")
        record = self.model.position.view.pieces.get(piece)
        if record is not None and target:
            self.sight.aim(str(record["at"]), target)
        elif self.sight.aimed:
            self.sight.begin("")

    # -- painting ----------------------------------------------------------------------------------
    def paint_ground(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint the map; what the scenario leaves out lies in the shade."""
        done = self.ground.paint(painter, area, scale)
        if not self._left_out.isEmpty():
            shade = QColor(current().tokens.surround)
            shade.setAlphaF(OUT_OF_PLAY)
            painter.fillPath(self._left_out, shade)
        return done

    def paint_under(self, painter: QPainter, area: QRectF) -> None:
        """Paint the bare ground as it is known at once."""
        self.ground.under(painter, area)

    def paint_over(self, painter: QPainter) -> None:
        """Paint what floats over the counters at rest."""
        overlay.paint(self.state, self.overlays, self.fan, self.sight, self.rim, painter)

    def first_area(self) -> QRectF:
        """Look at what lies there: a scenario may use a corner of its map, and a table of cards grows in play.

        Of a table of cards it is all that the scenario plays on, which is laid out to be seen whole.
        """
        layout = self.layout_
        left_out = set(self.model.title.out_of_play(layout.board.id))
        return layout.table(left_out) if layout.cards and left_out else layout.laid()

    def restyle(self) -> None:
        """Take the theme's colours."""
        super().restyle()
        self.state.relight()

    def retranslate(self) -> None:
        """Say names in the language in force."""
        if self.ready:
            self._name_labels()
        super().retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the board where it is, and the picker inside."""
        leads = self.leading.leads
        super().resizeEvent(event)
        if leads:
            self.leading.keep()
            self._lead()
        self.picker.settle()

    def hideEvent(self, event: QHideEvent) -> None:
        """The picker, which may lie on the window, goes with the board."""
        if not event.spontaneous():
            self.picker.dismiss()
        super().hideEvent(event)

    def first_look(self) -> None:
        """Show the board for the first time; from there the view goes along with what can act, until a person moves it."""
        fitted = self._fitted
        super().first_look()
        if self._fitted and not fitted:
            self.leading.keep()
            self._lead()

    def _lead(self) -> None:
        if self.ready:
            self.leading.follow(self.legible)

    # -- what the page calls -----------------------------------------------------------------------
    def center_on(self, what: str) -> None:
        """Bring a place or piece to the middle, and the cell cursor there."""
        record = self.model.position.view.pieces.get(what)
        place = str(record["at"]) if record is not None else what
        if not self.ready:
            return
        if not self.layout_.has(place):
            ident = self.model.title.content.board_of(place) if self.model.title.content is not None else ""
            if not ident:
                return
            self.set_board(ident)
        self.camera.centre_on(self.layout_.spot(place))
        self.set_cursor_place(place)

    def next_candidate(self, step: int) -> bool:
        """Go to the next place with something to do, if any: a lit one, one with candidates, on the free table with counters."""
        places = self.state.light_places or self.state.candidate_places
        if not places and self.ready and self.model.settings.strictness == "off":
            lying = {str(record.get("at", "")) for record in self.model.position.view.pieces.values()}
            places = frozenset(filter(self.layout_.has, lying))
        if not places or not self.ready:
            return False
        spot = self.layout_.spot
        order = sorted(places, key=lambda p: (spot(p).y(), spot(p).x()))
        at = order.index(self.cell) + step if self.cell in places else (0 if step > 0 else -1)
        self.tool.go_to(order[at % len(order)])
        return True

    def side_stops(self) -> list[str]:
        """Return the sides of cells at which the cell cursor stops: those with counters, and those that are lit."""
        lights = self.state.lights
        return [*super().side_stops(), *(lights.sides if lights is not None else ())]

    def set_covered(self, covered: bool) -> None:
        """The cover screen stands before the board, or goes: meanwhile nothing of the board is read out."""
        self.state.covered = covered
        if covered:
            self.picker.dismiss()
        self.setAccessibleDescription("")

    def piece_at(self, point: QPointF) -> tuple[str, str] | None:
        """Return (piece, place) under a screen point: of the open fan, else the counter seen there."""
        return self.tool.piece_at(point)

    def step_back(self) -> None:
        """Take the last waypoint back."""
        if self.ready:
            self.carry.back()

    # -- what is said of it ------------------------------------------------------------------------
    def speak_of_cursor(self) -> None:
        """Say what is under the cell cursor."""
        announce(self.state)

    def reader_tree(self) -> reader.BoardTree:
        """Return the tree that a screen reader walks; it is kept as long as its widget."""
        self.tree = reader.BoardTree(self.tool)
        return self.tree

    def event(self, event: QEvent) -> bool:
        """A tool tip says the marks of the counter pointed at."""
        if event.type() == QEvent.Type.ToolTip and self.ready:
            found: Any = self.piece_at(QPointF(event.pos()))  # type: ignore[attr-defined]
            info = self.model.position.piece(found[0]) if found is not None else None
            QToolTip.showText(event.globalPos(), plain(info.marks if info is not None else ""), self)  # type: ignore[attr-defined]
            return True
        return super().event(event)
