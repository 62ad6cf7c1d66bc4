"""No text of the editor is cut off, in both languages, large and small, at 100 and 150 %."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.ui.shell.clipping import clipped, overlapping


def settle() -> None:
    """Let restyling, deletion and layout come to rest."""
    for _ in range(6):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_of_the_editor_is_cut_off(open_draft, language):
    d = open_draft(size=(1280, 720), language=language)
    problems = []
    for size, scale in (
        ((1600, 1000), 100),
        ((1280, 720), 100),
        ((1600, 1000), 150),
        ((1600, 1000), 200),
        ((1280, 720), 150),
    ):
        d.window.resize(*size)
        d.window.prefs.set("scale", scale)
        for ident in ("map", "counters", "oob", "tables", "scenarios"):
            d.page.show_page(ident)
            settle()
            problems += [f"{size[0]} {scale}% {ident}: {line}" for line in (*clipped(d.page), *overlapping(d.page))]
        # what fits a narrow bar fits a wide one: there the switches leave the menu only if they have room
        for tool in d.view.tools if (size[0], scale) in ((1280, 100), (1600, 200), (1280, 150)) else ():
            d.page.take_tool(tool)
            settle()
            bar = d.page.map.bar
            problems += [f"{size[0]} {scale}% {tool}: {line}" for line in (*clipped(bar), *overlapping(bar))]
        assert d.window.width() <= size[0] + 1, f"{size} {scale} %: the window is pushed to {d.window.width()}"
    assert not problems, "\n".join(dict.fromkeys(problems))


def test_every_button_of_the_editor_has_a_name(open_draft):
    d = open_draft()
    for ident in ("counters", "oob", "tables", "scenarios", "map"):
        d.page.show_page(ident)
        settle()
        for button in d.page.findChildren(QAbstractButton):
            if button.isVisible() and button.parent().metaObject().className() not in ("QTabBar", "QMainWindowTabBar"):
                named = button.accessibleName() or button.text() or button.toolTip()
                assert named or type(button).__name__ in ("QTableCornerButton", "QAbstractButton"), (ident, button)
