"""Events of the higher headquarters, contact markers in play, counterattacks (3.1, 3.2, 9.1)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import mines, tactics
from modules.fields_of_fire.tests.position import Game, card_with

HQ, NO_HQ = card_with(hq=True), card_with(hq=False)


def us_event(n: int, **position: object) -> Game:
    """Return a game after a friendly event of a number."""
    return Game(draws=[HQ, card_with(r8=n)], **position).run("us_event")  # type: ignore[arg-type]


def test_3_1_an_event_comes_from_the_second_turn_on_and_only_with_the_hq_icon() -> None:
    first = Game(draws=[HQ, card_with(r8=7)], values={"turn": 1}).run("us_event")
    assert not first.state.vars.get("bn_net_out")
    assert "note.no_event" in Game(draws=[NO_HQ]).run("us_event").notes()
    assert us_event(7).state.vars["bn_net_out"]


def test_3_1_report_position_costs_a_command_of_the_company_hq_and_is_worth_a_point() -> None:
    game = us_event(1, normandy_co_hq="r1c2")
    game.impulse("normandy-co-hq", 1).order("normandy-co-hq", "report")
    assert game.state.sides["us"]["xp"] == 1
    later = Game(normandy_co_hq="r1c2").impulse("normandy-co-hq", 1).act("us", "order", pieces=["normandy-co-hq"])
    assert "report" not in later.asks("us")


def test_3_1_extra_ammunition_fills_a_gun_near_the_company_hq() -> None:
    game = us_event(2, normandy_co_hq="r1c2", normandy_lmg1="r1c1/ammo_MG=1", normandy_lmg2="r4c4/ammo_MG=1")
    assert game.ask("us", "resupply")["pieces"] == ["normandy-lmg1"]
    game.act("us", "resupply", pieces=["normandy-lmg1"])
    assert game.state.pieces["normandy-lmg1"]["attrs"]["ammo_MG"] == 6


def test_3_1_extra_fire_mission_of_a_support_of_choice() -> None:
    game = us_event(3, values={"fires": {"FO105": 2, "MTR81": 1}})
    game.act("us", "extra_mission", choice="MTR81")
    assert game.state.vars["fires"] == {"FO105": 2, "MTR81": 2}


def test_3_1_keep_moving_pays_for_one_secured_card_more() -> None:
    game = us_event(5, normandy_p1_sqd1="r1c1", normandy_p1_sqd2="r1c1")
    game.run("turn_end")
    assert game.state.sides["us"]["xp"] == 0
    game.table().move("normandy-p1-sqd2", "map:r2c1")
    game.run("turn_end")
    assert game.state.sides["us"]["xp"] == 1


def test_3_1_a_straggler_comes_only_after_losses() -> None:
    assert "note.straggler" not in us_event(6).notes()
    game = us_event(6, values={"lost_us": 2})
    assert game.kinds_at("r0c1") == ["fire_team"]


def test_3_1_the_battalion_commander_stays_this_turn_and_the_next() -> None:
    game = us_event(8, normandy_co_hq="r2c2", normandy_bn_cmdr="us_pool")
    assert game.at("normandy-bn-cmdr") == "r2c2"
    for turn, there in ((3, "r2c2"), (4, "us_pool")):
        game.table().set_var("turn", turn)
        game.table().order("action_deck", [NO_HQ, *(p for p in game.state.at("action_deck") if p != NO_HQ)][::-1])
        game.run("us_event")
        assert game.at("normandy-bn-cmdr") == there


def enemy_event(n: int, scenario: str = "nrm_1", **position: object) -> Game:
    """Return a game after an enemy event of a number."""
    return Game(scenario, draws=[HQ, card_with(r8=n)], **position).run("enemy_event")  # type: ignore[arg-type]


def test_3_2_1_harassing_fire_is_pending_on_a_us_card() -> None:
    game = enemy_event(1, normandy_p1_sqd1="r2c2")
    (shell,) = [p for p in game.state.pieces.values() if p["kind"] == "pending_fire"]
    assert (shell["at"], shell["attrs"]["ncm"], shell["owner"]) == ("map:r2c2", -3, "enemy")


def test_3_2_1_reinforcements_are_a_c_far_away_or_in_defence_on_a_us_card() -> None:
    game = enemy_event(2, normandy_p1_sqd1="r4c1")
    (marker,) = [p for p in game.state.pieces.values() if p["kind"] == "pc_c"]
    assert marker["at"].startswith("map:r4")
    assert marker["at"] != "map:r4c1"
    defence = enemy_event(2, "nrm_2", normandy_p1_sqd1="r1c3")
    assert "pc_c" in defence.kinds_at("r1c3")


def test_9_1_4_a_counterattack_lays_b_on_secured_cards_and_means_assault_for_three_turns() -> None:
    game = enemy_event(3, normandy_p1_sqd1="r2c2", normandy_p1_sqd2="r3c3", normandy_p1_sqd3="r4c4")
    assert sum(p["kind"] == "pc_b" for p in game.state.pieces.values()) == 2
    t = game.table()
    assert [tactics.tactic(t) for turn in (2, 3, 4, 5) if t.set_var("turn", turn) is None] == ["assault"] * 3 + [
        "defend"
    ]


def test_3_2_1_resupply_gives_every_enemy_a_point() -> None:
    game = enemy_event(4, german_lmg__1="r4c4/ammo_MG=2")
    assert game.state.pieces["german-lmg-1"]["attrs"]["ammo_MG"] == 3


def test_3_2_1_a_unit_that_shifts_or_withdraws_is_not_checked() -> None:
    shifted = enemy_event(5, german_tm__1="r4c4/unspotted", normandy_p1_sqd1="r1c1")
    assert shifted.at("german-tm-1") != "r4c4"
    back = enemy_event(7, german_tm__1="r3c2", normandy_p1_sqd1="r1c1")
    assert back.at("german-tm-1").startswith("r4")
    assert back.state.pieces["german-tm-1"]["attrs"]["no_check"] == 2


@pytest.mark.parametrize(
    ("turn", "wanted"), [(2, ["pc_c"] * 3), (3, ["pc_b"] * 2 + ["pc_c"]), (8, ["pc_a"] * 2 + ["pc_b"])]
)
def test_9_1_3_a_defence_gets_its_markers_turn_by_turn_on_occupied_cards(turn: int, wanted: list[str]) -> None:
    game = Game("nrm_2", values={"turn": turn}, normandy_p1_sqd1="r1c1", normandy_p1_sqd2="r1c2", normandy_p1_sqd3="r1c4",
                normandy_p3_sqd1="r3c3", cop="r3c3").run("pc_arrivals")  # fmt: skip
    laid = sorted(p["kind"] for p in game.state.pieces.values() if p["kind"].startswith("pc_"))
    assert laid == sorted(wanted)


def test_9_1_4_nrm_1_is_counterattacked_on_turn_7_where_rows_3_and_4_are_secured() -> None:
    game = Game(values={"turn": 7}, normandy_p1_sqd1="r3c1", normandy_p1_sqd2="r2c2").run("pc_arrivals")
    laid = {p["at"]: p["attrs"]["chart"] for p in game.state.pieces.values() if p["kind"] == "pc_b"}
    assert laid == {"map:r3c1": "contact_nrm_1_counterattack"}


def test_9_1_2_of_two_markers_on_a_card_the_lower_letter_goes() -> None:
    game = enemy_event(2, "nrm_2", normandy_p1_sqd1="r1c3", pc_a__1="r1c3")
    assert game.kinds_at("r1c3") == ["pc_a", "us_normandy_sqd"]


def test_9_5_a_claymore_goes_off_at_one_enemy_of_its_card_and_is_used_up() -> None:
    game = Game(
        "vnm_1",
        vc_nva_vct__1="r2c2",
        vc_nva_vct__2="r3c3",
        claymore_mine__1="r2c2/owner=us",
        claymore_mine__2="r1c1/owner=us",
    )
    mines.claymores(game.table())
    (blast,) = [p for p in game.state.pieces.values() if p["kind"] == "vof_grenade"]
    assert (blast["at"], blast["attrs"]["target"], blast["attrs"]["ncm"]) == ("map:r2c2", "vc-nva-vct-1", -4)
    assert [p for p in game.state.pieces if p.startswith("claymore")] == ["claymore-mine-2"]
