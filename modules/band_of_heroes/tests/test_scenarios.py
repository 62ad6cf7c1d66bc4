"""Set-up, reinforcements, event markers and what is hidden (1.7, 11.4, SETUP, CARDS)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import entry, events, facts, setup, snipers
from modules.band_of_heroes.tests.conftest import rules_content
from qtwar.engine import views
from qtwar.kit.dice import Chance
from qtwar.kit.runner import Runner
from qtwar.kit.table import Seen, Table

SCENARIOS = ("t1_contact", "s1_crossroads", "s2_manor", "s3_hill21", "s4_roadblock")


def table(runner: Runner) -> Table:
    return Table(rules_content(), runner.state, Chance(1))


def act(runner: Runner, side: str, verb: str, **args: Any) -> None:
    runner.act({"side": side, "verb": verb, "args": args}, 5)


def ask(runner: Runner, side: str, verb: str) -> dict[str, Any]:
    offer = runner.offer(side)
    assert offer is not None
    return next((a for a in offer["asks"] if a["verb"] == verb), {})


# set-up ----------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_setup_the_ready_made_set_up_is_a_legal_one(scenario: str, whole: Any) -> None:
    """Everything stands where the free set-up would allow it, within stacking and carrying limits."""
    ready, free = whole(scenario), whole(scenario, 1, "free")
    t = table(free)
    board = rules_content().scenarios[scenario]["boards"][0]
    for piece, record in ready.state.pieces.items():
        if not record["at"].startswith((board, "i5", "i6", "j6")) or not facts.is_unit(t, piece):
            continue
        assert setup.fault(t, piece, record["at"]) == "", piece
    t = table(ready)
    for place in t.places():
        for side in facts.SIDES:
            assert not facts.on_map(t, place) or facts.fits(t, place, side)
        for unit in facts.units(t, place):
            assert len(facts.weapons(t, unit)) <= facts.carry_limit(t, unit)


def test_setup_sides_place_in_turn_inside_their_zones(whole: Any) -> None:
    runner = whole("s1_crossroads", 1, "free")
    assert runner.state.active == ["german"]
    place = ask(runner, "german", "place")
    grid = rules_content().boards["n1"].grid
    for cells in place["targets"].values():
        assert all(grid.distance("H8", facts.hex_of(table(runner), c).removeprefix("n1:")) <= 2 for c in cells)
    assert ask(runner, "german", "done")["why_not"]  # nothing may be left over
    act(runner, "german", "rest")
    act(runner, "german", "done")
    assert runner.state.active == ["us"]
    zone = {c for cells in ask(runner, "us", "place")["targets"].values() for c in cells}
    assert {c[3] for c in zone} == {"A", "B", "C"}
    act(runner, "us", "rest")
    act(runner, "us", "done")
    assert runner.state.vars["phase"] == "rally"


def test_setup_weapons_go_to_who_can_carry_them_and_may_be_shifted(whole: Any) -> None:
    runner = whole("s2_manor", 1, "free")
    assert "satchel-1" not in ask(runner, "us", "place")["targets"]  # nobody is there to carry it
    act(runner, "us", "place", pieces=["us-para-half-1"], cell="n1:G6")
    assert ask(runner, "us", "place")["targets"]["satchel-1"] == ["n1:G6"]
    act(runner, "us", "place", pieces=["satchel-1"], cell="n1:G6")
    assert runner.state.pieces["satchel-1"]["at"] == "@us-para-half-1"
    assert "n1:G6" not in ask(runner, "us", "place")["targets"].get("satchel-2", [])  # a half-squad carries one
    act(runner, "us", "shift", pieces=["us-para-half-1"], cell="us_setup")
    assert runner.state.pieces["us-para-half-1"]["at"] == "us_setup"


def test_setup_the_88_stands_where_the_scenario_says_and_looks_west(whole: Any) -> None:
    runner = whole("s4_roadblock", 1, "free")
    act(runner, "us", "rest")
    act(runner, "us", "done")
    assert sorted(ask(runner, "german", "place")["targets"]["ger-88-atg-1"]) == ["n1:P7", "n1:P8"]
    assert runner.state.pieces["ger-88-atg-1"]["attrs"]["facing"] == 3
    s1 = whole("s1_crossroads", 1, "free")
    assert s1.state.pieces["m1919a4-1"]["face"] == "back"  # dismantled, as the scenario has it
    t1 = whole("t1_contact", 1, "free")
    assert t1.state.pieces["us-para-half-1"]["face"] == "back"  # shaken


# reinforcements ----------------------------------------------------------------------


def coming(game: Any, turn: int, **more: str) -> Any:
    men = {
        "halvorsen": "us_coming",
        "us_para_squad_6": "us_coming",
        "us_para_squad_7": "us_coming",
        "us_para_squad_1": "C9",
    }
    g = game("impulse", "us", scenario="s1_crossroads", turn=turn, **{**men, **more})
    for unit in ("halvorsen", "us-para-squad-6", "us-para-squad-7"):
        g.state.pieces[unit]["attrs"]["group"] = 1
    return g


def test_setup_reinforcements_wait_for_their_turn(game: Any) -> None:
    assert coming(game, 3).ask("us", "enter") is None
    g = coming(game, 4)
    assert sorted(g.ask("us", "enter")["cells"]) == ["n1:A6", "n1:A7", "n1:A8"]
    later = coming(game, 6)
    assert later.ask("us", "enter") is not None  # entry may be put off


def test_setup_the_entry_hex_is_the_first_of_the_move_with_double_time(game: Any) -> None:
    g = coming(game, 4)
    g.act("us", "enter", pieces=["halvorsen", "us-para-squad-6"], cell="A7")  # open, on the road: 1 point of 4 and 2
    assert g.at("halvorsen") == g.at("us-para-squad-6") == "A7"
    assert g.state.flow[-1]["l"]["left"] == 5
    cells = g.query("us", "reach_on", pieces=[])["cells"]
    assert "n1:F8" in cells
    assert "n1:G7" not in cells
    g.act("us", "halt")
    assert g.marks("us-para-squad-6") == ["moved"]
    alone = coming(game, 4)
    alone.act("us", "enter", pieces=["us-para-squad-6"], cell="A6")  # light woods: 2 of 4
    assert alone.state.flow[-1]["l"]["left"] == 2


def test_setup_part_of_a_group_may_come_later(game: Any) -> None:
    g = coming(game, 4)
    g.act("us", "enter", pieces=["us-para-squad-6"], cell="A7")
    g.act("us", "halt")
    if g.active == ["us"]:
        g.act("us", "pass")
    if g.active == ["german"]:
        g.act("german", "pass")
    assert sorted(g.ask("us", "enter")["pieces"]) == ["halvorsen", "us-para-squad-7"]


def test_setup_doors_held_by_the_enemy_or_by_full_stacks(game: Any) -> None:
    g = coming(game, 4, wehrmacht_squad_2="A7")
    t = g.table()
    door = rules_content().scenarios["s1_crossroads"]["reinforcements"][1]
    group = ["halvorsen", "us-para-squad-6"]
    assert entry.doors(t, "us", door, group) == ["n1:A6", "n1:A7", "n1:A8"]
    assert g.refused("us", "enter", pieces=["halvorsen"], cell="A7")  # a leader alone enters no melee
    g.act("us", "enter", [6, 6, 1, 1], pieces=["us-para-squad-6"], cell="A7")
    assert "note.melee" in g.notes()
    full = {f"us_para_squad_{n}": "A6" for n in (2, 3, 4)} | {f"us_para_squad_{n}": "A7" for n in (8, 9, 10)}
    full |= {"us_para_squad_11": "A8", "us_para_squad_12": "A8", "us_glider_squad_1": "A8"}
    crowded = coming(game, 4, **full)
    assert entry.doors(crowded.table(), "us", door, group) == [
        "n1:A5",
        "n1:A9",
    ]  # the next ones along the edge
    assert entry.doors(crowded.table(), "us", door, ["halvorsen"]) == ["n1:A6", "n1:A7", "n1:A8"]  # a leader finds room


def test_setup_reinforcements_come_with_their_weapons_off_the_tripod(whole: Any) -> None:
    runner = whole("s2_manor")
    squads = [p for p in runner.state.pieces if runner.state.pieces[p]["at"] == "us_coming"]
    arms = {
        r["kind"]: r["at"] for r in runner.state.pieces.values() if r["at"].startswith("@") and r["at"][1:] in squads
    }
    assert set(arms) == {"m1919a6", "flamethrower"}
    t = table(runner)
    assert not any(
        facts.is_tripod(t, p) for p in runner.state.pieces if t.has(p, "support_weapon") and t.where(p)[1:] in squads
    )


def test_4_0_groups_that_may_enter_keep_the_phase_open(game: Any) -> None:
    g = coming(game, 4, us_para_squad_1="C9/moved", wehrmacht_squad_1="P1/moved", wehrmacht_squad_2="P2")
    assert (g.active, g.state.vars["turn"]) == (["german"], 4)
    g.act("german", "move", pieces=["wehrmacht-squad-2"], path=["P2", "P3"])
    assert (g.active, g.state.vars["turn"]) == (["us"], 4)
    assert g.ask("us", "enter")
    g.act("us", "pass")
    g.act("us", "pass")  # between the two the German passes by himself
    assert g.state.vars["turn"] == 5


# events ------------------------------------------------------------------------------


def test_1_7_a_marker_of_occupation_acts_for_its_side_once(game: Any) -> None:
    men = {
        "us_para_squad_1": "F8",
        "us_para_squad_2": "C9",
        "wehrmacht_squad_1": "I8",
        "wehrmacht_squad_2": "P1",
        "event_1": "G8/kind=event_occupy",
    }
    g = game("impulse", "us", scenario="s1_crossroads", **men)
    g.act("us", "move", pieces=["us-para-squad-1"], path=["F8", "G8"])
    assert "event.s1_crossroads.E1" in g.notes()
    assert "event-1" not in g.state.pieces
    spotted = {r["at"] for r in g.state.pieces.values() if r["kind"] == "spotted"}
    assert spotted == {"n1:I8"}  # two hexes off; P1 is far
    assert "E1" in g.state.vars["events"]
    other = game(
        "impulse",
        "german",
        scenario="s1_crossroads",
        wehrmacht_squad_1="F8",
        wehrmacht_squad_2="P1",
        us_para_squad_1="A5",
    )
    other.act("german", "move", pieces=["wehrmacht-squad-1"], path=["F8", "G8"])
    assert "event.s1_crossroads.E1" not in other.notes()


def test_1_7_a_marker_of_sight_acts_when_its_side_sees_the_hex(game: Any) -> None:
    g = game(
        "impulse", "us", scenario="s1_crossroads", us_para_squad_1="I10", us_para_squad_2="C9", wehrmacht_squad_1="P1"
    )
    t = g.table()
    assert not events.entered(t, "us", "n1:A14")
    assert "E2" not in t.var("events", [])
    events.entered(t, "us", "n1:I9")
    assert "E2" in t.var("events", [])


def test_1_7_sight_is_looked_for_in_the_first_impulse_of_turn_1_too(game: Any) -> None:
    seen = game("operations", "us", scenario="s1_crossroads", turn=1, us_para_squad_1="I9", wehrmacht_squad_1="P1")
    assert "E2" in seen.state.vars.get("events", [])
    unseen = game("operations", "us", scenario="s1_crossroads", turn=1, us_para_squad_1="A14", wehrmacht_squad_1="P1")
    assert "E2" not in unseen.state.vars.get("events", [])


def test_1_7_the_finder_chooses_who_takes_the_charge(game: Any) -> None:
    men = {
        "us_para_squad_1": "J8",
        "us_para_squad_2": "J8",
        "medic_us_1": "J8",
        "ss_squad_1": "P14",
        "us_para_squad_3": "G1",
    }
    g = game("impulse", "us", scenario="s2_manor", **men)
    g.act("us", "move", pieces=["us-para-squad-1", "us-para-squad-2", "medic-us-1"], path=["J8", "J7", "J6"])
    assert g.step == "cache"
    assert g.active == ["us"]
    assert sorted(g.ask("us", "receive")["pieces"]) == ["us-para-squad-1", "us-para-squad-2"]
    g.act("us", "receive", pieces=["us-para-squad-2"])
    assert g.at("satchel-1") == "@us-para-squad-2"
    assert g.at("us-para-squad-1") == "J6"  # and the march went on


def test_1_7_nobody_to_carry_it_leaves_it_in_the_hex(game: Any) -> None:
    g = game("impulse", "us", scenario="s2_manor", medic_us_1="J8", us_para_squad_1="G1", ss_squad_1="P14")
    g.act("us", "move", pieces=["medic-us-1"], path=["J8", "J7"])
    assert g.at("satchel-1") == "J7"


# what is hidden -----------------------------------------------------------------------


def test_1_7_no_scenario_tells_its_events_beforehand() -> None:
    for scenario in rules_content().scenarios.values():
        for event in (scenario.get("attrs") or {}).get("events") or ():
            words = {"point_out": ("villager", "point"), "sniper": ("sniper", "bell"), "satchel": ("satchel", "cache")}[
                event["effect"]
            ]
            told = " ".join(note["text"]["en"].lower() for note in scenario.get("special") or ())
            assert not [w for w in words if w in told], scenario["id"]


@pytest.mark.parametrize(
    ("scenario", "owner"), [("s1_crossroads", "german"), ("s3_hill21", "german"), ("s4_roadblock", "us")]
)
def test_11_4_the_enemy_knows_nothing_of_a_sniper_off_the_map(scenario: str, owner: str, whole: Any) -> None:
    state = whole(scenario).state
    sniper = next(p for p, r in state.pieces.items() if r["kind"].startswith("sniper"))
    for side in ("us", "german", ""):
        seen = views.view(state, side)
        there = [p for p, r in seen.pieces.items() if r["at"] == f"{owner}_off_map"]
        assert bool(there) is (side == owner)
        assert (sniper in seen.pieces) is (side == owner)


def test_11_4_the_sniper_of_the_crossroads_waits_for_the_bell_or_turn_4(game: Any) -> None:
    men = {"sniper_german_1": "german_off_map", "us_para_squad_1": "A7", "wehrmacht_squad_1": "P1"}
    for turn, happened, may in ((3, [], False), (3, ["E2"], True), (4, [], True), (3, ["E1"], False)):
        g = game("impulse", "german", scenario="s1_crossroads", turn=turn, values={"events": happened}, **men)
        assert bool(snipers.placements(g.table(), "german")) is may
        assert (g.ask("german", "place_sniper") is not None) is may
        said = [m["key"] for m in g.query("german", "piece", piece="sniper-german-1")]
        assert ("piece.sniper_waits" in said) is not may


def test_11_4_placed_he_is_there_for_all(game: Any) -> None:
    g = game(
        "impulse",
        "german",
        scenario="s3_hill21",
        sniper_german_1="german_off_map",
        us_para_squad_1="A7",
        wehrmacht_squad_1="P1",
    )
    g.act("german", "place_sniper", pieces=["sniper-german-1"], cell="I8")
    assert "sniper-german-1" in views.view(g.state, "us").pieces


def test_cards_the_deck_is_shuffled_and_nobody_sees_into_it(whole: Any) -> None:
    order = set()
    for seed in range(4):
        state = whole("s1_crossroads", seed).state
        order.add(tuple(state.places["skill_deck"]))
        for side in ("us", "german"):
            seen = Seen(rules_content(), views.view(state, side))
            assert len(seen.ids("skill_deck")) == 14
            assert not any(seen.is_known(p) for p in seen.ids("skill_deck"))
    assert len(order) == 4


def test_cards_assigned_ones_are_open_to_both(whole: Any) -> None:
    for setup_ in ("quick", "free"):
        state = whole("s2_manor", 1, setup_).state
        for side in ("us", "german"):
            seen = views.view(state, side)
            held = {
                r["at"]: r["kind"]
                for r in seen.pieces.values()
                if r["kind"].startswith("card_") and r["at"].startswith("@")
            }
            assert held == {
                "@reinhardt": "card_storm_leader",
                "@hero-amsel": "card_grenades",
                "@halvorsen": "card_steady",
            }
