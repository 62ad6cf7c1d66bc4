"""The chance of a game: its secret key, and what each row of its journal draws from it (ADR 3)."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_key() -> str:
    """Return a fresh secret from which a game's dice are drawn, as hex."""
    return secrets.token_hex(32)


def key_from_seed(seed: int | str) -> str:
    """Return the key of a repeatable game."""
    return hashlib.sha256(f"qtwar seed {seed}".encode()).hexdigest()


def entropy(key: str, no: int) -> int:
    """Return the 64 bits of chance that belong to journal row `no` of a game."""
    return int.from_bytes(hmac.new(bytes.fromhex(key), str(no).encode(), hashlib.sha256).digest()[:8], "big")
