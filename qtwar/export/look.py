"""How sheets look: inks, type, distances in millimetres. One place, so that all sheets are of one house."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from qtwar.draw import displaylist as dl
from qtwar.draw.palette import contrast

INK: Final = "#1b2229"
SECOND: Final = "#56616c"
BAR: Final = "#2f3947"
LINE: Final = "#c9ced2"
TINT: Final = "#eef0f2"
PAPER: Final = "#ffffff"
ACCENT: Final = "#8e2f22"
GREY: Final = "#8a939c"

FAMILY: Final = "Inter"
NARROW: Final = "Barlow Condensed"
GRADES: Final = {
    "title": dl.Font(FAMILY, 7.2, 700),
    "heading": dl.Font(FAMILY, 4.2, 700),
    "side": dl.Font(FAMILY, 4.0, 700),
    "strong": dl.Font(FAMILY, 2.9, 700),
    "body": dl.Font(FAMILY, 2.9, 400),
    "small": dl.Font(FAMILY, 2.35, 400),
    "small_strong": dl.Font(FAMILY, 2.35, 700),
    "foot": dl.Font(FAMILY, 2.2, 400),
    "badge": dl.Font(FAMILY, 2.6, 700),
    "narrow": dl.Font(NARROW, 2.7, 600),
    "mark": dl.Font(NARROW, 2.3, 500),
}
LEADING: Final = 1.42
HAIR: Final = 0.15
RULE: Final = 0.3


def font(grade: str, scale: float = 1.0) -> dl.Font:
    """Return the font of a grade; its size is in mm."""
    found = GRADES[grade]
    return found if scale == 1.0 else replace(found, size=found.size * scale)


def leading(grade: str, words: str = "", scale: float = 1.0) -> float:
    """Return the distance of base lines in mm; Japanese stands a little wider apart."""
    return GRADES[grade].size * scale * (LEADING if words.isascii() else LEADING + 0.1)


def text(
    words: str,
    x: float,
    y: float,
    grade: str = "body",
    *,
    color: dl.Color = INK,
    align: str = "l",
    valign: str = "b",
    fit: float = 0.0,
    scale: float = 1.0,
    rotate: float = 0.0,
) -> dl.Text:
    """Return a line of type with its base line at y (mm)."""
    return dl.Text(words, (x, y), font(grade, scale), color, align=align, valign=valign, fit=fit, rotate=rotate)


def line(x0: float, y0: float, x1: float, y1: float, width: float = HAIR, color: dl.Color = LINE) -> dl.Shape:
    """Return a straight line."""
    return dl.Shape(dl.polyline([(x0, y0), (x1, y1)]), stroke=dl.Stroke(color, width, "flat"))


def box(
    x: float, y: float, w: float, h: float, fill: dl.Color | None = None, *, edge: dl.Color = "", width: float = HAIR,
    radius: float = 0.0,
) -> dl.Shape:  # fmt: skip
    """Return a rectangle."""
    stroke = dl.Stroke(edge, width, "flat", "miter") if edge else None
    return dl.Shape(dl.rounded(x, y, w, h, radius), fill, stroke)


def ink_on(ground: dl.Color) -> dl.Color:
    """Return black or white, whichever reads better on a ground."""
    return PAPER if contrast(ground, PAPER) > contrast(ground, INK) else INK


def readable(color: dl.Color, least: float = 4.5) -> dl.Color:
    """Return a colour dark enough to be read on white paper."""
    color = color[:7]
    while contrast(color, PAPER) < least:
        color = dl.shade(color, 0.9)
    return color


def badge(words: str, x: float, y: float, color: dl.Color, size: float = 4.6) -> list[dl.Node]:
    """Return a numbered sign, its centre at (x, y): the same on the map and in the list."""
    wide = max(size, size * 0.52 * len(words) + size * 0.35)
    return [
        dl.Shape(dl.rounded(x - wide / 2, y - size / 2, wide, size, size * 0.24), color, dl.Stroke(PAPER, size * 0.09)),
        dl.Text(words, (x, y), dl.Font(FAMILY, size * 0.6, 700), ink_on(color), fit=wide * 0.86),
    ]
