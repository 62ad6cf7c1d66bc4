"""Below every page: problems with what fixes them, and the history; a click goes there."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QScrollArea, QStackedWidget, QTabBar

from qtwar.ui.edit.model import EditModel, EditProblem
from qtwar.ui.i18n import tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, IconButton, Panel, TextLabel, clear
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.empty import Empty

SHOWN = 60


class ProblemRow(Panel):
    """Icon, sentence, page, Go, Mend."""

    def __init__(self, problem: EditProblem, model: EditModel) -> None:
        super().__init__("row", row=True, margins=(12, 0, 12, 0), spacing=10)
        self.problem, self.model = problem, model
        bad = problem.severity == "error"
        sign = QLabel()
        name = "alert-circle-outline" if bad else "alert-outline"
        sign.setPixmap(icon(name, "bad" if bad else "warn").pixmap(QSize(px(16), px(16))))
        words = Elided()
        words.setText(problem.text)
        self.box.addWidget(sign)
        self.box.addWidget(words, 1)
        if problem.page:
            page = TextLabel("second", f"edit.page.{problem.page}")
            self.box.addWidget(page)
        self.go = Button("edit.go", kind="quiet", then=self._go)
        self.go.setEnabled(bool(problem.page or problem.place))
        self.go.setAccessibleName(tr("edit.go_to", what=problem.text))
        self.box.addWidget(self.go)
        if problem.fix:
            self.fix = Button(kind="compact", icon_name="auto-fix", then=lambda: model.fix(problem))
            self.fix.setText(tr("edit.fix"))
            self.fix.setToolTip(problem.fix)
            self.box.addWidget(self.fix)
        self.setAccessibleName(problem.text)
        self.restyle()

    def restyle(self) -> None:
        """Height at the new scale."""
        super().restyle()
        self.setFixedHeight(px(32))

    def _go(self) -> None:
        if self.problem.page:
            self.model.focus.item.emit(*self.problem.item)
        if self.problem.place:
            self.model.focus.centre.emit(self.problem.place)


class BottomPanes(Panel):
    """Problems and History."""

    def __init__(self, model: EditModel) -> None:
        super().__init__("shelf")
        self.model = model
        self.tabs = QTabBar()
        self.tabs.setProperty("kind", "panes")
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab("")
        self.tabs.addTab("")
        self.say(self.tabs.setAccessibleName, "edit.bottom")
        self.note = TextLabel("second")
        self.fold = IconButton("chevron-down", "edit.fold", size=26, then=self.toggle)
        head = Panel(row=True, margins=(8, 0, 8, 0), spacing=8)
        head.box.addWidget(self.tabs)
        head.box.addStretch(1)
        head.box.addWidget(self.note)
        head.box.addWidget(self.fold)
        self.stack = QStackedWidget()
        self.rows = Panel("panel", spacing=0)
        problems = QScrollArea()
        problems.setWidgetResizable(True)
        problems.setWidget(self.rows)
        self.history = QListWidget()
        self.say(self.history.setAccessibleName, "dock.history")
        self.history.itemClicked.connect(self._history_go)
        self.history.itemActivated.connect(self._history_go)
        self.stack.addWidget(problems)
        self.stack.addWidget(self.history)
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        self.tabs.tabBarClicked.connect(lambda _: self._clicked())
        self.box.addWidget(head)
        self.box.addWidget(self.stack, 1)
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._fill_history)
        model.problems_changed.connect(self.refresh)
        model.history_changed.connect(lambda: self._later.start(0))
        self.open = True
        self._touched = False
        self.restyle()
        self.refresh()
        self._fill_history()

    def toggle(self) -> None:
        """Fold or unfold; from then on it stays as the person wants it."""
        self._touched = True
        self.set_open(not self.open)

    def _clicked(self) -> None:
        self._touched = True
        self.set_open(True)

    def set_open(self, on: bool) -> None:
        """Show the lists, or the tabs alone."""
        self.open = on
        self.stack.setVisible(on)
        self.fold.set_icon("chevron-down" if on else "chevron-up")
        self.restyle()

    def show_history(self) -> None:
        """Bring the history forward."""
        self._touched = True
        self.set_open(True)
        self.tabs.setCurrentIndex(1)
        self.history.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def refresh(self) -> None:
        """List the problems."""
        problems = list(self.model.problems())
        clear(self.rows.box)
        for problem in problems[:SHOWN]:
            self.rows.box.addWidget(ProblemRow(problem, self.model))
        if len(problems) > SHOWN:
            more = TextLabel("second")
            more.setText(tr("edit.more_problems", n=len(problems) - SHOWN))
            self.rows.box.addWidget(more)
        if not problems:
            self.rows.box.addWidget(Empty("edit.no_problems", "edit.play_from_here", self.model.play))
        self.rows.box.addStretch(1)
        if not self._touched:
            self.set_open(bool(problems))
        self.tabs.setTabText(0, f"{tr('edit.problems')} {len(problems)}".strip())
        self.tabs.setTabText(1, tr("dock.history"))

    def _fill_history(self) -> None:
        entries, live = self.model.history(), self.model.live
        self.history.clear()
        start = QListWidgetItem(tr("edit.history_start"))
        start.setData(Qt.ItemDataRole.UserRole, 0)
        self.history.addItem(start)
        here = start
        for entry in entries:
            item = QListWidgetItem(f"{entry.index}  {entry.text}")
            item.setData(Qt.ItemDataRole.UserRole, entry.index)
            if entry.index > live:
                item.setForeground(QColor(current().tokens.third))
                item.setToolTip(tr("history.undone"))
            self.history.addItem(item)
            if entry.index == live:
                here = item
        self.history.setCurrentItem(here)
        self.history.scrollToItem(here)

    def _history_go(self, item: QListWidgetItem) -> None:
        index = item.data(Qt.ItemDataRole.UserRole)
        if index is not None and index != self.model.live:
            self.model.go_to(index)

    def retranslate(self) -> None:
        """Write the panes again in the language in force."""
        self.refresh()
        self._fill_history()

    def restyle(self) -> None:
        """Height at the new scale."""
        super().restyle()
        if "open" in self.__dict__:
            high = self.window().height() if self.window() is not None else px(1000)
            self.setFixedHeight((px(150) if high > px(800) else px(112)) if self.open else px(34))
