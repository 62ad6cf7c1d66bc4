"""Roofs seen from above, and their shadows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.polylines import Array


@dataclass(frozen=True)
class Roof:
    """One body of a building: its middle, length and depth (u), turn (radians), tiles, and whether its ends slope too."""

    x: float
    y: float
    wide: float
    deep: float
    angle: float
    color: str
    hip: bool = False
    high: float = 1.0

    def at(self, *points: tuple[float, float]) -> Array:
        """Return points of the body's own axes on the map."""
        c, s = float(np.cos(self.angle)), float(np.sin(self.angle))
        return np.array([(self.x + px * c - py * s, self.y + px * s + py * c) for px, py in points])


def shadow(part: Roof) -> list[dl.Shape]:
    """Return a soft shadow, longer the higher the body."""
    corners = part.at(*_corners(part))
    return [
        dl.Shape(dl.polygon(corners + [1.0 * k * part.high, 1.6 * k * part.high]), "#00000018") for k in range(1, 5)
    ]


def _corners(part: Roof) -> tuple[tuple[float, float], ...]:
    hw, hd = part.wide / 2, part.deep / 2
    return ((-hw, -hd), (hw, -hd), (hw, hd), (-hw, hd))


def roof(part: Roof, ink: str) -> dl.Group:
    """Return a body with the light on it from the north-west: slopes, rows of tiles, ridge."""
    hw, hd, color = part.wide / 2, part.deep / 2, part.color
    inset = min(hw, hd) * 0.9 if part.hip else 0.0
    facing = 0.8 * float(np.cos(part.angle)) - 0.6 * float(np.sin(part.angle))  # the light comes from the north-west
    lit, dark = dl.shade(color, 1.14), dl.shade(color, 0.80)
    if facing < 0:
        lit, dark = dark, lit
    edge = dl.Stroke(ink, 1.3, "round", "round", min_px=0.6)
    upper = part.at((-hw, -hd), (hw, -hd), (hw - inset, 0), (-hw + inset, 0))
    lower = part.at((-hw, hd), (hw, hd), (hw - inset, 0), (-hw + inset, 0))
    shapes = [dl.Shape(dl.polygon(upper), lit, edge), dl.Shape(dl.polygon(lower), dark, edge)]
    if inset:
        for sign, tone in ((-1, 1.02), (1, 0.68)):
            end = part.at((sign * hw, -hd), (sign * hw, hd), (sign * (hw - inset), 0))
            shapes.append(dl.Shape(dl.polygon(end), dl.shade(color, tone), edge))
    courses = [
        part.at((-hw + inset * (1 - k), sign * hd * k), (hw - inset * (1 - k), sign * hd * k))
        for k in (0.25, 0.5, 0.75)
        for sign in (-1, 1)
    ]
    tiles = dl.path_of(courses, closed=False)
    shapes.append(dl.Shape(tiles, stroke=dl.Stroke(dl.with_alpha(ink, 0.30), 0.7, hide_px=0.4)))
    ridge = dl.polyline(part.at((-hw + inset, 0), (hw - inset, 0)).tolist())
    shapes.append(dl.Shape(ridge, stroke=dl.Stroke(dl.with_alpha("#fff4d8", 0.5), 1.0, hide_px=0.4)))
    return dl.Group(tuple(shapes), name="roof")


def cross(x: float, y: float, r: float) -> dl.Node:
    """Return the cross on a church."""
    bars = dl.path_of([[(x - r, y), (x + r, y)], [(x, y - r * 1.2), (x, y + r * 1.2)]], closed=False)
    return dl.Shape(bars, stroke=dl.Stroke("#f6efdc", 2.2, "flat", min_px=0.8))
