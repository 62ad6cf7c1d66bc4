"""Of a large board that is not drawn yet, the helper draws and keeps the tiles that are looked at."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from qtwar.editing import templates
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.presenters import maps
from qtwar.qtpaint import boardart
from qtwar.qtpaint.keptart import KeptArt
from qtwar.qtpaint.tiles import LOWEST, zoom_of
from qtwar.services import maptiles, render_process
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


def most_apart(one: QImage, other: QImage) -> int:
    """How far apart two pictures are at most, of 255."""
    a, b = (np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1).astype(np.int16) for image in (one, other))
    return int(np.abs(a - b).max())


def test_tiles_of_parts_look_as_the_whole_does_and_are_taken_over(
    content: TitleContent, qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(maps, "LARGE", 100)
    made = maps.BoardMaps()
    board, came = content.boards[0], []
    made.arrived.connect(lambda key: came.append(made.art[key]))
    key = made.want(content, board, "en")
    qtbot.waitUntil(lambda: bool(came) and not made.under_way(key), timeout=120_000)
    whole = came[-1]
    assert isinstance(whole, KeptArt)
    begun = maptiles.begin(board, maptiles.describe(board, dict(content.style), "en", "standard"), whole.file)
    assert begun is not None
    assert begun.bounds == whole.bounds
    kept = maps.Pictures(maps.Blobs(maptiles.kept_tiles(whole.file)))
    first = FirstTiles(begun, kept)
    one = painted(qtbot, first, -1, 1, 1)
    other = made.tiles(key, content.style, 0.0, made)
    other.inherit(first, maps.QRectF())
    assert other.tile(-1, 1, 1) == one
    of_whole = boardart.at(whole.file).image(zoom_of(-1), first.rect(-1, 1, 1))
    assert most_apart(one, of_whole) <= 3  # of 255: hatching begins elsewhere
    render_worker().close()  # it was idle, and ended: the next one is told again what is drawn
    assert painted(qtbot, first, 1, 0, 0).width() == 512
    first.close()
    other.close()
    kept.close()
    for worker in (render_worker(), whole_worker()):
        worker.close()


def test_a_map_does_not_wait_for_a_large_one(
    content: TitleContent, qtbot: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(maps, "LARGE", 500)
    made, done = maps.BoardMaps(), Event()

    def drawn(board: BoardContent, style: dict[str, object], key: maps.Key) -> maps.BegunArt:
        if len(board.terrain) >= 500:
            assert done.wait(60)
        return BegunArt({}, tmp_path, maps.QRectF(), QImage())

    monkeypatch.setattr(made, "_made", drawn)
    little = templates.new_grid("Little", columns=5, rows=5)
    large = made.want(content, content.boards[0], "en")
    with qtbot.waitSignal(made.arrived, timeout=60_000) as came:
        made.want(little, little.boards[0], "en")
    assert came.args != [large]
    assert made.under_way(large)
    with qtbot.waitSignal(made.arrived, timeout=60_000):
        done.set()


def test_boards_that_hold_the_same_share_one_map_and_another_style_has_its_own(
    content: TitleContent, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, drawn = maps.BoardMaps(), []
    monkeypatch.setattr(made, "_prepare", lambda board, style, key: drawn.append(key))
    again = TitleContent.model_validate(content.as_json())  # as a page that waits for a game has another content than the game
    assert again.boards[0] is not content.boards[0]
    key = made.want(content, content.boards[0], "en")
    assert made.want(again, again.boards[0], "en") == key
    styled = again.model_copy(update={"style": {**content.style, "coarse": {"clear": "#aabbcc"}}})
    other = made.want(styled, styled.boards[0], "en")
    larger = templates.new_grid("Large", columns=30, rows=31)
    assert len({key, other, made.want(larger, larger.boards[0], "en")}) == 3
    monkeypatch.setattr(maps.keptart, "missing", lambda board, style: ["scan"])
    assert made.want(content, content.boards[0], "en") != key, "without its scan it looks another way"
    made._pool.waitForDone()
    assert len(drawn) == 4


def test_what_stands_behind_the_others_goes_no_further_back(monkeypatch: pytest.MonkeyPatch) -> None:
    nice = [0]

    def add(more: int) -> int:
        nice[0] += more
        return nice[0]

    monkeypatch.setattr(render_process.os, "nice", add, raising=False)
    for _ in range(2):
        render_process.stand_behind()
    assert nice == [render_process.BEHIND]


def test_a_tile_of_most_of_the_board_waits_for_the_whole(content: TitleContent, qtbot: Any, tmp_path: Path) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    begun = BegunArt({}, tmp_path / "a.art", maps.QRectF(0, 0, 20_000, 20_000), image)
    kept = maps.Pictures(maps.Blobs(tmp_path / "tiles"))
    source = FirstTiles(begun, kept)
    assert source.made((-8, 0, 0), maptiles.Hand()) is None
    source.close()
    kept.close()


@pytest.fixture
def begun(content: TitleContent, qapp: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[dict[str, Any]]:
    """What the helper was asked to begin, in this process."""
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    board = content.boards[0].model_dump(mode="json", by_alias=True)
    asked = {"file": str(tmp_path / "one.art"), "board": board, "style": dict(content.style)}
    asked |= {"language": "en", "palette": "standard"}
    maptiles.answer_begin(asked)
    yield asked
    maptiles._end_parts()
    if maptiles._under is not None:
        maptiles._under.kept.close()
        maptiles._under = None


def part_of(file: str) -> bool:
    return maptiles.answer_part({"file": file, "key": [1, 0, 0], "veil": 0.0})


def test_who_has_begun_another_board_paints_no_tile_of_this_one(begun: dict[str, Any], tmp_path: Path) -> None:
    assert part_of(begun["file"])
    assert not part_of(str(tmp_path / "other.art"))


def test_a_board_stays_begun_while_tiles_of_another_are_painted(
    begun: dict[str, Any], content: TitleContent, tmp_path: Path
) -> None:
    board, style = content.boards[0], dict(content.style)
    art = boardart.prepare(board, style, cache=tmp_path)
    whole = maptiles.keptart.file_of(board, style, "en", "standard", tmp_path)
    assert whole.is_file(), art
    tile = {"file": str(whole), "key": [1, 0, 0], "veil": 0.0}
    maptiles.answer_tile(tile)
    assert part_of(begun["file"])
    maptiles.answer_begin({**begun, "file": str(whole)})
    assert part_of(str(whole))
    maptiles.answer_tile(tile)
    assert not part_of(str(whole)), "all of it is drawn"


def test_a_board_that_can_not_be_begun_leaves_none(begun: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="BoardContent"):
        maptiles.answer_begin({**begun, "file": str(tmp_path / "bad.art"), "board": {}})
    assert not part_of(begun["file"]), "its pictures are closed"


def test_the_soft_picture_has_the_paper_round_it(content: TitleContent, qapp: Any) -> None:
    board: BoardContent = content.boards[0]
    small = maptiles.keptart.coarse(board, {})
    left, top, right, bottom = board.make_grid().bounds()
    framed = maptiles.keptart.framed(small, board, maps.QRectF(left - 100, top - 50, right - left + 200, bottom - top + 100))
    k = small.width() / (right - left)
    assert framed.width() == round((right - left + 200) * k)
    assert framed.pixelColor(1, 1).name() == "#efe6c8"


def test_tiles_are_closed_with_the_last_map_that_shows_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: Any) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    closed: list[Path] = []

    class Kept(maps.Blobs):
        def close(self) -> None:
            closed.append(self._file)
            super().close()

    monkeypatch.setattr(maps, "Blobs", Kept)
    made, board = maps.BoardMaps(), templates.new_grid("Edited", columns=5, rows=5).boards[0]
    one, other = (KeptArt(board, tmp_path / name, maps.QRectF(0, 0, 9, 9), QImage()) for name in ("one.art", "other.art"))
    keys = [("board/1", "en", "standard"), ("board/2", "en", "standard")]
    made.art.update(zip(keys, (one, other), strict=True))
    first, again, second = (made.tiles(key, {}, 0.0, None) for key in (keys[0], keys[0], keys[1]))  # type: ignore[arg-type]
    first.close()
    del first
    gc.collect()
    assert not closed, "another map still shows it"
    again.close()
    del again
    gc.collect()
    assert closed == [maptiles.kept_tiles(one.file)]
    second.close()
    del second, made
    gc.collect()
    assert maptiles.kept_tiles(other.file) in closed


def test_maps_of_long_ago_are_let_go(qtbot: Any, tmp_path: Path) -> None:
    made, boards, came = maps.BoardMaps(), [], []
    made.arrived.connect(lambda key: came.append(made.art[key]))
    for n in range(maps.LATELY + 9):
        board = templates.new_grid(f"Edited {n}", columns=5, rows=5).boards[0].model_copy(update={"id": f"board{n}"})
        boards.append(board)
        art = KeptArt(board, tmp_path / f"{n}.art", maps.QRectF(0, 0, 9, 9), QImage())
        made._keep((made._name(board, {}), "en", "standard"), art)
    assert [art.board for art in came] == boards, "each is there when it is told of"
    assert [art.board for art in made.art.values()] == boards[-maps.LATELY :], "a play-test after each edit kept them all"


def test_what_half_and_a_quarter_of_the_size_show_is_kept_ahead() -> None:
    area = QRectF(100, 50, 1000, 500)
    found = dict(maps._further(0, area, 40))
    assert [zoom_of(level) for level in found] == pytest.approx([50, 100 / 8**0.5, 25])
    for level, window in found.items():
        size = area.size() * (100 / zoom_of(level))
        view = QRectF(0, 0, size.width(), size.height())
        view.moveCenter(area.center())
        assert window.contains(view)
    assert [level for level, _ in maps._further(LOWEST + 3, area, 40)] == [LOWEST + 1, LOWEST]
    assert not dict(maps._further(LOWEST + 1, area, 40)), "there is nothing further away"
