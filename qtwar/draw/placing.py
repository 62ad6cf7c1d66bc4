"""Names that look for their own room: towns beside their signs, rivers and railroads along their curves (look.md 6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.curvednames import by_hand, measured, set_along, taken
from qtwar.draw.ground import Ground
from qtwar.draw.metrics import widths
from qtwar.draw.polylines import Array, lengths
from qtwar.draw.routes import Stretch, stretches
from qtwar.draw.sidelines import side_courses

Layer = Mapping[str, Any]
STEP = 5.0
CAP = 0.66
"""Height of capitals as a part of the size, near enough for room."""
COUNTER = (-34.0, -40.0, 40.0, 34.0)
"""Where a stack stands round the centre of a cell (u): left, top, right, bottom."""


class Room:
    """What is printed where, in samples 5 u apart: `lines` (how much a name over them hurts) and `full` (other names)."""

    def __init__(self, g: Ground) -> None:
        left, top, right, bottom = g.bounds
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        shape = (int((bottom - top) / STEP) + 2, int((right - left) / STEP) + 2)
        self.lines = np.zeros(shape, np.float32)
        self.full = np.zeros(shape, np.float32)

    def _at(self, x: Array, y: Array) -> tuple[Any, Any]:
        j = np.clip(((x - self.left) / STEP).astype(int), 0, self.full.shape[1] - 1)
        i = np.clip(((y - self.top) / STEP).astype(int), 0, self.full.shape[0] - 1)
        return i, j

    def draw_line(self, line: Array, hurt: float, half: float | Array = 0.0) -> None:
        """Note a line that names should not cross, so many u to each side."""
        ahead = np.vstack((line[1:], line[-1:])) - np.vstack((line[:1], line[:-1]))
        length = np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-9)
        normal = np.column_stack((-ahead[:, 1], ahead[:, 0])) / length[:, None]
        wide = np.broadcast_to(np.asarray(half, dtype=float), (len(line),))
        for part in np.linspace(-1, 1, max(1, int(wide.max() / STEP * 2) + 1)):
            at = line + normal * (wide * part)[:, None]
            i, j = self._at(at[:, 0], at[:, 1])
            self.lines[i, j] = np.maximum(self.lines[i, j], hurt)

    def _box(self, box: tuple[float, float, float, float]) -> tuple[slice, slice]:
        x0, y0, x1, y1 = box
        j0, j1 = int((x0 - self.left) / STEP), math.ceil((x1 - self.left) / STEP)
        i0, i1 = int((y0 - self.top) / STEP), math.ceil((y1 - self.top) / STEP)
        return slice(max(0, i0), max(0, i1)), slice(max(0, j0), max(0, j1))

    def fill(self, box: tuple[float, float, float, float], hurt: float = 1.0) -> None:
        """Note a box (left, top, right, bottom) that is taken."""
        part = self._box(box)
        self.full[part] = np.maximum(self.full[part], hurt)

    def cost(self, box: tuple[float, float, float, float]) -> float:
        """Return how much a name in this box would hurt: lines, other names, the border."""
        x0, y0, x1, y1 = box
        part = self._box(box)
        out = 60.0 if x0 < self.left + 6 or y0 < self.top + 6 or x1 > self.right - 6 or y1 > self.bottom - 6 else 0.0
        return out + 0.27 * float(self.lines[part].sum()) + 0.6 * float(self.full[part].sum())

    def along(self, x: Array, y: Array) -> Array:
        """Return how much each point (any shape) would hurt."""
        i, j = self._at(x.ravel(), y.ravel())
        return np.asarray((self.full[i, j] * 2.0 + self.lines[i, j] * 0.5).reshape(x.shape), dtype=float)


def room(g: Ground) -> Room:
    """Return the board's room with all its rivers and routes noted; made once."""

    def make() -> Room:
        made = Room(g)
        rivers: list[tuple[Array, Array]] = g.cached(("river widths",), list)
        for line, wide in rivers:
            made.draw_line(line, 1.0, wide / 2 + 1)
        for kind in {path.kind for path in g.board.paths}:
            for stretch in stretches(g, kind):
                line = stretch.line
                fine = np.column_stack([np.interp(np.arange(0, len(line) - 1, 0.5), np.arange(len(line)), c) for c in line.T])
                made.draw_line(fine, 0.75, 2.0)
        return made

    return g.cached(("room",), make)


# ------------------------------------------------------------------------------------------------- signs


def town_signs(g: Ground, spec: Layer) -> list[dl.Node]:
    """Signs of places by feature: `kinds` {feature: {sign, …}} in order, the later over the earlier; notes their room."""
    g.cached(("taken",), list)
    here = room(g)
    nodes: list[dl.Node] = []
    for feature, kind in spec["kinds"].items():
        dx, dy = kind.get("offset", (0, 0))
        made: list[dl.Node] = []
        without = {c for name in kind.get("without", ()) for c in g.board.features.get(name, ())}
        for cell in g.board.features.get(feature, ()):
            if cell in without:
                continue
            x, y = g.centres[cell]
            made += TOWNS[kind["sign"]](x + dx, y + dy, kind, cell)
            r = float(kind.get("room", 9))
            here.fill((x + dx - r, y + dy - r, x + dx + r, y + dy + r))
            taken(g).append((x + dx, y + dy, r + 8))
        nodes.append(dl.Group(tuple(made), name=feature, min_zoom=float(kind.get("from_zoom", 0))))
    return nodes


def _village(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    a, gap = float(spec.get("block", 5.3)), float(spec.get("gap", 2.3))
    far = a + gap / 2
    corners = [(x - far, y - far), (x + gap / 2, y - far), (x - far, y + gap / 2), (x + gap / 2, y + gap / 2)]
    plate = dl.rectangle(x - far - 1.6, y - far - 1.6, 2 * far + 3.2, 2 * far + 3.2)
    squares = dl.path_of([[(cx, cy), (cx + a, cy), (cx + a, cy + a), (cx, cy + a)] for cx, cy in corners])
    edge = dl.Stroke(str(spec.get("edge", "#3d110b")), 0.9, join="miter", hide_px=0.25)
    limits: list[dl.Node] = []
    if r := float(spec.get("limits", 0)):  # seen round a stack that covers the houses
        line = dl.Stroke(str(spec.get("color", "#8e2f22")), 2.4, cap="flat", dash=(7, 4.5), min_px=0.8)
        limits = [dl.Shape(dl.ellipse(x, y, r, r), stroke=dl.Stroke(str(spec.get("paper", "#fbf3dcb0")), 5)),
                  dl.Shape(dl.ellipse(x, y, r, r), stroke=line)]  # fmt: skip
    return [
        *limits,
        dl.Shape(plate, str(spec.get("paper", "#fbf3dcd8"))),
        dl.Shape(squares, str(spec.get("color", "#8e2f22")), edge),
    ]


def _great_city(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    """A walled block of streets, with a star where it is a capital."""
    from qtwar.draw.fields import blob, seed_of
    from qtwar.draw.symbols import star

    r = float(spec.get("size", 25))
    shape = dl.polygon(blob(r, seed_of(cell), 11, 0.17) + [x, y])
    lines = [[(x + t - 7, y - 42), (x + t + 7, y + 42)] for t in np.arange(-44.0, 45, 7.5)]
    lines += [[(x - 42, y + t + 5), (x + 42, y + t - 5)] for t in np.arange(-44.0, 45, 7.5)]
    streets = dl.Shape(dl.path_of(lines, closed=False), stroke=dl.Stroke(str(spec.get("street", "#fbe9d8c8")), 1.4, hide_px=0.4))
    edge = str(spec.get("edge", "#4f1a14"))
    nodes: list[dl.Node] = [
        dl.Shape(shape, stroke=dl.Stroke("#fbf3dcc0", 6.5)),
        dl.Shape(shape, str(spec.get("color", "#c9695a"))),
        dl.Group((streets,), clip=shape, min_zoom=34),
        dl.Shape(shape, stroke=dl.Stroke(edge, 2.2, min_px=0.8)),
    ]
    if spec.get("star"):
        nodes.append(dl.Shape(star(x, y + 0.8, r * 0.56), "#fff4d8", dl.Stroke(edge, 1.6, join="miter", min_px=0.5)))
    return nodes


def _fort(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    """A bastioned square."""
    r = float(spec.get("size", 9))
    points = []
    for k in range(4):
        a = math.radians(45 + 90 * k)
        for turn, reach in ((-16, 1.02), (0, 1.28), (16, 1.02), (45, 0.62)):
            b = a + math.radians(turn)
            points.append((x + r * reach * math.cos(b), y + r * reach * math.sin(b)))
    ink = str(spec.get("color", "#2a1c0c"))
    return [
        dl.Shape(dl.polygon(points), str(spec.get("paper", "#f3e3b4")), dl.Stroke(ink, 2.0, join="miter", min_px=0.6)),
        dl.Shape(dl.rectangle(x - r * 0.28, y - r * 0.28, r * 0.56, r * 0.56), ink),
    ]


def _anchorage(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    ink = str(spec.get("color", "#154a63"))
    line = dl.Stroke(ink, 2.0)
    shank, stock = [(x, y - 4), (x, y + 7)], [(x - 4.2, y - 1.4), (x + 4.2, y - 1.4)]
    flukes = [(x - 6.5, y + 1.5), (x - 5, y + 5.5), (x, y + 7.4), (x + 5, y + 5.5), (x + 6.5, y + 1.5)]
    return [
        dl.Shape(dl.ellipse(x, y, 11, 11), str(spec.get("paper", "#e8f0ea")), dl.Stroke(ink, 1.6, min_px=0.5)),
        dl.Shape(dl.path_of([shank, stock, flukes], closed=False), stroke=line),
        dl.Shape(dl.ellipse(x, y - 6, 1.9, 1.9), None, dl.Stroke(ink, 1.5)),
    ]


def _pass(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    """Two sagging brackets: a gap in the mountains."""
    sags = [[(x - 12, y + s * 3.6), (x - 5, y + s * 8.4), (x + 5, y + s * 8.4), (x + 12, y + s * 3.6)] for s in (-1, 1)]
    sag = dl.path_of(sags, closed=False, cubic=True)
    return [
        dl.Shape(sag, stroke=dl.Stroke(str(spec.get("paper", "#f6edd3")), 5.4)),
        dl.Shape(sag, stroke=dl.Stroke(str(spec.get("color", "#5d3f16")), 2.3, min_px=0.7)),
    ]


TOWNS: dict[str, Callable[[float, float, Layer, str], list[dl.Node]]] = {
    "village": _village,
    "great_city": _great_city,
    "fort": _fort,
    "anchorage": _anchorage,
    "pass": _pass,
}

def block_ids(g: Ground, spec: Layer) -> list[dl.Node]:
    """Cell numbers as `ids` sets them, but a block of cells is one run: a large board has too many to be looked at singly."""
    size, side = float(spec.get("size", 11)), float(spec.get("block", 700))
    font = dl.Font("Barlow Condensed", size, 500)
    water = set(spec.get("sea", ()))
    blocks: dict[tuple[int, int, str], list[tuple[str, float, float, float]]] = {}
    for cell, (x, y) in g.centres.items():
        color = spec.get("sea_color", spec["color"]) if g.board.terrain.get(cell) in water else spec["color"]
        steps = widths(cell, font.family, size, font.weight)
        at = x - sum(steps) / 2
        letters = blocks.setdefault((int(x // side), int(y // side), str(color)), [])
        for letter, step in zip(cell, steps, strict=True):
            letters.append((letter, at + step / 2, y - 42 + size * CAP, 0.0))
            at += step
    return [
        dl.GlyphRun(tuple(letters), font, color, min_px=float(spec.get("min_px", 8)))
        for (_, _, color), letters in sorted(blocks.items())
    ]


# -------------------------------------------------------------------------------------- names of places

_PLACES = (
    # side, step aside, how little it is liked
    ((1, 0), 1.0, 0.0), ((-1, 0), 1.0, 1.2), ((0.8, -0.8), 1.0, 2.4), ((0.8, 0.8), 1.0, 2.4),
    ((-0.8, -0.8), 1.0, 3.4), ((-0.8, 0.8), 1.0, 3.4), ((0, 1), 1.0, 3.0), ((0, -1), 1.0, 3.6),
    ((1, 0), 3.1, 4.0), ((-1, 0), 3.1, 5.0), ((0, 1), 3.3, 3.4), ((0, -1), 3.4, 5.2),
)  # fmt: skip
_CLEAR = (
    # beside the stack, not under it, so many u from the centre of the cell whatever the sign: stacks grow to the upper
    # right, so the lower right and the upper left stay free
    ((1, 0), 46.0, 0.0), ((0.79, 0.61), 47.0, 0.5), ((-1, 0), 46.0, 1.0), ((0, 1), 43.0, 1.3),
    ((-0.79, -0.61), 46.0, 1.8), ((0, -1), 46.0, 5.0),
)  # fmt: skip
_BELOW = (((0, 1), 1.0, 0.0), ((0, -1), 1.0, 1.0), ((1, 0), 1.0, 4.0), ((-1, 0), 1.0, 4.0))


def point_names(g: Ground, spec: Layer) -> list[dl.Node]:
    """Labels of some styles, each where it hurts least: `styles` {label style: {size, off, …}}, important ones first."""
    here = room(g)
    nodes: list[dl.Node] = []
    free: list[tuple[str, tuple[float, float], dl.Font, Layer]] = []
    for style, look in spec["styles"].items():
        latin = dl.Font(
            str(look.get("family", "EB Garamond")),
            float(look["size"]),
            int(look.get("weight", 600)),
            bool(look.get("italic", False)),
            float(look.get("tracking", 0.01)),
        )
        # kanji look larger than letters, but small ones need every pixel
        upright = replace(latin, italic=False, size=latin.size * (0.88 if latin.size > 24 else 1.0), weight=600)
        for label in sorted(g.board.labels, key=lambda one: -len(one.text.get(g.language))):
            if label.style != style:
                continue
            words = label.text.get(g.language)
            font = latin if words.isascii() else upright
            if look.get("capitals") and words.isascii():
                words = words.upper()
            full = {**spec, **look}
            placed = by_hand(g, label, words, font, full)
            if isinstance(placed, dl.Text):
                wide = sum(widths(words, font.family, font.size, font.weight, font.italic))
                (x, y), high = placed.at, font.size * CAP
                here.fill((x - wide / 2 - 2.5, y - high / 2 - 3, x + wide / 2 + 2.5, y + high / 2 + 3))
            if placed is not None:
                nodes.append(placed)
            elif isinstance(label.at, str):
                free.append((words, g.centres[label.at], font, full))
    # those that look for their room come when all is printed that a person has placed
    return nodes + [_name(g, here, words, at, font, full) for words, at, font, full in free]


def _name(g: Ground, here: Room, words: str, at: tuple[float, float], font: dl.Font, look: Layer) -> dl.Text:
    wide = sum(widths(words, font.family, font.size, font.weight, font.italic)) + font.tracking * font.size * len(words)
    high = font.size * CAP
    off = float(look.get("off", 13))
    x, y = at
    best: tuple[float, float, float, tuple[float, float, float, float]] | None = None
    choices = _BELOW if look.get("below") else _CLEAR if look.get("clear") else _PLACES
    for (ax, ay), far, dislike in choices:
        d = far if choices is _CLEAR else off * far
        left = x + ax * d - (0.0 if ax > 0 else wide if ax < 0 else wide / 2)
        middle = y + ay * (d + high * 0.35)
        box = (left - 2.5, middle - high / 2 - 3, left + wide + 2.5, middle + high / 2 + 3)
        cost = dislike + here.cost(box)
        if best is None or cost < best[0]:
            best = (cost, left, middle, box)
    assert best is not None
    _, left, middle, box = best
    here.fill(box)
    for dx in np.arange(box[0], box[2] + 1, 16):
        taken(g).append((float(dx), middle, high * 0.5 + 6))
    return dl.Text(
        words,
        (left, middle),
        font,
        look["color"],
        align="l",
        halo=str(look.get("halo", "#f5ecd2ee")),
        halo_width=float(look.get("halo_width", 2.8)),
        min_px=float(look.get("min_px", 6.5)),
        power=0.7,
    )


# -------------------------------------------------------------------------------------- names on curves


def _calm(line: Array, times: int) -> Array:
    smooth = np.vstack((line[:-1:3], line[-1:]))
    for _ in range(times):
        smooth = np.vstack((smooth[:1], (smooth[:-2] + 2 * smooth[1:-1] + smooth[2:]) / 4, smooth[-1:]))
    return smooth


def _place(
    g: Ground, here: Room, curve: Array, words: str, font: dl.Font, off: float, part: tuple[float, float], most: float
) -> dl.GlyphRun | None:
    """The words on the calmest free stretch of a measured curve; None where nothing is calm and free."""
    track = font.tracking * font.size
    steps = [w + track for w in widths(words, font.family, font.size, font.weight, font.italic)]
    total = sum(steps)
    starts = np.arange(part[0] + 14, part[1] - total - 14, 12.0)
    if not len(starts):
        return None
    at = starts[:, None] + np.linspace(0, total, 14)[None, :]
    x, y = np.interp(at, curve[:, 2], curve[:, 0]), np.interp(at, curve[:, 2], curve[:, 1])
    dx, dy = np.gradient(x, axis=1), np.gradient(y, axis=1)
    n = np.maximum(np.hypot(dx, dy), 1e-9)
    backwards = np.where(x[:, -1] < x[:, 0], -1.0, 1.0)[:, None]
    aside = off + font.size * 0.24 - font.size * 0.3  # the middle of the letters, not their base line
    ox, oy = x - dy / n * aside * backwards, y + dx / n * aside * backwards
    angle = np.unwrap(np.arctan2(dy, dx), axis=1)
    slope = np.arctan2(y[:, -1] - y[:, 0], x[:, -1] - x[:, 0])
    cost = 1.5 * np.abs(np.diff(angle)).sum(axis=1) + 0.7 * np.abs(np.sin(slope))
    hurt = here.along(ox, oy)  # in the stream only names hurt, beside it lines do too
    cost += hurt.sum(axis=1) * 0.55 if off else np.minimum(hurt * (hurt > 1.2), 3).sum(axis=1)
    left, top, right, bottom = g.bounds
    cost += 9.0 * ((ox < left + 24) | (ox > right - 24) | (oy < top + 24) | (oy > bottom - 24)).any(axis=1)
    if g.land is not None:
        cost += 9.0 * (g.field.sample(g.land, ox, oy) < 0.47).any(axis=1)
    middle = (part[0] + part[1]) / 2
    cost += 0.5 * np.abs(starts + total / 2 - middle) / max(1.0, part[1] - part[0])
    best = int(cost.argmin())
    if cost[best] > most:
        return None
    letters = set_along(curve, words, steps, float(starts[best]), off, font.size)
    for _, lx, ly, _ in letters:
        r = font.size * 0.55
        here.fill((lx - r, ly - r - font.size * 0.2, lx + r, ly + r - font.size * 0.2))
        taken(g).append((lx, ly, r))
    return dl.GlyphRun(tuple(letters), font, "", "", 0.0)


def river_names(g: Ground, spec: Layer) -> list[dl.Node]:
    """Names of the rivers of `side_rivers`, in the stream where it is wide enough, else above it.

    `kinds` {edge kind: {size, weight, tracking, every (u between repeats), most, capitals_from (u long)}}, greater ones first.
    """
    here = room(g)
    nodes: list[dl.Node] = []
    wide: list[tuple[Array, Array]] = g.cached(("river widths",), list)
    courses = list(zip(side_courses(g), wide, strict=True))
    for kind, look in spec["kinds"].items():
        mine = [(c, w) for c, w in courses if g.board.edges[c.number].kind == kind]
        for course, (line, width) in sorted(mine, key=lambda item: -len(item[1][0])):
            name = g.board.edges[course.number].name
            if name is None:
                continue
            curve = measured(_calm(line, int(look.get("calm", 12))))
            length = float(curve[-1, 2])
            great = length >= float(look.get("capitals_from", 1e9))
            words = name.get(g.language)
            size = float(look["size"]) * (1.22 if great else 1.0)
            italic = words.isascii()
            if great and italic:
                words = words.upper()
            tracking = float(look.get("tracking", 0.08)) * (1.7 if great else 1.0)
            font = dl.Font("EB Garamond", size if italic else size * 0.86, int(look.get("weight", 600)), italic, tracking)
            repeats = max(1, round(length / float(look.get("every", 1400))))
            for k in range(repeats):
                part = (length * k / repeats, length * (k + 1) / repeats)
                along = lengths(line)
                broad = float(np.interp((part[0] + part[1]) / 2, along, width))
                off = 0.0 if broad > font.size * 1.05 else -(broad / 2 + font.size * 0.42)
                made = _place(g, here, curve, words, font, off, part, float(look.get("most", 5.0)))
                if made is None and off:  # then below the line
                    made = _place(g, here, curve, words, font, broad / 2 + font.size * 0.62, part, float(look.get("most", 5.0)))
                if made is not None:
                    nodes.append(_inked(made, spec, look))
    return nodes


def route_names(g: Ground, spec: Layer) -> list[dl.Node]:
    """Names along railroads and roads: `kinds` {path kind: {family, size, off, least (cells), every, where: {attr: word}}}."""
    here = room(g)
    nodes: list[dl.Node] = []
    for kind, look in spec["kinds"].items():
        where: Mapping[str, Any] = look.get("where") or {}
        order = sorted(range(len(g.board.paths)), key=lambda n: (-len(g.board.paths[n].cells), n))
        for number in order:
            path = g.board.paths[number]
            if path.kind != kind or path.name is None or len(path.cells) < int(look.get("least", 6)):
                continue
            if any(path.attrs.get(key) != word for key, word in where.items()):
                continue
            line = _whole(path.cells, [s for s in stretches(g, kind) if number in s.paths])
            if len(line) < 12:
                continue
            curve = measured(_calm(line, 3))
            length = float(curve[-1, 2])
            words = path.name.get(g.language)
            latin = words.isascii()
            family = str(look.get("family", "Barlow Condensed")) if latin else "Barlow Condensed"
            italic = latin and bool(look.get("italic", False))
            size = float(look.get("size", 15)) * (1.0 if latin else 0.86)
            font = dl.Font(family, size, int(look.get("weight", 600)), italic, float(look.get("tracking", 0.08)))
            repeats = max(1, round(length / float(look.get("every", 1800))))
            off = float(look.get("off", 12))
            for k in range(repeats):
                part = (length * k / repeats, length * (k + 1) / repeats)
                for aside in (-off + font.size * 0.1, off + font.size * 0.42):
                    made = _place(g, here, curve, words, font, aside, part, float(look.get("most", 2.6)))
                    if made is not None:
                        nodes.append(_inked(made, spec, look))
                        break
    return nodes


def _whole(cells: tuple[str, ...], parts: list[Stretch]) -> Array:
    """The longest unbroken line of stretches, in the order of the path."""
    place = {cell: n for n, cell in enumerate(cells)}
    ordered: list[tuple[int, int, Array]] = []
    for part in parts:
        first, last = place.get(part.cells[0], 0), place.get(part.cells[-1], 0)
        ordered.append((first, last, part.line) if first <= last else (last, first, part.line[::-1]))
    ordered.sort(key=lambda item: item[0])
    best = np.zeros((0, 2))
    run = np.zeros((0, 2))
    end = -1
    for first, last, line in ordered:
        run = np.vstack((run, line[1:])) if first == end else line
        end = last
        if len(run) > len(best):
            best = run
    return best


def _inked(run: dl.GlyphRun, spec: Layer, look: Layer) -> dl.GlyphRun:
    return replace(
        run,
        color=str(look.get("color", spec.get("color", "#154a63"))),
        halo=str(look.get("halo", spec.get("halo", "#e4ead6e0"))),
        halo_width=float(look.get("halo_width", 2.4)),
        min_px=float(look.get("min_px", 6.0)),
        power=0.7,
    )


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "block_ids": block_ids,
    "town_signs": town_signs,
    "point_names": point_names,
    "river_names": river_names,
    "route_names": route_names,
}
