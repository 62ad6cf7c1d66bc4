"""The delta as the rules see it: water links, coast, countries, bases, and where each kind of unit may stand."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from qtwar.kit.content import Board, Content, Kind, split
from qtwar.kit.table import Reader

BOARD = "delta"
WATER = "water"
RIVERS = ("major_river", "minor_river")
SEA = ("high_seas", "coastal")


class Ground:
    """What the board says, worked out once for a content; places are named `delta:1707`."""

    def __init__(self, content: Content) -> None:
        board = content.boards[BOARD]
        self.board: Board = board
        kinds = content.terrain
        features = {f["id"]: f.get("attrs") or {} for f in content.raw.get("features") or ()}
        paths = {p["id"]: p.get("attrs") or {} for p in content.raw.get("path_kinds") or ()}
        self.places: tuple[str, ...] = tuple(board.place(c) for c in board.grid.cells())
        self.terrain: dict[str, str] = {board.place(c): board.terrain.get(c, "land") for c in board.grid.cells()}
        self.features: dict[str, frozenset[str]] = {board.place(c): board.features_at(c) for c in board.grid.cells()}
        self.country: dict[str, str] = {
            board.place(c): str(board.attr(c, "country") or "sea") for c in board.grid.cells()
        }
        self.cambodia = frozenset(p for p, country in self.country.items() if country == "cambodia")
        self.towns = frozenset(p for p, found in self.features.items() if found & {"saigon", "vung_tau"})
        self.enter: dict[str, frozenset[str]] = {
            place: frozenset((kinds[t].get("attrs") or {}).get("enter") or ()) for place, t in self.terrain.items()
        }
        self.near: dict[str, tuple[str, ...]] = {}
        self.sides: dict[str, tuple[str, ...]] = {}
        for cell in board.grid.cells():
            around = sorted(board.place(c) for c in board.grid.neighbours(cell))
            self.near[board.place(cell)] = tuple(around)
            self.sides[board.place(cell)] = tuple(p for p in around if _share_side(cell, split(p)[1]))
        joins = {t for t, k in kinds.items() if (k.get("attrs") or {}).get("joins") == WATER}
        links: dict[str, set[str]] = {place: set() for place in self.places}
        for path in board.paths:
            if (paths.get(path["kind"]) or {}).get("links") != WATER:
                continue
            cells = [board.place(c) for c in path["cells"]]
            for a, b in pairwise(cells):
                links[a].add(b)
                links[b].add(a)
        for place, kind in self.terrain.items():
            if kind in joins:
                links[place].update(p for p in self.sides[place] if self.terrain[p] in joins)
        for cell, others in (board.links.get(WATER) or {}).items():
            links[board.place(cell)].update(board.place(c) for c in others)
        self.water: dict[str, frozenset[str]] = {place: frozenset(near) for place, near in links.items()}  # 8.4
        self.naval: dict[str, frozenset[str]] = {
            place: frozenset(p for p in self.near[place] if self.terrain[p] in SEA) if t in SEA else frozenset()
            for place, t in self.terrain.items()
        }
        self.base_number: dict[str, str] = {}
        for area, members in board.areas.items():
            if area.startswith("base-"):
                for cell in members:
                    self.base_number[board.place(cell)] = area[5:]
        self._lanes: dict[tuple[str, bool], dict[str, tuple[str, ...]]] = {}
        self.edge: frozenset[str] = frozenset(board.place(c) for c in board.areas.get("trawler-edge", ()))
        rows = {place: [str((kinds[t].get("attrs") or {}).get("effect") or "")] for place, t in self.terrain.items()}
        for place, found in self.features.items():
            for feature in sorted(found):
                effect = (features.get(feature) or {}).get("effect")
                if effect and effect not in rows[place]:
                    rows[place].append(str(effect))
        # 27.0: the row of Saigon and Vung Tau stands for all other terrain of the square.
        self.effects: dict[str, tuple[str, ...]] = {
            place: ("saigon_vungtau",) if "saigon_vungtau" in found else tuple(e for e in found if e)
            for place, found in rows.items()
        }

    def lanes(self, way: str, *, strict: bool) -> dict[str, tuple[str, ...]]:
        """Return square → squares one step away for boats (8.4, 8.5, 7.5); `strict`: corners need water beside them."""
        found = self._lanes.get((way, strict))
        if found is None:
            if way == "R":
                near = self.water
            else:
                near = {p: frozenset(q for q in at if not strict or self.corner_open(p, q)) for p, at in self.naval.items()}
            if way == "RN":
                near = {p: frozenset(q for q in at if self.terrain[q] == "coastal") & self.water[p] for p, at in near.items()}
            found = self._lanes[way, strict] = {place: tuple(sorted(at)) for place, at in near.items()}
        return found

    def corner_open(self, a: str, b: str) -> bool:
        """Return whether a naval step between two squares has sea or coast beside it (8.5); sides always have."""
        return b in self.sides[a] or any(self.terrain[p] in SEA for p in self.flanks(a, b))

    def flanks(self, a: str, b: str) -> frozenset[str]:
        """Return the two squares beside a step over a corner, none beside one over a side."""
        return frozenset(() if b in self.sides[a] else set(self.sides[a]) & set(self.sides[b]))

    def is_com_base(self, place: str) -> bool:
        """Return whether a Communist base is printed in the square."""
        return "com_base" in self.features.get(place, frozenset())


def _share_side(a: str, b: str) -> bool:
    return a[:2] == b[:2] or a[2:] == b[2:]


@lru_cache(maxsize=4)
def ground(content: Content) -> Ground:
    """Return the ground of a content."""
    return Ground(content)


def barred(r: Reader, kind: Kind, place: str) -> str:
    """Return the rule that keeps a kind of unit from standing in a square, or an empty text (8.3, 21.0)."""
    return "8.3" if place in dry(r.content, kind) else abroad(r, kind, place)


@lru_cache(maxsize=256)
def dry(content: Content, kind: Kind) -> frozenset[str]:
    """Return the squares that terrain closes to a kind of unit; Saigon and Vung Tau are closed to the Communists (8.3)."""
    g = ground(content)
    move = str(kind.attrs.get("move") or "")
    towns = g.towns if kind.side == "COM" else frozenset[str]()
    return towns | {p for p in g.places if move not in g.enter[p]}


def abroad(r: Reader, kind: Kind, place: str) -> str:
    """Return the rule that keeps a kind of unit out of Cambodia, on the ground and above it, or "" (8.6, 21.0)."""
    return out_of_cambodia(r, kind) if place in ground(r.content).cambodia else ""


def out_of_cambodia(r: Reader, kind: Kind) -> str:
    """Return the rule that closes Cambodia to a kind of unit, or an empty text."""
    if kind.traits & {"regional_force", "local_force"}:
        return "21.3"
    open_ = kind.side != "FW" or r.var("cambodia_open") or "special_forces_company" in kind.traits  # 21.1, 26.10
    return "" if open_ else "21.1"
