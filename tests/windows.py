"""Windows that a command has left in the process of a test."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QApplication

from qtwar.ui.window import MainWindow


def clear_windows(qtbot: Any) -> None:
    """Delete them, as the end of a process does: they would be dressed anew with each change of style."""

    def left() -> list[MainWindow]:
        return [window for window in QApplication.topLevelWidgets() if isinstance(window, MainWindow)]

    for window in left():
        window.deleteLater()
    qtbot.waitUntil(lambda: not left(), timeout=30_000)
