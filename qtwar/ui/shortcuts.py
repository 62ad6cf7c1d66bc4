"""The shortcut page: presets, every command with its keys, editable, conflicts shown in words and where they are."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QToolButton

from qtwar.ui.actions import COMMANDS, SECTIONS, Actions
from qtwar.ui.i18n import tr
from qtwar.ui.preferences import BY_ID as SETTINGS
from qtwar.ui.preferences import Preferences
from qtwar.ui.rows_page import RowsPage
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, set_kind
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.plain import plain
from qtwar.ui.widgets.segments import Segments

MODIFIERS = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_Meta)
FIXED = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
"""Keys that mean the same everywhere."""


class KeyField(QKeySequenceEdit):
    """Takes the key that is pressed; Tab and Shift+Tab leave it, Backspace empties it, Enter and Esc do nothing."""

    def __init__(self, keys: str) -> None:
        super().__init__(QKeySequence(keys))
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        back = QKeyCombination(Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_Backtab)
        self.setFinishingKeyCombinations([QKeyCombination(Qt.Key.Key_Tab), back])
        self.setToolTip(plain(tr("shortcuts.field")))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take a key, or empty the field."""
        plainly = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in MODIFIERS or (plainly and event.key() in FIXED):  # Shift alone, on the way to Shift+Tab, would empty it
            return
        if plainly and event.key() == Qt.Key.Key_Backspace and not self.keySequence().isEmpty():
            self.clear()
            self.editingFinished.emit()
        else:
            super().keyPressEvent(event)


class ShortcutPage(RowsPage):
    """The page of settings with a row for each command and its keys."""

    def __init__(self, actions: Actions, prefs: Preferences) -> None:
        super().__init__("action.shortcuts", "shortcuts", spacing=4)
        self.actions_registry, self.prefs = actions, prefs
        presets, take = SETTINGS["keymap"].choices, partial(prefs.set, "keymap")
        self.preset = Segments(presets, "setting.keymap", prefs.get("keymap"), take)
        self.reset_all = Button("shortcuts.reset_all", kind="compact", then=self._reset_all)
        self.top.lay(TextLabel("second-body", "setting.keymap"), self.preset)
        self.top.box.addStretch(1)
        self.top.lay(self.reset_all)
        self.conflict = TextLabel("warn", wrap=True)
        self.body.box.insertWidget(2, self.conflict)
        actions.changed.connect(self._conflicts)
        prefs.changed.connect(self._setting)
        self.build()

    def _setting(self, ident: str) -> None:
        if ident == "keymap":
            self.preset.choose(self.prefs.get("keymap"))
            self.rebuild()

    def fill(self) -> None:
        """Add the commands, menu after menu."""
        self.edits: dict[str, KeyField] = {}
        for section in SECTIONS:
            for command in COMMANDS:
                if command.menu == section:
                    keys = " ".join(self.actions_registry.keys(command.id))
                    self.add_row(f"menu.{section}", command.id, self._row(command.id), keys)
        self._conflicts()

    def _row(self, ident: str) -> Panel:
        name = Elided("strong", text=self.actions_registry.name(ident).replace("…", ""))
        row = Panel("card", row=True, margins=(14, 4, 10, 4), spacing=10).lay(name, grow=name)
        keys = self.actions_registry.keys(ident)
        if len(keys) > 1:
            row.lay(TextLabel("second", text=tr("shortcuts.also", keys=", ".join(keys[1:]))))
        edit = KeyField(keys[0] if keys else "")
        edit.setAccessibleName(name.text())
        for clear_button in edit.findChildren(QToolButton):
            clear_button.setAccessibleName(tr("shortcuts.clear"))
        edit.setFixedWidth(px(180))
        edit.editingFinished.connect(lambda i=ident, e=edit: self._set(i, e.keySequence()))
        self.edits[ident] = edit
        reset = Button("settings.reset", kind="compact", then=lambda: self._reset(ident))
        reset.setObjectName("reset")
        return row.lay(edit, reset)

    def _set(self, ident: str, keys: QKeySequence) -> None:
        rest = self.actions_registry.keys(ident)[1:]
        self.actions_registry.set_keys(ident, ([keys.toString()] if keys.toString() else []) + rest)
        self.prefs.keep("shortcuts", dict(self.actions_registry.own))

    def _reset(self, ident: str) -> None:
        self.actions_registry.set_keys(ident, self.actions_registry.preset_keys(ident))
        self.prefs.keep("shortcuts", dict(self.actions_registry.own))
        self.rebuild()

    def _reset_all(self) -> None:
        self.actions_registry.set_own({})
        self.prefs.keep("shortcuts", {})
        self.rebuild()

    def _conflicts(self) -> None:
        """Say who shares a key, mark the rows, and grey what has nothing to be reset."""
        found = self.actions_registry.conflicts()
        lines = [
            tr("shortcuts.conflict", key=key, names=[self.actions_registry.name(i).replace("…", "") for i in ids])
            for key, ids in found.items()
        ]
        self.conflict.setText("\n".join(lines))
        self.conflict.setVisible(bool(lines))
        shared = {ident for ids in found.values() for ident in ids}
        for ident, row in self.found.items():
            set_kind(row, "kind", "warning" if ident in shared else "card")
            button = row.findChild(Button, "reset")
            if button is not None:
                button.setEnabled(ident in self.actions_registry.own)
        self.reset_all.setEnabled(bool(self.actions_registry.own))
