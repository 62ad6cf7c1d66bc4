"""Search over everything in a draft: ids, names in both languages, labels, cells, table heads and results, texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from qtwar.base.kana import fold
from qtwar.editing.draft import Draft
from qtwar.editing.tree import Json, Path
from qtwar.editing.uses import LISTS

MOST = 200


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that was found: part of the content, id of the thing (or `board:cell`), the words, the path."""

    part: str
    ident: str
    words: str
    path: Path


def search(draft: Draft, wanted: str, most: int = MOST) -> list[Hit]:
    """Return where words stand: whole ids and names first, then beginnings, then anywhere; several words must all be there."""
    words = _plain(wanted).split()
    if not words:
        return []
    found: list[tuple[int, int, Hit]] = []
    for n, hit in enumerate(_everything(draft)):
        rank = _rank(hit, words)
        if rank is not None:
            found.append((rank, n, hit))
    for board in draft.data["boards"]:
        cell = wanted.strip().rpartition(":")[2]
        if cell and draft.grid(board["id"]).contains(cell):
            place = draft.place("boards", board["id"])
            found.append((0, -1, Hit("cells", f"{board['id']}:{cell}", cell, ("boards", place, "terrain", cell))))
    return [hit for _, _, hit in sorted(found, key=lambda one: one[:2])[:most]]


def _rank(hit: Hit, words: list[str]) -> int | None:
    ident, text = _plain(hit.ident), _plain(hit.words)
    both = f"{ident} {text}"
    if not all(word in both for word in words):
        return None
    whole = " ".join(words)
    if whole in (ident, text):
        return 0
    return 1 if ident.startswith(whole) or text.startswith(whole) else 2


def _plain(text: str) -> str:
    return fold(text).strip()


def _everything(draft: Draft) -> Iterator[Hit]:
    data = draft.data
    for part in LISTS:
        for n, item in enumerate(data[part]):
            yield from _named(part, item, (part, n))
    for b, board in enumerate(data["boards"]):
        for key in ("areas", "boxes"):
            for n, item in enumerate(board[key]):
                yield from _named(key, item, ("boards", b, key, n))
        for key in ("edges", "paths"):
            for n, line in enumerate(board[key]):
                if line["name"]:
                    yield from _texts(key, board["id"], line["name"], ("boards", b, key, n))
        for n, label in enumerate(board["labels"]):
            yield from _texts("labels", board["id"], label["text"], ("boards", b, "labels", n))
    for n, table in enumerate(data["tables"]):
        for r, row in enumerate(table["cells"]):
            for c, cell in enumerate(row):
                if isinstance(cell, (str, int, float)) and not isinstance(cell, bool):
                    yield Hit("tables", table["id"], str(cell), ("tables", n, "cells", r, c))
    for n, scenario in enumerate(data["scenarios"]):
        for k, note in enumerate(scenario["special"]):
            yield from _texts("scenarios", scenario["id"], note["text"], ("scenarios", n, "special", k))
    for language, sentences in data["texts"].items():
        for key, sentence in sentences.items():
            yield Hit("texts", key, sentence, ("texts", language, key))


def _named(part: str, item: Json, path: Path) -> Iterator[Hit]:
    texts: Any = item.get("name") or {}
    if not texts:
        yield Hit(part, item["id"], "", path)
    yield from _texts(part, item["id"], texts, path)


def _texts(part: str, ident: str, texts: Json, path: Path) -> Iterator[Hit]:
    words = list(dict.fromkeys(texts.values()))
    if words:
        yield Hit(part, ident, " / ".join(words), path)
