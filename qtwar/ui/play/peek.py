"""What a side saw when it looked at a deck: the cards in order, to be taken from there; gone when the deck changes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from qtwar.ui.facts import Peeked, ViewChanges
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.play.holder import BoardHolder
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconButton, Panel, TextLabel, clear, scrolling
from qtwar.ui.widgets.faces import Face

FACE = 180


class Peek(Panel):
    """Floats over the board. The first card is the top one; each can be dragged off, or clicked into the hand."""

    def __init__(self, model: GamePorts, parent: BoardHolder) -> None:
        super().__init__("floating", margins=(14, 10, 14, 12), spacing=8, parent=parent)
        self.model = model
        self.holder = parent
        self.place = ""
        self.faces: list[Face] = []
        self.title = TextLabel("strong")
        close = IconButton("close", "finder.close", size=24, then=self.close_panel)
        self.row = Panel("clear", row=True, spacing=8)
        self.strip = scrolling(self.row, "peek.hint", sideways=True, down=False)
        self.lay(Panel(row=True, spacing=8).lay(self.title, close, grow=self.title))
        self.lay(self.strip, TextLabel("second", "peek.hint"))
        model.actions.peeked.connect(self.show_cards)
        model.position.changed.connect(self._changed)
        self.hide()

    def show_cards(self, seen: Peeked) -> None:
        """Show the cards; where one of them lies in its deck is all that is known of it."""
        unknown = self.model.position.view.places.get(seen.place, [])
        self.place = seen.place
        self.title.show_data(tr("peek.title", n=len(seen.pieces), place=self.model.title.place_name(seen.place)))
        clear(self.row.box)
        self.faces = []
        for n, piece in enumerate(seen.pieces[: len(unknown)]):
            face = Face(self.model, (unknown[-1 - n],), FACE, shown=piece, trimmed=True)
            face.clicked.connect(lambda piece: self.model.focus.taken.emit((piece,)))
            self.row.lay(face)
            self.faces.append(face)
        self.row.lay(None)
        self.settle()
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def settle(self) -> None:
        """Lie in the middle of the board's upper half, as wide as the cards need and the board allows."""
        over = self.holder
        wide = sum(face.width() + px(8) for face in self.faces) + px(36)
        self.strip.setFixedHeight(px(FACE + 16))
        self.setFixedWidth(max(px(280), min(wide, over.width() - px(32))))
        self.adjustSize()
        self.move((over.width() - self.width()) // 2, over.board.y() + px(12))

    def _changed(self, change: ViewChanges) -> None:
        if self.place and (change.everything or self.place in change.places):
            self.close_panel()

    def close_panel(self) -> None:
        """Put the cards back."""
        self.place = ""
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the panel on Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
        else:
            super().keyPressEvent(event)
