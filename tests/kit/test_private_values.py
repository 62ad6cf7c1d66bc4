"""Values of a side that are not for all (`sight` in sides.yaml): who sees them, and that nobody else does."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base import jsonio
from qtwar.base.errors import Refusal
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.kit import free, position
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.reader import HiddenValue
from qtwar.kit.table import Table
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

SIGHT = {"wep": "owner", "fate": "none"}
WORLD = Content(
    {
        **CONTENT,
        "sides": [{"id": "red", "sight": SIGHT}, {"id": "blue", "sight": SIGHT}],
        "scenarios": [{"id": "one", "turns": 3, "side_vars": {"red": {"cp": 3, "wep": 130, "fate": 7}, "blue": {"wep": 165}}}],
    }
)


def table(**more: Any) -> Table:
    """Return a table on a position just prepared."""
    t = Table(WORLD, State(("red", "blue"), {"scenario": "one", "options": {}, **more}), Chance(1))
    position.prepare(t)
    return t


def test_a_value_is_in_the_views_of_those_alone_who_may_see_it() -> None:
    t = table()
    red, blue, everybody = (views.view(t.state, side) for side in ("red", "blue", ""))
    assert red.values("red", SIGHT) == {"cp": 3, "wep": 130}
    assert blue.values("red", SIGHT) == everybody.values("red", SIGHT) == {"cp": 3}
    assert t.state.values("red", SIGHT) == {"cp": 3, "wep": 130, "fate": 7}
    assert "130" not in jsonio.dumps(blue.to_json())
    assert '"fate"' not in jsonio.dumps(red.to_json())


def test_rules_read_them_all_and_an_offer_only_what_its_side_may_know() -> None:
    t = table()
    assert (t.num("red", "wep"), t.num("red", "fate"), t.num("blue", "wep")) == (130, 7, 165)
    red, blue = t.seen_by("red"), t.seen_by("blue")
    assert (red.num("red", "wep"), red.num("red", "cp"), blue.num("red", "cp")) == (130, 3, 3)
    with pytest.raises(HiddenValue, match="wep of red is seen by that side alone"):
        blue.num("red", "wep")
    with pytest.raises(HiddenValue, match="fate of red is seen by nobody"):
        red.num("red", "fate")
    assert (red.may_know("red", "wep"), blue.may_know("red", "wep")) == (True, False)


def test_setting_one_is_an_event_that_the_others_see_nothing_of() -> None:
    t = table()
    t.events.clear()
    t.put("red", "wep", 125)
    t.put("red", "fate", None)
    assert [e["e"] for e in t.events] == ["secret.set", "secret.set"]
    assert all(views.event_view(t.state, e, t.state, "blue") is None for e in t.events)
    assert (t.num("red", "wep"), t.num("red", "fate")) == (125, 0)


def test_positions_that_differ_in_one_look_alike_to_the_other_side() -> None:
    one, two = table(), table()
    two.put("red", "wep", 1)
    two.put("red", "fate", 1)
    for side in ("blue", ""):
        assert jsonio.dumps(views.view(one.state, side).to_json()) == jsonio.dumps(views.view(two.state, side).to_json())
    assert views.view(one.state, "red").secret != views.view(two.state, "red").secret


def test_on_the_free_table_its_side_alone_sets_it_and_is_told_the_value() -> None:
    t = table(strictness="off")
    title = Title(WORLD, steps=(), setup=lambda t, choices: None)
    with pytest.raises(Refusal):
        free.act(title, t, "blue", "free", {"op": "number", "side": "red", "key": "wep", "to": 0})
    t.events.clear()
    free.act(title, t, "red", "free", {"op": "number", "side": "red", "key": "wep", "to": 120})
    told = {
        side: [v for e in t.events if e["e"] == "note" and (v := views.event_view(t.state, e, t.state, side))]
        for side in ("red", "blue", "")
    }
    assert t.num("red", "wep") == 120
    assert [n["key"] for n in told["blue"]] == [n["key"] for n in told[""]] == ["note.free.number_hidden"]
    assert "120" not in jsonio.dumps(told["blue"])
    assert [n["key"] for n in told["red"]] == ["note.free.number_hidden", "note.free.number"]
