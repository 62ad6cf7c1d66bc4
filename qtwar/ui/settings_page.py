"""Settings: a searchable tab; everything applies at once, each row can be reset."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QScrollArea

from qtwar.ui.i18n import tr
from qtwar.ui.preferences import SETTINGS, Preferences, Setting
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, Panel, Text, clear
from qtwar.ui.widgets.stepper import Stepper


class SettingsPage(Panel):
    """Groups of rows: name, control, Reset."""

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("ground")
        self.prefs = prefs
        self.body = Panel("ground", margins=(32, 20, 32, 24), spacing=8)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(self.body)
        self.box.addWidget(area)
        self.body.box.addWidget(Text("page", "action.settings"))
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
        self._build()

    def _changed(self, ident: str) -> None:
        if ident not in ("language", "scale", "theme"):
            self._build()

    def _build(self) -> None:
        clear(self.rows.box)
        words = self.filter.text().casefold().split()
        group = ""
        self.controls: dict[str, object] = {}
        for setting in SETTINGS:
            name = tr(f"setting.{setting.id}")
            text = f"{name} {tr('settings.group.' + setting.group)} {tr(f'setting.{setting.id}.help')}".casefold()
            if not all(word in text for word in words):
                continue
            if setting.group != group:
                group = setting.group
                self.rows.box.addWidget(Text("heading", f"settings.group.{group}"))
            self.rows.box.addWidget(self._row(setting, name))
        if not self.controls:
            self.rows.box.addWidget(Text("empty", "settings.nothing"))

    def _row(self, setting: Setting, name: str) -> Panel:
        row = Panel("card", row=True, margins=(14, 7, 10, 7), spacing=12)
        words = Panel(spacing=1)
        title, hint = Text("strong"), Text("second")
        title.setText(name)
        hint.setText(tr(f"setting.{setting.id}.help"))
        hint.setWordWrap(True)
        words.box.addWidget(title)
        words.box.addWidget(hint)
        row.box.addWidget(words, 1)
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

    def retranslate(self) -> None:
        """Build the rows in the new language."""
        self._build()
