"""Tropical country on a small board: each cell keeps its ground, nothing grows on ways, slopes point downhill, marks tell."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from qtwar.draw import displaylist as dl
from qtwar.draw.board import draw_board
from qtwar.draw.country import EDGE, PAINTERS, country
from qtwar.draw.ground import Ground
from qtwar.draw.mapsheet import PAINTERS as SHEET
from qtwar.draw.operational import PAINTERS as OPERATIONAL
from qtwar.model.board import BoardContent

ROWS = ["....ppp", "....ppp", ".jjj.pp", ".jjj...", ".jjj.hh", "ggg..hh", "ggg...."]
NAMES = {".": "clear", "p": "paddy", "j": "jungle", "h": "hamlet", "g": "grass"}
TERRAIN = {f"{c + 1:02}{r + 1:02}": NAMES[word] for r, row in enumerate(ROWS) for c, word in enumerate(row)}
BOARD = BoardContent.model_validate(
    {
        "id": "bush",
        "name": {"en": "Small Valley", "ja": "谷"},
        "grid": {"kind": "hex", "columns": 7, "rows": 7, "orientation": "flat", "offset": "odd"},
        "terrain": TERRAIN,
        "elevation": {"0303": 1, "0304": 2, "0204": 1, "0404": 1, "0305": 1},
        "edges": [
            {"kind": "brook", "name": {"en": "Brook", "ja": "川"}, "sides": ["0401|0501", "0401|0502", "0402|0502", "0402|0503"]},
            {"kind": "slope", "sides": ["0303|0304", "0304|0404", "0303|0403", "0204|0205"]},
        ],
        "paths": [{"kind": "trail", "cells": ["0107", "0206", "0306", "0305", "0304", "0303", "0302", "0301"]}],
    }
)
JUNGLE: dict[str, Any] = {
    "terrain": "jungle", "within": 0.01, "motif": "trees", "crowns": ["#2f6a39", "#3a7a41"], "edge": "#14331a",
    "light": "#6fa758", "crown_size": [8, 11], "spacing": 15, "motifs": [[{"d": "M0 0 L9 4", "line": "#24491f"}]],
}  # fmt: skip
HUTS: dict[str, Any] = {
    "terrain": "hamlet", "within": 0.03, "round": [9, 36], "spacing": 26, "jitter": 0.2, "thin": 1, "room": 13,
    "motifs": [[{"roof": [20, 13, 30], "fill": "#c79a4a", "line": "#3c2508"}]],
}  # fmt: skip
PADDY: dict[str, Any] = {
    "terrain": "paddy", "floor": "#b3bd72", "plots": ["#8fbf6a", "#a3cb78"], "wet": ["#9fcdb8"], "dike": ["#6f6a35", "#cfc58a"],
    "row": "#4f8040", "glint": "#ffffff",
}  # fmt: skip
TUFT = [[{"d": "M-1.6 0 L-2.5 -3.2 M1.7 0 L2.7 -3.2", "line": "#aeb066"}, {"d": "M-1 0 L1 0 L0 -2 Z", "fill": "#76852f"}]]
STREAM = {"kinds": {"brook": {"width": [8, 9], "casing": "#2b5f73", "color": "#7fb9c4"}}}
TRAIL = {"kinds": {"trail": {"strokes": [["#5a3f1d", 6], ["#e6cf9d", 4]]}}}
SLOPE = {"kind": "slope", "light": "#f7ebc4", "ink": "#3c240a"}


@pytest.fixture
def ground() -> Ground:
    """The board with its stream and its trail drawn."""
    made = Ground(BOARD, "en", "seed")
    PAINTERS["streams"](made, STREAM)
    OPERATIONAL["routes"](made, TRAIL)
    return made


def every(nodes: list[dl.Node], kind: type[Any]) -> list[Any]:
    return [node for node in dl.walk(nodes) if isinstance(node, kind)]


def stamped(nodes: list[dl.Node]) -> np.ndarray[Any, Any]:
    """Where the motifs of the nearest zoom stand."""
    groups = [g for g in every(nodes, dl.Group) if g.name == "motifs" and g.max_zoom > 100]
    return np.vstack([s.xy for g in groups for s in g.children])


@pytest.mark.parametrize("terrain", ["jungle", "paddy", "grass", "hamlet"])
def test_each_cell_keeps_its_ground(ground: Ground, terrain: str) -> None:
    field = country(ground, {"terrain": terrain, "rough": 0.3})
    for cell, (x, y) in ground.centres.items():
        inside = float(ground.field.sample(field, np.array([x]), np.array([y]))[0]) > EDGE
        assert inside == (TERRAIN[cell] == terrain), cell


def test_trees_leave_the_trail_and_the_stream_free(ground: Ground) -> None:
    trees = stamped(PAINTERS["strewn"](ground, JUNGLE))
    assert len(trees) > 200
    ways = [s.line for s in ground.cached(("stretches", "trail"), list)]
    ways += [line for line, _ in ground.cached(("river widths",), list)]
    for line in ways:
        along = np.vstack([np.linspace(a, b, 9) for a, b in pairwise(line)])
        assert np.hypot(*(trees[:, None] - along[None]).T).min() > 7
    wide = PAINTERS["strewn"](ground, {**JUNGLE, "ways": {"trail": 30}})
    assert len(stamped(wide)) < len(trees)
    bare = Ground(BoardContent.model_validate({**BOARD.model_dump(), "paths": ()}), "en", "seed")
    assert len(stamped(PAINTERS["strewn"](bare, JUNGLE))) > len(trees)


def test_a_floor_has_a_rim_where_one_is_wished(ground: Ground) -> None:
    spec = {"terrain": "jungle", "floor": "#2f5a33"}
    assert not [shape for shape in every(PAINTERS["floor"](ground, spec), dl.Shape) if shape.stroke is not None]
    rims = [shape.stroke for shape in every(PAINTERS["floor"](ground, {**spec, "rim": "#1d3820"}), dl.Shape) if shape.stroke]
    assert [rim.color for rim in rims] == ["#1d3820"]
    assert PAINTERS["floor"](ground, {**spec, "terrain": "tundra"}) == []


def test_paddies_are_plots_of_all_colours_inside_their_country(ground: Ground) -> None:
    nodes = PAINTERS["paddies"](ground, PADDY)
    plots = {s.fill: s.path for s in every(nodes, dl.Shape) if s.fill in (*PADDY["plots"], *PADDY["wet"])}
    assert set(plots) == {*PADDY["plots"], *PADDY["wet"]}
    field = country(ground, PADDY)
    corners = np.vstack([path.xy for path in plots.values()])
    assert float(ground.field.sample(field, corners[:, 0], corners[:, 1]).min()) > EDGE - 0.1
    assert sum(len(path.starts) for path in plots.values()) > 60


def test_houses_stand_apart_and_round_the_middle_of_their_cells_and_trees_leave_them_room(ground: Ground) -> None:
    houses = stamped(PAINTERS["strewn"](ground, HUTS))
    cells = {ground.grid.from_pixel(float(x), float(y)) for x, y in houses}
    assert {"0605", "0606", "0705", "0706"} & cells
    assert len(houses) >= 8
    gaps = np.hypot(*(houses[:, None] - houses[None]).T) + np.eye(len(houses)) * 999
    assert gaps.min() > 8
    middles = np.array([ground.centres[cell] for cell, terrain in TERRAIN.items() if terrain == "hamlet"])
    away = np.hypot(*(houses[:, None] - middles[None]).T).min(axis=0)
    assert 9 < away.min() <= away.max() < 36
    trees = stamped(PAINTERS["strewn"](ground, {**JUNGLE, "terrain": "hamlet", "within": -0.06, "beyond": 0.17}))
    assert len(trees) > 10
    assert np.hypot(*(trees[:, None] - houses[None]).T).min() > 13


def test_teeth_of_slopes_point_downhill(ground: Ground) -> None:
    light, teeth = PAINTERS["slopes"](ground, SLOPE)
    assert isinstance(light, dl.Shape)
    (wedges,) = every([teeth], dl.Shape)
    upper = BOARD.elevation
    for run in wedges.path.runs():
        tip, foot = run[2], (run[0] + run[1]) / 2
        ahead = foot + (tip - foot) * 6
        behind = foot - (tip - foot) * 6
        low = ground.grid.from_pixel(float(ahead[0]), float(ahead[1]))
        high = ground.grid.from_pixel(float(behind[0]), float(behind[1]))
        assert upper.get(str(high), 0) > upper.get(str(low), 0)
    assert len(wedges.path.starts) == 4 * 13
    assert len(light.path.starts) == 4


def test_levels_are_washed_to_their_very_sides(ground: Ground) -> None:
    spec = {"steps": ["#ecd27a20", "#ecd27a30"], "dark": "#2a2010", "light": "#8fb55e"}
    washes = [s for s in PAINTERS["relief_shade"](ground, spec) if isinstance(s, dl.Shape)]
    assert len(washes) == 2
    corners = np.array(sorted(washes[1].path.xy.round(1).tolist()))
    assert len(corners) in (6, 7)
    polygon = np.array(ground.grid.polygon("0304"))
    assert np.hypot(*(corners[:, None] - polygon[None]).T).min(axis=0).max() < 0.2
    flat = Ground(BoardContent.model_validate({**BOARD.model_dump(), "elevation": {}}), "en", "seed")
    assert PAINTERS["relief_shade"](flat, spec) == []
    assert PAINTERS["relief_tints"](flat, {"tints": [[0.5, "#c9ab6a"]]}) == []


def test_a_stream_near_the_frame_flows_on_beyond_it() -> None:
    ground = Ground(BOARD, "en", "seed")
    PAINTERS["streams"](ground, STREAM)
    (line,) = [line for line, _ in ground.cached(("river widths",), list)]
    top = ground.bounds[1]
    assert float(line[:, 1].min()) < top
    short = Ground(BOARD, "en", "seed")
    PAINTERS["streams"](short, {**STREAM, "reach": 0})
    (line,) = [line for line, _ in short.cached(("river widths",), list)]
    assert float(line[:, 1].min()) > top - 12


def test_marks_tell_terrain_number_and_level(ground: Ground) -> None:
    spec = {
        "dots": {"clear": "#fbf6dc", "jungle": "#9fd08a"}, "ink": "#1d2410", "halo": "#f3efcf", "dark": ["jungle"],
        "dark_ink": "#f1f0d4", "dark_halo": "#16301a",
    }  # fmt: skip
    nodes = SHEET["hex_marks"](ground, spec)
    words = {t.text: t for t in every(nodes, dl.Text) if not t.text.startswith("▲")}
    assert set(words) == set(TERRAIN)
    assert (words["0303"].color, words["0101"].color) == ("#f1f0d4", "#1d2410")
    assert sorted(t.text for t in every(nodes, dl.Text) if t.text.startswith("▲")) == ["▲1"] * 4 + ["▲2"]
    dots = {s.fill: len(s.path.starts) for s in every(nodes, dl.Shape)}
    assert dots == {"#fbf6dc": list(TERRAIN.values()).count("clear"), "#9fd08a": 9}
    large = SHEET["hex_marks"](ground, {**spec, "dark_dot": 6})
    wide = {s.fill: float(np.ptp(s.path.xy[: len(s.path.xy) // len(s.path.starts), 0])) for s in every(large, dl.Shape)}
    assert (round(wide["#fbf6dc"], 1), round(wide["#9fd08a"], 1)) == (5.2, 12.0)


def test_the_sheet_bears_the_name_of_the_board_and_its_legend() -> None:
    spec = {
        "painter": "stencil_strip", "outside": True, "margin": [40, 40, 40, 200], "legend_at": 300, "legend_step": 200, "rows": 2,
        "text": {"subtitle": {"en": "Sub", "ja": "副題"}, "note": {"en": "Note", "ja": "注"}},
        "legend": [
            {"fill": "#d6ce92", "dots": "#fbf6dc", "text": {"en": "Clear", "ja": "平地"}},
            {"teeth": "#4d300d", "text": {"en": "Slope", "ja": "斜面"}},
            {"strokes": [["#5a3f1d", 6]], "text": {"en": "Trail", "ja": "小道"}},
        ],
    }  # fmt: skip
    for language, title, row in (("en", "SMALL VALLEY", "Slope"), ("ja", "谷", "斜面")):
        drawn = draw_board(BOARD, {"boards": {"bush": [spec]}}, language)
        words = [t.text for t in every(list(drawn.nodes), dl.Text)]
        assert title in words
        assert row in words
        assert "1" not in words
        rosed = draw_board(BOARD, {"boards": {"bush": [{**spec, "rose": {"en": "Scatter", "ja": "散布"}}]}}, language)
        numbers = {t.text: t.at for t in every(list(rosed.nodes), dl.Text) if t.text.isdigit()}
        assert sorted(numbers) == list("123456")
        assert numbers["1"][1] < numbers["2"][1] < numbers["3"][1] < numbers["4"][1], "clockwise from the north"
        assert numbers["1"][0] < numbers["2"][0]
        assert drawn.bounds[3] > Ground(BOARD, "en", "s").bounds[3] + 199


def test_drawings_are_the_same_each_time() -> None:
    layers = [{"painter": "streams", **STREAM}, {"painter": "routes", **TRAIL}, {"painter": "strewn", **JUNGLE},
              {"painter": "strewn", "terrain": "clear", "bare": 0.02, "motifs": TUFT}, {"painter": "paddies", **PADDY},
              {"painter": "strewn", "terrain": "grass", "within": 0.015, "motifs": TUFT}]  # fmt: skip
    one, two = (dl.to_json(draw_board(BOARD, {"boards": {"bush": layers}})) for _ in range(2))
    assert one == two


def test_motifs_of_a_title_stand_on_their_cells_and_not_on_ways_and_are_larger_from_afar(ground: Ground) -> None:
    spec = {"terrain": "clear", "spacing": 12, "motifs": TUFT}
    far, near = every(PAINTERS["strewn"](ground, spec), dl.Stamps)
    assert len(near.xy) > len(far.xy) > 50
    assert {TERRAIN.get(ground.grid.from_pixel(float(x), float(y))) for x, y in near.xy} == {"clear"}
    assert [shape.fill for shape in near.stamps[0]] == [None, "#76852f"]
    wide, narrow = (float(np.ptp(stamps.stamps[0][0].path.xy[:, 0])) for stamps in (far, near))
    assert wide / narrow == pytest.approx(1.6)
