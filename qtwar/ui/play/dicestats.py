"""All dice of a game beside what fair ones would show: who doubts the program's luck looks here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHideEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from qtwar.session.dicetally import DiceTally
from qtwar.ui.docks.odds import paint_die
from qtwar.ui.game import GameHistory, GameTitle
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import Panel, TextLabel, clear, scrolling, timer

FEW = 30
"""Dice below which nothing can be said about luck."""
BAR, HIGH = 34, 84


class Bars(QWidget):
    """How often each face fell, with a line where fair dice would end."""

    def __init__(self, dice: DiceTally, colour: str) -> None:
        super().__init__()
        self.tally, self.colour = dice, colour
        self.setAccessibleName(", ".join(f"{face}: {n}" for face, n in enumerate(dice.counts, 1)))

    def sizeHint(self) -> QSize:
        """Return room for a bar and a die for each face."""
        return QSize(px(BAR) * self.tally.faces, px(HIGH + 50))

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar, count and die for each face."""
        t, step, high, foot = current().tokens, px(BAR), px(HIGH), px(HIGH + 18)
        even = self.tally.rolled / self.tally.faces
        most = max(*self.tally.counts, even)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(current().font("small"))
        for n, count in enumerate(self.tally.counts):
            bar = high * count / most
            painter.fillRect(QRectF(n * step + px(5), foot - bar, step - px(10), bar), QColor(self.colour))
            painter.setPen(QColor(t.text))
            above = QRectF(n * step, foot - bar - px(18), step, px(16))
            painter.drawText(above, int(Qt.AlignmentFlag.AlignCenter), str(count))
            side = px(22)
            paint_die(painter, QRectF(n * step + (step - side) / 2, foot + px(5), side, side), n + 1)
        painter.setPen(QPen(QColor(t.text), px(1), Qt.PenStyle.DashLine))
        line = foot - high * even / most
        painter.drawLine(0, round(line), step * self.tally.faces, round(line))


class DiceStats(Speaks, QDialog):
    """A window beside the game: the dice of each side that its seat may know of, in force at the live end."""

    def __init__(self, history: GameHistory, title: GameTitle, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Tool)
        self.history, self.title = history, title
        column = QVBoxLayout(self)
        column.setContentsMargins(px(14), px(12), px(14), px(12))
        column.setSpacing(px(8))
        self.about = TextLabel("second", "dice.stats.about", wrap=True)
        self.list = Panel(spacing=14, margins=(12, 10, 12, 10))
        column.addWidget(self.about)
        column.addWidget(scrolling(self.list, "action.dice_stats", read=True), 1)
        self.say(self.setWindowTitle, "action.dice_stats")
        self._soon = timer(self, 200, self.fill)
        history.log_changed.connect(lambda: self._soon.start() if self.isVisible() else None)
        self.resize(px(460), px(520))

    def open(self) -> None:
        """Count and show, with the keyboard: Esc closes it."""
        self.fill()
        self.show()
        self.raise_()
        self.activateWindow()

    def fill(self) -> None:
        """Ask for the dice of the game."""
        self.history.dice(self._put)

    def _put(self, found: Sequence[DiceTally]) -> None:
        clear(self.list.box)
        for dice in found:
            side = self.title.side(dice.by)
            colour = side.colour if side is not None else current().tokens.accent
            name = side.name if side is not None else tr("dice.stats.nobody")
            head = TextLabel("strong", text=tr("dice.stats.head", who=name, n=dice.rolled, faces=dice.faces))
            words = tr("dice.stats.mean", mean=f"{dice.mean:.2f}", expected=f"{dice.expected:g}")
            if dice.rolled < FEW:
                luck = tr("dice.stats.few", n=FEW)
            else:
                luck = tr("dice.stats.luck", chance=f"{max(1, round(100 * dice.chance))}")
            self.list.lay(
                Panel(spacing=4).lay(head, Bars(dice, colour), TextLabel(text=words), TextLabel("second", text=luck, wrap=True))
            )
        if not found:
            self.list.lay(TextLabel("second", text=tr("dice.none"), wrap=True))
        self.list.lay(None)

    def hideEvent(self, event: QHideEvent) -> None:
        """The game has the keyboard again."""
        super().hideEvent(event)
        self.parentWidget().window().activateWindow()

    def retranslate(self) -> None:
        """Say it in the new language."""
        if self.__dict__.get("list") is not None and self.isVisible():
            self.fill()
