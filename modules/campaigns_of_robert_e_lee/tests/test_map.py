"""The Virginia map against its design: every hex, side, course, place and label."""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise
from typing import Any

import pytest

from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.grid import Grid

WORDS = {"C": "clear", "H": "hill", "M": "mountain", "S": "sea", "X": "out_of_play"}


@pytest.fixture(scope="module")
def board(content: TitleContent) -> BoardContent:
    return content.board("virginia")


@pytest.fixture(scope="module")
def grid(board: BoardContent) -> Grid:
    return board.make_grid()


def side(grid: Grid, written: str) -> str:
    """Return a side written as hex and direction in the way of boards."""
    cell, direction = written[:4], written[4:]
    other = grid.toward(cell, direction)
    return f"{cell}/{direction}" if other is None else "|".join(sorted((cell, other)))


def english(lines: Any, kind: str) -> dict[str, Any]:
    return {line.attrs.get("id") or line.name.get("en"): line for line in lines if line.kind == kind}


def test_every_hex_has_its_terrain(board: BoardContent, map_values: dict[str, Any]) -> None:
    designed = {
        f"{column + 1:02}{int(row):02}": WORDS[char]
        for row, text in map_values["terrain_rows"].items()
        for column, char in enumerate(text)
    }
    assert dict(board.terrain) == designed
    assert Counter(designed.values()) == {"clear": 2719, "hill": 150, "mountain": 125, "sea": 191, "out_of_play": 91}


def test_every_hex_has_its_region(board: BoardContent, map_values: dict[str, Any]) -> None:
    found = board.layers["region"].cells
    for row in map_values["terrain_rows"]:
        north, west = map_values["region_north_of_potomac"][row], map_values["region_west_of_shenandoah"][row]
        for column in range(52):
            cell = f"{column + 1:02}{int(row):02}"
            if north[column] == "1":
                assert found[cell] == "north_of_potomac"
            elif west[column] == "1":
                assert found[cell] == "west_of_shenandoah"
            else:
                water = board.terrain[cell] in ("sea", "out_of_play")
                assert found.get(cell) == (None if water else "south_of_potomac")


@pytest.mark.parametrize(("kind", "key", "sides"), [("great_river", "great_rivers", 418), ("minor_river", "minor_rivers", 464)])
def test_every_river_lies_on_its_sides(
    board: BoardContent, grid: Grid, map_values: dict[str, Any], kind: str, key: str, sides: int
) -> None:
    lines = english(board.edges, kind)
    assert set(lines) == set(map_values[key])
    for name, written in map_values[key].items():
        assert list(lines[name].sides) == [side(grid, s) for s in written], name
    assert sum(len(line.sides) for line in lines.values()) == sides


def test_every_crossing_joins_its_two_hexes_over_its_river(
    board: BoardContent, grid: Grid, map_values: dict[str, Any]
) -> None:
    lines = {line.name.get("en"): line for line in board.edges if line.kind in ("bridge", "ford") and line.name}
    assert len(lines) == 37
    assert set(lines) == set(map_values["crossings"])
    rivers = english(board.edges, "great_river")
    for name, (written, kind, river, cells) in map_values["crossings"].items():
        assert lines[name].kind == kind
        assert lines[name].sides == (side(grid, written),) == ("|".join(sorted(cells)),)
        assert lines[name].sides[0] in rivers[river].sides


def test_every_railroad_and_road_has_its_course(board: BoardContent, grid: Grid, map_values: dict[str, Any]) -> None:
    railroads = english(board.paths, "railroad")
    roads = {line.name.get("en"): line for line in board.paths if line.kind == "road" and line.name}
    assert (len(railroads), len(roads)) == (22, 55)
    for lines, key in ((railroads, "railroads"), (roads, "roads")):
        assert {name: list(line.cells) for name, line in lines.items()} == map_values[key]
        for name, line in lines.items():
            for a, b in pairwise(line.cells):
                assert b in grid.neighbours(a), (name, a, b)


def test_routes_cross_great_rivers_only_at_bridges_and_fords(board: BoardContent) -> None:
    great = {s for line in board.edges if line.kind == "great_river" for s in line.sides}
    crossed = {s for line in board.edges if line.kind in ("bridge", "ford") for s in line.sides}
    for line in board.paths:
        for pair in pairwise(line.cells):
            joint = "|".join(sorted(pair))
            assert joint not in great or joint in crossed, (line.name, joint)


def test_every_land_hex_can_be_reached_from_richmond(board: BoardContent, grid: Grid) -> None:
    great = {s for line in board.edges if line.kind == "great_river" for s in line.sides}
    crossed = {s for line in board.edges if line.kind in ("bridge", "ford") for s in line.sides}
    open_to = {c for c, t in board.terrain.items() if t in ("clear", "hill")}
    seen, queue = {"2950"}, deque(["2950"])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours(here):
            joint = "|".join(sorted((here, there)))
            if there in open_to and there not in seen and (joint not in great or joint in crossed):
                seen.add(there)
                queue.append(there)
    assert open_to - seen == set()


def test_every_place_has_its_hex_features_and_label(board: BoardContent, map_values: dict[str, Any]) -> None:
    places = map_values["places"]
    assert len(places) == 108
    assert board.attrs["places"] == {name: entry[0] for name, entry in places.items()}
    expected: dict[str, set[str]] = {name: set() for name in board.features}
    labels = {(label.at, label.style): label.text for label in board.labels}
    rails = {cell for line in board.paths if line.kind == "railroad" for cell in line.cells}
    for name, (cell, kind, flags, coastal, navigable, _, _) in places.items():
        wanted = [kind, *flags, *(["coastal"] if coastal else []), *(["navigable"] if navigable else [])]
        for feature in [*wanted, *(["station"] if cell in rails else [])]:
            expected[feature].add(cell)
        text = labels[(cell, "city" if kind == "major_city" else "town")]
        assert text.get("en") == name.replace(" PA", "")
        assert text.get("ja")
        assert not text.get("ja").isascii(), name
    expected["gap"] = set(map_values["gaps"].values())
    expected["rail_source"] = {c for s in map_values["edge_source_hexes"].values() for c in s.values()}
    assert {name: set(cells) for name, cells in board.features.items()} == expected
    gaps = {label.text.get("en"): label.at for label in board.labels if label.style == "gap"}
    assert gaps == map_values["gaps"]


def test_places_lie_where_they_lie_on_the_globe(board: BoardContent, grid: Grid, map_values: dict[str, Any]) -> None:
    told = board.attrs["projection"]
    for name, (cell, _, _, _, _, lat, lon) in map_values["places"].items():
        x = (lon - told["lon0"]) * told["miles_per_deg_lon"] / board.attrs["hex_miles"] * 100
        y = (told["lat0"] - lat) * told["miles_per_deg_lat"] / board.attrs["hex_miles"] * 100
        at, start = grid.to_pixel(cell), grid.to_pixel("0101")
        away = ((at[0] - start[0] - x) ** 2 + (at[1] - start[1] - y) ** 2) ** 0.5
        assert away < 105, (name, round(away))


def test_sources_ports_and_batteries(board: BoardContent, grid: Grid, content: TitleContent, map_values: dict[str, Any]) -> None:
    assert board.attrs["edge_source_hexes"] == map_values["edge_source_hexes"]
    assert board.attrs["csa_entry_stations"] == map_values["csa_entry"]
    assert board.attrs["port_access_hexes"] == map_values["port_access_hexes"]
    assert set(map_values["csa_entry"].values()) <= set(board.features["station"])
    for key, kind in (("battery_sides", "battery"), ("port_access_side", "port_access")):
        wanted = {name: side(grid, s) for name, s in map_values[key].items()}
        assert board.attrs[key] == wanted
        assert {line.name.get("en"): line.sides[0] for line in board.edges if line.kind == kind and line.name} == wanted
    great = {s for line in board.edges if line.kind == "great_river" for s in line.sides}
    assert set(board.attrs["battery_sides"].values()) | set(board.attrs["port_access_side"].values()) <= great
    for cell in board.attrs["port_access_hexes"].values():
        assert board.terrain[cell] == "sea"
    for line in board.paths:
        if "source_hex" in line.attrs:
            assert line.attrs["source_hex"] in (line.cells[0], line.cells[-1])
            assert any(grid.toward(line.attrs["source_hex"], d) is None for d in ("N", "NE", "SE", "S", "SW", "NW"))
    for line in board.edges:
        if "limit" in line.attrs:
            assert line.attrs["limit"] in line.sides
    distances = {("Washington", "Richmond"): 27, ("Fredericksburg", "Richmond"): 12, ("Gettysburg", "Washington"): 17}
    for (a, b), far in distances.items():
        assert grid.distance(board.attrs["places"][a], board.attrs["places"][b]) == far
