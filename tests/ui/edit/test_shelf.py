"""File, Add to library: a draft becomes one of the titles."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.editing import items
from tests.ui.edit.test_begin import CTRL, drafted, program  # noqa: F401


def draft_named(program, qtbot, name):  # noqa: F811
    QTest.keyClick(program.window, Qt.Key.Key_N, CTRL)
    panel = program.window.library_page.new_draft
    panel.name.selectAll()
    QTest.keyClicks(panel.name, name)
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: name in program.window.tabs.tabText(program.window.tabs.currentIndex()), timeout=15000)
    return drafted(program, qtbot)


def test_a_draft_stands_in_the_library_and_is_replaced_when_it_is_added_again(program, qtbot, tmp_path):  # noqa: F811
    page = draft_named(program, qtbot, "Mill Pond")
    keys = CTRL | Qt.KeyboardModifier.ShiftModifier
    file = tmp_path / "modules" / "mill_pond.qtmod"
    for turns in (7, 3):
        page.model.do(items.put, ("scenarios", page.model.scenario, "turns"), turns)
        before = file.stat().st_mtime_ns if file.exists() else 0
        QTest.keyClick(program.window, Qt.Key.Key_L, keys)
        qtbot.waitUntil(lambda b=before: file.exists() and file.stat().st_mtime_ns != b, timeout=10000)

    def shown():
        card = next((t for t in program.library.titles() if t.id == "mill_pond"), None)
        return card is not None and card.scenarios[0].turns == 3

    qtbot.waitUntil(shown, timeout=10000)
    assert "Mill Pond" in program.window.toast.text.text()


def test_a_draft_does_not_hide_a_title_that_comes_with_the_program(program, qtbot, tmp_path):  # noqa: F811
    draft_named(program, qtbot, "SEALORDS")
    QTest.keyClick(program.window, Qt.Key.Key_L, CTRL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: "sealords" in program.window.toast.text.text(), timeout=10000)
    assert not (tmp_path / "modules").exists()
