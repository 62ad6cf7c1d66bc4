"""Lines of sight by rule number, on small grounds made for the purpose and on the maps of the module (7.0, 10.0 to 10.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modules.band_of_heroes.rules import sight
from modules.band_of_heroes.tests.grounds import HIGH, MODULE, View, data, ground
from qtwar.base import text
from qtwar.base.errors import DataFault
from qtwar.kit.content import Content
from qtwar.kit.sight import trace


@pytest.fixture(scope="module")
def n1() -> View:
    return View(Content(data()), "n1")


@pytest.fixture(scope="module")
def t1() -> View:
    return View(Content(data()), "t1")


# what a line meets -------------------------------------------------------------


def test_10_0_terrain_on_the_line_degrades_or_blocks() -> None:
    # straight down column C
    assert ground().says("C2", "C6") == "clear"
    assert ground({"C4": "brush"}).says("C2", "C6") == "degraded"
    assert ground({"C4": "forest"}).says("C2", "C6") == "blocked"
    assert ground({"B4": "forest", "B5": "forest", "D4": "forest", "D5": "forest"}).says("C2", "C6") == "clear"


@pytest.mark.parametrize("kind", ["field", "wheat", "brush", "light_woods", "reeds"])
def test_10_3_degrading_terrain(kind: str) -> None:
    assert ground({"C4": kind}).says("C2", "C6") == "degraded"


@pytest.mark.parametrize("kind", ["forest", "hut", "wood_building", "stone_building"])
def test_10_3_blocking_terrain(kind: str) -> None:
    assert ground({"C4": kind}).says("C2", "C6") == "blocked"


def test_10_3_the_second_degrading_hex_blocks() -> None:
    view = ground({"C3": "brush", "C5": "wheat"})
    line = view.line("C2", "C6")
    assert (line.clear, line.degrading) == (False, 1)
    assert line.blocked is not None
    assert (line.blocked.key, line.blocked.place, line.blocked.what) == (
        "los.blocked.second",
        "test:C5",
        "los.what.wheat",
    )
    back = view.line("C6", "C2").blocked
    assert back is not None
    assert (back.key, back.place, back.what) == ("los.blocked.second", "test:C3", "los.what.brush")
    assert view.says("C2", "C4") == "degraded"


def test_10_3_terrain_of_the_two_ends_never_counts() -> None:
    view = ground({"C2": "forest", "C6": "stone_building", "C4": "brush"})
    assert view.says("C2", "C6") == "degraded"
    assert ground({"C2": "light_woods", "C4": "light_woods"}).says("C2", "C4") == "clear"


def test_10_3_adjacent_hexes_always_see_each_other() -> None:
    everywhere = {f"{c}{r}": "forest" for r in range(1, 10) for c in "ABCDEFGHI"}
    view = ground(everywhere, heights={"D4": 2, "E4": 1}, sides={"bocage": ["D4|E4", "D4|D5", "C4|D4"]})
    for near in view.content.boards["test"].grid.neighbours("D4"):
        assert view.says("D4", near) == "clear"


def test_10_3_along_a_hexside_both_hexes_count_as_one_of_the_worse_class() -> None:
    # B4 to D4 runs along the side between C3 and C4
    assert ground({"C3": "brush"}).says("B4", "D4") == "degraded"
    assert ground({"C3": "brush", "C4": "light_woods"}).says("B4", "D4") == "degraded"
    assert ground({"C4": "forest"}).says("B4", "D4") == "blocked"
    assert ground({"C3": "brush", "C4": "hut"}).says("B4", "D4") == "blocked"


def test_10_3_a_corner_counts_once_and_only_for_what_is_worse() -> None:
    # D4 to E8 goes through D5, D6, E6, E7; it touches E5 at one point between D5 and D6
    assert {"D5", "D6", "E5"} in [set(t.cells) for t in trace(ground().content.boards["test"].grid, "D4", "E8")]
    assert ground({"E5": "brush"}).says("D4", "E8") == "degraded"
    assert ground({"E5": "forest"}).says("D4", "E8") == "blocked"
    assert ground({"E5": "brush", "D6": "brush"}).says("D4", "E8") == "degraded"
    assert ground({"E5": "brush", "E7": "brush"}).says("D4", "E8") == "blocked.second"
    assert ground({"E4": "forest", "C5": "forest", "F6": "forest"}).says("D4", "E8") == "clear"


# hexsides ----------------------------------------------------------------------


def test_10_3_bocage_blocks_where_the_line_crosses_runs_along_or_touches_its_end() -> None:
    assert ground(sides={"bocage": ["C3|C4"]}).says("C2", "C6") == "blocked"
    assert ground(sides={"bocage": ["C3|C4"]}).says("B4", "D4") == "blocked"
    # A4 to E4 runs between B4 and B5 and enters C4 at the corner where these sides end
    for side in ("B4|B5", "B4|C4", "B5|C4"):
        assert ground(sides={"bocage": [side]}).says("A4", "E4") == "blocked"
    assert ground(sides={"bocage": ["C3|C4", "C4|C5", "A5|B5"]}).says("A4", "E4") == "clear"
    line = ground(sides={"bocage": ["C3|C4"]}).line("C2", "C6")
    assert line.blocked is not None
    assert (line.blocked.edge, line.blocked.what) == ("C3|C4", "los.what.bocage")


def test_10_3_bocage_of_the_two_ends_own_hexes_never_blocks() -> None:
    view = ground(sides={"bocage": ["C2|C3", "C5|C6"]})
    assert view.says("C2", "C6") == "clear"
    assert view.says("C1", "C6") == "blocked"
    assert view.says("C2", "C7") == "blocked"


def test_10_3_walls_do_not_block() -> None:
    assert ground(sides={"stone_wall": ["C3|C4"]}).says("C2", "C6") == "clear"


def test_10_3_the_side_by_which_the_line_enters() -> None:
    view = ground(sides={"bocage": ["C5|C6", "C4|D4"], "stone_wall": ["C3|D4", "E3|E4"]})

    def entered(a: str, b: str) -> str | None:
        return sight.entered_side(view.table, view.at(a), view.at(b))

    assert entered("C2", "C6") == "bocage"
    assert entered("C6", "C2") is None
    assert entered("E2", "E5") is None
    assert entered("E3", "E4") == "stone_wall"
    assert entered("C6", "C6") is None
    # at a corner, the side that covers better: between C3 and C4 into D4
    assert entered("B4", "D4") == "bocage"


# levels ------------------------------------------------------------------------

LEVELS: list[tuple[str, int, int, int, str, str, str]] = [
    # firer, obstacle, target; then brush and forest two hexes before the target, and next to it
    ("1", 0, 1, 0, "blocked.higher", "blocked.higher", "blocked.higher"),
    ("1", 1, 2, 0, "blocked.higher", "blocked.higher", "blocked.higher"),
    ("2", 1, 0, 1, "clear", "clear", "clear"),
    ("2", 2, 1, 2, "clear", "clear", "clear"),
    ("3", 0, 0, 0, "degraded", "blocked", "degraded"),
    ("3", 1, 1, 1, "degraded", "blocked", "degraded"),
    ("4", 1, 1, 0, "degraded", "blocked", "degraded"),
    ("4", 2, 2, 0, "degraded", "blocked", "degraded"),
    ("5", 1, 0, 0, "clear", "clear", "blocked.shadow"),
    ("5", 2, 1, 0, "clear", "clear", "blocked.shadow"),
    ("5", 2, 1, 1, "clear", "clear", "blocked.shadow"),
    ("5", 2, 0, 1, "clear", "clear", "clear"),
]


@pytest.mark.parametrize(("case", "firer", "obstacle", "target", "brush", "forest", "next_to"), LEVELS)
def test_10_3_the_five_cases(
    case: str, firer: int, obstacle: int, target: int, brush: str, forest: str, next_to: str
) -> None:
    heights = {"C1": firer, "C3": obstacle, "C4": obstacle, "C5": target}
    assert ground({"C3": "brush"}, heights={**heights, "C4": 0}).says("C1", "C5") == brush
    assert ground({"C3": "forest"}, heights={**heights, "C4": 0}).says("C1", "C5") == forest
    assert ground({"C4": "brush"}, heights={**heights, "C3": 0}).says("C1", "C5") == next_to


def test_10_3_the_shadow_is_on_the_far_side_from_the_higher_unit_only() -> None:
    view = ground({"C2": "forest"}, heights={"C1": 2})
    assert view.says("C1", "C3") == "blocked.shadow"
    assert view.line("C1", "C3").shadow
    assert view.says("C1", "C4") == "clear"  # the obstacle beside the higher end hides nothing beyond one hex


def test_10_3_bare_hills_block_only_what_is_lower_on_both_sides() -> None:
    assert ground(heights={"C4": 1}).says("C2", "C6") == "blocked.higher"
    assert ground(heights={"C4": 1}).line("C2", "C6").blocked.what == "los.what.hill"  # type: ignore[union-attr]
    assert ground(heights={"C2": 1, "C4": 1}).says("C2", "C6") == "clear"
    assert ground(heights={"C2": 1, "C4": 1}).says("C2", "C5") == "clear"  # and has no shadow
    assert ground(heights={"C2": 1, "C4": 2}).says("C2", "C6") == "blocked.higher"


def test_amb_10_shadows_of_obstacles_on_the_ground_are_an_option() -> None:
    low = {"terrain": {"C4": "brush"}, "heights": {"C2": 1}}
    assert ground(**low).says("C2", "C5") == "blocked.shadow"
    assert ground(**low, every_obstacle_shadows=False).says("C2", "C5") == "clear"
    high = {"terrain": {"C4": "brush"}, "heights": {"C2": 2, "C4": 1}}
    assert ground(**high, every_obstacle_shadows=False).says("C2", "C5") == "blocked.shadow"


def test_10_3_bocage_stands_on_the_higher_of_its_two_hexes_and_shadows_the_hex_at_its_end() -> None:
    assert ground(sides={"bocage": ["C3|C4"]}, heights={"C1": 1}).says("C1", "C6") == "clear"
    assert ground(sides={"bocage": ["C3|C4"]}, heights={"C1": 1, "C4": 1}).says("C1", "C6") == "blocked"
    assert ground(sides={"bocage": ["C3|C4"]}, heights={"C1": 1}).says("C1", "C4") == "clear"  # its owner
    assert ground(sides={"bocage": ["C3|C4"]}, heights={"C1": 1}).says("C1", "C5") == "clear"  # behind its owner
    # along the bocage between C3 and C4: D4 is directly behind its end, E4 is not
    spine = ground(sides={"bocage": ["C3|C4"]}, heights={"B4": 1})
    assert spine.says("B4", "D4") == "blocked.shadow"
    assert spine.says("B4", "F4") == "clear"


# upper floors ------------------------------------------------------------------


def test_10_2_an_upper_floor_is_two_levels_up() -> None:
    view = ground({"C2": "stone_building", "C4": "forest"}, stories=["C2"], heights={"C9": 2, "C8": 1})
    assert view.says("C2", "C6") == "blocked"
    assert view.says(HIGH, "C6") == "clear"
    assert view.says(HIGH, "C5") == "blocked.shadow"
    assert view.says(HIGH, "C9") == "clear"
    assert view.says("C2", HIGH) == "clear"
    assert ground({"C4": "forest"}, stories=["C2"], heights={"C4": 2, "C9": 2}).says(HIGH, "C9") == "blocked"


def test_10_2_a_multi_story_building_is_two_levels_high() -> None:
    view = ground({"C2": "stone_building", "C4": "stone_building"}, stories=["C2", "C4"], heights={"C7": 2})
    assert view.says(HIGH, "C7") == "blocked"
    assert view.says("C1", "C7") == "blocked"
    assert view.says("C3", "C5") == "blocked.higher"
    one = ground({"C2": "stone_building", "C4": "stone_building"}, stories=["C2"], heights={"C7": 2})
    assert one.says(HIGH, "C7") == "clear"


def test_10_2_every_stone_building_of_three_hexes_is_multi_story(n1: View) -> None:
    board = n1.content.boards["n1"]
    left = {c for c, kind in board.terrain.items() if kind == "stone_building"}
    tall: set[str] = set()
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = {near for c in edge for near in board.grid.neighbours(c) if near in left} - group
        left -= group
        tall |= group if len(group) >= 3 else set()
    assert tall == set(board.areas["multi_story"]) == {"I5", "I6", "J6"}
    above = [p for p in sight.locations(n1.table, "n1") if ":" not in p]
    assert {n1.content.boxes[p]["attrs"]["floor_of"] for p in above} == {f"n1:{c}" for c in tall}


# smoke -------------------------------------------------------------------------


def test_7_0_smoke_blocks_and_is_gone_with_its_marker() -> None:
    view = ground()
    assert view.says("C2", "C6") == "clear"
    marker = view.smoke("C4")
    assert view.says("C2", "C6") == "blocked"
    line = view.line("C2", "C6")
    assert line.blocked is not None
    assert (line.blocked.what, line.blocked.rule, line.blocked.place) == ("los.what.smoke", "7.0", "test:C4")
    assert "test:C6" not in sight.fan(view.table, "test:C2")
    view.table.remove(marker)
    assert view.says("C2", "C6") == "clear"


def test_7_0_smoke_of_the_two_ends_does_not_block() -> None:
    view = ground()
    view.smoke("C2")
    view.smoke("C6")
    assert view.says("C2", "C6") == "clear"


def test_7_0_smoke_on_an_upper_floor_fills_its_hex() -> None:
    view = ground(stories=["C4"], heights={"C2": 2, "C6": 2})
    assert view.says("C2", "C6") == "clear"
    view.smoke(HIGH)
    assert view.line("C2", "C6").blocked is None  # it stands on the ground, below both
    flat = ground(stories=["C4"])
    assert flat.says("C2", "C6") == "clear"
    flat.smoke(HIGH)
    assert flat.says("C2", "C6") == "blocked"


def test_7_0_smoke_lies_on_the_level_of_its_hex() -> None:
    view = ground(heights={"C2": 2})
    view.smoke("C4")
    assert view.says("C2", "C6") == "clear"
    assert view.says("C2", "C5") == "blocked.shadow"
    hill = ground(heights={"C2": 1, "C4": 1})
    hill.smoke("C4")
    assert hill.says("C2", "C6") == "blocked"


def test_7_0_smoke_in_degrading_terrain_and_on_hexsides_takes_the_worse() -> None:
    view = ground({"C4": "brush"})
    view.smoke("C4")
    assert view.says("C2", "C6") == "blocked"
    assert view.says("B4", "D4") == "blocked"  # along the side of C3 and C4


# growth that spills over -------------------------------------------------------


def test_10_0_a_fragment_of_an_ends_own_terrain_never_counts() -> None:
    view = ground({"C4": "light_woods"}, spills=[("C4", "C3", "degrading")])
    assert view.says("C4", "C2") == "clear"
    assert view.says("B4", "D4") == "degraded", "the same fragment degrades here, once with its hex"
    assert view.says("C3", "C6") == "degraded", "in an end's own hex it does not count either"


def test_10_0_a_fragment_is_a_hex_of_its_own_where_the_line_crosses_both() -> None:
    wood = {"C4": "light_woods"}
    assert ground(wood).says("C2", "C6") == "degraded"
    assert ground(wood, spills=[("C4", "C3", "degrading")]).says("C2", "C6") == "blocked.second"


def test_10_0_a_fragment_has_a_class_and_a_level_of_its_own() -> None:
    wood, hill = {"C4": "light_woods"}, {"A3": 1, "C3": 1, "C4": 1}
    assert ground(wood, spills=[("C4", "C3", "blocking")]).says("B4", "D4") == "blocked"
    assert ground(wood, spills=[("C4", "C3", "blocking")]).says("A3", "D4") == "blocked"
    assert ground(wood, spills=[("C4", "C3", "degrading")], heights=hill).says("A3", "D4") == "degraded"
    assert ground(wood, spills=[("C4", "C3", "degrading")], heights={"A3": 1}).says("A3", "D4") == "blocked.shadow"


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("A3", "D4", "degraded"),  # past C4, through the sixth of C3 next to it
        ("B3", "G6", "degraded"),
        ("B3", "D4", "clear"),  # over the lower half of C3, but not so near to C4
        ("A2", "E3", "clear"),  # over its upper half
        ("A3", "E3", "clear"),  # through its centre, at right angles to the way to C4
        ("B3", "D3", "clear"),  # along its upper side
    ],
)
def test_10_0_a_fragment_lies_in_the_sixth_next_to_its_hex(a: str, b: str, expected: str) -> None:
    view = ground({"C4": "light_woods"}, spills=[("C4", "C3", "degrading")])
    assert not any("C4" in t.cells for t in trace(view.content.boards["test"].grid, a, b))
    assert view.says(a, b) == expected


def test_a_fragment_that_can_not_be_is_refused_in_a_sentence() -> None:
    texts = text.Texts({"en": text.read(MODULE / "i18n" / "en.yaml")})

    def sentence(spill: tuple[str, str, str]) -> str:
        with pytest.raises(DataFault) as fault:
            ground(spills=[spill]).line("A1", "A5")
        return texts.plain({"key": fault.value.key, "args": fault.value.values}, "en")

    assert "C4 and C6 are no neighbouring hexes" in sentence(("C4", "C6", "degrading"))
    assert "'thin' is not one of" in sentence(("C4", "C3", "thin"))


# fans and the module's maps ----------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("E3", "G4", "clear"),  # Weiss spots at 3 + 1 for his leadership, with no other modifier
        ("G4", "E3", "clear"),
        ("F3", "G4", "clear"),
        ("G4", "F3", "clear"),
        ("G4", "G3", "clear"),
        ("E3", "F6", "degraded"),  # "-1, because F5 lies between"
    ],
)
def test_play_example_lines(t1: View, a: str, b: str, expected: str) -> None:
    assert t1.says(a, b) == expected
    if expected == "degraded":
        assert [m.place for m in t1.line(a, b).hindrances] == ["t1:F5"]


def test_n1_sight_goes_both_ways_and_fans_hold_what_lines_say(n1: View) -> None:
    places = sight.locations(n1.table, "n1")
    fans = {a: sight.fan(n1.table, a) for a in places[::5]}
    for a, seen in fans.items():
        assert a not in seen
        for b in places:
            if a != b:
                line = sight.line(n1.table, b, a)
                assert line.clear == (b in seen)
                assert line.degrading == seen.get(b, line.degrading)


LOOKS = [
    ("H7", "H1", "clear", ""),  # up the road
    ("H7", "H14", "clear", ""),  # and down it, past what spills over from G12 into the edge of H12
    ("A7", "C7", "degraded", "B7"),  # between the brush of B7 and the road
    ("L7", "L9", "clear", ""),  # over a fragment of its own wood
    ("K7", "M7", "degraded", "L7"),  # along the side between that wood and the fragment
    ("L6", "L9", "blocked.second", "L8"),  # through both
    ("H7", "M3", "blocked", "I6"),  # the manor is as high as Hill 21
    ("N4", "J7", "clear", ""),  # down from the hill over the woods
    ("J11", "N5", "blocked.shadow", "J10"),  # up to it, past the brush next to the lower end
    ("G7", "I8", "clear", ""),  # over the walls
    ("F3", "H3", "blocked", "G2"),  # along bocage
    ("G3", "E2", "degraded", "F3"),  # through the target's own bocage
    ("i5_upper", "G7", "clear", ""),
    ("i5_upper", "J7", "blocked", "I6"),
    ("i5_upper", "M3", "clear", ""),
]


@pytest.mark.parametrize(("a", "b", "expected", "by"), LOOKS)
def test_n1_lines(n1: View, a: str, b: str, expected: str, by: str) -> None:
    assert n1.says(a, b) == expected
    line = n1.line(a, b)
    met = [line.blocked] if line.blocked is not None else line.hindrances
    assert [m.place for m in met] == ([f"n1:{by}"] if by else [])


# the screen --------------------------------------------------------------------


@pytest.fixture
def ask(n1: View) -> Callable[[str, str], Any]:
    seen = n1.table.seen_by("us")
    return lambda a, b: sight.query_sight(seen, {"from": f"n1:{a}", "to": f"n1:{b}"})


def test_the_screen_is_told_where_a_line_ends(n1: View, ask: Callable[[str, str], Any]) -> None:
    board = n1.content.boards["n1"]
    for a, b in (("H7", "C1"), ("M3", "K6"), ("H7", "H12"), ("A8", "G2")):
        answer, line = ask(a, b), n1.line(a, b)
        assert answer["clear"] == line.clear
        assert answer["range"] == board.grid.distance(a, b)
        if line.blocked is None:
            assert answer["blocked"] is None
        else:
            blocked = answer["blocked"]
            assert blocked["cell"] == line.blocked.place
            assert blocked.get("edge", "") == line.blocked.edge
            assert blocked["at"] == list(line.blocked.at)
            assert answer["lines"][0] == blocked["why"]
        assert len(answer["hindrances"]) == line.degrading


def test_the_screen_is_told_nothing_of_what_is_no_line(n1: View, ask: Callable[[str, str], Any]) -> None:
    assert ask("H7", "Z99") is None
    seen = n1.table.seen_by("us")
    assert sight.query_sight(seen, {"from": "n1:H7", "to": "t1:E3"}) is None
    assert sight.query_sight(seen, {"from": "n1:H7", "to": "us_lost"}) is None
    assert sight.query_sight(seen, {}) is None
    assert sight.query_fan(seen, {"from": "turn_1"}) is None


def test_the_screen_gets_a_fan_in_two_parts(n1: View) -> None:
    answer = sight.query_fan(n1.table.seen_by("us"), {"from": "n1:H7"})
    assert answer is not None
    fan = sight.fan(n1.table, "n1:H7")
    assert {**dict.fromkeys(answer["seen"], 0), **dict.fromkeys(answer["hindered"], 1)} == fan
    assert answer["seen"]
    assert answer["hindered"]


def test_every_sentence_is_there_in_both_languages(n1: View) -> None:
    keys: set[str] = set()
    board = n1.content.boards["n1"]
    for kind in {*n1.content.terrain, *(e["id"] for e in n1.content.raw["edge_kinds"]), "hill", "smoke", "spill"} - {
        "open"
    }:
        keys.add(f"los.what.{kind}")
    for why in ("blocked", "blocked.higher", "blocked.second", "blocked.shadow", "hindered"):
        keys |= {f"los.{why}", f"los.{why}.side"}
    keys |= {"los.clear", "los.hindered_line", "los.cover"}
    assert board.edges
    for language in text.LANGUAGES:
        known = text.read(MODULE / "i18n" / f"{language}.yaml")
        assert keys <= set(known)
        assert {k for k in known if k.startswith("los.")} == keys
