"""What fire does: killed, wounded, broken, suppressed; retreats, destroyed vehicles, forced landings (7.4, 27.0, 28.0)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, losses, movement, reaction, traps, victory, works
from .checks import check
from .facts import (
    BROKEN,
    GROUND,
    HIGH,
    NVA,
    SUPPRESSED,
    US,
    altitude,
    casualties,
    counter,
    finish,
    is_broken,
    is_casualty,
    is_helicopter,
    is_immobilized,
    is_suppressed,
    is_vehicle,
    on_map,
    own,
    passengers,
    stack_fault,
)
from .ground import distance, effects, neighbours, within

RESULTS = ("KIA", "WIA", "B", "S", "S?")


def suffer(t: Table, unit: str, result: str, *, by: str, cause: str, origin: str = "", stay: bool = False) -> Frame:
    """Begin the step that carries a result out; `by` the side that fired, `origin` the hex of the lead unit.

    `cause`: fire, opportunity (it ends the activation), assault, bombardment, claymore, trap; `stay`: the broken do not retreat.
    """
    return several(t, [{"unit": unit, "result": result}], by=by, cause=cause, origin=origin, stay=stay)


def several(
    t: Table, results: list[dict[str, str]], *, by: str, cause: str, origin: str = "", stay: bool = False
) -> Frame:
    """Begin the step that carries several results out, one after another; each may name `by` and `origin` of its own."""
    step = t.call("harm")
    step.of("*").update(
        queue=[{"by": by, "cause": cause, "origin": origin, "stay": "yes" if stay else "", **one} for one in results]
    )
    return step


def trapped(t: Table, entered: list[str], place: str) -> None:
    """Let a booby trap work on those who have entered a hex: by a move, an advance, a retreat (26.0)."""
    victim = traps.spring(t, entered, place)
    if victim:
        suffer(t, victim, "WIA", by=NVA, cause="trap")


class Harm(Step):
    """Carries results out. Nobody's locals: `queue` of {unit, result, by, cause, origin, stay}."""

    name = "harm"

    def run(self, t: Table, f: Frame) -> None:
        queue = f.of("*")["queue"]
        while queue:
            one = queue.pop(0)
            if t.exists(one["unit"]) and (on_map(t.where(one["unit"]))):
                self._one(t, queue, **one)
                if t.frame().data is not f.data:
                    return
        t.done({})

    def _one(
        self,
        t: Table,
        queue: list[dict[str, str]],
        *,
        unit: str,
        result: str,
        by: str,
        cause: str,
        origin: str,
        stay: str,
    ) -> None:
        if result == "S?":
            if t.has(unit, "sapper") or check(t, unit, "suppression", "7.4"):
                return
            result = "S"
        t.note("note.result", rule="7.4", piece={"p": unit}, result=msg(f"result.{result}"))
        if cause == "opportunity":
            finish(t, unit)  # 7.4
        if is_helicopter(t, unit):
            self._helicopter(t, unit, result, by)
        elif is_vehicle(t, unit):
            self._vehicle(t, queue, unit, result, by, origin, stay)
        else:
            self._infantry(t, unit, result, by, cause, origin, bool(stay))

    # infantry and civilians ---------------------------------------------------------------

    def _infantry(self, t: Table, unit: str, result: str, by: str, cause: str, origin: str, stay: bool) -> None:
        if t.has(unit, "sapper") and result == "S":
            return  # 27.0
        if not concealment.expose(t, unit, "7.4"):
            return  # 22.0: a dummy
        if result in ("KIA", "WIA"):
            points = not (cause == "trap" and not t.option("amb_49_trap_vp")) and not (
                cause == "bombardment" and t.has(unit, "civilian") and not t.option("amb_48_civilians")
            )
            losses.casualty(t, unit, result.lower(), by, points=points)
            traps.clear_up(t)
            return
        if t.has(unit, "sapper") or t.has(unit, "civilian"):
            losses.remove(t, unit)  # 27.0, 28.0
            return
        finish(t, unit)
        if result == "S" and not (is_suppressed(t, unit) or is_broken(t, unit)):
            t.set_attr(unit, "state", SUPPRESSED)
            return
        t.set_attr(unit, "state", BROKEN)
        if stay:
            return  # 7.4: they stay where they are
        begin_retreat(t, unit, by, origin or t.where(unit))

    # vehicles -------------------------------------------------------------------------------

    def _vehicle(
        self, t: Table, queue: list[dict[str, str]], unit: str, result: str, by: str, origin: str, stay: str
    ) -> None:
        if result == "WIA" and is_immobilized(t, unit):
            result = "KIA"
        if result == "KIA":
            queue[:0] = destroy_vehicle(t, unit, by, origin, stay)
        elif result == "WIA":
            t.turn(unit, "back")
            if by == NVA:
                victory.score(t, by, "vehicle_immobilized", "7.4")
        elif is_broken(t, unit):
            return  # 7.4: no further effect
        elif result == "B" or is_suppressed(t, unit):
            t.set_attr(unit, "state", BROKEN)
            if result == "B":
                finish(t, unit)
        else:
            t.set_attr(unit, "state", SUPPRESSED)

    # helicopters ----------------------------------------------------------------------------

    def _helicopter(self, t: Table, unit: str, result: str, by: str) -> None:
        if result == "S":
            if is_broken(t, unit):
                return
            if not is_suppressed(t, unit):
                t.set_attr(unit, "state", SUPPRESSED)
                return
            t.set_attr(unit, "state", BROKEN)
            return
        if result == "B":
            if not is_broken(t, unit):
                t.set_attr(unit, "state", BROKEN)
                finish(t, unit)
                return
            result = "WIA"
        if result == "KIA" or t.attr(unit, "crashed"):
            destroy_helicopter(t, unit, by)
            return
        if altitude(t, unit) == GROUND:
            crash(t, unit, t.where(unit), by)
            return
        if not landings(t, unit):
            if not t.option("amb_45_no_landing"):
                victory.score(t, by, "helicopter_forced_landing", "7.4")
            destroy_helicopter(t, unit, by)
            return
        landing = t.call("landing", side=t.owner(unit), by=by)
        own(landing)["unit"] = unit


def destroy_vehicle(t: Table, unit: str, by: str, origin: str, stay: str) -> list[dict[str, str]]:
    """Destroy a vehicle: a KIA for its crew, all aboard get out and each infantry unit rolls; returns their results (7.4)."""
    place = t.where(unit)
    aboard = passengers(t, unit)
    for thing in t.inside(unit):
        t.move(thing, place)
    t.note("note.destroyed", rule="7.4", piece={"p": unit}, cell={"c": place})
    losses.remove(t, unit)
    losses.carry(t, counter(t, "kia", place, US))
    if by == NVA:
        victory.score(t, by, "vehicle_destroyed", "7.4")
        if t.option("amb_15_crew"):
            victory.score(t, by, "enemy_infantry_kia", "7.4")
    found = []
    for man in aboard:
        die = t.roll(d=10, purpose="roll.effect", by=by)[0]
        chart = t.chart("fire_effects")
        table = {"t": ["fire_effects", chart.row(die), chart.column("dual_purpose")]}
        t.note("note.effect", rule="7.4", piece={"p": man}, die=die, table=table)
        result = str(chart.at(die, "dual_purpose"))
        found.append({"unit": man, "result": result, "by": by, "cause": "fire", "origin": origin, "stay": stay})
    return found


def destroy_helicopter(t: Table, unit: str, by: str) -> None:
    """Destroy a helicopter with all aboard: a wreck, a KIA marker for each infantry unit, points for all (7.4)."""
    place, side = t.where(unit), t.owner(unit)
    t.note("note.destroyed", rule="7.4", piece={"p": unit}, cell={"c": place})
    for man in passengers(t, unit):
        for marker in casualties(t, INSIDE + man):
            t.remove(marker)
        losses.remove(t, man, chit=bool(t.option("amb_74_leader_chit")))
        losses.carry(t, counter(t, "kia", place, side))
        if by != side:
            victory.score(t, by, "enemy_infantry_kia", "7.4")
    for marker in [p for p in t.inside(unit) if is_casualty(t, p)]:
        t.remove(marker)
    counter(t, "wreck", place)
    forget_medevac(t, unit)
    losses.remove(t, unit)
    victory.score(t, by, "helicopter_destroyed", "7.4")


def forget_medevac(t: Table, unit: str) -> None:
    """Let a new medevac be asked for when this one is gone (12.0, AMB-75)."""
    if t.attr(unit, "medevac"):
        t.set_var("medevac", None)


def landings(r: Reader, unit: str) -> list[str]:
    """Return the hexes in which a helicopter can be put down: within 3 from High, 1 from Treetop (7.4)."""
    reach = int(r.chart("helicopter_limits").at("forced_high" if altitude(r, unit) == HIGH else "forced_treetop"))
    side = r.owner(unit)
    return [
        p
        for p in within(r, r.where(unit), reach)
        if effects(r, p)["heli_ground_mp"] != "P"
        and not stack_fault(r, p, side, [unit])
        and not movement.bar(r, side, p)  # the same for owner and table: a concealed civilian bars, too
    ]


def crash(t: Table, unit: str, place: str, by: str) -> None:
    """Put a helicopter down for good; with nothing aboard it is gone at once (7.4, AMB-67)."""
    t.move(unit, place)
    t.set_attr(unit, "altitude", GROUND)
    t.set_attr(unit, "crashed", True)
    finish(t, unit)
    t.note("note.crash", rule="7.4", piece={"p": unit}, cell={"c": place})
    victory.score(t, by, "helicopter_forced_landing", "7.4")
    if not t.inside(unit):
        wreck(t, unit)


def wreck(t: Table, unit: str) -> None:
    """Take a force-landed helicopter off that is empty; a wreck shows where it was (7.4)."""
    counter(t, "wreck", t.where(unit))
    forget_medevac(t, unit)
    losses.remove(t, unit)


class Landing(Step):
    """Its owner chooses where a helicopter comes down (7.4). Locals: `side`, `by`; its own: `unit`."""

    name = "landing"

    def run(self, t: Table, f: Frame) -> None:
        unit = own(f)["unit"]
        if t.attr(unit, "crashed") or not on_map(t.where(unit)):
            t.done({})
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> Offer:
        unit = own(f)["unit"]
        ask = offers.cell("land", "ask.land", landings(s, unit), rule="7.4")
        return offers.offer(msg("prompt.land", piece={"p": unit}), ask, detail=msg("detail.land", rule="7.4"))

    def do_land(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        crash(t, own(f)["unit"], args["cell"], f.l["by"])


# retreats ---------------------------------------------------------------------------------


def begin_retreat(t: Table, unit: str, by: str, origin: str) -> None:
    """Make a broken unit retreat two hexes away from who broke it; what it carried stays (7.4 B)."""
    losses.drop(t, unit)
    works.note(t, unit, "")
    retreat = t.call(
        "retreat", side=t.owner(unit), by=by, origin=origin, left=int(t.chart("other_figures").at("retreat"))
    )
    own(retreat).update(unit=unit, at=t.where(unit), begun=t.where(unit), barred=[])


def paths(r: Reader, f: Frame) -> list[str]:
    """Return the hexes into which a retreating unit may go now, with room for the rest behind them (7.4, AMB-12)."""
    mine = own(f)
    return [
        p for p in _next(r, f, mine["at"]) if f.l["left"] < 2 or any(n != mine["at"] for n in _next(r, f, p, last=True))
    ]


def _next(r: Reader, f: Frame, here: str, *, last: bool = False) -> list[str]:
    mine = own(f)
    unit, side, origin = mine["unit"], f.l["side"], f.l["origin"]
    far = distance(r, origin, here)
    free = []
    for p in neighbours(r, here):
        gone = distance(r, origin, p)
        if r.option("amb_12_retreat") == "farther":
            away = gone > far
        else:
            away = not (last or f.l["left"] == 1) or gone > distance(r, origin, mine["begun"])
        foes = movement.bar(r, side, p) == "known"
        if away and not foes and p not in mine["barred"] and not stack_fault(r, p, side, [unit]):
            free.append(p)
    return free


class Retreat(Step):
    """A broken unit goes back, fired at in each hex (7.4 B, 21.0). Locals: `side`, `by`, `origin`, `left` (hexes).

    Its own: `unit`, `at` (where it should be), `begun`, `barred` (hexes found barred), `passed`.
    """

    name = "retreat"

    def run(self, t: Table, f: Frame) -> None:
        mine = own(f)
        unit = mine["unit"]
        if f.result is not None and f.result.get("pass_all"):
            f.l["passed"] = True
        if not t.exists(unit) or t.where(unit) != mine["at"] or not f.l["left"]:
            t.done({})  # gone, or a further retreat has taken it elsewhere
            return
        open_ = paths(t, f)
        if not open_:
            self._nowhere(t, f, unit)
            return
        t.wait(f.l["side"])

    def _nowhere(self, t: Table, f: Frame, unit: str) -> None:
        """Eliminate who can not retreat: that is a KIA (7.4)."""
        place, side = str(own(f)["at"]), t.owner(unit)
        t.note("note.no_retreat", rule="7.4", piece={"p": unit}, cell={"c": place})
        losses.remove(t, unit, chit=bool(t.option("amb_74_leader_chit")))
        marker = counter(t, "kia", place, side)
        if f.l["by"] != side:
            victory.score(t, f.l["by"], "enemy_infantry_kia", "7.4")
        traps.clear_up(t)
        t.done({})
        losses.carry(t, marker)

    def offer(self, s: Seen, f: Frame) -> Offer:
        ask = offers.cell("retreat", "ask.retreat", paths(s, f), rule="7.4")
        title = msg("prompt.retreat", piece={"p": own(f)["unit"]}, n=f.l["left"])
        return offers.offer(title, ask, detail=msg("detail.retreat", rule="7.4"))

    def do_retreat(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        mine, to = own(f), args["cell"]
        if movement.blocks(t, side, to):
            t.note("note.barred", rule="6.2", cell={"c": to})
            mine["barred"].append(to)
            return
        t.move(mine["unit"], to)
        mine["at"] = to
        f.l["left"] -= 1
        t.note("note.retreats", rule="7.4", piece={"p": mine["unit"]}, cell={"c": to})
        victory.hold(t, to, mine["unit"])
        losses.capture(t, to, side)
        traps.clear_up(t)
        reaction.open_window(t, [mine["unit"]], "retreat", passed=f.l.get("passed"))
        trapped(t, [mine["unit"]], to)  # before the shots


STEPS = (Harm(), Landing(), Retreat())
