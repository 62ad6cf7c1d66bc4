"""The program is closed and started again: tabs are there, the start window says where a game stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.app.program import Program, let_go
from qtwar.services import drafts
from qtwar.session.begin import NewDraft
from tests.stories.hands import Hands
from tests.stories.test_squads import start

ID = re.compile(r"\b[a-z]+(-[a-z0-9]+)+\b|\{")


def again(hands: Hands, *named: Path) -> None:
    """Close the program and start it anew, with the same settings and files, by a double click on those named."""
    prefs = hands.window.prefs
    hands.window.close()
    for page in hands.window.pages():
        page.deleteLater()
    hands.program = Program(prefs, hands.home)
    hands.window = hands.program.window
    hands.qtbot.addWidget(hands.window)
    hands.window.resize(1600, 1000)
    hands.window.show()
    hands.program.opened.bring_back(lambda: [hands.program.library.open(str(path)) for path in named])


def kinds(hands: Hands) -> list[str]:
    """Return what the tabs are of."""
    return [str(page.property("tab")) for page in hands.window.pages()]


def test_tabs_come_back_and_the_card_says_where_the_game_stands(hands: Hands) -> None:
    start(hands, "t1_contact", "quick")
    for _ in range(4):
        hands.step()
    turn, game = hands.session.state.vars["turn"], hands.page.path
    hands.window.tabs.setCurrentIndex(0)
    QTest.keyClick(hands.window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    hands.until(hands.window.library_page.new_draft.isVisible)
    hands.qtbot.wait(50)
    hands.press(hands.window.library_page.new_draft.go)
    hands.until(lambda: "draft" in kinds(hands), 60)
    hands.window.show_page(hands.window.page_at(game))
    again(hands)
    hands.until(lambda: kinds(hands) == ["library", "game", "draft"], 120)
    hands.until(lambda: getattr(hands.page, "path", "") == game, 30)
    assert hands.session.state.vars["turn"] == turn
    hands.shot("tabs-again")
    hands.window.tabs.setCurrentIndex(0)

    def shown() -> Any:
        return next((c for c in hands.program.library.games() if c.path == game), None)

    hands.until(lambda: shown() is not None and shown().line, 20)
    assert shown().line.startswith(f"Turn {turn} · ")
    assert not ID.search(shown().line), shown().line
    assert Path(game).exists()
    hands.shot("cards")


def test_a_document_that_is_asked_for_twice_is_opened_once(hands: Hands) -> None:
    path = let_go(drafts.begin(NewDraft("Twice"), hands.home))
    followed: list[str] = []
    hands.program.open_path(path, lambda: followed.append("first"), behind=True)
    hands.program.open_named(path)
    hands.program.open_path(path, lambda: followed.append("third"), behind=True)
    assert len(hands.window.jobs.running) == 1
    hands.until(lambda: not hands.window.jobs.running and followed, 60)
    assert kinds(hands) == ["library", "draft"]
    assert followed == ["first", "third"]
    assert hands.page.path == str(path)
    hands.window.close_tab(1)
    hands.program.open_path(path)  # and again when its tab is closed, also after one that was given up
    hands.window.jobs.running[0].cancel()
    hands.until(lambda: not hands.window.jobs.running, 60)
    hands.program.open_path(path)
    hands.until(lambda: not hands.window.jobs.running, 60)
    assert kinds(hands) == ["library", "draft"]


def test_no_cover_is_painted_for_a_window_that_has_closed(hands: Hands) -> None:
    library = hands.program.library
    hands.until(lambda: not library.reading and library.titles())
    assert library.cover(library.titles()[0].id, 97, 61) is None
    assert library._paint_soon.isActive()
    hands.window.close()
    assert not library._paint_soon.isActive(), "its window may be gone when the time is up"
    assert not library.paints
