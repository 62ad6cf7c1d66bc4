"""Breaking text into lines: English at blanks, Japanese between letters but never before 。 or after (."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_NOT_FIRST: Final = frozenset(
    "、。,.,.・:;:;?!?!)]}」』】〉》)]}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ゛゜%%…‥〜~"
)
_NOT_LAST: Final = frozenset("([{「『【〈《([{¥$#№")
_PIECE: Final = re.compile(r"\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]+|.", re.DOTALL)


def pieces(words: str) -> list[str]:
    """Return words in parts between which a line may end; blanks are parts of their own."""
    out: list[str] = []
    for part in _PIECE.findall(words):
        if part == "·" and len(out) > 1 and out[-1].isspace():
            out[-2:] = [f"{out[-2]} ·"]  # a dot between two languages ends a line and does not begin one
            continue
        glue = bool(out) and not part.isspace() and not out[-1].isspace()
        if glue and (part[0] in _NOT_FIRST or out[-1][-1] in _NOT_LAST):
            out[-1] += part
        else:
            out.append(part)
    return out


def lines(words: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Return words broken into lines not wider than `room`; what has no break is cut between letters."""
    out: list[str] = []
    for paragraph in words.split("\n"):
        line, used = "", 0.0
        for part in pieces(paragraph.strip()):
            wide = width(part)
            if part.isspace():
                if line:
                    line, used = line + " ", used + width(" ")
                continue
            if line and used + wide > room + 1e-6:
                out.append(line.rstrip())
                line, used = "", 0.0
            while wide > room and len(part) > 1:
                keep = _fitting(part, room, width)
                out.append(part[:keep])
                part = part[keep:]
                wide = width(part)
            line, used = line + part, used + wide
        out.append(line.rstrip())
    return out or [""]


def _fitting(part: str, room: float, width: Callable[[str], float]) -> int:
    used = 0.0
    for n, letter in enumerate(part):
        used += width(letter)
        if used > room:
            return max(1, n)
    return len(part)
