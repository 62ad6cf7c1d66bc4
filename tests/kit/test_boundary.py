"""The door of a title: JSON in, JSON out (kit.boundary)."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.kit import boundary
from tests.kit.tiny import CONTENT

META = {"scenario": "one", "options": {}, "strictness": "enforce", "title": "tiny"}
SKIP = {"side": "red", "verb": "skip", "args": {}}


@pytest.fixture
def call() -> Any:
    """The calls as the sandbox makes them: by name, every argument and answer a JSON text."""
    boundary.load_title("tests.kit.tiny", CONTENT)
    boundary.call("setup", [META, {}, 1])

    def do(fn: str, *args: Any) -> Any:
        return jsonio.loads(jsonio.dumps(boundary.call(fn, jsonio.loads(jsonio.dumps(list(args))))))

    return do


def state() -> dict[str, Any]:
    assert boundary._held is not None
    return dict(jsonio.copy(boundary._held.runner.state.to_json()))


def test_a_loaded_title_names_its_steps_and_questions() -> None:
    assert boundary.call("load_title", ["tests.kit.tiny", CONTENT]) ["queries"] == ["reach"]


def test_set_up_tells_its_events_and_who_may_do_what(call: Any) -> None:
    events = call("setup", META, {}, 1)["events"]
    assert {"piece.added", "known.set", "flow.set", "active.set"} <= {e["e"] for e in events}
    offers = call("offers")
    assert list(offers) == ["red"]
    assert {a["verb"] for a in offers["red"]["asks"]} == {"skip", "go", "fight", "take", "bid"}


def test_an_act_is_done_refused_or_wants_dice(call: Any) -> None:
    far = {"side": "red", "verb": "go", "args": {"pieces": ["red-1"], "path": ["m:0101", "m:0505"]}}
    assert call("act", far, 1) == {"refused": {"key": "refuse.far", "args": {"piece": {"p": "red-1"}}, "rule": "2.2"}}
    fight = {"side": "red", "verb": "fight", "args": {"pieces": ["red-1"]}}
    want = call("act", fight, 1, [])
    assert want == {"need_dice": {"dice": [6], "for": "roll.fire", "by": "red", "given": 0}}
    assert call("act", fight, 1, [6])["need_dice"]["given"] == 1
    done = call("act", fight, 1, [6, 2])
    assert [e["dice"] for e in done["events"] if e["e"] == "rolled"] == [[[6, 6]], [[6, 2]]]
    assert list(done["offers"]) == ["blue"]


def test_a_position_is_taken_over_and_follows_events_of_the_host(call: Any) -> None:
    began = state()
    events = call("act", SKIP, 1)["events"]
    after = state()
    assert call("open_state", began) == {}
    assert state() == began
    assert call("apply", events) == {}
    assert state() == after


def test_views_and_answers_are_those_of_a_side(call: Any) -> None:
    assert "blue-2" in jsonio.dumps(call("view", "blue"))
    assert "blue-2" not in jsonio.dumps(call("view", "red"))
    assert call("query", "red", "reach", {"pieces": ["red-1"]})["cells"]
    assert call("query", "red", "unheard of", {}) is None


def test_a_replay_gives_the_same_events_and_stops_where_it_is_refused(call: Any) -> None:
    began = state()
    played = [SKIP, {"side": "blue", "verb": "fight", "args": {"pieces": ["blue-1"]}}]
    told = [call("act", action, n)["events"] for n, action in enumerate(played)]
    digest = boundary._held.runner.state.digest() if boundary._held else ""
    call("open_state", began)
    assert call("replay", [[a, n, None, None] for n, a in enumerate(played)]) == {"entries": told, "digest": digest}
    call("open_state", began)
    stopped = call("replay", [[SKIP, 0, None, None], [SKIP, 1, None, None], [SKIP, 2, None, None]])
    assert stopped["entries"][0] == told[0]
    assert stopped["entries"][1]["refused"]["key"] == "refuse.not_your_turn"
    assert len(stopped["entries"]) == 2


def test_selfplay_plays_offered_actions_to_the_end_and_says_so(call: Any) -> None:
    first = call("selfplay", [1, 2])
    assert (len(first["entries"]), first["end"]) == (2, None)
    assert set(first["entries"][0]) == {"action", "events", "entropy", "refused", "label"}
    rest = call("selfplay", list(range(3, 20)))
    assert (len(rest["entries"]), rest["end"]) == (4, "over"), "three turns of two actions"
    assert call("selfplay", [1]) == {"entries": [], "end": "over"}


def test_what_can_not_be_called_is_said(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="'_random'"):
        call("_random", 1)
    monkeypatch.setattr(boundary, "_held", None)
    with pytest.raises(RuntimeError, match="no title is loaded"):
        call("offers")
