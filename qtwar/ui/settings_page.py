"""Settings: a searchable tab; everything applies at once, each row can be reset. Titles and folders stand at its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QScrollArea, QWidget

from qtwar.base.kana import fold, searched
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import InstalledTitle, LibraryModel
from qtwar.ui.preferences import SETTINGS, Preferences, Setting
from qtwar.ui.theme import px
from qtwar.ui.toast import for_file
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.stepper import Stepper

LAST_OF_EDIT = "keep_roads"
"""After it stands the word on saving, which people look for here: there is nothing to set."""


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
        self.lay(area)
        self.body.lay(TextLabel("page", "settings.title"))
        self.filter = QLineEdit()
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(px(360))
        self.say(self.filter.setPlaceholderText, "settings.filter")
        self.say(self.filter.setAccessibleName, "settings.filter")
        self.filter.textChanged.connect(lambda _: self._narrow())
        self.body.lay(self.filter)
        self.rows = Panel(spacing=6)
        self.body.lay(self.rows)
        self.body.box.addStretch(1)
        prefs.changed.connect(self._changed)
        library.changed.connect(self._library)
        self._build()

    def _changed(self, ident: str) -> None:
        if ident in self.showing:
            self.showing[ident]()

    def _library(self) -> None:
        if (self.library.installed_titles(), self.library.folders()) != self._kept:
            self._build()

    def _build(self) -> None:
        """Build every row; the filter hides those that nobody looks for."""
        clear(self.rows.box)
        self.heads: dict[str, TextLabel] = {}
        self.controls: dict[str, QWidget] = {}
        self.showing: dict[str, Callable[[], None]] = {}  # setting → what shows its value again
        self.found: dict[str, Panel] = {}
        self._of: dict[str, tuple[str, str]] = {}  # row → its group, and all that it says
        for setting in SETTINGS:
            self._add(setting.group, setting.id, self._row(setting))
            if setting.id == "keymap":
                self._add("shortcuts", "keys", self._keys())
            if setting.id == LAST_OF_EDIT:
                self._add("edit", "stored", self._words(tr("settings.stored"), tr("settings.stored.help")))
        titles, folders = self._kept = self.library.installed_titles(), self.library.folders()
        for title in titles:
            self._add("titles", title.path, self._title(title))
        for what, path in folders:
            self._add("storage", what, self._folder(tr(f"settings.folder.{what}"), path))
        self.nothing = TextLabel("empty", "settings.nothing")
        self.rows.lay(self.nothing)
        self._narrow()

    def _add(self, group: str, ident: str, row: Panel) -> None:
        if group not in self.heads:
            self.heads[group] = TextLabel("heading", f"settings.group.{group}")
            self.rows.lay(self.heads[group])
        said = " ".join((tr(f"settings.group.{group}"), *(label.text() for label in row.findChildren(QLabel))))
        said += " ".join(box.itemText(n) for box in row.findChildren(QComboBox) for n in range(box.count()))
        self.found[ident], self._of[ident] = row, (group, searched(said))
        self.rows.lay(row)

    def shown(self) -> list[str]:
        """Return the rows that the filter lets be seen."""
        return [ident for ident, row in self.found.items() if not row.isHidden()]

    def _narrow(self) -> None:
        """Show the rows that have all the words of the filter, and the heads that have rows."""
        words = fold(self.filter.text()).split()
        groups = set()
        for ident, row in self.found.items():
            group, said = self._of[ident]
            fits = all(word in said for word in words)
            row.setVisible(fits)
            groups |= {group} if fits else set()
        for group, head in self.heads.items():
            head.setVisible(group in groups)
        self.nothing.setVisible(not groups)

    def _words(self, name: str, hint: str) -> Panel:
        """Return a row with a name and what is said of it; controls follow."""
        row = Panel("card", row=True, margins=(14, 7, 10, 7), spacing=12)
        words = Panel(spacing=1)
        title, line = TextLabel("strong"), Elided("second")
        title.setText(name)
        line.setText(hint)
        words.lay(title, line)
        row.lay(words, grow=words)
        return row

    def _row(self, setting: Setting) -> Panel:
        name = tr(f"setting.{setting.id}")
        row = self._words(name, tr(f"setting.{setting.id}.help"))
        control: QComboBox | QCheckBox | Stepper
        if setting.kind == "choice":
            control = box = QComboBox()
            for choice in setting.choices:
                box.addItem(tr(f"setting.{setting.id}.{choice}"), choice)
            box.activated.connect(lambda n: self.prefs.set(setting.id, box.itemData(n)))
            put = lambda value: box.setCurrentIndex(box.findData(value))  # noqa: E731
        elif setting.kind == "switch":
            control = check = QCheckBox()
            check.clicked.connect(lambda on: self.prefs.set(setting.id, on))
            put = check.setChecked
        else:
            control = stepper = Stepper(setting.low, setting.high, setting.step)
            stepper.set_limits(setting.low, setting.high, setting.step)
            stepper.changed.connect(lambda n: self.prefs.set(setting.id, n))
            put = lambda value: stepper.set_value(value, tell=False)  # noqa: E731
        control.setAccessibleName(name)
        self.controls[setting.id] = control
        row.lay(control)
        reset = Button("settings.reset", kind="compact", then=lambda: self.prefs.reset(setting.id))
        row.lay(reset)

        def show() -> None:
            put(self.prefs.get(setting.id))
            reset.setEnabled(self.prefs.is_set(setting.id))

        self.showing[setting.id] = show
        show()
        return row

    def _keys(self) -> Panel:
        row = self._words(tr("action.shortcuts"), tr("settings.keys.help"))
        row.lay(Button("settings.keys.open", kind="compact", then=self.shortcuts))
        return row

    def _title(self, title: InstalledTitle) -> Panel:
        row = self._words(f"{title.name}  {title.version}", title.path if title.own else tr("settings.title.shipped"))
        if title.own:
            row.lay(
                Button("toast.show_folder", kind="compact", then=for_file(Path(title.path))[-1][1]),
                Button("library.menu.forget", kind="compact", then=lambda: self._forget(title)),
            )
        return row

    def _forget(self, title: InstalledTitle) -> None:
        """Put a title away, and offer to take it back."""
        away = self.library.forget(title.path)
        if away:
            text = tr("library.forgotten", name=title.name)
            self.told.emit(text, lambda: self.library.bring_back(title.path, away))

    def _folder(self, name: str, path: str) -> Panel:
        row = self._words(name, path)
        row.lay(Button("toast.show_folder", kind="compact", then=for_file(Path(path))[-1][1]))
        return row

    def retranslate(self) -> None:
        """Build the rows in the new language."""
        self._build()
