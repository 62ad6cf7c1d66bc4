"""Colours of drawings for Qt."""

from __future__ import annotations

from PySide6.QtGui import QColor


def color(value: str) -> QColor:
    """Return a colour of `#rrggbb` or `#rrggbbaa`."""
    found = QColor(value[:7])
    if len(value) == 9:
        found.setAlpha(int(value[7:9], 16))
    return found
