"""Sides of cells that an offer asks for: lit as bars, clicked, reached by keys, refused with the title's reason."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt

from qtwar.model.board import BoardContent
from qtwar.ui.board.access import describe
from qtwar.ui.board.layout import BoardLayout
from tests.ui.board.ridge import BROOK

K = Qt.Key
NOBODY = Qt.MouseButton.NoButton
LIT = {"field:0404|0504", "field:0404|0505"}


@pytest.fixture
def table(ridge):
    made = ridge()
    made.begin("breach")
    return made


def test_the_sides_are_lit_and_one_is_chosen_by_a_click_near_it(table):
    view = table.view
    assert view.state.light_places == LIT
    table.hand.move(table.at("0404|0504") + QPoint(4, 6), buttons=NOBODY)
    assert view.state.lights.hovered == "field:0404|0504"
    assert view.hover_place in ("field:0404", "field:0504")  # the viewer goes on showing a cell
    table.hand.click(table.at("0404|0504") + QPoint(4, 6))
    assert table.model.answer.args() == {"edge": "field:0404|0504"}
    assert view.state.lights.chosen == "field:0404|0504"
    table.do()
    assert any("The wall at 0404/0504" in "".join(s.text for s in line.spans) for line in table.model.history.log())


def test_the_bars_are_painted_where_the_sides_run(table):
    picture = table.picture()
    accent = picture.pixelColor(table.at("0404|0505"))
    assert accent.name().upper() == "#1F5C99"
    assert picture.pixelColor(table.at("0405|0505")).name().upper() != "#1F5C99"


def test_a_side_that_will_not_do_says_why(table):
    table.hand.click(table.at("0403|0404"))
    assert table.messages[-1] == {"key": "why.no_wall", "args": {}, "rule": "4.2"}
    assert table.model.answer.cell == ""


def test_arrows_n_and_enter_choose_a_side(table):
    view = table.view
    view.set_cursor_place("field:0304", show=True)
    table.hand.key(K.Key_Right)
    assert view.cell in LIT
    first = view.cell
    table.hand.key(K.Key_Down if first.endswith("0504") else K.Key_Up)
    assert {first, view.cell} == LIT
    view.next_candidate(1)
    assert view.cell == first
    table.hand.key(K.Key_Return)
    assert table.model.answer.cell == first
    assert describe(view.state, first) == f"side {first[6:].replace('|', '/')}; may be chosen"


def test_the_arrows_come_to_a_counter_on_a_side_and_off_it_again(table):
    view = table.view
    table.begin("bridge")
    table.model.answer.set_pieces(["b1"])
    table.hand.click(table.at("0204|0305"))
    table.quiet()
    table.model.answer.start(None)
    assert not view.state.light_places
    view.set_cursor_place("field:0204", show=True)
    table.hand.key(K.Key_Right)
    assert view.cell == "field:0204|0305"
    table.hand.key(K.Key_Right)
    assert view.cell == "field:0305"
    view.set_cursor_place("field:0204", show=True)
    table.hand.key(K.Key_Right, Qt.KeyboardModifier.ShiftModifier)  # cells alone
    assert view.layout_.cell(view.cell)


@pytest.mark.parametrize("grid", [("hex", "flat"), ("hex", "pointy"), ("square", "flat")])
@pytest.mark.parametrize("most", [1, 6, 30])
def test_the_arrows_come_to_every_side_and_every_cell(grid, most):
    kind, orientation = grid
    spec = {"kind": kind, "columns": 6, "rows": 5, "numbering": {"pattern": "CCRR"}}
    spec |= {"orientation": orientation} if kind == "hex" else {}
    layout = BoardLayout(BoardContent.model_validate({"id": "f", "name": {"en": "x", "ja": "x"}, "grid": spec}))
    cells = [layout.place(cell) for cell in layout.grid.cells()]
    every = sorted({layout.place(side) for cell in layout.grid.cells() for side in layout.grid.edges(cell)})
    sides = random.Random(most).sample(every, most)
    todo = [cells[0]]
    met = set(todo)
    while todo:
        at = todo.pop()
        for step in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            for other in (False, True):
                to = layout.step(at, *step, other=other, sides=sides)
                if to not in met:
                    met.add(to)
                    todo.append(to)
    assert met == {*cells, *sides}


def test_a_piece_can_be_placed_on_a_side_and_lies_there(table):
    view = table.view
    table.begin("bridge")
    table.model.answer.set_pieces(["b1"])
    assert view.state.light_places == {f"field:{side}" for side in BROOK}
    table.hand.click(table.at("0204|0305"))
    table.quiet()
    assert table.session.state.pieces["b1"]["at"] == "field:0204|0305"
    assert view.stacks.resting("field:0204|0305") == ["b1"]
    point = view.camera.to_screen(view.layout_.spot("field:0204|0305"))
    assert view.piece_at(point) == ("b1", "field:0204|0305")
