"""Covers and thumbnails: a cut of a title's map with some of its counters on it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from PySide6.QtCore import QPointF, QRectF, QRunnable
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter

from qtwar.app.art import TitleArt, palette_now
from qtwar.app.boards import art_cache, maps
from qtwar.draw.board import VERSION
from qtwar.model.content import Content
from qtwar.qtpaint.boardart import BoardArt
from qtwar.ui import i18n


def cover_map(content: Content) -> BoardArt | None:
    """Return the prepared map that a cover is cut from, or None until it is prepared (asking starts that)."""
    if not content.boards:
        return None
    return maps().art.get(maps().want(content, content.boards[0], i18n.language()))


def kept_at(stamp: object, size: tuple[int, int]) -> Path:
    """Return where a cover is kept: by the title's files, the size, the language, the palette and what draws it."""
    words = repr((stamp, size, i18n.language(), palette_now(), VERSION))
    return art_cache() / "covers" / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.png"


class Painting(QRunnable):
    """Paints a cover on a thread and keeps it as a file; `then(image)` is called on that thread."""

    def __init__(
        self,
        content: Content,
        art: TitleArt,
        drawn: BoardArt,
        size: tuple[int, int],
        kept: Path,
        then: Callable[[QImage], None],
    ) -> None:
        super().__init__()
        self._job = (content, art, drawn, size, kept, then)

    def run(self) -> None:
        """Paint it and keep it for the next start."""
        content, art, drawn, size, kept, then = self._job
        image = cover_image(content, art, drawn, *size)
        with suppress(OSError):  # a cache that can not be written is no harm
            kept.parent.mkdir(parents=True, exist_ok=True)
            part = kept.with_suffix(f".{uuid4().hex}.png")
            if image.save(str(part)):
                part.replace(kept)
        then(image)


def cover_image(content: Content, art: TitleArt, drawn: BoardArt, width: int, height: int) -> QImage:
    """Return a cover in px."""
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
