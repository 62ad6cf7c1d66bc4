"""Movement: modes and allowances, where a stack can go, the march hex by hex with the enemy's fire on it (6.0 to 6.4, 8.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from qtwar.kit import offers
from qtwar.kit.memo import per_piece, per_place
from qtwar.kit.offers import Message, msg
from qtwar.kit.reach import Move, Way, lit, reach
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import events, exits, sight
from .facts import (
    can_stealth,
    enemy,
    figures,
    has_room,
    holds,
    in_melee,
    is_good,
    is_mmc,
    is_team,
    is_tripod,
    mark,
    marked,
    occupied,
    on_map,
    put_marker,
    stack_weight,
    units,
    weapons,
    wrapped,
)
from .fighters import may_close
from .ground import distance, entry_cost, hexes_apart, is_heavy, neighbours, terrain, toll

MODES = ("move", "assault", "crawl", "stealth")
MARKS = {"move": "moved", "assault": "assault", "crawl": "crawl", "stealth": "stealth"}


# who may move how ----------------------------------------------------------------


@per_piece
def factor(r: Reader, unit: str) -> int:
    """Return a unit's movement factor, less what an SMC's weapon costs, more for a runner (1.6.1, 12.0); 0: can not move."""
    if rooted(r, unit):
        return 0
    if r.has(unit, "hero") and r.record(unit)["face"] == "back":
        mf = int((r.attr(unit, "wounded") or {}).get("mf", r.attr(unit, "mf")))
    else:
        mf = int(r.attr(unit, "mf", 0) or 0)
    if not is_mmc(r, unit) and weapons(r, unit):
        mf += int(r.chart("movement").at("smc_with_sw"))
    return max(0, mf + (1 if holds(r, unit, "runner") else 0))


def rooted(r: Reader, unit: str) -> str:
    """Return the rule by which a unit can not move whatever its factor, or an empty word."""
    if r.has(unit, "sniper"):
        return "11.4"
    if r.attr(unit, "immobile"):
        return "1.6.3"
    return "1.6.01" if any(is_tripod(r, w) for w in weapons(r, unit)) else ""


def can_assault(r: Reader, unit: str) -> bool:
    """Return whether a unit may assault move by itself: a red box, or a hero (6.1)."""
    return is_good(r, unit) and (r.has(unit, "assault_move") or r.has(unit, "hero"))


def storms(r: Reader, place: str, side: str) -> bool:
    """Return whether a leader with the card lets everybody who begins in his hex assault move (12.0)."""
    return any(is_good(r, p) and holds(r, p, "storm_leader") for p in units(r, place, side))


def mode_fault(r: Reader, mode: str, pieces: Sequence[str], place: str) -> str:
    """Return the rule that keeps units of one place from moving in a mode together, or an empty word."""
    if not pieces or any(not factor(r, p) for p in pieces):
        return "6.0"
    if mode == "assault":
        side = r.owner(pieces[0])
        carried = storms(r, place, side)
        able = [p for p in pieces if can_assault(r, p) or (carried and is_good(r, p))]
        others = [p for p in pieces if p not in able]
        if not able or any(not (r.has(p, "leader") and is_good(r, p)) for p in others):
            return "6.1"
    if mode == "crawl" and any(is_team(r, p) for p in pieces):
        return "6.3"
    if mode == "stealth" and not all(can_stealth(r, p) for p in pieces):
        return "6.4"
    return ""


def double_time(r: Reader, mode: str, pieces: Sequence[str]) -> int:
    """Return how far a good-order leader who goes along drives the others on, 0 without one (6.2)."""
    if mode not in ("move", "assault"):
        return 0
    return max((int(r.attr(p, "mf")) for p in pieces if r.has(p, "leader") and is_good(r, p)), default=0)


def allowance(r: Reader, mode: str, pieces: Sequence[str]) -> int:
    """Return the movement points of a stack: those of its slowest unit (6.0 to 6.4)."""
    chart = r.chart("movement")
    points = []
    for unit in pieces:
        mf = factor(r, unit)
        bonus = 0
        driven = double_time(r, mode, [p for p in pieces if p != unit])
        if driven and not is_team(r, unit):
            bonus = max(0, min(int(chart.at("double_time_bonus")), driven - mf))
        if mode == "assault":
            if r.option("double_time_before_halving"):
                mf = -(-(mf + bonus) // 2)
            else:
                mf = -(-mf // 2) + bonus
        elif mode == "stealth":
            mf = mf // 2
        else:
            mf += bonus
        points.append(mf)
    return min(points, default=0)


def scouted(r: Reader, pieces: Sequence[str]) -> bool:
    """Return whether a scout sees to the cost of woods and crops for a stack (11.7)."""
    found = [p for p in pieces if r.has(p, "scout") and not weapons(r, p)]
    return bool(found) and (bool(r.option("scout_leads_his_stack")) or len(found) == len(pieces))


# one step --------------------------------------------------------------------------


class Stack(NamedTuple):
    """What counts of units that move together, whatever step they take."""

    pieces: tuple[str, ...]
    at: str
    side: str
    heavy: bool
    scout: bool
    fights: bool
    points: int  # the whole allowance of a plain move
    crawl: int  # that of a crawl
    shaken: bool
    weight: tuple[int, int]


def stack_of(r: Reader, pieces: Sequence[str]) -> Stack:
    """Return what counts of units that move together, worked out once for a position."""
    key = ("stack", *pieces)
    found = r.memo.get(key)
    if found is None:
        found = r.memo[key] = Stack(
            tuple(pieces),
            r.where(pieces[0]),
            r.owner(pieces[0]),
            any(is_heavy(r, p) for p in pieces),
            scouted(r, pieces),
            any(may_close(r, p) for p in pieces),
            allowance(r, "move", pieces),
            allowance(r, "crawl", pieces),
            any(not is_good(r, p) for p in pieces),
            stack_weight(r, pieces),
        )
    return found


def step_fault(r: Reader, mode: str, pieces: Sequence[str], here: str, to: str, left: int, *, first: bool) -> str:
    """Return the rule that keeps units from taking a step together with the points left, or an empty word."""
    return _fault(r, mode, stack_of(r, pieces), here, to, left, first=first)


def _fault(r: Reader, mode: str, stack: Stack, here: str, to: str, left: int, *, first: bool) -> str:
    """Return the rule that keeps a stack from taking a step with the points left, or an empty word."""
    if not on_map(r, to):
        return "" if exits.may_leave(r, stack.pieces, here, to) and left >= exits.COST else "6.0"
    cost = toll(r, here, to, heavy=stack.heavy, scout=stack.scout)
    if cost is None:
        return "1.6.3"
    foes = units(r, to, enemy(stack.side))
    if foes and mode == "assault":
        return "8.0"
    if foes and not stack.fights:
        return "11.1"
    if cost > left and not (first and mode == "move" and left >= 1):
        return "6.0"
    if mode == "crawl" and (not first or cost >= stack.crawl):
        return "6.3"
    if mode == "assault" and first and cost >= stack.points:
        return "6.1"
    if to != stack.at and not has_room(r, to, stack.side, stack.weight):
        return "1.3"  # a path may come back to where it began
    return "5.1" if stack.shaken and _nearer(r, stack.side, here, to) else ""


def points_for(r: Reader, here: str, to: str, stack: Stack) -> int:
    """Return the points of a step that is allowed, off the map too."""
    if not on_map(r, to):
        return exits.COST
    return toll(r, here, to, heavy=stack.heavy, scout=stack.scout) or 0


def _nearer(r: Reader, side: str, here: str, to: str) -> bool:
    """Return whether a shaken unit of a side would come closer to an enemy in its sight (5.1, 6.0)."""
    return any(hexes_apart(r, to, place) < away for place, away in _enemies_seen(r, side, here))


def _enemies_seen(r: Reader, side: str, here: str) -> list[tuple[str, int]]:
    """Return the places of a side's enemies that are seen from a place, and how far away they are."""
    key = (_enemies_seen, side, here)
    if key not in r.memo:
        seen = [p for p in occupied(r, enemy(side)) if sight.sees(r, here, p)]
        r.memo[key] = [(p, hexes_apart(r, here, p)) for p in seen]
    return r.memo[key]  # type: ignore[no-any-return]


def ways(
    r: Reader, mode: str, pieces: Sequence[str], here: str, left: int, *, first: bool = True
) -> dict[str, dict[str, Any]]:
    """Return place → {cost, path, mark} for everywhere a stack can get with the points left, the cheapest way each."""
    stack = stack_of(r, pieces)
    side, rim = stack.side, exits.rim(r, stack.side)

    def near(place: str) -> tuple[str, ...]:
        return (*neighbours(r, place), *exits.doors(r, side, place)) if place in rim else neighbours(r, place)

    def step(way: Way, to: str) -> Move | None:
        spare = left - way.cost
        if spare < 1 or _fault(r, mode, stack, way.place, to, spare, first=first and not way.steps):
            return None  # no step costs less than one
        return Move(points_for(r, way.place, to, stack), stop=not on_map(r, to), foe=bool(units(r, to, enemy(side))))

    return lit(reach(here, near, step))


# the march ---------------------------------------------------------------------------


class March(Step):
    """A stack under way: hex after hex, each open to opportunity fire; melee where it meets the enemy (5.3, 6.0, 8.0).

    Locals: `side`, `units`, `mode`, `left` (points), `spent` (points), `path` (places still to come), `first` (no step taken
    yet), `stormed` (led out by a storm leader), `passed` (the enemy lets this move pass).
    """

    name = "march"

    def run(self, t: Table, f: Frame) -> None:
        stage = f.l.setdefault("stage", "go")
        if stage == "arrive":
            self._arrive(t, f)
            return
        if stage == "clashed":
            self._after_clash(t, f)
            return
        if stage == "shot":
            self._after_fire(t, f)
        if not f.l["units"] or t.is_over:
            self._end(t, f)
            return
        if f.l["stage"] == "ask":
            if self._ways(t, f):
                t.wait(f.l["side"])
            else:
                self._end(t, f)
            return
        if not f.l["path"] and f.l.pop("go_on", False) and self._ways(t, f):
            f.l["stage"] = "ask"
            t.wait(f.l["side"])
            return
        if not f.l["path"]:
            self._end(t, f)
            return
        self._step(t, f, f.l["path"].pop(0))

    def _step(self, t: Table, f: Frame, to: str) -> None:
        """Take the next step of the path and open the enemy's window (5.3)."""
        group, side = f.l["units"], f.l["side"]
        here = t.where(group[0])
        coming = not on_map(t, here)
        broken = "" if coming else step_fault(t, f.l["mode"], group, here, to, f.l["left"], first=f.l["first"])
        if broken:
            if f.l["first"]:
                t.refuse("refuse.step", rule=broken, cell={"c": to})
            f.l["path"] = []
            f.l["stage"] = "ask"
            return
        cost = entry_cost(t, to, scout=scouted(t, group)) if coming else points_for(t, here, to, stack_of(t, group))
        through = not coming and not f.l["first"] and f.l["mode"] in ("move", "assault")
        cost = min(cost, f.l["left"])  # 6.0: the one hex that may always be entered costs no more than one has
        f.l["left"] -= cost
        f.l["spent"] = f.l.get("spent", 0) + cost
        f.l["first"] = False
        for unit in group:
            t.move(unit, to)
            mark(t, unit, MARKS[f.l["mode"]])
        if through and not t.option("bystanders_hidden_again") and units(t, here, side):
            put_marker(t, here, "spotted")  # 10.1, 5.3
        if not coming:
            events.left(t, here)
        if not on_map(t, to):
            exits.leave(t, side, group)
            f.l["path"], f.l["units"] = [], []
            return
        t.note("note.enters", rule="6.0", pieces=wrapped(group), cell={"c": to}, cost=cost, left=f.l["left"], level=2)
        f.l.update(stage="arrive", cost=cost, came="" if coming else terrain(t, here))
        if not events.entered(t, side, to):
            self._arrive(t, f)

    def _arrive(self, t: Table, f: Frame) -> None:
        """Fight whom the stack meets, or open the enemy's window (8.0, 5.3)."""
        group, side = f.l["units"], f.l["side"]
        to = t.where(group[0])
        f.l["stage"] = "go"
        if units(t, to, enemy(side)):
            f.l.update(stage="clashed", path=[], at=to)
            for unit in group:
                t.set_attr(unit, "came_from", f.l["came"] or None)
                if f.l["mode"] != "move":
                    t.set_attr(unit, "marks", None)
                    mark(t, unit, "moved")  # 8.0, 6.3, 6.4
            t.call("clash", cell=to, side=side, entered=list(group))
            return
        if f.l.get("passed"):
            return
        f.l["stage"] = "shot"
        f.l["at"] = to
        self._open_window(t, f, group)

    @staticmethod
    def _open_window(t: Table, f: Frame, group: list[str]) -> None:
        t.call(
            "reaction", side=enemy(f.l["side"]), cell=f.l["at"], moving=list(group), shots=max(1, f.l["cost"]), fired=[]
        )

    def _after_clash(self, t: Table, f: Frame) -> None:
        """End the move in the enemy's hex; who overran helpless units there without a fight can be fired at (5.3, 8.1)."""
        f.l["stage"] = "go"
        here = units(t, f.l["at"], f.l["side"])
        group, f.l["units"] = [u for u in f.l["units"] if u in here], []
        if group and not in_melee(t, f.l["at"]) and not f.l.get("passed"):
            self._open_window(t, f, group)

    def _after_fire(self, t: Table, f: Frame) -> None:
        """Take those whom fire has stopped out of the stack, heroes who arose into it; let the mover decide anew (5.3, 11.2)."""
        told = f.result or {}
        f.l["stage"] = "go"
        if told.get("pass_all"):
            f.l["passed"] = True
        here = units(t, f.l["at"], f.l["side"])  # who was driven out or put aside is not of the stack any more
        group = [u for u in f.l["units"] if u in here and u not in told.get("stopped", ())]
        group += [h for h in told.get("heroes", ()) if h in here]
        if f.l["mode"] == "assault" and not f.l.get("stormed") and not any(can_assault(t, u) for u in group):
            group = []  # 6.1: a leader goes along, never alone
        if group and group != f.l["units"]:  # each has his own factor and has spent what all have spent (6.2, 11.2)
            f.l["left"] = max(0, allowance(t, f.l["mode"], group) - f.l["spent"])
        f.l["units"] = group
        if told.get("fire") and group:
            f.l["stage"] = "ask"
            f.l["path"] = []

    def _ways(self, r: Reader, f: Frame) -> dict[str, dict[str, Any]]:
        group = f.l["units"]
        return ways(r, f.l["mode"], group, r.where(group[0]), f.l["left"], first=f.l["first"])

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        """Offer to go on after fire, or after entering the map."""
        group = f.l["units"]
        here = units(s, s.where(group[0]), s.owner(group[0]))
        why = {u: msg("refuse.not_under_way", rule="6.0") for u in here if u not in group}
        many = len(group)
        told = None if f.l["mode"] == "assault" else {"verb": "move"}  # 8.0: no melee by assault movement
        go = offers.move("go_on", "ask.go_on", group, rule="6.0", query="reach_on", min=many, max=many, why=why, odds=told)
        asks = [go]
        if f.l["mode"] == "crawl":
            asks = []
        stop = offers.button("halt", "button.halt", rule="6.0", primary=True, why_not=self._must(f))
        return offers.offer(msg("prompt.march", pieces=wrapped(group), left=f.l["left"]), *asks, stop)

    @staticmethod
    def _must(f: Frame) -> Message | None:
        return msg("refuse.must_leave", rule="8.1") if f.l.get("must") and f.l["first"] else None

    def do_go_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go on along a path."""
        here = t.where(f.l["units"][0])
        path = args["path"][1:] if args["path"][0] == here else list(args["path"])
        check_path(t, f.l["mode"], f.l["units"], here, path, f.l["left"], first=f.l["first"])
        f.l["path"] = path
        f.l["stage"] = "go"

    def do_halt(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the move here."""
        f.l["path"] = []
        f.l["stage"] = "go"

    @staticmethod
    def _end(t: Table, f: Frame) -> None:
        t.done({"units": f.l["units"]})


def check_path(
    t: Reader, mode: str, pieces: Sequence[str], here: str, path: Sequence[str], left: int, *, first: bool
) -> None:
    """Refuse a path that the rules of movement forbid, with the rule that it breaks (6.0)."""
    if not path:
        t.refuse("refuse.no_path", rule="6.0")
    at, points = here, left
    side = t.owner(pieces[0])
    for n, to in enumerate(path):
        if to not in (*neighbours(t, at), *exits.doors(t, side, at)):
            t.refuse("refuse.not_next", rule="6.0", cell={"c": to})
        broken = step_fault(t, mode, pieces, at, to, points, first=first and n == 0)
        if broken:
            t.refuse("refuse.step", rule=broken, cell={"c": to})
        points -= points_for(t, at, to, stack_of(t, pieces))
        if units(t, to, enemy(side)) and n < len(path) - 1:
            t.refuse("refuse.enemy_stops", rule="6.0", cell={"c": to})
        at = to


def start(t: Table, mode: str, side: str, pieces: Sequence[str], path: Sequence[str], *, must: bool = False) -> None:
    """Set a stack of one place in motion along a path; refuses what the rules forbid (6.0)."""
    here = t.where(pieces[0])
    route = list(path[1:]) if path and path[0] == here else list(path)
    broken = mode_fault(t, mode, pieces, here)
    if broken:
        t.refuse(f"refuse.mode_{mode}", rule=broken)
    left = allowance(t, mode, pieces)
    check_path(t, mode, pieces, here, route, left, first=True)
    t.note(
        f"note.{mode}",
        rule={"move": "6.0", "assault": "6.1", "crawl": "6.3", "stealth": "6.4"}[mode],
        pieces=wrapped(pieces),
        cell={"c": here},
    )
    t.call(
        "march", side=side, units=list(pieces), mode=mode, left=left, path=route, first=True, must=must,
        stormed=storms(t, here, side),
    )  # fmt: skip


def movable(r: Reader, pieces: Iterable[str], mode: str) -> list[str]:
    """Return those of some units that could move in a mode at all, alone or with others of their place."""
    return [u for u in pieces if factor(r, u) and not in_melee(r, r.where(u)) and goes(r, u, mode)]


def goes(r: Reader, unit: str, mode: str) -> bool:
    """Return whether a unit that can move could do so in a mode, alone or with others of its place."""
    if mode == "assault":
        led = is_good(r, unit) and (r.has(unit, "leader") or storms(r, r.where(unit), r.owner(unit)))
        return led or can_assault(r, unit)
    if mode == "crawl":
        return not is_team(r, unit)
    return mode != "stealth" or can_stealth(r, unit)


def answer_reach(s: Seen, mode: str, pieces: Sequence[str]) -> dict[str, Any]:
    """Answer where picked-up units can go in a mode, for the screen."""
    places = {s.where(p) for p in pieces}
    if len(places) != 1 or mode_fault(s, mode, pieces, min(places)):
        return {"cells": {}}
    here = places.pop()
    if not on_map(s, here):
        return {"cells": {}}
    found = ways(s, mode, pieces, here, allowance(s, mode, pieces))
    most = max((hexes_apart(s, here, to) for to in found if on_map(s, to)), default=0)
    watchers = [(p, _range(s, p)) for p in occupied(s, enemy(s.side)) if _may_react(s, p)]
    watchers = [(p, far) for p, far in watchers if hexes_apart(s, here, p) <= far + most]
    for to, at in found.items():
        if at["mark"] == "end" and on_map(s, to):
            # somebody there has the range and the line to fire at who comes
            seen = [p for p, far in watchers if distance(s, p, to) <= far and sight.sees(s, p, to)]
            if seen:
                at["note"] = msg("reach.seen", rule="5.3", cells=[{"c": p} for p in seen])
    return {"cells": found}


def _may_react(r: Reader, place: str) -> bool:
    """Return whether a unit of a place could fire at opportunity, as all may know (5.3)."""
    return any(
        is_good(r, u) and not marked(r, u, "moved", "crawl", "stealth", "fired") for u in units(r, place)
    ) and not (in_melee(r, place))


@per_place
def _range(r: Reader, place: str) -> int:
    """Return how far the units of a place shoot at most."""
    own = ((int(r.attr(u, "range", 0) or 0), *(figures(r, w)[1] for w in weapons(r, u))) for u in units(r, place))
    return max((far for ranges in own for far in ranges), default=0)


STEPS = (March(),)
