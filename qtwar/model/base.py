"""What every model of content shares: frozen, closed to unknown keys, ids checked, texts in two languages."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, model_serializer

from qtwar.base.text import DEFAULT, LANGUAGES

Ident = Annotated[str, Field(coerce_numbers_to_str=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.\-]*$", max_length=64)]
"""Id of a thing of a title: letters, digits, `_`, `-`, `.`; 64 characters at most; YAML's bare 7 is '7'."""

Word = Annotated[str, Field(coerce_numbers_to_str=True)]
"""A cell, place or other name that may look like a number in YAML."""

Rule = Annotated[str, Field(coerce_numbers_to_str=True)]
"""A rule number such as `8.4`; YAML's bare 8.4 is taken as written, but 8.10 needs quotes."""

Point = tuple[float, float]
"""(x, y) in u, 1/100 of a cell."""


class Model(BaseModel):
    """A frozen part of a title; unknown keys are refused so that a slip of the pen is seen."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON data under the names that the YAML files use; what is None is left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)


class LocalText(Model):
    """What a player reads, in each language of the program; an empty language falls back to the other."""

    en: str = ""
    ja: str = ""

    def get(self, language: str) -> str:
        """Return the words in a language, else in English, else in any."""
        for code in (language, DEFAULT, *LANGUAGES):
            words = getattr(self, code, "")
            if words:
                return str(words)
        return ""

    def missing(self) -> tuple[str, ...]:
        """Return the languages without words."""
        return tuple(code for code in LANGUAGES if not getattr(self, code).strip())

    @model_serializer
    def _plain(self) -> dict[str, str]:
        return {code: getattr(self, code) for code in LANGUAGES if getattr(self, code)}


def filled(value: Any) -> Any:
    """Drop the empty entries of a mapping: nothing listed is the same as not named."""
    if isinstance(value, dict):
        return {key: items for key, items in value.items() if items is not None and items != [] and items != {}}
    return value
