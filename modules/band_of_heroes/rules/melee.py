"""Melee: entering, rounds, who is eligible, odds and shifts, fanaticism (8.0 to 8.2, 11.1, 13.81, 13.92)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Choice, msg
from qtwar.kit.step import Step
from qtwar.kit.table import Frame, Reader, Seen, Table
from qtwar.kit.tally import Tally

from . import events, harm, rally
from .facts import (
    enemy,
    figures,
    holds,
    in_melee,
    is_good,
    is_half,
    is_mmc,
    is_smc,
    is_squad,
    is_team,
    leaders,
    leadership,
    lose,
    marked,
    morale,
    nation,
    put_marker,
    take_marker,
    units,
    wrapped,
)
from .fighters import arms, can_melee, could_fight, is_eligible
from .fire import halved
from .ground import BUILDINGS

AMBUSH_GROUND = ("forest", "light_woods", *BUILDINGS)


# who takes part ------------------------------------------------------------------


def sits_out(r: Reader, unit: str) -> bool:
    """Return whether a unit came too late for this turn's round (8.15)."""
    return bool(r.attr(unit, "sat", 0) == r.var("turn"))


def fought(r: Reader, place: str) -> bool:
    """Return whether this turn's round has been fought in a place."""
    return bool((r.var("rounds") or {}).get(place) == r.var("turn"))


def strikers(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side that strike in a round (8.0)."""
    return [u for u in units(r, place, side) if can_melee(r, u) and not sits_out(r, u)]


def named(r: Reader, place: str, side: str) -> list[str]:
    """Return the units of a side that the enemy may name (8.0)."""
    return [u for u in units(r, place, side) if is_eligible(r, u) and not sits_out(r, u)]


def captains(r: Reader, place: str, side: str, *, apart: str = "") -> list[str]:
    """Return the leaders who take part in a round, the best first, but for one left apart (8.0, 8.15)."""
    return [u for u in leaders(r, place, side, apart=apart) if not sits_out(r, u)]


# strength ------------------------------------------------------------------------


def is_zero(r: Reader, unit: str) -> bool:
    """Return whether a unit counts as a zero-FP MMC: printed 0, or a scout; a weapon team by option only (8.2, 11.7, AMB-31)."""
    if r.has(unit, "scout"):
        return True
    if is_team(r, unit) and r.option("teams_defend_with_one"):
        return False
    return is_mmc(r, unit) and int(r.attr(unit, "fp", 0)) == 0


def own_strength(r: Reader, unit: str) -> int:
    """Return a unit's own fire in melee: 0 counts 1, the Tommy gun is 2 (8.2, 12.0)."""
    if holds(r, unit, "tommy_gun"):
        return 2
    if r.has(unit, "hero"):
        return int(r.attr(unit, "fp"))
    if r.has(unit, "scout"):
        return 1
    if is_mmc(r, unit):
        return max(1, int(r.attr(unit, "fp", 0)))
    return 0


def arm_strength(r: Reader, unit: str, weapon: str, *, defending: bool, place: str) -> int:
    """Return what a weapon adds in a unit's hands (8.0, 1.6.1)."""
    fire = figures(r, weapon)[0]
    if r.attr(weapon, "one_use"):
        return fire
    if is_smc(r, unit):
        if holds(r, unit, "forager") or (r.has(unit, "hero") and defending):
            return fire
        if r.has(unit, "leader") and any(not arms(r, p) for p in captains(r, place, r.owner(unit), apart=unit)):
            return fire  # two leaders on one weapon
        return halved(fire, up=True)
    return fire  # 1.6.1: captured ones are halved on the fire table only


def strength(r: Reader, unit: str, place: str, *, defending: bool, thrown: Sequence[str] = ()) -> int:
    """Return a unit's fire in a round with the weapons it can use; satchels in attack only if `thrown` (8.0, 1.6.1)."""
    if is_team(r, unit):
        return 1 if r.option("teams_defend_with_one") else int(r.attr(unit, "fp", 0))  # 1.6.3
    m = 1 if r.attr(unit, "melee_superscript") else 0  # 8.2: whatever it strikes with
    return m + _best_use(r, unit, place, defending=defending, thrown=thrown)


def _best_use(r: Reader, unit: str, place: str, *, defending: bool, thrown: Sequence[str]) -> int:
    """Return the fire of a unit and its weapons at their best; what is thrown is used in any case (8.0, 1.6.1)."""
    own = own_strength(r, unit)
    use = [w for w in arms(r, unit) if defending or not r.attr(w, "one_use") or w in thrown]
    forced = [w for w in use if w in thrown]
    guns = sorted(
        (arm_strength(r, unit, w, defending=defending, place=place) for w in use if w not in forced), reverse=True
    )
    fixed = [arm_strength(r, unit, w, defending=defending, place=place) for w in forced]
    if is_squad(r, unit):
        if len(fixed) > 1:
            return sum(fixed)
        one = fixed or guns[:1]
        return max(own + sum(one), sum((fixed + guns)[:2]))
    if fixed:
        return fixed[0] if not r.option("half_squad_keeps_fp") or not is_half(r, unit) else own + fixed[0]
    if is_half(r, unit) and r.option("half_squad_keeps_fp"):
        return own + sum(guns[:1])
    return max([own, *guns])


def column(r: Reader, attack: int, defence: int) -> tuple[int, bool]:
    """Return (index of the odds column, whether the odds are below the lowest), rounded for the defender (8.0)."""
    heads = r.chart("melee").row_heads
    best = -1
    for n, head in enumerate(heads):
        a, d = (int(w) for w in str(head).split("-"))
        if attack * d >= a * defence:
            best = n
    return max(best, 0), best < 0


def gliders(r: Reader, among: Sequence[str], side_units: Sequence[str]) -> bool:
    """Return whether glider infantry shifts a melee: a full squad among those, and more than half of the MMC (13.92)."""
    if not any(is_squad(r, u) and nation(r, u) == "glider" for u in among):
        return False
    mmc = [u for u in side_units if is_mmc(r, u)]
    count = [u for u in mmc if nation(r, u) == "glider" and (is_squad(r, u) or r.option("glider_halves_count"))]
    return 2 * len(count) > len(mmc)


def reckon(
    r: Reader, place: str, side: str, targets: Sequence[str], extra: Sequence[str] = (), *, coming: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the odds of a strike: fire of both sides, column after shifts, kill number, modifier, lines (8.0, 8.2).

    `coming`: units that would enter and strike at once.
    """
    own, foe = [*strikers(r, place, side), *(u for u in coming if can_melee(r, u))], enemy(side)
    satchels = [p for p in extra if r.has(p, "support_weapon")]
    cards = {r.record(p)["kind"]: r.where(p)[1:] for p in extra if not r.has(p, "support_weapon")}
    shifts = Tally()
    attack = 0
    for unit in own:
        fire = strength(r, unit, place, defending=False, thrown=satchels)
        if cards.get("card_grenades") == unit:
            fire += 3
        if cards.get("card_ambusher") == unit:
            fire *= 3  # 13.1
        attack += fire
        shifts.tell("melee.unit", "8.0", fire, piece={"p": unit})
    defence = sum(max(1, strength(r, u, place, defending=True)) for u in targets)
    base, below = column(r, attack, defence)
    heads = r.chart("melee").row_heads
    shifts.tell("melee.odds", "8.0", str(heads[base]), tone="head", attack=attack, defence=defence)
    if any(r.has(u, "hero") for u in own):
        shifts.add("melee.hero", "8.0", 1)
    if gliders(r, own, [*named(r, place, side), *coming]):
        shifts.add("melee.glider_attack", "13.92", 1)
    if gliders(r, targets, named(r, place, foe)):
        shifts.add("melee.glider_defence", "13.92", -1)
    at = max(0, min(len(heads) - 1, base + shifts.total))
    roll = Tally(lines=shifts.lines)
    lead = [*captains(r, place, side), *(u for u in coming if r.has(u, "leader") and is_good(r, u))]
    if lead:
        roll.add("melee.leader", "8.0", max(leadership(r, p) for p in lead))
    roll.add("melee.zero_attack", "8.2", -sum(1 for u in own if is_zero(r, u)))
    roll.add("melee.zero_defence", "8.2", sum(1 for u in targets if is_zero(r, u)))
    if any(holds(r, u, "brawler") for u in own):
        roll.add("melee.brawler", "12.0", 1)
    kill = int(r.chart("melee").cell(at))
    roll.tell("melee.kill", "8.0", str(kill), tone="head")
    hits = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b + roll.total >= kill)
    return {
        "attack": attack, "defence": defence, "column": str(heads[at]), "row": at, "below": below, "kill": kill,
        "modifier": roll.total, "lines": roll.lines, "chances": [{**msg("odds.hit", n=hits), "tone": "good" if hits else "bad"}],
    }  # fmt: skip


# the round -----------------------------------------------------------------------


class Clash(Step):
    """Units have entered an enemy hex: helpless ones die, the rest fight (8.0, 8.1, 8.15). Locals: `cell`, `side`, `entered`."""

    name = "clash"

    def run(self, t: Table, f: Frame) -> None:
        place, side = f.l["cell"], f.l["side"]
        if f.l.get("begun"):
            t.done()
            return
        f.l["begun"] = True
        friends = [u for u in units(t, place, side) if u not in f.l["entered"]]
        if friends and fought(t, place):
            for unit in f.l["entered"]:
                t.set_attr(unit, "sat", t.var("turn"))  # 8.15
            t.note("note.sits_out", rule="8.15", pieces=wrapped(f.l["entered"]), cell={"c": place})
            return
        defenders = units(t, place, enemy(side))
        if not any(is_eligible(t, u) for u in defenders):
            self._overrun(t, place, side, defenders)
            if not units(t, place, enemy(side)):
                events.entered(t, side, place)
                return
        t.call("melee", cell=place, side=side, entered=f.l["entered"])

    @staticmethod
    def _overrun(t: Table, place: str, side: str, defenders: list[str]) -> None:
        """Eliminate helpless units; the Waffen-SS tries to rally first (8.1, 13.81)."""
        foe = enemy(side)
        fanatics = [u for u in defenders if not is_good(t, u) and nation(t, u) == "ss"]
        if any(could_fight(t, u) or is_team(t, u) for u in fanatics):
            for unit in sorted(fanatics, key=lambda u: (not t.has(u, "leader"), -int(t.attr(u, "lm", 0)))):
                if not rally.attempt(t, unit, key="note.fanaticism", rule="13.81"):
                    lose(t, unit)
        if not any(is_eligible(t, u) for u in units(t, place, foe)):
            for unit in units(t, place, foe):
                t.note("note.overrun", rule="8.1", piece={"p": unit})
                lose(t, unit)


class Melee(Step):
    """One round: both sides strike, then the losses are taken off (8.0). Locals: `cell`, `side` (phasing), `entered`."""

    name = "melee"

    def run(self, t: Table, f: Frame) -> None:
        place, side = f.l["cell"], f.l["side"]
        if "turn" not in f.l:
            f.l.update(turn=0, doomed=[], extra=[], blown=[])
            put_marker(t, place, "melee")
            t.set_var("rounds", {**(t.var("rounds") or {}), place: t.var("turn")})
            t.note("note.melee", rule="8.0", cell={"c": place})
            if t.option("shaken_surrender_in_melee"):
                for unit in [u for u in units(t, place) if not is_good(t, u)]:
                    t.note("note.surrender", rule="5.1", piece={"p": unit})
                    lose(t, unit)
        order = (side, enemy(side))
        while f.l["turn"] < 2:
            who = order[f.l["turn"]]
            choices = named(t, place, enemy(who))
            if not strikers(t, place, who) or not choices:
                f.l["turn"] += 1
                continue
            if len(choices) == 1 and not self._extras(t, f, who):
                self._strike(t, f, who, choices, [])
                continue
            t.wait(who)
            return
        self._remove(t, f)
        t.done()

    @staticmethod
    def _extras(r: Reader, f: Frame, side: str) -> list[str]:
        """Return satchels and cards that a side may use in this round (1.6.2, 12.0)."""
        place = f.l["cell"]
        found = []
        for unit in strikers(r, place, side) + captains(r, place, side):
            found += [w for w in arms(r, unit) if r.attr(w, "one_use") and w not in found]
            if card := holds(r, unit, "grenades"):
                found.append(card)
            if (
                (card := holds(r, unit, "ambusher"))
                and unit in f.l["entered"]
                and r.attr(unit, "came_from") in AMBUSH_GROUND
            ):
                found.append(card)
        return list(dict.fromkeys(found))

    def offer(self, s: Seen, f: Frame) -> offers.Offer:
        place = f.l["cell"]
        targets = named(s, place, enemy(s.side))
        asks = [
            offers.pieces(
                "strike", "ask.strike", targets, 1, len(targets), rule="8.0", button="do.strike", odds={"verb": "strike"}
            )
        ]
        rest = [p for p in self._extras(s, f, s.side) if p not in f.l["extra"]]
        choices: list[Choice] = [
            {"value": p, "label": msg("choice.use", piece={"p": p}, owner={"p": s.where(p)[1:]})} for p in rest
        ]
        if choices:
            asks.append(offers.choose("use", "ask.use", choices, rule="8.0"))
        return offers.offer(
            msg("prompt.melee", cell={"c": place}), *asks, detail=msg("detail.melee", rule="8.0"),
        )  # fmt: skip

    def do_use(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Add a satchel charge or a skill card to the strike to come (1.6.2, 12.0)."""
        piece = args["choice"]
        user = t.where(piece)[1:]
        used = [p for p in f.l["extra"] if t.where(p)[1:] == user and t.has(p, "support_weapon")]
        if t.has(piece, "support_weapon") and len(used) >= (2 if is_squad(t, user) else 1):
            t.refuse("refuse.one_weapon", rule="1.6.1", piece={"p": user})
        f.l["extra"].append(piece)

    def do_strike(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Strike at the enemies named (8.0)."""
        self._strike(t, f, side, args["pieces"], f.l["extra"])

    @staticmethod
    def _strike(t: Table, f: Frame, side: str, targets: list[str], extra: list[str]) -> None:
        place = f.l["cell"]
        sums = reckon(t, place, side, targets, extra)
        if not sums["attack"]:  # a leader who keeps his charge has nothing to strike with
            t.note("note.holds_back", rule="8.0", side={"s": side}, cell={"c": place})
            f.l["turn"] += 1
            return
        if sums["below"] and len(targets) > 1:
            t.refuse("refuse.below_odds", rule="8.0")
        dice = t.roll(2, purpose="roll.melee", by=side)
        hit = sum(dice) + sums["modifier"] >= sums["kill"]
        t.note(
            "note.strike", rule="8.0", side={"s": side}, targets=wrapped(targets), attack=sums["attack"], defence=sums["defence"],
            table={"t": ["melee", sums["row"], 0]}, dice=sum(dice), modifier=sums["modifier"], kill=sums["kill"],
            result=msg("melee.hit" if hit else "melee.missed"),
        )  # fmt: skip
        thrown = [p for p in extra if t.has(p, "support_weapon")]
        for unit in targets:
            charges = [w for w in arms(t, unit) if t.attr(w, "one_use")]
            thrown += charges[: 2 if is_squad(t, unit) else 1]
        f.l["blown"] += [w for w in dict.fromkeys(thrown) if w not in f.l["blown"]]
        if hit:
            f.l["doomed"] += [u for u in targets if u not in f.l["doomed"]]
        for card in (p for p in extra if not t.has(p, "support_weapon")):
            harm.use_card(t, card)
        f.l["extra"] = []
        f.l["turn"] += 1

    @staticmethod
    def _remove(t: Table, f: Frame) -> None:
        """Take the losses off, then those whom nobody defends any more (8.0, 8.1)."""
        place = f.l["cell"]
        for weapon in f.l["blown"]:  # 1.6.2: thrown or counted in defence; 8.0: both at once, so not before the end
            t.note("note.used_up", rule="1.6.2", piece={"p": weapon})
            t.move(weapon, "spent")
        beaten = {t.owner(u) for u in f.l["doomed"]}
        for unit in f.l["doomed"]:
            t.note("note.killed", rule="8.0", piece={"p": unit})
            lose(t, unit)
        for side in (f.l["side"], enemy(f.l["side"])):
            helpless = units(t, place, side)
            guarded = any(is_eligible(t, u) for u in helpless)
            over = side in beaten or any(is_eligible(t, u) for u in units(t, place, enemy(side)))
            if helpless and not guarded and over:
                for unit in helpless:
                    t.note("note.overrun", rule="8.1", piece={"p": unit})
                    lose(t, unit)
        events.settle(t, place)


# from an impulse -----------------------------------------------------------------


def can_continue(r: Reader, place: str, side: str) -> list[str]:
    """Return the locked units with which a side may fight another round: eligible, unmarked (8.1, AMB-9)."""
    if not in_melee(r, place) or not named(r, place, enemy(side)):
        return []
    if fought(r, place) and not r.option("melee_again_in_a_turn"):
        return []
    return [u for u in strikers(r, place, side) if not marked(r, u)]


def withdraw_check(t: Table, unit: str) -> bool:
    """Roll a unit's morale check for withdrawing (8.1)."""
    place, side = t.where(unit), t.owner(unit)
    help_ = leaders(t, place, side, apart=unit)
    lm = max(0, leadership(t, help_[0])) if help_ else 0
    dice = t.roll(2, purpose="roll.withdraw", by=side)
    good = sum(dice) - lm <= morale(t, unit)
    t.note("note.withdraws" if good else "note.withdraw_failed", rule="8.1", piece={"p": unit}, total=sum(dice) - lm)
    return good


def clear_markers(t: Table) -> None:
    """Take off the Melee markers where one side is gone (8.1, 9.0)."""
    for place in list(t.places()):
        if in_melee(t, place) and not (units(t, place, "us") and units(t, place, "german")):
            take_marker(t, place, "melee")


STEPS = (Clash(), Melee())
