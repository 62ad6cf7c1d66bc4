"""The scenarios of the chosen title, in place under its cover."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from qtwar.base.kana import searched
from qtwar.ui.i18n import language, tr
from qtwar.ui.library.model import ScenarioInfo, TitleCard
from qtwar.ui.theme import px
from qtwar.ui.widgets import arrows
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
        name = Elided("strong", text=info.name)
        name.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        period = [TextLabel("chip-plain", text=info.period)] if info.period else []
        head = Panel(row=True, spacing=8).lay(name, *period, None)
        quick = tr("library.quick_ready") if info.has_quick else ""
        words = Panel(spacing=1).lay(head, Elided("second", text=f"{info.about} {quick}".strip()))
        self.length = TextLabel("second-body", text=tr("library.turns", n=info.turns) if info.turns else "")
        self.button = self._button("play", "play", self.play, "primary" if first else "")
        self.copy = self._button("edit_copy", "pencil-ruler", self.edit)
        self.paper = self._button("print", "printer-outline", self.print)
        self.paper_icon = IconButton("printer-outline", "library.print_name", then=self.paper.click, name=info.name)
        self.copy_icon = IconButton("pencil-ruler", "library.edit_copy_name", then=self.copy.click, name=info.name)
        self.lay((words, 1), self.length, self.paper, self.copy, self.paper_icon, self.copy_icon, self.button)
        self.set_narrow(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(f"{info.name}. {info.about}")
        set_kind(self, "chosen", "true" if first else "false")

    def _button(self, word: str, icon_name: str, wish: SignalInstance, kind: str = "quiet") -> Button:
        """Return a button that emits the scenario, called by what it does with which."""
        button = Button(f"library.{word}", kind=kind, icon_name=icon_name, then=lambda: wish.emit(self.info.id))
        button.setAccessibleName(tr(f"library.{word}_name", name=self.info.name))
        return button

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
        """Start a game of the scenario on Enter, arrows go from line to line; a button in the line is pressed by Enter."""
        if self.hasFocus() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.play.emit(self.info.id)
        elif not (self.hasFocus() and arrows.go(self, event.key())):
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
        languages = TextLabel("second", text=" · ".join(words for words in (title.source, title.languages) if words))
        head.lay(TextLabel("heading", text=title.name), about, languages, grow=about)
        self.lay(head, hairline())
        fits = [s for s in title.scenarios if words in searched(f"{title.name} {s.name} {s.period} {s.about}")]
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
