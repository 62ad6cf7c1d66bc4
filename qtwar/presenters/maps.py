"""Board widgets with drawn maps: a soft picture at once, the art when it is prepared, tiles as they are painted."""

from __future__ import annotations

import itertools
import logging
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QRectF, QThreadPool, QTimer, Signal
from PySide6.QtGui import QImage, QPainter

from qtwar.base.errors import DataFault
from qtwar.model.board import BoardContent
from qtwar.model.content import TitleContent
from qtwar.presenters import faces
from qtwar.presenters.faces import palette_now
from qtwar.qtpaint import fonts, keptart
from qtwar.qtpaint.keptart import KeptArt
from qtwar.qtpaint.pictures import Pictures
from qtwar.qtpaint.tiles import LOWEST, BoardTiles, MapTiles
from qtwar.services import heap
from qtwar.services.cache import art_cache
from qtwar.services.maptiles import LARGE, BegunArt, FirstTiles, HelperTiles, begin, describe, kept_tiles
from qtwar.services.render_worker import RenderResult, RenderWorker, render_worker, whole_worker
from qtwar.storage.blobs import Blobs
from qtwar.ui import i18n
from qtwar.ui.board.chunks import SIDE
from qtwar.ui.board.ground import TileGround, paint_part
from qtwar.ui.board.layout import BoardLayout
from qtwar.ui.board.view import BoardView
from qtwar.ui.theme import current
from qtwar.ui.widgets.basics import timer

if TYPE_CHECKING:
    from qtwar.qtpaint.boardart import BoardArt

log = logging.getLogger("qtwar")

Key = tuple[str, str, str]
"""Board and style by what they hold, language, palette."""


STILL = 700
"""Ms without a change after which what is not in view is let go."""
LATELY = 32
"""Boards that are known again by what they hold."""
FURTHER = (2, 3, 4)
"""Levels below that of the board's size which are kept ahead: half the size, a quarter, and the one between."""


class BoardMaps(QObject):
    """The prepared maps of this program, by content, language and palette; prepared once, shared by all windows."""

    begun = Signal(object, object)
    prepared = Signal(object, object)
    arrived = Signal(object)
    lost = Signal(object)  # a map that could not be drawn

    def __init__(self) -> None:
        super().__init__()
        self.art: dict[Key, BegunArt | KeptArt | BoardArt] = {}
        self.failed: set[Key] = set()
        """Maps that could not be drawn: their boards are shown in plain colours."""
        self._under_way: set[Key] = set()
        self._lately: OrderedDict[str, tuple[weakref.ref[BoardContent], dict[str, object]]] = OrderedDict()
        self._count = itertools.count(1)
        self._tiles = _KeptTiles()
        weakref.finalize(self, self._tiles.close).atexit = False
        self._pool = QThreadPool(self)  # waiting for a drawing, it takes no thread from what opens games
        self._pool.setMaxThreadCount(1)
        self._large_pool = QThreadPool(self)  # a large board takes minutes: those that are there already pass by it
        self._large_pool.setMaxThreadCount(1)
        self.begun.connect(self._show)
        self.prepared.connect(self._keep)

    def want(self, content: TitleContent, board: BoardContent, language: str) -> Key:
        """Ask for a map, from any thread; returns its key. `arrived(key)` fires when it is there."""
        with _asking:
            key = (self._name(board, dict(content.style)), language, palette_now())
            if key in self.art or key in self._under_way or key in self.failed:
                return key
            self._under_way.add(key)
        pool = self._large_pool if len(board.terrain) >= LARGE else self._pool
        pool.start(partial(self._prepare, board, dict(content.style), key))
        return key

    def _name(self, board: BoardContent, style: dict[str, object]) -> str:
        """Return what a board in a style is called, by what it holds: who waits for a game has another object than the game."""
        with suppress(DataFault, ValueError, TypeError, LookupError, AttributeError):  # a style of any shape
            style = {**style, "": keptart.missing(board, style)}
        for name, (ref, styled) in self._lately.items():
            known = ref()
            if known is not None and (known is board or known == board) and styled == style:
                self._lately.move_to_end(name)
                return name
        name = f"{board.id}/{next(self._count)}"
        self._lately[name] = weakref.ref(board), style
        while len(self._lately) > LATELY:
            self._lately.popitem(last=False)
        return name

    def _prepare(self, board: BoardContent, style: dict[str, object], key: Key) -> None:
        """Draw a map, or take it from what is kept, on the thread of the pool."""
        try:
            art = self._made(board, style, key)
        except Exception:  # a style of any shape: what is kept of it can not be named
            log.exception("no map of %s", board.id)
            art = None
        if art is None:
            self.failed.add(key)
            self._under_way.discard(key)
            with suppress(RuntimeError):  # the program has ended meanwhile
                self.lost.emit(key)
            return
        with suppress(RuntimeError):  # the program has ended meanwhile
            self.prepared.emit(key, art)

    def _made(self, board: BoardContent, style: dict[str, object], key: Key) -> KeptArt | BoardArt | None:
        """Return the art of a board; None where it can not be drawn, or the program is going."""
        _, language, palette = key
        fonts.register()
        file = keptart.file_of(board, style, language, palette, art_cache())
        art = keptart.stored_art(board, file)
        if art is not None:
            return art
        described = describe(board, style, language, palette)
        large = len(board.terrain) >= LARGE
        if large:  # what is looked at goes first: another process would take a core from it
            self._begin(board, described, key, file)
        beside = whole_worker() if large else render_worker()
        answer = self._drawn_by(beside, described, behind=large)
        if answer is RenderResult.DIED or (answer is RenderResult.LEFT and beside.closed):
            return None
        art = keptart.stored_art(board, file)
        if art is not None:
            return art
        from qtwar.qtpaint import boardart  # there is no such process, or nothing can be kept

        return boardart.prepare(board, style, language=language, palette=palette)

    def _begin(self, board: BoardContent, described: Mapping[str, Any], key: Key, file: Path) -> None:
        """Have parts of a large board drawn where it is looked at, while the whole is."""
        art = begin(board, described, file)
        if art is not None:
            with suppress(RuntimeError):  # the program has ended meanwhile
                self.begun.emit(key, art)

    @staticmethod
    def _drawn_by(by: RenderWorker, described: Mapping[str, Any], *, behind: bool = False) -> RenderResult:
        """Have a map drawn by a helper: a thread would share the interpreter with the window for a second."""
        answer = by.ask({"do": "map", **described, "behind": behind})
        if answer is RenderResult.DIED:
            log.error("the map of %s could not be drawn, or ended the process that drew it", described["board"]["id"])
        return answer

    def tiles(self, key: Key, style: Mapping[str, object], veil: float, parent: QObject) -> MapTiles:
        """Return the tiles of a map that is there."""
        art = self.art[key]
        if not isinstance(art, (BegunArt, KeptArt)):
            return BoardTiles(art, veil=veil, parent=parent)
        found = self._tiles.take(art.file)
        if isinstance(art, BegunArt):
            return self._tiles.give(FirstTiles(art, found, veil=veil, parent=parent), art.file)

        def mend() -> bool:
            for file in (art.file, art.file.with_suffix(".png")):
                with suppress(OSError):
                    file.unlink(missing_ok=True)
            return self._drawn_by(render_worker(), describe(art.board, style, *key[1:])) is RenderResult.DONE

        return self._tiles.give(HelperTiles(art, found, veil=veil, mend=mend, parent=parent), art.file)

    def _show(self, key: Key, art: BegunArt) -> None:
        if key in self._under_way:
            self.art[key] = art
            self.arrived.emit(key)

    def under_way(self, key: Key | None) -> bool:
        """Return whether a map, or the rest of it, is still being drawn."""
        return key in self._under_way

    def _keep(self, key: Key, art: KeptArt | BoardArt) -> None:
        self._under_way.discard(key)
        self.art[key] = art
        self.arrived.emit(key)
        with _asking:  # each edit of a map that is played makes another one: those of long ago go, and are read again if wanted
            self.art = {one: kept for one, kept in self.art.items() if one[0] in self._lately}


class _KeptTiles:
    """The files that tiles are kept in, each open while there is a map that shows them: an edited map is another file."""

    def __init__(self) -> None:
        self._open: dict[Path, tuple[Pictures, int]] = {}
        self._lock = threading.RLock()  # a map may be collected while another is made

    def take(self, art: Path) -> Pictures:
        """Return the tiles of a drawing for one more map."""
        with self._lock:
            pictures, shown_by = self._open.get(art) or (Pictures(Blobs(kept_tiles(art))), 0)
            self._open[art] = pictures, shown_by + 1
            return pictures

    def give(self, map_: MapTiles, art: Path) -> MapTiles:
        """Return a map, the tiles of which are let go with it."""
        weakref.finalize(map_, self._let_go, art).atexit = False
        return map_

    def _let_go(self, art: Path) -> None:
        with self._lock:
            if art not in self._open:
                return
            pictures, shown_by = self._open[art]
            self._open[art] = pictures, shown_by - 1
            if shown_by == 1:
                del self._open[art]
        if shown_by == 1:
            pictures.close()

    def close(self) -> None:
        """Let all go."""
        with self._lock:
            held, self._open = self._open, {}
        for pictures, _ in held.values():
            pictures.close()


_maps: BoardMaps | None = None


_asking = threading.RLock()


def maps() -> BoardMaps:
    """Return the program's maps; any thread."""
    global _maps
    with _asking:
        if _maps is None:
            _maps = BoardMaps()
            app = QCoreApplication.instance()
            if app is not None:
                _maps.moveToThread(app.thread())
        return _maps


def draw_ahead(content: TitleContent, scenario: str, *, new: bool = False) -> None:
    """Have the map that a scenario begins on prepared, and what draws counters, while the rest of the game is; any thread."""
    faces.draw_ahead(content, scenario, new=new)
    board = first_board(content, scenario)
    if board is not None:
        maps().want(content, board, i18n.language())


def draw_first(content: TitleContent, scenario: str) -> None:
    """Have the map that a scenario begins on prepared where that takes a moment only: whoever asks may not begin; any thread."""
    board = first_board(content, scenario)
    if board is not None and len(board.terrain) < LARGE:
        maps().want(content, board, i18n.language())


def first_board(content: TitleContent, scenario: str) -> BoardContent | None:
    """Return the board that a scenario begins on; None where a title has none."""
    found = next((one for one in content.scenarios if one.id == scenario), None)
    return next((b for b in content.boards if found is None or not found.boards or b.id in found.boards), None)


def _further(level: int, area: QRectF, beyond: float) -> Iterator[tuple[int, QRectF]]:
    """Yield the levels that show from twice to four times as much around an area (u), each with what is in view then.

    `beyond`: how far chunks reach beyond what is in view from twice as far away, in u.
    """
    for step in FURTHER:
        if level - step >= LOWEST:
            times = 2 ** (step / 2)
            wide, high = ((times - 1) / 2 * side + times / 2 * beyond for side in (area.width(), area.height()))
            yield level - step, area.adjusted(-wide, -high, wide, high)


def _veil() -> float:
    """Return how much the theme darkens a map."""
    return 0.12 if current().name == "dark" else 0.0


class MapGround(QObject):
    """Fulfils the board's `Ground`: paints what there is of the map, and has the view painted again when there is more."""

    def __init__(
        self, view: BoardView, content: TitleContent, layout: BoardLayout, tell: Callable[[str], object] | None = None
    ) -> None:
        """`tell` is given the sentence of a map that could not be drawn."""
        super().__init__(view)
        self._view = weakref.ref(view)
        self._tell = tell
        self._content = content
        self.names_clear = bool(content.style.get("names_clear", False))
        self._board = layout.board
        self._layout = layout
        self._coarse: QImage | None = None
        self._source: MapTiles | None = None
        self._tiles: TileGround | None = None
        self._key: Key | None = None
        self._shown: tuple[Key, float] | None = None
        """The map that is painted, and how dark: another may be asked for already."""
        self._told: Key | None = None
        """The map of which it was said that it could not be drawn."""
        self._level: int | None = None
        self._ahead = False
        self._still = timer(self, STILL, self._rest)
        maps().arrived.connect(self._arrived)
        maps().lost.connect(self._lost)
        self._want()

    def _want(self) -> None:
        self._key = maps().want(self._content, self._board, i18n.language())
        if self._key in maps().art:
            self._arrived(self._key)
        elif self._key in maps().failed:
            self._lost(self._key)

    def _lost(self, key: object) -> None:
        if key == self._key != self._told and self._tell is not None:
            self._told = self._key
            words = i18n.tr("board.not_drawn", name=self._board.name.get(i18n.language()))
            QTimer.singleShot(0, self, partial(self._tell, words))  # it may be asked for while the board is painted

    def _arrived(self, key: object) -> None:
        if key != self._key or self._key is None:
            return
        veil = _veil()
        source = maps().tiles(self._key, self._content.style, veil, self)
        self._shown = self._key, veil
        before, self._source = self._source, source
        if before is not None:
            if isinstance(before, FirstTiles):
                source.inherit(before, QRectF())
            before.tile_ready.disconnect(self._ready)
            before.close()
            before.deleteLater()
        self._ahead = False
        source.tile_ready.connect(self._ready)
        self._tiles = TileGround(source, source.bounds)
        self._layout.bounds = self._layout.bounds.united(source.bounds)
        view = self._view()
        if view is not None:
            view.ground_ready()

    def _ready(self, level: int, column: int, row: int) -> None:
        view, source = self._view(), self._source
        if view is not None and source is not None:
            pixel = 1 / view.camera.scale
            area = source.rect(level, column, row).adjusted(-pixel, -pixel, pixel, pixel)
            view.ground_ready(area, far=level <= source.whole_level)

    def _look(self, source: MapTiles) -> None:
        """Give up what was wanted at a zoom that was left; have kept what is seen from further away, once all is there."""
        view = self._view()
        if view is None or not view.isVisible():
            return
        level = source.level_for(view.camera.scale * view.chunks.ratio)
        if self._level is not None and level != self._level:
            source.leave(self._level)
        self._level = level
        if not self._ahead and not source.waiting():
            self._ahead = True
            source.ahead(_further(level, view.camera.area(), SIDE / 2 / view.camera.scale))
        self._still.start()

    def _rest(self) -> None:
        """Let go of what is not in view, when nothing was painted for a while."""
        view, source = self._view(), self._source
        if view is None or source is None or not view.isVisible():
            return
        scale = view.camera.scale
        chunk = SIDE / scale  # what is in view is painted in chunks that reach beyond it
        source.let_go(source.level_for(scale * view.chunks.ratio), view.camera.area().adjusted(-chunk, -chunk, chunk, chunk))
        view.chunks.let_go(view.size())
        heap.give_back()

    def waiting(self) -> bool:
        """Return whether a finer picture of what is in view is still being made."""
        if self._source is None:
            return self._key not in maps().failed
        return self._source.waiting() > 0 or maps().under_way(self._key)

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> bool:
        """Paint `area`; returns False while a finer picture is still being made."""
        other = self._key is not None and self._key[1:] != (i18n.language(), palette_now())
        if other or (self._shown is not None and self._shown[1] != _veil()):
            self._want()
        if self._tiles is not None and self._source is not None:
            whole = self._tiles.paint(painter, area, scale)
            self._look(self._source)
            before = self._shown is not None and self._shown[0] != self._key
            return whole and not (before and maps().under_way(self._key))
        self._paint_coarse(painter, area)
        return False

    def under(self, painter: QPainter, area: QRectF) -> None:
        """Paint the picture of the whole that there is, or what is known of the map without one."""
        if self._tiles is not None:
            self._tiles.under(painter, area)
        else:
            self._paint_coarse(painter, area)

    def _paint_coarse(self, painter: QPainter, area: QRectF) -> None:
        if self._coarse is None:
            self._coarse = keptart.coarse(self._board, keptart.tones(self._content.style.get("coarse")))
        left, top, right, bottom = self._layout.grid.bounds()
        bounds = QRectF(left, top, right - left, bottom - top)
        paint_part(painter, area & bounds, self._coarse, bounds)


def make_board(tell: Callable[[str], object] | None = None) -> BoardView:
    """Return an empty board widget that draws the maps of its title, and says through `tell` which it can not."""

    def ground(layout: BoardLayout) -> MapGround:
        return MapGround(view, view.model.title.content, layout, tell)

    view = BoardView(ground)
    return view
