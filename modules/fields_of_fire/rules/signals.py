"""Signals: flares, smoke and hand flares, and the one action that each is tied to (4.2.1.c, 4.3.6, 8.1)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, msg
from qtwar.kit.table import Reader, Seen, Table

from . import attempts, facts, ground, movement, nets, sight
from .actions import Action, Order, why
from .facts import US

STARS = frozenset(("rsp", "gsp", "rsc", "gsc"))
"""Coloured flares: seen anywhere, whatever lies between (4.3.6.A)."""
GROUND = {"colored_smoke": "colored_smoke", "wp_grenade": "smoke_wp"}
"""Smoke → the marker that it makes on the card of who uses it (4.3.6.B)."""
LIGHT = "hand_flare"
CARD_WIDE = "4.2.4.i"
"""Ceasing fire is an order for all of a card (4.2.4.i)."""
ISSUER = "signal"
"""Who gives an order by signal: no HQ, so nobody can exhort."""
PLENTY = 99


def held(r: Reader, unit: str) -> dict[str, str]:
    """Return kind of signal → one such that a unit holds (2.3.2)."""
    kinds = (*sorted(STARS), *GROUND, LIGHT)
    return {str(r.record(a)["kind"]): a for a in nets.assets(r, unit) if r.record(a)["kind"] in kinds}


def lightable(r: Reader, unit: str) -> list[str]:
    """Return the cards over which a unit can fire a hand flare: its own and those beside (4.3.6, 8.1)."""
    here = facts.card(r, unit)
    if not here or not sight.flares_serve(r):
        return []
    return [p for p in (here, *ground.next_to(r, here)) if ground.in_play(p)]


class UseSignal(Action):
    """A unit uses a signal that it holds (4.2.1.c)."""

    id, verb = "4.2.1.c", "use_signal"

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return facts.is_infantry(r, unit) and bool(held(r, unit))

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not ground.in_play(facts.card(r, unit)):
            return why("staging", "2.3.5")
        if set(held(r, unit)) == {LIGHT} and not lightable(r, unit):
            return why("no_night", "8.1")
        return None

    def asks(self, s: Seen, o: Order, unit: str) -> list[Ask]:
        found: list[Ask] = []
        for kind in held(s, unit):
            name, fixed = f"{self.verb}.{kind}", {"kind": kind}
            if kind == LIGHT:
                cells = lightable(s, unit)
                no = None if cells else why("no_night", "8.1")
                label = msg("act.hand_flare")
                if no is not None:
                    found.append(offers.button(self.verb, label, rule="8.1", why_not=no, id=name, fixed=fixed))
                else:
                    found.append(offers.cell(self.verb, label, cells, rule="8.1", id=name, fixed=fixed))
                continue
            meaning = tied(s, kind) if kind in STARS else ""
            label = msg("act.signal", kind={"k": kind}, what=msg(f"signal.{meaning or 'none'}"))
            if kind in GROUND:
                label = msg("act.smoke", kind={"k": kind})
            found.append(offers.button(self.verb, label, rule=self.id, id=name, fixed=fixed))
        return found

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        kind, here = args["kind"], facts.card(t, unit)
        asset = held(t, unit).get(kind)
        if asset is None or (kind == LIGHT and args.get("cell") not in lightable(t, unit)):
            t.refuse("refuse.no_signal", rule=self.id)
        t.remove(asset)
        place = args["cell"] if kind == LIGHT else here
        facts.lay(t, GROUND.get(kind, "hand_flare_lit" if kind == LIGHT else kind), place, US)
        t.note("note.signal", rule=self.id, piece={"p": unit}, kind={"k": kind}, cell={"c": place})
        if kind in STARS:
            obey(t, kind)


def tied(r: Reader, kind: str) -> str:
    """Return the action that a signal stands for, an empty word for none (4.3.6)."""
    word = str((r.var("signals") or {}).get(kind, {}).get("action", "none"))
    return "" if word == "none" else word


def obey(t: Table, kind: str) -> None:
    """All US units do what the signal means, those that may; coloured flares are seen by everybody (4.3.6)."""
    from .menu import ACTIONS

    word = tied(t, kind)
    action = next((one for one in ACTIONS if one.id == word), None)
    if action is None:
        return
    able = []
    for unit in facts.all_units(t, US):
        o = Order(unit, PLENTY, frozenset(), True)
        if facts.is_infantry(t, unit) and action.applies(t, o, unit) and action.why_not(t, o, unit) is None:
            able.append(unit)
    t.note("note.signal_obeyed", rule="4.3.6", what=msg(f"signal.{word}"), n=len(able))
    order = Order(ISSUER, PLENTY, frozenset(), True)
    if isinstance(action, attempts.Attempt):
        attempts.begin(t, order, action, [(unit, {}) for unit in able])
        return
    done: set[str] = set()
    for unit in able:
        place = facts.card(t, unit)
        if word == CARD_WIDE and place in done:
            continue
        done.add(place)
        if word == "4.2.2.a":
            forward(t, unit)
        else:
            action.do(t, order, unit, {})


def forward(t: Table, unit: str) -> None:
    """Move a unit to the card in front of its own, if it may (4.3.6)."""
    to = ground.at(ground.row(facts.card(t, unit)) + 1, ground.column(facts.card(t, unit)))
    if movement.bar(t, unit, to) is None:
        movement.go(t, unit, to)


ACTIONS: tuple[Action, ...] = (UseSignal(),)
