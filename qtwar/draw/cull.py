"""Leaves out of a path what a window cannot show, so that a tile pays for its own part of a coast and not for all of it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from qtwar.draw import displaylist as dl

LONG: Final = 48
Window = tuple[float, float, float, float]


def run_bounds(path: dl.Path) -> dl.Floats:
    """Return (left, top, right, bottom) of each run, shape (m, 4)."""
    if path.boxes is not None:
        return path.boxes
    if not len(path.starts):
        return dl.frozen_floats(np.zeros((0, 4)))
    low = np.minimum.reduceat(path.xy, path.starts, axis=0)
    high = np.maximum.reduceat(path.xy, path.starts, axis=0)
    return dl.frozen_floats(np.hstack((low, high)))


def cull(path: dl.Path, bounds: dl.Floats, window: Window) -> dl.Path | None:
    """Return a path that looks the same inside the window (left, top, right, bottom), None where nothing shows.

    Runs beside the window are dropped; in long runs, so are the points whose two neighbours lie beyond the same edge:
    the line between what is left stays beyond that edge. The window must be larger than what is shown by the line's width.
    """
    left, top, right, bottom = window
    hit = (bounds[:, 0] <= right) & (bounds[:, 2] >= left) & (bounds[:, 1] <= bottom) & (bounds[:, 3] >= top)
    chosen = np.nonzero(hit)[0]
    if not len(chosen):
        return None
    ends = np.append(path.starts[1:], len(path.xy))
    if len(chosen) == len(bounds) and len(path.xy) <= LONG:
        return path
    whole = (ends - path.starts <= LONG) | path.cubic
    whole |= (bounds[:, 0] >= left) & (bounds[:, 2] <= right) & (bounds[:, 1] >= top) & (bounds[:, 3] <= bottom)
    parts: list[NDArray[np.float32]] = []
    for first, end, kept in np.stack((path.starts[chosen], ends[chosen], whole[chosen]), axis=1).tolist():
        run = path.xy[first:end]
        parts.append(run if kept else _thinned(run, window, closed=path.closed))
    starts = np.cumsum([0, *[len(part) for part in parts[:-1]]])
    return dl.Path(
        np.ascontiguousarray(np.concatenate(parts), dtype=np.float32),
        starts.astype(np.int32),
        path.closed,
        path.cubic,
        path.even_odd,
    )


def _thinned(run: NDArray[np.float32], window: Window, *, closed: bool) -> NDArray[np.float32]:
    left, top, right, bottom = window
    for axis, limit, below in ((0, left, True), (0, right, False), (1, top, True), (1, bottom, False)):
        beyond = run[:, axis] < limit if below else run[:, axis] > limit
        if not beyond.any():
            continue
        drop = beyond & np.roll(beyond, 1) & np.roll(beyond, -1)
        if not closed:
            drop[0] = drop[-1] = False
        elif drop.all():
            drop[0] = False
        run = run[~drop]
    return run
