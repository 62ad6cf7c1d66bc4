"""Commands (3.3, 4.1), communication (4.3), command actions (4.2.1)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import command, nets, orders, purse
from modules.fields_of_fire.tests.conftest import Game, blanks, cards

CO = {"co_hq": "r1c1", "p1_hq": "r1c1", "p1_sqd1": "r1c1", "p2_hq": "r2c1", "p2_sqd1": "r2c1"}
SETS = {
    "scr536_1": "net_co_hq/holder=co_hq/net=company", "scr536_2": "net_p1/holder=p1_hq/net=company",
    "scr536_3": "net_p2/holder=p2_hq/net=company",
}  # fmt: skip


def total(g: Game, hq: str) -> int:
    return command.modifiers(g.r, g.name(hq)).total


def test_4_1_1_an_activated_hq_draws_the_helmet_others_the_star() -> None:
    g = Game(
        **CO, scr300_1="net_co_hq/holder=co_hq/net=battalion", draws=cards(act=4, ini=4), values={"activity": "contact"}
    )
    g.run("command")
    assert g.note("note.commands")["n"] == 4
    g = Game(**CO, draws=cards(act=6, ini=0), values={"activity": "contact"})
    g.run("command")  # without a battalion net: on initiative
    assert g.note("note.commands_initiative", 0) == {
        "piece": {"p": "normandy-co-hq"},
        "n": 0,
        "card": {"p": cards(act=6, ini=0)[0]},
        "saved": 0,
    }


def test_4_1_2_the_number_is_changed_by_state_cover_fire_and_activity() -> None:
    values = {"activity": "contact"}
    assert total(Game(**CO, values=values), "co_hq") == 0
    assert total(Game(**CO, values={"activity": "no_contact"}), "co_hq") == 1
    assert total(Game(**{**CO, "co_hq": "r1c1/pinned"}, values=values), "co_hq") == -1
    assert total(Game(**{**CO, "co_hq": "r1c1/experience=green"}, values=values), "co_hq") == -1
    assert (
        total(
            Game(**{**CO, "co_hq": "r1c1/experience=veteran/under=m1"}, m1="r1c1/kind=foxhole", values=values), "co_hq"
        )
        == 2
    )


def test_4_1_2_b_the_worst_vof_on_the_card_counts_alone() -> None:
    foes = {
        "german_hmg_1": "r3c1",
        "pdf_1": "r3c1/kind=pdf/owner=enemy/aim=r1c1",
        "hit_1": "r1c1/kind=vof_incoming/ncm=-4",
    }
    values = {"activity": "contact"}
    assert total(Game(**CO, **foes, values=values), "co_hq") == -3
    assert total(Game(**CO, **foes, values=values, options={"all_vof_on_hq": True}), "co_hq") == -5


def test_4_1_1_an_activated_hq_gets_at_least_one() -> None:
    g = Game(
        **{**CO, "co_hq": "r1c1/pinned/experience=green"}, scr300_1="net_co_hq/holder=co_hq/net=battalion",
        draws=cards(act=1), values={"activity": "contact"},
    )  # fmt: skip
    g.run("command")
    assert g.note("note.commands")["n"] == 1


def test_4_1_3_six_an_impulse_by_day_four_at_night_the_rest_is_saved_up_to_the_cap() -> None:
    g = Game(**CO)
    assert (purse.spend_limit(g.r), purse.cap(g.r, g.name("co_hq"))) == (6, 6)
    night = Game(**CO, values={"weather": "moonlight"})
    assert (purse.spend_limit(night.r), purse.cap(night.r, night.name("co_hq"))) == (4, 4)
    green = Game(**{**CO, "co_hq": "r1c1/experience=green"})
    assert purse.cap(green.r, green.name("co_hq")) == 3
    g.impulse("co_hq", 9).act("us", "done")
    assert g.state_of("co_hq", "saved") == 6


def test_4_1_3_an_hq_spends_no_more_than_the_limit() -> None:
    g = Game(**CO).impulse("co_hq", 9)
    frame = g.table().frame()
    assert purse.left(frame, g.name("co_hq")) == 6


def test_4_1_4_on_its_fire_team_side_an_hq_orders_only_itself_and_is_not_activated() -> None:
    g = Game(**{**CO, "p1_hq": "r1c1/back"})
    assert nets.commands(g.r, g.name("p1_hq"), g.name("p1_hq"))
    assert not nets.commands(g.r, g.name("p1_hq"), g.name("p1_sqd1"))
    assert g.impulse().why_not("p1_hq", "activate") in ("4.1.4", "4.2.5")


def test_1_2_6_a_platoon_hq_commands_its_own_and_every_team() -> None:
    g = Game(**CO, t1="r1c1/kind=fire_team/owner=us/nation=us/vof=S/range=C")
    assert nets.commands(g.r, g.name("p1_hq"), g.name("p1_sqd1"))
    assert not nets.commands(g.r, g.name("p1_hq"), g.name("p2_sqd1"))
    assert nets.commands(g.r, g.name("p1_hq"), "t1")
    assert nets.commands(g.r, g.name("co_hq"), g.name("p2_sqd1"))


# the example of page 13 -------------------------------------------------------------------------------


def test_3_3_the_chain_of_command_of_page_13() -> None:
    g = Game(**CO, **SETS).impulse("co_hq", 3)
    heard = orders.receivers(g.r, g.name("co_hq"))
    assert {g.name(u) for u in ("p1_hq", "p1_sqd1", "p2_hq")} <= set(heard)  # by voice, and by SCR536 to the next card
    assert g.name("p2_sqd1") not in heard  # it has no radio
    g.order("p1_hq", "activate")
    assert g.table().frame_of("command").l["activated"] == [g.name("p1_hq")]  # type: ignore[union-attr]


def test_3_3_1_a_without_a_battalion_hq_the_company_is_activated_over_the_net() -> None:
    g = Game(**CO, scr300_1="net_co_hq/holder=co_hq/net=battalion").run("command")
    assert "note.co_activated" in g.notes()
    assert "note.co_activated" not in Game(**CO).run("command").notes()


def test_3_3_1_a_a_battalion_hq_on_the_map_has_the_maximum_and_saves_nothing() -> None:
    g = Game(**CO, bn_cmdr="r1c1").run("command")
    assert g.note("note.bn_hq")["n"] == 6
    g.act("us", "done")
    assert g.state_of("bn_cmdr", "saved") is None


def test_3_3_2_c_staff_have_one_command_without_a_draw() -> None:
    g = Game(co_hq="r1c1", xo="r1c1", draws=cards(act=3, ini=0), values={"activity": "contact"}).run("command")
    frame = g.table().frame()
    assert (frame.l["id"], frame.l["hqs"]["normandy-xo"]["has"]) == ("staff", 1)


def test_3_3_2_d_general_initiative_is_unmodified_and_halved_on_a_patrol() -> None:
    g = Game(p1_sqd1="r1c1", draws=cards(ini=4), values={"activity": "no_contact"}).run("command")
    assert g.note("note.general")["n"] == 4
    g = Game(scenario="nrm_3", rows=5, p1_sqd1="r1c1", draws=cards(ini=3)).run("command")
    assert g.note("note.general")["n"] == 1


def test_3_3_several_hqs_of_an_impulse_give_orders_in_any_order() -> None:
    g = Game(
        p1_hq="r1c1",
        p1_sqd1="r1c1",
        p2_hq="r2c1",
        p2_sqd1="r2c1",
        draws=cards(ini=4, n=2),
        values={"activity": "contact"},
    )
    g.run("command")
    g.act("us", "issuer", pieces=["normandy-p2-hq"])
    g.order("p2_sqd1", "seek_cover") if not g.stack(*cards("cover", 3)) else None
    assert g.table().frame().l["issuer"] == "normandy-p2-hq"


# communication ----------------------------------------------------------------------------------------


def link(g: Game, a: str, b: str, **more: bool) -> nets.Link:
    return nets.link(g.r, g.name(a), g.name(b), **more)


def test_4_3_1_voice_wants_one_card_nobody_pinned_one_cover() -> None:
    g = Game(**CO)
    assert link(g, "co_hq", "p1_sqd1").how == "voice"
    assert not link(g, "co_hq", "p2_sqd1").stands
    pinned = Game(**{**CO, "p1_sqd1": "r1c1/pinned"})
    assert not link(pinned, "co_hq", "p1_sqd1").stands
    assert link(pinned, "co_hq", "p1_sqd1", pinned_too=True).stands
    under = Game(**{**CO, "p1_sqd1": "r1c1/under=m1"}, m1="r1c1/kind=cover")
    assert link(under, "co_hq", "p1_sqd1").rule == "4.3.1"


def test_4_3_3_the_company_net_has_its_hub_at_the_company_hq() -> None:
    g = Game(**CO, **SETS)
    assert link(g, "p1_hq", "p2_hq").how == "net"
    without = Game(**CO, **{k: v for k, v in SETS.items() if "co_hq" not in v})
    assert not link(without, "p1_hq", "p2_hq").stands


def test_4_3_5_an_scr536_is_dead_pinned_or_under_cover_and_needs_sight() -> None:
    assert link(Game(**CO, **SETS), "co_hq", "p2_hq").stands
    assert not link(Game(**{**CO, "p2_hq": "r2c1/pinned"}, **SETS), "co_hq", "p2_hq").stands
    assert not link(Game(**{**CO, "p2_hq": "r2c1/under=m1"}, **SETS, m1="r2c1/kind=cover"), "co_hq", "p2_hq").stands
    far = {**CO, "p2_hq": "r3c1"}
    assert link(Game(**far, **SETS), "co_hq", "p2_hq").stands
    assert not link(Game(**far, **SETS, land={"r2c1": "hedgerow_field:GGGGGGGG"}), "co_hq", "p2_hq").stands
    dark = Game(**far, **SETS, values={"weather": "moonlight"}, smoke="r2c1/kind=smoke_hc")
    assert link(dark, "co_hq", "p2_hq").stands  # as by day, without smoke


def test_4_3_4_phones_reach_the_next_card_or_along_an_unbroken_line() -> None:
    phones = {"phone_1": "net_co_hq/holder=co_hq/net=company", "phone_2": "net_p2/holder=p2_hq/net=company"}
    assert link(Game(**CO, **phones), "co_hq", "p2_hq").stands
    far = {**CO, "p2_hq": "r3c1"}
    assert not link(Game(**far, **phones), "co_hq", "p2_hq").stands
    assert link(Game(**far, **phones, phone_line_1="r2c1"), "co_hq", "p2_hq").stands
    assert not link(Game(**far, **phones, phone_line_1="r2c1/cut"), "co_hq", "p2_hq").stands


def test_4_3_4_off_map_units_are_reached_from_beside_the_staging_area_or_by_line() -> None:
    for cell, line, reached in (("r1c1", "", True), ("r3c1", "", False), ("r2c1", "r1c1", True)):
        lines = {"phone_line_1": line} if line else {}
        g = Game(co_hq=cell, phone_1="net_co_hq/holder=co_hq/net=battalion", **lines)
        assert nets.off_map_link(g.r, g.name("co_hq"), nets.BATTALION) is reached


def test_4_3_4_a_unit_that_leaves_may_lay_a_line() -> None:
    g = Game(co_hq="r1c1", phone_line_1="net_co_hq/holder=co_hq").impulse("co_hq", 2)
    g.order("co_hq", "move", cell="r2c1")
    g.act("us", "line")
    assert g.at("phone-line-1") == "r1c1"


def test_4_2_1_k_a_cut_line_is_repaired_on_the_issuers_card() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", phone_line_1="r1c1/cut/back").impulse()
    g.order("p1_sqd1", "repair_line")
    assert "cut" not in g.state.pieces["phone-line-1"]["attrs"]


# runners ----------------------------------------------------------------------------------------------


def test_4_2_1_f_a_runner_costs_a_step_and_there_are_two() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1").impulse()
    g.order("p1_sqd1", "appoint_runner")
    assert g.face("normandy-p1-sqd1") == "back"
    assert "runner" in g.kinds("r1c1")
    two = Game(
        co_hq="r1c1", p1_sqd1="r1c1", run1="r1c1/kind=runner/owner=us", options={"second_runner": False}
    ).impulse()
    assert two.why_not("p1_sqd1", "appoint_runner") == "4.3.2"


def test_4_3_2_a_runner_brings_the_activation_on_a_later_turn_and_comes_back() -> None:
    g = Game(co_hq="r1c1", p2_hq="r4c4", run1="r1c1/kind=runner/owner=us").impulse()
    g.order("run1", "dispatch_runner", pieces=["normandy-p2-hq"])
    assert (g.at("run1"), g.state_of("run1", "exposed")) == ("r4c4", True)
    late = Game(co_hq="r1c1", p2_hq="r4c4", run1="r4c4/kind=runner/owner=us/runs_to=p2_hq/ran=1").impulse("general")
    late.impulse("co_hq")
    assert orders.receivers(late.r, late.name("co_hq")).count("run1") == 1
    late.order("run1", "runner_activates")
    assert (late.at("run1"), late.table().frame_of("command").l["activated"]) == ("r1c1", ["normandy-p2-hq"])  # type: ignore[union-attr]


def test_4_2_1_h_a_dismissed_runner_fills_a_squad() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1/back", run1="r1c1/kind=runner/owner=us").impulse()
    g.order("run1", "dismiss_runner", pieces=["normandy-p1-sqd1"])
    assert g.face("normandy-p1-sqd1") == "front"
    assert "runner" not in g.kinds("r1c1")


# reconstituting, nets, markers ------------------------------------------------------------------------


def test_4_2_1_d_a_new_platoon_hq_is_green_and_costs_a_step() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1", p1_hq="removed").impulse()
    g.order("p1_sqd1", "rebuild_platoon_hq")
    assert (g.where("p1_hq"), g.state_of("p1_hq", "experience"), g.face("normandy-p1-sqd1")) == (
        "r1c1",
        "green",
        "back",
    )


def test_4_2_1_e_the_xo_comes_first_in_the_succession() -> None:
    g = Game(xo="r1c1", p1_hq="r1c1", bn_cmdr="r1c1").impulse("bn_cmdr")
    assert "rebuild_company_hq" not in g.menu("p1_hq")
    g.order("xo", "rebuild_company_hq")
    assert g.state_of("xo", "post") == "co_hq"


def test_4_2_1_j_a_set_takes_the_net_of_a_lost_one_of_its_kind() -> None:
    g = Game(co_hq="r1c1", scr300_1="net_co_hq/holder=co_hq/net=company", scr300_2="removed/net=battalion").impulse()
    g.order("co_hq", "switch_net", choice="scr300-1>battalion")
    assert g.state_of("scr300_1", "net") == "battalion"


def test_4_2_1_l_a_collection_point_is_designated_once() -> None:
    g = Game(co_hq="r1c1").impulse()
    g.order("co_hq", "designate", choice="ccp")
    assert "ccp" in g.kinds("r1c1")
    values = [
        c["value"] for c in Game(co_hq="r1c1", ccp_1="r2c2/kind=ccp").impulse().menu("co_hq")["designate"]["choices"]
    ]
    assert "ccp" not in values


# orders -----------------------------------------------------------------------------------------------


def test_4_2_each_kind_of_action_once_an_impulse() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1").impulse("co_hq", 6, p1_sqd1=["4.2.2.a"])
    assert g.why_not("p1_sqd1", "move") == "4.2"
    assert g.why_not("p1_sqd1", "seek_cover") == ""


def test_4_1_3_an_order_costs_commands() -> None:
    g = Game(co_hq="r1c1", p1_hq="r1c1", p1_sqd1="r1c1").impulse("p1_hq", 1)
    assert g.why_not("p1_hq", "platoon_move") == "4.1.3"


def test_4_2_1_b_exhorting_draws_one_more_card_for_a_failed_attempt() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1/pinned", draws=[*blanks("rally"), *cards("rally")]).impulse("co_hq", 2)
    g.order("p1_sqd1", "rally_pin")
    g.act("us", "exhort")
    assert g.state_of("p1_sqd1", "pinned") is None
    assert g.step != "attempts"


def test_4_2_1_b_who_has_no_command_left_does_not_exhort() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1/pinned", draws=blanks("rally")).impulse("co_hq", 1)
    g.order("p1_sqd1", "rally_pin")
    assert g.state_of("p1_sqd1", "pinned") is True
    assert g.step != "attempts"


@pytest.mark.parametrize(("experience", "n"), [("green", 1), ("line", 2), ("veteran", 3)])
def test_4_2_experience_changes_the_cards_of_an_attempt(experience: str, n: int) -> None:
    g = Game(co_hq="r1c1", p1_sqd1=f"r1c1/pinned/experience={experience}", draws=blanks("rally", 3)).impulse("co_hq", 1)
    g.order("p1_sqd1", "rally_pin")
    assert g.note("note.attempt_missed")["n"] == n


def test_3_3_2_d_in_the_general_initiative_anybody_acts_without_communication() -> None:
    g = Game(p1_sqd1="r4c4/pinned", draws=cards("rally", 2)).impulse("general", 1)
    g.order("p1_sqd1", "rally_pin")
    assert g.state_of("p1_sqd1", "pinned") is None
    assert "activate" not in Game(p1_hq="r1c1", co_hq="r2c2").impulse("general", 2).menu("p1_hq")  # AMB-38
