"""Combat deployment for one target hex: reactions, retreat before combat, overrun (9.0).

Locals of `deploy`: `side` (the defender), `target`, `attackers`; the defender's own: `to` (where he withdraws).
Hands back `{chased}`: the hex that is attacked in the target's stead.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import bodies, capture, fallen, ground, morale, odds, orders, reaction, retreats, tree, works, zones
from .facts import counter, enemy, fights, is_leader, is_unit, marked

GUARD = "opponent_impulse.detach_rear_guard"


def is_exempt(r: Reader, side: str) -> bool:
    """Return whether a side may withdraw whatever its morale, at no cost of it, this year (9.21)."""
    year = int((r.scenario.get("attrs") or {}).get("year") or 1861)
    return bool(r.chart("retreat_exemption").at(year, side) == "free")


def exits(r: Reader, side: str, target: str) -> list[str]:
    """Return the hexes a force may withdraw to: free of enemies and their zones (9.21(1), reading 18)."""
    if r.option("amb_18_retreat_own_hex") and zones.in_enemy_zone(r, target, side):
        return []
    return [at for at in retreats.ways_back(r, side, target) if not zones.in_enemy_zone(r, at, side)]


def is_steadier(r: Reader, side: str, target: str, attackers: list[str]) -> bool:
    """Return whether the commander's morale beats every attacker's, or his cavalry is the stronger (9.21(2))."""
    foe = enemy(side)
    best = max((morale.level(r, at, foe) for at in attackers), default=0)
    riders = bodies.cavalry(r, [target], side)[0], bodies.cavalry(r, attackers, foe)[0]
    return morale.level(r, target, side) > best or riders[0] > riders[1]


def can_guard(r: Reader, side: str, target: str) -> bool:
    """Return whether a rear guard can be left: two units, and the point for the order (9.22)."""
    chief = tree.commander(r, target, side)
    least = int(r.chart("rear_guard").at("units"))
    return len(tree.units_at(r, target, side)) > least and (not chief or orders.can_pay(r, chief, GUARD))


def may_withdraw(r: Reader, side: str, target: str, attackers: list[str]) -> bool:
    """Return whether a force under attack may retreat before combat (9.21)."""
    chief = tree.commander(r, target, side)
    if chief and tree.is_garrison(r, chief):
        return False
    if not exits(r, side, target):
        return False
    if is_exempt(r, side):
        return True
    able = bool(chief) and morale.ml(r, chief) > 0
    return able and can_guard(r, side, target) and is_steadier(r, side, target, attackers)


class Deploy(Staged):
    """The deployment for one target hex."""

    name = "deploy"
    first = "react"

    def at_react(self, t: Table, f: Frame) -> str:
        """Offer reaction movement (9.1)."""
        t.call(reaction.Reactions.name, side=f.l["side"], friends=[f.l["target"]], foes=f.l["attackers"], extended=False)
        return "withdraw"

    def at_withdraw(self, t: Table, f: Frame) -> str:
        """Offer retreat before combat, when all reactions are over (9.2)."""
        side, target = f.l["side"], f.l["target"]
        if not fights(t, target, side) or not exits(t, side, target):
            return "over"
        f.of(side)["may"] = may_withdraw(t, side, target, f.l["attackers"])
        t.wait(side)  # whether it may is its own to know (3.6)
        return ""

    def offer_withdraw(self, s: Seen, f: Frame) -> Offer:
        """Ask whether the force goes, and where to."""
        cells = exits(s, s.side, f.l["target"])
        ask = offers.cell("withdraw", "ask.withdraw", cells, rule="9.2")
        stand = offers.button("stand", "button.stand", rule="9.2", primary=True, odds={"verb": "stand"})
        asks = [stand, ask] if f.of(s.side).get("may") else [stand]
        return offers.offer(msg("prompt.withdraw", cell={"c": f.l["target"]}), *asks)

    def do_stand(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Stay and fight."""
        f.l["stage"] = "over"

    def do_withdraw(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go, with a rear guard left wherever one can be (9.22, readings 51)."""
        f.of(side)["to"] = args["cell"]
        free = is_exempt(t, side) and (bool(t.option("amb_51_exempt_no_rear_guard")) or not can_guard(t, side, f.l["target"]))
        if free:
            self.go(t, f, [])
        else:
            f.l["stage"] = "guard"

    # rear guard -----------------------------------------------------------------------

    def at_guard(self, t: Table, f: Frame) -> None:
        """Ask who stays as rear guard."""
        t.wait(f.l["side"])

    def stayers(self, r: Reader, f: Frame) -> list[str]:
        """Return who may stay: units, and leaders under the commander with all of theirs (9.22)."""
        side, target = f.l["side"], f.l["target"]
        chief = tree.commander(r, target, side)
        juniors = [p for p in tree.leaders_at(r, target, side) if p != chief and not tree.is_superior(r, p)]
        return [*tree.units_at(r, target, side), *juniors]

    def offer_guard(self, s: Seen, f: Frame) -> Offer:
        """Ask for the rear guard."""
        some = self.stayers(s, f)
        least = int(s.chart("rear_guard").at("units"))
        most = len(some) - 1
        if not any(is_leader(s, p) for p in some):
            light = sorted(some, key=lambda u: tree.weight(s, [u]))
            most = min(most, next(n for n in range(len(light), 0, -1) if tree.may_stand_alone(s, light[:n])))
        ask = offers.pieces("guard", "ask.guard", some, least, max(least, most), rule="9.22")
        return offers.offer(msg("prompt.guard", cell={"c": f.l["target"]}), ask)

    def do_guard(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Leave the rear guard; the order costs its point (9.22)."""
        target, chosen = f.l["target"], args["pieces"]
        kept = [p for p in chosen if is_leader(t, p)]
        held = {u for p in kept for u in tree.units(t, p)}
        loose = [p for p in chosen if is_unit(t, p) and p not in held]
        if held | set(loose) >= set(tree.units_at(t, target, side)):
            t.refuse("refuse.all_stay", rule="9.22", cell={"c": target})
        chief = tree.commander(t, target, side)
        own = set(tree.all_units(t, chief)) if chief else set()
        if own and not own - held - set(loose):  # who commands nobody's units there has none to keep
            t.refuse("refuse.keeps_none", rule="3.12c", leader={"p": chief})
        if loose and not kept and not tree.may_stand_alone(t, loose):  # all others leave
            t.refuse("refuse.independent", rule="3.12c", cell={"c": target})
        if not tree.may_stack(t, kept):
            t.refuse("refuse.stack", rule="3.21", cell={"c": target})
        if chief:
            orders.spend(t, chief, GUARD, "9.22")
        for leader in kept:
            tree.follow(t, leader, target)
        for unit in loose:
            t.move(unit, target)
        self.go(t, f, [*kept, *loose, *(tree.marker_of(t, p) for p in kept)])

    def go(self, t: Table, f: Frame, guard: list[str]) -> None:
        """Move the rest one hex back; its commander's morale falls unless the year exempts him (3.53b, 9.21)."""
        side, target = f.l["side"], f.l["target"]
        to = f.of(side)["to"]
        chief = tree.commander(t, target, side)
        works.interrupt(t, side, target)
        who = [p for p in bodies.followers(t, target, side) if p not in guard]
        if chief and not is_exempt(t, side):
            morale.change(t, chief, "retreat_before_combat", "9.21")
        retreats.move(t, side, who, to)
        capture.take_depots(t, enemy(side), target)
        fallen.clear_empty(t, side)
        t.note("note.withdraw", rule="9.22", side={"s": side}, a={"c": target}, b={"c": to})
        f.l.update(gone=to, stage="overrun")

    # overrun ----------------------------------------------------------------------------

    def at_overrun(self, t: Table, f: Frame) -> str:
        """Offer the attacker an overrun of the rear guard, or by the reading the pursuit (9.23, reading 41)."""
        side, target = f.l["side"], f.l["target"]
        foe = enemy(side)
        f.l["ratio"] = False
        if fights(t, target, side):
            attack = sum(bodies.plain_strength(t, at, foe, attacked=False) for at in f.l["attackers"])
            guard = bodies.plain_strength(t, target, side, attacked=True)
            f.l["ratio"] = odds.overruns(attack, guard, int(t.chart("rear_guard").at("overrun_ratio")))
        if f.l["ratio"] or self.chasers(t, f):
            t.wait(foe)
            return ""
        return "over"

    def chasers(self, r: Reader, f: Frame) -> list[str]:
        """Return the attacking hexes that may follow the force that withdrew without an overrun (reading 41)."""
        if not r.option("amb_41_pursue_without_overrun"):
            return []
        gone = f.l["gone"]
        return [at for at in f.l["attackers"] if gone in ground.near(r, at) and ground.can_cross(r, at, gone)]

    def offer_overrun(self, s: Seen, f: Frame) -> Offer:
        """Ask whether the rear guard is overrun."""
        asks: list[Ask] = []
        if f.l["ratio"]:
            asks.append(offers.button("overrun", "button.overrun", rule="9.23", primary=True))
        if chasers := self.chasers(s, f):
            asks.append(offers.cell("pursue", "ask.pursue", chasers, rule="9.22", odds={"to": f.l["gone"]}))
        manned = fights(s, f.l["target"], f.l["side"])
        told = {"from": f.l["attackers"][0], "to": f.l["target"]} if manned else None
        asks.append(offers.button("fight_guard", "button.fight_guard", rule="9.22", odds=told))
        return offers.offer(msg("prompt.overrun", cell={"c": f.l["target"]}), *asks)

    def do_fight_guard(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fight the rear guard as usual (9.22)."""
        f.l["stage"] = "over"

    def do_pursue(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Aim a stack's attack at the force that withdrew (reading 41)."""
        for marker in marked(t, args["cell"], "attack"):
            t.set_attr(marker, "target", f.l["gone"])
        f.l.update(stage="over", chased=f.l["gone"])

    def do_overrun(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Eliminate the rear guard and advance (9.23)."""
        target, foe = f.l["target"], f.l["side"]
        who = [p for p in bodies.followers(t, target, foe) if is_leader(t, p) or is_unit(t, p)]
        fallen.eliminate(t, foe, who, "overrun")
        t.note("note.overrun", rule="9.23", side={"s": side}, cell={"c": target})
        for at in f.l["attackers"]:
            for marker in marked(t, at, "attack"):
                t.remove(marker)
        t.call(retreats.Advance.name, side=side, hexes=[target], start=list(f.l["attackers"]))
        f.l["stage"] = "chase"

    def at_chase(self, t: Table, f: Frame) -> str:
        """Ask whether the force that withdrew is attacked now (9.23)."""
        if not fights(t, f.l["gone"], f.l["side"]) or not self.near_gone(t, f):
            return "over"
        t.wait(enemy(f.l["side"]))
        return ""

    def near_gone(self, r: Reader, f: Frame) -> list[str]:
        """Return the hexes of the attackers next to the force that withdrew."""
        foe, gone = enemy(f.l["side"]), f.l["gone"]
        mine = [at for at in dict.fromkeys([f.l["target"], *f.l["attackers"]]) if fights(r, at, foe)]
        return [at for at in mine if gone in ground.near(r, at) and ground.can_cross(r, at, gone)]

    def offer_chase(self, s: Seen, f: Frame) -> Offer:
        """Ask whether they press on."""
        told = {"from": self.near_gone(s, f)[0], "to": f.l["gone"]}
        return offers.offer(
            msg("prompt.chase", cell={"c": f.l["gone"]}),
            offers.button("press_on", "button.press_on", rule="9.23", primary=True, odds=told),
            offers.button("let_go", "button.let_go", rule="9.23"),
        )

    def do_press_on(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Attack the force that withdrew (9.23)."""
        for at in self.near_gone(t, f):
            counter(t, "attack", at, side, target=f.l["gone"], by=side)
        f.l.update(stage="over", chased=f.l["gone"])

    def do_let_go(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let it go."""
        f.l["stage"] = "over"

    def at_over(self, t: Table, f: Frame) -> None:
        """Deployment is over."""
        t.done({"chased": f.l.get("chased", "")})

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask what the stage asks."""
        found: Offer = getattr(self, f"offer_{f.l['stage']}")(s, f)
        return found


STEPS = (Deploy(),)
