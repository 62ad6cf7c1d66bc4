"""What a step works on: questions and changes of a table, what a side sees of it, frames of the sequence (kit.table)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qtwar.base.errors import Refusal
from qtwar.engine import reduce, views
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.table import Frame, Seen, Table
from tests.kit.tiny import CONTENT

WORLD = Content(CONTENT)


def made(seed: int = 0, **meta: Any) -> Table:
    """Two known pieces and a hidden one in a cell, one in the cup."""
    t = Table(WORLD, State(("red", "blue"), {"scenario": "one", "options": {}, **meta}), Chance(seed))
    t.add("red-1", "m:0101")
    t.add("blue-1", "m:0101")
    t.add("blue-2", "m:0101", known=["blue"], attrs={"hits": 1, "fire": 9})
    t.sight("cup", "count")
    t.add("red-3", "cup")
    return t


# reading --------------------------------------------------------------------------------------


def test_an_attribute_is_the_pieces_own_else_the_rosters_else_the_kinds() -> None:
    content = Content({**CONTENT, "pieces": [{"id": "red-1", "kind": "red_unit", "attrs": {"name": "Ada"}}]})
    t = Table(content, State(("red", "blue"), {"scenario": "one"}), Chance(0))
    t.add("red-1", "m:0101")
    t.add("extra", "m:0101", kind="blue_unit")
    assert [t.attr("red-1", key) for key in ("name", "fire", "none")] == ["Ada", 2, None]
    t.set_attr("red-1", "fire", 7)
    t.set_attr("red-1", "name", "Bo")
    assert [t.attr("red-1", "name"), t.attr("red-1", "fire")] == ["Bo", 7]
    t.set_attr("red-1", "fire", None)
    assert t.attr("red-1", "fire") == 2
    assert t.attr("extra", "none", "so") == "so"


def test_what_a_reader_says_of_a_piece() -> None:
    t = made()
    assert (t.where("red-1"), t.owner("red-1"), t.has("red-1", "foot"), t.has("red-1", "boat")) == (
        "m:0101", "red", True, False,
    )  # fmt: skip
    kind = t.kind("red-1")
    assert kind is not None
    assert (kind.id, kind.klass, kind.side, kind.back) == ("red_unit", "unit", "red", "red")
    assert t.ids("m:0101") == ["red-1", "blue-1", "blue-2"]
    assert list(t.places()) == ["cup", "m:0101"]


def test_options_variables_charts_and_the_scenario() -> None:
    assert made().option("fog") is True
    t = made(options={"fog": False})
    assert t.option("fog") is False
    assert (t.var("turn"), t.var("turn", 1), t.num("red", "cp"), t.num("red", "cp", 4)) == (None, 1, 0, 4)
    t.set_var("turn", 2)
    t.put("red", "cp", 3)
    assert (t.var("turn"), t.num("red", "cp")) == (2, 3)
    assert t.chart("fire").rule == "3.1"
    assert t.scenario["turns"] == 3
    with pytest.raises(KeyError):
        t.chart("no such table")


def test_a_piece_in_a_piece_in_a_cell_is_on_the_table_there() -> None:
    t = made()
    t.move("blue-1", "@red-1")
    t.move("blue-2", "@blue-1")
    assert t.inside("red-1") == ["blue-1"]
    assert (t.where("blue-2"), t.spot("blue-2")) == ("@blue-1", "m:0101")
    t.move("red-1", "m:0303")
    assert t.spot("blue-2") == "m:0303"


# what a side sees -------------------------------------------------------------------------------


def test_a_side_sees_known_pieces_first_and_the_rest_under_aliases() -> None:
    t = made()
    red = t.seen_by("red")
    known, alias = red.ids("m:0101")[:2], red.ids("m:0101")[2]
    assert known == ["red-1", "blue-1"]
    assert (red.is_known("red-1"), red.is_known(alias)) == (True, False)
    assert (red.owner(alias), red.kind(alias), red.has(alias, "foot"), red.attr(alias, "fire", "?")) == (
        "blue", None, False, "?",
    )  # fmt: skip
    with pytest.raises(KeyError):
        red.record("blue-2")
    assert red.record(alias) == Seen(WORLD, views.view(t.state, "red")).record(alias), "an alias may be asked for first"
    assert t.seen_by("blue").attr("blue-2", "fire") == 9


def test_a_side_is_shown_its_own_locals_and_secrets_alone() -> None:
    t = made()
    t.call("outer").l["open"] = 1
    inner = t.call("inner", n=2)
    inner.of("red")["bid"] = 5
    inner.of("*")["sum"] = 9
    t.seal("red", "plan", "left")
    red, blue = t.seen_by("red"), t.seen_by("blue")
    assert (red.frame().step, red.frame().l, red.frame().of("red")) == ("inner", {"n": 2}, {"bid": 5})
    assert (blue.frame().of("red"), blue.frame().of("*")) == ({}, {})
    for r in (red, t):
        outer = r.frame_of("outer")
        assert outer is not None
        assert outer.l == {"open": 1}
        assert r.frame_of("no such step") is None
    assert (red.secret("plan"), blue.secret("plan"), blue.secret("plan", "-")) == ("left", None, "-")
    assert t.secret("red", "plan") == "left"


def test_places_of_which_a_side_sees_nothing_are_not_named_to_it() -> None:
    t = made()
    t.sight("m:0202", "owner", "blue")
    t.add("blue-3", "m:0202")
    assert "m:0202" in list(t.seen_by("blue").places())
    assert "m:0202" not in list(t.seen_by("red").places())


# changing --------------------------------------------------------------------------------------

CHANGES: dict[str, Callable[[Table], Any]] = {
    "add": lambda t: t.add("red-2", "m:0303", face="back", owner="blue", known=["red"], back="blue"),
    "remove": lambda t: t.remove("blue-2"),
    "move": lambda t: t.move("red-1", "m:0202"),
    "move within a stack": lambda t: t.move("red-1", "m:0101", index=2),
    "turn": lambda t: t.turn("red-1", "back"),
    "become": lambda t: t.become("red-1", "blue_unit"),
    "give": lambda t: t.give("red-1", "blue"),
    "set_attr": lambda t: t.set_attr("red-1", "hits", 2),
    "know": lambda t: t.know("red-1", ["red"]),
    "reveal": lambda t: t.reveal("blue-2"),
    "sight": lambda t: t.sight("dead", "owner", "red"),
    "order": lambda t: t.order("m:0101", ["blue-2", "red-1", "blue-1"]),
    "put": lambda t: t.put("red", "cp", 7),
    "set_var": lambda t: t.set_var("phase", "night"),
    "seal": lambda t: t.seal("blue", "plan", [1, 2]),
    "end": lambda t: t.end("red", level="great"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_an_event_that_is_undone_and_happens_once(name: str) -> None:
    t = made()
    before, at = t.state.digest(), len(t.events)
    CHANGES[name](t)
    events = t.events[at:]
    assert events
    assert t.state.digest() != before
    if name not in ("add", "remove", "end"):
        CHANGES[name](t)
        assert t.events[at:] == events, "done already: nothing is told again"
    reduce.undo_all(t.state, events)
    assert t.state.digest() == before
    reduce.apply_all(t.state, events)
    assert t.state.digest() != before


def test_a_changed_table_forgets_what_was_worked_out() -> None:
    t = made()
    t.memo["anything"] = 1
    t.set_var("turn", 2)
    assert t.memo == {}


def test_what_was_worked_out_of_the_field_holds_until_something_in_a_cell_changes() -> None:
    t = made()
    t.field["anything"] = 1
    t.set_var("turn", 2)
    assert t.field == {"anything": 1}
    piece = next(p for p in sorted(t.records) if ":" in t.where(p))
    t.set_attr(piece, "seen", 1)
    assert t.field == {}


def test_to_know_is_to_know_it_all_when_every_side_does() -> None:
    t = made()
    t.know("red-1", ["blue", "red", "red"])
    assert "red-1" not in t.state.known
    t.know("red-1", [])
    t.reveal("red-1", "red")
    assert t.state.known["red-1"] == ["red"]
    t.reveal("red-1")
    assert "red-1" not in t.state.known


def test_who_is_another_kind_has_its_back() -> None:
    t = made()
    t.become("red-1", "blue_unit")
    record = t.record("red-1")
    assert (record["kind"], record["back"], record["owner"]) == ("blue_unit", "blue", "red")


def test_what_a_removed_piece_carried_is_left_where_it_lay() -> None:
    t = made()
    t.move("blue-1", "@red-1")
    t.remove("red-1")
    assert (t.where("blue-1"), "red-1" in t.state.pieces) == ("m:0101", False)
    assert next(t.state.check(), None) is None


def test_a_shuffle_orders_anew_and_nobody_can_read_the_old_order_from_it() -> None:
    seen = set()
    for seed in range(40):
        t = made(seed)
        t.order("m:0101", ["blue-2", "blue-1", "red-1"])
        t.shuffle("m:0101")
        other = made(seed)
        other.shuffle("m:0101")
        assert t.ids("m:0101") == other.ids("m:0101"), "it begins with the sorted pieces"
        seen.add(tuple(t.ids("m:0101")))
    assert len(seen) == 6


def test_dice_and_notes_are_told_to_whom_they_concern() -> None:
    t = made()
    at = len(t.events)
    faces = t.roll(2, d=10, purpose="roll.fire", by="red", sides=["red"])
    t.note("note.hit", rule="3.1", only=["red"], n=2)
    rolled, note = t.events[at:]
    assert rolled["dice"] == [[10, faces[0]], [10, faces[1]]]
    assert (rolled["for"], rolled["by"], rolled["sides"]) == ("roll.fire", "red", ["red"])
    assert (note["key"], note["rule"], note["sides"], note["args"], note["level"]) == (
        "note.hit", "3.1", ["red"], {"n": 2}, 1,
    )  # fmt: skip
    assert t.pick(["only"]) == "only"


def test_a_refusal_carries_its_rule_and_what_it_is_about() -> None:
    with pytest.raises(Refusal) as no:
        made().refuse("refuse.far", rule="2.2", piece={"p": "red-1"})
    assert (no.value.key, no.value.rule, no.value.values) == ("refuse.far", "2.2", {"piece": {"p": "red-1"}})


# flow --------------------------------------------------------------------------------------------


def test_a_child_hands_its_result_to_who_called_it() -> None:
    t = made()
    t.call("outer")
    child = t.call("inner", n=1)
    assert (child.step, child.l, child.result, t.frame().step) == ("inner", {"n": 1}, None, "inner")
    t.done({"hits": 2})
    assert (t.frame().step, t.frame().result) == ("outer", {"hits": 2})
    t.done()
    assert t.state.flow == []


def test_who_is_waited_for() -> None:
    t = made()
    t.wait("red", "blue")
    assert t.state.active == ["red", "blue"]


def test_a_frame_is_made_of_what_the_state_keeps() -> None:
    data: dict[str, Any] = {"step": "act", "l": {}, "s": {}, "r": None}
    frame = Frame(data)
    frame.of("red")["x"] = 1
    frame.l["y"] = 2
    assert data == {"step": "act", "l": {"y": 2}, "s": {"red": {"x": 1}}, "r": None}
