"""Problems of a draft with what would mend them: a finding may offer commands, each named in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qtwar.base.said import said
from qtwar.base.text import DEFAULT
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.editing.tree import Json
from qtwar.model.content import Content
from qtwar.model.problem import Problem
from qtwar.model.validate import validate_content


@dataclass(frozen=True, slots=True)
class Mend:
    """A way to put a problem right: its name as a message {key, args}, and what makes the command."""

    label: Json
    make: Callable[[Draft], Command]


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and the mends that fit it, the likeliest first."""

    problem: Problem
    mends: tuple[Mend, ...] = ()

    def sentence(self, language: str) -> str:
        """Return the problem in a language, with its place and how to mend it."""
        if language == DEFAULT:
            return self.problem.sentence()
        place = f"({self.problem.where})" if self.problem.where else ""
        words = said(self.problem.text, language).removesuffix("。") + place + "。"
        return words + (said(self.problem.fix, language) if self.problem.fix else "")


def findings(content: Content) -> list[Finding]:
    """Return what is wrong with a content, errors first, each with its mends. May run on any thread."""
    found = [Finding(problem, _mends(problem, content)) for problem in validate_content(content)]
    return sorted(found, key=lambda one: one.problem.severity != "error")


def _mends(problem: Problem, content: Content) -> tuple[Mend, ...]:
    return tuple(mend for make in _RULES if (mend := make(problem, content)) is not None)


def _at(content: Content, problem: Problem) -> Any:
    here: Any = content
    for step in problem.path:
        try:
            here = here[step] if isinstance(step, int) or isinstance(here, dict) else getattr(here, step)
        except (KeyError, IndexError, TypeError, AttributeError):
            return None
    return here


def _bare_cells(problem: Problem, content: Content) -> Mend | None:
    path = problem.path
    if not (len(path) == 4 and path[0] == "boards" and path[2] == "terrain" and "have no terrain" in problem.text):
        return None
    board = content.boards[int(path[1])]
    common = Counter(board.terrain.values()).most_common(1)
    word = common[0][0] if common else content.terrain[0].id
    name = next((kind.name for kind in content.terrain if kind.id == word), None)

    def make(draft: Draft) -> Command:
        batch = Batch(draft)
        cells = [cell for cell in draft.grid(board.id).cells() if cell not in draft.item("boards", board.id)["terrain"]]
        batch.paint(("boards", board.id, "terrain"), dict.fromkeys(cells, word))
        return batch.command("edited.fill", name=_words(name, word), n=len(cells))

    return Mend({"key": "mend.fill", "args": {"name": _words(name, word)}}, make)


def _missing_words(problem: Problem, content: Content) -> Mend | None:
    if "has no words in" not in problem.text:
        return None
    text = _at(content, problem)
    words = text.get("en") if text is not None else ""
    if not words:
        return None
    missing = [code for code in text.missing() if code in content.title.languages]

    def make(draft: Draft) -> Command:
        batch = Batch(draft)
        for code in missing:
            batch.set((*_steps(problem), code), words)
        return batch.command("edited.words", name=words)

    return Mend({"key": "mend.words", "args": {"name": words}}, make)


def _empty_result(problem: Problem, content: Content) -> Mend | None:
    path = problem.path
    if not (path and path[0] == "tables" and "has no result in column" in problem.text):
        return None

    def make(draft: Draft) -> Command:
        batch = Batch(draft)
        row = batch.at(*path)
        batch.replace(path, ["-" if cell is None or cell == "" else cell for cell in row])
        return batch.command("edited.table", name=problem.where)

    return Mend({"key": "mend.no_effect", "args": {}}, make)


def _unknown(problem: Problem, content: Content) -> Mend | None:
    """Offer the id that was perhaps meant."""
    if "did you mean '" not in problem.fix or not problem.path:
        return None
    meant = problem.fix.split("'")[1]

    def make(draft: Draft) -> Command:
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
        return batch.command("edited.change", name=meant)

    return Mend({"key": "mend.meant", "args": {"name": meant}}, make)


def _too_many(problem: Problem, content: Content) -> Mend | None:
    """Make the pieces that a scenario uses and the order of battle has not."""
    if "the order of battle has" not in problem.text and "the roster has" not in problem.text:
        return None
    kind = problem.text.split("'")[1]
    numbers = [int(word.rstrip(",")) for word in problem.text.split() if word.rstrip(",").isdigit()]
    if len(numbers) != 2 or kind not in content.kinds_by_id:
        return None
    lacking = numbers[0] - numbers[1]

    def make(draft: Draft) -> Command:
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
        return batch.command("edited.add_pieces", name=_words(name, kind), n=lacking)

    return Mend({"key": "mend.add_pieces", "args": {"n": lacking, "name": kind}}, make)


def _order(problem: Problem, content: Content) -> Mend | None:
    if "setup_order does not name" not in problem.text:
        return None

    def make(draft: Draft) -> Command:
        batch = Batch(draft)
        scenario = batch.at(*problem.path[:2])
        sides = dict.fromkeys(line["side"] for line in scenario["setup"])
        known = [side for side in scenario["setup_order"] if side in sides]
        batch.replace(problem.path, [*known, *(side for side in sides if side not in known)])
        return batch.command("edited.change", name=scenario["id"])

    return Mend({"key": "mend.order", "args": {}}, make)


def _take_away(problem: Problem, content: Content) -> Mend | None:
    """Take away what names nothing, where it is an entry of a list or a mapping."""
    text = problem.text
    if (
        not text.startswith("Unknown ")
        or len(problem.path) < 3
        or problem.path[0] not in ("scenarios", "boards", "options")
    ):
        return None
    if not (isinstance(problem.path[-1], int) or problem.path[-2] in ("pieces", "features", "options", "side_vars")):
        return None

    def make(draft: Draft) -> Command:
        batch = Batch(draft)
        path = _steps(problem)
        if isinstance(path[-1], int):
            batch.remove(path[:-1], path[-1])
        else:
            batch.unset(path)
        return batch.command("edited.remove", name=problem.where)

    return Mend({"key": "mend.take_away", "args": {}}, make)


_RULES = (_bare_cells, _missing_words, _empty_result, _unknown, _too_many, _order, _take_away)


def _steps(problem: Problem) -> tuple[str | int, ...]:
    return tuple(problem.path)


def _words(name: Any, ident: str) -> Any:
    return {"en": name.get("en"), "ja": name.get("ja")} if name is not None else ident
