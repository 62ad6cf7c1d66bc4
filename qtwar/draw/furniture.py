"""What is printed round a map: engraved rules with graticule blocks, and a strip with title, legend and scale (look.md 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.draw.lettering import _rose
from qtwar.draw.operational import CROSSINGS
from qtwar.draw.placing import TOWNS

Layer = Mapping[str, Any]


def engraved_frame(g: Ground, spec: Layer) -> list[dl.Node]:
    """Four rules with alternating blocks between them, numbers of columns and rows; `margin` [left, top, right, bottom]."""
    left, top, right, bottom = g.bounds
    w, n, e, s = (float(v) for v in spec.get("margin", (60, 60, 60, 60)))
    paper, ink = spec.get("paper", "#f2e8cb"), spec.get("ink", "#2a1c0c")
    k = float(spec.get("size", 1.0))
    outer = [(left - w, top - n), (right + e, top - n), (right + e, bottom + s), (left - w, bottom + s)]
    hole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    nodes: list[dl.Node] = [dl.Shape(dl.path_of([outer, hole], even_odd=True), paper)]
    for off, width in ((0.0, 2.8), (9.0, 1.2), (36.0, 1.2), (41.0, 3.6)):
        d = off * k
        rule = dl.rectangle(left - d, top - d, right - left + 2 * d, bottom - top + 2 * d)
        nodes.append(dl.Shape(rule, None, dl.Stroke(ink, width * k, join="miter", min_px=0.7)))
    blocks = []
    near, far, step = 11 * k, 34 * k, float(spec.get("every", 400))
    for x in np.arange(left, right, 2 * step).tolist():
        wide = min(step, right - x)
        blocks += [_box(x, top - far, wide, far - near), _box(x, bottom + near, wide, far - near)]
    for y in np.arange(top, bottom, 2 * step).tolist():
        high = min(step, bottom - y)
        blocks += [_box(left - far, y, far - near, high), _box(right + near, y, far - near, high)]
    nodes.append(dl.Shape(dl.path_of(blocks), dl.with_alpha(ink, 0.13)))
    return [*nodes, *_numbers(g, spec, ink, 22.5 * k)]


def _numbers(g: Ground, spec: Layer, ink: str, out: float) -> list[dl.Node]:
    """The numbers of columns above and below, of rows at both sides, where the grid is one of columns and rows."""
    columns, rows = g.board.grid.columns or 0, g.board.grid.rows or 0
    left, top, right, bottom = g.bounds
    font = dl.Font("Barlow Condensed", float(spec.get("numbers", 19)), 700)
    nodes: list[dl.Node] = []
    cells = list(g.centres.values())
    if len(cells) != columns * rows or not columns:
        return nodes
    xs = sorted({round(x, 2) for x, _ in cells})
    ys = sorted({round(y, 2) for x, y in cells if round(x, 2) == xs[0]})
    numbering = g.board.grid.numbering
    lettered = numbering is not None and numbering.pattern.startswith("A") and columns <= 26
    for number, x in enumerate(xs, 1):
        word = chr(64 + number) if lettered else f"{number:02}"
        nodes += [dl.Text(word, (x, y), font, ink, min_px=7) for y in (top - out, bottom + out)]
    for number, y in enumerate(ys, 1):
        word = str(number) if lettered else f"{number:02}"
        nodes += [dl.Text(word, (x, y), font, ink, min_px=7) for x in (left - out, right + out)]
    return nodes


def _box(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def title_strip(g: Ground, spec: Layer) -> list[dl.Node]:
    """Under the map: title and subtitle left, the legend in the middle, a scale bar and a compass right.

    Settings: `below` (u under the map), `size` (of the title's letters), `text` {title, subtitle, scale, note}, `legend`,
    `bar` {cells, units, parts}.
    """
    left, _, right, bottom = g.bounds
    y = bottom + float(spec.get("below", 120))
    size = float(spec.get("size", 90))
    ink, second = spec.get("ink", "#2a1c0c"), spec.get("second", "#8e2f22")
    words = {key: (value.get(g.language) or value["en"]) for key, value in spec["text"].items()}
    serif = "EB Garamond"
    compass = bool(spec.get("compass", True))
    bar = spec.get("bar")
    begin = right - (200 if compass else 20) - float(bar["cells"]) * 100 if bar else right
    # the title keeps clear of what stands right of it
    room = (float(spec.get("legend_at", 2150)) if spec.get("legend") else begin - left) - 50
    nodes: list[dl.Node] = [
        dl.Text(
            words["title"],
            (left + 10, y + size * 0.42),
            dl.Font(serif, size, 700, False, 0.06),
            ink,
            align="l",
            fit=room,
        ),
        dl.Text(
            words["subtitle"],
            (left + 12, y + size * 1.28),
            dl.Font(serif, size * 0.52, 500, words["subtitle"].isascii(), 0.02),
            second,
            align="l",
            fit=room,
        ),
    ]
    x0, step, rows = (
        left + float(spec.get("legend_at", 2150)),
        float(spec.get("legend_step", 420)),
        int(spec.get("rows", 3)),
    )
    font = dl.Font("Barlow Condensed", size * 0.36, 500)
    for k, row in enumerate(spec.get("legend", ())):
        x, at = x0 + (k // rows) * step, y + 4 + (k % rows) * size * 0.62
        nodes += _chip(row, x, at, size / 90)
        text = row["text"].get(g.language) or row["text"]["en"]
        nodes.append(dl.Text(text, (x + 108 * size / 90, at), font, ink, align="l", fit=step - 130 * size / 90))
    if bar:
        parts, whole, x1 = int(bar["parts"]), float(bar["cells"]) * 100, begin
        for k in range(parts):
            part = dl.rectangle(x1 + k * whole / parts, y, whole / parts, 16)
            nodes.append(
                dl.Shape(part, ink if k % 2 == 0 else "#f6edd3", dl.Stroke(ink, 1.8, join="miter", min_px=0.5))
            )
        for k in range(parts + 1):
            value = f"{float(bar['units']) * k / parts:g}"
            nodes.append(
                dl.Text(value, (x1 + k * whole / parts, y + 42), dl.Font("Barlow Condensed", size * 0.34, 600), ink)
            )
        plain = dl.Font("Barlow Condensed", size * 0.34, 500)
        nodes.append(dl.Text(words["scale"], (x1 + whole / 2, y + 84), plain, ink, fit=whole))
    if compass:
        nodes += _rose(right - 78, y + 62, 58)
    if "note" in words:
        small = dl.Font("Barlow Condensed", size * 0.30, 500)
        nodes.append(dl.Text(words["note"], (left + 12, y + size * 1.95), small, "#5a4a28", align="l", fit=room))
    return nodes


def _chip(row: Mapping[str, Any], x: float, y: float, k: float) -> list[dl.Node]:
    """A sample of what is meant, drawn by the map's own painters: a line, a tint, a sign, a crossing."""
    wide = 92 * k
    middle = x + wide / 2
    nodes: list[dl.Node] = []
    if "color" in row:
        nodes.append(dl.Shape(dl.rounded(x, y - 19 * k, wide, 38 * k, 4), row["color"], dl.Stroke("#5a4a2880", 1.2)))
    if "wave" in row:
        peaks = ((0.07, 12), (0.3, -11), (0.52, 4), (0.74, -13), (0.93, 12))
        hills = [(x + wide * part, y + high * k) for part, high in peaks]
        nodes.append(dl.Shape(dl.polygon(hills), row["wave"]))
    line = dl.polyline([(x, y), (x + wide, y)])
    for color, width in row.get("strokes", ()):
        nodes.append(dl.Shape(line, stroke=dl.Stroke(color, float(width) * 1.5, "flat")))
    if "ties" in row:
        ties = [[(x + t, y - 7 * k), (x + t, y + 7 * k)] for t in np.arange(7.0, wide, 14).tolist()]
        nodes.append(dl.Shape(dl.path_of(ties, closed=False), stroke=dl.Stroke(row["ties"], 2.6, "flat")))
    made: list[dl.Node] = []
    if "town" in row:
        made += TOWNS[row["town"]](0.0, 0.0, row, "legend")
    if "crossing" in row:
        made += CROSSINGS[row["crossing"]](14.0, 0.0, row)
    if made:
        nodes.append(dl.Group(tuple(made), transform=(1.5 * k, 0, 0, 1.5 * k, middle, y)))
    return nodes


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {
    "engraved_frame": engraved_frame,
    "title_strip": title_strip,
}
