"""The documents of a folder, as the start window lists them: one small row each, nothing else is read.

Uses the standard library's sqlite3 alone, so that the start window need not wait for sqlmodel.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.engine.forms import anything, either, flag, having, mapped, maybe, measure, plain, text, texts
from qtwar.storage import guard, shape

MOST_CARD = 2_000_000
"""Bytes of a card with its picture: the window's own process reads it."""

_shown = having(
    {},
    {
        "turn": maybe(either(measure, text)), "active": texts, "players": mapped(text), "said": mapped(text), "origin": text,
        "mail": mapped(anything), "over": flag,
    },
)  # fmt: skip
"""What is made of a card counts on this; it comes from anybody, as its document does."""


@dataclass(frozen=True, slots=True)
class DocumentCard:
    """What is shown of a document; `problem` says why one can not be opened, the rest is then empty.

    `card` holds what the session stored: turn, whose move, the last log line, as messages. `thumbnail` is a PNG.
    """

    path: Path
    modified: float = 0.0
    kind: str = ""
    title: str = ""
    scenario: str = ""
    card: dict[str, Any] = field(default_factory=dict)
    thumbnail: bytes | None = None
    problem: DataFault | None = None


def card(path: Path) -> DocumentCard:
    """Return the card of a document, sound or not."""
    try:
        form = guard.inspect(path)
        modified = max(p.stat().st_mtime for p in (path, path.with_name(path.name + "-wal")) if p.exists())
        wal = path.with_name(path.name + "-wal").exists()
        raw, _ = guard.connect(path, "ro", timeout=0.5, immutable=not wal)
        raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_CARD)
        with closing(raw) as connection:
            shape.check(connection, form, path.name)
            row = connection.execute("SELECT kind, title, scenario, card, thumbnail FROM card").fetchone()
        shown = json.loads(row[3]) if row else {}
        if row and not (plain(shown) and _shown(shown) and _typed(row)):
            raise ValueError("a card of another form")
    except DataFault as fault:
        return DocumentCard(path, problem=fault)
    except sqlite3.Error as fault:
        return DocumentCard(path, problem=guard.spoken(fault, path))
    except OSError as fault:
        return DocumentCard(path, problem=DataFault("fault.file.unreadable", file=path.name, why=why(fault)))
    except (ValueError, TypeError, RecursionError):
        row = None
    if row is None:
        return DocumentCard(path, modified, problem=DataFault("fault.document.damaged", file=path.name))
    return DocumentCard(path, modified, row[0], row[1], row[2], shown, row[4])


def _typed(row: tuple[Any, ...]) -> bool:
    return all(isinstance(part, str) for part in row[:3]) and isinstance(row[4], bytes | None)


def sort(cards: Iterable[DocumentCard]) -> list[DocumentCard]:
    """Return cards, the one of the document changed last first, broken ones at the end."""
    return sorted(cards, key=lambda c: (bool(c.problem), -c.modified, c.path.name))


def paths(folder: Path) -> list[Path]:
    """Return the documents in a folder, or one that may not be looked into; a folder that is not there is empty."""
    there = files.listed(folder)
    return [path for path in there if path == folder or (path.suffix == ".qtwar" and not path.name.startswith("."))]


def copy(path: Path, target: Path) -> None:
    """Write what lies in a document to another file, whatever its format, without changing it; raises DataFault."""
    form = guard.inspect(path)
    try:
        raw, _ = guard.connect(path, "ro")
        with closing(raw):
            shape.check(raw, form, path.name)
            raw.execute("VACUUM INTO ?", (str(target),))
    except sqlite3.Error as fault:
        raise guard.spoken(fault, path) from None
