"""Breaking text into lines: English at blanks, Japanese between letters but never before 。 or after (."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from qtwar.draw import displaylist as dl
from qtwar.export import typeface

_NOT_FIRST: Final = frozenset(
    "、。,.,.・:;:;?!?!)]}」』】〉》)]}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ゛゜%%…‥〜~"
)
_NOT_LAST: Final = frozenset("([{「『【〈《([{¥$#№")
_PIECE: Final = re.compile(r"\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u30ff]+|.", re.DOTALL)


def pieces(words: str) -> list[str]:
    """Return words in parts between which a line may end; blanks are parts of their own."""
    out: list[str] = []
    for part in _PIECE.findall(words):
        glue = bool(out) and not part.isspace() and not out[-1].isspace()
        if glue and (part[0] in _NOT_FIRST or out[-1][-1] in _NOT_LAST):
            out[-1] += part
        else:
            out.append(part)
    return out


def lines(words: str, font: dl.Font, room: float) -> list[str]:
    """Return words broken into lines not wider than `room`; what has no break is cut between letters."""
    out: list[str] = []
    for paragraph in words.split("\n"):
        line, used = "", 0.0
        for part in pieces(paragraph.strip()):
            wide = typeface.width(part, font)
            if part.isspace():
                if line:
                    line, used = line + " ", used + typeface.width(" ", font)
                continue
            if line and used + wide > room + 1e-6:
                out.append(line.rstrip())
                line, used = "", 0.0
            while wide > room and len(part) > 1:
                keep = _fitting(part, font, room)
                out.append(part[:keep])
                part = part[keep:]
                wide = typeface.width(part, font)
            line, used = line + part, used + wide
        out.append(line.rstrip())
    return out or [""]


def _fitting(part: str, font: dl.Font, room: float) -> int:
    used = 0.0
    for n, letter in enumerate(part):
        used += typeface.width(letter, font)
        if used > room:
            return max(1, n)
    return len(part)


def shortened(words: str, font: dl.Font, room: float) -> str:
    """Return words cut to `room` with … at the end, whole where they fit."""
    if typeface.width(words, font) <= room:
        return words
    room -= typeface.width("…", font)
    while words and typeface.width(words, font) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def fitted(words: str, font: dl.Font, room: float, least: float = 0.62) -> tuple[dl.Font, bool]:
    """Return the font made smaller so that words fit, not under `least` of its size, and whether it had to be."""
    wide = typeface.width(words, font)
    if wide <= room or not wide:
        return font, False
    return replace(font, size=font.size * max(least, room / wide)), True


def widest(words: Sequence[str], font: dl.Font) -> float:
    """Return the width of the widest line."""
    return max((typeface.width(line, font) for line in words), default=0.0)
