"""The choices of the print tab: what to print, the settings of the sheet that is marked, and the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLineEdit, QWidget

from qtwar.export.choices import Choices
from qtwar.export.paper import INCH, MARGINS, NAMES, SIZES
from qtwar.ui.i18n import tr
from qtwar.ui.print.model import PrintModel
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Button, ChoiceBox, IconLabel, Panel, TextLabel, clear, hairline, scrolling, set_kind
from qtwar.ui.widgets.segments import Segments

PARTS = (
    ("setup-sheet", "clipboard-text-outline"),
    ("situation", "map-marker-outline"),
    ("counter-sheet", "layers-outline"),
    ("map", "map-outline"),
    ("tables", "table"),
    ("oob", "file-tree-outline"),
    ("log", "text-box-outline"),
)
GAME_ONLY = frozenset({"situation", "log"})
SIZES_MM = (0.0, 12.7, 15.24, 15.875, 15.0, 16.0, 18.0, 20.0, 25.4)
SCALES = (25.0, 50.0, 75.0, 100.0, 125.0, 150.0, 200.0)


class LengthBox(QDoubleSpinBox):
    """A length; the wheel steps it only once it has the keyboard, else it scrolls the panel."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step by the wheel, or leave it to the panel."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class PartRow(Panel):
    """One kind of sheet: ticked when it is printed, marked when its settings are shown."""

    ticked = Signal(str, bool)
    marked = Signal(str)

    def __init__(self, part: str, icon_name: str) -> None:
        super().__init__("row", row=True, margins=(8, 1, 8, 1), spacing=8)
        self.part = part
        self.check = QCheckBox()
        self.check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.check.toggled.connect(lambda on: self.ticked.emit(self.part, on))
        self.say(self.check.setAccessibleName, f"print.sheet.{part}")
        self.sign = IconLabel(icon_name, "second", 17)
        self.text = TextLabel("", f"print.sheet.{part}")
        self.count = TextLabel("second")
        self.lay(self.check, self.sign, self.text, None, self.count)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on the words marks it, and ticks it if it was not."""
        self.marked.emit(self.part)
        if not self.check.isChecked():
            self.check.setChecked(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Mark or unmark the part of the print on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.marked.emit(self.part)
        else:
            super().keyPressEvent(event)


class ChoicesPanel(Panel):
    """`changed` fires when the person chose something; `choices` and `scenario` say what."""

    changed = Signal()
    test_page = Signal()

    def __init__(self, model: PrintModel, choices: Choices) -> None:
        super().__init__("panel", wide=398)
        self.model = model
        self.choices = choices
        self.scenario = model.scenario
        parts = [p for p, _ in PARTS if model.is_game or p not in GAME_ONLY]
        kept = tuple(p for p in choices.what if p in parts)
        if kept != choices.what:
            self.choices = replace(choices, what=kept or (parts[0],))
        known = [ident for ident, _ in model.sides]
        if self.choices.side not in known and known:
            self.choices = replace(self.choices, side=known[0])
        self.part = self.choices.what[0]
        self.units = "mm"
        self.body = Panel("panel", margins=(14, 12, 14, 14), spacing=6)
        self.lay(scrolling(self.body, "printing.what"))
        self.body.lay(TextLabel("caps", "printing.what"))
        self.rows: dict[str, PartRow] = {}
        for part, icon_name in PARTS:
            if part in parts:
                row = PartRow(part, icon_name)
                row.check.setChecked(part in self.choices.what)
                row.ticked.connect(self._tick)
                row.marked.connect(self.mark)
                self.rows[part] = row
                self.body.lay(row)
        self.body.box.addSpacing(px(4))
        self.body.lay(hairline())
        self.section = self._into = Panel(spacing=7)
        self.body.lay(self.section, hairline())
        self.paper = Panel(spacing=7)
        self.body.lay(self.paper)
        self.body.box.addStretch(1)
        self.controls: dict[str, QWidget] = {}
        self.refresh()

    # -- what is chosen ----------------------------------------------------------------------------------------

    def set(self, **changes: Any) -> None:
        """Take a choice and tell it, if it is another than before."""
        trial = replace(self.choices, **changes)
        if trial != self.choices:
            self.choices = trial
            self.changed.emit()

    def set_units(self, units: str) -> None:
        """Show lengths in millimetres (`mm`) or inches (`in`); what is chosen stays."""
        if units != self.units:
            self.units = units
            self.refresh()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Say how many pages each ticked sheet has."""
        for part, row in self.rows.items():
            row.count.show_data(tr("printing.count", n=counts[part]) if counts.get(part) else "")

    def mark(self, part: str) -> None:
        """Show the settings of a kind of sheet."""
        if part != self.part:
            self.part = part
            self.refresh()

    def _tick(self, part: str, on: bool) -> None:
        what = [p for p in self.rows if (p == part and on) or (p != part and p in self.choices.what)]
        if not what:  # something is always printed: the last tick stays
            self.rows[part].check.setChecked(True)
            return
        if on:
            self.mark(part)
        elif self.part == part:
            self.mark(what[0])
        self.set(what=tuple(what))

    # -- building ----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the settings of the sheet that is marked."""
        self.controls = {}
        for part, row in self.rows.items():
            set_kind(row, "chosen", "true" if part == self.part else "false")
        clear(self.section.box)
        clear(self.paper.box)
        self._into = self.section
        self._into.lay(TextLabel("caps", text=tr(f"print.sheet.{self.part}").upper()))
        for add in self._settings()[self.part]:
            add()
        self._into = self.paper
        self._paper()

    def _row(self, key: str, control: QWidget, name: str) -> None:
        """Add a control with its words before it; `name` is that of the choice."""
        label = TextLabel("second-body", key)
        label.setFixedWidth(px(82))
        wide = isinstance(control, (QComboBox, QLineEdit, QCheckBox))
        row = Panel(row=True, spacing=8).lay(label, control, grow=control if wide else None)
        if not wide:
            row.box.addStretch(1)
        if not isinstance(control, QCheckBox):  # which says itself what it is
            control.setAccessibleName(tr(key))
        self._into.lay(row)
        self.controls[name] = control

    def _segments(self, field: str, *values: str) -> None:
        key, now = f"printing.{field}", str(getattr(self.choices, field))
        self._row(key, Segments(values, key, now, lambda value: self.set(**{field: value})), field)

    def _choice(self, key: str, field: str, items: Sequence[tuple[Any, str]]) -> None:
        now = getattr(self.choices, field)
        if now not in [value for value, _ in items]:
            items = [*items, (now, f"{now:g}" if isinstance(now, float) else str(now))]
        self._row(key, ChoiceBox(items, now, lambda value: self.set(**{field: value})), field)

    def _check(self, field: str, key: str = "") -> None:
        control = QCheckBox(tr(f"printing.{field}"))
        control.setChecked(bool(getattr(self.choices, field)))
        control.toggled.connect(lambda on: self.set(**{field: on}))
        self._row(key, control, field)

    def _number(self, field: str, low: float, high: float, step: float) -> None:
        """Add a field of a length; `low`, `high` and `step` are mm."""
        inches = self.units == "in"
        unit = INCH if inches else 1.0
        control = LengthBox()
        control.setDecimals(3 if inches else 1)
        control.setRange(low / unit, high / unit)
        control.setSingleStep(1 / 32 if inches else step)
        control.setSuffix(" in" if inches else " mm")
        control.setKeyboardTracking(False)
        control.setValue(float(getattr(self.choices, field)) / unit)
        control.valueChanged.connect(lambda value: self.set(**{field: round(float(value) * unit, 2)}))
        self._row(f"printing.{field}", control, field)

    def _length(self, mm: float, suffix: str | None = None) -> str:
        """Return a length in the units in force."""
        if self.units == "in":
            return f"{round(mm / INCH, 2):g}" + (" in" if suffix is None else suffix)
        return f"{mm:g}" + (" mm" if suffix is None else suffix)

    def _words(self, key: str, field: str) -> None:
        control = QLineEdit(str(getattr(self.choices, field)))
        control.setPlaceholderText(tr(f"{key}.hint"))
        control.editingFinished.connect(lambda: self.set(**{field: control.text().strip()}))
        self._row(key, control, field)

    # -- sections ----------------------------------------------------------------------------------------------

    def _settings(self) -> dict[str, tuple[Callable[[], None], ...]]:
        """Return what adds the settings of each kind of sheet, in their order."""
        # each returns what adds the control, when it is called
        choose, check, number = partial(partial, self._segments), partial(partial, self._check), partial(partial, self._number)
        language, names = choose("language", "en", "ja", "both"), choose("counters", "picture", "both", "name")
        shows_map = check("show_map", "printing.show")
        return {
            "setup-sheet": (
                self._whose, choose("layout", "full", "compact", "checklist"), self._placement, shows_map,
                check("show_reinforcements"), check("show_special"), names,
            ),
            "situation": (self._whose, shows_map, names),
            "counter-sheet": (
                self._whose, self._sizes, choose("scope", "scenario", "all"), choose("group", "formation", "kind"), self._turned,
                number("bleed", 0, 5, 0.5), number("gap", 0, 20, 0.5), check("cut_marks", "printing.marks"),
                number("offset_x", -20, 20, 0.1), number("offset_y", -20, 20, 0.1), self._test_page,
            ),
            "map": (
                self._whose, self._boards, self._scales, check("one_sheet"), number("overlap", 0, 40, 1),
                partial(self._words, "printing.region", "region"), check("map_counters", "printing.show"), check("ink_saving"),
            ),
            "tables": (language, self._tables),
            "oob": (language, names),
            "log": (self._whose, check("moments", "printing.show")),
        }  # fmt: skip

    def _whose(self) -> None:
        if len(self.model.scenarios) > 1:
            self._row("printing.scenario", ChoiceBox(self.model.scenarios, self.scenario, self._scenario), "scenario")
        sides = [(ident, name if ident else tr("printing.all_sides")) for ident, name in self.model.sides]
        if len(sides) > 3:
            self._choice("printing.for", "side", sides)
        elif len(sides) > 1:
            names = dict(sides)
            self._row("printing.for", Segments(names, "printing.for", self.choices.side, self._side, words=names), "side")
        self._segments("language", "en", "ja", "both")

    def _side(self, ident: str) -> None:
        self.set(side=ident)

    def _scenario(self, ident: str) -> None:
        if ident != self.scenario:
            self.scenario = ident
            self.changed.emit()

    def _placement(self) -> None:
        if self.choices.layout != "checklist":
            self._segments("placement", "auto", "quick", "book")

    def _sizes(self) -> None:
        sizes = [(mm, tr("printing.as_title") if not mm else _size_words(mm)) for mm in SIZES_MM]
        self._choice("printing.size", "counter_mm", sizes)

    def _turned(self) -> None:
        self._choice("printing.duplex", "duplex", [(v, tr(f"printing.duplex.{v}")) for v in ("long", "short", "none")])

    def _test_page(self) -> None:
        button = self.controls["test_page"] = Button("printing.test_page", icon_name="printer-check", then=self.test_page.emit)
        self._into.lay(button)

    def _boards(self) -> None:
        if len(self.model.boards) > 1:
            self._choice("printing.board", "board", [("", tr("printing.all_boards")), *self.model.boards])

    def _scales(self) -> None:
        scales = [*((scale, f"{scale:g} %") for scale in SCALES), (0.0, tr("printing.whole"))]
        self._choice("printing.scale", "scale", scales)

    def _tables(self) -> None:
        if self.model.tables:
            items = [("", tr("printing.all_tables")), *self.model.tables]
            chosen = self.choices.tables[0] if len(self.choices.tables) == 1 else ""
            control = ChoiceBox(items, chosen, lambda table: self.set(tables=(table,) if table else ()))
            self._row("printing.table", control, "tables")

    def _paper(self) -> None:
        self._into.lay(TextLabel("caps", "printing.paper"))
        sizes = [(k, f"{NAMES[k]} {self._length(w, '')} × {self._length(h)}") for k, (w, h) in SIZES.items()]
        self._choice("printing.paper_size", "paper", sizes)
        self._segments("direction", "portrait", "landscape")
        margins = [(mm, tr(f"printing.margin.{name}", size=self._length(mm))) for name, mm in MARGINS.items()]
        self._choice("printing.margin", "margin", margins)
        self._segments("tone", "colour", "grey")
        self._words("printing.range", "pages")


def _size_words(mm: float) -> str:
    inches = mm / 25.4
    return f"{inches:g} in ({mm:g} mm)" if abs(inches * 40 - round(inches * 40)) < 1e-6 else f"{mm:g} mm"
