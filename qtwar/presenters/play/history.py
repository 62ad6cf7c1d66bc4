"""The history of a game: its log for the seat, its entries, and going back and forth in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from qtwar.base.lazy import Lazy
from qtwar.base.text import LANGUAGES, Span
from qtwar.editing import position_to_scenario
from qtwar.editing.position_to_scenario import PositionScenario
from qtwar.engine.state import State
from qtwar.presenters.play import leave, lines
from qtwar.presenters.play.link import GameLink, Notes, Row
from qtwar.presenters.play.news import News
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.session.dicetally import DiceTally, tally
from qtwar.session.ports import EntryHead
from qtwar.ui.facts import HistoryEntry, LogLine

LOG_ENTRIES = 4000
"""Entries of which the log holds the lines; those before them are in the file only."""


@dataclass(frozen=True, slots=True)
class DocumentTasks:
    """What else can be made of a game's document; called on the session's thread unless it says otherwise."""

    state_at: Callable[[int], State]
    branch: Callable[[int], Path]
    copy: Callable[[Path], object]
    copy_for: Callable[[Path, str], object]
    """Writes a copy for one side."""
    open: Callable[[Path], object]
    """Opens a file in a tab; on the window's thread."""
    edit: Callable[[PositionScenario], object]
    """Makes a draft of a position; on the window's thread."""


class PlayHistory(QObject):
    """Fulfils `GameHistory` from what the screen holds and by the session's thread."""

    changed = Signal()
    log_changed = Signal()
    wrote = Signal(str)
    wrote_for = Signal(str, str)

    def __init__(
        self, link: GameLink, screen: Screen, title: PlayedTitle, players: Players, tasks: DocumentTasks | None
    ) -> None:
        super().__init__()
        self.replaying = screen.looked
        self._link, self._screen, self._title, self._players, self._tasks = link, screen, title, players, tasks
        self._log: list[LogLine] = []
        self._told = 0  # entries whose lines the log holds
        self._wished = 0  # where the game will stand, while it is on its way there
        self._drop_look: Callable[[], None] = lambda: None  # drops a look at the past that is asked for
        link.received.connect(self._received)
        link.renewed.connect(self.read_log)
        link.refused.connect(self._forget_wish)
        link.remarked.connect(self._remarked)
        screen.seated.connect(self._seated)
        title.language_changed.connect(self._say_again)
        self.read_log()

    # -- log -----------------------------------------------------------------------------------------
    def log(self) -> Sequence[LogLine]:
        """Return all lines that the seat may read."""
        return self._log

    def read_log(self) -> None:
        """Read the log again for the seat and language."""
        self._told = len(self._screen.line)
        first = max(0, self._told - LOG_ENTRIES)
        self._link.log(self._screen.seat, first, partial(self._lines_from, first), self._put_log, reader=self._reader())

    def _put_log(self, found: list[LogLine]) -> None:
        self._log = found
        self.log_changed.emit()

    def _lines_from(self, first: int, rows: Iterable[Row], notes: Notes) -> list[LogLine]:
        """Return the lines of the entries in force behind the first so many; made on another thread."""
        title, by_hand = self._title, self._screen.by_hand
        out: list[LogLine] = []
        for n, (head, told) in enumerate(rows, first + 1):
            out += lines.entry_lines(title.texts, title.language, head, n, told, title.cell_at, by_hand=by_hand)
            out += [LogLine(n, "", (Span(words),), kind, side=who or head.side) for kind, who, words in notes.get(head.no, ())]
        return out

    def _remarked(self, entry: int, side: str, words: str) -> None:
        """Write below an entry what somebody said at the table."""
        at = next((n for n, line in enumerate(self._log) if line.entry > entry), len(self._log))
        self._log.insert(at, LogLine(entry, "", (Span(words),), "said", side=side))
        self.log_changed.emit()

    def _reader(self) -> str:
        """Return whose remarks are read and written here: the seat's, or everybody's where one sees all."""
        return self._screen.seat if self._screen.covers else ""

    def _received(self, news: News) -> None:
        """Add the lines of a new entry; after an undo drop those taken back, after a redo read those done again."""
        length, head = len(news.line), news.head
        if head is not None and head.kind in ("undo", "redo"):
            known = min(self._told, length)
            self._log = [line for line in self._log if line.entry <= known]
            if known < length:
                self._link.log(
                    self._screen.seat,
                    known,
                    partial(self._lines_from, known),
                    lambda found: self._put_log([line for line in self._log if line.entry <= known] + found),
                    reader=self._reader(),
                )
        elif head is not None:
            title = self._title
            self._log += lines.entry_lines(
                title.texts, title.language, head, length, news.told, title.cell_at, by_hand=self._screen.by_hand
            )
        self._told = length
        if length == self._wished or (head is not None and head.kind not in ("undo", "redo")):
            self._wished = 0
        self.log_changed.emit()
        self.changed.emit()

    def _seated(self) -> None:
        if self._screen.covers:  # not one line of it is for who sits here now
            self._log = []
            self.log_changed.emit()
        self.read_log()

    def _say_again(self) -> None:
        self.read_log()
        self._screen.say_again()
        self.changed.emit()

    def dice(self, then: Callable[[Sequence[DiceTally]], object]) -> None:
        """Count the dice of all entries in force that the seat may know."""
        self._link.log(self._screen.seat, 0, lambda rows, _: tally(told for _, told in rows), then)

    # -- entries -------------------------------------------------------------------------------------
    def entries(self) -> Sequence[HistoryEntry]:
        """Return all entries, oldest first. Each is put in words when it is looked at."""
        screen, title = self._screen, self._title
        heads = [*screen.line, *screen.ahead]

        def entry(n: int) -> HistoryEntry:
            head = heads[n]
            floor = self._floor_text() if n + 1 == screen.floor > 1 else ""
            text = title.texts.plain(head.label, title.language)
            return HistoryEntry(
                n + 1, text, head.side, turn=_begins_turn(heads, n), bookmark=head.bookmark, floor=floor
            )

        return Lazy(len(heads), entry)

    def milestones(self) -> Sequence[tuple[int, str]]:
        """Return the entries that begin a turn or have a bookmark, with the bookmark's name."""
        found: list[tuple[int, str]] = []
        turn = None
        for n, head in enumerate(chain(self._screen.line, self._screen.ahead), 1):
            now, name = head.turn, head.bookmark
            if name or (now is not None and now != turn):
                found.append((n, name))
            if now is not None:
                turn = now
        return found

    def _floor_text(self) -> str:
        by = self._screen.line[self._screen.floor - 1].side
        who = self._players.called(*self._players.others(by))
        return self._title.text(f"history.floor.{self._screen.floor_why}", who=who)

    @property
    def position(self) -> int:
        """The entry looked at."""
        return self._screen.entry

    @property
    def live(self) -> int:
        """The entry the game stands at."""
        return len(self._screen.line)

    # -- back and forth ------------------------------------------------------------------------------
    def _forget_wish(self, _: object) -> None:
        self._wished = 0

    @property
    def _stands(self) -> int:
        """Where the game stands when what is wished of it is done: a key that is held, or pressed fast, goes on from there."""
        return self._wished if self._wished and self._link.pending else self.live

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back above the floor."""
        return self.live > max(1, self._screen.floor)

    @property
    def can_ask_undo(self) -> bool:
        """Whether the next entry to be taken back is one that another player has seen."""
        return self.live > 1 and not self.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something can be done again."""
        return bool(self._screen.ahead)

    def undo(self) -> None:
        """Take back the last gesture; at a table on a server one's own, with what came after it."""
        remain = self._link.latest(self._stands)
        if remain is None:
            self._link.refused.emit({"key": "refuse.none_of_yours", "args": {}})
        else:
            self.undo_to(remain)

    def redo(self) -> None:
        """Do again what was taken back."""
        self.undo_to(self._stands + 1)

    def undo_to(self, entry: int) -> None:
        """Take back or redo until the game stands at an entry."""
        screen = self._screen
        if entry == self._stands:
            self.look_at(entry)
        elif 1 <= entry < screen.floor:
            seen, first = screen.line[screen.floor - 1], screen.line[entry]
            side = seen.side or screen.seat
            asked, by, who = self._players.question(side)
            self._link.ask_leave(
                leave.to_undo(asked, by, who, first.label, screen.floor_why, entry, partial(self._walk, entry, side))
            )
        else:
            self._wished = entry
            self._link.walk(entry)

    def _walk(self, length: int, by: str, given: str) -> None:
        self._link.walk(length, by=by, leave=given)

    def look_at(self, entry: int) -> None:
        """Show an entry of the past, read-only; the live one brings the screen back."""
        self._drop_look()  # one who drags along the replay bar waits for the last place only
        if entry >= self.live:
            self._screen.look_here()
            return
        self._drop_look = self._link.past(
            self._screen.seat, max(1, entry), lambda seen: self._screen.look(seen, entry)
        )

    # -- remarks and documents -----------------------------------------------------------------------
    def bookmark(self, entry: int, name: str) -> None:
        """Set a bookmark with a name on an entry of the journal."""
        self._link.bookmark(self._screen.line[entry - 1].no, name, self.changed.emit)

    def note(self, entry: int, text: str) -> None:
        """Write a remark below an entry."""
        no, who = self._screen.line[entry - 1].no, self._reader()
        self._link.note(no, who, text, self.read_log)

    def branch(self, entry: int) -> None:
        """Open a second game that starts from an entry."""
        tasks = self._tasks
        if tasks is not None:
            self._link.aside(lambda: tasks.branch(entry), tasks.open)

    def save_copy(self, path: str) -> None:
        """Write the game a second time."""
        tasks = self._tasks
        if tasks is not None:
            self._link.aside(lambda: tasks.copy(Path(path)), lambda _: self.wrote.emit(path))

    def save_copy_for(self, path: str, side: str) -> None:
        """Write a copy that holds what a side knows and nothing else."""
        tasks = self._tasks
        if tasks is not None:
            self._link.aside(lambda: tasks.copy_for(Path(path), side), lambda _: self.wrote_for.emit(path, side))

    def edit_position(self) -> None:
        """Have a draft made of the position looked at."""
        tasks, screen, title = self._tasks, self._screen, self._title
        if tasks is None:
            return
        entry, seat = max(1, self.position), screen.seat
        secret = screen.covers and screen.now.result is None

        def made() -> PositionScenario:
            state = tasks.state_at(entry)
            side = seat if secret and position_to_scenario.hides(state, seat) else None
            named = title.content.scenario(state.meta["scenario"]).name
            key = "draft.position_turn" if state.vars.get("turn") else "draft.position_name"
            turn = state.vars.get("turn")
            name = {
                lang: title.texts.plain({"key": key, "args": {"name": named.get(lang), "n": turn}}, lang)
                for lang in LANGUAGES
            }
            return position_to_scenario.position_to_scenario(title.content, state, name, side=side)

        self._link.aside(made, tasks.edit)


def _begins_turn(heads: Sequence[EntryHead], n: int) -> bool:
    """Return whether an entry is the first of its turn."""
    turn = heads[n].turn
    while turn is not None and n > 0:
        n -= 1
        if heads[n].turn is not None:
            return heads[n].turn != turn
    return turn is not None
