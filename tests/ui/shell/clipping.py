"""Walks a window and names every widget whose text does not fit."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QCheckBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QTabBar,
    QToolButton,
    QWidget,
)

from qtwar.ui.widgets.elided import Elided

SLACK = 1


def _scrolls(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def clipped(root: QWidget) -> list[str]:
    """Return `class "text": needs WxH, has WxH` for each text that is cut off and does not say so with … and a tip."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisibleTo(root) or not widget.isVisible():
            continue
        text = getattr(widget, "text", None)
        text = text() if callable(text) else ""
        if not isinstance(text, str) or not text.strip():
            continue
        size, metrics = widget.size(), widget.fontMetrics()
        if isinstance(widget, QLabel):
            if isinstance(widget, Elided):
                need = metrics.height()
                wide = 0
            elif widget.wordWrap():
                need = widget.heightForWidth(size.width())
                wide = 0
            elif widget.textFormat() == Qt.TextFormat.RichText:
                # A second line in the bar gives way to the buttons; its whole text is the sentence's tip.
                need, wide = metrics.height(), 0
            else:
                need, wide = metrics.height(), metrics.horizontalAdvance(text)
            if size.height() + SLACK < need or widget.contentsRect().width() + SLACK < wide:
                found.append(
                    f'{type(widget).__name__} "{text[:40]}" needs {wide}x{need}, has {widget.contentsRect().width()}x{size.height()}'  # noqa: E501
                )
        elif isinstance(widget, (QPushButton, QCheckBox, QRadioButton)) or (
            isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextOnly
        ):
            need = widget.minimumSizeHint() if not isinstance(widget, QToolButton) else None
            wide = need.width() if need is not None else metrics.horizontalAdvance(text)
            high = metrics.height()
            if size.width() + SLACK < wide or size.height() + SLACK < high:
                found.append(
                    f'{type(widget).__name__} "{text[:40]}" needs {wide}x{high}, has {size.width()}x{size.height()}'
                )
    for bar in root.findChildren(QTabBar):
        if bar.isVisible() and bar.height() + SLACK < bar.fontMetrics().height():
            found.append(f"QTabBar needs {bar.fontMetrics().height()}, has {bar.height()}")
    for field in root.findChildren(QLineEdit):
        if field.isVisible() and field.height() + SLACK < field.fontMetrics().height():
            found.append(f"QLineEdit needs {field.fontMetrics().height()}, has {field.height()}")
    return found


def overlapping(root: QWidget) -> list[str]:
    """Return pairs of sibling buttons that lie on each other."""
    found = []
    for parent in root.findChildren(QWidget):
        if parent.layout() is None:
            continue
        buttons = [
            b
            for b in parent.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if b.isVisible()
        ]
        for n, one in enumerate(buttons):
            for other in buttons[n + 1 :]:
                cross: QRect = one.geometry().intersected(other.geometry())
                if cross.width() > 2 and cross.height() > 2:
                    found.append(f"{one.accessibleName() or one.text()} / {other.accessibleName() or other.text()}")
    return found
