"""Assaults: who storms which hex, the defenders' fire, checks, three rounds at once, retreat and advance (8.0, 27.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import attack, concealment, duties, harm, losses, preview, reaction, victory, works
from .checks import chance, check, status, total
from .facts import (
    enemy,
    facilities,
    finish,
    is_broken,
    is_combat,
    is_immobilized,
    is_infantry,
    is_soldier,
    is_steady,
    is_vehicle,
    men,
    on_map,
    own,
    proficiency,
    stack_fault,
    units,
    wrapped,
)
from .fire import When, compose
from .ground import neighbours, step_cost
from .movement import mover

ROUNDS = 3


def stormers(r: Reader, f: Frame, able: list[str]) -> dict[str, list[str]]:
    """Return unit → the enemy hexes that it may assault: it began the activation next to them, not suppressed (8.0)."""
    found = {}
    for unit in able:
        fit = (is_soldier(r, unit) and is_combat(r, unit)) or (is_vehicle(r, unit) and not is_immobilized(r, unit))
        if not fit or not is_steady(r, unit) or own(f)["places"].get(unit) != r.where(unit):
            continue
        cells = [p for p in neighbours(r, r.where(unit)) if any(is_infantry(r, q) or not r.attr(q, "altitude") or
                 r.attr(q, "altitude") == "ground" for q in units(r, p, enemy(r.owner(unit))))]  # fmt: skip
        if cells:
            found[unit] = sorted(cells)
    return found


def asks(s: Seen, f: Frame, able: list[str]) -> list[Ask]:
    """Return the ask to assault: units, and the hex next to all of them."""
    reach = stormers(s, f, able)
    if not reach:
        return []
    cells = sorted({c for found in reach.values() for c in found})
    return [
        offers.pieces_and_cell(
            "assault", "ask.assault", list(reach), cells, 1, len(reach), rule="8.0", targets=reach, odds={"verb": "assault"}
        )
    ]


def dares(r: Reader, unit: str, others: Iterable[str]) -> bool:
    """Return whether an assaulter needs no check: a sapper, a leader, and who comes along from a leader's hex (8.0)."""
    led = any(r.has(p, "leader") and r.where(p) == r.where(unit) for p in others)
    return led or bool(r.has(unit, "sapper") or r.has(unit, "leader"))


def aloft(r: Reader, piece: str) -> bool:
    """Return whether an assault can not fire at a unit: it is known to fly above the hex (8.0)."""
    return r.is_known(piece) and r.attr(piece, "altitude") in ("high", "treetop")


def odds(s: Seen, pieces: list[str], cell: str) -> dict[str, Any]:
    """Return what an assault would bring: each check, then the first fire of all who come, at each enemy there (8.0)."""
    lines: list[dict[str, Any]] = []
    for unit in pieces:
        sure = dares(s, unit, pieces)
        percent = 100 if sure else chance(total(status(s, unit)), proficiency(s, unit))
        lines.append(dict(msg("odds.storms", rule="8.0", piece={"p": unit}, percent=percent)))
    title = msg("odds.title_assault", cell={"c": cell})
    firers = [p for p in pieces if is_combat(s, p)]
    foes = [p for p in units(s, cell, enemy(s.side)) if not aloft(s, p) and not (s.is_known(p) and s.has(p, "civilian"))]
    shots = [compose(s, firers, p, When(assault=True)) for p in foes] if firers else []
    if not shots:
        return {"title": title, "lines": lines}
    fire = preview.volley(s, firers[0], shots[0].value, shots[0].klass, [(shot.target, shot.modifiers) for shot in shots])
    return {"title": title, **fire, "lines": [*lines, *fire["lines"]]}


def do(t: Table, f: Frame, side: str, verb: str, args: dict[str, Any]) -> list[str]:
    """Begin an assault: the assaulters are exposed at once (8.0 step 2)."""
    pieces = list(args["pieces"])
    t.note("note.assault", rule="8.0", pieces=wrapped(pieces), cell={"c": args["cell"]})
    for unit in pieces:
        concealment.expose(t, unit, "8.0")
    step = t.call("assault", side=side, cell=args["cell"], stage="fire", round=0)
    step.l["units"] = [p for p in pieces if t.exists(p)]  # they are exposed: all may know
    own(step)["windows"] = sorted({t.where(p) for p in step.l["units"]})
    return pieces


class Assault(Step):
    """Locals: `side` (the assaulters'), `cell`, `stage`, `round`, `units` (who assault), `who` (whose turn to name fires).

    The assaulters' own: `windows` (hexes still to be fired at). Each side's own: `target`, `fires`
    (lists of units, the first of each leads), `claim` (a work of its own that it reveals). Nobody's: `target`, whom
    the assaulters' fires meet.
    """

    name = "assault"

    def run(self, t: Table, f: Frame) -> None:
        if t.is_over:
            t.done({})
            return
        getattr(self, f"at_{f.l['stage']}")(t, f)

    # who takes part -----------------------------------------------------------------------

    def attackers(self, r: Reader, f: Frame) -> list[str]:
        """Return the assaulters still in it: where they began, not broken."""
        return [p for p in f.l["units"] if r.exists(p) and on_map(r.where(p)) and not is_broken(r, p)]

    def defenders(self, r: Reader, f: Frame) -> list[str]:
        """Return the enemy's units in the hex that are not broken."""
        return [p for p in units(r, f.l["cell"], enemy(f.l["side"])) if not r.is_known(p) or not is_broken(r, p)]

    def at_fire(self, t: Table, f: Frame) -> None:
        """Step 3: those in the hex may fire at the assaulters, hex by hex of these."""
        mine = own(f)
        f.l["units"] = [p for p in f.l["units"] if t.exists(p) and on_map(t.where(p)) and not t.attr(p, "done")]
        while mine["windows"]:
            place = mine["windows"].pop(0)
            here = [p for p in f.l["units"] if t.where(p) == place]
            if here:
                only = units(t, f.l["cell"], enemy(f.l["side"]))
                reaction.open_window(t, here, "assault", only=only, storm=f.l["cell"])
                if t.frame().data is not f.data:
                    return
        f.l["stage"] = "checks"

    def at_checks(self, t: Table, f: Frame) -> None:
        """Steps 4 and 5: each assaulter's check, then civilians and dummies go."""
        f.l["units"] = [p for p in f.l["units"] if t.exists(p) and on_map(t.where(p)) and not t.attr(p, "done")]
        taking = []
        for unit in f.l["units"]:
            if dares(t, unit, f.l["units"]) or check(t, unit, "assault", "8.0"):
                taking.append(unit)
        f.l["units"] = taking
        for piece in units(t, f.l["cell"], enemy(f.l["side"])):
            gone = t.has(piece, "civilian") or t.has(piece, "dummy")
            if gone and concealment.expose(t, piece, "8.0"):
                losses.remove(t, piece)
        f.l["stage"] = "begin"
        if not taking:
            f.l["stage"] = "over"

    # rounds -------------------------------------------------------------------------------

    def at_begin(self, t: Table, f: Frame) -> None:
        """Begin a round, or end the assault."""
        side, foe = f.l["side"], enemy(f.l["side"])
        if f.l["round"] == 1:
            for piece in units(t, f.l["cell"], foe):
                concealment.expose(t, piece, "8.0")  # step 7
        if not self.defenders(t, f):
            f.l["stage"] = "flee"
            return
        if f.l["round"] >= ROUNDS or not self.attackers(t, f):
            f.l["stage"] = "over"
            return
        f.l["round"] += 1
        for one in (side, foe):
            f.of(one).update(target="", fires=[], said=False, claim="")
        f.l["stage"] = "declare"
        t.note("note.round", rule="8.0", n=f.l["round"])

    def free(self, r: Reader, f: Frame, side: str) -> list[str]:
        """Return who of a side can still fire in this round: suppressed assaulters can not (8.0 step 8)."""
        used = [p for fire in f.of(side).get("fires", ()) for p in fire]
        if side == f.l["side"]:
            able = [p for p in self.attackers(r, f) if is_steady(r, p)]
        else:
            able = [
                p for p in self.defenders(r, f) if r.is_known(p) and not r.has(p, "sapper") and not r.attr(p, "crashed")
            ]
        return [p for p in able if p not in used and is_combat(r, p)]

    def aims(self, r: Reader, f: Frame, side: str) -> list[str]:
        """Return whom a side may name: one unit a round (8.0 step 6, AMB-4)."""
        chosen = f.of(side).get("target")
        if chosen:
            return [chosen]
        foes = self.attackers(r, f) if side != f.l["side"] else units(r, f.l["cell"], enemy(side))
        return [p for p in foes if not aloft(r, p)]

    def at_declare(self, t: Table, f: Frame) -> None:
        """Each side names its target and its fires; the work that shelters a target may be revealed."""
        side, foe = f.l["side"], enemy(f.l["side"])
        for one in (side, foe):
            mine = f.of(one)
            if not mine["said"]:
                if (
                    self.free(t, f, one)
                    and self.aims(t, f, one)
                    and (t.option("amb_04_separate_fires") or not mine["fires"])
                ):
                    f.l["who"] = one
                    t.wait(one)
                    return
                mine["said"] = True
        aim = f.of(side)["target"]  # what is revealed next gives the backs of the hex other names: chance decides before
        f.of("*")["target"] = concealment.behind(t, side, aim) if aim else ""
        hidden = [p for p in facilities(t, f.l["cell"]) if not t.is_open(p) and t.owner(p) == foe]
        if hidden and f.of(side)["fires"] and not f.l.get(f"asked{f.l['round']}"):
            f.l["who"] = foe
            f.l["stage"] = "claim"
            t.wait(foe)
            return
        f.l["stage"] = "roll"

    def at_claim(self, t: Table, f: Frame) -> None:
        """Wait until the defender has said whether a work is revealed."""
        if f.l.get(f"asked{f.l['round']}"):
            f.l["stage"] = "roll"
        else:
            t.wait(f.l["who"])

    def at_roll(self, t: Table, f: Frame) -> None:
        """Roll all fires, then apply the results, the defenders' first (8.0 step 6, 9)."""
        side, foe = f.l["side"], enemy(f.l["side"])
        results: list[dict[str, str]] = []
        spent: list[str] = []
        for one in (side, foe):
            mine = f.of(one)
            target = f.of("*")["target"] if one == side else mine["target"]  # the assaulters are exposed
            for fire in mine["fires"]:
                if not target:
                    continue
                claim = f.of(foe)["claim"] if one == side else ""
                if claim and works.sheltered(t, target) != claim:
                    claim = ""
                when = When(assault=True, bare=one == foe and f.l["round"] == 1, work=claim or None)
                shot = compose(t, fire, target, when)
                result = attack.roll(t, shot)
                sappers = [p for p in fire if t.has(p, "sapper")]
                spent += sappers
                if result:
                    if sappers:
                        self._blow(t, target)
                    results.append({"unit": target, "result": result, "by": one, "origin": t.where(fire[0])})
                    if result == "B" or (result in ("KIA", "WIA") and men(t, target) < 3):
                        target = ""  # later fires at it are lost
        f.l["stage"] = "begin"
        for piece in spent:
            if t.option("amb_43_sapper") == "first_round" and t.exists(piece):
                losses.remove(t, piece)  # 27.0
        if results:
            harm.several(t, results, by=side, cause="assault", origin=f.l["cell"])

    @staticmethod
    def _blow(t: Table, target: str) -> None:
        """A sapper's hit at a unit in a bunker destroys the bunker too (27.0)."""
        work = works.sheltered(t, target)
        if work and t.has(work, "bunker"):
            works.reveal(t, work)
            duties.raze(t, work)
            n = int((t.scenario.get("attrs") or {}).get("sapper_vp", 0))
            victory.award(t, enemy(t.owner(target)), n, msg("vp.sapper"), "27.0")

    # the end ------------------------------------------------------------------------------

    def at_flee(self, t: Table, f: Frame) -> None:
        """Broken defenders still in the hex retreat before the advance (8.0, AMB-68)."""
        side = f.l["side"]
        left = [p for p in units(t, f.l["cell"], enemy(side)) if is_infantry(t, p)]
        origin = next((t.where(p) for p in self.attackers(t, f)), f.l["cell"])
        if left and is_broken(t, left[0]):
            harm.begin_retreat(t, left[0], side, origin)
            return
        f.l["stage"] = "advance"

    def comers(self, r: Reader, f: Frame) -> list[str]:
        """Return who may advance: assaulters neither suppressed nor broken, where their kind can go (8.0 step 9)."""
        cell = f.l["cell"]
        able = [p for p in self.attackers(r, f) if is_steady(r, p) and r.where(p) != cell]
        return [
            p
            for p in able
            if step_cost(r, mover(r, p), r.where(p), cell) is not None and not stack_fault(r, cell, f.l["side"], [p])
        ]

    def at_advance(self, t: Table, f: Frame) -> None:
        """Ask who advances, while the hex is free."""
        foes = [p for p in units(t, f.l["cell"], enemy(f.l["side"])) if not t.has(p, "medic")]
        if foes or not self.comers(t, f) or f.l.get("stay"):
            f.l["stage"] = "over"
        else:
            t.wait(f.l["side"])

    def at_over(self, t: Table, f: Frame) -> None:
        """End the assault; a sapper has had his attack."""
        for unit in f.l["units"]:
            if t.exists(unit) and on_map(t.where(unit)):
                if t.has(unit, "sapper") and t.option("amb_43_sapper") == "assault" and f.l["round"]:
                    losses.remove(t, unit)
                else:
                    finish(t, unit)
        t.note("note.assault_over", rule="8.0", cell={"c": f.l["cell"]})
        t.done({})

    # asking -------------------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Offer the fires of a round, a work to be revealed, or the advance."""
        stage = f.l["stage"]
        if stage == "claim":
            return attack.claim_offer(s, f.l["cell"])
        if stage == "advance":
            able = self.comers(s, f)
            asks: list[Ask] = [offers.pieces("advance", "ask.advance", able, 1, len(able), rule="8.0")]
            open_ = [w for w in works.works(s, f.l["cell"]) if s.is_open(w) and works.room(s, w) > 0]
            men_ = [p for p in able if is_infantry(s, p)]
            for work in open_:
                most = 1 + min(len(men_), works.room(s, work))
                if men_:
                    ident = f"advance_in:{work}"
                    label = "ask.advance_in"
                    asks.append(
                        offers.pieces("advance_in", label, [work, *men_], 2, most, rule="24.0", locked=[work], id=ident)
                    )
            asks.append(offers.button("stay", "button.stay", rule="8.0"))
            return offers.offer(msg("prompt.advance", cell={"c": f.l["cell"]}), *asks)
        side = s.side
        free = self.free(s, f, side)
        asks, rows = [], []
        bare = side != f.l["side"] and f.l["round"] == 1
        for target in self.aims(s, f, side):
            ident = f"strike:{target}"
            said = msg("ask.shoot_at", piece={"p": target})
            asks.append(
                offers.pieces(
                    "strike", said, [target, *free], 2, len(free) + 1, rule="8.0", locked=[target], id=ident,
                    odds={"verb": "strike"},
                )
            )
            rows += preview.rows(s, free, [target], When(assault=True, bare=bare), ask=ident)
        asks.append(offers.button("enough", "button.enough", rule="8.0"))
        title = msg("prompt.round", n=f.l["round"], cell={"c": f.l["cell"]}, side={"s": side})
        return offers.offer(title, *asks, detail=msg("detail.round", rule="8.0"), firers=rows)

    def do_strike(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        free = self.free(t, f, side)
        mine = f.of(side)
        mine["target"] = next(p for p in args["pieces"] if p not in free)
        mine["fires"].append([p for p in args["pieces"] if p in free])
        t.note("note.declares", rule="8.0", side={"s": side}, cell={"c": f.l["cell"]})  # who and at whom: when all roll

    def do_enough(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.of(side)["said"] = True

    def do_claim(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l[f"asked{f.l['round']}"] = True
        f.of(side)["claim"] = args["pieces"][0]
        works.reveal(t, args["pieces"][0])

    def do_keep(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l[f"asked{f.l['round']}"] = True

    def do_advance(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        self._advance(t, f, args["pieces"], "")

    def do_advance_in(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        work = next(p for p in args["pieces"] if works.is_work(t, p))
        self._advance(t, f, [p for p in args["pieces"] if p != work], work)

    def do_stay(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        f.l["stay"] = True

    def _advance(self, t: Table, f: Frame, pieces: list[str], work: str) -> None:
        """Advance without opportunity fire, into a bunker or trench there if it is wished (8.0, 24.0)."""
        cell = f.l["cell"]
        broken = stack_fault(t, cell, f.l["side"], pieces)
        if broken:
            t.refuse("refuse.step", rule=broken, cell={"c": cell})
        for piece in pieces:
            t.move(piece, cell)
            victory.hold(t, cell, piece)
            works.note(t, piece, work if work in works.open_to(t, piece) else "")
        losses.capture(t, cell, f.l["side"])
        t.note("note.advances", rule="8.0", pieces=wrapped(pieces), cell={"c": cell})
        harm.trapped(t, pieces, cell)  # 26.0


STEPS = (Assault(),)
