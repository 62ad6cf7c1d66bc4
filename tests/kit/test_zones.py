"""Zones of control of any number of sides (kit.zones)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from qtwar.kit.zones import hostile, zones
from qtwar.model.grid import HexGrid

GRID = HexGrid({"columns": 7, "rows": 7})


def test_a_zone_covers_what_is_next_to_its_units_but_for_what_keeps_it_out() -> None:
    found = zones({"a": ["0404"], "b": ["0406"], "c": []}, GRID.neighbours)
    assert found["0405"] == {"a", "b"}
    assert "0404" not in found
    over = zones({"a": ["0404"]}, GRID.neighbours, extends=lambda here, to: to != "0405")
    assert sorted(over) == sorted(set(GRID.neighbours("0404")) - {"0405"})


def test_three_sides_two_of_them_friends() -> None:
    found = zones({"a": ["0202"], "b": ["0606"], "c": ["0204"]}, GRID.neighbours)
    assert hostile(found, "a") == {*GRID.neighbours("0606"), *GRID.neighbours("0204")}
    assert hostile(found, "a", friends=("b",)) == set(GRID.neighbours("0204"))
    assert "0203" in hostile(found, "a"), "it is in the zone of both"
    assert "0203" not in hostile(found, "a", held=("0203",)), "one's own unit cancels the zone there"


SIDES = st.dictionaries(st.sampled_from("abcd"), st.lists(st.sampled_from(GRID.cells()), max_size=4))


@given(SIDES, st.sampled_from("abcd"))
def test_a_zone_is_hostile_to_all_but_its_own(holders: dict[str, list[str]], side: str) -> None:
    foes = hostile(zones(holders, GRID.neighbours), side)
    expected = {to for other, places in holders.items() if other != side for p in places for to in GRID.neighbours(p)}
    assert foes == expected
