"""Small questions that titles ask alike (kit.facts)."""

from __future__ import annotations

from qtwar.kit.facts import box, is_cell, opponents


def test_each_of_two_sides_is_the_enemy_of_the_other() -> None:
    enemy = opponents("FW", "COM")
    assert (enemy("FW"), enemy("COM")) == ("COM", "FW")


def test_a_cell_is_neither_a_box_nor_the_inside_of_a_marker_named_by_its_cell() -> None:
    assert is_cell("delta:0101")
    assert not is_cell(box("FW", "pool"))
    assert not is_cell("@melee@delta:0101")
