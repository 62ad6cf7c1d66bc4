"""Painters of tactical maps on a small board of hexes: chains of sides, hedges, walls, hills, buildings."""

from __future__ import annotations

from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.draw.tactical import PAINTERS, chains
from qtwar.model.board import Board

BOARD = Board.model_validate(
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


def test_sides_are_joined_end_to_end_and_rings_are_closed() -> None:
    square = [((0.0, 0.0), (9.0, 0.0)), ((9.0, 9.0), (9.0, 0.0)), ((9.0, 9.0), (0.0, 9.0)), ((0.0, 0.0), (0.0, 9.0))]
    ((ring, closed),) = chains(square)
    assert (len(ring), closed) == (4, True)
    fork = [((0.0, 0.0), (9.0, 0.0)), ((9.0, 0.0), (18.0, 9.0)), ((9.0, 0.0), (18.0, -9.0))]
    assert sorted(len(line) for line, _ in chains(fork)) == [2, 2, 2]
    line = chains(square[:3])
    assert [(len(points), closed) for points, closed in line] == [(4, False)]


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
