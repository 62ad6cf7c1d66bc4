"""The theme in force: which tokens, how large, in which language, and putting them on the application."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from qtwar.ui.theme import fonts, sheet
from qtwar.ui.theme.tokens import THEMES, TYPE, Tokens

SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


class Theme(QObject):
    """Names a set of tokens, a scale and a language; `changed` fires after the application wears them."""

    changed = Signal()

    def __init__(self, name: str = "light", scale: int = 100, language: str = "en", *, motion: bool = True) -> None:
        super().__init__()
        self.name, self.percent, self.language, self.motion = name, scale, language, motion
        self.touch = False
        self._styled = False

    @property
    def tokens(self) -> Tokens:
        """The colours in force; `system` follows the desktop."""
        if self.name == "system":
            hints = QGuiApplication.styleHints()
            dark = hints is not None and hints.colorScheme() == Qt.ColorScheme.Dark
            return THEMES["dark" if dark else "light"]
        return THEMES.get(self.name, THEMES["light"])

    @property
    def factor(self) -> float:
        """The scale, 0.8 to 2.0."""
        return self.percent / 100

    def px(self, size: float) -> int:
        """Return a length given at 100 % in device-independent pixels at the scale in force."""
        return max(1, round(size * self.factor)) if size > 0 else 0

    def font(self, kind: str = "body", *, strong: bool = False) -> QFont:
        """Return a font of the type scale: body, small, caps, heading, page."""
        made = fonts.body(self.language, TYPE[kind] * self.factor)
        if strong:
            if self.language == "ja":
                made.setBold(True)
            else:
                made.setFamilies(["Inter SemiBold", *made.families()])
        return made

    def set(
        self,
        *,
        name: str | None = None,
        scale: int | None = None,
        language: str | None = None,
        motion: bool | None = None,
        touch: bool | None = None,
    ) -> None:
        """Change what is given and put it on; nothing given changes nothing."""
        before = (self.name, self.percent, self.language, self.touch)
        self.name = name if name is not None else self.name
        self.percent = max(80, min(200, scale)) if scale is not None else self.percent
        self.language = language if language is not None else self.language
        self.motion = motion if motion is not None else self.motion
        self.touch = touch if touch is not None else self.touch
        if not self._styled or before != (self.name, self.percent, self.language, self.touch):
            self.apply()

    def apply(self) -> None:
        """Put style, palette, font and stylesheet on the application."""
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            return
        # Once there is a stylesheet the style in force is Qt's own wrapper, so its name no longer tells.
        if not self._styled:
            app.setStyle(QStyleFactory.create("Fusion"))
            self._styled = True
        app.setPalette(palette(self.tokens))
        app.setFont(self.font())
        app.setStyleSheet(sheet.build(self.tokens, self.px, self.language))
        self.changed.emit()

    def icon_size(self) -> QSize:
        """The size of icons in bars."""
        return QSize(self.px(18), self.px(18))


_current: Theme | None = None


def current() -> Theme:
    """Return the one theme of the application."""
    global _current
    if _current is None:
        _current = Theme()
    return _current


def px(size: float) -> int:
    """Return a length at the scale in force."""
    return current().px(size)


def palette(t: Tokens) -> QPalette:
    """Return the Qt palette of a set of tokens, for what the stylesheet leaves to Fusion."""
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, t.panel),
        (role.WindowText, t.text),
        (role.Base, t.raised),
        (role.AlternateBase, t.sunk),
        (role.Text, t.text),
        (role.Button, t.raised),
        (role.ButtonText, t.text),
        (role.BrightText, t.on_accent),
        (role.Highlight, t.accent),
        (role.HighlightedText, t.on_accent),
        (role.Link, t.accent),
        (role.LinkVisited, t.accent),
        (role.ToolTipBase, t.raised),
        (role.ToolTipText, t.text),
        (role.PlaceholderText, t.second),
        (role.Mid, t.line),
        (role.Midlight, t.hairline),
        (role.Dark, t.line),
        (role.Light, t.raised),
        (role.Shadow, t.shadow),
    ):
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(t.third))
    made.setColor(QPalette.ColorGroup.Disabled, role.Highlight, QColor(t.line))
    return made
