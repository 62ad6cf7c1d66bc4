"""A game of Band of Heroes as people at one screen play it: impulses, opportunity fire and melee by real clicks and drags."""

from __future__ import annotations

import os
from typing import Any

import pytest
from PySide6.QtCore import QPoint

from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")


def start(hands: Hands, scenario: str, setup: str, dice: str = "program") -> None:
    """From the start window to a game in which one person plays both sides."""
    page = hands.window.library_page
    hands.until(lambda: "band_of_heroes" in getattr(page, "tiles", {}))
    hands.press(page.tiles["band_of_heroes"])
    row = next(r for r in page.scenarios.rows if r.info.id == scenario)
    hands.press(row.button)
    hands.until(page.new_game.isVisible)
    hands.qtbot.wait(1)
    hands.press(page.new_game.seats["both"], QPoint(10, 10))
    hands.press(page.new_game.setup.buttons[setup])
    hands.press(page.new_game.dice.buttons[dice])
    hands.press(page.new_game.go)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)


@pytest.mark.parametrize("hands", [{"language": "ja", "theme": "dark", "size": (1280, 720)}], indirect=True, ids=["ja, dark"])
def test_the_training_scenario_to_its_end(hands: Hands) -> None:
    start(hands, "t1_contact", "quick")
    for _ in range(200):
        if hands.session.state.result is not None:
            break
        hands.step(prefer=("fire", "move", "assault", "spot", "rally") if sum(hands.done.values()) < 25 else ())
    assert hands.session.state.result is not None
    hands.shot("end")


def do(hands: Hands, verb: str, dice: str = "", *, to: str = "", ways: tuple[str, ...] = (), **more: Any) -> None:
    """Answer an ask by the mouse; places are those of the book's map."""
    hands.do(verb, dice, to=to and f"t1:{to}", ways=tuple(f"t1:{place}" for place in ways), **more)


def passed(hands: Hands, side: str) -> None:
    """End the impulse of a side if it could still do something."""
    if hands.model.actions.acting == side and hands.ask("pass"):
        do(hands, "pass")


def test_the_play_example_of_the_book(hands: Hands) -> None:
    start(hands, "t1_contact", "quick", dice="hand")
    state = hands.session.state
    while hands.ask("done"):
        do(hands, "done")

    # spotting, fire, a crawl, an assault move with fire, a hero with a card
    do(hands, "spot", "5", pieces=("weiss",), to="G4")
    do(hands, "pass")
    do(hands, "spot", "1", pieces=("medrow",), to="E3")
    do(hands, "fire", "4 4 6 4", pieces=("us-para-squad-1", "us-para-squad-2", "medrow"), to="E3")
    do(hands, "crawl", pieces=("us-para-half-1",), to="F6")
    passed(hands, "us")
    do(hands, "assault", pieces=("fj-squad-rifle-1", "fj-squad-assault-1"), to="F3")
    do(hands, "fire", "5 2 6 6 1 2", pieces=("fj-squad-rifle-1", "fj-squad-assault-1"), to="G4")
    passed(hands, "german")
    hero = next(p for p in state.pieces if state.pieces[p]["kind"] == "hero_us")
    assert [state.pieces[p]["kind"] for p in state.at(f"@{hero}")] == ["card_tommy_gun"]
    assert state.pieces["medrow"]["attrs"]["wounded"]
    do(hands, "pass")
    do(hands, "pass")
    do(hands, "pass", "6 1")

    # rally and a medic
    do(hands, "rally", "6 6", pieces=("medrow",))
    do(hands, "rally", "3 3", pieces=("us-para-squad-1",))
    do(hands, "rally", "1 2", pieces=("us-para-squad-2",))
    do(hands, "treat", "1 3", choice="medic-us-1>us-para-half-1")
    do(hands, "done")
    do(hands, "rally", "1 2", pieces=("weiss",))
    do(hands, "rally", "4 5", pieces=("fj-half-1",))
    while hands.ask("done"):
        do(hands, "done")

    # opportunity fire and melee
    do(hands, "spot", "4", pieces=("us-para-squad-2",), to="F3")
    do(hands, "pass")
    do(hands, "fire", "4 3 4 1 5", pieces=("fj-half-1", "weiss"), to="F6")
    passed(hands, "german")
    do(hands, "fire", "6 5 4 5", pieces=(hero, "us-para-squad-1"), to="E3")
    passed(hands, "us")
    do(hands, "move", pieces=("fj-squad-rifle-1", "fj-squad-assault-1"), ways=("G3",), to="G4")
    do(hands, "fire", "1 6", pieces=("us-para-squad-2",), to="G3")
    do(hands, "go_on", pieces=("fj-squad-rifle-1", "fj-squad-assault-1"), to="G4")
    do(hands, "strike", "4 5", pieces=("us-para-squad-1",))
    do(hands, "strike", "2 4", pieces=("fj-squad-rifle-1",))
    assert state.pieces["us-para-squad-1"]["at"] == "us_lost"
    assert state.pieces["fj-squad-rifle-1"]["at"] == "german_lost"
    assert any(state.pieces[p]["kind"] == "melee" for p in state.at("t1:G4"))
