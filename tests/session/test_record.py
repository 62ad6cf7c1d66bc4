"""Recorded games: a text that is played again entry by entry, and says where the rules come to something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.session import play, record, walk
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession
from tests.kit.port import Port
from tests.kit.tiny import CONTENT

SIDES = ("red", "blue")


def rules() -> Port:
    """The teaching game's rules."""
    return Port("tests.kit.tiny", CONTENT)


def played() -> PlaySession:
    """A game with dice of all three kinds and something taken back."""
    session = PlaySession(rules(), MemoryJournal({"key": key_from_seed(5), "undo": "free"}), SIDES)
    session.begin({"title": "tiny", "version": "1", "scenario": "one", "options": {}}, {})

    def do(side: str, verb: str, dice: list[int] | None = None, **args: Any) -> None:
        assert isinstance(session.submit(session.sides, {"side": side, "verb": verb, "args": args}, dice=dice), Done)

    do("red", "go", pieces=["red-1"], path=["m:0101", "m:0202"])
    session.undo()
    do("red", "go", pieces=["red-1"], path=["m:0101", "m:0102"])
    do("blue", "skip")
    do("red", "fight", [4], pieces=["red-1"])
    do("blue", "skip")
    do("red", "fight", pieces=["red-1"])
    return session


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda f: f.update(entries={}), "entries can not be"),
        (lambda f: f.update(title=["tiny"]), "title can not be"),
        (lambda f: f.update(options=3), "options can not be"),
        (lambda f: f.update(key="x"), "key is not 64"),
        (lambda f: f["entries"].__setitem__(1, None), "entry 2 is not"),
        (lambda f: f["entries"][2].pop("no"), "entry 3 is not"),
        (lambda f: f["entries"][2].update(do={"side": ["red"], "verb": "go"}), "entry 3 is not"),
        (lambda f: f["entries"][2].update(dice=4), "entry 3 is not"),
    ],
)
def test_what_has_not_the_shape_of_a_record_is_told(spoil: Any, words: str, tmp_path: Path) -> None:
    path, found = tmp_path / "a.json", record.record(played())
    spoil(found)
    path.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(DataFault) as fault:
        record.read(path)
    assert words in fault.value.text


def test_a_record_nested_beyond_all_measure_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[" * 200_000, encoding="utf-8")
    with pytest.raises(DataFault):
        record.read(path)


def test_a_game_that_was_never_set_up_has_nothing_to_record() -> None:
    empty = PlaySession(Port("tests.kit.tiny", CONTENT), MemoryJournal({"key": "0" * 64}), ("red", "blue"))
    with pytest.raises(DataFault, match="no entries"):
        record.record(empty)


def test_a_recorded_game_comes_to_the_same_positions_again(tmp_path: Path) -> None:
    path = tmp_path / "記録.json"
    record.write(path, record.record(played(), "a short one"))
    found = record.read(path)
    assert [entry["do"]["verb"] for entry in found["entries"]] == ["go", "skip", "fight", "skip", "fight"]
    assert record.replay(found, rules(), SIDES) is None
    later = {**found, "title": "tiny"}
    assert record.text(later) == path.read_text(encoding="utf-8"), "written as it was read"


def test_a_long_game_is_recorded_in_one_walk_through_its_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played()
    session.undo()
    session.redo()
    marks = [record._mark(session.state_at(length)) for length in range(2, len(session.history) + 1)]

    def asked(*_: object) -> None:
        pytest.fail("each position is looked for on its own")

    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 1)  # so the game is long
    monkeypatch.setattr(walk, "position", asked)
    assert [entry["mark"] for entry in record.record(session)["entries"]] == marks


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda f: f["entries"][2]["dice"].__setitem__(0, 5), "entry 3 (red fight) comes to another position now"),
        (lambda f: f["entries"][0]["do"]["args"].__setitem__("path", ["m:0101", "m:0404"]), "refused now: refuse.far (2.2)"),
        (lambda f: f["entries"][2].__setitem__("dice", []), "wants other dice now: [6]"),
        (lambda f: f.__setitem__("result", {"winner": "red"}), "the game ends with null, it ended with"),
        (lambda f: f.__setitem__("key", key_from_seed(6)), "entry 5 (red fight) comes to another position now"),
    ],
)
def test_a_game_that_goes_another_way_names_the_entry(spoil: Any, words: str) -> None:
    found = json.loads(record.text(record.record(played())))
    spoil(found)
    difference = record.replay(found, rules(), SIDES)
    assert difference is not None
    assert words in difference


@pytest.mark.parametrize("text", ["", "[", "[]", '{"format": 9}', '{"format": 1}'])
def test_what_is_no_recorded_game_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataFault, match=r"x\.json is no recorded game"):
        record.read(path)
