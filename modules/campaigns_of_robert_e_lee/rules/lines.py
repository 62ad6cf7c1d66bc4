"""Railroads by section: who controls them, which are open, what they connect (8.41, 7.11, 7.13)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.content import Content
from qtwar.kit.network import Section, sections, stops
from qtwar.kit.table import Reader, Table

from . import ground
from .facts import CSA, MAP, SIDES, UNION, enemy, fights, kept, marked, place, spans, stand

VAR = "rail"
"""Section → the side that controls it, an empty word for nobody."""


def edges(content: Content, side: str) -> list[str]:
    """Return the hexes where a side's railroads enter the map (7.11)."""
    return [place(str(c)) for c in content.boards[MAP].facts["edge_source_hexes"][side].values()]


def all_edges(content: Content) -> frozenset[str]:
    """Return the hexes where railroads enter the map, of either side."""
    return frozenset(at for side in SIDES for at in edges(content, side))


def stations(content: Content) -> frozenset[str]:
    """Return the stations: towns and major cities on a railroad (8.41)."""
    found: frozenset[str] | None = content.memo.get("stations")
    if found is None:
        found = content.memo["stations"] = frozenset(place(c) for c in content.boards[MAP].features.get("station", ()))
    return found


def network(content: Content) -> tuple[Section, ...]:
    """Return the sections of all railroads, from station to station or to the map edge."""
    found: tuple[Section, ...] | None = content.memo.get("railroads")
    if found is None:
        paths = [[place(c) for c in p["cells"]] for p in content.boards[MAP].paths if p["kind"] == "railroad"]
        found = content.memo["railroads"] = sections(paths, stations(content) | all_edges(content))
    return found


def names(content: Content) -> dict[str, str]:
    """Return section → name of its railroad."""
    found: dict[str, str] | None = content.memo.get("railroad names")
    if found is None:
        found = content.memo["railroad names"] = {}
        for path in content.boards[MAP].paths:
            if path["kind"] == "railroad":
                cells = [place(c) for c in path["cells"]]
                for section in sections([cells], stations(content) | all_edges(content)):
                    found.setdefault(section.id, str((path.get("name") or {}).get("en") or ""))
    return found


# control ----------------------------------------------------------------------------


def begin(t: Table) -> None:
    """Say who controls each section when the scenario begins (8.41, AMB-15)."""
    control = {section.id: _at_start(t, section) for section in network(t.content)}
    for station in sorted(stations(t.content)):
        if ground.region(t, station) != ground.NORTH and _union_depot(t, station):
            for section_id in _way_to_washington(t, station):
                control[section_id] = UNION
    for side in SIDES:
        for name, a, b in ((t.scenario.get("attrs") or {}).get("open_rail") or {}).get(side) or ():
            control |= dict.fromkeys(between(t.content, str(name), place(str(a)), place(str(b))), side)
    t.set_var(VAR, control)


def between(content: Content, name: str, a: str, b: str) -> list[str]:
    """Return the sections of a railroad from one station to another."""
    for path in content.boards[MAP].paths:
        cells = [place(c) for c in path["cells"]]
        named = str((path.get("name") or {}).get("en") or "").replace("&", "and")
        if path["kind"] == "railroad" and name in named and a in cells and b in cells:
            first, last = sorted((cells.index(a), cells.index(b)))
            stretch = cells[first : last + 1]
            return [section.id for section in sections([stretch], stations(content) | all_edges(content))]
    return []


def _union_depot(t: Table, station: str) -> bool:
    return any(t.has(p, "wagon") and t.record(p)["face"] == "back" for p in t.of(station, UNION))


def _way_to_washington(t: Table, station: str) -> list[str]:
    """Return the sections from a station south of the Potomac to Washington, the fewest (8.41)."""
    goal = ground.named(t.content, "Washington")
    came: dict[str, tuple[str, str]] = {station: ("", "")}
    queue = [station]
    for here in queue:
        for section in network(t.content):
            for a, b in ((section.a, section.b), (section.b, section.a)):
                if a == here and b not in came:
                    came[b] = (here, section.id)
                    queue.append(b)
    found = []
    while goal in came and came[goal][1]:
        goal, section_id = came[goal]
        found.append(section_id)
    return found


def _at_start(t: Table, section: Section) -> str:
    regions = {ground.region(t, at) for at in section.cells}
    if regions == {ground.NORTH}:
        return UNION
    if ground.WEST in regions:
        return _valley(t, section)
    return CSA if ground.SOUTH in regions and ground.NORTH not in regions else UNION


def _valley(t: Table, section: Section) -> str:
    """Return who controls a section west of the Shenandoah, of which the book says nothing (AMB-15)."""
    how = t.option("amb_15_valley_rail")
    if how == "none":
        return ""
    listed = (t.scenario.get("attrs") or {}).get("rail_control") or {}
    name = names(t.content)[section.id].replace("&", "and")
    if how == "scenario":
        for side in SIDES:
            if any(str(line) in name for line in listed.get(side) or ()):
                return side
    near = {side: _nearest(t, section, side) for side in SIDES}
    return min(SIDES, key=lambda side: (near[side], side))


def _nearest(t: Table, section: Section, side: str) -> int:
    hexes = [at for at in sorted(t.places()) if at.startswith(f"{MAP}:") and "|" not in at and fights(t, at, side)]
    return min((ground.distance(t, at, end) for at in hexes for end in (section.a, section.b)), default=999)


def controller(r: Reader, section: Section) -> str:
    """Return the side that controls a section, an empty word for nobody."""
    return str((r.var(VAR) or {}).get(section.id, ""))


# open lines -------------------------------------------------------------------------


def is_cut(r: Reader, where: str) -> bool:
    """Return whether the railroad of a hex is cut (8.62)."""
    return bool(marked(r, where, "rail_cut"))


def is_whole(r: Reader, section: Section) -> bool:
    """Return whether a section has no cut and no burned bridge."""
    if any(is_cut(r, at) for at in section.cells):
        return False
    burned = [at for at, _ in spans(r) if marked(r, at, "bridge_burned")]
    return not burned or all(
        ground.edge(r, a, b) not in burned for a, b in zip(section.cells, section.cells[1:], strict=False)
    )


def is_open(r: Reader, section: Section, side: str) -> bool:
    """Return whether a side can use a section: its own, whole, and without enemy units on it (7.13, 8.41)."""
    foe = enemy(side)
    return (
        controller(r, section) == side
        and is_whole(r, section)
        and not any(fights(r, at, foe) for at in section.cells)
    )


def net(r: Reader, side: str) -> dict[str, tuple[str, ...]]:
    """Return station → next stations along what is open to a side."""
    key = ("net", side)
    if key not in r.memo:
        r.memo[key] = kept(r, "net", basis(r, side), lambda: stops(network(r.content), lambda one: is_open(r, one, side)))
    answer: dict[str, tuple[str, ...]] = r.memo[key]
    return answer


def basis(r: Reader, side: str) -> tuple[Any, ...]:
    """Return all that a side's use of the railroads hangs on: who stands where, what is cut, who controls what."""
    key = ("railroads", side)
    if key not in r.memo:
        cuts = r.places_with("rail cuts", lambda at: is_cut(r, at))
        r.memo[key] = stand(r, side), cuts, frozenset((r.var(VAR) or {}).items())
    answer: tuple[Any, ...] = r.memo[key]
    return answer


def joined(r: Reader, side: str, starts: list[str]) -> frozenset[str]:
    """Return the stations that open railroads connect with any of some, these included."""
    lines = net(r, side)
    found, queue = set(starts), list(starts)
    for here in queue:
        for to in lines.get(here, ()):
            if to not in found:
                found.add(to)
                queue.append(to)
    return frozenset(found)


def at_edge(r: Reader, side: str) -> frozenset[str]:
    """Return the stations that a side's open railroads connect with its map edge (7.11, 13.32)."""
    key = ("at edge", side)
    if key not in r.memo:
        free = [at for at in edges(r.content, side) if not fights(r, at, enemy(side))]
        r.memo[key] = joined(r, side, free)
    answer: frozenset[str] = r.memo[key]
    return answer
