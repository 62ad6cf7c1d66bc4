"""Settings: a searchable tab; everything applies at once, each row can be reset. Titles and folders stand at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QScrollArea

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import LibraryModel, TitleKept
from qtwar.ui.preferences import SETTINGS, Preferences, Setting
from qtwar.ui.theme import px
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, Panel, Text, clear
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.stepper import Stepper


class SettingsPage(Panel):
    """Groups of rows: name, control, Reset."""

    told = Signal(str, object)  # a sentence, and what takes it back

    def __init__(self, prefs: Preferences, library: LibraryModel, shortcuts: Callable[[], object]) -> None:
        super().__init__("ground")
        self.prefs, self.library, self.shortcuts = prefs, library, shortcuts
        self.body = Panel("ground", margins=(32, 20, 32, 24), spacing=8)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.body)
        self.box.addWidget(area)
        self.body.box.addWidget(Text("page", "settings.title"))
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(px(360))
        self.say(self.filter.setPlaceholderText, "settings.filter")
        self.say(self.filter.setAccessibleName, "settings.filter")
        self.filter.textChanged.connect(lambda _: self._build())
        self.body.box.addWidget(self.filter)
        self.rows = Panel(spacing=6)
        self.body.box.addWidget(self.rows)
        self.body.box.addStretch(1)
        prefs.changed.connect(self._changed)
        library.changed.connect(self._build)
        self._build()

    def _changed(self, ident: str) -> None:
        if ident not in ("language", "scale", "theme"):
            self._build()

    def _build(self) -> None:
        clear(self.rows.box)
        self._group = ""
        self.controls: dict[str, object] = {}
        self.found: dict[str, Panel] = {}
        for setting in SETTINGS:
            name, help_text = tr(f"setting.{setting.id}"), tr(f"setting.{setting.id}.help")
            if self._fits(setting.group, name, help_text):
                self._add(setting.group, setting.id, self._row(setting, name, help_text))
                if setting.id == "keymap":
                    self._add("shortcuts", "keys", self._keys())
        for title in self.library.kept_titles():
            if self._fits("titles", title.name, title.path):
                self._add("titles", title.path, self._title(title))
        for what, path in self.library.folders():
            name = tr(f"settings.folder.{what}")
            if self._fits("storage", name, path):
                self._add("storage", what, self._folder(name, path))
        if not self.found:
            self.rows.box.addWidget(Text("empty", "settings.nothing"))

    def _fits(self, group: str, *texts: str) -> bool:
        words = self.filter.text().casefold().split()
        text = " ".join((tr(f"settings.group.{group}"), *texts)).casefold()
        return all(word in text for word in words)

    def _add(self, group: str, ident: str, row: Panel) -> None:
        if group != self._group:
            self._group = group
            self.rows.box.addWidget(Text("heading", f"settings.group.{group}"))
        self.found[ident] = row
        self.rows.box.addWidget(row)

    def _words(self, name: str, hint: str) -> Panel:
        """Return a row with a name and what is said of it; controls follow."""
        row = Panel("card", row=True, margins=(14, 7, 10, 7), spacing=12)
        words = Panel(spacing=1)
        title, line = Text("strong"), Elided("second")
        title.setText(name)
        line.setText(hint)
        words.box.addWidget(title)
        words.box.addWidget(line)
        row.box.addWidget(words, 1)
        return row

    def _row(self, setting: Setting, name: str, help_text: str) -> Panel:
        row = self._words(name, help_text)
        value = self.prefs.get(setting.id)
        control: QComboBox | QCheckBox | Stepper
        if setting.kind == "choice":
            control = QComboBox()
            for choice in setting.choices:
                control.addItem(tr(f"setting.{setting.id}.{choice}"), choice)
            control.setCurrentIndex(control.findData(value))
            control.activated.connect(lambda n, c=control, i=setting.id: self.prefs.set(i, c.itemData(n)))
        elif setting.kind == "switch":
            control = QCheckBox()
            control.setChecked(value)
            control.toggled.connect(lambda on, i=setting.id: self.prefs.set(i, on))
        else:
            control = Stepper(setting.low, setting.high, setting.step)
            control.set_limits(setting.low, setting.high, setting.step)
            control.set_value(value, tell=False)
            control.changed.connect(lambda n, i=setting.id: self.prefs.set(i, n))
        control.setAccessibleName(name)
        self.controls[setting.id] = control
        row.box.addWidget(control)
        reset = Button("settings.reset", kind="compact", then=lambda: self.prefs.reset(setting.id))
        reset.setEnabled(self.prefs.is_set(setting.id))
        row.box.addWidget(reset)
        return row

    def _keys(self) -> Panel:
        row = self._words(tr("action.shortcuts"), tr("settings.keys.help"))
        row.box.addWidget(Button("settings.keys.open", kind="compact", then=self.shortcuts))
        return row

    def _title(self, title: TitleKept) -> Panel:
        row = self._words(f"{title.name}  {title.version}", title.path if title.own else tr("settings.title.shipped"))
        if title.own:
            row.box.addWidget(Button("toast.show_folder", kind="compact", then=for_file(Path(title.path))[-1][1]))
            row.box.addWidget(Button("library.menu.forget", kind="compact", then=lambda: self._forget(title)))
        return row

    def _forget(self, title: TitleKept) -> None:
        """Put a title away, and offer to take it back."""
        away = self.library.forget(title.path)
        if away:
            text = tr("library.forgotten", name=title.name)
            self.told.emit(text, lambda: self.library.bring_back(title.path, away))

    def _folder(self, name: str, path: str) -> Panel:
        row = self._words(name, path)
        row.box.addWidget(Button("toast.show_folder", kind="compact", then=for_file(Path(path))[-1][1]))
        return row

    def retranslate(self) -> None:
        """Build the rows in the new language."""
        self._build()
