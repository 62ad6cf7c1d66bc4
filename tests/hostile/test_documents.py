"""Documents of strangers: other schemas, flipped bits, bombs and links. Each ends in a sentence and leaves the file alone."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.bench.attacks.documents import ENDLESS, SCHEMAS, VALUES, bomb, resealed, sql
from qtwar.storage import guard, library
from qtwar.storage.document import Document
from qtwar.storage.drafts import DraftStore, stored_pictures, stored_tiles
from qtwar.storage.rows import unpacked
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


def cases(groups: dict[str, dict[str, Sequence[str]]]) -> list[object]:
    """Return the statements of each case by its name."""
    return [pytest.param(lines, id=f"{name}: {case}") for name, of in groups.items() for case, lines in of.items()]


@pytest.mark.parametrize("lines", cases(SCHEMAS))
def test_a_foreign_schema_is_not_opened(lines: Sequence[str], tmp_path: Path) -> None:
    path = saved(tmp_path)
    sql(path, *lines)
    before = path.read_bytes()
    for open_it in (lambda: Document.open(path), lambda: Document.open(path, readonly=True)):
        with pytest.raises(DataFault) as caught:
            open_it()
        assert caught.value.key in ("fault.document.strange", "fault.document.part_missing")
    assert library.card(path).problem is not None
    assert path.read_bytes() == before


@pytest.mark.parametrize("lines", cases(VALUES))
def test_values_that_no_program_of_ours_wrote_are_told(
    lines: Sequence[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    sql(path, *lines)
    monkeypatch.setattr(guard, "MOST_VALUE", 2_000_000)
    assert library.card(path).path == path
    with (
        pytest.raises(DataFault, match=r"game\.qtwar"),
        Document.open(path) as made,
    ):  # a large one is looked at as it is read
        read_all(made)
    resealed(path)
    with pytest.raises(DataFault), Document.open(path) as made:
        read_all(made)


def read_all(made: Document) -> None:
    made.content()
    journal = made.journal()
    journal.game()
    journal.heads()
    list(journal.entries(1, 99))
    journal.snapshot(99)
    if library.card(made.path).problem is not None:
        raise DataFault("fault.document.damaged", file=made.path.name)


@pytest.mark.parametrize("wrong", ["data = 40000000000", "data = 'x'", "level = '../../x'", "y = 0.5"])
def test_a_picture_that_is_no_bytes_or_lies_nowhere_is_none(wrong: str, tmp_path: Path) -> None:
    """A column keeps anything: bytes of a number are as many zeros, and the place is part of a file's name in a module."""
    path = tmp_path / "draft.qtwar"
    made = DraftStore.create(path, small())
    made.put_tiles("map", [(0, 0, 0, b"one"), (0, 1, 0, b"two")])
    made.close()
    sql(path, f"UPDATE picture_tile SET {wrong} WHERE x = 0")
    resealed(path)
    assert stored_tiles(path, "map", 100) == [(0, 1, 0, b"two")]
    assert stored_pictures(path, ["map"], 100) == []
    made = DraftStore(Document.open(path))
    assert made.tile("map", 0, 0, 0) is None
    assert made.tiles("map") == [(0, 1, 0, b"two")]
    made.close()


@pytest.mark.parametrize("value", ['{"x": NaN}', '{"x": [-Infinity]}', '{"x": 1e999}', '{"x": "\\ud800"}'])
def test_what_json_does_not_have_is_told(value: str, tmp_path: Path) -> None:
    """It opened, and could not be written again: neither as a document nor in a step of a draft."""
    path = saved(tmp_path)
    sql(path, f"UPDATE board SET attrs = '{value}'")
    resealed(path)
    with pytest.raises(DataFault, match="is damaged"), Document.open(path) as made:
        made.content()


def test_a_list_in_a_column_is_nobody_elses() -> None:
    one, other = unpacked(" [1]"), unpacked(" [1]")
    one.append(2)
    assert other == [1]


@pytest.mark.parametrize("value", [float("nan"), "\ud800"])
def test_a_document_of_what_can_not_be_written_is_told_and_leaves_nothing(value: object, tmp_path: Path) -> None:
    with pytest.raises(DataFault, match="is damaged"):
        Document.create(tmp_path / "new.qtwar", small(), game={"scenario": "one", "more": value})
    assert list(tmp_path.iterdir()) == []


def test_a_position_that_unpacks_to_gigabytes_is_told(tmp_path: Path) -> None:
    path = saved(tmp_path)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("UPDATE snapshot SET state = ?", (bomb(),))
    raw.close()
    resealed(path)
    with Document.open(path) as made, pytest.raises(DataFault, match="is damaged"):
        made.journal().snapshot(99)


def test_a_question_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SECONDS", 0.2)
    with Document.open(saved(tmp_path)) as made, pytest.raises(DataFault) as caught:
        made.reading(lambda c: c.execute(f"{ENDLESS} count(*) FROM n").fetchall())
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
