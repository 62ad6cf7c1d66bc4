"""Problems of a draft with what would fix them: a finding may offer commands, each named in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base.text import Texts
from qtwar.editing import uses, wording
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.templates import waiting_box
from qtwar.editing.tree import Json
from qtwar.model.base import LocalText
from qtwar.model.content import TitleContent
from qtwar.model.problem import Problem
from qtwar.model.problem import problem as problem_of
from qtwar.model.scenario import SetupLine
from qtwar.model.validate import validate_content

_texts = Texts()


@dataclass(frozen=True, slots=True)
class Fix:
    """A way to put a problem right: its name as a message {key, args}, and what makes the command."""

    label: Json
    make: Callable[[Draft], Edit]


@dataclass(frozen=True, slots=True)
class FixableProblem:
    """A problem and the fixes that fit it, the likeliest first."""

    problem: Problem
    fixes: tuple[Fix, ...] = ()

    def sentence(self, language: str, content: TitleContent | None = None) -> str:
        """Return the problem in a language, with its place and how to fix it; by names where there is a `content`."""
        told = self.problem
        if content is not None:
            told = replace(told, where=_called(told.path, content, language) or told.where, args=_named(told.args, content))
        return told.sentence(language)


def _called(path: tuple[str | int, ...], content: TitleContent, language: str) -> str:
    """Return the names of the things that a path leads through; nothing where it leads through none with a name."""
    here: Any = content
    words: list[str] = []
    for step in path:
        try:
            here = getattr(here, step) if isinstance(step, str) and not isinstance(here, Mapping) else here[step]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
        if isinstance(here, SetupLine):
            side = next((side.name.get(language) for side in content.sides if side.id == here.side), here.side)
            words.append(_texts.plain({"key": "edit.scenario.line", "args": {"side": side, "n": int(step) + 1}}, language))
        elif isinstance(getattr(here, "name", None), LocalText) and (name := here.name.get(language)):
            words.append(name)
    return ", ".join(words)


def _named(args: Mapping[str, Any], content: TitleContent) -> dict[str, Any]:
    """Return what fills a sentence with the names of kinds, options and terrains in place of their ids."""
    lists: dict[str, Iterable[Any]] = {"kind": content.kinds, "option": content.options, "terrain": content.terrain}
    found = dict(args)
    for word in lists.keys() & found.keys():
        found[word] = next((one.name.model_dump() for one in lists[word] if one.id == found[word] and one.name), found[word])
    return found


def findings(content: TitleContent) -> list[FixableProblem]:
    """Return what is wrong with a content, errors first, each with its fixes. May run on any thread."""
    problems = [*validate_content(content), *_victory_problems(content)]
    found = [FixableProblem(problem, _fixes(problem, content)) for problem in problems]
    return sorted(found, key=lambda one: one.problem.severity != "error")


def _victory_problems(content: TitleContent) -> Iterator[Problem]:
    """Yield victory conditions of cells that no board has, and those whose sentence says something else by now."""
    grids = [board.make_grid() for board in content.boards] if content.boards else []
    for s, scenario in enumerate(content.scenarios):
        for n, one in enumerate(uses.victory_conditions(scenario.victory)):
            path: tuple[str | int, ...] = ("scenarios", s, "victory", "conditions", n)
            for m, cell in enumerate(one.get("of") or ()):
                if not any(grid.contains(str(cell).rpartition(":")[2]) for grid in grids):
                    hint = {"key": "problem.hint.no_board"}
                    yield problem_of("error", "unknown_cell", scenario.id, (*path, "of", m), id=cell, hint=hint)
            if wording.kind_of(one) != "words" and wording.victory_condition(one, content) != one:
                yield problem_of("warning", "victory_words", scenario.id, path)


def _fixes(problem: Problem, content: TitleContent) -> tuple[Fix, ...]:
    return tuple(fix for make in _RULES.get(problem.code, ()) if (fix := make(problem, content)) is not None)


def _at(content: TitleContent, problem: Problem) -> Any:
    here: Any = content
    for step in problem.path:
        try:
            here = here[step] if isinstance(step, int) or isinstance(here, dict) else getattr(here, step)
        except (KeyError, IndexError, TypeError, AttributeError):
            return None
    return here


def _bare_cells(problem: Problem, content: TitleContent) -> Fix | None:
    board = content.boards[int(problem.path[1])]
    common = Counter(board.terrain.values()).most_common(1)
    word = common[0][0] if common else content.terrain[0].id
    name = next((kind.name for kind in content.terrain if kind.id == word), None)

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        cells = [cell for cell in draft.grid(board.id).cells() if cell not in draft.item("boards", board.id)["terrain"]]
        batch.paint(("boards", board.id, "terrain"), dict.fromkeys(cells, word))
        return batch.edit("edited.fill", name=_words(name, word), n=len(cells))

    return Fix({"key": "fix.fill", "args": {"name": _words(name, word)}}, make)


def _missing_words(problem: Problem, content: TitleContent) -> Fix | None:
    text = _at(content, problem)
    words = text.get("en") if text is not None else ""
    if not words:
        return None
    missing = [code for code in text.missing() if code in content.title.languages]

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        for code in missing:
            batch.set((*_steps(problem), code), words)
        return batch.edit("edited.words", name=words)

    return Fix({"key": "fix.words", "args": {"name": words}}, make)


def _empty_result(problem: Problem, content: TitleContent) -> Fix | None:
    path = problem.path

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        row = batch.at(*path)
        batch.replace(path, ["-" if cell is None or cell == "" else cell for cell in row])
        return batch.edit("edited.table", name=problem.where)

    return Fix({"key": "fix.no_effect", "args": {}}, make)


def _unknown(problem: Problem, content: TitleContent) -> Fix | None:
    """Offer the id that was perhaps meant."""
    hint = problem.hint or {}
    if hint.get("key") != "problem.hint.meant" or not problem.path:
        return None
    meant = hint["args"]["meant"]

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        path = _steps(problem)
        holder = batch.at(*path[:-1])
        if isinstance(holder, dict) and path[-2] == "pieces" and meant in holder:
            batch.set((*path[:-1], meant), holder[meant] + holder[path[-1]])
            batch.unset(path)
        elif isinstance(holder, dict) and path[-2] in ("pieces", "features", "side_vars", "options", "attr"):
            batch.rename_key(path, meant)
        else:
            batch.set(path, meant)
        return batch.edit("edited.change", name=meant)

    return Fix({"key": "fix.meant", "args": {"name": meant}}, make)


def _too_many(problem: Problem, content: TitleContent) -> Fix | None:
    """Make the pieces that a scenario uses and the order of battle has not."""
    kind = str(problem.args["kind"])
    if kind not in content.kinds_by_id:
        return None
    lacking = int(problem.args["n"]) - int(problem.args["there"])

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        taken = {piece["id"] for piece in batch.data["pieces"]}
        made: list[Json] = []
        number = 1
        while len(made) < lacking:
            if f"{kind}-{number}" not in taken:
                made.append({"id": f"{kind}-{number}", "kind": kind})
            number += 1
        batch.extend(("pieces",), made)
        name = content.kinds_by_id[kind].name
        return batch.edit("edited.add_pieces", name=_words(name, kind), n=lacking)

    return Fix({"key": "fix.add_pieces", "args": {"n": lacking, "name": kind}}, make)


def _order(problem: Problem, content: TitleContent) -> Fix | None:

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        scenario = batch.at(*problem.path[:2])
        sides = dict.fromkeys(line["side"] for line in scenario["setup"])
        known = [side for side in scenario["setup_order"] if side in sides]
        batch.replace(problem.path, [*known, *(side for side in sides if side not in known)])
        return batch.edit("edited.change", name=scenario["id"])

    return Fix({"key": "fix.order", "args": {}}, make)


def _take_away(problem: Problem, content: TitleContent) -> Fix | None:
    """Take away what names nothing, where it is an entry of a list or a mapping."""
    if len(problem.path) < 3 or problem.path[0] not in ("scenarios", "boards", "options"):
        return None
    if not (isinstance(problem.path[-1], int) or problem.path[-2] in ("pieces", "features", "options", "side_vars")):
        return None

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        path = _steps(problem)
        if isinstance(path[-1], int):
            batch.remove(path[:-1], path[-1])
        else:
            batch.unset(path)
        return batch.edit("edited.remove", name=problem.where)

    return Fix({"key": "fix.take_away", "args": {}}, make)


def _say_again(problem: Problem, content: TitleContent) -> Fix | None:
    one = _at(content, problem)

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        said = wording.victory_condition(one, content)
        victory = batch.at(*problem.path[:3])
        n = int(problem.path[-1])
        conditions = [*victory["conditions"][:n], said, *victory["conditions"][n + 1 :]]
        batch.set(problem.path[:3], {**victory, "conditions": conditions})
        return batch.edit("edited.victory", name=problem.where)

    return Fix({"key": "fix.say_again", "args": {}}, make) if isinstance(one, dict) else None


def _waiting(problem: Problem, content: TitleContent) -> Fix | None:
    """Give each side a box for what comes later."""

    def make(draft: Draft) -> Edit:
        batch = Batch(draft)
        taken = {box["id"] for _, box in draft.boxes()}
        for side in batch.data["sides"]:
            ident = f"{side['id']}_waiting"
            if ident not in taken:
                batch.insert(("boards", 0, "boxes"), waiting_box(side))
        return batch.edit("edited.waiting")

    return Fix({"key": "fix.waiting", "args": {}}, make) if content.boards else None


_RULES: dict[str, tuple[Callable[[Problem, TitleContent], Fix | None], ...]] = {
    "bare_cells": (_bare_cells,),
    "no_words": (_missing_words,),
    "no_result": (_empty_result,),
    "unknown": (_unknown, _take_away),
    "unknown_cell": (_unknown, _take_away),
    "too_many": (_too_many,),
    "too_many_quick": (_too_many,),
    "setup_order": (_order,),
    "nowhere_to_wait": (_waiting,),
    "victory_words": (_say_again,),
}
"""What fixes a problem, by its code, the likeliest first."""


def _steps(problem: Problem) -> tuple[str | int, ...]:
    return tuple(problem.path)


def _words(name: Any, ident: str) -> Any:
    return {"en": name.get("en"), "ja": name.get("ja")} if name is not None else ident
