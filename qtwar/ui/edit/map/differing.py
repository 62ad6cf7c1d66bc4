"""What of a board's attributes the drawing does not depend on."""

from __future__ import annotations

from typing import Any

from qtwar.model.board import BoardContent

EDITORS = ("trace", "view")
"""Attributes of a board that say how the editor shows it."""


def drawn_alike(before: BoardContent, after: BoardContent) -> bool:
    """Return whether two boards that differ in their attributes alone are drawn alike."""
    was, now = (_drawn(board.attrs) for board in (before, after))
    return was == now


def _drawn(attrs: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in attrs.items() if key not in EDITORS}
