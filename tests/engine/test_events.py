"""Each event of the closed list: applied, undone, and refused when it does not fit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.engine import reduce, views
from qtwar.engine.changes import changes
from qtwar.engine.events import FIELDS, LyingEvent, check, log_line
from qtwar.engine.state import INSIDE, MOST_CARRIERS, State
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance, NeedDice
from qtwar.kit.table import Reader, Seen, Table
from tests.kit.tiny import CONTENT

WORLD = Content(CONTENT)


def table(seed: int = 0) -> Table:
    """Return a table with four pieces."""
    t = Table(WORLD, State(("red", "blue"), {"scenario": "one", "options": {}}), Chance(seed))
    for i, piece in enumerate(("red-1", "red-2", "blue-1", "blue-2")):
        t.add(piece, f"m:0{1 + i % 2}01")
    return t


STEP = st.tuples(st.integers(0, 12), st.sampled_from(["red-1", "red-2", "blue-1", "blue-2"]), st.integers(0, 3))
PLACES = ["m:0101", "m:0201", "cup", "hand_red"]


def load(t: Table, piece: str, carrier: str) -> None:
    """Put a piece into another; nothing happens where it would lie in itself."""
    if carrier != piece and carrier not in t.state.cargo(piece):
        t.move(piece, INSIDE + carrier)


def do(t: Table, step: tuple[int, str, int]) -> None:
    """Do one of the things a title can do."""
    what, piece, n = step
    if piece not in t.state.pieces:
        t.add(piece, PLACES[n])
        return
    place = PLACES[n]
    if what == 0:
        t.move(piece, place)
    elif what == 1:
        t.move(piece, place, index=0)
    elif what == 2:
        t.turn(piece, "back" if n % 2 else "front")
    elif what == 3:
        t.set_attr(piece, "steps", n or None)
    elif what == 4:
        t.know(piece, [["red"], ["blue"], [], None][n])
    elif what == 5:
        t.shuffle(place)
    elif what == 6:
        t.put("red", "cp", n or None)
    elif what == 7:
        t.set_var("turn", n or None)
    elif what == 8:
        t.seal("blue", "bid", n or None)
    elif what == 9:
        t.sight(place, ["all", "owner", "count", "none"][n], "red")
    elif what == 10:
        t.remove(piece)
    elif what == 11:
        carrier = sorted(t.state.pieces)[n % len(t.state.pieces)]
        load(t, piece, carrier)
    else:
        t.roll(1 + n, purpose="x")
        t.end("red" if n else None)


@given(st.lists(STEP, max_size=25), st.integers(0, 99))
def test_undone_events_give_the_position_before(steps: list[tuple[int, str, int]], seed: int) -> None:
    t = table(seed)
    before = jsonio.dumps(t.state.to_json())
    t.events.clear()
    for step in steps:
        do(t, step)
    assert next(t.state.check(), None) is None
    after = jsonio.dumps(t.state.to_json())
    other = State.from_json(jsonio.loads(before))
    reduce.apply_all(other, jsonio.loads(jsonio.dumps(t.events)))
    assert jsonio.dumps(other.to_json()) == after
    reduce.undo_all(other, t.events)
    assert jsonio.dumps(other.to_json()) == before


@given(st.lists(STEP, max_size=25), st.integers(0, 99))
def test_a_patched_view_equals_a_fresh_one(steps: list[tuple[int, str, int]], seed: int) -> None:
    t = table(seed)
    seen = {side: views.view(t.state, side) for side in ("red", "blue")}
    t.events.clear()
    for step in steps:
        do(t, step)
    at = {p: r["at"] for p, r in t.state.pieces.items()}
    touched = changes(t.events, at).places
    for side, mine in seen.items():
        views.patch_view(mine, views.place_patch(t.state, side, touched))
        fresh = views.view(t.state, side)
        assert mine.places == fresh.places
        assert mine.pieces == fresh.pieces


def test_a_patch_does_not_name_the_inside_of_a_piece_that_is_not_known() -> None:
    t = table()
    seen = views.view(t.state, "blue")
    t.know("red-1", ["red"])
    t.move("red-2", INSIDE + "red-1")
    patch = views.place_patch(t.state, "blue", ["m:0101", "m:0201", INSIDE + "red-1"])
    assert "red-1" not in jsonio.dumps(patch)
    views.patch_view(seen, patch)
    assert seen.places == views.view(t.state, "blue").places


def test_what_a_piece_carries_goes_out_of_sight_with_it() -> None:
    t = table()
    t.move("red-2", INSIDE + "red-1")
    seen = views.view(t.state, "blue")
    assert "red-2" in seen.pieces
    t.know("red-1", ["red"])
    views.patch_view(seen, views.place_patch(t.state, "blue", ["m:0101", INSIDE + "red-1"]))
    assert seen.pieces == views.view(t.state, "blue").pieces


@given(st.lists(STEP, min_size=1, max_size=20), st.integers(0, 99))
def test_no_event_of_a_side_names_a_piece_it_does_not_know(steps: list[tuple[int, str, int]], seed: int) -> None:
    t = table(seed)
    for step in steps:
        t.events.clear()
        before = t.state.copy()
        do(t, step)
        for event in t.events:
            after = before.copy()
            reduce.apply(after, event)
            for side in ("red", "blue"):
                seen = views.event_view(before, event, after, side)
                for piece in t.content.pieces:
                    knew = before.knows(side, piece) or after.knows(side, piece)
                    if not knew:
                        assert f'"{piece}"' not in jsonio.dumps(seen)
            before = after


def test_every_event_of_the_list_is_reduced_and_refused_with_a_wrong_old_value() -> None:
    t = table()
    t.know("red-1", ["red"])
    wrong: dict[str, dict[str, Any]] = {
        "piece.added": {"piece": "red-1", "to": {}, "index": 0},
        "piece.removed": {"piece": "red-1", "was": {}, "index": 0},
        "piece.moved": {"piece": "red-1", "from": "cup", "was": 0, "to": "dead", "index": 0},
        "piece.set": {"piece": "red-1", "key": "at", "was": "m:0101", "to": "dead"},
        "attr.set": {"piece": "red-1", "key": "steps", "was": 3, "to": 2},
        "place.ordered": {"place": "m:0101", "was": ["red-1", "blue-1"], "to": ["red-1"]},
        "sight.set": {"place": "cup", "was": None, "to": ["peep", "red"]},
        "known.set": {"piece": "red-1", "was": ["red"], "to": ["green"]},
        "side.set": {"side": "red", "key": "cp", "was": 9, "to": 1},
        "var.set": {"key": "turn", "was": 9, "to": 1},
        "secret.set": {"side": "green", "key": "x", "was": None, "to": 1},
        "flow.set": {"keep": 1, "was": [], "to": []},
        "active.set": {"was": [], "to": ["green"]},
        "rolled": {"dice": [[6, 0]], "for": "x", "by": "", "sides": None},
        "note": {"key": 5, "args": {}, "rule": "", "level": 1, "sides": None},
        "ended": {"was": {"winner": "red"}, "to": None},
    }
    assert set(wrong) == set(FIELDS)
    for kind, fields in wrong.items():
        with pytest.raises(LyingEvent):
            check({"e": kind, **fields}, t.state)


@pytest.mark.parametrize("die", [[10**9, 1], [1001, 1], [6, 7], [6, -1]])
def test_a_die_has_a_thousand_faces_at_most(die: list[int]) -> None:
    """Dice are counted face by face: one of a thousand million took 8 GB of the window that showed how they fell."""
    rolled = {"dice": [[6, 1], die], "for": "x", "by": "", "sides": None}
    with pytest.raises(LyingEvent):
        check({"e": "rolled", **rolled}, table().state)
    assert not log_line({"e": "rolled", **rolled})
    assert log_line({"e": "rolled", **rolled, "dice": [[6, 1], [1000, 1000]]})


def test_a_failed_list_of_events_leaves_the_position_as_it_was() -> None:
    t = table()
    before = t.state.digest()
    good = {"e": "side.set", "side": "red", "key": "cp", "was": None, "to": 4}
    with pytest.raises(LyingEvent):
        reduce.apply_all(t.state, [good, {"e": "magic"}])
    assert t.state.digest() == before


def test_chance_is_the_same_everywhere_and_fair_enough() -> None:
    c = Chance(42)
    assert [c.below(6) + 1 for _ in range(12)] == _first_twelve()
    counts = [0] * 6
    c = Chance(7)
    for _ in range(6000):
        counts[c.below(6)] += 1
    assert all(850 < n < 1150 for n in counts)


def _first_twelve() -> list[int]:
    """The generator written out independently (splitmix64, Steele, Lea and Flood 2014)."""
    out, x = [], 42
    while len(out) < 12:
        x = (x + 0x9E3779B97F4A7C15) % 2**64
        z = x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        out.append((z ^ (z >> 31)) % 6 + 1)
    return out


def test_given_dice_are_used_in_order_and_asked_for_when_they_run_out() -> None:
    c = Chance(1, [3, 5])
    assert c.roll([6, 6], "x", "red") == [3, 5]
    with pytest.raises(NeedDice) as need:
        c.roll([6], "more", "red")
    assert (need.value.dice, need.value.purpose, need.value.given) == ([6], "more", 2)
    with pytest.raises(Refusal, match=r"refuse\.die"):
        Chance(1, [7]).roll([6], "x", "red")


@given(st.lists(st.tuples(STEP, st.integers(0, 5)), max_size=25))
def test_who_follows_the_events_sees_what_one_sees_who_looks_for_the_first_time(
    steps: list[tuple[tuple[int, str, int], int]],
) -> None:
    """Nothing outside the places that `touched` names looks otherwise, whatever lies in or on what."""
    t = table()
    readers: list[Reader] = [t.seen_by(side) for side in ("red", "blue", "")]
    readers.append(t)
    for step, more in steps:
        places = [*PLACES, *(INSIDE + piece for piece in sorted(t.state.pieces))]
        for reader in readers:
            for place in places:
                reader.here[place]["pieces"] = jsonio.copy([[p, reader.record(p)] for p in reader.ids(place)])
        t.begin(t.state, Chance(1))
        do(t, step)
        piece, carrier = step[1], f"blue-{1 + more % 2}"
        if more < 2 and piece.startswith("red") and {piece, carrier} <= set(t.state.pieces):
            load(t, piece, carrier)
        elif more == 2:
            t.sight("m:0101", "owner", "blue")
        elif more == 3:
            t.undo()
        for reader in readers[:-1]:
            assert t.seen_by(reader.side) is reader
        for reader in readers:
            new = Seen(WORLD, views.view(t.state, reader.side)) if reader is not t else Table(WORLD, t.state, Chance(0))
            assert list(reader.places()) == list(new.places())
            for place in places:
                now = [[p, new.record(p)] for p in new.ids(place)]
                assert [[p, reader.record(p)] for p in reader.ids(place)] == now
                assert reader.here[place].get("pieces", now) == now


def moved(t: Table, piece: str, to: str) -> dict[str, Any]:
    """Return the event that puts a piece on top of a place."""
    at = t.where(piece)
    was, index = t.state.at(at).index(piece), len(t.state.at(to))
    return {"e": "piece.moved", "piece": piece, "from": at, "was": was, "to": to, "index": index}


def test_no_piece_comes_to_lie_inside_itself() -> None:
    t = table()
    t.move("red-2", INSIDE + "red-1")
    t.move("blue-1", INSIDE + "red-2")
    for piece, carrier in (("red-1", "red-1"), ("red-1", "red-2"), ("red-1", "blue-1"), ("red-2", "blue-1"), ("red-1", "no")):
        with pytest.raises(LyingEvent):
            check(moved(t, piece, INSIDE + carrier), t.state)
        with pytest.raises(ValueError, match="carry"):
            t.move(piece, INSIDE + carrier)
    record = {"kind": "red_unit", "at": INSIDE + "new", "face": "front", "owner": "red", "back": "", "attrs": {}}
    with pytest.raises(LyingEvent, match="carry itself"):
        check({"e": "piece.added", "piece": "new", "to": record, "index": 0}, t.state)
    assert t.state.spot("blue-1") == "m:0101"


def test_a_carrier_does_not_leave_its_load_behind_nowhere() -> None:
    t = table()
    t.move("red-2", INSIDE + "red-1")
    index = t.state.at("m:0101").index("red-1")
    with pytest.raises(LyingEvent, match="taken out first"):
        check({"e": "piece.removed", "piece": "red-1", "was": t.state.pieces["red-1"], "index": index}, t.state)


def test_pieces_inside_one_another_have_a_measure() -> None:
    t = table()
    names = [f"p{n}" for n in range(MOST_CARRIERS + 2)]
    for n, name in enumerate(names[: MOST_CARRIERS + 1]):
        t.add(name, INSIDE + names[n - 1] if n else "m:0101", kind="red_unit")
    with pytest.raises(ValueError, match="inside one another"):
        t.add(names[-1], INSIDE + names[-2], kind="red_unit")
    with pytest.raises(LyingEvent, match="inside one another"):
        check(moved(t, names[0], INSIDE + "blue-1"), t.state)


@pytest.mark.parametrize(("value", "told"), [(1, True), (1, 1.0), (True, 1), ([1], [True]), ({"a": 0}, {"a": False})])
def test_an_old_value_of_another_kind_is_another_value(value: Any, told: Any) -> None:
    t = table()
    t.set_var("x", value)
    with pytest.raises(LyingEvent, match="old value"):
        check({"e": "var.set", "key": "x", "was": told, "to": 2}, t.state)
