"""The tree of one's own forces as they stand now: who commands whom, limits, points, units (3.1-3.3)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader, Seen

from . import bodies, morale, orders, tracks, tree
from .facts import box, is_active, is_leader, is_unit, strength, unit_ml

Node = dict[str, Any]


def shown(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer the tree: armies and corps with who is under them, forces by themselves, units without a leader, the pool."""
    side = s.side
    every = sorted((p for p in tree.leaders(s, side) if tree.place_of(s, p)), key=lambda p: tree.seniority(s, p))
    chief = {p: superior(s, p) for p in every}
    nodes = [force(s, p, chief) for p in every if not chief[p] and tree.is_superior(s, p)]
    apart = [force(s, p, chief) for p in every if not chief[p] and not tree.is_superior(s, p)]
    if apart:
        nodes.append({"id": "apart", "label": msg("tree.apart"), "children": apart})
    alone = [unit for at in tree_hexes(s) for unit in tree.independents(s, at, side)]
    if alone:
        nodes.append({"id": "alone", "label": msg("tree.alone"), "children": [of_unit(s, u, s.where(u)) for u in alone]})
    pool = [p for p in s.of(box(side, "pool"), side) if s.is_known(p) and is_leader(s, p)]
    if pool:
        waiting = [{"id": p, "label": msg("tree.piece", piece={"p": p}), "pieces": [p]} for p in pool]
        nodes.append({"id": "pool", "label": msg("tree.pool"), "place": box(side, "pool"), "children": waiting})
    return {"nodes": nodes}


def tree_hexes(s: Seen) -> list[str]:
    """Return the hexes with units of this side that have no leader."""
    return list(s.places_with(("alone", s.side), lambda at: bool(tree.independents(s, at, s.side))))


def superior(r: Reader, leader: str) -> str:
    """Return under whom a leader stands in the tree: in whose box he lies, else who commands him, the nearest in rank."""
    over = tree.leader_of(r, r.where(leader))
    return over or next(iter(reversed(tree.superiors(r, leader))), "")


def force(s: Seen, leader: str, chief: dict[str, str]) -> Node:
    """Return a leader with his units and those under him."""
    where, units = tree.box_of(s, leader), tree.units(s, leader)
    below = [force(s, p, chief) for p in chief if chief[p] == leader]
    n, limit = tree.weight(s, units), tree.limit(s, leader)
    tone = "bad" if n > limit else "" if is_active(s, leader) else "warn"
    return {
        "id": leader, "label": name(s, leader), "pieces": [leader], "place": where, "value": figures(s, leader, n, limit),
        "children": [*(of_unit(s, u, where) for u in units), *below], **({"tone": tone} if tone else {}),
    }  # fmt: skip


def name(s: Seen, leader: str) -> Message:
    """Return a leader's name, with the word for one who is inactive (8.1)."""
    return msg("tree.piece" if is_active(s, leader) else "tree.inactive", piece={"p": leader})


def figures(s: Seen, leader: str, n: int, limit: int) -> Message:
    """Return a leader's brigades of his limit, and his points (3.11, 3.22)."""
    points: dict[str, Any] = {"ap": orders.ap(s, leader), "ml": morale.ml(s, leader), "ammo": bodies.ammo(s, leader)}
    return msg("tree.force", n=n, limit=limit, guns=tracks.get(s, tree.box_of(s, leader), "artillery"), **points)


def of_unit(s: Seen, unit: str, where: str) -> Node:
    """Return a unit, with what its printed name does not say of its state; what is dropped on it joins its force."""
    node: Node = {"id": unit, "label": msg("tree.piece", piece={"p": unit}), "pieces": [unit], "place": where}
    if is_unit(s, unit) and morale.is_broken(s, unit):
        return {**node, "value": msg("tree.broken"), "tone": "warn"}
    now = strength(s, unit), unit_ml(s, unit)
    if now == (s.attr(unit, "strength"), s.attr(unit, "ml")):
        return node
    return {**node, "value": msg("tree.unit", n=now[0], ml=now[1])}
