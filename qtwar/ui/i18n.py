"""The language of the window: looks texts up, and lets widgets say them again when the language changes.

The catalogue is `resources/i18n/<language>.yaml`, the same file that the command line reads. A switch sends Qt's own
LanguageChange event to every window, as a Qt translator would.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent, QLibraryInfo, QTimer, QTranslator
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from qtwar.base import text as texts
from qtwar.base.errors import QtwarError
from qtwar.base.text import LANGUAGES, Texts, program

_language = "en"
_texts = Texts()
_qt: QTranslator | None = None


def language() -> str:
    """Return the language in force."""
    return _language


def tr(key: str, /, **args: Any) -> str:
    """Return a text of the program with its holes filled."""
    text = program(_language).get(key)
    if text is not None and not args:
        return text
    return _texts.plain({"key": key, "args": args}, _language, cite=False)


def sentence(problem: QtwarError) -> str:
    """Return what went wrong in the language in force."""
    return texts.sentence(problem.message, _language)


def has(key: str, lang: str) -> bool:
    """Return whether the program has a text in a language."""
    return key in program(lang)


def suited(key: str, kind: str) -> str:
    """Return the key of a text made for a kind of thing (`dock.stack.hex`), or the key itself where there is none."""
    own = f"{key}.{kind}"
    return own if kind and has(own, LANGUAGES[0]) else key


def set_language(lang: str) -> None:
    """Speak another language from now on; every window hears LanguageChange."""
    global _language, _qt
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    if lang == _language:
        return
    _language = lang
    app = QCoreApplication.instance()
    if app is None:
        return
    if _qt is not None:
        app.removeTranslator(_qt)
        _qt = None
    if lang != "en":
        qt = QTranslator()
        if qt.load(f"qtbase_{lang}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            _qt = qt
            app.installTranslator(qt)
    for window in QApplication.topLevelWidgets():
        QCoreApplication.sendEvent(window, QEvent(QEvent.Type.LanguageChange))


class Speaks:
    """Mixed into a widget: says its texts in the language in force, again whenever that or the theme changes.

    `say(setter, key)` is for fixed texts; `refresh` says those that depend on data, `restyle` takes sizes. Where another
    language asks for more than a refresh, `retranslate` does it.
    """

    _spoken = ""
    _restyling = False
    _said: tuple[tuple[Callable[[str], object], str, dict[str, Any]], ...] = ()

    def say(self, setter: Callable[[str], object], key: str, /, **args: Any) -> None:
        """Give a text to a setter now and after each change of language."""
        self.unsay(setter)
        self._said = (*self._said, (setter, key, args))
        setter(tr(key, **args))

    def unsay(self, setter: Callable[[str], object]) -> None:
        """Stop setting a text anew when the language changes, because it shows data from now on."""
        self._said = tuple(entry for entry in self._said if entry[0] != setter)

    def refresh(self) -> None:
        """Show what there is now; for subclasses."""

    def retranslate(self) -> None:
        """Say again what depends on data."""
        self.refresh()

    def restyle(self) -> None:
        """Take sizes from the theme again; for subclasses."""

    def changeEvent(self, event: QEvent) -> None:
        """Hear LanguageChange and StyleChange."""
        kind = event.type()
        if kind == QEvent.Type.LanguageChange and self._spoken != _language:
            # Qt posts the same event once more when its own translator changes: said once is enough.
            self._spoken = _language
            for setter, key, args in self._said:
                setter(tr(key, **args))
            self.retranslate()
        elif kind == QEvent.Type.StyleChange and not self._restyling:
            # After Qt has finished its walk over the widgets: restyling may build children anew.
            self._restyling = True
            if not _unstyled:
                QTimer.singleShot(0, _restyle)
            _unstyled.append(ref(self))
        super().changeEvent(event)


_unstyled: deque[ref[Speaks]] = deque()
"""Widgets that take their sizes again in the next turn of the event loop; a timer of each would keep one that dies before it."""


def _restyle() -> None:
    try:
        for _ in range(len(_unstyled)):
            widget = _unstyled.popleft()()
            if widget is not None and isValid(widget):
                widget._restyling = False
                widget.restyle()
    finally:
        if _unstyled:
            QTimer.singleShot(0, _restyle)
