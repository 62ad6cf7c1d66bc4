"""Copies of documents as they were each time they were opened, before a migration above all; in the user's data folder.

What is kept has a size: of each document the latest few, of all together so many bytes, the oldest go first.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from qtwar.base import files
from qtwar.base.errors import DataFault, QtwarError
from qtwar.base.files import why
from qtwar.services import titles
from qtwar.storage import library

EACH = 5
"""Copies of one document."""
MOST_BYTES = 300_000_000
"""Of all together."""
LARGEST = 60_000_000
"""Bytes of a document that is copied at all."""
LONGEST_NAME = 80
"""Letters of a document's name that its copies keep."""
TICK = 1_000_000
"""Nanoseconds between two copies at least, that their order is plain."""
log = logging.getLogger("qtwar")


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy: its file, the name of the document, when it was made (seconds since 1970)."""

    path: Path
    name: str
    made: float


def folder() -> Path:
    """Return where the copies are."""
    return titles.user_home() / "backups"


def keep(path: Path) -> Path | None:
    """Copy a document as it lies there, if it is not copied so already; one that can not be copied is left alone."""
    try:
        mark = _mark(path)
        there = folder() / hashlib.sha256(str(path.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        before = [old.stem for old in there.glob("*.qtwar")]
        if mark is None or any(mark in old for old in before):
            return None
        stamps = [int(word) for old in before for word in old.split("~")[1:2] if word.isdecimal() and len(word) < 20]
        now = max(time.time_ns(), *(stamp + TICK for stamp in stamps), 0)  # a clock that was set back loses no order
        there.mkdir(parents=True, exist_ok=True)
        target, draft = there / f"{path.stem[:LONGEST_NAME]}~{now}~{mark}.qtwar", there / f".{mark}.part"
        draft.unlink(missing_ok=True)
        library.copy(path, draft)
        draft.replace(target)
        _clear_out()
    except (QtwarError, OSError) as fault:
        log.info("no copy of %s: %r", path.name, fault)
        return None
    return target


def _mark(path: Path) -> str | None:
    """Return a hash of a document with its write-ahead log; None where it is too large to be kept."""
    whole = hashlib.sha256()
    for part in (path, path.with_name(path.name + "-wal")):
        if part.exists():
            if part.stat().st_size > LARGEST:
                return None
            whole.update(files.read(part, LARGEST))
    return whole.hexdigest()[:16]


def listed() -> list[Backup]:
    """Return the copies, the latest first."""
    found = []
    for path in (path for each in files.listed(folder()) for path in files.listed(each) if path.suffix == ".qtwar"):
        name, _, rest = path.stem.partition("~")
        stamp = rest.partition("~")[0]
        if stamp.isdecimal() and len(stamp) < 20:
            found.append(Backup(path, name, int(stamp) / 1e9))
    return sorted(found, key=lambda backup: -backup.made)


def restore(backup: Path, target: Path | None = None) -> Path:
    """Copy a backup to a new document, beside the games or drafts where no target is named; raises DataFault."""
    if backup not in [kept.path for kept in listed()]:
        raise DataFault("fault.file.not_there", file=str(backup))
    if target is None:
        target = titles.fresh_path(titles.documents_folder(library.card(backup).kind), backup.stem.partition("~")[0])
    if target.exists():
        raise DataFault("fault.file.taken", file=target.name)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(backup, target)
    except OSError as fault:
        raise DataFault("fault.file.not_written", file=target.name, why=why(fault)) from None
    return target


def _clear_out() -> None:
    """Let go of what is too much: of each document, and of all."""
    of_each: dict[Path, int] = {}
    total = 0
    for backup in listed():
        of_each[backup.path.parent] = of_each.get(backup.path.parent, 0) + 1
        total += backup.path.stat().st_size
        if of_each[backup.path.parent] > EACH or total > MOST_BYTES:
            with suppress(OSError):
                backup.path.unlink()
