"""Odds preview: each factor a line with its rule and value, the column, results by die, chances, what if."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QScrollArea, QSizePolicy, QWidget

from qtwar.base.text import Span
from qtwar.ui.facts import Odds, OddsLine
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, hairline, set_kind
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.rich import Rich


def paint_die(painter: QPainter, rect: QRectF, value: int) -> None:
    """Paint the face of a six-sided die; other numbers as figures."""
    t = current().tokens
    painter.setPen(QColor(t.text))
    painter.setBrush(QColor(t.raised))
    painter.drawRoundedRect(rect, rect.width() * 0.16, rect.width() * 0.16)
    if not 1 <= value <= 6:
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), str(value) if value else "")
        return
    spots = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}[value]
    painter.setBrush(QColor(t.text))
    painter.setPen(Qt.PenStyle.NoPen)
    step, r = rect.width() / 4, rect.width() * 0.085
    for spot in spots:
        x, y = rect.x() + step * (1 + spot % 3), rect.y() + step * (1 + spot // 3)
        painter.drawEllipse(QRectF(x - r, y - r, 2 * r, 2 * r))


class DieStrip(Speaks, QWidget):
    """Results by die: a die over a result on a ground that tells good from bad."""

    def __init__(self) -> None:
        super().__init__()
        self.results: tuple[tuple[int, str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_results(self, results: tuple[tuple[int, str, str], ...]) -> None:
        """Show (die, result, tone) side by side."""
        self.results = results
        self.setAccessibleName(", ".join(f"{die}: {result}" for die, result, _ in results))
        self.setVisible(bool(results))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return room for a die above the word of a result."""
        return QSize(px(240), px(48))

    def minimumSizeHint(self) -> QSize:
        """At least the widest word in each."""
        widest = max((self.fontMetrics().horizontalAdvance(r) for _, r, _ in self.results), default=0)
        return QSize((widest + px(6)) * max(1, len(self.results)), px(48))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint each die over its result."""
        if not self.results:
            return
        t = current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = self.width() / len(self.results)
        grounds = {"good": t.good_ground, "bad": t.bad_ground, "": t.sunk}
        for n, (die, result, tone) in enumerate(self.results):
            cell = QRectF(n * width + 1, 0, width - 2, self.height())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(grounds.get(tone, t.sunk)))
            painter.drawRoundedRect(cell, px(4), px(4))
            side = px(18)
            paint_die(painter, QRectF(cell.center().x() - side / 2, px(5), side, side), die)
            painter.setFont(current().font("small", strong=True))
            painter.setPen(QColor(t.text))
            painter.drawText(cell.adjusted(0, px(24), 0, 0), int(Qt.AlignmentFlag.AlignCenter), result)


class ShareBar(Speaks, QWidget):
    """A share as a bar with its number."""

    def __init__(self, share: float, tone: str) -> None:
        super().__init__()
        self.share, self.tone = share, tone
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{share:.0%}")
        self.restyle()

    def restyle(self) -> None:
        """Take the height at the new scale."""
        self.setFixedHeight(px(18))
        self.setMinimumWidth(px(90))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar and number."""
        t = current().tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor({"good": t.good, "bad": t.bad, "warn": t.warn}.get(self.tone, t.third)))
        room = self.width() - px(48)
        length = max(px(6), room * self.share)
        painter.drawRoundedRect(QRectF(0, px(3), length, px(12)), px(3), px(3))
        painter.setPen(QColor(t.text))
        painter.setFont(current().font("small", strong=True))
        painter.drawText(
            QRectF(length + px(4), 0, px(44), px(18)), int(Qt.AlignmentFlag.AlignVCenter), f"{self.share:.0%}"
        )


class OddsDock(Panel):
    """Follows the target; spends nothing."""

    icon_name, title_key = "scale-balance", "dock.odds"

    def __init__(self, model: GamePorts) -> None:
        super().__init__("panel")
        self.model = model
        self.odds: Odds | None = None
        self.empty = Empty("odds.empty")
        self.body = Panel("panel", margins=(12, 4, 12, 8), spacing=5)
        area = QScrollArea()
        self.say(area.setAccessibleName, "dock.odds")
        area.setWidgetResizable(True)
        holder = Panel("panel")
        holder.box.addWidget(self.empty)
        holder.box.addWidget(self.body, 1)
        area.setWidget(holder)
        self.box.addWidget(area)
        model.actions.odds_changed.connect(self.show_odds)
        self.show_odds(None)

    def show_odds(self, odds: Odds | None) -> None:
        """Show odds, or what they are for."""
        self.odds = odds
        self.empty.setVisible(odds is None)
        self.body.setVisible(odds is not None)
        clear(self.body.box)
        if odds is None:
            return
        title = TextLabel("strong")
        title.setText(odds.title)
        title.setWordWrap(True)
        self.body.box.addWidget(title)
        self.body.box.addWidget(hairline())
        for line in odds.lines:
            self.body.box.addWidget(self._line(line))
        if odds.results:
            strip = DieStrip()
            strip.show_results(odds.results)
            self.body.box.addWidget(strip)
        for text, share, tone, note in odds.bars:
            row = Panel(row=True, spacing=8)
            name = TextLabel()
            name.setText(text)
            row.box.addWidget(name)
            row.box.addWidget(ShareBar(share, tone), 1)
            hint = TextLabel("second")
            hint.setText(note)
            row.box.addWidget(hint)
            self.body.box.addWidget(row)
        if odds.column or odds.chances:
            row = Panel(row=True, spacing=8)
            column = TextLabel("strong")
            column.setText(odds.column)
            row.box.addWidget(column)
            for text, tone in odds.chances:
                chance = TextLabel(tone or "small")
                chance.setText(text)
                row.box.addWidget(chance)
            row.box.addStretch(1)
            self.body.box.addWidget(row)
        for ident, text, on in odds.what_if:
            box = QCheckBox(text)
            box.setChecked(on)
            box.toggled.connect(lambda checked, i=ident: self.model.actions.odds({"what_if": {i: checked}}))
            self.body.box.addWidget(box)
        self.body.box.addStretch(1)

    def _line(self, line: OddsLine) -> Panel:
        row = Panel(row=True, spacing=6)
        text = Rich()
        spans = [Span(line.text)]
        if line.rule:
            spans += [Span("  "), Span(line.rule, f"rule:{line.rule}")]
        text.show_spans(spans)
        text.followed.connect(lambda link: self.model.focus.rule.emit(link.removeprefix("rule:")))
        value = TextLabel("strong")
        value.setText(line.value)
        set_kind(value, "tone", line.tone)
        row.box.addWidget(text, 1)
        row.box.addWidget(value)
        return row
