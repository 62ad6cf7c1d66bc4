"""Pictures that an author brings: `counters.pictures` names them, `art/<sha256>.png` of the module holds each once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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


def is_tile(name: str) -> tuple[int, int, int] | None:
    """Return level, column and row of the tile that a file of a module is, None for other files."""
    found = _TILE.fullmatch(name)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def scans_of(content: TitleContent) -> set[str]:
    """Return the hashes of the scanned maps that the styles of boards name."""
    boards = content.style.get("boards")
    styles = [made for made in boards.values() if isinstance(made, (list, tuple))] if isinstance(boards, Mapping) else []
    layers = [layer for made in styles for layer in made if isinstance(layer, Mapping)]
    named = {layer.get("picture") for layer in layers if layer.get("painter") == "scan"}
    return {name for name in named if isinstance(name, str) and _HASH.fullmatch(name)}


def pictures_of(content: TitleContent) -> dict[str, str]:
    """Return the pictures of a content, name → hash; what is none is left out."""
    found = content.counters.get("pictures")
    if not isinstance(found, Mapping):
        return {}
    return {str(name): value for name, value in found.items() if isinstance(value, str) and _HASH.fullmatch(value)}


def faults(content: TitleContent) -> Iterator[Problem]:
    """Yield what is wrong with the names of pictures: one that stands for none, and one that is not there."""
    given: Any = content.counters.get("pictures", {})
    if not isinstance(given, Mapping):
        yield problem("error", "pictures", "counters", ("counters", "pictures"))
        return
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
