"""The window for everybody: the board as both sides may see it, on another screen, while one game goes on."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy

from qtwar.ui.board import BoardView
from qtwar.ui.facts import HandOver
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import language, tr
from qtwar.ui.play.gamepage import GamePage
from qtwar.ui.play.toolbar import lay_numbers
from qtwar.ui.second import SecondWindow
from qtwar.ui.widgets.basics import Panel, clear
from qtwar.ui.widgets.elided import Elided


class PublicWindow(SecondWindow):
    """Shows a model that knows what everybody knows; nothing is done here, and no cover is needed."""

    def __init__(self, page: GamePage, board: BoardView, model: GamePorts) -> None:
        self.crumbs, self.last, self.numbers = Elided("heading"), Elided("second-body"), Panel(row=True, spacing=6)
        super().__init__(page, board, docks=False, model=model)
        model.setParent(self)
        self.setObjectName("public")
        self.head = Panel("toolbar", row=True, margins=(16, 6, 16, 6), spacing=16, high=44)
        self.crumbs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        for part, room in ((self.crumbs, 0), (self.last, 1), (self.numbers, 0)):
            self.head.box.addWidget(part, room)
        self.holder.box.insertWidget(0, self.head)
        model.position.changed.connect(lambda _: self.refresh())
        self.refresh()
        self.restyle()

    def refresh(self) -> None:
        """Say turn and phase, what happened last, and the numbers of the sides."""
        model = self.model
        self.crumbs.setText(" › ".join(crumb.text for crumb in model.position.crumbs()))
        self.last.setText(model.history.entries()[model.history.live - 1].text if model.history.live else "")
        clear(self.numbers.box)
        lay_numbers(self.numbers, model.position.resources(), {side.id: side for side in model.title.sides()})

    def shade(self, what: HandOver | None) -> None:
        """Stay: what is seen here is for both."""

    def retranslate(self) -> None:
        """The model speaks the language in force too."""
        self.setWindowTitle(f"{tr('second.public', name=self.page.model.settings.identity.name)} – QtWar")
        self.model.title.language = language()
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys of play are for the window where the game is played."""
        event.ignore()

