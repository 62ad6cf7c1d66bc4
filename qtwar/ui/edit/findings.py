"""What is wrong with a draft, with the place to go to; checked on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qtwar.editing.batch import Gesture
from qtwar.editing.draft import Draft
from qtwar.editing.fixes import FixableProblem, findings
from qtwar.editing.uses import item_of, place_of, where_used
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
        problem.severity, finding.sentence(language(), content), page, place_of(problem.path, content), words,
        fix.make if fix is not None else None, item_of(problem.path, content),
        problem.path,
    )  # fmt: skip


def uses(draft: Draft, what: str, ident: str) -> list[UseLine]:
    """Return what names a thing, each place once: the page, and the thing there by its name."""
    found = {}
    for use in where_used(draft.data, what, ident):
        head, at = str(use.path[0]), use.path[1] if len(use.path) > 1 else None
        item = draft.data[head][at] if isinstance(at, int) else {}
        name = (item.get("name") or {}).get(language()) or item.get("id") or head
        found[use.path[:2]] = UseLine(tr("edit.use", page=tr(f"edit.page.{page_of(head)}"), name=name), use.path)
    return list(found.values())
