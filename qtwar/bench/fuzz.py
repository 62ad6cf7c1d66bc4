"""Strangers' files by the thousand: sound ones, changed at random where it hurts, held against what reads them.

Every case is made of its number alone, so that one that failed can be made again: `qtwar bench fuzz --seed N --kind K`.
A case is good if it is read, or refused by one of our faults; anything else that is raised, and any that takes longer
than `SLOW` seconds, is a finding.
"""

from __future__ import annotations

import json
import random
import struct
import time
import traceback
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import QtwarError
from qtwar.bench.bending import bent, crossed
from qtwar.bench.deeds import Deeds
from qtwar.editing import rows, sharing, templates
from qtwar.engine.events import LyingEvent, check_form
from qtwar.model import load
from qtwar.model.load.parse import ParsedFile
from qtwar.qtpaint import bigpng, bigtiff
from qtwar.sandbox import replies
from qtwar.sandbox.vocabulary import vocabulary
from qtwar.services import documents, foreign, titles
from qtwar.services.rules import connect
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from qtwar.session.position import check, play
from qtwar.storage import library
from qtwar.storage.document import Document

SLOW = 20.0
TITLE = "sealords"
"""A title whose rules answer all that the window asks."""
BITS = (
    "? ", "- ", "[", "{", "}", "]", ": ", "&a ", "*a", "!!python/object:x ", "|", ">", "'", '"', "\t", "\n", "#", "\x00",
    "\ud800", "9" * 50, "null", "~", "1e999", "%YAML 9\n", "---\n", "...\n", "<<: *a", "\u2028", "0x10", "é",
)  # fmt: skip


@dataclass(slots=True)
class Findings:
    """How many cases of each kind were tried and refused, and the ends of those that were neither read nor refused."""

    tried: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: list[dict[str, Any]] = field(default_factory=list)
    count: Counter[str] = field(default_factory=Counter)
    """How many actions and edits of each sort were tried."""
    seconds: float = 0.0
    next: int = 0
    """The number with which another run goes on."""

    def table(self) -> list[str]:
        """Return a line for each kind, each sort of deed and each sort of finding, and one for all."""
        lines = [f"{kind:<28} {n:>9} cases {self.refused[kind]:>9} refused in a sentence" for kind, n in self.tried.items()]
        lines += [f"{sort:<28} {n:>9}" for sort, n in sorted(self.count.items())]
        ends: dict[str, list[int]] = {}
        for case in self.broken:
            ends.setdefault(f"{case['kind']}: {case['end'].strip().splitlines()[-1][:200]}", []).append(case["seed"])
        lines += [f"{len(seeds)} × {end} (first --seed {seeds[0]})" for end, seeds in ends.items()]
        return [*lines, self.line]

    @property
    def line(self) -> str:
        """Return how far it has come."""
        deeds = f"{self.count.total()} actions and edits, " if self.count else ""
        findings = f"{len(self.broken)} that ended in neither"
        return f"{self.tried.total()} cases, {deeds}{findings}; {self.seconds / 60:.1f} minutes; goes on with --seed {self.next}"


class Fuzz:
    """The sound things, made once, and what is done to them."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.deeds = folder, Deeds()
        content = templates.new_grid("Fuzz", columns=6, rows=5)
        self.content = content
        sharing.write_module(content, folder / "module")
        sharing.pack(content, folder / "sound.qtmod")
        self.texts = sorted((folder / "module").rglob("*.yaml"))
        self.archive = (folder / "sound.qtmod").read_bytes()
        self.answers: list[tuple[str, str, Any]] = []
        self.document = self._played()
        self.positions = _positions(self.title)
        self.kinds: Mapping[str, Callable[[random.Random, Path], None]] = {
            "yaml": self._yaml,
            "module": self._module,
            "archive": self._archive,
            "document": self._document,
            "reply": self._reply,
            "event": self._event,
            "position": self._position,
            "table": self._table,
            "picture": self._picture,
            "play": lambda chance, folder: self.deeds.play(chance),
            "edit": lambda chance, folder: self.deeds.edit(chance),
        }

    def _played(self) -> bytes:
        """Play a little on the free table of an installed title, and keep what was answered."""
        self.title, content = titles.load(TITLE)
        self.played, path = content, self.folder / "sound.qtwar"
        facts = {"key": key_from_seed(1), "undo": "free", "scenario": content.scenarios[0].id}
        with Document.create(path, content, game=facts) as document:
            self.rules = rules = connect(self.title, content, native=True)
            self.words = vocabulary(rules.describe(), self.title / "rules")
            session = PlaySession(rules, document.journal(), tuple(side.id for side in content.sides))
            meta = {"title": content.title.id, "version": "1", "scenario": content.scenarios[0].id, "options": {}}
            session.begin(meta, {"setup": "quick"})
            self.answers.append(("offers", "", rules.offers()))
            for _ in range(12):
                session.autoplay(1)
                session.refresh_offers()
                self.answers.append(("offers", "", rules.offers()))
            self.events = [event for entry in document.journal().entries(1, 99) for event in entry.events]
            self.answers.append(("act", "", {"events": self.events[:20], "offers": rules.offers()}))
            self.answers.append(("describe", "", rules.describe()))
            place = next(iter(session.state.places))
            self.answers.append(("query", "cell", rules.query(session.sides[0], "cell", {"cell": place})))
        return path.read_bytes()

    # ------------------------------------------------------------------------------------------- kinds

    def _yaml(self, chance: random.Random, folder: Path) -> None:
        text = chance.choice(self.texts).read_text("utf-8")
        ParsedFile("x.yaml", _scribbled(text, chance).encode("utf-8", "surrogatepass"))

    def _module(self, chance: random.Random, folder: Path) -> None:
        target = folder / "module"
        sharing.write_module(self.content, target)
        path = chance.choice(sorted(target.rglob("*.yaml")))
        data = ParsedFile(path.name, path.read_bytes()).data
        for _ in range(chance.randint(1, 4)):
            data = bent(data, chance)
        path.write_text(json.dumps(data), encoding="utf-8", errors="surrogatepass")
        load.load(target)

    def _archive(self, chance: random.Random, folder: Path) -> None:
        path = folder / "x.qtmod"
        path.write_bytes(_flipped(self.archive, chance))
        load.title_info(path)
        load.load(path)

    def _document(self, chance: random.Random, folder: Path) -> None:
        path = folder / "x.qtwar"
        path.write_bytes(_flipped(self.document, chance))
        library.card(path)
        try:
            with Document.open(path) as document:
                document.content()
                list(document.journal().entries(1, 99))
        except QtwarError:
            documents.recover(path, folder / "again.qtwar")
            raise

    def _reply(self, chance: random.Random, folder: Path) -> None:
        fn, query, answer = chance.choice(self.answers)
        replies.checked(fn, bent(jsonio.copy(answer), chance), query)

    def _event(self, chance: random.Random, folder: Path) -> None:
        try:
            check_form(bent(jsonio.copy(chance.choice(self.events)), chance))
        except LyingEvent as lie:
            raise QtwarError("fault.lie", detail=str(lie)) from None

    def _position(self, chance: random.Random, folder: Path) -> None:
        spec = jsonio.copy(chance.choice(self.positions))
        for _ in range(chance.randint(1, 3)):
            crossing = isinstance(spec, dict) and chance.random() < 0.6
            spec = crossed(spec, chance.choice(self.positions), chance) if crossing else bent(spec, chance)
        if not isinstance(spec, dict) or not isinstance(spec.get("title"), str):
            return  # such a file is not read at all
        check(spec, self.played, self.words, lambda path: 1)
        play(spec, self.rules, tuple(side.id for side in self.played.sides), [piece.id for piece in self.played.pieces])

    def _table(self, chance: random.Random, folder: Path) -> None:
        text = "\n".join(
            chance.choice("\t,;|").join(chance.choice(["a", "", '"', "1", "x" * 200, "é", "\x00", '"a""b"']) for _ in range(5))
            for _ in range(chance.randint(0, 30))
        )
        found = rows.read_table(text if chance.random() < 0.5 else _flipped(text.encode("utf-8", "replace"), chance))
        if found:
            rows.match_columns("pieces", found[0])

    def _picture(self, chance: random.Random, folder: Path) -> None:
        path = folder / "x.png"
        path.write_bytes(_flipped(chance.choice((_png, _tiff, _svg))(chance), chance))
        for read in (bigpng.bands, bigtiff.bands):  # as one that is too large to be held
            with suppress(ValueError):
                for _ in read(path) or ():
                    pass
        foreign.opened(path).small()


def run(
    seconds: float, seed: int, kinds: tuple[str, ...], folder: Path, most: int | None = None,
    so_far: Callable[[Findings], object] = lambda found: None,
) -> Findings:  # fmt: skip
    """Try cases from a number on until the time is over, or `most` were tried."""
    fuzz, begun = Fuzz(folder), time.monotonic()
    found = Findings(count=fuzz.deeds.count, next=seed)
    while found.seconds < seconds and (most is None or found.next < seed + most):
        for kind in kinds or tuple(fuzz.kinds):
            one(fuzz, kind, found.next, found)
        found.next += 1
        found.seconds = time.monotonic() - begun
        so_far(found)
    return found


def one(fuzz: Fuzz, kind: str, number: int, found: Findings) -> None:
    """Try one case."""
    chance = random.Random(f"{kind} {number}")
    folder = fuzz.folder / "case"
    folder.mkdir(exist_ok=True)
    found.tried[kind] += 1
    begun = time.monotonic()
    end = ""
    try:
        fuzz.kinds[kind](chance, folder)
    except QtwarError as fault:
        found.refused[kind] += 1
        if any(unicodedata.category(char) in ("Cc", "Cs") and char != "\n" for char in fault.text):
            end = "a sentence that can not be shown"
    except Exception:
        end = traceback.format_exc()
    if time.monotonic() - begun > SLOW:
        end = end or f"it took {time.monotonic() - begun:.0f} s"
    if end:
        found.broken.append({"kind": kind, "seed": number, "end": end})
    _clear(folder)


def _clear(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def _scribbled(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 6)):
        at, length = chance.randrange(len(text) + 1), chance.choice([0, 0, 1, 5, 40])
        text = text[:at] + chance.choice(BITS) * chance.choice([1, 1, 1, 3, 200]) + text[at + length :]
    return text


def _flipped(data: bytes, chance: random.Random) -> bytes:
    if not data:
        return data
    if chance.random() < 0.1:
        return data[: chance.randrange(len(data))]
    found = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 8, 60])):
        at = chance.randrange(len(found))
        found[at] = chance.choice([found[at] ^ 1 << chance.randrange(8), 0, 255, chance.randrange(256)])
    return bytes(found)


def _positions(module: Path) -> list[Any]:
    """Return the position files that come with a title."""
    files = sorted((module / "tests" / "positions").glob("*.yaml"))
    return [ParsedFile(file.name, file.read_bytes()).data for file in files]


def _svg(chance: random.Random) -> bytes:
    href = chance.choice(("#a", "a.png", "file:///a.png", "data:image/png;base64,iVBORw0KGgo=", "data:image/svg+xml,<svg/>"))
    inside = "<g>" * chance.randint(0, 300) + f"<image href='{href}' width='9' height='9'/><rect width='9' height='9'/>"
    return f"<svg xmlns='http://www.w3.org/2000/svg' width='{chance.choice((0, 9, 10**9))}' height='9'>{inside}</svg>".encode()


def _tiff(chance: random.Random) -> bytes:
    """Return a TIFF of 4 × 6 pixels in strips of two rows, or of what it says it has."""
    wide, high = chance.choice([(4, 6), (0, 6), (4, 2**31 - 1)])
    packing = chance.choice((1, 5, 7, 8, 32773))
    tags = [(256, wide), (257, high), (258, 8), (259, packing), (262, 1), (273, 122), (277, 1), (278, 6), (279, 24)]
    rows = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return struct.pack("<2sHIH", b"II", 42, 8, len(tags)) + rows + b"\0\0\0\0" + bytes(range(24))


def _png(chance: random.Random) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    wide, high = chance.choice([(4, 3), (0, 1), (2**31 - 1, 2**31 - 1), (70_000, 70_000)])
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    rows_of = zlib.compress(b"".join(b"\0" + bytes(12) for _ in range(3)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows_of) + chunk(b"IEND", b"")
