"""The head of a kept drawing: what it is, and its bounds; read without NumPy, and without the rest of the file."""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Final

from qtwar.base.errors import DataFault

Bounds = tuple[float, float, float, float]
MAGIC: Final = b"qtwar-art-3\n"
_BOUNDS: Final = struct.Struct("<4d")
HEAD: Final = len(MAGIC) + _BOUNDS.size + 8
"""Bytes of a head; the last eight of them are the length of the tree that follows."""


def head_of(bounds: Bounds, tree: int) -> bytes:
    """Return the head of a drawing with those bounds and a tree of so many bytes."""
    return b"".join((MAGIC, _BOUNDS.pack(*bounds), tree.to_bytes(8, "little")))


def bounds_in(head: bytes) -> Bounds:
    """Return the bounds that a head tells; raises DataFault for what is no drawing."""
    if len(head) < HEAD or head[: len(MAGIC)] != MAGIC:
        raise DataFault("fault.draw.kept", why="it is not a drawing")
    left, top, right, bottom = _BOUNDS.unpack(head[len(MAGIC) : -8])
    if not all(map(math.isfinite, (left, top, right, bottom))):
        raise DataFault("fault.draw.kept", why="its bounds are no numbers")
    return (left, top, right, bottom)


def bounds_of(path: Path) -> Bounds:
    """Return the bounds of a kept drawing without reading the rest; raises OSError or DataFault."""
    with path.open("rb") as file:
        return bounds_in(file.read(HEAD))
