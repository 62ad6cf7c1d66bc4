"""Pictures that an author brings: `counters.pictures` names them, `art/<sha256>.png` of the module holds each once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from qtwar.model.content import TitleContent
from qtwar.model.problem import Problem, near, problem

FOLDER = "art"
PNG = b"\x89PNG\r\n\x1a\n"
MOST_BYTES = 24_000_000
"""Of one picture."""
SHOWN_BY = ("picture", "picture_back")
"""Attributes of a kind or a counter that name the picture on its front and on its back."""
_HASH = re.compile(r"[0-9a-f]{64}")


def file_of(name: str) -> str:
    """Return where a picture lies in a module, by the hash of its bytes."""
    return f"{FOLDER}/{name}.png"


MOST_TILE = 8_000_000
"""Bytes of one tile of a scanned map."""
_TILE = re.compile(r"art/[0-9a-f]{64}/(\d{1,2})-(\d{1,3})-(\d{1,3})\.jpg")


def tile_of(picture: str, level: int, column: int, row: int) -> str:
    """Return where a tile of a scanned map lies in a module."""
    return f"{FOLDER}/{picture}/{level}-{column}-{row}.jpg"


def hash_of(tiles: Iterable[tuple[int, int, int, str]]) -> str:
    """Return what a picture that is kept as tiles is known by: level, column, row and hash of each."""
    text = "\n".join(f"{tile_of('', *row[:3])} {row[3]}" for row in sorted(tiles))
    return hashlib.sha256(text.encode()).hexdigest()


def is_tile(name: str) -> tuple[int, int, int] | None:
    """Return level, column and row of the tile that a file of a module is, None for other files."""
    found = _TILE.fullmatch(name)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


@dataclass(frozen=True, slots=True)
class TiledPicture:
    """A picture that is kept as tiles: the hash of these, and its size in pixels."""

    picture: str
    width: int
    height: int

    @classmethod
    def of(cls, found: object) -> TiledPicture | None:
        """Return the picture that a part of the content names (`{picture, width, height}`), None for anything else."""
        if not isinstance(found, Mapping):
            return None
        name, wide, high = (found.get(key) for key in ("picture", "width", "height"))
        if not (isinstance(name, str) and _HASH.fullmatch(name) and isinstance(wide, int) and isinstance(high, int)):
            return None
        return cls(name, wide, high) if min(wide, high) > 0 else None

    def as_json(self) -> dict[str, Any]:
        """Return what names it in a content."""
        return {"picture": self.picture, "width": self.width, "height": self.height}


def scans_of(content: TitleContent) -> set[str]:
    """Return the hashes of the pictures that are kept as tiles: of maps, of boxes, and of the cover."""
    return {found.picture for found, _ in scan_places(content)}


def scan_places(content: TitleContent) -> Iterator[tuple[TiledPicture, tuple[str | int, ...]]]:
    """Yield the pictures that are kept as tiles, and where the content names each."""
    for style, made in (content.style.get("boards") or {}).items():
        for n, layer in enumerate(made or ()):
            if layer.get("painter") == "scan" and (found := TiledPicture.of(layer)):
                yield found, ("style", "boards", style, n)
    if found := TiledPicture.of((content.style.get("cover") or {}).get("picture")):
        yield found, ("style", "cover", "picture")
    for b, board in enumerate(content.boards):
        for n, box in enumerate(board.boxes):
            if found := TiledPicture.of(box.attrs.get("picture")):
                yield found, ("boards", b, "boxes", n, "attrs", "picture")


def pictures_of(content: TitleContent) -> dict[str, str]:
    """Return the pictures of a content, name → hash; what is none is left out."""
    found: Mapping[str, Any] = content.counters.get("pictures", {})
    return {name: value for name, value in found.items() if isinstance(value, str) and _HASH.fullmatch(value)}


def called(at: tuple[str | int, ...], content: TitleContent) -> str:
    """Return how a person would call the place that shows a picture kept as tiles."""
    if at[0] == "boards":
        return content.boards[int(at[1])].boxes[int(at[3])].id
    return str(at[2] if at[1] == "boards" else at[1])


def faults(content: TitleContent) -> Iterator[Problem]:
    """Yield what is wrong with the names of pictures: one that stands for none, and one that is not there."""
    given: Mapping[str, Any] = content.counters.get("pictures", {})
    known = pictures_of(content)
    for name in given:
        if str(name) not in known:
            yield problem("error", "picture_hash", str(name), ("counters", "pictures", name), name=str(name))
    for part in ("kinds", "pieces"):
        for n, item in enumerate(getattr(content, part)):
            for key in SHOWN_BY:
                shown = item.attrs.get(key)
                if isinstance(shown, str) and shown and given and shown not in given:
                    yield problem(
                        "error", "picture_unknown", item.id, (part, n, "attrs", key), hint=near(shown, known), name=shown
                    )
