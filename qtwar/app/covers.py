"""Covers and thumbnails: a cut of a title's map with some of its counters on it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from qtwar.app.art import TitleArt
from qtwar.app.boards import maps
from qtwar.model.content import Content
from qtwar.ui import i18n


def cover_image(content: Content, art: TitleArt, width: int, height: int) -> QImage | None:
    """Return a cover, or None until the map is prepared (asking starts that)."""
    if not content.boards:
        return None
    board = content.boards[0]
    key = maps().want(content, board, i18n.language())
    drawn = maps().art.get(key)
    if drawn is None:
        return None
    spot = (content.style.get("cover") or {}).get("at")
    middle = drawn.bounds.center() if spot is None else QPointF(float(spot[0]) * 100, float(spot[1]) * 100)
    zoom = max(34.0, width / 7.0)
    window = QRectF(0, 0, width * 100 / zoom, height * 100 / zoom)
    window.moveCenter(middle)
    image = drawn.image(zoom, window).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    _lay_cards(painter, content, art, window, zoom / 100)
    shade = QLinearGradient(0, 0, 0, height)
    shade.setColorAt(0, QColor(20, 40, 40, 190))
    shade.setColorAt(0.55, QColor(20, 40, 40, 60))
    shade.setColorAt(1, QColor(20, 40, 40, 0))
    painter.fillRect(image.rect(), shade)
    size = round(width * 0.19)
    shown = (content.style.get("cover") or {}).get("counters") or []
    for n, kind_id in enumerate(shown[:3]):
        kind = content.kinds_by_id.get(kind_id)
        owner = (kind.side if kind else str(kind_id)) or ""
        record = {"id": "", "kind": kind_id, "face": "front", "owner": owner, "back": owner, "attrs": {}}
        face = art.counters.image(record, size, 1.0, i18n.language())
        painter.save()
        painter.translate(width * (0.36 + 0.19 * n), height * 0.74 - (n % 2) * 4)
        painter.rotate(-6 + 4 * n)
        painter.drawImage(QPointF(-size / 2, -size / 2), face)
        painter.restore()
    painter.end()
    return image


def _lay_cards(painter: QPainter, content: Content, art: TitleArt, window: QRectF, scale: float) -> None:
    """Put the cards that a cover names (`cards: {cell: piece}`) on their cells."""
    grid = content.boards[0].make_grid()
    for cell, piece in ((content.style.get("cover") or {}).get("cards") or {}).items():
        entry = content.pieces_by_id.get(str(piece))
        if entry is None or not grid.contains(str(cell)):
            continue
        record = {"id": entry.id, "kind": entry.kind, "face": "front", "owner": "", "attrs": {}}
        corners = grid.polygon(str(cell))
        wide = (max(x for x, _ in corners) - min(x for x, _ in corners)) * scale
        face = art.counters.image(record, round(wide * 1.045), 1.0, i18n.language())  # with the room for its shadow
        x, y = grid.to_pixel(str(cell))
        at = QPointF((x - window.left()) * scale - face.width() / 2, (y - window.top()) * scale - face.height() / 2)
        painter.drawImage(at, face)
