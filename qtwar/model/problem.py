"""Findings about a title's content: what is wrong, where, and how to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Path = tuple[str | int, ...]
"""Way into the content, such as ("boards", 0, "features", "swamp", 3)."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding. `file` and `line` are empty for content that comes from a document; `where` is always there."""

    severity: Literal["error", "warning"]
    text: str
    where: str = ""
    fix: str = ""
    file: str = ""
    line: int = 0
    path: Path = ()

    def sentence(self) -> str:
        """Return the finding as one sentence with its place and how to mend it."""
        place = f" in {self.file}" + (f" line {self.line}" if self.line else "") if self.file else ""
        if self.where:
            place += f" ({self.where})"
        return told(self.text + place, self.fix)


def near(word: object, known: Iterable[object]) -> str:
    """Return `did you mean 'x'?`, what there is if that is little, or nothing."""
    names = sorted({str(name) for name in known})
    close = difflib.get_close_matches(str(word), names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    if names and len(names) <= 8:
        return "there is " + ", ".join(names)
    return ""


def told(text: str, hint: str = "") -> str:
    """Return a sentence of what is so and, if there is one, the hint how to mend it."""
    sentence = f"{text}; {hint}" if hint else text
    return sentence if sentence.endswith("?") else sentence + "."


def describe(path: Sequence[str | int]) -> str:
    """Return a way into the content for people: `boards/delta`, list places counted from 1."""
    return "/".join(f"#{step + 1}" if isinstance(step, int) else str(step) for step in path)
