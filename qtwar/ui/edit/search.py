"""What the palette finds in a draft: cells, and everything that has an id, a name or words of its own."""

from __future__ import annotations

from typing import Any

from qtwar.editing.draft import Draft
from qtwar.editing.search import Hit, search
from qtwar.editing.uses import place_of
from qtwar.model.content import TitleContent
from qtwar.ui.edit.findings import page_of
from qtwar.ui.facts import Found
from qtwar.ui.i18n import language, tr

MOST = 40


def find(draft: Draft, content: TitleContent, text: str) -> list[Found]:
    """Return what fits the words, the best first, each once: whole ids and names, then beginnings, then anywhere."""
    found: dict[tuple[str, str], Found] = {}
    for hit in search(draft, text, 4 * MOST):
        one = _shown(hit, content)
        if one is not None:
            found.setdefault((one.kind, one.id), one)
    return list(found.values())[:MOST]


def _shown(hit: Hit, content: TitleContent) -> Found | None:
    path = hit.path
    if hit.part == "cells":
        board, _, cell = hit.ident.partition(":")
        return Found("cell", hit.ident, cell, content.board(board).name.get(language()))
    if path[0] == "boards" and len(path) > 2:
        place = place_of(path, content)
        name = content.boards[int(path[1])].name.get(language())
        return Found(
            "cell" if place else "thing", place or f"boards/{content.boards[int(path[1])].id}", _words(hit), name
        )
    if path[0] == "tables":
        name = content.tables[int(path[1])].name.get(language())
        if len(path) == 2:
            return Found("table", hit.ident, name, content.tables[int(path[1])].rule, hit.words)
        return Found("table", hit.ident, hit.words, name, hit.words)
    if path[0] == "texts":
        return None  # sentences of the rules have no page
    page = tr(f"edit.page.{page_of(hit.part)}")
    if hit.part == "kinds":
        return Found("piece", f"kind:{hit.ident}", _words(hit), page, hit.words)
    return Found("thing", f"{hit.part}/{hit.ident}", _words(hit), page, hit.words)


def _words(hit: Hit) -> str:
    """Return the name in the language in force."""
    words: list[Any] = hit.words.split(" / ")
    return str(words[-1 if language() == "ja" else 0]) or hit.ident
