"""Motifs: small drawings that are put down many times over, round the point where each stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl
from qtwar.draw.fields import Bounds, blob, lattice
from qtwar.draw.polylines import Array
from qtwar.draw.roofs import Roof, roof, shadow
from qtwar.draw.symbols import parse_path

Layer = Mapping[str, Any]
Motif = tuple[dl.Shape, ...]


def strew(
    bounds: tuple[float, float, float, float], spec: Layer, seed: int, zooms: Sequence[tuple[float, float, float]],
    inside: Callable[[Array], NDArray[np.bool_]], make: Callable[[float], Sequence[Motif]], within: Bounds | None = None,
) -> list[dl.Node]:  # fmt: skip
    """Return motifs on a lattice over `bounds`, where `inside` says; those further south stand in front.

    `zooms` are (from, to, how much further apart); `make` is given that and returns the motifs. Settings: `spacing`, `jitter`.
    `within`: only those in and near a rectangle.
    """
    nodes: list[dl.Node] = []
    for low, high, spread in zooms:
        points, chance = lattice(bounds, float(spec["spacing"]) * spread, float(spec["jitter"]), seed + 51, within)
        keep = inside(points)
        points, chance = points[keep], chance[keep]
        order = np.argsort(points[:, 1], kind="stable")
        stamps = tuple(make(spread))
        which = (chance[order] * len(stamps)).astype(int) % len(stamps)
        made = dl.Stamps(stamps, dl.frozen_ints(which), dl.frozen_floats(points[order]))
        nodes.append(dl.Group((made,), name="motifs", min_zoom=low, max_zoom=high))
    return nodes


def drawn(parts: Sequence[Layer], size: float, pen: float) -> Motif:
    """Return a motif that a title draws, so many times as large, the lines of its paths `pen` times as wide.

    A part is a path `d` (made `size` (1) times as large, then moved by `move`) with `fill`, `line`, `width` (1), or a `roof`
    [length, depth, turn in degrees] with its shadow, tiles in `fill`, edges in `line`.
    """
    shapes: list[Any] = []
    for part in parts:
        if "roof" in part:
            wide, deep, turn = (float(v) for v in part["roof"])
            body = Roof(0, 0, wide * size, deep * size, float(np.radians(turn)), str(part["fill"]), True, 0.8)
            shapes += [*shadow(body), *roof(body, str(part["line"])).children]
            continue
        dx, dy = part.get("move", (0, 0))
        grown = size * float(part.get("size", 1))
        path = parse_path(str(part["d"])).mapped((grown, 0, 0, grown, dx * size, dy * size))
        line = dl.Stroke(str(part["line"]), float(part.get("width", 1)) * pen) if "line" in part else None
        shapes.append(dl.Shape(path, str(part["fill"]) if "fill" in part else None, line))
    return tuple(shapes)


def _trees(spec: Layer, spread: float, seed: int) -> tuple[Motif, ...]:
    low, high = spec.get("crown_size", (5, 8))
    out = []
    for k in range(24):
        r = (low + (high - low) * ((k * 7) % 24) / 23) * (1 + (spread - 1) * 0.5)
        crown = blob(r, seed + k)
        color = spec["crowns"][k % len(spec["crowns"])]
        out.append(
            (
                dl.Shape(dl.polygon(crown + [0.25 * r, 0.36 * r]), dl.with_alpha(spec.get("shadow", "#12352c"), 0.27)),
                dl.Shape(dl.polygon(crown), color, dl.Stroke(spec["edge"], max(0.8, 0.13 * r))),
                dl.Shape(dl.polygon(blob(r * 0.48, seed + k + 40) - [0.26 * r, 0.30 * r]), spec["light"]),
            )
        )
    return tuple(out)


def _reeds(spec: Layer, spread: float, seed: int) -> tuple[Motif, ...]:
    out = []
    for k in range(8):
        lean = (k % 4 - 1.5) * 0.5
        blades = [
            [(dx * 0.7 * spread, 0.0), ((dx * 1.15 + lean) * spread, -h * spread)]
            for dx, h in ((-5, 6 + k % 3), (-2, 9), (1.5, 10 - k % 2), (5, 7))
        ]
        out.append(
            (
                dl.Shape(dl.path_of(blades, closed=False), stroke=dl.Stroke(spec["blade"], 1.3)),
                dl.Shape(dl.polyline([(-9 * spread, 2.5), (8 * spread, 2.5)]), stroke=dl.Stroke(spec["water"], 1.3)),
            )
        )
    return tuple(out)


MOTIFS: dict[str, Callable[[Layer, float, int], tuple[Motif, ...]]] = {"trees": _trees, "reeds": _reeds}
