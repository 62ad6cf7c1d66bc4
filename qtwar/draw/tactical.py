"""Painters of tactical maps: hedges and walls along cell sides, buildings with their roofs, hills by elevation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import Array, blob, chaikin, seed_of, warp
from qtwar.draw.ground import Ground, runs

Layer = Mapping[str, Any]
Vertex = tuple[int, int]


def chains(segments: Iterable[tuple[tuple[float, float], tuple[float, float]]]) -> list[tuple[Array, bool]]:
    """Return sides joined end to end as (points (n, 2), closed); a point where three meet ends a chain."""
    at: dict[Vertex, list[tuple[Vertex, Vertex]]] = {}
    exact: dict[Vertex, tuple[float, float]] = {}
    todo: dict[tuple[Vertex, Vertex], None] = {}
    for a, b in segments:
        ka, kb = (round(a[0]), round(a[1])), (round(b[0]), round(b[1]))
        exact.setdefault(ka, a)
        exact.setdefault(kb, b)
        side = (min(ka, kb), max(ka, kb))
        if side not in todo:
            todo[side] = None
            at.setdefault(ka, []).append(side)
            at.setdefault(kb, []).append(side)
    out: list[tuple[Array, bool]] = []
    starts = sorted(v for v, sides in at.items() if len(sides) != 2) + sorted(at)
    for start in starts:
        for first in list(at[start]):
            if first not in todo:
                continue
            line, here, side = [start], start, first
            while True:
                del todo[side]
                here = side[1] if side[0] == here else side[0]
                line.append(here)
                ways = [s for s in at[here] if s in todo]
                if len(at[here]) != 2 or not ways:
                    break
                side = ways[0]
            closed = len(line) > 3 and line[0] == line[-1]
            points = line[:-1] if closed else line
            out.append((np.array([exact[v] for v in points]), closed))
    return out


def _sides(g: Ground, kind: str) -> list[tuple[Array, bool]]:
    segments = []
    for edge in g.board.edges:
        if edge.kind == kind:
            for side in edge.sides:
                a, b = g.grid.edge_points(side)
                segments.append(((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))))
    return chains(segments)


def _along(line: Array, closed: bool, every: float) -> Array:
    """Return points every so many u along a line."""
    points = np.vstack((line, line[:1])) if closed else line
    steps = np.hypot(*np.diff(points, axis=0).T)
    total = np.concatenate(([0.0], np.cumsum(steps)))
    count = max(2, round(float(total[-1]) / every))
    where = np.linspace(0, float(total[-1]), count, endpoint=not closed)
    return np.column_stack([np.interp(where, total, points[:, i]) for i in (0, 1)])


def hedges(g: Ground, spec: Layer) -> list[dl.Node]:
    """Hedges along cell sides of a kind: a bank, its shadow, and crowns close to each other."""
    low, high = spec.get("crown_size", (5.2, 8.0))
    stamps = []
    for k in range(16):
        r = low + (high - low) * ((k * 5) % 16) / 15
        crown = blob(r, g.seed + k)
        stamps.append(
            (
                dl.Shape(dl.polygon(crown), spec["crowns"][k % len(spec["crowns"])], dl.Stroke(spec["edge"], 1.0)),
                dl.Shape(dl.polygon(blob(r * 0.42, g.seed + k + 40) - [0.28 * r, 0.32 * r]), spec["light"]),
            )
        )
    lines, points = [], []
    for line, closed in _sides(g, spec["kind"]):
        soft = warp(chaikin(_along(line, closed, 9.0), 1, closed=closed), 2.6, 34, g.seed + 5)
        lines.append((soft, closed))
        points.append(warp(_along(soft, closed, float(spec.get("every", 8.0))), 2.2, 11, g.seed + 7))
    if not lines:
        return []
    path = dl.path_of([line for line, closed in lines if not closed], closed=False)
    rings = dl.path_of([line for line, closed in lines if closed], closed=True)
    shifted = dl.path_of([line + [2.4, 4.2] for line, _ in lines], closed=False)
    width = 2 * high
    at = np.vstack(points)
    at = at[np.argsort(at[:, 1], kind="stable")]
    which = np.arange(len(at)) * 7 % len(stamps)
    return [
        dl.Shape(shifted, stroke=dl.Stroke(dl.with_alpha(spec.get("shadow", "#1c2a12"), 0.30), width * 0.9, "round")),
        *(dl.Shape(p, stroke=dl.Stroke(spec["edge"], width * 0.86, "round", min_px=1.6)) for p in (path, rings)),
        dl.Group(
            (dl.Stamps(tuple(stamps), dl.frozen_ints(which), dl.frozen_floats(at)),), name="hedges", min_zoom=20
        ),
    ]


def walls(g: Ground, spec: Layer) -> list[dl.Node]:
    """Stone walls along cell sides of a kind: two pale lines with the joints of the stones between."""
    width = float(spec.get("width", 5.0))
    nodes: list[dl.Node] = []
    for line, closed in _sides(g, spec["kind"]):
        path = dl.path_of([line], closed=closed)
        shadow = dl.path_of([line + [1.6, 2.8]], closed=closed)
        nodes.append(dl.Shape(shadow, stroke=dl.Stroke("#00000040", width + 1.5, "flat", "miter")))
        nodes.append(dl.Shape(path, stroke=dl.Stroke(spec["edge"], width + 2.2, "flat", "miter", min_px=1.4)))
        nodes.append(dl.Shape(path, stroke=dl.Stroke(spec["color"], width - 0.6, "flat", "miter")))
        ticks = []
        points = _along(line, closed, 5.2)
        for a, b in pairwise(points):
            way = (b - a) / max(1e-6, float(np.hypot(*(b - a))))
            across = np.array([-way[1], way[0]]) * (width / 2)
            ticks.append([tuple(a - across), tuple(a + across)])
        joints = dl.Shape(dl.path_of(ticks, closed=False), stroke=dl.Stroke(dl.with_alpha(spec["edge"], 0.8), 0.8))
        nodes.append(dl.Group((joints,), name="joints", min_zoom=40))
    return nodes


def heights(g: Ground, spec: Layer) -> list[dl.Node]:
    """Hills by elevation: a shadow at the foot of each level, its tint, and its contour."""
    nodes: list[dl.Node] = []
    top = max(g.board.elevation.values(), default=0)
    noise = g.field.noise(70, g.seed + 61) * 0.10
    for level in range(1, top + 1):
        cells = {c for c, e in g.board.elevation.items() if e >= level}
        field = g.field.blend(g.values(dict.fromkeys(cells, 1.0)), float(spec.get("reach", 62))) + noise
        inside = [g.centres[c] for c in sorted(cells)]
        outside = [at for c, at in g.centres.items() if c not in cells]
        field = g.field.guarantee(field, inside, outside, 30)
        for shift, alpha in ((9.0, 0.10), (6.0, 0.14), (3.0, 0.18)):
            loops = [loop + [shift * 0.6, shift] for loop in g.field.contours(field, 0.42, smooth=2, least=10)]
            nodes.append(dl.Shape(runs(loops), dl.with_alpha(spec.get("shadow", "#4a3312"), alpha)))
        tints: Sequence[str] = spec["tints"]
        loops = g.field.contours(field, 0.42, smooth=2, least=10)
        nodes.append(dl.Shape(runs(loops), tints[min(level, len(tints)) - 1]))
        inner = g.field.contours(field, 0.62, smooth=2, least=10)
        nodes.append(dl.Shape(runs(inner), dl.with_alpha(spec.get("light", "#f3e3b4"), 0.16)))
        nodes.append(dl.Shape(runs(loops), stroke=dl.Stroke(dl.with_alpha(spec["ink"], 0.75), 1.3, min_px=0.6)))
        for extra, alpha in ((0.50, 0.30), (0.58, 0.22)):
            line = g.field.contours(field, extra, smooth=2, least=10)
            nodes.append(dl.Shape(runs(line), stroke=dl.Stroke(dl.with_alpha(spec["ink"], alpha), 0.9, hide_px=0.35)))
    return nodes


def level_numbers(g: Ground, spec: Layer) -> list[dl.Node]:
    """The level of each raised cell, at its lower right."""
    font = dl.Font("Barlow Condensed", float(spec.get("size", 17)), 800)
    return [
        dl.Text(str(level), (x + 30, y + 27), font, spec["color"], halo=str(spec.get("halo", "")), halo_width=2.6)
        for cell, level in sorted(g.board.elevation.items())
        if level > 0
        for x, y in (g.centres[cell],)
    ]


def buildings(g: Ground, spec: Layer) -> list[dl.Node]:
    """Buildings of a terrain: a yard, a shadow, roofs with ridges; neighbours of one group are joined by wings."""
    cells = g.members(dict(spec))
    groups: dict[str, str] = {}
    for number, group in enumerate(spec.get("groups") or ()):
        for cell in group:
            groups[str(cell)] = str(number)
    nodes: list[dl.Node] = []
    yard = spec.get("yard")
    for cell in sorted(cells):
        x, y = g.centres[cell]
        if yard:
            nodes.append(dl.Shape(dl.polygon(blob(39, seed_of(cell)) + [x, y]), dl.with_alpha(yard, 0.75)))
    size = float(spec.get("size", 26))
    parts: list[tuple[float, float, float, float, float]] = []
    for cell in sorted(cells):
        x, y = g.centres[cell]
        for other in g.grid.neighbours(cell):
            if other > cell and other in cells and groups.get(cell, "?") == groups.get(other, "!"):
                ox, oy = g.centres[other]
                angle = float(np.arctan2(oy - y, ox - x))
                parts.append(((x + ox) / 2, (y + oy) / 2, float(np.hypot(ox - x, oy - y)), size * 0.62, angle))
    for cell in sorted(cells):
        x, y = g.centres[cell]
        turn = (seed_of(cell, "turn") % 7 - 3) * 0.13 if cell not in groups else 0.0
        wide, deep = size * (1.25 if spec.get("shape") != "hut" else 0.9), size * (0.95 if cell in groups else 0.78)
        if spec.get("shape") == "farm" and cell not in groups:
            side = -1 if seed_of(cell, "wing") % 2 else 1
            c, s = np.cos(turn), np.sin(turn)
            wx, wy = side * size * 0.42, size * 0.52
            parts.append((x + wx * c - wy * s, y + wx * s + wy * c, size * 0.72, size * 0.5, turn + np.pi / 2))
        parts.append((x, y, wide, deep, turn))
    nodes += [_roof(part, spec, shadow=True) for part in parts]
    nodes += [_roof(part, spec) for part in parts]
    return nodes


def _roof(part: tuple[float, float, float, float, float], spec: Layer, *, shadow: bool = False) -> dl.Node:
    x, y, wide, deep, angle = part
    c, s = float(np.cos(angle)), float(np.sin(angle))
    hw, hd = wide / 2, deep / 2

    def at(*points: tuple[float, float]) -> Array:
        return np.array([(x + px * c - py * s, y + px * s + py * c) for px, py in points])

    if shadow:
        body = at((-hw, -hd), (hw, -hd), (hw, hd), (-hw, hd)) + [3.4, 5.6]
        return dl.Shape(dl.polygon(body), "#00000048")
    inset = min(hw, hd) * (0.9 if spec.get("roof") == "hip" else 0.0)
    lit, dark = (spec["color"], dl.shade(spec["color"], 0.78))
    if -np.pi / 4 < angle < np.pi / 4 or abs(angle) > 3 * np.pi / 4:
        lit, dark = dl.shade(spec["color"], 1.12), dl.shade(spec["color"], 0.84)
    upper = at((-hw, -hd), (hw, -hd), (hw - inset, 0), (-hw + inset, 0))
    lower = at((-hw, hd), (hw, hd), (hw - inset, 0), (-hw + inset, 0))
    edge = dl.Stroke(spec["edge"], 1.3, "round", "round", min_px=0.6)
    shapes = [dl.Shape(dl.polygon(upper), lit, edge), dl.Shape(dl.polygon(lower), dark, edge)]
    if inset:
        for sign, tone in ((-1, 0.94), (1, 0.7)):
            end = at((sign * hw, -hd), (sign * hw, hd), (sign * (hw - inset), 0))
            shapes.append(dl.Shape(dl.polygon(end), dl.shade(spec["color"], tone), edge))
    courses = []
    for k in (0.33, 0.66):
        for sign in (-1, 1):
            courses.append(at((-hw + inset * (1 - k), sign * hd * k), (hw - inset * (1 - k), sign * hd * k)))
    tiles = dl.path_of(courses, closed=False)
    shapes.append(dl.Shape(tiles, stroke=dl.Stroke(dl.with_alpha(spec["edge"], 0.35), 0.7, hide_px=0.4)))
    return dl.Group(tuple(shapes), name="roof")


def dots(g: Ground, spec: Layer) -> list[dl.Node]:
    """The centre dot of each cell, which decides its terrain and its line of sight."""
    r = float(spec.get("r", 1.8))
    path = dl.path_of([blob(r, 3) + [x, y] for x, y in g.centres.values()], closed=True)
    return [dl.Shape(path, spec["color"], dl.Stroke(spec.get("edge", "#00000050"), 0.5))]


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "hedges": hedges,
    "walls": walls,
    "heights": heights,
    "level_numbers": level_numbers,
    "buildings": buildings,
    "dots": dots,
}
