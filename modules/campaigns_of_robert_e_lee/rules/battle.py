"""One battle: the attacks on a hex one after another, ammunition, fire, and all that comes of it (10.1–10.6).

Locals of the frame: `side` (attacks), `target`, `attackers` (their hexes), `order` (those that have yet to fire), `before`
(attacks of the same battle before its extension, 10.71), `mined`, `at` (the hex that fires), `shots` (results so far). The
private part of each side holds its payment: whose artillery fires (`firing`), `general`, `br`, and what it has paid before.
"""

from __future__ import annotations

from typing import Any

from qtwar.kit import offers
from qtwar.kit.offers import Ask, Offer, msg
from qtwar.kit.steps import Staged
from qtwar.kit.table import Frame, Reader, Seen, Table

from . import (
    ammo,
    bodies,
    fallen,
    ground,
    irregulars,
    losses,
    morale,
    naval,
    netting,
    odds,
    retreats,
    tracks,
    tree,
    works,
)
from .bodies import Spent
from .facts import enemy, fights, is_engaged, raider, wrapped
from .odds import NO_RESULT, Result


def results(f: Frame, key: str) -> list[Result]:
    """Return what the enemy suffers by the attackers' fire (`hit`) or the attackers by the replies (`reply`), in order."""
    return [Result(*shot[key]) for shot in f.l["shots"]]


def fronts(f: Frame) -> list[tuple[str, str]]:
    """Return side and hex of each stack that fights, the defender last."""
    return [*((f.l["side"], at) for at in f.l["attackers"]), (enemy(f.l["side"]), f.l["target"])]


class Battle(Staged):
    """All attacks on one hex. Hands back nothing; what is left in contact shows the map."""

    name = "battle"
    first = "begin"

    # order and payment ----------------------------------------------------------------

    def at_begin(self, t: Table, f: Frame) -> str:
        """Name the battle, and what both bring if strengths are not kept back (3.61)."""
        side, target = f.l["side"], f.l["target"]
        f.l.update(order=list(f.l["attackers"]), shots=[], held=works.is_held(t, target, enemy(side)))
        f.l.setdefault("before", 0)
        t.note("note.battle", rule="10.11", side={"s": side}, cell={"c": target}, cells=[{"c": at} for at in f.l["attackers"]])
        if not t.option("hidden_strengths"):
            for who, at in fronts(f):
                n = sum(b.strength for b in bodies.bodies(t, at, who, Spent(), attacked=at == target))
                t.note("note.strength", rule="10.2", level=2, side={"s": who}, cell={"c": at}, n=n)
        return "next"

    def at_next(self, t: Table, f: Frame) -> str:
        """Choose the stack that fires next (10.11)."""
        if not f.l["order"]:
            return "losses"
        if len(f.l["order"]) > 1:
            t.wait(f.l["side"])
            return ""
        self.take(f, f.l["order"][0])
        return "pay"

    def take(self, f: Frame, at: str) -> None:
        """Let a stack fire; payments begin anew but for what serves the whole battle (10.12a)."""
        f.l["order"].remove(at)
        f.l["at"] = at
        for side in (f.l["side"], enemy(f.l["side"])):
            f.of(side).pop("paid", None)

    def offer_next(self, s: Seen, f: Frame) -> Offer:
        """Ask which stack attacks next."""
        ask = offers.cell("attack_from", "ask.attack_from", f.l["order"], rule="10.11", odds={"to": f.l["target"]})
        return offers.offer(msg("prompt.attack_from", cell={"c": f.l["target"]}), ask)

    def do_attack_from(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Let the stack chosen fire."""
        self.take(f, args["cell"])
        f.l["stage"] = "pay"

    def at_pay(self, t: Table, f: Frame) -> str:
        """Let both sides say what they spend, the attacker first (10.12)."""
        for side in (f.l["side"], enemy(f.l["side"])):
            if "paid" in f.of(side):
                continue
            if self.has_choice(t, f, side):
                t.wait(side)
                return ""
            self.pay(t, f, side, self.fullest(t, f, side))
        return "fire"

    # what may be paid -----------------------------------------------------------------

    def where(self, f: Frame, side: str) -> str:
        """Return the hex of a side in the present exchange."""
        return str(f.l["at"] if side == f.l["side"] else f.l["target"])

    def helpers(self, r: Reader, f: Frame, side: str) -> list[str]:
        """Return the hexes that support a side in the present exchange: the defender's only, if they were not attacked
        themselves in this sequence, now or before (9.14, 9.14a)."""
        if side == f.l["side"]:
            return []
        around = r.frame_of("combats")
        fought = {row["target"] for row in around.l.get("fought") or ()} if around else set()
        return [at for at in bodies.supporters(r, f.l["target"], f.l["attackers"], f.l["at"], side) if at not in fought]

    def gunners(self, r: Reader, f: Frame, side: str) -> dict[str, int]:
        """Return the leaders who have artillery to fire in the present exchange."""
        hexes = [self.where(f, side), *self.helpers(r, f, side)]
        every = [p for at in hexes for p in tree.leaders_at(r, at, side)]
        return bodies.gunners(r, [p for p in every if side != f.l["side"] or not bodies.is_tied(r, p)])

    def before(self, r: Reader, f: Frame, side: str) -> dict[str, Any]:
        """Return what a side has paid already in this battle that still serves: the defender alone fires twice (10.12a)."""
        if side == f.l["side"]:
            return {}
        spent = f.of(side).get("spent") or {}
        guns = spent.get("guns", ()) if r.option("ammo_per_combined_attack") else ()
        return {"general_paid": bool(spent.get("general")), "guns_paid": tuple(guns)}

    def fullest(self, r: Reader, f: Frame, side: str) -> ammo.Payment:
        """Return the most that a side can pay for."""
        chief = tree.commander(r, self.where(f, side), side)
        guns = self.gunners(r, f, side)
        have = {p: bodies.ammo(r, p) for p in (*guns, *([chief] if chief else []))}
        return ammo.affordable(r.chart("ammunition"), chief, guns, have, **self.before(r, f, side))

    def bill(self, r: Reader, f: Frame, side: str, guns: list[str], *, general: bool) -> ammo.Payment:
        """Return what a choice costs."""
        chief = tree.commander(r, self.where(f, side), side)
        return ammo.bill(r.chart("ammunition"), chief, guns, general=general, **self.before(r, f, side))

    def has_choice(self, r: Reader, f: Frame, side: str) -> bool:
        """Return whether a side is asked: always where it has a commander, for what he has is hidden (3.6)."""
        return bool(tree.commander(r, self.where(f, side), side))

    def offer_pay(self, s: Seen, f: Frame) -> Offer:
        """Ask what is spent: all, some artillery, the general point alone, nothing (10.12)."""
        side = s.side
        full = self.fullest(s, f, side)
        asks: list[Ask] = []
        if full.points or full.firing:
            label = msg("button.pay_all", n=sum(full.points.values()))
            asks.append(offers.button("pay_all", label, rule="10.12", primary=True))
        if len(full.firing) > 1:
            some = sorted(full.firing)
            asks.append(offers.pieces("pay_some", "ask.pay_some", some, 1, len(some) - 1, rule="10.12"))
        general = self.bill(s, f, side, [], general=full.general)
        if full.firing and full.general:
            asks.append(offers.button("pay_general", msg("button.pay_general", n=sum(general.points.values())), rule="10.12b"))
        asks.append(offers.button("pay_nothing", "button.pay_nothing", rule="10.12b", odds={"verb": "pay_nothing"}))
        if not f.of(side).get("no_br"):
            asks.append(offers.button("decline_br", "button.decline_br", rule="3.24b"))
        return offers.offer(msg("prompt.pay", cell={"c": f.l["target"]}), *asks)

    def do_pay_all(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay for all that can be paid for."""
        self.pay(t, f, side, self.fullest(t, f, side))

    def do_pay_some(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay for the artillery of some leaders, and for the general supply."""
        general = self.fullest(t, f, side).general
        self.pay(t, f, side, self.bill(t, f, side, args["pieces"], general=general))

    def do_pay_general(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay the general point alone."""
        self.pay(t, f, side, self.bill(t, f, side, [], general=True))

    def do_pay_nothing(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Pay nothing: half strength unless the general point has been paid (10.12b, 10.23)."""
        self.pay(t, f, side, self.bill(t, f, side, [], general=False))

    def do_decline_br(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Do without the commander's battle rating (3.24b)."""
        f.of(side)["no_br"] = True

    def pay(self, t: Table, f: Frame, side: str, what: ammo.Payment) -> None:
        """Take the points off the display and keep what they are for."""
        for leader, n in what.points.items():
            tracks.add(t, tree.box_of(t, leader), "ammo", -n)
        own = f.of(side)
        own["paid"] = {"firing": sorted(what.firing), "general": what.general}
        spent = own.setdefault("spent", {"guns": []})
        spent["general"] = what.general
        spent["guns"] = sorted({*spent["guns"], *what.firing})
        if what.points:
            t.note("note.ammo", rule="10.12", level=2, only=[side], n=sum(what.points.values()), leaders=wrapped(what.points))

    # fire -----------------------------------------------------------------------------

    def spent(self, f: Frame, side: str) -> Spent:
        """Return a side's payment as the figures take it."""
        own = f.of(side)
        paid = own.get("paid") or {"firing": (), "general": True}
        return Spent(frozenset(paid["firing"]), bool(paid["general"]), not own.get("no_br"))

    def exchange(self, t: Table, f: Frame) -> odds.Exchange:
        """Return the present exchange with all that counts in it."""
        side, target, at = f.l["side"], f.l["target"], f.l["at"]
        foe = enemy(side)
        mine, theirs = bodies.cavalry(t, f.l["attackers"], side), bodies.cavalry(t, [target], foe)
        return odds.Exchange(
            bodies.stack(t, at, side, self.spent(f, side), attacked=False, ships=self.bombard(t, side, at, target)),
            bodies.stack(
                t, target, foe, self.spent(f, foe), attacked=True,
                support=self.helpers(t, f, foe), ships=self.bombard(t, foe, target, at),
            ),
            n=f.l["before"] + len(f.l["shots"]) + 1,
            river=ground.crossing(t, at, target),
            weather=ground.weather(t),
            mined=bool(f.l.get("mined")) and not f.l["shots"],
            cavalry=(mine[0], theirs[0], mine[1], theirs[1]),
            broken_counts=True,
            round_each=bool(t.option("amb_22_round_each_halving")),
        )  # fmt: skip

    def bombard(self, t: Table, side: str, own: str, other: str) -> int:
        """Let the ships beside a combat fire, each once an impulse; returns what they add (10.83)."""
        firing = naval.bombarding(t, side, own, other)
        if firing:
            t.set_var(naval.BOMBARDED, sorted({*(t.var(naval.BOMBARDED) or ()), *firing}))
            t.note("note.bombard", rule="10.83", side={"s": side}, ships=wrapped(firing))
        return sum(naval.bombard(t, p) for p in firing)

    def at_fire(self, t: Table, f: Frame) -> str:
        """Both roll; the results are noted, not carried out yet (10.61, 10.62)."""
        c, x, side = bodies.charts(t.content), self.exchange(t, f), f.l["side"]
        shot: dict[str, Any] = {"at": f.l["at"]}
        for attacking, who, key in ((True, side, "hit"), (False, enemy(side), "reply")):
            fire = odds.fire(c, x, attacking=attacking)
            if not fire.strength:
                shot[key], shot[f"{key}_die"] = list(NO_RESULT), 0
                continue
            die = t.roll(purpose="roll.fert", by=who)[0]
            result, table = odds.read(c, fire, die)
            shot[key], shot[f"{key}_die"] = list(result), die
            told = [msg("line.told", what=msg(line["key"], **line["args"]), value=line["value"]) for line in fire.lines]
            column = str(c.fert.column_heads[fire.column])
            t.note(
                "note.fire", rule="10.61", side={"s": who}, a={"c": self.where(f, who)}, n=fire.strength, column=column,
                drm=f"{fire.modifier:+d}", die=die, table={"t": table},
            )  # fmt: skip
            t.note("note.fire_lines", rule="10.61", level=2, side={"s": who}, lines=told)
        f.l["shots"].append(shot)
        return "next"

    # losses ---------------------------------------------------------------------------

    def at_losses(self, t: Table, f: Frame) -> str:
        """Take step losses: the defender's all together, each attacking stack its own (10.61a, 10.62, 10.63)."""
        f.l.setdefault("lost", [])
        todo = len(f.l["lost"])
        if todo:
            f.l["lost"][-1] = int(f.result or 0)
        who = [("hit", enemy(f.l["side"]), f.l["target"]), *(("reply", f.l["side"], at) for at in self.fired(f))]
        if todo == len(who):
            return "wiped"
        key, side, at = who[todo]
        n = sum(r.steps for r, shot in zip(results(f, key), f.l["shots"], strict=True) if key == "hit" or shot["at"] == at)
        f.l["lost"].append(0)
        losses.call(t, side, [*tree.units_at(t, at, side), *irregulars.ranks(t, at, side)], n, "10.63")
        return ""

    def fired(self, f: Frame) -> list[str]:
        """Return the attacking hexes in the order in which they fired."""
        return [str(shot["at"]) for shot in f.l["shots"]]

    def at_wiped(self, t: Table, f: Frame) -> str:
        """Count points for steps (17.12), send leaders without units to the pool (10.63a)."""
        side, foe = f.l["side"], enemy(f.l["side"])
        each = int(t.chart("victory_points").at("enemy_step"))
        inflicted, suffered = f.l["lost"][0], sum(f.l["lost"][1:])
        tracks.score(t, side, inflicted * each)
        tracks.score(t, foe, suffered * each)
        f.l.update(inflicted=inflicted, suffered=suffered)
        f.l["fate"] = self.fates(f)
        for one in (side, foe):
            fallen.clear_empty(t, one)
        if f.l.get("held") and any(r.steps or r.retreat for r in results(f, "hit")):
            works.set_level(t, f.l["target"], foe, 0)  # 14.44d: no more than a zone held it when the fight began
        return "fate"

    def fates(self, f: Frame) -> list[list[str]]:
        """Return what natural 1s and 6s bring: [`guns` or `leaders`, side, hex], each time that one is rolled (10.66, 10.67)."""
        found: list[list[str]] = []
        for shot in f.l["shots"]:
            for key, side, at in (("hit", f.l["side"], shot["at"]), ("reply", enemy(f.l["side"]), f.l["target"])):
                if shot[f"{key}_die"] == 1:
                    found.append(["guns", side, at])
                elif shot[f"{key}_die"] == 6:
                    found.append(["leaders", side, at])
        return found

    def at_fate(self, t: Table, f: Frame) -> str:
        """Check artillery (10.66) and leaders (10.67) of those who rolled the numbers."""
        spared = f.l.setdefault("spared", [])
        if f.l.pop("checked", "") and f.result:
            spared.append(f.result)
        if not f.l["fate"]:
            return "gains"
        what, side, at = f.l["fate"].pop(0)
        if what == "guns" and side in spared:
            return ""  # one point a side and combat is lost at most (16.22a)
        if what == "guns":
            f.l["checked"] = side
            foes = [where for who, where in fronts(f) if who != side]
            t.call(fallen.Guns.name, side=side, hexes=[at], foes=foes)
        elif dead := fallen.casualties(t, side, [at]):
            t.call(fallen.Mourn.name, side=side).of(side)["dead"] = dead
        return ""

    # morale ---------------------------------------------------------------------------

    def at_gains(self, t: Table, f: Frame) -> str:
        """Raise the morale of all who took part on the side that inflicted more (10.64)."""
        side = f.l["side"]
        equal = bool(t.option("amb_36_equal_losses_gain"))
        for who, gains in zip((side, enemy(side)), netting.gains(f.l["inflicted"], f.l["suffered"], equal), strict=True):
            for leader in [p for one, at in fronts(f) if one == who and gains for p in tree.leaders_at(t, at, who)]:
                morale.change(t, leader, "inflicted_more_step_losses", "10.64")
        if t.option("amb_21_broken_after"):
            for who, at in fronts(f):
                sort_broken(t, who, at)
        f.l["checks"] = self.checked(f)
        f.l["extra"] = {}
        return "checks"

    def checked(self, f: Frame) -> list[list[str]]:
        """Return who must check morale: side and hex of each stack with a `*` against it (10.65)."""
        found = [[f.l["side"], shot["at"]] for shot in f.l["shots"] if Result(*shot["reply"]).check]
        if any(r.check for r in results(f, "hit")):
            found.append([enemy(f.l["side"]), f.l["target"]])
        return found

    def at_checks(self, t: Table, f: Frame) -> str:
        """Check the morale of one stack: failed, it goes back a hex more, loses a step and morale (10.65)."""
        if not f.l["checks"]:
            return "net"
        side, at = f.l["checks"].pop(0)
        if not is_engaged(t, at, side):
            return "checks"
        chief = tree.commander(t, at, side)
        die = t.roll(purpose="roll.check", by=side)[0]
        passed = morale.passes(t, die, morale.level(t, at, side), leaderless=not chief and not raider(t, at, side))
        t.note("note.check" if passed else "note.check_failed", rule="10.65", side={"s": side}, cell={"c": at}, n=die)
        if passed:
            return "checks"
        f.l["extra"][at] = 1
        if chief:
            morale.change(t, chief, "failed_post_combat_check", "10.65")
        losses.call(t, side, [*tree.units_at(t, at, side), *irregulars.ranks(t, at, side)], 1, "10.65")
        return "checked"

    def at_checked(self, t: Table, f: Frame) -> str:
        """Send leaders without units to the pool after a failed check."""
        for side in (f.l["side"], enemy(f.l["side"])):
            fallen.clear_empty(t, side)
        return "checks"

    # retreats -------------------------------------------------------------------------

    def at_net(self, t: Table, f: Frame) -> str:
        """Net the retreats of both sides; who went back after a failed check goes that hex besides (10.61c, 10.65)."""
        by_force = bool(t.option("amb_42_retreat_by_force"))
        back = netting.net(results(f, "reply"), results(f, "hit"), by_force)
        side, foe = f.l["side"], enemy(f.l["side"])
        f.l["back"] = [[foe, f.l["target"], back.defender]]
        f.l["back"] += [[side, at, n] for at, n in zip(self.fired(f), back.attackers, strict=True)]
        f.l["superior"] = bodies.superior_in_cavalry(t, side, f.l["attackers"], foe, [f.l["target"]])
        f.l["left"] = []
        t.note("note.retreats", rule="10.61c", level=2, n=back.defender, m=max(back.attackers, default=0))
        return "retreats"

    def at_retreats(self, t: Table, f: Frame) -> str:
        """Let one stack after another go back, its owner having his say on that first (3.54b, 14.44d)."""
        if not f.l["back"]:
            return "advance"
        side, at, n = f.l["back"][0]
        if not is_engaged(t, at, side):
            f.l["left"].append([side, at])
            f.l["back"].pop(0)
            return "retreats"
        extra = f.l["extra"].pop(at, 0)
        if n + extra:
            f.l.update(going=[side, at, n, extra], given=False)  # each commander has his own say (3.54b)
            f.l["back"].pop(0)
            return "steady"
        f.l["back"].pop(0)
        return "retreats"

    def at_steady(self, t: Table, f: Frame) -> str:
        """Ask who may stand: units in works, a commander who gives up morale."""
        side, at, n, extra = f.l["going"]
        if not n + extra:
            return "retreats"
        if self.may_hold(t, at, side) or (tree.commander(t, at, side) and not f.l.get("given")):
            t.wait(side)  # whether he has morale to give up is hidden (3.6)
            return ""
        return "go"

    def may_hold(self, r: Reader, at: str, side: str) -> bool:
        """Return whether units may ignore a retreat: inside a manned entrenchment (14.44d)."""
        return bool(bodies.works_at(r, at, side))

    def may_give(self, r: Reader, at: str, side: str) -> bool:
        """Return whether a commander can give up a level of morale for a hex of retreat (3.54b)."""
        chief = tree.commander(r, at, side)
        return bool(chief) and morale.ml(r, chief) > 0

    def offer_steady(self, s: Seen, f: Frame) -> Offer:
        """Ask whether they go back."""
        side, at, n, extra = f.l["going"]
        asks = [offers.button("go_back", "button.go_back", rule="10.68", primary=True)]
        if self.may_hold(s, at, side):
            asks.append(offers.button("hold_works", "button.hold_works", rule="14.44d"))
        if self.may_give(s, at, side) and not f.l.get("given"):
            asks.append(offers.button("give_morale", "button.give_morale_retreat", rule="3.54b"))
        return offers.offer(msg("prompt.steady", cell={"c": at}, n=n + extra), *asks)

    def do_go_back(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Go back."""
        f.l["stage"] = "go"

    def do_hold_works(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Stay in the works (14.44d)."""
        t.note("note.hold_works", rule="14.44d", side={"s": side}, cell={"c": f.l["going"][1]})
        f.l["stage"] = "retreats"

    def do_give_morale(self, t: Table, f: Frame, side: str, args: dict[str, Any]) -> None:
        """Give up a level of morale: the first hex is not gone (3.54b)."""
        _, at, n, extra = f.l["going"]
        morale.change(t, tree.commander(t, at, side), "given", "3.54b", -1)
        f.l["going"] = [side, at, n - 1, extra] if n else [side, at, n, extra - 1]
        f.l.update(given=True, stage="steady")

    def at_go(self, t: Table, f: Frame) -> str:
        """Go back; the commander of a side that the fire has driven off loses morale (10.64, 10.68)."""
        side, at, n, extra = f.l["going"]
        chief = tree.commander(t, at, side)
        if n and chief:
            morale.change(t, chief, "combat_retreat", "10.64")
        f.l["left"].append([side, at])
        by = f.l["superior"] or side
        retreats.begin(t, side, at, n + extra, by)
        return "retreats"

    def at_advance(self, t: Table, f: Frame) -> str:
        """Let who drove the other off advance into what he left (10.61c)."""
        side, target = f.l["side"], f.l["target"]
        foe = enemy(side)
        left = [at for who, at in f.l["left"] if not fights(t, at, who) and not works.is_held(t, at, who)]
        f.l["stage"] = "over"
        if target in left:
            t.call(retreats.Advance.name, side=side, hexes=[target], start=list(f.l["attackers"]))
        elif left and fights(t, target, foe):
            t.call(retreats.Advance.name, side=foe, hexes=left, start=[target])
        return ""

    def at_over(self, t: Table, f: Frame) -> None:
        """The battle is over."""
        t.done()

    # offers by stage --------------------------------------------------------------------

    def offer(self, s: Seen, f: Frame) -> Offer:
        """Ask what the stage asks."""
        found: Offer = getattr(self, f"offer_{f.l['stage']}")(s, f)
        return found


def sort_broken(t: Table, side: str, at: str) -> None:
    """Put the units of a hex into or out of the Broken part of their boxes, as their morale says (10.44, reading 21)."""
    for leader in tree.leaders_at(t, at, side):
        base = tree.box_of(t, leader)
        for unit in tree.units(t, leader):
            t.move(unit, f"{base}-broken" if morale.is_broken(t, unit) else base)


STEPS = (Battle(),)
