"""What damage does: shaken, casualties, wounds, heroes that arise, weapons that must be dropped (5.1, 11.2, 13.82, 13.93)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Choice, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import events
from .facts import (
    book_steps,
    carry_limit,
    enemies_in,
    fits,
    is_good,
    is_smc,
    is_squad,
    is_wounded,
    lose,
    mark,
    marks,
    morale,
    weapons,
)
from .ground import neighbours


def column(r: Reader, unit: str) -> str:
    """Return the column of the direct fire table in which a unit is looked up (5.1)."""
    if r.has(unit, "hero"):
        return "hero"
    return ("good_order" if is_good(r, unit) else "shaken") + ("_smc" if is_smc(r, unit) else "_mmc")


def verdict(r: Reader, unit: str, check: int) -> str:
    """Return the result of a damage check: no_effect, shaken, casualty, wounded, eliminated (5.1)."""
    m = morale(r, unit)
    row = "up_to_m" if check <= m else "over_m" if check < 2 * m else "over_2m" if check < 3 * m else "over_3m"
    return str(r.chart("dft").at(row, column(r, unit)))


def suffer(t: Table, unit: str, result: str) -> None:
    """Carry out a result on a unit (5.1)."""
    if result == "shaken":
        shake(t, unit)
    elif result == "casualty":
        casualty(t, unit)
    elif result == "wounded":
        wound(t, unit)
    elif result == "eliminated":
        t.note("note.eliminated", rule="5.1", piece={"p": unit})
        lose(t, unit)


def shake(t: Table, unit: str) -> None:
    """Turn a unit to its shaken side (5.1)."""
    t.turn(unit, "back")
    t.note("note.shaken", rule="5.1", piece={"p": unit})


def casualty(t: Table, unit: str) -> None:
    """Reduce a squad to a shaken half-squad by the loss table; what is smaller is eliminated (5.1, 13.82, 13.93)."""
    if not is_squad(t, unit):
        t.note("note.eliminated", rule="5.1", piece={"p": unit})
        lose(t, unit)
        return
    kind = t.record(unit)["kind"]
    chart = t.chart("losses")
    even, odd = chart.at(kind, "even"), chart.at(kind, "odd")
    to = even
    if even != odd:
        die = t.roll(purpose="roll.half_squad", by=t.owner(unit))[0]
        to = even if die % 2 == 0 else odd
    t.become(unit, str(to))
    t.turn(unit, "back")
    book_steps(t, t.owner(unit), 1)
    t.note("note.casualty", rule="5.1", piece={"p": unit}, kind={"k": str(to)})


def wound(t: Table, unit: str) -> None:
    """Wound an SMC; a second wound eliminates it (5.1)."""
    if is_wounded(t, unit):
        t.note("note.second_wound", rule="5.1", piece={"p": unit})
        lose(t, unit)
        return
    t.turn(unit, "back")
    if not t.has(unit, "hero"):
        t.set_attr(unit, "wounded", True)
        t.set_attr(unit, "hurt", True)
    t.note("note.wounded", rule="5.1", piece={"p": unit})


def heal(t: Table, unit: str) -> None:
    """Take a wound off an SMC; a shaken one stays shaken (11.3)."""
    if t.has(unit, "hero"):
        t.turn(unit, "front")
    else:
        t.set_attr(unit, "wounded", None)
        t.set_attr(unit, "hurt", None)


# heroes ------------------------------------------------------------------------


def hero_arises(t: Table, parent: str, *, moving: bool) -> str:
    """Roll for a hero and bring him in with a skill card; returns him, or an empty word (5.1, 11.2, 12.0)."""
    side = t.owner(parent)
    die = t.roll(purpose="roll.hero", by=side)[0]
    if die % 2:
        t.note("note.no_hero", rule="5.1", piece={"p": parent}, die=die)
        return ""
    left = [p for p in t.content.pieces_of(f"hero_{side}") if not t.exists(p)]
    if not left:
        t.note("note.no_hero_left", rule="11.2", side={"s": side})
        return ""
    hero = t.pick(left)
    t.add(hero, t.where(parent))
    for which in marks(t, parent):
        mark(t, hero, which)
    t.note("note.hero", rule="11.2", piece={"p": hero}, cell={"c": t.where(hero)})
    draw_card(t, hero)
    return hero


def draw_card(t: Table, hero: str) -> None:
    """Give a hero a card: the next of the deck that heroes may hold; the scenario may name it (11.2, 12.0)."""
    wanted = (t.scenario.get("attrs") or {}).get("hero_card")
    deck = t.ids("skill_deck")
    if wanted:
        named = [p for p in deck if t.record(p)["kind"] == f"card_{wanted}"]
        if named:
            give_card(t, named[0], hero)
            return
    while deck:
        card = deck.pop()
        if may_hold(t, card, hero):
            give_card(t, card, hero)
            return
        t.move(card, "skill_used")
        t.note("note.card_aside", rule="12.0", card={"p": card})
    t.note("note.no_card", rule="12.0")


def may_hold(r: Reader, card: str, unit: str) -> bool:
    """Return whether a unit may hold a skill card (12.0)."""
    who = r.attr(card, "holder", ["any"])
    return "any" in who or any(r.has(unit, trait) for trait in who)


def give_card(t: Table, card: str, unit: str) -> None:
    """Hand a skill card to a unit, open to both sides (12.0)."""
    t.move(card, f"@{unit}")
    t.give(card, t.owner(unit))
    t.know(card, None)
    t.note("note.card", rule="12.0", card={"p": card}, piece={"p": unit})


def use_card(t: Table, card: str) -> None:
    """Put a card that is used once away (12.0)."""
    t.note("note.card_used", rule="12.0", card={"p": card})
    t.move(card, "skill_used")


class HeroAside(Step):
    """The owner puts a new hero for whom there is no room into a neighbouring hex free of enemies (11.2). Locals: `piece`."""

    name = "hero_aside"

    def run(self, t: Table, f: Frame) -> None:
        hero = f.l["piece"]
        if f.l.get("placed"):
            t.done()
        elif not self.places(t, hero):
            t.note("note.no_room", rule="11.2", piece={"p": hero})
            lose(t, hero)
            t.done()
        else:
            t.wait(t.owner(hero))

    @staticmethod
    def places(r: Reader, hero: str) -> list[str]:
        """Return where the hero may be put."""
        side, here = r.owner(hero), r.where(hero)
        return [p for p in neighbours(r, here) if not enemies_in(r, p, side) and fits(r, p, side, [hero])]

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        hero = f.l["piece"]
        ask = offers.place("aside", "ask.aside", {hero: self.places(s, hero)}, rule="11.2")
        return offers.offer(msg("prompt.aside", piece={"p": hero}), ask)

    def do_aside(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put the hero down."""
        f.l["placed"] = True
        t.move(f.l["piece"], args["cell"])
        events.entered(t, side, args["cell"])


class Drop(Step):
    """The owner chooses which weapon a reduced squad drops (1.6.1). Locals: `piece`."""

    name = "drop"

    def run(self, t: Table, f: Frame) -> None:
        unit = f.l["piece"]
        if len(weapons(t, unit)) <= carry_limit(t, unit):
            t.done()
        else:
            t.wait(t.owner(unit))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        unit = f.l["piece"]
        choices: list[Choice] = [{"value": w, "label": msg("choice.piece", piece={"p": w})} for w in weapons(s, unit)]
        ask = offers.choose("drop", "ask.drop", choices, rule="1.6.1")
        return offers.offer(msg("prompt.drop", piece={"p": unit}), ask)

    def do_drop(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lay a weapon down in the hex."""
        weapon = args["choice"]
        t.move(weapon, t.spot(weapon))
        t.note("note.dropped", rule="1.6.1", piece={"p": weapon})


STEPS = (HeroAside(), Drop())
