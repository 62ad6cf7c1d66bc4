"""Tips: one sentence beside the thing that it is about, three a day at most; × means never again (ux 5.2).

A tip waits for its occasion (the pointer rests on a stack, a move was refused), so that it is about what the person is
doing. It takes neither focus nor room, and goes by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDate, QPoint, QPointF, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from qtwar.ui.i18n import tr
from qtwar.ui.preferences import Preferences
from qtwar.ui.theme import current, px
from qtwar.ui.widgets.basics import IconButton, IconLabel, Panel, TextLabel, timer

if TYPE_CHECKING:
    from qtwar.ui.window import MainWindow

KEPT = "tips_seen"
A_DAY = 3
SHOWN_MS = 15_000
ARROW = 8
Anchor = Callable[[], QWidget | QRect | None]


TIPS = {
    "palette": "palette", "chip": "", "picker": "", "pin": "board_pin", "next": "next_todo", "undo": "undo", "warn": "",
    "dice": "", "replay": "", "bookmark": "bookmark", "two": "layout_two", "print": "print", "play_here": "play_here",
    "chip.keys": "",
}  # fmt: skip
"""Tip → the command whose key its text, `tip.<id>`, names as {key}."""


class Bubble(Panel):
    """The sentence with a small arrow to what it is about."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("clear", row=True, margins=(12, 8 + ARROW, 6, 8 + ARROW), spacing=8, parent=parent)
        self.text = TextLabel(wrap=True)
        self.close_button = IconButton("close", "tip.never", size=24)
        for part in (IconLabel("lightbulb-on-outline", "accent", 18), self.text, self.close_button):
            self.box.addWidget(part, 1 if part is self.text else 0, Qt.AlignmentFlag.AlignVCenter)
        self._tip = QPoint()
        self._below = True
        self.hide()

    def show_at(self, words: str, target: QRect, free: int = 0) -> None:
        """Show a sentence below a rectangle of the parent, or above where there is no room below.

        What lies above `free` is no place for it: there are buttons.
        """
        room = self.parentWidget().rect().adjusted(px(8), px(8), -px(8), -px(8))
        self.text.show_data(words)
        self.setAccessibleName(words)
        wide = self.text.fontMetrics().horizontalAdvance(words)
        self.text.setFixedWidth(min(px(300), wide + px(2)))
        self.text.setFixedHeight(self.text.heightForWidth(self.text.width()))
        self.adjustSize()
        self._below = target.bottom() + self.height() <= room.bottom()
        x = max(room.left(), min(target.center().x() - self.width() // 2, room.right() - self.width()))
        y = target.bottom() + 1 if self._below else target.top() - self.height()
        self.move(x, max(room.top(), y, free))
        self._tip = QPoint(max(px(20), min(target.center().x() - x, self.width() - px(20))), 0)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint card and arrow in one piece."""
        t, gap = current().tokens, px(ARROW)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(t.accent))
        painter.setBrush(QColor(t.raised))
        painter.drawRoundedRect(self.rect().adjusted(1, gap, -2, -gap), px(8), px(8))
        edge, end = (gap, 1) if self._below else (self.height() - gap, self.height() - 2)
        x = self._tip.x()
        points = [QPointF(x - gap, edge), QPointF(x, end), QPointF(x + gap, edge)]
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(Qt.PenStyle.NoPen)
        inward = 1.5 if self._below else -1.5
        painter.drawPolygon(QPolygonF([QPointF(p.x(), p.y() + inward) for p in points]))


class Tips:
    """Shows the tips of one window; `today` gives the day as a word."""

    def __init__(self, window: MainWindow, prefs: Preferences, today: Callable[[], str] | None = None) -> None:
        self.window, self.prefs = window, prefs
        self.today = today or (lambda: QDate.currentDate().toString(Qt.DateFormat.ISODate))
        root = window.centralWidget()
        assert root is not None
        self.root, self.bubble = root, Bubble(root)
        self.bubble.close_button.clicked.connect(self._never)
        self.shown = ""
        self._going = timer(self.bubble, SHOWN_MS, self.hide)
        window.tabs.currentChanged.connect(lambda _: self._page())
        prefs.changed.connect(self._setting)
        self._page()

    def _setting(self, ident: str) -> None:
        if ident in ("tips", "language", "scale"):
            self.hide()

    # -- what was seen -----------------------------------------------------------------------------
    def _shown_tips(self) -> dict[str, Any]:
        return dict(self.prefs.extra(KEPT, {}))

    def _seen_today(self) -> list[str]:
        kept = self._shown_tips()
        return list(kept.get("seen", ())) if kept.get("day") == self.today() else []

    def _never(self) -> None:
        """The person closes a tip: it does not come again."""
        kept = self._shown_tips()
        self.prefs.keep(KEPT, {**kept, "never": sorted({*kept.get("never", ()), self.shown})})
        self.hide()

    def may(self, ident: str) -> bool:
        """Return whether a tip may be shown now."""
        seen = self._seen_today()
        return (
            bool(self.prefs.get("tips"))
            and not self.shown
            and ident not in self._shown_tips().get("never", ())
            and ident not in seen
            and len(seen) < A_DAY
            and not self.prefs.first_run
        )

    def hide(self) -> None:
        """Put the tip away; it may come again another day."""
        self._going.stop()
        self.shown = ""
        self.bubble.hide()

    def tell(self, ident: str, anchor: Anchor) -> None:
        """Show a tip beside its anchor, if it is its time."""
        if not self.may(ident):
            return
        found = anchor()
        if found is None or (isinstance(found, QWidget) and not (isValid(found) and found.isVisible())):
            return
        target = QRect(found.mapTo(self.root, QPoint(0, 0)), found.size()) if isinstance(found, QWidget) else found
        seen = [*self._seen_today(), ident]
        self.prefs.keep(KEPT, {**self._shown_tips(), "day": self.today(), "seen": seen})
        command = TIPS[ident]
        keys = self.window.actions_registry.keys(command) if command else []
        self.shown = ident
        prompt = getattr(self.window.stack.currentWidget(), "prompt", None)
        free = prompt.mapTo(self.root, prompt.rect().bottomLeft()).y() if prompt is not None else 0
        self.bubble.show_at(tr(f"tip.{ident}", key=keys[0] if keys else ""), target, free)
        self._going.start()

    # -- occasions ---------------------------------------------------------------------------------
    def _page(self) -> None:
        """Another tab is in front: listen to it."""
        self.hide()
        page: Any = self.window.stack.currentWidget()
        if page is None or page.property("heard"):
            return
        page.setProperty("heard", True)
        kind = page.property("tab")
        if kind == "library" and self.window.library.games():
            QTimer.singleShot(4000, self.bubble, self._in_library)
        elif kind in ("game", "test"):
            self._game(page)
        elif kind == "draft":
            page.model.changed.connect(lambda *_: self.tell("play_here", lambda: page.toolbar))

    def _in_library(self) -> None:
        if self.window.tabs.currentIndex() == 0:
            self.tell("palette", lambda: self.window.find_button)

    def _game(self, page: Any) -> None:
        model = page.model
        model.actions.refused.connect(
            lambda message: None if message.get("neutral") else self.tell("warn", lambda: page.toolbar.rules_seen)
        )
        model.actions.rolled.connect(lambda _: self.tell("dice", lambda: page.toolbar.dice))
        model.history.changed.connect(lambda: self._history(page))
        model.actions.offer_changed.connect(lambda: self._offer(page))
        model.focus.hovered.connect(lambda place: self._hover(page, place))
        model.focus.blink.connect(lambda _: self.tell("bookmark", lambda: page.replay))

    def _history(self, page: Any) -> None:
        live = page.model.history.live
        if live >= 12:
            self.tell("replay", lambda: page.replay.slider)
        if live >= 20:
            self.tell("print", lambda: page.toolbar.paper)
        if live >= 3 and page.model.history.can_undo:
            self.tell("undo", lambda: page.toolbar.undo)

    def _offer(self, page: Any) -> None:
        asks = (page.model.actions.offer or {}).get("asks") or ()
        if sum(len(ask.get("pieces") or ()) for ask in asks) > 6:
            self.tell("next", lambda: page.prompt.sentence)
        if page.layout_name == "play" and len(self.window.screen().virtualSiblings()) > 1:
            self.tell("two", lambda: page.toolbar.eye)

    def _hover(self, page: Any, place: str) -> None:
        if not place or page.model.history.position != page.model.history.live:
            return
        if len(page.model.position.pieces_at(place)) > 1:
            keys = page.board.cursor_shown  # who goes about by keys has no use for what is dragged
            self.tell("chip.keys" if keys else "chip", lambda: self._on_board(page, place))
            self.tell("picker", lambda: self._on_board(page, place))
        self.tell("pin", lambda: page.docks["stack"])

    def _on_board(self, page: Any, place: str) -> QRect | None:
        """Return where the count chip of a stack is, in the window."""
        board = page.board
        layout = getattr(board, "layout_", None)
        if layout is None or not layout.has(place) or board.carry.holding:
            return None
        box = layout.chip_rect(place, len(page.model.position.pieces_at(place)))
        spot = board.camera.rect_to_screen(box).toRect()
        if not board.rect().contains(spot):
            return None
        return QRect(board.mapTo(self.root, spot.topLeft()), spot.size())
