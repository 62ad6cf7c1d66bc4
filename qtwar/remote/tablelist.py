"""The tables at which somebody sits, kept between starts: the tokens in there are like passwords, the file is one's own."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field, fields
from itertools import chain, count
from pathlib import Path
from typing import Any, Final

from qtwar.base import files
from qtwar.base.errors import QtwarError
from qtwar.engine.forms import flag, having, mapped, text

FILE: Final = "tables.json"
PICTURES: Final = "tables"
MOST: Final = 4_000_000
_WORDS = dict.fromkeys(("side", "title", "scenario", "name", "host"), text)
_MORE = {"invitations": mapped(text), "own": flag, "everywhere": flag}
_row = having({"server": text, "token": text, "game": text}, {**_WORDS, **_MORE})
DAMAGED: Final = ".damaged"
"""Ending of a copy of a list that was kept because not all of it could be read: tokens are seats, none is written over."""


CHOICE: Final = "?"
"""In place of a side: the link by which whoever comes chooses one."""
WATCH: Final = "*"
"""The link for those who watch."""


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A seat at a table: where, by which token, what is played.

    `invitations` has the links for the other seats and `host` the token of the host, where one has made the table.
    """

    server: str
    token: str
    game: str
    side: str = ""
    title: str = ""
    scenario: str = ""
    name: str = ""
    host: str = ""
    invitations: dict[str, str] = field(default_factory=dict)
    own: bool = False
    """Whether the server is the one inside the program."""
    everywhere: bool = False
    """Whether other machines are to reach that one."""

    @property
    def id(self) -> str:
        """Return what tells this seat from all others, without saying the token."""
        return f"{'own' if self.own else self.server}/{self.game}/{self.side or WATCH}"


class KeptTables:
    """The list in the user's folder, which another window may write too."""

    def __init__(self, home: Path) -> None:
        self._file = home / FILE
        self._known: tuple[tuple[int, int, int], list[KeptTable]] | None = None

    def all(self) -> list[KeptTable]:
        """Return the tables, the latest first; those that can be read. The file is looked into when it is another one."""
        try:
            found = self._file.stat()
            mark = (found.st_ino, found.st_mtime_ns, found.st_size)
            if self._known is None or self._known[0] != mark:
                self._known = mark, self._read()[0]
        except (QtwarError, OSError):
            return []
        return list(self._known[1])

    def keep(self, table: KeptTable) -> None:
        """Put a table at the head of the list, in place of the same seat; raises DataFault."""
        self._write([table, *(one for one in self._sure() if one.id != table.id)])

    def forget(self, ident: str) -> KeptTable | None:
        """Take a table off the list and return it; raises DataFault."""
        there = self._sure()
        self._write([one for one in there if one.id != ident])
        self.picture_of(ident).unlink(missing_ok=True)
        return next((one for one in there if one.id == ident), None)

    def find(self, ident: str) -> KeptTable | None:
        """Return the table of an id."""
        return next((one for one in self.all() if one.id == ident), None)

    def picture_of(self, ident: str) -> Path:
        """Return the file of a picture of the board as the seat saw it last; it may hold what only that seat may see."""
        return self._file.parent / PICTURES / f"{hashlib.sha256(ident.encode()).hexdigest()[:32]}.png"

    def keep_picture(self, ident: str, png: bytes) -> None:
        """Keep that picture, for this user alone; raises DataFault."""
        file = self.picture_of(ident)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write_private(file, png)

    def _read(self) -> tuple[list[KeptTable], bool]:
        """Return the tables, and whether that is all that the file holds; raises DataFault where it can not be read."""
        try:
            found = json.loads(files.read(self._file, MOST))
        except (ValueError, RecursionError):
            found = None
        rows = [row for row in found if _row(row)] if isinstance(found, list) else []
        known = {one.name for one in fields(KeptTable)}
        tables = [KeptTable(**{name: value for name, value in _whole(row).items() if name in known}) for row in rows]
        return tables, isinstance(found, list) and len(rows) == len(found)

    def _sure(self) -> list[KeptTable]:
        """Return the tables before they are written anew; of a file that can not be read in whole a copy is kept."""
        if not files.there(self._file):
            return []
        tables, whole = self._read()
        if not whole:
            files.write_private(self._aside(), files.read(self._file, MOST))
        return tables

    def _aside(self) -> Path:
        """Return where a damaged list is kept: under a name that no earlier one has."""
        first = self._file.with_name(FILE + DAMAGED)
        more = (first.with_name(f"{first.name}{number}") for number in count(2))
        return next(path for path in chain((first,), more) if not files.there(path))

    def _write(self, tables: list[KeptTable]) -> None:
        rows = [asdict(table) for table in tables]
        files.write_private(self._file, json.dumps(rows, ensure_ascii=False, indent=1).encode())


def _whole(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of an earlier version with what it did not say: its links are those of a server that others reach, or not."""
    links = (row.get("invitations") or {}).values()
    return {"everywhere": any(not link.startswith(row["server"]) for link in links), **row}
