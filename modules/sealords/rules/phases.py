"""The steps of all phases but the operations phase, for the title to collect."""

from __future__ import annotations

from . import events, infiltration, logistics, refit, reinforcement, setup, territory

STEPS = (
    *setup.STEPS,
    *events.STEPS,
    *reinforcement.STEPS,
    *refit.STEPS,
    *logistics.STEPS,
    *territory.STEPS,
    *infiltration.STEPS,
)
