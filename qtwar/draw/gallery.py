"""Everything of a title on one sheet, to be looked at in review: counters, backs, symbols, and the kinds of its map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.draw import counter as faces
from qtwar.draw import displaylist as dl

GAP = 26.0
COLUMNS = 14
TABLE = "#cfc4a3"
_HEAD = dl.Font("Saira Stencil One", 44, 400, tracking=0.04)
_WORD = dl.Font("Barlow Condensed", 15, 500)


def gallery(
    title: str,
    counters: Iterable[tuple[str, dl.DisplayList]],
    sheet: faces.CounterTemplates,
    boards: Sequence[tuple[str, dl.DisplayList]] = (),
    palette: str = "standard",
) -> dl.DisplayList:
    """Return one sheet: each counter (name, face) at full size with its small and simple form, backs, symbols, boards."""
    nodes: list[dl.Node] = []
    width = COLUMNS * (100 + GAP) + GAP
    y = _headline(nodes, title, 20)
    y = _tiles(nodes, list(counters), y)
    y = _headline(nodes, "Backs", y)
    backs = [(name, faces.draw_hidden(sheet, name, palette)) for name in sheet.backs]
    y = _tiles(nodes, backs, y)
    y = _headline(nodes, "Symbols", y)
    y = _tiles(nodes, [(name, _symbol(sheet, name)) for name in sheet.symbols.names()], y)
    for name, display in boards:
        y = _headline(nodes, name, y)
        left, top, right, bottom = display.bounds
        k = (width - 2 * GAP) / (right - left)
        matrix = (k, 0.0, 0.0, k, GAP - left * k, y - top * k)
        nodes.append(dl.Group(display.nodes, name="board", transform=matrix))
        y += (bottom - top) * k + GAP
    ground = dl.Shape(dl.rectangle(0, 0, width, y + GAP), TABLE)
    return dl.DisplayList((0, 0, width, y + GAP), (ground, *nodes), {"gallery": title})


def template_faces(
    sheet: faces.CounterTemplates, kinds: Iterable[tuple[str, str, Mapping[str, Any]]], palette: str = "standard"
) -> list[tuple[str, dl.DisplayList]]:
    """Return (name, face) of each face of kinds given as (name, template, fields); raise DataFault naming the kind."""
    out: list[tuple[str, dl.DisplayList]] = []
    for name, template, fields in kinds:
        for face in faces.face_names(sheet, template):
            if face == "simple":
                continue
            try:
                display = faces.draw_face(sheet, template, face, fields, palette)
            except DataFault as fault:
                raise DataFault("fault.draw.of", name=name, what=fault.message) from fault
            out.append((name if face == "front" else f"{name} {face}", display))
    return out


def _headline(nodes: list[dl.Node], words: str, y: float) -> float:
    nodes.append(dl.Text(words.upper(), (GAP, y + 34), _HEAD, "#2a2a22", align="l"))
    nodes.append(dl.Shape(dl.rectangle(GAP, y + 64, COLUMNS * (100 + GAP) - GAP, 2), "#a8893f"))
    return y + 88


def _tiles(nodes: list[dl.Node], items: Sequence[tuple[str, dl.DisplayList]], y: float) -> float:
    """Lay faces out in rows, those of one size together."""
    sizes: dict[tuple[float, float], list[tuple[str, dl.DisplayList]]] = {}
    for name, display in items:
        left, top, right, bottom = display.bounds
        sizes.setdefault((right + left, bottom + top), []).append((name, display))
    room = COLUMNS * (100 + GAP)
    for (wide, high), group in sizes.items():
        columns = max(1, int(room // (wide + GAP)))
        for number, (name, display) in enumerate(group):
            x, top = GAP + number % columns * (wide + GAP), y + number // columns * (high + 52)
            nodes.append(dl.Group(display.nodes, name=name, transform=(1, 0, 0, 1, x, top)))
            nodes.append(dl.Text(name, (x + wide / 2, top + high + 22), _WORD, "#2a2a22", fit=wide + 12))
        y += (len(group) + columns - 1) // columns * (high + 52)
    return y + GAP


def _symbol(sheet: faces.CounterTemplates, name: str) -> dl.DisplayList:
    colors = {"ink": "#14140e", "paper": "#f6f0de", "frame": "#14140e", "accent": "#eebf45", "edge": "#5d120c"}
    drawn = sheet.symbols.draw(name, (8, 8, 84, 84), {**colors, "glint": "#ffffff9a", "shade": "#cfc4a3"})
    plate = dl.Shape(dl.rounded(0, 0, 100, 100, 6), "#e6ddbf", dl.Stroke("#a8893f", 1))
    return dl.DisplayList((0, 0, 100, 100), (plate, *drawn))
