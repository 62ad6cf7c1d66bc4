"""The prompt bar draws every offer kind that lives in the bar, and answers with the action the rules expect."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QRadioButton

from qtwar.ui.play.handbar import Held
from tests.ui.shell.fixture_words import move_offer


def offer(*asks, prompt="prompt.losses"):
    return {"side": "FW", "prompt": {"key": prompt, "args": {"side": {"s": "FW"}}}, "asks": list(asks)}


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_the_sentence_names_the_pieces_and_the_buttons_stand_in_order(play):
    _, page, game = play()
    bar = page.prompt
    assert bar.sentence.text() == "Move CCB, 2 × PBR and SEAL Alpha. Drop on a lit square, or click squares on the way."
    assert [b.text() for b in bar.buttons] == ["Waypoint back", "Land units…", "Cancel"]
    assert bar.primary.text() == "End movement here"
    click(bar.primary)
    assert game.sent[-1] == {"side": "FW", "verb": "end", "ask": "end", "args": {}}


def test_a_refusal_stands_in_amber_with_its_rule_and_goes(play):
    _, page, game = play()
    game.actions.refused.emit({"key": "refuse.cp", "args": {}, "rule": "5.2"})
    assert page.prompt.detail.plain() == "Needs 3 CP; you have 2 (5.2)."
    assert page.prompt.property("tone") == "warn"
    assert any(span.link == "rule:5.2" for span in page.prompt.detail.spans)
    assert page.prompt._timer.interval() == 6000
    page.prompt._timer.timeout.emit()
    assert page.prompt.property("tone") == ""
    assert "2 CP paid" in page.prompt.detail.plain()


def test_a_second_line_without_room_ends_in_three_dots_and_its_tip_tells_it_whole(play):
    _, page, game = play()
    detail = page.prompt.detail
    game.actions.refused.emit({"key": "refuse.cp", "args": {}, "rule": "5.2"})
    whole = detail.plain()
    assert (detail.toolTip(), "…" in detail.text()) == ("", False)
    detail.resize(detail.fontMetrics().horizontalAdvance(whole) // 2, detail.height())
    assert detail.text().endswith("…")
    assert detail.fontMetrics().horizontalAdvance(re.sub("<.*?>", "", detail.text())) <= detail.contentsRect().width()
    assert detail.toolTip() == detail.accessibleName() == whole
    detail.resize(2 * detail.fontMetrics().horizontalAdvance(whole), detail.height())
    assert (detail.toolTip(), "…" in detail.text()) == ("", False)


def test_tab_goes_from_a_rule_in_the_second_line_to_the_buttons(play):
    window, page, game = play()
    asks = [{"id": kind, "verb": kind, "kind": kind} for kind in ("roll", "draw")]
    game.set_offer(offer(*asks))
    game.actions.refused.emit({"key": "refuse.cp", "args": {}, "rule": "5.2"})  # a link comes after the buttons
    page.prompt.detail.setFocus()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)  # to its first link
    assert page.prompt.detail.hasFocus()
    for button in (*page.prompt.buttons, page.prompt.primary):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is button


def test_a_marker_of_the_stock_is_in_hand_by_its_name(play):
    _, page, _ = play()
    page.prompt.show_held(Held(("+control",), None, ""))
    assert page.prompt.sentence.text().endswith(page.prompt.made.words({"key": "{k}", "args": {"k": {"k": "control"}}}))
    assert "+" not in page.prompt.sentence.text()


def test_a_greyed_button_says_why(play):
    _, page, game = play()
    ask = {
        "id": "x",
        "verb": "x",
        "kind": "button",
        "label": {"key": "b.none"},
        "why_not": {"key": "refuse.cp", "rule": "5.2"},
    }
    game.set_offer(offer(ask))
    button = page.prompt.buttons[0]
    assert not button.isEnabled()
    assert button.toolTip() == "Needs 3 CP; you have 2 (5.2)."


def test_choose_of_few_is_buttons_and_digits(play):
    _, page, game = play()
    choices = [{"value": v, "label": {"key": "b.none"}, "cost": n} for n, v in enumerate("abc")]
    game.set_offer(offer({"id": "c", "verb": "pick", "kind": "choose", "choices": choices, "fixed": {"n": 1}}))
    assert len(page.prompt.answers) == 3
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_2)
    assert game.sent[-1] == {"side": "FW", "verb": "pick", "ask": "c", "args": {"n": 1, "choice": "b"}}


def test_choose_of_many_opens_the_orders_pane_with_reasons(play):
    _, page, game = play()
    choices = [{"value": n, "label": {"key": "b.none"}} for n in range(6)]
    choices[1]["why_not"] = {"key": "refuse.cp", "rule": "5.2"}
    game.set_offer(offer({"id": "c", "verb": "pick", "kind": "choose", "label": {"key": "l.bid"}, "choices": choices}))
    orders = page.orders
    assert orders.list.count() == 6
    assert not orders.list.item(1).flags() & Qt.ItemFlag.ItemIsEnabled
    assert "Needs 3 CP" in orders.list.item(1).text()
    orders.list.itemClicked.emit(orders.list.item(1))
    assert not game.sent
    orders.list.itemClicked.emit(orders.list.item(4))
    assert game.sent[-1]["args"] == {"choice": 4}


def test_number_keeps_to_its_limits(play):
    _, page, game = play()
    game.set_offer(
        offer({"id": "n", "verb": "bid", "kind": "number", "label": {"key": "l.bid"}, "min": 1, "max": 4, "cost": 2})
    )
    stepper = page.prompt.stepper
    for _ in range(6):
        click(stepper.more)
    assert stepper.value == 4
    click(page.prompt.primary)
    assert game.sent[-1]["args"] == {"number": 4}


@pytest.mark.parametrize(("kind", "key"), [("roll", Qt.Key.Key_R), ("draw", Qt.Key.Key_D)])
def test_roll_and_draw_by_key_and_as_primary(play, kind, key):
    _, page, game = play()
    game.set_offer(offer({"id": kind, "verb": kind, "kind": kind, "label": {"key": "l.roll"}}))
    assert page.prompt.primary.text() == "Roll for recon"
    page.board.setFocus()
    QTest.keyClick(page.board, key)
    assert game.sent[-1]["verb"] == kind


def test_more_than_three_buttons_go_into_more(play):
    _, page, game = play()
    asks = [{"id": str(n), "verb": f"v{n}", "kind": "button", "label": {"key": "b.none"}} for n in range(6)]
    game.set_offer(offer(*asks))
    assert [b.text() for b in page.prompt.buttons][-1] == "More"
    assert len(page.prompt.buttons) == 4


def test_pieces_are_picked_in_the_pane_and_sent_by_the_primary(play):
    _, page, game = play()
    ask = {
        "id": "l",
        "verb": "lose",
        "kind": "pieces",
        "pieces": ["ccb-1", "pbr-1", "seal-a"],
        "min": 2,
        "max": 2,
        "locked": ["seal-a"],
    }
    game.set_offer(offer(ask))
    assert game.answer.pieces == ["seal-a"]
    assert not page.prompt.primary.isEnabled()
    assert not game.answer.toggle("seal-a")
    assert game.answer.toggle("pbr-1")
    assert not game.answer.toggle("ccb-1")
    assert page.prompt.primary.isEnabled()
    click(page.prompt.primary)
    assert game.sent[-1] == {"side": "FW", "verb": "lose", "ask": "l", "args": {"pieces": ["seal-a", "pbr-1"]}}


def test_the_pane_stays_with_the_question_that_the_bar_goes_on_with(play):
    _, page, game = play()
    fly, show = (
        {"id": name, "verb": name, "kind": "pieces", "pieces": pieces, "min": 1, "max": 1}
        for name, pieces in (("fly", ["ccb-1"]), ("show", ["pbr-1", "seal-a"]))
    )
    game.set_offer(offer(fly, show))
    click(page.prompt.switches["show"])
    assert page.orders.ask["id"] == "show"
    game.set_offer(offer(fly, show))
    assert game.answer.ask["id"] == "show"
    assert page.orders.ask["id"] == "show"


def test_the_pane_gives_its_room_back_when_the_question_is_turned_away_from(play):
    _, page, game = play()
    pick = {"id": "pick", "verb": "pick", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": 1}
    step = {"id": "step", "verb": "step", "kind": "cell", "cells": ["delta:1914"], "pieces": []}
    game.set_offer(offer(pick, step))
    QApplication.processEvents()
    assert page.orders.ask
    assert not page.docks["orders"].isHidden()
    game.answer.start(step)
    QApplication.processEvents()
    assert page.orders.ask is None
    assert page.docks["orders"].isHidden()


def test_many_switches_of_a_topic_fold_into_a_menu(play):
    _, page, game = play()

    def picks(n, topic):
        ask = {"id": f"k{n}", "verb": f"v{n}", "kind": "pieces", "pieces": ["ccb-1"], "min": 1, "max": 1}
        return {**ask, "label": {"key": f"b.{n}"}, **({"topic": {"key": "b.none"}} if topic else {})}

    def row():
        QApplication.processEvents()
        return [b for b in page.prompt.verbs.findChildren(QAbstractButton) if b.isVisibleTo(page.prompt.verbs)]

    game.set_offer(offer(*(picks(n, topic=n > 3) for n in range(9))))
    assert len(row()) == 9, "each has its digit"
    game.set_offer(offer(*(picks(n, topic=n > 3) for n in range(10))))
    assert len(row()) == 5
    opener = row()[-1]
    assert not opener.isChecked()
    places = [button.geometry() for button in row()]
    next(a for a in opener.findChild(QMenu).actions() if a.text() == page.prompt.switches["k7"].text()).trigger()
    assert game.answer.ask["id"] == "k7"
    assert opener.isChecked()
    assert page.prompt.switches["k7"].text() in opener.text()
    assert [button.geometry() for button in row()] == places, "the board below stands still"


def test_the_row_of_choices_comes_and_goes_above_the_board_and_the_docks_stand_still(play):
    _, page, game = play()

    def standing():
        QApplication.processEvents()
        return page.area.geometry(), page.docks["stack"].pos(), page.docks["log"].geometry().bottom()

    asks = [{"id": f"k{n}", "verb": f"v{n}", "kind": "pieces", "pieces": ["ccb-1"], "min": 1, "max": 1} for n in range(2)]
    game.set_offer(offer({**asks[0], "label": {"key": "b.0"}}))
    assert page.prompt.verbs.isHidden()
    before = standing()
    game.set_offer(offer(*({**ask, "label": {"key": f"b.{n}"}} for n, ask in enumerate(asks))))
    assert page.prompt.verbs.isVisible()
    assert standing() == before


def test_a_digit_turns_to_the_choice_that_shows_it_and_presses_no_answer_beside_it(play):
    _, page, game = play()
    picks = [
        {"id": f"k{n}", "verb": f"v{n}", "kind": "pieces", "pieces": ["ccb-1"], "min": 1, "max": 1, "label": {"key": f"b.{n}"}}
        for n in range(2)
    ]
    choices = [{"value": "left", "label": {"key": "b.none"}}]
    game.set_offer(offer(*picks, {"id": "gun", "verb": "drop", "kind": "choose", "choices": choices}))
    assert len(page.prompt.answers) == 1
    sent = len(game.sent)
    for key, ident in ((Qt.Key.Key_2, "k1"), (Qt.Key.Key_1, "k0")):
        QTest.keyClick(page.board, key)
        assert game.answer.ask["id"] == ident
    assert len(game.sent) == sent
    game.set_offer(offer({"id": "gun", "verb": "drop", "kind": "choose", "choices": choices}))
    QTest.keyClick(page.board, Qt.Key.Key_1)
    assert game.sent[-1]["verb"] == "drop", "where no digit is shown they are the answers'"


def test_pieces_of_different_places_are_not_picked_together(play):
    _, _, game = play()
    groups = {"delta:1914": ["ccb-1", "pbr-1"], "delta:2609": ["seal-a"]}
    cells = ["delta:1914", "delta:2609", "delta:3411"]
    ask = {
        "id": "r",
        "verb": "redeploy",
        "kind": "pieces+cell",
        "pieces": ["ccb-1", "pbr-1", "seal-a"],
        "min": 1,
        "max": 3,
    }
    game.set_offer(offer({**ask, "cells": cells, "groups": groups}))
    answer = game.answer
    assert answer.toggle("ccb-1")
    assert answer.toggle("pbr-1")
    assert answer.set_cell("delta:2609")
    assert not answer.together("seal-a")
    assert answer.toggle("seal-a"), "it is picked in their place"
    assert (answer.pieces, answer.cell) == (["seal-a"], "")
    answer.set_pieces(["pbr-1", "seal-a", "ccb-1"])
    assert answer.pieces == ["pbr-1", "ccb-1"]


def test_no_more_is_picked_than_the_points_in_hand_pay(play):
    _, _, game = play()
    ask = {"id": "f", "verb": "refit", "kind": "pieces", "pieces": ["ccb-1", "pbr-1", "seal-a"], "min": 1, "max": 3}
    game.set_offer(offer({**ask, "costs": {"ccb-1": 2, "pbr-1": 2, "seal-a": 1}, "budget": 3}))
    answer = game.answer
    assert answer.toggle("ccb-1")
    assert not answer.affordable("pbr-1")
    assert not answer.toggle("pbr-1")
    assert answer.toggle("seal-a")
    answer.set_pieces(["pbr-1", "ccb-1", "seal-a"])
    assert answer.pieces == ["pbr-1", "seal-a"]


def test_shares_must_fit_the_sum(play):
    _, page, game = play()
    ask = {"id": "a", "verb": "lose", "kind": "allocate", "pieces": ["ccb-1", "pbr-1"], "total": 3}
    game.set_offer(offer({**ask, "per_piece": {"ccb-1": 2, "pbr-1": 2}}))
    assert game.answer.set_amount("ccb-1", 2)
    assert not game.answer.set_amount("ccb-1", 3)
    assert not game.answer.set_amount("pbr-1", 2)
    assert page.prompt.detail.plain() == "2 of 3 allotted"
    assert not page.prompt.primary.isEnabled()
    game.answer.set_amount("pbr-1", 1)
    click(page.prompt.primary)
    assert game.sent[-1]["args"] == {"amounts": {"ccb-1": 2, "pbr-1": 1}}


def test_place_offers_only_cells_that_fit_all_that_is_picked(play):
    _, _, game = play()
    ask = {
        "id": "p",
        "verb": "place",
        "kind": "place",
        "pieces": ["a", "b"],
        "max": 9,
        "targets": {"a": ["x", "y"], "b": ["y"]},
    }
    game.answer.start(ask)
    game.answer.set_pieces(["a"])
    assert game.answer.targets() == ["x", "y"]
    game.answer.set_pieces(["a", "b", "stranger"])
    assert game.answer.pieces == ["a", "b"]
    assert game.answer.targets() == ["y"]
    assert not game.answer.set_cell("x")
    assert game.answer.set_cell("y")
    assert game.answer.missing() is None
    assert game.answer.args() == {"pieces": ["a", "b"], "cell": "y"}


def test_secret_choice_shows_one_half_and_seals_it(play):
    _, page, game = play()
    ask = {
        "id": "s",
        "verb": "recon",
        "kind": "secret",
        "of": {"kind": "pieces", "pieces": ["ccb-1", "seal-a"], "min": 1, "max": 1},
    }
    game.set_offer(offer(ask))
    page.prompt.buttons[0].click()
    assert page.secret.isVisible()
    assert not page.secret.done.isEnabled()
    page.secret._toggle("seal-a")
    click(page.secret.done)
    assert game.sent[-1] == {"side": "FW", "verb": "recon", "ask": "s", "args": {"pieces": ["seal-a"]}}
    assert not page.secret.isVisible()


@pytest.mark.parametrize("inner", ["pieces", "choose"])
def test_a_secret_choice_is_made_and_sealed_by_enter_alone(play, inner):
    _, page, game = play()
    label = {"key": "log.side_done", "args": {"side": {"s": "FW"}}}
    inside = {
        "pieces": {"kind": "pieces", "pieces": ["ccb-1", "seal-a"], "min": 1, "max": 1},
        "choose": {"kind": "choose", "choices": [{"value": value, "label": label} for value in ("a", "b")]},
    }[inner]
    for _ in range(2):  # the second time, of what was asked before
        game.set_offer(offer({"id": "s", "verb": "recon", "kind": "secret", "of": inside}))
        page.board.setFocus()
        QTest.keyClick(page.board, Qt.Key.Key_Return)
        assert page.secret.isVisible()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        second = QApplication.focusWidget()
        assert isinstance(second, QRadioButton)
        QTest.keyClick(second, Qt.Key.Key_Return)
        assert page.secret.done.isEnabled()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert game.sent[-1]["args"] == ({"pieces": ["seal-a"]} if inner == "pieces" else {"choice": "b"})
        assert not page.secret.isVisible()
        assert page.board.hasFocus()


def test_escape_drops_what_is_picked(play):
    _, page, game = play()
    game.set_offer(offer({"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1"], "min": 1, "max": 1}))
    game.answer.toggle("ccb-1")
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Escape)
    assert game.answer.pieces == []


def test_the_bar_speaks_the_other_language_at_once(play):
    window, page, game = play()
    window.prefs.set("language", "ja")
    QApplication.processEvents()
    assert page.prompt.sentence.text().startswith("CCB、PBR×2、SEAL Alphaを動かします。")
    assert page.prompt.primary.text() == "ここで移動を終える"
    assert window.menus["file"].title() == "ファイル"
    assert page.docks["log"].bar.title.text() == "ログ"
    assert window.actions_registry["undo"].text() == "元に戻す"
    game.set_offer(move_offer())
    window.prefs.set("language", "en")
    assert page.prompt.primary.text() == "End movement here"


def test_answers_that_would_go_into_more_are_one_button_that_opens_the_pane(play):
    _, page, game = play()
    choices = [{"value": v, "label": {"key": "b.none"}} for v in "ab"]
    buttons = [{"id": f"b{n}", "verb": "b", "kind": "button", "label": {"key": "b.none"}} for n in range(4)]
    choose = {"id": "c", "verb": "pick", "kind": "choose", "label": {"key": "l.bid"}, "choices": choices}
    game.set_offer(offer(*buttons, choose))
    assert page.prompt.answers == []
    game.set_offer(offer(buttons[0], choose))
    assert len(page.prompt.answers) == 2


def test_what_can_not_be_done_goes_into_more_first_and_says_why(play):
    _, page, game = play()
    why = {"key": "refuse.cp", "rule": "5.2"}
    greyed = [{"id": f"g{n}", "verb": "g", "kind": "button", "label": {"key": "b.none"}, "why_not": why} for n in range(3)]
    able = [{"id": f"b{n}", "verb": "b", "kind": "button", "label": {"key": "b.none"}} for n in range(3)]
    game.set_offer(offer(*greyed, *able))
    more = page.prompt.buttons[-1]
    assert [b.property("ask") for b in page.prompt.buttons[:-1]] == ["b0", "b1", "b2"]
    entries = more.findChild(QMenu).actions()
    assert all(not entry.isEnabled() and entry.text().partition("\t")[2] for entry in entries)


def test_a_button_says_its_chance(play):
    _, page, game = play()
    game.set_offer(offer({"id": "b", "verb": "b", "kind": "button", "label": {"key": "b.none"}, "chance": 64}))
    assert page.prompt.buttons[0].text().endswith("64 %")


def test_what_is_possible_at_any_time_is_neither_turned_to_nor_lit_at_first_and_stands_last(play):
    _, page, game = play()
    show, lead = (
        {"id": name, "verb": name, "kind": "pieces", "pieces": pieces, "min": 1, "max": 1, **more}
        for name, pieces, more in (("show", ["pbr-1", "seal-a"], {"aside": True}), ("lead", ["ccb-1"], {}))
    )
    game.set_offer(offer(show, lead))
    assert game.answer.ask["id"] == "lead"
    assert page.orders.ask["id"] == "lead"
    assert list(page.prompt.switches) == ["lead", "show"]
    click(page.prompt.switches["show"])
    assert page.orders.ask["id"] == "show"
    game.set_offer(offer(show, {**lead, "pieces": ["ccb-1", "pbr-3"]}))
    assert game.answer.ask["id"] == "lead", "what is asked comes back with the next question"

    # beside mere buttons it is one of them, and what carries it out comes once it has been turned to
    game.set_offer(offer(show, {"id": "fire", "verb": "fire", "kind": "button", "primary": True, "label": {"key": "b.done"}}))
    assert game.answer.ask is None
    assert page.orders.ask is None
    assert not page.prompt.doer.isVisible()
    assert page.prompt.primary is page.prompt.own
    click(page.prompt.switches["show"])
    assert game.answer.ask["id"] == "show"
    assert page.prompt.doer.isVisible()


def test_the_pane_is_empty_while_something_is_carried_by_hand(play):
    _, page, game = play()
    move = {"id": "m", "verb": "m", "kind": "move", "pieces": ["ccb-1", "pbr-1"]}
    call = {"id": "call", "verb": "call", "kind": "pieces", "pieces": ["pbr-1", "seal-a"], "min": 1, "max": 1}
    game.set_offer(offer(move, call))
    assert page.orders.ask is None
    click(page.prompt.switches["call"])
    assert page.orders.ask["id"] == "call"
    click(page.prompt.switches["m"])
    assert page.orders.ask is None
