"""The action deck: drawing, reshuffling in mid-draw, icons, random numbers, odds over the whole deck (1.2.2)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from modules.fields_of_fire.rules import deck
from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from qtwar.model.load import load

CARDS = [f"action-{n:02}" for n in range(1, 51)]


@cache
def bare() -> Title:
    """Return the title's content without any steps."""
    return Title(
        Content(load(Path(__file__).resolve().parents[1]).rules_json()), steps=[], setup=lambda t, choices: None
    )


def table(*first: str, used: tuple[str, ...] = (), marker: bool = False, picks: list[int | str] | None = None) -> Table:
    """Return a table with all cards in the deck, those named to be drawn first, some already used."""
    left = [card for card in CARDS if card not in used] + (["action-reshuffle"] if marker else [])
    places = dict.fromkeys(left, deck.DECK) | dict.fromkeys(used, deck.DISCARD)
    return Game(bare(), "nrm_1", pieces=places, decks={deck.DECK: list(first)}).table(picks=picks)


def test_1_2_2_f_all_cards_are_drawn_before_anything_is_judged() -> None:
    t = table("action-02", "action-07", "action-01")
    drawn = deck.draw(t, 3, "why.rally")
    assert drawn == ["action-02", "action-07", "action-01"]
    assert t.ids(deck.SHOWN) == drawn
    (note,) = [e for e in t.events if e["e"] == "note"]
    assert note["args"]["cards"] == [{"p": card} for card in drawn]
    assert deck.draw(t, -1) == []
    assert t.ids(deck.DISCARD) == drawn  # what was drawn lies open until the next draw


def test_1_2_2_f_the_reshuffle_card_is_no_draw_and_goes_back_into_the_middle() -> None:
    used = tuple(CARDS[10:])
    t = table("action-01", "action-reshuffle", used=used, marker=True, picks=["action-20", "action-21"])
    assert deck.draw(t, 3) == ["action-01", "action-20", "action-21"]
    assert len(t.ids(deck.DECK)) == 51 - 3  # all that was used went back, of this draw nothing
    assert t.ids(deck.DECK).index("action-reshuffle") in range(22, 29)


def test_1_2_2_f_the_reshuffle_card_begins_in_the_middle_third() -> None:
    t = Game(bare(), "nrm_1").table()
    deck.begin(t)
    assert len(t.ids(deck.DECK)) == 51
    assert t.ids(deck.DECK).index("action-reshuffle") in range(16, 34)


def test_1_2_2_b_icons_shorts_jams_and_headquarters() -> None:
    t = table()
    assert deck.count(t, ["action-02", "action-04", "action-01"], "rally") == 2
    assert deck.count(t, ["action-07", "action-02", "action-01"], "burst") == 2
    assert deck.shorts(t, ["action-07", "action-02"]) == 1
    assert deck.jams(t, ["action-17", "action-02"]) == 1
    assert [deck.has_hq(t, card) for card in ("action-03", "action-04")] == [True, False]
    assert deck.attempt(table("action-03", "action-04"), 2, "crosshair") == 2


def test_1_2_2_a_the_helmet_is_for_the_activated_the_star_for_the_rest() -> None:
    t = table()
    assert (deck.commands(t, "action-13", True), deck.commands(t, "action-13", False)) == (6, 4)


def test_1_2_2_c_and_d_fire_column_and_letters() -> None:
    t = table()
    assert [deck.result(t, "action-19", ncm) for ncm in (-9, -1, 0, 3, 4, 9)] == [
        "HIT",
        "HIT",
        "PIN",
        "PIN",
        "MISS",
        "MISS",
    ]
    assert [deck.letters(t, "action-22", level) for level in ("veteran", "line", "green")] == ["FC", "L", "C"]


def test_1_2_2_e_random_numbers_come_from_their_column() -> None:
    t = table("action-01", "action-01")
    assert deck.number(t, 10) == 9
    assert deck.number(table("action-07"), 3) == 2
    assert deck.number(t, 1) == 1
    assert not [e for e in t.events if e["e"] == "note"][1:]  # one to choose: nothing is drawn
    assert deck.choose(table("action-02"), ["a", "b", "c"]) == "b"
    assert deck.number(table(picks=["17"]), 25) == 17  # more than ten: blind


def test_odds_are_those_of_the_whole_deck_whatever_was_drawn() -> None:
    t = table(used=tuple(CARDS[:30]))
    assert deck.chance(t, 2, "rally") == pytest.approx(1 - 34 * 33 / (50 * 49))
    assert deck.chance(t, 0, "rally") == 0
    assert deck.fire_odds(t, -4) == pytest.approx((32 / 50, 16 / 50, 2 / 50))
    assert deck.fire_odds(t, 0) == pytest.approx((13 / 50, 19 / 50, 18 / 50))
