"""Lines that the rules draw on the map, and what they say of how things stand."""

from __future__ import annotations

import pytest

from qtwar.model.board import BoardContent
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.lines import way
from qtwar.ui.status import GameStatus

GRID = {"kind": "cards", "columns": 3, "rows": 2, "card_w": 88, "card_h": 63, "gap": 12, "cell_mm": 25}


@pytest.fixture
def layout():
    grid = {**GRID, "numbering": {"pattern": "rRcC", "first_row": 1, "rows_from": "bottom"}}
    return BoardLayout(BoardContent.model_validate({"id": "map", "name": {"en": "Map"}, "grid": grid, "terrain": {}}))


def corners(layout, *places):
    return [(round(p.x()), round(p.y())) for p in way(layout, [f"map:{place}" for place in places])]


def test_sides_are_joined_end_to_end_over_the_gaps(layout):
    seam = corners(layout, "r1c1|r2c1", "r1c2|r2c2", "r1c3|r2c3")
    assert len({y for _, y in seam}) == 1
    assert [x for x, _ in seam] == sorted(x for x, _ in seam)
    border = corners(layout, "r1c2|r1c3", "r2c2|r2c3")
    assert len({x for x, _ in border}) == 1
    assert [y for _, y in border] == sorted((y for _, y in border), reverse=True)


def test_cells_are_passed_through_and_other_places_left_out(layout):
    assert corners(layout, "r1c1", "r9c9", "r2c2") == [
        tuple(round(n) for n in layout.centre(cell)) for cell in ("r1c1", "r2c2")
    ]


def test_a_table_of_cards_is_framed_by_what_the_scenario_plays_on(layout):
    whole, part = layout.table(()), layout.table({"r1c3", "r2c3"})
    assert part.left() == whole.left()
    assert part.right() < whole.right()


def test_a_title_without_the_query_is_asked_once_and_another_after_every_change(ridge):
    table = ridge()
    asked = []
    table.model.actions.query = lambda name, args, then: asked.append(name) or then(None)
    mute = GameStatus(table.model)
    mute._ask()
    mute._ask()
    assert asked == ["standing"]
    said = {"said": [{"key": "l.bid", "brief": {"key": "l.bid"}}], "lines": []}
    table.model.actions.query = lambda name, args, then: asked.append(name) or then(said)
    told = GameStatus(table.model)
    told._ask()
    told._ask()
    assert asked == ["standing"] * 3
    assert told.said == said["said"]
