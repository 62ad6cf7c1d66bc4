"""Tiles of maps that the helper process paints."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from qtwar.model.content import TitleContent
from qtwar.model.load import load
from qtwar.qtpaint import boardart, keptart
from qtwar.qtpaint.keptart import KeptArt
from qtwar.qtpaint.painter import Painter
from qtwar.qtpaint.pictures import Pictures
from qtwar.qtpaint.tiles import BoardTiles, Hand, Key
from qtwar.services import maptiles
from qtwar.services import render_worker as rendering
from qtwar.services.maptiles import HelperTiles, kept_tiles
from qtwar.services.render_worker import render_worker
from qtwar.storage.blobs import Blobs

pytestmark = pytest.mark.usefixtures("qapp")
INK = "#463f28"
LAYERS = [{"painter": "fill", "color": "#e8e3bd"}, {"painter": "grid", "color": INK}, {"painter": "ids", "color": INK}]
STYLE = {"boards": {"delta": LAYERS}}
KEY = (-3, 1, 1)


@pytest.fixture(scope="session")
def sealords(repository: Path) -> TitleContent:
    """A title's content."""
    return load(repository / "modules" / "sealords")


@pytest.fixture
def art(sealords: TitleContent, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[KeptArt]:
    """A drawing that is kept, and the helper's end afterwards."""
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    board = sealords.boards[0]
    boardart.prepare(board, STYLE, cache=tmp_path / "art")
    found = keptart.stored_art(board, keptart.file_of(board, STYLE, "en", "standard", tmp_path / "art"))
    assert found is not None
    yield found
    render_worker().close()


def made(art: KeptArt, **more: object) -> QImage | None:
    """A tile as the window gets it."""
    kept = Pictures(Blobs(kept_tiles(art.file)))
    source = HelperTiles(art, kept, **more)  # type: ignore[arg-type]
    try:
        return source.made(KEY, Hand())
    finally:
        source.close()
        kept.close()


@pytest.mark.parametrize("veil", [0.0, 0.12])
def test_a_tile_of_the_helper_is_the_one_that_this_process_would_paint(art: KeptArt, veil: float) -> None:
    here = BoardTiles(boardart.at(art.file), veil=veil)
    assert made(art, veil=veil) == here.paint_tile(KEY, Painter())
    here.close()


def test_a_tile_is_painted_once_and_read_then(art: KeptArt) -> None:
    first = made(art)
    render_worker().close()
    art.file.write_bytes(b"not a drawing")
    assert made(art, mend=lambda: pytest.fail("nothing is to be painted")) == first


def test_a_damaged_drawing_is_made_anew_once(art: KeptArt) -> None:
    whole = art.file.read_bytes()
    art.file.write_bytes(whole[:400])
    asked: list[int] = []
    assert made(art, mend=lambda: bool(asked.append(1))) is None

    def mend() -> bool:
        asked.append(2)
        return bool(art.file.write_bytes(whole))

    assert made(art, mend=mend) is not None
    assert asked == [1, 2]


def test_where_nothing_can_be_kept_the_window_paints(art: KeptArt) -> None:
    kept_tiles(art.file).mkdir(parents=True)  # a folder in the file's way
    here = BoardTiles(boardart.at(art.file))
    assert made(art) == here.paint_tile(KEY, Painter())
    here.close()


def test_where_the_helper_can_not_be_started_the_window_paints(art: KeptArt, monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> None:
        raise OSError("no memory for a process")

    render_worker().close()
    monkeypatch.setattr(rendering, "_start", start)
    here = BoardTiles(boardart.at(art.file))
    assert made(art, mend=lambda: pytest.fail("nothing is wrong with the drawing")) == here.paint_tile(KEY, Painter())
    here.close()


def test_what_is_kept_ahead_is_painted_once_and_told_to_nobody(art: KeptArt, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Key] = []
    paint = HelperTiles._painted
    monkeypatch.setattr(HelperTiles, "_painted", lambda self, key: bool(painted.append(key)) or paint(self, key))
    kept = Pictures(Blobs(kept_tiles(art.file)))
    source = HelperTiles(art, kept)
    source.tile_ready.connect(lambda *key: pytest.fail(f"nobody asked for {key}"))
    keys = [(KEY[0], *at) for at in source.tiles_in(KEY[0], art.bounds)][:2]
    area = source.rect(*keys[0]).united(source.rect(*keys[1])).adjusted(1, 1, -1, -1)
    for _ in range(2):
        source.ahead([(KEY[0], area)])
        qtbot.waitUntil(lambda: all(kept.has(source.name_of(key)) for key in keys) and not source._ahead, timeout=60_000)
        assert source.waiting() == 0
    source._pool.shutdown()
    assert painted == keys
    source.close()
    kept.close()


def test_at_rest_tiles_out_of_view_go_and_are_read_again(art: KeptArt, qtbot: Any) -> None:
    kept = Pictures(Blobs(kept_tiles(art.file)))
    source = HelperTiles(art, kept)

    def come(*key: int) -> QImage:
        with qtbot.waitSignal(source.tile_ready, timeout=60_000):
            assert source.tile(*key) is None
        found = source.tile(*key)
        assert found is not None
        return found

    far = (source.whole_level, 0, 0)
    near, beside = (far[0] + 1, 1, 1), (far[0] + 1, 0, 0)
    seen, other, small = come(*near), come(*beside), come(*far)
    source.let_go(near[0], source.rect(*near).adjusted(1, 1, -1, -1))
    assert source.tile(*near) == seen
    assert source.tile(*far) == small, "small pictures of the whole are mended of it at once"
    assert come(*beside) == other
    source.close()
    kept.close()


def test_what_can_not_be_painted_is_asked_for_once(art: KeptArt, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(HelperTiles, "_painted", lambda self, key: bool(asked.append(1)))
    kept = Pictures(Blobs(kept_tiles(art.file)))
    source = HelperTiles(art, kept)
    assert source.tile(*KEY) is None
    qtbot.waitUntil(lambda: source.waiting() == 0, timeout=20_000)
    assert source.tile(*KEY) is None
    assert asked == [1]
    assert source.waiting() == 0
    source.close()
    kept.close()


def test_a_window_that_shows_a_map_needs_no_numpy() -> None:
    needed = "qtwar.services.maptiles, qtwar.presenters.maps, qtwar.presenters.play.opening, qtwar.ui.play.page"
    code = f"import sys, {needed}; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.strip(), done.stderr) == ("False", "")


def test_the_helper_lets_one_drawing_go_for_the_next(art: KeptArt) -> None:
    for veil in (0.0, 0.12):
        maptiles.answer_tile({"file": str(art.file), "key": KEY, "veil": veil})
        assert maptiles._under is not None
        assert maptiles._under.veil == veil
    maptiles._under.kept.close()
    maptiles._under = None
