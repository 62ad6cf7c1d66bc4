"""Asking for files; no dialog stops the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from qtwar.ui.i18n import tr


def ask_open(parent: QWidget, then: Callable[[str], object]) -> None:
    """Ask for a document or module to open."""
    dialog = QFileDialog(parent, tr("action.open").replace("…", ""))
    dialog.setNameFilter(tr("files.filter"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(then)
    dialog.open()


def ask_copy(parent: QWidget, path: str, then: Callable[[str], object]) -> None:
    """Ask where the document of a path is written a second time."""
    dialog = QFileDialog(parent, tr("action.save_copy").replace("…", ""))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(tr("edit.copy_filter"))
    dialog.setDefaultSuffix("qtwar")
    dialog.selectFile(Path(path).name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(then)
    dialog.open()
