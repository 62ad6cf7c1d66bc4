"""The lens: while V is held, what is in the place under the pointer stands beside it at twice the size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel
from qtwar.ui.widgets.placeview import PlaceView

if TYPE_CHECKING:
    from qtwar.ui.board.view import BoardView

FACE = 92
"""Width of a counter in px at 100 %: twice that of the dock."""
ROW = 4


class Lens(Panel):
    """Floats over the board and takes no mouse: what lies under it can still be pointed at."""

    def __init__(self, view: BoardView) -> None:
        super().__init__("floating", margins=(2, 6, 2, 2), parent=view)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view = view
        self.shown: PlaceView | None = None
        self.hide()

    def open(self, place: str) -> None:
        """Show a place (nothing: close)."""
        if not place:
            self.hide()
            return
        if self.shown is None:
            self.shown = PlaceView(self.view.model, FACE)
            self.shown.setProperty("kind", "")
            self.shown.filled.connect(self._settle)
            self.box.addWidget(self.shown)
        if place != self.shown.place or not self.isVisible():
            self.shown.show_place(place)
        self.show()
        self._settle()
        self.raise_()

    def _settle(self) -> None:
        """Be as large as needed, beside the place, inside the board."""
        view, layout = self.view, self.view.layout_
        if self.shown is None or layout is None or not layout.has(self.shown.place):
            return
        most = max(len(self.shown.own.faces), len(self.shown.theirs.faces), 2)
        wide = min(px(FACE + 6) * min(most, ROW) + px(30), view.width() - px(16))
        self.setFixedWidth(wide)
        self.shown.setFixedWidth(wide - px(4))
        self.adjustSize()
        spot = view.camera.to_screen(layout.spot(self.shown.place))
        half = px(12) + 50 * view.camera.scale
        x = spot.x() + half if spot.x() + half + self.width() < view.width() - px(8) else spot.x() - half - self.width()
        y = min(max(px(8), spot.y() - self.height() / 2), view.height() - self.height() - px(8))
        self.move(round(max(px(8), x)), round(max(px(8), y)))
