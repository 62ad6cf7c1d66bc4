"""The board as a screen reader walks it: names, places on the screen, focus, and a press that plays."""

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt
from PySide6.QtGui import QAccessible

from qtwar.bench.plain import PlainGround
from qtwar.ui.board import BoardView
from qtwar.ui.i18n import set_language
from tests.ui.board.conftest import SmallGame

K = Qt.Key


@pytest.fixture
def table(ridge):
    made = ridge()
    made.view.set_cursor_place("field:0404", show=True)
    return made


def tree(table):
    return QAccessible.queryAccessibleInterface(table.view)


def names(table):
    board = tree(table)
    return [board.child(n).text(QAccessible.Text.Name) for n in range(board.childCount())]


def part(table, ident):
    board = tree(table)
    return board.child(board.place_of(ident))


def press(part):
    action = part.actionInterface()
    action.doAction(action.pressAction())


def test_cell_counters_and_candidates_are_children_with_their_sentences(table):
    assert tree(table).text(QAccessible.Text.Name) == "Board"
    assert names(table) == [
        "0404; 2 counters: Squad, Squad",
        "Squad; 0404; 1 of 2 from the top; can act",
        "Squad; 0404; 2 of 2 from the top; can act",
        "0304; 1 counter: Squad",
    ]
    table.begin("breach")
    assert "side 0404/0504; may be chosen" in names(table)


def test_children_lie_where_they_are_seen(table):
    board = tree(table)
    point = table.view.mapToGlobal(table.at("0304"))
    assert part(table, "field:0304").rect().contains(point)
    assert board.childAt(point.x(), point.y()).ident == "field:0304"
    here = part(table, "s2").rect()
    assert board.childAt(here.center().x(), here.center().y()).ident in ("s1", "s2")
    assert part(table, "s2").parent() is board
    assert board.indexOfChild(part(table, "s2")) == 1
    assert QRectF(table.view.rect()).contains(QRectF(here.translated(-table.view.mapToGlobal(table.view.pos()))))


def test_the_focus_is_at_the_cursor_and_goes_down_the_stack_with_tab(table):
    assert tree(table).focusChild().ident == "field:0404"
    table.hand.key(K.Key_Tab)
    assert tree(table).focusChild().ident == "s2"
    assert part(table, "s2").state().selected
    table.hand.key(K.Key_Tab)
    assert tree(table).focusChild().ident == "s1"
    table.hand.key(K.Key_Left)
    assert tree(table).focusChild().ident == table.view.cell


def test_a_game_is_played_by_pressing_parts(table):
    press(part(table, "field:0304"))
    assert table.view.cell == "field:0304"
    assert table.view.selection == ["s3"]
    press(part(table, "s3"))
    assert table.view.carry.in_hand() == ["s3"]
    table.quiet()
    assert "0303; empty; may go: yes" in names(table)
    press(part(table, "field:0303"))
    table.quiet()
    assert table.session.state.pieces["s3"]["at"] == "field:0303"
    assert not table.view.carry.holding


def test_a_side_is_pressed_like_a_cell(table):
    table.begin("breach")
    press(part(table, "field:0404|0505"))
    assert table.model.answer.args() == {"edge": "field:0404|0505"}
    assert part(table, "field:0404|0505").state().selected


def test_the_action_can_bring_the_keyboard_to_a_part(table):
    action = part(table, "field:0304").actionInterface()
    assert [action.localizedActionName(name) for name in action.actionNames()] == ["Press", "Go there"]
    assert part(table, "field:0304").selectionInterface() is None
    action.doAction(action.setFocusAction())
    assert table.view.cell == "field:0304"


def test_names_follow_the_language(table):
    set_language("ja")
    table.model.title.language = "ja"
    table.quiet()
    assert names(table)[1] == "分隊; 0404; 上から1番目(全2個); 行動できます"


def test_the_open_picker_is_a_child_too(table):
    before = tree(table).childCount()
    table.view.tool.open_picker("field:0404")
    assert tree(table).childCount() == before + 1
    assert tree(table).child(before).object() is table.view.picker


def test_readers_that_listen_do_no_harm_and_nothing_is_left_behind(table, qtbot):
    QAccessible.setActive(True)
    try:
        assert names(table)
        for key in (K.Key_Right, K.Key_Down, K.Key_Left, K.Key_Tab, K.Key_K, K.Key_Up):
            table.hand.key(key)
        table.quiet()
        second = BoardView(PlainGround)
        second.set_model(table.model)
        number = QAccessible.uniqueId(QAccessible.queryAccessibleInterface(second).child(0))
        assert QAccessible.accessibleInterface(number) is not None
        second.deleteLater()
        del second
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        assert QAccessible.accessibleInterface(number) is None
    finally:
        QAccessible.setActive(False)


def test_a_board_that_was_read_is_not_kept_when_its_window_is_gone(qapp):
    QAccessible.setActive(True)
    try:
        view, game = BoardView(PlainGround), SmallGame()
        view.set_model(game)
        game.setParent(view)
        assert QAccessible.queryAccessibleInterface(view).childCount()
        board = weakref.ref(view)
        view.deleteLater()
        del view, game
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
        assert board() is None
    finally:
        QAccessible.setActive(False)


def test_nothing_is_read_out_behind_the_cover(table):
    assert table.view.accessibleDescription()
    table.view.set_covered(True)
    assert tree(table).childCount() == 0
    assert tree(table).focusChild() is None
    assert table.view.accessibleDescription() == ""
    table.view.set_covered(False)
    assert names(table)[0].startswith("0404")
