"""A game on the teaching title: undo, redo, floors, secrecy, dice by hand, lies of the rules, resumption."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base import jsonio
from qtwar.base.errors import RulesFault
from qtwar.engine import reduce
from qtwar.engine.state import State
from qtwar.session import play
from qtwar.session.chance import key_from_seed
from qtwar.session.claims import apply_claims, what_others_learned
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import Done, PlaySession, Refused, WantDice
from tests.kit.port import Port
from tests.kit.tiny import CONTENT

SIDES = ("red", "blue")
META = {"title": "tiny", "scenario": "one", "options": {}}


def new(seed: int = 1, **game: Any) -> PlaySession:
    """Return a game just set up."""
    journal = MemoryJournal({"key": key_from_seed(seed), "undo": "free", **game})
    session = PlaySession(Port("tests.kit.tiny", CONTENT), journal, SIDES)
    session.begin(META, {})
    return session


def act(side: str, verb: str, **args: Any) -> dict[str, Any]:
    """Return an action."""
    return {"side": side, "verb": verb, "args": args}


def deep(n: int) -> Any:
    """Return a list n lists deep."""
    return [deep(n - 1)] if n else []


def test_a_scenario_may_have_more_counters_than_an_act_has_events(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_EVENTS", 0)
    game = new()
    assert game.journal.entry(1).events
    with pytest.raises(RulesFault):
        game.submit(SIDES, act("red", "go", pieces=["red-1"], path=["m:0101", "m:0202"]))


def test_an_action_moves_the_piece_and_tells_both_sides() -> None:
    game = new()
    done = game.submit(SIDES, act("red", "go", pieces=["red-1"], path=["m:0101", "m:0202"]))
    assert isinstance(done, Done)
    assert game.state.at("m:0202") == ["red-1"]
    assert done.changed.places == {"m:0101", "m:0202"}
    assert [e["key"] for e in done.entry.told["blue"] if e["e"] == "note"] == ["note.go"]
    assert game.active == ["blue"]


def test_a_refusal_cites_its_rule_and_changes_nothing() -> None:
    game = new()
    before = game.state.digest()
    no = game.submit(SIDES, act("red", "go", pieces=["red-1"], path=["m:0101", "m:0404"]))
    assert isinstance(no, Refused)
    assert (no.message["key"], no.message["rule"]) == ("refuse.far", "2.2")
    assert game.state.digest() == before
    assert len(game.history) == 1


@pytest.mark.parametrize(
    ("action", "key"),
    [
        (act("blue", "skip"), "refuse.not_your_turn"),
        (act("red", "fly"), "refuse.not_now"),
        (act("red", "go", pieces=["blue-1"], path=["m:0303", "m:0202"]), "refuse.piece"),
        (act("red", "go", pieces=["red-1"], path=[]), "refuse.not_offered"),
        (act("red", "go", pieces=["red-1", "red-1"], path=["m:0101"]), "refuse.not_offered"),
        (act("red", "bid", number=3), "refuse.number"),
        (act("red", "fight", pieces=[]), "refuse.count"),
        (act("red", "free", op="move", pieces=["red-1"], to="m:0404"), "refuse.enforced"),
    ],
)
def test_what_is_not_offered_is_refused(action: dict[str, Any], key: str) -> None:
    no = new().submit(SIDES, action)
    assert isinstance(no, Refused)
    assert no.message["key"] == key


def test_a_sealed_bid_is_in_no_view_of_the_other_side() -> None:
    game = new()
    game.submit(SIDES, act("red", "bid", number=2))
    assert game.state.secret["red"] == {"bid": 2}
    assert "bid" not in jsonio.dumps(game.view("blue").to_json())
    assert game.view("red").secret == {"red": {"bid": 2}}


def test_a_blind_draw_tells_the_other_side_only_that_it_happened() -> None:
    game = new()
    done = game.submit(SIDES, act("red", "take"), picks=[1])
    assert isinstance(done, Done)
    drawn = game.state.at("hand_red")
    told = jsonio.dumps(done.entry.told["blue"])
    assert drawn[0] not in told
    assert "note.drew.own" not in told
    assert "note.drew.own" in jsonio.dumps(done.entry.told["red"])
    assert game.view("blue").places["hand_red"] == ["~hand_red#0"]
    assert game.view("red").places["hand_red"] == drawn


def test_two_positions_that_differ_in_hidden_things_look_alike() -> None:
    one, two = new(), new()
    for piece, other in (("red-2", "red-3"),):
        two.state.pieces[piece], two.state.pieces[other] = (
            {**two.state.pieces[other], "at": "m:0102", "kind": "red_unit"},
            {**two.state.pieces[piece], "at": "cup"},
        )
        two.state.places["m:0102"] = [other]
        two.state.places["cup"] = [piece, "blue-3"]
        two.state.known = {other: ["red"], piece: [], "blue-2": ["blue"], "blue-3": []}
    assert jsonio.dumps(one.view("blue").to_json()) == jsonio.dumps(two.view("blue").to_json())


def test_dice_by_hand_are_asked_for_one_roll_at_a_time() -> None:
    game = new(dice="hand")
    fight = act("red", "fight", pieces=["red-1"])
    want = game.submit(SIDES, fight)
    assert isinstance(want, WantDice)
    assert (want.wanted["dice"], want.wanted["for"]) == ([6], "roll.fire")
    want = game.submit(SIDES, fight, dice=[6])
    assert isinstance(want, WantDice)
    assert want.wanted["for"] == "roll.extra"
    done = game.submit(SIDES, fight, dice=[6, 2])
    assert isinstance(done, Done)
    assert game.state.sides["red"]["cp"] == 3 + 8


def test_undo_and_redo_walk_hash_for_hash() -> None:
    game = new()
    hashes = [game.state.digest()]
    for action in (
        act("red", "go", pieces=["red-1"], path=["m:0101", "m:0202"]),
        act("blue", "take"),
        act("red", "fight", pieces=["red-1"]),
    ):
        assert isinstance(game.submit(SIDES, action), Done)
        hashes.append(game.state.digest())
    for n in (3, 2, 1):
        assert game.state.digest() == hashes[n]
        assert isinstance(game.undo(), Done)
    assert game.state.digest() == hashes[0]
    assert isinstance(game.redo_to(4), Done)
    assert game.state.digest() == hashes[3]
    assert game.rules.view("red")["places"] == game.view("red").to_json()["places"]


def test_a_game_against_a_person_has_its_floor_at_dice() -> None:
    game = new(undo="strict")
    game.submit(SIDES, act("red", "skip"))
    game.submit(SIDES, act("blue", "fight", pieces=["blue-1"]))
    no = game.undo()
    assert isinstance(no, Refused)
    assert no.message["key"] == "refuse.floor"
    for seats, by, leave in (("blue", "blue", ""), ("blue", "blue", "red"), (SIDES, "blue", "blue"), ((), "", "")):
        assert isinstance(game.undo_to(2, seats=seats, by=by, leave=leave), Refused)
    done = game.undo_to(2, seats=SIDES, by="blue", leave="red")
    assert isinstance(done, Done)
    assert done.entry.action == {"by": "blue", "leave": "red"}, "who gave leave stands in the journal"


def test_what_was_drawn_blind_is_not_taken_back_without_leave() -> None:
    """A chit out of a cup that all can read, which no event of knowledge tells: a free undo would draw again."""
    state = new().state
    out = {"e": "piece.moved", "piece": "red-3", "from": "cup", "was": 0, "to": "m:0505", "index": 0}
    assert apply_claims(state, [out], [])[1]
    assert what_others_learned([out], state) == "reveal"


def test_a_counter_that_its_owner_saw_is_no_draw() -> None:
    state = new().state
    state.sight["dead"] = ["owner", "red"]
    shown = {"e": "piece.moved", "piece": "red-1", "from": "m:0101", "was": 0, "to": "dead", "index": 0}
    assert not apply_claims(state, [shown, {**shown, "from": "dead", "to": "m:0101"}], [])[1]
    back = {"e": "piece.moved", "piece": "red-3", "from": "cup", "was": 0, "to": "cup", "index": 1}
    assert not apply_claims(state, [back], [])[1], "nobody sees what comes to lie there"


def test_a_resumed_game_stands_where_it_stood_and_keeps_what_could_be_redone() -> None:
    game = new()
    game.submit(SIDES, act("red", "skip"))
    game.submit(SIDES, act("blue", "go", pieces=["blue-1"], path=["m:0303", "m:0304"]))
    game.undo()
    again = PlaySession(Port("tests.kit.tiny", CONTENT), game.journal, SIDES)
    again.resume()
    assert again.state.digest() == game.state.digest()
    assert again.active == ["blue"]
    assert isinstance(again.redo(), Done)
    assert again.state.at("m:0304") == ["blue-1"]


def as_before(game: PlaySession, before: str, length: int = 1) -> None:
    """Assert that position, journal and rules stand where they stood, that the game can be opened, and goes on."""
    held = game.rules.held.runner.state  # type: ignore[attr-defined]
    assert game.state.digest() == held.digest() == before
    assert len(game.history) == len(game.journal.heads()) == length
    again = PlaySession(Port("tests.kit.tiny", CONTENT), game.journal, SIDES)
    again.resume()
    assert again.state.digest() == before
    assert isinstance(game.submit(SIDES, act("red", "skip")), Done)


NOTE = {"e": "note", "key": "note.pass", "args": {}, "rule": "", "level": 1, "sides": None}
GOOD = {"e": "side.set", "side": "red", "key": "cp", "was": 3, "to": 4}
FRAME = {"step": "act", "l": {}, "s": {}, "r": None}


@pytest.mark.parametrize(
    "lie",
    [
        [{"e": "piece.moved", "piece": "red-1", "from": "m:0505", "was": 0, "to": "m:0101", "index": 0}],
        [{"e": "piece.removed", "piece": "nobody", "was": {}, "index": 0}],
        [{"e": "magic"}],
        [{"e": ["magic"]}],
        [{"e": "side.set", "side": "red", "key": "cp", "was": 99, "to": 100}],
        [{"e": "var.set", "key": "turn", "was": 1, "to": 2, "extra": 1}],
        [{"e": "rolled", "dice": [[6, 7]], "for": "x", "by": "red", "sides": None}],
        "all my events",
        [{"e": "active.set", "was": ["red"], "to": ["green"]}],
        [{"e": "flow.set", "keep": 9, "was": [], "to": []}],
        [GOOD, {**NOTE, "level": "high"}],
        [GOOD, {**NOTE, "level": True}],
        [GOOD, {**NOTE, "level": 7}],
        [GOOD, {**NOTE, "key": ""}],
        [GOOD, {**NOTE, "args": []}],
        [GOOD, {**NOTE, "args": {"piece": {"p": ["red-1"]}}}],
        [GOOD, {**NOTE, "args": {"how": {"key": 5}}}],
        [GOOD, {**NOTE, "rule": 8.4}],
        [GOOD, {**NOTE, "sides": "red"}],
        [GOOD, {**NOTE, "sides": ["green"]}],
        [GOOD, {"e": "rolled", "dice": [[6, "3"]], "for": "x", "by": "", "sides": None}],
        [GOOD, {"e": "rolled", "dice": [[6, 3]], "for": 1, "by": "", "sides": None}],
        [GOOD, {"e": "piece.moved", "piece": "red-1", "from": "m:0101", "was": 0, "to": "cup", "index": 0.0}],
        [GOOD, {"e": "piece.moved", "piece": "red-1", "from": "m:0101", "was": -1, "to": "cup", "index": 0}],
        [GOOD, {"e": "piece.set", "piece": "red-1", "key": "face", "was": "front", "to": 2}],
        [GOOD, {"e": "attr.set", "piece": "red-1", "key": 4, "was": None, "to": 2}],
        [GOOD, {"e": "place.ordered", "place": "m:0303", "was": ["blue-1", "blue-2"], "to": "blue-2 blue-1"}],
        [GOOD, {"e": "sight.set", "place": "dead", "was": None, "to": ["owner", 3]}],
        [GOOD, {"e": "known.set", "piece": "red-1", "was": None, "to": [["red"]]}],
        [GOOD, {"e": "secret.set", "side": ["red"], "key": "bid", "was": None, "to": 1}],
        [GOOD, {"e": "flow.set", "keep": 2, "was": [], "to": [{**FRAME, "s": {"red": 1}}]}],
        [GOOD, {"e": "flow.set", "keep": 2, "was": [], "to": [{"step": "act"}]}],
        [GOOD, {"e": "flow.set", "keep": 2, "was": [], "to": [FRAME] * 63}],
        [GOOD, {"e": "active.set", "was": ["red"], "to": "red"}],
        [GOOD, {"e": "active.set", "was": ["red"], "to": ["red", "red"]}],
        [GOOD, {"e": "var.set", "key": "deep", "was": None, "to": deep(70)}],
        [GOOD, {"e": "ended", "was": None, "to": "red"}],
        [GOOD, {"e": "ended", "was": None, "to": {"winner": "red", "level": 2, "key": "", "args": {}}}],
        [GOOD, {"e": "piece.added", "piece": "new", "to": {"kind": "red_unit"}, "index": 0}],
        [GOOD, "an event"],
    ],
)
def test_a_lying_event_ends_in_a_message_and_an_unharmed_game(lie: Any) -> None:
    game = new()
    before = game.state.digest()
    game.rules.lies = lambda fn, got: {"events": lie, "offers": {}} if fn == "act" else got
    with pytest.raises(RulesFault, match="The game is as before"):
        game.submit(SIDES, act("red", "skip"))
    game.rules.lies = None
    as_before(game, before)


def test_the_form_of_all_events_is_checked_before_the_first_is_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new()
    applied: list[Any] = []
    game.rules.lies = lambda fn, got: {"events": [GOOD, {**NOTE, "level": "high"}], "offers": {}} if fn == "act" else got
    apply = reduce.apply

    def watch(state: State, event: Any) -> None:
        if state is game.state:
            applied.append(event)
        apply(state, event)

    monkeypatch.setattr(reduce, "apply", watch)
    with pytest.raises(RulesFault):
        game.submit(SIDES, act("red", "skip"))
    assert applied == []


@pytest.mark.parametrize("answer", [{"events": [GOOD]}, {"offers": {}}, [], None, {"events": [GOOD], "offers": []}])
def test_an_answer_without_events_or_offers_is_a_lie_too(answer: Any) -> None:
    game = new()
    before = game.state.digest()
    game.rules.lies = lambda fn, got: answer if fn == "act" else got
    with pytest.raises(RulesFault, match="The game is as before"):
        game.submit(SIDES, act("red", "skip"))
    game.rules.lies = None
    as_before(game, before)


@pytest.mark.parametrize(
    "asks", [{"red": {"asks": [{}]}}, {"red": {"asks": [{"verb": "skip", "label": "x"}]}}, {"red": 5}, {"red": {"asks": 1}}]
)
def test_an_offer_that_names_no_button_leaves_no_half_an_entry(asks: Any) -> None:
    """The entry is named after the offer's button where nothing public was told of it."""
    game = new()
    before = game.state.digest()
    game._offers = asks
    game.rules.lies = lambda fn, got: {**got, "events": [GOOD]} if fn == "act" else got
    with pytest.raises(RulesFault):
        game.submit(SIDES, act("red", "skip"))
    game.rules.lies = None
    as_before(game, before)


def test_a_title_whose_offers_fail_too_still_says_what_went_wrong() -> None:
    game = new()

    def fail(fn: str, got: Any) -> Any:
        if fn in ("act", "offers"):
            raise RulesFault(f"{fn} failed")
        return got

    game.rules.lies = fail
    with pytest.raises(RulesFault, match="act failed"):
        game.submit(SIDES, act("red", "skip"))
    assert game.offer("red") is None
    game.rules.lies = None
    game.refresh_offers()
    assert isinstance(game.submit(SIDES, act("red", "skip")), Done)


def test_a_disk_that_is_full_shows_nothing_that_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new()
    before = game.state.digest()

    def full(*entry: Any) -> None:
        raise OSError("no space")

    with monkeypatch.context() as patch:
        patch.setattr(game.journal, "append", full)
        with pytest.raises(OSError, match="no space"):
            game.submit(SIDES, act("red", "skip"))
    as_before(game, before)


def test_verify_finds_the_first_entry_that_gives_other_events() -> None:
    game = new()
    game.submit(SIDES, act("red", "skip"))
    game.submit(SIDES, act("blue", "skip"))
    assert game.verify() is None
    game.journal.entry(3).events[0]["args"]["side"] = {"s": "red"}
    assert "entry 3" in (game.verify() or "")


def test_the_free_table_moves_anything_when_rules_are_off() -> None:
    game = new()
    game.submit(SIDES, act("red", "strictness", to="off"))
    done = game.submit(SIDES, act("red", "free", op="move", pieces=["blue-1"], to="m:0505"))
    assert isinstance(done, Done)
    assert game.state.at("m:0505") == ["blue-1"]
    hidden = game.submit(SIDES, act("red", "free", op="move", pieces=["~m:0303#0"], to="m:0404"))
    assert isinstance(hidden, Done)
    assert game.state.at("m:0404") == ["blue-2"]
    assert game.active == ["red"]


@given(seed=st.integers(0, 10_000), cuts=st.lists(st.integers(0, 5), max_size=4))
def test_any_list_of_entries_undone_is_the_start_and_redone_the_end(seed: int, cuts: list[int]) -> None:
    game = new(seed)
    start = game.state.digest()
    game.autoplay(6)
    last = game.state.digest()
    length = len(game.history)
    for cut in cuts:
        game.undo_to(max(1, length - cut))
        game.redo_to(length)
    assert game.state.digest() == last
    game.undo_to(1)
    assert game.state.digest() == start
    assert next(game.state.check(), None) is None
    game.redo_to(length)
    assert game.state.digest() == last
    assert game.state_at(1).digest() == start


def test_a_position_long_ago_is_taken_from_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "SNAPSHOT_EVERY", 2)
    game = new()
    digests = {1: game.state.digest()}
    for n in range(2, 7):
        game.submit(SIDES, act(game.active[0], "skip"))
        digests[n] = game.state.digest()
    game.undo_to(4)
    game.redo_to(5)
    read: list[int] = []
    entry = game.journal.entry
    monkeypatch.setattr(game.journal, "entry", lambda no: read.append(no) or entry(no))
    for length in (1, 2, 3, 4, 5):
        assert game.state_at(length).digest() == digests[length]
    assert len(read) < 10


def test_a_state_survives_json() -> None:
    game = new()
    text = jsonio.dumps(game.state.to_json())
    assert State.from_json(jsonio.loads(text)).digest() == game.state.digest()


def test_an_action_in_the_name_of_a_seat_that_is_not_held_is_refused() -> None:
    game = new()
    for seats in ("blue", ("blue",), (), "reduced", "rred"):
        no = game.submit(seats, act("red", "skip"))
        assert isinstance(no, Refused)
        assert no.message["key"] == "refuse.not_your_seat"
    assert isinstance(game.submit("red", act("red", "skip")), Done)
    assert isinstance(game.submit(("red", "blue"), act("blue", "skip")), Done)


MOVE = {"op": "move", "pieces": ["red-1"], "to": "m:0505"}


def test_under_enforce_a_free_move_needs_the_leave_of_a_seat_that_is_held_or_has_said_so() -> None:
    game = new()
    for args in ({}, {"allowed": True}, {"leave": "red"}, {"leave": "green"}):
        assert isinstance(game.submit("red", act("red", "free", **MOVE, **args)), Refused)
    no = game.submit("red", act("red", "free", **MOVE, leave="blue"))
    assert isinstance(no, Refused)
    assert no.message["key"] == "refuse.not_your_seat"
    assert isinstance(game.submit("blue", act("blue", "permit", to="blue", what="move")), Refused)
    assert isinstance(game.submit("blue", act("blue", "permit", to="red", what="move")), Done)
    assert game.journal.entry(2).head.side == "blue"
    assert isinstance(game.submit("red", act("red", "free", **MOVE)), Done)
    assert game.state.at("m:0505") == ["red-1"]
    assert isinstance(game.submit("red", act("red", "free", **{**MOVE, "to": "m:0404"})), Refused), "it was for one"
    both = game.submit(SIDES, act("red", "free", **{**MOVE, "to": "m:0404"}, leave="blue"))
    assert isinstance(both, Done)
    assert both.entry.action is not None
    assert both.entry.action["args"]["leave"] == "blue"


def test_a_permission_ends_with_the_next_action_and_is_undone_like_any_entry() -> None:
    game = new()
    game.submit("blue", act("blue", "permit", to="red", what="move"))
    game.submit("red", act("red", "skip"))
    assert "permit" not in game.state.vars
    assert isinstance(game.submit("red", act("red", "free", **MOVE)), Refused)
    game.undo()
    assert game.state.vars["permit"]["to"] == "red"
    game.undo()
    assert "permit" not in game.state.vars


def test_an_undo_past_the_floor_needs_the_permission_of_another_seat() -> None:
    game = new(undo="strict")
    game.submit("red", act("red", "skip"))
    game.submit("blue", act("blue", "fight", pieces=["blue-1"]))
    assert isinstance(game.undo_to(2, seats="blue", by="blue"), Refused)
    game.submit("red", act("red", "permit", to="blue", what="undo", length=2))
    assert isinstance(game.undo_to(1, seats="blue", by="blue"), Refused), "it goes no further than allowed"
    assert isinstance(game.undo_to(2, seats="red", by="red"), Refused), "it was given to blue"
    assert isinstance(game.undo_to(2, seats="blue", by="red"), Refused), "red is not held"
    done = game.undo_to(2, seats="blue", by="blue")
    assert isinstance(done, Done)
    assert done.entry.action == {"by": "blue", "leave": "red"}
