"""Painters of tactical maps on a small board of hexes: chains of sides, hedges, walls, hills, buildings."""

from __future__ import annotations

from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.draw.roofs import Roof, roof
from qtwar.draw.tactical import PAINTERS
from qtwar.model.board import BoardContent

BOARD = BoardContent.model_validate(
    {
        "id": "m",
        "name": {"en": "Map", "ja": "地図"},
        "grid": {"kind": "hex", "columns": 6, "rows": 6, "orientation": "flat", "offset": "even",
                 "numbering": {"pattern": "A1"}},
        "terrain": {f"{c}{r}": "stone" if (c, r) in (("C", 3), ("C", 4)) else "open" for c in "ABCDEF" for r in range(1, 7)},
        "elevation": {"E2": 1, "E3": 2},
        "edges": [
            {"kind": "bocage", "sides": ["B2|B3", "B3|C3"]},
            {"kind": "wall", "sides": ["D4|D5"]},
        ],
    }
)  # fmt: skip
HEDGE = {"kind": "bocage", "crowns": ["#3f6d30"], "edge": "#1d3a16", "light": "#7fae5c"}


def ground() -> Ground:
    """Return the small board prepared for drawing."""
    return Ground(BOARD, "en", "seed")


def shapes(nodes: list[dl.Node]) -> list[dl.Shape]:
    """Return all shapes, also those in groups."""
    out: list[dl.Shape] = []
    for node in nodes:
        if isinstance(node, dl.Shape):
            out.append(node)
        elif isinstance(node, dl.Group):
            out += shapes(list(node.children))
    return out


def test_a_hedge_follows_its_sides() -> None:
    nodes = PAINTERS["hedges"](ground(), HEDGE)
    (stamps,) = [s for n in nodes if isinstance(n, dl.Group) for s in n.children if isinstance(s, dl.Stamps)]
    grid = BOARD.make_grid()
    ends = np.array([p for side in ("B2|B3", "B3|C3") for p in grid.edge_points(side)])
    low, high = ends.min(axis=0) - 12, ends.max(axis=0) + 12
    at = np.asarray(stamps.xy).reshape(-1, 2)
    assert len(at) > 8
    assert ((at >= low) & (at <= high)).all()


def test_a_map_without_such_sides_has_no_hedge() -> None:
    assert PAINTERS["hedges"](ground(), {**HEDGE, "kind": "nothing"}) == []
    assert PAINTERS["walls"](ground(), {"kind": "nothing", "color": "#ffffff", "edge": "#000000"}) == []


def test_each_level_is_drawn_over_the_one_below() -> None:
    spec: dict[str, Any] = {"tints": ["#c0a060", "#a08040"], "ink": "#604020"}
    fills = [s.fill for s in shapes(PAINTERS["heights"](ground(), spec)) if s.fill in ("#c0a060", "#a08040")]
    assert fills == ["#c0a060", "#a08040"]
    numbers = [n for n in PAINTERS["level_numbers"](ground(), {"color": "#000000"}) if isinstance(n, dl.Text)]
    assert [n.text for n in numbers] == ["1", "2"]


def test_buildings_of_a_group_are_joined_by_a_wing() -> None:
    spec: dict[str, Any] = {"terrain": "stone", "color": "#808890", "edge": "#202020", "roof": "hip"}
    alone = [n for n in PAINTERS["buildings"](ground(), spec) if isinstance(n, dl.Group)]
    joined = [n for n in PAINTERS["buildings"](ground(), {**spec, "groups": [["C3", "C4"]]}) if isinstance(n, dl.Group)]
    assert (len(alone), len(joined)) == (2, 3)


def test_the_wings_of_a_group_make_no_ring() -> None:
    # D4 is a neighbour of C3 and of C4: it is joined to one of them only
    board = BOARD.model_copy(update={"terrain": {**BOARD.terrain, "D4": "stone"}})
    spec: dict[str, Any] = {"terrain": "stone", "color": "#808890", "edge": "#202020", "groups": [["C3", "C4", "D4"]]}
    roofs = [n for n in PAINTERS["buildings"](Ground(board, "en", "s"), spec) if isinstance(n, dl.Group)]
    assert len(roofs) == 3 + 2
    made = PAINTERS["buildings"](Ground(board, "en", "s"), {**spec, "forms": {"C3": "long"}})
    long = [n for n in made if isinstance(n, dl.Group)]
    assert len(long) == 2


def test_a_roof_is_light_on_the_side_of_the_light() -> None:
    spec: dict[str, Any] = {"terrain": "stone", "color": "#808890", "edge": "#202020"}
    for turn, sunny in ((0.0, 0), (np.pi, 1)):
        drawn = roof(Roof(0, 0, 40, 20, turn, spec["color"]), spec["edge"])
        assert isinstance(drawn, dl.Group)
        tones = [sum(int(str(s.fill)[k : k + 2], 16) for k in (1, 3, 5)) for s in drawn.children[:2] if isinstance(s, dl.Shape)]
        assert tones.index(max(tones)) == sunny


def test_plots_are_one_a_group_and_stay_on_their_cells() -> None:
    spec: dict[str, Any] = {"terrain": "stone", "tints": ["#c3996a"], "furrow": "#8c5f35", "light": "#e6c79a", "edge": "#7a522c"}
    made = PAINTERS["plots"](ground(), spec)
    fields = [n for n in made if isinstance(n, dl.Shape)]
    furrows = [n for n in made if isinstance(n, dl.Group)]
    assert (len(fields), len(furrows)) == (1, 1)
    assert furrows[0].clip is fields[0].path
    corners = np.array([p for cell in ("C3", "C4") for p in BOARD.make_grid().polygon(cell)])
    at = np.asarray(fields[0].path.xy).reshape(-1, 2)
    assert (at >= corners.min(axis=0) - 4).all()
    assert (at <= corners.max(axis=0) + 4).all()


def test_pools_lie_in_the_marsh_and_keep_off_other_centres() -> None:
    spec: dict[str, Any] = {"terrain": "stone", "color": "#86b9cc", "edge": "#4d8aa5", "share": 5.0}
    g = ground()
    (pool,) = [n for n in PAINTERS["pools"](g, spec) if isinstance(n, dl.Shape)]
    at = np.asarray(pool.path.xy).reshape(-1, 2)
    (x0, y0), (x1, y1) = at.min(axis=0), at.max(axis=0)
    assert all(x0 < x < x1 and y0 < y < y1 for x, y in (g.centres["C3"], g.centres["C4"]))
    others = np.array([xy for cell, xy in g.centres.items() if cell not in ("C3", "C4")])
    assert np.hypot(*(at[:, None] - others[None]).transpose(2, 0, 1)).min() > 20
    assert PAINTERS["pools"](g, {**spec, "terrain": "nothing"}) == []


def test_a_spill_stands_in_the_neighbouring_hex_beside_their_side() -> None:
    board = BOARD.model_copy(update={"attrs": {"los_spills": [{"terrain_hex": "C4", "into_hex": "C5", "class": "degrading"}]}})
    look = {"crowns": ["#7da552"], "edge": "#3c5a26", "light": "#a9cb7c", "crown_size": [7, 9]}
    g = Ground(board, "en", "s")
    crowns = [s for s in shapes(PAINTERS["spills"](g, {"terrains": {"stone": look}})) if s.fill == "#7da552"]
    assert len(crowns) == 4
    side = np.mean(board.make_grid().edge_points("C4|C5"), axis=0)
    for crown in crowns:
        x, y = np.asarray(crown.path.xy).reshape(-1, 2).mean(axis=0)
        assert g.grid.from_pixel(float(x), float(y)) == "C5"
        assert np.hypot(x - side[0], y - side[1]) < 32
    assert PAINTERS["spills"](g, {"terrains": {}}) == []
