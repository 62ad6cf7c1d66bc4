"""Permissions that are taken away: nothing is lost, one sentence says so, and what may be read goes on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from qtwar.base.errors import DataFault, QtwarError
from qtwar.bench.attacks import modules
from qtwar.presenters import library as library_presenter
from qtwar.presenters.library import Library
from qtwar.services import backups, crashes, drafts, games, render_process, titlecards, titles, vetting
from qtwar.services.render_worker import RenderResult
from qtwar.session.begin import NewDraft, NewGame
from qtwar.session.play import Done
from qtwar.storage import library

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders have other permissions there")
NOBODY = 65534
ROLL = {"verb": "free", "args": {"op": "roll", "n": 2, "d": 6}}


@contextmanager
def taken(path: Path, mode: int) -> Iterator[None]:
    """Take permissions of a path away, from an administrator too: he is nobody meanwhile, and it is nobody's own."""
    before, whole = path.stat().st_mode, [path, *path.parents[:2], *(path.rglob("*") if path.is_dir() else ())]
    if os.getuid() == 0:
        for part in whole:
            os.chown(part, NOBODY, NOBODY, follow_symlinks=False)
    path.chmod(mode)
    if os.getuid() == 0:
        os.setegid(NOBODY)
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
            os.setegid(0)
        path.chmod(before)


@pytest.fixture
def home(qtwar_home: Path) -> Path:
    """Return the user's folder with a module, a game and a draft."""
    for folder in ("modules", "games", "drafts", "backups"):
        (qtwar_home / folder).mkdir(parents=True, exist_ok=True)
    modules.sound(qtwar_home / "modules" / modules.TITLE)
    made = games.create(NewGame(modules.TITLE, "scenario_1", "both", strictness="off"), qtwar_home)
    made.session.rules.close()
    made.document.close()
    session, _ = drafts.begin(NewDraft("Draft"), qtwar_home)
    session.close()
    for part in (qtwar_home, *qtwar_home.parents):  # nobody may go there
        if part.is_relative_to("/tmp") and part != Path("/tmp"):
            part.chmod(0o755)
    crashes.left_behind(qtwar_home)
    return qtwar_home


PLACES = [".", "modules", f"modules/{modules.TITLE}"]


@pytest.mark.parametrize("place", PLACES)
def test_titles_that_may_not_be_looked_into_keep_no_other_title_away(place: str, home: Path) -> None:
    with taken(home / place, 0):
        there = titles.paths()
        found = {item.id: item for item in titles.installed()}
        cards = [titlecards.make(path) for path in there if path.is_relative_to(home)]
    assert "sealords" in found
    assert [card.problem.text for card in cards if card.problem] == [
        f"{there[-1].name} can not be read (permission denied)."
    ]
    assert [path.name for path in titles.paths()][-1] == modules.TITLE, "it is back"


@pytest.mark.parametrize("part", ["content", "rules", "module.yaml", "rules/__init__.py"])
def test_a_part_of_a_title_that_may_not_be_read_is_not_taken_for_nothing(part: str, home: Path) -> None:
    """Rules in a folder that was closed were no rules at all, and the title opened on the free table."""
    module = home / "modules" / modules.TITLE
    with taken(module / part, 0), pytest.raises(QtwarError, match="can not be read"):
        games.create(NewGame(modules.TITLE, "scenario_1"), home)
    assert len(library.paths(home / "games")) == 1


@pytest.mark.parametrize("place", [".", "games", "drafts"])
def test_documents_that_may_not_be_looked_at_are_not_gone(place: str, home: Path) -> None:
    with taken(home / place, 0):
        folders = [home / name for name in ("games", "drafts") if place in (".", name)]
        for folder in folders:
            (path,) = library.paths(folder)
            shown, _ = vetting.card(path)
            shown = shown or library.card(path)
            assert shown.problem is not None
            assert shown.problem.text == f"{folder.name} can not be read (permission denied)."
        assert backups.listed() == []
        assert crashes.left_behind(home) is None
    assert len(library.paths(home / "games")) == len(library.paths(home / "drafts")) == 1


@pytest.mark.parametrize("mode", [0, 0o555])
@pytest.mark.parametrize("place", [".", "games", "drafts"])
def test_what_can_not_be_made_there_says_so(place: str, mode: int, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "connect", partial(games.connect, native=True))  # nobody may start our Python
    games.create(NewGame("sealords", titles.load("sealords")[1].scenarios[0].id), home).document.close()
    if mode and place == ".":
        (home / "games").rename(home / "other")
        (home / "drafts").rename(home / "more")
    with taken(home / place, mode):
        if place != "drafts":
            with pytest.raises(DataFault, match=r"can not be (written to|read)"):
                games.create(NewGame("sealords", titles.load("sealords")[1].scenarios[0].id), home)
        if place != "games":
            with pytest.raises(DataFault, match="can not be written to"):
                drafts.begin(NewDraft("Draft"), home)


class Here:
    """The helper's work done in this process: nobody may start our Python."""

    closed = False

    def ask(self, request: dict[str, Any]) -> RenderResult:
        render_process.WORK[request["do"]](request)
        return RenderResult.DONE

    def close(self) -> None:
        """Nothing is to be ended."""


def test_the_start_window_comes_with_what_may_be_read(home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    for where in (vetting, library_presenter):
        monkeypatch.setattr(where, "render_worker", Here)
    with taken(home, 0):
        shown = Library(home)
        qtbot.waitUntil(lambda: len(shown.titles()) == 5 and not shown.reading, timeout=120_000)
        assert [found.problem for found in shown.broken()] == ["modules can not be read (permission denied)."]
        assert [card.line for card in shown.games()] == ["games can not be read (permission denied)."]
        assert list(shown.earlier()) == []
        told: list[str] = []
        shown.problem.connect(told.append)
        assert shown.forget(str(home / "games" / "Attacked.qtwar")) == ""
        assert told
    shown.leave()


@pytest.mark.parametrize(("part", "mode"), [("file", 0o444), ("folder", 0o555), ("folder", 0)])
def test_a_game_that_is_open_loses_no_entry(part: str, mode: int, home: Path) -> None:
    (path,) = library.paths(home / "games")
    opened = games.resume(path)
    session: Any = opened.session
    action = {"side": session.sides[0], **ROLL}
    assert isinstance(session.submit(session.sides, action), Done)
    done = 2
    with taken(path if part == "file" else path.parent, mode):
        with suppress(DataFault):  # what is open may go on, or be told that it can not
            done += isinstance(session.submit(session.sides, action), Done)
        assert len(session.history) == done
    assert isinstance(session.submit(session.sides, action), Done), "it goes on when they are back"
    session.rules.close()
    opened.document.close()
    again = games.resume(path)
    assert len(again.session.history) == done + 1
    again.session.rules.close()
    again.document.close()
