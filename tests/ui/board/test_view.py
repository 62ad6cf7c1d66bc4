"""Zoom, pan, stacks: and that work depends on what is in view, not on what there is."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from qtwar.bench.big import BigGame, big_board, big_state
from qtwar.bench.plain import PlainGround
from qtwar.engine.state import State
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.pieces import PieceKind
from qtwar.ui.board import BoardView
from qtwar.ui.board.access import describe
from qtwar.ui.board.layout import BoardLayout
from tests.ui.board.conftest import shown

K = Qt.Key
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


def wheel(view, point, steps):
    event = QWheelEvent(
        QPointF(point), QPointF(view.mapToGlobal(point)), QPoint(), QPoint(0, 120 * steps), Qt.MouseButton.NoButton, NONE,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_the_board_stands_still_when_something_comes_above_left_of_or_below_it(qtbot, game):
    window, above, left, below, board = QWidget(), QLabel("above"), QLabel("left"), QLabel("below"), BoardView(PlainGround)
    qtbot.addWidget(window)
    rows, columns = QVBoxLayout(window), QHBoxLayout()
    columns.addWidget(left)
    columns.addWidget(board, 1)
    rows.addWidget(above)
    rows.addLayout(columns, 1)
    rows.addWidget(below)
    for part in (above, left, below):
        part.hide()
    window.resize(900, 700)
    board.set_model(game)
    with qtbot.waitExposed(window):
        window.show()
    board.set_zoom(1.0)
    board.center_on("big:006006")

    def place():
        return board.mapTo(window, board.spot("big:006006").toPoint())

    before, seen = place(), []
    for part in (above, left, below, above, left, below):
        part.setVisible(not part.isVisible())
        QApplication.processEvents()
        seen.append((place(), board.size()))
    assert {point for point, _ in seen} == {before}
    assert len({(size.width(), size.height()) for _, size in seen}) > 2


@pytest.mark.parametrize("steps", [1, -1, 5, -4])
def test_the_point_under_the_cursor_stays_when_zooming(board, steps):
    point = QPoint(430, 350)
    before = board.camera.to_board(QPointF(point))
    wheel(board, point, steps)
    after = board.camera.to_board(QPointF(point))
    assert board.camera.zoom != 1.0
    assert (after - before).manhattanLength() < 2 / board.camera.scale


def test_zoom_has_its_limits(board):
    board.set_zoom(50)
    assert board.camera.zoom == 4.0
    board.set_zoom(0.001)
    assert board.camera.zoom == board.camera.least()


def test_keys_zoom_and_fit(board, hand):
    hand.key(K.Key_Plus, CTRL)
    assert board.camera.zoom == pytest.approx(1.25)
    hand.key(K.Key_1, CTRL)
    assert board.camera.zoom == 1.0
    hand.key(K.Key_0, CTRL)
    assert board.camera.area().contains(board.camera.bounds)


def test_hover_fans_the_stack_and_one_of_it_can_be_dragged(board, game, hand):
    hand.move(hand.at("006006"), buttons=Qt.MouseButton.NoButton)
    assert board.tool.hover_timer.isActive()
    assert board.tool.hover_timer.interval() == 350
    board.tool.hover_timer.timeout.emit()
    assert board.fan.place == "big:006006"
    rects = dict(board.fan.rects())
    assert not any(a.intersects(b) for n, a in rects.items() for m, b in rects.items() if n != m)
    hand.drag(rects["b1"].center().toPoint(), hand.at("006008"))
    assert game.sent[-1]["args"]["pieces"] == ["b1"]


@pytest.mark.parametrize("spot", ["middle", "left", "right", "top", "corner"])
@pytest.mark.parametrize("piece", ["b1", "b2", "b3"])
def test_the_counter_pointed_at_stays_below_the_pointer_when_its_stack_fans_out(board, hand, piece, spot):
    part = {"b1": (0.04, 0.9), "b2": (0.06, 0.96), "b3": (0.5, 0.1)}[piece]
    stack, width, height = board.spot("big:006006"), board.width(), board.height()
    to = {
        "middle": (width / 2, height / 2), "left": (30, height / 2), "right": (width - 30, height / 2),
        "top": (width / 2, 30), "corner": (width - 30, 30),
    }[spot]  # fmt: skip
    board.camera.pan((QPointF(*to) - stack).toPoint())
    rect = board.piece_rect(piece)
    at = QPointF(rect.x() + part[0] * rect.width(), rect.y() + part[1] * rect.height()).toPoint()
    assert board.piece_at(QPointF(at)) == (piece, "big:006006")
    hand.move(at, buttons=Qt.MouseButton.NoButton)
    board.tool.hover_timer.timeout.emit()
    assert board.fan.place == "big:006006"
    assert board.piece_at(QPointF(at)) == (piece, "big:006006")
    rects = [rect for _, rect in board.fan.rects()]
    assert not any(a.intersects(b) for a in rects for b in rects if a is not b)
    assert all(board.rect().contains(rect.toRect()) for rect in rects)
    hand.click(at)
    assert board.selection == [piece]


def test_a_stack_does_not_fan_out_over_its_count(board, hand):
    chip = board.camera.to_screen(board.layout_.chip_rect("big:006006", 3).center()).toPoint()
    hand.move(chip, buttons=Qt.MouseButton.NoButton)
    board.tool.hover_timer.timeout.emit()
    assert board.fan.place == ""


def test_the_fan_hides_the_count_that_it_covers(board, hand):
    hand.move(hand.at("006006"), buttons=Qt.MouseButton.NoButton)
    board.tool.hover_timer.timeout.emit()
    chip = board.camera.to_screen(board.layout_.chip_rect("big:006006", 3).center())
    assert board.fan.outer().contains(chip)
    hand.click(chip.toPoint())
    assert not board.picker.isVisible()


def test_a_rubber_band_selects_whom_it_holds(board, hand):
    start, end = hand.at("005003") + QPoint(-20, -20), hand.at("007007")
    hand.drag(start, end, SHIFT)
    assert sorted(board.selection) == ["b1", "b2", "b3", "j1"]


def test_of_those_in_a_rubber_band_who_can_go_is_dragged_and_who_stays_is_named(board, game, hand):
    why = {"b2": {"key": "refuse.locked", "args": {}, "rule": "5.1"}}
    ask = {**game.actions.offer["asks"][0], "pieces": ["b1", "b3"], "why": why}
    game.set_offer({"side": "BLUE", "asks": [ask]})
    hand.drag(hand.at("005005") + QPoint(-20, -20), hand.at("007007"), SHIFT)
    assert board.selection == ["b1", "b2", "b3"]
    hand.press(hand.at("006006"))
    hand.move(hand.at("006006") + QPoint(8, 0))
    hand.move(hand.at("007006"))
    assert sorted(board.carry.in_hand()) == ["b1", "b3"]
    assert board.carry.stays == ["b2"]
    assert "5.1" in "".join(span.text for span in board.carry_status._said)
    hand.key(K.Key_Escape)


def test_a_piece_is_placed_by_drag(board, game, hand):
    ask = {"id": "p", "verb": "set_up", "kind": "place", "pieces": ["b3"], "targets": {"b3": ["big:007007"]}}
    game.set_offer({"side": "BLUE", "asks": [ask]})
    hand.drag(hand.at("006006"), hand.at("009009"))
    assert game.sent == []
    hand.drag(hand.at("006006"), hand.at("007007"))
    assert game.sent[-1]["args"] == {"pieces": ["b3"], "cell": "big:007007"}


def test_n_leads_what_is_in_hand_to_the_next_lit_place(board, game, hand):
    targets = {"b3": ["big:007007", "big:009009"]}
    ask = {"id": "p", "verb": "set_up", "kind": "place", "pieces": ["b3"], "targets": targets}
    game.set_offer({"side": "BLUE", "asks": [ask]})
    board.tool.pick_up(["b3"])
    board.next_candidate(1)
    assert board.carry.target == board.cell == "big:007007"
    hand.key(K.Key_Return)
    assert game.sent[-1]["args"] == {"pieces": ["b3"], "cell": "big:007007"}


def test_n_goes_round_all_counters_on_the_free_table(board, game, hand):
    game.set_offer(None)
    game.actions.offer_changed.emit()
    assert not board.next_candidate(1), "nothing can be done"
    game.level = "off"
    seen = set()
    for _ in game.position.view.pieces:
        assert board.next_candidate(1)
        seen.add(board.cell)
    lying = {str(record["at"]) for record in game.position.view.pieces.values()}
    assert seen == {place for place in lying if board.layout_.has(place)}


def test_m_takes_of_a_stack_whom_the_question_in_hand_asks_for_and_does_not_turn_to_another(board, game, hand):
    """N led to a stack with a firer below a squad that only moves: M took the squad, and Fire was Move."""
    move = dict(game.actions.offer["asks"][0])
    fire = {**move, "id": "fire", "verb": "fire", "kind": "pieces+cell", "pieces": ["b1"], "min": 1, "max": 1}
    game.set_offer({"side": "BLUE", "prompt": {}, "asks": [move, {**fire, "cells": ["big:008006"]}]})
    for key in (K.Key_M, K.Key_Return):
        game.answer.start(game.actions.offer["asks"][1])
        board.set_cursor_place("big:006006", show=True)
        hand.key(key)
        assert board.selection == ["b1"]
        assert game.answer.ask["verb"] == "fire"
        hand.key(K.Key_Escape)


def test_n_goes_round_what_can_be_done(board, hand):
    board.next_candidate(1)
    first = board.cell
    board.next_candidate(1)
    assert {first, board.cell} == {"big:006004", "big:006006"}


def test_a_reader_hears_the_cursor_cell_and_its_counters(board, hand):
    board.set_cursor_place("big:006006", show=True)
    assert "3 counters" in board.accessibleDescription()
    hand.key(K.Key_M)
    assert describe(board.state, "big:008006").endswith("yes, stops")
    assert describe(board.state, "big:020020").endswith("no")


def test_lit_cells_share_one_outline():
    layout = BoardLayout(big_board(8, 8))
    one = layout.outline(["big:003003"])
    two = layout.outline(["big:003003", "big:003004"])
    assert one.elementCount() == 7
    assert two.elementCount() == 11
    ring = layout.outline([layout.place(c) for c in layout.grid.neighbours("004004")])
    x, y = layout.centre("004004")
    assert not ring.contains(QPointF(x, y))
    assert len(ring.toSubpathPolygons()) == 2


def test_counters_in_a_printed_box_lie_side_by_side():
    board = big_board(8, 8)
    boxes = [
        {"id": "wide", "name": {"en": "Wide", "ja": "広"}, "on_board": [0, 0, 360, 120]},
        {"id": "track", "name": {"en": "1", "ja": "1"}, "on_board": [400, 0, 78, 78]},
    ]
    layout = BoardLayout(type(board).model_validate(board.model_dump() | {"boxes": boxes}))
    layout.set_stacks(["wide", "track", "big:003003"])
    for count in (2, 4, 5, 9):
        rects = [layout.counter_rect("wide", n, count) for n in range(count)]
        assert all(layout.boxes["wide"].contains(r) for r in rects)
        assert len({(r.x(), r.y()) for r in rects}) == count
        assert [r.x() for r in rects] == sorted(r.x() for r in rects)
        assert layout.chip_rect("wide", count).isNull() == (count <= 5)  # where they cover each other, their count
        if count <= 5:
            assert not any(a.intersects(b) for a, b in pairwise(rects))
    layout.slots = lambda place: [0, 0, 0, 1]  # three that are alike share a room
    assert len({(at.x(), at.y()) for at in layout.spread("wide", 4)}) == 2
    assert not layout.chip_rect("wide", 4).isNull()
    # a field of a track has room for one: there they are a stack, with its number
    assert layout.spread("track", 3) == []
    assert layout.counter_rect("track", 0, 3).intersects(layout.counter_rect("track", 1, 3))
    assert not layout.chip_rect("track", 3).isNull()
    assert "wide" in layout.stacks_in(QRectF(340, 100, 2, 2))
    assert "wide" not in layout.stacks_in(QRectF(900, 700, 2, 2))
    layout.touch("wide", False)
    assert "wide" not in layout.stacks_in(QRectF(340, 100, 2, 2))


def painted(view, do):
    before = view.stacks.drawn
    do()
    view.repaint()
    return view.stacks.drawn - before


def big_view(qtbot, counters):
    board = big_board(120, 120)
    view = shown(qtbot, BigGame(board, big_state(board, counters)), 900, 600)
    view.set_zoom(1.0)
    view.camera.centre_on(view.camera.bounds.center())
    settle(view)
    return view


def settle(view):
    for _ in range(100):
        before = view.chunks.painted
        view.repaint()
        if view.chunks.painted == before:
            return


def test_what_is_drawn_again_does_not_grow_with_the_board(qtbot, game):
    view = big_view(qtbot, 6000)
    assert painted(view, lambda: None) == 0  # at rest nothing is drawn again
    assert painted(view, lambda: view.pan_by(QPoint(3, 2))) < 120
    place = next(
        iter(
            view.layout_.stacks_in(
                QRectF(view.camera.area().center(), view.camera.area().center()).adjusted(-150, -150, 150, 150)
            )
        )
    )
    view.tool.open_picker(place)
    view.picker.close_strip()
    settle(view)
    chunks = view.chunks.painted
    view.chunks.forget(view.layout_.stack_rect(place))
    settle(view)
    assert 1 <= view.chunks.painted - chunks <= 4


def test_far_away_a_stack_is_one_tile_and_no_face_is_asked_for(qtbot, game):
    view = big_view(qtbot, 3000)
    asked = []
    face = view.model.position.face
    view.model.position.face = lambda *args: asked.append(args) or face(*args)
    view.set_zoom(0.1)
    before = view.stacks.drawn
    settle(view)
    assert view.stacks.drawn > before
    assert asked == []


def test_h_held_hides_the_counters(board, hand):
    QTest.keyPress(board, K.Key_H)
    assert board.piece_at(QPointF(hand.at("006006"))) is None
    QTest.keyRelease(board, K.Key_H)
    assert board.piece_at(QPointF(hand.at("006006")))[0] == "b3"


def test_measuring_shows_steps(board, hand):
    board.set_cursor_place("big:006006", show=True)
    hand.key(K.Key_K)
    hand.key(K.Key_Down)
    hand.key(K.Key_Down)
    assert (board.sight.start, board.sight.end) == ("big:006006", "big:006008")
    assert board.sight.sentences() == ["2 hexes"]
    hand.key(K.Key_Escape)
    assert board.sight.start == ""


def test_the_first_look_is_at_the_counters(qtbot):
    grid = {"kind": "hex", "columns": 60, "rows": 60, "cell_mm": 25}
    board = BoardContent.model_validate({"id": "big", "name": {"en": "Wide", "ja": "広い"}, "grid": grid})
    state = State(("RED", "BLUE"), {"title": "small"})
    for n, place in enumerate(("big:5007", "big:5610")):
        state.pieces[f"p{n}"] = {"kind": "k1", "at": place, "face": "front", "owner": "BLUE", "back": "BLUE", "attrs": {}}
        state.places[place] = [f"p{n}"]
    view = shown(qtbot, BigGame(board, state), 800, 600)
    seen = view.camera.area()
    assert all(seen.contains(view.layout_.spot(place)) for place in state.places)
    assert not seen.contains(view.layout_.bounds.center())
    assert view.camera.zoom > 0.5


def test_a_table_of_cards_is_looked_at_where_cards_lie(qtbot):
    grid = {"kind": "cards", "columns": 7, "rows": 8, "card_w": 88, "card_h": 63, "cell_mm": 25}
    board = BoardContent.model_validate({"id": "big", "name": {"en": "Cards", "ja": "カード"}, "grid": grid})
    state = State(("RED", "BLUE"), {"title": "small"})
    laid = {"a": "big:0105", "b": "big:0306"}
    for ident, place in laid.items():
        card = {"kind": "k1", "at": place, "face": "front", "owner": "BLUE", "back": "BLUE", "attrs": {}}
        state.pieces[ident] = card
        state.places[place] = [ident]
    view = shown(qtbot, BigGame(board, state), 800, 600)
    seen, cards = view.camera.area(), [view.layout_.card_rect(place) for place in laid.values()]
    assert all(seen.contains(card) for card in cards)
    assert seen.width() < view.layout_.bounds.width() * 0.75
    edge, board = 24 / view.camera.scale, view.camera.bounds  # hardly any surround beside a board larger than the window
    assert board.adjusted(-edge - 1, -edge - 1, edge + 1, edge + 1).contains(seen)


def test_a_pile_of_cards_on_a_cell_says_how_many_lie_there(qtbot):
    grid = {"kind": "cards", "columns": 2, "rows": 1, "card_w": 88, "card_h": 63, "cell_mm": 25}
    board = BoardContent.model_validate({"id": "big", "name": {"en": "Cards", "ja": "カード"}, "grid": grid})
    card = PieceKind.model_validate({"id": "k1", "name": {"en": "Hill", "ja": "丘陵"}, "class": "card"})
    for count in (1, 3):
        state = State(("RED", "BLUE"), {"title": "small"})
        for n in range(count):
            record = {"kind": "k1", "at": "big:0101", "face": "front", "owner": "BLUE", "back": "BLUE", "attrs": {}}
            state.pieces[f"c{n}"] = record
            state.places.setdefault("big:0101", []).append(f"c{n}")
        game = BigGame(board, state)
        game.title.content = TitleContent.model_construct(boards=(board,), kinds=(card,))
        view = shown(qtbot, game, 800, 600)
        view.grab()
        assert [key[1] for key in view.stacks._signs if key[0] == "_chip"] == (["3"] if count == 3 else [])


def test_cells_that_a_scenario_leaves_out_lie_in_the_shade(qtbot, game):
    def seen(left_out):
        game.title.out_of_play = lambda board: left_out
        view = shown(qtbot, game)
        view.set_zoom(1.0)
        view.center_on("big:006006")
        picture = view.grab().toImage()
        spots = [view.camera.to_screen(view.layout_.spot(f"big:{cell}")) for cell in ("005007", "007006")]
        return [picture.pixelColor(spot.toPoint() + QPoint(20, 0)) for spot in spots]

    whole, part = seen([]), seen(["007006"])
    assert part[0] == whole[0]
    assert part[1] != whole[1]
