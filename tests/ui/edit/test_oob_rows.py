"""Rows of the order of battle under the pointer: dragged into a formation, beside a counter, to the other side."""

import re

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.i18n import tr
from tests.ui.edit.conftest import page_of, press, small_content

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


def hit(d, tree, item) -> None:
    """Click a line."""
    QTest.mouseClick(tree.viewport(), LEFT, pos=tree.visualItemRect(item).center())
    d.settle()


def test_the_designer_says_what_is_added_while_a_formation_is_in_hand(open_draft):
    d = open_draft()
    page = page_of(d, "oob")
    tree, designer = page.tree, page.designer
    hit(d, tree, line(tree, "piece", "s2"))
    assert designer.piece == "s2"
    assert designer.title.text() == tr("edit.designer")
    hit(d, tree, line(tree, "formation", "first"))
    assert (designer.kind, designer.piece) == ("squad", ""), "no counter of the roster is in hand"
    assert designer.title.text() == tr("edit.oob.makes")
    press(page, "edit.oob.counter")
    d.settle()
    made = d.model.content.pieces[-1]
    assert (made.kind, made.formation) == ("squad", "first"), "what the designer shows"
    assert designer.title.text() == tr("edit.designer"), "the new counter is in hand"


@pytest.mark.parametrize(("language", "scale"), [("en", 100), ("ja", 100), ("en", 200)])
def test_the_count_of_the_order_of_battle_is_whole_and_counts_kinds(open_draft, language, scale):
    base = small_content()
    more = [{**base.kinds[0].model_dump(mode="json"), "id": f"squad{n}"} for n in range(12)]
    kinds = [*(kind.model_dump(mode="json") for kind in base.kinds), *more]
    d = open_draft(small_content(kinds=kinds, pieces=[]), language=language, scale=scale)
    page = page_of(d, "oob")
    assert page.kinds.text() == tr("edit.oob.count_kinds", n=15, placed=0)
    assert page.kinds.isVisible()
    assert not page.count.isVisible(), "they are not 0"
    press(page, "edit.oob.counter")
    d.settle()
    QApplication.processEvents()
    assert page.count.text() == tr("edit.oob.count", n=1, placed=0, later=0, rest=1)
    assert page.kinds.text() == tr("edit.oob.count_kinds", n=14, placed=0)
    for words in (page.count, page.kinds):
        assert words.width() >= words.sizeHint().width(), "it is not cut"
        assert words.visibleRegion().boundingRect().width() == words.width()


def test_the_first_kind_that_comes_is_in_the_designer(open_draft):
    d = open_draft(small_content(kinds=[], pieces=[], scenarios=[]))
    page = page_of(d, "oob")
    assert page.designer.kind == ""
    d.model.add("kinds", {"id": "tank", "name": {"en": "Tank", "ja": "戦車"}, "side": "ge"}, lambda _: None)
    d.settle()
    QApplication.processEvents()
    assert page.designer.kind == "tank"
