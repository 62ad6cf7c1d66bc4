"""Edges of the operations phase: face-down markers, lost carriers, sub-phase stacking, declined interception."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.sealords.tests.ops import Ops
from qtwar.kit.content import Content


@pytest.fixture
def ops(content: Content) -> Callable[..., Ops]:
    """A game at the operations phase, the Free World to operate."""

    def start(side: str = "FW", **more: Any) -> Ops:
        return Ops(content, side, **more)

    return start


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
        return g.active, g.step, [e["e"] for e in g.events if e["e"] == "rolled"]

    assert struck("com_bunkers_1") == struck("com_ambush_1") == struck("com_cadre_1")


def test_8_8_passengers_whose_boat_was_mined_do_not_go_on(ops: Callable[..., Ops]) -> None:
    # The PBR has the lowest recon value of the two (4 against 6), so it is the loss of the mines
    g = ops(us_pbr_1="2015", us_special_forces_company_1="2015", com_minefield_1="2016", com_ulc_1="1304")
    g.go("FW", "us-pbr-1 us-special-forces-company-1", "2015 2016 2116 2117", [6])
    assert g.at("us-pbr-1") == "fw_eliminated"
    if g.step == "force_movement":
        g.act("FW", "go_on")
    assert g.at("us-special-forces-company-1") == "2016"


def test_9_2_stacking_at_the_end_of_the_movement_sub_phase(ops: Callable[..., Ops]) -> None:
    eight: dict[str, Any] = {f"us_pbr_{i}": "2016" for i in range(1, 9)}
    g = ops(us_mon_1="2015", com_ulc_1="1304", **eight)
    g.go("FW", "us-mon-1", "2015 2016")
    assert (g.active, g.asks("FW")["excess"]["min"]) == (["FW"], 1)
    g.act("FW", "excess", pieces=["us-pbr-1"])
    assert (g.at("us-pbr-1"), g.num("COM", "vp"), g.active) == ("fw_refit", 0, ["COM"])


def test_23_3_a_force_let_pass_still_stops_at_an_enemy(ops: Callable[..., Ops]) -> None:
    g = ops("COM", options={"fw_nzoc": True}, us_de_1="3411", us_wpb_1="3514", com_trl_1="3616", com_tij_1="0309")
    g.go("COM", "com-trl-1", "3616 3515 3514 3513")
    while g.active == ["FW"] and g.step == "intercept":
        g.act("FW", "let_pass")
    assert g.at("com-trl-1") != "3513"
