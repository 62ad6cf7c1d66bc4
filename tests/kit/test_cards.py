"""Maps of cards: what is laid in play, eight directions, sight over borders and heights (kit.cards)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.engine.state import State
from qtwar.kit.cards import cards_at, laid, look, next_to
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.sight import CORNER, SIDE, trace
from qtwar.kit.table import Table
from qtwar.model.grid import make_grid
from qtwar.model.grid.square import ALL, SquareGrid
from tests.kit.tiny import CONTENT

SPEC = {"kind": "cards", "columns": 5, "rows": 5, "card_w": 88, "card_h": 63, "gap": 12, "cell_mm": 25}
GRID = make_grid(SPEC)
assert isinstance(GRID, SquareGrid)
FLAT = dict.fromkeys(GRID.cells(), 1)


def open_to_all(cell: str, direction: str) -> bool:
    return False


def test_the_map_grows_card_by_card() -> None:
    content = Content(
        {
            **CONTENT,
            "boards": [{"id": "map", "grid": SPEC}],
            "kinds": [*CONTENT["kinds"], {"id": "field", "class": "card"}, {"id": "hill", "class": "card"}],
            "pieces": [{"id": f"c{n}", "kind": "hill" if n == 3 else "field"} for n in range(5)],
        }
    )
    t = Table(content, State(("red", "blue"), {"scenario": "one"}), Chance(0))
    board = content.boards["map"]
    assert isinstance(board.grid, SquareGrid)
    t.add("c0", "map:0202")
    assert next_to(board.grid, laid(t, board), "0202") == ()
    t.add("c1", "map:0301")
    t.add("c2", "map:0103")
    t.add("c3", "map:0404")
    t.add("c4", "map:0404")
    t.add("squad", "map:0404", kind="red_unit")
    assert list(laid(t, board)) == ["0301", "0202", "0103", "0404"]
    assert next_to(board.grid, laid(t, board), "0202") == ("0301", "0103")
    assert cards_at(t, "map:0404") == ("c3", "c4"), "the hill lies under the field"
    t.move("c1", "map:0201")
    assert next_to(board.grid, laid(t, board), "0202") == ("0201", "0103")


def test_a_card_face_down_is_a_card_and_a_counter_face_down_is_none() -> None:
    content = Content(
        {
            **CONTENT,
            "boards": [{"id": "map", "grid": SPEC}],
            "kinds": [
                *CONTENT["kinds"],
                {"id": "field", "class": "card", "hidden": "ground"},
                {"id": "contact", "class": "marker", "hidden": "contact"},
            ],
            "pieces": [{"id": "c0", "kind": "field"}, {"id": "m0", "kind": "contact"}],
        }
    )
    t = Table(content, State(("red", "blue"), {"scenario": "one"}), Chance(0))
    t.add("c0", "map:0202")
    t.add("m0", "map:0202")
    t.know("m0", [])
    assert cards_at(t.seen_by("red"), "map:0202") == ("c0",)
    t.know("c0", [])
    assert len(cards_at(t.seen_by("red"), "map:0202")) == 1


def test_one_looks_along_eight_lines_only() -> None:
    assert [GRID.bearing("0303", cell) for cell in ("0301", "0501", "0503", "0505", "0305", "0105", "0103", "0101")] == list(ALL)
    assert GRID.bearing("0303", "0402") == "NE"
    assert GRID.bearing("0303", "0501") == "NE"
    assert look(GRID, FLAT, "0303", "0501", hides=open_to_all).clear
    assert look(GRID, FLAT, "0303", "0502", hides=open_to_all).why == "crooked"
    assert look(GRID, FLAT, "0303", "0303", hides=open_to_all).why == "crooked"
    assert GRID.ray("0202", "SW") == ("0103",)


def test_borders_between_hide_those_of_the_ends_do_not() -> None:
    """The example of Fields of Fire 5.2.1: A sees over a card with a blocking border from the upper storey only."""
    walls = {("0203", "E")}

    def hides(cell: str, direction: str) -> bool:
        return (cell, direction) in walls

    assert look(GRID, FLAT, "0103", "0303", hides=hides)[:3] == ("border", "E", "0203")
    assert look(GRID, FLAT, "0303", "0103", hides=hides).why == "border", "alike both ways"
    assert look(GRID, FLAT, "0203", "0403", hides=hides).clear, "one's own border does not matter"
    assert look(GRID, FLAT, "0103", "0203", hides=hides).clear, "the next card is always seen"
    assert look(GRID, FLAT, "0103", "0303", hides=hides, eyes=(1, 0)).clear, "from the upper storey"
    assert look(GRID, FLAT, "0101", "0303", hides=hides).clear


@pytest.mark.parametrize(
    ("ends", "between", "why"),
    [((1, 1), 1, ""), ((1, 1), 2, "height"), ((2, 1), 1, ""), ((2, 1), 2, "height"), ((2, 2), 1, ""), ((3, 1), 2, "")],
)
def test_heights_see_over_what_is_lower(ends: tuple[int, int], between: int, why: str) -> None:
    levels = {**FLAT, "0103": ends[0], "0303": ends[1], "0203": between}
    assert look(GRID, levels, "0103", "0303", hides=open_to_all).why == why


def test_nothing_is_seen_over_a_gap_or_beyond_the_farthest_card() -> None:
    levels = {cell: 1 for cell in FLAT if cell != "0203"}
    assert look(GRID, levels, "0103", "0303", hides=open_to_all)[:3] == ("gap", "E", "0203")
    assert look(GRID, levels, "0103", "0203", hides=open_to_all).why == "gap"
    assert look(GRID, FLAT, "0101", "0105", hides=open_to_all, most=3).why == "far"
    assert look(GRID, FLAT, "0101", "0104", hides=open_to_all, most=3).clear


CELLS = st.sampled_from(list(GRID.cells()))
WALLS = st.frozensets(st.tuples(CELLS, st.sampled_from(ALL)), max_size=60)


@given(CELLS, CELLS, WALLS, st.dictionaries(CELLS, st.integers(1, 3)), st.integers(1, 5))
def test_sight_is_alike_both_ways(
    a: str, b: str, walls: frozenset[tuple[str, str]], heights: dict[str, int], most: int
) -> None:
    def hides(cell: str, direction: str) -> bool:
        return (cell, direction) in walls

    levels = {**FLAT, **heights}
    there = look(GRID, levels, a, b, hides=hides, most=most)
    back = look(GRID, levels, b, a, hides=hides, most=most)
    assert there.clear == back.clear
    if there.direction:
        assert ALL.index(back.direction) == (ALL.index(there.direction) + 4) % 8
        assert b in GRID.ray(a, there.direction)


def test_lines_of_sight_run_over_cards_as_over_squares() -> None:
    """The gaps between cards are those of the table, not of the ground."""
    straight = trace(GRID, "0101", "0301")
    assert [touch.kind for touch in straight] == ["cell", SIDE, "cell", SIDE, "cell"]
    across = trace(GRID, "0101", "0202")
    assert [touch.kind for touch in across] == ["cell", CORNER, "cell"]
