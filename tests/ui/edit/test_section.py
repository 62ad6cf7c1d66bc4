"""A large board looked at near: the part in view is drawn as the whole would be, and follows the view and the edits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF

from qtwar.editing import ground, places, templates
from qtwar.editing.draft import Draft
from qtwar.ui.edit.map.section import cut, style_of
from tests.ui.edit.conftest import small_content


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
    assert part.core.contains(QPointF(*whole.to_pixel("2020")))


def test_a_large_board_is_drawn_where_it_is_looked_at_near(open_draft, qtbot):
    d = open_draft(small_content(110, 110))
    artist = d.view.artist
    d.view.camera.set_zoom(0.2)
    assert artist.tiles is None
    d.view.camera.set_zoom(1.6)
    d.view.camera.centre_on(QPointF(*d.view.layout_.centre("050050")))
    qtbot.waitUntil(lambda: artist.tiles is not None and artist.current, timeout=20000)
    first = artist.tiles.section
    assert "050050" in first.board.make_grid().cells()
    d.page.take_tool("brush")
    d.type("2")
    d.click(d.at("050050"))
    qtbot.waitUntil(lambda: artist.current and not d.view.ground.dirty, timeout=20000)
    assert artist.tiles.section.board.terrain["050050"] == "woods"
    assert artist.tiles.section.shift == first.shift, "the same part: tiles that the stroke does not touch stay"
    d.view.camera.centre_on(QPointF(*d.view.layout_.centre("090090")))
    qtbot.waitUntil(lambda: artist.current and artist.tiles.section.shift != first.shift, timeout=20000)
    d.view.repaint()
    assert not d.refused


def test_a_scan_lies_below_the_same_cells_of_a_section():
    content = small_content(40, 40)
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


def test_a_board_on_a_scan_is_drawn_whole_where_another_is_too_large(open_draft, qtbot):
    content = small_content(110, 110)
    board = content.boards[0]
    scan = {"painter": "scan", "picture": "a" * 64, "width": 90, "height": 80, "matrix": [100.0, 0, 0, 0, 100.0, 0]}
    layers = [scan, {"painter": "grid", "color": "#000000"}]
    made = content.model_copy(update={"style": {"boards": {board.style or board.id: layers}}})
    d = open_draft(made)
    d.view.camera.set_zoom(0.2)
    qtbot.waitUntil(lambda: d.view.artist.tiles is not None and d.view.artist.current, timeout=20000)
