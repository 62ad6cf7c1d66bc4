"""Text in a given room: broken into lines, cut short, or made smaller."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from qtwar.draw import displaylist as dl
from qtwar.draw import linebreak
from qtwar.draw.linebreak import pieces
from qtwar.export import typeface

__all__ = ["fitted", "lines", "pieces", "shortened", "widest"]


def lines(words: str, font: dl.Font, room: float) -> list[str]:
    """Return words broken into lines not wider than `room`; what has no break is cut between letters."""
    return linebreak.lines(words, room, partial(typeface.width, font=font))


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
