"""The shipped fonts, and which family speaks which language; the system's own where they are not there yet."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase

from qtwar.base.places import RESOURCES

# What to load at once for a language; the rest waits until somebody asks for it.
LATIN, JAPANESE, SIGNS = "Inter", "Noto Sans JP", "Inter Signs"
_FILES = {LATIN: ("Inter-",), SIGNS: ("InterSigns-",), JAPANESE: ("NotoSansJP", "NotoSansCJK")}
_loaded: dict[str, bool] = {}


def load(family: str) -> bool:
    """Make a family known to Qt once; returns whether it is there."""
    if family not in _loaded:
        folder = RESOURCES / "fonts"
        found = False
        for stem in _FILES[family]:
            for path in sorted(folder.glob(f"{stem}*.?tf")):
                found = QFontDatabase.addApplicationFont(str(path)) >= 0 or found
        _loaded[family] = found or family in QFontDatabase.families()
    return _loaded[family]


def families(language: str) -> list[str]:
    """Return the families for a language, first choice first; Japanese leads where it is spoken."""
    order = [JAPANESE, LATIN, SIGNS] if language == "ja" else [LATIN, JAPANESE, SIGNS]
    names = [family for family in order if load(family)]
    return [*names, QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()]


def body(language: str, size: float) -> QFont:
    """Return the body font with tabular figures, `size` in pixels."""
    font = QFont(families(language))
    font.setPixelSize(max(8, round(size)))
    if hasattr(QFont, "Tag"):
        font.setFeature(QFont.Tag("tnum"), 1)
    return font
