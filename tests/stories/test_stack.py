"""A whole stack is dragged: who can go goes, and who stays is named, not under the hand but in the prompt bar."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from tests.stories.at_window import LEFT, NO_BUTTON, NONE, SHIFT
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


def every_reason(hands: Hands) -> bool:
    """Whether each of those who stay is told with why."""
    told = [message["key"] for message in hands.board.carry_status._left_behind(hands.board.carry)]
    stays, reasons = told[::2], told[1::2]
    return len(stays) == len(reasons) and set(stays) == {"carry.stays"} and "carry.stays" not in reasons


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
    assert hands.model.settings.strictness == "enforce"
    assert board.carry.stays
    assert not set(board.carry.stays) & set(board.carry.pieces)
    assert every_reason(hands)
    said = hands.page.prompt.detail.plain()
    assert any(hands.model.position.piece(piece).name in said for piece in board.carry.stays), said
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, chip)


CARD = "map:r1c1"
PLATOON = {
    "pieces": {
        **{f"action-{n:02}": "action_deck" for n in range(1, 51)},
        "normandy-25": CARD, "normandy-36": "map:r2c1", "normandy-44": "map:r1c2",
        "normandy-co-hq": CARD, "normandy-p1-sqd1": CARD, "normandy-p1-sqd2": CARD,
        "normandy-p2-sqd1": {"at": CARD, "attrs": {"exposed": True}},
        "german-tm-1": CARD,
    },
    "vars": {"turn": 2},
    "phase": "command",
}  # fmt: skip
"""Fields of Fire: of four units of a card one is exposed."""


@BOTH
def test_of_a_card_one_unit_goes_by_an_order_and_each_other_says_why_it_stays(hands: Hands) -> None:
    hands.open_at("fields_of_fire", "nrm_1", PLATOON)
    board, detail = hands.board, hands.page.prompt.detail
    ask = hands.ask("move")
    assert ask is not None
    hands.screen.turn_to(ask)
    hands.place_point(CARD)
    start = hands.screen.counter("normandy-p1-sqd1")
    assert start is not None
    QTest.mousePress(board, LEFT, SHIFT, start)
    for by in (10, 14):  # QTest moves the pointer without Shift
        at = QPointF(start + QPoint(by, 4))
        there = QPointF(board.mapToGlobal(at.toPoint()))
        QApplication.sendEvent(board, QMouseEvent(QEvent.Type.MouseMove, at, there, NO_BUTTON, LEFT, SHIFT))
    hands.until(lambda: board.carry.reach is not None, 20)
    hands.shot("stays-fields_of_fire")
    assert board.carry.pieces == ["normandy-p1-sqd1"], "who is held goes"
    assert sorted(board.carry.stays) == ["normandy-co-hq", "normandy-p1-sqd2", "normandy-p2-sqd1"]
    said = detail.plain()
    for piece in board.carry.stays:
        assert hands.model.position.piece(piece).name in said
    assert every_reason(hands)
    for rule in ("4.2.2.a", "5.1"):  # one a command; who is exposed stays
        assert f"({rule})" in said
    assert hands.page.prompt.rect().contains(detail.geometry())
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, start)
