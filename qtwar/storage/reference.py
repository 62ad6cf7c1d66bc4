"""Writes `docs/reference/document.md` from the tables themselves: `python -m qtwar.storage.reference > …`.

A test fails when the page is stale.
"""

from __future__ import annotations

import sys
from typing import Any

from sqlmodel import SQLModel

from qtwar.storage import guard, schema
from qtwar.storage.columns import Json

HEAD = f"""# The document: a `.qtwar` file

Written by `python -m qtwar.storage.reference` from `qtwar/storage/tables_*.py`; a test keeps it so.

A document is one SQLite 3 database. `application_id` is `0x{guard.APPLICATION_ID:08X}` ("QTWR"), `user_version`
is the format number,
now **{guard.FORMAT}**. It holds the whole content of one title and, when it is a game, the journal: no module
folder is needed to read it
(rules come from the module).

* **One writer.** An open document is locked by a lock of the operating system on the file itself (on Windows on
  `.<name>.lock` beside it), which ends with the process; who opens it a second time, by whatever name or link, is told
  so. Readers (`readonly=True`, the start window's list) need no lock.
* **These tables and nothing else.** The statements of `qtwar/storage/schema.sql`, to the letter: a file with a trigger,
  a view, another table, column or index is not opened (`qtwar/storage/shape.py`).
* **Seals.** `seal` holds the SHA-256 of the content, of facts, card and bookmarks, of each entry of a journal together
  with that of the one before, of each position and picture (`qtwar/storage/seals.py`). A document of up to 16 MB is
  held against them when it is opened; `qtwar validate` says what is damaged, `qtwar recover` makes a new document of
  the rest. Content that is being edited has no seal until the draft is closed.
* **Transactions.** Write-ahead log, `synchronous = NORMAL`: a killed program loses nothing that was finished.
  Closing leaves the one file.
* **New files** are made under another name and moved into place when they are whole.
* **Refused in a sentence, unchanged on disk:** not SQLite, another program's database, a newer format, cut off,
  damaged, write-protected, open elsewhere.
  A full disk leaves the last finished transaction.
* **Older formats** are brought up to date when they are opened, in one transaction, by the numbered steps of
  `qtwar/storage/migrations.py`.
* **YAML → SQLite → YAML is the identity** for every installed title, byte for byte
  (`tests/storage/test_documents.py`).

Lists keep their order in `no`, counted from 0 (journal rows are counted from 1). What a player reads has a
column for each language. `JSON` columns are text and hold
what a title names itself (`attrs`, values of variables), conditions, and what nobody queries. **Bold** columns
are the primary key, `→` is a foreign key.
"""

PARTS = {
    "The title": "title message drawing side nation",
    "Boards": (
        "terrain_kind feature_kind edge_kind path_kind board cell layer cell_word cell_feature edge_line edge "
        "path_line path_node link label area area_cell box"
    ),
    "Pieces": "piece_kind kind_trait formation piece",
    "Look-up tables": "lookup lookup_axis lookup_head lookup_cell lookup_code lookup_note",
    "Options and scenarios": (
        "option option_choice scenario scenario_value setup_line pool placement reinforcement piece_count scenario_note"
    ),
    "Game, draft and history": "game entry entry_body snapshot note_index draft picture_tile card seal",
}


def tables() -> dict[str, type[SQLModel]]:
    """Return the classes of the tables by the tables' names."""
    return {str(table.__tablename__): table for table in schema.TABLES}


def markdown() -> str:
    """Return the page."""
    known = tables()
    lines = [HEAD]
    for title, names in PARTS.items():
        lines.append(f"## {title}\n\n| table | columns |\n| --- | --- |")
        for name in names.split():
            table = known.pop(name)
            purpose = str(table.__doc__).strip().splitlines()[0].replace("|", "\\|")
            columns = ", ".join(_column(column) for column in table.__table__.columns)  # type: ignore[attr-defined]
            lines.append(f"| `{name}` | {purpose}<br>{columns} |")
        lines.append("")
    if known:
        raise ValueError(f"no part of the page has the tables {sorted(known)}")
    return "\n".join(lines)


def _column(column: Any) -> str:
    text = f"**{column.name}**" if column.primary_key else str(column.name)
    targets = sorted(key.target_fullname for key in column.foreign_keys)
    kind = "JSON" if isinstance(column.type, Json) else str(column.type).lower()
    kind = {"varchar": "text", "largebinary": "blob"}.get(kind, kind)
    note = kind + ("?" if column.nullable and kind != "JSON" else "")
    return f"{text} {note}" + (f" → {', '.join(targets)}" if targets else "")


if __name__ == "__main__":
    sys.stdout.write(markdown())
