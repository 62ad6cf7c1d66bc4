"""What the screen asks: where units can go, why not, what there is to say of a hex or unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qtwar.base.errors import Refusal
from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Frame, Seen
from qtwar.kit.title import Query

from . import (
    assault,
    attack,
    barrage,
    checks,
    chits,
    concealment,
    duties,
    facts,
    fire,
    hiding,
    movement,
    preview,
    reach,
    sight,
    traps,
    works,
)
from .facts import (
    altitude,
    crowd,
    enemy,
    is_done,
    is_helicopter,
    is_unit,
    on_map,
    proficiency,
    state,
    units,
    wrapped,
)
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
            hide=f"{kind['concealment_modifier']:+d}", height=level(s, place),
        )
    ]  # fmt: skip
    if has_path(s, place):
        out.append(msg("cell.path", rule="6.1"))
    idle = [p for p in units(s, place, s.side) if s.is_known(p) and not is_done(s, p)]
    if idle:
        out.append(msg("cell.idle", rule="5.0", pieces=wrapped(idle)))
    if crowd(s, place):
        out.append(msg("cell.crowd", rule="6.2", n=-crowd(s, place)))
    seen = concealment.watchers(s, enemy(s.side), place)
    if seen:
        out.append(msg("cell.watched", rule="18.1", pieces=wrapped(seen)))
    left = chits.chits_left(s)
    out.append(msg("cell.chits", rule="5.0", us=left["US"], nva=left["NVA_VC"]))
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


def odds(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer what a shot or a check would bring, each modifier named (1.2, 7.1, 7.4)."""
    pieces = [p for p in args.get("pieces") or () if s.exists(p)]
    own = [p for p in pieces if s.is_known(p) and s.owner(p) == s.side and is_unit(s, p)]
    frame = s.frame()
    if args.get("verb") in BOMBARDING:
        return barrage.odds(s, frame, str(args["verb"]), str(args.get("cell") or ""))
    if args.get("verb") == "claymore":
        return _claymore(s, pieces[0], str(frame.l.get("storm") or "")) if pieces else None
    if frame.step == attack.Aim.name and frame.l["side"] == s.side:
        own = facts.own(frame)["pieces"]
    if not own:
        return None
    more = CHECKS.get(str(args.get("verb")))
    if more is not None:
        return _check(s, own[-1], more(s, own[-1]))
    place = str(args.get("cell") or args.get("target") or "")
    if args.get("verb") == "assault":
        return assault.odds(s, own, place) if place and in_play(s, place) else None
    aims = [p for p in pieces if s.owner(p) == enemy(s.side)]
    if not aims and place and in_play(s, place):
        aims = fire.targets(s, own[0]).get(place) or units(s, place, enemy(s.side))
    if not aims:
        return None
    title = msg("odds.title", cell={"c": s.where(aims[0])}, piece={"p": aims[0]})
    try:
        shot = fire.compose(s, own, aims[0], _when(frame, s.side))
    except Refusal as no:
        return {"title": title, "lines": [msg(no.key, rule=no.rule, **no.values)]}
    return {"title": title, **preview.odds(s, shot)}


BOMBARDING = ("aim_at", "bombard", "target")
"""Verbs by which a bombardment is called, fired and noted (13.0, 16.0, 19.9)."""
CHECKS: dict[str, Callable[[Seen, str], list[checks.Modifier]]] = {
    "try": lambda s, unit: [],
    "search": duties.search_drm,
    "hide": hiding.hiding_drm,
}
"""Actions that begin with a proficiency check, with what modifies it beside the markers on the unit."""


def _when(frame: Frame, side: str) -> fire.When:
    """Return the circumstances of fire as the innermost step has them."""
    if frame.step in ("opportunity", "shots"):
        return fire.When(opportunity=True, road=bool(frame.l.get("road")), stealth=bool(frame.l.get("stealth")))
    if frame.step == "assault":
        return fire.When(assault=True, bare=side != frame.l["side"] and frame.l["round"] == 1)
    return fire.When()


def _claymore(s: Seen, mine: str, storm: str) -> dict[str, Any] | None:
    """Return what a claymore would do to each whom it meets (26.0)."""
    place, attrs = traps.place_of(s, mine), s.content.kinds["claymore"].attrs
    he = attrs["weapon_class"] == fire.HE
    aims = [
        (p, [m for m in fire.against(s, p, fire.When(), he=he, bomb=False) if m.n])
        for p in traps.met(s, place, storm, traps.stormers(s, storm))
    ]
    if not aims:
        return None
    found = preview.volley(s, mine, int(attrs["fire"]), str(attrs["weapon_class"]), aims)
    return {"title": msg("odds.title_claymore", rule="26.0", cell={"c": place}), **found}


def _check(s: Seen, unit: str, more: list[checks.Modifier]) -> dict[str, Any]:
    """Return what a proficiency check would bring."""
    modifiers = [*checks.status(s, unit), *more]
    percent = checks.chance(checks.total(modifiers), proficiency(s, unit))
    lines: list[dict[str, Any]] = [dict(msg("piece.proficiency", rule="1.2", n=proficiency(s, unit)))]
    lines += [{**msg(m.key, rule=m.rule), "value": m.n, "signed": True} for m in modifiers]
    chances = [{**msg("odds.check", rule="1.2", percent=percent), "tone": "good" if percent >= 50 else "bad"}]
    return {"title": msg("odds.title_check", piece={"p": unit}), "lines": lines, "chances": chances, "percent": percent}


QUERIES: dict[str, Query] = {
    **{f"reach_{mode}": reach.query_reach(mode) for mode in movement.MODES},
    "reach": reach.query_reach(movement.NORMAL),
    "reach_on": reach.reach_on,
    "why": reach.why,
    "sight": sight.query_sight,
    "fan": sight.query_fan,
    "odds": odds,
    "cell": cell,
    "piece": piece,
}
