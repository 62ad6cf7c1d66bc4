"""Bombardments: called in secret, delayed, scattered, falling on everybody there (13.0, 16.0, 19.8 to 19.10)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.content import split
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import anytime, attack, calls, harm, sight, traps, works
from .anytime import Anytime
from .calls import book, is_noted, strike_off, waiting
from .checks import Modifier, named, succeeds, total
from .facts import (
    NVA,
    SIDES,
    US,
    all_units,
    board,
    enemy,
    facilities,
    is_airborne,
    is_helicopter,
    is_infantry,
    is_steady,
    own,
    private,
    units,
)
from .fire import HE, When, against
from .ground import chart, in_play, neighbours, terrain, within

KINDS = {"BN": "bn_mortar", "ARTY": "artillery"}
SCALES = {"bn_mortar": "BN_MORTAR", "artillery": "ARTY"}


def observed(r: Reader, side: str) -> bool:
    """Return whether a side has the aerial observer: the US by event (19.8)."""
    return side == US and any(r.record(p)["kind"] == "aerial_observer" for p in r.ids("events"))


def may_call(r: Reader, unit: str) -> bool:
    """Return whether a unit may call: US and NVA leaders and observers, steady (13.0)."""
    able = r.has(unit, "fo") or (r.has(unit, "leader") and r.attr(unit, "nation") != "vc")
    return able and is_steady(r, unit) and not (r.scenario.get("attrs") or {}).get("no_bombardment")


def near_enemies(r: Reader, side: str) -> set[str]:
    """Return the hexes with exposed enemies and those next to them (13.0, 19.9)."""
    foes = {r.where(p) for p in all_units(r, enemy(side)) if r.is_known(p) and r.is_open(p)}
    return foes | {n for p in foes for n in neighbours(r, p)}


def cells(r: Reader, side: str, callers: list[str]) -> list[str]:
    """Return the hexes that a side may name: seen by a caller, or with or next to an exposed enemy; none barred (13.0)."""
    found = near_enemies(r, side)
    for caller in callers:
        found |= {p for p in chart(r).near if p not in found and sight.sees(r, caller, p)}
    return sorted(p for p in found if in_play(r, p) and not barred(r, side, p))


def barred(r: Reader, side: str, place: str) -> bool:
    """Return whether the FRAGO keeps a side from calling fire on a hex."""
    rule = (r.scenario.get("attrs") or {}).get("no_call_near") or {}
    if rule.get("side") != side:
        return False
    return any(terrain(r, p) == rule["terrain"] for p in within(r, place, int(rule["within"])))


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to call a bombardment (13.0)."""
    can = [p for p in able if may_call(s, p)]
    return [offers.pieces("call", "ask.call", can, rule="13.0")] if can else []


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin a call: the target is noted next."""
    step = t.call("call_target", side=side)
    own(step)["caller"] = args["pieces"][0]
    return list(args["pieces"])


class CallTarget(Step):
    """The caller's side notes the hex in secret (13.0). Locals: `side`, `said`; its own: `caller`."""

    name = "call_target"

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("said") or not cells(t, f.l["side"], [own(f)["caller"]]):
            t.done({})
        else:
            t.wait(f.l["side"])

    def offer(self, s: Seen, f: Frame) -> Offer:
        told, able = {"verb": "aim_at"}, cells(s, s.side, [own(f)["caller"]])
        ask = offers.cell("aim_at", "ask.aim_at", able, rule="13.0", odds=told)
        return offers.offer(
            msg("prompt.call", piece={"p": own(f)["caller"]}), ask, detail=msg("detail.call", rule="13.0")
        )

    def do_aim_at(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["said"] = True
        call(t, side, own(f)["caller"], args["cell"])


def call_drm(r: Reader, side: str, caller: str) -> list[Modifier]:
    """Return what modifies the die of a call: an observer, and what waits already (13.0)."""
    others = SIDES if not r.option("amb_77_own_calls") else (side,)
    pending = sum(1 for one in others for p in waiting(r, one) if not r.attr(p, "event"))
    return [Modifier("drm.fo", -1 if r.has(caller, "fo") else 0, "13.0"), Modifier("drm.pending", pending, "13.0")]


def call_row(die: int, drm: int) -> int:
    """Return the row of the request table that a die gives: a natural 1 and 10 stand (13.0)."""
    return die if die in (1, 10) else min(10, max(1, die + drm))


def call(t: Table, side: str, caller: str, cell: str) -> None:
    """Roll for what comes, and when (13.0, 19.8)."""
    modifiers = call_drm(t, side, caller)
    die = t.roll(d=10, purpose="roll.call", by=side)[0]
    row = call_row(die, total(modifiers))
    table = {"t": ["bombardment_request", row - 1, t.chart("bombardment_request").column(side)]}
    told = named([m for m in modifiers if m.n])
    how = "note.call" if told else "note.call_plain"
    t.note(how, rule="13.0", piece={"p": caller}, die=die, modifiers=told, table=table)
    word = str(t.chart("bombardment_request").at(row, side))
    if word != "denied":
        kind, delay = word.split(" ")
        due = int(delay) - (1 if observed(t, side) else 0)
        book(t, side, KINDS[kind], cell, max(0, due))


# carried out ------------------------------------------------------------------------------


def on_target(r: Reader, side: str, die: int) -> bool:
    """Return whether a bombardment falls where it was called: a natural 10 scatters, whoever observes (16.0, 19.8)."""
    drm = int(r.content.kinds["aerial_observer"].attrs["accuracy_drm"]) if observed(r, side) else 0
    return die != 10 and r.chart("bombardment_accuracy").at(max(1, die + drm)) != "scatters"


def area_of(r: Reader, kind: str, place: str) -> list[str]:
    """Return the hexes on which a bombardment falls that is on target (16.0)."""
    return within(r, place, int(r.content.kinds[kind].attrs["radius"]))


def power(r: Reader, kind: str) -> tuple[int, str]:
    """Return fire value and weapon class of a bombardment (16.0, AMB-8)."""
    value = int(r.option("amb_08_bn_mortar" if kind == "bn_mortar" else "amb_08_artillery"))
    return value, str(r.content.kinds[kind].attrs["weapon_class"])


class Bombardments(Anytime):
    """The bombardments that are due: cancelled or fired, the US side's first (16.0). Locals: `side`, `marker` in hand,
    `stage`, `kind`, `area`, `by`."""

    name = "bombardments"

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("stage") == "claim":
            self._claim(t, f)
            return
        for side in SIDES:
            due = [p for p in waiting(t, side) if int(t.attr(p, "due")) <= int(t.var("turn"))]
            noted = [p for p in due if is_noted(t, p)]
            for marker in due:
                if marker not in noted:
                    calls.cancel(t, marker)
            if noted:
                f.l.update(side=side, marker=noted[0], stage="ask")
                t.wait(side)
                return
        t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer to fire or cancel, or to reveal works under fire."""
        if f.l["stage"] == "claim":
            return attack.claim_offer(s, *[p for p in f.l["area"] if _hidden(s, p, s.side)])
        kind, cell = s.record(f.l["marker"])["kind"], (private(s, s.side, "targets") or {}).get(f.l["marker"])
        go = offers.button("bombard", "button.bombard", rule="16.0", primary=True, odds={"verb": "bombard"})
        no = offers.button("cancel", "button.cancel_bombardment", rule="16.0")
        title = msg("prompt.bombard", piece={"k": kind}, cell={"c": cell})
        return offers.offer(title, go, no, *anytime.asks(s), detail=msg("detail.bombard", rule="16.0"))

    def do_cancel(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        calls.cancel(t, f.l["marker"])

    def do_bombard(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Roll accuracy and scatter; then the works under it may be revealed."""
        kind = t.record(f.l["marker"])["kind"]
        target = strike_off(t, f.l["marker"])
        t.note("note.falls", rule="16.0", side={"s": side}, piece={"k": kind}, cell={"c": target})
        die = t.roll(d=10, purpose="roll.accuracy", by=side)[0]
        area = area_of(t, kind, target) if on_target(t, side, die) else self._scatter(t, side, kind, target)
        f.l.update(stage="claim", kind=kind, area=area, by=side, asked=[])

    def _scatter(self, t: Table, side: str, kind: str, target: str) -> list[str]:
        """Return the hexes on which a bombardment falls that scatters; its middle may lie off the map (16.0, AMB-26)."""
        way = t.roll(d=6, purpose="roll.direction", by=side)[0]
        die = t.roll(d=10, purpose="roll.distance", by=side)[0]
        n = int(t.chart("scatter_distance").at(die, SCALES[kind]))
        grid = board(t).grid
        sides = ["N", "NE", "SE", "S", "SW", "NW"]
        first = 0 if t.option("amb_26_scatter") == "north" else 1
        name = sides[(first + way - 1) % 6]
        q, row = grid.position(split(target)[1])
        for _ in range(n):
            q, row = grid.step(q, row, name)
        t.note("note.scatters", rule="16.0", way=msg(f"way.{name}"), n=n)
        spots = [(q, row)]
        for _ in range(int(t.content.kinds[kind].attrs["radius"])):
            spots += sorted({grid.step(*spot, side) for spot in spots for side in sides} - set(spots))
        found = [board(t).place(cell) for spot in spots if (cell := grid.at(*spot))]
        return [place for place in found if in_play(t, place)]

    def _claim(self, t: Table, f: Frame) -> None:
        for side in SIDES:
            if side not in f.l["asked"] and any(_hidden(t, p, side) for p in f.l["area"]):
                f.l["side"] = side
                t.wait(side)
                return
        f.l["stage"] = "ask"
        self._fall(t, f)

    def do_claim(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        works.reveal(t, args["pieces"][0])

    def do_keep(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["asked"].append(side)

    def _fall(self, t: Table, f: Frame) -> None:
        """Roll a hit for every unit under it, both sides alike (16.0)."""
        by, kind = f.l["by"], f.l["kind"]
        value, klass = power(t, kind)
        results = []
        for place in f.l["area"]:
            for unit in units(t, place):
                if is_helicopter(t, unit) and not exposed(t, unit):
                    continue
                result = blast(t, by, unit, value, klass, bomb=True, rule="16.0")
                if result:
                    results.append({"unit": unit, "result": result})
        if results:
            harm.several(t, results, by=by, cause="bombardment", stay=True)


def exposed(r: Reader, unit: str) -> bool:
    """Return whether a helicopter is hit by bombardments (7.0, AMB-1)."""
    word = r.option("amb_01_helicopters")
    return word != "never" and bool(is_airborne(r, unit) == (word == "not_at_ground"))


def blast(t: Table, by: str, unit: str, value: int, klass: str, *, bomb: bool, rule: str) -> str:
    """Roll hit and effect of something that needs no firing unit; returns the result, an empty word for a miss (16.0, 26.0)."""
    modifiers = [m for m in against(t, unit, When(), he=klass == HE, bomb=bomb) if m.n]
    die = t.roll(d=10, purpose="roll.hit", by=by)[0]
    hit = succeeds(die, total(modifiers), value)
    t.note(
        "note.blast_hit" if hit else "note.blast_miss",
        rule=rule,
        piece={"p": unit},
        cell={"c": t.where(unit)},
        die=die,
    )
    return attack.effect(t, by, unit, klass) if hit else ""


def _hidden(r: Reader, place: str, side: str) -> bool:
    """Return whether a side is asked about works in a hex: it has a hidden facility and infantry there."""
    mine = [p for p in facilities(r, place) if not r.is_open(p) and r.owner(p) == side]
    return bool(mine) and any(is_infantry(r, p) for p in units(r, place, side))


# the NVA's guns (19.9) ----------------------------------------------------------------------


class Target(Step):
    """The NVA notes a hex for its artillery (19.9). Locals: `side`."""

    name = "target"

    def cells(self, r: Reader) -> list[str]:
        """Return the hexes that it may name: seen by an NVA leader, or with or next to an exposed US unit."""
        leaders = [
            p for p in all_units(r, NVA) if r.is_known(p) and r.has(p, "leader") and r.attr(p, "nation") == "nva"
        ]
        return cells(r, NVA, leaders)

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("said") or not self.cells(t):
            t.done({})
        else:
            t.wait(NVA)

    def offer(self, s: Seen, f: Frame) -> Offer:
        ask = offers.cell("target", "ask.target", self.cells(s), rule="19.9", odds={"verb": "target"})
        return offers.offer(msg("prompt.target"), ask, detail=msg("detail.target", rule="19.9"))

    def do_target(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["said"] = True
        die = t.roll(d=10, purpose="roll.delay", by=side)[0]
        book(t, NVA, "artillery", args["cell"], -(-die // 3), event=True)


# claymores (26.0) ---------------------------------------------------------------------------


class Claymore(Step):
    """A claymore goes off: one attack at each enemy in the hex, or storming it (26.0, AMB-72). US own: `mine`; `storm`: the hex
    that is assaulted, nobody's `stormers`."""

    name = "claymore"

    def run(self, t: Table, f: Frame) -> None:
        if f.l.get("fired"):
            t.done({})
            return
        f.l["fired"] = True
        mine = f.of(US)["mine"]
        place = traps.place_of(t, mine)
        attrs = t.content.kinds["claymore"].attrs
        t.know(mine, None)
        t.note("note.claymore", rule="26.0", cell={"c": place})
        t.remove(mine)
        results = []
        for unit in traps.met(t, place, f.l.get("storm", ""), f.of("*").get("stormers", ())):
            result = blast(t, US, unit, int(attrs["fire"]), str(attrs["weapon_class"]), bomb=False, rule="26.0")
            if result:
                results.append({"unit": unit, "result": result})
        if results:
            harm.several(t, results, by=US, cause="claymore", origin=place)


STEPS = (CallTarget(), Bombardments(), Target(), Claymore())
