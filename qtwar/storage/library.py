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

from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.storage import guard


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
        guard.inspect(path)
        modified = max(p.stat().st_mtime for p in (path, path.with_name(path.name + "-wal")) if p.exists())
        wal = path.with_name(path.name + "-wal").exists()
        uri = f"{path.resolve().as_uri()}?mode=ro" + ("" if wal else "&immutable=1")
        with closing(sqlite3.connect(uri, uri=True, timeout=0.5)) as connection:
            row = connection.execute("SELECT kind, title, scenario, card, thumbnail FROM card").fetchone()
        shown = json.loads(row[3]) if row else {}
    except DataFault as fault:
        return DocumentCard(path, problem=fault)
    except sqlite3.Error as fault:
        return DocumentCard(path, problem=guard.spoken(fault, path))
    except OSError as fault:
        return DocumentCard(path, problem=DataFault("fault.file.unreadable", file=path.name, why=why(fault)))
    except (ValueError, TypeError):
        row = None
    if row is None:
        return DocumentCard(path, modified, problem=DataFault("fault.document.damaged", file=path.name))
    return DocumentCard(path, modified, row[0], row[1], row[2], shown, row[4])


def cards(paths: Iterable[Path]) -> list[DocumentCard]:
    """Return the cards of documents, the one changed last first, broken ones at the end."""
    return sorted((card(path) for path in paths), key=lambda c: (bool(c.problem), -c.modified, c.path.name))


def folder(path: Path) -> list[DocumentCard]:
    """Return the cards of the documents in a folder; a folder that is not there is empty."""
    return cards(p for p in path.glob("*.qtwar") if not p.name.startswith(".")) if path.is_dir() else []
