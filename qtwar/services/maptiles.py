"""Tiles of maps, painted by the helper process: a window that shows a map holds neither its drawing nor what paints it.

The pictures travel through the cache, where they are kept between starts; both sides name them alike.

    source = HelperTiles(art, kept, veil=0.0, mend=…)   # in the window: `qtpaint.tiles.MapTiles` of a kept drawing
    answer_tile(request)                                # in the helper
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from qtwar.qtpaint import budget
from qtwar.qtpaint.keptart import KeptArt
from qtwar.qtpaint.pictures import Pictures
from qtwar.qtpaint.tiles import Hand, Key, MapTiles, zoom_of
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

    leaves = True

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
    if _under is None or (_under.file, _under.veil) != (file, veil):
        if _under is not None:
            _under.kept.close()
        _under = None
        _under = _Under(file, veil)
    level, column, row = request["key"]
    _under.tiles.made((level, column, row), _under.hand)
    _under.kept.written()
