"""How each kind of ask is answered by the keyboard alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QTabBar, QWidget
from shiboken6 import isValid

from qtwar.handplay.faults import HandFault
from qtwar.handplay.mouse import Ask, Meant, MouseHand
from qtwar.handplay.person import SHIFT, Person
from qtwar.ui.widgets.stepper import Stepper

K = Qt.Key
STATIONS = 20
"""More than F6 has in any window."""
FAR = 160
"""Presses of an arrow after which a place counts as out of reach."""


class Keyboard(Person):
    """Somebody who has no mouse: what others click he walks to, and presses there."""

    def click(self, widget: QWidget, at: QPoint | None = None, mods: Any = None, button: Any = None) -> None:
        """Go to a widget and press it."""
        self.walk_to(widget)
        self.key(K.Key_Space)

    def hold(self, button: QWidget) -> None:
        """Press Space and keep it down."""
        QTest.keyPress(self._keyboard(), K.Key_Space)

    def let_go(self, button: QWidget) -> None:
        """Let Space come up."""
        QTest.keyRelease(self._keyboard(), K.Key_Space)
        self.turn()

    def turn_tab(self, bar: QTabBar, n: int) -> None:
        """Turn to a tab by the arrows."""
        self.walk_to(bar)
        for _ in range(bar.count()):
            if bar.currentIndex() != n:
                self.key(K.Key_Right if bar.currentIndex() < n else K.Key_Left)
        if bar.currentIndex() != n:
            raise HandFault("no_control", f"the arrows do not turn to the tab {bar.tabText(n)!r}")

    def choose(self, menu: QMenu, text: str) -> None:
        """Go down an open menu to an entry."""
        self.wait(menu.isVisible, 5)
        for _ in range(len(menu.actions()) + 1):
            active = menu.activeAction()
            if active is not None and active.text() == text:
                self.key(K.Key_Return)
                return
            self.key(K.Key_Down)
        menu.close()
        raise HandFault("no_control", f"the menu has no {text!r}")

    def walk_to(self, widget: QWidget) -> None:
        """Go to a widget: F6 from part to part, Tab within a part, Shift+Tab to what stands above where he is.

        Raises HandFault where the keyboard does not come there, or what it goes to is gone before.
        """
        name = self.name(widget)
        back = [SHIFT] if self._above(widget) else []
        for _ in range(STATIONS):
            for _ in range(90):
                if not isValid(widget):
                    raise HandFault("no_control", f"{name} was gone before the keyboard came to it")
                if self.has_keyboard(widget):
                    return
                if not self._near(widget):
                    break
                self.key(K.Key_Tab, *back)
            back = []
            self.key(K.Key_F6)
        raise HandFault("no_control", f"the keyboard does not come to {name}")

    def _above(self, widget: QWidget) -> bool:
        """Return whether a widget stands above the one that has the keyboard."""
        at, corner = QApplication.focusWidget(), QPoint(0, 0)
        return at is not None and widget.mapToGlobal(corner).y() < at.mapToGlobal(corner).y()

    def _near(self, widget: QWidget) -> bool:
        """Return whether the keyboard is in the same part of the window as a widget."""
        at = QApplication.focusWidget()
        page = self.window.stack.currentWidget()  # type: ignore[attr-defined]
        parts = page.regions() if hasattr(page, "regions") else []
        return at is not None and any(
            (part is at or part.isAncestorOf(at)) and (part is widget or part.isAncestorOf(widget)) for part in parts
        )


class KeyHand(MouseHand):
    """Answers asks by keys; what is decided is decided as by mouse."""

    # -- the board ---------------------------------------------------------------------------------
    def _go_to(self, place: str) -> None:
        """Bring the cell cursor to a place by the arrows."""
        table, board = self.table, self.table.board
        self.person.walk_to(board)
        led: dict[str, dict[tuple[Any, Any], str]] = {}  # where each press led: what led astray he does not do again
        back: list[tuple[Any, Any]] = []  # the way to a place from which something has not been tried
        for _ in range(FAR):
            if board.cursor_shown and board.cell == place:
                return
            here, there = board.layout_.spot(board.cell), board.layout_.spot(place)
            dx, dy = there.x() - here.x(), there.y() - here.y()
            across = (K.Key_Right if dx > 0 else K.Key_Left, K.Key_Down if dy > 0 else K.Key_Up)
            first, second = across if abs(dx) > abs(dy) else across[::-1]
            presses = ((first, ()), (second, ()), (first, (SHIFT,)), (second, (SHIFT,)))
            known = led.setdefault(board.cell, {})
            press = back.pop(0) if back else next((press for press in presses if press not in known), None)
            if press is None:
                back = self._way_back(led, board.cell, len(presses))
                if not back:
                    break
                continue
            before = board.cell
            self.person.key(press[0], *press[1])
            led[before][press] = board.cell
        raise HandFault("off_screen", f"the arrows do not come to {table.model.title.place_name(place)}")

    @staticmethod
    def _way_back(led: Mapping[str, Mapping[tuple[Any, Any], str]], start: str, most: int) -> list[tuple[Any, Any]]:
        """Return the presses from a place to the nearest one known from which fewer than `most` have been tried."""
        ways: dict[str, list[tuple[Any, Any]]] = {start: []}
        for at in (queue := [start]):
            if len(led.get(at, {})) < most:
                return ways[at]
            for press, to in led.get(at, {}).items():
                if to not in ways:
                    ways[to] = [*ways[at], press]
                    queue.append(to)
        return []

    def _take(self, ask: Ask, pieces: list[str]) -> list[str]:
        table, person, board = self.table, self.person, self.table.board
        place = table.where(pieces[0])
        table.show_board_of(place)
        if not table.on_board(place):
            pieces = self._off_shelf(pieces)
        else:
            self._go_to(place)
            person.key(K.Key_Space)
            if not person.wait(board.picker.isVisible, 3):
                raise HandFault("nothing_happens", "Space opens no strip of the stack")
            cards = board.picker.buttons
            wrong = [piece for piece, card in cards.items() if card.isChecked() != (piece in pieces)]
            for piece in sorted(wrong, key=pieces.__contains__):  # ticks that go make room for those that come
                self._tick_card(cards[piece])
            person.key(K.Key_Return)
        person.wait(lambda: not board.carry.holding or board.carry.free or board.carry.reach is not None)
        missing = [piece for piece in pieces if piece not in board.carry.in_hand()]
        if missing:
            self._let_go()
            raise HandFault("cannot_be_given", f"{table.name(missing[0])} does not come into the hand")
        return pieces

    def _tick_card(self, card: QWidget) -> None:
        for _ in range(40):
            if card.hasFocus():
                self.person.key(K.Key_Space)
                return
            self.person.key(K.Key_Right)
        raise HandFault("no_control", f"the arrows do not come to {self.person.name(card)}")

    def _let_go(self) -> None:
        if self.table.board.carry.holding:
            self.person.key(K.Key_Escape)

    def _drop(self, place: str) -> None:
        if self.table.on_board(place):
            self._go_to(place)
            self.person.key(K.Key_Return)
        else:
            self.person.click(self.table.tray(place))

    def _plain(self, pieces: list[str]) -> bool:
        return False

    def _in_reach(self, places: list[str]) -> list[str]:
        return places

    def _tick_and_click(self, ask: Ask, pieces: list[str]) -> Meant:
        taken = self._take(ask, pieces)
        place = self.rng.choice(sorted(p for p in self.table.board.carry.legal() if self.table.on_board(p)))
        self._drop(place)
        return {"pieces": taken, "cell": place}

    # -- panes and fields --------------------------------------------------------------------------
    def tick(self, ask: Ask, pieces: list[str]) -> None:
        """Choose counters in the Orders pane."""
        answer = self.table.model.answer
        for piece in pieces:
            if piece in answer.pieces:
                continue
            row = self.table.orders_row(ask, piece)
            self.person.click([b for b in row.findChildren(QAbstractButton) if b.isVisible()][-1])
            if piece not in answer.pieces:
                raise HandFault("cannot_be_given", f"{self.table.name(piece)} can not be chosen")

    def carry_out(self, ask: Ask) -> None:
        """Press Enter where the bar shows its sign at the button that is wanted, else go to the button."""
        wanted = self.table.doer(ask)
        if wanted is self.table.page.prompt.primary:
            self.person.key(K.Key_Return)
        else:
            self.person.click(wanted)

    def _choose_place(self, place: str) -> None:
        self.table.show_board_of(place)
        if not self.table.on_board(place):
            self.person.click(self.table.tray(place))
        else:
            self._go_to(place)
            self.person.key(K.Key_Return)
        if self.table.model.answer.cell != place:
            name = self.table.model.title.place_name(place)
            raise HandFault("cannot_be_given", f"Enter at {name} does not choose it")

    def set_number(self, stepper: Stepper, value: int) -> None:
        self.person.walk_to(stepper.field)
        steps = (value - stepper.value) // max(1, stepper.step)
        for _ in range(abs(steps)):
            self.person.key(K.Key_Up if steps > 0 else K.Key_Down)
        if stepper.value != value:
            raise HandFault("cannot_be_given", f"the field says {stepper.value}, not {value}")

    def _fire(self, firer: Any) -> Meant:
        page, person = self.table.page, self.person
        at = next((n for n, one in enumerate(page.reaction.firers) if one == firer), -1)
        if not 0 <= at < 9:
            return super()._fire(firer)
        person.walk_to(self.table.board)
        person.key(K(K.Key_1 + at))
        if page.reaction.picked != firer:
            raise HandFault("nothing_happens", f"the digit {at + 1} does not aim {firer.text!r}")
        person.key(K.Key_Return)
        return dict(firer.args)

    def _pick_row(self, rows: Any, n: int) -> None:
        self.person.walk_to(rows)
        for _ in range(rows.count() + 2):
            if rows.currentRow() == n:
                self.person.key(K.Key_Return)
                return
            self.person.key(K.Key_Down if rows.currentRow() < n else K.Key_Up)
        raise HandFault("no_control", f"the arrows do not come to line {n + 1} of the list")

    def _share(self, ask: Ask, piece: str, amount: int) -> None:
        self.set_number(self.table.orders_row(ask, piece).findChildren(Stepper)[0], amount)
