"""What the screen asks of the rules, and that it never tells what is the enemy's (3.6)."""

from __future__ import annotations

from typing import Any

from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force, work

HERE, THERE = "0310", "0210"
MEADE, JACKSON = "union-meade-1", "csa-jackson-1"


def meade(**points: Any) -> dict[str, Any]:
    units = ["infantry_4_2"] * 4 + ["cavalry_2_2"]
    return force(MEADE, HERE, "l1", units, **{"ml": 3, "ap": 3, "ammo": 2, "artillery": 2, **points})


def jackson(*units: str, **points: Any) -> dict[str, Any]:
    return force(JACKSON, THERE, "l1", list(units) or ["infantry_2_1"] * 3, **{"ml": 4, "ap": 4, **points})


def keys(answer: Any) -> list[str]:
    rows = answer["lines"] if isinstance(answer, dict) else answer
    return [row["key"] for row in rows]


def battle(*groups: dict[str, Any]) -> Game:
    where = [f"virginia:{HERE}"]
    return Game(*groups).run(("battle", {"side": "union", "target": f"virginia:{THERE}", "attackers": where}))


def test_odds_name_each_factor_and_leave_the_enemys_open() -> None:
    g = battle(meade(), jackson(ammo=1), work(THERE, 1, "csa"))
    answer = g.query("union", "odds")
    values = {row["key"]: row["value"] for row in answer["lines"]}
    assert values["line.br"] == 5
    assert values["line.artillery"] == 2
    assert values["line.entrenchment"] == -1
    assert (values["line.higher_ml"], values["line.cavalry"]) == ("?", "?")
    assert answer["column_head"] == "10-14"  # 18 strength, the works one to the left
    assert [row["die"] for row in answer["results"]] == [1, 2, 3, 4, 5, 6]


def test_odds_do_not_change_with_what_is_hidden() -> None:
    one = battle(meade(), jackson("infantry_2_1", ml=1, ammo=1)).query("union", "odds")
    other = jackson("infantry_4_2", "cavalry_2_1", "infantry_3_1", ml=9, ammo=3, artillery=3)
    assert one == battle(meade(), other).query("union", "odds")


def test_odds_when_a_target_is_chosen() -> None:
    g = Game(meade(), jackson(), alone("csa", "0311", "infantry_2_1"))
    g.run(("declare", {"side": "union", "where": f"virginia:{HERE}"}))
    assert g.query("union", "odds", cell=THERE)["title"]["args"]["b"] == {"c": f"virginia:{THERE}"}


def test_8_51_the_odds_of_an_attack_say_how_likely_it_is_declared() -> None:
    g = Game(meade(), jackson(), args={"side": "union", "level": 2}, phase="movement")
    ask = g.ask("union", "declare_from")
    assert g.query("union", "odds", **ask["odds"]) is None, "no hex is pointed at"
    told = g.query("union", "odds", **ask["odds"], cell=HERE)
    assert told["title"]["args"] == {"a": {"c": f"virginia:{HERE}"}, "b": {"c": f"virginia:{THERE}"}}
    assert told["chances"][0]["args"] == {"n": 5, "percent": 83}, "Meade's battle rating"


def test_8_5_of_several_targets_the_odds_wait_until_one_is_pointed_at() -> None:
    g = Game(meade(), jackson(), alone("csa", "0311", "infantry_2_1"), args={"side": "union", "level": 2}, phase="movement")
    assert g.query("union", "odds", **g.ask("union", "declare_from")["odds"], cell=HERE) is None
    g.act("union", "declare_from", cell=HERE)
    assert g.query("union", "odds", **g.ask("union", "target")["odds"], cell=THERE)["chances"][0]["key"] == "odds.declared"


def test_8_51_a_unit_without_a_leader_declares_by_its_inverted_morale() -> None:
    g = Game(alone("union", HERE, "infantry_4_2"), jackson(), args={"side": "union", "level": 2}, phase="movement")
    told = g.query("union", "odds", verb="declare_from", cell=HERE)
    assert told["chances"][0]["args"] == {"n": 4, "percent": 67}


def test_8_51_where_below_is_needed_the_number_said_is_the_highest_that_passes() -> None:
    below = {"amb_04_leaderless_less_than": True}
    units, args = (alone("union", HERE, "infantry_4_2"), jackson()), {"side": "union", "level": 2}
    g = Game(*units, args=args, phase="movement", options=below)
    told = g.query("union", "odds", verb="declare_from", cell=HERE)
    assert told["chances"][0]["args"] == {"n": 3, "percent": 50}


def test_a_hex_says_ground_zones_works_and_ones_own_supply() -> None:
    g = Game(meade(), jackson(), work(THERE, 2, "csa"))
    own = g.query("union", "cell", cell=HERE)
    assert {"cell.ground", "cell.zone", "cell.commander"} <= set(keys(own))
    assert any(key.startswith(("cell.supply", "cell.cut_off")) for key in keys(own))
    theirs = g.query("union", "cell", cell=THERE)
    assert "cell.works_manned" in keys(theirs)
    assert not any(key.startswith(("cell.commander", "cell.supply", "cell.cut_off")) for key in keys(theirs))


def test_a_hex_says_by_which_dice_a_march_gets_there() -> None:
    g = Game(meade(), args={"side": "union", "level": 2}, phase="movement")
    g.act("union", "order", pieces=[MEADE])
    near = next(row for row in g.query("union", "cell", cell="0309") if row["key"] == "cell.dice")
    far = [row for row in g.query("union", "cell", cell="0306") if row["key"] == "cell.dice"]
    assert near["args"]["n"].startswith("1, 2")
    assert not far or len(far[0]["args"]["n"]) < len(near["args"]["n"])


def test_leaders_tell_their_points_to_their_side_alone() -> None:
    g = Game(meade(), jackson())
    assert "piece.points" in keys(g.query("union", "piece", piece=MEADE))
    assert "piece.points" not in keys(g.query("union", "piece", piece=JACKSON))
    assert keys(g.query("union", "piece", piece=JACKSON)) == ["piece.ratings"]


def test_10_11_an_ask_about_one_attack_names_its_hexes_and_gets_its_odds() -> None:
    g = battle(meade(), jackson(ammo=1))
    here, there = f"virginia:{HERE}", f"virginia:{THERE}"
    whole = g.query("union", "odds")
    for asked in ({"to": there, "cell": here}, {"from": here, "cell": there}, {"from": here, "to": there}):
        assert g.query("union", "odds", **asked) == whole
    assert g.query("union", "odds", to=there) is None, "no stack is chosen yet"
    assert g.query("union", "odds", **{"from": here, "to": "virginia:2929"}) is None, "it is not next to it"
