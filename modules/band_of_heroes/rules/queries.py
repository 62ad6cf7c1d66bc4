"""What the screen asks, answered from the asking side's own view: lights, reasons, odds, the viewer's lines, sight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Frame, Seen
from qtwar.kit.title import Query

from . import events, firegroup, firing, melee, movement, preview, reaction, sight, snipers, spotting
from .facts import (
    SIDES,
    enemy,
    floor_of,
    hex_of,
    is_unit,
    leadership,
    marks,
    morale,
    on_map,
    stack_weight,
    units,
)
from .fighters import may_close
from .fire import Circumstances
from .ground import effects, has_smoke, height, neighbours, spotting_class, terrain
from .operations import Impulse


def _own(s: Seen, args: dict[str, Any]) -> list[str]:
    return [p for p in args.get("pieces") or () if s.is_known(p) and s.owner(p) == s.side]


def _reach(mode: str) -> Query:
    def answer(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
        pieces = [p for p in _own(s, args) if is_unit(s, p)]
        return movement.answer_reach(s, mode, pieces) if pieces else {"cells": {}}

    return answer


def reach_on(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where a stack under way can go on to (6.0)."""
    frame = s.frame()
    if frame.step != "march":
        return {"cells": {}}
    group = frame.l["units"]
    return {
        "cells": movement.ways(s, frame.l["mode"], group, s.where(group[0]), frame.l["left"], first=frame.l["first"])
    }


def why(s: Seen, args: dict[str, Any]) -> Message:
    """Answer why units can not go to a place."""
    pieces, to = [p for p in _own(s, args) if is_unit(s, p)], str(args["cell"])
    if not pieces:
        return msg("refuse.no_fire_why", rule="5.0")
    here = s.where(pieces[0])
    if to in neighbours(s, here) and on_map(s, here):
        broken = movement.step_fault(s, "move", pieces, here, to, movement.allowance(s, "move", pieces), first=True)
        if broken:
            return msg("refuse.step", rule=broken, cell={"c": to})
    return msg("refuse.too_far", rule="6.0", cell={"c": to})


def circumstances(s: Seen, frame: Frame) -> Circumstances:
    """Return the circumstances of fire as the innermost step has them."""
    if frame.step == "reaction":
        return reaction.circumstances(frame)
    if frame.step == "impulse":
        return Impulse().when(frame)
    return Circumstances()


def odds(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer what a fire, a spotting attempt or a melee would bring, each modifier named (5.0, 8.0, 10.1)."""
    pieces = [p for p in args.get("pieces") or () if s.is_known(p)]
    place = str(args.get("cell") or args.get("target") or "")
    frame = s.frame()
    if frame.step == "melee":
        place = str(frame.l["cell"])
        foes = melee.named(s, place, enemy(s.side))
        return _strike(s, place, [p for p in pieces if p in foes], extra=frame.l.get("extra") or [])
    own = [p for p in pieces if s.owner(p) == s.side]
    if not own or not place or not on_map(s, place):
        return None
    verb = str(args.get("verb") or "fire")
    if verb == "move":
        return _storming(s, own, place)
    when = circumstances(s, frame)
    if verb == "spot":
        return spotting.preview(s, {"pieces": own, "cell": place})
    try:
        shot = firegroup.compose(s, s.side, firing.chosen(s, verb, {"pieces": own, "cell": place}, when), place, when)
    except Refusal as no:
        if frame.step == "impulse" and len(own) == 1 and place in spotting.targets(s, own[0]):
            return spotting.preview(s, {"pieces": own, "cell": place})
        return {
            "title": msg("odds.title_fire", cell={"c": place}),
            "lines": [msg(no.key, rule=no.rule, **no.values)],
        }
    dice = 1 if verb == "snipe_one" else 2
    return {"title": msg("odds.title_fire", cell={"c": place}), **preview.odds(s, shot, when, sniper_dice=dice)}


def _storming(s: Seen, coming: list[str], place: str) -> dict[str, Any] | None:
    """Answer what the melee would bring that units begin by moving into a hex (8.0).

    None where no enemy is seen, where no round would be fought with them this turn, and where they may not enter.
    """
    late = melee.fought(s, place) and bool(units(s, place, s.side))  # 8.15
    if late or not melee.named(s, place, enemy(s.side)) or not any(may_close(s, p) for p in coming):  # 11.1
        return None
    return _strike(s, place, coming=coming)


def _strike(
    s: Seen, place: str, named: Sequence[str] = (), *, extra: Sequence[str] = (), coming: Sequence[str] = ()
) -> dict[str, Any]:
    """Answer what a strike at the enemies named would bring, at all of them where nobody is named (8.0).

    Below 1-3 only one may be struck at: refused where several are named, else the odds are those of the weakest.
    """
    title = msg("odds.title_melee", cell={"c": place})
    targets = list(named) or melee.named(s, place, enemy(s.side))
    sums = melee.reckon(s, place, s.side, targets, extra, coming=coming)
    if sums["below"] and len(targets) > 1:
        if named:
            return {"title": title, "lines": [msg("refuse.below_odds", rule="8.0")]}
        weakest = min(targets, key=lambda u: melee.strength(s, u, place, defending=True))
        sums = melee.reckon(s, place, s.side, [weakest], extra, coming=coming)
    return {"title": title, **sums}


def cell(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a place: ground, height, spotting, stacks, control."""
    place = str(args["cell"])
    if not s.content.has_place(place) or not on_map(s, place):
        return []
    kind = effects(s, place)
    out = [
        msg(
            "cell.ground",
            rule="10.4",
            name=msg(f"terrain.{terrain(s, place)}"),
            mp=kind["mp"],
            tm=f"{int(kind['tm']):+d}",
        ),
        msg("cell.spotting", rule="10.1", how=msg(f"spotting.{spotting_class(s, place)}")),
    ]
    if height(s, place):
        out.append(msg("cell.height", rule="10.2", n=height(s, place)))
    if floor_of(s, place):
        out.append(msg("cell.upper", rule="10.2", cell={"c": hex_of(s, place)}))
    if has_smoke(s, place):
        out.append(msg("cell.smoke", rule="7.0"))
    holder = events.controller(s, place)
    if holder:
        out.append(msg("cell.control", rule="VIC", side={"s": holder}))
    for side in SIDES:
        here = units(s, place, side)
        if here:
            halves, smc = stack_weight(s, here)
            seen = spotting.is_spotted(s, place, enemy(side))
            out.append(msg("cell.stack", rule="1.3", side={"s": side}, squads=halves / 2, smc=smc))
            out.append(msg("cell.spotted" if seen else "cell.unspotted", rule="10.1"))
    return out


def piece(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a unit: morale of the face shown, leadership, markers."""
    unit = str(args.get("piece") or "")
    if not s.is_known(unit) or not s.exists(unit) or not is_unit(s, unit):
        return []
    out = [msg("piece.morale", rule="1.5", n=morale(s, unit))]
    if s.has(unit, "leader"):
        out.append(msg("piece.leadership", rule="11.1", n=leadership(s, unit)))
    until = snipers.barred_until(s, s.owner(unit)) if unit in snipers.hidden(s, s.owner(unit)) else 0
    if int(s.var("turn", 1)) < until:
        out.append(msg("piece.sniper_waits", rule="11.4", n=until))
    out += [msg(f"mark.{m}", rule="4.0") for m in marks(s, unit)]
    return out


QUERIES: dict[str, Query] = {
    **{f"reach_{mode}": _reach(mode) for mode in movement.MODES},
    "reach": _reach("move"),
    "reach_on": reach_on,
    "why": why,
    "odds": odds,
    "cell": cell,
    "piece": piece,
    "sight": sight.query_sight,
    "fan": sight.query_fan,
}
