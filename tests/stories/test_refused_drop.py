"""What a refused drop leaves behind: the reason for a while, nothing of the hand; with the rules off not even the reason."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands


def test_a_refused_drop_leaves_no_legend_and_rules_off_forget_the_reason(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    hands.press(hands.page.toolbar.rules.buttons["enforce"])
    hands.until(lambda: hands.model.settings.strictness == "enforce")
    hands.quiet()
    board, prompt = hands.board, hands.page.prompt
    asks = [ask for ask in hands.screen.open_asks() if ask["kind"] == "move"]
    for piece in (p for ask in asks for p in ask["pieces"]):
        start = hands.screen.counter(piece)
        if start is None:
            continue
        QTest.mousePress(board, LEFT, NONE, start)
        for by in (8, 16):
            QTest.mouseMove(board, start + QPoint(by, 0))
        hands.until(lambda: board.carry.reach is not None)
        if board.carry.legal():
            break
        QTest.keyClick(board, Qt.Key.Key_Escape)  # a land unit needs a boat with it (8.7)
        QTest.mouseRelease(board, LEFT, NONE, start)
    assert hands.page.legend.isVisible()
    lit = board.carry.legal()
    layout = board.layout_
    inside = board.rect().adjusted(60, 60, -60, -60)
    away = next(
        point for place in map(layout.place, layout.grid.cells())
        if place not in lit and inside.contains(point := board.camera.to_screen(layout.spot(place)).toPoint())
    )  # fmt: skip
    QTest.mouseMove(board, away)
    QTest.mouseRelease(board, LEFT, NONE, away)
    hands.until(lambda: board.carry.phase == "idle")
    hands.quiet()
    hands.shot("refused")
    assert prompt.detail.property("tone") == "warn"
    assert not hands.page.legend.isVisible(), "the hand is empty"
    hands.press(hands.page.toolbar.rules.buttons["off"])
    hands.until(lambda: hands.model.settings.strictness == "off")
    hands.quiet()
    hands.shot("rules-off")
    assert prompt.detail.property("tone") != "warn", "no rule is against anything now"
    assert prompt.detail.plain().startswith("Rules are off")
