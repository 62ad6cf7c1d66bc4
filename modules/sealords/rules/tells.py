"""What the rules let the Free World find out of a face-down counter that is not turned up (8.13), rule by rule."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Kind

from .facts import COM
from .logistics import ALWAYS

INFILTRATES = frozenset({"infiltration_supply", "infiltration_troop"})
SHOWN_BY_A_STRIKE = ("com_bunkers", "com_civilians")


def tells(kind: Kind) -> dict[str, Any]:
    """Return rule → what it tells of a Communist counter: two kinds with equal answers look and act alike face down."""
    if kind.side != COM:
        return {}
    unit, way, traits = kind.klass == "unit", kind.attrs.get("move"), kind.traits
    return {
        "7": [kind.attrs.get("cost"), way],  # who may be designated, and the price that is paid in the open
        "8": [way, bool(traits & INFILTRATES)],  # where it may go
        "9": [unit, way == "A", way == "S", "" if unit else kind.id],  # stacking: 9.1, markers one of a kind, 9.4
        "10": unit,  # markers are dealt with at once, units fight
        "14": [unit and not traits & ALWAYS, "base" in traits, kind.attrs.get("type") == "supply_cache"],
        "15": sorted(traits & INFILTRATES),  # 15.1: scores where it arrives
        "16": "cadre" in traits,  # 16.2: doubles the points of a square
        "17": [unit, kind.id if kind.id in SHOWN_BY_A_STRIKE else ""],  # 17.4: what a strike hits
        "6": [unit, "cadre" in traits],  # 6.7: who occupies a square
        "12": ["base" in traits, "hq" in traits, "cadre" in traits],  # 12.4: where reinforcements may come
    }
