"""A position and its twin, played on side by side: whatever the side that must not tell them apart is given is compared."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from qtwar.base import jsonio
from qtwar.base.errors import Refusal, RulesFault
from qtwar.engine.state import State
from qtwar.kit import asks
from qtwar.kit.asks import Offer
from qtwar.kit.dice import Chance
from qtwar.model.content import TitleContent
from qtwar.services.selfplay import FreePlayer, Wish, carry_out
from qtwar.services.twins.given import given, journal_of, printed, same
from qtwar.services.twins.positions import Exchange, renamed
from qtwar.session.play import Done, Outcome, PlaySession, Refused
from qtwar.session.ports import RulesPort

Json = dict[str, Any]
TRIES = 8
"""How often another action is looked for where one can not be played in both."""
UNDONE = 0.05
"""How often an action is taken back instead of another one being made."""
CHOSEN_APART = 0.3
"""How often another side tries to choose otherwise in the twin, unseen; a sealed choice is always tried."""
GONE = "gone"


@dataclass(slots=True)
class TwinFigures:
    """What was compared: pairs of positions by what was exchanged, actions played on in both, why they ended, differences."""

    pairs: int = 0
    actions: int = 0
    exchanged: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    hidden: bool = False
    """Whether there was anything that a side may not know."""

    def to_json(self) -> Json:
        """Return the figures."""
        return {
            "pairs": self.pairs,
            "actions": self.actions,
            "exchanged": dict(sorted(self.exchanged.items())),
            "ended": dict(sorted(self.ended.items())),
            "differences": self.differences,
        }


def begun(rules: RulesPort, content: TitleContent, state: State, seed: int) -> PlaySession:
    """Return a game that begins with a position."""
    session = PlaySession(rules, journal_of(content, state, seed), tuple(s.id for s in content.sides))
    session.resume()
    return session


class TwinPair:
    """A position and its twin, for the side that must not tell them apart.

    The two games hold the same dice. `exchange` says which pieces have changed places; `rules_that_tell` are the rules that tell
    these apart while they lie face down, so that what cites them may be another in the twin.
    """

    def __init__(
        self,
        one: PlaySession,
        other: PlaySession,
        content: TitleContent,
        side: str,
        exchange: Exchange,
        rules_that_tell: frozenset[str] = frozenset(),
    ) -> None:
        self.games = (one, other)
        self.content, self.side = content, side
        self.exchange, self.rules_that_tell = exchange, rules_that_tell
        self.actions = 0
        self.ended = ""
        """Why the two were played on no longer; empty while nothing speaks against it."""
        self.chosen_apart = 0
        """How often another side has chosen otherwise in the twin, unseen."""
        self._apart = self._secrets_apart()
        self._sense: Mapping[str, int] = {}

    def differs(self, done: tuple[Done | None, Done | None] = (None, None)) -> str:
        """Return what the side is given differently in the two, or nothing."""
        one, other = (given(game, self.side, d) for game, d in zip(self.games, done, strict=True))
        return next((what for what in one if one[what] != other[what]), "")

    def prints_differ(self) -> str:
        """Return `sheets` if the side reads something else on paper in the two."""
        one, other = (printed(game.state, self.content, self.side) for game in self.games)
        return "" if same(one, other) else "sheets"

    # playing on -------------------------------------------------------------------------

    def play(
        self,
        actions: int,
        chance: random.Random,
        free: FreePlayer | None = None,
        sense: Mapping[str, int] | None = None,
    ) -> str:
        """Act in both until so many actions are made or the pair has ended; return the first difference.

        What is done is offered by the rules, weighed by the title's `sense`, or comes from the hands of the free table.
        """
        self._sense = sense or {}
        tried = 0
        while self.actions < actions and not self.ended:
            if not self.games[0].active:
                self.ended = "game over"
            elif tried == TRIES:
                self.ended = "nothing found to do"
            elif free is None and chance.random() < CHOSEN_APART and (found := self._choose_apart(chance)):
                return found
            else:
                wish = free.wish() if free else self._wish(chance)
                before = self.actions
                found = self._both(wish) if wish else ""
                if found:
                    return found
                tried = 0 if self.actions > before else tried + 1
        self.ended = self.ended or "played on"
        return ""

    def _wish(self, chance: random.Random) -> Wish | None:
        """Return something that may be done in both, as far as their offers say."""
        one, other = self.games
        if len(one.history) > 2 and chance.random() < UNDONE:
            return {"undo": len(one.history) - 1}
        side = chance.choice(sorted(one.active))
        offer = one.offer(side)
        if offer is None:
            return None
        for _ in range(TRIES):
            choice = self._sampled(offer, side, chance)
            if choice is None:
                return None
            wish = {"side": side, **choice}
            if side == self.side or _offered(other, self._mirrored(wish)):
                return wish
        return None

    def _sampled(self, offer: Json, side: str, chance: random.Random) -> Json | None:
        game = self.games[0]
        return asks.sample(
            cast(Offer, offer),
            Chance(chance.getrandbits(63)),
            lambda what, args: game.query(side, what, args),
            self._sense,
        )

    def _mirrored(self, wish: Wish) -> Wish:
        """Return what is done in the twin: who knows the exchanged pieces takes the other one there."""
        return wish if wish.get("side", self.side) == self.side else cast(Wish, renamed(wish, self.exchange))

    def _both(self, wish: Wish) -> str:
        """Do something in both; return a difference that no rule tells."""
        one, other = self.games
        unknown = {p for p in one.state.pieces if not one.state.knows(self.side, p)}
        name = f"{wish.get('side', '')} {wish.get('verb') or next(iter(wish))}".strip()
        first = carry_out(one, wish)
        knows = wish.get("side", self.side) != self.side
        if knows and not isinstance(first, Done):
            return ""
        try:
            second = carry_out(other, self._mirrored(wish))
        except RulesFault as fault:
            self.ended = "the rules failed in the twin"
            return "" if knows else f"{fault.text} after {name}"
        if isinstance(first, Done) and isinstance(second, Done):
            self.actions += 1
            return self._compare(name, (first, second), unknown)
        if knows:
            self.ended = "another side can do it in one alone"
            return ""
        if isinstance(first, Refused) and isinstance(second, Refused) and first.message == second.message:
            return ""
        return self._judged(f"refusal of {name}", (first, second))

    def _compare(self, name: str, done: tuple[Done, Done], unknown: set[str]) -> str:
        if any(self._shown(game.state, d.entry.events) for game, d in zip(self.games, done, strict=True)):
            self.ended = "turned up"
            return ""
        if all(game.state.result is not None for game in self.games):
            self.ended = "game over"  # points that were hidden are told at the end
            return ""
        what = self.differs(done)
        apart, self._apart = self._apart, self._secrets_apart()
        if not what:
            return ""
        changes = self._changes(done)
        if _drawn_otherwise(changes, unknown):
            self.ended = "a hidden draw fell otherwise"
            return ""
        if apart and (apart != self._apart or (any(key[0] == "frame" for key in apart) and changes[0] != changes[1])):
            self.ended = "a secret was opened or carried out"
            return ""
        return self._judged(f"{what} after {name}", done)

    def _judged(self, what: str, outcomes: tuple[Outcome, Outcome]) -> str:
        """Return a difference, but for one that comes of a rule which tells the exchanged pieces apart."""
        said = {rule for outcome in outcomes for rule in _cited(outcome)}
        asked = {rule for game in self.games for side in game.active for rule in _rules_of(game.offer(side) or {})}
        for cited in (said, asked):
            for rule in sorted(self.rules_that_tell):
                if any(c == rule or c.startswith(f"{rule}.") for c in cited):
                    self.ended = f"told by rule {rule}"
                    return ""
        return what

    def _shown(self, state: State, events: list[Json]) -> bool:
        """Return whether the side knows one of the exchanged pieces now, or has known it for a moment."""
        for event in events:
            to_it_alone = event["e"] == "note" and self.side in (event["sides"] or ())
            if to_it_alone and not self.exchange.keys().isdisjoint(jsonio.words(event["args"])):
                return True  # it looked at the top of a pile, say
            if event.get("piece") in self.exchange:
                if event["e"] == "known.set" and (event["to"] is None or self.side in event["to"]):
                    return True
                if event["e"] == "piece.moved" and state.sees_place(self.side, event["to"]) == "all":
                    known = state.known.get(event["piece"])
                    if known is None or self.side in known:
                        return True
        return any(p in state.pieces and state.knows(self.side, p) for p in self.exchange)

    def _changes(self, done: tuple[Done, Done]) -> tuple[list[Json], list[Json]]:
        """Return what an action changed in the two, without what was told, by the names of the twin."""
        one, other = ([e for e in d.entry.events if e["e"] not in ("note", "rolled")] for d in done)
        return cast(list[Json], renamed(one, self.exchange)), other

    # choosing otherwise -----------------------------------------------------------------

    def _choose_apart(self, chance: random.Random) -> str:
        """Let another side choose otherwise in the twin, where this side is to see nothing of it; return a difference.

        What the side could tell apart is taken back, but for a choice that is sealed: of that it may see nothing at all.
        """
        one, other = self.games
        sides = sorted(side for side in one.active if side != self.side)
        if not sides:
            return ""
        side = chance.choice(sides)
        offer = one.offer(side) or {}
        if not offer:
            return ""
        first, second = (self._sampled(offer, side, chance) for _ in range(2))
        if not first or not second or first["verb"] != second["verb"] or first == second:
            return ""
        wishes = ({"side": side, **first}, self._mirrored({"side": side, **second}))
        if not _offered(other, wishes[1]):
            return ""
        last = one.active == [side]  # with the last choice all are opened
        sealed = not last and any(ask["kind"] == "secret" and ask["verb"] == first["verb"] for ask in offer["asks"])
        before = tuple(game.state.copy() for game in self.games)
        apart = self._apart
        outcomes = [carry_out(game, wish) for game, wish in zip(self.games, wishes, strict=True)]
        done = tuple(o for o in outcomes if isinstance(o, Done))
        self._apart = self._secrets_apart()
        if len(done) == 2 and self._apart - apart:
            shown = any(self._shown(game.state, d.entry.events) for game, d in zip(self.games, done, strict=True))
            what = "" if shown else self.differs(done)
            if not what and not shown:
                self.actions += 1
                self.chosen_apart += 1
                return ""
            if sealed and what:
                return f"{what} after a sealed choice of {side} ({first['verb']})"
        self._go_back(before, apart)
        return ""

    def _go_back(self, states: tuple[State, ...], apart: frozenset[Any]) -> None:
        self.games = tuple(  # type: ignore[assignment]
            begun(game.rules, self.content, state, len(state.pieces) + self.actions)
            for game, state in zip(self.games, states, strict=True)
        )
        self._apart = apart

    def _secrets_apart(self) -> frozenset[Any]:
        """Return what others have noted and chosen that is another in the twin: (where, holder, key, the two values)."""
        one, other = (_secrets(game.state, self.side) for game in self.games)
        one = {key: renamed(value, self.exchange) for key, value in one.items()}
        return frozenset(
            (*key, str(one.get(key, GONE)), str(other.get(key, GONE)))
            for key in {*one, *other}
            if one.get(key, GONE) != other.get(key, GONE)
        )


def _secrets(state: State, side: str) -> dict[tuple[str, str, str], Any]:
    found = {("secret", who, key): v for who, own in state.secret.items() if who != side for key, v in own.items()}
    for n, frame in enumerate(state.flow):
        for who, own in frame["s"].items():
            if who != side:
                found |= {("frame", f"{n} {frame['step']} {who}", key): v for key, v in own.items()}
    return found


def _offered(game: PlaySession, wish: Wish) -> bool:
    """Return whether an action answers an offer of a game."""
    offer = game.offer(wish["side"])
    if offer is None:
        return False
    try:
        asks.check(
            cast(Offer, offer), wish["verb"], wish["args"], lambda what, args: game.query(wish["side"], what, args)
        )
    except Refusal:
        return False
    return True


def _cited(outcome: Outcome) -> set[str]:
    """Return the rules that an outcome names."""
    if isinstance(outcome, Done):
        return {str(e["rule"]) for e in outcome.entry.events if e.get("rule")}
    return _rules_of(outcome.message) if isinstance(outcome, Refused) else set()


def _rules_of(value: Any) -> set[str]:
    """Return the rules that an offer or message names, however deep."""
    if isinstance(value, dict):
        own = {str(value["rule"])} if value.get("rule") else set()
        return own.union(*map(_rules_of, value.values()))
    return set().union(*map(_rules_of, value)) if isinstance(value, list) else set()


def _drawn_otherwise(changes: tuple[list[Json], list[Json]], unknown: set[str]) -> bool:
    """Return whether the first that is another in the twin is which of several unknown pieces was taken, or their order.

    Draws go by the ids of what can be drawn, so the same dice may take another piece in the twin.
    """
    for one, other in zip(*changes, strict=False):
        if one != other:
            if one["e"] != other["e"]:
                return False
            if one["e"] == "place.ordered":
                return bool(one["place"] == other["place"])
            place = "from" if one["e"] == "piece.moved" else "e"
            return {one.get("piece"), other.get("piece")} <= unknown and bool(one[place] == other[place])
    return False


