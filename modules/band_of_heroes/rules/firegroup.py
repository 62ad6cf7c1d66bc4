"""The fire of a group: the units and weapons of one place fire together, with the modifiers (1.6, 5.0 to 5.3, 11.4, 14.0)."""

from __future__ import annotations

from dataclasses import dataclass, field

from qtwar.kit.table import Reader
from qtwar.kit.tally import Line, Tally

from . import sight
from .facts import (
    enemy,
    holds,
    is_captured,
    is_mmc,
    is_squad,
    is_team,
    leadership,
    marked,
    nation,
    same_colour,
    units,
    weapons,
)
from .fire import (
    Circumstances,
    armed,
    band,
    caller,
    carrier,
    is_ordnance,
    may_direct,
    overload,
    reaches,
    readiness,
    ready_guns,
    unit_fire,
    weapon_fire,
)
from .ground import are_adjacent, distance, has_smoke, target_modifier


@dataclass(frozen=True, slots=True)
class Shot:
    """A fire that is allowed: its kind (`fire`, `ordnance`, `sniper`), value before dice, modifiers by name."""

    kind: str
    side: str
    at: str
    target: str
    units: tuple[str, ...]
    weapons: tuple[str, ...]
    leader: str
    value: int
    lines: tuple[Line, ...] = field(default=())
    satchel_alone: bool = False


def compose(r: Reader, side: str, pieces: list[str], target: str, when: Circumstances) -> Shot:
    """Return the shot that units and weapons of one place would make at a target.

    A unit named without one of its weapons fires to the best effect; a leader so named directs.
    Raises Refusal with the rule that forbids it.
    """
    if not pieces:
        r.refuse("refuse.nobody", rule="5.2")
    places = {r.spot(p) for p in pieces}
    if len(places) != 1:
        r.refuse("refuse.one_hex", rule="5.2")
    at = places.pop()
    own = [p for p in pieces if not carrier(r, p)]
    arms = [p for p in pieces if carrier(r, p)]
    director, idle = _director(r, own, arms, target, when)
    firing = [u for u in own if u not in idle]
    users = {carrier(r, w) for w in arms}
    best = _best_arms(r, [u for u in firing if u not in users and not is_ordnance(r, u)], target, when)
    firing = [u for u in firing if u in best.get(u, (u,)) or not best[u]]
    arms += [w for found in best.values() for w in found if carrier(r, w)]
    for piece in (*firing, *arms):
        if not reaches(r, piece, target, when):
            r.refuse("refuse.no_fire", rule="5.0", piece={"p": piece}, cell={"c": target})
    if not firing and not arms:
        r.refuse("refuse.leader_alone", rule="11.1")
    _check_arms(r, firing, arms)
    single = [p for p in (*firing, *arms) if is_ordnance(r, p) or is_team(r, p) or r.has(p, "sniper")]
    if single and len(firing) + len(arms) > 1:
        r.refuse("refuse.fires_alone", rule="5.2", piece={"p": single[0]})
    owners = {carrier(r, w) or w for w in (*firing, *arms)}
    mute = ""
    if director and not all(same_colour(r, director, u) and not r.has(u, "sniper") for u in owners):
        director, mute = "", director  # 5.0.1: only units of his own kind; a sniper fires by himself
    if single and is_ordnance(r, single[0]):
        return _ordnance(r, side, at, target, single[0], director, when, mute)
    kind = "sniper" if single and r.has(single[0], "sniper") else "fire"
    return _direct(r, kind, side, at, target, firing, arms, director, when, mute)


def _best_arms(r: Reader, firing: list[str], target: str, when: Circumstances) -> dict[str, list[str]]:
    """Return unit → what it fires with in an attack together, to the best effect (1.6.1, 5.2).

    Of the squads that fire themselves all but the strongest count half: a second gun may be worth more.
    """
    best = {u: armed(r, u, target, when) for u in firing}
    own = {u: unit_fire(r, u, distance(r, r.where(u), target), when) for u in firing if is_mmc(r, u) and u in best[u]}
    halved_ = sorted(own, key=lambda u: (-own[u], len(ready_guns(r, u, target, when))))[1:]
    if sum(nation(r, u) == "glider" for u in own) > 1:
        halved_ = [u for u in halved_ if nation(r, u) != "glider"]  # 13.92
    for unit in (u for u in halved_ if is_squad(r, u) and u not in dict(when.used)):
        arms = ready_guns(r, unit, target, when)
        if len(arms) > 1 and 2 * weapon_fire(r, arms[1], when) > own[unit]:
            best[unit] = arms[:2]
    return best


def _director(r: Reader, own: list[str], arms: list[str], target: str, when: Circumstances) -> tuple[str, list[str]]:
    """Return the one leader who directs, the best of the right kind, and all leaders who do not fire (5.0.1, 11.11)."""
    owners = {carrier(r, w) for w in arms}
    found = [u for u in own if r.has(u, "leader") and u not in owners]
    if found == own and not owners and holds(r, own[0], "tommy_gun"):
        return "", []  # 12.0: alone he fires his own gun
    able = [u for u in found if may_direct(r, u, when, target)]
    others = {*owners, *(u for u in own if u not in found)}
    able.sort(key=lambda u: (all(same_colour(r, u, other) for other in others), leadership(r, u)), reverse=True)
    return (able[0] if able else ""), found


def _check_arms(r: Reader, firing: list[str], arms: list[str]) -> None:
    """Refuse more weapons than a unit can operate beside its own fire (1.6.1)."""
    for unit in sorted({carrier(r, w) for w in arms}):
        broken = overload(r, unit, fires=unit in firing, weapons=[w for w in arms if carrier(r, w) == unit])
        if broken:
            r.refuse(broken, rule="1.6.1", piece={"p": unit})


def note_used(r: Reader, used: dict[str, list[str]], shot: Shot) -> None:
    """Add what a shot fires to the record of an impulse or a window: unit → itself and its weapons (4.0)."""
    for piece in (*shot.units, *shot.weapons):
        used.setdefault(carrier(r, piece) or piece, []).append(piece)


def _direct(
    r: Reader,
    kind: str,
    side: str,
    at: str,
    target: str,
    firing: list[str],
    arms: list[str],
    director: str,
    when: Circumstances,
    mute: str,
) -> Shot:
    away = distance(r, at, target)
    sum_ = Tally()
    doubled = 0  # fire in halves
    mmc = sorted((u for u in firing if is_mmc(r, u)), key=lambda u: -unit_fire(r, u, away, when))
    gliders = [u for u in mmc if nation(r, u) == "glider"]
    for n, unit in enumerate(mmc):  # 5.2: the first in full, further ones half; several gliders are not halved (13.92)
        fire = unit_fire(r, unit, away, when)
        share = 2 if n == 0 or (unit in gliders and len(gliders) > 1) else 1
        if n and fire <= 0:
            continue
        doubled += share * fire
        sum_.tell("fire.unit", "5.2", fire if share == 2 else f"½ × {fire}", piece={"p": unit})
    for unit in (u for u in firing if not is_mmc(r, u)):
        fire = unit_fire(r, unit, away, when)
        doubled += 2 * fire
        sum_.tell("fire.unit", "5.2", fire, piece={"p": unit})
    for weapon in arms:
        fire = weapon_fire(r, weapon, when)
        doubled += 2 * fire
        sum_.tell("fire.weapon", "1.6.1", fire, piece={"p": weapon})
    sum_.total = -(-doubled // 2)
    sum_.tell("fire.total", "5.2", sum_.total, tone="head")
    alone = not firing and len(arms) == 1 and r.record(arms[0])["kind"] == "satchel"
    if alone:  # 1.6.2: no modifier of other fire, leadership only for the thrower's own
        thrower = carrier(r, arms[0])
        if r.has(thrower, "leader"):
            sum_.add("fire.leader", "1.6.2", leadership(r, thrower))
        return Shot(kind, side, at, target, (), tuple(arms), "", sum_.total, tuple(sum_.lines), satchel_alone=True)
    if director:
        sum_.add("fire.leader", "5.0.1", leadership(r, director))
    if mute:
        sum_.tell("fire.mute", "5.0.1", "0", piece={"p": mute})
    chart = r.chart("fire_modifiers")
    if are_adjacent(r, at, target) and (firing or r.option("adjacent_for_all_fire")):
        sum_.add("fire.adjacent", "1.6.2", int(chart.at("adjacent_target")))
    sum_.add("fire.degrading", "10.3", int(chart.at("per_degrading_hex")) * sight.degrading(r, at, target))
    if has_smoke(r, at):
        sum_.add("fire.from_smoke", "7.0", int(chart.at("from_smoke")))
    if len(firing) == 1 and not arms and holds(r, firing[0], "marksman"):
        sum_.add("fire.marksman", "12.0", 1)
    if any(_ran(r, u) for u in {*firing, *(carrier(r, w) for w in arms)}):
        sum_.add("fire.assault", "6.1", int(chart.at("assault_or_stealth_moved")))
    return Shot(kind, side, at, target, tuple(firing), tuple(arms), director, sum_.total, tuple(sum_.lines))


def _ran(r: Reader, unit: str) -> bool:
    """Return whether a unit's fire suffers from its assault or stealth movement; a scout's stealth does not (6.1, 6.4)."""
    return marked(r, unit, "assault") or (
        marked(r, unit, "stealth") and not (r.has(unit, "scout") and not weapons(r, unit))
    )


def _ordnance(
    r: Reader, side: str, at: str, target: str, piece: str, director: str, when: Circumstances, mute: str
) -> Shot:
    """Return an ordnance shot; its value is the number that two dice must not exceed (14.0)."""
    unit = carrier(r, piece) or piece
    called_by = "" if sight.sees(r, at, target) else caller(r, piece, target, when)
    number = band(r, piece, distance(r, at, target))
    sum_ = Tally(number)
    sum_.tell("fire.to_hit", "14.0", number, tone="head", piece={"p": piece})
    helper = called_by or director
    if helper and r.has(helper, "leader"):
        sum_.add("fire.leader", "5.0.1", leadership(r, helper))
    if mute and not called_by:
        sum_.tell("fire.mute", "5.0.1", "0", piece={"p": mute})
    if readiness(r, unit, when) == "half":
        sum_.add("fire.ops", "4.1", -2)
    if piece != unit and is_captured(r, piece, side) and not holds(r, unit, "forager"):
        sum_.add("fire.captured", "1.6.1", -1)
    if marked(r, unit, "assault"):
        sum_.add("fire.assault", "6.1", -2)
    if r.attr(unit, "pivoted"):
        sum_.add("fire.pivoted", "1.6.3", -1)
    sum_.add("fire.degrading", "10.3", -sight.degrading(r, r.where(called_by) if called_by else at, target))
    if has_smoke(r, at):
        sum_.add("fire.from_smoke", "7.0", -1)
    if called_by:
        sum_.add("fire.indirect", "18.1", -1)
    if any(is_moving_target(r, u, when) for u in units(r, target, enemy(side))):
        sum_.add("fire.moving", "5.3", -1)
    arms = (piece,) if piece != unit else ()
    return Shot("ordnance", side, at, target, () if arms else (unit,), arms, helper, sum_.total, tuple(sum_.lines))


def is_moving_target(r: Reader, unit: str, when: Circumstances) -> bool:
    """Return whether fire at a unit has the modifier against movers (5.3, 6.0)."""
    if marked(r, unit, "crawl"):
        return False
    if not r.option("moving_bonus_everywhere") and target_modifier(r, r.where(unit)) >= 0:
        return False
    if unit in when.moving:
        return True
    return is_mmc(r, unit) and marked(r, unit, "moved", "assault")
