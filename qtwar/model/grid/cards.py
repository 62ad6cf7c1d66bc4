"""A board laid out of terrain cards in columns and rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.model.grid.square import SquareGrid


class CardGrid(SquareGrid):
    """Cards `gap` u apart (8 when not said), `card_w` by `card_h` mm where 100 u are `cell_mm`, without it 100 u wide."""

    kind = "cards"

    def __init__(self, spec: Mapping[str, Any]) -> None:
        super().__init__(spec)
        width, height = float(spec.get("card_w") or 1), float(spec.get("card_h") or spec.get("card_w") or 1)
        if width <= 0 or height <= 0:
            raise DataFault("fault.grid.card")
        gap = spec.get("gap")
        scale = spec.get("cell_mm") if spec.get("card_w") else None
        self.width = 100.0 * width / float(scale) if scale else 100.0
        self.height = self.width * height / width
        self.gap = 8.0 if gap is None else float(gap)
