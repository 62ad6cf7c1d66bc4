"""A module's files to `TitleContent`, with faults that name file, line and the nearest right word.

`title_info` reads `module.yaml` alone: what a list of titles shows.
"""

from __future__ import annotations

import types
import typing
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

import qtwar
from qtwar.base import text as texts
from qtwar.base.errors import DataFault, Place, told
from qtwar.base.version import number
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.load.board import expand
from qtwar.model.load.parse import ParsedFile
from qtwar.model.load.source import ModuleFiles
from qtwar.model.looks import CountersForm, StyleForm
from qtwar.model.problem import Problem, describe, misfit, near
from qtwar.model.references import references
from qtwar.model.scenario import Scenario
from qtwar.model.title import FORMAT, TitleInfo

__all__ = ["Loaded", "ModuleFiles", "load", "needs", "read", "title_info"]

PARTS: dict[str, tuple[str, ...]] = {
    "content/sides.yaml": ("sides",),
    "content/terrain.yaml": ("terrain", "features", "edge_kinds", "path_kinds"),
    "content/kinds.yaml": ("kinds",),
    "content/oob.yaml": ("formations", "pieces"),
    "content/tables.yaml": ("tables",),
    "content/options.yaml": ("options",),
}
"""The lists of a title and the file each stands in."""
DOCUMENTS = {"content/counters.yaml": "counters", "content/style.yaml": "style"}
FORMS: dict[str, type[BaseModel]] = {"counters": CountersForm, "style": StyleForm}


class Loaded:
    """What was read: the content, and where each part of it stands in the files."""

    def __init__(self, content: TitleContent, sources: dict[str, ParsedFile]) -> None:
        self.content = content
        self._sources = sources

    def place(self, path: tuple[str | int, ...]) -> tuple[str, int]:
        """Return (file, line) of a part of the content, ("", 0) where no file holds it."""
        if not path:
            return "", 0
        head, rest = str(path[0]), path[1:]
        if head == "title":
            return "module.yaml", self._sources["module.yaml"].line(rest)
        if head in ("boards", "scenarios") and rest and isinstance(rest[0], int):
            name = f"content/{head}/{getattr(self.content, head)[rest[0]].id}.yaml"
            return name, self._sources[name].line(self._row(name, rest[1:]))
        for name, keys in PARTS.items():
            if head in keys and name in self._sources:
                return name, self._sources[name].line(path)
        for name, key in DOCUMENTS.items():
            if head == key and name in self._sources:
                return name, self._sources[name].line(rest)
        return "", 0

    def _row(self, name: str, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
        """Turn the path of a cell's terrain into that of the row it is written in."""
        if len(path) == 2 and path[0] == "terrain" and isinstance(path[1], str):
            board = next(b for b in self.content.boards if name.endswith(f"/{b.id}.yaml"))
            grid = board.make_grid()
            position = getattr(grid, "position", None)
            if position is not None and grid.contains(path[1]):
                return ("terrain", position(path[1])[1])
        return path

    def located(self, problem: Problem) -> Problem:
        """Return a problem with file and line."""
        file, line = self.place(problem.path)
        return replace(problem, file=file, line=line)


def title_info(path: Path) -> TitleInfo:
    """Return what `module.yaml` says; raises DataFault for a bad file, a newer format, or no module."""
    return _info(_parse(ModuleFiles(path), "module.yaml"))


def load(path: Path) -> TitleContent:
    """Return the content of a module folder or `.qtmod`; raises DataFault for the first thing that is wrong."""
    loaded = read(path)
    problems = references(loaded.content)
    if problems:
        first = loaded.located(problems[0])
        at = Place(first.file, first.line, first.where)
        if len(problems) == 1:
            raise told(DataFault, {"key": first.key, "args": first.args, "at": at, "hint": first.hint})
        what = {"key": first.key, "args": first.args, "at": at, "hint": first.hint}
        raise DataFault("fault.load.first", what=what, n=len(problems) - 1)
    return loaded.content


def read(path: Path) -> Loaded:
    """Return content whose shape is right, references unchecked, with its lines; raises DataFault."""
    files = ModuleFiles(path)
    sources = {"module.yaml": _parse(files, "module.yaml")}
    info = _info(sources["module.yaml"])
    data: dict[str, Any] = {"title": info}
    _refuse_strays(files)
    for name, keys in PARTS.items():
        if files.has(name):
            source = sources[name] = _parse(files, name)
            data.update(_lists(source, keys))
    for name, key in DOCUMENTS.items():
        if files.has(name):
            source = sources[name] = _parse(files, name)
            if not isinstance(source.data, dict | None):
                raise DataFault("fault.load.pairs", file=name)
            data[key] = source.data or {}
            try:
                FORMS[key].model_validate(data[key])
            except ValidationError as fault:
                raise _fault(fault, source, FORMS[key], ()) from None
    data["boards"] = _folder(files, sources, "boards", BoardContent, info.boards)
    data["scenarios"] = _folder(files, sources, "scenarios", Scenario, info.scenarios)
    data["texts"] = _texts(files)
    try:
        content = TitleContent.model_validate(data)
    except ValidationError as fault:
        raise _content_fault(fault, sources) from None
    return Loaded(content, sources)


def _parse(files: ModuleFiles, name: str) -> ParsedFile:
    return ParsedFile(name, files.read(name))


def _info(source: ParsedFile) -> TitleInfo:
    if not isinstance(source.data, dict):
        raise DataFault("fault.load.bare_title")
    _enough(source, source.data.get("needs"))
    form = source.data.get("format", FORMAT)
    if not isinstance(form, int) or form < 1:
        raise source.fault(("format",), "fault.load.format")
    if form > FORMAT:
        raise DataFault("fault.load.newer", format=form, known=FORMAT)
    try:
        return TitleInfo.model_validate({key: value for key, value in source.data.items() if key != "needs"})
    except ValidationError as fault:
        raise _fault(fault, source, TitleInfo, ()) from None


def needs(files: ModuleFiles) -> str:
    """Return the oldest version of the program that a module says it works with; empty where it says none."""
    return str(_parse(files, "module.yaml").data.get("needs") or "")


def _enough(source: ParsedFile, needed: object) -> None:
    """Raise DataFault where this program is older than a module needs, before anything else of it is found wrong."""
    if needed is None:
        return
    try:
        wanted = number(needed if isinstance(needed, str) else "")  # 0.10 without quotes would be 0.1
    except ValueError:
        raise source.fault(("needs",), "fault.load.needs_what") from None
    if number(qtwar.__version__) < wanted:
        raise DataFault("fault.load.needs", version=needed, own=qtwar.__version__)


def _refuse_strays(files: ModuleFiles) -> None:
    known = [*PARTS, *DOCUMENTS]
    for name in files.listing("content"):
        if name in known or not name.endswith((".yaml", ".yml")):
            continue
        folder, _, leaf = name.removeprefix("content/").rpartition("/")
        if folder in ("boards", "scenarios") and leaf.endswith(".yaml"):
            continue
        raise DataFault("fault.load.stray", file=name, hint=near(name, known))


def _lists(source: ParsedFile, keys: tuple[str, ...]) -> dict[str, Any]:
    data = {} if source.data is None else source.data
    if isinstance(data, list) and len(keys) == 1:
        raise DataFault("fault.load.list", file=source.name, key=keys[0])
    if not isinstance(data, dict):
        raise DataFault("fault.load.lists", file=source.name, keys=list(keys))
    for key in data:
        if key not in keys:
            raise source.fault((key,), "fault.value.unknown_key", hint=near(key, keys), name=key)
    return {key: value if value is not None else [] for key, value in data.items()}


def _folder(
    files: ModuleFiles, sources: dict[str, ParsedFile], folder: str, model: type[Any], order: tuple[str, ...]
) -> list[Any]:
    found: dict[str, Any] = {}
    for name in files.listing(f"content/{folder}", ".yaml"):
        source = sources[name] = _parse(files, name)

        def invalid(fault: ValidationError, at: tuple[str | int, ...], source: ParsedFile = source) -> DataFault:
            return _fault(fault, source, model, at)

        data = expand(source, invalid) if model is BoardContent else source.data
        try:
            one = model.model_validate(data)
        except ValidationError as fault:
            raise invalid(fault, ()) from None
        if name != f"content/{folder}/{one.id}.yaml":
            raise source.fault(("id",), "fault.load.file_name", id=one.id, name=one.id)
        found[one.id] = one
    for ident in order:
        if ident not in found:
            what = {"key": f"problem.word.{folder[:-1]}"}
            raise sources["module.yaml"].fault(
                (folder,), "problem.unknown", hint=near(ident, found), what=what, id=ident
            )
    return [found[ident] for ident in (*order, *(i for i in found if i not in order))]


def _texts(files: ModuleFiles) -> dict[str, dict[str, str]]:
    found = {}
    for language in texts.LANGUAGES:
        name = f"i18n/{language}.yaml"
        if files.has(name):
            source = ParsedFile(name, files.read(name))
            if not isinstance(source.data, dict | None):
                raise DataFault("fault.load.texts", file=name)
            for key, value in (source.data or {}).items():
                if isinstance(value, (dict, list)) or value is None:
                    raise source.fault((key,), "fault.load.text", key=key)
            found[language] = {key: str(value) for key, value in (source.data or {}).items()}
    return found


# ------------------------------------------------------------------------------------------ faults in words


def _content_fault(fault: ValidationError, sources: dict[str, ParsedFile]) -> DataFault:
    head = str(fault.errors()[0]["loc"][0])
    for name, keys in PARTS.items():
        if head in keys and name in sources:
            return _fault(fault, sources[name], TitleContent, ())
    return DataFault("fault.load.together", why=fault.errors()[0]["msg"])


def _fault(fault: ValidationError, source: ParsedFile, model: type[BaseModel], at: tuple[str | int, ...]) -> DataFault:
    error = fault.errors()[0]  # of a union's branches the one that went furthest is the one that was meant
    path = (*at, *_real(source, at, error["loc"]))
    where = describe(path[:-1] if error["type"] in ("missing", "extra_forbidden") else path)
    return misfit(error, path, _fields(model, path[:-1]), source.place(path, where))


def _real(source: ParsedFile, at: tuple[str | int, ...], loc: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Leave out of pydantic's path the names of union branches, which the file does not have."""
    path: list[str | int] = []
    data: Any = source.data
    for step in at:
        data = data.get(step) if isinstance(data, dict) else None
    for n, step in enumerate(loc):
        if isinstance(data, dict) and step in data:
            data = data[str(step)]
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        elif n < len(loc) - 1 or isinstance(data, (str, int, float, bool)):
            continue
        path.append(step)
    return tuple(path)


def _fields(model: Any, path: tuple[str | int, ...]) -> list[str]:
    """Return the keys that the model at a path has."""
    for step in path:
        if isinstance(model, type) and issubclass(model, BaseModel):
            model = next((f.annotation for name, f in model.model_fields.items() if step in (name, f.alias)), None)
            model = _inner(model, through_lists=False)
        else:
            model = _inner(model, through_lists=True)
    model = _inner(model, through_lists=True)
    if isinstance(model, type) and issubclass(model, BaseModel):
        return [field.alias or name for name, field in model.model_fields.items()]
    return []


def _inner(annotation: Any, *, through_lists: bool) -> Any:
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _inner(args[0], through_lists=through_lists)
    if origin in (typing.Union, types.UnionType):
        models = [a for a in args if isinstance(a, type) and issubclass(a, BaseModel)]
        return models[0] if models else next((a for a in args if typing.get_args(a)), args[0])
    if origin is tuple and through_lists:
        return args[0]
    if origin is dict and through_lists:
        return args[1]
    return annotation
