"""Where an installed module comes from: with the program, out of a file, out of a draft of one's own.

The folder of modules keeps a list of what was installed there: from which file, when, and the hash of what came.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base import files
from qtwar.base.errors import QtwarError
from qtwar.services import titles

LIST = ".installed.json"
MOST_BYTES = 2_000_000_000


@dataclass(frozen=True, slots=True)
class Source:
    """`kind` is `shipped`, `file`, `draft`, or `folder` for what somebody put there by hand.

    `changed`: the file is not the one any more that was installed.
    """

    kind: str
    file: str = ""
    when: float = 0.0
    hash: str = ""
    changed: bool = False


def note(installed: Path, origin: str, *, draft: bool) -> None:
    """Keep where an archive came from that has just been installed; `origin` is the name of the file, or of the draft."""
    whole = hashlib.sha256()
    with files.opened(installed, MOST_BYTES) as stream:
        while part := stream.read(1 << 20):
            whole.update(part)
    row = {"draft": draft, "from": origin, "when": time.time(), "hash": whole.hexdigest(), "mark": _mark(installed)}
    listed = installed.parent / LIST
    fresh = listed.with_name(LIST + ".new")
    fresh.write_text(json.dumps({**_rows(installed.parent), installed.name: row}), encoding="utf-8")
    fresh.replace(listed)


def source_of(module: Path) -> Source:
    """Return where a module comes from."""
    if module.parent == titles.folders()[0]:
        return Source("shipped")
    row = _rows(module.parent).get(module.name)
    if not isinstance(row, dict):
        return Source("folder")
    try:
        kind = "draft" if row["draft"] else "file"
        return Source(kind, str(row["from"]), float(row["when"]), str(row["hash"]), row["mark"] != _mark(module))
    except (LookupError, TypeError, ValueError, OSError):
        return Source("folder")


def _mark(file: Path) -> list[int]:
    found = file.stat()
    return [found.st_size, found.st_mtime_ns]


def _rows(folder: Path) -> dict[str, Any]:
    try:
        found = json.loads(files.read(folder / LIST, 4_000_000))
    except (QtwarError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
