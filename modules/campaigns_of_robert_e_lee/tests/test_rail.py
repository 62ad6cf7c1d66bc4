"""Trains and the control of railroads (8.4)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import lines, rail, tracks
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, force

JUNCTION, MARKET, HOLMES, HILL = "2829", "1826", "csa-holmes-1", "csa-d-h-hill-1"


def train(at: str = JUNCTION, side: str = "csa") -> dict[str, Any]:
    return {f"{side}-train-{at}": {"at": at, "kind": f"{side}_train"}}


def game(*groups: dict[str, Any], wep: int = 9, side: str = "csa", **more: Any) -> Game:
    sides = {"csa": {"oel": 1, "wep": wep}, "union": {"oel": 1, "wep": wep}}
    g = Game(*groups, scenario="first_manassas_1861", sides=sides, **more)
    lines.begin(g.table())
    return g.run(("movement", {"side": side}))


def stops(g: Game, rider: str, verb: str = "rail") -> list[str]:
    ask = g.ask(g.active[0], verb)
    return sorted(at[9:] for at in (ask or {}).get("targets", {}).get(rider, ()))


def test_8_41_control_by_region_when_the_scenario_begins() -> None:
    g = game(alone("csa", JUNCTION, "infantry_2_1"))
    t = g.table()
    control = {s.id: lines.controller(t, s) for s in lines.network(t.content)}
    by_name: dict[str, set[str]] = {}
    for section, name in lines.names(t.content).items():
        by_name.setdefault(name, set()).add(control[section])
    assert set(control.values()) == {"csa", "union"}
    assert by_name["Northern Central R.R."] == {"union"}  # north of the Potomac
    assert by_name["Richmond, Fredericksburg & Potomac R.R."] == {"csa"}  # south of it, east of the Shenandoah


def test_8_42_a_train_carries_one_unit_six_stations_for_a_point() -> None:
    unit = f"csa-{JUNCTION}-infantry_2_1-0"
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"))
    far = rail.runs(g.table(), "csa", f"virginia:{JUNCTION}")
    assert max(far.values()) == 6
    to = next(at for at, n in far.items() if n == 6)
    g.act("csa", "rail", pieces=[unit], cell=to)
    assert (g.at(unit), g.at(f"csa-train-{JUNCTION}")) == (to[9:], to[9:])  # the train goes along
    assert tracks.wep(g.table(), "csa") == 8


def test_14_62_militia_and_8_72_regiments_take_no_train_without_a_leader() -> None:
    units = alone("csa", JUNCTION, "infantry_2_1", "infantry_2_2", "regiment")
    units[f"csa-{JUNCTION}-infantry_2_2-1"]["attrs"] = {"militia": 1}
    assert list(game(train(), units).ask("csa", "rail")["targets"]) == [f"csa-{JUNCTION}-infantry_2_1-0"]


def test_8_42_a_train_carries_or_moves_once_an_impulse() -> None:
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"), alone("csa", "1822", "infantry_2_1"))
    to = g.ask("csa", "rail_empty")["targets"][f"csa-train-{JUNCTION}"][0]
    g.act("csa", "rail_empty", pieces=[f"csa-train-{JUNCTION}"], cell=to)
    assert g.ask("csa", "rail_empty") is None
    assert g.ask("csa", "rail") is None


def test_8_42_two_trains_carry_two_units() -> None:
    second = {"csa-train-b": {"at": JUNCTION, "kind": "csa_train"}}
    g = game(train(), second, alone("csa", JUNCTION, "infantry_2_1", "infantry_2_2"))
    for n, kind in enumerate(("infantry_2_1", "infantry_2_2")):
        unit = f"csa-{JUNCTION}-{kind}-{n}"
        g.act("csa", "rail", pieces=[unit], cell=stops(g, unit)[0])
    assert g.ask("csa", "rail") is None


def test_8_43_passengers_do_not_march_and_marchers_do_not_ride() -> None:
    unit = f"csa-{JUNCTION}-infantry_2_1-0"
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"), alone("csa", "1822", "infantry_2_2"))
    g.act("csa", "rail", pieces=[unit], cell=stops(g, unit)[0])
    assert unit not in g.ask("csa", "order_unit")["pieces"]


def test_8_43_not_past_enemies_or_their_zones() -> None:
    free = game(train(), alone("csa", JUNCTION, "infantry_2_1"))
    every = rail.runs(free.table(), "csa", f"virginia:{JUNCTION}")
    near = next(at for at, n in every.items() if n == 1)
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"), alone("union", near[9:], "infantry_3_2"))
    left = rail.runs(g.table(), "csa", f"virginia:{JUNCTION}")
    assert near not in left
    assert set(left) < set(every)


def test_8_43_forces_of_inactive_leaders_do_not_ride() -> None:
    units = ["infantry_2_1"] * 3
    for active in (True, False):
        g = game(train(), force(HOLMES, JUNCTION, "l1", units, ml=3, ap=2, active=active))
        assert bool(stops(g, "csa-l1-unit-0")) == active


def test_8_42_a_unit_of_a_force_is_detached_for_it() -> None:
    g = game(train(), force(HOLMES, JUNCTION, "l1", ["infantry_2_1"] * 2, ml=3, ap=2))
    g.act("csa", "rail", pieces=["csa-l1-unit-0"], cell=stops(g, "csa-l1-unit-0")[0])
    assert g.track("csa-l1", "ap") == 1
    assert g.units(HOLMES) == ["csa-l1-unit-1"]


def test_8_42_a_leader_rides_to_units_that_wait_for_him() -> None:
    g = game(train(), force(HOLMES, JUNCTION, "l1", ["infantry_2_1"], ml=3, ap=2), alone("csa", MARKET, "infantry_2_2"))
    assert stops(g, HOLMES) == [MARKET]
    g.act("csa", "rail", pieces=[HOLMES], cell=MARKET)
    assert g.at(HOLMES) == MARKET
    assert g.units(HOLMES) == [f"csa-{MARKET}-infantry_2_2-0"]
    assert g.at("csa-l1-unit-0") == JUNCTION


@pytest.mark.parametrize("weather", ["snow", "blizzard"])
def test_5_28_5_29_no_trains_in_snow(weather: str) -> None:
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"), values={"weather": weather})
    assert g.ask("csa", "rail") is None


def test_8_42_not_without_a_point_of_war_effort() -> None:
    assert game(train(), alone("csa", JUNCTION, "infantry_2_1"), wep=0).ask("csa", "rail") is None


def test_8_41_a_section_whose_hexes_one_was_the_last_to_pass_is_opened_once_a_turn() -> None:
    g = game(alone("union", "3626", "infantry_3_2"), side="union", values={"turn": 1})
    t = g.table()
    mine = [s for s in lines.network(t.content) if lines.controller(t, s) == "csa"][:2]
    t.set_var("held", {at[9:]: "union" for s in mine for at in s.cells})
    g.run(("movement", {"side": "union"}))
    ask = g.ask("union", "open_rail")
    assert {c["value"] for c in ask["choices"]} >= {s.id for s in mine}
    g.act("union", "open_rail", choice=mine[0].id)
    assert lines.controller(g.table(), mine[0]) == "union"
    assert g.ask("union", "open_rail") is None


def test_8_62_a_cut_section_is_closed() -> None:
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"))
    near = next(at for at, n in rail.runs(g.table(), "csa", f"virginia:{JUNCTION}").items() if n == 1)
    cut = game(train(), alone("csa", JUNCTION, "infantry_2_1"), {"cut": {"at": near[9:], "kind": "rail_cut"}})
    assert near not in rail.runs(cut.table(), "csa", f"virginia:{JUNCTION}")
