"""A whole stack is dragged: who can go goes, and who stays is named, not under the hand but in the prompt bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands

BOTH = pytest.mark.parametrize(
    "hands", [{}, {"language": "ja", "theme": "dark", "size": (1280, 720)}], indirect=True, ids=["en", "ja"]
)
MOST = 100
"""Actions after which a stack of which some stay has been met."""
BASE, BASE_AT = "us-logistical-base-1", "delta:3007"


@BOTH
def test_of_a_dragged_stack_the_base_stays_and_is_named(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    hands.press(hands.page.toolbar.rules.buttons["enforce"])
    hands.quiet()
    board = hands.board
    for _ in range(10):
        if any("us-pbr-1" in (ask.get("pieces") or ()) for ask in hands.screen.open_asks()):
            break
        hands.step()
        hands.quiet()
    there = board.stacks.resting(BASE_AT)
    assert BASE in there
    hands.place_point(BASE_AT)
    chip = board.camera.to_screen(board.layout_.chip_rect(BASE_AT, len(there)).center()).toPoint()
    QTest.mousePress(board, LEFT, NONE, chip)
    for by in (10, 14):
        QTest.mouseMove(board, chip + QPoint(by, 4))
    hands.until(lambda: board.carry.reach is not None, 20)
    assert sorted(board.carry.pieces) == sorted(p for p in there if p in board.state.able_pieces)
    assert board.carry.stays == [BASE]
    QTest.mouseMove(board, chip + QPoint(0, -80))
    info = hands.model.position.piece(BASE)
    assert info is not None
    said = "".join(span.text for span in board.carry_status._said)
    assert info.name in said
    assert "8.12" in said, "the rule that keeps it"
    detail = hands.page.prompt.detail
    assert detail.isVisible()
    assert info.name in detail.plain()
    assert hands.page.prompt.rect().contains(detail.geometry())
    hands.shot("stack-stays")
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, chip)


def kept(session: PlaySession, verb: str) -> str:
    """Return the place where of a stack some can go by an order and another stays by a rule, or nothing."""
    for side in session.active:
        pieces = session.view(side).pieces
        for ask in (session.offer(side) or {}).get("asks", ()):
            if ask["verb"] != verb or "why_not" in ask:
                continue
            able = {pieces[p]["at"] for p in ask.get("pieces") or () if p in pieces}
            for piece in ask.get("why") or ():
                if piece in pieces and pieces[piece]["at"] in able and ":" in pieces[piece]["at"]:
                    return str(pieces[piece]["at"])
    return ""


@pytest.mark.parametrize(
    ("title", "scenario", "verb", "rule", "seed"),
    [
        ("band_of_heroes", "s1_crossroads", "assault", "6.1", 1),
        ("front_toward_enemy", "frago_1_cordon_tan_loi", "move", "5.0", 1),
        ("campaigns_of_robert_e_lee", "first_manassas_1861", "march_to", "7.21", 1),
    ],
)
def test_of_a_dragged_stack_who_stays_is_named_with_the_rule(
    hands: Hands, title: str, scenario: str, verb: str, rule: str, seed: int
) -> None:
    game = NewGame(title, scenario, seats="both", key=key_from_seed(seed))
    place = hands.open_when(game, lambda session: kept(session, verb), MOST)
    board = hands.board
    ask = hands.ask(verb)
    assert ask is not None
    if ask["id"] in hands.page.prompt.verbs.buttons:
        hands.screen.turn_to(ask)
    hands.place_point(place)
    there = board.stacks.resting(place)
    chip = board.camera.to_screen(board.layout_.chip_rect(place, len(there)).center()).toPoint()
    QTest.mousePress(board, LEFT, NONE, chip)
    for by in (10, 14):
        QTest.mouseMove(board, chip + QPoint(by, 4))
    hands.until(lambda: board.carry.reach is not None, 20)
    hands.until(lambda: rule in hands.page.prompt.detail.plain(), 5)
    hands.shot(f"stays-{title}")
    assert board.carry.stays
    assert not set(board.carry.stays) & set(board.carry.pieces)
    said = hands.page.prompt.detail.plain()
    assert any(hands.model.position.piece(piece).name in said for piece in board.carry.stays), said
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, chip)
