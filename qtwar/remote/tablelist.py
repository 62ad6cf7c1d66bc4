"""The tables at which somebody sits, kept between starts: the tokens in there are like passwords, the file is one's own."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Final

from qtwar.base import files
from qtwar.base.errors import DataFault, QtwarError
from qtwar.base.files import why
from qtwar.engine.forms import flag, having, listed, mapped, text

FILE: Final = "tables.json"
MOST: Final = 4_000_000
_WORDS = dict.fromkeys(("side", "title", "scenario", "name", "host"), text)
_FORM = listed(having({"server": text, "token": text, "game": text}, {**_WORDS, "invitations": mapped(text), "own": flag}))


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

    @property
    def id(self) -> str:
        """Return what tells this seat from all others, without saying the token."""
        return f"{'own' if self.own else self.server}/{self.game}/{self.side or '*'}"


class KeptTables:
    """The list in the user's folder; read anew each time, because another window may have written it."""

    def __init__(self, home: Path) -> None:
        self._file = home / FILE

    def all(self) -> list[KeptTable]:
        """Return the tables, the latest first."""
        try:
            found = json.loads(files.read(self._file, MOST))
        except (QtwarError, OSError, ValueError, RecursionError):
            return []
        if not _FORM(found):
            return []
        known = {one.name for one in fields(KeptTable)}
        return [KeptTable(**{name: value for name, value in row.items() if name in known}) for row in found]

    def keep(self, table: KeptTable) -> None:
        """Put a table at the head of the list, in place of the same seat."""
        self._write([table, *(one for one in self.all() if one.id != table.id)])

    def forget(self, ident: str) -> None:
        """Take a table off the list."""
        self._write([one for one in self.all() if one.id != ident])

    def find(self, ident: str) -> KeptTable | None:
        """Return the table of an id."""
        return next((one for one in self.all() if one.id == ident), None)

    def _write(self, tables: list[KeptTable]) -> None:
        fresh = self._file.with_name(FILE + ".new")
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
                json.dump([asdict(table) for table in tables], out, ensure_ascii=False, indent=1)
            fresh.replace(self._file)
        except OSError as fault:
            raise DataFault("fault.file.not_written", file=FILE, why=why(fault)) from None
