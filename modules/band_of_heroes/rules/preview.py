"""The preview of fire: what defends a target, and the chance to have an effect (5.0, 5.3, 7.0, 11.4, 14.0)."""

from __future__ import annotations

from itertools import product
from typing import Any

from qtwar.kit.offers import msg
from qtwar.kit.table import Reader
from qtwar.kit.tally import modifier

from . import sight
from .facts import enemy, is_mmc, units
from .fire import Circumstances, is_ordnance
from .firegroup import Shot, is_moving_target
from .ground import target_modifier


def defence(r: Reader, shot: Shot, unit: str) -> int:
    """Return what a unit's defence adds to the die (5.0, 7.0, 11.4)."""
    through = sight.entered_side(r, shot.at, shot.target) or ""
    double = r.has(unit, "sniper") and shot.kind != "sniper" and not _beside_mmc(r, unit) and not _shells(r, shot)
    return target_modifier(r, shot.target, through, sniper=double)


def _beside_mmc(r: Reader, unit: str) -> bool:
    return any(is_mmc(r, p) for p in units(r, r.where(unit), r.owner(unit)))


def _shells(r: Reader, shot: Shot) -> bool:
    """Return whether a gun or mortar fires; launchers that squads carry are neither (11.4)."""
    return any(is_ordnance(r, p) for p in shot.units)


def odds(r: Reader, shot: Shot, when: Circumstances, *, sniper_dice: int = 2) -> dict[str, Any]:
    """Return the preview of a shot: named modifiers, defence, the chances to have an effect (5.0).

    `sniper_dice`: how many a sniper takes (11.4). Movers among others are hit by a total of their own (5.3): then both
    chances are told.
    """
    victims = units(r, shot.target, enemy(shot.side))
    defences: dict[bool, int] = {}
    for victim in victims:
        moves = is_moving_target(r, victim, when)
        defences[moves] = min(defence(r, shot, victim), defences.get(moves, 99))
    lines = list(shot.lines)
    lines.append(modifier("fire.defence", min(defences.values(), default=0), "5.0"))
    if shot.kind == "ordnance":
        hits = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b <= shot.value)
        chances = [{**msg("odds.hit", n=hits), "tone": "good" if hits else "bad"}]
        return {"lines": lines, "chances": chances, "percent": round(100 * hits / 36)}
    if True in defences:
        lines.append(modifier("fire.moving", 1, "5.3"))
    dice = sniper_dice if shot.kind == "sniper" else 1
    of = 6 ** (dice + 1)
    wins = {moves: _wins(shot.value + moves - tm, dice) for moves, tm in (defences or {False: 0}).items()}
    keys = (
        {True: "odds.effect_movers", False: "odds.effect_others"}
        if len(wins) == 2
        else dict.fromkeys(wins, "odds.effect")
    )
    chances = [
        {**msg(keys[moves], n=wins[moves], of=of), "tone": "good" if wins[moves] else "bad"}
        for moves in sorted(wins, reverse=True)
    ]
    return {"lines": lines, "chances": chances, "percent": round(100 * max(wins.values()) / of)}


def _wins(lead: int, dice: int) -> int:
    """Return in how many throws the attack, a lead and its dice, beats the die of the defence."""
    return sum(1 for throw in product(range(1, 7), repeat=dice + 1) if lead + sum(throw[1:]) > throw[0])
