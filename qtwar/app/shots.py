"""Pictures of the window, taken without a person: for the documentation, tests and `qtwar screenshot`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from qtwar.app import games, titles
from qtwar.app.art import art_of
from qtwar.app.boards import art_cache, maps
from qtwar.app.window import Program, application
from qtwar.base.errors import QtwarError
from qtwar.model.content import Content
from qtwar.qtpaint import boardart
from qtwar.ui.library.model import NewGame
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.window import apply_preferences

PATIENCE = 30.0


def settle(done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Run the event loop until `done` or the patience is at its end; returns whether it was done."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        if done():
            QCoreApplication.processEvents()
            return True
    return False


def take(
    title: str,
    scenario: str,
    *,
    window: str,
    size: tuple[int, int],
    zoom: float,
    language: str,
    theme: str,
    scale: int,
    actions: int,
    seed: int,
) -> QImage:
    """Return a picture of the start window, of a game, of a map or of all counters; raises QtwarError."""
    application()
    content = titles.load(title)[1]
    if window == "map":
        return _map(content, size, language)
    if window == "gallery":
        return _gallery(content, size, language)
    values = {"welcomed": True, "language": language, "theme": theme, "scale": scale, "motion": False}
    prefs = Preferences(Memory(values))
    apply_preferences(prefs)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(prefs, Path(folder))
        program.window.resize(*size)
        program.window.show()
        try:
            for board in content.boards:
                key = maps().want(content, board, language)
                settle(_have(key))
            program.library.changed.emit()
            if window == "play":
                _play(program, content, scenario or content.scenarios[0].id, zoom, actions)
            settle(lambda: False, 0.4)
            return program.window.grab().toImage()
        finally:
            program.window.close()


def _have(key: tuple[str, str]) -> Callable[[], bool]:
    return lambda: key in maps().art


def _play(program: Program, content: Content, scenario: str, zoom: float, actions: int) -> None:
    titles.scenario_of(content, scenario)
    failed: list[QtwarError] = []
    opened = games.create(NewGame(content.title.id, scenario, seats="both", quick=True), program.home)
    for _ in range(0, actions, 16):
        opened.session.autoplay(min(16, actions))
    opened.session.refresh_offers()
    model = games.window_model(opened, program.prefs.get("language"), program.open_path, failed.append)
    page = program.window.open_game(model)
    board = getattr(page, "board", None)
    settle(lambda: False, 0.3)
    if zoom and board is not None:
        board.set_zoom(zoom)
    settle(lambda: False, 1.5)


def _map(content: Content, size: tuple[int, int], language: str) -> QImage:
    board = content.boards[0]
    art = boardart.prepare(board, dict(content.style), language=language, cache=art_cache())
    zoom = min(size[0] / art.bounds.width(), size[1] / art.bounds.height()) * 100
    return art.image(zoom, art.bounds)


def _gallery(content: Content, size: tuple[int, int], language: str) -> QImage:
    """All counter faces, large and small, the backs last."""
    art = art_of(content).counters
    records = []
    for kind in content.kinds:
        piece = next((p.id for p in content.pieces if p.kind == kind.id), "")
        side = kind.side or ""
        records.append(
            {"id": piece, "kind": kind.id, "face": "front", "owner": side, "back": kind.hidden or side, "attrs": {}}
        )
    for side_info in content.sides:
        records.append(
            {"id": "", "kind": "?", "face": "back", "owner": side_info.id, "back": side_info.id, "attrs": {}}
        )
    big, small, gap = 112, 48, 14
    columns = max(1, (size[0] - gap) // (big + gap))
    rows = -(-len(records) // columns)
    image = QImage(size[0], gap + rows * (big + small + 2 * gap), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#cfc4a3"))
    painter = QPainter(image)
    for n, record in enumerate(records):
        x, y = gap + (n % columns) * (big + gap), gap + (n // columns) * (big + small + 2 * gap)
        for at, wide in (((x, y), big), ((x, y + big + 4), small), ((x + small + 6, y + big + 16), 28)):
            face = art.image(record, wide, 1.0, language)
            painter.drawImage(QRectF(at[0], at[1], face.width(), face.height()), face, QRectF(face.rect()))
    painter.end()
    return image
