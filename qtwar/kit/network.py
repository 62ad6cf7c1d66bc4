"""Supply and other networks: who draws on which source, over which relays, and why somebody does not.

A line runs from a user to a post (a source or a relay) in its range, from a relay to the next, to a source at last. How
far a line reaches and what cuts it is the title's to say: it traces lines by `kit.reach` with its own costs, enemies and
zones of control. Railways and other roads with stations are cut into sections by `sections`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from qtwar.kit.reach import Way


class Post(NamedTuple):
    """A source or a relay: how far it serves (in the units of the lines traced), how many users and relays at most.

    `capacity` None is any number. A relay serves only while it is served itself.
    """

    id: str
    place: str
    range: int
    capacity: int | None = None
    source: bool = False


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """A user that is served: the posts from the nearest to the source, and the cost of the line to the nearest."""

    posts: tuple[str, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A user that is not served. `why`: `far` (no post in range), `blocked` (a post would be, but for what lies between:
    `at` is the first place that the line can not reach), `full` (those in range serve others), `loose` (those in range are
    relays that no source serves), `none` (there are no posts at all). `post` is the nearest, `cost` that of the line to it.
    """

    why: str
    post: str = ""
    cost: int | None = None
    at: str = ""


Trace = Callable[[str], Mapping[str, Way]]


def serve(
    posts: Iterable[Post],
    users: Mapping[str, str],
    trace: Trace,
    *,
    unhindered: Trace | None = None,
    wanted: Mapping[str, str] | None = None,
) -> dict[str, SupplyLine | Cut]:
    """Return how each user (id → place, the most urgent first) is served, or why it is not.

    `trace(place)` returns where a line can be traced to from a place, `unhindered` the same without enemies, to tell what
    is blocked from what is far. By default each draws on the nearest that can serve it, a source before relays, relays in
    use before others, the first by id among equals; `wanted` (user or relay → post) is tried first. Who comes earlier
    takes the room of who comes later: another order or other wishes may serve more.
    """
    known = {post.id: post for post in posts}
    lines: dict[str, dict[str, int]] = {}
    feeds: dict[str, str] = {}
    used = dict.fromkeys(known, 0)
    wishes = wanted or {}

    def costs(place: str) -> dict[str, int]:
        """Return the posts in range of a place with the costs of the lines to them."""
        if place not in lines:
            ways = trace(place)
            lines[place] = {
                post.id: cost
                for post in known.values()
                if (cost := 0 if post.place == place else ways[post.place].cost if post.place in ways else None) is not None
                and cost <= post.range
            }
        return lines[place]

    def rank(name: str, cost: int) -> tuple[bool, bool, int, str]:
        return not known[name].source, name not in feeds, cost, name

    def feed(who: str, place: str, above: frozenset[str]) -> bool:
        """Find a post that serves somebody, and one that serves that post, to a source."""
        near = {name: cost for name, cost in costs(place).items() if name not in above}
        order = sorted(near, key=lambda name: (name != wishes.get(who), *rank(name, near[name])))
        for name in order:
            post = known[name]
            if post.capacity is not None and used[name] >= post.capacity:
                continue
            if post.source or name in feeds or feed(name, post.place, above | {name}):
                feeds[who] = name
                used[name] += 1
                return True
        return False

    out: dict[str, SupplyLine | Cut] = {}
    for user, place in users.items():
        if not feed(user, place, frozenset()):
            out[user] = _why(known, place, costs(place), used, trace, unhindered)
            continue
        chain = [feeds[user]]
        while not known[chain[-1]].source:
            chain.append(feeds[chain[-1]])
        out[user] = SupplyLine(tuple(chain), costs(place)[chain[0]])
    return out


def _why(
    known: Mapping[str, Post],
    place: str,
    near: Mapping[str, int],
    used: Mapping[str, int],
    trace: Trace,
    unhindered: Trace | None,
) -> Cut:
    if not known:
        return Cut("none")
    if near:
        name = min(near, key=lambda post: (near[post], post))
        full = any(known[p].capacity is not None and used[p] >= (known[p].capacity or 0) for p in near)
        return Cut("full" if full else "loose", name, near[name])
    open_, free = trace(place), (unhindered or trace)(place)
    over = {name: free[post.place].cost - post.range for name, post in known.items() if post.place in free}
    if not over:
        return Cut("far")
    name = min(over, key=lambda post: (over[post], post))
    way = free[known[name].place]
    if over[name] > 0:
        return Cut("far", name, way.cost)
    return Cut("blocked", name, way.cost, next((p for p in way.path[1:] if p not in open_), known[name].place))


class Section(NamedTuple):
    """A stretch of railway or road between two stations, with its cells from one to the other."""

    a: str
    b: str
    cells: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return the name under which its state is kept: both ends in order."""
        return f"{min(self.a, self.b)}~{max(self.a, self.b)}"


def sections(lines: Iterable[Sequence[str]], stations: Collection[str]) -> tuple[Section, ...]:
    """Return the sections of some lines (cells in order) from station to station; what leads to none is left out."""
    found: dict[str, Section] = {}
    for cells in lines:
        last: int | None = None
        for n, cell in enumerate(cells):
            if cell in stations:
                if last is not None:
                    section = Section(cells[last], cell, tuple(cells[last : n + 1]))
                    found.setdefault(section.id, section)
                last = n
    return tuple(found.values())


def stops(among: Iterable[Section], is_open: Callable[[Section], object] = bool) -> dict[str, tuple[str, ...]]:
    """Return station → the stations next along sections that are open: what `kit.reach` goes by."""
    near: dict[str, list[str]] = {}
    for section in among:
        ends = near.setdefault(section.a, []), near.setdefault(section.b, [])
        if is_open(section):
            ends[0].append(section.b)
            ends[1].append(section.a)
    return {station: tuple(sorted(set(others))) for station, others in near.items()}
