"""What the rules let the enemy find out of a face-down counter, by the section that shows it: whoever compares positions asks."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Kind

ROLES = frozenset(("leader", "fo", "medic", "sniper", "sapper", "mortar", "dummy", "civilian"))


def tells(kind: Kind) -> dict[str, Any]:
    """Return section → what it tells of a concealed unit or hidden facility: kinds with equal answers can not be told apart."""
    attrs, traits = kind.attrs, kind.traits
    if "facility" in traits:
        return {
            "7": "tunnel" in traits,  # 7.5.3: men vanish there
            "10": "ammo" in traits,  # low ammunition goes
            "24": ["fortification" in traits, "bunker" in traits],  # who goes in and out is fired at
        }
    if kind.klass != "unit":
        return {}
    role, nation = sorted(traits & ROLES), attrs.get("nation")
    skill = attrs.get("proficiency")
    shot = [attrs.get("fire"), attrs.get("range"), attrs.get("weapon_class"), "mortar" in traits]
    return {
        "5": [role, nation],  # whom a leader takes along, who has which actions
        "6": [skill, role, attrs.get("men")],  # stealth checks, who bars a hex, fast moves that are carried on
        "7": [skill, role, shot, attrs.get("men")],  # who fires at what and with which chance, what a hit leaves of it
        "8": [skill, role, shot],
        "9": skill,
        "10": [role, attrs.get("men")],
        "12": role,
        "13": [role, nation],
        "17": role,
        "18": [skill, role],  # who keeps concealment, dummies vanish
        "19": role,
        "21": [skill, shot, role],  # who tries, who passes
        "22": role,
        "26": skill,
        "27": role,
        "28": [skill, role],
    }
