"""Landscapes on terrain cards: steps that a title writes and a seed become ground, trees, fields, roofs, seen from above.

Each scene fills a rectangle; the same steps with another seed give another card of the kind, often seen in a mirror. Round a
card run eight borders.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import lattice
from qtwar.draw.polylines import Array
from qtwar.draw.scenery import Rect, Scenery, disc
from qtwar.draw.scenesteps import Composer, SceneStep


def scene(steps: Sequence[SceneStep], rect: Rect, seed: int) -> list[dl.Node]:
    """Return a landscape that fills `rect` (x, y, width, height in u), clipped to it; raise DataFault for a faulty step."""
    rng = np.random.default_rng((seed, 5))
    made = Scenery(rect, rng, (bool(rng.random() < 0.5), bool(rng.random() < 0.4)))
    Composer(made).carry_out(steps)
    return [dl.Group(tuple(made.nodes), name="scene", clip=dl.rectangle(*rect))]


ORDER = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def borders(sights: str, rect: Rect, width: float, spec: dict[str, Any]) -> list[dl.Node]:
    """Return the eight borders of a card round `rect`, from N clockwise; G blocks sight and is wooded.

    Edges face the cards beside this one, corners those across its corners. Colours: blocked, clear, leaf, line.
    """
    plans = _plan(rect, width)
    parts: dict[str, list[Rect]] = {"G": [], "W": []}
    for name, mark in zip(ORDER, sights, strict=True):
        parts["G" if mark == "G" else "W"] += plans[name]
    nodes: list[dl.Node] = [
        dl.Shape(dl.path_of([_ring(r) for r in parts[mark]]), spec[color])
        for mark, color in (("W", "clear"), ("G", "blocked"))
        if parts[mark]
    ]
    if parts["G"]:
        points = _lattice(rect, width)
        inside = [
            points[(points[:, 0] > x) & (points[:, 0] < x + w) & (points[:, 1] > y) & (points[:, 1] < y + h)]
            for x, y, w, h in parts["G"]
        ]
        at = np.vstack(inside)
        leaves = dl.Stamps(
            _leaves(spec["blocked"], spec["leaf"]), dl.frozen_ints(np.arange(len(at)) * 5 % 12), dl.frozen_floats(at)
        )
        nodes.append(dl.Group((leaves,), name="leaves", clip=dl.path_of([_ring(r) for r in parts["G"]])))
    nodes.append(dl.Shape(_seams(rect, width), stroke=dl.Stroke(spec["line"], 1.0, "flat")))
    nodes.append(dl.Shape(dl.rectangle(*rect), stroke=dl.Stroke(spec["line"], 1.6, join="miter")))
    return nodes


def _plan(rect: Rect, width: float) -> dict[str, list[Rect]]:
    x, y, w, h = rect
    a, b = w * 0.16, h * 0.18
    return {
        "N": [(x + a, y - width, w - 2 * a, width)],
        "S": [(x + a, y + h, w - 2 * a, width)],
        "W": [(x - width, y + b, width, h - 2 * b)],
        "E": [(x + w, y + b, width, h - 2 * b)],
        "NW": [(x - width, y - width, a + width, width), (x - width, y, width, b)],
        "NE": [(x + w - a, y - width, a + width, width), (x + w, y, width, b)],
        "SW": [(x - width, y + h, a + width, width), (x - width, y + h - b, width, b)],
        "SE": [(x + w - a, y + h, a + width, width), (x + w, y + h - b, width, b)],
    }


def _ring(rect: Rect) -> list[tuple[float, float]]:
    x, y, w, h = rect
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def _seams(rect: Rect, width: float) -> dl.Path:
    x, y, w, h = rect
    a, b = w * 0.16, h * 0.18
    lines = [[(x + at, top), (x + at, top + width)] for at in (a, w - a) for top in (y - width, y + h)]
    lines += [[(left, y + at), (left + width, y + at)] for at in (b, h - b) for left in (x - width, x + w)]
    return dl.path_of(lines, closed=False)


@lru_cache(maxsize=8)
def _lattice(rect: Rect, width: float) -> Array:
    """Where leaves may stand on a whole frame."""
    x, y, w, h = rect
    return lattice((x - width, y - width, x + w + width, y + h + width), 5.4, 0.45, 19)[0]


@lru_cache(maxsize=8)
def _leaves(dark: str, light: str) -> tuple[tuple[dl.Shape, ...], ...]:
    """Small bushes: an under side, leaves over it, and what shines on some of those."""
    made = []
    for k in range(12):
        bush = [dl.Shape(dl.polygon(disc(k) * 3.6), dl.mix(dark, light, 0.4 + 0.05 * (k % 3)))]
        if k % 3:
            bush.append(
                dl.Shape(dl.polygon(disc(k + 3) * 2.2 - [0.6, 0.8]), dl.mix(dark, light, 0.85 + 0.05 * (k % 4)))
            )
        if k % 4 == 1:
            bush.append(dl.Shape(dl.polygon(disc(k + 5) * 0.9 - [1.2, 1.5]), dl.mix(light, "#e6f0b4", 0.4)))
        made.append(tuple(bush))
    return tuple(made)
