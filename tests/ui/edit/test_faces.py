"""Icons of counters that are drawn when they are first seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap

from qtwar.ui.edit.faces import LateIcon


@pytest.mark.usefixtures("qapp")
def test_a_copy_of_a_late_icon_that_is_changed_lives_and_is_drawn_once() -> None:
    drawn: list[int] = []

    def draw() -> QPixmap:
        drawn.append(1)
        return QPixmap(20, 20)

    icon = QIcon(LateIcon(draw))
    copy = QIcon(icon)
    assert copy.pixmap(20, 20).size() == QSize(20, 20)
    copy.addPixmap(QPixmap(10, 10))  # Qt makes a clone of the engine here
    assert copy.pixmap(20, 20).size() == icon.pixmap(20, 20).size() == QSize(20, 20)
    assert drawn == [1]
