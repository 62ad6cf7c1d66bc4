"""The grid of a new draft, and of a title in the jungle, can be followed through woods, on the screen as in print."""

from __future__ import annotations

import itertools
import math
from functools import partial
from statistics import fmean

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from qtwar.draw.board import draw_board
from qtwar.editing import shapes, templates
from qtwar.model.board import BoardContent, EdgeLine
from qtwar.model.content import TitleContent
from qtwar.qtpaint import fonts
from qtwar.qtpaint.boardart import BoardArt
from qtwar.services import titles

ZOOMS = (36, 50, 73)
"""Px of a cell at 50, 69 and 100 %; the map of a printed set-up sheet has as many as the second."""


def woods(board: BoardContent, terrain: str) -> BoardContent:
    """Return a board with woods round its middle, level and without anything that runs along sides."""
    cells = shapes.disc(board.make_grid(), middle(board), 5)
    terrains = {**board.terrain, **dict.fromkeys(cells, terrain)}
    return board.model_copy(update={"terrain": terrains, "elevation": {}, "edges": (), "paths": (), "labels": ()})


def middle(board: BoardContent) -> str:
    """Return the cell in the middle of a board."""
    grid = board.make_grid()
    left, top, right, bottom = grid.bounds()
    return min(grid.cells(), key=lambda cell: math.dist(grid.to_pixel(cell), ((left + right) / 2, (top + bottom) / 2)))


def of_draft(preset: str) -> tuple[TitleContent, BoardContent]:
    content = templates.new_grid("Woods", columns=11, rows=11, preset=preset)
    return content, woods(content.boards[0], "woods")


def of_title(name: str, terrain: str) -> tuple[TitleContent, BoardContent]:
    content = titles.load(name)[1]
    return content, woods(content.boards[0], terrain)


@pytest.mark.parametrize(
    "made",
    [partial(of_draft, "tactical"), partial(of_draft, "operational"), partial(of_title, "front_toward_enemy", "jungle")],
    ids=["tactical", "operational", "front_toward_enemy"],
)
def test_the_grid_is_seen_over_woods(qapp, made):
    fonts.register()
    content, board = made()
    grid = board.make_grid()
    art = BoardArt(draw_board(board, content.style))
    left, top, right, bottom = grid.bounds()
    for zoom in ZOOMS:
        image = art.image(zoom, QRectF(left, top, right - left, bottom - top))
        scale = zoom / 100

        def lightness(by: float, image=image, scale=scale) -> float:
            """How light it is along all sides within the woods, so many px beside them."""
            seen = []
            for cell in shapes.disc(grid, middle(board), 3):
                corners = grid.polygon(cell)
                for (ax, ay), (bx, by_) in itertools.pairwise([*corners, corners[0]]):
                    length = math.hypot(bx - ax, by_ - ay)
                    out = by * (by_ - ay) / length, by * (ax - bx) / length
                    for t in (0.2, 0.35, 0.5, 0.65, 0.8):
                        x, y = (ax + (bx - ax) * t - left) * scale, (ay + (by_ - ay) * t - top) * scale
                        seen.append(image.pixelColor(int(x + out[0]), int(y + out[1])).lightness())
            return fmean(seen)

        line, rim, inside = lightness(0.0), lightness(1.5), lightness(-5.0)
        if inside > 100:  # in a jungle that is dark itself the rim alone is followed
            assert rim - line > 18, f"the line stands out from its rim at {zoom} px"
        assert rim - inside > (8 if inside > 100 else 18), f"the rim stands out from the trees at {zoom} px"


@pytest.mark.parametrize("kind", ["hedge", "wall"])
def test_the_rim_of_the_grid_does_not_pale_what_runs_along_a_side(qapp, kind):
    fonts.register()
    content = templates.new_grid("Sides", columns=5, rows=5)
    line = EdgeLine(kind=kind, sides=("0203|0303", "0302|0303", "0303|0402"))
    board = content.boards[0].model_copy(update={"edges": (line,)})
    layers = content.style["boards"]["map"]
    bare = {**content.style, "boards": {"map": [layer for layer in layers if layer["painter"] != "grid"]}}
    grid = board.make_grid()
    (ax, ay), (bx, by) = grid.to_pixel("0302"), grid.to_pixel("0303")
    window = QRectF((ax + bx) / 2 - 14, (ay + by) / 2 - 1.5, 28, 3)  # on the side between them
    pictures = [BoardArt(draw_board(board, style)).image(100, window) for style in (content.style, bare)]
    assert pictures[0] == pictures[1]
    assert pictures[0].pixelColor(14, 1) != QColor(layers[0]["color"]), "there is a line"
