"""The carry grammar by drag, by clicks and by keys alone: one action in the end, or nothing and a reason."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from qtwar.ui.mime import pack

ALT, SHIFT, CTRL = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)
K = Qt.Key


def places(path):
    return [place.removeprefix("big:") for place in path]


def test_a_drag_to_a_lit_cell_is_one_action(board, game, hand):
    hand.drag(hand.at("006006"), hand.at("006008"))
    assert len(game.sent) == 1
    args = game.sent[0]["args"]
    assert (game.sent[0]["verb"], args["pieces"]) == ("move", ["b3"])
    assert places(args["path"]) == ["006006", "006007", "006008"]
    assert game.state.pieces["b3"]["at"] == "big:006008"
    assert board.carry.phase == "idle"
    assert board.stacks.lifted == set()


def test_the_counter_stays_in_the_position_until_the_journal_has_it(board, game, hand):
    game.actions.submit = lambda action: game.sent.append(action)
    hand.drag(hand.at("006006"), hand.at("006008"))
    assert board.carry.phase == "settling"
    assert game.state.pieces["b3"]["at"] == "big:006006"
    game.actions.refused.emit({"key": "refuse.cell", "args": {"cell": {"c": "big:006008"}}})
    assert board.carry.phase == "idle"
    assert board.stacks.resting("big:006006") == ["b1", "b2", "b3"]


def test_light_comes_on_pick_up_from_one_query_and_goes_with_the_drop(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(9, 0))
    assert [name for name, _ in game.queries] == ["reach"]
    assert "big:006008" in board.state.light_places
    assert "big:015015" not in board.state.light_places
    hand.move(hand.at("006008"))
    assert len(game.queries) == 1
    hand.release(hand.at("006008"))
    assert board.state.lights is None


def test_less_than_six_px_is_no_drag(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(4, 0))
    assert board.carry.phase == "idle"


def test_an_illegal_drop_does_nothing_and_says_why(board, game, hand):
    hand.drag(hand.at("006006"), hand.at("011006"))
    assert game.sent == []
    assert game.messages
    assert game.messages[-1]["rule"] == "1"
    assert game.queries[-1] == ("why", {"pieces": ["b3"], "cell": "big:011006"})
    assert board.carry.phase == "idle"


def test_a_cell_that_may_only_be_passed_refuses_the_drop(board, game, hand):
    hand.drag(hand.at("006006"), hand.at("005005"))
    assert game.sent == []
    assert game.messages


def test_escape_in_mid_drag_puts_everything_back(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006008"))
    assert board.carry.phase == "carried"
    hand.key(K.Key_Escape)
    hand.release(hand.at("006008"))
    assert game.sent == []
    assert board.carry.phase == "idle"
    assert board.state.lights is None
    assert board.stacks.resting("big:006006") == ["b1", "b2", "b3"]


def test_a_drop_on_the_start_is_nothing(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006008"))
    hand.move(hand.at("006006"))
    hand.release(hand.at("006006"))
    assert game.sent == []
    assert game.messages == []


def test_click_click_with_waypoints_back_and_the_last_again_as_end(board, game, hand):
    hand.click(hand.at("006006"))
    assert board.selection == ["b3"]
    hand.key(K.Key_M)
    hand.click(hand.at("007006"))
    hand.click(hand.at("009005"))
    assert len(board.carry.waypoints) == 2
    hand.click(hand.at("009005"), button=Qt.MouseButton.RightButton)
    assert places(board.carry.path) == ["006006", "007006"]
    hand.click(hand.at("007008"))
    hand.click(hand.at("007008"))
    assert places(game.sent[-1]["args"]["path"]) == ["006006", "007006", "007007", "007008"]


def test_a_click_on_a_cell_that_stops_movement_ends_the_carry(board, game, hand):
    hand.click(hand.at("006006"))
    hand.key(K.Key_M)
    hand.click(hand.at("008006") + QPoint(-28, 0))
    assert places(game.sent[-1]["args"]["path"])[-1] == "008006"


def test_some_are_left_on_the_way(board, game, hand):
    hand.click(hand.at("006006"))
    hand.key(K.Key_M, SHIFT)
    assert board.carry.in_hand() == ["b1", "b2", "b3"]
    hand.click(hand.at("007006"), ALT)
    assert board.picker.isVisible()
    board.picker.buttons["b1"].click()
    board.picker.take()
    assert board.carry.in_hand() == ["b2", "b3"]
    hand.click(hand.at("009006"))
    hand.click(hand.at("009006"))
    args = game.sent[-1]["args"]
    assert args["land"] == {"big:007006": ["b1"]}
    assert args["pieces"] == ["b1", "b2", "b3"]


def test_nobody_left_in_hand_is_not_landing(board, hand):
    hand.click(hand.at("006006"))
    hand.key(K.Key_M)
    assert not board.carry.leave(["b3"])


def test_one_is_collected_on_the_way(board, game, hand):
    hand.click(hand.at("006006"))
    hand.key(K.Key_M)
    hand.click(hand.at("006004"))
    assert board.carry.join == {"big:006004": ["j1"]}
    assert board.carry.in_hand() == ["b3", "j1"]
    hand.click(hand.at("007003") + QPoint(-25, 0))
    hand.key(K.Key_Return)
    assert game.sent[-1]["args"]["join"] == {"big:006004": ["j1"]}


def test_one_is_collected_from_beside_the_way_and_taken_back(board, game, hand):
    board.carry.pick_up(["b3"], game.actions.offer["asks"][0])
    board.carry.reach = {"cells": {"big:006007": {}}, "join": {"big:006004": ["j1"]}}
    hand.click(hand.at("006004"))
    assert (board.carry.join, board.carry.path) == ({"big:006004": ["j1"]}, ["big:006006"])
    hand.key(K.Key_Backspace)
    assert (board.carry.join, board.carry.phase) == ({}, "carried")


def test_keys_alone_carry_over_a_waypoint(board, game, hand):
    hand.key(K.Key_Down)
    hand.key(K.Key_Up)
    assert board.cell == "big:006006"
    hand.key(K.Key_Return)
    assert board.selection == ["b3"]
    hand.key(K.Key_Return)
    assert board.carry.phase == "carried"
    hand.key(K.Key_Down)
    hand.key(K.Key_Space)
    hand.key(K.Key_Down)
    hand.key(K.Key_Return)
    assert places(game.sent[-1]["args"]["path"]) == ["006006", "006007", "006008"]


def test_where_the_prompt_bar_has_a_button_for_enter_it_takes_no_counter_but_still_drops(board, game, hand):
    board.state.enter_taken = lambda: True
    hand.key(K.Key_Down)
    hand.key(K.Key_Up)
    hand.key(K.Key_Return)
    assert board.selection == []
    assert not board.tool.enter_is_mine()
    hand.key(K.Key_M)
    assert board.tool.enter_is_mine(), "what is in hand is dropped by Enter, whatever the bar offers"
    hand.key(K.Key_Down)
    hand.key(K.Key_Return)
    assert places(game.sent[-1]["args"]["path"]) == ["006006", "006007"]


def test_backspace_takes_the_last_waypoint_back(board, hand):
    hand.key(K.Key_Down)
    hand.key(K.Key_Up)
    hand.key(K.Key_M)
    hand.key(K.Key_Down)
    hand.key(K.Key_Space)
    assert len(board.carry.path) == 2
    hand.key(K.Key_Backspace)
    assert places(board.carry.path) == ["006006"]


def test_the_whole_stack_goes_with_shift(board, game, hand):
    hand.drag(hand.at("006006"), hand.at("006008"), SHIFT)
    assert game.sent[-1]["args"]["pieces"] == ["b1", "b2", "b3"]


def test_of_a_whole_stack_who_stays_is_a_unit_of_its_side_however_it_is_taken(board, game, hand):
    there = game.state.places["big:006006"]
    for ident, kind, owner in (("r9", "k1", "RED"), ("m9", "k63", "BLUE")):
        game.state.pieces[ident] = {**game.state.pieces["r1"], "kind": kind, "owner": owner, "at": "big:006006"}
        there.insert(0, ident)
    board.stacks._sorts["k63"] = True, ""
    offer = game.actions.offer
    offer["asks"][0]["pieces"] = ["b2", "b3"]
    game.set_offer(offer)
    hand.press(hand.at("006006"), SHIFT)
    hand.move(hand.at("006006") + QPoint(9, 0), SHIFT)
    assert (board.carry.pieces, board.carry.stays) == (["b2", "b3"], ["b1"])
    hand.key(K.Key_Escape)
    hand.release(hand.at("006006"), SHIFT)
    hand.key(K.Key_Down)
    hand.key(K.Key_Up)
    hand.key(K.Key_M, SHIFT)
    assert (board.carry.pieces, board.carry.stays) == (["b2", "b3"], ["b1"])


def test_who_could_go_but_not_with_those_in_hand_is_told_why_he_stays(board, game, hand):
    offer = game.actions.offer
    offer["asks"][0].update(max=2, rule="7.2")
    game.set_offer(offer)
    hand.press(hand.at("006006"), SHIFT)
    hand.move(hand.at("006006") + QPoint(9, 0), SHIFT)
    assert (board.carry.pieces, board.carry.stays) == (["b3", "b1"], ["b2"]), "who is held goes"
    assert [message["key"] for message in board.carry_status._left_behind(board.carry)] == ["carry.stays", "refuse.too_many"]
    board.carry.ask["followers"] = ["b2"]
    assert board.carry_status._left_behind(board.carry) == [], "he goes where they go"


def test_who_has_no_ask_stays_and_the_reason_is_told(board, game, hand):
    hand.drag(hand.at("003003"), hand.at("003005"))
    assert game.sent == []
    assert game.messages[-1]["args"] == {"piece": {"p": "r2"}}


def test_off_and_warn_let_any_drop_happen_as_a_free_move(board, game, hand):
    game.level = "warn"
    hand.drag(hand.at("006006"), hand.at("011006"))
    assert game.sent[-1] == {
        "side": "BLUE",
        "verb": "free",
        "args": {
            "op": "move",
            "pieces": ["b3"],
            "to": "big:011006",
            "broke": {"key": "refuse.cell", "args": {"cell": {"c": "big:011006"}}, "rule": "1"},
        },
    }
    game.level = "off"
    hand.drag(hand.at("003003"), hand.at("003005"))
    assert game.sent[-1]["args"] == {"op": "move", "pieces": ["r2"], "to": "big:003005"}
    assert board.state.lights is None


def test_alt_shift_is_a_free_move_under_enforce(board, game, hand):
    hand.drag(hand.at("006006"), hand.at("011006"), ALT | SHIFT)
    assert game.sent[-1]["verb"] == "free"


def test_a_drop_before_the_light_waits_for_it(board, game, hand):
    game.late = []
    hand.drag(hand.at("006006"), hand.at("006008"))
    assert game.sent == []
    for answer in game.late:
        answer()
    assert len(game.sent) == 1


def test_near_the_edge_the_board_scrolls_under_the_hand(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(10, 0))
    edge = QPoint(board.width() - 5, 300)
    hand.move(edge)
    before, target = board.camera.ox, board.carry.target
    assert board.edge.isActive()
    for _ in range(8):
        board.scroll_at_edge()
    assert board.camera.ox > before
    assert board.carry.target != target
    hand.move(QPoint(400, 300))
    assert not board.edge.isActive()


def test_when_the_offer_goes_the_hand_is_empty(board, game, hand):
    hand.click(hand.at("006006"))
    hand.key(K.Key_M)
    game.set_offer(None)
    assert board.carry.phase == "idle"


def test_one_who_is_chosen_and_not_carried_is_chosen_by_a_drag_which_says_what_comes_next(board, game, hand):
    march = {"id": "march", "verb": "march", "kind": "pieces", "pieces": ["b1"], "max": 1, "label": {"key": "hand.free"}}
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [march]})
    game.messages.clear()
    board.state.select(["b1"])
    hand.key(K.Key_M)
    assert board.carry.phase == "idle"
    args = {"piece": {"p": "b1"}, "what": {"key": "hand.free"}}
    assert game.messages == [{"key": "refuse.press_for_it", "args": args, "neutral": True}]
    assert game.answer.pieces == ["b1"]
    hand.drag(hand.at("006006"), hand.at("006008"))  # and nothing is let go of by one more
    assert game.answer.pieces == ["b1"]
    game.messages.clear()
    board.state.select(["j1"])
    hand.key(K.Key_M)
    assert [message["key"] for message in game.messages] == ["refuse.piece"]


def test_of_too_many_who_are_chosen_one_more_is_refused_and_the_bar_s_own_words_say_what_lacks(board, game, hand):
    excess = {"id": "excess", "verb": "excess", "kind": "pieces", "pieces": ["b1", "b2", "b3"], "min": 2, "max": 2,
              "label": {"key": "hand.free"}, "button": {"key": "ask.edge"}}  # fmt: skip
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [excess]})
    game.messages.clear()
    for piece in ("b1", "b2", "b3"):
        board.state.select([piece])
        hand.key(K.Key_M)
    pressed = {"piece": {"p": "b2"}, "what": {"key": "ask.edge"}}
    assert game.messages[:2] == [
        {"key": "missing.pieces", "args": {"n": 1}, "neutral": True},
        {"key": "refuse.press_for_it", "args": pressed, "neutral": True},
    ]
    assert [(no["key"], no["args"]) for no in game.messages[2:]] == [("refuse.too_many", {"max": 2})]
    assert game.answer.pieces == ["b1", "b2"]


def test_a_drag_that_fails_turns_the_bar_to_no_other_question(board, game, hand):
    offer = game.actions.offer
    move = {**offer["asks"][0], "pieces": ["b3"]}
    leave = {"id": "leave", "verb": "leave", "kind": "pieces", "pieces": ["b1"], "aside": True, "label": {"key": "hand.free"}}
    inner = {"kind": "pieces", "pieces": ["b2"]}
    secret = {"id": "secret", "verb": "secret", "kind": "secret", "of": inner, "label": {"key": "hand.free"}}
    game.set_offer({**offer, "asks": [move, leave, secret]})
    game.messages.clear()
    for piece in ("b1", "b2"):
        board.state.select([piece])
        hand.key(K.Key_M)
    args = {"piece": {"p": "b1"}, "what": {"key": "hand.free"}}
    assert game.messages[0] == {"key": "refuse.turn_to_it", "args": args, "neutral": True}
    assert [no["key"] for no in game.messages[1:]] == ["refuse.piece"]
    assert (game.answer.ask["id"], game.answer.pieces) == (move["id"], [])


def test_of_a_stack_taken_with_shift_who_is_held_goes_by_the_question_turned_to(board, game, hand):
    offer = game.actions.offer
    walk = offer["asks"][0]
    crawl = {**walk, "id": "crawl", "pieces": ["b3"]}

    def taken(asks, mods=SHIFT, turned=None):
        game.set_offer({**offer, "asks": asks})
        if turned is not None:
            game.answer.start(turned)
        hand.press(hand.at("006006"), mods)
        hand.move(hand.at("006006") + QPoint(9, 0), mods)
        found = game.answer.ask["id"], board.carry.pieces
        hand.key(K.Key_Escape)
        hand.release(hand.at("006006"), mods)
        return found

    assert taken([walk, crawl], turned=crawl) == ("crawl", ["b3"])
    assert taken([{**walk, "pieces": ["b1", "b2"]}, crawl]) == ("crawl", ["b3"]), "the lowest has a question that he has not"
    groups = {"a": ["b1", "b2"], "b": ["b3"]}
    assert taken([{**walk, "groups": groups}]) == (walk["id"], ["b3"])
    assert taken([{**walk, "costs": {"b1": 1, "b2": 1, "b3": 2}, "budget": 2}]) == (walk["id"], ["b3"])


def test_a_stack_taken_by_its_chip_goes_by_the_question_turned_to(board, game):
    offer = game.actions.offer
    walk = offer["asks"][0]
    crawl = {**walk, "id": "crawl", "pieces": ["b3"]}
    game.set_offer({**offer, "asks": [walk, crawl]})
    game.answer.start(crawl)
    board.tool.pick_up(["b1", "b2", "b3"], whole="big:006006")
    assert (game.answer.ask["id"], board.carry.pieces, board.carry.stays) == ("crawl", ["b3"], ["b1", "b2"])


def test_to_a_place_is_said_only_where_letting_go_would_do_it(board, game, hand):
    ask = {"id": "s", "verb": "s", "kind": "pieces+cell", "label": {"key": "b"}, "pieces": ["b1", "b2"], "min": 2, "max": 2,
           "cells": ["big:008008"]}  # fmt: skip
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [ask]})
    for pieces, said in ((["b1"], "missing.pieces"), (["b1", "b2"], "carry.to")):
        board.state.select(pieces)
        hand.key(K.Key_M)
        board.carry.point_at("big:008008")
        assert [message["key"] for message in board.carry_status._messages(board.carry)] == [said]
        hand.key(K.Key_Escape)


def test_counters_come_in_from_the_shelf(board, game, hand):
    data: QMimeData = pack(["b3"])
    point = hand.at("006008")
    buttons, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    board.dragEnterEvent(QDragEnterEvent(point, Qt.DropAction.MoveAction, data, buttons, none))
    assert board.carry.phase == "carried"
    board.dropEvent(QDropEvent(QPointF(point), Qt.DropAction.MoveAction, data, buttons, none))
    assert places(game.sent[-1]["args"]["path"])[-1] == "006008"


def test_who_can_not_go_with_those_in_hand_is_taken_instead_and_that_is_said(board, game):
    ask = {"id": "s", "verb": "s", "kind": "pieces+cell", "label": {"key": "b"}, "pieces": ["b1", "b2"], "min": 1, "max": 2,
           "cells": ["big:007007", "big:008008"], "targets": {"b1": ["big:007007"], "b2": ["big:008008"]}}  # fmt: skip
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [ask]})
    board.tool.take_in(["b1"])
    board.tool.take_in(["b2"])
    assert board.carry.in_hand() == ["b2"]
    assert [said["key"] for said in game.messages] == ["refuse.instead"]
    assert game.title.texts.plain(game.messages[0], "en").endswith("is taken instead.")
    board.tool.cancel()
    game.messages.clear()
    common = {**ask, "targets": dict.fromkeys(("b1", "b2"), ask["cells"])}
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [common]})
    board.tool.take_in(["b1"])
    board.tool.take_in(["b2"])
    assert (board.carry.in_hand(), game.messages) == (["b1", "b2"], [])
    board.tool.cancel()
    game.set_offer({"side": "BLUE", "prompt": {"key": "p"}, "asks": [{**ask, "max": 1}]})
    board.tool.take_in(["b1"])
    board.tool.take_in(["b2"])
    assert (board.carry.in_hand(), game.messages) == (["b2"], []), "of those that go alone everybody sees that"


def test_rules_that_fall_over_leave_no_counter_in_the_air(board, game, hand):
    game.actions.submit = lambda action: game.sent.append(action)
    hand.drag(hand.at("006006"), hand.at("006008"))
    game.actions.problem.emit(None)
    assert board.carry.phase == "idle"
    assert board.stacks.lifted == set()


def test_ctrl_held_draws_the_way_as_the_hand_goes(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(9, 0))
    for cell in ("006005", "007005", "007006", "008006", "007006", "007007"):
        hand.move(hand.at(cell), CTRL)
    # 008006 ends movement, so the way does not lead over it
    assert places(board.carry.path) == ["006006", "006005", "007005", "007006", "007007"]
    hand.move(hand.at("007006"), CTRL)
    assert places(board.carry.path) == ["006006", "006005", "007005", "007006"]
    hand.move(hand.at("006006") + QPoint(2, 2))
    assert places(board.carry.path)[-1] == "007006"
    hand.move(hand.at("007007"))
    hand.release(hand.at("007007"))
    assert places(game.sent[-1]["args"]["path"]) == ["006006", "006005", "007005", "007006", "007007"]


def test_backspace_takes_the_drawn_way_back_to_the_last_waypoint(board, game, hand):
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(9, 0))
    hand.move(hand.at("006005"))
    assert board.carry.waypoint("big:006005")
    hand.move(hand.at("007005"), CTRL)
    hand.move(hand.at("008005"), CTRL)
    assert places(board.carry.path) == ["006006", "006005", "007005", "008005"]
    hand.key(K.Key_Backspace)
    assert places(board.carry.path) == ["006006", "006005"]
    hand.key(K.Key_Backspace)
    assert places(board.carry.path) == ["006006"]
    assert board.carry.holding
