"""What is aimed at shows its odds before anything is committed, and they go as soon as they no longer hold."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.services import games
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from tests.stories.hands import Hands

MOST = 400


def come_to(hands: Hands, monkeypatch: pytest.MonkeyPatch, title: str, scenario: str, verb: str, seed: int) -> dict[str, Any]:
    """Play at random, without a window, until something can be aimed; then open the game and turn to that."""
    monkeypatch.setattr(games, "new_key", lambda: key_from_seed(seed))
    made = games.create(NewGame(title, scenario, seats="both", quick=True), hands.home)
    try:
        for _ in range(MOST):
            offers = [made.session.offer(side) for side in made.session.active]
            if any(a["verb"] == verb and "odds" in a and "why_not" not in a for o in offers if o for a in o["asks"]):
                break
            made.session.autoplay(1)
            made.session.refresh_offers()
    finally:
        made.session.rules.close()
        made.document.close()
    hands.program.open_path(made.path)
    hands.until(lambda: hasattr(hands.page, "prompt"), 180)
    hands.quiet()
    hands.board.set_zoom(1.0)
    ask = hands.ask(verb)
    assert ask is not None
    if ask["id"] in hands.page.prompt.verbs.buttons:
        hands.screen.turn_to(ask)
    return ask


def over(hands: Hands, place: str) -> None:
    """Lead the pointer over a place."""
    QTest.mouseMove(hands.board, hands.place_point(place))
    hands.quiet()
    hands.qtbot.wait(1)


@pytest.mark.parametrize(
    ("title", "scenario", "verb", "seed"),
    [
        ("sealords", "game_warden", "strike", 1),
        ("band_of_heroes", "t1_contact", "fire", 2),
    ],
)
def test_what_is_in_hand_shows_its_odds_over_a_target_and_nowhere_else(
    hands: Hands, monkeypatch: pytest.MonkeyPatch, title: str, scenario: str, verb: str, seed: int
) -> None:
    ask = come_to(hands, monkeypatch, title, scenario, verb, seed)
    pane = hands.page.odds_dock
    assert pane.odds is None
    piece = next(p for p in ask["pieces"] if p not in (ask.get("along") or ()))
    hands.take([piece])
    target = hands.model.answer.targets()[0]
    over(hands, target)
    hands.until(lambda: pane.odds is not None, 5)
    assert pane.odds.chances
    assert pane.isVisible()
    hands.shot(f"{title}-{verb}")
    layout, lit = hands.board.layout_, hands.model.answer.targets()
    away = next(p for p in map(layout.place, layout.grid.cells()) if p not in lit)
    over(hands, away)
    hands.until(lambda: pane.odds is None, 5)
    QTest.keyClick(hands.board, Qt.Key.Key_Escape)
