"""An edit session on a real document: nothing finished is lost, undo and redo are exact, also after a restart and a kill."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from qtwar.base import text
from qtwar.base.errors import DataFault
from qtwar.editing import ground, items, ops, placements
from qtwar.editing.draft import Change, Draft
from qtwar.model.load import load
from qtwar.session.edit import EditSession
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage.document import Document
from qtwar.storage.drafts import DraftStore
from tests.editing.fuzz import Chance, check_files, play, spelled, start
from tests.model.titles import TITLES, title


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_undo_all_is_the_first_content_and_redo_all_the_last(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "fuzz.qtwar"
    session = EditSession(DraftStore.create(path, start()))
    first = session.draft.digest(), spelled(session.draft.content())
    assert play(session, Chance(seed), 250) == 250
    last, length = (session.draft.digest(), spelled(session.draft.content())), len(session.history)
    assert last != first
    assert (session.store.content().digest(), spelled(session.store.content())) == last
    check_files(session.draft.content(), tmp_path / "module")
    session.undo_to(0)
    assert (session.draft.digest(), spelled(session.draft.content())) == first
    assert (session.store.content().digest(), spelled(session.store.content())) == first
    session.close()
    session = EditSession(DraftStore.open(path))  # what was undone can be redone after a restart
    session.redo_to(length)
    assert (session.draft.digest(), spelled(session.draft.content())) == last
    session.close()


CHILD = """
import sys
from pathlib import Path
from qtwar.session.edit import EditSession
from qtwar.session.ports import Entry, EntryHead
from qtwar.storage.drafts import DraftStore
from tests.editing.fuzz import Chance, play
session = EditSession(DraftStore.open(Path(sys.argv[1])))
chance = Chance(9)
while True:
    play(session, chance, 1)
    print(session.history.last_no, session.draft.digest(), flush=True)
"""


def test_killed_in_a_stream_of_edits_nothing_finished_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "killed.qtwar"
    DraftStore.create(path, start()).close()
    digests: dict[int, str] = {}
    for stop in (23, 41):
        env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
        with subprocess.Popen(
            [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        ) as child:
            assert child.stdout is not None
            told = 0
            for line in child.stdout:
                no, digest = line.split()
                told = int(no)
                digests[told] = digest
                if len(digests) >= stop:
                    child.kill()
                    break
            rest = child.stdout.read().splitlines()  # finished before the signal came
        for line in rest:
            if len(line.split()) == 2 and len(line.split()[1]) == 64:
                told, digests[told] = int(line.split()[0]), line.split()[1]
        assert child.returncode != 0
        session = EditSession(DraftStore.open(path))
        assert session.history.last_no >= told, "a finished edit is missing"
        if session.history.last_no == told:
            assert session.draft.digest() == digests[told]
        session.undo_to(0)
        assert session.draft.digest() == start().digest()
        session.redo_to(len(session.history.redoable))
        digests[session.history.last_no] = session.draft.digest()
        session.close()


def test_what_can_not_be_stored_changes_nothing(session: EditSession, monkeypatch: pytest.MonkeyPatch) -> None:
    before = session.draft.data
    edit = ground.paint(session.draft, "field", {"0101": "wood"})

    def full(self: Document, entry: object) -> None:
        raise DataFault("There is no room left on the disk.")

    monkeypatch.setattr("qtwar.storage.journal.Journal.append", full)
    with pytest.raises(DataFault, match="no room"):
        session.do(edit)
    monkeypatch.undo()
    assert session.draft.data is before
    assert len(session.history) == 0
    assert session.store.content().digest() == session.draft.digest(), "the rows of the failed edit are not there"
    assert session.do(edit) is not None


def test_a_step_says_what_changed(session: EditSession) -> None:
    heard: list[Change] = []
    session.listeners.append(heard.append)
    session.do(ground.paint(session.draft, "field", {"0101": "wood", "0202": "wood"}))
    session.do(items.put(session.draft, ("kinds", "inf", "attrs", "fire"), 5))
    session.do(ground.lay_feature(session.draft, "field", "town", ["0303"], True))
    session.undo_to(1)
    assert heard[0].boards["field"].cells == {"0101", "0202"}
    assert heard[0].touches("boards")
    assert not heard[0].touches("kinds")
    assert heard[1].items == {"kinds": {"inf"}}
    assert heard[1].boards == {}
    assert heard[2].boards["field"].fields == {"features"}
    assert heard[3].items["kinds"] == {"inf"}
    assert heard[3].boards["field"].cells == {"0303"}


def test_what_changes_nothing_is_no_entry(session: EditSession) -> None:
    word = session.draft.at("boards", "field", "terrain", "0101")
    assert session.do(ground.paint(session.draft, "field", {"0101": word})) is None
    assert not session.can_undo
    assert session.undo() is None
    assert session.redo() is None


def test_a_stale_edit_is_checked_again(session: EditSession) -> None:
    paint = ground.paint(session.draft, "field", {"0101": "wood"})
    rename = items.rename(session.draft, "terrain", "wood", "forest")
    session.do(rename)
    with pytest.raises(DataFault, match="forest"):
        session.do(paint)
    late = items.put(session.draft, ("kinds", "inf", "attrs", "fire"), 9)
    session.do(items.put(session.draft, ("kinds", "inf", "attrs", "fire"), 8))
    with pytest.raises(DataFault, match="changed meanwhile"):
        session.do(late)
    assert session.draft.item("kinds", "inf")["attrs"]["fire"] == 8


def test_the_history_has_names_in_both_languages(session: EditSession) -> None:
    play(session, Chance(4), 120)
    for head in session.history.line:
        for language in ("en", "ja"):
            said = text.Texts().plain(head.label, language)
            assert said != head.label["key"]
            assert "{" not in said, (head.label, said)


@pytest.mark.parametrize("name", TITLES)
def test_every_title_can_be_edited_and_exported(name: str, tmp_path: Path) -> None:
    content = title(name)
    session = EditSession(DraftStore.create(tmp_path / "copy.qtwar", content))
    board = content.boards[0]
    cells = list(session.draft.grid(board.id).cells())[:40]
    session.do(ground.paint(session.draft, board.id, dict.fromkeys(cells, content.terrain[-1].id)))
    kind = content.kinds[0].id
    session.do(items.rename(session.draft, "kinds", kind, "renamed"))
    session.export_module(tmp_path / "out")
    assert load(tmp_path / "out") == session.draft.content()
    session.undo_to(0)
    assert spelled(session.draft.content()) == spelled(content)
    assert session.store.content() == content
    session.close()


WRITTEN_BEFORE = [
    ("edit.did.paint", {"name": "Wood", "n": 1},
     [{"op": "cells", "path": ["boards", 0, "terrain"], "runs": [["clear", "wood", ["0101"]]]}]),
    ("edit.did.rows", {"name": "Infantry", "n": 1},
     [{"op": "set", "path": ["kinds", 0, "attrs", "fire"], "was": 3, "to": 4},
      {"op": "set", "path": ["kinds", 0, "attrs", "new"], "to": [1]}]),
    ("edit.did.area", {"name": "East"},
     [{"op": "list", "path": ["boards", 0, "areas"], "was": [],
       "to": [[1, {"id": "east", "name": {"en": "East", "ja": "東"}, "cells": ["0606"], "attrs": {}}]]}]),
    ("edit.did.reorganise", {"name": "coy", "n": 1}, [{"op": "move", "path": ["formations"], "was": 1, "to": 0}]),
]  # fmt: skip
"""Entries as documents hold them that were written before operations were typed."""


def test_a_history_written_by_an_earlier_program_is_undone_and_redone(tmp_path: Path) -> None:
    first = start().model_dump(mode="json", by_alias=True)
    store = DraftStore.create(tmp_path / "old.qtwar", start())
    data = first
    for no, (key, args, events) in enumerate(WRITTEN_BEFORE, 1):
        after = ops.apply_all(data, map(ops.from_json, events))
        store.commit(data, after, Entry(EntryHead(no, "edit", "", {"key": key, "args": args}), events=events))
        data = after
    store.close()
    session = EditSession(DraftStore.open(tmp_path / "old.qtwar"))
    assert session.draft.digest() == Draft(data=data).digest()
    for head in session.history.line:
        assert text.Texts().plain(head.label, "en") != head.label["key"], "names of old entries are still there"
    session.undo_to(0)
    assert session.draft.digest() == Draft(data=first).digest()
    session.redo_to(len(WRITTEN_BEFORE))
    assert session.draft.digest() == Draft(data=data).digest()
    session.close()


def test_a_game_is_no_draft(tmp_path: Path) -> None:
    Document.create(tmp_path / "game.qtwar", start(), game={"key": "00"}).close()
    with pytest.raises(DataFault, match="is a game"):
        DraftStore.open(tmp_path / "game.qtwar")


def test_a_draft_remembers_where_it_came_from(tmp_path: Path) -> None:
    store = DraftStore.create(tmp_path / "a.qtwar", start(), {"origin": "small", "module": ""})
    store.put_tiles("scan", [(0, 0, 0, b"one"), (0, 1, 0, b"two"), (0, 0, 0, b"three")])
    store.close()
    store = DraftStore.open(tmp_path / "a.qtwar")
    assert store.facts()["origin"] == "small"
    assert store.tile("scan", 0, 0, 0) == b"three"
    assert store.tile("scan", 0, 9, 0) is None
    assert store.pictures() == ["scan"]
    store.drop_picture("scan")
    assert store.pictures() == []
    store.close()


def test_play_from_here_gives_the_draft_as_it_stands(session: EditSession) -> None:
    session.do(placements.place_pieces(session.draft, "one", {"inf": 1}, "field:0303"))
    trial = session.play_from_here()
    assert trial.scenario == "one"
    assert trial.content.scenario("one").quick[-1].at == "field:0303"
    with pytest.raises(DataFault, match="two"):
        session.play_from_here("two")
    session.do(items.delete(session.draft, "scenarios", ["one"], also=True))
    with pytest.raises(DataFault, match="no scenario"):
        session.play_from_here()
