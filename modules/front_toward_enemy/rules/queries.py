"""What the screen asks: where units can go, why not, what there is to say of a hex or unit."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Seen
from qtwar.kit.title import Query

from . import march, movement, sight, works
from .facts import altitude, is_done, is_helicopter, is_unit, on_map, proficiency, state
from .ground import effects, has_path, in_play, level, terrain


def cell(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a hex: ground, level, what it does to fire and concealment."""
    place = str(args.get("cell") or "")
    if not on_map(place) or not in_play(s, place):
        return []
    kind = effects(s, place)
    out = [
        msg(
            "cell.ground", rule="6.1", name=msg(f"terrain.{terrain(s, place)}"), fire=f"{kind['fire_modifier']:+d}",
            hide=f"{kind['concealment_modifier']:+d}", level=level(s, place),
        )
    ]  # fmt: skip
    if has_path(s, place):
        out.append(msg("cell.path", rule="6.1"))
    return out


def piece(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a unit: proficiency, state, altitude, the work it is in."""
    unit = str(args.get("piece") or "")
    if not s.exists(unit) or not s.is_known(unit) or not is_unit(s, unit):
        return []
    out = [msg("piece.proficiency", rule="1.2", n=proficiency(s, unit))]
    if state(s, unit):
        out.append(msg(f"piece.{state(s, unit)}", rule="7.4"))
    out += [
        msg(f"piece.{key}", rule=rule)
        for key, rule in (("fatigued", "6.6"), ("low_ammo", "19.2"), ("hero", "19.4"))
        if s.attr(unit, key)
    ]
    if is_done(s, unit):
        out.append(msg("piece.done", rule="5.0"))
    if is_helicopter(s, unit):
        out.append(msg(f"piece.{altitude(s, unit)}", rule="6.8"))
    work = works.sheltered(s, unit)
    if work:
        out.append(msg("piece.in_work", rule="24.0", piece={"p": work}))
    if s.attr(unit, "leave"):
        out.append(msg("piece.leave", rule="15.0", n=s.attr(unit, "leave")))
    return out


QUERIES: dict[str, Query] = {
    **{f"reach_{mode}": march.query_reach(mode) for mode in movement.MODES},
    "reach": march.query_reach(movement.NORMAL),
    "reach_on": march.reach_on,
    "why": march.why,
    "sight": sight.query_sight,
    "fan": sight.query_fan,
    "cell": cell,
    "piece": piece,
}
