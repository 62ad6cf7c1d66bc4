"""Tips: at their occasion, three a day, never again after ×, off in the settings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.ui.i18n import has
from qtwar.ui.tips import A_DAY, KEPT, TIPS, Tips
from tests.ui.shell.clipping import clipped


@pytest.fixture
def tips(play):
    """A function that opens a game with tips on some day: (**settings) → (tips, page, game, list with the day)."""

    def make(size=(1600, 1000), **values):
        window, page, game = play(size, **values)
        day = ["2026-01-01"]
        window.tips = Tips(window, window.prefs, lambda: day[0])
        return window.tips, page, game, day

    return make


def test_every_tip_has_its_words_in_both_languages():
    assert all(has(f"tip.{ident}", language) for ident in TIPS for language in ("en", "ja"))


def test_a_refusal_is_the_occasion_for_its_tip(tips):
    shown, page, game, _ = tips()
    assert not shown.bubble.isVisible()
    game.actions.refused.emit({"key": "refuse.empty"})
    assert shown.bubble.isVisible()
    assert shown.bubble.text.text() == "Warn lets every move happen and marks what breaks a rule."
    rules = page.toolbar.rules
    assert shown.bubble.geometry().top() >= rules.mapTo(shown.root, rules.rect().bottomLeft()).y()
    # no button lies below it
    prompt = page.prompt
    assert shown.bubble.geometry().top() >= prompt.mapTo(shown.root, prompt.rect().bottomLeft()).y()
    assert shown.root.rect().contains(shown.bubble.geometry())
    assert QApplication.focusWidget() is not shown.bubble


def test_a_closed_tip_never_comes_again_the_others_another_day(tips):
    shown, _, game, day = tips()
    game.actions.refused.emit({"key": "refuse.empty"})
    QTest.mouseClick(shown.bubble.close_button, Qt.MouseButton.LeftButton)
    assert not shown.bubble.isVisible()
    day[0] = "2026-01-02"
    game.actions.refused.emit({"key": "refuse.empty"})
    assert not shown.bubble.isVisible()
    game.focus.hovered.emit("delta:2015")
    assert shown.shown == "pin"
    shown.hide()
    game.focus.hovered.emit("delta:2015")
    assert not shown.shown
    day[0] = "2026-01-03"
    game.focus.hovered.emit("delta:2015")
    assert shown.shown == "pin"


def test_who_goes_about_by_keys_is_told_of_keys(tips):
    shown, page, game, _ = tips()
    shown.hide()  # what the pointer rested on when the window came up
    page.board.cursor_shown = True  # as an arrow leaves it
    game.position.pieces_at = lambda place: ("ccb-1", "seal-a")
    shown._on_board = lambda page, place: page.board.rect()
    game.focus.hovered.emit("delta:2015")
    assert shown.shown == "chip.keys"


def test_three_a_day_and_one_at_a_time(tips):
    shown, page, _, _ = tips()
    for ident in list(TIPS)[: A_DAY + 2]:
        shown.tell(ident, lambda: page.toolbar)
        shown.tell("print", lambda: page.toolbar)
        shown.hide()
    assert shown._shown_tips()["seen"] == list(TIPS)[:A_DAY]


def test_tips_can_be_turned_off_and_name_the_key_in_force(tips):
    shown, _, game, _ = tips()
    shown.window.actions_registry.set_keys("board_pin", ["Q"])
    game.focus.hovered.emit("delta:2015")
    assert shown.bubble.text.text().startswith("Q keeps a place here")
    shown.window.prefs.set("tips", False)
    assert not shown.bubble.isVisible()
    game.actions.refused.emit({"key": "refuse.empty"})
    assert not shown.bubble.isVisible()


@pytest.mark.parametrize(("language", "scale"), [("en", 100), ("ja", 150), ("ja", 200)])
def test_the_whole_sentence_is_seen(tips, language, scale):
    shown, page, _, _ = tips((1280, 720), language=language, scale=scale)
    for ident in TIPS:
        shown.prefs.keep(KEPT, {})
        shown.tell(ident, lambda: page.toolbar.rules_seen)
        assert shown.shown == ident
        QApplication.processEvents()
        assert shown.root.rect().contains(shown.bubble.geometry())
        assert not [line for line in clipped(shown.bubble) if "Text" in line]
        shown.hide()
