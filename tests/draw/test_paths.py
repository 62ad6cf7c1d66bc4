"""Display lists as bytes, as JSON, and cut to a window."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qtwar.base.errors import DataFault
from qtwar.draw import displaylist as dl
from qtwar.draw import pack
from qtwar.draw.cull import cull, run_bounds


def sample() -> dl.DisplayList:
    """One node of each kind."""
    stroke = dl.Stroke("#102030", 2, "flat", "miter", (3, 1), min_px=0.5)
    shade = dl.Gradient((0, 0), (10, 10), ((0.0, "#ffffff"), (1.0, "#00000080")))
    font = dl.Font("EB Garamond", 20, 600, True, 0.1)
    pixels = np.arange(24, dtype=np.uint8).reshape(2, 3, 4)
    stamp = (dl.Shape(dl.ellipse(0, 0, 3, 3), "#335533"), dl.Shape(dl.polyline([(0, 0), (5, 5)]), stroke=stroke))
    nodes: tuple[dl.Node, ...] = (
        dl.Shape(dl.rounded(0, 0, 90, 60, 7), shade, stroke),
        dl.Group(
            (
                dl.Text("Cần Thơ", (5, 6), font, "#000000", "l", "b", 12.5, 40, "#ffffff", 2),
                dl.GlyphRun((("A", 1, 2, 30.0), ("b", 4, 2, 31.5)), font, "#123456", "#ffffff", 2, 6),
            ),
            "names",
            (1, 0, 0, 1, 5, 5),
            dl.rectangle(0, 0, 50, 50),
            0.5,
            24,
            180,
        ),
        dl.Stamps((stamp,), dl.frozen_ints([0, 0]), dl.frozen_floats([(1, 2), (3, 4)])),
        dl.Picture(pixels, (0, 0, 30, 20)),
    )
    return dl.DisplayList((-1, -2, 100.5, 80), nodes, {"board": "delta"})


def test_a_kept_drawing_is_the_same_drawing() -> None:
    before = sample()
    after = pack.from_bytes(pack.to_bytes(before))
    assert after.bounds == before.bounds
    assert after.notes == before.notes
    assert dl.to_json(after) == dl.to_json(before)
    assert pack.to_bytes(after) == pack.to_bytes(before)


@pytest.mark.parametrize("damage", [0, 5, 40, 200, -30])
def test_a_damaged_drawing_is_refused_in_plain_words(damage: int) -> None:
    data = pack.to_bytes(sample())
    with pytest.raises(DataFault, match="will be made again"):
        pack.from_bytes(b"" if damage == 0 else data[:damage])


def test_a_kept_drawing_without_bounds_is_refused() -> None:
    data = pack.to_bytes(sample())
    damaged = data.replace(struct.pack("<d", 100.5), struct.pack("<d", math.nan), 1)
    assert damaged != data
    with pytest.raises(DataFault, match="will be made again"):
        pack.from_bytes(damaged)


def test_nothing_of_a_list_can_be_changed() -> None:
    path = dl.polygon([(0, 0), (1, 0), (1, 1)])
    with pytest.raises(ValueError, match="read-only"):
        path.xy[0, 0] = 5


def inside(path: dl.Path | None, x: float, y: float) -> bool:
    """Odd-even test of a point."""
    odd = False
    for run in path.runs() if path is not None else ():
        points = run.tolist()
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                odd = not odd
    return odd


@given(st.integers(0, 10**6), st.integers(80, 300), st.tuples(*[st.floats(-20, 100)] * 2), st.floats(10, 60))
def test_a_cut_path_covers_the_same_of_its_window(seed: int, count: int, corner: tuple[float, float], size: float) -> None:
    random = np.random.default_rng(seed)
    angle = np.sort(random.uniform(0, 2 * np.pi, count))
    radius = random.uniform(10, 70, count)
    star = np.column_stack((50 + radius * np.cos(angle), 50 + radius * np.sin(angle)))
    small = random.uniform(0, 100, (20, 1, 2)) + random.uniform(-3, 3, (20, 5, 2))
    path = dl.path_of([star, *small], even_odd=True)
    window = (corner[0], corner[1], corner[0] + size, corner[1] + size)
    part = cull(path, run_bounds(path), window)
    assert part is None or len(part.xy) <= len(path.xy)
    for x, y in random.uniform(0.01, 0.99, (40, 2)) * size + corner:
        assert inside(part, x, y) == inside(path, x, y)


def test_an_open_line_keeps_its_ends_and_what_crosses_the_window() -> None:
    line = dl.polyline([(x, 50 + 40 * np.sin(x / 9)) for x in np.arange(-500, 500, 2.0)])
    part = cull(line, run_bounds(line), (0, 0, 100, 100))
    assert part is not None
    assert len(part.xy) < 80
    assert part.xy[0].tolist() == line.xy[0].tolist()
    shown = line.xy[(line.xy[:, 0] >= 0) & (line.xy[:, 0] <= 100)]
    kept = {tuple(p) for p in part.xy.tolist()}
    assert all(tuple(p) in kept for p in shown.tolist())
