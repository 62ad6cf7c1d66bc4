"""Supply: sources, relays and their capacity, lines, and the three states of forces (7.0)."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any, NamedTuple

from qtwar.kit.network import Cut, Post, SupplyLine, serve
from qtwar.kit.table import Reader, Table

from . import control, ground, lines, tracks, tree, zones
from .facts import (
    UNION,
    enemy,
    fights,
    hex_of,
    hexes_of,
    is_active,
    is_depot,
    is_wagon,
    kept,
    marked,
    on_map,
    own,
    spans,
    value,
)

MOST_MAPS = 20
"""So many answers about the whole map are kept at once."""
FULL, COMBAT, OUT = "full", "combat", "out"
STATES = (FULL, COMBAT, OUT)
RECORD, WISHES = "supply", "supply_wishes"
"""What a side alone knows: how its forces were judged when the impulse began (7.31), which post each is to draw on."""


class Supply(NamedTuple):
    """How a hex is supplied: `cost` of the line in halves of a point; `posts` from the nearest to the source."""

    served: bool
    cost: int | None = None
    posts: tuple[str, ...] = ()
    why: Cut | None = None


# sources and relays -----------------------------------------------------------------


def sources(r: Reader, side: str) -> list[str]:
    """Return a side's sources: railroads at the map edge, major cities by rail to it or with a port, landings (7.11)."""
    key = ("sources", side)
    if key not in r.memo:
        foe = enemy(side)
        found = [at for at in lines.edges(r.content, side) if not fights(r, at, foe)]
        joined = lines.at_edge(r, side)
        for cell in sorted(r.content.boards["virginia"].features["major_city"]):
            at = f"virginia:{cell}"
            if control.holder(r, at) == side and (at in joined or ground.has_feature(r, at, "port")):
                found.append(at)
        if side == UNION:
            landings = r.places_with("landings", lambda at: bool(marked(r, at, "landing")))
            stocked = [at for at in landings if any(r.record(p)["face"] == "front" for p in marked(r, at, "landing"))]
            found += [at for at in stocked if on_map(at) and not fights(r, at, foe)]  # not one given up (8.63b)
        r.memo[key] = found
    answer: list[str] = r.memo[key]
    return answer


def railheads(r: Reader, side: str) -> frozenset[str]:
    """Return the stations that open railroads connect with a source: a depot there is a rail depot (7.13)."""
    key = ("railheads", side)
    if key not in r.memo:
        r.memo[key] = lines.joined(r, side, sources(r, side))
    answer: frozenset[str] = r.memo[key]
    return answer


def is_rail_depot(r: Reader, piece: str) -> bool:
    """Return whether a piece is a depot in a town that open railroad connects with a source (7.13)."""
    at, side = r.where(piece), r.owner(piece)
    if hex_of(at) in ((r.scenario.get("attrs") or {}).get("depots_not_rail") or ()):
        return False
    return is_depot(r, piece) and at in lines.stations(r.content) and at in railheads(r, side)


def mark_rail_depots(t: Table, side: str) -> None:
    """Mark a side's depots that are rail depots now: whose railroad is cut later is lost in the next attrition (7.13)."""
    for piece in relays(t, side):
        if not t.attr(piece, "rail") and is_rail_depot(t, piece):
            t.set_attr(piece, "rail", True)


def range_of(r: Reader, what: str) -> int:
    """Return how far a source, depot or wagon serves, in halves of a point (7.11, 7.12a)."""
    return int(r.chart("supply_ranges").at(what)) * ground.HALVES


def relays(r: Reader, side: str) -> list[str]:
    """Return a side's wagons and depots on the map."""
    places = r.places_with(("relays", side), lambda at: on_map(at) and any(r.has(p, "wagon") for p in r.of(at, side)))
    return [p for at in places for p in r.of(at, side) if r.has(p, "wagon")]


def posts(r: Reader, side: str) -> list[Post]:
    """Return what a side's forces draw on; a rail depot needs no line of its own (7.13)."""
    found = [Post(at, at, range_of(r, "source"), source=True) for at in sources(r, side)]
    for piece in relays(r, side):
        if is_wagon(r, piece):
            found.append(Post(piece, r.where(piece), range_of(r, "wagon"), value(r, piece)))
        elif ground.is_town(r, r.where(piece)):
            rail = is_rail_depot(r, piece)
            found.append(Post(piece, r.where(piece), range_of(r, "depot"), value(r, piece), source=rail))
    return found


# lines ------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of supply: what it costs in halves of a point, and the hex before its end."""

    cost: int
    before: str


def trace(r: Reader, side: str, start: str, limit: int, *, free: bool = False) -> dict[str, Line]:
    """Return where a line of supply can be traced to from a hex (7.12b, 7.12c); `free` minds no enemies."""
    ways = ground.weather(r), spans(r), start, limit
    found: dict[str, Line] = kept(r, "trace", ways, lambda: _trace(r, start, limit, frozenset()))
    closed = frozenset() if free else barred(r, side).intersection(found)  # who is out of range hinders nothing
    if closed:
        found = kept(r, "hindered trace", (*ways, closed), lambda: _trace(r, start, limit, closed))
    return found


def _trace(r: Reader, start: str, limit: int, closed: frozenset[str]) -> dict[str, Line]:
    near, best, done = ground.costs(r), {start: 0}, set()
    before: dict[str, str] = {}
    queue = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if here in done:
            continue
        done.add(here)
        for to, step in near[here].items():
            total = cost + step
            if total <= limit and to not in closed and total < best.get(to, limit + 1):
                best[to], before[to] = total, here
                heappush(queue, (total, to))
    return {to: Line(best[to], before[to]) for to in best if to != start}


def barred(r: Reader, side: str) -> frozenset[str]:
    """Return the hexes through which no line of a side can run: enemies, or their zone without a friend in it (7.12b)."""
    key = ("barred", side)
    if key not in r.memo:
        r.memo[key] = zones.covered(r, side).difference(hexes_of(r, side)).union(hexes_of(r, enemy(side)))
    found: frozenset[str] = r.memo[key]
    return found


def linked(r: Reader, side: str) -> set[str]:
    """Return the hexes from which any line, however long, leads to a source or relay of a side (7.12b)."""
    key = ("linked", side)
    if key not in r.memo:
        ends = frozenset(post.place for post in posts(r, side))
        state = ground.weather(r), spans(r), barred(r, side), ends
        r.memo[key] = kept(r, "linked", state, lambda: _linked(r, side, ends), most=MOST_MAPS)
    found: set[str] = r.memo[key]
    return found


def _linked(r: Reader, side: str, ends: frozenset[str]) -> set[str]:
    """Go back from the posts against the lines: what bars a line may be its start, but nothing that comes after."""
    queue, near = sorted(ends), ground.ground(r.content).near
    seen, closed, steps = set(queue), barred(r, side), ground.costs(r)
    for here in queue:
        if here in closed:
            continue
        for back in near.get(here, ()):
            if back not in seen and here in steps[back]:
                seen.add(back)
                queue.append(back)
    return seen


def judge(r: Reader, side: str) -> dict[str, Supply]:
    """Return hex → how the forces of a side there are supplied now (7.1); inactive commanders take no capacity (7.23)."""
    key = ("judged", side)
    if key in r.memo:
        kept: dict[str, Supply] = r.memo[key]
        return kept
    every = hexes_of(r, side)
    counts = [at for at in every if takes_room(r, at, side)]
    idle = [at for at in every if at not in counts]
    limit = range_of(r, "source")

    def line(at: str) -> Mapping[str, Any]:
        return trace(r, side, at, limit)

    known = posts(r, side)
    wishes: dict[str, str] = own(r, side, WISHES) or {}
    found = serve(known, {at: at for at in counts}, line, wanted=wishes)
    feeding = {name for got in found.values() if isinstance(got, SupplyLine) for name in got.posts}
    fed = [p._replace(capacity=None, source=p.source or p.id in feeding) for p in known]
    found |= serve(fed, {at: at for at in idle}, line, wanted=wishes)
    answer = {
        at: Supply(True, got.cost, got.posts) if isinstance(got, SupplyLine) else Supply(False, why=got)
        for at, got in found.items()
    }
    r.memo[key] = answer
    return answer


def takes_room(r: Reader, where: str, side: str) -> bool:
    """Return whether the force of a hex counts against the capacity of what serves it: its commander is active (7.23)."""
    chief = tree.commander(r, where, side)
    return not chief or is_active(r, chief)


def has_line(r: Reader, side: str, where: str) -> bool:
    """Return whether any line at all, however long, leads from a hex to a source or relay (7.12b)."""
    return where in linked(r, side)


# states -----------------------------------------------------------------------------


def state_at(r: Reader, side: str, where: str) -> str:
    """Return the state of a side's force in a hex as it is judged now: full, combat or out of supply (7.3)."""
    got = judge(r, side).get(where)
    if got is not None and got.served:
        return FULL
    return COMBAT if has_ammo(r, side, where) else OUT


def has_ammo(r: Reader, side: str, where: str) -> bool:
    """Return whether a force has a point of ammunition; units without a leader always count as having it (7.32)."""
    found = tree.leaders_at(r, where, side)
    return not found or any(tracks.get(r, tree.box_of(r, p), "ammo") for p in found)


def state_of(r: Reader, piece: str) -> str:
    """Return the state of a leader's force or of an independent unit: full at the impulse's start stays full (7.31)."""
    side = r.owner(piece)
    if (own(r, side, RECORD) or {}).get(piece) == FULL:
        return FULL
    where = tree.hex_of_unit(r, piece)
    return state_at(r, side, where) if where else OUT


def record(t: Table, side: str) -> dict[str, str]:
    """Judge all forces of a side at the start of its impulse and keep the answer for it alone (4.21, 7.31)."""
    found: dict[str, str] = {}
    drop_wishes(t, side)
    for where in hexes_of(t, side):
        now = state_at(t, side, where)
        for piece in (*tree.leaders_at(t, where, side), *tree.independents(t, where, side)):
            found[piece] = now
    if t.option("amb_06_supply_lasts") == "turn":
        found = {**found, **(t.secret(side, RECORD) or {})}
    t.seal(side, "supply", found)  # RECORD, by its word: position files may name it
    return found


def drop_wishes(t: Table, side: str) -> None:
    """Forget what forces were to draw on and no longer can, and tell their side; who has left wishes no more (7.23)."""
    wishes: dict[str, str] = t.secret(side, WISHES) or {}
    judged, places = judge(t, side), {post.id: post.place for post in posts(t, side)}
    left = {at: post for at, post in wishes.items() if at in judged}
    lost = [at for at, post in left.items() if judged[at].posts[:1] != (post,)]
    if lost or len(left) < len(wishes):
        t.seal(side, WISHES, {at: post for at, post in left.items() if at not in lost} or None)
    for at in lost:
        if to := places.get(left[at], ""):
            t.note("note.wish_lost", rule="7.23", only=[side], cell={"c": at}, post={"c": to})
        else:
            t.note("note.wish_gone", rule="7.23", only=[side], cell={"c": at})


def make_full(t: Table, side: str, pieces: list[str]) -> None:
    """Put leaders and units in full supply for this impulse: an Own Use marker or a wagon was spent (7.34)."""
    t.seal(side, RECORD, {**(t.secret(side, RECORD) or {}), **dict.fromkeys(pieces, FULL)})


def forget(t: Table, side: str) -> None:
    """Let what was judged lapse: the impulse, or the turn by the other reading, is over (AMB-06)."""
    t.seal(side, RECORD, None)
