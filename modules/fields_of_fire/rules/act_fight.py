"""Combat actions of the units themselves (4.2.4): spotting, concentrated fire, grenades, cease and shift fire."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, Message
from qtwar.kit.table import Reader, Seen, Table
from qtwar.kit.tally import Tally

from . import cover, deck, facts, fire, grenades, ground, sight
from .act_move import PlatoonAction, platoon_here
from .actions import Action, Order, why
from .attempts import Attempt, begin

RANDOM = "random"
"""The value of concentrated fire at a random enemy (6.6)."""


# spotting -------------------------------------------------------------------------------


def unspotted_cards(r: Reader, unit: str) -> list[str]:
    """Return the cards in sight that hold unspotted enemies (9.3)."""
    here = facts.card(r, unit)
    eyes = (ground.height(r, unit), 0)
    hidden = [p for p in facts.cards_with(r, facts.ENEMY) if not fire.foes(r, p, facts.US)]
    return [place for place in hidden if sight.sees(r, here, place, eyes=eyes)]


def spotting(r: Reader, unit: str, place: str) -> Tally:
    """Return how many cards a unit draws to spot a card, each part a line (4.2.4.a, 9.3)."""
    chart, tally = r.chart("spotting"), Tally()
    tally.add("spot.base", "4.2", ground.limit(r, "attempt"))
    tally.add("spot.experience", "4.2", facts.extra_cards(r, unit))
    enemies = facts.free_units(r, place, facts.ENEMY)
    away = sight.distance(r, facts.card(r, unit), place)
    worst = sight.visibility(r, place)
    firing = bool(fire.aim(r, place, facts.ENEMY)) or any(r.attr(u, "aim") for u in enemies)
    heads = {
        "target_fired_this_turn": firing or facts.ENEMY in fire.fall_on(r, place).inside,
        "target_exposed": any(facts.is_exposed(r, u) for u in enemies),
        "target_under_cover": all(ground.under(r, u) for u in enemies),
        "same_card": away == 0, "adjacent": away == 1, "range_2": away == 2, "range_3": away == 3,
        "visibility_1": worst == 1, "limited_visibility": worst >= sight.LIMITED,
        "sniper_target": any(facts.printed_vof(r, u) == "S!" for u in enemies), "spotter_vehicle": facts.is_vehicle(r, unit),
    }  # fmt: skip
    for head, holds in heads.items():
        if holds:
            tally.add(f"spot.{head}", "4.2.4.a", int(chart.at(head)))
    return tally


class Spot(Attempt):
    """Spot an enemy card (4.2.4.a, 9.3)."""

    id, verb, icon = "4.2.4.a", "spot", "crosshair"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if unspotted_cards(r, unit) else why("nothing_to_spot", "9.3")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.cell(self.verb, "act.spot", unspotted_cards(s, unit), rule=self.id)

    def cards(self, r: Reader, unit: str, args: dict[str, Any]) -> int:
        return max(1, spotting(r, unit, args["cell"]).total)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        spotted(t, args["cell"])


def spotted(t: Table, place: str) -> None:
    """Spot all enemies on a card (9.3)."""
    for enemy in facts.free_units(t, place, facts.ENEMY):
        if not facts.is_spotted(t, enemy):
            facts.mark(t, enemy, "unspotted", False)
            t.note("note.spotted", rule="9.3", piece={"p": enemy})


# concentrated fire ----------------------------------------------------------------------


def fire_card(r: Reader, unit: str) -> str:
    """Return the card at which a unit fires now, its own in a close fight; an empty word for none (6.6)."""
    here = facts.card(r, unit)
    to = here if here and fire.foes(r, here, r.owner(unit)) else fire.aim(r, here, r.owner(unit)) if here else ""
    if not to or not fire.shoots(r, unit, to) or not fire.foes(r, to, r.owner(unit)):
        return ""
    return to if to == here or fire.line(r, here, to, unit).clear else ""


def concentrate_choices(r: Reader, unit: str) -> list[Choice]:
    """Return at what a unit may concentrate: one cover marker, or a random enemy (6.6)."""
    place = fire_card(r, unit)
    if not place:
        return []
    foes = [u for u in fire.foes(r, place, r.owner(unit)) if not facts.is_vehicle(r, u)]
    markers = list(dict.fromkeys(m for u in foes if (m := ground.under(r, u))))
    at_random: Choice = {"value": RANDOM, "label": offers.msg("choice.random")}
    return [*cover.choices(r, markers), at_random] if foes else []


class Concentrate(Attempt):
    """Concentrate fire on one target (4.2.4.b, 6.6)."""

    id, verb, icon = "4.2.4.b", "concentrate", "crosshair"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if concentrate_choices(r, unit) else why("no_target", "6.6")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(self.verb, f"act.{self.verb}", concentrate_choices(s, unit), rule=self.id)

    def cards(self, r: Reader, unit: str, args: dict[str, Any]) -> int:
        return super().cards(r, unit, args) + (1 if facts.is_tripod_mg(r, unit) else 0)

    def drawn(self, t: Table, o: Order, unit: str, args: dict[str, Any], cards: list[str]) -> None:
        grenades.jam(t, unit, cards)

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        concentrated(t, unit, str(args.get("choice") or RANDOM))


def concentrated(t: Table, unit: str, choice: str) -> None:
    """Lay a Concentrated Fire marker on a cover marker, or on a random enemy of the card fired at (6.6)."""
    foes = [
        u for u in fire.foes(t, fire_card(t, unit) or facts.card(t, unit), t.owner(unit)) if not facts.is_vehicle(t, u)
    ]
    goal = choice
    if choice == RANDOM or not t.exists(choice):
        if not foes:
            return
        goal = deck.choose(t, foes)
    facts.lay(t, "vof_concentrated", t.spot(goal), t.owner(unit), target=goal)
    facts.mark(t, unit, "concentrated")
    t.note("note.concentrated", rule="6.6", piece={"p": unit}, target={"p": goal})


class PlatoonConcentrate(Concentrate, PlatoonAction):
    """Concentrate the fire of a platoon on one target, each by its own attempt (4.2.4.c)."""

    id, verb = "4.2.4.c", "platoon_concentrate"
    cost = 2

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return PlatoonAction.applies(self, r, o, unit)

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        return [p for p in platoon_here(r, o, unit) if concentrate_choices(r, p)]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return PlatoonAction.bar(self, r, o, unit)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.choose(
            self.verb, f"act.{self.verb}", concentrate_choices(s, self.able(s, o, unit)[0]), rule=self.id
        )

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        begin(t, o, self, [(p, {"choice": args["choice"]}) for p in self.able(t, o, unit)])


# grenades -------------------------------------------------------------------------------


class Grenade(Attempt):
    """Attack with grenades (4.2.4.d, 6.5)."""

    id, verb, icon = "4.2.4.d", "grenade", "grenade"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if grenades.all_goals(r, unit) else why("no_target", "6.5")

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        return offers.pieces(self.verb, f"act.{self.verb}", grenades.all_goals(s, unit), rule=self.id)

    def holders(self, r: Reader, o: Order, unit: str) -> list[str]:
        """Return who may throw white phosphorus with this order (4.3.6.B)."""
        return [unit] if grenades.phosphorus(r, unit) else []

    def asks(self, s: Seen, o: Order, unit: str) -> list[Ask]:
        found, holders = [self.ask(s, o, unit)], self.holders(s, o, unit)
        if holders:
            goals = list(dict.fromkeys(g for p in holders for g in grenades.all_goals(s, p)))
            label, name = f"act.{self.verb}_wp", f"{self.verb}.wp"
            found.append(offers.pieces(self.verb, label, goals, rule="4.3.6.B", id=name, fixed={"wp": True}))
        return found

    def preview(self, s: Seen, o: Order, unit: str, ask: Ask) -> Ask:
        throwers = self.able(s, o, unit)
        if len(throwers) == 1:  # else who throws hangs on the target: the odds tell what they can do together
            ask = super().preview(s, o, unit, ask)
        ask["odds"] = {"verb": self.verb, "support": throwers}
        return ask

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        goal = args["pieces"][0]
        if args.get("wp") and not grenades.phosphorus(t, unit):
            t.refuse("refuse.no_signal", rule="4.3.6.B")
        grenades.pay(t, unit, t.spot(goal))
        begin(t, o, self, [(unit, {"goal": goal, "wp": bool(args.get("wp"))})])

    def drawn(self, t: Table, o: Order, unit: str, args: dict[str, Any], cards: list[str]) -> None:
        grenades.jam(t, unit, cards)
        if args.get("wp"):
            grenades.smoke(t, unit, args["goal"])

    def success(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        if t.exists(args["goal"]):
            grenades.land(t, unit, args["goal"])
            grenades.answer(t, unit, args["goal"], landed=True)

    def failure(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        if t.exists(args["goal"]):
            grenades.miss(t, unit, t.spot(args["goal"]))
            grenades.answer(t, unit, args["goal"], landed=False)


class PlatoonGrenade(Grenade, PlatoonAction):
    """Attack one target with the grenades of a platoon, each by its own attempt (4.2.4.e)."""

    id, verb = "4.2.4.e", "platoon_grenade"
    cost = 2

    def applies(self, r: Reader, o: Order, unit: str) -> bool:
        return PlatoonAction.applies(self, r, o, unit)

    def able(self, r: Reader, o: Order, unit: str) -> list[str]:
        return [p for p in platoon_here(r, o, unit) if grenades.all_goals(r, p)]

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return PlatoonAction.bar(self, r, o, unit)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        goals = list(dict.fromkeys(g for p in self.able(s, o, unit) for g in grenades.all_goals(s, p)))
        return offers.pieces(self.verb, f"act.{self.verb}", goals, rule=self.id)

    def holders(self, r: Reader, o: Order, unit: str) -> list[str]:
        return [p for p in self.able(r, o, unit) if grenades.phosphorus(r, p)]

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        goal = args["pieces"][0]
        throwers = [p for p in self.able(t, o, unit) if goal in grenades.all_goals(t, p)]
        white = next((p for p in throwers if args.get("wp") and grenades.phosphorus(t, p)), "")
        if args.get("wp") and not white:
            t.refuse("refuse.no_signal", rule="4.3.6.B")
        for thrower in throwers:
            grenades.pay(t, thrower, t.spot(goal))
        begin(t, o, self, [(p, {"goal": goal, "wp": p == white}) for p in throwers])


# cease and shift fire -------------------------------------------------------------------


def fires(r: Reader, place: str) -> bool:
    """Return whether the US units of a card fire out of it, or fire special tasks (4.2.4.i)."""
    return bool(fire.aim(r, place, facts.US)) or any(
        r.attr(u, "indirect") or r.attr(u, "fpl_fires") for u in facts.free_units(r, place, facts.US)
    )


class CeaseFire(Action):
    """Everybody on the card ceases fire (4.2.4.i)."""

    id, verb = "4.2.4.i", "cease_fire"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        return None if fires(r, facts.card(r, unit)) else why("no_fire", self.id)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        cease(t, facts.card(t, unit))


def cease(t: Table, place: str) -> None:
    """Take the fire of a card's US units off; those with a spotted enemy in sight open fire anew at once (6.4, AMB-13)."""
    fire.set_aim(t, place, facts.US, "")
    for unit in facts.free_units(t, place, facts.US):
        for key in ("indirect", "fpl_fires"):
            t.set_attr(unit, key, None)
        facts.mark(t, unit, "holds", not t.option("cease_reopens"))  # AMB-13 turned round: quiet until the clean-up
    t.note("note.ceased", rule="6.4", cell={"c": place})


def shift_targets(r: Reader, o: Order, unit: str) -> list[str]:
    """Return the cards to which a card's fire may be shifted: in the issuer's sight, in line and range of some unit (6.4)."""
    place = facts.card(r, unit)
    eye = o.by(unit)
    seen = sight.seen_from(r, facts.card(r, eye), eyes=(ground.height(r, eye), 0)) if facts.card(r, eye) else ()
    units = facts.free_units(r, place, facts.US)
    return [
        to for to in seen
        if to not in (place, fire.aim(r, place, facts.US)) and ground.in_play(to)
        and any(fire.points(r, u, to) and fire.line(r, place, to, u).clear for u in units)
        and not fire.through_friends(r, place, to, facts.US)
    ]  # fmt: skip


class ShiftFire(Action):
    """Everybody on the card fires at another card (4.2.4.j)."""

    id, verb = "4.2.4.j", "shift_fire"

    def bar(self, r: Reader, o: Order, unit: str) -> Message | None:
        if not fire.aim(r, facts.card(r, unit), facts.US):
            return why("no_fire", self.id)
        return None if shift_targets(r, o, unit) else why("no_target", self.id)

    def ask(self, s: Seen, o: Order, unit: str) -> Ask:
        able, told = shift_targets(s, o, unit), {"verb": self.verb, "from": facts.card(s, unit)}
        return offers.cell(self.verb, f"act.{self.verb}", able, rule=self.id, odds=told)

    def do(self, t: Table, o: Order, unit: str, args: dict[str, Any]) -> None:
        place = facts.card(t, unit)
        fire.set_aim(t, place, facts.US, args["cell"])
        t.note("note.shifted", rule="6.4", frm={"c": place}, to={"c": args["cell"]})


ACTIONS: tuple[Action, ...] = (
    Spot(), Concentrate(), PlatoonConcentrate(), Grenade(), PlatoonGrenade(), CeaseFire(), ShiftFire(),
)  # fmt: skip
