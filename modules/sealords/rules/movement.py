"""Where a force can go: riverine, naval and airmobile reach from what a side knows (8.3-8.6, 8.14)."""

from __future__ import annotations

from typing import Any

from qtwar.kit.facts import is_cell
from qtwar.kit.offers import Message, msg
from qtwar.kit.reach import Move, Way, lit
from qtwar.kit.reach import reach as kit_reach
from qtwar.kit.table import Reader

from .facts import FW, any_with, enemy, units
from .flight import Sky
from .force import (
    Force,
    candidates,
    done,
    enemy_here,
    enemy_squares,
    has_sappers,
    lifts_sf,
    may_cross,
    may_enter,
    move_type,
    price,
)
from .ground import dry, ground, out_of_cambodia

ON, PASS = Move(), Move(end=False)


def lanes(r: Reader, way: str) -> dict[str, tuple[str, ...]]:
    """Return square → squares one step away for boats (8.4, 8.5, 7.5)."""
    # 8.5: the book names no limit for corners
    return ground(r.content).lanes(way, strict=bool(r.option("naval_corner_needs_water")))


class Judge:
    """Says where a force may be, asked once a kind of unit: all of a kind are judged alike (8.3, 21.0).

    `sappers`: the force raids (25.10); `lifts`: helicopters are on their way with Special Forces companies alone, or to
    them (note to 21.1); who is `start`ing in Cambodia may fly out of it again.
    """

    def __init__(
        self, r: Reader, force: Force, *, sappers: bool | None = None, lifts: bool | None = None, start: str = ""
    ) -> None:
        self._r = r
        self._way = force.way[0]
        self._sappers = has_sappers(r, (*force.movers, *force.cargo)) if sappers is None else sappers
        self._brings = lifts_sf(r, force.cargo)
        self._lifts = self._brings if lifts is None else lifts
        self._movers = _one_of_each(r, force.movers)
        self._cargo = _one_of_each(r, force.cargo)
        self._ground = ground(r.content)
        self._from_cambodia = start in self._ground.cambodia
        self._sky: Sky | None = None
        self._doubtful = tuple(self._closed(passing=passing) for passing in (False, True))

    def stand(self, piece: str, place: str) -> str:
        """Return the rule that keeps one of the force from staying in a square that it has come to, or ""."""
        return may_enter(self._r, piece, place, self._way, sappers=self._sappers, lifts_sf=self._brings)

    def _closed(self, *, passing: bool) -> frozenset[str]:
        """Return the squares that terrain or country may close to one of the force; all others are open to it."""
        g, found = self._ground, set[str]()
        for piece in (*self._movers, *self._cargo):
            kind = self._r.kind(piece)
            assert kind is not None
            if out_of_cambodia(self._r, kind):
                found |= g.cambodia
            boat = piece in self._movers and move_type(self._r, piece) != "A"
            found |= dry(self._r.content, kind) if boat or not passing else g.towns
        return frozenset(found)

    def why(self, place: str, *, passing: bool = False) -> str:
        """Return the rule that keeps the force out of a square, or "". In passing terrain counts for boats alone."""
        if place not in self._doubtful[passing]:
            return ""
        for piece in self._movers:
            if passing and move_type(self._r, piece) == "A":
                rule = self._over(piece, place)
            else:
                rule = self.stand(piece, place)
            if rule:
                return rule
        # 8.3, 21.3: country rules bind passengers on the boat as well; terrain binds them where they land.
        for piece in self._cargo:
            rule = self.stand(piece, place)
            if rule == "8.3" and passing and not self._ground.features[place] & {"saigon", "vung_tau"}:
                rule = self._over(piece, place)
            if rule:
                return rule
        return ""

    def over(self, place: str) -> str:
        """Return the rule that keeps helicopters and whom they carry from flying over a square, or "" (8.6, 21.0)."""
        return next((rule for p in (*self._movers, *self._cargo) if (rule := self._over(p, place))), "")

    def _over(self, piece: str, place: str) -> str:
        return may_cross(self._r, piece, place, lifts_sf=self._lifts or self._from_cambodia)

    def flight(self, start: str, to: str) -> list[str] | None:
        """Return the turning points of a flight that keeps out of what is closed to the force; None if there is none."""
        if self._sky is None:
            self._sky = Sky(self._ground, frozenset(p for p in self._ground.cambodia if self.over(p)))
        return self._sky.way(start, to)


def _one_of_each(r: Reader, pieces: tuple[str, ...]) -> list[str]:
    return list({r.record(p)["kind"]: p for p in pieces}.values())


def why_not(r: Reader, force: Force, place: str, *, passing: bool = False) -> str:
    """Return the rule that keeps a force out of a square, or ""."""
    return Judge(r, force).why(place, passing=passing)


def reach(r: Reader, side: str, force: Force, judge: Judge, start: str) -> dict[str, dict[str, Any]]:
    """Return the squares a force can reach from `start`: place → {mark, path, note?}."""
    if force.way == "A":
        return _by_air(r, side, judge, start)
    next_to, foes = lanes(r, force.way), enemy_squares(r, side)

    def step(_: Way, place: str) -> Move | None:
        if judge.why(place, passing=True):
            return None
        stop, end = place in foes, not judge.why(place)
        if not stop:
            return ON if end else PASS
        return Move(foe=True, note=stop_note(r, side, place)) if end else None

    return lit(kit_reach(start, lambda at: next_to[at], step), costs=False)


def stop_note(r: Reader, side: str, place: str) -> Message:
    """Return why movement ends in a square (8.4)."""
    if any(not r.is_known(p) for p in r.ids(place)):
        return msg("mark.face_down", rule="8.4", cell={"c": place})
    return msg("mark.enemy", rule="8.4", cell={"c": place})


def _by_air(r: Reader, side: str, judge: Judge, start: str) -> dict[str, dict[str, Any]]:
    """8.6: from anywhere to anywhere, round Cambodia where it is closed (21.1); it ends on listed terrain (8.3.5)."""
    found: dict[str, dict[str, Any]] = {}
    for place in ground(r.content).places:
        if place == start or judge.why(place):
            continue
        way = judge.flight(start, place)
        if way is None:
            continue
        stop = enemy_here(r, place, side)
        found[place] = {"cost": None, "mark": "enemy" if stop else "end", "path": way}
        if stop:
            found[place]["note"] = stop_note(r, side, place)
    return found


def movable(r: Reader, side: str, cp: int) -> dict[str, list[str]]:
    """Return square → units that an operation could take from there with the points in hand (7.2-7.4)."""
    out: dict[str, list[str]] = {}
    for place in r.places_of(side, "unit"):
        if not is_cell(place):
            continue
        own = [c for c in candidates(r, place, side) if not done(r, c.piece)]
        if not any(c.moves for c in own):
            continue
        if not any(c.leads and c.price <= cp for c in own):
            own = [c for c in own if c.price <= cp and not c.leads]
        if any(c.moves for c in own):
            out[place] = [c.piece for c in own]
    return out


def unable(r: Reader, side: str, cp: int, groups: dict[str, list[str]]) -> dict[str, Message]:
    """Return unit → the rule by which it can not be designated now, for all of a side on the map that can not be."""
    out: dict[str, Message] = {}
    for place in r.places_of(side):
        for piece in units(r, place, side) if is_cell(place) else ():
            if piece in groups.get(place, ()):
                continue
            if move_type(r, piece) == "S":
                out[piece] = msg("refuse.force.8_12", rule="8.12")
            elif done(r, piece):
                out[piece] = msg("refuse.broke_off", rule="10.4")
            elif (need := price(r, side, [piece])) > cp:
                out[piece] = msg("refuse.cp", rule="5.2", need=need, have=cp)
            else:
                out[piece] = msg("refuse.force.8_7", rule="8.7")
    return out


def expand(
    r: Reader, side: str, force: Force, judge: Judge, here: str, target: str, *, free: bool = True
) -> list[str] | None:
    """Return the way of one leg square by square, the shortest one (a flight: its turns); None if there is none.

    Boats go round squares that would stop them on the way (8.4), but for `free=False`.
    """
    if force.way == "A":
        return judge.flight(here, target)
    if target == here:
        return [here]
    if judge.why(target, passing=True):
        return None
    next_to, foes = lanes(r, force.way), enemy_squares(r, side) if free else frozenset()
    if target in next_to[here]:
        return [here, target]

    def step(_: Way, place: str) -> int | None:
        if place in foes and place != target:
            return None
        return None if judge.why(place, passing=True) else 1

    found = kit_reach(here, lambda at: next_to[at], step, until=target)
    return found[target].path if target in found else None


def bases(r: Reader, side: str) -> list[str]:
    """Return the squares with a friendly Logistical Base unit (10.3, 8.6)."""
    return list(r.places_with(("bases", side), lambda p: is_cell(p) and any_with(r, p, side, "base")))


def redeploy_points(r: Reader, side: str) -> list[str]:
    """Return the squares between which units may redeploy: Logistical Base or MRB, no enemy units (8.11)."""
    def serves(place: str) -> bool:
        return is_cell(place) and any_with(r, place, side, "base", "mrb") and not units(r, place, enemy(side))

    return list(r.places_with(("redeploy", side), serves))


def airmobile_anchor(r: Reader, place: str) -> bool:
    """Return whether a square lets helicopters react from or to it: Logistical Base, MRB or LSC (8.6)."""
    return is_cell(place) and any_with(r, place, FW, "base", "mrb", "lsc")


__all__ = ["Judge", "bases", "expand", "lanes", "movable", "reach", "redeploy_points", "why_not"]
