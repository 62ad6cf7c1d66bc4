"""Lines of sight over cards: borders, heights, smoke, darkness and flares (5.2, 8)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from modules.fields_of_fire.rules import sight
from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from qtwar.model.load import load

OPEN, HEDGE, HILL = "normandy-25", "normandy-02", "normandy-30"


@cache
def bare() -> Title:
    """Return the title's content without any steps."""
    return Title(
        Content(load(Path(__file__).resolve().parents[1]).rules_json()), steps=[], setup=lambda t, choices: None
    )


def table(cards: dict[str, str], *, weather: str = "clear", **markers: str) -> Table:
    """Return a table with cards `{cell: sort}` (open, hedge, hill; several by +) and markers `kind__n=cell`."""
    kinds = {
        "open": "normandy_open_field",
        "hedge": "normandy_hedgerow_field",
        "hill": "normandy_hill",
        "woods": "normandy_woods",
    }
    sights = {"open": "WWWWWWWW", "hedge": "GGGGGGGG", "hill": "WWWWWWWW", "woods": "GWWWWWWW"}
    pieces: dict[str, Any] = {}
    for cell, sorts in cards.items():
        for n, sort in enumerate(sorts.split("+")):
            pieces[f"{cell}-{n}"] = {"at": cell, "kind": kinds[sort], "attrs": {"sights": sights[sort]}}
    for name, cell in markers.items():
        pieces[name] = {"at": cell, "kind": name.partition("__")[0]}
    return Game(bare(), "nrm_1", pieces=pieces, values={"weather": weather}).table()


def row(*sorts: str) -> dict[str, str]:
    """Return cards side by side in row 2."""
    return {f"r2c{n}": sort for n, sort in enumerate(sorts, 1)}


def why(t: Table, a: str, b: str, **how: Any) -> str:
    return sight.look(t, f"map:{a}", f"map:{b}", **how).why


def test_5_2_1_neighbours_always_see_each_other() -> None:
    t = table({**row("hedge", "hedge"), "r3c2": "hedge"})
    assert sight.sees(t, "map:r2c1", "map:r2c2")
    assert sight.sees(t, "map:r2c1", "map:r3c2")


def test_5_2_1_borders_of_cards_between_block_those_of_the_ends_do_not() -> None:
    assert why(table(row("hedge", "open", "hedge")), "r2c1", "r2c3") == ""
    assert why(table(row("open", "hedge", "open")), "r2c1", "r2c3") == "border"


def test_5_2_1_three_cards_are_the_limit_and_only_straight_lines_count() -> None:
    t = table({**row("open", "open", "open", "open", "open"), "r3c3": "open"})
    assert why(t, "r2c1", "r2c4") == ""
    assert why(t, "r2c1", "r2c5") == "far"
    assert why(t, "r2c1", "r3c3") == "crooked"


def test_5_2_1_a_sees_over_a_border_only_from_the_upper_story() -> None:
    """The example of page 27: 40 over 38 from the multi-story building alone, 19 never, 33 in spite of its own border."""
    t = table({"r3c1": "hedge", "r3c2": "hedge", "r3c3": "open", "r2c2": "open", "r1c3": "open", "r2c3": "open"})
    assert sight.sees(t, "map:r3c1", "map:r2c2")
    assert sight.sees(t, "map:r3c1", "map:r1c3")  # its own border does not matter
    assert why(t, "r3c1", "r3c3") == "border"
    assert why(t, "r3c1", "r3c3", eyes=(1, 0)) == ""
    assert why(t, "r3c1", "r2c3") == "crooked"


def test_5_2_2_height_sees_over_what_is_lower() -> None:
    assert why(table(row("hill+open", "hedge", "open")), "r2c1", "r2c3") == ""
    assert why(table(row("open", "hill+open", "open")), "r2c1", "r2c3") == "height"
    assert why(table(row("hill+open", "hill+open", "open")), "r2c1", "r2c3") == "height"
    assert why(table(row("hill+open", "hill+hedge", "hill+open")), "r2c1", "r2c3") == "border"
    assert sight.levels(table(row("hill+hill+open")))["r2c1"] == 3


def test_5_2_2_a_the_hills_own_borders_override_white_ones() -> None:
    t = table({"r1c2": "open", "r2c2": "hedge+open", "r3c2": "open"})
    assert sight.green(t, "map:r2c2", "map:r1c2")
    assert why(t, "r1c2", "r3c2") == "border"
    assert sight.top(t, "map:r2c2") == "r2c2-1"


def test_5_2_hi_cover_where_fire_crosses_a_dark_green_border() -> None:
    t = table({"r2c2": "woods", "r3c2": "open", "r1c2": "open"})
    assert sight.green(t, "map:r2c2", "map:r3c2")  # its northern border
    assert not sight.green(t, "map:r2c2", "map:r1c2")
    assert (sight.cover(t, "map:r2c2", True), sight.cover(t, "map:r2c2", False)) == (3, 2)


def test_8_3_one_sees_into_smoke_not_beyond() -> None:
    t = table(row("open", "open", "open"), smoke_hc__1="r2c2")
    assert why(t, "r2c1", "r2c2") == ""
    assert why(t, "r2c1", "r2c3") == "smoke"
    assert why(t, "r2c1", "r2c3", smoke=False) == ""
    assert why(table(row("open", "open", "open"), vof_incoming__1="r2c2"), "r2c1", "r2c3") == "smoke"  # 6.3.2
    assert why(table(row("open", "open", "open"), burning_wreck__1="r2c2"), "r2c1", "r2c3") == "smoke"  # 7.7


def test_8_limited_visibility_is_one_card_without_light() -> None:
    t = table(row("open", "open", "open"), weather="moonlight")
    assert sight.limited(t)
    assert why(t, "r2c1", "r2c2") == ""
    assert why(t, "r2c1", "r2c3") == "visibility"
    assert why(t, "r2c1", "r2c3", night=False) == ""
    assert not sight.limited(table({}, weather="dusk_or_haze"))


def test_8_1_flares_light_their_card_and_some_those_beside_it() -> None:
    t = table(row("open", "open", "open", "open"), weather="moonlight", howitzer_flare_lit__1="r2c3")
    assert why(t, "r2c1", "r2c3") == ""
    assert [sight.visibility(t, f"map:r2c{n}") for n in (1, 2, 3, 4)] == [3, 1, 0, 1]
    hand = table(row("open", "open", "open"), weather="moonlight", hand_flare_lit__1="r2c3")
    assert [sight.visibility(hand, f"map:r2c{n}") for n in (2, 3)] == [3, 1]
    fog = table(row("open"), weather="fog", hand_flare_lit__1="r2c1")
    assert sight.visibility(fog, "map:r2c1") == 3


def test_2_3_5_staging_cards_see_each_other_and_what_touches_them() -> None:
    t = table({"r1c1": "open", "r2c1": "open"})
    assert sight.sees(t, "map:r0c1", "map:r0c4")
    assert sight.sees(t, "map:r0c1", "map:r1c1")
    assert why(t, "r0c1", "r2c1") == "off_map"
    assert sight.look(t, "pickup", "map:r1c1").why == "off_map"
    assert "map:r1c1" in sight.near(t, "map:r0c2")


def test_what_is_seen_from_a_card_goes_outward() -> None:
    t = table({**row("open", "open", "hedge", "open"), "r3c1": "open"})
    seen = sight.seen_from(t, "map:r2c1")
    assert seen[0] == "map:r2c1"
    assert {"map:r2c2", "map:r2c3", "map:r3c1"} <= set(seen)
    assert "map:r2c4" not in seen
    assert sight.line(t, "map:r2c1", "map:r2c4") == ("map:r2c2", "map:r2c3")


def test_8_the_mission_says_the_visibility_of_every_turn() -> None:
    t = Game(bare(), "nrm_3").table()
    assert [sight.schedule(t, turn) for turn in (1, 6, 7, 9)] == [
        "moonlight",
        "moonlight",
        "dusk_or_haze",
        "dusk_or_haze",
    ]


def test_5_2_a_card_face_down_is_level_1_and_hides_what_lies_beyond() -> None:
    t = table(row("open", "hill", "open"))
    t.know("r2c2-0", ())
    assert sight.levels(t)["r2c2"] == 1
    assert why(t, "r2c1", "r2c3") == "border"
    assert sight.top(t, "map:r2c2") == ""


def test_5_2_1_borders_of_the_ends_hide_where_the_option_says_so() -> None:
    cards = row("hedge", "open", "open")
    pieces = {f"{cell}-0": {"at": cell, "kind": f"normandy_{'hedgerow' if sort == 'hedge' else 'open'}_field", "attrs": {
        "sights": "GGGGGGGG" if sort == "hedge" else "WWWWWWWW"}} for cell, sort in cards.items()}  # fmt: skip
    t = Game(bare(), "nrm_1", pieces=pieces, options={"borders_of_ends": True}).table()
    assert why(t, "r2c1", "r2c3") == "border"
    assert why(t, "r2c1", "r2c2") == ""


def test_9_1_1_a_contact_marker_face_down_hides_nothing_of_the_card_below_it() -> None:
    t = table(row("open", "open", "open"))
    t.add("pc-1", "map:r2c2", kind="pc_a")
    t.know("pc-1", [])
    seen = t.seen_by("us")
    assert sight.top(seen, "map:r2c2") == sight.top(t, "map:r2c2") == "r2c2-0"
    assert sight.look(seen, "map:r2c1", "map:r2c3").clear
