"""Attempts: cards drawn for an icon, one after another where a platoon tries, exhorted where they fail (4.2, 4.2.1.b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import deck, facts, ground, nets, purse
from .actions import Action, Order
from .settle import settle

EXHORT = "4.2.1.b"


class Attempt(Action):
    """An action that is drawn for."""

    icon: ClassVar[str] = "rally"

    def cards(self, r: Reader, unit: str, args: dict[str, Any]) -> int:
        """Return how many cards are drawn: two, changed by the experience of who tries (4.2 note 1)."""
        return max(0, ground.limit(r, "attempt") + facts.extra_cards(r, unit))

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        """Return who tries with this order."""
        return [unit]

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        """Draw, and let the outcome follow."""
        begin(t, o, self, [(unit, args)])

    def drawn(self, t: Table, o: Order, unit: str, args: dict[str, Any], cards: list[str]) -> None:
        """Do what the cards themselves bring, success or not: `Jam`, `Short`."""

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        """Do what success brings."""
        raise NotImplementedError(self.id)

    def failure(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        """Do what failure brings."""

    def chance(self, r: Reader, unit: str, args: dict[str, Any]) -> float:
        """Return the chance of success over the whole deck."""
        return deck.chance(r, self.cards(r, unit, args), self.icon)

    def preview(self, s: Seen, o: Order, unit: str, ask: Ask) -> Ask:
        """Return an ask with the chance of each who tries; where it hangs on what is to be chosen, with what to ask for."""
        fixed = dict(ask.get("fixed") or {})
        try:
            chances = {round(100 * self.chance(s, p, fixed)) for p in self.able(s, o, unit)}
        except KeyError:
            ask["odds"] = {"verb": self.verb, "fixed": fixed}
            return ask
        if len(chances) == 1:
            ask["chance"] = chances.pop()
        elif chances:
            # What names the order is inside then: the history has "…" for it, and no weight of `sense` falls on this key.
            ask["label"] = msg("act.chances", what=ask["label"], low=min(chances), high=max(chances))
        return ask


def begin(t: Table, o: Order, action: Attempt, tries: list[tuple[str, dict[str, Any]]]) -> None:
    """Begin the attempts of one order: one unit's, or one after another those of a platoon."""
    t.call("attempts", verb=action.verb, order=[o.issuer, o.general], queue=[[unit, args] for unit, args in tries])


class Attempts(Step):
    """Attempts in a queue. Locals: `verb`, `order` (issuer, general), `queue` of [unit, args], `failed`."""

    name = "attempts"

    def __init__(self, by_verb: Mapping[str, Action]) -> None:
        self.by_verb = by_verb

    def run(self, t: Table, f: Frame) -> None:
        """Draw for the next one; stop where a failure may be exhorted."""
        action = self._action(f)
        if f.l.get("failed") is None and f.l["queue"]:
            unit, args = f.l["queue"].pop(0)
            if not t.exists(unit):
                return
            self._try(t, f, action, unit, args)
            return
        if f.l.get("failed") is not None:
            t.wait(facts.US)
            return
        settle(t)
        t.done()

    def _action(self, f: Frame) -> Attempt:
        action = self.by_verb[str(f.l["verb"])]
        assert isinstance(action, Attempt)
        return action

    @staticmethod
    def _order(f: Frame) -> Order:
        issuer, general = f.l["order"]
        return Order(str(issuer), 0, frozenset(), bool(general))

    def _try(self, t: Table, f: Frame, action: Attempt, unit: str, args: dict[str, Any]) -> None:
        o = self._order(f)
        cards = deck.draw(t, action.cards(t, unit, args))
        hit = deck.count(t, cards, action.icon) > 0
        t.note(
            "note.attempt_hit" if hit else "note.attempt_missed", rule=action.id, piece={"p": unit},
            what=msg(f"act.{action.verb}"), n=len(cards), icon=msg(f"icon.{action.icon}"),
        )  # fmt: skip
        if not hit and self._may_exhort(t, f, unit):
            f.l["failed"] = [unit, args, cards]
            return
        self._settle(t, o, action, unit, args, cards, hit)

    @staticmethod
    def _settle(
        t: Table, o: Order, action: Attempt, unit: str, args: dict[str, Any], cards: list[str], hit: bool
    ) -> None:
        action.drawn(t, o, unit, args, cards)
        if hit:
            action.success(t, o, unit, args)
        else:
            action.failure(t, o, unit, args)

    @staticmethod
    def _purse(r: Reader, f: Frame) -> Frame | None:
        return r.frame_of("impulse")

    def _may_exhort(self, r: Reader, f: Frame, unit: str) -> bool:
        impulse = self._purse(r, f)
        issuer, general = f.l["order"]
        if impulse is None or purse.left(impulse, str(issuer)) < 1:
            return False
        if EXHORT in impulse.l["used"].get(unit, ()):
            return False  # once an impulse, like any action (4.2)
        if general:
            return bool(r.option("receiver_issues")) and facts.may_command(r, unit)  # AMB-38
        return nets.reaches(r, str(issuer), unit, pinned_too=True)  # 4.3.1

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to exhort the unit that failed."""
        unit = f.l["failed"][0]
        action = self._action(f)
        return offers.offer(
            msg("prompt.exhort", rule=EXHORT, piece={"p": unit}, what=msg(f"act.{action.verb}")),
            offers.button("exhort", "button.exhort", rule=EXHORT),
            offers.button("let", "button.let_fail"),
        )

    def do_exhort(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay one command for one more card (4.2.1.b)."""
        unit, own, cards = f.l["failed"]
        f.l["failed"] = None
        impulse = self._purse(t, f)
        assert impulse is not None
        pay = impulse.l["hqs"][str(f.l["order"][0])]
        pay["has"] -= 1
        pay["spent"] += 1
        impulse.l["used"].setdefault(unit, []).append(EXHORT)
        action = self._action(f)
        more = deck.draw(t, 1)
        hit = deck.count(t, more, action.icon) > 0
        t.note("note.exhorted_hit" if hit else "note.exhorted_missed", rule=EXHORT, piece={"p": unit})
        self._settle(t, self._order(f), action, unit, own, [*cards, *more], hit)

    def do_let(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the attempt fail."""
        unit, own, cards = f.l["failed"]
        f.l["failed"] = None
        self._settle(t, self._order(f), self._action(f), unit, own, cards, False)
