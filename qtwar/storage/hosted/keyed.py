"""Tokens and codes of a game that follow from a key: the same answer is given again without any of them being kept."""

from __future__ import annotations

import base64
import hmac

from qtwar.storage.hosted.store import LETTERS, spaced


class Keyed:
    """What follows from a key that only who has a game made knows: the game's id, tokens and codes."""

    def __init__(self, key: str) -> None:
        self._key = key.encode("utf-8", "surrogatepass")
        self.game = base64.urlsafe_b64encode(self._bits("game")[:9]).decode().replace("-", "0").replace("_", "1")

    def token(self, kind: str, side: str = "") -> str:
        """Return 192 bits that stand for a person at a seat, or for the host."""
        return base64.urlsafe_b64encode(self._bits("token", kind, side)[:24]).decode()

    def code(self, kind: str, side: str = "") -> str:
        """Return 60 bits that can be typed."""
        return spaced("".join(LETTERS[byte % len(LETTERS)] for byte in self._bits("code", kind, side)[:12]))

    def _bits(self, *what: str) -> bytes:
        return hmac.digest(self._key, "\0".join(what).encode(), "sha256")
