"""Which source files make up a title for the guest: our pure packages and the title's `rules`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from qtwar.base import files, places
from qtwar.base.errors import ModuleFault, QtwarError, told

RULES = "title_rules"
ENTRY = "qtwar.kit.boundary"
OURS = ("qtwar/base", "qtwar/engine", "qtwar/kit", "qtwar/model/grid")
BARE = ("qtwar", "qtwar/model")
"""Packages of which the guest gets an empty `__init__` only."""
NOT_OURS = frozenset({"qtwar/base/child.py", "qtwar/base/places.py", "qtwar/base/text.py"})
MAX_SOURCE = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ModuleSource:
    """A module: dotted name, the path that tracebacks show, its text, whether it is a package."""

    name: str
    path: str
    text: str
    is_package: bool


def ours() -> list[ModuleSource]:
    """Return the sources that every title runs on."""
    root = places.CLONE
    out = [ModuleSource(p.replace("/", "."), f"{p}/__init__.py", "", True) for p in BARE]
    for folder in OURS:
        for path in sorted((root / folder).rglob("*.py")):
            shown = path.relative_to(root).as_posix()
            if shown not in NOT_OURS:
                out.append(_source(shown, path.read_text(encoding="utf-8")))
    return out


FREE_TABLE = "from qtwar.kit.freetable import title as title\n"
"""What stands for the rules of a module that has none."""


def rules(module: Path | None) -> list[ModuleSource]:
    """Return the title's rules under the name `title_rules`: its own, or the free table if it has none, or there is no title.

    Raises ModuleFault if they have no beginning or are too much.
    """
    found = list(_files(module)) if module is not None else []
    if module is None or not found:
        return [ModuleSource(RULES, "rules/__init__.py", FREE_TABLE, True)]
    if not any(name == "rules/__init__.py" for name, _ in found):
        raise ModuleFault("fault.module.no_beginning", module=module.name)
    if sum(len(text) for _, text in found) > MAX_SOURCE:
        raise ModuleFault("fault.module.rules_large", module=module.name)
    return [_source(RULES + shown[len("rules") :], text, shown) for shown, text in found]


def _source(as_path: str, text: str, shown: str | None = None) -> ModuleSource:
    parts = as_path.removesuffix(".py").split("/")
    is_package = parts[-1] == "__init__"
    if is_package:
        parts.pop()
    return ModuleSource(".".join(parts), shown or as_path, text, is_package)


def _files(module: Path) -> Iterator[tuple[str, str]]:
    try:
        if module.is_dir():
            for name in files.below(module, "rules"):
                if name.endswith(".py"):
                    yield name, files.read(module / name, MAX_SOURCE, f"{name} of {module.name}").decode("utf-8")
        else:
            from qtwar.model.load.source import ModuleFiles  # not for the start window: it reads no content

            archive = ModuleFiles(module)
            for name in archive.listing("rules", ".py"):
                yield name, archive.read(name).decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ModuleFault("fault.module.rules_not_utf8", module=module.name) from problem
    except QtwarError as problem:
        raise told(ModuleFault, problem.message) from problem
