"""Gestures on boards: what a person draws is what comes, everything follows when the grid changes, undo is exact."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import commands, ops, starts
from qtwar.editing.batch import Batch, Command
from qtwar.editing.draft import Draft
from qtwar.model.board import EdgeLine
from qtwar.model.validate import validate_content


@pytest.fixture
def hexes() -> Draft:
    """A new 10 × 8 board of hexes."""
    return Draft(starts.new_grid("Hexes", columns=10, rows=8))


def do(draft: Draft, command: Command) -> Draft:
    """Carry a command out, and prove on the way that it can be undone."""
    before = draft.data
    after = ops.apply_all(before, command.ops)
    back = ops.apply_all(after, ops.inverses(command.ops))
    assert Draft(data=back).digest() == Draft(data=before).digest()
    draft.data = after
    return draft


# ---------------------------------------------------------------------------------------------- painting


def test_shapes_of_the_brush(hexes: Draft) -> None:
    grid = hexes.grid("map")
    assert commands.brush(grid, "0505", 1) == ["0505"]
    assert len(commands.brush(grid, "0505", 3)) == 19
    assert commands.line(grid, "0101", "0104") == ["0101", "0102", "0103", "0104"]
    assert len(commands.stroke(grid, ["0101", "0105", "0505"])) == len(
        set(commands.stroke(grid, ["0101", "0105", "0505"]))
    )
    assert set(commands.rectangle(grid, "0202", "0404")) == {f"{c:02}{r:02}" for c in (2, 3, 4) for r in (2, 3, 4)}
    points = [(0, 0), (400, 0), (400, 300), (0, 300)]
    assert set(commands.lasso(grid, points)) == {
        c for c in grid.cells() if grid.to_pixel(c)[0] < 400 and grid.to_pixel(c)[1] < 300
    }
    assert commands.lasso(grid, points[:2]) == []


def test_the_wand_finds_what_is_joined_and_fill_paints_it(hexes: Draft) -> None:
    wall = [f"05{row:02}" for row in range(1, 9)]
    do(hexes, commands.paint(hexes, "map", wall, "woods"))
    board, grid = hexes.item("boards", "map"), hexes.grid("map")
    assert set(commands.wand(board, grid, "0101")) == {c for c in grid.cells() if c < "05"}
    assert len(commands.wand(board, grid, "0101", everywhere=True)) == 72
    do(hexes, commands.fill(hexes, "map", "0101", "field"))
    terrain = hexes.item("boards", "map")["terrain"]
    assert {terrain[c] for c in grid.cells() if c < "05"} == {"field"}
    assert {terrain[c] for c in grid.cells() if c > "06"} == {"clear"}
    assert "field" in hexes.item("boards", "map")["legend"].values()


def test_a_mix_is_repeatable_and_weighted(hexes: Draft) -> None:
    cells = list(hexes.grid("map").cells())
    one = commands.mix(hexes, "map", cells, {"woods": 3, "field": 1}, seed=5)
    assert one.ops == commands.mix(hexes, "map", cells, {"woods": 3, "field": 1}, seed=5).ops
    do(hexes, one)
    words = list(hexes.item("boards", "map")["terrain"].values())
    assert set(words) == {"woods", "field"}
    assert words.count("woods") > words.count("field")
    with pytest.raises(DataFault, match="at least one terrain"):
        commands.mix(hexes, "map", cells, {}, seed=1)


def test_raising_counts_from_nothing(hexes: Draft) -> None:
    do(hexes, commands.raise_by(hexes, "map", ["0101", "0102"], 1))
    do(hexes, commands.raise_by(hexes, "map", ["0101"], 1))
    assert hexes.item("boards", "map")["elevation"] == {"0101": 2, "0102": 1}


@pytest.mark.parametrize(
    ("word", "what", "words"),
    [("wods", "terrain", "did you mean"), ("high", "elevation", "can not be 'high'"), (True, "feature:tower", "make it first"),
     ("x", "colour", "is nothing to paint")],
)  # fmt: skip
def test_paint_that_is_none_is_refused(word: Any, what: str, words: str, hexes: Draft) -> None:
    with pytest.raises(DataFault, match=words):
        commands.paint(hexes, "map", ["0101"], word, what)
    with pytest.raises(DataFault, match="no cell '9999'"):
        commands.paint(hexes, "map", ["9999"], "woods")


# ----------------------------------------------------------------------------------------- edges and paths


def test_edges_of_a_kind_and_name_share_a_line(hexes: Draft) -> None:
    do(hexes, commands.edge_stroke(hexes, "map", "river", ["0102|0101", "0101/N"]))
    do(hexes, commands.edge_stroke(hexes, "map", "river", ["0101|0102", "0102|0103"]))
    do(hexes, commands.edge_stroke(hexes, "map", "river", ["0301|0302"], {"en": "Aure", "ja": "オール川"}))
    lines = hexes.item("boards", "map")["edges"]
    assert [line["sides"] for line in lines] == [["0101|0102", "0101/N", "0102|0103"], ["0301|0302"]]
    do(hexes, commands.erase_edges(hexes, "map", ["0301|0302", "0101/N"]))
    assert [line["sides"] for line in hexes.item("boards", "map")["edges"]] == [["0101|0102", "0102|0103"]]
    with pytest.raises(DataFault, match="no side of a cell"):
        commands.edge_stroke(hexes, "map", "river", ["0101|0909"])


def test_tracing_follows_the_sides_between_two_points_of_a_drag(hexes: Draft) -> None:
    grid = hexes.grid("map")
    run = ["0303|0304"]
    run += commands.trace(grid, run, "0706|0707")
    points = [{(round(p[0]), round(p[1])) for p in grid.edge_points(side)} for side in run]
    assert all(a & b for a, b in pairwise(points)), "each side meets the next in a corner"
    assert len(set(run)) == len(run) <= 12
    assert run[-1] == "0706|0707"
    assert commands.trace(grid, [], "0303|0304") == ["0303|0304"]
    x, y = grid.edge_points("0303|0304")[0]
    ax, ay = grid.edge_points("0303|0304")[1]
    assert commands.side_at(grid, (x + ax) / 2, (y + ay) / 2 + 3) == "0303|0304"
    assert commands.side_at(grid, -500, 0) is None


def test_paths_fill_in_join_split_and_bend(hexes: Draft) -> None:
    do(hexes, commands.add_path(hexes, "map", "road", ["0101", "0104"]))
    assert hexes.item("boards", "map")["paths"][0]["cells"] == ["0101", "0102", "0103", "0104"]
    do(hexes, commands.add_path(hexes, "map", "road", ["0106", "0104"]))
    assert [p["cells"] for p in hexes.item("boards", "map")["paths"]] == [
        ["0101", "0102", "0103", "0104", "0105", "0106"]
    ]
    do(hexes, commands.split_path(hexes, "map", 0, 2))
    assert [p["cells"][-1] for p in hexes.item("boards", "map")["paths"]] == ["0103", "0106"]
    do(hexes, commands.join_paths(hexes, "map", 0, 1))
    do(hexes, commands.move_node(hexes, "map", 0, 5, "0305"))
    grid, cells = hexes.grid("map"), hexes.item("boards", "map")["paths"][0]["cells"]
    assert cells[-1] == "0305"
    assert all(grid.are_adjacent(a, b) for a, b in pairwise(cells))
    do(hexes, commands.set_path(hexes, "map", 0, ["0101"]))
    assert hexes.item("boards", "map")["paths"] == []
    with pytest.raises(DataFault, match="two cells"):
        commands.add_path(hexes, "map", "road", ["0101", "0101"])


# ----------------------------------------------------------------------------------------------- regions


@pytest.mark.parametrize("kind", ["flat", "pointy", "square"])
def test_six_turns_or_two_mirrors_are_where_it_began(kind: str) -> None:
    grid = {"kind": "square"} if kind == "square" else {"orientation": kind}
    draft = Draft(starts.new_grid("Turns", columns=12, rows=12, **grid))
    middle = "0606"
    cells = commands.brush(draft.grid("map"), middle, 3)
    do(draft, commands.paint(draft, "map", cells[:5], "woods"))
    do(draft, commands.paint(draft, "map", cells[2:4], True, "feature:town"))
    side = draft.grid("map").edges(middle)[1]
    do(draft, commands.edge_stroke(draft, "map", "river", [side]))
    do(draft, commands.add_path(draft, "map", "road", [cells[0], middle]))
    clip = commands.copy_region(draft, "map", [middle, *(c for c in cells if c != middle)])
    steps = 4 if kind == "square" else 6
    assert commands.rotate(clip, steps) == clip
    assert commands.rotate(commands.rotate(clip, 2), steps - 2) == clip
    for axis in "xy":
        assert commands.mirror(commands.mirror(clip, axis), axis) == clip
        assert commands.mirror(clip, axis) != clip
    # a whole turn, pasted step by step over the same place, is the board as it was
    before = draft.digest()
    turned = draft
    for _ in range(steps):
        region = commands.copy_region(turned, "map", [middle, *(c for c in cells if c != middle)])
        cleared = do(Draft(data=turned.data), commands.erase_edges(turned, "map", [side]))
        for n in range(len(cleared.item("boards", "map")["paths"]) - 1, -1, -1):
            do(cleared, commands.set_path(cleared, "map", n, []))
        sides = [s for line in cleared.item("boards", "map")["edges"] for s in line["sides"]]
        do(cleared, commands.erase_edges(cleared, "map", sides))
        turned = do(cleared, commands.paste(cleared, "map", commands.rotate(region), middle))
    assert turned.item("boards", "map")["terrain"] == draft.item("boards", "map")["terrain"]
    assert {s for line in turned.item("boards", "map")["edges"] for s in line["sides"]} == {side}
    assert [p["cells"] for p in turned.item("boards", "map")["paths"]] == [
        p["cells"] for p in draft.item("boards", "map")["paths"]
    ]
    assert draft.digest() == before


def test_a_region_goes_into_another_draft_with_the_kinds_it_needs(draft: Draft, hexes: Draft) -> None:
    other = Draft(starts.new_grid("Squares", kind="square", preset="squares", columns=5, rows=5))
    clip = commands.copy_region(draft, "field", ["0101", "0201", "0202"])
    command = commands.paste(other, "map", clip, "0202")
    do(other, command)
    board = other.item("boards", "map")
    assert other.has("edge_kinds", "stream")
    assert board["features"]["town"] == ["0202"]
    assert board["edges"][0]["sides"] == ["0202|0302", "0201|0202"]
    assert board["layers"]["country"]["cells"]["0202"] == "north"
    edge = commands.paste(other, "map", clip, "0505")  # most of it falls off the board
    assert edge.label["args"]["n"] == 1
    with pytest.raises(DataFault, match="another kind"):
        commands.paste(hexes, "map", clip, "0101")


# ------------------------------------------------------------------------------------------- resize, grid


@pytest.mark.parametrize("anchor", list(commands.ANCHORS))
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_what_is_on_a_board_stays_together_when_it_is_resized(anchor: str, orientation: str) -> None:
    draft = Draft(starts.new_grid("Grow", columns=9, rows=7, orientation=orientation))
    grid = draft.grid("map")
    cells = commands.brush(grid, "0404", 2)
    do(draft, commands.paint(draft, "map", cells, "woods"))
    do(draft, commands.edge_stroke(draft, "map", "river", grid.edges("0404")))
    do(draft, commands.add_path(draft, "map", "road", ["0404", cells[0]]))
    do(draft, commands.add_label(draft, "map", {"en": "Wood", "ja": "森"}, "0404"))
    do(draft, commands.add_area(draft, "map", {"en": "Zone", "ja": "区域"}, cells))
    do(draft, commands.add(draft, "kinds", {"id": "inf", "name": {"en": "Inf", "ja": "歩"}, "side": "blue"}))
    do(draft, commands.add(draft, "pieces", {"id": "inf-1", "kind": "inf"}))
    do(draft, commands.place_pieces(draft, "scenario_1", {"inf": 1}, "map:0404"))
    do(draft, commands.add_setup_line(draft, "scenario_1", "blue", {}, {"cells": ["0404", "map:0404"]}))
    do(draft, commands.resize(draft, "map", 14, 12, anchor))
    board, now = draft.item("boards", "map"), draft.grid("map")
    assert len(now.cells()) == len(board["terrain"]) == 168
    woods = {c for c, word in board["terrain"].items() if word == "woods"}
    middle = board["labels"][0]["at"]
    assert woods == {middle, *now.neighbours(middle)}
    assert set(board["edges"][0]["sides"]) == set(now.edges(middle))
    assert set(board["areas"][0]["cells"]) == woods
    assert board["paths"][0]["cells"][0] == middle
    assert board["paths"][0]["cells"][1] in now.neighbours(middle)
    scenario = draft.item("scenarios", "scenario_1")
    assert scenario["quick"][0]["at"] == f"map:{middle}"
    assert scenario["setup"][0]["where"]["cells"] == [middle, f"map:{middle}"]
    assert [p.text for p in validate_content(draft.content())] == []
    do(draft, commands.resize(draft, "map", 9, 7, anchor))
    assert draft.item("boards", "map")["labels"][0]["at"] == "0404"


def test_what_lay_on_cells_that_are_no_more_goes(draft: Draft) -> None:
    do(draft, commands.resize(draft, "field", 2, 2, "se"))
    board = draft.item("boards", "field")
    assert board["paths"] == []
    assert board["features"] == {}
    assert draft.item("scenarios", "one")["quick"] == []
    assert set(board["terrain"]) == {"0101", "0201", "0102", "0202"}
    with pytest.raises(DataFault, match="at least one column"):
        commands.resize(draft, "field", 0, 3)
    with pytest.raises(DataFault, match="no columns and rows"):
        commands.resize(draft, "zones", 3, 3)


def test_another_numbering_renames_every_cell_that_is_named(draft: Draft) -> None:
    do(draft, commands.set_grid(draft, "field", {"numbering": {"pattern": "A1"}}))
    board = draft.item("boards", "field")
    assert board["features"]["town"] == ["A1", "C2"]
    assert board["edges"][0]["sides"] == ["A1|B1", "A1/N"]
    assert draft.item("scenarios", "one")["quick"][0]["at"] == "field:A1"
    assert not [p for p in validate_content(draft.content()) if "cell" in p.text and "have no terrain" not in p.text]
    with pytest.raises(DataFault, match="two cells the id"):
        commands.set_grid(draft, "field", {"numbering": {"pattern": "1"}})


# ---------------------------------------------------------------------------------- labels, boxes, pictures


def test_labels_boxes_and_tracks(draft: Draft) -> None:
    do(draft, commands.add_label(draft, "field", {"en": "Ford", "ja": "浅瀬"}, (12.345, 6)))
    assert draft.item("boards", "field")["labels"][-1]["at"] == [12.3, 6.0]
    do(draft, commands.move_label(draft, "field", 0, "0202", (0, 5)))
    do(draft, commands.clear_label_places(draft, "field"))
    assert all(label["offset"] is None for label in draft.item("boards", "field")["labels"])
    do(draft, commands.name_features(draft, "field", "town"))
    assert {"0101", "0302"} <= {
        label["at"] for label in draft.item("boards", "field")["labels"] if isinstance(label["at"], str)
    }
    do(
        draft,
        commands.add_track(
            draft, "field", {"en": "Turn", "ja": "ターン"}, 1, 12, (0, 0, 500, 100), per_row=6, role="turn"
        ),
    )
    boxes = [box for box in draft.item("boards", "field")["boxes"] if box["role"] == "turn"]
    assert len(boxes) == 12
    assert boxes[7]["on_board"] == [83.3, 50.0, 83.3, 50.0]
    assert boxes[7]["attrs"] == {"track": "turn", "value": 8}
    with pytest.raises(DataFault, match="already"):
        commands.add_track(draft, "field", {"en": "Turn", "ja": "ターン"}, 1, 3)
    with pytest.raises(DataFault, match="no cell '9999'"):
        commands.add_label(draft, "field", {"en": "x"}, "9999")


@pytest.mark.parametrize("turn", [0.0, 0.3, -1.2])
def test_three_clicked_cells_lay_a_turned_and_uneven_scan(turn: float, hexes: Draft) -> None:
    import math

    grid = hexes.grid("map")

    def pixel(cell: str) -> tuple[float, float]:  # the scan: turned, 3.1 px a unit across, 2.7 down, shifted
        x, y = grid.to_pixel(cell)
        x, y = x * 3.1, y * 2.7
        return x * math.cos(turn) - y * math.sin(turn) + 140, x * math.sin(turn) + y * math.cos(turn) + 90

    found = commands.Calibration.of(grid, [(cell, *pixel(cell)) for cell in ("0101", "1002", "0308")])
    for cell in grid.cells():
        assert found.to_board(*pixel(cell)) == pytest.approx(grid.to_pixel(cell), abs=1e-6)
        assert found.to_picture(*grid.to_pixel(cell)) == pytest.approx(pixel(cell), abs=1e-6)
    assert commands.Calibration.from_list(found.as_list()) == found
    rough = commands.Calibration.of(grid, [(c, *pixel(c)) for c in ("0101", "1002", "0308", "0808", "0505")])
    assert rough.to_board(*pixel("0707")) == pytest.approx(grid.to_pixel("0707"), abs=1e-6)


def test_clicks_that_say_nothing_are_refused(hexes: Draft) -> None:
    of, grid = commands.Calibration.of, hexes.grid("map")
    with pytest.raises(DataFault, match="three different cells"):
        of(grid, [("0101", 0, 0), ("0101", 5, 5), ("0102", 9, 0)])
    with pytest.raises(DataFault, match="cells lie in one line"):
        of(grid, [("0101", 0, 0), ("0102", 5, 50), ("0103", 90, 0)])
    with pytest.raises(DataFault, match="clicks lie in one line"):
        of(grid, [("0101", 0, 0), ("0502", 50, 50), ("0307", 90, 90)])
    with pytest.raises(DataFault, match="no cell 'Z9'"):
        of(grid, [("0101", 0, 0), ("Z9", 50, 50), ("0307", 90, 10)])


def test_a_huge_picture_is_taken_in_by_strips_under_the_cap(hexes: Draft) -> None:
    plan = commands.plan(32_000, 20_000)
    assert sum(height for _, height in plan.strips) == 20_000
    assert max(height for _, height in plan.strips) * 32_000 * 4 <= 256_000_000
    assert plan.levels == 6
    assert sum(w * h for *_, w, h in plan.tiles(0)) == 32_000 * 20_000
    assert len(list(plan.tiles(plan.levels - 1))) == 1
    assert len(commands.plan(900, 700).strips) == 1
    for size, words in (((0, 5), "no picture"), ((90_000, 90_000), "more than 1500 million")):
        with pytest.raises(DataFault, match=words):
            commands.plan(*size)
    do(hexes, commands.import_picture(hexes, "map", "scan", 900, 700))
    do(hexes, commands.calibrate(hexes, "map", [("0101", 50, 60), ("1001", 800, 70), ("0107", 60, 650)]))
    do(hexes, commands.change_picture(hexes, "map", opacity=0.25))
    assert hexes.item("boards", "map")["attrs"]["trace"]["opacity"] == 0.25
    do(hexes, commands.drop_picture(hexes, "map"))
    with pytest.raises(DataFault, match="no picture"):
        commands.change_picture(hexes, "map", opacity=1)


def test_edge_lines_hold_only_true_sides(draft: Draft) -> None:
    """What is painted on a board is content that any reader takes."""
    batch = Batch(draft)
    batch.insert(("boards", "field", "edges"), {"kind": "stream", "sides": ["0402|0403"]})
    command = batch.command("edited.edge", name="x", n=1)
    do(draft, command)
    assert draft.content().board("field").edges[-1] == EdgeLine(kind="stream", sides=("0402|0403",))
