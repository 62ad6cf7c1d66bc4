"""The list that is searched by typing."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from qtwar.ui.widgets.finder import Finder


def test_enter_takes_what_is_found_once(qtbot):
    over = QWidget()
    over.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    qtbot.addWidget(over)
    over.resize(500, 500)
    with qtbot.waitActive(over):
        over.show()
        over.activateWindow()
    finder = Finder("Counters", [("a", "Squad"), ("b", "Gun"), ("c", "Gunner")], over)
    taken: list[str] = []
    finder.chosen.connect(taken.append)
    finder.open_at(QPoint(20, 20))
    QTest.keyClicks(finder.field, "gun")
    QTest.keyClick(finder.field, Qt.Key.Key_Down)
    QTest.keyClick(finder.field, Qt.Key.Key_Return)
    assert taken == ["c"]
    assert not finder.isVisible()
    assert over.hasFocus()


def test_a_name_is_found_in_either_kana(qtbot):
    over = QWidget()
    qtbot.addWidget(over)
    finder = Finder("Counters", [("a", "ヘリコプター"), ("b", "Gun")], over)
    finder.field.setText("へり")
    assert [ident for ident, _ in finder.rows.rows] == ["a"]


def test_that_nothing_fits_is_said_below_the_field(qtbot):
    over = QWidget()
    qtbot.addWidget(over)
    over.resize(500, 500)
    over.show()
    finder = Finder("Counters", [("a", "Squad")], over)
    finder.open_at(QPoint(0, 0))
    finder.field.setText("zz")
    finder.layout().activate()
    assert finder.field.geometry().bottom() < finder.empty.y() < finder.list.y(), "the board's buttons lie over its foot"
