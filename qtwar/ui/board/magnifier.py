"""The magnifier: while V is held, what is in the place under the pointer stands beside it at twice the size."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt

from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.game import GamePorts
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel, timer
from qtwar.ui.widgets.placeview import PlaceView

FACE = 92
"""Width of a counter in px at 100 %: twice that of the dock."""
ROW = 4


class Magnifier(Panel):
    """Floats over the board and takes no mouse: what lies under it can still be pointed at."""

    def __init__(self, canvas: BoardCanvas) -> None:
        super().__init__("floating", margins=(2, 6, 2, 2), parent=canvas)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.canvas = canvas
        self.shown: PlaceView | None = None
        self._dressed = timer(self, 0, self._settle)
        canvas.hovered.connect(self._follow)
        self.hide()

    def _follow(self, place: str) -> None:
        if place and self.shown is not None and self.isVisible():
            self.open(self.shown.model, place)

    def open(self, model: GamePorts, place: str) -> None:
        """Show a place of a game (nothing: close)."""
        if not place:
            self.hide()
            return
        if self.shown is None:
            self.shown = PlaceView(model, FACE)
            self.shown.setProperty("kind", "")
            self.shown.installEventFilter(self)
            self.lay(self.shown)
        if place != self.shown.place or not self.isVisible():
            self.shown.show_place(place)
        self.show()
        self._settle()
        self.raise_()

    def eventFilter(self, part: QObject, event: QEvent) -> bool:
        """Fit again when the lines come, and when the style sheet has dressed them."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._dressed.start()
        return super().eventFilter(part, event)

    def _settle(self) -> None:
        """Be as large as needed, beside the place, inside the board."""
        canvas = self.canvas
        if self.shown is None or not canvas.ready or not canvas.layout_.has(self.shown.place):
            return
        most = max(len(self.shown.own.faces), len(self.shown.theirs.faces), 2)
        wide = min(px(FACE + 6) * min(most, ROW) + px(30), canvas.width() - px(16))
        self.setFixedWidth(wide)
        self.shown.setFixedWidth(wide - px(4))
        # lines of counters and words are as high as their width lets them be
        high = max(self.shown.box.totalHeightForWidth(wide - px(4)), self.shown.box.totalSizeHint().height())
        self.shown.setFixedHeight(min(high, canvas.height() - px(24)))
        self.adjustSize()
        spot = canvas.spot(self.shown.place)
        half = px(12) + 50 * canvas.camera.scale
        x = spot.x() + half if spot.x() + half + self.width() < canvas.width() - px(8) else spot.x() - half - self.width()
        y = min(max(px(8), spot.y() - self.height() / 2), canvas.height() - self.height() - px(8))
        self.move(round(max(px(8), x)), round(max(px(8), y)))
