"""Pages before they are written: what stands where on which sheet, in millimetres, frozen and free of Qt.

A page is a display list whose unit is the millimetre (a font of size 3.5 has an em of 3.5 mm). A group that stands
directly on a page may hold a drawing in its own units; its scale decides how much detail of it is printed
(`zoom_of`). Equal drawings share their `children`, so that a writer stores each once.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from qtwar.draw import displaylist as dl

#: Device pixels that a reader's eye gets from a printed millimetre (127 a inch): the zoom bands of maps count in them.
READING: Final = 5.0


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline: words, page (from 0), distance of its heading from the top in mm, depth (0 outermost)."""

    words: str
    page: int
    top: float = 0.0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """A place on a page (x, y, w, h in mm) that leads to another page and height, or to an address."""

    rect: tuple[float, float, float, float]
    page: int = -1
    top: float = 0.0
    address: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """One side of a sheet. `part` says which kind of sheet it belongs to; `back` that it is printed on the last one."""

    width: float
    height: float
    nodes: tuple[dl.Node, ...]
    part: str = ""
    name: str = ""
    back: bool = False
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintWarning:
    """Something a person should know before printing; `page` counts from 0, -1 where it concerns no page."""

    words: str
    page: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """All pages of one job with outline, facts for the file's metadata, and what is to be told of it."""

    pages: tuple[Page, ...]
    title: str = ""
    subject: str = ""
    language: str = "en"
    bookmarks: tuple[Bookmark, ...] = ()
    problems: tuple[PrintWarning, ...] = ()
    duplex: str = ""
    """`long` or `short` where fronts and backs alternate."""
    keywords: tuple[str, ...] = field(default=())


def zoom_of(transform: dl.Affine) -> float:
    """Return the zoom (device px per 100 u) at which a group on a page is to be drawn, from its scale in mm per u."""
    a, b, c, d = transform[:4]
    return math.sqrt(abs(a * d - b * c)) * 100 * READING


def placed(
    display: dl.DisplayList,
    x: float,
    y: float,
    width: float,
    *,
    window: tuple[float, float, float, float] | None = None,
    clip: bool = False,
    name: str = "",
    scale: float = 0.0,
) -> dl.Group:
    """Return a drawing put on a page, its window (left, top, right, bottom in u; all of it without) `width` mm wide.

    `scale` (mm per u) says the same more exactly: parts of one map are then drawn alike to the last bit.
    """
    left, top, right, bottom = window or display.bounds
    k = scale or width / (right - left)
    path = dl.rectangle(left, top, right - left, bottom - top) if clip or window else None
    return dl.Group(display.nodes, name=name, transform=(k, 0.0, 0.0, k, x - left * k, y - top * k), clip=path)


def is_shared(nodes: tuple[dl.Node, ...]) -> bool:
    """Return whether a drawing is worth being stored once and shown wherever it stands."""
    return len(nodes) > 3 or any(isinstance(node, (dl.Group, dl.Stamps)) for node in nodes)


def texts(nodes: Sequence[dl.Node]) -> Iterator[dl.Text | dl.GlyphRun]:
    """Yield every run of letters, whatever group it stands in."""
    for node in dl.walk(nodes):
        if isinstance(node, (dl.Text, dl.GlyphRun)):
            yield node


def to_json(book: Book) -> str:
    """Return the whole book as stable JSON text, for golden tests; drawings shared by pages stand once."""
    shared: dict[int, int] = {}
    drawings: list[Any] = []

    def plain(node: dl.Node) -> Any:
        if isinstance(node, dl.Group) and node.transform != dl.IDENTITY and is_shared(node.children):
            key = id(node.children)
            if key not in shared:
                shared[key] = len(drawings)
                drawings.append(None)
                drawings[shared[key]] = [dl.node_json(child) for child in node.children]
            out = dl.node_json(dl.Group((), node.name, (1, 0, 0, 1, 0, 0), node.clip, node.opacity))
            out["transform"] = [round(v, 4) for v in node.transform]
            out["drawing"] = shared[key]
            return out
        return dl.node_json(node)

    pages = [
        {
            "size": [page.width, page.height],
            "part": page.part,
            "name": page.name,
            "back": page.back,
            "links": [[list(link.rect), link.page, link.address] for link in page.links],
            "nodes": [plain(node) for node in page.nodes],
        }
        for page in book.pages
    ]
    data = {
        "title": book.title,
        "language": book.language,
        "bookmarks": [[b.depth, b.words, b.page, round(b.top, 2)] for b in book.bookmarks],
        "problems": [[p.page, p.words] for p in book.problems],
        "pages": pages,
        "drawings": drawings,
    }
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1)
