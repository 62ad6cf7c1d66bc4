"""A game on a server, as the ports of its page ask it: requests go out by keys, news are taken on the window's thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import Qt, Signal

from qtwar.base.text import Message
from qtwar.engine.changes import EVERYTHING
from qtwar.engine.state import State
from qtwar.engine.views import View
from qtwar.presenters.play import leave
from qtwar.presenters.play.asker import Asker
from qtwar.presenters.play.leave import Leave
from qtwar.presenters.play.link import Drop, GameLink, Notes, Row
from qtwar.presenters.play.news import News, of_packet
from qtwar.presenters.play.players import Players
from qtwar.presenters.play.screen import Screen
from qtwar.presenters.play.title import PlayedTitle
from qtwar.remote.connection import LineState, SeatConnection, new_key
from qtwar.remote.inbox import Inbox
from qtwar.session.history import History
from qtwar.session.play import Done, Outcome, Refused
from qtwar.session.ports import Entry, EntryHead
from qtwar.ui.facts import Stoppage
from qtwar.ui.job_queue import JobQueue
from qtwar.wire import messages as wire
from qtwar.wire.limits import MOST_CHAT

Then = Callable[[Any], object]


@dataclass(slots=True)
class _Wish:
    """A change that is asked for: an action, or a walk through the history."""

    make: Callable[[str, int], wire.Request]
    """Makes the request of its key and the last row taken."""
    then: Callable[[Outcome], object] | None
    free: bool = False
    key: str = ""
    length: int = -1
    """Of a walk: how many entries remain."""


class RemoteLink(GameLink):
    """One seat of a table on a server. Changes go out one at a time: the next one when the last is answered."""

    shared = False
    table_changed = Signal()
    my_turn = Signal()
    asked = Signal()  # another seat's proposal is put here for the first time
    _came = Signal(object)

    def __init__(self, connection: SeatConnection, inbox: Inbox, joined: wire.Joined, title: PlayedTitle) -> None:
        super().__init__()
        self.connection, self._title = connection, title
        self.players: Players  # set with the ports
        self.game, self.line = joined.game, LineState("here")
        self._wishes: list[_Wish] = []
        self._refs: dict[str, tuple[Then, Then]] = {}
        self.asker = Asker(self._query, self)
        self._reading = JobQueue(self)  # lines of the log are made there
        self._busy = False
        self._closed = False
        self._refused_on: set[int] = set()  # proposals that one has answered
        self._put = 0  # the proposal that was put last
        self._jumped: wire.Happened | None = None  # what was heard of behind a gap: one's own change in it is carried out
        self.notes: dict[str, str] = {}
        self.chat: list[wire.Json] = []
        self._take_facts(joined)
        self.screen = Screen(joined.seat, self._whole(joined.packet), covers=True, parent=self)
        self._acted = joined.seat in self.screen.now.active
        self._came.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        inbox.follow(self._came.emit)

    @property
    def pending(self) -> int:  # type: ignore[override]
        """How many requests have not been answered yet."""
        return len(self._wishes) + len(self._refs) + self.asker.waiting + self._reading.pending

    # -- what the ports ask ----------------------------------------------------------------------------
    def submit(
        self, action: dict[str, Any], dice: list[int] | None = None, then: Callable[[Outcome], object] | None = None
    ) -> None:
        """Send an action; while the line is lost one waits, and free gestures that belong to it."""
        free = action["verb"] == "free"
        self._wish(_Wish(lambda key, entry: wire.Act(key, entry, action), then, free))

    def set_strictness(self, side: str, to: str) -> None:
        """Propose to the other seats that the rules bind otherwise."""
        self._propose("strictness", 0, to)

    def walk(self, length: int, *, by: str = "", leave: str = "") -> None:
        """Have one's own entries taken back or done again; where the others have to be asked, ask them.

        Where there is nothing to take back or to do again, that is said here: such a wish would wait for a lost line and
        hold up the next move.
        """
        history = self._history
        if not 1 <= length <= len(history.line) + len(history.redoable):
            self.refused.emit({"key": f"refuse.nothing_to_{'undo' if length < 1 else 'redo'}", "args": {}})
            return

        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Refused):
                if outcome.message["key"] == "refuse.ask_first":
                    self._propose("undo", length)
                else:
                    self.refused.emit(outcome.message)

        self._wish(_Wish(lambda key, entry: wire.Walk(key, entry, length), then, length=length))

    def latest(self, live: int) -> int | None:
        """Return how many entries remain when one's own latest is taken back; where that is free, the latest of all."""
        if not self.seat or self.game["undo"] != "ask" or len(self.seats) < 2:
            return live - 1
        line = self._history.line
        return next((n for n in range(len(line) - 1, 0, -1) if line[n].side == self.seat), None)

    def ask_leave(self, asked: Leave) -> None:
        """Put the question to the other seats."""
        if asked.wanted["what"] == "undo":
            self._propose("undo", asked.wanted["length"])
        else:
            self.refused.emit({"key": "refuse.table_free", "args": {}})

    def query(self, side: str, name: str, args: dict[str, Any], then: Callable[[Any], object]) -> Drop:
        """Ask the rules on the server, in the seat's own view; who watches is not answered."""
        if not self.seat:
            return lambda: None
        return self.asker.ask(name, args, then)

    def log(
        self,
        seat: str,
        first: int,
        read: Callable[[Iterable[Row], Notes], Any],
        then: Callable[[Any], object],
        *,
        reader: str = "",
    ) -> None:
        """Fetch the lines that the seat was told."""
        notes = self._notes()

        def fetched(rows: Any) -> None:
            known = [(EntryHead(**head), told) for head, told in rows] if wire.log_rows(rows) else []
            self._reading.ask(lambda: read(known, notes), then)

        self._ask(lambda ref: wire.Log(ref, first), fetched)

    def past(self, seat: str, length: int, then: Callable[[State], object]) -> Drop:
        """Fetch what the seat saw then."""
        wanted = [True]
        self._ask(lambda ref: wire.Past(ref, length), lambda view: then(View.from_json(view)) if wanted[0] else None)
        return wanted.clear

    def bookmark(self, no: int, name: str, then: Callable[[], object]) -> None:
        """Name a row in this window; nobody else sees it."""
        line = self.screen.line = [replace(row, bookmark=name) if row.no == no else row for row in self.screen.line]
        self._history.line = list(line)
        then()

    def note(self, no: int, who: str, text: str, then: Callable[[], object]) -> None:
        """Keep a remark on the server that nobody else reads."""
        self.notes = {**self.notes, str(no): text}
        self._ask(lambda ref: wire.Note(ref, no, text), lambda _: then())

    def close(self) -> None:
        """Leave the table; the seat stays one's own."""
        if not self._closed:
            self._closed = True
            self.connection.close()
            self._reading.close()

    # -- what the table asks ---------------------------------------------------------------------------
    def say(self, text: str) -> None:
        """Say something to everybody, beside the latest row."""
        text = " ".join(text.split())[:MOST_CHAT]
        if text:
            key = new_key()
            self.connection.send(key, wire.Say(key, text, self._history.last_no))

    def propose(self, what: str) -> None:
        """Ask the other seats for a draw, to adjourn or to go on."""
        self._propose(what, 0)

    def _propose(self, what: str, length: int, to: str = "") -> None:
        key = new_key()
        self.connection.send(key, wire.Propose(key, what, length, to))

    def answer(self, no: int, yes: bool) -> None:
        """Answer a proposal, or take one's own back."""
        self._refused_on.add(no)
        self.connection.tell(wire.Reply(no, yes))

    def resign(self) -> None:
        """Give the game up."""
        key = new_key()
        self.connection.send(key, wire.Resign(key))

    def take_back(self) -> None:
        """No longer send what waits; if it had arrived before the line was lost, the news will say so."""
        for wish in self._wishes:
            self.connection.withdraw(wish.key)
        self._wishes.clear()
        self._show_busy()
        self.screen.offer_changed.emit()

    @property
    def waits(self) -> bool:
        """Whether a change of one's own has not arrived yet."""
        return bool(self._wishes)

    @property
    def seat(self) -> str:
        """The side that one plays; empty for a spectator."""
        return self.screen.seat

    # -- changes, one at a time ------------------------------------------------------------------------
    def _wish(self, wish: _Wish) -> None:
        if self.line.line == "closed":
            self._end(wish, Refused(dict(self.line.message or {"key": "refuse.line_closed", "args": {}})))
        elif self._wishes and self.line.line != "here" and not wish.free:
            self._end(wish, Refused({"key": "refuse.table_waiting", "args": {}}))
        else:
            self._wishes.append(wish)
            if len(self._wishes) == 1:
                self._send_next()
            self._show_busy()

    def _send_next(self) -> None:
        if self._wishes:
            wish = self._wishes[0]
            wish.key = new_key()
            self.connection.send(wish.key, wish.make(wish.key, self._history.last_no))

    def _answered(self, key: str, outcome: Outcome) -> None:
        """The change under way is carried out, or it is not."""
        if not self._wishes or self._wishes[0].key != key:
            return
        wish = self._wishes.pop(0)
        self._end(wish, outcome)
        self._send_next()
        self._show_busy()

    def _end(self, wish: _Wish, outcome: Outcome) -> None:
        if wish.then is not None:
            wish.then(outcome)
        elif isinstance(outcome, Refused):
            self.refused.emit(outcome.message)

    def _show_busy(self) -> None:
        """Buttons wait for the server; never for a line that is lost."""
        busy = bool(self._wishes) and self.line.line == "here"
        if busy != self._busy:
            self._busy = busy
            self.busy.emit(busy)
        self.table_changed.emit()

    # -- questions -------------------------------------------------------------------------------------
    def _ask(self, make: Callable[[str], wire.Request], then: Then, failed: Then = lambda _: None) -> None:
        ref = new_key()
        self._refs[ref] = (then, failed)
        self.connection.send(ref, make(ref))

    def _query(self, what: str, args: dict[str, Any], then: Then, failed: Then) -> None:
        self._ask(lambda ref: wire.Query(ref, what, args), then, failed)

    # -- news ------------------------------------------------------------------------------------------
    def _hear(self, news: wire.News | LineState) -> None:
        if self._closed:
            return
        if isinstance(news, LineState):
            self._stand(news)
        elif isinstance(news, wire.Joined):
            self._rejoin(news)
        elif isinstance(news, wire.Happened):
            self._happened(news)
        elif isinstance(news, wire.Stale):
            self._renew(news.packet, news.line, news.ahead, news.entry)
            self._answered(news.key, Refused({"key": "refuse.stale", "args": {}}))
        elif isinstance(news, wire.Already):
            self._answered(news.key, self._done(news.entry))
        elif isinstance(news, wire.Denied):
            self._denied(news)
        elif isinstance(news, wire.Answered):
            then, _ = self._refs.pop(news.ref, (None, None))
            if then is not None:
                then(news.answer)
        elif isinstance(news, wire.Remark):
            self._heard_say(news)
        else:
            self._fact(news)

    def _stand(self, line: LineState) -> None:
        self.line = line
        if line.line == "closed" and line.message is not None:
            for wish in self._wishes:
                self._end(wish, Refused(dict(line.message)))
            self._wishes.clear()
        self._show_busy()

    def _take_facts(self, joined: wire.Joined) -> None:
        self.game, self.seats, self.watching = joined.game, joined.seats, joined.watching
        self.chat = [*joined.chat, *(said for said in self.chat if "message" in said)]
        self.clock, self.over = joined.clock, joined.over
        self.notes = joined.notes
        self._take_history(joined.line, joined.ahead, joined.entry)
        self._take_proposal(joined.proposal)

    def _take_history(self, line: list[wire.Json], ahead: list[wire.Json], entry: int) -> None:
        self._history = History()
        self._history.line = [EntryHead(**head) for head in line]
        self._history.redoable = [EntryHead(**head) for head in reversed(ahead)]
        self._history.last_no = entry

    def _whole(self, packet: wire.Json) -> News:
        return self._news(packet, None)

    def _news(self, packet: wire.Json, head: EntryHead | None) -> News:
        seat, offer = packet["seat"], packet["offer"]
        offers = {seat: offer} if offer is not None and self.over is None else {}
        return of_packet(packet, self._history, offers, head)

    def _rejoin(self, joined: wire.Joined) -> None:
        """Back at the table: what was lost meanwhile is in the whole packet."""
        self._take_facts(joined)
        self._refused_on.clear()  # a proposal that is open there has heard no answer from here
        self.players.seated({seat["side"]: seat["name"] for seat in joined.seats})
        self._renewed(joined.packet)
        jumped, self._jumped = self._jumped, None
        if jumped is not None:
            self._answered(jumped.key, self._done(jumped.entry))

    def _renew(self, packet: wire.Json, line: list[wire.Json], ahead: list[wire.Json], entry: int) -> None:
        self._take_history(line, ahead, entry)
        self._renewed(packet)

    def _renewed(self, packet: wire.Json) -> None:
        self._take(self._whole(packet))
        self.renewed.emit()

    def _happened(self, news: wire.Happened) -> None:
        if news.entry <= self._history.last_no:
            return  # it was in the whole packet already
        head = EntryHead(**news.packet["head"])
        if news.entry != self._history.last_no + 1:
            self._jumped = news if news.key else self._jumped
            self.connection.come_back()  # something was missed: the whole packet puts it right
            return
        self._history.add(head)
        self._take(self._news(news.packet, head))
        if head.kind in ("undo", "redo"):
            self._say_kept_remarks()
        if news.key:
            self._answered(news.key, self._done(news.entry))

    def _take(self, news: News) -> None:
        self.asker.forget()
        self.screen.take(news)
        self._put_question()
        self.received.emit(news)
        acts = self.seat in self.screen.now.active and self.screen.now.result is None
        if acts and not self._acted:
            self.my_turn.emit()
        self._acted = acts
        self.table_changed.emit()

    def _done(self, no: int) -> Done:
        head = next((row for row in self._history.line if row.no == no), EntryHead(no, "act", self.seat, {"key": "", "args": {}}))
        return Done(Entry(head), EVERYTHING)

    def _denied(self, news: wire.Denied) -> None:
        _, failed = self._refs.pop(news.ref, (None, None))
        if failed is not None:
            failed(None)
            self.problem.emit(Stoppage(news.message))
        elif self._wishes and self._wishes[0].key == news.ref:
            self._answered(news.ref, Refused(dict(news.message)))
        else:
            self.refused.emit(dict(news.message))

    def _fact(self, news: wire.News) -> None:
        if isinstance(news, wire.Here):
            self.seats, self.watching = news.seats, news.watching
            self.players.seated({seat["side"]: seat["name"] for seat in news.seats})
        elif isinstance(news, wire.Clock):
            self.clock = news.clock
        elif isinstance(news, wire.Over):
            self.over = news.over
            self.screen.offers = {}
            self.screen.offer_changed.emit()
        elif isinstance(news, wire.Proposed):
            self._take_proposal(news.proposal)
            self._put_question()
        elif isinstance(news, wire.Settled):
            self._settled(news)
        self.table_changed.emit()

    # -- proposals -------------------------------------------------------------------------------------
    def _take_proposal(self, asked: wire.Json | None) -> None:
        """Keep what is asked for; of an undo also how many entries it takes, which is not known once they are gone."""
        self.proposal = asked and {**asked, "n": len(self._history) - asked["length"]}

    def _put_question(self) -> None:
        """Ask whoever sits here what another seat has proposed."""
        asked = self.proposal
        if not asked or not self.seat or asked["by"] == self.seat or self.seat in asked["yes"] or self.over is not None:
            return
        no, by, who = asked["no"], self.players.called(asked["by"]), self.players.called(self.seat)
        if no in self._refused_on:
            return

        def allowed(_: str) -> None:
            self.answer(no, True)

        if asked["what"] == "undo":
            made = self._asks_undo(asked, by, who, allowed)
        else:
            to, now = str(asked.get("to") or ""), self.screen.strictness
            made = leave.to_agree(asked["what"], self.seat, by, who, allowed, to=to, now=now)
        self.screen.ask_leave(replace(made, denied=lambda: self.answer(no, False)))
        if no != self._put:
            self._put = no
            self.asked.emit()

    def _asks_undo(self, asked: wire.Json, by: Any, who: Any, allowed: Callable[[str], None]) -> Leave:
        """Name what is to be taken back; that one has seen something by it is said only where another has shown it."""
        line, length, floor = self._history.line, asked["length"], self.screen.floor
        undone = [self._title.texts.plain(row.label, self._title.language, cite=False).rstrip(".。") for row in line[length:]]
        undone = undone or [self._title.text("history.undo_some")]
        own = sum(row.side == self.seat for row in line[length:])
        shown = length < floor <= len(line) and line[floor - 1].side == asked["by"]
        why = self.screen.floor_why if shown else ""
        return leave.to_undo_there(self.seat, by, who, undone, own, why, length, allowed)

    def _settled(self, news: wire.Settled) -> None:
        asked, self.proposal = self.proposal, None
        if self.screen.leave is not None:
            self.screen.leave = None
            self.screen.offer_changed.emit()
        if asked is None:
            return
        by, called, sits = asked["by"], self.players.called, [seat["side"] for seat in self.seats if seat["taken"]]
        declined = not news.yes and news.by != by
        others = [side for side in sits if side != by] or self.players.others(by)
        who = called(news.by) if declined and news.by else called(*others)
        args = {"who": who, "by": called(by), "what": asked.get("label") or "", "n": asked["n"]}
        if news.yes and news.what == "undo":
            key = "table.undone_more" if asked["n"] > 1 else "table.undone"
            kept = self._history.line[: asked["length"]]
            self._log_deed(by, {"key": key, "args": args}, kept[-1].no if kept else 0)
        elif declined:
            message = {"key": f"refuse.leave_{news.what}", "args": args, "neutral": True}
            if news.by:
                self._log_deed(news.by, message, self._history.last_no)
            if by == self.seat:
                self.refused.emit(message)

    def _log_deed(self, side: str, message: Message, entry: int) -> None:
        """Write into the log what the players have agreed on, beside a row of the journal; it stands while the table is open."""
        said = {"no": 0, "side": side, "entry": entry, "message": message}
        self.chat.append(said)
        self.remarked.emit(self._after(entry), side, self._words(said))

    # -- remarks ---------------------------------------------------------------------------------------
    def _heard_say(self, news: wire.Remark) -> None:
        said = {name: getattr(news, name) for name in ("no", "side", "name", "text", "stamp", "entry")}
        if all(said["no"] != known["no"] for known in self.chat):
            self.chat.append(said)
            self.remarked.emit(self._after(news.entry), news.side, self._words(said))

    def _words(self, said: wire.Json) -> str:
        if "message" in said:
            return self._title.texts.plain(said["message"], self._title.language)
        who = said["name"] or (self._title.name("s", said["side"]) if said["side"] else self._title.text("table.watcher"))
        return self._title.text("table.said", who=who, words=said["text"])

    def _after(self, no: int) -> int:
        """Return behind how many entries of the line a remark beside a row stands."""
        return max(1, sum(1 for head in self._history.line if head.no <= no)) if no else len(self._history.line)

    def _notes(self) -> Notes:
        """Return one's own remarks, and what was said at the table by the row in force that it stands behind."""
        found: dict[int, list[tuple[Literal["note", "said"], str, str]]]
        found = {int(no): [("note", "", words) for words in text.splitlines()] for no, text in self.notes.items()}
        line = self._history.line
        for said in self.chat:
            if line:
                found.setdefault(line[self._after(said["entry"]) - 1].no, []).append(("said", said["side"], self._words(said)))
        return found

    def _say_kept_remarks(self) -> None:
        """Remarks are not taken back with the entries that they stood beside."""
        last = self._history.line[-1].no if self._history.line else 0
        for said in self.chat:
            if said["entry"] > last:
                self.remarked.emit(len(self._history.line), said["side"], self._words(said))
