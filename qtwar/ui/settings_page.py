"""Settings: a searchable tab; everything applies at once, each row can be reset. Titles and folders stand at its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import InstalledTitle, LibraryModel
from qtwar.ui.preferences import SETTINGS, Preferences, Setting
from qtwar.ui.rows_page import RowsPage
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, ChoiceBox, Panel, TextLabel
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.stepper import Stepper

LAST_OF_EDIT = "keep_roads"
"""After it stands the word on saving, which people look for here: there is nothing to set."""


class SettingsPage(RowsPage):
    """Groups of rows: name, control, Reset."""

    told = Signal(str, object)  # a sentence, and what takes it back

    def __init__(self, prefs: Preferences, library: LibraryModel, shortcuts: Callable[[], object]) -> None:
        super().__init__("settings.title", "settings", spacing=6)
        self.prefs, self.library, self.shortcuts = prefs, library, shortcuts
        self.top.box.addStretch(1)
        prefs.changed.connect(self._changed)
        library.changed.connect(self._library)
        self.build()

    def _changed(self, ident: str) -> None:
        if ident in self.showing:
            self.showing[ident]()

    def _library(self) -> None:
        if (self.library.installed_titles(), self.library.folders()) != self._kept:
            self.rebuild()

    def fill(self) -> None:
        """Add the settings, then titles and folders."""
        self.controls: dict[str, QWidget] = {}
        self.showing: dict[str, Callable[[], None]] = {}  # setting → what shows its value again
        for setting in SETTINGS:
            self._add(setting.group, setting.id, self._row(setting))
            if setting.id == "keymap":
                keys = Button("settings.keys.open", kind="compact", then=self.shortcuts)
                self._add("shortcuts", "keys", self._words(tr("action.shortcuts"), tr("settings.keys.help"), keys))
            if setting.id == LAST_OF_EDIT:
                self._add("edit", "stored", self._words(tr("settings.stored"), tr("settings.stored.help")))
        titles, folders = self._kept = self.library.installed_titles(), self.library.folders()
        for title in titles:
            self._add("titles", title.path, self._title(title))
        for what, path in folders:
            self._add("storage", what, self._words(tr(f"settings.folder.{what}"), path, self._show_folder(path)))

    def _add(self, group: str, ident: str, row: Panel) -> None:
        self.add_row(f"settings.group.{group}", ident, row)

    def _words(self, name: str, hint: str, *controls: QWidget) -> Panel:
        """Return a row with a name, what is said of it, and its controls."""
        words = Panel(spacing=1).lay(TextLabel("strong", text=name), Elided("second", text=hint))
        return Panel("card", row=True, margins=(14, 7, 10, 7), spacing=12).lay(words, *controls, grow=words)

    def _row(self, setting: Setting) -> Panel:
        name = tr(f"setting.{setting.id}")

        def take(value: object) -> None:
            self.prefs.set(setting.id, value)

        control: QWidget
        put: Callable[..., object]
        if setting.kind == "choice":
            items = [(value, tr(f"setting.{setting.id}.{value}")) for value in setting.choices]
            control = choice = ChoiceBox(items, setting.default, take, whole=True)
            put = choice.choose
        elif setting.kind == "switch":
            control = check = QCheckBox()
            check.clicked.connect(take)
            put = check.setChecked
        else:
            control = stepper = Stepper(setting.low, setting.high, setting.step)
            stepper.changed.connect(take)
            put = partial(stepper.set_value, tell=False)
        control.setAccessibleName(name)
        self.controls[setting.id] = control
        reset = Button("settings.reset", kind="compact", then=lambda: self.prefs.reset(setting.id))

        def show() -> None:
            put(self.prefs.get(setting.id))
            reset.setEnabled(self.prefs.is_set(setting.id))

        self.showing[setting.id] = show
        show()
        return self._words(name, tr(f"setting.{setting.id}.help"), control, reset)

    def _title(self, title: InstalledTitle) -> Panel:
        name = f"{title.name}  {title.version}"
        if not title.own:
            return self._words(name, title.source)
        forget = Button("library.menu.forget", kind="compact", then=lambda: self._forget(title))
        return self._words(name, title.source, self._show_folder(title.path), forget)

    def _show_folder(self, path: str) -> Button:
        return Button("toast.show_folder", kind="compact", then=for_file(Path(path))[-1][1])

    def _forget(self, title: InstalledTitle) -> None:
        """Put a title away, and offer to take it back."""
        away = self.library.forget(title.path)
        if away:
            text = tr("library.forgotten", name=title.name)
            self.told.emit(text, lambda: self.library.bring_back(title.path, away))
