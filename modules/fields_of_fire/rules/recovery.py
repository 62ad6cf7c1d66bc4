"""Between missions: teams become squads again, steps are promoted, replacements come (10, 11.1)."""

from __future__ import annotations

from itertools import permutations

from qtwar.kit.table import Reader, Table

from . import facts, harm
from .facts import US

WORD = {"V": "veteran", "L": "line", "G": "green"}
LETTER = {word: letter for letter, word in WORD.items()}
BEST = "VLG"
BOX = "removed"


def levels(r: Reader, unit: str) -> str:
    """Return the experience of each step of a unit, the best first, as letters V, L, G (10.6)."""
    kept, steps = str(r.attr(unit, "levels") or ""), facts.steps(r, unit)
    own = LETTER[str(r.attr(unit, "experience") or "line").lower()]
    return "".join(sorted((kept + own * steps)[:steps] if len(kept) < steps else kept[:steps], key=BEST.index))


def mixed(r: Reader, steps: str) -> str:
    """Return the experience of a unit whose steps differ (10.6)."""
    if len(set(steps)) == 1:
        return WORD[steps[0]]
    chart = r.chart("mixing")
    name = next("".join(way) for way in permutations(steps) if "".join(way) in chart.row_heads)
    return str(chart.at(name))


def set_levels(t: Table, unit: str, steps: str) -> None:
    """Give the steps of a unit their experience, and the unit what comes of the mixture."""
    ordered = "".join(sorted(steps, key=BEST.index))
    t.set_attr(unit, "levels", ordered if len(set(ordered)) > 1 else None)
    t.set_attr(unit, "experience", mixed(t, ordered).upper())


def organic(r: Reader, unit: str) -> bool:
    """Return whether a unit belongs to the company itself: attached and support units earn nothing (2.3.3, 10.3)."""
    named = unit in r.content.pieces and r.owner(unit) == US
    return (
        named
        and facts.is_infantry(r, unit)
        and not r.attr(unit, "attached")
        and facts.role(r, unit) not in ("higher_staff", "runner")
    )


def company(r: Reader) -> list[str]:
    """Return the organic units that are in play, those removed among them, sorted."""
    return [p for p in sorted(r.records) if r.is_known(p) and organic(r, p) and r.where(p) != "us_pool"]


# teams --------------------------------------------------------------------------------------


def reform(t: Table) -> None:
    """Rebuild removed squads of two or three teams each; the rest become fire teams; their steps are green (10.3, 11.1)."""
    teams = [u for u in facts.all_units(t, US) if facts.lat(t, u) and not facts.is_captured(t, u)]
    squads = [u for u in company(t) if t.where(u) == BOX and int(t.attr(u, "steps", 1)) > 1]
    for squad in squads:
        if len(teams) < 2:
            break
        used, teams = teams[:3], teams[3:]
        t.move(squad, t.spot(used[0]))
        t.turn(squad, "front" if len(used) == 3 else "back")
        set_levels(t, squad, "G" * len(used))
        for team in used:
            t.remove(team)
        t.note("note.squad_reformed", rule="11.1", piece={"p": squad}, n=len(used))
    for team in teams:
        if facts.lat(t, team) != facts.FIRE:
            harm.become(t, team, facts.FIRE)
        t.set_attr(team, "experience", "GREEN")


# promotion ------------------------------------------------------------------------------------


def unpromoted(r: Reader, unit: str) -> str:
    """Return the steps of a unit that have not been promoted between these missions, the best first (10.3)."""
    left = list(levels(r, unit))
    for letter in (r.var("promoted") or {}).get(unit, ""):
        if letter in left:
            left.remove(letter)
    return "".join(left)


def price(r: Reader, unit: str) -> int:
    """Return the points that promote one step of a unit, the lowest not yet promoted, by one level; 0 if none can be (10.3)."""
    steps = unpromoted(r, unit)
    cost = r.chart("experience").at(WORD[steps[-1]], "promotion") if steps else 0
    return int(cost) if isinstance(cost, int) else 0


def promotable(r: Reader, points: int) -> list[str]:
    """Return the units of the company on the map of which a step can be promoted with so many points (10.3)."""
    return [u for u in company(r) if r.where(u) != BOX and 0 < price(r, u) <= points]


def promote(t: Table, unit: str) -> int:
    """Promote the lowest step of a unit by one level, no step by two; returns the points spent (10.3)."""
    cost, lowest, steps = price(t, unit), unpromoted(t, unit)[-1], levels(t, unit)
    higher = BEST[BEST.index(lowest) - 1]
    set_levels(t, unit, steps.replace(lowest, "", 1) + higher)
    risen = t.var("promoted") or {}
    t.set_var("promoted", {**risen, unit: risen.get(unit, "") + higher})
    t.note("note.promoted", rule="10.3", piece={"p": unit}, n=cost)
    return cost


# replacements ---------------------------------------------------------------------------------


def lost(r: Reader) -> dict[str, int]:
    """Return the steps that the mission has cost in all its attempts: `dead` (casualties) and `taken` (10.4, 11.1)."""
    before = r.var("lost_before") or {}
    taken = sum(facts.steps(r, p) for p in facts.all_units(r, US) if facts.is_captured(r, p))
    return {
        "dead": int(before.get("dead", 0)) + int(r.var("lost_us", 0)),
        "taken": int(before.get("taken", 0)) + taken,
    }


def replacements(r: Reader) -> dict[str, int]:
    """Return how many steps come: green as many as were lost, a veteran for every four casualties (10.4)."""
    gone = lost(r)
    veteran = gone["dead"] // int(r.chart("limits").at("casualties_per_veteran"))
    return {"veteran": veteran, "green": gone["dead"] + gone["taken"]}


def need(r: Reader, unit: str) -> int:
    """Return how many steps a unit takes at once: a squad that comes back two, all others one (10.4)."""
    return 2 if r.where(unit) == BOX and int(r.attr(unit, "steps", 1)) > 1 else 1


def takers(r: Reader, left: int) -> list[str]:
    """Return the units that can take steps while so many are left: squads that lack one, units that were removed (10.4)."""
    lacking = [
        u for u in company(r) if r.where(u) == BOX or (int(r.attr(u, "steps", 1)) == 3 and facts.steps(r, u) == 2)
    ]
    return [u for u in lacking if need(r, u) <= left]


def reinforce(t: Table, unit: str, steps: str, home: str) -> None:
    """Give a unit steps, by the letters of their experience; one that was removed comes back with them (10.4)."""
    before = "" if t.where(unit) == BOX else levels(t, unit)
    if not before:
        t.move(unit, home)
        if facts.role(t, unit) in ("HQ", "staff"):
            steps = "G" * len(steps)  # 10.4: a rebuilt HQ is green
    squad = int(t.attr(unit, "steps", 1)) == 3
    t.turn(unit, "back" if squad and not before else "front")
    set_levels(t, unit, before + steps)
    t.note("note.replaced", rule="10.4", piece={"p": unit}, n=len(steps))
