"""Cards of the start window: covers of titles, games to go on with."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.library.model import GameCard, LibraryModel, TitleCard
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import DARK, LIGHT, mix
from qtwar.ui.widgets import arrows
from qtwar.ui.widgets.basics import IconLabel, Panel, TextLabel, set_kind
from qtwar.ui.widgets.elided import Elided
from qtwar.ui.widgets.sidechip import SideChip

HEADINGS, WORDS = (20, 17, 15), 0.55
"""Sizes of a name on a cover (px at 100 %), the first at which the words leave the counters free: so much of its height."""


class RoundedPicture(Speaks, QWidget):
    """A picture with rounded upper corners; a cover adds shade, name and subtitle over it."""

    def __init__(self, height: int, title: str = "", subtitle: str = "") -> None:
        super().__init__()
        self._height, self.title, self.subtitle = height, title, subtitle
        self.source: Callable[[int, int, float], QPixmap | None] = lambda w, h, r: None  # set by the card
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.restyle()

    def restyle(self) -> None:
        """Take the height at the new scale."""
        self.setFixedHeight(px(self._height))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture, shade and words."""
        # Asked for before painting begins: a fault in there must not leave a painter open.
        picture = self.source(self.width(), self.height(), self.devicePixelRatioF())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        rect, t = QRectF(self.rect()), current().tokens
        shape, r = QPainterPath(), px(7)
        shape.addRoundedRect(rect.adjusted(0, 0, 0, r), r, r)
        painter.setClipPath(shape)
        if picture is not None and not picture.isNull():
            painter.drawPixmap(self.rect(), picture)
        else:
            shade = QLinearGradient(rect.topLeft(), rect.bottomRight())
            shade.setColorAt(0, QColor(mix(t.accent, DARK.window, 0.35)))
            shade.setColorAt(1, QColor(mix(t.accent, DARK.window, 0.75)))
            painter.fillRect(rect, shade)
        if self.title:
            self._words(painter, rect)

    def _words(self, painter: QPainter, rect: QRectF) -> None:
        area = QRect(px(14), px(12), self.width() - px(28), self.height() - px(24))
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        small = current().font("small")
        painter.setFont(small)
        below = painter.boundingRect(area, flags, self.subtitle).height()
        font = current().font("heading", strong=True)
        high = 0
        for size in HEADINGS:  # a long name on a narrow cover is set smaller: the counters lie below it
            font.setPixelSize(px(size))
            painter.setFont(font)
            high = painter.boundingRect(area, flags, self.title).height() + px(4)
            if high + below <= self.height() * WORDS:
                break
        dark = min(1.0, (px(12) + high + below) / self.height())
        shade = QLinearGradient(rect.topLeft(), rect.bottomLeft())
        for at, alpha in ((0.0, 0.86), (0.62 * dark, 0.62), (dark, 0.4), (min(1.0, dark + 0.22), 0.0)):
            colour = QColor(DARK.window)
            colour.setAlphaF(alpha)
            shade.setColorAt(at, colour)
        painter.fillRect(rect, shade)
        painter.setPen(QColor(LIGHT.on_accent))
        painter.drawText(area, flags, self.title)
        painter.setFont(small)
        painter.drawText(area.adjusted(0, high, 0, 0), flags, self.subtitle)


class CardButton(Panel):
    """A card that can be chosen with mouse and keyboard."""

    chosen = Signal(str)
    asked = Signal(str, QPoint)  # what else can be done with it

    def __init__(self, ident: str, name: str) -> None:
        super().__init__("card", margins=(1, 1, 1, 8))
        self.ident = ident
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the card that was clicked."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self.ident)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The right button, or the menu key, asks what else there is."""
        self.asked.emit(self.ident, event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space and Enter choose, arrows go from card to card."""
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self.ident)
        elif not arrows.go(self, event.key()):
            super().keyPressEvent(event)


class TitleTile(CardButton):
    """The cover of a title with players, hours and how much of its rules the module has."""

    def __init__(self, model: LibraryModel, title: TitleCard) -> None:
        super().__init__(title.id, f"{title.name}. {title.subtitle}")
        self.setProperty("title", "true")  # chosen or not, it is seen which has the keyboard
        picture = RoundedPicture(188, title.name.upper(), title.subtitle)
        picture.source = lambda w, h, r: model.cover(title.id, w, h, r)
        free = title.coverage is None
        rules = tr("library.free_table") if free else tr("library.coverage", n=title.coverage)
        foot = Panel(margins=(10, 7, 10, 0), spacing=1)
        foot.lay(
            TextLabel("strong", text=" · ".join(w for w in (title.players, title.hours) if w)),
            Elided("second", text=f"{tr('library.scenarios', n=len(title.scenarios))} · {rules}"),
        )
        self.lay(picture, foot)

    def show_chosen(self, chosen: bool) -> None:
        """Frame the chosen one."""
        set_kind(self, "chosen", "true" if chosen else "false")


class GameTile(CardButton):
    """A game to go on with: thumbnail, name, when, whose move, what happened last.

    It stays while its game is listed: a click may be under way when something new is known of the game.
    """

    def __init__(self, model: LibraryModel, game: GameCard) -> None:
        super().__init__(game.path, "")
        self.picture = RoundedPicture(150)
        self.picture.source = lambda w, h, r: model.thumbnail(game.path, w, h, r)
        head = Panel(row=True, margins=(10, 7, 10, 0), spacing=8)
        self.name, self.when = Elided("strong"), TextLabel("second")
        self.sign = IconLabel("", "accent", 15)
        head.lay(self.sign, self.name, self.when, grow=self.name)
        foot = Panel(row=True, margins=(10, 4, 10, 0), spacing=8)
        self.chip, self.plain_chip, self.line = SideChip("", ""), TextLabel("chip-plain"), Elided("second")
        foot.lay(self.chip, self.plain_chip, self.line, grow=self.line)
        self.lay(self.picture, head, foot)
        self.show_game(game)

    def show_game(self, game: GameCard) -> None:
        """Show what is known of the game now."""
        self.setAccessibleName(f"{game.name}. {game.chip}. {game.line}")
        self.sign.show_icon(game.icon, "accent")
        for label, text in ((self.name, game.name), (self.when, game.when), (self.line, game.line)):
            label.setText(text)
        for chip in (self.chip, self.plain_chip):
            chip.setText(game.chip)
            chip.setVisible(bool(game.chip) and (chip is self.chip) == bool(game.chip_colour))
        self.chip.set_colours(game.chip_colour, game.chip_ink)
        self.picture.update()
