"""Fields of Fire: a US rifle company from Normandy to Vietnam, alone against an enemy who acts by tables.

Rule numbers are those of the rulebook; AMB numbers are readings (README).
"""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.title import Title

from . import (
    air,
    attempts,
    capture,
    cleanup,
    combat,
    command,
    contact,
    debrief,
    effects,
    enemy,
    events,
    facts,
    grenades,
    lifts,
    menu,
    movement,
    orders,
    plan,
    sequence,
    setup,
    support,
    vehicles,
)
from .queries import QUERIES
from .sense import SENSE


def title(content: Content) -> Title:
    """Return the rules of Fields of Fire."""

    def begin(t: Table, choices: dict[str, Any]) -> None:
        setup.begin(t)
        t.call("game")

    return Title(
        content,
        steps=(
            *sequence.STEPS,
            *plan.STEPS,
            *debrief.STEPS,
            *events.STEPS,
            *support.STEPS,
            *command.STEPS,
            *orders.STEPS,
            attempts.Attempts(menu.BY_VERB),
            *movement.STEPS,
            *combat.STEPS,
            *contact.STEPS,
            *enemy.STEPS,
            *capture.STEPS,
            *air.STEPS,
            *lifts.STEPS,
            *vehicles.STEPS,
            *effects.STEPS,
            *grenades.STEPS,
            *cleanup.STEPS,
        ),
        setup=begin,
        sense=SENSE,
        queries=QUERIES,
        position=sequence.stand_at,
        phases=sequence.PHASES,
        marks=facts.MARKS,
    )
