"""A window at a table, in a process of its own, with a robot at it that plays its seat; it may be killed at any moment.

It hears lines of JSON on its standard input and tells what it does in lines of JSON: what an order gave, each action
before it is sent, and how it was answered.
"""

from __future__ import annotations

import json
import os
import queue
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QMessageBox

from qtwar.app.program import Program, application, start_log
from qtwar.app.settings import SettingsFile
from qtwar.base import jsonio
from qtwar.engine.views import View
from qtwar.handplay.faults import HandFault, HandFigures
from qtwar.handplay.mouse import Unanswerable
from qtwar.handplay.person import CTRL, Person
from qtwar.handplay.play import HandGame
from qtwar.services import titles
from qtwar.session.play import Done, Refused
from qtwar.ui.i18n import tr
from qtwar.ui.library.cards import GameTile
from qtwar.ui.preferences import Preferences
from qtwar.ui.window import apply_preferences

Json = dict[str, Any]
COMING = 120.0
"""Seconds in which a table opens."""
AGAIN = 4.0
"""Seconds after which somebody whose table does not open tries once more."""
TRIES = 4


class TableHand(HandGame):
    """A game across a table. What goes wrong while the line breaks, or another acts, is told apart from what is a fault."""

    disturbed = False

    def step(self, open_: Any) -> str:
        """Answer one of some asks."""
        self.disturbed = False
        return super().step(open_)

    def answer(self, ask: Mapping[str, Any]) -> None:
        """Answer an ask, if it still is one."""
        if ask not in self.table.open_asks():
            raise Unanswerable
        say(gives=ask["verb"])
        super().answer(ask)

    def recover(self) -> None:
        """Put back what is half done."""
        try:
            super().recover()
        except HandFault as fault:
            self.tell(fault, "recover", self.done)


class TableWindow:
    """The program as it starts, with somebody at it who obeys."""

    def __init__(self, seed: str, size: tuple[int, int], *, keys: bool = False) -> None:
        self.keys = keys
        home = titles.user_home()
        start_log(home)
        application()
        prefs = Preferences(SettingsFile())
        apply_preferences(prefs)
        self.program = Program(prefs, home)
        self.window = self.program.window
        self.window.resize(*size)
        self.window.show()
        self.window.activateWindow()
        self.person = Person(self.window)
        self.person.wait(self.window.isActiveWindow, 10)
        self.rng, self.figures = random.Random(seed), HandFigures()
        self.orders: queue.Queue[Json] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self.orders.put(json.loads(line))
        os._exit(0)  # nobody is there any more

    def obey(self) -> None:
        """Do what is ordered, one after another, until the end."""
        while True:
            self.person.wait(lambda: not self.orders.empty(), 1)
            while not self.orders.empty():
                self.do(self.orders.get())

    def do(self, order: Json) -> None:
        """Do one thing and say what came of it."""
        what = order.pop("do")
        try:
            say(done=what, said=getattr(self, what)(**order))
        except HandFault as fault:
            self._fault(fault, what)
            say(done=what, said=None, failed=True)

    def _fault(self, fault: HandFault, at: str, *, disturbed: bool = False) -> None:
        picture = Path(titles.user_home()) / f"fault-{time.monotonic_ns()}.png"
        self.window.grab().save(str(picture))
        say(fault=str(fault), at=at, disturbed=disturbed, picture=str(picture))

    # -- to the table ------------------------------------------------------------------------------
    @property
    def page(self) -> Any:
        """The page in front."""
        return self.window.stack.currentWidget()

    @property
    def model(self) -> Any:
        """The game on it."""
        return self.page.model

    def host(self, title: str, scenario: str, server: str, key: str) -> Json:
        """Host a game on a server, by the panel of a new game; returns its id and the links for the others."""
        person, library = self.person, self.window.library_page
        if not person.wait(lambda: title in library.tiles and library.tiles[title].isVisible(), COMING):
            raise HandFault("no_control", f"the start window does not show {title}")
        person.click(library.tiles[title])
        person.click(next(row for row in library.scenarios.rows if row.info.id == scenario).button)
        if not person.wait(library.new_game.isVisible, 10):
            raise HandFault("nothing_happens", "Play opens no panel")
        person.turn()
        form = library.new_game
        person.click(form.seats["table"], QPoint(10, 10))
        hosting = form.hosting
        person.wait(hosting.isVisible, 5)
        self._choose(hosting.where, "server")
        for field, text in ((hosting.player, "Ann"), (hosting.address, server), (hosting.key, key)):
            self._write(field, text)
        person.click(form.go)
        if not self._opens(COMING):
            raise HandFault("nothing_happens", "Host opens no table")
        kept = self.program.library.table_cards.list.all()[0]
        return {"game": kept.game, "links": kept.invitations}

    def join(self, link: str) -> str:
        """Sit down by a link, once more where the line is lost meanwhile; returns how."""
        for n in range(TRIES):
            if self._sit_down(link) and self._opens(AGAIN * TRIES):
                return "by the link once more" if n else "by the link"
        raise HandFault("nothing_happens", "the link leads to no table")

    def _sit_down(self, link: str) -> bool:
        """Go through the panel for a link; False where it does not come to say what that leads to."""
        person, library = self.person, self.window.library_page
        words, asking = tr("library.join"), library.joining
        if not person.wait(lambda: any(b.text().startswith(words) for b in self._buttons()), COMING):
            raise HandFault("no_control", f"nothing says {words!r}")
        person.click(next(b for b in self._buttons() if b.text().startswith(words)))
        person.wait(asking.isVisible, 10)
        person.turn()
        self._write(asking.link, link)
        person.click(asking.go)
        if not person.wait(lambda: asking.found is not None, AGAIN * TRIES):
            return False
        person.turn()
        if asking.player.isVisible():  # else one looks on
            self._write(asking.player, "Ben")
        say(sits=link)
        person.click(asking.go)
        return True

    def back(self, link: str = "") -> str:
        """Come back to the table after a kill: by itself, from the list of tables, or by the link; returns how."""
        came: list[bool] = []
        self.program.opened.bring_back(lambda: came.append(True))
        self.person.wait(lambda: came, COMING)
        if self._opens(0):
            return "by itself"
        library = self.window.library_page
        for _ in range(TRIES):
            self.person.click(library.sidebar.nav["tables"])
            tiles: list[GameTile] = []

            def listed(tiles: list[GameTile] = tiles) -> bool:
                tiles[:] = [tile for tile in library.games.findChildren(GameTile) if tile.isVisible()]
                return bool(tiles)

            if not self.person.wait(listed, AGAIN if link else AGAIN * TRIES):
                if link:  # it was killed before it had the seat
                    self.person.click(library.sidebar.nav["library"])
                    return self.join(link)
                raise HandFault("no_control", "the list of tables does not show the table")
            self.person.click(tiles[0], QPoint(20, 20))
            if self._opens(AGAIN * TRIES):
                return "from the list"
        raise HandFault("nothing_happens", "the table does not open from the list")

    def _opens(self, seconds: float) -> bool:
        """Wait until the table is in front; it is played at, then."""
        if not self.person.wait(lambda: hasattr(self.page, "prompt"), seconds):
            return False
        self._follow()
        return True

    def _buttons(self) -> list[QAbstractButton]:
        return self.person.shown(self.window.findChildren(QAbstractButton))

    def _choose(self, box: QComboBox, value: str) -> None:
        """Choose from a list that opens, by keys."""
        person, wanted = self.person, box.values.index(value)  # type: ignore[attr-defined]
        person.click(box)
        if not person.wait(box.view().isVisible, 5):
            raise HandFault("nothing_happens", "the list does not open")
        for _ in range(box.count()):
            at = box.view().currentIndex().row()
            if at == wanted:
                break
            person.key(Qt.Key.Key_Down if at < wanted else Qt.Key.Key_Up)
        person.key(Qt.Key.Key_Return)
        if not person.wait(lambda: box.currentIndex() == wanted, 5):
            raise HandFault("cannot_be_given", f"the list does not take {value!r}")

    def _write(self, field: QLineEdit, text: str) -> None:
        """Paste words into a field, in place of what is there."""
        self.person.walk_to(field)
        self.person.key(Qt.Key.Key_A, CTRL)
        application().clipboard().setText(text)
        self.person.key(Qt.Key.Key_V, CTRL)
        if field.text() != text:
            raise HandFault("cannot_be_given", f"the field says {field.text()!r}, not {text!r}")

    # -- at the table ------------------------------------------------------------------------------
    def _follow(self) -> None:
        """Say of each action that it goes out, and how it was answered."""
        link, model = self.model.link, self.model
        submit = link.submit

        def told(action: Json, dice: Any = None, then: Callable[[Any], object] | None = None) -> None:
            number = time.monotonic_ns()
            say(sends=number, action=action)

            def answered(outcome: Any) -> None:
                if isinstance(outcome, Done):
                    say(answered=number, no=outcome.entry.head.no)
                elif isinstance(outcome, Refused):
                    say(answered=number, refused=outcome.message["key"])
                if then is not None:
                    then(outcome)

            submit(action, dice, answered)

        link.submit = told
        self.game = TableHand(self.person, self.page, self.rng, self.figures, self._met, keys=self.keys, curious=True)

        def disturb(*_: object) -> None:
            self.game.disturbed = True

        def heard(news: Any) -> None:
            self.game.disturbed |= news.head is None or news.head.side != model.table.state.side

        link.renewed.connect(disturb)
        link.received.connect(heard)
        link.table_changed.connect(lambda: disturb() if link.line.line != "here" or link.over is not None else None)

    def _met(self, fault: HandFault, ask: str, action: int) -> None:
        self._fault(fault, ask, disturbed=self.game.disturbed)

    def play(self, sense: Json) -> str:
        """Answer whatever is asked until the game is over, or there is another order; returns how it stands."""
        game, person, model = self.game, self.person, self.model
        game.sense = sense
        vain = 0
        while self.orders.empty():
            if model.table.state.over is not None or model.position.outcome is not None:
                return "over"
            if model.link.pending or not model.actions.acting:
                person.turn()
                time.sleep(0.005)
                continue
            asks = game.table.open_asks()
            if not asks or game.step(asks) or game.disturbed:
                vain = 0
                person.turn()
                continue
            vain += 1
            if vain == TRIES:
                raise HandFault("stuck", "nothing that is offered could be done")
        return "called"

    def resign(self) -> None:
        """Give the game up by the menu of the table."""
        person, bar = self.person, self.page.table_bar
        person.click(bar.more)
        person.choose(bar.menu, self.window.actions_registry["table_resign"].text())
        boxes: list[QMessageBox] = []

        def asked() -> bool:
            boxes[:] = [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]
            return bool(boxes)

        if not person.wait(asked, 10):
            raise HandFault("nothing_happens", "nobody asks whether the game is given up")
        yes = next(button for button in boxes[0].buttons() if button.text() == tr("table.resign"))
        person.click(yes)
        link = self.model.link
        person.wait(lambda: link.over is not None, AGAIN * TRIES)  # who has given up plays no more; a line may be cut

    def tell(self) -> Json:
        """Say what the window has: the rows that are in force, and a mark of the position as its seat sees it.

        Asked of the server anew it must be the same.
        """
        model, link = self.model, self.model.link
        person = self.person
        if not person.wait(lambda: link.over is not None and link.pending == 0, COMING):
            raise HandFault("nothing_happens", "the window does not hear that the game is over")
        mark = _mark(model)
        renewed: list[bool] = []
        link.renewed.connect(lambda: renewed.append(True))
        link.connection.come_back()
        if not person.wait(lambda: renewed, COMING):
            raise HandFault("nothing_happens", "the window does not come back")
        line = [[row.no, row.kind, row.side, row.label["key"]] for row in link.screen.line]
        return {"line": line, "mark": mark, "afresh": _mark(model), "over": link.over}


def _mark(model: Any) -> str:
    """Return a mark of the position as it is shown; how far a procedure has come is no part of what a window keeps."""
    return jsonio.digest({**View.to_json(model.position.view), "flow": []})


def say(**words: Any) -> None:
    """Tell whoever has started this window."""
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def main(arguments: list[str]) -> None:
    """Show the window, and do what is ordered."""
    seed, width, height, hand = arguments
    window = TableWindow(seed, (int(width), int(height)), keys=hand == "keys")
    say(done="window", said=None)
    window.obey()
