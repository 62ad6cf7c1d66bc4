"""What a mission asks for and what it is worth: goals, experience points, how far patrols have got (10.2, 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from qtwar.kit.offers import Message, msg
from qtwar.kit.table import Reader, Table

from . import facts, ground, mission
from .facts import ENEMY, US

PLATOONS = ("P1", "P2", "P3", "P4")
MOST_ON_TRACK = 19


class Goal(NamedTuple):
    """One thing that the mission asks for: its words, how much of it stands, how much must."""

    text: Message
    have: int
    need: int

    @property
    def met(self) -> bool:
        """Return whether it is reached."""
        return self.have >= self.need


# goals ----------------------------------------------------------------------------------


def row_cards(r: Reader, row: int) -> list[str]:
    """Return the cards of a row of the map as first laid."""
    return [place for place in ground.mission_cards(r) if ground.row(place) == row]


def _secured_points(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    found = []
    for name in goal["secured"]:
        place = mission.point(r, name)
        found.append(Goal(msg("goal.secured", kind={"k": name}), int(bool(place) and ground.is_secured(r, place)), 1))
    return found


def _secured_row(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    row = int(goal["secured_row"])
    have = sum(ground.is_secured(r, place) for place in row_cards(r, row))
    return [Goal(msg("goal.secured_row", row=row, n=int(goal["n"])), have, int(goal["n"]))]


def _cleared(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    return [Goal(msg("goal.cleared", n=int(goal["cleared"])), len(cleared(r)), int(goal["cleared"]))]


def _cleared_cells(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    cells = [f"map:{cell}" for cell in goal["cleared_cells"]]
    return [Goal(msg("goal.cleared_cells", n=len(cells)), sum(ground.is_cleared(r, p) for p in cells), len(cells))]


def _good_order(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    units = [u for u in facts.all_units(r, US) if facts.is_good_order(r, u)]
    wanted = [
        u for u in units if (facts.is_squad(r, u) or facts.post(r, u) == "plt_hq") and facts.role(r, u) != "vehicle"
    ]
    return [Goal(msg("goal.good_order", n=int(goal["n"])), len(wanted), int(goal["n"]))]


def _patrol(r: Reader, goal: dict[str, Any]) -> list[Goal]:
    best = max((r.var("patrol") or {}).values(), default=0)
    start = int(r.var("patrol_steps", 0))
    return [
        Goal(msg("goal.patrol_points"), int(best), len(goal["patrol"])),
        Goal(msg("goal.patrol_home"), home_steps(r, goal["home"]), (start + 1) // 2),
    ]


GOALS: dict[str, Callable[[Reader, dict[str, Any]], list[Goal]]] = {
    "secured": _secured_points, "secured_row": _secured_row,
    "cleared": _cleared, "cleared_cells": _cleared_cells, "good_order": _good_order, "patrol": _patrol,
}  # fmt: skip


def goals(r: Reader) -> list[Goal]:
    """Return what the mission asks for, each with how it stands now (11)."""
    return [found for goal in mission.data(r)["goals"] for found in GOALS[next(iter(goal))](r, goal)]


def judge(r: Reader) -> bool:
    """Return whether the mission has succeeded as it stands now: all goals are met (11)."""
    return all(goal.met for goal in goals(r))


def cleared(r: Reader) -> list[str]:
    """Return the cards of the mission's map on which neither enemy nor contact marker is (1.2.6)."""
    return [place for place in ground.mission_cards(r) if ground.is_cleared(r, place)]


# patrols --------------------------------------------------------------------------------


def begin_patrol(t: Table) -> None:
    """Count the steps with which a patrol starts (2.3.4.C)."""
    if mission.kind(t) == "patrol":
        t.set_var("patrol", {})
        t.set_var("patrol_steps", sum(facts.steps(t, u) for u in facts.all_units(t, US) if facts.is_infantry(t, u)))


def route(r: Reader) -> list[str]:
    """Return the cards that a patrol has to be on, in order; nothing in other missions."""
    goal = next((one for one in mission.data(r)["goals"] if "patrol" in one), None)
    if goal is None:
        return []
    marks = mission.points(r, "checkpoint")
    found = []
    for name in goal["patrol"]:
        found.append(marks.pop(0) if name.startswith("checkpoint") and marks else mission.point(r, name))
    return found


def watch(t: Table) -> None:
    """Note how far each platoon has got on the patrol's way, and which enemies were spotted (2.3.4.C, 10.2)."""
    if mission.kind(t) != "patrol":
        return
    way, done = route(t), dict(t.var("patrol") or {})
    for platoon in PLATOONS:
        on = {facts.card(t, u) for u in facts.all_units(t, US) if facts.platoon(t, u) == platoon}
        while done.get(platoon, 0) < len(way) and way[done.get(platoon, 0)] in on:
            done[platoon] = done.get(platoon, 0) + 1
            t.note("note.patrol_point", rule="2.3.4", cell={"c": way[done[platoon] - 1]}, n=done[platoon])
    t.set_var("patrol", done)
    seen = set(t.var("spotted_units") or ())
    seen |= {u for u in facts.all_units(t, ENEMY) if facts.is_spotted(t, u)}
    t.set_var("spotted_units", sorted(seen))


def home_steps(r: Reader, rows: list[int]) -> int:
    """Return the steps, no casualties or prisoners, that are on rows near the own lines (patrols)."""
    units = [u for u in facts.all_units(r, US) if facts.is_infantry(r, u) and not facts.is_captured(r, u)]
    return sum(facts.steps(r, u) for u in units if facts.card(r, u) and ground.row(facts.card(r, u)) in rows)


# experience points ------------------------------------------------------------------------


def award(t: Table, n: int, key: str, *, rule: str = "10.2", **args: Any) -> None:
    """Give the company experience points and say for what; the marker on the log follows."""
    if not n:
        return
    points = int(t.num(US, "xp", 0)) + n
    t.put(US, "xp", points)
    marker = next((p for p in sorted(t.records) if t.record(p)["kind"] == "xp"), "")
    if marker:
        t.move(marker, f"log_{min(points, MOST_ON_TRACK)}")
    t.note("note.award", rule=rule, n=n, what={"key": key, "args": args})


def evacuated(r: Reader) -> int:
    """Return the casualties that were evacuated in this mission (5.1.4)."""
    return sum(facts.is_casualty(r, p) for p in r.ids("us_casualties")) - int(r.var("evacuated_before", 0))


def _point_secured(name: str) -> Callable[[Reader], int]:
    def held(r: Reader) -> int:
        place = mission.point(r, name)
        return int(bool(place) and ground.is_secured(r, place))

    return held


def _row_4(r: Reader) -> int:
    return sum(ground.is_cleared(r, place) for place in row_cards(r, 4))


def _row_1(r: Reader) -> int:
    return sum(ground.is_secured(r, place) for place in row_cards(r, 1))


def _hq_alive(r: Reader) -> int:
    return int(bool(facts.holder_of(r, "co_hq")))


def _half_cleared(r: Reader) -> int:
    return len(cleared(r)) // 2


def _checkpoints(r: Reader) -> int:
    way = len(route(r))
    return min(max((r.var("patrol") or {}).values(), default=0), max(0, way - 1))


def _farthest(r: Reader) -> int:
    return int(bool(route(r)) and max((r.var("patrol") or {}).values(), default=0) >= len(route(r)))


def _spotted(r: Reader) -> int:
    return len(r.var("spotted_units") or ())


def _no_loss(r: Reader) -> int:
    return int(judge(r) and not int(r.var("lost_us", 0)))


def _success(r: Reader) -> int:
    return int(judge(r))


AWARDS: dict[str, Callable[[Reader], int]] = {
    "OBJ1_secured": _point_secured("objective_1"), "OBJ2_secured": _point_secured("objective_2"),
    "COP_held": _point_secured("cop"), "each_row_4_card_cleared": _row_4, "per_row_1_card_secured": _row_1,
    "CO_HQ_alive": _hq_alive, "per_2_cleared_cards": _half_cleared, "each_evacuated_casualty": evacuated,
    "casualty_evacuated": evacuated, "mission_success": _success, "checkpoint": _checkpoints, "OBJ1": _farthest,
    "spotted_enemy_unit": _spotted, "returned_without_loss": _no_loss,
}  # fmt: skip
"""What earns points, as the missions name it → how often it was done (10.2)."""


def awards(r: Reader) -> list[tuple[str, int]]:
    """Return what the mission has earned as it stands: (award, points), without those of nothing (10.2)."""
    found = []
    for name, points in mission.data(r)["xp"].items():
        if name in AWARDS and (times := AWARDS[name](r)):
            found.append((name, times * int(points)))
    return found
