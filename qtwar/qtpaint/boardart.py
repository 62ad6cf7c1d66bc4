"""A board's drawing, made once and kept: prepared off the window's thread, from disk when nothing has changed.

    art = prepare(board, style, language="en", cache=folder)      # any thread; ~2 s new, 0.1 s from the cache
    art.bounds                     # QRectF in u (a cell is 100 u), margin included
    art.small                      # QImage, longest side SMALL px, to stand in for what is not painted yet
    art.overview(240)              # QImage, longest side 240 px: minimap, thumbnails
    art.paint(painter, zoom, rect) # vectors, for PDF: the painter's units are u already

Screens use `tiles.BoardTiles(art)`.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from qtwar.base.errors import DataFault
from qtwar.draw import board as drawing
from qtwar.draw import displaylist as dl
from qtwar.draw import pack
from qtwar.draw.packhead import Bounds, bounds_of
from qtwar.model.board import BoardContent
from qtwar.qtpaint import fonts
from qtwar.qtpaint.keptart import RGB, SMALL, file_of, picture_beside
from qtwar.qtpaint.painter import Painter
from qtwar.qtpaint.tones import color

_PAPER = "#efe6c8"
_PART, _PART_CELLS = 64, 24
"""Least px, and cells, along the side of what is painted at a time."""


class BoardArt:
    """One board's display list with what screens ask of it. Read-only: threads may share it, each with its Painter."""

    def __init__(
        self,
        display: dl.DisplayList | Callable[[], dl.DisplayList],
        small: QImage | None = None,
        file: Path | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        """`file`: where it is kept; the name changes with what it is drawn of. A display list that is only called for
        when something has to be painted anew comes with its `bounds`.
        """
        self._display = display
        self._reading = threading.Lock()
        self.file = file
        left, top, right, bottom = bounds or self.display.bounds
        self.bounds = QRectF(left, top, right - left, bottom - top)
        if small is None:
            small = self.image(100 * SMALL / max(self.bounds.width(), self.bounds.height()), self.bounds)
        self.small = small

    @property
    def display(self) -> dl.DisplayList:
        """The display list; read now if it has not been yet."""
        with self._reading:
            if not isinstance(self._display, dl.DisplayList):
                self._display = self._display()
            return self._display

    def paint(self, p: QPainter, zoom: float, window: QRectF | None = None, painter: Painter | None = None) -> None:
        """Paint what lies in the window (u) on a painter whose units are u; `zoom` is device px per cell."""
        (painter or Painter()).paint(p, self.display.nodes, zoom, window)

    def image(self, zoom: float, window: QRectF, painter: Painter | None = None) -> QImage:
        """Return the window (u) as a picture at `zoom` device px per cell.

        It is painted part by part: Qt takes ten times as long over one path with the outlines of a whole board.
        """
        scale = zoom / 100
        image = QImage(max(1, round(window.width() * scale)), max(1, round(window.height() * scale)), RGB)
        image.fill(color(_PAPER))
        with QPainter(image) as p:
            p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            side, painter = max(_PART, round(_PART_CELLS * zoom)), painter or Painter()
            for y in range(0, image.height(), side):
                for x in range(0, image.width(), side):
                    part = QRect(x, y, side, side) & image.rect()
                    seen = QRectF(part.adjusted(-1, -1, 1, 1))
                    p.save()
                    if part != image.rect():
                        p.setClipRect(part)
                    p.scale(scale, scale)
                    p.translate(-window.left(), -window.top())
                    shown = QTransform.fromScale(1 / scale, 1 / scale).mapRect(seen).translated(window.topLeft())
                    self.paint(p, zoom, shown, painter)
                    p.restore()
        return image

    def overview(self, longest: int) -> QImage:
        """Return the whole board, its longer side `longest` px."""
        if longest > SMALL:
            return self.image(100 * longest / max(self.bounds.width(), self.bounds.height()), self.bounds)
        smooth = Qt.TransformationMode.SmoothTransformation
        return self.small.scaled(longest, longest, Qt.AspectRatioMode.KeepAspectRatio, smooth)


def cell_rect(board: BoardContent, cell: str) -> QRectF:
    """Return the box around a cell in u."""
    points = board.make_grid().polygon(cell)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def picture(display: dl.DisplayList, width: int) -> QImage:
    """Return any display list as a picture `width` px wide, painted as from the near zoom."""
    left, top, right, bottom = display.bounds
    scale = width / (right - left)
    image = QImage(width, max(1, round((bottom - top) * scale)), RGB)
    image.fill(color(_PAPER))
    with QPainter(image) as p:
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        p.scale(scale, scale)
        p.translate(-left, -top)
        Painter().paint(p, display.nodes, scale * 100)
    return image


def prepare(
    board: BoardContent,
    style: Mapping[str, Any],
    *,
    language: str = "en",
    palette: str = "standard",
    cache: Path | None = None,
) -> BoardArt:
    """Return the art of a board: read from the cache folder if board, style and program are the same, else drawn and kept."""
    fonts.register()
    file = file_of(board, style, language, palette, cache) if cache is not None else None
    art = stored(board, style, language=language, palette=palette, file=file) if file is not None else None
    if art is not None:
        return art
    art = BoardArt(drawing.draw_board(board, style, language, palette), file=file)
    if file is not None:
        _keep({file.with_suffix(".png"): _png(art.small), file: pack.to_bytes(art.display)})
    return art


def stored(
    board: BoardContent, style: Mapping[str, Any], *, language: str, palette: str, file: Path
) -> BoardArt | None:
    """Return the art of a board whose drawing is kept in a file; it is read when something has to be painted of it."""

    def display() -> dl.DisplayList:
        try:
            return pack.read(file)
        except (OSError, DataFault):  # damaged, or gone meanwhile: it is only a copy, draw it again, and keep it next time
            with suppress(OSError):
                file.unlink(missing_ok=True)
                file.with_suffix(".png").unlink(missing_ok=True)
            return drawing.draw_board(board, style, language, palette)

    try:
        small = picture_beside(file)
        art = BoardArt(display, small, file, bounds_of(file))
    except (OSError, DataFault):  # never kept, or damaged
        return None
    if small is None:
        _keep({file.with_suffix(".png"): _png(art.small)})
    return art


def at(file: Path) -> BoardArt:
    """Return the art that is kept in a file, read now; raises OSError or DataFault."""
    return BoardArt(pack.read(file), picture_beside(file), file)


def _png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 90)  # type: ignore[call-overload]  # hardly packed: it is read more often than written
    return bytes(data.data())


def _keep(files: Mapping[Path, bytes]) -> None:
    """Write drawing and small picture, each whole or not at all; older ones of the same board go. A full disk costs only time."""
    try:
        for file, data in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=file.parent, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as out:
                    out.write(data)
                os.replace(name, file)
            except OSError:
                Path(name).unlink(missing_ok=True)
                return
        board_id = file.name.rpartition("-")[0]
        kept = sorted(file.parent.glob(f"{board_id}-*.art"), key=lambda f: f.stat().st_mtime)
        for old in kept[:-4]:
            old.unlink(missing_ok=True)
            old.with_suffix(".png").unlink(missing_ok=True)
    except OSError:
        return
