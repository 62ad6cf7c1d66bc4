"""A turn of Front Toward Enemy by real mouse: stealth, a landing, opportunity fire, a call, an assault, the shells, a medevac."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from qtwar.session.play import PlaySession
from tests.stories.hands import Hands

POSITION = {
    "pieces": {
        "chit_us-1": "cup",
        "chit_us-2": "cup",
        "nva_ft-1": "hill_294:18.04",
        "nva_ft-2": {"at": "hill_294:23.07", "known": ["NVA_VC"]},
        "nva_ft-3": "hill_294:20.06",
        "nva_mg-1": "hill_294:16.06",
        "us_slick-1": {"at": "hill_294:24.03", "attrs": {"altitude": "treetop", "lift": True}},
        "us_fo-1": "hill_294:19.04",
        "us_ft-1": "@us_slick-1",
        "us_ft-2": "hill_294:19.04",
        "us_ft-3": "hill_294:19.04",
        "us_ft-4": "hill_294:20.04",
        "us_ldr-1": "hill_294:19.04",
        "us_mg-1": "@us_slick-1",
        "wia-1": {"at": "@us_ft-4", "owner": "US"},
    },
    "vars": {"turn": 2},
    "phase": "activate",
    "args": {"side": "NVA_VC"},
}
"""LZ Robin in the second turn: a leader and his teams hold its western rim, a Slick with two more comes in from the east."""


LEAVING = {
    **POSITION,
    "pieces": {
        "chit_us-1": "cup",
        "nva_ft-1": "hill_294:18.04",
        "us_ft-2": "hill_294:19.04",
        "us_slick-1": {"at": "hill_294:26.04", "attrs": {"altitude": "treetop", "leave": 2, "emptied": True}},
    },
    "args": {"side": "US"},
}
"""A Slick that has set its men down hovers at the edge of the map; one team faces the enemy."""


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Whatever is begun stands at the position."""
    begin, position = PlaySession.begin, getattr(request, "param", POSITION)
    monkeypatch.setattr(PlaySession, "begin", lambda self, meta, choices: begin(self, meta, {"position": position}))


def start(hands: Hands) -> None:
    """From the start window to the game, with dice that are typed."""
    page = hands.window.library_page
    hands.until(lambda: "front_toward_enemy" in getattr(page, "tiles", {}))
    hands.press(page.tiles["front_toward_enemy"])
    hands.press(next(r for r in page.scenarios.rows if r.info.id == "frago_4_hill_294").button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats["both"], QPoint(10, 10))
    hands.press(page.new_game.dice.buttons["hand"])
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)


def at(cell: str) -> str:
    """Return a hex of the map."""
    return f"hill_294:{cell}"


@pytest.mark.usefixtures("late")
@pytest.mark.parametrize("hands", [{"language": "en"}, {"language": "ja"}], indirect=True, ids=["en", "ja"])
def test_a_turn_at_the_landing_zone(hands: Hands) -> None:
    start(hands)
    state = hands.session.state

    def attr(piece: str, key: str) -> Any:
        return state.pieces[piece]["attrs"].get(key)

    # the enemy creeps up (6.7)
    hands.do("hex", to=at("23.07"))
    hands.do("stealth", "2", pieces=("nva_ft-2",), to=at("22.06"))
    assert state.pieces["nva_ft-2"]["at"] == at("22.06")
    assert state.known["nva_ft-2"] == ["NVA_VC"], "it stays concealed"

    # the Slick comes in under fire and sets its men down (6.8, 15.0, 21.0)
    hands.do("fly", pieces=("us_slick-1",))
    hands.do("move", pieces=("us_slick-1",), ways=(at("23.04"), at("22.04")), to=at("21.05"))
    hands.do("let_pass")
    hands.do("let_pass")
    hands.do("try", "1", pieces=("nva_ft-3",))
    hands.do("shoot")
    hands.do("shoot", "10", pieces=("us_slick-1", "nva_ft-3"))
    hands.do("end_sink")
    assert attr("us_slick-1", "altitude") == "ground"
    hands.do("unload", pieces=("us_slick-1", "us_ft-1", "us_mg-1"))
    assert set(state.at(at("21.05"))) == {"us_slick-1", "us_ft-1", "us_mg-1"}

    # the leader's group: shells and a medevac are asked for, two teams assault (8.0, 12.0, 13.0)
    hands.do("lead", pieces=("us_ldr-1",))
    hands.do("call", pieces=("us_fo-1",))
    hands.do("aim_at", "1", to=at("16.06"))
    hands.do("medevac", "1", pieces=("us_ldr-1",))
    hands.do("assault", pieces=("us_ft-2", "us_ft-3"), to=at("18.04"))
    hands.do("let_pass", "1 1")
    hands.do("strike", pieces=("nva_ft-1", "us_ft-2", "us_ft-3"))
    hands.do("strike", "1 5 10", pieces=("us_ft-2", "nva_ft-1"))
    hands.do("retreat", to=at("17.04"))
    hands.do("retreat", to=at("16.04"))
    assert attr("nva_ft-1", "state") == "broken"
    hands.do("advance", pieces=("us_ft-2",))
    hands.do("stay")
    hands.do("end")
    hands.do("pass")

    # the shells fall, the wounded man lives, the enemy vanishes from sight (16.0, 17.0, 18.0)
    hands.do("bombard", "3 1 4 5 5")
    hands.do("done")
    assert state.vars["turn"] == 3

    # the medevac lands beside its casualty and takes it aboard (12.0, 14.0)
    slick = str(state.vars["medevac"]["piece"])
    hands.do("arrive_treetop", pieces=(slick,), to=at("26.04"))
    hands.do("fly", pieces=(slick,))
    over = tuple(at(cell) for cell in ("25.04", "24.03", "23.04", "22.03", "21.04"))
    hands.do("move", pieces=(slick,), ways=over, to=at("20.04"))
    hands.do("let_all")
    hands.do("end_sink")
    hands.do("load", pieces=(slick, "wia-1"))
    hands.do("let_all")
    assert state.at(f"@{slick}") == ["wia-1"]
    assert attr(slick, "leave") == 4
    hands.shot("end")


@pytest.mark.parametrize("late", [LEAVING], indirect=True, ids=["leaving"])
@pytest.mark.usefixtures("late")
def test_a_helicopter_leaves_the_map_by_the_box_on_the_shelf(hands: Hands) -> None:
    start(hands)
    state = hands.session.state
    hands.do("fly", pieces=("us_slick-1",))
    hands.tab(0)
    off = hands.tray("off_us")
    hands.screen.turn_to(hands.ask("move"))
    hands.take(["us_slick-1"])
    assert off.property("lit") == "true", "what is in hand may go there"
    assert hands.tray("off_nva_vc").property("lit") != "true"
    hands.shot("leaving")
    hands.after(lambda: hands.press(off, QPoint(4, 4)))
    assert state.at("off_us") == ["us_slick-1"]
    assert hands.tray("off_us").property("lit") != "true"


@pytest.mark.parametrize("late", [LEAVING], indirect=True, ids=["leaving"])
@pytest.mark.usefixtures("late")
def test_a_team_held_over_its_target_shows_the_odds_before_a_die_is_rolled(hands: Hands) -> None:
    start(hands)
    hands.do("hex", to=at("19.04"))
    hands.screen.turn_to(hands.ask("fire"))
    hands.take(["us_ft-2"])
    QTest.mouseMove(hands.board, hands.place_point(at("18.04")))
    pane = hands.page.odds_dock
    hands.until(lambda: pane.odds is not None)
    assert [line.value for line in pane.odds.lines[1:]] == ["+1", "-1"], "grass, adjacent"
    assert pane.odds.column == "Dual purpose"
    assert not hands.screen.dice_wanted
    hands.shot("aimed")
