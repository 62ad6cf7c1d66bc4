"""The order of a stack is changed in the picker, by drag and by keys; it is a step of the history like any other."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from qtwar.kit.runner import Runner
from tests.ui.board import ridge as rules

K = Qt.Key


@pytest.fixture
def table(ridge):
    made = ridge()
    made.view.tool.open_picker("field:0404")
    return made


def middle(table, piece):
    button = table.view.picker.buttons[piece]
    return button, button.rect().center()


def drag(table, piece, onto):
    button, start = middle(table, piece)
    other, centre = middle(table, onto)
    end = button.mapFromGlobal(other.mapToGlobal(centre)) + QPoint(other.width() // 3, 0)
    QTest.mousePress(button, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(button, start + QPoint(10, 0))
    QTest.mouseMove(button, end)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, pos=end)
    table.quiet()


def stack(table):
    return table.session.state.at("field:0404")


def test_a_card_dragged_along_the_strip_changes_the_stack_and_is_undone(table):
    picker = table.view.picker
    assert (picker.pieces, stack(table)) == (["s2", "s1"], ["s1", "s2"])
    drag(table, "s2", "s1")
    assert stack(table) == ["s2", "s1"]
    assert picker.pieces == ["s1", "s2"]
    assert picker.chosen == []  # a drag ticks nothing
    assert picker.focusWidget() is picker.buttons["s2"]  # a bare screen gives no window the focus
    label = table.session.history.line[-1].label
    assert table.model.title.texts.plain(label, "en") == "Blue puts the stack in 0404 in another order"
    table.model.history.undo()
    table.quiet()
    assert stack(table) == ["s1", "s2"]
    assert picker.pieces == ["s2", "s1"]


def test_alt_and_an_arrow_move_the_card_with_the_keyboard(table):
    picker = table.view.picker
    picker.buttons["s2"].setFocus()
    QTest.keyClick(picker.buttons["s2"], K.Key_Right, Qt.KeyboardModifier.AltModifier)
    table.quiet()
    assert stack(table) == ["s2", "s1"]
    QTest.keyClick(picker.buttons["s2"], K.Key_Left, Qt.KeyboardModifier.AltModifier)
    table.quiet()
    assert stack(table) == ["s1", "s2"]


def test_a_click_still_ticks(table):
    button, centre = middle(table, "s2")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=centre)
    assert table.view.picker.chosen == ["s2"]
    assert len(table.session.history) == 1


def test_a_title_that_reads_the_order_keeps_it(table, monkeypatch):
    runner = table.session.rules.held.runner
    assert isinstance(runner, Runner)
    monkeypatch.setattr(runner.title, "stack_order", True)
    drag(table, "s2", "s1")
    assert table.messages[-1]["key"] == "refuse.stack_order"
    assert stack(table) == ["s1", "s2"]
    assert table.view.picker.pieces == ["s2", "s1"]


def test_under_enforce_the_others_counters_stay_where_they_lie(ridge):
    table = ridge()
    answer = table.session.submit(
        "red",
        {"side": "red", "verb": "free", "args": {"op": "order", "place": rules.at("0404"), "pieces": ["s2", "s1"]}}
    )
    assert answer.message["key"] == "refuse.same_order"
