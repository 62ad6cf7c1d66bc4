"""Plots between dikes: the meshes of a net, with rows of seedlings on the dry ones and glints on those under water."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.polylines import Array


def meshes(net: Array) -> Array:
    """Return the quadrangles (n, 4, 2) between the knots (rows, columns, 2) of a net, each clockwise from its first knot."""
    return np.stack((net[:-1, :-1], net[:-1, 1:], net[1:, 1:], net[1:, :-1]), axis=2).reshape(-1, 4, 2)


def many(quads: Array) -> dl.Path:
    """Return quadrangles as one path."""
    return dl.Path(dl.frozen_floats(quads.reshape(-1, 2)), dl.frozen_ints(np.arange(len(quads)) * 4))


def glints(quads: Array) -> dl.Path:
    """Return two strokes across each plot: light on water."""
    lines = []
    for part, length in ((0.34, 0.62), (0.62, 0.42)):
        west, east = quads[:, 0] * (1 - part) + quads[:, 3] * part, quads[:, 1] * (1 - part) + quads[:, 2] * part
        lines.append(np.stack((west + (east - west) * 0.22, west + (east - west) * (0.22 + length * 0.8)), axis=1))
    return _strokes(np.concatenate(lines))


def seedlings(quads: Array, blades: Sequence[tuple[float, float]] = ((0.0, -2.1),)) -> dl.Path:
    """Return rows of small plants across each plot; `blades` lead from the foot of a plant, in u."""
    lines = []
    for part in (0.28, 0.52, 0.76):
        west, east = quads[:, 0] * (1 - part) + quads[:, 3] * part, quads[:, 1] * (1 - part) + quads[:, 2] * part
        for k in range(4):
            foot = west + (east - west) * (0.2 + 0.2 * k)
            lines += [np.stack((foot, foot + blade), axis=1) for blade in blades]
    return _strokes(np.concatenate(lines))


def _strokes(lines: Array) -> dl.Path:
    return dl.Path(dl.frozen_floats(lines.reshape(-1, 2)), dl.frozen_ints(np.arange(len(lines)) * 2), closed=False)
