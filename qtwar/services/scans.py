"""Pictures as final maps: taken in whole, in strips, and kept as tiles with levels, known by the hash of these.

A module holds them as `art/<hash>/<level>-<column>-<row>.jpg`, a draft's document as rows of `picture_tile`; the style of a
board names them (painter `scan`). Decoding is the helper's (ADR 18).
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

from PySide6.QtGui import QImage

from qtwar.base.errors import DataFault, QtwarError
from qtwar.model.art import MOST_TILE, TiledPicture, hash_of, is_tile
from qtwar.qtpaint import scans
from qtwar.qtpaint.scans import TILE
from qtwar.qtpaint.traced import tile_image
from qtwar.services import cache, render_worker

QUALITY = 90
AT_ONCE, MANY = min(4, os.cpu_count() or 1), 16
"""Tiles that are decoded at a time, and that are read for it: Qt leaves the interpreter to the others meanwhile."""
LONGEST = 32_768
MOST_PIXELS = 660_000_000

scans.home = lambda: cache.folder("pictures")

Tile = tuple[int, int, int]


def take(path: Path) -> TiledPicture:
    """Have a picture taken in as a map; raises DataFault. Its tiles are in the cache then, and are read by `files`."""
    return TiledPicture(**render_worker.picture_worker().hand({"do": "scan", "path": str(path)}))


def files(picture: str) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield level, column, row and bytes of a scan's tiles in the cache."""
    folder = scans.folder_of(picture)
    for file in sorted(folder.iterdir()) if folder is not None else ():
        level, x, y = (int(word) for word in file.stem.split("-"))
        yield level, x, y, file.read_bytes()


# --------------------------------------------------------------------------------------- in the helper process


def answer_scan(request: Mapping[str, Any]) -> dict[str, Any]:
    """Take a picture in as tiles of the cache, as `take` asks for it."""
    from qtwar.services import foreign  # what decodes is for the helper alone

    path = Path(request["path"])
    bands = foreign.regular(foreign.opened(path).fitting(MOST_PIXELS, LONGEST).bands(), TILE)
    fresh = scans.home() / f".{uuid4().hex}"
    fresh.mkdir(parents=True)
    try:
        wide = high = 0
        made = _Levels(fresh)
        for band in bands:
            wide, high = band.width(), high + band.height()
            made.add(band)
            del band  # of a wide picture it is 80 MB: not held while the next one is decoded
        made.finish()

        def row(level: int, x: int, y: int) -> tuple[int, int, int, str]:
            return level, x, y, hashlib.sha256((fresh / f"{level}-{x}-{y}.jpg").read_bytes()).hexdigest()

        name = hash_of(row(*at) for at in made.done)
        if scans.folder_of(name) is None:
            fresh.replace(scans.home() / name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return {"picture": name, "width": wide, "height": high}


def take_in(source: Path, picture: str) -> None:
    """Decode a scan of a module or a document into the cache; one that is not whole is left out."""
    fresh = scans.home() / f".{uuid4().hex}"
    fresh.mkdir(parents=True, exist_ok=True)

    def tile(found: tuple[int, int, int, bytes]) -> tuple[int, int, int, str] | None:
        level, x, y, data = found
        if tile_image(data).isNull():  # what this process has read, the window's can read
            return None
        (fresh / f"{level}-{x}-{y}.jpg").write_bytes(data)
        return level, x, y, hashlib.sha256(data).hexdigest()

    try:
        rows = []
        tiles = stored(source, picture)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            while some := list(islice(tiles, MANY)):  # no more of them are held than that
                made = list(pool.map(tile, some))
                if None in made:
                    return
                rows += [row for row in made if row is not None]
        if rows and hash_of(rows) == picture and scans.folder_of(picture) is None:
            fresh.replace(scans.home() / picture)
    except (OSError, QtwarError):
        return
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def stored(source: Path, picture: str) -> Iterator[tuple[int, int, int, bytes]]:
    """Yield level, column, row and bytes of the tiles that a module or a document holds."""
    if source.suffix == ".qtwar":
        from qtwar.storage.drafts import stored_tiles

        yield from stored_tiles(source, picture, MOST_TILE)
        return
    from qtwar.model.load import ModuleFiles

    module = ModuleFiles(source)
    for name in module.listing(f"art/{picture}"):
        at = is_tile(name)
        if at is not None:
            data = module.read(name)
            if len(data) > MOST_TILE:
                return
            yield *at, data


def _save(image: QImage, folder: Path, level: int, x: int, y: int) -> None:
    if not image.save(os.fspath(folder / f"{level}-{x}-{y}.jpg"), "JPEG", QUALITY):  # type: ignore[call-overload]
        raise DataFault("fault.file.not_written", file="picture", why="")


class _Levels:
    """Writes bands as tiles, and two bands of a level as one of the next, half as large."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: dict[int, QImage] = {}
        self._rows: dict[int, int] = {}
        self.done: list[Tile] = []

    def add(self, band: QImage, level: int = 0) -> None:
        """Write a band of a level, and of the next ones what it completes."""
        from qtwar.services import foreign

        while True:
            row = self._rows.get(level, 0)
            self._rows[level] = row + 1
            for x in range(-(-band.width() // TILE)):
                part = band.copy(x * TILE, 0, min(TILE, band.width() - x * TILE), band.height())
                _save(part, self._folder, level, x, row)
                self.done.append((level, x, row))
            half = foreign.scaled_to(band, max(1, band.width() // 2), max(1, -(-band.height() // 2)))
            level += 1
            above = self._waiting.pop(level, None)
            if above is None:
                self._waiting[level] = half
                return
            band = _joined(above, half)
            del above, half  # they are in it: of a wide picture 20 MB each

    def finish(self) -> None:
        """Write what waits for a second half, up to the level of a single tile."""
        level = 1
        while level in self._waiting or level in self._rows:
            rest = self._waiting.pop(level, None)
            single = self._rows.get(level - 1, 0) == 1 and (level - 1, 1, 0) not in self.done
            if single:
                return
            if rest is not None:
                self.add(rest, level)
            level += 1


def _joined(above: QImage, below: QImage) -> QImage:
    from PySide6.QtGui import QPainter

    made = QImage(above.width(), above.height() + below.height(), QImage.Format.Format_RGB32)
    with QPainter(made) as painter:
        painter.drawImage(0, 0, above)
        painter.drawImage(0, above.height(), below)
    return made

