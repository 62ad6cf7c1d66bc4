"""Ships: sailing, zones, bombardment, combat, the battery, landings and transport (8.9, 10.8, 15.11)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.campaigns_of_robert_e_lee.rules import bodies, ground, naval, rivers, sea, works
from modules.campaigns_of_robert_e_lee.tests.conftest import Game, alone, attack, force, rules_content, work
from modules.campaigns_of_robert_e_lee.tests.test_setup import begun, table

MEADE, JACKSON = "union-meade-1", "csa-jackson-1"
BATTERY_HEX, BATTERY_SIDE = "3052", "virginia:3052|3152"
PORT, PORT_WATER, NORFOLK, NORFOLK_WATER = "3626", "virginia:3528|3627", "4762", "virginia:4761"


def ship(kind: str, at: str, n: int = 0, side: str = "union", face: str = "front") -> dict[str, Any]:
    return {f"{side}-{kind}-{n}": {"at": at if ":" in at else f"virginia:{at}", "kind": f"{side}_{kind}", "face": face}}


def battery(level: int = 2) -> dict[str, Any]:
    return {"battery": {"at": BATTERY_HEX, "kind": "csa_coastal_battery"}} | work(BATTERY_HEX, level, "csa")


def below(side: str, steps: int) -> str:
    """The side of the same river so many steps further down."""
    known = rivers.sides(rules_content())
    here = known[side.partition(":")[2]]
    return "virginia:" + next(s for s, where in known.items() if where == (here.river, here.at + steps))


# sailing --------------------------------------------------------------------------------


def test_8_91a_ships_lie_on_sides_of_rivers_and_in_sea_hexes() -> None:
    t = table(begun("gettysburg_1863"))
    assert {t.where(p) for p in naval.ships(t, "union")} == {PORT_WATER, NORFOLK_WATER}
    assert [t.where(p) for p in naval.ships(t, "csa")] == [BATTERY_SIDE]


def test_8_91_everywhere_up_to_the_first_bridge_or_ford() -> None:
    t = Game(ship("wooden_ship", NORFOLK_WATER)).table()
    far = naval.sailing(t, "union-wooden_ship-0")
    assert PORT_WATER in far
    assert "virginia:3527|3626" not in far  # the Long Bridge
    assert "virginia:2950|2951" not in far  # Richmond's bridges
    assert all("|" in at or t.content.boards["virginia"].terrain[at[9:]] == "sea" for at in far)


def test_8_91a_the_zone_covers_the_sides_that_branch_off() -> None:
    g = Game(ship("gunboat", BATTERY_SIDE, side="csa"))
    zone = naval.zone(g.table(), "csa-gunboat-0")
    assert BATTERY_SIDE in zone
    assert below(BATTERY_SIDE, 1) in zone
    assert below(BATTERY_SIDE, 2) not in zone


def test_8_91a_a_ship_stops_in_an_enemy_zone() -> None:
    t = Game(ship("wooden_ship", NORFOLK_WATER), ship("gunboat", BATTERY_SIDE, side="csa")).table()
    far = naval.sailing(t, "union-wooden_ship-0")
    assert below(BATTERY_SIDE, 1) in far
    assert below(BATTERY_SIDE, -2) not in far  # beyond it
    t = Game(ship("wooden_ship", below(BATTERY_SIDE, 1)), ship("gunboat", BATTERY_SIDE, side="csa")).table()
    assert below(BATTERY_SIDE, -2) in naval.sailing(t, "union-wooden_ship-0")  # it has been in it: 10.82


def test_8_91_a_ship_sails_once_an_impulse() -> None:
    g = Game(ship("wooden_ship", NORFOLK_WATER)).run(("movement", {"side": "union"}))
    g.act("union", "sail", pieces=["union-wooden_ship-0"], path=[NORFOLK_WATER, PORT_WATER])
    assert g.state.pieces["union-wooden_ship-0"]["at"] == PORT_WATER
    assert g.ask("union", "sail") is None


# combat ---------------------------------------------------------------------------------


def test_10_81_difference_of_strength_and_the_attackers_die_alone() -> None:
    at = below(BATTERY_SIDE, 1)
    g = Game(ship("ironclad", at), ship("gunboat", BATTERY_SIDE, side="csa"))
    g.run(("naval_combats", {"side": "union"}), dice=[1])  # 5 - 2 = +3, die 1 + 1 (other) + 1 (gunboat)
    assert g.note("note.naval") == {"side": {"s": "union"}, "n": 3, "drm": "+2", "table": {"t": ["naval_combat", 2, 4]}}
    assert g.face("csa-gunboat-0") == "back"  # A1D1
    assert g.face("union-ironclad-0") == "back"


@pytest.mark.parametrize(
    ("attackers", "defenders", "total"),
    [
        (["union_wooden_ship"], ["csa_ironclad"], -1), (["union_wooden_ship"], ["csa_coastal_battery"], -1),
        (["csa_coastal_battery"], ["union_wooden_ship"], 1), (["union_ironclad"], ["csa_gunboat"], 2),
        (["union_wooden_ship"], ["csa_gunboat"], 1), (["csa_gunboat"], ["union_ironclad"], -1),
    ],
)  # fmt: skip
def test_10_81a_modifiers(attackers: list[str], defenders: list[str], total: int) -> None:
    pieces = {f"p{n}": {"at": "virginia:4761", "kind": kind} for n, kind in enumerate([*attackers, *defenders])}
    t = Game(pieces).table()
    one, two = list(pieces)[: len(attackers)], list(pieces)[len(attackers) :]
    assert sum(by for _, by in naval.modifiers(t, one, two)) == total


def test_10_82_the_battery_fights_who_runs_past_and_its_works_go_first() -> None:
    g = Game(ship("ironclad", below(BATTERY_SIDE, 1)), battery(2))
    g.run(("naval_combats", {"side": "union"}), dice=[6])  # 5 - 3 = +2, 6 - 1: D1
    assert works.level(g.table(), f"virginia:{BATTERY_HEX}") == 1
    assert g.face("battery") == "front"
    g = Game(ship("ironclad", below(BATTERY_SIDE, 1)), {"battery": {"at": BATTERY_HEX, "kind": "csa_coastal_battery"}})
    g.run(("naval_combats", {"side": "union"}), dice=[6])
    assert g.face("battery") == "back"


def test_10_82a_in_confederate_impulses_the_battery_attacks() -> None:
    g = Game(ship("wooden_ship", below(BATTERY_SIDE, 1)), battery())
    g.run(("naval_combats", {"side": "csa"}), dice=[4])
    assert g.note("note.naval")["side"] == {"s": "csa"}
    assert g.note("note.naval")["drm"] == "+1"


def test_10_83_ships_beside_both_hexes_add_their_bombardment_once() -> None:
    t = Game().table()
    water, own, other = next(
        (water, a, b)
        for water in sorted(naval.waters(t)) if "|" in water
        for a in sorted(naval.shores(t, water)) for b in ground.near(t, a)
        if b in naval.shores(t, water) and ground.can_cross(t, a, b)
    )  # fmt: skip
    g = Game(
        ship("wooden_ship", water), force(MEADE, own[9:], "l1", ["infantry_4_2"] * 3, ml=3),
        alone("csa", other[9:], "infantry_2_1"),
        attack("union", own[9:], other[9:]),
    )  # fmt: skip
    assert naval.bombarding(g.table(), "union", own, other) == ["union-wooden_ship-0"]
    g.run(("combats", {"side": "union"}))
    g.act("csa", "stand", dice=[2, 3])
    assert g.state.vars["bombarded"] == ["union-wooden_ship-0"]
    assert "note.bombard" in g.notes()
    assert naval.bombarding(g.table(), "union", own, other) == []


# assault landings -----------------------------------------------------------------------


def loaded(*more: dict[str, Any], ships: int = 2, **options: Any) -> Game:
    fleet = {k: v for n in range(ships) for k, v in ship("wooden_ship", PORT_WATER, n).items()}
    corps = force(MEADE, PORT, "l1", ["infantry_4_2"] * 2, ml=3, ap=4)
    return Game(fleet, corps, *more, **options).run(("movement", {"side": "union"}))


def test_8_92_one_unit_a_ship_and_any_leaders() -> None:
    g = loaded().act("union", "embark", pieces=[MEADE])
    assert g.at(MEADE) == "union-t0"
    assert [g.at(f"union-wooden_ship-{n}") for n in (0, 1)] == ["union-t0", "union-t0"]
    assert loaded(ships=1).ask("union", "embark") is None  # two units, one ship


def test_8_92_whole_wooden_ships_only() -> None:
    corps = force(MEADE, PORT, "l1", ["infantry_4_2"], ml=3, ap=4)
    for bad in (ship("wooden_ship", PORT_WATER, face="back"), ship("ironclad", PORT_WATER)):
        assert Game(bad, corps).run(("movement", {"side": "union"})).ask("union", "embark") is None


def test_8_92a_from_box_to_box_in_the_naval_sequences() -> None:
    g = loaded().act("union", "embark", pieces=[MEADE])
    g.run(("advance_boxes", {"side": "union"}))
    assert g.at(MEADE) == "union-t1"
    g.run(("advance_boxes", {"side": "union"}))
    assert g.at(MEADE) == "union-t2"
    assert "note.off_the_coast" in g.notes()
    quick = loaded(options={"amb_43_faster_landing": True}).act("union", "embark", pieces=[MEADE])
    assert quick.run(("advance_boxes", {"side": "union"})).at(MEADE) == "union-t2"


def test_8_92b_landing_on_a_coast_without_enemies_takes_the_whole_impulse() -> None:
    g = loaded().act("union", "embark", pieces=[MEADE])
    g.run(("advance_boxes", {"side": "union"}), ("advance_boxes", {"side": "union"}), ("movement", {"side": "union"}))
    cells = [at[9:] for at in g.ask("union", "land")["cells"]]
    g.act("union", "land", cell=cells[0])
    assert g.at(MEADE) == cells[0]
    assert MEADE not in (g.ask("union", "order") or {"pieces": []})["pieces"]
    where = naval.access(g.table(), f"virginia:{cells[0]}")
    assert g.state.pieces["union-wooden_ship-0"]["at"] in where


def test_8_92c_not_past_a_battery_nor_onto_enemy_works() -> None:
    g = loaded(battery(), work("4455", 2, "csa")).act("union", "embark", pieces=[MEADE])
    g.run(("advance_boxes", {"side": "union"}), ("advance_boxes", {"side": "union"}), ("movement", {"side": "union"}))
    cells = {at[9:] for at in g.ask("union", "land")["cells"]}
    beyond = {c for n in (-4, -3) for c in rivers.cells(below(BATTERY_SIDE, n)[9:])}
    assert not cells & {"4455", *beyond}
    assert {c for n in (20, 21) for c in rivers.cells(below(BATTERY_SIDE, n)[9:])} & cells


# sea transport --------------------------------------------------------------------------


def at_sea(turn: int = 5, kind: str = "wooden_ship", face: str = "front", units: int = 2, **more: Any) -> Game:
    corps = force(MEADE, PORT, "l1", ["infantry_4_2"] * units, ml=3, ap=4)
    g = Game(ship(kind, PORT_WATER, face=face), corps, alone("union", PORT, "wagon_2"), values={"turn": turn}, **more)
    return g.run(("sea_transport", {"side": "union"}))


def test_15_11a_loaded_on_turn_5_it_lands_in_the_naval_sequence_of_turn_6() -> None:
    g = at_sea(5).act("union", "load", pieces=[MEADE, f"union-{PORT}-wagon_2-0"])
    assert (g.at(MEADE), g.at("union-wooden_ship-0")) == ("turn-6", "turn-6")
    assert g.ask("union", "dock") is None if g.active else True
    g.table().set_var("turn", 6)
    g.run(("sea_transport", {"side": "union"}))
    g.act("union", "dock", cell=NORFOLK)
    assert (g.at(MEADE), g.at(f"union-{PORT}-wagon_2-0")) == (NORFOLK, NORFOLK)
    assert g.state.pieces["union-wooden_ship-0"]["at"] == NORFOLK_WATER
    assert g.units(MEADE) == ["union-l1-unit-0", "union-l1-unit-1"]


def test_15_11a_a_ship_that_has_landed_does_not_load_in_the_same_sequence() -> None:
    g = at_sea(5).act("union", "load", pieces=[MEADE])
    g.table().set_var("turn", 6)
    g.table().add("more", f"virginia:{NORFOLK}", kind="union_infantry_4_2", owner="union")
    g.run(("sea_transport", {"side": "union"})).act("union", "dock", cell=NORFOLK)
    assert g.ask("union", "load") is None if g.active else True


def test_15_11_what_ships_hold() -> None:
    t = at_sea().table()
    chore = sea.Transport()
    assert chore.carries(t, "union-wooden_ship-0", [MEADE, f"union-{PORT}-wagon_2-0"])
    reduced = at_sea(face="back").table()
    assert not chore.carries(reduced, "union-wooden_ship-0", [MEADE])
    assert chore.carries(at_sea(face="back", units=1).table(), "union-wooden_ship-0", [MEADE])
    assert at_sea(kind="ironclad").step == ""


def test_15_11b_not_past_a_battery() -> None:
    g = at_sea(5).act("union", "load", pieces=[MEADE])
    t = g.table()
    t.add("landing", "virginia:2950", kind="union_landing", owner="union")
    t.add("battery", f"virginia:{BATTERY_HEX}", kind="csa_coastal_battery", owner="csa")
    t.set_var("turn", 6)
    g.run(("sea_transport", {"side": "union"}))
    assert "virginia:2950" not in g.ask("union", "dock")["cells"]


def test_8_9_bodies_know_nothing_of_ships() -> None:
    g = Game(ship("ironclad", NORFOLK_WATER))
    assert bodies.bodies(g.table(), NORFOLK_WATER, "union", bodies.Spent(), attacked=False) == ()
