"""Frames, labels and buttons that dress by kind and speak the language in force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon


def set_kind(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the stylesheet looks at and let it look again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


class Panel(Speaks, QFrame):
    """A frame with a box layout whose margins and spacing follow the scale."""

    def __init__(
        self,
        kind: str = "",
        *,
        row: bool = False,
        margins: tuple[int, int, int, int] = (0, 0, 0, 0),
        spacing: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._margins, self._spacing = margins, spacing
        if kind:
            self.setProperty("kind", kind)
        self.box: QBoxLayout = QHBoxLayout(self) if row else QVBoxLayout(self)
        self._fit()

    def _fit(self) -> None:
        self.box.setContentsMargins(*(px(m) for m in self._margins))
        self.box.setSpacing(px(self._spacing))

    def restyle(self) -> None:
        """Take margins and spacing at the new scale."""
        self._fit()


class TextLabel(Speaks, QLabel):
    """A label by kind (ux.md 7): body, second, strong, heading, page, prompt, caps, chip, key."""

    def __init__(self, kind: str = "", key: str = "", parent: QWidget | None = None, **args: Any) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if kind:
            self.setProperty("kind", kind)
        if key:
            self.say(self.setText, key, **args)
        if kind.startswith(("chip", "key")):
            self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)

    def show_data(self, text: str) -> None:
        """Show a text that comes from data, not from the catalogue."""
        self.unsay(self.setText)
        if self.text() != text:
            self.setText(text)


class Button(Speaks, QPushButton):
    """A push button with a text key; `kind` primary, quiet, nav, compact or link."""

    def __init__(
        self,
        key: str = "",
        *,
        kind: str = "",
        icon_name: str = "",
        then: Callable[[], object] | None = None,
        parent: QWidget | None = None,
        **args: Any,
    ) -> None:
        super().__init__(parent)
        if kind:
            self.setProperty("kind", kind)
        self._icon_name = icon_name
        if key:
            self.say(self.setText, key, **args)
        self.restyle()
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        if then is not None:
            self.clicked.connect(lambda *_: then())

    def set_icon(self, name: str, role: str = "") -> None:
        """Set the icon by its Material name."""
        self._icon_name = name
        if name:
            kind = self.property("kind")
            role = role or ("on_accent" if kind == "primary" else "accent" if kind == "nav" else "text")
            self.setIcon(icon(name, role))
            size = px(16)
            self.setIconSize(QSize(size, size))

    def restyle(self) -> None:
        """Take the icon size at the new scale."""
        if self._icon_name:
            self.set_icon(self._icon_name)


class IconButton(Speaks, QToolButton):
    """A square button with an icon only; its key is its accessible name and its tip."""

    def __init__(
        self,
        icon_name: str,
        key: str,
        *,
        size: int = 32,
        checkable: bool = False,
        role: str = "second",
        shortcut: str = "",
        then: Callable[[], object] | None = None,
        parent: QWidget | None = None,
        **args: Any,
    ) -> None:
        super().__init__(parent)
        self._size, self._name, self._role = size, icon_name, role
        self._shortcut = shortcut
        self.setCheckable(checkable)
        self.setAutoRaise(True)
        self.say(self._tell, key, **args)
        self.restyle()
        if then is not None:
            self.clicked.connect(lambda *_: then())

    def _tell(self, text: str) -> None:
        self.setAccessibleName(text)
        self.setToolTip(f"{text}  ({self._shortcut})" if self._shortcut else text)

    def set_icon(self, name: str, role: str = "") -> None:
        """Show another icon."""
        self._name, self._role = name, role or self._role
        self.restyle()

    def restyle(self) -> None:
        """Take size and icon at the new scale; touch wants larger targets."""
        side = px(max(self._size, 40) if current().touch else self._size)
        self.setFixedSize(side, side)
        glyph = px(min(18, self._size - 8))
        self.setIcon(icon(self._name, self._role))
        self.setIconSize(QSize(glyph, glyph))


def hairline(parent: QWidget | None = None) -> QFrame:
    """Return a horizontal hairline."""
    line = QFrame(parent)
    line.setProperty("kind", "rule")
    return line


def upright(parent: QWidget | None = None) -> QFrame:
    """Return a vertical line between groups of a bar."""
    line = QFrame(parent)
    line.setProperty("kind", "vrule")
    line.setFixedHeight(px(20))
    return line


def clear(layout: QLayout) -> None:
    """Take everything out of a layout and let it go.

    Not by setParent(None): that hands the widget to Python, which deletes it at once, in the middle of Qt's own walk.
    """
    while layout.count():
        item = layout.takeAt(0)
        widget = item.widget()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            clear(inner)


__all__ = ["Button", "IconButton", "Panel", "TextLabel", "clear", "hairline", "set_kind", "tr", "upright"]
