"""Lock 'n Load: Band of Heroes. Rule numbers are those of the demo rules, version 2; AMB numbers are readings (README)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.title import Title

from . import (
    ambush,
    attack,
    events,
    facts,
    harm,
    melee,
    movement,
    operations,
    queries,
    rally,
    reaction,
    sequence,
    setup,
)
from .sense import SENSE


def title(content: Content) -> Title:
    """Return the rules of Band of Heroes."""

    def begin(t: Table, choices: dict[str, Any]) -> None:
        setup.begin(t, choices)
        t.call("game")

    return Title(
        content,
        steps=(
            *sequence.STEPS,
            *setup.STEPS,
            *rally.STEPS,
            *operations.STEPS,
            *ambush.STEPS,
            *movement.STEPS,
            *events.STEPS,
            *reaction.STEPS,
            *attack.STEPS,
            *harm.STEPS,
            *melee.STEPS,
        ),
        setup=begin,
        sense=SENSE,
        queries=queries.QUERIES,
        position=sequence.stand_at,
        phases=sequence.PHASES,
        marks=facts.MARKS,
    )
