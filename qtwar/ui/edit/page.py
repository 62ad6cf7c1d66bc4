"""One open draft: toolbar with its pages, problems and history below, and a status bar that says where one is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QTextEdit,
    QWidget,
)

from qtwar.ui import regions
from qtwar.ui.actions import Actions
from qtwar.ui.board.input import ENTER
from qtwar.ui.edit import choosing
from qtwar.ui.edit.bar import Bar
from qtwar.ui.edit.bottom import BottomPanes
from qtwar.ui.edit.counters.page import CountersPage
from qtwar.ui.edit.findings import EditProblem, page_of
from qtwar.ui.edit.map.page import TOOLS, MapPage
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.oob.page import OobPage
from qtwar.ui.edit.playfrom import PlayFrom
from qtwar.ui.edit.scenario.page import ScenariosPage
from qtwar.ui.edit.search import find
from qtwar.ui.edit.tables.page import TablesPage
from qtwar.ui.edit.toolbar import PAGES, EditToolbar
from qtwar.ui.facts import Found
from qtwar.ui.files import ask_save
from qtwar.ui.i18n import tr
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import IconLabel, Panel, TextLabel
from qtwar.ui.widgets.elided import Elided

COMPACT_WIDTH = 1420
TINY_WIDTH = 1000
THUMBNAIL = 420
MADE = {"counters": CountersPage, "oob": OobPage, "tables": TablesPage, "scenarios": ScenariosPage}
"""What makes the pages beside the map."""


class StatusBar(Panel):
    """Cell and terrain, size · what undo would take back, problems, saved."""

    def __init__(self, model: EditModel) -> None:
        super().__init__("statusbar", row=True, margins=(14, 2, 14, 2), spacing=12, high=28)
        self.model = model
        self.where, self.extent, self.last = Elided("small"), TextLabel("small"), TextLabel("small")
        self.counts, self.saved = TextLabel("small"), TextLabel("small")
        self.sign = IconLabel(size=14)
        self.jobs = Panel(row=True)  # for the line of what runs in the background
        self.lay((self.where, 1), self.extent, self.last, self.counts, self.jobs, self.sign, self.saved)
        self._busy = False
        model.history_changed.connect(self.refresh)
        model.problems_changed.connect(self.refresh)
        model.busy.connect(self._set_busy)
        self.refresh()

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.refresh()

    def refresh(self) -> None:
        """Show the present state of the draft in the bar."""
        entries = self.model.history()
        last = next((e for e in reversed(entries) if e.index == self.model.live), None)
        self.last.setText(tr("edit.undo_would", what=last.text) if last is not None else "")
        problems = self.model.problems
        bad = sum(1 for p in problems if p.severity == "error")
        self.counts.setText(tr("edit.problem_counts", bad=bad, warn=len(problems) - bad) if problems else "")
        self.saved.setText(tr("edit.storing") if self._busy else tr("edit.saved"))
        self.sign.show_icon(*(("progress-clock", "second") if self._busy else ("check-circle-outline", "good")))


class EditPage(Panel):
    """The pages are made when they are first shown."""

    def __init__(self, model: EditModel, actions: Actions, prefs: Preferences) -> None:
        super().__init__()
        model.setParent(self)
        self.model, self.actions_registry, self.prefs = model, actions, prefs
        self.path, self.focus, self.save_copy = str(model.path), model.focus, model.save_copy
        self.toolbar = EditToolbar(model, actions)
        self.map = MapPage(model, actions)
        self.stack = QStackedWidget()
        self.pages: dict[str, QWidget] = {"map": self.map}
        self.stack.addWidget(self.map)
        self.bottom = BottomPanes(model)
        self.status = StatusBar(model)
        self.jobs_home = self.status.jobs
        self.play_from = PlayFrom(model, self, below=self.toolbar)
        self.play_from.closed.connect(lambda: self.map.view.setFocus())
        self.lay(self.toolbar, (self.stack, 1), self.bottom, self.status)
        self.page = "map"
        self._at: EditProblem | None = None
        self.toolbar.page_wanted.connect(self.show_page)
        model.focus.page.connect(self.show_page)
        model.focus.centre.connect(self._centre)
        model.focus.table.connect(lambda ident: self.show_item("tables", str(ident)))
        model.focus.item.connect(self.show_item)
        model.focus.tool.connect(self.take_tool)
        model.focus.cells = self.cells
        self.map.view.hovered.connect(self._hovered)
        self.map.view.board_changed.connect(lambda _: self._hovered(""))
        self.map.view.tool_changed.connect(lambda _: self._sync_actions())
        model.changed.connect(lambda _: self.refresh())
        self.toolbar.choose("map")
        self._hovered("")
        for ident in ("brush", "keep_roads"):
            self._preference(ident)
        prefs.changed.connect(self._preference)

    def _preference(self, ident: str) -> None:
        """A setting of the map page: as it begins, and whenever it is set anew."""
        put = {"brush": self.map.pen.set_size, "keep_roads": self.map.pen.set_keep_roads}.get(ident)
        if put is not None:
            put(self.prefs.get(ident))

    def tab_text(self) -> str:
        """Return what the tab is called."""
        return tr("tabs.draft", name=self.model.name)

    @property
    def ground(self) -> str:
        """The kind of grid of the first board."""
        return self.model.ground

    def search(self, text: str) -> Sequence[Found]:
        """Return what the palette can go to."""
        return find(self.model.draft, self.model.content, text)

    # -- pages -------------------------------------------------------------------------------------
    def show_page(self, ident: str) -> None:
        """Bring a page forward."""
        if ident not in self.pages:
            self.pages[ident] = MADE[ident](self.model)
            self.stack.addWidget(self.pages[ident])
        self.page = ident
        page: Any = self.pages[ident]
        had = page.focusWidget()
        self.stack.setCurrentWidget(page)
        if ident == "map":
            self.map.view.setFocus(Qt.FocusReason.OtherFocusReason)  # the keys of the tools are heard at once
        elif had and regions.takes_focus(had) and any(one is had or one.isAncestorOf(had) for one in page.regions()):
            had.setFocus(Qt.FocusReason.OtherFocusReason)
        else:  # not to a button of its bar, nor left in menu or toolbar
            regions.enter(page.regions()[0])
        self.toolbar.choose(ident)
        self._sync_actions()

    def _centre(self, what: str) -> None:
        """A place is shown on the map, a kind in the designer."""
        kind, _, ident = what.partition(":")
        if kind == "kind":
            self.show_page("counters")
            self.model.focus.kind.emit(ident)
        elif ident:
            self.show_page("map")

    def show_item(self, part: str, ident: str) -> None:
        """Bring the page of a part of the content forward, with one thing of it chosen."""
        where = page_of(part)
        self.show_page(where)
        page: Any = self.pages[where]
        if where == "map":
            if part == "boards" and ident:
                self.map.view.set_board(ident)
        else:
            page.show_item(part, ident)

    def _hovered(self, place: str) -> None:
        self.status.where.setText(self.map.view.describe(place) if place else "")
        self.status.extent.setText(self.map.size_words())

    # -- commands ----------------------------------------------------------------------------------
    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return what this page does of the registry's commands."""
        view, model = self.map.view, self.model
        made: dict[str, Callable[..., object]] = {
            "undo": model.undo,
            "redo": model.redo,
            "zoom_in": lambda: view.set_zoom(view.camera.zoom * 1.25),
            "zoom_out": lambda: view.set_zoom(view.camera.zoom / 1.25),
            "zoom_100": lambda: view.set_zoom(1.0),
            "zoom_fit": view.fit,
            "next_todo": lambda: self.next_problem(1),
            "previous_todo": lambda: self.next_problem(-1),
            "play_here": model.play,
            "play_from": self.play_from.open,
            "edit_history": self.bottom.show_history,
            "export_module": self.ask_export,
            "add_to_library": model.add_to_library,
            "import_picture": self.ask_picture,
            "import_map": self.ask_map,
        }
        for ident, _ in PAGES:
            made[f"page_{ident}"] = lambda *_, i=ident: self.show_page(i)
        for kind in TOOLS:
            made[f"tool_{kind.id}"] = lambda *_, i=kind.id: self.take_tool(i)
        return made

    def cells(self) -> list[str]:
        """Return the cells selected on the board in front, else the one under the cell cursor."""
        view = self.map.view
        return sorted(view.selection) or [view.cell.rpartition(":")[2]]

    def take_tool(self, ident: str) -> None:
        """Go to the map with a tool."""
        self.show_page("map")
        self.map.view.take(ident)
        self.map.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _sync_actions(self) -> None:
        tool = self.map.view.tool
        for kind in TOOLS:
            self.actions_registry[f"tool_{kind.id}"].setChecked(tool.id == kind.id)
        for ident, _ in PAGES:
            self.actions_registry[f"page_{ident}"].setChecked(ident == self.page)

    def activated(self) -> None:
        """The page comes to the front."""
        self._sync_actions()

    def ask_export(self) -> None:
        """Ask where the module is to be written: as one file, or as a folder."""
        forms = {"edit.export_filter": "qtmod", "edit.export_folder": ""}
        ask_save(self, self.model.export, "action.export_module", f"{self.model.content.title.id}.qtmod", forms)

    def ask_picture(self) -> None:
        """Ask for a scanned map to lay below the board."""
        board, take = self.map.view.board_id, self.model.take_picture
        choosing.from_file(self, self.model, "action.import_picture", lambda path: take(board, path))

    def ask_map(self) -> None:
        """Ask for the picture that is to be the board's map, at its full size."""
        board, take = self.map.view.board_id, self.model.art.take_map
        choosing.from_file(self, self.model, "action.import_map", lambda path: take(board, path))

    def next_problem(self, step: int) -> None:
        """Go to the next finding that has a place."""
        problems = [p for p in self.model.problems if p.page or p.place]
        if not problems:
            self.model.told.emit(tr("edit.no_problems"))
            return
        last = problems.index(self._at) if self._at in problems else -1 if step > 0 else 0
        self._at = problems[(last + step) % len(problems)]
        self.model.focus.show_problem(self._at)
        self.model.told.emit(self._at.text)

    # -- keys --------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Bare keys take up tools, while no text is typed."""
        if not self.handle_key(event):
            super().keyPressEvent(event)

    def handle_key(self, event: QKeyEvent) -> bool:
        """Do what a key means; False where it means nothing here."""
        focus = QApplication.focusWidget()
        if isinstance(focus, (QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox, QAbstractItemView)):
            return False
        key, mods = event.key(), event.modifiers()
        if mods & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        if self.page == "map" and self.map.key(event):
            return True
        if key in ENTER and isinstance(focus, QAbstractButton) and focus.focusPolicy() & Qt.FocusPolicy.TabFocus:
            if not event.isAutoRepeat():
                focus.click()  # as Space does
            return True
        shift = "Shift+" if mods & Qt.KeyboardModifier.ShiftModifier else ""
        # bare letters are the tools of the map: a slip of the finger elsewhere turns to no other page
        pressed = QKeySequence(shift + QKeySequence(key).toString())
        ident = self.actions_registry.bare_key(pressed, "edit") if self.page == "map" else ""
        if ident and self.actions_registry[ident].isEnabled():
            self.actions_registry[ident].trigger()
            return True
        return False

    def regions(self) -> list[QWidget]:
        """The stations of F6 below the menu: toolbar, the bar of the page in front, its own, problems and history."""
        page: Any = self.pages[self.page]
        return [self.toolbar, *page.findChildren(Bar), *page.regions(), self.bottom]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow windows leave words out."""
        super().resizeEvent(event)
        self.restyle()
        self.bottom.restyle()

    def restyle(self) -> None:
        """Leave words out where there is little room."""
        super().restyle()
        self.toolbar.set_compact(self.width() < px(COMPACT_WIDTH), self.width() < px(TINY_WIDTH))

    def refresh(self) -> None:
        """Say in the status bar what is pointed at."""
        self._hovered(self.map.view.hover_place)

    def close_page(self) -> None:
        """Let go of the draft; the start window keeps a picture of its map."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.map.view.minimap_picture(THUMBNAIL).save(buffer, "PNG")
        self.model.keep_picture(bytes(data.data()))
        self.map.view.close_board()
        self.model.close()

