"""The file of a game by mail: a line that says what it is, a line of header, and the rest packed and sealed.

What is read comes from anybody: lengths before contents, forms before meaning. Faults are sentences.
"""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from qtwar.base import files, jsonio
from qtwar.base.errors import DataFault
from qtwar.engine.forms import anything, either, flag, having, index, listed, mapped, maybe, plain, text, whole
from qtwar.mail import keys
from qtwar.mail.keys import Keys

Json = dict[str, Any]
MAGIC = b"QTWARMAIL 1\n"
ANY_MAGIC = b"QTWARMAIL "
MOST_BYTES = 4_000_000
MOST_HEADER = 4_000
MOST_BODY = 16_000_000
"""Bytes of a body unpacked: a turn of a large title has some hundred thousand."""
MOST_DEEDS = 5_000
MOST_NESTED = 200_000
"""Lists and objects in a body, which cost the most memory for a byte."""
INVITATION, ANSWER, FIRST = 1, 2, 3
"""Numbers of files: whoever invites sends the odd ones."""
ROLLS = ("each", "turn")
"""How dice are rolled: each after a file went back and forth, or by who has the turn."""
ENDS = ("offer", "draw", "resign")
"""What a file may say of the end: a draw is offered, the offer of their last file is taken, its sender gives the game up."""


def _hex(value: Any) -> bool:
    return keys.is_hex(value)


def _short(most: int) -> Any:
    return lambda value: isinstance(value, str) and len(value) <= most


_sides = listed(_short(200), 16)
_header = having(
    {
        "game": lambda value: keys.is_hex(value, 32), "no": whole(1, 2 * keys.LINKS), "before": either(_hex, lambda v: v == ""),
        "key": _hex, "sum": _hex, "sign": lambda value: keys.is_hex(value, 128),
    }
)  # fmt: skip
_action = having({"side": text, "verb": text}, {"args": maybe(mapped(anything))})
_facts = having(
    {
        "title": _short(200), "version": _short(200), "module": _hex, "scenario": _short(200), "options": mapped(anything),
        "strictness": lambda value: value in ("enforce", "warn", "off"), "quick": flag,
        "rolls": lambda value: value in ROLLS, "names": mapped(_short(200)),
    }
)  # fmt: skip
_BODIES = {
    INVITATION: having({"facts": _facts, "host": _sides, "guest": _sides, "box": keys.is_box, "link": _hex}),
    ANSWER: having({"name": _short(200), "box": keys.is_box, "link": _hex, "module": _hex}),
    FIRST: having(
        {
            "link": _hex, "did": listed(either(having({"do": _action}), having({"to": index})), MOST_DEEDS),
            "wants": maybe(_action), "mark": _hex, "module": _hex, "tries": whole(0), "said": _short(2000),
        },
        {"end": lambda value: value in ENDS},
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Letter:
    """A file as it was found: its header, which is signed, and what is sealed in it."""

    game: str
    no: int
    before: str
    key: str
    rest: bytes
    hash: str
    """Of all its bytes: what the next file names."""

    @property
    def by_host(self) -> bool:
        """Whether who invited sent it."""
        return self.no % 2 == 1


def write(own: Keys, game: str, no: int, before: str, body: Json, box: str = "") -> bytes:
    """Return the bytes of a file: signed with one's own keys, its body sealed for the holder of a box key (none: open)."""
    packed = zlib.compress(jsonio.dumps(body).encode(), 6)
    rest = keys.sealed(packed, box) if box else packed
    header = {"game": game, "no": no, "before": before, "key": own.sign_public, "sum": hashlib.sha256(rest).hexdigest()}
    signed = {**header, "sign": own.signed(_words(header))}
    found = MAGIC + jsonio.dumps(signed).encode() + b"\n" + rest
    if len(found) > MOST_BYTES:
        raise DataFault("fault.mail.too_large", mb=MOST_BYTES // 1_000_000)
    return found


def read_file(path: Path) -> bytes:
    """Return the bytes of a file of mail; raises DataFault."""
    return files.read(path, MOST_BYTES, path.name)


def read(data: bytes) -> Letter:
    """Return a file as it was found, whole and signed by the key that it names; raises DataFault."""
    if len(data) > MOST_BYTES:
        raise DataFault("fault.mail.too_large", mb=MOST_BYTES // 1_000_000)
    if not data.startswith(MAGIC):
        raise DataFault("fault.mail.newer" if data.startswith(ANY_MAGIC) else "fault.mail.none")
    end = data.find(b"\n", len(MAGIC), len(MAGIC) + MOST_HEADER)
    if end < 0:
        raise DataFault("fault.mail.damaged")
    header = _json(data[len(MAGIC) : end])
    rest = data[end + 1 :]
    if not _header(header) or header["sum"] != hashlib.sha256(rest).hexdigest():
        raise DataFault("fault.mail.damaged")
    unsigned = {name: value for name, value in header.items() if name != "sign"}
    if not keys.is_signed(_words(unsigned), header["sign"], header["key"]):
        raise DataFault("fault.mail.damaged")
    return Letter(header["game"], header["no"], header["before"], header["key"], rest, hashlib.sha256(data).hexdigest())


def body(letter: Letter, own: Keys | None = None) -> Json:
    """Return what a file holds; raises DataFault where it is not for these keys, or has another form."""
    packed: bytes | None = letter.rest
    if letter.no != INVITATION:
        packed = own.opened(letter.rest) if own is not None else None
        if packed is None:
            raise DataFault("fault.mail.not_for_you")
    assert packed is not None
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(packed, MOST_BODY)
    except zlib.error:
        raise DataFault("fault.mail.damaged") from None
    if not unpacker.eof or unpacker.unused_data or found.count(b"{") + found.count(b"[") > MOST_NESTED:
        raise DataFault("fault.mail.damaged")
    data = _json(found)
    if not _BODIES[min(letter.no, FIRST)](data):
        raise DataFault("fault.mail.damaged")
    assert isinstance(data, dict)
    return data


def _words(header: Json) -> bytes:
    return b"qtwar mail " + jsonio.dumps(header).encode()


def _json(data: bytes) -> Any:
    """Return data that can be stored and shown; raises DataFault."""
    try:
        found = jsonio.loads(data.decode())
    except (ValueError, RecursionError):
        raise DataFault("fault.mail.damaged") from None
    if not plain(found):
        raise DataFault("fault.mail.damaged")
    return found
