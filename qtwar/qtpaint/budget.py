"""How much memory the pixels of one board may take; measured in ADR 17."""

TILES = 64 << 20
"""Bytes of tiles of its map. Fewer than a window shows would be painted, or read from disk, again and again."""
CHUNKS = 24 << 20
"""Bytes of chunks, map and counters together; at least twice what is in view is kept."""
