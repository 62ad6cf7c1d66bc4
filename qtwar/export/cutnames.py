"""Names on a part of a map: those that its rim would cut are left out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeGuard

from qtwar.draw import displaylist as dl
from qtwar.draw.metrics import widths

Window = tuple[float, float, float, float]
SHARE = {"l": 0.0, "c": 0.5, "r": 1.0}
"""How much of a name lies left of its place."""


LONGEST = 40
"""Letters of a name at the most: longer runs are the numbers of all cells, which stay."""


def without_cut_names(nodes: Iterable[dl.Node], window: Window) -> tuple[dl.Node, ...]:
    """Return what is drawn in u without the names that do not lie whole within a window; what is moved or turned stays."""
    return tuple(_whole(nodes, window))


def _whole(nodes: Iterable[dl.Node], window: Window) -> Iterator[dl.Node]:
    for node in nodes:
        if isinstance(node, dl.Group) and node.transform == dl.IDENTITY:
            inner = without_cut_names(node.children, window)
            same = len(inner) == len(node.children) and all(a is b for a, b in zip(inner, node.children, strict=True))
            yield node if same else replace(node, children=inner)
        elif not _is_name(node) or _is_within(_points(node), window):
            yield node


def _is_name(node: dl.Node) -> TypeGuard[dl.Text | dl.GlyphRun]:
    return isinstance(node, dl.Text) or (isinstance(node, dl.GlyphRun) and len(node.glyphs) <= LONGEST)


def _is_within(points: Iterable[tuple[float, float]], window: Window) -> bool:
    left, top, right, bottom = window
    return all(left <= x <= right and top <= y <= bottom for x, y in points)


def _points(node: dl.Text | dl.GlyphRun) -> Iterator[tuple[float, float]]:
    """Return where a name ends: the corners of its line, or of each letter of a curved one."""
    half = node.font.size / 2
    if isinstance(node, dl.GlyphRun):
        for _, x, y, _ in node.glyphs:
            yield from ((x - half, y - half), (x + half, y + half))
        return
    x, y = node.at
    font = node.font
    wide = sum(widths(node.text, font.family, font.size, font.weight, font.italic))
    wide += font.tracking * font.size * max(0, len(node.text) - 1)
    wide = min(wide, node.fit) if node.fit else wide
    turn = math.radians(node.rotate)
    for part in (-SHARE.get(node.align, 0.5), 1 - SHARE.get(node.align, 0.5)):
        for up in (-half, half):
            dx, dy = part * wide, up
            yield x + dx * math.cos(turn) - dy * math.sin(turn), y + dx * math.sin(turn) + dy * math.cos(turn)
