"""The first run: language and scale, with a live sample, in a panel that blocks nothing."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from qtwar.base.text import LANGUAGES
from qtwar.ui.preferences import Preferences
from qtwar.ui.widgets.basics import Button, Panel, TextLabel
from qtwar.ui.widgets.segments import Segments

SCALES = ("80", "100", "125", "150", "200")


class FirstRun(Panel):
    """Floats over the start window until it is answered, with the keyboard in it."""

    done = Signal()

    def __init__(self, prefs: Preferences, parent: QWidget) -> None:
        super().__init__("floating", margins=(24, 20, 24, 20), spacing=12, parent=parent)
        self.prefs = prefs
        self.lay(TextLabel("page", "first.title"), TextLabel("second-body", "first.language"))
        self.language = Segments(LANGUAGES, "setting.language", prefs.get("language"), partial(prefs.set, "language"))
        self.lay(self.language, TextLabel("second-body", "first.scale"))
        self.scale = Segments(SCALES, "first.scale", str(prefs.get("scale")), self._scale, name_key="setting.scale")
        self.lay(self.scale)
        sample = Panel("card", margins=(12, 10, 12, 10), spacing=4)
        sample.lay(TextLabel("heading", "first.sample"))
        sample.lay(TextLabel("second", "first.sample_line", wrap=True))
        self.lay(sample)
        self.go = Button("first.go", kind="primary", then=self._finish)
        self.box.addWidget(self.go, 0, Qt.AlignmentFlag.AlignRight)

    def _scale(self, value: str) -> None:
        self.prefs.set("scale", int(value))

    def _finish(self) -> None:
        self.prefs.keep("welcomed", True)
        self.done.emit()  # who hears it takes the keyboard before there is nothing here to have it
        self.hide()

    def take_keyboard(self) -> None:
        """Have the keyboard at the first question, also before the window is shown."""
        self.language.buttons[self.language.value].setFocus(Qt.FocusReason.TabFocusReason)

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Tab goes round in the panel: what lies below it can not be seen."""
        stops = [w for w in self.findChildren(QAbstractButton) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
        here = next((n for n, stop in enumerate(stops) if stop.hasFocus()), -1)
        reason = Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason
        stops[(here + (1 if onward else -1)) % len(stops)].setFocus(reason)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc take things as they are, whichever of the choices has the keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self._finish()
        else:
            super().keyPressEvent(event)
