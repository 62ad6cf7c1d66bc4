"""What infantry does beside moving and fighting: search, recover, destroy, ask for the medevac (9.0 to 12.0, 7.5.2)."""

from __future__ import annotations

from typing import Any

from qtwar.engine.state import INSIDE
from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, Offer, msg
from qtwar.kit.steps import Asking, Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import concealment, losses, reaction, victory, works
from .checks import Modifier, check
from .facts import (
    SUPPRESSED,
    US,
    box,
    casualties,
    enemy,
    facilities,
    has_room,
    is_broken,
    is_combat,
    is_infantry,
    is_soldier,
    is_steady,
    is_suppressed,
    on_map,
    own,
    units,
    wrapped,
)


class Task(Staged):
    """What a unit does in its hex that may expose it and is fired at afterwards (9.0, 11.0). Locals: `side`; its own: `unit`."""

    first = "work"

    def work(self, t: Table, f: Frame, unit: str) -> None:
        """Do it."""
        raise NotImplementedError

    def at_work(self, t: Table, f: Frame) -> str:
        unit = own(f)["unit"]
        concealment.lose(t, [unit], by=self.name)
        self.work(t, f, unit)
        return "after"

    def at_after(self, t: Table, f: Frame) -> str:
        unit = own(f)["unit"]
        if t.exists(unit) and on_map(t.where(unit)):
            reaction.open_window(t, [unit], self.name)
        return "over"

    def at_over(self, t: Table, f: Frame) -> None:
        t.done({})


def begin(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin a task: the step has the name of its verb."""
    own(t.call(verb, side=side))["unit"] = args["pieces"][0]
    return list(args["pieces"])


# search (9.0) -----------------------------------------------------------------------------


def hidden_here(r: Reader, unit: str) -> list[str]:
    """Return the hidden facilities in a unit's hex that are not its own (9.0)."""
    side = r.owner(unit)
    return [p for p in facilities(r, r.where(unit)) if not r.is_open(p) and r.owner(p) != side]


def search_asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to search a hex with hidden facilities (9.0)."""
    can = [p for p in able if is_infantry(s, p) and hidden_here(s, p)]
    return [offers.pieces("search", "ask.search", can, 1, 1, rule="9.0", odds={"verb": "search"})] if can else []


def search_drm(r: Reader, unit: str) -> list[Modifier]:
    """Return the modifier of the search markers that a unit has (9.0)."""
    n = int(r.attr(unit, "search") or 0)
    return [Modifier("drm.search", -n, "9.0")] if n else []


class Search(Task):
    """A check finds all that is hidden in the hex, or makes the next one easier (9.0)."""

    name = "search"

    def work(self, t: Table, f: Frame, unit: str) -> None:
        t.note("note.searches", rule="9.0", piece={"p": unit}, cell={"c": t.where(unit)})
        if check(t, unit, "search", "9.0", search_drm(t, unit)):
            t.set_attr(unit, "search", None)
            find(t, unit)
        else:
            t.set_attr(unit, "search", int(t.attr(unit, "search") or 0) + 1)


def find(t: Table, unit: str) -> None:
    """Reveal all facilities of a hex; each real one scores, but a trench (9.0, 25.0, 29.0)."""
    side = t.owner(unit)
    for facility in hidden_here(t, unit):
        works.reveal(t, facility)
        if t.exists(facility) and not t.has(facility, "trench"):
            t.set_attr(facility, "found", True)
            victory.score(t, side, "facility_tunnel_bunker_found", "9.0")


# destroy (11.0) ---------------------------------------------------------------------------


def destroyable(r: Reader, unit: str) -> list[str]:
    """Return the revealed facilities of a hex that a US unit can destroy: never a trench, never its own (11.0)."""
    return [
        p
        for p in facilities(r, r.where(unit))
        if r.is_known(p) and r.is_open(p) and r.has(p, "destroyable") and r.owner(p) != r.owner(unit)
    ]


def destroy_asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to destroy what is revealed in a hex: US infantry, not suppressed (11.0)."""
    if s.side != US:
        return []
    can = [p for p in able if is_infantry(s, p) and is_steady(s, p) and destroyable(s, p)]
    return [offers.pieces("destroy", "ask.destroy", can, 1, 1, rule="11.0")] if can else []


class Destroy(Task):
    """All that is revealed in the hex and can be destroyed goes, without a check but by option (11.0, AMB-5)."""

    name = "destroy"

    def work(self, t: Table, f: Frame, unit: str) -> None:
        if t.option("amb_05_destroy_check") and not check(t, unit, "destroy", "11.0"):
            return
        for facility in destroyable(t, unit):
            raze(t, facility)
            t.set_attr(facility, "found", True)
            victory.score(t, f.l["side"], "facility_tunnel_bunker_destroyed", "11.0")


def raze(t: Table, facility: str) -> None:
    """Take a destroyed facility out of play (11.0, 23.0)."""
    t.note("note.razed", rule="11.0", piece={"p": facility}, cell={"c": t.where(facility)})
    t.move(facility, box(t.owner(facility) or enemy(US), "dead"))
    works.publish(t)


# recover (10.0) ---------------------------------------------------------------------------


def source(r: Reader, unit: str) -> bool:
    """Return whether a unit gets ammunition: from a combat unit, no leader, not low itself; NVA/VC from a cache (19.2)."""
    place, side = r.where(unit), r.owner(unit)
    other = any(
        p != unit and is_combat(r, p) and not r.has(p, "leader") and not r.attr(p, "low_ammo")
        for p in units(r, place, side)
    )
    return other or (side != US and any(r.has(p, "ammo") for p in facilities(r, place)))


def gains(r: Reader, unit: str) -> bool:
    """Return whether recovering would do a unit anything (10.0)."""
    if not is_infantry(r, unit):
        return bool(r.attr(unit, "fatigued") or is_suppressed(r, unit))
    low = bool(r.attr(unit, "low_ammo")) and source(r, unit)
    return bool(r.attr(unit, "fatigued") or is_suppressed(r, unit) or is_broken(r, unit) or low or hauls(r, unit))


def hauls(r: Reader, unit: str) -> bool:
    """Return whether a unit could pick a casualty up or hand one over (7.5.2, 10.0)."""
    return bool(liftable(r, unit) or handable(r, unit))


def liftable(r: Reader, unit: str) -> list[str]:
    """Return the casualties in the hex that a unit could pick up (7.5.2)."""
    if not is_soldier(r, unit) or not has_room(r, unit):
        return []
    return [p for p in casualties(r, r.where(unit)) if r.owner(p) == r.owner(unit)]


def handable(r: Reader, unit: str) -> dict[str, list[str]]:
    """Return casualty → those of the hex who could take it over (7.5.2)."""
    takers = [p for p in losses.bearers(r, r.where(unit), r.owner(unit)) if p != unit]
    return dict.fromkeys(casualties(r, INSIDE + unit), takers) if takers else {}


def recover_asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to recover; a broken vehicle or helicopter may do so in vain (10.0, AMB-28)."""
    can = [p for p in able if gains(s, p) or (is_broken(s, p) and not is_infantry(s, p))]
    return [offers.pieces("recover", "ask.recover", can, 1, len(can), rule="10.0")] if can else []


def recover(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Take markers off, then ask about casualties (10.0)."""
    for unit in args["pieces"]:
        t.set_attr(unit, "fatigued", None)
        if is_suppressed(t, unit):
            t.set_attr(unit, "state", None)
        elif is_broken(t, unit) and is_infantry(t, unit):
            t.set_attr(unit, "state", SUPPRESSED)
        if t.attr(unit, "low_ammo") and is_infantry(t, unit) and source(t, unit):
            t.set_attr(unit, "low_ammo", None)
        t.note("note.recovers", rule="10.0", piece={"p": unit})
    hauling = [p for p in args["pieces"] if hauls(t, p)]
    if hauling:
        step = t.call("haul", side=side)
        own(step)["units"] = hauling
    return list(args["pieces"])


class Haul(Asking):
    """Who recovers picks casualties up or hands them over (7.5.2, 10.0). Locals: `side`; its own: `units`."""

    name = "haul"
    ends = ("done",)

    def able(self, r: Reader, f: Frame) -> list[str]:
        """Return who can still do so."""
        return [p for p in own(f)["units"] if hauls(r, p)]

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(self.able(t, f)) and own(f).setdefault("n", 0) < 12

    def offer(self, s: Seen, f: Frame) -> Offer:
        asks: list[Ask] = []
        lifts: list[Choice] = []
        gives: list[Choice] = []
        for unit in self.able(s, f):
            lifts += [
                {"value": f"{unit} {p}", "label": msg("choice.lift", piece={"p": unit}, casualty={"p": p})}
                for p in liftable(s, unit)
            ]
            gives += [
                {
                    "value": f"{unit} {p} {to}",
                    "label": msg("choice.hand", piece={"p": unit}, casualty={"p": p}, other={"p": to}),
                }
                for p, takers in handable(s, unit).items()
                for to in takers
            ]
        if lifts:
            asks.append(offers.choose("lift", "ask.lift", lifts, rule="7.5.2"))
        if gives:
            asks.append(offers.choose("hand", "ask.hand", gives, rule="7.5.2"))
        asks.append(offers.button("done", "button.done_hauling", rule="10.0", primary=True))
        return offers.offer(msg("prompt.haul", pieces=wrapped(self.able(s, f))), *asks)

    def do_lift(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        unit, marker = args["choice"].split(" ")
        self._give(t, f, marker, unit)

    def do_hand(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        _, marker, to = args["choice"].split(" ")
        self._give(t, f, marker, to)

    @staticmethod
    def _give(t: Table, f: Frame, marker: str, to: str) -> None:
        losses.give(t, marker, to)
        own(f)["n"] = own(f).get("n", 0) + 1
        t.note("note.hauled", rule="7.5.2", piece={"p": to})


# medevac (12.0) ---------------------------------------------------------------------------


def may_request(r: Reader, unit: str) -> bool:
    """Return whether a unit may ask for the medevac: a US leader, steady, none asked for or on the map (12.0)."""
    if r.owner(unit) != US or not r.has(unit, "leader") or not is_steady(r, unit) or r.var("medevac"):
        return False
    return not (r.scenario.get("attrs") or {}).get("no_medevac")


def medevac_asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to call the medevac (12.0)."""
    can = [p for p in able if may_request(s, p)]
    return [offers.pieces("medevac", "ask.medevac", can, rule="12.0")] if can else []


def medevac(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Roll for the medevac; its marker waits in the turn of its arrival (12.0)."""
    die = t.roll(d=10, purpose="roll.medevac", by=side)[0]
    turns = t.chart("medevac_request").at(die)
    table = {"t": ["medevac_request", t.chart("medevac_request").row(die), 0]}
    t.note("note.medevac", rule="12.0", piece={"p": args["pieces"][0]}, die=die, table=table)
    if isinstance(turns, int):
        due = int(t.var("turn")) + turns
        t.set_var("medevac", {"due": due})
        at = f"turn-{due}" if due <= int(t.scenario["turns"]) else "medevac"
        t.add(next(t.content.pieces_of("medevac_due")), at, kind="medevac_due", owner=US)
    return list(args["pieces"])


STEPS = (Search(), Destroy(), Haul())
