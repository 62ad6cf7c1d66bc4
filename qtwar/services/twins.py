"""Twin positions: two that differ only in what a side may not know are shown, told, offered and printed to it alike.

Games are played at random; from time to time each side in turn is put before the position and a twin of it, then plays
on in both with the same actions and the same dice. Whatever it is given must be equal byte for byte.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from qtwar.base import jsonio
from qtwar.base.errors import RulesFault
from qtwar.draw import displaylist as dl
from qtwar.engine.state import State
from qtwar.export import counters, page, press, situation
from qtwar.export.choices import Choices
from qtwar.export.source import SheetSource
from qtwar.export.voice import Voice
from qtwar.kit import asks
from qtwar.kit.asks import Offer
from qtwar.kit.dice import Chance
from qtwar.model.content import TitleContent
from qtwar.services import printing, titles
from qtwar.services.rules import connect
from qtwar.services.selfplay import FreePlayer
from qtwar.session.memory import MemoryJournal
from qtwar.session.packet import packet
from qtwar.session.play import SPECTATOR, Done, PlaySession, Refused, key_from_seed
from qtwar.session.ports import Entry, EntryHead, RulesPort

Json = dict[str, Any]
Swap = tuple[str, str]
TRIES = 8
"""How often another action is looked for where the first one can not be played in both."""


@dataclass(slots=True)
class TwinFigures:
    """What was compared: pairs of positions, actions played on in both, why pairs ended early, differences found."""

    pairs: int = 0
    actions: int = 0
    ended: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    hidden: bool = False
    """Whether there was anything that a side may not know."""

    def to_json(self) -> Json:
        """Return the figures."""
        return {
            "pairs": self.pairs,
            "actions": self.actions,
            "ended": dict(sorted(self.ended.items())),
            "differences": self.differences,
        }


# twins --------------------------------------------------------------------------------------------------------------


def swaps(state: State, side: str) -> list[Swap]:
    """Return the pairs of pieces that look alike to a side that may know neither; each could be where the other is."""
    hidden: dict[tuple[str, str], list[str]] = {}
    for piece, record in state.pieces.items():
        if not state.knows(side, piece):
            hidden.setdefault((record["owner"], record["back"]), []).append(piece)
    return [
        (a, b)
        for alike in hidden.values()
        for n, a in enumerate(sorted(alike))
        for b in sorted(alike)[n + 1 :]
        if state.known.get(a) == state.known.get(b) and a not in state.cargo(b) and b not in state.cargo(a)
    ]


def exchanged(state: State, swap: Swap) -> State:
    """Return a position in which two pieces have changed places, and what others have noted of them with them."""
    other = State.from_json(jsonio.copy(state.to_json()))
    a, b = swap
    at_a, at_b = other.pieces[a]["at"], other.pieces[b]["at"]
    n, m = other.places[at_a].index(a), other.places[at_b].index(b)
    other.places[at_a][n], other.places[at_b][m] = b, a
    other.pieces[a]["at"], other.pieces[b]["at"] = at_b, at_a
    other.secret = renamed(other.secret, swap)
    other.flow = [{**frame, "s": renamed(frame["s"], swap)} for frame in other.flow]
    return other


def twin(state: State, side: str, chance: random.Random) -> State | None:
    """Return a position that differs in what `side` may not know alone, None where nothing is hidden from it.

    Two hidden pieces that look alike have changed places, on the map, in decks, cups, closed boxes or carriers; and
    the secrets, private values and frame locals of others are different ones.
    """
    pairs = swaps(state, side)
    other = exchanged(state, chance.choice(pairs)) if pairs else State.from_json(jsonio.copy(state.to_json()))
    for holder, own in [*other.secret.items(), *(item for frame in other.flow for item in frame["s"].items())]:
        if holder != side:
            own.update({key: value + 1 for key, value in own.items() if type(value) is int}, twin=1)
    broken = next(other.check(), None)
    if broken is not None:
        raise ValueError(broken)
    return None if other.digest() == state.digest() else other


def renamed(value: Any, swap: Swap) -> Any:
    """Return data in which two pieces are called by each other's ids."""
    a, b = swap
    if isinstance(value, dict):
        return {renamed(k, swap): renamed(v, swap) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(v, swap) for v in value]
    return b if value == a else a if value == b else value


# what a side is given -----------------------------------------------------------------------------------------------


def given(session: PlaySession, side: str, done: Done | None = None, *, stride: int = 7) -> dict[str, str]:
    """Return all that a side is given of a position, as text by name.

    `packet`: view or patch, offer with its prompts and previews, log lines; `public`: what everybody gets; `answers`:
    reach, reasons, odds and words on every `stride`-th cell.
    """
    shown = {
        "packet": jsonio.dumps([packet(session, side, done), packet(session, side)]),
        "public": jsonio.dumps(packet(session, "", done)),
    }
    answers: list[Any] = []
    places = sorted(session.state.places)
    for ask in (session.offer(side) or {}).get("asks", ()):
        if ask["kind"] != "move":
            continue
        groups = ask.get("groups") or {"": ask["pieces"]}
        for name in sorted(groups)[:4]:
            answers.append(session.query(side, ask.get("query", "reach"), {"pieces": groups[name][:3]}))
            for place in [p for p in places if ":" in p][:: 2 * stride + 3]:
                for what in ("why", "odds"):
                    answers.append(session.query(side, what, {"pieces": groups[name][:1], "cell": place}))
    answers += [session.query(side, "cell", {"cell": place}) for place in places[::stride]]
    return {**shown, "answers": jsonio.dumps(answers)}


def sheets(source: SheetSource, side: str) -> list[str]:
    """Return what a side's sheets show of a game, as text: situation, order of battle, log, the counters on the maps."""
    choices = (Choices(what=(sheet,), side=side, show_map=False) for sheet in ("situation", "oob", "log"))
    out = [page.to_json(press.make_book(source, chosen)) for chosen in choices]
    seen = source.for_side(side)
    if seen.position is None:
        return out
    painter = counters.Counters(seen, Voice("en", source.texts))
    for board in source.boards:
        faces = situation.faces_on(seen, painter, seen.position, board)
        out.append(str({cell: [dl.to_json(face) for face in stack] for cell, stack in faces.items()}))
    return out


def _printed(session: PlaySession, content: TitleContent, side: str) -> list[str]:
    source = printing.game_source(content, session.journal, "")
    return sheets(replace(source, position=session.state), side)


# playing on ---------------------------------------------------------------------------------------------------------


def begun(rules: RulesPort, content: TitleContent, state: State, seed: int) -> PlaySession:
    """Return a game that begins with a position."""
    facts = {"key": key_from_seed(seed), "undo": "free", "scenario": state.meta.get("scenario", "")}
    journal = MemoryJournal(facts)
    first = EntryHead(no=1, kind="setup", side="", label={"key": "history.setup", "args": {}})
    sides = tuple(s.id for s in content.sides)
    told: dict[str, list[Json]] = {side: [] for side in (*sides, SPECTATOR)}
    journal.append(Entry(first, {"meta": state.meta}, told=told), state.to_json())
    session = PlaySession(rules, journal, sides)
    session.resume()
    return session


class TwinPair:
    """A position and its twin, played on by the side that must not tell them apart."""

    def __init__(
        self, one: PlaySession, other: PlaySession, content: TitleContent, side: str, swap: Swap | None
    ) -> None:
        self.games = (one, other)
        self.content, self.side, self.swap = content, side, swap

    def differs(self, done: tuple[Done | None, Done | None] = (None, None)) -> str:
        """Return what the side is given differently in the two, or nothing."""
        one, other = (given(game, self.side, d) for game, d in zip(self.games, done, strict=True))
        return next((what for what in one if one[what] != other[what]), "")

    def prints_differ(self) -> str:
        """Return `sheets` if the side reads something else on paper in the two."""
        one, other = (_printed(game, self.content, self.side) for game in self.games)
        return "" if one == other else "sheets"

    def play(self, actions: int, chance: random.Random, tally: TwinFigures) -> str:
        """Act by the rules' offers in both; return the first difference. Who else is to act does the same in both."""
        for _ in range(actions):
            active = sorted(self.games[0].active)
            if not active:
                return self._end(tally, "game over")
            side = self.side if self.side in active else chance.choice(active)
            phase = self._phase()
            found = self._act(side, chance, tally)
            if found is None:
                return ""
            action, done = found
            tally.actions += 1
            what = self.differs(done)
            if what and self._phase() != phase:
                # The rules go over the whole map then: points, supply and stacking are told by what lies there.
                return self._end(tally, "told apart by the end of a phase")
            if what:
                return f"{what} after {side} {action['verb']}"
        return self._end(tally, "played on")

    def _phase(self) -> list[Any]:
        return [game.state.vars.get(key) for game in self.games for key in ("turn", "phase")]

    def _act(self, side: str, chance: random.Random, tally: TwinFigures) -> tuple[Json, tuple[Done, Done]] | None:
        """Play one action in both; None where the pair ends: nothing can be done, or it concerns what is hidden."""
        one, other = self.games
        for _ in range(TRIES):
            offer = one.offer(side)
            choice = offer and asks.sample(
                cast(Offer, offer), Chance(chance.getrandbits(63)), lambda what, args: one.query(side, what, args)
            )
            if not choice:
                break
            action = {"side": side, **choice}
            first = one.submit(side, action)
            if not isinstance(first, Done):
                continue
            mirrored = action if self.swap is None or side == self.side else renamed(action, self.swap)
            try:
                second = other.submit(side, mirrored)
            except RulesFault:
                second = Refused({})
            if self._touched(first, second):
                self._end(tally, "hidden matters came into it")
                return None
            if not isinstance(second, Done):
                self._end(tally, "refused to the one who knows" if side != self.side else "refused in the twin")
                return None
            if side != self.side and self._changes(first, twin_names=True) != self._changes(second):
                # What lies in its own pool or hand decided, a draw say: the two are no twins any more.
                self._end(tally, "another side's hidden matters decided")
                return None
            return action, (first, second)
        self._end(tally, "nothing can be done")
        return None

    def gestures(self, actions: int, seed: int, tally: TwinFigures) -> str:
        """Move about on the free table, in both by what the side sees; return the first difference."""
        hands = [FreePlayer(game, self.content, random.Random(seed), (self.side,)) for game in self.games]
        for _ in range(actions):
            lasts = [game.history.last_no for game in self.games]
            for hand in hands:
                hand.gesture()
            rows = [
                [game.journal.entry(no) for no in range(last + 1, game.history.last_no + 1)]
                for game, last in zip(self.games, lasts, strict=True)
            ]
            if any(self._named(row.events) for row in (*rows[0], *rows[1])):
                return self._end(tally, "hidden matters came into it")
            tally.actions += len(rows[0])
            if [r.told[self.side] for r in rows[0] if r.told] != [r.told[self.side] for r in rows[1] if r.told]:
                return "log of a gesture"
            if [r.head for r in rows[0]] != [r.head for r in rows[1]]:
                return "history of a gesture"
            what = self.differs()
            if what:
                return f"{what} after a gesture ({jsonio.dumps([r.action for r in rows[0]])})"
        return self._end(tally, "played on")

    def _changes(self, done: Done, *, twin_names: bool = False) -> Any:
        """Return what an action changed, without what was told; `twin_names`: by the names of the twin."""
        events = [e for e in done.entry.events if e["e"] not in ("note", "rolled")]
        return renamed(events, self.swap) if twin_names and self.swap else events

    def _touched(self, *outcomes: object) -> bool:
        """Return whether the hidden pieces themselves took part, so that the rules may now tell them apart."""
        return any(isinstance(o, Done) and self._named(o.entry.events) for o in outcomes)

    def _named(self, events: list[Json]) -> bool:
        text = jsonio.dumps(events)
        return self.swap is not None and any(f'"{p}"' in text or f'@{p}"' in text for p in self.swap)

    def _end(self, tally: TwinFigures, why: str) -> str:
        tally.ended[why] += 1
        return ""


# games --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TwinPlan:
    """How much is compared: actions between two looks, played on in each pair, of a whole game; which pairs are printed."""

    between: int = 12
    on: int = 12
    most: int = 240
    print_every: int = 5


class TwinGames:
    """Random games of a title, compared from time to time with their twins."""

    def __init__(self, title: str, plan: TwinPlan) -> None:
        self.folder, self.content = titles.load(title)
        self.plan = plan
        self.free = not (self.folder / "rules").is_dir()
        self.rules: list[RulesPort] = []

    def __enter__(self) -> TwinGames:
        self.rules = [connect(self.folder, self.content) for _ in range(3)]
        return self

    def __exit__(self, *_: object) -> None:
        for port in self.rules:
            port.close()

    def play(self, scenario: str, seed: int) -> TwinFigures:
        """Play one game of a scenario and compare it; a fault of the rules in the game itself is raised."""
        tally = TwinFigures()
        chance = random.Random(f"{scenario} {seed}")
        for game in self.positions(scenario, seed, chance):
            for side in game.sides:
                self._compare(game.state, side, chance, tally)
        return tally

    def positions(self, scenario: str, seed: int, chance: random.Random) -> Iterator[PlaySession]:
        """Yield the game each time that some actions have been played."""
        content, plan = self.content, self.plan
        journal = MemoryJournal({"key": key_from_seed(seed), "undo": "free", "scenario": scenario})
        game = PlaySession(self.rules[0], journal, tuple(s.id for s in content.sides))
        meta = {"title": content.title.id, "version": content.title.version, "scenario": scenario, "options": {}}
        game.begin(meta, {"setup": "quick"})
        if self.free and game.state.vars.get("strictness") != "off":
            side = game.sides[0]
            game.submit(side, {"side": side, "verb": "strictness", "args": {"to": "off"}})
        hands = FreePlayer(game, content, chance)
        yield game
        for _ in range(0, plan.most, plan.between):
            end = None
            if self.free:
                for _ in range(plan.between):
                    hands.gesture()
            else:
                _, end = game.autoplay(plan.between)
            yield game
            if end is not None:
                return

    def _compare(self, state: State, side: str, chance: random.Random, tally: TwinFigures) -> None:
        here = state.copy()
        turn = here.vars.get("turn")
        # at rest, all that is hidden being different
        other = twin(here, side, chance)
        if other is None:
            return
        tally.hidden = True
        tally.pairs += 1
        pair = self._pair(here, other, side, None)
        found = pair.differs() or (pair.prints_differ() if tally.pairs % self.plan.print_every == 1 else "")
        # played on, two pieces having changed places
        pairs = swaps(here, side)
        if not found and pairs:
            swap = chance.choice(pairs)
            pair = self._pair(here, exchanged(here, swap), side, swap)
            if self.free:
                found = pair.gestures(self.plan.on, chance.getrandbits(32), tally)
            else:
                found = pair.play(self.plan.on, chance, tally)
            found = found and f"{found}, {swap[0]} and {swap[1]} exchanged"
        if found:
            tally.differences.append(f"{side}, turn {turn}: {found}")

    def _pair(self, here: State, there: State, side: str, swap: Swap | None) -> TwinPair:
        seed = len(here.pieces)
        one, other = (
            begun(port, self.content, state, seed) for port, state in zip(self.rules[1:], (here, there), strict=True)
        )
        return TwinPair(one, other, self.content, side, swap)
