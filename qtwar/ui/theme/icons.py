"""Icons: glyphs of the Material Design font that comes with qtawesome, painted in the colours of the theme.

The engine paints when asked, so that a change of theme or scale needs no icon to be set again. The font and its
table are read directly: importing qtawesome loads all of its fonts and costs a fifth of a second at the start.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from qtwar.ui.theme import current

_family = ""
_glyphs: dict[str, str] = {}


def _open() -> None:
    global _family
    spec = find_spec("qtawesome")
    if spec is None or spec.origin is None:
        _family = "-"
        return
    folder = Path(spec.origin).parent / "fonts"
    fonts = sorted(folder.glob("materialdesignicons6-webfont-[0-9]*.ttf"))
    tables = sorted(folder.glob("materialdesignicons6-webfont-charmap-*.json"))
    if not fonts or not tables:
        _family = "-"
        return
    ident = QFontDatabase.addApplicationFont(str(fonts[-1]))
    names = QFontDatabase.applicationFontFamilies(ident) if ident >= 0 else []
    _family = names[0] if names else "-"
    for name, code in json.loads(tables[-1].read_text(encoding="utf-8")).items():
        _glyphs[name] = chr(int(code, 16))


def glyph(name: str) -> str:
    """Return the character of an icon in the icon font; a circle for a name that is not there."""
    if not _family:
        _open()
    return _glyphs.get(name, _glyphs.get("circle-outline", ""))


def known(name: str) -> bool:
    """Return whether the icon font has a name."""
    if not _family:
        _open()
    return name in _glyphs


def font(size: int) -> QFont:
    """Return the icon font, `size` in px."""
    if not _family:
        _open()
    made = QFont(_family)
    made.setPixelSize(max(6, size))
    return made


def paint(painter: QPainter, rect: QRect, name: str, colour: str | QColor) -> None:
    """Paint a glyph centred in a rectangle."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setFont(font(min(rect.width(), rect.height())))
    painter.setPen(QColor(colour))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, glyph(name))
    painter.restore()


class _Engine(QIconEngine):
    def __init__(self, name: str, role: str, on_role: str) -> None:
        super().__init__()
        self.name, self.role, self.on_role = name, role, on_role

    def colour(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        tokens = current().tokens
        if mode == QIcon.Mode.Disabled:
            colour = QColor(tokens.third)
            colour.setAlphaF(0.55)
            return colour
        role = self.on_role if state == QIcon.State.On else self.role
        return QColor(getattr(tokens, role, role))

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        paint(painter, rect, self.name, self.colour(mode, state))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        return pixmap

    def clone(self) -> QIconEngine:
        return _Engine(self.name, self.role, self.on_role)


_icons: dict[tuple[str, str, str], QIcon] = {}


def icon(name: str, role: str = "second", on_role: str = "accent") -> QIcon:
    """Return an icon by its Material name; `role` is a token name (or a title's #RRGGBB), `on_role` when checked."""
    key = (name, role, on_role)
    made = _icons.get(key)
    if made is None:
        made = _icons[key] = QIcon(_Engine(name, role, on_role))
    return made
