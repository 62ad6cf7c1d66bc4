"""Shortcuts: presets, the person's own keys over them, conflicts, the keys of the board."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from qtwar.ui.actions import COMMANDS, TOGETHER, Actions
from qtwar.ui.keymaps import PRESETS
from qtwar.ui.theme.icons import known

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_gives_one_key_to_two_commands_that_can_meet(qtbot, preset):
    holder = QObject()
    actions = Actions(holder)
    actions.set_preset(preset)
    assert set(PRESETS[preset]) <= {c.id for c in COMMANDS}
    users: dict[str, list] = {}
    for command in COMMANDS:
        for key in actions.keys(command.id):
            assert not QKeySequence(key).isEmpty(), key
            users.setdefault(QKeySequence(key).toString(), []).append(command)
    for key, commands in users.items():
        meet = {c.id for c in commands for d in commands if c is not d and d.scope in TOGETHER[c.scope]}
        # R turns what is picked where that is allowed, else it rolls (ux 5.1)
        assert meet <= {"roll", "board_rotate"}, (key, meet)


def test_every_command_has_an_icon_that_is_there(qtbot):
    assert [c.icon for c in COMMANDS if c.icon and not known(c.icon)] == []


def test_a_preset_is_chosen_with_the_mouse_and_own_keys_stay(make_window):
    window = make_window()
    window.open_shortcuts()
    page = window.stack.currentWidget()
    page._set("goto", QKeySequence("Ctrl+J"))
    QTest.mouseClick(page.preset.buttons["vassal"], Qt.MouseButton.LeftButton)
    assert window.prefs.get("keymap") == "vassal"
    assert page.edits["find"].keySequence().toString() == "Ctrl+Shift+F"
    assert window.actions_registry["find"].shortcut() == QKeySequence("Ctrl+Shift+F")
    assert page.edits["goto"].keySequence().toString() == "Ctrl+J"
    QTest.mouseClick(page.reset_all, Qt.MouseButton.LeftButton)
    assert page.edits["goto"].keySequence().toString() == "Ctrl+G"
    assert page.edits["find"].keySequence().toString() == "Ctrl+Shift+F"


def test_a_key_is_changed_taken_away_and_put_back_by_the_keyboard_alone(make_window):
    """Shift+Tab was taken as the new key, and the field's cross is the mouse's."""
    window = make_window()
    window.open_shortcuts()
    page, handle = window.stack.currentWidget(), window.windowHandle()
    edit = page.edits["goto"]
    edit.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        QTest.keyClick(handle, key)
    QTest.keyClick(handle, Qt.Key.Key_Backtab, SHIFT)
    assert not edit.hasFocus()
    QTest.keyClick(handle, Qt.Key.Key_Tab)
    assert edit.hasFocus()
    assert window.actions_registry.own == {}
    QTest.keyClick(handle, Qt.Key.Key_Backspace)
    assert window.actions_registry.keys("goto") == []
    QTest.keyClick(handle, Qt.Key.Key_J, CTRL)
    QTest.keyClick(handle, Qt.Key.Key_Tab)
    assert window.actions_registry.keys("goto") == ["Ctrl+J"]
    assert page.conflict.isVisible(), "another has it"
    QTest.keyClick(handle, Qt.Key.Key_Space)  # Reset
    assert window.actions_registry.own == {}
    assert not page.conflict.isVisible()


def test_each_change_is_kept(make_window):
    window = make_window()
    window.open_shortcuts()
    page = window.stack.currentWidget()
    page._set("goto", QKeySequence("Ctrl+J"))
    page._set("find", QKeySequence("Ctrl+;"))
    assert window.prefs._store.load()["shortcuts"] == {"goto": ["Ctrl+J"], "find": ["Ctrl+;"]}


def test_a_key_typed_into_a_row_is_taken_and_a_shared_one_marks_both_rows(make_window, qtbot):
    window = make_window()
    window.open_shortcuts()
    page = window.stack.currentWidget()
    edit = page.edits["goto"]
    edit.setFocus()
    with qtbot.waitSignal(edit.editingFinished, timeout=5000):
        QTest.keyClick(edit, Qt.Key.Key_F, CTRL)
    assert window.actions_registry["goto"].shortcut() == QKeySequence("Ctrl+F")
    assert (
        page.conflict.text()
        == "Ctrl+F belongs to Find piece, place, rule and Go to place. Give one of them another key."
    )
    assert {ident for ident, row in page.found.items() if row.property("kind") == "warning"} == {"goto", "find"}
    QTest.mouseClick(page.found["goto"].findChild(QObject, "reset"), Qt.MouseButton.LeftButton)
    assert not page.conflict.text()


def test_the_keys_of_the_board_can_be_changed(qtbot):
    holder = QObject()
    actions = Actions(holder)
    assert actions.board_key(Qt.Key.Key_M, SHIFT) == (Qt.Key.Key_M, SHIFT)
    assert actions.board_key(Qt.Key.Key_Left, NONE) == (Qt.Key.Key_Left, NONE)
    actions.set_preset("vassal")
    assert actions.board_key(Qt.Key.Key_F, CTRL) == (Qt.Key.Key_F, NONE)
    assert actions.board_key(Qt.Key.Key_F, NONE)[0] == Qt.Key.Key_unknown
    actions.set_keys("board_carry", ["Z"])
    assert actions.board_key(Qt.Key.Key_Z, SHIFT) == (Qt.Key.Key_M, SHIFT)
    assert actions.conflicts() == {}
    actions.set_keys("board_measure", ["Z"])
    assert actions.conflicts() == {"Z": ["board_carry", "board_measure"]}


def test_a_letter_command_may_be_given_a_chord(play):
    window, page, game = play()
    sent = []
    game.actions.submit = sent.append
    game.set_offer(
        {"side": "FW", "prompt": {"key": "p"}, "asks": [{"id": "r", "verb": "roll", "kind": "roll", "dice": [6]}]}
    )
    window.actions_registry.set_keys("roll", ["Ctrl+Shift+R"])
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_R)
    assert not sent
    QTest.keyClick(page.board, Qt.Key.Key_R, CTRL | SHIFT)
    assert [action["verb"] for action in sent] == ["roll"]
