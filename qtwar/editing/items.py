"""Gestures on things that have ids: add, delete with what uses them, rename everywhere, duplicate, change many at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.editing import shape, tree, uses
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of, words
from qtwar.editing.starts import ident_of
from qtwar.editing.tree import Json, Path, Step
from qtwar.editing.uses import Use
from qtwar.editing.verify import described

INSIDE = ("boxes", "areas")
"""What has ids of its own inside the boards."""


def add(draft: Draft, part: str, item: Json, at: int | None = None) -> Command:
    """Add an item to a list of the content; without an id it gets one made of its name."""
    batch = Batch(draft)
    ident = put(batch, part, item, at)
    return batch.command("edited.add", part=_part(part), name=name_of(batch.draft, part, ident))


def put(batch: Batch, part: str, item: Json, at: int | None = None) -> str:
    """Put an item into a batch and return its id."""
    taken = {one["id"] for one in batch.data[part]}
    name = item.get("name") or {}
    ident = str(item.get("id") or ident_of(str(name.get("en", "")), taken, part.rstrip("s")))
    if ident in taken:
        raise DataFault(f"There is a {ident!r} in {part} already; give this one another id.")
    batch.insert((part,), {**item, "id": ident}, at)
    return ident


def used_by(draft: Draft, part: str, ident: str) -> list[str]:
    """Return where a thing is named, as short places for people (`scenarios/one/setup/r1`)."""
    found = (described(draft.data, use.path) for use in uses.where_used(draft.data, part, ident))
    return list(dict.fromkeys(found))


def delete(
    draft: Draft, part: str, idents: Iterable[str], *, also: bool = False, instead: str | None = None
) -> Command:
    """Delete items of a list of the content, or boxes or areas of the boards.

    What is used is refused, saying where, unless `also`: then all that names it is mended or goes too.
    `instead` is the terrain that cells of a deleted terrain get (None: no terrain).
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
        more = f" and {len(some) - 3} more places" if len(some) > 3 else ""
        raise DataFault(
            f"{', '.join(repr(i) for i in gone)} is used in {', '.join(some[:3])}{more}; change these first, or delete "
            "with what uses it.",
            key="edit.in_use",
            args={"what": name, "n": len(some), "places": some[:20]},
        )
    batch = Batch(draft)
    _clear(batch, {part: set(gone)}, instead)
    if inside:
        for board in dict.fromkeys(path[1] for path in inside.values()):
            batch.remove(("boards", board, part), *(i for i, path in inside.items() if path[1] == board))
    else:
        batch.remove((part,), *(i for i in gone if batch.draft.has(part, i)))
    return batch.command("edited.delete", name=name, n=len(gone))


def _id_at(draft: Draft, use: Use) -> str:
    return str(draft.data[str(use.path[0])][int(use.path[1])].get("id", ""))


def _clear(batch: Batch, gone: dict[str, set[str]], instead: str | None) -> None:
    """Mend or take away all that names what goes; items that can not be without it go too, and what names them."""
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
                values[(*path, use.ident)] = instead
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


def rename(draft: Draft, part: str, old: str, new: str) -> Command:
    """Give a thing another id, and all that names it: a list of the content, or `boxes`, `areas`, `templates`."""
    if old == new:
        return Batch(draft).command("edited.rename", name=old, to=new)
    batch = Batch(draft)
    places = uses.where_used(draft.data, part, old)
    if part == "templates":
        batch.rename_key(("counters", "templates", old), new)
    elif part in INSIDE:
        path = _inside(draft, part, old)
        if any(item["id"] == new for board in draft.data["boards"] for item in board[part]):
            raise DataFault(f"There is a {new!r} in {part} already; choose another id.")
        batch.set((*path, "id"), new)
    else:
        if draft.has(part, new):
            raise DataFault(f"There is a {new!r} in {part} already; choose another id.")
        batch.set((part, draft.place(part, old), "id"), new)
    if part == "boards" and not draft.item("boards", old)["style"] and old in (draft.data["style"].get("boards") or {}):
        batch.set(("boards", new, "style"), old)  # its look went by its id
    for use in places:
        point(batch, use, new)
    return batch.command("edited.rename", name=old, to=new)


def _inside(draft: Draft, part: str, ident: str) -> Path:
    for b, board in enumerate(draft.data["boards"]):
        for n, item in enumerate(board[part]):
            if item["id"] == ident:
                return ("boards", b, part, n)
    raise DataFault(f"There is no {ident!r} in {part}.")


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


def duplicate(draft: Draft, part: str, ident: str, n: int = 1) -> Command:
    """Make n copies behind an item, with the next free numbers in their ids and names."""
    if not 1 <= n <= 1000:
        raise DataFault("Make 1 to 1000 copies at a time.")
    batch = Batch(draft)
    item, place = draft.item(part, ident), draft.place(part, ident)
    taken = {one["id"] for one in draft.data[part]}
    stem = re.sub(r"[-_.]?\d+$", "", ident)
    joint = (re.search(r"([-_.]?)\d+$", ident) or ["", "-"])[1]
    number = int((re.search(r"(\d+)$", ident) or ["", "1"])[1])
    made: list[Json] = []
    while len(made) < n:
        number += 1
        fresh = f"{stem}{joint}{number}"
        if fresh not in taken:
            copy = {**jsonio.copy(item), "id": fresh}
            if copy.get("name"):
                copy["name"] = {code: _numbered(text, number) for code, text in copy["name"].items()}
            made.append(copy)
    where = batch.draft.path(part)
    pairs = [[place + 1 + k, shape.normal((part, place + 1 + k), copy)] for k, copy in enumerate(made)]
    batch.do({"op": "list", "path": list(where), "was": [], "to": pairs})
    return batch.command("edited.duplicate", name=name_of(draft, part, ident), n=n)


def _numbered(text: str, number: int) -> str:
    found = re.search(r"(\d+)(\D*)$", text)
    return f"{text[: found.start()]}{number}{found[2]}" if found else f"{text} {number}"


def set_many(draft: Draft, part: str, idents: Sequence[str], path: Sequence[Step], value: Any) -> Command:
    """Set one field or attribute of many items; None takes an attribute away."""
    batch = Batch(draft)
    for ident in idents:
        where = (part, draft.place(part, ident), *path)
        if value is None and shape.is_free(where[:-1]):
            batch.unset(where)
        else:
            batch.set(where, value)
    return batch.command("edited.set_many", part=_part(part), n=len(idents), name=str(path[-1]) if path else "")


def fill_down(draft: Draft, part: str, idents: Sequence[str], path: Sequence[Step]) -> Command:
    """Give the items after the first its value."""
    if len(idents) < 2:
        raise DataFault("Select the row to copy from and the rows below it.")
    first = draft.item(part, idents[0])
    try:
        value = tree.find(first, path)
    except DataFault:
        value = None
    return set_many(draft, part, idents[1:], path, value)


def reorder(draft: Draft, part: str, ident: str, to: int) -> Command:
    """Move an item to another place in its list."""
    batch = Batch(draft)
    batch.move((part,), ident, to)
    return batch.command("edited.reorder", name=name_of(draft, part, ident))


def attach(draft: Draft, idents: Sequence[str], formation: str | None) -> Command:
    """Put pieces or formations under a formation (None: to the top); one above itself is refused."""
    batch = Batch(draft)
    parents = {item["id"]: item["parent"] for item in draft.data["formations"]}
    for ident in idents:
        if draft.has("formations", ident) and not draft.has("pieces", ident):
            above, steps = formation, 0
            while above is not None and steps <= len(parents):
                if above == ident:
                    raise DataFault(f"{ident!r} can not be below itself.")
                above, steps = parents.get(above), steps + 1
            batch.set(("formations", ident, "parent"), formation)
        else:
            batch.set(("pieces", ident, "formation"), formation)
    return batch.command("edited.attach", name=name_of(draft, "formations", formation), n=len(idents))


def _part(part: str) -> Json:
    return {"key": f"part.{part}", "args": {}}
