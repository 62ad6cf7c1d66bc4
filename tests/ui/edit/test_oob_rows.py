"""Rows of the order of battle under the pointer: dragged into a formation, beside a counter, to the other side."""

import re

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def line(tree, what, ident):
    """Return the line of a thing."""
    return next(item for item in tree.lines() if tree.key_of(item) == (what, ident))


def drag(tree, source, target) -> list[bool]:
    """Drag a line onto another as the window system does; return what was accepted."""
    tree.setCurrentItem(source)
    data: QMimeData = tree.mimeData([source])
    point, view = tree.visualItemRect(target).center(), tree.viewport()
    enter = QDragEnterEvent(point, COPY, data, LEFT, NONE)
    move = QDragMoveEvent(point, COPY, data, LEFT, NONE)
    drop = QDropEvent(point, COPY, data, LEFT, NONE)
    for event in (enter, move, drop):
        QApplication.sendEvent(view, event)
    return [enter.isAccepted(), move.isAccepted(), drop.isAccepted()]


def test_a_row_is_dragged_into_a_formation_beside_a_counter_and_to_the_other_side(open_draft):
    d = open_draft()
    d.page.show_page("oob")
    page = d.page.pages["oob"]
    QApplication.processEvents()
    tree = page.tree
    page.add_formation()
    d.settle()
    made = d.model.content.formations[-1].id
    assert drag(tree, line(tree, "piece", "s1"), line(tree, "formation", made)) == [True] * 3
    d.settle()
    assert d.model.content.pieces_by_id["s1"].formation == made
    assert drag(tree, line(tree, "piece", "s2"), line(tree, "piece", "s1")) == [True] * 3
    d.settle()
    assert d.model.content.pieces_by_id["s2"].formation == made
    assert drag(tree, line(tree, "formation", made), line(tree, "side", "ge")) == [True] * 3
    d.settle()
    assert d.model.content.formations[-1].side == "ge"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["Name, English", "Kind", "Formation", "fire"]), ("ja", ["名前・英語", "種類", "部隊", "fire"])],
)
def test_what_a_pasted_column_is_taken_for_is_said_in_words_and_whole(open_draft, language, words):
    d = open_draft(language=language)
    d.page.show_page("oob")
    page = d.page.pages["oob"]
    QApplication.clipboard().setText("name\tkind\tformation\tfire\nCharlie\tsquad\tfirst\t5\n")
    page.paste()
    QApplication.processEvents()
    table = page.paste_panel.table
    boxes = [table.cellWidget(0, column) for column in range(4)]
    assert [box.currentText() for box in boxes] == words
    assert all(table.columnWidth(n) > box.sizeHint().width() for n, box in enumerate(boxes)), "none is cut"


def test_a_click_on_the_head_sorts_numbered_counters_by_their_number(open_draft):
    d = open_draft()
    d.page.show_page("oob")
    page = d.page.pages["oob"]
    tree = page.tree
    tree.setCurrentItem(line(tree, "piece", "s1"))
    page.copies.set_value(11)
    page.make_copies()
    d.settle()
    tree.header().sectionClicked.emit(0)
    tree.refresh()
    numbers = [int(found[1]) for item in tree.lines() if (found := re.fullmatch(r"\D+(\d+)", item.text(0)))]
    assert len(numbers) > 9
    assert numbers == sorted(numbers)
