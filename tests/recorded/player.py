"""A player with plain sense: of some answers that the rules offer, the one that promises most when it is tried.

An answer is tried with other dice than those that will fall, so that nobody knows what is to come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from qtwar.base import jsonio
from qtwar.base.errors import RulesFault
from qtwar.kit import asks
from qtwar.kit.dice import Chance
from qtwar.session.play import Done, PlaySession

Json = dict[str, Any]
Worth = Callable[[Json, str, Any], float]
"""What an event is worth to a side: event, side, position before the action."""
NEW = 12.0
"""What it is worth to a player to answer what he has not answered before: about a good shot."""


class Guide(Protocol):
    """A player of a title's own, who knows what he is about."""

    def answer(self) -> Json:
        """Return the action that he takes now."""


MANY = 100
"""Answers that are looked at where the first few could not be given."""


class Player:
    """Plays all sides of a game.

    `worth` is what a title's player cares for, `seed` decides between equals, `tries` says of how many answers a side
    takes the best: with one it plays at random. `sense` is what the title says of its asks. `answered` are the verbs
    of actions made so far, in other games too: what is not among them makes a player curious, as long as it costs him
    little. A `guide` plays in the place of chance; only what is new is tried beside his answers.
    """

    def __init__(
        self,
        session: PlaySession,
        worth: Worth,
        seed: int,
        tries: Mapping[str, int],
        sense: Mapping[str, int],
        answered: set[str],
        guide: Guide | None = None,
    ) -> None:
        self.session, self.worth, self.tries, self.sense = session, worth, tries, sense
        self.answered, self.guide = answered, guide
        self.chance = Chance(seed)
        self.kinds: set[str] = set()
        """Kinds of asks that were answered."""
        self.phases: set[str] = set()
        """Phases that were gone through."""

    def play(self, most: int = 3000) -> bool:
        """Play to the end; returns whether there was one within `most` actions."""
        for _ in range(most):
            if self.session.state.result is not None:
                return True
            self.step()
        return self.session.state.result is not None

    def step(self) -> None:
        """Do the best of the answers that were looked at; where none of them can be done, look at more."""
        side = self.session.active[self.chance.below(len(self.session.active))]
        self.phases.add(str(self.session.state.vars.get("phase", "")))
        if self.guide is not None:
            if not self._try_new(side):
                self._follow(side, self.guide)
            return
        if not (self._choose(side, self.tries[side]) or self._choose(side, MANY)):
            raise AssertionError(f"{side} may act and can do nothing: {self.session.offer(side)}")

    def _follow(self, side: str, guide: Guide) -> None:
        """Do what the guide says."""
        offer, action = self.session.offer(side), guide.answer()
        assert offer is not None
        if not isinstance(self.session.submit(side, action), Done):
            raise AssertionError(f"{side} may not do what its guide says: {action}")
        self._note(offer, action["verb"])

    def _try_new(self, side: str) -> bool:
        """Do what has not been done in any game yet, where it costs little; returns whether there was any such thing."""
        offer = self.session.offer(side)
        assert offer is not None
        for ask in offer["asks"]:
            if ask["verb"] in self.answered or ask.get("why_not"):
                continue
            asked = {**offer, "asks": [ask]}
            choice = asks.sample(asked, self.chance, lambda what, args: self.session.query(side, what, args), self.sense)
            if choice is None:
                continue
            promise, action = self._promise({"side": side, **choice}, side)
            if promise > 0 and isinstance(self.session.submit(side, action), Done):
                self._note(offer, action["verb"])
                return True
        return False

    def _note(self, offer: Json, verb: str) -> None:
        self.answered.add(verb)
        self.kinds.update(ask["kind"] for ask in offer["asks"] if ask["verb"] == verb)

    def _choose(self, side: str, tries: int) -> bool:
        session = self.session
        offer = session.offer(side)
        assert offer is not None
        looked: dict[str, tuple[float, Json]] = {}
        fresh = [ask for ask in offer["asks"] if ask["verb"] not in self.answered]
        for n in range(tries + len(fresh)):
            asked = {**offer, "asks": fresh[n - tries : n - tries + 1]} if n >= tries else offer
            choice = asks.sample(asked, self.chance, lambda what, args: session.query(side, what, args), self.sense)
            if choice is not None:
                key = jsonio.dumps(choice)
                if key not in looked:
                    looked[key] = self._promise({"side": side, **choice}, side)
        for _, action in sorted(looked.values(), key=lambda found: -found[0]):
            if isinstance(session.submit(side, action), Done):
                self._note(offer, action["verb"])
                return True
        return False

    def _promise(self, action: Json, side: str) -> tuple[float, Json]:
        """Return what an action is worth with some dice, and the action; the game stays as it is."""
        session = self.session
        try:
            reply = session.rules.act(action, self.chance.bits())
        except RulesFault as fault:
            raise AssertionError(f"{action}: {fault.text} {fault.detail}") from fault
        if "events" not in reply:
            return -1000.0, action
        session.rules.open_state(jsonio.copy(session.state.to_json()))
        new = NEW if action["verb"] not in self.answered else 0.0
        return new + sum(self.worth(event, side, session.state) for event in reply["events"]), action
