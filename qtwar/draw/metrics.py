"""How wide letters are, read from the bundled fonts themselves: drawing sets words along rivers without a window system.

Only the tables `cmap` (formats 4 and 12), `hmtx`, `hhea` and `head` of TrueType files are read.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import Final

from qtwar.base import places

FOLDER: Final = places.RESOURCES / "fonts"
_WEIGHTS: Final = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold", 800: "ExtraBold"}
_JAPANESE: Final = {"EB Garamond": "ZenOldMincho-SemiBold"}
_OTHER_JAPANESE: Final = "ZenKakuGothicNew-Medium"


class _Widths:
    """Advance widths of one file, in em."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack_from(">H", data, 4)[0]
        tables: dict[bytes, int] = {}
        for k in range(count):
            tag, _, offset, _ = struct.unpack_from(">4sIII", data, 12 + 16 * k)
            tables[tag] = offset
        self._data = data
        self._hmtx = tables[b"hmtx"]
        self._metrics = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
        self._em: int = struct.unpack_from(">H", data, tables[b"head"] + 18)[0]
        self._glyphs = _char_map(data, tables[b"cmap"])

    def width(self, letter: str) -> float | None:
        """Return the advance of a letter in em, None where the font has none."""
        glyph = self._glyphs.get(ord(letter))
        if glyph is None:
            return None
        at = self._hmtx + 4 * min(glyph, self._metrics - 1)
        units: int = struct.unpack_from(">H", self._data, at)[0]
        return units / self._em


def _char_map(data: bytes, cmap: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for k in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * k)[2]
        form = struct.unpack_from(">H", data, at)[0]
        if form == 12:
            for group in range(struct.unpack_from(">I", data, at + 12)[0]):
                first, last, glyph = struct.unpack_from(">III", data, at + 16 + 12 * group)
                found.update((first + n, glyph + n) for n in range(last - first + 1))
        elif form == 4:
            found.update(_segments(data, at))
    return found


def _segments(data: bytes, at: int) -> dict[int, int]:
    n = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{n}H", data, at + 14)
    starts = struct.unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = struct.unpack_from(f">{n}H", data, at + 16 + 4 * n)
    offsets_at = at + 16 + 6 * n
    offsets = struct.unpack_from(f">{n}H", data, offsets_at)
    found: dict[int, int] = {}
    for k, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        for code in range(start, min(end, 0xFFFE) + 1):
            if offset:
                glyph = struct.unpack_from(">H", data, offsets_at + 2 * k + offset + 2 * (code - start))[0]
                glyph = (glyph + delta) & 0xFFFF if glyph else 0
            else:
                glyph = (code + delta) & 0xFFFF
            if glyph:
                found[code] = glyph
    return found


@lru_cache(maxsize=32)
def _font(name: str) -> _Widths | None:
    try:
        return _Widths((FOLDER / f"{name}.ttf").read_bytes())
    except (OSError, KeyError, struct.error):
        return None


@lru_cache(maxsize=4096)
def advance(letter: str, family: str, weight: int = 400, italic: bool = False) -> float:
    """Return the advance width of a letter in em; letters that the face lacks are Japanese or guessed at half an em."""
    base = family.replace(" ", "")
    slant = "Italic" if italic else ""
    names = [f"{base}-{_WEIGHTS.get(weight, 'Regular')}{slant}", f"{base}-{slant or 'Regular'}", f"{base}-Regular"]
    names.append(_JAPANESE.get(family, _OTHER_JAPANESE))
    for name in names:
        font = _font(name)
        width = font.width(letter) if font is not None else None
        if width is not None:
            return width
    return 0.5 if letter.isascii() else 1.0


def widths(words: str, family: str, size: float, weight: int = 400, italic: bool = False) -> list[float]:
    """Return the advance of each letter in u."""
    return [advance(letter, family, weight, italic) * size for letter in words]
