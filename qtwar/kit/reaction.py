"""Reaction windows: opportunity fire, interception, reaction movement – what a side may do at once after another's act."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table


class Reaction(Asking):
    """A window that another's act opens for a side, until it lets it pass or has nothing left to react with.

    A title's subclass answers the predicates below and carries the reactions out (`do_<verb>`); a reaction may call
    steps, whose result `came_of` takes in. Locals: `side` (who may react) or `sides` (several, one after the other in
    this order), whatever tells the trigger, `spent` (what has reacted → how often), `told`: what the window hands back,
    with `pass_all` where the rest of the act is let pass too.
    """

    rule = ""
    """Rule number, cited by the buttons."""
    per = ""
    """The step around the window (one activation, one turn) in which `spent` counts; empty: this window alone."""
    pass_all = ""
    """Message key of the button that lets the whole act pass, where there may be more windows in it."""
    ends = ("let_pass", "let_all")

    # the predicates ---------------------------------------------------------------------

    def stands(self, t: Table, f: Frame) -> bool:
        """Return whether what opened the window is still there to be reacted to."""
        return True

    def reacts(self, r: Reader, f: Frame) -> bool:
        """Return whether the side can react at all; else it is not asked."""
        raise NotImplementedError

    def reactions(self, s: Seen, f: Frame) -> list[Ask]:
        """Return what the side may do: who reacts, who together (`groups` of an ask), with what."""
        raise NotImplementedError

    def prompt(self, s: Seen, f: Frame) -> tuple[Message, Message | None]:
        """Return the sentence of the prompt and its detail."""
        raise NotImplementedError

    def chances(self, s: Seen, f: Frame, asks: list[Ask]) -> list[dict[str, Any]]:
        """Return a row for each who might react: {piece, text, ask, args, detail, value} with its odds, or `why_not`."""
        return []

    def came_of(self, t: Table, f: Frame, result: Any) -> None:
        """Take in what a reaction has come to: the result of the step that it called."""

    # once per what ----------------------------------------------------------------------

    def spend(self, t: Table, f: Frame, *keys: str) -> None:
        """Note that units, places … have reacted once more."""
        ledger = self._ledger(t, f)
        for key in keys:
            ledger[key] = ledger.get(key, 0) + 1

    def spent(self, r: Reader, f: Frame, key: str) -> int:
        """Return how often a unit, place … has reacted."""
        return self._ledger(r, f).get(key, 0)

    def _ledger(self, r: Reader, f: Frame) -> dict[str, int]:
        around = r.frame_of(self.per) if self.per else f
        if around is None:
            raise ValueError(f"{self.name}: there is no step {self.per} around it")
        found: dict[str, int] = around.l.setdefault("spent", {})
        return found

    # the step ---------------------------------------------------------------------------

    def asked(self, t: Table, f: Frame) -> str:
        """Return whose turn it is to react."""
        return str(f.l["side"])

    def begin(self, t: Table, f: Frame) -> None:
        """Open the window for the first side."""
        f.l.setdefault("told", {})
        if "side" not in f.l:
            f.l["side"], *f.l["sides"] = f.l["sides"]

    def run(self, t: Table, f: Frame) -> None:
        """Take in what came of the last reaction; ask on, or open the window for the next side."""
        if f.result is not None:
            self.came_of(t, f, f.result)
        if "over" not in f.l:
            f.l["over"] = False
            self.begin(t, f)
        later: list[str] = f.l.get("sides", [])
        while later and (f.l["over"] or not self.is_open(t, f)):
            f.l.update(side=later.pop(0), over=False)
        super().run(t, f)

    def is_open(self, t: Table, f: Frame) -> bool:
        """Return whether the side is asked."""
        return self.stands(t, f) and self.reacts(t, f)

    def close(self, t: Table, f: Frame) -> dict[str, Any]:
        """Hand back what came of the window."""
        return dict(f.l["told"])

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer the reactions with their chances, and to let it pass."""
        asks = self.reactions(s, f)
        asks.append(offers.button("let_pass", "button.let_pass", rule=self.rule, primary=True))
        if self.pass_all:
            asks.append(offers.button("let_all", self.pass_all, rule=self.rule))
        prompt, detail = self.prompt(s, f)
        return offers.offer(prompt, *asks, detail=detail, firers=self.chances(s, f, asks), step=self.name)

    def do_let_all(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the whole act pass."""
        f.l["told"]["pass_all"] = True
