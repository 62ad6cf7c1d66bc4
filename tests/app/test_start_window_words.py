"""What is wrong with files and modules is said in the language of the window."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.presenters.cardwords import document_card, time_of
from qtwar.presenters.library import Library
from qtwar.sandbox import guest
from qtwar.services.titles import games_folder
from qtwar.storage.library import DocumentCard
from qtwar.ui import i18n
from qtwar.ui.library.cards import GameTile
from qtwar.ui.library.model import GameCard
from qtwar.ui.library.page import LibraryPage
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import IconLabel


@pytest.fixture
def library(qapp: Any, qtwar_home: Path) -> Iterator[Library]:
    i18n.set_language("ja")
    yield Library(qtwar_home)
    i18n.set_language("en")


def test_a_damaged_game_and_a_broken_module(library: Library, qtwar_home: Path, qtbot: Any) -> None:
    games = games_folder(qtwar_home)
    games.mkdir(parents=True, exist_ok=True)
    (games / "Tet.qtwar").write_bytes(b"no game at all")
    module = qtwar_home / "modules" / "my_war"
    module.mkdir(parents=True)
    (module / "module.yaml").write_text("id: my_war\nname: {en: My war\n", encoding="utf-8")
    (qtwar_home / "modules" / "torn.qtmod").write_bytes(b"PK")
    library.titles()
    qtbot.waitUntil(lambda: not library.reading, timeout=30_000)
    library.titles()
    qtbot.waitUntil(lambda: bool(library.games()), timeout=30_000)
    assert library.games()[0].line == "Tet.qtwarはQtWarの文書ではありません。"
    said = {module.name: module.problem for module in library.broken()}
    assert said
    for sentence in said.values():
        assert sentence.endswith("。")
        assert any("ぁ" <= letter <= "ん" for letter in sentence), sentence


def test_what_can_not_be_opened(library: Library, tmp_path: Path, qtbot: Any) -> None:
    told: list[str] = []
    library.problem.connect(told.append)
    archive = tmp_path / "half.qtmod"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("readme.txt", "nothing")
    library.open(str(archive))
    qtbot.waitUntil(lambda: bool(told))
    library.open(str(tmp_path / "letter.txt"))
    assert told[0] == "half.qtmodはモジュールではありません。module.yamlがありません。"
    assert told[1].endswith("。")


def test_what_is_put_away_keeps_what_a_killed_program_left_beside_it(library: Library, qtwar_home: Path) -> None:
    games = games_folder(qtwar_home)
    games.mkdir(parents=True, exist_ok=True)
    for end in ("", "-wal"):
        (games / f"Tet.qtwar{end}").write_bytes(b"some of it")
    away = library.forget(str(games / "Tet.qtwar"))
    assert sorted(p.name for p in Path(away).parent.iterdir()) == ["Tet.qtwar", "Tet.qtwar-wal"]
    (games / "Tet.qtwar").write_bytes(b"another one")
    second = library.forget(str(games / "Tet.qtwar"))
    assert Path(second).name == "Tet (2).qtwar"
    library.bring_back(str(games / "Tet.qtwar"), away)
    assert sorted(p.name for p in games.glob("Tet*")) == ["Tet.qtwar", "Tet.qtwar-wal"]


def test_a_draft_has_the_pencil_and_a_game_the_flag(library: Library, qtbot: Any) -> None:
    for kind, sign in (("draft", "pencil-ruler"), ("game", "flag-variant")):
        card = document_card(DocumentCard(Path("evening.qtwar"), kind=kind))
        tile = GameTile(library, card)
        qtbot.addWidget(tile)
        assert card.icon == sign
        assert tile.sign.pixmap().toImage() == IconLabel(sign, "accent", 15).pixmap().toImage()


def test_continue_has_games_and_drafts_the_last_changed_first(library: Library, qtbot: Any, monkeypatch: Any) -> None:
    def shown(*found: tuple[str, str, float]) -> list[GameCard]:
        return [document_card(DocumentCard(Path(name), kind=kind, modified=when)) for name, kind, when in found]

    monkeypatch.setattr(library, "games", lambda: shown(("/g/new.qtwar", "game", 300.0), ("/g/old.qtwar", "game", 100.0)))
    monkeypatch.setattr(library, "drafts", lambda: shown(("/d/map.qtwar", "draft", 200.0)))
    page = LibraryPage(library, Preferences(None))
    qtbot.addWidget(page)
    page.resize(1600, 1000)
    with qtbot.waitExposed(page):
        page.show()
    assert [tile.name.text() for tile in page.game_tiles] == ["new", "map", "old"]
    assert [tile.plain_chip.text() for tile in page.game_tiles] == ["", "下書き", ""]
    opened: list[str] = []
    monkeypatch.setattr(library, "open", opened.append)
    QTest.mouseClick(page.game_tiles[1], Qt.MouseButton.LeftButton)
    assert opened == ["/d/map.qtwar"]


def test_the_rules_engine_has_its_tick_when_it_is_ready(library: Library, qtbot: Any, monkeypatch: Any) -> None:
    page = LibraryPage(library, Preferences(None))
    qtbot.addWidget(page)
    for done, sign, colour, words in (
        (False, "progress-clock", "warn", "library.engine_first"), (True, "check-circle-outline", "good", "library.engine_ready"),
    ):  # fmt: skip
        monkeypatch.setattr(guest, "is_ready", lambda done=done: done)
        page.sidebar.refresh()
        assert page.sidebar.ready.text() == i18n.tr(words)
        assert page.sidebar.ready_icon.pixmap().toImage() == IconLabel(sign, colour, 15).pixmap().toImage()


@pytest.mark.parametrize(
    ("minutes", "ja", "en"),
    [
        ((45, 150), "45分〜2.5時間", "45 min–2.5 h"),
        ((120, 900), "2〜15時間", "2–15 h"),
        ((20, 40), "20〜40分", "20–40 min"),
        ((60, 60), "1時間", "1 h"),
    ],
)
def test_how_long_a_game_takes_is_said_as_one_does(
    library: Library, minutes: tuple[int, int], ja: str, en: str
) -> None:
    assert time_of(*minutes) == ja
    i18n.set_language("en")
    assert time_of(*minutes) == en
