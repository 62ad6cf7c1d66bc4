"""The log: a line an event, folded under its action, with links; search, filters, undo to here."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from shiboken6 import isValid

from qtwar.ui.docks.logpage import MORE, LogPage
from qtwar.ui.facts import LogLine
from qtwar.ui.game import GameHistory, GamePorts
from qtwar.ui.i18n import tr
from qtwar.ui.table import TablePort
from qtwar.ui.widgets.basics import IconButton, NamedField, Panel, SearchField, TextLabel, pop_below
from qtwar.ui.widgets.seen import SeenPanel

PAGE, STEP = 300, 100
BETWEEN = " ; "
"""Between the remarks of an entry while they are written anew in one field."""
FILTERS = ("mine", "dice", "refusals", "notes")


class NoteLine(Panel):
    """Below the log, while a remark is written: Enter keeps it, an empty one is taken away, Esc leaves all as it was."""

    def __init__(self, history: GameHistory) -> None:
        super().__init__(row=True, margins=(8, 4, 8, 6), spacing=6)
        self.history, self.entry = history, 0
        self._before: list[str] = []
        self._from: QWidget | None = None
        self.word = TextLabel("second-body")
        self.field = NamedField("log.note_text")
        self.field.installEventFilter(self)
        self.lay(self.word, self.field, grow=self.field)
        self.hide()

    def begin(self, entry: int, *, more: bool = False) -> None:
        """Write the remarks of an entry anew, or `more` of them; each is a line of the log."""
        self.entry, self._from = entry, QApplication.focusWidget()
        self.word.show_data(str(entry))
        lines = [line for line in self.history.log() if line.entry == entry and line.kind == "note"]
        said = ["".join(span.text for span in line.spans) for line in lines]
        self._before = said if more else []
        self.field.setText("" if more else BETWEEN.join(said))
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def _keep(self) -> None:
        self._put_away()
        said = [*self._before, *(words.strip() for words in self.field.text().split(BETWEEN))]
        self.history.note(self.entry, "\n".join(words for words in said if words))

    def _put_away(self) -> None:
        """Hide, and leave the keys to whoever had them: the board, else the log; Qt would take whatever it finds next."""
        back = self._from
        if back is None or not isValid(back) or not back.isVisible() or self.isAncestorOf(back):
            back = self.parentWidget()
        back.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter keeps it; Esc, or looking elsewhere, puts it away. Neither goes on to the game."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._keep()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._put_away()
                return True
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        return False


class SpeakLine(Panel):
    """Below the log of a table: what is typed there, everybody at it reads."""

    def __init__(self, table: TablePort) -> None:
        super().__init__(row=True, margins=(8, 4, 8, 6), spacing=6)
        self.table = table
        self.field = NamedField("table.say")
        self.field.setMaxLength(1000)
        self.field.returnPressed.connect(self._send)
        self.button = IconButton("send", "table.send", size=30, then=self._send)
        self.lay(self.field, self.button, grow=self.field)

    def _send(self) -> None:
        words = self.field.text().strip()
        if words:
            self.table.say(words)
            self.field.clear()


class LogDock(SeenPanel):
    """The latest lines first to be read: it keeps to its end unless the person has scrolled up."""

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel", spacing=0)
        self.model = model
        self.filters: set[str] = set()
        self.pages = 1
        bar = Panel(row=True, margins=(8, 2, 8, 2), spacing=4)
        self.search = SearchField("log.search", self.refresh)
        self.filter_button = IconButton("filter-variant", "log.filter", size=30)
        self.filter_menu = QMenu(self.filter_button)
        self.filter_actions: dict[str, QAction] = {}
        for ident in FILTERS:
            action = self.filter_menu.addAction("")
            action.setCheckable(True)
            self.say(action.setText, f"log.filter.{ident}")
            action.toggled.connect(lambda on, i=ident: self._filter(i, on))
            self.filter_actions[ident] = action
        self.filter_button.clicked.connect(lambda: pop_below(self.filter_menu, self.filter_button))
        self.note_button = IconButton("comment-plus-outline", "action.remark", size=30, then=self.remark)
        bar.lay(self.search, self.note_button, self.filter_button, grow=self.search)
        self.page = LogPage()
        self.page.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.say(self.page.setAccessibleName, "dock.log")
        self.page.anchorClicked.connect(self._follow)
        self.page.highlighted.connect(self._hover)
        self.page.picked.connect(model.focus.line.emit)
        self.page.customContextMenuRequested.connect(self._menu)
        self.lay(bar, self.page, grow=self.page)
        self.noting = NoteLine(model.history)
        self.lay(self.noting)
        self.speaking = SpeakLine(model.table) if model.table is not None else None
        if self.speaking is not None:
            self.lay(self.speaking)
        self.setFocusProxy(self.page)
        model.history.log_changed.connect(self.soon)
        model.history.replaying.connect(self.soon)
        self.marked = 0  # entry that somebody asked for
        self.refresh()

    def remark(self) -> None:
        """Write a remark below the latest entry, after those that stand there."""
        live = self.model.history.live
        if live:
            self.noting.begin(live, more=True)

    def speak(self) -> None:
        """Say something to the table."""
        if self.speaking is not None:
            self.speaking.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _filter(self, ident: str, on: bool) -> None:
        (self.filters.add if on else self.filters.discard)(ident)
        self.filter_button.set_icon("filter-variant" if not self.filters else "filter-check-outline")
        self.refresh()

    def _wanted(self, line: LogLine, words: list[str]) -> bool:
        if self.filters:
            tests = {
                "mine": line.side == self.model.position.seat,
                "dice": line.kind == "dice",
                "refusals": line.kind in ("refusal", "warning"),
                "notes": line.kind in ("note", "said"),
            }
            if not any(tests[f] for f in self.filters):
                return False
        return not words or self.search.fits("".join(s.text for s in line.spans))

    def show_entry(self, entry: int) -> None:
        """Bring the lines of an entry into view and mark them; what hides them goes."""
        self.search.clear()
        for action in self.filter_actions.values():
            action.setChecked(False)
        self.marked = entry
        lines = self.model.history.log()
        first = next((n for n, line in enumerate(lines) if line.entry == entry), len(lines) - 1)
        self.pages = max(self.pages, (len(lines) - first) // PAGE + 1)
        self.refresh()
        self.page.scroll_to(next((n for n, line in enumerate(self.page.lines) if line.entry == entry), 0))

    def refresh(self) -> None:
        """Show the lines; the latest page of them, earlier ones behind a link."""
        words = self.search.words()
        lines = [line for line in self.model.history.log() if self._wanted(line, words)]
        # a page begins at a multiple, so that what stands there stays while lines are added
        first = max(0, len(lines) - PAGE * self.pages) // STEP * STEP
        sides = {side.id: side for side in self.model.title.sides()}
        self.page.show_lines(lines[first:], sides, earlier=first > 0, marked=self.marked)

    def _follow(self, url: QUrl) -> None:
        link = url.toString()
        if link == MORE:
            self.pages += 1
            self.refresh()
        else:
            self.model.focus.follow(link)

    def _hover(self, url: QUrl) -> None:
        kind, _, ident = url.toString().partition(":")
        if kind in ("cell", "piece"):
            self.model.focus.blink.emit((ident,))

    def menu_for(self, line: LogLine) -> QMenu:
        """Return the context menu of a line."""
        menu = QMenu(self)
        model = self.model
        undo = menu.addAction(tr("log.undo_to"), lambda: model.history.undo_to(line.entry))
        undo.setEnabled(model.history.position == model.history.live and line.entry < model.history.live)
        menu.addAction(tr("log.light"), lambda: model.focus.line.emit(line))
        menu.addAction(tr("log.look"), lambda: model.history.look_at(line.entry))
        if "branch" not in model.absent:
            menu.addAction(tr("past.branch"), lambda: model.history.branch(line.entry))
        menu.addAction(tr("action.bookmark"), lambda: model.history.bookmark(line.entry, tr("bookmark.name", n=line.entry)))
        menu.addSeparator()
        text = "".join(span.text for span in line.spans)
        menu.addAction(tr("log.copy"), lambda: QGuiApplication.clipboard().setText(text))
        menu.addAction(tr("log.note"), lambda: self.noting.begin(line.entry))
        return menu

    def _menu(self, point: QPoint) -> None:
        line = self.page.line_at(point)
        if line is not None:
            self.menu_for(line).popup(self.page.mapToGlobal(point))

    def retranslate(self) -> None:
        """The model says its lines in the new language."""
        self.page.forget()
        self.refresh()

    def restyle(self) -> None:
        """Write again with the new colours."""
        super().restyle()
        self.page.forget()
        self.soon()
