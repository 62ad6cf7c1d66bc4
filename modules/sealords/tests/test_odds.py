"""What the odds show before the dice fall, and how far a force knows that it may go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modules.sealords.rules import fire, lights, queries
from modules.sealords.tests.ops import TWO, Ops, table


def test_reach_knows_only_what_the_mover_knows(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com_cadre_1="2116")
    t = table(g)
    assert (
        lights.answer_reach(t.seen_by("FW"), "FW", {"pieces": ["us-pbr-1"]})["cells"]["delta:2116"]["mark"] == "enemy"
    )


def told(g: Ops, **args: Any) -> dict[str, Any]:
    """Return the lines of the odds of the Free World by key, `percent` and all."""
    answer = g.query("FW", "odds", **args)
    return {"answer": answer, **{line["key"]: line["value"] for line in answer["lines"]}}


def test_11_2_a_force_in_hand_shows_the_odds_of_the_square_that_it_is_over(ops: Callable[..., Ops]) -> None:
    g = ops(**TWO, us_pbr_3="2016")
    ask = g.ask("FW", "move_force")
    assert ask is not None
    two = {**ask["odds"], "pieces": ["us-pbr-1", "us-pbr-2"]}
    lines = told(g, **two, cell="2016")
    single = fire.factor(table(g), "us-pbr-1")
    assert lines["odds.fire"] == 3 * single, "who is there fires too"
    assert lines["odds.hidden"] == "?"
    assert lines["odds.recon"].startswith("d6 + ")
    left = told(g, **two, cell="2016", land={"delta:2015": ["us-pbr-2"]})
    assert left["odds.fire"] == 2 * single, "who is landed on the way does not"
    assert g.query("FW", "odds", **two, cell="2014") is None, "nobody to fire at"
    assert g.query("COM", "odds", pieces=["com-sapper-company-1"], cell="2015") is not None


def test_11_4_a_leader_in_hand_shifts_the_fire_that_he_comes_to(ops: Callable[..., Ops]) -> None:
    g = ops(**TWO, us_ccb_1="2015")
    ask = g.ask("FW", "move_force")
    assert ask is not None
    alone = told(g, **ask["odds"], pieces=["us-pbr-1"], cell="2016")
    assert "shift.leader" not in alone
    led = {**ask["odds"], "pieces": ["us-pbr-1", "us-ccb-1"], "cell": "2016"}
    assert told(g, **led)["shift.leader"] == 1
    assert "shift.leader" not in told(g, **led, land={"delta:2015": ["us-ccb-1"]}), "who is landed on the way leads nobody there"


def test_19_3_the_odds_of_the_communists_know_their_own_markers(ops: Callable[..., Ops]) -> None:
    markers = {"com_arms_cache_1": "2016", "com_ambush_1": "2016"}
    g = ops("COM", us_pbr_1="2016", com_ulc_1="2116", com_sapper_company_1="2116", **markers)
    asked = {"pieces": ["com-sapper-company-1"], "cell": "2016"}
    lines = {line["key"]: line["value"] for line in g.query("COM", "odds", **asked)["lines"]}
    assert (lines["odds.arms_cache"], lines["recon.ambush"]) == ("+ d6", 1), "face down: the combat turns them up"
    g.go("COM", "com-ulc-1 com-sapper-company-1", "2116 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6])
    for side, number, shown in (("COM", 1, True), ("COM", 2, False), ("FW", 1, False)):
        next(f for f in g.state.flow if f["step"] == "combat")["l"]["round"] = number
        answer = queries.odds(table(g).seen_by(side), {"cell": "delta:2016"})
        assert answer is not None
        assert ("odds.arms_cache" in [line["key"] for line in answer["lines"]]) is shown, "the Communists' first round alone"


def test_17_2_strike_markers_chosen_for_a_combat_join_its_odds(ops: Callable[..., Ops]) -> None:
    g = ops("COM", us_pbr_1="2016", us_pbr_2="2016", us_airstrike_1="fw_ready", com_ulc_1="2116", com_sapper_company_1="2116")
    g.go("COM", "com-ulc-1 com-sapper-company-1", "2116 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[1, 6])
    first = g.ask("COM", "first_fire")
    assert first is not None
    assert g.query("COM", "odds", **first["odds"])["title"]["key"] == "odds.title_fire"
    g.act("COM", "first_fire")
    commit, done = g.ask("FW", "commit"), g.ask("FW", "air_done")
    assert commit is not None
    assert done is not None
    before = told(g, **done["odds"])
    more = told(g, **commit["odds"], pieces=["us-airstrike-1"])
    assert more["odds.fire"] == before["odds.fire"] + fire.factor(table(g), "us-airstrike-1")
    assert "odds.recon" not in more, "that is over"


def test_17_4_a_strike_alone_shows_its_own_fire(ops: Callable[..., Ops]) -> None:
    g = ops(**TWO, us_airstrike_1="fw_ready")
    strike = g.ask("FW", "strike")
    assert strike is not None
    lines = told(g, **strike["odds"], pieces=["us-airstrike-1"], cell="2016")
    assert lines["odds.fire"] == fire.factor(table(g), "us-airstrike-1")
    assert "odds.recon" not in lines
