"""Ammunition: what was fired this turn is spent, who has none left fights with what remains (6.2, 6.8)."""

from __future__ import annotations

from qtwar.kit.table import Reader, Table

from . import facts, fire, harm


def fired(r: Reader) -> list[str]:
    """Return the units that fire their basic VOF now (6.8.1, AMB-16: once a turn, in the combat effects)."""
    found = []
    for side in facts.SIDES:
        for place in facts.cards_with(r, side):
            to = place if fire.foes(r, place, side) else fire.aim(r, place, side)
            own = [unit for unit, _ in fire.firers(r, place, side, to)] if to else []
            own += [u for u in facts.free_units(r, place, side) if fire.is_busy(r, u) and fire.can_fire(r, u)]
            own += [u for u in facts.vehicles(r, place, side) if r.attr(u, "shot")]
            found += [u for u in dict.fromkeys(own) if not facts.is_pinned(r, u) or r.option("pinned_spend")]
    return found


def cost(r: Reader, unit: str) -> int:
    """Return the points that a unit spends this turn: two with concentrated fire or in an FPL (6.4.2, 6.6)."""
    return 2 if r.attr(unit, "concentrated") or r.attr(unit, "fpl_fires") else 1


def spend_all(t: Table) -> None:
    """Spend what has been fired this turn, on both sides."""
    for unit in fired(t):
        kinds = [kind for kind in facts.ammo_kinds(t, unit) if kind in fire.needed(t, unit)]
        if kinds and not facts.flipped(t, unit) and not t.attr(unit, "out_of_ammo"):
            spend(t, unit, kinds[0], cost(t, unit))
        for key in ("concentrated", "shot"):
            t.set_attr(unit, key, None)


def spend(t: Table, unit: str, kind: str, n: int) -> None:
    """Spend points of a unit; when none are left it turns to its fire-team side, gets the marker, or leaves (6.2)."""
    left = max(0, facts.ammo(t, unit, kind) - n)
    t.set_attr(unit, f"ammo_{kind}", left)
    if left == 0:
        run_out(t, unit, kind)


def run_out(t: Table, unit: str, kind: str) -> None:
    """Do what an empty weapon brings (6.2): a squad that only loses its launchers merely can not use them (6.8.1)."""
    t.note("note.out_of_ammo", rule="6.2", piece={"p": unit}, kind={"key": f"ammo.{kind}", "args": {}})
    if facts.is_squad(t, unit) and kind in ("RKT", "RCL"):
        return
    if facts.role(t, unit) == "vehicle":
        harm.remove(t, unit)
        return
    if facts.has_fire_team_side(t, unit) and t.attr(unit, "back_vof") in ("S", "A/S") and facts.steps(t, unit) == 1:
        t.turn(unit, "back")
        facts.mark(t, unit, "empty")  # AMB-43: no rally to the front before it has picked up ammunition
        return
    for key in ("indirect", "fpl_fires"):
        t.set_attr(unit, key, None)  # 6.4.2
    facts.mark(t, unit, "out_of_ammo")
