"""Asking for files; no dialog stops the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from qtwar.ui.i18n import tr

Then = Callable[[str], object]


def ask_open(parent: QWidget, then: Then) -> None:
    """Ask for a document or module to open."""
    dialog = _dialog(parent, "action.open", then)
    dialog.setNameFilter(tr("files.filter"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.open()


def ask_copy(parent: QWidget, path: str, then: Then) -> None:
    """Ask where the document of a path is written a second time."""
    dialog = _dialog(parent, "action.save_copy", then)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilter(tr("edit.copy_filter"))
    dialog.setDefaultSuffix("qtwar")
    dialog.selectFile(Path(path).name)
    dialog.open()


def ask_folder(parent: QWidget, title_key: str, folder: Path, then: Then) -> None:
    """Ask for a folder, from another one on."""
    dialog = _dialog(parent, title_key, then)
    dialog.setDirectory(str(folder))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly, True)
    dialog.open()


def _dialog(parent: QWidget, title_key: str, then: Then) -> QFileDialog:
    dialog = QFileDialog(parent, tr(title_key).replace("…", ""))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(then)
    return dialog
