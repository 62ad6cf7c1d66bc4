"""Cells of look-up tables in words, as paper and dock show them."""

from __future__ import annotations

from qtwar.model.tables import in_words

CODES = {"low_ammo": "Low ammo", "Higher-HQ": "Higher HQ", "R": "Refit", "K+R": "Killed and refit"}


def test_words_of_the_rules_are_said_in_full_also_several_in_a_cell_and_signs_stay() -> None:
    cells, signs = in_words([["low_ammo", "R"], ["low_ammo, Higher-HQ", "K+R"], ["", "2"]], CODES)
    assert cells == (("Low ammo", "R"), ("Low ammo, Higher HQ", "K+R"), ("", "2"))
    assert signs == {"R": "Refit", "K+R": "Killed and refit"}


def test_a_column_of_nothing_but_codes_says_them_all() -> None:
    cells, signs = in_words([["R"], ["K+R"]], CODES)
    assert (cells, signs) == ((("Refit",), ("Killed and refit",)), {})
