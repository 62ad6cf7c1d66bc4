"""Gestures on any part of the content: set, add, delete with what uses it, rename everywhere, duplicate, reorganise."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing import shape, uses
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import copy_ids, ident_of, name_at, name_of, words
from qtwar.editing.ops import ABSENT
from qtwar.editing.tree import Json, Path, Step, mapping
from qtwar.editing.uses import Use
from qtwar.editing.verify import described

INSIDE = ("boxes", "areas")
"""What has ids of its own inside the boards."""


def put(draft: Draft, path: Sequence[Step], value: Any, name: Any = None) -> Edit:
    """Set what stands at a path (`ABSENT` takes it away); items of lists may be named by their ids.

    `name` is what was changed, where the innermost named thing on the way is not what a person would call it.
    """
    return put_all(draft, [(path, value)], name=name_at(draft, path) if name is None else name)


def put_all(
    draft: Draft, /, values: Iterable[tuple[Sequence[Step], Any]], key: str = "edit.did.change", **args: Any
) -> Edit:
    """Set what stands at several paths, as one entry."""
    batch = Batch(draft)
    for path, value in values:
        batch.set(path, value)
    return batch.edit(key, **args)


def insert(
    draft: Draft, path: Sequence[Step], item: Any, at: int | None = None, *, key: str = "edit.did.add_kind", name: Any = None
) -> Edit:
    """Put an item into a list, at a place or at its end."""
    batch = Batch(draft)
    place = batch.insert(path, item, at)
    return batch.edit(key, name=name_at(batch.draft, (*path, place, "id")) if name is None else name)


def remove(draft: Draft, path: Sequence[Step], place: int | str, *, key: str = "edit.did.remove", name: Any = None) -> Edit:
    """Take an item that nothing else names out of a list."""
    batch = Batch(draft)
    batch.remove(path, place)
    return batch.edit(key, name=name_at(draft, (*path, place, "id")) if name is None else name)


def move(draft: Draft, path: Sequence[Step], was: int | str, to: int, *, key: str = "edit.did.change", name: Any = None) -> Edit:
    """Move an item of a list to another place in it."""
    batch = Batch(draft)
    batch.move(path, was, to)
    return batch.edit(key, name=name_at(draft, (*path, was, "id")) if name is None else name)


def add(draft: Draft, part: str, item: Json, at: int | None = None) -> Edit:
    """Add an item to a list of the content; without an id it gets one made of its name."""
    batch = Batch(draft)
    taken = {one["id"] for one in batch.data[part]}
    english = mapping(item.get("name")).get("en", "")  # a name of another shape is refused by the check of the draft
    ident = str(item.get("id") or ident_of(str(english), taken, part.rstrip("s")))
    if ident in taken:
        raise DataFault("fault.edit.id_taken", id=ident, part={"key": f"parts.{part}"})
    batch.insert((part,), {**item, "id": ident}, at)
    return batch.edit("edit.did.add_kind", name=name_of(batch.draft, part, ident))


def delete(draft: Draft, part: str, idents: Iterable[str], *, also: bool = False) -> Edit:
    """Delete items of a list of the content, or boxes or areas of the boards.

    What is used is refused, saying where, unless `also`: then all that names it is put right or goes too.
    """
    gone = list(dict.fromkeys(idents))
    inside = {ident: _inside(draft, part, ident) for ident in gone} if part in INSIDE else {}
    for ident in () if inside else gone:
        draft.place(part, ident)
    first = draft.at(*inside[gone[0]], "name") if inside else None
    name = words(first, gone[0]) if inside else name_of(draft, part, gone[0])
    users = [use for use in uses.uses(draft.data) if use.what == part and use.ident in gone]
    users = [
        use for use in users if use.path[0] != "title" and not (use.path[0] == part and _id_at(draft, use) in gone)
    ]
    if users and not also:
        some = list(dict.fromkeys(described(draft.data, use.path) for use in users))
        more = {"key": "fault.edit.more_places", "args": {"n": len(some) - 3}} if len(some) > 3 else ""
        raise DataFault("fault.edit.in_use", what=name, places=", ".join(some[:3]), more=more)
    batch = Batch(draft)
    _clear(batch, {part: set(gone)})
    if inside:
        for board in dict.fromkeys(path[1] for path in inside.values()):
            batch.remove(("boards", board, part), *(i for i, path in inside.items() if path[1] == board))
    else:
        batch.remove((part,), *(i for i in gone if batch.draft.has(part, i)))
    return batch.edit("edited.delete", name=name, n=len(gone))


def _id_at(draft: Draft, use: Use) -> str:
    return str(draft.data[str(use.path[0])][int(use.path[1])].get("id", ""))


def _clear(batch: Batch, gone: dict[str, set[str]]) -> None:
    """Put right or take away all that names what goes; items that can not be without it go too, and what names them."""
    data = batch.data
    removals: dict[Path, set[int]] = {}
    values: dict[Path, Any] = {}
    keys: dict[Path, None] = {}
    before = -1
    for board in data["boards"]:
        if board["id"] in gone.get("boards", ()):  # with a board go its boxes and areas
            for part in ("boxes", "areas"):
                gone.setdefault(part, set()).update(item["id"] for item in board[part])
    every = list(uses.uses(data))
    while before != sum(len(ids) for ids in gone.values()):
        before = sum(len(ids) for ids in gone.values())
        for use in every:
            if use.ident not in gone.get(use.what, ()) or use.path[0] == "title":
                continue
            path = use.path
            if len(path) == 3 and path[2] == "terrain":
                values[(*path, use.ident)] = None  # its cells are bare
            elif use.is_key or path[-2] == "legend":
                keys[path] = None
            elif isinstance(path[-1], int):
                removals.setdefault(path[:-1], set()).add(path[-1])
            elif _may_be(path, None):
                values[path] = _above(data, gone, use) if use.what == "formations" and path[-1] == "parent" else None
            elif _may_be(path, "") and path[-1] in ("template", "style"):
                values[path] = ""
            else:
                holder = next(
                    n for n in range(len(path) - 1, -1, -1) if isinstance(path[n], int) or path[n - 1] == "pools"
                )
                item = path[: holder + 1]
                if isinstance(item[-1], int):
                    removals.setdefault(item[:-1], set()).add(item[-1])
                    if len(item) == 2 and item[0] in uses.LISTS:
                        gone.setdefault(str(item[0]), set()).add(data[str(item[0])][item[1]]["id"])
                else:
                    keys[item] = None
    _carry_out(batch, values, list(keys), removals)


def _carry_out(batch: Batch, values: dict[Path, Any], keys: Sequence[Path], removals: dict[Path, set[int]]) -> None:
    emptied: dict[Path, set[str]] = {}
    for path in keys:
        if path[-2] == "pieces":
            emptied.setdefault(path[:-1], set()).add(str(path[-1]))
    for path, names in emptied.items():  # a line of a scenario without pieces says nothing
        if names >= set(batch.at(*path)):
            item = path[:-1]
            if isinstance(item[-1], int):
                removals.setdefault(item[:-1], set()).add(item[-1])
            else:
                keys = [*keys, item]

    def goes(path: Path) -> bool:
        return any(path[:n] in removals and path[n] in removals[path[:n]] for n in range(1, len(path)))

    for path, value in values.items():
        if goes(path):
            continue
        if len(path) == 4 and path[2] == "terrain":
            cells = batch.at(*path[:3])
            batch.paint(path[:3], {cell: value for cell, word in cells.items() if word == path[3]})
        else:
            batch.set(path, value)
    for path in keys:
        if not goes(path) and not any(path[:n] in keys for n in range(1, len(path))):
            batch.unset(path)
    for path in sorted(removals, key=len, reverse=True):
        if not goes(path):
            batch.remove(path, *removals[path])


def _above(data: Json, gone: dict[str, set[str]], use: Use) -> str | None:
    """Return the first formation above one that goes which stays."""
    parents = {item["id"]: item["parent"] for item in data["formations"]}
    ident: str | None = use.ident
    for _ in range(len(parents) + 1):
        if ident is None or ident not in gone["formations"]:
            return ident
        ident = parents.get(ident)
    return None


def _may_be(path: Path, value: Any) -> bool:
    try:
        return bool(shape.normal(path, value) == value)
    except DataFault:
        return False


# ------------------------------------------------------------------------------------------------- rename


def rename(draft: Draft, part: str, old: str, new: str) -> Edit:
    """Give a thing another id, and all that names it: a list of the content, or `boxes`, `areas`, `templates`."""
    if old == new:
        return Batch(draft).edit("edited.rename", name=old, to=new)
    batch = Batch(draft)
    places = uses.where_used(draft.data, part, old)
    if part == "templates":
        batch.rename_key(("counters", "templates", old), new)
    elif part in INSIDE:
        path = _inside(draft, part, old)
        if any(item["id"] == new for board in draft.data["boards"] for item in board[part]):
            raise DataFault("fault.edit.id_taken", id=new, part={"key": f"parts.{part}"})
        batch.set((*path, "id"), new)
    else:
        if draft.has(part, new):
            raise DataFault("fault.edit.id_taken", id=new, part={"key": f"parts.{part}"})
        batch.set((part, draft.place(part, old), "id"), new)
    if part == "boards" and not draft.item("boards", old)["style"] and old in (draft.data["style"].get("boards") or {}):
        batch.set(("boards", new, "style"), old)  # its look went by its id
    for use in places:
        point(batch, use, new)
    return batch.edit("edited.rename", name=old, to=new)


def _inside(draft: Draft, part: str, ident: str) -> Path:
    for b, board in enumerate(draft.data["boards"]):
        for n, item in enumerate(board[part]):
            if item["id"] == ident:
                return ("boards", b, part, n)
    raise DataFault("fault.edit.not_in", id=ident, part={"key": f"parts.{part}"})


def point(batch: Batch, use: Use, new: str) -> None:
    """Let a place that names a thing name another."""
    path = use.path
    if len(path) == 3 and path[2] == "terrain":
        words_ = batch.at(*path)
        batch.paint(path, {cell: new for cell, word in words_.items() if word == use.ident})
    elif use.is_key:
        batch.rename_key(path, new)
    else:
        now = batch.at(*path)
        if use.what == "boards" and isinstance(now, str) and ":" in now:
            new = f"{new}:{now.partition(':')[2]}"
        elif isinstance(now, str) and now.startswith("@"):
            new = f"@{new}"
        batch.set(path, new)


# ----------------------------------------------------------------------------------------------- many at once


def duplicate(draft: Draft, part: str, idents: Sequence[str], n: int = 1) -> Edit:
    """Make n copies behind each of some items, with the next free numbers in their ids and names."""
    if not 1 <= n <= 1000:
        raise DataFault("fault.edit.copies")
    batch = Batch(draft)
    taken = {one["id"] for one in draft.data[part]}
    for ident in idents:
        item = draft.item(part, ident)
        fresh = copy_ids(ident, taken, n)
        taken.update(fresh)
        batch.insert_all((part,), (_numbered(item, one) for one in fresh), batch.draft.place(part, ident) + 1)
    return batch.edit("edit.did.copies", name=name_of(draft, part, idents[0]), n=n * len(idents))


def _numbered(item: Json, ident: str) -> Json:
    """Return a copy of an item with the number of its new id in its name."""
    number = re.search(r"\d+$", ident)
    assert number is not None
    copy: Json = {**jsonio.copy(item), "id": ident}
    if copy.get("name"):
        found = {code: re.search(r"(\d+)(\D*)$", text) for code, text in copy["name"].items()}
        copy["name"] = {
            code: f"{text[: at.start()]}{number[0]}{at[2]}" if (at := found[code]) else f"{text} {number[0]}"
            for code, text in copy["name"].items()
        }
    return copy


def attach(
    draft: Draft, rows: Sequence[tuple[str, str]], formation: str | None, *, side: Any = ABSENT, before: str = "",
    after: str = "",
) -> Edit:  # fmt: skip
    """Put pieces and formations (part, id) under a formation, or (None) at the top of a side; none goes below itself.

    `side` is the side that formations then belong to, `before` the piece whose place a single piece takes (one from elsewhere
    stands before it), `after` the one that pieces then follow.
    """
    batch = Batch(draft)
    for part, ident in rows:
        if part == "pieces":
            batch.set((part, ident, "formation"), formation)
        elif not _is_above(draft, ident, formation):
            batch.set((part, ident, "parent"), formation)
            if side is not ABSENT:
                batch.set((part, ident, "side"), side)
    if before and len(rows) == 1 and rows[0][1] != before:
        place, was = draft.place("pieces", before), draft.place("pieces", rows[0][1])
        elsewhere = draft.item("pieces", rows[0][1])["formation"] != formation
        batch.move(("pieces",), rows[0][1], place - (elsewhere and was < place))
    if after:
        for _, ident in rows:
            place = batch.draft.place("pieces", after)
            batch.move(("pieces",), ident, place + (batch.draft.place("pieces", ident) > place))
            after = ident
    name = name_of(draft, "formations", formation) if formation or side is ABSENT else name_of(draft, "sides", side)
    return batch.edit("edit.did.reorganise", name=name, n=len(rows))


def _is_above(draft: Draft, ident: str, formation: str | None) -> bool:
    """Return whether a formation is another one, or stands somewhere above it."""
    parents = {item["id"]: item["parent"] for item in draft.data["formations"]}
    for _ in range(len(parents) + 1):
        if formation is None or formation == ident:
            return formation == ident
        formation = parents.get(formation)
    return True
