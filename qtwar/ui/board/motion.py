"""What moves on the board by itself: counters that glide to their place, rings that blink."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic

from PySide6.QtCore import QObject, QPointF, Signal

from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

FLIGHT = 0.25
"""Seconds that a counter takes to glide; with motion off it cuts."""


class Flight:
    """A counter on its way between two points of the board."""

    def __init__(self, piece: str, start: QPointF, end: QPointF) -> None:
        self.piece, self.start, self.end, self.began = piece, start, end, monotonic()

    @property
    def over(self) -> bool:
        """Whether it has arrived."""
        return monotonic() - self.began >= FLIGHT

    def now(self) -> QPointF:
        """Return where it is."""
        k = min(1.0, (monotonic() - self.began) / FLIGHT)
        k = k * k * (3 - 2 * k)
        return self.start + (self.end - self.start) * k


class Flights(QObject):
    """The counters that glide now; `moved` each frame, `landed` when the last has arrived."""

    moved = Signal()
    landed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.under_way: list[Flight] = []
        self._steps = timer(self, 16, self._step, once=False)

    def send(self, piece: str, start: QPointF, end: QPointF) -> None:
        """Let a counter glide."""
        self.under_way.append(Flight(piece, start, end))
        self._steps.start()

    def _step(self) -> None:
        self.under_way = [flight for flight in self.under_way if not flight.over]
        if not self.under_way:
            self._steps.stop()
            self.landed.emit()
        self.moved.emit()


class Blink(QObject):
    """Rings pieces and places three times; with motion off, once for a second. `shown` is what is ringed now."""

    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: tuple[str, ...] = ()
        self._names: tuple[str, ...] = ()
        self._left = 0
        self._steps = timer(self, 220, self._step, once=False)

    def start(self, names: Sequence[str]) -> None:
        """Begin with these pieces and places."""
        self._names = self.shown = tuple(names)
        self._left = 6
        self._steps.start(220 if current().motion else 1000)
        self.moved.emit()

    def _step(self) -> None:
        self._left = self._left - 1 if current().motion else 0
        self.shown = self._names if self._left % 2 == 0 and self._left > 0 else ()
        if self._left <= 0:
            self._steps.stop()
        self.moved.emit()
