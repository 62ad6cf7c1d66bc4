"""One's names on servers, kept between starts: a name and a token for it, never the password; the file is one's own."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from qtwar.base import files
from qtwar.base.errors import QtwarError
from qtwar.engine.forms import strictly, text

FILE: Final = "accounts.json"
MOST: Final = 400_000
_row = strictly({"server": text, "name": text, "token": text})


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """A name on a server, and the token by which its list of games is asked for."""

    server: str
    name: str
    token: str


class KeptAccounts:
    """The list in the user's folder: one name a server."""

    def __init__(self, home: Path) -> None:
        self._file = home / FILE

    def all(self) -> list[KeptAccount]:
        """Return the names, the latest first; those that can be read."""
        try:
            found = json.loads(files.read(self._file, MOST))
        except (QtwarError, ValueError, RecursionError):
            return []
        return [KeptAccount(**row) for row in found if _row(row)] if isinstance(found, list) else []

    def find(self, server: str) -> KeptAccount | None:
        """Return the name that one has on a server."""
        return next((one for one in self.all() if one.server == server), None)

    def keep(self, account: KeptAccount) -> None:
        """Put a name at the head of the list, in place of another one there; raises DataFault."""
        self._write([account, *(one for one in self.all() if one.server != account.server)])

    def forget(self, account: KeptAccount) -> None:
        """Take a name off the list, unless its token is another one by now; raises DataFault."""
        self._write([one for one in self.all() if one != account])

    def _write(self, accounts: list[KeptAccount]) -> None:
        rows = [asdict(one) for one in accounts]
        files.write_private(self._file, json.dumps(rows, ensure_ascii=False, indent=1).encode())
