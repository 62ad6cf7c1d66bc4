"""Odds preview: each factor a line with its rule and value, the column, results by die, chances."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from qtwar.ui.facts import Odds, OddsLine
from qtwar.ui.game import Focus, GameActions
from qtwar.ui.i18n import Speaks
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, hairline, scrolling, set_kind
from qtwar.ui.widgets.empty import Empty
from qtwar.ui.widgets.flow import FlowPanel
from qtwar.ui.widgets.rich import Rich, cited


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


class OddsDock(Panel):
    """Follows the target; spends nothing."""

    def __init__(self, actions: GameActions, focus: Focus) -> None:
        super().__init__("panel")
        self.focus = focus
        self.odds: Odds | None = None
        self.empty = Empty("odds.empty")
        self.body = Panel("panel", margins=(12, 4, 12, 8), spacing=5)
        area = scrolling(Panel("panel").lay(self.empty, self.body, grow=self.body), sideways=True, read=True)
        self.say(area.setAccessibleName, "dock.odds")
        self.lay(area)
        actions.odds_changed.connect(self.show_odds)
        actions.offer_changed.connect(self.forget)
        self.forget()

    def forget(self) -> None:
        """Show none: what they were asked for is done, or no longer aimed at."""
        self.show_odds(None)

    def show_odds(self, odds: Odds | None) -> None:
        """Show odds, or what they are for."""
        self.odds = odds
        self.empty.setVisible(odds is None)
        self.body.setVisible(odds is not None)
        clear(self.body.box)
        if odds is None:
            return
        self.body.lay(TextLabel("strong", text=odds.title, wrap=True), hairline())
        self.body.lay(*(self._line(line) for line in odds.lines))
        if odds.results:
            strip = DieStrip()
            strip.show_results(odds.results)
            self.body.lay(strip)
        if odds.column or odds.chances:
            chances = FlowPanel(gap=8)
            if odds.column:
                chances.flow.addWidget(TextLabel("strong", text=odds.column))
            for text, tone in odds.chances:
                chances.flow.addWidget(TextLabel(tone or "small", text=text))
            self.body.lay(chances)
        self.body.lay(None)

    def _line(self, line: OddsLine) -> Panel:
        text = Rich(spans=cited(line.text, line.rule), then=self.focus.follow)
        value = TextLabel("strong", text=line.value)
        set_kind(value, "tone", line.tone)
        return Panel(row=True, spacing=6).lay(text, value, grow=text)
