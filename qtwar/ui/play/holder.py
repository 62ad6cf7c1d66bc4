"""The board of a game with its tabs and its zoom strip; what else floats on it is the page's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent

from qtwar.ui.board import BoardView
from qtwar.ui.facts import BoardInfo
from qtwar.ui.game import GamePorts
from qtwar.ui.play.floats import ZoomStrip
from qtwar.ui.play.overlaycard import OverlayCard
from qtwar.ui.play.resting import RestingHand
from qtwar.ui.widgets.basics import Panel, tab_bar


class BoardHolder(Panel):
    """Joins a board to the game that it shows, and to what the person looks at elsewhere."""

    resized = Signal()

    def __init__(self, board: BoardView, model: GamePorts, *, first: bool = True) -> None:
        super().__init__("surround")
        self.board, self.model = board, model
        self.tabs = tab_bar("panes")
        self.say(self.tabs.setAccessibleName, "board.tabs")
        self.tabs.hide()
        self.tabs.currentChanged.connect(self._turn)
        self.lay(self.tabs, board, grow=board)
        self.zoom = ZoomStrip(self, board, model.title.ground)
        self.overlays = OverlayCard(board.overlays, self)
        self.resting = RestingHand(self.tabs, board, lambda: board.comes_along)
        board.board_changed.connect(lambda ident: self.show_boards(model.title.boards(), ident))
        board.hovered.connect(model.focus.hovered)
        board.state.picked.connect(model.focus.selected)
        model.focus.blink.connect(board.blink)
        board.set_model(model, first=first)
        self.zoom.show_zoom(board.camera.zoom)  # it may have had its first look already

    def show_boards(self, boards: Sequence[BoardInfo], shown: str) -> None:
        """Show a tab for each of several boards; one alone needs none."""
        self.tabs.blockSignals(True)
        while self.tabs.count():
            self.tabs.removeTab(0)
        for n, info in enumerate(boards):
            self.tabs.addTab(info.name)
            self.tabs.setTabData(n, info.id)
            if info.id == shown:
                self.tabs.setCurrentIndex(n)
        self.tabs.blockSignals(False)
        self.tabs.setVisible(len(boards) > 1)

    def _turn(self, index: int) -> None:
        ident = self.tabs.tabData(index)
        if ident and self.board.ready and self.board.layout_.board.id != ident:
            self.board.set_board(ident)

    def step(self, by: int) -> None:
        """Turn to the next board, round and round."""
        if self.tabs.count() > 1:
            self.tabs.setCurrentIndex((self.tabs.currentIndex() + by) % self.tabs.count())

    def commands(self) -> dict[str, Callable[..., object]]:
        """Return what can be done by looking about: zooming, turning to another board."""
        return {
            "zoom_in": lambda: self.zoom.step(1),
            "zoom_out": lambda: self.zoom.step(-1),
            "zoom_100": lambda: self.board.set_zoom(1.0),
            "zoom_fit": self.board.fit,
            "next_board": lambda: self.step(1),
            "previous_board": lambda: self.step(-1),
        }

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell what floats on the board that there is more or less room."""
        super().resizeEvent(event)
        self.resized.emit()
