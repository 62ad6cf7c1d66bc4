"""The other language, chosen in the settings: everything changes where one is, and nothing moves."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox

from qtwar.ui.i18n import tr
from tests.stories.hands import Hands


def test_a_language_chosen_in_the_settings_names_the_game_anew_and_keeps_the_place(hands: Hands) -> None:
    hands.open_game("sealords", "learning")
    window = hands.window
    before = window.tabs.tabText(1)
    window.actions_registry["settings"].trigger()
    page = hands.page
    hands.until(lambda: page.found["language"].isVisible())
    choice = page.found["language"].findChild(QComboBox)
    hands.press(choice, QPoint(10, 10))
    hands.until(choice.view().isVisible)
    QTest.keyClick(choice.view(), Qt.Key.Key_Down)
    QTest.keyClick(choice.view(), Qt.Key.Key_Return)
    hands.until(lambda: page.found["language"].findChild(QComboBox) is not choice)

    assert page.area.verticalScrollBar().value() == 0
    assert page.found["language"].isAncestorOf(window.focusWidget())  # the next arrow chooses again
    assert window.tabs.tabText(0) == tr("tabs.library") == "ライブラリ"
    assert window.tabs.tabText(1) != before
    assert window.tabs.tabText(1) == window.pages()[1].model.title.scenario.name.get("ja")
