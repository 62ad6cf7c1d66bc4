"""Numbers of versions, such as 0.10.2: they compare part by part."""

from __future__ import annotations

import re
from typing import Final

_VERSION: Final = re.compile(r"\d{1,6}(\.\d{1,6}){0,3}", re.ASCII)


def number(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare, zeros at its end left out; raises ValueError for what is no version."""
    if not _VERSION.fullmatch(version):
        raise ValueError(f"{version!r} is no version")
    found = [int(part) for part in version.split(".")]
    while found and not found[-1]:
        found.pop()
    return tuple(found)
