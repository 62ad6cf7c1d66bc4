"""Shift+F5: a throw-away game of any title begins with a phase, a turn and a side that the person chooses."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from qtwar.session.begin import NewDraft
from tests.ui.edit.test_begin import drafted, program, trial  # noqa: F401

SHIFT = Qt.KeyboardModifier.ShiftModifier


def choose(box, words):
    """Walk a list by the down arrow until it shows the words."""
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    while words not in box.currentText():
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down)
        assert box.currentIndex() > before, f"no {words}"


def test_a_title_with_rules_begins_with_a_phase_of_any_side(program, qtbot):  # noqa: F811
    window = program.window
    program.library.edit_copy.emit("band_of_heroes", "s1_crossroads")
    page = drafted(program, qtbot)
    QTest.keyClick(window, Qt.Key.Key_F5, SHIFT)
    chooser = page.play_from
    assert chooser.isVisible()
    words = [chooser.phase.itemText(n) for n in range(chooser.phase.count())]
    assert [w.split(",")[0] for w in words] == [
        "Set-up as drawn", "Rally phase", "Operations phase", "Administration phase",
    ]  # fmt: skip
    assert not chooser.turn.isEnabled()
    assert not chooser.side.isEnabled()
    choose(chooser.phase, "Operations phase")
    choose(chooser.side, "German")
    QTest.mouseClick(chooser.turn.more, Qt.MouseButton.LeftButton)
    QTest.mouseClick(chooser.turn.more, Qt.MouseButton.LeftButton)
    QTest.mouseClick(chooser.go, Qt.MouseButton.LeftButton)
    trial(window, qtbot)
    game = window.stack.currentWidget().model
    assert (game.position.view.vars["turn"], game.position.view.vars["phase"]) == (3, "operations")
    assert game.position.view.active == ["german"], "the initiative is with the side that was chosen"
    assert game.actions.offer["asks"]
    QTest.keyClick(window, Qt.Key.Key_F5)
    QTest.keyClick(window, Qt.Key.Key_F5, SHIFT)
    assert chooser.phase.currentText().startswith("Operations phase"), "what was chosen last stands there"
    assert chooser.side.currentData() == "german"


def test_the_free_table_begins_at_a_turn_with_a_side_in_front(program, qtbot):  # noqa: F811
    window = program.window
    program.library.new_draft.emit(NewDraft("Free table"))
    page = drafted(program, qtbot)
    QTest.keyClick(window, Qt.Key.Key_F5, SHIFT)
    chooser = page.play_from
    assert not chooser.phase.isVisible(), "the free table knows turns only"
    first = chooser.side.currentData()
    assert first == "blue", "the side that begins the scenario"
    choose(chooser.side, page.model.content.side("red").name.en)
    QTest.mouseClick(chooser.turn.more, Qt.MouseButton.LeftButton)
    QTest.keyClick(chooser.side, Qt.Key.Key_Return)
    trial(window, qtbot)
    game = window.stack.currentWidget().model
    assert game.position.view.vars["turn"] == 2
    assert game.position.seat == "red"
    assert sorted(game.position.view.active) == ["blue", "red"], "everybody may act"
