"""The journal: what was appended is there, whole, after a kill at any moment and on a full disk."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qtwar.base.errors import DataFault
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead, JournalPort
from qtwar.storage import library, seals
from qtwar.storage.document import Document
from qtwar.storage.journal import Journal
from tests.model.contents import small

ROOT = Path(__file__).resolve().parents[2]


def entry(no: int, **more: object) -> Entry:
    head = EntryHead(no, "act", "RED", {"key": "label.move", "args": {"n": no}}, floor=no % 2 == 0, turn=no // 10)
    args = {"p": {"p": f"red-{no}"}, "to": [{"c": "field:0101"}]}
    told = {
        "RED": [
            {"e": "note", "key": "log.moved", "args": args, "rule": "", "level": 1, "sides": None},
            {"e": "rolled", "dice": [[6, 1]], "for": "x", "by": "RED", "sides": None},
        ],
        "*": [],
    }
    facts: dict[str, object] = {
        "action": {"side": "RED", "verb": "move", "args": {"n": no}}, "events": [{"e": "note", "key": "x"}] * 3,
        "entropy": 2**200 + no, "dice": [1, 6], "picks": None, "told": told,
        "stamp": "2026-01-01", "rules_version": "1",
    }  # fmt: skip
    return Entry(head, **{**facts, **more})  # type: ignore[arg-type]


@pytest.fixture
def game(tmp_path: Path) -> Document:
    document = Document.create(tmp_path / "game.qtwar", small(), game={"key": "5ec1e7", "scenario": "one", "seats": "hotseat"})
    yield document  # type: ignore[misc]
    document.close()


def test_rows_come_back_as_they_were_appended(game: Document) -> None:
    journal: JournalPort = game.journal()
    rows = [entry(n) for n in range(1, 8)]
    rows[3] = entry(4, action=None, dice=None, events=[])
    for row in rows:
        journal.append(row)
    assert journal.heads() == [row.head for row in rows]
    assert list(journal.entries(1, 7)) == rows
    assert list(journal.entries(3, 4)) == rows[2:4]
    assert journal.entry(4) == rows[3]
    for side in ("RED", "BLUE", "nobody"):
        assert list(journal.lines(side, 2, 5)) == [(row.head.no, row.told.get(side, [])) for row in rows[1:5]]
    for missing in (0, 8):
        with pytest.raises(KeyError):
            journal.entry(missing)
    assert game.journal("edit").heads() == [], "the changes to the content are a line of their own"


def test_long_runs_are_read_in_order(game: Document) -> None:
    journal = game.journal()
    with game.writing():  # one transaction around many: appending 1,200 rows is not what is tested
        for n in range(1, 1201):
            journal.append(entry(n))
    assert [e.head.no for e in journal.entries(2, 1100)] == list(range(2, 1101))


def test_a_number_is_not_given_twice(game: Document) -> None:
    journal = game.journal()
    journal.append(entry(1))
    with pytest.raises(DataFault):
        journal.append(entry(1))
    assert len(journal.heads()) == 1


def test_the_latest_snapshot_before_a_row(game: Document) -> None:
    journal = game.journal()
    assert journal.snapshot(10) is None
    journal.append(entry(1), {"turn": 0})
    journal.append(entry(2))
    journal.append(entry(3), {"turn": 6, "word": "沼"})
    assert journal.snapshot(2) == (1, {"turn": 0})
    assert journal.snapshot(50) == (3, {"turn": 6, "word": "沼"})


def test_bookmarks_and_facts(game: Document) -> None:
    journal = game.journal()
    journal.append(entry(1))
    journal.bookmark(1, "the ambush")
    assert journal.heads()[0].bookmark == "the ambush"
    journal.bookmark(1, "")
    assert journal.heads()[0].bookmark == ""
    with pytest.raises(KeyError):
        journal.bookmark(2, "nothing")
    journal.set_game({"players": {"RED": "Ann"}, "undo": "free"})
    facts = {"key": "5ec1e7", "scenario": "one", "seats": "hotseat", "players": {"RED": "Ann"}, "undo": "free"}
    assert journal.game() == facts


def test_notes_are_found_by_side_key_and_id(game: Document) -> None:
    journal = game.journal()
    for n in (1, 2):
        journal.append(entry(n))
    assert journal.find("RED", "red-2") == [(2, 0)]
    assert journal.find("RED", "log.moved") == [(1, 0), (2, 0)]
    assert journal.find("RED", "log%moved") == []
    assert journal.find("BLUE", "red-2") == [], "BLUE was not told"


def test_a_branch_has_the_first_rows_only(game: Document, tmp_path: Path) -> None:
    journal = game.journal()
    for n in range(1, 6):
        journal.append(entry(n), {"n": n} if n in (2, 5) else None)
    game.branch(tmp_path / "branch.qtwar", 3)
    with Document.open(tmp_path / "branch.qtwar") as branch:
        assert list(branch.journal().entries(1, 9)) == [entry(n) for n in (1, 2, 3)]
        assert branch.journal().snapshot(9) == (2, {"n": 2})
        assert branch.journal().find("RED", "red-4") == []
        branch.journal().append(entry(4))
        assert branch.content() == small()
    assert len(journal.heads()) == 5


def test_a_branch_counts_the_entries_in_force(game: Document, tmp_path: Path) -> None:
    """Rows 1 2 3, undone to 1, then 5 6, undone to 2: in force are 1 5, and 6 can be redone."""
    journal = game.journal()
    for n, to in ((1, None), (2, None), (3, None), (4, 1), (5, None), (6, None), (7, 2)):
        head = EntryHead(n, "act" if to is None else "undo", "RED", {"key": "x"}, to=to)
        journal.append(Entry(head))
    for length, rows in ((0, []), (1, [1]), (2, [1, 5]), (3, [1, 5, 6])):
        path = tmp_path / f"{length}.qtwar"
        game.branch(path, length)
        with Document.open(path) as branch:
            assert [head.no for head in History(branch.journal().heads()).line] == rows
    with pytest.raises(DataFault, match="has 3 entries, not 4"):
        game.branch(tmp_path / "4.qtwar", 4)
    assert not (tmp_path / "4.qtwar").exists()


def test_after_a_close_everything_is_in_the_one_file(game: Document, tmp_path: Path) -> None:
    game.journal().append(entry(1))
    game.close()
    assert [p.name for p in tmp_path.iterdir()] == ["game.qtwar"]


WRITER = """
import sys
from pathlib import Path
from qtwar.storage.document import Document
from tests.storage.test_journal import entry
document = Document.open(Path(sys.argv[1]))
journal = document.journal()
start = len(journal.heads())
for no in range(start + 1, start + 2000):
    journal.append(entry(no), {"no": no, "pad": "x" * 20000} if no % 20 == 0 else None)
    print(no, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL; TerminateProcess is the same to SQLite")
def test_killed_in_mid_write_the_last_finished_row_is_there(game: Document) -> None:
    path = game.path
    game.close()
    chance = random.Random(7)
    told = 0
    for _ in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert writer.stdout is not None
        for _ in range(chance.randint(15, 60)):
            told = int(writer.stdout.readline())
        os.kill(writer.pid, signal.SIGKILL)
        told = max([told, *(int(line) for line in writer.stdout.read().split())])
        writer.wait()
        writer.stdout.close()
        with Document.open(path) as document:
            journal = document.journal()
            rows = list(journal.entries(1, 9999))
            # a row that was stored but not yet reported may be there too, nothing else
            assert told <= len(rows) <= told + 1
            assert rows == [entry(n) for n in range(1, len(rows) + 1)]
            assert document.content() == small()
            kept = journal.snapshot(9999)
            assert kept is None or kept[1]["no"] == kept[0] <= len(rows)
            told = len(rows)


FILLER = """
import resource, sys
from pathlib import Path
from qtwar.base.errors import DataFault
from qtwar.model.content import TitleContent
from qtwar.storage.document import Document
from tests.model.contents import small
from tests.storage.test_journal import entry
path = Path(sys.argv[1])
room = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    if sys.argv[3] == "create":
        Document.create(path, small())
    else:
        document = Document.open(path)
        for no in range(1, 5000):
            try:
                document.journal().append(entry(no, events=[{"pad": "x" * 5000}]))
            except DataFault:
                assert len(document.journal().heads()) == no - 1
                raise
            print(no, flush=True)
except DataFault as fault:
    print(fault.text, file=sys.stderr)
    sys.exit(3)
"""


def _fill(path: Path, room: int, what: str) -> tuple[str, list[str]]:
    """Run with files of at most `room` bytes, which to SQLite is a disk without more room."""
    done = subprocess.run(
        [sys.executable, "-c", FILLER, str(path), str(room), what],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    return done.stderr.strip(), done.stdout.split()


@pytest.mark.skipif(sys.platform == "win32", reason="no way to make a small disk without rights")
def test_a_full_disk_is_told_and_loses_nothing(game: Document, tmp_path: Path) -> None:
    game.journal().append(entry(1))
    path = game.path
    size = path.stat().st_size
    game.close()
    (tmp_path / "other").mkdir()
    words, told = _fill(tmp_path / "other" / "new.qtwar", 30_000, "create")
    assert "new.qtwar" in words
    assert "nothing was changed" in words
    assert list((tmp_path / "other").iterdir()) == []

    with Document.open(path) as document, document.writing() as connection:
        connection.execute("DELETE FROM entry")
        seals.cut(connection, "play", 0)
    words, told = _fill(path, size + 200_000, "append")
    assert "nothing was changed" in words
    assert told
    with Document.open(path) as document:
        assert [head.no for head in document.journal().heads()] == [int(no) for no in told]
        assert document.content() == small()
        document.journal().append(entry(len(told) + 1))


def test_the_card_of_an_open_game_is_up_to_date(game: Document) -> None:
    journal: Journal = game.journal()
    journal.set_card({"turn": 1, "scenario": "one"}, b"picture")
    journal.set_card({"turn": 2, "scenario": "one"})
    card = library.card(game.path)
    assert (card.card["turn"], card.thumbnail) == (2, b"picture")


@pytest.mark.parametrize(
    ("damage", "no"),
    [
        ("UPDATE entry SET stamp = '2027' WHERE no = 3", 3),
        ("UPDATE entry_body SET dice = '[6,6]' WHERE no = 4", 4),
        ("DELETE FROM entry_body WHERE no = 5", 5),
        ("DELETE FROM note_index WHERE entry_no = 2 AND n = 0", 2),
        ("DELETE FROM entry WHERE no = 6", 7),  # its body goes with it: the next one does not follow
        ("DELETE FROM seal WHERE part = 'entry' AND no = 7", 7),
        ("DELETE FROM entry_body WHERE no = 7; DELETE FROM entry WHERE no = 7", 7),
        ("", 0),
    ],
)
def test_the_first_entry_that_is_not_as_it_was_written_is_told_however_many_are_read_at_once(
    game: Document, monkeypatch: pytest.MonkeyPatch, damage: str, no: int
) -> None:
    journal = game.journal()
    for n in range(1, 8):
        journal.append(entry(n))
    with game.writing() as connection:
        for line in damage.split(";"):
            connection.execute(line or "SELECT 1")
    for run in (1, 3, 500):
        monkeypatch.setattr(seals, "ENTRIES", run)
        assert [found for found in game.broken() if found.part == "entry"] == [seals.Broken("entry", "play", no)] * bool(no)
