"""New draft: grid, size, numbering and style, with a live sample of the corner of the board; Create works at once."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from qtwar.base.errors import DataFault
from qtwar.model.grid import make_grid
from qtwar.session.begin import GRIDS, NewDraft
from qtwar.ui.i18n import Speaks, sentence, tr
from qtwar.ui.library.asking import AskingPanel
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import ChoiceBox, Panel, QuietCombo, TextLabel, clear
from qtwar.ui.widgets.segments import Segments
from qtwar.ui.widgets.stepper import Stepper

SIZES = {"tactical": (16, 14), "operational": (24, 18), "squares": (20, 16), "areas": (6, 4), "cards": (4, 3)}
PATTERNS = ("CCRR", "A1", "RRCC", "C.R", "1-C")


class Sample(Speaks, QWidget):
    """The upper left corner of the board with its numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.spec: dict[str, object] = {}
        self.problem = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.say(self.setAccessibleName, "newdraft.sample")
        self.restyle()

    def restyle(self) -> None:
        """Height at the new scale."""
        self.setFixedHeight(px(170))
        self.update()

    def show_spec(self, spec: dict[str, object]) -> None:
        """Show another grid."""
        self.spec = spec
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells that fit."""
        t = current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(6), px(6))
        self.problem = ""
        try:
            grid = make_grid(self.spec)
        except DataFault as fault:
            self.problem = sentence(fault)
            painter.setPen(QColor(t.warn))
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(self.rect().adjusted(px(10), 0, -px(10), 0), flags, self.problem)
            return
        scale = px(52) / 100
        painter.setClipRect(self.rect().adjusted(px(2), px(2), -px(2), -px(2)))
        painter.setFont(current().font("caps"))
        for cell in grid.cells():
            points = [QPointF(x * scale + px(8), y * scale + px(8)) for x, y in grid.polygon(cell)]
            if points[0].x() > self.width() + px(60) or points[0].y() > self.height() + px(60):
                continue
            painter.setPen(QPen(QColor(t.second), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(QPolygonF(points))
            x, y = grid.to_pixel(cell)
            painter.setPen(QColor(t.text))
            box = QRectF(x * scale + px(8) - px(30), y * scale + px(8) - px(9), px(60), px(18))
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), cell)


class NewDraftPanel(AskingPanel):
    """`wanted` gives a NewDraft; `closed` when it is not wanted."""

    wanted = Signal(object)

    def __init__(self, prefs: Preferences) -> None:
        super().__init__("newdraft.title", "newdraft.create", "pencil-ruler")
        self.prefs, self._asked = prefs, ("", "")
        self.preset = self.name_typed = ""

    def prepare(self) -> None:
        """Build the form when it is first wanted, and again when the settings want another beginning."""
        asked = (str(self.prefs.get("draft_style")), str(self.prefs.get("draft_numbering")))
        if asked != self._asked:
            self._asked = asked
            self._turn_to(asked[0])

    def _turn_to(self, preset: str) -> None:
        self.preset = preset
        clear(self.form.box)
        self.name = QLineEdit(self.name_typed)
        self.name.setPlaceholderText(tr("newdraft.name_default"))
        self.name.textEdited.connect(lambda text: setattr(self, "name_typed", text))
        self.ask("newdraft.name", self.name)
        self.style_box = ChoiceBox([(p, tr(f"newdraft.style.{p}")) for p in GRIDS], self.preset, self._chosen)
        self.ask("newdraft.style", self.style_box)
        self.form.lay(TextLabel("second", f"newdraft.style.{self.preset}.about", wrap=True))
        size = Panel(row=True, spacing=10)
        self.columns, self.rows = (
            Stepper(1, 200, value=value, then=lambda _: self._sample(), name=tr(f"newdraft.{word}"))
            for word, value in zip(("columns", "rows"), SIZES[self.preset], strict=True)
        )
        size.lay(TextLabel("second-body", "newdraft.columns"), self.columns)
        size.lay(TextLabel("second-body", "newdraft.rows"), self.rows, None)
        self.ask("newdraft.size", size)
        self.direction = Segments(
            ("flat", "pointy"), "newdraft", "flat", lambda _: self._sample(), name_key="newdraft.orientation"
        )
        if GRIDS[self.preset] == "hex":
            self.ask("newdraft.orientation", self.direction)
        self.pattern = QuietCombo()
        self.pattern.setEditable(True)
        self.pattern.lineEdit().setAccessibleName(tr("newdraft.numbering"))
        self.pattern.addItems(list(PATTERNS))
        wanted = str(self.prefs.get("draft_numbering"))
        of_style = "A1" if self.preset == "tactical" else "CCRR"
        self.pattern.setCurrentText(of_style if wanted == "style" else wanted)
        self.pattern.setToolTip(tr("edit.numbering.tip"))
        self.pattern.editTextChanged.connect(lambda _: self._sample())
        self.ask("newdraft.numbering", self.pattern)
        self.sample = Sample()
        self.form.lay(self.sample, None)
        QWidget.setTabOrder(self.pattern, self.go)
        self._sample()

    def _chosen(self, preset: str) -> None:
        """Another kind of map has other questions; the arrows go on from one kind to the next."""
        self._turn_to(preset)
        self.style_box.show()  # Qt would a turn later
        self.style_box.setFocus(Qt.FocusReason.OtherFocusReason)

    def pattern_text(self) -> str:
        """Return the numbering, with enough digits for the board's size."""
        text = self.pattern.currentText().strip() or "CCRR"
        if text in ("CCRR", "RRCC"):
            wide, high = (3 if self.columns.value > 99 else 2), (3 if self.rows.value > 99 else 2)
            parts = {"C": "C" * wide, "R": "R" * high}
            return parts[text[0]] + parts["R" if text[0] == "C" else "C"]
        return text

    def _sample(self) -> None:
        kind = GRIDS[self.preset]
        spec: dict[str, object] = {
            "kind": "square" if kind == "areas" else kind,
            "columns": min(self.columns.value, 12),
            "rows": min(self.rows.value, 8),
            "numbering": {"pattern": self.pattern_text()},
        }
        if kind == "hex":
            spec["orientation"] = self.direction.value or "flat"
        self.sample.show_spec(spec)

    def draft(self) -> NewDraft:
        """Return what is asked for now."""
        return NewDraft(
            name=self.name.text().strip() or tr("newdraft.name_default"),
            preset=self.preset,
            columns=self.columns.value,
            rows=self.rows.value,
            orientation=self.direction.value or "flat",
            pattern=self.pattern_text(),
        )

    def begin(self) -> None:
        """Create the draft that is asked for."""
        self.wanted.emit(self.draft())

    def retranslate(self) -> None:
        """Build the form in the new language."""
        if self.preset:
            self._turn_to(self.preset)
