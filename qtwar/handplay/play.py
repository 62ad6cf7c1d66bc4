"""Whole games by hand: a robot takes an ask of the offer, answers it, and compares what arrives with what it meant."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from qtwar.app.program import Program, application
from qtwar.handplay import words
from qtwar.handplay.faults import HandFault, HandFigures, MetFault
from qtwar.handplay.game import GameScreen
from qtwar.handplay.keys import Keyboard, KeyHand
from qtwar.handplay.mouse import MouseHand, Unanswerable
from qtwar.handplay.person import Person
from qtwar.kit import asks
from qtwar.session.begin import NewGame
from qtwar.session.chance import key_from_seed
from qtwar.session.play import PlaySession
from qtwar.ui.board import rim
from qtwar.ui.play.askbuttons import IN_BAR
from qtwar.ui.preferences import Memory, Preferences
from qtwar.ui.window import apply_preferences

RULE = re.compile(r"\(\d+(\.\d+)*")
"""A rule that is cited."""
TRIES = 12
"""Asks that are tried at a position before the robot gives the game up."""
NEW, OFTEN = 40, 2
"""So much readier an order is given of which few know yet what comes of it: those that were tried less often in the game."""
UNKNOWN = 1_000_000
"""The weight of a kind of question that no game has answered yet."""


@dataclass(frozen=True)
class HandPlan:
    """How it is played: language, size of the window, scale in per cent, seats (`hotseat` or `both`), by keys or mouse."""

    language: str = "en"
    size: tuple[int, int] = (1600, 1000)
    scale: int = 100
    seats: str = "both"
    keys: bool = False
    quick: bool = True
    most: int = 400
    shots: Path | None = None


class SeededProgram(Program):
    """The program; its new games have the chance of a known key, so that a seed gives the same game again."""

    key = ""

    def start_game(self, game: NewGame) -> None:
        """Set a game up with that key."""
        super().start_game(replace(game, key=self.key))


class HandPlay:
    """The program with a robot at it."""

    def __init__(self, title: str, plan: HandPlan, say: Callable[[str], object] = lambda line: None) -> None:
        self.title, self.plan, self.say = title, plan, say
        self.figures = HandFigures()
        self._home = tempfile.TemporaryDirectory(prefix="qtwar-hand-")

    def __enter__(self) -> HandPlay:
        application()
        plan = self.plan
        values = {"welcomed": True, "language": plan.language, "scale": plan.scale, "motion": False}
        prefs = Preferences(Memory(values))
        apply_preferences(prefs)
        self.program = SeededProgram(prefs, Path(self._home.name))
        self.window = self.program.window
        self.window.resize(*plan.size)
        self.window.show()
        self.window.activateWindow()
        self.person = Person(self.window)
        self.person.wait(self.window.isActiveWindow, 10)
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()
        self.person.turn()
        self._home.cleanup()

    # -- a game ------------------------------------------------------------------------------------
    def _start(self, scenario: str, seed: int) -> None:
        """From the start window to the board, by the mouse."""
        person, library = self.person, self.window.library_page
        self.program.key = key_from_seed(seed)
        if not person.wait(lambda: self.title in library.tiles and library.tiles[self.title].isVisible(), 60):
            raise HandFault("no_control", f"the start window does not show {self.title}")
        person.click(library.tiles[self.title])
        person.click(next(row for row in library.scenarios.rows if row.info.id == scenario).button)
        if not person.wait(library.new_game.isVisible, 5):
            raise HandFault("nothing_happens", "Play opens no panel")
        person.turn()
        form = library.new_game
        if form.seats[self.plan.seats].isVisible():
            person.click(form.seats[self.plan.seats], QPoint(10, 10))
        chosen = form.setup.buttons["quick" if self.plan.quick else "free"]
        if chosen.isEnabled() and not chosen.isChecked():
            person.click(chosen)
        person.click(form.go)
        if not person.wait(lambda: hasattr(self.window.stack.currentWidget(), "prompt"), 180):
            raise HandFault("nothing_happens", "Start opens no game")

    def play(self, scenario: str, seed: int) -> None:
        """Play a game to its end, or to the plan's limit of actions; what is wrong is in `figures`."""
        self.figures.games += 1
        rng = random.Random(seed)
        try:
            self._start(scenario, seed)
        except HandFault as fault:
            self._note(fault, scenario, seed, 0, "start")
            return
        page: Any = self.window.stack.currentWidget()

        def note(fault: HandFault, ask: str, action: int) -> None:
            self._note(fault, scenario, seed, action, ask)

        game = HandGame(self.person, page, rng, self.figures, note, keys=self.plan.keys, curious=True)
        try:
            game.play(self.plan.most)
        finally:
            self.window.close_tab(self.window.stack.currentIndex())
            self.person.wait(lambda: self.window.stack.currentWidget() is self.window.library_page, 10)
        met = sum(fault.scenario == scenario and fault.seed == seed for fault in self.figures.faults)
        self.say(f"{scenario} seed {seed}: {game.done} actions, {met} faults")

    def _note(self, fault: HandFault, scenario: str, seed: int, action: int, ask: str) -> None:
        picture = ""
        if self.plan.shots is not None:
            self.plan.shots.mkdir(parents=True, exist_ok=True)
            path = self.plan.shots / f"{scenario}-{seed}-{action:04d}-{fault.kind}.png"
            self.window.grab().save(str(path))
            picture = str(path)
        found = MetFault(fault.kind, fault.words, scenario, seed, action, ask, picture)
        self.figures.faults.append(found)
        self.say(f"  {scenario} seed {seed} action {action}: {ask}: {fault}")


class HandGame:
    """One game under somebody's hand; `tell` hears of each fault: what, at which ask, after how many actions."""

    def __init__(
        self,
        person: Person,
        page: Any,
        rng: random.Random,
        figures: HandFigures,
        tell: Callable[[HandFault, str, int], object],
        *,
        keys: bool = False,
        curious: bool = False,
    ) -> None:
        """`curious`: what is not known yet is tried first."""
        self.curious = curious
        self.person, self.page, self.rng, self.figures, self.tell = person, page, rng, figures, tell
        self.table = GameScreen(Keyboard(person.window) if keys else person, page)
        self.session: PlaySession | None = getattr(page.model.link, "session", None)  # none where a server has the game
        self.hand = (KeyHand if keys else MouseHand)(self.table, rng)
        self.sense: Mapping[str, int] = self.session.rules.describe().get("sense", {}) if self.session is not None else {}
        self.done = 0
        self._length = 0  # of the history, before the answer under way
        self.said: list[Any] = []
        self.tried: Counter[str] = Counter()
        self._raw: set[str] = set()
        page.model.actions.refused.connect(self.said.append)
        self._carried_out: list[dict[str, Any]] = []
        self._given = 0  # of those, before the answer under way
        page.model.actions.done.connect(self._carried_out.append)
        self._ids = self._known_ids()

    def _known_ids(self) -> frozenset[str]:
        """Return the ids of the content that can not be mistaken for words: those with an underscore."""
        content = self.page.model.title.content
        ids = {kind.id for kind in content.kinds_by_id.values()} | set(self.page.model.position.view.pieces)
        return frozenset(ident for ident in ids if "_" in ident)

    def play(self, most: int) -> None:
        """Play until the game is over, so many actions are done, or nothing can be done."""
        while self.done < most:
            try:
                self.table.rest()
                if self.page.cover.isVisible():
                    self.table.uncover()
                    continue
            except HandFault as fault:
                self._note(fault, "")
                return
            if self.page.model.position.outcome is not None:
                self.figures.ended += 1
                return
            if not self.step(self.table.open_asks()):
                self._note(HandFault("stuck", "nothing that is offered could be done"), "")
                return

    def _note(self, fault: HandFault, ask: str) -> None:
        self.tell(fault, ask, self.done)

    def step(self, open_: Sequence[Mapping[str, Any]]) -> str:
        """Answer one of some asks, the readiest first as the title's sense has it.

        Returns its verb, an empty word where none could be answered.
        """
        self.figures.offered.update(ask["kind"] for ask in open_)
        weigh = {id(ask): self._weight(ask) for ask in open_}
        order = sorted(open_, key=lambda ask: -(self.rng.random() ** (1 / weigh[id(ask)])))
        blamed: Counter[str] = Counter()
        for ask in (order * TRIES)[: max(TRIES, len(order) * 2)]:
            if blamed[ask["id"]] > 1:
                continue
            self.tried[ask["verb"]] += 1
            try:
                self.answer(ask)
                return str(ask["verb"])
            except Unanswerable:
                pass
            except HandFault as fault:
                blamed[ask["id"]] += 1
                self._note(fault, f"{ask['verb']} ({ask['kind']})")
            self.recover()
            if self.page.model.history.live != self._length:  # it came after all
                return str(ask["verb"])
        return ""

    def _weight(self, ask: Mapping[str, Any]) -> int:
        """Return how readily an ask is taken: as the title's sense has it, and what is not known yet is tried.

        Before all else one of a kind that no game has answered yet, and no button answers: its question may not come again.
        """
        weight: int = self.sense.get(ask["label"]["key"], asks.WEIGHT)
        if self.curious and self.tried[ask["verb"]] < OFTEN:
            unknown = ask["kind"] not in IN_BAR and not self.figures.kinds[ask["kind"]]
            weight = UNKNOWN if unknown else NEW * weight
        return max(1, weight)

    def recover(self) -> None:
        """Put back what is half done, as a person would: Esc until nothing is held or begun."""
        board, page = self.table.board, self.page
        for _ in range(4):
            started = page.model.answer.started_any
            if page.secret.isVisible() or board.carry.holding or board.picker.isVisible() or started:
                self.person.key(Qt.Key.Key_Escape)
        self.table.rest()

    def answer(self, ask: Mapping[str, Any]) -> None:
        """Answer an ask and look at what comes of it; raises HandFault, or Unanswerable where the rules are against it."""
        self._length = length = self.page.model.history.live
        self._given = len(self._carried_out)
        self.said.clear()
        before = self._board_at()
        meant = self.hand.answer(ask)
        if self._board_at() != before and self.page.model.history.live == length and not self.page.secret.isVisible():
            self._note(
                HandFault("jump", f"the board moved by {self._board_at() - before} while it was answered"), ask["verb"]
            )
        self._wait_for(length)
        if self._came(length):
            self._compare(ask, meant, length)
            self.done += 1
            self.figures.actions += 1
            self.figures.verbs[ask["verb"]] += 1
            self.figures.kinds[ask["kind"]] += 1
            self._read()
            return
        if not self.said:
            told = self.page.prompt.detail.plain()
            if RULE.search(told):  # the bar says which rule is against it
                self.figures.refusals[told] += 1
                raise Unanswerable
            raise HandFault(
                "nothing_happens", f"{dict(meant)} was given, and nothing came of it; the bar says {told!r}"
            )
        said = self.said[0]
        self.figures.refusals[str(said.get("key"))] += 1
        if not said.get("rule"):
            raise HandFault("refused", f"refused without a rule: {self.table.words(said, '')}")
        raise Unanswerable

    def _wait_for(self, length: int) -> None:
        """Wait until something has come or was refused; dice that the tray asks for are rolled by hand."""

        def come() -> bool:
            return self._came(length) or bool(self.said)

        while True:
            self.person.wait(lambda: come() or self.table.dice_wanted, 1)
            self.table.rest()
            if come() or not self.table.dice_wanted:
                return
            self.table.give_dice([self.rng.randint(1, faces) for faces in self.page.shelf.dice.faces])

    def _came(self, length: int) -> bool:
        """Return whether the answer was carried out; across a table others may act at the same time."""
        if self.session is None:
            return len(self._carried_out) > self._given
        return bool(self.page.model.history.live > length)

    def _board_at(self) -> QPoint:
        board: QWidget = self.page.board
        return board.mapTo(board.window(), QPoint(0, 0))

    def _compare(self, ask: Mapping[str, Any], meant: Mapping[str, Any], length: int) -> None:
        """Hold the action that arrived against the one that was meant."""
        if self.session is None:
            action = self._carried_out[-1]
        else:
            action = self.session.journal.entry(self.session.history.line[length].no).action or {}
        wanted = {**(ask.get("fixed") or {}), **meant}
        got = dict(action["args"])
        if "path" in got:
            got["end"] = got["path"][-1]
        same = _equal if asks.body_of(ask)["kind"] == "order" else _alike
        wrong = [key for key, value in wanted.items() if not same(got.get(key), value)]
        if action["verb"] != ask["verb"] or wrong:
            arrived = {key: got.get(key) for key in wrong} if action["verb"] == ask["verb"] else action
            self._note(HandFault("other_action", f"meant {dict(wanted)}, there arrived {arrived}"), ask["verb"])

    def _read(self) -> None:
        """Look over what is written, and what should be gone."""
        board, odds = self.page.board, self.page.odds_dock.odds
        if odds is not None and not any("odds" in ask for ask in self.table.open_asks()):
            self._note(HandFault("stale", f"the pane still shows {odds.title!r}"), "")
        waiting = [p for p in board.state.light_places or board.state.candidate_places if self.table.on_board(p)]
        away = [p for p in waiting if not board.camera.area().contains(board.layout_.spot(p))]
        if away and len(waiting) <= rim.MOST and sum(arrow.count for arrow in board.rim.arrows()) != len(away):
            self._note(HandFault("off_screen", f"no arrow leads to all of {len(away)} places out of view"), "")
        for text in words.raw(self.page.window(), self._ids):
            if text not in self._raw:
                self._raw.add(text)
                self._note(HandFault("raw_text", repr(text[:120])), "")


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def _alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal but for the order of what they list."""
    if isinstance(one, list) and isinstance(other, list):
        return Counter(map(str, one)) == Counter(map(str, other))
    return bool(one == other)
