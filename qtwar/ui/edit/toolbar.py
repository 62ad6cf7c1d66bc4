"""The toolbar of a draft: undo, redo, history · the pages · shown scenario, Play from here."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QButtonGroup, QSizePolicy, QToolButton

from qtwar.ui.actions import Actions
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import tr
from qtwar.ui.mime import PIECES
from qtwar.ui.theme import current, px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, ChoiceBox, IconButton, Panel, TextLabel, upright
from qtwar.ui.widgets.plain import plain

PAGES = (
    ("map", "map-outline"), ("counters", "cards-outline"), ("oob", "file-tree-outline"), ("tables", "table"),
    ("scenarios", "text-box-outline"),
)  # fmt: skip


class PageButton(QToolButton):
    """Counters dragged onto it bring its page forward, so that they can be dropped there."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptDrops(True)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Bring the page forward; nothing is dropped on the button itself."""
        if event.mimeData().hasFormat(PIECES):
            self.entered.emit()
            event.accept()


class EditToolbar(Panel):
    """`page_wanted` gives the page that was clicked."""

    page_wanted = Signal(str)

    def __init__(self, model: EditModel, actions: Actions) -> None:
        super().__init__("toolbar", row=True, margins=(10, 2, 10, 2), spacing=4, high=44)
        self.model, self.commands = model, actions
        self.undo = IconButton("undo", "action.undo", then=actions["undo"].trigger)
        self.redo = IconButton("redo", "action.redo", then=actions["redo"].trigger)
        self.history = IconButton("history", "toolbar.history", then=actions["edit_history"].trigger)
        self.lay(self.undo, self.redo, self.history, upright())
        self.pages: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        for ident, icon_name in PAGES:
            page = PageButton()
            page.entered.connect(lambda i=ident: self.page_wanted.emit(i))
            page.setProperty("kind", "page")
            page.setCheckable(True)
            page.setIcon(icon(icon_name))
            page.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            page.clicked.connect(lambda _=False, i=ident: self.page_wanted.emit(i))
            group.addButton(page)
            self.pages[ident] = page
            self.lay(page)
        self.word = TextLabel("second-body", "edit.shown_scenario")
        self.scenario = ChoiceBox(name_key="edit.shown_scenario", least=12, then=model.show_scenario)
        self.scenario.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.play = Button("edit.play_from_here", kind="primary", icon_name="play", then=actions["play_here"].trigger)
        self.key = TextLabel("key", text="F5")
        self.lay(None, self.word, self.scenario, self.play, self.key)
        model.history_changed.connect(self.refresh)
        model.changed.connect(lambda change: self.refresh())
        model.scenario_changed.connect(self.refresh)
        self.restyle()
        self.refresh()

    def refresh(self) -> None:
        """Show what can be undone, the pages with their counts, the scenarios."""
        content = self.model.content
        self.undo.setEnabled(self.model.can_undo)
        self.redo.setEnabled(self.model.can_redo)
        for ident, button in self.pages.items():
            words = tr(f"edit.page.{ident}")
            if ident == "scenarios" and len(content.scenarios) > 1:
                words = f"{words} {len(content.scenarios)}"
            button.setText(words)
        self.scenario.offer(named(content.scenarios), self.model.scenario)

    def choose(self, ident: str) -> None:
        """Mark the page in front."""
        self.pages[ident].setChecked(True)

    def set_compact(self, compact: bool, tiny: bool) -> None:
        """Leave words out where there is little room."""
        self.word.setVisible(not compact)
        self.key.setVisible(not compact)
        self.scenario.setMinimumContentsLength(6 if tiny else 12)
        style = Qt.ToolButtonStyle
        for ident, button in self.pages.items():
            button.setToolButtonStyle(style.ToolButtonIconOnly if tiny else style.ToolButtonTextBesideIcon)
            button.setToolTip(plain(button.text() if tiny else ""))
            button.setAccessibleName(tr(f"edit.page.{ident}"))

    def restyle(self) -> None:
        """Sizes at the new scale."""
        super().restyle()
        for button in self.pages.values():
            button.setFixedHeight(px(38))
            button.setIconSize(current().icon_size())
