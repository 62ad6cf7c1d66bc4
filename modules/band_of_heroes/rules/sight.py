"""Lines of sight: what blocks them, what hinders them, and where (7.0, 10.0, 10.2, 10.3).

A location is a place on the map: a hex (`n1:I5`) or the box of an upper floor. Whatever stands in a hex fills all of
it, a hexside only its line. What the map does to a line is worked out once; smoke alone is in the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from qtwar.base.errors import DataFault
from qtwar.kit.content import Board, Content, split
from qtwar.kit.facts import is_cell
from qtwar.kit.offers import Message, msg
from qtwar.kit.sight import ALONG, CELL, Touch, leans, point, trace, walk
from qtwar.kit.table import Reader, Seen

from .facts import hex_of, marker_in
from .ground import height

CLEAR, DEGRADING, BLOCKING = 0, 1, 2
CLASSES = {"clear": CLEAR, "degrading": DEGRADING, "blocking": BLOCKING}
UPPER = 2  # levels that an upper floor lies above its hex (10.2)
SMOKE = "smoke1_2"
KEPT = 4
"""For how many arrangements of smoke it is kept which lines are clear."""


class Mark(NamedTuple):
    """Something on a line: the hex it stands in (of a hexside, either), what it is, why it counts, where the line meets it.

    `what` and `key` are message keys (`los.what.forest`, `los.blocked.shadow`), `at` is a point of the board in u.
    """

    place: str
    edge: str
    what: str
    key: str
    rule: str
    at: tuple[float, float]


class Line(NamedTuple):
    """A line of sight: the degrading hexes on it, and what blocks it, if anything does.

    A blocked line keeps the degrading hexes before the block.
    """

    hindrances: tuple[Mark, ...] = ()
    blocked: Mark | None = None
    rule: str = "10.3"

    @property
    def clear(self) -> bool:
        """Return whether the line can be seen along; one degrading hex only hinders."""
        return self.blocked is None

    @property
    def degrading(self) -> int:
        """Return the number of degrading hexes that the line crosses."""
        return len(self.hindrances)

    @property
    def shadow(self) -> bool:
        """Return whether the line is blocked because one end lies in the shadow of something lower than the other."""
        return self.blocked is not None and self.blocked.key == "los.blocked.shadow"


class _Effect(NamedTuple):
    weight: int = CLEAR
    what: str = ""
    key: str = ""
    rule: str = ""


_NONE = _Effect()


class Course(NamedTuple):
    """What a line is followed with: its two cells, their levels, the lower one (empty where they are level), and smoke.

    `every`: each obstacle has a shadow, not only those of level 1 and 2 (AMB-10).
    """

    ends: tuple[str, str]
    low: int
    high: int
    under: str
    every: bool
    smoke: frozenset[str]


class Sights:
    """What a board does to lines of sight, with the lines worked out so far."""

    def __init__(self, content: Content, board: Board) -> None:
        self.board = board
        stories = board.areas.get("multi_story", frozenset())
        kinds = {e["id"]: e.get("attrs") or {} for e in content.raw.get("edge_kinds") or ()}
        self.base: dict[str, int] = {c: int(board.elevation.get(c, 0)) for c in board.grid.cells()}
        self.terrain: dict[str, tuple[int, int, str]] = {}  # class, level of the top, what
        for cell, base in self.base.items():
            kind = board.terrain.get(cell, "open")
            attrs = content.terrain.get(kind, {}).get("attrs") or {}
            top = base + (UPPER if cell in stories else 0)
            self.terrain[cell] = (_class(attrs.get("los"), f"los of terrain {kind}"), top, f"los.what.{kind}")
        self.sides: dict[str, tuple[int, int, str]] = {}
        self.cover: dict[str, tuple[int, str]] = {}  # a hexside's target modifier and kind
        for edge, names in board.edges.items():
            cells = edge.partition("/")[0].split("|")
            for name in names:
                weight = _class(kinds[name].get("los"), f"los of cell side {name}")
                if weight:
                    self.sides[edge] = (weight, max(self.base[c] for c in cells), f"los.what.{name}")
                if kinds[name].get("tm"):
                    self.cover[edge] = max(self.cover.get(edge, (0, "")), (int(kinds[name]["tm"]), name))
        self.spills: dict[str, list[tuple[str, int]]] = {}
        for row in board.facts.get("los_spills") or ():
            start, into = str(row.get("terrain_hex")), str(row.get("into_hex"))
            if not board.grid.has_edge("|".join(sorted((start, into)))):
                raise DataFault("fault.sight.no_neighbours", board=board.id, start=start, into=into)
            self.spills.setdefault(into, []).append(
                (start, _class(row.get("class"), f"los_spills of board {board.id}"))
            )
        self.levels: dict[str, list[str]] = {c: [board.place(c)] for c in self.base}  # smoke fills all of them (7.0)
        for box in content.boxes.values():
            below = (box.get("attrs") or {}).get("floor_of") or ""
            if split(below)[0] == board.id:
                self.levels[split(below)[1]].append(box["id"])
        self.cell_of = {place: cell for cell, places in self.levels.items() for place in places}
        self.lines: dict[tuple[str, str, bool], tuple[Course, Line, frozenset[str]]] = {}

    def line(self, r: Reader, a: str, b: str) -> Line:
        """Return the line between two locations; raises KeyError for what is no hex or floor of the board."""
        key = (a, b, bool(r.option("every_obstacle_shadows")))
        found = self.lines.get(key)
        if found is None:
            ends = split(hex_of(r, a))[1], split(hex_of(r, b))[1]
            (low, under), (high, _) = sorted(zip((height(r, a), height(r, b)), ends, strict=True))
            course = Course(ends, low, high, under if low < high else "", key[2], frozenset())
            found = self.lines[key] = (course, *self._follow(course))
        course, line, crossed = found
        smoked = crossed & self.smoke(r)
        if not smoked:
            return line
        again = ("smoked", a, b)
        if again not in r.memo:
            r.memo[again] = self._follow(course._replace(smoke=smoked))[0]
        return r.memo[again]  # type: ignore[no-any-return]

    def smoke(self, r: Reader) -> frozenset[str]:
        """Return the cells of this board in which smoke lies on any level (7.0)."""
        return frozenset(self.cell_of[p] for p in smoked(r) if p in self.cell_of)

    def _follow(self, course: Course) -> tuple[Line, frozenset[str]]:
        """Return a line and the cells that it meets, its ends left out, as far as it was followed."""
        a, b = course.ends
        crossed: set[str] = set()
        marks: list[Mark] = []
        for touch, cell, edge, effect in self._met(course):
            crossed.update(touch.cells)
            if not effect.weight:
                continue
            where = point(self.board.grid, a, b, touch.start, touch.of)
            mark = Mark(self.board.place(cell), edge, effect.what, effect.key, effect.rule, where)
            if effect.weight == DEGRADING and not marks:
                marks.append(mark)
                continue
            if effect.weight == DEGRADING:  # 10.3: the second one blocks
                mark = mark._replace(key="los.blocked.second", rule="10.3")
            return Line(tuple(marks), mark, mark.rule), frozenset(crossed.difference(course.ends))
        return Line(tuple(marks)), frozenset(crossed.difference(course.ends))

    def _met(self, course: Course) -> Iterator[tuple[Touch, str, str, _Effect]]:
        """Yield what a line meets, in order, with the worst of it: its cell, hexside and effect. That counts as one hex.

        On a hexside or a corner it touches all that meets there (10.3). At a corner, a hex that it only grazes counts
        if it is worse than those that it goes through on either side.
        """
        touches = walk(self.board.grid, *course.ends)
        before, passed = next(touches), CLEAR
        for between in touches:
            after = next(touches)
            cell, edge, effect = self._worst(after, after.cells, course)
            grazed = tuple(c for c in between.cells if c not in before.cells and c not in after.cells)
            corner, side, slight = self._worst(between, grazed, course, max(passed, effect.weight))
            yield between, corner, side, slight
            yield after, cell, edge, effect
            before, passed = after, effect.weight

    def _worst(
        self, touch: Touch, cells: tuple[str, ...], course: Course, limit: int = CLEAR
    ) -> tuple[str, str, _Effect]:
        """Return the worst of some cells, if above a limit, and of all hexsides that a line meets at once."""
        found = ("", "", _NONE)
        for cell in cells:
            if cell not in course.ends:  # 10.3: terrain of the two ends' own hexes never counts
                effect = self._in_cell(cell, touch, course)
                if effect.weight > max(limit, found[2].weight):
                    found = (cell, "", effect)
        for edge in touch.edges:
            if edge in self.sides:
                effect = self._on_side(edge, course)
                if effect.weight > found[2].weight:
                    found = (edge.partition("|")[0], edge, effect)
        return found

    def _in_cell(self, cell: str, touch: Touch, course: Course) -> _Effect:
        base, (weight, top, what) = self.base[cell], self.terrain[cell]
        behind = bool(course.under) and self.board.grid.are_adjacent(cell, course.under)
        best = _NONE
        if weight:
            best = _effect(weight, top, what, course, behind)
        elif base > course.high:  # a bare hill
            best = _Effect(BLOCKING, "los.what.hill", "los.blocked.higher", "10.3")
        if cell in course.smoke:
            best = _worse(best, _effect(BLOCKING, base, "los.what.smoke", course, behind, "7.0"))
        for start, spilled in self.spills.get(cell, ()):
            if start not in course.ends and self._meets_spill(start, touch, course):
                level = max(base, self.base[start])
                best = _worse(best, _effect(spilled, level, "los.what.spill", course, behind, "10.0"))
        return best

    def _meets_spill(self, start: str, touch: Touch, course: Course) -> bool:
        """Return whether a line meets growth spilled into a cell: in the sixth next to its hex, or on their side."""
        if touch.kind == ALONG:
            return start in touch.cells
        return touch.kind == CELL and leans(self.board.grid, *course.ends, touch, start)

    def _on_side(self, edge: str, course: Course) -> _Effect:
        """Return what a hexside does; those of the two ends' own hexes never count (10.3)."""
        cells = edge.split("|")
        if any(c in course.ends for c in cells):
            return _NONE
        behind = bool(course.under) and all(self.board.grid.are_adjacent(c, course.under) for c in cells)
        weight, level, what = self.sides[edge]
        return _effect(weight, level, what, course, behind)

    def entered(self, a: str, b: str) -> str:
        """Return the kind of hexside that the line enters a cell by; at a corner the one that covers best."""
        if a == b:
            return ""
        edges = [e for e in trace(self.board.grid, a, b)[-2].edges if e in self.cover and b in e.split("|")]
        return max(self.cover[e] for e in edges)[1] if edges else ""


def _class(word: Any, where: str) -> int:
    """Return the class of terrain, clear where nothing is said; raises DataFault for no such class."""
    if word is not None and word not in CLASSES:
        raise DataFault("fault.sight.no_class", where=where, word=str(word), known=list(CLASSES))
    return CLASSES[word or "clear"]


def _worse(a: _Effect, b: _Effect) -> _Effect:
    return b if b.weight > a.weight else a


def _effect(weight: int, level: int, what: str, course: Course, behind: bool, rule: str = "10.3") -> _Effect:
    """Return what an obstacle of a class and level does to a line, by the five cases of 10.3.

    `behind`: the lower end lies next to the obstacle.
    """
    if level > course.high:
        return _Effect(BLOCKING, what, "los.blocked.higher", "10.3")  # case 1
    if level < course.low:
        return _NONE  # case 2
    if level == course.high:  # cases 3 and 4
        return _Effect(weight, what, "los.blocked" if weight == BLOCKING else "los.hindered", rule)
    if behind and (course.every or level >= 1):  # case 5, AMB-10
        return _Effect(BLOCKING, what, "los.blocked.shadow", "10.3")
    return _NONE


# what the rules ask ------------------------------------------------------------


@lru_cache(maxsize=8)
def _sights(content: Content, board: str) -> Sights:
    return Sights(content, content.boards[board])


def smoke(r: Reader, place: str) -> bool:
    """Return whether smoke lies in a place itself (7.0)."""
    return bool(marker_in(r, place, SMOKE))


def smoked(r: Reader) -> tuple[str, ...]:
    """Return the places in which smoke lies, sorted (7.0)."""
    return r.places_with("smoke", lambda place: smoke(r, place))


@lru_cache(maxsize=8)
def _clear(content: Content) -> dict[tuple[bool, tuple[str, ...]], dict[tuple[str, str], bool]]:
    """Return, by option and places with smoke, which lines are known to be clear or not.

    They hang on the map and on smoke, which everybody sees: whoever asks may find what was worked out for another.
    """
    return {}


def _known(r: Reader) -> dict[tuple[str, str], bool]:
    """Return which lines are known to be clear or not, with the smoke that lies now."""
    every, now = _clear(r.content), (bool(r.option("every_obstacle_shadows")), smoked(r))
    if now not in every:
        for old in [old for old in every if old[1]][: 1 - KEPT]:
            del every[old]
        every[now] = {}
    return every[now]


def line(r: Reader, a: str, b: str) -> Line:
    """Return the line of sight between two locations of a board; raises KeyError for what is no location."""
    return _sights(r.content, split(hex_of(r, a))[0]).line(r, a, b)


def sees(r: Reader, a: str, b: str) -> bool:
    """Return whether one location can be seen from another; it is so both ways (10.0)."""
    known: dict[tuple[str, str], bool] | None = r.memo.get(sees)
    if known is None:
        known = r.memo[sees] = _known(r)
    ends = (a, b) if a < b else (b, a)
    clear = known.get(ends)
    if clear is None:
        clear = known[ends] = line(r, *ends).clear
    return clear


def degrading(r: Reader, a: str, b: str) -> int:
    """Return how many degrading hexes lie between two locations (10.1, 10.3)."""
    return line(r, a, b).degrading


def locations(r: Reader, board: str) -> list[str]:
    """Return all locations of a board: its hexes in reading order, each with its upper floor behind it."""
    return [place for levels in _sights(r.content, board).levels.values() for place in levels]


def fan(r: Reader, a: str) -> dict[str, int]:
    """Return all that is seen from a location but itself, each with the number of degrading hexes before it."""
    board = split(hex_of(r, a))[0]
    lines = ((b, line(r, a, b)) for b in locations(r, board) if b != a)
    return {b: seen.degrading for b, seen in lines if seen.clear}


def entered_side(r: Reader, a: str, b: str) -> str | None:
    """Return the kind of hexside that covers a target: that by which the line enters its hex, None for none (10.3)."""
    board, ca = split(hex_of(r, a))
    return _sights(r.content, board).entered(ca, split(hex_of(r, b))[1]) or None


# what the screen asks ----------------------------------------------------------


def _place_of(s: Seen, word: Any) -> str:
    """Return a location of the map from a query's argument, or an empty word."""
    place = str(word or "")
    return place if s.content.has_place(place) and is_cell(hex_of(s, place)) else ""


def query_sight(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer `{from, to}` (docs/architecture.md, section 3); None where there is no line between the two."""
    a, b = _place_of(s, args.get("from")), _place_of(s, args.get("to"))
    board = split(hex_of(s, a))[0]
    if not a or not b or board != split(hex_of(s, b))[0]:
        return None
    seen = line(s, a, b)
    grid = s.content.boards[board].grid
    lines: list[Message] = []
    if seen.blocked is not None:
        lines.append(_said(seen.blocked, s, a, b))
    else:
        lines.append(msg("los.hindered_line" if seen.degrading else "los.clear", rule=seen.rule))
    lines += [_said(mark, s, a, b) for mark in seen.hindrances]
    side = entered_side(s, a, b)
    if seen.clear and side:
        lines.append(msg("los.cover", rule="10.3", what=msg(f"los.what.{side}")))
    return {
        "clear": seen.clear,
        "degrading": seen.degrading,
        "range": grid.distance(split(hex_of(s, a))[1], split(hex_of(s, b))[1]),
        "blocked": None if seen.blocked is None else _shown(seen.blocked, s, a, b),
        "hindrances": [{**_shown(mark, s, a, b), "value": -1} for mark in seen.hindrances],
        "lines": lines,
        "rule": seen.rule,
    }


def _shown(mark: Mark, s: Seen, a: str, b: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cell": mark.place,
        "at": list(mark.at),
        "name": msg(mark.what),
        "why": _said(mark, s, a, b),
    }
    if mark.edge:
        found["edge"] = mark.edge
    return found


def _said(mark: Mark, s: Seen, a: str, b: str) -> Message:
    """Return the sentence for a mark: what it is, where, and for a shadow who lies in it."""
    args: dict[str, Any] = {"what": msg(mark.what), "cell": {"c": mark.place}}
    key = mark.key
    if mark.edge:
        one, two = mark.edge.split("|")
        board = split(mark.place)[0]
        key, args["beyond"] = f"{key}.side", {"c": f"{board}:{two}"}
        args["cell"] = {"c": f"{board}:{one}"}
    if mark.key == "los.blocked.shadow":
        args["lower"] = {"c": min(a, b, key=lambda place: height(s, place))}
    return msg(key, rule=mark.rule, **args)


def query_fan(s: Seen, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer `{from}`: the locations seen freely and those seen through one degrading hex, the start left out."""
    a = _place_of(s, args.get("from"))
    if not a:
        return None
    found = fan(s, a)
    return {
        "seen": [p for p, n in found.items() if not n],
        "hindered": [p for p, n in found.items() if n],
        "rule": "10.3",
    }
