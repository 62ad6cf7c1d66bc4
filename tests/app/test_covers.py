"""Covers of the start window."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.bench.attacks import modules
from qtwar.editing import ground
from qtwar.model.load import load
from qtwar.presenters.library import Library
from qtwar.qtpaint.counters import CounterArt
from qtwar.services import covers, drafts
from qtwar.services.cache import art_cache
from qtwar.services.covers import _lay_cards
from qtwar.session.begin import NewDraft

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_cover_shows_the_cards_it_names_on_their_cells(repository: Path) -> None:
    content = load(repository / "modules" / "fields_of_fire")
    art, grid = CounterArt(content), content.boards[0].make_grid()
    cards = content.style["cover"]["cards"]
    window = QRectF(0, 0, 700, 500)
    window.moveCenter(QPointF(*grid.to_pixel("r2c3")))
    image = QImage(350, 250, QImage.Format.Format_ARGB32_Premultiplied)
    cloth = QColor("#46583f")
    image.fill(cloth)
    painter = QPainter(image)
    _lay_cards(painter, content, art, window, 0.5, "en")
    painter.end()

    def seen(cell: str) -> QColor:
        x, y = grid.to_pixel(cell)
        return image.pixelColor(round((x - window.left()) * 0.5), round((y - window.top()) * 0.5))

    assert "r2c3" in cards
    assert seen("r2c3") != cloth
    x, _ = grid.to_pixel("r2c3")
    beside = image.pixelColor(round((x + 352 / 2 + 6 - window.left()) * 0.5), 125)  # the gap between two cards
    assert abs(beside.red() - cloth.red()) < 40
    assert all(piece in content.pieces_by_id for piece in cards.values())


ODD = [{"at": [-9999, 9999]}, {"counters": ["nope", "none"]}, {"cards": {"0101": "none"}}, {"picture": {"picture": 5}}, {"x": 1}]


@pytest.mark.parametrize("cover", ODD, ids=str)
def test_a_cover_that_names_nothing_there_is_a_picture_of_the_map(cover: object, tmp_path: Path) -> None:
    """What failed while it was painted ended the process: the helper's, then the window's, which painted it itself."""
    module = modules.sound(tmp_path / "small")
    (module / "content" / "style.yaml").write_text(json.dumps({"map": {}, "cover": cover}), encoding="utf-8")
    image = covers.paint(module, ("mark", (60, 40), "en", "standard"), tmp_path / "cover.png")
    assert (image.width(), image.height()) == (60, 40)


def test_a_draft_s_card_shows_its_map_as_it_is_now_and_is_painted_beside_the_window(
    qtbot: Any, qtwar_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(covers, "paint", None)  # of the window's process
    session, path = drafts.begin(NewDraft("Saint-Clair", columns=6, rows=5), qtwar_home)
    library = Library(qtwar_home)

    def shown() -> tuple[int, int, int]:
        """Return the colour in the middle of the only card, once it is that of the draft as it is."""
        library.drafts()
        qtbot.waitUntil(lambda: not library.reading_documents, timeout=60_000)
        assert [card.path for card in library.drafts()] == [str(path)]
        library.thumbnail(str(path), 90, 60)
        qtbot.waitUntil(lambda: not library.paints, timeout=120_000)
        picture = library.thumbnail(str(path), 90, 60)
        assert picture is not None
        assert (picture.width(), picture.height()) == (90, 60)
        return picture.toImage().pixelColor(45, 30).getRgb()[:3]

    def kept() -> set[Path]:
        return set((art_cache() / "covers").iterdir())

    before, once = shown(), kept()
    board = session.draft.content().boards[0]
    session.do(ground.paint(session.draft, board.id, dict.fromkeys(board.make_grid().cells(), "woods")))
    later = time.time() + 2
    for file in path.parent.glob(f"{path.name}*"):
        os.utime(file, (later, later))
    assert library.thumbnail(str(path), 90, 60) is not None, "the older one hangs there meanwhile"
    assert shown() != before
    assert kept() == once, "of a draft one picture is kept"
    session.close()
    library.leave()
