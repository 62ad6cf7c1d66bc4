"""Set-up: 3.0, 9.1, 9.2, 18.1, 19.2, 24.8, 26.4, 26.10, the variant counters."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest


def targets(g: Any, side: str, piece: str) -> list[str]:
    ask = g.ask(side, "place")
    return list((ask or {"targets": {}})["targets"].get(piece, ()))


def test_3_0_pieces_go_where_their_line_says(game: Any) -> None:
    g = game("game_warden", setup="free")
    bases = targets(g, "FW", "us-logistical-base-1")
    assert bases == sorted(f"delta:{c}" for c in ("1914", "2015", "1912", "2611", "3007", "3411"))
    assert not targets(g, "FW", "us-pbr-1")  # no US base stands yet
    g.act("FW", "place", pieces=["us-logistical-base-1"], cell="delta:2015")
    assert targets(g, "FW", "us-pbr-1") == ["delta:2015"]
    assert "delta:2015" not in targets(g, "FW", "us-logistical-base-2")  # one each
    assert not targets(g, "FW", "us-wpb-1")  # 8.3: Can Tho is not on the coast
    g.act("FW", "place", pieces=["us-logistical-base-2"], cell="delta:3411")
    assert targets(g, "FW", "us-wpb-1") == ["delta:3411"]


def test_3_0_arvn_two_per_square(game: Any) -> None:
    g = game("game_warden", setup="free")
    g.act("FW", "place", pieces=["arvn-logistical-base-1"], cell="delta:2906")
    for n in (1, 2):
        g.act("FW", "place", pieces=[f"arvn-rag-{n}"], cell="delta:2906")
    assert not targets(g, "FW", "arvn-ranger-battalion-1")
    assert not targets(g, "FW", "arvn-rag-3")


def test_3_0_set_up_can_not_end_while_something_can_be_placed(game: Any) -> None:
    g = game("game_warden", setup="free")
    assert g.ask("FW", "done")["why_not"]["key"] == "refuse.setup_left"
    g.act("FW", "rest")
    assert "why_not" not in g.ask("FW", "done")
    # What a piece needed may be taken away again: then the side is told which piece is wrong.
    g.act("FW", "shift", pieces=["us-logistical-base-1"], cell="fw_setup")
    assert g.ask("FW", "done")["why_not"]["key"] == "refuse.setup_wrong"


def test_9_1_eight_units_at_set_up(game: Any) -> None:
    g = game("game_warden", setup="free")
    g.act("FW", "place", pieces=["us-logistical-base-1"], cell="delta:2015")
    for n in range(1, 8):
        g.act("FW", "place", pieces=[f"us-pbr-{n}"], cell="delta:2015")
    assert "delta:2015" not in targets(g, "FW", "us-pbr-8")
    assert "delta:2015" in targets(g, "FW", "us-helicopter-detachment-1")  # airmobile units are exempt


def test_24_8_communists_set_up_away_from_the_free_world(game: Any) -> None:
    g = game("game_warden", setup="free")
    g.act("FW", "rest").act("FW", "done")
    fw = {g.at(p) for p in g.state.pieces if p.startswith(("us-", "arvn-"))}
    cells = targets(g, "COM", "com-cadre-1")
    assert cells
    assert not fw & set(cells)
    assert "delta:2906" not in cells  # 8.3: never Saigon
    assert "delta:3411" not in cells
    assert all(c in targets(g, "COM", "com-main-force-battalion-1") for c in ("delta:2108", "delta:2616"))
    junk = next(p for p in g.state.at("com_setup") if p.startswith(("com-sij", "com-tij")))
    assert targets(g, "COM", junk) == ["delta:0309", "delta:1102", "delta:1403", "delta:2204"]


def test_24_8_random_draws_are_blind_and_differ(game: Any) -> None:
    drawn = []
    for seed in (1, 2):
        g = game("game_warden", setup="free", seed=seed)
        tray = g.state.at("com_setup")
        kinds = Counter(g.state.pieces[p]["kind"] for p in tray)
        guerrilla = [p for p in tray if g.table().has(p, "guerrilla")]
        craft = [p for p in tray if g.table().has(p, "naval_or_riverine")]
        assert (len(guerrilla), len(craft)) == (12, 10)
        assert len([p for p in g.state.at("com_pool") if g.table().has(p, "guerrilla")]) == 9
        assert len([p for p in g.state.at("com_pool") if g.table().has(p, "naval_or_riverine")]) == 13
        drawn.append((guerrilla, craft, kinds))
        assert all(g.state.known[p] == ["COM"] for p in tray)
    assert drawn[0][:2] != drawn[1][:2]


def test_19_2_no_two_alike_at_set_up(game: Any) -> None:
    g = game("tet", setup="free")
    g.act("FW", "rest").act("FW", "done")
    tray = g.state.at("com_setup")
    first, second = [p for p in tray if p.startswith("com-bunkers")][:2]
    g.act("COM", "place", pieces=[first], cell="delta:2108")
    assert "delta:2108" not in targets(g, "COM", second)
    other = next(p for p in tray if p.startswith("com-ambush"))
    assert "delta:2108" in targets(g, "COM", other)


def test_9_4_static_units_may_share_a_square_at_set_up(game: Any) -> None:
    g = game("game_warden", setup="free")
    for piece in ("us-logistical-base-1", "arvn-logistical-base-1", "us-special-forces-camp-1"):
        g.act("FW", "place", pieces=[piece], cell="delta:2015")
    assert g.state.at("delta:2015") == ["us-logistical-base-1", "arvn-logistical-base-1", "us-special-forces-camp-1"]


@pytest.mark.parametrize("scenario", ["game_warden", "tet", "zumwalt"])
def test_24_25_26_place_the_rest(game: Any, scenario: str) -> None:
    g = game(scenario, setup="free", options={"cambodia_invasion": False})
    for side in ("FW", "COM"):
        g.act(side, "rest")
        assert "why_not" not in g.ask(side, "done")
        g.act(side, "done")
    assert g.over
    assert not any("line" in record["attrs"] for record in g.state.pieces.values())
    surplus = {"zumwalt": 4}.get(scenario, 0)
    assert len(g.state.at("fw_refit")) == 8 + surplus
    assert g.vp("COM") == (25 if scenario == "zumwalt" else 0)  # 9.2: no points for the surplus


def test_26_4_surplus_is_the_owners_choice(game: Any) -> None:
    g = game("zumwalt", setup="free", options={"cambodia_invasion": False})
    g.act("FW", "rest")
    left = list(g.state.at("fw_setup"))
    assert len(left) == 4
    # He may bring a stranded unit in and leave another out.
    stranded = next(p for p in left if p.startswith("us-"))
    place = next(p for p in sorted(g.state.places) if "us-ccb-1" in g.state.at(p))
    g.act("FW", "shift", pieces=["us-ccb-1"], cell="fw_setup")
    g.act("FW", "place", pieces=[stranded], cell=place)
    g.act("FW", "done")
    assert g.at("us-ccb-1") == "fw_refit"
    assert g.place(g.at(stranded)) == place


def test_18_1_sensors_may_be_held_back(game: Any) -> None:
    g = game("zumwalt", setup="free", options={"cambodia_invasion": False})
    cells = targets(g, "FW", "us-sensor-1")
    assert "fw_hold" in cells
    assert "delta:1403" in cells  # 21.1: Cambodia is open to sensors
    g.act("FW", "place", pieces=["us-sensor-1"], cell="delta:1403")
    assert "delta:1403" not in targets(g, "FW", "us-sensor-2")  # 18.2
    g.act("FW", "place", pieces=["us-sensor-2"], cell="fw_hold")
    g.act("FW", "place", pieces=["us-sensor-3"], cell="fw_hold")
    assert g.at("us-sensor-3") == "fw_hold"


def test_26_10_invasion_of_cambodia(game: Any) -> None:
    g = game("zumwalt", setup="quick")
    assert g.ask("FW", "invade") is not None
    g.act("FW", "invade", choice="yes")
    assert g.over
    assert g.vp("COM") == 50
    assert g.state.vars["cambodia_open"] is True
    cavalry = "us-armored-cavalry-battalion-1"
    assert any(p.startswith("us-logistical-base") for p in g.state.at(g.place(g.at(cavalry))))
    assert g.at(cavalry).isdigit()
    g = game("zumwalt", setup="quick").act("FW", "invade", choice="no")
    assert (g.vp("COM"), g.at(cavalry)) == (25, "fw_pool")


def test_s251_variant_counters(game: Any) -> None:
    on = {"variant_counters_251": True, "cambodia_invasion": False}
    assert not [p for p in game("tet", setup="quick").state.pieces if p in ("us-cch-1", "us-ssc-1")]
    g = game("game_warden", setup="quick", options={"variant_counters_251": True})
    assert (g.at("us-cch-1"), g.at("us-ssc-1")) == ("fw_pool", "fw_pool")
    g = game("tet", setup="quick", options={"variant_counters_251": True})
    assert g.at("us-cch-1") == "fw_pool"
    assert g.at("us-ssc-1").isdigit()
    g = game("zumwalt", setup="quick", options=on)
    assert g.at("us-cch-1").isdigit()  # airmobile units need no place in a stack
    assert g.at("us-ssc-1") in ("fw_refit", *g.state.places)


def test_16_4_number_of_aces_and_heroes(game: Any) -> None:
    g = game("tet", setup="quick", options={"aces": 1, "heroes": 0})
    assert [p for p in g.state.pieces if p.startswith(("us-ace", "com-hero"))] == ["us-ace-1"]
    assert g.at("us-ace-1") == "fw_pool"


def test_the_free_world_learns_nothing_from_the_communist_set_up(game: Any) -> None:
    """Two draws that differ in what the Communists alone may know look the same to the Free World."""
    views = []
    for seed in (1, 2):
        g = game("tet", setup="free", seed=seed)
        g.act("FW", "quick").act("FW", "done")
        seen = g.table().seen_by("FW")
        views.append({p: seen.ids(p) for p in g.state.places if seen.ids(p)})
        assert not [p for ids in views[-1].values() for p in ids if p.startswith("com-")]
    assert views[0] == views[1]
