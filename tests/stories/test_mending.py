"""A damaged game is made whole as far as it goes, an earlier state is had again, and one is told by whose rules one plays."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.editing import sharing
from qtwar.services import backups, provenance
from qtwar.storage import guard
from tests.model.contents import small
from tests.storage.test_documents import of_format
from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands
from tests.stories.test_the_delta import start


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program's own folders, where the window has them."""
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path / "遊び home"))


@pytest.fixture
def closed(hands: Hands) -> Path:
    """Return the file of a game of a few entries that has been closed."""
    start(hands, "game_warden", "quick")
    while len(hands.session.history) < 4:
        hands.step()
    path = Path(hands.model.settings.identity.path)
    hands.press(hands.window.tabs.tabButton(1, hands.window.tabs.ButtonPosition.RightSide))
    hands.until(lambda: hands.window.tabs.count() == 1)
    return path


def change(path: Path, statement: str) -> None:
    """Change a document behind the program's back."""
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(statement)
        raw.commit()


def said(path: Path) -> list[str]:
    """Return all that a document says; its bytes change when what was written last goes from SQLite's log into it."""
    with closing(sqlite3.connect(path)) as raw:
        return list(raw.iterdump())


def open_tile(hands: Hands) -> None:
    library = hands.window.library_page
    hands.until(lambda: library.game_grid.count())
    hands.press(library.game_grid.itemAt(0).widget())


@pytest.mark.parametrize("hands", [{}, {"language": "ja", "theme": "dark"}], indirect=True, ids=["en", "ja"])
def test_a_damaged_game_is_made_whole_as_far_as_it_goes(hands: Hands, closed: Path) -> None:
    change(closed, "UPDATE entry SET label = '{\"key\": \"x\", \"args\": {}}' WHERE no = 3")
    before = said(closed)
    open_tile(hands)
    card = hands.window.library_page.damaged
    hands.until(card.isVisible)
    hands.shot("damaged")
    hands.press(card.go)
    hands.until(lambda: card.shown.path != str(closed), 60)
    hands.shot("recovered")
    assert card.shown.entries == 2
    assert len(card.shown.missing) >= 1
    hands.press(card.go)
    hands.until(lambda: hasattr(hands.page, "prompt"))
    hands.quiet()
    assert len(hands.session.history) == 2
    assert said(closed) == before


@pytest.mark.parametrize("hands", [{}, {"language": "ja", "scale": 150}], indirect=True, ids=["en", "ja"])
def test_an_earlier_state_is_opened_as_a_copy(hands: Hands, closed: Path) -> None:
    open_tile(hands)  # keeps it as it was closed
    hands.until(lambda: hasattr(hands.page, "prompt"))
    hands.quiet()
    length = len(hands.session.history)
    hands.step()
    hands.window.actions_registry["restore"].trigger()
    earlier = hands.window.library_page.earlier
    hands.until(earlier.isVisible)
    hands.shot("restore")
    assert [state.name for state in earlier.states] == [closed.stem]
    hands.press(earlier.field)
    QTest.keyClicks(earlier.field, "no such")
    assert earlier.buttons == []
    earlier.field.clear()
    hands.press(earlier.buttons[0])
    hands.until(lambda: hands.window.tabs.count() == 3)
    hands.quiet()
    assert len(hands.session.history) == length
    assert hands.model.settings.identity.path != str(closed)


@pytest.mark.parametrize("hands", [{}, {"language": "ja"}], indirect=True, ids=["en", "ja"])
@pytest.mark.parametrize("form", [guard.FORMAT - 2, guard.FORMAT - 1])
def test_a_game_of_the_last_two_formats_opens_and_says_so(hands: Hands, closed: Path, form: int) -> None:
    of_format(closed, form)
    open_tile(hands)
    hands.until(lambda: hasattr(hands.page, "prompt"))
    hands.until(hands.window.toast.isVisible)
    hands.shot(f"format-{form}")
    assert closed.name in hands.window.toast.text.text()
    assert len(hands.session.history) == 4
    assert guard.inspect(closed) == guard.FORMAT
    assert [guard.inspect(kept.path) for kept in backups.listed() if kept.name == closed.stem] == [form]


def test_a_tile_leads_to_its_earlier_states(hands: Hands, closed: Path) -> None:
    library = hands.window.library_page
    hands.until(lambda: library.game_grid.count())
    tile = library.game_grid.itemAt(0).widget()
    tile.asked.emit(str(closed), tile.mapToGlobal(tile.rect().center()))
    hands.choose("Earlier")
    hands.until(library.earlier.isVisible)
    assert library.earlier.field.text() == closed.stem


def test_rules_that_are_not_those_of_the_beginning_are_said(hands: Hands, closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qtwar.services.origins.rules_hash", lambda folder: "0" * 64)
    open_tile(hands)
    hands.until(lambda: hasattr(hands.page, "prompt"))
    hands.until(hands.window.toast.isVisible)
    assert "not those that this game began with" in hands.window.toast.text.text()
    hands.shot("other-rules")


def test_where_a_module_comes_from_is_said(hands: Hands, tmp_path: Path) -> None:
    archive = tmp_path / "delta.qtmod"
    sharing.pack(small(), archive)
    hands.program.library.install(str(archive))
    hands.until(lambda: any(t.own for t in hands.program.library.installed_titles()))
    own = next(t for t in hands.program.library.installed_titles() if t.own)
    assert own.source.startswith(f"From the file {archive.name}, installed 20")
    assert provenance.source_of(Path(own.path)).hash[:12] in own.source
    library = hands.window.library_page
    ident = next(t.id for t in hands.program.library.titles() if t.source)
    hands.until(lambda: ident in library.tiles)
    QTest.mouseClick(library.tiles[ident], LEFT, NONE)
    hands.shot("source")
    hands.window.open_settings(own.name)
    hands.shot("source-settings")
    Path(own.path).write_bytes(Path(own.path).read_bytes() + b" ")
    assert provenance.source_of(Path(own.path)).changed
    QApplication.processEvents()
