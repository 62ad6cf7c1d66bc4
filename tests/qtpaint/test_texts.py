"""The index of words lets through whatever shows in a window, and nearly nothing else."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from qtwar.draw import displaylist as dl
from qtwar.qtpaint import fonts, painter
from qtwar.qtpaint.texts import TextIndex


def words(count: int) -> tuple[dl.Node, ...]:
    """Return words all over a field of 4,000 u, of all sizes and turns, with a square among them now and then."""
    chance = random.Random(7)
    made: list[dl.Node] = []
    for n in range(count):
        at = (chance.uniform(0, 4000), chance.uniform(0, 4000))
        if n % 50 == 0:
            made.append(dl.Shape(dl.rectangle(*at, 30, 20), "#804020"))
            continue
        font = dl.Font("Barlow Condensed", chance.choice((9, 14, 40)), 500, tracking=chance.choice((0.0, 0.3)))
        made.append(
            dl.Text(
                "WWW" if n % 9 == 0 else f"{n:04}", at, font, "#203040",
                align=chance.choice("lcr"), valign=chance.choice("tmb"), rotate=chance.choice((0.0, 0.0, 35.0, 180.0)),
                halo="#ffffff" if n % 4 == 0 else "", halo_width=3.0 if n % 4 == 0 else 0.0,
                min_px=chance.choice((0, 8)), power=chance.choice((1.0, 0.7)),
            )
        )  # fmt: skip
    return tuple(made)


def painted(nodes: tuple[dl.Node, ...], zoom: float, window: QRectF) -> QImage:
    image = QImage(300, 300, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    p = QPainter(image)
    p.setRenderHint(QPainter.RenderHint.Antialiasing)
    p.scale(zoom / 100, zoom / 100)
    p.translate(-window.left(), -window.top())
    painter.Painter().paint(p, nodes, zoom, window)
    p.end()
    return image


@pytest.mark.parametrize("zoom", [25.0, 70.0, 100.0, 200.0, 400.0])
def test_what_is_painted_is_the_same_with_and_without_the_index(
    qapp, monkeypatch: pytest.MonkeyPatch, zoom: float
) -> None:
    fonts.register()
    nodes, side = words(1200), 300 * 100 / zoom
    windows = [QRectF(x, y, side, side) for x, y in ((0, 0), (1500, 1700), (4000 - side / 2, 2000))]
    with_index = [painted(nodes, zoom, window) for window in windows]
    monkeypatch.setattr(painter, "_MANY", 10**9)
    assert with_index == [painted(nodes, zoom, window) for window in windows]


def test_few_words_beyond_the_window_are_let_through_and_none_too_small_to_be_drawn(qapp) -> None:
    nodes = words(1200)
    index = TextIndex(nodes)
    near = index.seen(100, QRectF(1000, 1000, 500, 500))
    texts = [node for node in near if isinstance(node, dl.Text)]
    assert [node for node in nodes if node in near] == list(near), "in their order"
    assert 0 < len(texts) < len(nodes) / 5
    far = index.seen(10, QRectF(0, 0, 4000, 4000))
    assert all(node.min_px == 0 for node in far if isinstance(node, dl.Text))
    assert sum(isinstance(node, dl.Shape) for node in near) == sum(isinstance(node, dl.Shape) for node in nodes)
