"""Operational maps: rivers on sides, nets of routes, hills, names that find room, displays."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from qtwar.draw import displaylist as dl
from qtwar.draw.board import draw_board
from qtwar.draw.ground import Ground
from qtwar.draw.metrics import widths
from qtwar.draw.operational import band, height
from qtwar.draw.placing import CAP
from qtwar.draw.routes import REACH, stretches
from qtwar.draw.sidelines import side_courses
from qtwar.model.board import BoardContent

ROWS = 8


def text(words: str) -> dict[str, str]:
    return {"en": words, "ja": words}


def make(**more: Any) -> BoardContent:
    """A board of 8 x 8 hexes, sea in the last column, hills round 0303, two rivers, roads, a railroad."""
    cells = [f"{c:02}{r:02}" for c in range(1, 9) for r in range(1, ROWS + 1)]
    terrain = {cell: "sea" if cell.startswith("08") else "clear" for cell in cells}
    terrain |= dict.fromkeys(("0202", "0302", "0402", "0403", "0304", "0203"), "hill") | {"0303": "mountain"}
    data: dict[str, Any] = {
        "id": "field",
        "name": text("Field"),
        "grid": {"kind": "hex", "columns": 8, "rows": ROWS, "orientation": "flat", "offset": "odd"},
        "terrain": terrain,
        "features": {"town": ["0106", "0506"]},
        "edges": [
            {"kind": "great", "name": text("Long"), "sides": []},
            {"kind": "small", "name": text("Brook"), "sides": ["0505|0506", "0505|0605"]},
            {"kind": "bridge", "sides": ["0504|0505"]},
        ],
        "paths": [
            {"kind": "road", "name": text("Pike"), "cells": ["0106", "0206", "0306", "0406", "0506", "0505", "0504", "0503"]},
            {"kind": "road", "name": text("Lane"), "cells": ["0306", "0307", "0308"]},
            {"kind": "rail", "name": text("Line"), "cells": ["0106", "0206", "0306", "0406", "0506"]},
        ],
        "labels": [
            {"text": text("Alpha"), "at": "0106", "style": "town"},
            {"text": text("Bravo Court House"), "at": "0506", "style": "town"},
        ],
    }
    grid = BoardContent.model_validate({**data, "edges": []}).make_grid()
    # the great river parts rows 1 to 4 from the rest
    upper = [cell for cell in cells if cell[2:] <= "04" and "02" <= cell[:2] <= "07"]
    joints = {f"{a}|{b}" for a in upper for b in grid.neighbours(a) if b[2:] >= "05" and "02" <= b[:2] <= "07"}
    joints = {"|".join(sorted(joint.split("|"))) for joint in joints}
    data["edges"][0]["sides"] = sorted(joints, key=lambda side: sum(x for x, _ in grid.edge_points(side)))
    return BoardContent.model_validate(data | more)


@pytest.fixture(scope="module")
def board() -> BoardContent:
    return make()


@pytest.fixture
def ground(board: BoardContent) -> Ground:
    return Ground(board, "en", "test")


def middle(ground: Ground, side: str) -> np.ndarray:
    a, b = ground.grid.edge_points(side)
    return (np.array(a) + b) / 2


def test_rivers_stay_on_their_sides_and_flow_to_the_sea(board: BoardContent, ground: Ground) -> None:
    made = side_courses(ground, ("great", "small"), ("sea",))
    great = next(c for c in made if board.edges[c.number].kind == "great")
    assert great.at_sea
    assert great.line[-1][0] > great.line[0][0]
    for edge in board.edges[:2]:
        lines = [c.line for c in made if board.edges[c.number] is edge]
        for side in edge.sides:
            near = min(float(np.hypot(*(line - middle(ground, side)).T).min()) for line in lines)
            assert near < 20, (edge.name, side, near)


def test_a_brook_ends_on_the_river_it_joins(board: BoardContent, ground: Ground) -> None:
    made = side_courses(ground, ("great", "small"), ("sea",))
    great = next(c for c in made if board.edges[c.number].kind == "great")
    brook = next(c for c in made if board.edges[c.number].kind == "small")
    assert brook.into == great.number
    assert not brook.at_sea
    assert float(np.hypot(*(great.line - brook.line[-1]).T).min()) < 0.01


def test_a_band_is_as_wide_as_it_is_said_to_be() -> None:
    line = np.column_stack((np.linspace(0, 100, 41), np.zeros(41)))
    outline = band(line, np.linspace(4, 20, 41))
    upper = outline[:41]
    assert upper[0, 1] == pytest.approx(2)
    assert upper[-1, 1] == pytest.approx(10)
    assert outline[:, 0].max() == pytest.approx(110, abs=0.6)  # round end


def test_routes_run_through_towns_near_cells_and_side_by_side(board: BoardContent, ground: Ground) -> None:
    kinds = ("road", "rail")
    nets = {kind: stretches(ground, kind, kinds, ("town",)) for kind in kinds}
    for kind, parts in nets.items():
        pairs = {frozenset(p) for s in parts for p in pairwise(s.cells)}
        assert pairs == {frozenset(p) for path in board.paths if path.kind == kind for p in pairwise(path.cells)}
        for part in parts:
            for cell in part.cells:
                near = float(np.hypot(*(part.line - ground.centres[cell]).T).min())
                assert near < (0.1 if cell in ("0106", "0506") else REACH + 8), (kind, cell, near)
    # the lane leaves the pike at a hex without a town: three stretches of road meet there, none crosses it
    assert sum("0306" in (s.cells[0], s.cells[-1]) for s in nets["road"]) == 3
    road = next(s.line for s in nets["road"] if "0406" in s.cells)
    rail = next(s.line for s in nets["rail"] if "0406" in s.cells)
    spot = road[int(np.hypot(*(road - ground.centres["0406"]).T).argmin())]
    assert float(np.hypot(*(rail - spot).T).min()) > 6


def test_hills_hold_their_cells_and_no_others(board: BoardContent, ground: Ground) -> None:
    high = height(ground, {"hill": 1, "mountain": 2})
    field = ground.cached(("coarse field",), lambda: None)
    for cell, terrain in board.terrain.items():
        x, y = ground.centres[cell]
        found = float(field.sample(high, np.array([x]), np.array([y]))[0])
        least, most = {"mountain": (1.5, 9.0), "hill": (0.5, 1.5)}.get(terrain, (-9.0, 0.5))
        assert least < found < most, (cell, terrain, found)


LAYERS: list[dict[str, Any]] = [
    {"painter": "mottle", "color": "#ece3bf", "bands": [[2, 0.2, "#dfe0ad46"], [2, -0.2, "#f0e0bd50"]]},
    {"painter": "relief", "levels": {"hill": 1, "mountain": 2}, "tints": [[0.5, "#cdb27aa0"], [1.5, "#b3935cb4"]],
     "ink": "#5d3f16", "hachures": [[0.5, 13, 5, 1.1, 0.8], [1.5, 13, 5, 1.1, 0.8]]},
    {"painter": "side_rivers", "sea": ["sea"], "kinds": {
        "great": {"width": [9, 12], "tide": 30, "tidal": 200, "casing": "#24506a", "color": "#9ac0cb", "mid": "#b6d3d8"},
        "small": {"width": [2, 4], "casing": "#2f6279", "color": "#86b4c1"}}},
    {"painter": "coast", "values": {"sea": 0}, "color": "#86b0be", "line": "#3f7186", "shore": "#2b5368", "open": ["sea"],
     "depths": [[0.2, "#97bcc6"]]},
    {"painter": "routes", "pinned": ["town"], "kinds": {
        "road": {"strokes": [["#7a4320", 4], ["#f0d9a8", 2]]}, "rail": {"strokes": [["#231d16", 2.2]], "ties": [9.5, 4.6, 1.7]}}},
    {"painter": "crossings", "routes": ["road", "rail"], "kinds": {"bridge": {"sign": "bridge"}}},
    {"painter": "town_signs", "kinds": {"town": {"sign": "village"}}},
    {"painter": "block_ids", "color": "#5a4a28", "sea": ["sea"], "sea_color": "#1f4a60", "block": 300},
    {"painter": "point_names", "styles": {"town": {"size": 19, "color": "#22160a"}}},
    {"painter": "river_names", "kinds": {"great": {"size": 20}}, "color": "#154a63"},
    {"painter": "route_names", "kinds": {"road": {"size": 14, "least": 4, "color": "#231d16"}}},
    {"painter": "engraved_frame", "outside": True, "margin": [60, 60, 60, 200]},
    {"painter": "title_strip", "outside": True,
     "text": {"title": {"en": "Field"}, "subtitle": {"en": "sub"}, "scale": {"en": "miles"}},
     "legend": [{"strokes": [["#24506a", 9]], "text": {"en": "River"}}, {"town": "fort", "text": {"en": "Fort"}},
                {"crossing": "ford", "text": {"en": "Ford"}}], "bar": {"cells": 2, "units": 8, "parts": 2}},
]  # fmt: skip


@pytest.fixture(scope="module")
def drawn(board: BoardContent) -> dl.DisplayList:
    return draw_board(board, {"boards": {"field": LAYERS}})


def group(display: dl.DisplayList, name: str) -> dl.Group:
    return next(n for n in dl.walk(display.nodes) if isinstance(n, dl.Group) and n.name == name)


def test_a_map_is_drawn_the_same_twice_and_finitely(board: BoardContent, drawn: dl.DisplayList) -> None:
    assert dl.to_json(draw_board(board, {"boards": {"field": LAYERS}})) == dl.to_json(drawn)
    for node in dl.walk(drawn.nodes):
        if isinstance(node, dl.Shape):
            assert np.isfinite(node.path.xy).all()


def test_paper_round_the_map_is_as_wide_as_asked(board: BoardContent, drawn: dl.DisplayList) -> None:
    left, top, right, bottom = Ground(board, "en", "x").bounds
    assert drawn.bounds == (left - 60, top - 60, right + 60, bottom + 200)


def test_the_bridge_spans_the_river_on_its_side(board: BoardContent, drawn: dl.DisplayList) -> None:
    ground = Ground(board, "en", "field")
    shapes = [n for n in dl.walk([group(drawn, "crossings")]) if isinstance(n, dl.Shape)]
    assert shapes
    for shape in shapes:
        left, top, right, bottom = shape.path.bounds()
        at = np.array([(left + right) / 2, (top + bottom) / 2])
        assert float(np.hypot(*(at - middle(ground, "0504|0505")))) < 26


def test_places_are_named_once_apart_from_signs_and_each_other(drawn: dl.DisplayList) -> None:
    names = [n for n in dl.walk([group(drawn, "point_names")]) if isinstance(n, dl.Text)]
    assert sorted(n.text for n in names) == ["Alpha", "Bravo Court House"]
    signs = [n.path.bounds() for n in dl.walk([group(drawn, "town_signs")]) if isinstance(n, dl.Shape)]
    boxes = []
    for name in names:
        wide = sum(widths(name.text, name.font.family, name.font.size, name.font.weight))
        high = name.font.size * CAP
        boxes.append((name.at[0], name.at[1] - high / 2, name.at[0] + wide, name.at[1] + high / 2))
    for a, b in [*combinations(boxes, 2), *((a, b) for a in boxes for b in signs)]:
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_every_cell_has_its_number_over_its_own_centre(board: BoardContent, drawn: dl.DisplayList) -> None:
    ground = Ground(board, "en", "field")
    runs = [n for n in dl.walk([group(drawn, "block_ids")]) if isinstance(n, dl.GlyphRun)]
    letters = [(glyph, run.color) for run in runs for glyph in run.glyphs]
    assert len(letters) == 4 * len(board.terrain)
    for cell, (x, y) in ground.centres.items():
        mine = sorted((g[1], g[0]) for g, _ in letters if abs(g[1] - x) < 20 and -45 < g[2] - y < -30)
        assert "".join(letter for _, letter in mine) == cell
    assert {color for _, color in letters} == {"#5a4a28", "#1f4a60"}


def test_rivers_and_roads_are_named_along_themselves(drawn: dl.DisplayList) -> None:
    for layer, word in (("river_names", "Long"), ("route_names", "Pike")):
        runs = [n for n in dl.walk([group(drawn, layer)]) if isinstance(n, dl.GlyphRun)]
        assert {"".join(g[0] for g in run.glyphs) for run in runs} == {word}, layer
        angles = [g[3] for g in runs[0].glyphs]
        assert all(-100 < angle < 100 for angle in angles)  # read from left to right


# displays -------------------------------------------------------------------------


def test_a_display_shows_its_panels_and_boxes() -> None:
    square = [[0, 0], [300, 0], [300, 200], [0, 200]]
    board = BoardContent.model_validate(
        {
            "id": "sheet",
            "name": text("Sheet"),
            "grid": {"kind": "areas", "cells": {"card": square}},
            "terrain": {"card": "display"},
            "labels": [
                {"text": {"en": "Army", "ja": "軍"}, "at": "card", "style": "panel",
                 "attrs": {"note": {"en": "note", "ja": "注"}}}
            ],
            "boxes": [
                {"id": "a", "name": text("Long name of a box"), "on_board": [10, 50, 100, 60],
                 "attrs": {"short": {"en": "Force", "ja": "部隊"}}},
                {"id": "t7", "name": text("Seven"), "role": "track", "on_board": [120, 50, 60, 60], "attrs": {"value": 7}},
                {"id": "off", "name": text("Elsewhere")},
            ],
        }
    )  # fmt: skip
    layers = [
        {"painter": "panels", "paper": "#efe6cb", "ink": "#2a1c0c", "frame": "#a8893f", "strip": "#d9cba6", "text": "#22160a"},
        {"painter": "boxes", "fill": "#f7f0dc", "edge": "#8a764a", "text": "#5a4526", "roles": {"track": {"number": 40}}},
        {"painter": "headline", "outside": True, "paper": "#cfc4a3", "text": {"title": {"en": "Display", "ja": "編成表"}}},
    ]
    for language, wanted in (("en", ["ARMY", "note", "Force", "7", "Display"]), ("ja", ["軍", "注", "部隊", "7", "編成表"])):
        shown = draw_board(board, {"boards": {"sheet": layers}}, language)
        assert [n.text for n in dl.walk(shown.nodes) if isinstance(n, dl.Text)] == wanted
