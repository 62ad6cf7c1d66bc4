"""Ids of new things, and what things are called in the names of edits."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from qtwar.editing.draft import Draft
from qtwar.editing.tree import Json, Step


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


def name_at(draft: Draft, path: Sequence[Step]) -> Any:
    """Return what the innermost named thing on the way to a path is called, in both languages; its id where it has no name."""
    found: Any = ""
    here: Any = draft.data
    for step in draft.path(*path)[:-1]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            break
        if isinstance(here, dict):
            name = here.get("name")
            if isinstance(name, dict) and name:
                found = words(name)
            elif isinstance(here.get("id"), str):
                found = here["id"]
    return found


def place_name(draft: Draft, place: str) -> Any:
    """Return a place: a cell, with its board where there are several, or the name of a box."""
    board, colon, cell = place.partition(":")
    if not colon:
        return next((words(box["name"], place) for _, box in draft.boxes() if box["id"] == place), place)
    if len(draft.data["boards"]) < 2:
        return cell
    name = name_of(draft, "boards", board)
    return {code: f"{cell} ({text})" for code, text in name.items()} if isinstance(name, dict) else f"{cell} ({name})"


def ident_of(name: str, taken: Collection[str] = (), fallback: str = "draft") -> str:
    """Return an id made of a name: its Latin letters and digits, numbered if it is taken."""
    stem = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:48] or fallback
    number, ident = 2, stem
    while ident in taken:
        ident = f"{stem}_{number}"
        number += 1
    return ident


def copy_ids(ident: str, taken: Collection[str], n: int) -> list[str]:
    """Return the ids of n copies: `squad-1` is followed by `squad-2`, numbers that are taken left out."""
    stem = re.sub(r"[-_.]?\d+$", "", ident)
    joint = (re.search(r"([-_.]?)\d+$", ident) or ["", "-"])[1]
    number = int((re.search(r"(\d+)$", ident) or ["", "1"])[1])
    found: list[str] = []
    while len(found) < n:
        number += 1
        if f"{stem}{joint}{number}" not in taken:
            found.append(f"{stem}{joint}{number}")
    return found
