"""No text is cut off in any page, in both languages, at 100, 150 and 200 %."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from qtwar.ui.facts import UsedCell
from tests.ui.shell.clipping import clipped, overlapping
from tests.ui.shell.fixture_words import odds


def settle() -> None:
    """Let restyling, deletion and layout come to rest."""
    for _ in range(6):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


SIZES = ((1600, 1000), (1280, 720))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_cut_off(play, language):
    window, _page, game = play(language=language)
    problems = []
    for size in SIZES:
        window.resize(*size)
        for scale in (100, 150, 200):
            window.prefs.set("scale", scale)
            game.focus.hovered.emit("delta:2015")
            game.actions.odds_changed.emit(odds())
            game.actions.table_used.emit(UsedCell("crt", 3, 7, 6, "K"))
            for index in range(2):
                window.tabs.setCurrentIndex(index)
                settle()
                for line in (*clipped(window), *overlapping(window)):
                    problems.append(f"{size[0]} {scale}% tab {index}: {line}")
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_settings_and_shortcuts_and_new_game_fit(make_window, language):
    window = make_window((1280, 720), language=language)
    window.open_settings()
    window.open_shortcuts()
    window.library_page._ask("sealords", "game_warden")
    problems = []
    for scale in (100, 150, 200):
        window.prefs.set("scale", scale)
        for index in range(window.tabs.count()):
            window.tabs.setCurrentIndex(index)
            settle()
            problems += [f"{scale}% tab {index}: {line}" for line in clipped(window)]
    assert not problems, "\n".join(problems)


def test_the_checker_sees_a_cut_text(make_window):
    window = make_window()
    button = window.find_button
    button.setFixedWidth(20)
    QApplication.processEvents()
    assert any("Button" in line for line in clipped(window))


def test_targets_are_large_enough_and_have_names(play):
    window, _page, _ = play()
    for button in window.findChildren(QAbstractButton):
        if not button.isVisible() or type(button).__module__.startswith("PySide6"):
            continue
        name = button.accessibleName() or button.text()
        assert name.strip(), f"{button} has no name"
        assert min(button.width(), button.height()) >= 22, f"{name}: {button.size()}"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_start_window_is_not_wider_than_its_room_beside_the_new_game(make_window, language):
    window = make_window((1280, 720), language=language)
    page = window.library_page
    page._ask("sealords", "game_warden")
    settle()
    assert page.body.minimumSizeHint().width() <= page.area.viewport().width()
    assert page.scenarios.rows[0].paper_icon.isVisible()
    assert not page.scenarios.rows[0].paper.isVisible()
    page._show(None)
    window.resize(1600, 1000)
    settle()
    assert page.scenarios.rows[0].paper.isVisible()
