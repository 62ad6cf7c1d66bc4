"""Covers and thumbnails: a cut of a title's map with some of its counters on it.

The start window imports this to find covers that are kept; what draws is imported where one is painted.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from PySide6.QtCore import QByteArray, QPointF, QRectF, QRunnable
from PySide6.QtGui import QColor, QImage, QImageWriter, QLinearGradient, QPainter

from qtwar.base.errors import DataFault
from qtwar.base.text import DEFAULT
from qtwar.draw.version import VERSION
from qtwar.services import titles, vetting
from qtwar.services.cache import art_cache, name_of
from qtwar.services.render_worker import RenderResult, render_worker

if TYPE_CHECKING:
    from qtwar.model.art import TiledPicture
    from qtwar.model.content import TitleContent
    from qtwar.qtpaint.boardart import BoardArt
    from qtwar.qtpaint.counters import CounterArt

Key = tuple[str, tuple[int, int], str, str]
"""Mark of the files of a module or a draft, size in px, language, palette."""
log = logging.getLogger("qtwar")


def cover_file(key: Key) -> Path:
    """Return where a cover is kept: by its key and by what draws it."""
    return art_cache() / "covers" / f"{name_of(key, VERSION)}.png"


class Painting(QRunnable):
    """Has the cover of a title or a draft painted, waiting on a thread; `then(key, image)` is called there.

    The image is null where there is no board to cut it from, and for a draft that can not be read beside the program.
    """

    def __init__(self, source: Path, key: Key, kept: Path, then: Callable[[Key, QImage], object]) -> None:
        super().__init__()
        self._job = (source, key, kept, then)

    def run(self) -> None:
        """Have it painted beside the program, or paint it here where that can not be."""
        source, key, kept, then = self._job
        beside = render_worker()
        answer = beside.ask({"do": "cover", "source": str(source), "key": key, "kept": str(kept)})
        if answer is not RenderResult.DONE and beside.closed:
            return
        image = QImage(str(kept)) if kept.is_file() else QImage()
        if image.isNull() and answer is not RenderResult.DIED and not is_draft(source):
            try:
                image = paint(source, key, kept)
            except Exception:  # a picture that is missing is no reason to stop
                log.exception("no cover of %s", source.name)
        with suppress(RuntimeError):  # the window has been closed meanwhile
            then(key, image)


def is_draft(source: Path) -> bool:
    """Return whether a cover is that of a document."""
    return source.suffix == ".qtwar"


def paint(source: Path, key: Key, kept: Path) -> QImage:
    """Paint the cover of a title, or of a draft as it is now, and keep it for the next start."""
    from qtwar.qtpaint import boardart
    from qtwar.qtpaint.counters import CounterArt
    from qtwar.services import ownart

    _, size, language, palette = key
    read = time.time()
    content = _draft(source) if is_draft(source) else titles.load(str(source))[1]
    if not content.boards:
        return QImage()
    style = dict(content.style)
    drawn = boardart.prepare(content.boards[0], style, language=language, palette=palette, cache=art_cache())
    if is_draft(source):
        image = map_image(drawn, *size)
    else:
        image = cover_image(content, CounterArt(content, palette, pictures=ownart.store()), drawn, *size, language)
    with suppress(OSError):  # a cache that can not be written is no harm
        kept.parent.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{uuid4().hex}.png")
        if image.save(str(part)):
            os.utime(part, (read, read))  # a draft that changes meanwhile is newer than its picture
            part.replace(kept)
    return image


def _draft(path: Path) -> TitleContent:
    from qtwar.model.art import scans_of
    from qtwar.services import ownart
    from qtwar.storage.document import Document

    with Document.open(path, readonly=True) as document:
        content = document.content()
    if scans_of(content):
        ownart.bring_in_of(content, path)
    return content


def map_image(drawn: BoardArt, width: int, height: int) -> QImage:
    """Return as much of the middle of a whole map as fills a place, in px."""
    bounds = drawn.bounds
    zoom = max(100 * width / bounds.width(), 100 * height / bounds.height())
    window = QRectF(0, 0, width * 100 / zoom, height * 100 / zoom)
    window.moveCenter(bounds.center())
    return drawn.image(zoom, window).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def thumbnail(document: Path, target: Path, size: int) -> bool:
    """Write the small picture of a document, its title's cover; returns whether there is one. Raises DataFault."""
    from qtwar.storage.library import card

    vetting.vet(document)
    found = card(document)
    if found.problem is not None:
        raise found.problem
    try:
        module = titles.by_id(str(found.card.get("origin") or found.title))
    except DataFault:
        return False
    key: Key = (titles.mark(titles.stamp(module)), (size, size * 3 // 4), DEFAULT, "standard")
    kept = cover_file(key)
    image = QImage(str(kept)) if kept.is_file() else paint(module, key, kept)
    return not image.isNull() and QImageWriter(str(target), QByteArray(b"png")).write(image)


def cover_image(
    content: TitleContent, counters: CounterArt, drawn: BoardArt, width: int, height: int, language: str
) -> QImage:
    """Return a cover in px."""
    from qtwar.model.art import TiledPicture
    from qtwar.qtpaint import scans

    cover: Mapping[str, Any] = content.style.get("cover") or {}
    own = TiledPicture.of(cover.get("picture"))
    if own is not None and scans.folder_of(own.picture) is not None:
        return _own_cover(own, width, height)
    at = cover.get("at")
    middle = QPointF(at[0] * 100, at[1] * 100) if at else drawn.bounds.center()
    zoom = max(34.0, width / 7.0)
    window = QRectF(0, 0, width * 100 / zoom, height * 100 / zoom)
    window.moveCenter(middle)
    image = drawn.image(zoom, window).convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        _lay_cards(painter, content, counters, window, zoom / 100, language)
        _shade(painter, image)
        size = round(width * 0.19)
        for n, kind_id in enumerate((cover.get("counters") or [])[:3]):
            kind = content.kinds_by_id.get(kind_id)
            owner = (kind.side if kind else kind_id) or ""
            record = {"id": "", "kind": kind_id, "face": "front", "owner": owner, "back": owner, "attrs": {}}
            face = counters.image(record, size, 1.0, language)
            painter.save()
            painter.translate(width * (0.36 + 0.19 * n), height * 0.74 - (n % 2) * 4)
            painter.rotate(-6 + 4 * n)
            painter.drawImage(QPointF(-size / 2, -size / 2), face)
            painter.restore()
    return image


def _own_cover(own: TiledPicture, width: int, height: int) -> QImage:
    """Return the author's own cover: as much of the picture's middle as fills the room."""
    from qtwar.draw import displaylist as dl
    from qtwar.qtpaint import scans

    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("white"))
    k = max(width / own.width, height / own.height)
    at = (width - k * own.width) / 2, (height - k * own.height) / 2
    with QPainter(image) as painter:
        scan = dl.Scan(own.picture, own.width, own.height, (k, 0.0, 0.0, k, *at))
        scans.paint(painter, scan, QRectF(0, 0, width, height))
        _shade(painter, image)
    return image


def _shade(painter: QPainter, image: QImage) -> None:
    """Make the upper part darker, where the title's name is read."""
    shade = QLinearGradient(0, 0, 0, image.height())
    shade.setColorAt(0, QColor(20, 40, 40, 190))
    shade.setColorAt(0.55, QColor(20, 40, 40, 60))
    shade.setColorAt(1, QColor(20, 40, 40, 0))
    painter.fillRect(image.rect(), shade)


def _lay_cards(
    painter: QPainter, content: TitleContent, counters: CounterArt, window: QRectF, scale: float, language: str
) -> None:
    """Put the cards that a cover names (`cards: {cell: piece}`) on their cells."""
    grid = content.boards[0].make_grid()
    for cell, piece in ((content.style.get("cover") or {}).get("cards") or {}).items():
        entry = content.pieces_by_id.get(str(piece))
        if entry is None or not grid.contains(str(cell)):
            continue
        record = {"id": entry.id, "kind": entry.kind, "face": "front", "owner": "", "attrs": {}}
        corners = grid.polygon(str(cell))
        wide = (max(x for x, _ in corners) - min(x for x, _ in corners)) * scale
        face = counters.image(record, round(wide * 1.045), 1.0, language)  # with the room for its shadow
        x, y = grid.to_pixel(str(cell))
        at = QPointF((x - window.left()) * scale - face.width() / 2, (y - window.top()) * scale - face.height() / 2)
        painter.drawImage(at, face)
