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
    form = next(filter(data.hasFormat, FORMS), "")
    image = data.imageData() if not form and data.hasImage() and _is_bare(clipboard) else None
    if not form and not (isinstance(image, QImage) and not image.isNull()):
        model.told.emit(tr("edit.art.no_clip"))
        return
    with tempfile.NamedTemporaryFile(prefix="qtwar-picture-", suffix=FORMS.get(form, ".png"), delete=False) as file:
        if form:
            file.write(data.data(form).data())
    if isinstance(image, QImage):
        image.save(file.name)
    model.art.forget_later(Path(file.name))
    then(file.name)


def _is_bare(clipboard: QClipboard) -> bool:
    """Return whether a copied picture is pixels, which nothing has to decode: our own, or what these systems copy."""
    return clipboard.ownsClipboard() or sys.platform in ("win32", "darwin")

