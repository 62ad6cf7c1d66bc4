"""Assaults: who takes part, windows, checks, rounds, retreat and advance, sappers (8.0, 27.0); stacks under fire (6.1)."""

from __future__ import annotations

from collections.abc import Callable

from modules.front_toward_enemy.rules import works
from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]
HID = "/owner=NVA_VC/concealed"


def storm(game: Make, *units: str, dice: list[int] | None = None, **pieces: str) -> Game:
    """Assault 02.02 from 03.03 and 02.03, activated by a leader; nobody reacts."""
    g = game(**{"us_ldr_1": "03.04", "us_ft_1": "03.03", "us_ft_2": "02.03", **pieces})
    g.act("US", "lead", pieces=["us_ldr-1"])
    g.act(
        "US",
        "assault",
        pieces=list(units or ("us_ft-1", "us_ft-2")),
        cell="02.02",
        dice=None if pieces.get("wait") else dice,
    )
    return g


def quiet(g: Game, dice: list[int] | None = None) -> Game:
    """Let windows pass; the dice are those of the checks that follow."""
    while g.step == "opportunity":
        last = (
            g.state.flow[-2]["s"].get("US", {}).get("windows", []) == []
            if g.state.flow[-2]["step"] == "assault"
            else True
        )
        g.act("NVA_VC", "let_pass", dice=dice if last else None)
    return g


def test_8_0_only_steady_units_that_began_next_to_the_hex(game: Make) -> None:
    g = game(us_ldr_1="03.04", us_ft_1="03.03", us_ft_2="02.03/suppressed", us_ft_3="03.05", nva_ft_1="02.02")
    g.act("US", "lead", pieces=["us_ldr-1"])
    ask = g.ask("US", "assault")
    assert ask["pieces"] == ["us_ft-1"]
    assert ask["targets"] == {"us_ft-1": ["tan_loi:02.02"]}


def test_8_0_assaulters_are_exposed_at_once_and_only_the_hex_fires_at_them(game: Make) -> None:
    g = storm(game, us_ft_1="03.03/concealed", nva_ft_1="02.02/concealed", nva_mg_1="04.03")
    assert not g.concealed("us_ft-1")
    assert g.step == "opportunity"
    assert g.ask("NVA_VC", "try")["pieces"] == ["nva_ft-1"], "not the machine gun beside"
    g.act("NVA_VC", "try", pieces=["nva_ft-1"], dice=[1])
    g.act("NVA_VC", "shoot")
    target = g.ask("NVA_VC", "shoot")["pieces"][0]
    g.act("NVA_VC", "shoot", pieces=[target, "nva_ft-1"], dice=[1, 8, 1])
    assert not g.concealed("nva_ft-1"), "it has fired"
    assert g.attr(target, "state") == "suppressed"
    assert g.attr(target, "done"), "an assaulter that was hit takes no part (AMB-68)"


def test_8_0_checks_of_all_but_sappers_leaders_and_those_with_a_leader_who_comes_along(game: Make) -> None:
    g = quiet(storm(game, us_ft_1="03.03", us_ft_2="02.03", nva_ft_1="02.02"), dice=[9, 1])
    assert g.ask("US", "strike")["pieces"] == ["nva_ft-1", "us_ft-2"], "9 fails"
    g = storm(game, "us_ldr-1", "us_ft-1", us_ldr_1="03.03", nva_ft_1="02.02")
    quiet(g, dice=[])
    assert sorted(g.ask("US", "strike")["pieces"]) == ["nva_ft-1", "us_ft-1", "us_ldr-1"]


def test_8_0_civilians_and_dummies_are_revealed_and_removed(game: Make) -> None:
    g = quiet(storm(game, dummy_1="02.02/concealed", civilian_1="02.02/concealed"), dice=[1, 1])
    assert "dummy-1" not in g.state.pieces
    assert g.at("civilian-1") == "dead_nva_vc"
    assert sorted(g.ask("US", "advance")["pieces"]) == ["us_ft-1", "us_ft-2"], "nobody else there"


def test_8_0_one_target_a_side_and_three_rounds(game: Make) -> None:
    g = quiet(storm(game, nva_ft_1="02.02", nva_ft_2="02.02"), dice=[1, 1])
    g.act("US", "strike", pieces=["nva_ft-1", "us_ft-1"])
    assert {a["pieces"][0] for a in g.offer("US")["asks"] if a["verb"] == "strike"} == {"nva_ft-1"}
    assert g.note("note.declares") == {"side": {"s": "US"}, "cell": {"c": "tan_loi:02.02"}}, "not at whom"
    g.act("US", "enough")
    for n in (1, 2, 3):
        if n > 1:
            g.act("US", "enough")
        g.act("NVA_VC", "enough", dice=[10])
    assert g.step == "activate"
    assert g.attr("us_ft-1", "done")


def test_8_0_ground_shelters_assaulters_from_the_second_round_on(game: Make) -> None:
    pieces = {"us_ldr_1": "03.01", "us_ft_1": "03.02", "us_ft_2": "05.05", "nva_ft_1": "02.02"}
    g = quiet(storm(game, "us_ft-1", **pieces), dice=[1])
    g.act("US", "enough").act("NVA_VC", "strike", pieces=["us_ft-1", "nva_ft-1"], dice=[10])
    first = {m["key"] for m in g.note("note.shot_detail")["modifiers"]}
    g.act("US", "enough").act("NVA_VC", "strike", pieces=["us_ft-1", "nva_ft-1"], dice=[10])
    second = {m["key"]: m["value"] for m in g.note("note.shot_detail")["modifiers"]}
    assert first == {"drm.adjacent"}
    assert second == {"drm.adjacent": -1, "drm.terrain": 2}


def test_8_0_the_hex_is_taken_when_all_defenders_are_broken_or_gone(game: Make) -> None:
    g = quiet(storm(game, nva_ldr_1="02.02", trench_1="02.02/owner=NVA_VC"), dice=[1, 1])
    g.act("US", "strike", pieces=["nva_ldr-1", "us_ft-1", "us_ft-2"])
    g.act("NVA_VC", "enough", dice=[1, 1])
    assert g.at("nva_ldr-1") == "dead_nva_vc"
    g.act("US", "advance_in", pieces=["trench-1", "us_ft-1"])
    assert g.at("us_ft-1") == "02.02"
    assert works.sheltered(g.table(), "us_ft-1") == "trench-1"
    assert g.step == "assault", "no window; the other may follow"
    g.act("US", "stay")
    assert g.at("us_ft-2") == "02.03"


def test_8_0_broken_defenders_retreat_before_the_advance(game: Make) -> None:
    g = quiet(storm(game, nva_ft_1="02.02/broken", nva_ft_2="02.02"), dice=[1, 1])
    g.act("US", "strike", pieces=["nva_ft-2", "us_ft-1", "us_ft-2"])
    g.act("NVA_VC", "enough", dice=[1, 5])
    steps = []
    while g.step in ("retreat", "opportunity"):
        steps.append(g.step)
        if g.step == "retreat":
            g.act("NVA_VC", "retreat", cell=g.ask("NVA_VC", "retreat")["cells"][0])
        else:
            g.act("US", "let_pass")
    assert steps.count("retreat") == 4, "two hexes each"
    assert sorted(g.ask("US", "advance")["pieces"]) == ["us_ft-1", "us_ft-2"]


def sapping(game: Make, **more: str) -> Game:
    pieces = {"nva_sapper_1": "04.12", "us_ft_1": "05.13", "bunker_1": "05.13/owner=US", "chit_us_8": "cup", **more}
    g = game(side="NVA_VC", scenario="frago_3_lz_sparrow", **pieces)
    works.note(g.table(), "us_ft-1", "bunker-1")
    return g.act("NVA_VC", "hex", cell="04.12").act("US", "let_pass")  # 26.0: men of the US are near


def test_27_0_sappers_only_assault_pass_the_check_and_are_gone_after_it(game: Make) -> None:
    g = sapping(game)
    assert g.ask("NVA_VC", "fire") is None
    g.act("NVA_VC", "assault", pieces=["nva_sapper-1"], cell="05.13")
    while g.step == "opportunity":
        g.act("US", "let_pass", dice=[])
    g.act("NVA_VC", "strike", pieces=["us_ft-1", "nva_sapper-1"])
    g.act("US", "enough", dice=[1, 8])
    assert g.at("bunker-1") == "dead_us", "his hit blows the bunker up"
    assert g.at("nva_sapper-1") == "dead_nva_vc"
    assert g.vp() == (0, 2), "the FRAGO's two points"
    assert g.attr("us_ft-1", "state") == "suppressed"


def test_6_1_of_a_stack_the_unit_that_was_hit_stops_the_others_may_go_on(game: Make) -> None:
    pieces = {"us_ft_1": "08.10", "us_ft_2": "08.10", "us_ft_3": "08.10", "vc_ft_1": "12.10"}
    g = game(**pieces).act("US", "hex", cell="08.10")
    g.act("US", "move", pieces=["us_ft-1", "us_ft-2"], path=["09.10", "10.10"])
    g.act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[1]).act("NVA_VC", "shoot")
    g.act("NVA_VC", "shoot", pieces=["us_ft-1", "vc_ft-1"], dice=[1, 7])
    assert (g.at("us_ft-1"), g.at("us_ft-2")) == ("09.10", "09.10")
    assert g.ask("US", "go_on")["pieces"] == ["us_ft-2"]
    g.act("US", "go_on", pieces=["us_ft-2"], path=["10.10"])
    assert g.at("us_ft-2") == "10.10"
    whole = game(options={"amb_65_stack_goes_on": False}, **pieces).act("US", "hex", cell="08.10")
    whole.act("US", "move", pieces=["us_ft-1", "us_ft-2"], path=["09.10", "10.10"])
    whole.act("NVA_VC", "try", pieces=["vc_ft-1"], dice=[1]).act("NVA_VC", "shoot")
    whole.act("NVA_VC", "shoot", pieces=["us_ft-1", "vc_ft-1"], dice=[1, 7])
    assert (whole.step, whole.at("us_ft-2")) == ("activate", "09.10")
    assert whole.refused("US", "go_on", pieces=["us_ft-2"], path=["10.10"]) == ""


def test_6_1_who_moves_together_begins_and_ends_together(game: Make) -> None:
    g = game(us_ldr_1="08.10", us_ft_1="08.10", us_ft_2="09.10").act("US", "lead", pieces=["us_ldr-1"])
    assert g.refused("US", "move", pieces=["us_ft-1", "us_ft-2"], path=["10.10"]) in ("6.1", "")


def test_8_0_the_odds_of_who_has_no_weapon_are_a_refusal(game: Make) -> None:
    g = quiet(storm(game, nva_ft_1="02.02", us_medic_1="03.04"), dice=[1, 1])
    said = g.query("US", "odds", pieces=["us_medic-1"], cell="02.02", verb="strike")
    assert [line["key"] for line in said["lines"]] == ["refuse.can_not_fire"]


def test_8_0_a_bunker_revealed_changes_nothing_about_who_was_named(game: Make) -> None:
    g = storm(game, "us_ft-1", nva_ft_1="02.02/concealed", bunker_1=f"02.02{HID}", trench_1=f"02.02{HID}")
    works.note(g.table(), "nva_ft-1", "bunker-1")
    quiet(g, dice=[1])
    (ask,) = [a for a in g.offer("US")["asks"] if a["verb"] == "strike"]
    assert ask["pieces"][0].startswith("~"), "a back in the hex"
    g.act("US", "strike", pieces=ask["pieces"])
    g.act("NVA_VC", "enough")
    g.act("NVA_VC", "claim", pieces=["bunker-1"], dice=[1, 8, 1])
    assert g.attr("nva_ft-1", "state") == "suppressed"
