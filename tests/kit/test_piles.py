"""Decks and cups in rules (kit.piles): drawing, shuffling in mid-draw, returning, looking, scripted by order and name."""

from __future__ import annotations

from typing import Any

import pytest

from qtwar.base.errors import DataFault, Refusal
from qtwar.kit import piles
from qtwar.kit.content import Content
from qtwar.kit.dice import Chance
from qtwar.kit.piles import Pile
from qtwar.kit.table import Table
from qtwar.kit.testing import Game
from qtwar.kit.title import Title
from tests.kit.tiny import CONTENT

CARDS = [f"card-{n}" for n in range(1, 6)]
BOXES = [
    {"id": "deck", "role": "deck", "sight": "none", "attrs": {"discard": "used"}},
    {"id": "used", "role": "discard"},
    {"id": "plain", "role": "deck", "sight": "none"},
    {"id": "cup", "sight": "count"},
    {"id": "pool", "role": "cup"},
    {"id": "hand", "sight": "owner_count", "side": "red"},
]
WORLD = Content(
    {
        **CONTENT,
        "kinds": [*CONTENT["kinds"], {"id": "card", "class": "card"}, {"id": "again", "class": "card", "traits": ["again"]}],
        "pieces": [*({"id": c, "kind": "card"} for c in CARDS), {"id": "again", "kind": "again"}],
        "boards": [{**CONTENT["boards"][0], "boxes": BOXES}],
    }
)


def game(place: str = "deck", *pieces: str, **more: Any) -> Table:
    """Return a table with cards in a place, those named (all if none), the first at the bottom."""
    title = Title(WORLD, steps=(), setup=lambda t, choices: None)
    return Game(title, "one", pieces=dict.fromkeys(pieces or CARDS, place), **more).table()


def test_one_definition_of_a_pile() -> None:
    kinds = {box["id"]: piles.kind_of(WORLD, box["id"]) for box in BOXES}
    assert kinds == {"deck": "deck", "used": "", "plain": "deck", "cup": "cup", "pool": "cup", "hand": ""}
    assert not piles.is_pile(WORLD, "m:0101")


def test_a_deck_gives_its_top_and_a_cup_anything() -> None:
    t = game()
    assert Pile(t, "deck").draw("used", 2) == ["card-5", "card-4"]
    assert t.ids("used") == ["card-5", "card-4"]
    cup = Pile(game("cup"), "cup")
    assert {cup.next() for _ in range(60)} == set(CARDS)


def test_an_empty_deck_is_reshuffled_in_mid_draw() -> None:
    t = game("deck", "card-1")
    for card in CARDS[1:]:
        t.add(card, "used")
    drawn = Pile(t, "deck").draw("hand", 3)
    assert drawn[0] == "card-1"
    assert len(set(drawn)) == 3
    assert t.ids("used") == []
    assert len(Pile(t, "deck").draw("hand", 9)) == 2, "no more are left, and nothing was discarded"
    assert Pile(t, "plain").draw("hand") == []


def test_a_reshuffle_card_is_no_draw() -> None:
    t = game("deck", "card-1", "card-2", "again", "card-3")
    t.add("card-4", "used")
    drawn = Pile(t, "deck").draw("hand", 3, reshuffle="again")
    assert drawn[0] == "card-3"
    assert "again" not in drawn
    assert sorted([*drawn, *t.ids("deck")]) == ["again", "card-1", "card-2", "card-3", "card-4"]
    alone = game("deck", "again")
    assert Pile(alone, "deck").draw("hand", 1, reshuffle="again") == [], "that card alone is nothing to draw"


def test_pieces_go_back_on_top_below_or_into_the_cup_and_out_for_good() -> None:
    t = game("hand")
    deck = Pile(t, "deck")
    deck.put_back("card-1", "card-2")
    deck.put_back("card-3", under=True)
    assert deck.ids() == ["card-2", "card-1", "card-3"]
    t.remove("card-1")
    assert deck.draw("cup", 9) == ["card-2", "card-3"]
    assert "card-1" not in t.state.pieces


def test_a_look_tells_the_looker_alone() -> None:
    t = game()
    assert Pile(t, "deck").show("red", 2) == ["card-5", "card-4"]
    told = {tuple(e["sides"] or ("all",)): e["args"] for e in t.events if e["e"] == "note"}
    assert told[("red",)]["pieces"] == ["card-5", "card-4"]
    assert "card-5" not in str(told[("all",)])


def test_draws_are_scripted_by_name_and_order() -> None:
    t = game("cup")
    t.chance = Chance(1, picks=["card-4", 0, "card-5", "card-2"])
    cup = Pile(t, "cup")
    assert cup.draw("hand", 2) == ["card-4", "card-1"]
    for card in t.ids("cup"):
        t.move(card, "deck")
    t.shuffle("deck")
    assert Pile(t, "deck").ids() == ["card-5", "card-2", "card-3"]
    t.chance = Chance(1, picks=["card-1"])
    for card in t.ids("deck"):
        t.move(card, "cup")
    with pytest.raises(Refusal) as refused:
        cup.draw("hand")
    assert refused.value.values == {"pick": "card-1"}


def test_a_position_says_the_order_of_a_deck() -> None:
    t = game(decks={"deck": ["card-2", "card-5"]})
    assert Pile(t, "deck").ids() == ["card-2", "card-5", "card-4", "card-3", "card-1"]
    with pytest.raises(DataFault, match="'card-1' is not in deck"):
        game("deck", "card-2", decks={"deck": ["card-1"]})
    with pytest.raises(DataFault, match="is no deck"):
        game("cup", decks={"cup": ["card-1"]})
