"""Control, points, exits and victory by scenario (VIC)."""

from __future__ import annotations

from typing import Any

import pytest

from modules.band_of_heroes.rules import events, facts, victory
from modules.band_of_heroes.tests.conftest import MODULE, rules_content

# control and victory -----------------------------------------------------------------


def test_vic_control_is_the_last_good_order_mmc_or_hero(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        scenario="s1_crossroads",
        us_para_squad_1="F8",
        medrow="F8",
        us_para_squad_2="C9",
        wehrmacht_squad_1="P1",
        control_1="G8/kind=control_german",
    )
    t = g.table()
    assert events.controller(t, "n1:G8") == "german"
    t.move("medrow", "n1:G8")
    events.settle(t, "n1:G8")
    assert events.controller(t, "n1:G8") == "german"  # a leader controls nothing
    t.move("us-para-squad-1", "n1:G8")
    events.settle(t, "n1:G8")
    assert events.controller(t, "n1:G8") == "us"
    t.move("us-para-squad-1", "n1:F8")
    events.settle(t, "n1:G8")
    assert events.controller(t, "n1:G8") == "us"  # still


def test_vic_both_levels_are_one_hex_and_nothing_changes_while_both_are_in(game: Any) -> None:
    g = game(
        "impulse",
        "us",
        scenario="s2_manor",
        us_para_squad_1="I5",
        ss_squad_1="i5_upper",
        us_para_squad_2="G1",
        control_1="I5/kind=control_us",
    )
    t = g.table()
    events.settle(t, "i5_upper")
    assert events.controller(t, "i5_upper") == "us"
    t.turn("us-para-squad-1", "back")
    events.settle(t, "n1:I5")
    assert events.controller(t, "n1:I5") == "german"


def test_vic_fire_that_shakes_the_holders_gives_a_shared_hex_away(game: Any) -> None:
    g = game(
        "impulse", "us", scenario="s2_manor", us_para_squad_1="I5", ss_squad_1="i5_upper", us_para_squad_2="I4",
        control_1="I5/kind=control_german", ss_half_1="P14",
    )  # fmt: skip
    t = g.table()
    t.turn("ss-squad-1", "back")
    events.left(t, "i5_upper")
    assert events.controller(t, "n1:I5") == "us"


def test_vic_who_rallies_takes_his_hex_again(game: Any) -> None:
    g = game(
        "rally",
        "us",
        scenario="s1_crossroads",
        us_para_squad_1="G8/shaken",
        whitcomb="G8",
        wehrmacht_squad_1="P1",
        control_1="G8/kind=control_german",
    )
    g.act("us", "rally", [1, 1], pieces=["us-para-squad-1"])
    assert [r["kind"] for r in g.state.pieces.values() if r["at"] == "n1:G8" and r["kind"].startswith("control")] == [
        "control_us"
    ]


def at_end(
    game: Any, scenario: str, held: dict[str, str], values: dict[str, dict[str, int]], **pieces: str
) -> dict[str, Any]:
    """The result after the last turn with hexes held and numbers of the sides."""
    controls = {f"c{n}": f"{cell}/kind=control_{side}" for n, (cell, side) in enumerate(held.items())}
    g = game(
        "impulse",
        "us",
        scenario=scenario,
        us_para_squad_1="A7",
        ss_squad_1="P1" if scenario != "t1_contact" else "H1",
        **controls,
        **pieces,
    )
    t = g.table()
    for side, numbers in values.items():
        for key, n in numbers.items():
            t.put(side, key, n)
    victory.final(t)
    return dict(t.state.result or {})


@pytest.mark.parametrize(("held", "winner"), [(("G8", "I8", "I5"), "us"), (("G8", "I8"), "german")])
def test_vic_s1_three_of_five(held: tuple[str, ...], winner: str, game: Any) -> None:
    assert at_end(game, "s1_crossroads", dict.fromkeys(held, "us"), {})["winner"] == winner


@pytest.mark.parametrize(("held", "winner"), [(("M3", "N4"), "us"), (("M3",), "german")])
def test_vic_s3_two_of_three(held: tuple[str, ...], winner: str, game: Any) -> None:
    assert at_end(game, "s3_hill21", dict.fromkeys(held, "us"), {})["winner"] == winner


@pytest.mark.parametrize(
    ("held", "lost", "winner"),
    [
        ({"I5": "german", "I8": "us"}, {"us": 3, "german": 0}, "german"),  # 3 + 1 against 1
        ({"I5": "german", "I8": "us"}, {"us": 1, "german": 0}, "us"),      # 3 against 1: two more are not enough
        ({"I5": "us", "I6": "german", "J6": "german"}, {"us": 0, "german": 0}, "german"),  # 6 against 3
        ({"I5": "us", "I6": "german", "J6": "german"}, {"us": 0, "german": 2}, "us"),
    ],
)  # fmt: skip
def test_vic_s2_the_german_needs_three_points_more(
    held: dict[str, str], lost: dict[str, int], winner: str, game: Any
) -> None:
    values = {side: {"steps_lost": n, "leaders_lost": 0} for side, n in lost.items()}
    assert at_end(game, "s2_manor", held, values)["winner"] == winner


@pytest.mark.parametrize(
    ("exited", "held", "winner"), [(8, "us", "german"), (7, "us", "us"), (5, "german", "german"), (4, "german", "us")]
)
def test_vic_s4_eight_points_of_exits_and_the_crossroads(exited: int, held: str, winner: str, game: Any) -> None:
    assert at_end(game, "s4_roadblock", {"H8": held}, {"german": {"exited": exited}})["winner"] == winner


@pytest.mark.parametrize(
    ("us", "german", "leaders", "held", "winner"),
    [
        (2, 1, 0, "none", "german"), (1, 2, 0, "none", "us"), (1, 1, 0, "none", "us"), (3, 2, 0, "us", "us"),
        (0, 1, 1, "none", "german"),
    ],
)  # fmt: skip
def test_vic_t1_points_a_tie_is_the_us_players(
    us: int, german: int, leaders: int, held: str, winner: str, game: Any
) -> None:
    values = {"us": {"steps_lost": us, "leaders_lost": leaders}, "german": {"steps_lost": german, "leaders_lost": 0}}
    assert at_end(game, "t1_contact", {"G4": held} if held != "none" else {}, values)["winner"] == winner


def test_vic_sudden_when_all_are_held_seen_in_administration(game: Any) -> None:
    held = {f"c{n}": f"{cell}/kind=control_us" for n, cell in enumerate(("G8", "I8", "I5", "I6", "J6"))}
    g = game("admin", "us", scenario="s1_crossroads", us_para_squad_1="A7", wehrmacht_squad_1="P1", **held)
    assert g.state.result is not None
    assert g.state.result["winner"] == "us"
    held.pop("c4")
    g = game(
        "admin",
        "us",
        scenario="s1_crossroads",
        us_para_squad_1="A7",
        wehrmacht_squad_1="P1",
        us_para_squad_2="A8/shaken",
        medrow="A8",
        **held,
    )
    assert g.state.result is None
    assert "sudden" not in rules_content().scenarios["s4_roadblock"]["victory"]


@pytest.mark.parametrize(
    ("turn", "men", "over"),
    [
        (4, {"us_para_squad_1": "A7/shaken"}, True),
        (3, {"us_para_squad_1": "A7/shaken"}, False),
        (4, {"us_para_half_1": "A7"}, False),
    ],
)
def test_vic_s1_the_german_wins_when_no_good_order_us_mmc_is_left(
    turn: int, men: dict[str, str], over: bool, game: Any
) -> None:
    g = game(
        "admin",
        "us",
        scenario="s1_crossroads",
        turn=turn,
        medrow="B9",
        wehrmacht_squad_1="P1/shaken",
        brandt="P1",
        **men,
    )
    assert (g.state.result is not None and g.state.result["winner"] == "german") is over


def test_vic_s4_units_leave_by_the_western_edge(game: Any) -> None:
    g = game(
        "impulse", "german", scenario="s4_roadblock", weiss="B8", fj_squad_rifle_1="B8", mg34_1="@fj-squad-rifle-1",
        fj_half_1="A5", wehrmacht_squad_1="P9", us_para_squad_1="H14", medic_german_1="A9",
    )  # fmt: skip
    cells = g.query("german", "reach_move", pieces=["weiss", "fj-squad-rifle-1"])["cells"]
    assert cells["german_exited"]["cost"] == 2  # A7 or A8 on the road side, then the cost of open ground
    assert "german_exited" not in g.query("german", "reach_move", pieces=["medic-german-1"])["cells"]
    g.act("german", "move", pieces=["weiss", "fj-squad-rifle-1"], path=cells["german_exited"]["path"])
    assert g.state.pieces["weiss"]["at"] == "german_exited"
    assert g.state.pieces["mg34-1"]["at"] == "@fj-squad-rifle-1"
    assert g.state.sides["german"]["exited"] == 3  # squad 2, leader 1
    us = game(
        "impulse", "us", scenario="s4_roadblock", us_para_squad_1="A7", us_para_squad_2="G1", wehrmacht_squad_1="P9"
    )
    assert "german_exited" not in us.query("us", "reach_move", pieces=["us-para-squad-1"])["cells"]


def test_vic_steps_are_booked_when_they_are_lost(game: Any) -> None:
    from modules.band_of_heroes.rules import harm, rally

    g = game(
        "rally",
        "us",
        us_para_squad_1="A1",
        us_para_half_1="A1",
        medrow="A1",
        us_50cal_1="B1",
        us_para_squad_2="B1",
        whitcomb="C1/shaken",
    )
    t = g.table()
    harm.casualty(t, "us-para-squad-1")
    assert t.num("us", "steps_lost") == 1
    harm.casualty(t, "us-para-squad-1")
    assert t.num("us", "steps_lost") == 2
    facts.lose(t, "us-para-squad-2")
    facts.lose(t, "us-50cal-1")
    assert t.num("us", "steps_lost") == 6
    facts.lose(t, "whitcomb")
    assert (t.num("us", "steps_lost"), t.num("us", "leaders_lost")) == (6, 1)
    assert rally.combinations(t, "us") == []


def test_readme_says_what_the_book_names_and_this_module_has_not() -> None:
    text = (MODULE / "README.md").read_text(encoding="utf-8").lower()
    for word in ("vehicles", "artillery", "helicopters", "bunkers", "chaplain", "advisor", "armor leader"):
        assert word in text, word
