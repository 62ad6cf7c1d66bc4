"""A file is opened by the program that runs, once: by it, or by the one that was started with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from qtwar.services import handing
from qtwar.services.handing import Handed


@pytest.fixture
def inbox(tmp_path: Path) -> Iterator[Callable[[], Handed]]:
    """Return what makes a program's view of one profile's inbox."""
    made: list[Handed] = []

    def make() -> Handed:
        made.append(Handed(tmp_path))
        return made[-1]

    yield make
    for one in made:
        one.release()


def test_where_no_program_runs_files_are_ones_own_to_open(inbox: Callable[[], Handed], tmp_path: Path) -> None:
    assert not inbox().hand_over(["a.qtwarmail"])
    assert not list((tmp_path / "handed").glob("*.json"))


def test_one_program_alone_is_handed_files(inbox: Callable[[], Handed]) -> None:
    first, second = inbox(), inbox()
    assert first.claim()
    assert first.claim()
    assert not second.claim()
    first.release()
    assert second.claim()


def test_the_program_that_runs_takes_them_once(
    inbox: Callable[[], Handed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, got = inbox(), []
    first.claim()
    monkeypatch.setattr(handing, "sleep", lambda seconds: got.extend(first.taken()))
    monkeypatch.chdir(tmp_path)
    assert inbox().hand_over(["a.qtwarmail"])
    assert got == [str(tmp_path / "a.qtwarmail")]
    assert first.taken() == []


def test_one_that_hangs_keeps_nobody_from_a_window(inbox: Callable[[], Handed]) -> None:
    first = inbox()
    first.claim()
    assert not inbox().hand_over(["a.qtwarmail"], patience=0)
    assert first.taken() == []  # it was taken back: it is not opened twice


def test_one_that_ends_before_it_looked_leaves_them_to_the_next(
    inbox: Callable[[], Handed], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = inbox(), inbox()
    first.claim()
    monkeypatch.setattr(handing, "sleep", lambda seconds: first.release())
    assert not second.hand_over(["a.qtwarmail"])
    assert not inbox().claim()  # the second is the one that runs now
    assert second.taken() == []


@pytest.mark.parametrize("text", ["", "[1", "{}", "7", '[["a"], 3]', "[" * 100_000])
def test_what_is_no_list_of_files_is_thrown_away(inbox: Callable[[], Handed], text: str) -> None:
    first = inbox()
    first.claim()
    (first.folder / "1-1.json").write_text(text, encoding="utf-8")
    assert first.taken() == []
    assert not list(first.folder.glob("*.json"))


def test_where_nothing_can_be_written_a_window_opens_all_the_same(tmp_path: Path) -> None:
    home = tmp_path / "file"
    home.touch()
    assert not Handed(home).hand_over(["a.qtwarmail"])
    assert not Handed(home).claim()
