"""Who can fight in melee, and with what (8.0, 8.1, 11.1, 1.6.3)."""

from __future__ import annotations

from qtwar.kit.table import Reader

from .facts import figures, holds, is_good, is_team, units, weapons


def arms(r: Reader, unit: str) -> list[str]:
    """Return the weapons a unit can use in melee: machine guns that are not dismantled, flamethrowers, satchels (8.0, 1.6.01)."""
    return [w for w in weapons(r, unit) if not r.has(w, "ordnance") and figures(r, w)[0]]


def could_fight(r: Reader, unit: str) -> bool:
    """Return whether a unit strikes in melee as long as it is in good order (8.1, 13.81); teams only defend (1.6.3)."""
    if is_team(r, unit):
        return False
    if r.has(unit, "leader"):
        return bool(arms(r, unit)) or bool(holds(r, unit, "tommy_gun"))
    return not any(r.has(unit, trait) for trait in ("sniper", "medic", "chaplain"))


def can_melee(r: Reader, unit: str) -> bool:
    """Return whether a unit can strike in melee now (8.0, 8.1)."""
    return is_good(r, unit) and could_fight(r, unit)


def may_close(r: Reader, unit: str) -> bool:
    """Return whether a unit takes others into an enemy hex: who can strike, but no leader by himself, armed or not (11.1)."""
    return can_melee(r, unit) and not r.has(unit, "leader")


def is_eligible(r: Reader, unit: str) -> bool:
    """Return whether a unit can be named in melee; teams can, though they never strike (8.1, 1.6.3, 11.7)."""
    return is_good(r, unit) and (could_fight(r, unit) or is_team(r, unit))


def undefended(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side in a place if none of them is eligible for melee (8.1)."""
    here = units(r, place, side)
    return [] if any(is_eligible(r, u) for u in here) else here
