"""Vehicles (7): activation, driving, anti-tank combat, opportunity fire, results, riders, enemy vehicles (9.10)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.fields_of_fire.rules import at, facts, harm, vehicles
from modules.fields_of_fire.tests.conftest import Game, cards

TANK = {"td": "r1c1/activated/ammo_GUN=10"}


def at_card(figure: int, *other: str) -> str:
    """Return an action card with an anti-tank figure."""
    return next(card for card in cards(n=50) if Game.attrs(card)["at"] == figure and card not in other)


def phase(*draws: str, **pieces: Any) -> Game:
    return Game(**pieces, draws=list(draws)).run("vehicles")


# activation and driving -------------------------------------------------------------------------------


def test_7_2_a_vehicle_is_activated_once_and_acts_in_the_vehicle_phase() -> None:
    g = Game(co_hq="r1c1", td="r1c1").impulse()
    g.order("td", "activate_vehicle")
    assert g.state_of("td", "activated") is True
    assert g.impulse().why_not("td", "activate_vehicle") == "7.2"
    g.run("vehicles")
    assert g.ask("us", "drive")["pieces"] == ["normandy-td"]  # type: ignore[index]


def test_7_3_1_a_vehicle_drives_until_slow_ground_and_never_onto_no() -> None:
    g = phase(**TANK, land={"r2c1": "hedgerow_field", "r2c2": "open_field"})
    g.act("us", "drive", pieces=["normandy-td"])
    g.act("us", "go", cell="r1c2").act("us", "go", cell="r2c1")
    assert g.ask("us", "go") is None  # SLOW: it has to stop
    g.act("us", "halt")
    assert g.state_of("td", "done") is True
    no = Game(
        scenario="vnm_1",
        rows=5,
        columns=5,
        land={"r2c1": "jungle"},
        truck="r1c1/kind=us_normandy_td/owner=us/activated",
    )
    assert "map:r2c1" not in vehicles.next_cards(no.r, "truck")


def test_7_1_guns_do_not_move() -> None:
    assert vehicles.next_cards(Game(german_pak_1="r2c2").r, "german-pak-1") == []


def test_7_5_a_no_move_after_fire() -> None:
    g = phase(at_card(-4), **TANK, german_stug_1="r3c1/done/ammo_GUN=10")
    g.act("us", "drive", pieces=["normandy-td"])
    g.act("us", "fire_at", pieces=["german-stug-1"])
    assert g.step != "vehicle"


def test_7_5_c_fire_after_move_only_with_a_value() -> None:
    stug = Game(german_stug_1="r2c2", td="r4c4").r
    assert at.spec(stug, "normandy-td", "move_fire") == 1
    assert at.spec(stug, "german-stug-1", "move_fire") is None
    moved = at.shot(stug, "normandy-td", "german-stug-1", moved=True)
    assert "at.move_fire" in [line["key"] for line in moved.lines]


def test_7_5_d_opportunity_fire_at_a_vehicle_that_moves_in_sight() -> None:
    g = phase(at_card(5), **TANK, german_pak_1="r3c1/ammo_GUN=8")
    g.act("us", "drive", pieces=["normandy-td"])
    g.act("us", "go", cell="r1c2")
    assert "note.at" not in g.notes()  # r1c2 is no straight line from r3c1
    g.act("us", "go", cell="r2c1")
    assert g.note("note.at")["piece"] == {"p": "german-pak-1"}
    assert g.state_of("german_pak_1", "done") is True


def test_7_5_d_the_company_may_let_it_pass_or_fire() -> None:
    g = Game(scenario="nrm_2", baz1="r2c2/ammo_RKT=3", german_stug_1="r4c1/ammo_GUN=10").run("vehicles")
    assert g.step == "opportunity"  # it has come into sight, a card away
    assert g.ask("us", "react")["pieces"] == ["normandy-baz1"]  # type: ignore[index]
    g.act("us", "let_pass")
    assert (g.state_of("baz1", "done"), g.state_of("german_stug_1", "done")) == (None, True)


def test_7_5_e_a_vehicle_may_spot_instead_of_firing() -> None:
    g = phase(*cards("crosshair", 3), **TANK, german_tm_1="r2c1/unspotted")
    g.act("us", "drive", pieces=["normandy-td"])
    g.act("us", "spot_from", cell="r2c1")
    assert g.state_of("german_tm_1", "unspotted") is None
    assert g.step != "vehicle"


# resolution -------------------------------------------------------------------------------------------


def test_7_6_the_modifier_part_by_part() -> None:
    g = Game(td="r1c1/pinned", german_stug_1="r3c1/pinned", land={"r3c1": "woods:GGGGGGGG"})
    parts = {line["key"]: line["value"] for line in at.shot(g.r, "normandy-td", "german-stug-1", moving=True).lines}
    assert parts == {
        "at.gun": -2, "at.firer_pinned": 1, "at.defence": 3, "at.cover": 3, "at.target_moving": 1, "at.target_pinned": -1,
    }  # fmt: skip


def test_7_6_rapid_fire_goes_on_after_its_totals() -> None:
    draws = [at_card(0), at_card(1)]
    g = Game(german_pak_1="r3c1/ammo_GUN=8", td="r1c1", draws=draws)
    t = g.table()
    modifier = at.shot(t, "german-pak-1", "normandy-td").total
    assert modifier == -1  # gun −4, defence 3
    g.stack(at_card(3), at_card(4))
    t = g.table()
    at.shoot(t, "german-pak-1", "normandy-td")  # totals 2 and 3: once more, then enough
    assert [e["args"]["n"] for e in t.events if e["e"] == "note" and e["key"] == "note.at"] == [2, 3]


def test_7_6_a_grenade_weapon_needs_an_attempt_first() -> None:
    g = Game(
        baz1="r1c1/ammo_RKT=3",
        german_stug_1="r2c1",
        draws=[c for c in cards(n=50) if Game.attrs(c)["slot2"] != "grenade"][:2],
    )
    t = g.table()
    at.shoot(t, "normandy-baz1", "german-stug-1")
    assert "note.at_wide" in [e["key"] for e in t.events if e["e"] == "note"]
    assert g.state_of("baz1", "ammo_RKT") == 2


@pytest.mark.parametrize(
    ("total", "air", "result"),
    [(-6, False, "burning"), (-3, False, "destroyed"), (-1, False, "withdraw"), (1, False, "pinned"), (2, False, "miss"),
     (-4, True, "shot_down_destroyed"), (-2, True, "shot_down_soft"), (0, True, "abort_damaged"),
     (2, True, "abort_undamaged"), (3, True, "miss")],
)  # fmt: skip
def test_7_7_results_by_the_total(total: int, air: bool, result: str) -> None:
    assert at.outcome(Game().r, air, total) == result


def suffered(result: str, **pieces: str) -> Game:
    g = Game(**pieces)
    at.suffer(g.table(), g.name(next(iter(pieces))), result)
    g.runner.open(g.state)
    return g


def test_7_7_a_burning_kills_the_crew_a_wreck_shelters_it() -> None:
    g = suffered("burning", td="r1c1")
    assert g.kinds("r1c1") == ["burning_wreck", "casualty", "casualty"]
    g = suffered("destroyed", td="r1c1")
    assert "wreck" in g.kinds("r1c1")
    assert g.where("td") == "removed"
    crew = [p for p in g.state.pieces.values() if p["attrs"].get("under")]
    assert all(p["attrs"]["exposed"] for p in crew)


def test_7_7_a_withdraw_takes_the_passengers_along() -> None:
    g = suffered("withdraw", td="r1c1", p1_hq="@normandy-td")
    assert (g.where("td"), g.where("p1_hq")) == ("removed", "withdrawn")


def test_7_4_4_riders_of_a_tank_that_is_pinned_are_hit_and_get_off() -> None:
    g = suffered("pinned", td="r1c1", p1_sqd1="@normandy-td")
    assert g.state_of("td", "pinned") is True
    assert [
        k
        for k in g.kinds("r1c1")
        if k in harm.LETTERS.values() or "team" in k or k in ("casualty", "litter", "paralyzed")
    ]


def test_7_4_4_a_tank_with_riders_does_not_attack() -> None:
    g = Game(td="r1c1", p1_sqd1="@normandy-td", german_stug_1="r3c1")
    assert at.targets(g.r, "normandy-td") == []
    assert at.targets(Game(td="r1c1", german_stug_1="r3c1").r, "normandy-td") == ["german-stug-1"]


def test_7_4_2_dismounting_exposes_both() -> None:
    g = phase(**TANK, p1_hq="@normandy-td")
    g.act("us", "drive", pieces=["normandy-td"])
    g.act("us", "dismount", pieces=["normandy-p1-hq"])
    assert (g.where("p1_hq"), g.state_of("p1_hq", "exposed"), g.state_of("td", "exposed")) == ("r1c1", True, True)


def test_7_7_b_an_aircraft_that_aborts_goes_to_in_transit() -> None:
    g = Game(scenario="vnm_1", flt1_1="r1c1")
    at.suffer(g.table(), "vietnam-flt1-1", "abort_damaged")
    assert (g.at("vietnam-flt1-1"), g.state_of("flt1_1", "damaged")) == ("in_transit", True)


# VOF on vehicles --------------------------------------------------------------------------------------


def test_7_5_b_small_arms_do_nothing_to_armour_but_harm_soft_vehicles() -> None:
    foe = {"german_tm_1": "r2c1", "pdf_1": "r2c1/kind=pdf/owner=enemy/aim=r1c1"}
    assert at.vof_attacks(Game(td="r1c1", **foe).r, "normandy-td") == []
    truck = Game(truck="r1c1/kind=us_normandy_td/owner=us/chart=TRUCK", **foe)
    assert at.vof_attacks(truck.r, "normandy-truck") == [("vof_S_vs_unarmored_or_air", 2, "7.5.B")]


def test_7_5_b_weapons_of_the_chart_never_attack_a_mover_twice() -> None:
    foe = {"german_stug_1": "r2c1", "pdf_1": "r2c1/kind=pdf/owner=enemy/aim=r1c1"}
    assert at.vof_attacks(Game(td="r1c1", **foe).r, "normandy-td") == []


def test_6_3_2_incoming_attacks_a_vehicle_with_its_own_figure() -> None:
    g = Game(td="r1c1", i="r1c1/kind=vof_incoming/owner=enemy/ncm=-4")
    assert at.vof_attacks(g.r, "normandy-td") == [("incoming", -1, "6.3.2")]


def test_7_1_3_only_small_arms_and_machine_guns_harm_attack_helicopters() -> None:
    g = Game(scenario="vnm_1", ah_1="r1c1", i="r1c1/kind=vof_incoming/owner=enemy/ncm=-4")
    assert at.vof_attacks(g.r, "vietnam-ah-1") == []


# the enemy --------------------------------------------------------------------------------------------


def test_9_10_an_enemy_vehicle_drives_two_cards_toward_the_company() -> None:
    blind = {f"r{n}c1": "hedgerow_field:GGGGGGGG" for n in (2,)}
    g = Game(scenario="nrm_2", german_stug_1="r4c3/ammo_GUN=10", p1_sqd1="r1c2", land=blind).run("vehicles")
    while g.step == "vehicles":
        g.act("us", "rest")
    assert g.at("german-stug-1") != "r4c3"


def test_3_6_the_attacker_acts_first() -> None:
    g = phase(**TANK, german_stug_1="r4c4/ammo_GUN=10")
    assert g.step == "vehicles"  # the company attacks: it is asked first
    assert facts.is_vehicle(g.r, "german-stug-1")
    assert g.state_of("german_stug_1", "done") is None
