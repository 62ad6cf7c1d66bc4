"""Names where a person has put them: so far beside their cell, turned, at a point, along cells; others keep off them."""

from __future__ import annotations

import pytest

from qtwar.draw import displaylist as dl
from qtwar.draw.board import draw_board
from qtwar.editing import templates
from qtwar.model.board import BoardContent, Label

POINT_NAMES = [{"painter": "point_names", "styles": {"town": {"size": 20, "color": "#22160a"}}}]
NAMES = [{"painter": "names", "style": "town", "size": 20, "color": "#22160a"}]


def board(*labels: dict) -> BoardContent:
    plain = templates.new_grid("Names", columns=10, rows=8).boards[0]
    made = tuple(Label.model_validate({"text": {"en": "Norden"}, "style": "town", **label}) for label in labels)
    return plain.model_copy(update={"labels": made, "style": "s"})


def drawn(layers: list[dict], *labels: dict) -> list[dl.Node]:
    made = draw_board(board(*labels), {"boards": {"s": layers}})
    return [node for node in dl.walk(made.nodes) if isinstance(node, (dl.Text, dl.GlyphRun))]


@pytest.mark.parametrize("layers", [POINT_NAMES, NAMES], ids=["point_names", "names"])
def test_a_name_stands_where_it_was_put(layers) -> None:
    x, y = board().make_grid().to_pixel("0404")
    (name,) = drawn(layers, {"at": "0404", "offset": [30, -12], "angle": 20})
    assert name.at == pytest.approx((x + 30, y - 12))
    assert name.rotate == 20
    (name,) = drawn(layers, {"at": [210.0, 320.0], "offset": [0, 0]})
    assert name.at == pytest.approx((210, 320))


@pytest.mark.parametrize("layers", [POINT_NAMES, NAMES], ids=["point_names", "names"])
def test_letters_run_along_cells_from_left_to_right_whichever_way_they_were_drawn(layers) -> None:
    way = ["0304", "0404", "0505", "0605", "0706"]
    grid = board().make_grid()
    for cells in (way, way[::-1]):
        (run,) = drawn(layers, {"at": cells[0], "along": cells})
        xs = [x for _, x, _, _ in run.glyphs]
        assert "".join(letter for letter, *_ in run.glyphs) == "Norden"
        assert xs == sorted(xs)
        assert grid.to_pixel("0304")[0] < xs[0] < xs[-1] < grid.to_pixel("0706")[0]


def test_a_name_that_looks_for_room_keeps_off_one_that_was_put_there() -> None:
    (free,) = drawn(POINT_NAMES, {"at": "0404"})
    x, y = board().make_grid().to_pixel("0404")
    middle = free.at[0] + 40 - x, free.at[1] - y
    there, moved = drawn(POINT_NAMES, {"at": "0404", "offset": middle}, {"at": "0404"})
    assert there.at == pytest.approx((x + middle[0], y + middle[1]))
    assert moved.at != free.at
