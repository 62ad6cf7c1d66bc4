"""Regions of a map: copied with all that lies in them, into another draft too, cut, cleared, mirrored and turned."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.editing import templates
from tests.ui.edit.test_fit import settle

CTRL = Qt.KeyboardModifier.ControlModifier
VILLAGE = ("0404", "0405", "0504")


def village(open_draft, **more):
    """A draft with three hexes of houses, a wall between two, a road through, a name and a hill."""
    d = open_draft(templates.new_grid("Village", columns=14, rows=12, **more))
    settle()
    d.view.fit()
    pen = d.page.map.pen
    pen.choose("terrain", "built")
    d.page.take_tool("brush")
    for cell in VILLAGE:
        d.click(d.at(cell))
    pen.choose("edge", "wall")
    d.type("e")
    d.drag(d.side("0404", "0405"), d.side("0404", "0405"))
    d.road("0205", "0404", "0504", "0705")
    d.type("u")
    d.click(d.at("0504"))
    d.type("t")
    d.click(d.at("0405"))
    QTest.keyClicks(d.view.tools["label"].typing, "Manoir")
    QTest.keyClick(d.view.tools["label"].typing, Qt.Key.Key_Return)
    d.settle()
    d.type("v")
    d.drag(d.at("0404") - (d.at("0404") - d.at("0302")) / 3, d.at("0505"))
    d.view.select_cells(VILLAGE)
    return d


def what(d):
    """What lies on the board, by part."""
    board = d.board
    return (
        {c for c, w in board.terrain.items() if w == "built"},
        {side for line in board.edges for side in line.sides},
        [path.cells for path in board.paths],
        dict(board.elevation),
        {label.at: label.text.en for label in board.labels},
    )


def press(d, key):
    QTest.keyClick(d.view, key, CTRL)
    d.settle()


def test_a_region_goes_to_another_place_and_into_another_draft_with_its_walls_roads_and_names(open_draft):
    d = village(open_draft)
    anchor = d.view.tools["select"]._cells()[0]
    entries = len(d.model.history())
    press(d, Qt.Key.Key_C)
    press(d, Qt.Key.Key_V)
    grid = d.view.layout_.grid
    shift = 6  # an even number of columns: the same offsets

    def there(cell):
        column, row = grid.position(cell)
        return grid.at(column + shift, row)

    d.click(d.at(there(anchor)))
    built, walls, roads, heights, names = what(d)
    assert built == {*VILLAGE, *map(there, VILLAGE)}
    assert grid.edge(there("0404"), there("0405")) in walls
    assert (there("0404"), there("0504")) in roads
    assert heights[there("0504")] == 1
    assert names[there("0405")] == "Manoir"
    assert d.view.selection == set(map(there, VILLAGE))
    assert len(d.model.history()) == entries + 1

    other = open_draft(templates.new_grid("Other", columns=14, rows=12, preset="operational"))
    settle()
    other.view.fit()
    other.type("v")
    press(other, Qt.Key.Key_V)
    other.click(other.at(anchor))
    assert what(other)[:2] == ({*VILLAGE}, {grid.edge("0404", "0405")})
    assert any(kind.id == "built" for kind in other.model.content.terrain), "the kind came along"
    assert [e.text for e in other.model.history()] == ["Pasted 3 cells"]

    squares = open_draft(templates.new_grid("Squares", kind="square", columns=6, rows=6))
    squares.type("v")
    press(squares, Qt.Key.Key_V)
    assert "another kind" in squares.told[-1]
    assert not squares.view.tools["select"].pasting
    assert not d.refused
    assert not other.refused


def test_cut_takes_everything_out_and_undo_brings_it_back(open_draft):
    d = village(open_draft)
    before = what(d)
    press(d, Qt.Key.Key_X)
    built, walls, roads, heights, names = what(d)
    assert not built
    assert not walls
    assert roads == [("0205", "0304"), ("0604", "0705")] or all(set(r).isdisjoint(VILLAGE) for r in roads)
    assert not heights
    assert not names
    assert d.model.history()[-1].text == "Cut 3 cells"
    press(d, Qt.Key.Key_Z)
    assert what(d) == before


def test_six_turns_in_place_are_where_it_began_and_a_locked_layer_stays(open_draft):
    d = village(open_draft)
    before = what(d)
    seen = set()
    for _ in range(6):
        d.view.tools["select"].rotate()
        d.settle()
        seen.add(frozenset(what(d)[0]))
    after = what(d)
    assert len(seen) == 6
    assert after[0] == before[0]
    assert after[1] == before[1]
    assert after[3:] == before[3:]
    d.page.map.layers.locks["edges"].click()
    d.settle()
    d.view.select_cells(VILLAGE)
    d.key(Qt.Key.Key_Delete)
    assert what(d)[1] == before[1], "walls are locked"
    assert not what(d)[0]
    assert not d.refused
