"""The ruler of every title's table, and so many counters out of a stack by a number: the real keys and pointer."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands

K = Qt.Key
TABLES = (
    ("front_toward_enemy", "frago_2_route_14"),
    ("fields_of_fire", "nrm_1"),
    ("campaigns_of_robert_e_lee", "first_manassas_1861"),
    ("band_of_heroes", "s1_crossroads"),
    ("sealords", "game_warden"),
)
WORD = {"hex": " hexes", "square": " squares", "cards": " cards"}
"""What a table calls its cells."""


def in_view(hands: Hands) -> list[str]:
    """Return the cells of the board in front that lie open, left to right."""
    board, person = hands.board, hands.screen.person
    cells = [f"{board.layout_.board.id}:{cell}" for cell in board.layout_.grid.cells()]
    spots = {cell: board.spot(cell).toPoint() for cell in cells}
    room = board.rect().adjusted(60, 60, -60, -60)
    return sorted((c for c in cells if room.contains(spots[c]) and person.on_top(board, spots[c])), key=lambda c: spots[c].x())


@pytest.mark.parametrize(("title", "scenario"), TABLES)
def test_the_ruler_measures_and_looks_on_every_table(hands: Hands, title: str, scenario: str) -> None:
    hands.open_game(title, scenario)
    board, cells = hands.board, in_view(hands)
    first, last = cells[len(cells) // 4], cells[3 * len(cells) // 4]
    entries = len(hands.session.history)
    QTest.mouseMove(board, board.spot(first).toPoint())
    hands.until(lambda: board.hover_place == first)
    QTest.keyClick(board, K.Key_K)
    QTest.mouseMove(board, board.spot(last).toPoint())
    sight = board.tool.sight
    hands.until(lambda: (sight.start, sight.end) == (first, last) and not sight._waiting)
    said = " ".join(sight.sentences())
    assert said.endswith(WORD[hands.model.title.ground]), said
    hands.shot(f"ruler-{title}")
    QTest.keyClick(board, K.Key_Escape)
    assert not sight.start
    told: list[object] = []
    hands.model.actions.refused.connect(told.append)
    QTest.keyClick(board, K.Key_K, Qt.KeyboardModifier.ShiftModifier)
    hands.until(lambda: sight.wide is not None or told, 60)
    hands.shot(f"seen-{title}")
    assert len(hands.session.history) == entries, "looking is no move"


def test_so_many_of_a_kind_are_taken_out_of_a_stack_by_a_number(hands: Hands) -> None:
    hands.open_game("sealords", "game_warden")
    board, state = hands.board, hands.session.state
    stacks = {place: len(board.stacks.resting(place)) for place in in_view(hands)}
    place = max(stacks, key=lambda one: stacks[one])
    assert stacks[place] >= 3
    free = next(cell for cell, many in stacks.items() if not many)
    QTest.mouseMove(board, board.spot(place).toPoint())
    hands.until(lambda: board.hover_place == place)
    QTest.keyClick(board, K.Key_Space)
    hands.until(board.picker.isVisible)
    QTest.keyClick(hands.window.windowHandle(), K.Key_2)
    assert len(board.picker.chosen) == 2
    hands.shot("number")
    QTest.keyClick(hands.window.windowHandle(), K.Key_M)
    hands.until(lambda: board.carry.phase == "carried")
    before = len(state.at(place))
    hands.after(lambda: QTest.mouseClick(board, LEFT, NONE, board.spot(free).toPoint()))
    assert (len(state.at(place)), len(state.at(free))) == (before - 2, 2)
