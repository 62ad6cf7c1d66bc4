"""A panel that nobody sees is not brought up to date, behind another tab either; it is when it comes forward."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from qtwar.ui.widgets.dock import Dock
from qtwar.ui.widgets.seen import SeenPanel

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Counting(SeenPanel):
    def __init__(self) -> None:
        super().__init__()
        self.times = 0
        self.soon()

    def refresh(self) -> None:
        self.times += 1


def test_a_dock_behind_another_tab_waits_until_it_comes_forward(qapp) -> None:
    window, panels = QMainWindow(), (Counting(), Counting())
    docks = [Dock(ident, "table", f"dock.{ident}", panel) for ident, panel in zip(("log", "oob"), panels, strict=True)]
    for dock in docks:
        window.addDockWidget(RIGHT, dock)
    window.tabifyDockWidget(*docks)
    docks[0].raise_()
    window.resize(600, 400)
    window.show()
    QApplication.processEvents()
    assert [panel.times for panel in panels] == [1, 0]

    for panel in panels:
        panel.soon()
        panel.soon()
    QApplication.processEvents()
    assert [panel.times for panel in panels] == [2, 0]

    docks[1].raise_()
    assert [panel.times for panel in panels] == [2, 1], "at once: what is old is never seen"
    QApplication.processEvents()
    assert [panel.times for panel in panels] == [2, 1]
    panels[0].soon()
    QApplication.processEvents()
    docks[0].raise_()
    assert [panel.times for panel in panels] == [3, 1]
    window.close()
