"""A scanned map below a board: three clicked cells say how it lies (turned, unevenly scaled), tiles keep it small.

Pictures are decoded above this layer, which knows no Qt: it hands over sizes, and gets a plan of strips and tiles that
keeps under a cap of memory. The board's `attrs.trace` says what is shown; it is undone like all else, and is left out
of what is shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qtwar.base.errors import DataFault
from qtwar.editing.batch import Batch, Edit
from qtwar.editing.draft import Draft
from qtwar.editing.names import name_of
from qtwar.editing.tree import Json
from qtwar.model.art import TiledPicture
from qtwar.model.grid import Grid, Point

TILE = 1024
CAP = 256_000_000
"""Bytes that decoding may hold at a time, 4 a pixel."""
MOST_PIXELS = 1_500_000_000


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a picture lies on a board: x u = a·px + b·py + c, y u = d·px + e·py + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    @classmethod
    def of(cls, grid: Grid, points: Sequence[tuple[str, float, float]]) -> Calibration:
        """Return the calibration of three or more (cell, x, y in pixels of the picture): exact for three, best fit else.

        Raises DataFault for fewer, for cells in one line, or clicks in one line.
        """
        cells = {cell: (x, y) for cell, x, y in points}
        if len(cells) < 3:
            raise DataFault("fault.edit.three_cells")
        for cell in cells:
            if not grid.contains(cell):
                raise DataFault("fault.edit.no_cell", cell=cell)
        pixels = list(cells.values())
        centres = [grid.to_pixel(cell) for cell in cells]
        if _is_flat(centres):
            raise DataFault("fault.edit.cells_in_line")
        if _is_flat(pixels):
            raise DataFault("fault.edit.clicks_in_line")
        x = _fit(pixels, [centre[0] for centre in centres])
        y = _fit(pixels, [centre[1] for centre in centres])
        return cls(*x, *y)

    def led(self, grid: Grid, points: Sequence[tuple[str, float, float]]) -> Calibration:
        """Return it led to (cell, x, y in pixels): moved for one cell, also turned and made larger for two, fitted for three.

        Raises DataFault like `of`.
        """
        cells = {cell: (x, y) for cell, x, y in points}
        if not 1 <= len(cells) <= 2 or not all(map(grid.contains, cells)):
            return Calibration.of(grid, points)
        (cell, pixel), *more = cells.items()
        (x, y), (wx, wy) = self.to_board(*pixel), grid.to_pixel(cell)
        turn = 1 + 0j
        if more:
            (vx, vy), (ux, uy) = self.to_board(*more[0][1]), grid.to_pixel(more[0][0])
            if (vx, vy) == (x, y):
                raise DataFault("fault.edit.clicks_in_line")
            turn = complex(ux - wx, uy - wy) / complex(vx - x, vy - y)
        m, n = turn.real, turn.imag  # board points z become turn·(z - xy) + wxy
        a, b, d, e = (m * self.a - n * self.d, m * self.b - n * self.e, n * self.a + m * self.d, n * self.b + m * self.e)
        return Calibration(a, b, wx - a * pixel[0] - b * pixel[1], d, e, wy - d * pixel[0] - e * pixel[1])

    def as_list(self) -> list[float]:
        """Return the six numbers."""
        return [self.a, self.b, self.c, self.d, self.e, self.f]

    def to_board(self, x: float, y: float) -> Point:
        """Return where a pixel lies on the board, in u."""
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f


@dataclass(frozen=True, slots=True)
class Plan:
    """How a picture is taken in: strips (top, height) to decode one after the other, `levels` of tiles to keep."""

    width: int
    height: int
    strips: tuple[tuple[int, int], ...]
    levels: int

    def tiles(self, level: int) -> Iterator[tuple[int, int, int, int, int, int]]:
        """Yield (column, row, left, top, width, height) of the tiles of a level, in pixels of that level."""
        width, height = max(1, self.width >> level), max(1, self.height >> level)
        for row in range(-(-height // TILE)):
            for column in range(-(-width // TILE)):
                left, top = column * TILE, row * TILE
                yield column, row, left, top, min(TILE, width - left), min(TILE, height - top)


def plan(width: int, height: int, cap: int = CAP) -> Plan:
    """Return how to take in a picture under a cap of memory (bytes); raises DataFault for sizes that can not be."""
    if width < 1 or height < 1:
        raise DataFault("fault.picture.none")
    if width * height > MOST_PIXELS:
        raise DataFault("fault.picture.too_large", width=width, height=height, millions=MOST_PIXELS // 1_000_000)
    rows = cap // (4 * width) // 2  # a strip and what is scaled of it
    strip = max(TILE if rows >= TILE else 64, rows // TILE * TILE)
    strips = tuple((top, min(strip, height - top)) for top in range(0, height, strip))
    levels = 1
    while max(width, height) >> (levels - 1) > TILE:
        levels += 1
    return Plan(width, height, strips, levels)


def import_picture(
    draft: Draft, board: str, picture: str, width: int, height: int, calibration: Calibration | None = None
) -> Edit:
    """Lay a picture, whose tiles are stored, below a board; without calibration it covers the board."""
    plan(width, height)
    if calibration is None:
        left, top, right, bottom = draft.grid(board).bounds()
        calibration = Calibration((right - left) / width, 0.0, left, 0.0, (bottom - top) / height, top)
    trace = {
        "picture": picture, "width": width, "height": height, "matrix": calibration.as_list(), "opacity": 0.5, "shown": True,
    }  # fmt: skip
    batch = Batch(draft)
    batch.set(("boards", board, "attrs", "trace"), trace)
    return batch.edit("edited.picture", name=name_of(draft, "boards", board))


def calibrate(draft: Draft, board: str, points: Sequence[tuple[str, float, float]]) -> Edit:
    """Fit the picture below a board to cells whose place in it is known: exactly for three, as well as can be else."""
    trace: Json | None = draft.item("boards", board)["attrs"].get("trace")
    if trace is None:
        raise DataFault("fault.picture.not_there", board=board)
    found = Calibration(*map(float, trace["matrix"])).led(draft.grid(board), points)
    return _change(draft, board, "edited.calibrate", matrix=found.as_list())


def change_picture(draft: Draft, board: str, *, opacity: float) -> Edit:
    """Show the picture below a board more or less, 0 to 1."""
    return _change(draft, board, "edited.picture_change", opacity=opacity)


def _change(draft: Draft, board: str, key: str, **values: Any) -> Edit:
    trace: Json | None = draft.item("boards", board)["attrs"].get("trace")
    if trace is None:
        raise DataFault("fault.picture.not_there", board=board)
    batch = Batch(draft)
    batch.set(("boards", board, "attrs", "trace"), {**trace, **values})
    return batch.edit(key, name=name_of(draft, "boards", board))


def drop_picture(draft: Draft, board: str) -> Edit:
    """Take the picture from below a board; its tiles stay in the document, so that this can be undone."""
    batch = Batch(draft)
    batch.unset(("boards", board, "attrs", "trace"))
    return batch.edit("edited.picture_off", name=name_of(draft, "boards", board))


def show_in_box(draft: Draft, board: str, box: str, picture: TiledPicture | None) -> Edit:
    """Show a picture, whose tiles are stored, in a box that is printed on a board, or none."""
    found = draft.at("boards", board, "boxes", box)
    attrs = {key: value for key, value in found["attrs"].items() if key != "picture"}
    if picture is not None:
        attrs["picture"] = picture.as_json()
    batch = Batch(draft)
    batch.set(("boards", board, "boxes", box, "attrs"), attrs)
    return batch.edit("edited.box_picture" if picture is not None else "edited.box_picture_off", name=found["name"])


def show_on_cover(draft: Draft, picture: TiledPicture | None) -> Edit:
    """Make a picture, whose tiles are stored, the cover of the title, or none."""
    style: Json = draft.data["style"]
    cover = {key: value for key, value in (style.get("cover") or {}).items() if key != "picture"}
    if picture is not None:
        cover["picture"] = picture.as_json()
    batch = Batch(draft)
    batch.set(("style", "cover"), cover)
    return batch.edit("edited.cover")


def _is_flat(points: Sequence[Point]) -> bool:
    """Return whether points lie as good as in one line."""
    most = max(abs(_cross(a, b, c)) for a in points for b in points for c in points)
    far = max((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in points for b in points)
    return most <= 1e-3 * far


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _fit(pixels: Sequence[Point], wanted: Sequence[float]) -> tuple[float, float, float]:
    """Return (p, q, r) that make p·x + q·y + r fit best: normal equations about the middle, solved by hand."""
    n = len(pixels)
    mx, my, mw = sum(p[0] for p in pixels) / n, sum(p[1] for p in pixels) / n, sum(wanted) / n
    xx = sum((p[0] - mx) ** 2 for p in pixels)
    yy = sum((p[1] - my) ** 2 for p in pixels)
    xy = sum((p[0] - mx) * (p[1] - my) for p in pixels)
    xw = sum((p[0] - mx) * (w - mw) for p, w in zip(pixels, wanted, strict=True))
    yw = sum((p[1] - my) * (w - mw) for p, w in zip(pixels, wanted, strict=True))
    det = xx * yy - xy * xy
    p, q = (xw * yy - yw * xy) / det, (yw * xx - xw * xy) / det
    return p, q, mw - p * mx - q * my
