"""What the program makes once and keeps between starts: prepared maps, covers, read content; lost without harm."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

import qtwar
from qtwar.base import places

Stamp = tuple[tuple[str, int, int], ...]
"""Names, sizes and times of change (ns) of files."""
MOST = 64
"""Files kept in one folder by `write`."""


def folder(name: str) -> Path:
    """Return the folder of one sort of kept things (`QTWAR_CACHE` names another place for all of them)."""
    named = os.environ.get("QTWAR_CACHE")
    if named:
        return Path(named) / name
    import platformdirs

    return Path(platformdirs.user_cache_dir("qtwar", appauthor=False)) / name


def art_cache() -> Path:
    """Return where prepared maps are kept."""
    return folder("art")


def name_of(*made_of: object) -> str:
    """Return a name for what is made of some things; other things, another name. They are told apart by their `repr`."""
    return hashlib.sha256(repr(made_of).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def stamp_of(files: list[Path]) -> Stamp:
    """Return what changes when one of the files does."""
    return tuple((str(f), (info := f.stat()).st_size, info.st_mtime_ns) for f in files)


@lru_cache(maxsize=8)
def program(*parts: str) -> Stamp:
    """Return the version of some files and folders of the program, for what must be made anew when they change."""
    home = places.PACKAGE
    if places.frozen():  # one file that holds them all
        return ((qtwar.__version__, 0, 0), *stamp_of([Path(sys.executable)]))
    found = [f for part in parts for f in (sorted((home / part).rglob("*.py")) or [home / part])]
    return ((qtwar.__version__, 0, 0), *stamp_of(found))


def read(path: Path, key: str) -> bytes | None:
    """Return what was kept under a key, or None where there is nothing, or something of another key."""
    try:
        with path.open("rb") as stream:
            return stream.read() if stream.readline() == f"{key}\n".encode() else None
    except OSError:
        return None


def write(path: Path, key: str, data: bytes, most: int = MOST) -> None:
    """Keep data under a key in place of what was there; what can not be written is made again next time."""
    part = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(f"{key}\n".encode() + data)
        part.replace(path)
        _clear_out(path.parent, most)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _clear_out(home: Path, most: int) -> None:
    """Let what was written longest ago go: of titles that are no longer there."""
    files = sorted(home.iterdir(), key=lambda file: file.stat().st_mtime_ns)
    for file in files[:-most]:
        file.unlink(missing_ok=True)
