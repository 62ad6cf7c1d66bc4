"""Asking for files; no dialog stops the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from qtwar.ui.i18n import tr

Then = Callable[[str], object]
MAIL = {"mail.filter": "qtwarmail"}
"""The form of a file of a game by mail."""


def ask_open(parent: QWidget, then: Then, title_key: str = "action.open", filter_key: str = "files.filter") -> None:
    """Ask for a file that is there: a document or module, unless another filter is named."""
    dialog = _dialog(parent, title_key, then)
    dialog.setNameFilter(tr(filter_key))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.open()


def ask_copy(parent: QWidget, path: str, then: Then) -> None:
    """Ask where the document of a path is written a second time."""
    ask_save(parent, then, "action.save_copy", Path(path).name, {"edit.copy_filter": "qtwar"})


def ask_save(parent: QWidget, then: Then, title_key: str, name: str, forms: dict[str, str]) -> None:
    """Ask where something is written that would be called so; `forms` are filters with their endings, the first is taken."""
    endings = {tr(key): ending for key, ending in forms.items()}
    dialog = _dialog(parent, title_key, then)
    dialog.setNameFilters(list(endings))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(next(iter(endings.values())))
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(endings[chosen]))
    dialog.selectFile(name)
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
    for label, key in ((QFileDialog.DialogLabel.LookIn, "files.look_in"), (QFileDialog.DialogLabel.FileType, "files.kind")):
        dialog.setLabelText(label, tr(key))  # Qt's own Japanese has no words for these two
    return dialog
