"""Leaders of the map who take another's command by a superior's order (14.32b3, 14.33)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader

from . import fallen, tracks, tree
from .facts import marked, stars


def at_hand(r: Reader, chief: str, vacancy: dict[str, Any]) -> list[str]:
    """Return the leaders in a superior's range who may take a subordinate's place, with a promotion by a rank at most."""
    side = r.owner(chief)
    need, have = fallen.needed_stars(r, side, vacancy), tracks.wep(r, side)
    cost = int(r.chart("war_effort_costs").at("promote_leader"))
    found = []
    for p in tree.leaders(r, side):
        rise = max(0, need - stars(r, p))
        able = p != vacancy["name"] and rise <= 1 and rise * cost <= have
        if able and tree.commands(r, chief, p) and is_free(r, p) and fits(r, p, vacancy, stars(r, p) + rise):
            found.append(p)
    return found


def is_free(r: Reader, leader: str) -> bool:
    """Return whether a leader may leave what he leads: a plain front-line force that neither trains nor entrenches."""
    state = f"{tree.box_of(r, leader)}-state"
    busy = marked(r, state, "training") or marked(r, state, "entrenching")
    return not (busy or tree.is_superior(r, leader) or tree.is_garrison(r, leader) or r.attr(leader, "army"))


def fits(r: Reader, leader: str, vacancy: dict[str, Any], rank: int) -> bool:
    """Return whether he keeps the limits: of his new command (3.22, 3.21), and of those whom he leaves alone (3.12c)."""
    side, where, old = r.owner(leader), tree.place_of(r, leader), vacancy["name"]
    units = tree.units(r, leader)
    if where == vacancy["hex"]:  # his force comes with him
        row = "union_corps" if tree.is_union_corps(r, old) else f"stars_{rank}"
        if tree.weight(r, [*tree.units(r, old), *units]) > int(r.chart("stacking").at(row, "brigades")):
            return False
    elif not tree.independent_room(r, where, side, units):
        return False
    others = [p for p in tree.leaders_at(r, vacancy["hex"], side) if p not in (old, leader)]
    return tree.has_hq(r, others) or all(stars(r, p) != rank for p in others)
