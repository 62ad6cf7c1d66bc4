"""What to do about a document that is damaged, and the earlier states of documents that the program kept."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal

from qtwar.base.kana import fold, searched
from qtwar.ui.i18n import tr
from qtwar.ui.library.model import DamagedDocument, EarlierState, LibraryModel, RecoveredDocument
from qtwar.ui.library.notice import NoticeCard
from qtwar.ui.widgets.basics import Button, IconLabel, Panel, SearchField, TextLabel, clear, hairline
from qtwar.ui.widgets.elided import Elided

SHOWN_STATES = 12
"""As many as there is room for above the titles; typing narrows the rest."""
SHOWN_MISSING = 8


class DamagedCard(NoticeCard):
    """Has the document recovered and the new one opened; `earlier` gives the path of one of which states were kept."""

    earlier = Signal(str)

    def __init__(self, model: LibraryModel) -> None:
        super().__init__(model, "warning")

    def fill(self, shown: DamagedDocument | RecoveredDocument) -> None:
        """Say what is wrong and offer a new document of what is whole; or what that has, and what is missing in it."""
        made = isinstance(shown, RecoveredDocument)
        heading = TextLabel("heading", text=tr("damaged.made" if made else "damaged.title", name=shown.name), wrap=True)
        self.lay(Panel(row=True, spacing=10).lay(IconLabel("alert-outline", "warn", 20), heading, grow=heading))
        if isinstance(shown, RecoveredDocument):
            self.tell("second-body", tr("damaged.entries", n=shown.entries) if shown.is_game else "")
            self.tell("second-body", *shown.missing[:SHOWN_MISSING])
            if len(shown.missing) > SHOWN_MISSING:
                self.tell("second-body", tr("damaged.more", n=len(shown.missing) - SHOWN_MISSING))
            self.offer("damaged.open", "folder-open-outline", lambda: (self.hide(), self.model.open(shown.path)))
        else:
            self.tell("second-body", shown.problem)
            states = Button("damaged.earlier", icon_name="backup-restore", then=lambda: self.earlier.emit(shown.path))
            states.setEnabled(shown.has_earlier)
            self.offer("damaged.recover", "file-restore-outline", self._recover, states)

    def _recover(self) -> None:
        self.go.setEnabled(False)
        self.model.recover.emit(self.shown.path)


class EarlierStates(Panel):
    """The states of documents that were kept, the latest first; one of them is opened as a copy."""

    def __init__(self, model: LibraryModel) -> None:
        super().__init__("card", margins=(16, 12, 16, 12), spacing=6)
        self.model = model
        self.states: Sequence[EarlierState] = ()
        self.buttons: list[Button] = []
        title = TextLabel("heading", "restore.title")
        self.field = SearchField("restore.filter", self._fill, 280)
        self.rows = Panel(spacing=2)
        self.about = TextLabel("second-body", "restore.about", wrap=True)
        self.lay(Panel(row=True, spacing=10).lay(title, None, (self.field, 3)), self.about, hairline(), self.rows)
        self.lay(Panel(row=True, spacing=8).lay(Button("restore.close", kind="quiet", then=self.hide), None))
        self.hide()

    def show_states(self, words: str = "") -> None:
        """Show the states, narrowed to documents whose name has some words."""
        self.states = self.model.earlier()
        self.field.setText(words)
        self._fill()
        self.show()
        (self.buttons[0] if self.buttons else self.field).setFocus()

    def _fill(self) -> None:
        words = fold(self.field.text()).strip()
        fits = [state for state in self.states if words in searched(f"{state.name} {state.when}")]
        clear(self.rows.box)
        self.buttons = []
        for state in fits[:SHOWN_STATES]:
            name = Elided("strong", text=state.name)
            button = Button("restore.open", kind="compact", then=lambda path=state.path: self._restore(path))
            button.setAccessibleName(tr("restore.open_name", name=state.name, when=state.when))
            self.buttons.append(button)
            self.rows.lay(Panel(row=True, spacing=12).lay(name, TextLabel("second", text=state.when), button, grow=name))
        if not fits:
            self.rows.lay(TextLabel("second-body", text=tr("restore.none"), wrap=True))
        elif len(fits) > SHOWN_STATES:
            self.rows.lay(TextLabel("second", text=tr("restore.more", n=len(fits) - SHOWN_STATES)))

    def _restore(self, path: str) -> None:
        self.hide()
        self.model.restore.emit(path)

    def refresh(self) -> None:
        """Say it in the language in force."""
        if self.isVisible():
            self._fill()
