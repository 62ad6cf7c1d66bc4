"""The layers that a board is drawn by, as its style names them; without what draws them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qtwar.model.board import BoardContent

Layer = Mapping[str, Any]
DEFAULT: list[dict[str, Any]] = [
    {"painter": "fill", "color": "#e8e3bd"},
    {"painter": "grid", "color": "#463f2878", "width": 1.2},
    {"painter": "ids", "size": 11, "color": "#463f28b0"},
]


def own_layers(style: Mapping[str, Any], board: BoardContent) -> Sequence[Layer]:
    """Return the layers that a style has for this board alone."""
    return (style.get("boards") or {}).get(board.style or board.id) or ()


def layers_of(style: Mapping[str, Any], board: BoardContent) -> Sequence[Layer]:
    """Return the layers that a board is drawn by: its own, else those for any board, else plain ones."""
    return own_layers(style, board) or style.get("layers") or DEFAULT
