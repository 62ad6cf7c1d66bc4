"""A part of a board drawn by itself looks as it does on the whole: tiles of a large board need not wait for all of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from qtwar.draw.board import BoardDrawing
from qtwar.editing import templates
from qtwar.model.board import BoardContent
from qtwar.qtpaint import fonts
from qtwar.qtpaint.boardart import BoardArt
from qtwar.qtpaint.tiles import TILE, zoom_of

ROUNDED = 1
"""Of 255: an outline that is cut elsewhere begins elsewhere, and the shade of its rim is rounded elsewhere."""
WORDS = ("clear", "field", "rough", "woods", "swamp", "water")


@pytest.fixture(scope="module")
def made(qapp: Any) -> tuple[BoardContent, dict[str, Any]]:
    """A board of 40 × 40 cells of all kinds of terrain with a hill, a road and a river, in the editor's own style."""
    fonts.register()
    data = templates.new_grid("Parts", columns=40, rows=40).model_dump(mode="json", by_alias=True)
    board = data["boards"][0]
    cells = list(board["terrain"])
    board["terrain"] = {cell: WORDS[(n * 7919 // 13) % len(WORDS)] for n, cell in enumerate(cells)}
    board["elevation"] = dict.fromkeys(cells[600:640], 2)
    grid = BoardContent.model_validate(board).make_grid()
    way = [cells[810]]
    while len(way) < 12:
        way.append(next(iter(set(map(str, grid.neighbours(way[-1]))) - set(way))))
    board["paths"] = [{"kind": "road", "cells": way}]
    return BoardContent.model_validate(board), data["style"]


def pixels(image: QImage) -> NDArray[np.int16]:
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1).astype(np.int16)


def most_apart(board: BoardContent, style: dict[str, Any], level: int) -> int:
    """How far apart whole and part are at most, of 255, over some tiles that touch each other and the rims."""
    empty = QImage(1, 1, QImage.Format.Format_RGB32)
    drawing = BoardDrawing(board, style)
    whole = BoardArt(drawing.draw(), empty)
    side, most = TILE * 100 / zoom_of(level), 0
    for column, row in ((0, 0), (1, 0), (1, 1), (2, 1), (6, 7)):
        rect = QRectF(column * side, row * side, side, side) & whole.bounds
        if rect.isEmpty():
            continue
        part = BoardArt(drawing.draw((rect.left(), rect.top(), rect.right(), rect.bottom())), empty)
        assert part.bounds == whole.bounds
        one, other = (pixels(art.image(zoom_of(level), rect)) for art in (part, whole))
        most = max(most, int(np.abs(one - other).max()))
    return most


def without_hatching(style: dict[str, Any]) -> dict[str, Any]:
    layers = [{k: v for k, v in layer.items() if k != "hatch"} for layer in style["boards"]["map"]]
    return {**style, "boards": {"map": layers}}


@pytest.mark.parametrize("level", [1, 0, -2, -3])
def test_a_part_is_painted_as_it_is_on_the_whole(made: tuple[BoardContent, dict[str, Any]], level: int) -> None:
    board, style = made
    assert most_apart(board, without_hatching(style), level) <= ROUNDED


def test_hatching_begins_elsewhere_and_so_is_rounded_elsewhere(made: tuple[BoardContent, dict[str, Any]]) -> None:
    assert most_apart(*made, 0) <= 3


def test_a_layer_that_reaches_far_is_drawn_whole(made: tuple[BoardContent, dict[str, Any]]) -> None:
    board, style = made
    far = [{**layer, "reach": 200} if layer["painter"] == "tint" else layer for layer in without_hatching(style)["boards"]["map"]]
    assert most_apart(board, {**style, "boards": {"map": far}}, 0) <= ROUNDED


@pytest.mark.parametrize("crown", [30, 100])
def test_crowns_are_not_cut_where_parts_meet(made: tuple[BoardContent, dict[str, Any]], crown: int) -> None:
    board, style = made
    large = {"crown_size": [crown, crown]}
    layers = [{**layer, **(large if layer.get("motif") == "trees" else {})} for layer in without_hatching(style)["boards"]["map"]]
    assert layers != without_hatching(style)["boards"]["map"]
    assert most_apart(board, {**style, "boards": {"map": layers}}, 0) <= ROUNDED


def test_paper_further_out_than_any_field_is_drawn_too(made: tuple[BoardContent, dict[str, Any]]) -> None:
    board, style = made
    drawing = BoardDrawing(board, style)
    left, top, right, bottom = board.make_grid().bounds()
    for window in ((left - 900, top, left - 600, top + 300), (right - 300, bottom + 600, right, bottom + 900)):
        assert drawing.draw(window).bounds == drawing.bounds
