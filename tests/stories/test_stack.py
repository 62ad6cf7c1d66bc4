"""A whole stack is dragged: who can go goes, and who stays is named, not under the hand but in the prompt bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands

BOTH = pytest.mark.parametrize(
    "hands", [{}, {"language": "ja", "theme": "dark", "size": (1280, 720)}], indirect=True, ids=["en", "ja"]
)
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
