"""Memory of pictures goes back to the system when they go."""

from __future__ import annotations

import subprocess
import sys

import pytest

TRIAL = """
import ctypes, sys
from pathlib import Path
from qtwar.services import heap
if sys.argv[1] == "back":
    heap.give_large_back()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
size = 4 << 20
libc.free(libc.malloc(size))  # from now on glibc takes such blocks from what it keeps
blocks = []
for n in range(30):
    blocks.append(libc.malloc(size))
    ctypes.memset(blocks[-1], n, size)
    libc.malloc(3000)  # what stays in between
for block in blocks:
    libc.free(block)
rows = Path("/proc/self/status").read_text().splitlines()
print(next(int(row.split()[1]) // 1024 for row in rows if row.startswith("VmRSS")))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="glibc")
def test_large_blocks_are_given_back() -> None:
    kept, back = (
        int(subprocess.run([sys.executable, "-c", TRIAL, word], capture_output=True, text=True, check=True).stdout)
        for word in ("kept", "back")
    )
    assert back < 60, "what a Python takes"
    assert kept - back > 80, "30 blocks of 4 MB, if nothing is said"
