"""The page of a game whose rules are not there yet: its board, to be looked at, below a line that says what is waited for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal

from qtwar.ui.board import BoardView
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.play.holder import BoardHolder
from qtwar.ui.widgets.basics import IconLabel, Panel, TextLabel, timer

SECOND = 1000


class WaitingPage(Panel):
    """One moves and zooms over the board; nothing on it is moved. Closing the tab gives the game up."""

    given_up = Signal()

    def __init__(self, model: GamePorts, board: BoardView) -> None:
        super().__init__()
        model.setParent(self)
        self.model, self.board, self.path = model, board, model.settings.identity.path
        self.waited = 0
        self.line = TextLabel("strong", wrap=True)
        self.jobs_home = Panel(row=True)
        self.holder = BoardHolder(board, model)
        bar = Panel("past", row=True, margins=(12, 5, 12, 5), spacing=8)
        bar.lay(IconLabel("cog-outline", "second", 18), self.line, self.jobs_home, grow=self.line)
        self.lay(bar, self.holder, grow=self.holder)
        timer(self, SECOND, self._tick, once=False).start()
        self.retranslate()

    def _tick(self) -> None:
        self.waited += 1
        self.retranslate()

    def retranslate(self) -> None:
        """Say what is waited for, and how long that has been."""
        self.line.show_data(tr("waiting.engine", n=self.waited))

    def tab_text(self) -> str:
        """Return what the tab is called."""
        return self.model.settings.identity.name

    def speak(self, language: str) -> None:
        """Have the title say its own words in a language."""
        self.model.title.language = language

    def commands(self) -> dict[str, Callable[..., object]]:
        """Return what can be done here: look about."""
        return self.holder.commands()

    def close_page(self) -> None:
        """The tab was closed."""
        self.given_up.emit()

    def focus_board(self) -> None:
        """Have the keys go to the board."""
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)
