"""The map as kept drawings and as tiles."""

from pathlib import Path
from threading import Event

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from qtwar.draw.board import draw_board
from qtwar.model.content import TitleContent
from qtwar.qtpaint import boardart
from qtwar.qtpaint.boardart import BoardArt, prepare
from qtwar.qtpaint.keptart import coarse
from qtwar.qtpaint.painter import Painter
from qtwar.qtpaint.pictures import Pictures
from qtwar.qtpaint.tiles import HIGHEST, LOWEST, TILE, BoardTiles, Hand, Key, zoom_of
from qtwar.storage.blobs import Blobs

pytestmark = pytest.mark.usefixtures("qapp")


def pixels(image: QImage) -> np.ndarray:
    """Red, green, blue of each pixel."""
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return data[:, : image.width() * 4].reshape(image.height(), image.width(), 4)[:, :, :3].astype(int)


def test_a_drawing_is_kept_and_read_again_until_something_changes(
    sealords: TitleContent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = sealords.boards[0]
    style = {"boards": {"delta": [{"painter": "fill", "color": "#e8e3bd"}, {"painter": "grid", "color": "#463f28"}]}}
    drawn: list[str] = []

    def counted(*args: object) -> object:
        drawn.append("drawn")
        return draw_board(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(boardart.drawing, "draw_board", counted)
    first = prepare(board, style, cache=tmp_path)
    again = prepare(board, style, cache=tmp_path)
    assert len(drawn) == 1
    assert first.overview(300) == again.overview(300)
    prepare(board, {**style, "other": 1}, cache=tmp_path)
    assert len(drawn) == 2
    for file in tmp_path.glob("*.art"):
        file.write_bytes(file.read_bytes()[:400])
    damaged = prepare(board, style, cache=tmp_path)
    assert damaged.overview(300) == first.overview(300)
    assert damaged.image(20, damaged.bounds) == first.image(20, first.bounds)
    assert len(drawn) == 3
    for number in range(6):
        prepare(board, {**style, "other": number + 2}, cache=tmp_path)
    assert len(list(tmp_path.iterdir())) <= 8  # four drawings, each with its small picture


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(sealords: TitleContent, tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("x")
    style = {"boards": {"delta": [{"painter": "fill", "color": "#e8e3bd"}]}}
    assert not prepare(sealords.boards[0], style, cache=in_the_way / "art").small.isNull()


def test_tiles_laid_side_by_side_are_the_map(art: BoardArt) -> None:
    source = BoardTiles(art)
    level = 0
    tile = source.rect(level, 4, 2)
    whole = QRectF(tile.left(), tile.top(), tile.width() * 2, tile.height())
    picture = pixels(art.image(zoom_of(level), whole))
    painter = Painter()
    parts = [pixels(source.paint_tile((level, x, 2), painter)) for x in (4, 5)]
    apart = np.abs(np.hstack(parts) - picture).max(axis=2)
    assert (apart > 40).mean() < 0.002
    assert apart[:, TILE - 3 : TILE + 3].mean() < 4  # no seam
    source.close()


def test_a_tile_comes_when_it_is_ready_and_is_kept(art: BoardArt, patient: QtBot) -> None:
    source = BoardTiles(art)
    with patient.waitSignal(source.tile_ready, timeout=20_000) as ready:
        assert source.tile(-2, 1, 1) is None
    assert ready.args == [-2, 1, 1]
    found = source.tile(-2, 1, 1)
    assert found is not None
    assert (found.width(), found.height()) == (TILE, TILE)
    assert source.waiting() == 0
    source.close()


def test_tiles_are_found_again_at_the_next_start(art: BoardArt, patient: QtBot, tmp_path: Path) -> None:
    def tile(kept: Pictures, veil: float = 0.0) -> QImage:
        source = BoardTiles(art, kept=kept, veil=veil)
        with patient.waitSignal(source.tile_ready, timeout=20_000):
            source.tile(-4, 0, 0)
        found = source.tile(-4, 0, 0)
        source.close()
        assert found is not None
        return found

    kept = Pictures(Blobs(tmp_path / "map.pictures"))
    first = tile(kept)
    assert first == BoardTiles(art).paint_tile((-4, 0, 0), Painter())
    kept.close()
    kept = Pictures(Blobs(tmp_path / "map.pictures"))
    assert kept.get("(-4, 0, 0)/0.0") == first
    other = QImage(first)
    other.fill(QColor("red"))
    kept.put("(-4, 0, 0)/0.0", other)
    assert tile(kept) == other  # what is kept is not painted anew
    assert tile(kept, veil=0.12) not in (first, other)
    kept.close()


def test_what_is_asked_for_last_is_painted_first(art: BoardArt, patient: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()
    paint = BoardTiles.made

    def made(self: BoardTiles, key: Key, hand: Hand) -> QImage:
        begun.set()
        go_on.wait(20)
        return paint(self, key, hand)

    monkeypatch.setattr(BoardTiles, "made", made)
    source = BoardTiles(art, threads=1)
    came: list[tuple[int, int, int]] = []
    source.tile_ready.connect(lambda *key: came.append(key))
    asked = [(-4, x, y) for x, y in source.tiles_in(-4, art.bounds)[:4]]
    source.tile(*asked[0])
    assert begun.wait(20)
    for key in asked[1:]:
        source.tile(*key)
    patient.waitUntil(lambda: source.waiting() == len(source._queues[1]) + 1, timeout=20_000)  # all are looked for
    go_on.set()
    patient.waitUntil(lambda: len(came) == len(asked), timeout=20_000)
    assert came == [asked[0], *reversed(asked[1:])], "the first was in work"
    source.close()


def test_what_is_kept_does_not_wait_and_what_was_left_is_not_painted(
    art: BoardArt, patient: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, go_on = Event(), Event()
    paint, painted = BoardTiles.made, []

    def made(self: BoardTiles, key: Key, hand: Hand) -> QImage:
        painted.append(key)
        begun.set()
        go_on.wait(20)
        return paint(self, key, hand)

    monkeypatch.setattr(BoardTiles, "made", made)
    kept = Pictures(Blobs(tmp_path / "map.pictures"))
    source = BoardTiles(art, kept=kept)
    kept.put(source.name_of((-4, 0, 0)), source.paint_tile((-4, 0, 0), Painter()))
    for x in range(4):
        source.tile(0, x, 0)
    small = (source.whole_level, 0, 0)
    source.tile(*small)
    assert begun.wait(20)
    with patient.waitSignal(source.tile_ready, timeout=20_000) as ready:
        source.tile(-4, 0, 0)
    assert ready.args == [-4, 0, 0]
    patient.waitUntil(lambda: source.waiting() == len(source._queues[1]) + 1, timeout=20_000)  # all are looked for
    source.leave(0)
    source.leave(source.whole_level)
    go_on.set()
    patient.waitUntil(lambda: source.waiting() == 0, timeout=20_000)
    assert small in painted, "pictures of the whole are still wanted"
    assert len([key for key in painted if key[0] == 0]) <= 1, "but the one that was in work"
    source.close()
    kept.close()


def test_what_is_left_while_it_is_looked_for_is_not_painted(
    art: BoardArt, patient: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = Event(), Event()
    painted: list[Key] = []

    def found(self: BoardTiles, key: Key) -> None:
        begun.set()
        go_on.wait(20)

    monkeypatch.setattr(BoardTiles, "found", found)
    monkeypatch.setattr(BoardTiles, "made", lambda self, key, hand: painted.append(key))
    source = BoardTiles(art)
    source.tile(0, 0, 0)
    assert begun.wait(20)
    source.leave(0)
    go_on.set()
    patient.waitUntil(lambda: source.waiting() == 0, timeout=20_000)
    assert painted == []
    source.tile(0, 0, 0)
    patient.waitUntil(lambda: painted == [(0, 0, 0)], timeout=20_000)
    source.close()


def test_memory_stays_within_its_limit(art: BoardArt, patient: QtBot) -> None:
    source = BoardTiles(art, memory=5 * TILE * TILE * 4)
    for x, y in source.tiles_in(-3, art.bounds)[:8]:
        source.tile(-3, x, y)
    patient.waitUntil(lambda: source.waiting() == 0, timeout=20_000)
    kept = [key for key in source.tiles_in(-3, art.bounds) if (-3, *key) in source._kept]
    assert len(kept) == 5
    source.close()


def test_a_closed_source_paints_no_more(art: BoardArt, patient: QtBot) -> None:
    source = BoardTiles(art)
    for x, y in source.tiles_in(-3, art.bounds):
        source.tile(-3, x, y)
    source.close()
    assert source.waiting() == 0
    assert source.tile(-1, 0, 0) is None
    assert source.waiting() <= 1


def test_levels_cover_all_zooms_and_tiles_cover_the_board(art: BoardArt) -> None:
    source = BoardTiles(art)
    for scale in (0.07, 0.3, 0.71, 1.0, 1.4, 3.0, 7.0):
        level = source.level_for(scale)
        assert zoom_of(level) >= scale * 100 * 0.975
        assert level == LOWEST or zoom_of(level - 1) < scale * 100
    assert (source.level_for(0.0001), source.level_for(999)) == (LOWEST, HIGHEST)
    level = -4
    boxes = [source.rect(level, x, y) for x, y in source.tiles_in(level, art.bounds)]
    assert sum(box.width() * box.height() for box in boxes) == pytest.approx(art.bounds.width() * art.bounds.height())
    assert source.tiles_in(level, QRectF(-9e5, 0, 10, 10)) == []
    source.close()


def test_the_dark_theme_dims_the_map_a_little(art: BoardArt) -> None:
    plain, dark = BoardTiles(art), BoardTiles(art, veil=0.5)
    bright = pixels(plain.paint_tile((-6, 0, 0), Painter())).mean()
    assert pixels(dark.paint_tile((-6, 0, 0), Painter())).mean() == pytest.approx(bright * 0.88, rel=0.02)
    assert pixels(plain.overview()).mean() > pixels(dark.overview()).mean()
    plain.close()
    dark.close()


def test_a_coarse_picture_shows_land_and_sea_at_once(sealords: TitleContent) -> None:
    image = coarse(sealords.boards[0], {"high_seas": "#84b5c8"}, "#e8e3bd")
    assert image.pixelColor(image.width() - 4, image.height() - 4).name() == "#84b5c8"
    assert image.pixelColor(image.width() // 2, 4).name() == "#e8e3bd"
    assert boardart.cell_rect(sealords.boards[0], "0101").width() == 100


def test_a_soft_picture_without_named_colours_is_paper(sealords: TitleContent) -> None:
    plain = coarse(sealords.boards[0], {}, "#e8e3bd")
    assert set(np.frombuffer(plain.constBits(), np.uint32).tolist()) == {0xFFE8E3BD}
    assert plain.size() == coarse(sealords.boards[0], {"high_seas": "#84b5c8"}).size()


def test_the_small_picture_is_kept_beside_the_drawing_and_painted_again_when_it_is_damaged(
    sealords: TitleContent, tmp_path: Path
) -> None:
    board = sealords.boards[0]
    style = {"boards": {"delta": [{"painter": "fill", "color": "#e8e3bd"}, {"painter": "grid", "color": "#463f28"}]}}
    first = prepare(board, style, cache=tmp_path)
    again = prepare(board, style, cache=tmp_path)
    assert again.small == first.small
    (picture,) = tmp_path.glob("*.png")
    picture.write_bytes(b"not a picture")
    mended = prepare(board, style, cache=tmp_path)
    assert mended.small == first.small
    for n in range(6):  # only the newest drawings of a board stay, each with its picture
        prepare(board, {**style, "note": n}, cache=tmp_path)
    assert {f.stem for f in tmp_path.glob("*.png")} == {f.stem for f in tmp_path.glob("*.art")}


@pytest.mark.parametrize("zoom", [20.0, 47.3])
def test_a_picture_painted_part_by_part_is_the_one_painted_whole(
    art: BoardArt, monkeypatch: pytest.MonkeyPatch, zoom: float
) -> None:
    window = QRectF(art.bounds.left() + 310.5, art.bounds.top() + 207.25, 900, 700)
    whole = art.image(zoom, window)
    monkeypatch.setattr(boardart, "_PART", 30)
    monkeypatch.setattr(boardart, "_PART_CELLS", 0.5)
    parts = art.image(zoom, window)
    assert parts.size() == whole.size()
    apart = np.abs(np.frombuffer(parts.constBits(), np.uint8).astype(int) - np.frombuffer(whole.constBits(), np.uint8))
    assert apart.max() <= 1  # where pixels and patterns do not fall together Qt rounds the last bit of a colour by the clip
