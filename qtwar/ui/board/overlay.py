"""What is painted over the chunks in each frame of a game: lights, rings, badges, the way, the hand, the cell cursor."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.draw.box_row import COUNTER
from qtwar.ui.board import lines, marks
from qtwar.ui.board.fan import Fan
from qtwar.ui.board.layout import EDGES, STEP
from qtwar.ui.board.lights import STOPS, draw_chip, draw_path, ring
from qtwar.ui.board.line_of_sight import LineOfSight
from qtwar.ui.board.overlays import Overlays
from qtwar.ui.board.rim import Rim
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.strokes import DASHED, ROUND, disc, stroke
from qtwar.ui.game import open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px

LIFT = 6


def paint(
    state: BoardState, overlays: Overlays, fan: Fan, sight: LineOfSight, rim: Rim, painter: QPainter
) -> None:
    """Paint everything that is not at rest; the painter is in screen px."""
    canvas, carry = state.canvas, state.carry
    camera = canvas.camera
    area = camera.area().adjusted(-100, -100, 100, 100)
    overlays.paint(painter, area)
    lines.paint(canvas, state.model.status.lines, painter, state.model.title)
    if state.lights is not None:
        painter.save()
        canvas.to_u(painter)
        state.lights.paint(painter, camera.scale, area)
        painter.restore()
        state.lights.paint_chips(painter, camera.to_screen, camera.scale, area)
    _preview(state, painter)
    _joinable(state, painter)
    marks.paint_selected(canvas, painter, state.selection)
    _badges(state, painter)
    sight.paint(painter)
    if fan.place:
        fan.paint(painter)
    marks.paint_cursor(canvas, painter)
    marks.paint_blink(canvas, painter)
    if carry.holding:
        _way(state, painter)
        _hand(state, painter)
    size = max(4, round(COUNTER * camera.scale))
    for flight in state.flights.under_way:
        corner = camera.to_screen(flight.now()) - QPointF(size / 2, size / 2)
        painter.drawPixmap(round(corner.x()), round(corner.y()), canvas.stacks.face_logical(flight.piece, size))
    marks.paint_rubber(painter, state.rubber)
    rim.paint(painter)


def _preview(state: BoardState, painter: QPainter) -> None:
    """Show as ghosts where the pieces of something to be confirmed would go."""
    layout, t = state.canvas.layout_, current().tokens
    asks = open_asks(state.model.actions.offer, ("confirm",))
    if len(asks) != 1 or state.model.history.position != state.model.history.live:
        return
    size = max(6, round(COUNTER * state.canvas.camera.scale))
    for piece, place in (asks[0].get("preview") or {}).get("moves", {}).items():
        record = state.model.position.view.pieces.get(piece)
        if record is None or not layout.has(place) or not layout.has(record["at"]):
            continue
        a, b = state.canvas.spot(record["at"]), state.canvas.spot(place)
        stroke(painter, partial(painter.drawLine, a, b), t.accent, 3, 6, style=DASHED, cap=ROUND)
        at = b - QPointF(size / 2, size / 2)
        painter.setOpacity(0.6)
        painter.drawPixmap(at.toPoint(), state.canvas.stacks.face_logical(piece, size))
        painter.setOpacity(1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(t.accent), px(2), Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(at, QSizeF(size, size)), px(5), px(5))


def _joinable(state: BoardState, painter: QPainter) -> None:
    """Ring what may join the hand, dashed."""
    t = current().tokens
    joining = state.carry.joinable() if state.carry.phase == "carried" else set()
    for piece in joining:
        rect = state.canvas.piece_rect(piece)
        if rect is not None and rect.intersects(QRectF(state.canvas.rect())):
            frame = partial(painter.drawRoundedRect, rect, px(5), px(5))
            stroke(painter, frame, t.accent, 2.5, 4, style=DASHED)


def _badges(state: BoardState, painter: QPainter) -> None:
    """Number the order, the shares of an allocation, and those who may react."""
    answer, t = state.model.answer, current().tokens
    marks: dict[str, str] = {}
    if answer.kind == "order":
        marks = {piece: str(n) for n, piece in enumerate(answer.pieces, 1)}
    elif answer.kind == "allocate":
        marks = {piece: f"{answer.amounts.get(piece, 0)}" for piece in (answer.ask or {}).get("pieces") or ()}
    else:
        for n, firer in enumerate(state.model.actions.firers(), 1):
            if not firer.why_not:
                marks[firer.piece] = str(n)
    for piece, text in marks.items():
        rect = state.canvas.piece_rect(piece)
        if rect is None:
            continue
        on = answer.kind != "allocate" or text != "0"
        ground, ink = (t.bad, t.on_bad) if on else (t.second, t.panel)
        disc(painter, rect.topLeft(), 11, ground, text, ink)


def _way(state: BoardState, painter: QPainter) -> None:
    carry, canvas, t = state.carry, state.canvas, current().tokens
    if carry.ask is None or carry.ask["kind"] != "move":
        return
    way = carry.way(carry.target) if carry.target and carry.target in carry.legal() else None
    path = way if way is not None and len(way) >= len(carry.path) else carry.path
    points = [canvas.spot(place) for place in path if canvas.layout_.has(place)]
    draw_path(painter, points, carry.waypoints)
    at = carry.legal().get(carry.target)
    if at is not None and at.get("mark") in STOPS:
        note = at.get("note")
        text = state.model.title.texts.plain(note, state.model.title.language) if note else tr("board.ends_here")
        colour, ink = (t.warn, t.on_warn) if at["mark"] == "stop" else (t.bad, t.on_bad)
        spot = canvas.spot(carry.target) - QPointF(0, 64 * state.canvas.camera.scale)
        draw_chip(painter, spot, text, colour, ink)
    elif at is None and carry.phase == "carried" and carry.reach is not None and carry.target not in ("", carry.start):
        draw_chip(painter, canvas.spot(carry.target), tr("board.not_there"), t.text, t.panel)


def hand_rect(state: BoardState) -> QRectF:
    """Return what the hand covers in screen px."""
    size = COUNTER * state.canvas.camera.scale
    at = state.hand_at
    reach = STEP * state.canvas.camera.scale * EDGES
    return QRectF(
        at.x() - size / 2 - reach, at.y() - size / 2 - reach - LIFT, size + 2 * reach, 2 * size + 2 * reach
    ).adjusted(-30, -30, 40, 40)


def _hand(state: BoardState, painter: QPainter) -> None:
    """The carried group at board scale, lifted, with its shadow; it never moves a counter of the position."""
    carry, t = state.carry, current().tokens
    pieces = carry.in_hand()
    size = max(6, round(COUNTER * state.canvas.camera.scale))
    shown = pieces[-(EDGES + 1) :]
    step = STEP * state.canvas.camera.scale
    at = state.hand_at
    x, y = at.x() - size / 2 - (len(shown) - 1) * step / 2, at.y() - size / 2 + (len(shown) - 1) * step / 2
    shadow = QColor(0, 0, 0, 60)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shadow)
    faces = [state.canvas.stacks.face_logical(piece, size) for piece in shown]
    high = faces[-1].deviceIndependentSize().height()  # a card is higher than it is wide
    painter.drawRoundedRect(QRectF(x + 3, y + 5, size + step * (len(shown) - 1), high), 5, 5)
    for n, face in enumerate(faces):
        painter.drawPixmap(round(x + n * step), round(y - n * step - LIFT), face)
    top = QRectF(x + (len(shown) - 1) * step, y - (len(shown) - 1) * step - LIFT, size, high)
    ring(painter, top, t.ring, t.ring_twin)
    if len(pieces) > 1:
        draw_chip(painter, top.bottomRight(), str(len(pieces)), t.text, t.panel)
