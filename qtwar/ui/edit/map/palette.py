"""Palette: terrain as cells in the map's own look, features, edges and paths as chips; the pen's choice is ringed."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QMouseEvent, QPixmap
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QToolButton, QWidget

from qtwar.ui.edit.map.pen import Pen
from qtwar.ui.edit.map.samples import Samples
from qtwar.ui.edit.map.view import EditBoard
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import another
from qtwar.ui.i18n import language, tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, scrolling, share_columns
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.plain import plain

SIDE = 40
PARTS = (("features", "feature"), ("edge_kinds", "edge"), ("path_kinds", "path"))


class Cell(QToolButton):
    """A terrain's button; Ctrl+click puts it into the random mix."""

    mixed = Signal()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a kind into the mix with Ctrl held; else choose it."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.mixed.emit()
            event.accept()
        else:
            super().mousePressEvent(event)


class PaletteDock(Panel):
    """What the tools draw with."""

    chosen = Signal(str)  # the tool that a choice asks for
    wanted = Signal(str)  # a part whose new kind is to be edited

    def __init__(self, model: EditModel, view: EditBoard, pen: Pen) -> None:
        super().__init__("panel", margins=(0, 0, 0, 0))
        self.model, self.view, self.pen = model, view, pen
        self.samples = Samples(self)
        self.body = Panel("panel", margins=(8, 6, 8, 8), spacing=6)
        self.lay(scrolling(self.body))
        self.cells = QWidget()
        self.cells.setProperty("kind", "clear")
        self.grid = QGridLayout(self.cells)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.body.lay(self.cells)
        self.flows: dict[str, FlowPanel] = {}
        for part, _ in PARTS:
            self.flows[part] = FlowPanel()
            self.body.lay(TextLabel("caps", f"edit.part.{part}"), self.flows[part])
        self.body.lay(None)
        self.buttons: dict[tuple[str, str], QToolButton] = {}
        self._shown: object = None
        model.changed.connect(lambda change: self.refresh() if change.touches(*_LISTS) else None)
        view.board_changed.connect(lambda _: self.refresh())
        pen.changed.connect(self.mark)
        self.refresh()

    def refresh(self) -> None:
        """Show the kinds there are."""
        content, pen = self.model.content, self.pen
        pen.fit(content)
        now = (
            [(k.id, k.name) for k in content.terrain],
            [[(k.id, k.name) for k in getattr(content, part)] for part, _ in PARTS],
            repr(content.style),
            self.view.board_id,
            px(100),
            language(),
            self._columns(),
        )
        if now == self._shown:
            return
        self._shown = now
        clear(self.grid)
        self.buttons = {}
        columns = self._columns()
        board, side = self.view.board, px(SIDE)
        for n, kind in enumerate(content.terrain):
            button = Cell()
            button.setToolTip(plain(kind.name.get(language())))
            button.setAccessibleName(kind.name.get(language()))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setCheckable(True)
            button.setIconSize(QSize(side, side))
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setFixedHeight(side + px(26))
            picture = self.samples.want(content, board, kind.id, side, partial(_picture, button))
            button.setIcon(QIcon(picture))
            button.clicked.connect(lambda _=False, i=kind.id: self._choose("terrain", i))
            button.mixed.connect(lambda i=kind.id: pen.toggle_mix(i))
            self.buttons["terrain", kind.id] = button
            self.grid.addWidget(button, n // columns, n % columns)
        new = self._new("terrain", "edit.new_terrain")
        new.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        new.setFixedHeight(side + px(26))
        n = len(content.terrain)
        self.grid.addWidget(new, n // columns, n % columns)
        share_columns(self.grid, columns)
        for part, word in PARTS:
            holder = self.flows[part]
            flow = holder.flow
            clear(flow)
            for kind in getattr(content, part):
                small = QToolButton()
                small.setText(kind.name.get(language()))
                small.setAccessibleName(kind.name.get(language()))
                small.setCheckable(True)
                small.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                small.setIcon(QIcon(_dot(self.view.ground.lines.get(kind.id, ""), px(12))))
                small.setFixedHeight(px(28))
                small.clicked.connect(lambda _=False, w=word, i=kind.id: self._choose(w, i))
                self.buttons[word, kind.id] = small
                flow.addWidget(small)
            flow.addWidget(self._new(part, f"edit.new_{word}"))
            holder.updateGeometry()
        self.mark()

    def _columns(self) -> int:
        return max(2, min(5, (self.width() - px(24)) // px(76))) if self.width() > px(120) else 4

    def _new(self, part: str, key: str) -> QToolButton:
        button = QToolButton()
        button.setText(tr("edit.new"))
        button.setToolTip(tr(key))
        button.setAccessibleName(tr(key))
        button.setFixedHeight(px(28))
        button.clicked.connect(lambda: self.add_kind(part))
        return button

    def add_kind(self, part: str) -> None:
        """Add a kind and show its properties."""

        def take_up(ident: str) -> None:
            self._choose({"terrain": "terrain", **dict(PARTS)}[part], ident)
            self.wanted.emit(part)

        self.model.add(part, another(f"edit.new_name.{part}", getattr(self.model.content, part), part), take_up)

    def _choose(self, part: str, ident: str) -> None:
        self.pen.choose(part, ident)
        self.chosen.emit({"terrain": "brush", "feature": "brush"}.get(part, part))

    def mark(self) -> None:
        """Ring the pen's choice; the mix is dotted by a plus."""
        pen = self.pen
        for (part, ident), button in self.buttons.items():
            on = getattr(pen, part) == ident and (part not in ("terrain", "feature") or pen.what == part)
            button.setChecked(on)
            if part == "terrain":
                name = f"+ {button.toolTip()}" if ident in pen.mix and pen.mixing else button.toolTip()
                room = max(px(40), (self.width() - px(30)) // self._columns() - px(20))
                button.setText(button.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room))

    def pick_number(self, number: int) -> bool:
        """Choose the n-th terrain (1 …)."""
        kinds = self.model.content.terrain
        if 0 < number <= len(kinds):
            self._choose("terrain", kinds[number - 1].id)
            return True
        return False

    def resizeEvent(self, event: object) -> None:
        """More or fewer columns."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def restyle(self) -> None:
        """Sizes of the new scale."""
        super().restyle()
        self._shown = None
        self.refresh()


_LISTS = ("terrain", "features", "edge_kinds", "path_kinds", "style", "boards")


def _picture(button: QToolButton, picture: QPixmap) -> None:
    button.setIcon(QIcon(picture))


def _dot(colour: str, side: int) -> QPixmap:
    made = QPixmap(side, side)
    made.fill(QColor(colour) if colour else Qt.GlobalColor.transparent)
    return made
