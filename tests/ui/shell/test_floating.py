"""What floats: docks that float as one window, trays and panes over the board, beside other tabs and the cover."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.play.boxes import Tray
from tests.ui.shell.windows import carry, drop, panes, rest

LEFT = Qt.MouseButton.LeftButton


def lift(qtbot, page):
    """Hold Space until the cover has gone."""
    with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)


@pytest.mark.parametrize("behind", ["another tab", "the cover"])
def test_docks_that_float_as_one_window_go_and_come_back_together(sit_down, qtbot, behind):
    window, page = sit_down()
    out = page.holder.mapToGlobal(page.holder.rect().center())
    pair = [page.docks[ident] for ident in ("bookmarks", "log")]
    for dock in pair:
        bar = next(b for b in panes(page) if dock.windowTitle() in [b.tabText(n) for n in range(b.count())])
        tab = next(n for n in range(bar.count()) if bar.tabText(n) == dock.windowTitle())
        carry(bar, bar.mapToGlobal(bar.tabRect(tab).center()), out)
        drop(bar, out)
        rest(qtbot, page)
        out = dock.mapToGlobal(dock.rect().center())
    assert pair[0].window() is pair[1].window()
    if behind == "another tab":
        window.in_library()
    else:
        window.actions_registry["hand_over"].trigger()
    QApplication.processEvents()
    assert not any(dock.isVisible() for dock in pair)
    if behind == "another tab":
        window.show_page(page)
    else:
        lift(qtbot, page)
    qtbot.waitUntil(lambda: all(dock.isVisible() for dock in pair))
    assert pair[0].window() is pair[1].window()
    assert pair[0].afloat


def test_a_layout_put_back_under_the_cover_shows_nothing_that_floats(sit_down, qtbot):
    window, page = sit_down(size=(1280, 720))
    dock = page.docks["log"]
    dock.setFloating(True)
    rest(qtbot, page)
    page.layouts.keep()
    window.resize(1600, 1000)
    qtbot.waitUntil(lambda: not page.compact)
    rest(qtbot, page)
    window.actions_registry["hand_over"].trigger()
    window.resize(1280, 720)
    qtbot.waitUntil(lambda: page.compact)
    rest(qtbot, page)
    assert dock.afloat
    assert dock.isHidden()
    lift(qtbot, page)
    qtbot.waitUntil(dock.isVisible)


def test_of_several_trays_the_one_that_is_open_stays_in_front(sit_down, qtbot):
    _, page = sit_down()
    rest(qtbot, page)
    shelf = page.shelf
    assert not shelf.coming.findChildren(Tray)  # made when somebody turns to them
    for n in (1, 2, 0):
        shelf.tabs.setCurrentIndex(n)
    places = [[t.place for t in trays.findChildren(Tray) if t.place] for trays in (shelf.boxes, shelf.turns, shelf.coming)]
    able = [n for n, there in enumerate(places) if there]
    assert len(able) > 1, places
    reach = frozenset(places[n][0] for n in able)
    for open_, wanted in ((able[-1], able[-1]), (3, able[0])):
        page.model.focus.reach.emit(frozenset())
        shelf.tabs.setCurrentIndex(open_)
        page.model.focus.reach.emit(reach)
        assert shelf.tabs.currentIndex() == wanted


def test_what_floats_over_the_board_goes_with_its_page_and_comes_back_with_it(play, qtbot):
    window, page, _ = play((1280, 720))
    dock = page.area.docks["oob"]
    dock.show()
    dock.setFloating(True)
    assert dock.isVisible()
    window.in_library()
    assert not dock.isVisible(), "another page is in front"
    window.stack.setCurrentWidget(page)
    qtbot.waitUntil(dock.isVisible)
    assert dock.isFloating()


def test_what_floated_when_its_page_was_left_does_not_come_back_above_the_cover(play, qtbot):
    window, page, game = play((1280, 720), cover=True)
    dock = page.area.docks["oob"]
    dock.show()
    dock.setFloating(True)
    window.in_library()
    game.settings.request_hand_over()  # the turn ends while another page is looked at
    window.stack.setCurrentWidget(page)
    QApplication.processEvents()
    assert page.cover.isVisible()
    assert dock.isHidden()
    with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
        QTest.keyPress(page.cover, Qt.Key.Key_Space)
    qtbot.waitUntil(dock.isVisible)


@pytest.mark.parametrize("behind", ["another tab", "the cover"])
def test_what_the_rules_ask_for_floats_not_over_another_tab_nor_over_the_cover(play, qtbot, behind):
    window, page, game = play((1600, 1000), cover=True)
    dock = page.area.docks["reaction"]
    dock.show()
    dock.setFloating(True)
    page.follow_offer()  # nobody may react
    assert dock.isHidden()
    if behind == "another tab":
        window.in_library()
    else:
        game.settings.request_hand_over()
    game.react = True
    game.actions.offer_changed.emit()
    QApplication.processEvents()
    assert dock.isHidden()
    if behind == "another tab":
        window.show_page(page)
    else:
        with qtbot.waitSignal(page.cover.uncovered, timeout=3000):
            QTest.keyPress(page.cover, Qt.Key.Key_Space)
    qtbot.waitUntil(dock.isVisible)
    window.in_library()
    game.react = False  # over before anybody looks again
    game.actions.offer_changed.emit()
    window.show_page(page)
    QApplication.processEvents()
    assert dock.isHidden()


@pytest.mark.parametrize("how", ["the tab is closed", "the program ends at another tab"])
def test_what_floats_is_there_again_when_the_next_game_of_the_title_is_opened(sit_down, qtbot, how):
    window, page = sit_down(size=(1280, 720))
    window.actions_registry["dock_oob"].trigger()
    rest(qtbot, page)
    assert page.docks["oob"].isFloating()
    if how == "the tab is closed":
        window.close_tab(window.stack.indexOf(page))
    else:
        window.in_library()
    _, page = sit_down(size=(1280, 720))
    assert page.docks["oob"].isFloating()
    assert page.docks["oob"].isVisible()
