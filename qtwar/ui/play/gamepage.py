"""What keys, layouts and further windows ask of the page of a game."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from qtwar.ui.actions import Actions
from qtwar.ui.board import BoardView
from qtwar.ui.docks.reaction import ReactionDock
from qtwar.ui.game import GamePorts
from qtwar.ui.play.cover import Cover
from qtwar.ui.play.docking import Docking
from qtwar.ui.play.prompt import PromptBar
from qtwar.ui.play.shelf import Shelf
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.dock import Dock


class GamePage(Protocol):
    """The page of a game, as those see it that stand beside it."""

    model: GamePorts
    board: BoardView
    actions_registry: Actions
    prefs: Preferences
    layout_name: str
    compact: bool
    area: Docking
    docks: dict[str, Dock]
    shelf: Shelf
    cover: Cover
    prompt: PromptBar
    reaction: ReactionDock

    def window(self) -> QWidget:
        """Return the window the page is in."""
        ...

    def isVisible(self) -> bool:
        """Return whether its tab is in front."""
        ...

    def set_layout(self, name: str) -> None:
        """Arrange the docks."""
        ...

    def follow_offer(self) -> None:
        """Show the docks that the offer needs."""
        ...

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key means in play; returns whether it meant something."""
        ...
