"""What the screen asks, answered from the asking side's own view: lights, reasons, odds, the viewer's lines."""

from __future__ import annotations

from typing import Any

from qtwar.kit.facts import box, is_cell
from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Frame, Seen
from qtwar.kit.title import Query

from . import fire, lights, markers
from .facts import COM, FW, counters, enemy, is_unit, stacked, turn, units
from .force import may_enter, move_type
from .ground import ground


def _fixed_end(s: Seen) -> str:
    """Return the square that a reaction must end in (8.6)."""
    frame = s.frame_of("combat")
    return str(frame.l["cell"]) if frame is not None and s.frame().step == "combat" else ""


def reach(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Answer where picked-up units can go, after the waypoints they have passed."""
    pieces = [p for p in args.get("pieces") or () if s.is_known(p) and s.owner(p) == s.side]
    if not pieces:
        return {"cells": {}}
    return lights.answer_reach(s, s.side, {**args, "pieces": pieces}, _fixed_end(s))


def why(s: Seen, args: dict[str, Any]) -> Message:
    """Answer why units can not go to a square."""
    pieces = [p for p in args.get("pieces") or () if s.is_known(p)]
    cell = args["cell"]
    if not pieces:
        return msg("refuse.no_move", rule="7.6")
    answer = lights.answer_reach(s, s.side, {**args, "pieces": pieces}, _fixed_end(s))
    if "why" in answer:
        found: Message = answer["why"]
        return found
    for piece in pieces:
        broken = may_enter(s, piece, cell, move_type(s, piece))
        if broken:
            return msg("refuse.barred", rule=broken, piece={"p": piece}, cell={"c": cell})
    boats = {move_type(s, p) for p in pieces}
    return msg("refuse.no_water", rule="8.4" if "R" in boats else "8.5", cell={"c": cell})


def odds(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer what a fire in a square would do; of an unknown enemy only the own half (ux 2.6)."""
    cell = str(args.get("cell") or "")
    if not is_cell(cell) or not counters(s, cell, enemy(s.side)):
        return None
    frame, strike = s.frame_of("combat"), args.get("verb") == "strike"
    if frame is not None and frame.l["cell"] != cell:
        frame = None
    attacker = frame.l["attacker"] if frame is not None else s.side
    shooters, support = _firers(s, cell, args, strike=strike)
    if frame is not None:
        support = [*(p for p in frame.l["support"] if s.side == FW and s.where(p) == box(FW, "used")), *support]
    if not shooters and not support:
        return None
    hero = any(s.has(p, "ace") for p in args.get("pieces") or ()) if strike else _led(frame, s.side)
    answer = fire.odds(s, cell, s.side, enemy(attacker), shooters, support, hero=hero, leaders=not strike)
    if s.side == COM and (frame is None or frame.l["round"] == 1):
        caches = markers.own(s, cell, "arms_cache")
        answer["lines"] += [{**msg("odds.arms_cache", rule="19.3"), "value": "+ d6", "tone": "unknown"} for _ in caches]
    hidden = [p for p in counters(s, cell, enemy(s.side)) if not s.is_known(p)]
    if hidden:
        answer["lines"].append({**msg("odds.hidden", rule="8.13", n=len(hidden)), "value": "?", "tone": "unknown"})
    if frame is None and not strike:
        best = max((int(s.attr(p, "recon", 0)) for p in shooters), default=0)
        head = {**msg("odds.recon", rule="10.2"), "value": f"d6 + {best}", "tone": "head"}
        bonus = (s.scenario.get("numbers") or {}).get("recon_bonus_turn") == turn(s)
        answer["lines"][:0] = [head, *fire.recon_lines(s, cell, s.side, attacker, hero=False, tet=bonus)]
    answer["title"] = msg("odds.title_fire", cell={"c": cell})
    return answer


def _firers(s: Seen, cell: str, args: dict[str, Any], *, strike: bool) -> tuple[list[str], list[str]]:
    """Return the units and the strike markers that would fire in a square: who is there, who comes, who is committed."""
    come = [p for p in (*(args.get("pieces") or ()), *_named(args.get("join"))) if s.is_known(p) and s.owner(p) == s.side]
    left = _named(args.get("land"))
    own = [] if strike else [p for p in come if is_unit(s, p) and p not in left]
    there = [] if strike else [p for p in fire.shooters(s, cell, s.side) if p not in own]
    return [*there, *own], [p for p in come if s.has(p, "strike")]


def _named(at: Any) -> list[str]:
    """Return the pieces of a mapping place → pieces."""
    return [piece for pieces in (at or {}).values() for piece in pieces]


def _led(frame: Frame | None, side: str) -> bool:
    """Return whether a Hero or Ace fights for a side in this round (16.4)."""
    return frame is not None and side in frame.l["heroes"]


def cell(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Answer what the viewer says of a square: effects of terrain, stacks, links."""
    place = str(args["cell"])
    if not is_cell(place) or not s.content.has_place(place):
        return []
    g = ground(s.content)
    out: list[Message] = []
    chart = s.chart("terrain_effects")
    for row in g.effects.get(place, ()):
        att, dfn, shift = (chart.at(row, c) for c in ("recon_attacker", "recon_defender", "shift"))
        if any(isinstance(x, int) and x for x in (att, dfn, shift)):
            out.append(
                msg("cell.effect", rule="27.0", row=msg(f"terrain.{row}"), attacker=att, defender=dfn, shift=shift)
            )
    if place in g.base_number:
        out.append(msg("cell.com_base", rule="27.0", n=g.base_number[place]))
    if g.country.get(place) == "cambodia":
        out.append(msg("cell.cambodia", rule="21.0"))
    for side in (FW, COM):
        own = units(s, place, side)
        hidden = [p for p in counters(s, place, side) if not s.is_known(p)]
        if own:
            power = sum(fire.factor(s, p) for p in own)
            out.append(msg("cell.stack", rule="9.1", side={"s": side}, n=stacked(s, place, side), fire=power))
        if hidden:
            out.append(msg("cell.hidden", rule="8.13", side={"s": side}, n=len(hidden)))
    return out


QUERIES: dict[str, Query] = {"reach": reach, "why": why, "odds": odds, "cell": cell}
__all__ = ["QUERIES"]
