"""The display list: frozen data between what is drawn and who draws it.

Drawing code makes it, painters (screen, PNG, PDF, SVG) replay it; it knows neither Qt nor files. Coordinates are
units `u` (a cell, or a counter, is 100 u wide), y grows downwards. Colours are `#rrggbb` or `#rrggbbaa`.
Point lists are numpy arrays, one array for many runs, so that a whole forest is one node and a painter can cull it by
array arithmetic. Nothing here may be changed after it was made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Color = str
Cap = Literal["round", "flat", "square"]
Join = Literal["round", "miter", "bevel"]

#: Device pixels per 100 u where the zoom bands of the art direction meet.
FAR: Final = 24.0
NEAR: Final = 60.0
CLOSE: Final = 180.0
ALL_ZOOMS: Final = 1e9


def frozen_floats(values: object) -> Floats:
    """Return values as a read-only float32 array."""
    array = np.array(values, dtype=np.float32)
    array.setflags(write=False)
    return array


def frozen_ints(values: object) -> Ints:
    """Return values as a read-only int32 array."""
    array = np.array(values, dtype=np.int32)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """Many runs of points: polylines or polygons, or (`cubic`) Bézier runs `p0 (c1 c2 p)*`.

    `xy` has shape (n, 2); `starts` holds the index of each run's first point. All runs are closed, or none. `boxes`
    holds (left, top, right, bottom) of each run where that is known already.
    """

    xy: Floats
    starts: Ints
    closed: bool = True
    cubic: bool = False
    even_odd: bool = False
    boxes: Floats | None = None

    def runs(self) -> Iterator[Floats]:
        """Yield each run's points, shape (k, 2)."""
        ends = [*self.starts.tolist(), len(self.xy)][1:]  # none where there is no run
        for start, end in zip(self.starts.tolist(), ends, strict=True):
            yield self.xy[start:end]

    def bounds(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of all points; zeros when there are none."""
        if not len(self.xy):
            return (0.0, 0.0, 0.0, 0.0)
        if self.boxes is not None:
            left, top, right, bottom = self.boxes.T
        else:
            left, top = right, bottom = self.xy.T
        return (float(left.min()), float(top.min()), float(right.max()), float(bottom.max()))  # by axes it takes ten times longer

    def moved(self, dx: float, dy: float) -> Path:
        """Return the path shifted by (dx, dy) u."""
        return Path(
            frozen_floats(self.xy + np.array([dx, dy], np.float32)),
            self.starts,
            self.closed,
            self.cubic,
            self.even_odd,
        )

    def mapped(self, matrix: Affine) -> Path:
        """Return the path with each point mapped by the matrix."""
        a, b, c, d, e, f = matrix
        x, y = self.xy[:, 0], self.xy[:, 1]
        xy = frozen_floats(np.column_stack((a * x + c * y + e, b * x + d * y + f)))
        return Path(xy, self.starts, self.closed, self.cubic, self.even_odd)


#: (a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f, as in SVG.
Affine = tuple[float, float, float, float, float, float]
IDENTITY: Final[Affine] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear gradient from `start` to `end` (u) through (position 0..1, colour) stops."""

    start: tuple[float, float]
    end: tuple[float, float]
    stops: tuple[tuple[float, Color], ...]


Paint = Color | Gradient


@dataclass(frozen=True, slots=True)
class Stroke:
    """A pen: `width` and `dash` in u.

    `min_px` keeps it visible at any zoom; under `hide_px` device pixels it is not drawn at all. Beyond the close
    zoom the width grows with the power `power` of the further zoom.
    """

    color: Color
    width: float
    cap: Cap = "round"
    join: Join = "round"
    dash: tuple[float, ...] = ()
    min_px: float = 0.0
    hide_px: float = 0.0
    power: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A path filled, stroked, or both (fill first)."""

    path: Path
    fill: Paint | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Font:
    """A type face: `size` in u per em, `weight` 100 to 900, `tracking` in em."""

    family: str
    size: float
    weight: int = 400
    italic: bool = False
    tracking: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, drawn as outlines.

    `at` is the point named by `align` (l, c, r) and `valign` (t cap height, m middle of capitals, b base line).
    The line shrinks in width to `fit` u when longer. `halo` is stroked round it, `halo_width` u on each side. It is
    hidden when its size is under `min_px`, and its size grows with `power` of the zoom beyond the close one.
    """

    text: str
    at: tuple[float, float]
    font: Font
    color: Color
    align: str = "c"
    valign: str = "m"
    rotate: float = 0.0
    fit: float = 0.0
    halo: Color = ""
    halo_width: float = 0.0
    min_px: float = 0.0
    power: float = 1.0


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Letters set one by one along a curve: (letter, x, y of its base line's middle, degrees)."""

    glyphs: tuple[tuple[str, float, float, float], ...]
    font: Font
    color: Color
    halo: Color = ""
    halo_width: float = 0.0
    min_px: float = 0.0
    power: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Stamps:
    """Small pictures repeated: `stamps[which[i]]` is drawn with its origin at `xy[i]`, in that order.

    Each stamp is a tuple of shapes. A screen painter may draw each stamp once as a bitmap and copy it.
    """

    stamps: tuple[tuple[Shape, ...], ...]
    which: Ints
    xy: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A bitmap (`pixels` of shape (h, w, 4), straight-alpha RGBA) stretched smoothly over `rect` (x, y, w, h)."""

    pixels: Bytes
    rect: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Scan:
    """A scanned map by its hash, `width` by `height` pixels, which the transform lays on the board; read as it is painted."""

    picture: str
    width: int
    height: int
    transform: Affine


def greyed(picture: Picture) -> Picture:
    """Return a bitmap in the greys of its colours' lightness."""
    light = (picture.pixels[:, :, :3] @ np.array([0.2126, 0.7152, 0.0722])).astype(np.uint8)
    return replace(picture, pixels=np.dstack([light, light, light, picture.pixels[:, :, 3]]))


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Nodes drawn in order under one transform, clip and opacity, between two zooms (device px per 100 u)."""

    children: tuple[Node, ...]
    name: str = ""
    transform: Affine = IDENTITY
    clip: Path | None = None
    opacity: float = 1.0
    min_zoom: float = 0.0
    max_zoom: float = ALL_ZOOMS


Node = Shape | Text | GlyphRun | Stamps | Picture | Scan | Group


@dataclass(frozen=True, slots=True, eq=False)
class DisplayList:
    """A finished drawing: `bounds` (left, top, right, bottom in u), nodes from back to front, and plain notes."""

    bounds: tuple[float, float, float, float]
    nodes: tuple[Node, ...]
    notes: Mapping[str, Any] = field(default_factory=dict)


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield every node, groups before their children."""
    for node in nodes:
        yield node
        if isinstance(node, Group):
            yield from walk(node.children)


# -- making paths ---------------------------------------------------------------------------------------------


def path_of(
    runs: Sequence[Any], *, closed: bool = True, cubic: bool = False, even_odd: bool = False
) -> Path:
    """Make a path from runs of points, each array-like of shape (k, 2)."""
    arrays = [np.asarray(run, dtype=np.float32).reshape(-1, 2) for run in runs]
    arrays = [array for array in arrays if len(array)]
    starts = np.cumsum([0, *[len(array) for array in arrays[:-1]]]) if arrays else np.zeros(0)
    xy = np.concatenate(arrays) if arrays else np.zeros((0, 2))
    return Path(frozen_floats(xy), frozen_ints(starts), closed, cubic, even_odd)


def polygon(points: Any) -> Path:
    """Make a closed path of one run."""
    return path_of([points])


def polyline(points: Any) -> Path:
    """Make an open path of one run."""
    return path_of([points], closed=False)


def rectangle(x: float, y: float, w: float, h: float) -> Path:
    """Make a rectangle."""
    return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])


_KAPPA: Final = 0.5522847498


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Path:
    """Make an ellipse of four Bézier curves."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    run = [
        (cx + rx, cy), (cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry),
        (cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy),
        (cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry),
        (cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy),
    ]  # fmt: skip
    return path_of([run], cubic=True)


def rounded(x: float, y: float, w: float, h: float, r: float) -> Path:
    """Make a rectangle with corners of radius r."""
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return rectangle(x, y, w, h)
    k = r * (1 - _KAPPA)
    right, bottom = x + w, y + h

    def line(p: tuple[float, float], q: tuple[float, float]) -> list[tuple[float, float]]:
        return [p, q, q]

    run: list[tuple[float, float]] = [(x + r, y)]
    run += line((x + r, y), (right - r, y)) + [(right - k, y), (right, y + k), (right, y + r)]
    run += line((right, y + r), (right, bottom - r))
    run += [(right, bottom - k), (right - k, bottom), (right - r, bottom)]
    run += line((right - r, bottom), (x + r, bottom)) + [(x + k, bottom), (x, bottom - k), (x, bottom - r)]
    run += line((x, bottom - r), (x, y + r)) + [(x, y + k), (x + k, y), (x + r, y)]
    return path_of([run], cubic=True)


def with_alpha(color: Color, alpha: float) -> Color:
    """Return the colour with its opacity multiplied by alpha (0..1)."""
    base = int(color[7:9], 16) if len(color) == 9 else 255
    return f"{color[:7]}{max(0, min(255, round(base * alpha))):02x}"


def shade(color: Color, factor: float) -> Color:
    """Return the colour with each channel multiplied by factor, kept in range."""
    r, g, b = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{max(0, min(255, round(c * factor))):02x}" for c in (r, g, b)) + color[7:]


def mix(first: Color, second: Color, part: float) -> Color:
    """Return the colour `part` (0..1) of the way from first to second."""
    pairs = ((int(first[k : k + 2], 16), int(second[k : k + 2], 16)) for k in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


# -- JSON -----------------------------------------------------------------------------------------------------


def _number(value: float) -> float | int:
    number = round(float(value), 2)
    return int(number) if number == int(number) else number


def _path_json(path: Path) -> dict[str, Any]:
    out: dict[str, Any] = {"runs": [[_number(v) for v in run.ravel().tolist()] for run in path.runs()]}
    flags = [
        name
        for name, on in (("open", not path.closed), ("cubic", path.cubic), ("even_odd", path.even_odd))
        if on
    ]
    if flags:
        out["flags"] = flags
    return out


def _paint_json(paint: Paint) -> Any:
    if isinstance(paint, Gradient):
        return {"from": list(paint.start), "to": list(paint.end), "stops": [list(s) for s in paint.stops]}
    return paint


def _plain(record: Any, skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """Fields of a small dataclass that differ from their defaults."""
    out: dict[str, Any] = {}
    for name, spec in record.__dataclass_fields__.items():
        value = getattr(record, name)
        if name in skip or value == spec.default:
            continue
        if isinstance(value, Font):
            value = _plain(value)
        elif isinstance(value, tuple):
            value = [_number(v) if isinstance(v, float | int) else v for v in value]
        elif isinstance(value, float):
            value = _number(value)
        out[name] = value
    return out


def node_json(node: Node) -> dict[str, Any]:
    """Return a node as plain JSON data with rounded numbers, for golden tests and for people."""
    if isinstance(node, Shape):
        out: dict[str, Any] = {"kind": "shape", "path": _path_json(node.path)}
        if node.fill is not None:
            out["fill"] = _paint_json(node.fill)
        if node.stroke is not None:
            out["stroke"] = _plain(node.stroke)
        return out
    if isinstance(node, Text):
        return {"kind": "text", **_plain(node)}
    if isinstance(node, GlyphRun):
        glyphs = [[g[0], *(_number(v) for v in g[1:])] for g in node.glyphs]
        return {"kind": "glyphs", "glyphs": glyphs, **_plain(node, ("glyphs",))}
    if isinstance(node, Stamps):
        return {
            "kind": "stamps",
            "stamps": [[node_json(shape) for shape in stamp] for stamp in node.stamps],
            "which": node.which.tolist(),
            "xy": [_number(v) for v in node.xy.ravel().tolist()],
        }
    if isinstance(node, Picture):
        return {
            "kind": "picture",
            "rect": [_number(v) for v in node.rect],
            "size": list(node.pixels.shape[:2]),
            "sum": int(node.pixels.astype(np.int64).sum()),
        }
    if isinstance(node, Scan):
        return {"kind": "scan", **_plain(node)}
    out = {"kind": "group", "children": [node_json(child) for child in node.children]}
    if node.clip is not None:
        out["clip"] = _path_json(node.clip)
    out.update(_plain(node, ("children", "clip")))
    return out


def to_json(display: DisplayList) -> str:
    """Return the whole list as stable JSON text, one node a line."""
    nodes = ",\n".join(json.dumps(node_json(node), ensure_ascii=False, sort_keys=True) for node in display.nodes)
    bounds = json.dumps([_number(v) for v in display.bounds])
    return f'{{"bounds": {bounds},\n"nodes": [\n{nodes}\n]}}\n'
