"""A panel beside the library that asks what is to be begun: head, form and the button that begins it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QSizePolicy, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, hairline, scrolling


class AskingPanel(Panel):
    """`closed` when it is not wanted; subclasses fill the `form` and say what `begin` does."""

    closed = Signal()

    def __init__(self, title_key: str, go_key: str, go_icon: str) -> None:
        super().__init__("sidepanel")
        head = Panel("panel", row=True, margins=(16, 12, 10, 8), spacing=8)
        title = TextLabel("heading", title_key)
        head.lay(title, IconButton("close", "dock.close", size=28, then=self.closed.emit), grow=title)
        head.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.form = Panel("panel", margins=(16, 4, 16, 12), spacing=8)
        area = scrolling(self.form, title_key)
        self.go = Button(go_key, kind="primary", icon_name=go_icon, then=lambda: self.begin())
        self.go.setAutoDefault(True)  # Enter presses it where it has the keyboard
        self.lay(head, area, hairline(), Panel("panel", margins=(16, 8, 16, 16)).lay(self.go), grow=area)
        self.hide()
        self.restyle()

    def begin(self) -> None:
        """Begin what is asked for now."""
        raise NotImplementedError

    def ask(self, key: str, *controls: QWidget) -> None:
        """Add a head and the controls below it; a control that has no name of its own is called by the head."""
        self.form.lay(TextLabel("caps", key), *controls)
        for control in controls:
            if not control.accessibleName():
                control.setAccessibleName(tr(key))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in any field begins what is asked for, Esc puts it away; a button that has the keyboard is pressed instead."""
        focus = QApplication.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not isinstance(focus, (QPushButton, IconButton)):
            if self.go.isEnabled():
                self.begin()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """All panels are of one width: what they say is broken into lines."""
        return QSize(self.minimumWidth(), super().sizeHint().height())

    def restyle(self) -> None:
        """Take the width at the new scale."""
        super().restyle()
        self.setMinimumWidth(px(380))
