"""Which hexes are spotted, and attempts to spot (10.1, 6.3, 6.4, 7.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.memo import per_place
from qtwar.kit.offers import msg
from qtwar.kit.table import Reader, Table
from qtwar.kit.tally import Line, Tally

from . import sight
from .facts import (
    all_units,
    can_stealth,
    enemy,
    holds,
    in_melee,
    is_good,
    leadership,
    mark,
    marked,
    marker_in,
    occupied,
    put_marker,
    units,
    weapons,
)
from .ground import is_open, neighbours, spotting_class


def watched(r: Reader, place: str, side: str) -> bool:
    """Return whether a good-order unit of a side that can spot is adjacent to a place (10.1, 11.3)."""
    known: frozenset[str] | None = r.memo.get((watched, side))
    if known is None:
        posts = r.places_with(("eyes", side), lambda post: any(has_eyes(r, p) for p in units(r, post, side)))
        known = r.memo[watched, side] = frozenset(posts)
    return not known.isdisjoint(neighbours(r, place))


def has_eyes(r: Reader, piece: str) -> bool:
    """Return whether a unit can spot at all: good order, no medic or chaplain, who never do (5.1, 11.3)."""
    return is_good(r, piece) and not r.has(piece, "medic") and not r.has(piece, "chaplain")


def is_seen(r: Reader, piece: str, by: str) -> bool:
    """Return whether a unit is spotted by where it is or what it did (10.1), without the Spotted marker of its hex."""
    place = r.where(piece)
    if _has_shown_itself(r, piece):
        return True
    if _hides(r, piece):
        return bool(r.option("stealth_seen_in_open")) and _in_view(r, place, by)
    return is_open(r, place) or watched(r, place, by)


def _hides(r: Reader, piece: str) -> bool:
    """Return whether neither neighbours nor open ground give a unit away by themselves (6.4)."""
    if marked(r, piece, "stealth"):
        return True
    return r.option("still_scout_hidden") and can_stealth(r, piece) and not marked(r, piece, "moved", "assault")


def _has_shown_itself(r: Reader, piece: str) -> bool:
    """Return whether a unit is spotted by what it did: it has fired, or moved but not by stealth (10.1, 6.4)."""
    return marked(r, piece, "fired") or (marked(r, piece, "moved", "assault") and not _hides(r, piece))


def _in_view(r: Reader, place: str, by: str) -> bool:
    """Return whether a place lies in the open before the eyes of a side (6.4)."""
    return is_open(r, place) and any(has_eyes(r, p) and sight.sees(r, r.where(p), place) for p in all_units(r, by))


@per_place
def _gives_itself_away(r: Reader, place: str, by: str) -> bool:
    """Return whether a place is spotted by what lies in it alone: a marker, melee, a unit that has shown itself (10.1)."""
    if marker_in(r, place, "spotted") or in_melee(r, place):
        return True
    return any(_has_shown_itself(r, p) for p in units(r, place, enemy(by)))


def is_spotted(r: Reader, place: str, by: str) -> bool:
    """Return whether a place with units of the other side is spotted: one unit seen is enough (10.1)."""
    key = ("spotted", place, by)
    found = r.memo.get(key)
    if found is None:
        here = units(r, place, enemy(by))
        found = r.memo[key] = _gives_itself_away(r, place, by) or any(is_seen(r, p, by) for p in here)
    return bool(found)


# attempts ----------------------------------------------------------------------


def may_spot(r: Reader, piece: str) -> bool:
    """Return whether a unit may try to spot: good order, no marker, no medic or chaplain (10.1)."""
    return has_eyes(r, piece) and not marked(r, piece) and not in_melee(r, r.where(piece))


def targets(r: Reader, piece: str) -> list[str]:
    """Return the unspotted enemy places that a unit could try to spot, sorted."""
    key = (targets, r.where(piece), r.owner(piece))
    if key not in r.memo:
        _, here, side = key
        r.memo[key] = [p for p in _unspotted(r, side) if sight.sees(r, here, p)]
    return list(r.memo[key])


def _unspotted(r: Reader, side: str) -> list[str]:
    """Return the places of a side's enemies that it has not spotted, sorted."""
    found: list[str] | None = r.memo.get((_unspotted, side))
    if found is None:
        found = r.memo[_unspotted, side] = [p for p in occupied(r, enemy(side)) if not is_spotted(r, p, side)]
    return found


def odds(r: Reader, piece: str, place: str) -> tuple[int, list[Line]]:
    """Return the number that a die must not exceed, and the modifiers of the roll as lines (10.1)."""
    chart = r.chart("spotting")
    limit = int(chart.at(spotting_class(r, place) if not is_open(r, place) else "degrading"))
    sum_ = Tally()
    sum_.tell("spot.limit", "10.1", str(limit), tone="head")
    sum_.add("spot.degrading", "10.1", int(chart.at("per_degrading_hex")) * sight.degrading(r, r.where(piece), place))
    if r.has(piece, "leader"):
        sum_.add("spot.leader", "10.1", -leadership(r, piece))
    if r.has(piece, "scout") and not weapons(r, piece):  # 11.7: a weapon costs him his skills
        sum_.add("spot.scout", "11.7", int(chart.at("scout")))
    if holds(r, piece, "sharp_eyes"):
        sum_.add("spot.sharp_eyes", "12.0", -1)
    return limit - sum_.total, sum_.lines


def attempt(t: Table, piece: str, place: str) -> bool:
    """Roll for spotting; the spotter is Ops Complete in any case (10.1)."""
    limit, _ = odds(t, piece, place)
    die = t.roll(purpose="roll.spot", by=t.owner(piece))[0]
    hit = die <= limit
    mark(t, piece, "ops")
    if hit:
        put_marker(t, place, "spotted")
    t.note(
        "note.spot" if hit else "note.spot_failed",
        rule="10.1",
        spotter={"p": piece},
        cell={"c": place},
        die=die,
        limit=limit,
    )
    return hit


def forget(t: Table, place: str) -> None:
    """Take the Spotted marker off a place that all units have left (10.1)."""
    found = marker_in(t, place, "spotted")
    if found and not units(t, place):
        t.remove(found)


def preview(r: Reader, args: dict[str, Any]) -> dict[str, Any] | None:
    """Answer what an attempt needs, for the screen."""
    pieces, place = args.get("pieces") or (), str(args.get("cell") or "")
    if not pieces or not place:
        return None
    limit, lines = odds(r, pieces[0], place)
    hits = max(0, min(6, limit))
    return {
        "title": msg("odds.title_spot", cell={"c": place}),
        "lines": lines,
        "results": [
            {"die": n, "result": msg("odds.spotted") if n <= limit else "–", "tone": "good" if n <= limit else ""}
            for n in range(1, 7)
        ],
        "chances": [{**msg("odds.spot", n=hits), "tone": "good" if hits else "bad"}],
    }
