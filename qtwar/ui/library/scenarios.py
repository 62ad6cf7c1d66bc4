"""The scenarios of the chosen title, in place under its cover."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from qtwar.ui.i18n import language, tr
from qtwar.ui.library.model import ScenarioInfo, TitleCard
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, clear, hairline, set_kind
from qtwar.ui.widgets.elided import Elided


class ScenarioLine(Panel):
    """A scenario with what it takes and its Play button."""

    chosen = Signal(str)
    play = Signal(str)
    edit = Signal(str)
    print = Signal(str)

    def __init__(self, info: ScenarioInfo, first: bool) -> None:
        super().__init__("row", row=True, margins=(12, 6, 12, 6), spacing=14)
        self.info = info
        words = Panel(spacing=1)
        head = Panel(row=True, spacing=8)
        name = Elided("strong")
        name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        name.setText(info.name)
        head.lay(name)
        if info.period:
            head.lay(TextLabel("chip-plain", text=info.period))
        head.box.addStretch(1)
        quick = tr("library.quick_ready") if info.has_quick else ""
        words.lay(head, Elided("second", text=f"{info.about} {quick}".strip()))
        self.length = TextLabel("second-body", text=tr("library.turns", n=info.turns) if info.turns else "")
        self.button = Button(
            "library.play", kind="primary" if first else "", icon_name="play", then=lambda: self.play.emit(info.id)
        )
        self.button.setAccessibleName(tr("library.play_name", name=info.name))
        self.lay(words, grow=words)
        self.copy = Button(
            "library.edit_copy", kind="quiet", icon_name="pencil-ruler", then=lambda: self.edit.emit(info.id)
        )
        self.copy.setAccessibleName(tr("library.edit_copy_name", name=info.name))
        self.paper = Button(
            "library.print", kind="quiet", icon_name="printer-outline", then=lambda: self.print.emit(info.id)
        )
        self.paper.setAccessibleName(tr("library.print_name", name=info.name))
        self.paper_icon = IconButton("printer-outline", "library.print_name", then=self.paper.click, name=info.name)
        self.copy_icon = IconButton("pencil-ruler", "library.edit_copy_name", then=self.copy.click, name=info.name)
        self.lay(self.length, self.paper, self.copy, self.paper_icon, self.copy_icon, self.button)
        self.set_narrow(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{info.name}. {info.about}")
        set_kind(self, "chosen", "true" if first else "false")

    def set_narrow(self, narrow: bool) -> None:
        """Icons without words where there is little room."""
        for part in (self.length, self.paper, self.copy):
            part.setVisible(not narrow)
        for icon in (self.paper_icon, self.copy_icon):
            icon.setVisible(narrow)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses it."""
        self.chosen.emit(self.info.id)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click plays it."""
        self.play.emit(self.info.id)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start a game of the scenario on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.play.emit(self.info.id)
        else:
            super().keyPressEvent(event)


class ScenarioList(Panel):
    """`play`, `edit` and `print` give (title, scenario)."""

    play = Signal(str, str)
    edit = Signal(str, str)
    print = Signal(str, str)

    def __init__(self) -> None:
        super().__init__("card", margins=(6, 8, 6, 8), spacing=2)
        self.title: TitleCard | None = None
        self.rows: list[ScenarioLine] = []
        self.chosen = ""
        self.narrow = False
        self._shown: object = None

    def set_narrow(self, narrow: bool) -> None:
        """Let the rows take less width."""
        if narrow != self.narrow:
            self.narrow = narrow
            for row in self.rows:
                row.set_narrow(narrow)

    def show_title(self, title: TitleCard | None, words: str = "") -> None:
        """Show a title's scenarios that fit the filter's words."""
        shown = (title, words, language(), px(100))
        if shown == self._shown:
            return
        self._shown = shown
        self.title = title
        clear(self.box)
        self.rows = []
        self.setVisible(title is not None)
        if title is None:
            return
        head = Panel(row=True, margins=(12, 2, 12, 4), spacing=10)
        about = Elided("second", text=title.about)
        languages = TextLabel("second", text=title.languages)
        head.lay(TextLabel("heading", text=title.name), about, languages, grow=about)
        self.lay(head, hairline())
        fits = [s for s in title.scenarios if words in f"{title.name} {s.name} {s.period} {s.about}".casefold()]
        for n, info in enumerate(fits or title.scenarios):
            row = ScenarioLine(info, n == 0)
            row.set_narrow(self.narrow)
            row.chosen.connect(self.choose)
            row.play.connect(lambda scenario, t=title.id: self.play.emit(t, scenario))
            row.print.connect(lambda scenario, t=title.id: (self.choose(scenario), self.print.emit(t, scenario)))
            row.edit.connect(lambda scenario, t=title.id: self.edit.emit(t, scenario))
            self.rows.append(row)
            self.lay(row)
        if self.chosen in [row.info.id for row in self.rows]:
            self.choose(self.chosen)
        else:  # it was one of another title
            self.chosen = ""

    def choose(self, ident: str) -> None:
        """Mark a scenario as the chosen one."""
        self.chosen = ident
        for row in self.rows:
            set_kind(row, "chosen", "true" if row.info.id == ident else "false")
            set_kind(row.button, "kind", "primary" if row.info.id == ident else "")
            row.button.set_icon("play")
