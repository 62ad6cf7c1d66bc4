"""Taking counters over from another title or draft: kinds with how they are drawn, pieces with their formations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.base import jsonio
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json, same

_SHARED = ("defaults", "palettes", "styles", "backs")
"""Parts of the counters' drawing that are filled up; what the draft has of them stays as it is."""


def borrow(draft: Draft, source: Draft, kinds: Iterable[str] = (), pieces: Iterable[str] = ()) -> Command:
    """Take kinds (and pieces, with their kinds and formations) from another content into the draft, as one entry.

    Sides, templates, styles, palettes and backs that they need and the draft has not come along; a template or kind
    of the same id that is another gets a number. What is there already in the same form is not taken twice.
    """
    batch = Batch(draft)
    chosen = [source.item("pieces", ident) for ident in dict.fromkeys(pieces)]
    wanted = dict.fromkeys([*kinds, *(piece["kind"] for piece in chosen)])
    renamed: dict[str, str] = {}
    for ident in wanted:
        renamed[ident] = _kind(batch, source, source.item("kinds", ident))
    formations: dict[str, str] = {}
    for piece in chosen:
        formation = piece["formation"] and _formation(batch, source, piece["formation"], formations)
        copy = {**piece, "kind": renamed[piece["kind"]], "formation": formation}
        if not _there(batch, "pieces", copy):
            batch.insert(("pieces",), {**copy, "id": _free(batch, "pieces", piece["id"])})
    n = len(chosen) or len(wanted)
    first = next(iter(wanted), "")
    return batch.command("edited.borrow", name=name_of(source, "kinds", first), n=n, title=source.data["title"]["name"])


def _there(batch: Batch, part: str, item: Json) -> bool:
    return any(same(item, one) for one in batch.data[part])


def _free(batch: Batch, part: str, ident: str) -> str:
    taken = {item["id"] for item in batch.data[part]}
    number, free = 2, ident
    while free in taken:
        free = f"{ident}-{number}"
        number += 1
    return free


def _side(batch: Batch, source: Draft, ident: str | None) -> None:
    if ident is None or batch.draft.has("sides", ident):
        return
    batch.insert(("sides",), jsonio.copy(source.item("sides", ident)))


def _kind(batch: Batch, source: Draft, kind: Json) -> str:
    _side(batch, source, kind["side"])
    copy: Json = {**kind, "template": _template(batch, source, kind["template"])}
    if _there(batch, "kinds", copy):
        return str(copy["id"])
    copy["id"] = _free(batch, "kinds", copy["id"])
    batch.insert(("kinds",), copy)
    return str(copy["id"])


def _formation(batch: Batch, source: Draft, ident: str, done: dict[str, str]) -> str:
    if ident not in done:
        formation = source.item("formations", ident)
        _side(batch, source, formation["side"])
        parent = formation["parent"] and _formation(batch, source, formation["parent"], done)
        copy = {**formation, "parent": parent}
        if _there(batch, "formations", copy):
            done[ident] = ident
        else:
            done[ident] = _free(batch, "formations", ident)
            batch.insert(("formations",), {**copy, "id": done[ident]})
    return done[ident]


def _template(batch: Batch, source: Draft, name: str) -> str:
    """Bring a template along, with those it is like and what its layers use; return its name here."""
    theirs = source.data["counters"]
    template = (theirs.get("templates") or {}).get(name)
    if template is None:
        return name
    for key in _SHARED:
        mine = batch.data["counters"].get(key)
        filled = _filled(mine, theirs.get(key))
        if filled is not None and not (mine is not None and same(mine, filled)):
            batch.set(("counters", key), filled)
    copy = jsonio.copy(template)
    if isinstance(copy, dict) and isinstance(copy.get("like"), str):
        copy["like"] = _template(batch, source, copy["like"])
    if "templates" not in batch.data["counters"]:
        batch.set(("counters", "templates"), {})
    mine = batch.at("counters", "templates")
    number, free = 2, name
    while free in mine and not same(mine[free], copy):
        free = f"{name}_{number}"
        number += 1
    if free not in mine:
        batch.set(("counters", "templates", free), copy)
    return free


def _filled(mine: Any, theirs: Any) -> Any:
    """Return a tree of mappings with what it lacks taken from another."""
    if not isinstance(theirs, dict):
        return theirs if mine is None else mine
    if not isinstance(mine, dict):
        return jsonio.copy(theirs) if mine is None else mine
    found = dict(mine)
    for key, value in theirs.items():
        found[key] = _filled(mine.get(key), value)
    return found
