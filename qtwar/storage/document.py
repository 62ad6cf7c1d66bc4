"""A `.qtwar` document: one SQLite file that holds a title's content and, when it is a game, its journal.

One program writes at a time; each change is one transaction, so a kill at any moment leaves the last finished one.
"""

from __future__ import annotations

import errno
import gc
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from qtwar.base import files
from qtwar.base.errors import DataFault
from qtwar.base.files import why
from qtwar.model.content import TitleContent
from qtwar.session.history import History
from qtwar.storage import codec, guard, migrations, rows, seals, shape
from qtwar.storage.journal import Journal

Json = dict[str, Any]
_T = TypeVar("_T")
SMALL = 16_000_000
"""Documents up to so many bytes are checked page by page when they are opened."""


class Document:
    """An open document. Safe to use from several threads; calls wait for each other."""

    def __init__(
        self, path: Path, raw: sqlite3.Connection, deadline: guard.Deadline, lock: guard.Lock | None, *, readonly: bool
    ) -> None:
        self.path = path
        self.readonly = readonly
        self._raw = raw
        self._deadline = deadline
        self._lock = lock
        self._busy = threading.RLock()
        self._open = False

    # --------------------------------------------------------------------------------- make, open, close

    @classmethod
    def create(cls, path: Path, content: TitleContent, *, game: Json | None = None, kind: str = "") -> Document:
        """Make a document of a title's content, a game if `game` has its facts; raises DataFault.

        The file appears whole or not at all; an existing file is not overwritten.
        """
        path = Path(path)
        if files.there(path):
            raise DataFault("fault.file.taken", file=path.name)
        draft = path.with_name(f".{path.name}.new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.unlink(missing_ok=True)
            if not guard.may_write(path.parent):
                raise PermissionError(errno.EACCES, "it is write-protected")
        except OSError as fault:
            raise DataFault("fault.file.folder_not_written", folder=str(path.parent), why=why(fault)) from None
        try:
            raw, _ = _connection(draft, readonly=False, fresh=True)
            try:
                with _transaction(raw):
                    for statement in shape.statements():
                        raw.execute(statement)
                    raw.execute("PRAGMA defer_foreign_keys = ON")
                    with _no_pauses():
                        for part in codec.PARTS:
                            for table, items in codec.rows_of(content, part).items():
                                rows.insert(raw, table, items)
                    rows.insert(raw, "game", [{"key": key, "value": value} for key, value in (game or {}).items()])
                    card = {
                        "id": 1, "kind": kind or ("title" if game is None else "game"), "title": content.title.id,
                        "scenario": str((game or {}).get("scenario", "")), "card": {}, "thumbnail": None,
                    }  # fmt: skip
                    rows.insert(raw, "card", [card])
                    seals.content(raw)
                    seals.facts(raw)
                    raw.execute(f"PRAGMA application_id = {guard.APPLICATION_ID}")
                    raw.execute(f"PRAGMA user_version = {guard.FORMAT}")
            finally:
                raw.close()
            if path.exists():
                raise DataFault("fault.file.taken", file=path.name)
            draft.replace(path)
        except sqlite3.Error as fault:
            draft.unlink(missing_ok=True)
            raise guard.spoken(fault, path) from None
        except OSError as fault:
            draft.unlink(missing_ok=True)
            raise DataFault("fault.file.could_not_be_written", file=path.name, why=why(fault)) from None
        except (ValueError, OverflowError) as fault:  # half a character, a number that no column takes
            draft.unlink(missing_ok=True)
            raise DataFault("fault.document.damaged", file=path.name, detail=repr(fault)) from None
        return cls.open(path)

    @classmethod
    def open(cls, path: Path, *, readonly: bool = False, damaged: bool = False) -> Document:
        """Open a document; raises DataFault, in one sentence, for a file that can not be used.

        `damaged`: what can be read of it is wanted, though parts are not as they were written.
        """
        path = Path(path)
        form = guard.inspect(path)
        if not readonly and guard.is_protected(path):
            raise DataFault("fault.document.protected", file=path.name)
        if readonly and form < guard.FORMAT:
            raise DataFault("fault.document.older", file=path.name)
        lock = None if readonly else guard.Lock(path)
        try:
            raw, deadline = _connection(path, readonly=readonly)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        document = cls(path, raw, deadline, lock, readonly=readonly)
        try:
            document._look_over(whole=path.stat().st_size <= SMALL and not damaged)
        except BaseException:
            document._let_go()
            raise
        return document

    def _look_over(self, *, whole: bool) -> None:
        """Bring an older document up to date; `whole`: raise DataFault where a part is not as it was written."""
        with self._using() as connection:
            if whole:
                found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
                if found != "ok":
                    raise DataFault("fault.document.damaged", file=self.path.name, detail=str(found))
            form = int(connection.execute("PRAGMA user_version").fetchone()[0])
        if form < guard.FORMAT:
            with self.writing() as connection:
                migrations.migrate(connection, form, guard.FORMAT)
            self.checkpoint()
        elif whole:
            part = next(self.broken(), None)
            if part is not None:
                raise DataFault("fault.document.damaged", file=self.path.name, detail=str(part))

    def broken(self) -> Iterator[seals.Broken]:
        """Yield the parts that are not as they were written (of a line of history the first entry); raises DataFault."""
        with self._using() as connection:
            yield from seals.broken(connection)

    def close(self) -> None:
        """Let the file go; content that was edited is sealed."""
        if not self.readonly and self._lock is not None:
            with suppress(DataFault), self.writing() as connection:
                if seals.is_open(connection):
                    seals.content(connection)
        self._let_go()

    def _let_go(self) -> None:
        with self._busy:
            self._raw.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------ content

    def content(self) -> TitleContent:
        """Return the title's content; raises DataFault for rows that make none."""
        with self._using() as connection:
            try:
                with _no_pauses():
                    return codec.content_of(lambda table: rows.read(connection, table))
            except (ValidationError, LookupError, ValueError, TypeError, AttributeError) as fault:
                # rows that this program did not write so: hostile, or torn in a way that SQLite can not see
                raise self.damaged(fault) from None

    def damaged(self, fault: Exception) -> DataFault:
        """Return the sentence for what can not have been written like this."""
        return DataFault("fault.document.damaged", file=self.path.name, detail=repr(fault))

    def put_tiles(self, tiles: Sequence[tuple[Any, ...]]) -> None:
        """Store tiles (picture, level, x, y, bytes) of pictures."""
        with self.writing() as connection:
            connection.executemany("INSERT OR REPLACE INTO picture_tile VALUES (?, ?, ?, ?, ?)", tiles)
            for picture in sorted({tile[0] for tile in tiles}):
                seals.picture(connection, picture)

    def journal(self, line: str = "play") -> Journal:
        """Return the journal of the game (`play`) or of the changes to the content (`edit`)."""
        return Journal(self, line)

    @property
    def is_game(self) -> bool:
        """Return whether the document is a game."""
        with self._using() as connection:
            return connection.execute("SELECT key FROM game LIMIT 1").fetchone() is not None

    @property
    def title(self) -> str:
        """Return the title's id."""
        with self._using() as connection:
            row = connection.execute("SELECT id FROM title").fetchone()
            return str(row[0]) if row else ""

    def branch(self, path: Path, length: int, line: str = "play") -> None:
        """Make a new document that ends after the first `length` entries in force; raises DataFault.

        Entries that were undone and can be redone count on from those in force. What was undone earlier stays in
        the new journal as it is in the old one, undone.
        """
        path = Path(path)
        if path.exists():
            raise DataFault("fault.file.taken", file=path.name)
        history = History(self.journal(line).heads())
        entries = [*history.line, *reversed(history.redoable)]
        if not 0 <= length <= len(entries):
            raise DataFault("fault.document.entries", file=self.path.name, n=len(entries), wanted=length)
        # the row that an entry was appended in: before it, all earlier entries of its line were in force
        no = entries[length - 1].no if length else 0
        self._outside("VACUUM INTO ?", str(path))
        with Document.open(path) as copy, copy.writing() as connection:
            for table in ("entry", "snapshot"):
                connection.execute(f"DELETE FROM {table} WHERE line = ? AND no > ?", (line, no))
            seals.cut(connection, line, no)

    def copy(self, path: Path) -> None:
        """Write the document a second time, over an older file of that name; raises DataFault, and then none is lost."""
        path = Path(path)
        if path.exists() and path.samefile(self.path):
            raise DataFault("fault.document.itself", file=path.name)
        fresh = path.with_name(f".{path.name}.part")
        try:
            fresh.write_bytes(b"")  # says why the folder takes nothing, before the database is asked
            self._outside("VACUUM INTO ?", str(fresh))
            fresh.replace(path)
        except DataFault:
            fresh.unlink(missing_ok=True)
            raise
        except OSError as fault:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise DataFault("fault.file.not_written", file=path.name, why=why(fault)) from None

    # ----------------------------------------------------------------------------------------- plumbing

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Give a connection inside a transaction that is kept whole or leaves no trace; raises DataFault.

        What is written inside the `with` by any method is part of the same transaction.
        """
        if self.readonly:
            raise DataFault("fault.document.read_only", file=self.path.name)
        if self._lock is not None and not self._lock.holds():  # what is written into a deleted file is lost with it
            raise DataFault("fault.document.gone", file=self.path.name)
        with self._using() as connection:
            yield connection

    def reading(self, ask: Callable[[sqlite3.Connection], _T]) -> _T:
        """Return what a question to the database answers; raises DataFault."""
        with self._using() as connection:
            return ask(connection)

    def checkpoint(self) -> None:
        """Bring the write-ahead log into the file."""
        self._outside("PRAGMA wal_checkpoint(TRUNCATE)")

    def _outside(self, statement: str, *values: str) -> None:
        """Carry out what can not be done inside a transaction."""
        with self._busy:
            self._deadline.again()
            try:
                self._raw.execute(statement, values)
            except sqlite3.Error as fault:
                raise guard.spoken(fault, self.path) from None

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._busy:
            if self._open:  # inside a transaction of the same thread: part of it
                yield self._raw
                return
            self._deadline.again()
            try:
                with _transaction(self._raw, writes=not self.readonly):
                    self._open = True
                    yield self._raw
            except sqlite3.Error as fault:
                raise guard.spoken(fault, self.path) from None
            except UnicodeError as fault:
                raise self.damaged(fault) from None
            finally:
                self._open = False


@contextmanager
def _transaction(raw: sqlite3.Connection, *, writes: bool = True) -> Iterator[None]:
    """Keep all that is done inside, or nothing of it."""
    raw.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
    try:
        yield
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:  # after some faults SQLite has taken it back already
            raw.execute("ROLLBACK")
        raise


@contextmanager
def _no_pauses() -> Iterator[None]:
    """Hold the search for garbage cycles: a large board makes 100,000 objects and not one cycle, half the time else."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _connection(path: Path, *, readonly: bool, fresh: bool = False) -> tuple[sqlite3.Connection, guard.Deadline]:
    """Return a connection, and what ends its questions; a transaction begins with BEGIN, not before."""
    # without a write-ahead log SQLite would want to make its shared-memory file beside a document that is protected
    alone = readonly and guard.is_protected(path) and not path.with_name(path.name + "-wal").exists()
    mode = "ro" if readonly else "rwc" if fresh else "rw"
    try:
        raw, deadline = guard.connect(path, mode, immutable=alone)
    except sqlite3.Error as fault:
        raise guard.spoken(fault, path) from None
    try:
        raw.execute("PRAGMA foreign_keys = ON")
        if fresh:  # a draft under another name: nobody needs it back
            raw.execute("PRAGMA journal_mode = MEMORY")
        else:
            shape.check(raw, int(raw.execute("PRAGMA user_version").fetchone()[0]), path.name)
            if not readonly:
                raw.execute("PRAGMA journal_mode = WAL")
                raw.execute("PRAGMA synchronous = NORMAL")
    except sqlite3.Error as fault:
        raw.close()  # nobody else will
        raise guard.spoken(fault, path) from None
    except BaseException:
        raw.close()
        raise
    return raw, deadline
