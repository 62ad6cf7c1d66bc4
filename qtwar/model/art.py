"""Pictures that an author brings: `counters.pictures` names them, `art/<sha256>.png` of the module holds each once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from qtwar.model.content import TitleContent
from qtwar.model.problem import Problem, near, problem

FOLDER = "art"
MOST_BYTES = 24_000_000
"""Of one picture."""
SHOWN_BY = ("picture", "picture_back")
"""Attributes of a kind or a counter that name the picture on its front and on its back."""
_HASH = re.compile(r"[0-9a-f]{64}")


def file_of(name: str) -> str:
    """Return where a picture lies in a module, by the hash of its bytes."""
    return f"{FOLDER}/{name}.png"


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
