"""Initiative and the rally phase: rally, medics, half-squads, weapons (3.0, 1.6.1, 1.6.01, 11.3, 12.0, 13.81)."""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Choice, msg
from qtwar.kit.step import Step
from qtwar.kit.steps import Asking
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import events, harm
from .facts import (
    GERMAN,
    SIDES,
    all_units,
    enemies_in,
    has_tripod,
    holds,
    in_melee,
    is_good,
    is_half,
    is_mmc,
    is_squad,
    is_team,
    is_tripod,
    is_wounded,
    leaders,
    leadership,
    lying,
    may_take,
    morale,
    nation,
    occupied,
    same_colour,
    take_over,
    units,
    weapons,
)
from .ground import is_covered


class Initiative(Step):
    """Both sides roll; a tie keeps it where it was; in turn 1 the scenario says who has it (3.0)."""

    name = "initiative"

    def run(self, t: Table, f: Frame) -> None:
        if int(t.var("turn", 1)) > 1:
            dice = {side: t.roll(purpose="roll.initiative", by=side)[0] for side in SIDES}
            if dice["us"] != dice[GERMAN]:
                t.set_var("initiative", max(SIDES, key=lambda side: dice[side]))
        t.note("note.initiative", rule="3.0", side={"s": t.var("initiative")})
        marker = next((p for p in t.records if t.record(p)["kind"] == "initiative"), "")
        if marker:
            t.give(marker, str(t.var("initiative")))
            t.move(marker, f"turn_{t.var('turn')}")
        t.done()


# who may try -------------------------------------------------------------------


def helper(r: Reader, unit: str) -> str:
    """Return the good-order leader of the same colour who helps a unit to rally, or an empty word (3.0)."""
    found = [p for p in leaders(r, r.where(unit), r.owner(unit), apart=unit) if same_colour(r, p, unit)]
    return found[0] if found else ""


def is_qualified(r: Reader, unit: str) -> bool:
    """Return whether a shaken unit may try to rally where it is (3.0)."""
    if r.attr(unit, "self_rally") or r.has(unit, "sniper") or is_team(r, unit) or r.has(unit, "leader"):
        return True
    return bool(helper(r, unit)) or any(r.has(p, "hero") for p in units(r, r.where(unit), r.owner(unit)))


def shaken(r: Reader, side: str) -> list[str]:
    """Return a side's shaken units on the map."""
    return [u for u in all_units(r, side) if not is_good(r, u)]


def candidates(r: Reader, side: str, tried: list[str]) -> list[str]:
    """Return the units that may try now: in each place leaders before the others, each once (3.0)."""
    found = []
    for place in occupied(r, side):
        here = [u for u in units(r, place, side) if not is_good(r, u) and u not in tried and is_qualified(r, u)]
        first = [u for u in here if r.has(u, "leader")]
        found += first or here
    return found


def attempt(t: Table, unit: str, *, key: str = "note.rally", rule: str = "3.0") -> bool:
    """Roll for a rally: two dice, less the leader, less 2 in cover, against the shaken side's morale (3.0, 5.1)."""
    lead = helper(t, unit)
    total = sum(t.roll(2, purpose="roll.rally", by=t.owner(unit)))
    total -= max(0, leadership(t, lead)) if lead else 0  # he may help
    total -= 2 if is_covered(t, t.where(unit)) else 0
    wanted = morale(t, unit)
    good = total <= wanted
    if good:
        recover(t, unit)
    t.note(key if good else f"{key}_failed", rule=rule, piece={"p": unit}, total=total, morale=wanted)
    return good


def recover(t: Table, unit: str) -> None:
    """Turn a shaken unit to good order; it may hold its hex again (3.0)."""
    t.turn(unit, "front")
    events.settle(t, t.where(unit))


# half-squads and weapons ---------------------------------------------------------


def squads_of(r: Reader, kind: str) -> list[str]:
    """Return the squad kinds that lose down to a half-squad kind, in table order (5.1)."""
    chart = r.chart("losses")
    return [str(row) for row in chart.row_heads if kind in (chart.at(row, "even"), chart.at(row, "odd"))]


def in_play(r: Reader, kind: str) -> int:
    """Return how many counters of a kind are on the map or waiting."""
    return sum(1 for rec in r.records.values() if rec["kind"] == kind and not rec["at"].endswith("_lost"))


def combinations(r: Reader, side: str) -> list[tuple[str, str, str]]:
    """Return (half-squad, half-squad, squad kind) that may be combined: one of each sort in a place (3.0)."""
    found = []
    for place in occupied(r, side):
        if in_melee(r, place) or not leaders(r, place, side):
            continue
        halves = [
            u
            for u in units(r, place, side)
            if r.has(u, "half_squad") and (is_good(r, u) or r.option("shaken_may_combine"))
        ]
        seen = set()
        for n, one in enumerate(halves):
            for other in halves[n + 1 :]:
                kinds = tuple(sorted((str(r.record(one)["kind"]), str(r.record(other)["kind"]))))
                both = [k for k in squads_of(r, kinds[0]) if k in squads_of(r, kinds[1])]
                for squad in both:
                    mix = sum(1 for _ in r.content.pieces_of(squad))
                    if (kinds, squad) not in seen and in_play(r, squad) < mix:
                        seen.add((kinds, squad))
                        found.append((one, other, squad))
    return found


def pick_ups(r: Reader, side: str) -> list[tuple[str, str]]:
    """Return (weapon, unit) for weapons without an owner that may be picked up: no enemy in the hex (1.6.1)."""
    found = []
    for place in occupied(r, side):
        if enemies_in(r, place, side):
            continue
        found += [(w, u) for w in lying(r, place) for u in units(r, place, side) if may_take(r, u)]
    return found


def exchanges(r: Reader, side: str) -> list[tuple[str, str]]:
    """Return (weapon, unit) for weapons that may change hands between good-order units of a place (3.0)."""
    found = []
    for place in occupied(r, side):
        here = [u for u in units(r, place, side) if is_good(r, u)]
        for owner in here:
            found += [(w, u) for w in weapons(r, owner) for u in here if u != owner and may_take(r, u)]
    return found


def swaps(r: Reader, side: str) -> list[tuple[str, str]]:
    """Return (weapon, weapon) that two good-order units of a place may exchange where one at least has no room for more (3.0)."""
    found = []
    for place in occupied(r, side):
        armed = [u for u in units(r, place, side) if is_good(r, u) and weapons(r, u)]
        for n, one in enumerate(armed):
            for other in armed[n + 1 :]:
                if not (may_take(r, one) and may_take(r, other)):
                    found += [(a, b) for a in weapons(r, one) for b in weapons(r, other)]
    return found


def tripods(r: Reader, side: str) -> list[str]:
    """Return the machine guns that may be put on their tripod or taken off it: in a good-order squad's hands (1.6.01)."""
    return [
        w
        for u in all_units(r, side)
        if is_good(r, u) and (is_squad(r, u) or is_half(r, u))
        for w in weapons(r, u)
        if has_tripod(r, w)
    ]


def treatments(r: Reader, side: str, spent: list[str]) -> list[tuple[str, str]]:
    """Return (medic, patient): a wounded SMC or a shaken MMC in the hex of a good-order medic (11.3)."""
    found = []
    for medic in all_units(r, side):
        if not r.has(medic, "medic") or not is_good(r, medic) or medic in spent:
            continue
        for unit in units(r, r.where(medic), side):
            if is_wounded(r, unit) or (is_mmc(r, unit) and not is_good(r, unit)):
                found.append((medic, unit))
    return found


class Rally(Asking):
    """A side's part of the rally phase: everything in any order, leaders first in each hex (3.0).

    Locals: `side`, `tried`, `failed`, `treated` (medics), `loyal` (the loyalty attempt is spent).
    """

    name = "rally"

    ends = ("done",)

    def begin(self, t: Table, f: Frame) -> None:
        f.l.update(tried=[], failed=[], treated=[])

    def is_open(self, t: Table, f: Frame) -> bool:
        return bool(self._asks(t, f, f.l["side"]))

    def _asks(self, r: Reader, f: Frame, side: str) -> list[Ask]:
        asks: list[Ask] = []
        able = candidates(r, side, f.l["tried"])
        if able:
            asks.append(offers.pieces("rally", "ask.rally", able, rule="3.0"))
        loyal = self._loyal(r, f, side)
        if loyal:
            asks.append(offers.pieces("loyalty", "ask.loyalty", loyal, rule="13.81"))
        cries = [u for u in shaken(r, side) if self._crier(r, u)]
        if cries:
            asks.append(offers.pieces("cry", "ask.cry", cries, rule="12.0"))
        lists = (
            ("treat", "ask.treat", "11.3", treatments(r, side, f.l["treated"])),
            ("take", "ask.take", "1.6.1", pick_ups(r, side)),
            ("hand", "ask.hand", "3.0", exchanges(r, side)),
        )
        choices: list[Choice]
        for verb, label, rule, pairs in lists:
            if pairs:
                choices = [
                    {"value": f"{a}>{b}", "label": msg(f"choice.{verb}", a={"p": a}, b={"p": b})} for a, b in pairs
                ]
                asks.append(offers.choose(verb, label, choices, rule=rule))
        trades = swaps(r, side)
        if trades:
            choices = [{"value": f"{a}>{b}", "label": msg("choice.swap", a={"p": a}, b={"p": b})} for a, b in trades]
            asks.append(offers.choose("swap", "ask.swap", choices, rule="3.0"))
        pairs3 = combinations(r, side)
        if pairs3:
            choices = [
                {"value": f"{a}>{b}>{k}", "label": msg("choice.combine", a={"p": a}, b={"p": b}, kind={"k": k})}
                for a, b, k in pairs3
            ]
            asks.append(offers.choose("combine", "ask.combine", choices, rule="3.0"))
        turnable = tripods(r, side)
        if turnable:
            choices = [{"value": w, "label": msg("choice.flip", piece={"p": w}, at={"c": r.spot(w)})} for w in turnable]
            asks.append(offers.choose("flip", "ask.flip", choices, rule="1.6.01"))
        return asks

    @staticmethod
    def _loyal(r: Reader, f: Frame, side: str) -> list[str]:
        """Return the SS units that loyalty gives an attempt, once a phase (13.81)."""
        if side != GERMAN or f.l.get("loyal"):
            return []
        here = [u for u in shaken(r, side) if nation(r, u) == "ss"]
        return [u for u in here if u in f.l["failed"] or not (u in f.l["tried"] or is_qualified(r, u) or _led(r, u))]

    @staticmethod
    def _crier(r: Reader, unit: str) -> str:
        here = units(r, r.where(unit), r.owner(unit))
        return next((card for p in here if is_good(r, p) and (card := holds(r, p, "rally_cry"))), "")

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        asks = self._asks(s, f, s.side)
        ticked = any(a["kind"] == "pieces" for a in asks)  # then Enter confirms what is ticked
        asks.append(offers.button("done", "button.done_rally", rule="3.0", primary=not ticked))
        return offers.offer(msg("prompt.rally", side={"s": s.side}), *asks, detail=msg("detail.rally", rule="3.0"))

    def do_rally(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to rally a unit (3.0)."""
        unit = args["pieces"][0]
        f.l["tried"].append(unit)
        if not attempt(t, unit):
            f.l["failed"].append(unit)

    def do_loyalty(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let loyalty give an SS unit an attempt that it would not have (13.81)."""
        unit = args["pieces"][0]
        f.l["loyal"] = True
        f.l["tried"].append(unit)
        attempt(t, unit, key="note.loyalty", rule="13.81")

    def do_cry(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Rally a unit by a skill card, without a roll (12.0)."""
        unit = args["pieces"][0]
        harm.use_card(t, self._crier(t, unit))
        recover(t, unit)
        t.note("note.rally_cry", rule="12.0", piece={"p": unit})

    def do_treat(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let a medic treat a unit (11.3)."""
        medic, unit = args["choice"].split(">")
        f.l["treated"].append(medic)
        total = sum(t.roll(2, purpose="roll.medic", by=side)) - (2 if is_covered(t, t.where(medic)) else 0)
        good = total <= morale(t, medic)
        t.note(
            "note.treated" if good else "note.treat_failed",
            rule="11.3",
            medic={"p": medic},
            piece={"p": unit},
            total=total,
        )
        if not good:
            return
        if is_wounded(t, unit):
            harm.heal(t, unit)
        else:
            recover(t, unit)

    def do_combine(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Make two half-squads one squad; it takes over their weapons and cards (3.0)."""
        one, other, squad = args["choice"].split(">")
        if not is_good(t, other):
            one, other = other, one  # by option: a squad with a shaken half is shaken
        for thing in t.inside(other):
            t.move(thing, f"@{one}")
        t.remove(other)
        t.become(one, squad)
        t.note("note.combined", rule="3.0", piece={"p": one}, kind={"k": squad})

    def do_take(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pick a weapon up (1.6.1)."""
        weapon, unit = args["choice"].split(">")
        take_over(t, weapon, unit)
        t.note("note.takes", rule="1.6.1", piece={"p": unit}, weapon={"p": weapon})

    def do_hand(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Hand a weapon over (3.0)."""
        weapon, unit = args["choice"].split(">")
        t.move(weapon, f"@{unit}")
        t.note("note.takes", rule="3.0", piece={"p": unit}, weapon={"p": weapon})

    def do_swap(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Exchange two weapons (3.0)."""
        one, other = args["choice"].split(">")
        owners = t.where(one), t.where(other)
        for weapon, to in ((one, owners[1]), (other, owners[0])):
            t.move(weapon, to)
            t.note("note.takes", rule="3.0", piece={"p": to[1:]}, weapon={"p": weapon})

    def do_flip(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Put a machine gun on its tripod or take it off (1.6.01)."""
        weapon = args["choice"]
        t.turn(weapon, "back" if t.record(weapon)["face"] == "front" else "front")
        t.note("note.tripod" if is_tripod(t, weapon) else "note.no_tripod", rule="1.6.01", piece={"p": weapon})


def _led(r: Reader, unit: str) -> bool:
    """Return whether a friendly leader or hero is in the hex of an SS unit (13.81)."""
    here = units(r, r.where(unit), r.owner(unit))
    return any(p != unit and is_good(r, p) and (r.has(p, "leader") or r.has(p, "hero")) for p in here)


STEPS = (Initiative(), Rally())
