"""Layers of a face that are not words: body, bands, signs, shapes, pips, pictures, landscapes."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw import scenes
from qtwar.draw.expr import evaluate
from qtwar.draw.facepage import CORNER, SIZE, FacePage, Layer, body_path
from qtwar.draw.symbols import parse_path, star
from qtwar.model.problem import near

MOST: Final = 400
"""Signs in a row and rays round a point: more can not be told from each other."""


def _box(page: FacePage, spec: Layer) -> list[dl.Node]:
    face = page.color(spec["fill"])
    edge = page.color(spec["edge"]) if "edge" in spec else dl.shade(face, 0.52)
    wide, high = page.size
    nodes: list[dl.Node] = []
    if spec.get("shadow", True):
        shadows = tuple(
            dl.Shape(
                dl.rounded(1.2 - 15 * d, 2.2, wide + SIZE * d * 0.45, high + SIZE * d * 0.6, CORNER + 30 * d),
                dl.with_alpha(page.palette.color("$shadow"), alpha / 255),
            )
            for d, alpha in ((0.075, 20), (0.05, 34), (0.028, 60))
        )
        nodes.append(dl.Group(shadows, name="shadow"))
    body = body_path(page.size)
    shaded = dl.Gradient(
        (0, 0), (wide * 0.55, high), ((0.0, dl.shade(face, 1.08)), (0.5, face), (1.0, dl.shade(face, 0.93)))
    )
    nodes.append(dl.Shape(body, shaded if spec.get("gradient", True) else face))
    if spec.get("bevel", True):
        w = 2.2
        light = dl.polyline([(w / 2, high), (w / 2, w / 2), (wide, w / 2)])
        dark = dl.polyline([(0, high - w / 2), (wide - w / 2, high - w / 2), (wide - w / 2, 0)])
        bevel = (
            dl.Shape(light, stroke=dl.Stroke("#ffffff78", w, "flat", "miter")),
            dl.Shape(dark, stroke=dl.Stroke("#00000055", w, "flat", "miter")),
        )
        nodes.append(dl.Group(bevel, name="bevel", clip=body))
    width = float(spec.get("edge_width", 0.9))
    nodes.append(dl.Shape(body, stroke=dl.Stroke(edge, width, min_px=0.6)))
    return nodes


def _band(page: FacePage, spec: Layer) -> list[dl.Node]:
    depth = float(spec.get("size", 16))
    at = float(spec.get("at", 0))
    wide, high = page.size
    rects = {
        "top": (0.0, at, wide, depth),
        "bottom": (0.0, high - depth - at, wide, depth),
        "left": (at, 0.0, depth, high),
        "right": (wide - depth - at, 0.0, depth, high),
        "middle": (0.0, at, wide, depth),
    }
    edge = spec.get("edge", "top")
    if edge not in rects:
        raise DataFault("fault.draw.band", known=list(rects), edge=edge)
    shape = dl.Shape(dl.rectangle(*rects[edge]), page.color(spec["fill"]))
    return [dl.Group((shape,), name="band", clip=body_path(page.size))]


def _rays(page: FacePage, spec: Layer) -> list[dl.Node]:
    wide, high = page.size
    cx, cy = spec.get("at", (wide / 2, high / 2))
    far = max(wide, high)
    count, spread = min(int(spec.get("count", 12)), MOST), float(spec.get("spread", 0.13))
    runs = [
        [(cx, cy), *((cx + far * math.cos(a + s), cy + far * math.sin(a + s)) for s in (-spread, spread))]
        for a in (k * 2 * math.pi / count for k in range(count))
    ]
    inside = dl.rounded(2.2, 2.2, wide - 4.4, high - 4.4, CORNER - 2.2)  # the bevel stays above them
    return [dl.Group((dl.Shape(dl.path_of(runs), page.color(spec["fill"])),), name="rays", clip=inside)]


def _symbol(page: FacePage, spec: Layer) -> list[dl.Node]:
    name = page.word(spec["name"])
    if not name:
        return []
    w, h = spec.get("size", (50, 33.5))
    cx, cy = spec.get("at", (50, 42))
    ink = page.color(spec.get("ink", "$ink"))
    paper = page.color(spec.get("paper", "#f6f0de"))
    colors = {
        "ink": ink,
        "paper": paper,
        "frame": page.color(spec.get("frame", spec.get("ink", "$ink"))),
        "accent": page.color(spec.get("accent", "$gold")),
        "edge": page.color(spec.get("edge", "$ink")),
        "glint": page.color(spec.get("glint", "#ffffff9a")),
        "shade": page.color(spec.get("shade", "#00000066")),
    }
    return page.sheet.symbols.draw(name, (cx - w / 2, cy - h / 2, w, h), colors, flip=bool(spec.get("flip")))


def _disc(page: FacePage, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    r = float(spec.get("r", 11.5))
    fill, stroke = page.paints(spec)
    return [dl.Shape(dl.ellipse(x, y, r, r), fill, stroke)]


def _block(page: FacePage, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    w, h = spec["size"]
    fill, stroke = page.paints(spec)
    return [dl.Shape(dl.rounded(x - w / 2, y - h / 2, w, h, float(spec.get("radius", 3))), fill, stroke)]


def _pips(page: FacePage, spec: Layer) -> list[dl.Node]:
    x, y = spec["at"]
    dx, dy = spec.get("step", (0, 9))
    r = float(spec.get("r", 3.2))
    count = int(evaluate(str(spec["count"]), page.fields) or 0)
    whole = int(evaluate(str(spec["of"]), page.fields)) if "of" in spec else count
    nodes: list[dl.Node] = []
    for k in range(min(max(count, whole), MOST)):
        color = page.color(spec["fill"]) if k < count else page.color(spec.get("empty", "#00000040"))
        cx, cy = x + dx * k, y + dy * k
        if "symbol" in spec:
            colors = dict.fromkeys(("ink", "paper", "frame", "accent", "edge", "glint", "shade"), color)
            nodes += page.sheet.symbols.draw(page.word(spec["symbol"]), (cx - r, cy - r, 2 * r, 2 * r), colors)
            continue
        path = star(cx, cy, r) if spec.get("shape") == "star" else dl.ellipse(cx, cy, r, r)
        nodes.append(dl.Shape(path, color))
    return nodes


def _path(page: FacePage, spec: Layer) -> list[dl.Node]:
    fill, stroke = page.paints(spec)
    try:
        path = parse_path(spec["d"])
    except (ValueError, IndexError) as error:
        raise DataFault("fault.draw.path") from error
    shape = dl.Shape(path, fill, stroke)
    return [dl.Group((shape,), clip=body_path(page.size))] if spec.get("clip", True) else [shape]


def _image(page: FacePage, spec: Layer) -> list[dl.Node]:
    """A picture of the title's own, over the whole face unless it says where (its middle) and how large."""
    if page.sheet.images is None:
        raise DataFault("fault.draw.no_pictures")
    name = page.word(spec["name"])
    if not name:
        return []
    wide, high = page.size
    x, y = spec.get("at", (wide / 2, high / 2))
    w, h = spec.get("size", page.size)
    picture = dl.Picture(page.sheet.images(name), (x - w / 2, y - h / 2, w, h))
    return [dl.Group((picture,), name="image", clip=body_path(page.size))]


def _scene(page: FacePage, spec: Layer) -> list[dl.Node]:
    """A landscape in a rectangle, with the borders of a terrain card round it where `sights` says which block."""
    x, y, w, h = (float(v) for v in spec["at"])
    seed = int(evaluate(str(spec.get("seed", "1")), page.fields) or 1)
    name = page.word(spec["name"])
    if name not in page.sheet.scenes:
        raise DataFault("fault.draw.no_scene", hint=near(name, page.sheet.scenes), scene=name)
    nodes = scenes.scene(page.sheet.scenes[name], (x, y, w, h), seed)
    if "sights" in spec:
        colors = {k: page.color(spec[k]) for k in ("blocked", "clear", "leaf", "line")}
        nodes += scenes.borders(page.word(spec["sights"]), (x, y, w, h), float(spec.get("border", 8)), colors)
    return [dl.Group(tuple(nodes), name="scene", clip=body_path(page.size))]


def _tint(page: FacePage, spec: Layer) -> list[dl.Node]:
    return [dl.Shape(body_path(page.size), page.color(spec["fill"]))]


PARTS: Final[dict[str, Callable[[FacePage, Layer], list[dl.Node]]]] = {
    "box": _box,
    "band": _band,
    "rays": _rays,
    "symbol": _symbol,
    "disc": _disc,
    "block": _block,
    "pips": _pips,
    "path": _path,
    "image": _image,
    "scene": _scene,
    "tint": _tint,
}
