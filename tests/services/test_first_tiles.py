"""Of a large board that is not drawn yet, the helper draws and keeps the tiles that are looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from qtwar.editing import templates
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.presenters import maps
from qtwar.qtpaint.keptart import KeptArt
from qtwar.services import maptiles
from qtwar.services.maptiles import BegunArt, FirstTiles
from qtwar.services.render_worker import render_worker, whole_worker


@pytest.fixture(scope="module")
def content() -> TitleContent:
    return templates.new_grid("Large", columns=30, rows=30)


def painted(qtbot: Any, source: FirstTiles, *key: int) -> QImage:
    with qtbot.waitSignal(source.tile_ready, timeout=60_000):
        assert source.tile(*key) is None
    found = source.tile(*key)
    assert found is not None
    return found


def test_tiles_come_of_parts_then_of_the_whole_and_are_the_same(
    content: TitleContent, qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(maps, "LARGE", 100)
    made = maps.BoardMaps()
    board, came = content.boards[0], []
    made.arrived.connect(lambda key: came.append(made.art[key]))
    key = made.want(content, board, "en")
    qtbot.waitUntil(lambda: bool(came) and not made.under_way(key), timeout=120_000)
    made._beginning.waitForDone()
    whole = came[-1]
    assert isinstance(whole, KeptArt)
    begun = maptiles.begin(board, dict(content.style), "en", "standard", whole.file)
    assert begun is not None
    assert begun.bounds == whole.bounds
    first = FirstTiles(begun, maps.Pictures(maps.Blobs(maptiles.kept_tiles(whole.file))))
    one = painted(qtbot, first, -1, 1, 1)
    other = made.tiles(key, content.style, 0.0, made)
    other.inherit(first, maps.QRectF())
    assert other.tile(-1, 1, 1) == one
    render_worker().close()  # it was idle, and ended: the next one is told again what is drawn
    assert painted(qtbot, first, 1, 0, 0).width() == 512
    first.close()
    other.close()
    for worker in (render_worker(), whole_worker()):
        worker.close()


def test_a_tile_of_most_of_the_board_waits_for_the_whole(content: TitleContent, qtbot: Any, tmp_path: Path) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    begun = BegunArt({}, tmp_path / "a.art", maps.QRectF(0, 0, 20_000, 20_000), image)
    source = FirstTiles(begun, maps.Pictures(maps.Blobs(tmp_path / "tiles")))
    assert source.made((-8, 0, 0), maptiles.Hand()) is None
    source.close()


def test_who_has_begun_another_board_paints_no_tile_of_this_one(tmp_path: Path) -> None:
    assert not maptiles.answer_part({"file": str(tmp_path / "other.art"), "key": [0, 0, 0], "veil": 0.0})


def test_the_soft_picture_has_the_paper_round_it(content: TitleContent, qapp: Any) -> None:
    board: BoardContent = content.boards[0]
    small = maptiles.keptart.coarse(board, {})
    left, top, right, bottom = board.make_grid().bounds()
    framed = maptiles.keptart.framed(small, board, maps.QRectF(left - 100, top - 50, right - left + 200, bottom - top + 100))
    k = small.width() / (right - left)
    assert framed.width() == round((right - left + 200) * k)
    assert framed.pixelColor(1, 1).name() == "#efe6c8"
