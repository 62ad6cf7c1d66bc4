"""The shelf below the board: boxes, dice, the turn track."""

from __future__ import annotations

from types import SimpleNamespace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.model.load import load
from qtwar.ui import mime
from qtwar.ui.facts import EVERYTHING, Roll
from qtwar.ui.play.boxes import Tray, drop_on, piles
from qtwar.ui.widgets.faces import Face


def test_shelf_takes_a_drop_only_where_the_offer_allows(play):
    _, page, game = play()
    refusals = []
    game.actions.refused.connect(refusals.append)
    tray = next(t for t in page.shelf.boxes.findChildren(Tray) if t.place == "fw_refit" and t.isVisible())
    data = mime.pack(["ccb-1"])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.MoveAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    tray.dropEvent(event)
    assert refusals[0]["key"] == "shelf.not_now"
    ask = {"id": "r", "verb": "refit", "kind": "place", "pieces": ["ccb-1"], "cells": ["fw_refit"]}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {}}, "asks": [ask]})
    drop_on(game, ["ccb-1"], "fw_refit")
    assert game.sent[-1]["args"] == {"pieces": ["ccb-1"], "cell": "fw_refit"}
    game.settings.set_strictness("warn")
    drop_on(game, ["vnmc"], "fw_refit")
    assert game.calls[-1] == ("free", ("vnmc",), "fw_refit")


def test_dice_keep_the_figures_of_a_roll_from_who_sits_down_next(play):
    _, page, game = play()
    game.actions.rolled.emit(Roll(((6, 4),), "Recon", (("Major river", "+1", "27.0"),), "5", "found"))
    tray = page.shelf.dice
    assert tray.total.text() == "5  found"
    game.position.changed.emit(EVERYTHING)
    assert tray.total.text() == "5  found", "who rolled goes on seeing them"
    game.seat = "COM"
    game.position.changed.emit(EVERYTHING)
    assert tray.dice.values == [4]
    assert tray.label.text() == "Recon"
    assert not tray.total.text()
    assert not tray.lines.box.count()


def test_dice_show_what_fell_and_by_hand_are_checked(play):
    _, page, game = play()
    game.actions.rolled.emit(Roll(((6, 4), (6, 6)), "Recon", (("Major river", "+1", "27.0"),), "11", "found"))
    assert page.shelf.tabs.currentIndex() == 3
    assert page.shelf.dice.dice.values == [4, 6]
    game.actions.dice_wanted.emit(((6, 6), {"key": "l.roll"}))
    tray = page.shelf.dice
    tray.field.setText("7 2")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert tray.problem.text() == "Dice show 7; a die has 1 to 6. Type it again."
    tray.field.setText("4")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert tray.problem.text() == "2 dice are wanted, with a space between them."
    tray.field.setText("42")
    QTest.keyClick(tray.field, Qt.Key.Key_Return)
    assert game.calls[-1] == ("dice", (4, 2))


def test_turn_track_jumps_into_the_past(play):
    _, page, game = play()
    from qtwar.ui.play.boxes import TurnTray

    page.shelf.tabs.setCurrentIndex(1)
    trays = {t.turn.number: t for t in page.shelf.turns.findChildren(TurnTray)}
    assert trays[5].turn.pieces == ("rag-1",)
    QTest.mouseClick(trays[3], Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert game.history.position == 162


def test_trays_that_nobody_sees_are_let_go_when_another_side_sits_down(play):
    _, page, game = play()
    from qtwar.ui.play.boxes import TurnTray

    def stand() -> list[TurnTray]:
        return [tray for tray in page.shelf.turns.findChildren(TurnTray) if not tray.isHidden()]

    page.shelf.tabs.setCurrentIndex(1)
    shown = len(stand())
    assert shown
    page.shelf.tabs.setCurrentIndex(0)
    game.position.changed.emit(EVERYTHING)
    assert not stand()
    page.shelf.tabs.setCurrentIndex(1)
    assert len(stand()) == shown


def test_cards_of_a_tray_lie_side_by_side_and_equal_counters_in_a_pile(repository):
    content = load(repository / "modules" / "fields_of_fire")
    kinds = {"action-01": "action", "action-02": "action", "german-tm-1": "german_tm", "german-tm-2": "german_tm"}
    names = {piece: SimpleNamespace(name=kind, strength="") for piece, kind in kinds.items()}
    view = SimpleNamespace(pieces={piece: {"kind": kind} for piece, kind in kinds.items()})
    position = SimpleNamespace(view=view, piece=names.get)
    model = SimpleNamespace(title=SimpleNamespace(content=content), position=position)
    assert piles(model, list(kinds)) == [("action-01",), ("action-02",), ("german-tm-1", "german-tm-2")]


def test_a_tab_of_the_shelf_opens_it_by_enter_space_or_an_arrow_and_m_takes_a_counter_that_has_the_keyboard(play):
    _, page, game = play()
    shelf, taken = page.shelf, []
    game.focus.taken.connect(taken.append)
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": []})
    for key, at in ((Qt.Key.Key_Return, 0), (Qt.Key.Key_Space, 0), (Qt.Key.Key_Right, 1)):
        shelf.set_open(False)
        shelf.tabs.setCurrentIndex(0)
        shelf.tabs.setFocus()
        QTest.keyClick(shelf.tabs, key)
        assert shelf.open
        assert shelf.tabs.currentIndex() == at
    shelf.tabs.setCurrentIndex(0)
    face = next(face for face in shelf.boxes.findChildren(Face) if face.isVisible())
    face.setFocus()
    QTest.keyClick(face, Qt.Key.Key_M)
    assert taken == [(face.piece,)]
    tray = next(tray for tray in shelf.boxes.findChildren(Tray) if tray.isAncestorOf(face))
    tray.setFocus()
    QTest.keyClick(tray, Qt.Key.Key_M)
    assert taken == [(face.piece,)] * 2, "of a card that has the keyboard itself the first counter comes"


def test_enter_presses_a_button_that_has_the_keyboard_where_none_shows_the_key(play):
    _, page, game = play()
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": []})
    page.shelf.set_open(False)
    page.shelf.fold.setFocus()
    QTest.keyClick(page.shelf.fold, Qt.Key.Key_Return)
    assert page.shelf.open


def test_n_leads_to_what_can_be_chosen_in_a_box_where_the_board_has_nothing(play):
    _, page, game = play()
    box = next(box for box in game.position.boxes() if len(box.pieces) > 1)
    ask = {"id": "r", "verb": "refit", "kind": "pieces", "label": {"key": "log.side_done", "args": {"side": {"s": "FW"}}}}
    said = {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}
    game.set_offer({"side": "FW", "prompt": said, "asks": [{**ask, "pieces": list(box.pieces), "min": 1, "max": 9}]})
    page.shelf.set_open(False)
    page.shelf.tabs.setCurrentIndex(1)
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_N)
    first = QApplication.focusWidget()
    assert isinstance(first, Face)
    assert set(first.pieces) <= set(box.pieces)
    assert page.shelf.open
    game.set_offer({"side": "FW", "prompt": said, "asks": []})
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_N)
    assert page.board.hasFocus()


def test_of_a_pile_another_counter_is_chosen_each_time(play):
    _, page, game = play()
    pile = ("ccb-1", "seal-a")
    ask = {"id": "r", "verb": "refit", "kind": "pieces", "label": {"key": "log.side_done", "args": {"side": {"s": "FW"}}}}
    said = {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}
    game.set_offer({"side": "FW", "prompt": said, "asks": [{**ask, "pieces": list(pile), "min": 1, "max": 2}]})
    taken = []
    game.focus.taken.connect(taken.append)
    tray = page.shelf.boxes.findChildren(Tray)[0]
    for _ in pile:
        tray._clicked(pile)
        game.answer.toggle(taken[-1][0])
    assert taken == [("seal-a",), ("ccb-1",)]


def test_enter_on_a_counter_chooses_it_and_then_is_the_button_s_that_shows_the_key(play):
    """Commit 1 showed Enter, and Enter chose another of the pile."""
    _, page, game = play()
    ask = {"id": "c", "verb": "commit", "kind": "pieces", "label": {"key": "log.side_done", "args": {"side": {"s": "FW"}}}}
    said = {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}
    box = next(box for box in game.position.boxes() if len(box.pieces) > 1)
    game.set_offer({"side": "FW", "prompt": said, "asks": [{**ask, "pieces": list(box.pieces), "min": 1, "max": 2}]})
    game.focus.taken.connect(lambda pieces: game.answer.toggle(pieces[0]))
    QTest.keyClick(page.board, Qt.Key.Key_N)
    assert isinstance(QApplication.focusWidget(), Face)
    for _ in range(2):
        QTest.keyClick(page.window().windowHandle(), Qt.Key.Key_Return)
    assert [(action["verb"], len(action["args"]["pieces"])) for action in game.sent] == [("commit", 1)]
