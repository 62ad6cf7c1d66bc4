"""Edges of the operations phase: face-down markers, lost carriers, sub-phase stacking, declined interception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.tests.ops import Ops

FAR: dict[str, Any] = {"us_pbr_1": "2015", "com_ulc_1": "1304"}


def test_17_4_bunkers_that_are_not_shown_do_not_work(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_airstrike_1="fw_ready",
        com_main_force_battalion_1="2016",
        com_main_force_battalion_2="2016",
        com_bunkers_1="2016",
        **FAR,
    )
    g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[3])
    assert "shift.bunkers" not in g.shifts()


def test_17_4_civilians_that_are_not_shown_stay_hidden(ops: Callable[..., Ops]) -> None:
    g = ops(
        us_airstrike_1="fw_ready",
        com_main_force_battalion_1="2016",
        com_main_force_battalion_2="2016",
        com_civilians_1="2016",
        **FAR,
    )
    g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[3])
    assert (g.at("com-civilians-1"), g.num("COM", "vp")) == ("2016", 0)


def test_17_4_the_window_to_show_tells_nothing(ops: Callable[..., Ops]) -> None:
    # Counters that look alike: the same side is to act after the strike is declared, marker or not.
    def struck(marker: str) -> tuple[list[str], str, list[str]]:
        g = ops(us_airstrike_1="fw_ready", com_main_force_battalion_1="2016", **{marker: "2016"}, **FAR)
        g.act("FW", "strike", pieces=["us-airstrike-1"], cell="delta:2016")
        return g.active, g.shown, [e["e"] for e in g.events if e["e"] == "rolled"]

    assert struck("com_bunkers_1") == struck("com_ambush_1") == struck("com_cadre_1")


def test_8_8_passengers_whose_boat_was_mined_do_not_go_on(ops: Callable[..., Ops]) -> None:
    # The PBR has the lowest recon value of the two (4 against 6), so it is the loss of the mines
    g = ops(us_pbr_1="2015", us_special_forces_company_1="2015", com_minefield_1="2016", com_ulc_1="1304")
    g.go("FW", "us-pbr-1 us-special-forces-company-1", "2015 2016 2116 2117", [6])
    assert g.at("us-pbr-1") == "fw_eliminated"
    if g.shown == "force_movement":
        g.act("FW", "go_on")
    assert g.at("us-special-forces-company-1") == "2016"


@pytest.mark.parametrize(("answer", "end"), [("stop_here", "2016"), ("go_on", "2117")])
def test_19_4_after_markers_a_force_stops_or_goes_on(ops: Callable[..., Ops], answer: str, end: str) -> None:
    g = ops(us_pbr_1="2015", com_ambush_1="2016", com_ulc_1="1304").go("FW", "us-pbr-1", "2015 2016 2116 2117")
    assert (g.shown, g.at("com-ambush-1")) == ("force_movement", "com_refit")
    g.act("FW", answer)
    assert (g.at("us-pbr-1"), g.active) == (end, ["COM"])


def test_9_2_stacking_at_the_end_of_the_movement_sub_phase(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"us_pbr_{i}": "2016" for i in range(1, 9)}
    g = ops(us_mon_1="2015", com_ulc_1="1304", **eight)
    g.go("FW", "us-mon-1", "2015 2016")
    assert (g.active, g.asks("FW")["excess"]["min"]) == (["FW"], 1)
    g.act("FW", "excess", pieces=["us-pbr-1"])
    assert (g.at("us-pbr-1"), g.num("COM", "vp"), g.active) == ("fw_refit", 0, ["COM"])


@pytest.mark.parametrize(("option", "points"), [(False, 0), (True, 2 + 1)])
def test_17_4_who_a_strike_drives_into_the_refit_box_scores_as_its_losses_do(
    ops: Callable[..., Ops], option: bool, points: int
) -> None:
    strikes = [f"us-airstrike-{i}" for i in (1, 2, 3)]
    ready: dict[str, Any] = {name.replace("-", "_"): "fw_ready" for name in strikes}
    two: dict[str, Any] = {"com_sapper_company_1": "2016", "com_main_force_battalion_1": "2016"}
    g = ops(options={"strike_vp": option}, us_pbr_1="3210", com_ulc_1="1304", **two, **ready)
    g.act("FW", "strike", pieces=strikes, cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[4])
    assert g.note("note.fire")["code"] == "K+B"
    g.act("COM", "lose", pieces=["com-sapper-company-1"])
    assert g.asks("COM")["retreat"]["cells"] == ["com_refit"], "no boat takes it along"
    g.act("COM", "retreat", pieces=["com-main-force-battalion-1"], cell="com_refit")
    assert g.num("FW", "vp") == points


# -- 10.3: what lies face down ---------------------------------------------------------------------------

MET: dict[str, Any] = {
    "us_pbr_1": "2015",
    "us_pbr_2": "2015",
    "com_local_force_battalion_1": "2016",
    "com_sapper_company_1": "2016",
}


def retreating(ops: Callable[..., Ops], **more: Any) -> Ops:
    """Two PBR have met the enemy in 2016, have won the recon and break off."""
    g = ops(**MET, **more).go("FW", "us-pbr-1 us-pbr-2", "2015 2016")
    return g.fight(fw="us-pbr-1", com="com-sapper-company-1", dice=[6, 1]).act("FW", "break_off")


def test_10_3_a_square_with_markers_alone_is_open(ops: Callable[..., Ops]) -> None:
    g = retreating(ops, com_ambush_1="2116")
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2116")
    assert g.at("us-pbr-1") == "2116"
    assert not g.state.knows("FW", "com-ambush-1"), "a break-off turns nothing up"


def test_10_3_a_square_with_a_face_down_unit_is_closed_once_tried(ops: Callable[..., Ops]) -> None:
    g = retreating(ops, com_cadre_1="2116")
    assert "delta:2116" in g.asks("FW")["retreat"]["cells"]
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2116")
    assert (g.at("us-pbr-1"), g.notes(), g.active) == ("2016", ["note.break_off_closed"], ["FW"])
    assert not g.state.knows("FW", "com-cadre-1")
    assert g.asks("FW")["retreat"]["cells"] == ["delta:2015", "fw_refit"]
    assert g.refused("FW", "retreat", pieces=["us-pbr-1"], cell="delta:2116") == "10.3"
    assert g.refused("FW", "stay") == "10.2", "there is another way"
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2015")
    assert g.at("us-pbr-1") == "2015"


def test_10_3_who_has_tried_every_square_may_stay(ops: Callable[..., Ops]) -> None:
    g = retreating(ops, com_cadre_1="2116", com_cadre_2="2015")
    for at in ("2116", "2015"):
        g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell=f"delta:{at}")
    assert g.asks("FW")["retreat"]["cells"] == ["fw_refit"]
    g.act("FW", "stay")
    fired = [e["args"]["side"]["s"] for e in g.events if e["e"] == "note" and e["key"] == "note.fire"]
    assert fired[0] == "COM", "first fire has been given up (10.4)"


def test_10_3_face_down_counters_close_a_square_by_option(ops: Callable[..., Ops]) -> None:
    for lies in ("com_ambush_1", "com_cadre_1"):
        g = retreating(ops, options={"break_off_tries": False}, **{lies: "2116"})
        assert g.asks("FW")["retreat"]["cells"] == ["delta:2015", "fw_refit"]
        assert g.refused("FW", "retreat", pieces=["us-pbr-1"], cell="delta:2116") == "10.3"


def test_10_3_the_lights_of_a_break_off_tell_nothing(ops: Callable[..., Ops]) -> None:
    offers = [retreating(ops, **{lies: "2116"}).asks("FW") for lies in ("com_ambush_1", "com_cadre_1")]
    assert offers[0] == offers[1]


# -- 9.2: the end of each sub-phase ----------------------------------------------------------------------


def test_9_2_stacking_after_a_break_off(ops: Callable[..., Ops]) -> None:
    seven: dict[str, Any] = {f"us_pbr_{i}": "2116" for i in range(3, 9)}
    g = retreating(ops, us_mon_1="2116", **seven)
    g.act("FW", "retreat", pieces=["us-pbr-1", "us-pbr-2"], cell="delta:2116")
    assert (g.active, g.asks("FW")["excess"]["min"]) == (["FW"], 1)
    g.act("FW", "excess", pieces=["us-mon-1"])
    assert (g.at("us-mon-1"), g.num("COM", "vp"), g.active) == ("fw_refit", 0, ["COM"])


def test_9_2_stacking_after_a_partial_break_off_comes_before_the_fire(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"us_pbr_{i}": "2116" for i in range(3, 9)}
    g = retreating(ops, us_mon_1="2116", us_mon_2="2116", **eight)
    g.act("FW", "retreat", pieces=["us-pbr-1"], cell="delta:2116").act("FW", "stay")
    assert (g.active, g.asks("FW")["excess"]["min"]) == (["FW"], 1)
    assert "note.fire" not in g.notes()


def test_9_2_stacking_after_a_forced_break_off(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"com_main_force_battalion_{i}": "2015" for i in range(1, 9)}
    strikes = [f"us-airstrike-{i}" for i in (1, 2, 3)]
    ready: dict[str, Any] = {name.replace("-", "_"): "fw_ready" for name in strikes}
    g = ops(com_ulc_1="2016", com_ulc_2="2016", us_pbr_1="3210", **ready, **eight)
    g.act("FW", "strike", pieces=strikes, cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[4])
    assert g.note("note.fire")["code"] == "K+B"
    g.act("COM", "lose", pieces=["com-ulc-1"])
    g.act("COM", "retreat", pieces=["com-ulc-2"], cell="delta:2015")
    assert (g.active, g.asks("COM")["excess"]["min"]) == (["COM"], 1)


def test_8_13_who_breaks_off_from_a_strike_is_not_named(ops: Callable[..., Ops]) -> None:
    from qtwar.base import jsonio
    from qtwar.engine import views

    strikes = [f"us-airstrike-{i}" for i in (1, 2, 3)]
    ready: dict[str, Any] = {name.replace("-", "_"): "fw_ready" for name in strikes}
    three: dict[str, Any] = {f"com_ulc_{i}": "2016" for i in (1, 2, 3)}
    g = ops(us_pbr_1="3210", **ready, **three)
    g.act("FW", "strike", pieces=strikes, cell="delta:2016")
    g.act("COM", "show", pieces=[], dice=[4])
    g.act("COM", "lose", pieces=["com-ulc-1"])
    g.act("COM", "retreat", pieces=["com-ulc-2"], cell="delta:2015")
    assert g.active == ["COM"], "one is left to go"
    assert "com-ulc-2" not in jsonio.dumps(views.view(g.state, "FW").to_json())


def test_9_2_stacking_after_a_fire_that_drives_the_enemy_off(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"com_main_force_battalion_{i}": "2116" for i in range(1, 9)}
    g = ops(us_mon_1="2015", us_mon_2="2015", us_mon_3="2015", com_ulc_1="2016", com_ulc_2="2016", **eight)
    g.go("FW", "us-mon-1 us-mon-2 us-mon-3", "2015 2016")
    g.fight(fw="us-mon-1", com="com-ulc-1", dice=[6, 1])
    g.act("FW", "first_fire", dice=[3])
    assert g.note("note.fire")["code"] == "K+B"
    g.act("COM", "lose", pieces=["com-ulc-1"])
    g.act("COM", "retreat", pieces=["com-ulc-2"], cell="delta:2116")
    assert (g.active, g.asks("COM")["excess"]["min"]) == (["COM"], 1)


def test_23_3_a_force_let_pass_still_stops_at_an_enemy(ops: Callable[..., Ops]) -> None:
    g = ops("COM", options={"fw_nzoc": True}, us_de_1="3411", us_wpb_1="3514", com_trl_1="3616", com_tij_1="0309")
    g.go("COM", "com-trl-1", "3616 3515 3514 3513")
    while g.active == ["FW"] and g.shown == "intercept":
        g.act("FW", "let_pass")
    assert g.at("com-trl-1") != "3513"
