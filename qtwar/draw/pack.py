"""A display list as bytes and back, for the cache on disk: its bounds, JSON for the tree, raw arrays behind it.

No pickle: a cache file may hold anything, and reading it must do nothing but fail in plain words. A file is mapped, not
read: of a large board only what is looked at comes into memory (the boxes of a path's runs tell what that is).
"""

from __future__ import annotations

import json
import math
import mmap
from pathlib import Path
from typing import Any, Final

import numpy as np

from qtwar.base.errors import DataFault
from qtwar.draw import cull
from qtwar.draw import displaylist as dl
from qtwar.draw.packhead import HEAD, bounds_in, head_of

BOXED: Final = 96
"""Points from which on a path is kept with the boxes of its runs."""
_TYPES: Final[dict[str, np.dtype[Any]]] = {"f": np.dtype("<f4"), "i": np.dtype("<i4"), "b": np.dtype("u1")}


class _Writer:
    def __init__(self) -> None:
        self.blobs: list[bytes] = []
        self.length = 0
        self.looks: dict[tuple[Any, ...], int] = {}
        """How words look, each look once: a large board says the number of every cell alike."""

    def array(self, kind: str, array: Any) -> list[Any]:
        data = np.ascontiguousarray(array, dtype=_TYPES[kind]).tobytes()
        found = [kind, self.length, list(array.shape)]
        self.blobs.append(data + b"\0" * (-len(data) % 4))
        self.length += len(self.blobs[-1])
        return found

    def path(self, path: dl.Path) -> list[Any]:
        flags = [int(path.closed), int(path.cubic), int(path.even_odd)]
        boxes = self.array("f", cull.run_bounds(path)) if len(path.xy) > BOXED else None
        return [self.array("f", path.xy), self.array("i", path.starts), *flags, boxes]

    def shape(self, node: dl.Shape) -> dict[str, Any]:
        fill: Any = node.fill
        if isinstance(fill, dl.Gradient):
            fill = [fill.start, fill.end, fill.stops]
        return {"k": "s", "p": self.path(node.path), "f": fill, "l": _fields(node.stroke) if node.stroke else None}

    def node(self, node: dl.Node) -> dict[str, Any]:
        if isinstance(node, dl.Shape):
            return self.shape(node)
        if isinstance(node, dl.Text):
            look = tuple(getattr(node, name) for name in _LOOK)
            return {"k": "t", "w": [node.text, *node.at, self.looks.setdefault(look, len(self.looks))]}
        if isinstance(node, dl.GlyphRun):
            return {"k": "r", **_fields(node), "font": _fields(node.font)}
        if isinstance(node, dl.Stamps):
            stamps = [[self.shape(shape) for shape in stamp] for stamp in node.stamps]
            return {"k": "m", "stamps": stamps, "which": self.array("i", node.which), "xy": self.array("f", node.xy)}
        if isinstance(node, dl.Scan):
            return {"k": "c", **_fields(node)}
        if isinstance(node, dl.Picture):
            return {"k": "p", "pixels": self.array("b", node.pixels), "rect": node.rect}
        return {
            "k": "g",
            "children": [self.node(child) for child in node.children],
            "clip": self.path(node.clip) if node.clip is not None else None,
            "more": [node.name, node.transform, node.opacity, node.min_zoom, node.max_zoom],
        }


_LOOK: Final = tuple(name for name in dl.Text.__dataclass_fields__ if name not in ("text", "at"))
"""The fields of a text that say how it looks, in their order, its font first."""


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def to_bytes(display: dl.DisplayList) -> bytes:
    """Return the whole list as bytes."""
    writer = _Writer()
    tree = {
        "nodes": [writer.node(node) for node in display.nodes],
        "looks": [[_fields(font), *rest] for font, *rest in writer.looks],
        "notes": dict(display.notes),
    }
    head = json.dumps(tree, separators=(",", ":"), ensure_ascii=False).encode()
    head += b" " * (-(len(head) + HEAD) % 4)
    return b"".join((head_of(display.bounds, len(head)), head, *writer.blobs))


class _Reader:
    def __init__(self, data: memoryview, looks: list[Any]) -> None:
        self.data = data
        self.looks = [(dl.Font(**font), *rest) for font, *rest in looks]

    def array(self, spec: list[Any]) -> Any:
        kind, offset, shape = spec
        dtype = _TYPES[kind]
        count = math.prod(shape)
        found = np.frombuffer(self.data, dtype, count, offset).reshape(shape)
        found.setflags(write=False)
        return found

    def path(self, spec: list[Any]) -> dl.Path:
        xy, starts, closed, cubic, even_odd, boxes = spec
        known = self.array(boxes) if boxes is not None else None
        return dl.Path(self.array(xy), self.array(starts), bool(closed), bool(cubic), bool(even_odd), known)

    def shape(self, spec: dict[str, Any]) -> dl.Shape:
        fill = spec["f"]
        if isinstance(fill, list):
            start, end, stops = fill
            fill = dl.Gradient(tuple(start), tuple(end), tuple((stop[0], stop[1]) for stop in stops))
        line = spec["l"]
        stroke = dl.Stroke(**{**line, "dash": tuple(line["dash"])}) if line else None
        return dl.Shape(self.path(spec["p"]), fill, stroke)

    def node(self, spec: dict[str, Any]) -> dl.Node:
        kind = spec["k"]
        if kind == "s":
            return self.shape(spec)
        if kind == "t":
            text, x, y, look = spec["w"]
            return dl.Text(text, (x, y), *self.looks[look])
        rest = {key: value for key, value in spec.items() if key != "k"}
        if kind == "r":
            glyphs = tuple((g[0], g[1], g[2], g[3]) for g in rest["glyphs"])
            return dl.GlyphRun(**{**rest, "glyphs": glyphs, "font": dl.Font(**rest["font"])})
        if kind == "m":
            stamps = tuple(tuple(self.shape(shape) for shape in stamp) for stamp in spec["stamps"])
            return dl.Stamps(stamps, self.array(spec["which"]), self.array(spec["xy"]))
        if kind == "p":
            x, y, w, h = spec["rect"]
            return dl.Picture(self.array(spec["pixels"]), (x, y, w, h))
        if kind == "c":
            return dl.Scan(rest["picture"], rest["width"], rest["height"], tuple(rest["transform"]))
        name, transform, opacity, low, high = spec["more"]
        a, b, c, d, e, f = transform
        children = tuple(self.node(child) for child in spec["children"])
        clip = self.path(spec["clip"]) if spec["clip"] is not None else None
        return dl.Group(children, name, (a, b, c, d, e, f), clip, opacity, low, high)


def read(path: Path) -> dl.DisplayList:
    """Return a kept drawing, its arrays mapped from the file; raises OSError or DataFault."""
    with path.open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError as error:  # an empty file
            raise DataFault("fault.draw.kept", why=str(error)) from error
    return from_bytes(data)


def from_bytes(data: bytes | mmap.mmap) -> dl.DisplayList:
    """Return the list of bytes made by `to_bytes`; raise DataFault for anything else."""
    bounds = bounds_in(data[:HEAD])
    try:
        end = HEAD + int.from_bytes(data[HEAD - 8 : HEAD], "little")
        tree = json.loads(data[HEAD:end])
        reader = _Reader(memoryview(data)[end:], tree["looks"])
        nodes = tuple(reader.node(node) for node in tree["nodes"])
        return dl.DisplayList(bounds, nodes, tree["notes"])
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise DataFault("fault.draw.kept", why=str(error)) from error
