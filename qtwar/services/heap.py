"""How this process asks the system for memory."""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

LARGE = 1 << 20
"""Bytes from which on a block is had from the system by itself, and given back as soon as it is free."""
_MMAP_THRESHOLD = -3


def give_large_back() -> None:
    """Have the memory of pictures given back when they go: else glibc keeps most of it, torn into pieces that are left empty."""
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)


def give_back() -> None:
    """Give the memory back that is free now: what was many small blocks, too."""
    if sys.platform.startswith("linux"):
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
