"""What pictures of a screen tell of a board: where counters lie on it, and since when it looks as it does at the end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtGui import QImage

BOARD = (80, 200, 1060, 430)
"""What of the screen is board in every layout."""
STEP = 8
Spots = list[int]
"""Colours of spots all over the board."""


def board_spots(picture: QImage) -> Spots:
    """Return the colours of spots all over the board."""
    left, top, width, height = BOARD
    return [picture.pixel(x, y) for y in range(top, top + height, STEP) for x in range(left, left + width, STEP)]


def since(looks: Sequence[tuple[float, Spots]], share: float, spots: Sequence[int] | None = None) -> float:
    """Return since which ms a share of the spots (all, or some by number) looked as in the last look.

    At the latest those of that look (-1: the board was not at rest by then).
    """
    when, end = looks[-1]
    numbers = range(len(end)) if spots is None else spots
    for ms, look in reversed(looks[:-1]):
        if sum(look[n] == end[n] for n in numbers) < share * len(numbers):
            break
        when = ms
    return when


def changed_spots(one: QImage, other: QImage, middle: tuple[int, int]) -> list[tuple[int, int]]:
    """Return spots of the board, apart from each other, round which two pictures differ everywhere; the middle first."""
    x0, y0, width, height = BOARD
    found: list[tuple[int, int]] = []
    spots = ((x, y) for y in range(y0, y0 + height, STEP) for x in range(x0, x0 + width, STEP))
    for x, y in sorted(spots, key=lambda at: abs(at[0] - middle[0]) + abs(at[1] - middle[1])):
        if all(abs(x - a) + abs(y - b) > 120 for a, b in found) and alike(one, (x, y), other, (x, y)) < 0.1:
            found.append((x, y))
    return found


def came_along(one: QImage, other: QImage, dx: int, dy: int) -> bool:
    """Return whether the board of the second picture is rather that of the first moved so far than that of the first."""
    x0, y0, width, height = BOARD
    spots = [(x, y) for y in range(y0, y0 + height - dy, STEP) for x in range(x0, x0 + width - dx, STEP)]
    stayed = sum(one.pixel(x, y) == other.pixel(x, y) for x, y in spots)
    return sum(one.pixel(x, y) == other.pixel(x + dx, y + dy) for x, y in spots) > stayed


def alike(one: QImage, at: tuple[int, int], other: QImage, there: tuple[int, int]) -> float:
    """Return how much of what lies around a spot of one picture lies around a spot of another, from 0 to 1."""
    offsets = [(dx, dy) for dx in range(-9, 10, 3) for dy in range(-9, 10, 3)]
    same = 0
    for dx, dy in offsets:
        a, b = one.pixel(at[0] + dx, at[1] + dy), other.pixel(there[0] + dx, there[1] + dy)
        same += all(abs((a >> shift & 255) - (b >> shift & 255)) < 40 for shift in (0, 8, 16))
    return same / len(offsets)


def keep(picture: QImage) -> None:
    """Keep what is seen, for whoever wants to look at it (QTWAR_BENCH_PICTURES names a folder)."""
    folder = os.environ.get("QTWAR_BENCH_PICTURES")
    if folder:
        with suppress(OSError):
            Path(folder).mkdir(parents=True, exist_ok=True)
            picture.save(str(Path(folder) / f"{len(list(Path(folder).iterdir())):03}.png"))
