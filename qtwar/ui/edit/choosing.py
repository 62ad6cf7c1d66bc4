"""Choosing a picture: a file, what was copied, or what was dropped; of a PDF with several pages the page is asked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QInputDialog, QWidget

from qtwar.ui.edit import clipboard
from qtwar.ui.edit.form import Form
from qtwar.ui.edit.model import EditModel
from qtwar.ui.files import ask_open
from qtwar.ui.i18n import tr

Then = Callable[[str], object]


def from_file(parent: QWidget, model: EditModel, title_key: str, then: Then) -> None:
    """Ask for a file and give it to `then`, a page of a PDF as `map.pdf#page=2`."""
    ask_open(parent, lambda path: of_path(parent, model, path, then), title_key, "edit.picture_filter")


def from_clipboard(parent: QWidget, model: EditModel, then: Then) -> None:
    """Give the picture that was copied to `then`."""
    clipboard.picture(QApplication.clipboard(), model, lambda path: of_path(parent, model, path, then))


def of_path(parent: QWidget, model: EditModel, path: str, then: Then) -> None:
    """Give a file to `then`, once it is known which of its pages."""
    if path.lower().endswith(".pdf"):
        model.art.count(path, lambda pages: _ask_page(parent, path, pages, then) if pages > 1 else then(path))
    else:
        then(path)


def rows(form: Form, model: EditModel, key: str, take: Then, drop: Callable[[], object] | None, **args: Any) -> None:
    """Add the buttons that take a picture for a thing from a file or the clipboard, or (`drop`) the one it has off it."""
    form.button(f"{key}.picture", lambda: from_file(form, model, "edit.art.file", take), "image-outline", **args)
    form.button(f"{key}.paste", lambda: from_clipboard(form, model, take), "content-paste", **args)
    if drop is not None:
        form.button(f"{key}.no_picture", drop, **args)


def _ask_page(parent: QWidget, path: str, pages: int, then: Then) -> None:
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(tr("edit.pdf_page"))
    dialog.setLabelText(tr("edit.pdf_page.which", name=Path(path).name, n=pages))
    dialog.setInputMode(QInputDialog.InputMode.IntInput)
    dialog.setIntRange(1, pages)
    dialog.setIntValue(1)
    dialog.setOkButtonText(tr("edit.pdf_page.take"))
    dialog.setCancelButtonText(tr("job.cancel"))
    dialog.intValueSelected.connect(lambda page: then(f"{path}#page={page}"))
    dialog.open()
