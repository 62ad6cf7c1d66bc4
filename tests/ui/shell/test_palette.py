"""The palette: commands, what the game and the library have, found by what is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.i18n import tr
from qtwar.ui.library.lessons import BY_ID
from qtwar.ui.palette import rank


def test_palette_finds_commands_places_and_rules(play):
    window, page, game = play()
    window.actions_registry["palette"].trigger()
    palette = window.palette_widget
    QTest.keyClicks(palette.field, "can th")
    assert palette.entries[0].text == "Can Tho 2015"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert page.board.centred == ["delta:2015"]
    assert not palette.isVisible()
    window.actions_registry["palette"].trigger()
    QTest.keyClicks(palette.field, "undo")
    assert palette.entries[0].text == "Undo"
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert game.calls[-1] == ("undo",)


def test_palette_finds_scenarios_by_the_words_of_their_title_and_lessons(play):
    window, _, _ = play()
    library, palette = window.library_page, window.palette_widget
    for typed, title, scenario in (("sealords zum", "sealords", "zumwalt"), ("toward", "fte", "game_warden")):
        QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(palette.field, typed)
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        assert window.stack.currentWidget() is library
        assert library.new_game.isVisible()
        assert (library.new_game.title.id, library.new_game.scenario) == (title, scenario)
        assert library.new_game.isAncestorOf(QApplication.focusWidget())
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(palette.field, "lesson draw")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.lesson.lesson is BY_ID["draw"]


def test_palette_puts_a_whole_word_before_words_that_begin_so(play):
    window, _, _ = play()
    palette = window.palette_widget
    palette.open()
    texts = ("Measure, line of sight LOS", "4.3 Points, never lost", "Close tab")
    found = [rank(["los"], text) for text in texts]
    assert found == sorted({n for n in found if n is not None}), "each fits, and less well than the one before"
    palette.open(("cell",), "palette.goto")
    assert palette.foot.text() == tr("palette.foot"), "nothing is typed yet: nothing is missed"
    QTest.keyClicks(palette.field, "zzz")
    assert palette.foot.text() == tr("palette.nothing")


def test_what_is_only_meant_by_letters_inside_a_word_comes_last_and_the_library_can_not_be_closed(make_window):
    window = make_window()
    palette = window.palette_widget
    window.library_page.filter.setFocus()
    QTest.keyClick(window.library_page.filter, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(palette.field, "los")
    assert [entry.text for entry in palette.entries] == ["Measure, line of sight", "Close tab"]
    assert all(entry.why_not for entry in palette.entries)


def test_palette_says_why_a_command_is_not_here_and_finds_by_romaji(make_window):
    window = make_window(language="ja")
    palette = window.palette_widget
    palette.open()
    QTest.keyClicks(palette.field, "modosu")
    assert palette.entries[0].text == "元に戻す"
    assert palette.entries[0].why_not == "ここでは使えません"


def test_the_palette_answers_words_of_vassal(play):
    window, _, _ = play()
    palette = window.palette_widget
    for typed, ident in {
        "inventory": "dock_oob",
        "chat": "remark",
        "mask": "board_mask",
        "los": "board_measure",
        "delete": "board_remove",
        "game piece palette": "shelf",
        "preferences": "settings",
        "charts": "tables_show",
        "retire": "hand_over",
        "load game": "open",
        "step forward": "replay_forward",
        "overview": "zoom_fit",
        "clone": "board_marker",
        "mark moved": "board_when",
        "flip": "board_flip",
        "stack inspector": "dock_stack",
        "zoom": "zoom_in",
        "los thread": "board_measure",
        "draw pile": "shelf",
        "roll dice": "roll",
        "undo": "undo",
        "step through": "replay_forward",
    }.items():
        palette.open()
        palette.field.setText(typed)
        names = [entry.text for entry in palette.entries if not entry.why_not]
        assert window.actions_registry.name(ident).replace("…", "") in names[:2], (typed, names)
