"""Combat effects (3.7.2, 6.9), ammunition (6.2, 6.8), rallies (4.2.3, 10.1), capture and retreat (3.5), clean-up (3.8)."""

from __future__ import annotations

import pytest

from modules.fields_of_fire.rules import act_rally, ammo, capture, cleanup, facts, fire, harm
from modules.fields_of_fire.rules.settle import settle
from modules.fields_of_fire.tests.conftest import Game, cards, column

FOE = {"german_sqd_1": "r2c1"}
TEAM = "owner=us/nation=us/vof=S/range=C"


def result(word: str, ncm: int = -1) -> str:
    """Return an action card that gives a result at a modifier."""
    for card in cards(n=50):
        attrs = Game.attrs(card)
        hit, pin = attrs["hit_max"], attrs["pin_max"]
        if word == ("HIT" if ncm <= hit else "PIN" if ncm <= pin else "MISS"):
            return card
    raise AssertionError(word)


def effects(*draws: str, **pieces: str) -> Game:
    """Run the combat effects of a position to their end."""
    more = {key: pieces.pop(key) for key in ("land", "options", "values") if key in pieces}
    g = Game(**pieces, **more, draws=list(draws))  # type: ignore[arg-type]
    g.run("effects")
    if g.step == "effects":
        g.act("us", "all")
    return g


def hit(unit: str, letters: str, **pieces: str) -> Game:
    """Apply hit effects of given letters to a unit."""
    g = Game(**pieces)
    t = g.table()
    harm.pin(t, g.name(unit))
    harm.apply(t, g.name(unit), letters)
    g.runner.open(g.state)
    return g


# results ----------------------------------------------------------------------------------------------


def test_6_9_1_a_a_miss_takes_a_pin_off() -> None:
    g = effects(result("MISS"), result("MISS"), p1_sqd1="r1c1/pinned", **FOE)
    assert g.state_of("p1_sqd1", "pinned") is None


def test_6_9_1_b_a_pin_pins() -> None:
    g = effects(result("PIN"), result("MISS", 0), p1_hq="r1c1", **FOE)
    assert g.state_of("p1_hq", "pinned") is True


def test_6_9_1_c_a_hit_pins_and_draws_letters_under_the_units_experience() -> None:
    g = effects(result("HIT"), *cards(line="P"), p1_sqd1="r1c1", german_sqd_1="r2c1/unspotted")
    assert g.note("note.hit")["letters"] == "P"
    assert sorted(k for k in g.kinds("r1c1") if k == "paralyzed") == ["paralyzed"]
    assert g.face("normandy-p1-sqd1") == "back"


def test_3_7_2_who_is_out_of_fire_loses_its_pin_first() -> None:
    g = effects(p1_sqd1="r1c1/pinned", p2_sqd1="r4c4")
    assert g.state_of("p1_sqd1", "pinned") is None


def test_6_1_3_all_is_simultaneous_by_a_frozen_picture() -> None:
    g = effects(result("HIT", 0), *cards(line="C"), result("PIN", 0), german_tm_1="r2c1", p1_sqd1="r1c1")
    assert "note.fire_pin" in g.notes()  # the team that was hit has fired all the same
    assert "note.fire_hit" in g.notes()


def test_3_7_2_a_miss_marker_goes_and_mines_are_set_again() -> None:
    g = effects(result("MISS", -1), p1_hq="r1c1", m="r1c1/kind=vof_miss/owner=enemy", mine_1="r3c3/kind=mine/back")
    assert "vof_miss" not in g.kinds("r1c1")
    assert g.face("mine_1".replace("_", "-")) == "front"


def test_4_3_4_a_line_under_incoming_is_cut_on_a_one() -> None:
    g = effects(column(2, 1), phone_line_1="r1c1", i="r1c1/kind=vof_incoming/owner=enemy/ncm=-4", p1_hq="r4c4")
    assert g.state_of("phone_line_1", "cut") is True
    g = effects(column(2, 2), phone_line_1="r1c1", i="r1c1/kind=vof_incoming/owner=enemy/ncm=-4", p1_hq="r4c4")
    assert g.state_of("phone_line_1", "cut") is None


def test_9_6_a_snipers_target_is_one_of_the_exposed() -> None:
    g = effects(
        result("MISS", -4),
        result("MISS", 0),
        p1_sqd1="r1c1",
        p1_sqd2="r1c1/exposed",
        german_sni_1="r4c1/unspotted/aim=r1c1",
    )
    assert g.state_of("german_sni_1", "target") == "normandy-p1-sqd2"


# hit effects ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "kind"),
    [("C", "casualty"), ("P", "paralyzed"), ("L", "litter"), ("F", "fire_team"), ("A", "assault_team")],
)
def test_6_9_2_a_letter_replaces_a_step_of_a_squad(letter: str, kind: str) -> None:
    g = hit("p1_sqd1", letter, p1_sqd1="r1c1")
    assert kind in g.kinds("r1c1")
    assert (g.face("normandy-p1-sqd1"), g.state_of("p1_sqd1", "pinned")) == ("back", True)


def test_6_9_2_the_last_step_of_a_squad_becomes_a_fire_team() -> None:
    g = hit("p1_sqd1", "CL", p1_sqd1="r1c1")
    assert g.kinds("r1c1") == ["casualty", "fire_team", "litter"]
    assert g.where("p1_sqd1") == "removed"


def test_6_9_2_a_single_step_takes_only_the_left_letter() -> None:
    assert hit("p1_hq", "PC", p1_hq="r1c1").kinds("r1c1") == ["paralyzed"]


def test_6_9_2_f_and_a_turn_a_unit_with_a_fire_team_side() -> None:
    for letter in ("F", "A"):
        g = hit("lmg1", letter, lmg1="r1c1")
        assert g.face("normandy-lmg1") == "back"
    assert hit("lmg1", "A", lmg1="r1c1/back").face("normandy-lmg1") == "back"


def test_6_9_2_teams_are_never_stronger_than_their_squad_and_the_last_keeps_a() -> None:
    g = hit("german_sqd_1", "FF", german_sqd_1="r1c1/ammo_MG=12")
    vofs = sorted(str(g.state.pieces[p]["attrs"]["vof"]) for p in g.state.pieces if p.startswith("fire_team"))
    assert vofs == ["A", "S", "S"]
    assert [g.state.pieces[p]["attrs"]["ammo_MG"] for p in g.state.pieces if "ammo_MG" in g.state.pieces[p]["attrs"]][
        -1
    ] == 12


def test_6_9_2_a_team_changes_in_any_direction() -> None:
    assert hit("t1", "L", t1=f"r1c1/kind=paralyzed/{TEAM}").kinds("r1c1") == ["litter"]
    assert hit("t1", "F", t1=f"r1c1/kind=paralyzed/{TEAM}").kinds("r1c1") == ["fire_team"]


def test_6_9_2_teams_keep_cover_and_exposure_and_are_pinned() -> None:
    g = hit("p1_sqd1", "L", p1_sqd1="r1c1/under=m1/exposed", m1="r1c1/kind=cover")
    attrs = next(p["attrs"] for p in g.state.pieces.values() if p["kind"] == "litter")
    assert (attrs["under"], attrs["exposed"], attrs["pinned"]) == ("m1", True, True)


def test_3_5_a_prisoner_is_only_pinned_or_killed() -> None:
    assert hit("t1", "F", t1=f"r1c1/kind=litter/{TEAM}/captured").kinds("r1c1") == ["litter"]
    assert hit("t1", "C", t1=f"r1c1/kind=litter/{TEAM}/captured").kinds("r1c1") == ["casualty"]


def test_4_3_4_the_set_of_a_casualty_is_destroyed_or_dropped() -> None:
    held = {"p1_hq": "r1c1", "scr536_1": "net_p1/holder=p1_hq/net=company"}
    for n, place in ((1, "removed"), (2, "r1c1")):
        g = Game(**held, draws=[column(2, n)])
        harm.apply(g.table(), g.name("p1_hq"), "C")
        assert g.at("scr536-1") == place


def test_10_4_lost_steps_are_counted() -> None:
    assert hit("p1_sqd1", "CC", p1_sqd1="r1c1").state.vars["lost_us"] == 2


# ammunition -------------------------------------------------------------------------------------------


def test_6_8_machine_guns_spend_a_point_a_turn_two_with_concentrated_fire() -> None:
    g = Game(lmg1="r1c1/ammo_MG=6", hmg1="r1c2/ammo_MG=6/concentrated", p1_sqd1="r1c1", german_tm_1="r2c1")
    t = g.table()
    settle(t)
    ammo.spend_all(t)
    assert (g.state_of("lmg1", "ammo_MG"), g.state_of("hmg1", "ammo_MG")) == (5, 4)


def test_6_2_a_weapons_team_without_ammunition_fights_on_as_a_fire_team() -> None:
    g = Game(co_hq="r1c1", lmg1="r1c1/ammo_MG=1", german_tm_1="r2c1")
    t = g.table()
    settle(t)
    ammo.spend_all(t)
    g.runner.open(g.state)
    assert g.face("normandy-lmg1") == "back"
    assert g.impulse().why_not("lmg1", "to_front") == "6.2"  # AMB-43


def test_6_2_a_squad_without_ammunition_gets_the_marker() -> None:
    g = Game(german_sqd_1="r2c1/ammo_MG=1", p1_sqd1="r1c1")
    t = g.table()
    settle(t)
    ammo.spend_all(t)
    assert (facts.printed_vof(t, "german-sqd-1"), facts.reach(t, "german-sqd-1")) == ("S", 1)


def test_9_9_unspotted_enemies_without_ammunition_slip_away() -> None:
    g = Game(german_pak_1="r2c1/unspotted/ammo_GUN=0", german_hmg_1="r3c1/unspotted/ammo_MG=0", p1_sqd1="r1c1")
    assert cleanup.is_spent(g.r, "german-hmg-1")
    g.run("clean_up")
    assert g.at("german-hmg-1") == "enemy_pool"


# rallies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "verb", "after"),
    [
        ("paralyzed", "rally_paralyzed", "litter"),
        ("litter", "rally_litter", "fire_team"),
        ("fire_team", "rally_fire", "assault_team"),
    ],
)
def test_10_1_the_ladder_step_by_step(kind: str, verb: str, after: str) -> None:
    g = Game(t1=f"r1c1/kind={kind}/owner=us/nation=us", draws=cards("rally", 2)).impulse("general", 1)
    g.order("t1", verb)
    assert g.kinds("r1c1") == [after]


def test_4_2_3_e_an_assault_team_stands_down_without_a_draw() -> None:
    g = Game(t1=f"r1c1/kind=assault_team/{TEAM}").impulse("general", 1).order("t1", "assault_to_fire")
    assert g.kinds("r1c1") == ["fire_team"]


def test_4_2_3_f_a_flipped_unit_rallies_to_its_front() -> None:
    g = Game(lmg1="r1c1/back", draws=cards("rally", 1)).impulse("general", 1)
    g.order("lmg1", "to_front")
    assert g.face("normandy-lmg1") == "front"


def test_4_2_3_g_h_a_team_is_detached_and_fills_a_squad_up() -> None:
    g = Game(co_hq="r1c1", p1_sqd1="r1c1").impulse()
    g.order("p1_sqd1", "detach", choice="assault")
    team = next(p for p in g.state.pieces if p.startswith("assault_team"))
    assert g.face("normandy-p1-sqd1") == "back"
    g.order("p1_sqd1", "fill_up", pieces=[team])
    assert g.face("normandy-p1-sqd1") == "front"
    assert team not in g.state.pieces


def test_4_2_3_i_a_removed_squad_is_made_of_teams() -> None:
    teams = {"t1": f"r1c1/kind=fire_team/{TEAM}", "t2": f"r1c1/kind=assault_team/{TEAM}", "p1_sqd1": "removed"}
    g = Game(**teams, draws=cards("rally", 2)).impulse("general", 1)
    g.order("t1", "reconstitute", pieces=["t1", "t2"])
    assert (g.where("p1_sqd1"), g.face("normandy-p1-sqd1")) == ("r1c1", "back")
    assert act_rally.teams_on(g.r, "map:r1c1") == []


def test_10_1_weapons_teams_do_not_come_back_that_way() -> None:
    g = Game(t1=f"r1c1/kind=fire_team/{TEAM}", t2=f"r1c1/kind=fire_team/{TEAM}", mtr60="removed").impulse("general", 1)
    assert g.why_not("t1", "reconstitute") == "10.1"


def test_4_2_3_j_to_the_fire_team_side_without_a_draw() -> None:
    g = Game(lmg1="r1c1").impulse("general", 1).order("lmg1", "to_fire_team")
    assert (g.face("normandy-lmg1"), facts.experience(g.r, "normandy-lmg1")) == ("back", "green")


# capture and retreat ----------------------------------------------------------------------------------


def test_3_5_a_helpless_team_alone_is_captured_and_goes_with_its_guard() -> None:
    g = Game(t1="r2c1/kind=litter/owner=enemy/nation=german", p1_sqd1="r2c1").run("capture")
    assert g.state_of("t1", "captured") is True
    g.impulse("general").order("p1_sqd1", "move", cell="r1c1")
    assert g.at("t1") == "r1c1"


def test_3_5_without_prisoners_it_is_a_casualty() -> None:
    g = Game(t1="r2c1/kind=litter/owner=enemy/nation=german", p1_sqd1="r2c1", options={"prisoners": False}).run(
        "capture"
    )
    assert "casualty" in g.kinds("r2c1")


def test_3_5_any_friend_protects() -> None:
    pieces = {"t1": "r2c1/kind=litter/owner=enemy/nation=german", "t2": "r2c1/kind=paralyzed/owner=enemy/nation=german"}
    g = Game(**pieces, p1_sqd1="r2c1")
    assert capture.capturable(g.r, "map:r2c1", "enemy") == []
    turned = Game(**pieces, p1_sqd1="r2c1", options={"any_friend_protects": False})
    assert set(capture.capturable(turned.r, "map:r2c1", "enemy")) == {"t1", "t2"}


def test_3_5_a_paralyzed_team_under_fire_retreats_out_of_it() -> None:
    g = Game(
        t1="r2c1/kind=paralyzed/owner=us/nation=us",
        p1_sqd1="r2c1",
        german_sqd_1="r3c1",
        pdf_1="r3c1/kind=pdf/owner=enemy/aim=r2c1",
    )
    g.run("capture")
    assert g.at("t1") != "r2c1"
    assert not fire.has_vof(g.r, f"map:{g.at('t1')}")
    assert g.state_of("t1", "exposed") is True


# clean-up ---------------------------------------------------------------------------------------------


def test_3_8_what_lasts_a_turn_comes_off() -> None:
    g = Game(
        p1_sqd1="r1c1/exposed/activated/done", s="r1c2/kind=smoke_hc", f="r1c2/kind=hand_flare_lit",
        i="r1c3/kind=vof_incoming/ncm=-4",
        m="r1c1/kind=cover", c="r1c1/kind=vof_concentrated/target=p1_sqd1",
    )  # fmt: skip
    g.run("clean_up")
    assert [g.state_of("p1_sqd1", key) for key in ("exposed", "activated", "done")] == [None, None, None]
    assert g.kinds("r1c2") == []
    assert g.kinds("r1c3") == ["vof_incoming"]  # it stays until the next combat phase
    assert "cover" in g.kinds("r1c1")


def test_5_1_4_casualties_on_the_collection_point_are_evacuated() -> None:
    g = Game(ccp_1="r1c1/kind=ccp", k1="r1c1/kind=casualty/owner=us/nation=us", p1_sqd1="r1c1").run("clean_up")
    assert g.at("k1") == "us_casualties"


def test_5_1_4_in_vietnam_from_the_medevac_lz_where_an_hq_is() -> None:
    lz = {"lz_1": "r1c1/kind=medevac_lz", "k1": "r1c1/kind=casualty/owner=us/nation=us"}
    assert Game(scenario="vnm_1", **lz, p1_sqd1="r1c1").run("clean_up").at("k1") == "r1c1"
    assert Game(scenario="vnm_1", **lz, flt1_1="r1c1").run("clean_up").at("k1") == "r1c1"  # 1.2.6: no HQ
    assert Game(scenario="vnm_1", **lz, p1_hq="r1c1").run("clean_up").at("k1") == "us_casualties"


def test_9_1_3_unevaluated_markers_of_a_defence_are_removed() -> None:
    assert Game(scenario="nrm_2", x="r3c1/kind=pc_a", p1_sqd1="r1c1").run("clean_up").kinds("r3c1") == []
    assert Game(x="r3c1/kind=pc_a", p1_sqd1="r1c1").run("clean_up").kinds("r3c1") == ["pc_a"]
