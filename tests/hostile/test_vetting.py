"""Documents from anybody are read in the helper process first; what ends it is shown as such and not opened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from qtwar.base.errors import DataFault
from qtwar.presenters import library as library_model
from qtwar.presenters.library import Library
from qtwar.services import backups, render_worker, titlecards, vetting
from qtwar.services.render_worker import RenderResult, RenderWorker
from qtwar.storage import library
from qtwar.storage.document import Document
from tests.hostile import test_helper
from tests.model.contents import small
from tests.storage.test_documents import of_format


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(vetting, "_cards", {})


@pytest.fixture
def game(qtwar_home: Path) -> Path:
    path = qtwar_home / "games" / "Tet.qtwar"
    Document.create(path, small(), game={"key": "1f", "rules": {"title": "", "hash": ""}}).close()
    return path


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> Iterator[RenderWorker]:
    """Return a helper that any document ends."""
    made = test_helper.worker(monkeypatch, "wrong")
    monkeypatch.setattr(vetting, "render_worker", lambda: made)
    yield made
    made.close()


class Counting:
    """The real helper, with its requests."""

    closed = False

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, request: dict[str, Any]) -> RenderResult:
        self.asked.append(str(request["do"]))
        return render_worker.render_worker().ask(request)


def test_a_document_that_ends_the_helper_is_not_opened(game: Path, deadly: RenderWorker) -> None:
    for _ in range(2):
        with pytest.raises(DataFault) as caught:
            vetting.vet(game)
        assert caught.value.key == "fault.document.deadly"


def test_it_is_listed_as_what_it_is_and_the_others_are_there(
    game: Path, deadly: RenderWorker, qtwar_home: Path, qtbot: Any
) -> None:
    other = game.with_name("Game Warden.qtwar")
    backups.library.copy(game, other)
    vetting.make_card(other)
    shown = Library(qtwar_home)
    qtbot.waitUntil(lambda: len(shown.games()) == 2, timeout=30_000)
    assert [card.name for card in shown.games()] == ["Game Warden", "Tet"]
    assert shown.games()[1].line.startswith("Tet.qtwar ended the process that read it")
    shown.leave()


def test_a_sound_document_is_read_once_and_again_when_it_has_changed(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    helper = Counting()
    monkeypatch.setattr(vetting, "render_worker", lambda: helper)
    vetting.vet(game)
    vetting.vet(game)
    assert helper.asked == ["document"]
    with Document.open(game) as document:
        document.journal().set_game({"undo": "ask"})
    vetting.vet(game)
    assert helper.asked == ["document"] * 2
    with Document.open(game) as document:
        document.journal().set_game({"undo": "free"})
    vetting.vouch(game)  # the program wrote it
    vetting.vet(game)
    assert helper.asked == ["document"] * 2


def test_who_asks_for_a_document_that_is_being_read_has_it_read_no_second_time(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    helper = Counting()
    monkeypatch.setattr(vetting, "render_worker", lambda: helper)
    both = [threading.Thread(target=vetting.vet, args=(game,)) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(60)
    assert helper.asked == ["document"]


def test_a_document_named_at_the_start_is_read_before_any_card(
    game: Path, qtwar_home: Path, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    helper = Counting()
    for module in (vetting, library_model):
        monkeypatch.setattr(module, "render_worker", lambda: helper)
    monkeypatch.setattr(titlecards, "card", lambda path: None)  # none is kept, whatever has run before
    shown = Library(qtwar_home)
    shown.expect([str(game)])
    assert not any(card.path == str(game) for card in shown.games()), "its card is put off"
    shown.titles()
    shown._behind.waitForDone()
    assert helper.asked == ["document"], "no card is read meanwhile"
    vetting.vet(game)
    assert helper.asked == ["document"], "it is known when it is opened"
    shown.go_on()
    shown.titles()
    shown._behind.waitForDone()
    assert set(helper.asked[1:]) == {"card"}
    monkeypatch.undo()
    shown.leave()


def test_what_ends_in_a_sentence_ends_so_in_the_window_too(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_format(game, 3)
    before = game.read_bytes()
    vetting.vet(game)
    assert game.read_bytes() == before, "it is brought up to date when it is opened, after a backup"
    game.write_bytes(b"no document at all, but long enough to be looked at by its head" * 4)
    vetting.vet(game)
    with pytest.raises(DataFault):
        Document.open(game)


def test_the_picture_of_a_card_is_drawn_anew(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "large.png"
    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(0xFF336699)
    image.setText("hidden", "words")
    image.save(str(file))
    with Document.open(game) as document:
        document.journal().set_card({"turn": 3}, file.read_bytes())
    vetting.make_card(game)
    card, fresh = vetting.card(game)
    assert fresh
    assert card is not None
    assert (card.card, card.kind) == ({"turn": 3}, "game")
    assert card.thumbnail is not None
    shown = QImage.fromData(card.thumbnail)
    assert (shown.width(), shown.height()) == (640, 320)
    assert shown.textKeys() == []
    assert library.card(game).thumbnail == file.read_bytes()
