"""What things are called in the names of commands."""

from __future__ import annotations

from typing import Any

from qtwar.editing.draft import Draft
from qtwar.editing.tree import Json


def name_of(draft: Draft, part: str, ident: Any) -> Any:
    """Return the name of an item in both languages, or what stands for it."""
    if part and isinstance(ident, str) and draft.has(part, ident):
        item = draft.item(part, ident)
        return words(item.get("name"), ident)
    return "" if ident is None else str(ident)


def words(name: Json | None, fallback: str = "") -> Any:
    """Return a text as an argument of a message: both languages, the one filled from the other."""
    if not name:
        return fallback
    first = next(iter(name.values()))
    return {"en": name.get("en", first), "ja": name.get("ja", first)}
