"""What a side of a game by mail has of its own: two key pairs, and numbers for the dice that are promised ahead.

The numbers are a chain of hashes, shown from its end: whoever has seen one can check the next, and nobody can guess it.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from functools import lru_cache

from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox
from nacl.signing import SigningKey, VerifyKey

LINKS = 16_384
"""Numbers that a side has: as many files it can send in one game."""
_HEX = 64


@dataclass(frozen=True, slots=True)
class Keys:
    """The secrets of one side in one game, as hex: what it signs with, what is sealed for it, what its numbers are made of."""

    sign: str
    box: str
    chain: str

    @classmethod
    def fresh(cls) -> Keys:
        """Return new secrets."""
        return cls(*(secrets.token_hex(32) for _ in range(3)))

    @property
    def sign_public(self) -> str:
        """The key that others check the signature with."""
        return bytes(SigningKey(bytes.fromhex(self.sign)).verify_key).hex()

    @property
    def box_public(self) -> str:
        """The key that others seal with."""
        return bytes(PrivateKey(bytes.fromhex(self.box)).public_key).hex()

    def signed(self, words: bytes) -> str:
        """Return the signature of some words."""
        return SigningKey(bytes.fromhex(self.sign)).sign(words).signature.hex()

    def opened(self, sealed: bytes) -> bytes | None:
        """Return what was sealed for this side, None for what was not."""
        try:
            return SealedBox(PrivateKey(bytes.fromhex(self.box))).decrypt(sealed)
        except (CryptoError, ValueError, TypeError):
            return None

    def link(self, n: int) -> str:
        """Return the n-th number, from 0; raises IndexError when there are no more."""
        return _chain(self.chain)[-1 - n]


@lru_cache(maxsize=4)
def _chain(seed: str) -> tuple[str, ...]:
    links = [seed]
    for _ in range(LINKS - 1):
        links.append(before(links[-1]))
    return tuple(links)


def before(link: str) -> str:
    """Return the number that was shown before this one."""
    return hashlib.sha256(b"qtwar mail link " + bytes.fromhex(link)).hexdigest()


def seed(game: str, no: int, link: str, next_link: str) -> str:
    """Return the key of the chance upon file `no`, made of its number and that of the file after it."""
    return hashlib.sha256(f"qtwar mail dice {game} {no} {link} {next_link}".encode()).hexdigest()


def sealed(words: bytes, box_public: str) -> bytes:
    """Return words that only the holder of a key can read."""
    return SealedBox(PublicKey(bytes.fromhex(box_public))).encrypt(words)


def is_signed(words: bytes, signature: str, sign_public: str) -> bool:
    """Return whether words were signed by the holder of a key."""
    try:
        VerifyKey(bytes.fromhex(sign_public)).verify(words, bytes.fromhex(signature))
    except (CryptoError, ValueError, TypeError):
        return False
    return True


def is_hex(value: object, digits: int = _HEX) -> bool:
    """Return whether a value is so many hexadecimal digits, written small."""
    return isinstance(value, str) and len(value) == digits and not set(value) - set("0123456789abcdef")


def is_box(value: object) -> bool:
    """Return whether a value is a key that can be sealed with: the curve has points that take no secret."""
    if not isinstance(value, str) or not is_hex(value):
        return False
    try:
        sealed(b"", value)
    except CryptoError:
        return False
    return True
