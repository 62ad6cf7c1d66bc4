"""20,000 counters: PySide6 6.12 on Python 3.11 gave a reference to None away with each item, and aborted."""

import sys

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QGraphicsPixmapItem, QGraphicsScene


def test_twenty_thousand_items_cost_no_reference_to_none(qapp: QApplication) -> None:
    scene = QGraphicsScene()
    pixmap = QPixmap(64, 64)
    pixmap.fill()
    before = sys.getrefcount(None)
    items = []
    for number in range(20_000):
        item = QGraphicsPixmapItem(pixmap)
        item.setPos(number % 200 * 64.0, number // 200 * 64.0)
        item.setData(0, number)
        item.parentItem()
        scene.addItem(item)
        items.append(item)
    after = sys.getrefcount(None)

    assert len(scene.items()) == 20_000
    assert scene.itemsBoundingRect().width() >= 200 * 64
    # Each miscounted call would have taken at least 20,000; 3.12 and later never count (None is immortal).
    assert after > before - 1_000
    for item in items:
        scene.removeItem(item)
    assert scene.items() == []
