"""What can be read of an open game: the position and its history, as the seat's side sees them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from qtwar.base.lazy import Lazy
from qtwar.base.text import Message, Texts
from qtwar.engine import views
from qtwar.engine.state import State
from qtwar.model.content import Content
from qtwar.presenters.play import inspect
from qtwar.presenters.play.answers import end_message
from qtwar.presenters.play.leave import Leave
from qtwar.presenters.play.lookups import Lookups
from qtwar.presenters.play.news import News
from qtwar.services.names import TitleNames
from qtwar.session.ports import EntryHead
from qtwar.ui.model import (
    NEW,
    BoardInfo,
    Box,
    ChangeSet,
    Crumb,
    Firer,
    Found,
    GameIdentity,
    GameModel,
    HistoryEntry,
    LogLine,
    OobNode,
    PieceInfo,
    Property,
    Resource,
    SideInfo,
    Strictness,
    TableInfo,
    TurnBox,
)

Faces = Callable[[dict[str, Any], str, int, float], QPixmap]


class ReadModel(GameModel):
    """The reading half of GameModel. `faces(record, language, size, ratio)` draws counters; `see` brings the news."""

    def __init__(
        self,
        content: Content,
        identity: GameIdentity,
        seat: str,
        news: News,
        *,
        language: str,
        faces: Faces,
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
        self._faces = faces
        self._seat = seat
        self._view: State
        self._leave: Leave | None = None
        self._log: list[LogLine] = []
        self._past: State | None = None
        self._looking = -1
        self.see(news)

    def see(self, news: News) -> None:
        """Take the position and the heads of the history as they are now."""
        if news.whole is not None:
            self._view = news.whole
        else:
            views.patch_view(self._view, news.patch)
            self._view.sides = news.sides
            self._view.vars = news.vars
            self._view.result = news.result
            self._view.active = news.active
        self._step, self._offers = news.step, news.offers
        self._line, self._ahead = news.line, news.ahead
        self._floor, self._floor_why = news.floor, news.floor_why

    def rebuild_log(self) -> None:
        """Read the log again for the seat and language."""
        raise NotImplementedError

    @property
    def language(self) -> str:
        """The language in which everything is said."""
        return self._language

    @language.setter
    def language(self, value: str) -> None:
        if value == self._language or "look" not in self.__dict__:
            return
        self._language = value
        self.look = Lookups(self.content, self.texts, self.names, value)
        self.rebuild_log()
        self.changed.emit(ChangeSet(everything=True, sides=True, vars=True, log=True))
        self.offer_changed.emit()
        self.history_changed.emit()

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
        return end_message(self.view.result) if self.view.result is not None else None

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

    def out_of_play(self, board: str) -> Collection[str]:
        """The cells outside the scenario's `in_play: {columns, rows}`, counted from 1 at the upper left."""
        scenario = self.content.scenario(self._view.meta["scenario"]) if "scenario" in self._view.meta else None
        said = (scenario.attrs.get("in_play") if scenario is not None else None) or {}
        found = next((b for b in self.content.boards if b.id == board), None)
        if scenario is None or not said or found is None or found.grid.kind == "areas":
            return ()
        if board != said.get("board", scenario.boards[0] if scenario.boards else self.content.boards[0].id):
            return ()
        grid = found.make_grid()
        first, last = zip(*(said.get(way, (1, 10_000)) for way in ("columns", "rows")), strict=True)
        return [
            cell
            for cell in grid.cells()
            if not all(a <= n + 1 <= b for a, n, b in zip(first, grid.position(cell), last, strict=True))
        ]

    # look-ups ------------------------------------------------------------------

    def piece(self, ident: str) -> PieceInfo | None:
        """A piece or alias as lists show it."""
        return self.look.piece(self.view, ident, can_act=ident in self._candidates())

    def properties(self, ident: str) -> Sequence[Property]:
        """All attributes of a piece in words."""
        return inspect.properties(self.look, self.view, ident)

    def _candidates(self) -> set[str]:
        offer = self.offer
        return {p for ask in (offer or {}).get("asks", ()) for p in ask.get("pieces") or ()}

    def order_of_battle(self) -> Sequence[OobNode]:
        """The tree of formations."""
        return self.look.order_of_battle(self.view)

    def boxes(self) -> Sequence[Box]:
        """Off-map boxes and pools."""
        return self.look.boxes(self.view, self._seat)

    def turn_track(self) -> Sequence[TurnBox]:
        """The turn track."""
        entries: dict[int, int] = {}
        for i, head in enumerate(self._line, 1):
            if head.turn is not None:
                entries.setdefault(head.turn, i)
        return self.look.turn_track(self.view, entries)

    def reinforcements(self) -> Sequence[Box]:
        """Pools and what is to come."""
        return self.look.boxes(self.view, self._seat, ("pool", "reinforcements"))

    def tables(self) -> Sequence[TableInfo]:
        """All charts."""
        return self.look.tables()

    def firers(self) -> Sequence[Firer]:
        """Who may react in the running reaction, then who nearly could: the offer's own list."""
        said = self.texts.plain
        return tuple(
            Firer(
                piece=str(row["piece"]),
                text=said(row["text"], self.language, cite=False),
                detail=said(row["detail"], self.language, cite=False) if row.get("detail") else "",
                value=str(row.get("value", "")),
                ask=str(row.get("ask", "")),
                why_not=said(row["why_not"], self.language) if row.get("why_not") else "",
                args=row.get("args") or {},
            )
            for row in (self.offer or {}).get("firers") or ()
        )

    def legend(self) -> Sequence[tuple[str, str]]:
        """What the lights mean, while a force is picked up or placed."""
        if self.draft.kind not in ("move", "place", "cell", "pieces+cell") or not self.draft.pieces:
            return ()
        marks = ("go", "enemy", "waypoint") if self.draft.kind == "move" else ("go",)
        return tuple((mark, self.look.text(f"legend.{mark}")) for mark in marks)

    def find(self, text: str, limit: int = 30) -> Sequence[Found]:
        """Cells, pieces, rules and tables that fit what was typed."""
        return self.look.find(self.view, text, limit)

    def rule_text(self, rule: str) -> Message | None:
        """What a rule is about, in our own words; those of its section where it has none."""
        key = self.look.rule_key(rule)
        return {"key": key, "args": {}} if key else None

    def face(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The counter's picture as this side sees it."""
        record = self.view.pieces.get(piece)
        if piece.startswith(NEW):
            record = self._fresh(piece[1:])
        elif record is None:
            roster = self.content.pieces_by_id.get(piece)
            record = self._fresh(roster.kind if roster else piece.partition(NEW)[0])
        return self._faces({**record, "id": piece}, self.language, size, ratio)

    def _fresh(self, kind_id: str) -> dict[str, Any]:
        """Return the record of a piece of a kind that is not in play."""
        kind = self.content.kinds_by_id.get(kind_id)
        owner = (kind.side if kind else "") or ""
        return {"kind": kind.id if kind else "?", "face": "front", "owner": owner, "back": owner, "attrs": {}}

    def reverse(self, piece: str, size: int, ratio: float = 1.0) -> QPixmap | None:
        """The picture of the face that a known piece does not show now."""
        record = self.view.pieces.get(piece)
        if record is None or record["kind"] not in self.content.kinds_by_id:
            return None
        other = "front" if record["face"] == "back" else "back"
        return self._faces({**record, "id": piece, "face": other}, self.language, size, ratio)

    def side_face(self, side: str, size: int, ratio: float = 1.0) -> QPixmap:
        """The back of a counter of a side."""
        record = {"id": "", "kind": views.HIDDEN, "face": "back", "owner": side, "back": side, "attrs": {}}
        return self._faces(record, self.language, size, ratio)

    # history -------------------------------------------------------------------

    def log(self) -> Sequence[LogLine]:
        """All lines that the seat may read."""
        return self._log

    def history(self) -> Sequence[HistoryEntry]:
        """All entries, oldest first; those after `live` can be redone. Each is put in words when it is looked at."""
        heads = [*self._line, *self._ahead]

        def entry(n: int) -> HistoryEntry:
            head = heads[n]
            floor = self._floor_text() if n + 1 == self._floor > 1 else ""
            text = self.texts.plain(head.label, self.language)
            return HistoryEntry(n + 1, text, head.side, turn=_starts(heads, n), bookmark=head.bookmark, floor=floor)

        return Lazy(len(heads), entry)

    def milestones(self) -> Sequence[tuple[int, str]]:
        """The entries that begin a turn or have a bookmark, with the bookmark's name."""
        found: list[tuple[int, str]] = []
        turn = None
        for n, head in enumerate(chain(self._line, self._ahead), 1):
            now, name = head.turn, head.bookmark
            if name or (now is not None and now != turn):
                found.append((n, name))
            if now is not None:
                turn = now
        return found

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

    # who is who ----------------------------------------------------------------

    def _other(self, side: str) -> str:
        return next((s.id for s in self.content.sides if s.id != side), side)

    def _called(self, side: str) -> Any:
        """Return a player's name, or his side as an argument of a text."""
        return self._player(side) or {"s": side}

    def _news_for(self, side: str) -> int:
        n = 0
        for head in reversed(self._line):
            if head.side == side:
                break
            n += 1
        return n

    def _player(self, side: str) -> str:
        return next((s.player for s in self.identity.seats if s.side == side), "")

    # habits --------------------------------------------------------------------

    @property
    def strictness(self) -> Strictness:
        """How far the rules bind."""
        return self._view.vars.get("strictness", "enforce")


def _starts(heads: Sequence[EntryHead], n: int) -> bool:
    """Return whether an entry is the first of its turn."""
    turn = heads[n].turn
    while turn is not None and n > 0:
        n -= 1
        if heads[n].turn is not None:
            return heads[n].turn != turn
    return turn is not None
