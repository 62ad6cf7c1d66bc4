"""A line that says what was done and offers what to do about it (take it back, open it), for six seconds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import quote as quoted

from PySide6.QtCore import QEvent, QUrl, QUrlQuery
from PySide6.QtGui import QDesktopServices, QEnterEvent
from PySide6.QtWidgets import QWidget

from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, timer

SHOWN_MS = 6000
Deed = tuple[str, Callable[[], object]]  # text key of a button, what it does


def for_page(key: str, address: str) -> tuple[Deed, ...]:
    """Return the deed that shows a page of the net, with the text key of its button; none for anything but https."""
    url = QUrl(address)
    return ((key, partial(QDesktopServices.openUrl, url)),) if url.scheme() == "https" else ()


def for_mail(subject: str, body: str) -> tuple[Deed, ...]:
    """Return the deed that opens the mail program with a letter begun; the file is for the person to attach."""
    query = QUrlQuery()
    query.setQueryItems([("subject", quoted(subject)), ("body", quoted(body))])
    url = QUrl("mailto:")
    url.setQuery(query)
    return (("mail.write", partial(QDesktopServices.openUrl, url)),)


def for_file(path: Path) -> tuple[Deed, ...]:
    """Return the deeds for what was written: open it and show its folder; a folder is only shown."""
    opens = partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path)))
    if path.is_dir():
        return (("toast.show_folder", opens),)
    shows = partial(QDesktopServices.openUrl, QUrl.fromLocalFile(str(path.parent)))
    # A module archive is opened by nothing but QtWar itself, a file of mail is for the other side.
    return (
        (("toast.show_folder", shows),)
        if path.suffix in (".qtmod", ".qtwarmail")
        else (("toast.open", opens), ("toast.show_folder", shows))
    )


class Toast(Panel):
    """Floats at the foot of the window; never takes the focus, and stays while the mouse is on it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("toast", row=True, margins=(16, 8, 10, 8), spacing=12, parent=parent)
        self.text = TextLabel()
        self.deeds = Panel(row=True, spacing=8)
        self.buttons: list[Button] = []
        self.lay(self.text, self.deeds)
        self._timer = timer(self, SHOWN_MS, self.hide)
        self.hide()

    def tell(self, text: str, *deeds: Deed) -> None:
        """Show a sentence, with a button for each thing there is to do about it."""
        self.text.setText(text)
        clear(self.deeds.box)
        self.buttons = [Button(key, kind="compact", then=partial(self._act, then)) for key, then in deeds]
        for button in self.buttons:
            self.deeds.lay(button)
            button.show()  # on a notice that is in view Qt would only do so later, and give it no room
        self.deeds.setVisible(bool(deeds))
        self.text.setWordWrap(False)
        self.text.setMinimumWidth(0)
        room = self.parentWidget().width() - px(80)
        if self.sizeHint().width() > room:
            self.text.setWordWrap(True)
            self.text.setMinimumWidth(max(px(160), room - self.deeds.sizeHint().width() - px(40)))
        self.adjustSize()
        self.move(
            (self.parentWidget().width() - self.width()) // 2, self.parentWidget().height() - self.height() - px(48)
        )
        self.raise_()
        self.show()
        self._timer.start()

    def _act(self, then: Callable[[], object]) -> None:
        self.hide()
        then()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Whoever reads it is not hurried."""
        super().enterEvent(event)
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        """Let the time of the notice run on when the pointer leaves it."""
        super().leaveEvent(event)
        self._timer.start()
