"""While pieces are in hand each lit cell says what it costs to go there, where a title has such prices; the bar says it too."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtTest import QTest

from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from tests.stories.hands import Hands, offered


def in_hand(hands: Hands, title: str, scenario: str, verb: str) -> dict[str, Any]:
    """Come to a move, and take the first piece that can make it into the hand."""
    game = NewGame(title, scenario, seats="both", key=key_from_seed(1))
    hands.open_when(game, lambda session: any(ask["verb"] == verb for ask in offered(session)))
    ask = hands.ask(verb)
    assert ask is not None
    if ask["id"] in hands.page.prompt.verbs.buttons:
        hands.screen.turn_to(ask)
    hands.take([ask["pieces"][0]])
    assert hands.board.carry.ask["id"] == ask["id"]
    return ask


@pytest.mark.parametrize(
    ("title", "scenario", "verb"),
    [
        ("band_of_heroes", "t1_contact", "move"),
        ("front_toward_enemy", "frago_1_cordon_tan_loi", "move"),
        ("campaigns_of_robert_e_lee", "first_manassas_1861", "march_to"),
    ],
)
def test_each_lit_hex_says_its_price_and_the_bar_that_of_the_one_pointed_at(
    hands: Hands, title: str, scenario: str, verb: str
) -> None:
    ask = in_hand(hands, title, scenario, verb)
    lights = hands.board.state.lights
    told = hands.session.query(hands.model.actions.acting, "reach", {"pieces": [ask["pieces"][0]]})["cells"]
    assert lights.costs == {place: at["cost"] for place, at in told.items()}
    assert len(set(lights.costs.values())) > 1
    place = max(lights.costs, key=lambda place: (-lights.costs[place], place))
    QTest.mouseMove(hands.board, hands.place_point(place))
    hands.until(lambda: f"costs {lights.costs[place]:g} " in hands.page.prompt.detail.plain(), 5)
    hands.shot(f"prices-{title}")


def test_a_title_without_prices_by_square_says_what_the_force_costs(hands: Hands) -> None:
    in_hand(hands, "sealords", "game_warden", "move_force")
    assert hands.board.state.lights.costs == {}
    hands.until(lambda: "CP" in hands.page.prompt.detail.plain(), 5)
    hands.shot("prices-sealords")
