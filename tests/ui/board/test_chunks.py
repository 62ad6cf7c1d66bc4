"""Chunks of a board stay within one budget of bytes, whatever the screen, but what is in view is always kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.qtpaint import budget
from qtwar.ui.board import chunks as chunks_module
from qtwar.ui.board.chunks import MENDED, OVERVIEW, SIDE, Chunks


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_what_was_seen_is_forgotten_beyond_the_budget(qapp, monkeypatch: pytest.MonkeyPatch, ratio: float) -> None:
    each = 4 * round(SIDE * ratio) ** 2
    monkeypatch.setattr(budget, "CHUNKS", 6 * each)
    chunks = Chunks(lambda painter, area, scale: True)
    chunks.ratio = ratio
    screen = QImage(2 * SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(screen)

    def look(x: int, width: int = 2) -> int:
        """Look at columns from x on until nothing is missing; returns how many chunks were painted."""
        before = chunks.painted
        while not chunks.draw(painter, QRect(0, 0, width * SIDE, SIDE), x * SIDE, 0):
            pass
        return chunks.painted - before

    for x in range(0, 20, 2):
        assert look(x) == 2
    assert look(14) == 0, "six chunks are kept"
    assert look(12) == 2, "what was seen longest ago is not"
    assert look(0, 9) == 9
    assert look(0, 9) == 0, "more than the budget is kept where it is in view"
    painter.end()


def test_a_small_picture_of_the_whole_is_mended_where_something_changed(qapp) -> None:
    red: set[tuple[int, int]] = {(1, 1), (9, 4), (20, 20)}
    painted: list[QRectF] = []

    def paint(painter: QPainter, area: QRectF, scale: float) -> bool:
        """Stones that are drawn larger than their squares of 10 u."""
        painted.append(area)
        for x, y in red:
            painter.fillRect(QRectF(x * 10 - 4, y * 10 - 4, 18, 18), QColor("red"))
        return True

    chunks, board = Chunks(paint), QRectF(-5, 3, 300, 240)
    first = chunks.whole(board, 150).toImage()
    assert chunks.whole(board, 150).toImage() == first
    assert len(painted) == 1, "nothing has changed"

    red.symmetric_difference_update({(9, 4), (10, 5)})
    for x, y in ((9, 4), (10, 5)):
        chunks.forget(QRectF(x * 10 - 4, y * 10 - 4, 18, 18))
    mended = chunks.whole(board, 150).toImage()
    assert all(area.width() < 60 for area in painted[1:])
    assert mended != first
    assert mended == chunks.picture(board, 150).toImage()

    chunks.forget()
    chunks.whole(board, 150)
    assert painted[-1] == board, "all has changed"
    chunks.make_overview(board)
    assert chunks.has_overview
    chunks.forget(QRectF(0, 0, 10, 10))
    assert not chunks.has_overview, "it shows what was"


@pytest.mark.parametrize("first", ["minimap", "overview"])
def test_of_two_small_pictures_neither_is_lost_when_much_has_changed(qapp, first: str) -> None:
    colours = {"now": "red"}

    def paint(painter: QPainter, area: QRectF, scale: float) -> bool:
        painter.fillRect(area, QColor(colours["now"]))
        return True

    chunks, board = Chunks(paint), QRectF(0, 0, 300, 240)
    ask = {"minimap": lambda: chunks.whole(board, 150), "overview": lambda: chunks.make_overview(board)}
    order = sorted(ask, key=lambda name: name != first)
    for name in order:
        ask[name]()
    colours["now"] = "green"
    for n in range(MENDED + 40):
        chunks.forget(QRectF(n, n, 5, 5))
    assert not chunks.has_overview, "it is red"
    ask["minimap"]()
    assert not chunks.has_overview, "it is still red"
    ask["overview"]()
    assert chunks.has_overview
    assert chunks.whole(board, OVERVIEW).toImage().pixelColor(9, 9).name() == QColor("green").name()
    assert chunks.whole(board, 150).toImage().pixelColor(9, 9).name() == QColor("green").name()


def test_only_what_a_finer_tile_shows_is_painted_again(qapp) -> None:
    done = False
    chunks = Chunks(lambda painter, area, scale: done)
    screen = QImage(4 * SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(screen)
    while not chunks.draw(painter, screen.rect(), 0, 0):
        pass
    board = QRectF(0, 0, 4 * SIDE, SIDE)
    rough = chunks.whole(board, 100)
    done, before = True, chunks.painted
    assert not chunks.forget_rough(QRectF(0, 2 * SIDE, SIDE, SIDE), far=False)
    assert chunks.forget_rough(QRectF(SIDE + 1, 0, SIDE - 2, SIDE), far=False)
    while not chunks.draw(painter, screen.rect(), 0, 0):
        pass
    assert chunks.painted == before + 1
    assert chunks.whole(board, 100).cacheKey() == rough.cacheKey()
    assert chunks.forget_rough()
    assert chunks.whole(board, 100).cacheKey() != rough.cacheKey()
    painter.end()


def test_who_goes_back_to_a_zoom_finds_it_painted_but_where_something_changed(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "CHUNKS", 20 * 4 * SIDE**2)
    chunks = Chunks(lambda painter, area, scale: True)
    screen = QImage(4 * SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(screen)

    def look(scale: float) -> int:
        """Look at a scale until nothing is missing; returns how many chunks were painted."""
        before = chunks.painted
        chunks.set_scale(scale)
        while not chunks.draw(painter, screen.rect(), 0, 0):
            pass
        return chunks.painted - before

    assert [look(scale) for scale in (1.0, 0.5, 1.0, 0.5)] == [4, 4, 0, 0]
    chunks.forget(QRectF(SIDE + 20, 20, 10, 10))
    assert [look(scale) for scale in (1.0, 0.5, 1.0)] == [1, 1, 0]
    assert [look(scale) for scale in (0.9, 0.8, 0.7, 0.6, 0.5)] == [4, 4, 4, 4, 4], "there is room for four zooms beside this one"
    chunks.forget()
    assert look(0.6) == 4
    painter.end()


def test_at_rest_twice_what_is_in_view_is_kept(qapp) -> None:
    chunks = Chunks(lambda painter, area, scale: True)
    screen = QImage(2 * SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(screen)

    def look(scale: float, x: int) -> int:
        """Look at two columns of a scale; returns how many chunks were painted."""
        before = chunks.painted
        chunks.set_scale(scale)
        while not chunks.draw(painter, screen.rect(), x * SIDE, 0):
            pass
        return chunks.painted - before

    for x in range(0, 30, 2):
        look(0.5, x)
    look(1.0, 0)
    look(0.5, 28)
    chunks.let_go(QSize(2 * SIDE, SIDE))
    assert look(0.5, 28) == 0, "it is in view"
    assert look(0.5, 6) == 0
    assert look(0.5, 0) == 2
    assert look(1.0, 0) == 2, "a zoom that was left goes first"
    painter.end()


def test_nothing_is_a_hole_before_there_is_a_picture_of_the_whole(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks_module, "PER_FRAME", 0.0)  # a slow painter: one chunk a frame
    monkeypatch.setattr(chunks_module, "FIRST", 0.0)
    paper, fine = QColor("#c8b890"), QColor("#208040")

    def paint(painter: QPainter, area: QRectF, scale: float) -> bool:
        painter.fillRect(area, fine)
        return True

    chunks = Chunks(paint, lambda painter, area: painter.fillRect(area, paper))
    chunks.surround = QColor("#0e1012")
    screen = QImage(4 * SIDE, 2 * SIDE, QImage.Format.Format_RGB32)
    for scale in (1.0, 0.3, 3.0):
        chunks.set_scale(scale)
        painter = QPainter(screen)
        assert not chunks.draw(painter, screen.rect(), 0, 0)
        painter.end()
        seen = {screen.pixelColor(x, y).name() for x in range(8, screen.width(), 32) for y in range(8, screen.height(), 32)}
        assert chunks.surround.name() not in seen, f"a hole at {scale}"
