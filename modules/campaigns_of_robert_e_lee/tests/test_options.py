"""Readings that can be played otherwise: what each option changes, and that its default is this module's reading."""

from __future__ import annotations

import pytest

from modules.campaigns_of_robert_e_lee.rules import battle, bodies, combats, deploy, ground, odds, rail, tracks, zones
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, attack, force, rules_title
from modules.campaigns_of_robert_e_lee.tests.test_battle import (
    BESIDE,
    FROM,
    TARGET,
    attacker,
    defender,
    extended,
    fought,
)
from modules.campaigns_of_robert_e_lee.tests.test_contact import EARLY, POINTS, STUART, field, left, roll
from modules.campaigns_of_robert_e_lee.tests.test_irregulars import CULPEPER, JACKSON, band
from modules.campaigns_of_robert_e_lee.tests.test_naval import MEADE, NORFOLK, at_sea
from modules.campaigns_of_robert_e_lee.tests.test_rail import JUNCTION, game, stops, train
from qtwar.kit.runner import Runner

BOTH = pytest.mark.parametrize("on", [False, True])


@BOTH
def test_amb_16_the_train_goes_along_or_stays(on: bool) -> None:
    g = game(train(), alone("csa", JUNCTION, "infantry_2_1"), options={"amb_16_train_stays": on})
    unit = f"csa-{JUNCTION}-infantry_2_1-0"
    to = stops(g, unit)[0]
    g.act("csa", "rail", pieces=[unit], cell=to)
    assert (g.at(unit), g.at(f"csa-train-{JUNCTION}")) == (to, JUNCTION if on else to)
    assert not rail.trains(g.table(), g.table().frame())


@BOTH
def test_partisan_zoc(on: bool) -> None:
    t = Game(band("0210"), options={"partisan_zoc": on}).table()
    assert zones.in_enemy_zone(t, "virginia:0209", "union") == on
    assert not zones.in_enemy_zone(t, "virginia:0209", "csa")


@BOTH
def test_amb_34_cavalry_burns_bridges_on_the_way(on: bool) -> None:
    probe = Game().table()
    cells = sorted(at for at in ground.ground(probe.content).near if at.startswith("virginia:"))
    at = next(a[9:] for a in cells if any(ground.crossing(probe, a, b) == "great_river_bridge" for b in ground.near(probe, a)))
    g = roll(field(force(STUART[0], at, *STUART[2:], **POINTS), options={"amb_34_bridge_in_movement": on}), 1, STUART[0])
    ask = g.ask("csa", "burn_on_the_way")
    assert bool(ask) == on
    if ask:
        before = left(g)
        g.act("csa", "burn_on_the_way", cell=ask["cells"][0], dice=[6])
        assert left(g) == before - 3
        assert any(p["kind"] == "bridge_burned" for p in g.state.pieces.values())


@BOTH
def test_amb_38_a_ship_lands_and_loads(on: bool) -> None:
    g = at_sea(options={"amb_38_land_and_load": on}).act("union", "load", pieces=[MEADE])
    g.table().set_var("turn", 6)
    g.table().add("more", f"virginia:{NORFOLK}", kind="union_infantry_4_2", owner="union")
    g.run(("sea_transport", {"side": "union"})).act("union", "dock", cell=NORFOLK)
    assert bool(g.active and g.ask("union", "load")) == on


@BOTH
def test_amb_49_whose_order_takes_a_landing(on: bool) -> None:
    there = alone("union", "2945", "landing"), alone("csa", "2945", "wagon_3")
    g = field(force(*EARLY, **POINTS), *there, options={"amb_49_capture_order_union": on})
    g.act("csa", "loot", pieces=["csa-early-1"])
    assert g.track("csa-l3", "ap") == (3 if on else 2)


@BOTH
def test_amb_59_partisan_leaders_are_paid_for(on: bool) -> None:
    g = Game(band("0210"), options={"amb_59_partisans_paid": on}, sides={"csa": {"wep": 9}})
    g.run(("war_effort", {"side": "csa"}))
    g.act("csa", "pay")
    assert g.state.secret["csa"]["wep"] == (8 if on else 9)


def test_14_72_who_takes_sympathizers_along_is_known_to_his_side_alone() -> None:
    g = Game(force(JACKSON, CULPEPER, "l1", ["infantry_2_1"], ml=3), {"s": {"at": CULPEPER, "kind": "csa_sympathizers"}})
    g.run(("movement", {"side": "csa"})).act("csa", "pick_up", pieces=["s"])
    assert g.attr("s", "with") is None
    assert g.state.secret["csa"]["with"] == {"s": JACKSON}


@BOTH
def test_amb_01_headquarters_not_in_play_wait_in_the_pool(on: bool) -> None:
    runner = Runner(rules_title())
    options = {"amb_01_new_superior_forces": on}
    meta = {"scenario": "gettysburg_1863", "options": options, "strictness": "enforce", "title": "campaigns_of_robert_e_lee"}
    runner.setup(meta, {"setup": "quick"}, 1)
    idle = [p for p, entry in runner.state.pieces.items() if entry["at"] == "union-pool" and "hq" in entry["kind"]]
    assert bool(idle) == on


@BOTH
def test_amb_57_no_extension_before_the_first_impulse(on: bool) -> None:
    most = tracks.most_effort(Game().table(), "csa")
    for levels in (most, most - 1):
        g = fought(extended(levels, options={"amb_57_extension_before_first": on}))
        g.act("union", "no_extension")
        assert (g.active == ["csa"]) == (levels < most or not on)


@BOTH
def test_amb_12_combat_supply_with_ammunition_halves_or_keeps_all(on: bool) -> None:
    g = Game(defender(ammo=1), supply="combat", options={"combat_supply_full_strength": on})
    (body,) = bodies.bodies(g.table(), f"virginia:{TARGET}", "csa", bodies.Spent(), attacked=True)
    assert odds.strength_of(body) == (12 if on else 6)


@BOTH
def test_amb_18_no_retreat_before_combat_out_of_an_enemy_zone(on: bool) -> None:
    t = Game(defender(), attacker(), options={"amb_18_retreat_own_hex": on}).table()
    assert bool(deploy.exits(t, "csa", f"virginia:{TARGET}")) == (not on)


@BOTH
def test_amb_40_attacks_are_aimed_when_their_turn_comes(on: bool) -> None:
    two = defender(), alone("csa", "0410", "infantry_2_1"), attacker()
    g = Game(*two, attack("union", FROM, TARGET), options={"amb_40_deploy_per_combat": on}).run(("combats", {"side": "union"}))
    if not on:
        assert "aim" not in g.asks(g.active[0])
        return
    arrow = next(p for p, record in g.state.pieces.items() if record["kind"] == "attack")
    g.act("union", "aim", pieces=[arrow], cell="0410")
    assert g.attr(arrow, "target") == "virginia:0410"


@BOTH
def test_amb_42_retreats_are_netted_in_sum_or_force_by_force(on: bool) -> None:
    second = attacker(at=BESIDE, who="union-hancock-1", box="l2")
    g = Game(defender(ml=0), attacker(ml=0), second, options={"amb_42_retreat_by_force": on})
    shots = [((0, 2, False), (0, 0, False)), ((0, 0, False), (0, 2, False))]
    told = [
        {"at": f"virginia:{at}", "hit": list(hit), "reply": list(reply), "hit_die": 3, "reply_die": 3}
        for at, (hit, reply) in zip((FROM, BESIDE), shots, strict=True)
    ]
    hexes = [f"virginia:{at}" for at in (FROM, BESIDE)]
    local = {"side": "union", "target": f"virginia:{TARGET}", "attackers": hexes, "order": [], "shots": told, "before": 0}
    g.run((battle.Battle.name, {**local, "stage": "losses"}))
    assert g.note("note.retreats") == ({"n": 2, "m": 2} if on else {"n": 0, "m": 0})


@pytest.mark.parametrize(("limit", "left"), [("battle", ["virginia:0415"]), ("impulse", [])])
def test_amb_62_one_extension_a_battle_or_an_impulse(limit: str, left: list[str]) -> None:
    other, foe = alone("csa", "0415", "infantry_2_1"), alone("union", "0414", "infantry_4_2")
    t = Game(defender(), attacker(), other, foe, options={"amb_62_extension_limit": limit}).table()
    pairs = (TARGET, FROM), ("0415", "0414")
    rows = [{"target": f"virginia:{target}", "attackers": [f"virginia:{at}"], "n": 1} for target, at in pairs]
    f = t.call("combats", side="union", fought=rows, extended=[f"virginia:{TARGET}"])
    assert combats.Combats().battles(t, f) == left
