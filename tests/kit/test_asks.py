"""Asks, kind by kind: `check` takes exactly what `enumerate` gives, `missing` is silent exactly then, nothing crashes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base.errors import Refusal
from qtwar.kit import asks, offers
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.offers import Ask, msg
from qtwar.kit.runner import Runner
from tests.kit.tiny import CONTENT, title

WORLD = Content(CONTENT)
PIECES = ["p1", "p2", "p3", "p4"]
PLACES = ["m:a", "m:b", "m:c"]
REACH = {"cells": {"m:b": {"path": ["m:a", "m:b"]}, "m:c": {"mark": "pass"}, "m:a": {}}}


def query(what: str, args: dict[str, Any]) -> Any:
    """Every force reaches two places."""
    return REACH


some = st.lists(st.sampled_from(PIECES), unique=True)
spots = st.lists(st.sampled_from(PLACES), unique=True)


@st.composite
def limited(draw: st.DrawFn) -> dict[str, Any]:
    """What may stand beside the pieces of any ask that is answered with pieces."""
    more: dict[str, Any] = {}
    if draw(st.booleans()):
        more["locked"] = draw(st.lists(st.sampled_from(PIECES), unique=True, max_size=2))
    if draw(st.booleans()):
        more["groups"] = {place: draw(some) for place in PLACES[:2]}
    if draw(st.booleans()):
        more["along"] = draw(some)
    if draw(st.booleans()):
        more["costs"] = {p: draw(st.integers(0, 4)) for p in draw(some)}
        more["budget"] = draw(st.integers(0, 6))
    return more


@st.composite
def any_ask(draw: st.DrawFn) -> Ask:
    """A small ask of any kind."""
    low, more, pieces = draw(st.integers(0, 3)), draw(limited()), draw(some)
    high = low + draw(st.integers(0, 2))
    targets = {p: draw(spots) for p in pieces}
    values = draw(st.lists(st.sampled_from([0, 1, True, "a", "b"]), unique_by=repr))
    choices = [{"value": v, "label": msg("x")} for v in values]
    for choice in choices:
        if draw(st.booleans()):
            choice["why_not"] = msg("no", rule="1.1")
    made = [
        offers.button("v", "x"),
        offers.choose("v", "x", choices),
        offers.number("v", "x", low, high, step=draw(st.integers(1, 2))),
        offers.pieces("v", "x", pieces, low, high, **more),
        offers.cell("v", "x", draw(spots), why={"m:c": msg("no")}),
        offers.edge("v", "x", draw(spots)),
        offers.pieces_and_cell("v", "x", pieces, draw(spots), low, high, **more),
        offers.pieces_and_cell("v", "x", pieces, draw(spots), low, high, targets=targets, **more),
        offers.place("v", "x", targets),
        offers.move("v", "x", pieces, **{k: v for k, v in more.items() if k != "locked"}, min=low, max=high),
        offers.allocate("v", "x", {p: draw(st.integers(0, 3)) for p in pieces}, draw(st.integers(0, 5))),
        offers.order("v", "x", pieces),
        offers.roll("v", "x", [6]),
        offers.draw("v", "x", "cup"),
        offers.confirm("v", "x", {}),
        offers.secret(offers.pieces("v", "x", pieces, low, high, **more)),
        offers.secret(offers.number("v", "x", low, high)),
    ]
    ask = draw(st.sampled_from(made))
    if draw(st.booleans()):
        ask["fixed"] = {"of": 7}
    return ask


def every(ask: Ask) -> Iterator[dict[str, Any]]:
    """Give all that could be said to an ask within a small world, legal or not; each set of pieces once."""
    kind = asks.body_of(ask)["kind"]
    sets = [list(c) for n in range(len(PIECES) + 1) for c in combinations(PIECES, n)]
    if kind == "choose":
        yield from ({"choice": v} for v in (0, 1, True, "a", "b", "c", None))
    elif kind == "number":
        yield from ({"number": n} for n in range(-1, 8))
    elif kind == "pieces":
        yield from ({"pieces": chosen} for chosen in sets)
    elif kind == "order":
        yield from ({"pieces": list(c)} for chosen in sets for c in permutations(chosen))
    elif kind in ("cell", "edge"):
        yield from ({kind: place} for place in (*PLACES, "m:d"))
    elif kind in ("pieces+cell", "place"):
        yield from ({"pieces": chosen, "cell": place} for chosen in sets for place in (*PLACES, "m:d"))
    elif kind == "allocate":
        for shares in product(range(4), repeat=len(PIECES)):
            yield {"amounts": {p: n for p, n in zip(PIECES, shares, strict=True) if n}}
    else:
        yield {}


def normal(args: dict[str, Any], kind: str) -> str:
    """Return arguments so that two sayings of the same are equal: which pieces, not in which order."""
    sorted_ = {k: sorted(v) if k == "pieces" and kind != "order" else v for k, v in args.items()}
    if "amounts" in sorted_:
        sorted_["amounts"] = sorted(sorted_["amounts"].items())
    return repr(sorted(sorted_.items()))


@given(any_ask())
def test_what_is_enumerated_fits_and_is_all_that_fits(ask: Ask) -> None:
    kind = str(asks.body_of(ask)["kind"])
    given_ = list(asks.enumerate_answers(ask, query))
    assert all(asks.misfit(ask, args, query) is None for args in given_)
    told = [normal(args, kind) for args in given_]
    assert len(set(told)) == len(told), "nothing twice"
    if kind != "move":  # whether a way is legal the rules say
        fixed = ask.get("fixed") or {}
        fitting = {normal({**a, **fixed}, kind) for a in every(ask) if asks.misfit(ask, {**a, **fixed}) is None}
        assert set(told) == fitting


@given(any_ask(), st.integers(0, 1 << 64))
def test_what_is_sampled_fits(ask: Ask, seed: int) -> None:
    args = asks.sample_answer(ask, Chance(seed), query)
    assert args is None or asks.misfit(ask, args) is None
    offered = offers.offer(msg("p"), ask)
    found = asks.sample(offered, Chance(seed), query)
    if found is None:
        assert not list(asks.enumerate_answers(ask, query)), "what there is is found"
    else:
        assert asks.check(offered, found["verb"], found["args"]) == ask


@given(any_ask())
def test_nothing_is_missing_exactly_when_it_fits(ask: Ask) -> None:
    for args in every(ask):
        whole = {**args, **(ask.get("fixed") or {})}
        assert (asks.missing(ask, args) is None) == (asks.misfit(ask, whole) is None)


@given(any_ask(), st.integers(1, 5), st.integers(0, 99))
def test_answers_are_all_or_so_many_as_were_asked_for(ask: Ask, most: int, seed: int) -> None:
    found, whole = asks.answers(ask, query, Chance(seed), most)
    assert len(found) <= most
    assert all(asks.misfit(ask, args) is None for args in found)
    if whole:
        assert found == list(asks.enumerate_answers(ask, query))


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3) | st.sampled_from(PIECES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
KEYS = ("choice", "number", "pieces", "cell", "edge", "amounts", "path", "land", "join", "of")


@given(any_ask(), st.dictionaries(st.sampled_from(KEYS), junk) | junk)
def test_malformed_arguments_are_refused_never_a_crash(ask: Ask, args: Any) -> None:
    no = asks.misfit(ask, args)
    assert no is None or no.key.startswith("refuse.") or no.key == "no"


@given(junk | st.fixed_dictionaries({"side": st.just("red"), "verb": junk, "args": junk}))
def test_a_malformed_action_is_refused(action: Any) -> None:
    runner = Runner(title(WORLD))
    runner.setup({"scenario": "one", "options": {}}, {}, 1)
    with pytest.raises(Refusal):
        runner.act(action, 1)


def test_pieces_of_different_groups_do_not_move_together() -> None:
    """`groups` hold for every kind that picks pieces (they held for one of them only)."""
    groups = {"m:a": ["p1", "p2"], "m:b": ["p3"]}
    for ask, more in (
        (offers.move("v", "x", PIECES[:3], groups=groups), {"path": ["m:a", "m:b"]}),
        (offers.pieces("v", "x", PIECES[:3], 1, 3, groups=groups), {}),
        (offers.place("v", "x", dict.fromkeys(PIECES[:3], PLACES), groups=groups), {"cell": "m:a"}),
    ):
        assert asks.misfit(ask, {"pieces": ["p1", "p2"], **more}) is None
        no = asks.misfit(ask, {"pieces": ["p2", "p3"], **more})
        assert no is not None
        assert no.key == "refuse.one_group"


def test_too_many_pieces_are_told_how_many_go_together() -> None:
    for most, key in ((1, "refuse.alone"), (2, "refuse.too_many")):
        ask = offers.place("v", "x", dict.fromkeys(PIECES[:3], PLACES), max=most)
        no = asks.misfit(ask, {"pieces": PIECES[:3], "cell": "m:a"})
        assert no is not None
        assert (no.key, no.values) == (key, {"max": most})
    ask = offers.place("v", "x", dict.fromkeys(PIECES[:3], PLACES), max=2, locked=PIECES[:1])
    no = asks.misfit(ask, {"pieces": PIECES[:3], "cell": "m:a"})
    assert no is not None
    assert (no.key, no.values) == ("refuse.alone", {"max": 1}), "who is locked does not count"


LINE = ["m:0101", "m:0201", "m:0301", "m:0401"]


def along(what: str, args: dict[str, Any]) -> dict[str, Any]:
    """A road: from where they are two cells on, and no further; what joins waits at its second cell."""
    here = LINE.index((args.get("path") or LINE[:1])[-1])
    ways = {LINE[to]: {"mark": "end", "path": LINE[here : to + 1]} for to in range(here, min(here + 3, len(LINE)))}
    if "m:0401" in ways:
        ways["m:0401"]["mark"] = "pass"
    return {"cells": ways}


@pytest.mark.parametrize(
    ("path", "held"),
    [
        (["m:0101", "m:0201"], True),
        (["m:0101", "m:0201", "m:0301"], True),
        (["m:0201", "m:0301"], False),
        (["m:0101", "m:0301"], False),
        (["m:0101", "m:0201", "m:9999"], False),
        (["m:0101", "m:0301", "m:0201", "m:0301"], False),
        (LINE, False),
    ],
)
def test_the_way_of_a_move_is_held_where_the_rules_are_asked(path: list[str], held: bool) -> None:
    ask = offers.move("v", "x", PIECES)
    args = {"pieces": ["p1"], "path": path}
    assert asks.misfit(ask, args) is None, "its shape fits"
    no = asks.misfit(ask, args, along)
    assert (no is None) == held
    assert no is None or no.key == "refuse.way"


def test_a_way_with_a_stop_is_held_up_to_the_stop_and_on_with_who_goes_on() -> None:
    asked: list[dict[str, Any]] = []

    def watch(what: str, args: dict[str, Any]) -> dict[str, Any]:
        asked.append(args)
        return along(what, args)

    ask = offers.move("v", "x", PIECES, land=True, join=True)
    args = {"pieces": ["p1", "p2"], "path": LINE[:3], "land": {"m:0201": ["p2"]}, "join": {"m:0201": ["p4"]}}
    assert asks.misfit(ask, args, watch) is None
    assert asked[-1] == {
        "pieces": ["p1", "p4"], "path": LINE[:2], "land": {"m:0201": ["p2"]}, "join": {"m:0201": ["p4"]},
    }  # fmt: skip
    assert asks.misfit(ask, {**args, "land": {"m:0401": ["p2"]}}, watch) is not None, "nobody lands beside the way"


def test_an_argument_that_no_ask_takes_is_refused_by_name() -> None:
    ask = offers.button("v", "x")
    assert asks.misfit(ask, {}) is None
    no = asks.misfit(ask, {"noise": ["x"] * 1000})
    assert no is not None
    assert (no.key, no.values) == ("refuse.argument", {"name": "noise", "verb": "v"})


def test_a_grey_answer_says_why_it_can_not_be_given() -> None:
    why = msg("no", rule="3.2", n=4)
    ask = offers.choose("v", "x", [{"value": 1, "label": msg("x"), "why_not": why}], rule="3.0")
    no = asks.misfit(ask, {"choice": 1})
    assert no is not None
    assert (no.key, no.rule) == ("no", "3.2")
    assert asks.missing(ask, {"choice": 1}) == {"key": "no", "args": {"n": 4}, "rule": "3.2"}


def test_what_is_missing_is_said_one_after_the_other() -> None:
    ask = offers.pieces_and_cell("v", "x", PIECES, PLACES, 2, 3, along=["p1", "p2"])
    assert asks.missing(ask, {"pieces": ["p1"]}) == {"key": "missing.pieces", "args": {"n": 1}}
    assert asks.missing(ask, {"pieces": ["p1", "p2"]}) == {"key": "missing.others"}
    assert asks.missing(ask, {"pieces": ["p1", "p3"]}) == {"key": "missing.cell"}
    assert asks.missing(ask, {"pieces": ["p1", "p3"], "cell": "m:a"}) is None


def test_a_title_says_what_a_random_player_takes_readily() -> None:
    offered = offers.offer(msg("p"), offers.button("a", "rarely"), offers.button("b", "often"))
    found = [asks.sample(offered, Chance(n), query, {"rarely": 0, "often": 5}) for n in range(20)]
    assert [f["verb"] for f in found if f] == ["b"] * 20
