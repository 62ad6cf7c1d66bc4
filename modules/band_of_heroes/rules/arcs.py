"""Fire arcs of weapon teams: where a gun points, what it covers, what turning costs (1.6.3, 14.0)."""

from __future__ import annotations

from qtwar.kit.table import Reader

from .ground import board_of, cell

FACINGS = ("E", "SE", "SW", "W", "NW", "NE")
"""The corners of a hex at which the arrow can point, clockwise."""
ROWS = {
    "E": ("NE", "SE"),
    "SE": ("SE", "S"),
    "SW": ("S", "SW"),
    "W": ("SW", "NW"),
    "NW": ("NW", "N"),
    "NE": ("N", "NE"),
}
"""The two rows of hexes that leave through the sides meeting at a corner; the arc lies between them, both included."""


def facing(r: Reader, unit: str) -> str:
    """Return the corner that a gun points at; kept as a number of sixths of a turn, clockwise from east."""
    return FACINGS[int(r.attr(unit, "facing", 3)) % 6]


def _axial(r: Reader, place: str, other: str) -> tuple[int, int]:
    grid = board_of(r, place).grid
    a, b = (grid.axial(*grid.position(cell(r, p))) for p in (place, other))  # type: ignore[attr-defined]
    return int(b[0] - a[0]), int(b[1] - a[1])


def covers(r: Reader, place: str, target: str, facing: str) -> bool:
    """Return whether a gun in a place that points at a corner covers a target (1.6.3)."""
    q, s = _axial(r, place, target)
    if (q, s) == (0, 0):
        return True
    (aq, as_), (bq, bs) = (_STEPS[row] for row in ROWS[facing])
    # (q, s) = i * first row + j * second row, with i and j not negative
    det = aq * bs - as_ * bq
    i, j = (q * bs - s * bq) * det, (aq * s - as_ * q) * det
    return i >= 0 and j >= 0


_STEPS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def turning_cost(old: str, new: str) -> int:
    """Return the points for turning from one corner to another: 1 for two corners, rounded up (1.6.3)."""
    n = abs(FACINGS.index(old) - FACINGS.index(new))
    return -(-min(n, 6 - n) // 2)
