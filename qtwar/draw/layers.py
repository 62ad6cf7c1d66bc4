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
    """Return the layers that a style has for this board alone; what is none is left out."""
    boards = style.get("boards")
    return _layers(boards.get(board.style or board.id) if isinstance(boards, Mapping) else None)


def layers_of(style: Mapping[str, Any], board: BoardContent) -> Sequence[Layer]:
    """Return the layers that a board is drawn by: its own, else those for any board, else plain ones."""
    return own_layers(style, board) or _layers(style.get("layers")) or DEFAULT


def _layers(found: Any) -> Sequence[Layer]:
    """Styles are of free shape, and strangers write them."""
    return [layer for layer in found if isinstance(layer, Mapping)] if isinstance(found, (list, tuple)) else ()
