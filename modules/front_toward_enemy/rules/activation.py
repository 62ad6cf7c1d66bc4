"""One activation: a leader and those in his range, a hex, a vehicle or a convoy, helicopters; then an action for each (5.0, 5.1).

What a unit may do is the menu of `actions.py`: each action brings its asks and carries its verbs out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Message, Offer, msg
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime
from .anytime import Anytime
from .chits import put_back
from .facts import (
    all_units,
    finish,
    is_broken,
    is_done,
    is_helicopter,
    is_infantry,
    is_soldier,
    is_steady,
    is_suppressed,
    is_vehicle,
    occupied,
    on_map,
    own,
    passengers,
    units,
    wrapped,
)
from .ground import distance
from .movement import mode_fault

LEADER, HEX, VEHICLE, FLIGHT = "leader", "hex", "vehicle", "flight"


class Action(NamedTuple):
    """An action of 5.1: its name in the ledger of a unit, the verbs that carry it out, and two functions.

    `asks(s, f, able)` offers it to those of the activated units that may act now; `do(t, f, side, verb, args)` carries it
    out and returns the units whose action it was (it may call steps; `f` is the frame of the activation).
    """

    name: str
    verbs: tuple[str, ...]
    asks: Callable[[Seen, Frame, list[str]], list[Ask]]
    do: Callable[[Table, Frame, str, str, dict[str, Any]], Iterable[str]]


# who may be activated ------------------------------------------------------------------


def idle(r: Reader, side: str) -> list[str]:
    """Return a side's units on the map whose activation is not complete: none aboard (5.0, 6.9)."""
    return [p for p in all_units(r, side) if r.is_known(p) and not is_done(r, p)]


def no_leaders(r: Reader, side: str) -> bool:
    """Return whether Higher HQ keeps a side from leader activation for the rest of the turn (19.5)."""
    return side in (r.var("higher_hq") or ())


def barred(r: Reader, piece: str) -> bool:
    """Return whether Higher HQ keeps a leader from being activated at all (19.5, AMB-66)."""
    return r.has(piece, "leader") and no_leaders(r, r.owner(piece)) and r.option("amb_66_higher_hq") == "no_leader"


def leaders(r: Reader, side: str) -> list[str]:
    """Return the leaders of a side who may activate, themselves alone if broken (5.1)."""
    if no_leaders(r, side):
        return []
    return [p for p in idle(r, side) if r.has(p, "leader")]


def led(r: Reader, leader: str) -> list[str]:
    """Return the leader and the infantry that he activates (5.1 a)."""
    if is_broken(r, leader):
        return [leader]
    reach = 0 if is_suppressed(r, leader) else int(r.chart("command_range").at("normal"))
    here = r.where(leader)
    near = [
        p
        for p in idle(r, r.owner(leader))
        if is_infantry(r, p) and p != leader and distance(r, here, r.where(p)) <= reach
    ]
    return [leader, *(p for p in near if follows(r, leader, p))]


def follows(r: Reader, leader: str, piece: str) -> bool:
    """Return whether a leader's nationality lets him activate a unit: his own, civilians, dummies (5.1, AMB-62)."""
    if r.has(piece, "civilian"):
        return True
    if r.has(piece, "dummy"):
        return bool(r.option("amb_62_dummy_leaders"))
    if r.has(piece, "leader") and barred(r, piece):
        return False
    return bool(r.attr(leader, "nation") == r.attr(piece, "nation"))


def hexes(r: Reader, side: str) -> list[str]:
    """Return the hexes with infantry that may be activated (5.1 b)."""
    return sorted({r.where(p) for p in idle(r, side) if is_infantry(r, p) and not barred(r, p)})


def in_hex(r: Reader, side: str, place: str) -> list[str]:
    """Return the infantry of a hex that may be activated."""
    return [p for p in units(r, place, side) if is_infantry(r, p) and not is_done(r, p) and not barred(r, p)]


def convoy(r: Reader, vehicle: str) -> list[str]:
    """Return a vehicle with those that it activates: within 4 hexes, if a leader is aboard (5.1, AMB-51)."""
    chiefs = [
        p for p in passengers(r, vehicle) if r.has(p, "leader") and is_steady(r, p) and not no_leaders(r, r.owner(p))
    ]
    if not chiefs or is_broken(r, vehicle):
        return [vehicle]
    here = r.where(vehicle)
    reach = 0 if is_suppressed(r, vehicle) else int(r.chart("command_range").at("vehicle"))  # as a leader's state does
    near = [
        p
        for p in idle(r, r.owner(vehicle))
        if is_vehicle(r, p) and p != vehicle and distance(r, here, r.where(p)) <= reach
    ]
    return [vehicle, *near]


def flights(r: Reader, side: str) -> list[list[str]]:
    """Return the groups of helicopters that may be activated at once: each next to each, or in a chain (5.1, AMB-61)."""
    flying = [p for p in idle(r, side) if is_helicopter(r, p)]
    near = {p: [q for q in flying if q != p and distance(r, r.where(p), r.where(q)) == 1] for p in flying}
    if r.option("amb_61_adjacent_helicopters") == "chain":
        found: list[list[str]] = []
        for p in flying:
            if not any(p in group for group in found):
                group = [p]
                for q in group:
                    group += [n for n in near[q] if n not in group]
                found.append(group)
        return [g for g in found if len(g) > 1]
    pairs = [[p, q] for n, p in enumerate(flying) for q in flying[n + 1 :] if q in near[p]]
    triples = [[p, q, s] for p, q in pairs for s in flying[flying.index(q) + 1 :] if s in near[p] and s in near[q]]
    inside = {frozenset(pair) for g in triples for pair in ((g[0], g[1]), (g[0], g[2]), (g[1], g[2]))}
    return [*triples, *(p for p in pairs if frozenset(p) not in inside)]


def is_flight(r: Reader, pieces: list[str]) -> bool:
    """Return whether several helicopters may be activated at once."""
    return len(pieces) == 1 or any(
        set(pieces) <= set(group) and _joined(r, pieces) for group in flights(r, r.owner(pieces[0]))
    )


def _joined(r: Reader, pieces: list[str]) -> bool:
    """Return whether some helicopters hang together by themselves."""
    got = [pieces[0]]
    for p in got:
        got += [q for q in pieces if q not in got and distance(r, r.where(p), r.where(q)) == 1]
    return len(got) == len(pieces)


# what may still be done -----------------------------------------------------------------


def actions_of(f: Frame, piece: str) -> list[str]:
    """Return the actions that a unit has taken in this activation."""
    taken: list[str] = own(f)["acts"].get(piece, [])
    return taken


def in_menu(r: Reader, piece: str, action: str) -> bool:
    """Return whether an action is in the menu of a unit's kind (5.1)."""
    kind = "helicopter" if is_helicopter(r, piece) else "vehicle" if is_vehicle(r, piece) else "infantry"
    return bool(r.chart("actions").at(action, kind) != "-")


def may(r: Reader, f: Frame, piece: str, action: str) -> bool:
    """Return whether an activated unit may take an action now, as far as its number and its state go (5.0, 7.4)."""
    if not r.exists(piece) or is_done(r, piece) or not on_map(r.where(piece)):
        return False
    if not in_menu(r, piece, action):
        return False
    taken = actions_of(f, piece)
    if is_infantry(r, piece):
        if taken:
            return False
        if not is_soldier(r, piece):
            return action == "move"  # 22.0, 28.0
        return action in ("move", "recover") if is_broken(r, piece) else True
    if r.attr(piece, "crashed"):
        return action == "unload" and not taken  # 7.4: force-landed
    if len(taken) >= 2:
        return False
    if is_helicopter(r, piece):
        if is_broken(r, piece):
            return action == "move"
        if r.attr(piece, "emptied") and action not in ("move", "load"):
            return False  # 4.0, 15.0
        if own(f)["together"] and action not in ("move", "load", "unload"):
            return False
        return action == "move" or not taken or "move" in taken  # one of two must be a move
    if action in taken:
        return False
    return action in ("move", "recover") if is_broken(r, piece) else True


def able(r: Reader, f: Frame, action: str) -> list[str]:
    """Return those of the activated units that may take an action now; of several helicopters those that do as the others."""
    found = [p for p in own(f)["pool"] if may(r, f, p, action)]
    if own(f)["together"]:  # 5.1: all take the same actions
        same = own(f)["same"]
        found = [p for p in found if action in same[len(actions_of(f, p)) :][:1] or len(actions_of(f, p)) >= len(same)]
    return found


def staying(r: Reader, f: Frame, mode: str, movable: Sequence[str]) -> dict[str, Message]:
    """Return unit → the rule that keeps it where units beside it may move in a mode (5.0, 5.1)."""
    pool, out = own(f)["pool"], {}
    for place in sorted({r.where(p) for p in movable}):
        for piece in units(r, place, r.owner(movable[0])):
            if piece in movable:
                continue
            if piece not in pool:
                done = is_done(r, piece)
                out[piece] = msg("refuse.done", rule="5.0") if done else msg("refuse.not_activated", rule="5.1")
            elif broken := mode_fault(r, mode, [piece]):  # first: it keeps a force-landed helicopter from ever moving
                out[piece] = msg("refuse.unfit", rule=broken)
            elif not may(r, f, piece, "move"):
                out[piece] = msg("refuse.acted", rule="5.0")
            else:  # 5.1: helicopters activated at once take the same actions
                out[piece] = msg("refuse.same_actions", rule="5.1")
    return out


def must(r: Reader, f: Frame) -> list[str]:
    """Return the helicopters that still owe their move (5.0)."""
    return [
        p
        for p in own(f)["pool"]
        if r.exists(p)
        and is_helicopter(r, p)
        and actions_of(f, p)
        and "move" not in actions_of(f, p)
        and may(r, f, p, "move")
    ]


# the step -------------------------------------------------------------------------------


class Activate(Anytime):
    """One side activates, or passes. Locals: `side`, `chit` (empty for the free activation).

    That side's own: `how`, `chief`, `pool`, `places` (where they began), `acts` (unit → actions taken), `together`
    (helicopters at once), `same` (what they have done), `fast` (who is tired at the end).
    """

    name = "activate"

    def __init__(self, menu: Iterable[Action]) -> None:
        self.menu = tuple(menu)

    def run(self, t: Table, f: Frame) -> None:
        if "pool" not in own(f):
            own(f).update(
                pool=[], places={}, acts={}, how="", chief="", together=False, same=[], fast=[], over=False
            )  # fmt: skip
        if own(f)["how"] and not own(f)["places"]:
            own(f)["places"] = {p: t.where(p) for p in own(f)["pool"]}
        if (
            own(f)["over"]
            or (not own(f)["how"] and not self._can_choose(t, f))
            or (own(f)["how"] and not self._anything(t, f))
        ):
            self._end(t, f)
            t.done()
            return
        t.wait(f.l["side"])

    def verbs(self) -> set[str]:
        """Return the verbs of choosing and of every action."""
        return super().verbs() | {verb for action in self.menu for verb in action.verbs}

    def do(self, verb: str, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Carry out a choice, or an action of some units."""
        action = next((a for a in self.menu if verb in a.verbs), None)
        if action is None:
            super().do(verb, t, f, side, args)
            return
        for piece in action.do(t, f, side, verb, args):
            own(f)["acts"].setdefault(piece, []).append(action.name)
            if own(f)["together"] and len(own(f)["acts"][piece]) > len(own(f)["same"]):
                own(f)["same"].append(action.name)
            if action.name != "search" and t.exists(piece):
                t.set_attr(piece, "search", None)  # 9.0: any other action loses the markers

    def _can_choose(self, r: Reader, f: Frame) -> bool:
        return bool(idle(r, f.l["side"]))

    def _anything(self, t: Table, f: Frame) -> bool:
        """Return whether any activated unit may still do something."""
        return any(may(t, f, p, "move") or may(t, f, p, "unload") for p in own(f)["pool"])

    # choosing ---------------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer whom to activate, or what the activated may do."""
        return self._acting(s, f) if own(f)["how"] else self._choosing(s, f)

    def _choosing(self, s: Seen, f: Frame) -> Offer:
        side = s.side
        asks: list[Ask] = []
        chiefs = leaders(s, side)
        if chiefs:
            asks.append(offers.pieces("lead", "ask.lead", chiefs, rule="5.1", button="button.activate"))
        here = hexes(s, side)
        if here:
            asks.append(offers.cell("hex", "ask.hex", here, rule="5.1"))
        vehicles = [p for p in idle(s, side) if is_vehicle(s, p)]
        if vehicles:
            asks.append(offers.pieces("drive", "ask.drive", vehicles, rule="5.1", button="button.activate"))
        flying = [p for p in idle(s, side) if is_helicopter(s, p)]
        if flying:
            asks.append(offers.pieces("fly", "ask.fly", flying, rule="5.1", button="button.activate"))
        groups = {f"{s.where(g[0])}/{n}": g for n, g in enumerate(flights(s, side))}
        if groups:
            some, most = sorted({p for g in groups.values() for p in g}), max(map(len, groups.values()))
            asks.append(
                offers.pieces(
                    "fly_together",
                    "ask.fly_together",
                    some,
                    2,
                    most,
                    rule="5.1",
                    button="button.activate",
                    groups=groups,
                )
            )
        asks += anytime.asks(s)
        asks.append(offers.button("pass", "button.pass", rule="5.1"))
        key = "prompt.activate" if f.l["chit"] else "prompt.activate_free"
        return offers.offer(msg(key, side={"s": side}), *asks, detail=msg("detail.activate", rule="5.1"))

    def do_lead(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        leader = args["pieces"][0]
        own(f).update(how=LEADER, chief=leader, pool=led(t, leader))
        t.note("note.leads", rule="5.1", piece={"p": leader}, cell={"c": t.where(leader)})
        reach = int(t.chart("command_range").at("normal"))  # whoever is led: that stays secret
        anytime.warn(t, side, [p for p in occupied(t, side) if distance(t, t.where(leader), p) <= reach])

    def do_hex(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        own(f).update(how=HEX, pool=in_hex(t, side, args["cell"]))
        t.note("note.hex", rule="5.1", side={"s": side}, cell={"c": args["cell"]})
        anytime.warn(t, side, [args["cell"]])

    def do_drive(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        vehicle = args["pieces"][0]
        own(f).update(how=VEHICLE, chief=vehicle, pool=convoy(t, vehicle))
        t.note("note.drives", rule="5.1", piece={"p": vehicle})

    def do_fly(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self._fly(t, f, args["pieces"])

    def do_fly_together(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        if not is_flight(t, args["pieces"]):
            t.refuse("refuse.not_adjacent", rule="5.1")
        self._fly(t, f, args["pieces"])

    def _fly(self, t: Table, f: Frame, pieces: list[str]) -> None:
        own(f).update(how=FLIGHT, chief=pieces[0], pool=list(pieces), together=len(pieces) > 1)
        t.note("note.flies", rule="5.1", pieces=wrapped(pieces))
        put_back(t, f.l["chit"])
        f.l["chit"] = ""  # nobody follows it in the cup

    def do_pass(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        t.note("note.pass", rule="5.1", side={"s": side})
        own(f)["over"] = True

    # acting -----------------------------------------------------------------------------

    def _acting(self, s: Seen, f: Frame) -> Offer:
        asks = [ask for action in self.menu for ask in action.asks(s, f, able(s, f, action.name))]
        for ask in asks:
            if ask["kind"] == "move":
                ask["why"] = staying(s, f, ask["verb"], ask["pieces"])
        asks += anytime.asks(s)
        owed = must(s, f)
        why = msg("refuse.owes_move", rule="5.0", pieces=wrapped(owed)) if owed else None
        asks.append(offers.button("end", "button.end_activation", rule="5.0", why_not=why, primary=True))
        left = [p for p in own(f)["pool"] if may(s, f, p, "move") or may(s, f, p, "unload")]
        return offers.offer(msg("prompt.act", pieces=wrapped(left)), *asks, detail=msg("detail.act", rule="5.1"))

    def do_end(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        own(f)["over"] = True

    def _end(self, t: Table, f: Frame) -> None:
        """Mark who has acted, let the fast movers be tired, take opportunity-fire markers off (5.0, 6.6)."""
        for piece in own(f)["pool"]:
            if t.exists(piece) and (own(f)["acts"].get(piece) or piece == own(f)["chief"]):
                finish(t, piece)
        for piece in own(f)["fast"]:
            if t.exists(piece) and on_map(t.where(piece)):
                t.set_attr(piece, "fatigued", True)
        for piece in sorted(t.records):
            if t.record(piece)["attrs"].get("opfire"):
                t.set_attr(piece, "opfire", None)
