"""The order in which Tab goes through what was made at different times: as it lies on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


def chain(after: QWidget, *inside: QWidget) -> None:
    """Let Tab go from a widget through all that takes the keyboard inside others, in the order of their layouts."""
    for part in inside:
        for widget in _takers(part.layout()):
            if widget.window() is after.window():  # a part may still be on its way into the window
                QWidget.setTabOrder(after, widget)
                after = widget


def _takers(layout: QLayout | None) -> Iterator[QWidget]:
    for n in range(layout.count() if layout is not None else 0):
        item = layout.itemAt(n)
        widget = item.widget() if item is not None else None
        if widget is not None:
            if widget.focusProxy() is not None:
                yield widget  # Qt keeps what is inside together
                continue
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            # Only what was put into layouts and areas is looked at: Qt's own inner parts are none of Python's.
            inner = widget.widget() if isinstance(widget, QScrollArea) else widget
            yield from _takers(inner.layout() if inner is not None else None)
        elif item is not None:
            yield from _takers(item.layout())
