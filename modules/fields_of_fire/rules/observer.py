"""Enemy observers: they call fire upon the company while they have missions (9.8)."""

from __future__ import annotations

from qtwar.kit.automaton import best
from qtwar.kit.table import Reader, Table

from . import deck, facts, fire, ground, sight
from .facts import ENEMY, US


def targets(r: Reader, unit: str) -> list[str]:
    """Return the cards among which an observer chooses, by the first priority that gives any (9.8)."""
    own = [
        p for p in facts.cards_with(r, US)
        if any(r.attr(m, "support") == unit for m in fire.specials(r, p, "vof_incoming"))
    ]  # fmt: skip
    if own:
        return own
    here = r.spot(unit)
    seen = [p for p in facts.cards_with(r, US) if ground.in_play(p) and fire.line(r, here, p, unit).clear]
    armour = [p for p in seen if facts.vehicles(r, p, US)]
    return armour or seen


def call(t: Table, unit: str) -> None:
    """Call fire on the best target: most steps, nearest, at random; only a success spends a mission (9.8)."""
    cards = targets(t, unit)
    if not cards:
        return
    here = t.spot(unit)
    to = best(t, cards, lambda p: ground.steps_on(t, p, US), lambda p: -sight.distance(t, here, p))
    hit = deck.attempt(t, int(t.attr(unit, "draw")), "burst") > 0
    t.note("note.observer_calls" if hit else "note.observer_fails", rule="9.8", piece={"p": unit}, cell={"c": to})
    if hit:
        facts.lay(t, "pending_fire", to, ENEMY, ncm=int(t.attr(unit, "ncm")), support=unit)
        t.set_attr(unit, "missions", int(t.attr(unit, "missions")) - 1)
