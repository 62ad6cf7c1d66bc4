"""A board laid out of terrain cards in columns and rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.model.grid.square import SquareGrid


class CardGrid(SquareGrid):
    """Cards 100 u wide, as high as `card_h` is to `card_w`, `gap` u apart (8 when not said)."""

    kind = "cards"

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        width, height = float(spec.get("card_w") or 1), float(spec.get("card_h") or spec.get("card_w") or 1)
        if width <= 0 or height <= 0:
            raise ValueError("card_w and card_h must be more than 0")
        gap = spec.get("gap")
        self.height = 100.0 * height / width
        self.gap = 8.0 if gap is None else float(gap)
