"""F6 and Shift+F6: the keyboard goes from region to region of the window, the menu among them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMenuBar, QWidget

from qtwar.ui.widgets.arrows import bring_into_view


def step(regions: Sequence[QWidget], by: int) -> None:
    """Give the keyboard to the next region (`by` 1) or the one before (-1) that can take it."""
    # A dock behind another tab counts as visible for Qt, but nothing of it can be seen.
    regions = [region for region in regions if region.isVisible() and not region.visibleRegion().isEmpty()]
    focus = QApplication.focusWidget()
    here = [n for n, r in enumerate(regions) if focus is not None and (r is focus or r.isAncestorOf(focus))]
    start = here[0] if here else (-1 if by > 0 else len(regions))
    for n in range(1, len(regions) + 1):
        if enter(regions[(start + by * n) % len(regions)]):
            return


def enter(region: QWidget) -> bool:
    """Give the keyboard to a region: to its `entrance`, itself, or the first in it that takes it; False where nothing does."""
    if isinstance(region, QMenuBar):
        return _enter_menu(region)
    wanted = region.entrance() if hasattr(region, "entrance") else ()
    parts = (part for one in (*wanted, region) for part in (one, *one.findChildren(QWidget)))
    target = next((part for part in parts if takes_focus(part)), None)
    if target is not None:
        target.window().activateWindow()  # a dock may float
        target.setFocus(Qt.FocusReason.ShortcutFocusReason)
        bring_into_view(target)
    return target is not None


def takes_focus(widget: QWidget) -> bool:
    """Return whether the keyboard can be given to a widget."""
    return widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _enter_menu(bar: QMenuBar) -> bool:
    """As Alt alone does: the first menu is marked, not open, so that F6 can go on. Qt has no other call for it."""
    if bar.isNativeMenuBar():
        return False
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(bar.window(), QKeyEvent(kind, Qt.Key.Key_Alt, Qt.KeyboardModifier.AltModifier))
    return bar.hasFocus()
