"""Beginning a draft from the start window, and playing it: the whole program, its sandbox too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from qtwar.app.program import Program
from qtwar.storage.drafts import DraftStore
from qtwar.ui import i18n
from qtwar.ui.edit.map.tools.placing import put_down
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.theme import current
from qtwar.ui.window import apply_preferences
from tests.ui.edit.conftest import Draft

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def program(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("QTWAR_HOME", str(tmp_path))
    prefs = Preferences(Memory({"welcomed": True, "theme": "light", "motion": False}))
    apply_preferences(prefs)
    made = Program(prefs, tmp_path)
    made.window.resize(1600, 1000)
    with qtbot.waitActive(made.window):
        made.window.show()
        made.window.activateWindow()
    yield made
    made.window.close()
    made.window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    i18n.set_language("en")
    current().set(name="light", scale=100, language="en", motion=True, touch=False)


def drafted(program, qtbot):
    """Wait for the tab of a draft and return its page."""
    window = program.window
    qtbot.waitUntil(lambda: window.stack.currentWidget().property("tab") == "draft", timeout=15000)
    return window.stack.currentWidget()


def trial(window, qtbot):
    """Wait for the tab of a throw-away game and return its page."""
    qtbot.waitUntil(lambda: window.stack.currentWidget().property("tab") == "test", timeout=60000)
    return window.stack.currentWidget()


def test_new_paint_place_play_and_back_and_open_again(program, qtbot, tmp_path):
    window = program.window
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    panel = window.library_page.new_draft
    assert panel.isVisible()
    QTest.keyClicks(panel.name, "Saint-Clair")
    panel.columns.set_value(8)
    panel.rows.set_value(6)
    panel.go.click()
    page = drafted(program, qtbot)
    assert window.tabs.tabText(1) == "Saint-Clair (draft)"
    model = page.model
    assert model.content.boards[0].grid.columns == 8
    assert len(model.content.terrain) > 3
    kind = {"id": "squad", "name": {"en": "Squad", "ja": "分隊"}, "side": model.content.sides[0].id}
    from qtwar.editing import items

    cell = list(page.map.view.layout_.grid.cells())[9]
    model.do(items.add, "kinds", kind)
    qtbot.waitUntil(lambda: "squad" in model.content.kinds_by_id)
    page.take_tool("place")
    page.map.pen.piece = "squad"
    put_down(page.map.view, ["squad"], f"map:{cell}")
    qtbot.waitUntil(lambda: bool(model.content.scenarios[0].quick))
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.waitUntil(lambda: window.stack.currentWidget().property("tab") == "test", timeout=40000)
    game = window.stack.currentWidget().model
    assert [r["at"] for r in game.position.view.pieces.values()] == [f"map:{cell}"]
    assert game.settings.strictness == "off", "no rules: the free table"
    QTest.keyClick(window, Qt.Key.Key_F5)
    assert window.stack.currentWidget() is page
    path = str(model.path)
    copy = tmp_path / "second.qtwar"
    model.save_copy(str(copy))
    qtbot.waitUntil(lambda: "second.qtwar" in window.toast.text.text(), timeout=5000)
    second = DraftStore.open(copy)
    assert len(second.heads()) == 2
    second.close()
    window.close_tab(window.stack.indexOf(page))
    window.close_tab(1)
    qtbot.waitUntil(lambda: len(program.library.drafts()) > 0, timeout=30_000)
    card = program.library.drafts()[0]
    assert card.name == "Saint-Clair"
    qtbot.waitUntil(lambda: any(shown == card.path for shown, _ in program.library._hung), timeout=30_000)
    program.library.open(path)
    again = drafted(program, qtbot)
    assert len(again.model.history()) == 2, "undo survives a restart"


def test_a_copy_of_a_title_is_edited_and_its_rules_play_the_changed_data(program, qtbot):
    window = program.window
    program.library.edit_copy.emit("sealords", "game_warden")
    page = drafted(program, qtbot)
    assert page.model.scenario == "game_warden"
    page.show_page("tables")
    tables = page.pages["tables"]
    tables.grid.sheet.setData(tables.grid.sheet.index(1, 1), "K")
    qtbot.waitUntil(lambda: page.model.content.table("crt").cells[0][0] == "K", timeout=5000)
    d = Draft(window, page.model, page, qtbot)
    town, away = d.board.features["town"][0], "1907"
    assert away not in d.board.features["town"]
    page.take_tool("brush")
    page.map.pen.choose("feature", "town")
    for cell, mods in ((town, CTRL), (away, Qt.KeyboardModifier.NoModifier)):
        d.view.center_on(f"delta:{cell}")
        d.click(d.at(cell), mods)
    assert town not in d.board.features["town"]
    assert away in d.board.features["town"]
    page.take_tool("place")
    page.map.pen.piece = "us_pbr"
    count = len(d.model.content.pieces)
    d.view.center_on("delta:1707")
    d.click(d.at("1707"))
    assert len(d.model.content.pieces) == count + 1
    assert not d.refused
    QTest.keyClick(window, Qt.Key.Key_F5)
    trial(window, qtbot)
    game = window.stack.currentWidget().model
    assert game.title.content.table("crt").cells[0][0] == "K"
    assert game.settings.strictness == "enforce"
    assert game.actions.offer
    assert away in game.title.content.boards[0].features["town"]
    new = game.title.content.pieces[-1].id
    assert game.position.view.pieces[new]["at"] == "delta:1707"

    # a later phase, under another strictness, which the next game keeps
    QTest.keyClick(window, Qt.Key.Key_F5)
    QTest.keyClick(window, Qt.Key.Key_F5, Qt.KeyboardModifier.ShiftModifier)
    chooser = page.play_from
    assert chooser.isVisible()
    while "Operations" not in chooser.phase.currentText():
        QTest.keyClick(chooser.phase, Qt.Key.Key_Down)
    chooser.phase.activated.emit(chooser.phase.currentIndex())
    QTest.mouseClick(chooser.turn.more, Qt.MouseButton.LeftButton)
    QTest.mouseClick(chooser.rules.buttons["warn"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(chooser.go, Qt.MouseButton.LeftButton)
    trial(window, qtbot)
    later = window.stack.currentWidget().model
    assert (later.position.view.vars["turn"], later.position.view.vars["phase"]) == (2, "operations")
    assert later.settings.strictness == page.model.strictness == "warn"
    assert later.actions.offer["asks"]


def test_a_draft_is_exported_and_what_the_file_holds_is_shown_before_it_is_installed(program, qtbot, tmp_path):
    window = program.window
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    QTest.keyClicks(window.library_page.new_draft.name, "Saint-Clair")
    window.library_page.new_draft.go.click()
    page = drafted(program, qtbot)
    file = tmp_path / "shared" / "saint_clair.qtmod"
    file.parent.mkdir()
    page.model.export(str(file))
    qtbot.waitUntil(file.exists, timeout=5000)
    qtbot.waitUntil(lambda: page.model._jobs.pending == 0)
    assert [button.text() for button in window.toast.buttons] == ["Show folder"]
    program.library.open(str(file))
    found = window.library_page.found
    qtbot.waitUntil(lambda: found.shown is not None, timeout=5000)
    assert "free table" in found.shown.rules
    assert "224 cells" in found.shown.counts
    window.tabs.setCurrentIndex(0)
    found.go.click()
    qtbot.waitUntil(lambda: "saint_clair" in {t.id for t in program.library.titles()}, timeout=20000)


def test_brush_and_roads_begin_as_the_settings_say(open_draft):
    draft = open_draft(brush=3, keep_roads=False)
    pen = draft.page.map.pen
    assert (pen.size, pen.keep_roads) == (3, False)
    draft.window.prefs.reset("brush")
    assert pen.size == 1
