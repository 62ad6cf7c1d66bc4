"""From mission to mission: tried again on the same map, the next patrol, the next mission with the company as it is (11)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.table import Reader, Table

from . import ends, facts, ground, harm, mission, recovery, setup
from .facts import ENEMY, US

PASSING = frozenset((
    "pdf", "vof_s", "vof_a", "vof_h", "vof_pinned", "vof_crossfire", "vof_sniper", "vof_grenade", "vof_miss", "vof_concentrated",
    "vof_incoming", "vof_air", "pending_fire", "pending_air", "smoke_hc", "smoke_wp", "target",
))  # fmt: skip
"""Markers that do not last into another attempt (11.1)."""
STATES = (
    "pinned", "exposed", "activated", "done", "saved", "mined", "holds", "concentrated", "aim", "target", "indirect", "fpl_fires",
    "out_of_ammo", "empty", "jammed", "rifle_grenade", "no_check", "evaded", "entered", "ran", "runs_to", "turns", "under",
    *(f"ammo_{kind}" for kind in facts.AMMO),
)  # fmt: skip
"""States that a new log does not know (11.1)."""
VARS = (
    "counterattack_until", "keep_moving", "report_turn", "battalion_turn", "bn_net_out", "lost_us", "lost_enemy", "spotted_units",
    "patrol", "patrol_steps", "promoted", "lost_before",
)  # fmt: skip


def missions(r: Reader) -> list[str]:
    """Return the missions of the campaign in their order, the single mission where it is none."""
    return list(r.scenario["attrs"].get("campaign_missions") or [r.scenario["id"]])


def after(r: Reader, won: bool) -> str:
    """Return what follows a mission: the next `patrol`, the `next` mission, a `reattempt`, or nothing (11)."""
    data = mission.data(r)
    if not won:
        return "reattempt" if int(r.var("attempt", 1)) < int(data["attempts"]) else ""
    if int(r.var("patrol_no", 1)) < int(data.get("patrols", 1)):
        return "patrol"
    return "next" if mission.name(r) != missions(r)[-1] and len(missions(r)) > 1 else ""


def finish(t: Table, won: bool) -> None:
    """End the game: a mission won or lost, a campaign judged by its points (11, 11.2)."""
    points = int(t.var("campaign_xp", 0))
    if len(missions(t)) == 1:
        t.end(US if won else ENEMY, key="result.mission_won" if won else "result.mission_lost", n=points)
        return
    if not won:
        t.end(ENEMY, key="result.relieved", n=points)  # 11.2
        return
    limits = t.scenario["attrs"]["levels"]
    level = next((word for word, least in limits.items() if points >= int(least)), "failure")
    t.end(US if level != "failure" else None, level=level, key=f"result.campaign_{level}", n=points)


def go(t: Table, how: str) -> None:
    """Lay out what comes next; losses wait for replacements until the mission is done (11.1)."""
    lost = recovery.lost(t)
    for key in VARS:
        t.set_var(key, None)
    if how == "next":
        order = missions(t)
        onward(t, order[order.index(mission.name(t)) + 1])
    else:
        again(t)
        t.set_var("lost_before", lost)
        key = "attempt" if how == "reattempt" else "patrol_no"
        t.set_var(key, int(t.var(key, 1)) + 1)
        t.note("note.again" if how == "reattempt" else "note.next_patrol", rule="11.1", level=0, n=int(t.var(key)))


# on the same map ------------------------------------------------------------------------------


def again(t: Table) -> None:
    """Set the mission up on the map as it is now (11.1)."""
    secure = {place for place in ground.mission_cards(t) if ground.is_secured(t, place)}
    for piece in sorted(t.records):
        if t.exists(piece) and (t.record(piece)["kind"] in PASSING or t.has(piece, "flare")):
            t.remove(piece)
    for piece in sorted(t.records):
        if not t.exists(piece):
            continue
        if t.record(piece)["kind"] == "burning_wreck":
            t.become(piece, "wreck")
        elif facts.lat(t, piece) or facts.is_infantry(t, piece) or facts.is_vehicle(t, piece):
            _restore(t, piece, secure)
    setup.assets_again(t)
    setup.log(t)


def _restore(t: Table, unit: str, secure: set[str]) -> None:
    """Take a unit into the new attempt, or out of it (11.1)."""
    place = facts.card(t, unit)
    gone = (facts.LITTER, facts.PARALYZED, facts.CASUALTY) if t.owner(unit) == ENEMY else (facts.CASUALTY,)
    if facts.is_captured(t, unit) or (place and facts.lat(t, unit) in gone):
        if unit in t.content.pieces:
            harm.remove(t, unit)
        else:
            t.remove(unit)
        return
    covered = ground.under(t, unit) if place else ""
    for key in STATES:
        t.set_attr(unit, key, None)
    if t.owner(unit) == ENEMY and place:
        ground.enter(t, unit, covered or ground.best_shelter(t, place, unit))
    elif place and place not in secure and not facts.carried(t, unit):
        home = setup.home(t, unit)
        if home and t.where(unit) != home:
            t.move(unit, home)
    if facts.flipped(t, unit) and t.owner(unit) == US:
        t.turn(unit, "front")


# on a new map -----------------------------------------------------------------------------------


def roll_call(r: Reader) -> dict[str, dict[str, Any]]:
    """Return unit of the company → its steps left and their experience, none for those that were not rebuilt (10)."""
    found = {}
    for unit in recovery.company(r):
        gone = r.where(unit) == recovery.BOX
        found[unit] = {"steps": 0 if gone else facts.steps(r, unit), "levels": "" if gone else recovery.levels(r, unit)}
    return {**(r.var("company") or {}), **found}


def onward(t: Table, name: str) -> None:
    """Lay out the next mission of the campaign with the company as it has become (11)."""
    company = roll_call(t)
    stragglers = sum(1 for u in facts.all_units(t, US) if facts.lat(t, u) == facts.FIRE)
    points = int(t.var("campaign_xp", 0))
    for piece in sorted(t.records, key=lambda p: t.where(p).startswith("@"), reverse=True):
        t.remove(piece)
    t.set_var(mission.NAME, name)
    t.set_var("company", company)
    t.set_var("campaign_xp", points)
    t.set_var("attempt", 1)
    t.set_var("patrol_no", 1)
    t.note("note.next_mission", rule="11", level=0, mission={"key": f"mission.{name}", "args": {}})
    setup.lay(t)
    for unit, state in company.items():
        if t.exists(unit):
            _enlist(t, unit, state)
    nation = f"us_{mission.campaign(t)}"
    for _ in range(stragglers):
        vof, far = t.chart("lats").at(nation, "fire_vof"), t.chart("lats").at(nation, "fire_range")
        facts.lay(t, "fire_team", ground.at(0, 1), US, nation="us", vof=vof, range=far)
    ends.begin_patrol(t)


def _enlist(t: Table, unit: str, state: dict[str, Any]) -> None:
    if not state["steps"]:
        t.move(unit, recovery.BOX)
        return
    if int(t.attr(unit, "steps", 1)) == 3:
        t.turn(unit, "front" if int(state["steps"]) == 3 else "back")
    recovery.set_levels(t, unit, str(state["levels"]))
