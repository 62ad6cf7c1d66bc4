"""Fields of Fire by real mouse: the plan drawn on the map, two turns with a call for fire and an evacuation, the debrief."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.session.play import PlaySession
from tests.stories.hands import Hands

BOTH = pytest.mark.parametrize(
    "hands", [{"language": "en"}, {"language": "ja", "size": (1280, 720)}], indirect=True, ids=["en", "ja, small"]
)
RADIOS = {"co-hq": ("scr300", "battalion"), "fo105": ("scr300", "fire_direction")}
HANDSETS = ("co-hq", "p1-hq", "p2-hq")
"""Who holds an SCR536 on the company net."""
UNITS = {
    "r4c1": ("p1-hq", "p1-sqd1"),
    "r3c2": ("co-hq", "fo105", "p1-sqd2", "p1-sqd3"),
    "r2c2": ("p2-hq", "p2-sqd1"),
}


def position(turn: int) -> dict[str, object]:
    """Return the end of NRM-1 as the first mission of the campaign: both objectives taken, an LMG and a contact before them."""
    pieces: dict[str, object] = {f"action-{n:02}": "action_deck" for n in range(1, 51)}
    pieces["action-reshuffle"] = "action_deck"
    open_ground = {"kind": "normandy_open_field", "attrs": {"sights": "WWWWWWWW"}}
    pieces |= {f"card-r{r}c{c}": {"at": f"map:r{r}c{c}", **open_ground} for r in range(1, 5) for c in range(1, 5)}
    pieces |= {f"normandy-{unit}": f"map:{cell}" for cell, units in UNITS.items() for unit in units}
    for n, (unit, (kind, net)) in enumerate({**RADIOS, **{f"{u} ": ("scr536", "company") for u in HANDSETS}}.items(), 1):
        held = {"holder": f"normandy-{unit.strip()}", "net": net}
        pieces[f"{kind}+{n}"] = {"at": "net_co_hq", "kind": kind, "owner": "us", "attrs": held}
    pieces |= {
        "objective_1+1": {"at": "map:r4c1", "kind": "objective_1", "owner": "us"},
        "objective_2+1": {"at": "map:r3c2", "kind": "objective_2", "owner": "us"},
        "ccp+1": {"at": "map:r1c2", "kind": "ccp", "owner": "us"},
        "casualty+1": {"at": "@normandy-p2-sqd1", "kind": "casualty", "owner": "us", "attrs": {"nation": "us"}},
        "german-lmg-1": "map:r4c3",
        "pc_c+1": {"at": "map:r3c1", "kind": "pc_c", "owner": "enemy"},
    }
    return {
        "pieces": pieces,
        "vars": {
            "turn": turn, "mission": "nrm_1", "attempt": 1, "patrol_no": 1, "activity": "contact", "weather": "clear",
            "lines": {"lod": 0, "loa": 4, "left": 1, "right": 4, "pl": [2]}, "signals": {}, "fires": {"FO105": 5, "MTR81": 4},
        },
        "phase": "command",
    }  # fmt: skip


def start(hands: Hands, scenario: str) -> None:
    """From the start window to the mission."""
    page = hands.window.library_page
    hands.until(lambda: "fields_of_fire" in getattr(page, "tiles", {}))
    hands.press(page.tiles["fields_of_fire"])
    hands.press(next(r for r in page.scenarios.rows if r.info.id == scenario).button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is begun stands at the position."""
    begin = PlaySession.begin
    monkeypatch.setattr(PlaySession, "begin", lambda self, meta, choices: begin(self, meta, {"position": position(10)}))


class Captain:
    """Gives the orders that he has in mind as soon as somebody can give them, one after another; lets the rest go by."""

    STEPS = ("one", "step", "let", "waive", "done")
    """What he answers where no order is to be given."""

    def __init__(self, hands: Hands, *orders: tuple[str, str, dict[str, Any]]) -> None:
        self.hands, self.orders = hands, list(orders)
        self.seen: list[str] = []

    def _give(self) -> bool:
        """Give the next order, if it can be given now."""
        who = self.hands.ask("order")
        if not self.orders or who is None:
            return False
        unit, verb, args = self.orders[0]
        if unit not in who["pieces"]:
            return False
        self.hands.do("order", pieces=(unit,))
        if self.hands.ask(verb) is None:
            self.hands.do("back")
            return False
        self.hands.do(verb, **args)
        self.orders.pop(0)
        return True

    def play(self, until: str) -> None:
        """Play until something is asked."""
        for _ in range(80):
            if self.hands.ask(until) is not None:
                return
            if not self._give():
                verb = next(v for v in self.STEPS if self.hands.ask(v) is not None)
                self.seen.append(verb)
                self.hands.do(verb)
        raise AssertionError(f"{until} is not asked; there is {[a['id'] for a in self.hands.screen.open_asks()]}")


@pytest.mark.parametrize("hands", [{"language": "ja", "size": (1280, 720)}], indirect=True, ids=["ja, small"])
def test_the_plan_is_drawn_on_the_map(hands: Hands) -> None:
    start(hands, "nrm_1")
    hands.until(lambda: hands.model.status.lines)
    lines = len(hands.model.status.lines)
    area = hands.board.camera.area()
    for place in ("map:r0c1", "map:r0c4", "map:r4c1", "map:r4c4"):
        assert area.contains(hands.board.layout_.spot(place)), f"the first look cuts {place}"

    # a phase line more, a squad elsewhere, a checkpoint, a radio (2.3)
    hands.do("phase_line", to="map:r3c2|r4c2")
    hands.until(lambda: len(hands.model.status.lines) == lines + 1)
    hands.do("shift", pieces=("normandy-p1-sqd1",), to="map:r0c1")
    assert hands.session.state.pieces["normandy-p1-sqd1"]["at"] == "map:r0c1"
    point = next(p for p, r in hands.session.state.pieces.items() if r["kind"] == "ccp")
    points = hands.ask("point")
    assert points is not None
    to = points["targets"][point][0]
    hands.do("point", pieces=(point,), to=to)
    assert hands.session.state.pieces[point]["at"] == to
    radio = next(p for p in hands.session.state.at("assets") if hands.session.state.pieces[p]["kind"] == "scr536")
    hands.do("hand", pieces=(radio,))
    hands.do("hand_to", pieces=("normandy-xo",))
    assert hands.session.state.pieces[radio]["attrs"]["holder"] == "normandy-xo"
    hands.do("ready")
    header = hands.page.toolbar.standing.text()
    assert "FO105 ×5" in header or "FO105×5" in header
    hands.shot("header")


@pytest.mark.usefixtures("late")
@BOTH
def test_two_turns_under_fire_the_debrief_and_the_next_mission(hands: Hands) -> None:
    start(hands, "normandy_campaign")
    state = hands.session.state
    captain = Captain(
        hands,
        ("normandy-fo105", "call_fire", {"to": "map:r4c3"}),
        ("normandy-p2-sqd1", "move", {"to": "map:r1c2"}),
        ("normandy-p2-sqd1", "drop", {"pieces": ("casualty+1",)}),
    )
    hands.do("order", pieces=("normandy-fo105",))
    assert any(ask.get("chance") for ask in hands.screen.open_asks()), "an attempt says its chance"
    hands.do("back")
    captain.play("promote")
    assert captain.orders == []
    assert {"step", "one"} <= set(captain.seen), "the enemy and the combat effects are stepped through"
    assert state.vars["fires"]["FO105"] == 4
    assert state.pieces["casualty+1"]["at"] == "us_casualties"

    # points are spent, replacements come, the next mission is laid out (10.3, 10.4, 11)
    promoted = hands.ask("promote")
    assert promoted is not None
    hands.do("promote", pieces=(promoted["pieces"][0],))
    captain.play("ready")
    assert state.vars["mission"] == "nrm_2"
    assert state.vars["campaign_xp"] > 0
    hands.shot("next")
