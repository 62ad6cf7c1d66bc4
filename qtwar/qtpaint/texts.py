"""Which of thousands of words on a board may show in a window: told by their places, before any of them is shaped."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF

from qtwar.draw import displaylist as dl

WIDEST = 2.0
"""Ems that no letter passes."""


class TextIndex:
    """Nodes side by side with where their words can reach; what is no text is always let through."""

    def __init__(self, nodes: tuple[dl.Node, ...]) -> None:
        self.nodes = nodes
        self._rows = np.array([_row(node) for node in nodes]).T

    def seen(self, zoom: float, clip: QRectF) -> tuple[dl.Node, ...]:
        """Return the nodes, in their order, that may show in a window (u) at a zoom."""
        x, y, size, ems, more, min_px, power = self._rows
        size = size * max(1.0, zoom / dl.CLOSE) ** (power - 1)
        reach = size * ems + more
        shown = (
            (size * zoom / 100 >= min_px)
            & (x + reach >= clip.left()) & (x - reach <= clip.right())
            & (y + reach >= clip.top()) & (y - reach <= clip.bottom())
        )  # fmt: skip
        return tuple(self.nodes[k] for k in np.nonzero(shown)[0].tolist())


def _row(node: dl.Node) -> tuple[float, float, float, float, float, float, float]:
    """Return place, size, reach in ems and beyond them, least size and power of a text."""
    if not isinstance(node, dl.Text):
        return (0.0, 0.0, 1.0, np.inf, 0.0, 0.0, 1.0)
    font = node.font
    ems = len(node.text) * (WIDEST + abs(font.tracking)) + WIDEST
    return (*node.at, font.size, ems, node.halo_width, node.min_px, node.power)
