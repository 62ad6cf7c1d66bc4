"""Below every page: problems with what fixes them, and the history; a click goes there."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidgetItem, QStackedWidget, QWidget

from qtwar.ui import regions
from qtwar.ui.edit.entries import KIND, EntryList, ListItem
from qtwar.ui.edit.findings import EditProblem
from qtwar.ui.edit.model import EditModel
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, IconButton, IconLabel, Panel, TextLabel, clear, scrolling, tab_bar, timer
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.plain import plain

SHOWN = 60


class ProblemRow(Panel):
    """Icon, sentence, page, Go, Mend."""

    def __init__(self, problem: EditProblem, model: EditModel) -> None:
        super().__init__("row", row=True, margins=(12, 0, 12, 0), spacing=10, high=32)
        self.problem = problem
        bad = problem.severity == "error"
        sign = IconLabel("alert-circle-outline", "bad") if bad else IconLabel("alert-outline", "warn")
        self.lay(sign, (Elided(text=problem.text), 1))
        if problem.page:
            self.lay(TextLabel("second", f"edit.page.{problem.page}"))
        self.go = Button("edit.go", kind="quiet", then=lambda: model.focus.show_problem(problem))
        self.go.setEnabled(bool(problem.page or problem.place))
        self.go.setAccessibleName(tr("edit.go_to", what=problem.text))
        self.lay(self.go)
        if problem.gesture is not None:
            fix = problem.gesture
            self.fix = Button("edit.fix", kind="compact", icon_name="auto-fix", then=lambda: model.do(fix))
            self.fix.setToolTip(plain(problem.fix))
            self.lay(self.fix)
        self.setAccessibleName(problem.text)


class BottomPanes(Panel):
    """Problems and History."""

    def __init__(self, model: EditModel) -> None:
        super().__init__("shelf")
        self.model = model
        self.tabs = tab_bar("panes")
        self.tabs.addTab("")
        self.tabs.addTab("")
        self.say(self.tabs.setAccessibleName, "edit.bottom")
        self.fold = IconButton("chevron-down", "edit.fold", size=26, then=self.toggle)
        head = Panel(row=True, margins=(8, 0, 8, 0), spacing=8)
        head.lay(self.tabs, None, self.fold)
        self.stack = QStackedWidget()
        self.rows = Panel("panel", spacing=0)
        self.history = EntryList("dock.history")
        self.history.itemClicked.connect(self._history_go)
        self.history.itemActivated.connect(self._history_go)
        self.stack.addWidget(scrolling(self.rows, "edit.problems"))
        self.stack.addWidget(self.history)
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        self.tabs.tabBarClicked.connect(lambda _: self._wish(True))
        self.lay(head, (self.stack, 1))
        self._later = timer(self, 0, self._fill_history)
        model.problems_changed.connect(self.refresh)
        model.history_changed.connect(self._later.start)
        self.open = True
        self._touched = False
        self.restyle()
        self.refresh()
        self._fill_history()

    def toggle(self) -> None:
        """Fold or unfold; from then on it stays as the person wants it."""
        self._wish(not self.open)

    def _wish(self, on: bool) -> None:
        self._touched = True
        self.set_open(on)

    def set_open(self, on: bool) -> None:
        """Show the lists, or the tabs alone."""
        self.open = on
        self.stack.setVisible(on)
        self.fold.set_icon("chevron-down" if on else "chevron-up")
        self.restyle()

    def show_history(self) -> None:
        """Bring the history forward."""
        self._wish(True)
        self.tabs.setCurrentIndex(1)
        self.history.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refresh(self) -> None:
        """List the problems."""
        problems, focus = self.model.problems, QApplication.focusWidget()
        held = focus is not None and self.rows.isAncestorOf(focus)
        clear(self.rows.box)
        rows = [ProblemRow(problem, self.model) for problem in problems[:SHOWN]]
        self.rows.lay(*rows)
        for one, other in pairwise((self.fold, *(button for row in rows for button in row.findChildren(Button)))):
            QWidget.setTabOrder(one, other)  # made last, they would come after all of the window
        if len(problems) > SHOWN:
            self.rows.lay(TextLabel("second", "edit.more_problems", n=len(problems) - SHOWN))
        if not problems:
            self.rows.lay(Empty("edit.no_problems", "edit.play_from_here", self.model.play))
        self.rows.lay(None)
        if not self._touched:
            self.set_open(bool(problems))
        self.tabs.setTabText(0, f"{tr('edit.problems')} {len(problems)}".strip())
        self.tabs.setTabText(1, tr("dock.history"))
        if held:  # what was mended is gone: on with what is now the first
            for row in rows:
                row.show()
            if not regions.enter(self.rows):
                self.tabs.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_history(self) -> None:
        live = self.model.live
        lines = [ListItem(0, tr("edit.history_start"), high=0)]
        for entry in self.model.history():
            undone = entry.index > live
            words, tip = f"{entry.index}  {entry.text}", tr("history.undone") if undone else ""
            lines.append(ListItem(entry.index, words, tip, high=0, pale=undone))
        self.history.show_entries(lines, live)
        self.history.scrollToItem(self.history.currentItem())

    def _history_go(self, item: QListWidgetItem) -> None:
        index = item.data(KIND)
        if index != self.model.live:
            self.model.go_to(index)

    def retranslate(self) -> None:
        """Write the panes again in the language in force."""
        self.refresh()
        self._fill_history()

    def restyle(self) -> None:
        """Height at the new scale."""
        super().restyle()
        tall = self.window().height() > px(800)
        self.setFixedHeight((px(150) if tall else px(112)) if self.open else px(34))
