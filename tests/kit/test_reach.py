"""Cheapest ways (kit.reach): against a search that tries everything, and each manner of stopping by itself."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.kit.reach import Move, Way, bands, lit, points, reach
from qtwar.model.grid import HexGrid

NAMES = "abcdef"
GRAPH = st.dictionaries(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.integers(1, 4), st.booleans(), st.booleans()),
    max_size=18,
)
Graph = dict[tuple[str, str], tuple[int, bool, bool]]


def near(graph: Graph, place: str) -> list[str]:
    return [b for a, b in graph if a == place]


def search(graph: Graph, limit: int, most: int | None) -> dict[str, Way]:
    def step(way: Way, to: str) -> Move:
        cost, stop, end = graph[way.place, to]
        return Move(cost, stop=stop, end=end)

    return reach("a", lambda place: near(graph, place), step, limit=limit, most=most)


def every_way(graph: Graph, limit: int, most: int) -> dict[str, tuple[bool, int]]:
    """Return place → (may one end there, cost) of the best of all ways, tried one by one."""
    best: dict[str, tuple[bool, int]] = {}

    def go(place: str, cost: int, steps: int) -> None:
        for to in near(graph, place):
            price, stop, end = graph[place, to]
            total = cost + price
            if total > limit or steps + 1 > most:
                continue
            known = best.get(to)
            if known is None or (end, -total) > (known[0], -known[1]):
                best[to] = (end, total)
            if not stop:
                go(to, total, steps + 1)

    go("a", 0, 0)
    best.pop("a", None)
    return best


@given(GRAPH, st.integers(0, 8), st.one_of(st.none(), st.integers(0, 5)))
def test_the_cheapest_way_to_every_place_is_found(graph: Graph, limit: int, most: int | None) -> None:
    found = search(graph, limit, most)
    assert {p: (way.end, way.cost) for p, way in found.items()} == every_way(graph, limit, 9 if most is None else most)
    for place, way in found.items():
        path = way.path
        assert (path[0], path[-1], len(path) - 1) == ("a", place, way.steps)
        assert way.cost == sum(graph[a, b][0] for a, b in pairwise(path))
        assert not any(graph[a, b][1] for a, b in pairwise(path[:-1])), "nobody goes on from a stop"


@given(GRAPH, st.integers(0, 8))
def test_the_same_question_has_the_same_answer(graph: Graph, limit: int) -> None:
    one, two = search(graph, limit, None), search(graph, limit, None)
    assert lit(one) == lit(two)
    assert list(one) == list(two)


def test_of_equal_ways_the_shorter_then_the_first_named_counts() -> None:
    links = {"a": ["b", "c", "e"], "b": ["d"], "c": ["d"], "e": ["f"], "d": [], "f": []}
    cost = {("e", "f"): 2, ("a", "f"): 3}
    found = reach("a", links.__getitem__, lambda way, to: cost.get((way.place, to), 1))
    assert found["d"].path == ["a", "b", "d"]
    links["a"].append("f")
    assert reach("a", links.__getitem__, lambda way, to: cost.get((way.place, to), 1))["f"].path == ["a", "f"]


GRID = HexGrid({"columns": 9, "rows": 9})


def walk(costs: Mapping[str, int], zone: frozenset[str], limit: int) -> dict[str, Way]:
    """Move on hexes: a zone of control stops, and may be left only at the start, not into another (Lee 3.71, 8.26)."""

    def step(way: Way, to: str) -> Move | None:
        if way.place in zone and to in zone:
            return None
        return Move(costs.get(to, 1), stop=to in zone)

    return reach("0505", GRID.neighbours, step, limit=limit)


def test_a_zone_of_control_stops_and_is_left_at_the_start_only() -> None:
    zone = frozenset(GRID.within("0503", 1))
    found = walk({}, zone, 4)
    assert found["0504"].stop
    assert "0503" not in found, "from zone to zone nobody goes"
    assert "0502" not in found, "round it is too far"
    inside = reach("0504", GRID.neighbours, lambda way, to: None if {way.place, to} <= zone else Move(stop=to in zone), limit=2)
    assert inside["0505"].cost == 1
    assert not inside["0506"].stop


def test_halves_are_counted_whole_and_shown_as_points() -> None:
    """Front Toward Enemy: three steps of one and a half points and one of one."""
    found = reach("0101", GRID.neighbours, lambda way, to: 3 if to != "0102" else 2, limit=8)
    assert points(found["0102"].cost) == 1
    assert points(found["0103"].cost) == 2.5
    assert "0105" not in found


def test_kinds_of_movement_are_kept_apart() -> None:
    """By road a column marches on at half the cost; who has left the road does not get it back."""
    road = {("a", "b"), ("b", "c"), ("c", "d")}
    links = {"a": ["b", "x"], "b": ["c"], "c": ["d"], "x": ["c"], "d": []}

    def step(way: Way, to: str) -> Move:
        if way.mode == "road" and (way.place, to) in road:
            return Move(1)
        return Move(2, mode="field")

    found = reach("a", links.__getitem__, step, mode="road", limit=4)
    assert (found["d"].cost, found["d"].mode) == (3, "road")
    assert (found["x"].cost, found["x"].mode) == (2, "field")
    with pytest.raises(ValueError, match="mode"):
        reach("a", links.__getitem__, step)


def test_a_limit_on_steps_is_not_fooled_by_a_cheap_detour() -> None:
    links = {"a": ["b", "c"], "b": ["c"], "c": ["d"], "d": []}
    cost = {("a", "c"): 5}
    found = reach("a", links.__getitem__, lambda way, to: cost.get((way.place, to), 1), most=2)
    assert (found["c"].cost, found["d"].cost) == (2, 6), "a cheap way of two steps, a dear one that leaves a step more"


def test_several_starts_and_a_goal() -> None:
    found = reach(["0101", "0909"], GRID.neighbours, lambda way, to: 1, limit=2)
    assert found["0908"].path == ["0909", "0908"]
    assert "0101" not in found
    far = reach("0101", GRID.neighbours, lambda way, to: 1, until="0104")
    assert far["0104"].cost == 3
    assert "0109" not in far, "what lies farther is not looked for"


def test_faces_of_a_die_that_would_do() -> None:
    """The die of a march is rolled when the force goes: which faces reach a place (Lee 8.22)."""
    found = reach("0505", GRID.neighbours, lambda way, to: 2, limit=6)
    faces = bands(found, {1: 6, 2: 4, 3: 4, 4: 2, 5: 2, 6: 0})
    assert faces["0504"] == [1, 2, 3, 4, 5]
    assert faces["0502"] == [1]
    assert "0501" not in faces


def test_a_step_must_not_cost_less_than_was_said() -> None:
    with pytest.raises(ValueError, match="least"):
        reach("0505", GRID.neighbours, lambda way, to: 0)
    assert reach("0505", GRID.neighbours, lambda way, to: 0, least=0)["0909"].cost == 0


def test_what_the_screen_is_told() -> None:
    says = {"key": "mark.enemy", "args": {}}
    steps = {"b": Move(2), "c": Move(1, stop=True), "d": Move(1, foe=True, note=says), "e": Move(1, end=False)}
    found = reach("a", lambda place: steps if place == "a" else (), lambda way, to: steps[to])
    cells = lit(found)
    assert {p: (at["cost"], at["mark"]) for p, at in cells.items()} == {
        "b": (2, "end"), "c": (1, "stop"), "d": (1, "enemy"), "e": (1, "pass"),
    }  # fmt: skip
    assert cells["d"]["note"] == says
    assert cells["b"]["path"] == ["a", "b"]
    assert lit(found, costs=False)["b"]["cost"] is None
