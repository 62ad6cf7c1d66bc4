"""`qtwar thumbnail`: what a folder's window shows of a game; it is run on files of strangers that nobody has opened."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from qtwar.services import games
from qtwar.session.begin import NewGame
from qtwar.storage import guard


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a game that has been closed, as bytes."""
    opened = games.create(NewGame("sealords", "learning", "both", strictness="off"), tmp_path_factory.mktemp("made"))
    opened.session.rules.close()
    opened.document.close()
    return opened.path.read_bytes()


@pytest.fixture
def game(made: bytes, qtwar_home: Path) -> Path:
    """Return a game in a folder of its own."""
    path = qtwar_home / "Rung Sat.qtwar"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(made)
    return path


def thumbnail(file: Path, picture: Path, *more: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a desktop's thumbnailer does."""
    command = [sys.executable, "-m", "qtwar", "thumbnail", *more, str(file), str(picture)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **surroundings}, timeout=120)


@pytest.mark.parametrize(("asked", "width"), [("64", 64), ("100000", 1024)])
def test_a_game_shows_its_titles_cover(game: Path, tmp_path: Path, asked: str, width: int) -> None:
    before = game.read_bytes()
    done = thumbnail(game, tmp_path / "small.png", "--size", asked)
    assert (done.returncode, done.stderr) == (0, "")
    assert QImage(str(tmp_path / "small.png")).width() == width
    assert game.read_bytes() == before


def test_where_nothing_can_be_kept_it_is_drawn_all_the_same(game: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = thumbnail(game, tmp_path / "small.png", QTWAR_HOME=str(tmp_path / "file" / "none"))
    assert (done.returncode, done.stderr) == (0, "")
    assert not QImage(str(tmp_path / "small.png")).isNull()


def card(change: Callable[[dict[str, object]], object]) -> Callable[[Path], object]:
    """Return what changes the card of a document."""

    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            said = json.loads(raw.execute("SELECT card FROM card").fetchone()[0])
            change(said)
            raw.execute("UPDATE card SET card = ?, title = 'nothing'", [json.dumps(said)])

    return spoil


def statement(text: str) -> Callable[[Path], object]:
    """Return what runs a statement behind the program's back."""

    def spoil(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as raw:
            raw.execute(text)

    return spoil


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(os.urandom(4096)),
        lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
        lambda path: path.write_bytes(path.read_bytes()[:100] + b"\xff" * 4000 + path.read_bytes()[4100:]),
        statement(f"PRAGMA user_version = {guard.FORMAT + 1}"),
        statement("PRAGMA application_id = 7"),
        statement("CREATE VIEW later AS SELECT 1"),
        statement("UPDATE card SET title = '../../../etc', card = '[]'"),
        statement("UPDATE card SET card = zeroblob(90000000)"),
        card(lambda said: said.update(origin="../../../../tmp")),
        card(lambda said: said.update(origin=["sealords"])),
    ],
    ids=["empty", "noise", "half", "holes", "newer", "another", "view", "odd title", "large", "path", "list"],
)
def test_a_hostile_file_has_at_most_a_sentence(game: Path, tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    spoil(game)
    done = thumbnail(game, tmp_path / "small.png")
    assert done.returncode in (1, 2)
    assert not (tmp_path / "small.png").exists()
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 1


def test_what_is_no_file_has_none(qtwar_home: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.qtwar")
    for name in ("nothing.qtwar", "pipe.qtwar", "."):
        done = thumbnail(tmp_path / name, tmp_path / "small.png")
        assert done.returncode in (1, 2), name
        assert "Traceback" not in done.stderr
    assert not (tmp_path / "small.png").exists()
