"""What helpers of the main window ask of it: its tabs, its library, and saying something."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from qtwar.ui.library.model import LibraryModel
from qtwar.ui.toast import Deed

if TYPE_CHECKING:
    from qtwar.ui.game import GamePorts


class Tabs(Protocol):
    """The main window, as test games and lessons see it."""

    stack: QStackedWidget
    tabs: QTabBar
    library: LibraryModel
    library_page: Any
    lesson: Any
    printing: Callable[[QWidget | None], object]

    def open_game(self, model: GamePorts) -> QWidget:
        """Open a tab for a game and bring it to the front."""
        ...

    def close_tab(self, index: int) -> None:
        """Close one of the tabs."""
        ...

    def tell(self, text: str, *deeds: Deed) -> None:
        """Show a sentence at the foot of the window, with a button for each thing to do about it."""
        ...

    def refresh_tab(self) -> None:
        """Take the commands of the page in front anew."""
        ...
