"""Gestures on boards: what a person draws is what comes, everything follows when the grid changes, undo is exact."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from qtwar.base.errors import DataFault
from qtwar.editing import boards, clips, ground, items, ops, pictures, placements, places, shapes, templates
from qtwar.editing.batch import Edit
from qtwar.editing.draft import Draft
from qtwar.model.validate import validate_content


@pytest.fixture
def hexes() -> Draft:
    """A new 10 × 8 board of hexes."""
    return Draft(templates.new_grid("Hexes", columns=10, rows=8))


def do(draft: Draft, edit: Edit) -> Draft:
    """Carry an edit out, and prove on the way that it can be undone."""
    before = draft.data
    after = ops.apply_all(before, edit.ops)
    back = ops.apply_all(after, ops.inverses(edit.ops))
    assert Draft(data=back).digest() == Draft(data=before).digest()
    draft.data = after
    return draft


# ---------------------------------------------------------------------------------------------- painting


def test_shapes_of_the_brush(hexes: Draft) -> None:
    grid = hexes.grid("map")
    assert shapes.disc(grid, "0505", 1) == ["0505"]
    assert len(shapes.disc(grid, "0505", 3)) == 19
    assert set(shapes.rectangle(grid, "0202", "0404")) == {f"{c:02}{r:02}" for c in (2, 3, 4) for r in (2, 3, 4)}


def test_a_flood_stops_where_the_ground_is_another(hexes: Draft) -> None:
    wall = [f"05{row:02}" for row in range(1, 9)]
    do(hexes, ground.paint(hexes, "map", dict.fromkeys(wall, "woods")))
    terrain, grid = hexes.item("boards", "map")["terrain"], hexes.grid("map")
    west = shapes.flood(grid, terrain, "0101")
    assert set(west) == {c for c in grid.cells() if c < "05"}
    assert len(shapes.alike(grid, terrain, "0101")) == 72
    do(hexes, ground.paint(hexes, "map", dict.fromkeys(west, "field")))
    terrain = hexes.item("boards", "map")["terrain"]
    assert {terrain[c] for c in grid.cells() if c < "05"} == {"field"}
    assert {terrain[c] for c in grid.cells() if c > "06"} == {"clear"}
    assert "field" in hexes.item("boards", "map")["legend"].values()


def test_an_edit_is_named_by_what_is_painted(hexes: Draft) -> None:
    words = {"0101": "woods", "0102": "woods"}
    assert ground.paint(hexes, "map", words).label == {
        "key": "edit.did.paint", "args": {"name": {"en": "Woods", "ja": "森"}, "n": 2},
    }  # fmt: skip
    assert ground.paint(hexes, "map", {**words, "0103": "field"}).label["key"] == "edited.mix"
    assert ground.paint(hexes, "map", words, erase=True).label["key"] == "edit.did.erase"


@pytest.mark.parametrize(
    ("closed", "left"),
    [(False, [["0101", "0102"], ["0104", "0105"]]), (True, [["0101", "0102"], ["0104", "0105", "0101"]])],
)
def test_a_path_ends_where_ground_is_painted_over_it_unless_it_is_kept(
    closed: bool, left: list[list[str]], hexes: Draft
) -> None:
    way = ["0101", "0102", "0103", "0104", "0105"]
    do(hexes, ground.add_path(hexes, "map", "road", way, closed=closed))
    do(hexes, ground.paint(hexes, "map", {"0103": "woods"}))
    assert [p["cells"] for p in hexes.item("boards", "map")["paths"]] == [way]
    do(hexes, ground.paint(hexes, "map", {"0103": "water"}, keep_paths=False))
    assert [p["cells"] for p in hexes.item("boards", "map")["paths"]] == left


@pytest.mark.parametrize(
    ("gesture", "words"),
    [
        (lambda d: ground.paint(d, "map", {"0101": "wods"}), "did you mean"),
        (lambda d: ground.paint(d, "map", {"9999": "woods"}), "no cell '9999'"),
        (lambda d: ground.set_elevation(d, "map", {"0101": "high"}), "can not be 'high'"),
        (lambda d: ground.lay_feature(d, "map", "tower", ["0101"], True), "make it first"),
        (lambda d: ground.draw_sides(d, "map", "river", ["0101|0909"]), "no side of a cell"),
        (lambda d: ground.add_path(d, "map", "road", ["0101", "0101"]), "two cells"),
    ],
)
def test_what_can_not_be_drawn_is_refused(gesture: Any, words: str, hexes: Draft) -> None:
    with pytest.raises(DataFault, match=words):
        gesture(hexes)


# ----------------------------------------------------------------------------------------- edges and paths


def test_sides_of_a_kind_share_a_line_that_has_no_name(hexes: Draft) -> None:
    do(hexes, ground.draw_sides(hexes, "map", "river", ["0102|0101", "0101/N"]))
    do(hexes, ground.draw_sides(hexes, "map", "river", ["0101|0102", "0102|0103"]))
    do(hexes, items.put(hexes, ("boards", "map", "edges", 0, "name"), {"en": "Aure", "ja": "オール川"}))
    do(hexes, ground.draw_sides(hexes, "map", "river", ["0301|0302"]))
    lines = hexes.item("boards", "map")["edges"]
    assert [line["sides"] for line in lines] == [["0101|0102", "0101/N", "0102|0103"], ["0301|0302"]]
    do(hexes, ground.erase_sides(hexes, "map", ["0302|0301", "0101/N"]))
    assert [line["sides"] for line in hexes.item("boards", "map")["edges"]] == [["0101|0102", "0102|0103"]]


def test_of_two_kinds_on_one_side_the_one_meant_is_erased(hexes: Draft) -> None:
    for kind in ("river", "wall"):
        do(hexes, ground.draw_sides(hexes, "map", kind, ["0101|0102"]))
    do(hexes, ground.erase_sides(hexes, "map", ["0102|0101"], "wall"))
    assert [(line["kind"], line["sides"]) for line in hexes.item("boards", "map")["edges"]] == [("river", ["0101|0102"])]


def test_paths_fill_in_join_bend_and_go(hexes: Draft) -> None:
    do(hexes, ground.add_path(hexes, "map", "road", ["0101", "0104"]))
    assert hexes.item("boards", "map")["paths"][0]["cells"] == ["0101", "0102", "0103", "0104"]
    do(hexes, ground.add_path(hexes, "map", "road", ["0106", "0104"]))
    whole = ["0101", "0102", "0103", "0104", "0105", "0106"]
    assert [p["cells"] for p in hexes.item("boards", "map")["paths"]] == [whole]
    do(hexes, ground.set_path(hexes, "map", 0, [*whole[:5], "0305"]))
    grid, cells = hexes.grid("map"), hexes.item("boards", "map")["paths"][0]["cells"]
    assert cells[-1] == "0305"
    assert all(grid.are_adjacent(a, b) for a, b in pairwise(cells))
    do(hexes, ground.set_path(hexes, "map", 0, ["0101"]))
    assert hexes.item("boards", "map")["paths"] == []


# ----------------------------------------------------------------------------------------------- regions


@pytest.mark.parametrize("kind", ["flat", "pointy", "square"])
def test_six_turns_or_two_mirrors_are_where_it_began(kind: str) -> None:
    grid = {"kind": "square"} if kind == "square" else {"orientation": kind}
    draft = Draft(templates.new_grid("Turns", columns=12, rows=12, **grid))
    middle = "0606"
    cells = [middle, *(c for c in shapes.disc(draft.grid("map"), middle, 3) if c != middle)]
    do(draft, ground.paint(draft, "map", dict.fromkeys(cells[:5], "woods")))
    do(draft, ground.lay_feature(draft, "map", "town", cells[2:4], True))
    side = draft.grid("map").edges(middle)[1]
    do(draft, ground.draw_sides(draft, "map", "river", [side]))
    do(draft, ground.add_path(draft, "map", "road", [cells[-1], middle]))
    clip = clips.copy_region(draft, "map", [middle, *(c for c in cells if c != middle)])
    steps = 4 if kind == "square" else 6
    assert clips.rotate(clip, steps) == clip
    assert clips.rotate(clips.rotate(clip, 2), steps - 2) == clip
    for axis in "xy":
        assert clips.mirror(clips.mirror(clip, axis), axis) == clip
        assert clips.mirror(clip, axis) != clip
    # a whole turn, pasted step by step over the same place, is the board as it was
    before = draft.digest()
    turned = draft
    for _ in range(steps):
        region = clips.copy_region(turned, "map", [middle, *(c for c in cells if c != middle)])
        cleared = do(Draft(data=turned.data), ground.erase_sides(turned, "map", [side]))
        for n in range(len(cleared.item("boards", "map")["paths"]) - 1, -1, -1):
            do(cleared, ground.set_path(cleared, "map", n, []))
        sides = [s for line in cleared.item("boards", "map")["edges"] for s in line["sides"]]
        do(cleared, ground.erase_sides(cleared, "map", sides))
        turned = do(cleared, clips.paste(cleared, "map", clips.rotate(region), middle))
    assert turned.item("boards", "map")["terrain"] == draft.item("boards", "map")["terrain"]
    assert {s for line in turned.item("boards", "map")["edges"] for s in line["sides"]} == {side}
    assert [p["cells"] for p in turned.item("boards", "map")["paths"]] == [
        p["cells"] for p in draft.item("boards", "map")["paths"]
    ]
    assert draft.digest() == before


def test_a_region_goes_into_another_draft_with_the_kinds_it_needs(draft: Draft, hexes: Draft) -> None:
    other = Draft(templates.new_grid("Squares", kind="square", preset="squares", columns=5, rows=5))
    clip = clips.copy_region(draft, "field", ["0101", "0201", "0202"])
    do(other, clips.paste(other, "map", clip, "0202"))
    board = other.item("boards", "map")
    assert other.has("edge_kinds", "stream")
    assert board["features"]["town"] == ["0202"]
    assert board["edges"][0]["sides"] == ["0202|0302", "0201|0202"]
    assert board["layers"]["country"]["cells"]["0202"] == "north"
    edge = clips.paste(other, "map", clip, "0505")  # most of it falls off the board
    assert edge.label["args"]["n"] == 1
    with pytest.raises(DataFault, match="another kind"):
        clips.paste(hexes, "map", clip, "0101")


# ------------------------------------------------------------------------------------------- resize, grid


@pytest.mark.parametrize("anchor", list(boards.ANCHORS))
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_box_beside_the_map_stays_beside_it_when_the_board_is_resized(anchor: str, orientation: str) -> None:
    draft = Draft(templates.new_grid("Grow", columns=9, rows=7, orientation=orientation))
    left, top, right, bottom = draft.grid("map").bounds()
    rects = [[right + 30, top + 50, 200, 100], [left - 230, top, 200, 100], [left, bottom + 30, 200, 100], [150, 150, 90, 90]]
    for n, rect in enumerate(rects):
        do(draft, places.add_box(draft, "map", {"en": f"Box {n}"}, rect))
    was = draft.grid("map").to_pixel("0404")
    do(draft, places.add_label(draft, "map", {"en": "Wood"}, "0404"))
    for size in ((14, 12), (9, 7)):
        do(draft, boards.resize(draft, "map", *size, anchor))
        grid, board = draft.grid("map"), draft.item("boards", "map")
        east, west, south, inside = (box["on_board"] for box in board["boxes"] if box["on_board"])
        left, _, right, bottom = grid.bounds()
        assert (east[0] - right, left - west[0] - west[2], south[1] - bottom) == pytest.approx((30, 30, 30), abs=0.3)
        x, y = grid.to_pixel(board["labels"][0]["at"])
        assert (inside[0] - x, inside[1] - y) == pytest.approx((150 - was[0], 150 - was[1]), abs=0.3), "it lies on cells"
    assert [box["on_board"] for box in board["boxes"] if box["on_board"]] == [pytest.approx(rect, abs=0.3) for rect in rects]


@pytest.mark.parametrize("anchor", list(boards.ANCHORS))
@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_what_is_on_a_board_stays_together_when_it_is_resized(anchor: str, orientation: str) -> None:
    draft = Draft(templates.new_grid("Grow", columns=9, rows=7, orientation=orientation))
    grid = draft.grid("map")
    cells = ["0404", *grid.neighbours("0404")]
    do(draft, ground.paint(draft, "map", dict.fromkeys(cells, "woods")))
    do(draft, ground.draw_sides(draft, "map", "river", grid.edges("0404")))
    do(draft, ground.add_path(draft, "map", "road", ["0404", cells[1]]))
    do(draft, places.add_label(draft, "map", {"en": "Wood", "ja": "森"}, "0404"))
    do(draft, places.add_area(draft, "map", {"en": "Zone", "ja": "区域"}, cells))
    do(draft, items.add(draft, "kinds", {"id": "inf", "name": {"en": "Inf", "ja": "歩"}, "side": "blue"}))
    do(draft, items.add(draft, "pieces", {"id": "inf-1", "kind": "inf"}))
    do(draft, placements.place_pieces(draft, "scenario_1", {"inf": 1}, "map:0404"))
    line = {"id": "1", "side": "blue", "pieces": {}, "where": {"cells": ["0404", "map:0404"]}}
    do(draft, items.insert(draft, ("scenarios", "scenario_1", "setup"), line))
    do(draft, boards.resize(draft, "map", 14, 12, anchor))
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
    do(draft, boards.resize(draft, "map", 9, 7, anchor))
    assert draft.item("boards", "map")["labels"][0]["at"] == "0404"


def test_what_lay_on_cells_that_are_no_more_goes(draft: Draft) -> None:
    do(draft, boards.resize(draft, "field", 2, 2, "se"))
    board = draft.item("boards", "field")
    assert board["paths"] == []
    assert board["features"] == {}
    assert draft.item("scenarios", "one")["quick"] == []
    assert set(board["terrain"]) == {"0101", "0201", "0102", "0202"}
    with pytest.raises(DataFault, match="at least one column"):
        boards.resize(draft, "field", 0, 3)
    with pytest.raises(DataFault, match="no columns and rows"):
        boards.resize(draft, "zones", 3, 3)


def test_another_numbering_renames_every_cell_that_is_named(draft: Draft) -> None:
    do(draft, boards.set_grid(draft, "field", {"numbering": {"pattern": "A1"}}))
    board = draft.item("boards", "field")
    assert board["features"]["town"] == ["A1", "C2"]
    assert board["edges"][0]["sides"] == ["A1|B1", "A1/N"]
    assert draft.item("scenarios", "one")["quick"][0]["at"] == "field:A1"
    assert not [p for p in validate_content(draft.content()) if "cell" in p.text and "have no terrain" not in p.text]
    with pytest.raises(DataFault, match="two cells the id"):
        boards.set_grid(draft, "field", {"numbering": {"pattern": "1"}})


# ---------------------------------------------------------------------------------- labels, boxes, pictures


def test_labels_boxes_and_tracks(draft: Draft) -> None:
    do(draft, places.add_label(draft, "field", {"en": "Ford", "ja": "浅瀬"}, (12.345, 6)))
    assert draft.item("boards", "field")["labels"][-1]["at"] == [12.3, 6.0]
    do(draft, places.move_label(draft, "field", 0, "0202", (0, 5)))
    do(draft, places.clear_label_places(draft, "field"))
    assert all(label["offset"] is None for label in draft.item("boards", "field")["labels"])
    do(
        draft,
        places.add_track(
            draft, "field", {"en": "Turn", "ja": "ターン"}, 1, 12, (0, 0, 500, 100), per_row=6, role="turn"
        ),
    )
    boxes = [box for box in draft.item("boards", "field")["boxes"] if box["role"] == "turn"]
    assert len(boxes) == 12
    assert boxes[7]["on_board"] == [83.3, 50.0, 83.3, 50.0]
    assert boxes[7]["attrs"] == {"track": "turn", "value": 8}
    with pytest.raises(DataFault, match="already"):
        places.add_track(draft, "field", {"en": "Turn", "ja": "ターン"}, 1, 3)
    with pytest.raises(DataFault, match="no cell '9999'"):
        places.add_label(draft, "field", {"en": "x"}, "9999")


@pytest.mark.parametrize("turn", [0.0, 0.3, -1.2])
def test_three_clicked_cells_lay_a_turned_and_uneven_scan(turn: float, hexes: Draft) -> None:
    import math

    grid = hexes.grid("map")

    def pixel(cell: str) -> tuple[float, float]:  # the scan: turned, 3.1 px a unit across, 2.7 down, shifted
        x, y = grid.to_pixel(cell)
        x, y = x * 3.1, y * 2.7
        return x * math.cos(turn) - y * math.sin(turn) + 140, x * math.sin(turn) + y * math.cos(turn) + 90

    found = pictures.Calibration.of(grid, [(cell, *pixel(cell)) for cell in ("0101", "1002", "0308")])
    for cell in grid.cells():
        assert found.to_board(*pixel(cell)) == pytest.approx(grid.to_pixel(cell), abs=1e-6)
    assert pictures.Calibration(*found.as_list()) == found
    rough = pictures.Calibration.of(grid, [(c, *pixel(c)) for c in ("0101", "1002", "0308", "0808", "0505")])
    assert rough.to_board(*pixel("0707")) == pytest.approx(grid.to_pixel("0707"), abs=1e-6)


def test_clicks_that_say_nothing_are_refused(hexes: Draft) -> None:
    of, grid = pictures.Calibration.of, hexes.grid("map")
    with pytest.raises(DataFault, match="three different cells"):
        of(grid, [("0101", 0, 0), ("0101", 5, 5), ("0102", 9, 0)])
    with pytest.raises(DataFault, match="cells lie in one line"):
        of(grid, [("0101", 0, 0), ("0102", 5, 50), ("0103", 90, 0)])
    with pytest.raises(DataFault, match="clicks lie in one line"):
        of(grid, [("0101", 0, 0), ("0502", 50, 50), ("0307", 90, 90)])
    with pytest.raises(DataFault, match="no cell 'Z9'"):
        of(grid, [("0101", 0, 0), ("Z9", 50, 50), ("0307", 90, 10)])


def test_a_huge_picture_is_taken_in_by_strips_under_the_cap(hexes: Draft) -> None:
    plan = pictures.plan(32_000, 20_000)
    assert sum(height for _, height in plan.strips) == 20_000
    assert max(height for _, height in plan.strips) * 32_000 * 4 <= 256_000_000
    assert plan.levels == 6
    assert sum(w * h for *_, w, h in plan.tiles(0)) == 32_000 * 20_000
    assert len(list(plan.tiles(plan.levels - 1))) == 1
    assert len(pictures.plan(900, 700).strips) == 1
    for size, words in (((0, 5), "no picture"), ((90_000, 90_000), "more than 1500 million")):
        with pytest.raises(DataFault, match=words):
            pictures.plan(*size)
    do(hexes, pictures.import_picture(hexes, "map", "scan", 900, 700))
    do(hexes, pictures.calibrate(hexes, "map", [("0101", 50, 60), ("1001", 800, 70), ("0107", 60, 650)]))
    do(hexes, pictures.change_picture(hexes, "map", opacity=0.25))
    assert hexes.item("boards", "map")["attrs"]["trace"]["opacity"] == 0.25
    do(hexes, pictures.drop_picture(hexes, "map"))
    with pytest.raises(DataFault, match="no picture"):
        pictures.change_picture(hexes, "map", opacity=1)
