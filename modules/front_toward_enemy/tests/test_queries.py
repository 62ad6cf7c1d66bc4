"""What the player sees before he decides: reach with its warnings, odds by name, hexes and units."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modules.front_toward_enemy.rules.facts import SIDES
from modules.front_toward_enemy.rules.queries import BOMBARDING
from modules.front_toward_enemy.tests.conftest import Game

Make = Callable[..., Game]
PLACES: tuple[dict[str, str], ...] = ({}, {"cell": "13.10"}, {"cell": "tray_us"})


def keys(lines: list[dict]) -> list[str]:
    return [line["key"] for line in lines]


def test_18_1_a_move_warns_of_exposure_and_of_fire(game: Make) -> None:
    g = game(us_ft_1="08.10/concealed", vc_ft_1="12.10", vc_ft_2="10.07/concealed")
    cells = g.query("US", "reach_move", pieces=["us_ft-1"])["cells"]
    note = cells[g.place("09.10")]["note"]
    assert (note["key"], note["rule"]) == ("reach.exposed", "18.1")
    assert note["args"]["pieces"] == [{"p": "vc_ft-1"}]
    assert {"c": g.place("12.10")} in note["args"]["cells"]
    stealth = g.query("US", "reach_stealth", pieces=["us_ft-1"])["cells"]
    assert stealth[g.place("09.10")]["note"]["key"] == "reach.fire", "stealth keeps it hidden, the fire remains"


def test_21_0_who_is_under_way_is_warned_of_fire_too(game: Make) -> None:
    g = game(us_slick_1="08.10/treetop", vc_ft_1="16.10").act("US", "fly", pieces=["us_slick-1"])
    g.act("US", "move", pieces=["us_slick-1"], path=["09.10"]).act("NVA_VC", "let_pass")
    note = g.query("US", "reach_on", pieces=["us_slick-1"])["cells"][g.place("14.10")]["note"]
    assert (note["key"], note["args"]["cells"]) == ("reach.fire", [{"c": g.place("16.10")}])


def test_7_1_the_odds_name_each_modifier_and_the_results_behind_the_hit(game: Make) -> None:
    g = game(us_ft_1="03.03", nva_ft_1="02.02", us_ft_2="03.03").act("US", "hex", cell="03.03")
    found = g.query("US", "odds", verb="fire", pieces=["us_ft-1", "us_ft-2"], cell="02.02")
    assert found["percent"] == 40
    assert [(x["key"], x["value"]) for x in found["lines"][1:]] == [
        ("drm.terrain", 2),
        ("drm.adjacent", -1),
        ("drm.helpers", -1),
    ]
    assert "odds.result" in keys(found["chances"])
    far = g.query("US", "odds", verb="fire", pieces=["us_ft-1"], cell="20.18")
    assert far is None


def test_1_2_the_odds_of_a_check(game: Make) -> None:
    g = game(us_ft_1="03.03/fatigued", nva_ft_1="02.02")
    found = g.query("US", "odds", verb="try", pieces=["us_ft-1"])
    assert found["percent"] == 30
    assert keys(found["lines"]) == ["piece.proficiency", "drm.fatigued"]


def test_7_1_the_pane_follows_whoever_is_chosen_to_fire(game: Make) -> None:
    g = game(us_ft_1="03.03", us_ft_2="03.03", nva_ft_1="02.02", nva_mg_1="02.02").act("US", "hex", cell="03.03")
    ask = g.ask("US", "fire")
    assert g.query("US", "odds", **ask["odds"], pieces=["us_ft-1"], cell="02.02")["percent"] == 30
    g.act("US", "fire", pieces=["us_ft-1", "us_ft-2"], cell="02.02")
    aim = g.ask("US", "aim")
    found = g.query("US", "odds", **aim["odds"], pieces=["nva_mg-1"])
    assert found["title"]["args"]["piece"] == {"p": "nva_mg-1"}
    assert found["percent"] == 40, "both fire"


def test_9_0_the_odds_of_a_search_count_its_markers(game: Make) -> None:
    g = game(us_ft_1="10.10/search=2", tunnel_1="10.10/owner=NVA_VC/concealed").act("US", "hex", cell="10.10")
    found = g.query("US", "odds", **g.ask("US", "search")["odds"], pieces=["us_ft-1"])
    assert [(x["key"], x.get("value")) for x in found["lines"][1:]] == [("drm.search", -2)]


def test_8_0_the_odds_of_an_assault_name_each_check_and_the_first_fire(game: Make) -> None:
    g = game(us_ldr_1="03.04", us_ft_1="03.03/fatigued", us_ft_2="02.03", nva_ft_1="02.02").act("US", "lead", pieces=["us_ldr-1"])
    ask = g.ask("US", "assault")
    assert g.query("US", "odds", **ask["odds"], pieces=["us_ft-1"]) is None, "no hex yet"
    found = g.query("US", "odds", **ask["odds"], pieces=["us_ft-1", "us_ft-2"], cell="02.02")
    checks = [line["args"] for line in found["lines"] if line["key"] == "odds.storms"]
    assert [(x["piece"]["p"], x["percent"]) for x in checks] == [("us_ft-1", 30), ("us_ft-2", 40)]
    g.act("US", "assault", pieces=["us_ft-1", "us_ft-2"], cell="02.02")
    while g.step == "opportunity":
        g.act("NVA_VC", "let_pass", dice=[1, 1] if len(g.state.flow[-2]["s"]["US"]["windows"]) == 0 else None)
    (strike,) = [a for a in g.offer("US")["asks"] if a["verb"] == "strike"]
    round_one = g.query("US", "odds", **strike["odds"], pieces=["nva_ft-1", "us_ft-1", "us_ft-2"])
    assert found["percent"] == round_one["percent"]
    assert found["lines"][2:] == round_one["lines"], "the same fire as when it is named in the first round"


def test_8_0_leaders_and_those_with_them_need_no_check_in_the_odds(game: Make) -> None:
    g = game(us_ldr_1="03.03", us_ft_1="03.03", us_ft_2="02.03", nva_ft_1="02.02", nva_mg_1="02.02")
    g.act("US", "lead", pieces=["us_ldr-1"])
    found = g.query("US", "odds", verb="assault", pieces=["us_ft-1", "us_ldr-1", "us_ft-2"], cell="02.02")
    assert [line["args"]["percent"] for line in found["lines"] if line["key"] == "odds.storms"] == [100, 100, 40]
    assert [line["args"]["piece"]["p"] for line in found["chances"]] == ["nva_ft-1", "nva_mg-1"], "each may be named"


def test_26_0_the_odds_of_a_claymore_name_each_whom_it_meets(game: Make) -> None:
    g = game(
        side="NVA_VC", scenario="frago_3_lz_sparrow", us_ft_1="08.13", nva_ft_1="09.13", nva_ft_2="09.13", chit_us_8="cup",
        claymore_1="secret_us/owner=US/concealed/cell=08.13",
    ).act("NVA_VC", "hex", cell="09.13")  # fmt: skip
    g.act("US", "let_pass").act("NVA_VC", "assault", pieces=["nva_ft-1"], cell="08.13")
    found = g.query("US", "odds", **g.ask("US", "claymore")["odds"], pieces=["claymore-1"])
    assert found["title"]["args"]["cell"] == {"c": g.place("08.13")}
    assert "odds.result" in keys(found["chances"]), "one enemy storms: what a hit would do is told too"
    g = game(
        side="NVA_VC", scenario="frago_3_lz_sparrow", us_ft_1="07.13", nva_ft_1="08.13", nva_ft_2="08.13/concealed",
        nva_mg_1="09.14", chit_us_8="cup", claymore_1="secret_us/owner=US/concealed/cell=08.13",
    ).act("NVA_VC", "hex", cell="09.14")  # fmt: skip
    found = g.query("US", "odds", verb="claymore", pieces=["claymore-1"])
    at = [(line["args"]["piece"]["p"], line["args"]["percent"]) for line in found["chances"]]
    assert at[0][0] == "nva_ft-1"
    assert at[0][1] - at[1][1] == 20, "concealment is worth two (18.1)"
    assert len(at) == 2


def test_the_viewer_tells_ground_who_has_not_acted_who_watches_and_the_chits(game: Make) -> None:
    g = game(us_ft_1="11.11", us_ft_2="11.11/done", vc_ft_1="13.11")
    lines = g.query("US", "cell", cell="11.11")
    assert keys(lines) == ["cell.ground", "cell.idle", "cell.watched", "cell.chits"]
    assert lines[1]["args"]["pieces"] == [{"p": "us_ft-1"}]
    assert lines[3]["args"] == {"us": 5, "nva": 4}
    assert keys(g.query("US", "piece", piece="us_ft-2")) == ["piece.proficiency", "piece.done"]


def test_6_1_why_a_hex_can_not_be_entered(game: Make) -> None:
    g = game(us_acav_1="05.10")
    assert g.query("US", "why", pieces=["us_acav-1"], cell="05.11")["rule"] == "6.1"


def test_13_0_a_call_says_beforehand_what_it_may_be_granted(game: Make) -> None:
    g = game(side="US", scenario="frago_2_route_14", us_ldr_1="10.10", us_ft_9="10.10", chit_us_8="cup", vc_ft_1="13.10")
    g.act("US", "hex", cell="10.10").act("US", "call", pieces=["us_ldr-1"])
    ask = g.ask("US", "aim_at")
    assert g.query("US", "odds", **ask["odds"]) is None, "no hex is chosen yet"
    told = g.query("US", "odds", **ask["odds"], cell="13.10")
    lines = [(line["key"].removeprefix("odds."), line["args"]) for line in told["chances"]]
    chances = [(key, args.get("piece"), args["percent"]) for key, args in lines]
    assert chances == [
        ("granted", {"k": "bn_mortar"}, 40), ("granted", {"k": "artillery"}, 30), ("denied", None, 30),
        ("on_target_if", None, 60),
    ]  # fmt: skip
    assert told["percent"] == 70


@pytest.mark.parametrize("verb", BOMBARDING)
def test_13_0_odds_of_a_bombardment_that_nobody_calls_there_are_none_never_a_fault(game: Make, verb: str) -> None:
    g = game(side="US", scenario="frago_2_route_14", us_ldr_1="10.10", us_ft_9="10.10", chit_us_8="cup", vc_ft_1="13.10")
    told = [g.query(side, "odds", verb=verb, **said) for side in SIDES for said in PLACES]
    g.act("US", "hex", cell="10.10")
    told += [g.query(side, "odds", verb=verb, **said) for side in SIDES for said in PLACES]
    g.act("US", "call", pieces=["us_ldr-1"])
    told += [g.query(side, "odds", verb=verb, **said) for side in SIDES for said in PLACES if (side, said) != ("US", PLACES[1])]
    assert told == [None] * 17


def due(game: Make, **pieces: str) -> Game:
    """Mortars called by the US on 14.04 are due."""
    g = game(
        "turn_end", scenario="frago_2_route_14", bn_mortar_1="calls_us/owner=US/due=2", nva_ft_1="14.04", us_ft_1="26.18",
        us_ft_2="14.03", **pieces,
    )  # fmt: skip
    t = g.table()
    t.set_var("turn", 2)
    t.seal("US", "targets", {"bn_mortar-1": "tan_loi:14.04"})
    return g.run("bombardments")


def test_16_0_a_bombardment_says_beforehand_whether_it_is_on_target_and_whom_it_hits(game: Make) -> None:
    g = due(game, nva_ft_2="14.05/concealed")
    told = g.query("US", "odds", **g.ask("US", "bombard")["odds"])
    hit = {line["args"]["piece"]["p"]: line["args"]["percent"] for line in told["chances"] if line["key"] == "odds.hit_if_on"}
    assert set(hit) == {"nva_ft-1", "us_ft-2"}, "nobody learns of the concealed team"
    assert told["chances"][0]["args"]["percent"] == 60
    assert g.query("NVA_VC", "odds", verb="bombard") is None, "the hex is its side's own"


def test_18_0_the_odds_of_a_bombardment_do_not_change_with_what_is_hidden(game: Make) -> None:
    hidden = {"nva_ft_2": "14.04/concealed", "nva_ft_3": "14.05/concealed"}
    others: list[dict[str, str]] = [
        {"nva_mg_1": "14.04/concealed", "nva_ldr_1": "14.05/concealed"},
        {"dummy_1": "14.04/concealed", "nva_ldr_1": "14.05/concealed"},
        {**hidden, "bunker_1": "secret_nva_vc/owner=NVA_VC/concealed/cell=14.04"},
    ]
    more = {f"nva_ft_{n}": "14.04" for n in (4, 5, 6)}  # with the concealed team more than four (6.2)
    told = [due(game, **more, **pieces).query("US", "odds", verb="bombard") for pieces in (hidden, *others)]
    assert all(one == told[0] for one in told)


def test_21_0_a_shot_at_who_moves_tells_its_odds_for_each_who_is_ticked(game: Make) -> None:
    g = game(us_ft_1="09.10", us_ft_2="09.10", vc_ft_1="13.10", vc_ft_2="13.10/suppressed").act("US", "hex", cell="09.10")
    g.act("US", "move", pieces=["us_ft-1"], path=["10.10", "11.10"])
    g.act("NVA_VC", "try", pieces=["vc_ft-1", "vc_ft-2"], dice=[5, 3]).act("NVA_VC", "shoot")
    ask = g.ask("NVA_VC", "shoot")
    assert ask["locked"] == ["us_ft-1"]
    assert g.query("NVA_VC", "odds", **ask["odds"], pieces=["us_ft-1"]) is None, "nobody fires yet"
    told = [g.query("NVA_VC", "odds", **ask["odds"], pieces=["us_ft-1", unit]) for unit in ("vc_ft-1", "vc_ft-2")]
    assert [one["title"]["args"] for one in told] == [{"cell": {"c": g.place("10.10")}, "piece": {"p": "us_ft-1"}}] * 2
    assert told[0]["percent"] > told[1]["percent"], "who is suppressed fires worse"


def test_19_9_the_hex_noted_for_the_guns_tells_their_odds_to_nobody_else(game: Make) -> None:
    g = game("turn_end", us_ft_1="10.10", us_ft_2="20.14", vc_ft_1="15.10").run("event", dice=[1, 7])
    ask = g.ask("NVA_VC", "target")
    assert g.query("NVA_VC", "odds", **ask["odds"]) is None, "no hex is chosen yet"
    told = g.query("NVA_VC", "odds", **ask["odds"], cell="10.10")
    hit = {line["args"]["piece"]["p"] for line in told["chances"] if line["key"] == "odds.hit_if_on"}
    assert hit == {"us_ft-1"}
    assert g.query("US", "odds", verb="target", cell="10.10") is None
