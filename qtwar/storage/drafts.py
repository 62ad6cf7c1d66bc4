"""The document behind an edit session: fulfils `session.edit.DraftPort`. A command is one transaction.

What is written is what differs between two states of the draft, found by identity (`editing.tree`): rows are made of
the old and the new items alone and compared by primary key, so that a change of one counter writes one row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.session.ports import Entry
from qtwar.storage import codec, rows, seals
from qtwar.storage.document import Document
from qtwar.storage.journal import Journal

Json = dict[str, Any]
LINE = "edit"

_BOARD_ROW = ("grid", "name", "legend", "style", "attrs")
_SOUND = " AND typeof(data) = 'blob' AND typeof(level) = 'integer' AND typeof(x) = 'integer' AND typeof(y) = 'integer'"
"""A column takes anything, whoever wrote it: `bytes` of a number is as many zeros, and a place becomes part of a file's name."""


class DraftStore:
    """A draft's document, open for writing."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._journal: Journal = document.journal(LINE)

    @classmethod
    def create(cls, path: Path, content: TitleContent, facts: Json | None = None) -> DraftStore:
        """Make the document of a draft; raises DataFault (the name is taken, the folder can not be written …)."""
        store = cls(Document.create(path, content, kind="draft"))
        store.set_facts(facts or {})
        return store

    @classmethod
    def open(cls, path: Path) -> DraftStore:
        """Open a draft at its last finished command; raises DataFault, also where the document is a game."""
        document = Document.open(path)
        if document.is_game:
            document.close()
            raise DataFault("fault.document.is_game", file=Path(path).name)
        return cls(document)

    @property
    def path(self) -> Path:
        """Return where the document is."""
        return self.document.path

    def close(self) -> None:
        """Let the document go."""
        self.document.close()

    def copy(self, path: Path) -> None:
        """Write the document a second time, with its history; raises DataFault."""
        self.document.copy(path)

    # ------------------------------------------------------------------------------------------- facts

    def facts(self) -> Json:
        """Return where the draft came from, and what else was kept of it."""
        return dict(self.document.reading(lambda c: rows.read(c, "draft")))

    def set_facts(self, changes: Json) -> None:
        """Change some facts."""
        with self.document.writing() as connection:
            for key, value in changes.items():
                connection.execute('DELETE FROM draft WHERE "key" = ?', (key,))
                rows.insert(connection, "draft", [{"key": key, "value": value}])
            seals.facts(connection)

    def set_card(self, card: Json, thumbnail: bytes | None = None) -> None:
        """Store what the start window shows of this draft."""
        self._journal.set_card(card, thumbnail)

    # ----------------------------------------------------------------------------------------- content

    def content(self) -> TitleContent:
        """Return the content as it is stored."""
        return self.document.content()

    def heads(self) -> list[Any]:
        """Return the heads of all rows of the history."""
        return self._journal.heads()

    def entries(self, first: int, last: int) -> Iterable[Entry]:
        """Yield rows of the history, whole."""
        return self._journal.entries(first, last)

    def commit(self, old: Json, new: Json, entry: Entry) -> None:
        """Store the step from one state to the next and its row of the history: both or nothing; raises DataFault."""
        with self.document.writing() as connection:
            connection.execute("PRAGMA defer_foreign_keys = ON")
            for part in codec.PARTS:
                if old[part] is not new[part]:
                    _store(connection, part, old[part], new[part])
            seals.open_content(connection)
            if old["title"]["id"] != new["title"]["id"]:
                connection.execute("UPDATE card SET title = ?", (new["title"]["id"],))
                seals.facts(connection)
            self._journal.append(entry)

    # ---------------------------------------------------------------------------------------- pictures

    def put_tiles(self, picture: str, tiles: Iterable[tuple[int, int, int, bytes]]) -> None:
        """Store tiles (level, x, y, encoded bytes) of a picture, in one transaction."""
        self.document.put_tiles([(picture, *tile) for tile in tiles])

    def put_pictures(self, files: Mapping[str, bytes]) -> None:
        """Store pictures of the author's by the hash of their bytes; one that is there already stays as it is."""
        fresh = {name: data for name, data in files.items() if self.tile(name, 0, 0, 0) is None}
        if fresh:
            self.document.put_tiles([(name, 0, 0, 0, data) for name, data in fresh.items()])

    def tile(self, picture: str, level: int, x: int, y: int) -> bytes | None:
        """Return a tile, None where there is none."""
        query = "SELECT data FROM picture_tile WHERE picture = ? AND level = ? AND x = ? AND y = ?" + _SOUND
        row = self.document.reading(lambda c: c.execute(query, (picture, level, x, y)).fetchone())
        return None if row is None else bytes(row[0])

    def tiles(self, picture: str) -> list[tuple[int, int, int, bytes]]:
        """Return level, column, row and bytes of all tiles of a picture."""
        query = "SELECT level, x, y, data FROM picture_tile WHERE picture = ?" + _SOUND
        return _tiles(self.document, query, picture)

    def pictures(self) -> list[str]:
        """Return the names of the pictures whose tiles are stored."""
        query = "SELECT DISTINCT picture FROM picture_tile ORDER BY picture"
        return [row[0] for row in self.document.reading(lambda c: c.execute(query).fetchall())]

    def drop_picture(self, picture: str) -> None:
        """Take the tiles of a picture out of the document; unlike all else this can not be undone."""
        with self.document.writing() as connection:
            connection.execute("DELETE FROM picture_tile WHERE picture = ?", (picture,))
            seals.picture(connection, picture)


def stored_tiles(path: Path, picture: str, most: int) -> list[tuple[int, int, int, bytes]]:
    """Return level, column, row and bytes (at most `most`) of the tiles of a picture of a document; raises DataFault."""
    query = "SELECT level, x, y, data FROM picture_tile WHERE picture = ? AND length(data) <= ?" + _SOUND
    with Document.open(path, readonly=True) as document:
        return _tiles(document, query, picture, most)


def stored_pictures(path: Path, wanted: Iterable[str], most: int) -> list[tuple[str, bytes]]:
    """Return the pictures of the author's that a document holds, of at most `most` bytes each; raises DataFault."""
    query = "SELECT 0, 0, 0, data FROM picture_tile WHERE picture = ? AND level = 0 AND x = 0 AND y = 0 AND length(data) <= ?"
    with Document.open(path, readonly=True) as document:
        return [(name, tile[3]) for name in wanted for tile in _tiles(document, query + _SOUND, name, most)]


def _tiles(document: Document, query: str, *values: str | int) -> list[tuple[int, int, int, bytes]]:
    return document.reading(lambda c: c.execute(query, values).fetchall())


# --------------------------------------------------------------------------------------------- differences


def _store(connection: sqlite3.Connection, part: str, old: Any, new: Any) -> None:
    if not isinstance(new, list):
        _replace(connection, codec.rows_of_data(old, part), codec.rows_of_data(new, part))
        return
    before = {item["id"]: (no, item) for no, item in enumerate(old)}
    after = {item["id"]: (no, item) for no, item in enumerate(new)}
    was: codec.Rows = {}
    now: codec.Rows = {}
    for ident in [*before, *(i for i in after if i not in before)]:
        a, b = before.get(ident), after.get(ident)
        if a is not None and b is not None and a[1] is b[1] and a[0] == b[0]:
            continue
        if part == "boards" and a is not None and b is not None:
            _board(connection, was, now, a, b)
            continue
        if a is not None:
            _add(was, codec.item_rows(a[1], part, a[0]))
        if b is not None:
            _add(now, codec.item_rows(b[1], part, b[0]))
    _replace(connection, was, now)


def _board(connection: sqlite3.Connection, was: codec.Rows, now: codec.Rows, a: tuple[int, Json], b: tuple[int, Json]) -> None:
    """Collect the rows that differ on a board; cells that were painted are written at once."""
    (old_no, old), (new_no, new) = a, b
    if old_no != new_no or any(old[key] is not new[key] for key in _BOARD_ROW):
        _add(was, codec.board_rows(old, "", old_no))
        _add(now, codec.board_rows(new, "", new_no))
    regrid = old["grid"] is not new["grid"]
    if regrid:
        _add(was, codec.board_rows(old, "terrain"))
        _add(now, codec.board_rows(new, "terrain"))
    elif old["terrain"] is not new["terrain"] or old["elevation"] is not new["elevation"]:
        _paint(connection, old, new)
    for field in codec.BOARD_FIELDS:
        if field != "terrain" and old[field] is not new[field]:
            _add(was, codec.board_rows(old, field))
            _add(now, codec.board_rows(new, field))


def _paint(connection: sqlite3.Connection, old: Json, new: Json) -> None:
    """Write painted cells, all that take the same word in one statement: a fill of a whole board is one of them."""
    for key, column in (("terrain", "terrain_id"), ("elevation", "elevation")):
        a, b = old[key], new[key]
        if a is b:
            continue
        cells: dict[Any, list[str]] = {}
        for cell, word in b.items():
            if a.get(cell) != word:
                cells.setdefault(word, []).append(cell)
        cells[None] = [cell for cell in a if cell not in b]
        for word, some in cells.items():
            if some:
                connection.execute(
                    f"UPDATE cell SET {column} = ? WHERE board_id = ? AND cell IN (SELECT value FROM json_each(?))",
                    (word, new["id"], jsonio.dumps(some)),
                )


def _add(found: codec.Rows, more: codec.Rows) -> None:
    for table, items in more.items():
        found.setdefault(table, []).extend(items)


def _replace(connection: sqlite3.Connection, was: codec.Rows, now: codec.Rows) -> None:
    """Turn the rows `was` into the rows `now`; both hold rows of the same things."""
    tables = [table for part in codec.PARTS.values() for table in part]
    for table in dict.fromkeys(tables):
        if table in was or table in now:
            _turn(connection, table, was.get(table, []), now.get(table, []))


def _turn(connection: sqlite3.Connection, table: str, was: list[Json], now: list[Json]) -> None:
    made = rows.table(table)
    rest = [name for name in made.columns if name not in made.keys]

    def key(row: Json) -> tuple[Any, ...]:
        return tuple(row[name] for name in made.keys)

    old, new = {key(row): row for row in was}, {key(row): row for row in now}
    gone = [k for k in old if k not in new]
    if gone:  # keys are words and numbers that SQLite takes as they are: a feature of 40,000 cells goes in one call
        where = " AND ".join(f'"{name}" = ?' for name in made.keys)
        connection.executemany(f'DELETE FROM "{table}" WHERE {where}', gone)
    rows.update(connection, table, rest, [row for k, row in new.items() if k in old and _differs(old[k], row, rest)])
    rows.insert(connection, table, [row for k, row in new.items() if k not in old])


def _differs(a: Json, b: Json, names: list[str]) -> bool:
    for name in names:
        x, y = a[name], b[name]
        # 1, 1.0 and true are equal, and mean other things in a column of JSON; a mapping's order counts too
        if x is not y and (x != y or type(x) is not type(y) or isinstance(x, (dict, list))):
            return True
    return False
