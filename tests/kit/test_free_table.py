"""A title without rules: a scenario laid out, every free gesture, all of it undone exactly, and nothing told too much."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.engine import reduce, views
from qtwar.engine.changes import changes
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.kit.free import OPS
from qtwar.kit.freetable import title
from qtwar.kit.runner import Runner
from tests.kit.tiny import CONTENT

BOARD = CONTENT["boards"][0]
BOXES = [
    {"id": "deck", "role": "deck", "sight": "none", "attrs": {"discard": "discards"}},
    {"id": "discards", "role": "discard", "sight": "all"},
    {"id": "hand", "role": "hand", "sight": "owner_count", "side": "red"},
    {"id": "cup", "role": "cup", "sight": "count"},
    {"id": "tray_blue", "role": "setup", "side": "blue", "sight": "all"},
    {"id": "dead", "sight": "all"},
]
DATA: dict[str, Any] = {
    **CONTENT,
    "kinds": [
        *CONTENT["kinds"],
        {"id": "truck", "class": "unit", "side": "red", "traits": ["rotates"], "attrs": {}},
        {"id": "two_step", "class": "unit", "side": "blue", "traits": ["flips"], "attrs": {"steps": 2}},
        {"id": "smoke", "class": "marker"},
        *({"id": f"card_{n}", "class": "card"} for n in range(4)),
    ],
    "boards": [{**BOARD, "boxes": BOXES}],
    "scenarios": [
        {
            "id": "one",
            "turns": 2,
            "quick": [
                {"at": "m:0101", "pieces": {"red_unit": 2}},
                {"at": "0202", "pieces": {"truck": 1}},
                {"at": "m:0303", "pieces": {"two_step": 1, "blue_unit": 1}, "attrs": {"hidden": True}},
            ],
            "setup": [
                {"id": "a", "side": "red", "pieces": {"red_unit": 2}, "where": {"cells": ["0101", "0102"]}, "each": 1},
                {"id": "b", "side": "blue", "pieces": {"blue_unit": 2}, "where": {"terrain": "clear"}},
            ],
            "pools": {"cards": {"place": "deck", "pieces": {f"card_{n}": 1 for n in range(4)}}},
            "reinforcements": [{"turn": 2, "at": "dead", "pieces": {"red_unit": 1}, "side": "red"}],
        }
    ],
}


def game(setup: str = "quick", seed: int = 3) -> Runner:
    """Return the scenario laid out."""
    made = Runner(title(Content(DATA)))
    made.setup({"scenario": "one", "options": {}}, {"setup": setup}, seed)
    return made


def free(runner: Runner, op: str, side: str = "red", **args: Any) -> list[dict[str, Any]]:
    """Do a free gesture."""
    return runner.act({"side": side, "verb": "free", "args": {"op": op, **args}}, 9)


def where(runner: Runner) -> dict[str, list[str]]:
    """Return what lies where."""
    return {place: list(ids) for place, ids in runner.state.places.items()}


def test_a_scenario_is_laid_out_quickly_or_waits_in_its_trays() -> None:
    quick = where(game())
    assert quick["m:0101"] == ["red-1", "red-2"]
    assert quick["m:0202"] == ["truck+1"]
    assert sorted(quick["deck"]) == [f"card_{n}+{n + 3}" for n in range(4)]
    assert quick["dead"] == ["red-3"]
    assert quick["tray_blue"] == ["blue-2"], "the set-up wants two, the quick one places one: the other waits"
    slow = where(game("free"))
    assert slow["m:0101"] == ["red-1"]
    assert slow["m:0102"] == ["red-2"]
    assert slow["tray_blue"] == ["blue-1", "blue-2"]


def test_a_line_may_name_owner_and_back_of_what_it_lays() -> None:
    line = {"at": "m:0101", "pieces": {"smoke": 1}, "attrs": {"owner": "blue", "back": "blue_smoke", "hidden": True, "n": 3}}
    data = {**DATA, "scenarios": [{"id": "one", "quick": [line]}]}
    made = Runner(title(Content(data)))
    made.setup({"scenario": "one", "options": {}}, {"setup": "quick"}, 3)
    record = made.state.pieces["smoke+1"]
    assert (record["owner"], record["back"], record["attrs"]) == ("blue", "blue_smoke", {"n": 3})
    assert made.state.knows("blue", "smoke+1")
    assert not made.state.knows("red", "smoke+1")


def test_special_rules_and_victory_are_said_at_the_start_and_victory_again_at_the_end() -> None:
    rule, goal = {"en": "No tanks.", "ja": "戦車なし。"}, {"en": "Hold 0202.", "ja": "0202を支配。"}
    scenario = {
        "id": "one", "special": [{"text": rule, "rule": "3"}],
        "victory": {"vp": 3, "conditions": [{"side": "red", "hold": 1, "of": ["0202"], "text": goal}, "odd"]},
    }  # fmt: skip
    made = Runner(title(Content({**DATA, "scenarios": [scenario]})))
    told = [e for e in made.setup({"scenario": "one", "options": {}}, {}, 1) if e.get("key") == "note.said"]
    assert [(e["args"]["text"], e["rule"]) for e in told] == [(rule, "3"), (goal, "")]
    last = made.act({"side": "red", "verb": "finish", "args": {}}, 1)
    assert [e["args"]["text"] for e in last if e.get("key") == "note.said"] == [goal]


def test_everybody_may_act_turns_are_counted_and_the_game_is_called_over() -> None:
    g = game()
    assert g.state.active == ["red", "blue"]
    assert g.state.vars["strictness"] == "off"
    g.act({"side": "blue", "verb": "next_turn", "args": {}}, 1)
    assert (g.state.vars["turn"], g.state.active) == (2, ["red", "blue"])
    g.act({"side": "red", "verb": "finish", "args": {}}, 1)
    assert g.state.result == {"winner": None, "level": "", "key": "result.free", "args": {}}


def test_rules_that_are_not_there_can_not_be_enforced() -> None:
    with pytest.raises(Refusal, match=r"no_rules"):
        game().act({"side": "red", "verb": "strictness", "args": {"to": "enforce"}}, 1)


def test_what_is_carried_goes_along_and_is_as_hidden_as_its_carrier() -> None:
    g = game()
    free(g, "move", pieces=["red-1"], to="@truck+1")
    free(g, "move", pieces=["truck+1"], to="m:0505")
    assert g.state.pieces["red-1"]["at"] == "@truck+1"
    assert g.state.spot("red-1") == "m:0505"
    assert g.state.knows("blue", "red-1")
    events = free(g, "hide", pieces=["truck+1"])
    assert not g.state.knows("blue", "red-1")
    assert '"red-1"' not in jsonio.dumps(views.view(g.state, "blue").to_json())
    assert changes(events, {"truck+1": "m:0505"}).places == {"m:0505"}
    free(g, "remove", pieces=["truck+1"])
    assert g.state.pieces["red-1"]["at"] == "m:0505"
    assert next(g.state.check(), None) is None


def test_what_is_hidden_turned_and_unloaded_is_told_as_such() -> None:
    g = game()
    free(g, "move", pieces=["red-1"], to="@truck+1")
    told = [
        event["key"]
        for args in (
            {"op": "rotate", "pieces": ["truck+1"]},
            {"op": "move", "pieces": ["red-1"], "to": "m:0202"},
            {"op": "hide", "pieces": ["red-1"]},
        )
        for event in g.act({"side": "red", "verb": "free", "args": args}, 9)
        if event["e"] == "note"
    ]
    assert told == ["note.free.rotate", "note.free.unload", "note.free.hide"]


def test_who_turns_over_what_lies_face_down_before_him_shows_it_to_those_who_see_the_place() -> None:
    g = game()
    hidden = next(piece for piece in g.state.at("m:0303") if not g.state.knows("red", piece))
    face = g.state.pieces[hidden]["face"]
    events = free(g, "flip", pieces=["~m:0303#0"])
    assert g.state.knows("red", hidden)
    assert g.state.pieces[hidden]["face"] == face, "the side of it that lay hidden is up"
    assert [event["key"] for event in events if event["e"] == "note"] == ["note.free.reveal"]

    # what its owner turns over under his hand is told to nobody else
    free(g, "hide", pieces=["red-1"])
    note = next(event for event in free(g, "flip", pieces=["red-1"]) if event["e"] == "note")
    assert (note["key"], note["sides"]) == ("note.free.flip", ["red"])

    # what lies in a deck is not looked at by turning it over
    with pytest.raises(Refusal, match="piece"):
        free(g, "flip", pieces=["~deck#0"])


def test_an_empty_cup_stays_empty_until_somebody_puts_back_what_was_drawn() -> None:
    boxes = [*BOXES[:3], {**BOXES[3], "attrs": {"discard": "dead"}}, *BOXES[4:]]
    g = Runner(title(Content({**DATA, "boards": [{**BOARD, "boxes": boxes}]})))
    g.setup({"scenario": "one", "options": {}}, {"setup": "quick"}, 3)
    free(g, "draw", n=2, **{"from": "deck", "to": "cup"})
    free(g, "draw", n=2, **{"from": "cup", "to": "dead"})
    with pytest.raises(Refusal, match="empty"):
        free(g, "draw", **{"from": "cup", "to": "dead"})
    free(g, "gather", place="cup")
    assert len(g.state.places["cup"]) == 3  # the reinforcement that lay there too


def test_nothing_is_carried_by_itself() -> None:
    g = game()
    with pytest.raises(Refusal, match="inside_itself"):
        free(g, "draw", **{"from": "m:0202", "to": "@truck+1"})
    free(g, "move", pieces=["red-1"], to="@red-2")
    for carrier in ("red-2", "red-1"):
        with pytest.raises(Refusal, match="inside_itself"):
            free(g, "move", pieces=["red-2"], to=f"@{carrier}")


def test_a_deck_is_drawn_from_the_top_unseen_and_takes_its_discards_back() -> None:
    g = game()
    top = g.state.places["deck"][-1]
    free(g, "draw", **{"from": "deck", "to": "hand"})
    assert g.state.places["hand"] == [top]
    assert g.state.knows("red", top)
    assert not g.state.knows("blue", top)
    free(g, "move", pieces=[top], to="discards")
    assert g.state.knows("blue", top)
    free(g, "draw", n=3, **{"from": "deck", "to": "discards"})
    assert "deck" not in g.state.places
    free(g, "draw", **{"from": "deck", "to": "hand"})
    assert len(g.state.places["deck"]) == 3
    assert "discards" not in g.state.places


def test_the_top_of_a_deck_is_dragged_off_it_and_what_was_looked_at_lies_there() -> None:
    data = {**DATA, "boards": [{**BOARD, "boxes": [{**BOXES[0], "sight": "count"}, *BOXES[1:]]}]}
    g = Runner(title(Content(data)))
    g.setup({"scenario": "one", "options": {}}, {"setup": "quick"}, 3)
    deck = list(g.state.places["deck"])
    events = free(g, "peek", place="deck", n=3)
    (told,) = [e for e in events if e["e"] == "note" and e["sides"] == ["red"]]
    assert [c["k"] for c in told["args"]["cards"]] == [g.state.pieces[p]["kind"] for p in deck[:0:-1]]
    events = free(g, "move", pieces=["~deck#3"], to="m:0101")
    assert g.state.places["m:0101"][-1] == deck[3]
    assert [e["key"] for e in events if e["e"] == "note"] == ["note.free.draw"]
    free(g, "move", pieces=["~deck#0", "~deck#1"], to="hand")
    assert g.state.places["hand"] == deck[:2]
    free(g, "draw", **{"from": "deck", "to": "hand"})
    assert g.state.places["hand"][-1] == deck[2]


def test_a_cup_gives_anything_whatever_was_pointed_at() -> None:
    drawn = set()
    for seed in range(12):
        g = game()
        free(g, "draw", n=4, **{"from": "deck", "to": "cup"})
        g.act({"side": "red", "verb": "free", "args": {"op": "move", "pieces": ["~cup#0", "~cup#1"], "to": "dead"}}, seed)
        assert len(g.state.places["dead"]) == 3
        drawn.update(g.state.places["dead"][1:])
    assert len(drawn) == 4


def test_an_empty_pile_says_so() -> None:
    with pytest.raises(Refusal, match="empty"):
        free(game(), "draw", **{"from": "cup", "to": "hand"})


def test_looking_at_a_deck_tells_the_others_only_that_somebody_looked() -> None:
    g = game()
    events = free(g, "peek", place="deck", n=2)
    told = [e for e in events if e["e"] == "note"]
    assert [e["sides"] for e in told] == [None, ["red"]]
    assert "card_" not in jsonio.dumps(told[0])
    assert told[1]["args"]["pieces"] == g.state.places["deck"][:-3:-1]
    assert [c["k"] for c in told[1]["args"]["cards"]] == [
        g.state.pieces[p]["kind"] for p in g.state.places["deck"][:-3:-1]
    ]
    with pytest.raises(Refusal, match="not_yours"):
        free(g, "peek", side="blue", place="hand")


def test_steps_are_lost_and_come_back_and_the_counter_turns() -> None:
    g = game()
    (piece,) = [p for p in g.state.places["m:0303"] if p.startswith("two_step")]
    free(g, "steps", side="blue", pieces=[piece], by=1)
    assert (g.state.pieces[piece]["face"], g.state.pieces[piece]["attrs"]) == ("back", {"lost": 1})
    free(g, "steps", side="blue", pieces=[piece], by=-1)
    assert (g.state.pieces[piece]["face"], g.state.pieces[piece]["attrs"]) == ("front", {})


def test_rotation_goes_round_with_the_sides_of_the_grid() -> None:
    g = game()
    for n in range(1, 8):
        free(g, "rotate", pieces=["truck+1"])
        assert g.state.pieces["truck+1"]["attrs"]["facing"] == n
    free(g, "rotate", pieces=["truck+1"])
    assert "facing" not in g.state.pieces["truck+1"]["attrs"]


def test_a_side_may_not_name_what_it_may_not_know_but_may_drag_it_by_its_alias() -> None:
    g = game()
    with pytest.raises(Refusal):
        free(g, "move", pieces=["blue-1"], to="m:0404")
    free(g, "move", pieces=["~m:0303#0"], to="m:0404")
    assert len(g.state.places["m:0404"]) == 1


def test_markers_are_added_and_removed() -> None:
    g = game()
    free(g, "add", kind="smoke", to="m:0101", n=2)
    assert g.state.places["m:0101"][-2:] == ["smoke+1", "smoke+2"]
    free(g, "remove", pieces=["smoke+1"])
    free(g, "add", kind="smoke", to="@red-1")
    assert g.state.places["@red-1"] == ["smoke+1"]


PLACES = st.sampled_from(
    ["m:0101", "m:0202", "m:0303", "deck", "discards", "hand", "cup", "dead", "@truck+1", "@red-1", "nowhere"]
)
PIECES = st.sampled_from(["red-1", "red-2", "red-3", "blue-1", "truck+1", "smoke+1", "~m:0303#0", "card_0+3", "x"])
GESTURE = st.tuples(
    st.sampled_from(OPS), st.sampled_from(["red", "blue"]), st.lists(PIECES, max_size=2, unique=True), PLACES, PLACES,
    st.integers(-1, 3),
)  # fmt: skip


@given(st.lists(GESTURE, max_size=14), st.integers(0, 50))
def test_any_gestures_undone_give_the_start_and_done_again_the_end(gestures: list[Any], seed: int) -> None:
    g = game(seed=seed)
    start = jsonio.dumps(g.state.to_json())
    done: list[dict[str, Any]] = []
    for op, side, pieces, place, other, n in gestures:
        args = {"op": op, "pieces": pieces, "to": place, "from": other, "place": place, "n": n, "by": n}
        more = {"kind": "smoke", "key": "cp", "side": side, "d": 6}
        if op in ("set", "number", "turn"):
            args["to"] = n
        before = jsonio.dumps(g.state.to_json())
        try:
            done += g.act({"side": side, "verb": "free", "args": {**args, **more}}, seed)
        except Refusal:
            assert jsonio.dumps(g.state.to_json()) == before
        assert next(g.state.check(), None) is None
    end = jsonio.dumps(g.state.to_json())
    other_state = State.from_json(jsonio.loads(start))
    reduce.apply_all(other_state, jsonio.loads(jsonio.dumps(done)))
    assert jsonio.dumps(other_state.to_json()) == end
    reduce.undo_all(other_state, done)
    assert jsonio.dumps(other_state.to_json()) == start


def test_a_deal_lays_the_top_of_a_pile_into_each_cell() -> None:
    quick = [{"at": "deck", "pieces": {f"card_{n}": 1 for n in range(4)}}, {"at": "m:0101", "pieces": {"red-1": 1}}]
    hidden_cells = ["m:0102", "m:0103", "m:0104", "m:0105"]
    deal = [{"deck": "deck", "cells": ["m:0101"]}, {"deck": "deck", "cells": hidden_cells, "face": "down"}]
    made = Runner(title(Content({**DATA, "scenarios": [{"id": "one", "quick": quick, "attrs": {"deal": deal}}]})))
    made.setup({"scenario": "one", "options": {}}, {"setup": "quick"}, 3)
    open_card, marker = made.state.at("m:0101")
    assert (open_card.startswith("card_"), marker) == (True, "red-1")
    assert made.state.knows("blue", open_card)
    (hidden,) = made.state.at("m:0102")
    assert not made.state.knows("blue", hidden)
    assert not made.state.knows("red", hidden)
    assert [made.state.at(p) for p in ("deck", "m:0105")] == [[], []]


def test_a_deal_lays_further_cards_on_a_base() -> None:
    quick = [{"at": "deck", "pieces": {f"card_{n}": 1 for n in range(4)}}, {"at": "m:0101", "pieces": {"red-1": 1}}]
    kinds = [{**k, "traits": [*k.get("traits", ()), "hill"]} if k["id"] in ("card_0", "card_1") else k for k in DATA["kinds"]]
    deal = [{"deck": "deck", "cells": ["m:0101", "m:0102"], "base": "hill"}]
    data = {**DATA, "kinds": kinds, "scenarios": [{"id": "one", "quick": quick, "attrs": {"deal": deal}}]}
    dealt = set()
    for seed in range(8):
        made = Runner(title(Content(data)))
        made.setup({"scenario": "one", "options": {}}, {"setup": "quick"}, seed)
        first, second = made.state.at("m:0101"), made.state.at("m:0102")
        assert first[-1] == "red-1"
        for cards in (first[:-1], second):
            kinds_of = [made.state.pieces[card]["kind"] for card in cards]
            assert all(kind in ("card_0", "card_1") for kind in kinds_of[:-1])
            assert kinds_of[-1] in ("card_2", "card_3")
        dealt.add(len(first))
    assert len(dealt) > 1
