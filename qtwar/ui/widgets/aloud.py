"""Words that a screen reader says by itself: who must act, why something can not be done, what was found out."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def aloud(widget: QWidget, words: str) -> None:
    """Have words said; without a listening reader nothing happens."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
