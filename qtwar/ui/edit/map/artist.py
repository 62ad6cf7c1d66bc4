"""Draws a draft's board in the background each time it has changed; only tiles that the change touches are made anew."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRectF, QRunnable, QThreadPool, Signal

from qtwar.base.errors import QtwarError
from qtwar.model.board import Board
from qtwar.model.content import Content
from qtwar.ui import i18n
from qtwar.ui.board.ground import TileGround
from qtwar.ui.board.motion import timer
from qtwar.ui.edit.map.flat import style_layers
from qtwar.ui.theme import current

if TYPE_CHECKING:
    from qtwar.ui.edit.map.view import EditBoard

MOST_CELLS = 8_000
"""Boards beyond are shown in flat colours while they are edited: a whole drawing of one takes longer than a person waits."""
PAUSE = 140
"""Milliseconds without a change before the board is drawn again."""
REACH = 330.0
"""How far in u a change of one cell can be seen in the drawing: widest blend, and the run of a path."""


class _Draw(QRunnable):
    def __init__(
        self, artist: Artist, board: Board, style: dict[str, Any], language: str, number: int, cache: Path | None
    ) -> None:
        super().__init__()
        self._job = (artist, board, style, language, number, cache)

    def run(self) -> None:
        from qtwar.qtpaint import boardart

        artist, board, style, language, number, cache = self._job
        made: object
        try:
            made = boardart.prepare(board, style, language=language, cache=cache)
        except QtwarError as problem:
            made = problem
        except Exception as bug:  # a style that nobody has tried: the board stays flat, the sentence says why
            made = QtwarError(i18n.tr("edit.style_fault", why=str(bug)), detail=repr(bug))
        artist.hand_in(number, made)


class Artist(QObject):
    """`show` asks for a drawing, `ready` fires when `tiles` shows it. One drawing at a time, the latest wish wins."""

    ready = Signal()
    failed = Signal(str)
    _arrived = Signal(int, object)

    def __init__(self, view: EditBoard) -> None:
        super().__init__(view)
        self._view = view
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wish: tuple[Board, dict[str, Any], str] | None = None
        self._wish_area: QRectF | None = QRectF()
        self._drawing: tuple[Board, QRectF | None] | None = None
        self._number = 0
        self._gone = threading.Event()
        self._source: Any = None
        self._drawn: Board | None = None
        self._drawn_style: Any = None
        self.tiles: TileGround | None = None
        self.bounds = QRectF()
        self.changed = QRectF()
        self.drawings = 0
        self._later = timer(self, PAUSE, self._start, once=True)
        self._arrived.connect(self._take)

    @property
    def current(self) -> bool:
        """Whether the tiles show the latest wish."""
        return self._wish is None and self._drawing is None

    def shows(self, cell: str, word: str) -> bool:
        """Return whether the drawing has this terrain in a cell."""
        return self._drawn is not None and self._drawn.terrain.get(cell, "") == word

    def show(self, content: Content, board: Board, area: QRectF | None = None) -> None:
        """Draw a board as it is now; `area` (u) is what has changed since the last wish, None: everything."""
        if not self._can(content, board):
            self._wish, self.tiles = None, None
            self._drop()
            return
        if area is None or self._wish_area is None:
            self._wish_area = None
        else:
            self._wish_area = self._wish_area.united(area)
        self._wish = (board, dict(content.style), i18n.language())
        if self._drawn is None or self._drawn.id != board.id:
            self._wish_area, self.tiles = None, None
            self._drop()
            self._start()
        else:
            self._later.start()

    @staticmethod
    def _can(content: Content, board: Board) -> bool:
        if not style_layers(content.style, board):
            return False
        grid = board.grid
        return (grid.columns or 1) * (grid.rows or 1) <= MOST_CELLS

    def _start(self) -> None:
        if self._drawing is not None or self._wish is None:
            return
        board, style, language = self._wish
        self._drawing = (board, self._wish_area)
        self._wish, self._wish_area = None, QRectF()
        self._number += 1
        # the first look may be of a board that was drawn before; what is edited is worth no file
        cache = self._view.model.art_cache if self._drawn is None else None
        self._pool.start(_Draw(self, board, style, language, self._number, cache))

    def hand_in(self, number: int, made: object) -> None:
        """Called by the drawing thread."""
        if self._gone.is_set():
            return
        try:
            self._arrived.emit(number, made)
        except RuntimeError:  # the window went while this was drawn
            return

    def _take(self, number: int, made: object) -> None:
        if number != self._number or self._drawing is None:
            return
        from qtwar.qtpaint.tiles import TileSource

        board, area = self._drawing
        self._drawing = None
        if isinstance(made, QtwarError):
            self.failed.emit(made.text)
            self.tiles = None
        elif board.id == self._view.board_id:
            veil = 0.12 if current().tokens.dark else 0.0
            source = TileSource(made, veil=veil, parent=self)  # type: ignore[arg-type]
            if area is not None and self._source is not None and not area.isNull():
                self.changed = area.adjusted(-REACH, -REACH, REACH, REACH)
                source.inherit(self._source, self.changed)
            else:
                self.changed = QRectF()
            self._drop()
            self._source = source
            source.tile_ready.connect(self._tile)
            self.tiles = TileGround(source, made.bounds)  # type: ignore[attr-defined]
            self.bounds = made.bounds  # type: ignore[attr-defined]
            self._drawn = board
            self.drawings += 1
            self.ready.emit()
        if self._wish is not None:
            self._later.start()

    def _tile(self, level: int, column: int, row: int) -> None:
        if self._source is not None:
            self._view.tile_ready(self._source.rect(level, column, row))

    def _drop(self) -> None:
        if self._source is not None:
            self._source.tile_ready.disconnect()
            self._source.close()
            self._source.deleteLater()
            self._source = None

    def close(self) -> None:
        """Stop; waits for the drawing under way."""
        self._gone.set()
        self._wish = None
        self._later.stop()
        self._drop()
        self._pool.waitForDone()
