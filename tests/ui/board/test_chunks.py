"""Chunks of a board stay within one budget of bytes, whatever the screen, but what is in view is always kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from qtwar.qtpaint import budget
from qtwar.ui.board.chunks import SIDE, Chunks


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_what_was_seen_is_forgotten_beyond_the_budget(qapp, monkeypatch: pytest.MonkeyPatch, ratio: float) -> None:
    each = 4 * round(SIDE * ratio) ** 2
    monkeypatch.setattr(budget, "CHUNKS", 6 * each)
    chunks = Chunks(lambda painter, area, scale: True)
    chunks.ratio = ratio
    screen = QImage(2 * SIDE, SIDE, QImage.Format.Format_RGB32)
    painter = QPainter(screen)

    def look(x: int, width: int = 2) -> int:
        """Look at columns from x on until nothing is missing; returns how many chunks were painted."""
        before = chunks.painted
        while not chunks.draw(painter, QRect(0, 0, width * SIDE, SIDE), x * SIDE, 0):
            pass
        return chunks.painted - before

    for x in range(0, 20, 2):
        assert look(x) == 2
    assert look(14) == 0, "six chunks are kept"
    assert look(12) == 2, "what was seen longest ago is not"
    assert look(0, 9) == 9
    assert look(0, 9) == 0, "more than the budget is kept where it is in view"
    painter.end()
