"""The window's model of one open game, filled from a play session that lives on a thread of its own.

The window's thread holds the view of the side at the screen and nothing else of the position; each answer of the
session brings a patch for the places it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from qtwar.base.errors import QtwarError
from qtwar.base.said import said
from qtwar.base.text import LANGUAGES, Message, Span
from qtwar.editing import position_to_scenario
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.model.content import Content
from qtwar.presenters.job_queue import JobQueue
from qtwar.presenters.play import leave, lines
from qtwar.presenters.play.answers import end_message, odds_of
from qtwar.presenters.play.news import News, gather, gather_public
from qtwar.presenters.play.onlooker import Onlooker
from qtwar.presenters.play.reading import Faces, ReadModel
from qtwar.session.play import Done, Outcome, PlaySession, Refused, WantDice
from qtwar.session.ports import JournalPort
from qtwar.ui.model import (
    NEW,
    CellInfo,
    ChangeSet,
    DiceSource,
    GameIdentity,
    GameModel,
    HandOver,
    LogLine,
    Problem,
    Strictness,
)

LOG_KEPT = 4000


class PlayModel(ReadModel):
    """Fulfils GameModel on a PlaySession."""

    def __init__(
        self,
        session: PlaySession,
        content: Content,
        identity: GameIdentity,
        *,
        language: str,
        faces: Faces,
        branch: Callable[[int], Path] | None = None,
        open_path: Callable[[Path], None] = lambda path: None,
        edit: Callable[[PositionScenario], None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        seat = (session.active or list(session.sides))[0]
        super().__init__(content, identity, seat, gather(session, seat), language=language, faces=faces, parent=parent)
        self._session = session
        self._jobs = JobQueue(self)
        self._branch, self._open_path, self._edit = branch, open_path, edit
        self.copy_to: Callable[[Path], None] | None = None  # writes the document a second time
        self._dice_for: dict[str, Any] | None = None
        self._dice: list[int] = []
        self._dice_source: DiceSource = "hand" if session.game.get("dice") == "hand" else "program"
        self._onlookers: list[Onlooker] = []
        self._watched = False  # whether there is, or will be in a moment, an onlooker
        self._unseen: Callable[[], None] = lambda: None  # drops a look at the past that is asked for
        self._told = len(session.history)  # entries that the log was last told of; the session's thread keeps it
        self._waiting = 0
        self._closed = False
        self.rebuild_log()

    @property
    def journal(self) -> JournalPort:
        """The game's journal, to be read by whoever prints it."""
        return self._session.journal

    # doing ---------------------------------------------------------------------

    def submit(self, action: Mapping[str, Any]) -> None:
        """Ask for an action; `changed` or `refused` follows."""
        if self._past is not None:
            self.refused.emit({"key": "refuse.looking_back", "args": {}})
            return
        if self._leave is not None:
            self._answer_leave(action)
            return
        asked = {k: v for k, v in action.items() if k in ("side", "verb", "args")}
        asked.setdefault("args", {})
        self._send(asked, None)

    def _send(self, action: dict[str, Any], dice: list[int] | None) -> None:
        self._begin()

        def job() -> tuple[Outcome, News | None]:
            outcome = self._session.submit(action, dice=dice)
            return outcome, self._news(outcome) if isinstance(outcome, Done) else None

        def then(answer: tuple[Outcome, News | None]) -> None:
            self._end()
            outcome, news = answer
            if isinstance(outcome, Refused):
                self._refuse(action, outcome.message)
            elif isinstance(outcome, WantDice):
                self._dice_for = action
                self._dice = list(dice or [])
                wanted = outcome.wanted
                self.dice_wanted.emit((tuple(wanted["dice"]), {"key": wanted["for"], "args": {}}))
            else:
                assert news is not None
                self._dice_for, self._dice = None, []
                self._take(news)
                if action["args"].get("broke") and self.strictness == "warn":
                    self.warned.emit(action["args"]["broke"])

        self._jobs.ask(job, then, self._fault)

    def _refuse(self, action: dict[str, Any], message: dict[str, Any]) -> None:
        if self.strictness != "enforce" and action["verb"] != "free" and "path" in action["args"]:
            # Warn and off: the drag happens all the same.
            self.free_move(action["args"]["pieces"], action["args"]["path"][-1], message)
            return
        self.refused.emit(message)

    def free_move(self, pieces: Sequence[str], place: str, broke: Message | None = None) -> None:
        """Move pieces past the rules, under warn with the reason against it; those that are not there yet (`+kind`) are added."""
        seat = self._seat
        laid = [piece for piece in pieces if not piece.startswith(NEW)]
        args: dict[str, Any] = {"op": "move", "pieces": laid, "to": place, "allowed": True}
        if broke is not None and self.strictness == "warn":
            args["broke"] = dict(broke)

        def move() -> None:
            for piece in pieces:
                if piece.startswith(NEW):
                    self.submit({"side": seat, "verb": "free", "args": {"op": "add", "kind": piece[1:], "to": place}})
            if laid:
                self.submit({"side": seat, "verb": "free", "args": args})

        if self.strictness == "enforce" and self.identity.covers:
            other = self._other(seat)
            self._ask_leave(leave.to_move(other, self._called(seat), self._called(other), list(pieces), place, move))
        else:
            move()

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask the rules in the seat's view."""
        side = self._seat if self._leave is not None else self.acting or self._seat
        return self._jobs.ask(lambda: self._session.query(side, name, dict(args)), then, self._fault)

    def cell_info(self, place: str, then: Callable[[CellInfo], None]) -> None:
        """Get what the viewer says of a cell."""
        number = self.names.number(place, self.language) if ":" in place else ""
        name = (
            self.names.cell_name(place, self.language) if ":" in place else self.names.name("c", place, self.language)
        )
        chips = tuple(self.look.chips(self.view, place))

        def made(answer: Any) -> None:
            rows = answer if isinstance(answer, list) else (answer or {}).get("lines", [])
            then(CellInfo(place, number, name, chips, tuple(rows)))

        if place:
            self.query("cell", {"cell": place}, made)

    def odds(self, args: Mapping[str, Any]) -> None:
        """Ask for odds; `odds_changed` follows."""

        def made(answer: Any) -> None:
            self.odds_changed.emit(odds_of(answer, self.texts, self.language) if answer else None)

        self.query("odds", args, made)

    def give_dice(self, values: Sequence[int]) -> None:
        """Hand in dice rolled by hand."""
        if self._dice_for is not None:
            self._send(self._dice_for, [*self._dice, *values])

    # what the session's thread brings --------------------------------------------

    def _news(self, done: Done | None) -> News:
        """Made on the session's thread."""
        news = gather(self._session, self._seat, done)
        if self._watched:
            news.public = gather_public(self._session, done)
        if done is not None and done.entry.head.kind in ("undo", "redo"):
            news.kept = min(self._told, len(news.line))
            news.log = self._lines_from(news.kept)
        self._told = len(news.line)
        return news

    def _all_lines(self) -> list[LogLine]:
        return self._lines_from(max(0, len(self._session.history) - LOG_KEPT))

    def _lines_from(self, first: int) -> list[LogLine]:
        """Return the lines of the entries in force behind the first so many; made on the session's thread."""
        out: list[LogLine] = []
        notes = self._session.notes(self._noted())
        for n, (head, told) in enumerate(self._session.log(self._seat, first), first + 1):
            out += lines.entry_lines(self.texts, self.language, head, n, told, by_hand=self._dice_source == "hand")
            if head.no in notes:
                out.append(LogLine(n, "", (Span(notes[head.no]),), "note", side=head.side))
        return out

    def _take(self, news: News) -> None:
        before = set(self._offers)
        touched = {piece for place in news.patch for piece in self._view.places.get(place, ())}
        touched.update(shown[0] for pieces in news.patch.values() for shown in pieces)
        self.see(news)
        self._leave = None
        if news.log is not None:
            self._log = [line for line in self._log if line.entry <= news.kept] + news.log
        elif news.head is not None:
            self._log += lines.entry_lines(
                self.texts, self.language, news.head, len(news.line), news.told, by_hand=self._dice_source == "hand"
            )
        if news.public is not None:
            for onlooker in self._onlookers:
                onlooker.take(news.public)
        whole = news.whole is not None
        self.changed.emit(
            ChangeSet(
                places=frozenset(news.patch),
                pieces=frozenset(touched),
                sides=True,
                vars=True,
                log=True,
                everything=whole,
                events=tuple(news.told),
            )
        )
        self.offer_changed.emit()
        self.log_changed.emit()
        self.history_changed.emit()
        for roll in lines.rolls(self.texts, self.language, news.told, by_hand=self._dice_source == "hand"):
            self.rolled.emit(roll)
        seen = lines.peeked(news.told) if news.head is not None and news.head.kind == "free" else None
        if seen is not None:
            self.peeked.emit(seen)
        used = lines.used_cell(news.told)
        if used is not None:
            self.table_used.emit(used)
        if self._view.result is not None:
            self.ended.emit(end_message(self._view.result))
        elif self._seat not in self._offers and self._offers and set(self._offers) != before:
            self._turn_to(sorted(self._offers)[0], secrets=news.secrets)

    def _turn_to(self, side: str, *, secrets: bool = True) -> None:
        """The other side must act: cover the screen where it knows more, else just turn the seat."""
        if self.identity.covers and secrets:
            self.hand_over.emit(HandOver(side, self._player(side), self._news_for(side)))
        else:
            self.sit(side)

    def _fault(self, problem: QtwarError) -> None:
        self._end()
        key = {"key": problem.key, "args": problem.message_args} if problem.key else None
        message: Message = (
            key if key and self.texts.has(problem.key, self.language) else {"key": said(problem.text, self.language), "args": {}}
        )
        self.problem.emit(Problem(message, problem.detail))

    def _begin(self) -> None:
        self._waiting += 1
        if self._waiting == 1:
            self.busy.emit(True)

    def _end(self) -> None:
        if self._waiting:
            self._waiting -= 1
            if self._waiting == 0:
                self.busy.emit(False)

    # leave of the other player -------------------------------------------------

    def _ask_leave(self, asked: leave.Leave) -> None:
        if self._past is not None:
            self.look_at(len(self._line))
        self._leave = asked
        self.offer_changed.emit()

    def _answer_leave(self, action: Mapping[str, Any]) -> None:
        asked, self._leave = self._leave, None
        assert asked is not None
        kept = asked.answer(action)
        self.offer_changed.emit()
        if kept is not None:
            self.refused.emit(kept)

    # history -------------------------------------------------------------------

    def rebuild_log(self) -> None:
        """Read the log again for the seat and language."""

        def then(found: list[LogLine]) -> None:
            self._log = found
            self.log_changed.emit()

        self._jobs.ask(self._all_lines, then, self._fault)

    def undo(self) -> None:
        """Take back the last gesture."""
        self._walk(len(self._line) - 1)

    def redo(self) -> None:
        """Do again what was taken back."""
        self._walk(len(self._line) + 1)

    def undo_to(self, entry: int) -> None:
        """Take back or redo until the game stands at an entry."""
        self._walk(entry)

    def _walk(self, length: int, *, allowed: bool = False) -> None:
        if length == len(self._line):
            self.look_at(length)
            return
        if 1 <= length < self._floor and not allowed:
            seen, first = self._line[self._floor - 1], self._line[length]
            other = self._other(seen.side or self._seat)
            by, who = self._called(self._other(other)), self._called(other)

            def undo() -> None:
                self._walk(length, allowed=True)

            self._ask_leave(leave.to_undo(other, by, who, first.label, self._floor_why, undo))
            return
        self._begin()

        def job() -> tuple[Done | Refused, News | None]:
            session = self._session
            back = length < len(session.history)
            done = session.undo_to(length, leave=allowed) if back else session.redo_to(length)
            return done, self._news(done) if isinstance(done, Done) else None

        def then(answer: tuple[Done | Refused, News | None]) -> None:
            self._end()
            done, news = answer
            if isinstance(done, Refused):
                self.refused.emit(done.message)
                return
            assert news is not None
            self._past, self._looking = None, -1
            self._take(news)
            self.replaying.emit(-1)

        self._jobs.ask(job, then, self._fault)

    def look_at(self, entry: int) -> None:
        """Show an entry of the past, read-only; the live one brings the screen back."""
        if entry >= len(self._line):
            self._unseen()
            if self._past is not None:
                self._past, self._looking = None, -1
                self.changed.emit(ChangeSet(everything=True, sides=True, vars=True))
                self.offer_changed.emit()
                self.replaying.emit(-1)
            return

        def then(seen: State) -> None:
            self._past, self._looking = seen, entry
            self.changed.emit(ChangeSet(everything=True, sides=True, vars=True))
            self.offer_changed.emit()
            self.replaying.emit(entry)

        seat = self._seat
        self._unseen()  # one who drags along the replay bar waits for the last place only
        self._unseen = self._jobs.ask(
            lambda: views.view(self._session.state_at(max(1, entry)), seat), then, self._fault
        )

    def branch(self, entry: int) -> None:
        """Open a second game that starts from an entry."""
        branch = self._branch
        if branch is not None:
            self._jobs.ask(lambda: branch(entry), self._open_path, self._fault)

    def edit_position(self) -> None:
        """Have a draft made of the position looked at."""
        edit = self._edit
        if edit is None:
            return
        entry, seat = max(1, self.position), self._seat
        secret = self.identity.covers and self._view.result is None

        def job() -> PositionScenario:
            state = self._session.state_at(entry)
            side = seat if secret and position_to_scenario.hides(state, seat) else None
            named = self.content.scenario(state.meta["scenario"]).name
            key = "draft.position_turn" if state.vars.get("turn") else "draft.position_name"
            turn = state.vars.get("turn")
            name = {
                lang: self.texts.plain({"key": key, "args": {"name": named.get(lang), "n": turn}}, lang)
                for lang in LANGUAGES
            }
            return position_to_scenario.position_to_scenario(self.content, state, name, side=side)

        self._jobs.ask(job, edit, self._fault)

    def save_copy(self, path: str) -> None:
        """Write the game a second time."""
        copy = self.copy_to
        if copy is not None:
            self._jobs.ask(lambda: copy(Path(path)), lambda _: self.wrote.emit(path), self._fault)

    def bookmark(self, entry: int, name: str) -> None:
        """Name an entry."""
        head = self._line[entry - 1]

        def job() -> News:
            self._session.bookmark(head.no, name)
            return self._news(None)

        def then(news: News) -> None:
            self._line = news.line
            self.history_changed.emit()

        self._jobs.ask(job, then, self._fault)

    def note(self, entry: int, text: str) -> None:
        """Write a remark below an entry."""
        no, who = self._line[entry - 1].no, self._noted()
        self._jobs.ask(lambda: self._session.note(no, who, text), lambda _: self.rebuild_log(), self._fault)

    def _noted(self) -> str:
        """Return whose remarks are read and written here: the seat's, or everybody's where one sees all."""
        return self._seat if self.identity.covers else ""

    # habits ----------------------------------------------------------------------

    def set_strictness(self, value: Strictness) -> None:
        """Change it; an entry of the journal."""
        if value != self.strictness:
            self._send({"side": self._seat, "verb": "strictness", "args": {"to": value}}, None)

    @property
    def dice_source(self) -> DiceSource:
        """Where dice come from."""
        return self._dice_source

    def set_dice_source(self, value: DiceSource) -> None:
        """Change it."""
        self._dice_source = value

        def job() -> None:
            self._session.set_game({"dice": value})

        self._jobs.ask(job, lambda _: self.settings_changed.emit(), self._fault)

    def for_everybody(self, then: Callable[[GameModel], object]) -> None:
        """Give a model of what both sides may see, which follows the game."""

        def made(news: News) -> None:
            onlooker = Onlooker(
                self.content, self.identity, news, language=self.language, faces=self._faces, parent=self
            )
            self._onlookers.append(onlooker)
            then(onlooker)

        self._watched = True
        self._jobs.ask(lambda: gather_public(self._session), made, self._fault)

    def sit(self, side: str) -> None:
        """Give the screen to a side."""
        self._seat = side
        self._past, self._looking = None, -1

        def job() -> News:
            news = self._news(None)
            news.log = self._all_lines()
            return news

        def then(news: News) -> None:
            self._take(news)
            self.settings_changed.emit()

        self._jobs.ask(job, then, self._fault)

    def request_hand_over(self) -> None:
        """Cover the screen for the other side."""
        others = [s.id for s in self.content.sides if s.id != self._seat]
        if others:
            side = next((s for s in others if s in self._offers), others[0])
            self.hand_over.emit(HandOver(side, self._player(side), self._news_for(side)))

    def close(self) -> None:
        """Let go of session and worker."""
        if not self._closed:
            self._closed = True
            self._jobs.close(self._session.rules.close)

