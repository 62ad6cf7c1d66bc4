"""A map whose style can not be drawn by: it is tried in the helper process alone, and the board stays soft."""

import logging
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from qtwar.model.content import TitleContent
from qtwar.presenters import maps
from qtwar.qtpaint import boardart
from qtwar.services.render_worker import render_worker
from qtwar.ui.board.layout import BoardLayout
from tests.model.contents import small

pytestmark = pytest.mark.usefixtures("qapp")
WRONG: list[dict[str, Any]] = [{"layers": [{"painter": "no such painter"}]}, {"layers": [{"painter": "grid", "color": 5}]}]
"""Styles that no map can be drawn by."""
EMPTY: list[dict[str, Any]] = [
    {}, {"layers": None}, {"layers": []}, {"boards": None}, {"boards": {"field": None}}, {"palettes": None},
    {"coarse": {"clear": None, "wood": "#12345z6!9"}},
]  # fmt: skip
"""Styles that say nothing of the map: it is a plain one."""


def styled(style: dict[str, Any]) -> TitleContent:
    return TitleContent.model_validate({**small().as_json(), "style": style})


@pytest.mark.parametrize("style", WRONG, ids=str)
def test_what_fails_in_the_helper_is_not_drawn_in_the_window(style: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(boardart, "prepare", lambda *args, **more: drawn.append(args))
    logging.getLogger("qtwar").setLevel(logging.CRITICAL)
    content = styled(style)
    board, made = content.boards[0], maps.BoardMaps()
    key = made.want(content, board, "en")
    made._pool.waitForDone()
    assert not drawn
    assert key in made.failed
    assert key not in made.art
    assert made.want(content, board, "en") == key, "asked again, it is not tried again"
    render_worker().close()


@pytest.mark.parametrize("style", WRONG, ids=str)
def test_the_board_stays_soft_and_waits_for_nothing(style: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    content = styled(style)
    made = maps.BoardMaps()
    monkeypatch.setattr(maps, "_maps", made)
    monkeypatch.setattr(boardart, "prepare", None)
    view = maps.make_board()
    ground = maps.MapGround(view, content, BoardLayout(content.boards[0]))
    made._pool.waitForDone()
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        assert not ground.paint(painter, QRectF(0, 0, 500, 500), 0.1)
    finally:
        painter.end()
    assert not ground.waiting()
    render_worker().close()


@pytest.mark.parametrize("style", EMPTY, ids=str)
def test_a_style_that_says_nothing_is_a_plain_map_and_drawn_in_the_helper_too(
    style: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    monkeypatch.setattr(boardart, "prepare", None)
    content = styled(style)
    made = maps.BoardMaps()
    made.prepared.disconnect()
    came: list[tuple[object, object]] = []
    made.prepared.connect(lambda key, art: came.append((key, art)), Qt.ConnectionType.DirectConnection)
    key = made.want(content, content.boards[0], "en")
    made._pool.waitForDone()
    assert [one for one, _ in came] == [key]
    assert not made.failed
    render_worker().close()
