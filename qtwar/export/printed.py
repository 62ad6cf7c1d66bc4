"""How large counters and cards are on paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

COUNTER_MM = 12.7
CARD_MM = 63.0


def printed_mm(attrs: Mapping[str, Any], klass: str) -> float:
    """Return in mm how wide 100 u of a counter are, or the short side of a card, as a title says, or as is usual.

    `attrs` of the title: `counter_mm: 15`, or by class; `card_mm`.
    """
    said = attrs.get("counter_mm")
    if isinstance(said, Mapping):
        said = said.get(klass, said.get("unit") if klass != "card" else None)
    elif klass == "card":
        said = attrs.get("card_mm")
    if isinstance(said, (int, float)) and not isinstance(said, bool) and said > 0:
        return float(said)
    return CARD_MM if klass == "card" else COUNTER_MM
