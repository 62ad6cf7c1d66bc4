"""The fonts that ship with the program, registered once; Japanese and signs fall back to bundled faces."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QPainterPath

from qtwar.base import places

FOLDER = places.RESOURCES / "fonts"
JAPANESE = {"EB Garamond": "Zen Old Mincho SemiBold"}
_SUFFIX = {500: " Medium", 600: " SemiBold", 800: " ExtraBold"}
_UNIT = 200


@lru_cache(maxsize=1)
def register() -> frozenset[str]:
    """Load the bundled fonts into Qt and return all families there are; needs a QGuiApplication."""
    for path in sorted(FOLDER.glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(path))
    return frozenset(QFontDatabase.families())


@lru_cache(maxsize=128)
def font(family: str, weight: int, italic: bool = False, tracking: float = 0.0) -> QFont:
    """Return a font of 200 px, the weight by its own family name where Qt lists it so."""
    families = register()
    name = family + _SUFFIX.get(weight, "")
    named = name if name in families else family
    fallback = JAPANESE.get(family, "Zen Kaku Gothic New")
    found = QFont(named)  # QFont() would take over what the window set for its own type: tabular figures
    found.setFamilies([named, fallback, "Noto Sans JP", "Inter Signs"])
    found.setPixelSize(_UNIT)
    found.setWeight(QFont.Weight(weight))
    found.setItalic(italic)
    found.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if tracking:
        found.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, tracking * _UNIT)
    return found


@lru_cache(maxsize=512)  # 9 to 16 KB each; the numbers of a board's cells are hardly met again but at the rims of tiles
def outline(text: str, family: str, weight: int, italic: bool, tracking: float) -> tuple[QPainterPath, float, float]:
    """Return (outline at 1 u per em with its base line at 0, advance, height of capitals) of a line of text."""
    f = font(family, weight, italic, tracking)
    path = QPainterPath()
    path.addText(0, 0, f, text)
    path.setFillRule(Qt.FillRule.WindingFill)  # strokes of a letter may lie over each other
    metrics = QFontMetricsF(f)
    from PySide6.QtGui import QTransform

    scale = 1 / _UNIT
    advance = (metrics.horizontalAdvance(text) - tracking * _UNIT) * scale
    return QTransform.fromScale(scale, scale).map(path), advance, metrics.capHeight() * scale
