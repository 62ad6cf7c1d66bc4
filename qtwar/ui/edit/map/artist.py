"""Draws a draft's board in the background each time it has changed; only tiles that the change touches are made anew."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPointF, QRectF, QThreadPool, Signal

from qtwar.base.errors import QtwarError
from qtwar.draw import displaylist as dl
from qtwar.draw.layers import style_layers, top_layers
from qtwar.draw.metrics import widths
from qtwar.draw.section import MapSection, cut, span_of, style_of
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.model.grid.lattice import Lattice
from qtwar.ui import i18n
from qtwar.ui.board.canvas import BoardCanvas
from qtwar.ui.edit.map.fade import Fade, SectionGround
from qtwar.ui.edit.map.ground import NEAR
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

if TYPE_CHECKING:
    from qtwar.qtpaint.boardart import BoardArt
    from qtwar.qtpaint.tiles import BoardTiles

log = logging.getLogger("qtwar")
MOST_CELLS = 8_000
"""A whole drawing of a larger board takes longer than a person waits: the part in view is drawn, once it is looked at near."""
MOST_ON_SCAN = 50_000
"""The same of a board whose ground is a scan: what lies over that is soon drawn."""
AROUND = 0.15
"""So much of the view's width and height is drawn beyond each of its sides, so that a short way brings no flat colours."""
PAUSE = 140
"""Milliseconds without a change before the board is drawn again."""
MEMORY = 64 << 20
"""Bytes of tiles; while a layer is faint there are two sets of them."""
REACH = 330.0
"""How far in u a change of one cell can be seen in the drawing: widest blend, and the run of a path."""


class Artist(QObject):
    """`show` asks for a drawing, `ready` fires when `tiles` shows it. One drawing at a time, the latest wish wins."""

    ready = Signal()
    tiled = Signal()  # a tile is there, of those that stood for it only roughly
    failed = Signal(str)  # a sentence
    _arrived = Signal(int, object)

    def __init__(self, canvas: BoardCanvas, cache: Callable[[], Path | None]) -> None:
        super().__init__(canvas)
        self._canvas, self._cache = canvas, cache
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._wish: tuple[BoardContent, dict[str, Any], str] | None = None
        self._wish_area: QRectF | None = QRectF()
        self._drawing: tuple[BoardContent, QRectF | None, MapSection | None] | None = None
        self._section: MapSection | None = None
        self._texts: list[tuple[str, QPointF]] = []
        self._sheets: tuple[str, ...] = ()
        self._content: TitleContent | None = None
        self._number = 0
        self._gone = threading.Event()
        self._fade: Fade | None = None
        self.opacities: Mapping[str, float] = {}
        """How much of each sheet of the drawing is seen; a sheet that is not named, all of it."""
        self.drawn: BoardContent | None = None
        """The board as the tiles show it."""
        self.tiles: Fade | SectionGround | None = None
        self.bounds = QRectF()
        self.changed = QRectF()
        self.drawings = 0
        self._later = timer(self, PAUSE, self._start)
        self._arrived.connect(self._take)

    @property
    def current(self) -> bool:
        """Whether the tiles show the latest wish."""
        return self._wish is None and self._drawing is None

    def shows(self, cell: str, word: str) -> bool:
        """Return whether the drawing has this terrain in a cell."""
        return self.drawn is not None and self.drawn.terrain.get(cell, "") == word

    def show(self, content: TitleContent, board: BoardContent, area: QRectF | None = None) -> None:
        """Draw a board as it is now; `area` (u) is what has changed since the last wish, None: everything."""
        self._content = content
        if not style_layers(content.style, board):
            self._wish, self.tiles = None, None
            self._drop()
            return
        if self._is_large(board) and not self._is_near():
            # nothing is looked at that near: what was drawn of it is out of date
            self._wish, self.tiles, self.drawn = None, None, None
            self._drop()
            return
        if area is None or self._wish_area is None:
            self._wish_area = None
        else:
            self._wish_area = self._wish_area.united(area)
        self._wish = (board, dict(content.style), i18n.language())
        if self._section is not None and (self.drawn is None or self.drawn.grid != board.grid):
            self._section = None
        if self.drawn is None or self.drawn.id != board.id:
            self._wish_area, self.tiles = None, None
            self._drop()
            self._start()
        else:
            self._later.start()

    def _is_large(self, board: BoardContent) -> bool:
        cells = (board.grid.columns or 1) * (board.grid.rows or 1)
        if cells <= MOST_CELLS or self._content is None:
            return cells > MOST_CELLS
        layers = top_layers(self._content.style, board)[1]
        return cells > MOST_ON_SCAN or not layers or layers[0].get("painter") != "scan"

    def _is_near(self) -> bool:
        return 100 * self._canvas.camera.scale >= NEAR

    def look(self) -> None:
        """The camera has moved: of a large board, draw the part that is looked at now."""
        board = self._canvas.layout_.board
        if self._content is None or self._wish is not None or not self._is_large(board) or not self._is_near():
            return
        drawn = self._drawing[2] if self._drawing is not None else self._section if self.tiles is not None else None
        bounds = self._canvas.layout_.bounds
        if drawn is None or not QRectF(*drawn.core).contains(self._canvas.camera.area() & bounds):
            self._wish, self._wish_area = (board, dict(self._content.style), i18n.language()), None
            self._later.start()

    def _part(self, board: BoardContent) -> MapSection | None:
        """Return the part of a large board to be drawn: the same as last time while the view lies in it."""
        if not self._is_large(board):
            return None
        layout = self._canvas.layout_
        area = self._canvas.camera.area() & layout.bounds
        last = self._section
        if last is not None and QRectF(*last.core).contains(area):
            span: tuple[int, int, int, int] | None = last.span
        else:
            dx, dy = area.width() * AROUND, area.height() * AROUND
            span = span_of(layout.grid, layout.cells_in(area.adjusted(-dx, -dy, dx, dy)))
        return cut(board, layout.grid, span) if span is not None and isinstance(layout.grid, Lattice) else None

    def _start(self) -> None:
        if self._drawing is not None or self._wish is None:
            return
        board, style, language = self._wish
        section = self._part(board)
        if self._is_large(board) and section is None:
            self._wish = None
            return
        self._drawing = (board, self._wish_area, section)
        self._wish, self._wish_area = None, QRectF()
        self._number += 1
        # the first look may be of a board that was drawn before; what is edited is worth no file
        cache = self._cache() if self.drawn is None and section is None else None
        if section is not None:
            board, style = section.board, style_of(style, board, section.shift)
        self._sheets = self._sheets_of(style, board)
        self._pool.start(partial(self._draw, board, style, language, self._number, cache))

    def _sheets_of(self, style: Mapping[str, Any], board: BoardContent) -> tuple[str, ...]:
        """Return which sheet each layer of a style belongs to."""
        from qtwar.qtpaint.sheets import sheets_of

        content = self._content
        assert content is not None
        _, layers = top_layers(style, board)
        return sheets_of(layers, {kind.id for kind in content.edge_kinds}, {kind.id for kind in content.path_kinds})

    def _draw(
        self, board: BoardContent, style: dict[str, Any], language: str, number: int, cache: Path | None
    ) -> None:
        """Draw, on the thread of the pool, and hand in what came of it."""
        from qtwar.qtpaint import boardart

        made: object
        try:
            made = boardart.prepare(board, style, language=language, cache=cache)
        except QtwarError as problem:
            made = problem
        except Exception as bug:  # a style that nobody has tried: the board stays flat, the sentence says why
            log.exception("no map of %s", board.id)
            made = QtwarError("edit.style_fault", why=str(bug), detail=repr(bug))
        with suppress(RuntimeError):  # the window went while this was drawn
            if not self._gone.is_set():
                self._arrived.emit(number, made)

    def _take(self, number: int, made: object) -> None:
        if number != self._number or self._drawing is None:
            return
        board, area, section = self._drawing
        self._drawing = None
        if isinstance(made, QtwarError):
            self.failed.emit(i18n.sentence(made))
            self.tiles = None
        elif board.id == self._canvas.layout_.board.id:
            older: Fade | None = None
            if area is not None and self._fade is not None and not area.isNull():
                self.changed = area.adjusted(-REACH, -REACH, REACH, REACH)
                if section is None or (self._section is not None and section.shift == self._section.shift):
                    older = self._fade
            else:
                self.changed = QRectF()
            x, y = section.shift if section is not None else (0.0, 0.0)
            fade = Fade(
                made,  # type: ignore[arg-type]
                self._sheets,
                self.opacities,
                self._tiles_of,
                older,
                self.changed.translated(-x, -y),
            )
            self._drop()
            self._fade = fade
            self.tiles = fade if section is None else SectionGround(fade, section)
            self.bounds = made.bounds if section is None else QRectF()  # type: ignore[attr-defined]
            self._section = section
            self._texts = texts_of(made.display)  # type: ignore[attr-defined]
            self.drawn = board
            self.drawings += 1
            self.ready.emit()
        if self._wish is not None:
            self._later.start()
        else:
            self.look()

    def words_at(self, words: str, near: QPointF) -> QPointF | None:
        """Return the middle of words in the drawing, those nearest to a point (u); None where it has none close by."""
        x, y = self._section.shift if self._section is not None else (0.0, 0.0)
        spots = [middle + QPointF(x, y) for text, middle in self._texts if text.casefold() == words.casefold()]
        best = min(spots, key=lambda spot: (spot - near).manhattanLength(), default=None)
        return best if best is not None and (best - near).manhattanLength() < 400 else None

    def _tiles_of(self, art: BoardArt) -> BoardTiles:
        """Return the tiles of an art, which tell the board when they are there."""
        from qtwar.qtpaint.tiles import BoardTiles

        veil = 0.12 if current().tokens.dark else 0.0
        source = BoardTiles(art, veil=veil, memory=MEMORY, parent=self)
        source.tile_ready.connect(lambda level, x, y: self.tiled.emit())
        return source

    def set_opacities(self, opacities: Mapping[str, float]) -> bool:
        """Show the sheets of the drawing at these opacities; False where that changes nothing that is drawn."""
        self.opacities = dict(opacities)
        return self._fade is not None and self._fade.set(opacities)

    def _drop(self) -> None:
        if self._fade is not None:
            self._fade.close()
            self._fade = None

    def close(self) -> None:
        """Stop; waits for the drawing under way."""
        self._gone.set()
        self._wish = None
        self._later.stop()
        self._drop()
        self._pool.waitForDone()


def texts_of(display: dl.DisplayList) -> list[tuple[str, QPointF]]:
    """Return the lines of text of a drawing with their middles (u)."""
    found = []
    for node in dl.walk(display.nodes):
        if isinstance(node, dl.Text):
            font = node.font
            wide = sum(widths(node.text, font.family, font.size, font.weight, font.italic))
            aside = {"l": wide / 2, "r": -wide / 2}.get(node.align, 0.0)
            found.append((node.text, QPointF(node.at[0] + aside, node.at[1])))
    return found
