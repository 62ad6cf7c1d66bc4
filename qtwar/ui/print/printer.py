"""The system's print dialog, and sending pages to the printer that was chosen there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMarginsF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QAbstractPrintDialog, QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from qtwar.base.errors import DataFault
from qtwar.export.page import Book, Page
from qtwar.export.raster import PagePainter
from qtwar.ui.i18n import tr
from qtwar.ui.jobs import Job, Jobs


def ask(
    parent: QWidget, book: Book, jobs: Jobs, then: Callable[[int], object], failed: Callable[[Exception], object]
) -> QPrintDialog:
    """Open the dialog without blocking the window; pages go out in the background once it is accepted."""
    device = QPrinter(QPrinter.PrinterMode.HighResolution)
    device.setFullPage(True)
    device.setDocName(book.title)
    if book.pages:
        _set_page(device, book.pages[0])
    if book.duplex:
        device.setDuplex(
            QPrinter.DuplexMode.DuplexLongSide if book.duplex == "long" else QPrinter.DuplexMode.DuplexShortSide
        )
    dialog = QPrintDialog(device, parent)
    dialog.setOption(QAbstractPrintDialog.PrintDialogOption.PrintPageRange, True)
    dialog.setMinMax(1, max(1, len(book.pages)))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def accepted(chosen: QPrinter = device) -> None:
        jobs.start(tr("printing.job.printing"), lambda job: send(chosen, book, job.progress, job), then, failed)

    dialog.accepted.connect(accepted)
    QDialog.open(dialog)  # QPrintDialog's own `open` wants a receiver and a slot's name
    return dialog


def send(device: QPrinter, book: Book, progress: Callable[[int, int], None], _job: Job | None = None) -> int:
    """Send the pages that the dialog chose and return how many; raises DataFault where the printer refuses."""
    first, last = device.fromPage() or 1, device.toPage() or len(book.pages)
    pages = book.pages[first - 1 : last]
    if not pages:
        return 0
    _set_page(device, pages[0])
    p = QPainter()
    if not p.begin(device):
        raise DataFault("printing.printer_refuses", name=device.printerName() or "?")
    painter = PagePainter()
    try:
        for n, page in enumerate(pages):
            progress(n, len(pages))
            if n:
                _set_page(device, page)
                device.newPage()
            p.save()
            k = device.resolution() / 25.4
            p.scale(k, k)
            p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
            painter.paint(p, page)
            p.restore()
    except BaseException:
        device.abort()
        raise
    finally:
        p.end()
    return len(pages)


def _set_page(device: Any, page: Page) -> None:
    upright = page.height >= page.width
    short, long = sorted((page.width, page.height))
    size = QPageSize(QSizeF(short, long), QPageSize.Unit.Millimeter)
    direction = QPageLayout.Orientation.Portrait if upright else QPageLayout.Orientation.Landscape
    device.setPageLayout(QPageLayout(size, direction, QMarginsF(0, 0, 0, 0)))
