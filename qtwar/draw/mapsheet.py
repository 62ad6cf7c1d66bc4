"""What is printed on and round a tactical map: marks of hexes, and paper with a stencilled title and a legend."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.draw.polylines import outline

Layer = Mapping[str, Any]


def outer_loops(g: Ground, cells: set[str]) -> list[list[tuple[float, float]]]:
    """Return the outer sides of a group of cells joined into loops; at the border they go on over parts of cells beyond it."""
    shapes = [g.grid.polygon(cell) for cell in sorted(cells)]
    middle = max(g.centres, key=lambda cell: (len(list(g.grid.neighbours(cell))), cell))
    ways = [np.subtract(g.centres[other], g.centres[middle]) for other in g.grid.neighbours(middle)]
    beyond: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for cell in sorted(cells):
        for dx, dy in ways:
            x, y = g.centres[cell][0] + dx, g.centres[cell][1] + dy
            if g.grid.from_pixel(float(x), float(y)) is None:
                beyond[round(x), round(y)] = [(px + float(dx), py + float(dy)) for px, py in g.grid.polygon(cell)]
    return outline([*shapes, *beyond.values()])


def hex_marks(g: Ground, spec: Layer) -> list[dl.Node]:
    """Centre dots in the colour of the cell's terrain, its number at the top, its level beside it where it is raised.

    Settings: `dots` {terrain: colour}, `dot` (radius), `edge`, `size`, `ink`, `halo`, `level_ink`, `dark` (terrains) with
    `dark_ink`, `dark_halo` and `dark_dot` (radius, where a small dot would be lost), `far_from` (zoom from which numbers stand).
    """
    nodes: list[dl.Node] = []
    radius, size = float(spec.get("dot", 2.6)), float(spec.get("size", 11))
    dots: list[dl.Node] = []
    for terrain, color in (spec.get("dots") or {}).items():
        at = [g.centres[c] for c, t in g.board.terrain.items() if t == terrain]
        lost = terrain in spec.get("dark", ())
        wide = float(spec.get("dark_dot", radius)) if lost else radius
        ring = np.array([(np.cos(a) * wide, np.sin(a) * wide) for a in np.arange(12) * np.pi / 6])
        if at:
            edge = dl.Stroke(str(spec.get("edge", "#1d2410")), 2.4 if wide > radius else 0.8)
            dots.append(dl.Shape(dl.path_of([ring + p for p in at]), color, edge))
    nodes.append(dl.Group(tuple(dots), name="dots", min_zoom=dl.FAR))
    words: list[dl.Node] = []
    font, bold = dl.Font("Barlow Condensed", size, 600), dl.Font("Barlow Condensed", size, 800)
    for cell, (x, y) in g.centres.items():
        dark = g.board.terrain.get(cell) in spec.get("dark", ())
        ink, halo = (spec["dark_ink"], spec["dark_halo"]) if dark else (spec["ink"], spec["halo"])
        level = g.board.elevation.get(cell, 0)
        shift = -5.5 if level else 0.0
        top = y - 43.5
        words.append(dl.Text(cell, (x + shift, top), font, ink, valign="t", halo=halo, halo_width=1.5, min_px=7.5, power=0.7))
        if level:
            up = "#ffe08a" if dark else str(spec.get("level_ink", "#8e2f22"))
            beside = (x + 11.5, top)
            words.append(dl.Text(f"▲{level}", beside, bold, up, "l", "t", halo=halo, halo_width=1.5, min_px=7.5, power=0.7))
    nodes.append(dl.Group(tuple(words), name="numbers", min_zoom=float(spec.get("far_from", 44))))
    return nodes


def _seen(items: Iterable[Any], language: str) -> list[tuple[Any, str]]:
    return [(row, str(row["text"].get(language) or row["text"]["en"])) for row in items]


def stencil_strip(g: Ground, spec: Layer) -> list[dl.Node]:
    """Paper round the map with a neat line; under it a stencilled title, a note and the legend.

    Settings: `margin` [left, top, right, bottom], `paper`, `ink`, `second`, `size`, `text` {subtitle, note, and title where it
    is not the board's name}, `legend` [{text, fill, dots, strokes, teeth}], `legend_at`, `legend_step`, `rows`, `rose`
    {en, ja} (a rose of the numbered directions at the right, with these words under it).
    """
    left, top, right, bottom = g.bounds
    w, n, e, s = (float(v) for v in spec["margin"])
    ink, size = str(spec.get("ink", "#2c3a1c")), float(spec.get("size", 60))
    name = g.board.name.get(g.language)
    words = {"title": name.upper() if name.isascii() else name}
    words.update({k: str(v.get(g.language) or v["en"]) for k, v in spec["text"].items()})
    outer = [(left - w, top - n), (right + e, top - n), (right + e, bottom + s), (left - w, bottom + s)]
    hole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    line = dl.rectangle(left, top, right - left, bottom - top)
    thin = dl.rectangle(left - 9, top - 9, right - left + 18, bottom - top + 18)
    y = bottom + 52
    family = "Saira Stencil One"
    nodes: list[dl.Node] = [
        dl.Shape(dl.path_of([outer, hole], even_odd=True), str(spec.get("paper", "#e9e0bf"))),
        dl.Shape(line, None, dl.Stroke(ink, 3, join="miter", min_px=1)),
        dl.Shape(thin, None, dl.Stroke(ink, 1, join="miter", hide_px=0.4)),
        dl.Text(words["title"], (left + 2, y), dl.Font(family, size, 400, False, 0.04), ink, align="l", fit=760),
    ]
    second = str(spec.get("second", "#8e2f22"))
    small = dl.Font("Barlow Condensed", size * 0.40, 600, False, 0.06)
    nodes.append(dl.Text(words["subtitle"], (left + 4, y + size * 0.86), small, second, align="l", fit=760))
    plain = dl.Font("Barlow Condensed", size * 0.33, 500)
    nodes.append(dl.Text(words["note"], (left + 4, y + size * 1.46), plain, "#6b5a30", align="l", fit=760))
    x0, step, rows = left + float(spec["legend_at"]), float(spec["legend_step"]), int(spec.get("rows", 3))
    for k, (row, text) in enumerate(_seen(spec["legend"], g.language)):
        x, at = x0 + (k // rows) * step, bottom + 44 + (k % rows) * 40
        nodes += _sample(x, at, row)
        nodes.append(dl.Text(text, (x + 62, at), dl.Font("Barlow Condensed", 21, 500), ink, align="l", fit=step - 74))
    if "rose" in spec:
        nodes += _rose(g, (right - 96, bottom + 86), ink, second)
        words_ = spec["rose"].get(g.language) or spec["rose"]["en"]
        nodes.append(dl.Text(str(words_), (right - 96, bottom + 190), dl.Font("Barlow Condensed", 20, 500), ink, fit=190))
    return nodes


def _rose(g: Ground, at: tuple[float, float], ink: str, second: str) -> list[dl.Node]:
    """The directions in which a cell has neighbours, numbered clockwise from the northern one, as a die names them."""
    middle = max(g.centres, key=lambda cell: (len(list(g.grid.neighbours(cell))), cell))
    x, y = at
    edge = [(x + (px - g.centres[middle][0]) * 0.62, y + (py - g.centres[middle][1]) * 0.62) for px, py in g.grid.polygon(middle)]
    nodes: list[dl.Node] = [dl.Shape(dl.polygon(edge), None, dl.Stroke(ink, 1.6))]
    for number, way in enumerate(g.grid.directions(middle), 1):
        to = g.grid.toward(middle, way)
        if to is None:
            continue
        step = np.subtract(g.centres[to], g.centres[middle])
        dx, dy = (float(v) for v in step / np.hypot(*step))
        tint = second if number == 1 else ink
        tip, left, right = (x + dx * 54, y + dy * 54), (x - dy * 8, y + dx * 8), (x + dy * 8, y - dx * 8)
        nodes.append(dl.Shape(dl.polygon([left, tip, right]), tint, dl.Stroke("#fffdf2", 1)))
        nodes.append(dl.Text(str(number), (x + dx * 70, y + dy * 70), dl.Font("Barlow Condensed", 24, 700), tint))
    return nodes


def _sample(x: float, y: float, row: Layer) -> list[dl.Node]:
    """A chip of the legend."""
    nodes: list[dl.Node] = []
    if "fill" in row:
        nodes.append(dl.Shape(dl.rounded(x, y - 15, 50, 30, 3), str(row["fill"]), dl.Stroke("#1d241078", 1.2)))
    for color, width in row.get("strokes", ()):
        nodes.append(dl.Shape(dl.polyline([(x, y), (x + 50, y)]), stroke=dl.Stroke(str(color), float(width), "flat")))
    if "dots" in row:
        nodes.append(dl.Shape(dl.ellipse(x + 25, y, 5, 5), str(row["dots"]), dl.Stroke("#1d2410", 1.4)))
    if "teeth" in row:
        nodes.append(dl.Shape(dl.polyline([(x, y - 6), (x + 50, y - 6)]), stroke=dl.Stroke("#f7ebc4", 4, "flat")))
        at = [(x + t, y + (10 if k % 2 else 5)) for k, t in enumerate(range(4, 50, 6))]
        points = [[(tx - 2, y - 3), (tx + 2, y - 3), (tx, ty)] for tx, ty in at]
        nodes.append(dl.Shape(dl.path_of(points), str(row["teeth"])))
    return nodes


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {"hex_marks": hex_marks, "stencil_strip": stencil_strip}
