"""The window's model of one open game, filled from a play session that lives on a thread of its own.

The window's thread holds the view of the side at the screen and nothing else of the position; each answer of the
session brings a patch for the places it touched.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from qtwar.app.play import leave, lines
from qtwar.app.play.courier import Courier
from qtwar.app.play.lookups import Lookups
from qtwar.app.play.names import TitleNames
from qtwar.base.errors import QtwarError
from qtwar.base.text import Message, Texts
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.model.content import Content
from qtwar.session.play import Done, Outcome, PlaySession, Refused, WantDice
from qtwar.session.ports import JournalPort
from qtwar.ui.model import (
    BoardInfo,
    Box,
    CellInfo,
    ChangeSet,
    Crumb,
    DiceSource,
    Found,
    GameIdentity,
    GameModel,
    HandOver,
    HistoryEntry,
    LogLine,
    Odds,
    OddsLine,
    OobNode,
    PieceInfo,
    Problem,
    Resource,
    Seat,
    SideInfo,
    Strictness,
    TableInfo,
    TurnBox,
)

Faces = Callable[[dict[str, Any], str, int, float], QPixmap]
LOG_KEPT = 4000


@dataclass(slots=True)
class News:
    """What the session's thread brings after something happened, already seen with the eyes of the seat."""

    whole: State | None = None
    patch: dict[str, Any] = field(default_factory=dict)
    sides: dict[str, Any] = field(default_factory=dict)
    vars: dict[str, Any] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    result: Any = None
    active: list[str] = field(default_factory=list)
    step: str = ""
    offers: dict[str, Any] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    head: Any = None
    line: list[Any] = field(default_factory=list)
    ahead: list[Any] = field(default_factory=list)
    floor: int = 0
    floor_why: str = ""
    events: tuple[dict[str, Any], ...] = ()
    log: list[LogLine] | None = None


class PlayModel(GameModel):
    """Fulfils GameModel on a PlaySession. `faces(record, language, size, ratio)` draws counters."""

    def __init__(
        self,
        session: PlaySession,
        content: Content,
        identity: GameIdentity,
        *,
        language: str,
        faces: Faces,
        minimap: Callable[[int, int, float], QPixmap | None] | None = None,
        branch: Callable[[PlaySession, int], None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        self._language = language
        super().__init__(parent)
        self.content = content
        self.identity = identity
        self._language = language
        self.names = TitleNames(content)
        self.texts = Texts(content.texts, self.names)
        self.look = Lookups(content, self.texts, self.names, language)
        self._session = session
        self._courier = Courier(self)
        self._faces = faces
        self._minimap = minimap
        self._branch = branch
        self._seat = (session.active or list(session.sides))[0]
        self._view = session.view(self._seat)
        self._offers: dict[str, Any] = {s: o for s in session.active if (o := session.offer(s)) is not None}
        self._step = str(session.state.flow[-1]["step"]) if session.state.flow else ""
        self._line = list(session.history.line)
        self._ahead = list(reversed(session.history.redoable))
        self._floor, self._floor_why = session.floor(), session.floor_why()
        self._leave: leave.Leave | None = None
        self._log: list[LogLine] = []
        self._past: State | None = None
        self._looking = -1
        self._dice_for: dict[str, Any] | None = None
        self._dice: list[int] = []
        self._dice_source: DiceSource = "hand" if session.game.get("dice") == "hand" else "program"
        self._waiting = 0
        self._closed = False
        self.rebuild_log()

    @property
    def language(self) -> str:
        """The language in which everything is said."""
        return self._language

    @language.setter
    def language(self, value: str) -> None:
        if value == self._language or not hasattr(self, "_courier"):
            return
        self._language = value
        self.look = Lookups(self.content, self.texts, self.names, value)
        self.rebuild_log()
        self.changed.emit(ChangeSet(everything=True, sides=True, vars=True, log=True))
        self.offer_changed.emit()
        self.history_changed.emit()

    @property
    def journal(self) -> JournalPort:
        """The game's journal, to be read by whoever prints it."""
        return self._session.journal

    # position ------------------------------------------------------------------

    @property
    def view(self) -> State:
        """The position in the view of the seat, at the entry looked at."""
        return self._past if self._past is not None else self._view

    @property
    def seat(self) -> str:
        """The side whose eyes the screen has."""
        return self._seat

    @property
    def offer(self) -> dict[str, Any] | None:
        """The offer that this screen may answer now."""
        if self._past is not None:
            return None
        if self._leave is not None:
            return self._leave.offer
        if self._view.result is not None:
            return None
        if self._seat in self._offers:
            return self._offers[self._seat]
        if not self.identity.covers and self._offers:
            return next(iter(self._offers.values()))
        return None

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How the game ended, at the entry looked at."""
        return self._end_message(self.view.result) if self.view.result is not None else None

    def active(self) -> list[str]:
        """Return the sides that are to act."""
        return sorted(self._offers)

    def sides(self) -> Sequence[SideInfo]:
        """The sides in the title's order."""
        return self.look.sides()

    def crumbs(self) -> Sequence[Crumb]:
        """Turn, phase, step."""
        offer = self.offer
        return self.look.crumbs(self.view, str((offer or {}).get("step") or self._step))

    def resources(self) -> Sequence[Resource]:
        """The numbers of the toolbar."""
        return self.look.resources(self.view)

    def boards(self) -> Sequence[BoardInfo]:
        """The boards of the title."""
        played = self.content.scenario(self._view.meta["scenario"]).boards if "scenario" in self._view.meta else ()
        return [BoardInfo(b.id, b.name.get(self.language)) for b in self.content.boards if not played or b.id in played]

    # look-ups ------------------------------------------------------------------

    def piece(self, ident: str) -> PieceInfo | None:
        """A piece or alias as lists show it."""
        return self.look.piece(self.view, ident, can_act=ident in self._candidates())

    def _candidates(self) -> set[str]:
        offer = self.offer
        return {p for ask in (offer or {}).get("asks", ()) for p in ask.get("pieces") or ()}

    def order_of_battle(self) -> Sequence[OobNode]:
        """The tree of formations."""
        return self.look.order_of_battle(self.view)

    def boxes(self) -> Sequence[Box]:
        """Off-map boxes and pools."""
        return self.look.boxes(self.view)

    def turn_track(self) -> Sequence[TurnBox]:
        """The turn track."""
        entries: dict[int, int] = {}
        for i, head in enumerate(self._line, 1):
            if head.turn is not None:
                entries.setdefault(head.turn, i)
        return self.look.turn_track(self.view, entries)

    def reinforcements(self) -> Sequence[Box]:
        """Pools and what is to come."""
        return self.look.boxes(self.view, ("pool", "reinforcements"))

    def tables(self) -> Sequence[TableInfo]:
        """All charts."""
        return self.look.tables()

    def legend(self) -> Sequence[tuple[str, str]]:
        """What the lights mean, while a force is picked up or placed."""
        if self.draft.kind not in ("move", "place", "cell", "pieces+cell") or not self.draft.pieces:
            return ()
        marks = ("go", "enemy", "waypoint") if self.draft.kind == "move" else ("go",)
        return tuple((mark, self.look.text(f"legend.{mark}")) for mark in marks)

    def find(self, text: str, limit: int = 30) -> Sequence[Found]:
        """Cells, pieces, rules and tables that fit what was typed."""
        wanted = text.strip().casefold()
        if not wanted:
            return ()
        out: list[Found] = []
        for board in self.content.boards:
            for cell in board.terrain:
                if cell.casefold().startswith(wanted):
                    out.append(
                        Found(
                            "cell",
                            f"{board.id}:{cell}",
                            self.names.name("c", f"{board.id}:{cell}", self.language),
                        )
                    )
                    if len(out) >= limit // 3:
                        break
            for label in board.labels:
                if isinstance(label.at, str) and any(
                    wanted in label.text.get(lang).casefold() for lang in ("en", "ja")
                ):
                    out.append(Found("cell", f"{board.id}:{label.at}", label.text.get(self.language), label.at))
        for ident in self.view.pieces:
            info = self.piece(ident)
            if info is not None and not info.hidden and wanted in f"{info.name} {ident}".casefold():
                out.append(Found("piece", ident, info.name, info.place_name))
        for table in self.content.tables:
            if wanted in f"{table.name.get(self.language)} {table.id}".casefold():
                out.append(Found("table", table.id, table.name.get(self.language), table.rule))
        return out[:limit]

    def rule_text(self, rule: str) -> Message | None:
        """Our own summary of a rule."""
        key = f"rule.{rule}"
        return {"key": key, "args": {}} if self.texts.has(key, self.language) else None

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter's picture as this side sees it."""
        record = self.view.pieces.get(piece)
        if record is None:
            roster = self.content.pieces_by_id.get(piece)
            kind = self.content.kinds_by_id.get(roster.kind) if roster else None
            owner = (kind.side if kind else "") or ""
            record = {
                "kind": kind.id if kind else "?",
                "face": "front",
                "owner": owner,
                "back": owner,
                "attrs": {},
            }
        return self._faces({**record, "id": piece}, self.language, size, ratio)

    def side_face(self, side: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The back of a counter of a side."""
        record = {"id": "", "kind": views.HIDDEN, "face": "back", "owner": side, "back": side, "attrs": {}}
        return self._faces(record, self.language, size, ratio)

    def minimap(self, width: int, height: int, ratio: float = 1.0) -> QPixmap | None:
        """A small picture of the board."""
        return self._minimap(width, height, ratio) if self._minimap is not None else None

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

        self._courier.ask(job, then, self._fault)

    def _refuse(self, action: dict[str, Any], message: dict[str, Any]) -> None:
        if self.strictness != "enforce" and action["verb"] != "free" and "path" in action["args"]:
            # Warn and off: the drag happens all the same, and the log names the rule it broke.
            args = {
                "op": "move",
                "pieces": action["args"]["pieces"],
                "to": action["args"]["path"][-1],
                "broke": message,
            }
            self._send({"side": action["side"], "verb": "free", "args": args}, None)
            if self.strictness == "warn":
                self.refused.emit(message)
            return
        self.refused.emit(message)

    def free_move(self, pieces: Sequence[str], place: str) -> None:
        """Move pieces past the rules."""
        seat = self._seat
        args = {"op": "move", "pieces": list(pieces), "to": place, "allowed": True}

        def move() -> None:
            self.submit({"side": seat, "verb": "free", "args": args})

        if self.strictness == "enforce" and self.identity.covers:
            other = self._other(seat)
            self._ask_leave(leave.to_move(other, self._called(seat), self._called(other), list(pieces), place, move))
        else:
            move()

    def query(self, name: str, args: Mapping[str, Any], then: Callable[[Any], None]) -> Callable[[], None]:
        """Ask the rules in the seat's view."""
        side = self._seat if self._leave is not None else self.acting or self._seat
        return self._courier.ask(lambda: self._session.query(side, name, dict(args)), then, self._fault)

    def cell_info(self, place: str, then: Callable[[CellInfo], None]) -> None:
        """Get what the viewer says of a cell."""
        number = place.partition(":")[2] or place
        name = (
            self.names.cell_name(place, self.language) if ":" in place else self.names.name("c", place, self.language)
        )
        chips = tuple(self._chips(place))

        def made(answer: Any) -> None:
            rows = answer if isinstance(answer, list) else (answer or {}).get("lines", [])
            then(CellInfo(place, number, name, chips, tuple(rows)))

        if place:
            self.query("cell", {"cell": place}, made)

    def _chips(self, place: str) -> list[str]:
        board_id, colon, cell = place.partition(":")
        if not colon:
            return []
        board = self.content.board(board_id)
        terrain = {t.id: t.name.get(self.language) for t in self.content.terrain}
        features = {f.id: f.name.get(self.language) for f in self.content.features}
        out = [terrain[board.terrain[cell]]] if board.terrain.get(cell) in terrain else []
        out += [features[f] for f, cells in board.features.items() if cell in cells and f in features]
        return out

    def odds(self, args: Mapping[str, Any]) -> None:
        """Ask for odds; `odds_changed` follows."""

        def made(answer: Any) -> None:
            self.odds_changed.emit(self._odds(answer) if answer else None)

        self.query("odds", args, made)

    def _odds(self, answer: Mapping[str, Any]) -> Odds:
        def words(value: Any) -> str:
            return self.texts.plain(value, self.language, cite=False) if isinstance(value, Mapping) else str(value)

        rows = tuple(
            OddsLine(
                words(row),
                str(row.get("rule", "")),
                f"{row['value']:+d}" if row.get("signed") else str(row.get("value", "")),
                row.get("tone", ""),
            )
            for row in answer.get("lines") or ()
        )
        results = tuple(
            (int(r["die"]), str(r["result"]), str(r.get("tone", ""))) if isinstance(r, Mapping) else (i, str(r), "")
            for i, r in enumerate(answer.get("results") or (), 1)
        )
        return Odds(
            title=words(answer.get("title") or {"key": "odds.title", "args": {}}),
            lines=rows,
            column=str(answer.get("column_head", answer.get("column", ""))),
            results=results,
            chances=tuple((words(c), str(c.get("tone", ""))) for c in answer.get("chances") or ()),
            what_if=tuple((w["id"], words(w), bool(w.get("on"))) for w in answer.get("what_if") or ()),
            table=str(answer.get("table", "")),
        )

    def give_dice(self, values: Sequence[int]) -> None:
        """Hand in dice rolled by hand."""
        if self._dice_for is not None:
            self._send(self._dice_for, [*self._dice, *values])

    # what the session's thread brings --------------------------------------------

    def _news(self, done: Done | None) -> News:
        """Made on the session's thread: everything the window needs, through the seat's eyes."""
        session, seat = self._session, self._seat
        state = session.state
        news = News(
            sides={s: dict(v) for s, v in state.sides.items()},
            vars=dict(state.vars),
            result=state.result,
            active=list(state.active),
            step=str(state.flow[-1]["step"]) if state.flow else "",
            offers={s: o for s in session.active if (o := session.offer(s)) is not None},
            line=list(session.history.line),
            ahead=list(reversed(session.history.redoable)),
            floor=session.floor(),
            floor_why=session.floor_why(),
        )
        changed = done.changed if done is not None else None
        if changed is None or changed.whole:
            news.whole = session.view(seat)
        else:
            news.patch = views.place_patch(state, seat, sorted(changed.places))
        if done is not None:
            news.head = done.entry.head
            news.told = done.entry.told.get(seat, [])
            if done.entry.head.kind in ("undo", "redo"):
                news.log = self._all_lines()
        return news

    def _all_lines(self) -> list[LogLine]:
        first = max(0, len(self._session.history) - LOG_KEPT)
        out: list[LogLine] = []
        for n, (head, told) in enumerate(self._session.log(self._seat, first), first + 1):
            out += lines.entry_lines(self.texts, self.language, head, n, told, by_hand=self._dice_source == "hand")
        return out

    def _take(self, news: News) -> None:
        before = set(self._offers)
        if news.whole is not None:
            self._view = news.whole
        else:
            views.patch_view(self._view, news.patch)
            self._view.sides = news.sides
            self._view.vars = news.vars
            self._view.result = news.result
            self._view.active = news.active
        self._step = news.step
        self._offers = news.offers
        self._line, self._ahead, self._leave = news.line, news.ahead, None
        self._floor, self._floor_why = news.floor, news.floor_why
        if news.log is not None:
            self._log = news.log
        elif news.head is not None:
            self._log += lines.entry_lines(
                self.texts, self.language, news.head, len(news.line), news.told, by_hand=self._dice_source == "hand"
            )
        whole = news.whole is not None
        self.changed.emit(
            ChangeSet(
                places=frozenset(news.patch),
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
        used = lines.used_cell(news.told)
        if used is not None:
            self.table_used.emit(used)
        if self._view.result is not None:
            self.ended.emit(self._end_message(self._view.result))
        elif self._seat not in self._offers and self._offers and set(self._offers) != before:
            self._turn_to(sorted(self._offers)[0])

    def _end_message(self, result: Mapping[str, Any]) -> dict[str, Any]:
        if result.get("key"):
            how = {"key": result["key"], "args": result.get("args") or {}}
            if not result.get("winner"):
                return how
            return {"key": "result.how", "args": {"side": {"s": result["winner"]}, "how": how}}
        if result.get("winner"):
            return {"key": "result.won", "args": {"side": {"s": result["winner"]}}}
        return {"key": "result.draw", "args": {}}

    def _turn_to(self, side: str) -> None:
        """The other side must act: cover the screen where something is hidden, else just turn the seat."""
        if self.identity.covers:
            self.hand_over.emit(HandOver(side, self._player(side), self._news_for(side)))
        else:
            self.sit(side)

    def _news_for(self, side: str) -> int:
        n = 0
        for head in reversed(self._line):
            if head.side == side:
                break
            n += 1
        return n

    def _player(self, side: str) -> str:
        return next((s.player for s in self.identity.seats if s.side == side), "")

    def _fault(self, problem: QtwarError) -> None:
        self._end()
        key = {"key": problem.key, "args": problem.message_args} if problem.key else None
        message: Message = (
            key if key and self.texts.has(problem.key, self.language) else {"key": problem.text, "args": {}}
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

    def _other(self, side: str) -> str:
        return next((s.id for s in self.content.sides if s.id != side), side)

    def _called(self, side: str) -> Any:
        """Return a player's name, or his side as an argument of a text."""
        return self._player(side) or {"s": side}

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

    def log(self) -> Sequence[LogLine]:
        """All lines that the seat may read."""
        return self._log

    def rebuild_log(self) -> None:
        """Read the log again for the seat and language."""

        def then(found: list[LogLine]) -> None:
            self._log = found
            self.log_changed.emit()

        self._courier.ask(self._all_lines, then, self._fault)

    def history(self) -> Sequence[HistoryEntry]:
        """All entries, oldest first; those after `live` can be redone."""
        out = []
        turn = None
        for i, head in enumerate([*self._line, *self._ahead], 1):
            starts = head.turn is not None and head.turn != turn
            turn = head.turn if head.turn is not None else turn
            floor = self._floor_text() if i == self._floor > 1 else ""
            text = self.texts.plain(head.label, self.language)
            out.append(HistoryEntry(i, text, head.side, turn=starts, bookmark=head.bookmark, floor=floor))
        return out

    def _floor_text(self) -> str:
        who = self._called(self._other(self._line[self._floor - 1].side))
        return self.texts.plain({"key": f"history.floor.{self._floor_why}", "args": {"who": who}}, self.language)

    @property
    def position(self) -> int:
        """The entry looked at."""
        return self._looking if self._looking >= 0 else len(self._line)

    @property
    def length(self) -> int:
        """The last entry there is."""
        return len(self._line) + len(self._ahead)

    @property
    def live(self) -> int:
        """The entry the game stands at."""
        return len(self._line)

    @property
    def can_undo(self) -> bool:
        """Whether something can be taken back above the floor."""
        return len(self._line) > max(1, self._floor)

    @property
    def can_ask_undo(self) -> bool:
        """Whether the next entry to be taken back is one that another player has seen."""
        return len(self._line) > 1 and not self.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether something can be done again."""
        return bool(self._ahead)

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

        self._courier.ask(job, then, self._fault)

    def look_at(self, entry: int) -> None:
        """Show an entry of the past, read-only; the live one brings the screen back."""
        if entry >= len(self._line):
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
        self._courier.ask(lambda: views.view(self._session.state_at(max(1, entry)), seat), then, self._fault)

    def branch(self, entry: int) -> None:
        """Open a second game that starts from an entry."""
        branch = self._branch
        if branch is not None:
            branch(self._session, entry)

    def bookmark(self, entry: int, name: str) -> None:
        """Name an entry."""
        head = self._line[entry - 1]

        def job() -> News:
            self._session.bookmark(head.no, name)
            return self._news(None)

        def then(news: News) -> None:
            self._line = news.line
            self.history_changed.emit()

        self._courier.ask(job, then, self._fault)

    # habits ----------------------------------------------------------------------

    @property
    def strictness(self) -> Strictness:
        """How far the rules bind."""
        return self._view.vars.get("strictness", "enforce")

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

        self._courier.ask(job, lambda _: self.settings_changed.emit(), self._fault)

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

        self._courier.ask(job, then, self._fault)

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
            self._courier.close(self._session.rules.close)


def seats(content: Content, players: Mapping[str, str]) -> tuple[Seat, ...]:
    """Return a seat for each side."""
    return tuple(Seat(side.id, players.get(side.id, "")) for side in content.sides)
