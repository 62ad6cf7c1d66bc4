"""A pair of hands at the real window: every answer to the rules is given by mouse clicks, drags and keys."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QScrollArea, QWidget

from qtwar.app.program import Program
from qtwar.kit import asks as asks_
from qtwar.kit.asks.picking import affordable
from qtwar.kit.title import SENSE
from qtwar.session.play import PlaySession
from qtwar.ui.play.boxes import PileTray, Tray
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.theme import current
from qtwar.ui.widgets.faces import Face
from qtwar.ui.widgets.finder import Finder
from qtwar.ui.window import apply_preferences

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_BUTTON = Qt.MouseButton.NoButton
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Hands:
    """The program with somebody at it. `shots` is a folder for pictures of each new thing seen, or None."""

    def __init__(
        self,
        qtbot: Any,
        home: Path,
        *,
        language: str = "en",
        theme: str = "light",
        scale: int = 100,
        size: tuple[int, int] = (1600, 1000),
        shots: Path | None = None,
    ) -> None:
        self.qtbot, self.shots = qtbot, shots
        self.tag = f"{language}-{theme}-{size[0]}-{scale}"
        values = {"welcomed": True, "language": language, "theme": theme, "scale": scale, "motion": False}
        prefs = Preferences(Memory(values))
        apply_preferences(prefs)
        current().apply()
        self.home = home
        self.program = Program(prefs, home)
        self.window = self.program.window
        qtbot.addWidget(self.window)
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        self.until(self.window.isActiveWindow, 20)
        self.done: Counter[str] = Counter()
        self.opened = 0
        self.random = random.Random(1)

    def leave(self) -> None:
        """Close the window; games and their workers end."""
        self.window.close()

    # -- waiting and looking -------------------------------------------------------------------------
    def until(self, what: Callable[[], Any], seconds: int = 90) -> None:
        """Run the event loop until something holds."""
        self.qtbot.waitUntil(lambda: bool(what()), timeout=seconds * 1000)

    def shot(self, name: str) -> None:
        """Keep a picture of the window."""
        if self.shots is not None:
            self.shots.mkdir(parents=True, exist_ok=True)
            self.qtbot.wait(30)
            self.window.grab().save(str(self.shots / f"{self.tag}-{name}.png"))

    @property
    def page(self) -> Any:
        """The page in front."""
        return self.window.stack.currentWidget()

    @property
    def model(self) -> Any:
        """The window's model of the game."""
        return self.page.model

    @property
    def session(self) -> PlaySession:
        """The game itself."""
        found: PlaySession = self.model.link.session
        return found

    @property
    def board(self) -> Any:
        """The board."""
        return self.page.board

    def quiet(self) -> None:
        """Wait until the game's thread has nothing to do."""
        self.until(lambda: self.model.link.jobs.pending == 0)

    def asks(self) -> list[dict[str, Any]]:
        """Return what may be done now."""
        return [a for a in (self.model.actions.offer or {"asks": []})["asks"] if not a.get("why_not")]

    def ask(self, verb: str) -> dict[str, Any] | None:
        """Return the ask of a verb, if it is offered."""
        return next((a for a in self.asks() if a["verb"] == verb), None)

    # -- the mouse on widgets --------------------------------------------------------------------------
    def press(self, widget: QWidget, at: QPoint | None = None, mods: Any = NONE) -> None:
        """Click a widget, scrolled into view where it lies in a scroll area."""
        area = widget.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        if isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget)
        self.until(widget.isVisible, 10)
        assert widget.isEnabled(), f"{widget} can not be clicked"
        QTest.mouseClick(widget, LEFT, mods, at if at is not None else widget.rect().center())

    def buttons(self, text: str) -> list[QAbstractButton]:
        """Return the buttons in view whose text begins so."""
        return [b for b in self.window.findChildren(QAbstractButton) if b.text().startswith(text) and b.isVisible()]

    def click(self, text: str, number: int = 0) -> None:
        """Click a button by its text."""
        self.until(lambda: len([b for b in self.buttons(text) if b.isEnabled()]) > number)
        self.press(self.buttons(text)[number])

    def bar_button(self, ask: dict[str, Any]) -> None:
        """Press the button of an ask in the prompt bar, in its More menu if it is there."""
        prompt = self.page.prompt
        # a bar that has just been built anew shows its buttons when the event loop next comes round
        self.until(lambda: any(b.isVisible() for b in (prompt.own, *prompt.buttons) if b is not None), 10)
        shown = [b for b in (prompt.own, *prompt.buttons) if b is not None and b.property("ask") == ask["id"]]
        if shown and shown[0].isVisible():
            self.press(shown[0])
            return
        more = prompt.buttons[-1]
        menu = more.findChild(QMenu)
        hidden = [b for b in menu.findChildren(QAbstractButton) if b.property("ask") == ask["id"]]
        assert hidden, f"nothing in the bar does {ask['verb']}"
        self.press(more)
        self.until(menu.isVisible)
        action = next(a for a in menu.actions() if a.text() == hidden[0].text())
        QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())

    # -- the free table --------------------------------------------------------------------------------
    def open_game(self, title: str, scenario: str, seats: str = "both") -> None:
        """From the start window to a game laid out; with the rules off, if it has any."""
        library = self.window.library_page
        self.until(lambda: title in getattr(library, "tiles", {}))
        self.press(library.tiles[title])
        self.press(next(r for r in library.scenarios.rows if r.info.id == scenario).button)
        self.until(library.new_game.isVisible)
        self.qtbot.wait(1)
        self.press(library.new_game.seats[seats], QPoint(10, 10))
        self.press(library.new_game.go)
        self.until(lambda: hasattr(self.page, "prompt"), 180)
        self.quiet()
        if self.model.settings.strictness != "off":
            self.press(self.page.toolbar.rules.buttons["off"])
            self.until(lambda: self.model.settings.strictness == "off")
            self.quiet()
        self.opened = len(self.session.history.line)
        self.board.set_zoom(1.0)

    def turn_board(self, ident: str) -> None:
        """Click the tab of a board."""
        tabs = self.page.holder.tabs
        n = next(n for n in range(tabs.count()) if tabs.tabData(n) == ident)
        QTest.mouseClick(tabs, LEFT, NONE, tabs.tabRect(n).center())
        assert self.board.layout_.board.id == ident
        self.board.set_zoom(1.0)

    def after(self, do: Callable[[], object]) -> None:
        """Do something and wait until it is in the journal."""
        length = len(self.session.history)
        do()
        self.until(lambda: len(self.session.history) > length, 20)
        self.quiet()

    def drag_to(self, piece: str, place: str) -> None:
        """Drag a counter of the board to a place of it."""
        end = self.place_point(place)
        start = self.piece_point(piece)
        assert start is not None, f"{piece} is covered"
        end = self.place_point(place)
        assert self.board.rect().contains(start), f"{place} is too far from {piece}"
        self.after(lambda: self.drag(start, end))

    def select(self, piece: str) -> None:
        """Click a counter of the board."""
        point = self.piece_point(piece)
        assert point is not None, f"{piece} is covered"
        QTest.mouseClick(self.board, LEFT, NONE, point)
        if self.board.selection != [piece]:
            QTest.mouseClick(self.board, LEFT, NONE, point)
        assert self.board.selection == [piece]

    def key(self, key: Any) -> None:
        """Press a key of the board that does something to the selection."""
        self.after(lambda: QTest.keyClick(self.board, key))

    def choose(self, *path: str) -> None:
        """Click entries of the menu that is open, through its sub-menus, by what they begin with."""
        self.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu), 10)
        menu: Any = QApplication.activePopupWidget()
        for text in path:
            action = next((a for a in menu.actions() if a.text().startswith(text)), None)
            assert action is not None, f"{text} is not among {[a.text() for a in menu.actions()]}"
            below = action.menu()
            if below is None:
                QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(action).center())
                self.until(lambda: QApplication.activePopupWidget() is None, 10)
            else:  # by keys: a click would start a clock that opens it once more
                while menu.activeAction() is not action:
                    QTest.keyClick(menu, Qt.Key.Key_Down)
                QTest.keyClick(menu, Qt.Key.Key_Right)
                self.until(below.isVisible, 10)
                menu = below

    def menu_of(self, piece: str, *path: str) -> None:
        """Click the right button on a selected counter, then entries of its menu."""
        self.select(piece)
        QTest.mouseClick(self.board, RIGHT, NONE, self.piece_point(piece))
        self.choose(*path)

    def menu_at(self, place: str, *path: str) -> None:
        """Click the right button on a place of the board, then entries of its menu."""
        QTest.mouseClick(self.board, RIGHT, NONE, self.place_point(place))
        self.choose(*path)

    def find(self, typed: str) -> None:
        """Type into the list that has opened, and click what is left at its top."""
        self.until(lambda: [f for f in self.board.findChildren(Finder) if f.isVisible()])
        finder = next(f for f in self.board.findChildren(Finder) if f.isVisible())
        QTest.keyClicks(finder.field, typed)
        rect = finder.list.visualRect(finder.rows.index(0))
        QTest.mouseClick(finder.list.viewport(), LEFT, NONE, rect.center())

    def tab(self, n: int) -> None:
        """Click a tab of the shelf."""
        shelf = self.page.shelf
        shelf.set_open(True)
        QTest.mouseClick(shelf.tabs, LEFT, NONE, shelf.tabs.tabRect(n).center())
        self.until(shelf.stack.widget(n).isVisible, 5)
        self.qtbot.wait(1)

    def pile(self, place: str) -> PileTray:
        """Return the tray of a deck or cup on the shelf."""
        self.tab(0)
        return next(p for p in self.page.shelf.boxes.findChildren(PileTray) if p.place == place)

    def tray(self, place: str) -> Tray:
        """Return the tray of a box on the shelf."""
        return next(t for t in self.page.shelf.boxes.findChildren(Tray) if t.place == place)

    def stock(self, typed: str) -> None:
        """Find a marker in the tray by typing, and click it into the hand."""
        shelf = self.page.shelf
        self.tab(4)
        shelf.stock.field.clear()
        QTest.keyClicks(shelf.stock.field, typed)
        self.qtbot.wait(1)
        self.press(shelf.stock.faces.faces[0])
        assert self.board.carry.phase == "carried"

    def drag_off(self, face: Face, widget: QWidget, point: QPoint) -> None:
        """Drag a picture of the shelf to a point of another widget, as the window system does it."""
        for seen in (widget, face):
            area = seen.parentWidget()
            while area is not None and not isinstance(area, QScrollArea):
                area = area.parentWidget()
            if isinstance(area, QScrollArea):
                area.ensureWidgetVisible(seen)
        self.drag_between(face, face.rect().center(), widget, point)

    def drag_between(self, source: QWidget, start: QPoint, target: QWidget, end: QPoint) -> None:
        """Drag from a point of one widget to a point of another, as the window system does it."""
        first, last = source.mapToGlobal(start), target.mapToGlobal(end)
        handle, move = self.window.windowHandle(), QEvent.Type.MouseMove
        steps = [(move, first + QPoint(0, -20)), (move, last - QPoint(6, 0)), (move, last)]
        steps.append((QEvent.Type.MouseButtonRelease, last))

        def step() -> None:
            kind, at = steps.pop(0)
            button, held = (NO_BUTTON, LEFT) if kind == move else (LEFT, NO_BUTTON)
            event = QMouseEvent(kind, QPointF(handle.mapFromGlobal(at)), QPointF(at), button, held, NONE)
            QApplication.sendEvent(handle, event)
            if not steps:
                clock.stop()

        clock = QTimer()
        clock.timeout.connect(step)
        clock.start(30)  # the drag has an event loop of its own, in which these arrive
        QTest.mousePress(source, LEFT, NONE, start)
        QTest.mouseMove(source, start + QPoint(12, 0))
        self.until(lambda: not clock.isActive(), 5)

    def roll(self, sides: int) -> None:
        """Roll dice of the free table by their button."""
        self.tab(3)
        self.press(next(b for b in self.page.shelf.dice.loose.findChildren(QAbstractButton) if b.text() == f"d{sides}"))

    def hand_over(self, side: str) -> None:
        """Press F9; where the screen is covered, hold Space until it is the other's own."""
        QTest.keyClick(self.board, Qt.Key.Key_F9)
        self.until(lambda: self.page.cover.isVisible() or self.model.position.seat == side, 10)
        if self.page.cover.isVisible():
            self.shot("covered")
            QTest.keyPress(self.page.cover, Qt.Key.Key_Space)
            self.until(lambda: not self.page.cover.isVisible(), 10)
            QTest.keyRelease(self.page.cover, Qt.Key.Key_Space)
        self.quiet()
        assert self.model.position.seat == side

    def held(self, place: str, piece: str) -> list[Face]:
        """Return the picture of a piece in a tray of the shelf, in a list, which is empty while it is not drawn."""
        return [f for f in self.tray(place).findChildren(Face) if piece in f.pieces and f.isVisible()]

    def undo_all(self) -> None:
        """Ctrl+Z until everything since the game was opened is taken back."""
        self.until(self.window.isActiveWindow, 5)
        while len(self.session.history.line) > self.opened:
            length = len(self.session.history.line)
            QTest.keyClick(self.board, Qt.Key.Key_Z, CTRL)
            self.until(lambda n=length: len(self.session.history.line) < n, 10)
            self.quiet()

    # -- the mouse on the board ------------------------------------------------------------------------
    def place_point(self, place: str) -> QPoint:
        """Return where a place is on the board, brought into view."""
        board = self.board
        point = board.camera.to_screen(board.layout_.spot(place)).toPoint()
        if not board.rect().adjusted(60, 60, -60, -60).contains(point):
            board.center_on(place)
            point = board.camera.to_screen(board.layout_.spot(place)).toPoint()
        return point

    def piece_point(self, piece: str) -> QPoint | None:
        """Return a point where a counter of the board can be clicked; None where others cover it."""
        board = self.board
        place = str(self.model.position.view.pieces[piece]["at"])
        if not board.layout_.has(place):
            return None
        self.place_point(place)
        ids = board.stacks.resting(place)
        rect = board.layout_.counter_rect(place, ids.index(piece), len(ids))
        for dx, dy in ((0.5, 0.4), (0.1, 0.1), (0.9, 0.1), (0.5, 0.03)):
            at = QPointF(rect.left() + dx * rect.width(), rect.top() + dy * rect.height())
            point = board.camera.to_screen(at)
            if board.piece_at(point) == (piece, place) and not board.chip_at(point):
                return QPoint(point.toPoint())
        return None

    def drag(self, start: QPoint, end: QPoint) -> None:
        """Drag over the board from point to point, slowly enough for the lights."""
        board = self.board
        QTest.mousePress(board, LEFT, NONE, start)
        QTest.mouseMove(board, start + QPoint(10, 0))
        QTest.mouseMove(board, start + QPoint(14, 4))
        self.until(lambda: board.carry.reach is not None or board.carry.free or not board.carry.holding)
        QTest.mouseMove(board, end)
        QTest.mouseRelease(board, LEFT, NONE, end)

    def take(self, pieces: list[str]) -> None:
        """Take pieces of one stack, or one of the shelf, into the hand."""
        board = self.board
        place = str(self.model.position.view.pieces[pieces[0]]["at"])
        if not board.layout_.has(place):
            face = self.shelf_face(pieces[0])
            self.press(face, mods=SHIFT if len(pieces) > 1 else NONE)
        else:
            ids = board.stacks.resting(place)
            point = self.piece_point(pieces[0]) if len(pieces) == 1 else None
            if point is not None:
                QTest.mouseClick(board, LEFT, NONE, point)
                if board.selection != pieces:
                    QTest.mouseClick(board, LEFT, NONE, point)
                QTest.keyClick(board, Qt.Key.Key_M)
            else:
                self.place_point(place)
                chip = board.camera.to_screen(board.layout_.chip_rect(place, len(ids)).center()).toPoint()
                QTest.mouseClick(board, LEFT, NONE, chip)
                self.until(board.picker.isVisible)
                self.press(board.picker.none_button)
                for piece in pieces:
                    self.press(board.picker.buttons[piece])
                self.press(board.picker.take_button)
        self.until(lambda: not board.carry.holding or board.carry.reach is not None)

    def shelf_face(self, piece: str) -> Face:
        """Return the counter of the shelf that stands for a piece."""
        for n, page in enumerate((self.page.shelf.boxes, self.page.shelf.turns)):
            self.tab(n)
            for face in page.findChildren(Face):
                if piece in face.pieces:
                    return face
        raise AssertionError(f"{piece} is not on the shelf")

    # -- answering ---------------------------------------------------------------------------------------
    def turn_to(self, ask: dict[str, Any]) -> None:
        """Make the answer be of an ask, by its button where it has one."""
        if (self.model.answer.ask or {}).get("id") != ask["id"]:
            verb = self.page.prompt.verbs.buttons.get(ask["id"])
            if verb is not None:
                self.press(verb)
            else:
                assert ask["id"] in self.page.prompt.switches, f"there is no way to {ask['verb']}"
                self.bar_button(ask)
        assert self.model.answer.ask["id"] == ask["id"]

    def finish(self) -> None:
        """Press the primary button."""
        self.press(self.page.prompt.primary)

    def some(self, ask: dict[str, Any], most: int = 3) -> list[str]:
        """Choose among the pieces of an ask."""
        pieces, locked = list(ask["pieces"]), list(ask.get("locked") or ())
        low = max(int(ask.get("min", 1)), len(locked))
        high = max(low, min(int(ask.get("max", len(pieces))), len(pieces), most))
        rest = [p for p in pieces if p not in locked]
        self.random.shuffle(rest)
        chosen, wanted = locked, self.random.randint(low, high)
        for piece in rest:
            if len(chosen) < wanted and affordable(ask, [*chosen, piece]):  # what is too dear can not be ticked
                chosen = [*chosen, piece]
        return chosen

    def tick(self, ask: dict[str, Any], pieces: list[str]) -> None:
        """Tick pieces: on the board where they can be clicked, else in the Orders pane."""
        answer = self.model.answer
        for piece in pieces:
            if piece in answer.pieces:
                continue
            point = self.piece_point(piece) if piece in self.model.position.view.pieces else None
            if point is not None:
                QTest.mouseClick(self.board, LEFT, NONE, point)
            else:
                self.page.raise_dock("orders")
                self.qtbot.wait(1)  # what is ticked is written; the rows follow
                row, shares = list(ask["pieces"]).index(piece), self.page.orders.shares
                self.until(lambda: shares.box.count() > len(ask["pieces"]))  # noqa: B023
                button = shares.box.itemAt(row).widget().findChildren(QAbstractButton)[-1]
                self.press(button)
            assert piece in answer.pieces, f"{piece} could not be ticked"

    def answer(self, ask: dict[str, Any]) -> str:
        """Answer an ask somehow by the mouse; returns the verb, or nothing where it turned out not to be possible."""
        length = len(self.session.history)
        kind = ask["kind"]
        if kind in ("button", "roll", "draw", "confirm"):
            self.bar_button(ask)
        elif kind == "choose":
            self._choose(ask)
        elif kind == "number":
            stepper = self.page.prompt.stepper
            for _ in range(self.random.randint(0, min(2, stepper.high - stepper.value))):
                self.press(stepper.findChildren(QAbstractButton)[-1])
            self.finish()
        elif kind in ("pieces", "order"):
            self.turn_to(ask)
            self.tick(ask, list(ask["pieces"]) if kind == "order" else self.some(ask))
            self.finish()
        elif kind == "allocate":
            self._allocate(ask)
        elif kind == "cell":
            self.turn_to(ask)
            self._click_cell(self.random.choice(ask["cells"]))
            self.finish()
        elif kind in ("place", "pieces+cell"):
            if not self._carry_to(ask):
                return ""
        elif kind == "move":
            if not self._move(ask):
                return ""
        elif kind == "secret":
            self._secret(ask)
        else:
            raise AssertionError(f"nobody knows how to answer {kind}")
        said: list[Any] = []
        self.model.actions.refused.connect(said.append)
        try:
            self.until(lambda: len(self.session.history) > length or said or self.dice_wanted(), 30)
            while self.dice_wanted() and not said:
                self._roll_by_hand()
                self.until(lambda: len(self.session.history) > length or said or self.dice_wanted(), 30)
        except Exception as late:
            self.shot("stuck")
            answer = self.model.answer
            raise AssertionError(f"{ask['verb']}: nothing came of {answer.kind} {answer.pieces} {answer.path}") from late
        finally:
            self.model.actions.refused.disconnect(said.append)
        self.quiet()
        if said:
            # What is lit on the board is never refused; a choice among pieces may be, with the rule.
            assert kind in ("secret", "pieces"), f"{ask['verb']} was refused: {said}"
            assert said[0].get("rule"), said
            return ""
        self.done[ask["verb"]] += 1
        return str(ask["verb"])

    def dice_wanted(self) -> bool:
        """Return whether the dice tray waits for dice rolled by hand."""
        tray = self.page.shelf.dice
        return bool(tray.hand.isVisible() and tray.field.isEnabled() and self.model.link.jobs.pending == 0)

    def _roll_by_hand(self) -> None:
        """Roll real dice and type what they show."""
        tray = self.page.shelf.dice
        tray.field.clear()
        QTest.keyClicks(tray.field, " ".join(str(self.random.randint(1, faces)) for faces in tray.faces))
        QTest.keyClick(tray.field, Qt.Key.Key_Return)

    def _choose(self, ask: dict[str, Any]) -> None:
        open_ = [n for n, c in enumerate(ask["choices"]) if not c.get("why_not")]
        n = self.random.choice(open_)
        if self.page.prompt.answers:
            self.press(self.page.prompt.answers[n])
            return
        self.bar_button(ask)
        self.qtbot.wait(1)
        rows = self.page.orders.list
        rows.scrollToItem(rows.item(n))
        QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(n)).center())

    def _allocate(self, ask: dict[str, Any]) -> None:
        self.turn_to(ask)
        left = int(ask["total"])
        for piece in ask["pieces"]:
            point = self.piece_point(piece)
            while left and self.model.answer.amounts.get(piece, 0) < self.model.answer.most(piece):
                assert point is not None
                QTest.mouseClick(self.board, LEFT, NONE, point)
                left -= 1
        self.finish()

    def _click_cell(self, place: str) -> None:
        board = self.board
        point = self.place_point(place)
        if board.piece_at(QPointF(point)) is not None:
            point = board.camera.to_screen(board.layout_.spot(place) + QPointF(-44, 44)).toPoint()
        QTest.mouseClick(board, LEFT, NONE, point)

    def _carry_to(self, ask: dict[str, Any]) -> bool:
        if ask["id"] in self.page.prompt.verbs.buttons:
            self.turn_to(ask)
        targets = ask.get("targets")
        able = [p for p in ask["pieces"] if not targets or targets.get(p)]
        if not able:
            return False
        if targets:
            pieces = [self.random.choice(able)]
        else:
            # What is taken together lies together; the rest of a force is a matter of several drags in real life.
            first = self.random.choice(able)
            pieces = [first]
            if int(ask.get("min", 1)) > 1:
                return False
        self.take(pieces)
        if self.board.carry.phase != "carried":
            return False
        on_board = [p for p in self.board.carry.legal() if self.board.layout_.has(p)]
        if not on_board:
            self.tab(0)
            trays = self.page.shelf.boxes.findChildren(Tray)
            lit = [t for t in trays if t.place in self.board.carry.legal()]
            if not lit:
                QTest.keyClick(self.board, Qt.Key.Key_Escape)
                return False
            self.press(lit[0], QPoint(3, 3))
            return True
        QTest.mouseClick(self.board, LEFT, NONE, self.place_point(self.random.choice(sorted(on_board))))
        return True

    def _move(self, ask: dict[str, Any]) -> bool:
        if ask["id"] in self.page.prompt.verbs.buttons:
            self.turn_to(ask)
        groups = ask.get("groups") or {"": ask["pieces"]}
        name = self.random.choice(sorted(groups))
        members = [p for p in groups[name] if p in self.model.position.view.pieces]
        first = self.random.choice(members)
        at = self.model.position.view.pieces[first]["at"]
        together = [p for p in members if self.model.position.view.pieces[p]["at"] == at]
        pieces = [first, *[p for p in together if p != first]][: self.random.choice((1, 1, 2))]
        self.take(pieces)
        carry = self.board.carry
        if carry.phase != "carried":
            return False
        ends = sorted(p for p in carry.legal() if carry.may_end(p) and p != carry.start)
        if not ends:
            QTest.keyClick(self.board, Qt.Key.Key_Escape)
            return False
        end = self.random.choice(ends)
        point = self.place_point(end)
        QTest.mouseMove(self.board, point)
        QTest.mouseDClick(self.board, LEFT, NONE, point)
        return True

    def _secret(self, ask: dict[str, Any]) -> None:
        self.bar_button(ask)
        panel = self.page.secret
        self.until(panel.isVisible)
        inner = ask["of"]
        if inner["kind"] in ("pieces", "pieces+cell"):
            for piece in self.some(inner, 1):
                if piece not in self.model.answer.pieces:
                    ticks = [b for b in panel.body.findChildren(QAbstractButton) if b.isCheckable()]
                    self.press(ticks[list(inner["pieces"]).index(piece)], QPoint(8, ticks[0].height() // 2))
        elif inner["kind"] == "choose":
            ticks = [b for b in panel.body.findChildren(QAbstractButton) if b.isCheckable() and b.isEnabled()]
            self.press(self.random.choice(ticks), QPoint(8, ticks[0].height() // 2))
        self.press(panel.done)

    def step(self, *, prefer: tuple[str, ...] = (), avoid: tuple[str, ...] = ()) -> str:
        """Do one thing that is offered: a preferred verb if there is one, else any by its weight."""
        self.quiet()
        asks = self.asks()
        liked = [a for a in asks if a["verb"] in prefer]
        plain = [a for a in asks if a["verb"] not in avoid] or asks
        sense = sense_of(self.model.settings.identity.title)
        order = sorted(
            liked or plain, key=lambda a: self.random.random() / max(1, sense.get(a["label"]["key"], asks_.WEIGHT))
        )
        for ask in [*order, *[a for a in asks if a not in order]] * 5:
            verb = self.answer(ask)
            if verb:
                if self.done[verb] == 1:
                    self.shot(f"after-{verb}")
                return verb
        raise AssertionError(f"nothing can be done: {[a['verb'] for a in asks]}")


def sense_of(title: str) -> dict[str, int]:
    """Return what a random player of a title takes readily."""
    path = Path(__file__).parents[2] / "modules" / title / "rules" / "sense.py"
    return {**SENSE, **runpy.run_path(str(path))["SENSE"]} if path.exists() else dict(SENSE)


def park_cursor() -> None:
    """Put the pointer where it hovers nothing."""
    QCursor.setPos(0, 0)
    QApplication.processEvents()
