"""The figures of a combat: strengths with all that halves them, columns with shifts, dice with modifiers (10.2–10.5).

Nothing here knows the table: bodies go in, a `Fire` comes out, with a line for each thing that counted.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from qtwar.kit.chart import Chart
from qtwar.kit.tally import Line, Tally

SUPPORT = "support"
"""The row of the chart of halvings for combat support (9.14)."""


class Charts(NamedTuple):
    """The charts that a combat reads."""

    fert: Chart
    shifts: Chart
    modifiers: Chart
    halving: Chart
    supply: Chart
    terrain: Chart
    weather: Chart
    works: Chart

    @staticmethod
    def of(charts: dict[str, Chart]) -> Charts:
        """Return the charts of a title's content."""
        names = ("fert", "column_shifts", "die_modifiers", "strength_halving", "supply_in_combat", "terrain_effects",
                 "weather_effects", "entrenchment")  # fmt: skip
        return Charts(*(charts[name] for name in names))


class Halving(NamedTuple):
    """One thing that makes a force fight with less: a message key's last word, its factors, its rule."""

    why: str
    strength: Fraction
    artillery: Fraction
    rule: str


@dataclass(frozen=True)
class Body:
    """The units of one leader, or units without one, as they come to a combat."""

    who: str
    """The leader's piece, or a unit's."""
    strength: int
    """Sum of the unit strengths, nothing halved yet; a depot's value among it (7.22)."""
    artillery: int = 0
    """Points that are paid for and may fire (10.12)."""
    cavalry: int = 0
    """Strength of the cavalry units (10.43)."""
    cavalry_units: int = 0
    broken: int = 0
    """Units whose morale level is worse than their leader's (10.44)."""
    halvings: tuple[Halving, ...] = ()


@dataclass(frozen=True)
class Stack:
    """One side of an exchange: the bodies of a hex under one commander, and who supports them."""

    bodies: tuple[Body, ...]
    ml: int
    """The commander's morale level, a leaderless unit's inverted (3.52)."""
    br: int = 0
    """The commander's battle rating, 0 if it is declined (3.24b)."""
    terrain: str = "clear"
    """The row of the terrain effects chart of its hex."""
    supports: tuple[Body, ...] = ()
    works: int = 0
    """Levels of the manned entrenchment that it defends from within, or that fights alone (14.44d)."""
    ships: int = 0
    """Bombardment values (10.83)."""


class Exchange(NamedTuple):
    """What both sides of one attack of a (combined) attack share."""

    attacker: Stack
    defender: Stack
    n: int = 1
    """Which attack on the hex it is, from 1 (10.33)."""
    river: str = ""
    """The row of the chart for the side between the hexes (10.32)."""
    weather: str = "clear"
    mined: bool = False
    """A mine has gone up under the works: the attack that follows (14.45a)."""
    cavalry: tuple[int, int, int, int] | None = None
    """Cavalry of all attacking stacks and of the defender: strength, strength, units, units (10.43); None: of these two."""
    broken_counts: bool = True
    """Off where broken units are found after the combat only (reading 21)."""
    round_each: bool = False
    """Every halving is rounded (reading 22)."""


@dataclass
class Fire:
    """One side's fire: what it is made of, and where it is read on the chart."""

    strength: int
    column: int
    modifier: int
    lines: list[Line] = field(default_factory=list)


class Result(NamedTuple):
    """What the chart says to the side fired at: steps, hexes of retreat, whether it checks its morale."""

    steps: int = 0
    retreat: int = 0
    check: bool = False


NO_RESULT = Result()


# strength ---------------------------------------------------------------------------


def halved(n: int, factors: Iterable[Fraction], round_each: bool = False) -> int:
    """Return a number with all its factors, rounded up once (10.5), or after each halving (reading 22)."""
    if round_each:
        for factor in factors:
            n = math.ceil(n * factor)
        return n
    return math.ceil(n * math.prod(factors, start=Fraction(1)))


def halving(charts: Charts, why: str, rule: str) -> Halving:
    """Return what a row of the chart of halvings does."""
    row = [Fraction(charts.halving.at(why, column)) for column in ("strength", "artillery")]
    return Halving(why, row[0], row[1], rule)


def supply(charts: Charts, state: str, spent: bool, full_strength: bool = False) -> Halving:
    """Return what supply and the general ammunition point make of a force (10.23).

    `full_strength` is the reading that combat supply with ammunition keeps all of it (7.32).
    """
    row = "out" if state == "out" else f"{state}_{'spent' if spent else 'none'}"
    strength, artillery = (Fraction(charts.supply.at(row, column)) for column in ("strength", "artillery"))
    if full_strength and row == "combat_spent":
        strength = artillery = Fraction(1)
    letter = {"out": "a", "combat": "b", "full": "c"}[state]
    return Halving(row, strength, artillery, f"10.23{letter}")


def strength_of(body: Body, *more: Fraction, round_each: bool = False) -> int:
    """Return the strength of a body with its halvings."""
    return halved(body.strength, [h.strength for h in body.halvings if h.strength != 1] + list(more), round_each)


def guns_of(body: Body, *more: Fraction, round_each: bool = False) -> int:
    """Return the artillery points of a body with its halvings."""
    return halved(body.artillery, [h.artillery for h in body.halvings if h.artillery != 1] + list(more), round_each)


def total(charts: Charts, stack: Stack, *, defends: bool, round_each: bool = False) -> int:
    """Return the strength of a stack with its supporters (9.14) and its works (14.44d)."""
    half, found = support(charts), 0
    found += sum(strength_of(body, round_each=round_each) for body in stack.bodies)
    found += sum(strength_of(body, half.strength, round_each=round_each) for body in stack.supports)
    return found + (stack.works * int(charts.works.at("strength")) if defends else 0)


def support(charts: Charts) -> Halving:
    """Return what combat support lends of a force (9.14)."""
    return halving(charts, SUPPORT, "9.14")


# cavalry ----------------------------------------------------------------------------


def cavalry_of(stacks: Iterable[Stack]) -> tuple[int, int]:
    """Return strength and number of the cavalry units; supporters are not counted (9.15)."""
    bodies = [body for stack in stacks for body in stack.bodies]
    return sum(body.cavalry for body in bodies), sum(body.cavalry_units for body in bodies)


def superior(own: int, other: int) -> bool:
    """Return whether a side has cavalry superiority: the greater strength (10.43)."""
    return own > other


# fire -------------------------------------------------------------------------------


def fire(charts: Charts, x: Exchange, *, attacking: bool) -> Fire:
    """Return the fire of one side of an exchange: strength, column with shifts, die modifier (10.2–10.5)."""
    own, other = (x.attacker, x.defender) if attacking else (x.defender, x.attacker)
    lines: list[Line] = []
    tell = Tally(0, lines)
    for body in own.bodies:
        tell.tell("line.body", "10.2", strength_of(body, round_each=x.round_each), who={"p": body.who}, whole=body.strength)
        for h in body.halvings:
            if h.strength != 1 or h.artillery != 1:
                tell.tell(f"line.{h.why}", h.rule, f"×{_points(h.strength)}")
    half = support(charts)
    for body in own.supports:
        tell.tell("line.support", "9.14", strength_of(body, half.strength, round_each=x.round_each), who={"p": body.who})
    if own.works and not attacking:
        tell.tell("line.works", "14.44d", own.works * int(charts.works.at("strength")))
    strength = total(charts, own, defends=not attacking, round_each=x.round_each)
    column = charts.fert.column(max(1, strength))
    tell.tell("line.strength", "10.2", strength, tone="head")
    shift = _shifts(charts, x, own, other, attacking, lines)
    column = charts.fert.shift(column, shift)
    tell.tell("line.column", "10.3", str(charts.fert.column_heads[column]), tone="head")
    modifier = _modifiers(charts, x, own, other, attacking, lines)
    tell.tell("line.modifier", "10.4", f"{modifier:+d}", tone="head")
    return Fire(strength, column, modifier, lines)


def _points(factor: Fraction) -> str:
    return {Fraction(1, 2): "½", Fraction(1): "1", Fraction(0): "0"}.get(factor, str(float(factor)))


def _shifts(charts: Charts, x: Exchange, own: Stack, other: Stack, attacking: bool, lines: list[Line]) -> int:
    chart, tally = charts.shifts, Tally(0, lines)
    tally.add("line.higher_ml", "10.31", int(chart.at("higher_ml")) if own.ml > other.ml else 0)
    tally.add("line.terrain", "10.32", int(charts.terrain.at(other.terrain, "shift")))
    if x.river:
        tally.add("line.river", "10.32", int(charts.terrain.at(x.river, "river_shift")))
    if attacking:
        tally.add("line.entrenchment", "14.44d", int(chart.at("entrenchment")) * other.works)
        tally.add("line.combined", "10.33", int(chart.at("combined_attack")) if x.n > 1 else 0)
    else:
        tally.add("line.combined_reply", "10.33", int(chart.at("combined_defender")) * (x.n - 1))
    return tally.total


def _modifiers(charts: Charts, x: Exchange, own: Stack, other: Stack, attacking: bool, lines: list[Line]) -> int:
    chart, tally, half = charts.modifiers, Tally(0, lines), support(charts)
    tally.add("line.br", "10.41", own.br)
    guns = sum(guns_of(body, round_each=x.round_each) for body in own.bodies)
    guns += sum(guns_of(body, half.artillery, round_each=x.round_each) for body in own.supports)
    tally.add("line.artillery", "10.42", int(chart.at("artillery")) * guns)
    tally.add("line.ships", "10.83", own.ships)
    tally.add("line.cavalry", "10.43", cavalry_modifier(charts, x, attacking))
    if x.broken_counts:
        broken = sum(body.broken for body in own.bodies)
        tally.add("line.broken", "10.44", int(chart.at("broken_unit")) * broken)
    tally.add("line.weather", "10.45", int(charts.weather.at(x.weather, "fert")))
    if attacking and x.mined:
        tally.add("line.after_mine", "14.45a", int(chart.at("after_mine")))
    return tally.total


def cavalry_modifier(charts: Charts, x: Exchange, attacking: bool) -> int:
    """Return what cavalry adds to or takes from a side's die (10.43); none adds to an attack on works (14.44d)."""
    if x.cavalry is None:
        (mine, units), (theirs, others) = cavalry_of([x.attacker]), cavalry_of([x.defender])
    else:
        mine, theirs, units, others = x.cavalry
    if not attacking:
        mine, theirs, units, others = theirs, mine, others, units
    if superior(mine, theirs):
        on_works = attacking and bool(x.defender.works)
        return 0 if on_works else int(charts.modifiers.at("cavalry_superiority"))
    return min(0, units - others) if superior(theirs, mine) and (attacking or not x.defender.works) else 0


# results ----------------------------------------------------------------------------


def read(charts: Charts, shot: Fire, die: int) -> tuple[Result, list[Any]]:
    """Return what a die means for the enemy (10.61), and the place on the chart: [table, row, column]."""
    row = charts.fert.row(die + shot.modifier)
    return parse(str(charts.fert.cell(row, shot.column))), ["fert", row, shot.column]


def parse(cell: str) -> Result:
    """Return what a cell of the chart says: `3R1*` is 3 steps, retreat 1, morale check."""
    found = re.fullmatch(r"(\d*)(?:R(\d+))?(\*?)", cell.strip("-"))
    if found is None:
        raise ValueError(f"the fire table has no result {cell}")
    steps, retreat, check = found.groups()
    return Result(int(steps or 0), int(retreat or 0), bool(check))


def overruns(attackers: int, guard: int, ratio: int) -> bool:
    """Return whether attackers overrun a rear guard: so many to one (9.23)."""
    return attackers >= ratio * guard
