"""A part of a large board as a board of its own: its cells lie where the whole has them."""

from __future__ import annotations

import pytest

from qtwar.draw.section import cut, style_of
from qtwar.editing import ground, places, templates
from qtwar.editing.draft import Draft


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_section_has_its_cells_where_the_whole_has_them_and_what_crosses_the_cut_ends_there(orientation):
    content = templates.new_grid("Big", columns=40, rows=40, orientation=orientation)
    draft = Draft(content)
    for command in (
        lambda d: ground.add_path(d, "map", "road", ["0120", "4020"]),
        lambda d: ground.add_path(d, "map", "road", ["1918", "2018", "2118"]),
        lambda d: ground.paint(d, "map", {"2020": "woods", "0101": "woods"}),
        lambda d: places.add_label(d, "map", {"en": "Here"}, "2121"),
        lambda d: places.add_label(d, "map", {"en": "There"}, "0202"),
        lambda d: ground.draw_sides(d, "map", "river", [d.grid("map").edge("2020", "2120"), "0101/NW"]),
    ):
        draft.data = command(draft).result
    board = draft.content().boards[0]
    whole = board.make_grid()
    part = cut(board, whole, (16, 15, 23, 22))
    small = part.board.make_grid()
    dx, dy = part.shift
    for cell in small.cells():
        x, y = small.to_pixel(cell)
        assert whole.to_pixel(cell) == pytest.approx((x + dx, y + dy))
        assert set(small.neighbours(cell)) <= set(whole.neighbours(cell))
    assert part.board.terrain["2020"] == "woods"
    assert "0101" not in part.board.terrain
    assert [label.text.en for label in part.board.labels] == ["Here"]
    assert sorted(len(path.cells) for path in part.board.paths)[0] == 3
    assert all(small.contains(cell) for path in part.board.paths for cell in path.cells)
    assert [line.sides for line in part.board.edges] == [(whole.edge("2020", "2120"),)]
    left, top, wide, high = part.core
    x, y = whole.to_pixel("2020")
    assert left < x < left + wide
    assert top < y < top + high


def test_a_scan_lies_below_the_same_cells_of_a_section():
    content = templates.new_grid("Big", columns=40, rows=40)
    board = content.boards[0]
    whole = board.make_grid()
    matrix = [0.5, 0.01, -30.0, -0.02, 0.6, 12.0]
    scan = {"painter": "scan", "picture": "a" * 64, "width": 9000, "height": 8000, "matrix": matrix}
    style = {"boards": {board.style or board.id: [scan, {"painter": "grid"}]}}
    part = cut(board, whole, (16, 15, 23, 22))
    a, b, c, d, e, f = style_of(style, board, part.shift)["boards"][board.style or board.id][0]["matrix"]
    cell = next(iter(part.board.make_grid().cells()))
    (x, y), (px, py) = whole.to_pixel(cell), part.board.make_grid().to_pixel(cell)
    for u, v in ((0, 0), (4000, 3000)):
        there = matrix[0] * u + matrix[1] * v + matrix[2] - x, matrix[3] * u + matrix[4] * v + matrix[5] - y
        assert (a * u + b * v + c - px, d * u + e * v + f - py) == pytest.approx(there)
