"""The choices of the print tab: what to print, the settings of the sheet that is marked, and the paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QScrollArea, QWidget

from qtwar.export.choices import Choices
from qtwar.export.paper import INCH, MARGINS, NAMES, SIZES
from qtwar.ui.i18n import tr
from qtwar.ui.print.model import PrintModel
from qtwar.ui.theme import px
from qtwar.ui.theme.icons import icon
from qtwar.ui.widgets.basics import Button, Panel, TextLabel, clear, hairline, set_kind
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
        self.sign = QLabel()
        self._icon = icon_name
        self.text = TextLabel("", f"print.sheet.{part}")
        self.count = TextLabel("second")
        for widget in (self.check, self.sign, self.text):
            self.lay(widget)
        self.box.addStretch(1)
        self.lay(self.count)
        self.restyle()

    def restyle(self) -> None:
        """The icon at the new scale."""
        super().restyle()
        if "sign" in self.__dict__:
            self.sign.setPixmap(icon(self._icon, "second").pixmap(QSize(px(17), px(17))))

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
        super().__init__("panel")
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
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(self.body)
        self.lay(area)
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
        self.section = Panel(spacing=7)
        self.body.lay(self.section, hairline())
        self.paper = Panel(spacing=7)
        self.body.lay(self.paper)
        self.body.box.addStretch(1)
        self.controls: dict[str, QWidget] = {}
        self._build()
        self.restyle()

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
            self._build()

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Say how many pages each ticked sheet has."""
        for part, row in self.rows.items():
            n = counts.get(part, 0)
            row.count.show_data(tr("printing.count", n=n) if n else "")

    def mark(self, part: str) -> None:
        """Show the settings of a kind of sheet."""
        if part != self.part:
            self.part = part
            self._build()

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

    def retranslate(self) -> None:
        """Write the choices again in the language in force."""
        self._build()

    def restyle(self) -> None:
        """Take the width at the new scale."""
        super().restyle()
        self.setFixedWidth(px(398))

    def _build(self) -> None:
        self.controls = {}
        for part, row in self.rows.items():
            set_kind(row, "chosen", "true" if part == self.part else "false")
        clear(self.section.box)
        clear(self.paper.box)
        head = TextLabel("caps", text=tr(f"print.sheet.{self.part}").upper())
        self.section.lay(head)
        builders: dict[str, Callable[[], None]] = {
            "setup-sheet": self._setup,
            "situation": self._situation,
            "counter-sheet": self._counters,
            "map": self._map,
            "tables": self._tables,
            "oob": self._names,
            "log": self._log,
        }
        builders[self.part]()
        self._paper()

    def _row(self, into: Panel, key: str, control: QWidget, name: str = "") -> None:
        row = Panel(row=True, spacing=8)
        label = TextLabel("second-body", key)
        label.setFixedWidth(px(82))
        row.lay(label)
        control.setAccessibleName(tr(key))
        row.box.addWidget(control, 1 if isinstance(control, (QComboBox, QLineEdit)) else 0)
        if not isinstance(control, (QComboBox, QLineEdit)):
            row.box.addStretch(1)
        into.lay(row)
        if name:
            self.controls[name] = control

    def _segments(self, into: Panel, key: str, field: str, values: Sequence[tuple[str, str]]) -> Segments:
        control = Segments(values, key)
        control.choose(str(getattr(self.choices, field)))
        control.picked.connect(lambda value: self.set(**{field: value}))
        self._row(into, key, control, field)
        return control

    def _combo(self, into: Panel, key: str, field: str, items: Sequence[tuple[Any, str]]) -> QComboBox:
        control = _combo_box()
        for value, words in items:
            control.addItem(words, value)
        now = getattr(self.choices, field)
        at = next((n for n, (value, _) in enumerate(items) if value == now), -1)
        if at < 0:
            control.addItem(f"{now:g}" if isinstance(now, float) else str(now), now)
            at = control.count() - 1
        control.setCurrentIndex(at)
        control.activated.connect(lambda n: self.set(**{field: control.itemData(n)}))
        self._row(into, key, control, field)
        return control

    def _check(self, into: Panel, key: str, field: str, text_key: str) -> None:
        control = QCheckBox(tr(text_key))
        control.setChecked(bool(getattr(self.choices, field)))
        control.toggled.connect(lambda on: self.set(**{field: on}))
        row = Panel(row=True, spacing=8)
        label = TextLabel("second-body", key) if key else TextLabel("second-body")
        label.setFixedWidth(px(82))
        row.lay(label, control, grow=control)
        into.lay(row)
        self.controls[field] = control

    def _number(self, into: Panel, key: str, field: str, low: float, high: float, step: float) -> None:
        """Add a field of a length; `low`, `high` and `step` are mm."""
        inches = self.units == "in"
        unit = INCH if inches else 1.0
        control = QDoubleSpinBox()
        control.setDecimals(3 if inches else 1)
        control.setRange(low / unit, high / unit)
        control.setSingleStep(1 / 32 if inches else step)
        control.setSuffix(" in" if inches else " mm")
        control.setKeyboardTracking(False)
        control.setValue(float(getattr(self.choices, field)) / unit)
        control.valueChanged.connect(lambda value: self.set(**{field: round(float(value) * unit, 2)}))
        self._row(into, key, control, field)

    def _length(self, mm: float, suffix: str | None = None) -> str:
        """Return a length in the units in force."""
        if self.units == "in":
            return f"{round(mm / INCH, 2):g}" + (" in" if suffix is None else suffix)
        return f"{mm:g}" + (" mm" if suffix is None else suffix)

    def _words(self, into: Panel, key: str, field: str, hint: str) -> None:
        control = QLineEdit(str(getattr(self.choices, field)))
        control.setPlaceholderText(tr(hint))
        control.editingFinished.connect(lambda: self.set(**{field: control.text().strip()}))
        self._row(into, key, control, field)

    # -- sections ----------------------------------------------------------------------------------------------

    def _whose(self) -> None:
        box = self.section
        if len(self.model.scenarios) > 1:
            control = _combo_box()
            for ident, name in self.model.scenarios:
                control.addItem(name, ident)
            control.setCurrentIndex(max(0, control.findData(self.scenario)))
            control.activated.connect(lambda n: self._scenario(str(control.itemData(n))))
            self._row(box, "printing.scenario", control, "scenario")
        sides = [(ident, name if ident else tr("printing.all_sides")) for ident, name in self.model.sides]
        if len(sides) > 1:
            self._combo(box, "printing.for", "side", sides) if len(sides) > 3 else self._side_segments(sides)
        self._language()

    def _side_segments(self, sides: Sequence[tuple[str, str]]) -> None:
        control = Segments([(ident or "*", "") for ident, _ in sides], "printing.for")
        for ident, name in sides:
            button = control.buttons[ident or "*"]
            control.unsay(button.setText)
            button.setText(name)
        control.choose(self.choices.side or "*")
        control.picked.connect(lambda value: self.set(side="" if value == "*" else value))
        control.restyle()
        self._row(self.section, "printing.for", control, "side")

    def _language(self) -> None:
        values = [(lang, f"printing.language.{lang}") for lang in ("en", "ja", "both")]
        self._segments(self.section, "printing.language", "language", values)

    def _scenario(self, ident: str) -> None:
        if ident != self.scenario:
            self.scenario = ident
            self.changed.emit()

    def _names(self) -> None:
        if self.part == "oob":
            self._language()
        values = [(v, f"printing.counters.{v}") for v in ("picture", "both", "name")]
        self._segments(self.section, "printing.counters", "counters", values)

    def _setup(self) -> None:
        self._whose()
        box = self.section
        self._segments(
            box, "printing.layout", "layout", [(v, f"printing.layout.{v}") for v in ("full", "compact", "checklist")]
        )
        if self.choices.layout != "checklist":
            values = [(v, f"printing.placement.{v}") for v in ("auto", "quick", "book")]
            self._segments(box, "printing.placement", "placement", values)
        self._check(box, "printing.show", "show_map", "printing.show_map")
        self._check(box, "", "show_reinforcements", "printing.show_reinforcements")
        self._check(box, "", "show_special", "printing.show_special")
        self._names()

    def _situation(self) -> None:
        self._whose()
        self._check(self.section, "printing.show", "show_map", "printing.show_map")
        self._names()

    def _counters(self) -> None:
        self._whose()
        box = self.section
        items = [(mm, tr("printing.as_title") if not mm else _size_words(mm)) for mm in SIZES_MM]
        self._combo(box, "printing.size", "counter_mm", items)
        self._segments(box, "printing.scope", "scope", [(v, f"printing.scope.{v}") for v in ("scenario", "all")])
        self._segments(box, "printing.group", "group", [(v, f"printing.group.{v}") for v in ("formation", "kind")])
        self._combo(
            box, "printing.duplex", "duplex", [(v, tr(f"printing.duplex.{v}")) for v in ("long", "short", "none")]
        )
        self._number(box, "printing.bleed", "bleed", 0, 5, 0.5)
        self._number(box, "printing.gap", "gap", 0, 20, 0.5)
        self._check(box, "printing.marks", "cut_marks", "printing.cut_marks")
        self._number(box, "printing.offset_x", "offset_x", -20, 20, 0.1)
        self._number(box, "printing.offset_y", "offset_y", -20, 20, 0.1)
        button = Button("printing.test_page", icon_name="printer-check", then=self.test_page.emit)
        box.lay(button)
        self.controls["test_page"] = button

    def _map(self) -> None:
        self._whose()
        box = self.section
        if len(self.model.boards) > 1:
            boards = [("", tr("printing.all_boards")), *self.model.boards]
            self._combo(box, "printing.board", "board", boards)
        scales: list[tuple[Any, str]] = [(s, f"{s:g} %") for s in SCALES]
        scales += [(0.0, tr("printing.whole"))]
        self._combo(box, "printing.scale", "scale", scales)
        self._check(box, "", "one_sheet", "printing.one_sheet")
        self._number(box, "printing.overlap", "overlap", 0, 40, 1)
        self._words(box, "printing.region", "region", "printing.region.hint")
        self._check(box, "printing.show", "map_counters", "printing.map_counters")
        self._check(box, "", "ink_saving", "printing.ink_saving")

    def _tables(self) -> None:
        self._language()
        if self.model.tables:
            control = _combo_box()
            control.addItem(tr("printing.all_tables"), "")
            for ident, name in self.model.tables:
                control.addItem(name, ident)
            chosen = self.choices.tables[0] if len(self.choices.tables) == 1 else ""
            control.setCurrentIndex(max(0, control.findData(chosen)))
            control.activated.connect(
                lambda n: self.set(tables=(str(control.itemData(n)),) if control.itemData(n) else ())
            )
            self._row(self.section, "printing.table", control, "tables")

    def _log(self) -> None:
        self._whose()
        self._check(self.section, "printing.show", "moments", "printing.moments")

    def _paper(self) -> None:
        box = self.paper
        box.lay(TextLabel("caps", "printing.paper"))
        sizes = [(k, f"{NAMES[k]} {self._length(w, '')} × {self._length(h)}") for k, (w, h) in SIZES.items()]
        self._combo(box, "printing.paper_size", "paper", sizes)
        self._segments(
            box, "printing.direction", "direction", [(v, f"printing.direction.{v}") for v in ("portrait", "landscape")]
        )
        margins = [(mm, tr(f"printing.margin.{name}", size=self._length(mm))) for name, mm in MARGINS.items()]
        self._combo(box, "printing.margin", "margin", margins)
        self._segments(box, "printing.tone", "tone", [(v, f"printing.tone.{v}") for v in ("colour", "grey")])
        self._words(box, "printing.range", "pages", "printing.range.hint")


def _combo_box() -> QComboBox:
    """A box that gives way: long names are shortened, the panel keeps its width."""
    made = QComboBox()
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(12)
    return made


def _size_words(mm: float) -> str:
    inches = mm / 25.4
    return f"{inches:g} in ({mm:g} mm)" if abs(inches * 40 - round(inches * 40)) < 1e-6 else f"{mm:g} mm"
