"""SEALORDS: riverine war in the Mekong Delta, 1966-70. Rule numbers are those of the 2007-05-17 rules, revised 2008-11-24."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.table import Table
from qtwar.kit.title import Title

from . import breakoff, combat, losses, markers, nzoc, operations, phases, queries, refit, sequence, setup, strikes
from .sense import SENSE
from .tells import tells


def title(content: Content) -> Title:
    """Return the rules of SEALORDS."""

    def begin(t: Table, choices: dict[str, Any]) -> None:
        setup.begin(t, choices)
        t.call("game")

    return Title(
        content,
        steps=(
            *phases.STEPS,
            *sequence.STEPS,
            *combat.STEPS,
            *losses.STEPS,
            *breakoff.STEPS,
            *strikes.STEPS,
            *markers.STEPS,
            *nzoc.STEPS,
            operations.Operations(),
            operations.Operation(),
        ),
        setup=begin,
        sense=SENSE,
        tells=tells,
        queries=queries.QUERIES,
        position=sequence.stand_at,
        after_free=refit.hide_pool,
        phases=sequence.PHASES,
        marks={"broke_off": (), "line": ()},
    )
