"""The register of actions: what each costs, who may do it, what is asked for it (4.2)."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.table import Reader, Seen, Table

from . import facts, fire, ground, purse

PERMITTED: dict[str, frozenset[str]] = {
    "pinned": frozenset(("4.2.2.a", "4.2.2.e", "4.2.3.a")),
    facts.ASSAULT: frozenset((
        "4.2.2.a", "4.2.2.c", "4.2.2.e", "4.2.2.f", "4.2.2.g", "4.2.2.h", "4.2.3.e", "4.2.3.h", "4.2.3.i",
        "4.2.4.a", "4.2.4.b", "4.2.4.d", "4.2.4.i", "4.2.4.j", "4.2.1.f",
    )),
    facts.FIRE: frozenset((
        "4.2.2.a", "4.2.2.c", "4.2.2.e", "4.2.2.f", "4.2.2.g", "4.2.2.h", "4.2.3.d", "4.2.3.f", "4.2.3.h", "4.2.3.i",
        "4.2.4.a", "4.2.4.b", "4.2.4.d", "4.2.4.i", "4.2.4.j", "4.2.1.f",
    )),
    facts.LITTER: frozenset(("4.2.2.a", "4.2.2.c", "4.2.2.e", "4.2.2.f", "4.2.2.g", "4.2.2.h", "4.2.3.c")),
    facts.PARALYZED: frozenset(("4.2.2.a", "4.2.3.b")),
}  # fmt: skip
"""What a unit in each state may do; all else is forbidden (4.2.5). Appointing a runner takes teams too (4.2.1.f)."""
RESTRICTED = frozenset(("pinned", facts.FIRE, facts.LITTER, facts.PARALYZED))
"""States in which one only moves to the staging area or to friends without VOF on their card (4.2.5)."""


ABOARD = frozenset(("4.2.1.a", "4.2.1.b", "3.1"))
"""What units in helicopter areas can do: give and take orders, no more (2.3.5)."""


class Order(NamedTuple):
    """An order about to be given: who gives it (nobody in the General Initiative), commands left, what the unit has done."""

    issuer: str
    points: int
    done: frozenset[str]
    general: bool = False

    def by(self, unit: str) -> str:
        """Return who counts as its issuer: in the General Initiative the receiver itself (3.3.2.D)."""
        return unit if self.general else self.issuer


def why(key: str, rule: str, **args: Any) -> Message:
    """Return why an action is not allowed."""
    return msg(f"refuse.{key}", rule=rule, **args)


def state(r: Reader, unit: str) -> str:
    """Return the row of 4.2.5 that holds for a unit, an empty word in Good Order."""
    return "pinned" if facts.is_pinned(r, unit) else facts.team(r, unit)


def is_restricted(r: Reader, unit: str) -> bool:
    """Return whether a unit only makes restricted moves (4.2.5)."""
    return state(r, unit) in RESTRICTED


class Action:
    """One of the 41 actions. A subclass says to whom it applies, why not, what is asked, and what it does."""

    id: ClassVar[str] = ""
    verb: ClassVar[str] = ""
    cost: ClassVar[int] = 1
    off_map: ClassVar[bool] = False
    """Whether it is done in the helicopter areas too (2.3.5)."""
    issued: ClassVar[bool] = False
    """Whether it names who issues it: an HQ or staff (AMB-38)."""
    unheard: ClassVar[bool] = False
    """Whether it needs no communication (3.3.1.B: a runner who has arrived)."""

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        """Return whether the action is of any interest for a unit: else it is not even shown greyed."""
        return facts.is_infantry(r, unit)

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        """Return which rule of the action itself forbids it now, None if it is allowed."""
        return None

    def why_not(self, r: Reader, o: Order, unit: str) -> Message | None:
        """Return why a unit can not be ordered to do it now: points, once an impulse, its state, then its own rules."""
        if o.points < self.cost:
            return why("points", "4.1.3", n=self.cost)
        if self.id in o.done:
            return why("once", "4.2")  # each kind once an impulse
        if self.issued and o.issuer == purse.GENERAL and not r.option("receiver_issues"):
            return why("no_issuer", "3.3.2.D")  # AMB-38 turned round
        if not self.off_map and not facts.card(r, unit):
            return why("off_map", "2.3.5")
        if not self.off_map and facts.carried(r, unit):
            return why("carried", "7.4", piece={"p": unit})
        now = state(r, unit)
        if facts.is_infantry(r, unit) and not facts.card(r, unit) and self.id not in ABOARD:
            return why("aboard", "2.3.5")
        if facts.is_captured(r, unit):
            return why("captured", "3.5")
        if now and self.id not in PERMITTED[now]:
            return why("state", "4.2.5", state=msg(f"state.{now}"))
        return self.bar(r, o, unit)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        """Return what is asked for it: a button unless it needs a target."""
        return offers.button(self.verb, f"act.{self.verb}", rule=self.id)

    def asks(self, s: Seen, o: Order, unit: str) -> list[Ask]:
        """Return all that may be asked for it, where there is more than one thing to say."""
        return [self.ask(s, o, unit)]

    def preview(self, s: Seen, o: Order, unit: str, ask: Ask) -> Ask:
        """Return an ask of it with what is known of its outcome: nothing, where nothing is drawn."""
        return ask

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        """Carry the action out; its cost is paid by the impulse."""
        raise NotImplementedError(self.id)


def shown(action: Action, s: Seen, o: Order, unit: str) -> list[Ask]:
    """Return the asks of an action, or its button greyed with the reason."""
    bar = action.why_not(s, o, unit)
    if bar is not None:
        return [offers.button(action.verb, f"act.{action.verb}", rule=action.id, why_not=bar)]
    return [ask if "why_not" in ask else action.preview(s, o, unit, ask) for ask in action.asks(s, o, unit)]


def under_fire(r: Reader, place: str) -> bool:
    """Return whether a VOF marker of any kind lies on a card (3.5, 4.2.2.c, 4.2.5)."""
    return fire.has_vof(r, place)


def may_rest(r: Reader, unit: str, place: str) -> bool:
    """Return whether a restricted move may lead to a card: staging, or friends without VOF (4.2.5)."""
    if ground.is_staging(place):
        return True
    return bool(facts.free_units(r, place, r.owner(unit))) and not under_fire(r, place)
