"""Damage in a document is named, and everything before it can be had again."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.cli.main import main
from qtwar.services import documents, titles
from qtwar.services.selfplay import GameBatch, play_games
from qtwar.session import walk
from qtwar.storage.document import Document

TITLE = "sealords"
ROWS = 61
"""The set-up and 60 actions."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of some sixty entries."""
    folder, content = titles.load(TITLE)
    scenario = content.scenarios[1].id
    kept = tmp_path_factory.mktemp("games")
    play_games(GameBatch(str(folder), scenario, ((4, {}),), ROWS - 1, str(kept), native=True, setup="quick"))
    (path,) = kept.glob("*.qtwar")
    return path


@pytest.fixture
def game(played: Path, tmp_path: Path) -> Path:
    """Return a copy of that game."""
    path = tmp_path / "game.qtwar"
    path.write_bytes(played.read_bytes())
    return path


def spoil(path: Path, statement: str) -> None:
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute(statement)
    raw.close()


def digest(path: Path, no: int) -> str:
    """Return the hash of the position after a row."""
    with Document.open(path, readonly=True, damaged=True) as made:
        return walk.position(made.journal(), tuple(s.id for s in made.content().sides), no).digest()


def test_a_sound_game_has_no_findings(game: Path) -> None:
    assert documents.examine(game) == []
    assert main(["validate", str(game)]) == 0


@pytest.mark.parametrize(
    ("statement", "key", "entries"),
    [
        ("UPDATE entry_body SET told = '{}' WHERE no = 30", "fault.part.entry", 29),
        ("UPDATE entry SET stamp = 'x' WHERE no = 7", "fault.part.entry", 6),
        ("DELETE FROM entry_body WHERE no = 12", "fault.part.entry", 11),
        ("DELETE FROM entry WHERE no = 61", "fault.part.entry", 60),
        ("UPDATE snapshot SET state = x'00' WHERE no = 50", "fault.part.snapshot", ROWS),
        ("UPDATE game SET value = '\"hand\"' WHERE key = 'undo'", "fault.part.facts", ROWS),
        ("UPDATE piece_kind SET name_en = 'x' WHERE no = 3", "fault.part.content", ROWS),
    ],
)
def test_damage_is_named_and_what_is_whole_is_had_again(statement: str, key: str, entries: int, game: Path) -> None:
    before = game.read_bytes()
    good = digest(game, min(entries, ROWS))
    spoil(game, statement)
    damaged = game.read_bytes()
    assert damaged != before
    with pytest.raises(DataFault, match="is damaged"):
        Document.open(game)
    assert key in [fault.key for fault in documents.examine(game)]
    found = documents.recover(game, game.with_name("again.qtwar"))
    assert found.entries == entries
    assert found.missing
    assert game.read_bytes() == damaged
    assert documents.examine(found.path) == []
    assert digest(found.path, entries) == good


def test_events_that_do_not_fit_are_named_by_their_entry(game: Path) -> None:
    """Somebody may seal again what he changed; the journal is held against the positions that were kept."""
    from qtwar.storage import seals

    spoil(game, "UPDATE entry_body SET events = '[]' WHERE no = 20")
    with Document.open(game, damaged=True) as made, made.writing() as connection:
        seals.everything(connection)
    (fault, *_) = documents.examine(game)
    assert fault.key in ("fault.game.journal", "fault.part.snapshot")


def test_the_command_says_what_is_missing(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(game, "UPDATE entry_body SET told = '{}' WHERE no = 30")
    assert main(["validate", str(game)]) == 1
    assert "Entry 30" in capsys.readouterr().out
    assert main(["recover", str(game)]) == 0
    assert "The entries from 30 on are missing." in capsys.readouterr().out
    assert game.with_name("game (2).qtwar").exists()


def test_whatever_bits_are_flipped_recovery_ends_in_a_document_or_a_sentence(game: Path, tmp_path: Path) -> None:
    data, chance, whole = game.read_bytes(), random.Random(3), 0
    for n in range(6):
        spoilt = bytearray(data)
        for _ in range(8):
            spoilt[chance.randrange(4096, len(data))] ^= 1 << chance.randrange(8)
        game.write_bytes(spoilt)
        target = tmp_path / f"again-{n}.qtwar"
        try:
            found = documents.recover(game, target)
        except DataFault as fault:
            whole += fault.text.count("\n")
        else:
            assert documents.examine(found.path) == []
    assert whole == 0
