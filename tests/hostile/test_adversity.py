"""What the machine does to an open game: the disk is full, the file is gone, the clock goes back, the worker dies, the kill."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault, RulesFault
from qtwar.bench.attacks import modules
from qtwar.editing import sharing, sides
from qtwar.export.choices import Choices
from qtwar.export.writing import write
from qtwar.handplay.kills import Killed, Kills
from qtwar.model.load import load
from qtwar.services import backups, drafts, games, printing, titles
from qtwar.services.games import OpenGame
from qtwar.session.begin import NewDraft, NewGame
from qtwar.session.play import Done
from qtwar.storage.document import Document
from tests.editing.test_room import room

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX only: there an open file can not be taken away")
ROLL = {"verb": "free", "args": {"op": "roll", "n": 2, "d": 6}}


@pytest.fixture
def game(qtwar_home: Path) -> Iterator[OpenGame]:
    """Return an open game whose rules are off."""
    scenario = titles.load("sealords")[1].scenarios[0].id
    opened = games.create(NewGame("sealords", scenario, "both", strictness="off"), qtwar_home)
    yield opened
    opened.session.rules.close()
    opened.document.close()


def roll(opened: OpenGame) -> object:
    """Roll dice on the free table."""
    session = opened.session
    return session.submit(session.sides, {"side": session.sides[0], **ROLL})


def entries(path: Path) -> int:
    """Return how many entries a closed copy of a document has, once it is opened again."""
    with Document.open(path) as document:
        return len(document.journal().heads())


@POSIX
def test_a_full_disk_loses_nothing_and_play_goes_on_afterwards(game: OpenGame) -> None:
    roll(game)
    before, length = game.session.state.digest(), len(game.session.history)


    def many() -> None:
        nonlocal before, length
        for _ in range(60):
            roll(game)
            before, length = game.session.state.digest(), len(game.session.history)

    with room(4096), pytest.raises(DataFault, match=r"no room|disk"):
        many()
    assert (game.session.state.digest(), len(game.session.history)) == (before, length)
    assert isinstance(roll(game), Done)
    game.document.close()
    assert entries(game.path) == length + 1


@POSIX
@pytest.mark.parametrize("what", ["folder", "file", "other"])
def test_a_file_that_is_gone_takes_nothing_until_it_is_back(game: OpenGame, what: str, tmp_path: Path) -> None:
    roll(game)
    length, away = len(game.session.history), tmp_path / "away"
    moved = game.path.parent if what == "folder" else game.path
    moved.rename(away)
    if what == "other":
        shutil.copyfile(away, game.path)
    with pytest.raises(DataFault) as caught:
        roll(game)
    assert caught.value.key == "fault.document.gone"
    assert len(game.session.history) == length
    if what == "folder":
        away.rename(moved)
    else:
        away.replace(game.path)
    assert isinstance(roll(game), Done)
    game.document.close()
    assert entries(game.path) == length + 1


def test_a_game_goes_on_and_its_copies_keep_their_order_when_the_clock_is_set_back(
    game: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    roll(game)
    backups.keep(game.path)
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)
    for _ in range(backups.EACH + 2):
        assert isinstance(roll(game), Done)
        backups.keep(game.path)
    kept = backups.listed()
    assert len(kept) == backups.EACH
    assert [entries(state.path) for state in kept] == [8 + 1 - n for n in range(backups.EACH)]


@POSIX
def test_a_worker_killed_in_the_middle_of_a_call_is_replaced(game: OpenGame) -> None:
    session = game.session
    length, digest = len(session.history), session.state.digest()
    worker = session.rules._process  # type: ignore[attr-defined]
    killer = threading.Timer(0.05, os.kill, (worker.pid, signal.SIGKILL))
    killer.start()

    def ask_on() -> None:
        while True:
            session.query(session.sides[0], "cell", {"cell": next(iter(session.state.places))})

    with pytest.raises(RulesFault):
        ask_on()
    killer.join()
    assert (len(session.history), session.state.digest()) == (length, digest)
    assert isinstance(roll(game), Done)


def test_a_second_program_does_not_write_the_same_game(game: OpenGame) -> None:
    with pytest.raises(DataFault) as caught:
        games.resume(game.path)
    assert caught.value.key == "fault.document.open_elsewhere"
    assert isinstance(roll(game), Done)


@POSIX
@pytest.mark.parametrize("form", ["csv", "md", "pdf"])
def test_a_full_disk_leaves_an_older_sheet_as_it_was(form: str, game: OpenGame, tmp_path: Path) -> None:
    source = printing.game_source(game.content, game.session.journal, "game")
    target = tmp_path / f"sheet.{form}"
    target.write_bytes(b"older")
    with room(2000), pytest.raises(DataFault, match=r"can not be written|no room|disk"):
        write(source, Choices(what=("oob", "log")).check(), target)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [target.name]
    assert target.read_bytes() == b"older"


@POSIX
@pytest.mark.parametrize("archive", [True, False])
def test_a_full_disk_leaves_an_older_module_as_it_was(archive: bool, tmp_path: Path) -> None:
    origin = modules.sound(tmp_path / "origin")
    (origin / "notes.txt").write_text("x" * 500_000, encoding="utf-8")
    (origin / "noise.bin").write_bytes(random.Random(1).randbytes(500_000))
    content, target = load(origin), tmp_path / ("out.qtmod" if archive else "out")
    put = partial(sharing.pack if archive else sharing.write_module, content, target, origin)
    put()
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    (origin / "noise.bin").write_bytes(random.Random(2).randbytes(500_000))
    before[origin / "noise.bin"] = (origin / "noise.bin").read_bytes()
    with room(2000), pytest.raises(DataFault, match=r"can not be written|no room|disk"):
        put()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@POSIX
def test_a_draft_whose_folder_is_gone_takes_no_edit(qtwar_home: Path, tmp_path: Path) -> None:
    session, path = drafts.begin(NewDraft("Draft"), qtwar_home)
    side, length = session.draft.data["sides"][0]["id"], len(session.history)
    path.parent.rename(tmp_path / "away")
    edit = sides.set_colour(session.draft, side, "#123456", "#ffffff")
    with pytest.raises(DataFault) as caught:
        session.do(edit)
    assert caught.value.key == "fault.document.gone"
    assert len(session.history) == length
    (tmp_path / "away").rename(path.parent)
    assert session.do(edit) is not None
    session.close()


@POSIX
@pytest.mark.parametrize("kind", ["write", "edit", "migrate"])
def test_a_program_killed_in_its_window_loses_nothing(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "home"))
    found = Killed()
    kills = Kills(tmp_path, seed=3)
    try:
        kills.once(kind, found)
    finally:
        kills.close()
    assert found.faults == []
    assert found.kills[kind] == 1


def test_of_a_window_that_did_not_come_up_it_is_told_how_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "home"))
    words = "import sys; print('window', flush=True); sys.exit('no screen')"
    monkeypatch.setattr("qtwar.handplay.kills.child.command", lambda *_: [sys.executable, "-c", words])
    found = Killed()
    kills = Kills(tmp_path, seed=3)
    try:
        kills.once("drag", found)
    finally:
        kills.close()
    assert len(found.faults) == 1
    assert "1, no screen" in found.faults[0]
