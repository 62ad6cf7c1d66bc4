"""Charts, zones, offers: shared pieces of the kit, on the teaching title."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import Refusal
from qtwar.engine.state import State
from qtwar.kit import asks, offers, where
from qtwar.kit.chart import Chart, bounds
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.table import Seen, Table
from tests.kit.tiny import CONTENT, title

WORLD = Content(CONTENT)


@pytest.mark.parametrize(
    ("head", "span"),
    [
        ("<1", (float("-inf"), 0)),
        ("4-5", (4, 5)),
        ("27+", (27, float("inf"))),
        ("3", (3, 3)),
        (3, (3, 3)),
        ("R", None),
        ({"min": 2}, (2, float("inf"))),
        ("-2–1", (-2, 1)),
    ],
)
def test_heads_are_read_as_ranges(head: Any, span: Any) -> None:
    assert bounds(head) == span


def test_a_chart_is_read_by_number_and_shifted_within_its_edges() -> None:
    chart = Chart(CONTENT["tables"][0])
    assert chart.at(4, 17) == "K"
    assert chart.at(6, 0) == "R"
    assert chart.shift(chart.column(2), -9) == 0
    assert chart.shift(chart.column(2), +9) == 2
    with pytest.raises(KeyError, match="no row"):
        chart.row(7)


@pytest.mark.parametrize(
    ("condition", "cell", "holds"),
    [
        ({"cells": ["0101"]}, "0101", True),
        ({"feature": "town"}, "0303", True),
        ({"feature": ["town"]}, "0101", False),
        ({"terrain": ["clear"]}, "0505", True),
        ({"attr": {"country": ["north", "south"]}}, "0101", True),
        ({"area": "corner"}, "0102", True),
        ({"within": [1, "0303"]}, "0404", True),
        ({"within": [1, "m:0303"]}, "0505", False),
        ({"edge": "west"}, "0104", True),
        ({"edge": ["east", "north"]}, "0204", False),
        ({"with": {"side": "red"}}, "0101", True),
        ({"without": {"kind": "red_unit"}}, "0101", False),
        ({"with": {"trait": "foot", "side": "blue"}}, "0101", False),
        ({"any": [{"cells": ["0102"]}, {"feature": "town"}]}, "0303", True),
        ({"all": [{"cells": ["0303"]}, {"not": {"feature": "town"}}]}, "0303", False),
        ({}, "0505", True),
    ],
)
def test_zones_hold_where_they_say(condition: dict[str, Any], cell: str, holds: bool) -> None:
    t = Table(WORLD, State(("red", "blue"), {"scenario": "one"}), Chance(0))
    t.add("red-1", "m:0101")
    assert where.matches(t, condition, f"m:{cell}") is holds
    assert (f"m:{cell}" in where.places(t, condition)) is holds


def test_every_kind_of_ask_can_be_played_by_a_machine_and_passes_its_own_check() -> None:
    each = [
        offers.button("a", "x"),
        offers.choose("b", "x", [{"value": 1, "label": {}}, {"value": 2, "label": {}, "why_not": offers.msg("no")}]),
        offers.number("c", "x", 2, 5),
        offers.pieces("d", "x", ["p1", "p2", "p3"], 1, 2, locked=["p2"]),
        offers.pieces("d", "x", ["p1", "p2", "p3"], 1, 3, costs={"p1": 2, "p2": 3, "p3": 1}, budget=3),
        offers.cell("e", "x", ["m:0101"]),
        offers.edge("e", "x", ["m:0101|0102", "m:0101/N"]),
        offers.pieces_and_cell("f", "x", ["p1"], ["m:0101"]),
        offers.place("g", "x", {"p1": ["m:0101"], "p2": []}),
        offers.move("h", "x", ["p1"]),
        offers.allocate("i", "x", {"p1": 2, "p2": 1}, 3),
        offers.order("j", "x", ["p1", "p2"]),
        offers.roll("k", "x", [6]),
        offers.draw("l", "x", "cup"),
        offers.secret(offers.pieces("m", "x", ["p1"])),
        offers.confirm("n", "x", {}),
    ]
    reach = {"cells": {"m:0202": {"path": ["m:0101", "m:0202"]}, "m:0303": {"mark": "pass"}}}
    for ask in each:
        for seed in range(8):
            found = asks.sample(offers.offer(offers.msg("p"), ask), Chance(seed), lambda what, args: reach)
            assert found is not None
            assert asks.check(offers.offer(offers.msg("p"), ask), found["verb"], found["args"]) == ask


def test_a_machine_lands_some_and_collects_others_on_the_way() -> None:
    ask = offers.move("h", "x", ["p1", "p2"], join=True, land=True)
    asked: list[dict[str, Any]] = []

    def reach(what: str, args: dict[str, Any]) -> dict[str, Any]:
        asked.append(args)
        start = (args.get("path") or ["m:0101"])[-1]
        cells = {f"m:{c}": {"mark": "end", "path": [start, f"m:{c}"]} for c in ("0202", "0303") if f"m:{c}" != start}
        return {"cells": cells, "join": {"m:0202": ["p3"]}}

    played = []
    for seed in range(80):
        found = asks.sample(offers.offer(offers.msg("p"), ask), Chance(seed), reach)
        assert found is not None
        played.append(found["args"])
    joined = [a for a in played if "join" in a]
    landed = [a for a in played if "land" in a]
    assert joined
    assert landed
    assert all(a["join"] == {"m:0202": ["p3"]} and a["path"] == ["m:0101", "m:0202", "m:0303"] for a in joined)
    assert all(len(a["path"]) == 3 and a["path"][1] in a["land"] for a in landed)
    assert {"pieces", "path", "join"} in [set(a) for a in asked], "the second question tells the way so far"


@pytest.mark.parametrize(
    ("ask", "args"),
    [
        (offers.button("a", "x", why_not=offers.msg("no")), {}),
        (offers.choose("a", "x", [{"value": 1, "label": {}}]), {"choice": 2}),
        (offers.number("a", "x", 1, 2), {"number": "1"}),
        (offers.pieces("a", "x", ["p"], 1, 1), {"pieces": ["q"]}),
        (offers.pieces("a", "x", ["p", "q"], 1, 2, locked=["q"]), {"pieces": ["p"]}),
        (offers.pieces("a", "x", ["p", "q"], 1, 2, costs={"p": 2, "q": 2}, budget=3), {"pieces": ["p", "q"]}),
        (offers.cell("a", "x", ["m:0101"]), {"cell": "m:0102"}),
        (offers.edge("a", "x", ["m:0101|0102"]), {"edge": "m:0102|0103"}),
        (offers.edge("a", "x", ["m:0101|0102"], why={"m:0101/N": offers.msg("no")}), {"edge": "m:0101/N"}),
        (offers.place("a", "x", {"p": []}), {"pieces": ["p"], "cell": "m:0101"}),
        (offers.allocate("a", "x", {"p": 2}, 2), {"amounts": {"p": 1}}),
        (offers.order("a", "x", ["p", "q"]), {"pieces": ["p"]}),
        (offers.secret(offers.number("a", "x", 1, 2)), {"number": 5}),
        (offers.button("a", "x", fixed={"n": 1}), {"n": 2}),
    ],
)
def test_what_does_not_fit_the_ask_is_refused(ask: dict[str, Any], args: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        asks.check(offers.offer(offers.msg("p"), ask), "a", args)


def test_offers_name_no_piece_that_the_side_does_not_know() -> None:
    runner = Runner(title(WORLD))
    runner.setup({"scenario": "one", "options": {}}, {}, 1)
    offer = runner.offer("red")
    assert offer is not None
    assert "blue-2" not in str(offer)
    assert runner.offer("blue") is None


def test_what_was_worked_out_in_a_view_holds_until_the_position_changes() -> None:
    game = title(WORLD)

    def count(s: Seen, args: dict[str, Any]) -> int:
        s.memo["asked"] = s.memo.get("asked", 0) + 1
        return int(s.memo["asked"])

    game.queries["count"] = count
    runner = Runner(game)
    runner.setup({"scenario": "one", "options": {}}, {}, 1)
    assert [runner.query("red", "count", {}) for _ in range(2)] == [1, 2]
    assert runner.query("blue", "count", {}) == 1
    assert runner.act({"side": "red", "verb": "skip"}, 1)
    assert runner.query("red", "count", {}) == 1
    runner.apply([])
    assert runner.query("red", "count", {}) == 1
