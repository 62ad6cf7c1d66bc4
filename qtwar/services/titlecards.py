"""What the start window shows of a title: one small card a module, kept between starts, read without the content.

A card holds plain data in both languages. It is made with the content of its module, which takes the best part of a
second for five titles and so is done on a thread, and is good until one of the module's files changes.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.base.colours import hexed
from qtwar.base.errors import DataFault, QtwarError, told
from qtwar.base.files import why
from qtwar.base.text import LANGUAGES
from qtwar.services import cache, titles

if TYPE_CHECKING:
    from qtwar.model.content import TitleContent

log = logging.getLogger("qtwar")

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModuleCard:
    """A module found: `data` as `_data` makes it, or the problem of one that can not be used.

    `mark` changes with the module's files.
    """

    path: Path
    mark: str
    id: str
    data: Json
    problem: QtwarError | None = None

    def scenario(self, ident: str) -> Json | None:
        """Return a scenario's row."""
        return next((row for row in self.data["scenarios"] if row["id"] == ident), None)

    def side(self, ident: str) -> Json | None:
        """Return a side's row."""
        return next((row for row in self.data["sides"] if row["id"] == ident), None)


_known: dict[Path, ModuleCard] = {}


def card(path: Path) -> ModuleCard | None:
    """Return the card of a module as its files are now, or None where it has to be made."""
    mark = _mark(path)
    known = _known.get(path)
    if known is not None and known.mark == mark:
        return known
    text = cache.read(titles.cache_file(path, "card"), mark)
    if text is None:
        return None
    try:
        words = json.loads(text)
        fault = words["problem"]
        problem = told(QtwarError, fault["message"], fault["detail"]) if fault else None
        found = ModuleCard(path, mark, words["id"], words["data"], problem)
    except (ValueError, LookupError, TypeError):  # torn
        return None
    _known[path] = found
    return found


def make(path: Path) -> ModuleCard:
    """Read a module whole and keep its card; one that can not be used has its problem on it."""
    mark, ident, data, problem = _mark(path), path.stem, {}, None
    try:
        ident = titles.info_of(path).id
        content = titles.load(str(path))[1]
        data = _data(content, titles.rules_coverage(path))
    except QtwarError as fault:
        problem = fault
    except OSError as fault:
        problem = DataFault("fault.file.unreadable", file=path.name, why=why(fault))
    except Exception as fault:  # one module may not stop the others, whatever its files do to the program
        log.exception("%s can not be read", path)
        problem = DataFault(
            "fault.file.unreadable", file=path.name, why=type(fault).__name__, detail=traceback.format_exc()
        )
    _known[path] = made = ModuleCard(path, mark, ident, data, problem)
    fault_words = problem and {"message": problem.message, "detail": problem.detail}
    words = {"id": ident, "data": data, "problem": fault_words}
    with suppress(TypeError, ValueError):  # what JSON can not hold is read again at the next start
        cache.write(titles.cache_file(path, "card"), mark, json.dumps(words, ensure_ascii=False).encode())
    return made


def give_up(path: Path) -> None:
    """Show a module as broken that ended the process that read it; tried again when its files change, or next time."""
    problem = DataFault("fault.module.deadly", module=path.name)
    _known[path] = ModuleCard(path, _mark(path), path.stem, {}, problem)


def _mark(path: Path) -> str:
    try:
        return titles.mark(titles.stamp(path))
    except OSError:  # a folder that may not be looked into: its card says so
        return ""


def _data(content: TitleContent, coverage: int | None) -> dict[str, Any]:
    info = content.title
    return {
        "name": _words(info.name),
        "subtitle": _words(info.subtitle),
        "about": _words(info.about),
        "version": info.version,
        "players": info.players,
        "minutes": info.minutes,
        "languages": info.languages,
        "coverage": coverage,
        "hides": content.hides,
        "sides": [
            {"id": s.id, "name": _words(s.name), "colour": hexed(s.attrs.get("colour"), ""), "ink": hexed(s.attrs.get("ink"), "")}
            for s in content.sides
        ],
        "scenarios": [
            {
                "id": s.id, "name": _words(s.name), "period": _words(s.period), "about": _words(s.about),
                "turns": s.turns or 0, "quick": bool(s.quick), "options": dict(s.options),
                "tutorial": bool(s.attrs.get("tutorial")),
            }
            for s in content.scenarios
        ],
        "options": [
            {
                "id": o.id, "name": _words(o.name), "help": _words(o.help), "rule": o.rule, "type": o.type,
                "choices": [{"id": c.id, "name": _words(c.name)} for c in o.choices],
                "low": o.min, "high": o.max, "default": o.default, "scenarios": o.scenarios,
            }
            for o in content.options
        ],
    }  # fmt: skip


def _words(text: Any) -> dict[str, str]:
    """Return a text in each language, as it is read: the other one's words where it has none."""
    return {code: text.get(code) for code in LANGUAGES}
