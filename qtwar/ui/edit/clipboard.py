"""A picture that was copied, as a file: its bytes are written as they are and decoded where strangers' files are."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QClipboard, QImage

from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import tr

FORMS = {"image/png": ".png", "image/tiff": ".tiff", "image/jpeg": ".jpg", "image/webp": ".webp", "image/bmp": ".bmp",
         "image/svg+xml": ".svg", "application/pdf": ".pdf"}  # fmt: skip
"""What is taken of what other programs offer, the best first."""


def picture(clipboard: QClipboard, model: EditModel, then: Callable[[str], object]) -> None:
    """Give the path of the picture that was copied to `then`: of a file itself, else of one that is written for it."""
    data = clipboard.mimeData()
    for url in data.urls():
        if url.isLocalFile():
            then(url.toLocalFile())
            return
    for form, ending in FORMS.items():
        if data.hasFormat(form):
            with tempfile.NamedTemporaryFile(prefix="qtwar-picture-", suffix=ending, delete=False) as file:
                file.write(data.data(form).data())
            model.art.forget_later(Path(file.name))
            then(file.name)
            return
    image = data.imageData() if data.hasImage() and _is_bare(clipboard) else None
    if isinstance(image, QImage) and not image.isNull():
        with tempfile.NamedTemporaryFile(prefix="qtwar-picture-", suffix=".png", delete=False) as file:
            path = file.name
        image.save(path)
        model.art.forget_later(Path(path))
        then(path)
        return
    model.told.emit(tr("edit.art.no_clip"))


def _is_bare(clipboard: QClipboard) -> bool:
    """Return whether a copied picture is pixels, which nothing has to decode: our own, or what these systems copy."""
    return clipboard.ownsClipboard() or sys.platform in ("win32", "darwin")

