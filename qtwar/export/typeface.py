"""The bundled type faces as files: which face draws a letter, how wide it is, and the glyphs themselves.

Page layout measures with this, and the PDF writer embeds from it, so what was laid out is what is printed. Knows TrueType
tables only as far as that needs (`cmap` format 4, `glyf`, `hmtx`, `OS/2`); needs no window system.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

from qtwar.base import places
from qtwar.draw import displaylist as dl

FOLDER: Final = places.RESOURCES / "fonts"
WEIGHTS: Final = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "ExtraBold": 800}
_JAPANESE: Final = {"EB Garamond": "Zen Old Mincho"}
_FALLBACK: Final = ("Zen Kaku Gothic New", "Noto Sans JP", "Inter Signs")


class FontFace:
    """One font file: widths in em, glyph numbers, outlines as they stand in the file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        data = self.data = path.read_bytes()
        count = struct.unpack_from(">H", data, 4)[0]
        self.tables: dict[str, tuple[int, int]] = {}
        for k in range(count):
            tag, _, offset, length = struct.unpack_from(">4sIII", data, 12 + 16 * k)
            self.tables[tag.decode("latin-1")] = (offset, length)
        head = self.tables["head"][0]
        self.em: int = struct.unpack_from(">H", data, head + 18)[0]
        self.box: tuple[int, ...] = struct.unpack_from(">4h", data, head + 36)
        self._long = struct.unpack_from(">h", data, head + 50)[0] == 1
        hhea = self.tables["hhea"][0]
        self.ascent, self.descent = struct.unpack_from(">hh", data, hhea + 4)
        self._metrics: int = struct.unpack_from(">H", data, hhea + 34)[0]
        self.glyphs: int = struct.unpack_from(">H", data, self.tables["maxp"][0] + 4)[0]
        os2 = self.tables["OS/2"][0]
        self.weight: int = struct.unpack_from(">H", data, os2 + 4)[0]
        self.cap: int = struct.unpack_from(">h", data, os2 + 88)[0]
        self.slant: float = struct.unpack_from(">i", data, self.tables["post"][0] + 4)[0] / 65536
        self._read_map(self.tables["cmap"][0])
        self._known: dict[str, int] = {}
        self._widths: dict[str, float] = {}

    def _read_map(self, cmap: int) -> None:
        data = self.data
        for k in range(struct.unpack_from(">H", data, cmap + 2)[0]):
            at = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * k)[2]
            if struct.unpack_from(">H", data, at)[0] == 4:
                break
        else:
            raise ValueError(f"{self.name} has no character map of format 4")
        n = struct.unpack_from(">H", data, at + 6)[0] // 2

        def words(offset: int) -> array[int]:
            found = array("H", data[offset : offset + 2 * n])
            found.byteswap()
            return found

        self._ends, self._starts = words(at + 14), words(at + 16 + 2 * n)
        self._deltas, self._offsets = words(at + 16 + 4 * n), words(at + 16 + 6 * n)
        self._offsets_at = at + 16 + 6 * n

    def glyph(self, letter: str) -> int:
        """Return the number of a letter's glyph, 0 where the face has none."""
        found = self._known.get(letter)
        if found is None:
            found = self._known[letter] = self._look_up(ord(letter))
        return found

    def _look_up(self, code: int) -> int:
        if code > 0xFFFF:
            return 0
        low, high = 0, len(self._ends) - 1
        while low < high:
            middle = (low + high) // 2
            if self._ends[middle] < code:
                low = middle + 1
            else:
                high = middle
        start = self._starts[low]
        if not start <= code <= self._ends[low]:
            return 0
        offset = self._offsets[low]
        if not offset:
            return (code + self._deltas[low]) & 0xFFFF
        at = self._offsets_at + 2 * low + offset + 2 * (code - start)
        glyph: int = struct.unpack_from(">H", self.data, at)[0]
        return (glyph + self._deltas[low]) & 0xFFFF if glyph else 0

    def advance(self, glyph: int) -> int:
        """Return the advance width of a glyph in the face's own units."""
        at = self.tables["hmtx"][0] + 4 * min(glyph, self._metrics - 1)
        width: int = struct.unpack_from(">H", self.data, at)[0]
        return width

    def width(self, letter: str) -> float:
        """Return the advance width of a letter in em."""
        found = self._widths.get(letter)
        if found is None:
            found = self._widths[letter] = self.advance(self.glyph(letter)) / self.em
        return found

    def table(self, tag: str) -> bytes:
        """Return a table's bytes, empty where the file has none."""
        offset, length = self.tables.get(tag, (0, 0))
        return self.data[offset : offset + length]

    def outline(self, glyph: int) -> bytes:
        """Return a glyph's entry of the table `glyf`."""
        loca = self.tables["loca"][0]
        if self._long:
            begin, end = struct.unpack_from(">II", self.data, loca + 4 * glyph)
        else:
            begin, end = (2 * v for v in struct.unpack_from(">HH", self.data, loca + 2 * glyph))
        start = self.tables["glyf"][0]
        return self.data[start + begin : start + end]


@lru_cache(maxsize=1)
def _files() -> dict[str, list[tuple[int, bool, Path]]]:
    """Family without blanks → (weight, italic, file), lightest first."""
    found: dict[str, list[tuple[int, bool, Path]]] = {}
    for path in sorted(FOLDER.glob("*.ttf")):
        family, _, cut = path.stem.partition("-")
        italic = cut.endswith("Italic")
        weight = WEIGHTS.get(cut.removesuffix("Italic") or "Regular", 400)
        found.setdefault(family, []).append((weight, italic, path))
    for cuts in found.values():
        cuts.sort(key=lambda cut: (cut[0], cut[1]))
    return found


@lru_cache(maxsize=32)
def _open(path: Path) -> FontFace:
    return FontFace(path)


@lru_cache(maxsize=256)
def faces_for(family: str, weight: int, italic: bool) -> tuple[FontFace, ...]:
    """Return the faces that may draw a font's letters, in the order in which they are asked; never empty."""
    out: list[FontFace] = []
    for name in (family, _JAPANESE.get(family, ""), *_FALLBACK):
        cuts = _files().get(name.replace(" ", ""))
        if not cuts:
            continue
        fits = [cut for cut in cuts if cut[1] == italic] or cuts
        nearest = min(fits, key=lambda cut: (abs(cut[0] - weight), -cut[0]))
        face = _open(nearest[2])
        if face not in out:
            out.append(face)
    return tuple(out)


def face_of(letter: str, font: dl.Font) -> FontFace | None:
    """Return the face that draws a letter of a font, None where none has it."""
    for face in faces_for(font.family, font.weight, font.italic):
        if face.glyph(letter):
            return face
    return None


def runs(words: str, font: dl.Font) -> Iterator[tuple[FontFace, str]]:
    """Yield words in stretches that one face draws; letters that none has are given to the first."""
    first = faces_for(font.family, font.weight, font.italic)[0]
    held: FontFace | None = None
    begin = 0
    for at, letter in enumerate(words):
        face = face_of(letter, font) or first
        if letter == " " and held is not None:
            face = held  # a blank does not change the face
        if face is not held:
            if held is not None:
                yield held, words[begin:at]
            held, begin = face, at
    if held is not None:
        yield held, words[begin:]


@lru_cache(maxsize=65536)
def _letter_width(letter: str, family: str, weight: int, italic: bool) -> float:
    for face in faces_for(family, weight, italic):
        if face.glyph(letter):
            return face.width(letter)
    return faces_for(family, weight, italic)[0].width(letter)


def width(words: str, font: dl.Font) -> float:
    """Return how wide a line is, in the unit of the font's size."""
    f, w, i = font.family, font.weight, font.italic
    total = sum(_letter_width(letter, f, w, i) for letter in words)
    return (total + font.tracking * max(0, len(words) - 1)) * font.size


def cap_height(font: dl.Font) -> float:
    """Return the height of capitals, in the unit of the font's size."""
    face = faces_for(font.family, font.weight, font.italic)[0]
    return face.cap / face.em * font.size


def missing(words: str, font: dl.Font) -> list[str]:
    """Return the letters that no face of a font has, each once."""
    return [c for c in dict.fromkeys(words) if not c.isspace() and c.isprintable() and face_of(c, font) is None]
