"""A game in progress: submits actions to the rules, believes only checked events, keeps the journal, walks in time.

The order of one action: rules answer with events, they are checked and applied to a trial of the host's own state,
the entry is appended to the journal in one transaction, and only then does anybody see it.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from qtwar.base import jsonio
from qtwar.base.errors import DataFault, Refusal, RulesFault
from qtwar.engine import reduce, views
from qtwar.engine.changes import EVERYTHING, ChangeSet, changes
from qtwar.engine.events import MOST_DICE
from qtwar.engine.forms import anything, either, having, listed, mapped, maybe, number, plain, text
from qtwar.engine.state import INSIDE, State
from qtwar.session import walk
from qtwar.session.chance import entropy
from qtwar.session.claims import MAX_EVENTS, MAX_SETUP, SPECTATOR, apply_claims, what_others_learned
from qtwar.session.history import History
from qtwar.session.ports import Entry, EntryHead, JournalPort, RulesPort

Json = dict[str, Any]
SNAPSHOT_EVERY = 50
FREE = frozenset({"free", "strictness", "permit"})
"""What the kit does for every title, past its rules."""

_CHANCE = listed(maybe(listed(either(text, number), MOST_DICE)))
_ACTION = having({"side": text, "verb": text}, {"args": maybe(mapped(anything))})


@dataclass(frozen=True, slots=True)
class Done:
    """An action that happened: its journal row and what changed."""

    entry: Entry
    changed: ChangeSet


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that the rules do not allow: a message {key, args, rule}."""

    message: Json


@dataclass(frozen=True, slots=True)
class WantDice:
    """Dice to be entered by hand before the action can go on: {dice, for, by, given}."""

    wanted: Json


Outcome = Done | Refused | WantDice


class PlaySession:
    """One game; everything a screen, a self-play or a test does to it."""

    def __init__(self, rules: RulesPort, journal: JournalPort, sides: tuple[str, ...], rules_version: str = "") -> None:
        self.rules = rules
        self.journal = journal
        self.sides = sides
        self.rules_version = rules_version
        self.game = journal.game()
        self.history = History()
        self.state = State(sides)
        self._offers: dict[str, Json] = {}
        self._floor_why = (0, "")

    # beginning ----------------------------------------------------------------

    def begin(self, meta: Json, choices: Json) -> Done:
        """Set the game up as its first entry; raises RulesFault or LyingEvent's sentence as RulesFault."""
        self.state = State(self.sides, meta)
        reply = self.rules.setup(meta, choices, entropy(self.game["key"], 1))
        offers = self.rules.offers()
        label = {"key": "history.setup", "args": {}}
        done = self._commit("setup", "", {"choices": choices, "meta": meta}, reply["events"], label=label)
        self._offers = offers
        return done

    def resume(self) -> None:
        """Take up the game at its last finished entry; the title's code is not run for it."""
        heads = self.journal.heads()
        try:
            self.history = History(heads)
        except ValueError as fault:
            raise DataFault("fault.game.journal", no=1, detail=repr(fault)) from None
        notes = self.game.get("notes") or {}
        kept = {no: by for no, by in notes.items() if int(no) <= self.history.last_no}
        if kept != notes:
            self.set_game({"notes": kept})  # a branch: what was said of rows that it has not got is not for later ones
        self.state = walk.position(self.journal, self.sides, heads[-1].no if heads else 0, heads)
        self.rules.open_state(self.state.to_json())
        self._offers = self.rules.offers()

    # asking -------------------------------------------------------------------

    def view(self, side: str) -> State:
        """Return the position as a side may know it."""
        return views.view(self.state, side)

    def offer(self, side: str) -> Json | None:
        """Return what a side may do now, or None."""
        return self._offers.get(side)

    @property
    def active(self) -> list[str]:
        """Return the sides that may act."""
        return list(self.state.active)

    def query(self, side: str, what: str, args: Json) -> Any:
        """Ask the rules from a side's own view; raises Refusal for a piece or place that is not there."""
        try:
            answer = self.rules.query(side, what, args)
        except RulesFault:
            self._recover()
            raise
        if isinstance(answer, dict) and "refused" in answer:
            no = answer["refused"]
            raise Refusal(no["key"], rule=str(no.get("rule") or ""), args=no["args"])
        return answer

    # acting -------------------------------------------------------------------

    def submit(
        self,
        seats: str | Collection[str],
        action: Json,
        *,
        dice: list[int] | None = None,
        picks: list[int | str] | None = None,
    ) -> Outcome:
        """Carry out an action of one of the seats that the caller holds (hot-seat play holds several), or say why not.

        An action in the name of another seat is refused, and so is one that claims the leave (`args.leave`, a side) of
        a seat that the caller does not hold: that is given by an action `permit` of the seat itself.
        `dice` are faces typed by hand or scripted; without them the game's dice source decides (`by hand` asks first).
        Raises RulesFault if the title fails; the game is then as before.
        """
        if not (plain(action) and _ACTION(action) and _CHANCE([dice, picks])):
            return Refused({"key": "refuse.not_offered", "args": {}})
        args = action.get("args") or {}
        for side in (action["side"], *((args["leave"],) if "leave" in args else ())):
            if not _holds(seats, side):
                return Refused({"key": "refuse.not_your_seat", "args": {"side": {"s": str(side)}}})
        if dice is None and self.game.get("dice") == "hand":
            dice = []
        try:
            reply, chance = self._act(action, dice, picks)
        except RulesFault:
            self._recover()
            raise
        if "refused" in reply:
            return Refused(reply["refused"])
        if "need_dice" in reply:
            return WantDice(reply["need_dice"])
        kind = "free" if action["verb"] in FREE else "act"
        done = self._commit(kind, action["side"], action, reply["events"], chance=chance, dice=dice, picks=picks)
        self._offers = reply["offers"]
        return done

    def _act(self, action: Json, dice: list[int] | None, picks: list[int | str] | None) -> tuple[Json, int]:
        """Have the rules carry out an action; returns their reply and the chance that they were given."""
        chance = entropy(self.game["key"], self.history.last_no + 1)
        return self.rules.act(action, chance, dice, picks), chance

    def autoplay(self, n: int) -> tuple[list[Entry], str | None]:
        """Play up to n random offered actions in one call of the rules; returns the entries and how it ended."""
        start = self.history.last_no + 1
        try:
            reply = self.rules.selfplay([entropy(self.game["key"], start + i) for i in range(n)])
        except RulesFault:
            self._recover()
            raise
        done = [self._played(entry, start + i).entry for i, entry in enumerate(reply["entries"])]
        self._offers = {}
        return done, reply["end"]

    def _played(self, entry: Json, no: int) -> Done:
        """Take over an entry of self-play that is to be row `no`."""
        action, chance = entry["action"], entropy(self.game["key"], no)
        if entry["entropy"] != chance or action["side"] not in self.sides:
            self._recover()
            raise _lie("an entry of self-play is nobody's, or of other chance")
        return self._commit("act", action["side"], action, entry["events"], chance=chance, button=entry.get("label"))

    def refresh_offers(self) -> None:
        """Ask the rules again what each side may do."""
        self._offers = self.rules.offers()

    def _commit(
        self,
        kind: str,
        side: str,
        action: Json,
        events: list[Json],
        *,
        chance: int = 0,
        dice: list[int] | None = None,
        picks: list[int | str] | None = None,
        label: Json | None = None,
        button: Json | None = None,
    ) -> Done:
        no = self.history.last_no + 1
        applied: list[Json] = []
        try:
            told, floor = apply_claims(self.state, events, applied, MAX_SETUP if kind == "setup" else MAX_EVENTS)
            head = EntryHead(
                no=no,
                kind=kind,
                side=side,
                label=label or self._label(action, told[SPECTATOR], button),
                floor=floor,
                turn=self._turn(),
            )
            at = {p: self.state.pieces[p]["at"] for e in events if (p := e.get("piece")) in self.state.pieces}
            changed = EVERYTHING if kind == "setup" else self._with_cargo(changes(events, at))
        except Exception as lie:
            # Whatever the rules said that can not be carried out, told or labelled.
            self._take_back(applied)
            raise _lie(f"{type(lie).__name__}: {lie}") from lie
        entry = Entry(
            head=head,
            action=action,
            events=events,
            entropy=chance,
            dice=dice,
            picks=picks,
            told=told,
            stamp=time.strftime("%Y-%m-%dT%H:%M:%S"),
            rules_version=self.rules_version,
        )
        keep = kind == "setup" or no % SNAPSHOT_EVERY == 0
        try:
            self.journal.append(entry, self.state.to_json() if keep else None)
        except Exception:
            # A full disk, say: nothing is shown that is not stored.
            self._take_back(applied)
            raise
        self.history.add(head)
        return Done(entry, changed)

    def _take_back(self, applied: list[Json]) -> None:
        """Undo what was applied of an answer, here and in the rules."""
        reduce.undo_all(self.state, applied)
        self._recover()

    def _turn(self) -> int | None:
        turn = self.state.vars.get("turn")
        return turn if number(turn) else None

    def _with_cargo(self, changed: ChangeSet) -> ChangeSet:
        """Add what lies inside of pieces touched: it is seen with its carrier, and goes where that goes."""
        state = self.state
        if not any(place.startswith(INSIDE) for place in state.places) and not changed.inside:
            return changed
        touched = set(changed.pieces)
        for place in changed.places:
            touched.update(state.at(place))
        inner = {INSIDE + p for piece in touched for p in (piece, *state.cargo(piece))}
        return replace(changed, places=changed.places | inner)

    def _label(self, action: Json, told: list[Json], button: Json | None) -> Json:
        # What everybody may know names the entry, so that a history list tells no side too much.
        for event in told:
            if event["e"] == "note" and event["level"] <= 1:
                return {"key": event["key"], "args": event["args"]}
        # Nothing public was told: the button that was pressed names it, without what only its side may know.
        if button is None:
            asks = (self._offers.get(str(action.get("side"))) or {}).get("asks", ())
            button = next((a.get("label") for a in asks if a["verb"] == action.get("verb")), None)
        if button is not None:
            args = {k: v if isinstance(v, (int, str)) else "…" for k, v in (button.get("args") or {}).items()}
            return {"key": button["key"], "args": args}
        return {"key": f"verb.{action.get('verb', '')}", "args": {}}

    def _recover(self) -> None:
        # A title whose offers always fail must not keep the game from saying what went wrong.
        try:
            self.rules.open_state(self.state.to_json())
            self._offers = self.rules.offers()
        except RulesFault:
            self._offers = {}

    # time ---------------------------------------------------------------------

    def floor(self) -> int:
        """Return the least length of the line that may be undone to without asking, by the game's policy."""
        if self.game.get("undo", "free") == "free":
            return min(1, len(self.history))
        return max(min(1, len(self.history)), self.history.floor(lambda head: head.floor))

    def floor_why(self) -> str:
        """Return what the entry at the floor let another side know: `dice`, `reveal`, `shuffle` or `turn`."""
        floor = self.floor()
        if floor <= 1:
            return ""
        row = self.history.line[floor - 1]
        if self._floor_why[0] != row.no:
            self._floor_why = (row.no, what_others_learned(self.journal.entry(row.no).events, self.state))
        return self._floor_why[1]

    def undo_to(
        self, length: int, *, seats: str | Collection[str] = (), by: str = "", leave: str = ""
    ) -> Done | Refused:
        """Take the latest entries back until `length` remain; beyond the floor only with the permission of another seat.

        The permission is an action `permit` that the other seat has just made, or its `leave` where the caller holds both
        that seat and the one it is undone `by`; it stands in the journal with the undo.
        """
        if length >= len(self.history) or length < 1:
            return Refused({"key": "refuse.nothing_to_undo", "args": {}})
        permission: Json | None = None
        if length < self.floor():
            permission = self._undo_permission(length, seats, by, leave)
            if permission is None:
                return Refused({"key": "refuse.floor", "args": {}})
        rows = self.history.back_to(length)
        entries = [self.journal.entry(head.no) for head in rows]
        back = [e for entry in entries for event in reversed(entry.events) if (e := reduce.inverse(event))]
        label = {"key": "history.undo", "args": {"what": rows[-1].label, "n": len(rows)}}
        return self._walk("undo", length, back, label, permission)

    def _undo_permission(self, length: int, seats: str | Collection[str], by: str, leave: str) -> Json | None:
        if not _holds(seats, by):
            return None
        if leave and leave != by and _holds(seats, leave):
            return {"by": by, "leave": leave}
        given = self.state.vars.get("permit")
        if isinstance(given, dict) and given["to"] == by and given["what"] == "undo" and given["length"] <= length:
            return {"by": by, "leave": given["by"]}
        return None

    def redo_to(self, length: int) -> Done | Refused:
        """Do undone entries again until the line has `length`."""
        if not len(self.history) < length <= len(self.history) + len(self.history.redoable):
            return Refused({"key": "refuse.nothing_to_redo", "args": {}})
        rows = self.history.forward_to(length)
        events = [event for head in rows for event in self.journal.entry(head.no).events]
        label = {"key": "history.redo", "args": {"what": rows[-1].label, "n": len(rows)}}
        return self._walk("redo", length, events, label)

    def undo(self) -> Done | Refused:
        """Take the last entry back."""
        return self.undo_to(len(self.history) - 1)

    def redo(self) -> Done | Refused:
        """Do the last undone entry again."""
        return self.redo_to(len(self.history) + 1)

    def _walk(self, kind: str, length: int, events: list[Json], label: Json, permission: Json | None = None) -> Done:
        head = EntryHead(
            no=self.history.last_no + 1,
            kind=kind,
            side="",
            label=label,
            to=length,
            turn=self._turn(),
        )
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S")
        entry = Entry(head=head, action=permission, stamp=stamp, rules_version=self.rules_version)
        places = {p: self.state.pieces[p]["at"] for e in events if (p := e.get("piece")) in self.state.pieces}
        reduce.apply_all(self.state, events)
        try:
            self.journal.append(entry)
        except Exception:
            reduce.undo_all(self.state, events)
            raise
        self.history.add(head)
        try:
            self.rules.apply(events)
            self._offers = self.rules.offers()
        except RulesFault:
            self._recover()
        changed = changes(
            events, {**places, **{p: self.state.pieces[p]["at"] for p in places if p in self.state.pieces}}
        )
        changed = self._with_cargo(changed)
        return Done(entry, replace(changed, log=True, flow=True, places=changed.places | frozenset(places.values())))

    def state_at(self, length: int) -> State:
        """Return the position when the line had `length` entries (1 = just set up), without changing the game."""
        if len(self.history) - length > SNAPSHOT_EVERY:
            # What stands before a row of the line is what stood there when the row was written.
            return walk.position(self.journal, self.sides, self.history.line[length - 1].no)
        state = self.state.copy()
        for head in self.history.back_to(length):
            reduce.undo_all(state, self.journal.entry(head.no).events)
        return state

    def bookmark(self, no: int, name: str) -> None:
        """Name a journal row; an empty name takes the mark away."""
        self.journal.bookmark(no, name)
        for row in (self.history.line, self.history.redoable):
            for i, head in enumerate(row):
                if head.no == no:
                    row[i] = replace(head, bookmark=name)

    def notes(self, side: str) -> dict[int, str]:
        """Return the remarks of a side (empty: of everybody) by journal row."""
        found = self.game.get("notes") or {}
        return {int(no): by[side] for no, by in found.items() if side in by}

    def note(self, no: int, side: str, text: str) -> None:
        """Write a side's remark to a journal row; an empty one takes it away. It is no entry: undo leaves it."""
        notes = jsonio.copy(self.game.get("notes") or {})
        by = notes.setdefault(str(no), {})
        by[side] = text
        notes[str(no)] = {who: words for who, words in by.items() if words}
        self.set_game({"notes": {row: by for row, by in notes.items() if by}})

    def set_game(self, facts: Json) -> None:
        """Change facts of the game such as its dice source or undo policy."""
        self.journal.set_game(facts)
        self.game.update(facts)

    # telling ------------------------------------------------------------------

    def log(self, side: str, first: int = 0) -> list[tuple[EntryHead, list[Json]]]:
        """Return the entries in force from index `first` on with the lines this side was told."""
        heads = {head.no: head for head in self.history.line[first:]}
        if not heads:
            return []
        rows = self.journal.lines(side or SPECTATOR, min(heads), max(heads))
        return [(heads[no], told) for no, told in rows if no in heads]

    def verify(self) -> str | None:
        """Re-run every action in force in the present rules; return the first difference in words, or None."""
        rows = [self.journal.entry(h.no) for h in self.history.line]
        if not rows:
            return None
        first = rows[0]
        assert first.action is not None
        reply = self.rules.setup(
            first.action["meta"], first.action["choices"], first.entropy or entropy(self.game["key"], 1)
        )
        problem: str | None = None
        if reply["events"] != first.events:
            problem = f"entry {first.head.no} (set-up) gives other events now"
        else:
            asked = [[r.action, r.entropy, r.dice, r.picks] for r in rows[1:]]
            for i in range(0, len(asked), 200):
                got = self.rules.replay(asked[i : i + 200])["entries"]
                for row, events in zip(rows[1 + i :], got, strict=False):
                    if events != row.events and problem is None:
                        problem = _difference(row, events)
                if problem or len(got) < len(asked[i : i + 200]):
                    break
        self._recover()
        return problem


def _lie(detail: str) -> RulesFault:
    return RulesFault("fault.lie", detail=detail)


def _holds(seats: str | Collection[str], side: Any) -> bool:
    return side == seats if isinstance(seats, str) else isinstance(side, str) and side in seats


def _difference(row: Entry, events: Any) -> str:
    if not isinstance(events, list):
        return f"entry {row.head.no} ({(row.action or {}).get('verb')}) is refused now: {jsonio.dumps(events)}"
    for n, (was, now) in enumerate(zip(row.events, events, strict=False)):
        if was != now:
            rule = now.get("rule") or was.get("rule") or ""
            return f"entry {row.head.no}, event {n + 1} was {was['e']} and is {now['e']}{f' ({rule})' if rule else ''}"
    return f"entry {row.head.no} had {len(row.events)} events and has {len(events)}"
