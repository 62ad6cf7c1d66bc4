"""The side of the start window: logo, New and Open, what is listed, and below the state and the look of the program."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QSizePolicy,
    QWidget,
)

from qtwar.ui.i18n import tr
from qtwar.ui.library.model import LibraryModel
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, hairline
from qtwar.ui.widgets.flow import FlowLines

NAV = (
    ("library", "bookshelf"),
    ("games", "flag-variant"),
    ("drafts", "pencil-ruler"),
    ("lessons", "school-outline"),
)


class Sidebar(Panel):
    """Logo, Open, Library and Games; below: is the rules engine ready, language, theme, scale."""

    chosen = Signal(str)
    open_file = Signal()
    new_draft = Signal()

    def __init__(self, model: LibraryModel, prefs: Preferences) -> None:
        super().__init__("sidebar", margins=(18, 18, 18, 14), spacing=8)
        self.model, self.prefs = model, prefs
        logo = Panel(row=True, spacing=12, margins=(2, 0, 0, 10))
        self.mark = QLabel()
        name = TextLabel("page")
        name.setText("QtWar")
        name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        logo.box.addWidget(self.mark)
        logo.box.addWidget(name)
        logo.box.addStretch(1)
        self.box.addWidget(logo)
        self.box.addWidget(Button("library.new_draft", icon_name="pencil-ruler", then=self.new_draft.emit))
        self.box.addWidget(Button("library.open_file", icon_name="folder-open-outline", then=self.open_file.emit))
        self.box.addSpacing(px(8))
        self.group = QButtonGroup(self)
        self.nav: dict[str, Button] = {}
        for ident, icon_name in NAV:
            button = Button(
                f"library.nav.{ident}", kind="nav", icon_name=icon_name, then=partial(self.chosen.emit, ident)
            )
            button.setCheckable(True)
            self.group.addButton(button)
            self.nav[ident] = button
            self.box.addWidget(button)
        self.nav["library"].setChecked(True)
        self.box.addStretch(1)
        self.box.addWidget(hairline())
        ready = Panel(row=True, spacing=8)
        self.ready_icon, self.ready = QLabel(), TextLabel("second")
        self.ready.setWordWrap(True)
        ready.box.addWidget(self.ready_icon)
        ready.box.addWidget(self.ready, 1)
        self.box.addWidget(ready)
        switches = QWidget()
        switches.setProperty("kind", "clear")
        flow = FlowLines(switches, px(2))
        self.language = Button(kind="quiet", icon_name="translate", then=self._language)
        self.theme = Button(kind="quiet", icon_name="theme-light-dark", then=self._theme)
        self.scale = Button(kind="quiet", icon_name="format-size", then=self._scale)
        for button in (self.language, self.theme, self.scale):
            button.setProperty("kind", "compact")
            flow.addWidget(button)
        self.box.addWidget(switches)
        drop = TextLabel("second", "library.drop")
        drop.setWordWrap(True)
        self.box.addWidget(drop)
        prefs.changed.connect(lambda _: self.refresh())
        self.refresh()
        self.restyle()

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
        games = len(self.model.games())
        self.nav["games"].setText(f"{tr('library.nav.games')}  {games}")
        self.nav["games"].unsay(self.nav["games"].setText)
        drafts = len(self.model.drafts())
        self.nav["drafts"].setText(f"{tr('library.nav.drafts')}  {drafts}")
        self.nav["drafts"].unsay(self.nav["drafts"].setText)
        self.language.setText(tr(f"setting.language.{self.prefs.get('language')}"))
        self.theme.setText(tr(f"setting.theme.{self.prefs.get('theme')}"))
        self.scale.setText(f"{self.prefs.get('scale')} %")
        for button, key in ((self.language, "language"), (self.theme, "theme"), (self.scale, "scale")):
            button.setAccessibleName(f"{tr('setting.' + key)}: {button.text()}")
        ok, words = self.model.ready()
        self.ready.show_data(words or tr("library.engine_ready" if ok else "library.engine_not"))
        self.ready_icon.setPixmap(
            icon("check-circle-outline" if ok else "progress-clock", "good" if ok else "warn").pixmap(
                QSize(px(15), px(15))
            )
        )

    def retranslate(self) -> None:
        """Write the sidebar's words again in the language in force."""
        self.refresh()

    def restyle(self) -> None:
        """Width and logo at the new scale."""
        super().restyle()
        if "mark" in self.__dict__:
            self.mark.setPixmap(icon("hexagon-multiple", "accent").pixmap(QSize(px(30), px(30))))
