"""Names along curves: rivers on their own course, countries, seas and wild regions along given ones (look.md 6)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from qtwar.draw import displaylist as dl
from qtwar.draw.ground import Ground
from qtwar.draw.metrics import widths
from qtwar.draw.polylines import Array, catmull, lengths
from qtwar.model.board import Label

Layer = Mapping[str, Any]
Letters = list[tuple[str, float, float, float]]


def taken(g: Ground) -> list[tuple[float, float, float]]:
    """Return the discs (x, y, radius) that names along curves must leave free; painters add theirs."""

    def make() -> list[tuple[float, float, float]]:
        discs: list[tuple[float, float, float]] = []
        for label in g.board.labels:
            if not isinstance(label.at, str) or label.style in ("region", "country", "sea"):
                continue
            x, y = g.centres[label.at]
            reach = 10 + 4.6 * len(label.text.get(g.language))
            if label.style == "com_base":
                discs.append((x + 31, y + 31, 24))
                continue
            discs += [(x + float(d), y + 38, 20) for d in np.arange(-reach, reach + 1, 16)]
            discs.append((x, y, 22))
        return discs

    return g.cached(("taken",), make)


def regions(g: Ground, spec: Layer) -> list[dl.Node]:
    """Names of countries, seas and wild regions along given curves of (column, row), fractions allowed."""
    nodes: list[dl.Node] = []
    for item in spec["items"]:
        words = item["text"].get(g.language) or item["text"]["en"]
        if item.get("capitals") and words.isascii():
            words = words.upper()
        points = np.array([[(c - 0.5) * 100, (r - 0.5) * 100] for c, r in item["along"]], dtype=float)
        curve = measured(catmull(points, 24))
        italic = bool(item.get("italic", False)) and words.isascii()
        font = dl.Font(
            "EB Garamond", float(item["size"]), int(item.get("weight", 600)), italic, float(item.get("tracking", 0.2))
        )
        steps = _steps(words, font)
        start = max(0.0, (curve[-1, 2] - sum(steps)) / 2)
        made = set_along(curve, words, steps, start, 0.0, font.size)
        halo = item.get("halo", "")
        nodes.append(dl.GlyphRun(tuple(made), font, item["color"], halo, 3.2 if halo else 0.0, min_px=7, power=0.7))
        taken(g).extend((x, y, font.size * 0.55) for _, x, y, _ in made)
    return nodes


def by_hand(g: Ground, label: Label, words: str, font: dl.Font, look: Layer) -> dl.Node | None:
    """Return a label where a person has put it: along cells, at a point in u, or so far beside its cell; else None.

    `look`: color, halo, halo_width, min_px. It takes its room: names that look for theirs come later.
    """
    halo, width = str(look.get("halo", "#f5ecd2ee")), float(look.get("halo_width", 2.8))
    least = float(look.get("min_px", 6.5))
    cells = [cell for cell in label.along or () if cell in g.centres]
    if len(cells) > 1:
        way = np.array([g.centres[cell] for cell in cells], dtype=float) + np.array(label.offset or (0.0, 0.0))
        for _ in range(min(6, len(cells) // 2)):  # words do not go to and fro as a row of hexes does
            way[1:-1] = (way[:-2] + 2 * way[1:-1] + way[2:]) / 4
        curve = measured(catmull(way, 24))
        steps = _steps(words, font)
        free = curve[-1, 2] - sum(steps)
        if free > 0:  # letters step apart to use the way, as names of countries and valleys do
            apart = min(free / max(1, len(steps)) * 0.7, font.size * 1.2)
            steps = [step + apart for step in steps]
        made = set_along(curve, words, steps, (curve[-1, 2] - sum(steps)) / 2, 0.0, font.size)
        taken(g).extend((x, y, font.size * 0.55) for _, x, y, _ in made)
        return dl.GlyphRun(tuple(made), font, look["color"], halo, width, min_px=least, power=0.7)
    if label.offset is None and isinstance(label.at, str) and not label.angle:
        return None
    x, y = g.centres[label.at] if isinstance(label.at, str) else label.at
    dx, dy = label.offset or (0.0, 0.0)
    half = sum(_steps(words, font)) / 2
    taken(g).extend((x + dx + float(d), y + dy, font.size * 0.55) for d in np.arange(-half, half + 1, 16))
    return dl.Text(
        words, (x + dx, y + dy), font, look["color"], rotate=float(label.angle or 0), halo=halo, halo_width=width,
        min_px=least, power=0.7,
    )  # fmt: skip


def courses(g: Ground, spec: Layer) -> list[dl.Node]:
    """Names of rivers along their own curve, letter by letter, where it turns least and no other name stands.

    A kind's settings: `size`, `tracking`, `weight`, `off` (u beside the line; absent = in the stream), and
    `great: {cells, size}`: from that length on in capitals, and again every 12 cells.
    """
    kinds: Mapping[str, Any] = spec["kinds"]
    nodes: list[dl.Node] = []
    order = sorted(range(len(g.board.paths)), key=lambda n: (-len(g.board.paths[n].cells), n))
    for number in order:
        path = g.board.paths[number]
        kind = kinds.get(path.kind)
        line = g.courses_made.get(number)
        if kind is None or line is None or path.name is None:
            continue
        great = kind.get("great")
        is_great = bool(great) and len(path.cells) >= int(great["cells"])
        words = _words(path.name.get(g.language), great=is_great)
        italic = words.isascii()
        size = float(great["size"] if is_great else kind["size"])
        tracking = float(kind.get("tracking", 0.06)) * (1.6 if is_great else 1.0)
        family = str(spec.get("family", "EB Garamond"))
        font = dl.Font(family, size, int(kind.get("weight", 600)), italic, tracking)
        steps = _steps(words, font)
        curve = measured(_smooth(line))
        parts = max(1, len(path.cells) // 12) if is_great else 1
        for part in range(parts):
            low, high = curve[-1, 2] * part / parts, curve[-1, 2] * (part + 1) / parts
            start = _calmest(g, curve, sum(steps), low, high)
            if start is None:
                continue
            made = set_along(curve, words, steps, start, float(kind.get("off", 0)), size)
            nodes.append(dl.GlyphRun(tuple(made), font, spec["color"], spec["halo"], 2.6, min_px=6.5, power=0.7))
            taken(g).extend((x, y, size * 0.8) for _, x, y, _ in made)
    return nodes


def _words(name: str, *, great: bool) -> str:
    """`Mekong (Tien Giang)` is `TIEN GIANG · MEKONG` on a great river, `Mekong` on a small one."""
    outer, _, inner = name.replace(")", "").partition("(")
    outer, inner = outer.strip(), inner.strip()
    if not great:
        return outer
    words = f"{inner} · {outer}" if inner else outer
    return words.upper() if words.replace("·", "").isascii() else outer


def _steps(words: str, font: dl.Font) -> list[float]:
    track = font.tracking * font.size
    return [w + track for w in widths(words, font.family, font.size, font.weight, font.italic)]


def measured(line: Array) -> Array:
    """Return (x, y, length so far) of a line's points, shape (n, 3)."""
    return np.column_stack((line, lengths(line)))


def _smooth(line: Array) -> Array:
    """The course without its small bends: letters stand on the calm of it."""
    smooth = np.vstack((line[:-1:3], line[-1:]))
    for _ in range(14):
        inner = (smooth[:-2] + 2 * smooth[1:-1] + smooth[2:]) / 4
        smooth = np.vstack((smooth[:1], inner, smooth[-1:]))
    return smooth


def _calmest(g: Ground, curve: Array, total: float, low: float, high: float) -> float | None:
    """Return where along the curve words of a length turn least and meet nothing; None where nothing will do."""
    starts = np.arange(low + 16, high - total - 16, 14.0)
    if not len(starts):
        return None
    at = starts[:, None] + np.linspace(0, total, 12)[None, :]
    x = np.interp(at, curve[:, 2], curve[:, 0])
    y = np.interp(at, curve[:, 2], curve[:, 1])
    angle = np.unwrap(np.arctan2(np.diff(y), np.diff(x)), axis=1)
    slope = np.arctan2(y[:, -1] - y[:, 0], x[:, -1] - x[:, 0])
    cost = np.abs(np.diff(angle)).sum(axis=1) + 0.5 * np.abs(np.sin(slope))
    left, top, right, bottom = g.bounds
    outside = (x.min(axis=1) < left + 30) | (x.max(axis=1) > right - 30)
    outside |= (y.min(axis=1) < top + 30) | (y.max(axis=1) > bottom - 30)
    if g.land is not None:  # a river's name ends where its water is the sea's
        outside |= (g.field.sample(g.land, x, y) < 0.47).any(axis=1)
    discs = np.array(taken(g)).reshape(-1, 3)
    hit = np.hypot(x[:, :, None] - discs[:, 0], y[:, :, None] - discs[:, 1]) < discs[:, 2]
    cost += 2.0 * hit.any(axis=2).sum(axis=1)
    cost[outside] = 99
    best = int(cost.argmin())
    return float(starts[best]) if cost[best] < 3.4 else None


def set_along(curve: Array, words: str, steps: list[float], start: float, off: float, size: float) -> Letters:
    """Return each letter's place and angle along a curve (x, y, length), read from left to right; `off` u beside it."""
    total = sum(steps)
    lengths = curve[:, 2]
    flip = bool(np.interp(start + total, lengths, curve[:, 0]) < np.interp(start, lengths, curve[:, 0]))
    if flip:
        curve = np.column_stack((curve[::-1, :2], lengths[-1] - lengths[::-1]))
        start = lengths[-1] - start - total
        lengths = curve[:, 2]
    out: Letters = []
    at = start
    for letter, step in zip(words, steps, strict=True):
        middle = at + step / 2
        at += step
        if letter == " ":
            continue
        span = max(step, size * 0.5)
        x, y = np.interp(middle, lengths, curve[:, 0]), np.interp(middle, lengths, curve[:, 1])
        x1, x2 = np.interp([middle - span, middle + span], lengths, curve[:, 0])
        y1, y2 = np.interp([middle - span, middle + span], lengths, curve[:, 1])
        angle = math.atan2(y2 - y1, x2 - x1)
        shift = off + size * 0.24
        out.append(
            (letter, float(x - math.sin(angle) * shift), float(y + math.cos(angle) * shift), math.degrees(angle))
        )
    return out
