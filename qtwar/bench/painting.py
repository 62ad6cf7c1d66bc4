"""Frames of a brush stroke on a board of 200 × 200 cells in the editor, near and far, and how long its storing holds them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.app.program import application
from qtwar.bench.budgets import Figure, bench, median
from qtwar.editing import templates
from qtwar.presenters.drafts import DraftSurroundings
from qtwar.session.edit import EditSession
from qtwar.storage.drafts import DraftStore
from qtwar.ui.actions import Actions
from qtwar.ui.edit.map.page import MapPage
from qtwar.ui.edit.model import EditModel
from qtwar.ui.theme import current

SIDE = 200
ZOOMS = (1.0, 0.5, 0.2)
STEPS = 60
NONE, LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@bench("painting")
def painting_bench() -> Iterator[Figure]:
    """A stroke of a brush five cells wide across the window, at three zooms; real mouse events and paint events."""
    app = application()
    current().apply()
    with tempfile.TemporaryDirectory() as folder:
        content = templates.new_grid("Bench", columns=SIDE, rows=SIDE)
        path = Path(folder) / "bench.qtwar"
        around = DraftSurroundings(lambda draft, start: None)
        model = EditModel(EditSession(DraftStore.create(path, content)), path, around)
        page = MapPage(model, Actions(model))
        page.resize(1600, 1000)
        page.show()
        QTest.qWaitForWindowExposed(page)
        view = page.view
        view.take("brush")
        page.pen.choose("terrain", "woods")
        page.pen.set_size(3)
        for zoom in ZOOMS:
            view.set_zoom(zoom)
            view.camera.centre_on(view.camera.bounds.center())
            for _ in range(60):
                app.processEvents()
                view.repaint()
            times = _stroke(page, app)
            yield Figure(f"painting a frame at {zoom:.0%}, median", median(times), "ms", 8)
            yield Figure(f"painting a frame at {zoom:.0%}, worst", max(times), "ms", 16)
        view.close_board()
        page.close()
        model.close()


def _stroke(page: MapPage, app: QApplication) -> list[float]:
    """Return the ms of each mouse move with its paint event; the stroke is stored afterwards."""
    view, times = page.view, []
    y = view.height() // 2

    def send(kind: QEvent.Type, x: int, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        point = QPointF(x, y + (x % 90))
        where = QPointF(view.mapToGlobal(QPoint(x, y)))
        QApplication.sendEvent(view, QMouseEvent(kind, point, where, button, held, NONE))

    send(QEvent.Type.MouseButtonPress, 120, LEFT, LEFT)
    for n in range(STEPS):
        began = perf_counter()
        send(QEvent.Type.MouseMove, 120 + n * (view.width() - 240) // STEPS, Qt.MouseButton.NoButton, LEFT)
        view.repaint()
        times.append((perf_counter() - began) * 1000)
    send(QEvent.Type.MouseButtonRelease, view.width() - 120, LEFT, Qt.MouseButton.NoButton)
    for _ in range(400):
        app.processEvents()
        if not page.model._jobs.pending:
            break
        QTest.qWait(5)
    return times
