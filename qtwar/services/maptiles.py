"""Tiles of maps, painted by the helper process: a window that shows a map holds neither its drawing nor what paints it.

The pictures travel through the cache, where they are kept between starts; both sides name them alike.

    source = HelperTiles(art, kept, veil=0.0, mend=…)   # in the window: `qtpaint.tiles.MapTiles` of a kept drawing
    answer_tile(request)                                # in the helper
    begun = begin(board, describe(board, style, "en", "standard"), file) # of a large board that is not drawn yet
    source = FirstTiles(begun, kept, veil=0.0)          # its tiles, each of a part that is drawn for it
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QImage

from qtwar.base.errors import DataFault
from qtwar.model.board import BoardContent
from qtwar.qtpaint import budget, keptart
from qtwar.qtpaint.keptart import KeptArt
from qtwar.qtpaint.pictures import Pictures
from qtwar.qtpaint.tiles import TILE, Hand, Key, MapTiles, zoom_of
from qtwar.services import cache
from qtwar.services.render_worker import RenderResult, render_worker
from qtwar.storage.blobs import Blobs

if TYPE_CHECKING:
    from qtwar.qtpaint.boardart import BoardArt
    from qtwar.qtpaint.tiles import BoardTiles


def kept_tiles(art: Path) -> Path:
    """Return where the tiles of a kept drawing are kept, as the present program paints them."""
    painter = cache.name_of(cache.program("draw", "qtpaint"))[:8]
    return cache.folder("tiles") / f"{art.stem}-{painter}.pictures"


class HelperTiles(MapTiles):
    """Tiles of a kept drawing: read from where they are kept, and painted there by the helper first."""

    leaves = rereads = True

    def __init__(
        self,
        art: KeptArt,
        kept: Pictures,
        *,
        veil: float = 0.0,
        memory: int = budget.TILES,
        mend: Callable[[], bool] = lambda: False,
        parent: QObject | None = None,
    ) -> None:
        """`mend` draws anew what can not be read any more; it is asked once."""
        super().__init__(art.bounds, art.small, veil=veil, memory=memory, parent=parent)
        self._art, self._on_disk, self._mend = art, kept, mend
        self._mended = False

    def found(self, key: Key) -> QImage | None:
        """Return a tile from where it is kept."""
        return self._on_disk.get(self.name_of(key))

    def keep_ahead(self, key: Key, hand: Hand) -> None:
        """Have a tile painted by the helper, if it is not kept yet."""
        if not self._on_disk.has(self.name_of(key)):
            self._painted(key)

    def made(self, key: Key, hand: Hand) -> QImage | None:
        """Return a tile; None where it ended the process that painted it."""
        name = self.name_of(key)
        found = self._on_disk.get(name)
        if found is None and self._painted(key):
            found = self._on_disk.get(name)
            if found is None:  # the disk is full, or there is no such process: it costs time and memory
                found = self._veiled(self._drawing.image(zoom_of(key[0]), self.rect(*key), hand.painter))
        return found

    def _painted(self, key: Key) -> bool:
        """Have a tile painted; returns whether it is there now, or may be painted here."""
        worker = render_worker()
        asked = {"do": "tile", "file": str(self._art.file), "key": key, "veil": self._veil}
        answer = worker.ask(asked)
        if answer is RenderResult.DONE or (answer is RenderResult.LEFT and not worker.closed):
            return True
        if worker.closed or self._mended:
            return False
        self._mended = True
        return self._mend() and worker.ask(asked) is RenderResult.DONE

    @cached_property
    def _drawing(self) -> BoardArt:
        from qtwar.qtpaint import boardart

        return boardart.at(self._art.file)


LARGE: Final = 10_000
"""Cells from which on a board's tiles are not left waiting until all of it is drawn."""
_WIDEST: Final = 5000.0
"""U along the side of a tile that is drawn by itself; a wider one is sooner there with the whole."""


@dataclass(frozen=True, slots=True)
class BegunArt:
    """A large board whose drawing is under way: its frame, and a soft picture that stands in for it."""

    asked: dict[str, Any]
    file: Path
    bounds: QRectF
    small: QImage


def describe(board: BoardContent, style: Mapping[str, Any], language: str, palette: str) -> dict[str, Any]:
    """Return what a helper is told of a map."""
    return {"board": board.model_dump(mode="json", by_alias=True), "style": style, "language": language, "palette": palette}


def begin(board: BoardContent, described: Mapping[str, Any], file: Path) -> BegunArt | None:
    """Have the helper make ready for parts of a board, on any thread; None where it can not."""
    asked = {"do": "begin", "file": str(file), **described}
    try:
        left, top, right, bottom = render_worker().hand(asked)
    except DataFault:  # the whole drawing will say why, or do better
        return None
    bounds = QRectF(left, top, right - left, bottom - top)
    coarse = described["style"].get("coarse")
    small = keptart.coarse(board, keptart.tones(coarse if isinstance(coarse, Mapping) else None))
    return BegunArt(asked, file, bounds, keptart.framed(small, board, bounds))


class FirstTiles(MapTiles):
    """Tiles of a board whose drawing is under way: the helper draws only the part that one shows. They are kept as all are."""

    leaves = rereads = True

    def __init__(self, art: BegunArt, kept: Pictures, *, veil: float = 0.0, parent: QObject | None = None) -> None:
        super().__init__(art.bounds, art.small, veil=veil, parent=parent)
        self._art, self._on_disk = art, kept

    def found(self, key: Key) -> QImage | None:
        """Return a tile from where it is kept."""
        return self._on_disk.get(self.name_of(key))

    def keep_ahead(self, key: Key, hand: Hand) -> None:
        """Have the helper draw the part under a tile and paint it, if it is not kept yet."""
        if self.tile_size(key[0]) <= _WIDEST and not self._on_disk.has(self.name_of(key)):
            self._painted(key)

    def made(self, key: Key, hand: Hand) -> QImage | None:
        """Return a tile; None where it has to wait for the whole drawing."""
        if self.tile_size(key[0]) > _WIDEST:
            return None
        name = self.name_of(key)
        found = self._on_disk.get(name)
        if found is None and self._painted(key):
            found = self._on_disk.get(name)
        return found

    def _painted(self, key: Key) -> bool:
        worker, asked = render_worker(), {"do": "part", "file": str(self._art.file), "key": key, "veil": self._veil}
        with suppress(DataFault):
            if worker.hand(asked):
                return True
            worker.hand(self._art.asked)  # it was idle, and ended
            return bool(worker.hand(asked))
        return False


# --------------------------------------------------------------------------------------- in the helper process


class _Under:
    """The drawing that was painted of last, with what paints it."""

    def __init__(self, file: Path, veil: float) -> None:
        from qtwar.qtpaint import boardart, fonts
        from qtwar.qtpaint.tiles import BoardTiles

        fonts.register()
        self.file, self.veil = file, veil
        self.kept = Pictures(Blobs(kept_tiles(file)))
        self.tiles: BoardTiles = BoardTiles(boardart.at(file), veil=veil, kept=self.kept)
        self.hand = Hand()


_under: _Under | None = None


def answer_tile(request: Mapping[str, Any]) -> None:
    """Paint a tile and keep it."""
    global _under
    file, veil = Path(request["file"]), float(request["veil"])
    if _begun is not None and _begun.file == file:  # all of it is drawn now
        _end_parts()
    if _under is None or (_under.file, _under.veil) != (file, veil):
        if _under is not None:
            _under.kept.close()
        _under = None
        _under = _Under(file, veil)
    level, column, row = request["key"]
    _under.tiles.made((level, column, row), _under.hand)
    _under.kept.written()


class _Begun:
    """The board of which parts are drawn, with those drawn last: neighbouring tiles are painted of one."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        from qtwar.draw.board import BoardDrawing
        from qtwar.qtpaint import fonts

        fonts.register()
        self.file = Path(request["file"])
        board = BoardContent.model_validate(request["board"])
        self.drawing = BoardDrawing(board, request["style"], request["language"], request["palette"])
        left, top, right, bottom = self.drawing.bounds
        self.bounds = QRectF(left, top, right - left, bottom - top)
        self.kept = Pictures(Blobs(kept_tiles(self.file)))
        self.hand, self.veil = Hand(), 0.0
        self._parts: OrderedDict[Key, BoardTiles] = OrderedDict()

    def paint(self, key: Key, veil: float) -> None:
        """Paint a tile and keep it."""
        level, column, row = key
        wide = 2 if level >= _JOINED else 1
        part = (level, column // wide, row // wide)
        if veil != self.veil:  # another theme
            self._parts.clear()
            self.veil = veil
        tiles = self._parts.pop(part, None) or self._drawn(part, wide, veil)
        while len(self._parts) >= _PARTS:
            self._parts.popitem(last=False)
        self._parts[part] = tiles
        tiles.made(key, self.hand)
        self.kept.written()

    def _drawn(self, part: Key, wide: int, veil: float) -> BoardTiles:
        from qtwar.qtpaint.boardart import BoardArt
        from qtwar.qtpaint.tiles import BoardTiles

        level, column, row = part
        side = TILE * 100 / zoom_of(level) * wide
        left, top = self.bounds.left() + column * side, self.bounds.top() + row * side
        right, bottom = min(left + side, self.bounds.right()), min(top + side, self.bounds.bottom())
        art = BoardArt(self.drawing.draw((left, top, right, bottom)), QImage(1, 1, keptart.RGB), self.file)
        return BoardTiles(art, veil=veil, kept=self.kept)


_JOINED: Final = -2
"""The level from which on four tiles are painted of one part."""
_PARTS: Final = 8
_begun: _Begun | None = None


def answer_begin(request: Mapping[str, Any]) -> list[float]:
    """Make ready for parts of a board; returns the bounds of its drawing."""
    global _begun
    _end_parts()  # two large boards at once are too much
    _begun = _Begun(request)
    return list(_begun.drawing.bounds)


def _end_parts() -> None:
    global _begun
    if _begun is not None:
        _begun.kept.close()
    _begun = None


def answer_part(request: Mapping[str, Any]) -> bool:
    """Paint a tile of a part of the board; returns whether this is the board that was begun last."""
    if _begun is None or _begun.file != Path(request["file"]):
        return False
    level, column, row = request["key"]
    _begun.paint((level, column, row), float(request["veil"]))
    return True
