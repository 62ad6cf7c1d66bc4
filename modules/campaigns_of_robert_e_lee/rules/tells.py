"""What the rules let the other side find out of a counter that it does not see (`qtwar twins`)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Kind

CHAPTERS = tuple(str(n) for n in range(3, 19))
GROUPS = ("leader", "combat", "track_marker", "number_marker", "hq", "troops", "bid", "rank", "wound", "artillery_battalion")
BY_ARM = ("8", "9", "10", "13", "14", "16")
"""Chapters in which a unit's arm counts: marches, scouting, reactions, superiority, works."""
BY_STRENGTH = ("9", "10", "13", "14")
BY_RATING = ("3", "4", "5", "8", "9", "10", "11", "13", "14", "16", "17")
"""Chapters in which a leader's figures or name count."""


def tells(kind: Kind) -> dict[str, Any]:
    """Return chapter → what it tells of a hidden counter: kinds with equal answers can not be told apart."""
    group = next((g for g in GROUPS if g in kind.traits), kind.id)
    found: dict[str, Any] = {chapter: [group] for chapter in CHAPTERS}
    if group == "leader":
        found |= {chapter: [group, kind.id] for chapter in BY_RATING}
    elif group == "combat":
        arm = kind.attrs.get("arm")
        for chapter in BY_ARM:
            found[chapter] = [group, arm, "detached" in kind.traits]
        for chapter in BY_STRENGTH:
            found[chapter] = [*found[chapter], kind.attrs.get("strength"), kind.attrs.get("ml"), kind.attrs.get("steps")]
    else:
        found = {chapter: [group, kind.id] for chapter in CHAPTERS}
    return found
