"""Small questions that titles ask alike: who the enemy is, which box, whether a place is a cell."""

from __future__ import annotations

from collections.abc import Callable

from qtwar.engine.state import INSIDE


def opponents(one: str, other: str) -> Callable[[str], str]:
    """Return the function side → its enemy, for a title of two sides."""

    def enemy(side: str) -> str:
        return other if side == one else one

    return enemy


def box(side: str, role: str) -> str:
    """Return the id of a side's box, as titles name theirs: `fw_pool` for (`FW`, `pool`)."""
    return f"{side.lower()}_{role}"


def is_cell(place: str) -> bool:
    """Return whether a place is a cell of a board, not a box nor the inside of a piece."""
    return ":" in place and not place.startswith(INSIDE)
