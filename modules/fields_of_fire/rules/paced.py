"""Phases that run by themselves and can be stopped at: one thing, all of one card, or to the end, as the player likes."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Seen, Table

from . import facts

ONE, CARD, ALL = "one", "card", "all"


class Paced(Step):
    """A queue of items [what, card, …], worked off at the player's pace. Locals: `queue`, `pace`, `upto` (card)."""

    rule = ""

    def begin(self, t: Table, f: Frame) -> list[list[Any]]:
        """Return the items in order; what is at random is drawn here."""
        raise NotImplementedError(self.name)

    def act(self, t: Table, f: Frame, item: list[Any]) -> None:
        """Do what one item means; may call a step."""
        raise NotImplementedError(self.name)

    def close(self, t: Table, f: Frame) -> None:
        """Do what comes after the last item."""

    def run(self, t: Table, f: Frame) -> None:
        """Work the next item off, or wait for the player to go on."""
        if "queue" not in f.l:
            f.l.update(queue=self.begin(t, f), pace="", upto="")
        queue: list[list[Any]] = f.l["queue"]
        if not queue:
            self.close(t, f)
            t.done()
            return
        pace = f.l["pace"]
        if not pace or (pace == CARD and queue[0][1] != f.l["upto"]):
            f.l["pace"] = ""
            t.wait(facts.US)
            return
        if pace == ONE:
            f.l["pace"] = ""
        self.act(t, f, queue.pop(0))

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to go on: one, a card, or all of it."""
        what, card = f.l["queue"][0][:2]
        odds = {"pieces": [what]} if s.exists(what) else None
        return offers.offer(
            msg(f"prompt.{self.name}", rule=self.rule, piece={"p": what}, cell={"c": card}, n=len(f.l["queue"])),
            offers.button("one", "button.paced_one", rule=self.rule, primary=True, light=True, odds=odds),
            offers.button("card", "button.paced_card", rule=self.rule, light=True),
            offers.button("all", "button.paced_all", rule=self.rule, light=True),
        )

    def do_one(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Work one item off."""
        f.l["pace"] = ONE

    def do_card(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Work all items of this card off."""
        f.l.update(pace=CARD, upto=f.l["queue"][0][1])

    def do_all(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Work everything off."""
        f.l["pace"] = ALL
