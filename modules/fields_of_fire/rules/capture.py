"""Capture and retreat of both sides: teams left alone are taken, paralyzed teams under fire fall back (3.5)."""

from __future__ import annotations

from qtwar.kit.automaton import best
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Table

from . import facts, fire, ground, harm, mission, movement, sight
from .settle import settle

HELPLESS = (facts.PARALYZED, facts.LITTER)
CAPTORS = (facts.FIRE, facts.ASSAULT)


def capturable(r: Reader, place: str, side: str) -> list[str]:
    """Return the teams of a side on a card that fall into enemy hands: helpless, without any other friend (3.5, AMB-34)."""
    units = facts.free_units(r, place, side)
    helpless = [u for u in units if facts.lat(r, u) in HELPLESS]
    if r.option("any_friend_protects"):  # AMB-34: any other unit protects, helpless ones too
        alone = len(units) == 1
    else:
        alone = len(helpless) == len(units)
    if not helpless or not alone:
        return []
    captors = [u for u in facts.free_units(r, place, facts.other(side)) if not facts.is_vehicle(r, u)]
    return helpless if any(facts.is_good_order(r, u) or facts.team(r, u) in CAPTORS for u in captors) else []


def take(t: Table, unit: str) -> None:
    """Take a team prisoner; a campaign without prisoners makes it a casualty (3.5)."""
    t.note("note.captured", rule="3.5", piece={"p": unit}, cell={"c": t.spot(unit)})
    if not t.option("prisoners"):
        harm.replace(t, unit, facts.CASUALTY)
        return
    facts.mark(t, unit, "captured")
    ground.enter(t, unit, "")


def retreats(r: Reader, place: str, side: str) -> list[str]:
    """Return the paralyzed teams of a side that retreat from a card: under VOF, neither pinned nor prisoners (3.5)."""
    if not fire.has_vof(r, place):
        return []
    return [
        u for u in facts.free_units(r, place, side) if facts.lat(r, u) == facts.PARALYZED and not facts.is_pinned(r, u)
    ]


def shelter_of(r: Reader, unit: str, place: str) -> int:
    """Return the cover that a card would give a unit: its own value and the best free marker."""
    marker = ground.best_shelter(r, place, unit)
    return sight.cover(r, place, False) + (int(r.attr(marker, "ncm", 0)) if marker else 0)


def retreat(t: Table, unit: str) -> None:
    """Move a paralyzed team one card: no VOF there, better cover than now, nearer its own edge; exposed (3.5)."""
    here, side = facts.card(t, unit), t.owner(unit)
    ways = [p for p in ground.next_to(t, here) if _open(t, unit, p)]
    if not ways:
        return
    now = shelter_of(t, unit, here)
    to = best(
        t, ways, lambda p: not fire.has_vof(t, p), lambda p: shelter_of(t, unit, p) > now,
        lambda p: -home(t, p) if side == facts.US else ground.row(p),
    )  # fmt: skip
    movement.go(t, unit, to, marker=ground.best_shelter(t, to, unit) if ground.in_play(to) else "")
    facts.mark(t, unit, "exposed")


def home(r: Reader, place: str) -> int:
    """Return how far a card is from the company's own edge or, if that is nearer, from a landing zone (3.5)."""
    zones = [sight.distance(r, place, p) for p in (*mission.points(r, "lz"), *mission.points(r, "medevac_lz"))]
    return min(ground.row(place), *zones) if zones else ground.row(place)


def _open(r: Reader, unit: str, to: str) -> bool:
    side = r.owner(unit)
    if facts.free_units(r, to, facts.other(side)) or not ground.has_room(r, to, unit):
        return False
    return ground.within(r, to) if side == facts.US else ground.in_play(to)


class Capture(Step):
    """The mutual capture and retreat phase (3.5)."""

    name = "capture"

    def run(self, t: Table, f: Frame) -> None:
        """Captures first, then retreats; the US first."""
        for side in facts.SIDES:
            for place in facts.cards_with(t, side):
                if ground.in_play(place):
                    for unit in capturable(t, place, side):
                        take(t, unit)
        for side in facts.SIDES:
            for place in facts.cards_with(t, side):
                if ground.in_play(place):
                    for unit in retreats(t, place, side):
                        retreat(t, unit)
        settle(t)
        t.done()


STEPS = (Capture(),)
