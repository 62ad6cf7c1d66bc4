"""Cheapest ways: where a force can get with its points, stopped by enemies, zones and terrain, by one or several kinds
of movement.

A title says which places lie next to a place and what a step costs; `reach` finds the cheapest way to every place. Costs
are whole numbers: a title with halves counts in halves and shows them by `points`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from typing import Any, NamedTuple


class Move(NamedTuple):
    """A step that may be taken: its cost, and what becomes of the force where it leads.

    `stop`: it goes no farther in this movement (a zone of control, a swamp). `foe`: nor does it here, for it meets an
    enemy. `end`: it may stay there; False for what can only be passed. `mode`: the kind of movement from here on, None
    for the same as before. `note`: what the screen says of the place, a message, or anything else for the title itself.
    """

    cost: int = 1
    stop: bool = False
    foe: bool = False
    end: bool = True
    mode: str | None = None
    note: Any = None


class Way:
    """How a place is reached: its cost and steps so far, the kind of movement, and the way before the last step."""

    __slots__ = ("_path", "before", "cost", "end", "foe", "mode", "note", "place", "steps", "stop")

    def __init__(self, place: str, move: Move, before: Way | None, mode: str) -> None:
        self.place = place
        _, stop, self.foe, self.end, _, self.note = move
        self.stop = stop or self.foe
        self.mode = mode
        self.before = before
        self._path: list[str] | None = None
        self.cost: int = 0
        self.steps: int = 0
        if before is not None:
            self.cost, self.steps = before.cost + move.cost, before.steps + 1

    @property
    def path(self) -> list[str]:
        """Return the places from the start to this one, both included."""
        way: Way | None = self
        rest: list[str] = []
        while way is not None and way._path is None:
            rest.append(way.place)
            way = way.before
        rest.reverse()
        if self._path is None:
            self._path = rest if way is None or way._path is None else way._path + rest
        return self._path


Near = Callable[[str], Iterable[str]]
Step = Callable[[Way, str], Move | int | None]
_PLAIN = Move()


def reach(
    start: str | Iterable[str],
    near: Near,
    step: Step,
    *,
    limit: int | None = None,
    most: int | None = None,
    least: int = 1,
    mode: str = "",
    until: str | None = None,
) -> dict[str, Way]:
    """Return place → cheapest way for all that can be reached from `start` (or the nearest of several), starts left out.

    `near(place)` lists the places next to one; `step(way, to)` says what it takes to go on to one of them: a `Move`, its
    cost alone, or None where that is forbidden. Beyond a stop nothing is asked. `limit` is the most points, `most` the
    most steps, `least` the least that any step costs (what can not be a cheaper way is not asked for), `until` a place to
    end the search at, `mode` the kind of movement to begin with, where there are several.

    Of two ways the cheaper counts, then the one with fewer steps, then the one found first: the order of `near` decides
    ties. A place where one may stay by one way and which one may only pass by another counts by the first. Raises
    ValueError for a step that costs less than `least`.
    """
    starts = [start] if isinstance(start, str) else list(start)
    found: dict[str, Way] = {}
    best: dict[Any, tuple[int, int]] = {}
    # Where there is one kind of movement and no limit on steps, a place that one may leave and stay in is its own key.
    plain = not mode and most is None
    queue: list[tuple[int, int, int, str, str, Move, Way | None]] = []
    for serial, place in enumerate(starts):
        queue.append((0, 0, serial, place, mode, _PLAIN, None))
        best[place if plain else (place, mode, 0, False, True)] = (0, 0)
    serial = len(starts)
    while queue:
        cost, steps, _, place, kind, move, before = heappop(queue)
        # with a limit on steps, a dearer way of fewer steps may lead farther: each number of steps is a case of its own
        layer = steps if most is not None else 0
        halts = move.stop or move.foe
        if best[place if plain and move.end and not halts else (place, kind, layer, halts, move.end)] != (cost, steps):
            continue
        way = Way(place, move, before, kind)
        known = found.get(place)
        if known is None or (move.end and not known.end):
            found[place] = way
        if place == until:
            break
        if way.stop or steps == most:
            continue
        layer, at_best = (steps + 1 if most is not None else 0), (cost + least, steps + 1)
        for to in near(place):
            if not mode:
                free = best.get(to if plain else (to, kind, layer, False, True))
                if free is not None and free <= at_best:
                    continue
            taken = step(way, to)
            if taken is None:
                continue
            move = taken if isinstance(taken, Move) else _PLAIN if taken == 1 else Move(taken)
            price, stop, foe, end, turned, _ = move
            if price < least or (turned is not None and not mode):
                raise ValueError(f"a step to {to}: {move} in a search with least={least}, mode={mode!r}")
            reckoned = (cost + price, steps + 1)
            if limit is not None and reckoned[0] > limit:
                continue
            goes = kind if turned is None else turned
            key = to if plain and end and not (stop or foe) else (to, goes, layer, stop or foe, end)
            known_best = best.get(key)
            if known_best is None or reckoned < known_best:
                best[key] = reckoned
                heappush(queue, (*reckoned, serial, to, goes, move, way))
                serial += 1
    for place in starts:
        found.pop(place, None)
    return found


def points(cost: int, parts: int = 2) -> int | float:
    """Return a cost that was counted in parts of a point (halves) as points, a whole number where it is one."""
    whole, rest = divmod(cost, parts)
    return cost / parts if rest else whole


def bands(found: Mapping[str, Way], budgets: Mapping[Any, int]) -> dict[str, list[Any]]:
    """Return place → those of several budgets that suffice for it, in their order; places beyond all of them left out.

    `budgets` maps the faces of a die that is still to be rolled, say, to the points that each would give.
    """
    able = {place: [face for face, most in budgets.items() if way.cost <= most] for place, way in found.items()}
    return {place: faces for place, faces in able.items() if faces}


def lit(found: Mapping[str, Way], *, costs: bool = True) -> dict[str, dict[str, Any]]:
    """Return the `cells` of a query `reach` (docs/architecture.md section 3): place → cost, mark, path, note if any.

    Without `costs` none is shown.
    """
    cells: dict[str, dict[str, Any]] = {}
    for place, way in found.items():
        mark = "enemy" if way.foe else "stop" if way.stop else "end" if way.end else "pass"
        cells[place] = {"cost": way.cost if costs else None, "mark": mark, "path": way.path}
        if way.note:
            cells[place]["note"] = way.note
    return cells
