"""What floats over the board of a draft: zones, boxes, the border of the selected cells; and words for a place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lights import chip_box, draw_chip
from qtwar.ui.edit.map.canvas import EditCanvas
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import LIGHT


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """A set-up line that names cells or areas, or a named area: its cells, what its chip says, and the area's number.

    `area` is -1 where the cells are no area's; `side` is empty for an area that is nobody's set-up.
    """

    cells: frozenset[str]
    words: str
    side: str = ""
    area: int = -1


def set_up_zones(canvas: EditCanvas) -> list[ZoneMark]:
    """Return the zones of the shown scenario's set-up lines."""
    scenario = canvas.model.shown_scenario
    if scenario is None:
        return []
    areas = {area.id: area for area in canvas.board.areas}
    numbers = {area.id: n for n, area in enumerate(canvas.board.areas)}
    grid, found = canvas.layout_.grid, []
    for line in scenario.setup:
        cells = {c.rpartition(":")[2] for c in line.where.cells or () if c.rpartition(":")[0] in ("", canvas.board_id)}
        for ident in line.where.area or ():
            cells.update(areas[ident].cells if ident in areas else ())
        cells = {c for c in cells if grid.contains(c)}
        if cells:
            side = canvas.model.side(line.side)
            count = sum(line.pieces.values())
            words = tr("edit.zone_chip", side=side.short if side is not None else line.side, n=count)
            if line.max_per_cell:
                words = tr("edit.zone_chip_each", words=words, n=line.max_per_cell)
            named = line.where.area or ()
            area = numbers.get(named[0], -1) if len(named) == 1 else -1
            own = canvas.board.areas[area].name.get(language()) if area >= 0 else ""
            if side is not None and own not in ("", tr("edit.zone_name", side=side.name)):
                words = f"{own} · {words}"
            found.append(ZoneMark(frozenset(cells), words, line.side, area))
    return found


def zones(canvas: EditCanvas) -> list[ZoneMark]:
    """Return what is shown now: set-up zones, and with the tools that work on them the other named areas."""
    if "zones" in canvas.layers.hidden:
        return []
    found = set_up_zones(canvas)
    if canvas.shows_areas:
        known = {zone.area for zone in found}
        has = canvas.layout_.grid.contains
        for n, area in enumerate(canvas.board.areas):
            cells = frozenset(filter(has, area.cells))
            if n not in known and cells:
                found.append(ZoneMark(cells, area.name.get(language()) or area.id, area=n))
    return found


def chip_spot(canvas: EditCanvas, zone: ZoneMark) -> QPointF:
    """Return where a zone's chip stands in screen px: on its topmost cell."""
    centre = canvas.layout_.centre
    y, x = min((centre(cell)[1], centre(cell)[0]) for cell in zone.cells)
    return canvas.camera.to_screen(QPointF(x, y))


def has_chips(canvas: EditCanvas) -> bool:
    """Return whether the board is near enough for chips to be read."""
    return 100 * canvas.camera.scale >= 26


def zone_at(canvas: EditCanvas, point: QPointF) -> ZoneMark | None:
    """Return the zone whose chip lies under a screen point."""
    if not has_chips(canvas):
        return None
    found = [zone for zone in zones(canvas) if chip_box(chip_spot(canvas, zone), zone.words).contains(point)]
    return found[-1] if found else None


def paint_zones(canvas: EditCanvas, painter: QPainter) -> None:
    """Paint set-up zones in their side's colour and named areas in the accent; the painter is scaled to u."""
    wide = px(2.5) / canvas.camera.scale
    for zone in zones(canvas):
        info = canvas.model.side(zone.side)
        colour = QColor(info.colour if info is not None else current().tokens.accent)
        _outline(painter, canvas.layout_, zone.cells, colour, wide)


def _outline(painter: QPainter, layout: BoardLayout, cells: frozenset[str], colour: QColor, wide: float) -> None:
    path = layout.outline(layout.place(cell) for cell in cells)
    ground = QColor(colour)
    ground.setAlpha(38)
    painter.fillPath(path, ground)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(LIGHT.raised), wide * 1.8))
    painter.drawPath(path)
    painter.setPen(QPen(colour, wide, Qt.PenStyle.DashLine))
    painter.drawPath(path)


def paint_boxes(canvas: EditCanvas, painter: QPainter, scale: float) -> None:
    """Paint the boxes that lie on the board, with their names."""
    tokens = current().tokens
    for box in canvas.board.boxes:
        if box.on_board is None or canvas.ground.shows_box(box):
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


def paint_ring(canvas: EditCanvas, painter: QPainter, cells: Iterable[str]) -> None:
    """Paint the joined border of cells."""
    layout, tokens = canvas.layout_, current().tokens
    path = layout.outline(layout.place(cell) for cell in cells)
    wide = px(2) / canvas.camera.scale
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((tokens.ring_twin, wide * 2), (tokens.ring, wide)):
        painter.setPen(QPen(QColor(colour), width))
        painter.drawPath(path)


def paint_chips(canvas: EditCanvas, painter: QPainter) -> None:
    """Paint what zones are called, in screen px."""
    if not has_chips(canvas):
        return
    tokens = current().tokens
    painter.setOpacity(canvas.layers.opacity("zones"))
    for zone in zones(canvas):
        info = canvas.model.side(zone.side)
        colour = info.colour if info is not None else tokens.accent
        ink = info.ink if info is not None else tokens.on_accent
        draw_chip(painter, chip_spot(canvas, zone), zone.words, colour, ink)
    painter.setOpacity(1.0)


def describe(canvas: EditCanvas, place: str) -> str:
    """Return cell, terrain, elevation and counters of a place in words."""
    layout, content = canvas.layout_, canvas.model.content
    cell = layout.cell(place)
    if cell is None:
        box = content.boxes.get(place)
        return box.name.get(language()) if box is not None else ""
    board = canvas.board
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
    count = len(canvas.source.pieces_at(place))
    if count:
        words.append(tr("edit.counters", n=count))
    return ", ".join([*names[:1], *words])
