"""A scan of 20,000 × 15,000 pixels as the map: taken in, opened, moved about and zoomed in the whole program."""

from __future__ import annotations

import os
import random
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from qtwar.bench.big import with_counters
from qtwar.bench.budgets import Figure, bench
from qtwar.bench.outside import Missing
from qtwar.bench.seen import home_in, shown
from qtwar.editing import ground, mapping, pictures, places, templates
from qtwar.editing.cutting import NewCounter, SheetGrid, add_counters
from qtwar.editing.draft import Draft
from qtwar.editing.sharing import write_module
from qtwar.model.art import TiledPicture, file_of, tile_of
from qtwar.model.content import TitleContent
from qtwar.services import games, ownart, render_worker, titles
from qtwar.session.begin import NewGame

WIDTH, HEIGHT, BAND = 20_000, 15_000, 500
COLUMNS, ROWS = 110, 70
COUNTERS = 2_000
MEMORY = 400
"""MB of all processes of the program."""


@bench("scan")
def scan_bench() -> Iterator[Figure]:
    """Taken in, then the program with nothing kept, then again."""
    try:
        with tempfile.TemporaryDirectory() as folder, _places(home_in(Path(folder) / "scan")) as home:
            yield _counters(home)
            picture = paint(home / "map.png")
            began = perf_counter()
            found = ownart.take_map(picture)
            yield Figure("scan of 20,000 × 15,000 taken in", perf_counter() - began, "s", 120)
            yield Figure("helper while it takes it in, at its most", _peak(), "MB", MEMORY)
            render_worker.picture_worker().close()
            held = {tile_of(found.picture, *row[:3]): row[3] for row in ownart.map_tiles(found.picture)}
            yield Figure("tiles of it", sum(map(len, held.values())) / 1e6, "MB")
            module = home / "home" / "modules" / "scan"
            write_module(content(found), module, picture=lambda _: held)
            opened = games.create(NewGame("scan", "scenario_1"), titles.user_home())
            opened.close()
            _forget(home)
            with shown(home, opened.path) as run:
                yield run.start("scan, nothing kept, start → last paint", None)
                yield run.memory("scan, nothing kept, resident", MEMORY)
            with shown(home, opened.path) as run:
                yield run.start("scan, start → last paint", 1500)
                yield run.memory("scan, resident", MEMORY)
                run.still("", ("Control_L", "1"))
                yield from run.pans("scan", 1.0)
                yield run.still("scan, first zoom to 0.25 until still", ("Control_L", "minus"), times=6)
                yield from run.pans("scan", 0.25)
                yield run.still("scan, first zoom to the whole map until still", ("Control_L", "0"))
                yield from run.zooms("scan")
                yield run.memory("scan, resident at the end", MEMORY)
    except Missing as missing:
        yield Figure("a scan in the program seen from outside", 0, "", note=f"not measured: there is no {missing}")


def _counters(home: Path) -> Figure:
    """From a scanned sheet to the module: what the program takes for it, beside some seven clicks."""
    columns, rows, side, pitch = 25, 20, 190, 204
    image = QImage(columns * pitch + 160, rows * pitch + 160, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f0e6"))
    chance = random.Random(2)
    with QPainter(image) as painter:
        for n in range(columns * rows):
            at = QRectF(80 + n % columns * pitch, 80 + n // columns * pitch, side, side)
            painter.fillRect(at, QColor.fromHsv(chance.randint(0, 359), 120, 180))
            for _ in range(40):
                line = QRectF(at.x() + chance.uniform(0, 150), at.y() + chance.uniform(0, 150), 30, 8)
                painter.fillRect(line, QColor("#202020"))
    sheet = home / "sheet.png"
    image.save(str(sheet))
    began = perf_counter()
    found = ownart.cut(sheet, SheetGrid.of(ownart.look(sheet)).cells())
    made = [NewCounter(f"Counter {n + 1}", one.name, "", one.body) for n, one in enumerate(found)]
    edit = add_counters(Draft(templates.new_grid("Counters")), made, "blue", roster=True)
    assert edit.result is not None
    files = {one.name: {file_of(one.name): one.data} for one in found}
    write_module(Draft(data=edit.result).content(), home / "counters", picture=lambda name: files.get(name, {}))
    count = len(list((home / "counters" / "art").iterdir()))
    return Figure(f"{count} pictures of a sheet cut and in the module", perf_counter() - began, "s", 100)


def paint(path: Path) -> Path:
    """Write a PNG that looks like a scanned map, band by band: hardly a machine could hold it."""
    chance = random.Random(1)
    packed = zlib.compressobj(1)
    with path.open("wb") as file:

        def chunk(kind: bytes, data: bytes) -> None:
            file.write(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)))

        file.write(b"\x89PNG\r\n\x1a\n")
        chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0))
        for top in range(0, HEIGHT, BAND):
            image = _band(top, chance)
            pixels, line = image.constBits(), image.bytesPerLine()
            rows = bytearray()
            for y in range(BAND):
                rows += b"\0" + bytes(pixels[y * line : y * line + WIDTH * 3])
            chunk(b"IDAT", packed.compress(bytes(rows)) or b"")
        chunk(b"IDAT", packed.flush())
        chunk(b"IEND", b"")
    return path


def _band(top: int, chance: random.Random) -> QImage:
    image = QImage(WIDTH, BAND, QImage.Format.Format_RGB888)
    image.fill(QColor("#c9cf9a"))
    with QPainter(image) as painter:
        for _ in range(3_000):
            wide, high = chance.uniform(10, 160), chance.uniform(10, 60)
            shade = QColor.fromHsv(chance.randint(50, 130), chance.randint(30, 120), chance.randint(120, 220), 150)
            painter.setPen(QPen(shade.darker(), chance.uniform(0.5, 3)))
            painter.setBrush(shade)
            painter.drawEllipse(QRectF(chance.uniform(0, WIDTH), chance.uniform(-30, BAND), wide, high))
        painter.setPen(QPen(QColor("#4f86b8"), 60))
        painter.drawLine(0, top // 2 - top, WIDTH, HEIGHT // 2 - top)
    return image


def content(found: TiledPicture) -> TitleContent:
    """Return a title whose map is the scan, with grid, numbers, a name and a road over it, and counters."""
    draft = Draft(templates.new_grid("Scan", columns=COLUMNS, rows=ROWS))
    cells = list(draft.grid("map").cells())
    for gesture in (
        lambda d: pictures.import_picture(d, "map", found.picture, found.width, found.height),
        lambda d: mapping.make_map(d, "map"),
        lambda d: ground.add_path(d, "map", "road", [cells[n * ROWS + ROWS // 2] for n in range(COLUMNS)]),
        lambda d: places.add_label(d, "map", {"en": "Middle", "ja": "中央"}, cells[COLUMNS * ROWS // 2]),
    ):
        edit = gesture(draft)
        assert edit.result is not None
        draft = Draft(data=edit.result)
    return with_counters(draft.data, COUNTERS)


@contextmanager
def _places(home: Path) -> Iterator[Path]:
    """Yield a home in which this process, too, keeps all that it keeps."""
    held = {name: os.environ.get(name) for name in render_worker.PLACES}
    os.environ.update(QTWAR_HOME=str(home / "home"), QTWAR_CACHE=str(home / "cache"))
    try:
        yield home
    finally:
        render_worker.picture_worker().close()
        for name, value in held.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def _forget(home: Path) -> None:
    """Take what was decoded away, as on a machine that just got the module."""
    kept = home / "cache" / "pictures"
    if kept.is_dir():
        kept.rename(home / "gone")


def _peak() -> float:
    """Return the largest resident size in MB of the helper for pictures, 0 where the system does not tell."""
    pid = render_worker.picture_worker().pid
    if not sys.platform.startswith("linux") or pid is None:
        return 0.0
    rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next((int(row.split()[1]) / 1024 for row in rows if row.startswith("VmHWM")), 0.0)
