"""What the screen asks: where a unit can go, what an attempt or fire would bring, what is seen, how the mission stands."""

from __future__ import annotations

from typing import Any

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Seen
from qtwar.kit.tally import Tally
from qtwar.kit.title import Query

from . import deck, facts, fire, grenades, ground, movement, ncm, nets, sight, standing
from .act_fight import Grenade, ShiftFire
from .attempts import Attempt
from .facts import US
from .menu import BY_VERB

ALWAYS = 100
GOOD = 50
"""Per cent from which a chance is called good."""


def _unit(s: Seen, args: dict[str, Any]) -> str:
    """Return the US unit that a question is about: the first piece named, else the one that is to get an order."""
    named = [p for p in (*(args.get("pieces") or ()), *(args.get("support") or ())) if s.exists(p)]
    frame = s.frame_of("impulse")
    picked = str(frame.l.get("unit") or "") if frame is not None else ""
    return next((p for p in (*named, picked) if p and s.exists(p) and s.owner(p) == US and facts.is_infantry(s, p)), "")


def reach(s: Seen, args: dict[str, Any]) -> dict[str, Any]:
    """Light the cards to which a unit may move; secured ones and those under fire are marked (4.2.2.a)."""
    unit = _unit(s, args)
    if not unit or not facts.card(s, unit):
        return {"cells": {}}
    return {"cells": {to: {"cost": 1} for to in movement.targets(s, unit)}}


def why(s: Seen, args: dict[str, Any]) -> Message | None:
    """Say why a unit can not move to a card (4.2.2, 4.2.5, 5.1)."""
    unit, to = _unit(s, args), str(args.get("cell") or "")
    if not unit or not to or not facts.card(s, unit):
        return None
    if facts.is_exposed(s, unit):
        return msg("refuse.exposed", rule="5.1", piece={"p": unit})
    return movement.bar(s, unit, to)


# odds -----------------------------------------------------------------------------------


def percent(share: float) -> int:
    """Return a share as whole per cent."""
    return round(share * ALWAYS)


def odds(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Say how likely an attempt is over the whole deck, or else what the fire on a unit would do, part by part (4.2, 6.1)."""
    action = BY_VERB.get(str(args.get("verb") or ""))
    if isinstance(action, ShiftFire):
        return _shifted(s, str(args.get("from") or ""), str(args.get("cell") or ""))
    unit = _unit(s, args)
    if unit and isinstance(action, Grenade):
        return _grenade(s, unit, action, args)
    if unit and isinstance(action, Attempt):
        return _attempt(s, unit, action, args)
    target = next(
        (p for p in args.get("pieces") or () if s.exists(p) and s.is_known(p) and facts.is_infantry(s, p)), ""
    )
    return _under_fire(s, target) if target else None


def _attempt(s: Seen, unit: str, action: Attempt, args: dict[str, Any]) -> dict[str, Any] | None:
    place = {"cell": args["cell"]} if args.get("cell") else {}
    known = {**place, **(args.get("fixed") or {})}  # what the ask has fixed is not to be said otherwise
    if "cell" in known and not facts.is_card(known["cell"]):
        return None
    try:
        n, share = action.cards(s, unit, known), action.chance(s, unit, known)
    except KeyError:
        return None  # the target is not chosen yet
    good = percent(share)
    line = msg("odds.cards", rule="4.2", n=n, icon=msg(f"icon.{action.icon}"))
    chance = {**msg("odds.success", rule=action.id, percent=good), "tone": "good" if good >= GOOD else "bad"}
    title = msg("odds.attempt", piece={"p": unit}, what=msg(f"act.{action.verb}"))
    return {"title": title, "lines": [line], "chances": [chance], "percent": good}


def _grenade(s: Seen, unit: str, action: Grenade, args: dict[str, Any]) -> dict[str, Any] | None:
    """Return what grenades at a target would bring: that one lands, and what it then does to each unit there (6.5, 6.1.3)."""
    named = args.get("support") or [unit]
    goal = next((p for p in args.get("pieces") or () if s.exists(p)), "")
    throwers = [p for p in named if goal in grenades.all_goals(s, p)]
    if not throwers:
        return None  # no target is chosen yet
    n = sum(action.cards(s, p, {}) for p in throwers)
    good = percent(deck.chance(s, n, action.icon))
    lines: list[dict[str, Any]] = [dict(msg("odds.cards", rule="6.5", n=n, icon=msg(f"icon.{action.icon}")))]
    chances = [{**msg("odds.success", rule=action.id, percent=good), "tone": "good" if good >= GOOD else "bad"}]
    for foe in (u for u in fire.foes(s, s.where(goal), US) if goal in (u, ground.under(s, u))):
        tally = ncm.ncm(s, foe, grenades.figure(s, throwers[0]))
        parts, chance = _met(s, foe, tally, msg("odds.grenade", rule="6.5", piece={"p": foe}), "odds.then")
        lines += parts
        chances.append(chance)
    title = msg("odds.attempt", piece={"p": unit}, what=msg(f"act.{action.verb}"))
    return {"title": title, "lines": lines, "chances": chances, "percent": good}


def _met(s: Seen, foe: str, tally: Tally | None, head: Message, then: str) -> tuple[list[Any], dict[str, Any]]:
    """Return the parts of the modifier on a unit below a heading, and how likely it is hit or pinned (6.1.2, 6.1.3)."""
    assert tally is not None  # what is aimed at it is VOF itself
    total = ncm.clamp(tally.total)
    hit, pin, _ = (percent(share) for share in deck.fire_odds(s, total))
    chance = {**msg(then, rule="6.1.3", piece={"p": foe}, hit=hit, pin=pin), "tone": "good"}
    return [{**head, "tone": "head"}, *tally.lines, _sum(total)], chance


def _sum(total: int) -> dict[str, Any]:
    """Return the line of the whole modifier (6.1.2)."""
    return {**msg("odds.ncm", rule="6.1.2"), "value": total, "signed": True, "tone": "head"}


def _shifted(s: Seen, frm: str, to: str) -> dict[str, Any] | None:
    """Return what the fire of a card would do to each spotted enemy of another (4.2.4.j, 6.1.2)."""
    if not (facts.is_card(frm) and facts.is_card(to)):
        return None
    fall = ncm.fall_if(s, frm, to)
    lines: list[dict[str, Any]] = []
    chances: list[dict[str, Any]] = []
    for foe in (u for u in fire.foes(s, to, US) if facts.is_infantry(s, u)) if fall is not None else ():
        tally = ncm.ncm(s, foe, fall=fall)
        parts, chance = _met(s, foe, tally, msg("odds.fire", rule="6.1.2", piece={"p": foe}), "odds.then_fire")
        lines += parts
        chances.append(chance)
    if not chances:
        return None
    return {"title": msg("odds.shifted", a={"c": frm}, b={"c": to}), "lines": lines, "chances": chances}


def _frozen(s: Seen, unit: str) -> tuple[int, list[Any]] | None:
    """Return modifier and parts as they were when the combat effects began, if the unit still waits for them (6.1.3)."""
    frame = s.frame_of("effects")
    item = next((one for one in frame.l.get("queue") or () if one[0] == unit), None) if frame is not None else None
    return (int(item[2]), list(item[3])) if item is not None else None


def _under_fire(s: Seen, unit: str) -> dict[str, Any] | None:
    tally = ncm.ncm(s, unit) if facts.card(s, unit) else None
    if tally is None:
        return None
    total, parts = _frozen(s, unit) or (ncm.clamp(tally.total), tally.lines)
    hit, pin, miss = (percent(share) for share in deck.fire_odds(s, total))
    words = (("odds.hit", hit, "bad"), ("odds.pin", pin, "bad"), ("odds.miss", miss, "good"))
    chances = [{**msg(key, rule="6.1.3", percent=n), "tone": tone} for key, n, tone in words]
    lines = [*parts, _sum(total)]
    return {"title": msg("odds.fire", piece={"p": unit}), "lines": lines, "chances": chances, "percent": hit}


# what there is to say -----------------------------------------------------------------------


def cell(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Say what a card is: cover, level, what can be found, fire on it, visibility, whether it is secured."""
    place = str(args.get("cell") or "")
    if not ground.in_play(place) or facts.cell(place) not in sight.levels(s):
        return []
    if not sight.top(s, place):
        return [msg("cell.face_down", rule="5.2")]
    out = [
        msg(
            "cell.ground", rule="5.2", hi=sight.cover(s, place, True), lo=sight.cover(s, place, False),
            level=sight.levels(s)[facts.cell(place)],
        ),
        msg("cell.cover", rule="5.2.3", n=max(0, ground.potential_left(s, place)), draw=ground.cover_draw(s, place)),
        msg("cell.stack", rule="1.2.1", n=ground.stack(s, place, US), most=ground.limit(s, "steps")),
    ]  # fmt: skip
    fall = fire.fall_on(s, place)
    words = sorted({vof for _, vof, _ in fall.outside} | set(fall.inside.values()))
    out += [msg("cell.vof", rule="6.3", what=msg(f"vof.{ {'P': 'all_pinned'}.get(word, word) }")) for word in words]
    if fire.crossfire(s, place):
        out.append(msg("cell.crossfire", rule="6.3.2"))
    if sight.visibility(s, place):
        out.append(msg("cell.visibility", rule="8", n=sight.visibility(s, place)))
    state = "secured" if ground.is_secured(s, place) else "cleared" if ground.is_cleared(s, place) else ""
    if state:
        out.append(msg(f"cell.{state}", rule="1.2.6"))
    return out


def _suffers(s: Seen, tally: Tally) -> Message:
    """Say what the fire on a unit comes to, part by part, and what it would do (6.1.2, 6.1.3)."""
    total = ncm.clamp(tally.total)
    hit, pin, _ = (percent(share) for share in deck.fire_odds(s, total))
    parts = [
        msg("ncm.part", what=msg(line["key"], **line["args"]), n=f"{line['value']:+d}")
        for line in tally.lines
        if isinstance(line["value"], int)
    ]
    if not parts:
        return msg("piece.ncm_alone", rule="6.1.2", n=f"{total:+d}", hit=hit, pin=pin)
    return msg("piece.ncm", rule="6.1.2", n=f"{total:+d}", parts=parts, hit=hit, pin=pin)


def piece(s: Seen, args: dict[str, Any]) -> list[Message]:
    """Say what a unit is now: experience, commands saved, ammunition, what it holds, how the company HQ reaches it."""
    unit = str(args.get("piece") or "")
    if not s.exists(unit) or not s.is_known(unit) or not (facts.is_infantry(s, unit) or facts.is_vehicle(s, unit)):
        return []
    out = [
        msg(
            "piece.experience",
            rule="1.2.6",
            level=msg(f"experience.{facts.experience(s, unit)}"),
            n=facts.steps(s, unit),
        )
    ]
    if s.attr(unit, "saved"):
        out.append(msg("piece.saved", rule="4.1.3", n=int(s.attr(unit, "saved"))))
    out += [msg("piece.ammo", rule="6.8", kind=kind, n=facts.ammo(s, unit, kind)) for kind in facts.ammo_kinds(s, unit)]
    shelter = ground.under(s, unit)
    if shelter:
        out.append(msg("piece.under", rule="5.2.3", marker={"p": shelter}))
    if facts.is_infantry(s, unit) and facts.card(s, unit) and (tally := ncm.ncm(s, unit)) is not None:
        out.append(_suffers(s, tally))
    held = nets.assets(s, unit)
    if held:
        out.append(msg("piece.holds", rule="2.3.2", what=[{"p": asset} for asset in held]))
    hub = facts.holder_of(s, "co_hq")
    if hub and s.owner(unit) == US and unit != hub:
        link = nets.link(s, hub, unit)
        out.append(
            msg(
                "piece.reached" if link.stands else "piece.unreached",
                rule=link.rule,
                how=msg(f"link.{link.how or 'none'}"),
            )
        )
    return out


def sight_between(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Say whether one sees a card from another, and what blocks (5.2.1)."""
    a, b = str(args.get("from") or ""), str(args.get("to") or "")
    if not (facts.is_card(a) and facts.is_card(b)) or a == b:
        return None
    found = sight.look(s, a, b)
    far = sight.distance(s, a, b)
    line = (
        msg("los.clear", rule="5.2.1", n=far)
        if found.clear
        else msg(f"los.{found.why}", rule="5.2.1", cell={"c": f"map:{found.at}" if found.at else b})
    )
    lines = [line]
    if found.clear and sight.top(s, b):
        high = sight.green(s, b, a) or not s.option("hi_needs_green")  # AMB-41
        n = f"{sight.cover(s, b, high):+d}"
        lines.append(msg("los.cover_high" if high else "los.cover_low", rule="5.2", n=n))
    blocked = None
    if not found.clear:
        at = f"map:{found.at}" if found.at else b
        centre = sight.grid(s).to_pixel(facts.cell(at))
        blocked = {"cell": at, "at": list(centre), "name": line, "why": line}
    return {
        "clear": found.clear,
        "degrading": 0,
        "range": far,
        "blocked": blocked,
        "hindrances": [],
        "lines": lines,
        "rule": "5.2.1",
    }


def fan(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Light the cards that are seen from one (5.2.1)."""
    place = str(args.get("from") or "")
    if not facts.is_card(place):
        return None
    return {"seen": list(sight.seen_from(s, place)[1:]), "hindered": [], "rule": "5.2.1"}


QUERIES: dict[str, Query] = {
    "reach": reach, "why": why, "odds": odds, "cell": cell, "piece": piece, "sight": sight_between, "fan": fan,
    "standing": standing.standing,
}  # fmt: skip
