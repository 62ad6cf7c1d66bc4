"""An attack from the first die to the last damage check, and what flamethrowers drive out (5.0, 5.1, 1.6.2, 11.4)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import events, fire, firegroup, harm, preview, sight
from .facts import (
    all_units,
    carry_limit,
    enemy,
    fits,
    holds,
    is_good,
    is_half,
    is_squad,
    is_tripod,
    leaders,
    leadership,
    lose,
    mark,
    marked,
    units,
    weapons,
    wrapped,
)
from .fire import Circumstances
from .firegroup import Shot
from .ground import hexes_apart, neighbours, step_cost


def begin(t: Table, shot: Shot, when: Circumstances, *, dice: int = 2) -> None:
    """Mark those who fire, use up what fires once, and call the step that resolves the attack.

    `dice`: a sniper's choice of one or two dice (11.4).
    """
    owners = list(dict.fromkeys([*shot.units, *(fire.carrier(t, w) for w in shot.weapons)]))
    t.note(
        "note.fire", rule="5.0", level=1, pieces=wrapped([*shot.units, *shot.weapons]), cell={"c": shot.target},
    )  # fmt: skip
    defences = {v: preview.defence(t, shot, v) for v in units(t, shot.target, enemy(shot.side))}
    moving = [v for v in defences if firegroup.is_moving_target(t, v, when)]
    he = next((int(t.attr(p, "he", 0)) for p in (*shot.units, *shot.weapons) if fire.is_ordnance(t, p)), 0)
    flames = next((fire.carrier(t, w) for w in shot.weapons if t.record(w)["kind"] == "flamethrower"), "")
    for unit in owners:
        mark(t, unit, "fired")
        if t.attr(unit, "placed"):
            t.set_attr(unit, "placed", None)  # 11.4
        if t.has(unit, "leader") and any(fire.carrier(t, w) == unit for w in shot.weapons):
            t.set_attr(unit, "used_lm", True)  # 1.6.1: who fires a weapon himself helps nobody
    if shot.leader:
        mark(t, shot.leader, "fired")  # 5.0.1
    for weapon in shot.weapons:
        if t.record(weapon)["kind"] == "card_grenades":
            harm.use_card(t, weapon)
        elif t.attr(weapon, "one_use"):
            t.note("note.used_up", rule="1.6.2", piece={"p": weapon})
            t.move(weapon, "spent")
    t.call(
        "attack",
        kind=shot.kind,
        side=shot.side,
        at=shot.at,
        target=shot.target,
        value=shot.value,
        he=he,
        dice=dice,
        plain=shot.satchel_alone,
        defences=defences,
        moving=[] if shot.satchel_alone else moving,
        in_motion=list(when.moving),
        flames=flames,
    )


class Attack(Step):
    """One attack: dice, then the damage checks one after another, leaders first. Hands back {stopped, heroes}."""

    name = "attack"

    def run(self, t: Table, f: Frame) -> None:
        if "checks" not in f.l:
            self._dice(t, f)
        while f.l["checks"]:
            if f.l.get("ask") or self._first(t, f):
                t.wait(enemy(f.l["side"]))
                return
            if self._check(t, f):
                return
        if f.l["flames"] and not f.l.get("driven"):
            f.l["driven"] = True
            t.call("retreat", side=enemy(f.l["side"]), cell=f.l["target"], flames=f.l["flames"])
            return
        events.left(t, f.l["target"])  # the dead leave it, the shaken hold it no longer
        t.done({"stopped": f.l["stopped"], "heroes": f.l["heroes"]})

    # the dice -----------------------------------------------------------------------

    def _dice(self, t: Table, f: Frame) -> None:
        """Roll attack and defence and list the damage checks to come (5.0, 5.3, 11.4, 14.0)."""
        f.l.update(checks=[], stopped=[], heroes=[], done=[])
        side, target = f.l["side"], f.l["target"]
        value = f.l["value"]
        if f.l["kind"] == "ordnance":
            shells = t.roll(2, purpose="roll.to_hit", by=side)
            hit = sum(shells) <= value
            t.note("note.to_hit" if hit else "note.missed", rule="14.0", total=sum(shells), number=value)
            if not hit:
                f.l["flames"] = ""
                return
            value = f.l["he"]
        sniper = f.l["kind"] == "sniper"
        attack = t.roll(f.l["dice"] if sniper else 1, purpose="roll.attack", by=side)
        defence = t.roll(purpose="roll.defence", by=enemy(side))[0]
        total = value + sum(attack)
        victims = [v for v in f.l["defences"] if v in units(t, target)]
        if sniper and victims:
            victims = [t.pick(victims)]
        hit = False
        for unit in sorted(victims, key=lambda v: not t.has(v, "leader")):  # 5.0: leaders check first
            against = defence + f.l["defences"][unit]
            diff = total + (1 if unit in f.l["moving"] and f.l["kind"] != "ordnance" else 0) - against
            if diff > 0:
                hit = True
                f.l["checks"].append([unit, diff])
        t.note(
            "note.attack", rule="5.0", value=value, dice=sum(attack), total=total, die=defence,
            defence=min((defence + f.l["defences"][v] for v in victims), default=defence), level=2,
        )  # fmt: skip
        if not hit:
            t.note("note.no_effect", rule="5.0", cell={"c": target})
            if t.option("flamethrower_moves_only_hit"):
                f.l["flames"] = ""

    # damage checks ------------------------------------------------------------------

    @staticmethod
    def _first(r: Reader, f: Frame) -> list[str]:
        """Return the leaders of whom the owner says who checks next, where one may help another (5.0)."""
        waiting = [u for u, _ in f.l["checks"] if r.has(u, "leader") and u in units(r, f.l["target"])]
        helps = any(is_good(r, u) and leadership(r, u) > 0 for u in waiting)
        return waiting if len(waiting) > 1 and helps and "die" not in f.l and not f.l.get("named") else []

    def _check(self, t: Table, f: Frame) -> bool:
        """Carry out the next damage check; returns whether somebody must choose first."""
        unit, diff = f.l["checks"][0]
        if unit not in units(t, f.l["target"]):
            f.l["checks"].pop(0)
            return False
        die = f.l.pop("die", None)
        if die is None:
            die = t.roll(purpose="roll.damage", by=t.owner(unit))[0]
        lm = self._steadied(t, unit, [u for u, _ in f.l["checks"]])
        result = harm.verdict(t, unit, die + diff - lm)
        card = holds(t, unit, "old_hand")
        if card and result != "no_effect" and not f.l.get("asked"):
            f.l["die"] = die
            f.l["ask"] = {"unit": unit, "card": card, "result": result}
            t.wait(t.owner(unit))
            return True
        f.l["asked"] = f.l["named"] = False
        f.l["checks"].pop(0)
        t.note(
            "note.damage", rule="5.0", piece={"p": unit}, die=die, diff=diff, lm=lm, total=die + diff - lm,
            result=msg(f"result.{result}"), level=2,
        )  # fmt: skip
        could_rise = die == 1 and (is_squad(t, unit) or is_half(t, unit))
        place = t.where(unit)
        harm.suffer(t, unit, result)
        if result != "no_effect" and unit in f.l["in_motion"]:
            f.l["stopped"].append(unit)  # 5.3
        hero = ""
        if could_rise and unit in units(t, place):
            hero = harm.hero_arises(t, unit, moving=unit in f.l["in_motion"])
            if hero and unit in f.l["in_motion"]:
                f.l["heroes"].append(hero)
        if unit in units(t, place) and len(weapons(t, unit)) > carry_limit(t, unit):
            t.call("drop", piece=unit)
            if hero and not fits(t, place, t.owner(hero)):
                t.call("hero_aside", piece=hero)
            return True
        if hero and not fits(t, place, t.owner(hero)):
            t.call("hero_aside", piece=hero)
            return True
        return False

    @staticmethod
    def _steadied(t: Table, unit: str, waiting: list[str]) -> int:
        """Return the leadership that helps a unit's damage check: no leader's own, nor his who has yet to check (5.0, 4.1)."""
        found = [p for p in leaders(t, t.where(unit), t.owner(unit), apart=unit) if p not in waiting]
        if not t.option("ops_complete_leader_steadies"):
            found = [p for p in found if not marked(t, p, "ops")]
        return max(0, leadership(t, found[0])) if found else 0  # he may help

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer the re-roll of the old hand (12.0), or the choice of the leader who checks first (5.0)."""
        ask = f.l.get("ask")
        if not ask:
            who = self._first(s, f)
            return offers.offer(
                msg("prompt.check_first", cell={"c": f.l["target"]}),
                offers.pieces("check_first", "ask.check_first", who, rule="5.0"),
            )
        return offers.offer(
            msg("prompt.reroll", piece={"p": ask["unit"]}, result=msg(f"result.{ask['result']}")),
            offers.button("reroll", "button.reroll", rule="12.0", primary=True),
            offers.button("keep", "button.keep", rule="12.0"),
        )

    def do_check_first(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put a leader's damage check before the others (5.0)."""
        first = args["pieces"][0]
        f.l["checks"].sort(key=lambda check: check[0] != first)
        f.l["named"] = True

    def do_reroll(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll the damage check again (12.0)."""
        harm.use_card(t, f.l["ask"]["card"])
        f.l.pop("ask")
        f.l.pop("die")
        f.l["asked"] = True

    def do_keep(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Keep the result."""
        f.l.pop("ask")
        f.l["asked"] = True


class Retreat(Staged):
    """Shaken units flee one hex from a flamethrower, in their owner's order; who has no hex to go to is eliminated.

    Locals: `side` (who flees), `cell`, `flames` (the unit that carries the flamethrower).
    """

    name = "retreat"

    first = "flee"

    @staticmethod
    def driven(r: Reader, f: Frame) -> dict[str, list[str]]:
        """Return shaken unit → where it may flee to (1.6.2)."""
        here = [u for u in units(r, f.l["cell"], f.l["side"]) if not is_good(r, u)]
        return {u: retreats(r, u, f.l["flames"]) for u in here}

    def at_flee(self, t: Table, f: Frame) -> None:
        left = self.driven(t, f)
        if any(left.values()):
            t.wait(f.l["side"])
            return
        for unit in left:
            t.note("note.burnt", rule="1.6.2", piece={"p": unit})
            lose(t, unit)
        t.done()

    def at_fled(self, t: Table, f: Frame) -> str:
        unit = f.l["piece"]
        t.call("reaction", side=enemy(f.l["side"]), cell=t.where(unit), moving=[unit], shots=f.l["cost"], fired=[])
        return "flee"

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        able = {unit: places for unit, places in self.driven(s, f).items() if places}
        ask = offers.place("flee", "ask.flee", able, rule="1.6.2", max=1)
        return offers.offer(msg("prompt.flee", pieces=wrapped(able), cell={"c": f.l["cell"]}), ask)

    def do_flee(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move the unit and mark it."""
        unit = f.l["piece"] = args["pieces"][0]
        f.l["stage"] = "fled"
        f.l["cost"] = max(1, step_cost(t, t.where(unit), args["cell"], [unit]) or 1)
        for weapon in weapons(t, unit):
            if is_tripod(t, weapon):
                t.move(weapon, t.where(unit))  # 1.6.01
        t.move(unit, args["cell"])
        mark(t, unit, "moved")
        t.note("note.fled", rule="1.6.2", piece={"p": unit}, cell={"c": args["cell"]})
        events.entered(t, side, args["cell"])


def retreats(r: Reader, unit: str, flames: str) -> list[str]:
    """Return where a unit may flee to: farther from the flames, not nearer to any other enemy who sees it (1.6.2)."""
    if r.has(unit, "sniper") or r.attr(unit, "immobile"):
        return []  # 11.4, 1.6.3
    here, side = r.where(unit), r.owner(unit)
    source = r.where(flames)
    watchers = [
        p for p in sorted({r.where(e) for e in all_units(r, enemy(side))}) if p != source and sight.sees(r, p, here)
    ]
    found = []
    for place in neighbours(r, here):
        if (
            units(r, place, enemy(side))
            or not fits(r, place, side, [unit])
            or step_cost(r, here, place, [unit]) is None
        ):
            continue
        if hexes_apart(r, place, source) <= hexes_apart(r, here, source):
            continue
        if all(hexes_apart(r, w, place) >= hexes_apart(r, w, here) for w in watchers):
            found.append(place)
    return found


STEPS = (Attack(), Retreat())
