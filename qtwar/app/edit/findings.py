"""What is wrong with a draft, with the place to go to; checked on a thread of its own."""

from __future__ import annotations

from typing import Any

from qtwar.editing.draft import Draft
from qtwar.model.content import Content
from qtwar.model.problem import Problem
from qtwar.model.validate import validate_content
from qtwar.ui.edit.model import EditProblem, Use

PAGES = {
    "boards": "map", "terrain": "map", "features": "map", "edge_kinds": "map", "path_kinds": "map", "style": "map",
    "kinds": "counters", "counters": "counters", "formations": "oob", "pieces": "oob", "tables": "tables",
    "scenarios": "scenarios", "options": "scenarios", "sides": "scenarios", "title": "scenarios",
}  # fmt: skip


def look(data: dict[str, Any], content: Content) -> list[EditProblem]:
    """Return the findings, those that stop a game first."""
    found = [_shown(problem, content) for problem in validate_content(content)]
    return sorted(found, key=lambda p: p.severity != "error")


def _shown(problem: Problem, content: Content) -> EditProblem:
    path = problem.path
    page = PAGES.get(str(path[0]), "") if path else ""
    return EditProblem(problem.severity, problem.sentence(), page, problem.where, place_of(path, content))


def place_of(path: tuple[Any, ...], content: Content) -> str:
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
    if isinstance(here, dict) and isinstance(here.get("at"), str) and grid.contains(here["at"]):
        return f"{board.id}:{here['at']}"
    return ""


def uses(draft: Draft, what: str, ident: str) -> list[Use]:
    """Return what names a thing."""
    from qtwar.editing.uses import where_used
    from qtwar.editing.verify import described

    return [Use(described(draft.data, use.path), use.path) for use in where_used(draft.data, what, ident)]
