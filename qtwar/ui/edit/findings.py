"""What is wrong with a draft, with the place to go to; checked on a thread of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qtwar.editing.batch import Gesture
from qtwar.editing.draft import Draft
from qtwar.editing.fixes import FixableProblem, findings
from qtwar.editing.uses import where_used
from qtwar.export import zones
from qtwar.model.art import FOLDER, called, file_of, pictures_of, scan_places
from qtwar.model.content import TitleContent
from qtwar.model.problem import problem
from qtwar.ui.i18n import language, tr

PAGE_OF = {
    "kinds": "counters", "counters": "counters", "formations": "oob", "pieces": "oob", "tables": "tables",
    "scenarios": "scenarios", "options": "scenarios", "sides": "scenarios", "title": "scenarios",
}  # fmt: skip
"""The page of each part of the content; all others are on the map's."""


def page_of(part: str) -> str:
    """Return the page that a part of the content is edited on."""
    return PAGE_OF.get(part, "map")


@dataclass(frozen=True, slots=True)
class EditProblem:
    """A finding: sentence, where it shows (page and place), and what a click would do about it."""

    severity: str
    text: str
    page: str = ""
    place: str = ""
    fix: str = ""
    """What the fix does, in words; empty: there is none."""
    gesture: Gesture | None = None
    item: tuple[str, str] = ("", "")
    """Part of the content and id of the thing that it is about."""
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class UseLine:
    """Something that needs what is to be deleted."""

    text: str
    path: tuple[str | int, ...] = ()


def look(content: TitleContent, has: Callable[[str], bool] = lambda _: True) -> list[EditProblem]:
    """Return the findings, those that stop a game first, each with what fixes it; `has` knows pictures by hash."""
    missing = [
        problem("error", "picture_missing", name, ("counters", "pictures", name), name=name, art=file_of(hash_))
        for name, hash_ in pictures_of(content).items()
        if not has(hash_)
    ]
    missing += [
        problem("error", "scan_missing", name, at, name=name, art=f"{FOLDER}/{picture.picture}")
        for picture, at in scan_places(content)
        if not has(picture.picture) and (name := called(at, content))
    ]
    found = [*findings(content), *(FixableProblem(problem) for problem in (*missing, *zones.faults(content)))]
    return [_shown(finding, content) for finding in found]


def _shown(finding: FixableProblem, content: TitleContent) -> EditProblem:
    problem = finding.problem
    page = page_of(str(problem.path[0])) if problem.path else ""
    fix = finding.fixes[0] if finding.fixes else None
    words = tr(fix.label["key"], **fix.label.get("args", {})) if fix is not None else ""
    return EditProblem(
        problem.severity, finding.sentence(language()), page, place_of(problem.path, content), words,
        fix.make if fix is not None else None, item_of(problem.path, content),
        problem.path,
    )  # fmt: skip


def item_of(path: tuple[Any, ...], content: TitleContent) -> tuple[str, str]:
    """Return (part, id) of the thing that a path leads into; an empty id for what has none."""
    if not path:
        return "", ""
    part = str(path[0])
    items = getattr(content, part, None)
    if len(path) < 2 or not isinstance(path[1], int) or not isinstance(items, tuple) or path[1] >= len(items):
        return part, ""
    return part, str(items[path[1]].id)


def place_of(path: tuple[Any, ...], content: TitleContent) -> str:
    """Return the place on a board that a path leads to, or an empty word."""
    if len(path) < 2 or path[0] != "boards" or not isinstance(path[1], int) or path[1] >= len(content.boards):
        return ""
    board = content.boards[path[1]]
    grid = board.make_grid()
    for step in reversed(path[2:]):
        if isinstance(step, str) and grid.contains(step):
            return f"{board.id}:{step}"
    here: Any = board.as_json()
    for step in path[2:]:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return ""
    if isinstance(here, str) and grid.contains(here):
        return f"{board.id}:{here}"
    if isinstance(here, dict):
        named = [here.get("at"), *(here.get("cells") or ()), *(here.get("sides") or ())]
        cells = (re.split(r"[|/]", word)[0] for word in named if isinstance(word, str))
        return next((f"{board.id}:{cell}" for cell in cells if grid.contains(cell)), "")
    return ""


def uses(draft: Draft, what: str, ident: str) -> list[UseLine]:
    """Return what names a thing, each place once: the page, and the thing there by its name."""
    found = {}
    for use in where_used(draft.data, what, ident):
        head, at = str(use.path[0]), use.path[1] if len(use.path) > 1 else None
        item = draft.data[head][at] if isinstance(at, int) else {}
        name = (item.get("name") or {}).get(language()) or item.get("id") or head
        found[use.path[:2]] = UseLine(tr("edit.use", page=tr(f"edit.page.{page_of(head)}"), name=name), use.path)
    return list(found.values())
