"""Where counters lie side by side in a box, on the screen and in print alike."""

from __future__ import annotations

import math

COUNTER = 66.0
"""Width of a counter on a board, in u (100 u = a cell)."""
MARGIN = 0.08
"""Room that a counter's shadow needs around its body, as a part of the body's width."""
GAP = 5.0
"""Between counters that lie side by side in a printed box, in u."""
NAME = 18.0
"""Height of the name at the top of a printed box, in u."""
EDGE = 4.0
"""Kept free along the border of a box, in u."""

Rect = tuple[float, float, float, float]
"""Left, top, width, height."""


def spots(box: Rect, count: int) -> list[tuple[float, float]]:
    """Return the upper left corners of `count` counters side by side in a box (u); none where they have no room."""
    left, top, width, height = box
    step = COUNTER + GAP
    across, room = int((width - 2 * EDGE + GAP) // step), height - 2 * EDGE
    y = top + EDGE
    if room >= COUNTER + NAME:
        y, room = y + NAME, room - NAME
    down = int((room + GAP) // step)
    if count < 1 or across * down < 2:
        return []
    rows = min(down, math.ceil(count / across))
    each = math.ceil(count / rows)
    dx = min(step, (width - 2 * EDGE - COUNTER) / max(1, each - 1))
    y += (room - (rows * step - GAP)) / 2
    out = []
    for n in range(count):
        row, column = divmod(n, each)
        wide = (min(each, count - row * each) - 1) * dx + COUNTER
        out.append((left + width / 2 - wide / 2 + column * dx, y + row * step))
    return out
