"""The start of a server: what is wrong is one sentence, and keys are made when nothing can go wrong any more; copies of it."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from sqlalchemy import inspect, text

from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.sandbox import bytecode
from qtwar.sandbox.client import SandboxRules, compile_ahead
from qtwar.sandbox.package import ModuleSource
from qtwar.serve import pool
from qtwar.serve.hall import Hall, ServeSettings
from qtwar.serve.pool import RulesPool
from qtwar.serve.web import Web
from qtwar.services import titles
from qtwar.storage.hosted import database as hosted
from qtwar.storage.hosted.copies import copy_game
from qtwar.storage.hosted.database import Database, url_of
from qtwar.storage.hosted.store import HostedGame, Pass
from qtwar.wire import http


def start(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Run `qtwar serve` until its standard input ends, at once."""
    command = [sys.executable, "-m", "qtwar", "serve", "--json", "--parent", "--data", str(folder), *more]
    return subprocess.run(command, input="", capture_output=True, text=True, timeout=120, check=False)


def test_keys_are_made_when_the_server_stands(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = start(tmp_path, "--port", str(taken.getsockname()[1]))
    assert refused.returncode == 2
    started = start(tmp_path, "--port", "0")
    assert json.loads(started.stdout.splitlines()[0])["host"]  # nobody has been shown one before


@pytest.mark.parametrize(
    ("more", "word"),
    [
        (("--certificate", "/nonexistent/a.pem", "--key", "/nonexistent/b.pem"), "a.pem"),
        (("--certificate", __file__, "--key", __file__), "PEM"),
        (("--database", "nonsense"), "postgresql://"),
        (("--database", "postgresql://host:no-port/name"), "postgresql://"),
    ],
)
def test_what_a_server_can_not_use_is_a_sentence(tmp_path: Path, more: tuple[str, ...], word: str) -> None:
    done = start(tmp_path, "--port", "0", *more)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert word in done.stderr + done.stdout


def test_a_copy_is_whole_before_it_takes_the_place_of_the_last_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, target = Database(url_of(tmp_path)), tmp_path / "copy.sqlite"
    for own in (tmp_path / "tables.sqlite", tmp_path / "x" / ".." / "tables.sqlite"):
        (tmp_path / "x").mkdir(exist_ok=True)
        with pytest.raises(DataFault) as fault:
            database.backup(own)
        assert fault.value.key == "fault.server.backup_itself"
    database.backup(target)
    before = target.read_bytes()
    (tmp_path / "copy.sqlite.part").mkdir()  # it can not be written
    with pytest.raises(DataFault):
        database.backup(target)
    assert target.read_bytes() == before
    (tmp_path / "copy.sqlite.part").rmdir()
    database.backup(target)
    with sqlite3.connect(target) as copy:
        assert copy.execute("SELECT count(*) FROM hosted_fact").fetchone()[0] == 1
    copy.close()
    database.close()


def test_a_start_that_failed_while_nobody_waited_is_told_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    content: TitleContent = titles.load("front_toward_enemy")[1]
    started: list[str] = []

    class Rules:
        """Fails at its first start."""

        def __init__(self, folder: object, content: object, limits: object) -> None:
            started.append("")
            if len(started) == 1:
                raise DataFault("fault.server.busy")

        def close(self) -> None:
            pass

    monkeypatch.setattr(pool, "SandboxRules", Rules)
    workers = RulesPool(1)
    workers.prepare(None, content)
    while not started or workers._starting:
        with workers._free:
            workers._free.wait(0.1)
    with workers.worker(pool.PooledRules(workers, None, content, dict)) as found:
        assert found.holds is None
    assert len(started) == 2
    workers.close()


def test_rules_are_compiled_before_anybody_asks_for_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    for n, title in enumerate(("sealords", "front_toward_enemy")):
        made.store.add(HostedGame(f"game{n}", title, "", "", {}), ())
        made.store.change(f"game{n}", touched=str(n))
    ready: list[str] = []
    compiled: list[str] = []
    monkeypatch.setattr(made.pool, "prepare", lambda folder, content: ready.append(content.title.id))
    monkeypatch.setattr(made.catalogue, "compile", compiled.append)
    asyncio.run(made._prepare())
    assert ready == ["front_toward_enemy"], "the one that was played last; there is one worker"
    assert compiled[0] == "sealords"
    assert sorted([*ready, *compiled]) == made.catalogue.ids()
    made.database.close()


def test_what_was_compiled_ahead_is_what_a_worker_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[Path, dict[str, str]] = {}
    monkeypatch.setattr(bytecode, "_read", lambda path, sources: kept.get(path))
    monkeypatch.setattr(bytecode, "_write", kept.__setitem__)
    made: list[int] = []
    compile_ = SandboxRules._compile

    def counted(rules: SandboxRules, sources: list[ModuleSource]) -> list[str]:
        made.append(len(sources))
        return compile_(rules, sources)

    monkeypatch.setattr(SandboxRules, "_compile", counted)
    compile_ahead(None)
    compile_ahead(None)
    SandboxRules(None, titles.load("front_toward_enemy")[1].rules_json()).close()
    assert len(made) == 2, "what every title runs on, and the free table"


def test_a_copy_of_a_game_is_that_game_under_another_id(tmp_path: Path) -> None:
    made = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    game = made.make(http.Open("front_toward_enemy", "frago_0_point_element")).game
    one, two = copy_game(made.store, game, ["one", "two"])
    assert len({*one.values(), *two.values()}) == 4
    for side, token in two.items():
        assert made.store.open(token) == Pass("seat", "two", side)
    was, now = made.store.journal(game), made.store.journal("two")
    assert [now.entry(1), now.snapshot(1), now.game()] == [was.entry(1), was.snapshot(1), was.game()]
    made.pool.close()
    made.database.close()


def test_a_database_that_is_there_gets_the_indexes_that_came_later(tmp_path: Path) -> None:
    with closing(Database(url_of(tmp_path))) as database, database.writing() as connection:
        connection.execute(text("DROP INDEX hosted_game_ended"))
    with closing(Database(url_of(tmp_path))) as database:
        found = database.reading(lambda c: {index["name"] for index in inspect(c).get_indexes("hosted_game")})
    assert "hosted_game_ended" in found


def test_a_database_of_another_format_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(url_of(tmp_path)).close()
    closed: list[Database] = []
    close = Database.close
    monkeypatch.setattr(Database, "close", lambda database: (closed.append(database), close(database)))
    monkeypatch.setattr(hosted, "FORMAT", 2)
    with pytest.raises(DataFault):
        Database(url_of(tmp_path))
    assert len(closed) == 1


def test_a_server_that_ends_while_many_leave_says_nothing_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = Hall(ServeSettings(tmp_path, url_of(tmp_path), workers=1))
    served = Web(made)

    async def cut(socket: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(served, "_let_in", cut)

    class Line:
        headers: ClassVar[dict[str, str]] = {}

        async def accept(self) -> None:
            pass

    asyncio.run(served.socket(cast(Any, Line())))
    assert served._sockets == 0
    made.pool.close()
    made.database.close()
