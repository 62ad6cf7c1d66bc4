"""The map as the rules go by it: neighbours, terrain, roads, railroads, rivers and what each step costs (8.2, TEC).

Costs are counted in halves of a movement point, for roads cost half a point in a forced march.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from qtwar.kit.content import Content
from qtwar.kit.table import Reader

from .facts import MAP, hex_of, kept, place, spans

HALVES = 2
NORTH, WEST, SOUTH = "north_of_potomac", "west_of_shenandoah", "south_of_potomac"


class Ground(NamedTuple):
    """What of the map never changes; hexes are places (`virginia:2829`)."""

    near: dict[str, tuple[str, ...]]
    """Hex → the hexes next to it that land forces can be in."""
    terrain: dict[str, str]
    """Hex → row of the terrain effects chart: a town or city counts before the ground."""
    sides: dict[tuple[str, str], frozenset[str]]
    """(hex, hex) → kinds of river and crossing between them."""
    road: frozenset[tuple[str, str]]
    rail: frozenset[tuple[str, str]]
    rail_hexes: frozenset[str]


def ground(content: Content) -> Ground:
    """Return the map of a title, worked out once."""
    found: Ground | None = content.memo.get("ground")
    if found is None:
        found = content.memo["ground"] = _work_out(content)
    return found


def _work_out(content: Content) -> Ground:
    board = content.boards[MAP]
    barred = {kind for kind, row in content.terrain.items() if (row.get("attrs") or {}).get("prohibited")}
    land = {cell for cell in board.terrain if board.terrain[cell] not in barred}
    near = {place(c): tuple(place(n) for n in board.grid.neighbours(c) if n in land) for c in sorted(land)}
    terrain = {place(c): _row(board.features_at(c), board.terrain[c]) for c in sorted(land)}
    sides: dict[tuple[str, str], frozenset[str]] = {}
    for a, others in near.items():
        for b in others:
            kinds = board.edges.get(board.grid.edge(hex_of(a), hex_of(b)))
            if kinds:
                sides[a, b] = frozenset(kinds)
    road, rail = _steps(board.paths, "road"), _steps(board.paths, "railroad")
    return Ground(near, terrain, sides, road, rail, frozenset(a for a, _ in rail))


def _row(features: Iterable[str], terrain: str) -> str:
    kinds = set(features)
    return "major_city" if "major_city" in kinds else "town" if "town" in kinds else terrain


def _steps(paths: list[dict[str, Any]], kind: str) -> frozenset[tuple[str, str]]:
    found = set()
    for path in paths:
        if path["kind"] == kind:
            cells = [place(c) for c in path["cells"]]
            for a, b in itertools.pairwise(cells):
                found |= {(a, b), (b, a)}
    return frozenset(found)


# facts about hexes ------------------------------------------------------------------


def near(r: Reader, where: str) -> tuple[str, ...]:
    """Return the hexes next to one that land forces can be in at all (8.24)."""
    return ground(r.content).near.get(where, ())


def distance(r: Reader, a: str, b: str) -> int:
    """Return how many hexes lie between two, whatever the terrain (3.31a)."""
    return r.content.boards[MAP].grid.distance(hex_of(a), hex_of(b))


def within(r: Reader, where: str, n: int) -> list[str]:
    """Return the hexes of the map within so many hexes of one, itself among them, nearest first."""
    grid = r.content.boards[MAP].grid
    found, ring = [hex_of(where)], [hex_of(where)]
    seen = set(ring)
    for _ in range(n):
        ring = [c for a in ring for c in grid.neighbours(a) if c not in seen and not seen.add(c)]  # type: ignore[func-returns-value]
        found += ring
    return [place(c) for c in found]


def terrain(r: Reader, where: str) -> str:
    """Return the row of the terrain effects chart of a hex: its town or city, else its ground."""
    return ground(r.content).terrain.get(where, "mountain")


def is_land(r: Reader, where: str) -> bool:
    """Return whether land forces can be in a hex (8.24)."""
    return where in ground(r.content).near


def is_town(r: Reader, where: str) -> bool:
    """Return whether a hex is a town or major city."""
    return terrain(r, where) in ("town", "major_city")


def is_major_city(r: Reader, where: str) -> bool:
    """Return whether a hex is a major city (18.11)."""
    return terrain(r, where) == "major_city"


def has_feature(r: Reader, where: str, feature: str) -> bool:
    """Return whether a hex has a feature of the map (`port`, `coastal`, `navigable`, …)."""
    return feature in r.content.boards[MAP].features_at(hex_of(where))


def region(r: Reader, where: str) -> str:
    """Return the region of a hex: north of the Potomac, west of the Shenandoah, or south of the Potomac (8.41)."""
    return str(r.content.boards[MAP].attr(hex_of(where), "region") or SOUTH)


def named(content: Content, name: str) -> str:
    """Return the hex of a named place: Washington, Richmond …"""
    return place(str(content.boards[MAP].facts["places"][name]))


def on_rail(r: Reader, where: str) -> bool:
    """Return whether a railroad runs through a hex."""
    return where in ground(r.content).rail_hexes


def edge(r: Reader, a: str, b: str) -> str:
    """Return the place of the side between two hexes: bridges burned and pontoons lie there."""
    return f"{MAP}:{r.content.boards[MAP].grid.edge(hex_of(a), hex_of(b))}"


# rivers -----------------------------------------------------------------------------


def rivers(r: Reader, a: str, b: str) -> frozenset[str]:
    """Return what lies on the side between two hexes: great_river, minor_river, bridge, ford."""
    return ground(r.content).sides.get((a, b), frozenset())


def is_great_river(r: Reader, a: str, b: str) -> bool:
    """Return whether a great river runs between two hexes, bridged or not."""
    return "great_river" in rivers(r, a, b)


def crossing(r: Reader, a: str, b: str) -> str:
    """Return the row of the chart for the side between two hexes: `great_river_bridge` …, `minor_river`, empty for none.

    A burned bridge is none (13.11); an emplaced pontoon is a bridge (8.81a).
    """
    return _crossing(r.content, dict(spans(r)), a, b)


def _crossing(content: Content, changed: Mapping[str, bool], a: str, b: str) -> str:
    kinds = ground(content).sides.get((a, b), ())
    if "great_river" not in kinds:
        return "minor_river" if "minor_river" in kinds else ""
    laid = changed.get(f"{MAP}:{content.boards[MAP].grid.edge(hex_of(a), hex_of(b))}") if changed else None
    if laid:
        return "great_river_pontoon"
    if "bridge" in kinds and laid is None:
        return "great_river_bridge"
    return "great_river_ford" if "ford" in kinds else "great_river"


def can_cross(r: Reader, a: str, b: str) -> bool:
    """Return whether land forces can get from a hex to the next at all (8.24a)."""
    return crossing(r, a, b) != "great_river"


# costs ------------------------------------------------------------------------------


def weather(r: Reader) -> str:
    """Return the weather of the turn, a row of the weather effects (5.2)."""
    return str(r.var("weather") or "clear")


def effect(r: Reader, key: str) -> int:
    """Return what the weather does: `move_add`, `move_mult`, `fert`, `march`, `attrition` (5.2)."""
    return int(r.chart("weather_effects").at(weather(r), key))


def points(chart_value: Any) -> int | None:
    """Return a chart's movement points in halves, None for a prohibited step."""
    if isinstance(chart_value, str) and not chart_value.lstrip("+").replace(".", "").isdigit():
        return None
    return int(float(str(chart_value)) * HALVES)


def cost(r: Reader, a: str, b: str, forced: bool = False) -> int | None:
    """Return what a step costs in halves of a point: ground or road, the side crossed, the weather (8.2, 5.2).

    None where it is prohibited. Works and sympathizers come on top (`ways.step`).
    """
    return costs(r, forced)[a].get(b)


ALONG = ("along_road", "along_railroad")
SIDES = ("minor_river", "great_river_bridge", "great_river_ford", "great_river_pontoon")
"""Rows of the terrain effects chart: ways along which hexes are entered, sides that can be crossed."""


class Costs(dict[str, dict[str, int]]):
    """Hex → the hexes that can be entered from it with what that costs; a hex is worked out when it is first asked for."""

    def __init__(self, content: Content, sky: str, changed: Iterable[tuple[str, bool]], forced: bool) -> None:
        super().__init__()
        self._content, self._ground, self._changed = content, ground(content), dict(changed)
        chart, column = content.charts["terrain_effects"], "forced_march" if forced else "mp"
        points_of = {row: points(chart.at(row, column)) for row in (*sorted(set(self._ground.terrain.values())), *SIDES, *ALONG)}
        effects = content.charts["weather_effects"]
        add, self._times = int(effects.at(sky, "move_add")) * HALVES, int(effects.at(sky, "move_mult"))
        self._off_road = {row: points_of[row] for row in sorted(set(self._ground.terrain.values()))}
        slow = sky in ("snow", "blizzard")  # 5.28, 5.29: a road costs the ground of its hex
        self._along = [None if slow else points_of[row] or 0 for row in ALONG]
        self._side = {row: points_of[row] or 0 for row in SIDES} | {"": 0}
        if sky == "blizzard":
            self._side["minor_river"] = 0  # 5.29
        if sky == "thaw":
            for row in ("minor_river", "great_river_ford"):
                self._side[row] *= 2  # 5.25: not over bridges and pontoons
        self._add = {False: add, True: 0 if sky == "snow" else add}

    def __missing__(self, a: str) -> dict[str, int]:
        near = self._ground.near.get(a, ())
        found = self[a] = {b: n for b in near if (n := self._cost(a, b)) is not None}
        return found

    def _cost(self, a: str, b: str) -> int | None:
        g = self._ground
        cost = self._off_road[g.terrain[b]]
        side = _crossing(self._content, self._changed, a, b) if (a, b) in g.sides else ""
        if cost is None or side == "great_river":
            return None
        road, rail = (a, b) in g.road, (a, b) in g.rail
        for runs, along in zip((road, rail), self._along, strict=True):
            if runs and along is not None:
                cost = min(cost, along)
        extra = 0 if road and side == "minor_river" else self._side[side]
        return (cost + extra + self._add[road]) * self._times


def costs(r: Reader, forced: bool = False) -> Costs:
    """Return the graph of the map with what each step costs, as bridges and weather are now."""
    key = ("costs", forced)
    if key not in r.memo:
        sky, changed = weather(r), spans(r)
        r.memo[key] = kept(r, "costs", (sky, changed, forced), lambda: Costs(r.content, sky, changed, forced))
    found: Costs = r.memo[key]
    return found
