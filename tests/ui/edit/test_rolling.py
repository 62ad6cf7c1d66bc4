"""The wheel over a form scrolls it, and chooses nothing; what Enter has stored Ctrl+Z takes back."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.edit.form import TextField
from qtwar.ui.library.newdraft import NewDraftPanel
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.widgets.basics import ChoiceBox, Panel, scrolling


def roll(widget) -> None:
    """Turn the wheel over a widget, as the window system does it."""
    top = widget.window()
    at = QPointF(widget.mapTo(top, widget.rect().center()))
    QTest.wheelEvent(top.windowHandle(), at, QPoint(0, -120))
    QApplication.processEvents()


def test_who_rolls_past_a_list_chooses_nothing(qtbot):
    chosen = []
    boxes = [ChoiceBox([(n, str(n)) for n in range(9)], 4, chosen.append) for _ in range(9)]
    area = scrolling(Panel().lay(*boxes))
    qtbot.addWidget(area)
    area.resize(200, 90)
    with qtbot.waitExposed(area):
        area.show()
    for box in boxes[:2]:
        before = area.verticalScrollBar().value()
        area.ensureWidgetVisible(box)
        roll(box)
        assert area.verticalScrollBar().value() > before
        assert not box.hasFocus()
        area.verticalScrollBar().setValue(0)
        box.setFocus()
        roll(box)
        assert area.verticalScrollBar().value() > 0, "also where the list has the keyboard"
        area.verticalScrollBar().setValue(0)
    assert [box.value for box in boxes] == [4] * 9
    assert not chosen


def test_who_rolls_past_the_numbering_of_a_new_draft_keeps_it(qtbot):
    panel = NewDraftPanel(Preferences(Memory({})))
    qtbot.addWidget(panel)
    panel.prepare()
    with qtbot.waitExposed(panel):
        panel.show()
    was = panel.pattern.currentText()
    panel.pattern.setFocus()
    roll(panel.pattern)
    assert panel.pattern.currentText() == was


def test_what_enter_has_stored_is_undone_at_once(open_draft):
    d = open_draft()
    d.page.take_tool("select")
    d.settle()
    field = d.page.map.properties.form.fields["edit.name.en"]
    assert isinstance(field, TextField)
    was = d.board.name.en
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "Other land")
    QTest.keyClick(field, Qt.Key.Key_Return)
    d.settle()
    assert d.board.name.en == "Other land"
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    d.settle()
    assert d.board.name.en == was
    assert field.text() == was, "the field follows, although it has the keyboard"
