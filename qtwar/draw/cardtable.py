"""Painters of a table for cards: felt, a printed place for every card, names of rows and columns at the border."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground

Layer = Mapping[str, Any]


def felt(g: Ground, spec: Layer) -> list[dl.Node]:
    """The cloth: `color`, and short fibres of the tones `fibres` [light, dark], one in `every` u each way."""
    left, top, right, bottom = _sheet(g, spec)
    nodes: list[dl.Node] = [dl.Shape(dl.rectangle(left, top, right - left, bottom - top), spec["color"])]
    every = float(spec.get("every", 26))
    rng = np.random.default_rng(g.seed)
    count = int((right - left) * (bottom - top) / every**2)
    for tone in spec.get("fibres", ()):
        at = rng.random((count, 2)) * [right - left, bottom - top] + [left, top]
        turn, long = rng.random(count) * np.pi, rng.uniform(2.5, 6.5, count)
        way = np.column_stack((np.cos(turn), np.sin(turn))) * long[:, None]
        fibres = [[(float(a[0]), float(a[1])), (float(b[0]), float(b[1]))] for a, b in zip(at, at + way, strict=True)]
        shape = dl.Shape(dl.path_of(fibres, closed=False), stroke=dl.Stroke(tone, 0.9, hide_px=0.25))
        nodes.append(dl.Group((shape,), name="fibres", min_zoom=dl.NEAR))
    return nodes


def slots(g: Ground, spec: Layer) -> list[dl.Node]:
    """A place for each card: a sunk field with corners, what a person calls it in the middle.

    Settings: `fill`, `line`, `text` (colours), `size` (of the number); `areas` {area: the same, and `plain`: no number}.
    """
    looks = {
        cell: {**spec, **look} for area, look in (spec.get("areas") or {}).items() for cell in g.members({"area": area})
    }
    nodes: list[dl.Node] = []
    for cell, (x, y) in g.centres.items():
        corners = g.grid.polygon(cell)
        cx, cy = min(p[0] for p in corners), min(p[1] for p in corners)
        w, h = max(p[0] for p in corners) - cx, max(p[1] for p in corners) - cy
        look = looks.get(cell, spec)
        r = w * 0.035
        nodes.append(dl.Shape(dl.rounded(cx, cy, w, h, r), look["fill"]))
        sunk = dl.polyline([(cx + r, cy + h - 2), (cx + 2, cy + h - r), (cx + 2, cy + r), (cx + r, cy + 2), (cx + w - r, cy + 2)])
        nodes.append(dl.Shape(sunk, stroke=dl.Stroke("#00000038", 3, hide_px=0.4)))
        frame = dl.Stroke(look["line"], 1.6, min_px=0.6)
        nodes.append(dl.Shape(dl.rounded(cx + 5, cy + 5, w - 10, h - 10, r), None, frame))
        reach = w * 0.1
        marks = [
            [(cx + ox + dx * reach, cy + oy), (cx + ox, cy + oy), (cx + ox, cy + oy + dy * reach)]
            for ox, oy, dx, dy in ((14, 14, 1, 1), (w - 14, 14, -1, 1), (w - 14, h - 14, -1, -1), (14, h - 14, 1, -1))
        ]
        nodes.append(dl.Shape(dl.path_of(marks, closed=False), stroke=dl.Stroke(look["line"], 2.6, hide_px=0.4)))
        if not look.get("plain"):
            font = dl.Font("Barlow Condensed", float(look.get("size", 34)), 600, False, 0.06)
            words = g.board.cell_words(cell, g.language)
            nodes.append(dl.Text(words, (x, y), font, look["text"], fit=w * 0.8, min_px=8, power=0.7))
    return nodes


def heads(g: Ground, spec: Layer) -> list[dl.Node]:
    """Names of areas at the left border, turned; the numbers of columns at the top.

    Settings: `margin` [left, top, right, bottom], `paper`, `text`, `rule` (colours), `size`, `areas` (whose names),
    `columns` {en, ja} with `{n}` for the number.
    """
    left, top, right, bottom = g.bounds
    w, n, e, s = (float(v) for v in spec.get("margin", (60, 60, 40, 40)))
    outer = [(left - w, top - n), (right + e, top - n), (right + e, bottom + s), (left - w, bottom + s)]
    hole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    nodes: list[dl.Node] = [dl.Shape(dl.path_of([outer, hole], even_odd=True), spec["paper"])]
    rule = dl.rectangle(left - w + 8, top - n + 8, right - left + w + e - 16, bottom - top + n + s - 16)
    nodes.append(dl.Shape(rule, None, dl.Stroke(spec["rule"], 2.0, join="miter", min_px=0.6)))
    font = dl.Font("Barlow Condensed", float(spec.get("size", 30)), 600, False, 0.08)
    names = {area.id: area for area in g.board.areas}
    for ident in spec.get("areas", ()):
        area = names.get(ident)
        if area is None or not area.cells:
            continue
        ys = [g.centres[cell][1] for cell in area.cells]
        at = (left - w / 2 + 4, (min(ys) + max(ys)) / 2)
        nodes.append(dl.Text(_capitals(area.name.get(g.language)), at, font, spec["text"], rotate=-90, min_px=7))
    columns = sorted({round(x, 2) for x, _ in g.centres.values()})
    words: Mapping[str, str] = spec.get("columns") or {}
    for number, x in enumerate(columns if words else (), 1):
        word = str(words.get(g.language) or words["en"]).replace("{n}", str(number))
        nodes.append(dl.Text(_capitals(word), (x, top - n / 2 + 4), font, spec["text"], min_px=7))
    return nodes


def _capitals(words: str) -> str:
    return words.upper() if words.isascii() else words


def _sheet(g: Ground, spec: Layer) -> tuple[float, float, float, float]:
    left, top, right, bottom = g.bounds
    rim = float(spec.get("rim", 0))
    return left - rim, top - rim, right + rim, bottom + rim


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {"felt": felt, "slots": slots, "heads": heads}
