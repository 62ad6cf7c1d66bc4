"""The ground: terrain, levels, what a step costs each class of movement, the border of the play area (6.1 to 6.5).

Movement is counted in half points: the chart has halves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from qtwar.kit.content import Board, Content, split
from qtwar.kit.table import Reader

from .facts import board

HALVES = 2
INFANTRY, VEHICLE, AIR, LOW = "infantry", "vehicle", "heli_air", "heli_ground"


class Map:
    """What never changes of a map as a scenario uses it: cells in play, their neighbours, paths, streams and slopes."""

    def __init__(self, content: Content, scenario: str) -> None:
        self.board: Board = content.boards[content.scenarios[scenario]["boards"][0]]
        used = (content.scenarios[scenario].get("attrs") or {}).get("in_play") or {}
        grid = self.board.grid
        self.cells: frozenset[str] = frozenset(c for c in grid.cells() if _within(used, c))
        self.near: dict[str, tuple[str, ...]] = {
            self.board.place(c): tuple(self.board.place(n) for n in grid.neighbours(c) if n in self.cells)
            for c in self.cells
        }
        self.border: dict[str, frozenset[str]] = {self.board.place(c): on for c, on in self._edges().items()}
        self.paths: dict[tuple[str, str], str] = {}
        for path in self.board.paths:
            for a, b in zip(path["cells"], path["cells"][1:], strict=False):
                for pair in ((a, b), (b, a)):
                    if self.paths.get(pair) != "road":
                        self.paths[pair] = path["kind"]
        self.on_path = frozenset(c for pair in self.paths for c in pair)

    def _edges(self) -> dict[str, frozenset[str]]:
        """Return cell → the edges of the play area that it lies on: west, east, north, south (gaps 4)."""
        at = {cell: tuple(int(n) for n in cell.split(".")) for cell in self.cells}
        columns, rows = ({both[n] for both in at.values()} for n in (0, 1))
        lines = {"west": (0, min(columns)), "east": (0, max(columns)), "north": (1, min(rows)), "south": (1, max(rows))}
        return {c: frozenset(name for name, (n, line) in lines.items() if both[n] == line) for c, both in at.items()}


def _within(used: dict[str, Any], cell: str) -> bool:
    if not used:
        return True
    column, row = (int(n) for n in cell.split("."))
    (left, right), (top, bottom) = used["columns"], used["rows"]
    return bool(left <= column <= right and top <= row <= bottom)


@lru_cache(maxsize=16)
def _map(content: Content, scenario: str) -> Map:
    return Map(content, scenario)


def chart(r: Reader) -> Map:
    """Return the map as the scenario uses it."""
    return _map(r.content, str(r.scenario["id"]))


def in_play(r: Reader, place: str) -> bool:
    """Return whether a place is a hex of the play area (1.2)."""
    return place in chart(r).near


def neighbours(r: Reader, place: str) -> tuple[str, ...]:
    """Return the hexes of the play area next to one."""
    return chart(r).near.get(place, ())


def edges_of(r: Reader, place: str) -> frozenset[str]:
    """Return the edges of the play area that a hex lies on: west, east, north, south."""
    return chart(r).border.get(place, frozenset())


def border(r: Reader, edge: str = "") -> list[str]:
    """Return the hexes of an edge of the play area, of any edge if none is named, sorted."""
    return sorted(p for p, on in chart(r).border.items() if (edge in on if edge else on))


def distance(r: Reader, a: str, b: str) -> int:
    """Return the hexes between two places of the map."""
    return int(board(r).grid.distance(split(a)[1], split(b)[1]))


def within(r: Reader, place: str, n: int) -> list[str]:
    """Return the hexes of the play area at most n away, the hex itself first, the others sorted."""
    key = ("within", r.scenario["id"], place, n)
    memo = r.content.memo
    if key not in memo:
        near = sorted(p for p in chart(r).near if p != place and distance(r, p, place) <= n)
        memo[key] = [place, *near] if in_play(r, place) else near
    return list(memo[key])


def terrain(r: Reader, place: str) -> str:
    """Return the terrain of a hex."""
    return str(chart(r).board.terrain[split(place)[1]])


def effects(r: Reader, place: str) -> dict[str, Any]:
    """Return the line of the terrain effects chart for a hex (6.1)."""
    found: dict[str, Any] = r.content.terrain[terrain(r, place)]["attrs"]
    return found


def level(r: Reader, place: str) -> int:
    """Return the level of a hex."""
    return int(chart(r).board.elevation.get(split(place)[1], 0))


def path_between(r: Reader, a: str, b: str) -> str:
    """Return `road`, `trail` or an empty word: what connects two neighbouring hexes (6.1 d)."""
    return chart(r).paths.get((split(a)[1], split(b)[1]), "")


def has_path(r: Reader, place: str) -> bool:
    """Return whether a trail or road runs through a hex."""
    return split(place)[1] in chart(r).on_path


def has_trail(r: Reader, place: str) -> bool:
    """Return whether a trail runs through a hex (26.0)."""
    cell = split(place)[1]
    return any(path["kind"] == "trail" and cell in path["cells"] for path in chart(r).board.paths)


def step_cost(r: Reader, how: str, here: str, to: str) -> int | None:
    """Return the half points of a step by a column of the chart (`infantry` …); None where it is forbidden (6.1)."""
    kind = effects(r, to)
    cost: float | str = kind[f"{how}_mp"]
    if how in (AIR, LOW):
        return None if isinstance(cost, str) else round(HALVES * cost)
    path = path_between(r, here, to)
    sides = _sides(r, here, to)
    slope = 0
    if "slope" in sides and (r.option("amb_27_slope_down") or level(r, to) > level(r, here)):
        slope = int(_of(r, "edge_kinds", "slope")[f"{how}_mp_add"])
    if path and not (cost == "P" and not _opens(r, path, kind)):
        return round(HALVES * (float(_of(r, "path_kinds", path)[f"{how}_mp"]) + slope))  # 6.1 d: all but slopes
    if isinstance(cost, str):
        return None
    stream = int(_of(r, "edge_kinds", "stream")[f"{how}_mp_add"]) if "stream" in sides else 0
    return round(HALVES * (cost + slope + stream))


def _opens(r: Reader, path: str, kind: dict[str, Any]) -> bool:
    """Return whether a path lets vehicles into terrain that is closed to them (6.1 c, AMB-63)."""
    return bool(r.option("amb_63_roads")) or (path == "trail" and bool(kind.get("vehicle_only_by_trail")))


def _sides(r: Reader, a: str, b: str) -> list[str]:
    one, two = sorted((split(a)[1], split(b)[1]))
    found: list[str] = chart(r).board.edges.get(f"{one}|{two}", [])
    return found


def _of(r: Reader, listing: str, name: str) -> dict[str, Any]:
    key = ("ground", listing)
    memo = r.content.memo
    if key not in memo:
        memo[key] = {row["id"]: row.get("attrs") or {} for row in r.content.raw.get(listing) or ()}
    found: dict[str, Any] = memo[key][name]
    return found
