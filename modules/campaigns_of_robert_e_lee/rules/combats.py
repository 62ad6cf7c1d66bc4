"""The combat sequences of an impulse: target hex by target hex deployment and battle, then extended combat (4.23, 4.24, 10.7).

Locals of `combats`: `side` (whose impulse, or who extends), `target`, `fought` (battles: target, attackers, number of attacks),
`chased` (targets that are not deployed for any more), `before` (target → attacks of the battle that is extended), `extension`.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import battle, bodies, deploy, ground, mines, naval, reaction, sequence, tracks, tree, works, zones
from .facts import counter, enemy, fights, is_active, is_engaged, marked


def declare(t: Table, side: str, at: str, target: str) -> None:
    """Lay an attack marker: the stack of a hex attacks another (8.51)."""
    for marker in marked(t, at, "attack"):
        t.remove(marker)
    counter(t, "attack", at, side, target=target, by=side)


def attackers(r: Reader, side: str, target: str) -> list[str]:
    """Return the hexes whose stacks attack a hex."""
    return [at for at, aim in bodies.attacks(r) if aim == target and is_engaged(r, at, side)]


def can_attack(r: Reader, side: str, at: str, target: str) -> bool:
    """Return whether a stack can carry its attack out: it is there, its commander active, an enemy before it (10.21)."""
    chief = tree.commander(r, at, side)
    able = is_engaged(r, at, side) and (not chief or is_active(r, chief))
    there = is_engaged(r, target, enemy(side)) or works.is_held(r, target, enemy(side))
    return able and there and ground.can_cross(r, at, target)


def neighbours(r: Reader, at: str, side: str) -> list[str]:
    """Return the hexes next to one that a side could attack from it."""
    return [to for to in ground.near(r, at) if fights(r, to, enemy(side)) and ground.can_cross(r, at, to)]


class Combats(Staged):
    """All attacks of an impulse."""

    name = "combats"
    first = "mines"

    def at_mines(self, t: Table, f: Frame) -> str:
        """Let mines go up before the attacks (14.45a)."""
        t.call(mines.Blow.name, side=f.l["side"])
        return "blown"

    def at_blown(self, t: Table, f: Frame) -> str:
        """Keep where mines went up."""
        f.l["blown"] = list(f.result or ())
        return "pick"

    def at_pick(self, t: Table, f: Frame) -> str:
        """Choose the next target hex; the attacker says in which order (10.11)."""
        side = f.l["side"]
        for key in ("fought", "chased"):
            f.l.setdefault(key, [])
        clean(t, side)
        targets = self.targets(t, f)
        if not targets:
            return "press"
        if len(targets) > 1 or t.option("amb_19_attack_optional") or t.option("amb_40_deploy_per_combat"):
            t.wait(side)
            return ""
        f.l["target"] = targets[0]
        return "deploy"

    def targets(self, r: Reader, f: Frame) -> list[str]:
        """Return the hexes that attacks are declared against."""
        return sorted({target for at, target in bodies.attacks(r) if is_engaged(r, at, f.l["side"])})

    def offer_pick(self, s: Seen, f: Frame) -> Offer:
        """Ask which hex is attacked next; by options attacks may be aimed anew or called off."""
        side = f.l["side"]
        asks: list[Ask] = [offers.cell("battle", "ask.battle", self.targets(s, f), rule="10.11", odds={"verb": "battle"})]
        arrows = [p for at, _ in bodies.attacks(s) if is_engaged(s, at, side) for p in marked(s, at, "attack")]
        if s.option("amb_40_deploy_per_combat"):
            aims = {p: [to for to in neighbours(s, s.where(p), side) if to != s.attr(p, "target")] for p in arrows}
            aims = {p: some for p, some in aims.items() if some}
            if aims:
                asks.append(offers.place("aim", "ask.aim", aims, rule="4.24", max=1))
        if s.option("amb_19_attack_optional"):
            asks.append(offers.pieces("call_off", "ask.call_off", arrows, rule="4.24"))
        return offers.offer(msg("prompt.battle"), *asks)

    def do_battle(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Begin with a target hex."""
        f.l.update(target=args["cell"], stage="deploy")

    def do_aim(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Aim a declared attack at another hex next to it (reading 40)."""
        t.set_attr(args["pieces"][0], "target", args["cell"])

    def do_call_off(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Call a declared attack off (4.24, reading 19)."""
        t.remove(args["pieces"][0])

    def at_deploy(self, t: Table, f: Frame) -> str:
        """Let the defender deploy: reactions, retreat before combat, overrun (9.0)."""
        target = f.l["target"]
        if target not in f.l["chased"]:
            t.call("deploy", side=enemy(f.l["side"]), target=target, attackers=attackers(t, f.l["side"], target))
        else:
            f.l["stage"] = "fight"
            return "fight"
        return "deployed"

    def at_deployed(self, t: Table, f: Frame) -> str:
        """Take in what deployment has come to: a hex that is attacked instead (9.23)."""
        came = f.result
        if isinstance(came, dict) and came.get("chased"):
            f.l["chased"].append(came["chased"])
        clean(t, f.l["side"])
        return "fight"

    def at_fight(self, t: Table, f: Frame) -> str:
        """Fight the battle for the hex, if it still is one."""
        side, target = f.l["side"], f.l["target"]
        who = attackers(t, side, target)
        if not who:
            return "pick"
        before = int((f.l.get("before") or {}).get(target, 0))
        t.call(battle.Battle.name, side=side, target=target, attackers=who, before=before, mined=target in f.l.get("blown", ()))
        f.l["fought"].append({"target": target, "attackers": who, "n": before + len(who)})
        return "fought"

    def at_fought(self, t: Table, f: Frame) -> str:
        """Take the markers off."""
        for at in f.l["fought"][-1]["attackers"]:
            for marker in marked(t, at, "attack"):
                t.remove(marker)
        return "pick"

    def at_press(self, t: Table, f: Frame) -> str:
        """Keep which defenders must leave or declare in their own impulse (8.52a)."""
        foe = enemy(f.l["side"])
        held = {row["target"] for row in f.l["fought"] if fights(t, row["target"], foe)}
        found = {at for at in held if zones.in_enemy_zone(t, at, foe)}
        t.set_var("pressed", sorted({*(t.var("pressed") or ()), *found}) or None)
        return "over" if f.l.get("extension") else "extend"

    # extended combat ------------------------------------------------------------------

    def at_extend(self, t: Table, f: Frame) -> str:
        """Offer extended combat, to the attacker first, then to the defender (10.7, 10.71)."""
        side = f.l["side"]
        f.l.setdefault("extended", [])
        passed = f.l.setdefault("passed", [])
        for one in (side, enemy(side)):
            if one not in passed and self.battles(t, f) and self.has_levels(t, one):
                t.wait(one)
                return ""
        return "ships"

    def at_ships(self, t: Table, f: Frame) -> str:
        """Fight the combats of ships last of all (10.8)."""
        naval.call(t, f.l["side"])
        return "over"

    def price(self, r: Reader) -> int:
        """Return the levels of effort that an extension takes (5.16)."""
        return int(r.chart("extended_combat").at("oel"))

    def has_levels(self, r: Reader, side: str) -> bool:
        """Return whether a side has levels for an extension; where the option has it so not before its first impulse (AMB-57)."""
        fresh = tracks.effort(r, side) == tracks.most_effort(r, side) and r.option("amb_57_extension_before_first")
        return tracks.effort(r, side) >= self.price(r) and not fresh

    def battles(self, r: Reader, f: Frame) -> list[str]:
        """Return the target hexes of battles that may be extended: in contact still, each once (10.71, reading 62)."""
        most = int(r.chart("extended_combat").at("extensions"))
        if r.option("amb_62_extension_limit") == "impulse" and len(f.l["extended"]) >= most:
            return []
        found = [row["target"] for row in f.l["fought"] if self.contact(r, f, row)]
        return sorted({at for at in found if f.l["extended"].count(at) < most})

    def contact(self, r: Reader, f: Frame, row: dict[str, Any]) -> list[str]:
        """Return the attackers of a battle who are still next to the defender."""
        if not is_engaged(r, row["target"], enemy(f.l["side"])):
            return []
        return [at for at in row["attackers"] if is_engaged(r, at, f.l["side"])]

    def offer_extend(self, s: Seen, f: Frame) -> Offer:
        """Ask for a battle to be fought on."""
        ask = offers.cell("extend", msg("ask.extend", n=self.price(s)), self.battles(s, f), rule="10.7", odds={"verb": "extend"})
        return offers.offer(msg("prompt.extend"), ask, offers.button("no_extension", "button.no_extension", rule="10.71"))

    def do_no_extension(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Do without."""
        f.l["passed"].append(side)

    def do_extend(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Fight a battle on: the one who extends attacks (10.71)."""
        target = args["cell"]
        row = next(row for row in f.l["fought"] if row["target"] == target and self.contact(t, f, row))
        tracks.set_effort(t, side, tracks.effort(t, side) - self.price(t))
        sequence.note_last(t)  # the level may have been all that was left of the turn (14.32a)
        f.l["extended"].append(target)
        t.note("note.extend", rule="10.7", side={"s": side}, cell={"c": target})
        own = self.contact(t, f, row) if side == f.l["side"] else [target]
        foes = [target] if side == f.l["side"] else self.contact(t, f, row)
        before = {target: row["n"]} if side == f.l["side"] else {}
        t.call("extension", side=side, own=own, foes=foes, before=before)

    def at_over(self, t: Table, f: Frame) -> None:
        """End the combat sequence: the markers come off."""
        for at, _ in bodies.attacks(t):
            for marker in marked(t, at, "attack"):
                if t.attr(marker, "by") == f.l["side"]:
                    t.remove(marker)
        works.sweep(t)
        t.done()

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask what the stage asks."""
        found: Offer = getattr(self, f"offer_{f.l['stage']}")(s, f)
        return found


class Extension(Staged):
    """A battle fought on (10.71). Locals: `side` (who extends and attacks), `own` and `foes` (hexes engaged), `before`."""

    name = "extension"
    first = "react"

    def at_react(self, t: Table, f: Frame) -> str:
        """Let both sides bring up others by reaction movement, the one who extends first."""
        side = f.l["side"]
        t.call(reaction.Reactions.name, side=side, friends=f.l["own"], foes=f.l["foes"], extended=True)
        return "answer"

    def at_answer(self, t: Table, f: Frame) -> str:
        """Let the other side react."""
        side = f.l["side"]
        t.call(reaction.Reactions.name, side=enemy(side), friends=f.l["foes"], foes=f.l["own"], extended=True)
        return "aim"

    def at_aim(self, t: Table, f: Frame) -> str:
        """Aim the attacks: every engaged stack that attacked before, or the one of who defended, at a hex of his choice."""
        side = f.l["side"]
        for at in f.l["own"]:
            if marked(t, at, "attack") or not is_engaged(t, at, side):
                continue
            aims = [to for to in f.l["foes"] if can_attack(t, side, at, to)]
            if len(aims) > 1:
                f.l["at"] = at
                t.wait(side)
                return ""
            if aims:
                declare(t, side, at, aims[0])
        t.call(Combats.name, side=side, extension=True, before=f.l["before"], fought=[], chased=list(f.l["foes"]))
        return "over"

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask whom the stack attacks."""
        aims = [to for to in f.l["foes"] if can_attack(s, s.side, f.l["at"], to)]
        ask = offers.cell("aim_at", "ask.aim_at", aims, rule="10.71", odds={"from": f.l["at"]})
        return offers.offer(msg("prompt.aim_at", cell={"c": f.l["at"]}), ask)

    def do_aim_at(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Aim at the hex chosen."""
        declare(t, side, f.l["at"], args["cell"])

    def at_over(self, t: Table, f: Frame) -> None:
        """The extension is over."""
        t.done()


def clean(t: Table, side: str) -> None:
    """Take attack markers off whose attack can not be carried out any more."""
    for at, target in bodies.attacks(t):
        for marker in marked(t, at, "attack"):
            if t.attr(marker, "by") == side and not can_attack(t, side, at, target):
                t.remove(marker)


STEPS = (Combats(), Extension(), *deploy.STEPS, *reaction.STEPS)
