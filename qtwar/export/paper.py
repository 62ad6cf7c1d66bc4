"""Paper: its sizes, directions and margins in millimetres, and counter sizes as people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from qtwar.base.errors import DataFault

SIZES: Final[dict[str, tuple[float, float]]] = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
NAMES: Final = {"a4": "A4", "a3": "A3", "letter": "Letter", "tabloid": "Tabloid"}
Direction = Literal["portrait", "landscape"]
MARGINS: Final = {"narrow": 6.0, "normal": 12.0, "wide": 20.0}
INCH: Final = 25.4


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it lies before the reader: width, height and margin in mm."""

    width: float
    height: float
    margin: float = 12.0
    name: str = "A4"

    @property
    def room(self) -> tuple[float, float]:
        """Width and height inside the margins."""
        return self.width - 2 * self.margin, self.height - 2 * self.margin

    @property
    def is_portrait(self) -> bool:
        """Whether the sheet stands upright."""
        return self.height >= self.width


def paper(name: str, direction: str = "portrait", margin: float = 12.0) -> Paper:
    """Return a paper by name; raises DataFault naming the papers there are, or for a margin that leaves no room."""
    found = SIZES.get(name.strip().lower())
    if found is None:
        raise DataFault("fault.print.paper", paper=name, known=list(NAMES.values()))
    if direction not in ("portrait", "landscape"):
        raise DataFault("fault.print.direction", direction=direction)
    width, height = found if direction == "portrait" else found[::-1]
    if not 0 <= margin <= min(width, height) / 2 - 30:
        raise DataFault("fault.print.margin", mm=margin, paper=NAMES[name.lower()])
    return Paper(width, height, margin, NAMES[name.strip().lower()])


_LENGTH: Final = re.compile(r"\s*(\d+(?:\.\d+)?|\d+/\d+)\s*(mm|cm|in|inch|″|\")?\s*\Z")


def length_mm(words: str | float) -> float:
    """Return a length written as `15`, `15 mm`, `0.5 in`, `5/8"`; numbers up to 2 without a unit are inches."""
    match = _LENGTH.match(str(words).lower())
    if match is None:
        raise DataFault("fault.print.length", given=str(words))
    head, _, tail = match[1].partition("/")
    value = float(head) / float(tail) if tail else float(head)
    unit = match[2] or ("in" if value <= 2 else "mm")
    return value * {"mm": 1.0, "cm": 10.0}.get(unit, INCH)
