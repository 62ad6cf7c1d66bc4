"""What floats over the editor's board: zones, boxes, selection, cell cursor, the tracing picture; and words for a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from qtwar.ui.board.input import ARROWS
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import chip_box, draw_chip, ring
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import LIGHT

if TYPE_CHECKING:
    from qtwar.ui.edit.map.view import EditBoard

WHITE, BLACK = LIGHT.raised, LIGHT.shadow


@dataclass(frozen=True, slots=True)
class Zone:
    """A set-up line that names cells or areas, or a named area: its cells, what its chip says, and the area's number.

    `area` is -1 where the cells are no area's; `side` is empty for an area that is nobody's set-up.
    """

    cells: frozenset[str]
    words: str
    side: str = ""
    area: int = -1


def set_up_zones(view: EditBoard) -> list[Zone]:
    """Return the zones of the shown scenario's set-up lines."""
    content = view.model.content
    scenario = next((s for s in content.scenarios if s.id == view.model.scenario), None)
    if scenario is None:
        return []
    areas = {area.id: area for area in view.board.areas}
    numbers = {area.id: n for n, area in enumerate(view.board.areas)}
    grid, found = view.layout_.grid, []
    for line in scenario.setup:
        cells = {c.rpartition(":")[2] for c in line.where.cells or ()}
        for ident in line.where.area or ():
            cells.update(areas[ident].cells if ident in areas else ())
        cells = {c for c in cells if grid.contains(c)}
        if cells:
            side = view.model.side(line.side)
            count = sum(line.pieces.values())
            words = tr("edit.zone_chip", side=side.short if side is not None else line.side, n=count)
            if line.max_per_cell:
                words = tr("edit.zone_chip_each", words=words, n=line.max_per_cell)
            named = line.where.area or ()
            area = numbers.get(named[0], -1) if len(named) == 1 else -1
            own = view.board.areas[area].name.get(language()) if area >= 0 else ""
            if side is not None and own not in ("", tr("edit.zone_name", side=side.name)):
                words = f"{own} · {words}"
            found.append(Zone(frozenset(cells), words, line.side, area))
    return found


def zones(view: EditBoard) -> list[Zone]:
    """Return what is shown now: set-up zones, and with the tools that work on them the other named areas."""
    if "zones" in view.hidden:
        return []
    found = set_up_zones(view)
    tool = view.tool.id if view.tool is not None else ""
    if tool in ("area", "select"):
        known = {zone.area for zone in found}
        has = view.layout_.grid.contains
        for n, area in enumerate(view.board.areas):
            cells = frozenset(filter(has, area.cells))
            if n not in known and cells:
                found.append(Zone(cells, area.name.get(language()) or area.id, area=n))
    return found


def chip_spot(view: EditBoard, zone: Zone) -> QPointF:
    """Return where a zone's chip stands in screen px: on its topmost cell."""
    centre = view.layout_.centre
    y, x = min((centre(cell)[1], centre(cell)[0]) for cell in zone.cells)
    return view.camera.to_screen(QPointF(x, y))


def has_chips(view: EditBoard) -> bool:
    """Return whether the board is near enough for chips to be read."""
    return 100 * view.camera.scale >= 26


def zone_at(view: EditBoard, point: QPointF) -> Zone | None:
    """Return the zone whose chip lies under a screen point."""
    if not has_chips(view):
        return None
    found = [zone for zone in zones(view) if chip_box(chip_spot(view, zone), zone.words).contains(point)]
    return found[-1] if found else None


def paint_zones(view: EditBoard, painter: QPainter, area: QRectF) -> None:
    """Paint set-up zones in their side's colour and named areas in the accent; the painter is scaled to u."""
    wide = px(2.5) / view.camera.scale
    for zone in zones(view):
        info = view.model.side(zone.side)
        colour = QColor(info.colour if info is not None else current().tokens.accent)
        _outline(painter, view.layout_, zone.cells, colour, wide)


def _outline(painter: QPainter, layout: BoardLayout, cells: frozenset[str], colour: QColor, wide: float) -> None:
    path = layout.outline(layout.place(cell) for cell in cells)
    ground = QColor(colour)
    ground.setAlpha(38)
    painter.fillPath(path, ground)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(WHITE), wide * 1.8))
    painter.drawPath(path)
    painter.setPen(QPen(colour, wide, Qt.PenStyle.DashLine))
    painter.drawPath(path)


def paint_boxes(view: EditBoard, painter: QPainter, scale: float) -> None:
    """Paint the boxes that lie on the board, with their names."""
    tokens = current().tokens
    for box in view.board.boxes:
        if box.on_board is None:
            continue
        rect = QRectF(*box.on_board)
        ground = QColor(tokens.raised)
        ground.setAlpha(170)
        painter.setBrush(ground)
        painter.setPen(QPen(QColor(tokens.second), 2))
        painter.drawRoundedRect(rect, 6, 6)
        if 100 * scale >= 24:
            painter.setPen(QColor(tokens.text))
            font = current().font("body", strong=True)
            font.setPixelSize(16)
            painter.setFont(font)
            flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
            painter.drawText(rect.adjusted(4, 4, -4, -4), flags, box.name.get(language()))


def paint_selection(view: EditBoard, painter: QPainter) -> None:
    """Paint the joined border of the selected cells."""
    if not view.selection:
        return
    layout, tokens = view.layout_, current().tokens
    path = layout.outline(layout.place(cell) for cell in view.selection)
    wide = px(2) / view.camera.scale
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((tokens.ring_twin, wide * 2.2), (tokens.ring, wide)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawPath(path)


def paint_over(view: EditBoard, painter: QPainter) -> None:
    """Paint what keeps its size on the screen: chips of zones, rings of counters, the cell cursor, a blink."""
    layout, tokens, camera = view.layout_, current().tokens, view.camera
    if has_chips(view):
        painter.setOpacity(view.opacity("zones"))
        for zone in zones(view):
            info = view.model.side(zone.side)
            colour = info.colour if info is not None else tokens.accent
            ink = info.ink if info is not None else tokens.on_accent
            draw_chip(painter, chip_spot(view, zone), zone.words, colour, ink)
        painter.setOpacity(1.0)
    for piece in view.pieces:
        record = view.source.view.pieces.get(piece)
        if record is not None and layout.has(record["at"]):
            stack = view.stacks.resting(record["at"])
            if piece in stack:
                rect = camera.rect_to_screen(layout.counter_rect(record["at"], stack.index(piece), len(stack)))
                ring(painter, rect.adjusted(-1, -1, 1, 1), tokens.ring, tokens.ring_twin)
    if view.blinking and layout.has(view.blinking):
        shape = QPolygonF([camera.to_screen(QPointF(x, y)) for x, y in layout.polygon(view.blinking)])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(tokens.bad), px(4)))
        painter.drawPolygon(shape)
    if view.cursor_shown and view.cell:
        shape = QPolygonF([camera.to_screen(QPointF(x, y)) for x, y in layout.polygon(view.cell)])
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for tone, width in ((WHITE, px(7)), (BLACK, px(3))):
            painter.setPen(QPen(QColor(tone), width))
            painter.drawPolygon(shape)


def describe(view: EditBoard, place: str) -> str:
    """Return cell, terrain, elevation and counters of a place in words."""
    layout, content = view.layout_, view.model.content
    cell = layout.cell(place)
    if cell is None:
        box = content.boxes.get(place)
        return box.name.get(language()) if box is not None else ""
    board = view.board
    word = board.terrain.get(cell, "")
    kind = next((k for k in content.terrain if k.id == word), None)
    words = [cell, kind.name.get(language()) if kind is not None else tr("edit.no_terrain")]
    if cell in board.elevation:
        words.append(tr("edit.level", n=board.elevation[cell]))
    for ident, cells in board.features.items():
        if cell in cells:
            feature = next((f for f in content.features if f.id == ident), None)
            words.append(feature.name.get(language()) if feature is not None else ident)
    names = [label.text.get(language()) for label in board.labels if label.at == cell]
    count = len(view.source.pieces_at(place))
    if count:
        words.append(tr("edit.counters", n=count))
    return ", ".join([*names[:1], *words])


def cursor_key(view: EditBoard, event: Any) -> bool:
    """Move the cell cursor by the arrows, Home, Tab-less; False where a key means nothing here."""
    step = ARROWS.get(event.key())
    if step is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        return False
    other = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if view.cursor_shown:
        view.set_cursor_place(view.layout_.neighbour(view.cell, *step, other=other))
    else:
        view.cursor_shown = True
        view.set_cursor_place(view.cell)
    return True
