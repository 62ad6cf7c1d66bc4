"""The first game on a machine: the rules engine is not ready yet, and what is to be played is looked at meanwhile."""

from __future__ import annotations

import shutil
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.sandbox import guest
from qtwar.ui.i18n import tr
from tests.stories.hands import LEFT, Hands

TITLE, SCENARIO = "band_of_heroes", "s1_crossroads"


class Engine:
    """An engine that is ready when the test says so."""

    def __init__(self, made: Path, folder: Path) -> None:
        self.made, self.folder = made, folder
        self.go = threading.Event()

    def make(self, facts: dict[str, Any], target: Path, progress: guest.Progress | None, _: int) -> Path:
        """Stand in for the compiler."""
        for step in guest.STEPS[:2]:
            if progress is not None:
                progress(step, 0.2)
        assert self.go.wait(120)
        self.folder.mkdir(parents=True, exist_ok=True)
        for file in self.made.parent.glob(f"{self.made.stem}.*"):
            shutil.copyfile(file, self.folder / file.name)
        return target

    def forget(self) -> None:
        """Be no longer ready, as after an update."""
        self.go.clear()
        for file in self.folder.glob(f"{self.made.stem}.*"):
            file.unlink()


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    made, folder = guest.ensure(), tmp_path / "no engine yet"
    monkeypatch.setenv("QTWAR_CACHE", str(folder))
    found = Engine(made, folder)
    monkeypatch.setattr(guest, "_make", found.make)
    yield found
    found.go.set()


def start(hands: Hands) -> None:
    """Choose a title, a scenario and Start, and wait for a page that is not the library."""
    library = hands.window.library_page
    hands.until(lambda: TITLE in getattr(library, "tiles", {}))
    hands.press(library.tiles[TITLE])
    hands.press(next(r for r in library.scenarios.rows if r.info.id == SCENARIO).button)
    hands.until(library.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(library.new_game.seats["both"], QPoint(10, 10))
    hands.press(library.new_game.go)
    hands.until(lambda: hands.page is not library, 60)


def wheel(hands: Hands, notches: int) -> None:
    board = hands.page.board
    at = QPointF(board.rect().center())
    where = board.mapToGlobal(at)
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, where, QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton, none, phase, False)
    QApplication.sendEvent(board, event)


@pytest.mark.parametrize(
    "hands", [{}, {"language": "ja", "theme": "dark", "size": (1280, 720)}], indirect=True, ids=["en", "ja, dark, 1280"]
)
def test_the_board_and_its_counters_are_there_before_the_engine_is_and_the_game_follows_where_one_looks(
    engine: Engine, hands: Hands
) -> None:
    start(hands)
    page = hands.page
    assert page.line.text() == tr("waiting.engine", n=page.waited)
    view = page.model.position.view
    boards = {board.id for board in page.model.title.boards()}
    assert sum(record["at"].partition(":")[0] in boards for record in view.pieces.values()) > 20
    hands.shot("first-start-waiting")
    before = page.board.camera.zoom
    wheel(hands, 3)
    hands.until(lambda: page.board.camera.zoom > before)
    middle = page.board.camera.area().center()
    QTest.keyClick(page.board, Qt.Key.Key_Right)
    hands.until(lambda: page.waited > 0)
    assert page.line.text() == tr("waiting.engine", n=page.waited)

    # nothing on it is moved: what is dragged is the map
    places = {piece: record["at"] for piece, record in view.pieces.items()}
    area = page.board
    QTest.mousePress(area, LEFT, pos=area.rect().center())
    for step in range(1, 6):
        QTest.mouseMove(area, area.rect().center() + QPoint(20 * step, 10 * step))
        hands.qtbot.wait(5)
    QTest.mouseRelease(area, LEFT, pos=area.rect().center() + QPoint(100, 50))
    hands.until(lambda: page.board.camera.area().center() != middle)
    assert {piece: record["at"] for piece, record in page.model.position.view.pieces.items()} == places
    hands.shot("first-start-looked-about")

    zoom, centre = page.board.camera.zoom, page.board.camera.area().center()
    engine.go.set()
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    assert [p.property("tab") for p in hands.window.pages()] == ["library", "game"]
    hands.until(lambda: hands.page.board.camera.zoom == pytest.approx(zoom, abs=0.001))
    hands.until(lambda: (hands.page.board.camera.area().center() - centre).manhattanLength() < 40)
    hands.shot("first-start-there")
    hands.step()  # it is played
    assert len(hands.session.history.line) > 1


def test_who_closes_the_tab_gives_the_game_up_and_nothing_is_left_of_it(engine: Engine, hands: Hands) -> None:
    start(hands)
    assert hands.window.tabs.count() == 2
    hands.window.close_tab(1)
    engine.go.set()
    hands.until(lambda: not hands.window.jobs.running, 120)
    assert hands.page is hands.window.library_page
    assert list(hands.home.rglob("*.qtwar")) == []


def test_who_has_turned_to_another_tab_stays_there_and_the_games_tab_calls(engine: Engine, hands: Hands) -> None:
    start(hands)
    hands.window.tabs.setCurrentIndex(0)
    engine.go.set()
    hands.until(lambda: [p.property("tab") for p in hands.window.pages()] == ["library", "game"], 180)
    assert hands.page is hands.window.library_page
    assert hands.window.tabs.tabText(1).startswith("●")
    hands.window.tabs.setCurrentIndex(1)
    hands.quiet()
    path = Path(hands.page.path)
    hands.window.close_tab(1)

    # and a game that goes on is looked at as it was left
    engine.forget()
    hands.program.open_path(path)
    hands.until(lambda: hands.page.property("tab") == "waiting", 60)
    assert hands.page.model.position.view.pieces
    engine.go.set()
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()


def test_a_game_of_an_older_format_opens_though_it_can_not_be_looked_at_meanwhile(engine: Engine, hands: Hands) -> None:
    engine.go.set()
    start(hands)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    path = Path(hands.page.path)
    hands.window.close_tab(1)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("DROP TABLE seal")
    raw.execute("PRAGMA user_version = 3")
    raw.close()

    engine.forget()
    hands.program.open_path(path)
    engine.go.set()
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    assert hands.page.path == str(path)


def test_a_game_that_comes_back_at_the_start_is_waited_for_behind_the_library_in_one_tab(engine: Engine, hands: Hands) -> None:
    engine.go.set()
    start(hands)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    path, window, program = Path(hands.page.path), hands.window, hands.program

    def comes_back(front: str) -> None:
        window.tabs.setCurrentIndex(1)
        hands.quiet()
        window.close_tab(1)
        engine.forget()
        program.prefs.keep("tabs", {"open": [str(path)], "front": front})
        program.opened.bring_back()
        hands.until(lambda: window.tabs.count() == 2, 60)

    def is_there() -> None:
        engine.go.set()
        hands.until(lambda: [p.property("tab") for p in window.pages()] == ["library", "game"], 180)
        hands.until(lambda: not window.jobs.running)

    comes_back("")
    assert hands.page is window.library_page
    assert window.is_open(str(path))
    program.open_named(path)
    assert hands.page.property("tab") == "waiting"
    assert len(window.jobs.running) == 1
    window.tabs.setCurrentIndex(0)
    is_there()
    assert hands.page is window.library_page
    assert window.tabs.tabText(1) == window.pages()[1].tab_text()  # nobody waited for it
    assert program.prefs.extra("tabs", {}) == {"open": [str(path)], "front": ""}

    comes_back(str(path))
    assert hands.page.property("tab") == "waiting"
    is_there()
    assert hands.page is window.pages()[1]
    assert program.prefs.extra("tabs", {}) == {"open": [str(path)], "front": str(path)}
