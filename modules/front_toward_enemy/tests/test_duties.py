"""Searching, recovering, destroying, medevac, the wounded, carrying and evacuating (7.5, 9.0 to 12.0, 17.0)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]
HID = "/owner=NVA_VC/concealed"


def act(game: Make, verb: str, unit: str = "us_ft-1", dice: list[int] | None = None, **pieces: str) -> Game:
    """Activate the hex 11.11 and take an action with a unit in it."""
    g = game(**pieces).act("US", "hex", cell="11.11")
    return g.act("US", verb, pieces=[unit], dice=dice)


def test_9_0_a_search_reveals_all_facilities_and_scores_for_each(game: Make) -> None:
    g = act(
        game, "search", dice=[4], us_ft_1="11.11", us_ft_2="11.11", tunnel_1="11.11" + HID, dummy_facility_1="11.11" + HID,
        trench_1="11.11" + HID,
    )  # fmt: skip
    assert not g.concealed("tunnel-1")
    assert "dummy_facility-1" not in g.state.pieces
    assert g.vp() == (1, 0), "the trench gives none (25.0)"


def test_9_0_a_failure_makes_the_next_search_easier_until_another_action(game: Make) -> None:
    pieces = {"us_ft_1": "11.11", "us_ft_2": "11.11", "tunnel_1": "11.11" + HID}
    g = act(game, "search", dice=[5], **pieces)
    assert g.attr("us_ft-1", "search") == 1
    assert g.concealed("tunnel-1")
    g = act(game, "search", dice=[5], **{**pieces, "us_ft_1": "11.11/search=1"})
    assert not g.concealed("tunnel-1")
    g = act(game, "recover", **{**pieces, "us_ft_1": "11.11/search=1/fatigued"})
    assert g.attr("us_ft-1", "search") is None


def test_9_0_who_searches_in_sight_is_exposed_and_fired_at_after_the_check(game: Make) -> None:
    g = act(
        game, "search", dice=[10], us_ft_1="11.11/concealed", us_ft_2="11.11", tunnel_1="11.11" + HID, vc_ft_1="13.11",
    )  # fmt: skip
    assert not g.concealed("us_ft-1")
    assert g.attr("us_ft-1", "search") == 1
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_ft-1"]


def test_10_0_recovering_takes_markers_off_one_step_at_a_time(game: Make) -> None:
    g = act(game, "recover", us_ft_1="11.11/fatigued/broken", us_ft_2="11.11")
    assert (g.attr("us_ft-1", "fatigued"), g.attr("us_ft-1", "state")) == (None, "suppressed")
    g = act(game, "recover", us_ft_1="11.11/suppressed", us_ft_2="11.11")
    assert g.attr("us_ft-1", "state") is None
    g = game(us_acav_1="11.11/broken/fatigued", us_ft_2="11.11").act("US", "drive", pieces=["us_acav-1"])
    g.act("US", "recover", pieces=["us_acav-1"])
    assert g.attr("us_acav-1", "state") == "broken", "vehicles never shed it"


def test_10_0_ammunition_comes_from_another_combat_unit_or_a_hidden_cache(game: Make) -> None:
    alone = game(us_ft_1="11.11/low_ammo", us_ldr_1="11.11").act("US", "hex", cell="11.11")
    assert alone.ask("US", "recover") is None, "leaders have none to give"
    g = act(game, "recover", us_ft_1="11.11/low_ammo", us_ft_2="11.11")
    assert g.attr("us_ft-1", "low_ammo") is None
    low = game(us_ft_1="11.11/low_ammo", us_ft_2="11.11/low_ammo").act("US", "hex", cell="11.11")
    assert low.ask("US", "recover") is None
    vc = game(side="NVA_VC", vc_ft_1="11.11/low_ammo", ammo_cache_1="11.11" + HID).act("NVA_VC", "hex", cell="11.11")
    vc.act("NVA_VC", "recover", pieces=["vc_ft-1"])
    assert vc.attr("vc_ft-1", "low_ammo") is None
    assert vc.concealed("ammo_cache-1")


def test_10_0_casualties_are_picked_up_and_handed_over(game: Make) -> None:
    pieces = {"us_ft_1": "11.11/fatigued", "us_ft_2": "11.11/done", "wia_1": "11.11/owner=US"}
    g = act(game, "recover", **pieces)
    g.act("US", "lift", choice="us_ft-1 wia-1").act("US", "done")
    assert g.at("wia-1") == "@us_ft-1"
    g = act(game, "recover", **{**pieces, "wia_1": "@us_ft-1/owner=US"})
    g.act("US", "hand", choice="us_ft-1 wia-1 us_ft-2")
    assert g.at("wia-1") == "@us_ft-2", "the other may be complete"


def test_7_5_2_carrying_slows_and_a_kia_weighs_on_checks(game: Make) -> None:
    g = game(us_ft_1="06.10", wia_1="@us_ft-1/owner=US", kia_1="@us_ft-1/owner=US")
    cells = g.query("US", "reach", pieces=["us_ft-1"])["cells"]
    assert g.place("12.10") in cells
    assert g.place("13.10") not in cells, "five less two"
    g.act("US", "hex", cell="06.10")
    assert g.state.at("@us_ft-1") == ["wia-1", "kia-1"]
    from modules.front_toward_enemy.rules.checks import status
    from modules.front_toward_enemy.rules.facts import carry_limit

    assert [(m.key, m.n) for m in status(g.table(), "us_ft-1")] == [("drm.carries_kia", 1)]
    mg = game(us_ft_1="06.10", us_mg_1="06.10", us_ft_2="06.10/reduced", us_ldr_1="06.10").table()
    assert [carry_limit(mg, p) for p in ("us_ft-1", "us_mg-1", "us_ft-2", "us_ldr-1")] == [2, 1, 0, 0]


def test_7_5_2_casualties_are_dropped_on_the_way(game: Make) -> None:
    g = game(us_ft_1="06.10", us_ft_2="06.10", wia_1="@us_ft-1/owner=US", vc_ft_1="10.10").act(
        "US", "hex", cell="06.10"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["07.10", "08.10"])
    g.act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[10])
    assert g.at("us_ft-1") == "08.10"
    g = game(us_ft_1="06.10", us_ft_2="06.10", wia_1="@us_ft-1/owner=US", bunker_1="07.10/owner=US")
    g.act("US", "hex", cell="06.10").act("US", "move", pieces=["us_ft-1"], path=["07.10"])
    g.act("US", "drop", pieces=["wia-1"])
    assert g.at("wia-1") == "07.10"
    assert g.ask("US", "go_on") is not None


def test_7_5_3_nva_evacuate_over_any_edge_or_into_a_tunnel_the_us_where_the_frago_says(game: Make) -> None:
    off = "off_nva_vc"
    g = game(side="NVA_VC", vc_ft_1="11.11", wia_1="@vc_ft-1/owner=NVA_VC", tunnel_1="11.11" + HID, vc_ft_2="11.11")
    g.act("NVA_VC", "hex", cell="11.11").act("NVA_VC", "move", pieces=["vc_ft-1"], path=[off])
    assert g.at("vc_ft-1") == off
    assert "wia-1" not in g.state.pieces
    assert g.vp() == (0, 1)
    edge = game(side="NVA_VC", vc_ft_1="26.10", kia_1="@vc_ft-1/owner=NVA_VC", vc_ft_2="26.11")
    assert off in edge.query("NVA_VC", "reach", pieces=["vc_ft-1"])["cells"]
    assert off not in edge.query("NVA_VC", "reach", pieces=["vc_ft-2"])["cells"], "nobody leaves without cause (6.1)"
    us = game(us_ft_1="01.10", wia_1="@us_ft-1/owner=US")
    assert "off_us" not in us.query("US", "reach", pieces=["us_ft-1"])["cells"]
    walk = game(
        scenario="frago_0_point_element", us_ft_1="01.10", wia_1="@us_ft-1/owner=US", us_ft_2="02.11", chit_us_8="cup"
    )
    walk.act("US", "hex", cell="01.10").act("US", "move", pieces=["us_ft-1"], path=["off_us"])
    assert walk.vp() == (3, 0)


def test_7_5_3_lone_casualties_fall_to_who_enters_and_lone_medics_too(game: Make) -> None:
    g = game(
        us_ft_1="11.11", us_ft_2="11.11", wia_1="12.10/owner=NVA_VC", kia_1="12.10/owner=NVA_VC",
    ).act("US", "hex", cell="11.11")  # fmt: skip
    g.act("US", "move", pieces=["us_ft-1"], path=["12.10"])
    assert "wia-1" not in g.state.pieces
    assert "kia-1" not in g.state.pieces
    assert g.vp() == (2, 0)
    g = game(side="NVA_VC", vc_ft_1="11.11", vc_ft_2="11.11", us_medic_1="12.10").act("NVA_VC", "hex", cell="11.11")
    g.act("NVA_VC", "move", pieces=["vc_ft-1"], path=["12.10"])
    assert g.at("us_medic-1") == "dead_us"
    assert g.vp() == (0, 3)


def test_11_0_us_infantry_destroys_what_is_revealed_but_no_trench(game: Make) -> None:
    pieces = {
        "us_ft_1": "11.11",
        "us_ft_2": "11.11",
        "tunnel_1": "11.11/owner=NVA_VC",
        "trench_1": "11.11/owner=NVA_VC",
    }
    g = act(game, "destroy", **pieces)
    assert g.at("tunnel-1") == "dead_nva_vc"
    assert g.at("trench-1") == "11.11"
    assert g.vp() == (1, 0)
    shaken = game(**{**pieces, "us_ft_1": "11.11/suppressed", "us_ft_2": "01.01"}).act("US", "hex", cell="11.11")
    assert shaken.ask("US", "destroy") is None
    hidden = game(us_ft_1="11.11", tunnel_1="11.11" + HID).act("US", "hex", cell="11.11")
    assert hidden.ask("US", "destroy") is None


def test_12_0_the_medevac_comes_by_the_table_once_at_a_time(game: Make) -> None:
    g = act(game, "medevac", unit="us_ldr-1", dice=[4], us_ldr_1="11.11", us_ldr_2="11.11")
    assert g.state.vars["medevac"] == {"due": 5}
    assert g.at("medevac_due-1") == "turn-5"
    assert g.ask("US", "medevac") is None, "one at a time"
    g = act(game, "medevac", unit="us_ldr-1", dice=[10], us_ldr_1="11.11", us_ldr_2="11.11")
    assert g.ask("US", "medevac")["pieces"] == ["us_ldr-2"], "refused: it may be tried again"
    bad = game(us_ldr_1="11.11/suppressed", us_ft_1="11.11").act("US", "hex", cell="11.11")
    assert bad.ask("US", "medevac") is None
    none = game(scenario="frago_0_point_element", us_ldr_1="11.11", us_ft_1="11.11", chit_us_8="cup")
    assert none.act("US", "hex", cell="11.11").ask("US", "medevac") is None, "the FRAGO has none"


def test_12_0_it_arrives_at_any_edge_and_is_for_casualties_only(game: Make) -> None:
    g = game("reinforcement", us_ft_1="10.10", medevac_due_1="turn-2", values={"turn": 2})
    asks = g.asks("US")
    cells = next(iter(asks["arrive_treetop"]["targets"].values()))
    assert {"tan_loi:01.01", "tan_loi:26.18", "tan_loi:13.01", "tan_loi:13.18"} <= set(cells)
    from modules.front_toward_enemy.rules.cargo import loadable

    g = game(us_slick_1="10.10/ground/medevac", us_ft_1="10.10", wia_1="@us_ft-1/owner=US", injured_1="10.10/owner=US")
    assert sorted(loadable(g.table(), "us_slick-1")) == ["injured-1", "wia-1"]
    g.act("US", "fly", pieces=["us_slick-1"]).act("US", "load", pieces=["us_slick-1", "wia-1"])
    assert g.attr("us_slick-1", "leave") == 3, "it must leave in the following turn"


def test_17_0_the_wounded_die_return_or_stay_a_medic_helps(game: Make) -> None:
    cases = ((9, "01.01", "kia", 0), (9, "10.10", "wia", 1), (3, "10.10", "", 3), (5, "01.01", "wia", 1))
    for die, medic, left, vp in cases:
        g = game("turn_end", us_ft_1="10.10", us_medic_1=medic, wia_1="10.10/owner=US")
        g.table().put("US", "vp", 1)
        g.run("wounded", dice=[die])
        there = [p["kind"] for p in g.state.pieces.values() if p["kind"] in ("kia", "wia")]
        assert there == [left][: len(left)]
        assert g.vp() == (vp, 0)


def test_17_0_who_died_of_wounds_is_a_kia_of_the_counter_mix_where_he_was(game: Make) -> None:
    g = game("turn_end", us_ft_1="10.10/concealed", wia_1="@us_ft-1/owner=US/known=US", kia_1="dead_us")
    g.run("wounded", dice=[9])
    assert "wia-1" not in g.state.pieces, "the counter of a wounded man is free again"
    kia = g.state.pieces["kia-2"]
    assert (kia["kind"], kia["at"], kia["owner"]) == ("kia", "@us_ft-1", "US")
    assert g.concealed("kia-2"), "whom a concealed unit carries is not seen"


def test_17_0_injured_markers_are_not_rolled_for(game: Make) -> None:
    g = game("concealment", us_ft_1="10.10", injured_1="@us_ft-1/owner=US")
    g.run("wounded", dice=[])
    assert g.at("injured-1") == "@us_ft-1"
