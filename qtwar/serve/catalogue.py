"""The titles that a server has: content, rules, and the archive that is offered to whoever has not got the module."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base import places
from qtwar.editing import sharing
from qtwar.model.content import TitleContent
from qtwar.sandbox.client import compile_ahead
from qtwar.services import origins, titles

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Offered:
    """A title as games on this server play it."""

    folder: Path
    content: TitleContent
    module: Json
    """What a client is told of the module: {hash, bytes, origin}."""

    @property
    def sides(self) -> tuple[str, ...]:
        """Return the ids of its sides, in the title's order."""
        return tuple(side.id for side in self.content.sides)

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the sides that somebody plays: in a game for one the first; the rules lead the others."""
        return self.sides[:1] if self.content.title.most_players == 1 else self.sides


class Catalogue:
    """Titles by id, read once; `folder` takes their archives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, Offered] = {}
        self._packed: set[str] = set()
        self._lock = threading.Lock()

    def get(self, title: str) -> Offered:
        """Return a title by its id, never by a path; raises DataFault."""
        with self._lock:
            if title not in self._known:
                path = titles.by_id(title)
                _, content = titles.load_at(path)
                origin = "bundled" if path.parent == places.MODULES else "server"
                module = {"hash": origins.rules_hash(path), "bytes": _weight(path), "origin": origin}
                self._known[title] = Offered(path, content, module)
            return self._known[title]

    def ids(self) -> list[str]:
        """Return the ids of the titles that can be played here."""
        return [item.id for item in titles.installed() if item.info is not None]

    def compile(self, title: str) -> None:
        """Have the rules of a title compiled before a game of it is asked for; raises QtwarError."""
        compile_ahead(titles.by_id(title))

    def archive(self, title: str) -> Path:
        """Return the file of a module, packed when it is first asked for; raises DataFault."""
        path = self.get(title).folder
        if path.is_file():
            return path
        target = self._folder / f"{title}.qtmod"
        with self._lock:
            if title not in self._packed:
                self._folder.mkdir(parents=True, exist_ok=True)
                fresh = target.with_suffix(".part.qtmod")
                sharing.pack_folder(path, fresh)
                fresh.replace(target)
                self._packed.add(title)
        return target

    def titles(self) -> list[Json]:
        """Return what is said of each title that can be played here."""
        known = [item.info for item in titles.installed() if item.info is not None]
        return [{"id": info.id, "version": info.version, "name": info.name.model_dump()} for info in known]


def _weight(path: Path) -> int:
    """Return the bytes of a module's files, about which the archive is smaller."""
    files = [path] if path.is_file() else path.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file() and "__pycache__" not in file.parts)
