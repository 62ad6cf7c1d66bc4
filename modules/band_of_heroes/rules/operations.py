"""The operations phase: impulses in turn, activation by hex and leader, everything a unit may do in one (4.0 to 7.0, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from qtwar.kit import offers
from qtwar.kit.alternation import Alternation
from qtwar.kit.facts import is_cell
from qtwar.kit.offers import Ask, Choice, Message, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import activation, ambush, arcs, attack, entry, events, firing, harm, melee, movement, snipers, spotting
from .activation import able_to_lead, chiefs, opened, origin
from .facts import (
    SIDES,
    all_units,
    enemy,
    hex_of,
    holds,
    in_melee,
    is_good,
    is_mmc,
    is_team,
    is_tripod,
    mark,
    marked,
    marks,
    put_marker,
    units,
    weapons,
    wrapped,
)
from .fire import Circumstances, carrier
from .firegroup import compose, note_used
from .firing import Shooting
from .ground import has_fresh_smoke, neighbours

TURNS = Alternation(SIDES, passes=3)  # 4.0: A, B, A


class Operations(Step):
    """Impulses alternate, the initiative first, until three passes in a row or nobody is left to act (4.0)."""

    name = "operations"

    def run(self, t: Table, f: Frame) -> None:
        if "side" not in f.l:
            events.look_around(t)  # 1.7: at the start, and when smoke has gone
        TURNS.begin(f, str(t.var("initiative")))
        if f.result is not None and "passed" in f.result:
            TURNS.passed(f) if f.result["passed"] else TURNS.acted(f)
            f.l["asked"] = False
        elif f.result is not None and f.result["quiet"]:
            f.l.setdefault("quiet", []).append(enemy(f.l["side"]))
        if TURNS.is_over(f) or not any(pending(t, side) for side in SIDES):
            t.note("note.operations_over", rule="4.0", level=2)
            t.done()
            return
        other = enemy(f.l["side"])
        if not f.l.get("asked") and other not in f.l.get("quiet", ()) and ambush.worth_asking(t, other):
            f.l["asked"] = True
            t.call("ambush", side=other)  # 11.4: at any time
            return
        t.call("impulse", side=f.l["side"])


def fresh(r: Reader, side: str) -> list[str]:
    """Return a side's units on the map that bear no marker (4.0)."""
    return [u for u in all_units(r, side) if not marked(r, u)]


def pending(r: Reader, side: str) -> list[str]:
    """Return a side's units that keep the phase open: unmarked, assault moved and yet to fire, or about to enter (4.0, 6.1)."""
    here = [u for u in all_units(r, side) if marks(r, u) in ([], ["assault"])]
    return here or [u for group in entry.groups(r, side).values() for u in group["units"]]


class Impulse(Shooting):
    """One impulse of a side. Hands back {passed}.

    Locals: `side`; `origins` (places activated), `from` (unit → place where it began), `did` (units that acted),
    `spot` {unit, cell} of this impulse, `fired` (place of origin and place of units that have fired), `aimed` (place of origin →
    target of those who began there), `moved` (places whose stack has moved),
    `fought` (places in which it has begun a round of melee), `stealthy`,
    `directing` (leaders), `chiefs` (leader → place and range, who may activate others),
    `used` (unit → what it has fired), `acted`.
    """

    name = "impulse"

    ends = ("pass",)

    def begin(self, t: Table, f: Frame) -> None:
        f.l.update(
            {name: [] for name in ("origins", "did", "fired", "moved", "stealthy", "fought", "directing")}
            | {name: {} for name in ("from", "aimed", "used")}
        )
        chiefs = {u: list(found) for u, found in able_to_lead(t, f.l["side"]).items()}
        f.l.update(spot=None, chiefs=chiefs, acted=False)

    def ahead(self, t: Table, f: Frame) -> bool:
        for unit in (f.result or {}).get("units", ()):
            f.l["from"].setdefault(
                unit, f.l["moved"][-1]
            )  # 11.2: a hero who arose on the way began where his squad did
        return self._leave(t, f)

    def is_open(self, t: Table, f: Frame) -> bool:
        return self._anything(t, f, f.l["side"])

    def close(self, t: Table, f: Frame) -> dict[str, Any]:
        if len(f.l["origins"]) > 1:
            leads = [u for u, (at, n) in chiefs(t, f).items() if activation.joins(t, at, n, f.l["origins"])]
            leads.sort(key=lambda u: u not in f.l["did"] and not marked(t, u))
            if leads:
                t.set_attr(leads[0], "led", True)
        snipers.settle(t)
        if not f.l["acted"]:
            t.note("note.passes", rule="4.0", side={"s": f.l["side"]})
        return {"passed": not f.l["acted"]}

    def when(self, f: Frame) -> Circumstances:
        """Return the circumstances of fire in this impulse."""
        spot = f.l["spot"] or {}
        return Circumstances(
            spotter=spot.get("unit", ""), spotted=spot.get("cell", ""), stealthy=tuple(f.l["stealthy"]),
            directing=tuple(f.l["directing"]), used=tuple((u, tuple(p)) for u, p in f.l["used"].items()),
        )  # fmt: skip

    # what may be done -----------------------------------------------------------------

    def _anything(self, r: Reader, f: Frame, side: str) -> bool:
        """Return whether a side can do anything but pass; what is quick to see is asked first."""
        free = fresh(r, side)
        if f.l["acted"]:
            places = opened(r, f, side)
            free = [
                u
                for u in free
                if u not in f.l["did"] and origin(r, f, u) in places and origin(r, f, u) not in f.l["moved"]
            ]
        return bool(movement.movable(r, free, "move")) or any(self._parts(r, f, side))

    def _asks(self, r: Reader, f: Frame, side: str) -> list[Ask]:
        return [ask for part in self._parts(r, f, side) for ask in part]

    def _parts(self, r: Reader, f: Frame, side: str) -> Iterator[list[Ask]]:
        """Yield the asks kind by kind, worked out as far as somebody wants to know."""
        places = opened(r, f, side)
        here = [u for u in all_units(r, side) if origin(r, f, u) in places and u not in f.l["did"]]
        free = [u for u in here if not marked(r, u)]
        yield self._move_asks(r, f, free)
        yield firing.impulse_asks(r, f, side, here, self.when(f))
        yield self._spot_asks(r, f, all_units(r, side))
        run = [u for u in here if marks(r, u) == ["assault"]] if r.option("smoke_after_assault") else []
        yield self._smoke_asks(r, [*free, *run])
        yield self._other_asks(r, f, side, free)
        yield self._melee_asks(r, f, side, places)
        still = [u for u in here if origin(r, f, u) not in f.l["moved"]]
        yield leave_asks(r, [u for u in still if not marked(r, u) or in_melee(r, r.where(u))])
        coming = entry.groups(r, side) if not f.l["origins"] else {}
        if coming:
            pieces = [p for group in coming.values() for p in group["units"]]
            cells = sorted({c for group in coming.values() for c in group["cells"]})
            yield [
                offers.pieces_and_cell(
                    "enter", "ask.enter", pieces, cells, 1, len(pieces), rule="SETUP",
                    groups={name: group["units"] for name, group in coming.items()},
                    targets={p: group["cells"] for group in coming.values() for p in group["units"]},
                )
            ]  # fmt: skip
        hidden = snipers.placements(r, side)
        if hidden and not f.l["acted"]:
            yield [offers.place("place_sniper", "ask.place_sniper", hidden, rule="11.4", max=1)]

    def _spot_asks(self, r: Reader, f: Frame, here: list[str]) -> list[Ask]:
        if f.l["spot"] or (f.l["acted"] and not r.option("spot_after_acting")):
            return []  # 10.1: one attempt an impulse
        targets = {u: found for u in here if spotting.may_spot(r, u) and (found := spotting.targets(r, u))}
        return [offers.place("spot", "ask.spot", targets, rule="10.1", max=1, odds={"verb": "spot"})] if targets else []

    def _move_asks(self, r: Reader, f: Frame, free: list[str]) -> list[Ask]:
        asks = []
        mobile = [u for u in movement.movable(r, free, "move") if origin(r, f, u) not in f.l["moved"]]
        for mode, rule in (("move", "6.0"), ("assault", "6.1"), ("crawl", "6.3"), ("stealth", "6.4")):
            able = [u for u in mobile if movement.goes(r, u, mode)]
            groups: dict[str, list[str]] = {}
            for unit in able:
                groups.setdefault(r.where(unit), []).append(unit)
            if groups:
                asks.append(
                    offers.move(
                        mode,
                        f"ask.{mode}",
                        [u for g in groups.values() for u in g],
                        rule=rule,
                        query=f"reach_{mode}",
                        groups=groups,
                        why=self._staying(r, f, rule, able, free),
                        odds=None if mode == "assault" else {"verb": "move"},  # 8.0: no melee by assault movement
                    )
                )
        return asks

    @staticmethod
    def _staying(r: Reader, f: Frame, rule: str, able: list[str], free: list[str]) -> dict[str, Message]:
        """Return unit → the rule that keeps it in its hex where others there may move."""
        out = {}
        for place in dict.fromkeys(r.where(u) for u in able):
            for unit in units(r, place, r.owner(able[0])):
                if unit in able:
                    continue
                if done := marks(r, unit):
                    first = "ops" if "ops" in done else done[0]  # 4.1 bars the move whatever else it has done
                    out[unit] = msg("refuse.marked", rule="4.1" if first == "ops" else "4.0", mark=msg(f"mark.{first}"))
                elif unit not in free or origin(r, f, unit) in f.l["moved"]:
                    out[unit] = msg("refuse.had_impulse", rule="4.0")
                elif not movement.factor(r, unit):
                    out[unit] = msg("refuse.no_factor", rule=movement.rooted(r, unit) or "6.0")
                else:
                    out[unit] = msg("refuse.not_so", rule=rule)
        return out

    @staticmethod
    def _smoke_asks(r: Reader, able: list[str]) -> list[Ask]:
        """Return the ask for smoke: the markers that bar it are Moved, Low Crawl, Fired and Ops Complete (7.0)."""
        layers = {u: smoke_places(r, u) for u in able if is_mmc(r, u) and is_good(r, u) and not in_melee(r, r.where(u))}
        layers = {u: places for u, places in layers.items() if places}
        return [offers.place("smoke", "ask.smoke", layers, rule="7.0", max=1)] if layers else []

    @staticmethod
    def _other_asks(r: Reader, f: Frame, side: str, free: list[str]) -> list[Ask]:
        """Return smoke pots and the turning of guns (12.0, 1.6.3)."""
        asks: list[Ask] = []
        able = [u for u in free if is_good(r, u) and not in_melee(r, r.where(u))]
        pots = {u: smoke_places(r, u, own=True) for u in able if holds(r, u, "smoke_pots")}
        pots = {u: places for u, places in pots.items() if places}
        if pots:
            asks.append(offers.place("pots", "ask.pots", pots, rule="12.0", max=1))
        guns = [u for u in able if r.attr(u, "arc")]
        choices: list[Choice] = [
            {"value": f"{u}>{to}", "label": msg("choice.pivot", piece={"p": u}, to=msg(f"facing.{to}"))}
            for u in guns
            for to in arcs.FACINGS
            if to != arcs.facing(r, u)
        ]
        if choices:
            asks.append(offers.choose("pivot", "ask.pivot", choices, rule="1.6.3"))
        return asks

    @staticmethod
    def _melee_asks(r: Reader, f: Frame, side: str, places: list[str]) -> list[Ask]:
        locked = [p for p in places if in_melee(r, p)]
        asks: list[Ask] = []
        again = [p for p in locked if any(u not in f.l["did"] for u in melee.can_continue(r, p, side))]
        if again:
            choices: list[Choice] = [{"value": p, "label": msg("choice.melee", cell={"c": p})} for p in again]
            asks.append(offers.choose("melee", "ask.melee", choices, rule="8.1"))
        ways: dict[str, list[str]] = {}
        groups: dict[str, list[str]] = {}
        for place in locked:
            if place in f.l["moved"] or place in f.l["fought"] or not units(r, place, enemy(side)):
                continue  # 8.1: declared before the melee is fought on
            for unit in units(r, place, side):
                if unit in f.l["did"] or unit in f.l["from"] or not movement.factor(r, unit):
                    continue  # 8.1: who came in this impulse may leave in the next
                cells = [
                    to for to in neighbours(r, place)
                    if not units(r, to, enemy(side)) and not movement.step_fault(r, "move", [unit], place, to, 99, first=True)
                ]  # fmt: skip
                if cells:
                    ways[unit] = cells
                    groups.setdefault(place, []).append(unit)
        if ways:
            cells = sorted({c for found in ways.values() for c in found})
            asks.append(
                offers.pieces_and_cell(
                    "withdraw", "ask.withdraw", list(ways), cells, 1, len(ways), rule="8.1", groups=groups,
                    targets=ways,
                )
            )  # fmt: skip
        return asks

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        asks = self._asks(s, f, s.side)
        key = "button.end_impulse" if f.l["acted"] else "button.pass"
        # Enter, with which counters are taken too, gives no impulse away unused
        asks.append(offers.button("pass", key, rule="4.0", primary=f.l["acted"]))
        return offers.offer(
            msg("prompt.impulse" if not f.l["acted"] else "prompt.impulse_on", side={"s": s.side}), *asks,
            detail=msg("detail.impulse", rule="4.0"),
        )  # fmt: skip

    # doing it ---------------------------------------------------------------------------

    @staticmethod
    def _act(t: Table, f: Frame, pieces: list[str]) -> None:
        """Note that units act: their places are activated (4.0)."""
        f.l["acted"] = True
        for piece in pieces:
            unit = carrier(t, piece) or piece
            place = origin(t, f, unit)
            if place not in f.l["origins"]:
                f.l["origins"].append(place)

    def do_spot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to spot; that is no impulse by itself (10.1)."""
        unit = args["pieces"][0]
        hit = spotting.attempt(t, unit, args["cell"])
        f.l["spot"] = {"unit": unit, "cell": args["cell"] if hit else ""}

    def _go(self, t: Table, f: Frame, side: str, mode: str, args: dict[str, Any]) -> None:
        pieces: list[str] = args["pieces"]
        places = {t.where(p) for p in pieces}
        if len(places) != 1:
            t.refuse("refuse.one_hex", rule="4.0")
        self._act(t, f, pieces)
        f.l["moved"].append(origin(t, f, pieces[0]))
        for unit in pieces:
            f.l["from"][unit] = t.where(unit)
            if mode == "stealth":
                f.l["stealthy"].append(unit)
            elif mode != "assault":
                f.l["did"].append(unit)
        movement.start(t, mode, side, pieces, args["path"])

    def do_move(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move a stack (6.0)."""
        self._go(t, f, side, "move", args)

    def do_assault(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move a stack by assault movement; it may fire afterwards (6.1)."""
        self._go(t, f, side, "assault", args)

    def do_crawl(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Crawl a hex (6.3)."""
        self._go(t, f, side, "crawl", args)

    def do_stealth(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Move by stealth; it may fire afterwards in this impulse (6.4)."""
        self._go(t, f, side, "stealth", args)

    def shoot(self, t: Table, f: Frame, side: str, verb: str, args: dict[str, Any], *, dice: int = 2) -> None:
        """Fire in an impulse: it activates places and binds those who began beside the firers (4.0)."""
        when = self.when(f)
        shot = compose(t, side, firing.chosen(t, verb, args, when), args["cell"], when)
        if not any(snipers.is_fresh(t, u) for u in shot.units):  # 11.4: his first shot goes with his placing
            self._act(t, f, [*shot.units, *shot.weapons])  # who calls a mortar from elsewhere activates nobody
        if shot.leader and t.where(shot.leader) == shot.at:
            f.l["directing"].append(shot.leader)
        if shot.kind == "fire" and not any(is_team(t, u) for u in shot.units):
            for piece in (*shot.units, *shot.weapons):
                began = origin(t, f, carrier(t, piece) or piece)
                f.l["aimed"].setdefault(began, shot.target)
                f.l["fired"].append([began, shot.at])
        note_used(t, f.l["used"], shot)
        attack.begin(t, shot, self.when(f), dice=dice)

    def do_smoke(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to lay smoke; the unit is Ops Complete in any case (7.0)."""
        unit, place = args["pieces"][0], args["cell"]
        self._act(t, f, [unit])
        f.l["did"].append(unit)
        number = int(t.chart("smoke").at("band_of_heroes_all"))
        die = t.roll(purpose="roll.smoke", by=side)[0]
        mark(t, unit, "ops")
        if die <= number:
            lay_smoke(t, place)
        t.note(
            "note.smoke" if die <= number else "note.smoke_failed",
            rule="7.0",
            piece={"p": unit},
            cell={"c": place},
            die=die,
        )

    def do_pots(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Lay smoke with the skill card, without a roll (12.0)."""
        unit, place = args["pieces"][0], args["cell"]
        self._act(t, f, [unit])
        f.l["did"].append(unit)
        harm.use_card(t, holds(t, unit, "smoke_pots"))
        mark(t, unit, "ops")
        lay_smoke(t, place)
        t.note("note.smoke_pots", rule="12.0", piece={"p": unit}, cell={"c": place})

    def do_leave(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave a gun on its tripod in the hex, so that its crew can go; that is nothing done yet (1.6.01)."""
        weapon = args["choice"]
        t.note("note.left_gun", rule="1.6.01", piece={"p": carrier(t, weapon)}, weapon={"p": weapon})
        t.move(weapon, t.spot(weapon))

    def do_pivot(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Turn a gun; it may still fire at opportunity (1.6.3)."""
        unit, to = args["choice"].split(">")
        self._act(t, f, [unit])
        f.l["did"].append(unit)
        cost = arcs.turning_cost(arcs.facing(t, unit), to)
        if cost > int(t.attr(unit, "mf", 0)):
            t.refuse("refuse.pivot", rule="1.6.3", piece={"p": unit})
        t.set_attr(unit, "facing", arcs.FACINGS.index(to))
        t.set_attr(unit, "pivoted", True)
        mark(t, unit, "moved")
        t.note("note.pivot", rule="1.6.3", piece={"p": unit}, to=msg(f"facing.{to}"))
        t.call("reaction", side=enemy(side), cell=t.where(unit), moving=[unit], shots=cost, fired=[])

    def do_melee(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fight another round of a melee (8.1)."""
        place = args["choice"]
        able = melee.can_continue(t, place, side)
        self._act(t, f, able)
        f.l["fought"].append(place)
        for unit in able:
            mark(t, unit, "fired")
            f.l["did"].append(unit)
        t.call("melee", cell=place, side=side, entered=[])

    def do_withdraw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Try to withdraw units from a melee; who passes his check leaves together (8.1)."""
        pieces: list[str] = args["pieces"]
        place = t.where(pieces[0])
        points = movement.allowance(t, "move", pieces)
        broken = movement.step_fault(t, "move", pieces, place, args["cell"], points, first=True)
        if broken:  # as if all of them passed their checks
            t.refuse("refuse.step", rule=broken, cell={"c": args["cell"]})
        self._act(t, f, pieces)
        f.l["moved"].append(place)
        for unit in pieces:
            f.l["from"][unit] = place
            f.l["did"].append(unit)
        gone = [u for u in pieces if melee.withdraw_check(t, u)]
        if gone:
            f.l["leaving"] = {"units": gone, "to": args["cell"]}

    @staticmethod
    def _leave(t: Table, f: Frame) -> bool:
        """Set those who withdraw in motion (8.1)."""
        plan = f.l.pop("leaving", None)
        if plan is None:
            return False
        group = plan["units"]
        t.note("note.move", rule="8.1", pieces=wrapped(group), cell={"c": t.where(group[0])})
        t.call(
            "march", side=f.l["side"], units=group, mode="move", left=movement.allowance(t, "move", group), path=[plan["to"]],
            first=True, must=True, go_on=True,
        )  # fmt: skip
        return True

    def do_enter(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Bring reinforcements in by an entry hex, from which they may go on (scenario)."""
        pieces = args["pieces"]
        f.l["acted"] = True
        f.l["origins"].append(t.where(pieces[0]))
        f.l["moved"].append(t.where(pieces[0]))
        for unit in pieces:
            f.l["from"][unit] = t.where(unit)
            f.l["did"].append(unit)
        entry.enter(t, side, pieces, args["cell"])


def smoke_places(r: Reader, unit: str, *, own: bool = False) -> list[str]:
    """Return the hexes into which a unit can lay smoke: its own or an adjacent one without fresh smoke (7.0, AMB-18).

    `own`: the own hex in any case, as the card says (12.0).
    Smoke fills all levels of a hex, so from an upper floor too it goes into the hexes around.
    """
    here = hex_of(r, r.where(unit))
    key = (smoke_places, here, own)
    if key not in r.memo:
        places = [p for p in neighbours(r, here) if is_cell(p)]
        if own or r.option("smoke_in_own_hex"):
            places.append(here)
        r.memo[key] = sorted(p for p in places if not has_fresh_smoke(r, p))
    return list(r.memo[key])


def lay_smoke(t: Table, place: str) -> None:
    """Put Smoke 1 into a hex, over Smoke 2 if that lies there (7.0)."""
    t.turn(put_marker(t, place, "smoke1_2"), "front")


def leave_asks(r: Reader, units_: list[str]) -> list[Ask]:
    """Return the ask for leaving guns behind that can not be moved on their tripods (1.6.01)."""
    guns = [w for u in units_ for w in weapons(r, u) if is_tripod(r, w)]
    if not guns:
        return []
    choices: list[Choice] = [{"value": w, "label": msg("choice.leave", piece={"p": w}, at={"c": r.spot(w)})} for w in guns]
    return [offers.choose("leave", "ask.leave", choices, rule="1.6.01")]


STEPS = (Operations(), Impulse())
