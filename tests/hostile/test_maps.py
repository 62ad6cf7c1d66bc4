"""A map whose style can not be drawn by: it is tried in the helper process alone, and the board stays soft."""

import logging
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

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


@pytest.mark.parametrize(("style", "reason"), [(WRONG[0], "no such painter"), (WRONG[1], "TypeError")], ids=str)
def test_what_fails_in_the_helper_is_not_drawn_in_the_window(
    style: dict[str, Any], reason: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    drawn: list[object] = []
    monkeypatch.setattr(boardart, "prepare", lambda *args, **more: drawn.append(args))
    caplog.set_level(logging.WARNING, "qtwar")
    content = styled(style)
    board, made = content.boards[0], maps.BoardMaps()
    key = made.want(content, board, "en")
    made._pool.waitForDone()
    assert not drawn
    assert reason in caplog.text, "the log file says why, as the sentence on the board has it"
    assert render_worker().pid is not None, "a picture that is given up while it is painted on ends no process"
    assert key in made.failed
    assert key not in made.art
    assert made.want(content, board, "en") == key, "asked again, it is not tried again"
    render_worker().close()


@pytest.mark.parametrize("style", WRONG, ids=str)
def test_the_board_stays_soft_says_so_and_waits_for_nothing(
    style: dict[str, Any], monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    content = styled(style)
    made = maps.BoardMaps()
    monkeypatch.setattr(maps, "_maps", made)
    monkeypatch.setattr(boardart, "prepare", None)
    view, told = maps.make_board(), []
    ground = maps.MapGround(view, content, BoardLayout(content.boards[0]), told.append)
    made._pool.waitForDone()
    qtbot.waitUntil(lambda: bool(told), timeout=20_000)
    again = maps.MapGround(view, content, BoardLayout(content.boards[0]), told.append)
    assert len(told) == 1, "not at once: it may be asked for while the board is painted"
    qtbot.waitUntil(lambda: len(told) == 2, timeout=20_000)
    sentence = "The map of Name could not be drawn: the board is shown in plain colours. The log file has the details."
    assert told == [sentence] * 2, "who looks at it is told, also the next one, for whom it is not tried again"
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        assert not ground.paint(painter, QRectF(0, 0, 500, 500), 0.1)
    finally:
        painter.end()
    assert not ground.waiting()
    again._want()  # as with each paint where another theme is waited for
    QApplication.processEvents()
    assert len(told) == 2, "once is enough"
    render_worker().close()


def painted_by(ground: maps.MapGround) -> bool:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    try:
        return ground.paint(painter, QRectF(0, 0, 500, 500), 0.1)
    finally:
        painter.end()


def test_a_map_in_another_language_or_theme_takes_the_place_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: Any
) -> None:
    monkeypatch.setenv("QTWAR_CACHE", str(tmp_path))
    content = styled({})
    made = maps.BoardMaps()
    monkeypatch.setattr(maps, "_maps", made)
    spoken, dark = ["en"], [0.0]
    monkeypatch.setattr(maps.i18n, "language", lambda: spoken[0])
    monkeypatch.setattr(maps, "_veil", lambda: dark[0])
    view = maps.make_board()
    qtbot.addWidget(view)
    ground = maps.MapGround(view, content, BoardLayout(content.boards[0]))

    def source() -> Any:
        return ground._source

    qtbot.waitUntil(lambda: source() is not None and painted_by(ground), timeout=120_000)
    first = source()
    gone: list[object] = []
    first.destroyed.connect(lambda *_: gone.append(True))
    asked = made.want
    held: list[Any] = []
    monkeypatch.setattr(made, "_prepare", lambda *args: held.append(args))
    spoken[0] = "ja"
    assert not painted_by(ground), "what stands in is painted again when the other comes"
    assert source() is first
    qtbot.waitUntil(lambda: bool(held), timeout=20_000)
    maps.BoardMaps._prepare(made, *held[0])
    assert asked(content, content.boards[0], "ja") in made.art
    assert source() is not first
    assert not first._kept, "the tiles of the one before are let go"
    qtbot.waitUntil(lambda: bool(gone), timeout=20_000)
    qtbot.waitUntil(lambda: painted_by(ground), timeout=120_000)
    second, dark[0] = source(), 0.12
    painted_by(ground)
    assert source() is not second
    assert source()._veil == 0.12
    source().close()
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
