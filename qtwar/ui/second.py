"""One more window of a game, for another screen: a board of its own and, in the layout for two screens, the docks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from qtwar.ui.board import BoardView
from qtwar.ui.facts import HandOver
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.looks import look_of, put_look, turn_to
from qtwar.ui.play.docking import COLUMNS, RIGHT, Docking, lay_docks, take_docks
from qtwar.ui.play.gamepage import GamePage
from qtwar.ui.play.holder import BoardHolder
from qtwar.ui.preferences import bytes_of, text_of
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import TextLabel

if TYPE_CHECKING:
    from qtwar.ui.widgets.dock import Dock


class Shade(TextLabel):
    """Lies over a window while the screen changes hands: the side's colour, and to whom it goes. It has the keys."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("page", parent=parent, wrap=True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def lower_over(self, colour: str, words: str) -> None:
        """Cover all of the parent."""
        self.show_data(words)
        ground = colour or current().tokens.surround
        self.setStyleSheet(f"background:{ground}; color:{ink_on(ground)}; padding:{px(24)}px;")
        self.setGeometry(self.parentWidget().rect())
        self.raise_()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Tab does not lead to what lies below."""
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Swallow it: below lies the board of the former player."""
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Swallow it."""
        event.accept()


class SecondWindow(Speaks, QMainWindow):
    """Keys and commands are those of the page; closing it gives the docks back."""

    closed = Signal()

    def __init__(self, page: GamePage, board: BoardView, *, docks: bool, model: GamePorts | None = None) -> None:
        super().__init__(page.window())
        self.setWindowFlags(Qt.WindowType.Window)
        self.page, self.board, self.has_docks = page, board, docks
        self.model = model or page.model
        self.setObjectName("second")
        take_docks(self)
        self.holder = BoardHolder(board, self.model, first=False)
        self.setCentralWidget(self.holder)
        self.zoom = self.holder.zoom
        self.zoom.goto.connect(page.actions_registry["goto"].trigger)
        self._show_next_board()
        self.shade_widget = Shade(self)
        self.addActions(page.window().actions())
        self.retranslate()

    def _show_next_board(self) -> None:
        """Beside the board on the first screen the next one is of more use than the same once more."""
        first = self.page.board
        others = [b.id for b in self.model.title.boards() if not first.ready or b.id != first.layout_.board.id]
        if others and self.board.ready:
            self.board.set_board(others[0])

    # -- docks -------------------------------------------------------------------------------------
    def arrange(self, docks: Mapping[str, Dock]) -> None:
        """Take the docks: order of battle on the left, the others in three panes on the right."""
        lay_docks(self, docks)
        for ident, dock in docks.items():
            dock.setVisible(ident not in ("orders", "reaction"))
        self.size_docks(docks)
        for column in COLUMNS:
            docks[column[0]].raise_()

    def size_docks(self, docks: Mapping[str, Dock]) -> None:
        """Give the docks more room than beside the board of a single screen."""
        widths = [min(px(340), round(self.width() * 0.27)), min(px(440), round(self.width() * 0.35))]
        self.resizeDocks([docks["oob"], docks["stack"]], widths, Qt.Orientation.Horizontal)
        panes = [docks[column[0]] for column in COLUMNS]
        self.resizeDocks(panes, [px(300), px(260), px(380)], Qt.Orientation.Vertical)

    # -- where it stands ---------------------------------------------------------------------------
    def place_on_other_screen(self, number: int) -> None:
        """Fill the other screen; where there is none stand beside the middle of this one."""
        main = self.page.window()
        here = main.screen()
        other = next((screen for screen in QGuiApplication.screens() if screen is not here), None)
        if other is not None and number == 1:
            self.setGeometry(other.availableGeometry())
            return
        room = (other or here).availableGeometry()
        size = room.size() * 0.66
        spot = room.topLeft() + (main.geometry().topLeft() - here.availableGeometry().topLeft()) / 2
        spot += (room.center() - room.topLeft()) * 0.34
        shift = px(28) * (number - 1)
        self.setGeometry(QRect(spot, size).translated(shift, shift))

    def placement(self) -> dict[str, Any]:
        """Return what puts it back: place, docks, board and where one looks."""
        return {
            "place": text_of(self.saveGeometry()),
            "docks": text_of(self.saveState()),
            "board": self.board.layout_.board.id if self.board.ready else "",
            "looks": look_of(self.board),
        }

    def put(self, kept: object) -> None:
        """Put back what `kept` returned; a screen that is gone is made up for by Qt."""
        if not isinstance(kept, dict):
            self.size_docks(self.page.docks)
            return
        for name, back in (("place", self.restoreGeometry), ("docks", self.restoreState)):
            state: QByteArray = bytes_of(kept.get(name))
            if not state.isEmpty():
                back(state)
        if kept.get("board") in {board.id for board in self.model.title.boards()}:
            turn_to(self.board, kept["board"])
        put_look(self.board, kept.get("looks"))

    def let_go(self, home: Docking) -> None:
        """Close without a word; docks that are still here go home first."""
        for dock in home.docks.values():
            if dock.home is self:
                dock.leave()
                home.addDockWidget(RIGHT, dock)
        self.has_docks = False
        self.hide()
        self.deleteLater()

    # -- secrets and looks -------------------------------------------------------------------------
    def shade(self, what: HandOver | None) -> None:
        """Hide everything while the screen changes hands; None shows it again."""
        if what is None:
            if self.focusWidget() is self.shade_widget:
                self.board.setFocus(Qt.FocusReason.OtherFocusReason)
            self.shade_widget.hide()
            return
        side = self.page.model.title.side(what.side)
        name = what.player or (side.name if side else what.side)
        self.shade_widget.lower_over(side.colour if side else "", tr("second.cover", who=name))

    def retranslate(self) -> None:
        """Say the title again."""
        key = "second.docks" if self.has_docks else "second.board"
        self.setWindowTitle(f"{tr(key, name=self.page.model.settings.identity.name)} – QtWar")

    def restyle(self) -> None:
        """Leave room for the zoom strip at the new scale."""
        self.holder.setMinimumWidth(self.zoom.width() + px(24))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The shade stays as large as the window."""
        super().resizeEvent(event)
        self.shade_widget.setGeometry(self.rect())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of play hold here too; not while the screen changes hands."""
        if self.shade_widget.isVisible() or not self.page.handle_key(event):
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The docks go home before the window goes."""
        event.accept()
        self.closed.emit()
