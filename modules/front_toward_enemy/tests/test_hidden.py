"""What is hidden: concealment, dummies, works, traps, claymores, civilians, and windows of fire (18.0, 21.0 to 28.0)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.rules import fire, hiding, traps, works
from modules.front_toward_enemy.rules.fire import When
from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]
HID = "/owner=NVA_VC/concealed"
NIGHT = "frago_3_lz_sparrow"


# concealment ------------------------------------------------------------------------------


def test_18_2_out_of_sight_and_not_in_the_open_they_are_concealed_by_themselves(game: Make) -> None:
    g = game("concealment", "US", us_ft_1="10.08", us_ft_2="10.10", us_acav_1="09.10", vc_ft_1="01.01/concealed")
    assert g.concealed("us_ft-1")
    assert not g.concealed("us_ft-2"), "clear"
    assert not g.concealed("us_acav-1")


def test_18_2_in_sight_it_takes_a_check_with_one_for_each_watcher(game: Make) -> None:
    g = game("concealment", "US", us_ft_1="11.11", vc_ft_1="13.11", vc_ft_2="13.11", civilian_1="12.11")
    drm = {m.key: m.n for m in hiding.hiding_drm(g.table(), "us_ft-1")}
    assert drm == {"drm.terrain": -2, "drm.watchers": 2}
    g.act("US", "hide", pieces=["us_ft-1"], dice=[4])
    assert g.concealed("us_ft-1")


def test_18_0_the_us_side_first_and_nobody_must(game: Make) -> None:
    g = game("concealment", us_ft_1="11.11", vc_ft_1="13.11", vc_ft_2="15.04")
    assert g.active == ["US"]
    g.act("US", "done")
    assert not g.concealed("us_ft-1")
    assert g.concealed("vc_ft-2"), "then the NVA/VC"


def test_28_0_civilians_once_exposed_stay_so_and_watch_nobody(game: Make) -> None:
    g = game("concealment", "NVA_VC", civilian_1="10.08", vc_ft_1="11.12", us_ft_1="26.18/concealed")
    assert not g.concealed("civilian-1")
    g = game(us_ft_1="09.10/concealed", civilian_1="13.10").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    assert g.concealed("us_ft-1")


def test_18_1_who_wishes_shows_himself(game: Make) -> None:
    g = game(us_ft_1="11.11/concealed")
    g.act("US", "show", pieces=["us_ft-1"])
    assert not g.concealed("us_ft-1")


def test_18_1_recovering_and_calling_do_not_expose(game: Make) -> None:
    g = game(us_ft_1="11.11/concealed/fatigued", us_ft_2="11.11", vc_ft_1="13.11").act("US", "hex", cell="11.11")
    g.act("US", "recover", pieces=["us_ft-1"])
    assert g.concealed("us_ft-1")
    assert g.step == "activate", "and draw no fire (21.0)"


def test_22_0_dummies_move_only_and_vanish_when_exposed(game: Make) -> None:
    g = game(side="NVA_VC", dummy_1="09.10/concealed", vc_ft_1="09.10", us_ft_1="13.10").act(
        "NVA_VC", "hex", cell="09.10"
    )
    asks = g.asks("NVA_VC")
    assert [v for v, a in asks.items() if "dummy-1" in a.get("pieces", ())] == ["move", "fast", "stealth"]
    g.act("NVA_VC", "move", pieces=["dummy-1"], path=["10.10"])
    assert "dummy-1" not in g.state.pieces


def test_22_0_a_dummys_stealth_is_checked_with_the_proficiency_of_the_option(game: Make) -> None:
    g = game(side="NVA_VC", dummy_1="11.12/concealed", vc_ft_1="11.12", us_ft_1="02.02").act(
        "NVA_VC", "hex", cell="11.12"
    )
    g.act("NVA_VC", "stealth", pieces=["dummy-1"], path=["10.11"], dice=[6])
    assert g.at("dummy-1") == "10.11", "6 - 2 is 4"


# windows ----------------------------------------------------------------------------------


def test_21_0_who_tries_checks_and_has_had_his_try(game: Make) -> None:
    g = game(us_ft_1="09.10", us_ft_2="09.10", vc_ft_1="13.10", vc_ft_2="13.10/done/suppressed").act(
        "US", "hex", cell="09.10"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10", "11.10"])
    assert sorted(g.ask("NVA_VC", "try")["pieces"]) == ["vc_ft-1", "vc_ft-2"], "complete and suppressed ones too"
    g.act("NVA_VC", "try", pieces=["vc_ft-1", "vc_ft-2"], dice=[5, 3])
    assert (g.attr("vc_ft-1", "opfire"), g.attr("vc_ft-2", "opfire")) == (True, True)
    assert g.ask("NVA_VC", "try") is None
    g.act("NVA_VC", "shoot")
    assert g.step == "shots"
    g.act("NVA_VC", "shoot", pieces=["us_ft-1", "vc_ft-2"], dice=[10])
    assert g.at("us_ft-1") == "11.10", "the second hex: nobody may try again"


def test_21_0_markers_come_off_with_the_activation(game: Make) -> None:
    g = game(us_ft_1="09.10", vc_ft_1="13.10").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"]).act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[10])
    assert g.attr("vc_ft-1", "opfire") is None


def test_21_0_all_who_passed_fire_together_if_they_stand_together(game: Make) -> None:
    g = game(us_ft_1="09.10", us_ft_2="09.10", vc_ft_1="12.10/concealed", vc_mg_1="12.10/concealed").act(
        "US", "hex", cell="09.10"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    g.act("NVA_VC", "try", pieces=["vc_ft-1", "vc_mg-1"], dice=[1, 1])
    assert g.concealed("vc_ft-1"), "the check does not expose"
    g.act("NVA_VC", "shoot").act("NVA_VC", "shoot", pieces=["us_ft-1", "vc_mg-1", "vc_ft-1"], dice=[6, 4])
    found = {m["key"]: m["value"] for m in g.note("note.shot_detail")["modifiers"]}
    assert found == {"drm.road": -1, "drm.ambush": -1, "drm.helpers": -1}
    assert not g.concealed("vc_mg-1"), "firing does"
    assert g.attr("us_ft-1", "state") == "broken"


def test_21_0_broken_units_medics_and_passengers_never(game: Make) -> None:
    us = {"us_ft_1": "13.10/broken", "us_medic_1": "13.10", "us_acav_1": "12.10/broken", "us_mg_1": "@us_acav-1"}
    g = game(side="NVA_VC", vc_ft_1="09.10", vc_ft_2="09.10", **us).act("NVA_VC", "hex", cell="09.10")
    g.act("NVA_VC", "move", pieces=["vc_ft-1"], path=["10.10"])
    assert g.step == "activate"


def test_21_0_who_has_only_dummies_is_asked_too(game: Make) -> None:
    g = game(us_ft_1="09.10", us_ft_2="09.10", dummy_1="12.10/concealed").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    assert g.active == ["NVA_VC"], "so that nobody learns what lies there"
    assert g.ask("NVA_VC", "try") is None


def test_21_0_the_target_of_fire_at_a_concealed_mover_is_not_known(game: Make) -> None:
    g = game(us_ft_1="09.10/concealed", us_ft_2="09.10", vc_ft_1="12.10/concealed").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10"]).act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[1])
    g.act("NVA_VC", "shoot")
    target = g.ask("NVA_VC", "shoot")["pieces"][0]
    assert target.startswith("~")
    g.act("NVA_VC", "shoot", pieces=[target, "vc_ft-1"], dice=[10])
    off = game(
        us_ft_1="09.10/concealed", us_ft_2="09.10", vc_ft_1="12.10/concealed", options={"amb_37_concealed_entry": False}
    )
    off.act("US", "hex", cell="09.10").act("US", "move", pieces=["us_ft-1"], path=["10.10"])
    assert off.ask("NVA_VC", "try") is None


# works ------------------------------------------------------------------------------------


def fort(game: Make, **more: str) -> Game:
    pieces = {"bunker_1": "02.02" + HID, "nva_ft_1": "02.02/concealed", "us_ft_1": "03.03", "us_ft_2": "03.03", **more}
    return game(**pieces)


def test_24_0_a_hidden_bunker_counts_if_its_men_reveal_it(game: Make) -> None:
    g = fort(game)
    works.note(g.table(), "nva_ft-1", "bunker-1")
    assert not g.seen("US").var("works"), "a secret note"
    assert g.seen("US").secret("works") is None
    assert works.sheltered(g.seen("NVA_VC"), "nva_ft-1") == "bunker-1"
    g.act("US", "hex", cell="03.03")
    g.act("US", "fire", pieces=["us_ft-1"], cell="02.02")
    assert g.active == ["NVA_VC"]
    g.act("NVA_VC", "claim", pieces=["bunker-1"], dice=[1, 9])
    assert not g.concealed("bunker-1")
    assert "note.hit" in g.notes()
    assert g.vp() == (0, 0), "no points for that"
    assert works.sheltered(g.seen("US"), "nva_ft-1") == "bunker-1", "both are seen now"
    t = g.table()
    found = {m.key: m.n for m in fire.against(t, "nva_ft-1", When(), he=False, bomb=False)}
    assert found["drm.bunker"] == 2


def test_24_0_kept_hidden_it_does_not_count(game: Make) -> None:
    g = fort(game)
    works.note(g.table(), "nva_ft-1", "bunker-1")
    g.act("US", "hex", cell="03.03").act("US", "fire", pieces=["us_ft-1"], cell="02.02")
    g.act("NVA_VC", "keep", dice=[10])
    assert g.concealed("bunker-1")


def test_24_0_who_has_but_a_dummy_there_is_asked_too(game: Make) -> None:
    g = game(dummy_facility_1="02.02" + HID, nva_ft_1="02.02/concealed", us_ft_1="03.03", us_ft_2="03.03")
    g.act("US", "hex", cell="03.03").act("US", "fire", pieces=["us_ft-1"], cell="02.02")
    assert list(g.asks("NVA_VC")) == ["keep"]


def test_24_0_two_units_at_most_of_either_side(game: Make) -> None:
    g = game(bunker_1="11.11/owner=NVA_VC", us_ft_1="11.11", us_ft_2="11.11", us_ft_3="11.11")
    t = g.table()
    for unit in ("us_ft-1", "us_ft-2"):
        works.note(t, unit, "bunker-1")
    assert works.room(t, "bunker-1") == 0
    assert works.open_to(t, "us_ft-3") == []
    assert works.occupants(t, "bunker-1") == ["us_ft-1", "us_ft-2"]


def test_24_0_going_in_and_out_costs_nothing_and_is_fired_at_outside(game: Make) -> None:
    g = game(trench_1="11.10/owner=US", us_ft_1="10.10", us_ft_2="10.10", vc_ft_1="14.10", vc_mg_1="14.10").act(
        "US", "hex", cell="10.10"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["11.10"])
    g.act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[10]).act("NVA_VC", "let_pass")
    g.act("US", "into", pieces=["trench-1"])
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_mg-1"], "outside"
    assert works.sheltered(g.table(), "us_ft-1") == ""
    g.act("NVA_VC", "let_pass")
    assert works.sheltered(g.table(), "us_ft-1") == "trench-1"
    drm = {m.key: m.n for m in fire.against(g.table(), "us_ft-1", When(), he=False, bomb=False)}
    assert drm["drm.trench"] == 1


def test_24_0_who_moves_off_has_left_the_work(game: Make) -> None:
    g = game(bunker_1="10.10/owner=US", us_ft_1="10.10", us_ft_2="10.10", vc_ft_1="14.10")
    works.note(g.table(), "us_ft-1", "bunker-1")
    g.act("US", "hex", cell="10.10").act("US", "move", pieces=["us_ft-1"], path=["09.10"])
    assert g.ask("NVA_VC", "try")["pieces"] == ["vc_ft-1"]
    assert g.at("us_ft-1") == "10.10", "fired at as it comes out"
    assert works.sheltered(g.table(), "us_ft-1") == ""


# traps and claymores ----------------------------------------------------------------------


def test_26_0_a_booby_trap_works_once_on_one_who_enters(game: Make) -> None:
    g = game(us_ft_1="11.11", us_ft_2="11.11", booby_trap_1="secret_nva_vc/owner=NVA_VC/concealed/cell=12.10").act(
        "US", "hex", cell="11.11"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["12.10"], dice=[5])
    assert g.face("us_ft-1") == "back", "5 is above 4: a WIA"
    assert g.vp() == (0, 3)
    assert "booby_trap-1" not in g.state.pieces
    g = game(us_ft_1="11.11", us_ft_2="11.11", booby_trap_1="secret_nva_vc/owner=NVA_VC/concealed/cell=12.10").act(
        "US", "hex", cell="11.11"
    )
    g.act("US", "move", pieces=["us_ft-1"], path=["12.10"], dice=[4])
    assert g.face("us_ft-1") == "front"
    assert "booby_trap-1" not in g.state.pieces, "used up, hit or not"


def test_26_0_it_works_on_who_retreats_into_it_too(game: Make) -> None:
    g = game(
        side="NVA_VC", vc_ft_1="12.10", vc_ft_2="12.10", us_ft_1="10.10",
        booby_trap_1="secret_nva_vc/owner=NVA_VC/concealed/cell=09.10",
    ).act("NVA_VC", "hex", cell="12.10")  # fmt: skip
    g.act("NVA_VC", "fire", pieces=["vc_ft-1"], cell="10.10", dice=[1, 5])
    g.act("US", "retreat", cell="09.10", dice=[10])
    assert g.face("us_ft-1") == "back"
    assert "booby_trap-1" not in g.state.pieces


def test_26_0_its_own_side_walks_by(game: Make) -> None:
    g = game(
        side="NVA_VC", vc_ft_1="11.11", vc_ft_2="11.11", booby_trap_1="secret_nva_vc/owner=NVA_VC/concealed/cell=12.10"
    )
    g.act("NVA_VC", "hex", cell="11.11").act("NVA_VC", "move", pieces=["vc_ft-1"], path=["12.10"])
    assert "booby_trap-1" in g.state.pieces


def mined(game: Make, **more: str) -> Game:
    pieces = {
        "us_ft_1": "07.13", "nva_ft_1": "09.14", "nva_ft_2": "09.14", "nva_mg_1": "08.13",
        "claymore_1": "secret_us/owner=US/concealed/cell=08.13", "chit_us_8": "cup", **more,
    }  # fmt: skip
    return game(side="NVA_VC", scenario=NIGHT, **pieces)


def test_26_0_a_claymore_fires_at_each_enemy_in_its_hex(game: Make) -> None:
    g = mined(game).act("NVA_VC", "hex", cell="09.14").act("NVA_VC", "move", pieces=["nva_ft-1"], path=["08.13"])
    assert g.active == ["US"]
    g.act("US", "claymore", pieces=["claymore-1"], dice=[10, 1, 1])
    assert "claymore-1" not in g.state.pieces
    assert g.notes().count("note.blast_hit") == 1
    assert g.notes().count("note.blast_miss") == 1


def test_26_0_it_needs_a_man_near_it_and_is_struck_out_without(game: Make) -> None:
    g = mined(game, us_ft_1="07.13/broken", us_ft_2="03.03")
    assert traps.ready(g.table()) == []
    g = mined(game, us_ft_1="03.03", us_ft_2="03.04")
    traps.clear_up(g.table())
    assert "claymore-1" not in g.state.pieces


# civilians --------------------------------------------------------------------------------


def test_28_0_who_enters_may_question_and_the_nva_reveals_two(game: Make) -> None:
    g = game(us_ft_1="11.11", us_ft_2="11.11", civilian_1="12.10/concealed", vc_ft_1="15.04/concealed", tunnel_1="10.08" + HID,
             vc_ft_2="26.01/concealed").act("US", "hex", cell="11.11")  # fmt: skip
    g.act("US", "move", pieces=["us_ft-1"], path=["12.10"])
    while g.step == "opportunity":
        g.act("NVA_VC", "let_pass")
    assert g.step == "question"
    g.act("US", "question", pieces=["us_ft-1"], dice=[4])
    assert sorted(g.ask("NVA_VC", "give")["pieces"]) == ["tunnel-1", "vc_ft-1"], "within eight hexes"
    g.act("NVA_VC", "give", pieces=["tunnel-1"]).act("NVA_VC", "give", pieces=["vc_ft-1"])
    assert not g.concealed("tunnel-1")
    assert not g.concealed("vc_ft-1")
    assert g.at("civilian-1") == "dead_nva_vc"
    assert g.vp() == (0, 0), "no points for what is given away (AMB-79)"


def test_28_0_civilians_only_move(game: Make) -> None:
    g = game(side="NVA_VC", civilian_1="12.10", vc_ft_1="13.04").act("NVA_VC", "hex", cell="12.10")
    assert [v for v, a in g.asks("NVA_VC").items() if "civilian-1" in a.get("pieces", ())] == [
        "move",
        "fast",
        "stealth",
    ]


def test_26_0_a_claymore_meets_those_who_storm_its_hex(game: Make) -> None:
    g = game(
        side="NVA_VC", scenario=NIGHT, us_ft_1="08.13", nva_ft_1="09.13", nva_ft_2="09.13", chit_us_8="cup",
        claymore_1="secret_us/owner=US/concealed/cell=08.13",
    ).act("NVA_VC", "hex", cell="09.13")  # fmt: skip
    assert g.ask("US", "claymore") is None, "nobody is in its hex, nobody storms it"
    g.act("US", "let_pass").act("NVA_VC", "assault", pieces=["nva_ft-1"], cell="08.13")
    assert g.ask("US", "claymore")["pieces"] == ["claymore-1"]
    g.act("US", "claymore", pieces=["claymore-1"], dice=[1, 1])
    assert g.face("nva_ft-1") == "back"
    assert g.face("nva_ft-2") == "front", "it did not take part"
    assert g.vp() == (3, 0)
