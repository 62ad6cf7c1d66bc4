"""What is wrong with a draft, with the place to go to; checked on a thread of its own."""

from __future__ import annotations

from typing import Any

from qtwar.editing.draft import Draft
from qtwar.editing.mends import Finding, findings
from qtwar.model.content import Content
from qtwar.ui.edit.model import EditProblem, Use
from qtwar.ui.i18n import language, tr

PAGES = {
    "boards": "map", "terrain": "map", "features": "map", "edge_kinds": "map", "path_kinds": "map", "style": "map",
    "kinds": "counters", "counters": "counters", "formations": "oob", "pieces": "oob", "tables": "tables",
    "scenarios": "scenarios", "options": "scenarios", "sides": "scenarios", "title": "scenarios",
}  # fmt: skip


def look(content: Content) -> list[EditProblem]:
    """Return the findings, those that stop a game first, each with what mends it."""
    return [_shown(finding, content) for finding in findings(content)]


def _shown(finding: Finding, content: Content) -> EditProblem:
    problem = finding.problem
    page = PAGES.get(str(problem.path[0]), "") if problem.path else ""
    mend = finding.mends[0] if finding.mends else None
    words = tr(mend.label["key"], **mend.label.get("args", {})) if mend is not None else ""
    return EditProblem(
        problem.severity, finding.sentence(language()), page, problem.where, place_of(problem.path, content), words,
        mend.make if mend is not None else None,
    )  # fmt: skip


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
