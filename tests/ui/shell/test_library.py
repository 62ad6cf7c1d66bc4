"""The start window: what can be done with a game beside opening it, solitaire titles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from qtwar.ui.i18n import tr
from qtwar.ui.library.cards import GameTile
from qtwar.ui.library.model import GameCard, InvitationShown
from qtwar.ui.widgets.basics import Button

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def menu_of(qtbot):
    """A function that asks a card for its menu with the right button: (window, number of the game) → menu."""

    def ask(window, number):
        page = window.library_page
        tile = page.game_grid.itemAt(number).widget()
        assert isinstance(tile, GameTile)
        at = QPoint(20, 20)
        QApplication.sendEvent(tile, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, tile.mapToGlobal(at)))
        menu = page.findChild(QMenu)
        qtbot.waitUntil(menu.isVisible)
        return menu

    return ask


def pick(menu, text):
    """Click an entry of a menu."""
    action = next(a for a in menu.actions() if a.text() == text)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


def test_a_game_is_put_away_and_taken_back(make_window, menu_of):
    window = make_window()
    page = window.library_page
    pick(menu_of(window, 0), "Put away")
    assert [game.path for game in window.library.games()] == ["/g/2.qtwar"]
    assert window.toast.text.text() == "“1” is put away; its file is kept."
    assert [button.text() for button in window.toast.buttons] == ["Undo"]
    QTest.mouseClick(window.toast.buttons[0], LEFT)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert [game.path for game in window.library.games()] == ["/g/1.qtwar", "/g/2.qtwar"]
    assert page.game_grid.count() == 2


def test_what_is_open_is_not_put_away_and_says_why(make_window, menu_of):
    window = make_window()
    window.library_page.is_open = lambda path: path == "/g/1.qtwar"
    menu = menu_of(window, 0)
    away = menu.actions()[-1]
    assert not away.isEnabled()
    assert away.toolTip() == "It is open in a tab; close that first."
    menu.close()


def test_a_right_click_opens_no_game(make_window, qtbot):
    window = make_window()
    tile = window.library_page.game_grid.itemAt(0).widget()
    QTest.mouseClick(tile, Qt.MouseButton.RightButton)
    assert window.library.opened == []
    QTest.mouseClick(tile, LEFT)
    assert window.library.opened == ["/g/1.qtwar"]


def test_titles_that_come_in_leave_what_is_pressed_where_it_is(make_window, monkeypatch):
    window = make_window()
    page, cards = window.library_page, list(window.library.titles())
    tile, row = page.tiles[cards[0].id], page.scenarios.rows[0]
    QTest.mousePress(tile, LEFT)
    late = replace(cards[0], id="late", name="Late")
    monkeypatch.setattr(window.library, "titles", lambda: [*cards, late])
    window.library.changed.emit()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert list(page.tiles) == [*(card.id for card in cards), "late"]
    assert page.tiles[cards[0].id] is tile
    assert page.scenarios.rows[0] is row
    QTest.mouseRelease(tile, LEFT)
    assert page.chosen == cards[0].id
    monkeypatch.setattr(window.library, "titles", lambda: [replace(cards[0], name="Renamed"), *cards[1:]])
    window.library.changed.emit()
    assert page.tiles[cards[0].id] is not tile
    assert page.title_grid.count() == len(cards)


def test_a_card_that_is_renewed_while_it_is_pressed_keeps_the_click(make_window, monkeypatch, qtbot):
    window = make_window()
    page, cards = window.library_page, [GameCard("t1", "One", line="1 new move"), GameCard("t2", "Two", chip="Your turn")]
    opened = []
    window.library.open_table.connect(opened.append)
    monkeypatch.setattr(window.library, "tables", lambda: cards)
    QTest.mouseClick(page.sidebar.nav["tables"], LEFT)
    first = page.game_tiles[0]
    qtbot.waitUntil(first.isVisible)
    assert not first.chip.isVisible()
    middle = first.mapTo(window, first.line.mapTo(first, QPoint(4, 4)))
    QTest.mouseMove(window, middle)
    QTest.mousePress(window.windowHandle(), LEFT, pos=middle)
    renewed = replace(cards[0], line="2 new moves", chip="Free World", chip_colour="#204080", when="today")
    cards[:] = [cards[1], renewed]  # what it says is new, and another one would be first now
    window.library.changed.emit()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert first.line.text() == "2 new moves"
    assert first.chip.isVisible()
    assert "Free World" in first.accessibleName()
    QTest.mouseRelease(window.windowHandle(), LEFT, pos=middle)
    assert opened == ["t1"]
    if page.games.underMouse():
        assert page.game_tiles[0] is first  # nothing takes its place under the pointer
    QTest.mouseMove(window, QPoint(2, 2))
    page.refresh()
    qtbot.waitUntil(lambda: [tile.ident for tile in page.game_tiles] == ["t2", "t1"])
    assert page.game_tiles[1] is first
    cards.clear()
    window.library.changed.emit()
    assert page.game_grid.count() == 0


@pytest.mark.parametrize(
    ("typed", "rows"),
    [
        ("ズムウォルト", ["zumwalt"]),
        ("ずむうぉると", ["zumwalt"]),
        ("\uff7d\uff9e\uff91\uff73\uff6b\uff99\uff84", ["zumwalt"]),  # narrow kana
        ("teto", ["tet"]),
        ("\uff33\uff45\uff21\uff4c\uff4f\uff52\uff44\uff53", ["game_warden", "tet", "zumwalt"]),  # wide letters
    ],
)
def test_the_filter_minds_neither_the_kind_of_kana_nor_the_width_of_letters(make_window, typed, rows):
    window = make_window(language="ja")
    page = window.library_page
    page.filter.setText(f" {typed}")
    assert next(iter(page.tiles)) == "sealords"
    assert [row.info.id for row in page.scenarios.rows] == rows


def test_what_was_chosen_of_a_title_does_not_go_over_to_the_next(make_window):
    window = make_window()
    page = window.library_page
    QTest.mouseClick(page.scenarios.rows[2], LEFT)
    assert page.scenarios.chosen == "zumwalt"
    QTest.mouseClick(page.tiles["fte"], LEFT)
    assert page.scenarios.chosen == ""
    QTest.mouseClick(page.tiles["rel"], LEFT)
    QTest.mouseClick(page.scenarios.rows[1], LEFT)
    page.filter.setText("Tet")
    assert [row.property("chosen") for row in page.scenarios.rows] == ["true"]
    assert page.scenarios.chosen == "tet"


def test_what_a_game_would_be_kept_waiting_for_is_done_while_it_is_asked_about(make_window):
    window = make_window()
    page = window.library_page
    assert window.library.prepared == []
    page.scenarios.play.emit("sealords", "tet")
    page.choose("fte")
    assert window.library.prepared == [("sealords", "tet"), ("fte", "game_warden")]


def test_a_title_for_one_is_played_solitaire(make_window):
    window = make_window()
    panel = window.library_page.new_game
    panel.show_title(replace(window.library.titles()[0], solo=True), "tet")
    assert panel.seats["both"].text() == "Solitaire"
    assert panel.seats["hotseat"].isHidden()
    assert not panel.names
    assert panel.game().seats == "both"


def test_settings_list_titles_and_folders_and_put_an_added_title_away(make_window):
    window = make_window()
    window.open_settings()
    page = window.stack.currentWidget()
    page.filter.setText("titles")
    assert page.shown() == ["/modules/sealords", "/home/me/modules/my_war.qtmod"]
    assert not page.found["/modules/sealords"].findChildren(Button)
    QTest.mouseClick(page.found["/home/me/modules/my_war.qtmod"].findChildren(Button)[-1], LEFT)
    assert page.shown() == ["/modules/sealords"]
    QTest.mouseClick(window.toast.buttons[0], LEFT)
    assert len(page.shown()) == 2
    page.filter.setText("storage")
    assert page.shown() == ["games", "log"]
    page.filter.setText("shortcuts")
    QTest.mouseClick(page.found["keys"].findChildren(Button)[0], LEFT)
    assert window.stack.currentWidget().property("tab") == "shortcuts"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_the_key_that_presses_a_button_starts_a_new_game(make_window, qtbot, key):
    window = make_window()
    panel = window.library_page.new_game
    panel.show()
    panel.show_title(window.library.titles()[0], "tet")
    panel.go.setFocus()
    assert window.focusWidget() is panel.go
    with qtbot.waitSignal(panel.start):
        QTest.keyClick(panel.go, key)


def test_the_name_of_who_is_invited_stays_in_another_language(make_window, qtbot):
    window = make_window()
    card = window.library_page.invitation
    card.show_notice(InvitationShown(None, "SEALORDS", "Tet", "Ann", "Viet Cong"))
    QTest.keyClicks(card.name, "Bob")
    said = card.go.text()
    window.prefs.set("language", "ja")
    assert card.go.text() != said
    with qtbot.waitSignal(card.model.answer_invitation) as told:
        QTest.mouseClick(card.go, LEFT)
    assert told.args[1] == "Bob"


def test_what_the_filter_leaves_nothing_of_is_not_said_to_be_missing(make_window):
    page = make_window().library_page
    page.filter.setFocus()
    QTest.keyClicks(page.filter, "zzz")
    assert page.empty.sentence.text() == page.no_games.text() == tr("palette.nothing")
