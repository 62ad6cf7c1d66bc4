"""Taking counters over from another title or draft: kinds with how they are drawn, pieces with their formations."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from qtwar.base import jsonio
from qtwar.editing import presets, uses
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.items import point
from qtwar.editing.names import name_of
from qtwar.editing.templates import waiting_box
from qtwar.editing.tree import Json, same

_SHARED = ("defaults", "palettes", "backs", "scenes")
"""Parts of the counters' drawing that are filled up; what the draft has of them stays as it is."""


def borrow(draft: Draft, source: Draft, kinds: Iterable[str] = (), pieces: Iterable[str] = ()) -> Edit:
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
    return batch.edit("edited.borrow", name=name_of(source, "kinds", first), n=n, title=source.data["title"]["name"])


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
    """Bring a side along; it takes the place of one that the draft began with and that nothing belongs to yet."""
    if ident is None or batch.draft.has("sides", ident):
        return
    side = jsonio.copy(source.item("sides", ident))
    idle = next((one["id"] for one in batch.data["sides"] if _is_idle(batch, one)), None)
    if idle is None:
        batch.insert(("sides",), side)
        return
    place = batch.draft.place("sides", idle)
    named = uses.where_used(batch.data, "sides", idle)
    batch.remove(("sides",), place)
    batch.insert(("sides",), side, place)
    for use in named:
        point(batch, use, ident)
        if use.path[2] == "boxes":
            batch.set((*use.path[:4], "id"), f"{ident}_waiting")
            batch.set((*use.path[:4], "name"), waiting_box(side)["name"])


def _is_idle(batch: Batch, side: Json) -> bool:
    """Return whether a side is one of those a draft begins with, with nothing but its waiting box and its turn."""
    begun = next((one for one in presets.SIDES if one["id"] == side["id"]), None)
    if begun is None or side["name"] != begun["name"]:
        return False
    box = f"{side['id']}_waiting"
    kept = {"first_side", "setup_order"}
    return not uses.where_used(batch.data, "boxes", box) and all(
        use.path[2] in kept or (use.path[2] == "boxes" and batch.at(*use.path[:4], "id") == box)
        for use in uses.where_used(batch.data, "sides", side["id"])
    )


def _kind(batch: Batch, source: Draft, kind: Json) -> str:
    _side(batch, source, kind["side"])
    mine, theirs = (of["counters"].get("defaults", {}) for of in (batch.data, source.data))
    # What their counters have unless they say otherwise, and ours have differently, is said by the kind itself.
    said = {key: value for key, value in theirs.items() if key in mine and not same(mine[key], value)}
    template = _template(batch, source, kind["template"])
    attrs = {**said, **kind["attrs"]}
    for key, value in {**theirs, **attrs}.items():
        if isinstance(value, str) and (colours := _colours(batch, source, value)) != value:
            attrs[key] = colours
    copy: Json = {**kind, "template": template, "attrs": attrs}
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
    """Bring a template along, with those it is like or uses and what its layers need; return its name here."""
    theirs = source.data["counters"]
    template = (theirs.get("templates") or {}).get(name)
    if template is None:
        return name
    for key in _SHARED:
        mine = batch.data["counters"].get(key)
        filled = _filled(mine, theirs.get(key))
        if filled is not None and not (mine is not None and same(mine, filled)):
            batch.set(("counters", key), filled)
    copy = _pointed(batch, source, jsonio.copy(template))
    return _put(batch, "templates", name, copy)


def _pointed(batch: Batch, source: Draft, part: Any) -> Any:
    """Return a part of a template with its text styles and the templates it names brought along, by their names here."""
    if isinstance(part, list):
        return [_pointed(batch, source, one) for one in part]
    if isinstance(part, str):
        return re.sub(r"\$(\w+)", lambda found: f"${_colours(batch, source, found[1])}", part)
    if not isinstance(part, dict):
        return part
    found = {key: _pointed(batch, source, value) for key, value in part.items()}
    if isinstance(part.get("like"), str):
        found["like"] = _template(batch, source, part["like"])
    if isinstance(part.get("style"), str):
        style = (source.data["counters"].get("styles") or {}).get(part["style"])
        if style is not None:
            found["style"] = _put(batch, "styles", part["style"], style)
    used = part.get("use")
    target = used.get("value") if isinstance(used, dict) else used
    if isinstance(target, str) and "{" not in target:
        name, _, face = target.partition(".")
        if name != "backs":
            here = f"{_template(batch, source, name)}.{face}"
            found["use"] = {**found["use"], "value": here} if isinstance(used, dict) else here
    return found


def _colours(batch: Batch, source: Draft, name: str) -> str:
    """Bring the colours of a name along, of every palette; return their name here."""
    mine, theirs = (of["counters"].get("palettes") or {} for of in (batch.data, source.data))
    if name not in (theirs.get("standard") or {}):
        return name  # a field of the piece says which: its side, its nation

    def fits(free: str) -> bool:
        pairs = [(mine.get(one, {}).get(free), theirs.get(one, {}).get(name)) for one in {*mine, *theirs}]
        return all(a is None or (b is not None and same(a, b)) for a, b in pairs)

    free = next(f for f in (name, *(f"{name}_{n}" for n in range(2, 99))) if fits(f))
    if free != name:
        for palette, colours in theirs.items():
            if name in colours:
                batch.set(("counters", "palettes", palette), {**(mine.get(palette) or {}), free: colours[name]})
    return free


def _put(batch: Batch, part: str, name: str, value: Any) -> str:
    """Put a template or style under its name, or with a number behind it where another has that name; return it."""
    if part not in batch.data["counters"]:
        batch.set(("counters", part), {})
    mine = batch.at("counters", part)
    number, free = 2, name
    while free in mine and not same(mine[free], value):
        free = f"{name}_{number}"
        number += 1
    if free not in mine:
        batch.set(("counters", part, free), value)
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
