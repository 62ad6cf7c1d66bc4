"""Charts that the rules read against the figures of the digest: actions, states, experience, nets, weapons, recovery."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from qtwar.kit.chart import Chart
from qtwar.kit.content import Content
from qtwar.model.load import load

MODULE = Path(__file__).resolve().parents[1]
BOOK: dict[str, Any] = yaml.safe_load((MODULE / "tests" / "values.yaml").read_text("utf-8"))["book"]


@pytest.fixture(scope="module")
def charts() -> dict[str, Chart]:
    """The charts as the rules read them."""
    return Content(load(MODULE).rules_json()).charts


def test_4_2_the_41_actions_with_cost_draw_and_icon(charts: dict[str, Chart]) -> None:
    actions = charts["actions"]
    wanted = {
        f"{section}.{row['id']}": row
        for section, rows in BOOK["actions"].items()
        if section != "note" and section != "source"
        for row in rows
    }
    assert actions.row_heads == list(wanted)
    assert len(wanted) == 41
    for name, row in wanted.items():
        draw = {None: "-", "cover_draw_number": "cover_number"}.get(row["draw"], row["draw"])
        assert [actions.at(name, key) for key in ("cost", "draw", "icon")] == [row["cost"], draw, row.get("icon", "-")]


def test_4_2_5_what_pinned_units_and_teams_may_do(charts: dict[str, Chart]) -> None:
    for state in charts["states"].row_heads:
        wanted = BOOK["state_restrictions"][state]
        assert charts["states"].at(state, "experience") == wanted["experience"]
        for section, key in (("4.2.2", "move"), ("4.2.3", "rally"), ("4.2.4", "combat")):
            letters = " ".join(word.replace("_restricted", "*") for word in wanted[key])
            assert charts["states"].at(state, section) == (letters or "-")


def test_4_2_and_10_3_experience(charts: dict[str, Chart]) -> None:
    levels = charts["experience"]
    assert {k: levels.at(k, "cards") for k in levels.row_heads} == {
        k: v for k, v in BOOK["experience_card_draw"].items() if k in levels.row_heads
    }
    assert levels.at("green", "commands") == BOOK["command_modifiers"]["hq"]["green"]
    assert levels.at("green", "promotion") == BOOK["experience_costs"]["green_to_line"]
    assert levels.at("line", "promotion") == BOOK["experience_costs"]["line_to_veteran"]


def test_4_1_3_commands_spent_in_an_impulse(charts: dict[str, Chart]) -> None:
    limits = BOOK["command_limits"]["spend_per_impulse"]
    assert (charts["spending"].at("spend", "day"), charts["spending"].at("spend", "limited")) == (
        limits["day"],
        limits["limited_visibility"],
    )


def test_5_1_3_what_a_transport_point_carries(charts: dict[str, Chart]) -> None:
    carries = charts["transport"]
    for who, points in BOOK["transport_capacity"]["per_point"].items():
        assert carries.at("casualty", who) == points["casualty"]
        assert carries.at("MG", who) == points["MG_ammo"]
        assert carries.at("MTR", who) == points["MTR_ammo"]
        assert carries.at("RKT", who) == carries.at("RCL", who) == points["RCL_or_RKT_ammo"]
        assert carries.at("step", who) == points["infantry_step"]
    assert carries.at("prisoner", "infantry") == "any"


def test_numbers_of_the_book(charts: dict[str, Chart]) -> None:
    limits = charts["limits"]
    assert limits.at("steps") == BOOK["stacking"]["max_steps_per_side_per_card"]
    assert limits.at("vehicles") == BOOK["stacking"]["max_vehicles_per_side_per_card"]
    assert limits.at("crowd") == BOOK["stacking"]["crowding_free_steps"]
    assert limits.at("counterattack_turns") == BOOK["counterattack"]["max_turns"]
    assert limits.at("phase_lines") == BOOK["tactical_control"]["offensive"]["phase_lines_max"]
    assert limits.at("casualties_per_veteran") == BOOK["replacements"]["casualties_per_veteran_step"]
    facts = BOOK["vehicle_facts"]
    assert [limits.at(k) for k in ("fac_turns", "attack_helicopter_turns", "gunship_cards", "landing_zones")] == [
        facts["fac_turns_total"], facts["attack_helicopter_turns_total"], facts["gunship_cards_hit"], facts["lz_max_cards"],
    ]  # fmt: skip


def test_10_6_every_mixture_of_experience(charts: dict[str, Chart]) -> None:
    levels = {"V": "veteran", "L": "line", "G": "green"}
    printed = [*BOOK["multi_step_experience"]["two_steps"], *BOOK["multi_step_experience"]["three_steps"]]
    for row in printed:
        for other in ("V", "L", "G") if "any" in row["mix"] else ("",):
            mix = sorted([*(m for m in row["mix"] if m != "any"), *other], key="VLG".index)
            if len(set(mix)) == 1:
                continue
            name = next(n for n in charts["mixing"].row_heads if sorted(n, key="VLG".index) == mix)
            assert charts["mixing"].at(name) == levels[row["result"]], mix


def test_7_4_5_the_cycle_of_a_lift(charts: dict[str, Chart]) -> None:
    cycle = charts["helicopter_cycle"]
    for step in BOOK["helicopter_cycle"]["steps"]:
        words = [str(word).replace("map_LZ", "lz") for word in (step["from"], step["to"])]
        assert [cycle.at(str(step["turn"]), key) for key in ("from", "to")] == words
