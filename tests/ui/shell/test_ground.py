"""Cells are called as the map has them: hexes, squares, cards, areas."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QTabBar

from qtwar.model.grid import KINDS
from qtwar.ui.i18n import suited
from tests.ui.shell.fixture_game import FixtureGame


def on_hexes():
    game = FixtureGame()
    game.title.ground = "hex"
    return game


def test_docks_menus_and_prompts_name_the_cells_of_the_map(make_window):
    window = make_window()
    page = window.open_game(on_hexes())
    assert page.docks["stack"].windowTitle() == "Hex and stack"
    assert page.viewer.shown.nothing.text() == "Point at a hex to see what is there."
    assert page.viewer.pin.accessibleName() == "Keep this hex"
    assert page.rail.buttons["dock_stack"].accessibleName() == "Hex and stack"
    goto = window.actions_registry["goto"]
    assert goto.text() == "Go to hex…"
    goto.trigger()
    assert window.palette_widget.field.placeholderText() == "Hex or place"
    window.palette_widget.close_palette()
    window.tabs.setCurrentIndex(0)
    assert goto.text() == "Go to place…"


def test_the_short_name_and_the_other_language_follow_too(make_window, qtbot):
    window = make_window((1280, 720))
    page = window.open_game(on_hexes())

    def tabs():
        return [bar.tabText(n) for bar in page.area.findChildren(QTabBar) for n in range(bar.count())]

    qtbot.waitUntil(lambda: "Hex" in tabs())
    window.prefs.set("language", "ja")
    assert window.actions_registry["goto"].text() == "ヘクスへ移動…"
    assert page.docks["stack"].windowTitle() == "ヘクス"


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_grid_has_words(kind):
    for key in ("dock.stack", "viewer.empty", "viewer.pin", "action.goto", "palette.goto"):
        assert suited(key, kind) == f"{key}.{kind}"
    assert suited("dock.stack", "") == "dock.stack"


def test_the_small_map_follows_the_printed_one(make_window, qtbot):
    page = make_window().open_game(on_hexes())
    small, shown = page.minimap, []

    def painted(size: int) -> QPixmap:
        shown.append(size)
        return QPixmap(4, 4)

    small.painted = painted
    small.renew()
    qtbot.waitUntil(lambda: bool(shown) and not small._renewal.isActive())
    shown.clear()
    page.board.ground_changed.emit()
    qtbot.waitUntil(lambda: bool(shown))
