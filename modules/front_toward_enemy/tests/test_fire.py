"""Fire: who may, the modifiers by name, mortars, what it does to everybody (7.0 to 7.5, 27.0, 28.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.front_toward_enemy.rules import fire, harm, losses
from modules.front_toward_enemy.rules.fire import When
from modules.front_toward_enemy.tests.conftest import Game
from qtwar.base.errors import Refusal

Make = Callable[..., Game]


def mods(g: Game, pieces: list[str], target: str, when: When = When()) -> dict[str, int]:  # noqa: B008
    """Return the modifiers of a shot by name."""
    shot = fire.compose(g.table(), pieces, target, when)
    return {m.key.removeprefix("drm."): m.n for m in shot.modifiers}


def hurt(
    g: Game, unit: str, result: str, by: str = "NVA_VC", cause: str = "fire", origin: str = "", **more: Any
) -> Game:
    """Carry a result out."""
    g.run(("hurt", {"unit": unit, "result": result, "by": by, "cause": cause, "origin": origin}), **more)
    return g


@pytest.fixture
def game(game: Make) -> Make:
    """Games whose scripts can bring results about."""
    from qtwar.kit.step import Step

    class Hurt(Step):
        name = "hurt"

        def run(self, t: Any, f: Any) -> None:
            if f.l.get("told"):
                t.done()
                return
            f.l["told"] = True
            where = f.l["origin"] or t.where(f.l["unit"])
            stay = f.l["cause"] == "stays"
            harm.suffer(t, f.l["unit"], f.l["result"], by=f.l["by"], cause=f.l["cause"], origin=where, stay=stay)

    def make(*args: Any, **kw: Any) -> Game:
        g = game(*args, **kw)
        g.runner.title.steps["hurt"] = Hurt()
        return g

    return make


# who may fire -----------------------------------------------------------------------------


def test_7_0_broken_units_and_those_without_a_line_do_not_fire(game: Make) -> None:
    g = game(us_ft_1="12.08", us_ft_2="09.10/broken", us_ft_3="09.10", vc_ft_1="08.08", vc_ft_2="11.10")
    t = g.table()
    assert fire.targets(t, "us_ft-1") == {}
    assert fire.targets(t, "us_ft-2") == {}
    assert g.place("11.10") in fire.targets(t, "us_ft-3")


def test_2_0_only_units_with_a_fire_value_fire(game: Make) -> None:
    g = game(us_medic_1="10.10", us_ft_1="10.10", vc_ft_1="11.10")
    assert fire.targets(g.table(), "us_medic-1") == {}
    assert fire.targets(g.table(), "us_ft-1")


def test_7_0_those_who_fire_together_need_not_be_beside_each_other(game: Make) -> None:
    g = game(us_ft_1="08.10", us_mg_1="14.10", vc_ft_1="11.10")
    assert mods(g, ["us_mg-1", "us_ft-1"], "vc_ft-1")["helpers"] == -1
    with pytest.raises(Refusal) as no:
        mods(g, ["us_mg-1", "us_ft-1"], "vc_ft-1", When(opportunity=True))
    assert no.value.rule == "21.0"


def test_7_0_firing_in_sight_of_an_exposed_enemy_exposes_but_not_snipers(game: Make) -> None:
    g = game(us_ft_1="08.10/concealed", us_sniper_1="08.10/concealed", vc_ft_1="11.10")
    g.act("US", "hex", cell="08.10").act("US", "fire", dice=[10], pieces=["us_sniper-1"], cell="11.10")
    assert g.concealed("us_sniper-1")
    g.act("US", "fire", dice=[10], pieces=["us_ft-1"], cell="11.10")
    assert not g.concealed("us_ft-1")
    g = game(us_ft_1="08.10/concealed", vc_ft_1="11.10/concealed")
    g.act("US", "hex", cell="08.10").act("US", "fire", dice=[10], pieces=["us_ft-1"], cell="11.10")
    assert g.concealed("us_ft-1"), "nobody exposed sees it"


# modifiers --------------------------------------------------------------------------------


def test_7_1_terrain_range_adjacent_and_markers(game: Make) -> None:
    g = game(us_ft_1="11.10/suppressed/fatigued/low_ammo/hero", vc_ft_1="10.10", vc_ft_2="10.07")
    found = mods(g, ["us_ft-1"], "vc_ft-1")
    assert found == {"suppressed": 1, "fatigued": 1, "low_ammo": 1, "hero": -1, "adjacent": -1}
    far = game(us_ft_1="03.10", vc_ft_1="13.10")
    assert mods(far, ["us_ft-1"], "vc_ft-1") == {"beyond_range": 1}
    with pytest.raises(Refusal):
        mods(game(us_ft_1="03.10", vc_ft_1="16.10"), ["us_ft-1"], "vc_ft-1")


def test_7_1_jungle_counts_not_against_he_hamlets_do(game: Make) -> None:
    g = game(us_m48_1="03.03", us_ft_1="03.03", us_mg_1="11.10", nva_ft_1="02.02", vc_ft_1="10.09")
    assert mods(g, ["us_ft-1"], "nva_ft-1")["terrain"] == 2
    assert "terrain" not in mods(g, ["us_m48-1"], "nva_ft-1")
    strict = game(us_m48_1="03.03", nva_ft_1="02.02", options={"amb_10_he_in_jungle": False})
    assert mods(strict, ["us_m48-1"], "nva_ft-1")["terrain"] == 2


def test_7_1_crowds_concealment_defence_modifier_and_sappers(game: Make) -> None:
    crowd = {f"vc_ft_{n}": "11.10" for n in range(1, 7)}
    g = game(us_ft_1="08.10", **crowd)
    assert mods(g, ["us_ft-1"], "vc_ft-1")["crowd"] == -2
    g = game(us_ft_1="08.10", vc_ft_1="11.10/concealed", nva_sapper_1="11.10")
    assert mods(g, ["us_ft-1"], "vc_ft-1")["concealed"] == 2
    assert mods(g, ["us_ft-1"], "nva_sapper-1")["sapper"] == -1
    g = game(side="NVA_VC", nva_ft_1="08.10", us_acav_1="11.10", us_slick_1="12.10/treetop")
    assert mods(g, ["nva_ft-1"], "us_acav-1")["defence"] == 2


def test_7_1_airborne_helicopters_have_no_ground(game: Make) -> None:
    g = game(side="NVA_VC", nva_hmg_1="12.07", us_slick_1="12.08/treetop")
    assert mods(g, ["nva_hmg-1"], "us_slick-1") == {"defence": 1, "adjacent": -1}
    low = game(side="NVA_VC", nva_hmg_1="12.07", us_slick_1="12.08/ground")
    assert mods(low, ["nva_hmg-1"], "us_slick-1")["terrain"] == 1


def test_6_8_a_high_helicopter_is_twice_as_far(game: Make) -> None:
    g = game(side="NVA_VC", nva_ft_1="10.10", us_slick_1="14.10/high", us_hog_1="13.10/treetop")
    assert mods(g, ["nva_ft-1"], "us_slick-1")["beyond_range"] == 1
    assert "beyond_range" not in mods(g, ["nva_ft-1"], "us_hog-1")


def test_21_0_opportunity_fire_by_a_concealed_lead_at_a_mover_on_a_road_or_by_stealth(game: Make) -> None:
    g = game(side="NVA_VC", nva_ft_1="10.10/concealed", us_ft_1="13.10")
    found = mods(g, ["nva_ft-1"], "us_ft-1", When(opportunity=True, road=True, stealth=True))
    assert found == {"road": -1, "stealth": 1, "ambush": -1}


def test_7_1_bombardments_ignore_concealment_jungle_and_adjacency(game: Make) -> None:
    g = game(us_mortar_1="03.03", nva_ft_1="02.02/concealed")
    assert mods(g, ["us_mortar-1"], "nva_ft-1") == {}
    plain = game(us_mortar_1="03.03", nva_ft_1="02.02/concealed", options={"amb_09_mortar_teams": False})
    assert mods(plain, ["us_mortar-1"], "nva_ft-1") == {"adjacent": -1, "concealed": 2}


def test_7_2_a_mortar_fires_over_what_hides_the_target_if_a_steady_leader_sees_it(game: Make) -> None:
    g = game(us_mortar_1="12.08", us_ldr_1="10.10", vc_ft_1="09.10")
    assert fire.reaches(g.table(), "us_mortar-1", g.place("09.10")) == "indirect"
    assert mods(g, ["us_mortar-1"], "vc_ft-1")["indirect"] == 1
    bad = game(us_mortar_1="12.08", us_ldr_1="10.10/suppressed", vc_ft_1="09.10")
    assert fire.reaches(bad.table(), "us_mortar-1", bad.place("09.10")) == ""


def test_7_0_mortars_and_helicopters_by_option(game: Make) -> None:
    for word, able in (("never", False), ("not_at_ground", True), ("only_at_ground", False)):
        g = game(side="NVA_VC", nva_mortar_1="10.10", us_slick_1="13.10/treetop", options={"amb_01_helicopters": word})
        assert bool(fire.targets(g.table(), "nva_mortar-1")) is able


def test_7_1_a_natural_one_hits_and_a_ten_misses(game: Make) -> None:
    g = game(us_ft_1="03.10", vc_ft_1="13.10/concealed", us_ft_2="03.10", us_ft_3="03.10").act(
        "US", "hex", cell="03.10"
    )
    g.act("US", "fire", dice=[1, 9, 1], pieces=["us_ft-1"], cell="13.10")
    assert "note.hit" in g.notes()
    g.act("US", "fire", dice=[10], pieces=["us_ft-2"], cell="13.10")
    assert "note.miss" in g.notes()


def test_7_1_one_unit_of_the_hex_is_named(game: Make) -> None:
    g = game(us_ft_1="08.10", vc_ft_1="11.10", vc_ft_2="11.10").act("US", "hex", cell="08.10")
    g.act("US", "fire", pieces=["us_ft-1"], cell="11.10")
    assert sorted(g.ask("US", "aim")["pieces"]) == ["vc_ft-1", "vc_ft-2"]
    g.act("US", "aim", dice=[1, 6], pieces=["vc_ft-2"])
    assert g.attr("vc_ft-1", "state") is None
    assert g.attr("vc_ft-2", "state") in ("suppressed", "broken")


def test_7_4_the_lead_units_class_gives_the_column(game: Make) -> None:
    for lead, word in (("us_mg_1", "small_arms"), ("us_ft_1", "dual_purpose"), ("us_m48_1", "he")):
        g = game(vc_ft_1="11.10", **{lead: "08.10"})
        assert fire.compose(g.table(), [lead[:-2] + "-1"], "vc_ft-1", When()).klass == word


# infantry ---------------------------------------------------------------------------------


def test_7_4_killed_and_wounded_turn_or_replace(game: Make) -> None:
    g = hurt(game(us_ft_1="10.10", us_mg_1="10.10/reduced"), "us_ft-1", "KIA")
    assert g.face("us_ft-1") == "back"
    assert g.vp() == (0, 3)
    hurt(g, "us_mg-1", "WIA")
    assert g.at("us_mg-1") == "dead_us"
    kinds = sorted(
        g.state.pieces[p]["kind"] for p in g.state.at("tan_loi:10.10") if g.state.pieces[p]["kind"] in ("kia", "wia")
    )
    assert kinds == ["kia", "wia"]
    assert g.vp() == (0, 6)


def test_7_4_a_lost_leader_costs_a_chit_from_the_cup_else_from_those_drawn(game: Make) -> None:
    g = hurt(game(us_ldr_1="10.10", us_ft_1="10.10", chit_us_1="cup"), "us_ldr-1", "WIA")
    assert g.at("us_ldr-1") == "dead_us"
    assert len(g.state.at("chits_lost")) == 1
    assert g.num("US", "chits") == 4
    g = game(vc_ldr_1="10.10", chit_nva_vc_8="drawn")
    hurt(g, "vc_ldr-1", "KIA", by="US")
    assert g.state.at("chits_lost") == ["chit_nva_vc-8"]


def test_7_5_a_fresh_casualty_is_carried_by_who_has_room(game: Make) -> None:
    g = hurt(game(us_ldr_1="10.10", us_ft_1="10.10"), "us_ldr-1", "WIA")
    assert [g.state.pieces[p]["kind"] for p in g.state.at("@us_ft-1")] == ["wia"]
    t = g.table()
    assert losses.bearers(t, g.place("10.10"), "US") == ["us_ft-1"], "four men carry two"


def test_28_0_civilians_hit_cost_points_and_leave_no_marker(game: Make) -> None:
    g = hurt(game(side="NVA_VC", civilian_1="10.10", values={}), "civilian-1", "KIA", by="US")
    assert g.at("civilian-1") == "dead_nva_vc"
    assert g.vp() == (0, 0), "never below zero"
    g = hurt(game(civilian_1="10.10"), "civilian-1", "S", by="US")
    assert g.at("civilian-1") == "dead_nva_vc"


def test_27_0_sappers_are_gone_without_points_and_mind_no_suppression(game: Make) -> None:
    for result in ("KIA", "WIA", "B"):
        g = hurt(game(nva_sapper_1="10.10", us_ft_1="11.10"), "nva_sapper-1", result, by="US")
        assert g.at("nva_sapper-1") == "dead_nva_vc"
        assert g.vp() == (0, 0)
    g = hurt(game(nva_sapper_1="10.10", us_ft_1="11.10"), "nva_sapper-1", "S", by="US")
    assert g.at("nva_sapper-1") == "10.10"
    assert g.attr("nva_sapper-1", "state") is None


def test_22_0_a_dummy_that_is_hit_is_gone(game: Make) -> None:
    g = hurt(game(dummy_1="10.10/concealed", us_ft_1="12.10"), "dummy-1", "B", by="US")
    assert "dummy-1" not in g.state.pieces
    assert g.vp() == (0, 0)


def test_7_4_suppressed_then_broken_and_two_hexes_back(game: Make) -> None:
    g = hurt(game(us_ft_1="10.10", vc_ft_1="13.10/broken"), "us_ft-1", "S", origin="tan_loi:13.10")
    assert g.attr("us_ft-1", "state") == "suppressed"
    assert g.attr("us_ft-1", "done")
    hurt(g, "us_ft-1", "S", origin="tan_loi:13.10")
    assert g.attr("us_ft-1", "state") == "broken"
    assert all(int(c[8:10]) < 10 for c in g.ask("US", "retreat")["cells"]), "away from who did it"
    g.act("US", "retreat", cell="09.10").act("US", "retreat", cell="08.10")
    assert (g.at("us_ft-1"), g.step) == ("08.10", "")


def test_7_4_a_retreat_is_fired_at_by_those_who_have_fired_too(game: Make) -> None:
    g = hurt(game(us_ft_1="10.10", vc_ft_1="12.10/opfire/done"), "us_ft-1", "B", origin="tan_loi:12.10")
    g.act("US", "retreat", cell="09.10")
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_ft-1"]
    g.act("NVA_VC", "try", dice=[10], pieces=["vc_ft-1"])
    assert g.step == "retreat", "each tries once"
    g.act("US", "retreat", cell="08.10")
    assert g.step == "", "not again in the second hex (AMB-69)"
    twice = hurt(
        game(us_ft_1="10.10", vc_ft_1="12.10", options={"amb_69_retreat_once": False}),
        "us_ft-1",
        "B",
        origin="tan_loi:12.10",
    )
    twice.act("US", "retreat", cell="09.10").act("NVA_VC", "try", dice=[10], pieces=["vc_ft-1"])
    twice.act("US", "retreat", cell="08.10")
    assert twice.ask("NVA_VC", "try")["pieces"] == ["vc_ft-1"]


def test_7_4_who_can_not_retreat_is_killed(game: Make) -> None:
    g = hurt(game(us_ldr_1="01.10", vc_ft_1="03.10/broken"), "us_ldr-1", "B", origin="tan_loi:03.10")
    assert g.at("us_ldr-1") == "dead_us"
    assert g.vp() == (0, 3)
    assert [g.state.pieces[p]["kind"] for p in g.state.at("tan_loi:01.10")] == ["kia"]


def test_7_4_broken_by_bombardment_they_stay(game: Make) -> None:
    g = hurt(game(us_ft_1="10.10", vc_ft_1="13.10"), "us_ft-1", "B", cause="stays")
    assert (g.at("us_ft-1"), g.attr("us_ft-1", "state"), g.step) == ("10.10", "broken", "")
    g = game(us_mortar_1="08.10", us_ft_1="08.10", vc_ft_1="11.10").act("US", "hex", cell="08.10")
    g.act("US", "fire", pieces=["us_mortar-1"], cell="11.10", dice=[1, 6])
    assert (g.at("vc_ft-1"), g.attr("vc_ft-1", "state")) == ("11.10", "broken"), "a mortar team's fire too (AMB-9)"


def test_7_4_the_broken_leave_what_they_carried(game: Make) -> None:
    g = game(us_ft_1="10.10", wia_1="@us_ft-1/owner=US", vc_ft_1="13.10/broken")
    hurt(g, "us_ft-1", "B", origin="tan_loi:13.10").act("US", "retreat", cell="09.10")
    assert g.at("wia-1") == "10.10"


def test_7_4_the_suppression_check_takes_status_markers_only(game: Make) -> None:
    g = hurt(game(us_ft_1="02.02/fatigued"), "us_ft-1", "S?", dice=[3])
    assert g.attr("us_ft-1", "state") is None, "3 + 1 is not above 4; jungle does not count"
    hurt(g, "us_ft-1", "S?", dice=[4])
    assert g.attr("us_ft-1", "state") == "suppressed"


def test_7_4_opportunity_fire_that_tells_ends_the_activation(game: Make) -> None:
    g = hurt(game(us_ft_1="10.10"), "us_ft-1", "KIA", cause="opportunity")
    assert g.attr("us_ft-1", "done")
    g = hurt(game(us_ft_1="10.10"), "us_ft-1", "S?", cause="opportunity", dice=[1])
    assert not g.attr("us_ft-1", "done")


# vehicles and helicopters -----------------------------------------------------------------


def test_7_4_vehicles_are_immobilized_then_destroyed_with_rolls_for_all_aboard(game: Make) -> None:
    g = hurt(game(us_acav_1="10.10", us_ft_1="@us_acav-1"), "us_acav-1", "WIA")
    assert g.face("us_acav-1") == "back"
    assert g.vp() == (0, 3)
    hurt(g, "us_acav-1", "WIA", dice=[9])
    assert g.at("us_acav-1") == "dead_us"
    assert g.at("us_ft-1") == "10.10"
    assert g.attr("us_ft-1", "state") == "suppressed"
    assert g.vp() == (0, 9)
    carried = [g.state.pieces[p]["kind"] for p in (*g.state.at("@us_ft-1"), *g.state.at("tan_loi:10.10"))]
    assert "kia" in carried, "the crew"


def test_7_4_vehicles_broken_once_and_for_all(game: Make) -> None:
    g = hurt(game(us_acav_1="10.10"), "us_acav-1", "S")
    assert (g.attr("us_acav-1", "state"), g.attr("us_acav-1", "done")) == ("suppressed", None)
    hurt(g, "us_acav-1", "S")
    assert g.attr("us_acav-1", "state") == "broken"
    hurt(g, "us_acav-1", "B")
    assert g.at("us_acav-1") == "10.10"


def test_7_4_a_helicopter_is_forced_down_within_its_reach(game: Make) -> None:
    g = hurt(game(us_slick_1="12.10/treetop", us_ft_1="@us_slick-1"), "us_slick-1", "WIA")
    cells = g.ask("US", "land")["cells"]
    assert "tan_loi:12.10" in cells
    assert "tan_loi:14.10" not in cells
    g.act("US", "land", cell="12.10")
    assert (g.attr("us_slick-1", "altitude"), g.attr("us_slick-1", "crashed")) == ("ground", True)
    assert g.vp() == (0, 6)
    assert g.at("us_ft-1") == "@us_slick-1"
    hurt(g, "us_slick-1", "WIA")
    assert g.at("us_slick-1") == "dead_us", "again: destroyed"
    assert g.vp() == (0, 6 + 3 + 8)


def test_7_4_no_room_to_land_destroys_and_a_second_broken_forces_down(game: Make) -> None:
    g = hurt(game(us_slick_1="01.01/treetop"), "us_slick-1", "WIA")
    assert g.at("us_slick-1") == "dead_us"
    assert g.vp() == (0, 8)
    g = hurt(game(us_slick_1="12.10/high"), "us_slick-1", "B")
    assert g.attr("us_slick-1", "state") == "broken"
    hurt(g, "us_slick-1", "B")
    assert g.step == "landing"
    assert "tan_loi:15.10" in g.ask("US", "land")["cells"], "within three hexes from High"


def test_7_4_a_destroyed_helicopter_takes_all_aboard_along(game: Make) -> None:
    g = hurt(
        game(us_slick_1="12.10/high", us_ft_1="@us_slick-1", us_ldr_1="@us_slick-1", chit_us_1="cup"),
        "us_slick-1",
        "KIA",
    )
    assert (g.at("us_ft-1"), g.at("us_ldr-1")) == ("dead_us", "dead_us")
    kinds = [g.state.pieces[p]["kind"] for p in g.state.at("tan_loi:12.10")]
    assert sorted(kinds) == ["kia", "kia", "wreck"]
    assert g.vp() == (0, 14)
    assert len(g.state.at("chits_lost")) == 1
