"""What a counter's face is drawn with: the sheet of templates, a palette, the piece's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from qtwar.base.errors import Place
from qtwar.draw import displaylist as dl
from qtwar.draw.box_row import MARGIN
from qtwar.draw.expr import fill_in
from qtwar.draw.palette import Palette
from qtwar.draw.symbols import Symbols

SIZE: Final = 100.0
CORNER: Final = 7.5
ROOM: Final = SIZE * MARGIN
BOUNDS: Final = (-ROOM, -ROOM, SIZE + ROOM, SIZE + ROOM)

Layer = Mapping[str, Any]
ODD: Final = (TypeError, ValueError, AttributeError, IndexError, ArithmeticError, RecursionError)
"""What a painter raises for a setting of another shape than it needs: settings come from anybody."""
Images = Callable[[str], dl.Bytes]


@dataclass(frozen=True)
class CounterTemplates:
    """The counter templates of a title, as `content/counters.yaml` holds them."""

    templates: Mapping[str, Any]
    backs: Mapping[str, Any]
    scenes: Mapping[str, Any]
    styles: Mapping[str, Any]
    palettes: Mapping[str, Palette]
    defaults: Mapping[str, Any]
    symbols: Symbols
    images: Images | None = None
    lines: Mapping[str, int] = field(default_factory=dict)

    def place(self, where: str) -> Place:
        """Return where a part of the drawing stands, for a fault."""
        return Place("counters.yaml", self.lines.get(where) or 0, where)


@dataclass(frozen=True, slots=True)
class FacePage:
    """What one face is drawn with."""

    sheet: CounterTemplates
    palette: Palette
    fields: Mapping[str, Any]
    where: str
    depth: int = 0
    size: tuple[float, float] = (SIZE, SIZE)

    def color(self, token: object) -> dl.Color:
        """Return the colour of a token."""
        return self.palette.color(fill_in(str(token), self.fields), self.fields)

    def word(self, value: object) -> str:
        """Return a text, or a text {en, ja} in the language of the face, with its fields filled in."""
        if isinstance(value, Mapping):
            value = value.get(self.fields.get("language", "en")) or value["en"]
        return fill_in(str(value), self.fields)

    def paints(self, spec: Layer) -> tuple[dl.Color | None, dl.Stroke | None]:
        """Return the fill and the line that a layer asks for, None where it asks for none."""
        fill = self.color(spec["fill"]) if "fill" in spec else None
        stroke = dl.Stroke(self.color(spec["line"]), float(spec.get("width", 1.5))) if "line" in spec else None
        return fill, stroke


def body_path(size: tuple[float, float] = (SIZE, SIZE)) -> dl.Path:
    """Return the outline of a counter or card."""
    return dl.rounded(0, 0, *size, CORNER)
