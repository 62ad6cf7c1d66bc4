"""Own art: pictures that authors bring for counters, cards, boxes and covers, each kept once by its content.

A module holds them as `art/<sha256>.png`, a draft's document as a tile of that name; `counters.pictures` gives them the
names that templates draw them by. Files from outside are decoded in the helper process alone: what comes of them are
pictures as this program writes them, and bare pixels in the cache, which is all that the window's process looks at. Only
the tiles of a map's picture stay as they came; each is decoded under its limits before it is kept (ADR 18).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from qtwar.base.errors import DataFault, QtwarError
from qtwar.model.art import MOST_BYTES, TiledPicture, file_of, pictures_of, scans_of
from qtwar.model.content import TitleContent
from qtwar.qtpaint import scans
from qtwar.qtpaint.ownart import PictureStore
from qtwar.services import cache, render_worker
from qtwar.services import scans as services_scans

if TYPE_CHECKING:  # it brings all that edits, and every game reads its counters' pictures here
    from qtwar.editing.cutting import CutPicture, EmptyPlace, Looked

MOST_PIXELS = 8_000_000
"""Of one picture of a counter or a card."""
SHOWN = 2400
"""The longer side in pixels of a sheet as it is shown while it is cut."""
Quad = Sequence[Sequence[float]]
"""Four corners in pixels of a sheet, from the left top one clockwise."""


@lru_cache(maxsize=4)
def _store(folder: Path) -> PictureStore:
    return PictureStore(folder)


def store() -> PictureStore:
    """Return the pixels of all pictures this program has decoded."""
    return _store(cache.folder("pictures"))


# ------------------------------------------------------------------------------------ in the window's process


def bring_in(content: TitleContent, source: Path) -> list[str]:
    """Have the pictures of a content decoded that are not yet; returns the hashes of those that can not be had.

    `source`: the module's folder or archive, or the draft's document. What is missing is drawn as a plain counter.
    """
    kept = store()
    wanted = sorted({name for name in pictures_of(content).values() if not kept.has(name)})
    there = {name: scans.folder_of(name) for name in sorted(scans_of(content))}
    maps = [name for name, folder in there.items() if folder is None]
    with suppress(OSError):
        for folder in filter(None, there.values()):
            os.utime(folder)  # what is looked at is kept longest
    if not wanted and not maps:
        return []
    request = {"do": "pictures", "path": str(source), "wanted": wanted, "scans": maps}
    if render_worker.inside:
        answer_pictures(request)
    else:
        with suppress(DataFault):  # one that ended the helper is missing, like one that is not there
            render_worker.picture_worker().hand(request)
    missing = [*(name for name in wanted if not kept.has(name)), *(name for name in maps if scans.folder_of(name) is None)]
    if maps and not missing and not render_worker.inside:
        render_worker.picture_worker().rest()  # while the board is drawn it would hold 64 MB for nothing
    return missing


def bring_in_of(content: TitleContent, document: Path, module: Path | None = None) -> list[str]:
    """Have the pictures of a document's content decoded: its own, or those of the installed title that it is of."""
    missing = bring_in(content, document)
    return bring_in(content, module) if missing and module is not None else missing


def has(picture: str) -> bool:
    """Return whether a picture is there to be drawn, whole or as tiles."""
    return store().has(picture) or scans.folder_of(picture) is not None


def files(content: TitleContent, source: Path) -> dict[str, bytes]:
    """Return the files of a content's pictures by their hashes, as a module or a document holds them."""
    wanted = sorted(set(pictures_of(content).values()))
    return {name: data for name, data in _read(source, wanted) if hashlib.sha256(data).hexdigest() == name}


def pages(path: Path) -> int:
    """Return how many pages a file has, 1 for what is no PDF; raises DataFault."""
    return int(render_worker.picture_worker().hand({"do": "pages", "path": str(path)}))


def take_map(path: Path) -> TiledPicture:
    """Have a picture taken in as tiles of a map; raises DataFault."""
    return services_scans.take(path)


def map_tiles(picture: str) -> Iterable[tuple[int, int, int, bytes]]:
    """Return level, column, row and bytes of the tiles of a map that was taken in."""
    return services_scans.files(picture)


def tiles(content: TitleContent, source: Path) -> dict[str, list[tuple[int, int, int, bytes]]]:
    """Return the tiles of a content's scanned maps by their hashes, as a module or a document holds them."""
    return {name: list(services_scans.stored(source, name)) for name in sorted(scans_of(content))}


def look(path: Path) -> Looked:
    """Have a sheet decoded, to be shown while it is cut; raises DataFault."""
    from qtwar.editing.cutting import Looked

    return Looked(**render_worker.picture_worker().hand({"do": "sheet", "path": str(path)}))


def cut(path: Path, quads: Iterable[Quad]) -> list[CutPicture | EmptyPlace]:
    """Have pictures cut out of a sheet, one for each four corners; raises DataFault.

    What comes back are files as this program writes them, and their names by content.
    """
    from qtwar.editing.cutting import CutPicture, EmptyPlace

    folder = cache.folder("cut") / uuid4().hex
    asked = {"do": "cut", "path": str(path), "quads": [list(map(list, quad)) for quad in quads], "out": str(folder)}
    try:
        found: list[CutPicture | EmptyPlace] = []
        read: dict[str, bytes] = {}
        for row in render_worker.picture_worker().hand(asked):
            name = str(row["name"])
            if name not in read:
                read[name] = (folder / f"{name}.png").read_bytes()
            found.append((EmptyPlace if row["blank"] else CutPicture)(name, read[name]))
        return found
    except OSError as fault:
        raise DataFault("fault.picture.deadly", file=path.name) from fault
    finally:
        with suppress(OSError):
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()


def whole(path: Path) -> CutPicture:
    """Have a picture taken in as it is; raises DataFault."""
    return cut(path, [()])[0]


# --------------------------------------------------------------------------------------- in the helper process


def answer_pictures(request: dict[str, Any]) -> None:
    """Decode pictures into the cache, as `bring_in` asks for it."""
    take_in(Path(request["path"]), [str(name) for name in request["wanted"]])
    for name in request.get("scans", ()):
        services_scans.take_in(Path(request["path"]), str(name))


def answer_sheet(request: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet as it is shown, its size, and where its counters seem to lie, as `look` asks for it."""
    from qtwar.qtpaint import gutters
    from qtwar.services import foreign

    path = Path(request["path"])
    image = foreign.opened(path).fitting(foreign.MOST // 4).whole()
    size = image.width(), image.height()
    image = foreign.scaled(image, SHOWN / max(size))
    name = hashlib.sha256(bytes(image.constBits())).hexdigest()
    store().put(name, image)
    guessed = gutters.guess(image)
    share = size[0] / image.width()
    return {
        "path": str(path), "shown": name, "width": size[0], "height": size[1],
        "rows": guessed.rows, "columns": guessed.columns,
        "box": [v * share for v in guessed.box], "gap": [v * share for v in guessed.gap],
    }  # fmt: skip


def answer_cut(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Cut pictures out of a sheet, as `cut` asks for it."""
    from qtwar.qtpaint import gutters
    from qtwar.services import foreign

    sheet = foreign.opened(Path(request["path"])).whole()
    out = Path(request["out"])
    out.mkdir(parents=True, exist_ok=True)
    found = []
    for quad in request["quads"]:
        part = _part(sheet, quad)
        data = _written(part)
        name = hashlib.sha256(data).hexdigest()
        (out / f"{name}.png").write_bytes(data)
        store().put(name, part)
        found.append({"name": name, "blank": gutters.is_blank(part)})
    store().trim()
    return found


def take_in(source: Path, wanted: Sequence[str]) -> None:
    """Decode pictures of a module or a document into the cache; those that can not be had are left out."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage, QImageReader

    for name, data in _read(source, wanted):
        if hashlib.sha256(data).hexdigest() != name:
            continue
        bytes_ = QByteArray(data)
        buffer = QBuffer(bytes_)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        reader = QImageReader(buffer, b"png")  # what this program writes, and nothing that Qt has plugins for beside
        reader.setAutoDetectImageFormat(False)
        size = reader.size()
        if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
            continue
        image = QImage(reader.read())
        if not image.isNull():
            store().put(name, image)
    store().trim()


def _read(source: Path, wanted: Sequence[str]) -> Iterable[tuple[str, bytes]]:
    """Yield name and bytes of the pictures that a module or a document holds."""
    if source.suffix == ".qtwar":
        from qtwar.storage.drafts import stored_pictures

        with suppress(QtwarError):
            yield from stored_pictures(source, wanted, MOST_BYTES)
        return
    from qtwar.model.load import ModuleFiles

    files = ModuleFiles(source)
    for name in wanted:
        with suppress(QtwarError, OSError):
            if files.has(file_of(name)):
                data = files.read(file_of(name))
                if len(data) <= MOST_BYTES:
                    yield name, data


def _part(sheet: Any, quad: Quad) -> Any:
    """Return what lies within four corners of a sheet, upright; of no corners the whole."""
    from math import dist

    from PySide6.QtCore import QPointF, QRect, Qt
    from PySide6.QtGui import QImage, QPainter, QPolygonF, QTransform

    if not quad:
        return _fitting(sheet)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    wide = max(1, round((dist((ax, ay), (bx, by)) + dist((dx, dy), (cx, cy))) / 2))
    high = max(1, round((dist((ax, ay), (dx, dy)) + dist((bx, by), (cx, cy))) / 2))
    if max(abs(ay - by), abs(cy - dy), abs(ax - dx), abs(bx - cx)) < 0.75:  # upright: to the pixel, nothing is smoothed
        return _fitting(sheet.copy(QRect(round(ax), round(ay), wide, high)))
    if wide * high > MOST_PIXELS:
        raise DataFault("fault.picture.too_large", width=wide, height=high, millions=MOST_PIXELS // 1_000_000)
    onto = QPolygonF([QPointF(0, 0), QPointF(wide, 0), QPointF(wide, high), QPointF(0, high)])
    lies = QTransform.quadToQuad(QPolygonF([QPointF(x, y) for x, y in quad]), onto)
    made = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(0)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if isinstance(lies, QTransform):
            painter.setTransform(lies)
            left, top = int(min(x for x, _ in quad)) - 2, int(min(y for _, y in quad)) - 2
            right, low = int(max(x for x, _ in quad)) + 3, int(max(y for _, y in quad)) + 3
            area = QRect(left, top, right - left, low - top) & sheet.rect()
            painter.drawImage(area.topLeft(), sheet, area, Qt.ImageConversionFlag.AutoColor)
    return made.convertToFormat(sheet.format())


def _fitting(image: Any) -> Any:
    """Return a picture, made smaller where it has too many pixels for a counter or a card."""
    from qtwar.services import foreign

    return foreign.scaled(image, (MOST_PIXELS / max(1, image.width() * image.height())) ** 0.5)


def _written(image: Any) -> bytes:
    """Return a picture as this program writes it: its pixels, and no words with them."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice
    from PySide6.QtGui import QImage

    plain = QImage(image.constBits(), image.width(), image.height(), image.bytesPerLine(), image.format()).copy()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    plain.save(buffer, "PNG")  # type: ignore[call-overload] # the stub asks for bytes, Qt for a word
    return bytes(data.data())
