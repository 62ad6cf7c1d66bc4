"""move: pieces that are picked up and carried over the board; where to is asked of the rules by the ask's `query`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from qtwar.base.errors import Refusal
from qtwar.kit.asks.base import Body, not_offered
from qtwar.kit.asks.picking import Picking, check_pieces, limits, picks
from qtwar.kit.asks.shapes import Args, Message, Query
from qtwar.kit.dice import Chance


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _stops(value: Any) -> bool:
    return isinstance(value, dict) and all(_names(pieces) for pieces in value.values())


PASSABLE = (None, "end", "pass")
"""Marks of the places that a force may go on from."""


def _at(stops: Mapping[str, list[str]], places: Collection[str]) -> dict[str, list[str]]:
    return {place: pieces for place, pieces in stops.items() if place in places}


def _all(stops: Mapping[str, list[str]]) -> list[str]:
    return [piece for pieces in stops.values() for piece in pieces]


def _same_way(shown: Sequence[str], gone: Sequence[str]) -> bool:
    """Return whether a way is the one shown, which may leave out where it begins."""
    return list(shown) in (list(gone), list(gone[1:]))


class MoveAsk(Picking):
    """Pieces and their way.

    `check` holds the pieces and the shape of the rest, `holds` asks the rules about the way: each stretch of it, up to
    where some are left or collected, must be one that `query` shows from where the last one ended.
    `enumerate` gives every set of pieces with each place that `query` lets it end in, straight there: what is left or
    collected on the way is for `sample`, which now and then does.
    """

    keys = ("pieces", "path", "land", "join")

    def check(self, body: Body, args: Mapping[str, Any]) -> Refusal | None:
        """Pieces that go together, and a way of places."""
        found = check_pieces(body, args.get("pieces"))
        if found is not None:
            return found
        path, land, join = args.get("path"), args.get("land") or {}, args.get("join") or {}
        if not _names(path) or not path or not _stops(land) or not _stops(join):
            return not_offered(body)
        if (land and not body.get("land")) or (join and not body.get("join")):
            return not_offered(body)
        return None

    def holds(self, body: Body, args: Mapping[str, Any], query: Query) -> Refusal | None:
        """A way that the rules show, stretch by stretch."""
        path: list[str] = args["path"]
        land, join = args.get("land") or {}, args.get("join") or {}
        stops = {n for n, place in enumerate(path) if place in land or place in join}
        no = Refusal("refuse.way", rule=body.get("rule", ""), args={"cell": {"c": path[-1]}})
        if not {*land, *join} <= set(path):
            return no
        at, last = 0, len(path) - 1
        while True:
            so_far = path[: at + 1]
            landed, joined = _at(land, so_far), _at(join, so_far)
            hand = [p for p in (*args["pieces"], *_all(joined)) if p not in _all(landed)]
            gone = {"path": so_far, "land": landed, "join": joined} if at or 0 in stops else {}
            reach = query(str(body.get("query", "reach")), {"pieces": hand, **gone}) or {}
            cells = reach.get("cells", {})
            end = min((n for n in stops if n > at), default=last)
            for to in range(end, at - (len(path) == 1), -1):
                found = cells.get(path[to])
                if found is not None and _same_way(found.get("path") or [path[to]], path[at : to + 1]):
                    break
            else:
                return no
            if to == last:
                return None if found.get("mark") != "pass" else no
            if found.get("mark") not in PASSABLE:
                return no
            at = to

    def wanting(self, body: Body, args: Mapping[str, Any]) -> Message | None:
        """Pieces, then a way."""
        lacking = limits(body)[0] - len(args.get("pieces") or ())
        if lacking > 0:
            return {"key": "missing.pieces", "args": {"n": lacking}}
        return None if args.get("path") else {"key": "missing.path"}

    def enumerate(self, body: Body, query: Query) -> Iterator[Args]:
        """Every set of pieces, straight to each place in reach."""
        for chosen in picks(body):
            reach = query(str(body.get("query", "reach")), {"pieces": chosen}) or {}
            for place, at in sorted(reach.get("cells", {}).items()):
                if at.get("mark") != "pass":
                    yield {"pieces": chosen, "path": list(at.get("path") or [place])}

    def guess(self, body: Body, chance: Chance, query: Query) -> Args | None:
        """Some pieces of one group, somewhere in reach; now and then by a stop where some land or others join."""
        groups: Mapping[str, list[str]] = body.get("groups") or {"": list(body["pieces"])}
        names = sorted(groups)
        if not names:
            return None
        members = list(groups[names[chance.below(len(names))]])
        low, high = limits(body)
        high = min(high, len(members))
        if high < low:
            return None
        some, rest = [], members
        for _ in range(max(low, low + chance.below(high - low + 1))):
            some.append(rest.pop(chance.below(len(rest))))
        if not some:
            return None
        what = str(body.get("query", "reach"))
        reach = query(what, {"pieces": some}) or {}
        stops: dict[str, Any] = {}
        if (body.get("land") or body.get("join")) and chance.below(4) == 0:
            hand, stops = self._stop(body, chance, some, reach)
            if stops:
                reach = query(what, {"pieces": hand, **stops}) or {}
        cells = sorted(c for c, at in reach.get("cells", {}).items() if at.get("mark") != "pass")
        if not cells:
            return None
        target = cells[chance.below(len(cells))]
        path = reach["cells"][target].get("path") or [target]
        so_far = stops.pop("path", [])
        if so_far and path[0] == so_far[-1]:
            path = path[1:]
        stops["pieces"], stops["path"] = some, [*so_far, *path]
        return cast(Args, stops)

    @staticmethod
    def _stop(
        body: Body, chance: Chance, some: list[str], reach: Mapping[str, Any]
    ) -> tuple[list[str], dict[str, Any]]:
        """Return who is in hand after a stop, and {path, land?, join?}; the latter empty where there is none."""
        on = {c: at for c, at in reach.get("cells", {}).items() if at.get("mark") in PASSABLE and at.get("path")}
        waiting = sorted(c for c in reach.get("join") or () if c in on) if body.get("join") else []
        choices = waiting if waiting and chance.below(2) else sorted(on)
        if not choices:
            return some, {}
        here = choices[chance.below(len(choices))]
        stops: dict[str, Any] = {"path": list(on[here]["path"])}
        hand = list(some)
        if here in waiting:
            come = reach["join"][here]
            stops["join"] = {here: [come[chance.below(len(come))]]}
            hand += stops["join"][here]
        elif body.get("land") and len(some) > 1:
            stops["land"] = {here: [some[chance.below(len(some))]]}
            hand = [p for p in some if p not in stops["land"][here]]
        return hand, stops
