"""The order in which Tab goes through what was made at different times: as it lies on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QGridLayout, QLayout, QScrollArea, QWidget


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
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                yield widget
            yield from _takers(widget.layout())
        elif item is not None:
            yield from _takers(item.layout())


def step_focus(within: QWidget | None, onward: bool) -> bool:
    """Give the keyboard to the next control, or the one before, as they lie; False where what has it is none of them.

    Qt's own order is that in which widgets were made, and what is listed or asked anew would come last.
    """
    there, focus = stops(within) if within is not None else [], QApplication.focusWidget()
    if focus is None or focus not in there:
        return False
    target = there[(there.index(focus) + (1 if onward else -1)) % len(there)]
    target.setFocus(Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason)
    outer = target.parentWidget()
    while outer is not None:
        if isinstance(outer, QScrollArea):
            outer.ensureWidgetVisible(target)
        outer = outer.parentWidget()
    return True


def stops(part: QWidget) -> list[QWidget]:
    """Return where Tab stops in a widget, itself among them: what is laid out in that order, then what floats over it."""
    # a dock behind another tab counts as visible for Qt, but nothing of it can be seen
    if not part.isVisible() or (isinstance(part, QDockWidget) and part.visibleRegion().isEmpty()):
        return []
    layout = part.layout()
    parts = dict.fromkeys(_laid(layout) if layout is not None else ())
    parts |= dict.fromkeys(one for one in part.children() if isinstance(one, QWidget) and not one.isWindow())
    inside = [stop for one in parts for stop in stops(one)]
    takes = part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
    # an area that scrolls is a stop only where nothing in it is
    return [part, *inside] if takes and not (inside and isinstance(part, QScrollArea)) else inside


def _laid(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        at: list[Any] = [layout.getItemPosition(n) for n in places]  # Qt's hints call it an object
        places.sort(key=lambda n: (at[n][0], at[n][1]))
    for n in places:
        item = layout.itemAt(n)
        widget, inner = (item.widget(), item.layout()) if item is not None else (None, None)
        if widget is not None:
            yield widget
        elif inner is not None:
            yield from _laid(inner)
