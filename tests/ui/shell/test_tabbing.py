"""Tab goes from control to control: what has the keyboard is always seen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGridLayout, QScrollArea

from qtwar.ui.library.cards import CardButton
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, scrolling


def stations(first, key):
    """Press a key until it has come round to the first station; returns all."""
    seen = [first]
    while len(seen) < 200:
        QTest.keyClick(QApplication.focusWidget(), key)
        if QApplication.focusWidget() is first:
            break
        seen.append(QApplication.focusWidget())
    return seen


def test_choosing_another_scenario_in_the_list_of_a_new_game_keeps_the_keyboard_there(make_window):
    window = make_window()
    library = window.library_page
    library.scenarios.rows[0].setFocus()
    QTest.keyClick(library.scenarios.rows[0], Qt.Key.Key_Return)
    QApplication.processEvents()
    panel = library.new_game
    panel.scenarios.setFocus()
    for n in (1, 2):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        assert panel.scenario == panel.title.scenarios[n].id
        assert panel.scenarios.hasFocus()


def test_the_palette_gives_the_keyboard_back_to_what_had_it(play):
    window, page, _ = play()
    for before in (page.board, window.tabs):
        for close in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
            before.setFocus()
            QTest.keyClick(before, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
            assert window.palette_widget.field.hasFocus()
            QTest.keyClicks(window.palette_widget.field, "can th")
            QTest.keyClick(window.palette_widget.field, close)
            assert window.palette_widget.isHidden()
            assert before.hasFocus()


def test_another_tab_has_the_keyboard_where_it_was_left_and_a_closed_one_gives_it_back(play):
    window, page, _ = play()
    library = window.library_page
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert window.stack.currentWidget() is library
    assert library.isAncestorOf(QApplication.focusWidget())
    library.filter.setFocus()
    QTest.keyClick(library.filter, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    settings = window.stack.currentWidget()
    assert settings.isAncestorOf(QApplication.focusWidget())
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert page.board.hasFocus()
    QTest.keyClick(page.board, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert library.filter.hasFocus()


def test_tab_goes_through_the_library_as_it_lies_whatever_was_made_when(make_window):
    window = make_window()
    library = window.library_page
    library.filter.setFocus()
    QTest.keyClicks(library.filter, "sealords")  # the tiles are laid out anew
    QApplication.processEvents()
    library.scenarios.rows[0].setFocus()
    QTest.keyClick(library.scenarios.rows[0], Qt.Key.Key_Return)  # and a form is built
    QApplication.processEvents()
    panel = library.new_game
    library.filter.setFocus()
    seen = stations(library.filter, Qt.Key.Key_Tab)
    marks = [
        library.filter, library.tiles["sealords"], library.scenarios.rows[0], library.scenarios.rows[1],
        panel.scenarios, panel.seats["hotseat"], panel.go, window.tabs,
    ]  # fmt: skip
    assert [one for one in seen if one in marks] == marks
    assert not [one for one in seen if isinstance(one, QScrollArea)]
    assert stations(library.filter, Qt.Key.Key_Backtab) == [seen[0], *reversed(seen[1:])]


def test_enter_in_any_field_of_a_new_game_starts_it_and_esc_goes_back_to_the_scenario(make_window):
    window = make_window()
    library = window.library_page
    started = []
    library.model.start_game.connect(started.append)
    row = library.scenarios.rows[0]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    QApplication.processEvents()
    library.new_game.seats["hotseat"].setFocus()
    QTest.keyClick(library.new_game.seats["hotseat"], Qt.Key.Key_Escape)
    assert library.new_game.isHidden()
    assert row.hasFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    QApplication.processEvents()
    library.new_game.seats["hotseat"].setFocus()
    QTest.keyClick(library.new_game.seats["hotseat"], Qt.Key.Key_Down)
    QTest.keyClick(library.new_game.seats["both"], Qt.Key.Key_Return)
    assert [game.seats for game in started] == ["both"]


def test_an_area_that_is_only_read_has_the_keyboard_and_scrolls_and_one_with_controls_is_passed(qtbot):
    words = TextLabel(text="\n".join("many lines" for _ in range(99)))
    button, before = Button(text="Press"), Button(text="Before")
    read, pressed = scrolling(Panel().lay(words), read=True), scrolling(Panel().lay(button))
    window = Panel().lay(before, read, pressed)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    before.setFocus()
    qtbot.waitUntil(before.hasFocus)
    assert stations(before, Qt.Key.Key_Tab) == [before, read, button]
    read.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(read, Qt.Key.Key_PageDown)
    assert read.verticalScrollBar().value() > 0


def test_tab_and_the_arrows_of_buttons_pass_docks_behind_the_tab_of_another(play):
    window, page, _ = play()
    behind = [dock for dock in page.docks.values() if dock.isVisible() and dock.visibleRegion().isEmpty()]
    assert behind, "Qt calls them visible"
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        page.toolbar.setFocus()
        window.tabs.setFocus()
        for station in stations(window.tabs, key):
            assert not any(dock.isAncestorOf(station) for dock in behind)


def test_n_gives_the_keyboard_to_the_board_it_leads_to(play):
    window, page, _ = play()
    window.tabs.setFocus()
    QTest.keyClick(window.tabs, Qt.Key.Key_N)
    assert page.board.hasFocus()


def test_a_new_game_asks_first_who_sits_and_enter_starts_it(make_window):
    window = make_window()
    library = window.library_page
    started = []
    library.model.start_game.connect(started.append)
    row = library.scenarios.rows[0]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Return)
    seats = library.new_game.seats
    assert seats["hotseat"].hasFocus()
    QTest.keyClick(seats["hotseat"], Qt.Key.Key_Down)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert seats["both"].hasFocus(), "the one that is chosen, from below too"
    QTest.keyClick(seats["both"], Qt.Key.Key_Return)
    assert [game.seats for game in started] == ["both"]


def test_enter_presses_the_button_that_has_the_keyboard(make_window):
    window = make_window()
    library = window.library_page
    wished = []
    library.scenarios.edit.connect(lambda *what: wished.append(what))
    row = library.scenarios.rows[0]
    row.copy.setFocus()
    QTest.keyClick(row.copy, Qt.Key.Key_Return)
    assert len(wished) == 1
    assert library.new_game.isHidden()
    window.find_button.setFocus()
    QTest.keyClick(window.find_button, Qt.Key.Key_Return)
    assert window.palette_widget.isVisible()


def test_a_title_that_is_chosen_looks_otherwise_than_one_that_has_the_keyboard(make_window):
    window = make_window()
    tiles = list(window.library_page.tiles.values())[:2]
    seen = []
    for focus in (window.tabs, *tiles):
        focus.setFocus()
        seen += [tile.grab().toImage().pixelColor(tile.width() // 2, tile.height() - 4).name() for tile in tiles]
    chosen, other = seen[:2]
    assert chosen != other
    assert seen == [chosen, other] * 3, "the ground says which is chosen, whatever has the keyboard"


def test_arrows_go_from_cover_to_cover_and_from_scenario_to_scenario_and_stop_at_the_edge(make_window):
    window = make_window((1600, 1000))
    library = window.library_page
    first, second, third = library.tiles.values()
    seen, focus = [], first
    first.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down):
        QTest.keyClick(focus, key)
        focus = QApplication.focusWidget()
        seen.append(focus)
    assert seen == [second, third, third, second, second]
    rows = library.scenarios.rows
    rows[0].setFocus()
    QTest.keyClick(rows[0], Qt.Key.Key_Down)
    assert rows[1].hasFocus()
    QTest.keyClick(rows[1], Qt.Key.Key_Up)
    QTest.keyClick(rows[0], Qt.Key.Key_Up)
    assert rows[0].hasFocus()


def test_arrows_go_to_the_nearest_card_in_their_direction_row_by_row(qtbot):
    holder = Panel()
    cards = [CardButton(str(n), str(n)) for n in range(3)]
    grid = QGridLayout()
    for n, card in enumerate(cards):
        card.setFixedSize(80, 40)
        grid.addWidget(card, n // 2, n % 2)
    holder.box.addLayout(grid)
    qtbot.addWidget(holder)
    holder.show()
    holder.activateWindow()
    cards[0].setFocus()
    qtbot.waitUntil(cards[0].hasFocus)
    seen, focus = [], cards[0]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up):
        QTest.keyClick(focus, key)
        focus = QApplication.focusWidget()
        seen.append(int(focus.ident))
    assert seen == [1, 0, 2, 2, 0]


def test_f6_comes_to_something_that_is_seen(make_window):
    window = make_window((1000, 500))
    library = window.library_page
    library.scenarios.rows[-1].setFocus()
    bar = library.area.verticalScrollBar()
    bar.setValue(bar.maximum())
    library.sidebar.nav["library"].setFocus()
    assert library.filter.visibleRegion().isEmpty()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F6)
    assert library.filter.hasFocus()
    assert not library.filter.visibleRegion().isEmpty()


def test_a_row_of_tabs_with_the_keyboard_is_seen_to_have_it(play):
    window, page, _ = play()
    rows = [row for row in (page.shelf.tabs, *page.area.tab_bars()) if not row.visibleRegion().isEmpty()]
    assert len(rows) > 1
    for row in rows:
        window.tabs.setFocus()
        without = row.grab().toImage()
        row.setFocus()
        assert row.hasFocus()
        assert row.grab().toImage() != without
