"""The small map on a sheet: the part that matters, with the numbered places and the zones of a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from qtwar.draw import box_row
from qtwar.draw import displaylist as dl
from qtwar.draw.polylines import outline
from qtwar.export import look
from qtwar.export.cutnames import without_cut_names
from qtwar.export.flow import Block
from qtwar.export.page import placed
from qtwar.model.board import BoardContent
from qtwar.model.grid import Grid

LARGE: Final = 120.0
"""What is larger (u) on its short side is a card."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A numbered place: board cell, words, colour."""

    cell: str
    words: str
    color: str


READABLE_MM = 6.0
"""A cell of a map is at least so wide where all of a board is shown."""


@dataclass(frozen=True, slots=True)
class NamedZone:
    """Cells that belong together, with the words of their sign."""

    cells: tuple[str, ...]
    words: str
    color: str


def window_of(
    board: BoardContent, display: dl.DisplayList, cells: Iterable[str], room: tuple[float, float], *, around: float = 1.6
) -> tuple[float, float, float, float]:
    """Return the part of a board (u) that shows these cells and `around` cells beside them in a frame (mm).

    All of it where its cells can be read at that size, or where the part would not save a third.
    """
    grid = board.make_grid()
    shapes = [grid.polygon(cell) for cell in cells if grid.contains(cell)]
    points = [p for shape in shapes for p in shape]
    left, top, right, bottom = display.bounds
    if not points:
        return display.bounds
    wide = min(max(p[0] for p in shape) - min(p[0] for p in shape) for shape in shapes)
    if wide * fit(display.bounds, *room) >= READABLE_MM:
        return display.bounds
    around *= wide
    x0 = max(left, min(p[0] for p in points) - around)
    y0 = max(top, min(p[1] for p in points) - around)
    x1 = min(right, max(p[0] for p in points) + around)
    y1 = min(bottom, max(p[1] for p in points) + around)
    if (x1 - x0) * (y1 - y0) > 0.67 * (right - left) * (bottom - top):
        return display.bounds
    return x0, y0, x1, y1


def fit(window: tuple[float, float, float, float], width: float, height: float) -> float:
    """Return the scale in mm per u with which a window fits into a frame."""
    left, top, right, bottom = window
    return min(width / (right - left), height / (bottom - top))


def picture(
    board: BoardContent,
    display: dl.DisplayList,
    width: float,
    most: float,
    *,
    signs: Sequence[Sign] = (),
    zones: Sequence[NamedZone] = (),
    counters: Sequence[dl.Node] = (),
    window: tuple[float, float, float, float] | None = None,
    caption: str = "",
) -> Block:
    """Return a block with a framed map not higher than `most` mm; `counters` are drawn in u over it."""
    view = window or display.bounds
    k = fit(view, width, most)
    left, top, right, bottom = view
    wide, high = (right - left) * k, (bottom - top) * k
    grid = board.make_grid()
    if window is not None and window != display.bounds:
        display = replace(display, nodes=without_cut_names(display.nodes, window))

    def draw(x: float, y: float, w: float) -> list[dl.Node]:
        x0 = x + (w - wide) / 2
        frame = dl.rectangle(x0, y, wide, high)
        inner: list[dl.Node] = [placed(display, x0, y, wide, window=view, name="map")]
        for zone in zones:
            inner += _zone(grid, zone, x0 - left * k, y - top * k, k)
        if counters:
            inner.append(dl.Group(tuple(counters), name="pieces", transform=(k, 0, 0, k, x0 - left * k, y - top * k)))
        size = max(2.9, min(4.4, 100 * k * 0.62))
        for sign, (sx, sy) in _spread(grid, signs, k, size):
            inner += look.badge(sign.words, x0 + (sx - left) * k, y + (sy - top) * k, sign.color, size)
        nodes: list[dl.Node] = [dl.Group(tuple(inner), name="map picture", clip=frame)]
        nodes.append(dl.Shape(frame, None, dl.Stroke(look.BAR, 0.35, "flat", "miter")))
        if caption:
            nodes.append(look.text(caption, x + w, y + high + 3.0, "foot", color=look.SECOND, align="r"))
        return nodes

    return Block(high + (4.0 if caption else 1.6), draw, before=2.0, wide=True)


def _spread(grid: Grid, signs: Sequence[Sign], k: float, size: float) -> list[tuple[Sign, tuple[float, float]]]:
    """Signs with their centres in u; several in one cell stand side by side."""
    by_cell: dict[str, list[Sign]] = {}
    for sign in signs:
        if grid.contains(sign.cell):
            by_cell.setdefault(sign.cell, []).append(sign)
    out: list[tuple[Sign, tuple[float, float]]] = []
    for cell, here in by_cell.items():
        x, y = grid.to_pixel(cell)
        step = size / k * 1.05
        for n, sign in enumerate(here):
            out.append((sign, (x + (n - (len(here) - 1) / 2) * step, y)))
    return out


def _zone(grid: Grid, zone: NamedZone, dx: float, dy: float, k: float) -> list[dl.Node]:
    """The outline of a zone, a light tint, and its sign in the cell nearest to its middle."""
    cells = [c for c in zone.cells if grid.contains(c)]
    if not cells:
        return []
    rim = [[(x * k + dx, y * k + dy) for x, y in ring] for ring in outline(grid.polygon(cell) for cell in cells)]
    faces = [[(x * k + dx, y * k + dy) for x, y in grid.polygon(cell)] for cell in cells]
    nodes: list[dl.Node] = [dl.Shape(dl.path_of(faces), dl.with_alpha(zone.color, 0.2))]
    path = dl.path_of(rim, closed=False)
    nodes.append(dl.Shape(path, stroke=dl.Stroke("#ffffffc0", 0.75, "round")))
    nodes.append(dl.Shape(path, stroke=dl.Stroke(zone.color, 0.4, "flat", dash=(1.2, 0.7))))
    middles = {cell: grid.to_pixel(cell) for cell in cells}
    mx = sum(p[0] for p in middles.values()) / len(middles)
    my = sum(p[1] for p in middles.values()) / len(middles)
    x, y = min(middles.values(), key=lambda p: (p[0] - mx) ** 2 + (p[1] - my) ** 2)
    return nodes + look.badge(zone.words, x * k + dx, y * k + dy, zone.color, max(2.9, min(4.2, 60 * k)))


def is_large(face: dl.DisplayList) -> bool:
    """Return whether a face is that of a card: larger than a counter on its short side."""
    left, top, right, bottom = face.bounds
    return min(right - left, bottom - top) > LARGE


def piece_nodes(
    board: BoardContent, at: Mapping[str, Sequence[dl.DisplayList]], *, share: float = 0.62, most: int = 4
) -> list[dl.Node]:
    """Return counters as they lie on a board (u), by cell or by box printed on it.

    In a cell they make a stack, the top one last, at most `most` drawn; in a box they lie side by side, all of them.
    """
    grid = board.make_grid()
    boxes = {box.id: box.on_board for box in board.boxes if box.on_board is not None}
    nodes: list[dl.Node] = []
    for cell, faces in at.items():
        if cell in boxes:
            nodes += _in_box(boxes[cell], faces)
            continue
        if not grid.contains(cell) or not faces:
            continue
        x, y = grid.to_pixel(cell)
        # a card fills its cell and lies under the counters on it
        nodes += [_counter(face, x, y) for face in faces if is_large(face)][-1:]
        nodes += _stack([face for face in faces if not is_large(face)][-most:], x, y - 8, share)
    return nodes


def _stack(faces: Sequence[dl.DisplayList], x: float, y: float, k: float) -> list[dl.Node]:
    """Counters on top of each other, each a little to the upper right of the one below."""
    shifts = [6.0 * (n - (len(faces) - 1) / 2) for n in range(len(faces))]
    return [_counter(face, x + shift, y - shift, k) for face, shift in zip(faces, shifts, strict=True)]


def _in_box(box: box_row.Rect, faces: Sequence[dl.DisplayList]) -> list[dl.Node]:
    """Counters side by side in a printed box, as a stack where they find no room; the top card under them."""
    left, top, width, height = box
    x, y = left + width / 2, top + height / 2
    nodes: list[dl.Node] = []
    for face in [face for face in faces if is_large(face)][-1:]:
        x0, y0, x1, y1 = face.bounds
        nodes.append(_counter(face, x, y, min(1.0, width / (x1 - x0), height / (y1 - y0))))
    shown = [face for face in faces if not is_large(face)]
    half = box_row.COUNTER / 2
    corners = box_row.spots(box, len(shown))
    if not corners:
        return nodes + _stack(shown, x, y, min(0.66, width / 110, height / 110))
    for face, (cx, cy) in zip(shown, corners, strict=True):
        nodes.append(_counter(face, cx + half, cy + half, box_row.COUNTER / (face.bounds[2] - face.bounds[0])))
    return nodes


def _counter(face: dl.DisplayList, x: float, y: float, k: float = 1.0) -> dl.Group:
    """A face, `k` times its size, with its middle at a point of the board."""
    left, top, right, bottom = face.bounds
    moved = (k, 0.0, 0.0, k, x - (left + right) / 2 * k, y - (top + bottom) / 2 * k)
    return dl.Group(face.nodes, name="counter", transform=moved)
