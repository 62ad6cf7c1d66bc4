"""The database of a server, SQLite or PostgreSQL: connections, transactions, what the two do differently."""

from __future__ import annotations

import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, insert, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool

from qtwar.base.errors import DataFault
from qtwar.storage.hosted.tables import HostedFactRow, HostedTable

FORMAT = 1
CHANNEL = "qtwar_games"
_T = TypeVar("_T")
_facts: Any = HostedFactRow.__table__  # type: ignore[attr-defined]


def url_of(folder: Path) -> str:
    """Return the URL of the SQLite database in a folder."""
    return f"sqlite:///{folder / 'tables.sqlite'}"


class Database:
    """Connections to the database of one server; used from several threads."""

    def __init__(self, url: str, *, connections: int = 8) -> None:
        self.url = url
        self._me = secrets.token_hex(4)  # who tells, so that nobody listens to himself
        self.lite = url.startswith("sqlite:")
        self._engine = _lite(url, connections) if self.lite else _postgres(url, connections)
        self._open = threading.local()
        self._writer = threading.Lock()  # SQLite has one writer: who waits here does not spin there
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        """Make what tables and indexes are not there yet; raises DataFault for a database of another format."""
        with self.writing() as connection:
            HostedTable.metadata.create_all(connection)
            for table in HostedTable.metadata.sorted_tables:  # `create_all` passes over the indexes of a table that is there
                for index in table.indexes:
                    index.create(connection, checkfirst=True)
            found = connection.execute(select(_facts.c.value).where(_facts.c.key == "format")).first()
            if found is None:
                connection.execute(insert(_facts), {"key": "format", "value": FORMAT})
            elif found[0] != FORMAT:
                raise DataFault("fault.server.format", format=found[0], known=FORMAT)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection inside a transaction that is kept whole or leaves no trace; raises DataFault.

        What is written or read inside the `with` on the same thread is part of the same transaction.
        """
        under_way: Connection | None = getattr(self._open, "connection", None)
        if under_way is not None:
            yield under_way
            return
        with self._writer if self.lite else nullcontext(), self._begun() as connection:
            self._open.connection = connection
            try:
                yield connection
            finally:
                self._open.connection = None

    def reading(self, ask: Callable[[Connection], _T]) -> _T:
        """Return what a question to the database answers; raises DataFault."""
        under_way: Connection | None = getattr(self._open, "connection", None)
        if under_way is not None:
            return ask(under_way)
        with self._begun(writes=False) as connection:
            return ask(connection)

    @contextmanager
    def _begun(self, *, writes: bool = True) -> Iterator[Connection]:
        try:
            with self._engine.connect() as plain:
                connection = plain.execution_options(qtwar_writes=writes)
                with connection.begin():
                    yield connection
        except IntegrityError:
            raise
        except DBAPIError as fault:
            raise DataFault("fault.server.database", why=type(fault.orig).__name__, detail=str(fault.orig)) from None

    def damaged(self, fault: Exception) -> DataFault:
        """Return the fault of rows that can not have been written like this."""
        return DataFault("fault.server.database", why=type(fault).__name__, detail=repr(fault))

    def tell(self, connection: Connection, game: str) -> None:
        """Let the other processes on this database know, when the transaction is kept, that a game has changed."""
        if not self.lite:
            connection.execute(text("SELECT pg_notify(:channel, :game)"), {"channel": CHANNEL, "game": f"{game} {self._me}"})

    def backup(self, target: Path) -> None:
        """Write a copy of a SQLite database while it is in use; raises DataFault for PostgreSQL, which has `pg_dump`."""
        if not self.lite:
            raise DataFault("fault.server.backup")
        fresh = target.with_name(f"{target.name}.part")
        try:
            if target.exists() and target.samefile(self._engine.url.database or ""):
                raise DataFault("fault.server.backup_itself", file=target.name)
            fresh.unlink(missing_ok=True)
            with self._engine.connect() as connection, closing(sqlite3.connect(fresh)) as copy:
                raw: Any = connection.connection.dbapi_connection
                raw.backup(copy)
            fresh.replace(target)
        except (OSError, sqlite3.Error) as fault:
            raise DataFault("fault.file.not_written", file=target.name, why=str(fault)) from None

    def size(self) -> int:
        """Return the bytes of the database."""
        question = "SELECT pg_database_size(current_database())"
        if self.lite:
            question = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        return int(self.reading(lambda c: c.execute(text(question)).scalar()) or 0)

    def listen(self, heard: Callable[[str], object]) -> Callable[[], None]:
        """Call `heard` with the id of each game that another process changed, on a thread; returns what ends it."""
        if self.lite:
            return lambda: None
        import psycopg

        over = threading.Event()

        def run() -> None:
            while not over.is_set():
                try:
                    with psycopg.connect(self.url.replace("+psycopg", "", 1), autocommit=True) as connection:
                        connection.execute(f"LISTEN {CHANNEL}")
                        heard("")  # what happened while nobody listened is not told again
                        while not over.is_set():
                            for notice in connection.notifies(timeout=1):
                                game, _, who = notice.payload.partition(" ")
                                if who != self._me:
                                    heard(game)
                except psycopg.Error:
                    over.wait(1)

        threading.Thread(target=run, name="listen", daemon=True).start()
        return over.set

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def _lite(url: str, connections: int) -> Engine:
    engine = create_engine(
        url, poolclass=QueuePool, pool_size=connections, max_overflow=connections, connect_args={"check_same_thread": False}
    )

    @event.listens_for(engine, "connect")
    def _connected(raw: Any, record: Any) -> None:
        raw.isolation_level = None
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA synchronous = FULL")  # an entry that somebody has seen survives a power cut
        raw.execute("PRAGMA busy_timeout = 10000")
        raw.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("qtwar_writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgres(url: str, connections: int) -> Engine:
    try:
        return create_engine(url, pool_size=connections, max_overflow=connections, pool_pre_ping=True)
    except ImportError:
        raise DataFault("fault.server.psycopg") from None
    except (ArgumentError, ValueError):  # no URL, one of another database, one with a port that is none
        raise DataFault("fault.server.database_url") from None
