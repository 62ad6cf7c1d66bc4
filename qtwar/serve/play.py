"""One game that is awake: what its seats may ask of it, on whichever thread; nothing here knows of connections.

Every method returns what is to be said: to who asked, to everybody, or to each seat its own. The journal in the database
is the truth: where another process has written to it first, the game is read again and the request is stale.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from qtwar.base.errors import QtwarError, Refusal, RulesFault
from qtwar.base.text import LANGUAGES, Texts
from qtwar.engine import views
from qtwar.serve import clock as clocks
from qtwar.serve.catalogue import Offered
from qtwar.serve.pool import PooledRules, RulesPool
from qtwar.services.names import TitleNames
from qtwar.session.packet import packet
from qtwar.session.play import Done, Outcome, PlaySession, Refused
from qtwar.session.ports import EntryHead
from qtwar.storage.hosted.journal import OvertakenError
from qtwar.storage.hosted.store import HostedGame, HostedSeat, HostedStore
from qtwar.wire import messages as wire
from qtwar.wire.limits import CHAT_SENT, LOG_SENT

Json = dict[str, Any]
UNASKED = {"strictness": "refuse.table_agreed", "permit": "refuse.leave_unasked"}
"""What no seat does of its own accord: what was agreed upon stands, and leave is asked for by a proposal.

Either would be an entry at a moment of the seat's choosing, behind which every action of the others is stale.
"""


@dataclass(slots=True)
class Outgoing:
    """What is to be sent after a request: to who asked, to everybody, to each seat (empty: spectators) its own."""

    back: list[wire.News] = field(default_factory=list)
    all: list[wire.News] = field(default_factory=list)
    seats: dict[str, wire.News] = field(default_factory=dict)

    def written(self) -> OutgoingText:
        """Return all of it as text."""
        no = sum(isinstance(news, wire.Denied) for news in self.back)
        remark = max((news.no for news in self.all if isinstance(news, wire.Remark)), default=0)
        write = wire.write
        seats = {seat: write(news) for seat, news in self.seats.items()}
        return OutgoingText([write(one) for one in self.back], [write(one) for one in self.all], seats, no, remark)


@dataclass(frozen=True, slots=True)
class OutgoingText:
    """`Outgoing` as text, made on the thread that did the work; how many of it are refusals, the number of its remark."""

    back: list[str]
    all: list[str]
    seats: dict[str, str]
    denied: int
    remark: int = 0


def denied(ref: str, key: str, **args: Any) -> Outgoing:
    """Return that a request is refused by the key of a sentence."""
    return Outgoing(back=[wire.Denied(ref, {"key": key, "args": args})])


class HostedPlay:
    """A session on the journal of a hosted game, with rules of the pool; its caller sees to it that one asks at a time."""

    def __init__(self, store: HostedStore, pool: RulesPool, row: HostedGame, offered: Offered) -> None:
        self._store, self._offered = store, offered
        self.id, self.sides = row.id, offered.sides
        self._row = row
        self.journal = store.journal(row.id)
        self.journal.card = self._card
        rules = PooledRules(pool, offered.folder, offered.content, lambda: self.session.state.to_json())
        self.session = PlaySession(rules, self.journal, offered.sides, offered.content.title.version)
        self._texts = Texts(offered.content.texts, TitleNames(offered.content))
        self._taken: frozenset[str] = frozenset()
        self.refresh()

    # waking and sleeping ----------------------------------------------------------------------------

    def begin(self, facts: Json) -> None:
        """Set the game up; raises QtwarError."""
        content = self._offered.content
        meta = {
            "title": content.title.id, "version": content.title.version, "scenario": self._row.scenario,
            "options": facts["options"], "strictness": facts["strictness"],
        }  # fmt: skip
        self.session.begin(meta, {"setup": facts["setup"]})
        self.refresh()

    def resume(self) -> None:
        """Take the game up at its last row; raises QtwarError."""
        self.session.resume()
        self.refresh()

    def refresh(self) -> None:
        """Read again what other processes and the table's own pages may have changed."""
        row = self._store.game(self.id)
        if row is not None:
            self._row = row
        self._taken = frozenset(seat.side for seat in self._store.seats(self.id) if seat.taken)

    def seated(self) -> None:
        """Take note of who sits there: the clock begins with the last one who sits down, and stops for a seat that is free."""
        self.refresh()
        clock, active, stopped = self._row.clock, self.session.state.active, self._stopped(self._row.over)
        if not clock.get("kind") or clock["adjourned"] or self._row.over is not None:
            return
        if bool(clock["running"]) == stopped and (stopped or active):
            self._store.change(self.id, clock=clocks.ticked(clock, active, stopped=stopped))
            self.refresh()

    def _stopped(self, over: Json | None) -> bool:
        return over is not None or not set(self._offered.seats) <= self._taken

    def overtaken(self) -> bool:
        """Return whether another process has written rows that are not here."""
        return self._row.last_no > self.session.history.last_no

    def catch_up(self) -> None:
        """Read the game again from its journal."""
        self.session.resume()
        self.refresh()

    # what everybody may know --------------------------------------------------------------------------

    @property
    def row(self) -> HostedGame:
        """The game's row as it was read or written last."""
        return self._row

    def facts(self) -> Json:
        """Return the facts of the game, without the key of its dice."""
        return facts_of(self._row, self._offered)

    def joined(self, seat: str, seats: list[Json], watching: int) -> wire.Joined:
        """Return the whole game as a seat may know it."""
        session = self.session
        notes = {str(no): text for no, text in session.notes(seat).items()} if seat else {}
        return wire.Joined(
            self.facts(), seat, seats, session.history.last_no, packet(session, seat), self._line(), self._ahead(),
            self._store.remarks(self.id, most=CHAT_SENT), self._row.proposal, self.clock(), self._row.over, watching, notes,
        )  # fmt: skip

    def seen(self, seat: str) -> Json:
        """Return the view of a seat, as its packet has it."""
        view: Json = packet(self.session, seat)["view"]
        return view

    def since(self, seat: str, entry: int, key: str = "") -> wire.Stale:
        """Return what has happened since a row, for a seat, and the whole as it is now."""
        told = [[asdict(head), lines] for head, lines in self.journal.told(seat or "*", max(entry + 1, self._last - LOG_SENT))]
        return wire.Stale(key, self._last, packet(self.session, seat), self._line(), self._ahead(), told)

    def clock(self) -> Json:
        """Return what is told of time."""
        return clocks.told(self._row.clock, self.sides)

    @property
    def _last(self) -> int:
        return self.session.history.last_no

    def _line(self) -> list[Json]:
        return [asdict(head) for head in self.session.history.line]

    def _ahead(self) -> list[Json]:
        return [asdict(head) for head in reversed(self.session.history.redoable)]

    # requests that change the game --------------------------------------------------------------------

    def act(self, seat: str, asked: wire.Act, to: Collection[str]) -> Outgoing:
        """Carry an action out, once; `to` are the seats that are to be told."""
        verb = asked.action["verb"]
        if verb in UNASKED:
            return denied(asked.key, UNASKED[verb])
        return self._change(seat, asked.key, asked.entry, to, lambda: self.session.submit(seat, asked.action))

    def walk(self, seat: str, asked: wire.Walk, to: Collection[str]) -> Outgoing:
        """Take one's own latest entries back, or do them again."""
        history, policy = self.session.history, self._row.facts.get("undo", "ask")
        back = asked.length < len(history)
        if policy == "never":
            return denied(asked.key, "refuse.undo_never")
        rows = history.line[asked.length :] if back else history.redoable[len(history) - asked.length :]
        if policy == "ask" and any(row.side != seat for row in rows):
            return denied(asked.key, "refuse.ask_first")
        if policy == "ask" and back and asked.length < self.session.floor():
            return denied(asked.key, "refuse.ask_first")
        step = self.session.undo_to if back else self.session.redo_to
        return self._change(seat, asked.key, asked.entry, to, lambda: step(asked.length))

    def _change(self, seat: str, key: str, entry: int, to: Collection[str], step: Any) -> Outgoing:
        if entry != self._last:
            return self._late(seat, key, entry)
        if self._row.over is not None:  # nobody can have asked by this key before: no row was written since
            return denied(key, "refuse.game_over")
        if self._row.clock.get("adjourned"):
            return denied(key, "refuse.adjourned")
        self.journal.asked = (seat, key)
        try:
            outcome: Outcome = step()
        except OvertakenError:
            self.catch_up()
            return self._late(seat, key, entry)
        except RulesFault as fault:
            return Outgoing(back=[wire.Denied(key, _bare(fault))])
        finally:
            self.journal.asked = None
        if isinstance(outcome, Done):
            return self._done(outcome, seat, key, to)
        message = outcome.message if isinstance(outcome, Refused) else {"key": "refuse.not_offered", "args": {}}
        return Outgoing(back=[wire.Denied(key, message)])

    def _late(self, seat: str, key: str, entry: int) -> Outgoing:
        """Answer a request for an older position: it is done already, or what has happened since."""
        before = self.journal.asked_before(seat, key)
        if before is not None:
            return Outgoing(back=[wire.Already(key, before)])
        return denied(key, "refuse.game_over") if self._row.over is not None else Outgoing(back=[self.since(seat, entry, key)])

    def _done(self, done: Done, seat: str, key: str, to: Collection[str]) -> Outgoing:
        said = Outgoing()
        for side in to:
            said.seats[side] = wire.Happened(self._last, packet(self.session, side, done), key if side == seat else "")
        was = self._row
        self._row = replace(was, last_no=self._last, **self.journal.kept)
        if was.proposal is not None and self._row.proposal is None:
            said.all.append(wire.Settled(was.proposal["no"], was.proposal["what"], False))
        if self._row.clock.get("kind"):
            said.all.append(wire.Clock(self.clock()))
        if was.over is None and self._row.over is not None:
            said.all.append(wire.Over(self._row.over))
        return said

    def _card(self, head: EntryHead) -> Json:
        """Return what the game's row says with the entry that is being written."""
        if not self._store.database.lite:  # another process may have changed the clock, or taken a proposal back
            self._row = self._store.game(self.id, lock=True) or self._row
        state = self.session.state
        label = {lang: self._texts.plain(head.label, lang) for lang in LANGUAGES}
        card = {"turn": state.vars.get("turn"), "active": list(state.active), "label": label}
        over = self._row.over
        if state.result is not None and over is None:
            winner = state.result.get("winner")
            over = {"how": "rules", "by": "", "winner": winner, "key": self._row.facts["key"]}
        found: Json = {"card": card, "clock": clocks.ticked(self._row.clock, state.active, stopped=self._stopped(over))}
        if over is not None:
            found.update(over=over, ended=True, proposal=None)
        elif (asked := self._row.proposal) is not None:
            carried = self.journal.asked is not None and self.journal.asked[1] == agreed_key(asked)
            if carried or asked["what"] == "undo":  # made for a position that is no more
                found["proposal"] = None
        return found

    # proposals, ends ------------------------------------------------------------------------------------

    def propose(self, seat: str, asked: wire.Propose, to: Collection[str]) -> Outgoing:
        """Ask the others; what nobody else has to agree to is done at once."""
        if self._row.over is not None:
            return denied(asked.key, "refuse.game_over")
        if self._row.proposal is not None:
            if self._row.proposal.get("key") == f"{seat} {asked.key}":
                return Outgoing(back=[wire.Already(asked.key, self._last)])
            return denied(asked.key, "refuse.proposal_open")
        adjourned = bool(self._row.clock.get("adjourned"))
        if (asked.what == "resume") != adjourned:
            return denied(asked.key, "refuse.adjourned" if adjourned else "refuse.not_adjourned")
        made: Json = {"no": secrets.randbelow(2**31 - 1) + 1, "by": seat, "what": asked.what, "length": asked.length, "yes": []}
        made["key"] = f"{seat} {asked.key}"
        if asked.what == "strictness":
            if asked.to in ("", self.session.state.vars.get("strictness", "enforce")):
                return denied(asked.key, "refuse.not_offered")
            made["to"] = asked.to
        if asked.what == "undo":
            if self._row.facts.get("undo") == "never":
                return denied(asked.key, "refuse.undo_never")
            if not 1 <= asked.length < len(self.session.history):
                return denied(asked.key, "refuse.nothing_to_undo")
            made["label"] = self.session.history.line[asked.length].label
        self._store.change(self.id, proposal=made)
        self.refresh()
        out = Outgoing(all=[wire.Proposed(made)]) if self._asked_of(made) else self._agreed(made, to)
        out.back.append(wire.Already(asked.key, self._last))
        return out

    def reply(self, seat: str, asked: wire.Reply, to: Collection[str]) -> Outgoing:
        """Answer a proposal."""
        made = self._row.proposal
        if made is None or made["no"] != asked.no:
            return denied(str(asked.no), "refuse.proposal_gone")
        if not asked.yes:
            self._store.change(self.id, proposal=None)
            self.refresh()
            return Outgoing(all=[wire.Settled(made["no"], made["what"], False, seat)])
        if seat == made["by"]:
            return denied(str(asked.no), "refuse.proposal_own")
        made = {**made, "yes": sorted({*made["yes"], seat})}
        if self._asked_of(made) <= set(made["yes"]):
            return self._agreed(made, to)
        self._store.change(self.id, proposal=made)
        self.refresh()
        return Outgoing(all=[wire.Proposed(made)])

    def _asked_of(self, made: Json) -> set[str]:
        return set(self._taken) - {made["by"]}

    def _agreed(self, made: Json, to: Collection[str]) -> Outgoing:
        """Carry out what all have agreed to."""
        settled = wire.Settled(made["no"], made["what"], True, made["by"])
        what, by = made["what"], made["by"]
        if what in ("undo", "strictness"):
            other = next(iter(made["yes"]), next((side for side in self.sides if side != by), by))
            action = {"side": by, "verb": "strictness", "args": {"to": made.get("to", "")}}

            def step() -> Outcome:
                if what == "strictness":
                    return self.session.submit(by, action)
                return self.session.undo_to(made["length"], seats=(by, other), by=by, leave=other)

            said = self._change(by, agreed_key(made), self._last, to, step)
            if not said.seats:
                self._store.change(self.id, proposal=None)
                self.refresh()
                return Outgoing(all=[wire.Settled(made["no"], what, False)])
            said.all = [settled, *(news for news in said.all if not isinstance(news, wire.Settled))]
            return said
        if what == "draw":
            return self._end({"how": "draw", "by": by, "winner": None}, "", settled)
        held = {**self._row.clock, "adjourned": what == "adjourn"}
        clock = clocks.ticked(held, self.session.state.active, stopped=self._stopped(None))
        self._store.change(self.id, proposal=None, clock=clock)
        self.refresh()
        return Outgoing(all=[settled, wire.Clock(self.clock())])

    def resign(self, seat: str, asked: wire.Resign) -> Outgoing:
        """Give the game up."""
        others = [side for side in self.sides if side != seat]
        return self._end({"how": "resigned", "by": seat, "winner": others[0] if len(others) == 1 else None}, asked.key)

    def claim(self, seat: str, asked: wire.Claim) -> Outgoing:
        """End the game where another side's time is over."""
        with self._store.database.writing():  # as the clock stands now: another process may have taken a move
            self._row = self._store.game(self.id, lock=True) or self._row
            if self._row.over is not None and self._row.over["how"] != "time":
                return denied(asked.key, "refuse.game_over")
            over = clocks.timed_out(self._row.clock, [side for side in self.sides if side != seat])
            if over is None:
                return denied(asked.key, "refuse.time_left")
            return self._end({**over, "winner": seat if len(self.sides) == 2 else None}, asked.key)

    def _end(self, over: Json, key: str, *first: wire.News) -> Outgoing:
        """End the game by an agreement or a deed of a seat; asked again it has ended so already."""
        over = {**over, "key": self._row.facts["key"]}
        ended = self._store.end(self.id, over)
        self.refresh()
        if not ended and self._row.over != over:
            return denied(key, "refuse.game_over")
        back: list[wire.News] = [wire.Already(key, self._last)] if key else []
        return Outgoing(back=back, all=[*first, wire.Over(over)] if ended else [])

    # questions --------------------------------------------------------------------------------------------

    def query(self, seat: str, asked: wire.Query) -> Outgoing:
        """Answer a question from the seat's own view."""
        try:
            answer = self.session.query(seat, asked.what, asked.args)
        except Refusal as no:
            return Outgoing(back=[wire.Denied(asked.ref, {"key": no.key, "args": no.values, "rule": no.rule})])
        except QtwarError as fault:
            return Outgoing(back=[wire.Denied(asked.ref, _bare(fault))])
        return Outgoing(back=[wire.Answered(asked.ref, answer)])

    def past(self, seat: str, asked: wire.Past) -> Outgoing:
        """Return the view of an earlier position."""
        if not 1 <= asked.length <= len(self.session.history):
            return denied(asked.ref, "refuse.no_entry")
        return Outgoing(back=[wire.Answered(asked.ref, views.view(self.session.state_at(asked.length), seat).to_json())])

    def log(self, seat: str, asked: wire.Log) -> Outgoing:
        """Return the log of the entries in force."""
        first = max(asked.first, len(self.session.history) - LOG_SENT)
        rows = self.session.log(seat, first)
        return Outgoing(back=[wire.Answered(asked.ref, [[asdict(head), told] for head, told in rows])])

    def note(self, seat: str, asked: wire.Note) -> Outgoing:
        """Keep a seat's own remark to a row."""
        if not 1 <= asked.row <= self._last:
            return denied(asked.ref, "refuse.no_entry")
        self.session.note(asked.row, seat, asked.text)
        return Outgoing(back=[wire.Answered(asked.ref, None)])

    def say(self, seat: HostedSeat, asked: wire.Say) -> Outgoing:
        """Say something to everybody."""
        words = "".join(c for c in asked.text if c.isprintable() or c == "\n")
        entry = asked.entry if asked.entry <= self._last else 0
        row = self._store.say(self.id, seat.side, seat.name, words, entry, asked.key)
        back: list[wire.News] = [wire.Already(asked.key, self._last)]
        if row is None:
            return Outgoing(back=back)
        self._row = replace(self._row, remarks=row["no"])
        return Outgoing(back=back, all=[wire.Remark(**row)])


def agreed_key(proposal: Json) -> str:
    """Return the key of the entry by which a proposal is carried out."""
    return f"proposal {proposal['no']}"


def facts_of(row: HostedGame, offered: Offered) -> Json:
    """Return what everybody may know of a game that stands fast; `commit` binds the server to its dice."""
    facts = row.facts
    return {
        "id": row.id, "title": row.title, "version": offered.content.title.version, "scenario": row.scenario,
        "name": row.name, "options": facts["options"], "strictness": facts["strictness"], "undo": facts["undo"],
        "commit": commitment(facts["key"]), "module": offered.module,
    }  # fmt: skip


def commitment(key: str) -> str:
    """Return the hash by which the key of a game's dice is fixed before the first roll."""
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()


def _bare(fault: QtwarError) -> Json:
    """Return what a player is told of a fault: its sentence, without places of the server."""
    return {"key": fault.key, "args": {key: value for key, value in fault.values.items() if isinstance(value, str | int)}}
