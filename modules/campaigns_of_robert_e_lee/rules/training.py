"""Training, wounds, detached regiments in the admin sequence (14.36, 14.37, 14.5)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import fallen, ground, morale, orders, tree
from .actions import Action
from .chores import Chore
from .facts import (
    UNION,
    box,
    counter,
    hexes_of,
    is_active,
    is_cavalry,
    is_infantry,
    is_leader,
    marked,
    steps,
    wound,
    wrapped,
)

TRAIN, FORM, FORM_NOW = "reorganization.train", "reorganization.form_detached_regiments", "impulse.form_detached_regiments"


def training(r: Reader, leader: str) -> list[str]:
    """Return the training markers of a leader's force (14.36)."""
    return marked(r, f"{tree.box_of(r, leader)}-state", "training")


class Recover(Step):
    """Wounds heal by a level (14.37), in the pool too; who has trained a whole turn gains morale (14.36)."""

    name = "recover"

    def run(self, t: Table, f: Frame) -> None:
        """Heal, and end training."""
        side = f.l["side"]
        hurt = [p for p in sorted(t.records) if t.owner(p) == side and is_leader(t, p) and wound(t, p)]
        for leader in hurt:
            if t.where(leader) != box(side, "dead"):
                fallen.set_wound(t, leader, wound(t, leader) - 1)
        for leader in tree.leaders(t, side):
            for marker in training(t, leader):
                if int(t.attr(marker, "since") or 0) < int(t.var("turn")):
                    morale.change(t, leader, "trained", "14.36")
                    t.remove(marker)
        t.done()


class Training(Chore):
    """Leaders in towns begin to train (14.36)."""

    name, rule = "training", "14.36"

    def able(self, r: Reader, f: Frame) -> list[str]:
        """Return who may begin: a force in a town, a point to spend, not entrenching."""
        found = []
        for p in tree.leaders(r, f.l["side"]):
            where = tree.place_of(r, p)
            busy = training(r, p) or marked(r, f"{tree.box_of(r, p)}-state", "entrenching")
            if where and ground.is_town(r, where) and not busy and orders.can_pay(r, p, TRAIN, alone=True):
                found.append(p)
        return found

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the ask to train."""
        able = self.able(s, f)
        return [offers.pieces("train", "ask.train", able, rule="14.36")] if able else []

    def do_train(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lay the marker: until the admin sequence of the next turn he does nothing else."""
        leader = args["pieces"][0]
        orders.spend(t, leader, TRAIN, "14.36", alone=True)
        counter(t, "training", f"{tree.box_of(t, leader)}-state", side, since=int(t.var("turn")))
        t.note("note.training", rule="14.36", only=[side], leader={"p": leader})


# detached regiments -----------------------------------------------------------------


def splits(r: Reader, unit: str) -> int:
    """Return how many regiments a step of a unit makes (8.71); none of engineers, regiments or militia."""
    if r.has(unit, "detached") or r.attr(unit, "militia") or not (is_infantry(r, unit) or is_cavalry(r, unit)):
        return 0
    if steps(r, unit) == 1 and int(r.attr(unit, "steps", 1)) == 1:
        row = "one_step_unit_removed"
    elif is_cavalry(r, unit):
        row = "cavalry_step"
    else:
        row = "union_infantry_division_step" if r.owner(unit) == UNION else "csa_infantry_brigade_step"
    return int(r.chart("detachment").at(row))


def sources(r: Reader, side: str, order: str) -> list[str]:
    """Return the units of which regiments may be detached: their hex's commander, active, can pay (8.71)."""
    found = []
    for where in hexes_of(r, side):
        chief = tree.commander(r, where, side)
        if chief and is_active(r, chief) and orders.can_pay(r, chief, order):
            found += [u for p in tree.leaders_at(r, where, side) for u in tree.units(r, p) if splits(r, u)]
    return found


def detach(t: Table, side: str, unit: str, order: str) -> None:
    """Form the regiments of a step of a unit, in its own force (8.71)."""
    where = tree.hex_of_unit(t, unit)
    chief, at = tree.commander(t, where, side), t.where(unit)
    n = splits(t, unit)
    orders.spend(t, chief, order, "8.71")
    if steps(t, unit) > 1:
        t.turn(unit, "back")
    else:
        t.move(unit, box(side, "eliminated"))
    for _ in range(n):
        counter(t, f"{side}_regiment", at, side)
    t.note("note.regiments", rule="8.71", only=[side], unit={"p": unit}, n=n)


def absorbers(r: Reader, side: str) -> dict[str, list[str]]:
    """Return unit that may regain a step → regiments of its hex that it may take in (14.5, the chart in reverse)."""
    found = {}
    for where in hexes_of(r, side):
        every = tree.units_at(r, where, side)
        regiments = [u for u in every if r.has(u, "detached")]
        for unit in every:
            lost = int(r.attr(unit, "steps", 1)) == 2 and steps(r, unit) == 1 and not r.attr(unit, "militia")
            if lost and len(regiments) >= splits_whole(r, unit) > 0:
                found[unit] = regiments
    return found


def splits_whole(r: Reader, unit: str) -> int:
    """Return how many regiments give a reduced unit its step back."""
    if is_cavalry(r, unit):
        row = "cavalry_step"
    else:
        row = "union_infantry_division_step" if r.owner(unit) == UNION else "csa_infantry_brigade_step"
    return int(r.chart("detachment").at(row))


class Regiments(Chore):
    """Regiments are detached, or taken in again (14.5)."""

    name, rule = "regiments", "14.5"

    def tasks(self, s: Seen, f: Frame) -> list[Ask]:
        """Return the asks to form and to absorb regiments."""
        side = f.l["side"]
        found: list[Ask] = []
        some = sources(s, side, FORM)
        if some:
            found.append(offers.pieces("form_regiments", "ask.form_regiments", some, rule="14.5"))
        takers = sorted(absorbers(s, side))
        if takers:
            found.append(offers.pieces("absorb_regiments", "ask.absorb_regiments", takers, rule="14.5"))
        return found

    def do_form_regiments(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Detach regiments of a unit."""
        detach(t, side, args["pieces"][0], FORM)

    def do_absorb_regiments(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a unit take regiments in for a step."""
        unit = args["pieces"][0]
        for regiment in absorbers(t, side)[unit][: splits_whole(t, unit)]:
            t.remove(regiment)
        t.turn(unit, "front")
        t.note("note.restored", rule="14.5", only=[side], units=wrapped([unit]))


def impulse_asks(s: Seen, f: Frame) -> list[Ask]:
    """Return the ask to detach regiments in an impulse (8.71)."""
    some = sources(s, f.l["side"], FORM_NOW)
    return [offers.pieces("form_regiments", "ask.form_regiments", some, rule="8.71")] if some else []


def impulse_do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> None:
    """Detach regiments in an impulse (8.71)."""
    detach(t, side, args["pieces"][0], FORM_NOW)


MENU = (Action(("form_regiments",), impulse_asks, impulse_do),)
STEPS = (Recover(), Training(), Regiments())
