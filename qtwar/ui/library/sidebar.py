"""The side of the start window: logo, New and Open, what is listed, and below the state and the look of the program."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QSizePolicy

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import LibraryModel
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, TextLabel, hairline
from qtwar.ui.widgets.flow import FlowPanel

NAV = (
    ("library", "bookshelf"),
    ("games", "flag-variant"),
    ("tables", "account-multiple-outline"),
    ("drafts", "pencil-ruler"),
    ("lessons", "school-outline"),
)


class Sidebar(Panel):
    """Logo, Open, Library and Games; below: is the rules engine ready, language, theme, scale."""

    chosen = Signal(str)
    open_file = Signal()
    new_draft = Signal()
    join = Signal()

    def __init__(self, model: LibraryModel, prefs: Preferences) -> None:
        super().__init__("sidebar", margins=(18, 18, 18, 14), spacing=8)
        self.model, self.prefs = model, prefs
        logo = Panel(row=True, spacing=12, margins=(2, 0, 0, 10))
        name = TextLabel("page", text="QtWar")
        name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        logo.lay(IconLabel("hexagon-multiple", "accent", 30), name, None)
        self.lay(
            logo,
            Button("library.new_draft", icon_name="pencil-ruler", then=self.new_draft.emit),
            Button("library.open_file", icon_name="folder-open-outline", then=self.open_file.emit),
            Button("library.join", icon_name="account-arrow-right-outline", then=self.join.emit),
        )
        self.box.addSpacing(px(8))
        self.group = QButtonGroup(self)
        self.nav: dict[str, Button] = {}
        for ident, icon_name in NAV:
            then = partial(self.chosen.emit, ident)
            button = Button(f"library.nav.{ident}", kind="nav", icon_name=icon_name, then=then)
            button.setCheckable(True)
            self.group.addButton(button)
            self.nav[ident] = button
            self.lay(button)
        self.nav["library"].setChecked(True)
        self.ready_icon, self.ready = IconLabel(size=15), TextLabel("second", wrap=True)
        ready = Panel(row=True, spacing=8).lay(self.ready_icon, (self.ready, 1))
        switches = FlowPanel(gap=2)
        self.language = Button(kind="compact", icon_name="translate", then=self._language)
        self.theme = Button(kind="compact", icon_name="theme-light-dark", then=self._theme)
        self.scale = Button(kind="compact", icon_name="format-size", then=self._scale)
        for button in (self.language, self.theme, self.scale):
            switches.flow.addWidget(button)
        self.lay(None, hairline(), ready, switches, TextLabel("second", "library.drop", wrap=True))
        prefs.changed.connect(self.refresh)
        self.refresh()

    def _language(self) -> None:
        self.prefs.set("language", "ja" if self.prefs.get("language") == "en" else "en")

    def _theme(self) -> None:
        order = ("light", "dark", "contrast", "colour_blind", "system")
        self.prefs.set("theme", order[(order.index(self.prefs.get("theme")) + 1) % len(order)])

    def _scale(self) -> None:
        order = (100, 125, 150, 200, 80)
        now = self.prefs.get("scale")
        self.prefs.set("scale", order[(order.index(now) + 1) % len(order)] if now in order else 100)

    def refresh(self) -> None:
        """Show counts and settings."""
        for ident, listed in (("games", self.model.games()), ("drafts", self.model.drafts())):
            self.nav[ident].unsay(self.nav[ident].setText)
            self.nav[ident].setText(f"{tr(f'library.nav.{ident}')}  {len(listed)}")
        turns, tables = self.model.turns, len(self.model.tables())
        self.nav["tables"].unsay(self.nav["tables"].setText)
        self.nav["tables"].setText(f"{tr('library.nav.tables')}  {tables}" + (f"  ● {turns}" if turns else ""))
        self.nav["tables"].setAccessibleName(tr("library.table_turns", n=turns) if turns else tr("library.nav.tables"))
        self.language.setText(tr(f"setting.language.{self.prefs.get('language')}"))
        self.theme.setText(tr(f"setting.theme.{self.prefs.get('theme')}"))
        self.scale.setText(f"{self.prefs.get('scale')} %")
        for key, button in (("language", self.language), ("theme", self.theme), ("scale", self.scale)):
            button.setAccessibleName(f"{tr('setting.' + key)}: {button.text()}")
        ok, words = self.model.ready()
        self.ready.show_data(words or tr("library.engine_ready" if ok else "library.engine_not"))
        self.ready_icon.show_icon(*(("check-circle-outline", "good") if ok else ("progress-clock", "warn")))
