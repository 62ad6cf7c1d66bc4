"""Where the counters of a scanned sheet seem to lie: a first guess that a person sees on the picture and corrects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Floats = NDArray[np.float64]
MOST = 40
PAPER = 40
"""How far a pixel's channels may be from the paper's and still be paper: a scan has grain, a JPEG halos."""
STROKE, DUST = 40, 0.004
"""How far a grey is from the ground's to be ink, and the share of a place that dust may cover in that grey."""


@dataclass(frozen=True, slots=True)
class Gutters:
    """Rows and columns, left, top, right and bottom of all counters, and the gaps between them, in pixels."""

    rows: int
    columns: int
    box: tuple[float, float, float, float]
    gap: tuple[float, float]


def guess(image: QImage) -> Gutters:
    """Return where the counters of a sheet seem to lie."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    high, wide = image.height(), image.width()
    dots = np.frombuffer(image.constBits(), np.uint8).reshape(high, wide, 4)[:, :, :3].astype(np.int16)
    rim = np.concatenate([dots[0], dots[-1], dots[:, 0], dots[:, -1]])
    paper = np.median(rim, axis=0)
    inked = (np.abs(dots - paper).max(axis=2) > PAPER).astype(np.float64)
    x0, x1 = _bounds(inked.mean(axis=0))
    y0, y1 = _bounds(inked.mean(axis=1))
    part = inked[y0:y1, x0:x1]
    grey = dots[y0:y1, x0:x1].mean(axis=2)
    columns, across = _count(part.mean(axis=0), np.abs(np.diff(grey, axis=1)).mean(axis=0))
    rows, down = _count(part.mean(axis=1), np.abs(np.diff(grey, axis=0)).mean(axis=1))
    return Gutters(rows, columns, (float(x0), float(y0), float(x1), float(y1)), (across, down))


def is_blank(image: QImage) -> bool:
    """Return whether a picture is of one colour but for the grain and dust of a scan: a place of the sheet that is empty."""
    grey = image.convertToFormat(QImage.Format.Format_Grayscale8)
    wide, high = grey.width(), grey.height()
    dots = np.frombuffer(grey.constBits(), np.uint8).reshape(high, grey.bytesPerLine())[:, :wide]
    middle = dots[high // 8 : max(high // 8 + 1, high - high // 8), wide // 8 : max(wide // 8 + 1, wide - wide // 8)]
    low, top = np.percentile(middle, (2, 98))
    if top - low >= 14:
        return False
    ink = np.abs(middle - np.median(middle)) > STROKE  # one thin figure on a plain ground
    return bool(ink.mean() < DUST)


def _bounds(share: Floats) -> tuple[int, int]:
    """Return from where to where there is ink."""
    there = np.nonzero(share > 0.1)[0]
    if len(there) < 16:
        return 0, len(share)
    return int(there[0]), int(there[-1]) + 1


def _count(ink: Floats, change: Floats) -> tuple[int, float]:
    """Return how many counters lie in a line, and the gap between two."""
    bare = ink < 0.06
    starts = np.nonzero(bare[1:] & ~bare[:-1])[0] + 1
    ends = np.nonzero(~bare[1:] & bare[:-1])[0] + 1
    if len(starts) and len(starts) == len(ends) and len(starts) < MOST:
        pitch = np.diff((starts + ends) / 2)
        if len(starts) == 1 or pitch.max() < 1.25 * pitch.min():
            return len(starts) + 1, float(np.median(ends - starts))
    return _period(change), 0.0


def _period(change: Floats) -> int:
    """Return into how many equal parts lines of strong change cut a run."""
    length = len(change)
    if length < 32:
        return 1
    near = np.maximum.reduce([np.roll(change, shift) for shift in (-2, -1, 0, 1, 2)])
    usual, spread = float(np.median(near)), float(near.std()) or 1.0
    marks = []
    for n in range(2, min(MOST, length // 16) + 1):
        lines = near[[min(length - 1, round(k * length / n)) for k in range(1, n)]]
        marks.append((n, (float(np.percentile(lines, 25)) - usual) / spread))
    best = max(mark for _, mark in marks) if marks else 0.0
    if best < 0.6:
        return 1
    return max(n for n, mark in marks if mark > 0.75 * best)
