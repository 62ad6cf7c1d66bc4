"""Mouse and keyboard of a game on the board: select, carry, pick, measure, pan, zoom (ux 2.3, 2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu

from qtwar.ui.board import keys
from qtwar.ui.board.overlay import hand_rect
from qtwar.ui.board.tools import freemenu
from qtwar.ui.draft import CARRIED
from qtwar.ui.i18n import tr
from qtwar.ui.model import action_of
from qtwar.ui.theme import current

if TYPE_CHECKING:
    from qtwar.ui.board.tools.carry import Carry
    from qtwar.ui.board.view import BoardView

EDGE = 32
FAN_AFTER = 350
WHEEL = 1.2

_LEFT, _RIGHT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
_SHIFT, _CTRL, _ALT = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
)


class PlayTool:
    """One pointer: `pressed` knows what lies under the press, until it is a click or a drag."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.panning: QPoint | None = None
        self.pressed: QPointF | None = None
        self.press_piece: tuple[str, str] | None = None
        self.press_chip = ""
        self.dragging = False
        self.space = self.space_used = False
        self.at = QPointF(-1, -1)
        self.edge, self.hover = QTimer(view), QTimer(view)
        self.edge.setInterval(16)
        self.edge.timeout.connect(self.scroll_at_edge)
        self.hover.setInterval(FAN_AFTER)
        self.hover.setSingleShot(True)
        self.hover.timeout.connect(self._open_fan)

    # -- small helpers -----------------------------------------------------------------------------
    @property
    def carry(self) -> Carry:
        """The hand of the board shown."""
        assert self.view.carry is not None
        return self.view.carry

    def place_at(self, point: QPointF) -> str:
        """Return the place under a screen point, or nothing."""
        layout = self.view.layout_
        return (layout.place_at(self.view.camera.to_board(point)) or "") if layout is not None else ""

    def _start(self) -> int:
        return 12 if current().touch else 6

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
        if free or (first is None and model.strictness == "warn"):
            known = [p for p in pieces if p in model.view.pieces]
            return self.carry.pick_up(known, None, free=True)
        if first is None:
            info = model.piece(pieces[0])
            model.refused.emit(
                info.why_not
                if info is not None and info.why_not
                else {"key": "refuse.piece", "args": {"piece": {"p": pieces[0]}}}
            )
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
            self.hand_to(point)
            return
        if self.pressed is not None and event.buttons() & _LEFT:
            if not self.dragging and (point - self.pressed).manhattanLength() >= self._start():
                self._begin_drag(event)
            return
        self._look(point)

    def _begin_drag(self, event: QMouseEvent) -> None:
        view = self.view
        assert self.pressed is not None
        mods = event.modifiers()
        self.dragging = True
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
                self.menu(self.place_at(point), event.globalPosition().toPoint())
            return
        if event.button() != _LEFT or self.pressed is None:
            return
        dragged, self.pressed, self.dragging = self.dragging, None, False
        if self.carry.holding:
            if dragged:
                self.drop_here(point)
            else:
                self._click_carrying(point, event.modifiers())
            self._edge_watch()
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
        carry, place = self.carry, self.place_at(point)
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
        place = self.place_at(point)
        view.cell = place or view.cell
        if view.measure:
            view.measure = ()
        if self.press_chip and not mods & _CTRL:
            self.open_picker(self.press_chip)
            return
        found = view.piece_at(point)
        if draft.kind == "allocate" and found is not None:
            self._share(found, 1)
            return
        lit = place in view.light_places
        if (
            lit
            and draft.kind in ("cell", "pieces+cell", "place")
            and not (found is not None and found[0] in (draft.ask or {}).get("pieces", ()))
        ):
            self.choose_cell(place)
            return
        if found is not None:
            piece = found[0]
            if draft.kind in ("pieces", "order", "pieces+cell") and piece in (draft.ask or {}).get("pieces", ()):
                draft.toggle(piece)
                return
            self._select(piece, found[1], add=bool(mods & _CTRL))
        else:
            view.fan.open("")
            view.set_selection(())
        view.update()

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

    # -- the hand ----------------------------------------------------------------------------------
    def hand_to(self, point: QPointF) -> None:
        """Move the hand to a screen point."""
        view = self.view
        before = hand_rect(view)
        view.hand_at = point
        self.at = point
        old = self.carry.target
        self.carry.point_at(self.place_at(point))
        if self.carry.target == old:
            view.update(before.united(hand_rect(view)).toAlignedRect())
        self._edge_watch()
        view.set_hover(self.carry.target)

    def _edge_watch(self) -> None:
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
        self.carry.point_at(self.place_at(self.at))

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
            return self.place_at(point)
        widget = QApplication.widgetAt(view.mapToGlobal(point.toPoint()))
        while widget is not None and not widget.property("place"):
            widget = widget.parentWidget()
        return str(widget.property("place")) if widget is not None else ""

    def drop_here(self, point: QPointF) -> None:
        """Drop what is in hand at a screen point."""
        self.edge.stop()
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
        if view.layout_ is not None:
            place = str(view.model.view.pieces[pieces[0]]["at"])
            view.hand_at = view.camera.to_screen(view.layout_.spot(place))
        self.pick_up(pieces)

    # -- looking -----------------------------------------------------------------------------------
    def _look(self, point: QPointF) -> None:
        view = self.view
        place = self.place_at(point)
        if view.fan.place and not view.fan.outer().contains(point) and place != view.fan.place:
            view.fan.open("")
        if view.measure and place:
            view.measure = (view.measure[0], place)
            view.update()
        if place != view.hover_place:
            view.set_hover(place)
            self.hover.start()

    def _open_fan(self) -> None:
        view = self.view
        place = view.hover_place
        if (
            place
            and not self.carry.holding
            and self.pressed is None
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

    # -- menu --------------------------------------------------------------------------------------
    def menu_for(self, place: str) -> QMenu:
        """Return the menu of a place: what can be done, then where to look."""
        view, model = self.view, self.view.model
        menu = QMenu(view)
        pieces = view.stacks.resting(place) if place else []
        cards = view.stacks.cards(place) if place else []
        chosen = [p for p in view.selection if p in pieces] or pieces[-1:] or cards[-1:]
        if chosen:
            menu.addAction(tr("board.menu.pick_up") + "\tM", lambda: (self._hand_over(place), self.pick_up(chosen)))
            if len(pieces) > 1:
                menu.addAction(
                    tr("board.menu.stack") + "\tShift+M",
                    lambda: (self._hand_over(place), self.pick_up(self.stack(place))),
                )
                menu.addAction(tr("board.menu.choose") + "\tSpace", lambda: self.open_picker(place))
        if place and model.strictness != "enforce":
            freemenu.fill(self, menu, place, chosen, cards)
        if place:
            menu.addSeparator()
            menu.addAction(tr("board.menu.pin") + "\tP", lambda: model.focus.pinned.emit(place))
            menu.addAction(tr("board.menu.measure") + "\tK", lambda: self.start_measure(place))
        return menu

    def _hand_over(self, place: str) -> None:
        if self.view.layout_ is not None:
            self.view.hand_at = self.view.camera.to_screen(self.view.layout_.spot(place))

    def menu(self, place: str, at: QPoint | None = None) -> None:
        """Open the menu of a place."""
        if self.view.layout_ is None:
            return
        menu = self.menu_for(place)
        if at is None and place:
            at = self.view.mapToGlobal(self.view.camera.to_screen(self.view.layout_.spot(place)).toPoint())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not menu.isEmpty():
            menu.popup(at or QCursor.pos())

    def free(self, op: str, pieces: Sequence[str]) -> None:
        """Do something with pieces past the rules: an `op` of the free table."""
        if pieces:
            self.free_do(op, pieces=list(pieces))

    def free_do(self, op: str, **args: Any) -> None:
        """Make a gesture of the free table."""
        model = self.view.model
        if model.strictness != "enforce":
            model.submit({"side": model.seat, "verb": "free", "args": {"op": op, **args}})

    def start_measure(self, place: str) -> None:
        """Measure from a place to where the pointer or cursor goes."""
        self.view.measure = (place, place) if place else ()
        self.view.update()
