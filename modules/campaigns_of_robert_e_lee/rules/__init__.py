"""The Campaigns of Robert E. Lee: army operations in Virginia, Maryland and Pennsylvania, 1861-65.

Rule numbers are those of the rulebook; AMB numbers are readings (README).
"""

from __future__ import annotations

from qtwar.kit.content import Content
from qtwar.kit.title import Title

from . import (
    arrivals,
    attrition,
    battle,
    combats,
    declaration,
    destruction,
    effort,
    engineers,
    facts,
    fallen,
    foraging,
    irregulars,
    landings,
    leaders,
    losses,
    march,
    mines,
    movement,
    naval,
    newforces,
    purchases,
    queries,
    relief,
    reorganization,
    retreats,
    sea,
    sequence,
    setup,
    stores,
    training,
    weather,
    works,
)
from .sense import SENSE
from .tells import tells


def title(content: Content) -> Title:
    """Return the rules of The Campaigns of Robert E. Lee."""

    return Title(
        content,
        steps=(
            *sequence.STEPS,
            *weather.STEPS,
            *movement.STEPS,
            *march.STEPS,
            *declaration.STEPS,
            *setup.STEPS,
            *losses.STEPS,
            *combats.STEPS,
            *battle.STEPS,
            *retreats.STEPS,
            *fallen.STEPS,
            *effort.STEPS,
            *reorganization.STEPS,
            *relief.STEPS,
            *destruction.STEPS,
            *foraging.STEPS,
            *attrition.STEPS,
            *stores.STEPS,
            *purchases.STEPS,
            *leaders.STEPS,
            *newforces.STEPS,
            *training.STEPS,
            *arrivals.STEPS,
            *landings.STEPS,
            *engineers.STEPS,
            *works.STEPS,
            *naval.STEPS,
            *sea.STEPS,
            *irregulars.STEPS,
            *mines.STEPS,
        ),
        setup=setup.begin,
        sense=SENSE,
        tells=tells,
        queries=queries.QUERIES,
        position=sequence.stand_at,
        phases=sequence.PHASES,
        marks=facts.MARKS,
    )
