"""What is carried beyond the board: to the tab of another board, to a line of the order of battle; turned on the way."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem, QTreeWidgetItemIterator

from qtwar.ui.board.lights import STOPS
from qtwar.ui.docks.oob import PIECES, ROSTER
from qtwar.ui.mime import pack
from qtwar.ui.play.boxes import Tray
from tests.stories.at_window import LEFT, NONE
from tests.stories.hands import Hands

SHOTS = os.environ.get("QTWAR_SHOTS")
K = Qt.Key
SEED = 2
"""Two units of a force stand together early on."""


def lift(hands: Hands, piece: str) -> None:
    """Press on a counter and begin to drag it."""
    start = hands.screen.counter(piece)
    assert start is not None
    QTest.mousePress(hands.board, LEFT, NONE, start)
    for by in (8, 16):
        QTest.mouseMove(hands.board, start + QPoint(by, 0))
    hands.until(lambda: hands.board.carry.phase == "carried")


def oob_line(hands: Hands, piece: str) -> QTreeWidgetItem:
    """Return the line of the order of battle of a piece, in view."""
    hands.page.area.switch("oob", True)
    hands.qtbot.wait(10)
    kind = hands.page.oob.kind
    if kind.isVisible() and kind.value != ROSTER:  # the forces that the rules know lie beside it
        hands.press(kind.buttons[ROSTER])
        hands.qtbot.wait(10)
    tree = hands.page.oob.tree
    walk = QTreeWidgetItemIterator(tree)
    while (item := walk.value()) is not None:
        if piece in (item.data(0, PIECES) or ()):
            tree.scrollToItem(item)
            return item
        walk += 1
    raise AssertionError(f"{piece} has no line")


def test_a_hand_that_rests_on_a_tab_of_the_shelf_turns_it_and_drops_into_a_box(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    state, board, shelf = hands.session.state, hands.board, hands.page.shelf
    shelf.show_dice()
    on_map = (p for p in sorted(state.pieces) if hands.model.position.view.spot(p).startswith("delta:"))
    piece = next(p for p in on_map if hands.screen.counter(p))
    lift(hands, piece)
    QTest.mouseMove(board, board.mapFromGlobal(shelf.tabs.mapToGlobal(shelf.tabs.tabRect(0).center())))
    hands.until(lambda: shelf.tabs.currentIndex() == 0, 10)
    tray = next(t for t in shelf.boxes.findChildren(Tray) if t.place == "fw_refit")
    at = board.mapFromGlobal(tray.mapToGlobal(QPoint(6, 6)))
    QTest.mouseMove(board, at)
    hands.shot("over-a-box")
    hands.after(lambda: QTest.mouseRelease(board, LEFT, NONE, at))
    assert piece in state.at("fw_refit")


def test_a_hand_that_rests_on_a_tab_turns_to_its_board_and_what_it_holds_comes_along(hands: Hands) -> None:
    hands.open_game("campaigns_of_robert_e_lee", "first_manassas_1861")
    state, board, tabs = hands.session.state, hands.board, hands.page.holder.tabs
    hands.turn_board("csa_aod")
    hands.board.center_on("csa-army1")
    cavalry = next(p for p in state.at("csa-army1") if "cavalry" in p)  # drawn by chance (18.16)
    lift(hands, cavalry)
    number = next(n for n in range(tabs.count()) if tabs.tabData(n) == "virginia")
    over = board.mapFromGlobal(tabs.mapToGlobal(tabs.tabRect(number).center()))
    QTest.mouseMove(board, over)
    hands.until(lambda: board.layout_.board.id == "virginia", 10)
    assert (board.carry.phase, board.carry.in_hand()) == ("carried", [cavalry])
    board.set_zoom(1.0)
    at = hands.place_point("virginia:2831")
    QTest.mouseMove(board, at)
    hands.shot("over-a-tab")
    hands.after(lambda: QTest.mouseRelease(board, LEFT, NONE, at))
    assert state.at("virginia:2831") == [cavalry]
    # a hand that only passes over a tab turns nothing
    hands.turn_board("csa_aod")
    hands.board.center_on("csa-army1-5")
    lift(hands, "csa-artillery-1")
    QTest.mouseMove(board, over)
    back = hands.place_point("csa-army1")
    QTest.mouseMove(board, back)
    assert not hands.page.holder.resting.waiting
    QTest.keyClick(board, K.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, back)
    assert board.layout_.board.id == "csa_aod"


def test_by_keys_a_hand_goes_over_several_tabs_and_esc_and_enter_are_its_own_wherever_the_keyboard_is(hands: Hands) -> None:
    hands.open_game("campaigns_of_robert_e_lee", "first_manassas_1861")
    state, board, tabs, small = hands.session.state, hands.board, hands.page.holder.tabs, hands.page.minimap
    hands.turn_board("csa_aod")
    hands.until(lambda: small._kept is not None, 10)
    cavalry = next(p for p in state.at("csa-army1") if "cavalry" in p)  # drawn by chance (18.16)
    board.tool.take_in([cavalry])
    tabs.setFocus()
    number = next(n for n in range(tabs.count()) if tabs.tabData(n) == "virginia")
    assert tabs.currentIndex() - number > 1
    for _ in range(tabs.currentIndex() - number):
        QTest.keyClick(QApplication.focusWidget(), K.Key_Left)
    assert board.layout_.board.id == "virginia"
    assert (board.carry.phase, board.carry.in_hand()) == ("carried", [cavalry])
    assert small._kept is None, "the small map does not go on showing another board"
    hands.until(lambda: small._kept is not None, 10)
    hands.shot("by-keys-over-tabs")
    assert tabs.hasFocus()
    QTest.keyClick(tabs, K.Key_Escape)
    assert board.carry.phase == "idle"
    assert cavalry in state.at("csa-army1")
    board.tool.take_in([cavalry])
    board.carry.point_at("virginia:2831")
    tabs.setFocus()
    hands.after(lambda: QTest.keyClick(tabs, K.Key_Return))
    assert state.at("virginia:2831") == [cavalry]


def test_a_line_of_the_order_of_battle_takes_drops(hands: Hands) -> None:
    hands.open_game("campaigns_of_robert_e_lee", "first_manassas_1861")
    state, board = hands.session.state, hands.board
    cavalry = next(p for p in state.at("csa-army1") if "cavalry" in p)  # drawn by chance (18.16)
    hands.board.center_on("virginia:2829")
    lift(hands, "csa-beauregard-1")
    wanted = next(p for p, r in state.pieces.items() if r["at"].startswith("virginia:") and r["at"] != "virginia:2829")
    tree = hands.page.oob.tree
    item = oob_line(hands, wanted)
    point = board.mapFromGlobal(tree.viewport().mapToGlobal(tree.visualItemRect(item).center()))
    QTest.mouseMove(board, point)
    hands.after(lambda: QTest.mouseRelease(board, LEFT, NONE, point))
    assert state.pieces["csa-beauregard-1"]["at"] == state.pieces[wanted]["at"]

    # a line dragged on another one
    item = oob_line(hands, wanted)
    line = tree.visualItemRect(item).center()
    data: QMimeData = pack([cavalry])
    move = Qt.DropAction.MoveAction
    enter = QDragEnterEvent(line, move, data, LEFT, NONE)
    tree.dragEnterEvent(enter)
    assert enter.isAccepted()
    over = QDragMoveEvent(line, move, data, LEFT, NONE)
    tree.dragMoveEvent(over)
    assert over.isAccepted()
    hands.after(lambda: tree.dropEvent(QDropEvent(QPointF(line), move, data, LEFT, NONE)))
    assert state.pieces[cavalry]["at"] == state.pieces[wanted]["at"]
    # not on the line where it is already
    item = oob_line(hands, cavalry)
    over = QDragMoveEvent(tree.visualItemRect(item).center(), move, data, LEFT, NONE)
    tree.dragMoveEvent(over)
    assert not over.isAccepted()


def test_what_is_in_hand_is_turned_and_the_board_zooms_below_it(hands: Hands) -> None:
    hands.open_game("band_of_heroes", "s1_crossroads")
    state, board = hands.session.state, hands.board
    board.center_on("n1:B7")
    hands.select("us-para-squad-3")
    QTest.keyClick(board, K.Key_M)
    assert board.carry.phase == "carried"
    hands.key(K.Key_F)
    assert state.pieces["us-para-squad-3"]["face"] == "back"
    assert board.carry.phase == "carried", "the hand keeps what it turns"
    zoom = board.camera.zoom
    QTest.keyClick(board, K.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert board.camera.zoom > zoom
    assert board.carry.phase == "carried"
    at = hands.place_point("n1:C6")
    hands.after(lambda: QTest.mouseClick(board, LEFT, NONE, at))
    assert state.pieces["us-para-squad-3"]["at"] == "n1:C6"


def take_two(hands: Hands, ask: dict[str, Any]) -> list[str]:
    """Take a force of two that may land units on the way into the hand; returns what it may pass through, or nothing."""
    board, at = hands.board, {p: str(hands.model.position.view.pieces[p]["at"]) for p in ask["pieces"]}
    for place in sorted(set(at.values())):
        here = [p for p in ask["pieces"] if at[p] == place and board.layout_.has(place)]
        if len(here) < 2:
            continue
        hands.take(here[:2])
        if board.carry.phase == "carried" and len(board.carry.in_hand()) == 2 and board.carry.ask.get("land"):
            lit = board.carry.legal()
            passing = sorted(p for p in lit if lit[p].get("mark") not in STOPS and p != board.carry.start)
            if passing:
                return passing
        QTest.keyClick(board, K.Key_Escape)
    return []


def test_steps_on_the_way_have_buttons(hands: Hands) -> None:
    from tests.stories.test_the_delta import start, to_move

    start(hands, "game_warden", "quick")
    board, bar = hands.board, hands.page.prompt.hand
    passing = take_two(hands, to_move(hands))
    assert passing
    assert bar.cancel_button.isVisible()
    assert not bar.end_button.isEnabled(), "it has gone nowhere yet"
    assert not bar.back_button.isVisible()
    held = hands.model.position.piece(board.carry.pieces[-1]).name
    assert held in hands.page.prompt.sentence.text(), "the bar says who is in hand"
    QTest.mouseClick(board, LEFT, NONE, hands.place_point(passing[0]))
    hands.until(lambda: bar.back_button.isVisible() and board.carry.reach is not None)
    hands.shot("on-the-way")
    assert bar.land_button.isVisible()
    hands.press(bar.land_button)
    hands.until(board.picker.isVisible)
    QTest.keyClick(board.picker, K.Key_Escape)
    hands.press(bar.back_button)
    assert len(board.carry.path) == 1
    assert not bar.back_button.isVisible()
    assert board.carry.phase == "carried"
    QTest.mouseClick(board, Qt.MouseButton.RightButton, NONE, hands.place_point(passing[0]))
    assert board.carry.phase == "idle"
    assert not bar.isVisible()


def test_a_carry_is_cancelled_and_ended_by_buttons(hands: Hands) -> None:
    from tests.stories.test_the_delta import start, to_move

    start(hands, "game_warden", "quick")
    board, bar = hands.board, hands.page.prompt.hand
    passing = take_two(hands, to_move(hands))
    asked = hands.page.prompt.sentence.text()
    hands.press(bar.cancel_button)
    assert board.carry.phase == "idle"
    assert hands.page.prompt.sentence.text() != asked
    passing = take_two(hands, hands.ask("move_force") or {})
    QTest.mouseClick(board, LEFT, NONE, hands.place_point(passing[0]))
    hands.until(lambda: bar.back_button.isVisible() and board.carry.reach is not None)
    QApplication.sendEvent(board, QEvent(QEvent.Type.Leave))  # the pointer goes up to the bar
    assert board.carry.end == passing[0]
    assert bar.end_button.text() == "End here"
    hands.after(lambda: hands.press(bar.end_button))
    assert board.carry.phase == "idle"


def test_a_counter_held_at_the_border_of_the_board_scrolls_it_until_the_hand_is_back(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    board = hands.board
    board.set_zoom(2.0)
    places = {p: hands.model.position.view.spot(p) for p in sorted(hands.session.state.pieces)}
    for piece in (p for p, place in places.items() if place.startswith("delta:")):
        hands.place_point(places[piece])
        if hands.screen.counter(piece):
            break
    lift(hands, piece)

    def left() -> float:
        return float(board.camera.to_screen(QPointF(0, 0)).x())

    before = left()
    QTest.mouseMove(board, QPoint(4, board.height() // 2))
    hands.until(lambda: left() > before + 200, 20)
    assert (board.carry.phase, board.carry.in_hand()) == ("carried", [piece])
    hands.shot("at-the-border")
    QTest.mouseMove(board, board.rect().center())
    hands.until(lambda: not board.edge.isActive(), 5)
    QTest.keyClick(board, K.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, board.rect().center())
    assert hands.model.position.view.spot(piece) == places[piece]
