"""Fire combat by rule number: who may fire, the fire of a group, the two dice, ordnance, leaders (5.0, 5.2, 11.11, 14.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modules.band_of_heroes.rules import fire, firegroup, preview
from modules.band_of_heroes.rules.fire import Circumstances
from modules.band_of_heroes.tests.conftest import Game
from qtwar.base.errors import Refusal

Make = Callable[..., Game]
NOW = Circumstances()


def value(game: Game, pieces: list[str], target: str, when: Circumstances = NOW, side: str = "us") -> int:
    """The fire of pieces at a target before the die."""
    return firegroup.compose(game.table(), side, pieces, game.place(target), when).value


def lines(game: Game, pieces: list[str], target: str, when: Circumstances = NOW, side: str = "us") -> dict[str, object]:
    """Message key → value of the lines of a shot."""
    shot = firegroup.compose(game.table(), side, pieces, game.place(target), when)
    return {line["key"]: f"{line['value']:+d}" if line.get("signed") else line["value"] for line in shot.lines}


def reaches(game: Game, piece: str, target: str, when: Circumstances = NOW) -> bool:
    return fire.reaches(game.table(), piece, game.place(target), when)


# preconditions -----------------------------------------------------------------


def test_5_0d_the_target_counts_the_firer_does_not(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="F4")  # five hexes on open ground, the range of 2-5-4
    assert reaches(g, "us-para-squad-1", "F4")
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="G4/fired")
    assert not reaches(g, "us-para-squad-1", "G4")


def test_5_0a_fire_needs_a_spotted_target(game: Make) -> None:
    g = game(us_para_squad_1="E5", fj_squad_rifle_1="E3")  # light woods, nobody adjacent
    assert not reaches(g, "us-para-squad-1", "E3")
    g = game(us_para_squad_1="E5", fj_squad_rifle_1="E3/fired")
    assert reaches(g, "us-para-squad-1", "E3")


def test_5_0a_fire_needs_a_line_of_sight(game: Make) -> None:
    g = game(scenario="s1_crossroads", us_para_squad_1="C11", wehrmacht_squad_1="C8/fired")  # C10 is forest
    assert not reaches(g, "us-para-squad-1", "C8")


def test_5_0b_no_fire_where_friend_and_foe_stand_together_nor_at_a_melee_marker(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="C6", fj_squad_rifle_1="C6")
    assert not reaches(g, "us-para-squad-1", "C6")
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6")
    assert reaches(g, "us-para-squad-1", "C6")
    g.table().add("melee-x", "t1:C6", kind="melee", owner="")
    assert not reaches(g, "us-para-squad-1", "C6")


def test_5_0c_friends_between_do_not_block(game: Make) -> None:
    g = game(us_para_squad_1="C4", us_para_squad_2="A7", us_para_squad_3="A6", fj_squad_rifle_1="E4")
    assert reaches(g, "us-para-squad-1", "E4")


# the dice ----------------------------------------------------------------------


def attack(g: Game, dice: list[int], *, pieces: list[str], cell: str) -> Game:
    return g.act("us", "fire", dice, pieces=pieces, cell=cell)


def test_5_0e_a_tie_has_no_effect(game: Make) -> None:
    g = attack(game(us_para_squad_1="A6", fj_squad_rifle_1="C6"), [2, 4], pieces=["us-para-squad-1"], cell="C6")
    assert g.note("note.attack")["total"] == 4
    assert "note.no_effect" in g.notes()
    g = attack(game(us_para_squad_1="A6", fj_squad_rifle_1="C6"), [3, 4, 2], pieces=["us-para-squad-1"], cell="C6")
    assert g.note("note.damage")["total"] == 3


def test_5_0f_leaders_check_first_and_help_the_others_while_in_good_order(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", weiss="C6")
    attack(g, [6, 2, 1, 4], pieces=["us-para-squad-1"], cell="C6")  # 8 against 2: 6 more
    checks = [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.damage"]
    assert [(c["piece"]["p"], c["lm"], c["total"]) for c in checks] == [("weiss", 0, 7), ("fj-squad-rifle-1", 0, 10)]
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", weiss="C6")
    attack(g, [6, 6, 1, 4], pieces=["us-para-squad-1"], cell="C6")
    checks = [e["args"] for e in g.events if e["e"] == "note" and e["key"] == "note.damage"]
    assert [(c["piece"]["p"], c["lm"], c["total"]) for c in checks] == [("weiss", 0, 3), ("fj-squad-rifle-1", 1, 5)]


def test_5_0g_every_unit_of_the_hex_checks(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/moved", fj_half_1="C6/shaken", weiss="C6", medic_german_1="C6")
    attack(g, [6, 1, 1, 2, 2, 2], pieces=["us-para-squad-1"], cell="C6")
    checked = {e["args"]["piece"]["p"] for e in g.events if e["e"] == "note" and e["key"] == "note.damage"}
    assert checked == {"weiss", "fj-squad-rifle-1", "fj-half-1", "medic-german-1"}


# several firers ------------------------------------------------------------------


def test_5_2a_sums_of_the_book(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", m1919a4_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    assert value(g, ["us-para-squad-1", "us-para-squad-2"], "C6") == 2 + 1 + 2
    g = game(
        "impulse", "german", fj_squad_rifle_1="F3/assault", fj_squad_assault_1="F3/assault",
        mg34_1="@fj-squad-rifle-1", us_para_squad_1="G4/fired",
    )  # fmt: skip
    assert value(g, ["fj-squad-rifle-1", "fj-squad-assault-1"], "G4", side="german") == 6 - 2
    g = game(us_para_squad_1="A6/assault", us_para_squad_2="A6/assault", fj_squad_rifle_1="C6")
    assert value(g, ["us-para-squad-1", "us-para-squad-2"], "C6") == 2 + 1 - 2


def test_5_2a_zero_fire_adds_nothing_and_fractions_round_up(game: Make) -> None:
    g = game("impulse", "german", wehrmacht_squad_1="A6", wehrmacht_half_odd_1="A6", us_para_squad_1="C6")
    assert value(g, ["wehrmacht-squad-1", "wehrmacht-half-odd-1"], "C6", side="german") == 1
    g = game("impulse", "german", wehrmacht_squad_1="A6", wehrmacht_squad_2="A6", us_para_squad_1="C6")
    assert value(g, ["wehrmacht-squad-1", "wehrmacht-squad-2"], "C6", side="german") == 2


def test_13_92_several_glider_squads_are_not_halved(game: Make) -> None:
    g = game(us_glider_squad_1="A6", us_glider_squad_2="A6", us_glider_squad_3="A6", fj_squad_rifle_1="C6")
    assert value(g, ["us-glider-squad-1", "us-glider-squad-2", "us-glider-squad-3"], "C6") == 3


def test_5_2b_only_units_of_one_hex_combine(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A7", fj_squad_rifle_1="C6")
    with pytest.raises(Refusal) as no:
        value(g, ["us-para-squad-1", "us-para-squad-2"], "C6")
    assert no.value.rule == "5.2"


def test_5_2c_teams_and_ordnance_fire_apart(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_50cal_1="A6", fj_squad_rifle_1="C6")
    fires, shoots = g.ask("us", "fire"), g.ask("us", "shoot")
    assert fires is not None
    assert fires["pieces"] == ["us-para-squad-1"]
    assert shoots is not None
    assert shoots["pieces"] == ["us-50cal-1"]
    with pytest.raises(Refusal):
        value(g, ["us-para-squad-1", "us-50cal-1"], "C6")


def test_4_0g_a_hex_fires_once_an_impulse_and_teams_may_still_fire(game: Make) -> None:
    g = game(us_para_squad_1="A6", us_para_squad_2="A6", us_50cal_1="A6", fj_squad_rifle_1="C6", fj_half_1="F3/fired")
    attack(g, [1, 6], pieces=["us-para-squad-1"], cell="C6")
    assert g.ask("us", "fire") is None
    assert g.ask("us", "shoot") is not None


# weapons -----------------------------------------------------------------------


def test_1_6_1c_a_squad_keeps_its_fire_with_one_weapon_a_half_squad_loses_it(game: Make) -> None:
    g = game(us_para_squad_1="A6", m1919a6_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    assert value(g, ["us-para-squad-1"], "C6") == 2 + 2
    g = game(us_para_half_1="A6", m1919a6_1="@us-para-half-1", fj_squad_rifle_1="C6")
    assert value(g, ["us-para-half-1"], "C6") == 2
    g = game(
        options={"half_squad_keeps_fp": True}, us_para_half_1="A6", m1919a6_1="@us-para-half-1", fj_squad_rifle_1="C6"
    )
    assert value(g, ["us-para-half-1"], "C6") == 1 + 2


def test_1_6_1c_two_weapons_cost_the_squad_its_own_fire(game: Make) -> None:
    g = game(us_para_squad_1="A6", m1919a6_1="@us-para-squad-1", m1919a6_2="@us-para-squad-1", fj_squad_rifle_1="C6")
    assert value(g, ["m1919a6-1", "m1919a6-2"], "C6") == 4
    with pytest.raises(Refusal) as no:
        value(g, ["us-para-squad-1", "m1919a6-1", "m1919a6-2"], "C6")
    assert no.value.rule == "1.6.1"


def test_1_6_1d_an_smc_fires_a_weapon_at_half_rounded_up(game: Make) -> None:
    for weapon in ("mg34_1", "m1919a4_1"):
        g = game(medrow="A6", fj_squad_rifle_1="C6", **{weapon: "@medrow"})
        assert value(g, [weapon.replace("_", "-")], "C6") == 1


def test_1_6_1e_a_captured_weapon_fires_at_half(game: Make) -> None:
    g = game(us_para_half_1="A6", mg42_1="@us-para-half-1", fj_squad_rifle_1="C6")
    g.table().turn("mg42-1", "back")  # tripod: 3-12
    assert value(g, ["mg42-1"], "C6") == 2


def test_1_6_1f_who_fires_a_weapon_himself_helps_nobody(game: Make) -> None:
    from modules.band_of_heroes.rules.facts import leadership

    g = game(halvorsen="A6", m1919a6_1="@halvorsen", fj_squad_rifle_1="C6")
    g.act("us", "fire_gun", [1, 6], pieces=["halvorsen"], cell="C6")
    assert "fired" in g.marks("halvorsen")
    assert leadership(g.table(), "halvorsen") == 0


def test_1_6_2d_a_satchel_alone_has_six_without_adjacency_and_ten_with_a_squad(game: Make) -> None:
    g = game(us_para_squad_1="E4", satchel_1="@us-para-squad-1", fj_squad_rifle_1="F4")
    assert value(g, ["satchel-1"], "F4") == 6
    assert value(g, ["us-para-squad-1", "satchel-1"], "F4") == 2 + 2 + 6
    g.act("us", "throw", [1, 6, 3], pieces=["us-para-squad-1"], cell="F4")
    assert g.at("satchel-1") == "spent"


def test_1_6_2e_leadership_helps_a_satchel_only_in_the_leaders_own_hand(game: Make) -> None:
    g = game(halvorsen="E4", satchel_1="@halvorsen", fj_squad_rifle_1="F4")
    assert value(g, ["satchel-1"], "F4") == 6 + 1
    g = game(halvorsen="E4", us_para_squad_1="E4", satchel_1="@us-para-squad-1", fj_squad_rifle_1="F4")
    assert value(g, ["satchel-1", "halvorsen"], "F4") == 6


@pytest.mark.parametrize(("everywhere", "expected"), [(True, 4), (False, 2)])
def test_amb_17_adjacency_of_a_machine_gun_alone_is_an_option(game: Make, everywhere: bool, expected: int) -> None:
    g = game(
        options={"adjacent_for_all_fire": everywhere},
        us_para_half_1="E4",
        m1919a6_1="@us-para-half-1",
        fj_squad_rifle_1="F4",
    )
    assert value(g, ["m1919a6-1"], "F4") == expected


# modifiers ---------------------------------------------------------------------


def test_5_0_named_modifiers(game: Make) -> None:
    g = game(us_para_squad_1="E4", halvorsen="E4", fj_squad_rifle_1="F4")
    found = lines(g, ["us-para-squad-1", "halvorsen"], "F4")
    assert found["fire.leader"] == "+1"
    assert found["fire.adjacent"] == "+2"
    g = game("impulse", "german", fj_half_1="E3", us_para_squad_1="F6/fired")
    assert lines(g, ["fj-half-1"], "F6", side="german").get("fire.degrading") == "-1"  # the brush of F5


def test_7_0b_fire_out_of_smoke(game: Make) -> None:
    g = game(us_para_squad_1="E4", fj_squad_rifle_1="F4")
    g.table().add("smoke-x", "t1:E4", kind="smoke1_2", owner="")
    assert lines(g, ["us-para-squad-1"], "F4")["fire.from_smoke"] == "-1"


@pytest.mark.parametrize(
    ("mark", "bonus"),
    [("moved", 1), ("assault", 1), ("crawl", 0), ("fired", 0)],
    ids=["moved", "assault", "crawl", "fired"],
)
def test_6_0e_one_more_against_who_has_moved(game: Make, mark: str, bonus: int) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1=f"C6/{mark}", medic_german_1="H7")
    attack(g, [2, 4, *([4] if bonus else [])], pieces=["us-para-squad-1"], cell="C6")
    assert ("note.damage" in g.notes()) == bool(bonus)


def test_5_3e_two_totals_only_movers_are_hit_easier(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/moved", fj_half_1="C6")
    attack(g, [2, 4, 3], pieces=["us-para-squad-1"], cell="C6")  # 4 against 4: a tie for who stood still
    assert g.note("note.damage")["piece"]["p"] == "fj-squad-rifle-1"
    assert len([n for n in g.notes() if n == "note.damage"]) == 1


def test_5_3e_the_preview_tells_both_chances_of_a_mixed_hex(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6/moved", fj_half_1="C6")
    t = g.table()
    shot = firegroup.compose(t, "us", ["us-para-squad-1"], g.place("C6"), NOW)
    cover = preview.defence(t, shot, "fj-half-1")
    pairs = [(a, d) for a in range(1, 7) for d in range(1, 7)]
    movers, others = (sum(shot.value + more + a > d + cover for a, d in pairs) for more in (1, 0))
    told = preview.odds(t, shot, NOW)
    assert 0 < others < movers < 36
    assert [(c["key"], c["args"]["n"]) for c in told["chances"]] == [
        ("odds.effect_movers", movers),
        ("odds.effect_others", others),
    ]
    assert told["percent"] == round(100 * movers / 36)


def test_5_0e_the_preview_of_targets_alike_tells_one_chance(game: Make) -> None:
    g = game(us_para_squad_1="A6", fj_squad_rifle_1="C6", fj_half_1="C6")
    t = g.table()
    told = preview.odds(t, firegroup.compose(t, "us", ["us-para-squad-1"], g.place("C6"), NOW), NOW)
    assert [c["key"] for c in told["chances"]] == ["odds.effect"]


def test_5_0e_every_way_to_fire_asks_for_its_odds(game: Make) -> None:
    g = game("impulse", "us", us_para_squad_1="C5", sniper_us_1="C5", fj_half_1="C6", spotted_1="C6")
    asks = g.asks("us")
    assert all("odds" in asks[verb] for verb in ("fire", "snipe_one"))
    shot = g.query("us", "odds", **asks["fire"]["odds"], pieces=["us-para-squad-1"], cell="C6")
    assert shot["chances"]
    one, two = (g.query("us", "odds", verb=verb, pieces=["sniper-us-1"], cell="C6") for verb in ("snipe_one", "snipe"))
    assert one["percent"] < two["percent"]  # 11.4


def test_amb_5_the_bonus_against_movers_may_be_bound_to_bad_ground(game: Make) -> None:
    options = {"moving_bonus_everywhere": False}
    g = game(options=options, us_para_squad_1="A6", fj_squad_rifle_1="C6/moved", fj_half_1="F3/moved")
    t = g.table()
    assert not firegroup.is_moving_target(t, "fj-squad-rifle-1", NOW)
    assert firegroup.is_moving_target(t, "fj-half-1", NOW)  # a field: -1


# leaders -----------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["moved", "crawl", "fired", "ops"])
def test_5_0_1_a_marked_leader_does_not_direct(game: Make, mark: str) -> None:
    g = game(us_para_squad_1="E4", halvorsen=f"E4/{mark}", fj_squad_rifle_1="F4")
    assert "fire.leader" not in lines(g, ["us-para-squad-1", "halvorsen"], "F4")


def test_5_0_1_an_assault_marker_is_no_bar(game: Make) -> None:
    g = game(us_para_squad_1="E4/assault", halvorsen="E4/assault", fj_squad_rifle_1="F4")
    assert lines(g, ["us-para-squad-1", "halvorsen"], "F4")["fire.leader"] == "+1"


def test_5_0_1_leaders_direct_their_own_kind_only(game: Make) -> None:
    g = game(us_glider_squad_1="E4", halvorsen="E4", fj_squad_rifle_1="F4")
    assert "fire.leader" not in lines(g, ["us-glider-squad-1", "halvorsen"], "F4")


def test_11_11_one_leader_an_attack_and_he_has_fired_then(game: Make) -> None:
    g = game(us_para_squad_1="E4", halvorsen="E4", medrow="E4", fj_squad_rifle_1="F4")
    attack(g, [1, 6], pieces=["us-para-squad-1", "halvorsen", "medrow"], cell="F4")
    assert g.marks("halvorsen") == ["fired"]
    assert g.marks("medrow") == []


@pytest.mark.parametrize("allowed", [False, True])
def test_amb_26_leaders_in_opportunity_fire_are_an_option(game: Make, allowed: bool) -> None:
    g = game(
        options={"leader_in_opportunity_fire": allowed}, us_para_squad_1="E4", halvorsen="E4", fj_squad_rifle_1="F4"
    )
    found = lines(g, ["us-para-squad-1", "halvorsen"], "F4", Circumstances(opportunity=True))
    assert ("fire.leader" in found) == allowed


def test_11_1a_a_leader_has_no_fire_of_his_own(game: Make) -> None:
    g = game(halvorsen="E4", fj_squad_rifle_1="F4")
    assert g.ask("us", "fire") is None
    with pytest.raises(Refusal) as no:
        value(g, ["halvorsen"], "F4")
    assert no.value.rule == "11.1"


# Ops Complete ------------------------------------------------------------------


def test_4_1b_ops_complete_fires_at_half_and_zero_becomes_minus_one(game: Make) -> None:
    when = Circumstances(opportunity=True)
    g = game("impulse", "german", ss_squad_1="A6/ops", us_para_squad_1="C6/moved", medic_us_1="H7")
    assert value(g, ["ss-squad-1"], "C6", when, "german") == 1
    g = game("impulse", "german", wehrmacht_half_odd_1="A6/ops", us_para_squad_1="C6/moved", medic_us_1="H7")
    assert value(g, ["wehrmacht-half-odd-1"], "C6", when, "german") == -1


@pytest.mark.parametrize(("down", "fire_"), [(True, 1), (False, 2)])
def test_amb_4_how_halved_weapons_round_is_an_option(game: Make, down: bool, fire_: int) -> None:
    options = {"weapon_halves_round_down": down}
    g = game(
        "impulse",
        "german",
        options=options,
        wehrmacht_squad_1="A6/ops",
        mg42_1="@wehrmacht-squad-1",
        us_para_squad_1="C6",
    )
    g.table().turn("mg42-1", "back")  # 3 on its tripod
    assert fire.weapon_fire(g.table(), "mg42-1", Circumstances(opportunity=True)) == fire_


def test_4_1e_an_smc_under_ops_complete_does_not_fire_but_a_sniper_does(game: Make) -> None:
    when = Circumstances(opportunity=True)
    g = game(**{"hero-cobb": "E4/ops", "fj_squad_rifle_1": "F4", "sniper-us-1": "G4/ops"})
    assert not reaches(g, "hero-cobb", "F4", when)
    assert reaches(g, "sniper-us-1", "F4", when)


# ordnance ------------------------------------------------------------------------


def test_14_0_two_dice_must_not_exceed_the_number_of_the_band(game: Make) -> None:
    g = game(us_para_squad_1="A6", bazooka_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    g.act("us", "shoot", [4, 4], pieces=["us-para-squad-1"], cell="C6")  # range 2: 7
    assert g.note("note.missed")["number"] == 7
    g = game(us_para_squad_1="A6", bazooka_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    g.act("us", "shoot", [3, 4, 6, 1, 2], pieces=["us-para-squad-1"], cell="C6")
    assert g.note("note.to_hit")["total"] == 7
    assert g.note("note.attack")["value"] == 2  # its HE


def test_14_0_modifiers_of_the_number(game: Make) -> None:
    g = game(us_para_squad_1="A6/assault", bazooka_1="@us-para-squad-1", fj_squad_rifle_1="C6/moved")
    found = lines(g, ["bazooka-1"], "C6")
    assert found["fire.assault"] == "-2"
    assert found["fire.moving"] == "-1"
    g = game(us_para_squad_1="A6", panzerschreck_1="@us-para-squad-1", halvorsen="A6", fj_squad_rifle_1="C6")
    found = lines(g, ["panzerschreck-1", "halvorsen"], "C6")
    assert found["fire.captured"] == "-1"
    assert found["fire.leader"] == "+1"


def test_tab_oft_the_chart_is_an_option(game: Make) -> None:
    g = game(options={"ordnance": False}, us_para_squad_1="A6", bazooka_1="@us-para-squad-1", fj_squad_rifle_1="C6")
    assert not reaches(g, "bazooka-1", "C6")


def test_11_7d_and_18_1_a_mortar_is_called_by_who_sees(game: Make) -> None:
    base = {"us_60mm_mortar_1": "A11", "wehrmacht_squad_1": "H8/fired"}
    assert not reaches(game(scenario="s3_hill21", **base), "us-60mm-mortar-1", "H8")
    assert reaches(game(scenario="s3_hill21", scout_us_1="H5", **base), "us-60mm-mortar-1", "H8")
    assert not reaches(game(scenario="s3_hill21", oakes="H5", **base), "us-60mm-mortar-1", "H8")
    assert reaches(
        game(scenario="s3_hill21", oakes="H5", **{"card-observer": "@oakes"}, **base), "us-60mm-mortar-1", "H8"
    )


def test_1_6_3e_a_gun_fires_in_its_arc_and_pivots(game: Make) -> None:
    base = {"ger_88_atg_1": "P7/3", "us_para_squad_1": "M7/fired", "us_para_squad_2": "A1"}
    g = game("impulse", "german", scenario="s4_roadblock", **base)
    assert reaches(g, "ger-88-atg-1", "M7")
    g = game("impulse", "german", scenario="s4_roadblock", **{**base, "ger_88_atg_1": "P7/0"})
    assert not reaches(g, "ger-88-atg-1", "M7")
    g.act("german", "pivot", choice="ger-88-atg-1>SW")
    assert g.state.pieces["ger-88-atg-1"]["attrs"]["facing"] == 2
    assert g.marks("ger-88-atg-1") == ["moved"]
    assert reaches(g, "ger-88-atg-1", "M7", Circumstances(opportunity=True)) == reaches_by_arc(g)


def reaches_by_arc(g: Game) -> bool:
    from modules.band_of_heroes.rules import arcs

    return arcs.covers(g.table(), g.place("P7"), g.place("M7"), "SW")


def test_1_6_3e_turning_costs_a_point_for_two_corners() -> None:
    from modules.band_of_heroes.rules import arcs

    assert [arcs.turning_cost("W", to) for to in ("W", "SW", "NW", "SE", "NE", "E")] == [0, 1, 1, 1, 1, 2]


def test_1_6_3h_the_88_does_not_move(game: Make) -> None:
    g = game("impulse", "german", scenario="s4_roadblock", ger_88_atg_1="P7/3")
    assert g.ask("german", "move") is None
