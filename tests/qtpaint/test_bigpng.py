"""PNGs read in bands: the pixels are those that Qt reads, whatever filters and colours the file has."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from qtwar.qtpaint import bigpng
from qtwar.services import foreign

WIDTH, HEIGHT = 61, 47


def filtered(pixels, kinds):
    """Return the rows of a PNG under these filters, byte by byte, as the standard has them."""
    height, width, channels = pixels.shape
    out = bytearray()
    for y in range(height):
        kind = kinds[y % len(kinds)]
        out.append(kind)
        for x in range(width):
            for c in range(channels):
                a = int(pixels[y, x - 1, c]) if x else 0
                b = int(pixels[y - 1, x, c]) if y else 0
                corner = int(pixels[y - 1, x - 1, c]) if x and y else 0
                p = a + b - corner
                near = min(((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - corner), 2, corner)))[2]
                guess = (0, a, b, (a + b) // 2, near)[kind]
                out.append((int(pixels[y, x, c]) - guess) % 256)
    return bytes(out)


def write(path: Path, pixels, colour: int, kinds, *, depth=8, wide=0, palette=b"", interlaced: int = 0, cut: int = 0) -> Path:
    height, width, _ = pixels.shape

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packed = zlib.compress(filtered(pixels, kinds))
    packed = packed[: len(packed) - cut]
    head = struct.pack(">IIBBBBB", wide or width, height, depth, colour, 0, 0, interlaced)
    parts = [chunk(b"IHDR", head), chunk(b"PLTE", palette) if palette else b""]
    parts += [chunk(b"IDAT", packed[n : n + 700]) for n in range(0, len(packed), 700)]
    path.write_bytes(bigpng.SIGNATURE + b"".join(parts) + chunk(b"IEND", b""))
    return path


def pixels_of(image: QImage):
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = [bytes(image.constScanLine(y))[: image.width() * 3] for y in range(image.height())]
    return np.frombuffer(b"".join(rows), np.uint8).reshape(image.height(), image.width(), 3)


def joined(path: Path):
    """Return the pixels of all bands."""
    return np.concatenate([pixels_of(band) for band in bigpng.bands(path)])


@pytest.mark.parametrize("kinds", [(0,), (1, 2), (3,), (4,), (4, 3, 2, 1, 0)])
@pytest.mark.parametrize("colour", [0, 2, 3, 4, 6])
@pytest.mark.parametrize("depth", [8, 16])
def test_every_filter_and_colour_is_read_as_qt_reads_it(tmp_path, monkeypatch, colour, kinds, depth):
    if colour == 3 and depth == 16:
        return  # there is none
    monkeypatch.setattr(bigpng, "STRIP", 10)  # the last strip is shorter
    chance = np.random.default_rng(colour)
    each = max(1, len(bigpng.CHANNELS[colour])) * depth // 8
    pixels = chance.integers(0, 256, (HEIGHT, WIDTH, each), dtype=np.uint8)
    if colour in (4, 6):
        pixels[..., -depth // 8 :] = 255
    palette = bytes(chance.integers(0, 256, 768, dtype=np.uint8)) if colour == 3 else b""
    path = write(tmp_path / "a.png", pixels, colour, kinds, depth=depth, palette=palette)
    wanted = pixels_of(QImage(str(path)))
    assert np.array_equal(joined(path), wanted)
    if depth == 8:
        smaller = pixels_of(foreign.shrunk(bigpng.bands(path), 3))
        means = wanted[: HEIGHT // 3 * 3, : WIDTH // 3 * 3].reshape(HEIGHT // 3, 3, WIDTH // 3, 3, 3).mean(axis=(1, 3))
        assert np.abs(smaller - means).max() <= 1


@pytest.mark.parametrize("depth", [1, 2, 4])
@pytest.mark.parametrize("colour", [0, 3])
def test_pixels_smaller_than_a_byte_are_read_as_qt_reads_them(tmp_path, monkeypatch, depth, colour):
    monkeypatch.setattr(bigpng, "STRIP", 10)
    chance = np.random.default_rng(depth)
    line = -(-WIDTH * depth // 8)
    palette = bytes(chance.integers(0, 256, 3 << depth, dtype=np.uint8)) if colour == 3 else b""
    pixels = chance.integers(0, 256, (HEIGHT, line, 1), dtype=np.uint8)
    path = write(tmp_path / "a.png", pixels, colour, (4, 3, 2, 1, 0), depth=depth, wide=WIDTH, palette=palette)
    assert np.array_equal(joined(path), pixels_of(QImage(str(path))))


def test_what_is_not_read_here_is_left_to_qt_and_damage_is_said(tmp_path):
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    assert bigpng.bands(write(tmp_path / "i.png", pixels, 2, (0,), interlaced=1)) is None
    (tmp_path / "j.png").write_bytes(b"no picture at all")
    assert bigpng.bands(tmp_path / "j.png") is None
    noise = np.random.default_rng(1).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    with pytest.raises(ValueError, match="ends early"):
        joined(write(tmp_path / "c.png", noise, 2, (4,), cut=3000))
