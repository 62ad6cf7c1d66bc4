"""Pages of drawings as pixels: an SVG, or a page of a PDF, painted in bands at any size. For the helper process alone.

    page = svg(path) or pdf(path, 1)
    page.size                           # as it is meant, in pixels at 300 an inch
    page.band(width, height, top, rows) # a QImage of some rows of the page painted so large
"""

from __future__ import annotations

import ctypes
import os
import re
import weakref
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol
from xml.parsers import expat

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QImage, QPainter

from qtwar.base import files

DPI = 300
MOST_SVG = 64_000_000
"""Bytes of an SVG."""
MOST_PDF = 1_000_000_000
MOST_ELEMENTS = 400_000
"""What is painted again where it is used counts again."""
MOST_DEPTH = 200
_EMBEDDED = re.compile(r"\s*data:image/(png;base64,\s*iVBOR|jpe?g;base64,\s*/9j/)", re.IGNORECASE)
_WITHIN = re.compile(r"url\s*\(\s*['\"]?\s*#([^'\"\s()]*)", re.IGNORECASE)
_NAME = re.compile(r"[^'\"\s()]*")
"""A name as far as `url(#…)` has it without doubt: a name with a bracket in it counts as all that begin so."""
_CLIP = re.compile(r"([{;]\s*)clip-path\s*:\s*url\([^)]*\)", re.IGNORECASE)
_BESIDE = re.compile(r"/\*.*?(?:\*/|\Z)|\"[^\"\n]*\"|'[^'\n]*'", re.DOTALL)
"""What no rule of a style sheet is in: remarks and what is quoted."""
_CLASS = re.compile(r"\.([\w-]+)\s*$")
_OUTSIDE = re.compile(r"url\s*\(\s*['\"]?(?!#|['\"\s])|@import", re.IGNORECASE)
LOCKED = 4
"""The fault of a PDF that asks for a password."""


class PageRefused(Exception):
    """A drawing that is not painted; `key` is the sentence that says why."""

    def __init__(self, key: str, why: str = "") -> None:
        super().__init__(why)
        self.key, self.why = key, why


class DrawnPage(Protocol):
    """A page that can be painted at any size."""

    @property
    def size(self) -> tuple[float, float]:
        """Return width and height in pixels at 300 an inch."""
        ...

    def band(self, width: int, height: int, top: int, rows: int) -> QImage:
        """Return some rows of it, painted `width` × `height` in all."""
        ...


# ----------------------------------------------------------------------------------------------------- SVG


class _Svg:
    def __init__(self, data: bytes) -> None:
        from PySide6.QtSvg import QSvgRenderer

        self._renderer = QSvgRenderer(QByteArray(data))
        if not self._renderer.isValid():
            raise PageRefused("edit.picture_broken", "SVG")

    @property
    def size(self) -> tuple[float, float]:
        size = self._renderer.defaultSize()
        return size.width() * DPI / 96, size.height() * DPI / 96

    def band(self, width: int, height: int, top: int, rows: int) -> QImage:
        image = QImage(width, rows, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        with QPainter(image) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            self._renderer.render(painter, QRectF(0, -top, width, height))
        return image


def svg(path: Path) -> DrawnPage:
    """Return an SVG; raises PageRefused for one that is damaged, endless, or shows what is not in it."""
    data = files.read(path, MOST_SVG)
    _vet(data)
    return _Svg(data)


def _vet(data: bytes) -> None:
    """Refuse what could lead a reader out of the file or on for ever."""
    count = 0
    parts = _Parts()
    names: list[str] = []
    sheets: list[str] = []
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(parts.open) > MOST_DEPTH or count > MOST_ELEMENTS:
            raise PageRefused("edit.picture_endless")
        names.append(name.rpartition(":")[2])
        parts.begin(names[-1], attributes)
        for key, value in attributes.items():
            if key == "style" and "\\" in value:  # `url` may be written in signs
                raise PageRefused("edit.picture_links")
            leads = key.rpartition(":")[2] in ("href", "src") and not value.startswith("#")
            # a link around a drawing shows nothing by itself
            if leads and not _EMBEDDED.match(value) and names[-1] != "a":
                raise PageRefused("edit.picture_links")
            if _OUTSIDE.search(value):
                raise PageRefused("edit.picture_links")

    def end(_: str) -> None:
        parts.open.pop()
        names.pop()

    def words(text: str) -> None:
        if _OUTSIDE.search(text):
            raise PageRefused("edit.picture_links")
        if "style" in names:
            sheets.append(text)

    def entity(*_: Any) -> None:
        raise PageRefused("edit.picture_links")

    def instruction(target: str, _: str) -> None:
        if target == "xml-stylesheet":  # Qt opens it wherever it lies
            raise PageRefused("edit.picture_links")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, words
    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = entity
    parser.ProcessingInstructionHandler = instruction
    try:
        parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise PageRefused("edit.picture_broken", str(fault)) from None
    sheet = "".join(sheets)  # it comes in pieces
    if "\\" in sheet or _OUTSIDE.search(sheet):
        raise PageRefused("edit.picture_links")
    parts.sheet(sheet)
    if parts.painted() > MOST_ELEMENTS:
        raise PageRefused("edit.picture_endless")


class _Parts:
    """What has a name in a drawing, and what each of them paints again: 2 kB can name more than a day of painting."""

    def __init__(self) -> None:
        self.open = [0]
        """The named part that each element around this place belongs to."""
        self._sizes = [0]
        self._inside: list[list[int | str]] = [[]]
        """Of each part the parts that lie in it, and the names of what it paints once more."""
        self._named: dict[str, list[int]] = {}
        self._classes: dict[str, list[int]] = {}
        """Of each class the parts in which an element of it lies, once for each."""
        self._anywhere: set[str] = set()
        """The names that a style sheet gives to more than a class."""

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Note an element that begins."""
        part = self.open[-1]
        if idents := {_name(value) for key, value in attributes.items() if key in ("id", "xml:id")}:
            self._inside[part].append(len(self._sizes))
            part = len(self._sizes)
            self._sizes.append(0)
            self._inside.append([])
            for ident in idents:
                self._named.setdefault(ident, []).append(part)
        self.open.append(part)
        # a gradient is looked up, not painted
        self._sizes[part] += name not in ("linearGradient", "radialGradient", "stop")
        for key, value in attributes.items():
            if key.rpartition(":")[2] == "href":
                self._inside[part] += [_name(value[1:])] if value.startswith("#") and name == "use" else []
            else:
                self._inside[part] += _WITHIN.findall(value)
        for word in attributes.get("class", "").lower().split():
            self._classes.setdefault(word, []).append(part)

    def sheet(self, text: str) -> None:
        """Note what all style sheets together have painted: by the elements of a class, or by nobody knows which."""
        text = _CLIP.sub(r"\1", text)  # Qt paints none
        left = Counter(_WITHIN.findall(text))
        rules, given = _BESIDE.sub(" ", text), 0
        for rule in rules.split("}") if not {"'", '"'} & set(rules) else ():
            *_, head, body = ["", *rule.split("{")]
            of, names = [_CLASS.search(one) for one in head.lower().split(",")], _WITHIN.findall(body)
            if names and all(of):
                left.subtract(names)
                for part in (part for one in of if one for part in self._classes.get(one[1], ())):
                    self._inside[part] += names
                    given += len(names)
                    if given > MOST_ELEMENTS:
                        raise PageRefused("edit.picture_endless")
        self._anywhere.update(+left)

    def painted(self) -> int:
        """Return how many elements are painted, each as often as it is; raises PageRefused for what paints itself."""
        known: dict[int, int] = {}

        def size(part: int, depth: int) -> int:
            if depth > MOST_DEPTH:
                raise PageRefused("edit.picture_endless")
            if part not in known:
                inner = (self._named.get(inside, []) if isinstance(inside, str) else [inside] for inside in self._inside[part])
                known[part] = self._sizes[part] + sum(size(one, depth + 1) for parts in inner for one in parts)
            return known[part]

        if any(size(part, 0) for name in self._anywhere for part in self._named.get(name, ())):
            raise PageRefused("edit.picture_endless")
        return size(0, 0)


def _name(text: str) -> str:
    found = _NAME.match(text)
    return found[0] if found else ""


# ----------------------------------------------------------------------------------------------------- PDF


class _Pdf:
    """A page of a document that stays open as long as the page."""

    def __init__(self, document: Any, number: int) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium = pdfium
        self._page = pdfium.FPDF_LoadPage(document, number - 1)
        weakref.finalize(self, _close, document, self._page)
        if not self._page:
            raise PageRefused("edit.picture_no_page", str(number))

    @property
    def size(self) -> tuple[float, float]:
        wide, high = self._pdfium.FPDF_GetPageWidthF(self._page), self._pdfium.FPDF_GetPageHeightF(self._page)
        return wide * DPI / 72, high * DPI / 72

    def band(self, width: int, height: int, top: int, rows: int) -> QImage:
        pdfium = self._pdfium
        pixels = (ctypes.c_ubyte * (width * rows * 4))()
        bitmap = pdfium.FPDFBitmap_CreateEx(width, rows, pdfium.FPDFBitmap_BGRx, pixels, width * 4)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, self._page, 0, -top, width, height, 0, pdfium.FPDF_ANNOT)
        pdfium.FPDFBitmap_Destroy(bitmap)
        return QImage(memoryview(pixels).cast("B"), width, rows, width * 4, QImage.Format.Format_RGB32).copy()


def _close(document: Any, page: Any) -> None:
    import pypdfium2.raw as pdfium

    if page:
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)


def _document(path: Path) -> Any:
    import pypdfium2.raw as pdfium

    with files.opened(path, MOST_PDF):
        document = pdfium.FPDF_LoadDocument(os.fsencode(path), None)
    if not document:
        raise PageRefused("edit.picture_locked" if pdfium.FPDF_GetLastError() == LOCKED else "edit.picture_broken", "PDF")
    return document


def pages_of(path: Path) -> int:
    """Return how many pages a PDF has; raises PageRefused."""
    import pypdfium2.raw as pdfium

    document = _document(path)
    try:
        return int(pdfium.FPDF_GetPageCount(document))
    finally:
        pdfium.FPDF_CloseDocument(document)


def pdf(path: Path, number: int) -> DrawnPage:
    """Return a page of a PDF, from 1; raises PageRefused."""
    return _Pdf(_document(path), number)
