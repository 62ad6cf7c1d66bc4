"""A pair of hands at a game: the gestures of the free table, and answers to the rules as the robot gives them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QScrollArea, QWidget

from qtwar.handplay.faults import HandFault, HandFigures
from qtwar.handplay.game import GameScreen
from qtwar.handplay.mouse import Unanswerable
from qtwar.handplay.person import Person
from qtwar.handplay.play import HandGame
from qtwar.services import games, origins, titles
from qtwar.services.games import OpenGame
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from qtwar.ui.i18n import tr
from qtwar.ui.play.boxes import PileTray, Tray
from qtwar.ui.widgets.faces import Face
from qtwar.ui.widgets.finder import Finder
from qtwar.ui.widgets.stepper import Stepper
from tests.stories.at_window import CTRL, LEFT, NONE, RIGHT, SHIFT, AtWindow

MOST_DICE = 60
"""Dice that one answer may take where any number is typed."""


def offered(session: PlaySession) -> list[dict[str, Any]]:
    """Return what can be answered now, by whatever side."""
    offers = [session.offer(side) or {"asks": []} for side in session.active]
    return [ask for offer in offers for ask in offer["asks"] if "why_not" not in ask]


class Hands(AtWindow):
    """Somebody at the table. `done` counts the verbs that he has answered."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.person = Person(self.window)
        self.figures = HandFigures()
        self._game: HandGame | None = None
        self.opened = 0
        self.random = random.Random(1)

    @property
    def done(self) -> Counter[str]:
        """What has been done, by verb."""
        return self.figures.verbs

    @property
    def board(self) -> Any:
        """The board."""
        return self.page.board

    def ask(self, verb: str) -> dict[str, Any] | None:
        """Return the ask of a verb, if it is offered."""
        return next((a for a in self.screen.open_asks() if a["verb"] == verb), None)

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
            if self.page.toolbar.tiny:
                self.press(self.page.toolbar.rules_opener)
                self.choose(tr("rules.off"))
            else:
                self.press(self.page.toolbar.rules.buttons["off"])
            self.until(lambda: self.model.settings.strictness == "off")
            self.quiet()
        self.opened = len(self.session.history.line)
        self.board.set_zoom(1.0)

    # -- a game that has come to a point ---------------------------------------------------------------
    def open_when(self, game: NewGame, there: Callable[[PlaySession], Any], most: int = 400) -> Any:
        """Play a game at random, without a window, until something is there, then open it; returns what was there."""
        made, found = games.create(game, self.home), None
        try:
            for _ in range(most):
                made.session.refresh_offers()
                found = there(made.session)
                if found or made.session.state.result is not None:
                    break
                made.session.autoplay(1)
        finally:
            made.session.rules.close()
            made.document.close()
        assert found, f"{game.scenario} does not come there"
        self._open(made)
        return found

    def open_at(self, title: str, scenario: str, position: dict[str, Any]) -> None:
        """Open a game of one person that stands at a position (docs/reference/position-file.md)."""
        folder, content = titles.load(title)
        facts = {
            "key": key_from_seed(1), "scenario": scenario, "seats": "both", "players": {}, "dice": "program", "undo": "free",
            "setup": "quick", "rules": origins.naming(folder),
        }  # fmt: skip
        path = titles.fresh_path(titles.games_folder(self.home), scenario)
        options = content.scenario(scenario).options
        made = games.begin(path, folder, content, facts, options, "enforce", {"position": position})
        made.session.rules.close()
        made.document.close()
        self._open(made)

    def _open(self, made: OpenGame) -> None:
        """Open the document of a game that was made without a window."""
        self.program.open_path(made.path)
        self.until(lambda: hasattr(self.page, "prompt"), 180)
        self.quiet()
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
        start = self.screen.counter(piece)
        assert start is not None, f"{piece} is covered"
        end = self.place_point(place)
        assert self.board.rect().contains(start), f"{place} is too far from {piece}"
        self.after(lambda: self.drag(start, end))

    def select(self, piece: str) -> None:
        """Click a counter of the board."""
        point = self.screen.counter(piece)
        assert point is not None, f"{piece} is covered"
        QTest.mouseClick(self.board, LEFT, NONE, point)
        if self.board.selection != [piece]:
            QTest.mouseClick(self.board, LEFT, NONE, point)
        assert self.board.selection == [piece]

    def key(self, key: Any) -> None:
        """Press a key of the board that does something to the selection."""
        self.after(lambda: QTest.keyClick(self.board, key))

    def menu_of(self, piece: str, *path: str) -> None:
        """Click the right button on a selected counter, then entries of its menu."""
        self.select(piece)
        QTest.mouseClick(self.board, RIGHT, NONE, self.screen.counter(piece))
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
            face = self.screen.face(pieces[0])
            self.press(face, mods=SHIFT if len(pieces) > 1 else NONE)
        else:
            ids = board.stacks.resting(place)
            point = self.screen.counter(pieces[0]) if len(pieces) == 1 else None
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

    # -- answering ---------------------------------------------------------------------------------------
    @property
    def game(self) -> HandGame:
        """The game of the page in front under the robot's hand: what it finds wrong fails the story."""

        def tell(fault: HandFault, ask: str, action: int) -> None:
            self.shot("fault")
            raise AssertionError(f"{ask}: {fault}")

        if self._game is None or self._game.page is not self.page:
            self._game = HandGame(self.person, self.page, self.random, self.figures, tell)
        return self._game

    @property
    def screen(self) -> GameScreen:
        """Where things are on that page."""
        return GameScreen(self.person, self.page)

    def do(
        self,
        verb: str,
        dice: str = "",
        *,
        pieces: tuple[str, ...] = (),
        to: str = "",
        ways: tuple[str, ...] = (),
        choice: str = "",
    ) -> None:
        """Answer an ask by the mouse: a button, a choice, counters ticked or carried to a place; the dice are typed.

        Dice `3*` are as many threes as are asked for.
        """
        self.quiet()
        asks = [a for a in self.screen.open_asks() if a["verb"] == verb]
        ask = next((a for a in asks if set(pieces) <= set(a.get("pieces", pieces))), None)
        assert ask is not None, f"{verb} is not among {[a['verb'] for a in self.screen.open_asks()]}"
        length, any_number = len(self.session.history), dice.endswith("*")
        rolls = [dice.rstrip("*")] * MOST_DICE if any_number else dice.split()
        getattr(self, f"_{ask['kind']}".replace("+", "_"), self._carried)(ask, pieces, to, ways, choice)
        while True:
            self.until(lambda: len(self.session.history) > length or self.screen.dice_wanted, 30)
            if len(self.session.history) > length:
                break
            tray = self.page.shelf.dice
            wanted = len(tray.faces)
            assert len(rolls) >= wanted, f"{verb} rolls more dice than the story: {tray.faces}"
            QTest.keyClicks(tray.field, " ".join(rolls[:wanted]))
            rolls = rolls[wanted:]
            QTest.keyClick(tray.field, Qt.Key.Key_Return)
            self.until(lambda: not self.screen.dice_wanted or len(self.session.history) > length, 30)
        self.quiet()
        assert any_number or not rolls, f"{verb} left {rolls}"
        self.shot(f"{len(self.session.history):02d}-{verb}")

    def _button(self, ask: dict[str, Any], *_: Any) -> None:
        self.screen.press_ask(ask)

    def _choose(self, ask: dict[str, Any], pieces: Any, to: str, ways: Any, choice: str) -> None:
        n = next(n for n, c in enumerate(ask["choices"]) if c["value"] == choice)
        if self.page.prompt.answers:
            self.press(self.page.prompt.answers[n])
        else:
            self.screen.press_ask(ask)
            rows = self.page.orders.list
            self.qtbot.wait(1)
            QTest.mouseClick(rows.viewport(), LEFT, NONE, rows.visualItemRect(rows.item(n)).center())

    def _number(self, ask: dict[str, Any], pieces: Any, to: str, ways: Any, choice: str) -> None:
        self.game.hand.set_number(self.page.prompt.stepper, int(choice))
        self.game.hand.carry_out(ask)

    def _secret(self, ask: dict[str, Any], pieces: Any, to: str, ways: Any, choice: str) -> None:
        """Give a number in the panel of secret choices."""
        self.screen.press_ask(ask)
        panel = self.page.secret
        self.until(panel.isVisible, 10)
        self.game.hand.set_number(panel.body.findChildren(Stepper)[0], int(choice))
        self.shot(f"{len(self.session.history):02d}-{ask['verb']}-sealed")
        self.press(panel.done)

    def _pieces(self, ask: dict[str, Any], pieces: tuple[str, ...], *_: Any) -> None:
        self.screen.turn_to(ask)
        self.game.hand.tick(ask, list(pieces))
        self.game.hand.carry_out(ask)

    def _cell(self, ask: dict[str, Any], pieces: Any, to: str, *_: Any) -> None:
        self.screen.turn_to(ask)
        self.screen.click_place(to)
        assert self.model.answer.cell == to
        self.game.hand.carry_out(ask)

    _edge = _cell

    def _carried(self, ask: dict[str, Any], pieces: tuple[str, ...], to: str, ways: tuple[str, ...], choice: str) -> None:
        if ask["id"] in self.page.prompt.verbs.buttons:
            self.screen.turn_to(ask)
        self.take(list(pieces))
        assert self.board.carry.phase == "carried"
        self.qtbot.wait(1)  # in a small window the shelf opens for a hand, and the board finds its new height
        for place in ways:
            QTest.mouseClick(self.board, LEFT, NONE, self.place_point(place))
        point = self.place_point(to)
        QTest.mouseMove(self.board, point)
        self.shot(f"{len(self.session.history):02d}-{ask['verb']}-in-hand")
        if ask["kind"] == "move":
            QTest.mouseDClick(self.board, LEFT, NONE, point)
        else:
            QTest.mouseClick(self.board, LEFT, NONE, point)

    def answer(self, ask: dict[str, Any]) -> str:
        """Answer an ask somehow by the mouse; returns the verb, or nothing where it turned out not to be possible."""
        self.quiet()
        game = self.game
        try:
            game.answer(ask)
        except Unanswerable:
            game.recover()
            return ""
        self._picture(str(ask["verb"]))
        return str(ask["verb"])

    def step(self, *, prefer: tuple[str, ...] = (), avoid: tuple[str, ...] = ()) -> str:
        """Do one thing that is offered: a preferred verb if there is one, else any by its weight."""
        self.quiet()
        asks, game = self.screen.open_asks(), self.game
        liked = [a for a in asks if a["verb"] in prefer] or [a for a in asks if a["verb"] not in avoid]
        verb = (liked and game.step(liked)) or game.step(asks)
        assert verb, f"nothing can be done: {[a['verb'] for a in asks]}, {self.model.position.outcome or 'the game goes on'}"
        self._picture(verb)
        return verb

    def _picture(self, verb: str) -> None:
        if self.done[verb] == 1:
            self.shot(f"after-{verb}")
