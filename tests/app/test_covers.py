"""Covers of the start window."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.bench.attacks import modules
from qtwar.model.load import load
from qtwar.qtpaint.counters import CounterArt
from qtwar.services import covers
from qtwar.services.covers import _lay_cards

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
