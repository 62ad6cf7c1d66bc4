"""The bones of a PDF file: numbered objects, streams, cross-reference table. Equal input gives equal bytes."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from typing import Final

Value = str
HEADER: Final = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


def text(words: str) -> Value:
    """Return a text string: plain ASCII in brackets, everything else as UTF-16."""
    if words.isascii() and words.isprintable():
        return "(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return "<" + (b"\xfe\xff" + words.encode("utf-16-be")).hex() + ">"


def name(words: str) -> Value:
    """Return a name with what names may not hold written in hexadecimal."""
    return "/" + "".join(c if c.isascii() and (c.isalnum() or c in "+-_.") else f"#{ord(c) & 255:02x}" for c in words)


def dictionary(entries: Mapping[str, Value | None]) -> Value:
    """Return a dictionary; entries without a value are left out."""
    return "<< " + " ".join(f"/{key} {value}" for key, value in entries.items() if value is not None) + " >>"


def number(value: float) -> str:
    """Return a number with at most four decimals and nothing superfluous."""
    out = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if out in ("-0", "") else out


class Objects:
    """The objects of one file, numbered from 1."""

    def __init__(self) -> None:
        self._bodies: list[bytes | None] = []

    def reserve(self) -> int:
        """Return the number of an object that will be given later."""
        self._bodies.append(None)
        return len(self._bodies)

    def put(self, number: int, value: Value) -> None:
        """Give a reserved object its value."""
        self._bodies[number - 1] = value.encode("latin-1")

    def add(self, value: Value) -> int:
        """Add an object and return its number."""
        number = self.reserve()
        self.put(number, value)
        return number

    def put_stream(
        self, number: int, data: bytes, entries: Mapping[str, Value | None] | None = None, *, pack: bool = True
    ) -> None:
        """Give a reserved object a stream, deflated unless that would spoil its use."""
        packed = zlib.compress(data, 6) if pack else data
        head = dictionary({**(entries or {}), "Filter": "/FlateDecode" if pack else None, "Length": str(len(packed))})
        self._bodies[number - 1] = head.encode("latin-1") + b"\nstream\n" + packed + b"\nendstream"

    def stream(self, data: bytes, entries: Mapping[str, Value | None] | None = None, *, pack: bool = True) -> int:
        """Add a stream and return its number."""
        number = self.reserve()
        self.put_stream(number, data, entries, pack=pack)
        return number

    def file(self, root: int, info: int) -> bytes:
        """Return the whole file."""
        out = bytearray(HEADER)
        places: list[int] = []
        for n, body in enumerate(self._bodies, 1):
            places.append(len(out))
            out += b"%d 0 obj\n" % n + (body if body is not None else b"null") + b"\nendobj\n"
        begin = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        for place in places:
            out += b"%010d 00000 n \n" % place
        stamp = hashlib.sha256(out).hexdigest()[:32]
        trailer = dictionary(
            {
                "Size": str(len(places) + 1),
                "Root": f"{root} 0 R",
                "Info": f"{info} 0 R",
                "ID": f"[<{stamp}> <{stamp}>]",
            }
        )
        out += f"trailer\n{trailer}\nstartxref\n{begin}\n%%EOF\n".encode("latin-1")
        return bytes(out)
