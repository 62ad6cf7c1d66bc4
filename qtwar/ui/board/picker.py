"""The stack picker: the counters of a place in a strip, ticked one by one, all, none, or those that can act."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from qtwar.engine.views import is_alias
from qtwar.ui.answer import NAMED
from qtwar.ui.board.input import ARROWS
from qtwar.ui.board.picklimit import PickLimit
from qtwar.ui.board.state import BoardState
from qtwar.ui.board.strip import CardStrip
from qtwar.ui.game import against_piece, open_asks
from qtwar.ui.i18n import tr
from qtwar.ui.theme import px
from qtwar.ui.widgets.basics import Panel, TextLabel
from qtwar.ui.widgets.plain import plain

FACE = 52
CARD = 100
"""Width of a card: names, values and reasons go over several lines in it."""


class TickButton(QToolButton):
    """A counter that is ticked; `shift` while a click with Shift does so, as that click itself says."""

    along = Signal(int)  # the keyboard goes to the next counter, or (-1) to the one before
    shift = False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the counter, or take its tick away."""
        self.shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        try:
            super().mouseReleaseEvent(event)
        finally:
            self.shift = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go along the picker: from a button of Qt's they go to whatever Tab would, from the strip they scroll."""
        if event.key() in ARROWS:
            self.along.emit(sum(ARROWS[Qt.Key(event.key())]))
        else:
            super().keyPressEvent(event)


class PickerCard(QWidget):
    """A counter of the stack with what is said of it: a click anywhere ticks it."""

    def __init__(self, button: TickButton, lines: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.button = button
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        wide = px(CARD)
        for kind, text in lines:
            line = TextLabel(kind, text=text, wrap=True)
            line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            line.ensurePolished()
            wide = max(wide, *(line.fontMetrics().horizontalAdvance(word) + px(4) for word in text.split()))
            column.addWidget(line)
        column.addStretch(1)
        self.setFixedWidth(wide)

    def price(self, longest: str) -> TextLabel:
        """Return a line for what changes as counters are ticked; so wide that the card keeps its size."""
        line = TextLabel("small", text=longest)
        line.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line.ensurePolished()
        self.setFixedWidth(max(self.width(), line.sizeHint().width() + px(4)))
        column = self.layout()
        assert isinstance(column, QVBoxLayout)
        column.insertWidget(column.count() - 1, line)
        return line

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the counter, or take its tick away."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.button.shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            try:
                self.button.click()
            finally:
                self.button.shift = False


class StackPicker(Panel):
    """Floats near a cell of the board. Esc or × closes and keeps the choice; Enter or M takes it."""

    def __init__(self, state: BoardState) -> None:
        super().__init__("floating", margins=(10, 8, 10, 8), spacing=6, parent=state.canvas)
        self.state, self.canvas = state, state.canvas
        state.moved.connect(self.follow)
        self.place = ""
        self.pieces: list[str] = []
        self.chosen: list[str] = []
        self.able: set[str] = set()
        self.buttons: dict[str, TickButton] = {}
        self.row = CardStrip()
        self.limit = PickLimit()
        self.prices: dict[str, TextLabel] = {}
        """By counter, what it takes of the room, or why it does not fit beside those chosen."""
        self._fixed = False
        self._moved = self._typed = ""
        self._asked: object = None
        self._then: Callable[[list[str]], object] | None = None
        self.head, self.acts, said = Panel(row=True, spacing=8), Panel(row=True, spacing=4), Panel(row=True, spacing=8)
        self.title, self.count, self.used = TextLabel("strong"), TextLabel("small"), TextLabel("small")
        said.lay(self.title, self.count, self.used, None)
        self.all_button, self.none_button, self.able_button = (QPushButton() for _ in range(3))
        for button, key, act in (
            (self.all_button, "picker.all", lambda: self.choose(self.pieces)),
            (self.none_button, "picker.none", lambda: self.choose(())),
            (self.able_button, "picker.able", lambda: self.choose([p for p in self.pieces if p in self.able])),
        ):
            self.say(button.setText, key)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(act)
            self.acts.lay(button)
        self.take_button = QPushButton()
        self.take_button.setProperty("role", "primary")
        self.take_button.clicked.connect(self.take)
        self.close_button = close = QPushButton("×")
        self.say(close.setAccessibleName, "picker.close")
        close.setFixedWidth(px(30))
        close.clicked.connect(self.close_strip)
        self.acts.lay(self.take_button, close)
        self.lay(self.head.lay(said, self.acts, grow=said))
        self.strip = QScrollArea()
        self.strip.setFrameShape(QScrollArea.Shape.NoFrame)
        self.strip.setWidgetResizable(True)
        self.strip.viewport().setAutoFillBackground(False)
        self.strip.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.strip.setWidget(self.row)
        self.lay(self.strip)
        self.hint = TextLabel("small")
        self.lay(self.hint)
        self.hide()

    def open(
        self,
        place: str,
        pieces: Sequence[str],
        able: set[str],
        chosen: Sequence[str],
        then: Callable[[list[str]], object],
        *,
        verb: str = "take",
    ) -> None:
        """Show pieces (top first) with ticks; `then` gets the ticked ones when taken; `verb` take, choose or land."""
        self.place, self.pieces, self.able, self._then = place, list(pieces), set(able), then
        self._typed = ""
        self._asked = self._question()
        model = self.state.model
        asked = model.answer.ask or {}
        counts = verb != "land" and model.settings.strictness == "enforce" and self.able & set(asked.get("pieces") or ())
        self.limit = PickLimit(asked if counts else None)
        self.chosen = [p for p in chosen if p in self.pieces]
        self.title.show_data(model.title.place_name(place))
        self.count.show_data(tr("picker.count", n=len(self.pieces)))
        self.take_button.setText(tr(f"picker.{verb}"))
        self.say(self.able_button.setText, "picker.choosable" if verb == "choose" else "picker.able")
        hint = tr("picker.hint" if verb == "take" else f"picker.hint_{verb}")
        several = len(self.pieces) > 1 and verb != "land"
        self.hint.show_data(f"{hint}\n{tr('picker.hint_order')}" if several else hint)
        self._fixed = verb == "land"
        self.row = row = CardStrip()
        row.moved.connect(self.reorder)
        self.buttons, self.prices = {}, {}
        for piece in self.pieces:
            row.add(self._card(piece), draggable=not self._fixed)
        self.strip.setWidget(row)
        row.setAutoFillBackground(False)  # the scroll area has just set it
        self.used.show_data(self.limit.usage(sorted(self.able)))  # as long as it gets: nothing is cut or shifts when it is ticked
        self.used.ensurePolished()
        self.used.setMinimumWidth(self.used.sizeHint().width())
        self._take_width()
        self._sync()
        self._find_room()
        self.show()
        self.raise_()
        next((b for b in self.buttons.values() if b.isEnabled()), self.none_button).setFocus()

    def _take_width(self) -> None:
        """Be as wide as the cards, if there is so much room; the buttons go below the name where it is narrow."""
        most, edge = max(px(200), self.canvas.width() - px(24)), px(28)
        head = self.head.box
        head.setDirection(head.Direction.LeftToRight)
        narrow = self.head.sizeHint().width() + edge > most
        head.setDirection(head.Direction.TopToBottom if narrow else head.Direction.LeftToRight)
        self.hint.setVisible(not narrow)
        wide = sum(card.width() + px(4) for card in self.row.cards) + edge
        self.setFixedWidth(min(max(wide, self.head.sizeHint().width() + edge), most))
        self.strip.setFixedHeight(self.row.sizeHint().height() + (px(14) if wide > most else 0))
        self.adjustSize()

    def _find_room(self) -> None:
        """Lie on the board; where it is too low, as in a small window at a large scale, on the window."""
        above = self.canvas.window()
        home = above if self.height() + px(16) > self.canvas.height() and above is not self else self.canvas
        if self.parentWidget() is not home:
            self.setParent(home)
        self.settle()

    def open_stack(self, place: str, then: Callable[[list[str]], object]) -> None:
        """Open a stack with what is selected ticked; only those that can act can be taken."""
        pieces = self.canvas.stacks.resting(place)[::-1]
        if pieces:
            free = self.state.model.settings.strictness == "off"
            able = {p for p in pieces if free or p in self.state.able_pieces}
            answer = self.state.model.answer
            only_named = answer.kind in NAMED and bool(able & set((answer.ask or {}).get("pieces") or ()))
            self.open(place, pieces, able, self.state.selection, then, verb="choose" if only_named else "take")

    def _card(self, piece: str) -> QWidget:
        model = self.state.model
        info = model.position.piece(piece)
        button = TickButton()
        button.setCheckable(True)
        button.setIcon(QIcon(model.position.face(piece, px(FACE), self.canvas.devicePixelRatioF())))
        button.setIconSize(QSize(px(FACE), px(FACE)))
        button.setEnabled(piece in self.able)
        name, strength, marks = (info.name, info.strength, info.marks) if info is not None else (piece, "", "")
        said = self._said_of(piece)
        button.setAccessibleName(" ".join(word for word in (name, strength, said) if word))
        button.clicked.connect(lambda on, p=piece: self._tick(p, on))
        button.along.connect(lambda by: self._go_along([*self.buttons.values()], by))
        self.buttons[piece] = button
        able = piece in self.able
        lines = (("strong" if able else "second", name), ("small", strength), ("small", marks), ("second", said))
        card = PickerCard(button, [(kind, text) for kind, text in lines if text])
        takes = self.limit.takes(piece) if able else 0
        if takes:
            self.prices[piece] = card.price(tr("picker.needs", n=takes, left=takes))
        return card

    def _said_of(self, piece: str) -> str:
        """Return what the rules say of a counter: what is against it, or what they note beside its name."""
        model = self.state.model
        if piece in self.able:
            noted = (ask["notes"] for ask in open_asks(model.actions.offer) if ask.get("notes"))
            said = next((notes[piece] for notes in noted if piece in notes), None)
        else:
            said = against_piece(model.actions.offer, piece)
        return model.title.texts.plain(said, model.title.language) if said is not None else ""

    def reorder(self, start: int, end: int) -> None:
        """Ask for another order of the stack: the card at `start` goes to `end` (counted from the top)."""
        pieces = list(self.pieces)
        pieces.insert(end, pieces.pop(start))
        self._moved = pieces[end]
        known = [p for p in reversed(pieces) if not is_alias(p)]
        self.state.model.free("order", place=self.place, pieces=known)

    def follow(self) -> None:
        """Show the stack as it lies now; the card that was moved keeps the keyboard."""
        if not self.isVisible() or self._fixed or self._then is None:
            return
        pieces = self.canvas.stacks.resting(self.place)[::-1]
        if pieces == self.pieces:
            return
        moved, self._moved = self._moved, ""
        self.open_stack(self.place, self._then) if pieces else self.close_strip()
        if moved in self.buttons:
            self.buttons[moved].setFocus()

    def settle(self) -> None:
        """Take the place nearest to the cell, inside the board, that nothing else floating on it covers."""
        if not self.place or not self.canvas.layout_.has(self.place):
            return
        home, gap = self.parentWidget() or self.canvas, px(8)
        room = home.rect().adjusted(gap, gap, -gap, -gap)
        if home is not self.canvas:
            self.move(self.canvas.mapTo(home, QPoint(gap, 0)).x(), room.bottom() - self.height())
            return
        spot, half = self.canvas.spot(self.place).toPoint(), round(60 * self.canvas.camera.scale)
        below, above = spot.y() + half, spot.y() - half - self.height()
        tops = [top for top in (below, above) if room.top() <= top <= room.bottom() - self.height()]
        tops += [room.top(), room.bottom() - self.height(), room.center().y() - self.height() // 2]
        last = room.right() - self.width()
        lefts = (max(room.left(), min(last, spot.x() - self.width() // 2)), room.left(), last)
        spots = [QRect(QPoint(left, top), self.size()) for top in tops for left in lefts]
        self.move(min(spots, key=self._covered).topLeft())

    def _covered(self, rect: QRect) -> int:
        """Return how many px of a rectangle of the board other floating parts cover."""
        above = self.canvas.parentWidget()
        floats = (
            above.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly) if above is not None else []
        )
        covers = (
            w.geometry().translated(-self.canvas.pos()) & rect for w in floats if w is not self.canvas and w.isVisible()
        )
        return sum(c.width() * c.height() for c in covers if c.isValid())

    def choose(self, pieces: Sequence[str], most: int | None = None) -> None:
        """Tick exactly these (as far as they can act, and there is room), no more than `most`."""
        self.chosen, self._typed = [], ""
        for piece in pieces:
            if len(self.chosen) == most:
                break
            if piece in self.able and not self.limit.lacking(self.chosen, piece):
                self.chosen.append(piece)
        self._sync()

    def choose_so_many(self, number: int) -> None:
        """Tick so many: those that are as the one in focus first, then the others, top first."""
        able = [piece for piece in self.pieces if piece in self.able]
        here = next((piece for piece, button in self.buttons.items() if button is self.focusWidget()), "")
        like = self._looks(here)
        self.choose(sorted(able, key=lambda piece: self._looks(piece) != like), number)

    def _looks(self, piece: str) -> tuple[str, str, str] | None:
        """Return what tells a counter from others: of those with the same one is as good as another."""
        info = self.state.model.position.piece(piece)
        return (info.name, info.strength, info.marks) if info is not None else None

    def _digit(self, digit: str) -> None:
        """A number that is typed, of one digit or two, ticks so many."""
        both = self._typed + digit
        typed = both if int(both) <= len(self.able) else digit
        self.choose_so_many(int(typed))
        self._typed = typed

    def _down_to(self, piece: str) -> None:
        """Tick all from the top down to a counter."""
        self.choose(self.pieces[: self.pieces.index(piece) + 1])

    def _tick(self, piece: str, on: bool) -> None:
        self._typed = ""
        if self.buttons[piece].shift:
            self._down_to(piece)
            return
        if on and piece not in self.chosen:
            self.chosen.append(piece)
        elif not on and piece in self.chosen:
            self.chosen.remove(piece)
        self._sync()

    def _sync(self) -> None:
        for piece, button in self.buttons.items():
            lacking = self.limit.lacking(self.chosen, piece) if piece in self.able else ""
            button.setChecked(piece in self.chosen)
            button.setEnabled(piece in self.able and not lacking)
            button.setToolTip(plain(lacking))
            if piece in self.prices:
                self.prices[piece].setText(lacking or tr("picker.takes", n=self.limit.takes(piece)))
        self.used.show_data(self.limit.usage(self.chosen))
        self.take_button.setEnabled(bool(self.chosen))
        self.state.select(self.chosen)

    def take(self) -> None:
        """Hand the ticked ones over."""
        chosen, then = [p for p in self.pieces[::-1] if p in self.chosen], self._then
        self.close_strip()
        if chosen and then is not None:
            then(chosen)

    def dismiss(self) -> None:
        """Close where the board was clicked elsewhere."""
        if self.isVisible():
            self.close_strip()

    def offered(self) -> None:
        """Close where something else is asked now than when it was opened."""
        if self._asked != self._question():
            self.dismiss()

    def _question(self) -> object:
        actions = self.state.model.actions
        return actions.acting, repr((actions.offer or {}).get("prompt"))

    def close_strip(self) -> None:
        """Close; the choice stays selected."""
        self.hide()
        self.place = ""
        if self.parentWidget() is not self.canvas:
            self.setParent(self.canvas)  # on the window it would outlive the board
        self.canvas.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes, Enter and M take what is ticked or else has the keyboard, Space ticks, a number ticks so many."""
        key, digit = event.key(), event.text()
        if not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and digit.isascii() and digit.isdigit():
            self._digit(digit)
            return
        self._typed = ""
        if key == Qt.Key.Key_Escape:
            self.close_strip()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_M):
            if not self.chosen:
                self.choose([piece for piece, button in self.buttons.items() if button is self.focusWidget()])
            self.take()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays in the picker while it is open: what lies behind it is reached by F6, or when it is closed."""
        acts = (self.all_button, self.none_button, self.able_button, self.take_button, self.close_button)
        self._go_along([*self.buttons.values(), *acts], 1 if forward else -1)
        return True

    def _go_along(self, stations: Sequence[QWidget], by: int) -> None:
        """Give the keyboard to the next one that can be pressed, round and round."""
        open_ones = [one for one in stations if one.isEnabled()]
        at = next((n for n, one in enumerate(open_ones) if one is self.focusWidget()), -1 if by > 0 else 0)
        if open_ones:
            there = open_ones[(at + by) % len(open_ones)]
            there.setFocus(Qt.FocusReason.TabFocusReason)
            if isinstance(there, TickButton):
                self.strip.ensureWidgetVisible(there)
