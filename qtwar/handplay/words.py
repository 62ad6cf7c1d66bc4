"""What is written on the screen: no braces, no ids, no two lines that look alike for different things."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from PySide6.QtWidgets import QAbstractButton, QLabel, QListWidget, QTabBar, QWidget

BRACE = re.compile(r"\{[\w.]*\}|\[\w+\.\w+\]|:\s*[;.,](?:\s|$)")
"""A hole that was not filled, or filled with nothing."""
KEY = re.compile(r"(?<![\w.])[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z0-9_]+)+(?![\w.])")
"""A key of a sentence, such as `ask.move`: it is there where a sentence is missing."""
FILES = (".qtwar", ".qtmod", ".png", ".pdf", ".csv", ".yaml")


def texts(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Give what is written in view: labels, buttons, lines of lists, tabs."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel):
            yield widget, re.sub(r"<[^>]*>", " ", widget.text())
        elif isinstance(widget, QAbstractButton):
            yield widget, widget.text()
        elif isinstance(widget, QListWidget):
            for n in range(min(widget.count(), 60)):
                yield widget, widget.item(n).text()
        elif isinstance(widget, QTabBar):
            for n in range(widget.count()):
                yield widget, widget.tabText(n)


def raw(window: QWidget, ids: Collection[str]) -> list[str]:
    """Return texts in view that show a brace, the key of a sentence, or an id of the title's content."""
    each = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    named = re.compile(rf"(?<!\w)({each})(?!\w)") if ids else None
    found = []
    for _, text in texts(window):
        key = KEY.search(text)
        if BRACE.search(text) or (key and not key[0].endswith(FILES)) or (named and named.search(text)):
            found.append(text)
    return list(dict.fromkeys(found))
