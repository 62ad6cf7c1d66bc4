"""TIFFs read in bands: the pixels are those that Qt reads, whatever order, packing, strips or tiles the file has."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QImageWriter

from qtwar.qtpaint import bigtiff
from tests.qtpaint.test_bigpng import pixels_of

WIDTH, HEIGHT = 61, 150


def write(path: Path, pieces, *, order="<", tiles=(), rows=0, planes=1, packing=1, turned=1) -> Path:
    """Write a TIFF of packed pieces: strips of `rows`, or `tiles` (width, height)."""
    blob = b"".join(pieces)
    at = [8 + sum(map(len, pieces[:n])) for n in range(len(pieces))]
    tags = [(256, [WIDTH]), (257, [HEIGHT]), (258, [8, 8, 8]), (259, [packing]), (262, [2]), (274, [turned]), (277, [3]),
            (284, [planes])]  # fmt: skip
    if tiles:
        tags += [(322, [tiles[0]]), (323, [tiles[1]]), (324, at), (325, list(map(len, pieces)))]
    else:
        tags += [(273, at), (278, [rows]), (279, list(map(len, pieces)))]
    blob += b"\0" * (len(blob) % 2)
    after = 8 + len(blob) + 2 + 12 * len(tags) + 4
    directory, beside = struct.pack(order + "H", len(tags)), b""
    for tag, values in sorted(tags):
        data = struct.pack(f"{order}{len(values)}I", *values)
        if len(data) > 4:
            data, beside = struct.pack(order + "I", after + len(beside)), beside + data
        directory += struct.pack(order + "HHI", tag, 4, len(values)) + data
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8 + len(blob))
    path.write_bytes(head + blob + directory + b"\0\0\0\0" + beside)
    return path


@pytest.fixture
def pixels():
    return np.random.default_rng(4).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(bigtiff, "ROWS", 40)


def joined(path: Path):
    found = [pixels_of(band) for band in bigtiff.bands(path)]
    assert len(found) > 1
    return np.concatenate(found)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("packing", [1, 8])
def test_strips(tmp_path, pixels, order, packing):
    pack = zlib.compress if packing == 8 else bytes
    strips = [pack(pixels[top : top + 16].tobytes()) for top in range(0, HEIGHT, 16)]
    path = write(tmp_path / "a.tif", strips, order=order, rows=16, packing=packing)
    assert np.array_equal(joined(path), pixels)


def test_one_strip_of_all_rows(tmp_path, pixels):
    assert np.array_equal(joined(write(tmp_path / "a.tif", [pixels.tobytes()], rows=HEIGHT)), pixels)


def test_colours_apart_from_each_other(tmp_path, pixels):
    strips = [pixels[top : top + 16, :, c].tobytes() for c in range(3) for top in range(0, HEIGHT, 16)]
    path = write(tmp_path / "a.tif", strips, rows=16, planes=2)
    assert np.array_equal(joined(path), pixels)


def test_tiles(tmp_path, pixels):
    wide = np.zeros((160, 64, 3), np.uint8)
    wide[:HEIGHT, :WIDTH] = pixels
    tiles = [wide[y : y + 32, x : x + 16].tobytes() for y in range(0, 160, 32) for x in range(0, 64, 16)]
    assert np.array_equal(joined(write(tmp_path / "a.tif", tiles, tiles=(16, 32))), pixels)


@pytest.mark.parametrize("packed", [0, 1])
def test_as_qt_writes_them(tmp_path, pixels, packed):
    image = QImage(pixels.tobytes(), WIDTH, HEIGHT, WIDTH * 3, QImage.Format.Format_RGB888)
    writer = QImageWriter(str(tmp_path / "a.tif"), b"tiff")
    writer.setCompression(packed)
    assert writer.write(image)
    found = bigtiff.bands(tmp_path / "a.tif")
    assert found is not None
    assert np.array_equal(np.concatenate([pixels_of(band) for band in found]), pixels)


def test_what_is_not_read_here_is_left_to_qt_and_damage_is_said(tmp_path, pixels):
    strips = [pixels[top : top + 16].tobytes() for top in range(0, HEIGHT, 16)]
    assert bigtiff.bands(write(tmp_path / "turned.tif", strips, rows=16, turned=6)) is None
    assert bigtiff.bands(write(tmp_path / "few.tif", strips[:-1], rows=16)) is None
    (tmp_path / "no.tif").write_bytes(b"II*\0\xff\xff\xff\x7f")
    assert bigtiff.bands(tmp_path / "no.tif") is None
    path = write(tmp_path / "a.tif", strips, rows=16)
    data = bytearray(path.read_bytes())
    at = data.rindex(struct.pack("<10I", *(8 + n * 16 * WIDTH * 3 for n in range(10))))
    data[at : at + 4] = struct.pack("<I", len(data) - 5)
    path.write_bytes(data)
    with pytest.raises(ValueError, match="ends early"):
        joined(path)
