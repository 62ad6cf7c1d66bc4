"""The other language, chosen in the settings: everything changes where one is, and nothing moves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from qtwar.ui.i18n import tr
from tests.stories.hands import Hands


class Windows(QObject):
    """Takes down what is shown as a window of its own, be it for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def eventFilter(self, widget: QObject, event: QEvent) -> bool:
        """Hear every widget."""
        if event.type() != QEvent.Type.Show or not isinstance(widget, QWidget) or not widget.isWindow():
            return False
        if widget.windowType() not in (Qt.WindowType.Popup, Qt.WindowType.ToolTip):
            self.shown.append(type(widget).__name__)
        return False


def test_nothing_flashes_as_a_window_while_a_game_is_chosen_played_and_the_language_changes(hands: Hands) -> None:
    watch = Windows()
    QApplication.instance().installEventFilter(watch)
    hands.open_game("fields_of_fire", "nrm_1")  # it begins with switches over the board
    hands.window.tabs.setCurrentIndex(0)
    hands.open_game("sealords", "learning")
    hands.press(hands.page.toolbar.rules.buttons["enforce"])
    hands.quiet()
    for _ in range(12):  # to a fight, with its strip of dice
        hands.step()
        hands.quiet()
    hands.window.prefs.set("language", "ja")
    hands.quiet()
    QApplication.instance().removeEventFilter(watch)
    assert watch.shown == []


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
