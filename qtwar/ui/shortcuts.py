"""The shortcut page: presets, every command with its keys, editable, conflicts shown in words and where they are."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QScrollArea, QToolButton

from qtwar.ui.actions import COMMANDS, SECTIONS, Actions
from qtwar.ui.i18n import tr
from qtwar.ui.preferences import BY_ID as SETTINGS
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, set_kind
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.segments import Segments


class ShortcutPage(Panel):
    """The page of settings with a row for each command and its keys."""

    def __init__(self, actions: Actions, prefs: Preferences) -> None:
        super().__init__("ground")
        self.actions_registry, self.prefs = actions, prefs
        self.body = Panel("ground", margins=(32, 20, 32, 24), spacing=8)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.body)
        self.lay(area)
        self.body.lay(TextLabel("page", "action.shortcuts"))
        top = Panel(row=True, spacing=12)
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(px(360))
        self.say(self.filter.setPlaceholderText, "shortcuts.filter")
        self.say(self.filter.setAccessibleName, "shortcuts.filter")
        self.filter.textChanged.connect(lambda _: self._build())
        choices = tuple((value, f"setting.keymap.{value}") for value in SETTINGS["keymap"].choices)
        self.preset = Segments(choices, "setting.keymap")
        self.preset.choose(prefs.get("keymap"))
        self.preset.picked.connect(lambda value: prefs.set("keymap", value))
        self.reset_all = Button("shortcuts.reset_all", kind="compact", then=self._reset_all)
        top.lay(self.filter, TextLabel("second-body", "setting.keymap"), self.preset, grow=self.filter)
        top.box.addStretch(1)
        top.lay(self.reset_all)
        self.body.lay(top)
        self.conflict = TextLabel("warn", wrap=True)
        self.body.lay(self.conflict)
        self.rows = Panel(spacing=4)
        self.body.lay(self.rows)
        self.body.box.addStretch(1)
        self.edits: dict[str, QKeySequenceEdit] = {}
        self.lines: dict[str, Panel] = {}
        actions.changed.connect(self._conflicts)
        prefs.changed.connect(self._setting)
        self._build()

    def _setting(self, ident: str) -> None:
        if ident == "keymap":
            self.preset.choose(self.prefs.get("keymap"))
            self._build()

    def _build(self) -> None:
        clear(self.rows.box)
        self.edits, self.lines = {}, {}
        words = self.filter.text().casefold().split()
        for section in SECTIONS:
            commands = [c for c in COMMANDS if c.menu == section]
            commands = [
                c
                for c in commands
                if all(w in f"{tr(c.text)} {' '.join(self.actions_registry.keys(c.id))}".casefold() for w in words)
            ]
            if not commands:
                continue
            self.rows.lay(TextLabel("heading", f"menu.{section}"))
            for command in commands:
                self.rows.lay(self._row(command.id))
        if not self.edits:
            self.rows.lay(TextLabel("empty", "shortcuts.nothing"))
        self._conflicts()

    def _row(self, ident: str) -> Panel:
        row = Panel("card", row=True, margins=(14, 4, 10, 4), spacing=10)
        name = Elided("strong", text=self.actions_registry.name(ident).replace("…", ""))
        row.lay(name, grow=name)
        keys = self.actions_registry.keys(ident)
        if len(keys) > 1:
            also = TextLabel("second", text=tr("shortcuts.also", keys=", ".join(keys[1:])))
            row.lay(also)
        edit = QKeySequenceEdit(QKeySequence(keys[0] if keys else ""))
        edit.setMaximumSequenceLength(1)
        edit.setClearButtonEnabled(True)
        edit.setAccessibleName(name.text())
        for clear_button in edit.findChildren(QToolButton):
            clear_button.setAccessibleName(tr("shortcuts.clear"))
        edit.setFixedWidth(px(180))
        edit.editingFinished.connect(lambda i=ident, e=edit: self._set(i, e.keySequence()))
        self.edits[ident], self.lines[ident] = edit, row
        row.lay(edit)
        reset = Button("settings.reset", kind="compact", then=lambda: self._reset(ident))
        reset.setObjectName("reset")
        row.lay(reset)
        return row

    def _set(self, ident: str, keys: QKeySequence) -> None:
        rest = self.actions_registry.keys(ident)[1:]
        self.actions_registry.set_keys(ident, ([keys.toString()] if keys.toString() else []) + rest)
        self.prefs.keep("shortcuts", dict(self.actions_registry.own))

    def _reset(self, ident: str) -> None:
        self.actions_registry.set_keys(ident, self.actions_registry.preset_keys(ident))
        self.prefs.keep("shortcuts", dict(self.actions_registry.own))
        self._build()

    def _reset_all(self) -> None:
        self.actions_registry.set_own({})
        self.prefs.keep("shortcuts", {})
        self._build()

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
        for ident, row in self.lines.items():
            set_kind(row, "kind", "warning" if ident in shared else "card")
            button = row.findChild(Button, "reset")
            if button is not None:
                button.setEnabled(ident in self.actions_registry.own)
        self.reset_all.setEnabled(bool(self.actions_registry.own))

    def retranslate(self) -> None:
        """Build the rows in the new language."""
        self._build()
