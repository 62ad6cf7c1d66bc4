"""Painters of displays: boards of panels with boxes on them, such as organisation displays, turn records and tracks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.model.art import TiledPicture
from qtwar.model.board import Box

Layer = Mapping[str, Any]


def panels(g: Ground, spec: Layer) -> list[dl.Node]:
    """Each cell of a board of areas as a printed card: shadow, paper, double frame, and its name on a strip.

    Settings: `paper`, `ink`, `frame`, `strip`, `text` (colours), `strip_height`, `size`, `family` (of headings); `kinds`
    {a label's `kind` attribute: colours}. The name is the label of style `panel` at the cell; its attribute `note` {en, ja}
    stands at the right.
    """
    words = {label.at: label for label in g.board.labels if label.style == "panel"}
    nodes: list[dl.Node] = []
    high, size = float(spec.get("strip_height", 30)), float(spec.get("size", 21))
    for cell in g.centres:
        corners = g.grid.polygon(cell)
        xs, ys = [p[0] for p in corners], [p[1] for p in corners]
        x, y, w, h = min(xs) + 2, min(ys) + 2, max(xs) - min(xs) - 8, max(ys) - min(ys) - 10
        label = words.get(cell)
        kind = str(label.attrs.get("kind", "")) if label is not None else ""
        look = {**spec, **((spec.get("kinds") or {}).get(kind) or {})}
        for k in range(1, 4):
            nodes.append(dl.Shape(dl.rounded(x + 2 * k, y + 2.6 * k, w, h, 7), "#140f0514"))
        nodes.append(dl.Shape(dl.rounded(x, y, w, h, 7), look["paper"], dl.Stroke(look["ink"], 2.2, min_px=0.6)))
        nodes.append(dl.Shape(dl.rounded(x + 4.5, y + 4.5, w - 9, h - 9, 4), None, dl.Stroke(look["frame"], 1.2)))
        if label is None:
            continue
        nodes.append(dl.Shape(dl.rounded(x + 4.5, y + 4.5, w - 9, high, 4), look["strip"]))
        name = label.text.get(g.language)
        font = _heading(spec, size)
        middle = y + 4.5 + high / 2
        note = label.attrs.get("note") or {}
        right = str(note.get(g.language) or note.get("en") or "")
        room = (w - 40) * (0.62 if right else 1.0)
        shown = name.upper() if name.isascii() else name
        nodes.append(dl.Text(shown, (x + 16, middle), font, look["text"], align="l", fit=room, min_px=5))
        if right:
            small = dl.Font("Barlow Condensed", size * 0.76, 500)
            at = (x + w - 14, middle)
            nodes.append(dl.Text(right, at, small, dl.with_alpha(look["text"], 0.85), align="r", fit=(w - 40) * 0.36, min_px=6))
    return nodes


def _heading(spec: Layer, size: float, tracking: float = 0.06) -> dl.Font:
    family = str(spec.get("family", "EB Garamond"))
    return dl.Font(family, size, 400 if "Stencil" in family else 700, False, tracking)


def boxes(g: Ground, spec: Layer) -> list[dl.Node]:
    """The boxes that a board shows (`on_board`): a sunk field each, with its name or, on a track, its number.

    Settings: `fill`, `edge`, `text` (colours), `size`, `family` (of numbers); `roles` {role: the same, and number: size of
    the number}; `looks` the same by the box's attribute `look`. A box's attribute `mark` is printed large and faint instead
    of a number, `short` {en, ja} instead of its name.
    """
    nodes: list[dl.Node] = []
    for box in g.board.boxes:
        if box.on_board is None:
            continue
        look = {**spec, **((spec.get("roles") or {}).get(box.role) or {})}
        look.update((spec.get("looks") or {}).get(str(box.attrs.get("look", ""))) or {})
        nodes += _box(g, box, look)
    return nodes


def _box(g: Ground, box: Box, look: Layer) -> list[dl.Node]:
    assert box.on_board is not None
    x, y, w, h = box.on_board
    path = dl.rounded(x, y, w, h, float(look.get("radius", 4)))
    sunk = dl.polyline([(x + 2, y + h - 3), (x + 2, y + 2), (x + w - 3, y + 2)])
    nodes: list[dl.Node] = [
        dl.Shape(path, look["fill"], dl.Stroke(look["edge"], 1.4, min_px=0.5)),
        dl.Shape(sunk, stroke=dl.Stroke("#00000022", 1.6, hide_px=0.3)),
    ]
    mark = box.attrs.get("mark", box.attrs.get("value") if look.get("number") else None)
    if mark is not None and look.get("number"):
        words = str(mark.get(g.language) or mark.get("en")) if isinstance(mark, Mapping) else str(mark)
        size = float(look.get("number", 44))
        font = _heading(look, size, 0.0)
        nodes.append(dl.Text(words, (x + w / 2, y + h / 2 + 1), font, look.get("faint", "#5d3f1670"), fit=w - 8, min_px=5))
    if look.get("named", True) and not (look.get("number") and mark is not None):
        font = dl.Font("Barlow Condensed", float(look.get("size", 16)), 600, False, 0.03)
        short = box.attrs.get("short")  # what is said on a panel that names the rest
        name = str(short.get(g.language) or short.get("en")) if isinstance(short, Mapping) else box.name.get(g.language)
        nodes.append(dl.Text(name, (x + w / 2, y + 5), font, look["text"], valign="t", fit=w - 10, min_px=6))
    return nodes


def pictures(g: Ground) -> tuple[list[dl.Node], tuple[float, float, float, float]]:
    """The author's own pictures in boxes, each as large as its box lets it be, and how far boxes reach over each border."""
    left, top, right, bottom = g.bounds
    nodes: list[dl.Node] = []
    w, n, e, s = 0.0, 0.0, 0.0, 0.0
    for box in g.board.boxes:
        if box.on_board is None:
            continue
        x, y, wide, high = box.on_board
        found = TiledPicture.of(box.attrs.get("picture"))
        if found is not None:
            nodes.append(fitted(found, box.on_board))
        w, n, e, s = max(w, left - x), max(n, top - y), max(e, x + wide - right), max(s, y + high - bottom)
    return nodes, (w, n, e, s)


def fitted(found: TiledPicture, rect: tuple[float, float, float, float]) -> dl.Scan:
    """Return a picture in the middle of a rectangle, as large as it goes in."""
    x, y, wide, high = rect
    k = min(wide / found.width, high / found.height)
    at = x + (wide - k * found.width) / 2, y + (high - k * found.height) / 2
    return dl.Scan(found.picture, found.width, found.height, (k, 0.0, 0.0, k, *at))


def headline(g: Ground, spec: Layer) -> list[dl.Node]:
    """The display's title over it, on the margin: `text` {title, subtitle}, `margin` [left, top, right, bottom], `family`."""
    left, top, right, bottom = g.bounds
    w, n, e, s = (float(v) for v in spec.get("margin", (40, 120, 40, 40)))
    words = {key: (value.get(g.language) or value["en"]) for key, value in spec["text"].items()}
    ink = spec.get("ink", "#2a1c0c")
    hole = [(left, top), (right, top), (right, bottom), (left, bottom)]
    outer = [(left - w, top - n), (right + e, top - n), (right + e, bottom + s), (left - w, bottom + s)]
    size = float(spec.get("size", 50))
    at = top - n * 0.52
    nodes: list[dl.Node] = [
        dl.Shape(dl.path_of([outer, hole], even_odd=True), spec["paper"]),
        dl.Text(words["title"], (left + 4, at), _heading(spec, size), ink, align="l"),
    ]
    if "subtitle" in words:
        italic = words["subtitle"].isascii()
        font = dl.Font("EB Garamond", size * 0.5, 500, italic, 0.02)
        second = spec.get("second", "#8e2f22")
        nodes.append(dl.Text(words["subtitle"], (right - 4, at + size * 0.12), font, second, align="r"))
    rule = dl.polyline([(left, top - n * 0.14), (right, top - n * 0.14)])
    nodes.append(dl.Shape(rule, stroke=dl.Stroke(spec.get("rule", "#a8893f"), 2.4, "flat")))
    return nodes


PAINTERS: dict[str, Callable[[Ground, Layer], list[dl.Node]]] = {"panels": panels, "boxes": boxes, "headline": headline}
