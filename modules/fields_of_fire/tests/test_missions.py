"""The missions that use what the others do not: armour, a cordon, a night defence with aircraft (7, 9, README)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import air, at, ends, facts, plan, title
from modules.fields_of_fire.tests.conftest import rules_content
from modules.fields_of_fire.tests.position import Game
from qtwar.kit import testing

ADDED = ("nrm_4", "kor_2", "vnm_2")


def laid_out(name: str) -> testing.Game:
    """Return a mission as its plan stands ready."""
    return testing.Game(title(rules_content()), name, setup="quick")


@pytest.mark.parametrize("name", ADDED)
def test_an_added_mission_stands_ready_with_its_company_and_its_enemy(name: str) -> None:
    game = laid_out(name)
    assert game.step == "plan"
    t = game.table()
    attrs = rules_content().scenarios[name]["attrs"]
    columns = {len(chart.cells) for chart in (t.chart(attrs["contact_table"]),)}
    assert columns == {10}
    packages = {str(code) for row in t.chart(attrs["contact_table"]).cells for code in row}
    assert packages <= set(t.chart(attrs["forces"]).row_heads)
    assert not [u for u in facts.all_units(t, "us") if facts.card(t, u) not in plan.zone(t)]
    assert all(facts.card(t, u) == t.where(u) for u in facts.all_units(t, "us"))
    assert ends.judge(t) == (attrs["mission"] == "defensive")  # what is to be held is held at first
    game.act("us", "ready")
    assert game.step != "plan"


@pytest.mark.parametrize("name", sorted(rules_content().scenarios))
def test_2_who_sets_up_by_hand_begins_with_the_plan_that_stands_ready(name: str) -> None:
    ready, by_hand = (testing.begun(title(rules_content()), name, seed=3, setup=way) for way in ("quick", "free"))
    assert by_hand.state.pieces == ready.state.pieces
    assert by_hand.state.flow[-1]["step"] == "plan"


def test_7_nrm_4_brings_tanks_that_are_led_and_a_truck_that_carries() -> None:
    t = laid_out("nrm_4").table()
    armour = [u for u in facts.all_units(t, "us") if facts.is_vehicle(t, u)]
    assert sorted(facts.role(t, u) for u in armour) == ["vehicle"] * 5
    assert [u for u in armour if facts.post(t, u) == "vehicle_leader"] == ["normandy-td"]
    assert at.spec(t, "normandy-m5", "rapid") == "yes"  # 7.6
    assert {"N9", "N11", "N13"} <= {
        str(c) for row in t.chart("contact_nrm_4").cells for c in row
    }  # guns, launchers, armour


def test_11_kor_2_is_a_cordon_round_six_cards_that_must_be_cleared() -> None:
    t = laid_out("kor_2").table()
    assert [(goal.have, goal.need) for goal in ends.goals(t)] == [(0, 6)]
    assert len(plan.zone(t)) == 14
    assert not {"map:r2c2", "map:r3c4"} & set(plan.zone(t))


def test_7_1_4_the_gunship_lays_heavy_fire_and_light_on_three_cards_by_night() -> None:
    game = Game("vnm_2", values={"weather": "moonlight"}, vietnam_ac47="pickup", vc_nva_vct__1="r3c3/unspotted").run(
        "air"
    )
    game.act("us", "place_air", pieces=["vietnam-ac47"], cell="r3c3")
    for cell in ("r3c3", "r3c2", "r2c3"):
        game.act("us", "sweep", cell=cell)
    assert game.ask("us", "sweep") is None if game.step == "air" else True
    assert {"vof_h", "air_dropped_flare_lit"} <= set(game.kinds_at("r3c3"))
    day = Game("vnm_1", vietnam_ac47="pickup")
    assert day.run("air").step == ""


def test_7_1_3_the_fac_marks_and_calls_each_turn_and_leaves_after_five() -> None:
    units = {"vietnam_fac_o1": "pickup", "vc_nva_vct__1": "r3c3"}
    game = Game("vnm_2", values={"turn": 9, "fires": {"CAS": 2}}, draws=["action-02"], **units).run("air")
    game.act("us", "place_air", pieces=["vietnam-fac-o1"], cell="r2c3").act("us", "mark_wp", cell="r3c3")
    assert "smoke_wp" in game.kinds_at("r3c3")
    game.act("us", "fac_call", support="CAS", cell="r3c3")
    assert ("pending_air" in game.kinds_at("r3c3"), game.state.vars["fires"]["CAS"]) == (True, 1)
    for turn in (13, 14):
        game.table().set_var("turn", turn)
        game.run("air")
        if turn == 13 and game.step:
            game.act("us", "done")
        assert (game.at("vietnam-fac-o1") == "withdrawn") == (turn == 14)
    before = Game("vnm_2", values={"turn": 8}, **units)
    assert air.aircraft(before.table(), "FAC_O1") == "vietnam-fac-o1"
    assert before.run("air").step == ""  # it comes on turn 9
