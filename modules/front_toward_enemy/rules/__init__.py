"""Front Toward Enemy: firefights in Vietnam.

Rule numbers are those of the rules with errata of 31 August 2019; AMB numbers are readings (README).
"""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.title import Title

from . import (
    actions,
    anytime,
    arrivals,
    assault,
    attack,
    cargo,
    chits,
    civilians,
    duties,
    events,
    facts,
    harm,
    hiding,
    losses,
    march,
    queries,
    reaction,
    sequence,
    setup,
    support,
    wounded,
)
from .sense import SENSE
from .tells import tells


def title(content: Content) -> Title:
    """Return the rules of Front Toward Enemy."""

    def begin(t: Table, choices: dict[str, Any]) -> None:
        setup.begin(t, choices)
        t.call("game", hand=choices.get("setup") == "free")

    return Title(
        content,
        steps=(
            *sequence.STEPS,
            *setup.STEPS,
            *arrivals.STEPS,
            *chits.STEPS,
            *anytime.STEPS,
            *actions.STEPS,
            *march.STEPS,
            *reaction.STEPS,
            *attack.STEPS,
            *assault.STEPS,
            *cargo.STEPS,
            *duties.STEPS,
            *harm.STEPS,
            *losses.STEPS,
            *civilians.STEPS,
            *events.STEPS,
            *support.STEPS,
            *wounded.STEPS,
            *hiding.STEPS,
        ),
        setup=begin,
        sense=SENSE,
        tells=tells,
        queries=queries.QUERIES,
        position=sequence.stand_at,
        phases=sequence.PHASES,
        marks=facts.MARKS,
    )
