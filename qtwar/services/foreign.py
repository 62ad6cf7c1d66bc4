"""Pictures that come from anybody: decoded under limits, in the helper process and nowhere else.

opened(path)       # a picture by its head: its size, and its pixels whole or in bands; DataFault where it can not be had
take(path)         # from the window's process: the tiles of a picture that is to be traced

A page of a PDF is named as anywhere: `map.pdf#page=3`.
"""

from __future__ import annotations

import math
import re
import struct
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageReader, QPainter

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.editing.pictures import CAP, plan
from qtwar.qtpaint import bigpng, bigtiff, pages, traced
from qtwar.services import render_worker

HEADS = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"), "jpeg": re.compile(rb"\xff\xd8\xff"), "tiff": re.compile(rb"II[*+]\0|MM\0[*+]"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL), "bmp": re.compile(rb"BM"), "pdf": re.compile(rb"(?s).{0,1000}?%PDF-"),
    "svg": re.compile(rb"(?s)(\xef\xbb\xbf)?\s*<.{0,3900}?<svg[\s>]|(\xef\xbb\xbf)?\s*<svg[\s>]"),
}  # fmt: skip
"""What is decoded at all, and how it begins; of what else Qt has plugins for, some follow links out of the file."""
DRAWN = ("pdf", "svg")
"""What has no pixels of its own."""
LEAST = 1200
"""Pixels along the longer side of what is drawn: an SVG the size of a button is meant to be looked at larger."""
MOST = 340_000_000
"""Bytes of a picture that is held whole, 4 a pixel: a sheet of A3 at 600 dots an inch."""
LARGEST = 4_000_000_000
"""Bytes of a file."""
BAND = 512
"""Rows that are decoded together."""
_ROW = struct.Struct("<4I")
"""Level, column, row and length of a tile, before its bytes."""
T = TypeVar("T")
_PAGE = re.compile(r"(.+)#page=(\d{1,5})")


@dataclass(frozen=True, slots=True)
class ForeignPicture:
    """A picture by its head alone."""

    path: Path
    form: str
    width: int
    height: int
    reader: QImageReader | None = None
    page: pages.DrawnPage | None = None

    def whole(self, most_bytes: int = MOST) -> QImage:
        """Return it upright and in sRGB, 32 bits a pixel; raises DataFault for what is too large or damaged."""
        if self.page is not None:
            shown = self.fitting(most_bytes // 4)
            return self.page.band(shown.width, shown.height, 0, shown.height).convertToFormat(QImage.Format.Format_ARGB32)
        if 4 * self.width * self.height > most_bytes or self.reader is None:
            raise DataFault("edit.picture_large", name=self.path.name, width=self.width, height=self.height)
        QImageReader.setAllocationLimit(-(-MOST >> 20))  # of those with 8 bytes a pixel, half as many
        image = self.reader.read()
        if image.isNull():
            raise self.broken(self.reader.errorString())
        return _plain(image)

    def bands(self) -> Iterator[QImage]:
        """Yield it in bands, upright, in sRGB and on white paper; raises DataFault like `whole`, also on the way."""
        try:
            for band in self._bands():
                yield _on_paper(_plain(band))
        except (ValueError, OSError) as fault:
            raise self.broken(str(fault)) from None

    def _bands(self) -> Iterator[QImage]:
        if self.page is not None:
            for top in range(0, self.height, BAND):
                yield self.page.band(self.width, self.height, top, min(BAND, self.height - top))
            return
        QImageReader.setAllocationLimit(-(-MOST >> 20))
        found = None
        if 4 * self.width * self.height > CAP and self._is_upright:
            reads = {"png": bigpng.bands, "tiff": bigtiff.bands, "jpeg": self._jpeg}
            found = reads[self.form](self.path) if self.form in reads else None
        yield from found if found is not None else iter((self.whole(),))

    @property
    def _is_upright(self) -> bool:
        return self.reader is not None and self.reader.transformation() == QImageReader().transformation()

    def _jpeg(self, path: Path) -> Iterator[QImage]:
        """Yield a JPEG in bands: the lines before each are read again and thrown away."""
        rows = 2 * BAND
        for top in range(0, self.height, rows):
            reader = QImageReader(str(path), b"jpeg")
            reader.setClipRect(QRect(0, top, self.width, min(rows, self.height - top)))
            band = reader.read()
            if band.isNull():
                raise ValueError(reader.errorString())
            yield band

    def fitting(self, most_pixels: int, longest: int = 1 << 15) -> ForeignPicture:
        """Return it smaller where it has no pixels of its own; raises DataFault for one that has too many of them."""
        share = min((most_pixels / (self.width * self.height)) ** 0.5, longest / max(self.width, self.height))
        if share >= 1:
            return self
        if self.page is None:
            if max(self.width, self.height) > longest:
                raise DataFault("fault.picture.too_long", width=self.width, height=self.height, most=longest)
            millions = most_pixels // 1_000_000
            raise DataFault("fault.picture.too_large", width=self.width, height=self.height, millions=millions)
        return replace(self, width=max(1, int(self.width * share)), height=max(1, int(self.height * share)))

    def small(self) -> QImage:
        """Return it smaller than it is where it would take more memory than the cap; raises DataFault."""
        if self.page is not None:
            return _on_paper(self.whole(CAP // 2))  # below a board nothing is seen through
        plan(self.width, self.height)  # says what is too large at all
        share = (CAP / 2 / (4 * self.width * self.height)) ** 0.5
        if share >= 1:
            return _on_paper(self.whole())
        if self.form == "jpeg" and self.reader is not None:  # is made smaller while it is read
            self.reader.setScaledSize(QSize(max(1, int(self.width * share)), max(1, int(self.height * share))))
            QImageReader.setAllocationLimit(-(-MOST >> 20))
            image = self.reader.read()
            if image.isNull():
                raise self.broken(self.reader.errorString())
            return _plain(image)
        return shrunk(self.bands(), math.ceil(1 / share))

    def broken(self, why: object) -> DataFault:
        """Return the sentence of one that is damaged."""
        return DataFault("edit.picture_broken", name=self.path.name, why=str(why))


# ------------------------------------------------------------------------------------ in the window's process


def take(path: Path, wanted: Callable[[], bool] = lambda: True) -> traced.Taken:
    """Have a picture decoded that is to be traced; one that is no longer `wanted` is given up. Raises DataFault."""
    with tempfile.TemporaryDirectory(prefix="qtwar-") as folder:
        spool = Path(folder) / "tiles"
        request = {"do": "trace", "path": str(path), "out": str(spool)}
        found = render_worker.picture_worker().hand(request, wanted)
        data, at, rows = spool.read_bytes(), 0, []
        while at < len(data):
            level, column, row, length = _ROW.unpack_from(data, at)
            at += _ROW.size + length
            rows.append((level, column, row, data[at - length : at]))
    return traced.Taken(int(found["width"]), int(found["height"]), rows)


# --------------------------------------------------------------------------------------- in the helper process


def answer_trace(request: Mapping[str, Any]) -> dict[str, int]:
    """Take a picture to trace for the window: its pixels go into the spool file that the request names."""
    image = opened(Path(request["path"])).small()
    image.convertTo(QImage.Format.Format_RGB32)
    with Path(request["out"]).open("wb") as spool:
        for level, column, row, data in traced.tiles(image):
            spool.write(_ROW.pack(level, column, row, len(data)) + data)
    return {"width": image.width(), "height": image.height()}


def answer_pages(request: Mapping[str, Any]) -> int:
    """Return how many pages a file has, as `ownart.pages` asks for it."""
    path = Path(request["path"])
    return _paged(path, lambda: pages.pages_of(path)) if _form(path) == "pdf" else 1


def opened(path: Path) -> ForeignPicture:
    """Return a picture by its head alone; raises DataFault for what is none."""
    named = _PAGE.fullmatch(str(path))
    path, number = (Path(named[1]), int(named[2])) if named and not path.exists() else (path, 1)
    form = _form(path)  # whatever its name says
    if form in DRAWN:
        page = _paged(path, lambda: pages.svg(path) if form == "svg" else pages.pdf(path, number))
        wide, high = page.size
        if not (0 < wide < math.inf and 0 < high < math.inf):
            raise DataFault("edit.picture_not", name=path.name)
        share = max(1.0, LEAST / max(wide, high))
        return ForeignPicture(path, form, max(1, round(wide * share)), max(1, round(high * share)), None, page)
    reader = QImageReader(str(path), form.encode())
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    size = reader.size() if form else QSize()
    if not size.isValid() or size.isEmpty():
        raise DataFault("edit.picture_not", name=path.name)
    return ForeignPicture(path, form, size.width(), size.height(), reader)


def _form(path: Path) -> str:
    try:
        with files.opened(path, LARGEST) as file:
            head = file.read(4096)
    except OSError as fault:
        raise DataFault("edit.picture_broken", name=path.name, why=files.why(fault)) from None
    return next((form for form, begin in HEADS.items() if begin.match(head)), "")


def _paged(path: Path, look: Callable[[], T]) -> T:
    try:
        return look()
    except pages.PageRefused as fault:
        raise DataFault(fault.key, name=path.name, why=fault.why) from None


def _plain(image: QImage) -> QImage:
    """Return pixels of 32 bits in sRGB."""
    image.convertTo(QImage.Format.Format_ARGB32 if image.hasAlphaChannel() else QImage.Format.Format_RGB32)
    if image.colorSpace().isValid():
        image.convertToColorSpace(QColorSpace(QColorSpace.NamedColorSpace.SRgb))
    return image


def _on_paper(image: QImage) -> QImage:
    """Return a picture on white paper where it is transparent."""
    if not image.hasAlphaChannel():
        return image
    made = QImage(image.size(), QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.white)
    with QPainter(made) as painter:
        painter.drawImage(0, 0, image)
    return made


def shrunk(bands: Iterator[QImage], by: int) -> QImage:
    """Return a picture of bands `by` times as small each way, means of its pixels."""
    made, width = bytearray(), 0
    for band in regular(bands, max(1, BAND // by) * by):
        if made and band.height() < by:
            break
        width, high = max(1, band.width() // by), max(1, band.height() // by)
        part = band.copy(0, 0, min(width * by, band.width()), min(high * by, band.height()))
        part = scaled_to(part, width, high)  # it must live as long as its bits are looked at
        made += part.constBits()
    return QImage(bytes(made), width, len(made) // (4 * width), width * 4, QImage.Format.Format_RGB32).copy()


def regular(bands: Iterator[QImage], rows: int) -> Iterator[QImage]:
    """Yield bands of so many rows each, the last one of what is left."""
    made, filled = QImage(), 0
    for band in bands:
        band, top = band.convertToFormat(QImage.Format.Format_RGB32), 0
        while top < band.height():
            if made.isNull():
                made, filled = QImage(band.width(), rows, QImage.Format.Format_RGB32), 0
            count, line = min(rows - filled, band.height() - top), band.bytesPerLine()
            pixels: Any = made.bits()
            pixels[filled * line : (filled + count) * line] = band.constBits()[top * line : (top + count) * line]
            filled, top = filled + count, top + count
            if filled == rows:
                yield made
                made = QImage()
    if not made.isNull():
        yield made.copy(0, 0, made.width(), filled)


def scaled(image: QImage, share: float) -> QImage:
    """Return a picture with its sides a share of what they were; one that is small enough as it is."""
    if share >= 1:
        return image
    return scaled_to(image, max(1, int(image.width() * share)), max(1, int(image.height() * share)))


def scaled_to(image: QImage, width: int, height: int) -> QImage:
    """Return a picture in another size, smooth."""
    return image.scaled(width, height, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
