"""Painters of what is printed over the land: grid, cell ids, places, names, bases, outlines, frame, cartouche."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw import polylines
from qtwar.draw.curvednames import by_hand, courses, regions
from qtwar.draw.fields import blob, seed_of
from qtwar.draw.ground import Ground

Layer = Mapping[str, Any]


def _font(spec: Layer) -> dl.Font:
    return dl.Font(
        str(spec.get("family", "Alegreya Sans")),
        float(spec.get("size", 19)),
        int(spec.get("weight", 700)),
        bool(spec.get("italic", False)),
        float(spec.get("tracking", 0)),
    )


def grid(g: Ground, spec: Layer) -> list[dl.Node]:
    """The sides of all cells, each once; a `halo` under them keeps them readable over trees and water, small too."""
    sides = polylines.sides_of([g.grid.polygon(cell) for cell in g.shown])
    path = dl.Path(dl.frozen_floats(sides.reshape(-1, 2)), dl.frozen_ints(np.arange(len(sides)) * 2), closed=False)
    width = float(spec.get("width", 1.2))
    if "halo" not in spec:
        return [dl.Shape(path, stroke=dl.Stroke(spec["color"], width, "flat", min_px=0.5))]
    halo = dl.Shape(path, stroke=dl.Stroke(spec["halo"], width * 4.2, "flat", min_px=2.6))
    return [halo, dl.Shape(path, stroke=dl.Stroke(spec["color"], width, "flat", min_px=0.8))]


def ids(g: Ground, spec: Layer) -> list[dl.Node]:
    """Cell numbers, top left in squares, top centre in hexes, amid a card's place; hidden when they would be too small."""
    size = float(spec.get("size", 11))
    font = dl.Font("Barlow Condensed", size, 500)
    square = g.board.grid.kind == "square"
    rise = size / 2 if g.board.grid.kind == "cards" else 42
    nodes: list[dl.Node] = []
    for cell, (x, y) in g.shown.items():
        at = (x - 46, y - 45) if square else (x, y - rise)
        color = spec.get("sea_color", spec["color"]) if g.board.terrain.get(cell) in spec.get("sea", ()) else spec["color"]
        nodes.append(
            dl.Text(
                cell, at, font, color, align="l" if square else "c", valign="t", min_px=8, power=0.7,
                halo=spec.get("halo", ""), halo_width=1.6 if "halo" in spec else 0.0,
            )
        )  # fmt: skip
    return nodes


def outline(g: Ground, spec: Layer) -> list[dl.Node]:
    """The outer sides of a group of cells, cased and dashed."""
    lines = polylines.outline(g.grid.polygon(cell) for cell in sorted(g.members(dict(spec))))
    path = dl.path_of(lines, closed=False)
    return [
        dl.Shape(path, stroke=dl.Stroke(dl.with_alpha(spec.get("under", "#fff6d8"), 0.8), 8, join="miter")),
        dl.Shape(path, stroke=dl.Stroke(spec["color"], 4, "flat", "miter", dash=(16, 8), min_px=1.2)),
    ]


def places(g: Ground, spec: Layer) -> list[dl.Node]:
    """Towns, cities, bases: a sign for each cell with a feature (or a label of a style), on the river if one runs through."""
    nodes: list[dl.Node] = []
    cells = g.members(dict(spec)) - g.members(dict(spec.get("without") or {}))
    if "labels" in spec:
        cells |= {str(label.at) for label in g.board.labels if label.style == spec["labels"]}
    for cell in sorted(cells):
        x, y = sign_at(g, cell, bool(spec.get("on_river", True)))
        nodes += SIGNS[spec["sign"]](x, y, spec, cell)
    return nodes


def sign_at(g: Ground, cell: str, on_river: bool) -> tuple[float, float]:
    """Return where the sign of a place stands: the nearest point of a course in its cell, or the centre; never in the sea."""
    x, y = g.centres[cell]
    best: tuple[float, float, float] | None = None
    for number, path in enumerate(g.board.paths if on_river else ()):
        if cell not in path.cells:
            continue
        line = g.courses_made.get(number)
        if line is None:
            continue
        near = line[(np.abs(line[:, 0] - x) < 42) & (np.abs(line[:, 1] - y) < 34)]
        if len(near):
            d = np.hypot(near[:, 0] - x, near[:, 1] - y)
            k = int(d.argmin())
            if best is None or d[k] < best[0]:
                best = (float(d[k]), float(near[k, 0]), float(near[k, 1]))
    at = (best[1], best[2]) if best is not None else (x, y)
    return _ashore(g, (x, y), at)


def _ashore(g: Ground, centre: tuple[float, float], at: tuple[float, float]) -> tuple[float, float]:
    """The nearest dry spot of the cell, where there is one."""
    if g.land is None:
        return at
    dx, dy = np.meshgrid(np.arange(-38, 39, 4.0), np.arange(-38, 23, 4.0))
    px, py = np.append(centre[0] + dx.ravel(), at[0]), np.append(centre[1] + dy.ravel(), at[1])
    dry = g.field.sample(g.land, px, py) > 0.54
    if dry[-1] or not dry.any():
        return at
    far = np.where(dry, np.hypot(px - at[0], py - at[1]), 1e9)
    k = int(far.argmin())
    return float(px[k]), float(py[k])


def _ring(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    return [
        dl.Shape(dl.ellipse(x, y, 9.5, 9.5), "#fff8e6", dl.Stroke("#6d2c1c", 2.4)),
        dl.Shape(dl.ellipse(x, y, 4.4, 4.4), "#b3462c"),
    ]


def _block(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    radius = float(spec.get("size", 18))
    shape = dl.polygon(blob(radius, seed_of(cell), 11, 0.2) + [x, y])
    lines = [[(x + t, y - 40), (x + t + 12, y + 40)] for t in range(-40, 41, 9)]
    lines += [[(x - 40, y + t), (x + 40, y + t - 10)] for t in range(-40, 41, 9)]
    streets = dl.Shape(dl.path_of(lines, closed=False), stroke=dl.Stroke("#fff3e0d2", 1.6, hide_px=0.5))
    return [
        dl.Shape(shape, spec.get("color", "#d98f6c")),
        dl.Group((streets,), clip=shape, min_zoom=40),
        dl.Shape(shape, stroke=dl.Stroke(spec.get("edge", "#6d2c1c"), 2)),
    ]


def _dot(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    return [dl.Shape(dl.ellipse(x, y, 4, 4), spec.get("color", "#4a3b2c"))]


def _anchor(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    ink = spec.get("color", "#31451f")
    line = dl.Stroke(ink, 2.4)
    return [
        dl.Shape(dl.rounded(x - 13, y - 13, 26, 26, 4), "#f6f0da", line),
        dl.Shape(dl.polyline([(x, y - 5), (x, y + 8)]), stroke=line),
        dl.Shape(dl.polyline([(x - 5, y - 2), (x + 5, y - 2)]), stroke=line),
        dl.Shape(
            dl.polyline([(x - 8, y + 2), (x - 6, y + 7), (x, y + 9), (x + 6, y + 7), (x + 8, y + 2)]), stroke=line
        ),
        dl.Shape(dl.ellipse(x, y - 7.5, 2.2, 2.2), None, dl.Stroke(ink, 1.8)),
    ]


SIGNS: dict[str, Callable[[float, float, Layer, str], list[dl.Node]]] = {
    "ring": _ring,
    "block": _block,
    "dot": _dot,
    "anchor": _anchor,
}


def _hexagon(x: float, y: float, r: float, color: dl.Color) -> list[dl.Node]:
    corners = [(x + r * math.cos(math.radians(60 * k + 30)), y + r * math.sin(math.radians(60 * k + 30))) for k in range(6)]
    shape = dl.polygon(corners)
    return [
        dl.Shape(shape, "#fdf3dc", dl.Stroke("#fdf3dc", 5, join="miter")),
        dl.Shape(shape, color, dl.Stroke("#5d120c", 1.6)),
    ]


def _badge(x: float, y: float, spec: Layer, cell: str) -> list[dl.Node]:
    return _hexagon(x, y, 13, spec.get("color", "#a3271d"))


SIGNS["badge"] = _badge


def badges(g: Ground, spec: Layer) -> list[dl.Node]:
    """Labels of one style as hexagonal badges in the lower right of their cell."""
    nodes: list[dl.Node] = []
    for label in g.board.labels:
        if label.style != spec["style"] or not isinstance(label.at, str):
            continue
        cx, cy = g.centres[label.at]
        x, y = cx + 31, cy + 31
        nodes += _hexagon(x, y, 18.5, spec["color"])
        font = dl.Font("Barlow Condensed", 18, 700)
        nodes.append(dl.Text(label.text.get(g.language), (x, y), font, "#fff3da", min_px=6, fit=30))
    return nodes


def names(g: Ground, spec: Layer) -> list[dl.Node]:
    """Labels of one style as words: in the name strip at the foot of the cell, so that no stack covers them."""
    latin = _font(spec)
    # Japanese stands upright, and a little smaller beside Latin of the same size (look.md 6)
    upright = replace(latin, italic=False, size=latin.size * 0.92)
    nodes: list[dl.Node] = []
    halo, width = spec.get("halo", "#fdf8e4e0"), float(spec.get("halo_width", 3.2))
    for label in g.board.labels:
        if label.style != spec["style"]:
            continue
        words = label.text.get(g.language)
        if spec.get("capitals"):
            words = words.upper()
        if label.along:
            placed = by_hand(g, label, words, latin if words.isascii() else upright, {**spec, "halo": halo})
            if placed is not None:
                nodes.append(placed)
                continue
        if isinstance(label.at, str):
            cx, cy = g.centres[label.at]
        else:
            cx, cy = label.at
        dx, dy = (spec.get("offset") or (0, 38)) if label.offset is None else label.offset
        if spec.get("follow") and isinstance(label.at, str) and label.offset is None:
            # the strip stays free of stacks; within it the name stands below its sign
            sx, sy = sign_at(g, label.at, True)
            dx, dy = max(-26.0, min(26.0, sx - cx)), max(float(dy), min(42.0, sy - cy + 23))
        nodes.append(
            dl.Text(
                words,
                (cx + float(dx), cy + float(dy)),
                latin if words.isascii() else upright,
                spec["color"],
                rotate=float(label.angle or 0),
                halo=halo,
                halo_width=width,
                min_px=float(spec.get("min_px", 6.5)),
                power=0.7,
            )
        )
    return nodes


def frame(g: Ground, spec: Layer) -> list[dl.Node]:
    """The printed margin: paper, neat lines, and the numbers of columns and rows."""
    left, top, right, bottom = g.bounds
    m = 46.0
    paper, ink = spec.get("paper", "#efe6c8"), spec.get("ink", "#2a2a22")
    outer = [(left - m, top - m), (right + m, top - m), (right + m, bottom + m), (left - m, bottom + m)]
    hole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    nodes: list[dl.Node] = [
        dl.Shape(dl.path_of([outer, hole], even_odd=True), paper),
        dl.Shape(dl.rectangle(left, top, right - left, bottom - top), None, dl.Stroke(ink, 3, join="miter", min_px=1)),
        dl.Shape(
            dl.rectangle(left - m + 6, top - m + 6, right - left + 2 * m - 12, bottom - top + 2 * m - 12),
            None,
            dl.Stroke(ink, 1, join="miter"),
        ),
    ]
    font = dl.Font("Barlow Condensed", 17, 700)
    if g.board.grid.kind == "square":
        columns, rows = g.board.grid.columns or 0, g.board.grid.rows or 0
        for k in range(columns):
            for y in (top - 20, bottom + 20):
                nodes.append(dl.Text(f"{k + 1:02}", (left + 50 + 100 * k, y), font, ink, min_px=7))
        for k in range(rows):
            for x in (left - 20, right + 20):
                nodes.append(dl.Text(f"{k + 1:02}", (x, top + 50 + 100 * k), font, ink, min_px=7))
    return nodes


def cartouche(g: Ground, spec: Layer) -> list[dl.Node]:
    """Title, subtitle, legend and compass on paper, over the sea."""
    x, y = (float(v) * 100 for v in spec["at"])
    w, h = spec.get("size", (530, 330))
    words = {k: (v.get(g.language) or v["en"]) for k, v in spec["text"].items()}
    nodes: list[dl.Node] = [
        dl.Shape(dl.rounded(x + 6, y + 8, w, h, 6), "#10252e3c"),
        dl.Shape(dl.rounded(x, y, w, h, 6), "#f3ebd0", dl.Stroke("#2a2a22", 3)),
        dl.Shape(dl.rounded(x + 8, y + 8, w - 16, h - 16, 3), None, dl.Stroke("#a8893f", 1.6)),
        dl.Text(words["title"], (x + w / 2, y + 58), dl.Font("Saira Stencil One", 64, 400, False, 0.05), "#2b3a1f"),
        dl.Text(
            words["subtitle"], (x + w / 2, y + 108), dl.Font("Barlow Condensed", 21, 600, False, 0.07), "#7d1f18", fit=w - 60
        ),
        dl.Shape(dl.polyline([(x + 36, y + 130), (x + w - 36, y + 130)]), stroke=dl.Stroke("#a8893f", 1.6)),
    ]
    font = dl.Font("Barlow Condensed", 19, 500)
    for k, row in enumerate(spec.get("legend", ())):
        lx, ly = x + 34 + (k % 2) * 180, y + 158 + (k // 2) * 34
        nodes += _chip(row, lx, ly)
        nodes.append(dl.Text(row["text"].get(g.language) or row["text"]["en"], (lx + 62, ly), font, "#2a2a22", align="l"))
    nodes += _rose(x + w - 78, y + h - 86, 44)
    return nodes


def _chip(row: Mapping[str, Any], x: float, y: float) -> list[dl.Node]:
    line = dl.polyline([(x, y), (x + 50, y)])
    if row["kind"] == "line":
        out: list[dl.Node] = []
        for color, width in row["strokes"]:
            out.append(dl.Shape(line, stroke=dl.Stroke(color, width, "flat", dash=tuple(row.get("dash", ())))))
        return out
    if row["kind"] == "area":
        return [dl.Shape(dl.rounded(x + 2, y - 13, 46, 26, 3), row["color"])]
    return list(SIGNS[row["sign"]](x + 25, y, row, "legend"))


def _rose(x: float, y: float, r: float) -> list[dl.Node]:
    nodes: list[dl.Node] = []
    for k in (*range(1, 8, 2), *range(0, 8, 2)):
        a = math.radians(45 * k)
        reach = r if k % 2 == 0 else r * 0.62
        tip = (x + reach * math.sin(a), y - reach * math.cos(a))
        for turn, color in ((22.5, "#2a2a22"), (-22.5, "#e9dcb2")):
            b = a + math.radians(turn)
            foot = (x + r * 0.2 * math.sin(b), y - r * 0.2 * math.cos(b))
            nodes.append(dl.Shape(dl.polygon([(x, y), tip, foot]), color, dl.Stroke("#2a2a22", 0.8)))
    nodes.append(dl.Text("N", (x, y - r - 13), dl.Font("EB Garamond", 22, 700), "#2a2a22"))
    return nodes


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "grid": grid,
    "ids": ids,
    "outline": outline,
    "places": places,
    "badges": badges,
    "names": names,
    "courses": courses,
    "regions": regions,
    "frame": frame,
    "cartouche": cartouche,
}
