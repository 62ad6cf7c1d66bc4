"""Which titles are installed: the bundled ones, and those in the user's own folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qtwar.base import files, places
from qtwar.base.errors import DataFault, QtwarError
from qtwar.services import cache
from qtwar.services.cache import Stamp

if TYPE_CHECKING:  # the start window shows cards and does without the content and all that reads it
    from qtwar.model.content import TitleContent
    from qtwar.model.title import TitleInfo

CODE = ("rules", "tests", "__pycache__")
READERS = ("services/titles.py", "services/titlecards.py", "base", "model")
"""The code that makes content and cards of files; what was kept is read anew when it has changed."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A title found: its folder or archive, and either what it says of itself or what is wrong with it."""

    path: Path
    info: TitleInfo | None
    problem: QtwarError | None = None

    @property
    def id(self) -> str:
        """Return the title's id, or the name of its folder if it is broken."""
        return self.info.id if self.info is not None else self.path.stem


def user_home() -> Path:
    """Return the folder of the user's data (`QTWAR_HOME` overrides it)."""
    home = os.environ.get("QTWAR_HOME")
    if home:
        return Path(home)
    import platformdirs

    return Path(platformdirs.user_data_dir("qtwar", appauthor=False))


def games_folder(home: Path) -> Path:
    """Return where games are stored."""
    return home / "games"


def documents_folder(kind: str) -> Path:
    """Return where documents of a kind (`draft`, `game`) are stored."""
    home = user_home()
    return home / "drafts" if kind == "draft" else games_folder(home)


def fresh_path(folder: Path, name: str) -> Path:
    """Return a document of that name in a folder that is not there yet."""
    called = files.stem(name) or folder.name.removesuffix("s")
    path, number = folder / f"{called}.qtwar", 2
    while files.there(path):
        path, number = folder / f"{called} ({number}).qtwar", number + 1
    return path


def folders() -> list[Path]:
    """Return where titles are looked for."""
    return [places.MODULES, user_home() / "modules"]


def paths() -> list[Path]:
    """Return the module folders and archives found, the bundled ones first."""
    return [path for folder in folders() for path in files.listed(folder) if path == folder or _is_module(path)]


def _is_module(path: Path) -> bool:
    try:
        return path.suffix == ".qtmod" or files.is_named(path / "module.yaml")  # what is no ordinary file is shown as broken
    except OSError:  # a folder that may not be looked into: who reads it says so
        return True


def installed() -> list[Installed]:
    """Return every title found, by id; a broken one does not stop the others."""
    found: dict[str, Installed] = {}
    for path in paths():
        try:
            item = Installed(path, info_of(path))
        except QtwarError as problem:
            item = Installed(path, None, problem)
        found.setdefault(item.id, item)
    return [found[key] for key in sorted(found)]


def info_of(path: Path) -> TitleInfo:
    """Return what a module says of itself; raises DataFault."""
    from qtwar.model.load import title_info

    return title_info(path)


def find(name: str) -> Path:
    """Return the folder of a title named by id or by path; raises DataFault with the ids there are."""
    path = Path(name)
    if files.there(path / "module.yaml") or (path.suffix == ".qtmod" and files.there(path)):
        return path
    return by_id(name)


def by_id(name: str) -> Path:
    """Return where an installed title lies that is named by its id, and nothing else; raises DataFault with those there are."""
    for folder in folders() if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.\-]*", name) else ():
        path = folder / name  # a title's folder is called like it, mostly: the others need not be looked at
        if files.there(path / "module.yaml") and _says(path, name):
            return path
    titles = installed()
    for item in titles:
        if item.id == name:
            return item.path
    from qtwar.model.problem import near

    known = [item.id for item in titles]
    raise DataFault("fault.title.unknown", hint=near(name, known), title=name, known=", ".join(known) or "none")


def _says(path: Path, ident: str) -> bool:
    try:
        return info_of(path).id == ident
    except QtwarError:
        return False


def load(name: str) -> tuple[Path, TitleContent]:
    """Return the folder and the whole content of a title named by id or path, read again only when a file has changed."""
    return load_at(find(name))


def load_at(path: Path) -> tuple[Path, TitleContent]:
    """Return a module's folder or archive and its whole content."""
    from qtwar.model.art import scans_of

    try:
        content = _read(path, stamp(path))
    except OSError as fault:
        raise DataFault("fault.file.unreadable", file=path.name, why=files.why(fault)) from None
    if content.counters.get("pictures") or scans_of(content):
        from qtwar.services import ownart

        ownart.bring_in(content, path)
    return path, content


@lru_cache(maxsize=12)
def _read(path: Path, stamp: Stamp) -> TitleContent:
    """Return what was kept of these very files, which takes 10 ms; else read them (300 ms) and keep what they make."""
    from pydantic import ValidationError

    from qtwar.model.content import TitleContent
    from qtwar.model.load import load as load_module

    file, key = cache_file(path, "content"), mark(stamp)
    data = cache.read(file, key)
    if data is not None:
        try:
            return TitleContent.model_validate_json(data)
        except ValidationError:  # torn, or not of this program
            pass
    content = load_module(path)
    _keep(content, file, key)
    return content


def _keep(content: TitleContent, file: Path, key: str) -> None:
    """Keep content for the next start, if JSON holds it whole (an infinite number it does not)."""
    try:
        data = content.model_dump_json(by_alias=True, exclude_none=True).encode()
        same = type(content).model_validate_json(data) == content
    except ValueError:
        return
    if same:
        cache.write(file, key, data)


def cache_file(path: Path, what: str) -> Path:
    """Return where one thing that was made of a module is kept."""
    return cache.folder("titles") / f"{cache.name_of(str(path.absolute()))}.{what}.json"


def mark(stamp: Stamp) -> str:
    """Return the mark of a cache entry: it holds while these files and the program's readers are the same."""
    return cache.name_of(cache.program(*READERS), stamp)


def stamp(path: Path) -> Stamp:
    """Return names, sizes and times of the files that make a title's content; its code is not among them."""
    if not path.is_dir():
        return cache.stamp_of([path])
    parts = [part for part in sorted(path.iterdir()) if part.name not in CODE]
    return cache.stamp_of(
        [f for part in parts for f in (sorted(part.rglob("*")) if part.is_dir() else (part,)) if f.is_file()]
    )


def scenario_of(content: TitleContent, scenario: str) -> str:
    """Return the id if the title has that scenario; raises DataFault with those there are."""
    ids = [s.id for s in content.scenarios]
    if scenario in ids:
        return scenario
    raise DataFault("fault.title.no_scenario", title=content.title.id, scenario=scenario, known=list(ids))


def rules_coverage(path: Path) -> int | None:
    """Return the percentage of the book's numbered rules that name function and test; None for a free table.

    Rules with a reason instead ask for nothing in the module (vehicles that are not in it) and do not count.
    """
    file = path / "RULES_MAP.yaml"
    if not path.is_dir() or not file.is_file():
        return None
    return _coverage(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _coverage(file: Path, changed: int) -> int | None:
    """Return the percentage of a rules map; read once until the file is `changed`. Raises DataFault for one that is none."""
    from qtwar.model import rules_map
    from qtwar.model.load.parse import MOST_BYTES, ParsedFile

    source = ParsedFile(file.name, files.read(file, MOST_BYTES))
    rows = rules_map.formed(source)
    called_for = [row for row in rows.values() if not row.get("reason")]
    done = sum(1 for row in called_for if _is_done(row))
    return round(100 * done / len(called_for)) if called_for else None


def _is_done(row: Mapping[str, Any]) -> bool:
    """Return whether a row of a rules map names function and test and leaves nothing open."""
    return bool(row.get("function") and row.get("test") and not row.get("open"))


def scenario_count(path: Path) -> int:
    """Return how many scenarios a module folder holds, without loading them."""
    return len(list((path / "content" / "scenarios").glob("*.yaml"))) if path.is_dir() else 0
