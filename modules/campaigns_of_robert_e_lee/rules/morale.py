"""The morale of leaders and units (3.5)."""

from __future__ import annotations

from qtwar.kit.table import Reader, Table

from . import tracks, tree
from .facts import inverted_ml, raider, unit_ml


def ml(r: Reader, leader: str) -> int:
    """Return a leader's morale level, 0 to 9 (3.51)."""
    return tracks.get(r, tree.box_of(r, leader), "ml")


def change(t: Table, leader: str, why: str, rule: str, by: int | None = None) -> None:
    """Change a leader's morale by a row of the chart of morale changes, or by an amount; it stays within 0 and 9 (3.53)."""
    amount = int(t.chart("morale_changes").at(why)) if by is None else by
    was = ml(t, leader)
    now = tracks.add(t, tree.box_of(t, leader), "ml", amount)
    if now != was:
        why_now = {"key": f"morale.{why}", "args": {}}
        who, by_now = {"p": leader}, f"{now - was:+d}"
        t.note("note.ml", rule=rule, level=2, only=[t.owner(leader)], leader=who, n=by_now, ml=now, why=why_now)


def is_broken(r: Reader, unit: str) -> bool:
    """Return whether a unit of a leader is broken: its morale is worse than his (3.52); all by the commander's (AMB-60)."""
    leader = tree.home_of(r, unit)
    if leader and r.option("amb_60_commander_morale_breaks"):
        leader = tree.over(r, leader) or leader
    return bool(leader) and unit_ml(r, unit) > ml(r, leader)


def level(r: Reader, where: str, side: str) -> int:
    """Return the morale that counts for a side in a hex: its commander's, else the best of its units, inverted (3.51, 3.52).

    That of a band alone is printed on its leader (14.73c).
    """
    chief = tree.commander(r, where, side)
    if chief:
        return ml(r, chief)
    if captain := raider(r, where, side):
        return int(r.attr(captain, "ml"))
    return max((inverted_ml(r, u) for u in tree.independents(r, where, side)), default=0)


def passes(r: Reader, die: int, target: int, *, leaderless: bool = False) -> bool:
    """Return whether a die passes a test of morale: not above it; below it without a leader by one reading (AMB-04)."""
    strict = leaderless and bool(r.option("amb_04_leaderless_less_than"))
    return die < target if strict else die <= target


def best(r: Reader, target: int, *, leaderless: bool = False) -> int:
    """Return the highest face of a die that passes a test of morale, 0 if none does."""
    return max((die for die in range(1, 7) if passes(r, die, target, leaderless=leaderless)), default=0)
