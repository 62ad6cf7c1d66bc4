"""A small slider from 0 to 100 %: what it shows follows the hand, what it keeps is told when the hand lets go."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle

from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import timer
from qtwar.ui.widgets.plain import plain

PAUSE = 600
"""Milliseconds without a key after which a value set by keys is kept."""


class ShareSlider(QSlider):
    """`moved` while the value changes, `kept` once a gesture (drag, click, run of keys or of the wheel) is over."""

    moved = Signal(int)
    kept = Signal(int)

    def __init__(self, value: int, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setProperty("kind", "share")
        self.setRange(0, 100)
        self.setSingleStep(5)
        self.setPageStep(20)
        self.setValue(value)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._name, self._kept = name, value
        self._later = timer(self, PAUSE, self._keep)
        self.valueChanged.connect(self._moved)
        self._say()

    def sizeHint(self) -> QSize:
        """Room for steps of two per cent."""
        return QSize(px(64), px(22))

    def minimumSizeHint(self) -> QSize:
        """As large as it is."""
        return self.sizeHint()

    @property
    def busy(self) -> bool:
        """Whether a gesture is under way."""
        return self.isSliderDown() or self._later.isActive()

    def show_value(self, value: int) -> None:
        """Show a value that is kept elsewhere, unless the hand is on it."""
        if not self.busy:
            self.blockSignals(True)
            self.setValue(value)
            self.blockSignals(False)
            self._kept = value
            self._say()

    def _say(self) -> None:
        self.setToolTip(plain(tr("edit.layer_opacity_at", name=self._name, n=self.value())))

    def _moved(self, value: int) -> None:
        self._say()
        self.moved.emit(value)
        if not self.isSliderDown():
            self._later.start()

    def _keep(self) -> None:
        self._later.stop()
        if self.value() != self._kept:
            self._kept = self.value()
            self.kept.emit(self._kept)

    def _to(self, event: QMouseEvent) -> None:
        half = px(6)
        span = self.width() - 2 * half
        self.setValue(QStyle.sliderValueFromPosition(0, 100, round(event.position().x()) - half, span))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go where the click is."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self._to(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Set the share to where the pointer is dragged."""
        if self.isSliderDown():
            self._to(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag and keep the share that was reached."""
        if self.isSliderDown():
            self._to(event)
            self.setSliderDown(False)
            self._keep()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Set the share back to 100 %."""
        self.setValue(100)
        self._keep()
