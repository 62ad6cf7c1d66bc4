"""Arrows lead from card to card, and what has the keyboard is scrolled into view."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QScrollArea, QWidget

STEPS = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}


def go(card: QWidget, key: int) -> bool:
    """Give the keyboard to the nearest card beside one of its kind, in the direction of an arrow; False at the edge."""
    dx, dy = STEPS.get(Qt.Key(key), (0, 0))
    holder = card.parentWidget()
    if not (dx or dy) or holder is None:
        return False

    def apart(other: QWidget) -> tuple[int, int]:
        way: QPoint = other.geometry().center() - card.geometry().center()
        return (way.x() * dx + way.y() * dy, abs(way.x() * dy) + abs(way.y() * dx))

    others = holder.findChildren(type(card), options=Qt.FindChildOption.FindDirectChildrenOnly)
    ahead = [other for other in others if other is not card and other.isVisible() and apart(other)[0] > 0]
    if dx:
        ahead = [other for other in ahead if apart(other)[1] < card.height() // 2]  # of the same row
    if not ahead:
        return False
    target = min(ahead, key=apart)
    target.setFocus(Qt.FocusReason.TabFocusReason)
    bring_into_view(target)
    return True


def bring_into_view(widget: QWidget) -> None:
    """Scroll what a widget lies in until it is seen, as Qt does for Tab alone."""
    area = widget.parentWidget()
    while area is not None:
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget)
        area = area.parentWidget()
