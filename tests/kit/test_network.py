"""Supply lines, relays, sections of railways (kit.network)."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from qtwar.kit.network import Cut, Post, SupplyLine, Trace, sections, serve, stops
from qtwar.kit.reach import Move, Way, reach
from qtwar.model.grid import HexGrid

GRID = HexGrid({"columns": 20, "rows": 3})


def cell(column: int) -> str:
    return f"{column:02}02"


def tracer(blocked: frozenset[str] = frozenset()) -> Trace:
    def trace(place: str) -> dict[str, Way]:
        return reach(place, GRID.neighbours, lambda way, to: None if to in blocked else Move(1))

    return trace


WALL = frozenset(f"10{row:02}" for row in (1, 2, 3))


def test_a_chain_of_relays_leads_to_a_source() -> None:
    """A wagon serves to 4, a depot to 10 (Lee 7.12)."""
    posts = [Post("edge", cell(1), 10, source=True), Post("depot", cell(10), 10), Post("wagon", cell(15), 4)]
    found = serve(posts, {"hill": cell(19), "near": cell(4)}, tracer())
    assert found == {"hill": SupplyLine(("wagon", "depot", "edge"), 4), "near": SupplyLine(("edge",), 3)}


def test_a_wish_of_the_owner_is_tried_first() -> None:
    posts = [Post("a", cell(1), 9, source=True), Post("b", cell(5), 9, source=True)]
    assert serve(posts, {"u": cell(4)}, tracer())["u"] == SupplyLine(("b",), 1)
    assert serve(posts, {"u": cell(4)}, tracer(), wanted={"u": "a"})["u"] == SupplyLine(("a",), 3)
    assert serve(posts, {"u": cell(11)}, tracer(), wanted={"u": "a"})["u"] == SupplyLine(("b",), 6), "that is too far"


def test_a_relay_serves_so_many_and_counts_as_one_itself() -> None:
    """A relay that another feeds on has one place less (Lee 7.23)."""
    posts = [Post("edge", cell(1), 9, source=True), Post("depot", cell(9), 9, capacity=2), Post("wagon", cell(16), 4, 1)]
    found = serve(posts, {"far": cell(19), "mid": cell(15), "late": cell(14)}, tracer())
    assert found["far"] == SupplyLine(("wagon", "depot", "edge"), 3)
    assert found["mid"] == SupplyLine(("depot", "edge"), 6)
    assert found["late"] == Cut("full", "wagon", 2)


def test_why_somebody_is_cut_off() -> None:
    posts = [Post("edge", cell(1), 12, source=True)]
    assert serve([], {"u": cell(4)}, tracer())["u"] == Cut("none")
    assert serve(posts, {"u": cell(18)}, tracer())["u"] == Cut("far", "edge", 17)
    cut = serve(posts, {"u": cell(12)}, tracer(WALL), unhindered=tracer())["u"]
    assert isinstance(cut, Cut)
    assert (cut.why, cut.post, cut.cost) == ("blocked", "edge", 11)
    assert cut.at in WALL
    loose = serve([*posts, Post("wagon", cell(16), 4)], {"u": cell(18)}, tracer(WALL), unhindered=tracer())["u"]
    assert loose == Cut("loose", "wagon", 2)


CAPACITY = st.one_of(st.none(), st.integers(0, 2))
POSTS = st.lists(st.tuples(st.integers(1, 20), st.integers(0, 6), CAPACITY, st.booleans()), max_size=6)


@given(POSTS, st.lists(st.integers(1, 20), max_size=5), st.sampled_from([frozenset(), WALL]))
def test_no_line_is_too_long_and_no_post_serves_too_many(
    drawn: list[tuple[int, int, int | None, bool]], at: list[int], wall: frozenset[str]
) -> None:
    posts = {f"p{n}": Post(f"p{n}", cell(c), far, most, source) for n, (c, far, most, source) in enumerate(drawn)}
    users = {f"u{n}": cell(c) for n, c in enumerate(at)}
    trace = tracer(wall)
    found = serve(posts.values(), users, trace)
    assert found == serve(posts.values(), users, trace)
    links = set()
    for user, line in found.items():
        if isinstance(line, SupplyLine):
            chain = (user, *line.posts)
            assert posts[chain[-1]].source
            assert not any(posts[p].source for p in chain[1:-1])
            links |= set(pairwise(chain))
    places = {**users, **{name: post.place for name, post in posts.items()}}
    for low, high in links:
        way = {places[low]: 0, **{p: w.cost for p, w in trace(places[low]).items()}}
        assert way[places[high]] <= posts[high].range
    for name, post in posts.items():
        assert post.capacity is None or len([1 for _, high in links if high == name]) <= post.capacity
    if all(post.capacity is None for post in posts.values()):  # then all are served whom any chain can serve
        live = {name for name, post in posts.items() if post.source}
        reached = -1
        while reached != len(live):
            reached = len(live)
            live |= {n for n, p in posts.items() if any(_in_range(trace, p.place, posts[o]) for o in live)}
        for user, place in users.items():
            assert isinstance(found[user], SupplyLine) == any(_in_range(trace, place, posts[o]) for o in live)


def _in_range(trace: Trace, place: str, post: Post) -> bool:
    ways = trace(place)
    return post.place == place or (post.place in ways and ways[post.place].cost <= post.range)


def test_a_railway_is_cut_into_sections_and_travelled_by_stations() -> None:
    """Six stations at most, open sections only (Lee 8.41, 8.42)."""
    line = [cell(n) for n in range(1, 21)]
    stations = {cell(n) for n in (2, 6, 9, 14)}
    found = sections([line, line[::-1]], stations)
    assert [(s.a, s.b, len(s.cells)) for s in found] == [(cell(2), cell(6), 5), (cell(6), cell(9), 4), (cell(9), cell(14), 6)]
    near = stops(found, lambda section: cell(11) not in section.cells)
    assert near[cell(14)] == ()
    ride = reach(cell(2), near.__getitem__, lambda way, to: 1, most=6)
    assert {p: way.steps for p, way in ride.items()} == {cell(6): 1, cell(9): 2}
    assert set(reach(cell(2), stops(found).__getitem__, lambda way, to: 1, most=1)) == {cell(6)}
