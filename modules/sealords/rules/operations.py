"""Phase V: players alternate single operations until both are out (6.5); designation and movement (7.0, 8.0)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.alternation import Alternation
from qtwar.kit.facts import is_cell
from qtwar.kit.offers import msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import command, events, infiltration, movement, nzoc, sensors, strikes, trip
from .facts import COM, FW, counters, hide, nation, units
from .force import done, fits, may_enter, move_type


def alternation(r: Reader) -> Alternation:
    """Return how passing works: for good (6.5), or by option as a mere handing over, two in a row ending the phase."""
    return Alternation((FW, COM), passes=2, final=bool(r.option("final_pass")))


class Operations(Step):
    """The operations phase; local `side` is whose turn it is to operate, `out` who is out (6.5)."""

    name = "operations"

    def run(self, t: Table, f: Frame) -> None:
        turns = alternation(t)
        turns.begin(f, t.scenario["first_side"])
        f.l.pop("broke_off", None)  # 10.4: the operation is over
        spent: list[str] = f.l.setdefault("spent", [])
        for side in (FW, COM):
            if command.points(t, side) > 0:
                if side in spent:  # 22.2: no declaration, and the points may be used at once
                    spent.remove(side)
                    turns.back(f, side)
            elif turns.leave(f, side):
                spent.append(side)
                t.note("note.out_no_cp", rule="6.5", side={"s": side})
        if turns.is_over(f):
            events.end_of_operations(t)
            if not t.is_over:
                t.done()
            return
        t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        side, cp = s.side, command.points(s, s.side)
        groups = movement.movable(s, side, cp)
        asks = []
        why = movement.unable(s, side, cp, groups)
        if groups:
            pieces = [p for place in sorted(groups) for p in groups[place]]
            asks.append(
                offers.move(
                    "move_force", "ask.move_force", pieces, rule="7.2", groups=groups, join=True, land=True, why=why,
                    odds={"verb": "move_force"},
                )
            )
        elif why:
            no = next((no for no in why.values() if no["key"] == "refuse.cp"), next(iter(why.values())))
            asks.append(offers.move("move_force", "ask.move_force", list(why), rule="7.2", why_not=no, why=why))
        asks += self._redeployment(s, side, cp)
        if side == FW:
            asks += strikes.standalone_asks(s, cp)
        asks.append(offers.button("pass", "button.pass", rule="6.5"))
        return offers.offer(
            msg("prompt.operation" if groups else "prompt.operation_none", side={"s": side}),
            *asks,
            detail=msg("detail.operation" if groups else "detail.operation_none", rule="7.1", cp=cp),
            step="force_designation",
        )

    @staticmethod
    def _redeployment(s: Reader, side: str, cp: int) -> list[offers.Ask]:
        points = movement.redeploy_points(s, side)
        able = {p: c for place in points for p in units(s, place, side) if (c := redeploy_cost(s, side, p)) is not None}
        why = command.dear(s, side, able)
        able = {p: c for p, c in able.items() if p not in why and not done(s, p)}
        if len(points) < 2 or not able:
            return []
        targets: dict[str, list[str]] = {}
        groups: dict[str, list[str]] = {}
        open_to: dict[tuple[str, str], list[str]] = {}
        for piece in able:
            way, here = move_type(s, piece), s.where(piece)
            alike = s.record(piece)["kind"], way
            if alike not in open_to:
                open_to[alike] = [c for c in points if not may_enter(s, piece, c, way)]
            to = [c for c in open_to[alike] if c != here]
            if to:
                targets[piece] = to
                groups.setdefault(here, []).append(piece)
        if not targets:
            return []
        return [
            offers.pieces_and_cell(
                "redeploy", "ask.redeploy", targets, points, 1, min(8, len(targets)), rule="8.11",
                costs={p: able[p] for p in targets}, budget=cp, budget_rule="5.2", targets=targets, groups=groups, why=why,
            )
        ]  # fmt: skip

    def do_pass(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the own operations of this phase for good (6.5)."""
        t.note("note.pass", rule="6.5", side={"s": side})
        alternation(t).passed(f)

    def do_redeploy(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move units from one base to another (8.11)."""
        pieces, to = args["pieces"], args["cell"]
        starts = {t.where(p) for p in pieces}
        if len(starts) != 1 or to in starts:
            t.refuse("refuse.one_square", rule="8.11")
        total = 0
        for piece in pieces:
            kind = t.kind(piece)
            assert kind is not None
            rule = may_enter(t, piece, to, move_type(t, piece))
            if rule:
                t.refuse("refuse.barred", rule=rule, piece={"p": piece}, cell={"c": to})
            total += redeploy_cost(t, side, piece) or 0
        self._begin(t, f, side, total, "note.redeploy", pieces, to)
        for piece in pieces:
            t.move(piece, to)
            if side == COM:
                t.know(piece, [COM])
        t.call("stacking")  # 9.2

    @staticmethod
    def _begin(t: Table, f: Frame, side: str, cp: int, key: str, pieces: list[str], to: str) -> None:
        command.pay(t, side, cp, rule="5.2")
        alternation(t).acted(f)
        t.note(key, rule="7.6", side={"s": side}, force=[{"p": p} for p in pieces], to={"c": to}, cp=cp)

    def do_move_force(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Designate a force and move it (7.6 steps 1 and 2)."""
        plan = trip.plan(t, side, args)
        cp = trip.cost(t, side, args["pieces"], args.get("join") or {})
        self._begin(t, f, side, cp, "note.operation", plan["force"], plan["path"][0])
        frame = t.call("operation", side=side)
        frame.of(side).update(plan)

    def do_strike(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Strike a square with markers alone (17.4)."""
        strikes.check_standalone(t, args["pieces"], args["cell"])
        self._begin(t, f, side, command.cost(t, FW, "strike"), "note.strike", args["pieces"], args["cell"])
        t.call("strike", cell=args["cell"], pieces=args["pieces"])


def redeploy_cost(r: Reader, side: str, piece: str) -> int | None:
    """Return the points for redeploying a unit, None if it can not (8.11, 8.10, 15.2)."""
    cost = r.attr(piece, "cost")
    if cost is None or r.has(piece, "infiltration_supply") or r.has(piece, "infiltration_troop"):
        return None
    times = command.cost(r, side, "redeployment", nation(r, piece))
    if side == FW and not r.option("arvn_redeployment_table"):
        times = command.cost(r, side, "redeployment", "us")  # the text of 8.11 knows only twice the cost
    return times * int(cost)


class Operation(Staged):
    """One operation after its force is designated: the walk, then recon and combat where it met the enemy (7.6).

    The force, its path and landings are the operating side's own business until they are seen on the map.
    """

    name = "operation"

    first = "move"

    def at_move(self, t: Table, f: Frame) -> str | None:
        side = f.l["side"]
        mine = f.of(side)
        if not mine.get("asked"):
            over = self._walk(t, f, side)
        elif _carriers(t, mine):
            t.wait(side)
            return None
        else:
            over = True  # 8.7: the mines took whoever could move
        if not over:
            return None
        mine.pop("asked", None)
        places = {t.where(piece) for piece in mine["force"]}
        # In the order of the way: that of the units would tell the enemy which of them was landed where (8.13).
        f.l["ends"] = [place for place in dict.fromkeys(mine["path"]) if place in places]
        f.l["fought"] = []
        t.call("stacking")  # 9.2: the end of the movement sub-phase; all passengers are ashore (8.8)
        return "fight"

    def at_fight(self, t: Table, f: Frame) -> str | None:
        for place in f.l["ends"]:
            if place not in f.l["fought"] and units(t, place, FW) and units(t, place, COM):
                f.l["fought"].append(place)
                t.call("combat", cell=place, attacker=f.l["side"])
                return None
        return "arrive"

    def at_arrive(self, t: Table, f: Frame) -> None:
        while f.l["ends"]:
            place = f.l["ends"].pop(0)
            hide(t, place)
            if infiltration.arrive(t, place):
                return
        t.done()

    # the walk ------------------------------------------------------------------

    def _walk(self, t: Table, f: Frame, side: str) -> bool:
        """Go on along the path; returns whether the movement is over, else something on the way comes first."""
        mine, path = f.of(side), f.of(side)["path"]
        if isinstance(f.result, dict) and (f.result["intercepted"] or units(t, path[mine["at"]], FW)):
            return True  # 23.3, or 8.4(1): let pass by interceptors, stopped by who is there
        for piece in mine.pop("fetch", ()):
            t.move(piece, path[0])  # 7.2, 8.9: helicopters of the force have brought them
        while mine["at"] < len(mine["path"]) - 1:
            mine["force"] = [p for p in mine["force"] if is_cell(t.where(p))]
            moving = [p for p in mine["force"] if t.where(p) == path[mine["at"]]]
            if not moving:
                break
            mine["at"] += 1
            place = path[mine["at"]]
            self._step(t, mine, moving, path[mine["at"] - 1], place)
            met = self._met(t, f, side, place)
            if met is not None:
                return met
        return True

    @staticmethod
    def _step(t: Table, mine: dict[str, Any], moving: list[str], here: str, place: str) -> None:
        """Move the force one square on; who lands stays, who joins comes along."""
        last = place == mine["path"][-1] and mine["at"] == len(mine["path"]) - 1
        staying = mine["land"].get(here, [])
        for piece in moving:
            if piece not in staying:
                t.move(piece, place)
        if last:
            t.note("note.moves", rule="8.1", force=[{"p": p} for p in moving], to={"c": place})

    def _met(self, t: Table, f: Frame, side: str, place: str) -> bool | None:
        """Return whether what a force meets on entering a square ends its walk; None if there is nothing."""
        mine = f.of(side)
        force = [p for p in mine["force"] if t.where(p) == place]
        flies = mine["air"] is not None and mine["at"] > mine["air"]
        if flies and place != mine["path"][-1] and not mine["land"].get(place):
            return None  # 8.6: helicopters cross anything on the way
        if side == COM:
            sensors.enter(t, force, place)  # 18.3
            if not any(t.where(p) == place for p in force):
                return True  # 10.6: decoys that were heard
            before = mine["path"][mine["at"] - 1]
            if nzoc.interceptors(t, place, before):
                t.call("intercept", side=FW, cell=place, before=before)
                return False
            return True if units(t, place, FW) else None
        if units(t, place, COM):
            return None if flies else True
        if counters(t, place, COM):
            # 8.4(2), 19.4: only markers; they are shown and dealt with, then the force may go on.
            going = [p for p in force if p not in mine["land"].get(place, ())] if mine["at"] < len(mine["path"]) - 1 else []
            t.call("markers", cell=place, aloft=going if flies else [])
            if not t.option("marker_stop") and mine["at"] < len(mine["path"]) - 1 and not flies:
                mine["asked"] = True
            elif not flies:
                mine["path"] = mine["path"][: mine["at"] + 1]
            return False
        return None

    # 19.4: go on after markers ----------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        mine = f.of(s.side)
        here = mine["path"][mine["at"]]
        aboard, full = _aboard(s, mine), None
        asks = []
        if not any(fits(s, _carriers(s, mine), tuple(aboard), way) for way in "RNA"):
            full = msg("refuse.force.8_8", rule="8.8")
            leaders = {p: msg("refuse.land_leader", rule="7.3", piece={"p": p}) for p in aboard if s.has(p, "hq")}
            if able := [p for p in aboard if p not in leaders]:
                asks.append(
                    offers.pieces("leave", "ask.leave", able, 1, len(able), rule="8.8", button="do.leave", why=leaders)
                )
        return offers.offer(
            msg("prompt.continue", cell={"c": here}, to={"c": mine["path"][-1]}),
            *asks,
            offers.button("go_on", "button.go_on", rule="19.4", primary=True, why_not=full),
            offers.button("stop_here", "button.stop_here", rule="19.4"),
            detail=msg("detail.continue", rule="19.4"),
            step="force_movement",
        )

    def do_leave(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave passengers ashore for whom there is no room any more: mines took their carriers (8.7, 8.8)."""
        mine = f.of(side)
        mine["land"].setdefault(mine["path"][mine["at"]], []).extend(args["pieces"])

    def do_go_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go on along the path (19.4); helicopters whose boats are lost fly on by themselves (7.5, 8.6)."""
        mine = f.of(side)
        mine.pop("asked")
        if all(move_type(t, p) == "A" for p in _carriers(t, mine)):
            mine["air"] = mine["at"]

    def do_stop_here(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """End the movement here."""
        mine = f.of(side)
        mine.pop("asked")
        mine["path"] = mine["path"][: mine["at"] + 1]


def _left(r: Reader, mine: dict[str, Any]) -> list[str]:
    """Return who of a force is where it stands and has not landed there."""
    here = mine["path"][mine["at"]]
    landed = mine["land"].get(here, ())
    return [p for p in mine["force"] if r.where(p) == here and p not in landed]


def _carriers(r: Reader, mine: dict[str, Any]) -> list[str]:
    """Return those of a force that could go on by themselves."""
    return [p for p in _left(r, mine) if p not in mine["cargo"]]


def _aboard(r: Reader, mine: dict[str, Any]) -> list[str]:
    """Return the passengers that would go on with them."""
    return [p for p in _left(r, mine) if p in mine["cargo"]]
