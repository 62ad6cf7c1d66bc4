"""Counters from scanned sheets: a grid is laid over front and back, names are typed or numbered, and all come in at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit

from qtwar.editing.cutting import MOST, Looked, NewCounter, SheetGrid
from qtwar.ui.edit import choosing
from qtwar.ui.edit.counters.cutview import CutView
from qtwar.ui.edit.following import DraftPanel
from qtwar.ui.edit.model import EditModel
from qtwar.ui.edit.words import named
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, ChoiceBox, Panel, TextLabel, beside
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.stepper import Stepper

ROOM = 999


class SheetPanel(Panel):
    """One sheet, front or back: where it comes from, and its grid in figures and on the picture."""

    def __init__(self, model: EditModel, word: str, came: Callable[[SheetPanel], object]) -> None:
        super().__init__("panel", spacing=4)
        self.model, self._came = model, came
        self.view = CutView(f"edit.cut.none_{word}")
        self.steppers: dict[str, Stepper] = {}
        head = Panel(row=True, margins=(8, 4, 8, 0), spacing=6)
        head.lay((Elided("strong", f"edit.cut.{word}"), 1))
        self.file = Button("edit.cut.file", kind="compact", icon_name="folder-open-outline", then=self.ask)
        self.paste = Button("edit.cut.paste", kind="compact", icon_name="content-paste", then=self.take_clipboard)
        head.lay(self.file, self.paste)
        figures = FlowPanel(gap=10)
        figures.flow.setContentsMargins(px(8), 0, px(8), 0)
        for key, high in (("columns", MOST), ("rows", MOST), ("gap_x", ROOM), ("gap_y", ROOM)):
            low = 0 if high == ROOM else 1
            made = self.steppers[key] = Stepper(low, high, then=lambda _: self._typed())
            self.say(made.setAccessibleName, f"edit.cut.{key}")
            pair = Panel(row=True, spacing=6)
            pair.lay(TextLabel("second-body", f"edit.cut.{key}"), made)
            figures.flow.addWidget(pair)
        self.lay(head, figures, (self.view, 1))
        self.view.changed.connect(self._show_figures)
        self._show_figures()

    @property
    def sheet(self) -> Looked | None:
        """The sheet that is shown."""
        return self.view.sheet

    def ask(self) -> None:
        """Ask for a file."""
        choosing.from_file(self, self.model, "edit.cut.file", self.take)

    def take_clipboard(self) -> None:
        """Take the picture that was copied."""
        choosing.from_clipboard(self, self.model, self.take)

    def take(self, path: str) -> None:
        """Have a file looked at, and show it."""
        self.model.art.look(path, self._looked)

    def _looked(self, sheet: Looked) -> None:
        pixels = self.model.around.art.store().get(sheet.shown)
        image = QImage()
        if pixels is not None:
            high, wide = pixels.shape[:2]
            image = QImage(pixels.tobytes(), wide, high, wide * 4, QImage.Format.Format_RGBA8888).copy()
        self.view.show_sheet(sheet, image, SheetGrid.of(sheet))
        self._show_figures()
        self._came(self)

    def clear(self) -> None:
        """Show no sheet."""
        self.view.show_sheet(None, QImage(), None)
        self._show_figures()

    def _show_figures(self) -> None:
        grid = self.view.grid
        for key, value in self._figures(grid).items():
            stepper = self.steppers[key]
            stepper.setEnabled(grid is not None)
            stepper.set_value(value, tell=False)

    @staticmethod
    def _figures(grid: SheetGrid | None) -> dict[str, int]:
        if grid is None:
            return {"columns": 1, "rows": 1, "gap_x": 0, "gap_y": 0}
        return {"columns": grid.columns, "rows": grid.rows, "gap_x": round(grid.gap[0]), "gap_y": round(grid.gap[1])}

    def _typed(self) -> None:
        grid = self.view.grid
        if grid is None:
            return
        figures = {key: stepper.value for key, stepper in self.steppers.items()}
        was = self._figures(grid)
        if figures != was:
            made = replace(grid, columns=figures["columns"], rows=figures["rows"])
            gap = [figures[key] if figures[key] != was[key] else grid.gap[n] for n, key in enumerate(("gap_x", "gap_y"))]
            self.view.set_grid(made.with_gap(*gap))


class CutterPanel(DraftPanel):
    """`closed` when it is no longer wanted."""

    closed = Signal()

    def __init__(self, model: EditModel) -> None:
        super().__init__(model)
        self.front = SheetPanel(model, "front", self._came)
        self.back = SheetPanel(model, "back", self._came)
        self.front.view.toggled.connect(self._toggle)
        self.back.view.toggled.connect(self._toggle)
        for part in (self.front, self.back):
            part.view.changed.connect(self._count)
        self.side = ChoiceBox(name_key="edit.side", whole=True)
        self.roster = QCheckBox()
        self.roster.setChecked(True)
        self.mirrored = QCheckBox()
        self.mirrored.setChecked(True)
        self.mirrored.toggled.connect(self._turned)
        for box, key in ((self.roster, "edit.cut.roster"), (self.mirrored, "edit.cut.mirrored")):
            self.say(box.setText, key)
        self.go = Button(kind="primary", icon_name="check", then=self.make)
        shut = Button("edit.cut.close", kind="quiet", then=self.closed.emit)
        head = Panel("toolbar", row=True, margins=(12, 4, 12, 4), spacing=8)
        head.lay((Elided("strong", "edit.cut.title"), 1), self.roster, TextLabel("second-body", "edit.side"), self.side)
        head.lay(self.go, shut)
        self.prefix, self.names = QLineEdit(), QPlainTextEdit()
        self.say(self.prefix.setAccessibleName, "edit.cut.prefix")
        self.say(self.names.setAccessibleName, "edit.cut.names")
        self.say(self.names.setPlaceholderText, "edit.cut.names_hint")
        self.names.setTabChangesFocus(True)
        words = Panel("panel", margins=(12, 8, 12, 8), spacing=6)
        words.lay(TextLabel("second-body", "edit.cut.prefix"), self.prefix, TextLabel("second-body", "edit.cut.names"))
        words.lay((self.names, 1), self.mirrored, TextLabel("second", "edit.cut.hint", wrap=True))
        self.lay(head, (beside((self.front, 640), (self.back, 640), (words, 280)), 1))
        self.prefix.textChanged.connect(lambda _: self._count())
        self._made: dict[str, int] = {}
        self.follow("sides")
        self._turned()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc goes back to the counters; what was entered stays."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def refresh(self) -> None:
        """Offer the sides there are."""
        sides = self.model.content.sides
        first = [] if self.side.values or not sides else [sides[0].id]
        self.side.offer([*named(sides), (None, tr("edit.no_side"))], *first)
        if not self.prefix.text():
            self.prefix.setText(tr("edit.cut.counter"))
        self._count()

    def open(self) -> None:
        """Show it, with the keyboard on what is done first."""
        self.show()
        self.front.file.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- the two sheets ----------------------------------------------------------------------------
    def _came(self, part: SheetPanel) -> None:
        """A back that was guessed otherwise than its front takes the front's grid."""
        front, back = self.front.view, self.back.view
        if part is self.back and front.grid is not None and front.sheet is not None and back.sheet is not None:
            if back.grid is None or (back.grid.rows, back.grid.columns) != (front.grid.rows, front.grid.columns):
                back.set_grid(front.grid.scaled(back.sheet.width / front.sheet.width))
            back.out = set(front.out)
        self._turned()

    def _turned(self) -> None:
        self.back.view.mirrored = self.mirrored.isChecked()
        self.back.view.update()
        self._count()

    def _toggle(self, number: int) -> None:
        out = self.front.view.out ^ {number}
        for part in (self.front, self.back):
            part.view.out = set(out)
            part.view.update()
        self._count()

    def _places(self) -> list[int]:
        """Return the places of the front that make a counter."""
        grid = self.front.view.grid
        return [n for n in range(grid.rows * grid.columns) if n not in self.front.view.out] if grid is not None else []

    def _count(self) -> None:
        front, back = self.front.view.grid, self.back.view.grid
        fits = front is None or back is None or (front.rows, front.columns) == (back.rows, back.columns)
        n = len(self._places())
        self.go.setText(tr("edit.cut.make", n=n) if fits else tr("edit.cut.unlike"))
        self.go.setEnabled(n > 0 and fits)

    # -- doing -------------------------------------------------------------------------------------
    def make(self) -> None:
        """Have the counters cut out and made, as one entry."""
        front, back = self.front.view, self.back.view
        if front.sheet is None or front.grid is None:
            return
        places = self._places()
        cells = list(front.grid.cells())
        sheets = [(front.sheet.path, [cells[n] for n in places])]
        if back.sheet is not None and back.grid is not None:
            cells = list(back.grid.cells(mirrored=self.mirrored.isChecked()))
            sheets.append((back.sheet.path, [cells[n] for n in places]))
        lines = [line.strip() for line in self.names.toPlainText().splitlines() if line.strip()]
        prefix = self.prefix.text().strip() or tr("edit.cut.counter")
        start = self._made.get(prefix, 0)

        def name(n: int) -> str:
            return lines[n] if n < len(lines) else f"{prefix} {start + n + 1}"

        def done(made: list[NewCounter]) -> None:
            if not made:  # the sheet stays: perhaps the grid lies beside its counters
                self._count()
                self.model.told.emit(tr("edit.cut.nothing"))
                return
            self._made[prefix] = start + len(places)
            self.front.clear()
            self.back.clear()
            self.names.clear()
            self._count()
            self.model.told.emit(tr("edit.cut.done", n=len(made)))

        self.go.setEnabled(False)
        self.model.art.cut(sheets, name, self.side.value, self.roster.isChecked(), done, self._count)

    def regions(self) -> list[Panel]:
        """The stations of F6."""
        return [self.front, self.back]

    def restyle(self) -> None:
        """Sizes at the new scale."""
        super().restyle()
        self.names.setMinimumHeight(px(80))

