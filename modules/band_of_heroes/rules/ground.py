"""Terrain as movement, fire and spotting use it: costs, target modifiers, neighbours with levels (6.0, 10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from qtwar.kit.content import Board, Content, split
from qtwar.kit.table import Reader

from .facts import floor_of, hex_of, is_team, levels, marker_in

SCOUT_GROUND = ("forest", "light_woods", "wheat", "reeds", "dense_jungle", "light_jungle")  # 11.7
BUILDINGS = ("hut", "wood_building", "stone_building")
CALIBRE_LIMIT = 20  # mm; what is heavier enters no building and crosses no wall (1.6.3)


class Ground:
    """What a board's ground says of every place on it and of every step between two, worked out once."""

    def __init__(self, content: Content, board: Board) -> None:
        self.board = board
        names = [board.place(c) for c in board.grid.cells()]
        self.cell = {place: split(place)[1] for place in names}
        self.below = {place: place for place in names}
        for box in content.boxes.values():
            below = str((box.get("attrs") or {}).get("floor_of") or "")
            if below in self.cell:
                self.cell[str(box["id"])] = self.cell[below]
                self.below[str(box["id"])] = below
        above = {below: place for place, below in self.below.items() if place != below}
        self.terrain = {place: board.terrain[cell] for place, cell in self.cell.items()}
        self.effects = {place: dict(content.terrain[kind].get("attrs") or {}) for place, kind in self.terrain.items()}
        self.height = {
            place: int(board.elevation.get(cell, 0)) + (0 if self.below[place] == place else 2)
            for place, cell in self.cell.items()
        }
        self.road = {board.place(c) for path in board.paths for c in path["cells"]}
        links = {(a, b) for path in board.paths for a, b in zip(path["cells"], path["cells"][1:], strict=False)}
        self.links = {(board.place(a), board.place(b)) for pair in sorted(links) for a, b in (pair, pair[::-1])}
        self.near: dict[str, tuple[str, ...]] = {}
        for place, cell in self.cell.items():
            around = [board.place(c) for c in board.grid.neighbours(cell)]
            if self.below[place] != place:
                self.near[place] = (*(above[p] for p in around if p in above), self.below[place])
            else:
                self.near[place] = (*around, above[place]) if place in above else tuple(around)
        self.ranges: dict[tuple[str, str], int] = {}
        self.tolls: dict[tuple[str, str, bool, bool], int | None] = {}
        self.sides: dict[tuple[str, str], str] = {}
        for place in names:
            for other in self.near[place]:
                if other in self.below and self.below[other] == other:
                    kinds = board.edges.get(board.grid.edge(self.cell[place], self.cell[other]), ())
                    self.sides[place, other] = kinds[0] if kinds else ""


@lru_cache(maxsize=8)
def _grounds(content: Content) -> dict[str, Ground]:
    """Return the ground of each place on all maps of a title."""
    every = (Ground(content, board) for board in content.boards.values())
    return {place: ground for ground in every for place in ground.cell}


def ground(r: Reader, place: str) -> Ground:
    """Return the ground of the board that a place on the map belongs to."""
    return _grounds(r.content)[place]


def board_of(r: Reader, place: str) -> Board:
    """Return the board of a place on the map."""
    return ground(r, place).board


def cell(r: Reader, place: str) -> str:
    """Return the hex number of a place on the map."""
    return ground(r, place).cell[place]


def terrain(r: Reader, place: str) -> str:
    """Return the terrain kind of a place: what is at the centre dot of its hex (1.4)."""
    return ground(r, place).terrain[place]


def effects(r: Reader, place: str) -> dict[str, Any]:
    """Return the terrain's entry: mp, tm, los, spotting."""
    return ground(r, place).effects[place]


def height(r: Reader, place: str) -> int:
    """Return the level of a place: that of its hex, two more on an upper floor (10.2)."""
    return ground(r, place).height[place]


def by_road(r: Reader, a: str, b: str) -> bool:
    """Return whether a road leads from one hex into the next."""
    return (a, b) in ground(r, a).links


def on_road(r: Reader, place: str) -> bool:
    """Return whether a road runs through a hex."""
    return hex_of(r, place) in ground(r, place).road


def hexside(r: Reader, a: str, b: str) -> str:
    """Return what stands on the side between two neighbouring hexes: bocage, stone_wall or nothing."""
    return ground(r, a).sides.get((a, b), "")


def neighbours(r: Reader, place: str) -> tuple[str, ...]:
    """Return the places next to a place: hexes at the same level, the other floor of the same hex (6.0, 10.2)."""
    return ground(r, place).near[place]


def are_adjacent(r: Reader, a: str, b: str) -> bool:
    """Return whether two places are adjacent; floors of different levels in different hexes are not (10.2)."""
    return b in ground(r, a).near[a]


def hexes_apart(r: Reader, a: str, b: str) -> int:
    """Return the number of hexes between two places, 0 between the floors of one: what nearer and farther mean (1.6.2, 5.1)."""
    here = ground(r, a)
    return int(here.board.grid.distance(here.cell[a], here.cell[b]))


def distance(r: Reader, a: str, b: str) -> int:
    """Return the range in hexes, the target counted, the firer not; another floor of the hex is at 1 (5.0, 6.0)."""
    here = ground(r, a)
    found = here.ranges.get((a, b))
    if found is None:
        away = max(here.board.grid.distance(here.cell[a], here.cell[b]), 0 if a == b else 1)
        found = here.ranges[a, b] = here.ranges[b, a] = away
    return found


def has_smoke(r: Reader, place: str) -> bool:
    """Return whether smoke lies in a place; it fills all levels of its hex (7.0)."""
    return any(marker_in(r, p, "smoke1_2") for p in levels(r, place))


def has_fresh_smoke(r: Reader, place: str) -> bool:
    """Return whether Smoke 1 lies in a hex: there is nothing to lay there (7.0)."""
    found = (marker_in(r, p, "smoke1_2") for p in levels(r, place))
    return any(p and r.record(p)["face"] == "front" for p in found)


def printed_modifier(r: Reader, place: str) -> int:
    """Return the target modifier printed for a place, without smoke and hexsides (10.4)."""
    return int(effects(r, place).get("tm", 0))


def is_covered(r: Reader, place: str) -> bool:
    """Return whether a place helps rally and treatment: a positive printed modifier, by option smoke too (3.0)."""
    return printed_modifier(r, place) > 0 or (bool(r.option("smoke_helps_rally")) and has_smoke(r, place))


def spotting_class(r: Reader, place: str) -> str:
    """Return how the units in a place can be spotted: auto, degrading, blocking (10.1, 7.0)."""
    if has_smoke(r, place) and r.option("smoke_blocks_spotting"):
        return "blocking"
    return str(effects(r, place).get("spotting", "auto")).partition("_")[0]


def is_open(r: Reader, place: str) -> bool:
    """Return whether units in a place are spotted by lying in the open (10.1)."""
    return spotting_class(r, place) == "auto"


def is_heavy(r: Reader, piece: str) -> bool:
    """Return whether a unit is a weapon team above 20 mm (1.6.3)."""
    return is_team(r, piece) and int(r.attr(piece, "calibre_mm", 0)) > CALIBRE_LIMIT


def entry_cost(r: Reader, place: str, *, scout: bool = False) -> int:
    """Return the points for the ground of a place alone, as for units that come from off the map."""
    if scout and terrain(r, place) in SCOUT_GROUND:
        return 1  # 11.7
    return 1 if on_road(r, place) and terrain(r, place) not in BUILDINGS else int(effects(r, place)["mp"])


def step_cost(r: Reader, a: str, b: str, pieces: Sequence[str], *, scout: bool = False) -> int | None:
    """Return the points for going from a place to the next; None where the units may not (6.0, 1.6.3, 10.2).

    `scout`: a scout leads them, so that he sees to the cost of woods and crops (11.7).
    """
    return toll(r, a, b, heavy=any(is_heavy(r, p) for p in pieces), scout=scout)


def toll(r: Reader, a: str, b: str, *, heavy: bool, scout: bool) -> int | None:
    """Return what a step costs a stack with or without a heavy team, with or without a scout; None where it may not go."""
    known = ground(r, a).tolls
    key = (a, b, heavy, scout)
    if key not in known:
        known[key] = _toll(r, a, b, heavy=heavy, scout=scout)
    return known[key]


def _toll(r: Reader, a: str, b: str, *, heavy: bool, scout: bool) -> int | None:
    if hex_of(r, a) == hex_of(r, b):
        return None if heavy else 2  # stairs
    if heavy and terrain(r, b) in BUILDINGS:
        return None
    if floor_of(r, a):
        return int(effects(r, b)["mp"])
    road = by_road(r, a, b)
    side = "" if road else hexside(r, a, b)
    if heavy and side:
        return None
    if road or (scout and terrain(r, b) in SCOUT_GROUND):
        cost = 1
    else:
        cost = int(effects(r, b)["mp"])
    if side:
        cost += int(r.chart("hexside_effects").at(side, "mp_add"))
    up = height(r, b) - height(r, a)
    return cost + max(0, up) * int(r.chart("movement").at("up_level_mp"))


def target_modifier(r: Reader, place: str, through: str = "", *, sniper: bool = False) -> int:
    """Return what is added to the defence die: ground or hexside the line enters by, doubled for a sniper, and smoke.

    `through` is the kind of hexside that the line of sight enters the target hex by (5.0, 7.0, 11.4).
    """
    tm = printed_modifier(r, place)
    if through:
        tm = max(tm, int(r.chart("hexside_effects").at(through, "tm")))
    if sniper:
        tm *= 2
    return tm + (1 if has_smoke(r, place) else 0)
