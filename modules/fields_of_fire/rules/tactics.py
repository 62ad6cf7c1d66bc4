"""Enemies with rules of their own: the tactic in force, snipers, observers, leaders, who has no ammunition (9.4, 9.6–9.9)."""

from __future__ import annotations

from qtwar.kit.automaton import Fit, best
from qtwar.kit.table import Reader, Table

from . import cleanup, facts, fire, ground, harm, mission, movement, sight
from .facts import ENEMY, US

PRIORITIES = "priorities"


def tactic(r: Reader) -> str:
    """Return the tactic in force: assault while a counterattack runs, else the mission's (9.1.4, 9.4)."""
    until = r.var("counterattack_until")
    if until and int(r.var("turn", 1)) <= int(until):
        return "assault"
    return str(mission.data(r)["tactic"])


def special(r: Reader, unit: str) -> Fit | None:
    """Return what a unit with rules of its own does in place of a check, None for all others (9.4: compulsory rules)."""
    if not facts.is_good_order(r, unit):
        return None
    word = facts.unit_type(r, unit)
    if facts.printed_vof(r, unit) == "S!":
        if facts.is_spotted(r, unit):
            return Fit("sniper_spotted", "slip", (PRIORITIES, "sniper_moves", "1"))
        return Fit("sniper", "hold" if _has_target(r, unit) else "retarget", (PRIORITIES, "sniper_target", "1"))
    if word == "OBS":
        left = int(r.attr(unit, "missions") or 0)
        return Fit("observer", "call" if left > 0 else "leave", (PRIORITIES, "observer", "1"))
    if word == "LDR":
        others = [u for u in facts.free_units(r, r.spot(unit), ENEMY) if u != unit]
        alone = all(facts.unit_type(r, u) == "LDR" and not facts.flipped(r, u) for u in others)  # nobody but leaders
        return Fit(
            "leader_alone" if alone else "leader", "to_team" if alone else "hold", (PRIORITIES, "fall_back", "1")
        )
    if facts.is_spotted(r, unit) and cleanup.is_spent(r, unit):
        return Fit("no_ammo", "slip", (PRIORITIES, "no_ammo", "1"))
    return None


def _has_target(r: Reader, unit: str) -> bool:
    aim = str(r.attr(unit, "aim") or "")
    return bool(aim) and bool(facts.free_units(r, aim, US))


def in_us_sight(r: Reader, place: str) -> bool:
    """Return whether a US unit sees a card."""
    return any(sight.sees(r, p, place, eyes=(ground.tallest(r, p, US), 0)) for p in facts.cards_with(r, US))


def vanish(t: Table, unit: str) -> None:
    """Take an enemy off the map for good (9.4, 9.6, 9.8, 9.9)."""
    t.note("note.vanished", rule="9.4", piece={"p": unit})
    if facts.lat(t, unit):
        t.remove(unit)
    else:
        harm.remove(t, unit)


def slip_away(t: Table, unit: str) -> None:
    """Move one card out of US sight, else to better terrain; out of sight it stays, off the map it is gone (9.6, 9.9)."""
    here = t.spot(unit)
    if facts.is_exposed(t, unit) or not in_us_sight(t, here):
        return
    ways = [p for p in ground.next_to(t, here) if ground.in_play(p) and movement.bar(t, unit, p) is None]
    ways = [p for p in ways if not facts.free_units(t, p, US)]
    if ground.row(here) >= ground.size(t)[1] and not any(ground.row(p) > ground.row(here) for p in ways):
        vanish(t, unit)  # over the far edge
        return
    if ways:
        to = best(
            t, ways, lambda p: not in_us_sight(t, p), lambda p: sight.cover(t, p, False), lambda p: _away(t, p),
        )  # fmt: skip
        t.set_attr(unit, "aim", None)
        movement.go(t, unit, to, marker=ground.best_shelter(t, to, unit))


def _away(r: Reader, place: str) -> int:
    return min((sight.distance(r, place, p) for p in facts.cards_with(r, US)), default=0)


def retarget(t: Table, unit: str) -> None:
    """Give a sniper a new target card: the nearest US card in sight, most steps, at random; none and it stays (9.6)."""
    here = t.spot(unit)
    reach = facts.reach(t, unit)
    cards = [
        p for p in facts.cards_with(t, US)
        if ground.in_play(p) and sight.distance(t, here, p) <= reach and fire.line(t, here, p, unit).clear
    ]  # fmt: skip
    if not cards:
        t.set_attr(unit, "aim", None)
        return
    to = best(t, cards, lambda p: -sight.distance(t, here, p), lambda p: ground.steps_on(t, p, US))
    t.set_attr(unit, "aim", to)
    t.note("note.sniper_aims", rule="9.6", piece={"p": unit}, cell={"c": to})
