"""What client and worker write into their pipes; apart, so that the window's process loads no wasmtime for it.

Frames, little-endian; from the client: length, kind, fuel, milliseconds; back: length, status, fuel used.
"""

import struct

REQUEST = struct.Struct("<IBQI")
REPLY = struct.Struct("<IBQ")
CALL, FRESH = 0, 1
READY, DONE, TRAPPED, TOO_BIG = 0, 1, 2, 3
FRAME_CAP = 96 * 1024 * 1024
"""Bytes that a frame may have."""
