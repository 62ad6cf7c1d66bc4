"""Asking for whom a copy of a game is made: a document that holds what one side knows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QTabBar

from qtwar.ui.files import ask_copy
from qtwar.ui.i18n import tr
from qtwar.ui.theme.icons import icon

if TYPE_CHECKING:
    from qtwar.ui.game import GamePorts


def ask_copy_for(tabs: QTabBar, page: Any) -> None:
    """Ask for which side, where there is more than one, and where the copy is written; `page` is the game's."""
    sides = page.sides_to_copy()
    if len(sides) == 1:
        _ask(tabs, page, *sides[0])
        return
    menu = QMenu(tabs)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for side, name in sides:
        menu.addAction(icon("account-eye-outline"), tr("files.copy_for", name=name), partial(_ask, tabs, page, side, name))
    menu.popup(tabs.mapToGlobal(tabs.rect().bottomLeft()))


def _ask(tabs: QTabBar, page: Any, side: str, name: str) -> None:
    ask_copy(tabs.window(), f"{Path(page.path).stem} – {name}.qtwar", lambda path: page.save_copy_for(path, side))


def wrote_for(model: GamePorts, path: str, side: str) -> str:
    """Return the sentence that says what a copy for a side holds."""
    known = model.title.side(side)
    return tr("game.copied_for", name=Path(path).name, side=known.name if known else side)
