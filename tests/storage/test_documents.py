"""Documents: content in and out unchanged, and every file that can not be used refused in a sentence, untouched."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import struct
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings

from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.model.dump import dump, texts
from qtwar.model.load import load
from qtwar.storage import codec, document, guard, library, migrations, seals, shape
from qtwar.storage.document import Document
from tests.model.contents import contents, small
from tests.model.titles import TITLES, title
from tests.storage.test_journal import entry


@pytest.mark.parametrize("name", TITLES)
def test_yaml_to_sqlite_to_yaml_is_the_identity(name: str, tmp_path: Path) -> None:
    content = title(name)
    with Document.create(tmp_path / "game.qtwar", content) as made:
        again = made.content()
    assert again == content
    assert texts(again) == texts(content), "the same bytes, so order is kept too"
    dump(again, tmp_path / "module")
    assert load(tmp_path / "module") == content


@settings(max_examples=30)
@given(contents())
def test_any_content_comes_back_as_it_went_in(content: TitleContent) -> None:
    rows = {}
    for part in codec.PARTS:
        for table, items in codec.rows_of(content, part).items():
            rows.setdefault(table, []).extend(items)
    # the rows pass through the types of JSON and SQLite in the test above; here any shape of content is tried
    read = {table: [tuple(row[c] for c in codec._columns(table)) for row in items] for table, items in rows.items()}
    assert codec.content_of(lambda table: read.get(table, [])) == content


@settings(max_examples=6)
@given(contents())
def test_any_content_survives_the_file(content: TitleContent) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.qtwar"
        with Document.create(path, content) as made:
            assert made.content() == content
        with Document.open(path, readonly=True) as again:
            assert texts(again.content()) == texts(content)


# ------------------------------------------------------------------------------------------- bad files


def _saved(folder: Path) -> Path:
    path = folder / "game.qtwar"
    Document.create(path, small(), game={"scenario": "one"}).close()
    return path


def _patch(at: int, data: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with path.open("r+b") as stream:
            stream.seek(at)
            stream.write(data)

    return change


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def _scribble(path: Path) -> None:
    size = path.stat().st_size
    _patch(4096 * 3, b"\xde\xad" * 2048)(path)
    assert path.stat().st_size == size


def _foreign(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE birds (name TEXT)")
    other.close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_patch(60, struct.pack(">I", guard.FORMAT + 1)), "was made by a newer QtWar"),
        (_cut, "is cut off"),
        (lambda path: os.truncate(path, 50), "is cut off"),
        (lambda path: os.truncate(path, 0), "is empty or cut off"),
        (
            lambda path: path.write_text("PK not a database, but long enough to be looked at" * 9),
            "is not a QtWar document",
        ),
        (_foreign, "is a database of another program"),
        (_scribble, "is damaged"),
        (lambda path: path.chmod(stat.S_IREAD), "is write-protected; copy it elsewhere"),
    ],
    ids=["newer", "cut", "stub", "empty", "no-database", "foreign", "damaged", "read-only"],
)
def test_a_bad_file_is_refused_in_one_sentence_and_stays_as_it_is(
    spoil: Callable[[Path], None], words: str, tmp_path: Path
) -> None:
    path = _saved(tmp_path)
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(DataFault, match=words) as refused:
        Document.open(path)
    assert refused.value.text.count(".\n") == 0
    assert refused.value.text.startswith("game.qtwar ")
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["game.qtwar"], "nothing is left beside it"


def test_a_missing_file_or_a_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataFault, match="There is no file"):
        Document.open(tmp_path / "none.qtwar")
    with pytest.raises(DataFault, match="is a folder"):
        Document.open(tmp_path)


def test_a_protected_document_can_be_read(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    path.chmod(stat.S_IREAD)
    with Document.open(path, readonly=True) as made:
        assert made.content() == small()
        with pytest.raises(DataFault, match="for reading only"):
            made.journal().set_game({"undo": "free"})


def test_opened_twice_the_second_is_told(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    with Document.open(path) as first:
        with pytest.raises(DataFault, match="is open in another window"):
            Document.open(path)
        assert first.content() == small()
    Document.open(path).close()


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "mine.qtwar"
    path.write_text("mine")
    with pytest.raises(DataFault, match="choose another name"):
        Document.create(path, small())
    assert path.read_text() == "mine"


def test_a_folder_that_may_not_be_written_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    path = _saved(folder)
    folder.chmod(0o555)
    try:
        with pytest.raises(DataFault, match="kept can not be written to"):
            Document.create(folder / "new.qtwar", small())
        with pytest.raises(DataFault, match="write-protected"):
            Document.open(path)
        with Document.open(path, readonly=True) as made:
            assert made.content() == small()
        assert [p.name for p in folder.iterdir()] == ["game.qtwar"]
    finally:
        folder.chmod(0o755)


def test_names_of_files_may_be_in_any_script(tmp_path: Path) -> None:
    path = tmp_path / "私の ゲーム? #1%.qtwar"
    with Document.create(path, small()) as made:
        assert made.content() == small()
    assert library.card(path).title == "small"


def of_format(path: Path, form: int) -> None:
    """Turn a document of today into one of an older format."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("DROP TABLE seal")
    if form < 3:
        raw.execute("ALTER TABLE side DROP COLUMN sight")
    if form < 2:
        raw.execute("DROP TABLE draft")
        raw.execute("DROP TABLE picture_tile")
    raw.execute(f"PRAGMA user_version = {form}")
    raw.close()


@pytest.mark.parametrize("form", [1, 2, 3])
def test_an_older_document_is_brought_up_to_date_once(form: int, tmp_path: Path) -> None:
    path = _saved(tmp_path)
    with Document.open(path) as made:
        made.journal().append(entry(1), {"n": 1})
    of_format(path, form)
    with pytest.raises(DataFault, match="older format"):
        Document.open(path, readonly=True)
    for _ in range(2):
        with Document.open(path) as made:
            assert made.content() == small()
            assert list(made.broken()) == []
            made.journal().append(entry(made.journal().heads()[-1].no + 1))
        assert guard.inspect(path) == guard.FORMAT
    assert library.card(path).problem is None


def test_a_failed_migration_leaves_the_old_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _saved(tmp_path)
    of_format(path, 3)

    def fails(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE later (id INTEGER)")
        connection.execute("DROP TABLE nothing_of_that_name")

    with monkeypatch.context() as patch:
        patch.setitem(migrations.MIGRATIONS, 4, fails)
        with pytest.raises(DataFault):
            Document.open(path)
    assert guard.inspect(path) == 3
    with Document.open(path) as made:
        assert made.content() == small()
        assert not made.reading(lambda c: c.execute("SELECT * FROM sqlite_master WHERE name = 'later'").fetchall())


def test_a_damaged_page_of_a_large_document_is_told_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "SMALL", 0)
    path = _saved(tmp_path)
    with sqlite3.connect(path) as raw:
        page = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'piece_kind'").fetchone()[0]
    raw.close()
    _patch((page - 1) * 4096, b"\xff" * 4096)(path)
    with Document.open(path) as made, pytest.raises(DataFault, match="is damaged"):
        made.content()


def _read_all(made: Document) -> None:
    made.content()
    list(made.journal().entries(1, 9))
    made.journal().snapshot(9)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_bytes_are_wrong_the_answer_is_a_sentence(seed: int, tmp_path: Path) -> None:
    path = _saved(tmp_path)
    with Document.open(path) as made:
        made.journal().append(entry(1), {"n": 1})
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice([1, 3, 40])):
        data[chance.randrange(100, len(data))] = chance.randrange(256)
    path.write_bytes(data)
    try:
        with Document.open(path) as made:
            _read_all(made)
    except DataFault as fault:
        words = fault.text
    else:
        words = "game.qtwar is sound"
    assert words.startswith("game.qtwar ")
    problem = library.card(path).problem
    assert problem is None or "game.qtwar" in problem.text, "sound or not, it has a card"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE title SET players = 'x'", "DELETE FROM title", "UPDATE board SET columns = 100000",
        "UPDATE board SET kind = 'blob'", "UPDATE piece SET attrs = '[1]'", "UPDATE lookup SET id = 'other'",
        "UPDATE lookup_head SET head = '{'", "UPDATE scenario_value SET part = 'nonsense'",
        "UPDATE drawing SET document = 'x'",
        "UPDATE piece SET id = x'ff' WHERE no = 0", "UPDATE cell_word SET layer_id = 'x'", "DROP TABLE piece",
        "UPDATE entry_body SET entropy = 'x'", "UPDATE entry_body SET events = '[[[['",
        "UPDATE snapshot SET state = x'00'",
    ],
)  # fmt: skip
def test_rows_that_make_no_sense_are_told(change: str, tmp_path: Path) -> None:
    path = _saved(tmp_path)
    with Document.open(path) as made:
        made.journal().append(entry(1), {"n": 1})
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA foreign_keys = OFF")
    raw.execute(change)
    raw.close()
    with pytest.raises(DataFault, match="is damaged"):
        Document.open(path)
    if change.startswith("DROP"):
        return
    with Document.open(path, damaged=True) as made:  # a stranger who knows of the seals
        with made.writing() as connection:
            seals.everything(connection)
        with pytest.raises(DataFault, match="is damaged"):
            _read_all(made)
    with Document.open(path) as made, pytest.raises(DataFault, match="is damaged"):
        _read_all(made)


# -------------------------------------------------------------------------------------------- library


def test_a_library_lists_sound_and_broken_documents(tmp_path: Path) -> None:
    path = _saved(tmp_path)
    (tmp_path / "broken.qtwar").write_text("no")
    with Document.open(path) as made:
        made.journal().set_card({"turn": 3, "log": {"key": "log.moved"}}, b"\x89PNG")
        while_open = library.card(path)
    shutil.copy(path, tmp_path / "copy.qtwar")
    cards = library.sort(library.card(path) for path in library.paths(tmp_path))
    assert [c.path.name for c in cards[:2]] in (["copy.qtwar", "game.qtwar"], ["game.qtwar", "copy.qtwar"])
    for card in (*cards[:2], while_open):
        assert (card.kind, card.title, card.scenario) == ("game", "small", "one")
        assert (card.card["turn"], card.thumbnail, card.problem) == (3, b"\x89PNG", None)
    assert str(cards[2].problem) == "broken.qtwar is not a QtWar document."
    assert library.paths(tmp_path / "nowhere") == []


def test_a_long_table_is_sealed_piece_by_piece_as_it_was_in_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Document.create(tmp_path / "draft.qtwar", small()) as document, document.writing() as connection:
        for name in sorted({*shape.tables()} - seals.APART):
            rows = seals._rows(connection, f'SELECT * FROM "{name}" ORDER BY rowid')
            for run in (1, 7, 10_000):
                monkeypatch.setattr(seals, "RUN", run)
                assert seals._table_hash(connection, name) == seals._hash(name, rows)
