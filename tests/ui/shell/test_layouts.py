"""Layouts: what a person makes of them is kept per title, also what stands on another screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from qtwar.ui.play.boxes import Tray
from tests.ui.shell.windows import carry, drop, panes, rest

LEFT = Qt.MouseButton.LeftButton


def drag_edge(page, by):
    """Drag the edge between the board and the docks towards the board."""
    edge = page.docks["stack"].geometry().topLeft() + QPoint(-2, 100)
    QTest.mousePress(page.area, LEFT, pos=edge)
    QTest.mouseMove(page.area, edge - QPoint(by, 0))
    QApplication.processEvents()
    QTest.mouseRelease(page.area, LEFT, pos=edge - QPoint(by, 0))


def test_docks_come_back_as_they_were_left_title_by_title(sit_down, qtbot):
    _, page = sit_down()
    wide = page.docks["log"].width()
    drag_edge(page, 60)
    assert page.docks["log"].width() == wide + 60
    QTest.mouseClick(page.docks["stack"].bar.close_button, LEFT)
    page.shelf.set_open(False)
    _, page = sit_down()
    assert page.docks["log"].width() == wide + 60
    assert page.docks["stack"].isHidden()
    assert not page.shelf.open
    _, page = sit_down("rel")
    assert page.docks["log"].width() == wide
    assert not page.docks["stack"].isHidden()


def test_reset_brings_a_layout_back_and_leaves_the_others(sit_down, qtbot):
    window, page = sit_down()
    QTest.mouseClick(page.docks["stack"].bar.close_button, LEFT)
    page.set_layout("teach")
    rest(qtbot, page)
    page.docks["log"].close()
    page.set_layout("play")
    rest(qtbot, page)
    assert page.docks["stack"].isHidden()
    assert not page.docks["log"].isHidden()
    window.actions_registry["layout_reset"].trigger()
    rest(qtbot, page)
    assert not page.docks["stack"].isHidden()
    page.set_layout("teach")
    rest(qtbot, page)
    assert page.docks["log"].isHidden()


def test_docks_with_nothing_to_say_give_their_room_unless_they_were_opened(sit_down, qtbot):
    window, page = sit_down()
    game = page.model
    assert page.docks["odds"].isHidden()
    assert page.docks["orders"].isHidden()
    board = page.board.geometry()
    lose = {"id": "l", "verb": "lose", "kind": "pieces", "pieces": ["ccb-1", "pbr-1"], "min": 1, "max": 1}
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": [lose]})
    qtbot.waitUntil(page.docks["orders"].isVisible)
    assert page.board.geometry() == board, "the board stands still"
    game.set_offer({"side": "FW", "prompt": {"key": "prompt.losses", "args": {"side": {"s": "FW"}}}, "asks": []})
    assert page.docks["orders"].isHidden()

    # what somebody opens stays, in the next game too, until he closes it
    window.actions_registry["dock_orders"].trigger()
    game.actions.offer_changed.emit()
    assert not page.docks["orders"].isHidden()
    _, page = sit_down()
    assert not page.docks["orders"].isHidden()
    page.docks["orders"].close()
    page.model.actions.offer_changed.emit()
    assert page.docks["orders"].isHidden()


def test_a_dock_behind_another_tab_comes_forward_when_it_is_asked_for(sit_down, qtbot):
    window, page = sit_down()
    page.raise_dock("bookmarks")
    log, command = page.docks["log"], window.actions_registry["dock_log"]
    qtbot.waitUntil(lambda: log.visibleRegion().isEmpty())
    QTest.mouseClick(page.rail.buttons["dock_log"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not log.visibleRegion().isEmpty())
    assert not log.isHidden()
    assert command.isChecked()
    assert page.rail.buttons["dock_log"].isChecked()
    command.trigger()  # in front it closes
    assert log.isHidden()


def test_a_narrow_window_has_an_arrangement_of_its_own(sit_down, qtbot):
    window, page = sit_down()
    page.docks["oob"].close()
    window.resize(1280, 720)
    rest(qtbot, page)
    assert page.compact
    window.resize(1600, 1000)
    rest(qtbot, page)
    assert page.docks["oob"].isHidden()
    assert not page.docks["stack"].isHidden()


def test_in_a_narrow_window_the_shelf_opens_for_what_may_go_there_alone(sit_down, qtbot):
    window, page = sit_down()
    window.resize(1280, 720)
    rest(qtbot, page)
    page.shelf.set_open(False)
    box = next(tray.place for tray in page.shelf.boxes.findChildren(Tray) if tray.place)
    page.model.settings.set_strictness("enforce")
    page.board.state.picked.emit(("a",))
    page.model.focus.reach.emit(frozenset({"nowhere"}))
    assert not page.shelf.open
    page.model.focus.reach.emit(frozenset({box}))
    assert page.shelf.open
    page.board.state.picked.emit(("a",))  # at each step of the way there
    assert page.shelf.open
    page.board.state.picked.emit(())
    assert not page.shelf.open
    page.model.focus.reach.emit(frozenset())
    page.board.state.picked.emit(("a",))
    assert not page.shelf.open
    page.board.state.picked.emit(())
    page.model.settings.set_strictness("off")  # what is free may go anywhere
    page.board.state.picked.emit(("a",))
    assert page.shelf.open


def test_a_dock_is_dragged_out_by_its_tab_and_drops_back_by_its_title(sit_down, qtbot):
    _, page = sit_down()
    dock = page.docks["bookmarks"]
    bar = next(b for b in panes(page) if dock.windowTitle() in [b.tabText(n) for n in range(b.count())])
    tab = next(n for n in range(bar.count()) if bar.tabText(n) == dock.windowTitle())
    start = bar.mapToGlobal(bar.tabRect(tab).center())
    carry(bar, start, start + QPoint(10, 3))
    assert not dock.isFloating()  # still on the bar
    QTest.mouseRelease(bar, LEFT, pos=bar.mapFromGlobal(start + QPoint(10, 3)))
    out = page.holder.mapToGlobal(page.holder.rect().center())
    carry(bar, start, out)
    assert dock.isFloating()
    assert (dock.frameGeometry().topLeft() - out).manhattanLength() < 200  # under the pointer
    drop(bar, out)
    assert dock.titleBarWidget() is dock.bar
    # it floats again for this title, and goes home when it is dragged there
    _, page = sit_down()
    dock = page.docks["bookmarks"]
    assert dock.isFloating()
    beside = next(page.docks[i] for i in ("log", "oob") if not page.docks[i].visibleRegion().isEmpty())
    home = beside.mapToGlobal(beside.rect().center())
    carry(dock.bar, dock.bar.mapToGlobal(QPoint(50, 12)), home)
    drop(dock.bar, home)
    qtbot.waitUntil(lambda: not dock.isFloating() and beside in page.area.tabifiedDockWidgets(dock))


def test_settings_of_another_hand_do_no_harm(sit_down):
    from qtwar.ui.layouts import KEPT

    _, page = sit_down()
    for nonsense in (7, {"sealords": 3}, {"sealords": {"layout": "moon", "made": {"play.wide": {"docks": "äöü"}}}}):
        page.prefs.keep(KEPT, nonsense)
        _, page = sit_down()
        assert page.layout_name == "play"
        assert not page.docks["oob"].isHidden()


def test_two_screens_the_docks_go_and_come_home(sit_down, qtbot):
    window, page = sit_down()
    window.actions_registry["layout_two"].trigger()
    rest(qtbot, page)
    second = page.layouts.second
    assert second.isVisible()
    assert all(dock.window() is second for ident, dock in page.docks.items() if dock.isVisible())
    assert page.docks["log"].isVisible()
    assert page.board.width() > 0.9 * page.width()
    # it is remembered
    window, page = sit_down()
    assert page.layout_name == "two"
    assert page.layouts.second.isVisible()
    # it goes with its tab
    window.tabs.setCurrentIndex(0)
    assert not page.layouts.second.isVisible()
    window.tabs.setCurrentIndex(1)
    assert page.layouts.second.isVisible()
    # closing it brings the docks home
    page.layouts.second.close()
    rest(qtbot, page)
    assert page.layout_name == "play"
    assert all(dock.window() is window for dock in page.docks.values() if dock.isVisible())
    assert page.docks["oob"].isVisible()


def test_keys_of_play_hold_in_a_further_window(sit_down, qtbot):
    window, page = sit_down()
    window.actions_registry["new_window"].trigger()
    further = page.layouts.windows[0]
    with qtbot.waitActive(further):
        further.activateWindow()
    further.board.setFocus()
    QTest.keyClick(further.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.model.calls[-1] == ("undo",)
    further.close()
    assert not page.layouts.windows


def test_the_cover_hides_what_stands_outside_of_the_page_too(sit_down, qtbot):
    window, page = sit_down()
    window.actions_registry["layout_two"].trigger()
    rest(qtbot, page)
    page.docks["log"].setFloating(True)
    second = page.layouts.second
    window.actions_registry["hand_over"].trigger()
    QApplication.processEvents()
    assert not page.docks["log"].isVisible()
    shown = second.grab().toImage()
    assert len({shown.pixelColor(x, y).name() for x in range(5, shown.width(), 9) for y in range(5, 200, 9)}) == 1
    with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    assert page.docks["log"].isVisible()
    assert not second.shade_widget.isVisible()


def test_a_tab_is_taken_out_by_a_double_click_or_its_menu(sit_down, qtbot):
    _, page = sit_down()
    bar = next(b for b in panes(page) if "Bookmarks" in [b.tabText(n) for n in range(b.count())])
    QTest.mouseDClick(bar, LEFT, pos=bar.tabRect([bar.tabText(n) for n in range(bar.count())].index("Bookmarks")).center())
    assert page.docks["bookmarks"].isFloating()
    QApplication.processEvents()
    assert page.docks["bookmarks"].bar.isVisible()
    QTest.mouseClick(page.docks["bookmarks"].bar.float_button, LEFT)
    assert not page.docks["bookmarks"].isFloating()
    QApplication.processEvents()
    bar = next(b for b in panes(page) if "Bookmarks" in [b.tabText(n) for n in range(b.count())])
    at = bar.tabRect([bar.tabText(n) for n in range(bar.count())].index("Bookmarks")).center()
    QApplication.sendEvent(bar, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, bar.mapToGlobal(at)))
    menu = bar.findChild(QMenu)
    qtbot.waitUntil(menu.isVisible)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[1]).center())
    assert page.docks["bookmarks"].isHidden()


OTHER_SCREEN = """
import json
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.window import MainWindow, apply_preferences
from tests.ui.shell.board_stand_in import BoardStandIn
from tests.ui.shell.fixture_game import FixtureGame
from tests.ui.shell.fixture_library import FixtureLibrary

app = QApplication([])
store = Memory({"welcomed": True, "motion": False})
prefs = Preferences(store)
apply_preferences(prefs)
seen = []
for _ in range(2):
    window = MainWindow(prefs, FixtureLibrary(), BoardStandIn)
    window.resize(1500, 900)
    window.show()
    page = window.open_game(FixtureGame())
    QTest.qWait(50)
    if page.layout_name != "two":
        page.set_layout("two")
        QTest.qWait(50)
    second = page.layouts.second
    seen.append([window.screen().name(), second.screen().name(), second.width(), second.height()])
    second.resize(900, 700)
    QTest.qWait(50)
    window.close()
print(json.dumps(seen))
"""


def test_the_other_screen_is_filled_and_what_was_made_of_it_remembered(tmp_path, repository):
    screens = [
        {"name": n, "x": x, "y": 0, "width": w, "height": 1000} for n, x, w in (("A", 0, 1600), ("B", 1600, 1280))
    ]
    config = tmp_path / "screens.json"
    config.write_text(json.dumps({"screens": screens}))
    where = {**os.environ, "QT_QPA_PLATFORM": f"offscreen:configfile={config}", "PYTHONPATH": str(repository)}
    done = subprocess.run(
        [sys.executable, "-c", OTHER_SCREEN],
        env=where,
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, again = json.loads(done.stdout)
    assert first == ["A", "B", 1280, 1000]
    assert again == ["A", "B", 900, 700]


def test_docks_dragged_to_one_place_come_home(sit_down, qtbot):
    window, page = sit_down()
    out = page.holder.mapToGlobal(page.holder.rect().center())
    for ident in ("bookmarks", "log"):
        dock = page.docks[ident]
        bar = next(b for b in panes(page) if dock.windowTitle() in [b.tabText(n) for n in range(b.count())])
        tab = next(n for n in range(bar.count()) if bar.tabText(n) == dock.windowTitle())
        carry(bar, bar.mapToGlobal(bar.tabRect(tab).center()), out)
        drop(bar, out)
        rest(qtbot, page)
        assert dock.isVisible()
        assert dock.window() is not window
    window.actions_registry["layout_reset"].trigger()
    rest(qtbot, page)
    assert all(page.docks[ident].window() is window for ident in ("bookmarks", "log"))
