"""Twin positions: two that differ only in what a side may not know are shown, told, offered and printed to it alike.

Games are played at random; from time to time each side in turn is put before the position and a twin of it, then plays
on in both with the same actions and the same dice. Whatever it is given must be equal byte for byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from qtwar.base.errors import RulesFault
from qtwar.engine.state import State
from qtwar.kit.content import Content
from qtwar.services import titles
from qtwar.services.rules import connect
from qtwar.services.selfplay import FreePlayer
from qtwar.services.twins.pair import TwinFigures, TwinPair, begun
from qtwar.services.twins.positions import (
    Exchange,
    Tells,
    at_rest,
    drawn,
    exchanged,
    exchanges,
    private_values,
    rules_that_tell,
)
from qtwar.session.chance import key_from_seed
from qtwar.session.memory import MemoryJournal
from qtwar.session.play import PlaySession
from qtwar.session.ports import RulesPort

TOLD = 0.25
"""How often pieces are exchanged that some rule tells apart, though there are others."""


@dataclass(frozen=True, slots=True)
class TwinPlan:
    """How much is compared: actions between two looks, played on after each, of a whole game; which looks are printed."""

    between: int = 12
    on: int = 12
    most: int = 240
    print_every: int = 5
    pairs: int = 4
    """Most pairs that are played on from one position, where they end early."""


class TwinGames:
    """Random games of a title, compared from time to time with their twins."""

    def __init__(self, title: str, plan: TwinPlan, *, native: bool = False) -> None:
        self.folder, self.content = titles.load(title)
        self.plan, self.native = plan, native
        self.free = not (self.folder / "rules").is_dir()
        self.rules: list[RulesPort] = []
        self.tells: Tells = {}
        self.sense: Mapping[str, int] = {}
        self._kit = Content(self.content.rules_json())

    def __enter__(self) -> TwinGames:
        self.rules = [connect(self.folder, self.content, native=self.native) for _ in range(3)]
        words = self.rules[0].describe()
        self.tells, self.sense = words["tells"], words["sense"]
        return self

    def __exit__(self, *_: object) -> None:
        for port in self.rules:
            port.close()

    def play(self, scenario: str, seed: int, options: Mapping[str, Any] | None = None) -> TwinFigures:
        """Play one game of a scenario and compare it; a fault of the rules in the game itself is raised."""
        tally = TwinFigures()
        chance = random.Random(f"{scenario} {seed}")
        for game in self.positions(scenario, seed, chance, options):
            for side in game.sides:
                found = self._look(game.state.copy(), side, chance, tally)
                if found:
                    tally.differences.append(f"{side}, turn {game.state.vars.get('turn')}: {found}")
        return tally

    def positions(
        self, scenario: str, seed: int, chance: random.Random, options: Mapping[str, Any] | None = None
    ) -> Iterator[PlaySession]:
        """Yield the game each time that some actions have been played."""
        content, plan = self.content, self.plan
        journal = MemoryJournal({"key": key_from_seed(seed), "undo": "free", "scenario": scenario})
        game = PlaySession(self.rules[0], journal, tuple(s.id for s in content.sides))
        title = content.title
        game.begin(
            {"title": title.id, "version": title.version, "scenario": scenario, "options": dict(options or {})},
            {"setup": "quick"},
        )
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

    def _look(self, here: State, side: str, chance: random.Random, tally: TwinFigures) -> str:
        """Compare a position with twins of it, at rest and played on; return the first difference."""
        other = at_rest(here, side, chance)
        if other is None:
            return ""
        tally.hidden = True
        tally.pairs += 1
        tally.exchanged["at rest"] += 1
        pair = self._pair(here, other, side, {}, tally)
        printing = tally.pairs % self.plan.print_every == 1
        found = pair.differs() or (pair.prints_differ() if printing else "") if pair else ""
        left = self.plan.on
        for n in range(self.plan.pairs):
            over = found or left <= 0 or here.result is not None
            twin = None if over else self.twin(here, side, chance, values=n % 2 == 0)
            if twin is None:
                break
            what, there, exchange = twin
            pair = self._pair(here, there, side, exchange, tally)
            tally.pairs += 1
            tally.exchanged[what] += 1
            if pair is None:
                continue
            hands = FreePlayer(pair.games[0], self.content, chance) if self.free else None
            found = pair.differs() or pair.play(left, chance, hands, self.sense)
            tally.actions += pair.actions
            tally.exchanged["chosen otherwise"] += pair.chosen_apart
            if not found:
                tally.ended[pair.ended] += 1
                found = pair.prints_differ() if printing and pair.ended == "played on" else ""
            left -= pair.actions
            here = pair.games[0].state.copy()
            swapped = ", ".join(f"{a} as {b}" for a, b in sorted(exchange.items())[:2])
            found = found and f"{found} ({what}: {swapped or 'values of others'})"
        return found

    def twin(
        self, here: State, side: str, chance: random.Random, *, values: bool
    ) -> tuple[str, State, Exchange] | None:
        """Return a twin to be played on, with what is another in it: pieces as a rule no rule tells, or private values."""
        sights = {s.id: dict(s.sight) for s in self.content.sides}
        other = private_values(here, side, sights) if values else None
        if other is not None:
            return "values", other, {}
        any_ = chance.random() < TOLD
        found = drawn(
            exchanges(self._kit, here, side), chance, lambda exchange: any_ or not rules_that_tell(here, exchange, self.tells)
        )
        return None if found is None else (found[0], exchanged(here, found[1]), found[1])

    def _pair(self, here: State, there: State, side: str, exchange: Exchange, tally: TwinFigures) -> TwinPair | None:
        """Return the two positions as games; None, counted, where the rules can not go on in the twin.

        No play leads there: they wait for the end of something that what lies face down has not begun in it.
        """
        seed = len(here.pieces)
        one = begun(self.rules[1], self.content, here, seed)
        try:
            other = begun(self.rules[2], self.content, there, seed)
        except RulesFault:
            tally.ended["no position of this game"] += 1
            return None
        return TwinPair(one, other, self.content, side, exchange, rules_that_tell(here, exchange, self.tells))
