"""The order of the reorganization's steps (4.3, 12.0)."""

from __future__ import annotations

from .chores import sequence

SUPPLY = ["depleted", "destruction", "foraging", "income", "attrition"]
"""The supply sequence (4.31, 13.0)."""
ADMIN = [
    "purchases", "ammunition", "artillery", "replacement_rate", "replacements", "promotion", "replacement", "new_forces",
    "exchange", "recover", "training", "finish_works", "repairs",
    "entrench", "mines", "regiments", "militia", "rising", "depots",
]  # fmt: skip
"""The admin sequence (4.32, 14.0)."""

NAVAL = ["sea_transport", "arrivals", "advance_boxes"]
"""The naval sequence (4.33, 15.0)."""

STEPS = (
    sequence("reorganization_supply", SUPPLY),
    sequence("reorganization_admin", ADMIN),
    sequence("reorganization_naval", NAVAL),
)
NAMES = [step.name for step in STEPS]
