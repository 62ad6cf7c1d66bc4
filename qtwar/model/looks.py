"""The form of `style.yaml` and `counters.yaml`: what anybody may rely on before `draw` gives the settings their meaning.

Only what holds other things is looked at: that boards are lists of layers, templates mappings of faces, and so on. The
settings within are the painters' own, and all of it stays as it was written.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from qtwar.model.base import Word

Settings = dict[str, Any]
Number = Annotated[float, Field(strict=True, ge=-10_000, le=10_000)]  # strict: what was written is kept, not a number made of it
Size = Annotated[float, Field(strict=True, gt=0, le=10_000)]
Zoom = Annotated[float, Field(strict=True, ge=0)]


class OpenForm(BaseModel):
    """What is looked at of a mapping; whatever else stands in it is free."""

    model_config = ConfigDict(extra="allow")


class LayerForm(OpenForm):
    """A painter with its settings, and the layers that are drawn inside what it draws."""

    painter: str = ""
    opacity: Annotated[float, Field(strict=True, ge=0, le=1)] = 1
    from_zoom: Zoom = 0
    to_zoom: Zoom = math.inf
    margin: tuple[Number, Number, Number, Number] = (0, 0, 0, 0)
    inside: list[LayerForm] | None = None
    items: list[Settings] | None = None


class CoverForm(OpenForm):
    """What the start window shows of a title's first board."""

    at: tuple[Number, Number] | None = None
    counters: list[str] | None = None
    cards: dict[str, Word] | None = None
    picture: Settings | None = None


class StyleForm(OpenForm):
    """What `style.yaml` holds."""

    layers: list[LayerForm] | None = None
    boards: dict[str, list[LayerForm] | None] | None = None
    coarse: dict[str, str | None] | None = None
    cover: CoverForm | None = None
    palettes: dict[str, dict[str, str] | None] | None = None


class FacesForm(OpenForm):
    """The faces of a counter or a card, and their size in u."""

    like: str | None = None
    size: tuple[Size, Size] | None = None


class CountersForm(OpenForm):
    """What `counters.yaml` holds."""

    templates: dict[str, FacesForm] = {}
    backs: dict[str, list[Settings] | FacesForm] = {}
    scenes: dict[str, list[Any]] = {}
    styles: dict[str, Settings] = {}
    palettes: dict[str, Settings] = {}
    defaults: Settings = {}
    pictures: Settings = {}


class Formed:
    """Marks a mapping that has a form and is kept as it was written, with the order of its keys."""

    def __init__(self, form: type[OpenForm]) -> None:
        self.form = form

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        form = handler.generate_schema(self.form)
        looked_at = core_schema.no_info_wrap_validator_function(lambda value, look: (look(value), value)[1], form)
        return core_schema.chain_schema([looked_at, handler(source)])
