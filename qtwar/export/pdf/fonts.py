"""Fonts inside a PDF file: of each face only the glyphs that are used, with widths and with what each glyph reads as."""

from __future__ import annotations

import hashlib
import struct
from typing import Final

from qtwar.export.pdf.objects import Objects, dictionary, name
from qtwar.export.typeface import FontFace

_KEPT: Final = ("cvt ", "fpgm", "prep")
_WORDS, _SCALE, _MORE, _XY, _TWO = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080


class Subset:
    """The glyphs of one face that a file uses, numbered anew in the order of their first use."""

    def __init__(self, face: FontFace, resource: str, number: int) -> None:
        self.face, self.resource, self.number = face, resource, number
        self._new: dict[int, int] = {0: 0}
        self._reads: dict[int, str] = {}
        self._codes: dict[str, str] = {}

    def code(self, words: str) -> str:
        """Return words as the hexadecimal glyph numbers that a content stream shows."""
        return "".join([self._codes.get(letter) or self._take(letter) for letter in words])

    def _take(self, letter: str) -> str:
        old = self.face.glyph(letter)
        new = self._number(old)
        if old:
            self._reads.setdefault(new, letter)
        self._codes[letter] = f"{new:04x}"
        return self._codes[letter]

    def _number(self, old: int) -> int:
        return self._new.setdefault(old, len(self._new))

    def write(self, objects: Objects) -> None:
        """Put the font with its descriptor, widths and character map into the file."""
        face = self.face
        program = self._program()  # may add the parts of composite glyphs
        tag = "".join(chr(65 + b % 26) for b in hashlib.sha256(program).digest()[:6])
        base = name(f"{tag}+{face.name}")
        k = 1000 / face.em
        file = objects.stream(program, {"Length1": str(len(program))})
        descriptor = objects.add(
            dictionary(
                {
                    "Type": "/FontDescriptor",
                    "FontName": base,
                    "Flags": "4" if not face.slant else "68",
                    "FontBBox": "[" + " ".join(str(round(v * k)) for v in face.box) + "]",
                    "ItalicAngle": f"{face.slant:g}",
                    "Ascent": str(round(face.ascent * k)),
                    "Descent": str(round(face.descent * k)),
                    "CapHeight": str(round(face.cap * k)),
                    "StemV": str(50 + face.weight // 8),
                    "FontFile2": f"{file} 0 R",
                }
            )
        )
        widths = " ".join(str(round(face.advance(old) * k)) for old in self._new)
        cid = objects.add(
            dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/CIDFontType2",
                    "BaseFont": base,
                    "CIDSystemInfo": "<< /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>",
                    "FontDescriptor": f"{descriptor} 0 R",
                    "W": f"[0 [{widths}]]",
                    "CIDToGIDMap": "/Identity",
                }
            )
        )
        reads = objects.stream(self._character_map())
        objects.put(
            self.number,
            dictionary(
                {
                    "Type": "/Font",
                    "Subtype": "/Type0",
                    "BaseFont": base,
                    "Encoding": "/Identity-H",
                    "DescendantFonts": f"[{cid} 0 R]",
                    "ToUnicode": f"{reads} 0 R",
                }
            ),
        )

    def _character_map(self) -> bytes:
        pairs = [f"<{n:04x}> <{letter.encode('utf-16-be').hex()}>" for n, letter in sorted(self._reads.items())]
        runs = [pairs[k : k + 100] for k in range(0, len(pairs), 100)]
        body = "\n".join(f"{len(run)} beginbfchar\n" + "\n".join(run) + "\nendbfchar" for run in runs)
        return (
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
            "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
            f"{body}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
        ).encode("ascii")

    def _program(self) -> bytes:
        """The font file with its glyphs in their new order."""
        face = self.face
        outlines: list[bytes] = []
        at = 0
        while at < len(self._new):
            old = list(self._new)[at]
            outlines.append(self._renumbered(face.outline(old)))
            at += 1
        order = list(self._new)
        loca, glyf = [0], bytearray()
        for outline in outlines:
            glyf += outline + b"\0" * (-len(outline) % 4)
            loca.append(len(glyf))
        hmtx = b"".join(struct.pack(">Hh", face.advance(old), _left(face, old)) for old in order)
        head = bytearray(face.table("head"))
        struct.pack_into(">I", head, 8, 0)
        struct.pack_into(">h", head, 50, 1)
        hhea = bytearray(face.table("hhea"))
        struct.pack_into(">H", hhea, 34, len(order))
        maxp = bytearray(face.table("maxp"))
        struct.pack_into(">H", maxp, 4, len(order))
        tables = {
            "head": bytes(head),
            "hhea": bytes(hhea),
            "maxp": bytes(maxp),
            "hmtx": hmtx,
            "loca": struct.pack(f">{len(loca)}I", *loca),
            "glyf": bytes(glyf) or b"\0",
            **{tag: face.table(tag) for tag in _KEPT if face.table(tag)},
        }
        return _font_file(tables)

    def _renumbered(self, outline: bytes) -> bytes:
        """A glyph whose parts, where it is made of others, have their new numbers."""
        if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
            return outline
        out = bytearray(outline)
        at, flags = 10, _MORE
        while flags & _MORE:
            flags, part = struct.unpack_from(">HH", outline, at)
            struct.pack_into(">H", out, at + 2, self._number(part))
            at += 4 + (4 if flags & _WORDS else 2)
            at += 2 if flags & _SCALE else 4 if flags & _XY else 8 if flags & _TWO else 0
        return bytes(out)


def _left(face: FontFace, glyph: int) -> int:
    outline = face.outline(glyph)
    return int(struct.unpack_from(">h", outline, 2)[0]) if len(outline) >= 10 else 0


def _font_file(tables: dict[str, bytes]) -> bytes:
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    head = struct.pack(">IHHHH", 0x00010000, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    at = 12 + 16 * count
    directory, body = b"", bytearray()
    for tag in sorted(tables):
        data = tables[tag]
        padded = data + b"\0" * (-len(data) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        directory += struct.pack(">4sIII", tag.encode("latin-1"), total, at + len(body), len(data))
        body += padded
    return head + directory + bytes(body)
