"""Every symbol that can be printed, by its name, and its picture in the theme's ink."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter, QPixmap

from qtwar.base.places import RESOURCES
from qtwar.draw.counter import sheet_from
from qtwar.draw.displaylist import DisplayList
from qtwar.qtpaint.painter import Painter
from qtwar.ui.theme import current


def names() -> list[str]:
    """Return the names of all symbols."""
    return sorted(path.stem for path in (RESOURCES / "symbols").glob("*.json"))


def picture(name: str, side: int) -> QPixmap:
    """Return a symbol in the theme's ink."""
    tokens = current().tokens
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    colours = dict.fromkeys(("ink", "frame", "edge", "accent"), tokens.text)
    colours |= {"paper": tokens.raised, "glint": tokens.raised, "shade": tokens.second}
    nodes = sheet_from({}).symbols.draw(name, (6, 14, 88, 72), colours)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(side / 100, side / 100)
        Painter().paint(painter, DisplayList((0, 0, 100, 100), tuple(nodes)).nodes, float(side))
    return QPixmap.fromImage(image)
