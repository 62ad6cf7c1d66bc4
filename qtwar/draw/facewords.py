"""Layers of a face that are words: a text, what it lies on, rows of cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw.expr import evaluate
from qtwar.draw.facepage import FacePage, Layer
from qtwar.draw.linebreak import lines
from qtwar.draw.metrics import widths

LEADING: Final = 1.16
"""From line to line of a wrapped text, in its size."""


def _font(page: FacePage, spec: Layer) -> dl.Font:
    style: dict[str, Any] = {}
    if "style" in spec:
        if spec["style"] not in page.sheet.styles:
            raise DataFault("fault.draw.no_text_style", style=spec["style"])
        style = dict(page.sheet.styles[spec["style"]])
    for key in ("family", "size", "weight", "italic", "tracking"):
        if key in spec:
            style[key] = spec[key]
    size = style.get("size", 20)
    return dl.Font(
        str(style.get("family", "Barlow Condensed")),
        float(evaluate(size, page.fields) if isinstance(size, str) else size),
        int(style.get("weight", 700)),
        bool(style.get("italic", False)),
        float(style.get("tracking", 0)),
    )


def _text(page: FacePage, spec: Layer) -> list[dl.Node]:
    words = page.word(spec["value"])
    if not words:
        return []
    x, y = (float(v) for v in spec["at"])
    halo = page.color(spec["halo"]) if "halo" in spec else ""
    font = _font(page, spec)
    rows = [words]
    if "wrap" in spec:
        font, rows = _wrapped(words, font, float(spec["wrap"]), float(spec.get("height", 1e9)))
    step = font.size * LEADING
    rise = {"t": 0.0, "b": (len(rows) - 1) * step}.get(str(spec.get("valign", "m")), (len(rows) - 1) * step / 2)
    return [
        *_plate(page, spec, words, font),
        *(
            dl.Text(
                row,
                (x, y - rise + number * step),
                font,
                page.color(spec.get("color", "$nation.ink")),
                align=str(spec.get("align", "c")),
                valign=str(spec.get("valign", "m")),
                rotate=float(spec.get("rotate", 0)),
                fit=float(spec.get("fit", 0)),
                halo=halo,
                halo_width=float(spec.get("halo_width", 2 if halo else 0)),
            )
            for number, row in enumerate(rows)
        ),
    ]


def _wrapped(words: str, font: dl.Font, room: float, height: float) -> tuple[dl.Font, list[str]]:
    """Break words into rows not wider than `room`, in smaller type if there are too many for `height`."""
    while True:
        rows = lines(words, room, partial(_width, font=font))
        if len(rows) * font.size * LEADING <= height or font.size < 5:
            return font, rows
        font = replace(font, size=font.size * 0.94)


def _width(words: str, font: dl.Font) -> float:
    return sum(widths(words, font.family, font.size, font.weight, font.italic)) + font.tracking * font.size * len(words)


def _plate(page: FacePage, spec: Layer, words: str, font: dl.Font) -> list[dl.Node]:
    """What a text lies on, as wide as the text: `plate: {fill, line, width, pad, radius}`."""
    plate = spec.get("plate")
    if not isinstance(plate, Mapping):
        return []
    wide = _width(words, font) - font.tracking * font.size
    wide = min(wide, float(spec.get("fit", 0)) or wide)
    pad = float(plate.get("pad", font.size * 0.4))
    high = float(plate.get("height", font.size * 1.15))
    x, y = (float(v) for v in spec["at"])
    left = {"l": x, "r": x - wide}.get(str(spec.get("align", "c")), x - wide / 2)
    fill, stroke = page.paints(plate)
    return [
        dl.Shape(
            dl.rounded(left - pad, y - high / 2, wide + 2 * pad, high, float(plate.get("radius", 3))), fill, stroke
        )
    ]


def _strip(page: FacePage, spec: Layer) -> list[dl.Node]:
    """A row of cells from its upper left corner; `looks` gives the cells with a value colours of their own."""
    (x, y), (w, h) = spec["at"], spec["cell"]
    font = _font(page, spec)
    looks: Mapping[str, Layer] = spec.get("looks") or {}
    nodes: list[dl.Node] = []
    for number, value in enumerate(spec["values"]):
        words = page.word(value)
        look = {**spec, **looks.get(words, {})}
        fill, stroke = page.paints(look)
        left = x + number * (w + float(spec.get("gap", 0)))
        if fill or stroke:
            nodes.append(dl.Shape(dl.rounded(left, y, w, h, float(spec.get("radius", 0))), fill, stroke))
        if words:
            ink = page.color(look.get("color", "$nation.ink"))
            nodes.append(dl.Text(words, (left + w / 2, y + h / 2), font, ink, fit=w - 1))
    return nodes


WORDS: Final[dict[str, Callable[[FacePage, Layer], list[dl.Node]]]] = {"text": _text, "strip": _strip}
