"""The map page: tool rail and option bar, the board with its zoom strip, and the docks at the right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QMainWindow, QMenu, QWidget
from shiboken6 import isValid

from qtwar.editing.draft import Change
from qtwar.ui.actions import BY_ID, Actions
from qtwar.ui.edit.map.layers import LayersDock
from qtwar.ui.edit.map.palette import PaletteDock
from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.properties import PropertiesDock
from qtwar.ui.edit.map.tools.base import Tool
from qtwar.ui.edit.map.tools.brush import BrushTool, CellTool, ElevationTool, EraserTool, FillTool
from qtwar.ui.edit.map.tools.calibrate import CalibrateTool
from qtwar.ui.edit.map.tools.labels import LabelTool
from qtwar.ui.edit.map.tools.lines import EdgeTool, PathTool
from qtwar.ui.edit.map.tools.measure import MeasureTool
from qtwar.ui.edit.map.tools.place import PlaceTool
from qtwar.ui.edit.map.tools.select import SelectTool
from qtwar.ui.edit.map.tools.things import AreaTool, BoxTool
from qtwar.ui.edit.map.tools.wand import WandTool
from qtwar.ui.edit.map.view import EditBoard
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import tr
from qtwar.ui.play.floats import ZoomStrip
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import ChoiceBox, IconButton, Panel, TextLabel, clear, pop_below, upright
from qtwar.ui.widgets.dock import Dock
from qtwar.ui.widgets.elided import Elided

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
TOOLS: tuple[type[Tool], ...] = (
    SelectTool, BrushTool, FillTool, WandTool, EdgeTool, PathTool, ElevationTool, LabelTool, AreaTool, BoxTool,
    PlaceTool, MeasureTool, EraserTool, CalibrateTool,
)  # fmt: skip


class OptionBar(Panel):
    """What the tool in hand can be told."""

    def __init__(self, view: EditBoard, pen: Pen, model: EditModel) -> None:
        super().__init__("toolbar", row=True, margins=(12, 4, 12, 4), spacing=10, high=42)
        self.view, self.pen, self.model = view, pen, model
        self.name = TextLabel("strong")
        self.chip = TextLabel("chip")
        self.middle = Panel(row=True, spacing=10)
        self.hint = Elided("second")
        self.stroke = TextLabel("second")
        self.more = IconButton("tune-variant", "edit.more_options", size=30, then=self._ask_more)
        self.switches: list[QCheckBox] = []
        self.boards = ChoiceBox(name_key="edit.boards", whole=True, then=view.set_board)
        self.boards.setMinimumContentsLength(10)
        parts = (self.name, self.chip, upright(), self.middle, self.more, self.hint, self.stroke, self.boards)
        self.lay(*parts, grow=self.hint)
        view.tool_changed.connect(lambda _: self.build())
        view.stroke_changed.connect(self.stroke.show_data)
        pen.changed.connect(self.mark)
        view.board_changed.connect(self._on_board)
        model.changed.connect(self._changed)
        self.fill_boards()

    def _on_board(self, ident: str) -> None:
        self.boards.choose(ident)
        self.build()

    def _changed(self, change: Change) -> None:
        if change.touches("boards"):
            self.fill_boards()
            if self.view.tool.follow():
                self.build()

    def fill_boards(self) -> None:
        """List the boards, where there is more than one."""
        self.boards.offer(named(self.model.content.boards), self.view.board_id)
        self.boards.setVisible(self.boards.count() > 1)

    def build(self) -> None:
        """Show the options of the tool in hand."""
        tool = self.view.tool
        clear(self.middle.box)
        self.name.setText(tr(f"action.tool_{tool.id}"))
        made = list(tool.options(self.middle))
        self.middle.lay(*made)
        self.switches = [widget for widget in made if isinstance(widget, QCheckBox)]
        self.hint.setText(tr(tool.hint) if tool.hint else "")
        self.mark()
        self._fit_switches()

    def _fit_switches(self) -> None:
        """Where the bar has no room for the tool's switches they go into a menu."""
        boxes = [box for box in self.switches if isValid(box)]
        parts = [self.name, *([self.chip] if self.chip.text() else []), *self.middle.findChildren(Panel)]
        needed = sum(part.sizeHint().width() for part in parts) + sum(box.sizeHint().width() for box in boxes)
        needed += px(10) * (len(parts) + len(boxes) + 6) + (self.boards.sizeHint().width() if self.boards.count() > 1 else 0)
        narrow = bool(boxes) and needed > self.width()
        for box in boxes:
            box.setVisible(not narrow)
        self.more.setVisible(narrow)

    def _ask_more(self) -> None:
        menu = QMenu(self)
        for box in self.switches:
            action = menu.addAction(box.text())
            action.setCheckable(True)
            action.setChecked(box.isChecked())
            action.triggered.connect(box.setChecked)
        pop_below(menu, self.more)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """See again whether the switches have room."""
        super().resizeEvent(event)
        self._fit_switches()

    def mark(self) -> None:
        """Name what the pen draws."""
        words = self.pen.name(self.model.content) if self.view.tool.id in ("brush", "fill") else ""
        self.chip.setText(words)
        self.chip.setVisible(bool(words))

    def refresh(self) -> None:
        """Show boards and options as they are called."""
        self.fill_boards()
        self.build()


class ToolRail(Panel):
    """A button for each tool of the map."""

    def __init__(self, view: EditBoard, actions: Actions) -> None:
        super().__init__("rail", margins=(4, 6, 4, 6), spacing=2)
        self.buttons: dict[str, IconButton] = {}
        group = QButtonGroup(self)
        for kind in TOOLS:
            keys = BY_ID[f"tool_{kind.id}"].keys
            key, then = f"tool_{kind.id}", actions[f"tool_{kind.id}"].trigger
            button = IconButton(kind.icon, f"action.{key}", checkable=True, shortcut=keys[0] if keys else "", then=then)
            group.addButton(button)
            self.buttons[kind.id] = button
        self.columns = 0
        self.grid = QGridLayout()
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setSpacing(px(2))
        self.box.addLayout(self.grid)
        self.lay(None)
        self._lay(1)
        view.tool_changed.connect(lambda ident: self.buttons[ident].setChecked(True))

    def restyle(self) -> None:
        """Width at the new scale."""
        super().restyle()
        self._lay(self.columns, again=True)

    def _lay(self, columns: int, *, again: bool = False) -> None:
        """Stand in one column, or in more where one is too high for the window."""
        if columns == self.columns and not again:
            return
        self.columns = columns
        for n, button in enumerate(self.buttons.values()):
            self.grid.addWidget(button, n // columns, n % columns)
        self.setFixedWidth(px(6 + 34 * columns))

    def minimumSizeHint(self) -> QSize:
        """Return the least size: room for four rows of buttons."""
        return QSize(self.width(), px(34) * 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as are needed."""
        super().resizeEvent(event)
        room = max(1, (self.height() - px(14)) // px(34))
        self._lay(-(-len(self.buttons) // room))


class MapPage(Panel):
    """Map of a draft. `board_switch` shows when there is more than one board."""

    def __init__(self, model: EditModel, actions: Actions) -> None:
        super().__init__()
        self.model = model
        self.pen = Pen(self)
        self.pen.fit(model.content)
        self.view = EditBoard(model)
        self.view.tools = {kind.id: kind(self.view, self.pen) for kind in TOOLS}
        self.rail = ToolRail(self.view, actions)
        self.bar = OptionBar(self.view, self.pen, model)
        self.area = QMainWindow()
        self.area.setWindowFlags(Qt.WindowType.Widget)
        self.area.setDockNestingEnabled(True)
        # docks come along by their tabs
        self.area.setDockOptions(self.area.dockOptions() | QMainWindow.DockOption.GroupedDragging)
        middle = Panel("surround").lay(self.view)
        ZoomStrip(middle, self.view).goto.connect(actions["goto"].trigger)
        self.area.setCentralWidget(middle)
        self.palette_dock = PaletteDock(model, self.view, self.pen)
        self.properties = PropertiesDock(model, self.view, self.pen)
        self.layers = LayersDock(model, self.view)
        self.docks: dict[str, Dock] = {}
        for ident, icon_name, panel in (
            ("palette", "palette-outline", self.palette_dock),
            ("properties", "tune-variant", self.properties),
            ("layers", "layers-outline", self.layers),
        ):
            dock = Dock(ident, icon_name, f"edit.dock.{ident}", panel)
            self.docks[ident] = dock
            self.area.addDockWidget(RIGHT, dock, Qt.Orientation.Vertical)
        self.lay(self.bar, (Panel(row=True).lay(self.rail, (self.area, 1)), 1))
        self.palette_dock.chosen.connect(self._chosen)
        self.palette_dock.wanted.connect(self.properties.show_kind)
        self.view.take("brush" if len(model.content.terrain) > 1 else "select")
        QTimer.singleShot(0, self, self._sizes)

    def _chosen(self, ident: str) -> None:
        """A choice of the palette takes up its tool; fill and elevation stay where they are."""
        now = self.view.tool.id
        if ident != "brush" or now not in ("fill", "brush"):
            self.view.take(ident)

    def _sizes(self) -> None:
        docks = [self.docks[i] for i in ("palette", "properties", "layers")]
        wide = px(300 if self.width() < px(1400) else 340)
        self.area.resizeDocks([docks[0]], [wide], Qt.Orientation.Horizontal)
        self.area.resizeDocks(docks, [px(270), px(260), px(240)], Qt.Orientation.Vertical)

    def key(self, event: QKeyEvent) -> bool:
        """Digits choose a terrain, brackets the brush's size, wherever the keyboard is; False where a key means nothing here."""
        if isinstance(self.view.tool, CellTool) and self.view.tool.resize(event.key()):
            return True
        if Qt.Key.Key_1 <= event.key() <= Qt.Key.Key_9 and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return self.palette_dock.pick_number(event.key() - Qt.Key.Key_0)
        return False

    def size_words(self) -> str:
        """Return the size of the board for the status bar."""
        grid = self.view.board.grid
        if grid.columns and grid.rows:
            return tr(f"edit.size_words.{grid.kind}", columns=grid.columns, rows=grid.rows)
        return tr("edit.cells_all", n=len(self.view.layout_.grid.cells()))

    def restyle(self) -> None:
        """Dock sizes at the new scale."""
        super().restyle()
        QTimer.singleShot(0, self, self._sizes)

    def regions(self) -> list[QWidget]:
        """Return the parts of the page that F6 goes through."""
        docks = [dock.panel for dock in self.docks.values() if dock.isVisible()]
        return [self.bar, self.rail, self.view, *docks]

