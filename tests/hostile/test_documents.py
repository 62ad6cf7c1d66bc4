"""Documents of strangers: other schemas, flipped bits, bombs and links. Each ends in a sentence and leaves the file alone."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.storage import guard, library, seals
from qtwar.storage.document import Document
from tests.model.contents import small
from tests.storage.test_journal import entry


def saved(folder: Path, entries: int = 3) -> Path:
    """Return a game with some entries, as it lies on the disk."""
    path = folder / "game.qtwar"
    with Document.create(path, small(), game={"scenario": "one", "key": "1f" * 32}) as made:
        for no in range(1, entries + 1):
            made.journal().append(entry(no), {"n": no})
        made.journal().bookmark(1, "here")
        made.journal().set_card({"turn": 3})
    return path


def sql(path: Path, *statements: str) -> None:
    """Do something to the database behind the program's back."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA foreign_keys = OFF")
    for statement in statements:
        raw.execute(statement)
    raw.close()


GAME = "key VARCHAR NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key)"
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
SCHEMAS = {
    "trigger that deletes": ["CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry_body; END"],
    "trigger that runs for ever": [
        f"CREATE TRIGGER t AFTER UPDATE ON card BEGIN INSERT INTO game SELECT 'x' || i, 1 FROM ({ENDLESS} i FROM n); END"
    ],
    "view for a card": [
        "DROP TABLE card",
        f"CREATE VIEW card AS {ENDLESS} i AS kind, i AS title, i AS scenario, i AS card, i AS thumbnail FROM n WHERE i < 0",
    ],
    "view for the pieces": ["DROP TABLE piece", "CREATE VIEW piece AS SELECT * FROM piece_kind"],
    "view for entries": ["DROP TABLE entry", "CREATE VIEW entry AS SELECT randomblob(3500000000) AS no"],
    "further table": ["CREATE TABLE more (x)"],
    "further index": ["CREATE INDEX more ON entry (stamp)"],
    "unique index": ["CREATE UNIQUE INDEX more ON entry (no)"],
    "index of an expression": ["CREATE INDEX more ON entry (hex(zeroblob(1000)))"],
    "column more": ["ALTER TABLE entry ADD COLUMN more TEXT"],
    "column that is made": ["ALTER TABLE card ADD COLUMN more AS (hex(zeroblob(1000)))"],
    "check": ["DROP TABLE note_index", "CREATE TABLE note_index (line, n, key CHECK (hex(zeroblob(999999999)) > 0))"],
    "other order": ["DROP TABLE game", "CREATE TABLE game (value TEXT NOT NULL, key VARCHAR NOT NULL, PRIMARY KEY (key))"],
    "strict": ["DROP TABLE game", "CREATE TABLE game (key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key)) STRICT"],
    "without rowid": ["DROP TABLE game", f"CREATE TABLE game ({GAME}) WITHOUT ROWID"],
    "check of a table": ["DROP TABLE game", f"CREATE TABLE game ({GAME}, CHECK (1))"],
    "virtual table": ["CREATE VIRTUAL TABLE more USING fts5(x)"],
    "table gone": ["DROP TABLE lookup"],
    "nothing left": [f"DROP TABLE {name}" for name in ("card", "game", "entry_body", "snapshot")],
}  # fmt: skip


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_foreign_schema_is_not_opened(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path)
    sql(path, *SCHEMAS[name])
    before = path.read_bytes()
    for open_it in (lambda: Document.open(path), lambda: Document.open(path, readonly=True)):
        with pytest.raises(DataFault) as caught:
            open_it()
        assert caught.value.key in ("fault.document.strange", "fault.document.part_missing")
    assert library.card(path).problem is not None
    assert path.read_bytes() == before


def test_a_schema_that_lies_about_itself_is_not_opened(tmp_path: Path) -> None:
    path = saved(tmp_path)
    sql(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = 'CREATE TABLE card (id, kind AS (hex(zeroblob(999999999))))' WHERE name = 'card'",
    )
    with pytest.raises(DataFault):
        Document.open(path)
    assert library.card(path).problem is not None


VALUES: dict[str, list[str]] = {
    "a text too long": ["UPDATE card SET scenario = hex(zeroblob(1500000))"],
    "a card too long": ["UPDATE card SET card = '[' || hex(zeroblob(1500000)) || ']'"],
    "a card that is deep": ["UPDATE card SET card = replace(hex(zeroblob(100000)), '0', '[')"],
    "a card that is a list": ["UPDATE card SET card = '[]'"],
    "a card of another type": ["UPDATE card SET title = x'ff'"],
    "no card": ["DELETE FROM card"],
    "a number of 5,000 digits": ["UPDATE entry_body SET entropy = replace(hex(zeroblob(2500)), '0', '9')"],
    "events of another form": ["UPDATE entry_body SET events = '5'"],
    "an action of another form": ["UPDATE entry_body SET action = '[]'"],
    "what was told, of another form": ["UPDATE entry_body SET told = '[5]'"],
    "a label of another form": ["UPDATE entry SET label = '5'"],
    "a kind that there is not": ["UPDATE entry SET kind = 'x'"],
    "an undo to nowhere": ["UPDATE entry SET kind = 'undo', \"to\" = 99"],
    "a number that is text": ["UPDATE entry SET turn = 'x'"],
    "numbers with a gap": ["UPDATE entry_body SET no = no + 10", "UPDATE entry SET no = no + 10"],
    "a body gone": ["DELETE FROM entry_body WHERE no = 2"],
    "facts of another form": ["UPDATE game SET value = '{'"],
}


@pytest.mark.parametrize("name", VALUES)
def test_values_that_no_program_of_ours_wrote_are_told(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    monkeypatch.setattr(guard, "MOST_VALUE", 2_000_000)
    sql(path, *VALUES[name])
    assert library.card(path).path == path
    with (
        pytest.raises(DataFault, match=r"game\.qtwar"),
        Document.open(path) as made,
    ):  # a large one is looked at as it is read
        read_all(made)
    resealed(path)
    with pytest.raises(DataFault), Document.open(path) as made:
        read_all(made)


def resealed(path: Path) -> None:
    """Seal a document again, as somebody does who means harm and knows how."""
    try:
        with Document.open(path, damaged=True) as made, made.writing() as connection:
            seals.everything(connection)
    except DataFault:
        return


def read_all(made: Document) -> None:
    made.content()
    journal = made.journal()
    journal.game()
    journal.heads()
    list(journal.entries(1, 99))
    journal.snapshot(99)
    if library.card(made.path).problem is not None:
        raise DataFault("fault.document.damaged", file=made.path.name)


def test_a_position_that_unpacks_to_gigabytes_is_told(tmp_path: Path) -> None:
    path = saved(tmp_path)
    packer = zlib.compressobj(9)
    bomb = packer.compress(b"[" + b" " * (1 << 20))
    for _ in range(80):
        bomb += packer.compress(b" " * (1 << 20))
    bomb += packer.flush()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("UPDATE snapshot SET state = ?", (bomb,))
    raw.close()
    resealed(path)
    with Document.open(path) as made, pytest.raises(DataFault, match="is damaged"):
        made.journal().snapshot(99)


def test_a_question_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS", 0.2)
    with Document.open(saved(tmp_path)) as made, pytest.raises(DataFault) as caught:
        made.reading(lambda c: c.exec_driver_sql(f"{ENDLESS} count(*) FROM n").all())
    assert caught.value.key == "fault.document.endless"


@pytest.mark.parametrize("link", [os.symlink, os.link])
@pytest.mark.skipif(sys.platform == "win32", reason="its lock is beside the file")
def test_the_lock_is_on_the_file_whatever_its_name(link: Callable[[Any, Any], None], tmp_path: Path) -> None:
    path = saved(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    other = tmp_path / "elsewhere" / "other.qtwar"
    link(path, other)
    with Document.open(path), pytest.raises(DataFault, match="is open in another window"):
        Document.open(other)
    Document.open(other).close()


def meaning(path: Path) -> list[Any]:
    """Return all that a document says."""
    with Document.open(path, readonly=True) as made:
        journal = made.journal()
        rows = list(journal.entries(1, 99))
        shots = [journal.snapshot(no) for no in range(1, 99)]
        card = library.card(path)
        return [made.content(), journal.game(), rows, shots, card.kind, card.title, card.scenario, card.card]


FLIPS = 40


def test_no_flipped_bit_changes_anything_without_a_word(tmp_path: Path) -> None:
    path = saved(tmp_path)
    data, sound = path.read_bytes(), meaning(path)
    chance = random.Random(18)
    told = 0
    for _ in range(FLIPS):
        at, bit = chance.randrange(len(data)), chance.randrange(8)
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :])
        try:
            found = meaning(path)
        except DataFault as fault:
            told += "game.qtwar" in fault.text
        else:
            assert found == sound, f"byte {at}, bit {bit}"
    assert 0 < told < FLIPS


def test_a_flipped_bit_of_an_index_is_told(tmp_path: Path) -> None:
    """Lists are read in the order of their index: one that is out of order gave them another, and no row was touched."""
    path = saved(tmp_path)
    raw = sqlite3.connect(path)
    query = "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_lookup_cell_1'"
    page = raw.execute(query).fetchone()[0]
    raw.close()
    data, sound = path.read_bytes(), meaning(path)
    told = 0
    for at in range(page * 4096 - 24, page * 4096, 2):
        path.write_bytes(data[:at] + bytes([data[at] ^ 2]) + data[at + 1 :])
        try:
            found = meaning(path)
        except DataFault:
            told += 1
        else:
            assert found == sound, f"byte {at}"
    assert told > 0
