"""The operations phase: designation, movement and transport, one test for each numbered rule (6.5, 7.0, 8.0, 21.0, 23.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.rules.ground import ground
from modules.sealords.tests.ops import Ops
from qtwar.base.errors import Refusal
from qtwar.engine import views
from qtwar.kit.content import Content
from qtwar.kit.table import Seen


def test_6_1_first_player_is_fixed_by_the_scenario(ops: Callable[..., Ops]) -> None:
    for scenario, first in (("game_warden", "COM"), ("zumwalt", "FW")):
        g = ops(scenario=scenario, us_pbr_1="2015", com_ulc_1="1304")
        assert g.runner.title.content.scenarios[scenario]["first_side"] == first


def test_6_2_phases_come_in_the_order_of_the_book(content: Content) -> None:
    from modules.sealords.rules.sequence import phases

    g = Ops(content, us_pbr_1="2015")
    from qtwar.kit.dice import Chance
    from qtwar.kit.table import Table

    t = Table(content, g.state, Chance(1))
    order = [(local["id"], local.get("side")) for _, local in phases(t, t.frame())]
    assert order == [
        ("random_events", "COM"), ("random_events", "FW"), ("reinforce_refit", "COM"), ("reinforce_refit", "FW"),
        ("operations", None), ("logistics", "COM"), ("logistics", "FW"), ("territorial_vp", "COM"), ("territorial_vp", "FW"),
    ]  # fmt: skip


def test_6_5_operations_alternate_and_a_pass_is_final(ops: Callable[..., Ops]) -> None:
    g = ops("FW", us_pbr_1="2015", com_ulc_1="1304")
    assert g.active == ["FW"]
    g.go("FW", "us-pbr-1", "2015 2016")
    assert g.active == ["COM"]
    g.act("COM", "pass")
    assert g.active == ["FW"]
    g.go("FW", "us-pbr-1", "2016 2015")
    assert g.active == ["FW"], "the side that has passed is out for the phase"
    g.act("FW", "pass")
    assert g.state.vars["phase"] == "logistics", "both are out: the turn goes on"


def test_6_5_a_side_without_points_is_out(ops: Callable[..., Ops]) -> None:
    g = ops("FW", com=0, us_pbr_1="2015", com_ulc_1="1304")
    g.go("FW", "us-pbr-1", "2015 2016")
    assert g.active == ["FW"]


def test_6_8_the_next_turn_follows_until_the_last(ops: Callable[..., Ops]) -> None:
    g = ops("FW", turn=5, us_pbr_1="2015", us_logistical_base_1="2015", fw=0, com=0)
    turns = []
    for _ in range(60):
        if g.state.result is not None:
            break
        turns.append(g.state.vars["turn"])
        side = g.active[0]
        verb = next(v for v in ("done", "end", "pass", "seen", "place", "look") if v in g.asks(side))
        ask = g.asks(side)[verb]
        args = {"place": {"pieces": ask.get("pieces", [])[:1]}, "look": {"cell": (ask.get("cells") or [""])[0]}}.get(
            verb, {}
        )
        if verb == "place":
            args["cell"] = ask["targets"][args["pieces"][0]][0]
        g.act(side, verb, **args)
    assert sorted(set(turns)) == [6], "turn 5 ran out at once, Game Warden has six"
    assert g.state.result is not None


def test_7_1_an_operation_is_move_then_recon_and_combat(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_pbr_2="2015", com_local_force_battalion_1="2016", com_sapper_company_1="2016")
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    assert g.at("us-pbr-1") == "2016"
    assert g.shown == "recon"
    assert "note.revealed" in g.notes()


def test_7_2_a_force_starts_in_one_square_and_may_leave_units_behind(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_pbr_2="2016", us_atc_1="2015", us_infantry_battalion_1="2015")
    assert g.refused_go("FW", "us-pbr-1 us-pbr-2", "2015 2016 2116") == "7.2"
    g.go("FW", "us-pbr-1 us-atc-1 us-infantry-battalion-1", "2015 2016 2116", land={"2016": "us-infantry-battalion-1"})
    assert (g.at("us-infantry-battalion-1"), g.at("us-pbr-1")) == ("2016", "2116")


def test_7_3_only_the_leader_is_paid_for_and_he_can_not_be_landed(ops: Callable[..., Ops]) -> None:
    g = ops(us_ccb_1="2015", us_pbr_1="2015", us_pbr_2="2015")
    force = "us-ccb-1 us-pbr-1 us-pbr-2"
    assert g.refused_go("FW", force, "2015 2016 2116", land={"2016": "us-ccb-1"}) == "7.3"
    g.go("FW", force, "2015 2016")
    assert g.num("FW", "cp") == 18
    arvn = ops(arvn_hq_1="2015", arvn_rag_1="2015", arvn_rag_2="2015")
    arvn.go("FW", "arvn-hq-1 arvn-rag-1 arvn-rag-2", "2015 2016")
    assert arvn.num("FW", "cp") == 17


def test_7_4_without_a_leader_each_unit_is_paid_for_by_its_nation(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", arvn_rag_1="2015", arvn_ranger_battalion_1="2015")
    g.go("FW", "us-pbr-1 arvn-rag-1 arvn-ranger-battalion-1", "2015 2016")
    assert g.num("FW", "cp") == 20 - 2 - 3 - 3
    poor = ops(fw=1, us_pbr_1="2015")
    closed = poor.asks("FW")["move_force"]
    assert (closed["why_not"]["rule"], closed["why"]["us-pbr-1"]["rule"]) == ("5.2", "5.2")
    assert poor.offer("FW")["prompt"]["key"] == "prompt.operation_none"


def test_8_7_where_no_force_can_be_designated_each_unit_has_its_reason(ops: Callable[..., Ops]) -> None:
    on_foot = ops(arvn_ranger_battalion_1="2015")
    closed = on_foot.asks("FW")["move_force"]
    assert (closed["pieces"], closed["why"]["arvn-ranger-battalion-1"]["rule"]) == (["arvn-ranger-battalion-1"], "8.7")
    assert closed["why_not"]["rule"] == "8.7"


def test_7_5_boats_of_both_types_only_along_the_coast(ops: Callable[..., Ops]) -> None:
    g = ops(us_wpb_1="3210", us_pbr_1="3210")
    assert g.refused_go("FW", "us-wpb-1 us-pbr-1", "3210 3209") != ""
    g.go("FW", "us-wpb-1 us-pbr-1", "3210 3310")
    assert g.at("us-pbr-1") == g.at("us-wpb-1") == "3310"


def test_7_5_helicopters_go_along_with_boats(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_detachment_1="2015")
    g.go("FW", "us-pbr-1 us-helicopter-detachment-1", "2015 2016")
    assert g.at("us-helicopter-detachment-1") == "2016"


def test_7_6_1_designation_pays_at_once(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com_ulc_1="1304")
    g.go("FW", "us-pbr-1", "2015 2016")
    assert g.note("note.operation")["cp"] == 2
    assert g.num("FW", "cp") == 18


def test_7_6_2_the_force_ends_where_it_is_led(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015")
    g.go("FW", "us-pbr-1", "2015 2116")
    assert g.at("us-pbr-1") == "2116", "gaps between waypoints are filled along the water"


def test_8_2_the_same_unit_may_operate_again(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com=0, com_ulc_1="1304")
    for path in ("2015 2016", "2016 2015", "2015 2016"):
        g.go("FW", "us-pbr-1", path)
    assert g.num("FW", "cp") == 14


def test_5_1_operations_and_refits_cost_what_the_tables_say(ops: Callable[..., Ops]) -> None:
    from modules.sealords.rules import command

    r = ops(us_pbr_1="2015").runner
    seen = Seen(r.title.content, views.view(r.state, "FW"))
    prices = [command.cost(seen, "FW", "operation_unit", n) for n in ("us", "ally", "arvn")]
    assert prices == [2, 2, 3]
    assert [command.cost(seen, "COM", row) for row in ("operation_unit", "operation_hq", "supply")] == [2, 2, 1]
    assert (command.draw_cost(seen, "FW"), command.draw_cost(seen, "COM")) == (2, 2)


def test_8_3_1_communists_stay_out_of_saigon_and_vung_tau(ops: Callable[..., Ops]) -> None:
    g = ops("COM", com_ulc_1="2905", com_trl_1="3512", com_sapper_company_1="2905")
    assert {"2905", "3006"} & g.reach("COM", "com-ulc-1") == set(), "the river leads through Saigon alone"
    assert g.refused_go("COM", "com-ulc-1", "2905 2906") == "8.3"
    assert "3411" not in g.reach("COM", "com-trl-1")
    assert "3412" in g.reach("COM", "com-trl-1")
    assert g.refused_go("COM", "com-ulc-1 com-sapper-company-1", "2905 2906 3006") == "8.3", "nor through it"


def test_8_3_2_regional_forces_stay_out_of_cambodia_after_the_invasion(ops: Callable[..., Ops]) -> None:
    g = ops(us_atc_1="1306", arvn_regional_force_battalion_1="1306")
    g.state.vars["cambodia_open"] = 1
    assert "1304" in g.reach("FW", "us-atc-1")
    assert "1304" not in g.reach("FW", "us-atc-1", "arvn-regional-force-battalion-1")
    assert g.refused_go("FW", "us-atc-1 arvn-regional-force-battalion-1", "1306 1305 1304") == "21.3"
    com = ops("COM", com_ulc_1="1306", com_local_force_battalion_1="1306")
    assert com.refused_go("COM", "com-ulc-1 com-local-force-battalion-1", "1306 1305 1304") == "21.3"


def test_8_3_4_the_high_seas_are_for_naval_units_alone(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_de_1="3411",
        us_pbr_1="3411",
        us_wpb_1="3411",
        us_special_forces_company_1="3411",
        us_helicopter_detachment_1="3411",
    )
    map_ = ground(g.runner.title.content)
    seas = {p.removeprefix("delta:") for p in map_.places if map_.terrain[p] == "high_seas"}
    shore = {p.removeprefix("delta:") for p in map_.places if map_.terrain[p] == "coastal"}
    de = g.reach("FW", "us-de-1")
    assert de & seas
    assert de <= seas | shore
    for boats in (["us-pbr-1"], ["us-helicopter-detachment-1"]):
        assert not g.reach("FW", *boats) & seas
    carried = g.runner.query("FW", "reach", {"pieces": ["us-wpb-1", "us-special-forces-company-1"]})["cells"]
    assert {at["mark"] for p, at in carried.items() if p.removeprefix("delta:") in seas} == {"pass"}, (
        "no landing at sea"
    )


def test_8_3_3_boats_and_land_units_keep_to_water_squares(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_helicopter_battalion_1="2015", us_infantry_battalion_1="2015")
    assert "1916" not in g.reach("FW", "us-pbr-1")
    assert g.refused_go("FW", "us-helicopter-battalion-1 us-infantry-battalion-1", "2015 1916") == "8.3"


def test_8_3_5_helicopters_cross_anything_but_end_on_water(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_detachment_1="2015")
    lit = g.reach("FW", "us-helicopter-detachment-1")
    assert "1617" in lit
    assert "1916" not in lit
    assert "0120" not in lit, "high seas"
    assert g.refused_go("FW", "us-helicopter-detachment-1", "2015 1916") == "8.3"


def test_8_4_riverine_units_follow_water_and_stop_at_enemies(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", com_local_force_battalion_1="2116")
    cells = g.runner.query("FW", "reach", {"pieces": ["us-pbr-1"]})["cells"]
    assert cells["delta:2116"]["mark"] == "enemy"
    assert all("delta:2116" not in at["path"][:-1] for at in cells.values()), "the face-down counter stops the way"
    assert g.refused_go("FW", "us-pbr-1", "2015 1705") == "8.3", "land without water"
    g.go("FW", "us-pbr-1", "2015 2016 2116 2117")
    assert g.at("us-pbr-1") == "2116"


def test_8_4_a_unit_and_a_marker_light_alike(ops: Callable[..., Ops]) -> None:
    unit = ops(us_pbr_1="2015", com_local_force_battalion_1="2116")
    marker = ops(us_pbr_1="2015", com_ambush_1="2116")
    ask = {"pieces": ["us-pbr-1"]}
    assert unit.runner.query("FW", "reach", ask) == marker.runner.query("FW", "reach", ask)
    assert unit.runner.offer("FW") == marker.runner.offer("FW")


def test_8_5_naval_units_keep_to_sea_and_coast(ops: Callable[..., Ops]) -> None:
    g = ops(us_de_1="3411")
    lit = g.reach("FW", "us-de-1")
    assert {"3412", "3616", "0120"} <= lit
    assert "3209" not in lit
    assert g.refused_go("FW", "us-de-1", "3411 3410") in ("8.3", "8.5")


def test_8_6_airmobile_movement_and_reaction_from_a_base(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_pbr_1="2015", us_pbr_2="2015", us_logistical_base_1="1914", us_helicopter_detachment_1="1914",
        us_helicopter_detachment_2="1617", com_local_force_battalion_1="2016", com_sapper_company_1="2016",
    )  # fmt: skip
    g.go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1])
    g.act("FW", "first_fire")
    assert g.shown == "fw_air_airmobile_ngf"
    assert g.asks("FW")["react"]["pieces"] == ["us-helicopter-detachment-1"], "the other is at no base"
    before = g.num("FW", "cp")
    g.act("FW", "react", pieces=["us-helicopter-detachment-1"], path=["delta:1914", "delta:2016"])
    assert g.at("us-helicopter-detachment-1") == "2016"
    assert g.num("FW", "cp") == before - 2


def test_8_7_land_units_do_not_move_alone(ops: Callable[..., Ops]) -> None:
    g = ops(us_infantry_battalion_1="2015", us_pbr_1="2015")
    assert g.refused_go("FW", "us-infantry-battalion-1", "2015 2016") == "8.7"


def test_8_8_transport_needs_capacity_and_starts_together(ops: Callable[..., Ops]) -> None:
    g = ops(us_pbr_1="2015", us_infantry_battalion_1="2015", us_atc_1="2015")
    assert g.refused_go("FW", "us-pbr-1 us-infantry-battalion-1", "2015 2016") == "8.8"
    g.go("FW", "us-atc-1 us-infantry-battalion-1", "2015 2016")
    assert g.at("us-infantry-battalion-1") == "2016"
    division = ops(arvn_infantry_division_1="2015", us_lsc_1="2015")
    assert division.refused_go("FW", "us-lsc-1 arvn-infantry-division-1", "2015 2016") == "8.8"


def test_8_9_helicopters_collect_units_elsewhere(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_helicopter_battalion_1="1914",
        us_infantry_battalion_1="2015",
        us_cidg_1="2015",
        us_mechanized_battalion_1="2015",
    )
    answer = g.runner.query("FW", "reach", {"pieces": ["us-helicopter-battalion-1"]})
    assert "us-infantry-battalion-1" in answer["join"]["delta:2015"]
    g.go(
        "FW", "us-helicopter-battalion-1", "1914 2015 1617",
        join={"2015": "us-infantry-battalion-1 us-cidg-1"},
    )  # fmt: skip
    assert g.at("us-infantry-battalion-1") == g.at("us-cidg-1") == "1617"
    assert g.num("FW", "cp") == 20 - 2 - 2 - 2
    full = ops(us_helicopter_detachment_1="1914", us_infantry_battalion_1="2015")
    assert (
        full.refused_go("FW", "us-helicopter-detachment-1", "1914 2015 1617", join={"2015": "us-infantry-battalion-1"})
        == "8.9"
    )


@pytest.mark.parametrize(
    ("piece", "key"), [("arvn-infantry-division-1", "refuse.force.8_9"), ("us-logistical-base-1", "refuse.force.8_12")]
)
def test_8_9_what_has_no_transport_cost_and_what_is_static_can_not_be_collected(
    ops: Callable[..., Ops], piece: str, key: str
) -> None:
    g = ops(us_helicopter_battalion_1="1914", **{piece.replace("-", "_"): "2015"})
    with pytest.raises(Refusal) as no:
        g.go("FW", "us-helicopter-battalion-1", "1914 2015 1617", join={"2015": piece})
    assert no.value.key == key


def test_8_10_helicopters_lift_patrol_boats(ops: Callable[..., Ops]) -> None:
    g = ops(us_helicopter_battalion_1="2015", us_pbr_1="2015")
    g.go("FW", "us-helicopter-battalion-1 us-pbr-1", "2015 0920")
    assert g.at("us-pbr-1") == "0920", "no water way leads there without passing others"
    small = ops(us_helicopter_detachment_1="2015", us_pbr_1="2015")
    assert small.refused_go("FW", "us-helicopter-detachment-1 us-pbr-1", "2015 0209") != ""


def test_8_11_redeployment_between_bases(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_logistical_base_1="1914", arvn_logistical_base_1="2609", us_infantry_battalion_1="1914",
        arvn_ranger_battalion_1="1914", us_pbr_1="1914",
    )  # fmt: skip
    costs = g.asks("FW")["redeploy"]["costs"]
    assert costs == {"us-infantry-battalion-1": 4, "arvn-ranger-battalion-1": 6, "us-pbr-1": 6}
    g.act("FW", "redeploy", pieces=["us-infantry-battalion-1", "us-pbr-1"], cell="delta:2609")
    assert g.at("us-pbr-1") == "2609"
    assert g.num("FW", "cp") == 10
    text = ops(
        options={"arvn_redeployment_table": False},
        us_logistical_base_1="1914",
        us_logistical_base_2="2609",
        arvn_ranger_battalion_1="1914",
    )
    assert text.asks("FW")["redeploy"]["costs"] == {"arvn-ranger-battalion-1": 4}


def test_8_12_static_units_never_move(ops: Callable[..., Ops]) -> None:
    g = ops(us_logistical_base_1="2015", us_special_forces_camp_1="2106", us_pbr_1="2015")
    assert g.refused_go("FW", "us-pbr-1 us-logistical-base-1", "2015 2016") == "8.12"
    assert g.runner.query("FW", "why", {"pieces": ["us-logistical-base-1"], "cell": "delta:2016"})["rule"] == "8.12"


def test_8_14_no_corner_steps_for_boats_on_rivers(ops: Callable[..., Ops]) -> None:
    g = ground(ops(us_pbr_1="2015").runner.title.content)
    assert all(b in g.sides[a] for a in g.places for b in g.water[a])
    assert any(b not in g.sides[a] for a in g.places for b in g.naval[a])
    sea = ops(us_de_1="3512", us_pcf_1="3411")
    assert sea.runner.query("FW", "reach", {"pieces": ["us-de-1"]})["cells"]["delta:3613"]["path"] == [
        "delta:3512",
        "delta:3613",
    ]
    coast = [
        (a, b) for a in g.places for b in g.near[a] if g.terrain[a] == g.terrain[b] == "coastal" and b not in g.sides[a]
    ]
    for a, b in coast[:6]:
        pcf = ops(us_pcf_1=a.removeprefix("delta:"), com_ulc_1="1304")
        path = pcf.runner.query("FW", "reach", {"pieces": ["us-pcf-1"]})["cells"].get(b, {"path": [a, "", b]})["path"]
        assert path != [a, b]


def test_9_3_each_side_has_its_own_limit(ops: Callable[..., Ops]) -> None:
    seven: dict[str, Any] = {f"us_pbr_{i}": "2016" for i in range(1, 8)}
    g = ops("COM", com_ulc_1="2015", com_ulc_2="2015", com_ulc_3="2015", **seven)
    g.go("COM", "com-ulc-1 com-ulc-2 com-ulc-3", "2015 2016")
    assert g.shown == "recon", "ten counters, but seven of one side and three of the other"
    crowd = ops("COM", com_ulc_1="2015", **{f"com_main_force_battalion_{i}": "2016" for i in range(1, 9)})
    crowd.go("COM", "com-ulc-1", "2015 2016")
    assert crowd.asks("COM")["excess"]["min"] == 1


def test_15_2_infiltration_units_do_not_redeploy(ops: Callable[..., Ops]) -> None:
    from modules.sealords.rules.operations import redeploy_cost
    from qtwar.kit.dice import Chance
    from qtwar.kit.table import Table

    g = ops("COM", com_logistical_base_1="1403", com_logistical_base_2="1102", com_tij_1="1403", com_hq_1="1403")
    t = Table(g.runner.title.content, g.state, Chance(1))
    assert redeploy_cost(t, "COM", "com-tij-1") is None
    assert redeploy_cost(t, "COM", "com-hq-1") == 2
    assert "com-tij-1" not in g.asks("COM")["redeploy"]["pieces"]


def test_16_1_a_leader_takes_any_nation_along_for_nothing(ops: Callable[..., Ops]) -> None:
    g = ops(us_ccb_1="2015", arvn_rag_1="2015", arvn_rag_2="2015", arvn_marine_battalion_1="2015")
    g.go("FW", "us-ccb-1 arvn-rag-1 arvn-rag-2 arvn-marine-battalion-1", "2015 2016")
    assert g.num("FW", "cp") == 18


def test_18_4_a_sensor_blocks_and_stacks_and_fights_nothing(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"com_main_force_battalion_{i}": "1305" for i in range(1, 8)}
    g = ops("COM", us_sensor_1="1305", us_sensor_2="1306", com_ulc_1="1304", **eight)
    assert {"1305", "1306", "1406"} <= g.reach("COM", "com-ulc-1"), "no stop on the way"
    g.act("COM", "move_force", [4, 4], pieces=["com-ulc-1"], path=["delta:1304", "delta:1305", "delta:1306"])
    assert (g.at("com-ulc-1"), g.at("us-sensor-2"), g.active) == ("1306", "1306", ["FW"])
    fw = ops(us_sensor_1="2016", **{f"us_pbr_{i}": "2015" for i in range(1, 9)})
    fw.go("FW", " ".join(f"us-pbr-{i}" for i in range(1, 9)), "2015 2016")
    assert "excess" not in fw.asks(fw.active[0])


def test_21_1_1_special_forces_companies_alone_may_enter_cambodia(ops: Callable[..., Ops]) -> None:
    from modules.sealords.rules.ground import barred

    g = ops(us_pbr_1="1406", us_special_forces_company_1="1406")
    kinds = g.runner.title.content.kinds
    from qtwar.kit.dice import Chance
    from qtwar.kit.table import Table

    t = Table(g.runner.title.content, g.state, Chance(1))
    assert barred(t, kinds["us_special_forces_company"], "delta:1304") == ""
    assert barred(t, kinds["us_pbr"], "delta:1304") == "21.1"
    assert g.refused_go("FW", "us-pbr-1 us-special-forces-company-1", "1406 1306 1305 1304") == "21.1"


def test_21_1_1_note_helicopters_may_carry_them_by_option(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_helicopter_detachment_1": "1406", "us_special_forces_company_1": "1406"}
    force, path = "us-helicopter-detachment-1 us-special-forces-company-1", "1406 1402"
    assert ops(**where).refused_go("FW", force, path) == "21.1"
    g = ops(options={"sf_helicopter_cambodia": True}, **where)
    g.go("FW", force, path)
    assert g.at("us-special-forces-company-1") == "1402"


def test_21_2_communists_cross_the_border_freely(ops: Callable[..., Ops]) -> None:
    g = ops("COM", com_ulc_1="1304")
    g.go("COM", "com-ulc-1", "1304 1305 1306")
    g2 = ops("COM", com_ulc_1="1306")
    g2.go("COM", "com-ulc-1", "1306 1304")
    assert (g.at("com-ulc-1"), g2.at("com-ulc-1")) == ("1306", "1304")


def test_23_1_zones_of_control_are_an_option(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_de_1": "3411", "com_trl_1": "3616"}
    g = ops("COM", **where)
    g.go("COM", "com-trl-1", "3616 3515 3514 3513")
    assert g.at("com-trl-1") == "3513"


def test_23_2_the_zone_is_three_squares_over_sea_and_coast(ops: Callable[..., Ops]) -> None:
    from modules.sealords.rules.nzoc import zone
    from qtwar.kit.dice import Chance
    from qtwar.kit.table import Table

    g = ops(us_de_1="3411")
    found = {p.removeprefix("delta:") for p in zone(Table(g.runner.title.content, g.state, Chance(1)), "delta:3411")}
    assert {"3414", "3614", "3112"} <= found
    assert "3415" not in found
    assert "3408" not in found, "land"


def test_23_3_interception_costs_a_point_and_ends_the_move(ops: Callable[..., Ops]) -> None:
    where: dict[str, Any] = {"us_de_1": "3411", "us_wpb_1": "3411", "com_trl_1": "3616", "com_tij_1": "0309"}
    g = ops("COM", options={"fw_nzoc": True}, **where)
    g.go("COM", "com-trl-1", "3616 3515 3514 3513")
    assert g.active == ["FW"]
    g.act("FW", "intercept", pieces=["us-de-1"])
    assert g.at("us-de-1") == g.at("com-trl-1") == "3514", "the zone begins there, not at 3515"
    assert g.num("FW", "cp") == 19
    passed = ops("COM", options={"fw_nzoc": True}, **where)
    passed.go("COM", "com-trl-1", "3616 3515 3514 3513")
    for _ in range(4):
        if passed.active == ["FW"] and passed.shown == "intercept":
            passed.act("FW", "let_pass")
    assert passed.at("com-trl-1") == "3513"
