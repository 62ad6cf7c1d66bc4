"""Ammunition of a combat: what each leader pays and what it gives him (10.12, 10.23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from qtwar.kit.chart import Chart


class Payment(NamedTuple):
    """What a side spends in a reply: leaders with points spent, and who may fire with his artillery."""

    points: dict[str, int]
    general: bool
    """The commander's point for general supply is there: spent now, or earlier in the same combined attack."""
    firing: frozenset[str]


def bill(
    chart: Chart,
    commander: str,
    guns: Iterable[str],
    *,
    general: bool = True,
    general_paid: bool = False,
    guns_paid: Iterable[str] = (),
) -> Payment:
    """Return what it costs that some leaders fire their artillery and the commander supplies all (10.12).

    `general_paid` says that his point of this combined attack is spent already; `guns_paid` are leaders whose point still
    serves (reading 20: with the option all who have paid in this combined attack, else nobody).
    """
    points: dict[str, int] = {}
    if general and not general_paid and commander:
        points[commander] = int(chart.at("commander"))
    for leader in guns:
        if leader not in guns_paid:
            points[leader] = points.get(leader, 0) + int(chart.at("artillery"))
    return Payment(points, general or general_paid, frozenset(guns))


def affordable(
    chart: Chart,
    commander: str,
    guns: Mapping[str, int],
    ammo: Mapping[str, int],
    *,
    general_paid: bool = False,
    guns_paid: Iterable[str] = (),
) -> Payment:
    """Return the fullest payment that each can make of his own points (10.23d).

    `guns` is leader → artillery points, `ammo` leader → ammunition. The commander's general point comes first.
    """
    general = general_paid or ammo.get(commander, 0) >= int(chart.at("commander"))
    firing = []
    for leader, points in guns.items():
        left = ammo.get(leader, 0)
        if leader == commander and general and not general_paid:
            left -= int(chart.at("commander"))
        if points and (leader in guns_paid or left >= int(chart.at("artillery"))):
            firing.append(leader)
    return bill(chart, commander, firing, general=general, general_paid=general_paid, guns_paid=guns_paid)
