"""The cover screen: nothing of the board is drawn while the screen changes hands."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QEvent, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from qtwar.ui.facts import HandOver, ViewChanges
from qtwar.ui.game import GamePorts
from qtwar.ui.i18n import Speaks, tr
from qtwar.ui.theme import current, px
from qtwar.ui.theme.tokens import ink_on
from qtwar.ui.widgets.basics import Button, TextLabel, timer

HOLD_MS = 500


class Cover(Speaks, QWidget):
    """Fills its parent in the side's colour; Space held for half a second, or the button held, uncovers."""

    turned = Signal()  # it came or went: all that is outside of the page asks whether it stands
    uncovered = Signal(str)

    def __init__(self, model: GamePorts, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = model
        self.what: HandOver | None = None
        self.then: QWidget | None = None  # who has the keys afterwards
        self.title, self.news = TextLabel("page"), TextLabel("heading")
        for label in (self.title, self.news):
            label.setParent(self)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
        self.button = Button(kind="", parent=self)
        self.button.pressed.connect(self._hold)
        self.button.released.connect(self._let_go)
        self.hint = TextLabel("", "cover.hint", self)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._clock = QElapsedTimer()
        self._timer = timer(self, 30, self._tick, once=False)
        self._seating = False
        model.position.changed.connect(self._seen)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAutoFillBackground(True)
        parent.installEventFilter(self)
        self.hide()

    def cover(self, what: HandOver) -> None:
        """Cover the screen for a side."""
        self.what = what
        self.setGeometry(self.parentWidget().rect())
        self._say()
        self.raise_()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.turned.emit()

    @property
    def stands(self) -> bool:
        """Whether the screen is between two players, also while another tab is in front."""
        return not self.isHidden()

    def focusNextPrevChild(self, _next: bool) -> bool:
        """Tab does not lead to what lies below."""
        return True

    def _say(self) -> None:
        if self.what is None:
            return
        side = self.model.title.side(self.what.side)
        name = side.name if side else self.what.side
        who = self.what.player or name
        self.title.show_data(tr("cover.title", who=who, side=name) if self.what.player else tr("cover.side", side=name))
        self.news.show_data(tr("cover.news", n=self.what.news))
        self.button.setText(tr("cover.me", who=who))
        ink = ink_on(side.colour) if side else current().tokens.text
        for label in (self.title, self.news, self.hint):
            label.setStyleSheet(f"color:{ink};")
        self._place()

    def _place(self) -> None:
        middle, width = self.height() // 2, self.width()
        self.title.setGeometry(px(24), middle - px(120), width - px(48), px(72))
        self.news.setGeometry(px(24), middle - px(48), width - px(48), px(44))
        size = self.button.sizeHint()
        self.button.setGeometry((width - size.width()) // 2, middle + px(12), size.width(), size.height())
        self.hint.setGeometry(px(24), middle + px(60), width - px(48), px(28))

    def eventFilter(self, watched, event: QEvent) -> bool:
        """Stay as large as the window."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self.parentWidget().rect())
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the words in the middle."""
        super().resizeEvent(event)
        self._place()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space held; all else is swallowed."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._hold()
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space let go too early."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._let_go()
        event.accept()

    def _hold(self) -> None:
        self._clock.start()
        self._timer.start()

    def _let_go(self) -> None:
        self._timer.stop()
        self.update()

    def _tick(self) -> None:
        self.update()
        if self._clock.elapsed() >= HOLD_MS and self.what is not None:
            self._timer.stop()
            self._seating = True
            self.model.settings.sit(self.what.side)

    def _seen(self, change: ViewChanges) -> None:
        """The position is there as the new side sees it; lists that fill a moment later do so behind the cover."""
        if self._seating and change.everything:
            self._seating = False
            QTimer.singleShot(0, self, self._open)

    def _open(self) -> None:
        if self.then is not None:
            # Space is still held: Qt would give it to the next button in line, the one that closes the tab.
            self.then.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()
        self.turned.emit()
        if self.what is not None:
            self.uncovered.emit(self.what.side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The side's colour, and how long the key has been held."""
        painter = QPainter(self)
        side = self.model.title.side(self.what.side) if self.what else None
        ground = side.colour if side else current().tokens.surround
        painter.fillRect(self.rect(), QColor(ground))
        if self._timer.isActive():
            share = min(1.0, self._clock.elapsed() / HOLD_MS)
            bar = QRectF(self.button.x(), self.button.geometry().bottom() + px(6), self.button.width() * share, px(4))
            painter.fillRect(bar, QColor(ink_on(ground)))

    def retranslate(self) -> None:
        """Say it in the new language."""
        self._say()
