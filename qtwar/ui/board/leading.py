"""Leads the view to what can act, as long as the person has left it where the program put it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from qtwar.ui.board.state import BoardState

EDGE = 120
"""Units of the map beside the outermost counter that can act: its stack and its hex are seen whole."""


class Leading:
    """Knows whose view it is: the program's own may go where there is something to do, the person's stays."""

    def __init__(self, state: BoardState) -> None:
        self.state = state
        self._own: tuple[int, int, float] | None = None

    def _view(self) -> tuple[int, int, float]:
        camera = self.state.canvas.camera
        return camera.ox, camera.oy, camera.zoom

    @property
    def leads(self) -> bool:
        """Whether the view is still as the program has set it."""
        return self._own == self._view()

    def keep(self) -> None:
        """The view as it is now is the program's own."""
        self._own = self._view()

    def follow(self, least: float) -> None:
        """Show what can act, if most of it is out of view; no smaller than `least`, where it is thickest then."""
        canvas, carry = self.state.canvas, self.state.carry
        if not canvas.ready or not self.leads or (carry is not None and carry.holding):
            return
        camera, spots = canvas.camera, [canvas.layout_.spot(place) for place in sorted(self.state.candidate_places)]
        if not spots or 2 * _seen(camera.area(), spots) >= len(spots):
            return
        zoom = camera.zoom
        camera.look_at(_around(spots).adjusted(-EDGE, -EDGE, EDGE, EDGE), least=max(least, min(zoom, 1.0)))
        if _seen(camera.area(), spots) < len(spots):
            window = camera.area()
            best = max(spots, key=lambda spot: _seen(QRectF(spot - (window.center() - window.topLeft()), window.size()), spots))
            camera.centre_on(best)
        self.keep()


def _seen(area: QRectF, spots: list[QPointF]) -> int:
    return sum(area.contains(spot) for spot in spots)


def _around(spots: list[QPointF]) -> QRectF:
    xs, ys = [spot.x() for spot in spots], [spot.y() for spot in spots]
    return QRectF(QPointF(min(xs), min(ys)), QPointF(max(xs), max(ys)))
