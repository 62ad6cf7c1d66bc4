"""The drawn map of SEALORDS: new, from the cache, and a tile of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from qtwar.app.program import application
from qtwar.bench.budgets import Figure, bench, median, timed
from qtwar.qtpaint import boardart, fonts
from qtwar.qtpaint.painter import Painter
from qtwar.qtpaint.tiles import BoardTiles
from qtwar.services import titles

TRIES = 3
NEAR = 2.0
TILES = 9


@bench("map")
def map_bench() -> Iterator[Figure]:
    """Drawn with an empty cache, read from a full one, and some tiles near by, in the middle."""
    application()
    content = titles.load("sealords")[1]
    board, style = content.boards[0], dict(content.style)
    fonts.register()
    new: list[float] = []
    kept: list[float] = []
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory() as folder:
            cache = Path(folder)
            for times in (new, kept):
                times.append(timed(lambda cache=cache: boardart.prepare(board, style, cache=cache)))
            art = boardart.prepare(board, style, cache=cache)
    yield Figure("first drawing of the SEALORDS map", min(new), "ms", 2000, note=f"best of {TRIES}")
    yield Figure("the SEALORDS map from the cache", min(kept), "ms", 200, note=f"best of {TRIES}")
    source = BoardTiles(art)
    level, painter, tiles = source.level_for(NEAR), Painter(), []
    every = source.tiles_in(level, art.bounds)
    for column, row in every[len(every) // 2 :][:TILES]:
        tiles.append(timed(lambda at=(level, column, row): source.paint_tile(at, painter)))
    source.close()
    yield Figure(f"a tile at {NEAR:.0%}, median of {len(tiles)}", median(tiles), "ms")
    yield Figure(f"a tile at {NEAR:.0%}, worst of {len(tiles)}", max(tiles), "ms")
