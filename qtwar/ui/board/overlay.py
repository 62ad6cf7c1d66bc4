"""What is painted over the chunks in each frame: lights, rings, badges, the way, the hand, the cell cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from qtwar.draw.box_row import COUNTER
from qtwar.ui.board.layout import EDGES, STEP
from qtwar.ui.board.lights import STOPS, draw_chip, draw_path, ring
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px

if TYPE_CHECKING:
    from qtwar.ui.board.view import BoardView

LIFT = 6


def paint(view: BoardView, painter: QPainter) -> None:
    """Paint everything that is not at rest; the painter is in screen px."""
    camera, layout, carry = view.camera, view.layout_, view.carry
    if layout is None or carry is None:
        return
    area = camera.area().adjusted(-100, -100, 100, 100)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if view.lights is not None:
        painter.save()
        painter.translate(-camera.ox, -camera.oy)
        painter.scale(camera.scale, camera.scale)
        view.lights.paint(painter, camera.scale, area)
        painter.restore()
        view.lights.paint_chips(painter, camera.to_screen, camera.scale, area)
    _preview(view, painter)
    _joinable(view, painter)
    _selection(view, painter)
    _badges(view, painter)
    view.looking.paint(painter)
    if view.fan.place:
        view.fan.paint(painter)
    if view.cursor_shown and view.cell:
        _cursor(view, painter)
    _blink(view, painter)
    if carry.holding:
        _way(view, painter)
        _hand(view, painter)
    for flight in view.flights.under_way:
        size = max(4, round(COUNTER * camera.scale))
        spot = camera.to_screen(flight.now())
        painter.drawPixmap(
            round(spot.x() - size / 2), round(spot.y() - size / 2), view.stacks.face_logical(flight.piece, size)
        )
    if view.rubber is not None:
        colour = QColor(current().tokens.accent)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
        colour.setAlpha(40)
        painter.setBrush(colour)
        painter.drawRect(view.rubber)


def _piece_rect(view: BoardView, piece: str) -> QRectF | None:
    record = view.model.view.pieces.get(piece)
    layout = view.layout_
    if record is None or layout is None or not layout.has(record["at"]):
        return None
    pieces = view.stacks.resting(record["at"])
    if piece not in pieces:
        return None
    return view.camera.rect_to_screen(layout.counter_rect(record["at"], pieces.index(piece), len(pieces)))


def _preview(view: BoardView, painter: QPainter) -> None:
    """Show as ghosts where the pieces of something to be confirmed would go."""
    layout, t = view.layout_, current().tokens
    asks = [ask for ask in (view.model.offer or {}).get("asks") or () if ask["kind"] == "confirm" and not ask.get("why_not")]
    if layout is None or len(asks) != 1 or view.model.position != view.model.live:
        return
    size = max(6, round(COUNTER * view.camera.scale))
    for piece, place in (asks[0].get("preview") or {}).get("moves", {}).items():
        record = view.model.view.pieces.get(piece)
        if record is None or not layout.has(place) or not layout.has(record["at"]):
            continue
        a, b = view.camera.to_screen(layout.spot(record["at"])), view.camera.to_screen(layout.spot(place))
        for ink, width, style in (("#FFFFFF", 6.0, Qt.PenStyle.SolidLine), (t.accent, 3.0, Qt.PenStyle.DashLine)):
            painter.setPen(QPen(QColor(ink), px(width), style, Qt.PenCapStyle.RoundCap))
            painter.drawLine(a, b)
        at = b - QPointF(size / 2, size / 2)
        painter.setOpacity(0.6)
        painter.drawPixmap(at.toPoint(), view.stacks.face_logical(piece, size))
        painter.setOpacity(1.0)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(t.accent), px(2), Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(at, QSizeF(size, size)), px(5), px(5))


def _joinable(view: BoardView, painter: QPainter) -> None:
    """Ring what may join the hand, dashed."""
    t = current().tokens
    assert view.carry is not None
    joining = view.carry.joinable() if view.carry.phase == "carried" else set()
    for piece in joining:
        rect = _piece_rect(view, piece)
        if rect is not None and rect.intersects(QRectF(view.rect())):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#FFFFFF"), px(4)))
            painter.drawRoundedRect(rect, px(5), px(5))
            painter.setPen(QPen(QColor(t.accent), px(2.5), Qt.PenStyle.DashLine))
            painter.drawRoundedRect(rect, px(5), px(5))


def _selection(view: BoardView, painter: QPainter) -> None:
    t = current().tokens
    for piece in view.selection:
        rect = _piece_rect(view, piece)
        if rect is not None:
            ring(painter, rect.adjusted(-1, -1, 1, 1), t.ring, t.ring_twin)


def _badges(view: BoardView, painter: QPainter) -> None:
    """Number the order, the shares of an allocation, and those who may react."""
    draft, t = view.model.draft, current().tokens
    marks: dict[str, str] = {}
    if draft.kind == "order":
        marks = {piece: str(n) for n, piece in enumerate(draft.pieces, 1)}
    elif draft.kind == "allocate":
        marks = {piece: f"{draft.amounts.get(piece, 0)}" for piece in (draft.ask or {}).get("pieces") or ()}
    else:
        for n, firer in enumerate(view.model.firers(), 1):
            if not firer.why_not:
                marks[firer.piece] = str(n)
    for piece, text in marks.items():
        rect = _piece_rect(view, piece)
        if rect is None:
            continue
        on = draft.kind != "allocate" or text != "0"
        painter.setPen(QPen(QColor("#FFFFFF"), px(2)))
        painter.setBrush(QColor(t.bad if on else t.second))
        painter.drawEllipse(rect.topLeft(), px(11), px(11))
        painter.setPen(QColor(t.on_bad if on else t.panel))
        painter.setFont(current().font("small", strong=True))
        painter.drawText(QRectF(rect.left() - 12, rect.top() - 12, 24, 24), int(Qt.AlignmentFlag.AlignCenter), text)


def _cursor(view: BoardView, painter: QPainter) -> None:
    """The cell cursor: black in white, 3 px."""
    layout = view.layout_
    assert layout is not None
    shape = QPolygonF([view.camera.to_screen(QPointF(x, y)) for x, y in layout.polygon(view.cell)])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in (("#FFFFFF", px(7)), ("#000000", px(3))):
        painter.setPen(
            QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap, Qt.PenJoinStyle.MiterJoin)
        )
        painter.drawPolygon(shape)


def _blink(view: BoardView, painter: QPainter) -> None:
    t, layout = current().tokens, view.layout_
    assert layout is not None
    for what in view.blinks.shown:
        rect = _piece_rect(view, what)
        if rect is None and layout.has(what):
            shape = QPolygonF([view.camera.to_screen(QPointF(x, y)) for x, y in layout.polygon(what)])
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.ring), px(4)))
            painter.drawPolygon(shape)
        elif rect is not None:
            ring(painter, rect.adjusted(-3, -3, 3, 3), t.ring, t.ring_twin, 4)


def _way(view: BoardView, painter: QPainter) -> None:
    carry, layout, t = view.carry, view.layout_, current().tokens
    assert carry is not None
    assert layout is not None
    if carry.ask is None or carry.ask["kind"] != "move":
        return
    way = carry.way(carry.target) if carry.target and carry.target in carry.legal() else None
    path = way if way is not None and len(way) >= len(carry.path) else carry.path
    points = [view.camera.to_screen(layout.spot(place)) for place in path if layout.has(place)]
    draw_path(painter, points, carry.waypoints)
    at = carry.legal().get(carry.target)
    if at is not None and at.get("mark") in STOPS:
        note = at.get("note")
        text = view.model.texts.plain(note, view.model.language) if note else tr("board.ends_here")
        colour, ink = (t.warn, t.on_warn) if at["mark"] == "stop" else (t.bad, t.on_bad)
        spot = view.camera.to_screen(layout.spot(carry.target)) - QPointF(0, 64 * view.camera.scale)
        draw_chip(painter, spot, text, colour, ink)
    elif (
        carry.phase == "carried"
        and carry.reach is not None
        and carry.target
        and at is None
        and carry.target != carry.start
    ):
        draw_chip(painter, view.camera.to_screen(layout.spot(carry.target)), tr("board.not_there"), t.text, t.panel)


def hand_rect(view: BoardView) -> QRectF:
    """Return what the hand covers in screen px."""
    size = COUNTER * view.camera.scale
    at = view.hand_at
    reach = STEP * view.camera.scale * EDGES
    return QRectF(
        at.x() - size / 2 - reach, at.y() - size / 2 - reach - LIFT, size + 2 * reach, 2 * size + 2 * reach
    ).adjusted(-30, -30, 40, 40)


def _hand(view: BoardView, painter: QPainter) -> None:
    """The carried group at board scale, lifted, with its shadow; it never moves a counter of the position."""
    carry, t = view.carry, current().tokens
    assert carry is not None
    pieces = carry.in_hand()
    size = max(6, round(COUNTER * view.camera.scale))
    shown = pieces[-(EDGES + 1) :]
    step = STEP * view.camera.scale
    at = view.hand_at
    x, y = at.x() - size / 2 - (len(shown) - 1) * step / 2, at.y() - size / 2 + (len(shown) - 1) * step / 2
    shadow = QColor(0, 0, 0, 60)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shadow)
    faces = [view.stacks.face_logical(piece, size) for piece in shown]
    high = faces[-1].deviceIndependentSize().height()  # a card is higher than it is wide
    painter.drawRoundedRect(QRectF(x + 3, y + 5, size + step * (len(shown) - 1), high), 5, 5)
    for n, face in enumerate(faces):
        painter.drawPixmap(round(x + n * step), round(y - n * step - LIFT), face)
    top = QRectF(x + (len(shown) - 1) * step, y - (len(shown) - 1) * step - LIFT, size, high)
    ring(painter, top, t.ring, t.ring_twin)
    if len(pieces) > 1:
        draw_chip(painter, top.bottomRight(), str(len(pieces)), t.text, t.panel)
